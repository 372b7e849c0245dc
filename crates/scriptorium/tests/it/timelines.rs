//! Tests of timelines: how they are made, read, changed and removed. Events are in `events`,
//! their list in `list`, what they are linked to in `links`, the lanes in `plotlines`, what all
//! changes have in common in `changes`, who may do what in `visibility`, and what the chronicler makes
//! of it all in `chronicler`.

mod changes;
mod chronicler;
mod events;
mod links;
mod list;
mod plotlines;
mod visibility;

use domain::time::DAY_MS;
use serde_json::{Value, json};

use crate::support::{JSON, Reply, Studio, Text as _};

const TIMELINES: &str = "/api/creative/timelines";

/// What an answer in the envelope has in it.
fn inside(reply: Reply) -> Value {
    let body = reply.ok();
    assert_eq!(body["status"], "success");
    body["data"].clone()
}

/// Makes a timeline in a project; its path.
fn timeline(studio: &Studio, project: &str) -> String {
    let body = json!({ "projectId": project, "name": "Dracula" });
    format!("{TIMELINES}/{}", inside(studio.post(TIMELINES, &body))["id"].text())
}

/// Makes an event; its path and itself.
fn event(studio: &Studio, timeline: &str, body: &Value) -> (String, Value) {
    let made = inside(studio.post(&format!("{timeline}/events"), body));
    (format!("{timeline}/events/{}", made["id"].text()), made)
}

/// Makes a plotline; its path and its id.
fn plotline(studio: &Studio, timeline: &str, name: &str) -> (String, String) {
    let made = inside(studio.post(&format!("{timeline}/plotlines"), &json!({ "name": name })));
    let id = made["id"].text();
    (format!("{timeline}/plotlines/{id}"), id)
}

/// The titles or names of all pages of a list, page by page.
fn pages(studio: &Studio, path: &str, query: &str) -> Vec<Vec<String>> {
    let plural = path.rsplit('/').next().unwrap();
    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = inside(studio.get(&format!("{path}?{query}{cursor}")));
        let word = |item: &Value| item.get("title").unwrap_or(&item["name"]).text();
        pages.push(page[plural].as_array().unwrap().iter().map(word).collect());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return pages,
        }
    }
}

/// How many links a project counts.
fn connections(studio: &Studio, project: &str) -> Value {
    let project = studio.get(&format!("/api/projects/{project}")).ok();
    project["intelligence"]["knowledgeBase"]["connections"].clone()
}

service_test! {
    fn a_timeline_made_with_a_name_alone_has_the_gregorian_calendar(studio) {
        let project = studio.project("Dracula");

        let made = studio.post(TIMELINES, &json!({ "projectId": project, "name": "1893" }));

        assert!(made.header("etag").is_some());
        let made = inside(made);
        assert_eq!(
            made,
            json!({
                "id": made["id"],
                "projectId": project,
                "name": "1893",
                "description": "",
                "calendar": { "kind": "gregorian" },
                "createdAt": 1_795_000_000_000_i64,
                "modifiedAt": 1_795_000_000_000_i64,
            })
        );
        assert_eq!(inside(studio.get(&format!("{TIMELINES}/{}", made["id"].text()))), made);
    }
}

service_test! {
    fn a_timeline_is_changed_field_by_field_and_remembered(mut studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let calendar = json!({ "kind": "year_day", "daysPerYear": 300 });

        let mut wanted = inside(studio.get(&path));
        for (field, sent, expected) in [
            ("name", json!("The voyage"), None),
            ("description", json!("Varna to Whitby"), None),
            (
                "calendar",
                json!({ "kind": "year_day" }),
                Some(json!({ "kind": "year_day", "daysPerYear": 365 })),
            ),
            ("calendar", calendar.clone(), None),
        ] {
            let after = inside(studio.put(&path, &json!({ field: sent })));
            assert!(after["modifiedAt"].as_i64() > wanted["modifiedAt"].as_i64(), "{field}");
            wanted["modifiedAt"] = after["modifiedAt"].clone();
            wanted[field] = expected.unwrap_or(sent);
            assert_eq!(after, wanted, "{field}");
        }
        studio.restart();
        assert_eq!(inside(studio.get(&path)), wanted);

        let nulls = json!({ "name": null, "description": null, "calendar": null });
        let cleared = inside(studio.put(&path, &nulls));
        assert_eq!((&cleared["name"], &cleared["description"]), (&json!("The voyage"), &json!("")));
        assert_eq!(cleared["calendar"], json!({ "kind": "gregorian" }));
    }
}

