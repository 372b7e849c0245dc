//! The states of a promise, and which state may follow which.

use crate::{Error, Result};

crate::string_enum! {
    /// How far a promise is.
    pub enum Status {
        Planned = "planned",
        Made = "made",
        Progressing = "progressing",
        PartiallyFulfilled = "partially_fulfilled",
        Fulfilled = "fulfilled",
        Deferred = "deferred",
        Broken = "broken",
        Abandoned = "abandoned",
    }
}

impl Status {
    /// The state of a promise that names none.
    pub const DEFAULT: Self = Self::Made;

    /// Whether the reader may still wait for something. Deferred is open: it was put off, not given
    /// up.
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Fulfilled | Self::Broken | Self::Abandoned)
    }

    /// The states a promise in this one may go to. What is settled goes back to progressing alone:
    /// that opens it again.
    pub const fn next(self) -> &'static [Self] {
        use Status::{
            Abandoned, Broken, Deferred, Fulfilled, Made, PartiallyFulfilled, Planned, Progressing,
        };
        match self {
            Planned => &[Made, Deferred, Broken, Abandoned],
            Made => &[Progressing, PartiallyFulfilled, Fulfilled, Deferred, Broken, Abandoned],
            Progressing => &[PartiallyFulfilled, Fulfilled, Deferred, Broken, Abandoned],
            PartiallyFulfilled => &[Progressing, Fulfilled, Deferred, Broken, Abandoned],
            Deferred => &[Made, Progressing, Broken, Abandoned],
            Fulfilled | Broken | Abandoned => &[Progressing],
        }
    }

    /// That a promise in this state may go to `to`, which it may if it is there already. Whoever
    /// abandons one gives a reason, `notes` being those of the same change.
    ///
    /// # Errors
    /// A conflict that names both states.
    pub fn check(self, to: Self, notes: Option<&str>) -> Result<()> {
        if self == to {
            return Ok(());
        }
        if !self.next().contains(&to) {
            let next: Vec<&str> = self.next().iter().map(|status| status.as_str()).collect();
            return Err(Error::Conflict(format!(
                "A promise cannot go from {self} to {to}, only to {}",
                crate::phrases::alternatives(&next)
            )));
        }
        if to == Self::Abandoned && notes.is_none_or(|notes| notes.trim().is_empty()) {
            return Err(Error::Conflict(format!(
                "A promise goes from {self} to abandoned only with a reason in notes"
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row per state it comes from, a column per state it goes to, in the order of [`Status::ALL`].
    const ALLOWED: [&str; 8] = [
        "=+...+++", // planned
        ".=++++++", // made
        "..=+++++", // progressing
        "..+=++++", // partially fulfilled
        "..+.=...", // fulfilled
        ".++..=++", // deferred
        "..+...=.", // broken
        "..+....=", // abandoned
    ];

    #[test]
    fn the_table_of_the_contract_is_kept_from_every_state_to_every_state() {
        for (from, row) in Status::ALL.into_iter().zip(ALLOWED) {
            for (to, wanted) in Status::ALL.into_iter().zip(row.chars()) {
                let allowed = from.check(to, Some("cut")).is_ok();

                assert_eq!(allowed, wanted != '.', "{from} to {to}");
            }
        }
    }

    #[test]
    fn whoever_abandons_a_promise_says_why() {
        for notes in [None, Some(""), Some(" \n")] {
            let refused = Status::Made.check(Status::Abandoned, notes).unwrap_err();

            let sentence = "A promise goes from made to abandoned only with a reason in notes";
            assert_eq!(refused.to_string(), sentence);
            assert!(Status::Abandoned.check(Status::Abandoned, notes).is_ok());
            assert!(Status::Made.check(Status::Broken, notes).is_ok());
        }
    }

    #[test]
    fn a_refusal_names_both_ends_and_the_ways_there_are() {
        let said = |from: Status, to| from.check(to, None).unwrap_err().to_string();

        assert_eq!(
            said(Status::Planned, Status::Fulfilled),
            "A promise cannot go from planned to fulfilled, only to made, deferred, broken or \
             abandoned"
        );
        assert_eq!(
            said(Status::Broken, Status::Made),
            "A promise cannot go from broken to made, only to progressing"
        );
    }
}
