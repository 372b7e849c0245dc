//! Computes the counters of an imported project from its rows: they are never read from the folder.

use db::Tx;
use domain::{Error, Result, documents::Status, projects::summary::Progress};

use crate::{
    Doing as _,
    column::ReadColumns as _,
    project_counters,
    projects::{self, ProjectAccess},
    record_counters::counted_of_projects,
};

/// The counters of a project that follow from its other rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ProjectCounters {
    documents: i64,
    connections: i64,
    insights: i64,
    progress: Progress,
}

/// Writes all counters of a project, whose own row exists.
pub(super) fn count_all(tx: &mut Tx<'_>, project_id: &str) -> Result<()> {
    tx.run(
        concat!(
            "INSERT INTO record_counter (owner_id, kind, project_id, value) ",
            counted_of_projects!("project_id = ?1")
        ),
        (project_id,),
    )
    .doing("counting the records of an import")?;
    let project = ProjectAccess::unchecked(project_id);
    let settings = projects::detail(tx, &project)?.settings;
    project_counters::set_recorded(tx, &project, settings.integrations.analytics)?;
    update_rows(tx, project_id)
}

/// Updates the counters in rows of the project that exist already.
pub(crate) fn update_rows(tx: &mut Tx<'_>, project_id: &str) -> Result<()> {
    tx.run(
        "INSERT INTO lore_state (project_id, entries, version, queued_through)
         SELECT ?1, 0, 1, ''
          WHERE EXISTS (SELECT 1
                          FROM lore_entry
                         WHERE project_id = ?1)
         ON CONFLICT (project_id) DO NOTHING",
        (project_id,),
    )
    .doing("making a book of entries")?;
    tx.run(
        "UPDATE lore_state
            SET entries = (SELECT count(*)
                             FROM lore_entry
                            WHERE project_id = ?1)
          WHERE project_id = ?1",
        (project_id,),
    )
    .doing("counting entries")?;
    tx.run(
        "UPDATE timeline_counter
            SET events = (SELECT count(*)
                            FROM timeline_event
                           WHERE timeline_event.timeline_number = timeline_counter.timeline_number)
          WHERE timeline_number IN (SELECT number
                                  FROM timeline
                                 WHERE project_id = ?1)",
        (project_id,),
    )
    .doing("counting events")?;
    let ProjectCounters { documents, connections, insights, progress } = computed(tx, project_id)?;
    tx.run(
        "UPDATE project_summary
            SET documents = ?2,
                connections = ?3,
                insights = ?4,
                progress_weight = ?5,
                progress_done = ?6
          WHERE project_number = (SELECT number FROM project WHERE id = ?1)",
        (project_id, documents, connections, insights, progress.weight, progress.done),
    )
    .doing("counting a project")
    .map(drop)
}

/// The stored counters of a project; none where it has none.
pub(crate) fn stored(tx: &mut Tx<'_>, project_id: &str) -> Result<Option<ProjectCounters>> {
    let row = tx
        .row(
            "SELECT documents, connections, insights, progress_weight, progress_done
               FROM project_summary
              WHERE project_number = (SELECT number FROM project WHERE id = ?1)",
            (project_id,),
        )
        .doing("reading a project's counters")?;
    row.map(|mut row| {
        Ok(ProjectCounters {
            documents: row.value("documents")?,
            connections: row.value("connections")?,
            insights: row.value("insights")?,
            progress: Progress {
                weight: row.value("progress_weight")?,
                done: row.value("progress_done")?,
            },
        })
    })
    .transpose()
}

/// The counters as its rows give them.
pub(crate) fn computed(tx: &mut Tx<'_>, project_id: &str) -> Result<ProjectCounters> {
    let row = tx
        .row(
            "SELECT (SELECT count(*)
                       FROM document
                      WHERE project_id = ?1
                        AND deleted_at IS NULL
                        AND import_id IS NULL) AS documents,
                    (SELECT count(*)
                       FROM timeline_link
                      WHERE project_id = ?1)
                    + (SELECT count(*)
                         FROM lore_relation
                        WHERE project_id = ?1)
                    + (SELECT count(document_id)
                         FROM plot_node
                        WHERE project_id = ?1)
                    + (SELECT count(made_at_node_id) + count(fulfilled_at_node_id)
                              + count(plotline_id)
                         FROM promise
                        WHERE project_id = ?1) AS connections,
                    (SELECT count(*)
                       FROM finding
                      WHERE project_id = ?1
                        AND state IN ('open', 'accepted', 'waived')
                        AND (SELECT deleted_at
                               FROM document
                              WHERE document.id = document_id) IS NULL) AS insights",
            (project_id,),
        )
        .doing("counting a project")?;
    let mut row = row.ok_or_else(|| Error::internal("counting a project", "no answer"))?;
    Ok(ProjectCounters {
        documents: row.value("documents")?,
        connections: row.value("connections")?,
        insights: row.value("insights")?,
        progress: progress(tx, project_id)?,
    })
}

/// How far the documents are, together.
fn progress(tx: &mut Tx<'_>, project_id: &str) -> Result<Progress> {
    let rows = tx
        .rows(
            "SELECT status, words, word_target
               FROM document
              WHERE project_id = ?1
                AND deleted_at IS NULL
                AND import_id IS NULL",
            (project_id,),
        )
        .doing("reading documents")?;
    rows.into_iter().try_fold(Progress::default(), |sum, mut row| {
        let status = row.word("status", Status::parse)?;
        let part = Progress::of(status.share(), row.value("words")?, row.value("word_target")?);
        Ok(Progress {
            weight: sum.weight.saturating_add(part.weight),
            done: sum.done.saturating_add(part.done),
        })
    })
}
