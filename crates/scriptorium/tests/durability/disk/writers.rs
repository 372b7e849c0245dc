//! People who write at the same time: projects, chapters, promises, messages, made, changed and
//! removed, each change answered before its writer makes the next one.

use std::{net::SocketAddr, sync::Mutex, thread};

use serde_json::{Value, json};

use super::{
    edits::{Edit, Kind, text},
    requests::ask,
};
use crate::support::Text as _;

/// How many write at once.
const WRITERS: usize = 4;

/// Every so many chapters and promises, one is removed.
const REMOVED_EVERY: usize = 3;

/// How often a thing is changed.
const CHANGES: u64 = 3;

/// Whom messages go to; some answer by measuring.
const AGENTS: [&str; 3] = ["muse", "proseguard", "lorekeeper"];

/// Writes so many rounds; what was acknowledged.
pub(super) fn write(address: SocketAddr, rounds: usize) -> Vec<Edit> {
    let edits = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..WRITERS {
            scope.spawn(|| Writer { address, edits: &edits }.write(rounds));
        }
    });
    edits.into_inner().expect("writers that did not break")
}

struct Writer<'d> {
    address: SocketAddr,
    edits: &'d Mutex<Vec<Edit>>,
}

impl Writer<'_> {
    fn write(&self, rounds: usize) {
        let project = self.make(Kind::Project, "/api/projects", "/api/projects", json!({}), "name");
        let documents = format!("/api/projects/{}/documents", project.id);
        let promises = "/api/creative/plot/promises";
        let of_project = json!({ "projectId": project.id });
        for round in 0..rounds {
            let titled = json!({ "title": format!("Chapter {round}") });
            let chapter = self.make(Kind::Document, &documents, &documents, titled, "content");
            self.change(&chapter, "content", CHANGES);
            let promise = self.make(Kind::Promise, promises, promises, of_project.clone(), "title");
            self.change(&promise, "title", CHANGES - 1);
            let message = json!({
                "toAgent": AGENTS[round % AGENTS.len()],
                "context": { "metadata": { "projectId": project.id } },
            });
            let hub = "/api/agent-communication/messages";
            self.make(Kind::Message, &format!("{hub}/send"), hub, message, "message");
            self.change(&project, "name", 1 + round as u64);
            if round % REMOVED_EVERY == 1 {
                self.remove(&chapter, CHANGES + 1);
                self.remove(&promise, CHANGES);
            }
        }
    }

    /// Makes a thing whose text lies in this field.
    fn make(&self, kind: Kind, at: &str, below: &str, mut body: Value, field: &str) -> Edit {
        body[field] = text(kind, 1).into();
        let reply = ask(self.address, "POST", at, Some(&body)).expect("an answer");
        let answer = reply.header("x-request-id").expect("its id").to_owned();
        let made = reply.ok();
        let made = if kind == Kind::Promise { made["data"].clone() } else { made };
        let id = match kind {
            Kind::Message => made["response"]["messageId"].text(),
            Kind::Project | Kind::Document | Kind::Promise => made["id"].text(),
        };
        let path = format!("{below}/{id}");
        let edit = Edit { kind, id, turn: 1, is_gone: false, path, answer };
        self.note(edit.clone());
        edit
    }

    /// Changes a thing; a project is changed once each time, other things from here on.
    fn change(&self, thing: &Edit, field: &str, turns: u64) {
        let first = if thing.kind == Kind::Project { turns } else { 1 };
        for turn in first..=turns {
            let body = json!({ field: text(thing.kind, turn + 1) });
            let reply = ask(self.address, "PUT", &thing.path, Some(&body)).expect("an answer");
            let answer = reply.header("x-request-id").expect("its id").to_owned();
            reply.ok();
            self.note(Edit { turn: turn + 1, answer, ..thing.clone() });
        }
    }

    fn remove(&self, thing: &Edit, turn: u64) {
        let reply = ask(self.address, "DELETE", &thing.path, None).expect("an answer");
        let answer = reply.header("x-request-id").expect("its id").to_owned();
        assert_eq!(reply.status, 204, "{reply}");
        self.note(Edit { turn: turn + 1, is_gone: true, answer, ..thing.clone() });
    }

    fn note(&self, edit: Edit) {
        self.edits.lock().expect("writers that did not break").push(edit);
    }
}
