//! The list of the lore: its order, its pages, its filters, and the numbers beside it.

use serde_json::{Value, json};

use super::{CATEGORIES, lore, make};
use crate::support::{Studio, Text as _};

/// The names of a page, and its total.
fn page(studio: &Studio, project: &str, query: &str) -> (Vec<String>, Value) {
    let page = studio.get(&format!("{}?{query}", lore(project))).ok();
    let names = page["entries"].as_array().unwrap().iter().map(|entry| entry["name"].text());
    (names.collect(), page["total"].clone())
}

/// The sizes and the names of all pages.
fn pages(studio: &Studio, project: &str, query: &str) -> (Vec<usize>, Vec<String>) {
    let (mut sizes, mut names, mut cursor) = (Vec::new(), Vec::new(), String::new());
    loop {
        let page = studio.get(&format!("{}?{query}{cursor}", lore(project))).ok();
        let items = page["entries"].as_array().unwrap();
        sizes.push(items.len());
        names.extend(items.iter().map(|entry| entry["name"].text()));
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return (sizes, names),
        }
    }
}

service_test! {
    fn entries_are_listed_by_name_page_by_page_without_repeats(studio) {
        let project = studio.project("Dracula");
        make(studio, &studio.project("other"), &json!({ "name": "Carmilla" }));
        for name in ["quincey", "Écran", " lucy", "Mina", "Lucy  Westenra", "mina", "Zsa-Zsa"] {
            make(studio, &project, &json!({ "name": name, "content": "text" }));
        }
        let wanted = [" lucy", "Lucy  Westenra", "Mina", "mina", "quincey", "Zsa-Zsa", "Écran"];

        for (limit, sizes) in [(1, vec![1; 7]), (3, vec![3, 3, 1]), (7, vec![7]), (100, vec![7])] {
            assert_eq!(pages(studio, &project, &format!("limit={limit}")),
                (sizes, wanted.map(str::to_owned).to_vec()));
        }
        let list = studio.get(&lore(&project)).ok();
        assert_eq!((&list["total"], list["entries"][0].get("content")), (&json!(7), None));
        // A page goes on behind an entry that has gone meanwhile.
        let first = studio.get(&format!("{}?limit=2", lore(&project))).ok();
        studio.delete(&format!("{}/{}", lore(&project), first["entries"][1]["id"].text())).ok();
        let cursor = first["nextCursor"].text();
        let (rest, total) = page(studio, &project, &format!("cursor={cursor}"));
        assert_eq!((rest.as_slice(), total), (&wanted.map(str::to_owned)[2..], json!(6)));
        for query in ["limit=0", "limit=101", "cursor=x", "category=fauna", "category="] {
            assert_eq!(studio.get(&format!("{}?{query}", lore(&project))).status, 422, "{query}");
        }
        assert_eq!(studio.get(&lore("missing")).detail(), "Project not found");
    }
}

service_test! {
    fn filters_name_a_category_a_beginning_or_what_a_name_holds(studio) {
        let project = studio.project("Dracula");
        for (name, category, aliases) in [
            ("Mina Harker", "character", vec!["Wilhelmina"]),
            ("Jonathan Harker", "character", vec![]),
            ("Carfax", "location", vec!["the Harker estate", "100% \\ _safe_"]),
            ("Minarets", "concept", vec![]),
        ] {
            make(studio, &project,
                &json!({ "name": name, "category": category, "aliases": aliases, "content": "harker" }));
        }

        for (query, wanted) in [
            ("category=character", vec!["Jonathan Harker", "Mina Harker"]),
            ("category=law", vec![]),
            ("prefix=mina", vec!["Mina Harker", "Minarets"]),
            ("prefix=MINA%20h", vec!["Mina Harker"]),
            ("prefix=harker", vec![]),
            ("q=harker", vec!["Carfax", "Jonathan Harker", "Mina Harker"]),
            ("q=HELM", vec!["Mina Harker"]),
            ("q=%20harker%20%20estate", vec!["Carfax"]),
            ("q=%25", vec!["Carfax"]),
            ("q=_safe_", vec!["Carfax"]),
            ("q=%5C", vec!["Carfax"]),
            ("q=n_h", vec![]),
            ("q=harker%0Awilhelmina", vec![]),
            ("q=harker&category=character", vec!["Jonathan Harker", "Mina Harker"]),
            ("q=harker&prefix=mina&category=character", vec!["Mina Harker"]),
            ("q=&prefix=", vec!["Carfax", "Jonathan Harker", "Mina Harker", "Minarets"]),
        ] {
            let total = json!(wanted.len());
            let wanted: Vec<String> = wanted.into_iter().map(str::to_owned).collect();
            assert_eq!(page(studio, &project, query), (wanted.clone(), total), "{query}");
            assert_eq!(pages(studio, &project, &format!("{query}&limit=1")).1, wanted, "{query}");
        }
        let long = "x".repeat(201);
        assert_eq!(studio.get(&format!("{}?q={long}", lore(&project))).status, 422);
    }
}

service_test! {
    fn categories_are_counted_as_entries_come_change_and_go(studio) {
        let project = studio.project("Dracula");
        let categories = || studio.get(&format!("{}/categories", lore(&project))).ok();
        let counts = |wanted: &[(&str, i64)]| {
            let count = |word: &str| {
                wanted.iter().find(|(known, _)| *known == word).map_or(0, |(_, count)| *count)
            };
            let all: Vec<Value> = CATEGORIES
                .iter()
                .map(|word| json!({ "category": word, "count": count(word) }))
                .collect();
            json!({ "categories": all, "total": wanted.iter().map(|(_, count)| count).sum::<i64>() })
        };
        assert_eq!(categories(), counts(&[]));

        let (mina, _) = make(studio, &project, &json!({ "name": "Mina", "category": "character" }));
        let (lucy, _) = make(studio, &project, &json!({ "name": "Lucy", "category": "character" }));
        make(studio, &project, &json!({ "name": "Whitby", "category": "location" }));
        assert_eq!(categories(), counts(&[("character", 2), ("location", 1)]));
        studio.put(&mina, &json!({ "category": "law", "content": "x" })).ok();
        studio.put(&mina, &json!({ "name": "Wilhelmina" })).ok();
        assert_eq!(categories(), counts(&[("character", 1), ("location", 1), ("law", 1)]));
        studio.delete(&lucy).ok();

        assert_eq!(categories(), counts(&[("location", 1), ("law", 1)]));
        for category in ["location", "law", "character"] {
            let (names, total) = page(studio, &project, &format!("category={category}"));
            assert_eq!(json!(names.len()), total);
        }
        assert_eq!(studio.get(&format!("{}/categories", lore("missing"))).detail(), "Project not found");
    }
}
