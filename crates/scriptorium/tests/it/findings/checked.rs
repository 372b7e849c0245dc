//! What checks find in a project that is really there: with its lore and its rules, read, kept, and
//! read again.

use domain::{
    Principal,
    findings::{Check, Origin, Reading},
};
use engine::checks::{self, CHECKS};
use serde_json::json;

use super::listed;
use crate::support::{Studio, Text as _};

/// Keeps readings as a sweep does.
fn keep(studio: &Studio, project: &str, readings: Vec<Reading>) {
    let origin =
        Origin { swarm_id: None, agent: "lorekeeper".to_owned(), account: "local".to_owned() };
    let (project, now) = (project.to_owned(), studio.clock.now());
    studio.write(move |tx| {
        let project = store::projects::check(tx, &Principal::local(), &project)?;
        for reading in &readings {
            engine::findings::record(tx, &project, &origin, reading, now)?;
        }
        Ok(())
    });
}

/// Reads a document with all checks, and the project itself, and keeps what is found.
fn sweep(studio: &Studio, project: &str, document: &str) {
    let asker = Principal::local();
    let read = checks::read(studio.behind(), &asker, (project, document), &CHECKS);
    keep(studio, project, studio.block_on(read).unwrap());
    let read = checks::read_project(studio.behind(), &asker, project);
    keep(studio, project, studio.block_on(read).unwrap());
}

/// The findings of a project: check, rule, state, quote.
fn shown(studio: &Studio, project: &str) -> Vec<String> {
    let mut all: Vec<String> = listed(studio, project, "limit=100")
        .iter()
        .map(|it| {
            let quote = it["quotation"]["quote"].as_str().unwrap_or("–").to_owned();
            let [check, rule, state] = ["check", "rule", "state"].map(|key| it[key].text());
            format!("{check} {rule} {state} {quote}")
        })
        .collect();
    all.sort();
    all
}

story! {
    fn a_project_is_read_with_its_lore_and_its_rules(studio) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}");
        studio.put(&path, &json!({ "lorekeeperConfig": {
            "prohibitedElements": ["guns"],
            "namingPatterns": ["characters: one word", "sounds Victorian"],
        } })).ok();
        for (name, category) in [("Mina Harker", "character"), ("Whitby", "location")] {
            studio.post(&format!("{path}/lore"), &json!({ "name": name, "category": category })).ok();
        }
        let text = "# One\n\nMina Harkar sat in the the garden of Whitby, a *gun* in her hand. “Go, she said.";
        let document = studio.document(&project, "I", text);

        sweep(studio, &project, &document);

        assert_eq!(shown(studio, &project), [
            "dialogue unclosed_quotation open Go, she said",
            "names near_miss open Harkar",
            "naming_patterns pattern_broken open –",
            "naming_patterns unreadable_pattern open –",
            "prohibited_elements prohibited_element open gun",
            "prose doubled_word open the the",
        ]);
        let gun = listed(studio, &project, "severity=high").remove(0);
        let (start, end) = (gun["quotation"]["start"].as_u64(), gun["quotation"]["end"].as_u64());
        let place = start.unwrap() as usize..end.unwrap() as usize;
        assert_eq!(&text[place], "gun");
        assert_eq!(gun["message"], "“guns” must not appear in this project, and stands here once.");

        // What is put right is stale, in the text and in the rules.
        let better = text.replace("Harkar", "Harker").replace("*gun*", "fan").replace("Go,", "Go,”");
        studio.put(&format!("{path}/documents/{document}"), &json!({ "content": better })).ok();
        studio.put(&path, &json!({ "lorekeeperConfig": { "prohibitedElements": ["guns"] } })).ok();
        sweep(studio, &project, &document);

        assert_eq!(shown(studio, &project), [
            "dialogue unclosed_quotation stale Go, she said",
            "names near_miss stale Harkar",
            "naming_patterns pattern_broken stale –",
            "naming_patterns unreadable_pattern stale –",
            "prohibited_elements prohibited_element stale gun",
            "prose doubled_word open the the",
        ]);
    }
}

story! {
    fn what_is_not_the_askers_is_not_read(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Left Munich.");
        let stranger = Principal::of_account("renfield");
        let at = (project.as_str(), document.as_str());

        let read = studio.block_on(checks::read(studio.behind(), &stranger, at, &[Check::Prose]));
        let of_project = studio.block_on(checks::read_project(studio.behind(), &stranger, at.0));

        for refused in [read.err(), of_project.err()] {
            assert_eq!(refused.unwrap().to_string(), "Project not found");
        }
        let (missing, local) = ((project.as_str(), "missing"), Principal::local());
        let read = checks::read(studio.behind(), &local, missing, &CHECKS);
        assert_eq!(studio.block_on(read).unwrap_err().to_string(), "Document not found");
    }
}
