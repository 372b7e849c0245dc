//! Tests of who may do what: tokens and their scopes, projects of one's own and of others, and
//! the events that go with them. What comes in from a browser is tested in `server::hosts`.

mod rates;
mod scopes;

use domain::principal::Scope;
use engine::tokens::TokenCreate;
use scriptorium::{
    serve::{self, StartError},
    tokens,
};
use serde_json::{Value, json};

use crate::session::is_for_anybody;
use crate::support::{Engine, JSON, Listener, Reply, Studio, Text as _};

/// Somebody who comes with a token.
pub struct Person<'s> {
    pub studio: &'s Studio,
    pub bearer: String,
}

impl<'s> Person<'s> {
    /// A user of this name, with a token that never ends.
    pub fn new(studio: &'s Studio, name: &str, scope: Scope) -> Self {
        Self::for_days(studio, name, scope, None)
    }

    fn for_days(studio: &'s Studio, name: &str, scope: Scope, days: Option<u32>) -> Self {
        let now = studio.clock.now();
        let made = tokens::create(&studio.behind().database, name, scope, "", days, now);
        Self { studio, bearer: format!("Bearer {}", studio.block_on(made).expect("a token")) }
    }

    pub fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Reply {
        let headers = [("authorization", self.bearer.as_str()), JSON];
        self.studio.ask(method, path, &headers, body.map(Value::to_string).as_deref())
    }

    pub fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask("POST", path, Some(body))
    }

    pub fn put(&self, path: &str, body: &Value) -> Reply {
        self.ask("PUT", path, Some(body))
    }

    pub fn project(&self, name: &str) -> String {
        self.post("/api/projects", &json!({ "name": name })).ok()["id"].text()
    }

    /// The names of the projects in the list.
    pub fn projects(&self) -> Vec<String> {
        let list = self.get("/api/projects").ok();
        list["projects"].as_array().expect("a list").iter().map(|it| it["name"].text()).collect()
    }

    fn listen(&self) -> Listener {
        let authorization = format!("Authorization: {}\r\n", self.bearer);
        let mut listener = Listener::open(self.studio, "", &authorization);
        assert_eq!(listener.block().as_deref(), Some("retry: 2000"));
        listener
    }
}

/// The bearer of a token of Mara's for one project.
pub fn token_of(studio: &Studio, project: &str, scope: Scope) -> String {
    let create = TokenCreate {
        user: "mara".to_owned(),
        scope,
        project: Some(project.to_owned()),
        label: "her assistant".to_owned(),
        days: None,
    };
    let made = tokens::make(&studio.behind().database, create, studio.clock.now());
    format!("Bearer {}", studio.block_on(made).unwrap())
}

/// The methods and paths under /api, each parameter replaced by `id`.
fn operations(id: &str) -> Vec<(String, String)> {
    let path = |path: &str| {
        let parts = path.split('/').map(|part| if part.starts_with('{') { id } else { part });
        parts.collect::<Vec<_>>().join("/")
    };
    api::routes()
        .into_iter()
        .filter(|route| route.path.starts_with("/api/"))
        .map(|route| (route.method.to_string(), path(route.path)))
        .collect()
}

/// Whether there is such a route where others can reach the service, and it needs a token.
fn is_guarded(method: &str, path: &str) -> bool {
    !is_for_anybody(method, path)
        && api::routes().iter().all(|route| route.path != path || route.in_production)
}

/// A body that this operation takes, where it takes one.
fn body_for(method: &str, path: &str) -> Option<Value> {
    let status = if path.ends_with("/status") { "active" } else { "draft" };
    let proposed = [json!({ "field": "title", "after": "t" })];
    let changes = path.ends_with("/proposals").then_some(proposed);
    let body = json!({
        "name": "n", "title": "t", "content": "c", "status": status,
        "files": [{ "path": "a.md", "content": "c" }],
        "toAgent": "muse", "message": "m",
        "target": { "kind": "promise" }, "summary": "s", "changes": changes,
        "isRejected": false, "documents": [], "start": 1, "find": "f", "replace": "r", "digest": "d",
    });
    ["POST", "PUT"].contains(&method).then_some(body)
}

