//! What the director says: who can do what, how a project stands, what is next by rule.

use domain::findings::Severity;
use serde_json::{Value, json};

use super::{ask, each, text};
use crate::{
    findings::{found, record},
    messages::{reply_to, send},
    promises,
    support::Text as _,
};

service_test! {
    fn the_director_shows_the_staff_with_its_measured_loads(studio) {
        studio.post("/api/agents/muse/sleep", &json!({})).ok();
        let sent = send(studio, &json!({ "toAgent": "director", "message": "Who is there?" })).ok();

        let reply = reply_to(studio, &sent);

        let staff = &reply["report"]["staff"];
        assert_eq!((&staff["total"], &reply["report"]["project"]), (&json!(15), &Value::Null));
        assert_eq!((each(staff, "agentId")[1], each(staff, "isAwake")[1]), (&json!("muse"), &json!(false)));
        assert_eq!(each(staff, "load")[0], &json!(0.0), "the director is at this message alone");
        assert_eq!(each(staff, "load")[2], &Value::Null, "nobody ever asked the architect");
        let letter = reply["message"].text();
        assert!(letter.starts_with("The staff has 15 agents, of which 14 are awake.\nWho can do what \
            (15):\n  director: routing, planning, arbitration (load 0.0 %)\n  muse: "), "{letter}");
        assert!(letter.ends_with("The message is about no project, so there is nothing to say of \
            one.\n"), "{letter}");
    }
}

service_test! {
    fn the_director_proposes_what_is_next_with_its_reason(studio) {
        let project = studio.project("Dracula");
        let empty = ask(studio, "director", &project);
        assert_eq!(each(&empty["report"]["project"]["next"], "rule"), ["no_document"]);

        let one = studio.document(&project, "I", &text(30));
        studio.document(&project, "II", "");
        let path = format!("/api/projects/{project}/documents/{one}");
        studio.put(&path, &json!({ "wordTarget": 20 })).ok();
        record(studio, &project, Some((one.as_str(), 2)), None, &[found("forbidden", Severity::High, "They")]);
        promises::make(studio, &project, &json!({ "title": "The bite" }));
        crate::lore::make(studio, &project, &json!({ "name": "Whitby" }));

        let reply = ask(studio, "director", &project);

        let report = &reply["report"]["project"];
        assert_eq!((&report["words"], &report["openPromises"], &report["findings"]["high"]),
            (&json!(30), &json!(1), &json!(1)));
        assert_eq!(each(&report["next"], "rule"), ["grave_findings", "unread", "no_outline",
            "empty_documents", "target_reached", "promises_without_place", "bare_entries"]);
        let letter = reply["message"].text();
        assert!(letter.contains("  Deal with 1 grave finding (proseguard): the first says: I: “They” \
            is of forbidden.\n"), "{letter}");
        assert!(letter.contains("have not read 1 of 1 document as they are now"), "one kind of \
            check did: {letter}");
        assert!(letter.contains("  Draft “II” (scribe): 1 document is without a word\n"), "{letter}");
    }
}
