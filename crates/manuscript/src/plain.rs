//! Plain text with a memory: every byte knows where in the source it came from. This file knows
//! nothing of any format; a format pushes runs of text and asks for gaps between them.

use std::ops::Range;

/// Layout marks that no reader sees. They would split or hide words for everyone who searches or
/// counts, so they stay behind in the source: word joiner, byte order mark, soft hyphen.
const INVISIBLE: [char; 3] = ['\u{2060}', '\u{feff}', '\u{ad}'];

/// The readable text of a source, and the way back.
///
/// Paragraphs are separated by exactly one empty line; a line break inside a paragraph is one line
/// feed. The text neither begins nor ends with white space.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plain {
    /// What a reader reads.
    pub text: String,
    pieces: Vec<Piece>,
}

/// A run of the plain text with one rule for the way back. It ends where the next one begins.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    /// First byte in the plain text.
    plain: usize,
    origin: Origin,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Origin {
    /// The same bytes stand in the source from here on.
    Verbatim(usize),
    /// The whole run stands for this part of the source: an entity, a gap, a scene break.
    Whole(Range<usize>),
}

impl Plain {
    /// The part of the source that a part of the plain text was made from, both in bytes.
    ///
    /// Markup *between* the ends is included, markup outside is not: the span of a word in the
    /// middle of bold text does not hold its asterisks. A span that touches something rewritten (an
    /// entity, the gap between two paragraphs) takes it in whole. Ends beyond the text count as its
    /// end; an empty or turned span gives an empty one. When the span lies on character boundaries,
    /// so does the answer.
    pub fn source_span(&self, span: Range<usize>) -> Range<usize> {
        let start = span.start.min(self.text.len());
        let end = span.end.min(self.text.len());
        let Some(first) = self.piece_at(start) else { return 0..0 };
        let from = match &first.origin {
            Origin::Verbatim(source) => source + (start - first.plain),
            Origin::Whole(source) => source.start,
        };
        if end <= start {
            return from..from;
        }
        let Some(last) = self.piece_at(end - 1) else { return from..from };
        let to = match &last.origin {
            Origin::Verbatim(source) => source + (end - last.plain),
            Origin::Whole(source) => source.end,
        };
        from..to
    }

    fn piece_at(&self, byte: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.plain <= byte);
        self.pieces[..after].last()
    }
}

fn is_dropped(letter: char) -> bool {
    INVISIBLE.contains(&letter) || letter == '\r' || letter == '\0'
}

/// What separates the next run from the one before; the stronger of two wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    None,
    Space,
    Cell,
    Line,
    Paragraph,
}

impl Gap {
    const fn text(self) -> &'static str {
        match self {
            Gap::None => "",
            Gap::Space => " ",
            Gap::Cell => "\t",
            Gap::Line => "\n",
            Gap::Paragraph => "\n\n",
        }
    }
}

/// Builds a [`Plain`] from front to back. Gaps are only written when something follows them, so
/// that no text ends in one.
pub(crate) struct Builder {
    plain: Plain,
    gap: Gap,
    /// How far the source has been read.
    source_end: usize,
}

impl Builder {
    pub(crate) fn new(source_bytes: usize) -> Builder {
        Builder {
            plain: Plain { text: String::with_capacity(source_bytes), pieces: Vec::new() },
            gap: Gap::None,
            source_end: 0,
        }
    }

