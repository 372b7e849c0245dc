//! Tests of requests that are sent again: with an `Idempotency-Key` the first answer is given
//! again, and nothing is done twice.

use domain::{principal::Scope, time::DAY_MS};
use serde_json::{Value, json};

use crate::support::{JSON, Reply, Studio, Text as _};

/// Sends a keyed POST.
fn keyed(studio: &Studio, path: &str, key: &str, body: &str) -> Reply {
    studio.ask("POST", path, &[JSON, ("idempotency-key", key)], Some(body))
}

/// A route that makes something.
struct Making {
    path: String,
    body: Value,
    /// Where what it makes is counted.
    counted: String,
}

/// Every route that makes something, and a body for it.
fn makings(studio: &Studio, project: &str) -> Vec<Making> {
    // The agent sleeps, so that nothing but what is sent is counted.
    studio.post("/api/agents/muse/sleep", &json!({})).ok();
    let documents = format!("/api/projects/{project}/documents");
    let languages = "/api/creative/conlang/languages";
    let language = studio.post(languages, &json!({ "projectId": project, "name": "x" })).ok();
    let of_language = |list: &str| format!("{languages}/{}/{list}", language["id"].text());
    vec![
        Making {
            path: languages.to_owned(),
            body: json!({ "projectId": project, "name": "x" }),
            counted: format!("{languages}?projectId={project}"),
        },
        Making {
            path: of_language("grammar-rules"),
            body: json!({ "category": "syntax", "name": "x" }),
            counted: of_language("grammar-rules?category=syntax"),
        },
        Making {
            path: of_language("lexicon"),
            body: json!({ "form": "x" }),
            counted: of_language("lexicon"),
        },
        Making {
            path: "/api/projects".to_owned(),
            body: json!({ "name": "x" }),
            counted: "/api/projects".to_owned(),
        },
        Making {
            path: documents.clone(),
            body: json!({ "title": "x", "content": "text" }),
            counted: format!("{documents}?kind=chapter&parentId=root"),
        },
        Making {
            path: format!("{documents}/import"),
            body: json!({ "files": [{ "path": "scraps/a.md", "content": "a" }] }),
            counted: format!("{documents}?kind=note&parentId=root"),
        },
        Making {
            path: "/api/creative/plot/promises".to_owned(),
            body: json!({ "projectId": project, "title": "x" }),
            counted: "/api/creative/plot/promises".to_owned(),
        },
        Making {
            path: "/api/creative/plot/nodes".to_owned(),
            body: json!({ "projectId": project, "title": "x" }),
            counted: format!("/api/creative/plot/nodes?projectId={project}"),
        },
        Making {
            path: "/api/notifications/test".to_owned(),
            body: json!({ "title": "x" }),
            counted: "/api/notifications".to_owned(),
        },
        Making {
            path: "/api/agent-communication/messages/send".to_owned(),
            body: json!({ "toAgent": "muse", "message": "x" }),
            counted: "/api/agent-communication/messages?agent=muse".to_owned(),
        },
    ]
}

impl Making {
    fn send(&self, studio: &Studio, key: &str) -> Reply {
        keyed(studio, &self.path, key, &self.body.to_string())
    }

    /// Waits until so many are there; what is made by a job comes a moment later.
    fn until_there(&self, studio: &Studio, count: usize) {
        studio.until(&format!("{count} of {}", self.path), || {
            (self.count(studio) == count).then_some(())
        });
    }

    /// How many are there; replies of the agent are none.
    fn count(&self, studio: &Studio) -> usize {
        let page = studio.get(&self.counted).ok();
        match page["messages"].as_array() {
            Some(messages) => messages.iter().filter(|it| it["toAgent"] == "muse").count(),
            None => {
                let total = page["total"].as_i64().or_else(|| page["data"]["total"].as_i64());
                usize::try_from(total.unwrap()).unwrap()
            }
        }
    }
}

/// Waits until no import is on its way.
fn imports_are_done(studio: &Studio, project: &str, replies: &[Reply]) {
    for reply in replies.iter().filter(|reply| reply.body.get("progress").is_some()) {
        let import = format!("/api/projects/{project}/imports/{}", reply.body["id"].text());
        studio.until("an import", || (studio.get(&import).ok()["progress"] == 1.0).then_some(()));
    }
}

service_test! {
    fn a_repeat_gets_the_first_answer_and_does_nothing(mut studio) {
        let project = studio.project("Dracula");
        for making in makings(studio, &project) {
            let before = making.count(studio);

            let first = making.send(studio, "k");
            assert_eq!(first.status, 200, "{first}");
            making.until_there(studio, before + 1);
            studio.clock.advance(1_000);
            let repeat = making.send(studio, "k");

            assert_eq!((repeat.status, &repeat.text), (200, &first.text));
            assert_eq!(repeat.header("etag"), first.header("etag"));
            studio.restart();
            studio.post("/api/agents/muse/sleep", &json!({})).ok();
            assert_eq!(making.send(studio, "k").text, first.text, "after a restart");
            imports_are_done(studio, &project, &[first, repeat]);
            assert_eq!(making.count(studio), before + 1, "{}", making.path);
        }
    }
}

