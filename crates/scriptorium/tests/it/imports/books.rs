//! Imports of DOCX and EPUB: what is in them becomes documents, findings and proposals, all of it or nothing.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use formats::write::{Chapter, Manuscript, Remark};
use serde_json::{Value, json};

use super::{ended, listed};
use crate::support::{Studio, Text as _};

/// Two chapters, with a comment on the second.
pub(crate) fn manuscript() -> Manuscript {
    let text = "# Noon\n\nShe *walked* on.\n";
    let at = text.find("*walked*").unwrap();
    Manuscript {
        title: "The Sea".to_owned(),
        author: "A. Writer".to_owned(),
        language: "en".to_owned(),
        identifier: "urn:uuid:0198c3a2-6f1e-7c40-9d55-2b8a4f0e1c77".to_owned(),
        modified: "2026-01-31T12:00:00Z".to_owned(),
        chapters: vec![
            Chapter {
                title: "Dawn".to_owned(),
                text: "# Dawn\n\nRain fell.\n".to_owned(),
                ..Chapter::default()
            },
            Chapter {
                title: "Noon".to_owned(),
                text: text.to_owned(),
                remarks: vec![Remark {
                    range: at..at + 8,
                    author: "Jane".to_owned(),
                    date: "2026-02-03T04:05:06Z".to_owned(),
                    text: "Ran?".to_owned(),
                }],
                ..Chapter::default()
            },
        ],
    }
}

/// A DOCX in which an editor has tracked changes.
fn tracked() -> Vec<u8> {
    let run = |text: &str| format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>");
    let body = format!(
        "<w:p>{}<w:del w:author=\"Ed\"><w:r><w:delText>old</w:delText></w:r></w:del><w:ins w:author=\"Ed\" \
         w:date=\"2026-01-02T03:04:05Z\">{}</w:ins>{}<w:ins w:author=\"Ed\">{}</w:ins></w:p>",
        run("The "),
        run("young"),
        run(" sea."),
        run(" It waits."),
    );
    docx(&body)
}

/// A DOCX with this body.
pub(super) fn docx(body: &str) -> Vec<u8> {
    let document = format!("<w:document xmlns:w=\"w\"><w:body>{body}</w:body></w:document>");
    let mut parts = zip(&[
        ("[Content_Types].xml", b"<Types>wordprocessingml</Types>"),
        ("word/document.xml", document.as_bytes()),
    ]);
    parts.shrink_to_fit();
    parts
}

/// An ODT with this body, and what it says of itself.
pub(super) fn odt(about: &str, body: &str) -> Vec<u8> {
    let content = format!(
        "<o:document-content xmlns:o=\"o\" xmlns:text=\"t\" xmlns:dc=\"d\"><o:body><o:text>{body}</o:text></o:body>\
         </o:document-content>"
    );
    let meta = format!("<o:meta xmlns:o=\"o\" xmlns:dc=\"d\">{about}</o:meta>");
    zip(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("content.xml", content.as_bytes()),
        ("meta.xml", meta.as_bytes()),
    ])
}

/// An archive without compression, as the smallest that can be.
pub(super) fn zip(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in parts {
        let crc = crc32(bytes);
        let at = out.len() as u32;
        let [size, length] = [bytes.len() as u32, name.len() as u32];
        let mut shared = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        shared.extend(crc.to_le_bytes());
        shared.extend(size.to_le_bytes().repeat(2));
        shared.extend((length as u16).to_le_bytes());
        shared.extend([0, 0]);
        out.extend(b"PK\x03\x04");
        out.extend(&shared);
        out.extend(name.as_bytes());
        out.extend(*bytes);
        directory.extend(b"PK\x01\x02");
        directory.extend([20, 0]);
        directory.extend(&shared);
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (start, size, count) = (out.len() as u32, directory.len() as u32, parts.len() as u16);
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes().repeat(2));
    out.extend(size.to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    };
    !bytes.iter().fold(u32::MAX, step)
}

pub(super) fn file(path: &str, bytes: &[u8]) -> Value {
    json!({ "path": path, "content": STANDARD.encode(bytes), "encoding": "base64" })
}

