//! What editors said in comments, with the answers to it, and where it stands in what was written.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use crate::{
    Comment,
    bounds::{COMMENT_CHARS_MAX, SPACES_MAX},
};

/// What one editor said.
#[derive(Debug, Clone, Default)]
pub(crate) struct Said {
    pub(crate) author: String,
    pub(crate) date: Option<String>,
    pub(crate) text: String,
    /// Which one it answers, by its place among all: an earlier one.
    pub(crate) answers: Option<usize>,
    pub(crate) is_resolved: bool,
}

impl Said {
    /// The bytes that are kept of it.
    pub(crate) fn bytes(&self) -> usize {
        self.author.len() + self.text.len() + self.date.as_ref().map_or(0, String::len)
    }
}

/// The number of the place at which a comment begins, by the place of the comment among all.
pub(crate) const fn start_of(comment: usize) -> usize {
    comment * 2
}

/// The number of the place at which it ends.
pub(crate) const fn end_of(comment: usize) -> usize {
    comment * 2 + 1
}

/// A text with a mark where its end was cut off.
pub(crate) fn bounded(text: &str) -> String {
    let mut bounded: String = text.chars().take(COMMENT_CHARS_MAX).collect();
    if bounded.len() < text.len() {
        bounded.pop();
        bounded.push('…');
    }
    bounded
}

/// The comments with their places in the text; answers are a part of what they answer. One whose place is not in
/// the text is about its beginning.
pub(crate) fn placed(
    said: Vec<Said>,
    positions: &HashMap<usize, usize>,
    text: &str,
) -> Vec<Comment> {
    // Each answers an earlier one.
    let mut roots: Vec<usize> = Vec::with_capacity(said.len());
    for (at, it) in said.iter().enumerate() {
        roots.push(it.answers.map_or(at, |parent| roots[parent]));
    }
    let mut comments: HashMap<usize, Comment> = HashMap::new();
    // Those that are as long as they may be.
    let mut full: HashSet<usize> = HashSet::new();
    for (at, it) in said.iter().enumerate() {
        if roots[at] == at {
            let start =
                positions.get(&start_of(at)).or_else(|| positions.get(&end_of(at))).copied();
            let start = start.unwrap_or(0);
            let end = positions.get(&end_of(at)).copied().unwrap_or(start).max(start);
            let comment = Comment {
                range: trimmed(text, start..end),
                author: it.author.clone(),
                date: it.date.clone(),
                text: it.text.clone(),
                is_resolved: it.is_resolved,
            };
            comments.insert(at, comment);
        } else if let Some(comment) = comments.get_mut(&roots[at])
            && !full.contains(&roots[at])
        {
            let author = if it.author.is_empty() { "Answer" } else { &it.author };
            let all = format!("{}\n{author}: {}", comment.text, it.text);
            comment.text = bounded(&all);
            if comment.text.len() < all.len() {
                full.insert(roots[at]);
            }
        }
    }
    let mut all: Vec<(usize, Comment)> =
        comments.into_iter().filter(|(_, it)| !it.text.is_empty()).collect();
    all.sort_by_key(|(at, it)| (it.range.start, *at));
    all.into_iter().map(|(_, it)| it).collect()
}

/// A range without the space at its ends, as far as this is no more than [`SPACES_MAX`]: many comments may stand in
/// one space.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let space = |letters: &mut dyn Iterator<Item = char>| -> usize {
        letters.take(SPACES_MAX).take_while(|it| it.is_whitespace()).map(char::len_utf8).sum()
    };
    let words = &text[range.clone()];
    let start = space(&mut words.chars());
    let end = words.len() - space(&mut words[start..].chars().rev());
    range.start + start..range.start + end
}
