//! Manuscripts that leave as DOCX and EPUB and in folders: every word, heading, emphasis and comment of them, as a
//! program that reads such files sees it. `SCRIPTORIUM_TEST_BOOKS` names a folder with further books.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use formats::Role;
use serde_json::{Value, json};

use crate::support::{
    Studio, Text as _,
    program::{Ran, command},
};

/// Names the program that checks EPUBs, an archive of Java, as `cargo xtask test` found it.
const EPUBCHECK: &str = "SCRIPTORIUM_TEST_EPUBCHECK";

/// Names a folder with books, which are taken through every format beside the demo: each a folder of chapters.
const BOOKS: &str = "SCRIPTORIUM_TEST_BOOKS";

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

/// The words, the headings and the emphasised words of a text.
type Contents = (Vec<String>, Vec<String>, Vec<String>);

/// What is read of a text: its words, and its headings and emphasised words with their marks.
fn seen(text: &str) -> Contents {
    let words = manuscript::markdown::plain(text).text;
    let words =
        words.split(|it: char| it.is_whitespace()).filter(|it| !it.is_empty() && *it != "*");
    let headings = manuscript::markdown::headings(text).into_iter().map(|it| it.text).collect();
    let emphases = manuscript::markdown::emphases(text);
    let emphases = emphases.into_iter().map(|it| text[it].replace('_', "*")).collect();
    (words.map(str::to_owned).collect(), headings, emphases)
}

/// The documents of a project with their texts, in the order of reading.
fn every_document(studio: &Studio, project: &str) -> Vec<Value> {
    let base = format!("/api/projects/{project}/documents");
    let all = studio.get(&format!("{base}?limit=100")).ok();
    assert!(all["nextCursor"].is_null(), "{project} has more than a page of documents");
    let whole = |it: &Value| studio.get(&format!("{base}/{}", it["id"].text())).ok();
    all["documents"].as_array().unwrap().iter().map(whole).collect()
}

/// The parts and chapters of a project in the order of reading, as one text.
fn manuscript_of(studio: &Studio, project: &str) -> String {
    let mut text = String::new();
    for document in every_document(studio, project) {
        let content = document["content"].text();
        let is_part = document["kind"] == "part";
        if !is_part && document["kind"] != "chapter" {
            continue;
        }
        if is_part || manuscript::markdown::headings(&content).is_empty() {
            text.push_str(&format!("# {}\n\n", document["title"].text()));
        }
        text.push_str(&content);
        text.push_str("\n\n");
    }
    text
}

/// The books of the folder that [`BOOKS`] names, each a folder of chapters in Markdown; the projects' ids.
fn given_books(studio: &Studio) -> Vec<String> {
    let Some(books) = std::env::var_os(BOOKS) else { return Vec::new() };
    let folders: Vec<PathBuf> =
        sorted(Path::new(&books)).into_iter().filter(|it| it.is_dir()).collect();
    assert!(!folders.is_empty(), "{books:?} has no folder with chapters");
    let project_of = |folder: PathBuf| {
        let chapters: Vec<PathBuf> = sorted(&folder)
            .into_iter()
            .filter(|it| it.extension().is_some_and(|ending| ending == "md"))
            .filter(|it| !it.ends_with("README.md"))
            .collect();
        (!chapters.is_empty()).then(|| {
            let project = studio.project(&folder.file_name().unwrap().to_string_lossy());
            for chapter in chapters {
                let title = chapter.file_stem().unwrap().to_string_lossy().into_owned();
                studio.document(&project, &title, &fs::read_to_string(&chapter).unwrap());
            }
            project
        })
    };
    folders.into_iter().filter_map(project_of).collect()
}

