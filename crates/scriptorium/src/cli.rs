//! The command line: commands, flags and their help. Not what the commands do, and not whether a
//! setting's value is right: that is reported together with all other mistakes in the settings.

use std::path::PathBuf;

use clap::{
    Args, Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser as _},
};
use clap_complete::Shell;
use domain::principal::Scope;

/// The whole command line. It cannot be printed for debugging: an address may hold a password.
#[derive(Parser)]
#[command(
    name = "scriptorium",
    version,
    about = "A self-hosted backend for a multi-agent writing studio",
    after_help = "Examples:
  scriptorium demo                                      look around on http://127.0.0.1:7878
  scriptorium serve                                     start there with a studio of your own
  scriptorium serve --listen 0.0.0.0:7878               for the network; needs an access token
  scriptorium token create --user mara --scope write    make one
  scriptorium import ./my-novel --name \"My novel\"       a project from a folder of Markdown
  scriptorium backup                                    a checked copy of everything, now
  scriptorium config show                               every setting and where it comes from

Settings come from scriptorium.toml, the environment (SCRIPTORIUM_SERVER__LISTEN=…) and flags;
each wins over the one before."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// Read settings from this file instead of ./scriptorium.toml [env: SCRIPTORIUM_CONFIG]
    #[arg(long, global = true, value_name = "FILE", help_heading = "Settings")]
    pub config: Option<PathBuf>,

    /// Keep the database file, its lock and its backups in this folder
    #[arg(long, global = true, value_name = "DIR", help_heading = "Settings")]
    pub data: Option<String>,

    /// Use this PostgreSQL database; a password is safer in SCRIPTORIUM_DATABASE__URL
    #[arg(long, global = true, value_name = "URL", help_heading = "Settings")]
    pub database_url: Option<String>,

    /// Log readable lines (human) or JSON (json)
    #[arg(long, global = true, value_name = "FORMAT", help_heading = "Settings")]
    pub log_format: Option<String>,

    /// Log from this level on: off, error, warn, info, debug, trace, or such as info,engine=debug
    #[arg(long, global = true, value_name = "LEVEL", help_heading = "Settings")]
    pub log_level: Option<String>,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Start the service and run until it is told to stop
    #[command(after_help = "Examples:
  scriptorium serve
  scriptorium serve --listen 127.0.0.1:0 --data ./trial
  SCRIPTORIUM_DATABASE__URL=postgres://studio:secret@db/studio scriptorium serve

On a loopback address the service is open to this machine's user. On any other it starts only when
there is an access token (`scriptorium token create`). SIGTERM or Ctrl-C ends it: requests in
flight are answered first.")]
    Serve(Serve),

    /// Start the service with a novella in it, to look around
    #[command(after_help = "Examples:
  scriptorium demo
  scriptorium demo --listen 127.0.0.1:0 --data ./trial

The first start takes the project in, opens it, and has the staff read it; the addresses it prints show
what there is. Its data is kept in ./scriptorium-demo, apart from a studio of your own, unless a setting
or --data names another folder. The next start finds everything as you left it.")]
    Demo(Serve),

    /// Make a backup of everything, beside a running server or without one
    #[command(after_help = "Examples:
  scriptorium backup
  scriptorium backup --to /mnt/usb/studio
  scriptorium backup --database-url postgres://studio@db/studio

It is called done once it was read again: a copy of the SQLite file, every page of it checked; or
the rows of a PostgreSQL database, all of one moment. A server makes one every day by itself
([backup] in the settings). `scriptorium restore` takes it back.")]
    Backup(Backup),

    /// Make a studio out of a backup, in a folder of its own
    #[command(after_help = "Examples:
  scriptorium restore scriptorium-data/backups/scriptorium-20261121T224600Z --data ./restored
  scriptorium restore ./scriptorium-20261121T224600Z --database-url postgres://studio@db/empty

