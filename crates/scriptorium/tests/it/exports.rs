//! Tests of whole projects that leave as folders and come in again: nothing of them may be lost or
//! changed on the way, and a folder that is not as it should be leaves nothing behind.

mod books;
mod command;
mod edited;
pub mod whole;

use std::collections::BTreeMap;

use domain::{
    exports::{Cell, ColumnKind, Rows, derive},
    principal::Scope,
};
use serde_json::{Value, json};

use crate::{
    access::Person,
    support::{Engine, JSON, Reply, Studio, Text as _},
};

/// The files of a project's export.
pub fn export(studio: &Studio, project: &str) -> BTreeMap<String, String> {
    let export = studio.get(&format!("/api/projects/{project}/export")).ok();
    let files = export["files"].as_array().expect("files").iter();
    files.map(|file| (file["path"].text(), file["content"].text())).collect()
}

/// The body that takes these files in.
fn body(files: &BTreeMap<String, String>) -> Value {
    let file = |(path, content)| json!({ "path": path, "content": content });
    json!({ "files": files.iter().map(file).collect::<Vec<_>>() })
}

pub fn import(studio: &Studio, files: &BTreeMap<String, String>) -> Reply {
    studio.post("/api/projects/import", &body(files))
}

service_test! {
    fn every_flaw_of_a_folder_is_named_and_leaves_nothing(studio) {
        let project = studio.project("Dracula");
        let first = studio.document(&project, "I", "Left Munich.");
        studio.document(&project, "II", "Friends.");
        let sound = export(studio, &project);

        let edit = |path: &str, from: &str, to: &str| {
            let mut files = sound.clone();
            let content = files.get_mut(path).unwrap_or_else(|| panic!("{path}: {sound:?}"));
            assert!(content.contains(from), "{content}");
            *content = content.replacen(from, to, 1);
            files
        };
        let without = |path: &str| {
            let mut files = sound.clone();
            files.remove(path).expect("a file");
            files
        };
        let with = |path: &str| {
            let mut files = sound.clone();
            files.insert(path.to_owned(), String::new());
            files
        };
        let dangling = format!("\"parentId\":\"{}\"", "0".repeat(36));
        let own = format!("\"parentId\":\"{first}\"");
        for (files, wanted) in [
            (without("scriptorium.json"), "scriptorium.json is missing"),
            (edit("scriptorium.json", "\"format\": 1", "\"format\": 9"),
                "scriptorium.json says format 9; this version reads format 1"),
            (without("contents.json"),
                "contents.json is missing: an export ends with it, so this one is incomplete"),
            (edit("contents.json", "\"document\"", "\"verse\""),
                "contents.json names verse, which is no table that this version knows"),
            (edit("contents.json", "\"document\": 1", "\"document\": 2"),
                "document-2.json is missing, which contents.json names"),
            (without("document.json"), "document.json is missing, which contents.json names"),
            (edit("scriptorium.json", "{", "["), "scriptorium.json is no manifest: invalid type: \
                sequence, expected a map at line 1 column 0"),
            (without("project.json"), "project.json is missing, which contents.json names"),
            (edit("project.json", &sound["project.json"], "[]"),
                "project.json has to hold one row"),
            (edit("project.json", "\"active\"", "\"lost\""),
                "project.json, row 1: status is none of active, paused, completed, archived"),
            (edit("project_summary.json", "\"time_ms\"", "\"timeMs\""),
                "project_summary.json, row 1: activity is not of the form of this member"),
            (edit("document.json", "\"chapter\"", "\"verse\""),
                "document.json, row 1: kind is none of part, chapter, scene, note, reference"),
            (edit("document.json", "\"parentId\":null", &dangling),
                "document.json, row 1: parentId points to a record that is not there"),
            (edit("document.json", "\"parentId\":null", &own),
                "document.json, row 1: parentId lies in itself or too deep"),
            (edit("document.json", "[", "[{}, "), "document.json, row 1: id is missing"),
            (edit("document.json", "]", ""), "document.json is no list of rows: EOF while parsing a list at line 5 column 0"),
            (edit("document.json", &first, "categories"),
                "document.json, row 1: id is no UUID in lower case"),
            (edit("scriptorium.json", &project, "active"),
                "scriptorium.json: the project's id is no UUID in lower case"),
            (edit("document.json", "\"version\":1", "\"version\":9223372036854775807"),
                "document.json, row 1: version is no number from 0 to 9007199254740992"),
            (edit("document.json", "\"createdAt\":", "\"createdAt\":999"),
                "document.json, row 1: createdAt is no time in milliseconds since 1970"),
            (edit("project.json", "\"color\":null", "\"color\":\"<b>\""),
                "project.json, row 1: detail is not of the form of this member"),
            (without("documents/0001-i.md"),
                "document.json, row 1: content names a file that is not there"),
            (with("documents/more.md"), "documents/more.md is named by no row, so it would not be \
                imported: move it out of this folder"),
            (with("./Lore/more.txt"), "./Lore/more.txt is named by no row, so it would not be \
                imported: move it out of this folder"),
            (with("verse.json"),
                "verse.json is of no table that this version knows, or its number leaves a gap"),
        ] {
            let reply = import(studio, &files);

            assert_eq!((reply.status, reply.detail()), (400, wanted.to_owned()));
        }
        assert_eq!(studio.get("/api/projects").ok()["total"], 1);
    }
}

