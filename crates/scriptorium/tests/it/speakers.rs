//! Who speaks in a manuscript, and how much.

use domain::principal::Scope;
use serde_json::{Value, json};

use crate::{
    access::Person,
    support::{Studio, Text as _},
};

const ONE: &str = "Mina came in.\n\n“Where is he?” she asked.\n\n“Gone,” said the old man.\n\n\
                   “Gone?” said Mina. “And nobody told me.”\n";
const TWO: &str = "“Come,” said Mina.\n\nThe door was open. It was late, and it rained all night long on the \
                   roofs of Whitby.\n\n“No!”\n";

fn path(project: &str) -> String {
    format!("/api/projects/{project}/speakers")
}

/// The speakers with their kinds, quotations, words and documents.
fn listed(studio: &Studio, project: &str) -> Vec<Value> {
    let list = studio.get(&path(project)).ok();
    let speakers = list["speakers"].as_array().unwrap();
    speakers
        .iter()
        .map(|it| {
            json!([
                it["speaker"],
                it["speakerKind"],
                it["quotations"],
                it["words"],
                it["documentsTotal"]
            ])
        })
        .collect()
}

/// A project with two chapters and Mina in its lore; the ids of the chapters and of the entry.
fn project(studio: &Studio) -> (String, [String; 2], String) {
    let project = studio.project("Dracula");
    let entry = json!({ "name": "Mina Harker", "aliases": ["Mina"], "category": "character" });
    let mina = studio.post(&format!("/api/projects/{project}/lore"), &entry).ok()["id"].text();
    let ids = [studio.document(&project, "I", ONE), studio.document(&project, "II", TWO)];
    let note = json!({ "title": "Note", "kind": "note", "content": "“Never,” said Mina." });
    studio.post(&format!("/api/projects/{project}/documents"), &note).ok();
    (project, ids, mina)
}

service_test! {
    fn speakers_are_listed_with_their_words_in_each_document(studio) {
        let (project, [one, two], mina) = project(studio);

        let list = studio.get(&path(&project)).ok();

        assert_eq!(list["speakers"][0], json!({
            "speaker": "Mina Harker", "speakerKind": "person", "entryId": mina,
            "quotations": 4, "words": 9, "documentsTotal": 2,
            "documents": [
                { "documentId": one, "documentTitle": "I", "quotations": 3, "words": 8 },
                { "documentId": two, "documentTitle": "II", "quotations": 1, "words": 1 },
            ],
        }));
        assert_eq!(listed(studio, &project), [
            json!(["Mina Harker", "person", 4, 9, 2]),
            json!([null, null, 1, 1, 1]),
            json!(["the old man", "described", 1, 1, 1]),
        ]);
        assert_eq!(json!([list["total"], list["nextCursor"]]), json!([3, null]));
        let described = studio.get(&format!("{}?kind=described", path(&project))).ok();
        assert_eq!(json!([described["total"], described["speakers"][0]["speaker"]]), json!([1, "the old man"]));
    }
}

service_test! {
    fn speakers_come_in_pages(studio) {
        let (project, ..) = project(studio);

        let first = studio.get(&format!("{}?limit=2", path(&project))).ok();
        let cursor = first["nextCursor"].text();
        let second = studio.get(&format!("{}?limit=2&cursor={cursor}", path(&project))).ok();

        assert_eq!((first["speakers"].as_array().unwrap().len(), &first["total"]), (2, &json!(3)));
        assert_eq!(second["speakers"].as_array().unwrap().len(), 1);
        assert_eq!(second["speakers"][0]["speaker"], "the old man");
        assert_eq!(second["nextCursor"], Value::Null);
    }
}

service_test! {
    fn what_is_corrected_changed_or_deleted_is_counted_anew(studio) {
        let (project, [one, two], _) = project(studio);
        listed(studio, &project);
        let document = |id: &str| format!("/api/projects/{project}/documents/{id}");

        let quotations = format!("{}/quotations", document(&one));
        let id = studio.get(&quotations).ok()["quotations"][1]["id"].text();
        studio.put(&format!("{quotations}/{id}"), &json!({ "speaker": "Mina" })).ok();
        assert_eq!(listed(studio, &project)[0], json!(["Mina Harker", "person", 5, 10, 2]));
        studio.put(&document(&two), &json!({ "content": "“Come with me,” said Mina." })).ok();
        assert_eq!(listed(studio, &project), [json!(["Mina Harker", "person", 5, 12, 2])]);
        studio.delete(&document(&one)).ok();
        assert_eq!(listed(studio, &project), [json!(["Mina Harker", "person", 1, 3, 1])]);
    }
}

service_test! {
    fn a_text_is_read_once_for_who_speaks_in_it(studio) {
        let (project, ..) = project(studio);
        let before = listed(studio, &project);
        // What is kept is what is answered, until a text changes.
        studio.run(&["UPDATE document_reading
                         SET found = replace(found, '\"words\":8', '\"words\":80')
                       WHERE part = 'speech'"]);

        let after = listed(studio, &project);

        assert_eq!((&before[0][3], &after[0][3]), (&json!(9), &json!(81)));
    }
}

service_test! {
    fn nobody_speaks_in_a_project_without_texts(studio) {
        let project = studio.project("Dracula");
        assert_eq!(studio.get(&path(&project)).ok(), json!({ "speakers": [], "nextCursor": null, "total": 0 }));
        let other = Person::new(studio, "ivo", Scope::Write);
        let gone = other.get(&path(&project));
        assert_eq!((gone.status, gone.detail().as_str()), (404, "Project not found"));
    }
}
