//! Tests of where nodes lie: in each other, in an order, never in themselves, and what becomes of
//! them when what they lie in goes away.

use serde_json::{Value, json};

use super::{NODES, make, path, read};
use crate::support::{Studio, Text as _};

/// The titles of what lies in a node, or at the top, in their order.
fn inside(studio: &Studio, project: &str, parent: &str) -> Vec<String> {
    let list = studio.get(&format!("{NODES}?projectId={project}&parentId={parent}&limit=100")).ok();
    let nodes = list["data"]["nodes"].as_array().expect("a list").clone();
    assert_eq!(list["data"]["total"], nodes.len());
    nodes.iter().map(|node| node["title"].text()).collect()
}

/// Makes a node of this title in another one.
fn lay(studio: &Studio, project: &str, title: &str, parent: &Value) -> Value {
    make(studio, project, &json!({ "title": title, "parentId": parent["id"] }))
}

service_test! {
    fn nodes_lie_in_each_other_in_an_order(studio) {
        let project = studio.project("Dracula");
        let act = make(studio, &project, &json!({ "title": "act", "kind": "act" }));
        let (one, two) = (lay(studio, &project, "1", &act), lay(studio, &project, "2", &act));
        assert_eq!((&one["position"], &two["position"]), (&json!(0), &json!(1)));

        let first = json!({ "title": "0", "parentId": act["id"], "position": 0 });
        make(studio, &project, &first);
        assert_eq!(inside(studio, &project, &act["id"].text()), ["0", "1", "2"]);

        studio.put(&path(&two), &json!({ "position": 0 })).ok();
        assert_eq!(inside(studio, &project, &act["id"].text()), ["2", "0", "1"]);
        studio.put(&path(&two), &json!({ "parentId": null })).ok();
        assert_eq!(inside(studio, &project, "root"), ["act", "2"]);
        studio.put(&path(&act), &json!({ "parentId": two["id"] })).ok();
        assert_eq!(inside(studio, &project, &two["id"].text()), ["act"]);
        assert_eq!(read(studio, &one)["parentId"], act["id"]);
    }
}

service_test! {
    fn nodes_are_found_by_a_text_in_their_titles(studio) {
        let project = studio.project("Dracula");
        let act = make(studio, &project, &json!({ "title": "The STORM", "kind": "act" }));
        for title in ["a storm", "calm", "Storms"] {
            lay(studio, &project, title, &act);
        }
        let found = |query: &str| {
            let page = studio.get(&format!("{NODES}?projectId={project}&{query}")).ok()["data"].take();
            let titles = page["nodes"].as_array().unwrap().iter().map(|it| it["title"].text());
            (titles.collect::<Vec<_>>().join(", "), page["total"].clone())
        };

        assert_eq!(found("q=storm"), ("The STORM, a storm, Storms".to_owned(), json!(3)));
        assert_eq!(found("q=storm&limit=1"), ("The STORM".to_owned(), json!(3)));
        assert_eq!(found("q=storm&parentId=root"), ("The STORM".to_owned(), json!(1)));
        assert_eq!(found("q=storm&kind=act"), ("The STORM".to_owned(), json!(1)));
    }
}

service_test! {
    fn a_node_never_lies_in_itself_or_deeper_than_the_bound(studio) {
        let project = studio.project("Dracula");
        let mut way = vec![make(studio, &project, &json!({ "title": "0" }))];
        for depth in 1..16 {
            let next = lay(studio, &project, &depth.to_string(), &way[depth - 1]);
            way.push(next);
        }

        let too_deep = json!({ "projectId": project, "title": "16", "parentId": way[15]["id"] });
        let reply = studio.post(NODES, &too_deep);
        assert_eq!((reply.status, reply.detail().as_str()), (409, "Nodes are nested at most 16 \
            levels deep"));
        for below in [0, 1, 15] {
            let reply = studio.put(&path(&way[0]), &json!({ "parentId": way[below]["id"] }));
            let said = (reply.status, reply.detail());
            assert_eq!(said, (409, "A node cannot be in itself".to_owned()));
        }
        let other = make(studio, &project, &json!({ "title": "other" }));
        let reply = studio.put(&path(&way[0]), &json!({ "parentId": other["id"], "title": "x" }));
        assert_eq!((reply.status, reply.detail().as_str()), (409, "Nodes are nested at most 16 \
            levels deep"));
        assert_eq!(read(studio, &way[0]), way[0], "nothing is half applied");
    }
}

