//! What the critic measures of a reading, and what it leaves to readers.

use serde_json::{Value, json};

use super::ask_with;
use crate::{
    messages::{reply_to, send},
    support::Text as _,
};

const CHAPTER: &str = "The door was shut. Nobody came near it for an hour.\n\nIt rained.\n\n\
    “Who is there?” said Mina.\n\n“I,” he said.\n\n* * *\n\nThey went out. But who would come back?\n";

service_test! {
    fn the_critic_measures_how_a_chapter_moves_and_says_what_it_does_not(studio) {
        let project = studio.project("Dracula");
        let chapter = studio.document(&project, "I", CHAPTER);

        let reply = ask_with(studio, "critic", &json!({ "documentId": chapter }));

        let report = &reply["report"];
        assert_eq!((&report["kind"], &report["scenes"]["total"]), (&json!("reading"), &json!(2)));
        assert_eq!((&report["longestTelling"]["words"], &report["longestTelling"]["paragraphs"]),
            (&json!(13), &json!(2)));
        assert_eq!(report["opening"]["quote"], "The door was shut.");
        assert_eq!((&report["ending"]["asks"], &report["ending"]["words"]), (&json!(true), &json!(5)));
        assert_eq!(report["beside"]["measures"]["total"], 0, "there is no other chapter");
        let letter = reply["message"].text();
        assert!(letter.starts_with("What a reader would feel takes a language model"), "{letter}");
        assert!(letter.contains("It closes (a question, a short sentence): “But who would come \
            back?”\n"), "{letter}");
        assert!(letter.contains("Its book has 0 other documents with a text: too few"), "{letter}");
    }
}

service_test! {
    fn the_critic_holds_a_chapter_against_the_others_of_its_book(studio) {
        let project = studio.project("Dracula");
        let calm = "She walked to the sea and looked at it for a long time.\n";
        for (title, sentences) in [("I", 4), ("II", 6), ("III", 5), ("IV", 5)] {
            studio.document(&project, title, &calm.repeat(sentences));
        }
        let odd = studio.document(&project, "V", &"“No!” he said. ".repeat(40));

        let reply = ask_with(studio, "critic", &json!({ "documentId": odd }));

        let beside = &reply["report"]["beside"];
        assert_eq!(beside["others"], 4);
        let measures = beside["measures"]["items"].as_array().unwrap();
        let of = |key: &str| measures.iter().find(|it| it["measure"] == key).unwrap();
        assert_eq!((&of("words")["value"], &of("words")["mean"]), (&json!(120.0), &json!(65.0)));
        assert_eq!(of("dialogueShare")["mean"], 0.0);
        assert_eq!(of("dialogueShare")["score"], Value::Null, "nothing deviates");
        assert!(of("words")["score"].as_f64().unwrap() > 2.0);
        assert!(reply["message"].text().contains("  Words: 120.00, in the others 65.00 (deviation \
            9.19), stands out\n"), "{reply}");
    }
}

service_test! {
    fn the_critic_reads_the_text_of_a_message_too(studio) {
        let sent = send(studio, &json!({ "toAgent": "critic", "message": "He came. He saw." })).ok();

        let reply = reply_to(studio, &sent);

        assert_eq!((&reply["report"]["words"], &reply["report"]["beside"]), (&json!(4), &Value::Null));
        assert!(reply["message"].text().contains(" has 4 words, and no mark parts it into scenes.\n"), "{reply}");
        let sent = send(studio, &json!({ "toAgent": "critic", "message": "…" })).ok();
        assert!(reply_to(studio, &sent)["message"].text().ends_with("has no words.\n"));
    }
}