The backup is checked first, and what came of it afterwards. The folder may not be there yet, or
empty; a PostgreSQL database must be empty. Nothing that is there is ever written over. The file
that an upgrade left in `backups` can be restored as well.")]
    Restore(Restore),

    /// Look over data folder, database and backups, and say what is wrong and what helps
    #[command(after_help = "Examples:
  scriptorium doctor
  scriptorium doctor --rebuild        count everything anew; the service must be stopped

Each finding is one line: how grave it is, where, what, and what to type. The exit status is 0 when
nothing was found (notes are no findings), 1 when something was, 2 when it could not be looked.")]
    Doctor(Doctor),

    /// Take a folder of Markdown and text files into a project, or an exported project back in
    #[command(after_help = "Examples:
  scriptorium import ./my-novel --name \"My novel\"
  scriptorium import ./new-chapters --project 0198c3a2-6f1e-7c40-9d55-2b8a4f0e1c77
  scriptorium import ./exported                  what `scriptorium export` wrote
  scriptorium import --all ./studio              what `scriptorium export --all` wrote

Each file becomes a chapter, in the order of the names. If a server that runs on the same data
folder asks for an access token, put it into the variable SCRIPTORIUM_TOKEN. A whole studio goes
into an empty database, SQLite or PostgreSQL, and no server may be running on it.")]
    Import(Import),

    /// Write all of a project into a folder of Markdown and JSON, or all of the studio as rows
    #[command(after_help = "Examples:
  scriptorium export 0198c3a2-6f1e-7c40-9d55-2b8a4f0e1c77 ./exported
  scriptorium export --all ./studio       every row of every table, to move to another database

`scriptorium import` takes the folder back in, here or elsewhere. If a server that runs on the same
data folder asks for an access token, put it into the variable SCRIPTORIUM_TOKEN.")]
    Export(Export),

    /// Bring the database up to date, after a backup, without starting the service
    #[command(after_help = "`serve` does the same when it starts. Examples:
  scriptorium migrate
  scriptorium migrate --database-url postgres://studio@db/studio")]
    Migrate,

    /// Look at the settings
    #[command(subcommand)]
    Config(Config),

    /// Print the API document (OpenAPI 3.1, JSON)
    #[command(after_help = "Example:
  scriptorium openapi > openapi.json")]
    Openapi,

    /// Ask the running service whether it can do its work
    #[command(after_help = "Examples:
  scriptorium health
  scriptorium health --data /data            in a container, as its health check
  scriptorium health --listen 127.0.0.1:7878

The service is the one that holds the data folder, or the one at --listen. The answer is printed;
the exit status is 0 when it can do its work.")]
    Health(Serve),

    /// Print completions of this command line for a shell
    #[command(after_help = "Examples:
  scriptorium completions bash > /usr/share/bash-completion/completions/scriptorium
  scriptorium completions zsh > ~/.zfunc/_scriptorium
  scriptorium completions fish > ~/.config/fish/completions/scriptorium.fish")]
    Completions {
        /// The shell
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },

    /// Print the manual page, or write one for each command into a folder
    #[command(after_help = "Examples:
  scriptorium man | man -l -
  scriptorium man --to /usr/local/share/man/man1")]
    Man {
        /// Write the pages into this folder instead
        #[arg(long, value_name = "DIR")]
        to: Option<PathBuf>,
    },

    /// Make, list and revoke access tokens
    #[command(subcommand)]
    Token(Token),
}

/// Flags of the service itself.
#[derive(Args)]
pub struct Serve {
    /// Listen on this IP address and port
    #[arg(long, value_name = "ADDR", help_heading = "Settings")]
    pub listen: Option<String>,
}

/// Where a backup goes.
#[derive(Args)]
pub struct Backup {
    /// Put it into this folder instead of the one in the settings
    #[arg(long, value_name = "DIR")]
    pub to: Option<PathBuf>,
}

/// What is restored.
#[derive(Args)]
pub struct Restore {
    /// The backup: its folder, or a single SQLite file
    #[arg(value_name = "BACKUP")]
    pub backup: PathBuf,
}

/// What the doctor does besides looking.
#[derive(Args)]
pub struct Doctor {
    /// Make indexes anew and count again all that is counted, before looking
    #[arg(long)]
    pub rebuild: bool,
}

