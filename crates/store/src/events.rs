//! The log of what happened. A number is given in commit order: where one writer commits all, at
//! once; elsewhere the event waits in the outbox until a relay numbers it, because a number drawn
//! before its commit could be read past and lost to whoever resumes after it.

use db::{Row, Tx};
use domain::{
    Principal, Result, Time,
    events::{Event, Kind, NewEvent, record_id},
};

use crate::{Doing as _, column};

/// Keeps an event with what it tells of.
pub fn add(tx: &mut Tx<'_>, happened: &NewEvent) -> Result<()> {
    if tx.commits_in_order() {
        return number(tx, happened);
    }
    tx.run(
        "INSERT INTO outbox (kind, project_id, account, body, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5)",
        (
            happened.kind.as_str(),
            &happened.project_id,
            &happened.account,
            &happened.body,
            happened.at.millis(),
        ),
    )
    .doing("keeping an event")
    .map(drop)
}

/// Keeps an event under the next number.
fn number(tx: &mut Tx<'_>, happened: &NewEvent) -> Result<()> {
    tx.run(
        "INSERT INTO event (seq, kind, project_id, account, body, created_at)
         VALUES (1 + coalesce((SELECT max(seq)
                                 FROM event),
                              (SELECT deleted_through
                                 FROM event_log
                                WHERE name = 'event'),
                              0),
                 ?1, ?2, ?3, ?4, ?5)",
        (
            happened.kind.as_str(),
            &happened.project_id,
            &happened.account,
            &happened.body,
            happened.at.millis(),
        ),
    )
    .doing("keeping an event")
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

/// Numbers every event that waits, while nobody else writes: what a studio brings along that comes
/// from where commits do not come in one order.
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

/// The last number no longer kept and the last one given; nobody else numbers or forgets events
/// until this transaction ends.
fn get_for_update(tx: &mut Tx<'_>) -> Result<(i64, i64)> {
    let row = tx
        .row(
            "SELECT deleted_through
               FROM event_log
              WHERE name = 'event' /*+for_update*/",
            (),
        )
        .doing("holding the event log")?;
    let forgotten = row.map_or(Ok(0), |mut row| column::get(&mut row, 0))?;
    // Read once it is held: whoever held it before may have numbered more.
    let row = tx
        .row(
            "SELECT max(seq)
               FROM event",
            (),
        )
        .doing("reading the last number")?;
    let last: Option<i64> = row.map_or(Ok(None), |mut row| column::get(&mut row, 0))?;
    Ok((forgotten, last.unwrap_or(forgotten)))
}

fn happened(row: &mut Row, first: usize) -> Result<NewEvent> {
    Ok(NewEvent {
        kind: column::word(row, first, Kind::parse)?,
        project_id: column::get(row, first + 1)?,
        account: column::get(row, first + 2)?,
        body: column::get(row, first + 3)?,
        at: column::time(row, first + 4)?,
    })
}

/// The first and the last number of the log that a reader can still get; the first is one more
/// than the last when the log is empty.
pub fn span(tx: &mut Tx<'_>) -> Result<(i64, i64)> {
    let row = tx
        .row(
            "SELECT deleted_through,
                    coalesce((SELECT max(seq)
                                FROM event),
                             deleted_through)
               FROM event_log
              WHERE name = 'event'",
            (),
        )
        .doing("reading the event log")?;
    row.map_or(Ok((1, 0)), |mut row| {
        Ok((column::get::<i64>(&mut row, 0)? + 1, column::get(&mut row, 1)?))
    })
}

/// The events after the number `after` in their order, whoever may hear them, and whether more
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
            "SELECT seq, octet_length(body)
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
        last = column::get(&mut row, 0)?;
        bytes += column::get::<i64>(&mut row, 1)?;
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
    let events = rows
        .into_iter()
        .map(|mut row| {
            Ok(Event { seq: column::get(&mut row, 0)?, happened: happened(&mut row, 1)? })
        })
        .collect::<Result<Vec<_>>>()?;
    Ok((events, taken < waiting))
}

/// What an event is about, without saying what happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// Its number.
    pub seq: i64,
    /// What kind of record it tells of.
    pub kind: Kind,
    /// Which; none of what is told without one.
    pub id: Option<String>,
}

/// What the events after the number `after` are about, in their order, at most `limit`. An id lies in
/// the first characters of a body, and no more of it is read.
pub fn named(tx: &mut Tx<'_>, after: i64, limit: i64) -> Result<Vec<Named>> {
    let rows = tx
        .rows(
            "SELECT seq, kind, substr(body, 1, 160)
               FROM event
              WHERE seq > ?1
              ORDER BY seq
              LIMIT ?2",
            (after, limit),
        )
        .doing("reading what events are about")?;
    rows.into_iter()
        .map(|mut row| {
            let beginning: String = column::get(&mut row, 2)?;
            Ok(Named {
                seq: column::get(&mut row, 0)?,
                kind: column::word(&mut row, 1, Kind::parse)?,
                id: record_id(&beginning).map(str::to_owned),
            })
        })
        .collect()
}

/// The projects whose events the principal may hear; none stands for all.
pub fn audible_projects(tx: &mut Tx<'_>, principal: &Principal) -> Result<Option<Vec<String>>> {
    if principal.owns_everything {
        return Ok(None);
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
    rows.into_iter().map(|mut row| column::get(&mut row, 0)).collect::<Result<_>>().map(Some)
}

/// Forgets events that are older than `before` or more than `keep` numbers back, at most `limit` of
/// them; how many. Only an unbroken run from the first on may go: what is kept has no gap.
pub fn forget(tx: &mut Tx<'_>, before: Time, keep: i64, limit: i64) -> Result<u64> {
    let (forgotten, last) = get_for_update(tx)?;
    let rows = tx
        .rows(
            "SELECT seq, created_at
               FROM event
              WHERE seq > ?1
              ORDER BY seq
              LIMIT ?2",
            (forgotten, limit),
        )
        .doing("looking for old events")?;
    let mut end = forgotten;
    for mut row in rows {
        let (seq, created_at): (i64, i64) = (column::get(&mut row, 0)?, column::get(&mut row, 1)?);
        if seq > last - keep && created_at >= before.millis() {
            break;
        }
        end = seq;
    }
    if end == forgotten {
        return Ok(0);
    }
    tx.run(
        "UPDATE event_log
            SET deleted_through = ?1
          WHERE name = 'event'",
        (end,),
    )
    .doing("forgetting events")?;
    tx.run(
        "DELETE FROM event
          WHERE seq <= ?1",
        (end,),
    )
    .doing("forgetting events")
}
