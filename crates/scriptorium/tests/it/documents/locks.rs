//! Tests of locked documents: only who has locked one changes it.

use domain::principal::Scope;
use serde_json::{Value, json};

use super::documents;
use crate::{
    access::Person,
    exports::{export, import},
    support::{JSON, Listener, Studio, Text as _},
};

/// A project of mina with jonathan as a collaborator, and a document in it.
fn shared(studio: &Studio) -> (Person<'_>, Person<'_>, String, String) {
    let mina = Person::new(studio, "mina", Scope::Write);
    let jonathan = Person::new(studio, "jonathan", Scope::Write);
    let project = mina.project("Journal");
    let collaborators = json!({ "collaborators": ["jonathan", "seward"] });
    mina.put(&format!("/api/projects/{project}"), &collaborators).ok();
    let text = json!({ "title": "I", "content": "Left Munich." });
    let document = mina.post(&documents(&project), &text).ok()["id"].text();
    (mina, jonathan, project.clone(), format!("{}/{document}", documents(&project)))
}

const REFUSED: &str = "The document is locked by jonathan, and nobody else can change it";

service_test! {
    fn nobody_else_changes_a_locked_document(studio) {
        let (mina, jonathan, project, path) = shared(studio);
        let locked = jonathan.post(&format!("{path}/lock"), &Value::Null).ok();
        assert_eq!(locked["lockedBy"], "jonathan");
        assert_eq!(mina.get(&path).ok()["lockedBy"], "jonathan");

        let proposal = json!({ "target": { "kind": "document", "id": locked["id"] }, "summary": "s",
            "changes": [{ "before": "Left", "after": "Fled" }] });
        let made = mina.post(&format!("/api/projects/{project}/proposals"), &proposal).ok();
        let accept = format!("/api/projects/{project}/proposals/{}/accept", made["id"].text());
        for (method, path, body) in [
            ("PUT", path.clone(), json!({ "content": "" })),
            ("PUT", path.clone(), json!({ "title": "II" })),
            ("PUT", path.clone(), json!({ "position": 7 })),
            ("DELETE", path.clone(), Value::Null),
            ("POST", format!("{path}/lock"), Value::Null),
            ("POST", accept.clone(), json!({})),
        ] {
            let reply = mina.ask(method, &path, Some(&body));
            assert_eq!((reply.status, reply.detail().as_str()), (409, REFUSED), "{method} {path}");
        }
        assert_eq!(jonathan.get(&path).ok()["content"], "Left Munich.");

        jonathan.post(&accept, &json!({})).ok();
        jonathan.put(&path, &json!({ "title": "II" })).ok();
        let item = mina.get(&path).ok();
        assert_eq!((&item["content"], &item["title"], &item["lockedBy"]),
            (&json!("Fled Munich."), &json!("II"), &json!("jonathan")));
    }
}

service_test! {
    fn its_author_and_the_owner_of_the_project_can_unlock_a_document(studio) {
        let (mina, jonathan, _, path) = shared(studio);
        let seward = Person::new(studio, "seward", Scope::Write);
        let (lock, unlock) = (format!("{path}/lock"), format!("{path}/unlock"));

        jonathan.post(&lock, &Value::Null).ok();
        let refused = seward.post(&unlock, &Value::Null);
        assert_eq!((refused.status, refused.detail().as_str()), (409, "The document is locked by \
            jonathan: only they and the owner of the project can unlock it"));
        assert_eq!(jonathan.post(&unlock, &Value::Null).ok()["lockedBy"], Value::Null);
        jonathan.post(&lock, &Value::Null).ok();
        assert_eq!(mina.post(&unlock, &Value::Null).ok()["lockedBy"], Value::Null);
        seward.put(&path, &json!({ "title": "II" })).ok();
        // Who owns the machine owns every project on it.
        jonathan.post(&lock, &Value::Null).ok();
        assert_eq!(studio.post(&unlock, &Value::Null).ok()["lockedBy"], Value::Null);
    }
}

service_test! {
    fn a_lock_is_a_change_of_the_document_and_the_same_again_is_none(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Left Munich.");
        let path = format!("{}/{document}", documents(&project));
        let mut listener = Listener::now(studio);

        for (action, tag, locked) in [
            ("lock", "\"2\"", json!("local")), ("lock", "\"2\"", json!("local")),
            ("unlock", "\"3\"", Value::Null), ("unlock", "\"3\"", Value::Null),
        ] {
            let reply = studio.ask("POST", &format!("{path}/{action}"), &[], None);
            assert_eq!(reply.header("etag"), Some(tag), "{action}");
            assert_eq!(reply.ok()["lockedBy"], locked);
        }
        let stale = studio.ask("POST", &format!("{path}/lock"), &[JSON, ("if-match", "\"2\"")], None);
        assert_eq!(stale.status, 412);
        let heard = listener.hear(2);
        assert_eq!(heard.iter().map(|it| &it.body["lockedBy"]).collect::<Vec<_>>(),
            [&json!("local"), &Value::Null]);
        assert_eq!(studio.get(&format!("{path}/revisions")).ok()["total"], 0);
    }
}

service_test! {
    fn a_lock_outlasts_the_trash(studio) {
        let (mina, jonathan, _, path) = shared(studio);
        jonathan.post(&format!("{path}/lock"), &Value::Null).ok();
        jonathan.ask("DELETE", &path, None);

        let refused = mina.post(&format!("{path}/restore"), &Value::Null);
        assert_eq!((refused.status, refused.detail().as_str()), (409, REFUSED));
        assert_eq!(mina.get(&path).status, 404);
        let restored = jonathan.post(&format!("{path}/restore"), &Value::Null).ok();

        assert_eq!(restored["lockedBy"], "jonathan");
    }
}

service_test! {
    fn who_imports_a_project_has_its_locks(studio) {
        let (_, jonathan, project, path) = shared(studio);
        jonathan.post(&format!("{path}/lock"), &Value::Null).ok();

        let copy = import(studio, &export(studio, &project)).ok()["id"].text();

        let listed = studio.get(&documents(&copy)).ok();
        assert_eq!(listed["documents"][0]["lockedBy"], "local");
    }
}
