//! The stored counters of a project compared with a count of its rows, after random work.

use std::collections::HashMap;

use domain::{
    Principal,
    projects::summary::{Summary, UserEdits},
};
use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError, TestRunner},
};
use serde_json::{Value, json};

use super::counters::words;
use crate::support::{Studio, Text as _};

/// How many random histories are run, each in a project of its own.
const CASES: u32 = 12;

/// A step of work; `which` is a place among the documents that were ever made.
#[derive(Debug, Clone)]
enum Step {
    Write { words: usize, target: Option<u32>, status: &'static str },
    Rewrite { which: usize, words: usize },
    Progress { which: usize, status: &'static str, target: Option<u32> },
    Trash { which: usize },
    Restore { which: usize },
    Import { words: usize },
    Ask { which: usize },
    Wait { ms: i64 },
}

fn step() -> impl Strategy<Value = Step> {
    let status =
        || prop::sample::select(vec!["outline", "draft", "revise", "line_edit", "proof", "done"]);
    let target = || prop::option::of(0..50_u32);
    let which = || 0..20_usize;
    prop_oneof![
        4 => (0..40_usize, target(), status())
            .prop_map(|(words, target, status)| Step::Write { words, target, status }),
        4 => (which(), 0..40_usize).prop_map(|(which, words)| Step::Rewrite { which, words }),
        3 => (which(), status(), target())
            .prop_map(|(which, status, target)| Step::Progress { which, status, target }),
        2 => which().prop_map(|which| Step::Trash { which }),
        2 => which().prop_map(|which| Step::Restore { which }),
        1 => (1..40_usize).prop_map(|words| Step::Import { words }),
        1 => which().prop_map(|which| Step::Ask { which }),
        2 => (0..700_000_i64).prop_map(|ms| Step::Wait { ms }),
    ]
}

/// What the work should have come to, kept beside the studio in the simplest way.
#[derive(Default)]
struct Expected {
    edits: i64,
    words_gained: i64,
    time_ms: i64,
    asked: i64,
    last_edit_ms: Option<i64>,
}

impl Expected {
    fn edit(&mut self, words: i64, now_ms: i64) {
        self.edits += 1;
        self.words_gained += words;
        let gap = self.last_edit_ms.map_or(i64::MAX, |last| now_ms - last);
        if gap < 300_000 {
            self.time_ms += gap;
        }
        self.last_edit_ms = Some(now_ms);
    }
}

struct Work<'s> {
    studio: &'s Studio,
    project: String,
    documents: Vec<String>,
    /// The words each document has, in the trash as well.
    words: HashMap<String, i64>,
    expected: Expected,
}

impl Work<'_> {
    fn path(&self, which: usize) -> Option<(String, String)> {
        let id = self.documents.get(which % self.documents.len().max(1))?.clone();
        Some((format!("/api/projects/{}/documents/{id}", self.project), id))
    }

    fn edited(&mut self, words: i64) {
        let now = self.studio.clock.now().millis();
        self.expected.edit(words, now);
    }

    fn make(&mut self, id: String, words: usize) {
        self.words.insert(id.clone(), i64::try_from(words).unwrap());
        self.documents.push(id);
    }

    fn take(&mut self, step: &Step) {
        let studio = self.studio;
        match *step {
            Step::Write { words: count, target, status } => {
                let body = json!({ "title": "t", "content": words(count), "wordTarget": target,
                    "status": status });
                let path = format!("/api/projects/{}/documents", self.project);
                let id = studio.post(&path, &body).ok()["id"].text();
                self.make(id, count);
                self.edited(i64::try_from(count).unwrap());
            }
            Step::Rewrite { which, words: count } => {
                let Some((path, id)) = self.path(which) else { return };
                if studio.put(&path, &json!({ "content": words(count) })).status == 200 {
                    let after = i64::try_from(count).unwrap();
                    let before = self.words.insert(id, after).unwrap();
                    self.edited(after - before);
                }
            }
            Step::Progress { which, status, target } => {
                let Some((path, _)) = self.path(which) else { return };
                let body = json!({ "status": status, "wordTarget": target });
                if studio.put(&path, &body).status == 200 {
                    self.edited(0);
                }
            }
            Step::Trash { which } => {
                let Some((path, id)) = self.path(which) else { return };
                if studio.delete(&path).status == 204 {
                    self.edited(-self.words[&id]);
                }
            }
            Step::Restore { which } => {
                let Some((path, id)) = self.path(which) else { return };
                if studio.post(&format!("{path}/restore"), &json!({})).status == 200 {
                    self.edited(self.words[&id]);
                }
            }
            Step::Import { words: count } => self.import(count),
            Step::Ask { which } => {
                let Some((_, id)) = self.path(which) else { return };
                let there = self.listed().iter().any(|item| item["id"].text() == id);
                let body = json!({ "toAgent": "muse", "message": "m",
                    "context": { "metadata": { "documentId": id } } });
                studio.post("/api/agent-communication/messages/send", &body).ok();
                // What lies in the trash belongs to no project that is there.
                self.expected.asked += i64::from(there);
            }
            Step::Wait { ms } => studio.clock.advance(ms),
        }
    }

