//! Facts of lore entries and of timelines. Attributes are read as the sentences that they stand for, by the
//! reader of texts, so that lore and text are understood alike.

use std::collections::{HashMap, HashSet};

use domain::{
    facts::{Attribute, Fact, FactPassage, FactSource},
    lore::{Category, Entry, Relation, is_of_several},
};
use prose::{CalendarDate, Extract, NoteClause, Pronoun, Text};
use store::facts::DatedEvent;

use crate::extracts;

use super::{
    LoreDate, attribute,
    attributes::{STAND_IN, attributes, dated, is_notes, lowered, of_alias, of_other, sentences},
    number, partial,
    persons::Persons,
    relatives::ReadFacts,
};

/// Reads the facts of all entries, and those about the relatives of somebody.
pub(super) fn facts(
    persons: &Persons,
    (entries, texts): (&[Entry], &HashMap<String, String>),
    found: &mut ReadFacts,
) {
    let names = names(entries);
    let all_names: HashSet<&str> = names.values().copied().collect();
    for (position, entry) in entries.iter().enumerate() {
        let text = texts.get(&entry.id).map(|text| plain(text)).unwrap_or_default();
        let subject = persons.of_entry(&entry.id).filter(|&at| persons.is_person(at));
        let all = match subject {
            Some(subject) => {
                let mut all = of_attributes(entry, &all_names);
                all.extend(of_relations(entry, &names));
                all.extend(of_notes(entry, &text));
                all.extend(
                    entry.aliases.iter().filter_map(|it| {
                        of_alias(it).map(|sentence| Said::alone(it, sentence, None))
                    }),
                );
                all.retain(|it| it.pronoun.is_none_or(|pronoun| persons.may_be(subject, pronoun)));
                all
            }
            None => of_others(entry, &text),
        };
        let (mut text, mut starts) = (String::new(), Vec::with_capacity(all.len()));
        for it in &all {
            text.push_str(if it.continues { " " } else { "\n\n" });
            starts.push(text.len());
            text.push_str(&it.sentence);
        }
        let read = read(persons, (&entry.id, &text), |name| {
            subject.filter(|_| name == STAND_IN).or_else(|| persons.named_in_lore(name))
        });
        for (at, relative, fact) in read {
            let nth = starts.partition_point(|start| *start <= at);
            let Some(said) = nth.checked_sub(1).map(|nth| &all[nth]) else { continue };
            let fact = Fact { passage: passage_of((position, entry), &said.quote), ..fact };
            found.push(relative.as_deref(), fact);
        }
    }
}

/// The plain text of an entry, line by line: a break that Markdown takes for a space ends a line of notes.
fn plain(text: &str) -> String {
    let lines = text.lines().map(|line| manuscript::markdown::plain(line).text);
    lines.collect::<Vec<_>>().join("\n")
}

/// The days that entries state with their weekday and without a year: "Monday, November 18th". Each counts once, however
/// many entries state it.
pub(super) fn dates(entries: &[Entry], texts: &HashMap<String, String>) -> Vec<LoreDate> {
    let mut met = HashSet::new();
    let mut found = Vec::new();
    for entry in entries {
        let text = texts.get(&entry.id).map(|text| plain(text)).unwrap_or_default();
        for date in prose::calendar_dates(&Text::new(&text)) {
            let (Some(weekday), Some(month), Some(day)) = (date.weekday, date.month, date.day)
            else {
                continue;
            };
            if date.year.is_none() && met.insert((weekday, month, day)) {
                found.push(LoreDate { entry: entry.name.clone(), date });
            }
        }
    }
    found
}

/// A sentence that something in an entry stands for.
struct Said {
    /// What it stands for, as it is written.
    quote: String,
    sentence: String,
    /// The pronoun that it is about, if it has one.
    pronoun: Option<Pronoun>,
    /// Whether its pronouns may mean those of the sentence before.
    continues: bool,
}

impl Said {
    /// A sentence that is understood by itself.
    fn alone(quote: &str, sentence: String, pronoun: Option<Pronoun>) -> Self {
        Self { quote: quote.to_owned(), sentence, pronoun, continues: false }
    }
}

/// The sentences that the attributes of an entry stand for.
fn of_attributes(entry: &Entry, all_names: &HashSet<&str>) -> Vec<Said> {
    let said = |(key, said): (String, String)| {
        let quote = format!("{key}: {said}");
        let of_key = sentences(&key, &said).into_iter().map(|sentence| (sentence, None));
        let is_name = all_names.contains(key.as_str());
        let of_other = of_other(&key, &said).filter(|_| is_name).map(|sentence| (sentence, None));
        let of_notes = if is_notes(&key, &said) { of_notes(entry, &said) } else { Vec::new() };
        let of_notes = of_notes.into_iter().map(|it| (it.sentence, it.pronoun));
        let of = |(sentence, pronoun)| Said::alone(&quote, sentence, pronoun);
        of_key.chain(of_other).chain(of_notes).map(of).collect::<Vec<_>>()
    };
    attributes(entry).into_iter().flat_map(said).collect()
}

