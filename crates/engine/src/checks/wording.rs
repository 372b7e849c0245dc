//! The check of wording, over the whole book: words that are probably misspelt, spellings of the other side
//! of the Atlantic, words younger than the setting, weather of another season than the date, and sentences
//! that may promise something. What is right because the project says so, in its lore or its promises, is
//! left out.

use std::collections::{HashMap, HashSet};
use std::fmt;

use domain::{
    Principal, Result,
    findings::{Check, CheckResult, FOUND_MAX, Observation, Severity, Source},
    lore::Quoted,
    phrases::counted,
    projects::settings::Genre,
    promises::PromiseQuery,
};
use prose::{
    CalendarDate, DatedUse, PromiseKind, PromiseOffer, SeasonClash, Span, SpellingExtract, Text,
    Variety, anachronisms, calendar_dates, content_words, misspellings, mixed_spelling,
};
use serde_json::{Value, json};
use store::{projects, promises};

use super::{found, listed_positions, times};
use crate::{
    Studio,
    ledger::{ProjectLedger, ReadDocument},
    skills::subject::quoted,
};

/// Findings of one rule in a document that are kept while they are to be dealt with.
const RULE_MAX: usize = 20;

/// Words of a book to one finding that offers promises.
const WORDS_TO_ONE_OFFER: usize = 10_000;

/// Promises that one finding offers, at most.
const OFFERS_MAX: usize = 5;

/// How plain the best promise of a finding is at least, from 1 to 5.
const OFFER_RANK_MIN: u8 = 3;

/// The share of the words of a sentence that a recorded promise has, from which on it is that promise.
const SAME_PROMISE_SHARE: f64 = 0.5;

/// Years from the first to the last date of a text that show its setting without a timeline, and full dates in
/// it.
const SETTING_YEARS_MAX: i64 = 10;
const SETTING_DATES_MIN: usize = 2;

/// Years that a text may go beyond its timeline.
const BEYOND_TIMELINE_YEARS: i64 = 60;

/// What the project itself says that the check has to know.
pub(super) struct KnownWording {
    /// The words that tell what each of its promises is about.
    promises: Vec<HashSet<String>>,
    /// What it is about.
    description: String,
    /// Whether its genres say that it is set in another world than ours.
    is_other_world: bool,
}

/// Reads what the project says.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(super) async fn known(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
) -> Result<KnownWording> {
    let (principal, id) = (principal.clone(), project_id.to_owned());
    let read = move |tx: &mut store::Tx<'_>| {
        let project = projects::check(tx, &principal, &id)?;
        let detail = projects::detail(tx, &project)?;
        let genres = &detail.settings.genres;
        let recorded = promises::list(tx, &project, &PromiseQuery::default())?.items.into_iter();
        Ok(KnownWording {
            promises: recorded.map(|(it, _)| words_of(&it.title, &it.description)).collect(),
            is_other_world: genres.contains(&Genre::Fantasy)
                || genres.contains(&Genre::ScienceFiction),
            description: detail.description,
        })
    };
    studio.database.scan(read).await
}

/// What the check finds, for each document.
pub(super) fn run(read: &ProjectLedger, known: &KnownWording) -> Vec<CheckResult> {
    let book = Book { read, found: HashMap::new() }
        .spelling()
        .anachronisms(known)
        .seasons()
        .promises(known);
    let mut found = book.found;
    let result = |(at, it): (usize, &ReadDocument)| {
        let mut found = found.remove(&at).unwrap_or_default();
        found.sort_by_key(|it| (it.severity, it.quoted.as_ref().map_or(0, |quoted| quoted.start)));
        found.truncate(FOUND_MAX);
        let source = Source { document_id: it.document.id.clone(), version: it.document.version };
        CheckResult { check: Check::Wording, source: Some(source), found, measures: None }
    };
    read.documents.iter().enumerate().map(result).collect()
}

/// When a story is set.
#[derive(Clone, Copy)]
struct Setting {
    last_year: i64,
    /// Whether only its century is known: "17—".
    is_century: bool,
}

impl fmt::Display for Setting {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_century {
            true => write!(to, "the story has dates of {}—", self.last_year / 100),
            false => write!(to, "the story is set in {}", self.last_year),
        }
    }
}

/// A book that is being read, with what was found in each of its documents.
struct Book<'r> {
    read: &'r ProjectLedger,
    found: HashMap<usize, Vec<Observation>>,
}

