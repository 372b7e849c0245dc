//! The ledger of a project's facts: who, what, which value, where it is stated and by whom; and which of
//! them cannot both be true. Facts come from the text, from lore and from timelines; the ledger is made
//! anew from these, and keeps nothing but what its author rejected. The views are in [`view`].

mod alike;
mod asked;
mod colours;
mod contradictions;
mod kinship;
mod order;
pub mod view;

use crate::{
    Error, Result, digest,
    field_error::{FieldError, FieldPath, PathSegment},
    fold::fold,
    json::Json,
    page::Cursor,
    patch::Patch,
};

pub use alike::{are_next_ranks, ranks_differ};
pub use asked::asked;
pub use contradictions::{Contradiction, Ledger, contradictions};

crate::string_enum! {
    /// What a fact is about.
    pub enum Attribute {
        Eyes = "eyes",
        Hair = "hair",
        Age = "age",
        /// What somebody is to another person.
        Kinship = "kinship",
        /// That somebody has such a relative, whoever that is.
        Relative = "relative",
        Rank = "rank",
        Profession = "profession",
        Possession = "possession",
        /// What somebody has parted with.
        Loss = "loss",
        /// What somebody has got, or got back.
        Gain = "gain",
        Birth = "birth",
        Engagement = "engagement",
        Wedding = "wedding",
        Death = "death",
        /// Where somebody is.
        Location = "location",
        /// That somebody sets out on a date.
        Start = "start",
        /// That somebody arrives on a date, so many days after setting out: `9-11`.
        End = "end",
        /// That somebody does what only the living do.
        Act = "act",
    }
}

crate::string_enum! {
    /// Where a fact is stated.
    pub enum FactSource {
        Text = "text",
        Lore = "lore",
        Timeline = "timeline",
    }
}

/// Whether two facts about one person cannot both be true as they stand, by their attributes and values.
pub fn exclude(one: Attribute, other: Attribute, (first, last): (&str, &str)) -> bool {
    one == other
        && match one {
            Attribute::Eyes => colours::eyes_differ(first, last),
            Attribute::Hair => colours::hair_differs(first, last),
            Attribute::Age => match (contradictions::ages(first), contradictions::ages(last)) {
                (Some(first), Some(last)) => first.1 < last.0 || last.1 < first.0,
                _ => false,
            },
            Attribute::Rank => alike::ranks_differ(first, last),
            Attribute::Profession => alike::professions_differ(first, last),
            _ => false,
        }
}

/// The characters of a fact's id.
pub const ID_CHARS: usize = 32;

/// The longest reason for a rejection, in characters.
pub const REASON_CHARS_MAX: usize = 2_000;

/// Rejections of one project, at most.
pub const REJECTIONS_MAX: usize = 10_000;

/// Whether a project has room for one more rejection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RejectionSpace {
    /// It has.
    Free,
    /// Once the rejections of facts that are stated no more are deleted.
    Cleared,
    /// It has not.
    None,
}

/// Whether there is room for the rejection of a fact beside `stored` ones, of which `gone` are of facts that
/// are stated no more.
pub const fn rejection_space(stored: usize, gone: usize, is_rejected: bool) -> RejectionSpace {
    if is_rejected || stored < REJECTIONS_MAX {
        RejectionSpace::Free
    } else if gone > 0 {
        RejectionSpace::Cleared
    } else {
        RejectionSpace::None
    }
}

crate::model! {
    /// Whether a fact is rejected, and why.
    pub struct FactUpdate as "FactUpdateRequest" {
        /// Whether it is wrong; false takes a rejection back.
        is_rejected: bool,
        /// The reason; required for a rejection.
        reason: Patch<String> where { max_length: REASON_CHARS_MAX },
    }
}

crate::model! {
    /// Which facts to list.
    pub struct FactQuery as "FactQuery" paged by Cursor<i64> {
        /// Only those about this attribute.
        attribute: Option<Attribute>,
        /// Only those about a person with this name, ignoring case.
        subject: Option<String> where { max_length: 200 },
        /// Only those from this source.
        source: Option<FactSource>,
        /// Only those stated in this document.
        document_id: Option<String>,
        /// Only rejected ones, or only others.
        is_rejected: Option<bool>,
    }
}

impl FactQuery {
    /// Whether a fact is asked for.
    pub fn is_wanted(&self, item: &view::FactItem) -> bool {
        let is = |wanted: &Option<String>, value: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| value.is_some_and(|it| fold(it) == fold(wanted)))
        };
        self.attribute.is_none_or(|wanted| wanted == item.attribute)
            && self.source.is_none_or(|wanted| wanted == item.source)
            && self.is_rejected.is_none_or(|wanted| wanted == item.is_rejected)
            && is(&self.subject, Some(&item.subject))
            && is(&self.document_id, item.document_id.as_deref())
    }
}