/// The sentences that the relations of an entry stand for: of a kind that says whose it is, such as `sister of`.
fn of_relations(entry: &Entry, names: &HashMap<&str, &str>) -> Vec<Said> {
    let said = |relation: &Relation| {
        let (kind, name) = (&relation.kind.0, names.get(relation.target_id.as_str())?);
        let led = match kind.rsplit(' ').next() {
            Some("of") => format!("the {kind}"),
            Some("to") => kind.clone(),
            _ => return None,
        };
        let sentence = format!("{STAND_IN} was {led} {name}.");
        Some(Said::alone(&format!("{kind} {name}"), sentence, None))
    };
    entry.relations.iter().filter_map(said).collect()
}

/// The sentences that notes stand for, as far as they have no keys.
fn of_plain_notes(entry: &Entry, text: &str) -> Vec<Said> {
    let notes = notes(entry, text).into_iter();
    notes
        .flat_map(|note| {
            let clauses = note.clauses.into_iter();
            let said = clauses.filter_map(|it| match it {
                NoteClause::Sentence(sentence, pronoun) => {
                    Some(Said::alone(&note.quote, sentence, pronoun))
                }
                NoteClause::Attribute(..) => None,
            });
            said.collect::<Vec<_>>()
        })
        .collect()
}

fn notes(entry: &Entry, text: &str) -> Vec<prose::Note> {
    let names: Vec<&str> =
        std::iter::once(&entry.name).chain(&entry.aliases).map(String::as_str).collect();
    prose::notes(text, &names, STAND_IN)
}

/// The sentences that the notes of an entry stand for.
fn of_notes(entry: &Entry, text: &str) -> Vec<Said> {
    let mut all = Vec::new();
    for note in notes(entry, text) {
        let said = |sentence, pronoun| Said::alone(&note.quote, sentence, pronoun);
        for clause in &note.clauses {
            match clause {
                NoteClause::Attribute(key, value) => {
                    all.extend(sentences(key, value).into_iter().map(|it| said(it, None)));
                    // "His people: Matthew Pocket, his father".
                    if is_notes(key, value) {
                        all.extend(of_plain_notes(entry, value));
                    }
                }
                NoteClause::Sentence(sentence, pronoun) => {
                    all.push(said(sentence.clone(), *pronoun));
                }
            }
        }
    }
    all
}

/// What the text of a family, a location or a thing says of persons by their names: "The Hummels: Minna dies of the
/// fever", "Housekeeper: Mrs. Medlock".
fn of_others(entry: &Entry, text: &str) -> Vec<Said> {
    // What somebody plans is no fact.
    const PLANS: [&str; 8] =
        ["Idea", "Ideas", "Draft", "Alternative", "Maybe", "TODO", "Plan", "Theme"];
    let is_of_several = is_of_several(&entry.name);
    let says =
        is_of_several || matches!(entry.category, Category::Location | Category::Organisation);
    let mut all = Vec::new();
    for line in text.lines().filter(|_| says) {
        if PLANS.iter().any(|it| line.trim_start().starts_with(it)) {
            continue;
        }
        let text = Text::new(line);
        for (nth, sentence) in text.sentences().iter().enumerate() {
            let quote = sentence.span.of(line);
            let members = if is_of_several { prose::members(quote) } else { Vec::new() };
            all.extend(members.into_iter().map(|it| Said::alone(quote, it, None)));
            let said = prose::narrated(&served(quote).unwrap_or_else(|| quote.to_owned()));
            let continues = nth > 0;
            all.push(Said { continues, ..Said::alone(quote, said, None) });
        }
    }
    all
}

/// Who serves by the key of an attribute: "Housekeeper: Mrs. Medlock".
fn served(line: &str) -> Option<String> {
    let (key, name) = line.trim_end_matches('.').split_once(": ")?;
    let is_name = name.split(' ').all(|it| it.starts_with(char::is_uppercase));
    let is_trade = key.split(' ').next_back().is_some_and(|it| prose::is_trade(&it.to_lowercase()));
    (is_name && is_trade).then(|| format!("{name} was the {}", lowered(key)))
}

/// The names of entries by their ids.
pub(super) fn names(entries: &[Entry]) -> HashMap<&str, &str> {
    entries.iter().map(|it| (it.id.as_str(), it.name.as_str())).collect()
}

