//! Where the parts of a text stand after it was made into other ones.

use std::ops::Range;

/// Where the parts of a text stand in the texts that it was made into, all in bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Positions(Vec<Part>);

/// A part of a text that stands in another one as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    /// The part.
    source: Range<usize>,
    /// The number of the text in which it stands.
    text: usize,
    /// Where it begins there.
    start: usize,
}

impl Positions {
    /// Notes that a part of the text stands in the text of this number from `start` on.
    pub(crate) fn add(&mut self, source: Range<usize>, text: usize, start: usize) {
        if !source.is_empty() {
            self.0.push(Part { source, text, start });
        }
    }

    /// Adds the positions of other parts of the same text.
    pub(crate) fn append(&mut self, other: Self) {
        self.0.extend(other.0);
        self.0.sort_by_key(|it| it.source.start);
    }

    /// The number of the text in which these words of the text stand now, and where. Of words that stand in several
    /// texts now, or partly in none, what stands behind the first that are left; a place between words that are left
    /// is at the next ones, or else at the end. None where nothing of the text is left.
    pub fn find(&self, words: &Range<usize>) -> Option<(usize, Range<usize>)> {
        let is_empty = words.is_empty();
        let is_behind =
            |it: &&Part| it.source.end > words.start || is_empty && it.source.end == words.start;
        let next = self.0.partition_point(|it| !is_behind(&it));
        // A place between two parts that touch is at the beginning of the second.
        let next = match self.0.get(next + 1) {
            Some(it) if is_empty && it.source.start == words.start => next + 1,
            _ => next,
        };
        let Some(first) = self.0.get(next) else {
            let last = self.0.last()?;
            let end = last.start + last.source.len();
            return Some((last.text, end..end));
        };
        let start = first.start + words.start.saturating_sub(first.source.start);
        let mut end = start;
        let mut before = first;
        for it in &self.0[next..] {
            let goes_on = it.text == first.text && it.start >= before.start;
            if it.source.start >= words.end || !goes_on {
                break;
            }
            end = it.start + words.end.min(it.source.end) - it.source.start;
            before = it;
        }
        Some((first.text, start..end.max(start)))
    }
}

/// A text that is made of parts of another one.
pub(crate) struct Writer<'s> {
    source: &'s str,
    number: usize,
    /// What was written.
    pub(crate) text: String,
}

impl<'s> Writer<'s> {
    /// Of the text with this number.
    pub(crate) const fn new(source: &'s str, number: usize) -> Self {
        Self { source, number, text: String::new() }
    }

    /// Writes a part of the other text.
    pub(crate) fn keep(&mut self, part: Range<usize>, positions: &mut Positions) {
        let start = self.text.len();
        self.text.push_str(&self.source[part.clone()]);
        positions.add(part, self.number, start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_the_texts_that_they_were_made_into() {
        let mut positions = Positions::default();
        for (source, text, start) in [(0..4, 0, 0), (6..10, 1, 0), (10..12, 0, 9), (13..20, 1, 8)] {
            positions.add(source, text, start);
        }
        for (words, wanted) in [
            (0..4, (0, 0..4)),
            (1..3, (0, 1..3)),
            (2..8, (0, 2..4)),
            (4..8, (1, 0..2)),
            (10..12, (0, 9..11)),
            (12..14, (1, 8..9)),
            (15..40, (1, 10..15)),
            (4..4, (0, 4..4)),
            (5..5, (1, 0..0)),
            (10..10, (0, 9..9)),
            (30..31, (1, 15..15)),
        ] {
            assert_eq!(positions.find(&words), Some(wanted), "{words:?}");
        }
        assert_eq!(Positions::default().find(&(0..1)), None);
    }
}
