//! Tests of what promises point at: nodes of the outline and plotlines, whose titles follow, and
//! what becomes of a link when its end goes away.

use serde_json::{Value, json};

use super::{PROMISES, make, path, read};
use crate::{
    nodes,
    support::{Studio, Text as _},
};

/// The links a project's records have to each other, as its page says.
fn connections(studio: &Studio, project: &str) -> Value {
    let project = studio.get(&format!("/api/projects/{project}")).ok();
    project["intelligence"]["knowledgeBase"]["connections"].clone()
}

service_test! {
    fn the_titles_of_nodes_follow_a_rename_and_a_deletion(studio) {
        let project = studio.project("Dracula");
        let (whitby, london) = (
            nodes::make(studio, &project, &json!({ "title": "Whitby" })),
            nodes::make(studio, &project, &json!({ "title": "London" })),
        );
        let made = make(studio, &project, &json!({ "title": "t", "madeAtNodeId": whitby["id"],
            "fulfilledAtNodeId": london["id"] }));
        let seen = |promise: &Value| {
            (promise["madeAtNodeTitle"].text(), promise["fulfilledAtNodeTitle"].text())
        };
        let listed = || {
            let list = studio.get(&format!("{PROMISES}?projectId={project}")).ok();
            list["data"]["promises"][0].clone()
        };
        assert_eq!(seen(&made), ("Whitby".to_owned(), "London".to_owned()));

        studio.put(&nodes::path(&whitby), &json!({ "title": "The churchyard" })).ok();

        let wanted = ("The churchyard".to_owned(), "London".to_owned());
        assert_eq!((seen(&read(studio, &made)), seen(&listed())), (wanted.clone(), wanted));

        studio.clock.advance(1_000);
        studio.delete(&nodes::path(&london)).ok();

        let after = read(studio, &made);
        assert_eq!(seen(&after), ("The churchyard".to_owned(), String::new()));
        assert_eq!(after["fulfilledAtNodeId"], Value::Null);
        assert!(after["modifiedAt"].as_i64() > made["modifiedAt"].as_i64());
        assert_eq!(listed(), after);
        // One node may be both ends.
        let both = json!({ "madeAtNodeId": whitby["id"], "fulfilledAtNodeId": whitby["id"] });
        let both = studio.put(&path(&made), &both).ok()["data"].clone();
        assert_eq!(seen(&both), ("The churchyard".to_owned(), "The churchyard".to_owned()));
        studio.delete(&nodes::path(&whitby)).ok();
        assert_eq!(seen(&read(studio, &made)), (String::new(), String::new()));
    }
}

/// Makes a timeline in a project, with plotlines of these names; its path and their ids.
fn drawn(studio: &Studio, project: &str, names: &[&str]) -> (String, Vec<String>) {
    let timelines = "/api/creative/timelines";
    let body = json!({ "projectId": project, "name": "Dracula" });
    let id = studio.post(timelines, &body).ok()["data"]["id"].text();
    let path = format!("{timelines}/{id}");
    let draw = |name: &&str| {
        let made = studio.post(&format!("{path}/plotlines"), &json!({ "name": name })).ok();
        made["data"]["id"].text()
    };
    let ids = names.iter().map(draw).collect();
    (path, ids)
}

service_test! {
    fn the_title_of_a_plotline_follows_a_rename_and_a_deletion(studio) {
        let project = studio.project("Dracula");
        let (timeline, lanes) = drawn(studio, &project, &["Mina", "Lucy"]);
        let (elsewhere, others) = drawn(studio, &project, &["Seward"]);
        let enter = |plotline: &str| {
            make(studio, &project, &json!({ "title": plotline, "plotlineId": plotline }))
        };
        let (mina, lucy, seward) = (enter(&lanes[0]), enter(&lanes[1]), enter(&others[0]));
        assert_eq!((&mina["plotlineTitle"], &mina["plotlineId"]), (&json!("Mina"), &json!(lanes[0])));
        let titles = || {
            let list = studio.get(&format!("{PROMISES}?projectId={project}")).ok();
            let all = list["data"]["promises"].as_array().unwrap().clone();
            all.iter().rev().map(|it| it["plotlineTitle"].text()).collect::<Vec<_>>()
        };
        assert_eq!(titles(), ["Mina", "Lucy", "Seward"]);
        assert_eq!(connections(studio, &project), 3);

        let renamed = json!({ "name": "Mina Harker" });
        studio.put(&format!("{timeline}/plotlines/{}", lanes[0]), &renamed).ok();
        assert_eq!(titles(), ["Mina Harker", "Lucy", "Seward"]);
        assert_eq!(read(studio, &mina)["plotlineTitle"], "Mina Harker");

        // With a plotline, and with the timeline another one is drawn in.
        for (path, gone, left) in [
            (format!("{timeline}/plotlines/{}", lanes[1]), &lucy, 2),
            (elsewhere, &seward, 1),
        ] {
            let before = studio.get(&self::path(gone));
            studio.delete(&path).ok();

            let after = studio.get(&self::path(gone));
            assert_ne!(before.header("etag"), after.header("etag"));
            let after = after.ok()["data"].clone();
            assert_eq!((&after["plotlineId"], &after["plotlineTitle"]), (&Value::Null, &json!("")));
            assert!(after["modifiedAt"].as_i64() > gone["modifiedAt"].as_i64());
            assert_eq!(connections(studio, &project), left);
        }
        assert_eq!(titles(), ["Mina Harker", "", ""]);
        let list = studio.get(&format!("{PROMISES}?plotlineId={}", lanes[0])).ok();
        assert_eq!((&list["data"]["total"], &list["data"]["promises"][0]["id"]), (&json!(1), &mina["id"]));
    }
}

