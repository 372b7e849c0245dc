//! The direct speech of documents: who speaks as the text shows it, and as users correct it.

use serde_json::{Value, json};

use crate::support::{Studio, Text as _};

const TEXT: &str = "Mina came in.\n\n“Where is he?” she asked.\n\n“Gone,” said the old man.\n\n\
                    “Gone?” said Mina. “And nobody told me.”\n\n“Nobody knew.”\n\nHe called it a “dude.”";

fn path(project: &str, document: &str) -> String {
    format!("/api/projects/{project}/documents/{document}/quotations")
}

fn quotations(studio: &Studio, path: &str) -> Vec<Value> {
    studio.get(path).ok()["quotations"].as_array().unwrap().clone()
}

/// The speakers of all quotations.
fn speakers(studio: &Studio, path: &str) -> Vec<Value> {
    quotations(studio, path).iter().map(|it| it["speaker"].clone()).collect()
}

fn lore(studio: &Studio, project: &str, name: &str) -> String {
    let entry = json!({ "name": name, "category": "character" });
    studio.post(&format!("/api/projects/{project}/lore"), &entry).ok()["id"].text()
}

service_test! {
    fn quotations_have_their_speaker_its_reason_and_its_certainty(studio) {
        let project = studio.project("Dracula");
        let mina = lore(studio, &project, "Mina");
        let document = studio.document(&project, "I", TEXT);

        let all = quotations(studio, &path(&project, &document));

        let read: Vec<[&Value; 3]> =
            all.iter().map(|it| [&it["text"], &it["speaker"], &it["reason"]]).collect();
        assert_eq!(json!(read), json!([
            ["“Where is he?”", "Mina", "pronoun"],
            ["“Gone,”", "the old man", "described"],
            ["“Gone?”", "Mina", "named"],
            ["“And nobody told me.”", "Mina", "paragraph"],
            ["“Nobody knew.”", "the old man", "alternation"],
        ]));
        let kinds: Vec<[&Value; 2]> =
            all.iter().map(|it| [&it["speakerKind"], &it["entryId"]]).collect();
        assert_eq!(json!(kinds[..2]), json!([["person", mina], ["described", null]]));
        let first = &all[0];
        assert_eq!(json!([first["start"], first["end"], first["documentVersion"]]), json!([15, 29, 1]));
        assert_eq!(json!([first["isCorrected"], first["correctedFrom"]]), json!([false, null]));
        assert!(all.iter().all(|it| it["certainty"].as_f64().unwrap() >= 0.6));
    }
}

service_test! {
    fn quotations_are_listed_in_pages(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let path = path(&project, &document);

        let first = studio.get(&format!("{path}?limit=2")).ok();
        let cursor = first["nextCursor"].text();
        let second = studio.get(&format!("{path}?limit=5&cursor={cursor}")).ok();

        assert_eq!((&first["total"], first["quotations"].as_array().unwrap().len()), (&json!(5), 2));
        assert_eq!(second["quotations"].as_array().unwrap().len(), 3);
        assert_eq!(second["nextCursor"], Value::Null);
        assert_eq!(second["quotations"][0]["text"], "“Gone?”");
        let gone = studio.get(&format!("/api/projects/{project}/documents/none/quotations"));
        assert_eq!((gone.status, gone.detail().as_str()), (404, "Document not found"));
        let gone = studio.get(&format!("/api/projects/none/documents/{document}/quotations"));
        assert_eq!((gone.status, gone.detail().as_str()), (404, "Project not found"));
    }
}

service_test! {
    fn who_says_i_is_the_entry_that_the_text_says_or_the_narrator(studio) {
        let project = studio.project("Moby-Dick");
        let text = "“Come,” I said to him. We went down to the sea that night, and it rained.";
        let document = studio.document(&project, "I", text);
        assert_eq!(quotations(studio, &path(&project, &document))[0]["speakerKind"], "narrator");

        let ishmael = lore(studio, &project, "Ishmael");
        let named = studio.document(&project, "II", &format!("Call me Ishmael. {text}"));

        let said = &quotations(studio, &path(&project, &named))[0];
        assert_eq!((&said["speaker"], &said["entryId"]), (&json!("Ishmael"), &json!(ishmael)));
        assert_eq!(speakers(studio, &path(&project, &document)), ["narrator"]);
    }
}

