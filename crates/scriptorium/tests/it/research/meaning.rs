//! Tests of searches by meaning: what is found that has none of the words, where vectors come from, and what
//! is searched while there are none.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use llm::{
    BaseUrl, Provider,
    scripted::{RawReply, Received, ScriptedReply, ScriptedServer},
};
use scriptorium::settings::EmbedderKind;
use serde_json::{Value, json};

use super::{RESEARCH, entry, search, texts};
use crate::support::{Studio, Text as _};

/// Passages none of which shares a word with [`QUESTION`].
const PASSAGES: [&str; 4] = [
    "He was afraid of heights and never told anybody.",
    "The bread had to rise twice before it went into the oven.",
    "All evening they argued about the price of the two brown horses.",
    "Rain fell on the harbour and the boats knocked against each other.",
];

const QUESTION: &str = "Who was scared of high places?";

/// A text of these passages, each long enough to be one.
fn text(passages: &[&str]) -> String {
    let long = |passage: &&str| format!("{passage} {}", "And so on it went. ".repeat(45));
    passages.iter().map(long).collect::<Vec<_>>().join("\n\n")
}

/// What is found once everything is embedded.
fn embedded(studio: &Studio, body: &Value) -> Value {
    studio.until("vectors of all passages", || {
        let found = search(studio, body);
        let meaning = &found["meaning"];
        (meaning["waiting"] == 0 && meaning["passages"] != 0).then_some(found)
    })
}

/// How many vectors are stored.
fn stored(studio: &Studio) -> usize {
    studio.write(|tx| {
        let rows = tx.rows("SELECT digest FROM passage_vectors", ());
        Ok(rows.expect("rows").len())
    })
}

fn chapters(studio: &Studio, project: &str) -> Value {
    for (number, passage) in PASSAGES.iter().enumerate() {
        studio.document(project, &format!("Chapter {number}"), passage);
    }
    json!({ "query": QUESTION, "projectId": project })
}

service_test! {
    fn what_is_meant_is_found_without_a_word_of_it(studio, "search.embedder" = "minilm") {
        let project = studio.project("Heights");
        let question = chapters(studio, &project);

        let found = embedded(studio, &question);

        assert_eq!(texts(&found)[0], PASSAGES[0]);
        let result = &found["results"][0];
        assert_eq!(result["metadata"]["wordScore"], 0.0);
        assert_eq!(result["metadata"]["embedder"], "minilm-l6-v2-int8-1");
        assert!(result["similarity"].as_f64().unwrap() > 0.2, "{result}");
        assert_eq!(found["meaning"], json!({ "embedder": "minilm-l6-v2-int8-1", "passages": 4,
            "waiting": 0, "note": null }));
        let collections = studio.get(&format!("{RESEARCH}/collections?projectId={project}")).ok();
        assert_eq!(collections["collections"][0], json!({ "name": "documents", "documents": 4,
            "passages": 4, "embedded": 4, "embedder": "minilm-l6-v2-int8-1", "dimensions": 384 }));
        // A word that stands there still finds it, and what is unlike everything finds nothing.
        assert_eq!(texts(&search(studio, &json!({ "query": "horses" })))[0], PASSAGES[2]);
        assert_eq!(texts(&search(studio, &json!({ "query": "quantum chromodynamics" }))), [""; 0]);
    }
}

service_test! {
    fn entries_are_embedded_with_their_names_and_messages_are_not(
        studio,
        "search.embedder" = "minilm"
    ) {
        let project = studio.project("Heights");
        entry(studio, &project, &json!({ "name": "The physician", "content": "Lives beside the church." }));
        let message = json!({ "toAgent": "muse", "message": "The physician is late.",
            "context": { "metadata": { "projectId": project } } });
        studio.post("/api/agent-communication/messages/send", &message).ok();
        let question = json!({ "query": "doctor", "projectId": project, "collections": ["lore", "messages"] });

        let found = embedded(studio, &question);

        assert_eq!(texts(&found), ["Lives beside the church."]);
        assert_eq!(stored(studio), 1);
    }
}

service_test! {
    fn a_restart_finds_stored_vectors_and_makes_none(mut studio, "search.embedder" = "minilm") {
        let project = studio.project("Heights");
        let question = chapters(studio, &project);
        embedded(studio, &question);
        // Every passage now means what the second one means.
        let mut digest = domain::digest::Digest::default();
        digest.add(&[1]);
        digest.add(PASSAGES[1].as_bytes());
        let digest = digest.hex();
        studio.write(move |tx| {
            tx.run(
                "UPDATE passage_vectors
                    SET vectors = (SELECT vectors FROM passage_vectors WHERE digest = ?1)",
                (&digest,),
            )
            .expect("an update");
            Ok(())
        });

        studio.restart();

        let found = embedded(studio, &json!({ "query": "bread in the oven", "projectId": project }));
        let mut similarities: Vec<_> = found["results"].as_array().unwrap().iter()
            .map(|result| result["similarity"].to_string()).collect();
        assert_eq!((similarities.len(), stored(studio)), (4, 4), "{found}");
        similarities.dedup();
        assert_eq!(similarities.len(), 1, "{found}");
    }
}

