//! Manuscripts that leave as DOCX and EPUB: every word, heading, emphasis and comment of them, as a program that reads
//! such files sees it.

use std::{fs, path::Path, process::Command};

use formats::Role;
use serde_json::json;

use crate::support::{
    Studio, Text as _,
    program::{Ran, command},
};

/// Names the program that checks EPUBs, an archive of Java, as `cargo xtask test` found it.
const EPUBCHECK: &str = "SCRIPTORIUM_TEST_EPUBCHECK";

/// Runs a command in `at` on the data of a studio.
fn run(studio: &Studio, at: &Path, arguments: &[&str]) -> Ran {
    let data = studio.folder().display().to_string();
    let mut all = arguments.to_vec();
    all.extend(["--data", &data]);
    let mut command = command(at, &all);
    if let Some(url) = studio.settings.database.url.postgres() {
        command.env("SCRIPTORIUM_DATABASE__URL", url);
    }
    Ran::of(command.output().unwrap())
}

/// The demo's project in a studio; its id.
fn demo(studio: &Studio) -> String {
    let files: Vec<_> = scriptorium::demo::files()
        .into_iter()
        .map(|it| json!({ "path": it.path, "content": it.content }))
        .collect();
    studio.post("/api/projects/import", &json!({ "files": files })).ok()["id"].text()
}

/// What is read of a text: its letters, and its headings and emphasised words with their marks.
fn seen(text: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
    let words = manuscript::markdown::plain(text).text;
    let words =
        words.split(|it: char| it.is_whitespace()).filter(|it| !it.is_empty() && *it != "*");
    let headings = manuscript::markdown::headings(text).into_iter().map(|it| it.text).collect();
    let emphases = manuscript::markdown::emphases(text);
    let emphases = emphases.into_iter().map(|it| text[it].replace('_', "*")).collect();
    (words.map(str::to_owned).collect(), headings, emphases)
}

/// The parts and chapters of a project in the order of reading, as one text.
fn manuscript_of(studio: &Studio, project: &str) -> String {
    let base = format!("/api/projects/{project}/documents");
    let all = studio.get(&format!("{base}?limit=100")).ok();
    let mut text = String::new();
    for item in all["documents"].as_array().unwrap() {
        if item["kind"] == "part" {
            text.push_str(&format!("# {}\n\n", item["title"].text()));
        }
        if item["kind"] != "chapter" {
            continue;
        }
        let content = studio.get(&format!("{base}/{}", item["id"].text())).ok()["content"].text();
        if manuscript::markdown::headings(&content).is_empty() {
            text.push_str(&format!("# {}\n\n", item["title"].text()));
        }
        text.push_str(&content);
        text.push_str("\n\n");
    }
    text
}

service_test! {
    fn the_demo_leaves_as_docx_and_epub_with_every_word(studio) {
        let at = tempfile::tempdir().unwrap();
        let project = demo(studio);
        let wanted = seen(&manuscript_of(studio, &project));

        for (name, format) in [("demo.docx", formats::Format::Docx), ("demo.epub", formats::Format::Epub)] {
            let printed = run(studio, at.path(), &["export", &project, name, "--author", "A. Writer"]).ok();
            let bytes = fs::read(at.path().join(name)).unwrap();
            let book = formats::read(&bytes).unwrap();

            assert_eq!(printed, format!("wrote {} bytes into {name}\n", bytes.len()));
            assert_eq!((book.format, book.about.authors.as_slice()), (format, &["A. Writer".to_owned()][..]));
            let chapters = book.sections.iter().filter(|it| matches!(it.role, Role::Part | Role::Chapter));
            let text: String = chapters.map(|it| format!("{}\n\n", it.text)).collect();
            let text = text.strip_prefix("A. Writer\n\n").unwrap_or(&text);
            let found = seen(text);
            assert_eq!(found.0, wanted.0, "{name}");
            assert_eq!((found.1, found.2), (wanted.1.clone(), wanted.2.clone()), "{name}");
        }
    }
}

