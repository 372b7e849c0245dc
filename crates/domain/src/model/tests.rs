//! Tables of what each type accepts and says, and the table of fields as a whole.

use serde_json::json;

use super::*;
use crate::{error::Error, patch::Patch};

crate::string_enum! {
    /// A colour of the test.
    pub enum Hue {
        Red = "red",
        Green = "green",
        Blue = "blue",
    }
}

crate::model! {
    /// Everything a field can be.
    pub struct Every as "Every" keeps rest {
        /// what it is called
        #[doc = " everywhere"]
        the_name: String where { min_length: 1, max_length: 3 },
        r#type: Option<Hue>,
        count: i64 where { ge: 1.0, le: 100.0 } = 50,
        weight: Patch<f64> where { ge: 0.0, le: 1.0 },
        flag: Option<bool>,
        tags: Option<Vec<String>>,
        notes: Option<OrderedMap<String>>,
        any: Option<Json>,
        kind: Option<OpenEnum>,
        few: Option<Vec<String>> where { max_length: 2, each_max_length: 4 },
    }
}

/// The errors of `body` as lines: place, rule, parameter.
fn errors(body: &str) -> Vec<String> {
    let value = Json::read(body.as_bytes()).unwrap();
    let Err(Error::Invalid(errors)) = read_body::<Every>(&value) else {
        panic!("{body} was taken");
    };
    let steps = |error: &crate::field_error::FieldError| {
        let loc = serde_json::to_value(&error.loc).unwrap();
        let step = |step: &serde_json::Value| step.to_string().replace('"', "");
        loc.as_array().unwrap().iter().skip(1).map(step).collect::<Vec<_>>().join(".")
    };
    errors.iter().map(|error| format!("{} {}", steps(error), error.rule)).collect()
}

fn taken(body: &str) -> Every {
    let value = Json::read(body.as_bytes()).unwrap();
    read_body(&value).unwrap_or_else(|error| panic!("{body}: {error:?}"))
}

