//! What the program reads in a text, by the functions that its agents call: quotations, who speaks, and
//! names. No route gives these for a text without lore, so this is the one part of the proof that calls a
//! crate of the program.

use std::collections::BTreeMap;
use std::ops::Range;

use prose::{EntityKind, NameIndex, Text};

/// What was read. All positions are in characters.
pub(super) struct Reading {
    pub(super) quotations: Vec<ReadQuotation>,
    pub(super) persons: Vec<ReadPerson>,
}

/// Direct speech.
pub(super) struct ReadQuotation {
    pub(super) chars: Range<usize>,
    /// Who speaks, by position in the list of persons.
    pub(super) speaker: Option<usize>,
}

/// Somebody with all names that are known to be theirs.
pub(super) struct ReadPerson {
    pub(super) names: Vec<String>,
    /// Where they are named.
    pub(super) mentions: Vec<Range<usize>>,
}

/// Reads a text, without lore.
pub(super) fn read(source: &str) -> Reading {
    let text = Text::new(source);
    let position = Positions::of(source);
    let extract = prose::Extract::of(&text);
    let roster = prose::Roster::of(&[&extract.names], &[]);
    let persons: Vec<(usize, &prose::NamedEntity)> = roster
        .entities
        .iter()
        .enumerate()
        .filter(|(_, it)| it.kind == EntityKind::Person)
        .collect();
    let names = persons.iter().enumerate().flat_map(|(owner, (_, person))| {
        person.names.iter().map(move |name| (owner, name.text.as_str()))
    });
    let index = NameIndex::new(names);
    let speakers: BTreeMap<usize, usize> = prose::attributed_speeches(&text, &index)
        .into_iter()
        .flat_map(|(owner, speech)| speech.into_iter().map(move |it| (it.span.start, owner)))
        .collect();
    let mut quotations: Vec<ReadQuotation> = Vec::new();
    let mut is_carried = false;
    for quotation in prose::quotations(&text) {
        let chars = position.chars(quotation.span.start..quotation.span.end);
        match quotations.last_mut() {
            Some(before) if is_carried => before.chars.end = chars.end,
            _ => {
                let speaker = speakers.get(&quotation.span.start).copied();
                quotations.push(ReadQuotation { chars, speaker });
            }
        }
        is_carried = quotation.is_continued;
    }
    let mentions = roster.mentions.first().map_or(&[][..], Vec::as_slice);
    let read_person = |(at, person): &(usize, &prose::NamedEntity)| ReadPerson {
        names: person.names.iter().map(|name| name.text.clone()).collect(),
        mentions: mentions
            .iter()
            .filter(|mention| mention.entity == *at)
            .map(|mention| position.chars(mention.span.start..mention.span.end))
            .collect(),
    };
    Reading { quotations, persons: persons.iter().map(read_person).collect() }
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