service_test! {
    fn a_key_that_comes_with_another_body_is_a_conflict(studio) {
        let project = studio.project("Dracula");
        for making in makings(studio, &project) {
            let before = making.count(studio);
            let first = making.send(studio, "k");
            let mut other = making.body.clone();
            other["extra"] = json!(1);

            let reply = keyed(studio, &making.path, "k", &other.to_string());

            assert_eq!((reply.status, reply.detail()),
                (409, "This Idempotency-Key came with another body".to_owned()));
            imports_are_done(studio, &project, &[first]);
            making.until_there(studio, before + 1);
        }
    }
}

service_test! {
    fn a_key_belongs_to_one_path_and_one_user(studio) {
        let (one, other) = (studio.project("one"), studio.project("other"));
        let body = json!({ "title": "x" }).to_string();
        let documents = |project: &str| format!("/api/projects/{project}/documents");
        let first = keyed(studio, &documents(&one), "k", &body).ok();

        let elsewhere = keyed(studio, &documents(&other), "k", &body).ok();
        assert_eq!(elsewhere["projectId"].text(), other);
        let another_body = json!({ "name": "x" }).to_string();
        assert_eq!(keyed(studio, "/api/projects", "k", &another_body).status, 200);

        let token = |user: &str| {
            let database = studio.behind().database.clone();
            let now = studio.clock.now();
            let made = scriptorium::tokens::create(&database, user, Scope::Write, "", None, now);
            format!("Bearer {}", studio.block_on(made).unwrap())
        };
        let (mina, lucy) = (token("mina"), token("lucy"));
        let make = |bearer: &str| {
            let headers = [JSON, ("idempotency-key", "k"), ("authorization", bearer)];
            studio.ask("POST", "/api/projects", &headers, Some(&another_body)).ok()
        };
        let (minas, lucys) = (make(&mina), make(&lucy));
        assert_eq!((minas["owner"].text(), lucys["owner"].text()),
            ("mina".to_owned(), "lucy".to_owned()));
        assert_eq!(make(&mina), minas);
        assert_eq!(keyed(studio, &documents(&one), "k", &body).ok(), first);
    }
}

service_test! {
    fn after_a_day_a_key_is_free_again(studio) {
        let body = json!({ "name": "x" }).to_string();
        let first = keyed(studio, "/api/projects", "k", &body).ok();

        studio.clock.advance(DAY_MS);
        studio.clean();
        assert_eq!(keyed(studio, "/api/projects", "k", &body).ok(), first);
        studio.clock.advance(1);
        let second = keyed(studio, "/api/projects", "k", &body).ok();
        assert_ne!(second["id"], first["id"]);
        // Whether the janitor came by in between or not.
        studio.clock.advance(DAY_MS + 1);
        studio.clean();
        let other = json!({ "name": "y" }).to_string();
        assert_eq!(keyed(studio, "/api/projects", "k", &other).status, 200);
    }
}

