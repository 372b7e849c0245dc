//! Imports of ODT, Fountain and zip: each becomes documents with what editors said, and what is left out is named.

use serde_json::{Value, json};

use super::{
    books::{docx, file, import, list, odt, zip},
    ended, listed,
};
use crate::support::{Studio, Text as _};

/// An ODT of two chapters, with a comment on the second and a change in it that an editor has tracked.
fn edited() -> Vec<u8> {
    odt(
        "<dc:title>The Sea</dc:title><dc:creator>A. Writer</dc:creator>",
        "<text:tracked-changes><text:changed-region text:id=\"c1\"><text:deletion><o:change-info>\
         <dc:creator>Ed</dc:creator><dc:date>2026-01-02T03:04:05</dc:date></o:change-info><text:p>slowly </text:p>\
         </text:deletion></text:changed-region></text:tracked-changes>\
         <text:h text:outline-level=\"1\">Dawn</text:h><text:p>Rain fell.</text:p>\
         <text:h text:outline-level=\"1\">Noon</text:h><text:p>She <o:annotation o:name=\"a\"><dc:creator>Jane\
         </dc:creator><dc:date>2026-02-03T04:05:06</dc:date><text:p>Ran?</text:p></o:annotation>walked\
         <o:annotation-end o:name=\"a\"/> <text:change text:change-id=\"c1\"/>on.</text:p>",
    )
}

const SCREENPLAY: &str = "Title: The Sea\nAuthor: A. Writer\n\n# Act One\n\nEXT. SEA - DAY\n\nWaves.[[How high?]]\n\n\
                          JANE\nHello.\n\n/* Gone. */\n\n# Act Two\n\nThe end.\n";

/// The text of the document of a title.
fn text(studio: &Studio, project: &str, title: &str) -> String {
    let all = list(studio, project, "documents");
    let id = all.iter().find(|it| it["title"] == title).unwrap()["id"].text();
    studio.get(&format!("/api/projects/{project}/documents/{id}")).ok()["content"].text()
}

/// What was left out, each with its reason.
fn skipped(import: &Value) -> Vec<(String, String)> {
    let all = import["skipped"].as_array().unwrap().iter();
    all.map(|it| (it["path"].text(), it["reason"].text())).collect()
}

service_test! {
    fn an_odt_becomes_chapters_with_what_editors_said(studio) {
        let project = studio.project("The Sea");
        let wanted = json!({ "files": [file("sea.odt", &edited())], "cut": true });

        let preview = studio.post("/api/imports/preview", &wanted).ok();
        // It is known by its content, whatever its name.
        let done = import(studio, &project, file("sea.txt", &edited()), "add");

        assert_eq!((&preview["comments"], &preview["trackedChanges"]), (&json!(1), &json!(1)));
        assert_eq!(done["status"], "completed", "{done}");
        assert_eq!(listed(studio, &project),
            ["chapter Dawn", "chapter Noon", "note Notes", "note Front matter in Notes"]);
        assert_eq!(text(studio, &project, "Noon"), "# Noon\n\nShe walked slowly on.\n");
        let findings = list(studio, &project, "findings");
        let [finding] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!((&finding["message"], &finding["quotation"]["quote"]), (&json!("Jane: Ran?"), &json!("walked")));
        let proposals = list(studio, &project, "proposals");
        let [proposal] = proposals.as_slice() else { panic!("{proposals:?}") };
        let path = format!("/api/projects/{project}/proposals/{}", proposal["id"].text());
        studio.post(&format!("{path}/accept"), &json!({})).ok();
        assert_eq!(text(studio, &project, "Noon"), "# Noon\n\nShe walked on.\n");
    }
}

service_test! {
    fn a_screenplay_becomes_its_acts_with_its_notes_as_comments(studio) {
        let project = studio.project("The Sea");
        let screenplay = json!({ "path": "sea.fountain", "content": SCREENPLAY });

        let preview = studio.post("/api/imports/preview", &json!({ "files": [screenplay], "cut": true })).ok();
        let done = import(studio, &project, screenplay, "add");

        assert_eq!(preview["comments"], 1);
        assert_eq!(done["status"], "completed", "{done}");
        assert_eq!(skipped(&done), [("sea.fountain".to_owned(), "a boneyard in it: only its text is imported".to_owned())]);
        let chapters: Vec<String> = listed(studio, &project).into_iter().filter(|it| !it.starts_with("note")).collect();
        assert!(!chapters.is_empty(), "{chapters:?}");
        let all: String = list(studio, &project, "documents").iter().map(|it| {
            let id = it["id"].text();
            studio.get(&format!("/api/projects/{project}/documents/{id}")).ok()["content"].text()
        }).collect();
        for words in ["EXT. SEA - DAY", "Waves.", "**JANE**\n\nHello.", "The end.", "author: \"A. Writer\""] {
            assert!(all.contains(words), "{words} in {all}");
        }
        assert!(!all.contains("Gone"));
        let findings = list(studio, &project, "findings");
        assert_eq!(findings.iter().map(|it| it["message"].text()).collect::<Vec<_>>(), ["How high?"]);
    }
}

