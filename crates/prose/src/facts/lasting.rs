//! How long something of somebody's lasted: from one date to another ("Hale was locked up on 3 May and let out on
//! 13 May"), or by a count ("Hale had been five days in the lock-up"), with the words that say what it was. Whether
//! both speak of one thing is for the whole book to say.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::line::Line;
use super::times::{days_of, is_range};
use super::{FactBasis, on_one_line};
use crate::calendar::{COMMON_YEAR, CalendarDate, Duration, TimeUnit, day_number};
use crate::lists::{CALENDAR, FUNCTION_WORDS, WordList, list};
use crate::span::Span;

/// A stretch of time that something of somebody's took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lasting {
    /// The names that stand in its sentence, as they are written.
    pub names: Vec<(Span, String)>,
    /// The fewest and the most days that it lasted.
    pub days: (i64, i64),
    /// Its first and its last date as they are written; none where its days are counted.
    pub dates: Option<(String, String)>,
    /// Whether it may be a part of what lasted: "had been ill for two days when".
    pub is_part: bool,
    /// The stems of the words that say what lasted, in alphabetical order.
    pub topic: Vec<String>,
    /// The stem of the event that the sentence begins with: "The siege".
    pub head: Option<String>,
    /// The words of its sentence, on one line.
    pub quote: String,
    /// The sentence.
    pub span: Span,
}

/// Names of a sentence that tells how long something of one person's lasted, at most.
const NAMES_MAX: usize = 3;

/// Days from one date to another, at most.
const DAYS_MAX: i64 = 40_000;

/// Letters of a stem, at least.
const STEM_LETTERS_MIN: usize = 3;

/// Verbs that begin something, and that end it.
static BEGINNING: WordList = LazyLock::new(|| {
    list(
        "began begun opened fell locked sailed entered became started imprisoned arrested arrived shut taken
         taking took",
    )
});
static ENDING: WordList = LazyLock::new(|| {
    list(
        "ended raised closed released stopped broke finished lifted over let up left brought landed recovered
         returned gave spoke ashore",
    )
});

/// Events that are one for everybody.
const EVENTS: [&str; 18] = [
    "siege",
    "war",
    "strike",
    "trial",
    "voyage",
    "rain",
    "storm",
    "frost",
    "flood",
    "fever",
    "plague",
    "epidemic",
    "quarantine",
    "festival",
    "march",
    "campaign",
    "mutiny",
    "drought",
];

/// Words that say nothing of what lasted.
static GENERIC: WordList = LazyLock::new(|| {
    list(
        "day days night nights week weeks fortnight month months year years hour hours time times morning
         evening noon afternoon date began begin begun end ended started stopped closed opened lasted last
         first took taken came come went gone kept keep made make spent passed done whole length long dozen
         minute only left leave let again late early same own never always every each lay set got get said
         told knew known thought old young man woman good little great many much more less",
    )
});

/// Words before a count of time that make it the time before or behind something, or one of several.
const NO_STRETCH_BEFORE: [&str; 8] =
    ["after", "before", "in", "next", "past", "last", "these", "another"];

/// Words behind it that do.
const NO_STRETCH_BEHIND: [&str; 10] =
    ["later", "after", "afterwards", "afterward", "ago", "before", "old", "hence", "away", "older"];

/// Words of a sentence that speaks of something that was not, or of another of its kind.
const ELSE: [&str; 19] = [
    "would", "should", "could", "might", "will", "shall", "if", "once", "second", "third",
    "another", "next", "previous", "former", "earlier", "seemed", "like", "hoped", "feared",
];

/// Words of a sentence that may tell of a part of what lasted.
const PART: [&str; 9] =
    ["when", "while", "already", "before", "now", "still", "till", "until", "since"];

/// Endings that are taken off a word, so that "illness" and "ill" are alike.
const ENDINGS: [&str; 7] = ["ments", "ment", "ness", "ing", "ed", "es", "s"];

