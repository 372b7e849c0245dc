//! What the words of a document show by themselves: spelling, words with a date, weather against its season,
//! and sentences that may promise something. What of it is wrong in a book is for the whole book to say.

use serde::{Deserialize, Serialize};

use crate::calendar::century_ends;
use crate::dated::{DatedUse, dated_uses};
use crate::dialogue::{quotations, spoken};
use crate::promised::{PromiseOffer, promise_offers};
use crate::seasons::{SeasonClash, season_clashes};
use crate::span::Span;
use crate::spelling::SpellingExtract;
use crate::tokens::Text;

/// The words of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordingExtract {
    /// How many words the text has.
    pub words: usize,
    /// Words that no list has, and words with two spellings.
    pub spelling: SpellingExtract,
    /// The last years of the centuries of which it writes no year: 1799 of "17—".
    pub century_ends: Vec<i64>,
    /// Words with the year of their first use.
    pub dated: Vec<DatedUse>,
    /// What does not belong to its season.
    pub seasons: Vec<SeasonClash>,
    /// Sentences that may promise something.
    pub promises: Vec<PromiseOffer>,
}

impl WordingExtract {
    /// Reads a text; of one in another language nothing is read.
    pub(super) fn of(text: &Text<'_>) -> Self {
        if super::facts::is_foreign(text) {
            return Self::default();
        }
        let spoken = spoken(text, &quotations(text));
        Self {
            words: text.words().len(),
            spelling: SpellingExtract::of(text, &spoken),
            century_ends: century_ends(text),
            dated: dated_uses(text),
            seasons: season_clashes(text, &spoken),
            promises: promise_offers(text, &spoken),
        }
    }

    pub(super) fn map_spans(&mut self, map: &mut impl FnMut(Span) -> Span) {
        self.spelling.map_spans(map);
        let of_seasons = self
            .seasons
            .iter_mut()
            .flat_map(|it| [&mut it.date_span, &mut it.sign_span, &mut it.span]);
        let of_dated = self.dated.iter_mut().flat_map(|it| &mut it.spans);
        let of_promises = self.promises.iter_mut().map(|it| &mut it.span);
        for span in of_seasons.chain(of_dated).chain(of_promises) {
            *span = map(*span);
        }
    }
}
