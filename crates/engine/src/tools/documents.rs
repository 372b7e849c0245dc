//! `get_document`: a part of the text of a document, with its place.

use domain::{
    Error, Result,
    tools::{
        DATA_NOTICE,
        answers::{DataNotice, DocumentPart, Named, Quotation},
        excerpt::{Excerpt, excerpt, quoted},
        requests::{GetDocument, TextCursor},
    },
};
use store::documents;

use super::{ToolAnswer, ToolCall, ToolDefinition, naming, reading, tool};

pub(super) fn get() -> ToolDefinition {
    let profile = reading(
        "get_document",
        "Read a document",
        "Reads the text of a document of the manuscript or of the author's notes, in Markdown, from its \
         beginning or from a character on. Name the document by its id or its whole title. A long text \
         comes in parts: pass `nextCursor` as `cursor` to read on. Places are characters (from 0) and \
         lines (from 1).",
    );
    tool::<GetDocument, DocumentPart, _>(profile, run)
}

async fn run(call: ToolCall, arguments: GetDocument) -> Result<ToolAnswer> {
    let principal = call.principal.clone();
    let part = call
        .studio
        .database
        .read(move |tx| {
            let (project, named) = naming::project(tx, &principal, arguments.project.as_deref())?;
            let document = naming::document(tx, &project, &arguments.document)?;
            let content = documents::content(tx, &project, &document.id)?;
            let start = start(&arguments, document.version)?;
            let read = excerpt(&content, start);
            Ok(DocumentPart {
                notice: DataNotice,
                project: named,
                document: Named::from(&document),
                kind: document.kind,
                version: document.version,
                words: document.words,
                characters: whole(read.characters),
                last_line: whole(read.last_line),
                next_cursor: (read.end < read.characters).then(|| {
                    TextCursor { version: document.version, start: whole(read.end) }.text()
                }),
                quotation: quotation(read),
            })
        })
        .await?;
    ToolAnswer::about(&part.project, &part, text(&part))
}

/// The first character that is read.
///
/// # Errors
/// A conflict where the cursor is of another version of the document.
fn start(arguments: &GetDocument, version: i64) -> Result<usize> {
    let start = match arguments.cursor {
        Some(cursor) if cursor.version != version => {
            let reason = "The document was changed since the cursor was made: read it again from its \
                          beginning, or from `start` on";
            return Err(Error::Conflict(reason.to_owned()));
        }
        Some(cursor) => cursor.start,
        None => arguments.start.unwrap_or(0),
    };
    Ok(usize::try_from(start).unwrap_or(usize::MAX))
}

pub(super) fn quotation(read: Excerpt) -> Quotation {
    Quotation {
        start: whole(read.start),
        end: whole(read.end),
        line: Some(whole(read.line)),
        text: read.text,
    }
}

fn text(part: &DocumentPart) -> String {
    let DocumentPart { quotation, .. } = part;
    let head = format!(
        "{} {} of project {}, version {}, {} words, {} characters.",
        part.kind,
        naming::in_words(&part.document),
        naming::in_words(&part.project),
        part.version,
        part.words,
        part.characters
    );
    if quotation.text.is_empty() {
        let start = quotation.start;
        return format!("{head}\n{DATA_NOTICE}\nIt has no text from character {start} on.");
    }
    let line = quotation.line.unwrap_or(1);
    let position = format!(
        "Characters {} to {}, lines {line} to {}:",
        quotation.start, quotation.end, part.last_line
    );
    let more = match &part.next_cursor {
        Some(cursor) => format!("\nMore follows: call get_document with the cursor {cursor}."),
        None => String::new(),
    };
    format!("{head}\n{DATA_NOTICE}\n{position}\n{}{more}", quoted(&quotation.text))
}

pub(super) fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
