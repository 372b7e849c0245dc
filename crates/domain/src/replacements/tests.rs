//! Tests of what was found in texts, and what becomes of them.

use super::{pattern::Pattern, *};
use crate::{
    Time,
    documents::{DocumentKind, Status},
};

fn text(id: &str, content: &str, find: &str) -> FoundText {
    let document = Document {
        id: id.to_owned(),
        project_id: "p".to_owned(),
        parent_id: None,
        kind: DocumentKind::Chapter,
        title: id.to_uppercase(),
        status: Status::Draft,
        position: 0,
        word_target: None,
        words: 0,
        created_at: Time::from_millis(0),
        modified_at: Time::from_millis(0),
        version: 3,
        locked_by: None,
    };
    let ranges = Pattern::new(find, false, false).find_all(content, MATCHES_MAX);
    let matches = ranges.into_iter().map(|range| FoundMatch {
        is_certain: content[range.clone()] == *find,
        range,
        replacement: None,
        other_name: None,
    });
    FoundText { document, content: content.to_owned(), matches: matches.collect() }
}

fn found() -> Found {
    let texts =
        vec![text("a", "Né, the lamp.\nA Lamp and\na lamp.", "lamp"), text("b", "lamp", "lamp")];
    Found { sought: "lamp".to_owned(), texts }
}

const ALL: Choice<'_> = Choice { only: None, without: &[], also: &[] };

#[test]
fn a_preview_shows_matches_with_their_lines() {
    let found = found();

    let first = found.preview(3, None);
    let cursor = Cursor::<i64>::parse(&first.next_cursor.unwrap()).unwrap();
    let second = found.preview(3, Some(&cursor));

    let matched = |it: &TextMatch| {
        (
            it.id.clone(),
            it.line,
            it.start,
            it.end,
            format!("{}[{}]{}", it.before, it.text, it.after),
        )
    };
    let wanted = [
        ("a:8".to_owned(), 1, 8, 12, "Né, the [lamp].".to_owned()),
        ("a:16".to_owned(), 2, 16, 20, "A [Lamp] and".to_owned()),
        ("a:27".to_owned(), 3, 27, 31, "a [lamp].".to_owned()),
    ];
    assert_eq!(first.matches.iter().map(matched).collect::<Vec<_>>(), wanted);
    assert_eq!((first.total, first.certain, first.documents.len()), (4, 3, 2));
    assert_eq!(second.matches.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["b:0"]);
    assert_eq!(second.next_cursor, None);
    assert_eq!(found.preview(4, None).next_cursor, None);
}

#[test]
fn the_words_around_a_match_are_cut() {
    let long = format!("{}lamp{}", "é".repeat(100), "x".repeat(100));
    let found = Found { sought: String::new(), texts: vec![text("a", &long, "lamp")] };

    let it = &found.preview(1, None).matches[0];

    assert_eq!(
        (it.before.as_str(), it.after.as_str()),
        ("é".repeat(60).as_str(), "x".repeat(60).as_str())
    );
}

#[test]
fn chosen_matches_are_replaced() {
    let found = found();
    let digest = found.digest();
    let ids = |all: &[&str]| all.iter().map(|id| (*id).to_owned()).collect::<Vec<String>>();
    for (only, without, also, wanted) in [
        (None, &[][..], &[][..], &["Né, the sun.\nA Lamp and\na sun.", "sun"][..]),
        (None, &["b:0", "a:8"], &["a:16"], &["Né, the lamp.\nA sun and\na sun."]),
        (Some(&["a:16"][..]), &[], &[], &["Né, the lamp.\nA sun and\na lamp."]),
        (Some(&[]), &[], &[], &[]),
    ] {
        let (only, without, also) = (only.map(ids), ids(without), ids(also));
        let choice = Choice { only: only.as_deref(), without: &without, also: &also };

        let replaced = found.replace(&digest, choice, "sun").unwrap();

        let texts: Vec<&str> = replaced.iter().map(|it| it.content.as_str()).collect();
        assert_eq!(texts, wanted, "{choice:?}");
    }
}

#[test]
fn what_is_the_same_afterwards_is_not_replaced() {
    let found = found();

    let replaced = found.replace(&found.digest(), ALL, "lamp").unwrap();

    assert_eq!(replaced, []);
}

#[test]
fn another_text_or_an_unknown_match_is_refused() {
    let found = found();
    let mut later = found.clone();
    later.texts[1].document.version = 4;
    let unknown = ["a:9".to_owned()];

    assert!(matches!(later.replace(&found.digest(), ALL, "sun"), Err(Error::Stale { .. })));
    let refused = found.replace(&found.digest(), Choice { without: &unknown, ..ALL }, "sun");
    assert!(matches!(refused, Err(Error::Rejected(_))), "{refused:?}");
}
