//! Tests of the commands with which a writer asks the running service: names where ids are, tables,
//! JSON, and the exit status of a check.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::program::{Ran, Server, command, run};

/// A service with a book of three chapters, in the second of which a name is misspelt.
struct Studio {
    folder: tempfile::TempDir,
    server: Server,
}

impl Studio {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path(), &["--data", "data"]);
        let book = folder.path().join("book");
        std::fs::create_dir(&book).unwrap();
        let mara = "Mara Winterbourne came down to the harbour and counted the boats.\n\n";
        for (name, text) in [
            ("01-harbour.md", format!("# The Harbour\n\n{}", mara.repeat(2))),
            ("02-ferry.md", format!("# The Ferry\n\n{mara}Far out the the bell rang.\n")),
            ("03-quay.md", format!("# The Quay\n\n{mara}")),
        ] {
            std::fs::write(book.join(name), text).unwrap();
        }
        let studio = Self { folder, server };
        studio.run(&["import", "book", "--name", "The Tide"]).ok();
        studio
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        run(self.path(), &[arguments, &["--data", "data"]].concat())
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let printed = self.run(&[arguments, &["--json"]].concat());
        serde_json::from_str(&printed.out).unwrap_or_else(|_| panic!("{printed:?}"))
    }
}

#[test]
fn projects_and_documents_are_listed_as_tables_and_as_json() {
    let studio = Studio::start();

    let projects = studio.run(&["projects"]).ok();
    let documents = studio.run(&["documents"]).ok();

    assert!(projects.starts_with("NAME      STATUS"), "{projects}");
    assert!(projects.contains("The Tide"), "{projects}");
    let lines: Vec<&str> = documents.lines().collect();
    assert_eq!(lines.len(), 4, "{documents}");
    for (line, title) in lines.iter().skip(1).zip(["The Harbour", "The Ferry", "The Quay"]) {
        assert!(line.starts_with(title) && line.contains("chapter"), "{documents}");
    }
    assert!(!documents.contains('\u{1b}'), "{documents:?}");
    let titles = studio.json(&["documents", "the tide"]);
    assert_eq!(titles["documents"][1]["title"], "The Ferry");
    assert_eq!(studio.json(&["projects"])["projects"][0]["name"], "The Tide");
}

#[test]
fn a_check_prints_findings_by_chapter_and_says_so_in_its_status() {
    let studio = Studio::start();

    let checked = studio.run(&["check", "The Tide"]);
    assert_eq!(checked.status, Some(1), "{checked:?}");
    assert!(checked.out.starts_with("The Ferry\n    5  medium"), "{}", checked.out);
    assert!(checked.out.contains("[prose/doubled_word]"), "{}", checked.out);
    assert!(checked.out.ends_with("1 finding\n"), "{}", checked.out);

    let found = studio.json(&["check", "--since", "1d"]);
    assert_eq!(found["findings"][0]["documentTitle"], "The Ferry");
    let listed = studio.run(&["findings", "--document", "ferry", "--min-severity", "medium"]).ok();
    assert_eq!(listed, checked.out);

    let later = studio.run(&["check", "--since", "2999-01-01"]);
    assert_eq!(later.status, Some(0), "{later:?}");
    assert!(later.out.starts_with("nothing of severity medium"), "{}", later.out);
}

#[test]
fn a_check_that_is_not_possible_has_a_status_of_its_own() {
    let studio = Studio::start();
    let folder = tempfile::tempdir().unwrap();

    for (arguments, wanted) in [
        (
            &["check", "No Such Book"][..],
            "there is no project “No Such Book”; there are “The Tide”",
        ),
        (&["check", "--since", "yesterday"], "“yesterday” is no time"),
        (&["findings", "--document", "Epilogue"], "there is no document “Epilogue”"),
    ] {
        let ran = studio.run(arguments);
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert!(ran.err.contains(wanted), "{ran:?}");
    }
    let absent = run(folder.path(), &["check", "--data", "elsewhere"]).refusal();
    assert!(absent.contains("no service runs on the data folder elsewhere"), "{absent}");
    let silent = run(folder.path(), &["projects", "--listen", "127.0.0.1:1"]).refusal();
    assert!(silent.contains("no service listens at 127.0.0.1:1"), "{silent}");
}

