//! Compares what was read in a text with what is annotated in it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::reading::{ReadPerson, Reading};
use super::{Annotated, Entity, Figures};
use crate::table::cut;

/// Counts what is right; what is wrong, in words.
pub(super) fn compare(text: &Annotated, reading: &Reading, figures: &mut Figures) -> Vec<String> {
    figures.texts += 1;
    let mut errors = spans(text, reading, figures);
    errors.extend(speakers(text, reading, figures));
    errors.extend(names(text, reading, figures));
    errors.extend(pronouns(text, reading, figures));
    errors
}

/// A pronoun is read rightly when the name that it stands for is one of the entity that it means. Those of direct
/// speech are not counted, and of the annotated ones those alone whose entity has a name somewhere.
fn pronouns(text: &Annotated, reading: &Reading, figures: &mut Figures) -> Vec<String> {
    let is_read = |it: &&Entity| {
        it.form == "PRON"
            && matches!(it.text.to_lowercase().as_str(), "he" | "she" | "his" | "her")
            && !text
                .quotations
                .iter()
                .any(|quotation| (quotation.start..quotation.end).contains(&it.start))
    };
    let read: BTreeMap<usize, &Range<usize>> =
        reading.pronouns.iter().map(|(chars, name)| (chars.start, name)).collect();
    let is_person = |it: &&Entity| it.category == "PER" && it.form != "PRON";
    let persons: Vec<&Entity> = text.entities.iter().filter(is_person).collect();
    let named: BTreeSet<&str> = persons
        .iter()
        .filter(|it| it.form == "PROP")
        .filter_map(|it| it.entity.as_deref())
        .collect();
    let mut errors = Vec::new();
    for noted in text.entities.iter().filter(is_read) {
        let Some(entity) = noted.entity.as_deref() else { continue };
        let name = read.get(&noted.start);
        let is_right = name.is_some_and(|name| {
            persons.iter().any(|it| {
                it.entity.as_deref() == Some(entity) && it.start < name.end && name.start < it.end
            })
        });
        if named.contains(entity) {
            figures.pronoun_recall.note(is_right);
        }
        if let Some(name) = name {
            figures.pronoun_precision.note(is_right);
            if !is_right {
                let letters = text.text.chars().skip(name.start).take(name.len());
                let name = cut(&letters.collect::<String>());
                errors.push(format!("wrong person: “{}” is {name}, not {entity}", noted.text));
            }
        }
    }
    errors
}

/// A quotation has the right span when it begins and ends with the same letter or digit as an annotated
/// one; marks and points at its ends do not matter.
fn spans(text: &Annotated, reading: &Reading, figures: &mut Figures) -> Vec<String> {
    let letters: Vec<char> = text.text.chars().collect();
    let inner = |chars: Range<usize>| {
        let is_word = |at: &usize| letters[*at].is_alphanumeric();
        let first = chars.clone().find(|at| is_word(at))?;
        let last = chars.clone().rev().find(|at| is_word(at))?;
        Some((first, last))
    };
    let noted: BTreeSet<_> =
        text.quotations.iter().filter_map(|it| inner(it.start..it.end)).collect();
    let read: BTreeSet<_> =
        reading.quotations.iter().filter_map(|it| inner(it.chars.clone())).collect();
    let mut errors = Vec::new();
    let quoted =
        |(first, last): &(usize, usize)| cut(&letters[*first..=*last].iter().collect::<String>());
    for span in &read {
        figures.span_precision.note(noted.contains(span));
        if !noted.contains(span) {
            errors.push(format!("no such quotation: {}", quoted(span)));
        }
    }
    for span in &noted {
        figures.span_recall.note(read.contains(span));
        if !read.contains(span) {
            errors.push(format!("quotation missed: {}", quoted(span)));
        }
    }
    errors
}

/// A quotation that was read is an annotated one when they share at least half of either.
fn is_same(one: &Range<usize>, other: &Range<usize>) -> bool {
    let shared = one.end.min(other.end).saturating_sub(one.start.max(other.start));
    2 * shared >= one.len() && 2 * shared >= other.len()
}

