//! Model calls as steps of a journal: each is stored under the message or sub-task it is made for
//! and its number there, with a digest of what was asked. A step that ended is answered from the
//! journal and never paid for twice, however often its message or sub-task is begun again.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Error, Result, budgets::Spending, json::JsonText, time::Time};

/// The most steps of one message or sub-task.
pub const STEPS_MAX: i64 = 32;

/// How often one step is begun when its process dies on it again and again.
pub const ATTEMPTS_MAX: i64 = 5;

/// The longest time between two saves of what a running call has returned, in milliseconds.
pub const DRAFT_INTERVAL_MS: u64 = 2_000;

/// The most tokens that a running call returns between two saves.
pub const DRAFT_TOKENS: usize = 64;

/// What a model call is made for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum StepOwner {
    /// A message, by its id.
    Message(String),
    /// A sub-task.
    Subtask {
        /// The swarm.
        swarm_id: String,
        /// Its position in the plan.
        position: i64,
    },
}

impl StepOwner {
    /// One text for it, unique among all owners.
    pub fn key(&self) -> String {
        match self {
            Self::Message(id) => id.clone(),
            Self::Subtask { swarm_id, position } => format!("{swarm_id}/{position}"),
        }
    }

    /// The message, where it is one.
    pub fn message_id(&self) -> Option<&str> {
        match self {
            Self::Message(id) => Some(id),
            Self::Subtask { .. } => None,
        }
    }

    /// The swarm of a sub-task.
    pub fn swarm_id(&self) -> Option<&str> {
        match self {
            Self::Message(_) => None,
            Self::Subtask { swarm_id, .. } => Some(swarm_id),
        }
    }
}

/// What a model has written so far, or had when its call was interrupted; it may be up to
/// [`DRAFT_INTERVAL_MS`] or [`DRAFT_TOKENS`] behind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ModelDraft")]
pub struct DraftItem {
    /// The number of the model call.
    #[schemars(range(min = 1))]
    pub step: i64,
    /// The text, unfinished and unchecked.
    pub text: String,
    /// When it was saved, ISO 8601.
    pub saved_at: Time,
}

crate::string_enum! {
    /// How far a step is.
    pub enum StepState {
        /// Its call runs, or its process died.
        Begun = "begun",
        /// Its call returned something, however it ended.
        Ended = "ended",
        /// Its call returned nothing.
        Failed = "failed",
        /// Its server refused the form of the request, and is asked in another form at the next number.
        FormRefused = "form_refused",
    }
}

crate::string_enum! {
    /// Where a number of tokens comes from.
    pub enum UsageSource {
        /// The model's server reported it.
        Reported = "reported",
        /// It was estimated from the length of the texts.
        Estimated = "estimated",
    }
}

/// The tokens of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepUsage {
    /// Tokens that were sent.
    pub input_tokens: i64,
    /// Tokens that came back.
    pub output_tokens: i64,
    /// Where these numbers come from.
    pub source: UsageSource,
    /// Their price in millionths of a US dollar; none when no price is configured.
    pub micros: Option<i64>,
}

impl StepUsage {
    /// What it takes from a budget.
    pub fn spending(&self) -> Spending {
        Spending {
            tokens: self.input_tokens + self.output_tokens,
            micros: self.micros.unwrap_or(0),
        }
    }
}

/// One model call in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What it is made for.
    pub owner: StepOwner,
    /// Its number there, from 1.
    pub number: i64,
    /// The agent that makes it.
    pub agent: String,
    /// The user it is made for.
    pub account: String,
    /// The project it is about.
    pub project_id: Option<String>,
    /// The model, as it is configured.
    pub model: String,
    /// The digest of what is asked.
    pub request_digest: String,
    /// How far it is.
    pub state: StepState,
    /// How often it was begun.
    pub attempt: i64,
    /// What is reserved for it while its call runs.
    pub reserved: Spending,
    /// What was returned, as the client of models wrote it.
    pub reply: Option<JsonText>,
    /// What it took.
    pub usage: Option<StepUsage>,
    /// Why it failed.
    pub error: Option<String>,
    /// When it was last begun.
    pub begun_at: Time,
    /// When it ended.
    pub ended_at: Option<Time>,
}

