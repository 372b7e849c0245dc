//! What becomes of the files of an import: the documents of the plan, the files that a single text is cut into,
//! and which documents of a project they are.

use std::{collections::BTreeMap, sync::Arc};

use domain::{
    Error, Principal, Result, digest,
    documents::DocumentKind,
    imports::{
        FILES_MAX, Skipped, SourceFile,
        matching::{Titled, matches},
        preview::{ImportChange, ImportPreview, ImportPreviewCreate, PreviewDocument},
        remarks::Remarks,
    },
    proposals::{OPEN_MAX, requests::ProposalCreate},
};
use manuscript::folder;
use store::{
    Tx,
    folders::{self, FolderDocument},
    imports::StagedFile,
    projects::{self, ProjectAccess},
    proposals,
};

use super::{books, check_takes_books, remarks::too_many_proposals};
use crate::{Studio, documents::words, proposals as commands};

/// A document that a file or folder becomes.
pub(super) struct Planned {
    /// The path of the file or folder.
    pub(super) path: String,
    /// What it lies in, by its index in the plan, where it always stands before.
    pub(super) parent: Option<usize>,
    /// What it is.
    pub(super) kind: DocumentKind,
    /// Its position, which rises through the whole plan.
    pub(super) position: i64,
    /// Its title.
    pub(super) title: String,
    /// Its text; a part has none.
    pub(super) content: Option<String>,
    /// What editors say about its text.
    pub(super) remarks: Option<Remarks>,
}

/// That an import may have so many files.
///
/// # Errors
/// Too large with more than [`FILES_MAX`].
pub(super) fn check_count(count: usize) -> Result<()> {
    if count > FILES_MAX {
        return Err(Error::TooLarge(format!("An import has at most {FILES_MAX} files")));
    }
    Ok(())
}

/// The documents that files become, and the files that are left out.
pub(super) fn plan(files: Vec<StagedFile>) -> (Vec<Planned>, Vec<Skipped>) {
    let texts: Vec<(&str, &str)> =
        files.iter().map(|it| (it.path.as_str(), it.content.as_str())).collect();
    let plan = folder::plan(&texts);
    let skipped =
        |left: folder::Skipped| Skipped { reason: reason(left.reason).to_owned(), path: left.path };
    let skipped = plan.skipped.into_iter().map(skipped).collect();
    let mut files: Vec<Option<StagedFile>> = files.into_iter().map(Some).collect();
    let planned = plan.planned.into_iter().map(|planned| {
        let file = planned.file.and_then(|file| files[file].take());
        let (content, remarks) = file.map_or((None, None), |it| (Some(it.content), it.remarks));
        Planned {
            content,
            remarks,
            path: planned.path,
            parent: planned.parent,
            kind: match planned.kind {
                folder::FileKind::Part => DocumentKind::Part,
                folder::FileKind::Chapter => DocumentKind::Chapter,
                folder::FileKind::Note => DocumentKind::Note,
                folder::FileKind::Reference => DocumentKind::Reference,
            },
            position: i64::try_from(planned.position).unwrap_or(i64::MAX),
            title: planned.title,
        }
    });
    (planned.collect(), skipped)
}

/// Why a file was left out, in words.
fn reason(reason: folder::SkipReason) -> &'static str {
    match reason {
        folder::SkipReason::Hidden => "it is hidden",
        folder::SkipReason::Extension => {
            "its extension is not .md, .markdown, .txt, .docx, .epub, .odt, .fountain or .zip"
        }
        folder::SkipReason::Path => "its path leads out of the folder, or names no file",
        folder::SkipReason::Repeated => "an earlier file has the same path",
        folder::SkipReason::Depth => "it is nested too deeply",
    }
}

/// What a planned document is to a project.
pub(super) struct Match {
    /// What is to be done with it.
    pub(super) change: ImportChange,
    /// The document that it is.
    pub(super) document: Option<FolderDocument>,
}

/// Which documents of a project those of a plan are. `digests` are those of their texts.
pub(super) fn find(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    planned: &[Planned],
    digests: &[Option<String>],
) -> Result<Vec<Match>> {
    let documents: Vec<FolderDocument> =
        folders::documents(tx, project)?.into_iter().filter(|it| !it.is_trashed).collect();
    let index = |id: &String| documents.iter().position(|it| it.id == *id);
    let parents: Vec<Option<usize>> =
        documents.iter().map(|it| it.parent_id.as_ref().and_then(index)).collect();
    let existing: Vec<Titled<'_>> = documents
        .iter()
        .zip(parents)
        .map(|(it, parent)| Titled { title: &it.title, parent })
        .collect();
    let wanted: Vec<Titled<'_>> =
        planned.iter().map(|it| Titled { title: &it.title, parent: it.parent }).collect();
    let found = matches(&wanted, &existing).into_iter().zip(digests).map(|(found, digest)| {
        let document = found.map(|at| documents[at].clone());
        let change = match (&document, digest) {
            (None, _) => ImportChange::New,
            (Some(document), Some(digest)) if document.digest != *digest => ImportChange::Changed,
            (Some(_), _) => ImportChange::Same,
        };
        Match { change, document }
    });
    Ok(found.collect())
}

/// The digests of the texts of a plan.
pub(super) fn digests(planned: &[Planned]) -> Vec<Option<String>> {
    let digest = |text: &String| digest::hex(text.as_bytes());
    planned.iter().map(|it| it.content.as_ref().map(digest)).collect()
}

