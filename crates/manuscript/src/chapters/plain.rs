//! The headings of chapters in a text without marks: lines of their own between empty ones, and not those of
//! the table of contents.

use std::ops::Range;

use super::{Cut, Kind, Mark, numeral};

/// The longest line that is a heading, in characters.
const HEADING_CHARS_MAX: usize = 120;

/// The longest line below the number of a chapter that is its title, in characters.
const TITLE_CHARS_MAX: usize = 80;

/// Words behind a heading from which on it is no line of a table of contents.
const SECTION_WORDS_MIN: usize = 40;

/// A line of a text.
struct Line<'t> {
    range: Range<usize>,
    text: &'t str,
}

/// Reads where a text is cut.
pub(super) fn read(text: &str) -> Cut {
    let lines = lines(text);
    let body = body(text, &lines);
    let inside: Vec<Line<'_>> = lines
        .into_iter()
        .filter(|line| body.start <= line.range.start && line.range.end <= body.end)
        .collect();
    let mut marks = named(&inside);
    if !marks.iter().any(|mark| numeral::is_named_chapter(&mark.title)) {
        marks = numbered(&inside, marks);
    }
    let first = first_behind_contents(text, &body, &inside, &marks);
    marks.drain(..first);
    title_from_below(&inside, &mut marks);
    if marks.iter().all(|mark| mark.kind == Kind::Part) {
        marks.iter_mut().for_each(|mark| mark.kind = Kind::Chapter);
    }
    Cut { body, marks }
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let is_frame = |letter: char| letter.is_whitespace() || matches!(letter, '_' | '*' | '=');
        lines.push(Line { range, text: line.trim_matches(is_frame) });
    }
    lines
}

/// The text between what Project Gutenberg writes around it; all of it elsewhere.
fn body(text: &str, lines: &[Line<'_>]) -> Range<usize> {
    let is_line = |line: &Line<'_>, word: &str| {
        text[line.range.clone()].starts_with("***")
            && line.text.starts_with(word)
            && line.text.contains("PROJECT GUTENBERG")
    };
    let start = lines.iter().find(|line| is_line(line, "START OF"));
    let end = lines.iter().find(|line| is_line(line, "END OF"));
    let start = start.map_or(0, |line| line.range.end);
    let end = end.map_or(text.len(), |line| line.range.start);
    start..end.max(start)
}

/// The headings with a name: chapters, parts, and those that have no number.
fn named(lines: &[Line<'_>]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(kind) = kind(line.text) else { continue };
        if let Some(end) = end_of_heading(lines, at) {
            let title: Vec<&str> = lines[at..end].iter().map(|line| line.text).collect();
            let range = line.range.start..lines[end - 1].range.end;
            marks.push(Mark { kind, range, title: joined(&title) });
        }
    }
    marks
}

