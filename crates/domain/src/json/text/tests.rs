//! What the writer of views writes, held against serde_json.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Serialize;

use crate::json::{Members, Written, text};

#[derive(Serialize)]
enum Shape {
    Point,
    Line(u8),
    Plane(u8, u8),
    Body { height: f32 },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct View<'a> {
    some_text: &'a str,
    nothing: Option<i64>,
    empty: Vec<u8>,
    shapes: Vec<Shape>,
    by_name: BTreeMap<String, (bool, char)>,
    numbers: [f64; 7],
    unit: (),
    #[serde(flatten)]
    more: BTreeMap<&'a str, u128>,
}

fn view(some_text: &str) -> View<'_> {
    View {
        some_text,
        nothing: None,
        empty: Vec::new(),
        shapes: vec![Shape::Point, Shape::Line(1), Shape::Plane(1, 2), Shape::Body { height: 0.1 }],
        by_name: BTreeMap::from([(some_text.to_owned(), (true, '"'))]),
        numbers: [0.0, -0.0, 1.5, -3.0, f64::NAN, f64::INFINITY, 1.0 / 3.0],
        unit: (),
        more: BTreeMap::from([("most", u128::MAX)]),
    }
}

#[test]
fn every_kind_of_value_is_written_as_serde_json_writes_it() {
    for part in ["", "plain", "a \"quoted\" \\ word", "\n\r\t\u{8}\u{c}\u{1}\u{7f}", "é🜁"] {
        let view = view(part);

        assert_eq!(text(&view).unwrap(), serde_json::to_string(&view).unwrap());
    }
}

#[test]
fn what_is_written_goes_in_as_it_is() {
    let written = vec![Some(Written("{ \"a\": [1, 2] }".to_owned())), None];

    assert_eq!(text(&written).unwrap(), r#"[{ "a": [1, 2] },null]"#);
    assert_eq!(serde_json::to_string(&written).unwrap(), r#"[{ "a": [1, 2] },null]"#);
}

#[derive(Serialize)]
struct Whole<'a> {
    first: u8,
    #[serde(rename = "$members")]
    more: Members<'a>,
    last: u8,
}

#[test]
fn members_that_are_written_go_among_the_others() {
    let more = Members::of(&BTreeMap::from([("a", "}"), ("b", "{")])).unwrap();
    let whole = Whole { first: 1, more: Members(more.into()), last: 2 };

    assert_eq!(text(&whole).unwrap(), r#"{"first":1,"a":"}","b":"{","last":2}"#);
    assert!(serde_json::to_string(&whole).is_err(), "it would write a member of a strange name");
}

#[test]
fn a_value_that_is_no_json_is_refused() {
    let raw = serde_json::value::RawValue::from_string("1".to_owned()).unwrap();

    assert!(text(&*raw).is_err(), "nobody would have noticed an object with a strange name");
}

proptest! {
    #[test]
    fn any_text_reads_back_the_same(string in ".*", place in 0_usize..40) {
        let string = format!("{}\u{1}\"{string}", "x".repeat(place));

        let written = text(&string).unwrap();

        prop_assert_eq!(&written, &serde_json::to_string(&string).unwrap());
        prop_assert_eq!(serde_json::from_str::<String>(&written).unwrap(), string);
    }

    #[test]
    fn any_double_reads_back_the_same(number in any::<f64>()) {
        prop_assume!(number.is_finite());

        let read: f64 = serde_json::from_str(&text(&number).unwrap()).unwrap();

        prop_assert_eq!(read.to_bits(), number.to_bits());
    }
}

#[test]
fn whole_numbers_can_be_names_of_members() {
    let counts = BTreeMap::from([(-1_i64, "a"), (7, "b")]);

    let written = text(&counts).unwrap();

    assert_eq!(written, r#"{"-1":"a","7":"b"}"#);
    assert_eq!(written, serde_json::to_string(&counts).unwrap());
    assert!(text(&BTreeMap::from([((), "a")])).is_err());
}
