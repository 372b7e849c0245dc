//! How the hub shows the sub-tasks of a swarm: each as one message in the conversation of the swarm, and
//! all by which an agent goes through the documents as one together. Such a message is a view of the
//! sub-tasks, which keep their own states and leases: it waits in no mailbox and counts in no load.

use super::{Swarm, inputs::cut};
use crate::{
    json::JsonText,
    messages::{
        HistoryEntry, Message, MessageContext, MessagePriority, MessageType, SYSTEM, SendMessage,
        State, external::SUB_TASK, requests::StatedPriority,
    },
    model::OrderedMap,
    time::Time,
};

/// Who asks in the name of a swarm.
pub const SENDER: &str = SYSTEM;

/// The longest answer that such a message shows, in bytes.
pub const ANSWER_BYTES_MAX: usize = 64 * 1024;

/// The sub-tasks that one message stands for.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The message.
    pub message_id: String,
    /// The name of the first of them within the swarm.
    pub sub_task: String,
    /// What it is about.
    pub title: String,
    /// The agent that does them.
    pub agent: String,
    /// How many they are.
    pub total: i64,
    /// How many of them were begun.
    pub begun: i64,
    /// How many of them wait for a permission.
    pub awaiting: i64,
    /// How many of them ended in which way.
    pub ended: Ended,
    /// How often they were begun, all together.
    pub attempts: i64,
    /// Why the first of them that has no result has none.
    pub error: Option<String>,
    /// What was said, of one sub-task alone.
    pub text: Option<String>,
    /// The same for programs.
    pub report: Option<JsonText>,
    /// When the first of them was begun.
    pub started_at: Option<Time>,
    /// When the last of them ended.
    pub finished_at: Option<Time>,
}

/// How many sub-tasks ended in which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ended {
    /// They did what they were there for.
    pub succeeded: i64,
    /// They had nothing to work with.
    pub skipped: i64,
    /// They could not.
    pub failed: i64,
    /// Nobody wanted them any more.
    pub cancelled: i64,
}

impl Ended {
    const fn total(self) -> i64 {
        self.succeeded + self.skipped + self.failed + self.cancelled
    }
}

impl Link {
    /// The state of the message: that of its sub-task in the words of the hub. Several are handled when
    /// one of them has a result.
    pub const fn state(&self) -> State {
        if self.ended.total() < self.total {
            return match (self.awaiting, self.begun) {
                (1.., _) => State::AwaitingApproval,
                (_, 1..) => State::Leased,
                _ => State::Queued,
            };
        }
        match self.ended {
            Ended { succeeded: 1.., .. } => State::Handled,
            Ended { failed: 1.., .. } => State::Dead,
            Ended { cancelled: 1.., .. } => State::Expired,
            _ => State::Refused,
        }
    }

    /// The message, and what was answered to it when it has ended.
    pub fn message(&self, swarm: &Swarm) -> (Message, Option<String>) {
        let send = SendMessage {
            to_agent: self.agent.clone(),
            from_agent: SENDER.to_owned(),
            message: self.content(swarm),
            message_type: MessageType::Direct,
            priority: StatedPriority(MessagePriority::parse(swarm.priority.as_str())),
            context: Some(MessageContext {
                task_id: Some(swarm.id.clone()),
                conversation_id: Some(swarm.id.clone()),
                metadata: Some(OrderedMap(vec![(SUB_TASK.to_owned(), self.sub_task.clone())])),
                ..MessageContext::default()
            }),
        };
        let mut message = send.into_message(
            self.message_id.clone(),
            &self.agent,
            &swarm.account,
            swarm.created_at,
        );
        let state = self.state();
        message.only_project.clone_from(&swarm.only_project);
        message.project_id.clone_from(&swarm.project_id);
        message.state = state;
        message.history = self.history(swarm, state);
        message.attempt = self.attempts;
        message.report.clone_from(&self.report);
        let has_no_result = matches!(state, State::Dead | State::Expired | State::Refused);
        message.error = self.error.clone().filter(|_| has_no_result);
        message.rule = has_no_result.then(|| "sub_task".to_owned());
        (message, self.answer())
    }

    /// What the agent was asked.
    fn content(&self, swarm: &Swarm) -> String {
        let several = if self.total > 1 {
            format!("{} sub-tasks, the first: ", self.total)
        } else {
            String::new()
        };
        let task = cut(&swarm.task_description, 0, ANSWER_BYTES_MAX);
        format!("{several}{} ({})\n\n{task}", self.title, swarm.swarm_type)
    }