service_test! {
    fn what_lies_beside_an_export_is_left_aside_and_named(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "Left Munich.");
        let mut files = export(studio, &project);
        assert_eq!(import(studio, &files).ok()["skipped"], json!([]));
        for path in ["README.md", "pictures/cover.md", "notes/names.json", ".gitattributes"] {
            files.insert(path.to_owned(), "Mine.".to_owned());
        }

        let copy = import(studio, &files).ok();

        let reason = "it is no part of the export";
        let skipped = [".gitattributes", "README.md", "notes/names.json", "pictures/cover.md"]
            .map(|path| json!({ "path": path, "reason": reason }));
        assert_eq!(copy["skipped"], json!(skipped));
        let documents = studio.get(&format!("/api/projects/{}/documents", copy["id"].text())).ok();
        assert_eq!(documents["total"], 1);
        // The project itself knows nothing of it.
        let mut view = copy.clone();
        view.as_object_mut().expect("a project").remove("skipped");
        assert_eq!(studio.get(&format!("/api/projects/{}", copy["id"].text())).ok(), view);
    }
}

service_test! {
    fn a_listing_of_an_export_shows_its_texts_in_the_order_of_reading(studio) {
        let project = studio.project("Dracula");
        let documents = format!("/api/projects/{project}/documents");
        let make = |title: &str, parent: &Value, position: Option<i64>| {
            let body = json!({ "title": title, "parentId": parent, "position": position,
                               "content": title });
            studio.post(&documents, &body).ok()["id"].clone()
        };
        let two = make("Part Two", &Value::Null, None);
        let ten = make("X", &two, None);
        make("Scene", &ten, None);
        make("IX", &two, Some(0));
        let gone = make("Gone", &Value::Null, Some(0));
        let one = make("Part One", &Value::Null, Some(0));
        make("I", &one, None);
        studio.delete(&format!("{documents}/{}", gone.text())).ok();
        let path = format!("{documents}/{}", ten.text());
        studio.put(&path, &json!({ "content": "Anew." })).ok();
        studio.put(&path, &json!({ "content": "And again." })).ok();

        let files = export(studio, &project);

        let texts = ["documents/", "revisions/"];
        let texts: Vec<&str> = files.keys().map(String::as_str)
            .filter(|path| texts.iter().any(|folder| path.starts_with(folder))).collect();
        assert_eq!(texts, [
            "documents/0001-part-one.md", "documents/0002-i.md", "documents/0003-part-two.md",
            "documents/0004-ix.md", "documents/0005-x.md", "documents/0006-scene.md",
            "documents/0007-gone.md", "revisions/0005-x-v0002.md", "revisions/0005-x-v0003.md",
        ]);
    }
}

service_test! {
    fn what_lies_in_the_bin_below_the_lowest_level_comes_along(studio) {
        let project = studio.project("deep");
        let documents = format!("/api/projects/{project}/documents");
        let make = |title: &str, parent: Option<&str>| {
            let body = json!({ "title": title, "kind": "part", "parentId": parent });
            studio.post(&documents, &body).ok()["id"].text()
        };
        let mut chain: Vec<String> = Vec::new();
        for level in 1..=16 {
            chain.push(make(&level.to_string(), chain.last().map(String::as_str)));
        }
        studio.delete(&format!("{documents}/{}", chain[15])).ok();
        let top = make("top", None);
        studio.put(&format!("{documents}/{}", chain[0]), &json!({ "parentId": top })).ok();

        let files = export(studio, &project);
        let copy = import(studio, &files).ok()["id"].text();

        let rows = export(studio, &copy).remove("document.json").expect("a file");
        let rows: Vec<Value> = serde_json::from_str(&rows).expect("a list of rows");
        let row = rows.iter().find(|row| row["title"] == "16").expect("it came along");
        assert!(row["deletedAt"].is_i64(), "{row}");
        let id = row["id"].text();
        let back = studio.post(&format!("/api/projects/{copy}/documents/{id}/restore"), &json!({}));
        assert_eq!(back.ok()["parentId"], Value::Null, "it would lie too deep where it lay");
    }
}

