//! What the archivist takes down: statements with their words, contradictions, dates, changes.

use serde_json::{Value, json};

use super::{ask, ask_with, each, entry, reply_to, send};
use crate::support::{Studio, Text as _};

service_test! {
    fn the_archivist_takes_down_what_is_stated_and_where_it_does_not_agree(studio) {
        let project = studio.project("Dracula");
        let one = studio.document(&project, "I", "*3 May.* Lucy was nineteen. Lucy had blue eyes, and \
            Mina, the wife of Jonathan, saw them.\n");
        studio.document(&project, "II", "“Lucy's eyes are grey,” he said. His friend Lucy wept.\n");
        let lucy = entry(studio, &project, &json!({ "name": "Lucy", "category": "character",
            "attributes": { "Age": 30, "eye colour": "blue" } }));
        entry(studio, &project, &json!({ "name": "Mina", "category": "character" }));

        let reply = ask(studio, "archivist", &project);

        let report = &reply["report"];
        assert_eq!((&report["kind"], &report["documents"]), (&json!("facts"), &json!(2)));
        let facts = &report["facts"];
        assert_eq!(each(facts, "attribute"), ["age", "eyes", "kinship", "eyes"]);
        assert_eq!(each(facts, "value"), ["19", "blue", "wife", "grey"]);
        assert_eq!(each(facts, "isSpoken"), [false, false, false, true]);
        assert_eq!((&facts["items"][0]["entryId"], &facts["items"][0]["documentId"]), (&json!(lucy), &json!(one)));
        assert_eq!(facts["items"][0]["passage"], json!({ "quote": "Lucy was nineteen", "start": 9, "end": 26 }));
        // What somebody says contradicts nothing.
        assert_eq!(each(&report["conflicts"], "attribute"), ["age"]);
        assert_eq!(report["conflicts"]["items"][0]["stated"][1]["passage"]["quote"], "Age: 30");
        assert_eq!((each(&report["dates"], "day"), each(&report["dates"], "month")), (vec![&json!(3)], vec![&json!(5)]));
        let letter = reply["message"].text();
        assert!(letter.contains("in “I”: “Lucy was nineteen”; in the lore of “Lucy” (Age: 30)\n"), "{letter}");
        // Of one document, where one is named.
        let reply = ask_with(studio, "archivist", &json!({ "documentId": one }));
        assert_eq!(reply["report"]["facts"]["total"], 3);
        // A note is read where it is named, and with the book it is not.
        let note = json!({ "title": "Cast", "kind": "note", "content": "Mina was a teacher.\n" });
        let note = studio.post(&format!("/api/projects/{project}/documents"), &note).ok();
        let reply = ask_with(studio, "archivist", &json!({ "documentId": note["id"] }));
        assert_eq!(each(&reply["report"]["facts"], "value"), ["teacher"], "{reply}");
        assert_eq!(ask(studio, "archivist", &project)["report"]["documents"], 2);
    }
}

service_test! {
    fn the_archivist_says_what_changed_since_the_text_before(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "He came. He saw.\n");
        let path = format!("/api/projects/{project}/documents/{document}");
        studio.put(&path, &json!({ "content": "He came. She saw him. He left.\n" })).ok();

        let reply = ask(studio, "archivist", &project);

        let change = &reply["report"]["changes"]["items"][0];
        assert_eq!((&change["wordsBefore"], &change["words"]), (&json!(4), &json!(7)));
        assert_eq!((&change["added"]["total"], &change["removed"]["total"]), (&json!(2), &json!(1)));
        let letter = reply["message"].text();
        assert!(letter.contains("  “I”: 4 words before, 7 now; 2 sentences new: “She saw him.” “He \
            left.”; 1 sentence gone: “He saw.”\n"), "{letter}");
        assert!(letter.contains("about frequent names, as there is no lore"), "{letter}");
    }
}

/// Asks an agent a question about a project; its reply.
fn asked(studio: &Studio, agent: &str, project: &str, question: &str) -> Value {
    let message = json!({ "toAgent": agent, "message": question,
        "context": { "metadata": { "projectId": project } } });
    reply_to(studio, &send(studio, &message).ok())
}

service_test! {
    fn a_question_about_somebody_is_answered_from_the_ledger_with_its_place(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "Mara Vane had brown eyes. Mara Vane was in Bristol.\n");
        studio.document(&project, "II", "Mara Vane was thirty-one. In 1887 Mara Vane died.\n");
        entry(studio, &project, &json!({ "name": "Mara Vane", "aliases": ["Mara"], "category": "character" }));

        for (agent, question, wanted) in [
            ("archivist", "What colour are Mara's eyes?", "Mara Vane, eyes: brown, in “I”: “Mara Vane had brown eyes”"),
            ("lorekeeper", "How old is Mara?", "Mara Vane, age: 31, in “II”: “Mara Vane was thirty-one”"),
            ("lorekeeper", "What colour are Mara's eyes?", "Mara Vane, eyes: brown, in “I”: “Mara Vane had brown eyes”"),
            ("lorekeeper", "What is Mara's profession?", "Nothing states the profession of Mara Vane."),
            ("chronicler", "When did Mara die?", "Mara Vane, death: dead (1887), in “II”: “Mara Vane died”"),
            ("chronicler", "How old is Mara?", "Mara Vane, age: 31, in “II”"),
        ] {
            let reply = asked(studio, agent, &project, question);
            assert!(reply["message"].text().contains(wanted), "{agent}, {question}: {}", reply["message"]);
        }

        // A rejected fact is in no answer.
        let page = studio.get(&format!("/api/projects/{project}/facts?attribute=eyes")).ok();
        let path = format!("/api/projects/{project}/facts/{}", page["facts"][0]["id"].text());
        studio.put(&path, &json!({ "isRejected": true, "reason": "A lens." })).ok();
        let reply = asked(studio, "lorekeeper", &project, "What colour are Mara's eyes?");
        assert!(reply["message"].text().contains("Nothing states the eyes of Mara Vane."), "{reply}");
    }
}
