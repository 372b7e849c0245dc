//! What the worldsmith says of a world: what is bare, alone or contradicts itself.

use serde_json::{Value, json};

use super::{ask, each, entry};
use crate::support::Text as _;

service_test! {
    fn the_worldsmith_finds_what_is_bare_alone_and_named_by_nobody(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "They left for Whitby.");
        let whitby = entry(studio, &project, &json!({ "name": "Whitby", "category": "location",
            "content": "A port." }));
        let order = entry(studio, &project, &json!({ "name": "The Order", "category": "organisation",
            "content": "Secret.", "relations": [{ "targetId": whitby, "kind": "seat" }] }));
        entry(studio, &project, &json!({ "name": "Atlantis", "category": "location" }));
        entry(studio, &project, &json!({ "name": "Carfax", "category": "location",
            "attributes": { "lies in": "Purfleet" } }));
        entry(studio, &project, &json!({ "name": "Mina", "category": "character" }));
        // Until all documents were read for its names, nobody knows who is named.
        let reply = studio.until("the mentions", || {
            Some(ask(studio, "worldsmith", &project)).filter(|reply| !reply["report"]["unmentioned"].is_null())
        });

        let report = &reply["report"];
        assert_eq!(report["categories"], json!({ "location": 3, "organisation": 1, "character": 1 }));
        assert_eq!(each(&report["bare"], "name"), ["Atlantis"], "characters are not its business");
        assert_eq!(each(&report["unmentioned"], "name"), ["Atlantis", "Carfax", "The Order"]);
        assert_eq!(each(&report["alone"], "name"), ["Atlantis", "Carfax"]);
        assert_eq!(each(&report["unmentioned"], "entryId")[2], &json!(order));
        let letter = reply["message"].text();
        assert!(letter.starts_with("The lore has 5 entries: 3 locations, 1 "), "{letter}");
        assert!(letter.contains("A name and nothing more (1):\n  Atlantis (location)\n"), "{letter}");
    }
}

service_test! {
    fn the_worldsmith_names_what_does_not_fit_together(studio) {
        let project = studio.project("Dracula");
        let jonathan = entry(studio, &project, &json!({ "name": "Jonathan", "category": "character",
            "aliases": ["Harker"] }));
        let mina = entry(studio, &project, &json!({ "name": "Mina", "category": "character",
            "aliases": ["HARKER"], "attributes": { "Husband": "Arthur", "father": "Jonathan" },
            "relations": [{ "targetId": jonathan, "kind": "husband" },
                { "targetId": jonathan, "kind": "father" }] }));
        studio.put(&format!("/api/projects/{project}/lore/{jonathan}"),
            &json!({ "relations": [{ "targetId": mina, "kind": "Father" }] })).ok();
        for number in 0..4 {
            let attributes = if number == 0 { json!({}) } else { json!({ "climate": "mild" }) };
            entry(studio, &project, &json!({ "name": format!("Place {number}"), "category": "location",
                "attributes": attributes }));
        }

        let reply = ask(studio, "worldsmith", &project);

        let report = &reply["report"];
        assert_eq!(each(&report["clashes"], "rule"), ["shared_name", "both_ways", "attribute_and_relation"]);
        assert_eq!(report["clashes"]["items"][2], json!({ "rule": "attribute_and_relation",
            "attribute": "husband", "value": "Arthur", "entryIds": [mina, jonathan] }));
        assert_eq!((each(&report["lacking"], "name"), each(&report["lacking"], "attribute")),
            (vec![&json!("Place 0")], vec![&json!("climate")]));
        assert_eq!(report["hubs"]["items"][0]["relations"], 3);
        let letter = reply["message"].text();
        assert!(letter.contains("  “harker” is a name of Jonathan and Mina\n"), "{letter}");
        assert!(letter.contains("  Mina: the attribute husband is “Arthur”, the relation leads to Jonathan\n"), "{letter}");
        assert_ne!(report["entries"], Value::Null);
    }
}
