//! The command `scriptorium import`, run as a person runs it.

use std::{fs, path::Path};

use serde_json::Value;

use super::{books, listed};
use crate::support::{
    Studio, Text as _,
    program::{Ran, Server, command, run, run_in_terminal},
};

/// A folder of files in a folder.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, content) in files {
        let path = folder.path().join("novel").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

/// Runs the command on the folder `novel` in `at` and the data of a studio.
fn import(studio: &Studio, at: &Path, arguments: &[&str]) -> Ran {
    let data = studio.folder().display().to_string();
    let mut all = vec!["import", "novel", "--data", &data];
    all.extend(arguments);
    let mut command = command(at, &all);
    if let Some(url) = studio.settings.database.url.postgres() {
        command.env("SCRIPTORIUM_DATABASE__URL", url);
    }
    Ran::of(command.output().unwrap())
}

/// The only project there is.
fn only_project(studio: &Studio) -> Value {
    let page = studio.get("/api/projects").ok();
    assert_eq!(page["total"], 1, "{page}");
    page["projects"][0].clone()
}

const NOVEL: [(&str, &[u8]); 3] = [
    ("chapter-10.md", b"# Ten\n\nThe end."),
    ("chapter-9.md", b"# Nine\n\nIt goes on."),
    ("notes/todo.txt", b"everything"),
];

service_test! {
    fn a_folder_is_imported_into_a_data_folder_that_nobody_holds(mut studio) {
        let at = folder(&NOVEL);
        studio.stop();

        let out = import(studio, at.path(), &["--name", "My novel"]).ok();

        studio.restart();
        let project = only_project(studio);
        assert_eq!(project["name"], "My novel");
        let id = project["id"].text();
        assert_eq!(listed(studio, &id),
            ["chapter Nine", "chapter Ten", "note Notes", "note Todo in Notes"]);
        assert!(out.contains("3 of 3 files\n"), "{out}");
        assert!(out.ends_with(&format!("imported into project {id}\n")), "{out}");
    }
}

service_test! {
    fn a_folder_is_imported_through_the_server_that_holds_the_data(studio) {
        let at = folder(&NOVEL);

        let out = import(studio, at.path(), &["--name", "My novel"]).ok();

        let id = only_project(studio)["id"].text();
        assert!(out.ends_with(&format!("imported into project {id}\n")), "{out}");
        assert_eq!(listed(studio, &id).len(), 4);

        // And into a project that is there.
        import(studio, at.path(), &["--project", &id]).ok();
        assert_eq!(only_project(studio)["id"].text(), id);
        assert_eq!(listed(studio, &id).len(), 8);
        import(studio, at.path(), &["--project", "my novel"]).ok();
        assert_eq!(listed(studio, &id).len(), 12);
        // What is given as a project leads to no other path.
        for strange in ["missing", "../active", &format!("{id}?x"), &format!("{id}#"), "a b", "%2e", "é"] {
            let refusal = import(studio, at.path(), &["--project", strange]).refusal();
            let wanted = format!("scriptorium: there is no project “{strange}”; there are “My novel”\n");
            assert_eq!(refusal, wanted);
        }
    }
}

service_test! {
    fn what_is_no_text_is_left_out_and_named(studio) {
        let utf16: Vec<u8> = "# Zwölf".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let at = folder(&[
            ("1.md", "# Eins\n\nÄpfel.".as_bytes()),
            ("2-latin1.md", b"# Caf\xe9"),
            ("3-utf16.txt", &[&[0xff, 0xfe], utf16.as_slice()].concat()),
            ("4-nul.md", b"a\0b"),
            ("cover.png", &[0x89, b'P', b'N', b'G']),
            (".git/config.md", b"history"),
            (".DS_Store", b""),
        ]);
        std::os::unix::fs::symlink("1.md", at.path().join("novel/5-link.md")).unwrap();

        let out = import(studio, at.path(), &["--name", "x"]).ok();

        let id = only_project(studio)["id"].text();
        assert_eq!(listed(studio, &id), ["chapter Eins", "chapter Café", "chapter Zwölf"]);
        assert!(out.contains("read 2-latin1.md as windows-1252\n"), "{out}");
        assert!(out.contains("read 3-utf16.txt as UTF-16LE\n"), "{out}");
        let left_out: Vec<_> = out.lines().filter(|line| line.starts_with("left out")).collect();
        assert_eq!(left_out, [
            "left out .DS_Store: it is hidden",
            "left out .git: it is hidden",
            "left out 4-nul.md: it has U+0000 in it, which no text may have",
            "left out 5-link.md: it is a link or something else that is no file",
            "left out cover.png: its extension is not .md, .markdown, .txt, .docx, .epub, .odt, .fountain or .zip",
        ]);
    }
}

