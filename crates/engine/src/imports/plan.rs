//! What becomes of the files of an import: the documents of the plan, the files that a single text is cut into,
//! and which documents of a project they are.

use std::sync::Arc;

use domain::{
    Error, Principal, Result, digest,
    documents::DocumentKind,
    imports::{
        FILES_MAX, ImportFile, Skipped,
        matching::{Titled, matches},
        preview::{ImportChange, ImportPreview, ImportPreviewCreate, PreviewDocument},
    },
};
use manuscript::{
    chapters::{self, Form},
    folder,
};
use store::{
    Tx,
    folders::{self, FolderDocument},
    projects::{self, ProjectAccess},
};

use crate::{Studio, documents::words};

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
}

/// That an import may have so many files.
///
/// # Errors
/// Too large with more than [`FILES_MAX`].
pub(super) fn check_count(files: &[ImportFile]) -> Result<()> {
    if files.len() > FILES_MAX {
        return Err(Error::TooLarge(format!("An import has at most {FILES_MAX} files")));
    }
    Ok(())
}

/// The files that a single text is cut into; others stay as they are.
pub(super) fn cut(files: Vec<ImportFile>) -> Vec<ImportFile> {
    let [file] = files.as_slice() else { return files };
    let pieces = chapters::cut(&file.content, Form::of_path(&file.path));
    let Some(pieces) = pieces else { return files };
    pieces.into_iter().map(|it| ImportFile { path: it.path, content: it.content }).collect()
}

/// The documents that files become, and the files that are left out.
pub(super) fn plan(files: Vec<(String, String)>) -> (Vec<Planned>, Vec<Skipped>) {
    let plan = folder::plan(&files);
    let skipped =
        |left: folder::Skipped| Skipped { reason: reason(left.reason).to_owned(), path: left.path };
    let skipped = plan.skipped.into_iter().map(skipped).collect();
    let mut texts: Vec<Option<String>> = files.into_iter().map(|(_, text)| Some(text)).collect();
    let planned = plan.planned.into_iter().map(|planned| Planned {
        content: planned.file.and_then(|file| texts[file].take()),
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
    });
    (planned.collect(), skipped)
}

/// Why a file was left out, in words.
fn reason(reason: folder::SkipReason) -> &'static str {
    match reason {
        folder::SkipReason::Hidden => "it is hidden",
        folder::SkipReason::Extension => "its extension is not .md, .markdown or .txt",
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
/// Too large with too many files; not found when the principal cannot see the project.
pub async fn preview(
    studio: &Studio,
    principal: &Principal,
    wanted: ImportPreviewCreate,
) -> Result<ImportPreview> {
    let ImportPreviewCreate { files, project_id, cut } = wanted;
    check_count(&files)?;
    // Reading a long book takes seconds; the other tasks of the runtime go on meanwhile.
    let Some(project_id) = project_id else {
        return Ok(tokio::task::block_in_place(|| preview_of_new(files, cut)));
    };
    let (planned, skipped, digests) = tokio::task::block_in_place(|| {
        let (planned, skipped) = planned_of(files, cut);
        let digests = digests(&planned);
        (Arc::new(planned), skipped, digests)
    });
    let (principal, shared) = (principal.clone(), Arc::clone(&planned));
    let find = move |tx: &mut Tx<'_>| {
        let project = projects::check(tx, &principal, &project_id)?;
        find(tx, &project, &shared, &digests)
    };
    let found = studio.database.scan(find).await?;
    let documents = planned.iter().zip(found).map(|(planned, found)| PreviewDocument {
        path: planned.path.clone(),
        kind: planned.kind,
        title: planned.title.clone(),
        words: planned.content.as_deref().map_or(0, words),
        change: found.change,
        document_id: found.document.map(|it| it.id),
    });
    Ok(tokio::task::block_in_place(|| ImportPreview::new(documents.collect(), skipped)))
}

/// What an import of these files into a new project would do.
pub fn preview_of_new(files: Vec<ImportFile>, cuts: bool) -> ImportPreview {
    let (planned, skipped) = planned_of(files, cuts);
    let documents = planned.into_iter().map(|it| PreviewDocument {
        words: it.content.as_deref().map_or(0, words),
        path: it.path,
        kind: it.kind,
        title: it.title,
        change: ImportChange::New,
        document_id: None,
    });
    ImportPreview::new(documents.collect(), skipped)
}

fn planned_of(files: Vec<ImportFile>, cuts: bool) -> (Vec<Planned>, Vec<Skipped>) {
    let files = if cuts { cut(files) } else { files };
    plan(files.into_iter().map(|file| (file.path, file.content)).collect())
}
