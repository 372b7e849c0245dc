//! Tests of folders that are kept in step with manuscripts: with real files, and over HTTP. What happens when
//! the process is killed is in `durability`.

mod forms;
mod refused;
mod watched;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use crate::support::{Studio, Text as _};

/// A project and its folder.
pub(crate) struct Book<'s> {
    studio: &'s Studio,
    project: String,
    folder: PathBuf,
}

impl<'s> Book<'s> {
    /// A project of this name, with its folder below the root of the studio.
    pub(crate) fn new(studio: &'s Studio, name: &str) -> Self {
        let project = studio.project(name);
        let folder = studio.folder().join("books").join(name.to_lowercase());
        Self { studio, project, folder }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/projects/{}/{rest}", self.project)
    }

    /// Makes a document; its id.
    fn add(&self, body: &Value) -> String {
        self.studio.post(&self.path("documents"), body).ok()["id"].text()
    }

    fn text(&self, id: &str) -> String {
        self.studio.get(&self.path(&format!("documents/{id}"))).ok()["content"].text()
    }

    fn put(&self, id: &str, body: &Value) {
        self.studio.put(&self.path(&format!("documents/{id}")), body).ok();
    }

    /// The documents in the order of reading: kind, title and text.
    fn documents(&self) -> Vec<String> {
        let page = self.studio.get(&self.path("documents?limit=100")).ok();
        let items = page["documents"].as_array().unwrap();
        let whole = |item: &Value| {
            // It may have been deleted since.
            let reply = self.studio.get(&self.path(&format!("documents/{}", item["id"].text())));
            let text =
                if reply.status == 404 { "gone".to_owned() } else { reply.ok()["content"].text() };
            format!("{} {}: {text}", item["kind"].text(), item["title"].text())
        };
        items.iter().map(whole).collect()
    }

    /// The files that are not hidden, by path, and the folders, with a slash at their end.
    fn files(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        read(&self.folder, "", &mut files);
        files
    }

    fn file(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(path)).ok()
    }

    /// Writes a file as an editor does that writes in place.
    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes a file as an editor does that writes beside it and renames.
    fn replace(&self, path: &str, text: &str) {
        let new = self.folder.join(".editor.swp");
        fs::write(&new, text).unwrap();
        fs::rename(new, self.folder.join(path)).unwrap();
    }

    fn rename(&self, from: &str, to: &str) {
        fs::create_dir_all(self.folder.join(to).parent().unwrap()).unwrap();
        fs::rename(self.folder.join(from), self.folder.join(to)).unwrap();
    }

    fn state(&self) -> Value {
        self.studio.get(&self.path("folder")).ok()
    }

    /// Waits until the folder has just these files.
    fn until_files(&self, wanted: &[(&str, &str)]) {
        let wanted: BTreeMap<String, String> =
            wanted.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        self.studio.until("the files of a folder", || {
            let files = self.files();
            (files == wanted).then_some(())
        });
    }

    /// Waits until the project has just these documents.
    fn until_documents(&self, wanted: &[&str]) {
        self.studio.until(&format!("the documents {wanted:?}"), || {
            let documents = self.documents();
            (documents == wanted).then_some(())
        });
    }

    /// Waits until folder and project are in step.
    fn until_in_step(&self) -> Value {
        self.studio.until("a folder in step", || {
            Some(self.state()).filter(|state| state["state"] == "in_step")
        })
    }

    /// How many documents are in the trash.
    fn trashed(&self) -> usize {
        self.studio.get(&self.path("trash")).ok()["trashedDocuments"].as_array().unwrap().len()
    }
}

fn read(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type().unwrap().is_dir() {
            files.insert(format!("{path}/"), String::new());
            read(&entry.path(), &format!("{path}/"), files);
        } else if let Ok(text) = fs::read_to_string(entry.path()) {
            files.insert(path, text);
        }
    }
}

