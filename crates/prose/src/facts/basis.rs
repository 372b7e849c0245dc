//! What the readers of facts and times share of a text.

use super::subjects::{Subject, subjects};
use crate::calendar::{CalendarDate, Duration, calendar_dates, durations};
use crate::dialogue::{TaleParagraph, quotations, spoken, tales};
use crate::extract::NameExtract;
use crate::tokens::Text;

/// What the readers of facts and times share of a text: it is read one time for all of them.
pub(crate) struct FactBasis<'t> {
    pub(super) text: &'t Text<'t>,
    /// For each word, whether somebody in the text says it, or tells it at length.
    pub(crate) quoted: Vec<bool>,
    /// The same, where what is told at length is a narration.
    pub(super) spoken: Vec<bool>,
    /// What is told at length.
    pub(super) tales: Vec<TaleParagraph>,
    pub(crate) dates: Vec<CalendarDate>,
    pub(super) durations: Vec<Duration>,
    pub(super) subjects: Vec<Subject>,
}

impl<'t> FactBasis<'t> {
    pub(crate) fn of(text: &'t Text<'t>, names: &NameExtract) -> Self {
        let quotations = quotations(text);
        let quoted = spoken(text, &quotations);
        let (tales, spoken) =
            tales(text, &quotations, &quoted).unwrap_or_else(|| (Vec::new(), quoted.clone()));
        Self {
            quoted,
            tales,
            text,
            dates: calendar_dates(text),
            durations: durations(text),
            subjects: subjects(text, names, &spoken),
            spoken,
        }
    }
}
