//! Tests of who a request is by, as the service tells it, and of the sessions of browsers.

use domain::{
    principal::Scope,
    sessions::{SESSION_DAYS, SESSIONS_PER_TOKEN_MAX},
    time::DAY_MS,
};
use engine::tokens::TokenCreate;
use scriptorium::tokens;
use serde_json::{Value, json};

use crate::{
    access::{Person, open_to_all},
    support::{JSON, Listener, Reply, Studio, Text as _},
};

/// Whether anybody may ask for this: a session is begun with the token in the body, and ended by whoever has
/// its cookie.
pub fn is_for_anybody(method: &str, path: &str) -> bool {
    path == "/api/session" && method != "GET"
}

/// What a browser sends along from a page of this service.
const OWN_PAGE: (&str, &str) = ("sec-fetch-site", "same-origin");

/// A token of a user for all of their projects: its id and its text.
fn token(studio: &Studio, scope: Scope, days: Option<u32>) -> (String, String) {
    let now = studio.clock.now();
    let made = tokens::create(&studio.behind().database, "mina", scope, "laptop", days, now);
    let made = studio.block_on(made).expect("a token");
    (made.id.clone(), made.to_string())
}

/// The answer to a browser that swaps a token.
fn begin(studio: &Studio, token: &str) -> Reply {
    let body = json!({ "token": token }).to_string();
    studio.ask("POST", "/api/session", &[JSON], Some(&body))
}

/// What a browser sends as cookie after this answer.
fn cookie(begun: &Reply) -> String {
    let set = begun.header("set-cookie").expect("a cookie");
    set.split(';').next().expect("a pair").to_owned()
}

/// What a request in a session is answered with.
fn ask(studio: &Studio, method: &str, path: &str, cookie: &str) -> Reply {
    let body = json!({ "name": "Nightfall" }).to_string();
    let body = (method == "POST").then_some(body.as_str());
    studio.ask(method, path, &[("cookie", cookie), OWN_PAGE, JSON], body)
}

service_test! {
    fn each_request_is_told_whose_it_is_and_what_it_may_do(mut studio) {
        let mina = Person::new(studio, "mina", Scope::Propose);
        let writer = Person::new(studio, "mina", Scope::Write);
        let project = writer.project("Nightfall");
        let create = TokenCreate {
            user: "mina".to_owned(),
            scope: Scope::Read,
            project: Some(project.clone()),
            label: "her assistant".to_owned(),
            days: None,
        };
        let made = tokens::make(&studio.behind().database, create, studio.clock.now());
        let made = studio.block_on(made).unwrap();
        let bearers = [mina.bearer.clone(), format!("Bearer {made}")];

        let own = studio.get("/api/session").ok();
        open_to_all(studio);
        let [all, one] = bearers.map(|bearer| {
            studio.ask("GET", "/api/session", &[("authorization", &bearer)], None).ok()
        });

        assert_eq!(own, json!({
            "user": "local", "scope": "admin", "projectId": null, "tokenId": null, "tokenLabel": null,
            "isOpen": true,
        }));
        assert_eq!((&all["user"], &all["scope"]), (&json!("mina"), &json!("propose")));
        assert_eq!((&all["projectId"], &all["isOpen"]), (&Value::Null, &json!(false)));
        assert_eq!((&one["projectId"], &one["tokenLabel"]), (&json!(project), &json!("her assistant")));
        assert_eq!((&one["scope"], one["tokenId"].text()), (&json!("read"), made.id.clone()));
        assert!(!one.to_string().contains(&made.to_string()), "{one}");
        assert_eq!(studio.get("/api/session").status, 401);
    }
}

service_test! {
    fn a_session_does_what_its_token_may_do(mut studio) {
        let (id, writer) = token(studio, Scope::Write, None);
        let (_, reader) = token(studio, Scope::Read, None);
        open_to_all(studio);

        let begun = begin(studio, &writer);
        let reading = cookie(&begin(studio, &reader));

        let set = begun.header("set-cookie").unwrap().to_owned();
        let (pair, attributes) = set.split_once("; ").unwrap();
        assert_eq!(attributes, "Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict");
        assert!(!set.contains(&writer), "the cookie is not the token");
        assert_eq!(begun.header("cache-control"), Some("no-store"));
        let wanted = json!({
            "user": "mina", "scope": "write", "projectId": null, "tokenId": id, "tokenLabel": "laptop",
            "isOpen": false,
        });
        assert_eq!(begun.ok(), wanted);
        assert_eq!(ask(studio, "GET", "/api/session", pair).ok(), wanted);
        let others = format!("theme=dark; {pair}; other=1");
        assert_eq!(ask(studio, "POST", "/api/projects", &others).ok()["owner"], "mina");
        assert_eq!(ask(studio, "GET", "/api/projects", &reading).ok()["total"], 1);
        assert_eq!(ask(studio, "POST", "/api/projects", &reading).status, 403);
        // The secret is no token, and the token no secret.
        let secret = pair.split_once('=').unwrap().1;
        let bearer = format!("Bearer {secret}");
        assert_eq!(studio.ask("GET", "/api/session", &[("authorization", &bearer)], None).status, 401);
        let wrong = format!("scriptorium_session={writer}");
        assert_eq!(ask(studio, "GET", "/api/session", &wrong).detail(), "The session has ended");
    }
}