service_test! {
    fn what_no_timeline_can_be_is_refused_with_every_mistake(studio) {
        let project = studio.project("Dracula");
        let bad = json!({ "projectId": 7, "description": null,
            "calendar": { "kind": "lunar", "daysPerYear": 0 } });

        insta::assert_snapshot!(studio.post(TIMELINES, &bad), @r"
        422
        body.projectId: Input should be a valid string (string_type)
        body.name: Field required (missing)
        body.description: Input should be a valid string (string_type)
        body.calendar.kind: Input should be 'gregorian' or 'year_day' (literal_error)
        body.calendar.daysPerYear: Input should be greater than or equal to 1 (greater_than_equal)
        ");
        // Mistakes come before any look-up.
        assert_eq!(studio.put(&format!("{TIMELINES}/x"), &json!({ "name": 7 })).status, 422);
        let unknown = json!({ "projectId": "x", "name": "n" });
        assert_eq!(studio.post(TIMELINES, &unknown).detail(), "Project not found");
        for reply in [
            studio.get(&format!("{TIMELINES}/x")),
            studio.put(&format!("{TIMELINES}/x"), &json!({})),
            studio.delete(&format!("{TIMELINES}/x")),
        ] {
            assert_eq!((reply.status, reply.detail()), (404, "Timeline not found".to_owned()));
        }
        let list = inside(studio.get(&format!("{TIMELINES}?projectId={project}")));
        assert_eq!(list, json!({ "timelines": [], "nextCursor": null, "total": 0 }));
    }
}

service_test! {
    fn timelines_are_listed_newest_first_page_by_page(studio) {
        let (project, other) = (studio.project("Dracula"), studio.project("Carmilla"));
        let names = ["a", "b", "c", "d", "e"];
        for name in names {
            studio.clock.advance(1);
            for project in [&project, &other] {
                inside(studio.post(TIMELINES, &json!({ "projectId": project, "name": name })));
            }
        }
        let newest_first: Vec<_> = names.iter().rev().map(|name| (*name).to_owned()).collect();

        for limit in [1, 2, 5, 100] {
            let query = format!("projectId={project}&limit={limit}");
            assert_eq!(pages(studio, TIMELINES, &query).concat(), newest_first);
            let all = pages(studio, TIMELINES, &format!("limit={limit}"));
            assert_eq!(all.concat().len(), 10);
        }
        let total =
            |query: &str| inside(studio.get(&format!("{TIMELINES}?{query}")))["total"].clone();
        assert_eq!((total(&format!("projectId={project}")), total("")), (json!(5), json!(10)));
        assert_eq!(studio.get(&format!("{TIMELINES}?projectId=x")).detail(), "Project not found");
        for query in ["limit=0", "limit=101", "cursor=x", "cursor=1-2.x"] {
            assert_eq!(studio.get(&format!("{TIMELINES}?{query}")).status, 422, "{query}");
        }
    }
}

service_test! {
    fn a_removed_timeline_takes_all_that_is_on_it_along(studio) {
        let project = studio.project("Dracula");
        let (gone, kept) = (timeline(studio, &project), timeline(studio, &project));
        let (_, lane) = plotline(studio, &gone, "Mina");
        let on_lane = json!({ "title": "t", "dateDisplay": "1893", "plotlineIds": [lane] });
        let (lost, _) = event(studio, &gone, &on_lane);
        let (elsewhere, before) =
            event(studio, &kept, &json!({ "title": "u", "dateDisplay": "d" }));
        let link = json!({ "entityType": "plotline", "entityId": lane });
        for event in [&lost, &elsewhere] {
            inside(studio.post(&format!("{event}/links"), &link));
        }
        assert_eq!(connections(studio, &project), 2);

        assert_eq!(studio.delete(&gone).status, 204);

        for path in [gone.clone(), lost, format!("{gone}/events"), format!("{gone}/plotlines")] {
            assert_eq!(studio.get(&path).detail(), "Timeline not found", "{path}");
        }
        let after = inside(studio.get(&elsewhere));
        assert_eq!(after["links"], json!([]));
        assert!(after["modifiedAt"].as_i64() > before["modifiedAt"].as_i64());
        assert_eq!(connections(studio, &project), 0);
        let list = inside(studio.get(&format!("{TIMELINES}?projectId={project}")));
        assert_eq!((&list["total"], list["timelines"].as_array().unwrap().len()), (&json!(1), 1));
    }
}

service_test! {
    fn another_calendar_dates_the_events_of_a_timeline_again(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        for (title, date, key) in [
            ("landing", "Year 2, Day 1", None),
            ("sailing", "Year 1, Day 365", None),
            ("letter", "3 May 1893", None),
            ("given", "Year 1, Day 1", Some(5)),
        ] {
            let mut body = json!({ "title": title, "dateDisplay": date });
            if let Some(key) = key {
                body["dateSortKey"] = json!(key);
            }
            event(studio, &path, &body);
        }
        let events = format!("{path}/events");
        let keys = || {
            let list = inside(studio.get(&events));
            let all = list["events"].as_array().unwrap();
            all.iter()
                .map(|it| (it["title"].text(), it["dateSortKey"].as_i64()))
                .collect::<Vec<_>>()
        };
        assert_eq!(pages(studio, &events, "").concat(), ["sailing", "landing", "letter", "given"]);

        inside(
            studio.put(&path, &json!({ "calendar": { "kind": "year_day", "daysPerYear": 364 } })),
        );

        let named = |title: &str, key| (title.to_owned(), key);
        // There is no day 365 any more, and no May.
        assert_eq!(
            keys(),
            [
                named("given", Some(5)),
                named("landing", Some(364 * DAY_MS)),
                named("sailing", None),
                named("letter", None),
            ]
        );
        let read = inside(studio.put(&path, &json!({ "calendar": null })));
        assert_eq!(read["calendar"]["kind"], "gregorian");
        assert_eq!(pages(studio, &events, "").concat(), ["sailing", "landing", "letter", "given"]);
    }
}

service_test! {
    fn a_calendar_with_too_many_dates_behind_it_stays(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        event(studio, &path, &json!({ "title": "t", "dateDisplay": "1893" }));
        // Doubled fourteen times: more than are dated again at once.
        for round in 0..14 {
            studio.write(move |tx| {
                tx.run(
                    "INSERT INTO timeline_event (id, timeline_id, project_id, undated, sort_key,
                            derived, sort_order, category, importance, title, description,
                            date_display, tags, created_at, modified_at, version,
                            timeline_number)
                        SELECT id || ?1, timeline_id, project_id, undated, sort_key, derived,
                               sort_order, category, importance, title, description, date_display,
                               tags, created_at, modified_at, version, timeline_number
                          FROM timeline_event",
                    (format!("-{round}"),),
                )
                .map_err(|flaw| domain::Error::internal("copying events", flaw))
            });
        }
        let before = inside(studio.get(&path));

        let refused =
            studio.put(&path, &json!({ "calendar": { "kind": "year_day" }, "name": "x" }));

        assert_eq!(
            (refused.status, refused.detail()),
            (409, "A timeline with more than 10000 dates to read keeps its calendar".to_owned())
        );
        assert_eq!(inside(studio.get(&path)), before, "nothing is half applied");
        inside(studio.put(&path, &json!({ "calendar": before["calendar"], "name": "y" })));
    }
}

