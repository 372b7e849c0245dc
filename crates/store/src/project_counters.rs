//! The counters of each project: a summary, and the latest run of changes by one user in one hour. They
//! change in the transaction of what they count. The counters of the whole service are here too.

use db::{Row, Tx};
use domain::{
    Result, Time,
    projects::{
        patterns::Patterns,
        summary::{Activity, EditRun, Progress, SESSION_GAP_MS, Summary},
    },
};

use crate::{Doing as _, column::ReadColumns as _, projects::ProjectAccess};

/// A row of counters for a new project.
pub(crate) fn create(tx: &mut Tx<'_>, project_id: &str) -> Result<()> {
    let (activity, patterns) = (Activity::default(), Patterns::default());
    tx.run(
        "INSERT INTO project_summary (
             project_number, documents, connections, insights, agent_interactions,
             progress_weight, progress_done, activity, patterns)
         SELECT number, 0, 0, 0, 0, 0, 0, ?2, ?3
           FROM project
          WHERE id = ?1",
        (project_id, activity.to_stored()?, patterns.to_stored()?),
    )
    .doing("making a project's counters")?;
    tx.run(RUN_CREATED, (project_id,)).doing("making a project's counters").map(drop)
}

/// Makes the row of changes on top of a project's activity; there are none, and they are recorded.
pub(crate) const RUN_CREATED: &str = "INSERT INTO project_run (
         project_number, run_account, run_day, run_hour, run_edits, run_words, run_time_ms,
         run_sessions, run_last, run_is_recorded)
     SELECT number, '', 0, 0, 0, 0, 0, 0, 0, 1
       FROM project
      WHERE id = ?1";

/// Sets whether it is recorded from now on when and by whom a project is worked on; what was recorded
/// stays.
pub fn set_recorded(tx: &mut Tx<'_>, project: &ProjectAccess, recorded: bool) -> Result<()> {
    tx.run(
        "UPDATE project_run
            SET run_is_recorded = ?2
          WHERE project_number = (SELECT number FROM project WHERE id = ?1)",
        (project.id(), recorded),
    )
    .doing("setting whether activity is recorded")
    .map(drop)
}

/// The counters of a project, in the columns of both tables.
pub(crate) fn read(row: &mut Row) -> Result<Summary> {
    let mut activity = activity(row)?;
    activity.add(&run(row)?);
    Ok(Summary {
        documents: row.value("documents")?,
        connections: row.value("connections")?,
        insights: row.value("insights")?,
        agent_interactions: row.value("agent_interactions")?,
        progress: Progress {
            weight: row.value("progress_weight")?,
            done: row.value("progress_done")?,
        },
        activity,
        patterns: Patterns::from_stored(&row.value::<String>("patterns")?)?,
    })
}

/// The activity of a project before its latest run.
fn activity(row: &mut Row) -> Result<Activity> {
    Activity::from_stored(&row.value::<String>("activity")?)
}

/// The latest run of changes.
fn run(row: &mut Row) -> Result<EditRun> {
    Ok(EditRun {
        account: row.value("run_account")?,
        day: row.value("run_day")?,
        hour: row.value("run_hour")?,
        edits: row.value("run_edits")?,
        words: row.value("run_words")?,
        time_ms: row.value("run_time_ms")?,
        sessions: row.value("run_sessions")?,
        last: row.time("run_last")?,
    })
}

/// An agent was written to about the project; `asked` is the agent that an author asked, where it was
/// one author and one agent.
pub fn count_interaction(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    asked: Option<&str>,
) -> Result<()> {
    change_patterns(tx, project, 1, |patterns| {
        if let Some(agent) = asked {
            patterns.note_agent(agent);
        }
    })
}

/// Changes the patterns of a project, and counts so many messages about it; nothing where its activity
/// is not recorded.
pub fn change_patterns(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    interactions: i64,
    change: impl FnOnce(&mut Patterns),
) -> Result<()> {
    let row = tx
        .row(
            "SELECT patterns
               FROM project_summary
               JOIN project_run ON project_run.project_number = project_summary.project_number
              WHERE project_summary.project_number = (SELECT number FROM project WHERE id = ?1)
                AND run_is_recorded = 1 /*+for_update*/",
            (project.id(),),
        )
        .doing("locking a project's patterns")?;
    let Some(mut row) = row else { return Ok(()) };
    let mut patterns = Patterns::from_stored(&row.value::<String>("patterns")?)?;
    change(&mut patterns);
    tx.run(
        "UPDATE project_summary
            SET patterns = ?2,
                agent_interactions = agent_interactions + ?3
          WHERE project_number = (SELECT number FROM project WHERE id = ?1)",
        (project.id(), patterns.to_stored()?, interactions),
    )
    .doing("counting what a project is worked on with")
    .map(drop)
}

/// Findings that hold were gained or, below zero, lost.
pub(crate) fn count_insights(tx: &mut Tx<'_>, project: &ProjectAccess, amount: i64) -> Result<()> {
    if amount == 0 {
        return Ok(());
    }
    tx.run(
        "UPDATE project_summary
            SET insights = insights + ?2
          WHERE project_number = (SELECT number FROM project WHERE id = ?1)",
        (project.id(), amount),
    )
    .doing("counting insights")
    .map(drop)
}

