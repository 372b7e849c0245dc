//! Replacements of words in all texts of a project: what was found, which of it is chosen, and what becomes of
//! the texts. Which words stand for whom is for `engine` to say. [`requests`] has the requests, [`view`] the
//! answers, [`pattern`] how words are looked for.

pub mod pattern;
pub mod requests;
pub mod view;

use std::{collections::HashSet, ops::Range};

use crate::{
    Error, Result, digest,
    documents::Document,
    page::{Cursor, Page},
    proposals::text::IndexedText,
};
pub use view::{MatchedDocument, ReplacementPreview, TextMatch};

/// Matches of one preview or replacement, at most.
pub const MATCHES_MAX: usize = 10_000;

/// Documents that one replacement may change, or that may be named for it, at most.
pub const DOCUMENTS_MAX: usize = 1_000;

/// Forms of a name that are looked for, at most.
pub const FORMS_ALL_MAX: usize = 1_000;

/// Corrections of speakers that are renamed with an entry, at most.
pub const SPEAKERS_MAX: usize = 10_000;

/// Text on each side of a match that a preview shows, in characters of its line.
const AROUND_CHARS: usize = 60;

/// A match in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundMatch {
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// What takes the place of a name; none where the request says it.
    pub replacement: Option<String>,
    /// Whether it is meant without a doubt.
    pub is_certain: bool,
    /// Whose name it seems to be instead.
    pub other_name: Option<String>,
}

/// A text with what was found in it.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundText {
    /// The document.
    pub document: Document,
    /// Its text.
    pub content: String,
    /// What was found, in its order; no two overlap.
    pub matches: Vec<FoundMatch>,
}

/// All that was found, in reading order; texts without a match are left out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found {
    /// What was looked for, in a form that differs when anything of it does.
    pub sought: String,
    /// The texts.
    pub texts: Vec<FoundText>,
}

/// Which matches are replaced.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'c> {
    /// Only these; those that are certain where nothing is said.
    pub only: Option<&'c [String]>,
    /// Not these.
    pub without: &'c [String],
    /// Also these, though they are not certain.
    pub also: &'c [String],
}

/// A text after a replacement.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplacedText {
    /// The document, as it was read.
    pub document: Document,
    /// Its new text.
    pub content: String,
    /// How many matches were replaced.
    pub replaced: i64,
}

impl FoundText {
    /// The id of the match that begins at this character.
    fn id(&self, start: i64) -> String {
        format!("{}:{start}", self.document.id)
    }

    fn ids(&self) -> impl Iterator<Item = (String, &FoundMatch)> {
        let indexed = IndexedText::new(&self.content);
        self.matches.iter().map(move |it| (self.id(indexed.character(it.range.start)), it))
    }

    /// The matches from the number `from` on, at most `most`, as a preview shows them.
    fn items(&self, from: usize, most: usize) -> Vec<TextMatch> {
        let indexed = IndexedText::new(&self.content);
        let (mut line, mut counted) = (1, 0);
        let matches = self.matches.iter().skip(from).take(most);
        matches
            .map(|it| {
                let Range { start, end } = it.range.clone();
                line += self.content[counted..start].matches('\n').count();
                counted = start;
                let begin = self.content[..start].rfind('\n').map_or(0, |at| at + 1);
                let rest = &self.content[end..];
                let line_end = rest.find('\n').unwrap_or(rest.len());
                let number = indexed.character(start);
                TextMatch {
                    id: self.id(number),
                    document_id: self.document.id.clone(),
                    document_title: self.document.title.clone(),
                    document_version: self.document.version,
                    line: count(line),
                    start: number,
                    end: indexed.character(end),
                    before: last(&self.content[begin..start]).to_owned(),
                    text: self.content[it.range.clone()].to_owned(),
                    after: first(&rest[..line_end]).to_owned(),
                    replacement: it.replacement.clone(),
                    is_certain: it.is_certain,
                    other_name: it.other_name.clone(),
                }
            })
            .collect()
    }
}

impl Found {
    /// How many matches there are.
    pub fn total(&self) -> usize {
        self.texts.iter().map(|text| text.matches.len()).sum()
    }

    /// What was looked for and found, as a digest: with the same one, the same is found at the same positions
    /// of the same versions.
    pub fn digest(&self) -> String {
        let mut all = self.sought.clone();
        for text in &self.texts {
            all.push_str(&format!("\n{} {}", text.document.id, text.document.version));
            for it in &text.matches {
                let what = it.replacement.as_deref().unwrap_or_default();
                all.push_str(&format!(
                    " {}-{} {} {what:?}",
                    it.range.start, it.range.end, it.is_certain
                ));
            }
        }
        digest::hex(all.as_bytes())
    }

