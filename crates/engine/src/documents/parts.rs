//! Commands that split a document into two, and merge it with the one that follows. Both texts are read and
//! counted before the transaction; in it they have to be the same still. Findings, open proposals, corrections of
//! speakers, children and links go with the text.

mod follow;

use std::{collections::HashMap, ops::Range};

use domain::{
    Error, Principal, Result,
    documents::{
        Document, DocumentItem,
        parts::{
            DocumentMerge, DocumentSplit, MERGED_BYTES_MAX, MergedDocument, SplitDocument,
            numbered_title,
        },
    },
    events::EventKind,
    ids,
    proposals::text::IndexedText,
    quotations::{CORRECTIONS_MAX, Correction},
    trash::{TrashedDocument, purged_at},
    versioned::{IfMatch, Versioned},
};
use manuscript::{
    markdown,
    parts::{Blank, Merged, Parts, merge as join, split as cut},
};
use store::{
    Tx, documents, nodes,
    project_counters::Counters,
    projects::{self, ProjectAccess},
    quotations, timelines,
};

use self::follow::{Becoming, Placed, Said};
use super::{TREE, WHAT, counters, rewrite, view, words};
use crate::{Studio, blocking, change::Change};

/// The noun of the second document of a merge, as a sentence begins.
const FOLLOWING: &str = "The document that follows";

/// A document that is about to be split, as it was read.
#[derive(Debug, Clone)]
pub struct ReadSplit {
    version: i64,
    text: Parts,
    /// The words of both parts.
    words: (i64, i64),
    title: String,
    /// What is said of the text.
    said: Placed,
    /// The corrections of quotations in the second part, as they will be.
    corrections: Vec<Correction>,
}

/// Two documents that are about to be merged, as they were read.
#[derive(Debug, Clone)]
pub struct ReadMerge {
    version: i64,
    following: Document,
    text: Merged,
    words: i64,
    /// What is said of both texts.
    said: (Placed, Placed),
    /// Where the quotations of corrections in the second text will begin, by the ids of the corrections.
    corrections: HashMap<String, i64>,
}

/// Reads a document that is to be split.
///
/// # Errors
/// Not found when the principal cannot see the project, or it has no such document; rejected when one of the
/// parts would have no text.
pub async fn read_split(
    studio: &Studio,
    principal: &Principal,
    (project_id, id): (&str, &str),
    split: &DocumentSplit,
) -> Result<ReadSplit> {
    let (known, project_id, id) = (principal.clone(), project_id.to_owned(), id.to_owned());
    let (document, content, corrections, said) = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &project_id)?;
            let document = documents::get(tx, &project, &id)?;
            let content = documents::content(tx, &project, &id)?;
            let corrections = quotations::corrections(tx, &project, &id)?;
            let said = Said::of(tx, &project, &id)?;
            Ok((document, content, corrections, said))
        })
        .await?;
    let split = split.clone();
    let reading = move || {
        let text = cut_at(&content, split.start)?;
        let becoming = Becoming {
            text: &content,
            version: document.version,
            into: &[&text.first, &text.second],
            locate: |words: &Range<usize>| text.positions.find(words),
            rename: str::to_owned,
        };
        let said = said.locate(&becoming);
        let title = split.title.or_else(|| markdown::title(&text.second));
        let words = (words(&text.first), words(&text.second));
        let corrections = corrections_of_second((&content, split.start), &text, corrections);
        Ok(ReadSplit {
            version: document.version,
            title: title.unwrap_or_else(|| numbered_title(&document.title)),
            text,
            words,
            said,
            corrections,
        })
    };
    blocking::run("splitting a text", reading).await?
}

/// Cuts a text before a character.
///
/// # Errors
/// Rejected when the text has no such character, or when one of both parts would be without text.
fn cut_at(content: &str, start: i64) -> Result<Parts> {
    let indexed = IndexedText::new(content);
    let at = indexed.byte(start).ok_or_else(|| {
        let length = indexed.character(content.len());
        Error::Rejected(format!("The text has {length} characters, and none at {start}"))
    })?;
    cut(content, at).map_err(|blank| {
        Error::Rejected(match blank {
            Blank::First => format!("No text stands before the character {start}"),
            Blank::Second => format!("No text stands from the character {start} on"),
        })
    })
}

/// The corrections of quotations that stand in the second part of a text alone, or there where both parts have their
/// words, with where they stand there.
fn corrections_of_second(
    (content, start): (&str, i64),
    text: &Parts,
    corrections: Vec<Correction>,
) -> Vec<Correction> {
    if corrections.is_empty() {
        return corrections;
    }
    let [first, second] = [&text.first, &text.second].map(|part| markdown::plain(part).text);
    let is_in_second = |it: &Correction| {
        let is_in = |plain: &str| plain.contains(&it.quoted.words);
        is_in(&second) && (!is_in(&first) || it.quoted.start >= start)
    };
    let (content, second) = (IndexedText::new(content), IndexedText::new(&text.second));
    let mut moved: Vec<Correction> = corrections.into_iter().filter(is_in_second).collect();
    for it in &mut moved {
        let at = content.byte(it.quoted.start).map(|at| text.positions.find(&(at..at)));
        it.quoted.start = match at.flatten() {
            Some((1, range)) => second.character(range.start),
            _ => 0,
        };
    }
    moved
}

