//! What an agent is asked to do, whoever asks: a message of the hub, or a sub-task of a swarm. It has
//! the words and what was named beside them; what the words mean is not decided here.

use domain::{Principal, messages::Message};

/// Who wrote the words of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The sender of a message, who may have quoted a text in it.
    Message,
    /// The user of a swarm, who described a task; that is never a text to look at.
    Task,
}

/// What an agent is asked to do.
#[derive(Debug, Clone)]
pub(crate) struct AgentRequest {
    /// Who wrote its words.
    pub(crate) origin: Origin,
    /// The agent that is asked.
    pub(crate) agent: String,
    /// The user it works for, with whose rights it reads.
    pub(crate) principal: Principal,
    /// What it is asked, in the words of whoever asks.
    pub(crate) text: String,
    /// The project it is about.
    pub(crate) project_id: Option<String>,
    /// The document that was named beside the words.
    pub(crate) document_id: Option<String>,
    /// The grammar rule that was named beside the words.
    pub(crate) rule_id: Option<String>,
}

impl AgentRequest {
    /// What a message asks its recipient.
    pub(crate) fn of_message(message: &Message) -> Self {
        let about = |key| message.context.as_ref().and_then(|context| context.about(key));
        Self {
            origin: Origin::Message,
            agent: message.to_agent.clone(),
            principal: Principal::of_account(&message.account),
            text: message.content.clone(),
            project_id: about("projectId")
                .map(str::to_owned)
                .or_else(|| message.project_id.clone()),
            document_id: about("documentId").map(str::to_owned),
            rule_id: about("ruleId").map(str::to_owned),
        }
    }
}
