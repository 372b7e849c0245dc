//! The searches that users made and saved, each user's own. The texts that are searched are in [`texts`],
//! what a search may look at in [`scope`], the vectors of passages in [`vectors`].

pub mod scope;
pub mod texts;
pub mod vectors;

use std::collections::{BTreeSet, HashMap};

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    json::JsonText,
    page::{Cursor, Page, PageQuery},
    research::{QUERIES_KEPT, QUERIES_LISTED, Query, SAVED_MAX, SavedSearch},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects, record_counters,
    sql::project_is_visible,
};

/// What totals count.
const NOUN: &str = "saved_searches";

const WHAT: &str = "Saved search";

/// What [`read_query`] reads.
macro_rules! query_columns {
    () => {
        "id, project_id, query, results, created_at"
    };
}

fn read_query(row: &mut Row) -> Result<Query> {
    Ok(Query {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        query: row.value("query")?,
        results: row.json("results")?,
        narrowed: None,
        meaning: None,
        at: row.time("created_at")?,
    })
}

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "id, name, query, filters, created_at, last_used"
    };
}

fn read(row: &mut Row) -> Result<SavedSearch> {
    Ok(SavedSearch {
        id: row.value("id")?,
        name: row.value("name")?,
        query: row.value("query")?,
        filters: JsonText(row.value("filters")?),
        created_at: row.time("created_at")?,
        last_used: row.value::<Option<i64>>("last_used")?.map(Time::from_millis),
    })
}

/// Adds a search to the history of the principal. Of those made in the same project only the latest are
/// kept.
pub fn record(tx: &mut Tx<'_>, principal: &Principal, query: &Query) -> Result<()> {
    let project_id = query.project_id.as_deref();
    tx.run(
        "INSERT INTO research_query (id, account, project_id, query, results, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        (
            &query.id,
            &principal.user,
            project_id,
            &query.query,
            column::text(&query.results)?,
            query.at.millis(),
        ),
    )
    .doing("recording a search")?;
    tx.run(
        "DELETE FROM research_query
          WHERE account = ?1
            AND coalesce(project_id, '') = ?2
            AND (created_at, id) <= (SELECT created_at, id
                                       FROM research_query
                                      WHERE account = ?1
                                        AND coalesce(project_id, '') = ?2
                                      ORDER BY created_at DESC, id DESC
                                      LIMIT 1 OFFSET ?3)",
        (&principal.user, project_id.unwrap_or(""), QUERIES_KEPT),
    )
    .doing("deleting old searches")
    .map(drop)
}

