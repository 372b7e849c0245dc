//! The command line: commands and flags, with their help. Not what the commands do, and not the
//! validation of settings, which reports all mistakes together.

pub mod studio;

use std::path::PathBuf;

use clap::{
    Args, Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser as _},
};
use clap_complete::Shell;
use domain::principal::Scope;

use self::studio::Studio;

/// The whole command line. It has no `Debug`: an address may have a password in it.
#[derive(Parser)]
#[command(
    name = "scriptorium",
    version,
    about = "A self-hosted backend for a multi-agent writing studio",
    after_help = "Examples:
  scriptorium demo                                      try it out on http://127.0.0.1:7878
  scriptorium serve                                     start with a studio of your own
  scriptorium serve --listen 0.0.0.0:7878               for the network; needs an access token
  scriptorium token create --user mara --scope write    create one
  scriptorium import ./my-novel --name \"My novel\"       a project from a folder of Markdown
  scriptorium check                                     what the book has to mend, by chapter
  scriptorium backup                                    a checked copy of everything, now
  scriptorium config show                               every setting and where it comes from

Settings come from scriptorium.toml, the environment (SCRIPTORIUM_SERVER__LISTEN=…) and flags;
each of these wins over the one before."
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

    /// Log this level and higher ones: off, error, warn, info, debug, trace, or e.g. info,engine=debug
    #[arg(long, global = true, value_name = "LEVEL", help_heading = "Settings")]
    pub log_level: Option<String>,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// What a writer asks the running service.
    #[command(flatten)]
    Studio(Studio),

    /// Start the service and run until it is stopped
    #[command(after_help = "Examples:
  scriptorium serve
  scriptorium serve --listen 127.0.0.1:0 --data ./trial
  SCRIPTORIUM_DATABASE__URL=postgres://studio:secret@db/studio scriptorium serve

On a loopback address the service is open to every user of this machine. On any other address it
starts only when there is an access token (`scriptorium token create`). SIGTERM or Ctrl-C stops it
after the requests in flight.")]
    Serve(Serve),

    /// Start the service with a novella, to try it out
    #[command(after_help = "Examples:
  scriptorium demo
  scriptorium demo --listen 127.0.0.1:0 --data ./trial

The first start imports the project, opens it, and lets the agents read it; then it prints addresses to
look at, and how to give the agents a language model. The data is in ./scriptorium-demo, unless a setting
or --data names another folder, and is kept for the next start.")]
    Demo(Serve),

    /// Make a backup of everything; a server may run meanwhile
    #[command(after_help = "Examples:
  scriptorium backup
  scriptorium backup --to /mnt/usb/studio
  scriptorium backup --database-url postgres://studio@db/studio

The backup is a copy of the SQLite file, or all rows of a PostgreSQL database, in one consistent state.
It is read again and checked before it counts. A server makes one every day ([backup] in the
settings). `scriptorium restore` restores it.")]
    Backup(Backup),

    /// Restore a backup into a new folder or an empty database
    #[command(after_help = "Examples:
  scriptorium restore scriptorium-data/backups/scriptorium-20261121T224600Z --data ./restored
  scriptorium restore ./scriptorium-20261121T224600Z --database-url postgres://studio@db/empty

The backup is checked before, and the result afterwards. The folder must be new or empty, a PostgreSQL
database empty; nothing is overwritten. The file that an upgrade left in `backups` can be restored
too.")]
    Restore(Restore),

    /// Check data folder, database and backups, and say what is wrong and what helps
    #[command(after_help = "Examples:
  scriptorium doctor
  scriptorium doctor --rebuild        count everything again; the service must be stopped

Each finding is one line: severity, part, what was found, and what to type. The exit status is 0 when
nothing was found (notes do not count), 1 when something was, 2 when the check was not possible.")]
    Doctor(Doctor),

    /// Import a folder of texts, a novel in one file (Markdown, text, DOCX, EPUB, ODT, Fountain,
    /// zip), or an exported project
    #[command(after_help = "Examples:
  scriptorium import ./my-novel --name \"My novel\"
  scriptorium import ./novel.txt --name \"My novel\"
  scriptorium import ./novel.docx                with the comments and tracked changes of editors
  scriptorium import ./novel.odt                 the same of LibreOffice Writer
  scriptorium import ./novel.epub --dry-run
  scriptorium import ./my-novel.zip              a folder that is packed
  scriptorium import ./my-novel --into \"My novel\" --dry-run
  scriptorium import ./my-novel --into \"My novel\"
  scriptorium import ./new-chapters --project \"My novel\"
  scriptorium import ./exported                  what `scriptorium export` wrote
  scriptorium import --all ./studio              what `scriptorium export --all` wrote

