//! Who belongs to the staff: agents that users add, change and remove beside the built-in ones.

use axum::{extract::State, http::HeaderMap};
use domain::{
    Error, Time,
    agents::{AgentCreate, AgentUpdate, Card, Changes},
    page::PageQuery,
};
use engine::{Studio, hub, presence::Elsewhere, registry};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    Tx,
    agents::{self, Registered},
};

use super::{detail::AgentDetail, tell, tell_text};
use crate::{
    App,
    answer::{self, Reply, listing, nothing, tagged},
    auth::{Administrator, CurrentUser},
    body::{Body, KeyedBody},
    once,
    path::Ids,
    projects::check_current,
    query::Query,
    tell::gone,
};

/// An agent as whoever looks after the staff sees it: its detail record, and what it is told.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Agent")]
pub(crate) struct AgentItem {
    #[serde(flatten)]
    detail: AgentDetail,
    /// What it can be asked for.
    capabilities: Vec<String>,
    /// What it is especially good at.
    specializations: Vec<String>,
    /// What a language model is told before it speaks for it; not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    system_prompt: Option<String>,
}

impl AgentItem {
    /// An agent with its prompt.
    fn of(studio: &Studio, agent: &Registered, elsewhere: &Elsewhere, now: Time) -> Self {
        let system_prompt = Some(agent.card.prompt.clone());
        Self { system_prompt, ..Self::listed(studio, agent, elsewhere, now) }
    }

    /// An agent without its prompt.
    pub(super) fn listed(
        studio: &Studio,
        agent: &Registered,
        elsewhere: &Elsewhere,
        now: Time,
    ) -> Self {
        Self {
            detail: AgentDetail::of(studio, agent, elsewhere, now),
            capabilities: agent.card.capabilities.clone(),
            specializations: agent.card.specializations.clone(),
            system_prompt: None,
        }
    }
}

/// All agents in registry order.
pub(crate) async fn list(
    State(app): State<App>,
    _: CurrentUser,
    Query(query): Query<PageQuery>,
) -> Reply {
    let (node, now) = (app.studio.node.clone(), app.studio.clock.now());
    let (page, elsewhere) = app
        .studio
        .database
        .read(move |tx| Ok((agents::page(tx, &query)?, Elsewhere::read(tx, &node, now)?)))
        .await?;
    listing("agents", page.map(|agent| AgentItem::listed(&app.studio, &agent, &elsewhere, now)))
}

/// Adds an agent.
pub(crate) async fn create(
    State(app): State<App>,
    Administrator(principal): Administrator,
    KeyedBody { model, key }: KeyedBody<AgentCreate>,
) -> Reply {
    let (studio, now) = (app.studio.clone(), app.studio.clock.now());
    let account = principal.user.clone();
    let write = move |tx: &mut Tx<'_>| {
        let card = Card::create(&model, agents::next_place(tx)?, now)?;
        agents::create(tx, &card)?;
        let agent = agents::get(tx, &card.id)?;
        let item = AgentItem::of(&studio, &agent, &Elsewhere::default(), now);
        Ok((tell(tx, &item, &account, now)?, agent.version))
    };
    let (text, version) =
        once::write_versioned(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// An agent with its prompt.
pub(crate) async fn read(State(app): State<App>, _: CurrentUser, ids: Ids) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let node = app.studio.node.clone();
    let (agent, elsewhere) = app
        .studio
        .database
        .read(move |tx| Ok((agents::get(tx, &id)?, Elsewhere::read(tx, &node, now)?)))
        .await?;
    let item = AgentItem::of(&app.studio, &agent, &elsewhere, now);
    Ok(tagged(answer::text(&item)?, agent.version))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    Administrator(principal): Administrator,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<AgentUpdate>,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let studio = app.studio.clone();
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            let mut agent = agents::get_for_update(tx, &id)?;
            check_current("The agent", &headers, agent.version)?;
            let was_standard = agent.policy == agent.card.standard_policy();
            let own = if agent.builtin { own(&agent.card)? } else { None };
            agent.card.update(&model, own, now)?;
            if was_standard {
                agent.policy = agent.card.standard_policy();
            }
            agent.version += 1;
            if own.is_none() {
                agent.card.version = agent.version.to_string();
            }
            let changes = own.map(|own| Changes::between(own, &agent.card)).unwrap_or_default();
            agents::save(tx, &agent, &changes)?;
            let elsewhere = Elsewhere::read(tx, &studio.node, now)?;
            let item = AgentItem::of(&studio, &agent, &elsewhere, now);
            Ok((tell(tx, &item, &principal.user, now)?, agent.version))
        })
        .await?;
    app.studio.wakers.events.notify();
    // It may work on more at once now.
    app.studio.wakers.mailboxes.notify();
    Ok(tagged(text, version))
}

/// The program's own card of a built-in agent.
fn own(card: &Card) -> domain::Result<Option<&'static Card>> {
    let own = registry::own(&card.id)?;
    // An agent of an earlier program that this one does not know any more.
    own.map(Some).ok_or_else(|| Error::Conflict("This agent cannot be changed".to_owned()))
}

/// Removes an agent of a user; what lies in its mailbox is dead.
pub(crate) async fn remove(
    State(app): State<App>,
    Administrator(principal): Administrator,
    ids: Ids,
    headers: HeaderMap,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let studio = app.studio.clone();
    app.studio
        .database
        .write(move |tx| {
            let agent = agents::get_for_update(tx, &id)?;
            check_current("The agent", &headers, agent.version)?;
            for message in agents::remove(tx, &agent, now)? {
                hub::tell(tx, &message)?;
            }
            let elsewhere = Elsewhere::default();
            let text = gone(&AgentItem::listed(&studio, &agent, &elsewhere, now))?;
            tell_text(tx, text, &principal.user, now).map(drop)
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(nothing())
}
