//! The handler of readiness.

use engine::readiness;

pub(crate) use domain::readiness::ReadinessItem;

use crate::{
    answer::{self, Reply},
    caller::Caller,
    path::Ids,
};

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let project_id = ids.one();
    caller.scan(answer::bare, move |tx, principal| readiness::get(tx, principal, &project_id)).await
}
