//! Facts of lore entries and of timelines. Attributes are read as the sentences that they stand for, by the
//! reader of texts, so that lore and text are understood alike.

use std::collections::HashMap;

use domain::{
    facts::{Fact, FactPassage, FactSource},
    fold::fold,
    lore::{Category, Entry, Relation},
};
use prose::{CalendarDate, Extract, NoteClause, Pronoun, Text};
use serde_json::Value;
use store::facts::DatedEvent;

use crate::extracts;

use super::{LoreJourney, attribute, number, partial, persons::Persons};

/// A name that nobody has, which stands for the entry in the sentences of its attributes.
const STAND_IN: &str = "Quorvane";

/// Kinds of relationship that may be the key of an attribute: `sister: Anna`.
const KIN_KEYS: [&str; 16] = [
    "sister",
    "brother",
    "mother",
    "father",
    "wife",
    "husband",
    "son",
    "daughter",
    "cousin",
    "aunt",
    "uncle",
    "niece",
    "nephew",
    "grandmother",
    "grandfather",
    "twin",
];

/// The same for several: `sons: Victor, Ernest`.
const KIN_PLURAL_KEYS: [(&str, &str); 6] = [
    ("sisters", "sister"),
    ("brothers", "brother"),
    ("sons", "son"),
    ("daughters", "daughter"),
    ("cousins", "cousin"),
    ("aunts", "aunt"),
];

/// The facts of all entries.
pub(super) fn facts(
    persons: &Persons,
    entries: &[Entry],
    texts: &HashMap<String, String>,
) -> Vec<Fact> {
    let names = names(entries);
    let mut found = Vec::new();
    for (position, entry) in entries.iter().enumerate() {
        if entry.category != Category::Character {
            continue;
        }
        let Some(subject) = persons.of_entry(&entry.id) else { continue };
        let mut all = of_attributes(entry);
        all.extend(of_relations(entry, &names));
        if let Some(text) = texts.get(&entry.id) {
            // Line by line: a break that Markdown takes for a space ends a line of notes.
            let lines = text.lines().map(|line| manuscript::markdown::plain(line).text);
            all.extend(of_notes(entry, &lines.collect::<Vec<_>>().join("\n")));
        }
        all.retain(|it| it.pronoun.is_none_or(|pronoun| persons.may_be(subject, pronoun)));
        // They are read together, each as a paragraph of its own.
        let (mut text, mut starts) = (String::new(), Vec::with_capacity(all.len()));
        for it in &all {
            starts.push(text.len());
            text.push_str(&it.sentence);
            text.push_str("\n\n");
        }
        let read = read(persons, (&entry.id, &text), |name| {
            (name == STAND_IN).then_some(subject).or_else(|| persons.named_in_lore(name))
        });
        found.extend(read.filter_map(|(at, fact)| {
            let nth = starts.partition_point(|start| *start <= at).checked_sub(1)?;
            Some(Fact { passage: passage_of((position, entry), &all[nth].quote), ..fact })
        }));
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
}

/// The sentences that the attributes of an entry stand for.
fn of_attributes(entry: &Entry) -> Vec<Said> {
    let said = |(key, said): (String, String)| {
        let quote = format!("{key}: {said}");
        let of_key = sentences(&key, &said).into_iter().map(|sentence| (sentence, None));
        let of_notes = if is_told(&key, &said) { of_notes(entry, &said) } else { Vec::new() };
        let of_notes = of_notes.into_iter().map(|it| (it.sentence, it.pronoun));
        let of = |(sentence, pronoun)| Said { quote: quote.clone(), sentence, pronoun };
        of_key.chain(of_notes).map(of).collect::<Vec<_>>()
    };
    attributes(entry).into_iter().flat_map(said).collect()
}

/// Whether an attribute is notes about the entry: "appearance: tall, with grey eyes", "hair: She has golden hair".
fn is_told(key: &str, said: &str) -> bool {
    const KEYS: [&str; 24] = [
        "about",
        "appearance",
        "backstory",
        "background",
        "bio",
        "biography",
        "build",
        "characteristics",
        "description",
        "family",
        "features",
        "history",
        "life",
        "look",
        "looks",
        "notes",
        "origin",
        "physicalappearance",
        "physicaldescription",
        "physique",
        "relationships",
        "story",
        "summary",
        "traits",
    ];
    let bare: String = fold(key).chars().filter(|letter| letter.is_alphanumeric()).collect();
    let is_sentence = ["He ", "She ", "His ", "Her "].iter().any(|it| said.starts_with(it));
    is_sentence || KEYS.contains(&bare.as_str())
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
        Some(Said { quote: format!("{kind} {name}"), sentence, pronoun: None })
    };
    entry.relations.iter().filter_map(said).collect()
}

