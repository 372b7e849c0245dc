//! One paragraph as Markdown: its letters escaped, its emphasis marked so that Markdown reads it as such, and the
//! places of comments found again in what was written. That the letters come back as they were is checked by
//! reading what was written; where marks of emphasis would change them, the emphasis is left out.

mod rendered;

use std::ops::{BitAnd, BitOr};

use crate::{bounds::CHECKED_MARKS_MAX, markdown};
use rendered::Rendered;

/// How letters look.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Style(u8);

impl Style {
    pub(crate) const PLAIN: Self = Self(0);
    pub(crate) const ITALIC: Self = Self(1);
    pub(crate) const BOLD: Self = Self(2);
    pub(crate) const STRUCK: Self = Self(4);

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// This and another.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) fn with(self, other: Self, is_on: bool) -> Self {
        if is_on { self | other } else { self.without(other) }
    }

    /// It with what is said of letters; what is not said stays as it is. In a typescript a line below letters asks for
    /// italics, and without one they may still stand in italics.
    pub(crate) fn said(self, [italic, underlined, bold, struck]: [Option<bool>; 4]) -> Self {
        let italic = if underlined == Some(true) { underlined } else { italic };
        let set = |look: Self, (style, value): (Self, Option<bool>)| match value {
            Some(value) => look.with(style, value),
            None => look,
        };
        [(Self::ITALIC, italic), (Self::BOLD, bold), (Self::STRUCK, struck)]
            .into_iter()
            .fold(self, set)
    }
}

impl BitOr for Style {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Style {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// A part of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Inline {
    /// Letters of one look.
    Text(String, Style),
    /// A line ends within the paragraph.
    Break,
    /// The mark of a footnote of this number.
    Note(usize),
    /// A place that is looked for in what is written.
    Position(usize),
}

/// Where a paragraph stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    /// By itself.
    Paragraph,
    /// In a heading.
    Heading,
    /// In a cell of a table.
    Cell,
}

/// A paragraph as Markdown, and the places in it with their numbers and bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) positions: Vec<(usize, usize)>,
}

/// How emphasis is marked.
#[derive(Debug, Clone, Copy)]
struct Marks {
    italic: &'static str,
    bold: &'static str,
}

const MARKS: [Marks; 3] = [
    Marks { italic: "*", bold: "**" },
    Marks { italic: "_", bold: "**" },
    Marks { italic: "*", bold: "__" },
];

/// Writes a paragraph.
pub(crate) fn write(inlines: &[Inline], context: Context) -> Written {
    let pieces = tidied(inlines, context);
    let is_plain = |it: &Piece| it.style == Style::PLAIN;
    if pieces.iter().all(is_plain) {
        return plain(&pieces, context);
    }
    let wanted = Rendered::of(&pieces);
    let mut with_letters = None;
    for marks in MARKS {
        let mut writer = Writer { marks, context, out: Written::default(), line: 0 };
        writer.styled(&pieces, Style::PLAIN);
        if markdown::marks(&writer.out.text) > CHECKED_MARKS_MAX {
            break;
        }
        let seen = Rendered::read(&writer.out.text, context, &pieces);
        if seen.as_ref() == Some(&wanted) {
            return writer.out;
        }
        if with_letters.is_none() && seen.is_some_and(|it| it.letters == wanted.letters) {
            with_letters = Some(writer.out);
        }
    }
    with_letters.unwrap_or_else(|| plain(&pieces, context))
}

/// Writes a paragraph without emphasis.
fn plain(pieces: &[Piece], context: Context) -> Written {
    let mut writer = Writer { marks: MARKS[0], context, out: Written::default(), line: 0 };
    let mut joined: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        push(&mut joined, piece.kind.clone(), Style::PLAIN);
    }
    for piece in &joined {
        writer.piece(piece);
    }
    writer.out
}

