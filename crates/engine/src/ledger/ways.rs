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
    let mut found = Vec::new();
    for entry in entries {
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
    }
    found
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

/// Whether a note about a place speaks of a way to it: not "The season lasts six weeks".
fn says_way(note: &str) -> bool {
    const WAYS: [&str; 20] = [
        "boat",
        "carriage",
        "coach",
        "crossing",
        "drive",
        "foot",
        "horse",
        "horseback",
        "journey",
        "miles",
        "rail",
        "ride",
        "road",
        "sail",
        "ship",
        "steamer",
        "train",
        "voyage",
        "walk",
        "way",
    ];
    let words = note.split(|letter: char| !letter.is_alphabetic());
    words.map(str::to_lowercase).any(|word| WAYS.contains(&word.as_str()))
}
