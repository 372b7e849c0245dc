//! The settings: what can be set, of which type and within which bounds, and the way from the
//! layers (`scriptorium.toml`, environment, flags) to one checked value. Not what they do: that is
//! said beside each key in `scriptorium.toml`, and done elsewhere.

mod agent_keys;
mod budget;
mod display;
mod documents;
mod environment;
mod error;
mod layers;
mod model;
mod near;
mod read;
mod search;
mod url;

use std::{
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
};

use domain::agents::Strategy;

use crate::logging::{Format, Level};
use layers::Layers;
use read::whole;

pub use budget::Budget;
pub use documents::Documents;
pub use environment::environment;
pub use error::{Origin, SettingsError};
pub use model::{KeyError, Model, Models};
pub use search::{EmbedderKind, Search};
pub use url::DatabaseUrl;

/// The default settings, every key explained: the lowest layer, and the list of all keys.
pub const DEFAULTS: &str = include_str!("../../../../scriptorium.toml");

/// All settings; the fields have the names of the keys.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Where and how requests are taken.
    pub server: Server,
    /// Where files are kept.
    pub data: Data,
    /// Which folders are kept in step with manuscripts.
    pub documents: Documents,
    /// The database.
    pub database: Database,
    /// How agents are chosen and watched.
    pub agents: Agents,
    /// How long sub-tasks of swarms may take.
    pub swarms: Swarms,
    /// What makes the vectors of passages.
    pub search: Search,
    /// Which language models are asked.
    pub model: Models,
    /// What language models may spend.
    pub budget: Budget,
    /// Which assistants of other makers may call tools.
    pub mcp: Mcp,
    /// What is kept of the event log.
    pub events: Events,
    /// When backups are made, and where they lie.
    pub backup: Backup,
    /// What is logged, and how.
    pub log: Log,
}

/// The section `[server]`: where and how requests are taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Development or production.
    pub mode: Mode,
    /// Further host names that are ours: lower case, without a port or a final dot.
    pub names: Vec<String>,
    /// The most connections open at once, 1 to 65,536.
    pub connections_max: usize,
    /// The most connections open at once from one address, 1 to 65,536.
    pub connections_per_peer_max: usize,
    /// Addresses that are not so bounded: proxies, which connect for many.
    pub trusted_proxies: Vec<IpAddr>,
    /// Requests per second that a token may make in the long run, 1 to 100,000; none is counted on
    /// a loopback address.
    pub rate_per_second: u32,
    /// Requests that a token may make at once, 1 to 100,000.
    pub rate_burst: u32,
    /// The largest request body in KiB, 1 to 65,536.
    pub body_kib_max: usize,
    /// The largest body of a document or an import in MiB, 1 to 1,024.
    pub import_mib_max: usize,
    /// How long the head of a request may take in milliseconds, 100 to 600,000.
    pub header_timeout_ms: u64,
    /// How long the sender of a body may be silent in milliseconds, 100 to 600,000.
    pub body_timeout_ms: u64,
    /// How long a connection may be idle in milliseconds, 100 to 3,600,000.
    pub idle_timeout_ms: u64,
    /// How long a stop may wait for requests in flight in milliseconds, 0 to 600,000.
    pub stop_timeout_ms: u64,
}

/// The section `[data]`: where files are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// The folder of the database file, its lock and its backups.
    pub dir: PathBuf,
}

/// The section `[database]`: where the data is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Database {
    /// SQLite in the data folder, or a PostgreSQL database.
    pub url: DatabaseUrl,
    /// Connections to PostgreSQL at once, 1 to 256.
    pub connections: usize,
    /// How far SQLite's log grows before it is copied into the file in KiB, 64 to 1,048,576.
    pub checkpoint_kib: u32,
}

/// The section `[agents]`: how agents are chosen and watched.
#[derive(Debug, Clone, PartialEq)]
pub struct Agents {
    /// How an agent is suggested for a capability.
    pub routing: Strategy,
    /// From this load on an agent is busy, 0 to 1.
    pub busy_threshold: f64,
    /// The most messages that wait in one mailbox, 1 to 1,000,000.
    pub mailbox_max: i64,
    /// How often an external agent says that it is there in milliseconds, 100 to 3,600,000.
    pub heartbeat_ms: i64,
    /// How long a worker may be silent about its work in milliseconds, 100 to 86,400,000.
    pub lease_ms: i64,
}

