//! Where documents lie: in each other, at most so deep, and at which place among their siblings.

use serde_json::{Value, json};

use super::{documents, make};
use crate::support::{Studio, Text as _};

/// Titles and positions of the documents in `parent`, in their order.
fn children(studio: &Studio, project: &str, parent: &str) -> Vec<(String, i64)> {
    let list = studio.get(&format!("{}?parentId={parent}", documents(project))).ok();
    let items = list["documents"].as_array().unwrap().iter();
    items.map(|item| (item["title"].text(), item["position"].as_i64().unwrap())).collect()
}

fn titles(studio: &Studio, project: &str, parent: &str) -> String {
    children(studio, project, parent).into_iter().map(|(title, _)| title).collect()
}

fn id(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

service_test! {
    fn a_new_document_lies_behind_the_last_unless_it_names_a_place(studio) {
        let project = studio.project("Dracula");
        for title in ["a", "b", "c"] {
            make(studio, &project, &json!({ "title": title }));
        }

        make(studio, &project, &json!({ "title": "X", "position": 1 }));
        assert_eq!(titles(studio, &project, "root"), "aXbc");
        make(studio, &project, &json!({ "title": "Y", "position": 0 }));
        assert_eq!(titles(studio, &project, "root"), "YaXbc");
        make(studio, &project, &json!({ "title": "Z", "position": 99 }));
        make(studio, &project, &json!({ "title": "z" }));
        let wanted = [("Y", 0), ("a", 1), ("X", 2), ("b", 3), ("c", 4), ("Z", 99), ("z", 100)];
        let wanted = wanted.map(|(title, position)| (title.to_owned(), position));
        assert_eq!(children(studio, &project, "root"), wanted);
    }
}

service_test! {
    fn a_moved_document_takes_its_place_and_the_others_make_room(studio) {
        let project = studio.project("Dracula");
        let paths: Vec<_> = ["a", "b", "c", "d"]
            .iter()
            .map(|title| make(studio, &project, &json!({ "title": title })).0)
            .collect();

        studio.put(&paths[3], &json!({ "position": 0 })).ok();
        assert_eq!(titles(studio, &project, "root"), "dabc");
        studio.put(&paths[0], &json!({ "position": 3 })).ok();
        assert_eq!(titles(studio, &project, "root"), "dbac");
        // Its own place is not taken.
        let before = children(studio, &project, "root");
        let own = studio.get(&paths[1]).ok()["position"].clone();
        studio.put(&paths[1], &json!({ "position": own })).ok();
        assert_eq!(children(studio, &project, "root"), before);
    }
}

service_test! {
    fn a_document_that_comes_back_from_the_bin_takes_its_place_and_the_others_make_room(studio) {
        let project = studio.project("Dracula");
        let (part, _) = make(studio, &project, &json!({ "title": "P", "kind": "part" }));
        let child = |title: &str| {
            make(studio, &project, &json!({ "title": title, "parentId": id(&part) })).0
        };
        let [_, _, c] = ["a", "b", "c"].map(child);
        studio.delete(&c).ok();
        let d = child("d");
        assert_eq!(studio.get(&d).ok()["position"], 2);

        studio.clock.advance(60_000);
        let back = studio.post(&format!("{c}/restore"), &json!({})).ok();

        assert_eq!(back["position"], 2);
        let wanted = [("a", 0), ("b", 1), ("c", 2), ("d", 3)];
        let wanted = wanted.map(|(title, position)| (title.to_owned(), position));
        assert_eq!(children(studio, &project, id(&part)), wanted);
        assert_eq!(studio.get(&d).ok()["modifiedAt"], back["modifiedAt"], "it was moved");

        // Where its place is still free, nobody moves; at the top it is one among others.
        studio.delete(&c).ok();
        studio.post(&format!("{c}/restore"), &json!({})).ok();
        assert_eq!(children(studio, &project, id(&part)), wanted);
        studio.delete(&c).ok();
        studio.delete(&part).ok();
        studio.put(&d, &json!({ "position": 2 })).ok();
        studio.post(&format!("{c}/restore"), &json!({})).ok();
        let positions = children(studio, &project, "root").into_iter().map(|(_, at)| at);
        let mut positions: Vec<_> = positions.collect();
        positions.dedup();
        assert_eq!(positions.len(), 4, "each has a place of its own");
    }
}

service_test! {
    fn a_document_that_changes_its_parent_lies_last_there_unless_it_names_a_place(studio) {
        let project = studio.project("Dracula");
        let (part, _) = make(studio, &project, &json!({ "title": "P", "kind": "part" }));
        for title in ["a", "b"] {
            make(studio, &project, &json!({ "title": title, "parentId": id(&part) }));
        }
        let (c, _) = make(studio, &project, &json!({ "title": "c" }));
        let (d, _) = make(studio, &project, &json!({ "title": "d", "position": 0 }));

        studio.put(&d, &json!({ "parentId": id(&part) })).ok();
        assert_eq!(titles(studio, &project, id(&part)), "abd");
        studio.put(&c, &json!({ "parentId": id(&part), "position": 1 })).ok();
        assert_eq!(titles(studio, &project, id(&part)), "acbd");
        let moved = studio.put(&c, &json!({ "parentId": null })).ok();
        assert_eq!(moved["parentId"], Value::Null);
        assert_eq!(titles(studio, &project, "root"), "Pc");
        // The parent it has already is no move.
        let before = studio.get(&c).ok()["position"].clone();
        assert_eq!(studio.put(&c, &json!({ "parentId": null })).ok()["position"], before);
    }
}

service_test! {
    fn documents_made_at_once_have_places_of_their_own(studio) {
        let project = studio.project("Dracula");

        std::thread::scope(|scope| {
            for number in 0..20 {
                let project = &project;
                scope.spawn(move || {
                    let position = (number % 2 == 0).then_some(0);
                    let body = json!({ "title": number.to_string(), "position": position });
                    make(studio, project, &body);
                });
            }
        });

        let mut numbers: Vec<i64> =
            children(studio, &project, "root").into_iter().map(|(_, at)| at).collect();
        assert_eq!(numbers.len(), 20);
        numbers.dedup();
        assert_eq!(numbers.len(), 20, "{numbers:?}");
        let item = studio.get(&format!("/api/projects/{project}")).ok();
        assert_eq!(item["intelligence"]["knowledgeBase"]["documents"], 20);
    }
}

service_test! {
    fn a_document_never_lies_in_itself(studio) {
        let project = studio.project("Dracula");
        let (top, _) = make(studio, &project, &json!({ "title": "top" }));
        let (middle, _) = make(studio, &project, &json!({ "title": "m", "parentId": id(&top) }));
        let (low, _) = make(studio, &project, &json!({ "title": "l", "parentId": id(&middle) }));

        for below in [&top, &middle, &low] {
            let reply = studio.put(&top, &json!({ "parentId": id(below), "title": "lost" }));
            insta::assert_snapshot!(reply, @r#"
            409
            {"detail":"A document cannot be in itself"}
            "#);
        }
        assert_eq!(studio.get(&top).ok()["title"], "top", "nothing is half applied");
        for missing in ["missing", "", "root"] {
            let reply = studio.put(&top, &json!({ "parentId": missing }));
            assert_eq!((reply.status, reply.detail()), (404, "Document not found".to_owned()));
        }
    }
}

service_test! {
    fn documents_lie_at_most_sixteen_deep(studio) {
        let project = studio.project("deep");
        let mut chain = vec![make(studio, &project, &json!({ "title": "1" })).0];
        for level in 2..=16 {
            let parent = id(chain.last().unwrap()).to_owned();
            let body = json!({ "title": level.to_string(), "parentId": parent });
            chain.push(make(studio, &project, &body).0);
        }
        let deepest = id(&chain[15]);

        let reply = studio.post(&documents(&project), &json!({ "title": "17", "parentId": deepest }));
        insta::assert_snapshot!(reply, @r#"
        409
        {"detail":"Documents are nested at most 16 levels deep"}
        "#);
        let (loose, _) = make(studio, &project, &json!({ "title": "loose" }));
        assert_eq!(studio.put(&loose, &json!({ "parentId": deepest })).status, 409);
        // With what lies in it, a document counts as deep as its deepest.
        let (below, _) = make(studio, &project, &json!({ "title": "b", "parentId": id(&loose) }));
        assert_eq!(studio.put(&loose, &json!({ "parentId": id(&chain[14]) })).status, 409);
        assert_eq!(studio.put(&loose, &json!({ "parentId": id(&chain[13]) })).status, 200);
        assert_eq!(studio.get(&below).ok()["parentId"].text(), id(&loose));
    }
}

service_test! {
    fn what_lay_in_a_binned_document_lies_where_it_lay(studio) {
        let project = studio.project("Dracula");
        let (part, _) = make(studio, &project, &json!({ "title": "P" }));
        let (inner, _) = make(studio, &project, &json!({ "title": "Q", "parentId": id(&part) }));
        let (leaf, _) = make(studio, &project, &json!({ "title": "l", "parentId": id(&inner) }));

        studio.delete(&inner).ok();
        assert_eq!(studio.get(&leaf).ok()["parentId"].text(), id(&part));
        studio.delete(&part).ok();
        assert_eq!(studio.get(&leaf).ok()["parentId"], Value::Null);
        let back = studio.post(&format!("{inner}/restore"), &json!({})).ok();
        assert_eq!(back["parentId"], Value::Null, "its own part is gone too");
    }
}

service_test! {
    fn what_lay_in_a_binned_document_is_read_in_its_place(studio) {
        let project = studio.project("Dracula");
        make(studio, &project, &json!({ "title": "I" }));
        let (two, _) = make(studio, &project, &json!({ "title": "II" }));
        make(studio, &project, &json!({ "title": "III" }));
        for scene in ["a", "b"] {
            make(studio, &project, &json!({ "title": scene, "parentId": id(&two) }));
        }

        studio.delete(&two).ok();

        let list = studio.get(&format!("/api/projects/{project}/documents")).ok();
        let documents = list["documents"].as_array().unwrap();
        let titles: Vec<String> = documents.iter().map(|it| it["title"].text()).collect();
        assert_eq!(titles, ["I", "a", "b", "III"]);
    }
}
