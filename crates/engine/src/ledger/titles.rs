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
            let mut persons = known.of_names(position, &mention.names);
            persons.retain(|&it| known.goes_by(it, pronoun));
            PersonsTitle { position, persons, mention: mention.clone() }
        };
        read.facts.titles.iter().map(with_persons).collect::<Vec<_>>()
    };
    documents.iter().enumerate().flat_map(of_document).collect()
}
