//! The view of a finding.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Finding, FoundBy, Severity, State};
use crate::{json::JsonText, lore::Quoted, time::Time};

/// The document of a finding as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Current {
    /// What it is called.
    pub title: String,
    /// Its version.
    pub version: i64,
}

/// A finding.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Finding")]
pub struct FindingItem {
    /// Its identifier.
    pub id: String,
    /// The project it belongs to.
    pub project_id: String,
    /// The document it was found in; null when it concerns no document.
    pub document_id: Option<String>,
    /// What the document is called.
    pub document_title: Option<String>,
    /// The version of the document in which this was last found.
    pub document_version: Option<i64>,
    /// The present version of the document; if it differs from `documentVersion`, the text may have
    /// changed.
    pub current_document_version: Option<i64>,
    /// The check that found it; `agent` when an agent recorded it while it read with a language model, `editor`
    /// when it is the comment of a person in a file that was imported.
    pub check: FoundBy,
    /// The rule of the check; what a finding of an agent is about.
    pub rule: String,
    /// How much it matters.
    pub severity: Severity,
    /// Its state.
    pub state: State,
    /// The author's reason for the state.
    pub reason: Option<String>,
    /// What was found, in one or two sentences.
    pub message: String,
    /// The words it is about, and their position in the version that was read.
    pub quotation: Option<Quoted>,
    /// The line of the document's present text in which these words begin, counted from 1; null when they
    /// no longer stand there, and in events.
    pub line: Option<i64>,
    /// Numbers and further positions. A position has its document, and the `line` in the present text; null
    /// where the words no longer stand there, and absent in events.
    #[schemars(with = "Option<BTreeMap<String, serde_json::Value>>")]
    pub detail: Option<JsonText>,
    /// The swarm that found it first.
    pub swarm_id: Option<String>,
    /// The agent that found it first; `editor` for the comment of a person, who is the `author` in `detail`.
    pub agent: String,
    /// When it was first found, ISO 8601.
    pub created_at: Time,
    /// When it was last changed, ISO 8601.
    pub modified_at: Time,
}

impl FindingItem {
    /// What the wire shows of `finding`, whose document is now as `current` says.
    pub fn of(finding: Finding, current: Option<Current>) -> Self {
        let (document_id, document_version) = match finding.source {
            Some(source) => (Some(source.document_id), Some(source.version)),
            None => (None, None),
        };
        let (document_title, current_document_version) = match current {
            Some(current) => (Some(current.title), Some(current.version)),
            None => (None, None),
        };
        Self {
            id: finding.id,
            project_id: finding.project_id,
            document_id,
            document_title,
            document_version,
            current_document_version,
            check: finding.check,
            rule: finding.rule,
            severity: finding.severity,
            state: finding.state,
            reason: finding.reason,
            message: finding.message,
            quotation: finding.quoted,
            line: None,
            detail: finding.detail,
            swarm_id: finding.swarm_id,
            agent: finding.agent,
            created_at: finding.created_at,
            modified_at: finding.modified_at,
        }
    }
}
