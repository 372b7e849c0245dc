//! The program, killed again and again while people write: nothing that was acknowledged is lost,
//! nothing happens twice, and what was in flight is taken up again as soon as the program is back,
//! however long its leases are. The kill is `SIGKILL`, and it comes after a number of answers that
//! chance decides, never after a time.

mod caller;
mod restarts;
mod rush;
mod verify;
mod writers;

use std::{collections::BTreeSet, thread};

use crate::support::chance::Chance;
use restarts::Restarts;
use serde_json::json;
use support::program::Server;
use writers::Writers;

use crate::support::{self, Engine};

/// How often the program is killed on each database.
const KILLS: u64 = 25;

/// The most acknowledgements between a start and the kill.
const ACKNOWLEDGED_MAX: u64 = 60;

/// Acknowledgements that still come before the kill in a life that waits for its messages.
const AFTERWARDS: u64 = 6;

/// Every so many runs, all messages of earlier ones must be handled before the kill. A message
/// that was tried five times is dead by the hub's rule, so no message may meet five kills.
const SETTLES_EVERY: u64 = 3;

/// Every so many runs, the kill comes while an agent is known to be at a message.
const CAUGHT_EVERY: u64 = 8;

/// Every so many kills, the counters in the database are counted again while nobody runs.
const RECOUNTS_EVERY: u64 = 6;

/// Paragraphs that keep an agent busy for a while.
const LONG_PARAGRAPHS: usize = 60;

const PARAGRAPH: &str = "The lighthouse keeper counted the ships, as he did every evening, and \
    found one too many. “Whose is it?” she asked. Nobody was able to say; the harbour was quiet, \
    and the rain was driven sideways by a wind that had been promised for days.\n\n";

#[test]
fn twenty_five_kills_lose_nothing_and_do_nothing_twice_on_sqlite() {
    kill_and_count(Engine::Sqlite);
}

#[test]
fn twenty_five_kills_lose_nothing_and_do_nothing_twice_on_postgres() {
    kill_and_count(Engine::Postgres);
}

fn kill_and_count(engine: Engine) {
    let mut chance = Chance::of_today();
    let restarts = Restarts::new(engine);
    let writers = Writers::new();
    let (last, caught) = thread::scope(|scope| {
        let _ends = writers.end_with_this();
        let mut caught = Vec::new();
        for life in 0..KILLS {
            let server = restarts.begin();
            writers.meet(server.address);
            if life == 0 {
                writers.begin(scope);
            } else {
                assert!(writers.is_ready(), "a restart is ready at once");
            }
            let earlier = writers.messages();
            writers.wait_for(chance.between(1, ACKNOWLEDGED_MAX));
            if life % SETTLES_EVERY == SETTLES_EVERY - 1 {
                writers.wait_until_handled(&earlier);
                writers.wait_for(AFTERWARDS);
            }
            let long =
                (life % CAUGHT_EVERY == CAUGHT_EVERY - 2).then(|| begin_long(&writers, life));
            kill(server, &writers);
            // The agent may have ended it between the last look at it and the kill.
            caught.extend(long.filter(|id| restarts.leased().contains(id)));
            if life % RECOUNTS_EVERY == RECOUNTS_EVERY - 1 {
                restarts.check_counters();
            }
        }
        let server = restarts.begin();
        writers.meet(server.address);
        writers.wait_for(AFTERWARDS);
        (server, caught)
    });

    verify::nothing_is_lost_or_twice(&writers, &caught);
    kill(last, &writers);
    restarts.check_counters();
    restarts.nothing_waits();
}

/// Kills the program while writers write: answers that are on their way are cut off.
fn kill(server: Server, writers: &Writers) {
    writers.part();
    drop(server);
}

/// Sends a message that takes a while to answer, and waits until its agent is at it or has done it.
fn begin_long(writers: &Writers, life: u64) -> String {
    let text = format!("Long message of life {life}.\n\n{}", PARAGRAPH.repeat(LONG_PARAGRAPHS));
    let body = json!({ "toAgent": "proseguard", "message": text });
    let id = writers.send(&text, &body);
    writers.wait_for_state(&id, &BTreeSet::from(["leased", "handled"]));
    id
}
