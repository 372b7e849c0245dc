//! Tests of outlines: how nodes are made, read and changed. Their positions are tested in `tree`, how
//! promises point at them in `promises`.

mod tree;

use serde_json::{Value, json};

use crate::support::{JSON, Studio, Text as _};

pub const NODES: &str = "/api/creative/plot/nodes";

/// Makes a node; its record.
pub fn make(studio: &Studio, project: &str, body: &Value) -> Value {
    let mut body = body.clone();
    body["projectId"] = project.into();
    studio.post(NODES, &body).ok()["data"].clone()
}

/// Where a node is.
pub fn path(node: &Value) -> String {
    format!("{NODES}/{}", node["id"].text())
}

/// A node as it is read.
pub fn read(studio: &Studio, node: &Value) -> Value {
    studio.get(&path(node)).ok()["data"].clone()
}

service_test! {
    fn a_node_made_with_a_title_alone_is_a_scene_at_the_top(studio) {
        let project = studio.project("Dracula");

        let made = studio.post(NODES, &json!({ "projectId": project, "title": "Bistritz" })).ok();

        let wanted = json!({ "status": "success", "data": {
            "id": made["data"]["id"],
            "projectId": project,
            "parentId": null,
            "documentId": null,
            "kind": "scene",
            "title": "Bistritz",
            "position": 0,
            "createdAt": "2026-11-18T11:06:40.000Z",
            "modifiedAt": "2026-11-18T11:06:40.000Z",
        } });
        assert_eq!(made, wanted);
        assert_eq!(studio.get(&path(&made["data"])).ok(), wanted);
    }
}

service_test! {
    fn a_node_is_made_and_read_with_every_field(mut studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "");
        let act = make(studio, &project, &json!({ "title": "Act I", "kind": "act" }));
        let mut all = vec![act.clone()];
        for kind in ["act", "chapter", "scene", "beat"] {
            let sent = json!({ "title": "A — b", "kind": kind, "parentId": act["id"],
                "documentId": document, "position": 70 });
            let made = make(studio, &project, &sent);
            for (field, value) in sent.as_object().unwrap() {
                assert_eq!(&made[field], value, "{field}");
            }
            all.push(made);
        }
        studio.restart();
        // Each took the place of the one before.
        assert_eq!(read(studio, &all[4]), all[4]);
        assert_eq!(read(studio, &all[1])["position"], 73);

        let mistakes = json!({ "title": 7, "kind": "sequence", "parentId": 1, "position": -1 });
        insta::assert_snapshot!(studio.post(NODES, &mistakes), @r"
        422
        body.projectId: Field required (missing)
        body.title: Input should be a valid string (string_type)
        body.kind: Input should be 'act', 'chapter', 'scene' or 'beat' (literal_error)
        body.parentId: Input should be a valid string (string_type)
        body.position: Input should be greater than or equal to 0 (greater_than_equal)
        ");
        let unknown = studio.post(NODES, &json!({ "projectId": "missing", "title": "x" }));
        assert_eq!((unknown.status, unknown.detail().as_str()), (404, "Project not found"));
    }
}

service_test! {
    fn an_update_of_a_node_changes_only_what_it_names(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "");
        let mut wanted = make(studio, &project, &json!({ "title": "I", "kind": "act" }));
        studio.clock.advance(1_000);

        for (field, value) in [
            ("title", json!("II")),
            ("kind", json!("beat")),
            ("documentId", json!(document)),
            ("position", json!(4)),
        ] {
            let after = studio.put(&path(&wanted), &json!({ field: value })).ok()["data"].clone();

            assert!(after["modifiedAt"].text() > wanted["modifiedAt"].text(), "{field}");
            wanted[field] = value;
            wanted["modifiedAt"] = after["modifiedAt"].clone();
            assert_eq!(after, wanted, "{field}");
            assert_eq!(read(studio, &wanted), wanted, "{field}");
        }
        let nulls = json!({ "title": null, "kind": null, "parentId": null, "documentId": null,
            "position": null });
        let after = studio.put(&path(&wanted), &nulls).ok()["data"].clone();
        wanted["kind"] = "scene".into();
        wanted["documentId"] = Value::Null;
        wanted["position"] = after["position"].clone();
        wanted["modifiedAt"] = after["modifiedAt"].clone();
        assert_eq!(after, wanted);
    }
}

service_test! {
    fn a_stale_copy_of_a_node_overwrites_nothing(studio) {
        let project = studio.project("Dracula");
        let made = studio.post(NODES, &json!({ "projectId": project, "title": "I" }));
        let path = path(&made.body["data"]);
        let first = made.header("etag").unwrap().to_owned();
        let put = |title: &str| {
            let body = json!({ "title": title }).to_string();
            studio.ask("PUT", &path, &[JSON, ("if-match", first.as_str())], Some(&body))
        };

        assert_eq!(put("mine").status, 200);

        let theirs = put("theirs");
        assert_eq!((theirs.status, theirs.detail().as_str()),
            (412, "The node was changed in the meantime"));
        assert_eq!(studio.get(&path).ok()["data"]["title"], "mine");
    }
}
