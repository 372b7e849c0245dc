//! Things of which the narration says that they are no more, and that are there again in a later text.

use std::collections::HashMap;

use domain::findings::{Observation, Severity};
use prose::{ThingMention, ThingState};
use serde_json::json;

use super::{at, finding, text_statement};
use crate::ledger::ProjectLedger;

/// Mentions of a thing in the book, at most: of more there may be several.
const MENTIONS_MAX: usize = 8;

/// The same of a thing of nobody, that no word tells from others of its kind.
const BARE_MENTIONS_MAX: usize = 4;

/// Things that are no more, at most: the first ones.
const ENDED_MAX: usize = 200;

/// Things of which there are many, or that many have, where nothing tells one from another.
const COMMON: [&str; 34] = [
    "letter",
    "glass",
    "cup",
    "plate",
    "bottle",
    "box",
    "coin",
    "key",
    "bowl",
    "jar",
    "lamp",
    "chair",
    "bag",
    "coat",
    "hat",
    "gloves",
    "boots",
    "handkerchief",
    "pen",
    "pencil",
    "stone",
    "pistol",
    "sword",
    "gun",
    "knife",
    "watch",
    "staff",
    "cane",
    "dagger",
    "revolver",
    "rifle",
    "ring",
    "umbrella",
    "whip",
];

/// A mention with the place of its document.
type Placed<'r> = (usize, &'r ThingMention);

/// The findings of all documents, each with the place of its document.
pub(super) fn contradicted(read: &ProjectLedger) -> Vec<(usize, Observation)> {
    let mut by_noun: HashMap<&str, Vec<Placed<'_>>> = HashMap::new();
    let mut ended: Vec<Placed<'_>> = Vec::new();
    for (position, document) in read.documents.iter().enumerate() {
        for it in &document.facts.things {
            by_noun.entry(&it.noun).or_default().push((position, it));
            if it.state == ThingState::Ended && ended.len() < ENDED_MAX {
                ended.push((position, it));
            }
        }
    }
    let ended = ended.into_iter();
    ended.filter_map(|it| again(read, it, &by_noun[it.1.noun.as_str()])).collect()
}

/// The finding about the first mention of a thing that is there behind its end; none where there is another then.
fn again(
    read: &ProjectLedger,
    ended: Placed<'_>,
    alike: &[Placed<'_>],
) -> Option<(usize, Observation)> {
    let (gone_at, ended) = ended;
    // "lost his watch in the river … bought a watch"
    let is_new_there = |(position, it): &Placed<'_>| {
        *position == gone_at && it.state == ThingState::New && it.span.start > ended.span.start
    };
    if alike.iter().any(is_new_there) {
        return None;
    }
    let later = &alike[alike.partition_point(|(position, _)| *position <= gone_at)..];
    let end = later.iter().position(|(_, it)| it.state == ThingState::New);
    let there = &later[..end.unwrap_or(later.len())];
    let mut there = there.iter().filter(|(_, it)| it.state == ThingState::There);
    let (position, again) = there.find(|(_, it)| is_same(ended, it))?;
    if is_one_of_many(ended, again, alike) {
        return None;
    }
    let document = &read.documents[*position].document;
    let gone = &read.documents[gone_at].document;
    let statement = |document, it: &ThingMention| text_statement(document, &it.quote, it.span);
    let found = Observation {
        message: format!(
            "This speaks of the {} again, and “{}” says that it was gone: “{}”. Nothing says how it came back.",
            again.noun, gone.title, ended.quote
        ),
        identity: Some(format!("{} / {}", again.quote, ended.quote)),
        detail: Some(json!({ "statements": [statement(document, again), statement(gone, ended)] })),
        ..finding("lost_thing", Severity::High, at(&again.quote, again.span))
    };
    Some((*position, found))
}

/// Whether two mentions of one noun may mean the same thing.
fn is_same(ended: &ThingMention, again: &ThingMention) -> bool {
    let is_kind = again.kinds.iter().any(|it| ended.kinds.contains(it));
    let is_other_kind = !is_kind && !again.kinds.is_empty() && !ended.kinds.is_empty();
    let is_common = COMMON.contains(&ended.noun.as_str());
    let is_owned = match (&ended.owner, &again.owner) {
        // "his pistol" and "his pistol" may be of two, as "his quadrant" is not.
        (Some(one), Some(other)) if is_open(one) || is_open(other) => {
            is_kind || !is_common && (one == other || is_open(one) != is_open(other))
        }
        (Some(one), Some(other)) => one == other && (is_kind || !is_common),
        (Some(_), None) | (None, Some(_)) => is_kind,
        (None, None) => is_kind || !is_common,
    };
    is_owned && !is_other_kind
}

/// Whether the book speaks of so many alike that there may be several.
fn is_one_of_many(ended: &ThingMention, again: &ThingMention, alike: &[Placed<'_>]) -> bool {
    let kind = ended.kinds.iter().find(|it| again.kinds.contains(it));
    let owner = ended.owner.as_ref().filter(|_| ended.owner == again.owner);
    let is_counted = |it: &ThingMention| match (kind, owner) {
        (Some(kind), _) => it.kinds.contains(kind),
        (None, Some(owner)) => is_open(owner) || it.owner.as_ref() == Some(owner),
        (None, None) => true,
    };
    let most = if kind.is_some() || owner.is_some() { MENTIONS_MAX } else { BARE_MENTIONS_MAX };
    alike.iter().filter(|(_, it)| is_counted(it)).count() > most
}

/// Whether a word may say of several whose a thing is: "his", "mother".
fn is_open(owner: &str) -> bool {
    matches!(
        owner,
        "my" | "his"
            | "her"
            | "their"
            | "our"
            | "mother"
            | "father"
            | "aunt"
            | "uncle"
            | "grandmother"
            | "grandfather"
    )
}