/// What an import of these files would do. Nothing is written.
///
/// # Errors
/// Too large with too many files; rejected for a book that cannot be read; not found when the principal cannot see the
/// project; a conflict when its settings want no books.
pub async fn preview(
    studio: &Studio,
    principal: &Principal,
    wanted: ImportPreviewCreate,
) -> Result<ImportPreview> {
    let ImportPreviewCreate { files, project_id, cut } = wanted;
    check_count(files.len())?;
    let has_book = books::has_book(&files);
    // Reading a long book takes seconds; the other tasks of the runtime go on meanwhile.
    if let Some(id) = project_id.clone().filter(|_| has_book) {
        // Before a book is read.
        let known = principal.clone();
        let check = move |tx: &mut Tx<'_>| check_takes_books(tx, &known, &id);
        studio.database.read(check).await?;
    }
    let _reading = match has_book {
        true => Some(books::reading(studio).await?),
        false => None,
    };
    let Some(project_id) = project_id else {
        return tokio::task::block_in_place(|| preview_of_new(files, cut));
    };
    let (planned, mut skipped, digests) = tokio::task::block_in_place(|| {
        let (planned, skipped) = planned_of(files, cut)?;
        let digests = digests(&planned);
        Ok::<_, Error>((Arc::new(planned), skipped, digests))
    })?;
    let said = said(&planned);
    let (principal, shared) = (principal.clone(), Arc::clone(&planned));
    let find = move |tx: &mut Tx<'_>| {
        let project = projects::check(tx, &principal, &project_id)?;
        let found = find(tx, &project, &shared, &digests)?;
        let ids = found.iter().map(|it| it.document.as_ref().map(|it| it.id.as_str()));
        let mut new = Vec::new();
        for (file, wanted) in proposals_of(&shared, ids) {
            let is_known = wanted.target.id.as_ref().is_some_and(|id| !id.is_empty())
                && commands::is_open(tx, &project, &principal.user, &wanted)?;
            if !is_known {
                new.push((file, wanted));
            }
        }
        let beyond = beyond_open(new.into_iter(), proposals::open(tx, &project)?);
        Ok((found, beyond))
    };
    let (found, beyond) = studio.database.scan(find).await?;
    skipped.extend(beyond);
    let documents = planned.iter().zip(found).map(|(planned, found)| PreviewDocument {
        path: planned.path.clone(),
        kind: planned.kind,
        title: planned.title.clone(),
        words: planned.content.as_deref().map_or(0, words),
        change: found.change,
        document_id: found.document.map(|it| it.id),
    });
    Ok(tokio::task::block_in_place(|| ImportPreview::new(documents.collect(), skipped, said)))
}

/// What an import of these files into a new project would do.
///
/// # Errors
/// Rejected for a book that cannot be read; too large with too many files.
pub fn preview_of_new(files: Vec<SourceFile>, cuts: bool) -> Result<ImportPreview> {
    let (planned, mut skipped) = planned_of(files, cuts)?;
    skipped.extend(beyond_open(proposals_of(&planned, std::iter::repeat(None)), 0));
    let said = said(&planned);
    let documents = planned.into_iter().map(|it| PreviewDocument {
        words: it.content.as_deref().map_or(0, words),
        path: it.path,
        kind: it.kind,
        title: it.title,
        change: ImportChange::New,
        document_id: None,
    });
    Ok(ImportPreview::new(documents.collect(), skipped, said))
}

/// The proposals of tracked changes that would be made, each with its file, for documents of these ids.
fn proposals_of<'p>(
    planned: &'p [Planned],
    ids: impl Iterator<Item = Option<&'p str>>,
) -> impl Iterator<Item = (&'p str, ProposalCreate)> {
    planned.iter().zip(ids).flat_map(|(planned, id)| {
        let remarks = planned.remarks.as_ref();
        let bytes = planned.content.as_ref().map_or(0, String::len);
        let all = remarks.map(|it| it.proposals(id.unwrap_or_default(), bytes));
        let file = remarks.map_or("", |it| it.file.as_str());
        all.into_iter().flatten().map(move |it| (file, it))
    })
}

/// The files whose tracked changes are more proposals than a project may have open, beside so many that it has.
fn beyond_open<'p>(
    wanted: impl Iterator<Item = (&'p str, ProposalCreate)>,
    open: i64,
) -> Vec<Skipped> {
    let left = usize::try_from((OPEN_MAX - open).max(0)).unwrap_or(0);
    let mut without: BTreeMap<&str, usize> = BTreeMap::new();
    for (file, wanted) in wanted.skip(left) {
        *without.entry(file).or_default() += wanted.changes.len();
    }
    let skipped = |(file, count): (&str, usize)| Skipped {
        path: file.to_owned(),
        reason: too_many_proposals(count),
    };
    without.into_iter().map(skipped).collect()
}

/// How many comments and tracked changes there are.
fn said(planned: &[Planned]) -> (usize, usize) {
    let remarks = planned.iter().filter_map(|it| it.remarks.as_ref());
    remarks.fold((0, 0), |(comments, changes), it| {
        (comments + it.comments.len(), changes + it.changes.len())
    })
}

fn planned_of(files: Vec<SourceFile>, cuts: bool) -> Result<(Vec<Planned>, Vec<Skipped>)> {
    let books::Texts { files, left_out, .. } = books::texts(files, cuts)?;
    check_count(files.len())?;
    let (planned, mut skipped) = plan(files);
    skipped.extend(left_out);
    Ok((planned, skipped))
}
