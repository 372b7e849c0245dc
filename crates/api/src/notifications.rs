//! Handlers of notifications: each caller's own.

use domain::notifications::{NotificationQuery, TestNotification};
use engine::notifications;

pub(crate) use domain::notifications::{Notification, ReadAll, TestNotificationResponse};

use crate::{
    answer::{self, Reply},
    body::{Body, NoBody},
    caller::Caller,
    path::Ids,
    query::Query,
};

pub(crate) async fn test(caller: Caller, Body(test): Body<TestNotification>) -> Reply {
    caller.change(answer::bare, move |change| notifications::test(change, &test)).await
}

pub(crate) async fn list(caller: Caller, Query(query): Query<NotificationQuery>) -> Reply {
    caller
        .read(answer::page("notifications"), move |tx, principal| {
            notifications::list(tx, principal, &query)
        })
        .await
}

pub(crate) async fn read(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    let id = ids.one();
    caller.change(answer::bare, move |change| notifications::read(change, &id)).await
}

pub(crate) async fn read_all(caller: Caller, _: NoBody) -> Reply {
    caller.change(answer::bare, notifications::read_all).await
}