service_test! {
    fn a_folder_without_a_text_is_refused_and_makes_no_project(studio) {
        let at = folder(&[("cover.png", b"png")]);

        let ran = import(studio, at.path(), &["--name", "x"]);
        assert!(ran.out.contains("left out cover.png: its extension"), "{ran:?}");
        assert_eq!(ran.refusal(), "scriptorium: novel holds no Markdown or text file, DOCX, EPUB, ODT, Fountain or zip\n");
        fs::remove_file(at.path().join("novel/cover.png")).unwrap();
        let empty = import(studio, at.path(), &["--name", "x"]).refusal();
        assert_eq!(empty, "scriptorium: novel holds no Markdown or text file, DOCX, EPUB, ODT, Fountain or zip\n");
        fs::remove_dir(at.path().join("novel")).unwrap();
        let missing = import(studio, at.path(), &["--name", "x"]).refusal();
        assert!(missing.starts_with("scriptorium: reading novel failed: No such file"), "{missing}");
        assert_eq!(studio.get("/api/projects").ok()["total"], 0);
    }
}

service_test! {
    fn an_import_that_the_server_refuses_leaves_no_project(
        studio, "server.import_mib_max" = "1"
    ) {
        let text = "a line of text\n".repeat(80_000);
        let at = folder(&[("1.md", text.as_bytes())]);

        let refusal = import(studio, at.path(), &["--name", "x"]).refusal();

        assert_eq!(refusal, "scriptorium: The body is larger than 1024 KiB (status 413)\n");
        assert_eq!(studio.get("/api/projects").ok()["total"], 0);
    }
}

#[test]
fn more_text_than_an_import_takes_is_refused_before_anything_is_asked() {
    let text = "a line of text\n".repeat(80_000);
    let at = folder(&[("1.md", text.as_bytes())]);
    fs::write(at.path().join("scriptorium.toml"), "[server]\nimport_mib_max = 1\n").unwrap();

    let refusal = run(at.path(), &["import", "novel", "--name", "x", "--data", "d"]).refusal();

    assert_eq!(refusal, TOO_MUCH);
    assert!(!at.path().join("d").exists());
}

const TOO_MUCH: &str = "scriptorium: novel holds more text than fits into the 1 MiB of one import; \
                        see server.import_mib_max\n";

#[test]
fn a_file_larger_than_any_memory_is_not_read_to_its_end() {
    let at = folder(&[("1.md", b"")]);
    let file = fs::File::options().write(true).open(at.path().join("novel/1.md")).unwrap();
    // A file of holes: it has this length and takes no room.
    file.set_len(1 << 42).unwrap();
    fs::write(at.path().join("scriptorium.toml"), "[server]\nimport_mib_max = 1\n").unwrap();

    let refusal = run(at.path(), &["import", "novel", "--name", "x", "--data", "d"]).refusal();

    assert_eq!(refusal, TOO_MUCH);
}