/// Lets other machines reach the studio, which asks for tokens from here on.
pub fn open_to_all(studio: &mut Studio) {
    studio.settings.server.listen = "0.0.0.0:0".parse().expect("an address");
    studio.restart();
}

service_test! {
    fn a_service_that_others_can_reach_starts_only_with_a_token(mut studio) {
        studio.settings.server.listen = "0.0.0.0:0".parse().unwrap();
        studio.stop();
        let start = |studio: &Studio| {
            studio.block_on(serve::start(&studio.settings, studio.clock.clone()))
        };

        let refused = start(studio).err().expect("a refusal");
        assert!(matches!(refused, StartError::Unguarded(_)));
        assert!(refused.to_string().contains("scriptorium token create"), "{refused}");

        let database = serve::open_database(&studio.settings).unwrap();
        let token = tokens::create(&database, "mina", Scope::Read, "", Some(1), studio.clock.now());
        studio.block_on(token).unwrap();
        database.close();
        let running = start(studio).expect("a start");
        studio.block_on(running.stop());

        // A token that has ended guards nothing.
        studio.clock.advance(domain::time::DAY_MS);
        assert!(matches!(start(studio), Err(StartError::Unguarded(_))));
    }
}

service_test! {
    fn every_address_of_the_loopback_is_open_without_a_token(mut studio) {
        for listen in ["[::1]:0", "[::ffff:127.0.0.1]:0", "127.0.0.1:0"] {
            studio.settings.server.listen = listen.parse().unwrap();
            studio.restart();

            let made = studio.post("/api/projects", &json!({ "name": listen })).ok();

            assert_eq!(made["owner"], "local", "{listen}");
        }
    }
}

service_test! {
    fn without_a_good_token_nobody_gets_behind_the_door(mut studio) {
        Person::new(studio, "mina", Scope::Admin);
        open_to_all(studio);

        for (method, path) in operations("x").into_iter().filter(|it| is_guarded(&it.0, &it.1)) {
            for authorization in
                [None, Some("Bearer scr_wrong"), Some("Bearer "), Some("Basic bWluYTp4")]
            {
                let headers: Vec<(&str, &str)> =
                    authorization.map(|value| ("authorization", value)).into_iter().collect();

                let reply = studio.ask(&method, &path, &headers, None);

                assert_eq!(reply.status, 401, "{method} {path} {authorization:?}: {reply}");
                assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
            }
        }
        assert_eq!(studio.get("/health/live").status, 200);
        assert_eq!(studio.get("/openapi.json").status, 200);
        assert_eq!(studio.get("/api/nothing").status, 404);
    }
}

