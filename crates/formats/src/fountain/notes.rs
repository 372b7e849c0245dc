//! What of a screenplay is not printed: notes, which are comments, and boneyards, which are left out.

use crate::{
    Flaw,
    blocks::Counted,
    bounds::REMARKS_MAX,
    comments::{Said, bounded},
};

/// Stands in the text for a note that was taken out of it. It is a number that is no letter, and no text has it.
pub(super) const MARK: char = '\u{fdd0}';

/// A screenplay with its notes and boneyards taken out.
pub(super) struct Prepared {
    /// Its lines, which end in `\n`, with a [`MARK`] for each note.
    pub(super) text: String,
    /// The notes in their order.
    pub(super) said: Vec<Said>,
    /// How many boneyards there were.
    pub(super) boneyards: usize,
}

impl Prepared {
    pub(super) fn new(text: &str, counted: &mut Counted) -> Result<Self, Flaw> {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
        let text = text.replace(MARK, "");
        let (text, boneyards) = without_boneyards(&text);
        let mut prepared =
            Self { text: String::with_capacity(text.len()), said: Vec::new(), boneyards };
        // A note goes over no empty line, so that one without an end hides no more than a paragraph from the others.
        for paragraph in text.split_inclusive("\n\n") {
            prepared.add(paragraph, counted)?;
        }
        Ok(prepared)
    }

    /// Adds a paragraph, and takes its notes out.
    fn add(&mut self, paragraph: &str, counted: &mut Counted) -> Result<(), Flaw> {
        let mut rest = paragraph;
        while let Some((before, after)) = rest.split_once("[[") {
            let Some((note, behind)) = after.split_once("]]") else { break };
            if self.said.len() >= REMARKS_MAX {
                return Err(Flaw::TooManyRemarks);
            }
            let text = bounded(note.trim());
            let said = Said { text, ..Said::default() };
            counted.bytes(said.bytes())?;
            self.said.push(said);
            self.text.push_str(before);
            self.text.push(MARK);
            rest = behind;
        }
        self.text.push_str(rest);
        Ok(())
    }
}

/// A text without what stands between `/*` and `*/`, and how often it does.
fn without_boneyards(text: &str) -> (String, usize) {
    let (mut out, mut rest, mut count) = (String::with_capacity(text.len()), text, 0);
    while let Some((before, after)) = rest.split_once("/*") {
        // One without an end is none.
        let Some((_, behind)) = after.split_once("*/") else { break };
        out.push_str(before);
        rest = behind;
        count += 1;
    }
    out.push_str(rest);
    (out, count)
}
