//! Tests of the event stream: each event once, in the order of the commits, without a gap or a
//! repeat however often a listener comes and goes. Whose events a token's user hears is tested in
//! `access`.

mod thousand;

use std::{sync::Mutex, thread};

use domain::events::{EventKind, NewEvent};
use serde_json::json;

use crate::support::{Engine, Heard, Listener, Studio, Text as _};

/// The ids of these events.
fn ids(heard: &[Heard]) -> Vec<i64> {
    heard.iter().map(|event| event.id).collect()
}

/// Lets something happen so many times.
fn happen(studio: &Studio, count: i64) {
    studio.write(move |tx| {
        for number in 1..=count {
            let happened = NewEvent {
                kind: EventKind::Notification,
                project_id: None,
                account: "local".to_owned(),
                body: format!("{{\"number\":{number}}}"),
                at: crate::support::BEGINNING,
            };
            store::events::add(tx, &happened)?;
        }
        Ok(())
    });
    studio.behind().wakers.notify(&engine::wakers::Wake::Events);
}

service_test! {
    fn a_stream_says_what_it_is(studio) {
        let mut listener = Listener::open(studio, "", "");

        assert_eq!(listener.head.status, 200);
        assert_eq!(listener.head.header("content-type"), Some("text/event-stream"));
        assert_eq!(listener.head.header("cache-control"), Some("no-store"));
        assert_eq!(listener.block().as_deref(), Some("retry: 2000"));
    }
}

service_test! {
    fn each_event_is_the_resource_and_comes_once(studio) {
        let mut listener = Listener::now(studio);

        let project = studio.post("/api/projects", &json!({ "name": "Dracula" })).ok();
        let path = format!("/api/projects/{}", project["id"].text());
        let renamed = studio.put(&path, &json!({ "name": "Nosferatu" })).ok();
        let chapter = json!({ "title": "Whitby", "content": "The tide." });
        let document = studio.post(&format!("{path}/documents"), &chapter).ok();
        assert_eq!(studio.delete(&path).status, 204);

        let heard = listener.hear(4);
        let kinds: Vec<&str> = heard.iter().map(|event| event.kind.as_str()).collect();
        assert_eq!(kinds, ["project", "project", "document", "project"]);
        let bodies = [&heard[0].body, &heard[1].body, &heard[2].body];
        assert_eq!(bodies, [&project, &renamed, &document]);
        assert_eq!(heard[3].body["id"], project["id"]);
        assert!(ids(&heard).windows(2).all(|pair| pair[1] == pair[0] + 1), "{heard:?}");
    }
}

service_test! {
    fn a_message_is_heard_of_when_it_lies_in_its_mailbox(studio) {
        studio.post("/api/agents/muse/sleep", &json!({})).ok();
        let mut listener = Listener::now(studio);

        let message = json!({ "toAgent": "muse", "message": "A title for chapter three?" });
        let sent = studio.post("/api/agent-communication/messages/send", &message).ok();

        let heard = listener.hear(1).remove(0);
        assert_eq!(heard.kind, "message");
        assert_eq!(heard.body["id"], sent["response"]["messageId"]);
        assert_eq!(heard.body["status"], "queued");
        assert_eq!(heard.body["message"], message["message"]);
    }
}

service_test! {
    fn a_stream_begins_now(studio) {
        studio.project("before");

        let mut listener = Listener::now(studio);
        studio.project("after");

        assert_eq!(listener.hear(1)[0].body["name"], "after");
    }
}

service_test! {
    fn a_stream_resumes_behind_the_event_it_heard_last(studio) {
        let mut first = Listener::now(studio);
        for name in ["one", "two", "three", "four"] {
            studio.project(name);
        }
        let heard = first.hear(4);

        let by_header = Listener::after(studio, heard[1].id).hear(2);
        let by_query =
            Listener::open(studio, &format!("?lastEventId={}", heard[1].id), "").hear(2);
        // A page that connects again by itself keeps its address and sends the newer header.
        let query = format!("?lastEventId={}", heard[0].id);
        let by_both =
            Listener::open(studio, &query, &format!("Last-Event-ID: {}\r\n", heard[2].id)).hear(1);

        assert_eq!(by_header, heard[2..]);
        assert_eq!(by_query, heard[2..]);
        assert_eq!(by_both, heard[3..]);
    }
}

