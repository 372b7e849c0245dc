//! What a writer asks the running service from a terminal: commands and flags, with their help.

use std::path::PathBuf;

use clap::{Args, Subcommand, builder::PossibleValuesParser};
use domain::findings::{Severity, State};

/// The commands.
#[derive(Subcommand)]
pub enum Studio {
    /// List the projects
    #[command(after_help = "Examples:
  scriptorium projects
  scriptorium projects --json")]
    Projects(Service),

    /// List the parts, chapters, scenes and notes of a project in reading order
    #[command(after_help = "Examples:
  scriptorium documents
  scriptorium documents \"My novel\"

Without a project it is the one that is open, or the only one.")]
    Documents(OfProject),

    /// Ask an agent, and print its reply
    #[command(after_help = "Examples:
  scriptorium ask lorekeeper \"Who is Mara?\"
  scriptorium ask critic \"Where does it sag?\" --document \"The Crossing\"

Without --project the question is about the project that is open. When the agent waits for a permission,
the command says how to give it, and goes on when it is given.")]
    Ask(Ask),

    /// Permit what an agent wants to do and waits for
    #[command(after_help = "Examples:
  scriptorium approve scribe
  scriptorium approve 0198c3a2-6f1e-7c40-9d55-2b8a4f0e1c77

With the name of an agent it is everything that it waits for, with the id of a message that alone.")]
    Approve(Approve),

    /// Do not permit what an agent wants to do and waits for
    #[command(after_help = "Examples:
  scriptorium deny scribe --reason \"Not before the second draft\"

With the name of an agent it is everything that it waits for, with the id of a message that alone. The agent
does by rule what it can without the permission.")]
    Deny(Deny),

    /// Read the whole book for what contradicts itself or is wrong, and print it by chapter
    #[command(after_help = "Examples:
  scriptorium check
  scriptorium check \"My novel\" --since 2d
  scriptorium check --min-severity low

Each finding has the line of its chapter's Markdown. The exit status is 0 when nothing of
--min-severity is open, 1 when something is, 2 when the check was not possible. A date is midnight UTC. Ctrl-C ends the command; the service reads on.")]
    Check(Check),

    /// List the findings of a project by chapter
    #[command(after_help = "Examples:
  scriptorium findings
  scriptorium findings \"My novel\" --min-severity medium --document \"The Crossing\"
  scriptorium findings --state waived --json")]
    Findings(Findings),

    /// Search the texts of a project, by words and by meaning
    #[command(after_help = "Examples:
  scriptorium search \"who promised to return\"
  scriptorium search lantern --project \"My novel\" --limit 3")]
    Search(Search),

    /// Show how far a project is, what is open in it, and what would help most
    #[command(after_help = "Examples:
  scriptorium report
  scriptorium report \"My novel\"")]
    Report(OfProject),

    /// Open the page of the service in the browser
    #[command(after_help = "Examples:
  scriptorium open
  scriptorium open --listen 127.0.0.1:7878")]
    Open(Service),
}

impl Studio {
    /// Which service is asked.
    pub fn service(&self) -> &Service {
        match self {
            Self::Projects(service) | Self::Open(service) => service,
            Self::Documents(order) | Self::Report(order) => &order.service,
            Self::Ask(order) => &order.service,
            Self::Approve(order) => &order.service,
            Self::Deny(order) => &order.service,
            Self::Check(order) => &order.service,
            Self::Findings(order) => &order.service,
            Self::Search(order) => &order.service,
        }
    }
}

/// Which service is asked, as whom, and how its answer is printed.
#[derive(Args)]
pub struct Service {
    /// The address of the service instead of the one that uses the data folder
    #[arg(long, value_name = "ADDR", help_heading = "Settings")]
    pub listen: Option<String>,

    /// Read the access token from this file [env: SCRIPTORIUM_TOKEN]
    #[arg(long, value_name = "FILE", help_heading = "Settings")]
    pub token_file: Option<PathBuf>,

    /// Print the service's answer as JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// A project.
#[derive(Args)]
pub struct OfProject {
    /// The project's name or id instead of the one that is open
    #[arg(value_name = "PROJECT")]
    pub project: Option<String>,

    /// The service.
    #[command(flatten)]
    pub service: Service,
}

/// A question to an agent.
#[derive(Args)]
pub struct Ask {
    /// The agent, such as lorekeeper, critic or plotter
    #[arg(value_name = "AGENT")]
    pub agent: String,

    /// What to ask
    #[arg(value_name = "QUESTION")]
    pub question: String,

    /// The project's name or id instead of the one that is open
    #[arg(long, value_name = "PROJECT")]
    pub project: Option<String>,

    /// The title or id of the document that the question is about
    #[arg(long, value_name = "TITLE")]
    pub document: Option<String>,

    /// The service.
    #[command(flatten)]
    pub service: Service,
}

/// A permission.
#[derive(Args)]
pub struct Approve {
    /// The agent that waits, or the message's id
    #[arg(value_name = "AGENT")]
    pub of: String,

    /// The service.
    #[command(flatten)]
    pub service: Service,
}

/// A permission that is not given.
#[derive(Args)]
pub struct Deny {
    /// The agent that waits, or the message's id
    #[arg(value_name = "AGENT")]
    pub of: String,

    /// Why not; the agent is told so
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,

    /// The service.
    #[command(flatten)]
    pub service: Service,
}

/// A check of a project.
#[derive(Args)]
pub struct Check {
    /// The project's name or id instead of the one that is open
    #[arg(value_name = "PROJECT")]
    pub project: Option<String>,

    /// Print only what concerns documents changed since a date, a time or an age (2026-11-20, 90m, 12h, 2d)
    #[arg(long, value_name = "WHEN")]
    pub since: Option<String>,

    /// The least severity to print
    #[arg(long, value_name = "SEVERITY", default_value = "medium",
          value_parser = PossibleValuesParser::new(Severity::WORDS))]
    pub min_severity: String,

    /// The service.
    #[command(flatten)]
    pub service: Service,
}

/// A list of findings.
#[derive(Args)]
pub struct Findings {
    /// The project's name or id instead of the one that is open
    #[arg(value_name = "PROJECT")]
    pub project: Option<String>,

    /// Only those of the document of this title or id
    #[arg(long, value_name = "TITLE")]
    pub document: Option<String>,

    /// Only those of this check, such as facts, names or prose
    #[arg(long, value_name = "CHECK")]
    pub check: Option<String>,

    /// Only those in this state
    #[arg(long, value_name = "STATE", default_value = "open",
          value_parser = PossibleValuesParser::new(State::WORDS))]
    pub state: String,

    /// The least severity to print
    #[arg(long, value_name = "SEVERITY", default_value = "info",
          value_parser = PossibleValuesParser::new(Severity::WORDS))]
    pub min_severity: String,

    /// The service.
    #[command(flatten)]
    pub service: Service,
}

/// A search.
#[derive(Args)]
pub struct Search {
    /// What to look for
    #[arg(value_name = "WORDS")]
    pub words: String,

    /// The project's name or id instead of the one that is open
    #[arg(long, value_name = "PROJECT")]
    pub project: Option<String>,

    /// How many passages, 1 to 100; else as many as searchResultsCount of the project says, or 10
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u8).range(1..=100))]
    pub limit: Option<u8>,

    /// The service.
    #[command(flatten)]
    pub service: Service,
}
