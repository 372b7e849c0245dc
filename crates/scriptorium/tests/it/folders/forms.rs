//! Tests of files as different editors write them, and of very many of them.

use std::fs;

use serde_json::json;

use super::Book;

/// Files of the large folder, in ten folders of their own.
const MANY: usize = 400;

service_test! {
    fn a_file_keeps_its_line_ends_and_its_mark_and_the_document_has_none(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        let one = book.add(&json!({ "title": "One", "content": "One." }));
        book.until_files(&[("01-one.md", "One.")]);

        book.write("01-one.md", "\u{feff}# One\r\n\r\nIt rained.\r\n");
        studio.until("the typed text", || (book.text(&one) == "# One\n\nIt rained.\n").then_some(()));
        book.until_in_step();
        // Nothing was written back for that.
        assert_eq!(book.file("01-one.md").unwrap(), "\u{feff}# One\r\n\r\nIt rained.\r\n");
        book.put(&one, &json!({ "content": "# One\n\nIt snowed.\n\nShe ran.\n" }));

        book.until_files(&[("01-one.md", "\u{feff}# One\r\n\r\nIt snowed.\r\n\r\nShe ran.\r\n")]);
        book.until_in_step();
        assert_eq!(book.text(&one), "# One\n\nIt snowed.\n\nShe ran.\n");
        let revisions = studio.get(&book.path(&format!("documents/{one}/revisions"))).ok();
        assert_eq!(revisions["total"], 2, "{revisions}");
        assert_eq!(book.state()["conflicts"], json!([]));
    }
}

service_test! {
    fn a_text_that_a_program_sends_with_other_line_ends_is_no_conflict(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        let one = book.add(&json!({ "title": "One", "content": "\u{feff}One.\r\n\r\nIt rained.\r\n" }));
        assert_eq!(book.text(&one), "One.\n\nIt rained.\n");
        for day in 0..3 {
            book.put(&one, &json!({ "content": format!("One.\r\n\r\nDay {day}.\r\n") }));
        }

        book.until_files(&[("01-one.md", "One.\n\nDay 2.\n")]);
        book.until_in_step();
        book.write("01-one.md", "One.\r\n\r\nDay 3.\r\n");
        studio.until("the typed text", || (book.text(&one) == "One.\n\nDay 3.\n").then_some(()));
        assert_eq!(book.state()["conflicts"], json!([]));
        assert_eq!(book.files().len(), 1);
    }
}

service_test! {
    fn hundreds_of_files_become_documents_and_follow_them(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Flood");
        book.until_in_step();

        for at in 0..MANY {
            book.write(&format!("part-{}/{at:04}-day.md", at % 10), &format!("Day {at}."));
        }
        studio.until("a document for each file", || {
            let page = studio.get(&book.path("documents?limit=1")).ok();
            (page["total"] == json!(MANY + 10)).then_some(())
        });
        book.until_in_step();
        fs::remove_dir_all(book.folder.join("part-3")).unwrap();

        studio.until("the documents of a folder in the trash", || {
            let page = studio.get(&book.path("documents?limit=1")).ok();
            (page["total"] == json!((MANY + 10) / 10 * 9)).then_some(())
        });
        let state = book.until_in_step();
        assert_eq!((&state["problems"], &state["conflicts"]), (&json!([]), &json!([])));
        assert_eq!(book.files().len(), (MANY + 10) / 10 * 9);
        assert_eq!(state["reason"], json!(null));
    }
}
