//! Plotlines: the lanes of a timeline, their colours and their places.

use serde_json::{Value, json};

use super::{connections, event, inside, pages, plotline, timeline};
use crate::support::Text as _;

service_test! {
    fn lanes_take_the_next_place_and_the_next_colour(studio) {
        let path = timeline(studio, &studio.project("Dracula"));
        let lanes = format!("{path}/plotlines");

        let first = inside(studio.post(&lanes, &json!({ "name": "Mina" })));
        assert_eq!(
            first,
            json!({
                "id": first["id"],
                "timelineId": path.rsplit('/').next().unwrap(),
                "name": "Mina",
                "description": "",
                "color": "#e69f00",
                "sortOrder": 0,
                "collapsed": false,
                "createdAt": 1_795_000_000_000_i64,
                "modifiedAt": 1_795_000_000_000_i64,
            })
        );
        let colors: Vec<_> = (1..9)
            .map(|order| {
                let next = inside(studio.post(&lanes, &json!({ "name": format!("{order}") })));
                assert_eq!(next["sortOrder"], order);
                next["color"].text()
            })
            .collect();
        assert_eq!(colors[7], "#e69f00", "the palette begins again");
        assert_eq!(colors.iter().collect::<std::collections::BTreeSet<_>>().len(), 8);
        let far = json!({ "name": "far", "sortOrder": i64::MAX, "color": "#ABCDEF",
            "collapsed": true, "description": "x" });
        let far = inside(studio.post(&lanes, &far));
        assert_eq!(far["sortOrder"], i64::MAX);
        assert_eq!(
            (&far["color"], &far["collapsed"], &far["description"]),
            (&json!("#abcdef"), &json!(true), &json!("x"))
        );
        let behind = inside(studio.post(&lanes, &json!({ "name": "behind" })));
        assert_eq!(behind["sortOrder"], i64::MAX, "there is no place behind the last");
    }
}

service_test! {
    fn lanes_are_listed_by_place_page_by_page(studio) {
        let path = timeline(studio, &studio.project("Dracula"));
        let lanes = format!("{path}/plotlines");
        for (name, order) in [("c", 5), ("a", i64::MIN), ("d", 5), ("b", -1), ("e", 6)] {
            inside(studio.post(&lanes, &json!({ "name": name, "sortOrder": order })));
            studio.clock.advance(1);
        }

        for limit in [1, 2, 5, 100] {
            assert_eq!(pages(studio, &lanes, &format!("limit={limit}")).concat().concat(), "abcde");
        }
        assert_eq!(inside(studio.get(&lanes))["total"], 5);
        for query in ["limit=0", "cursor=1.x"] {
            assert_eq!(studio.get(&format!("{lanes}?{query}")).status, 422, "{query}");
        }
    }
}

service_test! {
    fn a_lane_is_changed_field_by_field_and_remembered(mut studio) {
        let path = timeline(studio, &studio.project("Dracula"));
        let (at, id) = plotline(studio, &path, "Mina");
        plotline(studio, &path, "Lucy");
        let read = |studio: &crate::support::Studio| {
            let list = inside(studio.get(&format!("{path}/plotlines")));
            list["plotlines"]
                .as_array()
                .unwrap()
                .iter()
                .find(|it| it["id"].text() == id)
                .unwrap()
                .clone()
        };

        let mut wanted = read(studio);
        for (field, value) in [
            ("name", json!("Mina Harker")),
            ("description", json!("née Murray")),
            ("color", json!("#112233")),
            ("sortOrder", json!(-4)),
            ("collapsed", json!(true)),
        ] {
            let after = inside(studio.put(&at, &json!({ field: value })));
            assert!(after["modifiedAt"].as_i64() > wanted["modifiedAt"].as_i64(), "{field}");
            wanted["modifiedAt"] = after["modifiedAt"].clone();
            wanted[field] = value;
            assert_eq!(after, wanted, "{field}");
        }
        studio.restart();
        assert_eq!(read(studio), wanted);
        let nulls = json!({ "name": null, "description": null, "color": null, "sortOrder": null,
            "collapsed": null });
        let cleared = inside(studio.put(&at, &nulls));
        for (field, value) in [
            ("name", json!("Mina Harker")),
            ("description", json!("")),
            // Behind Lucy, and the colour of that place.
            ("sortOrder", json!(2)),
            ("color", json!("#009e73")),
            ("collapsed", json!(false)),
        ] {
            assert_eq!(cleared[field], value, "{field}");
        }
        let bad = json!({ "name": 7, "color": "red", "sortOrder": "x", "collapsed": "maybe" });
        insta::assert_snapshot!(studio.put(&at, &bad), @r"
        422
        body.name: Input should be a valid string (string_type)
        body.color: String should match pattern '^#[0-9a-fA-F]{6}$' (string_pattern_mismatch)
        body.sortOrder: Input should be a valid integer, unable to parse string as an integer (int_parsing)
        body.collapsed: Input should be a valid boolean, unable to interpret input (bool_parsing)
        ");
        let bad = studio.post(&format!("{path}/plotlines"), &json!({ "color": null }));
        insta::assert_snapshot!(bad, @r"
        422
        body.name: Field required (missing)
        body.color: Input should be a valid string (string_type)
        ");
    }
}

service_test! {
    fn a_removed_lane_leaves_its_events_and_no_trace_on_them(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let ((gone, gone_id), (_, kept_id)) =
            (plotline(studio, &path, "a"), plotline(studio, &path, "b"));
        let body = json!({ "title": "t", "dateDisplay": "d", "plotlineIds": [gone_id, kept_id] });
        let (at, _) = event(studio, &path, &body);
        let link = json!({ "entityType": "plotline", "entityId": gone_id });
        inside(studio.post(&format!("{at}/links"), &link));
        let before = studio.get(&at);

        assert_eq!(studio.delete(&gone).status, 204);

        let after = studio.get(&at);
        assert_ne!(before.header("etag"), after.header("etag"));
        let after = inside(after);
        assert_eq!((&after["plotlineIds"], &after["links"]), (&json!([kept_id]), &json!([])));
        assert_eq!(connections(studio, &project), 0);
        for reply in [studio.put(&gone, &json!({})), studio.delete(&gone)] {
            assert_eq!((reply.status, reply.detail()), (404, "Plotline not found".to_owned()));
        }
        let list: Value = inside(studio.get(&format!("{path}/plotlines")));
        assert_eq!((&list["total"], list["plotlines"].as_array().unwrap().len()), (&json!(1), 1));
    }
}
