//! The texts that a request is about.

use domain::{Result, agents::understanding::NamedDocument, documents::numbering};
use store::{Tx, documents, projects::ProjectAccess};

use super::enumerated;
use crate::skills::{
    book::{self, TEXTS_BYTES_MAX},
    subject::{self, Subject},
};

/// What a request is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::skills) enum Target {
    /// A text that the message brings.
    Text(String),
    /// Documents of the project, in the order of reading.
    Documents(Vec<NamedDocument>),
    /// The whole manuscript of the project.
    Book,
}

/// Texts of a project.
pub(in crate::skills) struct Texts {
    /// The project.
    pub(in crate::skills) project_id: String,
    /// The documents with their texts, in the order of reading; those without a word are left out.
    pub(in crate::skills) texts: Vec<(NamedDocument, String)>,
    /// Whether those are all that were asked for.
    pub(in crate::skills) is_whole: bool,
}

impl Texts {
    /// Reads what a request is about.
    pub(in crate::skills) fn read(
        tx: &mut Tx<'_>,
        project: &ProjectAccess,
        target: &Target,
    ) -> Result<Self> {
        let (wanted, mut is_whole) = match target {
            Target::Documents(documents) => (documents.clone(), true),
            Target::Book => {
                let book = book::of_project(tx, project)?;
                let is_whole = book.is_whole;
                let named = book.manuscript.into_iter().map(|it| NamedDocument {
                    id: it.document.id,
                    title: it.document.title,
                    kind: it.document.kind,
                    depth: it.depth,
                });
                (named.collect(), is_whole)
            }
            Target::Text(_) => (Vec::new(), true),
        };
        let is_one = matches!(target, Target::Documents(documents) if documents.len() == 1);
        let (mut texts, mut bytes) = (Vec::new(), 0);
        for document in wanted {
            let text = documents::content(tx, project, &document.id)?;
            bytes += text.len();
            if bytes > TEXTS_BYTES_MAX {
                is_whole = false;
                break;
            }
            // An empty document that was asked for is one to speak of.
            if is_one || !text.trim().is_empty() {
                texts.push((document, text));
            }
        }
        Ok(Self { project_id: project.id().to_owned(), texts, is_whole })
    }

    /// The texts as their readers read them.
    pub(in crate::skills) fn subjects(&self) -> Vec<Subject> {
        let subject = |(document, text): &(NamedDocument, String)| {
            Subject::new(Some((document.id.clone(), document.title.clone())), text.clone())
        };
        self.texts.iter().map(subject).collect()
    }
}

/// Titles of documents that one sentence has, at most.
const TITLES_MAX: usize = 5;

/// The titles of some documents: a document with what lies in it is named alone.
pub(super) fn titles(documents: &[NamedDocument]) -> String {
    let mut outer: Vec<&NamedDocument> = Vec::new();
    for document in documents {
        if outer.last().is_none_or(|last| document.depth <= last.depth) {
            outer.push(document);
        }
    }
    let mut named: Vec<String> = outer
        .iter()
        .take(TITLES_MAX)
        .map(|it| match numbering::number(&it.title) {
            // A number alone says little of what it is.
            Some(_) if it.title.chars().all(char::is_alphanumeric) => {
                format!("{} “{}”", it.kind, it.title)
            }
            _ => format!("“{}”", subject::shortened(&it.title)),
        })
        .collect();
    if outer.len() > TITLES_MAX {
        named.push(format!("{} more", outer.len() - TITLES_MAX));
    }
    enumerated(&named)
}
