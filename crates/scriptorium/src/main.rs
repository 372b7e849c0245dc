//! The entry point: parses the command line, runs the command, and reports an error as one sentence.

use std::{
    io::{self, IsTerminal as _, Write},
    net::SocketAddr,
    path::PathBuf,
    process::ExitCode,
};

use clap::Parser as _;
use engine::{Clock, workers::Worker};
use scriptorium::{
    backup,
    cli::{Cli, Command, Config, Model, Token, studio::Studio},
    client::Client,
    demo, doctor, export,
    folder::{Folder, FolderError},
    health, import, logging, manual, model_check, notify, relay,
    serve::{self, StartError},
    settings::{self, Loaded, Settings},
    studio, tokens,
};
use store::Database;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// A request makes and drops many small texts on two threads at once; this allocator does that with
/// less waiting than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Errors are printed for people.
type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The environment variable with the access token for a server that needs one.
const TOKEN_VARIABLE: &str = "SCRIPTORIUM_TOKEN";

/// The setting of the address to listen on.
const LISTEN: &str = "server.listen";

/// The status of a check that was not possible: one that found something ends with 1.
const CHECK_FAILED: u8 = 2;

/// The status of a program that got two signals to stop, as shells show it for an interrupt.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    disable_huge_pages();
    let cli = Cli::parse();
    let (outcome, failed) = match &cli.command {
        Command::Doctor(order) => (examine(&cli, order.rebuild), ExitCode::from(CHECK_FAILED)),
        Command::Studio(order) => (ask_studio(&cli, order), ExitCode::from(CHECK_FAILED)),
        _ => (run(&cli).map(|()| ExitCode::SUCCESS), ExitCode::FAILURE),
    };
    outcome.unwrap_or_else(|error| {
        // With standard error closed there is nowhere to report it.
        let _ = writeln!(io::stderr(), "scriptorium: {}", domain::ErrorChain(error.as_ref()));
        failed
    })
}

/// Asks the system for no huge pages: with them the service takes half as much memory again at rest,
/// and answers nothing faster. A system that knows none has refused nothing.
fn disable_huge_pages() {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

/// Runs the doctor. Findings are no error, but give another status than success.
fn examine(cli: &Cli, rebuild: bool) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let loaded = settings::load(cli.config.as_deref(), settings::environment(), &cli.flags())?;
    logging::start(&loaded.settings.log)?;
    let now = Clock::system().now();
    let is_well = doctor::run(&loaded.settings, rebuild, now, &mut Terminal)?;
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The address of the running service, where the command line names it.
fn named_address(cli: &Cli, settings: &Settings) -> Option<SocketAddr> {
    cli.flags().iter().any(|it| it.0 == LISTEN).then_some(settings.server.listen)
}

/// Asks the running service. What a check finds is no error, but gives another status than success.
fn ask_studio(cli: &Cli, order: &Studio) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let loaded = settings::load(cli.config.as_deref(), settings::environment(), &cli.flags())?;
    let service = order.service();
    let token = relay::token(service.token_file.clone(), std::env::var(TOKEN_VARIABLE).ok())?;
    let named = named_address(cli, &loaded.settings);
    let client = Client::of_running(named, &loaded.settings.data.dir, token)?;
    let stdout = io::stdout();
    let output = studio::Output {
        json: service.json,
        is_coloured: anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never,
        to: &mut Terminal,
    };
    let is_well = studio::run(order, &client, Clock::system().now(), output)?;
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Standard output. Who no longer reads it, `head` for one, has what they wanted: that is no
/// failure.
struct Terminal;

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_pipe_closed(io::stdout().write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_pipe_closed(io::stdout().flush(), ())
    }
}

fn unless_pipe_closed<T>(written: io::Result<T>, all: T) -> io::Result<T> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(all),
        written => written,
    }
}

