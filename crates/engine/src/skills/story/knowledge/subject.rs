//! What somebody may know: a record of the project, or words; and how a text is searched for it. An entry of
//! the lore is found by its names, everything else by the words of its title in one sentence.

use domain::{
    Error, Result,
    fold::fold_name,
    lore::Entry,
    story::words_needed,
    tools::{
        answers::{
            Named,
            story::{KnownSubject, PlacedQuotation, SubjectKind},
        },
        excerpt::in_marks,
    },
};
use prose::Text;

use super::super::{named, seen::Sought, whole};
use crate::{
    skills::project_records::{Records, names_of},
    tools::naming,
};

/// Names of a subject that an answer has.
const NAMES_MAX: usize = 5;

/// Words that a subject is searched by, the first.
const WORDS_MAX: usize = 8;

/// What somebody may know.
pub(super) struct Known<'r> {
    kind: SubjectKind,
    id: Option<&'r str>,
    title: String,
    names: Vec<&'r str>,
    words: Vec<String>,
    pub(super) sought: Sought,
}

impl<'r> Known<'r> {
    /// The subject of this id, name or title, or else of these words. Of the lore only entries at the
    /// positions `allowed` are looked at.
    ///
    /// # Errors
    /// Rejected where several records have the title, or where no word of it tells anything.
    pub(super) fn find(records: &'r Records, allowed: &[usize], wanted: &str) -> Result<Self> {
        if let Some(at) = entry(&records.entries, allowed, wanted)? {
            let found = &records.entries[at];
            return Ok(Self {
                kind: SubjectKind::Lore,
                id: Some(&found.id),
                title: found.name.clone(),
                names: names_of(found).collect(),
                words: Vec::new(),
                sought: Sought::Owner(at),
            });
        }
        let promises = records.promises.iter().map(|it| (&it.id, &it.title, SubjectKind::Promise));
        let events = records.events().map(|it| (&it.event.id, &it.event.title, SubjectKind::Event));
        let nodes = records.nodes.iter().map(|it| (&it.id, &it.title, SubjectKind::Outline));
        let titled: Vec<(&str, &str, SubjectKind)> = promises
            .chain(events)
            .chain(nodes)
            .map(|(id, title, kind)| (id.as_str(), title.as_str(), kind))
            .collect();
        let folded = fold_name(wanted);
        let of_id = titled.iter().find(|(id, ..)| *id == wanted.trim());
        let found = match of_id {
            Some(found) => Some(*found),
            None => {
                let called = titled.into_iter().filter(|(_, title, _)| fold_name(title) == folded);
                let mut called: Vec<Titled<'_>> = called.collect();
                // A node of the outline may have the title of what happens in it.
                if called.iter().any(|(.., kind)| *kind != SubjectKind::Outline) {
                    called.retain(|(.., kind)| *kind != SubjectKind::Outline);
                }
                only(called)?
            }
        };
        let (kind, id, title) = match found {
            Some((id, title, kind)) => (kind, Some(id), title),
            None => (SubjectKind::Words, None, wanted),
        };
        let mut words = prose::content_words(title);
        words.truncate(WORDS_MAX);
        if words.is_empty() {
            return Err(Error::Rejected(format!(
                "No word of {} tells what it is about: name a record, or use other words",
                in_marks(&named(title))
            )));
        }
        let sought = Sought::Words(words.clone(), words_needed(words.len()));
        Ok(Self { kind, id, title: title.to_owned(), names: Vec::new(), words, sought })
    }

    /// The position of the entry that it is.
    pub(super) fn entry(&self) -> Option<usize> {
        match self.sought {
            Sought::Owner(at) => Some(at),
            Sought::Words(..) => None,
        }
    }

    /// The id of the record that it is.
    pub(super) fn id(&self) -> Option<&str> {
        self.id
    }

    /// Whether a text of a record speaks of it by its words.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let Sought::Words(words, needed) = &self.sought else { return false };
        let sentences = prose::sentences_with(&Text::new(text), words);
        sentences.iter().any(|it| it.words.len() >= *needed)
    }

    /// What cannot be known for how it was searched for.
    pub(super) fn limit(&self, total: usize) -> Option<String> {
        let Sought::Words(words, needed) = &self.sought else {
            return (total == 0)
                .then(|| "No sentence up to there has one of its names.".to_owned());
        };
        let of = match words.len() {
            1 => format!("the word “{}”", words[0]),
            all if all == *needed => format!("all of the words {}", words.join(", ")),
            _ => format!("{needed} of the words {}", words.join(", ")),
        };
        let found = if total == 0 {
            "No sentence up to there has them: other words, or the name of a lore entry, may find it."
        } else {
            "Whether a sentence means it is not known here: read the quotations."
        };
        Some(format!("The text was searched for sentences with {of}. {found}"))
    }

    /// As an answer shows it.
    pub(super) fn view(&self, total: i64, first: Option<PlacedQuotation>) -> KnownSubject {
        KnownSubject {
            kind: self.kind,
            id: self.id.map(str::to_owned),
            title: named(&self.title),
            names: self.names.iter().take(NAMES_MAX).map(|it| named(it)).collect(),
            words: self.words.iter().map(|it| named(it)).collect(),
            words_needed: match &self.sought {
                Sought::Words(_, needed) => whole(*needed),
                Sought::Owner(_) => 0,
            },
            total,
            first,
        }
    }
}

/// The position of the entry of this id, name or alias, of those that are allowed.
///
/// # Errors
/// Rejected where several have the name.
pub(super) fn entry(entries: &[Entry], allowed: &[usize], wanted: &str) -> Result<Option<usize>> {
    if let Some(at) = allowed.iter().find(|at| entries[**at].id == wanted.trim()) {
        return Ok(Some(*at));
    }
    let folded = fold_name(wanted);
    let is_called = |at: &&usize| names_of(&entries[**at]).any(|name| fold_name(name) == folded);
    let called: Vec<usize> = allowed.iter().filter(is_called).copied().collect();
    match called[..] {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => Err(unclear(called.iter().map(|at| (&*entries[*at].id, &*entries[*at].name)))),
    }
}

type Titled<'r> = (&'r str, &'r str, SubjectKind);

fn only(found: Vec<Titled<'_>>) -> Result<Option<Titled<'_>>> {
    match found[..] {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => Err(unclear(found.iter().map(|(id, title, _)| (*id, *title)))),
    }
}

fn unclear<'r>(found: impl Iterator<Item = (&'r str, &'r str)>) -> Error {
    naming::unclear("one", found.map(|(id, title)| Named::new(id, title)).collect())
}