/// The section `[swarms]`: how long their sub-tasks may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swarms {
    /// How long a sub-task may wait to be begun in milliseconds, 1,000 to 2,592,000,000.
    pub queue_timeout_ms: i64,
    /// How long one attempt at it may take in milliseconds, 1,000 to 86,400,000.
    pub run_timeout_ms: i64,
    /// How long a worker may be silent about it in milliseconds, 100 to 86,400,000.
    pub idle_timeout_ms: i64,
}

/// The section `[mcp]`: what assistants of other makers may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mcp {
    /// Whether there is a route for them.
    pub enabled: bool,
    /// Whether they may only read.
    pub read_only: bool,
}

/// The section `[events]`: what is kept of the event log, and how many may listen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Events {
    /// The most events that are kept, 1 to 100,000,000.
    pub keep_max: i64,
    /// How long events are kept in days, 1 to 3,650.
    pub keep_days: i64,
    /// The most event streams open at once, 1 to 65,536.
    pub streams_max: usize,
}

/// The section `[backup]`: when backups are made, and where they lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// How often a running service makes one in hours, 1 to 8,760; 0 is never.
    pub every_hours: i64,
    /// How many stay, 1 to 1,000.
    pub keep: usize,
    /// The folder; none is `backups` in the data folder.
    pub folder: Option<PathBuf>,
}

/// The section `[log]`: what is logged, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// For human eyes or for programs.
    pub format: Format,
    /// From which level on, by part of the program.
    pub level: Level,
}

/// Whether the service runs for development or in production.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// `auto`: development on a loopback address, production on any other.
    Auto,
    /// `development`: with the routes for trying things out.
    Development,
    /// `production`: without them.
    Production,
}

impl Mode {
    /// Every word, in the order of the variants.
    pub const WORDS: &'static [&'static str] = &["auto", "development", "production"];

    /// The mode of this word, if there is one.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "auto" => Some(Self::Auto),
            "development" => Some(Self::Development),
            "production" => Some(Self::Production),
            _ => None,
        }
    }
}

/// Whether only this machine can reach an address.
pub fn is_loopback(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

impl Server {
    /// Whether the routes for trying things out are there, with `auto` decided by the address.
    pub fn is_development(&self) -> bool {
        match self.mode {
            Mode::Auto => is_loopback(self.listen),
            Mode::Development => true,
            Mode::Production => false,
        }
    }

    /// The largest request body in bytes.
    pub fn body_bytes_max(&self) -> usize {
        self.body_kib_max * 1024
    }

    /// The largest body of a document or an import in bytes.
    pub fn import_bytes_max(&self) -> usize {
        self.import_mib_max * 1024 * 1024
    }
}

impl Settings {
    /// The folder of the backups.
    pub fn backups_folder(&self) -> PathBuf {
        self.backup.folder.clone().unwrap_or_else(|| self.data.dir.join("backups"))
    }

    /// Reads every setting; what cannot be read is noted in the layers.
    fn read(from: &mut Layers) -> Self {
        Self {
            server: Server {
                listen: from.read("server.listen", read::address),
                mode: from.read("server.mode", read::word(Mode::WORDS, Mode::parse)),
                names: from.read("server.names", read::host_names),
                connections_max: from
                    .read("server.connections_max", whole("connections", 1..=65_536)),
                connections_per_peer_max: from
                    .read("server.connections_per_peer_max", whole("connections", 1..=65_536)),
                trusted_proxies: from.read("server.trusted_proxies", read::addresses),
                rate_per_second: from
                    .read("server.rate_per_second", whole("requests per second", 1..=100_000)),
                rate_burst: from.read("server.rate_burst", whole("requests", 1..=100_000)),
                body_kib_max: from.read("server.body_kib_max", whole("KiB", 1..=65_536)),
                import_mib_max: from.read("server.import_mib_max", whole("MiB", 1..=1_024)),
                header_timeout_ms: from
                    .read("server.header_timeout_ms", whole("milliseconds", 100..=600_000)),
                body_timeout_ms: from
                    .read("server.body_timeout_ms", whole("milliseconds", 100..=600_000)),
                idle_timeout_ms: from
                    .read("server.idle_timeout_ms", whole("milliseconds", 100..=3_600_000)),
                stop_timeout_ms: from
                    .read("server.stop_timeout_ms", whole("milliseconds", 0..=600_000)),
            },
            data: Data { dir: from.read("data.dir", read::folder) },
            documents: Documents::read(from),
            database: Database {
                url: from.read("database.url", read::database_url),
                connections: from.read("database.connections", whole("connections", 1..=256)),
                checkpoint_kib: from.read("database.checkpoint_kib", whole("KiB", 64..=1_048_576)),
            },
            agents: Agents {
                routing: from.read("agents.routing", read::word(Strategy::WORDS, Strategy::parse)),
                busy_threshold: from.read("agents.busy_threshold", read::share),
                mailbox_max: from.read("agents.mailbox_max", whole("messages", 1..=1_000_000)),
                heartbeat_ms: from
                    .read("agents.heartbeat_ms", whole("milliseconds", 100..=3_600_000)),
                lease_ms: from.read("agents.lease_ms", whole("milliseconds", 100..=86_400_000)),
            },
            swarms: Swarms {
                queue_timeout_ms: from
                    .read("swarms.queue_timeout_ms", whole("milliseconds", 1_000..=2_592_000_000)),
                run_timeout_ms: from
                    .read("swarms.run_timeout_ms", whole("milliseconds", 1_000..=86_400_000)),
                idle_timeout_ms: from
                    .read("swarms.idle_timeout_ms", whole("milliseconds", 100..=86_400_000)),
            },
            search: Search::read(from),
            model: Models::read(from),
            budget: Budget::read(from),
            mcp: Mcp {
                enabled: from.read("mcp.enabled", read::truth),
                read_only: from.read("mcp.read_only", read::truth),
            },
            events: Events {
                keep_max: from.read("events.keep_max", whole("events", 1..=100_000_000)),
                keep_days: from.read("events.keep_days", whole("days", 1..=3_650)),
                streams_max: from.read("events.streams_max", whole("streams", 1..=65_536)),
            },
            backup: Backup {
                every_hours: from.read("backup.every_hours", whole("hours", 0..=8_760)),
                keep: from.read("backup.keep", whole("backups", 1..=1_000)),
                folder: from.read("backup.folder", read::folder_or_none),
            },
            log: Log {
                format: from.read("log.format", read::word(Format::WORDS, Format::parse)),
                level: from.read("log.level", read::level),
            },
        }
    }
}

/// The settings in force, and where each comes from.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The settings in force.
    pub settings: Settings,
    rows: Vec<Row>,
}

