//! Tests of imports: a folder becomes documents, all at once or not at all, whatever happens to
//! the one who reads it. The command that imports a folder is in `command`, and who is
//! notified of its end in `notified`; imports that update are in `updated`.

pub mod books;
mod command;
mod edited;
mod notified;
mod packed;
mod updated;

use domain::{
    Principal, Time, ids,
    imports::{Import, Mode, State},
};
use serde_json::{Value, json};
use store::{
    Tx,
    imports::{Claim, StagedFile},
};

use crate::support::{Studio, Text as _};

/// Asks for an import; its path.
fn begin(studio: &Studio, project: &str, files: &Value) -> String {
    let path = format!("/api/projects/{project}/documents/import");
    let import = studio.post(&path, &json!({ "files": files })).ok();
    format!("/api/projects/{project}/imports/{}", import["id"].text())
}

/// Waits for the end of an import.
fn ended(studio: &Studio, import: &str) -> Value {
    studio.until("the end of an import", || {
        let import = studio.get(import).ok();
        ["completed", "failed"].iter().any(|end| import["status"] == *end).then_some(import)
    })
}

/// Every document of a project in the order of reading: kind, title, and the title of what it lies in.
fn listed(studio: &Studio, project: &str) -> Vec<String> {
    let page = studio.get(&format!("/api/projects/{project}/documents?limit=100")).ok();
    let items = page["documents"].as_array().unwrap();
    let title =
        |id: &Value| items.iter().find(|item| item["id"] == *id).map(|it| it["title"].text());
    items
        .iter()
        .map(|item| {
            let inside = title(&item["parentId"]).map(|it| format!(" in {it}")).unwrap_or_default();
            format!("{} {}{inside}", item["kind"].text(), item["title"].text())
        })
        .collect()
}

/// A file as it is staged.
fn staged_file(path: &str, content: &str) -> StagedFile {
    StagedFile { path: path.to_owned(), content: content.to_owned(), remarks: None }
}

/// A folder of so many numbered files with this text.
fn numbered(count: usize, content: &str) -> Value {
    (0..count).map(|n| json!({ "path": format!("{n}.md"), "content": content })).collect()
}

service_test! {
    fn a_folder_becomes_parts_chapters_and_notes_in_the_order_of_its_names(studio) {
        let project = studio.project("Dracula");
        let text = "one two";

        let import = begin(studio, &project, &json!([
            { "path": "chapter-10.md", "content": "# The *tenth*\n\nOne." },
            { "path": "chapter-2.md", "content": text },
            { "path": "Part One/02-departure.MD", "content": text },
            { "path": "Part One/01-arrival.txt", "content": text },
            { "path": "Part One/Deeper/scene.markdown", "content": text },
            { "path": "notes/ideas.md", "content": text },
            { "path": "research/vampires.md", "content": text },
            { "path": "Epilogue.md", "content": text },
            { "path": ".trash/old.md", "content": text },
            { "path": "cover.png", "content": "" },
            { "path": "chapter-2.md", "content": "another" },
            { "path": "../secret.md", "content": text },
            { "path": format!("{}x.md", "d/".repeat(16)), "content": text },
        ]));

        let done = ended(studio, &import);
        assert_eq!(listed(studio, &project), [
            "chapter Chapter 2",
            "chapter The tenth",
            "chapter Epilogue",
            "note Notes",
            "note Ideas in Notes",
            "part Part One",
            "chapter Arrival in Part One",
            "chapter Departure in Part One",
            "part Deeper in Part One",
            "chapter Scene in Deeper",
            "reference Research",
            "reference Vampires in Research",
        ]);
        let reasons: Vec<_> = done["skipped"].as_array().unwrap().iter()
            .map(|it| format!("{}: {}", it["path"].text().trim_start_matches("d/"), it["reason"].text()))
            .collect();
        assert_eq!(reasons, [
            ".trash/old.md: it is hidden",
            "cover.png: its extension is not .md, .markdown, .txt, .docx, .epub, .odt, .fountain or .zip",
            "chapter-2.md: an earlier file has the same path",
            "../secret.md: its path leads out of the folder, or names no file",
            "x.md: it is nested too deeply",
        ]);
        assert_eq!((&done["total"], &done["done"]), (&json!(13), &json!(13)));
        let page = studio.get(&format!("/api/projects/{project}/documents")).ok();
        let positions = page["documents"].as_array().unwrap().iter().map(|it| it["position"].clone());
        assert_eq!(positions.collect::<Vec<_>>(), (0..12).map(|n| json!(n)).collect::<Vec<_>>());
        let tenth = &page["documents"][1];
        assert_eq!((&tenth["words"], &tenth["status"]), (&json!(3), &json!("draft")));
        let tenth = studio.get(&format!("/api/projects/{project}/documents/{}", tenth["id"].text()));
        assert_eq!(tenth.ok()["content"], "# The *tenth*\n\nOne.");
    }
}

