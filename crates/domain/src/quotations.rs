//! Quotations: the direct speech of a document, with who speaks as the text shows it or as somebody has
//! corrected it. What is read is made anew from each text; a correction is kept with the words it is of and
//! what stands around them, and follows them through later texts.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Time, digest, page::Cursor, patch::Patch};

/// Characters of a speaker's name, at most.
pub const SPEAKER_CHARS_MAX: usize = 200;

/// Corrections of one document, at most.
pub const CORRECTIONS_MAX: usize = 5_000;

/// Text on each side that a correction is kept with, in characters.
pub const CONTEXT_CHARS: usize = 64;

/// Characters on each side that have to agree where the words themselves were changed.
const CONTEXT_AGREES_MIN: usize = 20;

crate::string_enum! {
    /// What a speaker is.
    pub enum SpeakerKind {
        /// Somebody with a name.
        Person = "person",
        /// Who says "I" in the narration.
        Narrator = "narrator",
        /// Somebody whom the text only describes.
        Described = "described",
    }
}

crate::string_enum! {
    /// The rule by which a speaker was found.
    pub enum SpeakerReason {
        /// A name and a verb of speech stand beside the quotation.
        Named = "named",
        /// A description and a verb of speech.
        Described = "described",
        /// "I" and a verb of speech.
        FirstPerson = "first_person",
        /// A pronoun and a verb of speech: the nearest person whom it fits.
        Pronoun = "pronoun",
        /// Another quotation of the paragraph has this speaker.
        Paragraph = "paragraph",
        /// The sentence beside the quotation tells what the speaker does.
        Action = "action",
        /// The quotation before or behind addresses the speaker.
        Addressed = "addressed",
        /// The turns of a conversation alternate.
        Alternation = "alternation",
        /// The conversation has only two persons, and the other one speaks before or behind.
        OtherOfTwo = "other_of_two",
        /// A user said so.
        Corrected = "corrected",
    }
}

crate::model! {
    /// Which quotations of a document to list.
    pub struct QuotationQuery as "QuotationQuery" paged by Cursor<i64> {}
}

crate::model! {
    /// Who speaks a quotation.
    pub struct QuotationUpdate as "QuotationUpdateRequest" {
        /// Who speaks: a name, a description, or `narrator`. Null withdraws an earlier correction.
        speaker: Patch<String> where { min_length: 1, max_length: SPEAKER_CHARS_MAX },
    }
}

/// A quotation of a document.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Quotation")]
pub struct QuotationItem {
    /// Its id, which it keeps as long as its words stand in the document.
    pub id: String,
    /// The document.
    pub document_id: String,
    /// The version of the document that was read.
    pub document_version: i64,
    /// The first character, its quotation mark, in the Markdown.
    pub start: i64,
    /// The character after the last one.
    pub end: i64,
    /// The words with their marks; the paragraphs of one speech together.
    pub text: String,
    /// Who speaks: the most complete name, the words with which the text describes somebody, or `narrator`;
    /// null where it is not certain enough.
    pub speaker: Option<String>,
    /// What the speaker is; null without one.
    pub speaker_kind: Option<SpeakerKind>,
    /// The speaker's lore entry; null when there is none.
    pub entry_id: Option<String>,
    /// The rule that applied; null when none did.
    pub reason: Option<SpeakerReason>,
    /// How often that rule was right where it was measured, from 0 to 1; below 0.6 no speaker is named. 1
    /// for a correction, 0 where no rule applied.
    pub certainty: f64,
    /// What the text shows, where a user has corrected it; else null.
    pub corrected_from: Option<String>,
    /// Whether a user has corrected the speaker.
    pub is_corrected: bool,
}

impl QuotationItem {
    /// The cursor that goes on behind it.
    pub fn cursor(&self) -> Cursor<i64> {
        Cursor { key: self.start, id: String::new() }
    }
}

/// The words of a quotation, with where they stand and what stands around them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QuotedText {
    /// The words with their marks.
    pub words: String,
    /// The text before.
    pub before: String,
    /// The text behind.
    pub after: String,
    /// The first character.
    pub start: i64,
}

/// Who speaks, as a user has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// Its id.
    pub id: String,
    /// The document.
    pub document_id: String,
    /// Where the quotation stood.
    pub quoted: QuotedText,
    /// Who speaks.
    pub speaker: String,
    /// When it was made or last changed.
    pub modified_at: Time,
}

/// Ids of the quotations of a document: of their words, and how often the same ones stand before.
pub fn quotation_ids<'w>(words: impl Iterator<Item = &'w str>) -> Vec<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    words
        .map(|words| {
            let words = folded(words);
            let count = counts.entry(words.clone()).or_default();
            *count += 1;
            let digest = digest::hex(format!("{words}\n{count}").as_bytes());
            digest.chars().take(24).collect()
        })
        .collect()
}

