//! How often the words of a question stand in the manuscript, and where: a search finds the passages that
//! are most like a question, which are not all that have its words.

use prose::Text;
use serde_json::{Value, json};

use super::narrowed::terms;
use crate::skills::{
    answers::counted,
    reading::Asked,
    sightings::is_form,
    subject::{Subject, shortened},
};

/// Words of a question that are looked for.
const TERMS_MAX: usize = 4;

/// Documents that one line lists.
const LINE_DOCUMENTS_MAX: usize = 60;

/// Where a word of a question stands, in any of its forms.
pub(super) struct Occurrences {
    term: String,
    /// How often each document has it.
    counts: Vec<usize>,
}

/// Where the words of a request stand in these documents; those that stand nowhere are left out.
pub(super) fn of(asked: &Asked, subjects: &[Subject]) -> Vec<Occurrences> {
    let mut all: Vec<Occurrences> = terms(asked)
        .into_iter()
        .take(TERMS_MAX)
        .map(|term| Occurrences { term, counts: vec![0; subjects.len()] })
        .collect();
    for (at, subject) in subjects.iter().enumerate() {
        let text = Text::new(&subject.plain.text);
        for word in 0..text.words().len() {
            for it in all.iter_mut().filter(|it| is_form(text.lower(word), &it.term)) {
                it.counts[at] += 1;
            }
        }
    }
    all.retain(|it| it.total() > 0);
    all
}

impl Occurrences {
    fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    fn documents(&self) -> impl Iterator<Item = (usize, usize)> {
        self.counts.iter().copied().enumerate().filter(|(_, count)| *count > 0)
    }

    /// For people.
    pub(super) fn line(&self, subjects: &[Subject]) -> String {
        let documents = self.documents().count();
        let listed: Vec<String> = self
            .documents()
            .take(LINE_DOCUMENTS_MAX)
            .map(|(at, count)| format!("{} {count}", subjects[at].name()))
            .collect();
        let more = documents.saturating_sub(LINE_DOCUMENTS_MAX);
        let more = if more == 0 { String::new() } else { format!(", and {more} more") };
        format!(
            "In the manuscript “{}” stands {} in {documents} of {}: {}{more}.",
            shortened(&self.term),
            counted(self.total(), "time", "times"),
            counted(subjects.len(), "document", "documents"),
            listed.join(", ")
        )
    }

    /// For programs.
    pub(super) fn report(&self, subjects: &[Subject]) -> Value {
        let by_document = self.documents().map(|(at, count)| {
            json!({ "documentId": subjects[at].document.as_ref().map(|(id, _)| id), "count": count })
        });
        json!({
            "term": self.term,
            "count": self.total(),
            "documents": by_document.take(LINE_DOCUMENTS_MAX).collect::<Vec<_>>(),
        })
    }
}
