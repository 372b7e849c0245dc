//! Rules about a point of a story: which promises are open there, what has happened by then, and how much a
//! text shows of who is there. Positions are those of documents in the order of reading. No text is read
//! here.

pub mod brief;

use std::ops::Range;

use crate::promises::Status;

crate::string_enum! {
    /// What a text shows of somebody where something is named, what shows most first.
    pub enum Evidence {
        /// A speech that the text gives them names it.
        Says = "says",
        /// The text gives them a speech near it in the same scene.
        SpeaksNearby = "speaks_nearby",
        /// The narration names them in the same paragraph. They may be spoken of and not there.
        NamedBeside = "named_beside",
        /// The narration names them near it in the same scene. They may be spoken of and not there.
        NamedNearby = "named_nearby",
    }
}

impl Evidence {
    /// Whether the text shows that they are there; not known where it only names them.
    pub const fn is_present(self) -> Option<bool> {
        match self {
            Self::Says | Self::SpeaksNearby => Some(true),
            Self::NamedBeside | Self::NamedNearby => None,
        }
    }
}

/// Paragraphs between two that are still near each other, at most.
pub const NEAR_PARAGRAPHS_MAX: usize = 5;

/// Words from which on some of them are enough to recognise something by.
const SOME_WORDS_MIN: usize = 3;

/// How many of the words of a subject a sentence has to have to speak of it: all of three, and more than
/// half of more.
pub fn words_needed(words: usize) -> usize {
    (words / 2 + 1).max(SOME_WORDS_MIN).min(words)
}

crate::string_enum! {
    /// How a promise stands at a point of a book.
    pub enum Standing {
        /// It is to be kept here.
        KeptHere = "kept_here",
        /// It is made here.
        MadeHere = "made_here",
        /// It was made before and is not kept yet.
        Open = "open",
        /// It is open in its state, and the outline does not say where it is made.
        Unplaced = "unplaced",
    }
}

/// How a promise stands for whoever reads `here`, from its state and the positions of the documents in which
/// it is made and kept; none where it is not open there, or where nobody can say.
pub fn standing(
    status: Status,
    made: Option<usize>,
    kept: Option<usize>,
    here: &Range<usize>,
) -> Option<Standing> {
    if kept.is_some_and(|kept| here.contains(&kept)) {
        return Some(Standing::KeptHere);
    }
    let is_kept_later = kept.is_some_and(|kept| kept >= here.end);
    let is_open = is_kept_later || status.is_open();
    match made {
        _ if !is_open || status == Status::Abandoned => None,
        None => Some(Standing::Unplaced),
        Some(made) if made >= here.end => None,
        Some(made) if here.contains(&made) => Some(Standing::MadeHere),
        Some(_) => Some(Standing::Open),
    }
}

/// Whether an event has happened by a point of a book: a document before `end` tells it, or its key is not
/// behind `now`, the latest key of what is told at the point, on the same timeline. None where neither
/// says so.
pub fn has_happened(
    linked: &[usize],
    end: usize,
    key: Option<i64>,
    now: Option<i64>,
) -> Option<bool> {
    if linked.iter().any(|linked| *linked < end) {
        return Some(true);
    }
    match (key, now) {
        (Some(key), Some(now)) => Some(key <= now),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_is_open_from_where_it_is_made_to_where_it_is_kept() {
        use Standing::{KeptHere, MadeHere, Open, Unplaced};
        use Status::{Abandoned, Broken, Fulfilled, Made, PartiallyFulfilled, Planned};
        for (status, made, kept, wanted) in [
            (Made, Some(1), None, Some(Open)),
            (Made, Some(4), None, Some(MadeHere)),
            (Made, Some(6), None, None),
            (Fulfilled, Some(6), Some(9), None),
            (Made, None, None, Some(Unplaced)),
            (Planned, Some(5), None, Some(MadeHere)),
            (Fulfilled, Some(1), Some(3), None),
            (Fulfilled, Some(1), Some(5), Some(KeptHere)),
            (Fulfilled, Some(1), Some(9), Some(Open)),
            (Fulfilled, None, Some(9), Some(Unplaced)),
            (Fulfilled, Some(1), None, None),
            (PartiallyFulfilled, Some(1), Some(3), Some(Open)),
            (Broken, Some(1), None, None),
            (Abandoned, Some(1), Some(9), None),
        ] {
            let found = standing(status, made, kept, &(4..6));

            assert_eq!(found, wanted, "{status} {made:?} {kept:?}");
        }
    }

    #[test]
    fn what_happened_is_told_before_or_has_an_earlier_key() {
        for (linked, key, now, wanted) in [
            (vec![3], None, None, Some(true)),
            (vec![5], None, None, None),
            (vec![5], Some(1), Some(2), Some(true)),
            (vec![], Some(2), Some(2), Some(true)),
            (vec![], Some(3), Some(2), Some(false)),
            (vec![], Some(3), None, None),
            (vec![], None, Some(3), None),
        ] {
            assert_eq!(has_happened(&linked, 5, key, now), wanted, "{linked:?} {key:?} {now:?}");
        }
    }

    #[test]
    fn a_subject_of_few_words_is_recognised_by_all_of_them() {
        let needed: Vec<usize> = (1..=7).map(words_needed).collect();

        assert_eq!(needed, [1, 2, 3, 3, 3, 4, 4]);
    }
}
