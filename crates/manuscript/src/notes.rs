//! Footnotes of a Markdown source: their marks and their definitions, as the parser reads them. What only looks
//! like one, such as `[^_^]`, is a part of the text.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::{
    markdown,
    positions::{Positions, Writer},
};

/// A mark of a footnote, or its definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Note {
    /// Its name as it is compared: small and capital letters are the same.
    pub(crate) name: String,
    /// Where the name stands, in bytes.
    pub(crate) label: Range<usize>,
    /// Where all of it stands, a definition with its text.
    pub(crate) range: Range<usize>,
    pub(crate) kind: NoteKind,
}

/// What a footnote is at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoteKind {
    /// The mark in the text.
    Mark,
    /// A definition that stands in nothing else.
    Definition,
    /// A definition within a quotation or a list.
    Inner,
}

/// The marks and definitions of a Markdown source, in its order.
pub(crate) fn notes(source: &str) -> Vec<Note> {
    let body = markdown::body(source);
    let mut found = Vec::new();
    let mut depth = 0_usize;
    markdown::events(source, |event, range| {
        let range = body + range.start..body + range.end;
        let kind = match event {
            Event::FootnoteReference(_) => NoteKind::Mark,
            Event::Start(Tag::FootnoteDefinition(_)) if depth == 0 => NoteKind::Definition,
            Event::Start(Tag::FootnoteDefinition(_)) => NoteKind::Inner,
            Event::Start(_) => return depth += 1,
            Event::End(TagEnd::FootnoteDefinition) => return,
            Event::End(_) => return depth = depth.saturating_sub(1),
            _ => return,
        };
        if let Some(label) = label(source, &range) {
            let name = source[label.clone()].to_lowercase();
            let end = range.start + source[range.clone()].trim_end().len();
            found.push(Note { name, label, range: range.start..end, kind });
        }
    });
    found
}

/// Where the name of a note stands.
fn label(source: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let text = &source[range.clone()];
    let start = text.find(MARK)? + MARK.len();
    let end = start + text[start..].find(']')?;
    Some(range.start + start..range.start + end)
}

/// How a mark begins.
const MARK: &str = "[^";

/// A Markdown source whose footnotes are called otherwise, and where its parts stand in it.
pub fn renamed(source: &str, rename: impl Fn(&str) -> Option<String>) -> (String, Positions) {
    let mut positions = Positions::default();
    let mut writer = Writer::new(source, 0);
    write_renamed(&mut writer, source, 0, &mut positions, rename);
    (writer.text, positions)
}

/// Appends the source of a writer from a position on, with footnotes that are called otherwise.
pub(crate) fn write_renamed(
    writer: &mut Writer<'_>,
    source: &str,
    start: usize,
    positions: &mut Positions,
    rename: impl Fn(&str) -> Option<String>,
) {
    let mut from = start;
    for note in notes(source) {
        if let Some(name) = rename(&note.name) {
            writer.keep(from..note.label.start, positions);
            writer.text.push_str(&name);
            from = note.label.end;
        }
    }
    writer.keep(from..source.len(), positions);
}

/// Footnotes that get another name, with that.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names(HashMap<String, String>);

impl Names {
    /// Of the footnotes of `second` whose marks would lead to one of `first`, or one of `first` to theirs: other
    /// names, which neither text has.
    pub(crate) fn apart(first: &str, second: &str) -> Self {
        let (taken, own) = (labels(first), labels(second));
        // Numbers go on behind the last one: notes are numbered as they stand.
        let numbers = taken.iter().chain(&own).filter_map(|it| it.parse::<u32>().ok());
        let mut last = numbers.max().unwrap_or(0);
        let mut changed = HashMap::new();
        let mut given = HashSet::new();
        for Note { name, .. } in notes(second) {
            if !taken.contains(&name) || changed.contains_key(&name) {
                continue;
            }
            let free = if name.parse::<u32>().is_ok() && last < u32::MAX {
                last += 1;
                Some(last.to_string())
            } else {
                let is_free =
                    |it: &String| !taken.contains(it) && !own.contains(it) && !given.contains(it);
                (2..=u32::MAX).map(|it| format!("{name}-{it}")).find(is_free)
            };
            if let Some(free) = free {
                given.insert(free.clone());
                changed.insert(name, free);
            }
        }
        Self(changed)
    }

