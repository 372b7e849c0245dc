//! The transitions of a message to its end: handled, answered, failed and tried again, refused,
//! expired. The hub decides in which transaction they are stored.

use super::{ATTEMPTS_MAX, HOPS_MAX, Message, State};
use crate::{Error, Result, agents::policy::Basis, time::Time};

crate::string_enum! {
    /// Why a recipient could not deal with a message.
    pub enum FailureKind {
        /// Something it needs was not there; another try may go well.
        Transient = "transient",
        /// It broke down over it; one more try shows whether that was chance.
        Broken = "broken",
        /// It never can.
        Permanent = "permanent",
    }
}

impl FailureKind {
    /// How often a message is tried that fails so.
    pub const fn attempts_max(self) -> i64 {
        match self {
            Self::Transient => ATTEMPTS_MAX,
            Self::Broken => 2,
            Self::Permanent => 1,
        }
    }
}

/// How long a message rests after its first failure, in milliseconds; after each further one it
/// rests four times as long.
pub const BACKOFF_MS: i64 = 1_000;

/// The longest a message rests before it is tried again, in milliseconds.
pub const BACKOFF_MS_MAX: i64 = 60_000;

/// How long a message rests after so many attempts, in milliseconds.
pub const fn backoff_ms(attempt: i64) -> i64 {
    let mut rest_ms = BACKOFF_MS;
    let mut tried = 1;
    while tried < attempt && rest_ms < BACKOFF_MS_MAX {
        rest_ms *= 4;
        tried += 1;
    }
    if rest_ms < BACKOFF_MS_MAX { rest_ms } else { BACKOFF_MS_MAX }
}

/// The most steps of a history that may be continued by a replay; each replay adds as many as the
/// attempts it allows.
pub const REPLAYED_STEPS_MAX: usize = 200;

/// The rule of messages that a user has cancelled.
const CANCELLED: &str = "cancelled";

/// Why a message was not let in, or died.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule, as a word for programs.
    pub rule: String,
    /// One sentence for people.
    pub reason: String,
}

impl Refusal {
    /// Of a message that this user has cancelled.
    pub fn cancelled(user: &str) -> Self {
        Self::new(CANCELLED, format!("{user} cancelled it"))
    }

    /// A refusal by a rule of this name.
    pub fn new(rule: &str, reason: impl Into<String>) -> Self {
        Self { rule: rule.to_owned(), reason: reason.into() }
    }

    /// The recipient's authority policy forbids it; the rule is `policy rule 2` or `policy default`.
    pub fn by_policy(by: Basis, reason: String) -> Self {
        Self { rule: format!("policy {by}"), reason }
    }

    /// The mailbox of `to` is full with its `mailbox_max` messages.
    pub fn mailbox_full(to: &str, mailbox_max: i64) -> Self {
        Self::new("mailbox_full", format!("The mailbox of {to} is full ({mailbox_max} messages)"))
    }

    /// The sender holds its share of the crowded mailbox of `to`.
    pub fn sender_share(from: &str, to: &str, share: i64) -> Self {
        let reason = format!("The mailbox of {to} is crowded and holds {share} messages of {from}");
        Self::new("sender_share", reason)
    }

    /// Too many messages led to it.
    pub fn hop_limit() -> Self {
        Self::new("hop_limit", format!("More than {HOPS_MAX} messages led to this one"))
    }

    /// Somebody else took the task since it was offered.
    pub fn stale_offer(task: &str, owner: &str) -> Self {
        let reason = format!("The task {task} was handed on in the meantime; it is {owner}'s now");
        Self::new("stale_offer", reason)
    }
}

impl Message {
    /// It is not let in.
    pub fn deny(&mut self, refusal: Refusal, now: Time) {
        self.history.clear();
        self.set_state(State::Denied, now);
        self.deadline = None;
        self.set_error(refusal);
    }

    pub(super) fn set_error(&mut self, refusal: Refusal) {
        self.error = Some(refusal.reason);
        self.rule = Some(refusal.rule);
    }

    /// Its recipient is done with it, with this answer or none. Who waits for an answer has it, or
    /// goes on waiting.
    pub fn handle(&mut self, answer_id: Option<&str>, now: Time) {
        self.set_state(State::Handled, now);
        if let Some(answer_id) = answer_id {
            self.set_answer(answer_id, now);
        } else if self.wants_answer() {
            self.set_state(State::AwaitingReply, now);
        }
    }

