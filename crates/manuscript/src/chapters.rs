//! A novel in one file as the files of a folder: cut at the headings of its chapters, every word kept. What
//! stands before the first of them, and the licence that an archive adds behind the last, become notes. Which
//! headings these are is decided in [`plain`] and [`marked`]; what becomes of the files, in [`crate::folder`].

mod marked;
mod numeral;
mod plain;
mod sections;

use std::ops::Range;

pub use sections::{Role, Section, add_front_matter, folder, position_of_front_matter};

/// The most chapters that a text is cut into; their files are numbered with three digits.
pub const CHAPTERS_MAX: usize = 999;

/// The file of what stands before the first chapter.
const FRONT_MATTER: &str = "notes/Front matter.md";

/// The file of what stands behind the last one.
const END_MATTER: &str = "notes/End matter.md";

/// Letters of a heading in the name of a file at most.
const NAME_CHARS_MAX: usize = 80;

/// How a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// With the headings of Markdown.
    Markdown,
    /// With headings on lines of their own.
    Plain,
}

impl Form {
    /// The form of a file by its name.
    pub fn of_path(path: &str) -> Self {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        if ending.eq_ignore_ascii_case("txt") { Self::Plain } else { Self::Markdown }
    }
}

/// A file of the folder that a text becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its path, whose order is the order of the text.
    pub path: String,
    /// Its Markdown.
    pub content: String,
    /// The ranges of the text that it is made of, in bytes and in their order, each with the byte of the content at
    /// which it begins.
    pub sources: Vec<(Range<usize>, usize)>,
}

/// What a heading begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A part, of which the chapters behind it are.
    Part,
    /// A chapter.
    Chapter,
}

/// A heading at which a text is cut.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Mark {
    kind: Kind,
    /// Where it stands.
    range: Range<usize>,
    title: String,
}

/// A text with the headings that it is cut at.
struct Cut {
    /// What is neither front matter nor licence.
    body: Range<usize>,
    marks: Vec<Mark>,
}

/// The files that a text with unified line ends is cut into at the headings of its chapters; none when it has
/// fewer than two, or more than [`CHAPTERS_MAX`].
pub fn cut(text: &str, form: Form) -> Option<Vec<Piece>> {
    let cut = match form {
        Form::Markdown => marked::read(text),
        Form::Plain => plain::read(text),
    };
    let chapters = cut.marks.iter().filter(|mark| mark.kind == Kind::Chapter).count();
    (2..=CHAPTERS_MAX).contains(&chapters).then(|| pieces(text, &cut, form))
}

fn pieces(text: &str, cut: &Cut, form: Form) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(cut.marks.len() + 2);
    let first = cut.marks.first().map_or(cut.body.end, |mark| mark.range.start);
    add(&mut pieces, FRONT_MATTER.to_owned(), text, 0..first);
    let mut folder = String::new();
    for (index, mark) in cut.marks.iter().enumerate() {
        let end = cut.marks.get(index + 1).map_or(cut.body.end, |next| next.range.start);
        let name = format!("{:03}-{}", index + 1, name(&mark.title));
        match mark.kind {
            Kind::Part => {
                folder = format!("{name}/");
                // What stands between the heading of a part and its first chapter.
                let path = format!("{folder}000-{}.md", self::name(&mark.title));
                add(&mut pieces, path, text, mark.range.end..end);
            }
            Kind::Chapter => {
                let heading = match form {
                    Form::Markdown => text[mark.range.clone()].trim_end().to_owned(),
                    Form::Plain => format!("# {}", mark.title),
                };
                let inner = inner(text, mark.range.end..end);
                let content = format!("{heading}\n\n{}\n", &text[inner.clone()]);
                let at = heading.len() + 2;
                let mut sources = match form {
                    Form::Markdown => {
                        vec![(mark.range.start..mark.range.start + heading.len(), 0)]
                    }
                    Form::Plain => words_of(text, mark.range.clone(), &heading),
                };
                sources.push((inner, at));
                pieces.push(Piece { path: format!("{folder}{name}.md"), content, sources });
            }
        }
    }
    add(&mut pieces, END_MATTER.to_owned(), text, cut.body.end..text.len());
    pieces
}