    /// The other name of a footnote; none where it keeps its own.
    pub fn of(&self, name: &str) -> Option<String> {
        self.0.get(name).cloned()
    }

    /// Words that are written for the text before, with the names of now.
    pub fn apply(&self, words: &str) -> String {
        if self.0.is_empty() || !words.contains(MARK) {
            return words.to_owned();
        }
        let mut out = String::with_capacity(words.len());
        let mut from = 0;
        for label in written(words) {
            if let Some(name) = self.of(&words[label.clone()].to_lowercase()) {
                out.push_str(&words[from..label.start]);
                out.push_str(&name);
                from = label.end;
            }
        }
        out.push_str(&words[from..]);
        out
    }
}

/// Where a name is written as that of a footnote, whether it is one or only looks so.
fn written(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.match_indices(MARK).filter_map(|(at, mark)| {
        let start = at + mark.len();
        let line = &text[start..];
        let line = &line[..line.find('\n').unwrap_or(line.len())];
        Some(start..start + line.find(']')?)
    })
}

/// The names that are written as those of footnotes: one that only looks so may lead to a note of another text.
fn labels(text: &str) -> HashSet<String> {
    written(text).map(|label| text[label].to_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_what_the_parser_reads_as_one() {
        let source = "---\na: b\n---\nA[^1] and [^_^], `[^1]`, \\[^1], [^none].\n\n> [^in]: Inner.[^1]\n\n\
                      [^1]: One\n    more.\n\n    And more.\n\nText[^In].\n";

        let found = notes(source);

        let read: Vec<(&str, &str, NoteKind)> =
            found.iter().map(|it| (it.name.as_str(), &source[it.range.clone()], it.kind)).collect();
        assert_eq!(
            read,
            [
                ("1", "[^1]", NoteKind::Mark),
                ("in", "[^in]: Inner.[^1]", NoteKind::Inner),
                ("1", "[^1]", NoteKind::Mark),
                ("1", "[^1]: One\n    more.\n\n    And more.", NoteKind::Definition),
                ("in", "[^In]", NoteKind::Mark),
            ]
        );
        for note in found {
            assert_eq!(source[note.label.clone()].to_lowercase(), note.name);
        }
    }

    #[test]
    fn only_notes_are_renamed() {
        let source = "A[^1] [^_^] `[^1]` \\[^1] é[^2].\n\n[^1]: One[^2].\n[^2]: Two.\n";

        let (text, positions) = renamed(source, |name| Some(format!("3-{name}")));

        assert_eq!(
            text,
            "A[^3-1] [^_^] `[^1]` \\[^1] é[^3-2].\n\n[^3-1]: One[^3-2].\n[^3-2]: Two.\n"
        );
        for words in ["A", "[^_^]", "`[^1]`", "One", "Two."] {
            let at = source.find(words).unwrap();
            let (_, found) = positions.find(&(at..at + words.len())).unwrap();
            assert_eq!(&text[found], words);
        }
    }

    #[test]
    fn names_that_both_texts_have_become_others() {
        let note = |name: &str| format!("x[^{name}]\n\n[^{name}]: note\n\n");
        let of = |names: &[&str]| names.iter().map(|it| note(it)).collect::<String>();
        for (first, second, wanted) in [
            (&["1", "2"][..], &["1", "2"][..], &[("1", "3"), ("2", "4")][..]),
            (&["1"], &["1", "2"], &[("1", "3")]),
            (&["1"], &["2"], &[]),
            (&["a", "a-2"], &["A"], &[("a", "a-3")]),
        ] {
            let names = Names::apart(&of(first), &of(second));

            let wanted: Vec<(String, String)> =
                wanted.iter().map(|(old, new)| ((*old).to_owned(), (*new).to_owned())).collect();
            assert_eq!(names.0, wanted.into_iter().collect(), "{first:?} {second:?}");
        }
        assert_eq!(Names::apart("A[^1]", &of(&["1"])).of("1").as_deref(), Some("2"));
        let names = Names(HashMap::from([("1".to_owned(), "4".to_owned())]));
        assert_eq!(names.apply("a[^1] [^2] [^1"), "a[^4] [^2] [^1");
    }
}
