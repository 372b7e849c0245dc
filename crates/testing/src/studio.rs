//! A service in the process of the tests, and somebody who sends requests to it.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
};

use domain::Time;
use engine::Clock;
use llm::{
    Provider,
    scripted::{Received, ScriptedReply, ScriptedServer},
};
use scriptorium::{
    serve::{self, Running},
    settings::{self, Settings},
};
use serde_json::Value;
use tokio::runtime::Runtime;

use crate::{
    BEGINNING, Database, Engine, JSON, PATIENCE, Reply, Text as _, coverage, database, openapi,
    program::{self, Ran},
    until,
};

/// Connections that the caller of a service keeps for its next request.
const IDLE_CONNECTIONS: usize = 3;

/// The shortest time after which the service closes an idle connection for which the caller keeps any.
const IDLE_MS_MIN: u64 = 10_000;

/// A service that runs for one test.
pub struct Studio {
    /// Its clock, which only the test moves.
    pub clock: Clock,
    /// Where it listens.
    pub address: SocketAddr,
    /// What it was started with.
    pub settings: Settings,
    /// The database that it uses.
    pub engine: Engine,
    runtime: Runtime,
    running: Option<Running>,
    model: Option<ScriptedServer>,
    agent: ureq::Agent,
    // Dropped last, in this order: the folder, then the database in it or beside it.
    folder: tempfile::TempDir,
    _database: Option<Database>,
}

impl Studio {
    /// A new studio with the default settings.
    pub fn open(engine: Engine) -> Self {
        Self::open_with(engine, &[])
    }

    /// A new studio with these settings, as flags; `{data}` in a value stands for the data folder.
    pub fn open_with(engine: Engine, flags: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = (engine == Engine::Postgres).then(Database::create);
        if engine == Engine::Sqlite {
            database::migrated_file(folder.path());
        }
        let mut all: Vec<(&str, String)> = vec![
            ("server.listen", "127.0.0.1:0".to_owned()),
            ("data.dir", folder.path().display().to_string()),
            ("database.connections", "4".to_owned()),
            // Nobody waits for a language model but the tests that are about it.
            ("search.embedder", "words".to_owned()),
        ];
        if let Some(database) = &database {
            all.push(("database.url", database.url.clone()));
        }
        let data = folder.path().display().to_string();
        all.extend(flags.iter().map(|(key, value)| (*key, value.replace("{data}", &data))));
        // The default file of the working folder is not the test's.
        let file = folder.path().join("scriptorium.toml");
        std::fs::write(&file, "").expect("a settings file");
        let settings =
            settings::load(Some(&file), std::iter::empty(), &all).expect("settings").settings;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        let clock = Clock::fixed(BEGINNING);
        let running = runtime
            .block_on(serve::start(&settings, clock.clone()))
            .unwrap_or_else(|error| panic!("the studio does not start: {error}"));
        let is_closed_soon = settings.server.idle_timeout_ms < IDLE_MS_MIN;
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .max_redirects(0)
            // A connection that is used again might be closed at that moment for having been idle.
            .max_idle_connections_per_host(if is_closed_soon { 0 } else { IDLE_CONNECTIONS })
            .build();
        Self {
            clock,
            address: running.address,
            settings,
            engine,
            runtime,
            running: Some(running),
            model: None,
            agent: config.into(),
            folder,
            _database: database,
        }
    }

    /// A new studio whose agents have a model, with these settings, as flags. The server of the model
    /// does what the script says with each request.
    pub fn open_with_model(
        engine: Engine,
        script: impl Fn(&Received) -> ScriptedReply + Send + Sync + 'static,
        flags: &[(&str, &str)],
    ) -> Self {
        let server = ScriptedServer::start(script);
        let url = server.base_url(Provider::OpenAi);
        let model = [
            ("model.provider", Provider::OpenAi.as_str()),
            ("model.base_url", url.as_str()),
            ("model.name", "scripted"),
        ];
        let mut studio = Self::open_with(engine, &[&model, flags].concat());
        studio.model = Some(server);
        studio
    }

    /// The server of the model, of a studio that has one.
    pub fn model(&self) -> &ScriptedServer {
        self.model.as_ref().expect("a studio that was opened with a model")
    }

    /// Stops the studio and starts it again on the same data.
    pub fn restart(&mut self) {
        self.stop();
        let running = self
            .runtime
            .block_on(serve::start(&self.settings, self.clock.clone()))
            .unwrap_or_else(|error| panic!("the studio does not start again: {error}"));
        self.address = running.address;
        self.running = Some(running);
    }

