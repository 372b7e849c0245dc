//! One paragraph as Markdown: the marks of headings, lists and quotations before what it says.

use crate::{
    Flaw,
    blocks::BlockKind,
    bounds::PARAGRAPH_BYTES_MAX,
    inline::{self, Context, Inline, Written},
    scenes::SCENE_BREAK,
};

/// Levels of lists.
const LIST_LEVELS: usize = 9;

/// What stands before the next paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Nothing,
    Block,
    /// An item of a list of a level, and the numbers of the last items of the levels.
    Item(u8, [u32; LIST_LEVELS]),
    Quote,
}

/// What stands between two paragraphs.
pub(super) fn between(last: Last, next: Last) -> &'static str {
    match (last, next) {
        (Last::Nothing, _) => "",
        // Only a list that begins with 1 is read as one in the line behind the words of an item.
        (Last::Item(outer, _), Last::Item(level, numbers))
            if level > outer && numbers[usize::from(level)] > 1 =>
        {
            "\n\n"
        }
        (Last::Item(..), Last::Item(..)) => "\n",
        (Last::Quote, Last::Quote) => "\n>\n",
        _ => "\n\n",
    }
}

/// One paragraph with the marks of what it is.
pub(super) fn paragraph_of(
    kind: &BlockKind,
    lines: &[Inline],
    last: Last,
) -> Result<(Written, Last), Flaw> {
    let marked = |mark: String, context: Context, last: Last| {
        let written = bounded(lines, context)?;
        if written.text.is_empty() {
            return Ok((written, last));
        }
        let mut out = Written { text: mark, positions: Vec::new() };
        join(&mut out, written, "");
        Ok((out, last))
    };
    match kind {
        BlockKind::Body | BlockKind::Title => {
            marked(String::new(), Context::Paragraph, Last::Block)
        }
        BlockKind::Heading(level, number) => {
            let mut mark = "#".repeat(usize::from(*level)) + " ";
            if !number.is_empty() {
                mark.push_str(
                    &inline::write(
                        &[Inline::Text(number.clone(), inline::Style::PLAIN)],
                        Context::Heading,
                    )
                    .text,
                );
                let has_text = lines
                    .iter()
                    .any(|it| matches!(it, Inline::Text(text, _) if !text.trim().is_empty()));
                if !has_text {
                    return Ok((Written { text: mark, positions: Vec::new() }, Last::Block));
                }
                mark.push(' ');
            }
            marked(mark, Context::Heading, Last::Block)
        }
        BlockKind::Quote => marked("> ".to_owned(), Context::Paragraph, Last::Quote),
        BlockKind::Item { start, level } => {
            let (most, mut numbers) = match last {
                Last::Item(level, numbers) => (level + 1, numbers),
                _ => (0, [0; LIST_LEVELS]),
            };
            // An item lies at most one level deeper than the one before it.
            let level = (*level).min(most).min(LIST_LEVELS as u8 - 1);
            let at = usize::from(level);
            numbers[at] = match (*start, numbers[at]) {
                (None, _) => 0,
                (Some(start), 0) => start.max(1),
                (Some(_), before) => before.saturating_add(1),
            };
            numbers[at + 1..].fill(0);
            let indent = "    ".repeat(at);
            let mark = if start.is_some() {
                format!("{indent}{}. ", numbers[at])
            } else {
                format!("{indent}- ")
            };
            marked(mark, Context::Paragraph, Last::Item(level, numbers))
        }
        BlockKind::Break => {
            Ok((Written { text: SCENE_BREAK.to_owned(), positions: Vec::new() }, Last::Block))
        }
    }
}

/// One paragraph as Markdown, if it is not too long to be one.
pub(super) fn bounded(inlines: &[Inline], context: Context) -> Result<Written, Flaw> {
    let bytes = |it: &Inline| match it {
        Inline::Text(text, _) => text.len(),
        Inline::Break | Inline::Note(_) | Inline::Position(_) => 1,
    };
    if inlines.iter().map(bytes).sum::<usize>() > PARAGRAPH_BYTES_MAX {
        return Err(Flaw::ParagraphTooLong);
    }
    Ok(inline::write(inlines, context))
}

/// Appends what was written elsewhere.
pub(super) fn join(out: &mut Written, text: Written, separator: &str) {
    out.text.push_str(separator);
    let start = out.text.len();
    out.text.push_str(&text.text);
    out.positions.extend(text.positions.into_iter().map(|(number, at)| (number, start + at)));
}
