//! The event log. Events are numbered in commit order: at once where one writer makes all commits;
//! elsewhere they wait in the outbox until a relay numbers them, because a number given before its
//! commit could be read past, and lost to whoever resumes after it.

use db::{Row, Tx};
use domain::{
    Principal, Result, Time,
    events::{Event, EventKind, NewEvent, record_id},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// Writes an event with its record.
pub fn add(tx: &mut Tx<'_>, event: &NewEvent) -> Result<()> {
    if tx.commits_in_order() {
        return number(tx, event);
    }
    tx.run(
        "INSERT INTO outbox (kind, project_id, account, body, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5)",
        (event.kind.as_str(), &event.project_id, &event.account, &event.body, event.at.millis()),
    )
    .doing("writing an event")
    .map(drop)
}

/// Writes an event under the next number.
fn number(tx: &mut Tx<'_>, event: &NewEvent) -> Result<()> {
    tx.run(
        "INSERT INTO event (seq, kind, project_id, account, body, created_at)
         VALUES (1 + coalesce((SELECT max(seq)
                                 FROM event),
                              (SELECT deleted_through
                                 FROM event_log
                                WHERE name = 'event'),
                              0),
                 ?1, ?2, ?3, ?4, ?5)",
        (event.kind.as_str(), &event.project_id, &event.account, &event.body, event.at.millis()),
    )
    .doing("writing an event")
    .map(drop)
}

/// Gives the events in the outbox their numbers in its order, at most `limit`; how many there were.
/// Only where commits do not come in one order: the one statement that moves them is PostgreSQL's,
/// because in two of them an event committed in between could be taken out and not put in.
pub fn relay(tx: &mut Tx<'_>, limit: i64) -> Result<u64> {
    let (_, last) = get_for_update(tx)?;
    tx.run(
        "WITH waiting AS (
             DELETE FROM outbox
              WHERE position IN (SELECT position
                                FROM outbox
                               ORDER BY position
                               LIMIT ?2)
          RETURNING position, kind, project_id, account, body, created_at)
         INSERT INTO event (seq, kind, project_id, account, body, created_at)
         SELECT ?1 + row_number() OVER (ORDER BY position), kind, project_id, account, body,
                created_at
           FROM waiting",
        (last, limit),
    )
    .doing("numbering events")
}

/// Numbers every event that waits, while nobody else writes: after a restore from an engine on which
/// commits do not come in one order.
pub(crate) fn number_all(tx: &mut Tx<'_>) -> Result<()> {
    let (_, last) = get_for_update(tx)?;
    tx.run(
        "INSERT INTO event (seq, kind, project_id, account, body, created_at)
         SELECT ?1 + row_number() OVER (ORDER BY position), kind, project_id, account, body,
                created_at
           FROM outbox",
        (last,),
    )
    .doing("numbering events")?;
    tx.run("DELETE FROM outbox", ()).doing("numbering events").map(drop)
}

/// The last number no longer kept and the last one given; the row is locked, so that
/// nobody else numbers or deletes events until this transaction ends.
fn get_for_update(tx: &mut Tx<'_>) -> Result<(i64, i64)> {
    let row = tx
        .row(
            "SELECT deleted_through
               FROM event_log
              WHERE name = 'event' /*+for_update*/",
            (),
        )
        .doing("locking the event log")?;
    let deleted_through = row.map_or(Ok(0), |mut row| row.value("deleted_through"))?;
    // Read after it was locked: whoever had locked it before may have numbered more.
    let row = tx
        .row(
            "SELECT max(seq) AS last
               FROM event",
            (),
        )
        .doing("reading the last number")?;
    let last: Option<i64> = row.map_or(Ok(None), |mut row| row.value("last"))?;
    Ok((deleted_through, last.unwrap_or(deleted_through)))
}

fn read(row: &mut Row) -> Result<Event> {
    let happened = NewEvent {
        kind: row.word("kind", EventKind::parse)?,
        project_id: row.value("project_id")?,
        account: row.value("account")?,
        body: row.value("body")?,
        at: row.time("created_at")?,
    };
    Ok(Event { seq: row.value("seq")?, content: happened })
}

/// The first and the last number of the log that a reader can still get; the first is one more
/// than the last when the log is empty.
pub fn span(tx: &mut Tx<'_>) -> Result<(i64, i64)> {
    let row = tx
        .row(
            "SELECT deleted_through,
                    coalesce((SELECT max(seq)
                                FROM event),
                             deleted_through) AS last
               FROM event_log
              WHERE name = 'event'",
            (),
        )
        .doing("reading the event log")?;
    row.map_or(Ok((1, 0)), |mut row| {
        Ok((row.value::<i64>("deleted_through")? + 1, row.value("last")?))
    })
}

