//! What a text states about spans of time: how long something lasted from one date to another, how long a
//! journey takes, and how many years go by.

mod arrivals;
mod clock;
mod ends;
mod entries;
mod spans;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::line::Line;
use super::words::TRAVEL;
use super::{FactBasis, on_one_line};
use crate::calendar::{
    COMMON_YEAR, CalendarDate, Duration, TimeUnit, day_number, least_durations, story_durations,
};
use crate::span::Span;
use crate::tokens::Text;

/// A span of time with the two dates that it is said to lie between.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedDuration {
    /// The earlier date.
    pub from: CalendarDate,
    /// The later date.
    pub to: CalendarDate,
    /// How many days lie between them.
    pub days: i64,
    /// The fewest and the most days that the words allow.
    pub stated_days: (i64, i64),
    /// The words of the span of time.
    pub duration: Span,
    /// The words from the first of these to the last, on one line.
    pub quote: String,
    /// From the first of these words to the last.
    pub span: Span,
}

/// How long a journey takes, or took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journey {
    /// The names of both places, as they are written; the second is empty where only the one is named that it begins
    /// at: "forty minutes in the train from Bristol".
    pub names: [String; 2],
    /// Its duration in minutes.
    pub minutes: i64,
    /// Whether somebody says so.
    pub is_spoken: bool,
    /// The words of its sentence, on one line.
    pub quote: String,
    /// The sentence.
    pub span: Span,
}

/// Years that go by in the narration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elapsed {
    /// How many, rounded up.
    pub years: i64,
    /// Whether they are those since something, which a book that begins with them does not narrate.
    pub is_since: bool,
    /// Where it says so.
    pub span: Span,
}

/// Words behind a span of time that make it one between two times.
const LATER: [&str; 6] = ["later", "after", "afterwards", "afterward", "since", "before"];

/// Words of a journey that is not made, or of which only is spoken.
const UNTRAVELLED: [&str; 9] =
    ["decide", "decided", "resolve", "resolved", "talked", "talking", "boasted", "lie", "spoke"];

/// Words from "in" or "took" to the minutes, at most.
const TAKEN_WITHIN_WORDS: usize = 3;

/// Words from a time to the train in which it was spent, at most.
const UNDER_WAY_WITHIN_WORDS: usize = 4;

/// Verbs of setting out.
const DEPARTING: [&str; 14] = [
    "left",
    "leaving",
    "started",
    "starting",
    "departed",
    "departing",
    "departure",
    "quitted",
    "quitting",
    "quit",
    "rode",
    "sailed",
    "sailing",
    "set",
];

/// Words that make a time one of another day.
const OTHER_DAYS: [&str; 15] = [
    "later",
    "day",
    "days",
    "next",
    "following",
    "week",
    "weeks",
    "after",
    "month",
    "fortnight",
    "nights",
    "morrow",
    "tomorrow",
    "yesterday",
    "overnight",
];

const MINUTES_OF_DAY: i64 = 24 * 60;

/// Words from "from" to "to", and from there to "in three hours", at most.
const WAY_WITHIN_WORDS: usize = 6;

/// Dates of a sentence, and before it, that a span of time may lie between.
const DATES_MAX: usize = 20;

/// The spans of time of a text that name both of their dates.
pub(crate) fn stated_durations(basis: &FactBasis<'_>) -> Vec<StatedDuration> {
    let FactBasis { text, quoted: spoken, dates, durations, .. } = basis;
    let mut found = Vec::new();
    for duration in
        durations.iter().filter(|it| it.unit != TimeUnit::Hour && !spoken[it.words.start])
    {
        let sentence = text.sentence_of(duration.words.start);
        let line = Line::of(text, spoken, duration.words.start);
        let from = dates.partition_point(|it| it.words.start < sentence.words.start);
        let to = dates.partition_point(|it| it.words.start < sentence.words.end);
        let own: Vec<&CalendarDate> =
            dates[from..to].iter().take(DATES_MAX).filter(|it| it.is_day()).collect();
        let pair = match own.as_slice() {
            [from, to]
                if is_range(&line, from, to)
                    || is_later(&line, duration, to)
                    || spans::is_total(&line, duration, to) =>
            {
                Some(((*from).clone(), (*to).clone()))
            }
            // The date before, in the same paragraph: "… on 3 May. Ten days later, on 20 May, …".
            [to] if is_later(&line, duration, to) => {
                let paragraph = &text.paragraphs()[sentence.paragraph];
                let mut before =
                    dates[..from].iter().rev().take(DATES_MAX).filter(|it| it.is_day());
                let before = before.find(|it| it.words.start >= paragraph.words.start);
                before.map(|from| (from.clone(), (*to).clone()))
            }
            _ => None,
        };
        if line.is_hedged(duration.words.start, duration.words.end) {
            continue;
        }
        if let Some((from, to)) = pair {
            found.extend(compared(text, duration, from, to));
        } else if duration.unit == TimeUnit::Year {
            found.extend(spans::between_years(text, &line, duration, &dates[from..to]));
        }
    }
    found.extend(entries::since_last_entries(basis));
    found.sort_by_key(|it| it.span);
    found
}

