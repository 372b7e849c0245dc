//! What changed since the text before: of the documents that were changed last, the sentences that
//! are new and those that are gone.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use domain::{Result, agents::understanding::NamedDocument, documents::Document};
use prose::{NameIndex, Text};
use serde_json::{Value, json};
use store::{Tx, documents, projects::ProjectAccess};

use crate::skills::{
    answers::counted,
    book,
    subject::{Quote, Subject, quoted, shortened},
};

/// Documents whose earlier text is looked at, those changed last.
const DOCUMENTS_MAX: usize = 10;

/// Sentences of one kind that are quoted of one document.
const SENTENCES_MAX: usize = 3;

/// A document beside the text it had before.
pub(super) struct Change {
    document_id: String,
    title: String,
    /// When the text before was replaced, ISO 8601.
    replaced_at: String,
    words_before: i64,
    words: i64,
    /// How many sentences are new, and the first of them.
    added: (usize, Vec<Quote>),
    /// How many are gone, likewise.
    removed: (usize, Vec<Quote>),
}

/// What changed in the documents of these that were changed last.
pub(super) fn of(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    texts: &[(NamedDocument, String)],
) -> Result<Vec<Change>> {
    let (all, _) = book::documents(tx, project)?;
    let all: HashMap<&str, &Document> = all.iter().map(|it| (it.id.as_str(), it)).collect();
    let known = texts.iter().filter_map(|(named, text)| Some((*all.get(named.id.as_str())?, text)));
    let mut latest: Vec<(&Document, &String)> = known.filter(|(it, _)| it.version > 1).collect();
    latest.sort_by_key(|(document, _)| Reverse(document.modified_at));
    latest.truncate(DOCUMENTS_MAX);
    let mut changes = Vec::new();
    for (document, text) in latest {
        let id = &document.id;
        let page = documents::revisions(tx, project, id, None, 1)?;
        let Some(newest) = page.items.into_iter().next() else { continue };
        let before = documents::get_revision(tx, project, id, newest.version)?;
        let now = Subject::new(None, text.clone());
        let then = Subject::new(None, before.content.unwrap_or_default());
        changes.push(Change {
            document_id: id.clone(),
            title: shortened(&document.title),
            replaced_at: newest.replaced_at.iso(),
            words_before: newest.words,
            words: document.words,
            added: only_in(&now, &then),
            removed: only_in(&then, &now),
        });
    }
    Ok(changes)
}

/// The sentences of one text that the other has not, as they read.
fn only_in(one: &Subject, other: &Subject) -> (usize, Vec<Quote>) {
    let (text, others) = (Text::new(&one.plain.text), Text::new(&other.plain.text));
    let known: HashSet<String> =
        others.sentences().iter().map(|it| line(it.span.of(others.source()))).collect();
    let new: Vec<_> = text
        .sentences()
        .iter()
        .filter(|it| !known.contains(&line(it.span.of(text.source()))))
        .collect();
    (new.len(), new.iter().take(SENTENCES_MAX).map(|it| one.quote(it.span)).collect())
}

fn line(sentence: &str) -> String {
    sentence.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Change {
    /// The document that changed.
    pub(super) fn document_id(&self) -> &str {
        &self.document_id
    }

    /// Whether a sentence that is shown of it names one of these.
    pub(super) fn names_one_of(&self, names: &[String]) -> bool {
        let quotes = self.added.1.iter().chain(&self.removed.1);
        let quotes: Vec<&str> = quotes.map(|it| it.quote.as_str()).collect();
        let index = NameIndex::new(names.iter().map(|name| (0, name.as_str())));
        !prose::mentions(&Text::new(&quotes.join("\n\n")), &index).spans.is_empty()
    }

    /// For people.
    pub(super) fn line(&self) -> String {
        let part = |(count, quotes): &(usize, Vec<Quote>), what: &str| {
            let quotes: Vec<String> = quotes.iter().map(|it| quoted(&it.quote)).collect();
            let sentences = counted(*count, "sentence", "sentences");
            let colon = if quotes.is_empty() { "" } else { ": " };
            format!("{sentences} {what}{colon}{}", quotes.join(" "))
        };
        format!(
            "“{}”: {} before, {} now; {}; {}",
            self.title,
            counted(self.words_before, "word", "words"),
            self.words,
            part(&self.added, "new"),
            part(&self.removed, "gone")
        )
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        let part =
            |(count, quotes): &(usize, Vec<Quote>)| json!({ "total": count, "items": quotes });
        json!({
            "documentId": self.document_id,
            "title": self.title,
            "replacedAt": self.replaced_at,
            "wordsBefore": self.words_before,
            "words": self.words,
            "added": part(&self.added),
            "removed": part(&self.removed),
        })
    }
}
