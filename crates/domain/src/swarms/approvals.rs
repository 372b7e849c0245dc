//! What the agent of a sub-task wants to do that a person has to permit. Until that is decided the
//! sub-task waits as a row, and its swarm goes on with what does not rest on it. Silence denies; what is
//! denied is done by rule, as far as it can be.

use super::{Subtask, SubtaskState, Swarm};
use crate::{
    Error, Result,
    messages::{
        approvals::{APPROVAL_MS, Approval, Verdict},
        delegation::wait_until,
    },
    time::Time,
};

impl Swarm {
    /// Until when a permission is waited for that one of its sub-tasks asks for now: three quarters of
    /// the time to its deadline, so that there is time to do without, at most [`APPROVAL_MS`].
    pub fn approval_until(&self, now: Time) -> Time {
        wait_until(Some(self.deadline), now).min(now.plus(APPROVAL_MS))
    }
}

impl Subtask {
    /// Whether its agent may ask for a permission: nobody has decided about one before.
    pub fn is_undecided(&self) -> bool {
        self.approval.as_ref().and_then(|it| it.at).is_none()
    }

    /// Why its agent may not do what it wanted to do.
    pub fn denial(&self) -> Option<String> {
        self.approval.as_ref().and_then(Approval::denial)
    }

    /// A user has decided what its agent wants to do, or time has, which denies: it is to be begun
    /// again.
    ///
    /// # Errors
    /// A conflict when it waits for no permission.
    pub fn decide(&mut self, by: Option<&str>, verdict: &Verdict, now: Time) -> Result<()> {
        let (SubtaskState::AwaitingApproval, Some(approval)) = (self.state, &mut self.approval)
        else {
            let state = self.state;
            return Err(Error::Conflict(format!(
                "The sub-task waits for no permission; it is {state}"
            )));
        };
        approval.decide(by, verdict, now);
        self.state = SubtaskState::Ready;
        self.approval_until = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        messages::approvals::Decision,
        swarms::tests::{any, begun},
    };

    #[test]
    fn a_permission_is_waited_for_as_long_as_time_is_left_to_do_without() {
        let now = Time::from_millis(1_000);
        let week = APPROVAL_MS;
        for (deadline, until) in
            [(101_000, 76_000), (1_000, 1_000), (500, 1_000), (1_000 + 2 * week, 1_000 + week)]
        {
            let swarm = Swarm { deadline: Time::from_millis(deadline), ..any() };

            assert_eq!(swarm.approval_until(now).millis(), until, "{deadline}");
        }
    }

    #[test]
    fn what_is_decided_goes_on_and_is_decided_once() {
        let now = Time::from_millis(5);
        let deny = Verdict::Deny(Some("not now".to_owned()));
        for (by, verdict, decision, denial) in [
            (Some("ann"), Verdict::Approve, Decision::Approved, None),
            (Some("ann"), deny, Decision::Denied, Some("ann did not permit it: not now")),
            (Some("ann"), Verdict::Deny(None), Decision::Denied, Some("ann did not permit it")),
            (None, Verdict::Deny(None), Decision::Denied, Some("Nobody permitted it in time")),
        ] {
            let mut subtask = begun();
            assert!(subtask.is_undecided());
            assert!(matches!(subtask.decide(by, &verdict, now), Err(Error::Conflict(_))));
            subtask.state = SubtaskState::AwaitingApproval;
            subtask.approval = Some(Approval::request("ask a language model"));
            subtask.approval_until = Some(now);
            assert!(subtask.is_undecided());

            subtask.decide(by, &verdict, now).unwrap();

            assert_eq!((subtask.state, subtask.approval_until), (SubtaskState::Ready, None));
            assert_eq!(subtask.approval.as_ref().unwrap().decision, decision);
            assert_eq!(subtask.denial().as_deref(), denial);
            assert!(!subtask.is_undecided());
            assert!(matches!(subtask.decide(by, &verdict, now), Err(Error::Conflict(_))));
        }
    }
}