service_test! {
    fn what_is_sent_is_what_is_measured(studio, "server.import_mib_max" = "1") {
        // As a text it fits, as JSON it does not: each of these takes two bytes there.
        let quotes = "\"".repeat(600 * 1024);
        let at = folder(&[("1.md", quotes.as_bytes())]);
        fs::write(at.path().join("scriptorium.toml"), "[server]\nimport_mib_max = 1\n").unwrap();

        assert_eq!(import(studio, at.path(), &["--name", "x"]).refusal(), TOO_MUCH);
        assert_eq!(studio.get("/api/projects").ok()["total"], 0);

        // {"files":[{"content":"…","path":"1.md"}]}, to the byte.
        let around = r#"{"files":[{"content":"","path":"1.md"}]}"#.len();
        let most = "x".repeat(1024 * 1024 - around);
        fs::write(at.path().join("novel/1.md"), &most).unwrap();
        import(studio, at.path(), &["--name", "x"]).ok();
        fs::write(at.path().join("novel/1.md"), most + "x").unwrap();
        assert_eq!(import(studio, at.path(), &["--name", "x"]).refusal(), TOO_MUCH);
    }
}

service_test! {
    fn a_novel_in_one_file_is_imported_and_updated_after_a_preview(studio) {
        let at = folder(&[]);
        let data = studio.folder().display().to_string();
        let url = studio.settings.database.url.postgres().map(str::to_owned);
        let typed = |arguments: &[&str]| {
            let all = [&["import", "book.md", "--data", &data], arguments].concat();
            let mut command = command(at.path(), &all);
            if let Some(url) = &url {
                command.env("SCRIPTORIUM_DATABASE__URL", url);
            }
            Ran::of(command.output().unwrap())
        };
        let book = at.path().join("book.md");
        fs::write(&book, "# One\n\na b\n\n# Two\n\nc d\n").unwrap();

        let dry = typed(&["--name", "Novel", "--dry-run"]).ok();
        assert_eq!(studio.get("/api/projects").ok()["total"], 0);
        typed(&["--name", "Novel"]).ok();
        fs::write(&book, "# One\n\na b\n\n# Two\n\nc d e\n\n# Three\n").unwrap();
        let preview = typed(&["--into", "novel", "--dry-run"]).ok();
        let id = only_project(studio)["id"].text();
        assert_eq!(listed(studio, &id).len(), 2);
        typed(&["--into", "novel"]).ok();

        assert!(dry.ends_with("2 chapters, 6 words\nnothing was written\n"), "{dry}");
        assert!(preview.contains("3 chapters, 8 words; 1 new, 1 changed, 1 the same\n"), "{preview}");
        assert_eq!(listed(studio, &id), ["chapter One", "chapter Two", "chapter Three"]);
    }
}

#[test]
fn on_a_terminal_it_is_asked_before_what_was_previewed_is_written() {
    let at = folder(&[("book.md", b"# One\n\na b\n\n# Two\n\nc d\n")]);
    let server = Server::start(at.path(), &["--data", "data"]);
    let typed = |answer: &str, arguments: &[&str]| {
        let all = [&["import", "novel/book.md", "--data", "data"], arguments].concat();
        run_in_terminal(command(at.path(), &all), answer).ok().replace('\r', "")
    };
    let documents = || {
        let listed = run(at.path(), &["documents", "--data", "data", "--json"]);
        let listed: Value = serde_json::from_str(&listed.ok()).unwrap();
        listed["documents"].as_array().unwrap().len()
    };

    for no in ["\n", "n\n", "yes, but not now\n"] {
        let printed = typed(no, &["--name", "Novel"]);
        assert!(printed.contains("2 chapters, 6 words\nwrite this? [y/N] "), "{printed}");
        assert!(printed.ends_with("nothing was written\n"), "{printed}");
    }
    let projects = run(at.path(), &["projects", "--data", "data", "--json"]).ok();
    assert!(projects.contains("\"projects\": []"), "{projects}");
    let printed = typed("y\n", &["--name", "Novel"]);
    assert!(printed.contains("imported into project "), "{printed}");
    assert_eq!(documents(), 2);
    let printed = typed("n\n", &["--into", "Novel"]);
    assert!(printed.contains("2 the same\nwrite this?"), "{printed}");
    typed("n\n", &["--project", "Novel"]);
    assert_eq!(documents(), 2);
    let printed = typed("", &["--project", "Novel", "--yes"]);
    assert!(!printed.contains("write this?"), "{printed}");
    assert_eq!(documents(), 4);
    drop(server);
}

