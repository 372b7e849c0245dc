//! Handler of the usage of language models.

use domain::usage::UsageQuery;
use engine::usage;

pub(crate) use domain::usage::UsageList;

use crate::{
    answer::{self, Reply},
    caller::Caller,
    query::Query,
};

pub(crate) async fn list(caller: Caller, Query(query): Query<UsageQuery>) -> Reply {
    let studio = caller.studio();
    // It adds up all that was ever used.
    caller
        .scan(answer::bare, move |tx, principal| {
            usage::list(tx, principal, &studio, &query, studio.clock.now())
        })
        .await
}
