//! Notifications as they are kept: each user's own, whatever else that user may see.

use db::{Row, Tx};
use domain::{
    Error, Principal, Result,
    notifications::{Kind, Note, Notification, NotificationQuery, Priority},
    page::{Cursor, Page},
    projects::Detail,
};

use crate::{Doing as _, column, projects::ProjectAccess, tallies};

/// What totals count.
const NOUN: &str = "notifications";

/// Keeps a notification for a user.
pub fn create(tx: &mut Tx<'_>, account: &str, notification: &Notification) -> Result<()> {
    let note = &notification.note;
    tx.run(
        "INSERT INTO notification (
             id, account, title, message, type, priority, is_read, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        (
            &notification.id,
            account,
            &note.title,
            &note.message,
            note.kind.as_str(),
            note.priority.as_str(),
            notification.is_read,
            notification.created_at.millis(),
        ),
    )
    .doing("keeping a notification")?;
    tallies::add_of_user(tx, (account, NOUN), 1)
}

/// Whether a project's owner wants anybody to be told of what happens in it.
pub fn are_wanted(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<bool> {
    let row = tx
        .row(
            "SELECT detail
               FROM project
              WHERE id = ?1",
            (project.id(),),
        )
        .doing("reading a project's settings")?;
    row.map_or(Ok(false), |mut row| {
        let detail: Detail = column::json(&mut row, 0)?;
        Ok(detail.settings.notifications)
    })
}

/// A page of the principal's notifications, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &NotificationQuery,
) -> Result<Page<Notification>> {
    let (before, before_id) = column::downwards(query.cursor.as_ref());
    let is_read = query.unread.map(|unread| !unread);
    let rows = tx
        .rows(
            "SELECT id, title, message, type, priority, is_read, created_at
               FROM notification
              WHERE account = ?1
                AND (created_at, id) < (?2, ?3)
                AND (?4 IS NULL OR is_read = ?4)
              ORDER BY created_at DESC, id DESC
              LIMIT ?5",
            (&principal.user, before, before_id, is_read, query.limit + 1),
        )
        .doing("listing notifications")?;
    let all = rows.into_iter().map(|mut row| of_row(&mut row)).collect::<Result<Vec<_>>>()?;
    let total = match is_read {
        None => Some(tallies::get(tx, (&principal.user, NOUN))?),
        Some(is_read) => filtered_total(tx, principal, is_read)?,
    };
    Ok(Page::cut(all, query.limit, total, |notification| Cursor {
        key: notification.created_at.millis(),
        id: notification.id.clone(),
    }))
}

fn filtered_total(tx: &mut Tx<'_>, principal: &Principal, is_read: bool) -> Result<Option<i64>> {
    let row = tx
        .row(
            "SELECT count(*)
               FROM (SELECT 1
                       FROM notification
                      WHERE account = ?1
                        AND is_read = ?2
                      LIMIT ?3) AS found",
            (&principal.user, is_read, domain::page::TOTAL_EXACT_MAX + 1),
        )
        .doing("counting notifications")?;
    row.map_or(Ok(None), |mut row| column::get(&mut row, 0).map(column::bounded_total))
}

fn of_row(row: &mut Row) -> Result<Notification> {
    Ok(Notification {
        id: column::get(row, 0)?,
        note: Note {
            title: column::get(row, 1)?,
            message: column::get(row, 2)?,
            kind: column::word(row, 3, Kind::parse)?,
            priority: column::word(row, 4, Priority::parse)?,
        },
        is_read: column::get(row, 5)?,
        created_at: column::time(row, 6)?,
    })
}

/// The principal has read a notification, now or before.
///
/// # Errors
/// Not found when there is none of this id among the principal's.
pub fn read(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Notification> {
    let row = tx
        .row(
            "UPDATE notification
                SET is_read = 1
              WHERE id = ?1
                AND account = ?2
          RETURNING id, title, message, type, priority, is_read, created_at",
            (id, &principal.user),
        )
        .doing("reading a notification")?;
    let mut row = row.ok_or_else(|| Error::not_found("Notification", id))?;
    of_row(&mut row)
}

/// The principal has read all notifications; how many were unread.
pub fn read_all(tx: &mut Tx<'_>, principal: &Principal) -> Result<i64> {
    let read = tx
        .run(
            "UPDATE notification
                SET is_read = 1
              WHERE account = ?1
                AND is_read = 0",
            (&principal.user,),
        )
        .doing("reading notifications")?;
    Ok(column::count(read))
}

/// Forgets notifications of one user who has more than `keep`, at most `limit` of them: the oldest
/// that were read, then the oldest. How many; none when nobody has too many.
pub fn forget(tx: &mut Tx<'_>, keep: i64, limit: i64) -> Result<i64> {
    let Some((account, kept)) = tallies::above(tx, NOUN, keep)? else { return Ok(0) };
    let forgotten = tx
        .run(
            "DELETE FROM notification
              WHERE id IN (SELECT id
                             FROM notification
                            WHERE account = ?1
                            ORDER BY is_read DESC, created_at, id
                            LIMIT ?2)",
            (&account, limit.min(kept - keep)),
        )
        .doing("forgetting notifications")?;
    let forgotten = column::count(forgotten);
    tallies::add_of_user(tx, (&account, NOUN), -forgotten)?;
    Ok(forgotten)
}
