//! A folder of Markdown that is kept in step with a project while files and documents change and the
//! program is killed: at a passage of the worker that chance decides, or after a number of changes. In the
//! end, both sides have the same texts, and every word that was acknowledged or typed into a file is in a
//! document, in a revision, in the trash, or in a file beside that of its document.
//! `SCRIPTORIUM_TEST_RUNS` says how many books are written, `SCRIPTORIUM_TEST_SEED` repeats one.

mod book;
mod changes;

use crate::support::{Engine, chance::Chance};
use book::Book;
use changes::Writer;

/// Says how many books there are on each database.
const RUNS: &str = "SCRIPTORIUM_TEST_RUNS";

/// How often the program is killed while one is written.
const LIVES: u64 = 8;

/// Changes in one life, at most.
const CHANGES_MAX: u64 = 14;

/// The last passage of the worker at which a life ends.
const PASSAGE_MAX: u64 = 40;

fn written_and_killed(engine: Engine) {
    let given = std::env::var(RUNS).ok().and_then(|runs| runs.parse().ok());
    let mut chance = Chance::of_today();
    for run in 0..given.unwrap_or(1) {
        println!("book {run}");
        // Without deletions nothing may be in the trash; without moves none may be taken for a deletion.
        let rules = chance.between(0, 3);
        write_and_kill(engine, Chance::of(chance.draw()), (rules != 1, rules > 1));
    }
}

/// Writes one book, in which files may be moved and texts deleted or not.
fn write_and_kill(engine: Engine, chance: Chance, (moves, deletes): (bool, bool)) {
    let book = Book::begin(engine);
    let mut writer = Writer::new(&book, chance, (moves, deletes));
    for _ in 0..LIVES {
        let die_at = writer.chance.between(0, 2) > 0;
        let die_at = die_at.then(|| writer.chance.between(1, PASSAGE_MAX));
        let mut server = book.start(die_at);
        for _ in 0..writer.chance.between(1, CHANGES_MAX) {
            writer.change(&mut server);
        }
        if die_at.is_some() {
            // It dies at its passage, unless there was less to do.
            book.quiet(&mut server);
        }
    }
    let mut server = book.start(None);
    assert!(book.quiet(&mut server), "it lives");
    let trashed = book.trashed(&server);
    assert!(deletes || moves || trashed.is_empty(), "nobody deleted {trashed:?}");
    book.restore(&server, &trashed);
    assert!(book.quiet(&mut server), "it lives");

    let visible_texts = book.visible_texts(&server);
    let lost: Vec<&String> = writer
        .kept()
        .filter(|word| !visible_texts.iter().any(|text| text.contains(*word)))
        .collect();
    assert!(lost.is_empty(), "lost {lost:?} after\n{}", writer.history());
}

#[test]
fn no_word_of_a_folder_is_lost_when_the_program_is_killed_on_sqlite() {
    written_and_killed(Engine::Sqlite);
}

#[test]
fn no_word_of_a_folder_is_lost_when_the_program_is_killed_on_postgres() {
    written_and_killed(Engine::Postgres);
}
