//! Tests of the research: what a search finds, and how a result says where it is from. How the
//! index follows what changes is in `followed`, searches by meaning in `meaning`, who may find what in
//! `visibility`, what is remembered of searches in `history`, and the searches a user keeps in `saved`.

mod followed;
mod history;
mod meaning;
mod saved;
mod visibility;

use serde_json::{Value, json};

use crate::support::{Studio, Text as _};

/// Where everything of research lies.
const RESEARCH: &str = "/api/discovery/research";

/// Makes a search.
fn search(studio: &Studio, body: &Value) -> Value {
    studio.post(&format!("{RESEARCH}/search"), body).ok()
}

/// The texts that are found, best first.
fn texts(found: &Value) -> Vec<String> {
    let results = found["results"].as_array().unwrap();
    results.iter().map(|result| result["content"].text()).collect()
}

/// What is found for these words in a project.
fn found(studio: &Studio, project: &str, query: &str) -> Vec<String> {
    texts(&search(studio, &json!({ "query": query, "projectId": project })))
}

/// Makes an entry of the lore; its id.
fn entry(studio: &Studio, project: &str, body: &Value) -> String {
    studio.post(&format!("/api/projects/{project}/lore"), body).ok()["id"].text()
}

/// Makes a document of a kind; its id.
fn of_kind(studio: &Studio, project: &str, kind: &str, title: &str, content: &str) -> String {
    let body = json!({ "kind": kind, "title": title, "content": content });
    studio.post(&format!("/api/projects/{project}/documents"), &body).ok()["id"].text()
}

const WHITBY: &str = "Lucy has begun to walk in her sleep again.\n\nThe harbour lies below the \
    cliff, and the old abbey above it.";

service_test! {
    fn a_result_says_where_it_is_from(studio) {
        let project = studio.project("Dracula");
        let text = format!("# Mina’s *Journal*\n\n{}\n\nThe wolves **howled** at the moon.", "x".repeat(990));
        studio.document(&project, "Whitby", WHITBY);
        let document = studio.document(&project, "Castle", &text);

        let found = search(studio, &json!({ "query": "howling wolf", "projectId": project }));

        let result = &found["results"][0];
        let similarity = result["similarity"].as_f64().unwrap();
        let word_score = result["metadata"]["wordScore"].as_f64().unwrap();
        assert!(similarity > 0.3 && similarity < 1.0, "{similarity}");
        assert!(word_score > 1.0, "{word_score}");
        let start = text.chars().position(|letter| letter == 'w').unwrap() - "The ".len();
        let metadata = json!({
            "collection": "documents",
            "title": "Castle",
            "kind": "chapter",
            "position": 1,
            "passage": 2,
            "start": start,
            "end": text.chars().count(),
            "projectId": project,
            "embedder": "words",
            "wordScore": word_score,
        });
        assert_eq!(*result, json!({
            "id": format!("{document}:2"),
            "content": "The wolves howled at the moon.",
            "similarity": similarity,
            "metadata": metadata,
            "timestamp": 1_795_000_000,
        }));
        assert_eq!(found["semanticResults"][0], json!({
            "documentId": document,
            "document": "The wolves howled at the moon.",
            "similarity": similarity,
            "metadata": metadata,
            "collection": "documents",
        }));
        assert_eq!(found["query"], "howling wolf");
        assert_eq!((&found["timestamp"], &found["resultCount"]), (&json!(1_795_000_000), &json!(1)));
    }
}