service_test! {
    fn an_import_is_answered_at_once_and_tells_how_far_it_is(studio) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}/documents/import");

        let begun = studio.post(&path, &json!({ "files": numbered(3, "text") })).ok();
        let done = ended(studio, &format!("/api/projects/{project}/imports/{}", begun["id"].text()));

        let mut wanted = json!({
            "id": begun["id"],
            "projectId": project,
            "status": "pending",
            "mode": "add",
            "progress": 0.0,
            "total": 3,
            "done": 0,
            "skipped": [],
            "error": null,
            "createdAt": "2026-11-18T11:06:40.000Z",
            "modifiedAt": "2026-11-18T11:06:40.000Z",
        });
        assert_eq!(begun, wanted);
        wanted["status"] = json!("completed");
        wanted["progress"] = json!(1.0);
        wanted["done"] = json!(3);
        assert_eq!(done, wanted);
    }
}

service_test! {
    fn a_second_folder_comes_behind_the_first(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "Foreword", "");

        for name in ["a", "b"] {
            let files = json!([{ "path": format!("{name}/1.md"), "content": "" }]);
            ended(studio, &begin(studio, &project, &files));
        }

        assert_eq!(listed(studio, &project),
            ["chapter Foreword", "part A", "chapter 1 in A", "part B", "chapter 1 in B"]);
    }
}

service_test! {
    fn a_large_folder_appears_all_at_once(studio) {
        let project = studio.project("large");
        let content = "The castle is on the very edge of a terrible precipice. ".repeat(360);
        assert!(content.len() * 250 > 5_000_000);

        let import = begin(studio, &project, &numbered(250, &content));

        let total = || {
            let page = studio.get(&format!("/api/projects/{project}/documents?limit=1")).ok();
            page["total"].as_i64().unwrap()
        };
        let mut seen = vec![total()];
        studio.until("the documents", || {
            seen.push(total());
            (seen.last() != Some(&0)).then_some(())
        });
        assert!(seen.iter().all(|total| [0, 250].contains(total)), "{seen:?}");
        assert_eq!(ended(studio, &import)["progress"], 1.0);
        let project = studio.get(&format!("/api/projects/{project}")).ok();
        assert_eq!(project["intelligence"]["knowledgeBase"]["documents"], 250);
    }
}