    /// As [`Studio::restart`], with a clock that was set back or forward meanwhile.
    pub fn restart_at(&mut self, at: Time) {
        self.stop();
        self.clock = Clock::fixed(at);
        self.restart();
    }

    /// Stops the studio.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            self.runtime.block_on(running.stop());
        }
    }

    /// The folder of its data.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Asks for something.
    pub fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &[], None)
    }

    /// Sends JSON with POST.
    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask("POST", path, &[JSON], Some(&body.to_string()))
    }

    /// Sends JSON with PUT.
    pub fn put(&self, path: &str, body: &Value) -> Reply {
        self.ask("PUT", path, &[JSON], Some(&body.to_string()))
    }

    /// Removes something.
    pub fn delete(&self, path: &str) -> Reply {
        self.ask("DELETE", path, &[], None)
    }

    /// Sends any request with these headers.
    pub fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Reply {
        let url = format!("http://{}{path}", self.address);
        let mut request = ureq::http::Request::builder().method(method).uri(url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = match body {
            Some(body) => self.agent.run(request.body(body.to_owned()).expect("a request")),
            None => self.agent.run(request.body(()).expect("a request")),
        };
        let mut answer = answer.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
        let text = answer.body_mut().read_to_string().expect("a text");
        let headers = answer
            .headers()
            .iter()
            .map(|(name, value)| {
                (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned())
            })
            .collect();
        let reply = Reply::new(answer.status().as_u16(), headers, text);
        coverage::note(method, path, reply.status);
        openapi::check(method, path, &reply);
        reply
    }

    /// Sends bytes as they are and reads the answer to its end; the request must close the
    /// connection.
    pub fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        stream.write_all(request).expect("sent");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer");
        let reply = Reply::parse(&bytes);
        let head = request.split(|byte| *byte == b'\r').next().map(String::from_utf8_lossy);
        if let Some((method, target)) = head.as_deref().and_then(|line| line.split_once(' ')) {
            let target = target.rsplit_once(' ').map_or(target, |(target, _)| target);
            coverage::note(method, target, reply.status);
        }
        reply
    }

    /// A connection to the studio.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Waits until `condition` holds, by asking again and again; a test that waits too long fails
    /// and says for what.
    pub fn until<T>(&self, what: &str, condition: impl FnMut() -> Option<T>) -> T {
        until(what, condition)
    }

    /// Makes a project; its id.
    pub fn project(&self, name: &str) -> String {
        self.post("/api/projects", &serde_json::json!({ "name": name })).ok()["id"].text()
    }

    /// Makes a document with this text; its id.
    pub fn document(&self, project: &str, title: &str, content: &str) -> String {
        let body = serde_json::json!({ "title": title, "content": content });
        self.post(&format!("/api/projects/{project}/documents"), &body).ok()["id"].text()
    }

    /// Runs a command of the program on the data of this service.
    pub fn command(&self, arguments: &[&str]) -> Ran {
        let data = self.folder().display().to_string();
        let mut all = arguments.to_vec();
        all.extend(["--data", &data]);
        let mut command = program::command(self.folder(), &all);
        if let Some(url) = self.settings.database.url.postgres() {
            command.env("SCRIPTORIUM_DATABASE__URL", url);
        }
        Ran::of(command.output().expect("a program"))
    }

    /// What the routes use.
    pub fn behind(&self) -> &engine::Studio {
        &self.running.as_ref().expect("a studio that runs").studio
    }

    /// Runs the janitor once.
    pub fn clean(&self) {
        self.block_on(engine::janitor::clean(self.behind())).expect("a clean studio");
    }

    /// Writes to the database directly, without a route.
    pub fn write<T: Send + 'static>(
        &self,
        job: impl Fn(&mut store::Tx<'_>) -> domain::Result<T> + Send + 'static,
    ) -> T {
        self.block_on(self.behind().database.write(job)).expect("a write")
    }

    /// Runs statements on the database, all of them or none.
    pub fn run<'s>(&self, statements: impl IntoIterator<Item = &'s &'static str>) {
        let statements: Vec<&'static str> = statements.into_iter().copied().collect();
        self.write(move |tx| {
            statements.iter().try_for_each(|statement| {
                let ran = tx.run(statement, ()).map(drop);
                ran.map_err(|error| domain::Error::internal("changing the database", error))
            })
        });
    }

    /// Runs something of the engine.
    pub fn block_on<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        self.stop();
    }
}
