//! Who speaks in a manuscript, and how much. What is said in a text is read once, and kept until the text, the
//! persons of the book or the corrections of its speakers change: a list reads no text that was read before.

use std::{
    collections::{BTreeMap, HashMap},
    panic::AssertUnwindSafe,
    sync::Arc,
};

use domain::{
    Principal, Result, digest,
    documents::{Document, book::Book},
    page::Page,
    quotations::{Correction, QuotationItem, SpeakerKind},
    speakers::{SpeakerItem, SpeakerQuery, SpokenDocument, SpokenPart, add_up, page},
};
use store::{
    extracts::{self, UnreadText},
    projects, quotations,
    readings::{self, StoredSpeech},
};

use crate::{
    Studio,
    batches::batches,
    blocking,
    quotations::{Persons, corrected_quotations},
};

/// The form of what is kept. Any change of what is read as speech, or of who is found to speak, needs another
/// number.
const SPEECH_FORM: i64 = 1;

/// Documents that are read in one step.
const DOCUMENTS_MAX: usize = 50;

/// Bytes of text that are read in one step, but for the last document's.
const TEXT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Who may speak in a book, and what users say of it.
struct Known {
    persons: Persons,
    /// A digest of the persons.
    basis: String,
    corrections: HashMap<String, Vec<Correction>>,
    /// What lore entries are called.
    names: HashMap<String, String>,
}

/// A document with what is said in it.
type Spoken = (Document, Vec<SpokenPart>);

/// What one step made, and the documents that it had no room for.
struct Made {
    spoken: Vec<Spoken>,
    left: Vec<String>,
}

/// A page of those who speak in the manuscript of a project, those with the most words first.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub async fn list(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    query: SpeakerQuery,
) -> Result<Page<SpeakerItem>> {
    let book = crate::names::of_project(studio, principal, project_id).await?;
    let (known, id) = (principal.clone(), project_id.to_owned());
    let (stored, corrections) = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &id)?;
            let stored = readings::speeches(tx, &project, SPEECH_FORM)?;
            Ok((stored, quotations::project_corrections(tx, &project)?))
        })
        .await?;
    let parsing = move || {
        let known = Known::new(&book, corrections);
        let parsed: Vec<_> = stored.into_iter().map(|it| known.parse(it)).collect();
        (Arc::new(known), parsed)
    };
    let (known, parsed) = blocking::run("reading who speaks", parsing).await?;
    let mut missing = Vec::new();
    let mut documents: HashMap<String, Spoken> = HashMap::new();
    for (document, parts) in parsed {
        match parts {
            Some(parts) => drop(documents.insert(document.id.clone(), (document, parts))),
            None => missing.push(document.id),
        }
    }
    while !missing.is_empty() {
        let step = missing.split_off(missing.len().saturating_sub(DOCUMENTS_MAX));
        let made = make(studio, principal, project_id, (step, &known)).await?;
        missing.extend(made.left);
        documents.extend(made.spoken.into_iter().map(|it| (it.0.id.clone(), it)));
    }
    blocking::run("adding up who speaks", move || {
        let spoken = in_reading_order(documents);
        page(add_up(known.with_names(spoken)), &query)
    })
    .await
}

/// Reads the texts of these documents, and keeps what is said in them.
async fn make(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    (ids, known): (Vec<String>, &Arc<Known>),
) -> Result<Made> {
    let (asking, id, asked) = (principal.clone(), project_id.to_owned(), ids.clone());
    let texts = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &asking, &id)?;
            extracts::texts(tx, &project, &asked, TEXT_BYTES_MAX)
        })
        .await?;
    // Those behind the last text that was read found no room; the others are gone.
    let last = texts.last().and_then(|last| ids.iter().position(|id| *id == last.document.id));
    let left = ids[last.map_or(ids.len(), |at| at + 1)..].to_vec();
    let reader = Arc::clone(known);
    let reading = move || texts.into_iter().map(|it| reader.read(it)).collect::<Vec<_>>();
    let made = blocking::run("reading who speaks", reading).await?;
    let rows: Vec<(String, String, String, String)> = made
        .iter()
        .map(|(document, digest, parts)| {
            let kept = serde_json::to_string(parts).unwrap_or_default();
            (document.id.clone(), digest.clone(), known.basis_of(&document.id), kept)
        })
        .collect();
    for batch in batches(rows, DOCUMENTS_MAX, |(.., kept)| kept.len()) {
        studio
            .database
            .write(move |tx| {
                for (id, digest, basis, kept) in &batch {
                    readings::save_speech(tx, (id, digest), (basis, SPEECH_FORM), kept)?;
                }
                Ok(())
            })
            .await?;
    }
    let spoken = made.into_iter().map(|(document, _, parts)| (document, parts)).collect();
    Ok(Made { spoken, left })
}