fn speakers(text: &Annotated, reading: &Reading, figures: &mut Figures) -> Vec<String> {
    let whom: Vec<Option<&str>> = reading.persons.iter().map(|it| entity_of(text, it)).collect();
    let mut errors = Vec::new();
    let mut is_noted = vec![false; reading.quotations.len()];
    for noted in text.quotations.iter().filter(|it| it.speaker.is_some()) {
        let at =
            reading.quotations.iter().position(|it| is_same(&it.chars, &(noted.start..noted.end)));
        let person = at.and_then(|at| reading.quotations[at].speaker);
        let is_right =
            person.is_some_and(|it| whom[it].is_some() && whom[it] == noted.speaker.as_deref());
        figures.speakers_of_all.note(is_right);
        if let Some(at) = at {
            is_noted[at] = true;
        }
        let wanted = noted.speaker.as_deref().unwrap_or_default();
        match person {
            Some(person) => {
                figures.speakers_of_named.note(is_right);
                if let Some((rule, _)) = at.and_then(|at| reading.quotations[at].how.as_ref()) {
                    figures.speakers_by_rule.entry(rule.clone()).or_default().note(is_right);
                }
                if !is_right {
                    let said = format!("{} = {:?}", reading.persons[person].label, whom[person]);
                    errors.push(format!(
                        "wrong speaker {said} ({}) for {wanted}: {}",
                        how(reading, at),
                        cut(&noted.text)
                    ));
                }
            }
            None => errors.push(format!(
                "no speaker ({}) for {wanted}: {}",
                how(reading, at),
                cut(&noted.text)
            )),
        }
    }
    for (at, read) in reading.quotations.iter().enumerate() {
        if let (false, Some(person)) = (is_noted[at], read.speaker) {
            figures.speakers_of_named.note(false);
            let said = &reading.persons[person].label;
            let letters = text.text.chars().skip(read.chars.start).take(read.chars.len());
            let words = cut(&letters.collect::<String>());
            errors.push(format!(
                "speaker of no speech: {said} ({}): {words}",
                how(reading, Some(at))
            ));
        }
    }
    errors
}

fn how(reading: &Reading, at: Option<usize>) -> String {
    let how = at.and_then(|at| reading.quotations[at].how.as_ref());
    how.map_or("no rule".to_owned(), |(rule, certainty)| format!("{rule} {certainty:.2}"))
}

/// The entity that is mentioned most often where this person is named: with a mention that is the same,
/// or that begins with it ("a man" of "a man in the crowd"). Of the narrator, the entity that "I" means
/// most often outside of speech.
fn entity_of<'t>(text: &'t Annotated, person: &ReadPerson) -> Option<&'t str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for entity in text.entities.iter().filter(|it| it.category == "PER") {
        let span = entity.start..entity.end;
        let is_there = match (person.is_narrator, entity.form.as_str()) {
            (true, "PRON") => {
                entity.text == "I"
                    && !text
                        .quotations
                        .iter()
                        .any(|it| it.start <= span.start && span.end <= it.end)
            }
            (true, _) | (false, "PRON") => false,
            _ => person.mentions.iter().any(|it| {
                is_same(it, &span) || it.start == span.start && it.end <= span.end && it.len() > 3
            }),
        };
        if let (true, Some(entity)) = (is_there, &entity.entity) {
            *counts.entry(entity).or_default() += 1;
        }
    }
    let most = counts.values().max().copied()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(entity, _)| entity)
}

/// A name as it is compared: in small letters on one line, without a possessive and without what stands
/// before its first capital ("the", "little", "that scurrilous").
fn normal(name: &str) -> String {
    let is_lower = |word: &&str| word.starts_with(|letter: char| !letter.is_uppercase());
    let words: Vec<&str> = name.split_whitespace().skip_while(is_lower).collect();
    // A name that has no capital at all is compared as it is.
    let line = if words.is_empty() {
        name.split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        words.join(" ")
    };
    let line = line.to_lowercase();
    let line = line.strip_prefix("the ").unwrap_or(&line);
    let bare = line.strip_suffix("’s").or_else(|| line.strip_suffix("'s"));
    bare.unwrap_or(line).to_owned()
}

fn is_name_of_person(entity: &&Entity) -> bool {
    entity.category == "PER" && entity.form == "PROP"
}

