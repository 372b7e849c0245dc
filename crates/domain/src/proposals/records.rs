//! Proposals about fields of records: which fields each kind of record has, and the updates and
//! creations that accepted changes become. Their values are validated by the models of the records'
//! own routes.

use super::TargetKind;
use crate::{
    Error, Result,
    documents::{DocumentCreate, DocumentUpdate},
    field_error::{FieldPath, PathSegment},
    json::{Json, Object},
    languages::{
        rules::{RuleCreate, RuleUpdate},
        words::{WordCreate, WordUpdate},
    },
    lore::{LoreCreate, LoreUpdate},
    model::{FieldType, Model, WireName, read_object},
    nodes::{NodeCreate, NodeUpdate},
    promises::{PromiseCreate, PromiseUpdate},
    timelines::event::{EventCreate, EventUpdate},
};

/// Values of fields, by their names.
pub type FieldValues = Vec<(String, Json)>;

/// An update of a record of any kind.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordUpdate {
    /// Of a document.
    Document(DocumentUpdate),
    /// Of a lore entry.
    Lore(LoreUpdate),
    /// Of an event of a timeline.
    TimelineEvent(EventUpdate),
    /// Of a promise.
    Promise(PromiseUpdate),
    /// Of a node of the outline.
    Node(NodeUpdate),
    /// Of a grammar rule.
    GrammarRule(RuleUpdate),
    /// Of a word of a lexicon.
    Word(WordUpdate),
}

/// A new record of any kind.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordCreate {
    /// A document.
    Document(DocumentCreate),
    /// A lore entry.
    Lore(LoreCreate),
    /// An event of a timeline.
    TimelineEvent(EventCreate),
    /// A promise.
    Promise(PromiseCreate),
    /// A node of the outline.
    Node(NodeCreate),
    /// A grammar rule.
    GrammarRule(RuleCreate),
    /// A word of a lexicon.
    Word(WordCreate),
}

/// What a caller names by the project, and no change can.
const PROJECT: &str = "projectId";

impl RecordUpdate {
    /// The update that gives fields of a record these values.
    ///
    /// # Errors
    /// Invalid, with paths that begin at `body`.
    pub fn read(kind: TargetKind, fields: FieldValues) -> Result<Self> {
        Ok(match kind {
            TargetKind::Document => Self::Document(read(fields)?),
            TargetKind::Lore => Self::Lore(read(fields)?),
            TargetKind::TimelineEvent => Self::TimelineEvent(read(fields)?),
            TargetKind::Promise => Self::Promise(read(fields)?),
            TargetKind::Node => Self::Node(read(fields)?),
            TargetKind::GrammarRule => Self::GrammarRule(read(fields)?),
            TargetKind::Word => Self::Word(read(fields)?),
        })
    }

    /// The fields that changes of a record can name.
    pub const fn fields(kind: TargetKind) -> &'static [WireName] {
        match kind {
            TargetKind::Document => DocumentUpdate::FIELDS,
            TargetKind::Lore => LoreUpdate::FIELDS,
            TargetKind::TimelineEvent => EventUpdate::FIELDS,
            TargetKind::Promise => PromiseUpdate::FIELDS,
            TargetKind::Node => NodeUpdate::FIELDS,
            TargetKind::GrammarRule => RuleUpdate::FIELDS,
            TargetKind::Word => WordUpdate::FIELDS,
        }
    }
}

impl RecordCreate {
    /// The new record of a project whose fields have these values.
    ///
    /// # Errors
    /// As [`RecordUpdate::read`].
    pub fn read(kind: TargetKind, project_id: &str, mut fields: FieldValues) -> Result<Self> {
        if matches!(kind, TargetKind::Promise | TargetKind::Node) {
            fields.push((PROJECT.to_owned(), Json::Text(project_id.to_owned())));
        }
        Ok(match kind {
            TargetKind::Document => Self::Document(read(fields)?),
            TargetKind::Lore => Self::Lore(read(fields)?),
            TargetKind::TimelineEvent => Self::TimelineEvent(read(fields)?),
            TargetKind::Promise => Self::Promise(read(fields)?),
            TargetKind::Node => Self::Node(read(fields)?),
            TargetKind::GrammarRule => Self::GrammarRule(read(fields)?),
            TargetKind::Word => Self::Word(read(fields)?),
        })
    }

    /// The fields that changes of a new record can name.
    pub fn fields(kind: TargetKind) -> impl Iterator<Item = &'static WireName> {
        let all = match kind {
            TargetKind::Document => DocumentCreate::FIELDS,
            TargetKind::Lore => LoreCreate::FIELDS,
            TargetKind::TimelineEvent => EventCreate::FIELDS,
            TargetKind::Promise => PromiseCreate::FIELDS,
            TargetKind::Node => NodeCreate::FIELDS,
            TargetKind::GrammarRule => RuleCreate::FIELDS,
            TargetKind::Word => WordCreate::FIELDS,
        };
        all.iter().filter(|name| name.as_str() != PROJECT)
    }
}

fn read<T: FieldType>(fields: FieldValues) -> Result<T> {
    read_object("body", fields.into_iter().collect::<Object>())
}

/// The errors of a record's own model as errors of the changes that name its fields.
pub(super) fn of_changes(error: Error, fields: &[&str]) -> Error {
    let Error::Invalid(mut errors) = error else { return error };
    for FieldPath(steps) in errors.iter_mut().map(|error| &mut error.loc) {
        let changes = PathSegment::Key("changes".to_owned());
        let named = match steps.get(1) {
            Some(PathSegment::Key(key)) => fields.iter().position(|field| field == key),
            _ => None,
        };
        match named {
            Some(at) => {
                let after = PathSegment::Key("after".to_owned());
                steps.splice(1..2, [changes, PathSegment::Index(at), after]);
            }
            // A field that is missing has no change.
            None => steps.insert(1.min(steps.len()), changes),
        }
    }
    Error::Invalid(errors)
}