fn in_reading_order(mut read: HashMap<String, Spoken>) -> Vec<SpokenDocument> {
    let mut documents: Vec<Document> =
        read.values().map(|(document, _)| document.clone()).collect();
    documents.sort_by(|one, other| (one.position, &one.id).cmp(&(other.position, &other.id)));
    let placed = Book::of(documents, true).manuscript.into_iter();
    placed
        .filter_map(|it| {
            let (document, parts) = read.remove(&it.document.id)?;
            Some(SpokenDocument { id: document.id, title: document.title, parts })
        })
        .collect()
}

impl Known {
    fn new(book: &crate::names::NamedBook, all: Vec<Correction>) -> Self {
        let persons = Persons::of(book);
        let mut corrections: HashMap<String, Vec<Correction>> = HashMap::new();
        for it in all {
            corrections.entry(it.document_id.clone()).or_default().push(it);
        }
        let names = book.entries.iter().map(|it| (it.entry_id.clone(), it.name().to_owned()));
        Self { basis: persons.basis(), persons, corrections, names: names.collect() }
    }

    /// A digest of all that is known of who speaks in a document: with the same, the same is read.
    fn basis_of(&self, document_id: &str) -> String {
        let mut all = self.basis.clone();
        for it in self.corrections.get(document_id).into_iter().flatten() {
            let quoted = &it.quoted;
            all.push_str(&format!(
                "\n{:?} {:?} {:?} {} {:?} {}",
                quoted.words,
                quoted.before,
                quoted.after,
                quoted.start,
                it.speaker,
                it.modified_at.millis()
            ));
        }
        digest::hex(all.as_bytes())
    }

    /// What was kept of a document; none where it has to be read.
    fn parse(&self, stored: StoredSpeech) -> (Document, Option<Vec<SpokenPart>>) {
        let StoredSpeech { document, kept } = stored;
        if document.words == 0 {
            return (document, Some(Vec::new()));
        }
        let basis = self.basis_of(&document.id);
        let kept = kept.filter(|kept| kept.basis == basis);
        let parts = kept.and_then(|kept| serde_json::from_str(&kept.found).ok());
        (document, parts)
    }

    /// What is said in a text. One that makes its reader panic must not keep a whole project from being read:
    /// nothing is said in it, and the log reports it.
    fn read(&self, text: UnreadText) -> (Document, String, Vec<SpokenPart>) {
        let UnreadText { document, content, digest } = text;
        let corrections = self.corrections.get(&document.id).cloned().unwrap_or_default();
        let read = || corrected_quotations(&document, content, self.persons.clone(), corrections);
        let read = std::panic::catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| {
            tracing::error!(
                document.id = document.id,
                "a text makes the reader of quotations panic"
            );
            Vec::new()
        });
        let parts = self.parts(read);
        (document, digest, parts)
    }

    fn parts(&self, quotations: Vec<QuotationItem>) -> Vec<SpokenPart> {
        // By the name, the kind and the entry of a speaker.
        type Speaker = (Option<String>, Option<&'static str>, Option<String>);
        let mut parts: BTreeMap<Speaker, SpokenPart> = BTreeMap::new();
        for it in quotations {
            // A correction may have a shorter name of somebody whom the texts name in full.
            let full = it.speaker.as_deref().and_then(|name| self.persons.full_name(name));
            let speaker = full.map(str::to_owned).or(it.speaker);
            let kind = it.speaker_kind.map(SpeakerKind::as_str);
            let words = i64::try_from(manuscript::words(&it.text)).unwrap_or(i64::MAX);
            let part = parts.entry((speaker.clone(), kind, it.entry_id.clone()));
            let part = part.or_insert_with(|| SpokenPart {
                speaker,
                kind: it.speaker_kind,
                entry_id: it.entry_id,
                quotations: 0,
                words: 0,
            });
            part.quotations += 1;
            part.words += words;
        }
        parts.into_values().collect()
    }

    /// The same with the names of lore entries.
    fn with_names(&self, mut documents: Vec<SpokenDocument>) -> Vec<SpokenDocument> {
        for part in documents.iter_mut().flat_map(|it| &mut it.parts) {
            let name = part.entry_id.as_ref().and_then(|id| self.names.get(id));
            part.speaker = name.cloned().or(part.speaker.take());
        }
        documents
    }
}

#[cfg(test)]
mod tests;
