//! The commands of writers: they ask the running service through its interface, by names where it has
//! ids, and print tables for people or its own JSON for programs. Not the flags; those are in `cli`.

mod ask;
mod check;
mod findings;
mod lists;
pub(crate) mod naming;
pub(crate) mod output;
mod permission;
mod positions;
mod report;
mod search;
mod since;

use std::{
    io::{self, BufRead as _, BufReader, Write as _},
    time::Duration,
};

use domain::time::Time;
use serde_json::Value;

use self::naming::NamingError;
pub use self::output::Output;
use crate::{
    cli::studio::Studio,
    client::{Client, ClientError, encoded, printable},
};

/// The most records of one list that are read: more than any list of a book has.
const RECORDS_MAX: usize = 20_000;

/// How long to wait before a stream that has ended early is opened again.
const REOPEN_INTERVAL: Duration = Duration::from_secs(1);

/// Why a command did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum StudioError {
    /// There is no service, or it refuses.
    #[error(transparent)]
    Service(#[from] ClientError),
    /// What was named is not there, or not one.
    #[error(transparent)]
    Naming(#[from] NamingError),
    /// The words of `--since` are no time.
    #[error(
        "“{0}” is no time: write a date (2026-11-20), a time (2026-11-20T08:00:00Z) or an age in \
         minutes, hours, days or weeks (90m, 12h, 2d, 1w)"
    )]
    Since(String),
    /// The message or the swarm did not end well.
    #[error("{0}")]
    Failed(String),
    /// The browser cannot be started.
    #[error("no browser could be started; the page is at {address}")]
    Browser {
        /// Where the page is.
        address: String,
        /// Why not.
        source: io::Error,
    },
    /// The terminal is gone.
    #[error("writing to the terminal failed")]
    Terminal(#[from] io::Error),
}

/// Runs a command at the time `now`, and prints what the service answers. Whether all is well: false
/// when a check found something.
///
/// # Errors
/// When the service is not there or refuses, or what was named is not there.
pub fn run(
    order: &Studio,
    client: &Client,
    now: Time,
    mut output: Output<'_>,
) -> Result<bool, StudioError> {
    let output = &mut output;
    match order {
        Studio::Projects(_) => lists::projects(client, output)?,
        Studio::Documents(order) => lists::documents(order, client, output)?,
        Studio::Ask(order) => ask::run(order, client, output)?,
        Studio::Approve(order) => permission::approve(order, client, output)?,
        Studio::Deny(order) => permission::deny(order, client, output)?,
        Studio::Check(order) => return check::run(order, client, now, output),
        Studio::Findings(order) => findings::run(order, client, output)?,
        Studio::Search(order) => search::run(order, client, output)?,
        Studio::Report(order) => report::run(order, client, output)?,
        Studio::Open(_) => open_page(client, output)?,
    }
    Ok(true)
}

/// Opens the page, and prints where it is, for those whose browser is elsewhere.
fn open_page(client: &Client, output: &mut Output<'_>) -> Result<(), StudioError> {
    let address = format!("http://{}/", client.address());
    output.line(&address)?;
    open::that_detached(&address).map_err(|source| StudioError::Browser { address, source })
}

/// All records of a list, page by page. `path` may have a query; `member` names the records.
fn records(client: &Client, path: &str, member: &str) -> Result<Vec<Value>, ClientError> {
    let (mut records, mut cursor) = (Vec::new(), None::<String>);
    let joint = if path.contains('?') { '&' } else { '?' };
    loop {
        let after = cursor.map(|it| format!("&cursor={}", encoded(&it))).unwrap_or_default();
        let mut page = client.get(&format!("{path}{joint}limit=100{after}"))?;
        // Some lists stand in an envelope.
        if page["data"].is_object() {
            page = page["data"].take();
        }
        let Some(Value::Array(items)) = page.get_mut(member).map(Value::take) else {
            return Err(ClientError::Foreign(client.address()));
        };
        let is_last = items.is_empty();
        records.extend(items);
        cursor = page["nextCursor"].as_str().map(str::to_owned);
        if is_last || cursor.is_none() {
            return Ok(records);
        }
        if records.len() >= RECORDS_MAX {
            report(&format!("only the first {RECORDS_MAX} {member} are looked at"));
            return Ok(records);
        }
    }
}

/// Follows the record at `path` until it has ended, and shows each state of it to `seen`; the record as
/// it ended. A stream may end before that, or not be there because too many are open: then the record is
/// read, and the stream opened again.
fn follow(
    client: &Client,
    path: &str,
    is_over: impl Fn(&Value) -> bool,
    mut seen: impl FnMut(&Value),
) -> Result<Value, ClientError> {
    loop {
        match client.read(&format!("{path}/stream")) {
            Ok(events) => {
                let data = BufReader::new(events).lines().map_while(Result::ok);
                let data = data.filter_map(|line| {
                    serde_json::from_str::<Value>(line.strip_prefix("data: ")?).ok()
                });
                data.for_each(|record| seen(&record));
            }
            Err(ClientError::Refused { status: 503, .. }) => {}
            Err(error) => return Err(error),
        }
        let record = client.get(path)?;
        if is_over(&record) {
            return Ok(record);
        }
        seen(&record);
        std::thread::park_timeout(REOPEN_INTERVAL);
    }
}

/// Why something ended as it did, behind a colon; nothing where no reason is given.
fn reason(error: &Value) -> String {
    if error.is_string() { format!(": {}", printable(error)) } else { String::new() }
}

/// The items of a list; none where there is none.
fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

/// Reports something beside the output of a command.
fn report(what: &str) {
    // With standard error closed there is nowhere to report it.
    let _ = writeln!(io::stderr(), "scriptorium: {what}");
}