fn run(cli: &Cli) -> Outcome {
    match &cli.command {
        Command::Openapi => {
            let document = serde_json::to_string_pretty(&api::openapi::whole())?;
            return Ok(writeln!(Terminal, "{document}")?);
        }
        Command::Completions { shell } => {
            return Ok(Terminal.write_all(&manual::completions(*shell))?);
        }
        Command::Man { to: None } => return Ok(Terminal.write_all(&manual::page()?)?),
        Command::Man { to: Some(folder) } => {
            for page in manual::pages(folder)? {
                writeln!(Terminal, "{}", page.display())?;
            }
            return Ok(());
        }
        _ => {}
    }
    let mut loaded = settings::load(cli.config.as_deref(), settings::environment(), &cli.flags())?;
    if matches!(cli.command, Command::Demo(_)) {
        demo::move_out(&mut loaded);
    }
    if matches!(cli.command, Command::Config(Config::Show(_))) {
        write!(Terminal, "{}", loaded.show())?;
        return Ok(());
    }
    if let Command::Health(_) = &cli.command {
        let named = named_address(cli, &loaded.settings);
        let asked = health::ask(named, &loaded.settings.data.dir)?;
        writeln!(Terminal, "{asked}")?;
        return if asked.is_well { Ok(()) } else { Err(Box::new(health::Unhealthy)) };
    }
    if let Command::Mcp(order) = &cli.command {
        return relay(cli, &loaded.settings, order.token_file.clone());
    }
    logging::start(&loaded.settings.log)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(work(&cli.command, loaded));
    // What did not end in its time does not hold up the end of the program.
    runtime.shutdown_background();
    outcome
}

