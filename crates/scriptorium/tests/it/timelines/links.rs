//! What events are linked to: records of their project, and lore entries.

use domain::{
    Principal,
    time::DAY_MS,
    timelines::link::{Link, LinkKind},
};
use serde_json::{Value, json};

use super::{connections, event, inside, plotline, timeline};
use crate::{
    promises,
    support::{Studio, Text as _},
};

/// Links an event; the link.
fn link(studio: &Studio, event: &str, kind: &str, id: &str) -> Value {
    let body = json!({ "entityType": kind, "entityId": id });
    inside(studio.post(&format!("{event}/links"), &body))
}

service_test! {
    fn an_event_is_linked_to_documents_scenes_and_plotlines(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let (at, before) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));
        let chapter = studio.document(&project, "I", "text");
        // A plotline of another timeline of the project will do.
        let (_, lane) = plotline(studio, &timeline(studio, &project), "Mina");

        let body = json!({ "entityType": "document", "entityId": chapter, "label": "told in" });
        let first = inside(studio.post(&format!("{at}/links"), &body));
        assert_eq!(
            first,
            json!({ "id": first["id"], "entityType": "document",
            "entityId": chapter, "label": "told in" })
        );
        studio.clock.advance(1);
        let others = [link(studio, &at, "scene", &chapter), link(studio, &at, "plotline", &lane)];

        let after = inside(studio.get(&at));
        assert_eq!(after["links"], json!([first, others[0], others[1]]), "oldest first");
        assert_eq!(others[0]["label"], "");
        assert!(after["modifiedAt"].as_i64() > before["modifiedAt"].as_i64());
        let listed = inside(studio.get(&format!("{path}/events")));
        assert_eq!(listed["events"][0], after);
        assert_eq!(connections(studio, &project), 3);

        for link in [&others[1], &first] {
            let gone = format!("{at}/links/{}", link["id"].text());
            assert_eq!(studio.delete(&gone).status, 204);
            assert_eq!(studio.delete(&gone).detail(), "Link not found");
        }
        assert_eq!(inside(studio.get(&at))["links"], json!([others[0]]));
        assert_eq!(connections(studio, &project), 1);
        // What an update names are not links, so they stay.
        assert_eq!(inside(studio.put(&at, &json!({ "title": "u" })))["links"], json!([others[0]]));
    }
}

/// Makes an entry of the lore; its path and its id.
fn entry(studio: &Studio, project: &str, body: &Value) -> (String, String) {
    let lore = format!("/api/projects/{project}/lore");
    let id = studio.post(&lore, body).ok()["id"].text();
    (format!("{lore}/{id}"), id)
}

service_test! {
    fn an_event_is_linked_to_entries_of_any_category_and_to_promises(studio) {
        let project = studio.project("Dracula");
        let (at, _) = event(
            studio,
            &timeline(studio, &project),
            &json!({ "title": "t", "dateDisplay": "d" }),
        );
        let body = json!({ "name": "The Demeter", "category": "item" });
        let (_, ship) = entry(studio, &project, &body);
        let promise = promises::make(studio, &project, &json!({ "title": "The voyage" }));

        let mut made = Vec::new();
        for (kind, id) in [
            ("character", ship.clone()),
            ("location", ship.clone()),
            ("item", ship.clone()),
            ("organisation", ship.clone()),
            ("promise", promise["id"].text()),
        ] {
            studio.clock.advance(1);
            made.push(link(studio, &at, kind, &id));
            assert_eq!((&made.last().unwrap()["entityType"], &made.last().unwrap()["entityId"]),
                (&json!(kind), &json!(id)));
        }
        let lore = studio.post(&format!("{at}/lore-links"), &json!({ "loreEntryId": ship }));
        let lore = inside(lore);
        assert_eq!(lore, json!({ "id": lore["id"], "loreEntryId": ship }));

        let after = inside(studio.get(&at));
        assert_eq!((&after["links"], &after["loreLinks"]), (&json!(made), &json!([lore])));
        assert_eq!(connections(studio, &project), 6);
        let again = studio.post(&format!("{at}/lore-links"), &json!({ "loreEntryId": ship }));
        assert_eq!(again.detail(), "The event is linked to this already");
    }
}