Each file becomes a chapter, in the order of the names; a single file is cut at the headings of its
chapters, an EPUB at its table of contents, a screenplay (.fountain) at its sections and scenes. A comment in
a DOCX or ODT becomes a finding of the check editor, a tracked change a proposal; the text is the one before
the changes. With --into a chapter of the same title
is updated: another text becomes a revision. Before a single file or an update is written its chapters are
printed, and on a terminal you are asked; --yes answers. If a server runs on the same data folder and needs an
access token, put it into the variable SCRIPTORIUM_TOKEN. A whole studio needs an empty database, SQLite or
PostgreSQL, without a running server.")]
    Import(Import),

    /// Export a project as a folder of Markdown and JSON, its manuscript as DOCX or EPUB, or the whole studio
    #[command(after_help = "Examples:
  scriptorium export 0198c3a2-6f1e-7c40-9d55-2b8a4f0e1c77 ./exported
  scriptorium export \"My novel\" ./novel.docx --author \"A. Writer\" --findings open
  scriptorium export \"My novel\" ./novel.epub --author \"A. Writer\"
  scriptorium export --all ./studio       every row of every table, to move to another database

`scriptorium import` imports the folder again, here or elsewhere. If a server runs on the same data
folder and needs an access token, put it into the variable SCRIPTORIUM_TOKEN.")]
    Export(Export),

    /// Migrate the database, after a backup, without starting the service
    #[command(after_help = "`serve` does the same when it starts. Examples:
  scriptorium migrate
  scriptorium migrate --database-url postgres://studio@db/studio")]
    Migrate,

    /// Show the settings
    #[command(subcommand)]
    Config(Config),

    /// Check the language models that are configured
    #[command(subcommand)]
    Model(Model),

    /// Print the OpenAPI document (version 3.1, JSON)
    #[command(after_help = "Example:
  scriptorium openapi > openapi.json")]
    Openapi,

    /// Ask the running service whether it can work
    #[command(after_help = "Examples:
  scriptorium health
  scriptorium health --data /data            in a container, as its health check
  scriptorium health --listen 127.0.0.1:7878

The service is the one that uses the data folder, or the one at --listen. Its response is printed; the
exit status is 0 when it can work.")]
    Health(Serve),

    /// Let an assistant on this machine call the tools of the running service, over standard input
    #[command(after_help = "Examples:
  scriptorium mcp
  scriptorium mcp --listen 127.0.0.1:7878 --token-file ~/.config/scriptorium/token

Assistants that speak the Model Context Protocol start it. The service is the one that uses the data
folder, or the one at --listen; it must run. Where it needs an access token, put it into the variable
SCRIPTORIUM_TOKEN or into a file.")]
    Mcp(Mcp),

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

    /// Create, list and revoke access tokens
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

/// Which service an assistant talks to.
#[derive(Args)]
pub struct Mcp {
    /// The address of the service
    #[arg(long, value_name = "ADDR", help_heading = "Settings")]
    pub listen: Option<String>,

    /// Read the access token from this file
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
}

/// Where a backup goes.
#[derive(Args)]
pub struct Backup {
    /// Make it in this folder instead of the one in the settings
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

/// What the doctor does besides checking.
#[derive(Args)]
pub struct Doctor {
    /// Rebuild indexes and count everything again before the check
    #[arg(long)]
    pub rebuild: bool,
}

/// What is imported, and as what.
#[derive(Args)]
pub struct Import {
    /// The folder with the texts, or a novel in one file
    #[arg(value_name = "PATH", required_unless_present = "all")]
    pub folder: Option<PathBuf>,

    /// Import a whole studio from this folder into an empty database
    #[arg(long, value_name = "DIR",
          conflicts_with_all = ["folder", "name", "project", "into", "dry_run", "yes", "listen"])]
    pub all: Option<PathBuf>,

    /// The name of the new project; required for texts unless --into or --project is given, and for a DOCX or
    /// EPUB the title that stands in it
    #[arg(long, conflicts_with = "project")]
    pub name: Option<String>,

    /// Import into this existing project, by name or id, instead of a new one
    #[arg(long, value_name = "PROJECT")]
    pub project: Option<String>,

    /// Update this existing project, by name or id: chapters of the same title get the new text
    #[arg(long, value_name = "PROJECT", conflicts_with_all = ["name", "project"])]
    pub into: Option<String>,

    /// Print what the import would do, and write nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Write without asking
    #[arg(long, short, conflicts_with = "dry_run")]
    pub yes: bool,

    /// The address of the service instead of the one that uses the data folder
    #[arg(long, value_name = "ADDR", help_heading = "Settings")]
    pub listen: Option<String>,
}

