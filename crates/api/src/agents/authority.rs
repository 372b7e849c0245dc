//! Whose messages an agent takes.

use axum::{extract::State, http::HeaderMap};
use domain::agents::{Effect, Policy, Trust, requests};
use domain::messages::{MessageType, Priority};
use schemars::JsonSchema;
use serde::Serialize;
use store::agents;

use crate::{
    App,
    answer::{self, Reply, tagged},
    auth::{Administrator, CurrentUser},
    body::Body,
    path::Ids,
    projects::check_current,
};

/// Whose messages an agent takes.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AgentAuthority")]
pub(crate) struct Authority {
    /// The agent.
    agent_id: String,
    /// Each decides the messages that fit all it asks for; forbidding outweighs permitting.
    rules: Vec<Rule>,
    /// What happens to a message that no rule fits.
    #[schemars(extend("enum" = Effect::WORDS))]
    default: &'static str,
}

/// One rule, as it was set.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AgentAuthorityRule")]
struct Rule {
    /// What becomes of the messages that fit.
    #[schemars(extend("enum" = Effect::WORDS))]
    effect: &'static str,
    /// Who sends them: an agent's id or `*`.
    sender: String,
    /// Only messages of this type.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = MessageType::WORDS))]
    message_type: Option<&'static str>,
    /// Only messages of at least the class of this priority.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = Priority::WORDS))]
    min_priority: Option<&'static str>,
    /// Only messages of senders that belong to the studio, or that do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = Trust::WORDS))]
    trust: Option<&'static str>,
}

impl Authority {
    fn of(agent_id: String, policy: Policy) -> Self {
        let rule = |rule: domain::agents::Rule| Rule {
            effect: rule.effect.as_str(),
            sender: rule.sender,
            message_type: rule.message_type.map(MessageType::as_str),
            min_priority: rule.min_priority.map(Priority::as_str),
            trust: rule.trust.map(Trust::as_str),
        };
        let default = policy.default.as_str();
        Self { agent_id, rules: policy.rules.into_iter().map(rule).collect(), default }
    }
}

/// Whose messages an agent takes.
pub(crate) async fn read(State(app): State<App>, _: CurrentUser, ids: Ids) -> Reply {
    let id = ids.one();
    let agent = app.studio.database.read(move |tx| agents::get(tx, &id)).await?;
    let view = Authority::of(agent.card.id, agent.policy);
    Ok(tagged(answer::text(&view)?, agent.version))
}

/// Sets whose messages an agent takes from now on.
pub(crate) async fn set(
    State(app): State<App>,
    _: Administrator,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<requests::Authority>,
) -> Reply {
    let id = ids.one();
    let policy = Policy::from(model);
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            let agent = agents::get_for_update(tx, &id)?;
            check_current("The agent", &headers, agent.version)?;
            let version = agent.version + 1;
            agents::set_policy(tx, &agent.card.id, &policy, version)?;
            Ok((answer::text(&Authority::of(agent.card.id, policy.clone()))?, version))
        })
        .await?;
    Ok(tagged(text, version))
}
