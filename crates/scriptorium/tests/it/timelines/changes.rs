//! What all changes on a timeline have in common: stale copies overwrite nothing, a key makes a thing
//! once, each change is heard, and each is an edit of the project.

use serde_json::{Value, json};

use super::{TIMELINES, connections, event, inside, plotline, timeline};
use crate::support::{JSON, Listener, Studio, Text as _};

service_test! {
    fn a_stale_copy_overwrites_nothing_on_a_timeline(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let (lane, _) = plotline(studio, &path, "Mina");
        let (at, _) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));

        for (path, what) in [(path, "timeline"), (at, "event"), (lane, "plotline")] {
            let put = |tag: &str, body: Value| {
                studio.ask("PUT", &path, &[JSON, ("if-match", tag)], Some(&body.to_string()))
            };
            let first = studio.put(&path, &json!({})).header("etag").unwrap().to_owned();
            let mine = put(&first, json!({ "description": "mine" }));
            assert_eq!((mine.status, mine.header("etag") == Some(&first)), (200, false), "{what}");
            let theirs = put(&first, json!({ "description": "theirs" }));
            assert_eq!(
                (theirs.status, theirs.detail()),
                (412, format!("The {what} was changed in the meantime"))
            );
            assert_eq!(inside(put("*", json!({})))["description"], "mine");
        }
    }
}

service_test! {
    fn what_is_sent_twice_with_a_key_is_made_once(mut studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let (_, lane) = plotline(studio, &path, "Mina");
        let (at, _) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));
        let makings = [
            (TIMELINES.to_owned(), json!({ "projectId": project, "name": "n" })),
            (format!("{path}/events"), json!({ "title": "u", "dateDisplay": "d" })),
            (format!("{path}/plotlines"), json!({ "name": "n" })),
            (format!("{at}/links"), json!({ "entityType": "plotline", "entityId": lane })),
        ];
        let send = |studio: &Studio, path: &str, body: &Value| {
            let headers = [JSON, ("idempotency-key", "k")];
            studio.ask("POST", path, &headers, Some(&body.to_string()))
        };

        let firsts: Vec<_> = makings.iter().map(|(path, body)| send(studio, path, body)).collect();
        studio.restart();
        for ((path, body), first) in makings.iter().zip(&firsts) {
            let repeat = send(studio, path, body);
            assert_eq!((first.status, &repeat.text), (200, &first.text));
            assert_eq!(repeat.header("etag"), first.header("etag"));
            assert_eq!(
                send(
                    studio,
                    path,
                    &json!({ "name": "other", "title": "other", "dateDisplay": "d",
                "projectId": project, "entityType": "plotline", "entityId": lane })
                )
                .status,
                409
            );
        }

        let total = |path: &str| inside(studio.get(path))["total"].clone();
        assert_eq!(total(TIMELINES), 2);
        assert_eq!(total(&format!("{path}/events")), 2);
        assert_eq!(total(&format!("{path}/plotlines")), 2);
        assert_eq!(inside(studio.get(&at))["links"].as_array().unwrap().len(), 1);
    }
}

service_test! {
    fn every_change_on_a_timeline_is_heard_as_it_is_answered(studio) {
        let project = studio.project("Dracula");
        let mut listener = Listener::now(studio);
        let mut wanted: Vec<(&str, Value)> = Vec::new();

        let made = inside(studio.post(TIMELINES, &json!({ "projectId": project, "name": "n" })));
        let path = format!("{TIMELINES}/{}", made["id"].text());
        wanted.push(("timeline", made));
        wanted.push(("timeline", inside(studio.put(&path, &json!({ "name": "m" })))));
        let lane = inside(studio.post(&format!("{path}/plotlines"), &json!({ "name": "Mina" })));
        wanted.push(("plotline", lane.clone()));
        let (at, made) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));
        wanted.push(("timeline_event", made));
        wanted.push((
            "timeline_event",
            inside(studio.put(&at, &json!({ "plotlineIds": [lane["id"]] }))),
        ));
        let link = json!({ "entityType": "plotline", "entityId": lane["id"] });
        let link = inside(studio.post(&format!("{at}/links"), &link));
        wanted.push(("timeline_event", inside(studio.get(&at))));
        studio.delete(&format!("{at}/links/{}", link["id"].text())).ok();
        let gone = |mut record: Value| {
            record["deleted"] = json!(true);
            record
        };
        let last = inside(studio.get(&at));
        wanted.push(("timeline_event", last.clone()));
        studio.delete(&at).ok();
        wanted.push(("timeline_event", gone(last)));
        studio.delete(&format!("{path}/plotlines/{}", lane["id"].text())).ok();
        wanted.push(("plotline", gone(lane)));
        let last = inside(studio.get(&path));
        studio.delete(&path).ok();
        wanted.push(("timeline", gone(last)));

        let heard = listener.hear(wanted.len());
        let heard: Vec<_> = heard.iter().map(|it| (it.kind.as_str(), it.body.clone())).collect();
        assert_eq!(heard, wanted);
    }
}

service_test! {
    fn every_change_on_a_timeline_is_an_edit_of_its_project(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let (lane, id) = plotline(studio, &path, "Mina");
        let (at, _) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));
        let link = json!({ "entityType": "plotline", "entityId": id });
        let link = inside(studio.post(&format!("{at}/links"), &link));
        assert_eq!(connections(studio, &project), 1);
        studio.put(&path, &json!({})).ok();
        studio.put(&at, &json!({})).ok();
        studio.put(&lane, &json!({})).ok();
        studio.delete(&format!("{at}/links/{}", link["id"].text())).ok();
        studio.delete(&at).ok();
        studio.delete(&lane).ok();
        studio.delete(&path).ok();

        let after = studio.get(&format!("/api/projects/{project}")).ok();
        assert_eq!(after["analytics"]["collaboratorActivity"], json!({ "local": 11 }));
        assert_eq!(connections(studio, &project), 0);
    }
}
