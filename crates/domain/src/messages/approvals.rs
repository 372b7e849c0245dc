//! What the recipient of a message wants to do that a person has to permit. Until that is decided the
//! message waits; silence until its deadline denies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Message, State, external::REASON_LENGTH_MAX, transitions::Refusal};
use crate::{Error, Result, time::Time};

/// How long a permission is waited for where the message has no deadline, in milliseconds: seven
/// days.
pub const APPROVAL_MS: i64 = 7 * 24 * 3_600_000;

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

/// What a recipient wants to do that a person has to permit, and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MessageApproval")]
pub struct Approval {
    /// What it wants to do.
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
    pub struct MessageDeny as "MessageDenyRequest" {
        /// The reason, for the sender and the agent.
        reason: Option<String> where { max_length: REASON_LENGTH_MAX },
    }
}

/// The rule of messages whose recipient was not permitted to do what it wanted.
const NOT_APPROVED: &str = "not_approved";

impl Message {
    /// Its recipient wants to do this, and waits until a person permits it.
    pub fn request_approval(&mut self, what: &str, now: Time) {
        let what = what.chars().take(WISH_CHARS_MAX).collect();
        let decision = Decision::Pending;
        self.approval = Some(Approval { what, decision, by: None, reason: None, at: None });
        self.deadline = self.deadline.or_else(|| Some(now.plus(APPROVAL_MS)));
        self.set_state(State::AwaitingApproval, now);
    }

    /// Whether its recipient may do what it wanted to do.
    pub fn is_approved(&self) -> bool {
        self.approval.as_ref().is_some_and(|it| it.decision == Decision::Approved)
    }

    fn decide(&mut self, decision: Decision, by: Option<&str>, reason: Option<&str>, now: Time) {
        if let Some(approval) = &mut self.approval {
            approval.decision = decision;
            approval.by = by.map(str::to_owned);
            approval.reason = reason.map(str::to_owned);
            approval.at = Some(now);
        }
    }

    fn check_undecided(&self) -> Result<()> {
        if self.state == State::AwaitingApproval {
            return Ok(());
        }
        let state = self.state;
        Err(Error::Conflict(format!("The message waits for no permission; it is {state}")))
    }

    /// A user permits what its recipient wants to do: it goes on. A deadline that the message had
    /// before still stands.
    ///
    /// # Errors
    /// A conflict when it waits for no permission.
    pub fn approve(&mut self, by: &str, now: Time) -> Result<()> {
        self.check_undecided()?;
        self.decide(Decision::Approved, Some(by), None, now);
        self.deadline = self.deadline.filter(|_| self.timeout_ms().is_some());
        self.resume(now);
        Ok(())
    }

    /// A user does not permit what its recipient wants to do: it ends.
    ///
    /// # Errors
    /// A conflict when it waits for no permission.
    pub fn disapprove(&mut self, by: &str, reason: Option<&str>, now: Time) -> Result<()> {
        self.check_undecided()?;
        let reason = reason.filter(|reason| !reason.trim().is_empty());
        self.decide(Decision::Denied, Some(by), reason, now);
        let said = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        self.refuse(Refusal::new(NOT_APPROVED, format!("{by} did not permit it{said}")), None, now);
        Ok(())
    }

    /// Nobody has decided in time, which denies.
    pub(super) fn disapprove_by_silence(&mut self, now: Time) {
        self.decide(Decision::Denied, None, None, now);
        self.refuse(Refusal::new(NOT_APPROVED, "Nobody permitted it in time"), None, now);
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

            message.approve("ann", Time::from_millis(3)).unwrap();

            assert_eq!((message.state, message.is_approved()), (State::Queued, true));
            assert_eq!(message.deadline.map(Time::millis), deadline, "{context}");
            assert!(is_legal(&message));
            assert!(matches!(
                message.approve("ann", Time::from_millis(4)),
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

            message.disapprove("ann", reason, Time::from_millis(3)).unwrap();

            assert_eq!(
                (message.state, message.rule.as_deref()),
                (State::Refused, Some("not_approved"))
            );
            assert_eq!(message.error.as_deref(), Some(error));
            assert!(is_legal(&message) && !message.is_approved());
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