/// The events after the number `after` in their order, whoever may see them, and whether more
/// follow: at most `limit`, and none beyond the one that brings their bodies over `bytes_max` bytes.
pub fn after(
    tx: &mut Tx<'_>,
    after: i64,
    limit: i64,
    bytes_max: i64,
) -> Result<(Vec<Event>, bool)> {
    // Sizes are read without the bodies, so that many large ones are not fetched to be left out.
    let sizes = tx
        .rows(
            "SELECT seq, octet_length(body) AS bytes
               FROM event
              WHERE seq > ?1
              ORDER BY seq
              LIMIT ?2",
            (after, limit + 1),
        )
        .doing("measuring events")?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let (mut last, mut bytes, mut taken) = (after, 0, 0);
    let waiting = sizes.len();
    for mut row in sizes {
        if taken == limit || bytes > bytes_max {
            break;
        }
        last = row.value("seq")?;
        bytes += row.value::<i64>("bytes")?;
        taken += 1;
    }
    let rows = tx
        .rows(
            "SELECT seq, kind, project_id, account, body, created_at
               FROM event
              WHERE seq > ?1
                AND seq <= ?2
              ORDER BY seq",
            (after, last),
        )
        .doing("reading events")?;
    let events = column::read_all(rows, read)?;
    Ok((events, taken < waiting))
}

/// What an event is about, without its record.
#[derive(Debug, Clone, PartialEq)]
pub struct EventSubject {
    /// Its number.
    pub seq: i64,
    /// What kind of record it is about.
    pub kind: EventKind,
    /// The id of the record; none where it has none.
    pub id: Option<String>,
}

/// What the events after the number `after` are about, in their order, at most `limit`. An id lies in
/// the first characters of a body, and no more of it is read.
pub fn subjects(tx: &mut Tx<'_>, after: i64, limit: i64) -> Result<Vec<EventSubject>> {
    let rows = tx
        .rows(
            "SELECT seq, kind, substr(body, 1, 160) AS beginning
               FROM event
              WHERE seq > ?1
              ORDER BY seq
              LIMIT ?2",
            (after, limit),
        )
        .doing("reading what events are about")?;
    rows.into_iter()
        .map(|mut row| {
            let beginning: String = row.value("beginning")?;
            Ok(EventSubject {
                seq: row.value("seq")?,
                kind: row.word("kind", EventKind::parse)?,
                id: record_id(&beginning).map(str::to_owned),
            })
        })
        .collect()
}

/// The projects whose events the principal may see; none stands for all.
pub fn visible_projects(tx: &mut Tx<'_>, principal: &Principal) -> Result<Option<Vec<String>>> {
    if principal.owns_everything {
        return Ok(principal.project.clone().map(|project| vec![project]));
    }
    let rows = tx
        .rows(
            "SELECT id
               FROM project
              WHERE owner = ?1
              UNION
             SELECT project_id
               FROM member
              WHERE account = ?1",
            (&principal.user,),
        )
        .doing("looking for memberships")?;
    let all: Vec<String> =
        rows.into_iter().map(|mut row| row.value("id")).collect::<Result<_>>()?;
    Ok(Some(all.into_iter().filter(|id| principal.may_see_project(id)).collect()))
}

/// Deletes events that are older than `before` or more than `keep` numbers back, at most `limit` of
/// them; how many. Only an unbroken run from the first on may go: what is kept has no gap.
pub fn delete_old(tx: &mut Tx<'_>, before: Time, keep: i64, limit: i64) -> Result<u64> {
    let (deleted_through, last) = get_for_update(tx)?;
    let rows = tx
        .rows(
            "SELECT seq, created_at
               FROM event
              WHERE seq > ?1
              ORDER BY seq
              LIMIT ?2",
            (deleted_through, limit),
        )
        .doing("looking for old events")?;
    let mut end = deleted_through;
    for mut row in rows {
        let (seq, created_at): (i64, i64) = (row.value("seq")?, row.value("created_at")?);
        if seq > last - keep && created_at >= before.millis() {
            break;
        }
        end = seq;
    }
    if end == deleted_through {
        return Ok(0);
    }
    tx.run(
        "UPDATE event_log
            SET deleted_through = ?1
          WHERE name = 'event'",
        (end,),
    )
    .doing("deleting events")?;
    tx.run(
        "DELETE FROM event
          WHERE seq <= ?1",
        (end,),
    )
    .doing("deleting events")
}