/// Texts that differ by a word.
const ONE: &str = "# One\n\nIt *rained* on the first day.\n";
const TWO: &str = "The second day was dry, and\nnobody came.\n";

service_test! {
    fn a_manuscript_is_written_and_what_is_typed_comes_back(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        let part = book.add(&json!({ "title": "The Wet Part", "kind": "part" }));
        let one = book.add(&json!({ "title": "One", "content": ONE, "parentId": part }));
        let two = book.add(&json!({ "title": "Day Two!", "content": TWO, "parentId": part }));
        book.add(&json!({ "title": "Ideas", "content": "Fog?", "kind": "note" }));
        book.until_files(&[
            ("01-the-wet-part/", ""),
            ("01-the-wet-part/01-one.md", ONE),
            ("01-the-wet-part/02-day-two.md", TWO),
            ("notes/", ""),
            ("notes/01-ideas.md", "Fog?"),
        ]);
        let in_step = book.until_in_step();
        assert_eq!(in_step["path"], book.folder.display().to_string());
        assert_eq!((&in_step["conflicts"], &in_step["problems"]), (&json!([]), &json!([])));

        book.write("01-the-wet-part/01-one.md", "# Once\n\nIt snowed.\n");
        book.replace("01-the-wet-part/02-day-two.md", "Dry.\n");
        studio.until("the typed texts", || {
            (book.text(&one) == "# Once\n\nIt snowed.\n" && book.text(&two) == "Dry.\n").then_some(())
        });

        // The heading was the title, and the former text is a revision; a file that is open keeps its name.
        book.until_files(&[
            ("01-the-wet-part/", ""),
            ("01-the-wet-part/01-one.md", "# Once\n\nIt snowed.\n"),
            ("01-the-wet-part/02-day-two.md", "Dry.\n"),
            ("notes/", ""),
            ("notes/01-ideas.md", "Fog?"),
        ]);
        assert_eq!(book.documents()[1], "chapter Once: # Once\n\nIt snowed.\n");
        let revisions = studio.get(&book.path(&format!("documents/{one}/revisions"))).ok();
        let version = &revisions["revisions"][0]["version"];
        assert_eq!(revisions["revisions"].as_array().unwrap().len(), 1);
        assert_eq!(revisions["revisions"][0]["replacedBy"], "local");
        let revision = studio.get(&book.path(&format!("documents/{one}/revisions/{version}"))).ok();
        assert_eq!(revision["content"], ONE);
    }
}

service_test! {
    fn new_moved_and_deleted_files_are_followed(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        for (title, text) in [("One", ONE), ("Two", TWO), ("Three", "Three.")] {
            book.add(&json!({ "title": title, "content": text }));
        }
        book.until_files(&[("01-one.md", ONE), ("02-two.md", TWO), ("03-three.md", "Three.")]);
        book.until_in_step();

        // A new file in a new folder, a file that is moved there, and another order.
        book.write("04-flood/01-ark.md", "An ark.");
        book.rename("02-two.md", "04-flood/02-two.md");
        book.until_documents(&[
            &format!("chapter One: {ONE}"),
            "chapter Three: Three.",
            "part Flood: ",
            "chapter Ark: An ark.",
            &format!("chapter Two: {TWO}"),
        ]);
        book.rename("03-three.md", "00-three.md");
        book.until_documents(&[
            "chapter Three: Three.",
            &format!("chapter One: {ONE}"),
            "part Flood: ",
            "chapter Ark: An ark.",
            &format!("chapter Two: {TWO}"),
        ]);
        book.until_in_step();
        assert_eq!(book.trashed(), 0);

        // A folder gets another name, and a file is deleted.
        book.rename("04-flood", "04-high-water");
        fs::remove_file(book.folder.join("01-one.md")).unwrap();
        book.until_documents(&[
            "chapter Three: Three.",
            "part High water: ",
            "chapter Ark: An ark.",
            &format!("chapter Two: {TWO}"),
        ]);
        studio.until("the trash", || (book.trashed() == 1).then_some(()));

        // It comes back with its file, as after the switch to another branch.
        book.write("01-one.md", ONE);
        studio.until("an empty trash", || (book.trashed() == 0).then_some(()));
        fs::remove_dir_all(book.folder.join("04-high-water")).unwrap();
        book.until_documents(&["chapter Three: Three.", &format!("chapter One: {ONE}")]);
        assert_eq!(book.trashed(), 3);
    }
}