    fn import(&mut self, count: usize) {
        let before = self.listed();
        let body = json!({ "files": [{ "path": "a.md", "content": words(count) },
            { "path": "part/b.md", "content": "" }] });
        let path = format!("/api/projects/{}/documents/import", self.project);
        let import = self.studio.post(&path, &body).ok()["id"].text();
        let import = format!("/api/projects/{}/imports/{import}", self.project);
        self.studio.until("an import", || {
            (self.studio.get(&import).body["status"] == "completed").then_some(())
        });
        for item in self.listed() {
            if !before.iter().any(|known| known["id"] == item["id"]) {
                self.make(
                    item["id"].text(),
                    usize::try_from(item["words"].as_i64().unwrap()).unwrap(),
                );
            }
        }
        self.edited(0);
    }

    /// Every document that is there.
    fn listed(&self) -> Vec<Value> {
        let mut all = Vec::new();
        let mut cursor = String::new();
        loop {
            let path = format!("/api/projects/{}/documents?limit=100{cursor}", self.project);
            let page = self.studio.get(&path).ok();
            all.extend(page["documents"].as_array().unwrap().iter().cloned());
            match page["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return all,
            }
        }
    }

    fn kept(&self) -> Summary {
        let id = self.project.clone();
        let database = &self.studio.behind().database;
        let read = database.read(move |tx| store::projects::get(tx, &Principal::local(), &id));
        self.studio.block_on(read).unwrap().2
    }
}

/// The weight and the completion in thousandths of a document, by the documented formula.
fn progress(item: &Value) -> (i64, i64) {
    let share = match item["status"].as_str().unwrap() {
        "outline" => 0.0,
        "draft" => 0.2,
        "revise" => 0.4,
        "line_edit" => 0.6,
        "proof" => 0.8,
        _ => 1.0,
    };
    let (words, target) =
        (item["words"].as_i64().unwrap(), item["wordTarget"].as_i64().unwrap_or(0));
    let weight = words.max(target).max(1);
    let on_the_way =
        if share < 1.0 && target > 0 { (words as f64 / target as f64).min(1.0) } else { 1.0 };
    (weight, weight * (share * on_the_way * 1_000.0_f64).round() as i64)
}

service_test! {
    fn what_is_kept_equals_a_recount_after_any_work(studio) {
        let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
        let outcome = TestRunner::new(config).run(&prop::collection::vec(step(), 1..20), |steps| {
            let mut work = Work {
                studio,
                project: studio.project("random"),
                documents: Vec::new(),
                words: HashMap::new(),
                expected: Expected::default(),
            };
            for step in &steps {
                work.take(step);
            }
            let (kept, listed) = (work.kept(), work.listed());

            let (weight, done) = listed.iter().map(progress)
                .fold((0, 0), |(weight, done), (w, d)| (weight + w, done + d));
            prop_assert_eq!(kept.documents, i64::try_from(listed.len()).unwrap());
            prop_assert_eq!((kept.progress.weight, kept.progress.done), (weight, done));
            prop_assert_eq!(kept.agent_interactions, work.expected.asked);
            let activity = kept.activity;
            let edits = activity.users.0.iter().map(|(_, UserEdits(edits, _))| edits).sum::<i64>();
            prop_assert_eq!(edits, work.expected.edits);
            prop_assert_eq!(activity.days.iter().map(|day| day.edits).sum::<i64>(), edits);
            prop_assert_eq!(
                activity.days.iter().map(|day| day.words).sum::<i64>(),
                work.expected.words_gained
            );
            prop_assert_eq!(activity.time_ms, work.expected.time_ms);
            prop_assert_eq!(activity.active_days, i64::try_from(activity.days.len()).unwrap());
            Ok::<(), TestCaseError>(())
        });
        if let Err(failure) = outcome {
            panic!("{failure}");
        }
    }
}