/// Splits a document into two; the new one stands behind it, and has what lay in it.
///
/// # Errors
/// A conflict when somebody else has locked it, or changed it since it was read.
pub fn split(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
    read: &ReadSplit,
) -> Result<Versioned<SplitDocument>> {
    let now = change.now;
    let project = projects::lock(change.tx, change.principal, project_id)?;
    let before = documents::get_for_update(change.tx, &project, id)?;
    expected.check(WHAT, before.version)?;
    before.check_lock(&change.principal.user)?;
    check_version(WHAT, before.version, read.version)?;
    let second = Document {
        id: ids::new(now),
        title: read.title.clone(),
        position: before.position + 1,
        word_target: None,
        words: read.words.1,
        created_at: now,
        modified_at: now,
        version: 1,
        locked_by: None,
        ..before.clone()
    };
    let parent = second.parent_id.as_deref();
    TREE.0.free_position(change.tx, &project, parent, second.position, &second.id, now)?;
    documents::create(change.tx, &project, &second, &read.text.second, None)?;
    TREE.0.move_children(change.tx, &project, (id, &second.id), now)?;
    for it in &read.corrections {
        let to = (second.id.as_str(), it.quoted.start);
        quotations::move_to(change.tx, &project, &it.id, to)?;
    }
    let first = (read.text.first.as_str(), read.words.0);
    let first = rewrite(change, &project, &before, first)?;
    let gained = counters(None, Some(&second));
    let both = (&Document { version: first.version, ..before }, &second);
    let published = view(second.clone(), None);
    let published = change.publish(&project, EventKind::Document, published, gained)?;
    read.said.split_findings(change, &project, both)?;
    read.said.split_proposals(change, &project, both)?;
    Ok(Versioned {
        version: first.version,
        view: SplitDocument {
            document: first.view,
            second: published.view,
            second_version: published.version,
        },
    })
}

/// Reads a document that is to be merged with the one that follows, and that one.
///
/// # Errors
/// Not found when the principal cannot see the project, or it has no such document; a conflict when none
/// follows; too large when both texts are longer together than [`MERGED_BYTES_MAX`].
pub async fn read_merge(
    studio: &Studio,
    principal: &Principal,
    (project_id, id): (&str, &str),
) -> Result<ReadMerge> {
    let (known, project_id, id) = (principal.clone(), project_id.to_owned(), id.to_owned());
    let (document, following, texts, said, corrections) = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &project_id)?;
            let document = documents::get(tx, &project, &id)?;
            let following = following(tx, &project, &document)?;
            let first = documents::content(tx, &project, &id)?;
            let second = documents::content(tx, &project, &following.id)?;
            let said = (Said::of(tx, &project, &id)?, Said::of(tx, &project, &following.id)?);
            let corrections = quotations::corrections(tx, &project, &following.id)?;
            Ok((document, following, (first, second), said, corrections))
        })
        .await?;
    let reading = move || {
        let (first, second) = texts;
        if first.len().saturating_add(second.len()) > MERGED_BYTES_MAX {
            return Err(Error::TooLarge(format!(
                "Both texts together are longer than the {} MiB of a document",
                MERGED_BYTES_MAX / 1024 / 1024
            )));
        }
        let text = join(&first, &second);
        // What stood in the white space at the end of the first stands at its end.
        let kept = first.trim_end().len();
        let of_first = Becoming {
            text: &first,
            version: document.version,
            into: &[&text.text],
            locate: |words: &Range<usize>| Some((0, words.start.min(kept)..words.end.min(kept))),
            rename: str::to_owned,
        };
        let of_second = Becoming {
            text: &second,
            version: following.version,
            into: &[&text.text],
            locate: |words: &Range<usize>| text.positions.find(words),
            rename: |words: &str| text.names.apply(words),
        };
        let said = (said.0.locate(&of_first), said.1.locate(&of_second));
        let (before, after) = (IndexedText::new(&second), IndexedText::new(&text.text));
        let start = |it: Correction| {
            let at = before.byte(it.quoted.start)?;
            let (_, range) = text.positions.find(&(at..at))?;
            Some((it.id, after.character(range.start)))
        };
        let corrections = corrections.into_iter().filter_map(start).collect();
        let words = words(&text.text);
        Ok(ReadMerge { version: document.version, following, text, words, said, corrections })
    };
    blocking::run("merging texts", reading).await?
}