/// What is exported, and where to.
#[derive(Args)]
pub struct Export {
    /// The project
    #[arg(value_name = "PROJECT", required_unless_present = "all")]
    pub project: Option<String>,

    /// The folder to write, which must be new or empty; or a new file that ends in .docx or .epub
    #[arg(value_name = "PATH", required_unless_present = "all")]
    pub folder: Option<PathBuf>,

    /// Export the whole studio into this folder instead, which must be new or empty
    #[arg(long, value_name = "DIR", conflicts_with_all = ["project", "folder"])]
    pub all: Option<PathBuf>,

    /// Leave out the revisions of documents
    #[arg(long, conflicts_with = "all")]
    pub without_revisions: bool,

    /// Who wrote the book, for a DOCX or EPUB
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
    pub author: Option<String>,

    /// The language of the book, for a DOCX or EPUB: en when it is left out
    #[arg(long, value_name = "TAG", conflicts_with = "all")]
    pub language: Option<String>,

    /// Findings to write as the comments of a DOCX: open, accepted, pending (both of these) or all
    #[arg(long, value_name = "WHICH", conflicts_with = "all")]
    pub findings: Option<String>,

    /// Only findings of this check, such as editor
    #[arg(long, value_name = "CHECK", requires = "findings")]
    pub check: Option<String>,

    /// Only findings of this severity or a higher one: critical, high, medium, low or info
    #[arg(long, value_name = "SEVERITY", requires = "findings")]
    pub min_severity: Option<String>,
}

/// What can be done with the settings.
#[derive(Subcommand)]
pub enum Config {
    /// Print every setting with its value and where it comes from; passwords are shown as ***
    #[command(after_help = "Examples:
  scriptorium config show
  scriptorium config show --listen 0.0.0.0:80       the settings of `serve` with the same flags

The output is TOML.")]
    Show(Serve),
}

/// What can be done with language models.
#[derive(Subcommand)]
pub enum Model {
    /// Ask each configured model small questions and print what works
    #[command(after_help = "Examples:
  scriptorium model check
  scriptorium model check --config ./trial.toml

It asks a question, and whether the model calls a tool and keeps to a JSON schema: a few hundred tokens
for each model. Models are configured in the section [model] of scriptorium.toml. The exit status is 0
when every model answers; the cause and what helps are printed otherwise.")]
    Check,
}

/// What can be done with access tokens.
#[derive(Subcommand)]
pub enum Token {
    /// Create a token and print it; it is not shown again
    #[command(after_help = "Examples:
  scriptorium token create --user mara
  scriptorium token create --user ci --scope read --label \"nightly export\" --days 90
  scriptorium token create --user mara --project \"My novel\" --scope propose

Send it with each request: Authorization: Bearer TOKEN.")]
    Create(TokenCreate),

    /// List all tokens, without their secrets
    List,

    /// Revoke a token; requests with it are refused from now on
    Revoke {
        /// The token's id, as `token list` shows it
        id: String,
    },
}

/// The token to create.
#[derive(Args)]
pub struct TokenCreate {
    /// The user it belongs to, who is created if necessary
    #[arg(long, value_name = "NAME")]
    pub user: String,

    /// What it allows; a wider scope includes the narrower ones
    #[arg(long, default_value = "write", value_parser = scope())]
    pub scope: Scope,

    /// Only for this project, by name or id; for all projects of the user by default
    #[arg(long, value_name = "PROJECT")]
    pub project: Option<String>,

    /// What it is for
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub label: String,

    /// In how many days it expires, 1 to 3650; never by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3650))]
    pub days: Option<u32>,
}

impl From<&TokenCreate> for engine::tokens::TokenCreate {
    fn from(order: &TokenCreate) -> Self {
        Self {
            user: order.user.clone(),
            scope: order.scope,
            project: order.project.clone(),
            label: order.label.clone(),
            days: order.days,
        }
    }
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
            Command::Mcp(mcp) => &mcp.listen,
            Command::Studio(order) => &order.service().listen,
            Command::Import(import) => &import.listen,
            Command::Backup(_)
            | Command::Restore(_)
            | Command::Doctor(_)
            | Command::Export(_)
            | Command::Migrate
            | Command::Model(_)
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
