//! Weather and nature that do not belong to the date that a scene states: snow in July, bluebells in October.
//! Only what is plain in the northern half of the earth is read, in the narration, behind a month or
//! a season that is stated as the present one, or behind another sign of the same scene. Mountains, the far north, comparisons, memories, and what the
//! text itself calls strange are left out.

mod meant;
mod scene;
#[cfg(test)]
mod tests;
mod words;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::calendar::is_dateline;
use crate::facts::on_one_line;
use crate::span::Span;
use crate::tokens::{SentenceKind, Text};
use scene::{Scene, SeasonOfScene};
use words::{
    BEFORE_DATES, BEFORE_OTHER_DATES, BEFORE_PICKED, DATES, GROWING, LINKS, Months, NO_SIGNS,
    OTHER_TIMES, PICKING, SIGN_INDEX, SOUTHERN, STATE_INDEX, picked,
};

/// Words behind a date in which it is still the date of what is told.
const DATE_LASTS_WORDS: usize = 90;

/// The same of the date of a letter or of an entry in a diary.
const DATELINE_LASTS_WORDS: usize = 1_500;

/// Words between what grows and how it is, and between "picked" and what is picked, at most.
const STATE_WITHIN_WORDS: usize = 7;
const PICKED_WITHIN_WORDS: usize = 3;

/// Words between a sign and a date behind it, and words in which that sign is looked for, at most.
const DATE_BEHIND_WITHIN_WORDS: usize = 10;
const SIGN_WITHIN_WORDS: usize = 20;

/// Words behind a sign of a season in which that season lasts.
const SCENE_LASTS_WORDS: usize = 1_500;

/// Clashes of a text that are kept at most.
const CLASHES_MAX: usize = 50;

/// Names of the south in a text, from which on its seasons are not judged.
const SOUTHERN_MIN: usize = 1;

/// "ice" in a text, from which on it may be told of the far north.
const ICE_MIN: usize = 3;

/// What does not belong to the season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonClash {
    /// The words of the date, or of another sign of a season, as they are written.
    pub date: String,
    /// Whether that is a date.
    pub is_date: bool,
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
#[derive(Clone)]
struct StatedDate {
    months: Months,
    words: Range<usize>,
    /// Whether it stands above what is told, as in a diary or a letter.
    is_dateline: bool,
}

/// What does not belong to its season in a text in English; `spoken` says of each word whether somebody says
/// it.
pub(crate) fn season_clashes(text: &Text<'_>, spoken: &[bool]) -> Vec<SeasonClash> {
    let all = 0..text.words().len();
    if all.clone().filter(|at| SOUTHERN.contains(text.lower(*at))).count() >= SOUTHERN_MIN {
        return Vec::new();
    }
    let is_icy = all.clone().filter(|at| text.lower(*at) == "ice").count() >= ICE_MIN;
    let reader = SeasonReader { text, spoken, is_icy };
    let mut found = Vec::new();
    let mut date: Option<StatedDate> = None;
    let mut scene = Scene::default();
    let mut at = 0;
    while at < all.end && found.len() < CLASHES_MAX {
        if text.paragraphs()[text.sentence_of(at).paragraph].opens_scene
            && text.paragraphs()[text.sentence_of(at).paragraph].words.start == at
        {
            date = None;
            scene = Scene::default();
        }
        let sign = reader.sign_at(at);
        // "autumn leaves" are a sign and no date.
        let is_in_sign = sign.as_ref().is_some_and(|(_, words)| words.len() > 1);
        if let Some((months, end)) = reader.month_at(at).filter(|_| !is_in_sign) {
            let is_dateline = reader.has_day(at) && is_dateline(text, &(at..end));
            // "It was nearly June" is still of May.
            let is_before = reader.is_behind(at, &["almost", "nearly"]);
            let months = if is_before { months | months >> 1 | (months & 1) << 11 } else { months };
            date =
                reader.is_present(at).then_some(StatedDate { months, words: at..end, is_dateline });
            if let Some(date) = &date {
                found.extend(
                    reader.sign_before(date).map(|words| reader.clash((date, true), words)),
                );
            }
            let of_scene = date.as_ref().filter(|it| it.is_dateline || reader.opens_scene(at));
            scene.season = of_scene.map(|it| SeasonOfScene::of(it.months, it.words.clone()));
            // Of a month that is named in passing, nothing is known behind it.
            at = end;
            continue;
        }
        let lasting = date.as_ref().filter(|date| at <= date.words.end + date.lasts_words());
        if let (Some((out_of, words)), Some(date)) = (&sign, lasting)
            && date.months & !out_of == 0
            && reader.is_sign(words.clone(), date)
        {
            found.push(reader.clash((date, true), words.clone()));
            at = text.sentence_of(at).words.end.max(words.end);
            continue;
        }
        if let Some((out_of, words)) = sign.as_ref().filter(|(_, words)| reader.is_plain(words)) {
            found.extend(scene.clash(&reader, *out_of, words));
        }
        at = sign.map_or(at + 1, |(_, words)| words.end.max(at + 1));
    }
    found
}