/// For each correction the quotation it is of, by its place in the list; none where it is gone. Two
/// corrections of one quotation are not both found: the later one is.
///
/// A quotation with the same words is meant, of several the one around which most of the text is the same,
/// then the nearest. Where no quotation has these words any more, one with the same text on both sides is
/// meant, if it is the only one.
pub fn corrected(corrections: &[Correction], quotations: &[QuotedText]) -> Vec<Option<usize>> {
    let mut by_words: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, quoted) in quotations.iter().enumerate() {
        by_words.entry(folded(&quoted.words)).or_default().push(at);
    }
    let mut taken: HashMap<usize, usize> = HashMap::new();
    let mut found: Vec<Option<usize>> = Vec::with_capacity(corrections.len());
    for (nth, correction) in corrections.iter().enumerate() {
        let same = by_words.get(&folded(&correction.quoted.words));
        let at = match same {
            Some(same) => nearest(&correction.quoted, same, quotations),
            None => changed(&correction.quoted, quotations),
        };
        found.push(at);
        let Some(at) = at else { continue };
        if let Some(other) = taken.insert(at, nth)
            && corrections[other].modified_at > correction.modified_at
        {
            taken.insert(at, other);
        }
    }
    let is_latest = |(nth, at): (usize, Option<usize>)| at.filter(|at| taken.get(at) == Some(&nth));
    found.into_iter().enumerate().map(is_latest).collect()
}

fn nearest(quoted: &QuotedText, same: &[usize], quotations: &[QuotedText]) -> Option<usize> {
    same.iter().copied().max_by_key(|at| {
        let (before, after) = agreement(quoted, &quotations[*at]);
        (before + after, -(quotations[*at].start - quoted.start).abs())
    })
}

fn changed(quoted: &QuotedText, quotations: &[QuotedText]) -> Option<usize> {
    let agrees = |other: &QuotedText| {
        let (before, after) = agreement(quoted, other);
        before >= CONTEXT_AGREES_MIN.min(quoted.before.chars().count())
            && after >= CONTEXT_AGREES_MIN.min(quoted.after.chars().count())
            && before + after >= CONTEXT_AGREES_MIN
    };
    let mut all = quotations.iter().enumerate().filter(|(_, other)| agrees(other));
    let (first, _) = all.next()?;
    all.next().is_none().then_some(first)
}

/// How many characters of the text before and behind are the same.
fn agreement(one: &QuotedText, other: &QuotedText) -> (usize, usize) {
    let same = |(one, other): &(char, char)| one == other;
    let before = one.before.chars().rev().zip(other.before.chars().rev()).take_while(same).count();
    let after = one.after.chars().zip(other.after.chars()).take_while(same).count();
    (before, after)
}

/// Words as they are compared: with one space for any number of them.
fn folded(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quotations of a text, which stand between brackets.
    fn quoted_texts(text: &str) -> Vec<QuotedText> {
        let mut quoted_texts = Vec::new();
        for (at, _) in text.match_indices('[') {
            let end = at + text[at..].find(']').unwrap();
            quoted_texts.push(QuotedText {
                words: text[at + 1..end].to_owned(),
                before: text[..at]
                    .chars()
                    .rev()
                    .take(CONTEXT_CHARS)
                    .collect::<String>()
                    .chars()
                    .rev()
                    .collect(),
                after: text[end + 1..].chars().take(CONTEXT_CHARS).collect(),
                start: i64::try_from(at).unwrap(),
            });
        }
        quoted_texts
    }

    fn correction(quoted: &QuotedText, at: i64) -> Correction {
        Correction {
            id: at.to_string(),
            document_id: "d".to_owned(),
            quoted: quoted.clone(),
            speaker: "Mina".to_owned(),
            modified_at: Time::from_millis(at),
        }
    }

    const TEXT: &str = "She rose and went to the window. [Yes.] He looked at the door. [No.] It rained \
                        all night upon the roof. [Yes.] Nobody came down to the beach.";

    #[test]
    fn a_correction_follows_its_words() {
        let old = quoted_texts(TEXT);
        for (later, wanted) in [
            (TEXT.to_owned(), [Some(0), Some(1), Some(2)]),
            (format!("It was late. [Yes.] {TEXT}"), [Some(1), Some(2), Some(3)]),
            (TEXT.replace("He looked at the door. ", ""), [Some(0), Some(1), Some(2)]),
            (TEXT.replace("[No.]", "[Never.]"), [Some(0), Some(1), Some(2)]),
            (TEXT.replace("[No.] ", ""), [Some(0), None, Some(1)]),
            (TEXT.replace("[No.]", "[Never.]").replace("door", "gate"), [Some(0), None, Some(2)]),
        ] {
            let corrections: Vec<_> = old.iter().map(|quoted| correction(quoted, 1)).collect();
            assert_eq!(corrected(&corrections, &quoted_texts(&later)), wanted, "{later}");
        }
    }

    #[test]
    fn of_two_corrections_the_later_one_counts() {
        let old = quoted_texts(TEXT);

        let both = [correction(&old[1], 2), correction(&old[1], 1)];

        assert_eq!(corrected(&both, &old), [Some(1), None]);
    }

    #[test]
    fn an_id_is_of_the_words_and_their_number() {
        let ids = quotation_ids(["“Yes.”", "“No.”", "“Yes.”"].into_iter());
        let later = quotation_ids(["“So?”", "“Yes.”", "“No,\nno.”", "“Yes.”"].into_iter());

        assert_eq!((&ids[0], &ids[2]), (&later[1], &later[3]));
        assert_ne!(ids[0], ids[2]);
    }
}
