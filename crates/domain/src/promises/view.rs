//! Views of promises: the record, and the titles of what it refers to, which are read together with
//! it.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Level, Promise, PromiseType, Status};
use crate::page::Page;

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
pub struct PlotPromise {
    /// Its identifier.
    pub id: String,
    /// The project it belongs to.
    pub project_id: String,
    /// What it is called.
    pub title: String,
    /// What is promised, and by which words.
    pub description: String,
    /// What kind of promise it is.
    pub promise_type: PromiseType,
    /// How important it is for the book.
    pub promise_level: Level,
    /// Its state.
    pub status: Status,
    /// Notes of the author.
    pub notes: String,
    /// The node of the outline where it is made.
    pub made_at_node_id: Option<String>,
    /// What that node is called; empty without one.
    pub made_at_node_title: String,
    /// The node of the outline where it is fulfilled.
    pub fulfilled_at_node_id: Option<String>,
    /// What that node is called; empty without one.
    pub fulfilled_at_node_title: String,
    /// The plotline it belongs to.
    pub plotline_id: Option<String>,
    /// What that plotline is called; empty without one.
    pub plotline_title: String,
    /// When it was created, in milliseconds of Unix time.
    pub created_at: i64,
    /// When it was last changed, in milliseconds of Unix time.
    pub modified_at: i64,
}

impl PlotPromise {
    /// What the wire shows of `promise`.
    pub fn of(promise: Promise, titles: Titles) -> Self {
        Self {
            id: promise.id,
            project_id: promise.project_id,
            title: promise.title,
            description: promise.description,
            promise_type: promise.kind,
            promise_level: promise.level,
            status: promise.status,
            notes: promise.notes,
            made_at_node_id: promise.links.made_at,
            made_at_node_title: titles.made_at,
            fulfilled_at_node_id: promise.links.fulfilled_at,
            fulfilled_at_node_title: titles.fulfilled_at,
            plotline_id: promise.links.plotline,
            plotline_title: titles.plotline,
            created_at: promise.created_at.millis(),
            modified_at: promise.modified_at.millis(),
        }
    }
}

/// Promises, newest first.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromiseList {
    /// The promises.
    pub promises: Vec<PlotPromise>,
    /// The number of items on all pages, always counted.
    #[schemars(range(min = 0))]
    pub total: i64,
    /// The cursor of the next page; null at the end.
    pub next_cursor: Option<String>,
}

impl PromiseList {
    /// What the wire shows of a page.
    pub fn of(page: Page<(Promise, Titles)>) -> Self {
        let Page { items, next_cursor, total } = page;
        let item = |(promise, titles)| PlotPromise::of(promise, titles);
        let promises = items.into_iter().map(item).collect();
        Self { promises, total: total.unwrap_or(0), next_cursor }
    }
}
