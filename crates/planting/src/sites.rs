//! Where in a novel something can be planted: its paragraphs, what kind each is, and where names stand.

use std::ops::Range;

use crate::novel::Novel;

/// Words of a paragraph of narration that takes a sentence more, at least.
const NARRATION_WORDS_MIN: usize = 25;

/// A paragraph of a chapter.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) chapter: usize,
    /// Its bytes in the chapter.
    pub(crate) bytes: Range<usize>,
    /// Whether nobody speaks in it and it is long enough.
    pub(crate) is_narration: bool,
    /// Whether something is planted in it or beside it.
    pub(crate) is_taken: bool,
}

/// All paragraphs, in the order of the text.
pub(crate) fn sites(novel: &Novel) -> Vec<Site> {
    let mut sites = Vec::new();
    for (chapter, read) in novel.chapters.iter().enumerate() {
        let mut start = 0;
        for part in read.text.split("\n\n") {
            let bytes = trimmed(&read.text, start..start + part.len());
            start += part.len() + 2;
            if bytes.is_empty() {
                continue;
            }
            let is_narration = is_narration(&read.text[bytes.clone()]);
            sites.push(Site { chapter, bytes, is_narration, is_taken: false });
        }
    }
    sites
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}

fn is_narration(paragraph: &str) -> bool {
    !paragraph.starts_with(['#', '*', '>', '-', '|', '_', '`', '!', '('])
        && !paragraph.contains(['“', '”', '"', '‘', '*', '\n'])
        && paragraph.ends_with('.')
        && paragraph.split_whitespace().count() >= NARRATION_WORDS_MIN
}

/// Where a word stands as a whole word, in bytes.
pub(crate) fn occurrences(text: &str, word: &str) -> Vec<usize> {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(word)
        .map(|(at, _)| at)
        .filter(|&at| {
            !is_letter(text[..at].chars().next_back())
                && !is_letter(text[at + word.len()..].chars().next())
        })
        .collect()
}

/// Words with their bytes: letters with apostrophes between them.
pub(crate) fn words(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_inside = letter.is_alphabetic() || (start.is_some() && letter == '’');
        match (start, is_inside) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                found.push(from..from + text[from..at].trim_end_matches('’').len());
                start = None;
            }
            _ => {}
        }
    }
    found
}
