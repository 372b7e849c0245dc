//! The findings' room at the door: what checks found in a project, and what its author says to it.

use axum::{extract::State, http::HeaderMap};
use domain::{
    events::Kind,
    findings::{FindingQuery, FindingUpdate, analysis::AnalysisCreate},
};
use engine::analyses;
use store::{Tx, findings, projects};

pub(crate) use domain::findings::{FindingItem, analysis::AnalysisItem};

use crate::{
    App,
    answer::{self, Reply, json, listing, tagged},
    auth::CurrentUser,
    body::{Body, KeyedBody},
    once,
    path::Ids,
    projects::check_current,
    query::Query,
    tell::About,
};

/// A project's findings, the weightiest first.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Query(query): Query<FindingQuery>,
) -> Reply {
    let project_id = ids.one();
    // A filter that hardly any finding fits makes this a long read.
    let is_long = query.is_filtered();
    let job = move |tx: &mut Tx<'_>| {
        let project = projects::check(tx, &principal, &project_id)?;
        findings::list(tx, &project, &query)
    };
    let page = app.studio.database.read_or_scan(is_long, job).await?;
    listing("findings", page.map(|(finding, current)| FindingItem::of(finding, current)))
}

/// A finding.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let (project_id, id) = ids.two();
    let (finding, current) = app
        .studio
        .database
        .read(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            findings::get(tx, &project, &id)
        })
        .await?;
    let version = finding.version;
    Ok(tagged(answer::text(&FindingItem::of(finding, current))?, version))
}

/// Reads documents now, and keeps what is found.
pub(crate) async fn analyse(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    KeyedBody { model, key }: KeyedBody<AnalysisCreate>,
) -> Reply {
    let project_id = ids.one();
    let read = analyses::read(&app.studio, &principal, &project_id, &model).await?;
    let (asker, now) = (principal.clone(), app.studio.clock.now());
    let text = once::write(&app.studio.database, &principal, key, now, move |tx| {
        answer::text(&analyses::keep(tx, &asker, &project_id, &read, now)?)
    })
    .await?;
    app.studio.wakers.events.notify();
    Ok(json(text))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<FindingUpdate>,
) -> Reply {
    model.check()?;
    let ((project_id, id), now) = (ids.two(), app.studio.clock.now());
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            let (mut finding, current) = findings::get_for_update(tx, &project, &id)?;
            check_current("The finding", &headers, finding.version)?;
            let before = finding.state;
            finding.update(&model, now)?;
            findings::save(tx, &project, before, &finding)?;
            let about =
                About { kind: Kind::Finding, project: &project, account: &principal.user, now };
            about.count(tx, 0)?;
            let version = finding.version;
            Ok((about.changed(tx, &FindingItem::of(finding, current))?, version))
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}
