//! Pages of a tree: what lists of documents and of nodes of an outline have in common.

use std::collections::HashMap;

use db::Row;
use domain::{
    Result,
    page::{Cursor, Page},
    tree::{Candidate, Place, Twig, behind},
};

use crate::{Doing as _, column};

/// The position and the id behind which a page of siblings begins.
pub(crate) fn after_sibling(cursor: Option<&Cursor<Place>>) -> (i64, &str) {
    cursor.map_or((i64::MIN, ""), |cursor| (cursor.key.position, cursor.id.as_str()))
}

/// A page of a whole tree, with one record more where more follow. The rows are all of the tree by
/// position: id, what it lies in, position, and whether the page asks for it; `read` reads the rows
/// of these ids, as a list of JSON, which begin with their own; `of_row` makes records of them.
pub(crate) fn whole<T>(
    rows: Vec<Row>,
    cursor: Option<&Cursor<Place>>,
    limit: i64,
    read: impl FnOnce(&str) -> Result<Vec<Row>>,
    of_row: fn(&mut Row) -> Result<T>,
) -> Result<Vec<(T, Place)>> {
    let tree = rows.into_iter().map(candidate).collect::<Result<Vec<_>>>()?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(1);
    let shown = behind(&tree, cursor, most);
    let ids: Vec<&str> = shown.iter().map(|(id, _)| *id).collect();
    let with_id = |mut row: Row| {
        let id: String = row.get(0).doing("listing a tree")?;
        Ok((id, of_row(&mut row)?))
    };
    let rows = read(&column::text(&ids)?)?.into_iter();
    let mut records = rows.map(with_id).collect::<Result<HashMap<_, _>>>()?;
    let placed = shown.into_iter();
    Ok(placed.filter_map(|(id, place)| Some((records.remove(id)?, place))).collect())
}

fn candidate(mut row: Row) -> Result<Candidate> {
    Ok(Candidate {
        twig: Twig { id: column::get(&mut row, 0)?, parent_id: column::get(&mut row, 1)? },
        position: column::get(&mut row, 2)?,
        is_wanted: column::get(&mut row, 3)?,
    })
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
