//! A plan on its way: the studio it is made in, and what was made, by name. It only asks, and
//! keeps ids; assertions are in the tests.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{
    messages::{reply_to, send},
    support::{Reply, Studio, Text as _},
};

pub const TIMELINES: &str = "/api/creative/timelines";
pub const NODES: &str = "/api/creative/plot/nodes";
pub const PROMISES: &str = "/api/creative/plot/promises";

/// A novel that is being planned.
pub struct Plan<'s> {
    pub studio: &'s Studio,
    pub project: String,
    ids: BTreeMap<String, Value>,
}

/// What an answer says, with or without the envelope.
fn said(reply: Reply) -> Value {
    let mut body = reply.ok();
    if body["status"] == "success" { body["data"].take() } else { body }
}

/// What a row is called.
fn name(row: &Value) -> String {
    let names = ["title", "name", "form"].map(|field| row[field].as_str());
    names.into_iter().flatten().next().expect("a name").to_owned()
}

impl<'s> Plan<'s> {
    /// A project with nothing in it, which is open.
    pub fn begin(studio: &'s Studio, name: &str) -> Self {
        let project = studio.project(name);
        studio.post(&format!("/api/projects/{project}/activate"), &json!({})).ok();
        Self { studio, project, ids: BTreeMap::new() }
    }

    pub fn get(&self, path: &str) -> Value {
        said(self.studio.get(path))
    }

    pub fn post(&self, path: &str, body: &Value) -> Value {
        said(self.studio.post(path, body))
    }

    pub fn put(&self, path: &str, body: &Value) -> Value {
        said(self.studio.put(path, body))
    }

    pub fn delete(&self, path: &str) {
        self.studio.delete(path).ok();
    }

    /// Makes a record and keeps its id by its name; the clock moves between two of them.
    pub fn make(&mut self, path: &str, body: &Value) {
        let made = self.post(path, body);
        self.remember(&made);
        self.studio.clock.advance(1);
    }

    /// Remembers a row by its name, of which there is one.
    pub fn remember(&mut self, row: &Value) {
        let earlier = self.ids.insert(name(row), row["id"].clone());
        assert_eq!(earlier, None, "{row}");
    }

    pub fn id(&self, name: &str) -> Value {
        self.ids.get(name).unwrap_or_else(|| panic!("nobody made {name}")).clone()
    }

    /// A path within the project.
    pub fn within(&self, rest: &str) -> String {
        format!("/api/projects/{}/{rest}", self.project).trim_end_matches('/').to_owned()
    }

    /// The path of a record within the project, and what stands behind it.
    pub fn at(&self, records: &str, name: &str, rest: &str) -> String {
        self.within(&format!("{records}/{}{rest}", self.id(name).text()))
    }

    pub fn timeline(&self) -> String {
        format!("{TIMELINES}/{}", self.id("The winter of 1783").text())
    }

    pub fn event(&self, title: &str) -> String {
        format!("{}/events/{}", self.timeline(), self.id(title).text())
    }

    pub fn promise(&self, title: &str) -> String {
        format!("{PROMISES}/{}", self.id(title).text())
    }

    pub fn language(&self) -> String {
        format!("/api/creative/conlang/languages/{}", self.id("Skerrish").text())
    }

    /// The rows of a list.
    pub fn list(&self, path: &str, noun: &str) -> Vec<Value> {
        rows(self.studio, path, noun)
    }

    /// What rows are called.
    pub fn named(&self, rows: &[Value]) -> Vec<String> {
        rows.iter().map(name).collect()
    }

    /// The nodes of the outline, each behind what it lies in.
    pub fn outline(&self) -> Vec<String> {
        fn below(nodes: &[Value], parent: &Value, above: &str, all: &mut Vec<String>) {
            for node in nodes.iter().filter(|node| node["parentId"] == *parent) {
                let path = format!("{above}{}", name(node));
                all.push(path.clone());
                below(nodes, &node["id"], &format!("{path} / "), all);
            }
        }
        let nodes = self.list(&format!("{NODES}?projectId={}", self.project), "nodes");
        let mut all = Vec::new();
        below(&nodes, &Value::Null, "", &mut all);
        all
    }

    /// How often the manuscript names each entry, once that is known: all places, and documents.
    pub fn mentions(&self) -> Vec<(String, i64, i64)> {
        self.studio.until("the mentions", || {
            let entries = self.list(&self.within("lore"), "entries");
            let counted = entries.iter().map(|entry| {
                let mentions = entry["mentions"].as_object()?;
                Some((name(entry), mentions["total"].as_i64()?, mentions["documents"].as_i64()?))
            });
            counted.collect()
        })
    }

    /// What an event is linked to: types of records in their order, then `lore` for each entry.
    pub fn links(&self, event: &str) -> Vec<String> {
        let event = self.get(&self.event(event));
        let links = event["links"].as_array().unwrap().iter().map(|it| it["entityType"].text());
        let lore = event["loreLinks"].as_array().unwrap().iter().map(|_| "lore".to_owned());
        links.chain(lore).collect()
    }

    pub fn connections(&self) -> i64 {
        let project = self.get(&self.within(""));
        project["intelligence"]["knowledgeBase"]["connections"].as_i64().unwrap()
    }

    /// Asks an agent about the project that is open; its text and its report.
    pub fn ask(&self, agent: &str, metadata: Value) -> (String, Value) {
        let message = json!({ "toAgent": agent, "message": "What do you see?",
            "context": { "metadata": metadata } });
        let reply = reply_to(self.studio, &send(self.studio, &message).ok());
        let path = format!("/api/agent-communication/messages/{}", reply["id"].text());
        let reply = self.get(&path);
        assert_eq!(reply["projectId"], self.project.as_str());
        (reply["message"].text(), reply["report"].clone())
    }

    /// Where every list of the plan is, with its noun.
    pub fn lists(&self) -> Vec<(&'static str, String)> {
        let of_project = format!("?projectId={}", self.project);
        vec![
            ("documents", self.within("documents")),
            ("entries", self.within("lore")),
            ("timelines", format!("{TIMELINES}{of_project}")),
            ("events", format!("{}/events", self.timeline())),
            ("plotlines", format!("{}/plotlines", self.timeline())),
            ("nodes", format!("{NODES}{of_project}")),
            ("promises", format!("{PROMISES}{of_project}")),
            ("languages", format!("/api/creative/conlang/languages{of_project}")),
            ("grammarRules", format!("{}/grammar-rules", self.language())),
            ("words", format!("{}/lexicon", self.language())),
            ("notifications", "/api/notifications".to_owned()),
        ]
    }

    /// Every list of the plan, by its noun, when all mentions are counted.
    pub fn board(&self) -> Board {
        self.mentions();
        read(self.studio, &self.lists())
    }
}

/// Lists by their nouns.
pub type Board = BTreeMap<&'static str, Vec<Value>>;

/// What lies on these lists.
pub fn read(studio: &Studio, lists: &[(&'static str, String)]) -> Board {
    lists.iter().map(|(noun, path)| (*noun, rows(studio, path, noun))).collect()
}

/// The rows of a list, which has one page and says how many there are.
fn rows(studio: &Studio, path: &str, noun: &str) -> Vec<Value> {
    let page = said(studio.get(path));
    let rows = page[noun].as_array().unwrap_or_else(|| panic!("{noun} in {page}")).clone();
    assert_eq!((&page["total"], &page["nextCursor"]), (&json!(rows.len()), &Value::Null));
    rows
}
