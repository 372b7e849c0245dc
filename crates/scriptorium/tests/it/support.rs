//! What every story needs: a studio that really runs, on the database the story is told for, with a
//! clock that stands still; and a caller that speaks HTTP to it.

pub mod browser;
pub mod chance;
pub mod program;
pub mod recount;

use std::{
    fmt,
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use domain::Time;
use engine::Clock;
use scriptorium::{
    serve::{self, Running},
    settings::{self, Settings},
};
use serde_json::Value;
use tokio::runtime::Runtime;

use crate::{coverage, openapi};

/// What somebody is told when nobody knows whether a change was kept.
pub const UNKNOWN: &str = "The database failed while this was being kept, so nobody knows whether it \
                           was: send the same request again if it has an Idempotency-Key, or look \
                           first";

/// Tells a story on each database, as two tests of its name. `fn name(studio)` borrows the studio;
/// `fn name(mut studio)` may stop and restart it. Settings other than the defaults stand behind:
/// `fn name(studio, "agents.mailbox_max" = "2")`.
#[macro_export]
macro_rules! story {
    (
        $(#[$attribute:meta])*
        fn $name:ident(mut $studio:ident $(, $key:literal = $value:literal)*) $body:block
    ) => {
        $crate::story!(@ [$(#[$attribute])*] $name [$(($key, $value)),*] $studio [&mut] $body);
    };
    (
        $(#[$attribute:meta])*
        fn $name:ident($studio:ident $(, $key:literal = $value:literal)*) $body:block
    ) => {
        $crate::story!(@ [$(#[$attribute])*] $name [$(($key, $value)),*] $studio [&] $body);
    };
    (
        @ [$(#[$attribute:meta])*] $name:ident [$($flag:expr),*] $studio:ident [$($borrowed:tt)+]
        $body:block
    ) => {
        mod $name {
            #[expect(clippy::allow_attributes, reason = "not every story names something")]
            #[allow(unused_imports)]
            use super::*;

            #[expect(clippy::allow_attributes, reason = "not every story asks its studio")]
            #[allow(unused_variables, unused_mut)]
            fn story($studio: $($borrowed)+ $crate::support::Studio) $body

            #[expect(clippy::allow_attributes, reason = "not every story restarts its studio")]
            #[allow(unused_mut)]
            fn tell(engine: $crate::support::Engine) {
                let mut studio = $crate::support::Studio::open_with(engine, &[$($flag),*]);
                // One snapshot serves both databases.
                insta::allow_duplicates! { story($($borrowed)+ studio) }
            }

            #[test]
            $(#[$attribute])*
            fn sqlite() {
                tell($crate::support::Engine::Sqlite);
            }

            #[test]
            $(#[$attribute])*
            fn postgres() {
                tell($crate::support::Engine::Postgres);
            }
        }
    };
}

/// The databases every story is told on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// When every story begins.
pub const BEGINNING: Time = Time::from_millis(1_795_000_000_000);

/// How long a story waits for what must come.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A studio that runs for one story.
pub struct Studio {
    /// Its clock, which only the story moves.
    pub clock: Clock,
    /// Where it listens.
    pub address: SocketAddr,
    pub settings: Settings,
    pub engine: Engine,
    runtime: Runtime,
    running: Option<Running>,
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

    /// A new studio with these settings, as flags.
    pub fn open_with(engine: Engine, flags: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = (engine == Engine::Postgres).then(Database::create);
        let mut all: Vec<(&str, String)> = vec![
            ("server.listen", "127.0.0.1:0".to_owned()),
            ("data.dir", folder.path().display().to_string()),
            ("database.connections", "4".to_owned()),
        ];
        if let Some(database) = &database {
            all.push(("database.url", database.url.clone()));
        }
        all.extend(flags.iter().map(|(key, value)| (*key, (*value).to_owned())));
        // The default file of the working folder is not the story's.
        let file = folder.path().join("scriptorium.toml");
        std::fs::write(&file, "").expect("a settings file");
        let settings =
            settings::load(Some(&file), std::iter::empty(), &all).expect("settings").settings;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        let clock = Clock::standing(BEGINNING);
        let running = runtime
            .block_on(serve::start(&settings, clock.clone()))
            .unwrap_or_else(|error| panic!("the studio does not start: {error}"));
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .max_redirects(0)
            .build();
        Self {
            clock,
            address: running.address,
            settings,
            engine,
            runtime,
            running: Some(running),
            agent: config.into(),
            folder,
            _database: database,
        }
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

    /// Waits until `condition` holds, by asking again and again; a story that waits too long fails
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

    /// What runs behind the door.
    pub fn behind(&self) -> &engine::Studio {
        &self.running.as_ref().expect("a studio that runs").studio
    }

    /// Has the janitor clean up now.
    pub fn clean(&self) {
        self.block_on(engine::janitor::clean(self.behind())).expect("a clean studio");
    }

    /// Writes to the memory directly, as only the floors below the door can.
    pub fn write<T: Send + 'static>(
        &self,
        job: impl Fn(&mut store::Tx<'_>) -> domain::Result<T> + Send + 'static,
    ) -> T {
        self.block_on(self.behind().database.write(job)).expect("a write")
    }

    /// Runs statements on the memory, all of them or none.
    pub fn run<'s>(&self, statements: impl IntoIterator<Item = &'s &'static str>) {
        let statements: Vec<&'static str> = statements.into_iter().copied().collect();
        self.write(move |tx| {
            statements.iter().try_for_each(|statement| {
                let ran = tx.run(statement, ()).map(drop);
                ran.map_err(|error| domain::Error::internal("changing the memory", error))
            })
        });
    }

    /// Runs something that only the floors below the door know.
    pub fn block_on<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }
}

/// Waits until `condition` holds, as [`Studio::until`] does.
pub fn until<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(value) = condition() {
            return value;
        }
        assert!(Instant::now() < deadline, "waited too long for {what}");
        std::thread::park_timeout(Duration::from_millis(10));
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The header of a JSON body.
pub const JSON: (&str, &str) = ("content-type", "application/json");

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub text: String,
    /// The body as JSON; null when it is none.
    pub body: Value,
}

impl Reply {
    fn new(status: u16, headers: Vec<(String, String)>, text: String) -> Self {
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Self { status, headers, text, body }
    }

    /// Reads an answer as it came over the wire.
    pub fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let text = match text.strip_prefix("HTTP/1.1 100 Continue\r\n\r\n") {
            Some(rest) => rest.to_owned(),
            None => text.into_owned(),
        };
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let status = lines
            .next()
            .and_then(|line| line.split(' ').nth(1)?.parse().ok())
            .unwrap_or_else(|| panic!("no answer: {text:?}"));
        let headers = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        Self::new(status, headers, body.to_owned())
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body of an answer that must have succeeded.
    pub fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{self}");
        self.body
    }

    /// The sentence of an error.
    pub fn detail(&self) -> String {
        self.body["detail"].text()
    }
}

/// The status and, of a validation error, a line per mistake; else the body.
impl fmt::Display for Reply {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}", self.status)?;
        match self.body["detail"].as_array() {
            Some(mistakes) => {
                for mistake in mistakes {
                    let steps = mistake["loc"].as_array().into_iter().flatten().map(Text::text);
                    let place = steps.collect::<Vec<_>>().join(".");
                    let (msg, rule) = (mistake["msg"].text(), mistake["type"].text());
                    write!(to, "\n{place}: {msg} ({rule})")?;
                }
                Ok(())
            }
            None if self.text.is_empty() => Ok(()),
            None => write!(to, "\n{}", self.text),
        }
    }
}

/// A JSON value as text.
pub trait Text {
    /// A string without its quotes; anything else as JSON.
    fn text(&self) -> String;
}

impl Text for Value {
    fn text(&self) -> String {
        self.as_str().map_or_else(|| self.to_string(), str::to_owned)
    }
}

/// A PostgreSQL database of one story. It is dropped with it.
pub struct Database {
    pub url: String,
    name: String,
}

/// The server the stories use, as `cargo xtask test` starts it.
fn server() -> String {
    std::env::var("SCRIPTORIUM_TEST_POSTGRES").unwrap_or_else(|_| {
        panic!("this story needs a PostgreSQL server: run the suite with `cargo xtask test`")
    })
}

/// The database all others are copies of, with every table in place.
const TEMPLATE: &str = "scriptorium_template";

static COUNT: AtomicU64 = AtomicU64::new(0);

impl Database {
    /// A new database with every table in place.
    pub fn create() -> Self {
        static TEMPLATE_MADE: OnceLock<()> = OnceLock::new();
        TEMPLATE_MADE.get_or_init(|| {
            run(&[
                format!("DROP DATABASE IF EXISTS {TEMPLATE}"),
                format!("CREATE DATABASE {TEMPLATE}"),
            ]);
            let url = with_database(&server(), TEMPLATE);
            let settings = store::Settings::Postgres { url, connections: 1 };
            let (database, _) = store::Database::open(&settings).expect("a migrated template");
            database.close();
        });
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("scriptorium_{}_{number}", std::process::id());
        run(&[format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}")]);
        Self { url: with_database(&server(), &name), name }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        run(&[format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)]);
    }
}

/// Runs statements on the server itself, one story at a time: copies of one template must not be
/// made at once.
fn run(statements: &[String]) {
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut client =
        postgres::Client::connect(&server(), postgres::NoTls).expect("a PostgreSQL server");
    for statement in statements {
        client.batch_execute(statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
}

fn with_database(url: &str, name: &str) -> String {
    let (server, _) = url.rsplit_once('/').expect("a URL with a database");
    format!("{server}/{name}")
}