#[test]
fn each_type_refuses_what_pydantic_refuses() {
    for (member, wanted) in [
        (r#""theName":5"#, "theName string_type"),
        (r#""theName":"""#, "theName string_too_short"),
        (r#""theName":"four""#, "theName string_too_long"),
        (r#""theName":"\ud800""#, "theName string_unicode"),
        (r#""theName":"\u0000""#, "theName string_unicode"),
        (r#""type":"Red""#, "type literal_error"),
        (r#""type":["red"]"#, "type literal_error"),
        (r#""count":"5.5""#, "count int_parsing"),
        (r#""count":"5.""#, "count int_parsing"),
        (r#""count":"-0.""#, "count int_parsing"),
        (r#""count":".0""#, "count int_parsing"),
        (r#""count":"-.0""#, "count int_parsing"),
        (r#""count":" 5. ""#, "count int_parsing"),
        (r#""count":"1_0.""#, "count int_parsing"),
        (r#""count":"99999999999999999999.""#, "count int_parsing"),
        (r#""count":"5.0_0""#, "count int_parsing"),
        (r#""count":"1e3""#, "count int_parsing"),
        (r#""count":"""#, "count int_parsing"),
        (r#""count":"_1""#, "count int_parsing"),
        (r#""count":"1__0""#, "count int_parsing"),
        (r#""count":"٥""#, "count int_parsing"),
        (r#""count":5.5"#, "count int_from_float"),
        (r#""count":1e30"#, "count int_parsing_size"),
        (r#""count":9223372036854775808"#, "count int_parsing_size"),
        (r#""count":"9223372036854775808""#, "count int_parsing_size"),
        (r#""count":null"#, "count int_type"),
        (r#""count":0"#, "count greater_than_equal"),
        (r#""count":"101""#, "count less_than_equal"),
        (r#""weight":"abc""#, "weight float_parsing"),
        (r#""weight":{}"#, "weight float_type"),
        (r#""weight":"nan""#, "weight finite_number"),
        (r#""weight":"-Infinity""#, "weight finite_number"),
        (r#""weight":1.0000000000000002"#, "weight less_than_equal"),
        (r#""weight":-0.1"#, "weight greater_than_equal"),
        (r#""flag":"maybe""#, "flag bool_parsing"),
        (r#""flag":" true ""#, "flag bool_parsing"),
        (r#""flag":2"#, "flag bool_parsing"),
        (r#""flag":-9223372036854775808"#, "flag bool_parsing"),
        (r#""flag":9223372036854774784.0"#, "flag bool_parsing"),
        (r#""flag":9e18"#, "flag bool_parsing"),
        (r#""flag":0.5"#, "flag bool_type"),
        (r#""flag":9223372036854775808"#, "flag bool_type"),
        (r#""flag":9223372036854775808.0"#, "flag bool_type"),
        (r#""flag":-9223372036854775808.0"#, "flag bool_type"),
        (r#""flag":9.3e18"#, "flag bool_type"),
        (r#""flag":1e22"#, "flag bool_type"),
        (r#""flag":-1e22"#, "flag bool_type"),
        (r#""flag":[]"#, "flag bool_type"),
        (r#""tags":{"a":1}"#, "tags list_type"),
        (r#""tags":["a",1,"b",null]"#, "tags.1 string_type|tags.3 string_type"),
        (r#""notes":[]"#, "notes dict_type"),
        (r#""notes":{"a.b/c":5}"#, "notes.a.b/c string_type"),
        (r#""any":{"deep":["\ud800"]}"#, "any.deep.0 string_unicode"),
        (r#""any":{"a\u0000b":1}"#, "any.a\u{fffd}b.[key] string_unicode"),
        (r#""kind":"""#, "kind string_too_short"),
        (r#""other":{"x":"\ud800"}"#, "other.x string_unicode"),
    ] {
        let body = if member.starts_with(r#""theName""#) {
            format!("{{{member}}}")
        } else {
            format!(r#"{{"theName":"n",{member}}}"#)
        };
        assert_eq!(errors(&body).join("|"), wanted, "{body}");
    }
}

#[test]
fn numbers_and_booleans_are_taken_from_the_usual_texts() {
    for (text, wanted) in [
        ("5.0", 5),
        ("\" 5 \"", 5),
        ("\"+5\"", 5),
        ("\"007\"", 7),
        ("\"1_0\"", 10),
        ("\"5.0\"", 5),
        ("\"1_0.00 \"", 10),
        ("true", 1),
    ] {
        assert_eq!(taken(&format!(r#"{{"theName":"n","count":{text}}}"#)).count, wanted, "{text}");
    }
    for (text, wanted) in [("\" 0.5 \"", 0.5), ("true", 1.0), ("\"0.1_5\"", 0.15), ("-0.0", -0.0)] {
        let body = format!(r#"{{"theName":"n","weight":{text}}}"#);
        assert_eq!(taken(&body).weight, Patch::Set(wanted), "{text}");
    }
    for text in ["\"YES\"", "\"t\"", "1", "1.0", "\"on\"", "true"] {
        let body = format!(r#"{{"theName":"n","flag":{text}}}"#);
        assert_eq!(taken(&body).flag, Some(true), "{text}");
    }
}

#[test]
fn every_mistake_is_noted_in_the_order_of_the_fields() {
    let found = errors(r#"{"tags":[1],"zzz":"\ud800","count":"x","theName":7,"type":"x"}"#);

    assert_eq!(
        found,
        [
            "theName string_type",
            "type literal_error",
            "count int_parsing",
            "tags.0 string_type",
            "zzz string_unicode"
        ]
    );
}

#[test]
fn absent_null_and_given_are_three_things() {
    let absent = taken(r#"{"theName":"n"}"#);
    let null = taken(r#"{"theName":"n","weight":null,"flag":null}"#);

    assert_eq!((absent.count, absent.weight), (50, Patch::Keep));
    assert_eq!((null.weight, null.flag), (Patch::Clear, None));
}

#[test]
fn what_an_open_model_does_not_know_is_kept_in_its_order() {
    let model = taken(r#"{"zeta":1,"theName":"n","alpha":{"b":null}}"#);

    let keys: Vec<_> = model.rest.0.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["zeta", "alpha"]);
}

#[test]
fn a_mistake_shows_its_keys_in_pydantics_order() {
    let value = Json::read(br#"{"theName":"n","count":101}"#).unwrap();

    let Err(Error::Invalid(errors)) = read_body::<Every>(&value) else { panic!("taken") };

    assert_eq!(
        serde_json::to_string(&errors[0]).unwrap(),
        r#"{"type":"less_than_equal","loc":["body","count"],"msg":"Input should be less than or equal to 100","input":101,"ctx":{"le":100}}"#
    );
}

#[test]
fn more_mistakes_than_the_bound_are_not_listed() {
    let items = vec!["1"; 1_000].join(",");

    let found = errors(&format!(r#"{{"theName":"n","tags":[{items}]}}"#));

    assert_eq!(found.len(), crate::field_error::FIELD_ERRORS_MAX);
}

#[test]
fn a_list_that_is_too_long_is_one_mistake_in_pydantics_words() {
    let value = Json::read(br#"{"theName":"n","few":["a",1,"c"]}"#).unwrap();

    let Err(Error::Invalid(errors)) = read_body::<Every>(&value) else { panic!("taken") };

    assert_eq!(
        serde_json::to_string(&errors).unwrap(),
        r#"[{"type":"too_long","loc":["body","few"],"msg":"List should have at most 2 items after validation, not 3","input":["a",1,"c"],"ctx":{"field_type":"List","max_length":2,"actual_length":3}}]"#
    );
    assert_eq!(taken(r#"{"theName":"n","few":["a","b"]}"#).few.unwrap().len(), 2);
}

#[test]
fn a_list_may_bound_each_of_its_texts() {
    assert_eq!(errors(r#"{"theName":"n","few":["four","fiver"]}"#), ["few.1 string_too_long"]);

    let mut schemas = Schemas::default();
    Every::schema(&Bounds::NONE, &mut schemas);
    let few = &schemas.0["Every"]["properties"]["few"]["anyOf"][0];
    assert_eq!(few["items"], json!({ "type": "string", "maxLength": 4 }));
    assert_eq!(few["maxItems"], json!(2));
}

#[test]
fn the_schema_comes_from_the_same_table() {
    let mut schemas = Schemas::default();

    let reference = Every::schema(&Bounds::NONE, &mut schemas);

    assert_eq!(reference, json!({ "$ref": "#/components/schemas/Every" }));
    let schema = &schemas.0["Every"];
    assert_eq!(Hue::ALL.map(Hue::as_str), Hue::WORDS);
    assert_eq!(schema["required"], json!(["theName"]));
    assert_eq!(
        schema["properties"]["theName"],
        json!({ "type": "string", "minLength": 1, "maxLength": 3, "description": "what it is called everywhere" })
    );
    assert_eq!(schema["properties"]["count"]["default"], json!(50));
    assert_eq!(
        schema["properties"]["type"],
        json!({ "anyOf": [{ "type": "string", "enum": ["red", "green", "blue"] }, { "type": "null" }] })
    );
}