impl FactUpdate {
    /// The reason of a rejection; none when it is taken back.
    ///
    /// # Errors
    /// Invalid when a rejection has no reason.
    pub fn checked_reason(&self) -> Result<Option<String>> {
        let reason = self.reason.value().map(|text| text.trim()).filter(|text| !text.is_empty());
        match (self.is_rejected, reason) {
            (false, _) => Ok(None),
            (true, Some(reason)) => Ok(Some(reason.to_owned())),
            (true, None) => {
                let mut path = FieldPath::part("body");
                path.0.push(PathSegment::Key("reason".to_owned()));
                let input = self.reason.value().map_or(Json::Null, |text| Json::Text(text.clone()));
                let flaw = FieldError::refused(path, "a rejected fact has a reason", input);
                Err(Error::Invalid(vec![flaw]))
            }
        }
    }
}

/// A date as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartialDate {
    /// The year, in our calendar.
    pub year: Option<i64>,
    /// The month, from 1.
    pub month: Option<u32>,
    /// The day of the month, from 1.
    pub day: Option<u32>,
}

/// Where a fact is stated: positions in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactPassage {
    /// The document, the entry or the event.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Its place in the book, for a document; for all others the place among those of its source.
    pub position: usize,
    /// The words that state it.
    pub quote: String,
    /// Where they begin.
    pub start: i64,
    /// The character behind the last.
    pub end: i64,
}

/// A fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// About whom, by a number of the ledger.
    pub subject: usize,
    /// Their name.
    pub name: String,
    /// The name that the text has for them here; of an entry of the lore its id.
    pub name_text: String,
    /// The entry of the lore that is about them.
    pub entry_id: Option<String>,
    /// What about them.
    pub attribute: Attribute,
    /// What is stated.
    pub value: String,
    /// The other person whom it ties to this one, by a number of the ledger, and their name.
    pub other: Option<(usize, String)>,
    /// When it was so, as far as it is said.
    pub date: Option<PartialDate>,
    /// The date as it is written.
    pub date_text: Option<String>,
    /// A word for the time of the day, where one is said.
    pub time_of_day: Option<String>,
    /// Where it is stated.
    pub source: FactSource,
    /// The place in it.
    pub passage: FactPassage,
    /// Whether somebody in the text says it: then it is a claim, and not the book's own word.
    pub is_spoken: bool,
    /// Whether it was so once, and is not said to be so now.
    pub is_past: bool,
    /// How certain it is that the text says so of this person, in hundredths.
    pub certainty: u8,
    /// Whom it may be about as well, by their numbers, where a pronoun does not say: then it is known of nobody.
    pub others: Vec<usize>,
}

impl Fact {
    /// What it is known by when the ledger is made anew: about whom, what, and in which words. It stays the
    /// same while these words do, wherever they stand and whoever the name turns out to mean; facts in the
    /// same words are one.
    pub fn id(&self) -> String {
        let known = format!(
            "{}\n{}\n{}\n{}\n{}",
            fold(&self.name_text),
            self.attribute,
            fold(&self.value),
            self.source,
            fold(&self.passage.quote)
        );
        digest::hex(known.as_bytes())[..ID_CHARS].to_owned()
    }

    /// Where it stands in the list of all: texts in the order of the book, then lore and timelines; facts
    /// at one position in the order of the attributes. Positions beyond the bounds of a book count as these.
    pub fn list_position(&self) -> i64 {
        const POSITION_MAX: usize = (1 << 20) - 1;
        const START_MAX: i64 = (1 << 31) - 1;
        let source = match self.source {
            FactSource::Text => 0,
            FactSource::Lore => 1,
            FactSource::Timeline => 2,
        };
        let position = i64::try_from(self.passage.position.min(POSITION_MAX)).unwrap_or(0);
        let start = self.passage.start.clamp(0, START_MAX);
        let attribute = self.attribute as i64;
        ((source << 20 | position) << 31 | start) << 5 | attribute
    }

    /// Whether it is listed: others only serve to compare.
    pub const fn is_listed(&self) -> bool {
        self.others.is_empty()
            && !matches!(self.attribute, Attribute::Start | Attribute::End | Attribute::Act)
    }

    /// Whether the book itself says of somebody that it is so now.
    pub const fn is_stated(&self) -> bool {
        !self.is_spoken && !self.is_past && self.others.is_empty()
    }

    /// The place in the book, to compare which of two stands first; lore stands before all.
    pub const fn order(&self) -> (usize, i64) {
        match self.source {
            FactSource::Text => (self.passage.position + 1, self.passage.start),
            _ => (0, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejections_of_what_is_stated_no_more_make_room() {
        for (stored, gone, is_rejected, wanted) in [
            (REJECTIONS_MAX - 1, 0, false, RejectionSpace::Free),
            (REJECTIONS_MAX, 3, false, RejectionSpace::Cleared),
            (REJECTIONS_MAX, 0, false, RejectionSpace::None),
            (REJECTIONS_MAX, 0, true, RejectionSpace::Free),
        ] {
            assert_eq!(
                rejection_space(stored, gone, is_rejected),
                wanted,
                "{stored} {gone} {is_rejected}"
            );
        }
    }
}