service_test! {
    fn who_imports_a_project_owns_it(studio) {
        let [ada, mina] = ["ada", "mina"].map(|name| Person::new(studio, name, Scope::Write));
        let project = ada.project("Dracula");

        let export = ada.get(&format!("/api/projects/{project}/export")).ok();
        assert_eq!(mina.get(&format!("/api/projects/{project}/export")).status, 404);
        let copy = mina.post("/api/projects/import", &export).ok();

        assert_eq!(copy["owner"], "mina");
        assert_ne!(copy["id"], project);
        assert_eq!(ada.get(&format!("/api/projects/{}", copy["id"].text())).status, 404);
        assert_eq!(ada.projects(), ["Dracula"]);
    }
}

service_test! {
    fn an_import_says_nothing_about_the_ids_of_others(studio) {
        let [ada, mina] = ["ada", "mina"].map(|name| Person::new(studio, name, Scope::Write));
        let documents = |project: &str| format!("/api/projects/{project}/documents");
        let chapter = json!({ "title": "I" });
        let [hers, own] = [&ada, &mina].map(|person| {
            let project = person.project("Dracula");
            let document = person.post(&documents(&project), &chapter).ok()["id"].text();
            (project, document)
        });
        let export = mina.get(&format!("/api/projects/{}/export", own.0)).ok().to_string();
        let nobody = ["0", "1"].map(|digit| format!("{}-0000-7000-8000-000000000000", digit.repeat(8)));
        let nobody: (String, String) = nobody.into();

        for (project, document) in [&hers, &(hers.0.clone(), nobody.1.clone()),
                                    &(nobody.0.clone(), hers.1.clone()), &nobody] {
            let body = export.replace(&own.0, project).replace(&own.1, document);
            let copy = mina.post("/api/projects/import", &serde_json::from_str(&body).unwrap()).ok();

            assert_ne!(copy["id"], project.as_str());
            let list = mina.get(&documents(&copy["id"].text())).ok();
            assert_eq!(list["total"], 1);
            assert_ne!(list["documents"][0]["id"], document.as_str());
        }
    }
}

service_test! {
    fn an_import_that_is_sent_again_makes_one_project(studio) {
        let project = studio.project("Dracula");
        let files = export(studio, &project);
        let send = |files: &BTreeMap<String, String>| {
            let headers = [JSON, ("idempotency-key", "once")];
            let body = body(files).to_string();
            studio.ask("POST", "/api/projects/import", &headers, Some(&body))
        };

        let first = send(&files).ok();
        let again = send(&files).ok();

        assert_eq!(first, again);
        assert_eq!(studio.get("/api/projects").ok()["total"], 2);
        let mut other = files.clone();
        other.insert("more.json".to_owned(), String::new());
        assert_eq!(send(&other).status, 400);
        let mut other = files.clone();
        *other.get_mut("project.json").expect("a project") += " ";
        assert_eq!(send(&other).status, 409);
    }
}

service_test! {
    fn what_is_left_of_an_import_that_broke_off_is_removed(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "Left Munich.");
        let files = export(studio, &project);
        let now = studio.clock.now();
        studio.delete(&format!("/api/projects/{project}")).ok();
        studio.clock.advance(31 * domain::time::DAY_MS);
        studio.clean();

        // Rows are there, and the project is hidden.
        let begun = project.clone();
        let (first, row) = (first_rows(&files, &project), document_row(&files, &project));
        studio.write(move |tx| {
            store::exports::begin(tx, &begun, &first, "token".to_owned(), now)?;
            store::exports::insert(tx, document_table(), &row)
        });
        assert_eq!(studio.get(&format!("/api/projects/{project}/documents")).status, 404);
        assert_eq!(import(studio, &files).status, 200, "a copy has ids of its own");
        studio.clean();
        let back = import(studio, &files).ok();

        assert_eq!(back["id"], project);
        let documents = studio.get(&format!("/api/projects/{project}/documents")).ok();
        assert_eq!(documents["documents"][0]["title"], "I");
    }
}

