//! Pages of promises, newest first. Their totals are always exact: read from a counter where nothing
//! is filtered, counted where something is.

use db::{Row, Tx};
use domain::{
    Principal, Result,
    fold::fold,
    page::{Cursor, Page},
    promises::{Level, Promise, PromiseQuery, PromiseType, Status, view::Titles},
};

use super::{NOUN, columns, read, read_titles};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
    record_counters,
    sql::project_is_visible,
};

/// A page of promises with the titles of what they point at.
pub type PromisePage = Page<(Promise, Titles)>;

/// A promise with the titles of what it points at.
macro_rules! selection {
    () => {
        concat!(
            "SELECT ",
            columns!(),
            ", made_at.title AS made_at_title,
                    fulfilled_at.title AS fulfilled_at_title, plotline.name AS plotline_title
               FROM promise
               LEFT JOIN plot_node AS made_at ON made_at.id = made_at_node_id
               LEFT JOIN plot_node AS fulfilled_at ON fulfilled_at.id = fulfilled_at_node_id
               LEFT JOIN plotline ON plotline.id = plotline_id"
        )
    };
}

/// The condition of a [`Filter`], whose values are the five parameters; null means anything.
macro_rules! is_wanted {
    ($status:literal, $kind:literal, $level:literal, $plotline:literal, $pattern:literal) => {
        concat!(
            "(CAST(",
            $status,
            " AS TEXT) IS NULL OR promise.status = ",
            $status,
            ")
             AND (CAST(",
            $kind,
            " AS TEXT) IS NULL OR type = ",
            $kind,
            ")
             AND (CAST(",
            $level,
            " AS TEXT) IS NULL OR level = ",
            $level,
            ")
             AND (CAST(",
            $plotline,
            " AS TEXT) IS NULL OR plotline_id = ",
            $plotline,
            ")
             AND (CAST(",
            $pattern,
            " AS TEXT) IS NULL OR folded LIKE ",
            $pattern,
            " ESCAPE '\\')"
        )
    };
}

/// What a query looks for, as [`is_wanted`] takes it.
struct Filter<'q> {
    status: Option<&'static str>,
    kind: Option<&'static str>,
    level: Option<&'static str>,
    plotline: Option<&'q str>,
    pattern: Option<String>,
}

impl<'q> Filter<'q> {
    fn of(query: &'q PromiseQuery) -> Self {
        Self {
            status: query.status.map(Status::as_str),
            kind: query.promise_type.map(PromiseType::as_str),
            level: query.promise_level.map(Level::as_str),
            plotline: column::wanted(query.plotline_id.as_ref()),
            pattern: query.search().map(|text| column::containing(&fold(text))),
        }
    }
}

/// A page of a project's promises.
pub fn list(tx: &mut Tx<'_>, project: &ProjectAccess, query: &PromiseQuery) -> Result<PromisePage> {
    let (before, before_id) = column::before_cursor(query.cursor.as_ref());
    let filter = Filter::of(query);
    let rows = tx
        .rows(
            concat!(
                selection!(),
                "
                  WHERE promise.project_id = ?1
                    AND (promise.created_at, promise.id) < (?2, ?3)
                    AND ",
                is_wanted!("?4", "?5", "?6", "?7", "?8"),
                "
                  ORDER BY promise.created_at DESC, promise.id DESC
                  LIMIT ?9"
            ),
            (
                project.id(),
                before,
                before_id,
                filter.status,
                filter.kind,
                filter.level,
                filter.plotline,
                &filter.pattern,
                query.limit() + 1,
            ),
        )
        .doing("listing promises")?;
    let total = if query.is_filtered() {
        count(tx, project, &filter)?
    } else {
        record_counters::get(tx, (project.id(), NOUN))?
    };
    page(query, rows, total)
}

fn count(tx: &mut Tx<'_>, project: &ProjectAccess, filter: &Filter<'_>) -> Result<i64> {
    let row = tx
        .row(
            concat!(
                "SELECT count(*) AS total
                   FROM promise
                  WHERE project_id = ?1
                    AND ",
                is_wanted!("?2", "?3", "?4", "?5", "?6")
            ),
            (
                project.id(),
                filter.status,
                filter.kind,
                filter.level,
                filter.plotline,
                &filter.pattern,
            ),
        )
        .doing("counting promises")?;
    row.map_or(Ok(0), |mut row| row.value("total"))
}

/// As [`list`], of all projects the principal may see.
pub fn list_all(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &PromiseQuery,
) -> Result<PromisePage> {
    let (before, before_id) = column::before_cursor(query.cursor.as_ref());
    let filter = Filter::of(query);
    // `coalesce` keeps the planner from looking projects up by index: the promises are read in the
    // order of the list, and those of other projects are skipped. Sorting all of them costs more.
    let rows = tx
        .rows(
            concat!(
                selection!(),
                "
                  WHERE coalesce(promise.project_id, '') IN (
                            SELECT project.id
                              FROM project
                             WHERE ",
                project_is_visible!("?1", "?2"),
                ")
                    AND (promise.created_at, promise.id) < (?3, ?4)
                    AND ",
                is_wanted!("?5", "?6", "?7", "?8", "?9"),
                "
                  ORDER BY promise.created_at DESC, promise.id DESC
                  LIMIT ?10"
            ),
            (
                principal.owns_everything,
                &principal.user,
                before,
                before_id,
                filter.status,
                filter.kind,
                filter.level,
                filter.plotline,
                &filter.pattern,
                query.limit() + 1,
            ),
        )
        .doing("listing promises")?;
    let total = if query.is_filtered() {
        count_all(tx, principal, &filter)?
    } else {
        sum_of_totals(tx, principal)?
    };
    page(query, rows, total)
}

fn count_all(tx: &mut Tx<'_>, principal: &Principal, filter: &Filter<'_>) -> Result<i64> {
    let row = tx
        .row(
            concat!(
                "SELECT count(*) AS total
                   FROM promise
                  WHERE project_id IN (
                            SELECT project.id
                              FROM project
                             WHERE ",
                project_is_visible!("?1", "?2"),
                ")
                    AND ",
                is_wanted!("?3", "?4", "?5", "?6", "?7")
            ),
            (
                principal.owns_everything,
                &principal.user,
                filter.status,
                filter.kind,
                filter.level,
                filter.plotline,
                &filter.pattern,
            ),
        )
        .doing("counting promises")?;
    row.map_or(Ok(0), |mut row| row.value("total"))
}

/// The totals of all projects the principal may see, added up.
fn sum_of_totals(tx: &mut Tx<'_>, principal: &Principal) -> Result<i64> {
    let row = tx
        .row(
            concat!(
                "SELECT CAST(coalesce(sum(value), 0) AS BIGINT) AS total
                   FROM record_counter
                   JOIN project ON project.id = owner_id
                  WHERE record_counter.kind = ?1
                    AND ",
                project_is_visible!("?2", "?3")
            ),
            (NOUN, principal.owns_everything, &principal.user),
        )
        .doing("adding up totals")?;
    row.map_or(Ok(0), |mut row| row.value("total"))
}

fn page(query: &PromiseQuery, rows: Vec<Row>, total: i64) -> Result<PromisePage> {
    let promise = |mut row: Row| Ok((read(&mut row)?, read_titles(&mut row)?));
    let promises = rows.into_iter().map(promise).collect::<Result<Vec<_>>>()?;
    Ok(Page::cut(promises, query.limit(), Some(total), |(promise, _)| Cursor {
        key: promise.created_at.millis(),
        id: promise.id.clone(),
    }))
}