/// What the sentences of a text say of how long something lasted.
pub(crate) fn lastings(basis: &FactBasis<'_>) -> Vec<Lasting> {
    let FactBasis { text, quoted: spoken, dates, durations, .. } = basis;
    let mut found = Vec::new();
    for sentence in text.prose() {
        let words = &sentence.words;
        let of_dates = |at: usize| dates.partition_point(|it| it.words.start < at);
        let of_durations = |at: usize| durations.partition_point(|it| it.words.start < at);
        let own_dates = &dates[of_dates(words.start)..of_dates(words.end)];
        let own_durations = &durations[of_durations(words.start)..of_durations(words.end)];
        let is_narrated = words.clone().all(|at| !spoken[at]);
        let line = match (own_dates, own_durations) {
            ([_, _], []) | ([], [_]) if is_narrated => Line::of(text, spoken, words.start),
            _ => continue,
        };
        if line.words != *words {
            continue;
        }
        let is_else = words.clone().any(|at| {
            // "did not once leave his room".
            ELSE.contains(&line.word(at))
                && !(line.word(at) == "once" && line.word_before(at) == "not")
        });
        if is_else || line.is_question() {
            continue;
        }
        let read = match (own_dates, own_durations) {
            ([from, to], _) if is_from_to(&line, from, to) => days_between(from, to)
                .map(|days| (days, Some((from.text.clone(), to.text.clone())))),
            (_, [duration]) => counted(&line, duration).map(|days| (days, None)),
            _ => None,
        };
        if let Some((days, between)) = read {
            let is_time = |at: usize| {
                own_dates.iter().any(|it| it.words.contains(&at))
                    || own_durations.iter().any(|it| it.words.contains(&at))
            };
            found.extend(lasting(basis, &line, is_time, days, between));
        }
    }
    found
}

fn lasting(
    basis: &FactBasis<'_>,
    line: &Line<'_, '_>,
    is_time: impl Fn(usize) -> bool,
    days: (i64, i64),
    dates: Option<(String, String)>,
) -> Option<Lasting> {
    let (text, subjects) = (basis.text, &basis.subjects);
    let words = &line.words;
    let from = subjects.partition_point(|it| it.words.start < words.start);
    let own = subjects[from..].iter().take_while(|it| it.words.start < words.end);
    let mut names: Vec<(Span, String)> = own
        .filter(|it| it.pronoun.is_none())
        .map(|it| (it.name, on_one_line(it.name.of(text.source()))))
        .collect();
    names.dedup();
    names.truncate(NAMES_MAX + 1);
    let own = subjects[from..].iter().take_while(|it| it.words.start < words.end);
    let named: Vec<usize> = own.flat_map(|it| it.words.clone()).collect();
    let topic: BTreeSet<&str> = words
        .clone()
        .filter(|at| !is_time(*at) && !named.contains(at))
        .filter(|&at| !line.is_capital(at) || at == words.start)
        .filter_map(|at| stem_of(line.word(at)))
        .collect();
    let first = line.word(words.start + 1);
    let is_event = line.word(words.start) == "the" && EVENTS.contains(&first);
    let head = is_event.then(|| stem_of(first));
    let span = text.sentence_of(words.start).span;
    (names.len() <= NAMES_MAX && !topic.is_empty()).then(|| Lasting {
        names,
        days,
        is_part: dates.is_none() && words.clone().any(|at| PART.contains(&line.word(at))),
        dates,
        topic: topic.into_iter().map(str::to_owned).collect(),
        head: head.flatten().map(str::to_owned),
        quote: on_one_line(span.of(text.source())),
        span,
    })
}

/// The stem of a word that may say what lasted.
fn stem_of(word: &str) -> Option<&str> {
    if FUNCTION_WORDS.contains(word) || GENERIC.contains(word) || CALENDAR.contains(word) {
        return None;
    }
    let word = word.strip_suffix("'s").unwrap_or(word);
    let bare = ENDINGS.iter().find_map(|ending| {
        word.strip_suffix(ending).filter(|bare| bare.chars().count() >= STEM_LETTERS_MIN)
    });
    let stem = bare.unwrap_or(word);
    (stem.chars().count() >= STEM_LETTERS_MIN && stem.chars().all(char::is_alphabetic))
        .then_some(stem)
}

/// Whether two dates are the beginning and the end of something: "from 3 May to 13 May", "was locked up on 3 May and
/// let out on 13 May".
fn is_from_to(line: &Line<'_, '_>, from: &CalendarDate, to: &CalendarDate) -> bool {
    let mut before = line.words.start..from.words.start;
    let mut between = from.words.end..to.words.start;
    let behind = to.words.end..line.words.end;
    let begins = before.any(|at| BEGINNING.contains(line.word(at)));
    let ends = between.clone().any(|at| ENDING.contains(line.word(at)))
        || behind.clone().any(|at| ENDING.contains(line.word(at)));
    let is_until = between.any(|at| matches!(line.word(at), "until" | "till"));
    is_range(line, from, to) || begins && (ends || is_until)
}