service_test! {
    fn a_file_that_is_moved_into_the_folder_of_its_document_is_a_new_document_there(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        let one = book.add(&json!({ "title": "One", "content": ONE }));
        book.add(&json!({ "title": "Two", "content": TWO, "parentId": one, "kind": "scene" }));
        book.until_files(&[("01-one.md", ONE), ("01-one/", ""), ("01-one/01-two.md", TWO)]);
        book.until_in_step();

        book.rename("01-one.md", "01-one/02-one.md");
        book.until_documents(&["chapter One: ", &format!("scene Two: {TWO}"), &format!("scene One: {ONE}")]);
        let state = book.until_in_step();
        assert_eq!(state["problems"], json!([]));
        book.until_files(&[("01-one/", ""), ("01-one/01-two.md", TWO), ("01-one/02-one.md", ONE)]);
        assert_eq!(book.trashed(), 0);
        let revisions = studio.get(&book.path(&format!("documents/{one}/revisions"))).ok();
        assert_eq!(revisions["revisions"].as_array().map(Vec::len), Some(1), "{revisions}");

        // Also into a folder that was made for it.
        book.rename("01-one/01-two.md", "01-one/01-two/01-two.md");
        book.until_documents(&["chapter One: ", "scene Two: ", &format!("scene Two: {TWO}"), &format!("scene One: {ONE}")]);
        let state = book.until_in_step();
        assert_eq!((&state["problems"], book.trashed()), (&json!([]), 0));
    }
}

service_test! {
    fn documents_that_are_moved_renamed_and_trashed_are_followed(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        let ids = ["One", "Two", "Three"].map(|title| {
            book.add(&json!({ "title": title, "content": format!("{title}.") }))
        });
        book.until_files(&[("01-one.md", "One."), ("02-two.md", "Two."), ("03-three.md", "Three.")]);

        book.put(&ids[2], &json!({ "position": 0 }));
        book.put(&ids[1], &json!({ "title": "Zwei" }));
        book.until_files(&[("01-three.md", "Three."), ("02-one.md", "One."), ("03-zwei.md", "Two.")]);
        book.put(&ids[1], &json!({ "parentId": ids[0] }));
        book.until_files(&[
            ("01-three.md", "Three."), ("02-one.md", "One."), ("02-one/", ""), ("02-one/03-zwei.md", "Two."),
        ]);
        studio.delete(&book.path(&format!("documents/{}", ids[0]))).ok();
        book.until_files(&[("01-three.md", "Three."), ("03-zwei.md", "Two.")]);
        studio.post(&book.path(&format!("documents/{}/restore", ids[0])), &json!({})).ok();
        book.until_in_step();
        studio.until("the restored file", || book.files().values().any(|it| it == "One.").then_some(()));

        book.until_in_step();
        assert_eq!(book.files().len(), 3, "{:?}", book.files());
        assert_eq!(book.trashed(), 0);
    }
}

