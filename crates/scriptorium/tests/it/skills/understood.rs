//! What agents make of a request: which part of the book and whom it names, and what is not there or
//! not understood. A question is about the project and is never measured.

use serde_json::{Value, json};

use super::entry;
use crate::{
    messages::{reply_to, send},
    promises,
    support::{Studio, Text as _},
};

/// Asks an agent in words; its reply.
fn ask(studio: &Studio, agent: &str, metadata: &Value, words: &str) -> Value {
    let message =
        json!({ "toAgent": agent, "message": words, "context": { "metadata": metadata } });
    reply_to(studio, &send(studio, &message).ok())
}

/// The titles of what was read for a reply.
fn read(reply: &Value) -> Vec<String> {
    let items = reply["report"]["scope"]["items"].as_array();
    items.into_iter().flatten().map(|it| it["title"].text()).collect()
}

/// Chapters that differ in length and in who is in them.
const CHAPTERS: [(&str, &str); 4] = [
    (
        "The Red Room",
        "Mara was the keeper of the lamp. She slowly lit it. “Stay here,” said Mara. “Stay.”\n",
    ),
    (
        "Storm",
        "It rained on the house and on the road, and on whoever walked there, and it did not stop.\n",
    ),
    ("The Key", "Harro hid the silver key behind the clock. “Nobody will look,” said Harro.\n"),
    ("Home", "Harro went home. Mara was gone. Who would light the lamp?\n"),
];

/// A project with those chapters and an entry for Mara; its id, and those of the chapters.
fn book(studio: &Studio) -> (String, Vec<String>) {
    let project = studio.project("The Lamp");
    let chapters =
        CHAPTERS.iter().map(|(title, text)| studio.document(&project, title, text)).collect();
    entry(
        studio,
        &project,
        &json!({ "name": "Mara", "category": "character", "aliases": ["Mistress Voss"],
        "content": "She keeps the light.", "attributes": { "age": 40 } }),
    );
    (project, chapters)
}

/// The agents that look at texts.
const READERS: [&str; 3] = ["critic", "lorekeeper", "proseguard"];

service_test! {
    fn the_words_of_a_request_choose_what_is_read(studio) {
        let (project, chapters) = book(studio);
        let all: Vec<&str> = CHAPTERS.iter().map(|(title, _)| *title).collect();
        let about_project = json!({ "projectId": project });
        let about_second = json!({ "documentId": chapters[1] });

        for agent in READERS {
            for (metadata, words, titles) in [
                (&about_project, "What do you see in the book?", &all[..]),
                (&about_project, "What do you see?", &all[..]),
                (&about_project, "What do you see in “The Red Room”?", &all[..1]),
                (&about_project, "What do you see in the third chapter?", &all[2..3]),
                (&about_project, "What do you see in chapters 2 to 3?", &all[1..3]),
                (&about_project, "What do you see in the last chapter?", &all[3..]),
                (&about_second, "What do you see?", &all[1..2]),
                (&about_second, "What do you see in this chapter?", &all[1..2]),
                (&about_second, "What do you see in the next chapter?", &all[2..3]),
                (&about_second, "What do you see in The Key?", &all[2..3]),
                (&about_second, "What do you see in the whole book?", &all[..]),
            ] {
                let reply = ask(studio, agent, metadata, words);
                assert_eq!(read(&reply), titles, "{agent}: {words}: {reply}");
            }
        }
        let reply = ask(studio, "critic", &about_project, "How does the red room open?");
        assert!(reply["message"].text().starts_with("Asked about “The Red Room”.\n"), "{reply}");
    }
}

service_test! {
    fn what_is_not_there_is_answered_with_what_is(studio) {
        let (project, _) = book(studio);
        let about = json!({ "projectId": project });

        for agent in READERS.into_iter().chain(["archivist", "castwright", "researcher"]) {
            let reply = ask(studio, agent, &about, "How is chapter 12?");
            let letter = reply["message"].text();
            assert!(letter.starts_with("There is no chapter 12; the manuscript has 4 chapters.\n  1: “The \
                Red Room”\n"), "{agent}: {letter}");
            let report = &reply["report"];
            assert_eq!((&report["kind"], &report["missing"]),
                (&json!("missing"), &json!([{ "kind": "chapter", "number": 12 }])));
            assert_eq!(report["documents"].as_array().unwrap().len(), 4);

            let reply = ask(studio, agent, &about, "Who is Zork?");
            let letter = reply["message"].text();
            assert!(letter.contains("Zork is named nowhere in the manuscript.\n"), "{agent}: {letter}");
            assert!(letter.contains("The lore has entries on: Mara.\n"), "{agent}: {letter}");
        }
        let reply = ask(studio, "lorekeeper", &about, "Is the promise of the lamp kept?");
        assert_eq!(reply["message"], "No promise of the project has “lamp” in its title; the project has 0 \
            promises.\n");
        let reply = ask(studio, "lorekeeper", &about, "Who is Maria?");
        assert!(reply["message"].text().contains("Close to it in spelling (1):\n  Mara\n"), "{reply}");
    }
}

