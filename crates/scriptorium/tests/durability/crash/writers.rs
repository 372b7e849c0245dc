//! Callers that write while the program is killed: each records what was acknowledged, and sends a
//! request that was not answered again, with the same key, when the program is back. They stop when
//! they have as many answers as they are to wait for.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, Scope},
};

use serde_json::{Value, json};

use super::caller::{Caller, Request};
use crate::support::{PATIENCE, Reply, Text as _};

/// Writers of each kind.
const OF_EACH_KIND: usize = 2;

/// How many answers there may be beyond those somebody waits for, so that a kill finds requests in
/// flight.
const AHEAD: u64 = 12;

/// Whom messages go to; some answer by measuring.
const AGENTS: [&str; 5] = ["muse", "proseguard", "scribe", "lorekeeper", "Critic"];

pub(super) struct Writers {
    pub(super) caller: Caller,
    acknowledged_so_far: Mutex<Acknowledged>,
    changed: Condvar,
}

/// What was acknowledged to the writers.
#[derive(Debug, Default)]
pub(super) struct Acknowledged {
    /// How many answers there were.
    acknowledged: u64,
    /// How many there may be.
    allowed: u64,
    is_over: bool,
    /// Each writer of documents' project.
    pub(super) projects: Vec<String>,
    /// Ids of documents by their titles.
    pub(super) documents: BTreeMap<String, String>,
    /// Ids of messages by their texts.
    pub(super) messages: BTreeMap<String, String>,
    /// The number of the last change by project.
    pub(super) changes: BTreeMap<String, u64>,
}

/// Ends all writers when the test ends or panics.
pub(super) struct Ends<'w>(&'w Writers);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.caller.lose();
        }
        self.0.acknowledged_so_far().is_over = true;
        self.0.changed.notify_all();
    }
}

impl Writers {
    pub(super) fn new() -> Self {
        Self {
            caller: Caller::new(),
            acknowledged_so_far: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    pub(super) fn end_with_this(&self) -> Ends<'_> {
        Ends(self)
    }

    /// What was acknowledged so far.
    pub(super) fn acknowledged_so_far(&self) -> MutexGuard<'_, Acknowledged> {
        // What was acknowledged stays true, whichever writer panics.
        self.acknowledged_so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the writers' projects and lets them begin.
    pub(super) fn begin<'s>(&'s self, scope: &'s Scope<'s, '_>) {
        for number in 0..OF_EACH_KIND {
            let project = |what: &str| {
                let body = json!({ "name": format!("{what} {number}"), "description": "0" });
                self.post("/api/projects", &format!("{what} {number}"), &body, || {}).ok()["id"]
                    .text()
            };
            let (written, changed) = (project("written"), project("changed"));
            self.acknowledged_so_far().projects.push(written.clone());
            let about = written.clone();
            scope.spawn(move || self.watched(|| self.author(number, &written)));
            scope.spawn(move || self.watched(|| self.sender(number, &about)));
            scope.spawn(move || self.watched(|| self.changer(&changed)));
        }
    }