/// What is imported, and as what.
#[derive(Args)]
pub struct Import {
    /// The folder with the texts
    #[arg(value_name = "DIR", required_unless_present = "all")]
    pub folder: Option<PathBuf>,

    /// Import a whole studio from this folder into an empty database
    #[arg(long, value_name = "DIR", conflicts_with_all = ["folder", "name", "project"])]
    pub all: Option<PathBuf>,

    /// The name of the new project; needed for texts unless --project is given
    #[arg(long, conflicts_with = "project")]
    pub name: Option<String>,

    /// Import into this existing project instead of a new one
    #[arg(long, value_name = "ID")]
    pub project: Option<String>,
}

/// What is exported, and where to.
#[derive(Args)]
pub struct Export {
    /// The project
    #[arg(value_name = "PROJECT", required_unless_present = "all")]
    pub project: Option<String>,

    /// The folder to write; it may not be there yet, or empty
    #[arg(value_name = "DIR", required_unless_present = "all")]
    pub folder: Option<PathBuf>,

    /// Export the whole studio into this folder instead, which may not be there yet, or empty
    #[arg(long, value_name = "DIR", conflicts_with_all = ["project", "folder"])]
    pub all: Option<PathBuf>,

    /// Leave the earlier texts of documents behind
    #[arg(long, conflicts_with = "all")]
    pub without_revisions: bool,
}

/// What can be done with the settings.
#[derive(Subcommand)]
pub enum Config {
    /// Print every setting with its value and where it comes from; passwords read ***
    #[command(after_help = "Examples:
  scriptorium config show
  scriptorium config show --listen 0.0.0.0:80       what `serve` would make of the same flags

The output is TOML.")]
    Show(Serve),
}

/// What can be done with access tokens.
#[derive(Subcommand)]
pub enum Token {
    /// Make a token and print it; it is shown only this once
    #[command(after_help = "Examples:
  scriptorium token create --user mara
  scriptorium token create --user ci --scope read --label \"nightly export\" --days 90

Send it with each request: Authorization: Bearer TOKEN.")]
    Create(TokenCreate),

    /// List all tokens, without their secrets
    List,

    /// Revoke a token; requests that bear it are refused from now on
    Revoke {
        /// The token's id, as `token list` shows it
        id: String,
    },
}

/// The token to make.
#[derive(Args)]
pub struct TokenCreate {
    /// The user it speaks for; made when there is none of this name
    #[arg(long, value_name = "NAME")]
    pub user: String,

    /// What it allows; a wider scope includes the narrower ones
    #[arg(long, default_value = "write", value_parser = scope())]
    pub scope: Scope,

    /// What it is for
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub label: String,

    /// In how many days it ends, 1 to 3650; never when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3650))]
    pub days: Option<u32>,
}

/// Reads the word of a scope.
fn scope() -> impl clap::builder::TypedValueParser<Value = Scope> {
    PossibleValuesParser::new(Scope::ALL.map(Scope::as_str))
        .map(|word| Scope::parse(&word).expect("only words of scopes pass the parser before"))
}

impl Cli {
    /// The settings that were given as flags, as keys and values; see [`crate::settings::load`].
    pub fn flags(&self) -> Vec<(&'static str, String)> {
        let listen = match &self.command {
            Command::Serve(serve)
            | Command::Demo(serve)
            | Command::Config(Config::Show(serve))
            | Command::Health(serve) => &serve.listen,
            Command::Backup(_)
            | Command::Restore(_)
            | Command::Doctor(_)
            | Command::Import(_)
            | Command::Export(_)
            | Command::Migrate
            | Command::Openapi
            | Command::Completions { .. }
            | Command::Man { .. }
            | Command::Token(_) => &None,
        };
        [
            ("server.listen", listen),
            ("data.dir", &self.data),
            ("database.url", &self.database_url),
            ("log.format", &self.log_format),
            ("log.level", &self.log_level),
        ]
        .into_iter()
        .filter_map(|(key, value)| Some((key, value.clone()?)))
        .collect()
    }
}
