//! How one listens to a swarm: what it is now, then each change, and the end ends the stream.

use std::io::{Read as _, Write as _};

use serde_json::{Value, json};

use super::{SWARM, begin, ended, path, sleep, wake};
use crate::support::{Studio, Text as _, coverage};

/// Listens to a swarm until the stream ends; the records that it sent.
fn follow(studio: &Studio, swarm: &Value, headers: &str, meanwhile: impl FnOnce()) -> Vec<Value> {
    let mut stream = studio.connect();
    let path = format!("{}/stream", path(swarm));
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
    coverage::note("GET", &path, 200);
    meanwhile();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text.lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|body| serde_json::from_str(body).unwrap())
        .collect()
}

fn statuses(records: &[Value]) -> Vec<String> {
    records.iter().map(|record| record["status"].text()).collect()
}

service_test! {
    fn a_swarm_is_followed_from_where_it_is_to_its_end(studio) {
        sleep(studio, "director");
        let followed = begin(studio, "consistency_sweep", json!({}));
        let other = begin(studio, "consistency_sweep", json!({}));

        let records = follow(studio, &followed, "", || wake(studio, "director"));

        assert_eq!(statuses(&records), ["pending", "active", "completed"]);
        assert!(records.iter().all(|record| record["swarmId"] == followed["swarmId"]), "{records:?}");
        ended(studio, &other);
        // Of one that is over there is only one record to send.
        assert_eq!(statuses(&follow(studio, &followed, "", || ())), ["completed"]);
    }
}

service_test! {
    fn who_goes_on_hears_what_it_missed_and_nothing_twice(studio) {
        sleep(studio, "director");
        let followed = begin(studio, "consistency_sweep", json!({}));
        let mut listener = crate::support::Listener::after(studio, 0);
        let made = std::iter::from_fn(|| listener.event()).find(|it| it.kind == "swarm").unwrap();

        let headers = format!("Last-Event-ID: {}\r\n", made.id);
        let records = follow(studio, &followed, &headers, || wake(studio, "director"));

        assert_eq!(statuses(&records), ["active", "completed"]);
    }
}

service_test! {
    fn nobody_follows_what_is_not_there(studio) {
        let reply = studio.get(&format!("{SWARM}/nobody/stream"));

        assert_eq!((reply.status, reply.detail()), (404, "Swarm not found".to_owned()));
    }
}
