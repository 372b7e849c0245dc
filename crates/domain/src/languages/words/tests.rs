//! Tests of words: how they are folded, updated and told apart.

use super::*;
use crate::model::read_body;

fn word(form: &str, part_of_speech: &str) -> Word {
    let body = format!(r#"{{"form":"{form}","partOfSpeech":"{part_of_speech}"}}"#);
    let create: WordCreate = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
    Word::create("w1".to_owned(), ("p1", "l1"), &create, Time::from_millis(10))
}

#[test]
fn words_are_folded_alike_however_they_are_typed() {
    for (text, folded) in [
        ("Lun", "lun"),
        ("  ka \t VÉLA\n", "ka véla"),
        ("ve\u{301}la", "v\u{e9}la"),
        ("ŤŁ’E", "ťł’e"),
        ("ΟΔΟΣ", "οδοσ"),
        ("-ar", "-ar"),
        ("", ""),
    ] {
        assert_eq!(crate::fold::fold_name(text), folded);
    }
}

#[test]
fn a_form_is_more_than_white_space() {
    let read = |body: &str| {
        read_body::<WordCreate>(&Json::read(body.as_bytes()).unwrap()).map(|word| word.form.0)
    };

    assert_eq!(read(r#"{"form":" ka lun\n"}"#).unwrap(), "ka lun");
    for body in [r#"{"form":" \t"}"#, r#"{"form":""}"#, r#"{"form":7}"#, "{}"] {
        assert!(read(body).is_err(), "{body}");
    }
}

#[test]
fn tags_are_kept_trimmed_and_once() {
    let body = br#"{"form":"lun","tags":[" sea ","sea","\u00a0Sea\n","a b"]}"#;

    let create: WordCreate = read_body(&Json::read(body).unwrap()).unwrap();

    assert_eq!(normalized_tags(&create.tags), ["sea", "Sea", "a b"]);
}

#[test]
fn a_tag_is_more_than_white_space() {
    let body = format!(r#"{{"form":"lun","tags":[" ","sea","\u00a0","",7,"{}"]}}"#, "x".repeat(65));
    let value = Json::read(body.as_bytes()).unwrap();
    let wanted = [
        "0 string_too_short",
        "2 string_too_short",
        "3 string_too_short",
        "4 string_type",
        "5 string_too_long",
    ];

    for read in
        [read_body::<WordCreate>(&value).map(drop), read_body::<WordUpdate>(&value).map(drop)]
    {
        let Err(Error::Invalid(errors)) = read else { panic!("{body} was taken") };
        let found: Vec<String> = errors
            .iter()
            .map(|it| format!("{} {}", serde_json::to_string(&it.loc.0[2]).unwrap(), it.rule))
            .collect();
        assert_eq!(found, wanted);
    }
}

#[test]
fn null_empties_all_but_the_form() {
    let nulls = r#"{"form":null,"partOfSpeech":null,"meaning":null,"tags":null}"#;
    let update: WordUpdate = read_body(&Json::read(nulls.as_bytes()).unwrap()).unwrap();
    let mut changed = Word { tags: vec!["sea".to_owned()], ..word("lun", "noun") };

    changed.update(&update, Time::from_millis(3));

    let wanted = Word { modified_at: Time::from_millis(11), version: 2, ..word("lun", "") };
    assert_eq!(changed, wanted);
}

#[test]
fn a_lexicon_has_its_end() {
    assert!(check_capacity(LEXICON_MAX - 1, 1).is_ok());
    assert!(check_capacity(LEXICON_MAX - 1, 2).is_err());
}

#[test]
fn one_word_tells_whether_it_is_there_already() {
    let said = |word: Word| word.duplicate_error().to_string();

    assert_eq!(said(word("lun", "")), "The lexicon has the word “lun” already");
    assert_eq!(said(word("lun", "noun")), "The lexicon has the word “lun” (noun) already");
}
