//! A Markdown text that is cut into two, and two that become one. Footnotes go with the words that name them.

use std::{collections::HashMap, ops::Range};

use crate::{
    markdown,
    notes::{Names, Note, NoteKind, notes, write_renamed},
    positions::{Positions, Writer},
};

/// The two texts that a text is cut into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// What stays, without the white space at its end.
    pub first: String,
    /// What moves, without the white space at its beginning.
    pub second: String,
    /// Where the text stands in both, the first being number 0.
    pub positions: Positions,
}

/// Which part of a cut would be without text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blank {
    /// What stands before the cut.
    First,
    /// What stands behind it.
    Second,
}

/// Cuts a text before the byte `at`. What lies before the body, a front matter, is no text.
///
/// A footnote is defined in each part that names it; one that nobody names stays where it is.
///
/// # Errors
/// One of both would be without text.
pub fn split(text: &str, at: usize) -> Result<Parts, Blank> {
    let body = markdown::body(text);
    if at < body {
        return Err(Blank::First);
    }
    let taken = Taken::of(text, at);
    let (before, behind) = text.split_at(at);
    let (mut first, mut positions) = taken.write((text, 0), 0..before.trim_end().len());
    let start = text.len() - behind.trim_start().len();
    let (second, of_second) = taken.write((text, 1), start..text.len());
    if first.get(body..).is_none_or(|first| first.trim().is_empty()) {
        return Err(Blank::First);
    }
    if second.trim().is_empty() {
        return Err(Blank::Second);
    }
    if text.ends_with('\n') || before.ends_with('\n') {
        first.push('\n');
    }
    positions.append(of_second);
    Ok(Parts { first, second, positions })
}

/// The definitions of footnotes that a cut gives to the other part.
struct Taken {
    /// Those that leave each part, with the white space behind them, in the order of the text.
    gone: [Vec<Range<usize>>; 2],
    /// Those that come to each part, and whether they stand nowhere else then.
    come: [Vec<(Range<usize>, bool)>; 2],
}

impl Taken {
    fn of(text: &str, at: usize) -> Self {
        let notes = notes(text);
        let needed = needed(&notes, at);
        let mut taken = Self { gone: Default::default(), come: Default::default() };
        for (note, needed) in notes.iter().zip(needed) {
            let home = part(note.range.start, at);
            let other = 1 - home;
            if note.kind != NoteKind::Definition || !needed[other] {
                continue;
            }
            let moves = !needed[home];
            taken.come[other].push((note.range.clone(), moves));
            if moves {
                let rest = &text[note.range.end..];
                let blank = rest.len() - rest.trim_start_matches(['\n', '\r', ' ', '\t']).len();
                // The white space before a line is a part of the line.
                let behind = &rest[..blank];
                let line = behind.rfind('\n').map_or(0, |it| it + 1);
                let end = if blank == rest.len() { blank } else { line };
                taken.gone[home].push(note.range.start..note.range.end + end);
            }
        }
        taken
    }

    /// A part of a text with the definitions that it names.
    fn write(&self, (text, number): (&str, usize), part: Range<usize>) -> (String, Positions) {
        let mut positions = Positions::default();
        let mut writer = Writer::new(text, number);
        let mut from = part.start;
        for gone in &self.gone[number] {
            let end = gone.start.min(part.end);
            writer.keep(from..end.max(from), &mut positions);
            from = gone.end.min(part.end);
        }
        writer.keep(from..part.end, &mut positions);
        let is_changed = !self.gone[number].is_empty() || !self.come[number].is_empty();
        if is_changed {
            writer.text.truncate(writer.text.trim_end().len());
        }
        for (definition, moves) in &self.come[number] {
            if !writer.text.is_empty() {
                writer.text.push_str("\n\n");
            }
            if *moves {
                writer.keep(definition.clone(), &mut positions);
            } else {
                writer.text.push_str(&text[definition.clone()]);
            }
        }
        // The first part gets its own end.
        if is_changed && number == 1 && text.ends_with('\n') {
            writer.text.push('\n');
        }
        (writer.text, positions)
    }
}

/// In which part of a cut a byte stands.
const fn part(byte: usize, at: usize) -> usize {
    if byte < at { 0 } else { 1 }
}

/// For each note whether its definition is needed in the first part of a cut, and in the second.
fn needed(notes: &[Note], at: usize) -> Vec<[bool; 2]> {
    // One that is itself cut is two texts, and none that could go anywhere.
    let is_definition =
        |it: &Note| it.kind == NoteKind::Definition && !(it.range.start < at && at < it.range.end);
    let mut needed = vec![[false; 2]; notes.len()];
    let defined: HashMap<&str, usize> = (0..notes.len())
        .rev()
        .filter(|index| is_definition(&notes[*index]))
        .map(|index| (notes[index].name.as_str(), index))
        .collect();
    // For each mark the definition that it stands in, if it stands in one.
    let mut open: Option<usize> = None;
    let mut within: Vec<Vec<usize>> = vec![Vec::new(); notes.len()];
    let mut wanted: Vec<(usize, usize)> = Vec::new();
    for (index, note) in notes.iter().enumerate() {
        open = open.filter(|it| note.range.start < notes[*it].range.end);
        if is_definition(note) {
            open = Some(index);
        }
        let Some(definition) = defined.get(note.name.as_str()) else { continue };
        match (note.kind, open) {
            (NoteKind::Mark, Some(open)) => within[open].push(*definition),
            (NoteKind::Mark, None) => wanted.push((*definition, part(note.range.start, at))),
            _ => {}
        }
    }
    spread(&mut needed, &within, wanted);
    // What nobody names stays, and what it names with it.
    for index in 0..notes.len() {
        if is_definition(&notes[index]) && needed[index] == [false; 2] {
            let home = part(notes[index].range.start, at);
            spread(&mut needed, &within, vec![(index, home)]);
        }
    }
    needed
}

/// Notes which definitions are needed where, with those that they name themselves.
fn spread(needed: &mut [[bool; 2]], within: &[Vec<usize>], mut wanted: Vec<(usize, usize)>) {
    while let Some((definition, part)) = wanted.pop() {
        if !std::mem::replace(&mut needed[definition][part], true) {
            wanted.extend(within[definition].iter().map(|it| (*it, part)));
        }
    }
}

/// Two texts that became one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// Both texts, a paragraph break between them.
    pub text: String,
    /// Where the second text stands in it.
    pub positions: Positions,
    /// The footnotes of the second text that have other names now.
    pub names: Names,
}

/// Joins a text with the one that follows, without the front matter of that. Footnotes of the second that are called
/// as some of the first get other names.
pub fn merge(first: &str, second: &str) -> Merged {
    let body = markdown::body(second);
    let start = second.len() - second[body..].trim_start().len();
    let (mut positions, mut names) = (Positions::default(), Names::default());
    let mut writer = Writer::new(second, 0);
    writer.text.push_str(first);
    if start < second.len() {
        writer.text.truncate(first.trim_end().len());
        if !writer.text.is_empty() {
            writer.text.push_str("\n\n");
        }
        names = Names::apart(first, second);
        write_renamed(&mut writer, second, start, &mut positions, |name| names.of(name));
    }
    Merged { text: writer.text, positions, names }
}

#[cfg(test)]
mod tests;
