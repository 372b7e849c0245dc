//! What the recipient of a message, or the agent of a sub-task, wants to do that a person has to permit.
//! Until that is decided it waits; silence until its deadline denies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Message, State, delegation::wait_until, external::REASON_LENGTH_MAX, transitions::Refusal,
};
use crate::{Error, Result, agents::understanding, time::Time};

/// How long a permission is waited for where the message has no deadline, in milliseconds: seven
/// days.
pub const APPROVAL_MS: i64 = 7 * 24 * 3_600_000;

/// What an agent that has to be permitted wants where it would ask a language model.
pub const ASK_MODEL: &str = "ask a language model";

/// The longest description of what is to be permitted, in characters; a longer one is cut.
pub const WISH_CHARS_MAX: usize = 2_000;

crate::string_enum! {
    /// Whether something was permitted.
    pub enum Decision {
        /// It is not decided.
        Pending = "pending",
        /// It may be done.
        Approved = "approved",
        /// It may not be done, or nobody said anything in time.
        Denied = "denied",
    }
}

/// What an agent wants to do that a person has to permit, and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    /// What the agent wants to do.
    pub what: String,
    /// Whether it may.
    pub decision: Decision,
    /// The user who decided; null while nobody has.
    pub by: Option<String>,
    /// Their reason.
    pub reason: Option<String>,
    /// When it was decided, ISO 8601.
    pub at: Option<Time>,
}

crate::model! {
    /// Why something is not permitted.
    pub struct Denial as "DenyRequest" {
        /// The reason, for the sender and the agent.
        reason: Option<String> where { max_length: REASON_LENGTH_MAX },
    }
}

/// What a person says about something that an agent wants to do.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// It may be done.
    Approve,
    /// It may not be done; why, where they say it.
    Deny(Option<String>),
}

impl From<&Denial> for Verdict {
    fn from(denial: &Denial) -> Self {
        Self::Deny(denial.reason.clone().filter(|reason| !reason.trim().is_empty()))
    }
}

impl Approval {
    /// An agent wants to do this; nobody has decided. A long description is cut.
    pub fn request(what: &str) -> Self {
        let what = what.chars().take(WISH_CHARS_MAX).collect();
        Self { what, decision: Decision::Pending, by: None, reason: None, at: None }
    }

    /// A user has decided, or time has, which denies.
    pub fn decide(&mut self, by: Option<&str>, verdict: &Verdict, now: Time) {
        let (decision, reason) = match verdict {
            Verdict::Approve => (Decision::Approved, None),
            Verdict::Deny(reason) => (Decision::Denied, reason.clone()),
        };
        *self = Self {
            what: std::mem::take(&mut self.what),
            decision,
            by: by.map(str::to_owned),
            reason,
            at: Some(now),
        };
    }

    /// Whether it may be done.
    pub fn is_approved(&self) -> bool {
        self.decision == Decision::Approved
    }

    /// Why it may not be done; none while nothing is decided, or when it may.
    pub fn denial(&self) -> Option<String> {
        if self.decision != Decision::Denied {
            return None;
        }
        Some(match (&self.by, &self.reason) {
            (Some(by), Some(reason)) => format!("{by} did not permit it: {reason}"),
            (Some(by), None) => format!("{by} did not permit it"),
            (None, Some(reason)) => reason.clone(),
            (None, None) => "Nobody permitted it in time".to_owned(),
        })
    }
}

/// The rule of messages whose recipient was not permitted to do what it wanted.
const NOT_APPROVED: &str = "not_approved";

impl Message {
    /// Its recipient wants to do this, and waits until a person permits it.
    pub fn request_approval(&mut self, what: &str, now: Time) {
        self.approval = Some(Approval::request(what));
        self.deadline = Some(match self.deadline {
            // So that there is time to do without.
            Some(deadline) if self.goes_on_without() => wait_until(Some(deadline), now),
            Some(deadline) => deadline,
            None => now.plus(APPROVAL_MS),
        });
        self.set_state(State::AwaitingApproval, now);
    }

    /// Whether its recipient may do what it wanted to do.
    pub fn is_approved(&self) -> bool {
        self.approval.as_ref().is_some_and(Approval::is_approved)
    }

    /// Whether its recipient does by rule what it was not permitted to ask a model for.
    fn goes_on_without(&self) -> bool {
        let asks_model = self.approval.as_ref().is_some_and(|it| it.what == ASK_MODEL);
        asks_model && understanding::answers_by_rule(&self.to_agent)
    }

    fn check_undecided(&self) -> Result<()> {
        if self.state == State::AwaitingApproval {
            return Ok(());
        }
        let state = self.state;
        Err(Error::Conflict(format!("The message waits for no permission; it is {state}")))
    }

