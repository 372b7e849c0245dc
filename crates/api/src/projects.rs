//! The projects' room at the door.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue},
};
use domain::{
    Error, Principal, Result, Time,
    events::Kind,
    ids,
    patch::Patch,
    projects::{
        Project, ProjectCreate, ProjectQuery, ProjectUpdate, Status, StatusUpdate, item::ShownItem,
        summary::Summary,
    },
};
use store::{
    Tx, members,
    projects::{self, Found, Seen},
};

pub(crate) use domain::projects::item::ProjectItem;

use crate::{
    App,
    answer::{self, Reply, listing, nothing, tagged},
    asker::Asker,
    body::{Body, KeyedBody},
    once::{self, Key, OwnKey},
    path::Ids,
    query::Query,
    tell::About,
};

/// Makes a project.
pub(crate) async fn create(
    State(app): State<App>,
    Asker(principal): Asker,
    KeyedBody { model, key }: KeyedBody<ProjectCreate>,
) -> Reply {
    let now = app.studio.clock.now();
    let owner = principal.clone();
    let (text, version) =
        once::write_versioned(&app.studio.memory, &principal, key, now, move |tx| {
            let project = Project::create(ids::new(now), &owner.user, &model, now)?;
            let seen = projects::create(tx, &project)?;
            let version = project.version;
            Ok((tell(tx, &seen, project, &Summary::default(), now)?, version))
        })
        .await?;
    app.studio.bells.events.ring();
    Ok(tagged(text, version))
}

/// The projects the caller may see.
pub(crate) async fn list(
    State(app): State<App>,
    Asker(principal): Asker,
    Query(query): Query<ProjectQuery>,
) -> Reply {
    let now = app.studio.clock.now();
    let page = app.studio.memory.read(move |tx| projects::list(tx, &principal, &query)).await?;
    listing("projects", page.map(|(project, summary)| ShownItem::of(project, &summary, now)))
}

/// A project.
pub(crate) async fn read(State(app): State<App>, Asker(principal): Asker, ids: Ids) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (_, project, summary) =
        app.studio.memory.glance(move |tx| projects::get(tx, &principal, &id)).await?;
    let version = project.version;
    Ok(tagged(answer::text(&ShownItem::of(project, &summary, now))?, version))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    Asker(principal): Asker,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<ProjectUpdate>,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let asker = principal.clone();
    change(app, &principal, None, now, move |tx| {
        let (seen, mut project, summary) = projects::hold(tx, &asker, &id)?;
        check_current("The project", &headers, project.version)?;
        project.update(&model, now)?;
        if model.collaborators != Patch::Keep {
            members::replace(tx, &seen, &project.detail.collaborators)?;
        }
        Ok((seen, project, summary))
    })
    .await
}

/// Gives a project another status.
pub(crate) async fn set_status(
    State(app): State<App>,
    Asker(principal): Asker,
    ids: Ids,
    headers: HeaderMap,
    KeyedBody { model: StatusUpdate { status }, key }: KeyedBody<StatusUpdate>,
) -> Reply {
    become_status(app, principal, ids.one(), status, headers, key).await
}

/// Archives a project.
pub(crate) async fn archive(
    State(app): State<App>,
    Asker(principal): Asker,
    ids: Ids,
    headers: HeaderMap,
    OwnKey(key): OwnKey,
) -> Reply {
    become_status(app, principal, ids.one(), Status::Archived, headers, key).await
}

async fn become_status(
    app: App,
    principal: Principal,
    id: String,
    status: Status,
    headers: HeaderMap,
    key: Option<Key>,
) -> Reply {
    let (asker, now) = (principal.clone(), app.studio.clock.now());
    change(app, &principal, key, now, move |tx| {
        let (seen, mut project, summary) = projects::hold(tx, &asker, &id)?;
        check_current("The project", &headers, project.version)?;
        project.set_status(status, now);
        if status == Status::Archived {
            members::close_for_all(tx, &seen)?;
        }
        Ok((seen, project, summary))
    })
    .await
}

