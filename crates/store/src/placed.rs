//! Pages of a tree: what lists of documents and of nodes of an outline have in common. The place of
//! a record is written by their statements, in the one form that [`Place::path`] has.

use db::Row;
use domain::{
    Error, Result,
    page::{Cursor, Page},
    tree::Place,
};

use crate::column;

/// The position and the id behind which a page of siblings begins.
pub(crate) fn after_sibling(cursor: Option<&Cursor<Place>>) -> (i64, &str) {
    cursor.map_or((i64::MIN, ""), |cursor| (cursor.key.position, cursor.id.as_str()))
}

/// The path behind which a page of a whole tree begins.
pub(crate) fn after_path(cursor: Option<&Cursor<Place>>) -> String {
    cursor.map(|cursor| cursor.key.path(&cursor.id)).unwrap_or_default()
}

/// The place that a statement wrote into a column.
pub(crate) fn place(row: &mut Row, index: usize) -> Result<Place> {
    let path: String = column::get(row, index)?;
    let unread = || Error::internal("listing a tree", format!("the place {path}"));
    Place::of_path(&path).ok_or_else(unread)
}

/// A page of records that come with their places; `id` is that of a record.
pub(crate) fn page<T>(
    rows: Vec<(T, Place)>,
    limit: i64,
    total: Option<i64>,
    id: impl Fn(&T) -> &str,
) -> Page<T> {
    let page = Page::cut(rows, limit, total, |(record, place)| Cursor {
        key: place.clone(),
        id: id(record).to_owned(),
    });
    page.map(|(record, _)| record)
}