service_test! {
    fn words_are_found_in_other_forms_and_spellings(studio) {
        let project = studio.project("Dracula");
        for (title, content) in [
            ("One", WHITBY),
            ("Two", "The Count’s castle stands on a precipice.\n\nHe crawls down the wall."),
            ("Three", "Doctor Seward records his diary on a phonograph. Renfield eats flies."),
        ] {
            studio.document(&project, title, content);
        }
        let first = |query: &str| found(studio, &project, query).first().cloned().unwrap_or_default();

        for query in ["sleepwalking", "walks while sleeping", "HARBOUR", "abbeys on cliffs"] {
            assert!(first(query).contains("walk in her sleep"), "{query}: {}", first(query));
        }
        for query in ["castles", "count's wall", "crawling", "precipices"] {
            assert!(first(query).contains("precipice"), "{query}: {}", first(query));
        }
        assert!(first("phonographic diaries").contains("Renfield"));
        // What nobody wrote is not made up.
        assert_eq!(first("quantum chromodynamics"), "");
        assert_eq!(first("?!"), "");
        // A title is found with what stands under it.
        assert!(first("three").contains("phonograph"));
    }
}

service_test! {
    fn every_collection_is_searched_and_can_be_named(studio) {
        let project = studio.project("Dracula");
        let text = |what: &str| format!("The garlic in the {what}.");
        let scene = of_kind(studio, &project, "scene", "Scene", &text("scene"));
        let note = of_kind(studio, &project, "note", "Note", &text("note"));
        of_kind(studio, &project, "reference", "Herbs", &text("reference"));
        entry(studio, &project, &json!({ "name": "Garlic", "category": "item", "content": text("lore") }));
        let message = json!({ "toAgent": "muse", "message": text("message"), "fromAgent": "stranger",
            "context": { "metadata": { "projectId": project } } });
        studio.post("/api/agent-communication/messages/send", &message).ok();
        let asked = |narrowed: Value| {
            let mut body = json!({ "query": "garlic in it", "projectId": project });
            body.as_object_mut().unwrap().extend(narrowed.as_object().unwrap().clone());
            let found = search(studio, &body);
            let mut collections: Vec<_> = found["semanticResults"].as_array().unwrap().iter()
                .map(|result| {
                    assert_eq!(result["metadata"]["collection"], result["collection"]);
                    let label = &result["metadata"]["label"];
                    let label = label.as_str().map(|label| format!(" {label}")).unwrap_or_default();
                    format!("{}{label}", result["collection"].text())
                })
                .collect();
            collections.sort();
            collections.join(", ")
        };

        let all = "documents, lore, messages untrusted, notes, references untrusted";
        assert_eq!(asked(json!({})), all);
        assert_eq!(asked(json!({ "collections": [] })), all);
        assert_eq!(asked(json!({ "collections": ["notes", "lore"] })), "lore, notes");
        assert_eq!(asked(json!({ "filters": { "collections": ["messages"] } })), "messages untrusted");
        assert_eq!(asked(json!({ "filters": { "documentId": scene } })), "documents");
        assert_eq!(asked(json!({ "filters": { "documentId": note, "kind": "scene" } })), "");
        assert_eq!(asked(json!({ "filters": { "category": "item", "mood": 7 } })), "lore");
        assert_eq!(asked(json!({ "filters": { "category": "law" } })), "");
        assert_eq!(asked(json!({ "filters": { "kind": "reference" } })), "references untrusted");
        let limited = asked(json!({ "limit": 2, "filters": { "limit": 4 } }));
        assert_eq!(limited.split(", ").count(), 2, "{limited}");
        assert_eq!(asked(json!({ "minSimilarity": 1 })), "");
        let collections = studio.get(&format!("{RESEARCH}/collections?projectId={project}")).ok();
        // Whom one writes to may have answered by now.
        let counted = &collections["collections"].as_array().unwrap()[..4];
        let wanted = |name: &str| json!({ "name": name, "documents": 1, "passages": 1,
            "embedded": 0, "embedder": "words", "dimensions": null });
        assert_eq!(counted, ["documents", "lore", "notes", "references"].map(wanted));
        assert_eq!(collections["collections"][4]["name"], "messages");
    }
}