/// A part of a paragraph with its look; what has no letters looks as what is around it.
#[derive(Debug, Clone)]
struct Piece {
    kind: PieceKind,
    style: Style,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum PieceKind {
    Text(String),
    Break,
    Note(usize),
    Position(usize),
}

fn push(pieces: &mut Vec<Piece>, kind: PieceKind, style: Style) {
    if let (PieceKind::Text(more), Some(Piece { kind: PieceKind::Text(text), style: last })) =
        (&kind, pieces.last_mut())
        && *last == style
    {
        text.push_str(more);
    } else {
        pieces.push(Piece { kind, style });
    }
}

/// The parts of a paragraph without space at its ends and at those of its lines, with the space around emphasis
/// outside of it, and each look as long as it goes.
fn tidied(inlines: &[Inline], context: Context) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::with_capacity(inlines.len());
    for inline in inlines {
        match inline {
            Inline::Text(text, style) => {
                let text: String = text
                    .chars()
                    .filter_map(|it| match it {
                        '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' => Some(' '),
                        '\u{ad}' | '\u{feff}' | '\0' => None,
                        it => Some(it),
                    })
                    .collect();
                let inner = text.trim_matches(' ');
                if *style == Style::PLAIN || inner.is_empty() {
                    // Space looks the same in any style.
                    let style = if inner.is_empty() { Style::PLAIN } else { *style };
                    if !text.is_empty() {
                        push(&mut pieces, PieceKind::Text(text), style);
                    }
                    continue;
                }
                let start = text.len() - text.trim_start_matches(' ').len();
                let end = start + inner.len();
                for (range, style) in [
                    (0..start, Style::PLAIN),
                    (start..end, *style),
                    (end..text.len(), Style::PLAIN),
                ] {
                    if !range.is_empty() {
                        push(&mut pieces, PieceKind::Text(text[range].to_owned()), style);
                    }
                }
            }
            Inline::Break if context == Context::Paragraph => {
                push(&mut pieces, PieceKind::Break, Style::PLAIN);
            }
            Inline::Break => push(&mut pieces, PieceKind::Text(" ".to_owned()), Style::PLAIN),
            Inline::Note(number) => push(&mut pieces, PieceKind::Note(*number), Style::PLAIN),
            Inline::Position(number) => {
                push(&mut pieces, PieceKind::Position(*number), Style::PLAIN)
            }
        }
    }
    trim(&mut pieces);
    bridge(&mut pieces);
    pieces
}

/// Takes the space at both ends of every line, and the breaks at both ends of the paragraph.
fn trim(pieces: &mut Vec<Piece>) {
    for is_reverse in [false, true] {
        let mut is_at_edge = true;
        let mut is_at_end = true;
        let mut all: Vec<&mut Piece> = pieces.iter_mut().collect();
        if is_reverse {
            all.reverse();
        }
        for piece in all {
            match &mut piece.kind {
                PieceKind::Text(text) if is_at_edge => {
                    let trimmed = if is_reverse {
                        text.trim_end_matches(' ')
                    } else {
                        text.trim_start_matches(' ')
                    };
                    *text = trimmed.to_owned();
                    let is_empty = text.is_empty();
                    (is_at_edge, is_at_end) = (is_empty, is_at_end && is_empty);
                }
                PieceKind::Text(_) | PieceKind::Position(_) => {}
                PieceKind::Break if is_at_end => piece.kind = PieceKind::Text(String::new()),
                PieceKind::Break => is_at_edge = true,
                PieceKind::Note(_) => (is_at_edge, is_at_end) = (false, false),
            }
        }
    }
    pieces.retain(|it| it.kind != PieceKind::Text(String::new()));
}

/// Gives what has no letters the look that both sides of it have, so that emphasis goes through.
fn bridge(pieces: &mut [Piece]) {
    let is_bare = |kind: &PieceKind| match kind {
        PieceKind::Text(text) => text.trim_matches(' ').is_empty(),
        _ => true,
    };
    let mut at = 0;
    while at < pieces.len() {
        if !is_bare(&pieces[at].kind) {
            at += 1;
            continue;
        }
        let end = pieces[at..].iter().position(|it| !is_bare(&it.kind)).map(|it| at + it);
        if let (Some(before), Some(end)) = (at.checked_sub(1), end) {
            let shared = pieces[before].style & pieces[end].style;
            pieces[at..end].iter_mut().for_each(|it| it.style = shared);
        }
        at = end.unwrap_or(pieces.len());
    }
}

struct Writer {
    marks: Marks,
    context: Context,
    out: Written,
    /// Where the last line begins.
    line: usize,
}

impl Writer {
    /// Writes pieces within the marks of `within`, the look that goes on the longest outside.
    fn styled(&mut self, pieces: &[Piece], within: Style) {
        let mut at = 0;
        while at < pieces.len() {
            let open = pieces[at].style.without(within);
            let length = |style: Style| {
                if open.has(style) {
                    pieces[at..].iter().take_while(|it| it.style.has(style)).count()
                } else {
                    0
                }
            };
            let styles = [Style::STRUCK, Style::ITALIC, Style::BOLD];
            let longest = styles.into_iter().max_by_key(|style| length(*style));
            let Some((style, count)) = longest.map(|it| (it, length(it))).filter(|it| it.1 > 0)
            else {
                self.piece(&pieces[at]);
                at += 1;
                continue;
            };
            let mark = if style == Style::ITALIC {
                self.marks.italic
            } else if style == Style::BOLD {
                self.marks.bold
            } else {
                "~~"
            };
            self.out.text.push_str(mark);
            self.styled(&pieces[at..at + count], within | style);
            self.out.text.push_str(mark);
            at += count;
        }
    }

    fn piece(&mut self, piece: &Piece) {
        match &piece.kind {
            PieceKind::Text(text) => self.letters(text),
            PieceKind::Break => {
                self.out.text.push_str("\\\n");
                self.line = self.out.text.len();
            }
            PieceKind::Note(number) => self.out.text.push_str(&format!("[^{number}]")),
            PieceKind::Position(number) => self.out.positions.push((*number, self.out.text.len())),
        }
    }