#[test]
fn a_name_of_two_projects_is_named_with_their_ids() {
    let studio = Studio::start();
    studio.run(&["import", "book", "--name", "the tide"]).ok();

    let refusal = studio.run(&["documents", "The Tide"]).refusal();
    let open = studio.run(&["documents"]).refusal();

    assert!(refusal.contains("“The Tide” fits more than one project"), "{refusal}");
    for project in studio.json(&["projects"])["projects"].as_array().unwrap() {
        let id = project["id"].as_str().unwrap();
        assert!(refusal.contains(id), "{refusal}");
        assert_eq!(studio.run(&["documents", id]).ok().lines().count(), 4);
    }
    assert!(open.contains("no project is open: name one, such as"), "{open}");
}

#[test]
fn an_agent_answers_in_the_terminal() {
    let studio = Studio::start();

    let ask = ["ask", "lorekeeper", "Who is Mara Winterbourne?", "--project", "The Tide"];
    let reply = studio.run(&ask).ok();
    let json = studio.json(&ask);
    let nobody = studio.run(&["ask", "nobody", "Are you there?"]).refusal();

    assert!(reply.contains("Mara Winterbourne"), "{reply}");
    assert_eq!(json["fromAgent"], "lorekeeper");
    assert!(nobody.contains("there is no agent “nobody”; there are "), "{nobody}");
    assert!(nobody.contains("lorekeeper"), "{nobody}");
}

#[test]
fn passages_are_searched_and_a_project_is_reported() {
    let studio = Studio::start();

    let found = studio.run(&["search", "bell rang", "--project", "The Tide"]).ok();
    let nothing = studio.run(&["search", "zeppelin"]).ok();
    let project = studio.json(&["projects"])["projects"][0]["id"].clone();
    let promise = json!({
        "projectId": project, "title": "The bell rings again", "description": "It has a cause.",
        "promiseType": "mystery"
    });
    let promises = format!("http://{}/api/creative/plot/promises", studio.server.address);
    ureq::post(promises).content_type("application/json").send(promise.to_string()).unwrap();
    let report = studio.run(&["report"]).ok();
    let json = studio.json(&["report"]);

    assert!(found.starts_with("The Ferry  documents\n"), "{found}");
    assert!(found.contains("Far out the the bell rang."), "{found}");
    assert!(nothing.starts_with("nothing was found"), "{nothing}");
    assert!(report.starts_with("The Tide\n3 chapters, "), "{report}");
    assert!(report.contains("readiness: "), "{report}");
    assert!(report.contains("promises: 1 "), "{report}");
    assert_eq!(json["chapters"], 3);
}

#[test]
fn a_token_of_a_file_opens_a_service_that_needs_one() {
    let studio = Studio::start();
    let token = ["token", "create", "--user", "mara", "--scope", "read"];
    let token = studio.run(&token).ok();
    let token = token.split_whitespace().next().unwrap();
    std::fs::write(studio.path().join("token"), token).unwrap();

    std::fs::write(studio.path().join("wrong"), "scr_0").unwrap();

    let refusal = studio.run(&["projects", "--token-file", "wrong"]).refusal();
    assert!(refusal.contains("status 401"), "{refusal}");
    let with_file = studio.run(&["projects", "--token-file", "token"]).ok();
    let mut with_variable = command(studio.path(), &["projects", "--data", "data"]);
    let with_variable = Ran::of(with_variable.env("SCRIPTORIUM_TOKEN", token).output().unwrap());
    assert_eq!(with_file, with_variable.ok());
}
