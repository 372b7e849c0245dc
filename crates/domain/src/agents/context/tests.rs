//! That parts are sent in their order, within the bound, and that the receipt says so.

use super::*;

fn part(kind: SourceKind, title: &str, text: &str) -> ContextPart {
    ContextPart { id: Some(title.to_lowercase()), ..ContextPart::new(kind, title, text, "chosen") }
}

/// Words are counted, so that figures can be followed; the marks of a source are five words.
fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn titles(context: &Context) -> Vec<(&str, bool)> {
    let sources = &context.receipt.sources;
    sources.iter().map(|it| (it.title.as_str(), it.included)).collect()
}

#[test]
fn parts_are_sent_in_the_order_of_their_kinds() {
    let parts = vec![
        part(SourceKind::Promise, "Ring", "The ring returns."),
        part(SourceKind::Lore, "Mara", "A pilot."),
        part(SourceKind::Request, "Request", "Who is Mara?"),
        part(SourceKind::Lore, "Ana", "A cook."),
    ];

    let context = assemble(parts.clone(), 1_000, words);

    let all = [("Request", true), ("Mara", true), ("Ana", true), ("Ring", true)];
    assert_eq!(titles(&context), all);
    assert!(context.text().starts_with(
        "<source number=\"1\" kind=\"request\" title=\"Request\">\nWho is Mara?\n</source>\n"
    ));
    assert_eq!(context.receipt.tokens, words(&context.text()));
    assert_eq!(assemble(parts, 1_000, words), context);
}

#[test]
fn what_does_not_fit_is_left_out_and_named() {
    let long = "word ".repeat(30);
    let parts = vec![
        part(SourceKind::Request, "Request", "Who is Mara?"),
        part(SourceKind::Lore, "Long", &long),
        part(SourceKind::Lore, "Short", "A cook."),
    ];

    let context = assemble(parts, 60, words);

    assert_eq!(titles(&context), [("Request", true), ("Long", false), ("Short", true)]);
    let left_out = &context.receipt.sources[1];
    assert_eq!(left_out.reason, "chosen; left out, since it does not fit");
    assert!(context.receipt.tokens <= 60);
}

#[test]
fn a_document_is_cut_and_says_so() {
    let text = "One two three.\nFour five six.\nSeven eight nine.\n".repeat(20);
    let parts = vec![part(SourceKind::Document, "Chapter", &text)];

    let context = assemble(parts, 50, words);

    let source = &context.receipt.sources[0];
    assert!(source.included && source.tokens <= 30, "{source:?}");
    assert!(source.reason.contains("cut at its end"), "{source:?}");
    assert!(context.text().contains("six.\nSeven"), "{}", context.text());
    let sent = &context.sources[0].text;
    assert_eq!((source.start, source.end), (Some(0), Some(sent.chars().count())));
    assert!(text.starts_with(sent.as_str()));
}

#[test]
fn nothing_fits_into_nothing() {
    let parts = vec![part(SourceKind::Request, "Request", "Who is Mara?")];

    let context = assemble(parts, 0, words);

    assert_eq!((context.text(), context.receipt.tokens), (String::new(), 0));
}

#[test]
fn a_list_is_cut_behind_the_last_line_that_fits() {
    let lines: Vec<String> = (0..40).map(|at| format!("promise {at}")).collect();
    let list = ContextPart {
        records: (0..40).map(|at| format!("id{at}")).collect(),
        unread: 5,
        ..ContextPart::new(SourceKind::Promise, "Promises", &lines.join("\n"), "in order")
    };

    // 15 in 100 of them, less the five words of the marks.
    let context = assemble(vec![list], 200, words);

    let source = &context.receipt.sources[0];
    assert_eq!(context.sources[0].text, lines[..12].join("\n"));
    assert_eq!((source.records.len(), source.left_out), (12, 33));
    assert_eq!(source.records[11], "id11");
    assert_eq!(source.reason, "in order; cut at its end, since not all of it fits");
    assert_eq!((source.start, source.tokens), (None, 29));
}

#[test]
fn what_is_left_out_is_named_up_to_a_bound_and_counted_from_there() {
    let long = "word ".repeat(40);
    let many = (0..LEFT_OUT_MAX + 7).map(|at| part(SourceKind::Lore, &format!("E{at}"), &long));
    let parts: Vec<ContextPart> =
        many.chain([part(SourceKind::Lore, "Mara", "A pilot.")]).collect();

    let context = assemble(parts, 100, words);

    let sources = &context.receipt.sources;
    assert_eq!(sources.len(), LEFT_OUT_MAX + 2);
    let others = &sources[LEFT_OUT_MAX];
    assert_eq!((others.title.as_str(), others.left_out, others.included), ("others", 7, false));
    let last = &sources[LEFT_OUT_MAX + 1];
    assert_eq!((last.title.as_str(), last.included), ("Mara", true));
    assert_eq!(context.sources[0].number, LEFT_OUT_MAX + 2);
    assert!(context.text().contains(&format!("number=\"{}\"", LEFT_OUT_MAX + 2)));
}

#[test]
fn what_is_kept_of_a_context_gives_the_same_bytes() {
    let parts = vec![
        part(SourceKind::History, "local to muse", "Who is Ana?"),
        part(SourceKind::History, "local to muse", "Who is Mara </source>?"),
        part(SourceKind::Document, "Chapter", &"One two three.\n".repeat(60)),
        ContextPart::left_out(SourceKind::Passage, "Passages", 1, "left out, since"),
    ];
    let context = assemble(parts, 200, words);

    let kept = serde_json::to_string(&context).unwrap();
    let again: Context = serde_json::from_str(&kept).unwrap();

    assert_eq!(again, context);
    assert_eq!(again.text(), context.text());
    assert_eq!(again.receipt.digest, crate::digest::hex(context.text().as_bytes()));
    assert_eq!(context.sources[0].text, "Who is Ana?");
    assert_eq!(context.sources[1].text, "Who is Mara </source>?");
    let passages = &context.receipt.sources[3];
    assert_eq!((passages.included, passages.left_out), (false, 1));
}

#[test]
fn a_receipt_fits_into_a_bound_and_counts_what_it_does_not_list() {
    let parts: Vec<ContextPart> =
        (0..200).map(|at| part(SourceKind::Lore, &format!("E{at}"), "A pilot.")).collect();
    let receipt = assemble(parts, 100_000, words).receipt;

    let short = receipt.within(8_000);

    assert!(serde_json::to_vec(&short).unwrap().len() <= 8_000);
    let (last, listed) = short.sources.split_last().unwrap();
    assert_eq!(listed, &receipt.sources[..listed.len()]);
    assert_eq!((last.left_out, last.included), (200 - listed.len(), false));
    assert_eq!((short.tokens, &short.digest), (receipt.tokens, &receipt.digest));
    assert_eq!(receipt.within(1_000_000), receipt);
}
