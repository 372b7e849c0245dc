//! Starts the service: folder, database, workers, server; and stops it in the reverse order.

use std::{
    io::ErrorKind,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use api::{Access, App, McpServer, McpSettings, Shared, server};
use engine::{
    Clock, Studio,
    models::ModelSettings,
    research::EmbedderSetting,
    wakers::{Stop, Stopper, stopper},
    workers::Workers,
};
use store::Database;
use tokio::{task::JoinHandle, time::Instant};

use crate::{
    folder::{Folder, FolderError},
    open_files,
    settings::{self, Settings},
};

/// Why the service does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder cannot be opened.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Somebody listens there already.
    #[error("another program listens on {0}: end that one, or name another address with --listen")]
    Taken(SocketAddr),
    /// The address cannot be listened on.
    #[error("listening on {address} failed")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        source: std::io::Error,
    },
    /// The system refuses something else.
    #[error("{doing} failed")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// Why not.
        source: std::io::Error,
    },
    /// Anybody could come in.
    #[error(
        "{0} can be reached from other machines, and there is no access token yet: make one with \
         `scriptorium token create --user NAME`, or listen on 127.0.0.1"
    )]
    Unguarded(SocketAddr),
    /// The key of a model cannot be read.
    #[error(transparent)]
    Key(#[from] settings::KeyError),
    /// The database cannot be opened or recovered.
    #[error(transparent)]
    Database(#[from] domain::Error),
}

/// The database's file in the data folder.
pub const DATABASE: &str = domain::backups::COPY;

/// How long closing the database may take when everything else has used up the time of a stop.
/// What it did not get to is done at the next start.
const CLOSE_TIMEOUT_MIN: Duration = Duration::from_millis(500);

/// A service that runs.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// The engine.
    pub studio: Studio,
    stopper: Stopper,
    server: JoinHandle<()>,
    workers: Workers,
    database: Database,
    stop_timeout: Duration,
    /// Locked until everything else has ended.
    _folder: Folder,
}

/// Starts the service and recovers from its last run; it is ready when this returns.
pub async fn start(settings: &Settings, clock: Clock) -> Result<Running, StartError> {
    start_with(settings, clock, McpServer::new).await
}

/// As [`start`], with this in place of the server that answers assistants.
pub async fn start_with(
    settings: &Settings,
    clock: Clock,
    mcp_server: fn(&Studio, McpSettings, &Stop) -> McpServer,
) -> Result<Running, StartError> {
    let models = settings.model.for_engine()?;
    let embedder = settings.search.for_engine()?;
    open_files::raise_limit(settings.server.connections_max, settings.model.calls_max());
    let mut folder = Folder::lock(&settings.data.dir)?;
    let node = folder
        .node(clock.now())
        .map_err(|source| StartError::Io { doing: "naming the node", source })?;
    let listen = settings.server.listen;
    let listener = server::bind(listen).await.map_err(|source| match source.kind() {
        ErrorKind::AddrInUse => StartError::Taken(listen),
        _ => StartError::Listen { address: listen, source },
    })?;
    let address =
        listener.local_addr().map_err(|source| StartError::Listen { address: listen, source })?;
    let database = open_database(settings)?;
    let now = clock.now();
    let guarded = database.read(move |tx| store::accounts::any(tx, now)).await?;
    let is_loopback = settings::is_loopback(address);
    if !is_loopback && !guarded {
        return Err(StartError::Unguarded(address));
    }
    let studio =
        Studio::new(database.clone(), clock, engine_settings(settings, models, embedder), node);
    let (stopper, stop) = stopper();
    let mcp =
        McpSettings { is_enabled: settings.mcp.enabled, is_read_only: settings.mcp.read_only };
    let app = App::new(Shared {
        studio: studio.clone(),
        access: Access {
            is_open: is_loopback,
            names: names(settings, address),
            checks_host: is_loopback || !settings.server.names.is_empty(),
        },
        is_development: settings.server.is_development(),
        limits: limits(settings),
        mcp,
        mcp_server: mcp_server(&studio, mcp, &stop),
        stop: stop.clone(),
    });
    // The server answers before the studio is ready: reads work, and writes are answered with 503.
    let server = tokio::spawn(server::serve(app, listener));
    let workers = Workers::recover_and_start(&studio, &stop).await?;
    if let Err(error) = folder.announce(address) {
        // On a full disk, for example; callers that know the address can read.
        tracing::warn!(%error, "commands cannot find this server: its address was not written");
    }
    let stop_timeout = Duration::from_millis(settings.server.stop_timeout_ms);
    Ok(Running {
        address,
        studio,
        stopper,
        server,
        workers,
        database,
        stop_timeout,
        _folder: folder,
    })
}

