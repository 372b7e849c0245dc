//! Ranks that stand for somebody in the text, with the persons who are named around them.

use prose::{TitleMention, pronoun_of_rank};

use super::{ReadDocument, persons::Persons};

/// A rank that stands for somebody.
pub(crate) struct PersonsTitle {
    /// The document, by its place in the book.
    pub(crate) position: usize,
    /// Those who are named around it and go by its pronoun.
    pub(crate) persons: Vec<usize>,
    pub(crate) mention: TitleMention,
}

pub(super) fn titles(known: &Persons, documents: &[ReadDocument]) -> Vec<PersonsTitle> {
    let of_document = |(position, read): (usize, &ReadDocument)| {
        let with_persons = |mention: &TitleMention| {
            let pronoun = pronoun_of_rank(&mention.title);
            let named = mention.names.iter();
            let mut persons: Vec<usize> = named
                .filter_map(|(span, name)| known.person(position, *span, name))
                .filter(|&at| known.goes_by(at, pronoun))
                .collect();
            persons.sort_unstable();
            persons.dedup();
            PersonsTitle { position, persons, mention: mention.clone() }
        };
        read.facts.titles.iter().map(with_persons).collect::<Vec<_>>()
    };
    documents.iter().enumerate().flat_map(of_document).collect()
}