/// A setting as it is displayed.
#[derive(Debug, Clone)]
struct Row {
    key: String,
    /// The value as TOML, without secrets.
    value: String,
    origin: Origin,
}

/// Reads the settings from all layers, lowest first: the defaults, the file, the environment, the
/// flags.
///
/// The file is `file`, else the one that the variable `SCRIPTORIUM_CONFIG` names, else
/// `scriptorium.toml` in the folder the program was started from, if it is there. Of the
/// environment only names that begin with `SCRIPTORIUM_` count; see [`environment`]. A flag is a
/// key, such as `server.listen`, and its value. Relative paths stay as they are.
///
/// # Errors
/// All mistakes at once: a file that cannot be read, a key or variable that does not exist, and in
/// *any* layer, even one that is overruled, a value of the wrong kind or out of its bounds.
pub fn load(
    file: Option<&Path>,
    environment: impl Iterator<Item = (String, String)>,
    flags: &[(&str, String)],
) -> Result<Loaded, SettingsError> {
    let environment = environment::ours(environment);

    let mut layers = Layers::defaults();
    layers.add_found_file(file, &environment);
    layers.add_environment(&environment);
    layers.add_flags(flags);
    let settings = Settings::read(&mut layers);

    let rows = layers.finish()?;
    Ok(Loaded { settings, rows })
}

impl Loaded {
    /// Where this setting's value comes from; none for a key that does not exist.
    pub fn origin(&self, key: &str) -> Option<&Origin> {
        self.rows.iter().find(|row| row.key == key).map(|row| &row.origin)
    }

    /// Whether somebody has chosen this setting for this start: on the command line or in the environment.
    pub fn is_named(&self, key: &str) -> bool {
        matches!(self.origin(key), Some(Origin::Flag { .. } | Origin::Environment { .. }))
    }

    /// Every setting with its value and its origin, as lines `key = value   # origin` in the order
    /// of the default file. The text is TOML; a password in it reads `***`.
    pub fn show(&self) -> String {
        /// Values longer than this, in characters, do not push the origins of the others aside.
        const VALUE_WIDTH_MAX: usize = 40;

        let width = |text: &str| text.chars().count();
        let keys = self.rows.iter().map(|row| width(&row.key)).max().unwrap_or(0);
        let values = self
            .rows
            .iter()
            .map(|row| width(&row.value))
            .filter(|&width| width <= VALUE_WIDTH_MAX)
            .max()
            .unwrap_or(0);

        self.rows
            .iter()
            .map(|Row { key, value, origin }| {
                format!("{key:keys$} = {value:values$}   # {origin}\n")
            })
            .collect()
    }
}
