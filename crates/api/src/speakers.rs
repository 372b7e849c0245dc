//! Handlers of speakers.

use domain::speakers::SpeakerQuery;
use engine::speakers;

pub(crate) use domain::speakers::SpeakerItem;

use crate::{
    answer::{self, Reply},
    caller::Caller,
    path::Ids,
    query::Query,
};

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<SpeakerQuery>) -> Reply {
    let (studio, project_id) = (&caller.app().studio, ids.one());
    let page = speakers::list(studio, &caller.principal, &project_id, query).await?;
    Ok(answer::respond(answer::page("speakers")(&page)?))
}