service_test! {
    fn a_listener_far_behind_gets_everything_though_nothing_new_happens(studio) {
        // More than is read from the log at once, twice over.
        happen(studio, 1_300);

        let heard = Listener::after(studio, 0).hear(1_300);

        assert_eq!(ids(&heard), (1..=1_300).collect::<Vec<_>>());
        let numbers = heard.iter().filter_map(|event| event.body["number"].as_i64());
        assert!(numbers.eq(1..=1_300));
    }
}

service_test! {
    fn events_outlive_the_service(mut studio) {
        studio.project("one");
        studio.project("two");

        studio.restart();
        let mut listener = Listener::after(studio, 1);
        studio.project("three");

        let heard = listener.hear(2);
        assert_eq!([&heard[0].body["name"], &heard[1].body["name"]], ["two", "three"]);
        assert_eq!(ids(&heard), [2, 3]);
    }
}

/// Writers at once, and what each of them writes.
const WRITERS: usize = 8;
const WRITES: usize = 25;

/// Makes projects from many connections at once while `meanwhile` runs.
fn write_at_once(studio: &Studio, meanwhile: impl FnOnce()) {
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            scope.spawn(move || {
                for number in 0..WRITES {
                    studio.project(&format!("{writer}-{number}"));
                }
            });
        }
        meanwhile();
    });
}

