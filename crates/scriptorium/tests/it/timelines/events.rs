//! Events: their fields, their defaults, what null does, and the key that is read from a date.

use domain::time::DAY_MS;
use serde_json::{Value, json};

use super::{event, inside, plotline, timeline};
use crate::support::Text as _;

service_test! {
    fn an_event_made_with_what_it_must_have_is_a_minor_part_of_the_plot(studio) {
        let path = timeline(studio, &studio.project("Dracula"));

        let (at, made) =
            event(studio, &path, &json!({ "title": "Bistritz", "dateDisplay": "someday" }));

        assert_eq!(
            made,
            json!({
                "id": made["id"],
                "timelineId": path.rsplit('/').next().unwrap(),
                "title": "Bistritz",
                "description": "",
                "dateDisplay": "someday",
                "category": "plot",
                "importance": "minor",
                "sortOrder": 0,
                "tags": [],
                "links": [],
                "loreLinks": [],
                "plotlineIds": [],
                "createdAt": 1_795_000_000_000_i64,
                "modifiedAt": 1_795_000_000_000_i64,
            })
        );
        assert_eq!(inside(studio.get(&at)), made);
    }
}

const CATEGORIES: [&str; 16] = [
    "plot",
    "turning_point",
    "climax",
    "resolution",
    "character",
    "relationship",
    "conflict",
    "revelation",
    "foreshadowing",
    "backstory",
    "world",
    "political",
    "travel",
    "birth",
    "death",
    "other",
];

service_test! {
    fn an_event_keeps_every_field_through_a_restart(mut studio) {
        let path = timeline(studio, &studio.project("Dracula"));
        let lanes = [plotline(studio, &path, "a").1, plotline(studio, &path, "b").1];
        let mut sent_events = Vec::new();
        let importances = ["critical", "major", "minor", "background"].iter().cycle();
        for (category, importance) in CATEGORIES.iter().zip(importances) {
            let sent = json!({
                "title": "Jonathan’s journal", "description": "*3 May.* Bistritz.",
                "dateDisplay": "3 May 1893", "dateSortKey": -7, "category": category,
                "importance": importance, "sortOrder": i64::MIN, "tags": ["journal", "", "journal"],
                // In the order in which they are named.
                "plotlineIds": [lanes[1], lanes[0]],
            });
            sent_events.push((event(studio, &path, &sent).0, sent));
        }

        studio.restart();

        for (at, sent) in sent_events {
            let read = inside(studio.get(&at));
            for (field, value) in sent.as_object().unwrap() {
                assert_eq!(&read[field], value, "{field}");
            }
        }
    }
}

service_test! {
    fn what_no_event_can_be_is_refused_with_every_mistake(studio) {
        let path = timeline(studio, &studio.project("Dracula"));
        let (at, made) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));
        let nulls = json!({ "title": null, "description": null, "dateDisplay": null,
            "dateSortKey": null, "category": null, "importance": null, "sortOrder": null,
            "tags": null, "plotlineIds": null });

        insta::assert_snapshot!(studio.post(&format!("{path}/events"), &nulls), @r"
        422
        body.title: Input should be a valid string (string_type)
        body.description: Input should be a valid string (string_type)
        body.dateDisplay: Input should be a valid string (string_type)
        body.dateSortKey: Input should be a valid integer (int_type)
        body.category: Input should be 'plot', 'turning_point', 'climax', 'resolution', 'character', 'relationship', 'conflict', 'revelation', 'foreshadowing', 'backstory', 'world', 'political', 'travel', 'birth', 'death' or 'other' (literal_error)
        body.importance: Input should be 'critical', 'major', 'minor' or 'background' (literal_error)
        body.sortOrder: Input should be a valid integer (int_type)
        body.tags: Input should be a valid list (list_type)
        body.plotlineIds: Input should be a valid list (list_type)
        ");
        insta::assert_snapshot!(studio.put(&at, &nulls), @r"
        422
        body.title: Input should be a valid string (string_type)
        body.dateDisplay: Input should be a valid string (string_type)
        ");
        let long = json!({ "title": "t", "dateDisplay": "d", "category": "Plot",
            "tags": vec!["t"; 1_001], "plotlineIds": vec!["p"; 101] });
        insta::assert_snapshot!(studio.put(&at, &long), @r"
        422
        body.category: Input should be 'plot', 'turning_point', 'climax', 'resolution', 'character', 'relationship', 'conflict', 'revelation', 'foreshadowing', 'backstory', 'world', 'political', 'travel', 'birth', 'death' or 'other' (literal_error)
        body.tags: List should have at most 1000 items after validation, not 1001 (too_long)
        body.plotlineIds: List should have at most 100 items after validation, not 101 (too_long)
        ");
        assert_eq!(inside(studio.get(&at)), made);
        assert_eq!(inside(studio.get(&format!("{path}/events")))["total"], 1);
    }
}

service_test! {
    fn an_update_of_an_event_changes_only_what_it_names(studio) {
        let path = timeline(studio, &studio.project("Dracula"));
        let (_, lane) = plotline(studio, &path, "Mina");
        let (at, mut wanted) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));

        for (field, value) in [
            ("title", json!("II")),
            ("description", json!("text")),
            ("dateDisplay", json!("later")),
            ("dateSortKey", json!(9_007_199_254_740_993_i64)),
            ("category", json!("death")),
            ("importance", json!("critical")),
            ("sortOrder", json!(-3)),
            ("tags", json!(["a"])),
            ("plotlineIds", json!([lane])),
        ] {
            let after = inside(studio.put(&at, &json!({ field: value })));
            assert!(after["modifiedAt"].as_i64() > wanted["modifiedAt"].as_i64(), "{field}");
            wanted["modifiedAt"] = after["modifiedAt"].clone();
            wanted[field] = value;
            assert_eq!(after, wanted, "{field}");
            assert_eq!(inside(studio.get(&at)), wanted, "{field}");
        }
        let nulls = json!({ "description": null, "dateSortKey": null, "category": null,
            "importance": null, "sortOrder": null, "tags": null, "plotlineIds": null });
        let cleared = inside(studio.put(&at, &nulls));
        for (field, value) in [
            ("title", json!("II")),
            ("description", json!("")),
            ("dateDisplay", json!("later")),
            ("dateSortKey", Value::Null),
            ("category", json!("plot")),
            ("importance", json!("minor")),
            ("sortOrder", json!(0)),
            ("tags", json!([])),
            ("plotlineIds", json!([])),
        ] {
            assert_eq!(cleared[field], value, "{field}");
        }
        assert!(cleared.get("dateSortKey").is_none(), "absent, not null: {cleared}");
    }
}