impl Book<'_> {
    fn words(&self) -> usize {
        self.read.documents.iter().map(|it| it.wording.words).sum()
    }

    fn add(&mut self, document: usize, (quote, span): (&str, Span), it: Observation) {
        let quoted = Some(Quoted {
            quote: quote.to_owned(),
            start: number(span.start),
            end: number(span.end),
        });
        let it = Observation { quoted, limit: RULE_MAX, ..it };
        self.found.entry(document).or_default().push(it);
    }

    fn spelling(mut self) -> Self {
        let read = self.read;
        let extracts: Vec<&SpellingExtract> =
            read.documents.iter().map(|it| &it.wording.spelling).collect();
        for it in misspellings(&extracts, &read.own_words, self.words()) {
            let message = format!(
                "“{}” is in no word list and stands nowhere else: “{}” may be meant.",
                it.word, it.meant
            );
            let detail = Some(json!({ "word": it.word, "meant": it.meant }));
            let finding = found("misspelt_word", Severity::Medium, message);
            self.add(it.document, (&it.word, it.span), Observation { detail, ..finding });
        }
        let Some(mixed) = mixed_spelling(&extracts) else { return self };
        let (habit, other) = match mixed.habit {
            Variety::British => ("British", "American"),
            Variety::American => ("American", "British"),
        };
        let Some(first) = mixed.uses.first() else { return self };
        let words: Vec<String> = mixed.uses.iter().map(|it| format!("“{}”", it.word)).collect();
        let count: usize = mixed.uses.iter().map(|it| it.count).sum();
        let message = format!(
            "The book has {habit} spelling, such as “{}”, {}, and {other} spelling {}: {}.",
            mixed.example,
            times(mixed.habit_count),
            times(count),
            words.iter().take(OFFERS_MAX).cloned().collect::<Vec<_>>().join(", "),
        );
        let positions: Vec<(usize, Span)> =
            mixed.uses.iter().flat_map(|it| it.positions.iter().copied()).collect();
        let detail = Some(json!({
            "habit": habit.to_lowercase(),
            "habitCount": mixed.habit_count,
            "count": count,
            "words": mixed.uses.iter().map(|it| json!({
                "word": it.word, "usual": it.usual, "count": it.count,
            })).collect::<Vec<_>>(),
            "positions": listed_positions(self.read, &positions),
        }));
        let finding = found("mixed_spelling", Severity::Medium, message);
        let (document, span) = first.positions[0];
        self.add(document, (&first.word, span), Observation { detail, ..finding });
        self
    }

    fn anachronisms(mut self, known: &KnownWording) -> Self {
        let Some(setting) = self.setting(known) else { return self };
        let year = setting.last_year;
        let read = self.read;
        let texts: Vec<&[DatedUse]> =
            read.documents.iter().map(|it| it.wording.dated.as_slice()).collect();
        for it in anachronisms(&texts, year, self.words()) {
            let message = format!(
                "“{}” is of {} ({}), and {setting}; it stands {} in the book.",
                it.word,
                it.year,
                it.source,
                times(it.count)
            );
            let detail = Some(json!({
                "word": it.word,
                "year": it.year,
                "yearSource": it.source,
                "settingYear": year,
                "count": it.count,
                "positions": listed_positions(self.read, &it.positions),
            }));
            let finding = found("anachronism", Severity::Medium, message);
            let (document, span) = it.positions[0];
            self.add(document, (&it.written, span), Observation { detail, ..finding });
        }
        self
    }

    /// The last year of the setting: by the timelines, else by what the project says of itself, else by the full
    /// dates of its texts, else by the one century of which they write no year; none where nothing says it, or where the
    /// book is set in another world.
    fn setting(&self, known: &KnownWording) -> Option<Setting> {
        if known.is_other_world {
            return None;
        }
        // The year in which its preface was signed is not that of the story.
        let of_story = || {
            let all = self.read.documents.iter();
            all.filter(|it| !is_front_matter(&it.document.title))
        };
        let in_texts: Vec<i64> =
            of_story().flat_map(|it| &it.facts.dates).filter_map(full_year).collect();
        let of_year = |last_year| Setting { last_year, is_century: false };
        if let Some((_, last)) = self.read.ledger.years {
            let beyond = in_texts.iter().filter(|it| **it <= last + BEYOND_TIMELINE_YEARS).max();
            return Some(of_year(last.max(beyond.copied().unwrap_or(last))));
        }
        let described = calendar_dates(&Text::new(&known.description));
        let described: Vec<i64> = described.iter().filter_map(|it| it.year).collect();
        let within = |years: &[i64], count: usize| {
            let (first, last) = (*years.iter().min()?, *years.iter().max()?);
            (years.len() >= count && last - first <= SETTING_YEARS_MAX).then_some(last)
        };
        let mut centuries: Vec<i64> =
            of_story().flat_map(|it| it.wording.century_ends.iter().copied()).collect();
        centuries.sort_unstable();
        centuries.dedup();
        let century = || match centuries[..] {
            [last_year] => Some(Setting { last_year, is_century: true }),
            _ => None,
        };
        let year = within(&described, 1).or_else(|| within(&in_texts, SETTING_DATES_MIN));
        year.map(of_year).or_else(century)
    }

    fn seasons(mut self) -> Self {
        for (document, read) in self.read.documents.iter().enumerate() {
            for it in &read.wording.seasons {
                let SeasonClash { date, sign, .. } = it;
                let message = match it.is_date {
                    true => format!("“{sign}” does not belong to “{date}”, which the text states."),
                    false => format!(
                        "“{sign}” and “{date}” are of different times of the year, and stand in one scene."
                    ),
                };
                let positions = [(document, it.date_span), (document, it.sign_span)];
                let detail = Some(json!({
                    "date": date,
                    "sign": sign,
                    "positions": listed_positions(self.read, &positions),
                }));
                let finding = found("wrong_season", Severity::Medium, message);
                self.add(document, (&it.quote, it.span), Observation { detail, ..finding });
            }
        }
        self
    }

    /// Promises that are not recorded: of the chapters with the plainest ones a finding each.
    fn promises(mut self, known: &KnownWording) -> Self {
        let mut chapters: Vec<(usize, Vec<&PromiseOffer>)> = Vec::new();
        for (document, read) in self.read.documents.iter().enumerate() {
            let mut offers: Vec<&PromiseOffer> =
                read.wording.promises.iter().filter(|it| !known.has_promise(&it.quote)).collect();
            // What the narrator says is the surest.
            let is_of_narrator = |it: &PromiseOffer| it.kind == PromiseKind::Foreshadowing;
            offers.sort_by_key(|it| (std::cmp::Reverse((it.rank, is_of_narrator(it))), it.span));
            offers.truncate(OFFERS_MAX);
            if offers.first().is_some_and(|it| it.rank >= OFFER_RANK_MIN) {
                chapters.push((document, offers));
            }
        }
        let rank = |offers: &[&PromiseOffer]| {
            let ranks: usize = offers.iter().map(|it| usize::from(it.rank)).sum();
            std::cmp::Reverse((offers[0].rank, ranks))
        };
        chapters.sort_by_key(|(document, offers)| (rank(offers), *document));
        chapters.truncate((self.words() / WORDS_TO_ONE_OFFER).max(1));
        for (document, offers) in chapters {
            let message = format!(
                "{} may be {} to the reader that is not among the promises of the project: {} \
                 Whether it is kept is not known here.",
                counted(offers.len(), "sentence"),
                if offers.len() == 1 { "a promise" } else { "promises" },
                quoted(&offers[0].quote),
            );
            let positions: Vec<(usize, Span)> =
                offers.iter().map(|it| (document, it.span)).collect();
            let detail = Some(json!({
                "promises": offers.iter().map(|it| it.would_take()).collect::<Vec<_>>(),
                "positions": listed_positions(self.read, &positions),
            }));
            let finding = found("possible_promise", Severity::Info, message);
            self.add(
                document,
                (&offers[0].quote, offers[0].span),
                Observation { detail, ..finding },
            );
        }
        self
    }
}

