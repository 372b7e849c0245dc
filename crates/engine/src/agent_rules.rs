//! What a project says about agents, as whoever has agents do something asks it: [`of`] in a
//! transaction, [`refusal`] before a message is answered. The rules are in
//! `domain::projects::agent_rules`.

use domain::{
    Principal, Result,
    messages::{Answer, Message, SYSTEM, UNTRUSTED},
    projects::{AgentRules, AskedBy},
};
use serde_json::json;
use store::{
    Tx, agents,
    projects::{self, ProjectAccess},
};

use crate::{Studio, skills::request::AgentRequest};

/// The rules of a project.
pub(crate) fn of(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<AgentRules> {
    let (name, status, detail) = projects::profile(tx, project)?;
    AgentRules::new((&name, status), &detail.settings, |agent| agents::id_of(tx, agent))
}

/// That work of agents may begin in a project for its author.
///
/// # Errors
/// A conflict when it is archived.
pub(crate) fn check_start(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<()> {
    of(tx, project)?.check_start()
}

/// That an agent may propose or record something in a project.
///
/// # Errors
/// A conflict when it is archived, or wants no assistance.
pub(crate) fn check_assist(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<()> {
    of(tx, project)?.check_assist()
}

/// What a recipient answers to a message about a project that has it do nothing; none when it may work
/// on it. A project that the sender cannot see is for the agent to say.
pub(crate) async fn refusal(
    studio: &Studio,
    message: &Message,
    request: &AgentRequest,
) -> Result<Option<Answer>> {
    let Some(project_id) = request.project_id.clone() else { return Ok(None) };
    let (principal, agent) = (request.principal.clone(), request.agent.clone());
    let asked_by = asked_by(message);
    let read = move |tx: &mut Tx<'_>| refused(tx, &principal, &project_id, &agent, asked_by);
    let Some((project_id, reason)) = studio.database.read(read).await? else { return Ok(None) };
    let report = json!({ "kind": "refused", "projectId": project_id, "reason": reason });
    Answer::with_report(format!("{reason}\n"), &report).map(Some)
}

fn refused(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
    agent: &str,
    asked_by: AskedBy,
) -> Result<Option<(String, String)>> {
    let Some(project) = projects::find(tx, principal, project_id)? else { return Ok(None) };
    let reason = of(tx, &project)?.refusal(agent, asked_by);
    Ok(reason.map(|reason| (project_id.to_owned(), reason)))
}

/// Who asks for what a message says: an agent of the studio, or the author or a program of theirs.
fn asked_by(message: &Message) -> AskedBy {
    let is_untrusted = message.labels.iter().any(|label| label == UNTRUSTED);
    // What an agent asks others before it answers belongs to what it was itself allowed to answer.
    let is_of_author = message.from_agent == SYSTEM || is_untrusted || message.is_question();
    if is_of_author { AskedBy::Author } else { AskedBy::Agent }
}
