//! What an author left open in a text: remarks in square brackets, and words that say that something
//! is still to come. It finds them by their form; whether one was meant to stay is the author's to
//! say.

use crate::span::Span;

/// Characters between two square brackets, at most.
pub const BRACKET_CHARS_MAX: usize = 300;

/// Words that say that something is to come, where they stand in capitals.
const MARKS: [&str; 5] = ["TODO", "FIXME", "TBD", "TKTK", "TK"];

/// Words in brackets that stay: an editor's remarks, and where a picture is.
const EDITORIAL: [&str; 6] = ["sic", "sic!", "illustration", "image", "footnote", "note"];

/// Something that was left open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placeholder {
    /// Where it stands, brackets included.
    pub span: Span,
    /// How it is written.
    pub kind: PlaceholderKind,
}

/// How something that was left open is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlaceholderKind {
    /// A remark in square brackets: "[name of the inn]".
    Bracket,
    /// A word that says so, or three question marks.
    Mark,
}

/// Finds what was left open in a plain text, in its order; no two overlap.
///
/// A bracket holds at least one small letter or a space, on one paragraph and within
/// [`BRACKET_CHARS_MAX`]; numbers of notes ("[12]"), boxes ("[x]") and an editor's "[sic]" are none.
/// The words are those authors and printers use, in capitals and by themselves; "???" by itself counts
/// as one, and so does "lorem ipsum".
pub fn placeholders(source: &str) -> Vec<Placeholder> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        let Some(step) = rest.find(['[', 'T', 'F', '?', 'l', 'L']) else { break };
        let start = at + step;
        let rest = &source[start..];
        let hit = bracket(rest)
            .map(|end| (end, PlaceholderKind::Bracket))
            .or_else(|| mark(source, start).map(|end| (end, PlaceholderKind::Mark)));
        match hit {
            Some((length, kind)) => {
                found.push(Placeholder { span: Span::new(start, start + length), kind });
                at = start + length;
            }
            None => at = start + rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

/// The bytes of a remark in brackets at the start of this text.
fn bracket(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('[')?;
    let (end, _) = inside
        .char_indices()
        .take(BRACKET_CHARS_MAX + 1)
        .take_while(|(at, _)| !inside[*at..].starts_with("\n\n"))
        .find(|(_, letter)| *letter == ']' || *letter == '[')?;
    let inside = inside[..end].trim();
    let closes = text[1 + end..].starts_with(']');
    let first = inside.split(|letter: char| !letter.is_alphanumeric() && letter != '!').next()?;
    let is_editorial = EDITORIAL.iter().any(|it| first.eq_ignore_ascii_case(it));
    let says = inside.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
    let is_note =
        inside.starts_with('^') || inside.chars().all(|letter| letter.is_ascii_uppercase());
    (closes && says && !is_note && !is_editorial).then_some(1 + end + 1)
}

/// The bytes of a word that says so, at this place of the text.
fn mark(source: &str, start: usize) -> Option<usize> {
    let rest = &source[start..];
    if rest.starts_with("???") {
        // Behind a word they only ask loudly.
        let is_loud = source[..start].ends_with(|it: char| it.is_alphanumeric() || it == '?');
        return (!is_loud).then(|| rest.len() - rest.trim_start_matches('?').len());
    }
    if source[..start].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_') {
        return None;
    }
    let ends = |length: usize| {
        !rest[length..].starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
    };
    if let Some(words) = rest.get(.."lorem ipsum".len())
        && words.eq_ignore_ascii_case("lorem ipsum")
    {
        return Some(words.len());
    }
    MARKS.into_iter().find(|mark| rest.starts_with(mark) && ends(mark.len())).map(str::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_open_is_found_by_its_form() {
        let table: [(&str, &[&str]); 12] = [
            ("They met at [name of the inn].", &["[name of the inn]"]),
            ("TODO: the storm. TK.", &["TODO", "TK"]),
            ("He was ??? years old. What???? Who????? (???)", &["???", "???"]),
            ("Lorem ipsum dolor.", &["Lorem ipsum"]),
            ("A [TK: moon phase] b", &["[TK: moon phase]"]),
            ("A note [12], [^1], [x], [ ], [IV] and [sic].", &[]),
            ("[Illustration: the castle]", &[]),
            ("TODOS, aTK, TK_1, Todo", &[]),
            ("[open\n\nand never closed]", &[]),
            ("[a [real one] here]", &["[real one]"]),
            ("Why? Lost. Ta?", &[]),
            ("“[später…]”", &["[später…]"]),
        ];

        for (source, wanted) in table {
            let found: Vec<&str> =
                placeholders(source).iter().map(|it| it.span.of(source)).collect();
            assert_eq!(found, wanted, "{source}");
        }
    }

    #[test]
    fn a_bracket_is_not_looked_for_without_end() {
        let long = format!("[{}]", "a ".repeat(BRACKET_CHARS_MAX));

        assert_eq!(placeholders(&long), []);
        assert_eq!(placeholders(&"[".repeat(10_000)), []);
    }
}
