//! Lists of promises, newest first, with totals that are always exact: kept where nothing is
//! filtered, counted where something is.

use std::collections::HashSet;

use db::{Line, Sheet, Tx};
use domain::{
    Error, Principal, Result,
    fold::fold,
    json::Members,
    page::Cursor,
    promises::{
        Level, PromiseQuery, PromiseType, Status,
        item::{ListedPromise, PromiseList, id_in},
    },
};

use super::{NOUN, titles::Known};
use crate::{Doing as _, column, projects::Seen, tallies};

/// What a query looks for, as its statements take it; empty means anything.
struct Filter<'q> {
    status: &'static str,
    kind: &'static str,
    level: &'static str,
    plotline: &'q str,
    pattern: String,
}

impl<'q> Filter<'q> {
    fn of(query: &'q PromiseQuery) -> Self {
        Self {
            status: query.status.map_or("", Status::as_str),
            kind: query.promise_type.map_or("", PromiseType::as_str),
            level: query.promise_level.map_or("", Level::as_str),
            plotline: query.plotline_id.as_deref().unwrap_or(""),
            pattern: query.search().map(|text| column::containing(&fold(text))).unwrap_or_default(),
        }
    }
}

/// A page of promises as it was read; [`Listed::view`] is what the wire shows of it.
#[derive(Debug)]
pub struct Listed {
    sheet: Sheet,
    /// How many of the rows are on the page: one more may show that more follow.
    shown: usize,
    titles: Known,
    total: i64,
    next_cursor: Option<String>,
}

impl Listed {
    /// What the wire shows, borrowed: a list may be long.
    ///
    /// # Errors
    /// When a row is not what it should be.
    pub fn view(&self) -> Result<PromiseList<'_>> {
        let mut promises = Vec::with_capacity(self.shown);
        for line in self.sheet.lines().take(self.shown) {
            promises.push(self.promise(line).doing("reading a promise")?);
        }
        Ok(PromiseList { promises, total: self.total, next_cursor: self.next_cursor.as_deref() })
    }

    /// The columns are those that all lists select: few, because a list has many rows.
    fn promise<'a>(&'a self, line: Line<'a>) -> std::result::Result<ListedPromise<'a>, db::Error> {
        let (made_at, fulfilled_at) = (line.text_or_null(1)?, line.text_or_null(2)?);
        let plotline = line.text_or_null(3)?;
        Ok(ListedPromise {
            own: Members(line.text(0)?.into()),
            made_at_node_id: made_at,
            made_at_node_title: self.titles.node(made_at),
            fulfilled_at_node_id: fulfilled_at,
            fulfilled_at_node_title: self.titles.node(fulfilled_at),
            plotline_id: plotline,
            plotline_title: self.titles.plotline(plotline),
            modified_at: line.integer(4)?,
        })
    }
}

/// A page of a project's promises.
///
/// # Errors
/// When the database fails.
pub fn list(tx: &mut Tx<'_>, project: &Seen, query: &PromiseQuery) -> Result<Listed> {
    if query.is_filtered() {
        return list_filtered(tx, project, query);
    }
    let (before, before_id) = column::downwards(query.cursor.as_ref());
    let sheet = tx
        .sheet(
            "SELECT shown, made_at_node_id, fulfilled_at_node_id, plotline_id, modified_at
               FROM promise
              WHERE project_id = ?1
                AND (created_at, id) < (?2, ?3)
              ORDER BY created_at DESC, id DESC
              LIMIT ?4",
            (project.id(), before, before_id, query.limit() + 1),
        )
        .doing("listing promises")?;
    let total = tallies::get(tx, (project.id(), NOUN))?;
    page(tx, query, sheet, total)
}