service_test! {
    fn the_sort_key_is_read_from_the_date_as_long_as_nobody_names_one(studio) {
        let path = timeline(studio, &studio.project("Dracula"));
        for (date, key) in [
            ("1970-01-02", Some(DAY_MS)),
            ("1970-01-01T00:00:01", Some(1_000)),
            ("2 January 1970", Some(DAY_MS)),
            ("Spring 1970", Some(59 * DAY_MS)),
            ("Year 1970, Day 3", Some(2 * DAY_MS)),
            ("long ago", None),
        ] {
            let (_, made) = event(studio, &path, &json!({ "title": "t", "dateDisplay": date }));
            assert_eq!(made.get("dateSortKey").map(|it| it.as_i64().unwrap()), key, "{date}");
        }
        let (at, _) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "1970-01-02" }));
        let key = |body: Value| inside(studio.put(&at, &body))["dateSortKey"].clone();
        assert_eq!(key(json!({ "dateDisplay": "1970-01-03" })), 2 * DAY_MS);
        assert_eq!(key(json!({ "dateSortKey": 7 })), 7);
        assert_eq!(key(json!({ "dateDisplay": "1970-01-04" })), 7, "it was named");
        assert_eq!(key(json!({ "dateSortKey": null })), 3 * DAY_MS);
        assert_eq!(key(json!({ "dateDisplay": "dusk" })), Value::Null);
        // Creation takes no null where an update does.
        let body = json!({ "title": "t", "dateDisplay": "d", "dateSortKey": null });
        assert_eq!(studio.post(&format!("{path}/events"), &body).status, 422);
    }
}

service_test! {
    fn an_event_is_only_on_plotlines_of_its_own_timeline(studio) {
        let project = studio.project("Dracula");
        let (path, other) = (timeline(studio, &project), timeline(studio, &project));
        let (_, own) = plotline(studio, &path, "own");
        let (_, foreign) = plotline(studio, &other, "foreign");
        let twice = json!({ "title": "t", "dateDisplay": "d", "plotlineIds": [own, own] });
        let (at, made) = event(studio, &path, &twice);
        assert_eq!(made["plotlineIds"], json!([own]), "it is on it once");

        for ids in [json!([foreign]), json!([own, foreign]), json!(["x"]), json!([""])] {
            let body = json!({ "title": "stolen", "dateDisplay": "d", "plotlineIds": ids });
            for reply in [studio.post(&format!("{path}/events"), &body), studio.put(&at, &body)] {
                assert_eq!((reply.status, reply.detail()), (404, "Plotline not found".to_owned()));
            }
        }
        assert_eq!(inside(studio.get(&at)), made, "nothing is half applied");
        assert_eq!(inside(studio.get(&format!("{path}/events")))["total"], 1);
    }
}

service_test! {
    fn a_removed_event_is_gone_from_its_timeline_and_its_plotlines(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let (_, lane) = plotline(studio, &path, "Mina");
        let body = json!({ "title": "t", "dateDisplay": "d", "plotlineIds": [lane] });
        let ((gone, _), (kept, _)) = (event(studio, &path, &body), event(studio, &path, &body));

        assert_eq!(studio.delete(&gone).status, 204);

        for reply in [studio.get(&gone), studio.put(&gone, &json!({})), studio.delete(&gone)] {
            assert_eq!((reply.status, reply.detail()), (404, "Event not found".to_owned()));
        }
        let list = inside(studio.get(&format!("{path}/events?plotlineId={lane}")));
        assert_eq!((list["events"].as_array().unwrap().len(), &list["total"]), (1, &json!(1)));
        let ids = list["events"][0]["id"].text();
        assert!(kept.ends_with(&ids));
    }
}
