//! What the plotter answers: the books of a project's promises, against rows made over HTTP.

use domain::{principal::Scope, time::DAY_MS};
use serde_json::{Value, json};

use super::{SEND, path, reply_to, send};
use crate::{
    nodes, promises,
    support::{JSON, Studio, Text as _},
};

/// Asks the plotter about a project; its reply.
fn ask(studio: &Studio, project: &str) -> Value {
    let message = json!({ "toAgent": "plotter", "message": "What is open?",
        "context": { "metadata": { "projectId": project } } });
    reply_to(studio, &send(studio, &message).ok())
}

/// Enters a promise; its id.
fn promise(studio: &Studio, project: &str, title: &str, level: &str, status: &str) -> String {
    let body = json!({ "title": title, "promiseLevel": level, "status": status });
    promises::make(studio, project, &body)["id"].text()
}

/// The ids of a list of the report.
fn ids(list: &Value) -> Vec<String> {
    list["promises"].as_array().expect("a list").iter().map(|it| it["id"].text()).collect()
}

service_test! {
    fn the_plotter_names_what_is_open_the_heaviest_and_oldest_first(studio) {
        let project = studio.project("Dracula");
        let node = nodes::make(studio, &project, &json!({ "title": "I" }));
        let assign_node = |id: &str| {
            let body = json!({ "madeAtNodeId": node["id"] });
            studio.put(&format!("/api/creative/plot/promises/{id}"), &body).ok();
        };
        let micro = promise(studio, &project, "The bat", "micro", "made");
        assign_node(&micro);
        let orphan = promise(studio, &project, "The rescue", "core", "fulfilled");
        studio.clock.advance(10 * DAY_MS);
        let minor = promise(studio, &project, "The diary", "minor", "planned");
        studio.clock.advance(5 * DAY_MS);
        let core = promise(studio, &project, "The bite", "core", "progressing");
        let major = promise(studio, &project, "The voyage", "major", "deferred");
        assign_node(&core);
        let bare = promise(studio, &project, "The ship", "micro", "made");
        promise(studio, &project, "The duel", "core", "broken");
        studio.clock.advance(DAY_MS + DAY_MS / 2);
        let other = studio.project("other");
        promise(studio, &other, "Elsewhere", "core", "made");

        let reply = ask(studio, &project);

        let wanted = format!(
            "The project has 7 promises: 1 planned, 2 made, 1 progressing, 1 fulfilled, 1 deferred, \
             1 broken.\n\
             Open, by weight and age (5):\n\
             \x20 “The bat” (micro, made, 16 days), {micro}\n\
             \x20 “The diary” (minor, planned, 6 days), {minor}\n\
             \x20 “The bite” (core, progressing, 1 day), {core}\n\
             \x20 “The voyage” (major, deferred, 1 day), {major}\n\
             \x20 “The ship” (micro, made, 1 day), {bare}\n\
             Promised, and the outline does not say where (1):\n\
             \x20 “The ship” (micro, made, 1 day), {bare}\n\
             Fulfilled, and the outline does not say where it was promised (1):\n\
             \x20 “The rescue” (core, fulfilled, 16 days), {orphan}\n"
        );
        assert_eq!(reply["message"], wanted);
        let report = &reply["report"];
        assert_eq!((&report["kind"], &report["projectId"]), (&json!("promises"), &json!(project)));
        assert_eq!((&report["total"], &report["read"]), (&json!(7), &json!(7)));
        assert_eq!(report["byStatus"], json!({ "planned": 1, "made": 2, "progressing": 1,
            "partially_fulfilled": 0, "fulfilled": 1, "deferred": 1, "broken": 1, "abandoned": 0 }));
        assert_eq!(ids(&report["open"]), [micro.clone(), minor, core, major, bare.clone()]);
        assert_eq!((ids(&report["unplaced"]), ids(&report["orphans"])), (vec![bare], vec![orphan]));
        assert_eq!(report["open"]["promises"][0], json!({ "id": micro, "title": "The bat",
            "promiseLevel": "micro", "status": "made", "ageDays": 16, "urgency": 8.25 }));
    }
}

service_test! {
    fn the_plotter_says_plainly_that_there_is_nothing(studio) {
        let sent = send(studio, &json!({ "toAgent": "plotter", "message": "?" })).ok();
        assert_eq!(reply_to(studio, &sent)["message"],
            "This message is about no project: open one, or name it in \
             context.metadata.projectId.\n");

        let project = studio.project("Dracula");
        let reply = ask(studio, &project);
        assert_eq!((&reply["message"], &reply["report"]["total"]),
            (&json!("The project has no promises yet.\n"), &json!(0)));
        promise(studio, &project, "kept", "micro", "abandoned");
        assert_eq!(ask(studio, &project)["message"],
            "The project has 1 promise: 1 abandoned.\nNone of them is open.\n");

        // The project that is open, and one that is not there.
        studio.post(&format!("/api/projects/{project}/activate"), &json!({})).ok();
        let open = json!({ "toAgent": "plotter", "message": "Which promises are open?" });
        let sent = send(studio, &open).ok();
        assert_eq!(reply_to(studio, &sent)["report"]["projectId"], project);
        assert_eq!(ask(studio, "missing")["message"], "Project not found");
    }
}

service_test! {
    fn a_long_ledger_is_cut_and_says_so(studio) {
        let project = studio.project("Dracula");
        for number in 0..23 {
            promise(studio, &project, &number.to_string(), "minor", "made");
        }

        let reply = ask(studio, &project);

        let letter = reply["message"].text();
        assert_eq!(letter.matches("  and 3 more\n").count(), 2, "open, and without a place");
        assert_eq!(letter.lines().count(), 1 + 2 * (1 + 20 + 1));
        assert_eq!((reply["report"]["open"]["total"].as_i64(), ids(&reply["report"]["open"]).len()),
            (Some(23), 23));
    }
}

service_test! {
    fn a_long_title_is_cut_behind_a_word_in_letter_and_report(studio) {
        let project = studio.project("Dracula");
        promise(studio, &project, &"word ".repeat(200), "minor", "made");

        let reply = ask(studio, &project);

        let cut = format!("{} …", ["word"; 40].join(" "));
        assert!(reply["message"].text().contains(&format!("  “{cut}” (minor")), "{reply}");
        assert_eq!(reply["report"]["open"]["promises"][0]["title"], cut);
    }
}

service_test! {
    fn the_plotter_reads_with_the_rights_of_who_asks(studio) {
        let project = studio.project("Dracula");
        promise(studio, &project, "secret", "core", "made");
        let database = studio.behind().database.clone();
        let now = studio.clock.now();
        let token = scriptorium::tokens::create(&database, "lucy", Scope::Write, "", None, now);
        let bearer = format!("Bearer {}", studio.block_on(token).unwrap());
        let body = json!({ "toAgent": "plotter", "message": "x",
            "context": { "metadata": { "projectId": project } } });

        let headers = [JSON, ("authorization", bearer.as_str())];
        let sent = studio.ask("POST", SEND, &headers, Some(&body.to_string())).ok();

        assert_eq!(reply_to(studio, &sent)["message"], "Project not found");
        assert_eq!(studio.get(&path(&sent)).ok()["projectId"], Value::Null);
    }
}
