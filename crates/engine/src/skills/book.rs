//! What several agents read of a project: its manuscript in the order of reading. It has a bound, and
//! whoever reads says where it was reached.

use domain::{
    Result,
    documents::{DocumentQuery, book::Book},
};
use store::{Tx, documents, projects::Seen};

/// Documents of a project that are looked at, by position.
pub(super) const DOCUMENTS_MAX: i64 = 5_000;

/// The manuscript of a project.
pub(super) fn of_project(tx: &mut Tx<'_>, project: &Seen) -> Result<Book> {
    let query = DocumentQuery {
        parent_id: None,
        kind: None,
        status: None,
        limit: DOCUMENTS_MAX,
        cursor: None,
    };
    let page = documents::list(tx, project, &query, 0)?;
    Ok(Book::of(page.items, page.next_cursor.is_none()))
}
