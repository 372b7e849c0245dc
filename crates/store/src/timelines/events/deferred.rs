//! What new events leave for later where very many are made at once ([`Tx::may_defer`]): their places
//! in the order of their timelines, the totals of these, and that their makers have changed a project.
//! Each of these lies on another page for another timeline. Put in for thousands together, they share
//! their pages and are a few statements. All of it follows from rows of events that are committed.

use std::collections::BTreeMap;

use db::{Deferral, Tx};
use domain::{Error, Result, Time};

use crate::{Doing as _, column, summaries};

pub(crate) const DEFERRAL: Deferral =
    Deferral { begin: |tx| begin(tx).map_err(failed), settle: |tx| settle(tx).map_err(failed) };

fn failed(error: Error) -> db::Error {
    db::Error::Other { doing: "seeing to what events leave for later", source: error.into() }
}

/// Notes that events made from here on may leave something.
fn begin(tx: &mut Tx<'_>) -> Result<()> {
    let noted = tx
        .run(
            "UPDATE deferral
                SET after_no = CASE is_owing
                                   WHEN 1 THEN after_no
                                   ELSE (SELECT coalesce(max(no), 0) FROM timeline_event)
                               END,
                    is_owing = 1
              WHERE noun = 'timeline_event'",
            (),
        )
        .doing("noting that events may be left")?;
    match noted {
        0 => Err(Error::internal("noting that events may be left", "its row is missing")),
        _ => Ok(()),
    }
}

/// Does what events have left, and notes that nothing is left any more.
pub(crate) fn settle(tx: &mut Tx<'_>) -> Result<()> {
    let row = tx
        .row(
            "SELECT after_no
               FROM deferral
              WHERE noun = 'timeline_event'
                AND is_owing = 1",
            (),
        )
        .doing("looking for events that were left")?;
    let Some(mut row) = row else { return Ok(()) };
    let after: i64 = column::get(&mut row, 0)?;
    count(tx, after)?;
    tx.run(
        "UPDATE timeline_event
            SET timeline_no = owed_no, owed_no = NULL
          WHERE no > ?1
            AND owed_no IS NOT NULL",
        (after,),
    )
    .doing("putting events in order")?;
    tx.run("UPDATE deferral SET is_owing = 0 WHERE noun = 'timeline_event'", ())
        .doing("noting that no events are left")
        .map(drop)
}

/// Counts the events of each timeline, and in each project who has made some, in the order in which
/// they did.
fn count(tx: &mut Tx<'_>, after: i64) -> Result<()> {
    let rows = tx
        .sheet(
            "SELECT owed_no, project_id, made_by, created_at
               FROM timeline_event
              WHERE no > ?1
                AND owed_no IS NOT NULL
              ORDER BY no",
            (after,),
        )
        .doing("reading what events were made")?;
    let mut totals: BTreeMap<i64, i64> = BTreeMap::new();
    let mut made: BTreeMap<&str, Vec<(&str, Time)>> = BTreeMap::new();
    let doing = "reading who has made an event";
    for row in rows.lines() {
        *totals.entry(row.integer(0).doing(doing)?).or_default() += 1;
        let (project, account) = (row.text(1).doing(doing)?, row.text(2).doing(doing)?);
        let at = Time::from_millis(row.integer(3).doing(doing)?);
        made.entry(project).or_default().push((account, at));
    }
    for (timeline_no, events) in totals {
        tx.run(
            "UPDATE timeline_total
                SET events = events + ?2
              WHERE timeline_no = ?1",
            (timeline_no, events),
        )
        .doing("counting events")?;
    }
    for (project, makers) in made {
        for run in makers.chunk_by(|(one, at), (next, then)| one == next && at.day() == then.day())
        {
            let times: Vec<Time> = run.iter().map(|(_, at)| *at).collect();
            summaries::count_edits(tx, project, run[0].0, 0, &times)?;
        }
    }
    Ok(())
}
