//! Whether the words of a sign are meant as one, in the time of a date: no comparison, no memory, no mountain.

use std::ops::Range;

use super::words::{BEFORE_FROZEN, COLD_LANDS, COMPARING, FREEZING, NO_SIGNS, OTHER_TIMES};
use super::{DATE_LASTS_WORDS, DATELINE_LASTS_WORDS, SeasonReader, StatedDate};
use crate::span::Span;
use crate::tokens::{HYPHENS, SentenceKind};

/// Words of its sentence that are read around a sign, on either side, at most.
const SENTENCE_WORDS_MAX: usize = 250;

/// Words before "snowed" in which petals are looked for that fall like snow.
const PETALS_WITHIN_WORDS: usize = 30;

/// Words behind a sign in its paragraph in which a land of snow is looked for.
const COLD_LAND_WITHIN_WORDS: usize = 60;

impl SeasonReader<'_, '_> {
    /// Whether between the date of an entry or a scene and a sign time goes by, or somebody tells of something: "Five
    /// months passed", "Hale told us of the march".
    fn is_of_report(&self, date: &StatedDate, sign: usize) -> bool {
        const UNITS: [&str; 8] =
            ["month", "months", "week", "weeks", "year", "years", "days", "time"];
        let lower = |at: usize| self.text.lower(at);
        date.is_dateline
            && (date.words.end..sign).any(|at| {
                let next = lower(at + 1);
                let passes =
                    matches!(next, "passed" | "later" | "went" | "after" | "had" | "elapsed");
                UNITS.contains(&lower(at)) && passes
                    || matches!(lower(at), "told" | "story" | "tale")
            })
    }

    /// Whether a sign stands in the narration, as it is meant, in the time of the date.
    pub(super) fn is_sign(&self, words: Range<usize>, date: &StatedDate) -> bool {
        let sentence = self.text.sentence_of(words.start);
        !self.spoken[words.start]
            && sentence.kind == SentenceKind::Prose
            && !self.text.source()[..sentence.span.end].ends_with('?')
            && self.is_meant(&words)
            && !self.is_of_cold_land(&words, date)
            && !self.is_of_report(date, words.start)
            && !self.is_of_other_time(&words, date)
    }

    /// Whether the words of a sign mean weather or nature as it is: no part of a word, no name, no comparison.
    pub(super) fn is_meant(&self, words: &Range<usize>) -> bool {
        let text = self.text;
        let sentence = text.sentence_of(words.start);
        let lower = |at: usize| text.lower(at);
        let source = text.source();
        let Span { start, end } = text.words_span(words);
        let is_part = source[..start].ends_with(HYPHENS) || source[end..].starts_with(HYPHENS);
        let is_name =
            source[start..].starts_with(char::is_uppercase) && words.start != sentence.words.start;
        let before = sentence.words.start.max(words.start.saturating_sub(3))..words.start;
        let is_frozen_person = lower(words.start) == "frozen"
            && before.clone().next_back().is_some_and(|at| BEFORE_FROZEN.contains(lower(at)))
            && !before.clone().any(|at| FREEZING.contains(lower(at)));
        let is_compared = before
            .clone()
            .skip(before.len().saturating_sub(2))
            .any(|at| COMPARING.contains(lower(at)));
        // "the plum-tree was white with blossoms, and it snowed upon them"
        let is_of_petals = lower(words.start).starts_with("snow")
            && (words.start.saturating_sub(PETALS_WITHIN_WORDS)..words.start)
                .any(|at| matches!(lower(at), "blossom" | "blossoms" | "petals" | "feathers"));
        let mut around = sentence.words.start.max(words.start.saturating_sub(5))
            ..(words.end + 4).min(sentence.words.end);
        !is_part
            && !is_name
            && !is_frozen_person
            && !is_compared
            && !is_of_petals
            && !around.any(|at| !words.contains(&at) && NO_SIGNS.contains(lower(at)))
    }

    /// Whether a sign may be that of mountains or the far north.
    fn is_of_cold_land(&self, words: &Range<usize>, date: &StatedDate) -> bool {
        let text = self.text;
        let sentence = text.sentence_of(words.start);
        let paragraph = &text.paragraphs()[sentence.paragraph].words;
        let from = paragraph.start.min(date.words.start).min(sentence.words.start);
        let first = words.start.saturating_sub(DATELINE_LASTS_WORDS);
        let is_far = words.start > date.words.end + DATE_LASTS_WORDS;
        is_far && self.is_icy
            || (from.max(first)..paragraph.end.min(words.end + COLD_LAND_WITHIN_WORDS))
                .any(|at| COLD_LANDS.contains(text.lower(at)))
    }

    /// Whether between the date and a sign, or in the sentence of the sign, another time is spoken of.
    fn is_of_other_time(&self, words: &Range<usize>, date: &StatedDate) -> bool {
        // "He might have spoken." says nothing of the time of the sentence behind it.
        const MODAL: [&str; 10] =
            ["might", "could", "should", "will", "shall", "if", "never", "ever", "always", "next"];
        let text = self.text;
        let sentence = text.sentence_of(words.start);
        let lower = |at: usize| text.lower(at);
        // "the trees were white, where he would have sat" is of now up to the comma.
        let last = sentence.words.end.min(words.end + SENTENCE_WORDS_MAX);
        let clause = (words.end..last).find(|&at| {
            text.gap_before(at).contains([',', ';'])
                && matches!(lower(at), "where" | "which" | "who")
        });
        let own = sentence.words.start.max(words.start.saturating_sub(SENTENCE_WORDS_MAX))
            ..clause.unwrap_or(last);
        let of_sentence = own.filter(|at| !date.words.contains(at));
        let between = if date.is_dateline {
            let before = text.words()[words.start].sentence.saturating_sub(1);
            text.sentences()[before].words.start.max(date.words.end)..words.start
        } else {
            date.words.end..words.start
        };
        let own_start = text.paragraphs()[sentence.paragraph].words.start;
        let is_modal = |at: &usize| date.is_dateline && MODAL.contains(&lower(*at));
        let is_other = between
            .filter(|at| sentence.words.contains(at) || !is_modal(at))
            .chain(of_sentence)
            // "Winter had come", "the leaves had turned".
            .filter(|at| {
                let is_of_date = *at == date.words.end && matches!(lower(*at), "had" | "has");
                !words.contains(at) && !is_of_date
            })
            .any(|at| {
                // "as Mary had done" is no time of its own, and what another paragraph had is over.
                let is_compared = at >= 2 && lower(at - 2) == "as" && lower(at + 1) == "done";
                let is_had = (lower(at) == "had" || lower(at).ends_with("'d")) && at >= own_start;
                OTHER_TIMES.contains(lower(at)) || is_had && !is_compared
            });
        // "the cherry tree that had been white with blossom".
        let is_of_before = words.clone().any(|at| lower(at) == "that" || lower(at) == "which")
            && words.clone().any(|at| lower(at) == "had");
        is_other || is_of_before
    }
}