fn compared(
    text: &Text<'_>,
    duration: &Duration,
    from: CalendarDate,
    to: CalendarDate,
) -> Option<StatedDuration> {
    let first = from.year.or(to.year).unwrap_or(COMMON_YEAR);
    let last = to.year.unwrap_or(first);
    let day = |year: i64, it: &CalendarDate| Some(day_number(year, it.month?, it.day?));
    let mut days = day(last, &to)? - day(first, &from)?;
    if days < 0 && (from.year.is_none() || to.year.is_none()) {
        days = day(last + 1, &to)? - day(first, &from)?;
    }
    let start = from.words.start.min(to.words.start).min(duration.words.start);
    let end = from.words.end.max(to.words.end).max(duration.words.end);
    Some(StatedDuration {
        days,
        stated_days: days_of(duration),
        duration: duration.span,
        quote: on_one_line(text.words_span(&(start..end)).of(text.source())),
        span: text.words_span(&(start..end)),
        from,
        to,
    })
}

/// The fewest and the most days that the words of a span of time allow.
pub(super) fn days_of(duration: &Duration) -> (i64, i64) {
    let stated = duration.hours() / 24.0;
    let slack = match duration.unit {
        TimeUnit::Hour | TimeUnit::Day => 1.0,
        TimeUnit::Week => 2.0,
        TimeUnit::Month => 6.0 + duration.count,
        TimeUnit::Year => 40.0,
    };
    (((stated - slack).floor() as i64).max(0), (stated + slack).ceil() as i64)
}

/// "from 3 May to 10 May", "between 3 May and 10 May".
pub(super) fn is_range(line: &Line<'_, '_>, from: &CalendarDate, to: &CalendarDate) -> bool {
    let before = |it: &CalendarDate, words: &[&str]| {
        (1..=2).any(|back| {
            it.words.start.checked_sub(back).is_some_and(|at| words.contains(&line.word(at)))
        })
    };
    let is_near = to.words.start <= from.words.end + 8;
    before(from, &["from", "between"])
        && before(to, &["to", "until", "till", "and", "through"])
        && is_near
}

/// "ten days later, on 3 May", "on 3 May, after ten days".
fn is_later(line: &Line<'_, '_>, duration: &Duration, to: &CalendarDate) -> bool {
    let end = duration.words.end;
    let is_marked = LATER[..4].contains(&line.word(end))
        || duration.words.start.checked_sub(1).is_some_and(|at| line.word(at) == "after");
    let gap = if to.words.start >= end {
        to.words.start - end
    } else {
        duration.words.start.saturating_sub(to.words.end)
    };
    is_marked && gap <= 4
}

/// Whose words a journey is read in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JourneyText {
    /// A story, in which it takes a word of travelling, and nothing that doubts it.
    Story,
    /// An entry of the lore, where two places and a time between them are a journey.
    Lore,
}