service_test! {
    fn a_link_goes_with_the_entry_or_promise_it_leads_to(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let (at, _) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));
        let (mina_path, mina) = entry(studio, &project, &json!({ "name": "Mina" }));
        let body = json!({ "name": "Lucy", "relations": [{ "targetId": mina, "kind": "friend" }] });
        let (_, lucy) = entry(studio, &project, &body);
        let promise = promises::make(studio, &project, &json!({ "title": "The bite" }));
        link(studio, &at, "character", &mina);
        inside(studio.post(&format!("{at}/lore-links"), &json!({ "loreEntryId": mina })));
        link(studio, &at, "promise", &promise["id"].text());
        studio.clock.advance(1);
        let kept = link(studio, &at, "character", &lucy);
        assert_eq!(connections(studio, &project), 5, "the relation is one as well");

        for (gone, id, left) in
            [(mina_path, mina, 2), (promises::path(&promise), promise["id"].text(), 1)]
        {
            let before = studio.get(&at);
            studio.delete(&gone).ok();

            let after = studio.get(&at);
            assert_ne!(before.header("etag"), after.header("etag"));
            assert_eq!(inside(after)["loreLinks"], json!([]));
            assert_eq!(connections(studio, &project), left);
            let list = inside(studio.get(&format!("{path}/events?entityId={id}")));
            assert_eq!(list["total"], 0);
        }
        assert_eq!(inside(studio.get(&at))["links"], json!([kept]));
    }
}

service_test! {
    fn no_link_leads_to_what_goes_at_the_same_moment(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let (at, _) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));

        for _ in 0..20 {
            let (entry, entry_id) = entry(studio, &project, &json!({ "name": "Mina" }));
            let (lane, lane_id) = plotline(studio, &path, "Mina");
            let promise = json!({ "projectId": project, "title": "t", "plotlineId": lane_id });
            let link = json!({ "loreEntryId": entry_id });
            std::thread::scope(|all| {
                all.spawn(|| studio.post(&format!("{at}/lore-links"), &link));
                all.spawn(|| studio.delete(&entry).ok());
                all.spawn(|| studio.post("/api/creative/plot/promises", &promise));
                all.spawn(|| studio.delete(&lane).ok());
            });
        }

        assert_eq!(inside(studio.get(&at))["loreLinks"], json!([]));
        let promises = inside(studio.get("/api/creative/plot/promises"));
        for promise in promises["promises"].as_array().unwrap() {
            assert_eq!(promise["plotlineId"], Value::Null);
        }
        assert_eq!(connections(studio, &project), 0);
    }
}

