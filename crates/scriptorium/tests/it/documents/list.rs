//! The list of documents: its order, its pages and its filters.

use serde_json::{Value, json};

use super::{documents, make};
use crate::support::{Studio, Text as _};

/// The titles of all pages of a list of documents, page by page.
fn pages(studio: &Studio, project: &str, query: &str) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = studio.get(&format!("{}?{query}{cursor}", documents(project))).ok();
        let items = page["documents"].as_array().unwrap();
        pages.push(items.iter().map(|item| item["title"].text()).collect());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return pages,
        }
    }
}

service_test! {
    fn documents_are_listed_in_order_page_by_page_without_repeats(studio) {
        let project = studio.project("Dracula");
        studio.document(&studio.project("other"), "foreign", "");
        let mut wanted = Vec::new();
        for number in 0..7 {
            studio.document(&project, &format!("{number}"), "");
            wanted.push(format!("{number}"));
        }

        for (limit, sizes) in [(1, vec![1; 7]), (3, vec![3, 3, 1]), (7, vec![7]), (100, vec![7])] {
            let pages = pages(studio, &project, &format!("limit={limit}"));
            assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), sizes);
            assert_eq!(pages.concat(), wanted);
        }
        let page = studio.get(&format!("{}?limit=2", documents(&project))).ok();
        assert_eq!(page["total"], 7);
        for query in ["limit=0", "limit=101", "cursor=x", "kind=book", "status=x"] {
            let reply = studio.get(&format!("{}?{query}", documents(&project)));
            assert_eq!(reply.status, 422, "{query}");
        }
        assert_eq!(studio.get(&documents("missing")).detail(), "Project not found");
    }
}

service_test! {
    fn a_whole_project_is_listed_in_the_order_of_reading(studio) {
        let project = studio.project("Dracula");
        let add = |title: &str, parent: &Value, position: Option<i64>| {
            let body = json!({ "title": title, "parentId": parent, "position": position });
            make(studio, &project, &body).1["id"].clone()
        };
        let two = add("Part Two", &Value::Null, None);
        let ten = add("X", &two, Some(10_000));
        add("a scene", &ten, None);
        let nine = add("IX", &two, Some(9));
        add("notes", &Value::Null, None);
        let one = add("Part One", &Value::Null, Some(0));
        add("I", &one, None);
        add("II", &one, None);
        let wanted = ["Part One", "I", "II", "Part Two", "IX", "X", "a scene", "notes"];

        for limit in [1, 2, 3, 100] {
            assert_eq!(pages(studio, &project, &format!("limit={limit}")).concat(), wanted);
        }
        // A page goes on behind what it ended with, also when that is gone or elsewhere.
        let list = format!("{}?limit=5", documents(&project));
        let next = studio.get(&list).ok()["nextCursor"].text();
        studio.put(&format!("{}/{}", documents(&project), nine.text()), &json!({ "parentId": null })).ok();
        let page = studio.get(&format!("{list}&cursor={next}")).ok();
        let titles: Vec<String> =
            page["documents"].as_array().unwrap().iter().map(|it| it["title"].text()).collect();
        assert_eq!(titles, ["X", "a scene", "notes", "IX"]);
        assert_eq!(page["total"], wanted.len());
        assert_eq!(pages(studio, &project, "kind=chapter&limit=3").concat().len(), wanted.len());
        // What lay in something that is gone is one level higher, and is not missed.
        studio.delete(&format!("{}/{}", documents(&project), ten.text()));
        let left = ["Part One", "I", "II", "Part Two", "a scene", "notes", "IX"];
        assert_eq!(pages(studio, &project, "limit=2").concat(), left);
    }
}

service_test! {
    fn filters_name_a_parent_a_kind_or_a_status(studio) {
        let project = studio.project("Dracula");
        let (_, part) = make(studio, &project, &json!({ "title": "P", "kind": "part" }));
        let part = part["id"].text();
        for (title, parent, kind, status) in [
            ("a", Some(&part), "chapter", "draft"),
            ("b", Some(&part), "scene", "done"),
            ("c", None, "chapter", "done"),
            ("d", None, "note", "draft"),
        ] {
            let body = json!({ "title": title, "parentId": parent, "kind": kind, "status": status });
            make(studio, &project, &body);
        }

        for (query, titles) in [
            ("", vec!["P", "a", "b", "c", "d"]),
            ("parentId=root", vec!["P", "c", "d"]),
            (&format!("parentId={part}"), vec!["a", "b"]),
            ("parentId=missing", vec![]),
            ("kind=chapter", vec!["a", "c"]),
            ("status=done", vec!["b", "c"]),
            ("kind=chapter&status=done&parentId=root", vec!["c"]),
        ] {
            let page = studio.get(&format!("{}?{query}", documents(&project))).ok();
            let items = page["documents"].as_array().unwrap();
            let mut listed: Vec<_> = items.iter().map(|item| item["title"].text()).collect();
            listed.sort();
            assert_eq!(listed, titles, "{query}");
            assert_eq!(page["total"], titles.len(), "{query}");
            assert_eq!(page["nextCursor"], Value::Null);
        }
        assert_eq!(pages(studio, &project, "limit=1&parentId=root").concat(), ["P", "c", "d"]);
    }
}

service_test! {
    fn lists_carry_no_texts(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "a text that is long");

        let page = studio.get(&documents(&project)).ok();

        let item = page["documents"][0].as_object().unwrap();
        assert!(!item.contains_key("content"), "{item:?}");
        assert_eq!(item["words"], 5);
    }
}

service_test! {
    fn documents_are_found_by_a_text_in_their_titles(studio) {
        let project = studio.project("Dracula");
        let make = |title: &str, kind: &str, parent: Option<&str>| {
            let body = json!({ "title": title, "kind": kind, "parentId": parent });
            make(studio, &project, &body).1["id"].text()
        };
        let part = make("Über die STRASSE", "part", None);
        make("Die Straße I", "chapter", Some(&part));
        make("Harker 100%", "chapter", Some(&part));
        make("Strasse II", "scene", Some(&part));
        make("straße, Notizen", "note", None);
        let found = |query: &str| pages(studio, &project, query).concat();

        assert_eq!(
            found("q=stra%C3%9Fe&limit=1"),
            ["Über die STRASSE", "Die Straße I", "Strasse II", "straße, Notizen"]
        );
        assert_eq!(found("q=strasse&kind=chapter"), ["Die Straße I"]);
        assert_eq!(found(&format!("q=STRASSE&parentId={part}&limit=1")), ["Die Straße I", "Strasse II"]);
        assert_eq!(found("q=strasse&parentId=root"), ["Über die STRASSE", "straße, Notizen"]);
        assert_eq!(found("q=0%25"), ["Harker 100%"], "it is no pattern");
        assert_eq!(found("q=").len(), 5);
        let page = studio.get(&format!("{}?q=strasse&limit=1", documents(&project))).ok();
        assert_eq!(page["total"], 4);
        let long = format!("{}?q={}", documents(&project), "x".repeat(201));
        assert_eq!(studio.get(&long).status, 422);
    }
}