/// The days from one date to another: two days, or two years.
fn days_between(from: &CalendarDate, to: &CalendarDate) -> Option<(i64, i64)> {
    const DAYS_OF_YEAR: i64 = 365;
    if from.is_impossible() || to.is_impossible() {
        return None;
    }
    let years = from.year.zip(to.year);
    let days = match (from.month.zip(from.day), to.month.zip(to.day)) {
        (Some(first), Some(last)) => {
            let year = from.year.or(to.year).unwrap_or(COMMON_YEAR);
            let number =
                |of: &CalendarDate, (month, day)| day_number(of.year.unwrap_or(year), month, day);
            let days = number(to, last) - number(from, first);
            // "from 30 December to 2 January".
            let is_over_new_year = to.year.is_none() && last.0 < first.0;
            let days = if is_over_new_year {
                day_number(year + 1, last.0, last.1) - number(from, first)
            } else {
                days
            };
            (days, days)
        }
        (None, None) if from.month.is_none() && to.month.is_none() => {
            let (first, last) = years?;
            let days = (last - first) * DAYS_OF_YEAR;
            (days - DAYS_OF_YEAR + 1, days + DAYS_OF_YEAR - 1)
        }
        _ => return None,
    };
    (days.0 >= 1 && days.1 <= DAYS_MAX).then_some(days)
}

/// The days of a count of time that says how long something lasted: not "ten days later", not "in three days".
fn counted(line: &Line<'_, '_>, duration: &Duration) -> Option<(i64, i64)> {
    let before = duration.words.start.checked_sub(1).map_or("", |at| line.word(at));
    let behind = line.word(duration.words.end);
    let is_whole = duration.unit != TimeUnit::Hour || duration.hours() >= 24.0;
    // "After fifteen years as a tenant".
    let is_after = before == "after" && matches!(behind, "as" | "of" | "at" | "in");
    let is_stretch =
        (is_after || !NO_STRETCH_BEFORE.contains(&before)) && !NO_STRETCH_BEHIND.contains(&behind);
    let is_hedged = line.is_hedged(duration.words.start, duration.words.end);
    (is_whole && is_stretch && !is_hedged).then(|| days_of(duration))
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract;
    use crate::tokens::Text;

    /// The fewest and the most days, whether two dates say so, whether it may be a part, and the topic.
    type Read = (i64, i64, bool, bool, Vec<String>);

    fn read(source: &str) -> Option<Read> {
        let extract = Extract::of(&Text::new(source));
        let mut all = extract.facts.lastings.into_iter();
        all.next().map(|it| (it.days.0, it.days.1, it.dates.is_some(), it.is_part, it.topic))
    }

    #[test]
    fn how_long_something_lasted_is_read_of_two_dates_and_of_counts() {
        for (source, (least, most, is_dated, is_part), topic) in [
            ("Hale was locked up on 3 May and let out on 13 May.", (10, 10, true, false), "lock"),
            ("Hale had been five days in the lock-up.", (4, 6, false, false), "lock"),
            ("From 1873 until 1876 Hale was in prison.", (731, 1459, true, false), "prison"),
            ("Hale was in prison from 1873 to 1876.", (731, 1459, true, false), "prison"),
            ("After ten days as a tenant Hale left.", (9, 11, false, false), "tenant"),
            ("Hale had been ill for two days when they came.", (1, 3, false, true), "ill"),
            ("From 30 December to 2 January Hale was ill.", (3, 3, true, false), "ill"),
        ] {
            let wanted = (least, most, is_dated, is_part, vec![topic.to_owned()]);
            assert_eq!(read(source), Some(wanted), "{source}");
        }
    }

    #[test]
    fn times_before_and_after_something_are_none_that_it_lasted() {
        for source in [
            "Ten days later Hale fell ill.",
            "Hale had been ill for about a week.",
            "The letter was dated 3 May and reached Bath on 7 May.",
            "The doctor came on 3 May and again on 10 May.",
            "Hale took the house on 3 May and sold it on 20 June.",
            "Hale was let out on 13 May, having been locked up on 3 May.",
            "Hale said, “I lay three weeks in bed,” and laughed.",
            "Hale would be ill for three weeks.",
            "Hale’s second illness lasted three weeks.",
            "“I was ill for three weeks,” said Hale.",
            "Was Hale ill for three weeks?",
            "On 13 May Hale left, and on 3 May of another year he died.",
            "In three days Hale would be there.",
        ] {
            assert_eq!(read(source), None, "{source}");
        }
    }
}
