//! What the muse makes of a project's names without a model: names that sound like them.

use serde_json::{Value, json};

use super::{each, entry};
use crate::{
    messages::{reply_to, send},
    support::{Studio, Text as _},
};

const NAMES: [&str; 20] = [
    "Marina",
    "Renata",
    "Lorena",
    "Miranda",
    "Serena",
    "Melina",
    "Andrea",
    "Marianne",
    "Arina",
    "Dorothea",
    "Theodora",
    "Amalia",
    "Natalia",
    "Rosalind",
    "Melisande",
    "Sandrine",
    "Corinna",
    "Cordelia",
    "Adelina",
    "Selina",
];

/// Asks the muse for names; its reply.
fn names(studio: &Studio, project: &str, asks: &str) -> Value {
    let message = json!({ "toAgent": "muse", "message": asks,
        "context": { "metadata": { "projectId": project } } });
    reply_to(studio, &send(studio, &message).ok())
}

service_test! {
    fn the_muse_puts_names_together_out_of_those_of_the_lore(studio) {
        let project = studio.project("Dracula");
        for name in NAMES {
            entry(studio, &project, &json!({ "name": name, "category": "character" }));
        }

        let reply = names(studio, &project, "Which names would fit?");

        let source = &reply["report"]["sources"]["items"][0];
        assert_eq!((&source["of"], &source["given"]), (&json!("character"), &json!(NAMES.len())));
        let coined = each(&source["names"], "name");
        assert!(!coined.is_empty(), "{reply}");
        assert!(coined.iter().all(|name| !NAMES.contains(&name.as_str().unwrap())), "{reply}");
        assert!(each(&source["names"], "beginsLike").iter().all(|it| NAMES.contains(&it.as_str().unwrap())));
        let ends = each(&source["names"], "endsLike");
        assert!(each(&source["names"], "beginsLike").iter().zip(ends).all(|(one, other)| **one != *other), "{reply}");
        assert!(reply["message"].text().contains("What-ifs".to_lowercase().as_str()), "{reply}");
        // The same question gives the same names, and another one others.
        let again = names(studio, &project, "Which names would fit?");
        assert_eq!(again["report"], reply["report"]);
        let other = names(studio, &project, "And which names for a ship?");
        assert_ne!(other["report"], reply["report"]);
    }
}

service_test! {
    fn the_muse_takes_names_for_what_they_are(studio) {
        let project = studio.project("Dracula");
        for name in NAMES {
            entry(studio, &project, &json!({ "name": format!("Mrs. {name}"), "category": "character" }));
        }
        for name in ["Marina House", "Serena Hall", "Tower of Renata", "Selina’s Rest", "Whitby Abbey"] {
            entry(studio, &project, &json!({ "name": name, "category": "location" }));
        }

        let reply = names(studio, &project, "Which names would fit?");

        let sources = &reply["report"]["sources"];
        assert_eq!(each(sources, "of"), ["character", "location"]);
        assert_eq!(each(sources, "given"), [20, 6], "House, Hall, Tower, Rest, Whitby, Abbey: {reply}");
    }
}

service_test! {
    fn the_muse_needs_a_model_where_there_are_no_names_to_learn_from(studio) {
        let project = studio.project("Dracula");
        entry(studio, &project, &json!({ "name": "Mina", "category": "character" }));

        let reply = names(studio, &project, "Which names would fit?");

        assert_eq!(reply["report"], json!(null));
        assert!(reply["message"].text().starts_with("muse answers with the help of a language model, \
            and none is configured.\nNames could be put together from 5 "), "{reply}");
    }
}
