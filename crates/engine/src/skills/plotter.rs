//! Plotter: the books of a project's promises. What is open and for how long, the heaviest and
//! oldest first; what was promised at no place, and what was kept that nobody had promised.

use std::fmt::Write as _;

use domain::{
    Result, Time,
    messages::{Answer, Message},
    promises::ledger::{Entry, Ledger},
};
use serde_json::{Value, json};
use store::promises;

use super::{
    letter::counted,
    subject::{self, shortened},
};
use crate::Studio;

/// Promises that one answer looks at, the oldest first; it says so where there are more.
const READ_MAX: i64 = 20_000;

/// Promises of one kind that the answer for people lists.
const LETTER_MAX: usize = 20;

/// Promises of one kind that the answer for programs lists.
const REPORT_MAX: usize = 300;

/// The promises of a project, as far as they were read.
struct Books {
    project_id: String,
    /// How many the project has.
    total: i64,
    /// How many of them were read.
    read: usize,
    ledger: Ledger,
}

/// The books of the project a message is about.
pub(super) async fn answer(studio: &Studio, message: &Message) -> Result<Answer> {
    let (asked, now) = (message.clone(), studio.clock.now());
    let books = studio
        .database
        .scan(move |tx| {
            let Some(project) = subject::project(tx, &asked)? else { return Ok(None) };
            let (total, entries) = promises::entries(tx, &project, READ_MAX)?;
            let (project_id, read) = (project.id().to_owned(), entries.len());
            Ok(Some(Books { project_id, total, read, ledger: Ledger::of(entries, now) }))
        })
        .await?;
    let Some(books) = books else { return Ok(subject::no_project()) };
    Answer::with_report(letter(&books, now), &report(&books, now))
}

fn letter(books: &Books, now: Time) -> String {
    let Books { total, read, ledger, .. } = books;
    if *total == 0 {
        return "The project has no promises yet.\n".to_owned();
    }
    let there = |(status, count): &(domain::promises::Status, usize)| {
        (*count > 0).then(|| format!("{count} {status}"))
    };
    let counts: Vec<_> = ledger.by_status.iter().filter_map(there).collect();
    let mut letter = format!("The project has {}", counted(*total, "promise", "promises"));
    let is_whole = i64::try_from(*read).is_ok_and(|read| read >= *total);
    if !is_whole {
        let read = counted(*read, "was", "were");
        let _ = write!(letter, ", of which the oldest {read} read");
    }
    let _ = writeln!(letter, ": {}.", counts.join(", "));
    if ledger.open.is_empty() {
        letter.push_str(if is_whole {
            "None of them is open.\n"
        } else {
            "None of those that were read is open.\n"
        });
    }
    for (heading, entries) in [
        ("Open, by weight and age", &ledger.open),
        ("Promised, and the outline does not say where", &ledger.unplaced),
        ("Fulfilled, and the outline does not say where it was promised", &ledger.orphans),
    ] {
        list(&mut letter, heading, entries, now);
    }
    letter
}

fn list(letter: &mut String, heading: &str, entries: &[Entry], now: Time) {
    if entries.is_empty() {
        return;
    }
    let _ = writeln!(letter, "{heading} ({}):", entries.len());
    for entry in entries.iter().take(LETTER_MAX) {
        let days = counted(whole_days(entry, now), "day", "days");
        let Entry { id, level, status, .. } = entry;
        let title = shortened(&entry.title);
        let _ = writeln!(letter, "  “{title}” ({level}, {status}, {days}), {id}");
    }
    if entries.len() > LETTER_MAX {
        let _ = writeln!(letter, "  and {} more", entries.len() - LETTER_MAX);
    }
}

/// The whole days since a promise was entered.
fn whole_days(entry: &Entry, now: Time) -> i64 {
    entry.age_days(now) as i64
}

fn report(books: &Books, now: Time) -> Value {
    let entry = |entry: &Entry| {
        json!({
            "id": entry.id,
            "title": shortened(&entry.title),
            "promiseLevel": entry.level,
            "status": entry.status,
            "ageDays": whole_days(entry, now),
            "urgency": entry.urgency(now),
        })
    };
    let some = |entries: &[Entry]| {
        let listed: Vec<_> = entries.iter().take(REPORT_MAX).map(entry).collect();
        json!({ "total": entries.len(), "promises": listed })
    };
    let Books { project_id, total, read, ledger } = books;
    let counts = ledger.by_status.iter();
    json!({
        "kind": "promises",
        "projectId": project_id,
        "total": total,
        "read": read,
        "byStatus": counts.map(|(status, count)| (status.to_string(), json!(count)))
            .collect::<serde_json::Map<_, _>>(),
        "open": some(&ledger.open),
        "unplaced": some(&ledger.unplaced),
        "orphans": some(&ledger.orphans),
    })
}

#[cfg(test)]
mod tests {
    use domain::promises::{Level, Status};

    use super::*;

    #[test]
    fn what_was_not_read_is_not_said_to_be_settled() {
        let kept = Entry {
            id: "x".to_owned(),
            title: "The bite".to_owned(),
            level: Level::Core,
            status: Status::Fulfilled,
            is_placed: true,
            created_at: Time::from_millis(0),
        };
        for (total, wanted) in [
            (1, "The project has 1 promise: 1 fulfilled.\nNone of them is open.\n"),
            (
                2,
                "The project has 2 promises, of which the oldest 1 was read: 1 fulfilled.\nNone of \
                 those that were read is open.\n",
            ),
        ] {
            let now = Time::from_millis(0);
            let ledger = Ledger::of(vec![kept.clone()], now);
            let books = Books { project_id: "p".to_owned(), total, read: 1, ledger };

            assert_eq!(letter(&books, now), wanted);
        }
    }
}
