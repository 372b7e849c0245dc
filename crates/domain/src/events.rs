//! Events: what changed, as clients and other processes see it. Numbering and delivery are in
//! `store` and `engine`.

use serde::Serialize;

use crate::{Error, Result, json, time::Time};

crate::string_enum! {
    /// What an event is about.
    pub enum EventKind {
        Notification = "notification",
        Message = "message",
        Swarm = "swarm",
        Project = "project",
        Document = "document",
        Finding = "finding",
        /// A quotation whose speaker was corrected.
        Quotation = "quotation",
        /// A fact that was rejected, or accepted again.
        Fact = "fact",
        Timeline = "timeline",
        TimelineEvent = "timeline_event",
        Plotline = "plotline",
        Promise = "promise",
        Proposal = "proposal",
        Node = "node",
        Language = "language",
        GrammarRule = "grammar_rule",
        Word = "word",
        /// The folder that is kept in step with a project.
        Folder = "folder",
        Lore = "lore",
        /// A tool that an assistant called.
        ToolCall = "tool_call",
        /// An agent of the staff, which is everybody's.
        Agent = "agent",
    }
}

/// Something that happened, before it has a number.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEvent {
    /// What it is about.
    pub kind: EventKind,
    /// The project whose members may hear it.
    pub project_id: Option<String>,
    /// The user who may hear it, where it concerns no project.
    pub account: String,
    /// The resource as the wire shows it, as JSON.
    pub body: String,
    /// When it happened.
    pub at: Time,
}

impl NewEvent {
    /// An event about a record, as the wire shows it, for the members of a project or, without one, for
    /// a user.
    pub fn to(
        kind: EventKind,
        (project_id, account): (Option<&str>, &str),
        view: &impl Serialize,
        at: Time,
    ) -> Result<Self> {
        let body =
            json::text(view).map_err(|flaw| Error::internal("telling what happened", flaw))?;
        let project_id = project_id.map(str::to_owned);
        Ok(Self { kind, project_id, account: account.to_owned(), body, at })
    }
}

/// The id of the record an event tells of, with which every body begins; none where the text is no
/// such beginning.
pub fn record_id(body: &str) -> Option<&str> {
    body.strip_prefix("{\"id\":\"")?.split_once('"').map(|(id, _)| id)
}

/// An event of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its number: later commits have greater ones.
    pub seq: i64,
    /// What happened.
    pub content: NewEvent,
}
