//! Tests of corrected speakers when a lore entry gets another name.

use serde_json::{Value, json};

use super::document_path;
use crate::support::{Studio, Text as _};

/// Makes a project with people, and a text with as many quotations as there are corrected speakers; the project, the
/// path of the first person, and that of the quotations.
fn project(studio: &Studio, people: &[&str], corrected: &[&str]) -> (String, String, String) {
    let project = studio.project("The Sea");
    let entries = format!("/api/projects/{project}/lore");
    let made: Vec<String> = people
        .iter()
        .map(|name| {
            let body = json!({ "name": name, "category": "character" });
            format!("{entries}/{}", studio.post(&entries, &body).ok()["id"].text())
        })
        .collect();
    let text: String = (0..corrected.len())
        .map(|at| {
            format!("It rained for the {at}th day.\n\n“Rain, for {at} days,” said somebody.\n\n")
        })
        .collect();
    let document = studio.document(&project, "I", &text);
    let quotations = format!("{}/quotations", document_path(&project, &document));
    let list = studio.get(&quotations).ok();
    for (at, speaker) in corrected.iter().enumerate() {
        let id = list["quotations"][at]["id"].text();
        studio.put(&format!("{quotations}/{id}"), &json!({ "speaker": speaker })).ok();
    }
    (project, made[0].clone(), quotations)
}

fn speakers(studio: &Studio, quotations: &str) -> Vec<String> {
    let list = studio.get(quotations).ok();
    list["quotations"].as_array().unwrap().iter().map(|it| it["speaker"].text()).collect()
}

/// Renames an entry; the preview and the answer.
fn rename(studio: &Studio, entry: &str, name: &str) -> (Value, Value) {
    let body = json!({ "name": name });
    let preview = studio.post(&format!("{entry}/rename/preview"), &body).ok();
    let body = json!({ "name": name, "digest": preview["found"]["digest"] });
    (preview, studio.post(&format!("{entry}/rename"), &body).ok())
}

service_test! {
    fn corrected_speakers_who_may_be_others_keep_their_names(studio) {
        let before = ["Tom", "Tom Sawyer", "Bob", "Sawyer"];
        let (project, tom, quotations) = project(studio, &["Tom Sawyer", "Tom Canty"], &before);

        let (preview, renamed) = rename(studio, &tom, "Bob Sawyer");

        assert_eq!(preview["speakers"], 1);
        assert_eq!(speakers(studio, &quotations), ["Tom", "Bob Sawyer", "Bob", "Sawyer"]);
        let undo = format!("/api/projects/{project}/replacements/undo");
        let undone = studio.post(&undo, &renamed["undo"]).ok();
        assert_eq!(speakers(studio, &quotations), before);
        studio.post(&undo, &undone["undo"]).ok();
        assert_eq!(speakers(studio, &quotations), ["Tom", "Bob Sawyer", "Bob", "Sawyer"]);
    }
}

service_test! {
    fn names_that_change_places_are_renamed_in_one_step_and_taken_back(studio) {
        let before = ["Kim", "Lee", "Kim Lee"];
        let (project, kim, quotations) = project(studio, &["Kim Lee"], &before);

        let (_, renamed) = rename(studio, &kim, "Lee Kim");

        assert_eq!(speakers(studio, &quotations), ["Lee", "Kim", "Lee Kim"]);
        studio.post(&format!("/api/projects/{project}/replacements/undo"), &renamed["undo"]).ok();
        assert_eq!(speakers(studio, &quotations), before);
    }
}

service_test! {
    fn undo_takes_back_what_was_renamed_and_nothing_that_was_called_so_before(studio) {
        let before = ["Mina", "Lucy"];
        let (project, mina, quotations) = project(studio, &["Mina"], &before);

        let (_, renamed) = rename(studio, &mina, "Lucy");

        assert_eq!(speakers(studio, &quotations), ["Lucy", "Lucy"]);
        studio.post(&format!("/api/projects/{project}/replacements/undo"), &renamed["undo"]).ok();
        assert_eq!(speakers(studio, &quotations), before);
    }
}

service_test! {
    fn no_alias_is_there_twice_or_the_new_name(studio) {
        let project = studio.project("Dracula");
        let entries = format!("/api/projects/{project}/lore");
        let body = json!({ "name": "Jonathan Harker", "category": "character", "aliases": ["Harker", "Jonathan", "Jon"] });
        let entry = format!("{entries}/{}", studio.post(&entries, &body).ok()["id"].text());
        studio.document(&project, "I", "Jonathan Harker came late.");

        let (preview, renamed) = rename(studio, &entry, "Dracula");

        assert_eq!(preview["aliases"], json!(["Jon"]));
        assert_eq!(studio.get(&entry).ok()["aliases"], json!(["Jon"]));
        studio.post(&format!("/api/projects/{project}/replacements/undo"), &renamed["undo"]).ok();
        assert_eq!(studio.get(&entry).ok()["aliases"], json!(["Harker", "Jonathan", "Jon"]));
    }
}
