//! Messages by which an agent asks others before it answers a message: how they are made, which are
//! refused, how long they are waited for, and what came of them. They are consultations in the
//! conversation of the message for which they ask, which is their parent.

use super::{
    Answer, Message, MessageContext, MessageType, State, approvals::Verdict, transitions::Refusal,
};
use crate::{model::OrderedMap, time::Time};

/// The most agents that are asked for one message.
pub const ASKED_MAX: usize = 4;

/// The most agents that may be asked one because of the other: the recipient of the first message,
/// who asks the second, and so on.
pub const CHAIN_MAX: usize = 4;

/// How often a message may wait for answers. An agent that has them answers with them.
pub const WAITS_MAX: usize = 1;

/// How long answers are waited for where the message has no deadline, in milliseconds: ten minutes.
pub const WAIT_MS_DEFAULT: i64 = 600_000;

/// The part of its time that a message with a deadline leaves to those that are asked, in percent. The
/// rest is for the answer that is made of theirs.
pub const WAIT_PERCENT: i64 = 75;

/// The most bytes of an answer that are quoted to whoever asked for it.
pub const ANSWER_BYTES_MAX: usize = 16 * 1024;

/// What an agent asks another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The agent that is asked.
    pub agent: String,
    /// What it is asked.
    pub text: String,
    /// The document it is about, where one was named beside the words.
    pub document_id: Option<String>,
}

/// What came of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The agent that was asked.
    pub agent: String,
    /// The message that asked it.
    pub message_id: String,
    /// Its answer.
    pub answer: Option<AskedAnswer>,
    /// Why there is no answer, in a sentence without a full stop.
    pub reason: Option<String>,
}

/// An answer to a question, as far as it is quoted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedAnswer {
    /// The message that is the answer.
    pub message_id: String,
    /// Its text, at most [`ANSWER_BYTES_MAX`] of it.
    pub text: String,
    /// Whether there is more of it.
    pub is_cut: bool,
}

impl Asked {
    /// What came of a message that asked `agent`, and of its answer if there is one.
    pub fn of(question: &Message, answer: Option<&Message>) -> Self {
        let answer = answer.filter(|_| question.answer_id.is_some()).map(AskedAnswer::of);
        let reason = match (&answer, question.state) {
            (Some(_), _) => None,
            (None, State::AwaitingReply) => {
                Some("It handled the question without an answer".to_owned())
            }
            (None, State::AwaitingApproval) => {
                Some("It waits for a permission and has not answered in time".to_owned())
            }
            (None, state) if !state.is_final() => Some("It has not answered in time".to_owned()),
            (None, _) => {
                Some(question.error.clone().unwrap_or_else(|| "It has not answered".to_owned()))
            }
        };
        Self { agent: question.to_agent.clone(), message_id: question.id.clone(), answer, reason }
    }
}

impl AskedAnswer {
    fn of(answer: &Message) -> Self {
        let text = answer.content.trim_end();
        let end = text.floor_char_boundary(ANSWER_BYTES_MAX);
        Self {
            message_id: answer.id.clone(),
            text: text[..end].to_owned(),
            is_cut: end < text.len(),
        }
    }
}

/// The answers to questions, each with the name of the agent, in the order of asking; then why others
/// did not answer, and what nobody was asked for, as whole sentences.
pub fn combined(asked: &[Asked], missing: &[String]) -> String {
    let mut text = String::new();
    for Asked { agent, answer, .. } in asked {
        let Some(answer) = answer else { continue };
        text.push_str(&format!("{agent} answers:\n\n{}\n", answer.text));
        if answer.is_cut {
            text.push_str(&format!("… The rest is in the message {}.\n", answer.message_id));
        }
        text.push('\n');
    }
    for Asked { agent, reason, .. } in asked {
        if let Some(reason) = reason {
            let reason = reason.trim_end_matches('.');
            text.push_str(&format!("{agent} did not answer: {reason}.\n"));
        }
    }
    for sentence in missing {
        text.push_str(sentence);
        text.push('\n');
    }
    format!("{}\n", text.trim_end())
}

/// What came of questions, for programs.
pub fn report_of(asked: &[Asked]) -> serde_json::Value {
    let one = |it: &Asked| {
        serde_json::json!({
            "agentId": it.agent,
            "messageId": it.message_id,
            "answerId": it.answer.as_ref().map(|answer| &answer.message_id),
            "reason": it.reason,
        })
    };
    asked.iter().map(one).collect()
}

