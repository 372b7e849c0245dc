//! What holds when the process dies by SIGKILL: at every commit of its loop in turn, at moments that
//! chance decides, and as one of two processes on one database. The results are those of a swarm
//! nobody disturbed, and no sub-task has had its effect twice.

use std::{
    net::SocketAddr,
    os::unix::process::ExitStatusExt as _,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use crate::support::{
    Database, Engine, PATIENCE, Text as _,
    chance::Chance,
    program::{self, Server},
    until,
};

/// Says at which passage of the loop a debug build dies.
const DIE_AT: &str = "SWARMS_DIE_AT_PASSAGE";

/// More passages than a small swarm has.
const PASSAGES_MAX: u64 = 200;

/// A lease of an earlier life is given back at the start of the next one, so this one is long; that
/// of another process has to end by itself, so that one is short.
const LONG_LEASE: &str = "[swarms]\nidle_timeout_ms = 86_400_000\n[log]\nlevel = \"error\"\n";
const SHORT_LEASE: &str = "[swarms]\nidle_timeout_ms = 2_000\n[log]\nlevel = \"error\"\n";

/// The data folder of a program that has one.
const DATA: &str = "data";

/// A program that is started and killed on the same data.
pub(crate) struct Program {
    folder: tempfile::TempDir,
    database: Option<Database>,
    /// Says at which passage of which loop a debug build dies.
    die_at: &'static str,
}

impl Program {
    fn new(engine: Engine, settings: &str) -> Self {
        Self::dying(engine, settings, DIE_AT)
    }

    /// A program that dies at passages of the loop that reads this variable.
    pub(crate) fn dying(engine: Engine, settings: &str, die_at: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("scriptorium.toml"), settings).expect("settings");
        Self { folder, database: (engine == Engine::Postgres).then(Database::create), die_at }
    }

    /// The database, where it is none of the data folder.
    pub(crate) fn database(&self) -> Option<&Database> {
        self.database.as_ref()
    }

    /// The folder in which it is started.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The database's file in the data folder.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join(DATA).join(scriptorium::serve::DATABASE)
    }

    /// Starts the program; it dies at this passage, if at any.
    pub(crate) fn begin(&self, die_at: Option<u64>) -> Server {
        self.begin_in(DATA, die_at)
    }

    /// Starts the program with a data folder, and so with a name, of its own. One that was killed while it
    /// began `/bin/kill` has a child that holds its folder for another moment.
    fn begin_in(&self, data: &str, die_at: Option<u64>) -> Server {
        let data = self.folder.path().join(data);
        let mut arguments = vec!["serve", "--listen", "127.0.0.1:0", "--data", path(&data)];
        if let Some(database) = &self.database {
            arguments.extend(["--database-url", &database.url]);
        }
        until("a folder that nobody holds", || {
            let mut command = program::command(self.folder.path(), &arguments);
            if let Some(passage) = die_at {
                command.env(self.die_at, passage.to_string());
            }
            match Server::try_of(command) {
                Ok(server) => Some(server),
                Err(ran) => {
                    assert!(ran.err.contains("is locked by a running server"), "{ran:?}");
                    None
                }
            }
        })
    }
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Asks a server; none when it died before it had answered.
pub(crate) fn ask(address: SocketAddr, method: &str, path: &str, body: &Value) -> Option<Value> {
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .http_status_as_error(false)
        .build();
    let request = ureq::http::Request::builder()
        .method(method)
        .uri(format!("http://{address}{path}"))
        .header("content-type", "application/json");
    let agent: ureq::Agent = config.into();
    let answer = if body.is_null() {
        agent.run(request.body(()).expect("a request"))
    } else {
        agent.run(request.body(body.to_string()).expect("a request"))
    };
    let mut answer = answer.ok()?;
    let text = answer.body_mut().read_to_string().ok()?;
    assert_eq!(answer.status().as_u16(), 200, "{method} {path}: {text}");
    serde_json::from_str(&text).ok()
}

pub(crate) fn get(address: SocketAddr, path: &str) -> Option<Value> {
    ask(address, "GET", path, &Value::Null)
}

