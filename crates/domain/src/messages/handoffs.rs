//! The ownership of tasks. A task has one owner at a time; an offer names the version of the
//! ownership, and accepting it under another version is too late. A task that goes back and forth
//! without an end is stopped.

use std::collections::BTreeSet;

use super::{Message, SYSTEM, transitions::Refusal};
use crate::time::Time;

/// How many of a task's last hand-offs are looked at, the new one among them.
pub const HANDOFF_WINDOW: usize = 8;

/// How many different agents a full window must name. With two, a task goes back and forth.
pub const HANDOFF_AGENTS_MIN: usize = 3;

/// The owner of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ownership {
    /// The agent that owns it.
    pub owner: String,
    /// How often it was handed off.
    pub version: i64,
    /// The message that handed it to them.
    pub message_id: String,
    /// Since when it is theirs.
    pub since: Time,
}

/// An earlier hand-off of a task that was let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastHandoff {
    /// Who handed it on.
    pub from_agent: String,
    /// To whom.
    pub to_agent: String,
    /// Whether it says what the new one says.
    pub says_the_same: bool,
}

impl Message {
    /// The task that an offer is about: the one its context names, else its conversation.
    pub fn offered_task(&self) -> String {
        let named = self.context.as_ref().and_then(|context| context.task_id.clone());
        named.filter(|task| !task.is_empty()).unwrap_or_else(|| self.conversation_id.clone())
    }
}

/// Whether a task may be offered: by its owner or the studio, not in the same words to the same
/// agent again, and not back and forth. `earlier` are its latest hand-offs, at most
/// [`HANDOFF_WINDOW`] less one.
pub fn check(
    offer: &Message,
    ownership: Option<&Ownership>,
    earlier: &[PastHandoff],
) -> std::result::Result<(), Refusal> {
    let (from, to) = (offer.from_agent.as_str(), offer.to_agent.as_str());
    let stranger = ownership.filter(|it| it.owner != from && from != SYSTEM);
    if let Some(Ownership { owner, .. }) = stranger {
        let reason = format!("The task is {owner}'s, and only {owner} hands it on");
        return Err(Refusal::new("not_owner", reason));
    }
    let is_repeated =
        |it: &PastHandoff| it.says_the_same && it.from_agent == from && it.to_agent == to;
    if earlier.iter().any(is_repeated) {
        let reason = format!("The same was handed from {from} to {to} before");
        return Err(Refusal::new("repeated_handoff", reason));
    }
    let window = &earlier[..earlier.len().min(HANDOFF_WINDOW - 1)];
    let ends = window.iter().flat_map(|it| [it.from_agent.as_str(), it.to_agent.as_str()]);
    let agents: BTreeSet<&str> = ends.chain([from, to]).collect();
    if window.len() == HANDOFF_WINDOW - 1 && agents.len() < HANDOFF_AGENTS_MIN {
        let reason = format!(
            "The last {HANDOFF_WINDOW} hand-offs of the task name fewer than \
             {HANDOFF_AGENTS_MIN} agents"
        );
        return Err(Refusal::new("ping_pong", reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{json::Json, messages::SendMessage, model::read_body};

    fn offer(from: &str, to: &str) -> Message {
        let body = format!(
            r#"{{"toAgent":"{to}","fromAgent":"{from}","message":"x","messageType":"handoff"}}"#
        );
        let send: SendMessage = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
        send.into_message("m1".to_owned(), to, "local", Time::from_millis(0))
    }

    fn earlier(pairs: &[(&str, &str)], says_the_same: bool) -> Vec<PastHandoff> {
        let one = |(from, to): &(&str, &str)| PastHandoff {
            from_agent: (*from).to_owned(),
            to_agent: (*to).to_owned(),
            says_the_same,
        };
        pairs.iter().map(one).collect()
    }

    #[test]
    fn only_the_owner_or_the_studio_hands_a_task_on() {
        let ownership = Ownership {
            owner: "muse".to_owned(),
            version: 1,
            message_id: "m0".to_owned(),
            since: Time::from_millis(0),
        };
        for (from, allowed) in [("muse", true), ("system", true), ("scribe", false)] {
            let rule = check(&offer(from, "critic"), Some(&ownership), &[]).err();
            assert_eq!(rule.is_none(), allowed, "{from}");
            assert!(rule.is_none_or(|refusal| refusal.rule == "not_owner"));
        }
        assert_eq!(check(&offer("scribe", "critic"), None, &[]), Ok(()));
    }

    #[test]
    fn a_task_does_not_go_back_and_forth() {
        let pair = [("muse", "critic"), ("critic", "muse")];
        let seven: Vec<_> = pair.iter().copied().cycle().take(7).collect();
        let third: Vec<_> = seven[..6].iter().copied().chain([("scribe", "muse")]).collect();

        let rule = |pairs: &[(&str, &str)]| {
            let refused = check(&offer("critic", "muse"), None, &earlier(pairs, false));
            refused.err().map(|refusal| refusal.rule)
        };

        assert_eq!(rule(&seven[..6]), None, "seven are not yet eight");
        assert_eq!(rule(&seven).as_deref(), Some("ping_pong"));
        assert_eq!(rule(&third), None, "three agents are at it");
    }

    #[test]
    fn the_same_is_not_handed_on_twice() {
        let refused = |same, pair| check(&offer("muse", "critic"), None, &earlier(&[pair], same));

        assert_eq!(refused(false, ("muse", "critic")), Ok(()));
        assert_eq!(refused(true, ("muse", "scribe")), Ok(()));
        assert_eq!(refused(true, ("muse", "critic")).unwrap_err().rule, "repeated_handoff");
    }
}
