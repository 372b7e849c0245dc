//! Notifications: rows of `notification`, each visible to its user alone.

use db::{Row, Tx};
use domain::{
    Error, OrNone as _, Principal, Result,
    notifications::{
        Notification, NotificationContent, NotificationKind, NotificationPriority,
        NotificationQuery,
    },
    page::{Cursor, Page},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::{self, ProjectAccess},
    record_counters,
};

/// What [`read_row`] reads.
macro_rules! columns {
    () => {
        "id, title, message, type, priority, is_read, created_at"
    };
}

/// What totals count.
const NOUN: &str = "notifications";

/// Inserts a notification of a user.
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
    .doing("inserting a notification")?;
    record_counters::add_for_user(tx, (account, NOUN), 1)
}

/// Whether a project's settings want notifications.
pub fn are_wanted(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<bool> {
    let detail = projects::detail(tx, project).or_none()?;
    Ok(detail.is_some_and(|detail| detail.settings.notifications))
}

/// A page of the principal's notifications, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &NotificationQuery,
) -> Result<Page<Notification>> {
    let (before, before_id) = column::before_cursor(query.cursor.as_ref());
    let is_read = query.unread.map(|unread| !unread);
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM notification
              WHERE account = ?1
                AND (created_at, id) < (?2, ?3)
                AND (?4 IS NULL OR is_read = ?4)
              ORDER BY created_at DESC, id DESC
              LIMIT ?5"
            ),
            (&principal.user, before, before_id, is_read, query.limit + 1),
        )
        .doing("listing notifications")?;
    let all = column::read_all(rows, read_row)?;
    let total = match is_read {
        None => Some(record_counters::get(tx, (&principal.user, NOUN))?),
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
            "SELECT count(*) AS total
               FROM (SELECT 1
                       FROM notification
                      WHERE account = ?1
                        AND is_read = ?2
                      LIMIT ?3) AS found",
            (&principal.user, is_read, domain::page::TOTAL_EXACT_MAX + 1),
        )
        .doing("counting notifications")?;
    column::read_total(row)
}

fn read_row(row: &mut Row) -> Result<Notification> {
    Ok(Notification {
        id: row.value("id")?,
        note: NotificationContent {
            title: row.value("title")?,
            message: row.value("message")?,
            kind: row.word("type", NotificationKind::parse)?,
            priority: row.word("priority", NotificationPriority::parse)?,
        },
        is_read: row.value("is_read")?,
        created_at: row.time("created_at")?,
    })
}

/// Marks a notification of the principal as read.
pub fn read(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Notification> {
    let row = tx
        .row(
            concat!(
                "UPDATE notification
                SET is_read = 1
              WHERE id = ?1
                AND account = ?2
          RETURNING ",
                columns!()
            ),
            (id, &principal.user),
        )
        .doing("reading a notification")?;
    let mut row = row.ok_or_else(|| Error::not_found("Notification", id))?;
    read_row(&mut row)
}

/// Marks all notifications of the principal as read; how many were unread.
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

/// Deletes notifications of one user who has more than `keep`, at most `limit` of them: the oldest
/// that were read, then the oldest. How many; none when nobody has too many.
pub fn delete_old(tx: &mut Tx<'_>, keep: i64, limit: i64) -> Result<i64> {
    let Some((account, kept)) = record_counters::above(tx, NOUN, keep)? else { return Ok(0) };
    let deleted = tx
        .run(
            "DELETE FROM notification
              WHERE id IN (SELECT id
                             FROM notification
                            WHERE account = ?1
                            ORDER BY is_read DESC, created_at, id
                            LIMIT ?2)",
            (&account, limit.min(kept - keep)),
        )
        .doing("deleting notifications")?;
    let deleted = column::count(deleted);
    record_counters::add_for_user(tx, (&account, NOUN), -deleted)?;
    Ok(deleted)
}