/// A book of so many chapters with this many paragraphs, each with something in it to be found.
fn book(address: SocketAddr, chapters: usize, paragraphs: usize) -> String {
    let project = ask(
        address,
        "POST",
        "/api/projects",
        &json!({
            "name": "Dracula", "lorekeeperConfig": { "prohibitedElements": ["telephone"] },
        }),
    );
    let project = project.expect("a project")["id"].text();
    let paragraph = "The lighthouse keeper counted the ships, as he did every evening, and found \
                     one too many. “Whose is it?” she asked. Nobody was able to say.\n\n";
    let files: Vec<Value> = (1..=chapters)
        .map(|chapter| {
            let text = format!("# Chapter {chapter}\n\n{}", paragraph.repeat(paragraphs));
            let found = format!("{text}\n\nIn house {chapter} the telephone rang.\n");
            json!({ "path": format!("{chapter:02}.md"), "content": found })
        })
        .collect();
    let documents = format!("/api/projects/{project}/documents");
    let import = ask(address, "POST", &format!("{documents}/import"), &json!({ "files": files }));
    let import = import.expect("an import")["id"].text();
    until("the book", || {
        let import = get(address, &format!("/api/projects/{project}/imports/{import}"))?;
        (import["status"] == "completed").then_some(())
    });
    project
}

/// Makes a sweep with a key, so that it is made once even when the answer does not arrive.
fn sweep(address: SocketAddr, project: &str, agents: &Value) -> Option<Value> {
    let body = json!({
        "swarmType": "consistency_sweep", "taskDescription": "Look at the book",
        "projectId": project, "agents": agents,
    });
    ask(address, "POST", "/api/agents/swarm", &body)
}

/// A swarm's whole record once it is completed.
pub(crate) fn completed(address: SocketAddr, id: &str) -> Value {
    let swarm = until("the end of a swarm", || {
        let swarm = get(address, &format!("/api/agents/swarm/{id}"))?;
        (swarm["status"] != "pending" && swarm["status"] != "active").then_some(swarm)
    });
    assert_eq!(swarm["status"], "completed", "{swarm}");
    swarm
}

/// A text with the same word for every id in it, such as that of a proposal; those of two runs differ.
fn without_ids(text: &Value) -> String {
    let is_id = |word: &str| word.len() == 36 && word.matches('-').count() == 4;
    let word = |word: &str| {
        let bare = word.trim_end_matches(':');
        if is_id(bare) { word.replace(bare, "ID") } else { word.to_owned() }
    };
    let words = text.as_str().unwrap_or_default().split(' ').map(word);
    words.collect::<Vec<_>>().join(" ")
}

/// What came of a swarm, without what differs from one to the next: names, times, attempts.
pub(crate) fn results(swarm: &Value) -> Value {
    let sub_tasks: Vec<Value> = array(&swarm["subTasks"])
        .iter()
        .map(|it| {
            let mut result = it["result"].clone();
            for document in result["report"]["documents"].as_array_mut().into_iter().flatten() {
                document["documentId"] = Value::Null;
            }
            json!([it["key"], it["title"], it["state"], it["error"], without_ids(&result["text"])])
        })
        .collect();
    let artefacts: Vec<Value> = array(&swarm["artefacts"])
        .iter()
        .map(|it| json!([it["subTask"], it["name"], it["mediaType"], without_ids(&it["content"])]))
        .collect();
    let mut findings: Vec<String> = array(&swarm["findings"])
        .iter()
        .map(|it| {
            json!([it["documentTitle"], it["check"], it["rule"], it["quotation"], it["message"]])
                .to_string()
        })
        .collect();
    findings.sort_unstable();
    json!({ "subTasks": sub_tasks, "artefacts": artefacts, "findings": findings })
}

pub(crate) fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// That the studio has notified its user of one end, and counts one swarm.
fn nothing_happened_twice(address: SocketAddr) {
    let list = get(address, "/api/notifications").expect("notifications");
    let ends: Vec<_> = array(&list["notifications"])
        .iter()
        .filter(|it| it["title"] == "Swarm completed")
        .collect();
    assert_eq!(ends.len(), 1, "{list}");
    let overview = get(address, "/api/agents/swarm/system/overview").expect("an overview");
    assert_eq!(overview["activeCount"], 0);
    assert_eq!(overview["historicalStatistics"]["completed"], 1);
    assert_eq!(overview["totalResources"]["leasedSubTasks"], 0);
}