    /// Asks for a gap before whatever comes next.
    pub(crate) fn gap(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    /// A line end inside text that keeps its lines: one parts lines, two part paragraphs.
    pub(crate) fn line_end(&mut self) {
        self.gap(if self.gap >= Gap::Line { Gap::Paragraph } else { Gap::Line });
    }

    /// Adds text that stands word for word in the source, from `source` on.
    pub(crate) fn verbatim(&mut self, text: &str, source: usize) {
        let mut from = 0;
        for (at, dropped) in text.match_indices(is_dropped) {
            self.run(&text[from..at], source + from);
            from = at + dropped.len();
        }
        self.run(&text[from..], source + from);
    }

    /// Adds text that stands for a part of the source without being equal to it.
    pub(crate) fn whole(&mut self, text: &str, source: Range<usize>) {
        let visible: String = text.chars().filter(|&letter| !is_dropped(letter)).collect();
        let text = if self.at_margin() { visible.trim_start() } else { &visible };
        if text.is_empty() {
            return;
        }
        self.open_gap(source.start);
        let source = source.start.max(self.source_end)..source.end.max(self.source_end);
        self.source_end = source.end;
        self.piece(Origin::Whole(source));
        self.plain.text.push_str(text);
    }

    /// The text, with nothing hanging over its end.
    pub(crate) fn finish(mut self) -> Plain {
        self.trim_end();
        self.plain
    }

    fn run(&mut self, text: &str, source: usize) {
        let added = if self.at_margin() { text.trim_start() } else { text };
        if added.is_empty() {
            return;
        }
        let source = source + (text.len() - added.len());
        self.open_gap(source);
        // A format that comes back to an earlier place would break the order that the way back
        // relies on; such a run is taken as a rewriting of nothing.
        if source < self.source_end {
            self.piece(Origin::Whole(self.source_end..self.source_end));
        } else {
            self.source_end = source + added.len();
            if !self.continues(source) {
                self.piece(Origin::Verbatim(source));
            }
        }
        self.plain.text.push_str(added);
    }

    /// Whether white space that comes now would stand at the edge of a line.
    fn at_margin(&self) -> bool {
        self.plain.text.is_empty() || self.gap != Gap::None
    }

    fn continues(&self, source: usize) -> bool {
        matches!(
            self.plain.pieces.last(),
            Some(Piece { plain, origin: Origin::Verbatim(from) })
                if from + (self.plain.text.len() - plain) == source
        )
    }

    fn open_gap(&mut self, source: usize) {
        let gap = std::mem::replace(&mut self.gap, Gap::None);
        if gap == Gap::None {
            return;
        }
        self.trim_end();
        if self.plain.text.is_empty() {
            return;
        }
        let from = self.plain.source_span(self.plain.text.len() - 1..self.plain.text.len()).end;
        self.piece(Origin::Whole(from..source.max(self.source_end)));
        self.plain.text.push_str(gap.text());
    }

    fn trim_end(&mut self) {
        let end = self.plain.text.trim_end().len();
        self.plain.text.truncate(end);
        while self.plain.pieces.last().is_some_and(|piece| piece.plain >= end) {
            self.plain.pieces.pop();
        }
    }

    fn piece(&mut self, origin: Origin) {
        self.plain.pieces.push(Piece { plain: self.plain.text.len(), origin });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_only_written_when_something_follows() {
        let mut builder = Builder::new(16);
        builder.gap(Gap::Paragraph);
        builder.verbatim("one ", 2);
        builder.gap(Gap::Space);
        builder.gap(Gap::Paragraph);
        builder.verbatim("  two", 8);
        builder.gap(Gap::Line);

        let plain = builder.finish();

        assert_eq!(plain.text, "one\n\ntwo");
        assert_eq!(plain.source_span(0..3), 2..5);
        assert_eq!(plain.source_span(5..8), 10..13);
        assert_eq!(plain.source_span(3..5), 5..10, "the gap stands for all between");
    }

    #[test]
    fn spans_outside_the_text_end_with_it() {
        let mut builder = Builder::new(4);
        builder.verbatim("word", 3);

        let plain = builder.finish();

        assert_eq!(plain.source_span(2..99), 5..7);
        assert_eq!(plain.source_span(9..12), 7..7);
        let turned = std::ops::Range { start: 3, end: 1 };
        assert_eq!(plain.source_span(turned), 6..6);
        assert_eq!(Plain::default().source_span(0..4), 0..0);
    }
}