/// Takes a project out of the bin or the archive.
pub(crate) async fn restore(
    State(app): State<App>,
    Asker(principal): Asker,
    ids: Ids,
    headers: HeaderMap,
    OwnKey(key): OwnKey,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let asker = principal.clone();
    change(app, &principal, key, now, move |tx| {
        let (seen, mut project, summary) = projects::hold_binned(tx, &asker, &id)?;
        check_current("The project", &headers, project.version)?;
        let was_binned = projects::unbin(tx, &seen)?;
        match project.status {
            Status::Archived => project.set_status(Status::Active, now),
            status if was_binned => project.set_status(status, now),
            _ => {}
        }
        Ok((seen, project, summary))
    })
    .await
}

/// Saves what `decide` makes of a project, and tells of it.
async fn change(
    app: App,
    principal: &Principal,
    key: Option<Key>,
    now: Time,
    decide: impl Fn(&mut Tx<'_>) -> Result<Found> + Send + 'static,
) -> Reply {
    let (text, version) =
        once::write_versioned(&app.studio.memory, principal, key, now, move |tx| {
            let (seen, project, summary) = decide(tx)?;
            projects::save(tx, &seen, &project)?;
            let version = project.version;
            Ok((tell(tx, &seen, project, &summary, now)?, version))
        })
        .await?;
    app.studio.bells.events.ring();
    Ok(tagged(text, version))
}

/// Tells of a project as it is now; its text for the answer.
fn tell(
    tx: &mut Tx<'_>,
    seen: &Seen,
    project: Project,
    summary: &Summary,
    now: Time,
) -> Result<String> {
    let account = project.owner.clone();
    let about = About { kind: Kind::Project, project: seen, account: &account, now };
    about.changed(tx, &ProjectItem::of(project, summary, now))
}

/// Puts a project into the bin.
pub(crate) async fn bin(
    State(app): State<App>,
    Asker(principal): Asker,
    ids: Ids,
    headers: HeaderMap,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    app.studio
        .memory
        .write(move |tx| {
            let (seen, project, summary) = projects::hold(tx, &principal, &id)?;
            check_current("The project", &headers, project.version)?;
            projects::bin(tx, &seen, now)?;
            let about =
                About { kind: Kind::Project, project: &seen, account: &project.owner.clone(), now };
            about.gone(tx, &ProjectItem::of(project, &summary, now))
        })
        .await?;
    app.studio.bells.events.ring();
    Ok(nothing())
}

/// Opens a project.
pub(crate) async fn activate(
    State(app): State<App>,
    Asker(principal): Asker,
    ids: Ids,
    OwnKey(key): OwnKey,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let asker = principal.clone();
    let (text, version) =
        once::write_versioned(&app.studio.memory, &principal, key, now, move |tx| {
            let (seen, project, summary) = projects::hold(tx, &asker, &id)?;
            if project.status == Status::Archived {
                return Err(Error::Conflict("An archived project cannot be opened".to_owned()));
            }
            members::activate(tx, &asker, &seen)?;
            let version = project.version;
            Ok((answer::text(&ProjectItem::of(project, &summary, now))?, version))
        })
        .await?;
    Ok(tagged(text, version))
}

/// The project the caller has open.
pub(crate) async fn active(State(app): State<App>, Asker(principal): Asker) -> Reply {
    let now = app.studio.clock.now();
    let (_, project, summary) = app
        .studio
        .memory
        .read(move |tx| {
            let id = members::active_project(tx, &principal)?
                .ok_or_else(|| Error::not_found("Active project", ""))?;
            projects::get(tx, &principal, &id)
        })
        .await?;
    let version = project.version;
    Ok(tagged(answer::text(&ShownItem::of(project, &summary, now))?, version))
}

/// Leaves the caller without an open project.
pub(crate) async fn deactivate(State(app): State<App>, Asker(principal): Asker) -> Reply {
    app.studio.memory.write(move |tx| members::deactivate(tx, &principal)).await?;
    Ok(nothing())
}

/// That the caller's copy is the current one, where it says which one it has.
///
/// # Errors
/// Stale when it is not.
pub(crate) fn check_current(what: &'static str, headers: &HeaderMap, version: i64) -> Result<()> {
    let lines = headers.get_all("if-match");
    let current = format!("\"{version}\"");
    let is_current = |line: &HeaderValue| {
        let tags = line.to_str().unwrap_or("").split(',');
        tags.map(str::trim).any(|tag| tag == "*" || tag == current)
    };
    // A list may come in several lines.
    if lines.iter().next().is_none() || lines.iter().any(is_current) {
        Ok(())
    } else {
        Err(Error::Stale { what })
    }
}