/// Twelve sub-tasks, killed at one passage after the other until there is none left to be killed at.
fn killed_at_every_commit(engine: Engine) {
    let only = json!(["lorekeeper"]);
    let mut undisturbed = None;
    let mut kills = 0;
    for passage in 0..=PASSAGES_MAX {
        let program_data = Program::new(engine, LONG_LEASE);
        let mut server = program_data.begin((passage > 0).then_some(passage));
        let address = server.address;
        let project = book(address, 10, 1);
        // The process may be dead before it could answer.
        let made = sweep(address, &project, &only);
        let died = passage > 0
            && until("its death, or the end of the swarm", || match server.ended() {
                Some(status) => {
                    assert_eq!(status.signal(), Some(9), "{status}");
                    Some(true)
                }
                None => {
                    let listed = get(address, "/api/agents/swarm/list")?;
                    (array(&listed["completedSwarms"]).len() == 1).then_some(false)
                }
            });
        kills += u64::from(died);
        // One that came through may still die at its next look, so it is begun anew too.
        drop(server);
        let server = program_data.begin(None);
        let listed = get(server.address, "/api/agents/swarm/list").expect("a list");
        let swarms = [array(&listed["activeSwarms"]), array(&listed["completedSwarms"])].concat();
        assert_eq!(swarms.len(), 1, "passage {passage}: {made:?}");
        let swarm = completed(server.address, &swarms[0]["swarmId"].text());

        assert_eq!(swarm["subTaskCounts"]["total"], 12);
        assert_eq!(array(&swarm["findings"]).len(), 10, "passage {passage}");
        let results = results(&swarm);
        let expected = undisturbed.get_or_insert_with(|| results.clone());
        assert_eq!(results, *expected, "passage {passage}");
        nothing_happened_twice(server.address);
        if passage > 0 && !died {
            break;
        }
    }
    assert!((12..PASSAGES_MAX).contains(&kills), "{kills} kills");
}

#[test]
fn a_swarm_killed_at_every_commit_in_turn_has_the_same_results_on_sqlite() {
    killed_at_every_commit(Engine::Sqlite);
}

#[test]
fn a_swarm_killed_at_every_commit_in_turn_has_the_same_results_on_postgres() {
    killed_at_every_commit(Engine::Postgres);
}

/// How often a long sweep is killed.
const KILLS: u64 = 5;

const CHAPTERS: usize = 20;

/// A sweep that is killed when chance wants it.
fn killed_now_and_then(engine: Engine) {
    let mut chance = Chance::of_today();
    let mut ran = [false, true].map(|is_killed| {
        let program_data = Program::new(engine, LONG_LEASE);
        let mut server = program_data.begin(None);
        let project = book(server.address, CHAPTERS, 40);
        let swarm = sweep(server.address, &project, &Value::Null).expect("a swarm");
        let id = swarm["swarmId"].text();
        for kill in 1..=KILLS * u64::from(is_killed) {
            // Each time when a little more is done, so that every life does something.
            let done = (kill - 1) * 10 + chance.between(1, 9);
            until("some of the work", || {
                let swarm = get(server.address, &format!("/api/agents/swarm/{id}"))?;
                let succeeded = swarm["subTaskCounts"]["succeeded"].as_u64()?;
                (succeeded >= done).then_some(())
            });
            drop(server);
            server = program_data.begin(None);
        }
        let swarm = completed(server.address, &id);
        nothing_happened_twice(server.address);
        swarm
    });

    assert_eq!(ran[0]["subTaskCounts"]["total"], 3 * CHAPTERS + 2);
    assert!(array(&ran[0]["findings"]).len() >= CHAPTERS, "{}", ran[0]["findings"]);
    assert_eq!(results(&ran[1].take()), results(&ran[0].take()));
}

#[test]
fn a_sweep_killed_five_times_has_the_same_results_on_sqlite() {
    killed_now_and_then(Engine::Sqlite);
}

#[test]
fn a_sweep_killed_five_times_has_the_same_results_on_postgres() {
    killed_now_and_then(Engine::Postgres);
}

#[test]
fn two_processes_on_one_database_share_a_swarm_and_one_of_them_may_die() {
    let program_data = Program::new(Engine::Postgres, SHORT_LEASE);
    let first = program_data.begin_in("first", None);
    let second = program_data.begin_in("second", None);
    let project = book(first.address, CHAPTERS, 40);
    let readers = ["proseguard", "lorekeeper", "castwright"];
    let set_state = |address, agent: &str, what: &str| {
        ask(address, "POST", &format!("/api/agents/{agent}/{what}"), &json!({})).expect("an answer")
    };
    readers.iter().for_each(|agent| drop(set_state(first.address, agent, "sleep")));
    let swarm = sweep(first.address, &project, &Value::Null).expect("a swarm");
    let id = swarm["swarmId"].text();
    // Each finds something to do, whoever made the swarm.
    for agent in readers {
        set_state(second.address, agent, "wake");
        set_state(first.address, agent, "wake");
    }
    let record = format!("/api/agents/swarm/{id}");
    let workers = || {
        let swarm = get(second.address, &record)?;
        let done = array(&swarm["subTasks"]).iter().filter(|it| it["state"] == "succeeded");
        let mut workers: Vec<String> = done.map(|it| it["worker"].text()).collect();
        workers.sort_unstable();
        workers.dedup();
        Some(workers.len())
    };
    until("both to have done something", || (workers()? == 2).then_some(()));

    drop(first);

    let swarm = completed(second.address, &id);
    assert_eq!(swarm["subTaskCounts"]["succeeded"], 3 * CHAPTERS + 2);
    nothing_happened_twice(second.address);
}
