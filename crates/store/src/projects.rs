//! Projects: rows of `project` with their counters, and the proof that somebody may work on one.

mod access;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    fold::SearchText,
    page::{Cursor, Page},
    projects::{Detail, Project, ProjectQuery, Status, summary::Summary},
};

pub(crate) use access::find_record;
pub use access::{ProjectAccess, check, find, lock, open};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    members, project_counters,
    sql::project_is_visible,
    swarms,
};

const WHAT: &str = "Project";

/// A project that was found, with its counters, and the proof that it may be worked on.
pub type Found = (ProjectAccess, Project, Summary);

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "project.id, owner, name, kind, status, detail, created_at, modified_at, version,
         documents, connections, insights, agent_interactions, progress_weight, progress_done,
         activity, patterns, run_account, run_day, run_hour, run_edits, run_words, run_time_ms,
         run_sessions, run_last"
    };
}

/// A project with its counters.
macro_rules! tables {
    () => {
        "project
         JOIN project_summary ON project_summary.project_number = project.number
         JOIN project_run ON project_run.project_number = project.number"
    };
}

fn read(row: &mut Row) -> Result<(Project, Summary)> {
    let project = Project {
        id: row.value("id")?,
        owner: row.value("owner")?,
        name: row.value("name")?,
        kind: row.value("kind")?,
        status: row.word("status", Status::parse)?,
        detail: row.json("detail")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
    };
    Ok((project, project_counters::read(row)?))
}

/// Inserts a new project with counters at zero; its collaborators become members.
pub fn create(tx: &mut Tx<'_>, project: &Project) -> Result<ProjectAccess> {
    tx.run(
        "INSERT INTO project (
             id, owner, name, kind, status, detail, created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        (
            &project.id,
            &project.owner,
            &project.name,
            &project.kind,
            project.status.as_str(),
            column::text(&project.detail)?,
            project.created_at.millis(),
            project.modified_at.millis(),
            project.version,
        ),
    )
    .doing("creating a project")?;
    project_counters::create(tx, &project.id)?;
    let access = ProjectAccess::unchecked(&project.id);
    if !project.detail.settings.integrations.analytics {
        project_counters::set_recorded(tx, &access, false)?;
    }
    members::replace(tx, &access, &project.detail.collaborators)?;
    project_counters::add_to_counter(tx, "projects", 1)?;
    Ok(access)
}

/// A project with its counters by its id, where the condition holds too.
macro_rules! by_id {
    ($condition:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            "
               FROM ",
            tables!(),
            "
              WHERE project.id = ?1
                AND ",
            $condition
        )
    };
}

/// A project and its counters.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Found> {
    let row = tx.row(by_id!("deleted_at IS NULL"), (id,)).doing("reading a project")?;
    found(tx, principal, id, row)
}

/// What a project's owner says about it.
///
/// # Errors
/// Not found when it was purged.
pub fn detail(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Detail> {
    let row = tx
        .row(
            "SELECT detail
               FROM project
              WHERE id = ?1",
            (project.id(),),
        )
        .doing("reading a project's detail")?;
    row.ok_or_else(|| Error::not_found(WHAT, project.id()))?.json("detail")
}

/// What a project is called, its status, and what its owner says about it.
///
/// # Errors
/// Not found when it was purged.
pub fn profile(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<(String, Status, Detail)> {
    let row = tx
        .row(
            "SELECT name, status, detail
               FROM project
              WHERE id = ?1",
            (project.id(),),
        )
        .doing("reading a project's profile")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, project.id()))?;
    Ok((row.value("name")?, row.word("status", Status::parse)?, row.json("detail")?))
}

