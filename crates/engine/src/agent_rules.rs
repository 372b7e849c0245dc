//! What a project says about agents, as whoever has agents do something asks it: [`of`] in a transaction,
//! [`refusal`] before a message is answered, [`permitted`] before one goes to an agent outside. The rules
//! are in `domain::projects::agent_rules`.

use domain::{
    Error, OrNone as _, Result,
    documents::Document,
    messages::{Answer, Message, SYSTEM, UNTRUSTED, external::SUB_TASK, transitions::FailureKind},
    projects::{AgentRules, AskedBy},
};
use serde_json::json;
use store::{
    Tx, agents, documents,
    messages::Leased,
    projects::{self, ProjectAccess},
};

use crate::{
    Studio,
    messages::transitions::End,
    skills::{NONE_IS_CONFIGURED, request::AgentRequest},
};

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

/// That an agent may propose edits of a document.
///
/// # Errors
/// A conflict when anybody has locked it: whoever did edits it alone.
pub(crate) fn check_unlocked(document: &Document) -> Result<()> {
    if document.locked_by.is_none() {
        return Ok(());
    }
    let title = &document.title;
    Err(Error::Conflict(format!("“{title}” is locked: nobody else proposes an edit of it")))
}

/// That an agent works on a project.
///
/// # Errors
/// A conflict when the project's `activeAgents` name others.
pub(crate) fn check_works_on(tx: &mut Tx<'_>, project: &ProjectAccess, agent: &str) -> Result<()> {
    let rules = of(tx, project)?;
    if rules.works_on(agent) { Ok(()) } else { Err(Error::Conflict(rules.works_elsewhere(agent))) }
}

/// What a recipient answers to a message about a project that has it do nothing; none when it may work
/// on it. A project that the sender cannot see is for the agent to say.
pub(crate) async fn refusal(
    studio: &Studio,
    message: &Message,
    request: &AgentRequest,
) -> Result<Option<Answer>> {
    if request.project_id.is_none() {
        return Ok(None);
    }
    let message = message.clone();
    studio.database.read(move |tx| refusal_in(tx, &message)).await
}

/// As [`refusal`], in a transaction.
fn refusal_in(tx: &mut Tx<'_>, message: &Message) -> Result<Option<Answer>> {
    let AgentRequest { project_id, principal, agent, .. } = AgentRequest::of_message(message);
    let Some(project_id) = project_id else { return Ok(None) };
    let Some(project) = projects::find(tx, &principal, &project_id)? else { return Ok(None) };
    let Some(reason) = of(tx, &project)?.refusal(&agent, asked_by(message)) else {
        return Ok(None);
    };
    let report = json!({ "kind": "refused", "projectId": project_id, "reason": reason });
    Answer::with_report(format!("{reason}\n"), &report).map(Some)
}

/// How a recipient ends a message about a project that has it do nothing: a task it is offered stays
/// where it is, a sub-task has no result, and anything else is answered with the reason.
pub(crate) fn declined(message: &Message, refusal: Answer) -> End {
    let reason = refusal.text.trim_end().to_owned();
    if message.is_offer() {
        return End::Refused(Some(refusal), reason);
    }
    let is_subtask = message.context.as_ref().and_then(|context| context.about(SUB_TASK)).is_some();
    if is_subtask {
        return End::Failed(FailureKind::Permanent, reason);
    }
    End::Done(Some(refusal))
}

/// The messages that an agent outside has leased, by whether it may work on them.
pub(crate) struct Permitted {
    pub(crate) permitted: Vec<Leased>,
    /// The others, and how they end.
    pub(crate) ended: Vec<(Leased, End)>,
}

/// Which of the messages that an agent outside has leased it may work on.
pub(crate) fn permitted(tx: &mut Tx<'_>, leased: Vec<Leased>) -> Result<Permitted> {
    let (mut permitted, mut ended) = (Vec::with_capacity(leased.len()), Vec::new());
    for leased in leased {
        match refusal_in(tx, &leased.message)? {
            Some(refusal) => {
                let end = declined(&leased.message, refusal);
                ended.push((leased, end));
            }
            None => permitted.push(leased),
        }
    }
    Ok(Permitted { permitted, ended })
}

/// Why no model is asked where the project wants none.
pub(crate) const UNWANTED: &str = "settings.aiAssistance of the project is off";

/// Why no model is asked about all projects of a user.
const OF_ALL: &str = "passages of all projects were looked for, and a model is asked about one project \
    alone";

/// Whether an agent may ask a language model for something, and who has to permit it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ModelUse {
    /// It asks none for this, or has none.
    Unasked,
    /// This says why it is not to ask one.
    Unwanted(&'static str),
    /// A person has to permit it first.
    Permitted,
    /// It may.
    Free,
}

/// Whether an agent may ask a model for a request that it would ask one for.
pub(crate) async fn model_use(studio: &Studio, request: &AgentRequest) -> Result<ModelUse> {
    if request.steps.is_none() || !request.aim.asks_model() {
        return Ok(ModelUse::Unasked);
    }
    // Some of the projects may want no help of models.
    if request.agent == "researcher" && request.is_about_no_project() {
        return Ok(ModelUse::Unwanted(OF_ALL));
    }
    let asked = request.clone();
    let read = move |tx: &mut Tx<'_>| {
        let project = match (&asked.document_id, &asked.project_id) {
            (Some(id), _) => documents::project_of(tx, &asked.principal, id).or_none()?,
            (None, Some(id)) => projects::find(tx, &asked.principal, id)?,
            (None, None) => None,
        };
        if let Some(project) = project
            && !of(tx, &project)?.may_assist()
        {
            return Ok(ModelUse::Unwanted(UNWANTED));
        }
        let is_restrained = agents::get(tx, &asked.agent)?.card.requires_user_permission;
        Ok(if is_restrained { ModelUse::Permitted } else { ModelUse::Free })
    };
    studio.database.read(read).await
}

/// That no model was asked, for this reason, in an answer that was given without one.
pub(crate) fn without_model(mut answer: Answer, reason: &str) -> Answer {
    answer.text = answer.text.replace(NONE_IS_CONFIGURED, "");
    let reason = reason.trim_end_matches('.');
    answer.text.push_str(&format!("No language model was asked: {reason}.\n"));
    answer
}

/// Who asks for what a message says: an agent of the studio, or the author or a program of theirs.
fn asked_by(message: &Message) -> AskedBy {
    let is_untrusted = message.labels.iter().any(|label| label == UNTRUSTED);
    // What an agent asks others before it answers belongs to what it was itself allowed to answer.
    let is_of_author = message.from_agent == SYSTEM || is_untrusted || message.is_question();
    if is_of_author { AskedBy::Author } else { AskedBy::Agent }
}
