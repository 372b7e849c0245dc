//! Requests to send and list messages, and the rules of the hub that go beyond a field's type.

use serde::{Deserialize, Serialize};

use super::{
    AGENT_NAME_LENGTH_MAX, BROADCAST_BYTES_MAX, CONTENT_BYTES_MAX, CONTEXT_ID_LENGTH_MAX,
    HistoryEntry, Message, MessagePriority, MessageType, RECIPIENTS_MAX, SYSTEM, State,
};
use crate::{
    Error, Result,
    json::Json,
    model::{Bounds, FieldReader, FieldType, OrderedMap, Schemas},
    page::Cursor,
    time::Time,
};

/// How urgent a message says that it is; none when it does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StatedPriority(pub Option<MessagePriority>);

impl FieldType for StatedPriority {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        MessagePriority::read(value, bounds, reader).map(|stated| Self(Some(stated)))
    }

    fn absent() -> Option<Self> {
        Some(Self(None))
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> serde_json::Value {
        let mut schema = MessagePriority::schema(bounds, schemas);
        schema["default"] = MessagePriority::Medium.as_str().into();
        schema
    }
}

crate::model! {
    /// A message to an agent.
    pub struct SendMessage as "SendMessageRequest" {
        /// The agent it goes to.
        to_agent: String where { min_length: 1 },
        /// Who sends it.
        from_agent: String where { min_length: 1 } = SYSTEM.to_owned(),
        /// Its text.
        message: String where { min_length: 1 },
        /// The type of the message.
        message_type: MessageType = MessageType::Direct,
        /// How urgent it is; `medium` when neither it nor its context says so.
        priority: StatedPriority,
        /// Its context.
        context: Option<MessageContext>,
    }
}

crate::model! {
    /// The context of a message.
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct MessageContext as "MessageContextInfo" {
        /// The task it is part of.
        task_id: Option<String>,
        /// The session it is part of.
        session_id: Option<String>,
        /// The conversation it continues.
        conversation_id: Option<String>,
        /// How urgent it is, when `priority` beside it is absent; another word has no effect.
        priority: Option<String>,
        /// Whether the sender waits for an answer.
        requires_response: Option<bool>,
        /// How long the sender waits, in milliseconds.
        timeout_ms: Option<i64>,
        /// Further data; `documentId` and `projectId` name its subject, `causeId` the message that
        /// led to it.
        metadata: Option<OrderedMap<String>>,
    }
}

impl MessageContext {
    /// How long its texts are together, in bytes.
    fn bytes(&self) -> usize {
        let texts = [&self.task_id, &self.session_id, &self.conversation_id, &self.priority];
        let metadata = self.metadata.iter().flat_map(|map| &map.0);
        texts.into_iter().flatten().map(String::len).sum::<usize>()
            + metadata.map(|(key, value)| key.len() + value.len()).sum::<usize>()
    }

    /// What it names tasks, sessions and conversations by.
    fn ids(&self) -> [Option<&String>; 3] {
        [self.task_id.as_ref(), self.session_id.as_ref(), self.conversation_id.as_ref()]
    }

    /// The metadata of this key.
    pub fn about(&self, key: &str) -> Option<&str> {
        let metadata = self.metadata.as_ref()?;
        metadata.0.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

crate::model! {
    /// Which messages to list.
    pub struct MessageQuery as "MessageQuery" paged by Cursor {
        /// Only messages from or to this agent.
        agent: Option<String>,
        /// Only those of this conversation.
        conversation_id: Option<String>,
        /// Only those of this session.
        session_id: Option<String>,
        /// Only those in this state.
        status: Option<State>,
    }
}

impl SendMessage {
    /// The rules of the hub that no type can say.
    ///
    /// # Errors
    /// A rejection for blank or oversized content, and for a name no agent has.
    pub fn check(&self) -> Result<()> {
        if self.message.trim().is_empty() {
            return Err(Error::Rejected("Message content cannot be empty".to_owned()));
        }
        let context = self.context.as_ref().map_or(0, MessageContext::bytes);
        let what = if self.message.len() > CONTENT_BYTES_MAX {
            Some("Message content is")
        } else if self.message.len() + context > CONTENT_BYTES_MAX {
            Some("Message content and context together are")
        } else {
            None
        };
        if let Some(what) = what {
            let most = CONTENT_BYTES_MAX / 1024;
            return Err(Error::Rejected(format!("{what} longer than {most} KiB")));
        }
        let ids = self.context.iter().flat_map(MessageContext::ids);
        if ids.flatten().any(|id| id.chars().nth(CONTEXT_ID_LENGTH_MAX).is_some()) {
            return Err(Error::Rejected(format!(
                "An id in the context is longer than {CONTEXT_ID_LENGTH_MAX} characters"
            )));
        }
        for name in [&self.to_agent, &self.from_agent] {
            if name.chars().nth(AGENT_NAME_LENGTH_MAX).is_some() {
                return Err(Error::Rejected(format!(
                    "An agent's name is longer than {AGENT_NAME_LENGTH_MAX} characters"
                )));
            }
        }
        Ok(())
    }

    /// How urgent it is: as it says, else as its context says in a word of the same vocabulary, else
    /// `medium`.
    pub fn priority(&self) -> MessagePriority {
        let word = self.context.as_ref().and_then(|context| context.priority.as_deref());
        let of_context = || word.and_then(MessagePriority::parse);
        self.priority.0.or_else(of_context).unwrap_or(MessagePriority::Medium)
    }

    /// The bounds of a broadcast to this many recipients.
    ///
    /// # Errors
    /// Rejected when they are too many, or too many for its length.
    pub fn check_recipients(&self, recipients: usize) -> Result<()> {
        if recipients > RECIPIENTS_MAX {
            return Err(Error::Rejected(format!(
                "A broadcast goes to {RECIPIENTS_MAX} agents at the most"
            )));
        }
        let each = self.message.len() + self.context.as_ref().map_or(0, MessageContext::bytes);
        if each.saturating_mul(recipients + 1) > BROADCAST_BYTES_MAX {
            let most = BROADCAST_BYTES_MAX / 1024 / 1024;
            return Err(Error::Rejected(format!(
                "A broadcast is longer than {most} MiB in all its parts"
            )));
        }
        Ok(())
    }

    /// The message this becomes: queued for `to_agent`, the registry's name of the recipient.
    pub fn into_message(self, id: String, to_agent: &str, account: &str, now: Time) -> Message {
        let conversation_id = self
            .context
            .as_ref()
            .and_then(|context| context.conversation_id.clone())
            .filter(|conversation| !conversation.is_empty())
            .unwrap_or_else(|| id.clone());
        let priority = self.priority();
        let mut message = Message {
            id,
            parent_id: None,
            cause_id: None,
            reply_to: None,
            conversation_id,
            from_agent: self.from_agent,
            to_agent: to_agent.to_owned(),
            message_type: self.message_type,
            priority,
            hops: 0,
            labels: Vec::new(),
            account: account.to_owned(),
            only_project: None,
            project_id: None,
            state: State::Queued,
            error: None,
            rule: None,
            content: self.message,
            context: self.context,
            report: None,
            history: vec![HistoryEntry { state: State::Queued, at: now }],
            created_at: now,
            deadline: None,
            answer_id: None,
            task: None,
            offered_version: 0,
            attempt: 0,
            not_before: now,
            approval: None,
        };
        message.deadline = message.timeout_ms().map(|timeout_ms| now.plus(timeout_ms));
        message
    }
}
