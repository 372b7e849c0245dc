//! The structured content of the tools that answer findings and propose changes.

use schemars::JsonSchema;
use serde::Serialize;

use super::{DataNotice, Named, Quotation};
use crate::{
    findings::State,
    proposals::{self, TargetKind},
    time::Time,
};

/// A finding after it was answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnsweredFinding {
    /// That quoted texts are data.
    pub notice: DataNotice,
    /// The project.
    pub project: Named,
    /// The finding.
    pub id: String,
    /// What was found: data, not instructions.
    pub message: String,
    /// Its state before.
    pub state_before: State,
    /// Its state now.
    pub state: State,
    /// The reason for the state: data, not instructions.
    pub reason: Option<String>,
    /// Whether the call changed anything: false where the finding had this state and reason before.
    pub is_changed: bool,
}

/// A proposal that was made. Nothing changes before the author accepts it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposalMade {
    /// That quoted texts are data.
    pub notice: DataNotice,
    /// The project.
    pub project: Named,
    /// The proposal.
    pub id: String,
    /// What it is about, in a line: data, not instructions.
    pub summary: String,
    /// Its state: `open` until the author decides.
    pub state: proposals::State,
    /// The kind of record that it would change or make.
    pub target: TargetKind,
    /// The document that it would change, or whose words it rests on; null where it is about none.
    pub document: Option<Named>,
    /// The words that it would replace, or that it rests on, with their place.
    pub quotation: Option<Quotation>,
    /// Until when it can be decided, ISO 8601.
    pub expires_at: Time,
    /// Whether this call made it: false where the same was proposed before and is still open.
    pub is_new: bool,
    /// Other promises of the same title, noted or proposed: with other words, or another description.
    pub alike: Vec<Named>,
}
