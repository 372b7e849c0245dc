//! The extract of a document: all that is read once from its text, by nothing but the text, so that it can
//! be kept until the text changes. Rules over a whole book run over the extracts of all its documents; what
//! they conclude is in no extract.
//!
//! A new section is a field here, with [`Default`], a line in [`Extract::of`] and one in
//! [`Extract::map_spans`], and [`EXTRACT_FORM`] one higher.

mod facts;
mod names;
mod wording;

use serde::{Deserialize, Serialize};

use crate::habits::HabitExtract;
use crate::span::Span;
use crate::tokens::Text;

pub use facts::{FactExtract, stated_journeys};
pub(crate) use names::ADJECTIVES;
pub(crate) use names::rows as capital_rows;
pub use names::{Cue, Cues, NameExtract, NameRow, RowPosition, WordCase};
pub use wording::WordingExtract;

/// The form of extracts. An extract of another form is not read but made anew; any change of what a section
/// holds, or of how it is read, needs another number.
pub const EXTRACT_FORM: i64 = 31;

/// What was read in a document's text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extract {
    /// Capitals, with what stands around them.
    pub names: NameExtract,
    /// What is stated of whom, and when.
    pub facts: FactExtract,
    /// What its words show by themselves.
    pub wording: WordingExtract,
    /// How it is told.
    pub habits: HabitExtract,
}

impl Extract {
    /// Reads a text. All positions are bytes of its plain text, in rising order.
    pub fn of(text: &Text<'_>) -> Extract {
        let names = NameExtract::of(text);
        Extract {
            facts: FactExtract::of(text, &names),
            wording: WordingExtract::of(text),
            habits: HabitExtract::of(text),
            names,
        }
    }

    /// Exchanges every position, for instance for characters of the Markdown that the text was made from.
    pub fn map_spans(&mut self, map: &mut impl FnMut(Span) -> Span) {
        self.names.map_spans(map);
        self.facts.map_spans(map);
        self.wording.map_spans(map);
        self.habits.map_spans(map);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text with many of the forms that sections read, and what was read of it: the form of extracts with
    /// the hash of this text's extract (FNV-1a). A change of what is read changes the hash; then
    /// [`EXTRACT_FORM`] rises, and both are written here.
    const READ_SO: (i64, u64) = (31, 16_474_275_322_946_408_059);

    #[test]
    fn what_is_read_changes_only_with_the_form_of_extracts() {
        let text = include_str!("extract/sample.txt");
        let kept = serde_json::to_string(&Extract::of(&Text::new(text))).unwrap();

        let hash = kept.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });

        assert_eq!((EXTRACT_FORM, hash), READ_SO, "raise EXTRACT_FORM");
    }

    #[test]
    fn an_extract_is_the_same_after_it_was_kept() {
        let text = Text::new(
            "“Where is Mina?” said Dr. Seward. Lucy’s mother looked at her. On 3 May 1893 \
             Lucy was nineteen. Mina sold her watch.",
        );
        let mut extract = Extract::of(&text);
        extract.map_spans(&mut |span| Span::new(span.start + 1, span.end + 1));

        let kept = serde_json::to_string(&extract).unwrap();

        assert_eq!(serde_json::from_str::<Extract>(&kept).unwrap(), extract);
    }
}
