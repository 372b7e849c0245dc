//! Tests of notifications: how one is made, heard, listed and read, whose it is, and how many are
//! kept.

use domain::{
    Principal,
    notifications::{
        NOTIFICATIONS_MAX, NotificationContent, NotificationKind, NotificationPriority,
        NotificationQuery,
    },
    principal::Scope,
};
use engine::Change;
use serde_json::{Value, json};

use crate::support::{JSON, Listener, Studio, Text as _};

const NOTIFICATIONS: &str = "/api/notifications";
const TEST: &str = "/api/notifications/test";

/// Makes a notification of this title; its id.
fn make(studio: &Studio, title: &str) -> String {
    studio.post(TEST, &json!({ "title": title })).ok()["eventId"].text()
}

/// The titles of a list, and its total.
fn titles(studio: &Studio, query: &str) -> (Vec<String>, Value) {
    let list = studio.get(&format!("{NOTIFICATIONS}?{query}")).ok();
    let all = list["notifications"].as_array().expect("a list");
    (all.iter().map(|it| it["title"].text()).collect(), list["total"].clone())
}

/// A notification of these tests.
fn note(title: &str) -> NotificationContent {
    NotificationContent {
        title: title.to_owned(),
        message: String::new(),
        kind: NotificationKind::Info,
        priority: NotificationPriority::Low,
    }
}

service_test! {
    fn a_test_notification_is_kept_and_heard_as_any_other(mut studio) {
        let mut listener = Listener::now(studio);

        let made = studio.post(TEST, &json!({})).ok();

        let id = made["eventId"].clone();
        assert_eq!(made, json!({ "success": true, "eventId": id, "error": "",
            "message": "The notification was made" }));
        let wanted = json!({
            "id": id,
            "title": "Test Notification",
            "message": "This is a test notification from the backend",
            "type": "info",
            "priority": "normal",
            "read": false,
            "createdAt": "2026-11-18T11:06:40.000Z",
        });
        let heard = listener.hear(1).remove(0);
        assert_eq!((heard.kind.as_str(), &heard.body), ("notification", &wanted));
        studio.restart();
        let list = studio.get(NOTIFICATIONS).ok();
        assert_eq!(list, json!({ "notifications": [wanted], "nextCursor": null, "total": 1 }));
    }
}

