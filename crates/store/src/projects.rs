//! Projects as they are kept, and the proof that somebody may work on one.

mod seen;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    page::{Cursor, Page},
    projects::{Detail, Project, ProjectQuery, Status, item::Shown, summary::Summary},
};

pub(crate) use seen::by as seen_by;
pub use seen::{Seen, check, find, lock, open};

use crate::{Doing as _, column, members, summaries};

const WHAT: &str = "Project";

/// A project that was found, with its counters, and the proof that it may be worked on.
pub type Found<P = Project> = (Seen, P, Summary);

/// Keeps a new project, with counters at zero; its maker may work on it.
///
/// # Errors
/// When the database fails.
pub fn create(tx: &mut Tx<'_>, project: &Project) -> Result<Seen> {
    summaries::create(tx, &project.id)?;
    tx.run(
        "INSERT INTO project (
             id, owner, name, kind, status, detail, created_at, modified_at, version, shown,
             agents, summary_no)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
                 (SELECT no FROM project_summary WHERE project_id = ?1))",
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
            project.shown(),
            project.agents(),
        ),
    )
    .doing("making a project")?;
    let seen = Seen::project(&project.id);
    members::replace(tx, &seen, &project.detail.collaborators)?;
    summaries::add_to_counter(tx, "projects", 1)?;
    Ok(seen)
}

/// A project and its counters, to be shown.
///
/// # Errors
/// Not found when it does not exist, lies in the bin, or is not the principal's to see.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Found<Shown>> {
    let row = tx
        .row(
            "SELECT project.id, owner, name, created_at, version, agents, shown,
                    documents, connections, insights, agent_interactions,
                    progress_weight, progress_done, activity, run_account, run_day,
                    run_edits, run_words, run_time_ms, run_last
               FROM project
               JOIN project_summary ON no = project.summary_no
               JOIN project_run ON project_run.summary_no = no
              WHERE project.id = ?1
                AND deleted_at IS NULL",
            (id,),
        )
        .doing("reading a project")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let (project, summary) = shown(&mut row)?;
    let seen = seen::by(tx, principal, id, &project.owner)?;
    Ok((seen, project, summary))
}

fn shown(row: &mut Row) -> Result<(Shown, Summary)> {
    let project = Shown {
        id: column::get(row, 0)?,
        owner: column::get(row, 1)?,
        name: column::get(row, 2)?,
        created_at: column::time(row, 3)?,
        version: column::get(row, 4)?,
        agents: column::get(row, 5)?,
        members: column::get(row, 6)?,
    };
    Ok((project, summaries::of_row(row, 7)?))
}

/// What a project's owner says about it.
///
/// # Errors
/// Not found when it is gone for good.
pub fn detail(tx: &mut Tx<'_>, project: &Seen) -> Result<Detail> {
    let row = tx
        .row(
            "SELECT detail
               FROM project
              WHERE id = ?1",
            (project.id(),),
        )
        .doing("reading what is said of a project")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, project.id()))?;
    column::json(&mut row, 0)
}

