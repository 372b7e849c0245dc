//! What the program reads in a text, by the functions that its agents call: quotations, who speaks,
//! names, and whom pronouns mean. No route gives these for a text without lore, so this is the one part of
//! the proof that calls a
//! crate of the program.

use std::collections::BTreeMap;
use std::ops::Range;

use prose::{Cast, CastMember, EntityKind, Speaker, Text};

/// Who says "I" in the narration.
const NARRATOR: &str = "narrator";

/// What was read. All positions are in characters.
pub(super) struct Reading {
    pub(super) quotations: Vec<ReadQuotation>,
    pub(super) persons: Vec<ReadPerson>,
    /// "he", "she", "his" and "her", each with the name that it means.
    pub(super) pronouns: Vec<(Range<usize>, Range<usize>)>,
}

/// Direct speech.
pub(super) struct ReadQuotation {
    pub(super) chars: Range<usize>,
    /// Who speaks, by position in the list of persons.
    pub(super) speaker: Option<usize>,
    /// By which rule, and how certain.
    pub(super) how: Option<(String, f64)>,
}

/// Somebody with all names that are known to be theirs.
pub(super) struct ReadPerson {
    /// As a speaker is called.
    pub(super) label: String,
    pub(super) names: Vec<String>,
    /// Where they are named.
    pub(super) mentions: Vec<Range<usize>>,
    /// Whether it is who says "I" outside of speech.
    pub(super) is_narrator: bool,
}

/// Reads a text, without lore.
pub(super) fn read(source: &str) -> Reading {
    let text = Text::new(source);
    let position = Positions::of(source);
    let extract = prose::Extract::of(&text);
    let roster = prose::Roster::of(&[&extract.names], &[]);
    let named = roster.mentions.first().map_or(&[][..], Vec::as_slice);
    let entities: Vec<(usize, &prose::NamedEntity)> = roster
        .entities
        .iter()
        .enumerate()
        .filter(|(_, it)| it.kind == EntityKind::Person)
        .collect();
    let mut persons: Vec<ReadPerson> = entities
        .iter()
        .map(|(at, person)| ReadPerson {
            label: person.names.first().map(|it| it.text.clone()).unwrap_or_default(),
            names: person.names.iter().map(|name| name.text.clone()).collect(),
            mentions: named
                .iter()
                .filter(|mention| mention.entity == *at)
                .map(|mention| position.chars(mention.span.start..mention.span.end))
                .collect(),
            is_narrator: false,
        })
        .collect();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let members = entities.iter().map(|(_, person)| CastMember::of(person));
    let found = prose::speakers(&text, &Cast { members: members.collect(), narrator: None });
    let spoken: Vec<Range<usize>> =
        found.iter().map(|it| position.chars(it.span.start..it.span.end)).collect();
    let mut quotations = Vec::with_capacity(found.len());
    for (quotation, chars) in found.iter().zip(spoken) {
        let speaker = quotation.speaker.as_ref().map(|speaker| {
            let label = match speaker {
                Speaker::Member(at) => return *at,
                Speaker::Other(label) => label.clone(),
                Speaker::Narrator => NARRATOR.to_owned(),
            };
            *numbers.entry(label.clone()).or_insert_with(|| {
                persons.push(described(source, &position, &label));
                persons.len() - 1
            })
        });
        quotations.push(ReadQuotation {
            chars,
            speaker,
            how: quotation.reason.map(|it| (format!("{it:?}"), quotation.certainty)),
        });
    }
    let pronouns = prose::meant_pronouns(&text, &extract.names)
        .into_iter()
        .map(|it| {
            let chars = |span: prose::Span| position.chars(span.start..span.end);
            (chars(it.span), chars(it.name))
        })
        .collect();
    Reading { quotations, persons, pronouns }
}

/// Somebody who is called so in a text, and whose names are counted elsewhere.
fn described(source: &str, position: &Positions, label: &str) -> ReadPerson {
    let words: Vec<&str> = label.split_whitespace().collect();
    let mut mentions = Vec::new();
    for (at, _) in source.match_indices(words[0]) {
        let mut rest = &source[at..];
        let is_there = words.iter().all(|word| {
            rest = rest.trim_start();
            let found = rest.strip_prefix(word);
            rest = found.unwrap_or(rest);
            found.is_some()
        });
        if is_there && !rest.starts_with(char::is_alphanumeric) {
            mentions.push(position.chars(at..source.len() - rest.len()));
        }
    }
    ReadPerson {
        label: label.to_owned(),
        names: Vec::new(),
        mentions,
        is_narrator: label == NARRATOR,
    }
}

/// Characters by bytes.
struct Positions(Vec<usize>);

impl Positions {
    fn of(source: &str) -> Self {
        let mut counts = vec![0; source.len() + 1];
        for (nth, (at, letter)) in source.char_indices().enumerate() {
            counts[at..at + letter.len_utf8()].fill(nth);
        }
        counts[source.len()] = source.chars().count();
        Self(counts)
    }

    fn chars(&self, bytes: Range<usize>) -> Range<usize> {
        self.0[bytes.start]..self.0[bytes.end]
    }
}