service_test! {
    fn what_is_not_understood_is_answered_with_what_can_be_asked(studio) {
        let (project, _) = book(studio);
        let about = json!({ "projectId": project });

        for (agent, example) in [
            ("critic", "How does “The Red Room” open?"),
            ("proseguard", "Which words are repeated in “The Red Room”?"),
            ("lorekeeper", "Who is Mara?"),
            ("castwright", "How does Mara speak?"),
            ("archivist", "What is stated about Mara?"),
        ] {
            let reply = ask(studio, agent, &about, "Shall I marry?");
            let (letter, report) = (reply["message"].text(), &reply["report"]);
            assert!(letter.starts_with(&format!("{agent} did not understand what is asked.\n")), "{letter}");
            assert!(letter.contains(example), "{letter}");
            assert_eq!((&report["kind"], &report["isUnderstood"]), (&json!("help"), &json!(false)));
            // Every example is understood, and is about the project.
            for skill in report["skills"].as_array().unwrap() {
                let reply = ask(studio, agent, &about, &skill["example"].text());
                assert!(!reply["report"]["topic"].is_null(), "{agent}: {skill}: {reply}");
            }
        }
        let reply = ask(studio, "critic", &about, "Does the ladder slow the book down?");
        assert!(reply["message"].text().starts_with("Not understood, and passed over: “ladder”. What follows \
            is about the manuscript.\n"), "{reply}");
        let reply = ask(studio, "critic", &json!({}), "What can you do?");
        assert!(reply["message"].text().contains("about no project"), "{reply}");
    }
}

service_test! {
    fn a_text_in_a_message_is_measured_and_its_question_is_not(studio) {
        let (_, chapters) = book(studio);
        let about = json!({ "documentId": chapters[0] });

        for words in [
            "Is this too long?\n\n> He came in. He sat down.\n",
            "How does this read?\n\nHe came in. He sat down.",
            "```\nHe came in. He sat down.\n```\nHow does this read?",
        ] {
            for agent in READERS {
                let reply = ask(studio, agent, &about, words);
                assert!(reply["message"].text().starts_with("Asked about the text in the message.\n"), "{reply}");
                assert_eq!(read(&reply), [] as [&str; 0], "{agent}: {words}");
            }
            let reply = ask(studio, "critic", &about, words);
            assert_eq!(reply["report"]["opening"]["quote"].text(), "He came in.", "{words}: {reply}");
        }
        // Prose alone is no request; but where a document is named beside it, that is meant.
        let reply = ask(studio, "proseguard", &json!({}), "He came in. He sat down.");
        assert_eq!(reply["report"]["words"], 6);
        let reply = ask(studio, "proseguard", &about, "He came in. He sat down.");
        assert_eq!(read(&reply), ["The Red Room"]);
    }
}

service_test! {
    fn the_task_of_a_swarm_is_never_measured(studio) {
        let (project, _) = book(studio);
        let body = json!({ "swarmType": "outline", "projectId": project,
            "taskDescription": "He came in. He sat down by the fire, and nobody spoke." });

        let made = studio.post("/api/agents/swarm", &body).ok();

        let path = format!("/api/agents/swarm/{}", made["swarmId"].text());
        let swarm = studio.until("the end of the swarm", || {
            let swarm = studio.get(&path).ok();
            ["completed", "failed"].iter().any(|it| swarm["status"] == *it).then_some(swarm)
        });
        let mut reported = 0;
        for sub_task in swarm["subTasks"].as_array().unwrap() {
            let Some(result) = sub_task["result"].as_object() else { continue };
            reported += 1;
            let letter = result["text"].text();
            assert!(!letter.contains("The text of the message"), "{letter}");
            assert_ne!(result["report"]["kind"], "reading", "{letter}");
        }
        assert!(reported > 2, "{swarm}");
    }
}