/// The journeys of a text between two named places with the time that they take.
pub(crate) fn journeys(basis: &FactBasis<'_>, of: JourneyText) -> Vec<Journey> {
    let FactBasis { text, quoted: spoken, .. } = basis;
    // What a journey takes at least is what the lore says of it.
    let durations = match of {
        JourneyText::Lore => least_durations(text),
        JourneyText::Story => story_durations(text),
    };
    // No journey takes years.
    let takes = |it: &&Duration| {
        it.unit != TimeUnit::Year
            && (of == JourneyText::Lore || !is_short(it) || is_taken(text, it))
    };
    let exact = durations.iter().filter(takes).map(|it| {
        let minutes = (it.hours() * 60.0).round() as i64;
        (it.words.start, minutes)
    });
    let stated = exact.map(|it| (it, TimeSource::Duration));
    let arrivals = arrivals::arrivals(text, spoken).into_iter();
    let is_lore = of == JourneyText::Lore;
    // The most time that a journey took, and not the least that one takes, which lore says.
    let dated = (!is_lore).then(|| dated_journeys(basis)).into_iter().flatten();
    let clocks = (!is_lore).then(|| clock::journeys(text, spoken)).into_iter().flatten();
    let all: Vec<_> = stated
        .chain(arrivals.map(|it| (it, TimeSource::Arrival)))
        .chain(dated.map(|it| (it, TimeSource::Dates)))
        .chain(clocks.map(|it| (it, TimeSource::Clock)))
        .collect();
    let mut found = Vec::new();
    for ((at, minutes), source) in all {
        let is_dated = source == TimeSource::Dates;
        let line = Line::of(text, spoken, at);
        let travels = is_lore
            || !matches!(source, TimeSource::Duration | TimeSource::Arrival)
            || line.words.clone().any(|it| TRAVEL.contains(&line.word(it)))
            || is_covered(&line, at);
        if !travels || line.is_question() {
            continue;
        }
        let (one, other) = match ends::ends(basis, &line, at, of, is_dated) {
            Some([one, other]) => (one, Some(other)),
            None if source == TimeSource::Duration && !is_lore => {
                let Some(one) = ends::start_alone(basis, &line) else { continue };
                (one, None)
            }
            None => continue,
        };
        // What follows the journey in its sentence says nothing of it.
        let last = other.unwrap_or(one);
        let start = one.words.start.min(last.words.start).min(at);
        let end = one.words.end.max(last.words.end).max(at + 1);
        // "not forty minutes earlier" and "in barely forty minutes" deny nothing, "not two hours but five" does.
        let is_rough = matches!(
            line.word_before(at),
            "not" | "barely" | "hardly" | "scarcely" | "nearly" | "almost"
        ) && !(at..line.words.end).any(|it| line.word(it) == "but");
        let end = if is_rough { at - 1 } else { end };
        let is_only_said = (line.words.start..end).any(|it| UNTRAVELLED.contains(&line.word(it)));
        // "by 4 May had come no farther than the first inn".
        let is_short_of_it = line.words.clone().any(|it| {
            matches!(line.word(it), "farther" | "further") && line.word_before(it) == "no"
        });
        let is_conditional = (end..line.words.end)
            .any(|it| matches!(line.word(it), "if" | "unless" | "would" | "provided"));
        let is_unmade = is_only_said || is_short_of_it || is_conditional;
        if !is_lore && (is_unmade || line.is_hedged(start, end)) {
            continue;
        }
        found.push(Journey {
            names: [Some(one), other]
                .map(|it| it.map(|it| on_one_line(it.name.of(text.source()))).unwrap_or_default()),
            quote: on_one_line(text.sentence_of(at).span.of(text.source())),
            minutes,
            is_spoken: line.is_spoken,
            span: text.sentence_of(at).span,
        });
    }
    found
}

/// Whether a span of time is one of minutes.
fn is_short(duration: &Duration) -> bool {
    duration.unit == TimeUnit::Hour && duration.count < 1.0
}

/// What takes some minutes from one place to another.
const RUNS: [&str; 8] = ["run", "ride", "drive", "walk", "voyage", "passage", "journey", "sail"];

/// Whether some minutes are those of a way: "in ten minutes", "took ten minutes", "arrived at Bath ten minutes after", and
/// not "was twenty minutes late".
fn is_taken(text: &Text<'_>, duration: &Duration) -> bool {
    let sentence = &text.sentence_of(duration.words.start).words;
    let (start, end) = (duration.words.start, duration.words.end);
    let from = start.saturating_sub(TAKEN_WITHIN_WORDS).max(sentence.start);
    let is_led = (from..start).any(|at| {
        matches!(text.lower(at), "in" | "within" | "took" | "takes" | "taken" | "taking")
    });
    let has =
        |words: Range<usize>, of: &[&str]| words.into_iter().any(|at| of.contains(&text.lower(at)));
    const ARRIVED: [&str; 4] = ["arrived", "reached", "alighted", "entered"];
    let arrives = |at: usize| {
        ARRIVED.contains(&text.lower(at))
            || matches!(text.lower(at), "was" | "stood")
                && at + 1 < sentence.end
                && matches!(text.lower(at + 1), "in" | "at")
    };
    let is_after = sentence.contains(&end)
        && matches!(text.lower(end), "after" | "later")
        && (has(sentence.start..start, &ARRIVED)
            // "Ten minutes after he left Bristol he was in Bath".
            || start == sentence.start
                && has(end..sentence.end, &DEPARTING)
                && (end..sentence.end).any(arrives));
    // "had been forty minutes in the train from Bristol", and not "slept ten minutes in the train".
    let is_in = sentence.contains(&end)
        && matches!(text.lower(end), "in" | "on" | "upon")
        && has(from..start, &["been", "spent", "passed"]);
    let is_under_way = is_in
        && has(
            end..sentence.end.min(end + UNDER_WAY_WITHIN_WORDS),
            &["train", "coach", "carriage", "boat", "way", "road"],
        );
    // "It came in. It had left Bristol not forty minutes earlier".
    let is_since = sentence.contains(&end)
        && text.lower(end) == "earlier"
        && has(sentence.start..start, &DEPARTING)
        && sentence.start.checked_sub(1).is_some_and(|before| {
            let before = text.sentence_of(before).words.clone();
            has(before, &["arrived", "came", "come", "alighted", "stopped"])
        });
    // "after a fine run of thirty minutes from Bath"
    let is_of_run = sentence.contains(&end)
        && text.lower(end) == "from"
        && text.lower_before(start) == "of"
        && (sentence.start..start).any(|at| text.lower(at) == "after")
        && start.checked_sub(2).is_some_and(|at| RUNS.contains(&text.lower(at)));
    is_led || is_after || is_under_way || is_since || is_of_run
}

