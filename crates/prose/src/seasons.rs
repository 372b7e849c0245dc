//! Weather and nature that do not belong to the date that a scene states: snow in July, bluebells in October.
//! Only what is plain in the northern half of the earth is read, in the narration, close behind a month or
//! a season that is stated as the present one. Mountains, the far north, comparisons, memories, and what the
//! text itself calls strange are left out.

mod words;

use serde::{Deserialize, Serialize};

use crate::facts::on_one_line;
use crate::span::Span;
use crate::tokens::{HYPHENS, SentenceKind, Text};
use words::{
    BEFORE_DATES, BEFORE_FROZEN, BEFORE_OTHER_DATES, COLD_LANDS, COMPARING, DATES, FREEZING,
    Months, NO_SIGNS, OTHER_TIMES, SIGN_INDEX, SOUTHERN,
};

/// Words behind a date in which it is still the date of what is told.
const DATE_LASTS_WORDS: usize = 90;

/// Clashes of a text that are kept at most.
const CLASHES_MAX: usize = 50;

/// Names of the south in a text, from which on its seasons are not judged.
const SOUTHERN_MIN: usize = 1;

/// What does not belong to the season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonClash {
    /// The words of the date, as they are written.
    pub date: String,
    /// Where they stand.
    pub date_span: Span,
    /// The words of the weather, as they are written.
    pub sign: String,
    /// Where they stand.
    pub sign_span: Span,
    /// The sentence of the weather, on one line.
    pub quote: String,
    /// That sentence.
    pub span: Span,
}

/// Months that are other words as well: only with a day, or behind these words.
const AMBIGUOUS: [&str; 2] = ["march", "may"];

/// A month or season that is stated as the present one.
struct StatedDate {
    months: Months,
    words: std::ops::Range<usize>,
}

/// What does not belong to its season in a text in English; `spoken` says of each word whether somebody says
/// it.
pub(crate) fn season_clashes(text: &Text<'_>, spoken: &[bool]) -> Vec<SeasonClash> {
    let all = 0..text.words().len();
    if all.clone().filter(|at| SOUTHERN.contains(text.lower(*at))).count() >= SOUTHERN_MIN {
        return Vec::new();
    }
    let reader = SeasonReader { text, spoken };
    let mut found = Vec::new();
    let mut date: Option<StatedDate> = None;
    let mut at = 0;
    while at < all.end && found.len() < CLASHES_MAX {
        if text.paragraphs()[text.sentence_of(at).paragraph].opens_scene
            && text.paragraphs()[text.sentence_of(at).paragraph].words.start == at
        {
            date = None;
        }
        if let Some((months, end)) = reader.month_at(at) {
            date = reader.is_present(at).then_some(StatedDate { months, words: at..end });
            // Of a month that is named in passing, nothing is known behind it.
            at = end;
            continue;
        }
        let sign = reader.sign_at(at);
        let lasting = date.as_ref().filter(|date| at <= date.words.end + DATE_LASTS_WORDS);
        if let (Some((out_of, end)), Some(date)) = (sign, lasting)
            && date.months & !out_of == 0
            && reader.is_sign(at..end, date)
        {
            let sentence = text.sentence_of(at);
            found.push(SeasonClash {
                date: on_one_line(text.words_span(&date.words).of(text.source())),
                date_span: text.words_span(&date.words),
                sign: on_one_line(text.words_span(&(at..end)).of(text.source())),
                sign_span: text.words_span(&(at..end)),
                quote: on_one_line(sentence.span.of(text.source())),
                span: sentence.span,
            });
            at = sentence.words.end.max(end);
            continue;
        }
        at = sign.map_or(at + 1, |(_, end)| end);
    }
    found
}

struct SeasonReader<'r, 't> {
    text: &'r Text<'t>,
    spoken: &'r [bool],
}