/// Until when answers are waited for that are asked for now.
pub fn wait_until(deadline: Option<Time>, now: Time) -> Time {
    match deadline {
        Some(deadline) => {
            let left_ms = (deadline.millis() - now.millis()).max(0);
            now.plus(left_ms / 100 * WAIT_PERCENT + left_ms % 100 * WAIT_PERCENT / 100)
        }
        None => now.plus(WAIT_MS_DEFAULT),
    }
}

/// Whether an agent may be asked by the recipient of the last message of a chain of causes, of which
/// `asked` are the recipients: not by one of them, and not when they are too many.
pub fn check(agent: &str, asked: &[String]) -> Result<(), Refusal> {
    if asked.iter().any(|it| it == agent) {
        let reason = format!("{agent} was asked before in the same chain of messages");
        return Err(Refusal::new("cycle", reason));
    }
    if asked.len() >= CHAIN_MAX {
        let reason = format!("{CHAIN_MAX} agents were asked one because of the other");
        return Err(Refusal::new("chain_limit", reason));
    }
    Ok(())
}

impl Message {
    /// Whether an agent asks with it before it answers its own message.
    pub fn is_question(&self) -> bool {
        self.parent_id.is_some() && self.message_type == MessageType::Consultation
    }

    /// How often it has waited for answers.
    pub fn waits(&self) -> usize {
        self.history.iter().filter(|step| step.state == State::Waiting).count()
    }

    /// The message that asks a question for this one, in its conversation, for its user, with its
    /// priority and its labels.
    pub fn question(&self, id: String, question: &Question, now: Time) -> Self {
        let until = wait_until(self.deadline, now);
        let mut metadata = Vec::new();
        if let Some(project) = &self.project_id {
            metadata.push(("projectId".to_owned(), project.clone()));
        }
        if let Some(document) = &question.document_id {
            metadata.push(("documentId".to_owned(), document.clone()));
        }
        let context = MessageContext {
            session_id: self.context.as_ref().and_then(|context| context.session_id.clone()),
            requires_response: Some(true),
            timeout_ms: Some((until.millis() - now.millis()).max(1)),
            metadata: Some(OrderedMap(metadata)),
            ..MessageContext::default()
        };
        // Made as a reply is made: in the same conversation, one hop further.
        let mut asks = self.reply(id, Answer::of_text(question.text.clone()), now);
        asks.reply_to = None;
        asks.parent_id = Some(self.id.clone());
        asks.to_agent.clone_from(&question.agent);
        asks.message_type = MessageType::Consultation;
        asks.context = Some(context);
        asks.deadline = Some(until);
        asks.enqueue(now);
        asks
    }

    /// Its recipient has asked others, and goes on with it when they have answered or their time is
    /// over.
    pub fn wait(&mut self, now: Time) {
        self.not_before = wait_until(self.deadline, now);
        self.set_state(State::Waiting, now);
    }

    /// Its recipient goes on with it, as if it had just been sent: failures before do not count.
    pub fn resume(&mut self, now: Time) {
        self.set_state(State::Queued, now);
        self.attempt = 0;
        self.not_before = now;
    }

    /// Nobody waits for its answer any more, for this reason.
    pub fn withdraw(&mut self, why: Refusal, now: Time) {
        if self.state == State::Leased {
            // Whoever works on it has lost it.
            self.set_state(State::Queued, now);
        }
        if self.state == State::AwaitingApproval
            && let Some(approval) = &mut self.approval
        {
            approval.decide(None, &Verdict::Deny(Some(why.reason.clone())), now);
        }
        self.set_state(
            match self.state {
                State::AwaitingReply => State::TimedOut,
                State::AwaitingApproval => State::Refused,
                _ => State::Expired,
            },
            now,
        );
        self.set_error(why);
    }

    /// That its recipient may still have something to do with it.
    ///
    /// # Errors
    /// A conflict when its recipient is done with it.
    pub fn check_open(&self) -> crate::Result<()> {
        if self.state.is_end_of_work() {
            return Err(crate::Error::Conflict(format!("The message is {}", self.state)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
