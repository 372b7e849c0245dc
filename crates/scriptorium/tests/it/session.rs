//! Tests of who a request is by, as the service tells it.

use domain::principal::Scope;
use engine::tokens::TokenCreate;
use scriptorium::tokens;
use serde_json::{Value, json};

use crate::{
    access::{Person, open_to_all},
    support::Text as _,
};

service_test! {
    fn each_request_is_told_whose_it_is_and_what_it_may_do(mut studio) {
        let mina = Person::new(studio, "mina", Scope::Propose);
        let writer = Person::new(studio, "mina", Scope::Write);
        let project = writer.project("Nightfall");
        let create = TokenCreate {
            user: "mina".to_owned(),
            scope: Scope::Read,
            project_id: Some(project.clone()),
            label: "her assistant".to_owned(),
            days: None,
        };
        let made = tokens::make(&studio.behind().database, create, studio.clock.now());
        let made = studio.block_on(made).unwrap();
        let bearers = [mina.bearer.clone(), format!("Bearer {made}")];

        let own = studio.get("/api/session").ok();
        open_to_all(studio);
        let [all, one] = bearers.map(|bearer| {
            studio.ask("GET", "/api/session", &[("authorization", &bearer)], None).ok()
        });

        assert_eq!(own, json!({
            "user": "local", "scope": "admin", "projectId": null, "tokenId": null, "tokenLabel": null,
            "isOpen": true,
        }));
        assert_eq!((&all["user"], &all["scope"]), (&json!("mina"), &json!("propose")));
        assert_eq!((&all["projectId"], &all["isOpen"]), (&Value::Null, &json!(false)));
        assert_eq!((&one["projectId"], &one["tokenLabel"]), (&json!(project), &json!("her assistant")));
        assert_eq!((&one["scope"], one["tokenId"].text()), (&json!("read"), made.id.clone()));
        assert!(!one.to_string().contains(&made.to_string()), "{one}");
        assert_eq!(studio.get("/api/session").status, 401);
    }
}