service_test! {
    fn a_change_embeds_what_has_changed(studio, "search.embedder" = "minilm") {
        let project = studio.project("Heights");
        let id = studio.document(&project, "Chapter", &text(&PASSAGES));
        let path = format!("/api/projects/{project}/documents/{id}");
        let question = json!({ "query": QUESTION, "projectId": project });
        let before = embedded(studio, &question);
        assert_eq!((before["meaning"]["passages"].as_u64(), stored(studio)), (Some(4), 4));

        let changed = [PASSAGES[0], PASSAGES[1], "She kept bees behind the mill.", PASSAGES[3]];
        studio.put(&path, &json!({ "content": text(&changed) })).ok();

        embedded(studio, &question);
        assert_eq!(stored(studio), 5, "one is new, and the one that went may come back");
        studio.delete(&format!("/api/projects/{project}"));
        studio.clock.advance(31 * domain::time::DAY_MS);
        studio.clean();
        assert_eq!(stored(studio), 0);
    }
}

service_test! {
    fn searches_by_words_make_no_vectors(studio) {
        let project = studio.project("Heights");
        let question = chapters(studio, &project);

        let found = search(studio, &question);
        let horses = search(studio, &json!({ "query": "brown horse", "projectId": project }));

        assert_eq!(texts(&found), [""; 0]);
        assert_eq!(texts(&horses), [PASSAGES[2]]);
        assert_eq!(horses["results"][0]["metadata"]["embedder"], "words");
        assert_eq!(horses["meaning"], json!({ "embedder": "words", "passages": 4, "waiting": 0,
            "note": null }));
        assert_eq!(stored(studio), 0);
    }
}

/// A server of an embedding model that knows two things: water and bread. It fails while `is_down`.
fn server(is_down: Arc<AtomicBool>) -> ScriptedServer {
    ScriptedServer::start(move |received: &Received| -> ScriptedReply {
        if is_down.load(Ordering::Acquire) {
            return RawReply::new(503, &[], r#"{"error": {"message": "loading"}}"#).into();
        }
        assert_eq!(
            (received.path.as_str(), &received.body["model"]),
            ("/v1/embeddings", &json!("two"))
        );
        let inputs = received.body["input"].as_array().expect("texts");
        let vector = |text: &Value| {
            let text = text.as_str().expect("a text");
            let is_about = |words: [&str; 2]| words.iter().any(|word| text.contains(word));
            match (is_about(["harbour", "sea"]), is_about(["oven", "baker"])) {
                (true, _) => json!([3.0, 0, 0]),
                (_, true) => json!([0, 2, 0]),
                _ => json!([0, 0, 0.5]),
            }
        };
        let data: Vec<Value> = inputs
            .iter()
            .enumerate()
            .map(|(index, text)| json!({ "index": index, "embedding": vector(text) }))
            .collect();
        RawReply::new(200, &[], json!({ "data": data }).to_string()).into()
    })
}

/// A studio whose searches ask such a server, with the chapters; the server and the project.
fn with_server(studio: &mut Studio, is_down: &Arc<AtomicBool>) -> (ScriptedServer, String) {
    let server = server(Arc::clone(is_down));
    let project = studio.project("Heights");
    chapters(studio, &project);
    studio.settings.search.embedder = EmbedderKind::OpenAi;
    studio.settings.search.base_url = BaseUrl::parse(&server.base_url(Provider::OpenAi)).ok();
    studio.settings.search.name = "two".to_owned();
    studio.restart();
    (server, project)
}

service_test! {
    fn the_model_of_a_server_is_asked_and_missed(mut studio) {
        let is_down = Arc::new(AtomicBool::new(false));
        let (_server, project) = with_server(studio, &is_down);
        let question = json!({ "query": "the baker", "projectId": project });

        let found = embedded(studio, &question);

        assert_eq!(texts(&found), [PASSAGES[1]]);
        assert_eq!(found["results"][0]["metadata"]["embedder"], "openai/two");
        is_down.store(true, Ordering::Release);
        let by_words = search(studio, &json!({ "query": "baker of bread", "projectId": project }));
        assert_eq!(texts(&by_words), [PASSAGES[1]]);
        let note = by_words["meaning"]["note"].text();
        assert!(note.starts_with("Searched by words only. The server of the embedding model: "), "{note}");
        // Another model makes vectors of its own; those of the first stay, in case it comes back.
        studio.settings.search.embedder = EmbedderKind::MiniLm;
        studio.restart();
        let found = embedded(studio, &json!({ "query": QUESTION, "projectId": project }));
        assert_eq!(texts(&found)[0], PASSAGES[0]);
        assert_eq!(stored(studio), 8);
    }
}

service_test! {
    fn what_waits_for_a_server_is_found_by_words_and_says_so(mut studio) {
        let is_down = Arc::new(AtomicBool::new(true));
        let (_server, project) = with_server(studio, &is_down);
        let question = json!({ "query": "brown horses", "projectId": project });

        let found = studio.until("a failure", || {
            let found = search(studio, &question);
            let note = found["meaning"]["note"].as_str().is_some_and(|it| it.contains("503"));
            note.then_some(found)
        });

        assert_eq!(texts(&found), [PASSAGES[2]]);
        assert_eq!(found["meaning"]["waiting"], 4);
        assert!(found["meaning"]["note"].text().starts_with(
            "4 of 4 passages are not embedded yet and are found by their words only. The server"));
        is_down.store(false, Ordering::Release);
        embedded(studio, &question);
    }
}