service_test! {
    fn what_is_not_in_the_project_cannot_be_linked_to(studio) {
        let project = studio.project("Dracula");
        let (at, made) = event(
            studio,
            &timeline(studio, &project),
            &json!({ "title": "t", "dateDisplay": "d" }),
        );
        let other = studio.project("Carmilla");
        let foreign = studio.document(&other, "I", "text");
        let (_, lane) = plotline(studio, &timeline(studio, &other), "Laura");
        let (_, elsewhere) = entry(studio, &other, &json!({ "name": "Laura" }));
        let promise = promises::make(studio, &other, &json!({ "title": "The bite" }));
        let promise = promise["id"].text();
        let trashed = studio.document(&project, "II", "text");
        studio.delete(&format!("/api/projects/{project}/documents/{trashed}")).ok();

        for (kind, id, what) in [
            ("document", foreign.as_str(), "Document"),
            ("scene", foreign.as_str(), "Document"),
            ("document", trashed.as_str(), "Document"),
            ("document", "x", "Document"),
            ("plotline", lane.as_str(), "Plotline"),
            ("plotline", foreign.as_str(), "Plotline"),
            ("character", "x", "Character"),
            ("character", elsewhere.as_str(), "Character"),
            ("location", elsewhere.as_str(), "Location"),
            ("item", elsewhere.as_str(), "Item"),
            ("organisation", elsewhere.as_str(), "Organisation"),
            ("promise", "x", "Promise"),
            ("promise", promise.as_str(), "Promise"),
        ] {
            let body = json!({ "entityType": kind, "entityId": id });
            let reply = studio.post(&format!("{at}/links"), &body);
            assert_eq!(
                (reply.status, reply.detail()),
                (404, format!("{what} not found")),
                "{kind}"
            );
        }
        for id in ["x", elsewhere.as_str(), promise.as_str()] {
            let reply = studio.post(&format!("{at}/lore-links"), &json!({ "loreEntryId": id }));
            assert_eq!((reply.status, reply.detail()), (404, "Lore entry not found".to_owned()));
        }
        let reply =
            studio.post(&format!("{at}/links"), &json!({ "entityType": "event", "label": 7 }));
        insta::assert_snapshot!(reply, @r"
        422
        body.entityType: Input should be 'character', 'location', 'item', 'organisation', 'document', 'scene', 'plotline' or 'promise' (literal_error)
        body.entityId: Field required (missing)
        body.label: Input should be a valid string (string_type)
        ");
        assert_eq!(inside(studio.get(&at)), made, "nothing is half applied");
    }
}

service_test! {
    fn an_event_has_one_link_of_a_type_to_a_record_and_so_many_in_all(studio) {
        let project = studio.project("Dracula");
        let (at, _) = event(
            studio,
            &timeline(studio, &project),
            &json!({ "title": "t", "dateDisplay": "d" }),
        );
        let scene = studio.document(&project, "I", "text");
        link(studio, &at, "scene", &scene);

        let again = studio
            .post(&format!("{at}/links"), &json!({ "entityType": "scene", "entityId": scene }));
        assert_eq!(
            (again.status, again.detail()),
            (409, "The event is linked to this already".to_owned())
        );
        link(studio, &at, "document", &scene);

        let event_id = at.rsplit('/').next().unwrap().to_owned();
        let at_project = project.clone();
        studio.write(move |tx| {
            let seen = store::projects::check(tx, &Principal::local(), &at_project)?;
            (2..200).try_for_each(|number| {
                let link = lore_link(&format!("l{number}"), &format!("e{number}"));
                store::timelines::links::create(tx, &seen, &event_id, &link)
            })
        });
        let next = studio.document(&project, "II", "text");
        let full = studio
            .post(&format!("{at}/links"), &json!({ "entityType": "scene", "entityId": next }));
        assert_eq!(
            (full.status, full.detail()),
            (409, "An event has at most 200 links".to_owned())
        );
    }
}

fn lore_link(id: &str, entry: &str) -> Link {
    Link {
        id: id.to_owned(),
        kind: LinkKind::Lore,
        entity_id: entry.to_owned(),
        label: String::new(),
        created_at: crate::support::BEGINNING,
    }
}

service_test! {
    fn lore_links_stand_apart_from_the_others(studio) {
        let project = studio.project("Dracula");
        let (at, _) = event(
            studio,
            &timeline(studio, &project),
            &json!({ "title": "t", "dateDisplay": "d" }),
        );
        let scene = studio.document(&project, "I", "text");
        let other = link(studio, &at, "scene", &scene);
        let (_, mina) = entry(studio, &project, &json!({ "name": "Mina" }));
        let lore = inside(studio.post(&format!("{at}/lore-links"), &json!({ "loreEntryId": mina })));

        let read = inside(studio.get(&at));
        assert_eq!((&read["loreLinks"], &read["links"]), (&json!([lore]), &json!([other])));

        // Each kind is removed by its own route.
        let (other, lore) = (other["id"].text(), lore["id"].text());
        for path in [format!("{at}/links/{lore}"), format!("{at}/lore-links/{other}")] {
            assert_eq!(studio.delete(&path).detail(), "Link not found");
        }
        assert_eq!(studio.delete(&format!("{at}/lore-links/{lore}")).status, 204);
        assert_eq!(inside(studio.get(&at))["loreLinks"], json!([]));
        assert_eq!(connections(studio, &project), 1);
    }
}

service_test! {
    fn a_link_to_a_document_lasts_as_long_as_the_bin_keeps_it(studio) {
        let project = studio.project("Dracula");
        let (at, _) = event(
            studio,
            &timeline(studio, &project),
            &json!({ "title": "t", "dateDisplay": "d" }),
        );
        let scene = studio.document(&project, "I", "text");
        let made = link(studio, &at, "scene", &scene);
        let document = format!("/api/projects/{project}/documents/{scene}");

        studio.delete(&document).ok();
        assert_eq!(inside(studio.get(&at))["links"], json!([made]));
        studio.post(&format!("{document}/restore"), &json!({})).ok();
        assert_eq!(inside(studio.get(&at))["links"], json!([made]));

        studio.delete(&document).ok();
        let before = studio.get(&at);
        studio.clock.advance(31 * DAY_MS);
        studio.clean();
        let after = studio.get(&at);
        assert_ne!(before.header("etag"), after.header("etag"));
        assert_eq!(inside(after)["links"], json!([]));
        assert_eq!(connections(studio, &project), 0);
    }
}

service_test! {
    fn the_links_of_an_event_go_with_it(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let scene = studio.document(&project, "I", "text");
        let (gone, _) = event(studio, &path, &json!({ "title": "t", "dateDisplay": "d" }));
        let (kept, _) = event(studio, &path, &json!({ "title": "u", "dateDisplay": "d" }));
        for at in [&gone, &kept] {
            link(studio, at, "scene", &scene);
        }

        studio.delete(&gone).ok();

        assert_eq!(connections(studio, &project), 1);
        let list = inside(studio.get(&format!("{path}/events?entityId={scene}")));
        assert_eq!((&list["events"][0]["title"], &list["total"]), (&json!("u"), &json!(1)));
    }
}
