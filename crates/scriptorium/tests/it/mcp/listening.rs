//! Tests of following resources: a request that takes as long as somebody listens, and its notifications.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::TcpStream,
};

use domain::principal::Scope;
use serde_json::{Value, json};

use super::stdio::Relay;
use crate::access::token_of;
use crate::{
    access::Person,
    support::{Studio, Text as _, program},
};

/// The version of the protocol that has the request.
const VERSION: &str = "2026-07-28";

/// Somebody who follows resources.
struct Follower(BufReader<TcpStream>);

impl Follower {
    /// One who asks to hear of the list and of these resources; what was accepted.
    fn new(studio: &Studio, bearer: Option<&str>, uris: &[&str]) -> (Self, Value) {
        let wanted = json!({ "resourcesListChanged": true, "resourceSubscriptions": uris });
        let mut follower = Self::asking(studio, bearer, &wanted);
        let acknowledged = follower.message().unwrap();
        assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
        (follower, acknowledged["params"]["notifications"].clone())
    }

    fn asking(studio: &Studio, bearer: Option<&str>, notifications: &Value) -> Self {
        let params = json!({ "notifications": notifications, "_meta": {
            "io.modelcontextprotocol/protocolVersion": VERSION,
            "io.modelcontextprotocol/clientCapabilities": {},
        } });
        let body = json!({ "jsonrpc": "2.0", "id": 5, "method": "subscriptions/listen", "params": params });
        let body = body.to_string();
        let bearer = bearer.map_or(String::new(), |it| format!("Authorization: {it}\r\n"));
        let mut stream = studio.connect();
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n{bearer}Content-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: {VERSION}\r\n\
             Mcp-Method: subscriptions/listen\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        Self(BufReader::new(stream))
    }

    /// The next message; none when the stream has ended.
    fn message(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).unwrap() == 0 || line.trim_end() == "0" {
                return None;
            }
            let Some(data) = line.strip_prefix("data:").map(str::trim) else { continue };
            if !data.is_empty() {
                return Some(serde_json::from_str(data).unwrap_or_else(|_| panic!("{data}")));
            }
        }
    }

    /// What the next message tells: the address of a resource, or that the list is another.
    fn notified(&mut self) -> String {
        let message = self.message().unwrap();
        let subscription = &message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
        assert_eq!(*subscription, 5, "{message}");
        match &*message["method"].text() {
            "notifications/resources/list_changed" => "list".to_owned(),
            "notifications/resources/updated" => message["params"]["uri"].text(),
            other => panic!("{other}"),
        }
    }
}

fn uri(project: &str, rest: &str) -> String {
    format!("scriptorium://project/{project}/{rest}")
}

service_test! {
    fn a_follower_is_told_of_the_resources_it_named_and_of_the_list(studio) {
        let project = studio.project("Nightfall");
        let document = studio.document(&project, "One", "Text.");
        let path = format!("/api/projects/{project}/documents/{document}");
        let [by_id, by_name, outline, promises] =
            [&*format!("document/{document}"), "document/one", "outline", "promises"]
                .map(|rest| uri(&project, rest));
        let (mut follower, accepted) =
            Follower::new(studio, None, &[&by_id, &by_name, &outline, &promises, "file:///etc/passwd"]);

        assert_eq!(accepted["resourcesListChanged"], true);
        assert_eq!(accepted["resourceSubscriptions"], json!([by_id, by_name, outline, promises]));
        studio.put(&path, &json!({ "content": "Other text." })).ok();
        let first: Vec<String> = (0..4).map(|_| follower.notified()).collect();
        assert_eq!(first, ["list", &by_id, &by_name, &outline], "what was never seen may be new to the list");
        studio.put(&path, &json!({ "content": "A third text." })).ok();
        let second: Vec<String> = (0..3).map(|_| follower.notified()).collect();
        assert_eq!(second, [&*by_id, &by_name, &outline], "the same name is no change of the list");
        let promise = json!({ "projectId": project, "title": "The ring", "description": "d" });
        studio.post("/api/creative/plot/promises", &promise).ok();
        assert_eq!(follower.notified(), promises);
        studio.delete(&path).ok();
        assert_eq!(follower.notified(), "list");
    }
}

