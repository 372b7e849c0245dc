//! What several agents read of a project: its manuscript in the order of reading with the texts, its
//! outline, and its lore. Each has a bound, and whoever reads says where it was reached.

use domain::{
    Result,
    documents::{
        Document,
        book::{Book, PlacedDocument},
    },
    lore::{ENTRIES_MAX, LoreQuery},
    nodes::{Node, NodeQuery},
    page::Page,
};
use store::{
    Tx, documents,
    lore::{self, ListedEntry},
    nodes,
    projects::ProjectAccess,
};

use super::subject::Subject;

/// Documents of a project that are looked at, by position.
pub(crate) const DOCUMENTS_MAX: i64 = 5_000;

/// Nodes of an outline that are looked at, the first in the order of reading.
pub(crate) const NODES_MAX: i64 = 5_000;

/// Texts of one manuscript that are read together, in bytes; a long novel has one million.
pub(super) const TEXTS_BYTES_MAX: usize = 16 * 1024 * 1024;

/// The documents of a project by position, at most [`DOCUMENTS_MAX`], and whether these are all.
pub(crate) fn documents(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<(Vec<Document>, bool)> {
    documents::first(tx, project, DOCUMENTS_MAX)
}

/// The manuscript of a project.
pub(super) fn of_project(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Book> {
    let (documents, is_whole) = self::documents(tx, project)?;
    Ok(Book::of(documents, is_whole))
}

/// The outline of a project in the order of reading.
pub(crate) fn outline(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Page<Node>> {
    let query = NodeQuery {
        project_id: project.id().to_owned(),
        parent_id: None,
        q: None,
        kind: None,
        limit: NODES_MAX,
        cursor: None,
    };
    nodes::list(tx, project, &query)
}

/// All entries of a project's lore by name.
pub(super) fn lore(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<ListedEntry>> {
    let query =
        LoreQuery { category: None, q: None, prefix: None, limit: ENTRIES_MAX, cursor: None };
    Ok(lore::list(tx, project, &query)?.items)
}

/// A manuscript with its texts, as far as they were read.
pub(super) struct Manuscript {
    /// The project.
    pub(super) project_id: String,
    /// The manuscript.
    pub(super) book: Book,
    /// What was read, in the order of reading: whatever has a text.
    pub(super) texts: Vec<(PlacedDocument, String)>,
    /// Whether that is all of it.
    pub(super) is_whole: bool,
}

impl Manuscript {
    /// Reads the manuscript of a project.
    pub(super) fn read(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Self> {
        let book = of_project(tx, project)?;
        let mut texts = Vec::new();
        let (mut bytes, mut is_whole) = (0, book.is_whole);
        for placed in &book.manuscript {
            let text = documents::content(tx, project, &placed.document.id)?;
            bytes += text.len();
            if bytes > TEXTS_BYTES_MAX {
                is_whole = false;
                break;
            }
            if !text.trim().is_empty() {
                texts.push((placed.clone(), text));
            }
        }
        Ok(Self { project_id: project.id().to_owned(), book, texts, is_whole })
    }

    /// The texts as their readers read them, one after the other.
    pub(super) fn subjects(self) -> (Vec<(PlacedDocument, Subject)>, Book) {
        let subject = |(placed, text): (PlacedDocument, String)| {
            let named = (placed.document.id.clone(), placed.document.title.clone());
            (placed, Subject::new(Some(named), text))
        };
        (self.texts.into_iter().map(subject).collect(), self.book)
    }
}

/// The line of a report where a project has more than was read.
pub(super) fn not_whole() -> String {
    format!(
        "Not all of the manuscript was read: at most {DOCUMENTS_MAX} documents and {} MiB of text.",
        TEXTS_BYTES_MAX / (1024 * 1024)
    )
}
