//! Who may see promises and nodes: nobody finds those of others or of a project in the trash, and
//! whoever may see them gets their events.

use domain::principal::Scope;
use serde_json::{Value, json};

use super::{PROMISES, make, path, read};
use crate::{
    nodes,
    support::{JSON, Listener, Reply, Studio, Text as _},
};

/// Asks with the token of a new user of this name.
fn caller_of<'s>(
    studio: &'s Studio,
    name: &str,
) -> impl Fn(&str, &str, Option<Value>) -> Reply + 's {
    let database = studio.behind().database.clone();
    let now = studio.clock.now();
    let token = scriptorium::tokens::create(&database, name, Scope::Write, "", None, now);
    let bearer = format!("Bearer {}", studio.block_on(token).unwrap());
    move |method, path, body| {
        let headers = [JSON, ("authorization", bearer.as_str())];
        studio.ask(method, path, &headers, body.map(|body| body.to_string()).as_deref())
    }
}

service_test! {
    fn promises_and_nodes_of_others_are_not_there(studio) {
        let (mina, renfield) = (caller_of(studio, "mina"), caller_of(studio, "renfield"));
        let project = |ask: &dyn Fn(&str, &str, Option<Value>) -> Reply, name: &str| {
            ask("POST", "/api/projects", Some(json!({ "name": name }))).ok()["id"].text()
        };
        let (journal, flies) = (project(&mina, "Journal"), project(&renfield, "Flies"));
        let node = nodes::make(studio, &journal, &json!({ "title": "Whitby" }));
        let promise = make(studio, &journal, &json!({ "title": "t", "madeAtNodeId": node["id"] }));
        make(studio, &flies, &json!({ "title": "spiders" }));

        for (at, what) in [(path(&promise), "Promise"), (nodes::path(&node), "Node")] {
            for (method, body) in [("GET", None), ("PUT", Some(json!({}))), ("DELETE", None)] {
                let reply = renfield(method, &at, body);
                assert_eq!((reply.status, reply.detail()), (404, format!("{what} not found")));
            }
        }
        for route in [PROMISES, nodes::NODES] {
            let reply = renfield("POST", route, Some(json!({ "projectId": journal, "title": "x" })));
            assert_eq!((reply.status, reply.detail().as_str()), (404, "Project not found"));
            let reply = renfield("GET", &format!("{route}?projectId={journal}"), None);
            assert_eq!((reply.status, reply.detail().as_str()), (404, "Project not found"));
        }
        let lies_in = json!({ "projectId": flies, "title": "x", "parentId": node["id"] });
        assert_eq!(renfield("POST", nodes::NODES, Some(lies_in)).detail(), "Node not found");
        // A list without a project holds what its reader may see.
        let titles = |ask: &dyn Fn(&str, &str, Option<Value>) -> Reply, query: &str| {
            let list = ask("GET", &format!("{PROMISES}{query}"), None).ok()["data"].clone();
            let all = list["promises"].as_array().unwrap().clone();
            let titles: Vec<_> = all.iter().map(|promise| promise["title"].text()).collect();
            (titles.join(" "), list["total"].clone())
        };
        for query in ["", "?status=made"] {
            assert_eq!(titles(&renfield, query), ("spiders".to_owned(), json!(1)));
            assert_eq!(titles(&mina, query), ("t".to_owned(), json!(1)));
        }
        assert_eq!(studio.get(PROMISES).ok()["data"]["total"], 2);
        // A member sees what the owner sees.
        let members = json!({ "collaborators": ["renfield"] });
        mina("PUT", &format!("/api/projects/{journal}"), Some(members)).ok();
        assert_eq!(titles(&renfield, ""), ("spiders t".to_owned(), json!(2)));
        assert_eq!(renfield("GET", &path(&promise), None).ok()["data"], promise);
    }
}

service_test! {
    fn what_belongs_to_a_binned_project_is_not_there_until_it_comes_back(studio) {
        let project = studio.project("Dracula");
        let node = nodes::make(studio, &project, &json!({ "title": "n" }));
        let promise = make(studio, &project, &json!({ "title": "t", "madeAtNodeId": node["id"] }));

        studio.delete(&format!("/api/projects/{project}")).ok();

        assert_eq!(studio.get(&path(&promise)).detail(), "Promise not found");
        assert_eq!(studio.get(&nodes::path(&node)).detail(), "Node not found");
        assert_eq!(studio.get(&format!("{PROMISES}?projectId={project}")).status, 404);
        for query in ["", "?q=t"] {
            let list = studio.get(&format!("{PROMISES}{query}")).ok()["data"].clone();
            assert_eq!((&list["promises"], &list["total"]), (&json!([]), &json!(0)));
        }
        studio.post(&format!("/api/projects/{project}/restore"), &json!({})).ok();
        assert_eq!(read(studio, &promise), promise);
        assert_eq!(nodes::read(studio, &node), node);
    }
}

service_test! {
    fn nothing_is_left_of_a_project_that_is_forgotten(studio) {
        let project = studio.project("Dracula");
        let node = nodes::make(studio, &project, &json!({ "title": "n" }));
        make(studio, &project, &json!({ "title": "t", "madeAtNodeId": node["id"] }));
        studio.delete(&format!("/api/projects/{project}")).ok();

        studio.clock.advance(30 * domain::time::DAY_MS + 1);
        studio.clean();

        let left = studio.write(|tx| {
            let mut left = Vec::new();
            for statement in [
                "SELECT count(*) FROM promise",
                "SELECT count(*) FROM plot_node",
                "SELECT count(*) FROM record_counter",
            ] {
                let row = tx.row(statement, ());
                let row = row.map_err(|flaw| domain::Error::internal("counting rows", flaw))?;
                left.push(row.unwrap().take::<i64>(0).unwrap());
            }
            Ok(left)
        });
        assert_eq!(left, [0, 0, 0]);
    }
}

service_test! {
    fn every_change_of_a_promise_or_a_node_is_told(studio) {
        let project = studio.project("Dracula");
        let mut listener = Listener::now(studio);

        let node = nodes::make(studio, &project, &json!({ "title": "n" }));
        let made = make(studio, &project, &json!({ "title": "t", "madeAtNodeId": node["id"] }));
        let changed = studio.put(&path(&made), &json!({ "title": "u" })).ok()["data"].clone();
        studio.delete(&nodes::path(&node)).ok();
        let last = read(studio, &made);
        studio.delete(&path(&made)).ok();

        let heard = listener.hear(5);
        let gone = |record: &Value| {
            let mut record = record.clone();
            record["deleted"] = true.into();
            record
        };
        let heard_events: Vec<_> = heard.into_iter().map(|event| (event.kind, event.body)).collect();
        let wanted = [
            ("node", node.clone()),
            ("promise", made),
            ("promise", changed),
            ("node", gone(&node)),
            ("promise", gone(&last)),
        ];
        assert_eq!(heard_events, wanted.map(|(kind, body)| (kind.to_owned(), body)));
    }
}
