//! Folders and files that are not followed.

use std::{fs, os::unix::fs::symlink};

use serde_json::{Value, json};

use super::Book;
use crate::support::{Studio, Text as _};

/// Makes a project with this folder, and waits until it was looked at; its state.
fn named(studio: &Studio, directory: &str) -> Value {
    let body = json!({ "name": "Rain", "documentsDirectory": directory });
    let project = studio.post("/api/projects", &body).ok();
    assert_eq!(project["settings"]["documentsDirectory"], directory);
    let path = format!("/api/projects/{}/folder", project["id"].text());
    studio.until("a folder that was looked at", || {
        let state = studio.get(&path).ok();
        ["refused", "in_step"].iter().any(|it| state["state"] == *it).then_some(state)
    })
}

service_test! {
    fn without_a_root_no_folder_is_kept(studio) {
        let project = studio.project("Rain");
        studio.document(&project, "One", "Text.");

        let state = studio.get(&format!("/api/projects/{project}/folder")).ok();

        assert_eq!((&state["state"], &state["path"]), (&json!("no_root"), &Value::Null));
        assert!(state["reason"].text().contains("[documents]"), "{state}");
        assert_eq!(studio.get("/api/projects/x/folder").status, 404);
    }
}

service_test! {
    fn a_folder_outside_of_the_root_is_stored_and_never_followed(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let outside = studio.folder().join("outside");
        fs::create_dir(&outside).unwrap();
        let books = studio.folder().join("books");
        fs::create_dir_all(&books).unwrap();
        symlink(&outside, books.join("link")).unwrap();

        for directory in [outside.display().to_string(), "../outside".to_owned(), "link".to_owned(), "link/in".to_owned()] {
            let state = named(studio, &directory);

            assert_eq!(state["state"], "refused", "{directory}: {state}");
            assert!(!state["reason"].is_null());
        }
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);

        let state = named(studio, "shelf/rain");
        assert_eq!((&state["state"], &state["reason"]), (&json!("in_step"), &Value::Null));
        assert!(books.join("shelf/rain").is_dir());
        // Two projects have no folder in each other.
        assert_eq!(named(studio, "shelf")["state"], "refused");
        assert_eq!(named(studio, &books.join("shelf/rain").display().to_string())["state"], "refused");
    }
}

service_test! {
    fn a_file_that_cannot_be_taken_is_named_and_left_alone(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        book.add(&json!({ "title": "One", "content": "Text." }));
        studio.until("the file", || book.file("01-one.md"));
        book.until_in_step();
        let outside = studio.folder().join("outside.md");
        fs::write(&outside, "Somebody else's.").unwrap();

        symlink(&outside, book.folder.join("02-link.md")).unwrap();
        fs::write(book.folder.join("03-latin.md"), b"caf\xe9").unwrap();
        fs::write(book.folder.join("04-\u{7}.md"), "Text.").unwrap();
        fs::write(book.folder.join("01-one.txt"), "Text.").unwrap();
        fs::write(book.folder.join("cover.png"), "").unwrap();
        fs::write(book.folder.join("05-good.md"), "Good.").unwrap();
        let state = studio.until("four problems", || {
            Some(book.state()).filter(|state| state["problems"].as_array().unwrap().len() == 4)
        });
        book.until_documents(&["chapter One: Text.", "chapter Good: Good."]);

        let reasons: Vec<String> = state["problems"].as_array().unwrap().iter()
            .map(|it| format!("{}: {}", it["path"].text(), it["reason"].text())).collect();
        assert!(reasons.iter().any(|it| it.starts_with("01-one.txt: another file has this name")
            || it.starts_with("01-one.md: another file has this name")), "{reasons:?}");
        assert!(reasons.iter().any(|it| it.starts_with("02-link.md: it is a link")), "{reasons:?}");
        assert!(reasons.iter().any(|it| it.starts_with("03-latin.md: it is not UTF-8")), "{reasons:?}");
        assert!(reasons.iter().any(|it| it.contains("control character")), "{reasons:?}");
        assert_eq!(fs::read(book.folder.join("03-latin.md")).unwrap(), b"caf\xe9");
    }
}
