//! Tests of what lies in the trash, and how long.

use domain::principal::Scope;
use serde_json::{Value, json};

use crate::{
    access::Person,
    support::{Studio, Text as _},
};

/// The values of a member in a list.
fn all(list: &Value, of: &str, member: &str) -> Vec<String> {
    list[of].as_array().unwrap().iter().map(|it| it[member].text()).collect()
}

service_test! {
    fn documents_in_the_trash_are_listed_until_they_are_restored(studio) {
        let project = studio.project("Nightfall");
        let trash = format!("/api/projects/{project}/trash");
        let path = |id: &str| format!("/api/projects/{project}/documents/{id}");
        let ids = ["One", "Two", "Three"].map(|title| studio.document(&project, title, "A few words."));
        for id in &ids[..2] {
            studio.clock.advance(1_000);
            studio.delete(&path(id)).ok();
        }

        let list = studio.get(&trash).ok();
        let first = studio.get(&format!("{trash}?limit=1")).ok();
        let rest = studio.get(&format!("{trash}?limit=1&cursor={}", first["nextCursor"].text())).ok();
        studio.post(&format!("{}/restore", path(&ids[0])), &json!({})).ok();
        let after = studio.get(&trash).ok();

        assert_eq!(all(&list, "trashedDocuments", "title"), ["Two", "One"]);
        assert_eq!((&list["total"], &list["nextCursor"]), (&json!(2), &Value::Null));
        let one = &list["trashedDocuments"][1];
        assert_eq!((&one["id"], &one["kind"], &one["words"]), (&json!(ids[0]), &json!("chapter"), &json!(3)));
        assert_eq!(all(&first, "trashedDocuments", "title"), ["Two"]);
        assert_eq!(all(&rest, "trashedDocuments", "title"), ["One"]);
        assert_eq!(rest["nextCursor"], Value::Null);
        assert_eq!(all(&after, "trashedDocuments", "title"), ["Two"]);
        assert_eq!(studio.get("/api/projects/x/trash").status, 404);
    }
}

service_test! {
    fn something_in_the_trash_says_until_when_it_stays_there(studio) {
        let project = studio.project("Nightfall");
        let path = format!("/api/projects/{project}");
        studio.delete(&path).ok();

        let list = studio.get("/api/trash").ok();
        let purged_at = list["trashedProjects"][0]["purgedAt"].text();
        studio.clock.advance(30 * domain::time::DAY_MS - 1);
        let still = studio.get("/api/trash").ok();
        let restored = studio.post(&format!("{path}/restore"), &json!({})).ok();

        assert_eq!(list["trashedProjects"][0]["name"], "Nightfall");
        assert_eq!(still, list);
        assert!(purged_at > restored["modifiedAt"].text(), "{purged_at}");
        assert_eq!(studio.get("/api/trash").ok(), json!({ "trashedProjects": [], "nextCursor": null, "total": 0 }));
    }
}

/// Trashes a project of each; their names.
fn two_trashed(studio: &Studio, people: [&Person<'_>; 2]) -> [String; 2] {
    let names = ["Mara's", "Ivo's"].map(str::to_owned);
    for (person, name) in people.into_iter().zip(&names) {
        studio.clock.advance(1_000);
        let id = person.project(name);
        person.ask("DELETE", &format!("/api/projects/{id}"), None).ok();
    }
    names
}

service_test! {
    fn each_sees_their_own_projects_in_the_trash_and_those_they_work_on(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let ivo = Person::new(studio, "ivo", Scope::Write);
        let names = two_trashed(studio, [&mara, &ivo]);
        let body = json!({ "name": "Both", "collaborators": ["ivo"] });
        let both = mara.post("/api/projects", &body).ok()["id"].text();
        studio.clock.advance(1_000);
        mara.ask("DELETE", &format!("/api/projects/{both}"), None).ok();

        let of = |list: Value| all(&list, "trashedProjects", "name");

        assert_eq!(of(mara.get("/api/trash").ok()), ["Both", &names[0]]);
        assert_eq!(of(ivo.get("/api/trash").ok()), ["Both", &names[1]]);
        assert_eq!(of(studio.get("/api/trash").ok()), ["Both", &names[1], &names[0]]);
    }
}