/// Imports a book, cut at its headings; how it ended.
pub(super) fn import(studio: &Studio, project: &str, file: Value, mode: &str) -> Value {
    let path = format!("/api/projects/{project}/documents/import");
    let body = json!({ "files": [file], "cut": true, "mode": mode });
    let import = studio.post(&path, &body).ok();
    ended(studio, &format!("/api/projects/{project}/imports/{}", import["id"].text()))
}

pub(super) fn list(studio: &Studio, project: &str, what: &str) -> Vec<Value> {
    let page = studio.get(&format!("/api/projects/{project}/{what}?limit=100")).ok();
    page[what].as_array().unwrap().clone()
}

/// The text of the document of a title.
fn text(studio: &Studio, project: &str, title: &str) -> String {
    let all = list(studio, project, "documents");
    let id = all.iter().find(|it| it["title"] == title).unwrap()["id"].text();
    studio.get(&format!("/api/projects/{project}/documents/{id}")).ok()["content"].text()
}

service_test! {
    fn a_docx_becomes_chapters_and_its_comments_findings(studio) {
        let project = studio.project("The Sea");
        let book = formats::write::docx(&manuscript()).unwrap();
        let wanted = json!({ "files": [file("sea.docx", &book)], "cut": true });

        let preview = studio.post("/api/imports/preview", &wanted).ok();
        // A book is known by its content, whatever its name.
        let done = import(studio, &project, file("sea.txt", &book), "add");

        assert_eq!((&preview["comments"], &preview["trackedChanges"]), (&json!(1), &json!(0)));
        assert_eq!(done["status"], "completed", "{done}");
        assert_eq!(listed(studio, &project),
            ["chapter Dawn", "chapter Noon", "note Notes", "note Front matter in Notes"]);
        assert_eq!(text(studio, &project, "Noon"), "# Noon\n\nShe *walked* on.\n");
        assert_eq!(text(studio, &project, "Front matter"),
            "---\ntitle: \"The Sea\"\nauthor: \"A. Writer\"\nlanguage: \"en\"\n---\n");
        let findings = list(studio, &project, "findings");
        let [finding] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!((&finding["check"], &finding["rule"], &finding["state"]),
            (&json!("editor"), &json!("comment"), &json!("open")));
        assert_eq!((&finding["message"], &finding["quotation"]["quote"], &finding["line"]),
            (&json!("Jane: Ran?"), &json!("*walked*"), &json!(3)));
        assert_eq!((&finding["detail"]["author"], &finding["detail"]["date"]),
            (&json!("Jane"), &json!("2026-02-03T04:05:06Z")));
        let of_editor = studio.get(&format!("/api/projects/{project}/findings?check=editor")).ok();
        assert_eq!(of_editor["total"], 1);
    }
}

service_test! {
    fn the_same_book_again_brings_no_comment_twice_and_keeps_what_was_decided(studio) {
        let project = studio.project("The Sea");
        let book = formats::write::docx(&manuscript()).unwrap();
        import(studio, &project, file("sea.docx", &book), "add");
        let id = list(studio, &project, "findings")[0]["id"].text();
        studio.put(&format!("/api/projects/{project}/findings/{id}"), &json!({ "state": "dismissed" })).ok();

        let done = import(studio, &project, file("sea.docx", &book), "update");

        assert_eq!(done["status"], "completed", "{done}");
        let findings = list(studio, &project, "findings");
        assert_eq!((findings.len(), &findings[0]["state"]), (1, &json!("dismissed")));
        assert_eq!(list(studio, &project, "documents").len(), 4);
    }
}