/// The facts of a text of the lore or the timeline, with the id of its record, about those whose names are
/// known, each with where it begins and the word for the relative whom it is about.
fn read<'r>(
    persons: &'r Persons,
    (id, text): (&str, &str),
    whose: impl Fn(&str) -> Option<usize> + 'r,
) -> impl Iterator<Item = (usize, Option<String>, Fact)> + 'r {
    let extract = extracts::or_empty(id, || Extract::of(&Text::new(text))).facts;
    extract.facts.into_iter().filter_map(move |it| {
        let subject = whose(&it.name_text).filter(|&at| persons.is_person(at))?;
        if it.pronoun.is_some_and(|pronoun| !persons.may_be(subject, pronoun)) {
            return None;
        }
        let other = match it.other {
            Some(_) => Some(whose(&it.other_text)?),
            None if it.attribute == prose::Attribute::Kinship => return None,
            None => None,
        };
        let is_kept =
            it.attribute != prose::Attribute::Act && !it.is_spoken && other != Some(subject);
        let (at, relative) = (it.span.start, it.relative);
        let fact = || Fact {
            subject,
            name: persons.name(subject).to_owned(),
            name_text: persons.entry_id(subject).unwrap_or(&it.name_text).to_owned(),
            entry_id: persons.entry_id(subject).map(str::to_owned),
            attribute: attribute(it.attribute),
            value: it.value,
            other: other.map(|other| (other, persons.name(other).to_owned())),
            date: it.date.as_ref().map(partial),
            date_text: it.date.map(|date| date.text),
            time_of_day: None,
            source: FactSource::Lore,
            passage: FactPassage {
                id: String::new(),
                title: String::new(),
                position: 0,
                quote: it.quote,
                start: 0,
                end: 0,
            },
            is_spoken: false,
            is_past: it.is_past,
            certainty: 100,
            others: Vec::new(),
        };
        is_kept.then(|| (at, relative, fact()))
    })
}

fn passage_of((position, entry): (usize, &Entry), quote: &str) -> FactPassage {
    FactPassage {
        id: entry.id.clone(),
        title: entry.name.clone(),
        position,
        quote: quote.to_owned(),
        start: 0,
        end: number(quote.chars().count()),
    }
}

/// What the events of timelines say of persons, each with the date of the event.
pub(super) fn of_events(persons: &Persons, events: &[DatedEvent]) -> Vec<Fact> {
    let mut found = Vec::new();
    for (position, event) in events.iter().enumerate() {
        let date = date_of(event);
        let title = prose::narrated(&event.title);
        let text = format!("{title} {}", prose::narrated(&event.description));
        let read = read(persons, (&event.id, &text), |name| persons.named_in_lore(name));
        for (at, _, fact) in read.filter(|(_, relative, _)| relative.is_none()) {
            // A title is quoted as it is written; what a description tells of a life may be of another day.
            let is_title = at < title.len();
            let quote = if is_title { event.title.clone() } else { fact.passage.quote.clone() };
            let is_of_day = is_title || !is_of_life(fact.attribute);
            let day = date.as_ref().filter(|_| is_of_day);
            let day_text = day.map(|_| event.date_display.clone());
            found.push(Fact {
                date: fact.date.or(day.map(partial)),
                date_text: fact.date_text.clone().or(day_text),
                source: FactSource::Timeline,
                passage: FactPassage {
                    id: event.id.clone(),
                    title: event.title.clone(),
                    position,
                    end: number(quote.chars().count()),
                    quote,
                    start: 0,
                },
                ..fact
            });
        }
    }
    found
}

/// What happens on one day of a life.
const fn is_of_life(attribute: Attribute) -> bool {
    matches!(
        attribute,
        Attribute::Birth | Attribute::Engagement | Attribute::Wedding | Attribute::Death
    )
}

fn date_of(event: &DatedEvent) -> Option<CalendarDate> {
    let led = dated(event.date_display.trim());
    prose::calendar_dates(&Text::new(&led)).into_iter().next()
}

/// The first and the last year of the events of timelines; those that tell of a birth may be long before
/// the story.
pub(super) fn years(events: &[DatedEvent]) -> Option<(i64, i64)> {
    let is_of_birth = |it: &&DatedEvent| {
        let words = format!("{} {}", it.title, it.description).to_lowercase();
        words.split(|letter: char| !letter.is_alphabetic()).any(|it| it == "born" || it == "birth")
    };
    let of_story = events.iter().filter(|it| !is_of_birth(it));
    let all: Vec<i64> = of_story.filter_map(|it| date_of(it)?.year).collect();
    Some((*all.iter().min()?, *all.iter().max()?))
}