    /// Writes letters so that none of them is a mark.
    fn letters(&mut self, text: &str) {
        let out = &mut self.out.text;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter == '[' && out.ends_with(']') {
                // Behind the mark of a note an escaped bracket is read as that of a link.
                out.push_str("&#91;");
                continue;
            }
            if is_mark(letter, &out[self.line..], letters.peek().copied(), self.context) {
                out.push('\\');
            }
            out.push(letter);
        }
    }
}

/// Whether a letter would be a mark, with what stands before it on its line and the letter behind it.
fn is_mark(letter: char, line: &str, next: Option<char>, context: Context) -> bool {
    match letter {
        '\\' | '`' | '*' | '_' | '[' | '<' | '~' => true,
        '&' => next.is_some_and(|it| it.is_ascii_alphanumeric() || it == '#'),
        // Behind the mark of a note these would make it a link, and a note's text.
        '(' | ':' if ends_with_note(line) => true,
        '#' | '{' | '}' if context == Context::Heading => true,
        '|' if context == Context::Cell => true,
        '#' | '>' | '+' | '-' | '=' | ':' | '|' => line.is_empty(),
        // A number and a point at the beginning of a line make a list.
        '.' | ')' => {
            (1..=9).contains(&line.len())
                && line.bytes().all(|it| it.is_ascii_digit())
                && next.is_none_or(|it| it == ' ')
        }
        _ => false,
    }
}

/// Whether a line ends with the mark of a note.
fn ends_with_note(line: &str) -> bool {
    let inner = line.strip_suffix(']').and_then(|line| line.rsplit_once("[^"));
    inner.is_some_and(|(_, number)| number.bytes().all(|it| it.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(text: &str, style: Style) -> Inline {
        Inline::Text(text.to_owned(), style)
    }

    #[test]
    fn emphasis_is_marked_as_markdown_reads_it() {
        use Style as S;
        let both = S::ITALIC | S::BOLD;
        for (inlines, wanted) in [
            (vec![text("Plain * _ [x] 1 < 2.", S::PLAIN)], "Plain \\* \\_ \\[x] 1 \\< 2."),
            (
                vec![text("He ", S::PLAIN), text("ran ", S::ITALIC), text("on.", S::PLAIN)],
                "He *ran* on.",
            ),
            (vec![text("a", S::ITALIC), text("b", both), text("c", S::ITALIC)], "*a**b**c*"),
            (vec![text("a", S::ITALIC), text("b", S::BOLD)], "*a***b**"),
            (vec![text("gone", S::STRUCK)], "~~gone~~"),
            (vec![text("1. One", S::PLAIN)], "1\\. One"),
            (
                vec![text("- dash", S::PLAIN), Inline::Break, text("# no", S::PLAIN)],
                "\\- dash\\\n\\# no",
            ),
            (vec![text("A", S::PLAIN), Inline::Note(3)], "A[^3]"),
            (vec![Inline::Note(1), text("(b)", S::PLAIN)], "[^1]\\(b)"),
            (vec![Inline::Note(1), text(": b", S::PLAIN)], "[^1]\\: b"),
            (vec![text(" spaced ", S::PLAIN), Inline::Break], "spaced"),
            (vec![text("AT&T & Sons &amp;", S::PLAIN)], "AT\\&T & Sons \\&amp;"),
        ] {
            assert_eq!(write(&inlines, Context::Paragraph).text, wanted, "{inlines:?}");
        }
    }

    #[test]
    fn places_are_found_in_what_was_written() {
        let inlines = [
            text("A* ", Style::PLAIN),
            Inline::Position(1),
            text("b", Style::ITALIC),
            Inline::Position(2),
            text(" c", Style::PLAIN),
        ];

        let written = write(&inlines, Context::Paragraph);

        assert_eq!(written.text, "A\\* *b* c");
        assert_eq!(written.positions, [(1, 4), (2, 7)]);
    }

    fn inlines() -> impl Strategy<Value = Vec<Inline>> {
        let letters = "[a-c *_`~<>&#.!:\\[\\]()|{}0-2\"“’ä—-]{0,8}";
        let one = prop_oneof![
            8 => (letters, 0_u8..8).prop_map(|(text, style)| Inline::Text(text, Style(style))),
            1 => Just(Inline::Break),
            1 => (1_usize..3).prop_map(Inline::Note),
            1 => (0_usize..9).prop_map(Inline::Position),
        ];
        proptest::collection::vec(one, 0..8)
    }

    proptest! {
        #[test]
        fn every_letter_comes_back(inlines in inlines(), is_heading: bool) {
            let context = if is_heading { Context::Heading } else { Context::Paragraph };
            let pieces = tidied(&inlines, context);
            let wanted = Rendered::of(&pieces);

            let written = write(&inlines, context);

            if !wanted.letters.trim().is_empty() {
                let seen = Rendered::read(&written.text, context, &pieces);
                prop_assert_eq!(seen.map(|it| it.letters), Some(wanted.letters), "{}", written.text);
            }
            for (_, at) in written.positions {
                prop_assert!(written.text.is_char_boundary(at));
            }
        }
    }
}