    fn answer(&self) -> Option<String> {
        if self.ended.total() < self.total {
            return None;
        }
        if self.total == 1 {
            return self.text.as_ref().map(|text| cut(text, 0, ANSWER_BYTES_MAX));
        }
        let Ended { succeeded, skipped, failed, cancelled } = self.ended;
        let ended = [
            (succeeded, "succeeded"),
            (skipped, "skipped"),
            (failed, "failed"),
            (cancelled, "cancelled"),
        ];
        let ended = ended.iter().filter(|(count, _)| *count > 0);
        let ended: Vec<String> = ended.map(|(count, word)| format!("{count} {word}")).collect();
        Some(format!("Of {} sub-tasks {}.", self.total, ended.join(", ")))
    }

    fn history(&self, swarm: &Swarm, state: State) -> Vec<HistoryEntry> {
        let mut history = vec![HistoryEntry { state: State::Queued, at: swarm.created_at }];
        if let Some(at) = self.started_at.filter(|_| self.begun > 0) {
            history.push(HistoryEntry { state: State::Leased, at });
        }
        if !matches!(state, State::Queued | State::Leased) {
            let awaits = state == State::AwaitingApproval;
            let at = if awaits { self.started_at } else { self.finished_at };
            let at = at.unwrap_or(swarm.created_at);
            history.push(HistoryEntry { state, at });
        }
        history
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(total: i64, begun: i64, ended: [i64; 4]) -> Link {
        let [succeeded, skipped, failed, cancelled] = ended;
        Link {
            message_id: "m1".to_owned(),
            sub_task: "structure".to_owned(),
            title: "The structure".to_owned(),
            agent: "architect".to_owned(),
            total,
            begun,
            awaiting: 0,
            ended: Ended { succeeded, skipped, failed, cancelled },
            attempts: begun,
            error: Some("no chapter".to_owned()),
            text: Some("said".to_owned()),
            report: None,
            started_at: Some(Time::from_millis(2_000)),
            finished_at: Some(Time::from_millis(3_000)),
        }
    }

    #[test]
    fn a_message_waits_for_a_permission_while_one_of_its_sub_tasks_does() {
        for (total, awaiting, ended, state) in [
            (1, 1, [0, 0, 0, 0], State::AwaitingApproval),
            (3, 1, [1, 1, 0, 0], State::AwaitingApproval),
            (3, 0, [1, 1, 0, 0], State::Leased),
        ] {
            let link = Link { awaiting, ..link(total, total, ended) };

            let (message, answered) = link.message(&super::super::tests::any());

            assert_eq!((message.state, answered), (state, None), "{ended:?}");
            assert_eq!(message.history.last().map(|step| step.state), Some(state));
        }
    }

    #[test]
    fn a_message_has_the_state_of_what_it_stands_for() {
        let cases = [
            (1, 0, [0, 0, 0, 0], State::Queued, None),
            (1, 1, [0, 0, 0, 0], State::Leased, None),
            (1, 1, [1, 0, 0, 0], State::Handled, Some("said")),
            (1, 1, [0, 1, 0, 0], State::Refused, Some("said")),
            (1, 1, [0, 0, 1, 0], State::Dead, Some("said")),
            (1, 0, [0, 0, 0, 1], State::Expired, Some("said")),
            (3, 2, [1, 1, 0, 0], State::Leased, None),
            (
                3,
                3,
                [1, 1, 1, 0],
                State::Handled,
                Some("Of 3 sub-tasks 1 succeeded, 1 skipped, 1 failed."),
            ),
            (3, 3, [0, 3, 0, 0], State::Refused, Some("Of 3 sub-tasks 3 skipped.")),
        ];

        for (total, begun, ended, state, answer) in cases {
            let (message, answered) =
                link(total, begun, ended).message(&super::super::tests::any());

            assert_eq!(message.state, state, "{ended:?}");
            assert_eq!(answered.as_deref(), answer, "{ended:?}");
            assert_eq!(message.history.last().map(|step| step.state), Some(state));
            assert_eq!((message.conversation_id.as_str(), message.hops), ("s1", 0));
            let is_done = matches!(state, State::Queued | State::Leased | State::Handled);
            assert_eq!(message.error.is_none(), is_done, "{ended:?}");
        }
    }
}