service_test! {
    fn a_key_is_1_to_255_visible_characters(studio) {
        let (longest, longer) = ("k".repeat(255), "k".repeat(256));
        for (key, status) in [
            ("", 400),
            (longer.as_str(), 400),
            (longest.as_str(), 200),
            ("~!@{}\"", 200),
            ("a b", 400),
        ] {
            assert_eq!(keyed(studio, "/api/projects", key, r#"{"name":"x"}"#).status, status, "{key}");
        }
        let strange = b"POST /api/projects HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
            content-type: application/json\r\nidempotency-key: \xc3\xa4\r\ncontent-length: 12\r\n\r\n\
            {\"name\":\"x\"}";
        insta::assert_snapshot!(studio.raw(strange), @r#"
        400
        {"detail":"An Idempotency-Key is 1 to 255 visible ASCII characters"}
        "#);
        assert_eq!(studio.get("/api/projects").ok()["total"], 2);
    }
}

service_test! {
    fn a_request_that_was_refused_leaves_its_key_free(studio) {
        let project = studio.project("x");
        let documents = format!("/api/projects/{project}/documents");

        assert_eq!(keyed(studio, &documents, "k", "{}").status, 422);
        let body = r#"{"title":"x","parentId":"missing"}"#;
        assert_eq!(keyed(studio, &documents, "k", body).status, 404);
        assert_eq!(keyed(studio, &documents, "k", r#"{"title":"x"}"#).status, 200);
        let import = format!("{documents}/import");
        assert_eq!(keyed(studio, "/api/projects/missing/documents/import", "k", r#"{"files":[]}"#).status, 404);
        assert_eq!(keyed(studio, &import, "k", r#"{"files":[]}"#).status, 200);
    }
}

service_test! {
    fn of_twenty_repeats_at_once_one_does_something(studio) {
        let project = studio.project("Dracula");
        let makings = makings(studio, &project);
        let changes = || {
            let project = studio.get(&format!("/api/projects/{project}")).ok();
            project["analytics"]["collaboratorActivity"]["local"].as_f64().unwrap_or(0.0)
        };
        let changes_before = changes();
        for making in &makings {
            let before = making.count(studio);

            let replies: Vec<Reply> = std::thread::scope(|scope| {
                let senders: Vec<_> =
                    (0..20).map(|_| scope.spawn(|| making.send(studio, "k"))).collect();
                senders.into_iter().map(|sender| sender.join().unwrap()).collect()
            });

            for reply in &replies {
                assert_eq!((reply.status, &reply.text), (200, &replies[0].text));
            }
            imports_are_done(studio, &project, &replies[..1]);
            making.until_there(studio, before + 1);
        }
        // A new project and a message are no changes of this one's records.
        let of_project = |making: &&Making| making.path.contains(&project)
            || making.path.starts_with("/api/creative");
        let changed = makings.iter().filter(of_project).count();
        assert_eq!(changes() - changes_before, changed as f64);
    }
}

service_test! {
    fn a_repeat_is_answered_though_its_copy_is_stale_by_now(studio) {
        let path = format!("/api/projects/{}/archive", studio.project("Dracula"));
        let archive = |key: &str| {
            let headers = [("idempotency-key", key), ("if-match", "\"1\"")];
            studio.ask("POST", &path, &headers, None)
        };

        let first = archive("k");
        let repeat = archive("k");
        let other = archive("other");

        assert_eq!((first.status, first.header("etag")), (200, Some("\"2\"")));
        assert_eq!((repeat.status, repeat.text), (200, first.text));
        assert_eq!(other.status, 412);
    }
}

service_test! {
    fn a_repeat_is_answered_though_what_was_read_is_gone(studio) {
        let id = studio.project("Dracula");
        let project = format!("/api/projects/{id}");
        let document = studio.document(&id, "I", "He took the lamp.");
        let search = json!({ "name": "x", "query": "lamp", "projectId": id });
        let saved = studio.post("/api/discovery/research/saved-searches", &search).ok()["id"].text();
        let saved = format!("/api/discovery/research/saved-searches/{saved}");
        let reading = json!({ "documentIds": [document] }).to_string();
        let requests = [
            (format!("{project}/analyses"), reading.as_str()),
            (format!("{saved}/run"), ""),
            (format!("{project}/documents/import"), r#"{"files":[{"path":"a.md","content":"a"}]}"#),
        ];
        let first = requests.each_ref().map(|(path, body)| keyed(studio, path, "k", body));
        imports_are_done(studio, &id, &first);

        studio.delete(&saved).ok();
        studio.delete(&format!("{project}/documents/{document}")).ok();
        studio.delete(&project).ok();

        for ((path, body), first) in requests.iter().zip(&first) {
            let repeat = keyed(studio, path, "k", body);
            assert_eq!((first.status, repeat.status, &repeat.text), (200, 200, &first.text), "{path}");
            assert_eq!(keyed(studio, path, "other", body).status, 404, "{path}");
        }
        let other_body = keyed(studio, &format!("{project}/analyses"), "k", "{}");
        assert_eq!(other_body.status, 409, "{other_body}");
    }
}

service_test! {
    fn a_repeated_change_of_state_changes_nothing_again(studio) {
        let id = studio.project("Dracula");
        let project = format!("/api/projects/{id}");
        let document = format!("{project}/documents/{}", studio.document(&id, "I", ""));
        studio.delete(&document).ok();

        for (path, body, undo) in [
            (format!("{project}/archive"), "", "active"),
            (format!("{project}/status"), r#"{"status":"paused"}"#, "active"),
            (format!("{project}/restore"), "", "archived"),
            (format!("{document}/restore"), "", "completed"),
            (format!("{project}/activate"), "", "paused"),
        ] {
            let first = keyed(studio, &path, "k", body);
            assert_eq!(first.status, 200, "{path}: {first}");
            studio.post(&format!("{project}/status"), &json!({ "status": undo })).ok();
            let between = studio.get(&project);

            let repeat = keyed(studio, &path, "k", body);

            assert_eq!((repeat.status, &repeat.text), (200, &first.text), "{path}");
            assert_eq!(repeat.header("etag"), first.header("etag"));
            assert_eq!(studio.get(&project).text, between.text, "{path}");
        }
        assert_eq!(keyed(studio, &format!("{project}/status"), "k", r#"{"status":"active"}"#).status, 409);
    }
}

service_test! {
    fn a_body_that_the_route_does_not_take_belongs_to_the_request_too(studio) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}/archive");

        let first = keyed(studio, &path, "k", "{}");
        let again = keyed(studio, &path, "k", "{}");
        let other = keyed(studio, &path, "k", r#"{"reason":"done"}"#);

        assert_eq!((again.status, &again.text), (200, &first.text));
        assert_eq!(other.status, 409, "{other:?}");
    }
}