/// The lines that are only a number, each one more than the one before; in each part they begin anew.
fn numbered(lines: &[Line<'_>], named: Vec<Mark>) -> Vec<Mark> {
    let mut marks = named;
    let mut parts: Vec<usize> =
        marks.iter().filter(|it| it.kind == Kind::Part).map(|it| it.range.start).collect();
    let mut last = 0;
    for (at, line) in lines.iter().enumerate() {
        let Some(number) = numeral::bare(line.text) else { continue };
        if !is_alone(lines, at, at + 1) {
            continue;
        }
        let is_first = number == 1 && (last == 0 || parts.first() < Some(&line.range.start));
        if number == last + 1 || is_first {
            parts.retain(|part| *part > line.range.start);
            last = number;
            let title = line.text.to_owned();
            marks.push(Mark { kind: Kind::Chapter, range: line.range.clone(), title });
        }
    }
    marks.sort_by_key(|mark| mark.range.start);
    marks
}

fn kind(line: &str) -> Option<Kind> {
    if line.chars().count() > HEADING_CHARS_MAX {
        None
    } else if numeral::is_part(line) {
        Some(Kind::Part)
    } else if numeral::is_named_chapter(line) || is_apart(line) {
        Some(Kind::Chapter)
    } else {
        None
    }
}

/// A name without a number is a heading only when it begins with a capital.
fn is_apart(line: &str) -> bool {
    line.starts_with(char::is_uppercase) && numeral::is_apart(line)
}

/// The line behind a heading that begins at `at`; none when it is a line of a paragraph or a list. The title
/// of a chapter may stand below its number.
fn end_of_heading(lines: &[Line<'_>], at: usize) -> Option<usize> {
    if is_alone(lines, at, at + 1) {
        return Some(at + 1);
    }
    let title = lines.get(at + 1)?.text;
    let is_title = numeral::is_untitled(lines[at].text)
        && kind(title).is_none()
        && title.chars().count() <= HEADING_CHARS_MAX
        && !title.starts_with(char::is_lowercase);
    (is_title && is_alone(lines, at, at + 2)).then_some(at + 2)
}

/// Whether the lines around these are empty.
fn is_alone(lines: &[Line<'_>], from: usize, end: usize) -> bool {
    let is_empty = |line: &Line<'_>| line.text.is_empty();
    from.checked_sub(1).is_none_or(|before| is_empty(&lines[before]))
        && lines.get(end).is_none_or(is_empty)
}

/// Takes the line below the number of a chapter as its title, behind an empty line: only where every chapter
/// has one, since a chapter may begin with a short paragraph.
fn title_from_below(lines: &[Line<'_>], marks: &mut [Mark]) {
    let mut chapters: Vec<&mut Mark> =
        marks.iter_mut().filter(|it| it.kind == Kind::Chapter && !is_apart(&it.title)).collect();
    let titles: Option<Vec<&Line<'_>>> =
        chapters.iter().map(|mark| title_below(lines, mark)).collect();
    let Some(titles) = titles.filter(|it| it.len() > 1) else { return };
    for (mark, line) in chapters.iter_mut().zip(titles) {
        mark.title = joined(&[&mark.title, line.text]);
        mark.range.end = line.range.end;
    }
}

/// The line below a heading that has only a number, if it may be its title.
fn title_below<'l, 't>(lines: &'l [Line<'t>], mark: &Mark) -> Option<&'l Line<'t>> {
    if !(numeral::is_untitled(&mark.title) || numeral::bare(&mark.title).is_some()) {
        return None;
    }
    let behind = lines.partition_point(|line| line.range.start < mark.range.end);
    let at = behind + lines[behind..].iter().position(|line| !line.text.is_empty())?;
    let title = lines[at].text;
    let is_title = is_alone(lines, at, at + 1)
        && kind(title).is_none()
        && title.chars().count() <= TITLE_CHARS_MAX
        && title.starts_with(|letter: char| letter.is_uppercase() || "“\"‘'".contains(letter));
    is_title.then_some(&lines[at])
}

/// The lines of a heading as one.
fn joined(lines: &[&str]) -> String {
    let lines = lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut title = String::new();
    for line in lines {
        if !title.is_empty() {
            title.push_str(if title.ends_with(char::is_alphanumeric) { ". " } else { " " });
        }
        title.push_str(&line);
    }
    title
}

/// The first heading behind the table of contents: its lines have no text below them, and come again.
fn first_behind_contents(
    text: &str,
    body: &Range<usize>,
    lines: &[Line<'_>],
    marks: &[Mark],
) -> usize {
    let words = |at: usize| {
        let end = marks.get(at + 1).map_or(body.end, |next| next.range.start);
        text[marks[at].range.end..end].split_whitespace().take(SECTION_WORDS_MIN).count()
    };
    let comes_again = |at: usize| {
        let key = numeral::key(&marks[at].title);
        marks[at + 1..].iter().any(|later| numeral::key(&later.title) == key)
    };
    let is_short = |at: &usize| words(*at) < SECTION_WORDS_MIN;
    let mut end = (0..marks.len()).take_while(is_short).count();
    let is_list = |line: &Line<'_>| {
        let text = line.text.trim_end_matches(['.', ':']);
        ["contents", "table of contents"].iter().any(|it| text.eq_ignore_ascii_case(it))
    };
    let first = marks.first().map_or(body.end, |mark| mark.range.start);
    let has_list = lines.iter().any(|line| line.range.start < first && is_list(line));
    if end == marks.len() || !(has_list || (0..end).any(comes_again)) {
        return 0;
    }
    // Behind the last line of the list there may be a preface.
    let key = numeral::key(&marks[end].title);
    if comes_again(end) && marks[..end].iter().all(|mark| numeral::key(&mark.title) != key) {
        end += 1;
    }
    // The heading of a part stands right before its first chapter.
    while end > 0 && marks[end - 1].kind == Kind::Part && !comes_again(end - 1) {
        end -= 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::super::{Form, cut};

    /// Words enough for a chapter.
    fn prose() -> String {
        "The rain fell on the roofs of the old town. ".repeat(6)
    }

    fn titles(text: &str) -> Vec<String> {
        let text = text.replace('$', &prose());
        let pieces = cut(&text, Form::Plain).unwrap_or_default();
        pieces.into_iter().map(|piece| piece.path.trim_end_matches(".md").to_owned()).collect()
    }

    #[test]
    fn a_text_is_cut_at_its_headings_and_not_at_its_contents() {
        for (text, wanted) in [
            ("CHAPTER I\n\n$\n\nCHAPTER II\n\n$", &["001-CHAPTER I", "002-CHAPTER II"][..]),
            // The title below the number; a line of a paragraph that looks like a heading.
            (
                "Chapter 1\nThe Letter\n\n$\n\nin the\nChapter 2 of it\nthat he read\n\nChapter 2\n\n$",
                &["001-Chapter 1. The Letter", "002-Chapter 2"],
            ),
            // Contents as headings and as a list.
            (
                "A Book\n\nCONTENTS\n\nCHAPTER I\n\nCHAPTER II\n\nCHAPTER I\n\n$\n\nCHAPTER II\n\n$",
                &["notes/Front matter", "001-CHAPTER I", "002-CHAPTER II"],
            ),
            (
                "CONTENTS\n CHAPTER I. A\n CHAPTER II. B\n\nCHAPTER I. A\n\n$\n\nCHAPTER II. B\n\n$",
                &["notes/Front matter", "001-CHAPTER I. A", "002-CHAPTER II. B"],
            ),
            // A preface without a heading behind the contents.
            (
                "Letter 1\n\nChapter 1\n\nA preface. $\n\nLetter 1\n\n$\n\nChapter 1\n\n$",
                &["notes/Front matter", "001-Letter 1", "002-Chapter 1"],
            ),
            (
                "PART ONE\n\nI\n\n$\n\nII\n\n$\n\nPART TWO\n\nI\n\n$\n\nEPILOGUE\n\n$",
                &[
                    "001-PART ONE/002-I",
                    "001-PART ONE/003-II",
                    "004-PART TWO/005-I",
                    "004-PART TWO/006-EPILOGUE",
                ],
            ),
            ("Part One\n\n$\n\nPart Two\n\n$", &["001-Part One", "002-Part Two"]),
            (
                "The Project Gutenberg eBook\n\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\n\
                 STAVE ONE.\n\n$\n\nSTAVE TWO.\n\n$\n\n*** END OF THE PROJECT GUTENBERG EBOOK X ***\n\nTerms",
                &["notes/Front matter", "001-STAVE ONE", "002-STAVE TWO", "notes/End matter"],
            ),
            // Titles below the numbers, of every chapter or of none.
            (
                "I\n\nThe Harbour\n\n$\n\nII\n\n“Nobody!”\n\n$\n\nEPILOGUE\n\nSo it was.\n\n$",
                &["001-I. The Harbour", "002-II. “Nobody!”", "003-EPILOGUE"],
            ),
            (
                "Chapter 1\n\nThe Harbour\n\n$\n\nChapter 2\n\n$",
                &["001-Chapter 1", "002-Chapter 2"],
            ),
            ("1\n\n$\n\n5\n\n$", &[]),
            ("No heading at all.\n\n$", &[]),
        ] {
            assert_eq!(titles(text), wanted, "{text}");
        }
    }
}
