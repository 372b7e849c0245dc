//! What an agent is asked to do, whoever asks: a message of the hub, or a sub-task of a swarm. It has
//! the words and what was named beside them; what the words mean is not decided here.

use domain::{
    Principal,
    budgets::Limit,
    messages::Message,
    swarms::{Aim, inputs::Input},
};
use store::messages::Leased;

use crate::{
    Studio,
    steps::{StepContext, StepLease},
};

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
    /// What the swarm is for and its part in it, for a model; rules look for nothing in it.
    pub(crate) task: Option<String>,
    /// The project it is about.
    pub(crate) project_id: Option<String>,
    /// The document that was named beside the words.
    pub(crate) document_id: Option<String>,
    /// The documents that were named beside the words, where they are several.
    pub(crate) document_ids: Vec<String>,
    /// The grammar rule that was named beside the words.
    pub(crate) rule_id: Option<String>,
    /// The swarm that it is a sub-task of.
    pub(crate) swarm_id: Option<String>,
    /// What a swarm asks it for: its agent has something to do, whatever the words are.
    pub(crate) aim: Aim,
    /// What those found whom the sub-task waits for: data, and no words of the user.
    pub(crate) inputs: Vec<Input>,
    /// What was said before in the conversation, the oldest first, where the project keeps it.
    pub(crate) history: Vec<Earlier>,
    /// For whom a model may be called; none where no model is configured.
    pub(crate) steps: Option<StepContext>,
}

/// An earlier message of a conversation that is no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Earlier {
    /// Who sent it.
    pub(crate) from: String,
    /// To whom.
    pub(crate) to: String,
    /// What it said, at most [`EARLIER_BYTES_MAX`] of it.
    pub(crate) text: String,
}

/// Earlier messages of a conversation that an agent sees.
pub(crate) const EARLIER_MAX: i64 = 10;

/// The most bytes of one earlier message that an agent sees.
pub(crate) const EARLIER_BYTES_MAX: usize = 2_000;

impl Earlier {
    /// What an agent sees of an earlier message.
    pub(crate) fn of(message: Message) -> Self {
        let mut text = message.content;
        text.truncate(text.floor_char_boundary(EARLIER_BYTES_MAX));
        Self { from: message.from_agent, to: message.to_agent, text }
    }
}

impl AgentRequest {
    /// What this agent was asked before in the conversation, the latest first.
    pub(crate) fn earlier(&self) -> impl Iterator<Item = &str> {
        let mine = |it: &&Earlier| it.to == self.agent;
        self.history.iter().rev().filter(mine).map(|it| it.text.as_str())
    }

    /// Whether it names neither a project nor a document.
    pub(crate) fn is_about_no_project(&self) -> bool {
        self.project_id.is_none() && self.document_id.is_none()
    }

    /// Whether a model is asked for it although it is about no project: something new is wanted, and not
    /// what stands in a book.
    pub(crate) fn is_composed_alone(&self) -> bool {
        let invents = matches!(self.agent.as_str(), "muse" | "scribe" | "worldsmith");
        let is_wanted = self.aim == Aim::Debate || invents;
        self.is_about_no_project() && self.steps.is_some() && is_wanted
    }

    /// What a message asks its recipient.
    pub(crate) fn of_message(message: &Message) -> Self {
        let about = |key| message.context.as_ref().and_then(|context| context.about(key));
        let principal = message.principal();
        Self {
            project_id: about("projectId")
                .map(str::to_owned)
                .or_else(|| message.project_id.clone()),
            document_id: about("documentId").map(str::to_owned),
            rule_id: about("ruleId").map(str::to_owned),
            ..Self::of_agent(&message.to_agent, principal, &message.content)
        }
    }

    /// Words to an agent, and nothing beside them.
    pub(crate) fn of_agent(agent: &str, principal: Principal, text: &str) -> Self {
        Self {
            origin: Origin::Message,
            agent: agent.to_owned(),
            principal,
            text: text.to_owned(),
            task: None,
            project_id: None,
            document_id: None,
            document_ids: Vec::new(),
            rule_id: None,
            swarm_id: None,
            aim: Aim::Answer,
            inputs: Vec::new(),
            history: Vec::new(),
            steps: None,
        }
    }

    /// What a leased message asks its recipient, who may call a model for it where there is one.
    pub(crate) fn of_leased(studio: &Studio, leased: &Leased) -> Self {
        let mut request = Self::of_message(&leased.message);
        if studio.models.of(&request.agent).is_some() {
            request.steps = Some(StepContext {
                lease: StepLease::Message(Box::new(leased.clone())),
                agent: request.agent.clone(),
                account: leased.message.account.clone(),
                project_id: request.project_id.clone(),
                swarm_limit: Limit::default(),
            });
        }
        request
    }
}
