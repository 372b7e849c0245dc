//! The events' room: what happened, as open pages and other machines hear it. Who numbers events
//! and who tells them is elsewhere.

use crate::time::Time;

crate::words! {
    /// What an event is about.
    pub enum Kind {
        Notification = "notification",
        Message = "message",
        Swarm = "swarm",
        Project = "project",
        Document = "document",
        Finding = "finding",
        Timeline = "timeline",
        TimelineEvent = "timeline_event",
        Plotline = "plotline",
        Promise = "promise",
        Node = "node",
        Language = "language",
        GrammarRule = "grammar_rule",
        Word = "word",
        Lore = "lore",
        /// An agent of the staff, which is everybody's.
        Agent = "agent",
    }
}

/// Something that happened, before it has a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Happened {
    /// What it is about.
    pub kind: Kind,
    /// The project whose members may hear it.
    pub project_id: Option<String>,
    /// The user who may hear it, where it concerns no project.
    pub account: String,
    /// The resource as the wire shows it, as JSON.
    pub body: String,
    /// When it happened.
    pub at: Time,
}

/// An event of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its number: later commits have greater ones.
    pub seq: i64,
    /// What happened.
    pub happened: Happened,
}
