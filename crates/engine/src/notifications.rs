//! Commands on notifications: each is stored for its user and published in one transaction, so that
//! a user who listens gets it at once and others find it in their list.

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    notifications::{
        Notification, NotificationContent, NotificationQuery, ReadAll, TestNotification,
        TestNotificationResponse,
    },
    page::Page,
};
use store::{Tx, notifications, projects::ProjectAccess};

use crate::change::Change;

/// The longest description of a task that a notification quotes, in characters.
const DESCRIPTION_CHARS_MAX: usize = 200;

/// Notifies a user of something that is about no project.
pub fn notify(
    change: &mut Change<'_, '_>,
    account: &str,
    note: NotificationContent,
) -> Result<Notification> {
    let (id, created_at) = (ids::new(change.now), change.now);
    let notification = Notification { id, note, is_read: false, created_at };
    notifications::create(change.tx, account, &notification)?;
    change.publish_to((None, account), EventKind::Notification, &notification)?;
    Ok(notification)
}

/// As [`notify`], of something in a project; none when the project's settings want no
/// notifications.
pub fn notify_about(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    account: &str,
    note: NotificationContent,
) -> Result<Option<Notification>> {
    if notifications::are_wanted(change.tx, project)? {
        notify(change, account, note).map(Some)
    } else {
        Ok(None)
    }
}

/// As [`notify_about`] where there is a project, else as [`notify`].
pub(crate) fn notify_of_work(
    change: &mut Change<'_, '_>,
    project: Option<&ProjectAccess>,
    account: &str,
    note: NotificationContent,
) -> Result<()> {
    match project {
        Some(project) => notify_about(change, project, account, note).map(drop),
        None => notify(change, account, note).map(drop),
    }
}

/// The description of a task as a notification quotes it: its beginning, where it is long.
pub(crate) fn description(words: &str) -> String {
    let mut task: String = words.chars().take(DESCRIPTION_CHARS_MAX).collect();
    if task.len() < words.len() {
        task.push('…');
    }
    task
}

/// Notifies the principal, for tests of their own.
pub fn test(
    change: &mut Change<'_, '_>,
    test: &TestNotification,
) -> Result<TestNotificationResponse> {
    let account = change.principal.user.as_str();
    notify(change, account, test.note()).map(TestNotificationResponse::of)
}

/// A page of the principal's notifications, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &NotificationQuery,
) -> Result<Page<Notification>> {
    notifications::list(tx, principal, query)
}

/// Marks a notification of the principal as read.
pub fn read(change: &mut Change<'_, '_>, id: &str) -> Result<Notification> {
    notifications::read(change.tx, change.principal, id)
}

/// Marks all notifications of the principal as read.
pub fn read_all(change: &mut Change<'_, '_>) -> Result<ReadAll> {
    Ok(ReadAll { read: notifications::read_all(change.tx, change.principal)? })
}