    /// A page of what was found, behind so many matches.
    pub fn preview(&self, limit: i64, cursor: Option<&Cursor<i64>>) -> ReplacementPreview {
        let total = self.total();
        let from = usize::try_from(cursor.map_or(0, |cursor| cursor.key)).unwrap_or(0).min(total);
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        let (mut skipped, mut items) = (from, Vec::new());
        for text in &self.texts {
            let here = text.matches.len();
            if skipped >= here {
                skipped -= here;
                continue;
            }
            items.extend(text.items(skipped, (most - items.len()).saturating_add(1)));
            skipped = 0;
            if items.len() > most {
                break;
            }
        }
        let behind = Cursor { key: count(from.saturating_add(most)), id: String::new() };
        let page = Page::cut(items, limit, None, |_| behind.clone());
        let certain = self.texts.iter().flat_map(|text| &text.matches).filter(|it| it.is_certain);
        ReplacementPreview {
            digest: self.digest(),
            documents: self.texts.iter().map(MatchedDocument::of).collect(),
            matches: page.items,
            next_cursor: page.next_cursor,
            total: count(total),
            certain: count(certain.count()),
        }
    }

    /// The texts after the chosen matches were replaced, by their own replacement or by `replace`; those in
    /// which nothing changes are left out.
    ///
    /// # Errors
    /// Stale when another digest was expected; rejected when no match is chosen, or one that is not there.
    pub fn replace(
        &self,
        digest: &str,
        choice: Choice<'_>,
        replace: &str,
    ) -> Result<Vec<ReplacedText>> {
        if self.digest() != digest {
            return Err(Error::Stale { what: "What was found" });
        }
        let set = |ids: &[String]| ids.iter().cloned().collect::<HashSet<String>>();
        let (only, without, also) = (choice.only.map(set), set(choice.without), set(choice.also));
        let mut named: HashSet<&String> =
            only.iter().flatten().chain(&without).chain(&also).collect();
        let mut replaced = Vec::new();
        for text in &self.texts {
            let mut chosen = Vec::new();
            for (id, it) in text.ids() {
                named.remove(&id);
                let is_meant = match &only {
                    Some(only) => only.contains(&id),
                    None => it.is_certain || also.contains(&id),
                };
                if is_meant && !without.contains(&id) {
                    chosen.push((it.range.clone(), it.replacement.as_deref().unwrap_or(replace)));
                }
            }
            let content = replaced_text(&text.content, &chosen);
            if content != text.content {
                let (document, replaced_here) = (text.document.clone(), count(chosen.len()));
                replaced.push(ReplacedText { document, content, replaced: replaced_here });
            }
        }
        if let Some(unknown) = named.into_iter().min() {
            return Err(Error::Rejected(format!("No match has the id “{unknown}”")));
        }
        if replaced.len() > DOCUMENTS_MAX {
            return Err(too_many_documents());
        }
        Ok(replaced)
    }
}

/// The refusal of a request about more documents than may be changed at a time.
pub fn too_many_documents() -> Error {
    Error::Rejected(format!(
        "At most {DOCUMENTS_MAX} documents are changed at a time: name some of them"
    ))
}

/// The refusal of a request that finds more than may be replaced at a time.
pub fn too_many_matches() -> Error {
    Error::Rejected(format!(
        "More than {MATCHES_MAX} matches: look for more words, or in fewer documents"
    ))
}

/// The refusal of a request that would rename the speakers of more corrections than may be renamed at a time.
pub fn too_many_speakers() -> Error {
    Error::Rejected(format!(
        "More than {SPEAKERS_MAX} corrected speakers have this name, and so many are renamed at a time at most"
    ))
}

impl MatchedDocument {
    fn of(text: &FoundText) -> Self {
        Self {
            document_id: text.document.id.clone(),
            title: text.document.title.clone(),
            version: text.document.version,
            matches: count(text.matches.len()),
            locked_by: text.document.locked_by.clone(),
        }
    }
}

/// A text with other words in some places, which come in its order.
fn replaced_text(text: &str, changes: &[(Range<usize>, &str)]) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut from = 0;
    for (range, words) in changes {
        replaced.push_str(&text[from..range.start]);
        replaced.push_str(words);
        from = range.end;
    }
    replaced.push_str(&text[from..]);
    replaced
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The end of a line before a match.
fn last(text: &str) -> &str {
    text.char_indices().nth_back(AROUND_CHARS - 1).map_or(text, |(at, _)| &text[at..])
}

/// The beginning of a line behind a match.
fn first(text: &str) -> &str {
    text.char_indices().nth(AROUND_CHARS).map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests;