/// Where the words of a heading in the text stand in a line that is made of them.
fn words_of(text: &str, range: Range<usize>, line: &str) -> Vec<(Range<usize>, usize)> {
    let mut words: Vec<(Range<usize>, usize)> = Vec::new();
    let mut free = 0;
    let mut from = range.start;
    for word in text[range.clone()].split_whitespace() {
        let start = text[from..range.end].find(word).map_or(from, |it| from + it);
        from = start + word.len();
        let Some(at) = line[free..].find(word).map(|it| free + it) else { continue };
        free = at + word.len();
        words.push((start..from, at));
    }
    words
}

/// Adds a file where a part of the text says something.
fn add(pieces: &mut Vec<Piece>, path: String, text: &str, range: Range<usize>) {
    let inner = inner(text, range);
    let content = &text[inner.clone()];
    if !content.trim().is_empty() {
        pieces.push(Piece { path, content: format!("{content}\n"), sources: vec![(inner, 0)] });
    }
}

/// A part of a text without the empty lines around it.
fn inner(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start_matches('\n').len());
    start..start + part.trim_matches('\n').trim_end().len()
}

/// A heading as a part of the name of a file.
fn name(title: &str) -> String {
    let is_plain = |letter: &char| !matches!(letter, '/' | '\\' | '\0'..='\u{1f}' | '\u{7f}');
    let name: String = title.chars().filter(is_plain).take(NAME_CHARS_MAX).collect();
    name.trim().trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str, form: Form) -> Vec<String> {
        cut(text, form).unwrap_or_default().into_iter().map(|piece| piece.path).collect()
    }

    #[test]
    fn markdown_is_cut_at_the_level_of_its_chapters() {
        for (text, wanted) in [
            ("# One\n\na\n\n# Two\n\nb", &["001-One.md", "002-Two.md"][..]),
            (
                "# The Book\n\n## One\n\na\n\n### Scene\n\nb\n\n## Two\n\nc",
                &["notes/Front matter.md", "001-One.md", "002-Two.md"],
            ),
            (
                "# Part One\n\nAn epigraph.\n\n## I\n\na\n\n## II\n\nb\n\n# Part Two\n\n## III\n\nc",
                &[
                    "001-Part One/000-Part One.md",
                    "001-Part One/002-I.md",
                    "001-Part One/003-II.md",
                    "004-Part Two/005-III.md",
                ],
            ),
            ("One\n===\n\na\n\nTwo\n===\n\nb", &["001-One.md", "002-Two.md"]),
            ("```\n# no\n# heading\n```\n\n# Only\n\na", &[]),
            ("> # Quoted\n\n> # Twice\n\na", &[]),
            ("# Only one\n\na", &[]),
        ] {
            assert_eq!(paths(text, Form::Markdown), wanted, "{text}");
        }
    }

    #[test]
    fn the_words_of_a_typed_heading_are_where_they_stand() {
        let text = "CHAPTER  ONE\nThe Storm\n\nRain.\n\nCHAPTER TWO\nThe Sea\n\nMore.\n";

        let pieces = cut(text, Form::Plain).unwrap();

        assert_eq!(pieces[0].content, "# CHAPTER ONE. The Storm\n\nRain.\n");
        for (range, at) in pieces.iter().flat_map(|it| &it.sources) {
            let piece = pieces.iter().find(|it| it.sources.contains(&(range.clone(), *at)));
            assert_eq!(text[range.clone()], piece.unwrap().content[*at..*at + range.len()]);
        }
        assert_eq!(pieces[1].sources.len(), 5);
    }

    #[test]
    fn every_word_of_a_text_is_kept() {
        let text = "Title\n\nCHAPTER I\n\nOne word.\n\nCHAPTER II. Next\n\nTwo words.\n";

        let pieces = cut(text, Form::Plain).unwrap();

        assert_eq!(
            pieces.iter().map(|it| it.content.as_str()).collect::<Vec<_>>(),
            ["Title\n", "# CHAPTER I\n\nOne word.\n", "# CHAPTER II. Next\n\nTwo words.\n"]
        );
        for (range, at) in &pieces[1].sources[1..] {
            assert_eq!(text[range.clone()], pieces[1].content[*at..*at + range.len()]);
        }
        assert_eq!(Form::of_path("a/B.TXT"), Form::Plain);
        assert_eq!(Form::of_path("a.md"), Form::Markdown);
    }
}
