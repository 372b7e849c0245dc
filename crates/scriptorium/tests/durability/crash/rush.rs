//! The program, killed while very many events are made at once: whoever reads afterwards finds each event
//! that was acknowledged in the order of its timeline, and counted.

use std::{
    collections::BTreeSet,
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    sync::Mutex,
    thread,
    time::Instant,
};

use serde_json::{Value, json};

use super::{
    caller::{Caller, whole},
    restarts::Restarts,
};
use crate::support::{Engine, PATIENCE, Text as _};

/// How many make events at once.
const WRITERS: usize = 48;

/// How many timelines they make them on, each of a project of its own.
const TIMELINES: usize = 6;

/// How often the program is killed.
const KILLS: usize = 3;

/// How many events are acknowledged before each kill.
const ACKNOWLEDGED: usize = 500;

#[test]
fn a_kill_while_many_events_are_made_loses_none_that_was_acknowledged_on_sqlite() {
    rush_and_kill(Engine::Sqlite);
}

#[test]
fn a_kill_while_many_events_are_made_loses_none_that_was_acknowledged_on_postgres() {
    rush_and_kill(Engine::Postgres);
}

fn rush_and_kill(engine: Engine) {
    let restarts = Restarts::new(engine);
    let caller = Caller::new();
    let server = restarts.begin();
    caller.meet(server.address);
    let targets: Vec<(String, String)> = (0..TIMELINES).map(|_| create_timeline(&caller)).collect();
    let before: Vec<i64> = targets.iter().map(|(project, _)| edits(&caller, project)).collect();
    caller.part();
    drop(server);

    let made = Mutex::new(vec![BTreeSet::new(); TIMELINES]);
    for _ in 0..KILLS {
        rush(&restarts, &targets, &made);
    }

    let server = restarts.begin();
    caller.meet(server.address);
    for (((project, timeline), made), before) in
        targets.iter().zip(made.into_inner().unwrap()).zip(before)
    {
        let (listed, keys): (Vec<_>, Vec<_>) = listed(&caller, timeline).into_iter().unzip();
        assert!(keys.is_sorted(), "{keys:?}");
        let known: BTreeSet<String> = listed.iter().cloned().collect();
        assert_eq!(known.len(), listed.len(), "an event is listed twice");
        let lost: Vec<_> = made.difference(&known).collect();
        assert!(lost.is_empty(), "{lost:?} of {} were acknowledged and are not listed", made.len());
        let total = caller.read(&format!("{timeline}/events?limit=1"))["data"]["total"].clone();
        assert_eq!(total, listed.len());
        assert_eq!(edits(&caller, project) - before, listed.len() as i64, "changes of the project");
    }
    caller.part();
    drop(server);
    restarts.check_counters();
}

/// A project and the path of a timeline in it.
fn create_timeline(caller: &Caller) -> (String, String) {
    let project =
        caller.make("/api/projects", &json!({ "name": "Dracula", "projectType": "novel" }));
    let project = project["id"].text();
    let timeline = json!({ "projectId": project, "name": "As it happened" });
    let timeline = caller.make("/api/creative/timelines", &timeline)["data"]["id"].text();
    (project, format!("/api/creative/timelines/{timeline}"))
}

/// How many changes a project shows, of all its days.
fn edits(caller: &Caller, project: &str) -> i64 {
    let view = caller.read(&format!("/api/projects/{project}"));
    let days = view["analytics"]["trends"]["daily"].as_array().unwrap();
    days.iter().map(|edits| edits.as_i64().unwrap()).sum()
}

/// The ids of all events of a timeline in its order, with their times on the timeline.
fn listed(caller: &Caller, timeline: &str) -> Vec<(String, i64)> {
    let (mut events, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = caller.read(&format!("{timeline}/events?limit=100{cursor}"))["data"].clone();
        events.extend(
            page["events"]
                .as_array()
                .unwrap()
                .iter()
                .map(|event| (event["id"].text(), event["dateSortKey"].as_i64().expect("a time"))),
        );
        match &page["nextCursor"] {
            Value::Null => return events,
            next => cursor = format!("&cursor={}", next.text()),
        }
    }
}

/// One life, in which all make events until it is killed.
fn rush(restarts: &Restarts, targets: &[(String, String)], made: &Mutex<Vec<BTreeSet<String>>>) {
    let server = restarts.begin();
    let address = server.address;
    let count = || made.lock().unwrap().iter().map(BTreeSet::len).sum::<usize>();
    let wanted = count() + ACKNOWLEDGED;
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let timeline = writer % TIMELINES;
            let path = format!("{}/events", targets[timeline].1);
            scope.spawn(move || make_events(address, &path, made, timeline));
        }
        let deadline = Instant::now() + PATIENCE;
        while count() < wanted {
            assert!(Instant::now() < deadline, "only {} events were acknowledged", count());
            thread::yield_now();
        }
        drop(server);
    });
}

/// Makes events at different times of the timeline until the connection breaks.
fn make_events(
    address: SocketAddr,
    path: &str,
    made: &Mutex<Vec<BTreeSet<String>>>,
    timeline: usize,
) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a bound");
    let (mut bytes, mut piece) = (Vec::new(), [0; 4_096]);
    for number in 0_i64.. {
        let event = json!({ "title": "Left Munich", "dateDisplay": "once",
            "dateSortKey": number * 7_919 % 10_007 });
        let body = event.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        if stream.write_all(request.as_bytes()).is_err() {
            return;
        }
        bytes.clear();
        let reply = loop {
            match stream.read(&mut piece) {
                Ok(0) | Err(_) => return,
                Ok(count) => bytes.extend_from_slice(&piece[..count]),
            }
            if let Some(reply) = whole(&bytes) {
                break reply;
            }
        };
        let id = reply.ok()["data"]["id"].text();
        made.lock().unwrap()[timeline].insert(id);
    }
}