service_test! {
    fn an_address_by_a_name_is_followed_whatever_has_the_name(studio) {
        let project = studio.project("Nightfall");
        let lore = format!("/api/projects/{project}/lore");
        let [mara, one] = ["lore/mara", "document/chapter%20one"].map(|rest| uri(&project, rest));
        let later = uri("daybreak", "outline");
        let (mut follower, _) = Follower::new(studio, None, &[&mara, &one, &later]);
        let mut next = |wanted: &[&str]| {
            let notified: Vec<String> = wanted.iter().map(|_| follower.notified()).collect();
            assert_eq!(notified, wanted);
        };

        let first = json!({ "name": "Ivo", "category": "character", "aliases": ["Mara"] });
        let first = studio.post(&lore, &first).ok()["id"].text();
        next(&["list", &mara]);
        studio.post(&lore, &json!({ "name": "MARA", "category": "location" })).ok();
        next(&["list", &mara]);
        studio.delete(&format!("{lore}/{first}")).ok();
        next(&["list", &mara]);
        let document = studio.document(&project, "Two", "Text.");
        next(&["list"]);
        let path = format!("/api/projects/{project}/documents/{document}");
        studio.put(&path, &json!({ "title": "Chapter One" })).ok();
        next(&["list", &one]);
        studio.put(&path, &json!({ "content": "Other text." })).ok();
        next(&[&one]);
        studio.project("Daybreak");
        next(&["list", &later]);
    }
}

service_test! {
    fn a_follower_hears_of_no_project_that_it_may_not_see(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let otto = Person::new(studio, "otto", Scope::Write);
        let [night, day] = ["Nightfall", "Daybreak"].map(|name| mara.project(name));
        let noon = otto.project("Noon");
        let outlines = [&night, &day, &noon].map(|project| uri(project, "outline"));
        let bearer = token_of(studio, &night, Scope::Read);
        let wanted = outlines.each_ref().map(String::as_str);
        let (mut follower, _) = Follower::new(studio, Some(&bearer), &wanted);

        for (person, project) in [(&otto, &noon), (&mara, &day), (&mara, &night)] {
            let node = json!({ "projectId": project, "title": "Arrival" });
            person.post("/api/creative/plot/nodes", &node).ok();
        }

        assert_eq!(follower.notified(), outlines[0]);
    }
}

service_test! {
    fn a_follower_is_told_the_end_when_the_service_stops(mut studio) {
        let (mut follower, _) = Follower::new(studio, None, &[]);

        studio.stop();

        let end = follower.message().unwrap();
        assert_eq!((&end["id"], &end["result"]["resultType"]), (&json!(5), &json!("complete")), "{end}");
        assert_eq!(follower.message(), None);
    }
}

service_test! {
    fn no_more_follow_than_the_service_has_streams_for(studio, "events.streams_max" = "1") {
        let (_first, _) = Follower::new(studio, None, &[]);

        let (mut second, _) = Follower::new(studio, None, &[]);

        let refused = second.message().unwrap();
        assert_eq!(refused["error"]["message"], "Too many event streams are open", "{refused}");
    }
}

/// Begins a conversation over standard input in a version with a handshake; what the service can do.
fn handshake(relay: &mut Relay) -> Value {
    let client = json!({ "name": "test", "version": "1" });
    let wanted =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    let agreed = relay.ask(json!("hello"), "initialize", wanted);
    relay.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
    agreed["result"]["capabilities"].clone()
}