/// The latest searches of the principal, newest first: those made in the project they have open, or
/// in any they may see when they have none open. Nothing is listed of a project that they may not see
/// any more.
pub fn latest(tx: &mut Tx<'_>, principal: &Principal, open: Option<&str>) -> Result<Vec<Query>> {
    let rows = match open {
        Some(project) => tx.rows(
            concat!(
                "SELECT ",
                query_columns!(),
                "
               FROM research_query
              WHERE account = ?1
                AND coalesce(project_id, '') = ?2
              ORDER BY created_at DESC, id DESC
              LIMIT ?3"
            ),
            (&principal.user, project, QUERIES_LISTED),
        ),
        None => tx.rows(
            concat!(
                "SELECT ",
                query_columns!(),
                "
               FROM research_query
              WHERE account = ?1
                AND (project_id IS NULL
                     OR project_id IN (SELECT project.id
                                         FROM project
                                        WHERE ",
                project_is_visible!("?2", "?1"),
                "))
              ORDER BY created_at DESC, id DESC
              LIMIT ?3"
            ),
            (&principal.user, principal.owns_everything, QUERIES_LISTED),
        ),
    };
    let rows = rows.doing("listing searches")?;
    let mut queries =
        rows.into_iter().map(|mut row| read_query(&mut row)).collect::<Result<Vec<_>>>()?;
    hide(tx, principal, &mut queries)?;
    Ok(queries)
}

/// Takes the passages of projects out that the principal may not see now.
fn hide(tx: &mut Tx<'_>, principal: &Principal, queries: &mut [Query]) -> Result<()> {
    let results = queries.iter().flat_map(|query| &query.results);
    let named: BTreeSet<String> =
        results.filter_map(|found| found.metadata.project_id.clone()).collect();
    let mut visible: HashMap<String, bool> = HashMap::new();
    for project in named {
        let is_visible = projects::find(tx, principal, &project)?.is_some();
        visible.insert(project, is_visible);
    }
    for query in queries {
        query.results.retain(|found| {
            let project = found.metadata.project_id.as_ref();
            // A message belongs to who sent it, like in lists of messages.
            found.metadata.collection == domain::research::Collection::Messages
                || project.is_none_or(|project| visible.get(project).copied().unwrap_or(false))
        });
    }
    Ok(())
}

/// Saves a new search for the principal.
///
/// # Errors
/// Conflict when there are as many as the principal may keep.
pub fn save_new(tx: &mut Tx<'_>, principal: &Principal, saved: &SavedSearch) -> Result<()> {
    // Counted first: on PostgreSQL that locks the row, so that no other transaction passes the bound.
    record_counters::add_for_user(tx, (&principal.user, NOUN), 1)?;
    if record_counters::get(tx, (&principal.user, NOUN))? > SAVED_MAX {
        return Err(Error::Conflict(format!("There are already {SAVED_MAX} saved searches")));
    }
    tx.run(
        "INSERT INTO saved_search (id, account, name, query, filters, created_at, last_used)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL)",
        (
            &saved.id,
            &principal.user,
            &saved.name,
            &saved.query,
            &saved.filters.0,
            saved.created_at.millis(),
        ),
    )
    .doing("creating a saved search")
    .map(drop)
}

/// A page of the principal's saved searches, newest first.
pub fn list_saved(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &PageQuery,
) -> Result<Page<SavedSearch>> {
    let (before, before_id) = column::before_cursor(query.cursor.as_ref());
    let all = saved_before(tx, principal, (before, &before_id), query.limit + 1)?;
    let total = record_counters::get(tx, (&principal.user, NOUN))?;
    Ok(Page::cut(all, query.limit, Some(total), |saved| Cursor {
        key: saved.created_at.millis(),
        id: saved.id.clone(),
    }))
}

/// All searches the principal has saved, newest first.
pub fn all_saved(tx: &mut Tx<'_>, principal: &Principal) -> Result<Vec<SavedSearch>> {
    let (before, before_id) = column::before_cursor(None);
    saved_before(tx, principal, (before, &before_id), SAVED_MAX)
}

fn saved_before(
    tx: &mut Tx<'_>,
    principal: &Principal,
    (before, before_id): (i64, &str),
    limit: i64,
) -> Result<Vec<SavedSearch>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM saved_search
              WHERE account = ?1
                AND (created_at, id) < (?2, ?3)
              ORDER BY created_at DESC, id DESC
              LIMIT ?4"
            ),
            (&principal.user, before, before_id, limit),
        )
        .doing("listing saved searches")?;
    column::read_all(rows, read)
}

/// A saved search of the principal; its row is locked.
pub fn saved_for_update(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<SavedSearch> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM saved_search
              WHERE id = ?1
                AND account = ?2 /*+for_update*/"
            ),
            (id, &principal.user),
        )
        .doing("locking a saved search")?;
    read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)
}

/// A saved search of the principal.
pub fn get_saved(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<SavedSearch> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM saved_search
              WHERE id = ?1
                AND account = ?2"
            ),
            (id, &principal.user),
        )
        .doing("reading a saved search")?;
    read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)
}

/// Saves a changed search that is locked.
pub fn save(tx: &mut Tx<'_>, principal: &Principal, saved: &SavedSearch) -> Result<()> {
    tx.run(
        "UPDATE saved_search
            SET name = ?3, query = ?4, filters = ?5
          WHERE id = ?1
            AND account = ?2",
        (&saved.id, &principal.user, &saved.name, &saved.query, &saved.filters.0),
    )
    .doing("saving a saved search")
    .map(drop)
}

/// Notes that a saved search was run; nothing happens when it was deleted.
pub fn note_use(tx: &mut Tx<'_>, principal: &Principal, id: &str, now: Time) -> Result<()> {
    tx.run(
        "UPDATE saved_search
            SET last_used = ?3
          WHERE id = ?1
            AND account = ?2",
        (id, &principal.user, now.millis()),
    )
    .doing("running a saved search")
    .map(drop)
}

/// Deletes a saved search of the principal.
pub fn delete(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<()> {
    let deleted = tx
        .run(
            "DELETE FROM saved_search
              WHERE id = ?1
                AND account = ?2",
            (id, &principal.user),
        )
        .doing("deleting a saved search")?;
    if deleted == 0 {
        return Err(Error::not_found(WHAT, id));
    }
    record_counters::add_for_user(tx, (&principal.user, NOUN), -1)
}