service_test! {
    fn a_zip_is_taken_as_the_folder_that_it_is(studio) {
        let project = studio.project("The Sea");
        let inner = zip(&[("x.md", b"No")]);
        let word = docx("<w:p><w:r><w:t>Of Word.</w:t></w:r></w:p>");
        let packed = zip(&[
            ("sea/2 Noon.docx", &word),
            ("sea/1 Dawn.md", b"Rain fell.\r\n"),
            ("sea/3 Dusk.odt", &edited()),
            ("sea/4 Night.fountain", b"EXT. SEA\n\nWaves."),
            ("sea/Part/1 Later.txt", b"Later."),
            ("sea/cover.png", b"\x89PNG"),
            ("sea/old.zip", &inner),
            ("sea/inner.docx", &inner),
            ("sea/latin.txt", b"caf\xe9"),
            ("__MACOSX/sea/._1 Dawn.md", b"\0"),
        ]);
        let wanted = json!({ "files": [file("sea.zip", &packed)], "cut": true });

        let preview = studio.post("/api/imports/preview", &wanted).ok();
        let done = import(studio, &project, file("sea.zip", &packed), "add");

        assert_eq!(done["status"], "completed", "{done}");
        assert_eq!((&done["total"], &done["done"]), (&json!(10), &json!(10)));
        assert_eq!(listed(studio, &project), ["chapter 1 Dawn", "chapter 2 Noon", "chapter Dawn", "chapter EXT. SEA",
            "part Part", "chapter 1 Later in Part"]);
        assert_eq!(text(studio, &project, "1 Dawn"), "Rain fell.\n");
        assert_eq!(text(studio, &project, "2 Noon"), "Of Word.\n");
        assert_eq!(text(studio, &project, "EXT. SEA"), "# EXT. SEA\n\nWaves.\n");
        for answer in [&preview, &done] {
            let skipped = skipped(answer);
            let reason = |path: &str| skipped.iter().find(|it| it.0 == path).map_or("", |it| it.1.as_str());
            assert_eq!(skipped.len(), 5, "{skipped:?}");
            assert!(reason("cover.png").starts_with("its extension is not .md"));
            assert!(reason("old.zip").starts_with("it is an archive within an archive"));
            assert!(reason("inner.docx").starts_with("it is a ZIP archive, and not a DOCX, EPUB or ODT"));
            assert!(reason("latin.txt").starts_with("its encoding is not recognised"));
            assert_eq!(reason("__MACOSX/sea/._1 Dawn.md"), "it is hidden");
        }
        let notes = studio.get("/api/notifications").ok();
        assert!(notes.to_string().contains("Imported 5 files into “The Sea”; 5 left out."), "{notes}");
    }
}

service_test! {
    fn a_zip_beside_other_files_is_a_folder_of_its_name(studio) {
        let project = studio.project("The Sea");
        let packed = zip(&[("1 Dawn.md", b"Rain fell."), ("2 Noon.md", b"Sun.")]);
        let files = json!([{ "path": "9 End.md", "content": "End." }, file("5 Middle.zip", &packed)]);
        let path = format!("/api/projects/{project}/documents/import");

        let import = studio.post(&path, &json!({ "files": files })).ok();
        ended(studio, &format!("/api/projects/{project}/imports/{}", import["id"].text()));

        assert_eq!(listed(studio, &project),
            ["part 5 Middle", "chapter 1 Dawn in 5 Middle", "chapter 2 Noon in 5 Middle", "chapter 9 End"]);
        let empty = studio.post(&path, &json!({ "files": [file("a.zip", &zip(&[("x.png", b"y")]))] }));
        assert_eq!(empty.status, 400, "{}", empty.text);
        assert!(empty.body["detail"].text().starts_with("a.zip cannot be imported: it is an archive without"));
    }
}

service_test! {
    fn a_book_of_a_zip_that_cannot_be_taken_is_left_out_alone(studio) {
        let project = studio.project("The Sea");
        let comment = "<o:annotation><text:p>c</text:p></o:annotation>";
        let remarked = odt("", &format!("<text:p>Many.{}</text:p>", comment.repeat(1_001)));
        let packed = zip(&[("./1 Dawn.md", b"Rain fell."), ("./2 Noon.odt", &remarked)]);

        let done = import(studio, &project, file("sea.zip", &packed), "add");

        assert_eq!(done["status"], "completed", "{done}");
        assert_eq!(listed(studio, &project), ["chapter 1 Dawn"]);
        let reason = "one of its chapters has more than 1000 comments".to_owned();
        assert_eq!(skipped(&done), [("2 Noon.odt".to_owned(), reason)]);
        let one = json!({ "files": [file("2 Noon.odt", &remarked)] });
        let refused = studio.post(&format!("/api/projects/{project}/documents/import"), &one);
        assert_eq!(refused.status, 400, "{}", refused.text);
    }
}

service_test! {
    fn with_integrations_off_none_of_them_is_taken(studio) {
        let project = studio.project("The Sea");
        let settings = json!({ "settings": { "integrations": { "mime": false } } });
        studio.put(&format!("/api/projects/{project}"), &settings).ok();
        for wanted in [
            file("a.odt", &edited()),
            file("a.zip", &zip(&[("a.md", b"A")])),
            json!({ "path": "a.fountain", "content": SCREENPLAY }),
        ] {
            let refused = studio.post(&format!("/api/projects/{project}/documents/import"), &json!({ "files": [wanted] }));
            assert_eq!(refused.status, 409, "{}", refused.text);
        }
    }
}
