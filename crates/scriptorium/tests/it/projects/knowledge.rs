//! What the settings of a project say about its lore: which categories agents and searches look at, the
//! culture that names come from, and the mechanics of magic systems.

use serde_json::{Value, json};

use crate::{
    lore,
    messages::{reply_to, send},
    support::{Studio, Text as _},
};

const NARROWED: &str = "The knowledgeFilter of the project names character, magic_system, so other lore \
    is left out; “opera” is the name of no category.";

fn set(studio: &Studio, project: &str, body: &Value) {
    studio.put(&format!("/api/projects/{project}"), body).ok();
}

/// What an agent answers to a question about a project.
fn ask(studio: &Studio, agent: &str, project: &str, question: &str) -> Value {
    let message = json!({ "toAgent": agent, "message": question,
        "context": { "metadata": { "projectId": project } } });
    reply_to(studio, &send(studio, &message).ok())
}

const NAMES: &str = "Which names are in the book?";

/// A project with a chapter, a character, a place and a magic system.
fn world(studio: &Studio) -> String {
    let project = studio.project("Dracula");
    studio.document(&project, "I", "Mina came to Carfax. Carfax was dark, and Carfax was cold.");
    for (name, category, content) in [
        ("Mina", "character", "She keeps the iron key."),
        ("Carfax", "location", "A house with an iron gate."),
        ("Blood", "magic_system", "Who drinks it must serve. It costs the drinker their sleep."),
    ] {
        let entry = json!({ "name": name, "category": category, "content": content });
        lore::make(studio, &project, &entry);
    }
    project
}

fn search(studio: &Studio, project: &str) -> Value {
    let body = json!({ "query": "iron", "projectId": project, "collections": ["lore"] });
    studio.post("/api/discovery/research/search", &body).ok()
}

service_test! {
    fn a_knowledge_filter_narrows_what_agents_and_searches_look_at_and_says_so(studio) {
        let project = world(studio);
        let before = search(studio, &project);
        assert_eq!((&before["resultCount"], &before["narrowed"]), (&json!(2), &Value::Null));
        let whole = ask(studio, "worldsmith", &project, "What is in the lore?");
        assert_eq!((&whole["report"]["entries"], &whole["report"]["narrowed"]), (&json!(3), &Value::Null));
        set(studio, &project, &json!({ "knowledgeFilter": ["Characters", "magic systems", "opera"] }));

        let found = search(studio, &project);
        assert_eq!((&found["resultCount"], &found["narrowed"]), (&json!(1), &json!(NARROWED)));
        for (agent, question) in [
            ("worldsmith", "What is in the lore?"),
            ("lorekeeper", NAMES),
            ("lorekeeper", "Who is Mina?"),
            ("researcher", "Where is the key of iron?"),
        ] {
            let answer = ask(studio, agent, &project, question);
            assert!(answer["message"].text().contains(NARROWED), "{agent}: {answer}");
            assert_eq!(answer["report"]["narrowed"], NARROWED, "{agent}");
        }
        let narrowed = ask(studio, "worldsmith", &project, "What is in the lore?");
        assert_eq!(narrowed["report"]["entries"], 2);
        // What is not looked at has an entry all the same, and is not called unknown.
        let names = ask(studio, "lorekeeper", &project, NAMES);
        assert_eq!((&names["report"]["lore"]["total"], &names["report"]["lore"]["unknownTotal"]),
            (&json!(2), &json!(0)), "{names}");
        let carfax = ask(studio, "lorekeeper", &project, "What is Carfax?");
        assert!(!carfax["message"].text().contains("iron gate"), "{carfax}");
        assert!(carfax["message"].text().contains("that is looked at"), "{carfax}");
        let carfax = ask(studio, "worldsmith", &project, "What is Carfax?");
        assert!(carfax["message"].text().contains("Carfax (location) is not looked at."), "{carfax}");
        // Its author reads and changes all of it.
        let listed = studio.get(&format!("/api/projects/{project}/lore")).ok();
        assert_eq!(listed["total"], 3);
        // A word that is no category matches nothing.
        set(studio, &project, &json!({ "knowledgeFilter": ["opera"] }));
        assert_eq!(search(studio, &project)["resultCount"], 0);
        let answer = ask(studio, "worldsmith", &project, "What is in the lore?");
        assert_eq!(answer["message"], "The knowledgeFilter of the project names no category, so no lore \
            is looked at; “opera” is the name of no category.\n");
    }
}

service_test! {
    fn with_mechanics_enabled_the_rules_costs_and_limits_of_magic_are_shown(studio) {
        let project = world(studio);
        let agents = [("worldsmith", "What is in the lore?"), ("lorekeeper", NAMES)];
        let asked = |(agent, question): (&str, &str)| ask(studio, agent, &project, question);
        let before = agents.map(asked);
        set(studio, &project, &json!({ "mechanicsEnabled": true }));

        for ((agent, question), before) in agents.into_iter().zip(before) {
            assert_eq!(before["report"]["mechanics"], Value::Null, "{agent}");
            assert!(!before["message"].text().contains("mechanics"), "{agent}: {before}");
            let after = asked((agent, question));
            assert!(after["message"].text().contains("Magic systems and their mechanics (1):\n  Blood – \
                rules: Who drinks it must serve; costs: It costs the drinker their sleep; limits: \
                nothing is said\n"), "{agent}: {after}");
            let system = &after["report"]["mechanics"]["items"][0];
            assert_eq!((&system["name"], &system["missing"]), (&json!("Blood"), &json!(["limits"])));
        }
        let one = ask(studio, "lorekeeper", &project, "What is Blood?");
        assert!(one["message"].text().contains("Its mechanics – rules: Who drinks it must serve; "),
            "{one}");
    }
}

service_test! {
    fn the_lorekeeper_shows_the_culture_that_names_come_from(studio) {
        let project = world(studio);
        let before = ask(studio, "lorekeeper", &project, NAMES);
        set(studio, &project, &json!({ "lorekeeperConfig": { "culturalContext": "Whitby, 1890s" } }));

        let after = ask(studio, "lorekeeper", &project, NAMES);

        assert!(!before["message"].text().contains("culturalContext"), "{before}");
        assert!(after["message"].text().contains("Names and customs come from (culturalContext): \
            Whitby, 1890s\n"), "{after}");
        assert_eq!(after["report"]["culturalContext"], "Whitby, 1890s");
    }
}
