//! Which pieces of a text belong to one tracked change, and what changes make of a text.

use std::{collections::BTreeMap, ops::Range};

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
    /// How many pieces and ends of paragraphs it has.
    pub(super) members: usize,
    /// Whether a tracked change is about something of it.
    pub(super) is_changed: bool,
}

impl Note {
    pub(super) fn new(first: usize, paragraphs: Vec<Paragraph>) -> Self {
        let is_changed = paragraphs.iter().any(Paragraph::is_changed);
        Self { first, members: members(&paragraphs), is_changed, paragraphs }
    }
}

/// The notes that are written behind a chain, by their numbers, and whether the text before all changes names them.
pub(super) type Fresh = BTreeMap<usize, bool>;

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

/// What editors changed in a chain and in the notes that are written behind it, at a stretch each.
pub(super) fn groups(
    chain: &[Paragraph],
    notes: &[Note],
    fresh: &Fresh,
    editors: &[Editor],
) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut member = 0;
    add_groups(chain, &mut member, editors, &mut groups);
    let in_chain = member;
    for note in fresh.keys().filter_map(|number| notes.get(number - 1)) {
        let mut member = in_chain + note.first;
        add_groups(&note.paragraphs, &mut member, editors, &mut groups);
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
                Some(group)
                    if track.is_changed()
                        && (track.editor == group.editor
                            || name(track.editor) == name(group.editor)) =>
                {
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
