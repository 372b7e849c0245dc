//! Which pieces of a text belong to one tracked change, and what changes make of a text.

use std::ops::Range;

use super::Editor;
use crate::{
    blocks::{Paragraph, Track},
    inline::Inline,
};

/// A note of a text.
pub(super) struct Note {
    pub(super) paragraphs: Vec<Paragraph>,
    /// The number of its first piece: those of notes are numbered behind those of a chain, in the order of all notes.
    pub(super) first: usize,
}

/// Something that one editor changed, at a stretch: a run of pieces and ends of paragraphs.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// Its members, by their numbers in the chain.
    pub(super) members: Range<usize>,
    pub(super) editor: u32,
}

/// Which of the changes of a chain are made.
pub(super) type Made<'g> = &'g [Range<usize>];

/// What changes make of a text.
pub(super) struct Compared {
    pub(super) groups: Vec<Group>,
    pub(super) range: Range<usize>,
    pub(super) after: String,
}

impl Compared {
    pub(super) fn is_nothing(&self) -> bool {
        self.range.is_empty() && self.after.is_empty()
    }

    /// Whether it has words in common with the change before it, or both insert at one place.
    pub(super) fn overlaps(&self, before: &Self) -> bool {
        !self.is_nothing() && (self.range.start < before.range.end || self.range == before.range)
    }
}

/// Whether something stands in a text in which some changes are made.
pub(super) fn stands(track: Track, member: usize, made: Made<'_>) -> bool {
    if !track.is_changed() {
        return true;
    }
    // They are in the order of their numbers.
    let at = made.partition_point(|it| it.end <= member);
    let is_made = made.get(at).is_some_and(|it| it.contains(&member));
    if is_made { track.is_after } else { track.is_before }
}

/// What is numbered in paragraphs: their pieces and their ends.
pub(super) fn members(paragraphs: &[Paragraph]) -> usize {
    paragraphs.iter().map(|it| it.pieces.len() + 1).sum()
}

/// What editors changed in a chain and in the notes that it names, at a stretch each.
pub(super) fn groups(chain: &[Paragraph], notes: &[Note], editors: &[Editor]) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut member = 0;
    add_groups(chain, &mut member, editors, &mut groups);
    let mut named: Vec<usize> = chain
        .iter()
        .flat_map(|it| &it.pieces)
        .filter_map(|it| match it.inline {
            Inline::Note(number) => Some(number),
            _ => None,
        })
        .collect();
    named.sort_unstable();
    named.dedup();
    for number in named.into_iter().filter(|it| *it <= notes.len()) {
        let mut member = members(chain) + notes[number - 1].first;
        add_groups(&notes[number - 1].paragraphs, &mut member, editors, &mut groups);
    }
    groups
}

fn add_groups(
    paragraphs: &[Paragraph],
    member: &mut usize,
    editors: &[Editor],
    groups: &mut Vec<Group>,
) {
    let name = |editor: u32| editors.get(editor as usize).map(|it| it.name.as_str());
    let mut open: Option<Group> = None;
    for paragraph in paragraphs {
        let pieces = paragraph.pieces.iter();
        let tracks = pieces
            // The place of a comment does not part two changes.
            .map(|it| (!matches!(it.inline, Inline::Position(_))).then_some(it.track))
            .chain([Some(paragraph.end)]);
        for track in tracks {
            let at = *member;
            *member += 1;
            let Some(track) = track else { continue };
            match &mut open {
                Some(group) if track.is_changed() && name(track.editor) == name(group.editor) => {
                    group.members.end = at + 1;
                }
                _ => {
                    groups.extend(open.take());
                    if track.is_changed() {
                        open = Some(Group { members: at..at + 1, editor: track.editor });
                    }
                }
            }
        }
    }
    groups.extend(open);
}
