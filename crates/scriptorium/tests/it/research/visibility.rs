//! Who may find what.

use domain::principal::Scope;
use serde_json::{Value, json};

use super::{RESEARCH, texts};
use crate::{access::Person, support::Text as _};

/// What somebody finds.
fn finds(person: &Person<'_>, body: &Value) -> Vec<String> {
    texts(&person.post(&format!("{RESEARCH}/search"), body).ok())
}

fn write(person: &Person<'_>, project: &str, content: &str) {
    let body = json!({ "title": "Chapter", "content": content });
    person.post(&format!("/api/projects/{project}/documents"), &body).ok();
}

service_test! {
    fn nobody_finds_what_is_not_theirs(studio) {
        let [mina, lucy] = ["mina", "lucy"].map(|name| Person::new(studio, name, Scope::Write));
        let (hers, theirs) = (mina.project("hers"), mina.project("theirs"));
        write(&mina, &hers, "The key is hers.");
        write(&mina, &theirs, "The key is theirs.");
        let entry = json!({ "name": "Key", "content": "The key of iron." });
        mina.post(&format!("/api/projects/{hers}/lore"), &entry).ok();
        let share = |with: Value| {
            mina.put(&format!("/api/projects/{theirs}"), &json!({ "collaborators": with })).ok();
        };
        share(json!(["lucy"]));
        let key = json!({ "query": "the key" });

        assert_eq!(finds(&mina, &key).len(), 3);
        assert_eq!(finds(&lucy, &key), ["The key is theirs."]);
        let foreign = json!({ "query": "key", "projectId": hers });
        let refused = lucy.post(&format!("{RESEARCH}/search"), &foreign);
        assert_eq!((refused.status, refused.detail()), (404, "Project not found".to_owned()));
        let history = |person: &Person<'_>| {
            let view = person.get(&format!("{RESEARCH}/queries")).ok();
            view["queries"].as_array().unwrap().iter().map(texts).collect::<Vec<_>>()
        };
        assert_eq!(history(&lucy), [["The key is theirs."]]);
        let counted = lucy.get(&format!("{RESEARCH}/collections")).ok();
        assert_eq!(counted["collections"][0]["documents"], 1);
        // Who is no member any more sees nothing of it, not even what they once found.
        share(json!([]));
        assert_eq!(finds(&lucy, &key), [""; 0]);
        assert_eq!(history(&lucy), [[""; 0]; 2]);
        let view = lucy.get(&format!("{RESEARCH}/queries")).ok();
        assert_eq!((&view["queries"][1]["resultCount"], &view["activeCollections"]), (&json!(0), &json!([])));
        assert_eq!(history(&mina)[0].len(), 3);
    }
}

service_test! {
    fn messages_are_their_senders(studio) {
        let [mina, lucy] = ["mina", "lucy"].map(|name| Person::new(studio, name, Scope::Write));
        let project = mina.project("shared");
        mina.put(&format!("/api/projects/{project}"), &json!({ "collaborators": ["lucy"] })).ok();
        // An answer would have the words of the message in it too.
        studio.post("/api/agents/scribe/sleep", &json!({})).ok();
        let send = |person: &Person<'_>, text: &str, project: Option<&str>| {
            let message = json!({ "toAgent": "scribe", "message": text,
                "context": { "metadata": project.map(|id| json!({ "projectId": id })) } });
            person.post("/api/agent-communication/messages/send", &message).ok();
        };
        send(&mina, "A secret of Mina.", Some(&project));
        send(&lucy, "A secret of Lucy.", Some(&project));
        send(&lucy, "A secret without a project.", None);

        let secret = json!({ "query": "secret", "collections": ["messages"] });
        let in_project = json!({ "query": "secret", "projectId": project });
        assert_eq!(finds(&mina, &secret), ["A secret of Mina."]);
        assert_eq!(finds(&lucy, &in_project), ["A secret of Lucy."]);
        assert_eq!(finds(&lucy, &secret).len(), 2);
        // The machine's own user owns everything.
        let all = studio.post(&format!("{RESEARCH}/search"), &secret).ok();
        assert_eq!(texts(&all).len(), 3);
    }
}

service_test! {
    fn history_and_saved_searches_are_each_users_own(studio) {
        let [mina, lucy] = ["mina", "lucy"].map(|name| Person::new(studio, name, Scope::Write));
        let body = json!({ "name": "Keys", "query": "key" });
        let saved = mina.post(&format!("{RESEARCH}/saved-searches"), &body).ok()["id"].text();
        mina.post(&format!("{RESEARCH}/search"), &json!({ "query": "key" })).ok();
        let path = format!("{RESEARCH}/saved-searches/{saved}");

        let view = lucy.get(&format!("{RESEARCH}/queries")).ok();
        assert_eq!((&view["totalQueries"], &view["savedSearches"]), (&json!(0), &json!([])));
        for reply in [
            lucy.put(&path, &json!({ "name": "Mine" })),
            lucy.ask("DELETE", &path, None),
            lucy.post(&format!("{path}/run"), &json!({})),
        ] {
            assert_eq!((reply.status, reply.detail()), (404, "Saved search not found".to_owned()));
        }
        let listed = mina.get(&format!("{RESEARCH}/saved-searches")).ok();
        assert_eq!((&listed["total"], &listed["savedSearches"][0]["name"]), (&json!(1), &json!("Keys")));
    }
}

service_test! {
    fn who_may_only_read_searches_and_saves_nothing(studio) {
        let reader = Person::new(studio, "reader", Scope::Read);
        let saved = json!({ "name": "Keys", "query": "key" });

        assert_eq!(reader.post(&format!("{RESEARCH}/search"), &json!({ "query": "key" })).status, 200);
        assert_eq!(reader.post(&format!("{RESEARCH}/saved-searches"), &saved).status, 403);
        assert_eq!(reader.get(&format!("{RESEARCH}/queries")).status, 200);
        assert_eq!(reader.get(&format!("{RESEARCH}/collections")).status, 200);
    }
}
