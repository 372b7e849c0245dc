//! The command line: reads what is wanted, does it, and says in one sentence why it could not.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program speaks to its terminal")]

use std::process::ExitCode;

use clap::Parser as _;
use engine::Clock;
use scriptorium::{
    cli::{Cli, Command, Config, Token},
    folder::Folder,
    import, logging, serve,
    settings::{self, Loaded, Settings},
    tokens,
};

/// A request makes and drops many small texts on two threads at once; this allocator does that with
/// less waiting than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What can go wrong is told to people.
type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The environment variable with the access token for a server that needs one.
const TOKEN_VARIABLE: &str = "SCRIPTORIUM_TOKEN";

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("scriptorium: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> Outcome {
    if matches!(cli.command, Command::Openapi) {
        println!("{}", serde_json::to_string_pretty(&api::openapi::whole())?);
        return Ok(());
    }
    let loaded = settings::load(cli.config.as_deref(), settings::environment(), &cli.flags())?;
    if matches!(cli.command, Command::Config(Config::Show(_))) {
        print!("{}", loaded.show());
        return Ok(());
    }
    logging::start(&loaded.settings.log)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(work(&cli.command, loaded))
}

async fn work(command: &Command, Loaded { settings, .. }: Loaded) -> Outcome {
    match command {
        Command::Serve(_) => serve_until_signal(&settings).await,
        Command::Import(order) => {
            let order = import::Order {
                folder: order.folder.clone(),
                name: order.name.clone(),
                project: order.project.clone(),
                token: std::env::var(TOKEN_VARIABLE).ok(),
            };
            Ok(import::run(&settings, order, &mut std::io::stdout()).await?)
        }
        Command::Migrate => {
            let _held = Folder::hold(&settings.data.dir)?;
            serve::open_memory(&settings)?.close();
            println!("the tables are up to date");
            Ok(())
        }
        Command::Token(token) => tokens(token, &settings).await,
        Command::Openapi | Command::Config(_) => Ok(()),
    }
}

async fn serve_until_signal(settings: &Settings) -> Outcome {
    let running = serve::start(settings, Clock::system()).await?;
    let address = running.address;
    tracing::info!(%address, "listening");
    println!("Scriptorium listens on http://{address}");
    println!("  ready?    http://{address}/health/ready");
    println!("  document  http://{address}/openapi.json");
    signal().await?;
    tracing::info!("stopping");
    running.stop().await;
    Ok(())
}

/// Ends when the system or the terminal asks the program to.
async fn signal() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};

    let (mut terminate, mut interrupt) =
        (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

async fn tokens(token: &Token, settings: &Settings) -> Outcome {
    std::fs::create_dir_all(&settings.data.dir)?;
    let memory = serve::open_memory(settings)?;
    let now = Clock::system().now();
    match token {
        Token::Create(order) => {
            let text =
                tokens::create(&memory, &order.user, order.scope, &order.label, order.days, now);
            println!("{}", text.await?);
        }
        Token::List => print!("{}", tokens::list(&memory).await?),
        Token::Revoke { id } => {
            tokens::revoke(&memory, id.clone()).await?;
            println!("revoked");
        }
    }
    tokio::task::spawn_blocking(move || memory.close()).await?;
    Ok(())
}