/// Names are compared by how they are written, each once in a text; pairs of names as pairs.
fn names(text: &Annotated, reading: &Reading, figures: &mut Figures) -> Vec<String> {
    let mut groups: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut noted = BTreeSet::new();
    for entity in text.entities.iter().filter(is_name_of_person) {
        noted.insert(normal(&entity.text));
        if let Some(whose) = &entity.entity {
            groups.entry(whose).or_default().insert(normal(&entity.text));
        }
    }
    let of_person =
        |it: &ReadPerson| it.names.iter().map(|name| normal(name)).collect::<BTreeSet<_>>();
    let read_groups: Vec<BTreeSet<String>> = reading.persons.iter().map(of_person).collect();
    let read: BTreeSet<&String> = read_groups.iter().flatten().collect();
    let mut errors = Vec::new();
    for name in &read {
        figures.name_precision.note(noted.contains(*name));
        if !noted.contains(*name) {
            errors.push(format!("no person: {name}"));
        }
    }
    for name in &noted {
        figures.name_recall.note(read.contains(name));
        if !read.contains(name) {
            errors.push(format!("person missed: {name}"));
        }
    }
    let right = pairs(groups.values());
    // A pair with a name that is annotated as nobody's is no pair of aliases, right or wrong.
    let joined: BTreeSet<_> = pairs(read_groups.iter())
        .into_iter()
        .filter(|(one, other)| noted.contains(one) && noted.contains(other))
        .collect();
    for pair in &joined {
        figures.alias_precision.note(right.contains(pair));
        if !right.contains(pair) {
            errors.push(format!("two persons: {} and {}", pair.0, pair.1));
        }
    }
    for pair in &right {
        figures.alias_recall.note(joined.contains(pair));
        if !joined.contains(pair) {
            errors.push(format!("one person: {} and {}", pair.0, pair.1));
        }
    }
    errors
}

/// All pairs of names within the groups.
fn pairs<'g>(groups: impl Iterator<Item = &'g BTreeSet<String>>) -> BTreeSet<(String, String)> {
    let mut pairs = BTreeSet::new();
    for group in groups {
        for one in group {
            let others = group.iter().filter(|other| *other > one);
            pairs.extend(others.map(|other| (one.clone(), other.clone())));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::reading::ReadQuotation;
    use super::*;

    fn annotated() -> Annotated {
        let text = r#"{
            "name": "a", "text": "“Yes,” said Ann. “No,” said Mr. Lee. Ann Lee left. She ran, and he saw her.",
            "entities": [
                {"start": 12, "end": 15, "text": "Ann", "type": "PER", "form": "PROP", "entity": "ann"},
                {"start": 28, "end": 35, "text": "Mr. Lee", "type": "PER", "form": "PROP", "entity": "lee"},
                {"start": 37, "end": 44, "text": "Ann Lee", "type": "PER", "form": "PROP", "entity": "ann"},
                {"start": 51, "end": 54, "text": "She", "type": "PER", "form": "PRON", "entity": "ann"},
                {"start": 64, "end": 66, "text": "he", "type": "PER", "form": "PRON", "entity": "lee"},
                {"start": 71, "end": 74, "text": "her", "type": "PER", "form": "PRON", "entity": "ann"}
            ],
            "quotations": [
                {"start": 0, "end": 6, "text": "“Yes,”", "speaker": "ann"},
                {"start": 17, "end": 22, "text": "“No,”", "speaker": "lee"}
            ]
        }"#;
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn what_is_right_and_wrong_is_counted_by_the_definitions() {
        let person = |names: &[&str], mentions: &[Range<usize>]| ReadPerson {
            label: names[0].to_owned(),
            is_narrator: false,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            mentions: mentions.to_vec(),
        };
        let reading = Reading {
            quotations: vec![
                ReadQuotation { chars: 0..6, speaker: Some(0), how: None },
                ReadQuotation { chars: 16..22, speaker: Some(0), how: None },
                ReadQuotation { chars: 36..44, speaker: Some(1), how: None },
            ],
            persons: vec![person(&["Ann", "Ann Lee"], &[12..15, 37..44]), person(&["Lee"], &[])],
            pronouns: vec![(51..54, 37..44), (64..66, 37..44)],
        };
        let mut figures = Figures::default();

        compare(&annotated(), &reading, &mut figures);

        let counts = |ratio: super::super::Ratio| (ratio.right, ratio.of);
        assert_eq!(counts(figures.span_precision), (2, 3));
        assert_eq!(counts(figures.span_recall), (2, 2));
        assert_eq!(counts(figures.speakers_of_all), (1, 2));
        assert_eq!(counts(figures.speakers_of_named), (1, 3), "the third is spurious");
        assert_eq!(counts(figures.name_precision), (2, 3));
        assert_eq!(counts(figures.name_recall), (2, 3));
        assert_eq!(counts(figures.alias_precision), (1, 1));
        assert_eq!(counts(figures.alias_recall), (1, 1));
        assert_eq!(counts(figures.pronoun_precision), (1, 2));
        assert_eq!(counts(figures.pronoun_recall), (1, 3));
    }
}