/// Adds the text of the document that follows, which goes to the trash as it is.
///
/// # Errors
/// A conflict when somebody else has locked one of both, or changed it since it was read; when another one
/// follows than was said; and when both together have too many corrections of speakers.
pub fn merge(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
    (read, merge): (&ReadMerge, &DocumentMerge),
) -> Result<Versioned<MergedDocument>> {
    let now = change.now;
    let project = projects::lock(change.tx, change.principal, project_id)?;
    let (before, following) = lock_both(change, &project, (id, &read.following.id))?;
    expected.check(WHAT, before.version)?;
    if merge.following_version.is_some_and(|version| version != following.version) {
        return Err(Error::Stale { what: FOLLOWING });
    }
    check_follows(change.tx, &project, (&before, &following), merge)?;
    for document in [&before, &following] {
        document.check_lock(&change.principal.user)?;
    }
    check_version(WHAT, before.version, read.version)?;
    check_version(FOLLOWING, following.version, read.following.version)?;
    let merged = rewrite(change, &project, &before, (&read.text.text, read.words))?;
    let to = Document { version: merged.version, ..before };
    let rename = |words: &str| read.text.names.apply(words);
    read.said.0.keep_proposals(change, &project, &to)?;
    read.said.1.merge_findings(change, &project, (&following, &to))?;
    read.said.1.merge_proposals(change, &project, (&following, &to), rename)?;
    copy_corrections(change, &project, (&following.id, id), &read.corrections)?;
    // One that lies in the document leaves its children at its own position.
    if following.parent_id.as_deref() != Some(id) {
        TREE.0.move_children(change.tx, &project, (&following.id, id), now)?;
    }
    let links = (following.id.as_str(), id);
    nodes::relink_document(change.tx, &project, links, now)?;
    let gone = timelines::relink(change.tx, &project, links, now)?;
    documents::trash(change.tx, &project, &following, now)?;
    let trashed = trashed(&following, now);
    let item = DocumentItem::of(following.clone(), None);
    let lost = Counters { connections: -gone, ..counters(Some(&following), None) };
    change.publish_deleted(&project, EventKind::Document, &item, lost)?;
    Ok(Versioned {
        version: merged.version,
        view: MergedDocument { document: merged.view, trashed },
    })
}

/// Locks two documents, in the order of their ids, whoever locks them.
fn lock_both(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    (first, second): (&str, &str),
) -> Result<(Document, Document)> {
    let mut lock = |id: &str| documents::get_for_update(change.tx, project, id);
    if first < second {
        let document = lock(first)?;
        Ok((document, lock(second)?))
    } else {
        let following = lock(second)?;
        Ok((lock(first)?, following))
    }
}

/// The document that follows.
fn following(tx: &mut Tx<'_>, project: &ProjectAccess, document: &Document) -> Result<Document> {
    documents::following(tx, project, document)?.ok_or_else(|| {
        Error::Conflict(format!(
            "No document follows “{}”, neither in it nor beside it",
            document.title
        ))
    })
}

/// That a document follows another one still, and is the one that the request names.
fn check_follows(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (before, read): (&Document, &Document),
    merge: &DocumentMerge,
) -> Result<()> {
    let now = following(tx, project, before)?;
    let wanted = merge.following_id.as_deref().unwrap_or(&read.id);
    if now.id == wanted && now.id == read.id {
        return Ok(());
    }
    Err(Error::Conflict(format!(
        "“{}” follows now, and not the document that was meant",
        now.title
    )))
}

fn check_version(what: &'static str, version: i64, read: i64) -> Result<()> {
    if version == read {
        return Ok(());
    }
    Err(Error::Conflict(format!("{what} was changed at the same moment")))
}

/// Copies the corrections of speakers from one document to another, in which their words begin there.
fn copy_corrections(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    (from, to): (&str, &str),
    starts: &HashMap<String, i64>,
) -> Result<()> {
    let corrections = quotations::corrections(change.tx, project, from)?;
    if corrections.is_empty() {
        return Ok(());
    }
    let there = quotations::corrections(change.tx, project, to)?.len();
    if there + corrections.len() > CORRECTIONS_MAX {
        return Err(Error::Conflict(format!(
            "A document has at most {CORRECTIONS_MAX} corrections of speakers, and both together have more"
        )));
    }
    for mut correction in corrections {
        // One that was made since is found by what stands around it.
        correction.quoted.start = starts.get(&correction.id).copied().unwrap_or(0);
        correction.id = ids::new(change.now);
        correction.document_id = to.to_owned();
        quotations::save(change.tx, project, &correction)?;
    }
    Ok(())
}

fn trashed(document: &Document, now: domain::Time) -> TrashedDocument {
    TrashedDocument {
        id: document.id.clone(),
        title: document.title.clone(),
        kind: document.kind,
        words: document.words,
        version: document.version,
        deleted_at: now,
        purged_at: purged_at(now),
    }
}