#[test]
fn a_book_of_an_editor_is_imported_by_its_own_title_with_its_comments() {
    let docx = formats::write::docx(&books::manuscript()).unwrap();
    let epub = formats::write::epub(&books::manuscript()).unwrap();
    let at = folder(&[("sea.docx", &docx), ("sea.epub", &epub)]);
    let _server = Server::start(at.path(), &["--data", "data"]);
    let run = |arguments: &[&str]| run(at.path(), &[arguments, &["--data", "data"]].concat());

    let dry = run(&["import", "novel/sea.docx", "--dry-run"]).ok();
    let printed = run(&["import", "novel/sea.docx"]).ok();
    let findings = run(&["findings", "The Sea"]).ok();
    run(&["import", "novel/sea.epub", "--name", "The Sea again"]).ok();
    let documents = run(&["documents", "The Sea again"]).ok();

    for said in [&dry, &printed] {
        assert!(said.contains("2 chapters, 7 words; 1 comment\n"), "{said}");
    }
    assert!(findings.contains("Jane: Ran?"), "{findings}");
    assert!(documents.contains("Dawn") && documents.contains("Noon"), "{documents}");
}

#[test]
fn an_import_beside_the_service_of_another_folder_is_refused_with_the_command_that_was_meant() {
    let at = folder(&NOVEL);
    let _server = Server::start(at.path(), &["--data", "scriptorium-demo"]);

    let refusal = run(at.path(), &["import", "novel", "--name", "My novel"]).refusal();
    let meant = refusal.lines().find(|line| line.contains("scriptorium import")).unwrap().trim();

    assert_eq!(meant, "scriptorium import novel --name 'My novel' --data ./scriptorium-demo");
    assert!(!at.path().join("scriptorium-data").exists());
    let typed = ["import", "novel", "--name", "My novel", "--data", "./scriptorium-demo"];
    run(at.path(), &typed).ok();
    run(at.path(), &["import", "novel", "--name", "My novel", "--data", "beside"]).ok();
}

#[test]
fn a_text_of_writer_a_screenplay_and_a_zip_are_imported_by_their_own_titles() {
    let odt = books::odt(
        "<dc:title>The Sea</dc:title>",
        "<text:h text:outline-level=\"1\">Dawn</text:h><text:p>Rain fell.</text:p>",
    );
    let screenplay = b"Title: The Tide\n\nEXT. SEA\n\nWaves.\n";
    let packed = books::zip(&[("1 Dawn.md", b"Rain."), ("2 Noon.odt", &odt), ("a.png", b"")]);
    let at = folder(&[
        ("sea.odt", &odt),
        ("tide.fountain", screenplay),
        ("Packed.zip", &packed),
        ("broken.odt", b"no archive"),
    ]);
    let _server = Server::start(at.path(), &["--data", "data"]);
    let run = |arguments: &[&str]| run(at.path(), &[arguments, &["--data", "data"]].concat());

    run(&["import", "novel/sea.odt"]).ok();
    run(&["import", "novel/tide.fountain"]).ok();
    let packed = run(&["import", "novel/Packed.zip"]).ok();
    let whole = run(&["import", "novel", "--name", "Whole"]).ok();
    let projects = run(&["projects"]).ok();
    let documents = run(&["documents", "Whole"]).ok();

    assert!(packed.contains("left out a.png: its extension is not .md"), "{packed}");
    assert!(whole.contains("left out broken.odt: it is no DOCX, EPUB or ODT"), "{whole}");
    for title in ["The Sea", "The Tide", "Packed"] {
        assert!(projects.contains(title), "{projects}");
    }
    for title in ["Packed", "1 Dawn", "Dawn", "EXT. SEA"] {
        assert!(documents.contains(title), "{documents}");
    }
}