impl StatedDate {
    fn lasts_words(&self) -> usize {
        if self.is_dateline { DATELINE_LASTS_WORDS } else { DATE_LASTS_WORDS }
    }
}

struct SeasonReader<'r, 't> {
    text: &'r Text<'t>,
    spoken: &'r [bool],
    /// Whether there is so much ice in the text that it may be that of the far north.
    is_icy: bool,
}

impl SeasonReader<'_, '_> {
    fn clash(&self, (date, is_date): (&StatedDate, bool), sign: Range<usize>) -> SeasonClash {
        let text = self.text;
        let sentence = text.sentence_of(sign.start);
        SeasonClash {
            date: on_one_line(text.words_span(&date.words).of(text.source())),
            is_date,
            date_span: text.words_span(&date.words),
            sign: on_one_line(text.words_span(&sign).of(text.source())),
            sign_span: text.words_span(&sign),
            quote: on_one_line(sentence.span.of(text.source())),
            span: sentence.span,
        }
    }

    /// A sign out of season in front of the date, in its sentence: "It snowed all day on the third of June".
    fn sign_before(&self, date: &StatedDate) -> Option<Range<usize>> {
        const PARTING: [&str; 9] =
            ["and", "but", "when", "while", "before", "after", "till", "until", "or"];
        let until = date.words.start;
        let start = self.text.sentence_of(until).words.start;
        (start.max(until.saturating_sub(SIGN_WITHIN_WORDS))..until).find_map(|at| {
            let (out_of, words) = self.sign_at(at)?;
            let is_own = words.end <= until
                && until - words.end <= DATE_BEHIND_WITHIN_WORDS
                && !(words.end..until).any(|it| {
                    let word = self.text.lower(it);
                    NO_SIGNS.contains(word)
                        || PARTING.contains(&word)
                        || self.month_at(it).is_some()
                });
            let is_clash =
                date.months & !out_of == 0 && is_own && self.is_sign(words.clone(), date);
            is_clash.then_some(words)
        })
    }

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
        ) || self.is_spring(at);
        if word == "spring" && !is_season {
            return None;
        }
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

    /// Whether "spring" is the season, and no leap and no well.
    fn is_spring(&self, at: usize) -> bool {
        const BEFORE: [&str; 5] = ["early", "late", "that", "this", "was"];
        let text = self.text;
        text.lower(at) == "spring"
            && (at + 1 < text.words().len()
                && (matches!(text.lower(at + 1), "came" | "had" | "was")
                    && text.sentence_of(at).words.start == at
                    || self.is_time_of_day(at + 1))
                || self.is_behind(at, &BEFORE))
    }

    /// Whether a sentence says of its month or season that it is that of the scene: "It was a dreary night of November".
    fn opens_scene(&self, at: usize) -> bool {
        // "Under a bright sun, at almost Midsummer, they came", and not "the Midsummer rents".
        if matches!(self.text.lower(at), "midsummer" | "midwinter") {
            let closes = self.text.gap_after(at).starts_with([',', '.', ';']);
            if closes && self.is_behind(at, &["at", "almost", "nearly"]) {
                return true;
            }
        }
        let words = self.text.sentence_of(at).words.clone();
        let first = words.start;
        self.text.lower(first) == "it"
            && self.text.words().get(first + 1).is_some_and(|_| self.text.lower(first + 1) == "was")
            && !words.clone().any(|it| self.text.lower(it) == "had")
    }

    /// Whether a sign means weather or nature by itself: not "a frosty smile", "a cuckoo clock".
    fn is_plain(&self, words: &Range<usize>) -> bool {
        const PLAIN: [&str; 15] = [
            "crocuses",
            "daffodils",
            "catkins",
            "snow",
            "snowed",
            "snowing",
            "snowflakes",
            "snowstorm",
            "icicles",
            "snowdrops",
            "bluebells",
            "primroses",
            "haymakers",
            "haymaking",
            "reapers",
        ];
        words.len() > 1 || PLAIN.contains(&self.text.lower(words.start))
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
        // "Winter had come."
        let comes = at == sentence.words.start
            && (at + 1..sentence.words.end.min(at + 3))
                .any(|it| matches!(self.text.lower(it), "came" | "come"));
        let is_of_a_day = self.is_time_of_day(at + 1)
            && before
                .clone()
                .any(|it| matches!(self.text.lower(it), "a" | "an" | "one" | "that" | "this"));
        let is_stated = self.has_day(at)
            || comes
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

    /// The months in which the sign at a word is not seen, and its words.
    fn sign_at(&self, at: usize) -> Option<(Months, Range<usize>)> {
        let word = self.text.lower(at);
        let stands = |at: usize, words: &[&str]| {
            at + words.len() <= self.text.words().len()
                && words.iter().enumerate().all(|(nth, it)| {
                    self.text.lower(at + nth) == *it
                        && (nth == 0 || !self.text.gap_before(at + nth).contains([',', ';', '.']))
                })
        };
        let signs = SIGN_INDEX.get(word).map_or(&[][..], Vec::as_slice);
        let listed = signs
            .iter()
            .find(|(words, _)| stands(at, words))
            .map(|(words, months)| (*months, at..at + words.len()));
        if listed.as_ref().is_some_and(|(_, words)| words.len() > 1) {
            return listed;
        }
        let end = self.text.sentence_of(at).words.end;
        if PICKING.contains(&word) {
            let noun = (at + 1..end.min(at + 1 + PICKED_WITHIN_WORDS))
                .find(|&it| !BEFORE_PICKED.contains(&self.text.lower(it)))?;
            // "picked some apples from the barrel".
            let is_stored = noun + 1 < end
                && matches!(self.text.lower(noun + 1), "from" | "off" | "out" | "up");
            let months = picked(self.text.lower(noun)).filter(|_| !is_stored)?;
            return Some((months, at..noun + 1));
        }
        // "lilacs" may be bushes, and "lilacs were in bloom" is a season by itself.
        self.state_at(at).or(listed)
    }

    /// How something that grows is, and the months in which it is not so: "The lilacs were in full bloom".
    fn state_at(&self, at: usize) -> Option<(Months, Range<usize>)> {
        let end = self.text.sentence_of(at).words.end;
        let word = self.text.lower(at);
        // "the plum had its full bloom" is a fruit.
        let is_fruit = matches!(word, "apple" | "pear" | "plum" | "cherry")
            && !(at + 1 < end && matches!(self.text.lower(at + 1), "tree" | "trees"));
        let states = STATE_INDEX.get(word).filter(|_| !is_fruit)?;
        let is_link = |it: usize| {
            LINKS.contains(self.text.lower(it)) || GROWING.contains(self.text.lower(it))
        };
        // "the cherry trees along the road were in blossom"
        let noun =
            at + usize::from(at + 1 < end && matches!(self.text.lower(at + 1), "tree" | "trees"));
        let is_placed = noun + 3 < end
            && matches!(
                self.text.lower(noun + 1),
                "along" | "in" | "by" | "beside" | "round" | "on"
            )
            && matches!(self.text.lower(noun + 2), "the" | "our" | "his" | "her" | "their");
        let from = if is_placed { noun + 4 } else { at + 1 };
        let state = (from..end.min(from + STATE_WITHIN_WORDS)).find(|&it| !is_link(it))?;
        let grows = self.text.lower(state) == "bloomed"
            || (at + 1..state).any(|it| GROWING.contains(self.text.lower(it)));
        // "the roses, which were in full bloom".
        let is_parted = (at + 1..=state).any(|it| {
            self.text.gap_before(it).contains([',', ';', '.']) && self.text.lower(it) != "which"
        });
        if !grows || is_parted {
            return None;
        }
        let (_, months) = states.iter().find(|(known, _)| *known == self.text.lower(state))?;
        Some((*months, at..state + 1))
    }
}