service_test! {
    fn lorekeeper_says_who_somebody_is_from_the_lore_and_from_the_chapters(studio) {
        let (project, chapters) = book(studio);
        let about = json!({ "projectId": project });

        let reply = ask(studio, "lorekeeper", &about, "Who is Mara?");

        let (letter, report) = (reply["message"].text(), &reply["report"]);
        assert!(letter.starts_with("Asked about Mara (character).\nMara is an entry of the lore (character), \
            also Mistress Voss.\nThe entry says: “She keeps the light.”\nAttributes: age 40.\n"), "{letter}");
        assert!(letter.contains("Mara is named 3 times in 2 of 4 documents of the manuscript.\nBy document: \
            “The Red Room” 2, “Home” 1.\n"), "{letter}");
        let mentions = &report["mentions"][0];
        assert_eq!((&mentions["total"], &mentions["last"]["documentId"], &mentions["last"]["quote"]),
            (&json!(3), &json!(chapters[3]), &json!("Mara was gone.")));
        assert_eq!((&report["kind"], &report["records"][0]["attributes"]["age"]), (&json!("profile"), &json!(40)));
        // Not in a chapter, and elsewhere; without an entry, and in the text.
        let letter = ask(studio, "lorekeeper", &about, "Is Mara in chapter 2?")["message"].text();
        assert!(letter.contains("Mara is named nowhere in “Storm”.\nOf the whole book: Mara is named 3 times"), "{letter}");
        let letter = ask(studio, "lorekeeper", &about, "Who is Harro?")["message"].text();
        assert!(letter.contains("The lore has no entry “Harro”"), "{letter}");
        assert!(letter.contains("Harro is named 3 times in 2 of 4 documents"), "{letter}");
        assert!(letter.contains("“Harro hid the silver key behind the clock.”"), "{letter}");
    }
}

service_test! {
    fn a_promise_is_found_by_words_of_its_title(studio) {
        let (project, _) = book(studio);
        promises::make(studio, &project, &json!({ "title": "The silver key will be missed" }));
        let about = json!({ "projectId": project });

        for agent in ["lorekeeper", "critic", "castwright", "archivist", "researcher"] {
            let reply = ask(studio, agent, &about, "What of the promise about the silver key?");
            let letter = reply["message"].text();
            assert!(letter.contains("Asked about the promise “The silver key will be missed”.\n"), "{letter}");
            assert!(letter.contains("is made (plot, major)."), "{agent}: {letter}");
            assert!(letter.contains("Words of “The silver key will be missed” stand together in 1 sentence"), "{letter}");
        }
    }
}

service_test! {
    fn critic_lays_the_chapters_side_by_side_and_reads_their_ends(studio) {
        let project = studio.project("Slow");
        for number in 0..5 {
            studio.document(&project, &format!("Quick {number}"), &"“No!” he said. “Go!” ".repeat(30 + number));
        }
        let slow = "She walked along the sea and looked at it for a very long time, and said nothing.\n\n";
        let slow = studio.document(&project, "The Walk", &slow.repeat(20));
        let about = json!({ "projectId": project });

        let reply = ask(studio, "critic", &about, "Where does the book sag?");

        let (letter, report) = (reply["message"].text(), &reply["report"]);
        assert_eq!((&report["kind"], &report["slowest"][0]["documentId"]), (&json!("pacing"), &json!(slow)));
        assert!(letter.contains("  “The Walk”: words of a sentence 17.0 (others "), "{letter}");
        assert!(letter.contains("words in the longest stretch in which nobody speaks 340 (others 0)"), "{letter}");
        let reply = ask(studio, "critic", &about, "How does the book end?");
        assert_eq!((&reply["report"]["kind"], &reply["report"]["texts"][0]["sentence"]["documentId"]),
            (&json!("endings"), &json!(slow)));
        let reply = ask(studio, "critic", &about, "How does chapter 1 open?");
        let sentence = &reply["report"]["texts"][0]["sentence"];
        assert_eq!((&reply["report"]["kind"], &sentence["title"]), (&json!("openings"), &json!("Quick 0")));
    }
}