/// As [`get`], to be changed: nobody else does until this transaction ends.
///
/// # Errors
/// As [`get`].
pub fn hold(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Found> {
    let row = tx
        .row(
            "SELECT project.id, owner, name, kind, status, detail, created_at, modified_at, version,
                    documents, connections, insights, agent_interactions,
                    progress_weight, progress_done, activity, run_account, run_day,
                    run_edits, run_words, run_time_ms, run_last
               FROM project
               JOIN project_summary ON no = project.summary_no
               JOIN project_run ON project_run.summary_no = no
              WHERE project.id = ?1
                AND deleted_at IS NULL /*+hold*/",
            (id,),
        )
        .doing("holding a project")?;
    found(tx, principal, id, row)
}

/// As [`hold`], for a project that may lie in the bin.
///
/// # Errors
/// As [`get`], but for the bin.
pub fn hold_binned(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Found> {
    let row = tx
        .row(
            "SELECT project.id, owner, name, kind, status, detail, created_at, modified_at, version,
                    documents, connections, insights, agent_interactions,
                    progress_weight, progress_done, activity, run_account, run_day,
                    run_edits, run_words, run_time_ms, run_last
               FROM project
               JOIN project_summary ON no = project.summary_no
               JOIN project_run ON project_run.summary_no = no
              WHERE project.id = ?1 /*+hold*/",
            (id,),
        )
        .doing("holding a project")?;
    found(tx, principal, id, row)
}

fn found(tx: &mut Tx<'_>, principal: &Principal, id: &str, row: Option<Row>) -> Result<Found> {
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let project = of_row(&mut row)?;
    let seen = seen::by(tx, principal, id, &project.owner)?;
    Ok((seen, project, summaries::of_row(&mut row, 9)?))
}

fn of_row(row: &mut Row) -> Result<Project> {
    Ok(Project {
        id: column::get(row, 0)?,
        owner: column::get(row, 1)?,
        name: column::get(row, 2)?,
        kind: column::get(row, 3)?,
        status: column::word(row, 4, Status::parse)?,
        detail: column::json(row, 5)?,
        created_at: column::time(row, 6)?,
        modified_at: column::time(row, 7)?,
        version: column::get(row, 8)?,
    })
}

/// Keeps what has changed in a project, which comes out of the bin if it lies there.
///
/// # Errors
/// When the database fails.
pub fn save(tx: &mut Tx<'_>, seen: &Seen, project: &Project) -> Result<()> {
    tx.run(
        "UPDATE project
            SET name = ?2, kind = ?3, status = ?4, detail = ?5, modified_at = ?6, version = ?7,
                shown = ?8, agents = ?9
          WHERE id = ?1",
        (
            seen.id(),
            &project.name,
            &project.kind,
            project.status.as_str(),
            column::text(&project.detail)?,
            project.modified_at.millis(),
            project.version,
            project.shown(),
            project.agents(),
        ),
    )
    .doing("saving a project")
    .map(drop)
}

/// Puts a project that is held into the bin; nobody has it open any more.
///
/// # Errors
/// When the database fails.
pub fn bin(tx: &mut Tx<'_>, project: &Seen, now: Time) -> Result<()> {
    tx.run(
        "UPDATE project
            SET deleted_at = ?2
          WHERE id = ?1",
        (project.id(), now.millis()),
    )
    .doing("binning a project")?;
    members::close_for_all(tx, project)?;
    summaries::add_to_counter(tx, "projects", -1)
}

/// Takes a project out of the bin, if it lies there; whether it did.
///
/// # Errors
/// When the database fails.
pub fn unbin(tx: &mut Tx<'_>, project: &Seen) -> Result<bool> {
    let taken = tx
        .run(
            "UPDATE project
                SET deleted_at = NULL
              WHERE id = ?1
                AND deleted_at IS NOT NULL",
            (project.id(),),
        )
        .doing("taking a project out of the bin")?;
    summaries::add_to_counter(tx, "projects", i64::from(taken > 0))?;
    Ok(taken > 0)
}

/// At most `limit` projects that have lain in the bin since before `before`, for the studio to
/// forget: nobody asks for them.
///
/// # Errors
/// When the database fails.
pub fn long_binned(tx: &mut Tx<'_>, before: Time, limit: i64) -> Result<Vec<Seen>> {
    let rows = tx
        .rows(
            "SELECT id
               FROM project
              WHERE deleted_at < ?1
              ORDER BY deleted_at
              LIMIT ?2 /*+skip_locked*/",
            (before.millis(), limit),
        )
        .doing("looking into the bin")?;
    rows.into_iter()
        .map(|mut row| Ok(Seen::project(&column::get::<String>(&mut row, 0)?)))
        .collect()
}

/// Forgets a binned project and all that belongs to it, for good.
///
/// # Errors
/// When the database fails.
pub fn forget(tx: &mut Tx<'_>, project: &Seen) -> Result<()> {
    forget_rows(tx, project.id())
}

/// Forgets all rows of a project, whether or not its own was ever there.
pub(crate) fn forget_rows(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    for statement in [
        "DELETE FROM revision
          WHERE document_id IN (SELECT id FROM document WHERE project_id = ?1)",
        "DELETE FROM document_text
          WHERE document_id IN (SELECT id FROM document WHERE project_id = ?1)",
        "DELETE FROM document
          WHERE project_id = ?1",
        "DELETE FROM plotline_event
          WHERE event_id IN (SELECT timeline_event.id
                               FROM timeline_event
                               JOIN timeline ON timeline.no = timeline_no
                              WHERE timeline.project_id = ?1)",
        "DELETE FROM timeline_link
          WHERE event_id IN (SELECT timeline_event.id
                               FROM timeline_event
                               JOIN timeline ON timeline.no = timeline_no
                              WHERE timeline.project_id = ?1)",
        "DELETE FROM timeline_event
          WHERE timeline_no IN (SELECT no FROM timeline WHERE project_id = ?1)",
        "DELETE FROM plotline
          WHERE timeline_id IN (SELECT id FROM timeline WHERE project_id = ?1)",
        "DELETE FROM timeline
          WHERE project_id = ?1",
        "DELETE FROM lore_mention
          WHERE entry_id IN (SELECT id FROM lore_entry WHERE project_id = ?1)",
        "DELETE FROM lore_relation
          WHERE entry_id IN (SELECT id FROM lore_entry WHERE project_id = ?1)",
        "DELETE FROM lore_entry
          WHERE project_id = ?1",
        "DELETE FROM lore_work
          WHERE project_id = ?1",
        "DELETE FROM lore_book
          WHERE project_id = ?1",
        "DELETE FROM finding_sighting
          WHERE project_id = ?1",
        "DELETE FROM finding_reading
          WHERE project_id = ?1",
        "DELETE FROM finding
          WHERE project_id = ?1",
        "DELETE FROM import_file
          WHERE import_id IN (SELECT id FROM import WHERE project_id = ?1)",
        "DELETE FROM import
          WHERE project_id = ?1",
        "DELETE FROM promise
          WHERE project_id = ?1",
        "DELETE FROM plot_node
          WHERE project_id = ?1",
        "DELETE FROM grammar_rule
          WHERE language_id IN (SELECT id FROM language WHERE project_id = ?1)",
        "DELETE FROM word
          WHERE language_id IN (SELECT id FROM language WHERE project_id = ?1)",
        "DELETE FROM language
          WHERE project_id = ?1",
        "DELETE FROM agent_speed
          WHERE project_id = ?1",
        "UPDATE swarm_tally
            SET n = n - (SELECT count(*)
                           FROM swarm
                          WHERE project_id = ?1
                            AND swarm.type = swarm_tally.type
                            AND swarm.status = swarm_tally.status)
          WHERE status IN ('pending', 'active')",
        "DELETE FROM subtask
          WHERE swarm_id IN (SELECT id FROM swarm WHERE project_id = ?1)",
        "DELETE FROM subtask_edge
          WHERE swarm_id IN (SELECT id FROM swarm WHERE project_id = ?1)",
        "DELETE FROM artefact
          WHERE swarm_id IN (SELECT id FROM swarm WHERE project_id = ?1)",
        "DELETE FROM step
          WHERE swarm_id IN (SELECT id FROM swarm WHERE project_id = ?1)",
        "DELETE FROM draft_tail
          WHERE swarm_id IN (SELECT id FROM swarm WHERE project_id = ?1)",
        "DELETE FROM swarm
          WHERE project_id = ?1",
        "DELETE FROM research_query
          WHERE project_id = ?1",
        "DELETE FROM member
          WHERE project_id = ?1",
        "DELETE FROM tally
          WHERE project_id = ?1",
        "DELETE FROM project_summary
          WHERE project_id = ?1",
        "DELETE FROM project
          WHERE id = ?1",
    ] {
        tx.run(statement, (id,)).doing("forgetting a project")?;
    }
    Ok(())
}

/// The project of a record that the studio came upon in a duty of its own, which nobody asks for.
pub(crate) fn on_duty(id: &str) -> Seen {
    Seen::project(id)
}

/// A page of the projects the principal may see, newest first.
///
/// # Errors
/// When the database fails.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &ProjectQuery,
) -> Result<Page<(Shown, Summary)>> {
    let (before, before_id) = column::downwards(query.cursor.as_ref());
    let status = query.status.map_or("", Status::as_str);
    let rows = tx
        .rows(
            "SELECT project.id, owner, name, created_at, version, agents, shown,
                    documents, connections, insights, agent_interactions,
                    progress_weight, progress_done, activity, run_account, run_day,
                    run_edits, run_words, run_time_ms, run_last
               FROM project
               JOIN project_summary ON no = project.summary_no
               JOIN project_run ON project_run.summary_no = no
              WHERE deleted_at IS NULL
                AND (created_at < ?1 OR created_at = ?1 AND project.id < ?2)
                AND (?3 = '' OR status = ?3)
                AND (CAST(?4 AS BIGINT) = 1 OR owner = ?5
                     OR project.id IN (SELECT project_id FROM member WHERE account = ?5))
              ORDER BY created_at DESC, project.id DESC
              LIMIT ?6",
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
    let projects = rows.into_iter().map(|mut row| shown(&mut row)).collect::<Result<Vec<_>>>()?;
    let total = total(tx, principal, status)?;

    Ok(Page::cut(projects, query.limit, total, |(project, _)| Cursor {
        key: project.created_at.millis(),
        id: project.id.clone(),
    }))
}

fn total(tx: &mut Tx<'_>, principal: &Principal, status: &str) -> Result<Option<i64>> {
    if principal.owns_everything && status.is_empty() {
        return summaries::counter(tx, "projects").map(Some);
    }
    let row = tx
        .row(
            "SELECT count(*)
               FROM (SELECT 1
                       FROM project
                      WHERE deleted_at IS NULL
                        AND (?1 = '' OR status = ?1)
                        AND (CAST(?2 AS BIGINT) = 1 OR owner = ?3
                             OR id IN (SELECT project_id FROM member WHERE account = ?3))
                      LIMIT ?4) AS found",
            (status, principal.owns_everything, &principal.user, domain::page::TOTAL_EXACT_MAX + 1),
        )
        .doing("counting projects")?;
    row.map_or(Ok(None), |mut row| column::get(&mut row, 0).map(column::bounded_total))
}