#[test]
fn an_import_that_was_killed_leaves_its_ids_to_the_next_try() {
    let mut studio = Studio::open(Engine::Sqlite);
    let project = studio.project("Dracula");
    studio.document(&project, "I", "Left Munich.");
    let files = export(&studio, &project);
    studio.delete(&format!("/api/projects/{project}")).ok();
    studio.clock.advance(31 * domain::time::DAY_MS);
    studio.clean();
    let (begun, first) = (project.clone(), first_rows(&files, &project));
    let row = document_row(&files, &project);
    let now = studio.clock.now();
    studio.write(move |tx| {
        store::exports::begin(tx, &begun, &first, "token".to_owned(), now)?;
        store::exports::insert(tx, document_table(), &row)
    });

    studio.restart();

    let back = import(&studio, &files).ok();
    assert_eq!(back["id"], project);
    let documents = studio.get(&format!("/api/projects/{project}/documents")).ok();
    assert_eq!(
        (&documents["total"], &documents["documents"][0]["title"]),
        (&json!(1), &json!("I"))
    );
}

/// The table of documents.
fn document_table() -> &'static store::exports::Table {
    store::exports::TABLES.iter().find(|table| table.name == "document").expect("documents")
}

/// The rows of a folder that are written first, as their tables keep them.
fn first_rows(
    files: &BTreeMap<String, String>,
    project: &str,
) -> Vec<(&'static store::exports::Table, Vec<Vec<Cell>>)> {
    let mut texts = files.clone();
    let mut rows = |table: &store::exports::Table| {
        let mut rows = Rows::take(table.name, table.columns, None, &mut texts).unwrap().all;
        for row in &mut rows {
            for (cell, column) in row.iter_mut().zip(table.columns) {
                match column.kind {
                    ColumnKind::Project => *cell = Cell::Text(project.to_owned()),
                    ColumnKind::Owner => *cell = Cell::Text("local".to_owned()),
                    _ => {}
                }
            }
            derive(row, table.columns);
        }
        rows
    };
    let tables = store::exports::TABLES.iter().filter(|table| table.is_first);
    tables.map(|table| (table, rows(table))).collect()
}

/// The only document of a folder, as its table keeps it.
fn document_row(files: &BTreeMap<String, String>, project: &str) -> Vec<Cell> {
    let mut texts = files.clone();
    let rows = Rows::take("document", document_table().columns, None, &mut texts).unwrap();
    let mut row = rows.all[0].clone();
    row[1] = Cell::Text(project.to_owned());
    derive(&mut row, document_table().columns);
    row
}

service_test! {
    fn projects_that_come_in_at_once_come_in_whole_or_not_at_all(studio) {
        let project = studio.project("Dracula");
        for number in 0..20 {
            studio.document(&project, &format!("{number}"), "Left Munich.");
        }
        let files = export(studio, &project);
        studio.delete(&format!("/api/projects/{project}")).ok();
        studio.clock.advance(31 * domain::time::DAY_MS);
        studio.clean();

        let replies: Vec<Reply> = std::thread::scope(|scope| {
            let send = || import(studio, &files);
            let sent: Vec<_> = (0..6).map(|_| scope.spawn(send)).collect();
            sent.into_iter().map(|one| one.join().unwrap()).collect()
        });

        let arrived: Vec<&Reply> = replies.iter().filter(|reply| reply.status == 200).collect();
        assert!(!arrived.is_empty(), "{replies:?}");
        assert!(replies.iter().all(|reply| [200, 409].contains(&reply.status)), "{replies:?}");
        assert!(arrived.iter().any(|reply| reply.body["id"] == *project));
        for reply in &arrived {
            let path = format!("/api/projects/{}/documents", reply.body["id"].text());
            assert_eq!(studio.get(&path).ok()["total"], 20);
        }
        let total = studio.get("/api/projects").ok()["total"].clone();
        assert_eq!(total, arrived.len());
    }
}

service_test! {
    fn the_words_of_a_folder_are_no_projects(studio) {
        let update = json!({ "name": "x" });

        assert_eq!(studio.put("/api/projects/import", &update).status, 404);
        assert_eq!(studio.get("/api/projects/missing/export").status, 404);
        assert_eq!(studio.get("/api/projects/missing/export?revisions=maybe").status, 422);
        assert_eq!(studio.post("/api/projects/import", &json!({})).status, 422);
    }
}