/// Relays messages of an assistant. Nothing is logged: standard output is the protocol's.
fn relay(cli: &Cli, settings: &Settings, token_file: Option<PathBuf>) -> Outcome {
    let service = relay::RunningService {
        address: named_address(cli, settings),
        folder: settings.data.dir.clone(),
        token: relay::token(token_file, std::env::var(TOKEN_VARIABLE).ok())?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let input = io::BufReader::new(io::stdin());
    runtime.block_on(mcp::relay::run(service, input, io::stdout()));
    runtime.shutdown_background();
    Ok(())
}

async fn work(command: &Command, loaded: Loaded) -> Outcome {
    let is_data_named = loaded.is_named("data.dir");
    let settings = loaded.settings;
    match command {
        Command::Serve(_) => serve_until_signal(&settings, false).await,
        Command::Demo(_) => serve_until_signal(&settings, true).await,
        Command::Backup(order) => {
            Ok(backup::make(&settings, order.to.as_deref(), Clock::system().now(), &mut Terminal)?)
        }
        Command::Restore(order) => Ok(backup::restore(&settings, &order.backup, &mut Terminal)?),
        Command::Import(order) => {
            if let Some(folder) = &order.all {
                return Ok(backup::import(&settings, folder, &mut Terminal)?);
            }
            let order = import::Order {
                folder: order.folder.clone().unwrap_or_default(),
                name: order.name.clone(),
                project: order.project.clone(),
                into: order.into.clone(),
                is_dry: order.dry_run,
                asks: !order.yes && io::stdin().is_terminal() && io::stdout().is_terminal(),
                listen: order.listen.is_some().then_some(settings.server.listen),
                is_data_named,
                typed: std::env::args().skip(1).collect(),
                token: std::env::var(TOKEN_VARIABLE).ok(),
            };
            Ok(import::run(&settings, order, &mut Terminal).await?)
        }
        Command::Export(order) => {
            if let Some(folder) = &order.all {
                let now = Clock::system().now();
                return Ok(backup::export(&settings, folder, now, &mut Terminal)?);
            }
            let order = export::Order {
                folder: order.folder.clone().unwrap_or_default(),
                project: order.project.clone().unwrap_or_default(),
                without_revisions: order.without_revisions,
                book: [
                    ("author", &order.author),
                    ("language", &order.language),
                    ("findings", &order.findings),
                    ("check", &order.check),
                    ("minSeverity", &order.min_severity),
                ]
                .into_iter()
                .filter_map(|(name, value)| Some((name, value.clone()?)))
                .collect(),
                token: std::env::var(TOKEN_VARIABLE).ok(),
            };
            Ok(export::run(&settings, order, &mut Terminal).await?)
        }
        Command::Migrate => {
            let _folder = Folder::lock(&settings.data.dir)?;
            serve::open_database(&settings)?.close();
            Ok(writeln!(Terminal, "the tables are up to date")?)
        }
        Command::Model(Model::Check) => Ok(model_check::run(&settings, &mut Terminal).await?),
        Command::Token(token) => tokens(token, &settings).await,
        // Done with before anything was started.
        Command::Openapi
        | Command::Studio(_)
        | Command::Config(_)
        | Command::Doctor(_)
        | Command::Health(_)
        | Command::Mcp(_)
        | Command::Completions { .. }
        | Command::Man { .. } => Ok(()),
    }
}

/// Serves until a signal; with a demo in it, where one is wanted.
async fn serve_until_signal(settings: &Settings, is_demo: bool) -> Outcome {
    // Heard from the beginning: a signal while it starts is one to stop.
    let mut signals = Signals::new()?;
    let running = tokio::select! {
        started = serve::start(settings, Clock::system()) => started?,
        () = signals.next() => return Ok(()),
    };
    tracing::info!(address = %running.address, "listening");
    // A server is not there for its terminal.
    let _ = greet(&running);
    notify::ready(&format!("Listening on http://{}", running.address));
    if is_demo {
        let installed = tokio::select! {
            installed = demo::install(&running.studio, &settings.data.dir) => installed,
            () = signals.next() => {
                running.stop().await;
                return Ok(());
            }
        };
        match installed {
            Ok(paths) => drop(show(&running, &paths)),
            Err(error) => {
                running.stop().await;
                return Err(error.into());
            }
        }
    }
    watch(&running, &mut signals).await;
    tracing::info!("stopping");
    notify::stopping();
    tokio::select! {
        () = running.stop() => Ok(()),
        () = signals.next() => {
            tracing::warn!("second signal to stop: ending at once");
            std::process::exit(INTERRUPTED)
        }
    }
}

/// Waits for a signal, and meanwhile notifies the watchdog as long as this thread is scheduled and all
/// workers run.
async fn watch(running: &serve::Running, signals: &mut Signals) {
    let Some(every) = notify::watchdog_interval() else { return signals.next().await };
    let mut beat = tokio::time::interval(every);
    loop {
        tokio::select! {
            biased;
            () = signals.next() => return,
            _ = beat.tick() => {
                if Worker::ALL.into_iter().all(|worker| running.studio.workers.runs(worker)) {
                    notify::alive();
                }
            }
        }
    }
}

fn greet(running: &serve::Running) -> io::Result<()> {
    let address = running.address;
    writeln!(Terminal, "Scriptorium listens on http://{address}")?;
    writeln!(Terminal, "  studio    http://{address}/")?;
    writeln!(Terminal, "  docs      http://{address}/docs")?;
    writeln!(Terminal, "  openapi   http://{address}/openapi.json")?;
    writeln!(Terminal, "  ready?    http://{address}/health/ready")
}

/// Prints the addresses of what to look at in the demo, and how its agents get a language model.
fn show(running: &serve::Running, paths: &[(&str, String)]) -> io::Result<()> {
    if paths.is_empty() {
        writeln!(Terminal, "The demo's project is not here any more; --data NEW begins anew")?;
        return Ok(());
    }
    writeln!(Terminal, "The demo's project is open:")?;
    for (what, path) in paths {
        writeln!(Terminal, "  {what:<9} http://{}{path}", running.address)?;
    }
    let program = std::env::args().next().unwrap_or_else(|| env!("CARGO_PKG_NAME").to_owned());
    writeln!(Terminal, "{}", demo::about_models(&program, running.studio.models.any()))
}

/// The signals by which the system or the terminal asks the program to stop.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Ends at the next one.
    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

async fn tokens(token: &Token, settings: &Settings) -> Outcome {
    let database = match token {
        Token::Create(order) => {
            // Only who has locked the folder may change tables; those of a running server are of its
            // version.
            let (_folder, database) = match Folder::lock(&settings.data.dir) {
                Ok(folder) => (Some(folder), serve::open_database(settings)?),
                Err(FolderError::Locked { .. }) => (None, serve::open_existing_database(settings)?),
                Err(error) => return Err(StartError::from(error).into()),
            };
            let now = tokens::now(&database).await?;
            let made = tokens::make(&database, order.into(), now).await?;
            // A token that could not be printed is of no use, and nobody would revoke it.
            let printed = writeln!(io::stdout(), "{made}");
            if printed.is_err() {
                tokens::revoke(&database, made.id).await?;
            }
            printed?;
            database
        }
        Token::List => {
            let database = serve::open_existing_database(settings)?;
            write!(Terminal, "{}", tokens::list(&database).await?)?;
            database
        }
        Token::Revoke { id } => {
            let database = serve::open_existing_database(settings)?;
            tokens::revoke(&database, id.clone()).await?;
            writeln!(Terminal, "revoked")?;
            database
        }
    };
    close(database).await
}

async fn close(database: Database) -> Outcome {
    Ok(tokio::task::spawn_blocking(move || database.close()).await?)
}
