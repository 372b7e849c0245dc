//! Stories of projects.

use serde_json::json;

use crate::support::Text as _;

story! {
    fn an_update_changes_only_what_it_names(studio) {
        let id = studio.project("Dracula");
        let before = studio.get(&format!("/api/projects/{id}")).ok();

        studio.clock.advance(1_000);
        let after =
            studio.put(&format!("/api/projects/{id}"), &json!({ "description": "letters" })).ok();

        let mut wanted = before.clone();
        wanted["description"] = json!("letters");
        wanted["modifiedAt"] = after["modifiedAt"].clone();
        assert_eq!(after, wanted);
        assert!(after["modifiedAt"].text() > before["modifiedAt"].text());
        assert_eq!(studio.get(&format!("/api/projects/{id}")).ok(), after);
    }
}

story! {
    fn an_unknown_project_is_not_found(studio) {
        let reply = studio.put("/api/projects/missing", &json!({ "name": "x" }));

        insta::assert_snapshot!(reply, @r#"
        404
        {"detail":"Project not found"}
        "#);
    }
}