service_test! {
    fn nothing_is_missed_or_repeated_while_many_write(studio, "database.connections" = "16") {
        let all = WRITERS * WRITES;
        let mut steady = Listener::now(studio);
        let came_and_went = Mutex::new(Vec::new());

        write_at_once(studio, || {
            let mut heard: Vec<Heard> = Vec::new();
            while heard.len() < all {
                // Every time it stays a little longer.
                let last = heard.last().map_or(0, |event| event.id);
                let stay = (1 + heard.len() / 3).min(all - heard.len());
                heard.extend(Listener::after(studio, last).hear(stay));
            }
            *came_and_went.lock().unwrap() = heard;
        });

        let heard = steady.hear(all);
        let mut names: Vec<String> = heard.iter().map(|event| event.body["name"].text()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        assert_eq!(ids(&heard), (1..=all as i64).collect::<Vec<_>>());
        assert_eq!(*came_and_went.lock().unwrap(), heard);
    }
}

service_test! {
    fn changes_are_told_in_the_order_of_their_commits(studio, "database.connections" = "16") {
        let path = format!("/api/projects/{}", studio.project("Dracula"));
        let mut listener = Listener::now(studio);

        thread::scope(|scope| {
            for writer in 0..WRITERS {
                let path = &path;
                scope.spawn(move || {
                    for number in 0..WRITES {
                        let name = format!("{writer}-{number}");
                        studio.put(path, &json!({ "name": name })).ok();
                    }
                });
            }
        });

        let heard = listener.hear(WRITERS * WRITES);
        // Each change is strictly later than the one that was committed before it.
        let times: Vec<String> =
            heard.iter().map(|event| event.body["modifiedAt"].text()).collect();
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
        assert_eq!(heard.last().map(|event| &event.body), Some(&studio.get(&path).ok()));
    }
}

/// Only where commits do not come in one order can a request that began earlier end later.
#[test]
fn what_is_committed_later_is_told_later_though_it_began_earlier() {
    let studio = Studio::open(Engine::Postgres);
    let project = studio.project("Dracula");
    let document = studio.document(&project, "Chapter", "");
    let path = format!("/api/projects/{project}/documents/{document}");
    let mut listener = Listener::now(&studio);
    let url = studio.settings.database.url.postgres().expect("an address").to_owned();
    let connect = || postgres::Client::connect(&url, postgres::NoTls).expect("a connection");
    let (mut of_project, mut of_log, mut looking) = (connect(), connect(), connect());

    thread::scope(|scope| {
        // Whoever moves a document waits for its project, which is locking here …
        let mut locking = of_project.transaction().unwrap();
        locking.execute("SELECT id FROM project FOR NO KEY UPDATE", &[]).unwrap();
        let earlier = scope
            .spawn(|| studio.put(&path, &json!({ "title": "began earlier", "position": 7 })).ok());
        studio.until("the earlier request to wait for its project", || {
            let waiting = "SELECT pid FROM pg_stat_activity
                            WHERE datname = current_database() AND wait_event_type = 'Lock'";
            (!looking.query(waiting, &[]).unwrap().is_empty()).then_some(())
        });
        // … and so are the numbers, so that both changes get theirs at once.
        let mut unnumbered = of_log.transaction().unwrap();
        unnumbered.execute("SELECT name FROM event_log FOR UPDATE", &[]).unwrap();
        studio.clock.advance(1_000);
        studio.put(&path, &json!({ "title": "began later" })).ok();
        locking.rollback().unwrap();
        earlier.join().unwrap();
        unnumbered.rollback().unwrap();
    });

    let heard = listener.hear(2);
    assert_eq!(heard[0].body["title"], "began later");
    assert_eq!(heard[1].body["title"], "began earlier");
    assert_eq!(studio.get(&path).ok()["title"], "began earlier");
}

service_test! {
    fn who_asks_for_what_is_gone_or_never_was_is_told_to_begin_anew(
        studio,
        "events.keep_max" = "5"
    ) {
        happen(studio, 20);
        // Events are numbered before any are deleted.
        Listener::after(studio, 0).hear(20);
        studio.clean();

        for id in
            ["1", "14", "21", "9223372036854775807", "9223372036854775808", "-1", "1.5", "x"]
        {
            let mut listener = Listener::open(studio, &format!("?lastEventId={id}"), "");

            let reset = listener.hear(1).remove(0);

            assert_eq!((reset.id, reset.kind.as_str()), (20, "reset"), "{id}");
            assert_eq!(reset.body, json!({ "last": 20 }));
        }

        assert_eq!(ids(&Listener::after(studio, 15).hear(5)), [16, 17, 18, 19, 20]);
        let mut anew = Listener::after(studio, 3);
        studio.project("after the reset");
        let heard = anew.hear(2);
        assert_eq!((heard[0].kind.as_str(), heard[1].kind.as_str()), ("reset", "project"));
        assert_eq!(ids(&heard), [20, 21]);
    }
}

/// More than the buffers of a connection hold: events of a megabyte each.
const LARGE_EVENTS: usize = 24;

service_test! {
    fn who_never_reads_stops_nobody_and_misses_nothing(studio) {
        let mut sleeper = Listener::now(studio);
        let mut reader = Listener::now(studio);
        let description = "x".repeat(1024 * 1024);

        let heard = thread::scope(|scope| {
            scope.spawn(|| {
                for number in 0..LARGE_EVENTS {
                    let body = json!({ "name": number.to_string(), "description": description });
                    studio.post("/api/projects", &body).ok();
                }
            });
            reader.hear(LARGE_EVENTS)
        });

        assert_eq!(ids(&heard), (1..=LARGE_EVENTS as i64).collect::<Vec<_>>());
        assert!(sleeper.hear(LARGE_EVENTS) == heard, "who sleeps wakes to other events");
    }
}

service_test! {
    fn who_never_reads_gives_its_place_up(
        studio,
        "events.streams_max" = "1",
        "server.idle_timeout_ms" = "100"
    ) {
        let sleeper = Listener::now(studio);
        let description = "x".repeat(1024 * 1024);
        let body = json!({ "name": "large", "description": description });

        studio.until("the sleeper's place", || {
            studio.post("/api/projects", &body).ok();
            (Listener::open(studio, "", "").head.status == 200).then_some(())
        });
        drop(sleeper);
    }
}

service_test! {
    fn so_many_streams_and_no_more(studio, "events.streams_max" = "2") {
        let mut first = Listener::now(studio);
        let second = Listener::now(studio);

        let third = studio.get("/api/events");

        assert_eq!(third.status, 503);
        assert_eq!(third.detail(), "Too many event streams are open");
        assert_eq!(third.header("retry-after"), Some("1"));
        drop(second);
        let mut another = studio.until("the second one's place", || {
            let listener = Listener::open(studio, "", "");
            (listener.head.status == 200).then_some(listener)
        });
        studio.project("Dracula");
        assert_eq!(another.hear(1), first.hear(1));
    }
}

service_test! {
    fn asking_for_the_head_of_a_stream_takes_no_place(studio, "events.streams_max" = "1") {
        for _ in 0..3 {
            let head = studio.ask("HEAD", "/api/events", &[], None);

            assert_eq!(head.status, 200);
            assert_eq!(head.header("content-type"), Some("text/event-stream"));
        }
        Listener::now(studio);
    }
}
