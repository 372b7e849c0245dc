//! How old they are who write a diary or a letter, as they say themselves: "I am thirty-four". Who writes is read of
//! the heading ("Dr. Seward’s Diary", "Letter from Mina Murray to Lucy"), or of the name that stands below. What
//! somebody tells of long ago is not read.

use std::ops::Range;

use super::line::Line;
use super::subjects::{Subject, starting_at};
use super::{Attribute, Fact, FactBasis, FactReader};
use crate::lists::HONORIFICS;
use crate::numbers::number;
use crate::sentences::HEADING_WORDS_MAX;
use crate::speakers::is_own_writing;
use crate::tokens::SentenceKind;

/// What one person writes to another, at the beginning of a heading.
const LETTERS: [&str; 4] = ["letter", "telegram", "note", "postcard"];

/// Words of a name below a letter, and paragraphs of a letter in which it says to whom it goes, at most.
const SIGNATURE_WORDS_MAX: usize = 4;
const SALUTATION_WITHIN_PARAGRAPHS: usize = 4;

/// Words behind which somebody says what they now are.
const NOW: [&str; 8] = ["am", "ought", "have", "should", "must", "can", "do", "know"];

/// Ages that are read; "At nine, I must go" is an hour.
const AGES: std::ops::RangeInclusive<u32> = 13..=110;

/// Words in front of an age of another time than now.
const OTHER_TIMES: [&str; 6] = ["when", "until", "till", "if", "would", "by"];

/// A part of a text that one person writes.
struct Section<'b> {
    words: Range<usize>,
    teller: &'b Subject,
}

impl FactBasis<'_> {
    /// The ages that those state who write.
    pub(super) fn ages_of_tellers(&self, found: &mut Vec<Fact>) {
        for Section { words, teller } in self.sections() {
            let own = words.filter(|&at| !self.quoted[at] && self.text.lower(at) == "i");
            for at in own {
                let subject = Subject { words: at..at + 1, is_possessive: false, ..teller.clone() };
                let reader = FactReader {
                    line: Line::of(self.text, &self.quoted, at),
                    subject: &subject,
                    subjects: &self.subjects,
                    dates: &self.dates,
                };
                found.extend(reader.age_of_teller());
            }
        }
    }

    /// The parts of the text whose teller is known, in their order.
    fn sections(&self) -> Vec<Section<'_>> {
        let text = self.text;
        let mut found: Vec<Section<'_>> = Vec::new();
        let mut open: Option<(usize, &Subject)> = None;
        let mut is_headed = false;
        for sentence in text.sentences() {
            let words = &sentence.words;
            let teller = self.teller_in(words);
            if teller.is_none() && sentence.kind != SentenceKind::Heading {
                continue;
            }
            if let Some((start, teller)) = open.take() {
                found.push(Section { words: start..words.start, teller });
            }
            is_headed |= teller.is_some();
            open = teller.map(|teller| (words.end, teller));
        }
        let end = text.words().len();
        if let Some((start, teller)) = open {
            found.push(Section { words: start..end, teller });
        }
        if !is_headed && let Some(teller) = self.signature() {
            found.push(Section { words: 0..teller.words.start, teller });
        }
        found
    }

    /// Who writes what follows a sentence, if that is its heading.
    fn teller_in(&self, words: &Range<usize>) -> Option<&Subject> {
        let text = self.text;
        let paragraph = &text.paragraphs()[text.sentence_of(words.start).paragraph];
        let is_alone =
            paragraph.words.start == words.start && paragraph.words.len() <= HEADING_WORDS_MAX;
        if !is_alone || self.quoted[words.start] {
            return None;
        }
        let name = |at: usize| starting_at(&self.subjects, at).filter(|it| it.pronoun.is_none());
        if LETTERS.contains(&text.lower(words.start)) {
            let from = usize::from(text.lower((words.start + 1).min(words.end - 1)) == "from");
            return name(words.start + 1 + from).filter(|it| words.contains(&it.words.start));
        }
        let owner = name(words.start).filter(|it| it.is_possessive && it.words.end < words.end)?;
        // "Hale’s letter lay there" is no heading, "Mina’s Journal (continued)" is one.
        let is_heading = words.end - owner.words.end <= 2;
        (is_heading && is_own_writing(text.lower(owner.words.end))).then_some(owner)
    }

    /// Whose name stands alone at the end of a letter: "R. Walton."
    fn signature(&self) -> Option<&Subject> {
        let text = self.text;
        let last = text.paragraphs().last().filter(|it| it.words.len() <= SIGNATURE_WORDS_MAX)?;
        let before = text.paragraphs().iter().rev().nth(1)?;
        let closes = text.gap_after(before.words.end.checked_sub(1)?).trim_start().starts_with(',');
        let teller = starting_at(&self.subjects, last.words.start)?;
        let is_whole = teller.words.end == last.words.end && !teller.is_possessive;
        // "Dear Mina", "To Mrs. Saville, England": the whole text is the letter.
        let is_letter = text.paragraphs().iter().take(SALUTATION_WITHIN_PARAGRAPHS).any(|it| {
            let first = it.words.start;
            match text.lower(first.min(text.words().len() - 1)) {
                "dear" | "dearest" => true,
                "my" => {
                    first + 1 < text.words().len()
                        && matches!(text.lower(first + 1), "dear" | "dearest")
                }
                "to" => starting_at(&self.subjects, first + 1).is_some(),
                _ => false,
            }
        });
        if !is_letter {
            return None;
        }
        let is_named = !HONORIFICS.contains(text.lower(teller.words.end - 1));
        (closes && is_whole && is_named).then_some(teller)
    }
}

