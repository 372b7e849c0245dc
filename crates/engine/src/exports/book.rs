//! Exports of a manuscript as one file for editors and readers. All of it shows one state of the database.

use std::collections::HashMap;

use domain::{
    Error, Principal, Result,
    documents::{Document, DocumentKind, book::Book},
    exports::{
        ExportFormat, ExportQuery,
        book::{
            BOOK_SEARCHED_BYTES_MAX, BOOK_TEXT_BYTES_MAX, CommentChoice, FindingComment, file_name,
        },
    },
    findings::{Finding, Wanted},
    proposals::text::IndexedText,
};
use formats::write::{Chapter, Manuscript, Remark, WriteError};
use manuscript::{markdown, notes};
use store::{
    Tx, documents, findings,
    projects::{self, ProjectAccess},
};

use crate::{Studio, blocking};

/// Findings that are the comments of one book, at most.
const FINDINGS_MAX: i64 = 10_000;

/// The language of a book where nobody says another one.
const LANGUAGE: &str = "en";

/// What stands between two scenes.
const BETWEEN_SCENES: &str = "\n\n***\n\n";

/// A book as a file.
#[derive(Debug)]
pub struct BookFile {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What it is called, without an ending.
    pub name: String,
}

/// Writes the manuscript of a project as one file: its parts, chapters and scenes in the order of reading, without
/// notes and references.
///
/// # Errors
/// Not found when the principal cannot see the project; rejected for a query that does not go together; too large for
/// a manuscript beyond [`BOOK_TEXT_BYTES_MAX`] or with more marks than a book may have, and for more findings than
/// [`FINDINGS_MAX`].
pub async fn book(
    studio: &Studio,
    principal: Principal,
    project_id: String,
    query: ExportQuery,
) -> Result<BookFile> {
    query.check()?;
    let format = query.format;
    let manuscript =
        studio.database.scan(move |tx| read(tx, &principal, &project_id, &query)).await?;
    let name = file_name(&manuscript.title);
    let write = move || match format {
        ExportFormat::Epub => formats::write::epub(&manuscript),
        ExportFormat::Docx | ExportFormat::Files => formats::write::docx(&manuscript),
    };
    let written = blocking::run("writing a book", write).await?;
    let bytes = written.map_err(|flaw| match flaw {
        WriteError::TooManyMarks => Error::TooLarge(format!("The book cannot be written: {flaw}")),
        flaw @ WriteError::Packing(_) => Error::internal("writing a book", flaw),
    })?;
    Ok(BookFile { bytes, name })
}

fn read(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
    query: &ExportQuery,
) -> Result<Manuscript> {
    let (project, record, _) = projects::get(tx, principal, project_id)?;
    let book = Book::of(documents::manuscript(tx, &project)?, true);
    let mut said = said(tx, &project, query)?;
    let mut left = BOOK_TEXT_BYTES_MAX;
    let mut searched = BOOK_SEARCHED_BYTES_MAX;
    let mut chapters: Vec<Chapter> = Vec::with_capacity(book.manuscript.len());
    let mut scenes = 0;
    let mut modified = record.modified_at;
    for placed in &book.manuscript {
        let document = &placed.document;
        modified = modified.max(document.modified_at);
        let content = documents::content(tx, &project, &document.id)?;
        left = left.checked_sub(content.len()).ok_or_else(|| {
            Error::TooLarge(format!(
                "The manuscript has more than the {} MiB of one book",
                BOOK_TEXT_BYTES_MAX / 1024 / 1024
            ))
        })?;
        let found = said.remove(&document.id).unwrap_or_default();
        let chapter = chapter(document, placed.depth, content, (&found, &mut searched));
        match chapters.last_mut().filter(|_| document.kind == DocumentKind::Scene) {
            Some(last) => {
                scenes += 1;
                append(last, chapter, scenes);
            }
            None => chapters.push(chapter),
        }
    }
    Ok(Manuscript {
        title: record.name,
        author: query.author.clone().unwrap_or_default().trim().to_owned(),
        language: query.language.clone().unwrap_or_else(|| LANGUAGE.to_owned()),
        identifier: format!("urn:uuid:{}", project.id()),
        modified: modified.iso_seconds(),
        chapters,
    })
}

/// The findings that are written as comments, by their documents.
fn said(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &ExportQuery,
) -> Result<HashMap<String, Vec<Finding>>> {
    let mut said: HashMap<String, Vec<Finding>> = HashMap::new();
    if query.findings == CommentChoice::None {
        return Ok(said);
    }
    let wanted = Wanted {
        states: query.findings.states(),
        check: query.check,
        min_severity: query.min_severity,
    };
    let found = findings::in_documents(tx, project, &wanted, FINDINGS_MAX + 1)?;
    if i64::try_from(found.len()).unwrap_or(i64::MAX) > FINDINGS_MAX {
        return Err(Error::TooLarge(format!(
            "More than {FINDINGS_MAX} findings would be comments: choose fewer by findings, check or minSeverity"
        )));
    }
    for finding in found {
        if let Some(source) = &finding.source {
            said.entry(source.document_id.clone()).or_default().push(finding);
        }
    }
    Ok(said)
}

/// A document as a chapter, without front matter.
fn chapter(
    document: &Document,
    depth: usize,
    content: String,
    (found, searched): (&[Finding], &mut usize),
) -> Chapter {
    let indexed = IndexedText::new(&content);
    let body = markdown::body(&content);
    let remark = |finding: &Finding| {
        let FindingComment { range, author, date, text } =
            FindingComment::of(finding, &indexed, searched);
        let range = range.start.saturating_sub(body)..range.end.saturating_sub(body);
        Remark { range, author, date, text }
    };
    let remarks = found.iter().map(remark).collect();
    Chapter { depth, title: document.title.clone(), text: content[body..].to_owned(), remarks }
}

/// Adds a scene to the chapter before it. The names of its notes are made its own.
fn append(chapter: &mut Chapter, scene: Chapter, number: usize) {
    let (text, positions) = notes::renamed(&scene.text, |name| Some(format!("{number}-{name}")));
    if !chapter.text.trim().is_empty() {
        chapter.text.truncate(chapter.text.trim_end().len());
        chapter.text.push_str(BETWEEN_SCENES);
    }
    let start = chapter.text.len();
    let moved = |remark: Remark| {
        let range = positions.find(&remark.range).map_or(0..0, |(_, range)| range);
        Remark { range: start + range.start..start + range.end, ..remark }
    };
    chapter.remarks.extend(scene.remarks.into_iter().map(moved));
    chapter.text.push_str(&text);
}