impl SeasonReader<'_, '_> {
    /// The months that a word names, with the words of the date around it from this one on.
    fn month_at(&self, at: usize) -> Option<(Months, usize)> {
        let word = self.text.lower(at);
        let (_, months) = DATES.iter().find(|(name, _)| *name == word)?;
        let is_capital =
            self.text.words()[at].span.of(self.text.source()).starts_with(char::is_uppercase);
        let is_season = matches!(
            word,
            "summer"
                | "winter"
                | "autumn"
                | "midsummer"
                | "midwinter"
                | "springtime"
                | "summertime"
                | "wintertime"
        );
        if !is_season && !is_capital {
            return None;
        }
        if AMBIGUOUS.contains(&word)
            && !self.has_day(at)
            && !self.is_behind(at, &["in", "of", "mid", "early", "late"])
        {
            return None;
        }
        Some((*months, at + 1))
    }

    fn has_day(&self, at: usize) -> bool {
        let is_day = |at: usize| {
            at < self.text.words().len() && {
                let word = self.text.lower(at);
                let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
                (1..=2).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit())
            }
        };
        let before = at.checked_sub(1).is_some_and(is_day)
            || (self.is_behind(at, &["of"])
                && at >= 2
                && (is_day(at - 2) || self.is_ordinal(at - 2)));
        before || is_day(at + 1)
    }

    fn is_ordinal(&self, at: usize) -> bool {
        crate::calendar::ordinal(self.text, at).is_some()
    }

    fn is_behind(&self, at: usize, words: &[&str]) -> bool {
        at.checked_sub(1).is_some_and(|before| words.contains(&self.text.lower(before)))
    }

    /// Whether a month or a season is that of what is told.
    fn is_present(&self, at: usize) -> bool {
        let sentence = self.text.sentence_of(at);
        if self.spoken[at] {
            return false;
        }
        let word = self.text.lower(at);
        let before = sentence.words.start.max(at.saturating_sub(4))..at;
        let is_dateline = sentence.kind == SentenceKind::Heading || at - sentence.words.start <= 2;
        let is_other = before.clone().any(|it| {
            let word = self.text.lower(it);
            OTHER_TIMES.contains(word) || BEFORE_OTHER_DATES.contains(word) || word == "like"
        });
        // "a mellow October day"
        let is_of_a_day = self.is_time_of_day(at + 1)
            && before
                .clone()
                .any(|it| matches!(self.text.lower(it), "a" | "an" | "one" | "that" | "this"));
        let is_stated = self.has_day(at)
            || is_of_a_day
            || at.checked_sub(1).is_some_and(|it| BEFORE_DATES.contains(self.text.lower(it)))
            || (is_dateline && DATES[..12].iter().any(|(name, _)| *name == word));
        // “in the summer” and “a summer” may be any; the day, the night and the month are those of the scene.
        let is_loose = matches!(word, "summer" | "winter" | "autumn" | "christmas")
            && self.is_behind(at, &["in", "the", "a", "of", "one", "on"])
            && !self.is_time_of_day(at + 1)
            && !before.clone().any(|it| matches!(self.text.lower(it), "was" | "high" | "height"));
        is_stated && !is_other && !is_loose
    }

    fn is_time_of_day(&self, at: usize) -> bool {
        const TIMES: [&str; 9] =
            ["day", "night", "morning", "evening", "afternoon", "noon", "eve", "dawn", "dusk"];
        at < self.text.words().len() && TIMES.contains(&self.text.lower(at))
    }

    /// The months in which the sign that begins at a word is not seen, and where it ends.
    fn sign_at(&self, at: usize) -> Option<(Months, usize)> {
        let signs = SIGN_INDEX.get(self.text.lower(at))?;
        signs.iter().find_map(|(words, months)| {
            let end = at + words.len();
            let is_here = end <= self.text.words().len()
                && (at..end).zip(words).all(|(at, wanted)| self.text.lower(at) == *wanted);
            is_here.then_some((*months, end))
        })
    }

    /// Whether a sign stands in the narration, as it is meant, in the time of the date.
    fn is_sign(&self, words: std::ops::Range<usize>, date: &StatedDate) -> bool {
        let text = self.text;
        let sentence = text.sentence_of(words.start);
        let lower = |at: usize| text.lower(at);
        let around = sentence.words.start.max(words.start.saturating_sub(5))
            ..(words.end + 4).min(sentence.words.end);
        let source = text.source();
        let (start, end) =
            (text.words()[words.start].span.start, text.words()[words.end - 1].span.end);
        let is_part = source[..start].ends_with(HYPHENS) || source[end..].starts_with(HYPHENS);
        let is_name =
            source[start..].starts_with(char::is_uppercase) && words.start != sentence.words.start;
        let paragraph = &text.paragraphs()[sentence.paragraph];
        let from = date.words.start.min(sentence.words.start);
        let is_cold_land = (paragraph.words.start.min(from)
            ..paragraph.words.end.min(words.end + 60))
            .any(|at| COLD_LANDS.contains(lower(at)));
        // Between the date and the sign, and in the sentence of the sign, no other time is spoken of.
        let of_sentence = sentence.words.clone().filter(|at| !date.words.contains(at));
        let is_other_time = (date.words.end..words.start).chain(of_sentence).any(|at| {
            OTHER_TIMES.contains(lower(at)) || lower(at) == "had" || lower(at).ends_with("'d")
        });
        let before = sentence.words.start.max(words.start.saturating_sub(3))..words.start;
        let is_frozen_person = lower(words.start) == "frozen"
            && before.clone().next_back().is_some_and(|at| BEFORE_FROZEN.contains(lower(at)))
            && !before.clone().any(|at| FREEZING.contains(lower(at)));
        let is_compared = before
            .clone()
            .skip(before.len().saturating_sub(2))
            .any(|at| COMPARING.contains(lower(at)));
        !self.spoken[words.start]
            && sentence.kind == SentenceKind::Prose
            && !is_part
            && !is_name
            && !is_frozen_person
            && !is_compared
            && !is_cold_land
            && !is_other_time
            && !around.clone().any(|at| !words.contains(&at) && NO_SIGNS.contains(lower(at)))
            && !source[..sentence.span.end].ends_with('?')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clashes(source: &str) -> Vec<(String, String)> {
        let text = Text::new(source);
        let spoken = crate::dialogue::spoken(&text, &crate::quotations(&text));
        season_clashes(&text, &spoken).into_iter().map(|it| (it.date, it.sign)).collect()
    }

    #[test]
    fn what_does_not_belong_to_the_season_is_found() {
        for (source, date, sign) in [
            ("On the 12th of July the snow lay deep on the fields.", "July", "snow"),
            ("It was the third of July. Icicles hung from the eaves.", "July", "Icicles"),
            (
                "It was a hot August evening, and the children skated on the pond.",
                "August",
                "skated",
            ),
            ("That January the haymakers were in the meadow until dusk.", "January", "haymakers"),
            ("It was mid-October; bluebells filled the wood.", "October", "bluebells"),
            ("14 June. The trees were leafless along the road.", "June", "leafless"),
            ("It was midsummer, and the pond was frozen over.", "midsummer", "frozen"),
            (
                "December had come. It was December, and bees hummed about the door.",
                "December",
                "bees hummed",
            ),
            ("It was a mellow October day. Lilacs stood at the wall.", "October", "Lilacs"),
        ] {
            let wanted = vec![(date.to_owned(), sign.to_owned())];
            assert_eq!(clashes(source), wanted, "{source}");
        }
    }

    #[test]
    fn what_belongs_to_it_or_is_not_there_is_not_found() {
        for source in [
            "On the 12th of January the snow lay deep on the fields.",
            "On the 12th of July her face was white as snow.",
            "On the 12th of July he remembered the snow on the fields.",
            "On the 12th of July there was no snow on the fields.",
            "In July the snow still lay on the summit of the mountain.",
            "In July, in Melbourne, the snow lay on the fields.",
            "“In July the snow lay on the fields,” she said.",
            "It was July. He stood frozen at the door.",
            "Since July he had not seen snow. The snow lay deep.",
            "It may snow on the fields.",
            "In the summer he worked there. The snow lay deep now.",
            "It was like a June evening by the fire. Outside the snow fell.",
        ] {
            assert_eq!(clashes(source), [], "{source}");
        }
    }
}
