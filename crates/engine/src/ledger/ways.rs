//! How long the ways between places take that the lore states: in the texts of entries, in attributes, in the labels of
//! relations.

use std::collections::{HashMap, HashSet};

use domain::lore::{Category, Entry};
use prose::{NoteClause, Text};

use super::LoreJourney;
use super::attributes::{STAND_IN, attributes, lowered};
use super::lore::names;

/// The journeys that entries state, in their texts, their attributes and the labels of their relations.
pub(super) fn journeys(entries: &[Entry], texts: &HashMap<String, String>) -> Vec<LoreJourney> {
    let names = names(entries);
    let all_names: HashSet<&str> = names.values().copied().collect();
    let locations = locations(entries);
    let mut found = Vec::new();
    for entry in entries {
        let known = found.len();
        let way = |key: &str, said: &str| {
            // "Leeds to London: a day".
            let is_whole = key.starts_with(char::is_uppercase) && key.contains(" to ");
            if is_whole {
                return format!("From {key} takes {said}.");
            }
            let is_name = all_names.contains(key);
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
            let is_location = entry.category == Category::Location;
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
                if is_location
                    && is_sentence
                    && says_way(&note.quote)
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
        if let Some(text) = texts.get(&entry.id) {
            let of_whole = whole_way(entry, text, &locations);
            let is_new =
                |it: &LoreJourney| found[known..].iter().all(|other| other.names != it.names);
            let of_whole: Vec<LoreJourney> = of_whole.into_iter().filter(is_new).collect();
            found.extend(of_whole);
        }
    }
    found
}

/// The entries of locations, each with its names in small letters.
type Locations<'e> = [(&'e Entry, Vec<String>)];

fn locations(entries: &[Entry]) -> Vec<(&Entry, Vec<String>)> {
    let names = |it: &Entry| {
        std::iter::once(&it.name).chain(&it.aliases).map(|it| it.to_lowercase()).collect()
    };
    let locations = entries.iter().filter(|it| it.category == Category::Location);
    locations.map(|it| (it, names(it))).collect()
}

/// The way that an entry of a location is about as a whole: by its name ("Bath to Bristol"), by the way that its text
/// names ("Coach from Bath to Bristol"), or to the only other location that its text says to be some miles off. One of its
/// sentences says by what means, and in what time.
fn whole_way(entry: &Entry, text: &str, locations: &Locations<'_>) -> Vec<LoreJourney> {
    if entry.category != Category::Location || !says_means(text) {
        return Vec::new();
    }
    let read = Text::new(text);
    let of_text = read.sentences().iter().flat_map(|it| it.span.of(text).split(';'));
    let sentences: Vec<&str> = of_text.collect();
    let named = entry.name.split_once(" to ");
    let mut pairs: Vec<[String; 2]> = Vec::new();
    if let Some((from, to)) = named.filter(|(_, to)| to.starts_with(char::is_uppercase)) {
        pairs.push([from.to_owned(), to.to_owned()]);
        // "Sixteen miles to Brunswick Square" is the same way.
        pairs.extend(capitals_behind(text, "miles to ").map(|other| [from.to_owned(), other]));
    } else if let Some(from) = capitals_behind(text, " from ")
        && let Some(to) = capitals_behind(text, &format!("from {from} to "))
    {
        pairs.push([from, to]);
    } else if let Some(miles) = sentences.iter().find(|it| it.contains("miles")) {
        let miles = miles.to_lowercase();
        let mut others = locations.iter().filter(|(other, names)| {
            other.id != entry.id && names.iter().any(|name| names_it(&miles, name))
        });
        if let (Some((other, _)), None) = (others.next(), others.next()) {
            pairs.push([entry.name.clone(), other.name.clone()]);
        }
    }
    // "The ferry to Cardiff takes six hours" is another way.
    let is_of_pair = |sentence: &str| {
        let mut ends =
            [" to ", " from "].into_iter().filter_map(|it| capitals_behind(sentence, it));
        ends.all(|end| pairs.iter().flatten().any(|known| known.contains(&end)))
    };
    let timed = sentences.iter().filter(|it| says_means(it) && is_of_pair(it));
    let Some((minutes, said)) = timed
        .filter_map(|it| Some((prose::least_minutes(&Text::new(it))?, *it)))
        .min_by_key(|it| it.0)
    else {
        return Vec::new();
    };
    let quote = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let way =
        |names| LoreJourney { names, minutes, entry: entry.name.clone(), quote: quote.clone() };
    pairs.into_iter().map(way).collect()
}

/// The row of capitals behind some words: "Brunswick Square" behind "miles to".
fn capitals_behind(text: &str, lead: &str) -> Option<String> {
    let (_, behind) = text.split_once(lead)?;
    let mut name: Vec<&str> = Vec::new();
    for word in behind.split(' ').take_while(|word| word.starts_with(char::is_uppercase)) {
        name.push(word.trim_end_matches(|it: char| !it.is_alphanumeric()));
        if !word.ends_with(char::is_alphanumeric) {
            break;
        }
    }
    (!name.is_empty()).then(|| name.join(" "))
}

/// Whether a text names something, both in small letters.
fn names_it(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let is_edge = |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric());
        is_edge(text[..at].chars().next_back()) && is_edge(text[at + name.len()..].chars().next())
    })
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

/// What somebody goes by on a way, and how.
const MEANS: [&str; 26] = [
    "boat",
    "carriage",
    "cart",
    "chaise",
    "coach",
    "crossing",
    "drive",
    "ferry",
    "foot",
    "gig",
    "horse",
    "horseback",
    "horses",
    "journey",
    "packet",
    "rail",
    "ride",
    "sail",
    "schooner",
    "ship",
    "steamer",
    "train",
    "voyage",
    "wagon",
    "walk",
    "winds",
];

/// What a note about a way to a place speaks of, beside these.
const WAYS: [&str; 3] = ["miles", "road", "way"];

/// Whether a note about a place speaks of a way to it: not "The season lasts six weeks".
fn says_way(note: &str) -> bool {
    words(note).any(|word| MEANS.contains(&word.as_str()) || WAYS.contains(&word.as_str()))
}

/// Whether a text says by what means somebody goes.
fn says_means(text: &str) -> bool {
    words(text).any(|word| MEANS.contains(&word.as_str()))
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase)
}
