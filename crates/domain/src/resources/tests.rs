//! Tests of the addresses of resources, and of how much of one stands in its text.

use super::*;

#[test]
fn an_address_is_read_as_it_is_written() {
    for (kind, project, record) in [
        (ResourceKind::Outline, "p1", ""),
        (ResourceKind::Timeline, "The Ring", ""),
        (ResourceKind::Promises, "50% / ½?", ""),
        (ResourceKind::Lore, "p1", "Mara’s ring"),
        (ResourceKind::Document, "p1", "One/Two?from=3"),
    ] {
        let uri = ResourceUri { from: 7, ..ResourceUri::of_record(project, kind, record) };

        assert_eq!(ResourceUri::parse(&uri.text()).ok(), Some(uri.clone()), "{}", uri.text());
    }
}

#[test]
fn the_forms_are_those_of_the_addresses() {
    for (template, kind) in TEMPLATES.iter().zip(ResourceKind::ALL) {
        let filled = template
            .form
            .replace("{project}", "p")
            .replace("{entry}", "e")
            .replace("{document}", "e");

        let uri = ResourceUri::parse(&filled).unwrap();

        assert_eq!((template.kind, uri.kind, uri.text()), (kind, kind, filled));
    }
}

#[test]
fn whatever_is_no_address_is_not_found() {
    for text in [
        "",
        "outline",
        "file:///etc/passwd",
        "scriptorium://project/",
        "scriptorium://project/p1",
        "scriptorium://project//outline",
        "scriptorium://project/p1/chapters",
        "scriptorium://project/p1/outline/x",
        "scriptorium://project/p1/lore",
        "scriptorium://project/p1/lore/",
        "scriptorium://project/p1/document/%ff",
        "scriptorium://project/p1/outline?from=0",
        "scriptorium://project/p1/outline?from=x",
        "scriptorium://project/p1/outline?start=1",
    ] {
        assert!(matches!(ResourceUri::parse(text), Err(Error::NotFound { .. })), "{text}");
    }
}

fn draft(items: usize, chars: usize) -> ResourceDraft {
    let item = |number: usize| format!("{number:05}{}", "x".repeat(chars - 5));
    ResourceDraft {
        head: "Events.".to_owned(),
        noun: "event",
        items: (1..=items).map(item).collect(),
        otherwise: "call a tool".to_owned(),
    }
}

#[test]
fn a_list_that_fits_stands_there_whole() {
    let uri = ResourceUri::of_project("p", ResourceKind::Timeline);

    assert_eq!(draft(2, 6).text_within(&uri, RESOURCE_CHARS_MAX), "Events.\n00001x\n00002x");
    assert_eq!(draft(0, 6).text_within(&uri, RESOURCE_CHARS_MAX), "Events.");
}

#[test]
fn a_long_list_is_read_in_parts_that_leave_nothing_out() {
    let draft = draft(1_000, 100);
    let mut uri = ResourceUri::of_project("p", ResourceKind::Timeline);
    let mut seen = Vec::new();

    loop {
        let text = draft.text_within(&uri, RESOURCE_CHARS_MAX);
        assert!(text.chars().count() <= RESOURCE_CHARS_MAX);
        seen.extend(text.lines().filter(|it| it.ends_with('x')).map(str::to_owned));
        let Some((_, rest)) = text.split_once("The rest: read ") else { break };
        let (next, otherwise) = rest.split_once(", or ").unwrap();
        assert_eq!(otherwise, "call a tool.");
        uri = ResourceUri::parse(next).unwrap();
    }

    assert_eq!(seen, draft.items);
    assert!(
        draft
            .text_within(&uri, RESOURCE_CHARS_MAX)
            .ends_with(&format!("event {} to 1000 of 1000 stand here.", uri.from))
    );
}

#[test]
fn an_item_that_is_too_long_says_what_is_left_out() {
    let uri = ResourceUri::of_project("p", ResourceKind::Timeline);

    let text = draft(1, ITEM_CHARS_MAX + 1).text_within(&uri, RESOURCE_CHARS_MAX);

    assert!(
        text.ends_with("(cut: 1001 more characters of this are not here)"),
        "{}",
        &text[7_000..]
    );
    let beyond = draft(3, 6).text_within(&ResourceUri { from: 9, ..uri }, RESOURCE_CHARS_MAX);
    assert!(beyond.ends_with("There is nothing from event 9 on: it has 3 events."), "{beyond}");
}