service_test! {
    fn only_footnotes_of_a_scene_are_renamed(studio) {
        let at = tempfile::tempdir().unwrap();
        let project = studio.project("The Sea");
        studio.document(&project, "Dawn", "# Dawn\n\nRain.[^1]\n\n[^1]: one\n");
        let scene = json!({ "title": "Scene", "kind": "scene",
            "content": "She smiled [^_^] at `[^1]`.[^1]\n\n[^1]: two\n" });
        studio.post(&format!("/api/projects/{project}/documents"), &scene).ok();

        run(studio, at.path(), &["export", "The Sea", "sea.docx"]).ok();

        let book = formats::read(&fs::read(at.path().join("sea.docx")).unwrap()).unwrap();
        let plain = manuscript::markdown::plain(&book.sections[0].text).text;
        assert!(plain.contains("She smiled [^_^] at [^1]."), "{plain}");
        assert!(plain.contains("one") && plain.contains("two"), "{plain}");
    }
}

service_test! {
    fn findings_are_written_as_comments_and_come_back(studio) {
        let at = tempfile::tempdir().unwrap();
        let project = studio.project("The Sea");
        studio.document(&project, "Dawn", "# Dawn\n\nRain fell on the the old roof.\n");
        studio.document(&project, "Noon", "# Noon\n\nShe walked on.\n");
        studio.post(&format!("/api/projects/{project}/analyses"), &json!({ "checks": ["prose"] })).ok();
        let findings = studio.get(&format!("/api/projects/{project}/findings?limit=100")).ok();
        let rule = |it: &serde_json::Value| it["rule"] == "doubled_word";
        let doubled = findings["findings"].as_array().unwrap().iter().find(|it| rule(it)).unwrap().clone();

        run(studio, at.path(), &["export", "The Sea", "plain.docx"]).ok();
        run(studio, at.path(), &["export", "The Sea", "said.docx", "--findings", "open", "--check", "prose", "--min-severity", "medium"]).ok();

        let read = |name: &str| {
            formats::read(&fs::read(at.path().join(name)).unwrap()).unwrap().sections.remove(0)
        };
        assert!(read("plain.docx").comments.is_empty());
        let said = read("said.docx");
        let [comment] = said.comments.as_slice() else { panic!("{:?}", said.comments) };
        assert_eq!(said.text[comment.range.clone()], doubled["quotation"]["quote"].text());
        assert_eq!((&comment.text, comment.author.as_str()),
            (&doubled["message"].text(), "Scriptorium (proseguard)"));
    }
}

service_test! {
    fn what_does_not_go_together_is_refused_before_anything_is_written(studio) {
        let at = tempfile::tempdir().unwrap();
        let project = studio.project("The Sea");
        let base = format!("/api/projects/{project}/export");
        for (query, wanted) in [
            ("author=A", "author and language are parts of a book"),
            ("findings=open", "findings are written as the comments of a DOCX"),
            ("format=epub&findings=open", "findings are written as the comments of a DOCX"),
            ("format=docx&check=editor", "check and minSeverity choose among findings"),
            ("format=docx&language=e_n", "language is no tag"),
        ] {
            let refused = studio.get(&format!("{base}?{query}"));
            assert_eq!(refused.status, 400, "{query}: {}", refused.text);
            assert!(refused.body["detail"].text().starts_with(wanted), "{}", refused.text);
        }
        assert_eq!(studio.get(&format!("{base}?format=pdf")).status, 422);
        assert_eq!(studio.get("/api/projects/unknown/export?format=docx").status, 404);
        let refused = run(studio, at.path(), &["export", &project, "out", "--author", "A"]).refusal();
        assert!(refused.contains("--author is for a book"), "{refused}");
        fs::write(at.path().join("there.epub"), "mine").unwrap();
        let refused = run(studio, at.path(), &["export", &project, "there.epub"]).refusal();
        assert!(refused.contains("there.epub is there already"), "{refused}");
        assert_eq!(fs::read_to_string(at.path().join("there.epub")).unwrap(), "mine");
    }
}

service_test! {
    fn an_exported_demo_passes_epubcheck(studio) {
        let program = std::env::var_os(EPUBCHECK)
            .expect("`cargo xtask test` finds epubcheck, or says how to install it");
        let at = tempfile::tempdir().unwrap();
        let project = demo(studio);
        run(studio, at.path(), &["export", &project, "demo.epub", "--author", "A. Writer"]).ok();

        let checked = Command::new("java").arg("-jar").arg(program).arg("demo.epub").current_dir(at.path()).output().unwrap();

        let said = format!("{}{}", String::from_utf8_lossy(&checked.stdout), String::from_utf8_lossy(&checked.stderr));
        assert!(checked.status.success() && !said.contains("WARNING"), "{said}");
    }
}
