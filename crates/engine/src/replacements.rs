//! Replacements of words in all texts of a project. Texts are read and searched before the transaction; in it
//! they have to be the same still, and all of them are replaced or none. [`names`] renames who has a lore entry,
//! [`undo`] takes replacements back.

pub mod names;
pub mod undo;

use std::collections::{BTreeMap, HashMap};

use domain::{
    Error, OrNone as _, Principal, Result,
    documents::{Document, book::Book},
    replacements::{
        Choice, Found, FoundMatch, FoundText, MATCHES_MAX, ReplacedText,
        pattern::Pattern,
        requests::{
            ReplacementCreate, ReplacementQuery, ReplacementUndo, UndoneDocument, UndoneEntry,
        },
        too_many_matches,
        view::{ReplacedDocument, Replacement, ReplacementPreview},
    },
};
use store::{
    Tx, documents,
    projects::{self, ProjectAccess},
};

use crate::{Studio, blocking, change::Change};

/// Bytes of all texts that are searched together, at most.
const TEXT_BYTES_MAX: usize = 64 * 1024 * 1024;

/// The error of a text that changed between its reading and its replacement.
const STALE: Error = Error::Stale { what: "What was found" };

/// What is looked for, and where.
struct Sought<'s> {
    find: &'s str,
    match_case: bool,
    whole_words: bool,
    document_ids: Option<&'s [String]>,
}

/// The texts of a replacement, as they will be, with the numbers of their words.
#[derive(Debug, Clone)]
pub struct ReadReplacement(pub(crate) Vec<(ReplacedText, i64)>);

/// What a replacement would find; a page of it.
///
/// # Errors
/// Not found when the principal cannot see the project, or it has no such document; rejected when there are
/// more matches than [`MATCHES_MAX`].
pub async fn preview(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    query: ReplacementQuery,
) -> Result<ReplacementPreview> {
    let sought = Sought {
        find: &query.find,
        match_case: query.match_case,
        whole_words: query.whole_words,
        document_ids: query.document_ids.as_deref(),
    };
    let found = find(studio, principal, project_id, sought).await?;
    let (limit, cursor) = (query.limit, query.cursor);
    blocking::run("showing what was found", move || found.preview(limit, cursor.as_ref())).await
}

/// Reads the texts of a replacement.
///
/// # Errors
/// As [`preview`]; stale when something else is found than the request says; rejected when nothing would be
/// changed.
pub async fn read(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    create: ReplacementCreate,
) -> Result<ReadReplacement> {
    let sought = Sought {
        find: &create.find,
        match_case: create.match_case,
        whole_words: create.whole_words,
        document_ids: create.document_ids.as_deref(),
    };
    let found = find(studio, principal, project_id, sought).await?;
    let read = blocking::run("replacing words", move || {
        let choice = Choice { only: create.only.as_deref(), without: &create.without, also: &[] };
        found.replace(&create.digest, choice, &create.replace).map(counted)
    });
    let read = read.await??;
    if read.0.is_empty() {
        return Err(Error::Rejected("No text would be changed".to_owned()));
    }
    Ok(read)
}

/// Replaced texts with the numbers of their words.
fn counted(texts: Vec<ReplacedText>) -> ReadReplacement {
    let words = |it: ReplacedText| {
        let plain = manuscript::markdown::plain(&it.content).text;
        let words = i64::try_from(manuscript::words(&plain)).unwrap_or(i64::MAX);
        (it, words)
    };
    ReadReplacement(texts.into_iter().map(words).collect())
}

/// Replaces the texts that were read, all of them or none.
///
/// # Errors
/// Stale when one of them was changed since it was read; a conflict when somebody else has locked it.
pub fn replace(
    change: &mut Change<'_, '_>,
    project_id: &str,
    read: &ReadReplacement,
) -> Result<Replacement> {
    let project = projects::check(change.tx, change.principal, project_id)?;
    let documents = replace_texts(change, &project, read)?;
    Ok(replacement(documents, None))
}

/// The answer to a replacement.
fn replacement(documents: Vec<ReplacedDocument>, entry: Option<UndoneEntry>) -> Replacement {
    let undone = |it: &ReplacedDocument| UndoneDocument {
        document_id: it.document_id.clone(),
        version: it.version,
        revision: it.revision,
    };
    let undo = ReplacementUndo { documents: documents.iter().map(undone).collect(), entry };
    let replaced = documents.iter().map(|it| it.replaced).sum();
    Replacement { replaced, documents, undo }
}