/// The sentences that the notes of an entry stand for.
fn of_notes(entry: &Entry, text: &str) -> Vec<Said> {
    let names: Vec<&str> =
        std::iter::once(&entry.name).chain(&entry.aliases).map(String::as_str).collect();
    let mut all = Vec::new();
    for note in prose::notes(text, &names, STAND_IN) {
        let mut push = |sentence, pronoun| {
            all.push(Said { quote: note.quote.clone(), sentence, pronoun });
        };
        for clause in note.clauses {
            match clause {
                NoteClause::Attribute(key, said) => {
                    sentences(&key, &said).into_iter().for_each(|it| push(it, None));
                }
                NoteClause::Sentence(sentence, pronoun) => push(sentence, pronoun),
            }
        }
    }
    all
}

/// The names of entries by their ids.
fn names(entries: &[Entry]) -> HashMap<&str, &str> {
    entries.iter().map(|it| (it.id.as_str(), it.name.as_str())).collect()
}

/// The attributes of an entry: each key with its value, where that is a text, a number or several of them; those of a
/// group stand by themselves.
fn attributes(entry: &Entry) -> Vec<(String, String)> {
    let read: Value = serde_json::from_str(&entry.attributes.0).unwrap_or_default();
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let all = read.as_object().into_iter().flatten();
    all.flat_map(|(key, value)| match value {
        Value::Object(group) => group
            .iter()
            .filter_map(|(key, value)| Some((key.clone(), text(value)?)))
            .collect::<Vec<_>>(),
        Value::Array(several) => {
            let several: Vec<String> = several.iter().filter_map(text).collect();
            vec![(key.clone(), several.join(", "))]
        }
        other => text(other).map(|said| (key.clone(), said)).into_iter().collect(),
    })
    .collect()
}

/// The sentences that an attribute stands for; none where it says that what it states has changed.
fn sentences(key: &str, said: &str) -> Vec<String> {
    let bare: String = fold(key).chars().filter(|letter| letter.is_alphanumeric()).collect();
    let said = said.split(" (").next().unwrap_or(said).trim().trim_end_matches('.');
    let article = |noun: &str| {
        let has_one = ["a ", "an ", "the ", "in ", "of "].iter().any(|it| noun.starts_with(it));
        if has_one { noun.to_owned() } else { format!("a {noun}") }
    };
    let name = STAND_IN;
    let is_number = !said.is_empty() && said.bytes().all(|byte| byte.is_ascii_digit());
    let of_life = match bare.as_str() {
        "born" | "birth" | "birthday" | "dateofbirth" | "birthdate" | "yearofbirth"
        | "birthyear" => Some("was born"),
        "died" | "death" | "dateofdeath" | "deathdate" | "yearofdeath" => Some("died"),
        "married" | "wedding" => Some("was married"),
        "engaged" | "engagement" => Some("became engaged"),
        _ => None,
    };
    if let Some(happened) = of_life {
        return vec![format!("{name} {happened} {}.", dated(said))];
    }
    if prose::changes(said) {
        return Vec::new();
    }
    let sentence = match bare.as_str() {
        "eyes" | "eye" | "eyescolour" | "eyescolor" | "eyecolour" | "eyecolor" | "colourofeyes"
        | "colorofeyes" | "colourofeye" | "colorofeye" => {
            format!("{name}’s eyes were {}.", without(said, "eyes"))
        }
        "hair" | "haircolour" | "haircolor" | "colourofhair" | "colorofhair" => {
            format!("{name}’s hair was {}.", without(said, "hair"))
        }
        "age" if is_number => format!("{name} was {said} years old."),
        // "mid-forties".
        "age" if said.ends_with("ies") && !said.contains("in h") => {
            let said = said.replace('-', " ");
            format!("{name} was in his {}.", said.trim_start_matches("in the "))
        }
        "age" => format!("{name} was {said}."),
        "role" | "rank" | "title" | "profession" | "occupation" | "job" | "trade" | "work"
        | "office" | "position" | "post" | "employment" | "living" | "kinship" | "family"
        | "relation" | "relationship" | "description" => {
            // "Country doctor", and not "Anna’s sister".
            let names_another = said.split(' ').any(|it| it.ends_with("’s") || it.ends_with("'s"));
            let said = if names_another { said.to_owned() } else { lowered(said) };
            let first = said.split([',', ';']).next().unwrap_or(&said);
            let all = [format!("{name} was {}.", article(first)), format!("{name} was {said}.")];
            return all
                .into_iter()
                .chain(nobility(first).map(|it| format!("{name} was a {it}.")))
                .collect();
        }
        "maritalstatus" | "status"
            if matches!(lowered(said).as_str(), "unmarried" | "single" | "bachelor") =>
        {
            format!("{name} was never married.")
        }
        it if KIN_KEYS.contains(&it) => format!("{name}’s {it} {said}."),
        it => {
            let Some((_, one)) = KIN_PLURAL_KEYS.iter().find(|(plural, _)| *plural == it) else {
                return Vec::new();
            };
            let names = said.split(", ").flat_map(|it| it.split(" and "));
            return names.map(|it| format!("{name}’s {one} {}.", it.trim())).collect();
        }
    };
    vec![sentence]
}

