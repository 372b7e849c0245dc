//! Who speaks in a manuscript, and how much: the quotations of all its documents, added up.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    page::{Cursor, Page},
    quotations::SpeakerKind,
};

/// Documents of a speaker that a list has, at most: the first in reading order.
pub const DOCUMENTS_LISTED_MAX: usize = 200;

crate::model! {
    /// Which speakers to list.
    pub struct SpeakerQuery as "SpeakerQuery" paged by Cursor<(i64, String)> {
        /// Only those of this kind.
        kind: Option<SpeakerKind>,
    }
}

/// What somebody says in one document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpokenPart {
    /// Who, as in a quotation; none where it is unknown.
    pub speaker: Option<String>,
    /// What the speaker is; none without one.
    pub kind: Option<SpeakerKind>,
    /// The speaker's lore entry.
    pub entry_id: Option<String>,
    /// How many quotations they have.
    pub quotations: i64,
    /// The words of these.
    pub words: i64,
}

/// A document with what is said in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpokenDocument {
    /// The document.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// By whom.
    pub parts: Vec<SpokenPart>,
}

/// Somebody who speaks, or all speech whose speaker is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Speaker")]
pub struct SpeakerItem {
    /// Who speaks: the name of the lore entry, the most complete name in the texts, the words with which they
    /// describe somebody, or `narrator`; null for all quotations whose speaker is unknown.
    pub speaker: Option<String>,
    /// What the speaker is; null without one.
    pub speaker_kind: Option<SpeakerKind>,
    /// The speaker's lore entry; null when there is none.
    pub entry_id: Option<String>,
    /// How many quotations they have.
    pub quotations: i64,
    /// The words of these.
    pub words: i64,
    /// In how many documents they speak.
    pub documents_total: i64,
    /// These documents in reading order, at most 200.
    pub documents: Vec<SpeakerDocument>,
}

/// A document in which somebody speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpeakerDocument {
    /// The document.
    pub document_id: String,
    /// What it is called.
    pub document_title: String,
    /// How many quotations they have in it.
    pub quotations: i64,
    /// The words of these.
    pub words: i64,
}

impl SpokenPart {
    /// What tells speakers apart: the entry, else what they are and how they are called.
    fn key(&self) -> String {
        let kind = self.kind.map_or("", SpeakerKind::as_str);
        let name = self.speaker.as_deref().unwrap_or_default();
        match &self.entry_id {
            Some(id) => format!("entry {id}"),
            None => format!("{kind} {}", name.to_lowercase()),
        }
    }
}

impl SpeakerItem {
    /// Where it stands in a list: those with the most words come first.
    fn rank(&self) -> (i64, String) {
        let name = self.speaker.clone().unwrap_or_default();
        let kind = self.speaker_kind.map_or("", SpeakerKind::as_str);
        (-self.words, format!("{name}\n{kind}\n{}", self.entry_id.as_deref().unwrap_or_default()))
    }
}

/// All who speak in documents, which come in reading order.
pub fn add_up(documents: Vec<SpokenDocument>) -> Vec<SpeakerItem> {
    let mut found: HashMap<String, SpeakerItem> = HashMap::new();
    for document in documents {
        for part in document.parts {
            let item = found.entry(part.key()).or_insert_with(|| SpeakerItem {
                speaker: part.speaker.clone(),
                speaker_kind: part.kind,
                entry_id: part.entry_id.clone(),
                quotations: 0,
                words: 0,
                documents_total: 0,
                documents: Vec::new(),
            });
            item.quotations += part.quotations;
            item.words += part.words;
            // Two names of one speaker in a document are one line of it.
            if let Some(last) = item.documents.last_mut()
                && last.document_id == document.id
            {
                last.quotations += part.quotations;
                last.words += part.words;
                continue;
            }
            item.documents_total += 1;
            item.documents.push(SpeakerDocument {
                document_id: document.id.clone(),
                document_title: document.title.clone(),
                quotations: part.quotations,
                words: part.words,
            });
        }
    }
    found.into_values().collect()
}

/// A page of speakers, those with the most words first.
pub fn page(mut items: Vec<SpeakerItem>, query: &SpeakerQuery) -> Page<SpeakerItem> {
    items.retain(|item| query.kind.is_none_or(|kind| item.speaker_kind == Some(kind)));
    items.sort_by_key(SpeakerItem::rank);
    let total = i64::try_from(items.len()).ok();
    if let Some(cursor) = &query.cursor {
        items.retain(|item| item.rank() > cursor.key);
    }
    items.truncate(usize::try_from(query.limit).unwrap_or(usize::MAX).saturating_add(1));
    items.iter_mut().for_each(|item| item.documents.truncate(DOCUMENTS_LISTED_MAX));
    Page::cut(items, query.limit, total, |item| Cursor { key: item.rank(), id: String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(speaker: Option<&str>, entry: Option<&str>, words: i64) -> SpokenPart {
        SpokenPart {
            speaker: speaker.map(str::to_owned),
            kind: speaker.map(|_| SpeakerKind::Person),
            entry_id: entry.map(str::to_owned),
            quotations: 1,
            words,
        }
    }

    fn document(id: &str, parts: Vec<SpokenPart>) -> SpokenDocument {
        SpokenDocument { id: id.to_owned(), title: id.to_uppercase(), parts }
    }

    #[test]
    fn speakers_are_added_up_over_documents() {
        let documents = vec![
            document(
                "a",
                vec![
                    part(Some("Mina"), Some("e1"), 5),
                    part(None, None, 2),
                    part(Some("Lucy"), None, 3),
                ],
            ),
            document(
                "b",
                vec![
                    part(Some("Mrs. Harker"), Some("e1"), 1),
                    part(Some("Mina"), Some("e1"), 1),
                    part(Some("lucy"), None, 4),
                ],
            ),
        ];
        let query = SpeakerQuery { kind: None, limit: 2, cursor: None };

        let first = page(add_up(documents.clone()), &query);
        let cursor = first.next_cursor.as_deref().and_then(Cursor::parse);
        let second = page(add_up(documents), &SpeakerQuery { cursor, ..query });

        let listed =
            |it: &SpeakerItem| (it.speaker.clone(), it.quotations, it.words, it.documents_total);
        // Of equally many words, the name decides.
        assert_eq!(
            first.items.iter().map(listed).collect::<Vec<_>>(),
            [(Some("Lucy".to_owned()), 2, 7, 2), (Some("Mina".to_owned()), 3, 7, 2)]
        );
        assert_eq!(first.items[1].documents[1].words, 2);
        assert_eq!(second.items.iter().map(listed).collect::<Vec<_>>(), [(None, 1, 2, 1)]);
        assert_eq!((first.total, second.next_cursor), (Some(3), None));
    }

    #[test]
    fn a_speaker_lists_no_more_documents_than_the_bound() {
        let many = (0..=DOCUMENTS_LISTED_MAX)
            .map(|at| document(&at.to_string(), vec![part(None, None, 1)]));

        let page =
            page(add_up(many.collect()), &SpeakerQuery { kind: None, limit: 1, cursor: None });

        let item = &page.items[0];
        assert_eq!((item.documents.len(), item.documents_total), (DOCUMENTS_LISTED_MAX, 201));
    }
}
