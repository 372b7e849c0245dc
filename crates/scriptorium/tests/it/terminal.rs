//! Tests of the commands with which a writer asks the running service: names where ids are, tables,
//! JSON, and the exit status of a check. What they do while an agent waits is in `waiting`, how they find a
//! service and wait for its quota in `service`, what only a terminal shows in `screen`.

mod screen;
mod service;
mod waiting;

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
    let id = studio.json(&["findings"])["findings"][0]["id"].as_str().unwrap().to_owned();
    assert!(checked.out.contains(&format!("\n{:17}id {id}\n", "")), "{}", checked.out);
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
fn a_check_since_a_time_shows_the_chapters_that_were_changed_after_it() {
    let studio = Studio::start();
    let quay = studio.path().join("book/03-quay.md");
    std::fs::write(&quay, "# The Quay\n\nAnd and nobody came, which was as well.\n").unwrap();
    studio.run(&["import", "book", "--into", "The Tide"]).ok();

    let documents = studio.json(&["documents"]);
    let times = documents["documents"].as_array().unwrap().iter();
    let latest = times.map(|it| it["modifiedAt"].as_str().unwrap()).max().unwrap();

    let all = studio.json(&["check"]);
    let changed = studio.json(&["check", "--since", latest]);

    let titles = |found: &Value| -> Vec<String> {
        let findings = found["findings"].as_array().unwrap();
        let mut titles: Vec<_> =
            findings.iter().map(|it| it["documentTitle"].as_str().unwrap().to_owned()).collect();
        titles.sort();
        titles
    };
    assert_eq!(titles(&all), ["The Ferry", "The Quay"]);
    assert_eq!(titles(&changed), ["The Quay"]);
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
    let named = studio.run(&["search", "zeppelin", "--project", "The Tide"]).ok();
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
    assert!(nothing.starts_with("nothing was found; other words may help, or a project named"));
    assert!(named.starts_with("nothing was found; other words may help\n"), "{named}");
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

#[test]
fn a_finding_of_a_habit_names_the_lines_of_all_its_places() {
    let studio = Studio::start();
    let book = studio.path().join("habit");
    std::fs::create_dir(&book).unwrap();
    let he = "He came down. He saw the boats. He counted them. He went home. He slept.\n\n";
    let she = "She came down. She saw the boats. She counted them. She went home. She slept.\n";
    for (name, text) in
        [("1.md", format!("# One\n\n{he}")), ("2.md", format!("# Two\n\nA word.\n\n{she}"))]
    {
        std::fs::write(book.join(name), text).unwrap();
    }
    studio.run(&["import", "habit", "--name", "Habit"]).ok();

    let checked = studio.run(&["check", "Habit", "--min-severity", "info"]).out;

    let mut lines = checked.lines().skip_while(|line| !line.contains("[prose/same_opener]"));
    let (finding, positions) = (lines.next(), lines.next());
    assert!(finding.is_some(), "{checked}");
    assert!(positions.unwrap().trim().starts_with("also: “One” 3; “Two” 5  id "), "{checked}");
}

#[test]
fn as_many_passages_are_found_as_the_project_wants_unless_told() {
    let studio = Studio::start();
    let project = studio.json(&["projects"])["projects"][0]["id"].clone();
    let path =
        format!("http://{}/api/projects/{}", studio.server.address, project.as_str().unwrap());
    let settings = json!({ "settings": { "agentConfig": { "searchResultsCount": 2 } } });
    ureq::put(path).content_type("application/json").send(settings.to_string()).unwrap();
    let search = ["search", "Mara Winterbourne harbour boats", "--project", "The Tide"];

    let of_project = studio.json(&search);
    let limited = studio.json(&[&search[..], &["--limit", "1"]].concat());

    assert_eq!(of_project["results"].as_array().unwrap().len(), 2);
    assert_eq!(limited["results"].as_array().unwrap().len(), 1);
}

#[test]
fn a_project_without_documents_is_checked_listed_and_reported() {
    let studio = Studio::start();
    let projects = format!("http://{}/api/projects", studio.server.address);
    let empty = json!({ "name": "Empty" }).to_string();
    ureq::post(projects).content_type("application/json").send(empty).unwrap();

    let checked = studio.run(&["check", "Empty"]);
    let findings = studio.run(&["findings", "Empty"]).ok();
    let documents = studio.run(&["documents", "Empty"]).ok();
    let report = studio.run(&["report", "Empty"]).ok();

    assert_eq!(documents, "“Empty” has no documents yet\n");
    assert_eq!(findings, "there are no such findings\n");
    assert!(
        report.starts_with("Empty\n0 chapters, 0 words in all documents\nopen findings: none\n")
    );
    assert_eq!(checked.status, Some(0), "{checked:?}");
    assert_eq!(checked.out, "nothing of severity medium or higher is open\n");
}
