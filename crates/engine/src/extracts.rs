//! The extracts of a project: what is read once from each document and kept until its text changes. Here
//! they are read from the tables, made where they are missing, and kept. Rules over the whole book take all
//! of them, so what they say does not depend on when a document was read.

use std::{collections::HashMap, panic::AssertUnwindSafe};

use domain::{
    Principal, Result,
    documents::{Document, book::Book},
};
use prose::{EXTRACT_FORM, Extract, Span, Text};
use store::{
    extracts::{self, UnreadText},
    projects,
};

use crate::{Studio, batches::batches, blocking, skills::subject::Subject};

/// Documents that are read in one step.
const DOCUMENTS_MAX: usize = 50;

/// Bytes of text that are read in one step, but for the last document's.
const TEXT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// A document with what was read in it.
#[derive(Debug, Clone)]
pub(crate) struct DocumentExtract {
    /// The document, in the version that was read.
    pub(crate) document: Document,
    /// What was read. Positions are characters of the Markdown.
    pub(crate) extract: Extract,
}

/// The extracts of all texts of a project's manuscript, in reading order. Missing ones are made, at most
/// 50 documents at a time, and kept.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(crate) async fn of_project(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
) -> Result<Vec<DocumentExtract>> {
    let (known, id) = (principal.clone(), project_id.to_owned());
    let stored = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &id)?;
            extracts::list(tx, &project, EXTRACT_FORM)
        })
        .await?;
    let parse = move || {
        let mut read: HashMap<String, Extract> = HashMap::new();
        let mut documents = Vec::with_capacity(stored.len());
        for it in stored {
            // One that cannot be read is made anew, as a missing one.
            let extract = it.extract.and_then(|text| serde_json::from_str(&text).ok());
            read.extend(extract.map(|extract| (it.document.id.clone(), extract)));
            documents.push(it.document);
        }
        (documents, read)
    };
    let (documents, mut read) = blocking::run("reading extracts", parse).await?;
    let mut missing: Vec<String> = documents
        .iter()
        .filter(|it| it.words > 0 && !read.contains_key(&it.id))
        .map(|it| it.id.clone())
        .collect();
    let mut documents: HashMap<String, Document> =
        documents.into_iter().map(|it| (it.id.clone(), it)).collect();
    while !missing.is_empty() {
        let step = missing.split_off(missing.len().saturating_sub(DOCUMENTS_MAX));
        for id in &step {
            documents.remove(id);
        }
        let made = make(studio, principal, project_id, step).await?;
        missing.extend(made.left);
        for it in made.extracts {
            read.insert(it.document.id.clone(), it.extract);
            documents.insert(it.document.id.clone(), it.document);
        }
    }
    Ok(in_reading_order(documents, read))
}

/// What one step made, and the documents that it had no room for.
struct Made {
    extracts: Vec<DocumentExtract>,
    left: Vec<String>,
}

/// Reads the texts of these documents, makes their extracts, and keeps them.
async fn make(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    ids: Vec<String>,
) -> Result<Made> {
    let (known, id) = (principal.clone(), project_id.to_owned());
    let asked = ids.clone();
    let texts = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &id)?;
            extracts::texts(tx, &project, &asked, TEXT_BYTES_MAX)
        })
        .await?;
    // Those behind the last text that was read found no room; the others are gone.
    let last = texts.last().map(|it| it.document.id.clone());
    let behind =
        last.and_then(|last| ids.iter().position(|id| *id == last)).map_or(ids.len(), |at| at + 1);
    let left = ids[behind..].to_vec();
    let reading = move || texts.into_iter().map(extract_or_log).collect::<Vec<_>>();
    let made = blocking::run("reading texts", reading).await?;
    let (mut extracts, mut rows) = (Vec::with_capacity(made.len()), Vec::with_capacity(made.len()));
    for (it, digest, kept) in made {
        rows.push((it.document.id.clone(), digest, kept));
        extracts.push(it);
    }
    for batch in batches(rows, DOCUMENTS_MAX, |(_, _, kept)| kept.len()) {
        studio
            .database
            .write(move |tx| {
                for (id, digest, kept) in &batch {
                    store::extracts::save(tx, id, digest, EXTRACT_FORM, kept)?;
                }
                Ok(())
            })
            .await?;
    }
    Ok(Made { extracts, left })
}

/// The extract of a text, the digest of the text, and the extract as it is kept. A text that makes its
/// reader panic must not keep a whole project from being read: its extract is empty, and the log reports it.
fn extract_or_log(text: UnreadText) -> (DocumentExtract, String, String) {
    let UnreadText { document, content, digest } = text;
    let extract = or_empty(&document.id, || extract(content));
    let kept = serde_json::to_string(&extract).unwrap_or_default();
    (DocumentExtract { document, extract }, digest, kept)
}

/// What a reader makes of the text of a record; an empty extract when it panics.
pub(crate) fn or_empty(id: &str, read: impl FnOnce() -> Extract) -> Extract {
    std::panic::catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| {
        tracing::error!(record.id = id, "a text makes the reader of extracts panic");
        Extract::default()
    })
}

/// What is read in a text. Positions are characters of the Markdown.
fn extract(content: String) -> Extract {
    let subject = Subject::new(None, content);
    let mut extract = Extract::of(&Text::new(&subject.plain.text));
    extract.map_spans(&mut |span| {
        let characters = subject.characters(span);
        Span { start: characters.start, end: characters.end }
    });
    extract
}

fn in_reading_order(
    documents: HashMap<String, Document>,
    mut read: HashMap<String, Extract>,
) -> Vec<DocumentExtract> {
    let mut documents: Vec<Document> = documents.into_values().collect();
    documents.sort_by(|one, other| (one.position, &one.id).cmp(&(other.position, &other.id)));
    let placed = Book::of(documents, true).manuscript.into_iter();
    placed
        .filter_map(|it| {
            let extract = read.remove(&it.document.id)?;
            Some(DocumentExtract { document: it.document, extract })
        })
        .collect()
}
