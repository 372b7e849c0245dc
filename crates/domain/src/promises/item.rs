//! What the wire shows of promises: the record, and the titles of what it points at, which are read
//! together with it and kept nowhere.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Level, Links, Promise, PromiseType, Status};
use crate::json::Members;

/// The titles of what a promise points at; empty where it points at nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Titles {
    /// Of the node where it is made.
    pub made_at: String,
    /// Of the node where it is kept.
    pub fulfilled_at: String,
    /// Of its plotline.
    pub plotline: String,
}

/// A promise to the reader.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlotPromise<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// The project it belongs to.
    pub project_id: &'a str,
    /// What it is called.
    pub title: &'a str,
    /// What is promised, and by which words.
    pub description: &'a str,
    /// What kind of promise it is.
    #[schemars(extend("enum" = PromiseType::WORDS))]
    pub promise_type: &'a str,
    /// How much of the book rests on it.
    #[schemars(extend("enum" = Level::WORDS))]
    pub promise_level: &'a str,
    /// How far it is.
    #[schemars(extend("enum" = Status::WORDS))]
    pub status: &'a str,
    /// What its author notes about it.
    pub notes: &'a str,
    /// The node of the outline where it is made.
    pub made_at_node_id: Option<&'a str>,
    /// What that node is called; empty without one.
    pub made_at_node_title: &'a str,
    /// The node of the outline where it is kept.
    pub fulfilled_at_node_id: Option<&'a str>,
    /// What that node is called; empty without one.
    pub fulfilled_at_node_title: &'a str,
    /// The plotline it belongs to.
    pub plotline_id: Option<&'a str>,
    /// What that plotline is called; empty without one.
    pub plotline_title: &'a str,
    /// When it was entered, in milliseconds of Unix time.
    pub created_at: i64,
    /// When it was last changed, in milliseconds of Unix time.
    pub modified_at: i64,
}

impl<'a> PlotPromise<'a> {
    /// What the wire shows of `promise`.
    pub fn of(promise: &'a Promise, titles: &'a Titles) -> Self {
        Self {
            id: &promise.id,
            project_id: &promise.project_id,
            title: &promise.title,
            description: &promise.description,
            promise_type: promise.kind.as_str(),
            promise_level: promise.level.as_str(),
            status: promise.status.as_str(),
            notes: &promise.notes,
            made_at_node_id: promise.links.made_at.as_deref(),
            made_at_node_title: &titles.made_at,
            fulfilled_at_node_id: promise.links.fulfilled_at.as_deref(),
            fulfilled_at_node_title: &titles.fulfilled_at,
            plotline_id: promise.links.plotline.as_deref(),
            plotline_title: &titles.plotline,
            created_at: promise.created_at.millis(),
            modified_at: promise.modified_at.millis(),
        }
    }
}

/// What a promise says by itself, whatever it points at: the part of its view that changes only
/// with it, and is kept as it is written so that a list need not write it again.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Own<'a> {
    /// As [`PlotPromise::id`]. It comes first, see [`id_in`].
    pub id: &'a str,
    /// As [`PlotPromise::project_id`].
    pub project_id: &'a str,
    /// As [`PlotPromise::title`].
    pub title: &'a str,
    /// As [`PlotPromise::description`].
    pub description: &'a str,
    /// As [`PlotPromise::promise_type`].
    pub promise_type: &'a str,
    /// As [`PlotPromise::promise_level`].
    pub promise_level: &'a str,
    /// As [`PlotPromise::status`].
    pub status: &'a str,
    /// As [`PlotPromise::notes`].
    pub notes: &'a str,
    /// As [`PlotPromise::created_at`].
    pub created_at: i64,
}

impl Own<'_> {
    /// The text of these members.
    pub fn written(&self) -> String {
        Members::of(self).expect("texts and a number can be written")
    }
}

/// The id in the text of a promise's own members; none in any other text.
pub fn id_in(own: &str) -> Option<&str> {
    let (id, _) = own.strip_prefix("\"id\":\"")?.split_once('"')?;
    Some(id)
}

/// [`PlotPromise`] as lists have it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedPromise<'a> {
    /// All of [`Own`].
    #[serde(rename = "$members")]
    pub own: Members<'a>,
    /// The node of the outline where it is made.
    pub made_at_node_id: Option<&'a str>,
    /// What that node is called; empty without one.
    pub made_at_node_title: &'a str,
    /// The node of the outline where it is kept.
    pub fulfilled_at_node_id: Option<&'a str>,
    /// What that node is called; empty without one.
    pub fulfilled_at_node_title: &'a str,
    /// The plotline it belongs to.
    pub plotline_id: Option<&'a str>,
    /// What that plotline is called; empty without one.
    pub plotline_title: &'a str,
    /// When it was last changed, in milliseconds of Unix time.
    pub modified_at: i64,
}

impl ListedPromise<'_> {
    /// What it points at.
    pub fn links(&self) -> Links {
        Links {
            made_at: self.made_at_node_id.map(str::to_owned),
            fulfilled_at: self.fulfilled_at_node_id.map(str::to_owned),
            plotline: self.plotline_id.map(str::to_owned),
        }
    }
}

/// Promises, newest first.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromiseList<'a> {
    /// The promises.
    #[schemars(with = "Vec<PlotPromise>")]
    pub promises: Vec<ListedPromise<'a>>,
    /// How many there are on all pages, always counted.
    #[schemars(range(min = 0))]
    pub total: i64,
    /// The cursor of the next page; null at the end.
    pub next_cursor: Option<&'a str>,
}
