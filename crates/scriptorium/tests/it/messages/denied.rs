//! What becomes of refused messages: their sender can read why for some days, and nobody else hears
//! what they would have said.

use domain::{
    Principal,
    messages::{DENIED_MAX, SendMessage},
};
use engine::{Change, messages as hub};
use serde_json::{Value, json};

use super::{MESSAGES, dead::age, list, path, read, reply_to, send};
use crate::support::{Listener, Studio, Text as _};

/// What director takes from nobody but itself and the studio.
fn refused(text: &str) -> Value {
    json!({ "toAgent": "director", "fromAgent": "muse", "message": text, "messageType": "handoff" })
}

fn found(studio: &Studio, query: &str) -> usize {
    let found = studio.post("/api/discovery/research/search", &json!({ "query": query })).ok();
    found["results"].as_array().unwrap().len()
}

service_test! {
    fn nobody_hears_or_finds_what_was_refused(studio) {
        let mut listener = Listener::now(studio);

        let sent = send(studio, &refused("A quagga in the attic.")).ok();

        let heard = listener.event().unwrap().body;
        assert_eq!((&heard["id"], &heard["status"], &heard["rule"], &heard["message"]),
            (&sent["response"]["messageId"], &json!("denied"), &json!("policy default"), &json!("")));
        let kept = studio.get(&path(&sent)).ok();
        assert_eq!(kept["message"], "A quagga in the attic.", "its sender reads it");
        assert_eq!(found(studio, "quagga"), 0);
        // What was let in is found.
        send(studio, &json!({ "toAgent": "muse", "message": "A quagga in the cellar." })).ok();
        assert_eq!(found(studio, "quagga"), 1);
    }
}

service_test! {
    fn of_refused_messages_the_newest_are_kept_and_those_for_some_days(studio) {
        let mut old = send(studio, &refused("long ago")).ok();
        let first = send(studio, &refused("first")).ok();
        let other = send(studio, &json!({ "toAgent": "muse", "message": "x" })).ok();
        reply_to(studio, &other);
        age(studio, &mut old, 1);
        let (inside, now) = (studio.behind().clone(), studio.clock.now());
        studio.write(move |tx| {
            for _ in 1..DENIED_MAX {
                let said: SendMessage = read(&refused("again"));
                hub::send(&mut Change::new(tx, &Principal::local(), now), &inside, &said)?;
            }
            Ok(())
        });
        let there = |sent: &Value| studio.get(&path(sent)).status == 200;
        let total = || studio.get(&format!("{MESSAGES}?limit=1")).ok()["total"].clone();
        assert_eq!(total(), DENIED_MAX + 3);

        studio.clean();

        assert_eq!([&old, &first, &other].map(there), [false, true, true]);
        assert_eq!(total(), DENIED_MAX + 2);
        send(studio, &refused("one more")).ok();
        studio.clean();
        assert_eq!([&first, &other].map(there), [false, true]);
        assert_eq!(list(studio, "status=denied")[0]["message"].text(), "one more");
    }
}