    /// Its answer is there.
    pub fn set_answer(&mut self, answer_id: &str, now: Time) {
        self.answer_id = Some(answer_id.to_owned());
        let waited = matches!(self.state, State::Handled | State::AwaitingReply);
        if waited && self.wants_answer() {
            self.set_state(State::Replied, now);
        }
    }

    /// Its recipient takes the task it offers.
    pub fn accept(&mut self, answer_id: Option<&str>, now: Time) {
        self.set_state(State::Accepted, now);
        self.answer_id = answer_id.map(str::to_owned);
    }

    /// The task it offers stays where it was.
    pub fn refuse(&mut self, refusal: Refusal, answer_id: Option<&str>, now: Time) {
        self.set_state(State::Refused, now);
        self.answer_id = answer_id.map(str::to_owned);
        self.set_error(refusal);
    }

    /// Its recipient could not deal with it: it is tried again after a rest, or is dead when it was
    /// tried as often as that failure allows.
    pub fn fail(&mut self, failure: FailureKind, reason: &str, now: Time) {
        if self.attempt >= failure.attempts_max() {
            self.set_state(State::Dead, now);
            self.set_error(Refusal::new(failure.as_str(), reason));
        } else {
            self.set_state(State::Queued, now);
            self.not_before = now.plus(backoff_ms(self.attempt));
        }
    }

    /// Whoever was at it fell silent: it goes back at once, or is dead when that happened too often.
    pub fn return_to_queue(&mut self, now: Time) {
        if self.attempt >= ATTEMPTS_MAX {
            self.set_state(State::Dead, now);
            let reason = format!("Tried {ATTEMPTS_MAX} times without an end");
            self.set_error(Refusal::new("attempts", reason));
        } else {
            self.set_state(State::Queued, now);
        }
    }

    /// Whether a user has cancelled it, which is nobody's failure.
    pub fn is_cancelled(&self) -> bool {
        self.rule.as_deref() == Some(CANCELLED)
    }

    /// Its time is over: nobody took it, was done with it, or answered it.
    pub fn expire(&mut self, now: Time) {
        if self.state == State::AwaitingApproval {
            return self.disapprove_by_silence(now);
        }
        let (state, reason) = match self.state {
            State::AwaitingReply => (State::TimedOut, "No answer came in time"),
            _ if self.attempt > 0 => (State::Expired, "Nobody was done with it in time"),
            _ => (State::Expired, "Nobody took it in time"),
        };
        self.set_state(state, now);
        self.set_error(Refusal::new("deadline", reason));
    }

