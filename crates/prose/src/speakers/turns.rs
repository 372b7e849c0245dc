//! The turns of a conversation: which quotations are one, whom they address, and what parts them from the
//! turn before.

use std::ops::Range;

use super::Reason;
use super::people::{People, Whom};
use super::tags::{self, Tag};
use crate::dialogue::Quotation;
use crate::tokens::{SentenceKind, Text};

/// Paragraphs without speech that do not yet end a conversation.
const PAUSE_PARAGRAPHS_MAX: usize = 2;

/// Who takes a turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Known {
    pub(super) identity: usize,
    pub(super) reason: Reason,
    pub(super) certainty: f64,
}

/// The quotations of one paragraph, or of several that one speech runs over.
pub(super) struct Turn {
    pub(super) pieces: Range<usize>,
    /// The first and the last paragraph.
    pub(super) paragraphs: (usize, usize),
    /// Paragraphs between the turn before and this one; none where a conversation begins.
    pub(super) pause: Option<usize>,
    pub(super) tags: Vec<Option<Tag>>,
    /// Whom it addresses by name.
    pub(super) addressed: Vec<usize>,
    /// Whom its tag says it is spoken to.
    pub(super) spoken_to: Vec<usize>,
    /// Of whom it speaks by name.
    pub(super) spoken_of: Vec<usize>,
    pub(super) known: Vec<Option<Known>>,
}

impl Turn {
    pub(super) fn last(&self) -> Option<Known> {
        self.known.last().copied().flatten()
    }

    pub(super) fn first(&self) -> Option<Known> {
        self.known.first().copied().flatten()
    }
}

pub(super) fn turns(text: &Text<'_>, people: &People, pieces: &[Vec<Quotation>]) -> Vec<Turn> {
    let paragraph = |quotation: &Quotation| {
        let at = text.paragraphs().partition_point(|it| it.span.end <= quotation.span.start);
        at.min(text.paragraphs().len().saturating_sub(1))
    };
    let mut turns: Vec<Turn> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let (Some(first), Some(last)) = (piece.first(), piece.last()) else { continue };
        let (from, to) = (paragraph(first), paragraph(last));
        let tag = tags::tag(text, people, piece);
        let (addressed, spoken_of) = named_in(text, people, piece);
        match turns.last_mut() {
            Some(turn) if turn.paragraphs.1 == from => {
                turn.pieces.end = at + 1;
                turn.paragraphs.1 = to;
                turn.tags.push(tag);
                turn.known.push(None);
                turn.addressed.extend(addressed);
                turn.spoken_of.extend(spoken_of);
            }
            before => {
                let pause = before.and_then(|it| pause(text, it.paragraphs.1, from));
                turns.push(Turn {
                    pieces: at..at + 1,
                    paragraphs: (from, to),
                    pause,
                    tags: vec![tag],
                    addressed,
                    spoken_to: Vec::new(),
                    spoken_of,
                    known: vec![None],
                });
            }
        }
    }
    turns
}

/// The paragraphs between two turns of one conversation.
fn pause(text: &Text<'_>, before: usize, next: usize) -> Option<usize> {
    let between = before + 1..next;
    let breaks = (before + 1..=next).any(|it| {
        let paragraph = &text.paragraphs()[it];
        paragraph.opens_scene
            || text.sentences()[paragraph.sentences.start].kind == SentenceKind::Heading
    });
    (!breaks && between.len() <= PAUSE_PARAGRAPHS_MAX).then_some(between.len())
}

/// Who is addressed by name (“Come, Mina.” “Uncle, you are late.”), and who is only named.
fn named_in(text: &Text<'_>, people: &People, piece: &[Quotation]) -> (Vec<usize>, Vec<usize>) {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for part in piece {
        for at in people.within(part.words.clone()) {
            let mention = &people.mentions[at];
            let Whom::One(identity) = mention.whom else { continue };
            let words = &mention.words;
            let last = text.words()[words.end - 1];
            let opens = words.start == part.words.start
                || text.gap_before(words.start).contains([',', '!', '?', '.', '—', '…']);
            let is_dear = words.start > part.words.start
                && matches!(
                    text.lower(words.start - 1),
                    "dear" | "dearest" | "oh" | "o" | "yes" | "no" | "well" | "my" | "why"
                );
            let closes = words.end == part.words.end
                || text.gap_before(words.end).starts_with([',', '!', '?', '.', ';', '—', '-', '…']);
            let is_whole = words.start == part.words.start && words.end == part.words.end;
            let list = if (opens || is_dear) && closes && last.form == last.stem {
                &mut found
            } else {
                &mut others
            };
            // “Mary Lennox,” may be an answer to who somebody is.
            if !(list.contains(&identity) || is_whole && words.len() > 1) {
                list.push(identity);
            }
        }
    }
    (found, others)
}
