//! A place where somebody does what a document says: in a folder of its own, with this build of the
//! program, on ports that are free. What belongs to the whole machine, `/usr/bin` for one, lies below
//! that folder.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead as _, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use llm::scripted::{Answer, RawReply, ScriptedServer};

use super::{
    commands::{self, HERE, Line, Request},
    first_event,
    likeness::Names,
    read, root,
};
use crate::support::{
    Database, PATIENCE,
    program::{Ran, Server},
    until,
};

/// How many chapters the novel of whoever sits here has.
const CHAPTERS: usize = 27;

/// The commands that end up as a server, and the folder where each keeps its data.
const SERVERS: [(&str, &str); 2] =
    [("serve", "./scriptorium-data"), ("demo", "./scriptorium-demo")];

/// A desk, and what was begun at it.
pub struct Desk {
    folder: tempfile::TempDir,
    pub names: Names,
    /// The servers that run, by the folders of their data.
    servers: BTreeMap<String, Server>,
    /// Where the one is that was started last.
    here: String,
    /// What runs beside them, and is ended with the test.
    others: Vec<Child>,
    databases: Vec<Database>,
    /// The model that the documents find at [`MODEL_HERE`].
    model: Option<ScriptedServer>,
}

/// Where the documents say that a model server is.
const MODEL_HERE: &str = "127.0.0.1:11434";

/// A model server that can do everything.
fn model() -> ScriptedServer {
    ScriptedServer::start(|received| {
        let has = |name: &str| received.body.get(name).is_some();
        match received.provider {
            None => {
                let facts = r#"{"model_info":{"qwen3.context_length":40960}}"#;
                RawReply::new(200, &[], facts).into()
            }
            Some(_) if has("tools") => {
                let arguments = serde_json::json!({ "colour": "red" });
                Answer::call("note_colour", arguments).into()
            }
            Some(_) if has("format") => Answer::text("{\"white\": true}").into(),
            Some(_) => Answer::text("Red, orange, yellow, green, blue and violet.").into(),
        }
    })
}