impl FactReader<'_, '_> {
    /// "I am thirty-four", "At five-and-forty, I ought to know".
    fn age_of_teller(&self) -> Option<Fact> {
        let (line, at) = (&self.line, self.subject.words.start);
        let next = line.behind_adverbs(at + 1);
        let stated = (line.word(next) == "am")
            .then(|| self.age_complement(line.behind_adverbs(next + 1), true))
            .flatten()
            .map(|(age, end)| (age, at, end));
        let fronted = || {
            let start = line.words.start;
            let (age, end) = number(line.text, start + 1)?;
            let is_first = !(start..at).any(|it| matches!(line.word(it), "i" | "he" | "she"));
            let is_now = line.word(start) == "at"
                && line.is_behind_comma(end)
                && is_first
                && NOW.contains(&line.word(next));
            is_now.then_some((age, start, at + 1))
        };
        let (age, first, end) = stated.or_else(fronted).filter(|it| AGES.contains(&it.0))?;
        if (line.clause_start(at)..at).any(|it| OTHER_TIMES.contains(&line.word(it))) {
            return None;
        }
        self.fact(Attribute::Age, age.to_string(), (first, end)).filter(|it| !it.is_past)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Extract;
    use crate::tokens::Text;

    fn ages(source: &str) -> Vec<String> {
        let facts = Extract::of(&Text::new(source)).facts.facts.into_iter();
        let ages = facts.filter(|it| it.attribute == Attribute::Age);
        ages.map(|it| format!("{} {}", it.name_text, it.value)).collect()
    }

    #[test]
    fn who_writes_says_how_old_they_are() {
        for (source, wanted) in [
            (
                "Dr. Seward’s Diary.\n\nNow I am thirty-four, and I feel ninety.",
                &["Dr. Seward 34"][..],
            ),
            (
                "Mina Murray’s Journal.\n\nThe sea was calm. At five-and-forty, with a life behind me, I ought to \
                 know.",
                &["Mina Murray 45"],
            ),
            ("Letter from Lucy Gray to Mina.\n\nI am nineteen.", &["Lucy Gray 19"]),
            (
                "Dear Mina,\n\nI am nineteen, and we sail.\n\nYour loving brother,\n\nTom Hale.",
                &["Tom Hale 19"],
            ),
            ("Dr. Seward’s Diary.\n\nI was thirty-four then. I am thirty miles from home.", &[]),
            (
                "Dr. Seward’s Diary.\n\nAt nine, I have to meet Lucy. When I am thirty, I shall go.",
                &[],
            ),
            ("Dr. Seward’s diary lay there. I am thirty-four.", &[]),
            (
                "Dr. Seward’s Diary.\n\nIt rained.\n\nMina Murray’s Journal. 24 July.\n\nI am nineteen.",
                &["Mina Murray 19"],
            ),
            ("We met Tom.\n\nI am forty.\n\nYours ever,\n\nTom Hale.", &[]),
            ("Dr. Seward’s Diary.\n\n“I am thirty-four,” he said.", &[]),
            ("Dr. Seward’s Diary.\n\nIt rained.\n\n# The Voyage\n\nI am thirty-four.", &[]),
        ] {
            assert_eq!(ages(source), wanted, "{source}");
        }
    }
}
