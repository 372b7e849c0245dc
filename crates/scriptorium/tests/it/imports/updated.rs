//! Imports into a project that has the chapters already, previews, and novels in one file.

use serde_json::{Value, json};

use super::{begin, ended, listed};
use crate::support::{Studio, Text as _};

const PREVIEW: &str = "/api/imports/preview";

fn files(texts: &[(&str, &str)]) -> Value {
    texts.iter().map(|(path, content)| json!({ "path": path, "content": content })).collect()
}

/// Imports files in the mode `update`; how it ended.
fn update(studio: &Studio, project: &str, files: &Value) -> Value {
    let path = format!("/api/projects/{project}/documents/import");
    let import = studio.post(&path, &json!({ "files": files, "mode": "update" })).ok();
    ended(studio, &format!("/api/projects/{project}/imports/{}", import["id"].text()))
}

/// What a preview says of each document.
fn previewed(preview: &Value) -> Vec<String> {
    let documents = preview["documents"].as_array().unwrap().iter();
    documents.map(|it| format!("{} {}", it["change"].text(), it["title"].text())).collect()
}

/// How many earlier texts a document has.
fn revisions(studio: &Studio, project: &str, title: &str) -> i64 {
    let base = format!("/api/projects/{project}/documents");
    let page = studio.get(&format!("{base}?limit=100")).ok();
    let mut all = page["documents"].as_array().unwrap().iter();
    let document = all.find(|it| it["title"] == title).unwrap();
    let revisions = studio.get(&format!("{base}/{}/revisions", document["id"].text())).ok();
    revisions["total"].as_i64().unwrap()
}

service_test! {
    fn an_update_changes_what_is_another_and_adds_what_is_new(studio) {
        let project = studio.project("Dracula");
        let first = files(&[("1.md", "# One\n\na"), ("3.md", "# Three\n\nc"), ("p/4.md", "# Four\n\nd")]);
        ended(studio, &begin(studio, &project, &first));
        studio.document(&project, "Mine", "not in the files");
        let second = files(&[("0.md", "# Zero\n\nz"), ("1.md", "# One\n\na"), ("2.md", "# Two\n\nb"),
            ("3.md", "# Three\n\nanother"), ("p/4.md", "# Four\n\nd"), ("p/5.md", "# Five\n\ne")]);
        let wanted = json!({ "files": second, "projectId": project });

        let preview = studio.post(PREVIEW, &wanted).ok();
        assert_eq!(listed(studio, &project).len(), 5, "a preview writes nothing");
        let done = update(studio, &project, &second);

        assert_eq!(previewed(&preview), ["new Zero", "same One", "new Two", "changed Three", "same P",
            "same Four", "new Five"]);
        assert_eq!((&preview["new"], &preview["changed"], &preview["same"]),
            (&json!(3), &json!(1), &json!(3)));
        assert_eq!((&done["status"], &done["mode"]), (&json!("completed"), &json!("update")));
        assert_eq!(listed(studio, &project), ["chapter Zero", "chapter One", "chapter Two",
            "chapter Three", "part P", "chapter Four in P", "chapter Five in P", "chapter Mine"]);
        assert_eq!(["One", "Three", "Four"].map(|title| revisions(studio, &project, title)), [0, 1, 0]);
        let again = studio.post(PREVIEW, &wanted).ok();
        assert_eq!((&again["new"], &again["changed"], &again["same"]),
            (&json!(0), &json!(0), &json!(7)));
        update(studio, &project, &second);
        assert_eq!(revisions(studio, &project, "Three"), 1);
        let missing = studio.post(PREVIEW, &json!({ "files": [], "projectId": "missing" }));
        assert_eq!(missing.detail(), "Project not found");
    }
}

service_test! {
    fn an_update_that_meets_a_locked_chapter_changes_nothing(studio) {
        let project = studio.project("Dracula");
        let first = files(&[("1.md", "# One\n\na"), ("2.md", "# Two\n\nb")]);
        ended(studio, &begin(studio, &project, &first));
        let lock = studio.write(|tx| {
            tx.run("UPDATE document SET locked_by = 'mara' WHERE title = 'Two'", ())
                .map_err(|error| domain::Error::internal("locking", error))
        });
        assert_eq!(lock, 1);

        let second = files(&[("1.md", "# One\n\nx"), ("2.md", "# Two\n\ny"), ("3.md", "# Three")]);
        let failed = update(studio, &project, &second);

        assert_eq!(failed["status"], "failed");
        assert!(failed["error"].text().contains("mara"), "{failed}");
        assert_eq!(revisions(studio, &project, "One"), 0);
        assert_eq!(listed(studio, &project), ["chapter One", "chapter Two"]);
    }
}

service_test! {
    fn a_novel_in_one_file_is_cut_at_its_chapters(studio) {
        let project = studio.project("Dracula");
        let novel = files(&[("novel.txt", "PART ONE\n\nCHAPTER I\n\na b\n\nCHAPTER II\n\nc")]);
        let wanted = json!({ "files": novel, "cut": true });

        let preview = studio.post(PREVIEW, &wanted).ok();
        let path = format!("/api/projects/{project}/documents/import");
        let import = studio.post(&path, &wanted).ok();
        ended(studio, &format!("/api/projects/{project}/imports/{}", import["id"].text()));

        assert_eq!(previewed(&preview), ["new PART ONE", "new CHAPTER I", "new CHAPTER II"]);
        assert_eq!(preview["words"], 7);
        assert_eq!(listed(studio, &project),
            ["part PART ONE", "chapter CHAPTER I in PART ONE", "chapter CHAPTER II in PART ONE"]);
    }
}
