//! Misspelt names of a whole manuscript, each with all its positions, for the check of names.

use std::{collections::HashSet, sync::Arc};

use domain::{Principal, Result};
use prose::{KnownEntity, NameExtract, name_slips};
use store::{
    lore::{self, EntryNames},
    projects,
};

use super::known;
use crate::{
    Studio, blocking,
    extracts::{self, DocumentExtract},
};

/// The misspelt names of a manuscript.
pub(crate) struct BookSlips {
    /// The most frequent ones first.
    slips: Vec<Slip>,
    /// The documents that were read.
    documents: HashSet<String>,
}

/// A word that stands for another one.
pub(crate) struct Slip {
    /// The word, in lower case.
    pub(crate) word: String,
    /// The word that is meant, in lower case.
    pub(crate) meant: String,
    /// Whether an entry of the lore has it.
    pub(crate) is_known: bool,
    /// How often the word that is meant stands in the manuscript.
    pub(crate) meant_count: usize,
    /// Letters inserted, left out, changed, or swapped with their neighbour: 1 or 2.
    pub(crate) distance: usize,
    /// Where the slip stands, in reading order.
    pub(crate) positions: Vec<SlipPosition>,
}

/// Where a slip stands, in characters of the Markdown.
pub(crate) struct SlipPosition {
    pub(crate) document_id: String,
    pub(crate) version: i64,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl BookSlips {
    fn new(documents: &[DocumentExtract], entries: &[EntryNames]) -> Self {
        let extracts: Vec<&NameExtract> = documents.iter().map(|it| &it.extract.names).collect();
        let known: Vec<KnownEntity> = entries.iter().map(known).collect();
        let slip = |slip: prose::NameSlip| Slip {
            positions: slip
                .positions
                .iter()
                .map(|&(document, span)| SlipPosition {
                    document_id: documents[document].document.id.clone(),
                    version: documents[document].document.version,
                    start: span.start,
                    end: span.end,
                })
                .collect(),
            word: slip.word,
            meant: slip.meant,
            is_known: slip.known.is_some(),
            meant_count: slip.meant_count,
            distance: slip.distance,
        };
        Self {
            slips: name_slips(&extracts, &known).into_iter().map(slip).collect(),
            documents: documents.iter().map(|it| it.document.id.clone()).collect(),
        }
    }

    /// Whether a document is one of those that were read.
    pub(crate) fn has_read(&self, document_id: &str) -> bool {
        self.documents.contains(document_id)
    }

    /// Those that first stand in this document.
    pub(crate) fn first_in(&self, document_id: &str) -> impl Iterator<Item = &Slip> {
        self.slips.iter().filter(move |slip| {
            slip.positions.first().is_some_and(|position| position.document_id == document_id)
        })
    }

    /// Whether a word in lower case is one.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.slips.iter().any(|slip| slip.word == word)
    }
}

/// The misspelt names of a project's manuscript. Sub-tasks of a sweep ask for them again and again, so those
/// of the book that was read last are kept while nothing of it changes. With them the extracts of its texts, if
/// these had to be read for it.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(crate) async fn slips(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
) -> Result<(Arc<BookSlips>, Option<Vec<DocumentExtract>>)> {
    let mut kept = studio.readings.slips.lock().await;
    let (known, id) = (principal.clone(), project_id.to_owned());
    let read_from = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &id)?;
            let entries = lore::entry_names(tx, &project)?;
            Ok((store::extracts::state(tx, &project)?, entries))
        })
        .await?;
    let (documents, entries) = &read_from;
    let names = entries.iter().map(|it| (it.entry_id.as_str(), it.category.as_str(), &it.names));
    let state = format!("{project_id} {documents:?} {:?}", names.collect::<Vec<_>>());
    let state = domain::digest::hex(state.as_bytes());
    if let Some((_, slips)) = kept.as_ref().filter(|(of, _)| *of == state) {
        return Ok((Arc::clone(slips), None));
    }
    let documents = extracts::of_project(studio, principal, project_id).await?;
    let entries = read_from.1;
    let looking = move || (Arc::new(BookSlips::new(&documents, &entries)), documents);
    let (slips, documents) = blocking::run("looking for misspelt names", looking).await?;
    *kept = Some((state, Arc::clone(&slips)));
    Ok((slips, Some(documents)))
}