/// What to do at a step.
#[derive(Debug, Clone, PartialEq)]
pub enum StepDecision {
    /// Nothing is stored under its number: the call is made.
    Begin,
    /// A call was begun and its process died: it is made again. What it took is not known.
    Restart,
    /// It has ended: this is its reply.
    Replay(JsonText),
    /// Its server refused the form of the request: it is not asked again.
    FormRefused,
}

impl Step {
    /// What to do when its owner comes to this step and asks this.
    ///
    /// # Errors
    /// A conflict when something else was asked at this number, since then nothing that was paid
    /// for fits; and when it was begun too often.
    pub fn decide(stored: Option<&Self>, request_digest: &str) -> Result<StepDecision> {
        let Some(stored) = stored else { return Ok(StepDecision::Begin) };
        let number = stored.number;
        if stored.request_digest != request_digest {
            return Err(Error::Conflict(format!(
                "Step {number} asked the model something else when it was first made; it is not \
                 made again"
            )));
        }
        match (stored.state, &stored.reply) {
            (StepState::Ended, Some(reply)) => Ok(StepDecision::Replay(reply.clone())),
            (StepState::FormRefused, _) => Ok(StepDecision::FormRefused),
            _ if stored.attempt >= ATTEMPTS_MAX => Err(Error::Conflict(format!(
                "Step {number} was begun {ATTEMPTS_MAX} times and never ended"
            ))),
            _ => Ok(StepDecision::Restart),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(state: StepState, attempt: i64, reply: Option<&str>) -> Step {
        Step {
            owner: StepOwner::Message("m".to_owned()),
            number: 1,
            agent: "muse".to_owned(),
            account: "local".to_owned(),
            project_id: None,
            model: "a model".to_owned(),
            request_digest: "digest".to_owned(),
            state,
            attempt,
            reserved: Spending::default(),
            reply: reply.map(|text| JsonText(text.to_owned())),
            usage: None,
            error: None,
            begun_at: Time::from_millis(0),
            ended_at: None,
        }
    }

    #[test]
    fn what_has_ended_is_replayed_and_what_was_interrupted_is_made_again() {
        use StepState::{Begun, Ended, Failed, FormRefused};
        let decide = |stored: Option<Step>| match Step::decide(stored.as_ref(), "digest") {
            Ok(StepDecision::Begin) => "begin".to_owned(),
            Ok(StepDecision::Restart) => "restart".to_owned(),
            Ok(StepDecision::Replay(reply)) => format!("replay {}", reply.0),
            Ok(StepDecision::FormRefused) => "another form".to_owned(),
            Err(error) => error.to_string(),
        };

        assert_eq!(decide(None), "begin");
        assert_eq!(decide(Some(step(Begun, 1, None))), "restart");
        assert_eq!(decide(Some(step(Failed, 1, None))), "restart");
        assert_eq!(decide(Some(step(Ended, 5, Some("x")))), "replay x");
        assert_eq!(decide(Some(step(FormRefused, 1, None))), "another form");
        assert!(decide(Some(step(Begun, 5, None))).contains("begun 5 times"));
    }

    #[test]
    fn another_request_at_the_same_number_is_an_error() {
        let stored = step(StepState::Ended, 1, Some("x"));

        let error = Step::decide(Some(&stored), "another").unwrap_err();

        assert!(error.to_string().contains("something else"), "{error}");
    }

    #[test]
    fn a_sub_task_and_a_message_have_different_keys() {
        let subtask = StepOwner::Subtask { swarm_id: "s".to_owned(), position: 3 };

        assert_eq!(subtask.key(), "s/3");
        assert_eq!((subtask.swarm_id(), subtask.message_id()), (Some("s"), None));
        assert_eq!(StepOwner::Message("m".to_owned()).message_id(), Some("m"));
    }
}