    /// A writer that panics ends all others, so that the test ends as well.
    fn watched(&self, write: impl FnOnce()) {
        struct Watch<'w>(&'w Writers);
        impl Drop for Watch<'_> {
            fn drop(&mut self) {
                if thread::panicking() {
                    drop(Ends(self.0));
                }
            }
        }
        let _watch = Watch(self);
        write();
    }

    pub(super) fn meet(&self, address: SocketAddr) {
        self.caller.meet(address);
    }

    pub(super) fn part(&self) {
        self.caller.part();
    }

    /// Whether the program says that it is ready, asked once.
    pub(super) fn is_ready(&self) -> bool {
        self.caller.ask(&Request::get("/health/ready")).is_ok_and(|reply| reply.status == 200)
    }

    /// Waits until so many more answers came.
    pub(super) fn wait_for(&self, more: u64) {
        let mut acknowledged_so_far = self.acknowledged_so_far();
        let wanted = acknowledged_so_far.acknowledged + more;
        acknowledged_so_far.allowed = wanted + AHEAD;
        self.changed.notify_all();
        let missing = |acknowledged_so_far: &mut Acknowledged| {
            acknowledged_so_far.acknowledged < wanted && !acknowledged_so_far.is_over
        };
        let (acknowledged_so_far, _) = self
            .changed
            .wait_timeout_while(acknowledged_so_far, PATIENCE, missing)
            .unwrap_or_else(PoisonError::into_inner);
        assert!(
            acknowledged_so_far.acknowledged >= wanted,
            "{} of {wanted} answers",
            acknowledged_so_far.acknowledged
        );
    }

    /// Whether to write another time; waits while enough was written.
    fn goes_on(&self) -> bool {
        let wait = |acknowledged_so_far: &mut Acknowledged| {
            acknowledged_so_far.acknowledged >= acknowledged_so_far.allowed
                && !acknowledged_so_far.is_over
        };
        let acknowledged_so_far = self
            .changed
            .wait_while(self.acknowledged_so_far(), wait)
            .unwrap_or_else(PoisonError::into_inner);
        !acknowledged_so_far.is_over
    }

    fn acknowledged(&self, note: impl FnOnce(&mut Acknowledged)) {
        let mut acknowledged_so_far = self.acknowledged_so_far();
        note(&mut acknowledged_so_far);
        acknowledged_so_far.acknowledged += 1;
        self.changed.notify_all();
    }

    fn post(&self, path: &str, key: &str, body: &Value, look: impl FnMut()) -> Reply {
        let key = key.replace(' ', "-");
        let request = Request { method: "POST", path, key: Some(&key), body: Some(body) };
        self.caller.insist(&request, look)
    }

    /// Writes one document after the other.
    fn author(&self, number: usize, project: &str) {
        let path = format!("/api/projects/{project}/documents");
        let mut last: Option<(String, String)> = None;
        for turn in 1.. {
            if !self.goes_on() {
                return;
            }
            let title = format!("author {number} chapter {turn}");
            let body =
                json!({ "title": title, "content": format!("Chapter {turn}, by {number}.") });
            let document = self
                .post(&path, &title, &body, || {
                    if let Some((title, id)) = &last {
                        let there = self.caller.read(&format!("{path}/{id}"));
                        assert_eq!(there["title"], *title, "what was acknowledged is there");
                    }
                })
                .ok();
            assert_eq!(document["title"], title);
            let id = document["id"].text();
            self.acknowledged(|acknowledged_so_far| {
                acknowledged_so_far.documents.insert(title.clone(), id.clone());
            });
            last = Some((title, id));
        }
    }

    /// Sends one message after the other.
    fn sender(&self, number: usize, project: &str) {
        for turn in 1.. {
            if !self.goes_on() {
                return;
            }
            let text = format!("Sender {number} asks for the {turn}. time: is it well said?");
            let body = json!({
                "toAgent": AGENTS[(turn + number) % AGENTS.len()],
                "message": text,
                "context": { "metadata": { "projectId": project } },
            });
            self.send(&text, &body);
        }
    }

    /// Sends a message; its id.
    pub(super) fn send(&self, text: &str, body: &Value) -> String {
        let key = text.lines().next().unwrap_or("");
        let sent = self.post("/api/agent-communication/messages/send", key, body, || {}).ok();
        assert_eq!(sent["status"], "success", "{sent}");
        let id = sent["response"]["messageId"].text();
        self.acknowledged(|acknowledged_so_far| {
            acknowledged_so_far.messages.insert(text.to_owned(), id.clone());
        });
        id
    }

    /// Changes one project again and again. A change that was not answered was made or not; one
    /// that was answered was made.
    fn changer(&self, project: &str) {
        let path = format!("/api/projects/{project}");
        for turn in 1_u64.. {
            if !self.goes_on() {
                return;
            }
            let body = json!({ "description": turn.to_string() });
            let request = Request { method: "PUT", path: &path, key: None, body: Some(&body) };
            let look = || {
                let found = self.caller.read(&path)["description"].text();
                let may_be = [(turn - 1).to_string(), turn.to_string()];
                assert!(may_be.contains(&found), "{found} is none of {may_be:?}");
            };
            let changed = self.caller.insist(&request, look).ok();
            assert_eq!(changed["description"], turn.to_string());
            self.acknowledged(|acknowledged_so_far| {
                acknowledged_so_far.changes.insert(project.to_owned(), turn);
            });
        }
    }

    /// The ids of the messages that were acknowledged so far.
    pub(super) fn messages(&self) -> Vec<String> {
        self.acknowledged_so_far().messages.values().cloned().collect()
    }

    /// Waits until every one of these messages was handled.
    pub(super) fn wait_until_handled(&self, ids: &[String]) {
        for id in ids {
            self.wait_for_state(id, &BTreeSet::from(["handled"]));
        }
    }

    /// Waits until a message is in one of these states.
    pub(super) fn wait_for_state(&self, id: &str, states: &BTreeSet<&str>) {
        let path = format!("/api/agent-communication/messages/{id}");
        self.caller.until(&path, |message| {
            states.contains(message["status"].text().as_str()).then_some(())
        });
    }
}