service_test! {
    fn what_is_on_a_binned_project_is_not_there_until_it_comes_back(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let (lane, lane_id) = plotline(studio, &path, "Mina");
        let body = json!({ "title": "t", "dateDisplay": "1893", "plotlineIds": [lane_id] });
        let (at, _) = event(studio, &path, &body);
        let link = json!({ "entityType": "plotline", "entityId": lane_id });
        let link = inside(studio.post(&format!("{at}/links"), &link));
        let before = inside(studio.get(&at));

        studio.delete(&format!("/api/projects/{project}")).ok();

        for (method, path, body) in [
            ("GET", path.clone(), None),
            ("PUT", path.clone(), Some("{}")),
            ("DELETE", path.clone(), None),
            ("GET", format!("{path}/events"), None),
            ("POST", format!("{path}/events"), Some(r#"{"title":"t","dateDisplay":"d"}"#)),
            ("GET", at.clone(), None),
            ("PUT", at.clone(), Some("{}")),
            ("DELETE", at.clone(), None),
            ("POST", format!("{at}/links"), Some(r#"{"entityType":"plotline","entityId":"x"}"#)),
            ("DELETE", format!("{at}/links/{}", link["id"].text()), None),
            ("POST", format!("{at}/lore-links"), Some(r#"{"loreEntryId":"x"}"#)),
            ("DELETE", format!("{at}/lore-links/x"), None),
            ("GET", format!("{path}/plotlines"), None),
            ("POST", format!("{path}/plotlines"), Some(r#"{"name":"n"}"#)),
            ("PUT", lane.clone(), Some("{}")),
            ("DELETE", lane.clone(), None),
        ] {
            let reply = studio.ask(method, &path, &[JSON], body);
            assert_eq!(
                (reply.status, reply.detail()),
                (404, "Timeline not found".to_owned()),
                "{method} {path}"
            );
        }
        assert_eq!(inside(studio.get(TIMELINES))["total"], 0);
        studio.post(&format!("/api/projects/{project}/restore"), &json!({})).ok();
        assert_eq!(inside(studio.get(&at)), before);

        studio.delete(&format!("/api/projects/{project}")).ok();
        studio.clock.advance(31 * DAY_MS);
        studio.clean();
        let left = studio.write(|tx| {
            let row = tx.row(
                "SELECT (SELECT count(*) FROM timeline)
                                   + (SELECT count(*) FROM timeline_event)
                                   + (SELECT count(*) FROM timeline_link)
                                   + (SELECT count(*) FROM plotline)
                                   + (SELECT count(*) FROM plotline_event)
                                   + (SELECT count(*) FROM timeline_counter)
                                   + (SELECT count(*) FROM record_counter)",
                (),
            );
            let row = row.map_err(|flaw| domain::Error::internal("counting what is left", flaw))?;
            Ok(row.unwrap().take::<i64>(0).unwrap())
        });
        assert_eq!(left, 0);
    }
}