service_test! {
    fn what_lies_in_a_deleted_node_takes_its_place(studio) {
        let project = studio.project("Dracula");
        let act = make(studio, &project, &json!({ "title": "act", "kind": "act" }));
        let (_, b, _) = (lay(studio, &project, "a", &act), lay(studio, &project, "b", &act),
            lay(studio, &project, "c", &act));
        for title in ["b1", "b2", "b3"] {
            lay(studio, &project, title, &b);
        }
        let b2 = lay(studio, &project, "b4", &b);
        studio.put(&path(&b2), &json!({ "position": 40 })).ok();

        let deleted = studio.delete(&path(&b));

        assert_eq!((deleted.status, deleted.text.as_str()), (204, ""));
        assert_eq!(studio.get(&path(&b)).detail(), "Node not found");
        let wanted = ["a", "b1", "b2", "b3", "b4", "c"];
        assert_eq!(inside(studio, &project, &act["id"].text()), wanted);
        studio.delete(&path(&act)).ok();
        assert_eq!(inside(studio, &project, "root"), wanted);
        let list = studio.get(&format!("{NODES}?projectId={project}")).ok();
        assert_eq!(list["data"]["total"], 6);
    }
}

service_test! {
    fn what_a_node_lies_in_is_there_and_of_its_own_project(studio) {
        let (project, other) = (studio.project("mine"), studio.project("other"));
        let foreign = make(studio, &other, &json!({ "title": "elsewhere" }));
        let document = studio.document(&other, "I", "");
        let own = make(studio, &project, &json!({ "title": "here" }));

        for (field, id, said) in [
            ("parentId", foreign["id"].text(), "Node not found"),
            ("parentId", "missing".to_owned(), "Node not found"),
            ("documentId", document, "Document not found"),
            ("documentId", "missing".to_owned(), "Document not found"),
        ] {
            let create = json!({ "projectId": project, "title": "x", field: id });
            let reply = studio.post(NODES, &create);
            assert_eq!((reply.status, reply.detail().as_str()), (404, said));
            let reply = studio.put(&path(&own), &json!({ "title": "x", field: id }));
            assert_eq!((reply.status, reply.detail().as_str()), (404, said));
        }
        assert_eq!(read(studio, &own), own);
        assert_eq!(inside(studio, &project, "root"), ["here"]);
    }
}

service_test! {
    fn a_whole_outline_is_listed_as_it_is_read(studio) {
        let project = studio.project("Dracula");
        let node = |title: &str, parent: &Value, position: i64| {
            let body = json!({ "title": title, "parentId": parent, "position": position });
            make(studio, &project, &body)["id"].clone()
        };
        let two = node("Act Two", &Value::Null, 10);
        let one = node("Act One", &Value::Null, 9);
        let ten = node("X", &two, 1);
        node("IX", &two, 0);
        node("a beat", &ten, 0);
        node("I", &one, 0);
        let wanted = ["Act One", "I", "Act Two", "IX", "X", "a beat"];

        for limit in [1, 4, 100] {
            let (mut seen, mut cursor) = (Vec::new(), String::new());
            loop {
                let list = format!("{NODES}?projectId={project}&limit={limit}{cursor}");
                let page = studio.get(&list).ok()["data"].clone();
                let nodes = page["nodes"].as_array().unwrap();
                seen.extend(nodes.iter().map(|node| node["title"].text()));
                let Some(next) = page["nextCursor"].as_str() else { break };
                cursor = format!("&cursor={next}");
            }
            assert_eq!(seen, wanted);
        }
    }
}

service_test! {
    fn nodes_are_listed_by_position_in_pages_and_by_kind(studio) {
        let project = studio.project("Dracula");
        for position in [5, 3, 9, 1, 7] {
            let kind = if position > 4 { "beat" } else { "act" };
            make(studio, &project,
                &json!({ "title": position.to_string(), "kind": kind, "position": position }));
        }

        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = studio.get(&format!("{NODES}?projectId={project}&limit=2{cursor}")).ok();
            assert_eq!(page["data"]["total"], 5);
            let nodes = page["data"]["nodes"].as_array().unwrap().clone();
            seen.extend(nodes.iter().map(|node| node["title"].text()));
            if page["data"]["nextCursor"].is_null() {
                break;
            }
            cursor = format!("&cursor={}", page["data"]["nextCursor"].text());
        }

        assert_eq!(seen, ["1", "3", "5", "7", "9"]);
        let beats = studio.get(&format!("{NODES}?projectId={project}&kind=beat")).ok();
        assert_eq!(beats["data"]["total"], 3);
        assert_eq!(studio.get(&format!("{NODES}?projectId={project}&parentId=no")).ok()["data"],
            json!({ "nodes": [], "nextCursor": null, "total": 0 }));
        insta::assert_snapshot!(studio.get(&format!("{NODES}?kind=part&limit=0")), @r"
        422
        query.projectId: Field required (missing)
        query.kind: Input should be 'act', 'chapter', 'scene' or 'beat' (literal_error)
        query.limit: Input should be greater than or equal to 1 (greater_than_equal)
        ");
    }
}
