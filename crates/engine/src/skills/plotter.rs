//! Plotter: the promises of a project. What is open and for how long, the most urgent first; promises
//! without a node of the outline, and kept ones that were never made.

mod part;

use std::fmt::Write as _;

use domain::{
    Result, Time,
    messages::Answer,
    promises::ledger::{Entry, Ledger},
};
use serde_json::{Value, json};
use store::promises;

use super::{
    answers::{AnswerText, counted},
    parts::{self, Part},
    reading::Asked,
    subject::shortened,
};
use crate::Studio;

/// Promises that one answer looks at, the oldest first; it says so where there are more.
const READ_MAX: i64 = 20_000;

/// Promises of one kind that the answer for programs lists.
const REPORT_ITEMS_MAX: usize = 300;

/// The promises of a project, as far as they were read.
struct ProjectPromises {
    project_id: String,
    /// How many the project has.
    total: i64,
    /// How many of them were read.
    read: usize,
    ledger: Ledger,
}

/// The promises of the project, or of what a request names.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    let now = studio.clock.now();
    let of_part = parts::answer(
        studio,
        &asked,
        "promises",
        |_, _, _| Ok(()),
        move |records, (), part| match part {
            Part::Chapter(placed) => part::of_chapter(records, placed, now),
            Part::Entry(entry, _) => part::of_entry(records, entry, now),
            Part::Promise(promise) => part::of_promise(records, promise, now),
        },
    );
    if let Some(answer) = of_part.await? {
        return Ok(answer);
    }
    let found = parts::read_project(studio, &asked, move |tx, project| {
        let (total, entries) = promises::entries(tx, project, READ_MAX)?;
        let (project_id, read) = (project.id().to_owned(), entries.len());
        Ok(ProjectPromises { project_id, total, read, ledger: Ledger::of(entries, now) })
    });
    let found = found.await?;
    let text = answer_text(&found, now, End::asked_for(&asked.words));
    let answer = asked.scoped(&text, report(&found, now))?;
    Ok(answer.empty_if(found.total == 0))
}

/// The end of the open promises in the order in which they were recorded that a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

impl End {
    fn asked_for(words: &str) -> Option<Self> {
        let mut words = words.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase);
        words.find_map(|word| match word.as_str() {
            "oldest" | "earliest" => Some(Self::First),
            "newest" | "latest" | "youngest" => Some(Self::Last),
            _ => None,
        })
    }

    /// As a sentence; what a text promises first, no record says.
    fn line(self, open: &[Entry], now: Time) -> Option<String> {
        let by_time = |it: &&Entry| (it.created_at, it.id.clone());
        let (entry, order) = match self {
            Self::First => (open.iter().min_by_key(by_time)?, "first"),
            Self::Last => (open.iter().max_by_key(by_time)?, "last"),
        };
        let (title, days) = (shortened(&entry.title), whole_days(entry, now));
        let days = counted(days, "day", "days");
        Some(format!("Of those that are open, “{title}” was recorded {order}, {days} ago."))
    }
}

fn answer_text(found: &ProjectPromises, now: Time, end: Option<End>) -> String {
    let ProjectPromises { total, read, ledger, .. } = found;
    if *total == 0 {
        return "The project has no promises yet.\n".to_owned();
    }
    let there = |(status, count): &(domain::promises::Status, usize)| {
        (*count > 0).then(|| format!("{count} {status}"))
    };
    let counts: Vec<_> = ledger.by_status.iter().filter_map(there).collect();
    let mut first = format!("The project has {}", counted(*total, "promise", "promises"));
    let is_whole = i64::try_from(*read).is_ok_and(|read| read >= *total);
    if !is_whole {
        let read = counted(*read, "was", "were");
        let _ = write!(first, ", of which the oldest {read} read");
    }
    let mut out = AnswerText::default();
    out.line(format!("{first}: {}.", counts.join(", ")));
    if ledger.open.is_empty() {
        out.line(if is_whole {
            "None of them is open."
        } else {
            "None of those that were read is open."
        });
    }
    if let Some(line) = end.and_then(|end| end.line(&ledger.open, now)) {
        out.line(line);
    }
    let line = |entry: &Entry| {
        let days = counted(whole_days(entry, now), "day", "days");
        let Entry { id, level, status, .. } = entry;
        format!("“{}” ({level}, {status}, {days}), {id}", shortened(&entry.title))
    };
    for (heading, entries) in [
        ("Open, by weight and age", &ledger.open),
        ("Promised, and the outline does not say where", &ledger.unplaced),
        ("Fulfilled, and the outline does not say where it was promised", &ledger.orphans),
    ] {
        out.list(heading, entries, line);
    }
    out.finish()
}

/// The whole days since a promise was entered.
fn whole_days(entry: &Entry, now: Time) -> i64 {
    entry.age_days(now) as i64
}

fn report(found: &ProjectPromises, now: Time) -> Value {
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
        let listed: Vec<_> = entries.iter().take(REPORT_ITEMS_MAX).map(entry).collect();
        json!({ "total": entries.len(), "promises": listed })
    };
    let ProjectPromises { project_id, total, read, ledger } = found;
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
            let found = ProjectPromises { project_id: "p".to_owned(), total, read: 1, ledger };

            assert_eq!(answer_text(&found, now, End::asked_for("Which is the oldest?")), wanted);
        }
    }

    #[test]
    fn the_oldest_is_what_was_recorded_first() {
        let entry = |title: &str, days: i64| Entry {
            id: title.to_owned(),
            title: title.to_owned(),
            level: Level::Core,
            status: Status::Made,
            is_placed: true,
            created_at: Time::from_millis(days * domain::time::DAY_MS),
        };
        let open = [entry("The bite", 3), entry("The ring", 1), entry("The key", 2)];
        let now = Time::from_millis(5 * domain::time::DAY_MS);

        for (words, wanted) in [
            ("Which promise is the oldest?", Some("“The ring” was recorded first, 4 days ago.")),
            ("And the NEWEST?", Some("“The bite” was recorded last, 2 days ago.")),
            ("Which are open?", None),
        ] {
            let line = End::asked_for(words).and_then(|end| end.line(&open, now));
            let wanted = wanted.map(|wanted| format!("Of those that are open, {wanted}"));
            assert_eq!(line, wanted, "{words}");
        }
    }
}
