//! Who may do what: what lies in a project that is not yours, or on another timeline, is not there.

use domain::principal::Scope;
use serde_json::{Value, json};

use super::{TIMELINES, event, inside, plotline, timeline};
use crate::support::{JSON, Reply, Studio, Text as _};

/// Asks as the user of a token.
fn ask(studio: &Studio, bearer: &str, (method, path): (&str, &str), body: Option<&Value>) -> Reply {
    let headers = [JSON, ("authorization", bearer)];
    studio.ask(method, path, &headers, body.map(Value::to_string).as_deref())
}

/// A token of a new user.
fn bearer(studio: &Studio, user: &str) -> String {
    let database = studio.behind().database.clone();
    let now = studio.clock.now();
    let made = scriptorium::tokens::create(&database, user, Scope::Write, "", None, now);
    format!("Bearer {}", studio.block_on(made).unwrap())
}

/// Every route below a timeline with a body it takes.
fn routes(
    path: &str,
    event: &str,
    lane: &str,
    link: &str,
) -> Vec<(&'static str, String, Option<Value>)> {
    let body = || {
        Some(json!({ "title": "stolen", "name": "stolen", "dateDisplay": "d",
        "entityType": "plotline", "entityId": "x", "loreEntryId": "x" }))
    };
    vec![
        ("GET", path.to_owned(), None),
        ("PUT", path.to_owned(), body()),
        ("GET", format!("{path}/events"), None),
        ("POST", format!("{path}/events"), body()),
        ("GET", format!("{path}/events/{event}"), None),
        ("PUT", format!("{path}/events/{event}"), body()),
        ("POST", format!("{path}/events/{event}/links"), body()),
        ("DELETE", format!("{path}/events/{event}/links/{link}"), None),
        ("POST", format!("{path}/events/{event}/lore-links"), body()),
        ("DELETE", format!("{path}/events/{event}/lore-links/{link}"), None),
        ("DELETE", format!("{path}/events/{event}"), None),
        ("GET", format!("{path}/plotlines"), None),
        ("POST", format!("{path}/plotlines"), body()),
        ("PUT", format!("{path}/plotlines/{lane}"), body()),
        ("DELETE", format!("{path}/plotlines/{lane}"), None),
        ("DELETE", path.to_owned(), None),
    ]
}

service_test! {
    fn a_timeline_of_somebody_else_is_not_there(studio) {
        let (mina, renfield) = (bearer(studio, "mina"), bearer(studio, "renfield"));
        let body = json!({ "name": "Journal" });
        let project = ask(studio, &mina, ("POST", "/api/projects"), Some(&body)).ok()["id"].text();
        let path = timeline(studio, &project);
        let (_, lane) = plotline(studio, &path, "Mina");
        let (at, made) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));
        let link = json!({ "entityType": "plotline", "entityId": lane });
        let link = inside(studio.post(&format!("{at}/links"), &link))["id"].text();
        let before = inside(studio.get(&at));

        let all = routes(&path, &made["id"].text(), &lane, &link);
        for (method, path, body) in &all {
            let reply = ask(studio, &renfield, (method, path), body.as_ref());
            assert_eq!(
                (reply.status, reply.detail()),
                (404, "Timeline not found".to_owned()),
                "{method} {path}"
            );
        }
        let body = json!({ "name": "n", "projectId": project });
        let reply = ask(studio, &renfield, ("POST", TIMELINES), Some(&body));
        assert_eq!((reply.status, reply.detail()), (404, "Project not found".to_owned()));
        let filtered = format!("{TIMELINES}?projectId={project}");
        assert_eq!(ask(studio, &renfield, ("GET", &filtered), None).detail(), "Project not found");

        assert_eq!(inside(ask(studio, &renfield, ("GET", TIMELINES), None))["total"], 0);
        let own = inside(ask(studio, &mina, ("GET", TIMELINES), None));
        assert_eq!((&own["total"], own["timelines"].as_array().unwrap().len()), (&json!(1), 1));
        assert_eq!(inside(ask(studio, &mina, ("GET", &at), None)), before);
        // All of it is there for who may see it.
        for (method, path, body) in all {
            let status = ask(studio, &mina, (method, &path), body.as_ref()).status;
            let missing =
                path.contains("lore-links") || (method == "POST" && path.ends_with("/links"));
            assert_eq!(status == 404, missing, "{method} {path}: {status}");
        }
    }
}

service_test! {
    fn what_is_on_another_timeline_is_not_on_this_one(studio) {
        let project = studio.project("Dracula");
        let (path, other) = (timeline(studio, &project), timeline(studio, &project));
        let (_, lane) = plotline(studio, &path, "Mina");
        let (at, made) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));
        let link = json!({ "entityType": "plotline", "entityId": lane });
        let link = inside(studio.post(&format!("{at}/links"), &link))["id"].text();
        let before = inside(studio.get(&at));

        let all = routes(&other, &made["id"].text(), &lane, &link);
        for (method, path, body) in all {
            let what = match path.strip_prefix(&other).unwrap() {
                deep if deep.starts_with("/events/") => "Event not found",
                deep if deep.starts_with("/plotlines/") => "Plotline not found",
                _ => continue,
            };
            let reply =
                studio.ask(method, &path, &[JSON], body.map(|it| it.to_string()).as_deref());
            assert_eq!((reply.status, reply.detail().as_str()), (404, what), "{method} {path}");
        }
        // Nor is the link of another event.
        let (neighbour, _) = event(studio, &path, &json!({ "title": "u", "dateDisplay": "d" }));
        assert_eq!(studio.delete(&format!("{neighbour}/links/{link}")).detail(), "Link not found");
        assert_eq!(inside(studio.get(&at)), before);
    }
}
