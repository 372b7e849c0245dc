//! Imports of books that editors have written in: what becomes of their tracked changes, and what is left out.

use serde_json::{Value, json};

use super::books::{docx, file, import, list};
use crate::support::{Studio, Text as _};

fn run(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

/// A paragraph with a word that an editor has replaced.
fn replaced(before: &str, (old, new): (&str, &str), author: &str) -> String {
    format!(
        "<w:p>{}<w:del w:author=\"{author}\"><w:r><w:delText>{old}</w:delText></w:r></w:del>\
         <w:ins w:author=\"{author}\">{}</w:ins></w:p>",
        run(before),
        run(new),
    )
}

fn paragraph(text: &str) -> String {
    format!("<w:p>{}</w:p>", run(text))
}

/// The changes of the only proposal: the words before and after.
fn changes(studio: &Studio, project: &str) -> (String, Vec<Value>) {
    let proposals = list(studio, project, "proposals");
    let [proposal] = proposals.as_slice() else { panic!("{proposals:?}") };
    let path = format!("/api/projects/{project}/proposals/{}", proposal["id"].text());
    let whole = studio.get(&path).ok();
    let changes = whole["changes"].as_array().unwrap();
    (path, changes.iter().map(|it| json!([it["before"], it["after"]])).collect())
}

service_test! {
    fn a_change_in_a_typed_heading_is_about_its_words(studio) {
        let project = studio.project("The Sea");
        let book = docx(&[
            replaced("CHAPTER ", ("ONE", "1"), "Ed"),
            paragraph("a rain fell."),
            paragraph("CHAPTER TWO"),
            paragraph("more rain fell."),
        ].concat());

        let done = import(studio, &project, file("sea.docx", &book), "add");

        assert_eq!(done["status"], "completed", "{done}");
        let (path, changes) = changes(studio, &project);
        assert_eq!(changes, [json!(["ONE", "1"])]);
        studio.post(&format!("{path}/accept"), &json!({})).ok();
        let documents = list(studio, &project, "documents");
        let first = documents.iter().find(|it| it["kind"] == "chapter").unwrap();
        let path = format!("/api/projects/{project}/documents/{}", first["id"].text());
        assert_eq!(studio.get(&path).ok()["content"], "# CHAPTER 1\n\na rain fell.\n");
    }
}

service_test! {
    fn a_change_in_the_title_of_a_part_is_said_to_be_left_out(studio) {
        let project = studio.project("The Sea");
        let book = docx(&[
            replaced("PART ", ("ONE", "I"), "Ed"),
            paragraph("CHAPTER ONE"),
            paragraph("Rain fell."),
            paragraph("CHAPTER TWO"),
            replaced("More rain ", ("fell", "came"), "Ed"),
        ].concat());

        let done = import(studio, &project, file("sea.docx", &book), "add");

        assert_eq!(done["skipped"], json!([{ "path": "sea.docx",
            "reason": "1 tracked change in titles of parts, which are no text" }]));
        assert_eq!(changes(studio, &project).1, [json!(["fell", "came"])]);
    }
}

service_test! {
    fn what_a_book_left_out_is_said_by_its_import(studio) {
        let project = studio.project("The Sea");
        let picture = "<w:p><w:r><w:drawing><a:blip xmlns:a=\"a\"/></w:drawing></w:r></w:p>";
        let book = docx(&[paragraph("Rain fell."), picture.to_owned()].concat());
        let file = file("sea.docx", &book);
        let wanted = json!([{ "path": "sea.docx", "reason": "a picture in it: only its text is imported" }]);

        let preview = studio.post("/api/imports/preview", &json!({ "files": [file], "cut": true })).ok();
        assert_eq!(preview["skipped"], wanted);
        for mode in ["add", "update"] {
            let done = import(studio, &project, file.clone(), mode);
            assert_eq!((&done["status"], &done["skipped"]), (&json!("completed"), &wanted), "{mode}");
        }
    }
}

service_test! {
    fn more_changes_than_a_project_may_have_proposals_are_said_before_and_left_out(studio) {
        let project = studio.project("The Sea");
        let all: String =
            (0..502).map(|at| replaced("Rain ", ("fell", &format!("came {at}")), &format!("Editor {at}"))).collect();
        let file = file("sea.docx", &docx(&all));
        let about = |reason: &str| json!([{ "path": "sea.docx", "reason": reason }]);
        let without = "2 tracked changes: a project has at most 500 open proposals; decide some of them, and import the file again";

        let preview = studio.post("/api/imports/preview", &json!({ "files": [file], "projectId": project })).ok();
        assert_eq!(preview["skipped"], about(without));
        let done = import(studio, &project, file.clone(), "add");

        assert_eq!((&done["status"], &done["skipped"]), (&json!("completed"), &about(&format!("in “Sea” {without}"))));
        let open = studio.get(&format!("/api/projects/{project}/proposals?state=open")).ok();
        assert_eq!(open["total"], 500);
        for proposal in open["proposals"].as_array().unwrap().iter().take(2) {
            let path = format!("/api/projects/{project}/proposals/{}/reject", proposal["id"].text());
            studio.post(&path, &json!({})).ok();
        }
        let again = import(studio, &project, file, "update");
        assert_eq!((&again["status"], &again["skipped"][0]["reason"].text().contains("tracked change")),
            (&json!("completed"), &true), "what was rejected is new again, and two have room");
    }
}

service_test! {
    fn a_book_for_no_project_is_not_read(studio) {
        let broken = json!([{ "path": "sea.docx", "content": "UEsDBA==", "encoding": "base64" }]);

        let import = studio.post("/api/projects/none/documents/import", &json!({ "files": broken }));
        let preview = studio.post("/api/imports/preview", &json!({ "files": broken, "projectId": "none" }));

        for reply in [import, preview] {
            assert_eq!((reply.status, reply.detail().as_str()), (404, "Project not found"));
        }
    }
}