fn list_filtered(tx: &mut Tx<'_>, project: &Seen, query: &PromiseQuery) -> Result<Listed> {
    let (before, before_id) = column::downwards(query.cursor.as_ref());
    let filter = Filter::of(query);
    let sheet = tx
        .sheet(
            "SELECT shown, made_at_node_id, fulfilled_at_node_id, plotline_id, modified_at
               FROM promise
              WHERE project_id = ?1
                AND (created_at, id) < (?2, ?3)
                AND (?4 = '' OR status = ?4)
                AND (?5 = '' OR type = ?5)
                AND (?6 = '' OR level = ?6)
                AND (?7 = '' OR plotline_id = ?7)
                AND (?8 = '' OR folded LIKE ?8 ESCAPE '\\')
              ORDER BY created_at DESC, id DESC
              LIMIT ?9",
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
    let total = count(tx, project, &filter)?;
    page(tx, query, sheet, total)
}

fn count(tx: &mut Tx<'_>, project: &Seen, filter: &Filter<'_>) -> Result<i64> {
    let row = tx
        .row(
            "SELECT count(*)
               FROM promise
              WHERE project_id = ?1
                AND (?2 = '' OR status = ?2)
                AND (?3 = '' OR type = ?3)
                AND (?4 = '' OR level = ?4)
                AND (?5 = '' OR plotline_id = ?5)
                AND (?6 = '' OR folded LIKE ?6 ESCAPE '\\')",
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
    row.map_or(Ok(0), |mut row| column::get(&mut row, 0))
}

/// As [`list`], of all projects the principal may see.
///
/// # Errors
/// When the database fails.
pub fn list_all(tx: &mut Tx<'_>, principal: &Principal, query: &PromiseQuery) -> Result<Listed> {
    let (before, before_id) = column::downwards(query.cursor.as_ref());
    let filter = Filter::of(query);
    // What stands in `coalesce` is looked up by no index: the promises come in the order of the
    // list, and those of other projects are passed over. Sorting all of them would cost more.
    let sheet = tx
        .sheet(
            "SELECT shown, made_at_node_id, fulfilled_at_node_id, plotline_id, modified_at
               FROM promise
              WHERE coalesce(project_id, '') IN (
                        SELECT id
                          FROM project
                         WHERE deleted_at IS NULL
                           AND (CAST(?1 AS BIGINT) = 1 OR owner = ?2
                                OR id IN (SELECT project_id FROM member WHERE account = ?2)))
                AND (created_at, id) < (?3, ?4)
                AND (?5 = '' OR status = ?5)
                AND (?6 = '' OR type = ?6)
                AND (?7 = '' OR level = ?7)
                AND (?8 = '' OR plotline_id = ?8)
                AND (?9 = '' OR folded LIKE ?9 ESCAPE '\\')
              ORDER BY created_at DESC, id DESC
              LIMIT ?10",
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
    page(tx, query, sheet, total)
}

fn count_all(tx: &mut Tx<'_>, principal: &Principal, filter: &Filter<'_>) -> Result<i64> {
    let row = tx
        .row(
            "SELECT count(*)
               FROM promise
              WHERE project_id IN (
                        SELECT id
                          FROM project
                         WHERE deleted_at IS NULL
                           AND (CAST(?1 AS BIGINT) = 1 OR owner = ?2
                                OR id IN (SELECT project_id FROM member WHERE account = ?2)))
                AND (?3 = '' OR status = ?3)
                AND (?4 = '' OR type = ?4)
                AND (?5 = '' OR level = ?5)
                AND (?6 = '' OR plotline_id = ?6)
                AND (?7 = '' OR folded LIKE ?7 ESCAPE '\\')",
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
    row.map_or(Ok(0), |mut row| column::get(&mut row, 0))
}

/// The kept totals of all projects the principal may see, together.
fn sum_of_totals(tx: &mut Tx<'_>, principal: &Principal) -> Result<i64> {
    let row = tx
        .row(
            "SELECT CAST(coalesce(sum(n), 0) AS BIGINT)
               FROM tally
               JOIN project ON project.id = place
              WHERE noun = ?1
                AND deleted_at IS NULL
                AND (CAST(?2 AS BIGINT) = 1 OR owner = ?3
                     OR project.id IN (SELECT project_id FROM member WHERE account = ?3))",
            (NOUN, principal.owns_everything, &principal.user),
        )
        .doing("adding up totals")?;
    row.map_or(Ok(0), |mut row| column::get(&mut row, 0))
}

fn page(tx: &mut Tx<'_>, query: &PromiseQuery, sheet: Sheet, total: i64) -> Result<Listed> {
    let limit = usize::try_from(query.limit()).unwrap_or(usize::MAX);
    let shown = sheet.len().min(limit);
    let (mut nodes, mut plotlines, mut last) = (HashSet::new(), HashSet::new(), None);
    for line in sheet.lines().take(shown) {
        nodes.extend(line.text_or_null(1).doing("reading a promise")?);
        nodes.extend(line.text_or_null(2).doing("reading a promise")?);
        plotlines.extend(line.text_or_null(3).doing("reading a promise")?);
        last = Some(line);
    }
    let next_cursor = match last.filter(|_| sheet.len() > shown) {
        Some(last) => Some(cursor_behind(tx, last.text(0).doing("reading a promise")?)?.text()),
        None => None,
    };
    let titles = Known::of(tx, &nodes, &plotlines)?;
    Ok(Listed { sheet, shown, titles, total, next_cursor })
}

/// The place behind a promise, by its own members. When it was made is asked for by itself: of a whole
/// page only the last promise needs it.
fn cursor_behind(tx: &mut Tx<'_>, own: &str) -> Result<Cursor> {
    let lost = || Error::internal("reading a promise", "what it shows is not under its id");
    let id = id_in(own).ok_or_else(lost)?;
    let row = tx
        .row(
            "SELECT created_at
               FROM promise
              WHERE id = ?1",
            (id,),
        )
        .doing("reading when a promise was made")?;
    let key = column::get(&mut row.ok_or_else(lost)?, 0)?;
    Ok(Cursor { key, id: id.to_owned() })
}
