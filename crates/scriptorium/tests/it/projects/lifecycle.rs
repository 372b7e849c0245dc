//! How projects go and come back: the trash, the archive, their status; and which one is open.

use domain::time::DAY_MS;
use serde_json::json;

use crate::support::Text as _;

service_test! {
    fn a_deleted_project_comes_back_whole_from_the_bin(studio) {
        let id = studio.project("Dracula");
        let document = studio.document(&id, "I", "It was a dark night.");
        let project = format!("/api/projects/{id}");
        let before = studio.get(&project).ok();

        let deleted = studio.delete(&project);
        assert_eq!((deleted.status, deleted.text.as_str()), (204, ""));
        for reply in [
            studio.get(&project),
            studio.put(&project, &json!({})),
            studio.delete(&project),
            studio.post(&format!("{project}/archive"), &json!({})),
            studio.post(&format!("{project}/activate"), &json!({})),
            studio.get(&format!("{project}/documents")),
            studio.get(&format!("{project}/documents/{document}")),
            studio.post(&format!("{project}/documents"), &json!({ "title": "II" })),
        ] {
            assert_eq!((reply.status, reply.detail()), (404, "Project not found".to_owned()));
        }
        let list = studio.get("/api/projects").ok();
        assert_eq!((&list["projects"], &list["total"]), (&json!([]), &json!(0)));

        let after = studio.post(&format!("{project}/restore"), &json!({})).ok();
        let mut wanted = before.clone();
        wanted["modifiedAt"] = after["modifiedAt"].clone();
        assert_eq!(after, wanted);
        assert_eq!(studio.get(&project).ok(), after);
        assert_eq!(studio.get("/api/projects").ok()["total"], 1);
        let text = studio.get(&format!("{project}/documents/{document}")).ok();
        assert_eq!(text["content"], "It was a dark night.");
    }
}

service_test! {
    fn after_thirty_days_in_the_bin_a_project_is_gone_for_good(studio) {
        let (kept, gone) = (studio.project("kept"), studio.project("gone"));
        studio.document(&gone, "I", "text");
        studio.delete(&format!("/api/projects/{gone}")).ok();
        studio.clock.advance(1_000);
        studio.delete(&format!("/api/projects/{kept}")).ok();

        studio.clock.advance(30 * DAY_MS);
        studio.clean();

        let restored = studio.post(&format!("/api/projects/{kept}/restore"), &json!({})).ok();
        assert_eq!(restored["name"], "kept");
        let reply = studio.post(&format!("/api/projects/{gone}/restore"), &json!({}));
        assert_eq!((reply.status, reply.detail()), (404, "Project not found".to_owned()));
        assert_eq!(studio.get("/api/projects").ok()["total"], 1);
    }
}

service_test! {
    fn a_status_changes_to_any_other(studio) {
        let project = format!("/api/projects/{}", studio.project("Dracula"));
        let all = ["active", "paused", "completed", "archived"];

        for from in all {
            for to in all {
                studio.post(&format!("{project}/status"), &json!({ "status": from })).ok();
                let reply = studio.post(&format!("{project}/status"), &json!({ "status": to }));
                assert_eq!(reply.ok()["status"], to, "{from} to {to}");
                assert_eq!(studio.get(&project).ok()["status"], to);
            }
        }
    }
}

service_test! {
    fn an_archived_project_is_there_until_it_is_restored_to_active(studio) {
        let project = format!("/api/projects/{}", studio.project("Dracula"));

        let archived = studio.post(&format!("{project}/archive"), &json!({})).ok();
        assert_eq!(archived["status"], "archived");
        assert_eq!(studio.get("/api/projects?status=archived").ok()["total"], 1);
        // It can still be read and changed, only not opened.
        assert_eq!(studio.put(&project, &json!({ "name": "D" })).ok()["status"], "archived");
        let reply = studio.post(&format!("{project}/activate"), &json!({}));
        assert_eq!((reply.status, reply.detail()),
            (409, "An archived project cannot be opened".to_owned()));

        assert_eq!(studio.post(&format!("{project}/restore"), &json!({})).ok()["status"], "active");
        assert_eq!(studio.get("/api/projects?status=archived").ok()["total"], 0);
        studio.post(&format!("{project}/activate"), &json!({})).ok();

        // From the trash as well as from the archive.
        studio.post(&format!("{project}/archive"), &json!({})).ok();
        studio.delete(&project).ok();
        assert_eq!(studio.post(&format!("{project}/restore"), &json!({})).ok()["status"], "active");
    }
}

service_test! {
    fn restoring_what_is_neither_binned_nor_archived_changes_nothing(studio) {
        let project = format!("/api/projects/{}", studio.project("Dracula"));
        let paused = json!({ "status": "paused" });
        let before = studio.post(&format!("{project}/status"), &paused).ok();

        let after = studio.post(&format!("{project}/restore"), &json!({})).ok();

        assert_eq!(after, before);
        assert_eq!(studio.get("/api/projects").ok()["total"], 1);
    }
}

service_test! {
    fn the_open_project_is_still_open_after_a_restart(mut studio) {
        let (one, other) = (studio.project("one"), studio.project("other"));
        let none = studio.get("/api/projects/active");
        insta::assert_snapshot!(none, @r#"
        404
        {"detail":"Active project not found"}
        "#);

        let opened = studio.post(&format!("/api/projects/{one}/activate"), &json!({})).ok();
        assert_eq!(opened["id"].text(), one);
        studio.post(&format!("/api/projects/{other}/activate"), &json!({})).ok();
        studio.restart();

        let active = studio.get("/api/projects/active");
        assert_eq!(active.body["id"].text(), other);
        assert_eq!(active.header("etag"), studio.get(&format!("/api/projects/{other}")).header("etag"));
        for _ in 0..2 {
            assert_eq!(studio.delete("/api/projects/active").status, 204);
            assert_eq!(studio.get("/api/projects/active").status, 404);
        }
    }
}

service_test! {
    fn deleting_or_archiving_the_open_project_leaves_none_open(studio) {
        let archived = json!({ "status": "archived" });
        for (method, route, body) in [
            ("DELETE", "", None),
            ("POST", "/archive", None),
            ("POST", "/status", Some(archived.to_string())),
        ] {
            let project = format!("/api/projects/{}", studio.project("open"));
            let bystander = format!("/api/projects/{}", studio.project("bystander"));
            studio.post(&format!("{project}/activate"), &json!({})).ok();

            let headers = [crate::support::JSON];
            studio.ask("DELETE", &bystander, &[], None).ok();
            assert_eq!(studio.get("/api/projects/active").status, 200, "{method} {route}");
            studio.ask(method, &format!("{project}{route}"), &headers, body.as_deref()).ok();

            assert_eq!(studio.get("/api/projects/active").status, 404, "{method} {route}");
            studio.post(&format!("{project}/restore"), &json!({})).ok();
            assert_eq!(studio.get("/api/projects/active").status, 404, "{method} {route}");
        }
    }
}

service_test! {
    fn the_reserved_word_active_is_the_id_of_no_project(studio) {
        studio.post(&format!("/api/projects/{}/activate", studio.project("x")), &json!({})).ok();

        let reply = studio.put("/api/projects/active", &json!({ "name": "y" }));
        assert_eq!((reply.status, reply.detail()), (404, "Project not found".to_owned()));
        assert_eq!(studio.put("/api/projects/active", &json!({ "name": 7 })).status, 422);
        assert_eq!(studio.post("/api/projects/active/archive", &json!({})).status, 404);
        assert_eq!(studio.get("/api/projects/active").ok()["name"], "x");
    }
}