service_test! {
    fn an_import_has_at_most_ten_thousand_files(studio) {
        let project = studio.project("x");
        let path = format!("/api/projects/{project}/documents/import");

        let reply = studio.post(&path, &json!({ "files": numbered(10_001, "") }));
        insta::assert_snapshot!(reply, @r#"
        413
        {"detail":"An import has at most 10000 files"}
        "#);
        assert_eq!(studio.get(&format!("/api/projects/{project}/documents")).ok()["total"], 0);
    }
}

service_test! {
    fn what_is_no_folder_of_texts_is_refused_whole(studio) {
        let project = studio.project("x");
        let path = format!("/api/projects/{project}/documents/import");
        let files = json!({ "files": [
            { "path": "good.md", "content": "good" },
            { "path": "", "content": "x" },
            { "path": "p".repeat(1_025), "content": "x" },
            { "content": 7 },
        ] });

        let reply = studio.post(&path, &files);
        insta::assert_snapshot!(reply, @r"
        422
        body.files.1.path: String should have at least 1 character (string_too_short)
        body.files.2.path: String should have at most 1024 characters (string_too_long)
        body.files.3.path: Field required (missing)
        body.files.3.content: Input should be a valid string (string_type)
        ");
        assert_eq!(studio.post(&path, &json!({})).status, 422);
        assert_eq!(studio.get(&format!("/api/projects/{project}/documents")).ok()["total"], 0);
        let missing = studio.post("/api/projects/missing/documents/import", &json!({ "files": [] }));
        assert_eq!(missing.detail(), "Project not found");
        let missing = studio.get(&format!("/api/projects/{project}/imports/missing"));
        assert_eq!(missing.detail(), "Import not found");

        // An empty folder is no mistake, and nothing.
        let empty = ended(studio, &begin(studio, &project, &json!([])));
        assert_eq!((&empty["status"], &empty["progress"]), (&json!("completed"), &json!(1.0)));
    }
}

/// An import in this state, staged with two files, as a store row.
fn staged(tx: &mut Tx<'_>, project: &str, state: State, now: Time) -> domain::Result<Import> {
    let import = Import {
        id: ids::new(now),
        project_id: project.to_owned(),
        account: "local".to_owned(),
        state,
        mode: Mode::Add,
        total: 2,
        done: 0,
        skipped: Vec::new(),
        error: None,
        created_at: now,
        modified_at: now,
    };
    let project = store::projects::check(tx, &Principal::local(), project)?;
    store::imports::create(tx, &project, &import)?;
    store::imports::stage(tx, &project, &import.id, (0, &staged_file("1.md", "one")))?;
    store::imports::stage(tx, &project, &import.id, (1, &staged_file("2.md", "two")))?;
    Ok(import)
}

/// How many files are still staged for an import.
fn staged_files(studio: &Studio, id: String) -> i64 {
    studio.write(move |tx| {
        tx.row("SELECT count(*) FROM import_file WHERE import_id = ?1", (&id,))
            .and_then(|row| row.unwrap().get(0))
            .map_err(|error| domain::Error::internal("counting staged files", error))
    })
}

/// What an earlier worker had made of an import when it was killed.
fn half_read(tx: &mut Tx<'_>, (import, claim): &(Import, Claim), now: Time) -> domain::Result<()> {
    let create = domain::documents::DocumentCreate {
        title: "half".to_owned(),
        content: String::new(),
        kind: domain::documents::DocumentKind::Chapter,
        parent_id: None,
        position: None,
        status: domain::documents::Status::Draft,
        word_target: None,
    };
    let id = ids::new(now);
    let document = domain::documents::Document::create(id, &import.project_id, &create, 0, 1, now);
    let project = store::projects::check(tx, &Principal::local(), &import.project_id)?;
    let import =
        store::imports::get_for_update(tx, claim, now.plus(60_000))?.expect("it was just claimed");
    store::documents::create(tx, &project, &document, "half", Some(&import))
}

service_test! {
    fn an_import_whose_worker_was_killed_begins_again_when_its_lease_ends(studio) {
        let project = studio.project("Dracula");
        let (now, at) = (studio.clock.now(), project.clone());
        let (import, claim) = studio.write(move |tx| {
            let import = staged(tx, &at, State::Pending, now)?;
            let claimed = store::imports::claim(tx, "killed", now, now.plus(60_000))?.unwrap();
            assert_eq!(claimed.0.id, import.id);
            half_read(tx, &claimed, now)?;
            Ok(claimed)
        });
        let path = format!("/api/projects/{project}/imports/{}", import.id);

        // Nobody sees what it had made, and nobody takes the import from it before its time.
        assert_eq!(listed(studio, &project), [""; 0]);
        assert_eq!(studio.get(&path).ok()["status"], "active");
        studio.clock.advance(60_000);
        ended(studio, &path);

        assert_eq!(listed(studio, &project), ["chapter 1", "chapter 2"]);
        let late = studio.write(move |tx| {
            Ok(store::imports::get_for_update(tx, &claim, now.plus(999_999))?.is_some())
        });
        assert!(!late, "the earlier worker has lost it");
    }
}

service_test! {
    fn an_import_that_was_claimed_again_takes_nothing_from_its_first_worker(studio) {
        let project = studio.project("Dracula");
        let (now, at) = (studio.clock.now(), project.clone());
        let (first, second) = studio.write(move |tx| {
            staged(tx, &at, State::Pending, now)?;
            let first = store::imports::claim(tx, "one", now, now.plus(60_000))?.unwrap();
            half_read(tx, &first, now)?;
            // The same server, back from a long pause: its name does not distinguish the two claims.
            let late = now.plus(60_000);
            let second = store::imports::claim(tx, "one", late, late.plus(60_000))?.unwrap();
            Ok((first, second))
        });
        assert_eq!(first.0.id, second.0.id);

        let (slow, until) = (first.1.clone(), now.plus(999_999));
        let found = studio.write(move |tx| {
            let slow = store::imports::get_for_update(tx, &slow, until)?.is_some();
            let quick = store::imports::get_for_update(tx, &second.1, now.plus(120_000))?.is_some();
            Ok((slow, quick))
        });

        assert_eq!(found, (false, true));
        // Nothing the first one tried has prolonged the second one's claim, nor is its half left.
        studio.clock.advance(120_000);
        let path = format!("/api/projects/{project}/imports/{}", first.0.id);
        assert_eq!(ended(studio, &path)["status"], "completed");
        assert_eq!(listed(studio, &project), ["chapter 1", "chapter 2"]);
    }
}

service_test! {
    fn an_import_goes_on_after_a_restart(mut studio) {
        let project = studio.project("Dracula");
        let now = studio.clock.now();
        let node = std::fs::read_to_string(studio.folder().join("node")).unwrap();
        studio.stop();
        let database = scriptorium::serve::open_database(&studio.settings).unwrap();
        let at = project.clone();
        // One was only staged, of the other half was read when the studio went down.
        let imports = database.write_blocking(move |tx| {
            let half = staged(tx, &at, State::Pending, now)?;
            let claimed = store::imports::claim(tx, &node, now, now.plus(60_000))?.unwrap();
            half_read(tx, &claimed, now)?;
            let waiting = staged(tx, &at, State::Pending, now.plus(1))?;
            Ok([half.id, waiting.id])
        }).unwrap();
        database.close();

        studio.restart();

        for id in imports {
            let done = ended(studio, &format!("/api/projects/{project}/imports/{id}"));
            assert_eq!(done["status"], "completed");
        }
        assert_eq!(listed(studio, &project), ["chapter 1", "chapter 2", "chapter 1", "chapter 2"]);
    }
}

service_test! {
    fn an_import_that_fails_leaves_nothing(studio) {
        let project = studio.project("Dracula");
        // A fault of the database that comes only with the last file, in the second batch.
        studio.write(|tx| {
            tx.run("CREATE UNIQUE INDEX fault ON document (project_id, title)", ())
                .map(drop)
                .map_err(|error| domain::Error::internal("making a fault", error))
        });
        let mut files = numbered(120, "text");
        files[119] = json!({ "path": "z/0.md", "content": "text" });

        let import = begin(studio, &project, &files);
        let failed = ended(studio, &import);

        assert_eq!(failed["status"], "failed");
        assert_eq!(failed["error"], "The import failed; the log says why");
        assert!(failed["progress"].as_f64().unwrap() < 1.0);
        let item = studio.get(&format!("/api/projects/{project}")).ok();
        assert_eq!(listed(studio, &project), [""; 0]);
        assert_eq!(item["analytics"]["activeDays"], 0);
        assert_eq!(item["intelligence"]["knowledgeBase"]["documents"], 0);
        let id = failed["id"].text();
        assert_eq!(staged_files(studio, id), 0);
        // The project can be imported into as before.
        let again = ended(studio, &begin(studio, &project, &numbered(2, "text")));
        assert_eq!(again["status"], "completed");
    }
}

service_test! {
    fn an_import_whose_caller_went_away_is_given_up(studio) {
        let project = studio.project("Dracula");
        let (now, at) = (studio.clock.now(), project.clone());
        let id = studio.write(move |tx| staged(tx, &at, State::Staging, now)).id;
        let path = format!("/api/projects/{project}/imports/{id}");

        studio.clock.advance(15 * 60_000);
        studio.clean();
        assert_eq!(studio.get(&path).ok()["status"], "staging");
        studio.clock.advance(1);
        studio.clean();

        let given_up = studio.get(&path).ok();
        assert_eq!(given_up["status"], "failed");
        assert_eq!(given_up["error"], "The caller went away before all files had arrived");
        assert_eq!(listed(studio, &project), [""; 0]);
        assert_eq!(staged_files(studio, id), 0);
    }
}