/// As [`get`], and locks the row.
pub fn get_for_update(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Found> {
    let row =
        tx.row(by_id!("deleted_at IS NULL /*+for_update*/"), (id,)).doing("locking a project")?;
    found(tx, principal, id, row)
}

/// As [`get_for_update`], for a project that may be in the trash.
pub fn trashed_for_update(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Found> {
    let row =
        tx.row(by_id!("import_token IS NULL /*+for_update*/"), (id,)).doing("locking a project")?;
    found(tx, principal, id, row)
}

fn found(tx: &mut Tx<'_>, principal: &Principal, id: &str, row: Option<Row>) -> Result<Found> {
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let (project, summary) = read(&mut row)?;
    let access = access::check_owner(tx, principal, id, &project.owner)?;
    Ok((access, project, summary))
}

/// Writes what has changed in a project.
pub fn save(tx: &mut Tx<'_>, access: &ProjectAccess, project: &Project) -> Result<()> {
    tx.run(
        "UPDATE project
            SET name = ?2, kind = ?3, status = ?4, detail = ?5, modified_at = ?6, version = ?7
          WHERE id = ?1",
        (
            access.id(),
            &project.name,
            &project.kind,
            project.status.as_str(),
            column::text(&project.detail)?,
            project.modified_at.millis(),
            project.version,
        ),
    )
    .doing("saving a project")
    .map(drop)
}

/// Puts a project into the trash; it is nobody's active project any more.
pub fn trash(tx: &mut Tx<'_>, project: &ProjectAccess, now: Time) -> Result<()> {
    tx.run(
        "UPDATE project
            SET deleted_at = ?2
          WHERE id = ?1",
        (project.id(), now.millis()),
    )
    .doing("putting a project into the trash")?;
    members::close_for_all(tx, project)?;
    project_counters::add_to_counter(tx, "projects", -1)
}

/// Takes a project out of the trash; false when it was not there.
pub fn restore(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<bool> {
    let restored = tx
        .run(
            "UPDATE project
                SET deleted_at = NULL
              WHERE id = ?1
                AND deleted_at IS NOT NULL",
            (project.id(),),
        )
        .doing("restoring a project")?;
    project_counters::add_to_counter(tx, "projects", i64::from(restored > 0))?;
    Ok(restored > 0)
}

/// At most `limit` projects that have been in the trash since before `before`, for the janitor to
/// purge.
pub fn long_trashed(tx: &mut Tx<'_>, before: Time, limit: i64) -> Result<Vec<ProjectAccess>> {
    let rows = tx
        .rows(
            "SELECT id
               FROM project
              WHERE deleted_at < ?1
                AND import_token IS NULL
              ORDER BY deleted_at
              LIMIT ?2 /*+skip_locked*/",
            (before.millis(), limit),
        )
        .doing("listing projects in the trash")?;
    rows.into_iter()
        .map(|mut row| Ok(ProjectAccess::unchecked(&row.value::<String>("id")?)))
        .collect()
}

/// Deletes a project for good, with every row it owns. Counters of the whole service
/// follow.
pub fn purge(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<()> {
    swarms::uncount_project(tx, project)?;
    tx.run(
        "DELETE FROM project
          WHERE id = ?1",
        (project.id(),),
    )
    .doing("deleting a project")
    .map(drop)
}

/// A page of the projects the principal may see, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &ProjectQuery,
) -> Result<Page<(Project, Summary)>> {
    if let Some(search) = SearchText::of(query.q.as_deref()) {
        return search_names(tx, principal, query, &search);
    }
    let (before, before_id) = column::before_cursor(query.cursor.as_ref());
    let status = query.status.map(Status::as_str);
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM ",
                tables!(),
                "
                  WHERE (created_at < ?1 OR created_at = ?1 AND project.id < ?2)
                    AND (CAST(?3 AS TEXT) IS NULL OR status = ?3)
                    AND ",
                project_is_visible!("?4", "?5"),
                "
                  ORDER BY created_at DESC, project.id DESC
                  LIMIT ?6"
            ),
            (
                before,
                before_id,
                status,
                principal.owns_everything,
                &principal.user,
                query.limit + 1,
            ),
        )
        .doing("listing projects")?;
    let projects = column::read_all(rows, read)?;
    let total = total(tx, principal, status)?;

    Ok(Page::cut(projects, query.limit, total, |(project, _)| Cursor {
        key: project.created_at.millis(),
        id: project.id.clone(),
    }))
}

/// As [`list`], of those with a text in their name, which is looked for in all of them.
fn search_names(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &ProjectQuery,
    search: &SearchText,
) -> Result<Page<(Project, Summary)>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT id, name, created_at
                   FROM project
                  WHERE (CAST(?1 AS TEXT) IS NULL OR status = ?1)
                    AND ",
                project_is_visible!("?2", "?3"),
                "
                  ORDER BY created_at DESC, id DESC"
            ),
            (query.status.map(Status::as_str), principal.owns_everything, &principal.user),
        )
        .doing("looking for a text in names of projects")?;
    let (before, before_id) = column::before_cursor(query.cursor.as_ref());
    let (mut total, mut ids) = (0, Vec::new());
    for mut row in rows {
        if !search.is_in(&row.value::<String>("name")?) {
            continue;
        }
        total += 1;
        let (created_at, id): (i64, String) = (row.value("created_at")?, row.value("id")?);
        let is_behind = created_at < before || (created_at == before && *id < *before_id);
        if is_behind && column::count(ids.len()) <= query.limit {
            ids.push(id);
        }
    }
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM ",
                tables!(),
                "
                  WHERE project.id IN (SELECT value FROM json_each(?1 /*+list*/))
                  ORDER BY created_at DESC, project.id DESC"
            ),
            (column::text(&ids)?,),
        )
        .doing("listing projects by name")?;
    let projects = column::read_all(rows, read)?;
    Ok(Page::cut(projects, query.limit, Some(total), |(project, _)| Cursor {
        key: project.created_at.millis(),
        id: project.id.clone(),
    }))
}

fn total(tx: &mut Tx<'_>, principal: &Principal, status: Option<&str>) -> Result<Option<i64>> {
    if principal.owns_everything && status.is_none() {
        return project_counters::counter(tx, "projects").map(Some);
    }
    let row = tx
        .row(
            concat!(
                "SELECT count(*) AS total
                   FROM (SELECT 1
                           FROM project
                          WHERE (CAST(?1 AS TEXT) IS NULL OR status = ?1)
                            AND ",
                project_is_visible!("?2", "?3"),
                "
                          LIMIT ?4) AS found"
            ),
            (status, principal.owns_everything, &principal.user, domain::page::TOTAL_EXACT_MAX + 1),
        )
        .doing("counting projects")?;
    column::read_total(row)
}