impl Desk {
    /// A desk in a fresh clone of the repository, with a novel beside it.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        for shared in ["clients", "examples", "packaging", "scriptorium.toml"] {
            std::os::unix::fs::symlink(root().join(shared), at(shared)).unwrap();
        }
        fs::create_dir_all(at("target/dist")).unwrap();
        let own = env!("CARGO_BIN_EXE_scriptorium");
        std::os::unix::fs::symlink(own, at("target/dist/scriptorium")).unwrap();
        fs::create_dir(at("my-novel")).unwrap();
        for chapter in 1..=CHAPTERS {
            let text = format!("# Chapter {chapter}\n\nThe wolf stood at the door. Mina read.\n");
            fs::write(at(&format!("my-novel/{chapter:02}.md")), text).unwrap();
        }
        Self {
            folder,
            names: Names::default(),
            servers: BTreeMap::new(),
            here: HERE.to_owned(),
            others: Vec::new(),
            databases: Vec::new(),
            model: None,
        }
    }

    /// Types a command; what is answered must be what was said of it.
    pub fn types(&mut self, line: &Line, said: Option<&str>) {
        match line.words[0].as_str() {
            "scriptorium" => self.calls(line, said),
            "docker" if line.words[1] == "run" => self.calls(&contained(line), said),
            "curl" => self.asks(line, said),
            "python3" => self.leaves_running(line),
            "install" => drop(Ran::of(self.command("install", line).output().unwrap()).ok()),
            other => panic!("nobody types `{other}`: do it here, or say why not"),
        }
    }

    /// Has every server that runs end in order.
    pub fn stops_all(&mut self) {
        std::mem::take(&mut self.servers).into_values().for_each(stop);
    }

    fn calls(&mut self, line: &Line, said: Option<&str>) {
        let command = self.command(env!("CARGO_BIN_EXE_scriptorium"), line);
        let printed = match SERVERS.into_iter().find(|(name, _)| *name == line.words[1]) {
            Some((_, usual)) => {
                let set = line.set.iter().find(|(name, _)| name == "SCRIPTORIUM_DATA__DIR");
                let set = set.map(|(_, folder)| folder.as_str());
                let data = line.value("--data").or(set).unwrap_or(usual);
                self.servers.remove(data).into_iter().for_each(stop);
                let mut server = Server::try_of(command).unwrap_or_else(|ran| panic!("{ran:?}"));
                self.here = server.address.to_string();
                let more = said.map_or(0, |said| said.lines().count() - 1);
                let lines: Vec<_> = (0..more).map(|_| server.line()).collect();
                let all = [server.greeting.clone(), lines.join("\n")].join("\n");
                self.servers.insert(data.to_owned(), server);
                all
            }
            None => {
                let ran = Ran::of({ command }.output().unwrap());
                // What the doctor finds is shown, and is no success.
                if said.is_some() { ran.out } else { ran.ok() }
            }
        };
        if let Some(token) = printed.lines().find(|line| line.starts_with("scr_")) {
            self.names.insert("TOKEN", token);
        }
        if let Some(file) = &line.file {
            self.keeps(file, &printed);
        }
        if let Some(said) = said {
            let own = self.servers.values().map(|server| server.address.to_string());
            let mut printed = own.fold(printed, |printed, own| printed.replace(&own, HERE));
            if let Some(model) = &self.model {
                printed = printed.replace(&model.address().to_string(), MODEL_HERE);
            }
            self.names.shows(said, &printed).unwrap_or_else(|flaw| panic!("{flaw}\n{printed}"));
        }
    }

    /// The command of a line, in this folder, with nothing in its environment but what the line sets.
    fn command(&mut self, program: &str, line: &Line) -> Command {
        let words: Vec<_> = line.words[1..].iter().map(|word| self.own(word)).collect();
        let mut command = Command::new(program);
        command.args(words).current_dir(self.folder.path()).env_clear().stdin(Stdio::null());
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("SCRIPTORIUM_SERVER__LISTEN", "127.0.0.1:0");
        for (name, value) in &line.set {
            command.env(name, self.own(value));
        }
        command
    }

    /// A word as it is to be here: with ids for their names, on a port that is free, below this folder,
    /// in a database that is there.
    fn own(&mut self, word: &str) -> String {
        let word = self.names.filled(word);
        if word.contains("postgres://") {
            let database = Database::create();
            let url = database.url.clone();
            self.databases.push(database);
            return url;
        }
        if word.contains(MODEL_HERE) {
            let address = self.model.get_or_insert_with(model).address();
            return word.replace(MODEL_HERE, &address.to_string());
        }
        match word.strip_prefix('/').or(word.strip_prefix("~/")) {
            Some(_) => self.path(&word).display().to_string(),
            None => word.replace(":7878", ":0"),
        }
    }

    /// A path below this folder, whose own folder is there.
    fn path(&self, word: &str) -> PathBuf {
        let path = self.folder.path().join(word.trim_start_matches(['~', '/']));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    fn keeps(&self, file: &str, text: &str) {
        assert!(!text.is_empty(), "nothing for {file}");
        fs::write(self.path(file), text).unwrap();
    }

    /// Sends a request as curl does. A read is repeated until it fits; a change is made one time.
    fn asks(&mut self, line: &Line, said: Option<&str>) {
        let content = |file: &str| fs::read_to_string(self.folder.path().join(file)).unwrap();
        let request = commands::request(line, &self.names, content);
        let beginning = std::time::Instant::now();
        let text = until("an answer like the one that is shown", || {
            let text = self.answer(&request);
            let likeness = said.map_or(Ok(()), |said| self.names.compare(said, &text));
            let is_late = beginning.elapsed() * 2 > PATIENCE;
            match likeness {
                Ok(()) => Some(text),
                Err(_) if request.method == "GET" && !request.streams && !is_late => None,
                Err(flaw) => panic!("{flaw}\n{text}"),
            }
        });
        if let Some(file) = &line.file {
            self.keeps(file, &text);
        }
    }

    fn answer(&self, request: &Request) -> String {
        let url = format!("http://{}{}", self.here, request.path);
        if request.streams {
            return first_event(&url);
        }
        let mut asked = ureq::http::Request::builder().method(&*request.method).uri(&url);
        if !request.host.starts_with("127.0.0.1") {
            asked = asked.header("host", &request.host);
        }
        for (name, value) in &request.headers {
            asked = asked.header(name, value);
        }
        let config = ureq::Agent::config_builder().http_status_as_error(false).build();
        let agent = ureq::Agent::from(config);
        let answer = match &request.body {
            Some(body) => agent.run(asked.body(body.clone()).unwrap()),
            None => agent.run(asked.body(()).unwrap()),
        };
        let mut answer = answer.unwrap_or_else(|error| panic!("{url}: {error}"));
        let text = answer.body_mut().read_to_string().unwrap();
        assert!(answer.status().is_success(), "{request:?}: {} {text}", answer.status());
        text
    }

    /// Starts a program of Python that goes on; its first line says that it is at work.
    fn leaves_running(&mut self, line: &Line) {
        let mut command = self.command("python3", line);
        command.args(["--address", &format!("http://{}", self.here)]).stdout(Stdio::piped());
        let mut child = command.spawn().expect("python3");
        let mut first = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut first).unwrap();
        self.others.push(child);
        assert_eq!(first, "ready\n");
    }

    /// Takes the novel in, as the project that the documents call PROJECT; a server runs then.
    pub fn has_a_novel(&mut self) {
        self.types(&Line::read("scriptorium serve"), None);
        let import = Line::read("scriptorium import ./my-novel --name 'My novel'");
        self.types(&import, Some("imported into project PROJECT"));
    }

    /// Has the studio count its projects wrongly, behind the back of its server.
    pub fn counts_wrongly(&mut self) {
        self.types(&Line::read("scriptorium serve"), None);
        let data = self.folder.path().join("scriptorium-data");
        let (file, backups) = (data.join("scriptorium.db"), data.join("backups"));
        let settings = store::Settings::Sqlite { file, backups, checkpoint_kib: 16_000 };
        let (database, _) = store::Database::open(&settings).unwrap();
        let spoiling = |tx: &mut store::Tx<'_>| {
            tx.run("UPDATE counter SET value = 9 WHERE name = 'projects'", ())
                .map_err(|error| domain::Error::internal("spoiling", error))
        };
        database.write_blocking(spoiling).unwrap();
        database.close();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        for child in &mut self.others {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
        self.servers.clear();
    }
}

/// Ends a server as the system does, and waits until it has ended.
fn stop(mut server: Server) {
    server.terminate();
    let status = until("the server to end", || server.ended());
    assert!(status.success(), "{status}");
}

/// What `docker run` has a container do, done by the program itself: with the environment that the
/// recipe of the container gives it.
fn contained(line: &Line) -> Line {
    let mut words = line.words.iter().skip(2);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-v" | "-p" | "--name" => drop(words.next()),
            "-d" | "--rm" => {}
            image => {
                assert_eq!(image, "scriptorium");
                break;
            }
        }
    }
    let recipe = read("Dockerfile");
    let environment = recipe.lines().find_map(|line| line.strip_prefix("ENV ")).unwrap();
    let set = environment.split(' ').filter_map(|pair| pair.split_once('='));
    let set = set.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let mut all = vec!["scriptorium".to_owned()];
    all.extend(words.cloned());
    if all.len() == 1 {
        all.push("serve".to_owned());
    }
    Line { set, words: all, ..Line::default() }
}
