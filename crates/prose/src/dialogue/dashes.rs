//! Dialogue that is set with dashes: a paragraph that begins with one is speech, but for the words that
//! attribute it.

use std::ops::Range;

use super::{Quotation, QuotationKind};
use crate::lists::{SPEECH_VERBS, TITLE_WORDS};
use crate::span::Span;
use crate::tokens::{Paragraph, Text, is_invisible};

/// Paragraphs with a dash from which on a text may set its dialogue so.
const DASHED_MIN: usize = 3;

/// Adds the speech behind dashes, if the text has more paragraphs that begin so than such that begin
/// with a quotation mark.
pub(super) fn add(text: &Text<'_>, found: &mut Vec<Quotation>) {
    let source = text.source();
    let dashed: Vec<&Paragraph> =
        text.paragraphs().iter().filter(|it| dash(it.span.of(source)).is_some()).collect();
    let opened = text.paragraphs().iter().filter(|paragraph| {
        let at = found.partition_point(|it| it.span.start < paragraph.span.start);
        found.get(at).is_some_and(|it| it.span.start == paragraph.span.start)
    });
    if dashed.len() < DASHED_MIN || dashed.len() <= opened.count() {
        return;
    }
    for paragraph in dashed {
        let from = found.partition_point(|it| it.span.start < paragraph.span.start);
        let to = found.partition_point(|it| it.span.start < paragraph.span.end);
        found.splice(from..to, pieces(text, paragraph));
    }
}

/// The bytes of the dash that this begins with, spaces behind it included.
fn dash(paragraph: &str) -> Option<usize> {
    let bare = paragraph.trim_start_matches(is_invisible);
    let rest = bare
        .strip_prefix('—')
        .or_else(|| bare.strip_prefix('–'))
        .or_else(|| bare.strip_prefix("--"))?
        .trim_start_matches(['—', '-', ' ', '\u{a0}', '\u{2009}']);
    rest.starts_with(|letter: char| letter.is_alphanumeric() || "'’¡¿…_".contains(letter))
        .then(|| paragraph.len() - rest.len())
}

/// The speech of a paragraph, without the words that attribute it.
fn pieces(text: &Text<'_>, paragraph: &Paragraph) -> Vec<Quotation> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut from = paragraph.words.start;
    let mut word = from + 1;
    while word < paragraph.words.end {
        if !is_attribution(text, word, paragraph.words.end) {
            word += 1;
            continue;
        }
        pieces.push(from..word);
        from = behind_attribution(text, word, paragraph.words.end);
        word = from + 1;
    }
    if from < paragraph.words.end {
        pieces.push(from..paragraph.words.end);
    }
    let first = paragraph.words.start;
    pieces.into_iter().map(|words| piece(text, paragraph, words, first)).collect()
}

fn piece(text: &Text<'_>, paragraph: &Paragraph, words: Range<usize>, first: usize) -> Quotation {
    let all = text.words();
    let start =
        if words.start == first { paragraph.span.start } else { all[words.start].span.start };
    let end = if words.end == paragraph.words.end {
        paragraph.span.end
    } else {
        let gap = text.gap_before(words.end);
        all[words.end - 1].span.end + gap.trim_end().len()
    };
    Quotation {
        span: Span::new(start, end),
        words,
        is_closed: true,
        is_continued: false,
        kind: QuotationKind::Speech,
    }
}

/// Whether words that attribute speech begin here: ", he said", "! cried Buck Mulligan".
fn is_attribution(text: &Text<'_>, word: usize, end: usize) -> bool {
    let gap = text.gap_before(word);
    if !gap.contains([',', '!', '?', '…', '—']) && !gap.contains("--") {
        return false;
    }
    let is_verb = |word: usize| {
        let lower = text.lower(word);
        SPEECH_VERBS.contains(lower) || lower == "told"
    };
    let is_plain = |word: usize| word < end && text.gap_before(word).trim().is_empty();
    // A verb of speech so many words on, with nothing but spaces between.
    let has_verb =
        |words: usize| (word + 1..=word + words).take_while(|it| is_plain(*it)).any(is_verb);
    match text.lower(word) {
        "he" | "she" | "i" | "they" => has_verb(2),
        "the" | "his" | "her" | "my" => {
            let is_small = |it: char| it.is_lowercase();
            has_verb(4) && text.words()[word].span.of(text.source()).starts_with(is_small)
        }
        _ if is_verb(word) && is_plain(word + 1) => {
            matches!(
                text.lower(word + 1),
                "he" | "she" | "i" | "they" | "the" | "a" | "his" | "her" | "my"
            ) || is_name(text, word + 1)
        }
        _ => is_name(text, word) && has_verb(3),
    }
}

fn is_name(text: &Text<'_>, word: usize) -> bool {
    let written = text.words()[word].span.of(text.source());
    written.starts_with(char::is_uppercase) && !TITLE_WORDS.contains(text.lower(word))
}

/// The word with which speech goes on behind an attribution: in the next sentence, or behind a comma if
/// the attribution says nothing more.
fn behind_attribution(text: &Text<'_>, from: usize, end: usize) -> usize {
    let sentence = text.words()[from].sentence;
    let mut has_verb = false;
    for word in from..end {
        if word > from && text.words()[word].sentence != sentence {
            return if is_narrated(text, word, end) { end } else { word };
        }
        if has_verb && text.gap_before(word).starts_with(',') && !carries_on(text, word) {
            return word;
        }
        has_verb |= SPEECH_VERBS.contains(text.lower(word));
    }
    end
}

/// Whether the attribution goes on with this word: ", taking his hat", ", and turned".
fn carries_on(text: &Text<'_>, word: usize) -> bool {
    let lower = text.lower(word);
    lower.ends_with("ing")
        || lower.ends_with("ly")
        || matches!(
            lower,
            "and" | "as" | "with" | "in" | "when" | "while" | "his" | "her" | "at" | "to" | "from"
        )
}

/// Whether a sentence behind an attribution is told and not spoken: "He went out."
fn is_narrated(text: &Text<'_>, word: usize, end: usize) -> bool {
    let sentence = text.words()[word].sentence;
    matches!(text.lower(word), "he" | "she" | "his" | "her")
        && (word + 1..end.min(word + 4))
            .take_while(|it| text.words()[*it].sentence == sentence)
            .any(|it| text.lower(it).ends_with("ed"))
}