service_test! {
    fn what_a_promise_points_at_is_there_and_of_its_own_project(studio) {
        let (project, other) = (studio.project("mine"), studio.project("other"));
        let (_, lanes) = drawn(studio, &other, &["elsewhere"]);
        let foreign = nodes::make(studio, &other, &json!({ "title": "elsewhere" }));
        let own = nodes::make(studio, &project, &json!({ "title": "here" }));
        let made = make(studio, &project, &json!({ "title": "t", "madeAtNodeId": own["id"] }));

        for (field, id, what) in [
            ("madeAtNodeId", foreign["id"].text(), "Node"),
            ("madeAtNodeId", "missing".to_owned(), "Node"),
            ("fulfilledAtNodeId", foreign["id"].text(), "Node"),
            ("fulfilledAtNodeId", String::new(), "Node"),
            ("plotlineId", "missing".to_owned(), "Plotline"),
            ("plotlineId", lanes[0].clone(), "Plotline"),
        ] {
            let wanted = (404, format!("{what} not found"));
            let create = json!({ "projectId": project, "title": "x", field: id });
            let reply = studio.post(PROMISES, &create);
            assert_eq!((reply.status, reply.detail()), wanted, "{field}");
            let reply = studio.put(&path(&made), &json!({ "title": "x", field: id }));
            assert_eq!((reply.status, reply.detail()), wanted, "{field}");
        }
        let reply = studio.post(PROMISES, &json!({ "projectId": "missing", "title": "x" }));
        assert_eq!((reply.status, reply.detail()), (404, "Project not found".to_owned()));
        assert_eq!(read(studio, &made), made, "nothing is half applied");
        let list = studio.get(PROMISES).ok();
        assert_eq!(list["data"]["total"], 1);
        assert_eq!(connections(studio, &project), 1);
    }
}

service_test! {
    fn links_between_records_are_counted_as_they_come_and_go(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "text");
        let node = nodes::make(studio, &project, &json!({ "title": "n", "documentId": document }));
        assert_eq!(connections(studio, &project), 1);
        let promise = make(studio, &project, &json!({ "title": "t", "madeAtNodeId": node["id"],
            "fulfilledAtNodeId": node["id"] }));
        assert_eq!(connections(studio, &project), 3);
        let second = make(studio, &project, &json!({ "title": "t", "madeAtNodeId": node["id"] }));
        assert_eq!(connections(studio, &project), 4);

        studio.put(&path(&promise), &json!({ "title": "still" })).ok();
        assert_eq!(connections(studio, &project), 4);
        studio.put(&path(&promise), &json!({ "fulfilledAtNodeId": null })).ok();
        assert_eq!(connections(studio, &project), 3);
        studio.delete(&path(&second)).ok();
        assert_eq!(connections(studio, &project), 2);
        studio.put(&nodes::path(&node), &json!({ "documentId": null })).ok();
        assert_eq!(connections(studio, &project), 1);
        studio.put(&nodes::path(&node), &json!({ "documentId": document })).ok();
        studio.delete(&nodes::path(&node)).ok();
        assert_eq!(connections(studio, &project), 0);
        // Changes of the plan are work like any other.
        let project = studio.get(&format!("/api/projects/{project}")).ok();
        assert_eq!(project["analytics"]["collaboratorActivity"], json!({ "local": 10 }));
    }
}

service_test! {
    fn a_node_is_not_told_by_a_document_in_the_bin(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "text");
        let node = nodes::make(studio, &project, &json!({ "title": "n", "documentId": document }));

        studio.delete(&format!("/api/projects/{project}/documents/{document}")).ok();

        assert_eq!(nodes::read(studio, &node)["documentId"], Value::Null);
        assert_eq!(connections(studio, &project), 0);
        let again = studio.put(&nodes::path(&node), &json!({ "documentId": document }));
        assert_eq!((again.status, again.detail().as_str()), (404, "Document not found"));
        // The links are not restored; they can be made again.
        let restore = format!("/api/projects/{project}/documents/{document}/restore");
        studio.post(&restore, &json!({})).ok();
        assert_eq!(nodes::read(studio, &node)["documentId"], Value::Null);
        studio.put(&nodes::path(&node), &json!({ "documentId": document })).ok();
        assert_eq!(connections(studio, &project), 1);
    }
}