service_test! {
    fn proseguard_quotes_the_places_of_what_is_asked_for(studio) {
        let (project, chapters) = book(studio);
        let about = json!({ "projectId": project });

        let reply = ask(studio, "proseguard", &about, "Where are the adverbs?");
        assert_eq!(reply["report"]["places"], json!([{ "what": "“slowly”", "passage": {
            "quote": "slowly", "start": 37, "end": 43, "documentId": chapters[0], "title": "The Red Room" } }]));
        let reply = ask(studio, "proseguard", &about, "Which sentences are too long?");
        assert_eq!(reply["report"]["places"][0]["passage"]["title"], "Storm");
        let reply = ask(studio, "proseguard", &about, "How is the prose of the book?");
        let documents = reply["report"]["documents"].as_array().unwrap();
        assert_eq!((&reply["report"]["kind"], documents.len()), (&json!("prose_by_document"), 4));
        let reply = ask(studio, "proseguard", &about, "How are the passages about Mara written?");
        let record = &reply["report"]["records"][0];
        assert_eq!((&record["mentions"], &record["paragraphs"]), (&json!(3), &json!(2)));
        assert!(record["measures"]["dialogueShare"]["value"].is_number(), "{record}");
    }
}

service_test! {
    fn castwright_researcher_and_archivist_keep_to_what_is_named(studio) {
        let (project, chapters) = book(studio);
        let about = json!({ "projectId": project });

        let reply = ask(studio, "castwright", &about, "How does Mara speak?");
        let speech = &reply["report"]["persons"][0]["speech"];
        assert_eq!((&speech["words"], &speech["speeches"]), (&json!(3), &json!(1)));
        assert_eq!(speech["longest"][0]["quote"], "“Stay here,”");
        let reply = ask(studio, "castwright", &about, "Who is in “Storm”?");
        assert!(reply["message"].text().contains("Named nowhere (1):\n  Mara\n"), "{reply}");
        let reply = ask(studio, "researcher", &about, "Where is the lamp in the last chapter?");
        let passages = &reply["report"]["passages"]["items"];
        assert_eq!((&passages[0]["quote"], &passages[0]["documentId"]),
            (&json!("Who would light the lamp?"), &json!(chapters[3])));
        let reply = ask(studio, "researcher", &about, "What does Mara do with the lamp?");
        assert_eq!(reply["report"]["passages"]["items"][0]["quote"], "Mara was the keeper of the lamp.");
        let later = studio.document(&project, "Later", "Mara was forty-one years old. Harro was fifty.\n");
        let reply = ask(studio, "archivist", &about, "What is stated about Mara?");
        let facts = &reply["report"]["facts"];
        assert_eq!((&facts["total"], &facts["items"][0]["value"], &facts["items"][0]["documentId"]),
            (&json!(1), &json!("41"), &json!(later)));
        let reply = ask(studio, "archivist", &about, "What changed in the book?");
        assert!(reply["message"].text().contains("No text of them has an earlier version.\n"), "{reply}");
    }
}

service_test! {
    fn a_chapter_that_has_a_number_in_words_for_its_title_is_found_by_it(studio) {
        let project = studio.project("Numbers");
        studio.document(&project, "Prologue", "It rained on the house and on the road.");
        studio.document(&project, "One", "Mara slowly lit the lamp, and nobody came.");
        let metadata = json!({ "projectId": project });

        for words in ["How is “One”?", "How does chapter one read?", "Read One", "Check chapter One",
            "Which adverbs has “One”?", "One?"]
        {
            let reply = ask(studio, "proseguard", &metadata, words);

            assert_eq!(read(&reply), ["One"], "{words}: {reply}");
        }
    }
}

service_test! {
    fn the_oldest_promise_is_that_which_was_recorded_first(studio) {
        let (project, _) = book(studio);
        for title in ["Who lights the lamp?", "Where is the key?"] {
            promises::make(studio, &project, &json!({ "title": title }));
            studio.clock.advance(24 * 3_600_000);
        }
        let metadata = json!({ "projectId": project });

        let oldest = ask(studio, "plotter", &metadata, "Which promise is the oldest?");
        let newest = ask(studio, "plotter", &metadata, "And which is the newest?");

        let says = "Of those that are open, “Who lights the lamp?” was recorded first, 2 days ago.";
        assert!(oldest["message"].text().contains(says), "{oldest}");
        let says = "Of those that are open, “Where is the key?” was recorded last, 1 day ago.";
        assert!(newest["message"].text().contains(says), "{newest}");
    }
}