service_test! {
    fn every_type_and_priority_is_taken_and_no_other(studio) {
        for kind in ["success", "error", "warning", "info"] {
            for priority in ["low", "normal", "high", "critical"] {
                let sent = json!({ "title": "", "message": "m", "type": kind,
                    "priority": priority });
                studio.post(TEST, &sent).ok();

                let list = studio.get(&format!("{NOTIFICATIONS}?limit=1")).ok();
                for (field, value) in sent.as_object().unwrap() {
                    assert_eq!(&list["notifications"][0][field], value, "{field}");
                }
            }
        }
        let mistakes = json!({ "title": null, "message": 1, "type": "fatal", "priority": "medium" });
        insta::assert_snapshot!(studio.post(TEST, &mistakes), @r"
        422
        body.title: Input should be a valid string (string_type)
        body.message: Input should be a valid string (string_type)
        body.type: Input should be 'success', 'error', 'warning' or 'info' (literal_error)
        body.priority: Input should be 'low', 'normal', 'high' or 'critical' (literal_error)
        ");
    }
}

service_test! {
    fn in_production_no_test_notification_can_be_made(studio, "server.mode" = "production") {
        for (method, body) in
            [("POST", Some("{}")), ("POST", Some("{")), ("GET", None), ("DELETE", None)]
        {
            let reply = studio.ask(method, TEST, &[JSON], body);

            assert_eq!((reply.status, reply.text.as_str()), (404, r#"{"detail":"Not Found"}"#));
        }
        assert_eq!(studio.get(NOTIFICATIONS).ok()["total"], 0);
    }
}

service_test! {
    fn notifications_are_listed_newest_first_in_pages_and_by_what_was_read(studio) {
        let mut ids = Vec::new();
        for title in ["a", "b", "c", "d", "e"] {
            ids.push(make(studio, title));
            studio.clock.advance(i64::from(title > "b"));
        }

        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = studio.get(&format!("{NOTIFICATIONS}?limit=2{cursor}")).ok();
            assert_eq!(page["total"], 5);
            let all = page["notifications"].as_array().unwrap();
            seen.extend(all.iter().map(|it| it["title"].text()));
            if page["nextCursor"].is_null() {
                break;
            }
            cursor = format!("&cursor={}", page["nextCursor"].text());
        }
        assert_eq!(seen, ["e", "d", "c", "b", "a"]);

        studio.post(&format!("{NOTIFICATIONS}/{}/read", ids[3]), &json!({})).ok();
        let of = |titles: &[&str]| titles.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert_eq!(titles(studio, "unread=true"), (of(&["e", "c", "b", "a"]), json!(4)));
        assert_eq!(titles(studio, "unread=false"), (of(&["d"]), json!(1)));
        assert_eq!(titles(studio, ""), (of(&["e", "d", "c", "b", "a"]), json!(5)));
        insta::assert_snapshot!(studio.get(&format!("{NOTIFICATIONS}?unread=maybe&limit=101")), @r"
        422
        query.unread: Input should be a valid boolean, unable to interpret input (bool_parsing)
        query.limit: Input should be less than or equal to 100 (less_than_equal)
        ");
    }
}

service_test! {
    fn a_notification_is_read_once_or_all_at_once(studio) {
        let id = make(studio, "a");
        make(studio, "b");
        make(studio, "c");
        let path = format!("{NOTIFICATIONS}/{id}/read");

        let read = studio.post(&path, &json!({})).ok();

        assert_eq!((&read["id"], &read["read"]), (&json!(id), &json!(true)));
        assert_eq!(studio.post(&path, &json!({})).ok(), read, "it stays read");
        let read_all = format!("{NOTIFICATIONS}/read-all");
        let keyed = [("idempotency-key", "k")];
        assert_eq!(studio.ask("POST", &read_all, &keyed, None).ok(), json!({ "read": 2 }));
        assert_eq!(studio.ask("POST", &read_all, &keyed, None).ok(), json!({ "read": 2 }));
        assert_eq!(studio.ask("POST", &read_all, &[], None).ok(), json!({ "read": 0 }));
        assert_eq!(titles(studio, "unread=true").1, 0);
        let unknown = studio.post(&format!("{NOTIFICATIONS}/missing/read"), &json!({}));
        assert_eq!((unknown.status, unknown.detail().as_str()), (404, "Notification not found"));
    }
}

service_test! {
    fn what_one_user_is_told_is_for_nobody_else(studio) {
        let database = studio.behind().database.clone();
        let now = studio.clock.now();
        let token = |name: &str| {
            let made = scriptorium::tokens::create(&database, name, Scope::Write, "", None, now);
            format!("Bearer {}", studio.block_on(made).unwrap())
        };
        let (mina, lucy) = (token("mina"), token("lucy"));
        let ask = |bearer: &str, method: &str, path: &str, body: Option<&str>| {
            studio.ask(method, path, &[JSON, ("authorization", bearer)], body)
        };
        let mut of_all = Listener::now(studio);
        let mut of_mina = Listener::open(studio, "", &format!("Authorization: {mina}\r\n"));
        of_mina.block();

        let id = ask(&mina, "POST", TEST, Some(r#"{"title":"for Mina"}"#)).ok()["eventId"].text();
        ask(&lucy, "POST", TEST, Some(r#"{"title":"for Lucy"}"#)).ok();
        make(studio, "for the house");

        assert_eq!(of_mina.hear(1)[0].body["title"], "for Mina");
        // Not even whoever sees every record hears the notifications of another one.
        assert_eq!(of_all.hear(1)[0].body["title"], "for the house");
        let path = format!("{NOTIFICATIONS}/{id}/read");
        for reply in [ask(&lucy, "POST", &path, None), studio.post(&path, &json!({}))] {
            assert_eq!((reply.status, reply.detail().as_str()), (404, "Notification not found"));
        }
        assert_eq!(titles(studio, "").0, ["for the house"]);
        assert_eq!(ask(&lucy, "POST", "/api/notifications/read-all", None).ok()["read"], 1);
        let list = ask(&mina, "GET", NOTIFICATIONS, None).ok();
        assert_eq!((&list["total"], &list["notifications"][0]["read"]), (&json!(1), &json!(false)));
    }
}

service_test! {
    fn a_project_that_wants_no_notifications_makes_none(studio) {
        let project = studio.project("Dracula");
        let now = studio.clock.now();
        let send_test = |title: &'static str| {
            let project = project.clone();
            studio.write(move |tx| {
                let project = store::projects::check(tx, &Principal::local(), &project)?;
                let principal = Principal::local();
                let mut change = Change::new(tx, &principal, now);
                engine::notifications::notify_about(&mut change, &project, "local", note(title))
            })
        };

        assert_eq!(send_test("heard").unwrap().note, note("heard"));
        let settings = json!({ "settings": { "notifications": false } });
        studio.put(&format!("/api/projects/{project}"), &settings).ok();
        assert_eq!(send_test("unheard"), None);
        // What is about no project is said all the same.
        make(studio, "of the house");

        assert_eq!(titles(studio, "").0, ["of the house", "heard"]);
    }
}

service_test! {
    fn beyond_the_bound_the_oldest_that_were_read_are_forgotten_then_the_oldest(studio) {
        let ids = [make(studio, "oldest"), make(studio, "read"), make(studio, "old")];
        studio.post(&format!("{NOTIFICATIONS}/{}/read", ids[1]), &json!({})).ok();
        studio.clock.advance(1);
        let now = studio.clock.now();
        studio.write(move |tx| {
            let principal = Principal::local();
            let mut change = Change::new(tx, &principal, now);
            // As many as are kept, and then those of somebody else.
            for account in ["local", "mina"] {
                for _ in 0..NOTIFICATIONS_MAX - 1 {
                    engine::notifications::notify(&mut change, account, note("new"))?;
                }
            }
            Ok(())
        });
        assert_eq!(titles(studio, "limit=1").1, NOTIFICATIONS_MAX + 2);

        studio.clean();

        assert_eq!(titles(studio, "limit=1").1, NOTIFICATIONS_MAX);
        assert_eq!(titles(studio, "unread=false").0, [""; 0], "the one that was read");
        let list = studio.get(&format!("{NOTIFICATIONS}?limit=100&unread=true")).ok();
        assert_eq!(list["total"], NOTIFICATIONS_MAX);
        for (id, status) in ids.iter().zip([404, 404, 200]) {
            let reply = studio.post(&format!("{NOTIFICATIONS}/{id}/read"), &json!({}));
            assert_eq!(reply.status, status, "{reply}");
        }
        let minas = studio.write(|tx| {
            let mina = Principal::of_token("mina".to_owned(), Scope::Read);
            let query = NotificationQuery { unread: None, limit: 1, cursor: None };
            store::notifications::list(tx, &mina, &query)
        });
        assert_eq!(minas.total, Some(NOTIFICATIONS_MAX - 1));
    }
}