service_test! {
    fn lore_is_found_by_its_names_and_as_far_as_the_project_wants(studio) {
        let project = studio.project("Dracula");
        entry(studio, &project, &json!({ "name": "Mina", "aliases": ["Wilhelmina"], "category": "character",
            "content": "Keeps a journal in shorthand." }));
        entry(studio, &project, &json!({ "name": "Carfax", "category": "location" }));
        let lore = |query: &str| found(studio, &project, query);

        assert_eq!(lore("Wilhelmina"), ["Keeps a journal in shorthand."]);
        assert_eq!(lore("carfax"), ["Carfax"]);
        let path = format!("/api/projects/{project}");
        studio.put(&path, &json!({ "knowledgeFilter": ["Location", "fauna"] })).ok();
        assert_eq!(lore("Wilhelmina"), [""; 0]);
        assert_eq!(lore("carfax"), ["Carfax"]);
        let everywhere = search(studio, &json!({ "query": "Wilhelmina, Carfax" }));
        assert_eq!(texts(&everywhere), ["Carfax"]);
        studio.put(&path, &json!({ "knowledgeFilter": null })).ok();
        assert_eq!(lore("Wilhelmina"), ["Keeps a journal in shorthand."]);
    }
}

service_test! {
    fn a_project_says_how_many_results_it_wants(studio) {
        let project = studio.project("Dracula");
        for number in 0..12 {
            studio.document(&project, "Chapter", &format!("The bat number {number}."));
        }
        let count = |body: &Value| search(studio, body)["results"].as_array().unwrap().len();
        let asked = json!({ "query": "bats", "projectId": project });

        assert_eq!(count(&asked), 10);
        let config = json!({ "settings": { "agentConfig": { "searchResultsCount": 3 } } });
        studio.put(&format!("/api/projects/{project}"), &config).ok();
        assert_eq!(count(&asked), 3);
        assert_eq!(count(&json!({ "query": "bats", "projectId": project, "limit": 12 })), 12);
        assert_eq!(count(&json!({ "query": "bats" })), 10);
        studio.post(&format!("/api/projects/{project}/activate"), &json!({})).ok();
        assert_eq!(count(&json!({ "query": "bats" })), 3);
    }
}

service_test! {
    fn what_is_no_search_is_refused_with_every_mistake(studio) {
        let body = json!({ "projectId": 7, "collections": ["attic"], "limit": 101, "minSimilarity": -1,
            "filters": { "limit": 0, "category": "fauna", "kind": "poem" } });

        let refused = studio.post(&format!("{RESEARCH}/search"), &body);

        insta::assert_snapshot!(refused, @r"
        422
        body.query: Field required (missing)
        body.projectId: Input should be a valid string (string_type)
        body.collections.0: Input should be 'documents', 'lore', 'notes', 'references' or 'messages' (literal_error)
        body.limit: Input should be less than or equal to 100 (less_than_equal)
        body.minSimilarity: Input should be greater than or equal to 0 (greater_than_equal)
        body.filters.limit: Input should be greater than or equal to 1 (greater_than_equal)
        body.filters.category: Input should be 'character', 'location', 'item', 'organisation', 'culture', 'species', 'religion', 'magic_system', 'technology', 'history', 'law', 'language', 'economy', 'event', 'concept' or 'other' (literal_error)
        body.filters.kind: Input should be 'part', 'chapter', 'scene', 'note' or 'reference' (literal_error)
        ");
        let unknown = json!({ "query": "bat", "projectId": "missing" });
        let refused = studio.post(&format!("{RESEARCH}/search"), &unknown);
        assert_eq!((refused.status, refused.detail()), (404, "Project not found".to_owned()));
        let refused = studio.get(&format!("{RESEARCH}/collections?projectId=missing"));
        assert_eq!((refused.status, refused.detail()), (404, "Project not found".to_owned()));
        assert_eq!(studio.get(&format!("{RESEARCH}/queries")).ok()["totalQueries"], 0);
    }
}
