//! Defects and decoys, planted into novels with the answers beside them, and the comparison of what a
//! program reports with these answers. It knows no crate of the program: its words, names and dates are
//! its own, so that no check can pass by knowing the list that a defect was taken from.
//!
//! A defect is something an editor would call wrong; a decoy looks like it and is right. Both come from a
//! seed: the same novel and the same seed make the same text.

mod by_hand;
mod chance;
mod draft;
mod kind;
mod kinds;
mod novel;
mod score;
mod second;
mod sites;
mod wording;

pub use by_hand::{BookByHand, ByHandError, DefectByHand, SETS_BY_HAND, SetByHand};
pub use draft::{LoreDraft, Mark, PlantedNovel, TextSpan, plant};
pub use kind::DefectKind;
pub use novel::{Chapter, FactSheet, Narration, Novel, Person, natural_order};
pub use score::{KindScore, Reported, Score, score};
pub use second::{is_put_aside, plant_second, second_wordings};
