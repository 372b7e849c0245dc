//! The emphasis of a line: `*italic*`, `**bold**`, `***both***` and `_underlined_`, which asks for italics in a
//! typescript. It goes over no end of a line.

use crate::inline::Style;

/// A mark of emphasis: where it stands, in bytes, and which it is by its place in [`MARKS`].
#[derive(Debug, Clone, Copy)]
struct Mark {
    at: usize,
    kind: usize,
}

/// The marks, the longest first.
const MARKS: [&str; 4] = ["***", "**", "*", "_"];

/// What each of them makes of the letters between two.
const STYLES: [Style; 4] =
    [Style::BOLD.and(Style::ITALIC), Style::BOLD, Style::ITALIC, Style::ITALIC];

/// The letters of a line with their looks.
pub(super) fn runs(line: &str) -> Vec<(String, Style)> {
    let marks = paired(line);
    let mut runs: Vec<(String, Style)> = Vec::new();
    let mut add = |text: &str, open: &[bool; 4]| {
        if text.is_empty() {
            return;
        }
        let on = STYLES.iter().zip(open).filter(|it| *it.1).map(|it| *it.0);
        let style = on.fold(Style::PLAIN, Style::and);
        let text = unescaped(text);
        match runs.last_mut() {
            Some((last, before)) if *before == style => last.push_str(&text),
            _ => runs.push((text, style)),
        }
    };
    let (mut open, mut at) = ([false; 4], 0);
    for mark in marks {
        add(&line[at..mark.at], &open);
        open[mark.kind] = !open[mark.kind];
        at = mark.at + MARKS[mark.kind].len();
    }
    add(&line[at..], &open);
    runs
}

/// The letters of a line without marks of emphasis.
pub(super) fn plain(line: &str) -> String {
    let all: String = runs(line.trim()).into_iter().map(|it| it.0).collect();
    all.trim().to_owned()
}

/// The marks of which one begins emphasis and another ends it, in their order. Each is looked at once, whatever stands
/// between them, as two looks may overlap.
fn paired(line: &str) -> Vec<Mark> {
    let mut pairs = Vec::new();
    let mut open: [Option<usize>; 4] = [None; 4];
    let mut before: Option<char> = None;
    let mut at = 0;
    while let Some(letter) = line[at..].chars().next() {
        let rest = &line[at..];
        if letter == '\\' {
            let next = rest[1..].chars().next();
            at += 1 + next.map_or(0, char::len_utf8);
            before = next.or(Some(letter));
            continue;
        }
        let Some(kind) = MARKS.iter().position(|mark| rest.starts_with(mark)) else {
            at += letter.len_utf8();
            before = Some(letter);
            continue;
        };
        let after = rest[MARKS[kind].len()..].chars().next();
        let is_letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        let is_mark = |it: Option<char>| it.is_some_and(|it| !it.is_whitespace());
        // One within a word is a letter of it.
        let in_word = MARKS[kind] == "_" && is_letter(before) && is_letter(after);
        let start = open[kind].take_if(|_| is_mark(before) && !in_word);
        if let Some(start) = start {
            pairs.extend([Mark { at: start, kind }, Mark { at, kind }]);
        } else if is_mark(after) && !in_word {
            open[kind] = Some(at);
        }
        at += MARKS[kind].len();
        before = MARKS[kind].chars().next();
    }
    pairs.sort_by_key(|it| it.at);
    pairs
}

/// A text without the marks that say that the mark behind them is a letter.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\\' && letters.peek().is_some_and(|it| "\\*_[]/#.!@>~=".contains(*it)) {
            out.extend(letters.next());
        } else {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasis_is_what_stands_between_two_equal_marks() {
        use Style as S;
        let both = S::BOLD | S::ITALIC;
        for (line, wanted) in [
            ("plain * 2 * 3", vec![("plain * 2 * 3", S::PLAIN)]),
            ("a *b* c", vec![("a ", S::PLAIN), ("b", S::ITALIC), (" c", S::PLAIN)]),
            ("**b**", vec![("b", S::BOLD)]),
            ("***b***", vec![("b", both)]),
            ("_a **b**_", vec![("a ", S::ITALIC), ("b", both)]),
            ("snake_case_name", vec![("snake_case_name", S::PLAIN)]),
            ("\\*a\\* *b", vec![("*a* *b", S::PLAIN)]),
            ("*a _b* c_", vec![("a b c", S::ITALIC)]),
        ] {
            let runs = runs(line);
            let runs: Vec<(&str, S)> =
                runs.iter().map(|(text, style)| (text.as_str(), *style)).collect();
            assert_eq!(runs, wanted, "{line}");
        }
    }
}