/// Whether what goes from one place to the other may be no person: a telegram, a fire.
fn is_of_news(line: &Line<'_, '_>) -> bool {
    const NEWS: [&str; 16] = [
        "news",
        "word",
        "rumour",
        "rumor",
        "letter",
        "letters",
        "telegram",
        "telegrams",
        "wire",
        "wires",
        "message",
        "messages",
        "plague",
        "fire",
        "spread",
        "light",
    ];
    line.words.clone().any(|at| NEWS.contains(&line.word(at)))
}

/// Words between a count of years and "since", at most: "had now passed away since".
const SINCE_WITHIN_WORDS: usize = 5;

/// What the time of a journey is read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeSource {
    Duration,
    Arrival,
    Dates,
    Clock,
}

/// Whether a time is that of a way "from Bristol to Bath in three hours", whatever is done on it.
fn is_covered(line: &Line<'_, '_>, at: usize) -> bool {
    let start = line.words.start;
    let is_in = matches!(line.word_before(at), "in" | "within");
    let to = (start + 1..at).rev().find(|&it| line.word(it) == "to" && line.is_capital(it + 1));
    let from = to.and_then(|to| {
        let first = to.saturating_sub(WAY_WITHIN_WORDS).max(start);
        (first..to)
            .rev()
            .find(|&it| matches!(line.word(it), "from" | "did" | "done") && line.is_capital(it + 1))
    });
    is_in && !is_of_news(line) && from.is_some() && to.is_some_and(|to| at <= to + WAY_WITHIN_WORDS)
}

/// Sentences with two days: where the first stands, and the most minutes between both.
fn dated_journeys(basis: &FactBasis<'_>) -> impl Iterator<Item = (usize, i64)> {
    let FactBasis { text, dates, .. } = basis;
    let sentence = |it: &CalendarDate| text.words()[it.words.start].sentence;
    dates.windows(2).enumerate().filter_map(move |(nth, pair)| {
        let [one, other] = pair else { return None };
        let is_alone = sentence(one) == sentence(other)
            && nth.checked_sub(1).is_none_or(|it| sentence(&dates[it]) != sentence(one))
            && dates.get(nth + 2).is_none_or(|it| sentence(it) != sentence(one));
        if !is_alone || !one.is_day() || !other.is_day() {
            return None;
        }
        let year = one.year.or(other.year).unwrap_or(COMMON_YEAR);
        let day = |it: &CalendarDate| Some(day_number(it.year.unwrap_or(year), it.month?, it.day?));
        let days = day(other)? - day(one)?;
        (days >= 0).then_some((one.words.start, (days + 1) * MINUTES_OF_DAY))
    })
}

/// Whether years have gone by since something: "Thirteen years had passed since her death".
fn is_since(text: &Text<'_>, years: &Duration) -> bool {
    let sentence = &text.sentence_of(years.words.start).words;
    let end = (years.words.end + SINCE_WITHIN_WORDS).min(sentence.end);
    (years.words.end..end).any(|at| text.lower(at) == "since")
}

/// The years that go by in the narration of a text.
pub(crate) fn elapsed(basis: &FactBasis<'_>) -> Vec<Elapsed> {
    let FactBasis { text, quoted: spoken, durations, .. } = basis;
    let passed = |duration: &Duration| {
        let line = Line::of(text, spoken, duration.words.start);
        let end = duration.words.end;
        // "the three years that have passed".
        let that = usize::from(matches!(line.word(end), "that" | "which"));
        let next = line.behind_adverbs(end + that);
        let is_after =
            duration.words.start.checked_sub(1).is_some_and(|at| line.word(at) == "after");
        is_after
            || LATER[..4].contains(&line.word(end))
            || matches!(line.word(next), "passed" | "elapsed" | "went" | "rolled" | "gone")
            || matches!(line.word(next), "had" | "have")
                && matches!(
                    line.word(line.behind_adverbs(next + 1)),
                    "passed" | "elapsed" | "gone" | "rolled"
                )
    };
    durations
        .iter()
        .filter(|it| it.unit == TimeUnit::Year && !spoken[it.words.start] && passed(it))
        .map(|it| Elapsed {
            years: it.count.ceil() as i64,
            is_since: is_since(text, it),
            span: it.span,
        })
        .collect()
}