service_test! {
    fn a_change_in_a_session_comes_from_a_page_of_the_service(mut studio) {
        let (_, writer) = token(studio, Scope::Write, None);
        open_to_all(studio);
        let cookie = cookie(&begin(studio, &writer));
        let own = format!("http://{}", studio.address);
        let body = json!({ "name": "Nightfall" }).to_string();

        for (headers, status) in [
            (&[][..], 403),
            (&[("sec-fetch-site", "same-site")], 403),
            (&[("sec-fetch-site", "cross-site")], 403),
            (&[("sec-fetch-site", "none")], 403),
            (&[("origin", own.as_str()), ("sec-fetch-site", "same-site")], 403),
            (&[("origin", "http://evil.example"), ("sec-fetch-site", "same-origin")], 403),
            (&[("origin", own.as_str())], 200),
            (&[("sec-fetch-site", "same-origin")], 200),
        ] {
            let mut sent = vec![("cookie", cookie.as_str()), JSON];
            sent.extend(headers);

            let reply = studio.ask("POST", "/api/projects", &sent, Some(&body));
            let read = studio.ask("GET", "/api/projects", &[("cookie", &cookie)], None);

            assert_eq!(reply.status, status, "{headers:?}: {reply}");
            assert_eq!(read.status, 200);
        }
        // A session cannot be ended from elsewhere either, and with a token no page is asked for.
        let from_elsewhere = studio.ask("DELETE", "/api/session", &[("cookie", &cookie)], None);
        assert_eq!(from_elsewhere.status, 403);
        let bearer = format!("Bearer {writer}");
        let headers = [("cookie", cookie.as_str()), ("authorization", &bearer), JSON];
        assert_eq!(studio.ask("POST", "/api/projects", &headers, Some(&body)).status, 200);
    }
}

service_test! {
    fn a_session_ends_when_it_is_ended_or_its_token_is_revoked(mut studio) {
        let (id, writer) = token(studio, Scope::Write, None);
        let other = Person::new(studio, "lucy", Scope::Write).bearer;
        open_to_all(studio);
        let [first, second] = [(); 2].map(|()| cookie(&begin(studio, &writer)));
        let listen = |cookie: &str| {
            let mut listener = Listener::open(studio, "", &format!("Cookie: {cookie}\r\n"));
            assert_eq!(listener.block().as_deref(), Some("retry: 2000"));
            listener
        };
        let mut listener = listen(&second);

        let ended = ask(studio, "DELETE", "/api/session", &first);

        let set = ended.header("set-cookie").unwrap().to_owned();
        assert_eq!(ended.status, 204);
        assert_eq!(set, "scriptorium_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict");
        assert_eq!(ask(studio, "GET", "/api/projects", &first).status, 401);
        assert_eq!(ask(studio, "GET", "/api/projects", &second).status, 200);
        // Again, and without any.
        assert_eq!(ask(studio, "DELETE", "/api/session", &first).status, 204);
        assert_eq!(studio.ask("DELETE", "/api/session", &[], None).status, 204);

        studio.block_on(tokens::revoke(&studio.behind().database, id)).unwrap();
        Person { studio, bearer: other }.project("Diary");
        assert_eq!(listener.event(), None, "its stream ends as well");
        assert_eq!(ask(studio, "GET", "/api/projects", &second).status, 401);
        assert_eq!(begin(studio, &writer).detail(), "The access token is not valid");
    }
}

service_test! {
    fn sessions_end_with_time_and_beyond_their_bound(mut studio) {
        let (_, short) = token(studio, Scope::Read, Some(2));
        let (_, long) = token(studio, Scope::Read, None);
        open_to_all(studio);
        let of_short = begin(studio, &short);
        assert!(of_short.header("set-cookie").unwrap().contains("Max-Age=172800;"));
        let oldest = cookie(&begin(studio, &long));
        studio.clock.advance(1);
        let mut newer = Vec::new();
        for _ in 0..SESSIONS_PER_TOKEN_MAX - 1 {
            newer.push(cookie(&begin(studio, &long)));
        }
        let is_one = |cookie: &str| ask(studio, "GET", "/api/projects", cookie).status == 200;

        assert!(is_one(&oldest) && newer.iter().all(|it| is_one(it)));
        let last = cookie(&begin(studio, &long));
        assert!(!is_one(&oldest), "one more ends the oldest");
        assert!(newer.iter().all(|it| is_one(it)) && is_one(&last));

        studio.clock.advance(2 * DAY_MS);
        assert!(!is_one(&cookie(&of_short)) && is_one(&last));
        studio.clock.advance(SESSION_DAYS * DAY_MS);
        assert!(!is_one(&last));
        studio.clean();
        let left = studio.write(|tx| {
            Ok(tx.rows("SELECT hash FROM session", ()).unwrap().len())
        });
        assert_eq!(left, 0, "nothing of them is kept");
    }
}

service_test! {
    fn an_open_service_takes_tokens_too_and_ignores_what_has_ended(studio) {
        let (_, writer) = token(studio, Scope::Write, None);
        let project = studio.project("The machine's own");
        let begun = begin(studio, &writer);
        let mina = cookie(&begun);

        assert_eq!(begun.ok()["isOpen"], true);
        assert_eq!(ask(studio, "GET", &format!("/api/projects/{project}"), &mina).status, 404);
        ask(studio, "DELETE", "/api/session", &mina);
        let own = ask(studio, "GET", "/api/session", &mina).ok();
        assert_eq!(own["user"], "local", "who has no session is the machine's user");
        assert_eq!(begin(studio, "scr_wrong").status, 401);
        assert_eq!(begin(studio, "").status, 422);
    }
}

service_test! {
    fn behind_a_proxy_that_speaks_https_the_cookie_is_never_sent_without(studio) {
        let (_, writer) = token(studio, Scope::Write, None);
        let body = json!({ "token": writer }).to_string();
        let headers = [JSON, ("x-forwarded-proto", "https")];

        let begun = studio.ask("POST", "/api/session", &headers, Some(&body));

        assert!(begun.header("set-cookie").unwrap().ends_with("; SameSite=Strict; Secure"));
    }
}