/// What a change of a project's records adds to its counters.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counters {
    /// Documents gained, less documents lost.
    pub documents: i64,
    /// Words gained, less words lost.
    pub words: i64,
    /// Links between its records gained, less links lost.
    pub connections: i64,
    /// Completion gained or lost.
    pub progress: Progress,
}

impl Counters {
    /// Links gained, less links lost, and nothing else.
    pub fn of_connections(connections: i64) -> Self {
        Self { connections, ..Self::default() }
    }

    /// Whether anything in the summary is another afterwards.
    fn is_in_summary(self) -> bool {
        self.documents != 0 || self.connections != 0 || self.progress != Progress::default()
    }
}

/// A user changed the project's records.
pub fn count_change(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    account: &str,
    counters: Counters,
    now: Time,
) -> Result<()> {
    // The summary first: everybody locks the rows of a project in this order.
    if counters.is_in_summary() {
        tx.run(
            "UPDATE project_summary
                SET documents = documents + ?2,
                    progress_weight = progress_weight + ?3,
                    progress_done = progress_done + ?4,
                    connections = connections + ?5
              WHERE project_number = (SELECT number FROM project WHERE id = ?1)",
            (
                project.id(),
                counters.documents,
                counters.progress.weight,
                counters.progress.done,
                counters.connections,
            ),
        )
        .doing("counting a change")?;
    }
    count_edit(tx, project.id(), account, counters.words, now)
}

/// A user changed the project's records and gained so many words.
fn count_edit(
    tx: &mut Tx<'_>,
    project_id: &str,
    account: &str,
    words: i64,
    now: Time,
) -> Result<()> {
    let counted = tx
        .run(
            "UPDATE project_run
                SET run_edits = run_edits + 1,
                    run_words = run_words + ?2,
                    run_time_ms = run_time_ms
                        + CASE WHEN ?3 >= run_last AND ?3 - run_last < ?4
                               THEN ?3 - run_last
                               ELSE 0
                          END,
                    run_sessions = run_sessions
                        + CASE WHEN ?3 >= run_last AND ?3 - run_last < ?4
                               THEN 0
                               ELSE 1
                          END,
                    run_last = ?3
              WHERE project_number = (SELECT number FROM project WHERE id = ?1)
                AND run_account = ?5
                AND run_day = ?6
                AND run_hour = ?7
                AND run_is_recorded = 1",
            (project_id, words, now.millis(), SESSION_GAP_MS, account, now.day(), now.hour()),
        )
        .doing("counting a change")?;
    if counted == 0 {
        begin_run(tx, project_id, account, words, now)?;
    }
    Ok(())
}

/// Writes down the changes so far, where one follows by somebody else or in another hour. A project
/// without counters, or whose activity is not recorded, has nothing to count.
fn begin_run(
    tx: &mut Tx<'_>,
    project_id: &str,
    account: &str,
    words: i64,
    now: Time,
) -> Result<()> {
    let row = tx
        .row(
            "SELECT activity, run_account, run_day, run_hour, run_edits, run_words, run_time_ms,
                    run_sessions, run_last
               FROM project_summary
               JOIN project_run ON project_run.project_number = project_summary.project_number
              WHERE project_summary.project_number = (SELECT number FROM project WHERE id = ?1)
                AND run_is_recorded = 1 /*+for_update*/",
            (project_id,),
        )
        .doing("locking a project's counters")?;
    let Some(mut row) = row else { return Ok(()) };
    let mut written = activity(&mut row)?;
    written.add(&run(&mut row)?);
    let run = written.start_run(account, words, now);
    tx.run(
        "UPDATE project_summary
            SET activity = ?2
          WHERE project_number = (SELECT number FROM project WHERE id = ?1)",
        (project_id, written.to_stored()?),
    )
    .doing("writing down what was changed")?;
    tx.run(
        "UPDATE project_run
            SET run_account = ?2,
                run_day = ?3,
                run_hour = ?4,
                run_edits = ?5,
                run_words = ?6,
                run_time_ms = ?7,
                run_sessions = ?8,
                run_last = ?9
          WHERE project_number = (SELECT number FROM project WHERE id = ?1)",
        (
            project_id,
            &run.account,
            run.day,
            run.hour,
            run.edits,
            run.words,
            run.time_ms,
            run.sessions,
            run.last.millis(),
        ),
    )
    .doing("counting a change")
    .map(drop)
}

/// Links between a project's records that were deleted with a purged record; nobody's change.
pub(crate) fn count_lost_links(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    amount: i64,
) -> Result<()> {
    tx.run(
        "UPDATE project_summary
            SET connections = connections - ?2
          WHERE project_number = (SELECT number FROM project WHERE id = ?1)",
        (project.id(), amount),
    )
    .doing("counting lost links")
    .map(drop)
}

/// Adds to a counter of the whole service.
pub(crate) fn add_to_counter(tx: &mut Tx<'_>, name: &str, amount: i64) -> Result<()> {
    tx.run(
        "UPDATE counter
            SET value = value + ?2
          WHERE name = ?1",
        (name, amount),
    )
    .doing("counting")
    .map(drop)
}

/// A counter of the whole service.
pub(crate) fn counter(tx: &mut Tx<'_>, name: &str) -> Result<i64> {
    let row = tx
        .row(
            "SELECT value
               FROM counter
              WHERE name = ?1",
            (name,),
        )
        .doing("reading a counter")?;
    row.map_or(Ok(0), |mut row| row.value("value"))
}
