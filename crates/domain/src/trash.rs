//! What lies in the trash, as lists show it. Putting something there, restoring it and deleting it for good is
//! for the modules of projects and documents.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    documents::DocumentKind,
    projects::TRASH_DAYS,
    time::{DAY_MS, Time},
};

/// A project in the trash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrashedProject {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Its version, for a restore with If-Match.
    pub version: i64,
    /// When it was put there, ISO 8601.
    pub deleted_at: Time,
    /// From when on it is deleted for good, with all that it has, ISO 8601.
    pub purged_at: Time,
}

/// A document in the trash of its project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrashedDocument {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it is.
    pub kind: DocumentKind,
    /// How many words its text has.
    pub words: i64,
    /// Its version, for a restore with If-Match.
    pub version: i64,
    /// When it was put there, ISO 8601.
    pub deleted_at: Time,
    /// From when on it is deleted for good, with its revisions, ISO 8601.
    pub purged_at: Time,
}

/// From when on something is deleted for good that was put into the trash at this time.
pub const fn purged_at(deleted_at: Time) -> Time {
    deleted_at.plus(TRASH_DAYS * DAY_MS)
}
