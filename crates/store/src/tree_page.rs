//! Pages of a tree, for lists of documents and of nodes of an outline.

use std::collections::HashMap;

use db::Row;
use domain::{
    Result,
    fold::SearchText,
    page::{Cursor, Page},
    tree::{Candidate, TreeNode, TreePosition, page_after},
};

use crate::column::{self, ReadColumns as _};

/// The position and the id behind which a page of siblings begins.
pub(crate) fn after_sibling(cursor: Option<&Cursor<TreePosition>>) -> (i64, &str) {
    cursor.map_or((i64::MIN, ""), |cursor| (cursor.key.position, cursor.id.as_str()))
}

/// The children of one parent with their positions; `read` reads a row, and `position` is that of a record.
pub(crate) fn siblings<T>(
    rows: Vec<Row>,
    read: fn(&mut Row) -> Result<T>,
    position: fn(&T) -> i64,
) -> Result<Vec<(T, TreePosition)>> {
    let placed = |mut row: Row| {
        let record = read(&mut row)?;
        let position = TreePosition { above: Vec::new(), position: position(&record) };
        Ok((record, position))
    };
    rows.into_iter().map(placed).collect()
}

/// The records of a whole tree. The rows are all of it by position, with the columns `id`, `parent_id`,
/// `position`, `title` and `is_wanted`, which says whether the query is for it, but for the text that is looked
/// for in the title.
pub(crate) fn candidates(rows: Vec<Row>, search: Option<&SearchText>) -> Result<Vec<Candidate>> {
    let candidate = |mut row: Row| {
        let mut is_wanted: bool = row.value("is_wanted")?;
        if let Some(search) = search.filter(|_| is_wanted) {
            is_wanted = search.is_in(&row.value::<String>("title")?);
        }
        let node = TreeNode { id: row.value("id")?, parent_id: row.value("parent_id")? };
        Ok(Candidate { node, position: row.value("position")?, is_wanted })
    };
    rows.into_iter().map(candidate).collect()
}

/// How many records of a tree are asked for.
pub(crate) fn wanted(tree: &[Candidate]) -> i64 {
    column::count(tree.iter().filter(|it| it.is_wanted).count())
}

/// A page of a whole tree, with one record more where more follow. `read_all` reads the rows of these ids, a
/// list of JSON, and `read` one of them.
pub(crate) fn whole<T>(
    tree: &[Candidate],
    cursor: Option<&Cursor<TreePosition>>,
    limit: i64,
    read_all: impl FnOnce(&str) -> Result<Vec<Row>>,
    read: fn(&mut Row) -> Result<T>,
    id: fn(&T) -> &str,
) -> Result<Vec<(T, TreePosition)>> {
    let most = usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(1);
    let listed = page_after(tree, cursor, most);
    let ids: Vec<&str> = listed.iter().map(|(id, _)| *id).collect();
    let with_id = |mut row: Row| {
        let record = read(&mut row)?;
        Ok((id(&record).to_owned(), record))
    };
    let rows = read_all(&column::text(&ids)?)?.into_iter();
    let mut records = rows.map(with_id).collect::<Result<HashMap<_, _>>>()?;
    let placed = listed.into_iter();
    Ok(placed.filter_map(|(id, position)| Some((records.remove(id)?, position))).collect())
}

/// A page of records with their positions in the tree; `id` is that of a record.
pub(crate) fn page<T>(
    rows: Vec<(T, TreePosition)>,
    limit: i64,
    total: Option<i64>,
    id: impl Fn(&T) -> &str,
) -> Page<T> {
    let page = Page::cut(rows, limit, total, |(record, position)| Cursor {
        key: position.clone(),
        id: id(record).to_owned(),
    });
    page.map(|(record, _)| record)
}