service_test! {
    fn a_document_that_moves_has_what_is_moved_into_it_in_its_folder(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "600", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        let ids = ["One", "Two", "Three", "Four"].map(|title| {
            book.add(&json!({ "title": title, "content": format!("{title}.") }))
        });
        book.until_files(&[
            ("01-one.md", "One."), ("02-two.md", "Two."), ("03-three.md", "Three."), ("04-four.md", "Four."),
        ]);

        // Both before the files have rested, so that one look finds both.
        book.put(&ids[3], &json!({ "position": 0 }));
        book.put(&ids[2], &json!({ "parentId": ids[3] }));
        let is_inside = |path: &String| path.starts_with("01-four/") && path.ends_with("-three.md");
        studio.until("both in their folder", || {
            let files = book.files();
            (files.len() == 5 && files.keys().any(is_inside) && files.contains_key("01-four.md")).then_some(())
        });
        let state = book.until_in_step();
        assert_eq!(state["problems"], json!([]));
        assert_eq!(book.trashed(), 0);
    }
}

service_test! {
    fn of_a_conflict_both_texts_are_kept_and_named(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        let one = book.add(&json!({ "title": "One", "content": ONE }));
        book.until_in_step();
        studio.until("the file", || book.file("01-one.md"));

        // A locked document is not changed by its file.
        studio.post(&book.path(&format!("documents/{one}/lock")), &json!({})).ok();
        book.write("01-one.md", "Typed in an editor.");
        let behind = studio.until("the problem", || {
            Some(book.state()).filter(|state| state["problems"] != json!([]))
        });
        assert_eq!((&behind["state"], &behind["problems"][0]["path"]), (&json!("behind"), &json!("01-one.md")));
        assert!(behind["problems"][0]["reason"].text().contains("locked by local"), "{behind}");
        assert_eq!(book.text(&one), ONE);
        book.put(&one, &json!({ "content": "Typed in the page." }));

        let kept = studio.until("the conflict", || {
            Some(book.state()).filter(|state| state["conflicts"] != json!([]))
        });
        let name = kept["conflicts"][0].text();
        assert!(name.starts_with("01-one (conflict 20") && name.ends_with(").md"), "{name}");
        assert_eq!(book.file(&name).as_deref(), Some("Typed in an editor."));
        assert_eq!(book.file("01-one.md").as_deref(), Some("Typed in the page."));
        assert_eq!(book.documents(), ["chapter One: Typed in the page."]);
        let notes = studio.get("/api/notifications").ok();
        let message = notes["notifications"][0]["message"].text();
        assert!(message.contains(&name) && message.contains("Rain"), "{message}");

        // It is resolved by removing the file that lies beside.
        fs::remove_file(book.folder.join(&name)).unwrap();
        studio.until("no conflict", || (book.state()["conflicts"] == json!([])).then_some(()));
    }
}

service_test! {
    fn what_was_typed_while_the_service_was_stopped_is_taken(
        mut studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        let one = book.add(&json!({ "title": "One", "content": ONE }));
        studio.until("the file", || book.file("01-one.md"));
        book.until_in_step();
        let Book { project, folder, .. } = book;

        studio.stop();
        fs::write(folder.join("01-one.md"), "Typed at night, and longer than what was there before it.").unwrap();
        fs::write(folder.join("02-new.md"), "New.").unwrap();
        studio.restart();

        let book = Book { studio, project, folder };
        book.until_documents(&[
            "chapter One: Typed at night, and longer than what was there before it.",
            "chapter New: New.",
        ]);
        assert_eq!(book.text(&one), "Typed at night, and longer than what was there before it.");
    }
}

service_test! {
    fn a_folder_that_is_lost_is_written_again_and_nothing_is_taken_for_deleted(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        book.add(&json!({ "title": "One", "content": ONE }));
        book.add(&json!({ "title": "Two", "content": TWO }));
        book.until_files(&[("01-one.md", ONE), ("02-two.md", TWO)]);
        book.until_in_step();

        // As when a disk is not mounted: an empty folder is in its place.
        fs::rename(&book.folder, book.folder.with_extension("away")).unwrap();
        book.until_files(&[("01-one.md", ONE), ("02-two.md", TWO)]);

        book.until_in_step();
        assert_eq!(book.trashed(), 0);
    }
}