    /// A dead letter goes back to where it was queued, as if it had just been sent there.
    ///
    /// # Errors
    /// A conflict when it is not dead, or its history is too long to go on.
    pub fn replay(&mut self, now: Time) -> Result<()> {
        if self.state != State::Dead {
            let state = self.state;
            return Err(Error::Conflict(format!("Only a dead message is replayed; it is {state}")));
        }
        if self.history.len() > REPLAYED_STEPS_MAX {
            return Err(Error::Conflict("The message was replayed too often".to_owned()));
        }
        self.set_state(State::Queued, now);
        self.error = None;
        self.rule = None;
        self.attempt = 0;
        self.not_before = now;
        self.deadline = self.timeout_ms().map(|timeout_ms| now.plus(timeout_ms));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{json::Json, messages::SendMessage, model::read_body};

    fn message(body: &str) -> Message {
        let send: SendMessage = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
        send.into_message("m1".to_owned(), "muse", "local", Time::from_millis(0))
    }

    fn states(message: &Message) -> String {
        message.history.iter().map(|step| step.state.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_rest_grows_fourfold_up_to_its_bound() {
        let rests: Vec<_> = (1..=6).map(backoff_ms).collect();

        assert_eq!(rests, [1_000, 4_000, 16_000, 60_000, 60_000, 60_000]);
    }

    #[test]
    fn a_failure_is_tried_as_often_as_its_class_allows() {
        for (failure, attempts) in
            [(FailureKind::Transient, 5), (FailureKind::Broken, 2), (FailureKind::Permanent, 1)]
        {
            let mut message = message(r#"{"toAgent":"muse","message":"x"}"#);
            for attempt in 1..=attempts {
                assert_eq!(message.state, State::Queued, "{failure} {attempt}");
                message.attempt = attempt;
                message.fail(failure, "no luck", Time::from_millis(0));
            }

            assert_eq!(message.state, State::Dead, "{failure}");
            assert_eq!(message.rule.as_deref(), Some(failure.as_str()));
        }
    }

    #[test]
    fn who_waits_for_an_answer_waits_until_it_is_there() {
        const CONSULT: &str = r#"{"toAgent":"muse","message":"x","messageType":"consultation"}"#;
        const REQUIRE: &str =
            r#"{"toAgent":"muse","message":"x","context":{"requiresResponse":true}}"#;
        const PLAIN: &str = r#"{"toAgent":"muse","message":"x"}"#;
        let now = Time::from_millis(1);
        for (body, waiting, answered) in [
            (CONSULT, "queued handled awaiting_reply", "queued handled awaiting_reply replied"),
            (REQUIRE, "queued handled awaiting_reply", "queued handled awaiting_reply replied"),
            (PLAIN, "queued handled", "queued handled"),
        ] {
            let mut message = message(body);
            message.handle(None, now);
            assert_eq!(states(&message), waiting);

            message.set_answer("m2", now);
            assert_eq!(states(&message), answered);
            assert_eq!(message.answer_id.as_deref(), Some("m2"));
        }

        let mut at_once = message(CONSULT);
        at_once.handle(Some("m2"), now);
        assert_eq!(states(&at_once), "queued handled replied");
    }

    #[test]
    fn how_long_an_answer_is_waited_for_has_a_default_and_a_bound() {
        for (context, message_type, deadline) in [
            ("{}", "consultation", Some(3_600_000)),
            (r#"{"timeoutMs":5}"#, "consultation", Some(5)),
            (r#"{"timeoutMs":-1}"#, "consultation", Some(3_600_000)),
            (r#"{"timeoutMs":9000000000000}"#, "consultation", Some(604_800_000)),
            (r#"{"requiresResponse":true}"#, "direct", Some(3_600_000)),
            (r#"{"timeoutMs":5}"#, "direct", Some(5)),
            ("{}", "direct", None),
            (r#"{"requiresResponse":true}"#, "handoff", None),
        ] {
            let body = format!(
                r#"{{"toAgent":"muse","message":"x","messageType":"{message_type}","context":{context}}}"#
            );

            let message = message(&body);

            assert_eq!(message.deadline.map(Time::millis), deadline, "{body}");
        }
    }

    #[test]
    fn what_is_overdue_says_how_far_it_came() {
        for (state, attempt, end, reason) in [
            (State::Queued, 0, State::Expired, "Nobody took it in time"),
            (State::Queued, 1, State::Expired, "Nobody was done with it in time"),
            (State::AwaitingReply, 1, State::TimedOut, "No answer came in time"),
        ] {
            let mut message = message(r#"{"toAgent":"muse","message":"x"}"#);
            (message.state, message.attempt) = (state, attempt);

            message.expire(Time::from_millis(1));

            assert_eq!((message.state, message.error.as_deref()), (end, Some(reason)));
        }
    }

    #[test]
    fn a_lease_ends_at_the_deadline_at_the_latest() {
        let mut message = message(r#"{"toAgent":"muse","message":"x"}"#);
        let until =
            |message: &Message, wanted| message.lease_end(Time::from_millis(wanted)).millis();

        assert_eq!(until(&message, 7), 7);
        message.deadline = Some(Time::from_millis(5));
        assert_eq!((until(&message, 4), until(&message, 7)), (4, 5));
    }

    #[test]
    fn only_what_is_dead_is_replayed() {
        let mut message = message(r#"{"toAgent":"muse","message":"x","context":{"timeoutMs":5}}"#);
        let now = Time::from_millis(100);
        assert!(matches!(message.replay(now), Err(Error::Conflict(_))));
        message.attempt = 1;
        message.fail(FailureKind::Permanent, "never", now);

        message.replay(now).unwrap();

        assert_eq!(states(&message), "queued dead queued");
        assert_eq!((message.attempt, message.deadline), (0, Some(Time::from_millis(105))));
        assert_eq!((message.error, message.rule), (None, None));
    }
}
