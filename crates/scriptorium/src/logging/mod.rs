//! The log: events of `tracing` as lines on standard error, readable ones or the JSON of
//! `tracing-subscriber`. One event is one line, whatever its values contain. The code that logs makes
//! sure that no secrets and no manuscripts are in an event.

mod human;

use std::{
    backtrace::{Backtrace, BacktraceStatus},
    fmt::{self, Write as _},
    io::{self, IsTerminal as _},
    panic::{self, PanicHookInfo},
};

use tracing::{Dispatch, dispatcher};
use tracing_subscriber::{EnvFilter, filter::LevelFilter, fmt::MakeWriter};

use crate::settings::Log;

/// How an event is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `human`: a readable line, with colours on a terminal.
    Human,
    /// `json`: a JSON object per line.
    Json,
}

impl Format {
    /// Every word, in the order of the variants.
    pub const WORDS: &'static [&'static str] = &["human", "json"];

    /// The format of this word, if there is one.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "human" => Some(Self::Human),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

/// What is logged: a level, or levels by part of the program, such as `info,engine=debug`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level(String);

impl Level {
    /// Reads the directives of a [`EnvFilter`]. Stricter than that in one point: a lone word must
    /// be a level. There, a misspelt level is taken for a part of the program, and everything else
    /// falls silent.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let is_level = |part: &str| !part.is_empty() && part.parse::<LevelFilter>().is_ok();
        // Within a span's brackets a comma does not separate: such a text is the filter's business.
        let is_clear =
            text.contains('[') || parts.iter().all(|part| part.contains('=') || is_level(part));

        let level = parts.join(",");
        (is_clear && EnvFilter::try_new(&level).is_ok()).then_some(Self(level))
    }

    /// The library of the Model Context Protocol tells of every request, in words of its own: without a
    /// level of its own only its errors are logged.
    fn filter(&self) -> EnvFilter {
        EnvFilter::try_new(format!("rmcp=error,{}", self.0))
            .expect("a level is read before it is kept")
    }
}

impl fmt::Display for Level {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

/// Starts logging to standard error for the whole process, panics included. Colours need a terminal
/// and no `NO_COLOR` in the environment.
///
/// # Errors
/// When logging was started before.
pub fn start(log: &Log) -> Result<(), dispatcher::SetGlobalDefaultError> {
    let is_colourless = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colours = io::stderr().is_terminal() && !is_colourless;
    dispatcher::set_global_default(dispatch(log, colours, io::stderr))?;

    panic::set_hook(Box::new(log_panic));
    Ok(())
}

/// What takes events and writes them, one line for each, with a single call of the writer. Colours
/// are for the human format only.
pub fn dispatch<W>(log: &Log, colours: bool, writer: W) -> Dispatch
where
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    // A line that cannot be written is lost: a report would go to the same standard error, and
    // panic when that is closed.
    let lines = tracing_subscriber::fmt()
        .log_internal_errors(false)
        .with_env_filter(log.level.filter())
        .with_writer(writer);
    match log.format {
        Format::Human => lines.with_ansi(colours).fmt_fields(human::Fields).finish().into(),
        Format::Json => lines.json().flatten_event(true).with_current_span(false).finish().into(),
    }
}

/// Logs a panic as an event, so that it is one line too. Its message is logged only where it stands
/// in the program as it is: one made at run time may hold a piece of a manuscript. The backtrace is
/// there when `RUST_BACKTRACE` asks for it.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let message = panic.payload().downcast_ref::<&'static str>().copied();
    let message = message.unwrap_or("its message was made at run time and is not logged");
    let location = panic.location().map(tracing::field::display);
    let backtrace = Backtrace::capture();
    let backtrace = (backtrace.status() == BacktraceStatus::Captured)
        .then(|| tracing::field::display(backtrace));
    tracing::error!(location, backtrace, "panic: {message}");
}

/// A text with every character escaped that is more than a letter to a terminal or to a reader of
/// lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plain<'a>(pub(crate) &'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        Escaped(to).write_str(self.0)
    }
}

/// Writes on with such characters escaped as Rust escapes them: `\n`, `\u{1b}`.
struct Escaped<'a, W>(&'a mut W);

impl<W: fmt::Write> fmt::Write for Escaped<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((at, active)) = rest.char_indices().find(|&(_, char)| is_active(char)) {
            write!(self.0, "{}{}", &rest[..at], active.escape_default())?;
            rest = &rest[at + active.len_utf8()..];
        }
        self.0.write_str(rest)
    }
}

/// Whether a character moves the cursor, ends a line for some reader, or turns the direction of
/// writing: all control characters, the separators of lines and paragraphs, the marks of the
/// bidirectional algorithm.
fn is_active(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{2028}' | '\u{2029}')
        || matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The name of a field without the mark of a raw identifier.
fn name_of(field: &tracing::field::Field) -> &'static str {
    let name = field.name();
    name.strip_prefix("r#").unwrap_or(name)
}