    /// A user permits what its recipient wants to do, and it goes on; or they do not, and it ends, unless
    /// its recipient can do without. A deadline that the message had before still stands.
    ///
    /// # Errors
    /// A conflict when it waits for no permission.
    pub fn decide(&mut self, by: &str, verdict: &Verdict, now: Time) -> Result<()> {
        self.check_undecided()?;
        self.settle(Some(by), verdict, now);
        Ok(())
    }

    /// Nobody has decided in time, which denies.
    pub(super) fn disapprove_by_silence(&mut self, now: Time) {
        self.settle(None, &Verdict::Deny(None), now);
    }

    fn settle(&mut self, by: Option<&str>, verdict: &Verdict, now: Time) {
        let Some(approval) = &mut self.approval else { return };
        approval.decide(by, verdict, now);
        if let Some(reason) = approval.denial().filter(|_| !self.goes_on_without()) {
            return self.refuse(Refusal::new(NOT_APPROVED, reason), None, now);
        }
        let deadline = self.timeout_ms().map(|timeout_ms| self.created_at.plus(timeout_ms));
        self.deadline = deadline.map(|deadline| deadline.max(now.plus(1)));
        self.resume(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        json::Json,
        messages::{SendMessage, protocol::first_violation},
        model::read_body,
    };

    fn waiting(context: &str) -> Message {
        let body = format!(r#"{{"toAgent":"scribe","message":"x","context":{context}}}"#);
        let send: SendMessage = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
        let mut message =
            send.into_message("m1".to_owned(), "scribe", "local", Time::from_millis(0));
        message.set_state(State::Leased, Time::from_millis(1));
        message.request_approval("change chapter 3", Time::from_millis(2));
        message
    }

    fn is_legal(message: &Message) -> bool {
        let states: Vec<State> = message.history.iter().map(|step| step.state).collect();
        first_violation(message.message_type, false, &states).is_none()
    }

    #[test]
    fn what_is_permitted_goes_on_under_the_deadline_it_had() {
        for (context, waits_until, deadline) in
            [("{}", 2 + APPROVAL_MS, None), (r#"{"timeoutMs":50}"#, 50, Some(50))]
        {
            let mut message = waiting(context);
            assert_eq!(message.deadline.map(Time::millis), Some(waits_until), "{context}");

            message.decide("ann", &Verdict::Approve, Time::from_millis(3)).unwrap();

            assert_eq!((message.state, message.is_approved()), (State::Queued, true));
            assert_eq!(message.deadline.map(Time::millis), deadline, "{context}");
            assert!(is_legal(&message));
            assert!(matches!(
                message.decide("ann", &Verdict::Approve, Time::from_millis(4)),
                Err(Error::Conflict(_))
            ));
        }
    }

    #[test]
    fn what_is_not_permitted_ends_with_the_reason() {
        for (reason, error) in [
            (Some("not now"), "ann did not permit it: not now"),
            (Some("  "), "ann did not permit it"),
            (None, "ann did not permit it"),
        ] {
            let mut message = waiting("{}");

            let verdict = Verdict::from(&Denial { reason: reason.map(str::to_owned) });
            message.decide("ann", &verdict, Time::from_millis(3)).unwrap();

            assert_eq!(
                (message.state, message.rule.as_deref()),
                (State::Refused, Some("not_approved"))
            );
            assert_eq!(message.error.as_deref(), Some(error));
            assert!(is_legal(&message) && !message.is_approved());
        }
    }

    #[test]
    fn who_answers_by_rule_goes_on_without_a_model() {
        for (what, timeout_ms, silent_until, deadline) in
            [(ASK_MODEL, Some(1_000), 750, Some(1_000)), (ASK_MODEL, None, 1 + APPROVAL_MS, None)]
        {
            let context =
                timeout_ms.map_or("{}".to_owned(), |ms| format!(r#"{{"timeoutMs":{ms}}}"#));
            let mut message = waiting(&context);
            message.to_agent = "publisher".to_owned();
            message.set_state(State::Leased, Time::from_millis(1));
            message.deadline = timeout_ms.map(Time::from_millis);
            message.request_approval(what, Time::from_millis(1));
            let until = message.deadline.unwrap();
            assert!((until.millis() - silent_until).abs() <= 1, "{until:?}");

            message.expire(until);

            assert_eq!((message.state, message.is_approved()), (State::Queued, false));
            assert_eq!(message.deadline.map(Time::millis), deadline);
            assert!(message.approval.unwrap().denial().is_some());
        }
    }

    #[test]
    fn silence_until_the_deadline_denies() {
        let mut message = waiting("{}");

        message.expire(Time::from_millis(9));

        let approval = message.approval.as_ref().unwrap();
        assert_eq!((approval.decision, &approval.by), (Decision::Denied, &None));
        assert_eq!(message.error.as_deref(), Some("Nobody permitted it in time"));
        assert!(is_legal(&message));
    }
}