/// What a tool that records promises takes.
trait WouldTake {
    fn would_take(&self) -> Value;
}

/// Characters of a title.
const TITLE_CHARS_MAX: usize = 80;

impl WouldTake for PromiseOffer {
    fn would_take(&self) -> Value {
        let kind = match self.kind {
            PromiseKind::Vow => "character",
            PromiseKind::Prophecy => "prophecy",
            PromiseKind::Foreshadowing => "foreshadowing",
            PromiseKind::Setup => "setup",
            PromiseKind::Mystery => "mystery",
        };
        let title: String = self.quote.chars().take(TITLE_CHARS_MAX).collect();
        json!({ "title": title, "promiseType": kind, "description": self.quote })
    }
}

impl KnownWording {
    /// Whether a recorded promise has the words of a sentence.
    fn has_promise(&self, quote: &str) -> bool {
        let words = content_words(quote);
        self.promises.iter().any(|promise| {
            let shared = words.iter().filter(|word| promise.contains(*word)).count();
            !words.is_empty() && shared as f64 >= words.len() as f64 * SAME_PROMISE_SHARE
        })
    }
}

fn words_of(title: &str, description: &str) -> HashSet<String> {
    content_words(title).into_iter().chain(content_words(description)).collect()
}

/// The year of a date that has a day and a month too.
/// Whether a document stands around the story, by its title.
fn is_front_matter(title: &str) -> bool {
    const TITLES: [&str; 12] = [
        "acknowledgements",
        "acknowledgments",
        "advertisement",
        "afterword",
        "appendix",
        "dedication",
        "foreword",
        "introduction",
        "note",
        "notes",
        "preface",
        "postscript",
    ];
    let words = title.split(|letter: char| !letter.is_alphabetic());
    words.map(str::to_lowercase).any(|word| TITLES.contains(&word.as_str()))
}

fn full_year(date: &CalendarDate) -> Option<i64> {
    date.day.and(date.month).and(date.year)
}

fn number(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}