service_test! {
    fn the_reasons_for_a_refusal_are_told(mut studio) {
        let reader = Person::new(studio, "seward", Scope::Read).bearer;
        let writer = Person::new(studio, "mina", Scope::Write).bearer;
        open_to_all(studio);
        let (reader, writer) =
            (Person { studio, bearer: reader }, Person { studio, bearer: writer });

        insta::assert_snapshot!(studio.get("/api/projects"), @r#"
        401
        {"detail":"This service needs an access token"}
        "#);
        insta::assert_snapshot!(
            studio.ask("GET", "/api/projects", &[("authorization", "Bearer scr_0")], None), @r#"
        401
        {"detail":"The access token is not valid"}
        "#);
        insta::assert_snapshot!(reader.post("/api/projects", &json!({ "name": "x" })), @r#"
        403
        {"detail":"This needs a token with the scope write"}
        "#);
        insta::assert_snapshot!(writer.post("/api/agents/muse/sleep", &json!({})), @r#"
        403
        {"detail":"This needs a token with the scope admin"}
        "#);
        insta::assert_snapshot!(writer.get("/api/projects/x"), @r#"
        404
        {"detail":"Project not found"}
        "#);
    }
}

service_test! {
    fn what_is_not_yours_is_not_there(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        let renfield = Person::new(studio, "renfield", Scope::Admin);
        let project = mina.project("Journal");
        let before = mina.get(&format!("/api/projects/{project}")).ok();
        let document = studio.document(&project, "Whitby", "The tide.");
        let documents = format!("/api/projects/{project}/documents");

        for (method, path) in operations(&project) {
            if !path.starts_with(&format!("/api/projects/{project}")) {
                continue;
            }
            // The document's own id stands where the project's cannot.
            let at =
                path.replace(&format!("documents/{project}"), &format!("documents/{document}"));

            let reply = renfield.ask(&method, &at, body_for(&method, &at).as_ref());

            assert_eq!(reply.status, 404, "{method} {at}: {reply}");
            assert_eq!(reply.detail(), "Project not found", "{method} {at}");
        }
        // Nor through a project of one's own.
        let own = renfield.project("Flies");
        let through_own = format!("/api/projects/{own}/documents/{document}");
        for method in ["GET", "PUT", "DELETE"] {
            let reply = renfield.ask(method, &through_own, body_for(method, "").as_ref());
            assert_eq!((reply.status, reply.detail().as_str()), (404, "Document not found"));
        }
        let lies_in = json!({ "title": "Fly", "parentId": document });
        let reply = renfield.post(&format!("/api/projects/{own}/documents"), &lies_in);
        assert_eq!(reply.status, 404, "{reply}");

        assert_eq!(renfield.projects(), ["Flies"]);
        assert_eq!(mina.projects(), ["Journal"]);
        let after = mina.get(&format!("/api/projects/{project}")).ok();
        assert_eq!((&after["name"], &after["status"]), (&before["name"], &before["status"]));
        assert_eq!(mina.get(&documents).ok()["total"], 1);
    }
}

service_test! {
    fn messages_are_their_senders(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        let renfield = Person::new(studio, "renfield", Scope::Admin);
        let message = json!({ "toAgent": "muse", "message": "A title?" });
        let sent = mina.post("/api/agent-communication/messages/send", &message).ok();
        let path =
            format!("/api/agent-communication/messages/{}", sent["response"]["messageId"].text());

        assert_eq!(mina.get(&path).ok()["message"], "A title?");
        assert_eq!(renfield.get(&path).detail(), "Message not found");
        let list = "/api/agent-communication/messages?agent=muse";
        let of = |person: &Person| {
            let list = person.get(list).ok();
            let messages = list["messages"].as_array().expect("a list");
            messages.iter().any(|message| message["message"] == "A title?")
        };
        assert!(of(&mina) && !of(&renfield));
        assert_eq!(renfield.get(list).ok()["total"], 0);
    }
}

service_test! {
    fn no_agent_reads_a_stranger_what_is_not_the_strangers(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        let renfield = Person::new(studio, "renfield", Scope::Write);
        let project = mina.project("Journal");
        let content = "Jonathan hid the diary very carefully.";
        let text = json!({ "title": "Secret", "content": content });
        let document = mina.post(&format!("/api/projects/{project}/documents"), &text).ok();
        let metadata = json!({ "documentId": document["id"], "projectId": project });
        let context = json!({ "metadata": metadata });
        let message =
            json!({ "toAgent": "proseguard", "message": "Read me this.", "context": context });

        let sent = renfield.post("/api/agent-communication/messages/send", &message).ok();

        let id = sent["response"]["messageId"].text();
        let path = format!("/api/agent-communication/messages/{id}");
        studio.until("proseguard to be done", || {
            let status = renfield.get(&path).ok()["status"].text();
            (!["queued", "leased"].contains(&status.as_str())).then_some(())
        });
        let seen = renfield.get("/api/agent-communication/messages").text;
        assert!(!seen.contains("Jonathan") && !seen.contains("Secret"), "{seen}");
        let journal = mina.get(&format!("/api/projects/{project}")).ok();
        assert_eq!(journal["analytics"]["agentInteractions"], 0);
    }
}

service_test! {
    fn a_member_sees_what_the_owner_sees_as_long_as_it_is_one(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        let jonathan = Person::new(studio, "jonathan", Scope::Write);
        let shared = json!({ "name": "Journal", "collaborators": ["jonathan"] });
        let project = mina.post("/api/projects", &shared).ok();
        let path = format!("/api/projects/{}", project["id"].text());

        assert_eq!(jonathan.get(&path).ok(), project);
        assert_eq!(jonathan.projects(), ["Journal"]);
        let chapter = json!({ "title": "Bistritz" });
        assert_eq!(jonathan.post(&format!("{path}/documents"), &chapter).status, 200);
        assert_eq!(mina.get(&format!("{path}/documents")).ok()["total"], 1);
        jonathan.post(&format!("{path}/activate"), &json!({})).ok();

        // Who stays, and who is named twice, is one of them as before.
        let others = json!({ "collaborators": ["lucy", "jonathan", "lucy", "arthur", "jonathan"] });
        mina.put(&path, &others).ok();
        mina.put(&path, &json!({ "collaborators": ["jonathan", "quincey"] })).ok();
        assert_eq!(jonathan.get(&path).status, 200);
        assert_eq!(jonathan.get("/api/projects/active").ok()["name"], "Journal");
        let members = studio.write(|tx| {
            let rows = tx.rows("SELECT account FROM member ORDER BY account", ());
            let rows = rows.map_err(|flaw| domain::Error::internal("looking at members", flaw))?;
            Ok(rows.into_iter().map(|mut row| row.take(0).unwrap()).collect::<Vec<String>>())
        });
        assert_eq!(members, ["jonathan", "quincey"]);

        mina.put(&path, &json!({ "collaborators": [] })).ok();

        assert_eq!(jonathan.get(&path).status, 404);
        assert_eq!(jonathan.get("/api/projects/active").status, 404);
        assert_eq!(jonathan.projects(), [""; 0]);
        assert_eq!(mina.projects(), ["Journal"]);
    }
}

service_test! {
    fn everybody_has_a_project_open_of_their_own(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        let lucy = Person::new(studio, "lucy", Scope::Write);
        let (journal, letters) = (mina.project("Journal"), lucy.project("Letters"));

        mina.post(&format!("/api/projects/{journal}/activate"), &json!({})).ok();
        lucy.post(&format!("/api/projects/{letters}/activate"), &json!({})).ok();
        assert_eq!(lucy.ask("DELETE", "/api/projects/active", None).status, 204);

        assert_eq!(mina.get("/api/projects/active").ok()["id"], journal.as_str());
        assert_eq!(lucy.get("/api/projects/active").status, 404);
        assert_eq!(studio.get("/api/projects/active").status, 404);
    }
}

service_test! {
    fn the_machines_own_user_sees_everything_and_a_tokens_user_only_theirs(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        studio.project("Nobody's");
        mina.project("Journal");

        assert_eq!(studio.get("/api/projects").ok()["total"], 2);
        assert_eq!(mina.projects(), ["Journal"]);
        assert_eq!(mina.get("/api/projects").ok()["total"], 1);
        // Who says who they are is taken at their word, on an open service too.
        let wrong = [("authorization", "Bearer scr_wrong")];
        assert_eq!(studio.ask("GET", "/api/projects", &wrong, None).status, 401);
    }
}

service_test! {
    fn a_token_ends_with_its_time_or_when_it_is_revoked(studio) {
        let for_a_day = Person::for_days(studio, "mina", Scope::Write, Some(1));
        let for_ever = Person::new(studio, "mina", Scope::Write);
        assert_eq!(for_a_day.get("/api/projects").status, 200);

        studio.clock.advance(domain::time::DAY_MS);
        assert_eq!(for_a_day.get("/api/projects").status, 401);
        assert_eq!(for_ever.get("/api/projects").status, 200);

        let known = studio.write(store::accounts::list);
        let id = known.iter().find(|token| token.expires_at.is_none()).expect("a token").id.clone();
        studio.block_on(tokens::revoke(&studio.behind().database, id)).unwrap();
        assert_eq!(for_ever.get("/api/projects").status, 401);
    }
}

service_test! {
    fn everybody_hears_what_they_may_see(studio) {
        studio.post("/api/agents/muse/sleep", &json!({})).ok();
        let mina = Person::new(studio, "mina", Scope::Write);
        let lucy = Person::new(studio, "lucy", Scope::Write);
        let (mut of_mina, mut of_lucy, mut of_all) =
            (mina.listen(), lucy.listen(), Listener::now(studio));

        let journal = mina.project("Journal");
        let path = format!("/api/projects/{journal}");
        let message = json!({ "toAgent": "muse", "message": "A title?" });
        mina.post("/api/agent-communication/messages/send", &message).ok();
        studio.project("Nobody's");
        // What Lucy hears of her own comes behind all that she did not hear.
        lucy.project("Diary");
        let diary = of_lucy.hear(1);
        // From here on Lucy is a member …
        mina.put(&path, &json!({ "collaborators": ["lucy"] })).ok();
        mina.post(&format!("{path}/documents"), &json!({ "title": "Whitby" })).ok();
        let by_lucy = of_lucy.hear(2);
        // … and then no more.
        mina.put(&path, &json!({ "collaborators": [] })).ok();
        mina.post(&format!("{path}/documents"), &json!({ "title": "London" })).ok();
        lucy.project("Letters");
        let own = of_lucy.hear(1);
        mina.put(&path, &json!({ "collaborators": ["lucy"] })).ok();

        let heard = of_all.hear(10);
        let of = |indexes: &[usize]| indexes.iter().map(|&at| heard[at].clone()).collect::<Vec<_>>();
        assert_eq!((diary, by_lucy, own), (of(&[3]), of(&[4, 5]), of(&[8])));
        assert_eq!(of_lucy.hear(1), of(&[9]));
        assert_eq!(of_mina.hear(7), of(&[0, 1, 4, 5, 6, 7, 9]));
        // Who comes back hears what it may see now, and that the muse fell asleep: the staff is
        // everybody's.
        let authorization = format!("Authorization: {}\r\nLast-Event-ID: 0\r\n", lucy.bearer);
        let mut again = Listener::open(studio, "", &authorization).hear(9);
        let muse = again.remove(0);
        assert_eq!((muse.kind.as_str(), &muse.body["status"]), ("agent", &json!("offline")));
        assert_eq!(again, of(&[0, 3, 4, 5, 6, 7, 8, 9]));
    }
}

service_test! {
    fn the_stream_of_a_revoked_token_ends(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        let mut listener = mina.listen();
        mina.project("Journal");
        assert_eq!(listener.hear(1)[0].body["name"], "Journal");

        let id = studio.write(store::accounts::list).remove(0).id;
        studio.block_on(tokens::revoke(&studio.behind().database, id)).unwrap();
        studio.project("Nobody's");

        assert_eq!(listener.event(), None);
    }
}

/// The way a person takes it: a token by the command line, then the header.
#[test]
fn a_token_of_the_command_line_opens_the_door() {
    use crate::support::program;

    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::open(Engine::Sqlite);
    let data = studio.folder().display().to_string();

    let made = program::run(folder.path(), &["token", "create", "--user", "mina", "--data", &data]);

    let mina = Person { studio: &studio, bearer: format!("Bearer {}", made.ok().trim()) };
    mina.project("Journal");
    assert_eq!(mina.projects(), ["Journal"]);
}
