//! Speech that goes on in paragraphs without a mark at their beginning: behind the verse, the letter or the list
//! that somebody quotes. A mark that closes it later shows that the quotation was open all the while.

use std::ops::Range;

use super::{Quotation, QuotationKind};
use crate::lists::SIGNING_WORDS;
use crate::span::Span;
use crate::tokens::{Paragraph, Text, is_invisible};

/// Paragraphs behind an open quotation in which it may be closed.
const RESUMED_WITHIN_PARAGRAPHS: usize = 12;

/// Words at the end of a letter in which its writer signs, and words of a paragraph that does nothing else.
const SIGNATURE_WORDS_MAX: usize = 8;

/// Carries on the quotations that nothing closes in their own paragraph. `found` are those of each paragraph by
/// itself, in order.
pub(super) fn resume(text: &Text<'_>, found: &mut Vec<Quotation>) {
    let paragraphs = text.paragraphs();
    let (mut resumed, mut behind) = (Vec::with_capacity(found.len()), 0);
    for mut quotation in found.drain(..) {
        if quotation.span.start < behind {
            continue;
        }
        if quotation.is_closed || quotation.is_continued {
            resumed.push(quotation);
            continue;
        }
        let opened = paragraphs.partition_point(|it| it.span.start <= quotation.span.start) - 1;
        let end = end_of(text, &quotation, opened);
        quotation.is_continued = match &end {
            Some(_) => true,
            None => is_signed(text, &paragraphs[opened], paragraphs.get(opened + 1)),
        };
        resumed.push(quotation);
        if let Some((closed, span, words)) = end {
            let whole = |it: &Paragraph| piece(it.span, it.words.clone(), false);
            resumed.extend(paragraphs[opened + 1..closed].iter().map(whole));
            behind = span.end;
            resumed.push(piece(span, words, true));
        }
    }
    *found = resumed;
}

fn piece(span: Span, words: Range<usize>, is_closed: bool) -> Quotation {
    let kind = QuotationKind::Speech;
    Quotation { span, words, is_closed, is_continued: !is_closed, kind }
}

/// The paragraph that closes an open quotation, with its part of it: the first mark of that kind there, and
/// the first behind the open one, can only close.
fn end_of(
    text: &Text<'_>,
    quotation: &Quotation,
    opened: usize,
) -> Option<(usize, Span, Range<usize>)> {
    let source = text.source();
    let opening = source[quotation.span.start..].chars().next()?;
    let closing = match opening {
        '“' => '”',
        '«' => '»',
        '"' => '"',
        _ => return None,
    };
    let behind = text.paragraphs().iter().enumerate().skip(opened + 1);
    for (at, paragraph) in behind.take(RESUMED_WITHIN_PARAGRAPHS) {
        let words = paragraph.span.of(source);
        if paragraph.opens_scene {
            return None;
        }
        let Some(mark) = words.find([opening, closing]) else { continue };
        if !words[mark..].starts_with(closing) || !can_only_close(words, mark, closing) {
            return None;
        }
        let end = paragraph.span.start + mark + closing.len_utf8();
        let to = text.words().partition_point(|word| word.span.start < end);
        let own = paragraph.words.start..to.clamp(paragraph.words.start, paragraph.words.end);
        return Some((at, Span::new(paragraph.span.start, end), own));
    }
    None
}

/// Whether a mark stands behind a word and before none.
fn can_only_close(words: &str, mark: usize, closing: char) -> bool {
    let is_visible = |letter: &char| !is_invisible(*letter);
    let before = words[..mark].chars().rev().find(is_visible);
    let after = words[mark + closing.len_utf8()..].chars().find(is_visible);
    before.is_some_and(|it| !it.is_whitespace()) && !after.is_some_and(char::is_alphanumeric)
}

/// Whether a paragraph ends a letter, which many editions leave open: its writer signs in its last words or in
/// the next paragraph.
fn is_signed(text: &Text<'_>, paragraph: &Paragraph, next: Option<&Paragraph>) -> bool {
    let signs = |words: Range<usize>| {
        let lower = || words.clone().map(|at| text.lower(at));
        lower().any(|it| matches!(it, "your" | "yours"))
            && lower().any(|it| SIGNING_WORDS.contains(it))
    };
    let last = paragraph.words.end.saturating_sub(SIGNATURE_WORDS_MAX).max(paragraph.words.start);
    let next = next.map(|it| it.words.clone()).filter(|it| it.len() <= SIGNATURE_WORDS_MAX);
    signs(last..paragraph.words.end) || next.is_some_and(signs)
}