/// The rank of the nobility in a title: "fifth Baron Godalming".
fn nobility(title: &str) -> Option<String> {
    const RANKS: [&str; 12] = [
        "baronet",
        "baron",
        "baroness",
        "viscount",
        "viscountess",
        "earl",
        "countess",
        "marquis",
        "marquess",
        "marchioness",
        "duke",
        "duchess",
    ];
    let mut words = title.split(' ').map(str::to_lowercase);
    let is_denied =
        |word: &String| matches!(word.as_str(), "no" | "not" | "never" | "former" | "late");
    words
        .clone()
        .all(|it| !is_denied(&it))
        .then(|| words.find(|it| RANKS.contains(&it.as_str())))?
}

fn without(said: &str, noun: &str) -> String {
    said.trim_end_matches(noun).trim().to_lowercase()
}

/// A date behind a verb: "in 1850", "on 3 May 1850".
fn dated(said: &str) -> String {
    let is_year = said.len() == 4 && said.bytes().all(|byte| byte.is_ascii_digit());
    let is_led = ["in ", "on "].iter().any(|it| said.starts_with(it));
    match (is_led, is_year) {
        (true, _) => said.to_owned(),
        (_, true) => format!("in {said}"),
        _ => format!("on {said}"),
    }
}

/// The facts of a text of the lore or the timeline, with the id of its record, about those whose names are
/// known, each with where it begins.
fn read<'r>(
    persons: &'r Persons,
    (id, text): (&str, &str),
    whose: impl Fn(&str) -> Option<usize> + 'r,
) -> impl Iterator<Item = (usize, Fact)> + 'r {
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
        let at = it.span.start;
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
        };
        is_kept.then(|| (at, fact()))
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
        let title = prose::told(&event.title);
        let text = format!("{title} {}", prose::told(&event.description));
        let read = read(persons, (&event.id, &text), |name| persons.named_in_lore(name));
        // A title is quoted as it is written; a description may be long.
        let quote =
            |at: usize, told: String| if at < title.len() { event.title.clone() } else { told };
        found.extend(read.map(|(at, fact)| (quote(at, fact.passage.quote.clone()), fact)).map(
            |(quote, fact)| Fact {
                date: fact.date.or(date.as_ref().map(partial)),
                date_text: fact.date_text.clone().or(Some(event.date_display.clone())),
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
            },
        ));
    }
    found
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

/// The journeys that entries state, in their texts, their attributes and the labels of their relations.
pub(super) fn journeys(entries: &[Entry], texts: &HashMap<String, String>) -> Vec<LoreJourney> {
    let names = names(entries);
    let mut found = Vec::new();
    for entry in entries {
        let way = |key: &str, said: &str| {
            let is_name = names.values().any(|name| *name == key);
            let key = if is_name { format!("to {key}") } else { lowered(&spaced(key)) };
            format!("The way from {} {key} takes {said}.", entry.name)
        };
        // What is read, with the words that it stands for.
        let mut all: Vec<(String, Option<String>)> = Vec::new();
        for (key, said) in attributes(entry) {
            let quote = format!("{key}: {said}");
            all.push((format!("{said}."), Some(quote.clone())));
            all.push((way(&key, &said), Some(quote)));
        }
        for relation in &entry.relations {
            let target = names.get(relation.target_id.as_str());
            if let (Some(target), Some(label)) = (target, &relation.label) {
                let sentence = format!("The way from {} to {target} takes {label}.", entry.name);
                all.push((sentence, Some(format!("{target}: {label}"))));
            }
        }
        if let Some(text) = texts.get(&entry.id) {
            // "Road: ten days from Geneva" and "Two days from Geneva by the coach" are of the place itself.
            let of_place = entry.category == Category::Location;
            for note in prose::notes(text, &[&entry.name], STAND_IN) {
                let quote = || Some(note.quote.clone());
                let mut is_sentence = true;
                for clause in &note.clauses {
                    if let NoteClause::Attribute(key, said) = clause {
                        is_sentence = false;
                        all.push((way(key, said), quote()));
                    }
                }
                let own = Text::new(&note.quote);
                if of_place
                    && is_sentence
                    && !prose::durations(&own).is_empty()
                    && prose::stated_journeys(&own).is_empty()
                {
                    all.push((way("", note.quote.trim_end_matches('.')), quote()));
                }
            }
            all.push((text.clone(), None));
        }
        for (text, quote) in all {
            for journey in prose::stated_journeys(&Text::new(&text)) {
                found.push(LoreJourney {
                    names: journey.names,
                    minutes: journey.minutes,
                    entry: entry.name.clone(),
                    quote: quote.clone().unwrap_or(journey.quote),
                });
            }
        }
    }
    found
}

/// With a small letter at its beginning.
fn lowered(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

/// The words of a key: "journeyToBath", "journey_to_Bath".
fn spaced(key: &str) -> String {
    let mut words = String::with_capacity(key.len() + 4);
    for letter in key.chars() {
        if letter.is_uppercase() && !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
        words.push(if letter.is_alphanumeric() { letter } else { ' ' });
    }
    words
}