service_test! {
    fn a_corrected_speaker_survives_edits_of_the_text(studio) {
        let project = studio.project("Dracula");
        let lucy = lore(studio, &project, "Lucy");
        let document = studio.document(&project, "I", TEXT);
        let path = path(&project, &document);
        let last = quotations(studio, &path)[4]["id"].text();

        let corrected = studio.put(&format!("{path}/{last}"), &json!({ "speaker": "Lucy" })).ok();

        assert_eq!((&corrected["speaker"], &corrected["entryId"]), (&json!("Lucy"), &json!(lucy)));
        assert_eq!((&corrected["reason"], &corrected["certainty"]), (&json!("corrected"), &json!(1.0)));
        assert_eq!(corrected["correctedFrom"], "the old man");
        assert_eq!(quotations(studio, &path)[4], corrected);
        for (edited, speaker) in [
            // Text before it, the same words before it, other words within it, other words behind it.
            (format!("It rained.\n\n{TEXT}"), "Lucy"),
            (format!("“Nobody knew.”\n\nIt rained.\n\n{TEXT}"), "Lucy"),
            (TEXT.replace("Nobody knew", "Nobody ever knew it"), "Lucy"),
            (TEXT.replace("a “dude.”", "a wonder."), "Lucy"),
        ] {
            studio.put(
                &format!("/api/projects/{project}/documents/{document}"),
                &json!({ "content": edited }),
            ).ok();
            assert_eq!(speakers(studio, &path).last(), Some(&json!(speaker)), "{edited}");
        }
    }
}

service_test! {
    fn a_correction_is_changed_and_withdrawn(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let path = path(&project, &document);
        let last = quotations(studio, &path)[4]["id"].text();
        let put = |body: Value| studio.put(&format!("{path}/{last}"), &body);

        put(json!({ "speaker": "Lucy" })).ok();
        let changed = put(json!({ "speaker": "narrator" })).ok();
        assert_eq!((&changed["speaker"], &changed["speakerKind"]), (&json!("narrator"), &json!("narrator")));
        assert_eq!(put(json!({})).ok(), changed);
        let withdrawn = put(json!({ "speaker": null })).ok();

        assert_eq!(withdrawn["speaker"], "the old man");
        assert_eq!(quotations(studio, &path)[4], withdrawn);
        assert_eq!(put(json!({ "speaker": "" })).status, 422);
        let gone = studio.put(&format!("{path}/none"), &json!({ "speaker": "Lucy" }));
        assert_eq!((gone.status, gone.detail().as_str()), (404, "Quotation not found"));
    }
}

service_test! {
    fn the_castwright_answers_from_the_same_speakers(studio) {
        let project = studio.project("Dracula");
        lore(studio, &project, "Mina");
        lore(studio, &project, "Lucy");
        let document = studio.document(&project, "I", TEXT);
        let path = path(&project, &document);
        let last = quotations(studio, &path)[4]["id"].text();
        studio.put(&format!("{path}/{last}"), &json!({ "speaker": "Lucy" })).ok();

        let speech = crate::skills::ask(studio, "castwright", &project)["report"]["speech"].clone();

        assert_eq!((&speech["quotations"], &speech["attributed"]), (&json!(5), &json!(4)));
        let words = |at: usize| {
            let speaker = &speech["speakers"]["items"][at];
            (speaker["name"].text(), speaker["words"].as_i64().unwrap())
        };
        assert_eq!([words(0), words(1)], [("Mina".to_owned(), 8), ("Lucy".to_owned(), 2)]);
    }
}
