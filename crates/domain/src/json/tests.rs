//! Tables and properties of the reader and the writer.

use proptest::prelude::*;

use super::*;

fn reason(text: &str) -> (&'static str, usize) {
    let flaw = Json::read(text.as_bytes()).expect_err(text);
    (flaw.reason, flaw.at)
}

#[test]
fn flaws_are_named_as_pythons_decoder_names_them() {
    for (text, wanted) in [
        ("{", ("Expecting property name enclosed in double quotes", 1)),
        ("{'a': 1}", ("Expecting property name enclosed in double quotes", 1)),
        ("{\"a\" 1}", ("Expecting ':' delimiter", 5)),
        ("{\"a\":1 \"b\":2}", ("Expecting ',' delimiter", 7)),
        ("{\"a\":1}{}", ("Extra data", 7)),
        ("{\"a\":\"x", ("Unterminated string starting at", 5)),
        ("\"\\x41\"", ("Invalid \\escape", 1)),
        ("\"\\u12\"", ("Invalid \\uXXXX escape", 3)),
        ("\"a\nb\"", ("Invalid control character at", 2)),
        ("+1", ("Expecting value", 0)),
        (".5", ("Expecting value", 0)),
        ("True", ("Expecting value", 0)),
        ("   \n", ("Expecting value", 4)),
        ("[\"é\"", ("Expecting ',' delimiter", 4)),
        ("NaN", ("Expecting value", 0)),
        ("-Infinity", ("Expecting value", 0)),
        ("1e400", ("Number out of range", 0)),
        ("01", ("Extra data", 1)),
        ("1.", ("Extra data", 1)),
    ] {
        assert_eq!(reason(text), wanted, "{text}");
    }
}

#[test]
fn what_serde_would_refuse_or_bend_is_kept() {
    for (text, wanted) in [
        ("\u{feff}1", Json::Int(1)),
        ("9007199254740993", Json::Int(9_007_199_254_740_993)),
        ("100000000000000000000", Json::BigInt("100000000000000000000".into())),
        ("1e3", Json::Float(1_000.0)),
        ("1e-400", Json::Float(0.0)),
        ("\"\\ud83d\\udc09\"", Json::Text("🐉".into())),
        ("\"\\ud800x\"", Json::InvalidText("\u{fffd}x".into())),
        ("\"a\\u0000b\"", Json::InvalidText("a\u{fffd}b".into())),
        ("\"\\ufffe\\uffff\"", Json::Text("\u{fffe}\u{ffff}".into())),
    ] {
        assert_eq!(Json::read(text.as_bytes()).as_ref(), Ok(&wanted), "{text}");
    }
}

#[test]
fn of_equal_keys_the_last_value_counts_at_the_first_place() {
    let many: String = (0..40).map(|n| format!("\"k{n}\":{n},")).collect();

    let small = Json::read(br#"{"a":1,"b":2,"a":3}"#).unwrap();
    let large = Json::read(format!("{{{many}\"k3\":\"new\"}}").as_bytes()).unwrap();

    assert_eq!(small.to_string(), r#"{"a":3,"b":2}"#);
    let Json::Object(object) = large else { panic!("an object") };
    assert_eq!(object.members().len(), 40);
    assert_eq!(object.members()[3].value, Json::Text("new".into()));
}

#[test]
fn nesting_ends_at_its_bound() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);

    assert!(Json::read(nested(DEPTH_MAX).as_bytes()).is_ok());
    assert_eq!(reason(&nested(DEPTH_MAX + 1)), ("Nesting deeper than 128 levels", DEPTH_MAX));
    assert!(Json::read("[".repeat(1_000_000).as_bytes()).is_err());
}

#[test]
fn an_echo_is_cut_at_its_bound() {
    let long = Json::Text("é".repeat(3_000));
    let wide = Json::Array(vec![Json::Int(1234); 3_000]);

    assert_eq!(Json::Int(2).echo(64), Json::Int(2));
    let Json::Text(cut) = long.echo(64) else { panic!("a text") };
    assert_eq!(cut, "é".repeat(32) + "…");
    let Json::Text(cut) = wide.echo(64) else { panic!("a text") };
    assert!(cut.starts_with("[1234,1234") && cut.len() <= 64 + "…".len());
}

fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        any::<i64>().prop_map(Json::Int),
        any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(Json::Float),
        "[^\u{0}]*".prop_map(Json::Text),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::Array),
            prop::collection::btree_map("[^\u{0}]{0,6}", inner, 0..6)
                .prop_map(|map| Json::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back_the_same(value in any_json()) {
        let text = value.to_string();

        prop_assert_eq!(Json::read(text.as_bytes()), Ok(value.clone()));
        prop_assert_eq!(serde_json::to_string(&value).unwrap(), text.clone());
        prop_assert_eq!(serde_json::from_str::<Json>(&text).unwrap(), value);
    }

    #[test]
    fn reading_any_bytes_ends(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Json::read(&bytes);
    }

    #[test]
    fn what_serde_reads_we_read(text in "[\\[\\]{}:,\"0-9a-z.eE+\\- \\\\]{0,40}") {
        let theirs = serde_json::from_str::<serde_json::Value>(&text).is_ok();

        prop_assert!(!theirs || Json::read(text.as_bytes()).is_ok(), "{}", text);
    }
}

#[test]
fn a_document_holds_no_more_values_than_the_bound() {
    let zeros = |values: usize| format!("[{}0]", "0,".repeat(values - 2));

    assert!(Json::read(zeros(VALUES_MAX).as_bytes()).is_ok());
    let at = 2 * VALUES_MAX - 1;
    assert_eq!(reason(&zeros(VALUES_MAX + 1)), ("More than 500000 values", at));
    assert_eq!(VALUES_MAX, 500_000);
}

#[test]
fn what_is_no_text_is_placed_by_characters() {
    let flaw = Json::read(&["\"é日".as_bytes(), b"\xff\""].concat()).unwrap_err();

    assert_eq!((flaw.reason, flaw.at), ("Invalid UTF-8", 3));
}
