//! Folders of which the system reports changes and folders that are only polled; parts with texts, and names
//! of documents in the trash.

use std::fs;

use serde_json::json;

use super::{Book, ONE, TWO};
use crate::support::Text as _;

service_test! {
    fn a_change_that_the_system_reports_is_taken_at_once(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "3600000"
    ) {
        let book = Book::new(studio, "Rain");
        let one = book.add(&json!({ "title": "One", "content": ONE }));
        book.until_files(&[("01-one.md", ONE)]);
        book.until_in_step();

        // Without a report it would be looked at in an hour.
        book.write("01-one.md", TWO);
        studio.until("the typed text", || (book.text(&one) == TWO).then_some(()));
        book.write("02-part/02-two.md", "Two.");
        book.until_documents(&[&format!("chapter One: {TWO}"), "part Part: ", "chapter Two: Two."]);
        book.replace("02-part/02-two.md", "Three.");
        book.until_documents(&[&format!("chapter One: {TWO}"), "part Part: ", "chapter Two: Three."]);
        fs::remove_file(book.folder.join("01-one.md")).unwrap();
        book.until_documents(&["part Part: ", "chapter Two: Three."]);
    }
}

service_test! {
    fn where_nothing_is_reported_folders_are_polled(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50",
        "documents.poll_ms" = "100", "documents.watch" = "false"
    ) {
        let book = Book::new(studio, "Rain");
        let one = book.add(&json!({ "title": "One", "content": ONE }));
        book.until_files(&[("01-one.md", ONE)]);
        book.until_in_step();

        book.write("01-one.md", TWO);

        studio.until("the typed text", || (book.text(&one) == TWO).then_some(()));
    }
}

service_test! {
    fn a_part_gets_a_file_with_its_text_and_loses_its_text_with_the_file(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        book.until_in_step();
        book.write("04-flood/01-ark.md", "An ark.");
        book.until_documents(&["part Flood: ", "chapter Ark: An ark."]);
        let page = studio.get(&book.path("documents?kind=part")).ok();
        let part = page["documents"][0]["id"].text();

        book.put(&part, &json!({ "content": "It rises." }));
        book.until_files(&[("04-flood.md", "It rises."), ("04-flood/", ""), ("04-flood/01-ark.md", "An ark.")]);
        book.until_in_step();
        fs::remove_file(book.folder.join("04-flood.md")).unwrap();

        book.until_documents(&["part Flood: ", "chapter Ark: An ark."]);
        book.until_in_step();
        assert_eq!(book.trashed(), 0);
    }
}

service_test! {
    fn a_document_in_the_trash_stays_there_when_another_gets_the_name_of_its_file(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let book = Book::new(studio, "Rain");
        let one = book.add(&json!({ "title": "One", "content": ONE }));
        book.until_files(&[("01-one.md", ONE)]);
        book.until_in_step();
        studio.delete(&book.path(&format!("documents/{one}"))).ok();
        book.until_files(&[]);
        book.until_in_step();

        book.add(&json!({ "title": "One", "content": TWO }));

        book.until_files(&[("01-one.md", TWO)]);
        book.write("01-one.md", "Anew.");
        book.until_documents(&["chapter One: Anew."]);
        book.until_in_step();
        assert_eq!(book.trashed(), 1);
    }
}