impl Running {
    /// Stops: no new work, requests in flight are answered, workers finish their step, all of it
    /// within the time a stop may take. Nothing is lost of what has to wait for the next start.
    pub async fn stop(self) {
        let Self { stopper, server, workers, database, stop_timeout, .. } = self;
        stopper.stop();
        let (deadline, answering) = (Instant::now() + stop_timeout, server.abort_handle());
        let ended = async {
            let (server, ()) = tokio::join!(server, workers.ended());
            if server.is_err() {
                tracing::error!("the server panicked");
            }
        };
        if tokio::time::timeout_at(deadline, ended).await.is_err() {
            tracing::warn!("some work did not end in time; it is taken up again at the next start");
            answering.abort();
        }
        // Closing waits for the writer, which must not hold up whoever still has to end.
        let closed = tokio::task::spawn_blocking(move || database.close());
        let deadline = deadline.max(Instant::now() + CLOSE_TIMEOUT_MIN);
        match tokio::time::timeout_at(deadline, closed).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => tracing::error!("closing the database panicked"),
            Err(_) => tracing::warn!(
                "the database was not closed in time; it is recovered at the next start"
            ),
        }
    }
}

/// The host names the service goes by: those that were declared and, unless it listens everywhere,
/// the very address it listens on. No name server can make another one out of an address.
fn names(settings: &Settings, address: SocketAddr) -> Vec<String> {
    let mut names = settings.server.names.clone();
    let ip = address.ip();
    for ip in [ip, ip.to_canonical()] {
        match ip {
            ip if ip.is_unspecified() => {}
            IpAddr::V4(ip) => names.push(ip.to_string()),
            IpAddr::V6(ip) => names.push(format!("[{ip}]")),
        }
    }
    names
}

/// Opens the database of the settings and brings its tables up to date.
pub fn open_database(settings: &Settings) -> Result<Database, StartError> {
    let (database, opened) = Database::open(&database_settings(settings))?;
    if opened.from != opened.to {
        tracing::info!(
            from = opened.from,
            to = opened.to,
            backup = opened.backup.map(|path| path.display().to_string()),
            "the tables were brought up to date"
        );
    }
    Ok(database)
}

/// Opens the database of the settings as it is, with tables of this version.
pub fn open_existing_database(settings: &Settings) -> Result<Database, StartError> {
    Ok(Database::open_existing(&database_settings(settings))?)
}

/// The settings of the database.
pub fn database_settings(settings: &Settings) -> store::Settings {
    match settings.database.url.postgres() {
        Some(url) => store::Settings::Postgres {
            url: url.to_owned(),
            connections: settings.database.connections,
        },
        None => store::Settings::Sqlite {
            file: settings.data.dir.join(DATABASE),
            backups: settings.data.dir.join("backups"),
            checkpoint_kib: settings.database.checkpoint_kib,
        },
    }
}

fn engine_settings(
    settings: &Settings,
    models: ModelSettings,
    embedder: EmbedderSetting,
) -> engine::Settings {
    let agents = &settings.agents;
    engine::Settings {
        routing: agents.routing,
        busy_threshold: agents.busy_threshold,
        mailbox_max: agents.mailbox_max,
        heartbeat_ms: agents.heartbeat_ms,
        lease_ms: agents.lease_ms,
        swarms: engine::swarms::Limits {
            queue_ms: settings.swarms.queue_timeout_ms,
            run_ms: settings.swarms.run_timeout_ms,
            idle_ms: settings.swarms.idle_timeout_ms,
        },
        models,
        embedder,
        budgets: settings.budget.for_engine(),
        backups: engine::backups::BackupSchedule {
            every_hours: settings.backup.every_hours,
            keep: settings.backup.keep,
            folder: settings.backups_folder(),
        },
        folders: settings.documents.for_engine(),
        events_max: settings.events.keep_max,
        events_days: settings.events.keep_days,
        streams_max: settings.events.streams_max,
    }
}

fn limits(settings: &Settings) -> server::Limits {
    let server = &settings.server;
    server::Limits {
        connections_max: server.connections_max,
        connections_per_peer_max: server.connections_per_peer_max,
        trusted_proxies: server.trusted_proxies.clone(),
        rate_per_second: server.rate_per_second,
        rate_burst: server.rate_burst,
        body_bytes_max: server.body_bytes_max(),
        large_body_bytes_max: server.import_bytes_max(),
        head_timeout: Duration::from_millis(server.header_timeout_ms),
        body_timeout: Duration::from_millis(server.body_timeout_ms),
        idle_timeout: Duration::from_millis(server.idle_timeout_ms),
        stop_timeout: Duration::from_millis(server.stop_timeout_ms),
    }
}