/// What a folder has in it, by name.
fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The texts of the files of a folder and of those in it, sorted.
fn texts_below(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for path in sorted(folder) {
        if path.is_dir() {
            texts.extend(texts_below(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            texts.push(fs::read_to_string(&path).unwrap());
        }
    }
    texts.sort();
    texts
}

/// Has a project checked, and every finding written as a comment of a DOCX: none is missing there, and no word is
/// another for it. How many there are.
fn comments_come_back(studio: &Studio, at: &Path, (project, wanted): (&str, &Contents)) -> usize {
    let base = format!("/api/projects/{project}");
    studio.post(&format!("{base}/analyses"), &json!({ "checks": ["prose"] })).ok();
    let mut quoted = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = studio.get(&format!("{base}/findings?check=prose&state=open{cursor}")).ok();
        let placed =
            page["findings"].as_array().unwrap().iter().filter(|it| !it["quotation"].is_null());
        quoted.extend(placed.map(|it| it["message"].text()));
        let Some(next) = page["nextCursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    let file = format!("{project}-said.docx");

    run(studio, at, &["export", project, &file, "--findings", "open", "--check", "prose"]).ok();

    let book = formats::read(&fs::read(at.join(&file)).unwrap()).unwrap();
    let text: String = book.sections.iter().map(|it| format!("{}\n\n", it.text)).collect();
    let comments = book.sections.iter().flat_map(|it| &it.comments);
    let mut said: Vec<String> = comments.map(|it| it.text.clone()).collect();
    quoted.sort();
    said.sort();
    assert_eq!(said, quoted, "{file}");
    assert_eq!(&seen(&text), wanted, "{file}");
    said.len()
}

service_test! {
    fn whole_books_leave_as_docx_and_epub_and_in_folders_with_every_word(
        studio, "documents.root" = "{data}/books", "documents.settle_ms" = "50", "documents.poll_ms" = "100"
    ) {
        let at = tempfile::tempdir().unwrap();
        let mut comments = 0;
        for project in std::iter::once(demo(studio)).chain(given_books(studio)) {
            let wanted = seen(&manuscript_of(studio, &project));
            assert!(!wanted.0.is_empty(), "{project} has no text");
            for (name, format) in [("docx", formats::Format::Docx), ("epub", formats::Format::Epub)] {
                let file = format!("{project}.{name}");
                let printed = run(studio, at.path(), &["export", &project, &file, "--author", "A. Writer"]).ok();
                let bytes = fs::read(at.path().join(&file)).unwrap();
                let book = formats::read(&bytes).unwrap();

                assert_eq!(printed, format!("wrote {} bytes into {file}\n", bytes.len()));
                assert_eq!(formats::format_of(&bytes), Ok(Some(format)));
                assert_eq!(book.about.authors, ["A. Writer"]);
                let chapters = book.sections.iter().filter(|it| matches!(it.role, Role::Part | Role::Chapter));
                let text: String = chapters.map(|it| format!("{}\n\n", it.text)).collect();
                let text = text.strip_prefix("A. Writer\n\n").unwrap_or(&text);
                let found = seen(text);
                assert_eq!(found.0, wanted.0, "{file}");
                assert_eq!((found.1, found.2), (wanted.1.clone(), wanted.2.clone()), "{file}");
            }
            comments += comments_come_back(studio, at.path(), (&project, &wanted));
            let folder = studio.until("a folder in step", || {
                let state = studio.get(&format!("/api/projects/{project}/folder")).ok();
                (state["state"] == "in_step").then(|| state["path"].text())
            });
            let of_documents = || {
                let all = every_document(studio, &project);
                let mut texts: Vec<String> = all.iter().map(|it| it["content"].text()).filter(|it| !it.is_empty()).collect();
                texts.sort();
                texts
            };
            assert_eq!(texts_below(Path::new(&folder)), of_documents(), "{folder}");
        }
        assert!(comments > 0, "nothing was said of any book");
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
    fn exported_books_pass_epubcheck(studio) {
        let program = std::env::var_os(EPUBCHECK)
            .expect("`cargo xtask test` finds epubcheck, or says how to install it");
        let at = tempfile::tempdir().unwrap();
        for project in std::iter::once(demo(studio)).chain(given_books(studio)) {
            let file = format!("{project}.epub");
            run(studio, at.path(), &["export", &project, &file, "--author", "A. Writer"]).ok();

            let mut check = Command::new("java");
            let checked = check.arg("-jar").arg(&program).arg(&file).current_dir(at.path()).output().unwrap();

            let said = format!("{}{}", String::from_utf8_lossy(&checked.stdout), String::from_utf8_lossy(&checked.stderr));
            assert!(checked.status.success() && !said.contains("WARNING"), "{said}");
        }
    }
}