fn replace_texts(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    ReadReplacement(texts): &ReadReplacement,
) -> Result<Vec<ReplacedDocument>> {
    let ids = texts.iter().map(|(it, _)| it.document.id.as_str());
    let mut locked = lock_all(change, project, ids)?;
    let mut replaced = Vec::with_capacity(texts.len());
    for (text, words) in texts {
        let before =
            locked.remove(&text.document.id).filter(|it| it.version == text.document.version);
        let before = before.ok_or(STALE)?;
        let text_after = (text.content.as_str(), *words);
        replaced.push(replace_text(change, project, &before, text_after, Some(text.replaced))?);
    }
    Ok(replaced)
}

/// Locks documents in the order of their ids, whoever locks them; those that are gone are left out.
///
/// # Errors
/// A conflict when somebody else has locked one for themselves.
fn lock_all<'i>(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    ids: impl Iterator<Item = &'i str>,
) -> Result<HashMap<String, Document>> {
    let mut sorted: Vec<&str> = ids.collect();
    sorted.sort_unstable();
    let mut locked = HashMap::with_capacity(sorted.len());
    for id in sorted {
        let Some(document) = documents::get_for_update(change.tx, project, id).or_none()? else {
            continue;
        };
        if let Some(author) = &document.locked_by
            && *author != change.principal.user
        {
            return Err(Error::Conflict(format!(
                "“{}” is locked by {author}: nothing is replaced, in no document",
                document.title
            )));
        }
        locked.insert(id.to_owned(), document);
    }
    Ok(locked)
}

/// Gives a document that is locked another text of so many words.
fn replace_text(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    before: &Document,
    (content, words): (&str, i64),
    replaced: Option<i64>,
) -> Result<ReplacedDocument> {
    let saved = crate::documents::rewrite(change, project, before, (content, words))?;
    Ok(ReplacedDocument {
        document_id: before.id.clone(),
        title: before.title.clone(),
        replaced,
        words,
        version: saved.version,
        revision: before.version,
    })
}

/// Finds words in the texts of a project.
async fn find(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    sought: Sought<'_>,
) -> Result<Found> {
    let texts = texts(studio, principal, project_id, sought.document_ids).await?;
    let pattern = Pattern::new(sought.find, sought.match_case, sought.whole_words);
    let key = format!("find {:?} {} {}", sought.find, sought.match_case, sought.whole_words);
    let finding = move || {
        let (mut found, mut total) = (Found { sought: key, texts: Vec::new() }, 0);
        for (document, content) in texts {
            let ranges = pattern.find_all(&content, MATCHES_MAX + 1 - total);
            total += ranges.len();
            if total > MATCHES_MAX {
                return Err(too_many_matches());
            }
            let certain =
                |range| FoundMatch { range, replacement: None, is_certain: true, other_name: None };
            let matches: Vec<FoundMatch> = ranges.into_iter().map(certain).collect();
            if !matches.is_empty() {
                found.texts.push(FoundText { document, content, matches });
            }
        }
        Ok(found)
    };
    blocking::run("looking for words", finding).await?
}

/// These documents of a project with their texts, or its whole manuscript, in reading order.
///
/// # Errors
/// Not found when the principal cannot see the project, or it has no such document; too large when they have
/// more than [`TEXT_BYTES_MAX`] bytes.
async fn texts(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    ids: Option<&[String]>,
) -> Result<Vec<(Document, String)>> {
    let (known, id, ids) = (principal.clone(), project_id.to_owned(), ids.map(<[String]>::to_vec));
    studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &id)?;
            let all = match &ids {
                Some(ids) => named(tx, &project, ids)?,
                None => {
                    let all = documents::manuscript(tx, &project)?;
                    let book = Book::of(all, true).manuscript.into_iter();
                    book.map(|it| it.document).filter(|it| it.words > 0).collect()
                }
            };
            let (mut texts, mut bytes) = (Vec::with_capacity(all.len()), 0);
            for document in all {
                let content = documents::content(tx, &project, &document.id)?;
                bytes += content.len();
                if bytes > TEXT_BYTES_MAX {
                    return Err(Error::TooLarge(format!(
                        "The texts have more than {} MiB: name some of the documents",
                        TEXT_BYTES_MAX / 1024 / 1024
                    )));
                }
                texts.push((document, content));
            }
            Ok(texts)
        })
        .await
}

/// The documents with these ids, each once, in reading order.
fn named(tx: &mut Tx<'_>, project: &ProjectAccess, ids: &[String]) -> Result<Vec<Document>> {
    let order = documents::order(tx, project)?;
    let order: HashMap<&str, usize> =
        order.iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
    let mut found = BTreeMap::new();
    for id in ids {
        let document = documents::get(tx, project, id)?;
        found.insert(order.get(id.as_str()).copied(), document);
    }
    Ok(found.into_values().collect())
}
