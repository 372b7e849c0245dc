//! Edits that were acknowledged, and what a database has of them. Each thing has one writer,
//! whose changes have numbers, so whoever reads the thing knows how far its writer had come.

use std::{collections::BTreeMap, path::Path};

use domain::Error;
use store::{Database, Settings, Tx};

use crate::support::consistency;

/// What an edit is made to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    Project,
    Document,
    Promise,
    Message,
}

/// A change of one thing.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    pub(super) kind: Kind,
    pub(super) id: String,
    /// How often the thing was changed, its making included.
    pub(super) turn: u64,
    pub(super) is_gone: bool,
    /// The path under which it is asked for.
    pub(super) path: String,
    /// The id of the answer that said so.
    pub(super) answer: String,
}

/// What a thing says of itself at this turn. A chapter is longer than a page of the database, so it
/// shows when pages of two turns meet.
pub(super) fn text(kind: Kind, turn: u64) -> String {
    let line = format!("Turn {turn}. ");
    match kind {
        Kind::Document => line.repeat(600),
        Kind::Project | Kind::Promise | Kind::Message => line.trim_end().to_owned(),
    }
}

/// The turn of a thing that says this.
fn turn(kind: Kind, said: &str) -> Result<u64, String> {
    let number = said.strip_prefix("Turn ").and_then(|rest| rest.split('.').next());
    let turn = number.and_then(|number| number.parse().ok());
    turn.filter(|turn| text(kind, *turn) == said)
        .ok_or_else(|| format!("{kind:?} says what nobody wrote: {said:.60}"))
}

/// How far the writers of all things had come.
pub(super) type Turns = BTreeMap<(Kind, String), (u64, bool)>;

/// What must be there once these edits were acknowledged.
pub(super) fn owed<'d>(edits: impl Iterator<Item = &'d Edit>) -> Turns {
    let mut turns = Turns::new();
    for edit in edits {
        let latest = turns.entry((edit.kind, edit.id.clone())).or_default();
        if edit.turn > latest.0 {
            *latest = (edit.turn, edit.is_gone);
        }
    }
    turns
}

/// Opens a database as the program does and looks whether it is whole: its pages, its counters, all
/// that is `owed`, and nothing beyond `done`, which is what writers did sooner or later.
///
/// # Errors
/// What is wrong with it.
pub(super) fn check(database: &Path, owed: &Turns, done: &Turns) -> Result<(), String> {
    if !database.exists() {
        return if owed.is_empty() { Ok(()) } else { Err("the database is not there".to_owned()) };
    }
    let settings = Settings::Sqlite {
        file: database.to_owned(),
        backups: database.with_file_name("backups"),
        checkpoint_kib: 16_000,
    };
    let (database, _) = Database::open(&settings).map_err(|error| with_causes(&error))?;
    let checked = check_database(&database, owed, done);
    database.close();
    checked
}

fn check_database(database: &Database, owed: &Turns, done: &Turns) -> Result<(), String> {
    let verdict = rows(database, "PRAGMA integrity_check", |row| row.remove(0))?;
    if verdict != ["ok"] {
        return Err(format!("the database is not whole: {verdict:?}"));
    }
    if database.is_damaged() {
        return Err("the database is called damaged, and is not".to_owned());
    }
    let wrong = consistency::all(database).map_err(|error| with_causes(&error))?;
    if !wrong.is_empty() {
        return Err(wrong.join("; "));
    }
    let mut there = BTreeMap::new();
    for mut row in rows(database, THINGS, std::mem::take)? {
        let (said, id) = (row.remove(2), row.remove(1));
        let kind = match row[0].as_str() {
            "project" => Kind::Project,
            "document" => Kind::Document,
            "promise" => Kind::Promise,
            _ => Kind::Message,
        };
        there.insert((kind, id), turn(kind, &said)?);
    }
    for (thing, (turn, is_gone)) in owed {
        let (last, ends) = done.get(thing).copied().unwrap_or_default();
        match there.get(thing) {
            Some(_) if *is_gone => return Err(format!("{thing:?} is back")),
            Some(found) if *found < *turn => {
                return Err(format!("{thing:?} is at turn {found}, and was at {turn}"));
            }
            Some(found) if *found > last => {
                return Err(format!("{thing:?} is at turn {found} of {last}"));
            }
            None if !is_gone && !ends => return Err(format!("{thing:?} is lost")),
            // Its end was not acknowledged yet, and is there.
            None | Some(_) => {}
        }
    }
    let unknown = there.keys().find(|thing| !done.contains_key(*thing));
    unknown.map_or(Ok(()), |thing| Err(format!("nobody made {thing:?}")))
}

/// The columns of each row, as texts.
fn rows<T: Send + 'static>(
    database: &Database,
    sql: &'static str,
    read: fn(&mut Vec<String>) -> T,
) -> Result<Vec<T>, String> {
    let found = database.write_blocking(move |tx: &mut Tx<'_>| {
        let failed = |error| Error::internal("reading what is there", error);
        let mut found = Vec::new();
        for row in tx.rows(sql, ()).map_err(failed)? {
            let mut columns = Vec::new();
            while let Ok(column) = row.get::<String>(columns.len()) {
                columns.push(column);
            }
            found.push(read(&mut columns));
        }
        Ok(found)
    });
    found.map_err(|error| with_causes(&error))
}

/// Everything the writers write to, with what it says.
const THINGS: &str = "SELECT 'project', id, name FROM project WHERE deleted_at IS NULL
    UNION ALL
   SELECT 'document', id, content
     FROM document JOIN document_text ON document_id = id
    WHERE deleted_at IS NULL
    UNION ALL
   SELECT 'promise', id, title FROM promise
    UNION ALL
   SELECT 'message', id, content FROM message WHERE reply_to IS NULL";

/// An error with what is behind it.
pub(super) fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