service_test! {
    fn tracked_changes_become_a_proposal_that_can_be_accepted_singly(studio) {
        let project = studio.project("The Sea");

        let done = import(studio, &project, file("edited.docx", &tracked()), "add");

        assert_eq!(done["status"], "completed", "{done}");
        assert_eq!(text(studio, &project, "Edited"), "The old sea.\n");
        let proposals = list(studio, &project, "proposals");
        let [proposal] = proposals.as_slice() else { panic!("{proposals:?}") };
        assert_eq!(proposal["summary"], "Ed: 2 tracked changes in edited.docx");
        let path = format!("/api/projects/{project}/proposals/{}", proposal["id"].text());
        let whole = studio.get(&path).ok();
        let changes: Vec<(String, String, String)> = whole["changes"].as_array().unwrap().iter()
            .map(|it| (it["before"].text(), it["after"].text(), it["reason"].text())).collect();
        assert_eq!(changes, [
            ("old".to_owned(), "young".to_owned(), "Ed".to_owned()),
            (String::new(), " It waits.".to_owned(), "Ed".to_owned()),
        ]);
        // The same again is open already.
        import(studio, &project, file("edited.docx", &tracked()), "update");
        assert_eq!(list(studio, &project, "proposals").len(), 1);
        studio.post(&format!("{path}/accept"), &json!({ "changes": ["2"] })).ok();
        assert_eq!(text(studio, &project, "Edited"), "The old sea. It waits.\n");
    }
}

service_test! {
    fn an_epub_becomes_its_chapters(studio) {
        let project = studio.project("The Sea");
        let book = formats::write::epub(&manuscript()).unwrap();

        let done = import(studio, &project, file("sea.epub", &book), "add");

        assert_eq!(done["status"], "completed", "{done}");
        assert_eq!(listed(studio, &project),
            ["chapter Dawn", "chapter Noon", "note Notes", "note Front matter in Notes"]);
        assert_eq!(text(studio, &project, "Noon"), "# Noon\n\nShe *walked* on.\n");
    }
}

service_test! {
    fn a_book_that_names_no_author_brings_no_note_for_its_title_alone(studio) {
        let book = Manuscript { author: String::new(), ..manuscript() };
        for (name, bytes) in [
            ("sea.docx", formats::write::docx(&book).unwrap()),
            ("sea.epub", formats::write::epub(&book).unwrap()),
        ] {
            let project = studio.project(name);

            let done = import(studio, &project, file(name, &bytes), "add");

            assert_eq!(done["status"], "completed", "{done}");
            assert_eq!(listed(studio, &project), ["chapter Dawn", "chapter Noon"], "{name}");
        }
    }
}

service_test! {
    fn a_book_that_cannot_be_read_names_its_flaw_and_leaves_nothing(studio) {
        let project = studio.project("The Sea");
        let path = format!("/api/projects/{project}/documents/import");
        let whole = formats::write::docx(&manuscript()).unwrap();
        for (file, wanted) in [
            (file("a.docx", b"Once upon a time"),
                "a.docx cannot be imported: it is no DOCX, EPUB or ODT: it is a text; import it as .txt or .md"),
            (file("a.docx", &whole[..whole.len() / 2]), "a.docx cannot be imported: it is cut off or damaged"),
            (file("a.zip", &zip(&[("../x.md", b"y")])),
                "a.zip cannot be imported: it has a part whose name leads out of it: ../x.md"),
            (file("a.odt", &odt("", "<text:p/>")), "a.odt cannot be imported: it has no text"),
            (json!({ "path": "a.fountain", "content": "Title: Alone" }), "a.fountain cannot be imported: it has no text"),
            (json!({ "path": "a.docx", "content": "***", "encoding": "base64" }), "The content of a.docx is no Base64"),
        ] {
            // A sound text beside it is not imported either.
            let body = json!({ "files": [{ "path": "b.md", "content": "text" }, file] });

            let refused = studio.post(&path, &body);
            let preview = studio.post("/api/imports/preview", &body);

            assert_eq!((refused.status, preview.status), (400, 400), "{}", refused.text);
            assert!(refused.body["detail"].text().starts_with(wanted), "{}", refused.text);
        }
        assert!(list(studio, &project, "documents").is_empty());
        let settings = json!({ "settings": { "integrations": { "mime": false } } });
        studio.put(&format!("/api/projects/{project}"), &settings).ok();
        let refused = studio.post(&path, &json!({ "files": [file("a.docx", &whole)] }));
        assert_eq!(refused.status, 409, "{}", refused.text);
    }
}
