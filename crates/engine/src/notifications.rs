//! Telling a user something: the notification is kept for them and told in the event log in one
//! transaction, so whoever listens hears of it and whoever does not finds it. Any room may tell.

use domain::{
    Result, Time,
    events::{Kind, NewEvent},
    ids,
    notifications::{Note, Notification, NotificationItem},
};
use store::{Tx, events, notifications, projects::ProjectAccess};

/// Tells a user something that is about no project. Ring the bell of the events after the commit.
pub fn notify(tx: &mut Tx<'_>, account: &str, note: Note, now: Time) -> Result<Notification> {
    let notification = Notification { id: ids::new(now), note, is_read: false, created_at: now };
    notifications::create(tx, account, &notification)?;
    let item = NotificationItem::of(notification.clone());
    events::add(tx, &NewEvent::to(Kind::Notification, (None, account), &item, now)?)?;
    Ok(notification)
}

/// As [`notify`], of something in a project; none when the project's settings want no
/// notifications.
pub fn notify_about(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    account: &str,
    note: Note,
    now: Time,
) -> Result<Option<Notification>> {
    if notifications::are_wanted(tx, project)? {
        notify(tx, account, note, now).map(Some)
    } else {
        Ok(None)
    }
}