service_test! {
    fn the_relay_follows_resources_for_assistants_with_a_handshake(studio) {
        let project = studio.project("Nightfall");
        let document = studio.document(&project, "One", "Text.");
        let path = format!("/api/projects/{project}/documents/{document}");
        let [one, outline] = ["document/one", "outline"].map(|rest| uri(&project, rest));
        let mut relay = Relay::of(studio);

        let can = handshake(&mut relay);
        let followed = relay.ask(json!(1), "resources/subscribe", json!({ "uri": one }));
        studio.put(&path, &json!({ "content": "Other text." })).ok();
        let first = [relay.line(), relay.line()];
        let both = relay.ask(json!(2), "resources/subscribe", json!({ "uri": outline }));
        let left = relay.ask(json!(3), "resources/unsubscribe", json!({ "uri": one }));
        studio.put(&path, &json!({ "content": "A third text." })).ok();
        let second = [relay.line(), relay.line()];
        let unknown = relay.ask(json!(4), "resources/subscribe", json!({ "uri": "file:///etc/passwd" }));

        assert_eq!(can["resources"], json!({ "subscribe": true, "listChanged": true }));
        for (answer, id) in [(followed, 1), (both, 2), (left, 3)] {
            assert_eq!(answer, json!({ "jsonrpc": "2.0", "id": id, "result": {} }));
        }
        let list = json!({ "jsonrpc": "2.0", "method": "notifications/resources/list_changed" });
        let updated = |uri: &str| {
            let params = json!({ "uri": uri });
            json!({ "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": params })
        };
        assert_eq!(first, [list.clone(), updated(&one)]);
        assert_eq!(second, [list, updated(&outline)], "a new stream has listed nothing yet");
        assert_eq!((&unknown["id"], &unknown["error"]["code"]), (&json!(4), &json!(-32602)), "{unknown}");
        assert_eq!(relay.end(), "");
    }
}

service_test! {
    fn the_relay_notifies_of_all_that_is_followed_after_the_service_was_restarted(mut studio) {
        let project = studio.project("Nightfall");
        let outline = uri(&project, "outline");
        let mut relay = Relay::start(program::command(studio.folder(), &["mcp", "--data", "."]));
        handshake(&mut relay);
        relay.ask(json!(1), "resources/subscribe", json!({ "uri": outline }));

        studio.restart();
        let after = [relay.line(), relay.line()];
        let node = json!({ "projectId": project, "title": "Arrival" });
        studio.post("/api/creative/plot/nodes", &node).ok();
        let changed = relay.line();

        assert_eq!(after[0]["method"], "notifications/resources/list_changed");
        assert_eq!(after[1]["params"]["uri"].text(), outline);
        assert_eq!(changed["params"]["uri"].text(), outline);
        assert_eq!(relay.end(), "");
    }
}

service_test! {
    fn who_follows_more_after_the_stream_broke_is_told_of_what_was_followed_before(mut studio) {
        let project = studio.project("Nightfall");
        let [outline, timeline] = ["outline", "timeline"].map(|rest| uri(&project, rest));
        let mut relay = Relay::start(program::command(studio.folder(), &["mcp", "--data", "."]));
        handshake(&mut relay);
        relay.ask(json!(1), "resources/subscribe", json!({ "uri": outline }));

        studio.restart();
        let first = relay.ask(json!(2), "resources/subscribe", json!({ "uri": timeline }));
        let mut messages = vec![first];
        let has = |messages: &[Value], wanted: &dyn Fn(&Value) -> bool| messages.iter().any(wanted);
        while !has(&messages, &|it| it["id"] == 2)
            || !has(&messages, &|it| it["params"]["uri"] == outline)
        {
            messages.push(relay.line());
        }

        assert_eq!(relay.end(), "");
    }
}

service_test! {
    fn the_relay_passes_on_what_a_client_of_the_newest_version_follows(studio) {
        let project = studio.project("Nightfall");
        let document = studio.document(&project, "One", "Text.");
        let wanted = uri(&project, &format!("document/{document}"));
        let mut relay = Relay::of(studio);
        let params = json!({ "notifications": { "resourceSubscriptions": [wanted] }, "_meta": {
            "io.modelcontextprotocol/protocolVersion": VERSION,
            "io.modelcontextprotocol/clientCapabilities": {},
        } });

        let acknowledged = relay.ask(json!(9), "subscriptions/listen", params);
        let path = format!("/api/projects/{project}/documents/{document}");
        studio.put(&path, &json!({ "content": "Other text." })).ok();
        let updated = relay.line();

        assert_eq!(acknowledged["params"]["notifications"]["resourceSubscriptions"], json!([wanted]));
        assert_eq!(updated["params"]["uri"].text(), wanted);
        assert_eq!(updated["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 9);
        assert_eq!(relay.end(), "", "it ends with its input, whoever listens");
    }
}
