//! The agents' room at the door: whether agents are awake. What they can do and how loaded they are
//! is in [`capabilities`] and [`detail`], who belongs to the staff in [`staff`], who may write to
//! whom in [`authority`], and how they do in a project in [`studio`].

pub(crate) mod authority;
pub(crate) mod capabilities;
pub(crate) mod detail;
pub(crate) mod staff;
pub(crate) mod studio;

use axum::extract::State;
use domain::{
    Error, Result, Time,
    events::{Kind, NewEvent},
};
use engine::presence::{Elsewhere, heard_since};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Tx, agents, events};

use crate::{
    App,
    answer::{self, Reply, json},
    auth::{Administrator, CurrentUser},
    path::Ids,
};

const AVAILABLE: &str = "available";
const OFFLINE: &str = "offline";

fn status(available: bool) -> &'static str {
    if available { AVAILABLE } else { OFFLINE }
}

/// Whether an agent is awake.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AgentActivity")]
pub(crate) struct Activity {
    /// Its identifier.
    agent_id: String,
    /// Whether it is awake.
    #[schemars(extend("enum" = [AVAILABLE, OFFLINE]))]
    status: &'static str,
}

/// Wakes an agent.
pub(crate) async fn wake(
    State(app): State<App>,
    Administrator(principal): Administrator,
    ids: Ids,
) -> Reply {
    let answer = set_awake(&app, principal.user, ids.one(), true).await;
    app.studio.wakers.mailboxes.notify();
    app.studio.wakers.swarms.notify();
    answer
}

/// Puts an agent to sleep; what lies in its mailbox waits.
pub(crate) async fn sleep(
    State(app): State<App>,
    Administrator(principal): Administrator,
    ids: Ids,
) -> Reply {
    set_awake(&app, principal.user, ids.one(), false).await
}

async fn set_awake(app: &App, account: String, id: String, awake: bool) -> Reply {
    let (studio, now) = (app.studio.clone(), app.studio.clock.now());
    let id = app
        .studio
        .database
        .write(move |tx| {
            agents::set_awake(tx, &id, awake)?;
            let agent = agents::get(tx, &id)?;
            let elsewhere = Elsewhere::read(tx, &studio.node, now)?;
            let item = staff::AgentItem::listed(&studio, &agent, &elsewhere, now);
            tell(tx, &item, &account, now)?;
            Ok(agent.card.id)
        })
        .await?;
    app.studio.wakers.events.notify();
    activity(id, awake)
}

/// Tells everybody of an agent as it is now; its text for the answer.
fn tell(tx: &mut Tx<'_>, view: &impl Serialize, account: &str, now: Time) -> Result<String> {
    tell_text(tx, answer::text(view)?, account, now)
}

fn tell_text(tx: &mut Tx<'_>, body: String, account: &str, now: Time) -> Result<String> {
    let account = account.to_owned();
    let happened = NewEvent { kind: Kind::Agent, project_id: None, account, body, at: now };
    events::add(tx, &happened)?;
    Ok(happened.body)
}

/// An agent that runs outside says that it is there.
pub(crate) async fn heartbeat(State(app): State<App>, _: CurrentUser, ids: Ids) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let beat = move |tx: &mut Tx<'_>| match agents::beat(tx, &id, now)? {
        heard if !heard.builtin => Ok(heard),
        _ => Err(Error::Conflict("A built-in agent runs inside and has no heartbeat".to_owned())),
    };
    let heard = app.studio.database.write(beat).await?;
    let silent_since = heard_since(&app.studio, now);
    if heard.heard_before.is_some_and(|before| before < silent_since) {
        // What waited while it was silent is for it now.
        app.studio.wakers.mailboxes.notify_agent(&heard.id);
    }
    activity(heard.id, heard.awake)
}

fn activity(agent_id: String, awake: bool) -> Reply {
    Ok(json(answer::text(&Activity { agent_id, status: status(awake) })?))
}
