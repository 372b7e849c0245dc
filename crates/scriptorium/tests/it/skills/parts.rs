//! Tests of what agents answer from records about what a question names: names without an entry, names
//! that nothing has, a name in a chapter, and words of a language.

use serde_json::{Value, json};

use super::entry;
use crate::{
    messages::{reply_to, send},
    support::{Studio, Text as _},
};

/// Asks an agent about a project in these words; its reply.
fn ask(studio: &Studio, agent: &str, project: &str, asks: &str) -> Value {
    let message = json!({ "toAgent": agent, "message": asks,
        "context": { "metadata": { "projectId": project } } });
    reply_to(studio, &send(studio, &message).ok())
}

/// A project with two chapters and an entry.
fn dracula(studio: &Studio) -> String {
    let project = studio.project("Dracula");
    studio.document(&project, "The Coach", "Mina was far away. Quincey was not there at all.");
    studio.document(&project, "The Harbour", "Mina saw the ship. Then Mina went home.");
    entry(studio, &project, &json!({ "name": "Mina", "category": "character" }));
    project
}

service_test! {
    fn a_name_without_an_entry_is_looked_for_in_the_texts(studio) {
        let project = dracula(studio);

        let reply = ask(studio, "architect", &project, "Which chapters name Quincey?");

        let text = reply["message"].text();
        assert!(text.contains("Quincey (no entry of the lore) is named in 1 of 2 chapters"), "{text}");
        let presence = &reply["report"]["parts"][0]["presence"];
        assert_eq!((&presence["entryId"], &presence["places"]), (&Value::Null, &json!(1)));
    }
}

service_test! {
    fn a_name_that_nothing_has_is_answered_with_what_there_is(studio) {
        let project = dracula(studio);

        for agent in ["architect", "plotter", "chronicler", "worldsmith", "muse", "scribe", "publisher"] {
            let reply = ask(studio, agent, &project, "What do you know of Carmilla?");

            let text = reply["message"].text();
            assert!(text.contains("Nothing in the project is called “Carmilla”"), "{agent}: {text}");
            assert!(text.contains("The lore has: Mina."), "{agent}: {text}");
            assert_eq!(reply["report"]["kind"], "missing", "{agent}");
        }
    }
}

service_test! {
    fn a_name_is_looked_for_in_the_chapter_that_is_named_with_it(studio) {
        let project = dracula(studio);

        let book = ask(studio, "architect", &project, "Which chapters name Mina?");
        let chapter = ask(studio, "architect", &project, "Where is Mina in the chapter “The Harbour”?");

        let counts = |reply: &Value| reply["report"]["parts"][0]["presence"]["places"].clone();
        assert_eq!((counts(&book), counts(&chapter)), (json!(3), json!(2)));
        assert_eq!(chapter["report"]["scope"]["total"], 1);
        assert!(!chapter["message"].text().contains("The Coach"), "{chapter}");
    }
}

service_test! {
    fn the_linguist_finds_words_by_form_and_meaning_and_in_texts(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "The Harbour", "He said *larma u mur*, and meant the sea.");
        let made = studio.post("/api/creative/conlang/languages",
            &json!({ "projectId": project, "name": "Halun" })).ok();
        let language = made.get("data").unwrap_or(&made)["id"].text();
        for (form, meaning) in [("lar", "give"), ("-ma", "seen"), ("u", "the"), ("mur", "sea")] {
            let path = format!("/api/creative/conlang/languages/{language}/lexicon");
            studio.post(&path, &json!({ "form": form, "meaning": meaning })).ok();
        }

        for (asks, wanted) in [
            ("What does “mur” mean?", "mur is a word of Halun: “sea”."),
            ("What is the word for sea?", "mur is a word of Halun: “sea”."),
            ("Which words of Halun are in the chapter “The Harbour”?", "larma: lar “give” + -ma “seen”"),
        ] {
            let text = ask(studio, "linguist", &project, asks)["message"].text();
            assert!(text.contains(wanted), "{asks}: {text}");
            assert!(text.contains("“The Harbour”: “He said larma u mur, and meant the sea.”"), "{text}");
        }
    }
}
