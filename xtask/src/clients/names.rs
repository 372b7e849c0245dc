//! What an operation is called in a client: `documents.list_revisions`, made from its method and
//! its path by rules, so that a new route has its name already. Words of the wire keep their
//! spelling; these are the names beside it.

use super::document::{Answer, Document, Operation};
use super::schema_type::SchemaType;
use crate::failure::{Failure, Outcome};

/// The name of an operation within its module.
pub(super) fn of(operation: &Operation, document: &Document) -> String {
    let rest = rest(operation);
    let nouns = nouns(&rest);
    let last = rest.last().copied().unwrap_or_default();
    let ends_in_id = last.starts_with('{');
    match operation.method.as_str() {
        "GET" if is_list(operation) => named("list", &nouns),
        "GET" if last == "list" || matches!(operation.answer, Answer::Stream) => {
            if last.is_empty() { "listen".to_owned() } else { last.to_owned() }
        }
        "GET" => named("get", &nouns),
        "PUT" => named("update", &nouns),
        "DELETE" => named("delete", &nouns),
        _ if rest.is_empty() => "create".to_owned(),
        _ if !ends_in_id && is_collection(operation, document) => match singular(last) {
            same if same == last => named("add_to", &nouns),
            one => named("create", &with_last(&nouns, one)),
        },
        _ => match nouns.split_last() {
            // What many are made by is one deed: `analyses` are made by `analyse`.
            Some((verb, nouns)) => named(&snake(&singular(verb)), nouns),
            None => "ask".to_owned(),
        },
    }
}

/// Every operation has a name of its own in its module.
pub(super) fn check(document: &Document) -> Outcome {
    let mut known = std::collections::BTreeMap::new();
    for operation in &document.operations {
        let name = (operation.module.clone(), of(operation, document));
        if let Some(other) = known.insert(name, operation.location()) {
            return Err(Failure::new(format!(
                "{} and {other} have one name in the clients",
                operation.location()
            )));
        }
    }
    Ok(())
}

/// The parts of the path that distinguish the operation from others of its module.
fn rest(operation: &Operation) -> Vec<&str> {
    let path = operation.path.trim_start_matches('/');
    let under_api = path.strip_prefix("api/");
    let parts: Vec<&str> = under_api.unwrap_or(path).split('/').collect();
    let module = singular(&operation.module);
    if let Some(at) = parts.iter().position(|part| singular(part) == module) {
        return parts[at + 1..].to_vec();
    }
    // Not below the module's own noun: what follows the last id of something else, or the last noun.
    let ids: Vec<usize> = (0..parts.len()).filter(|&at| parts[at].starts_with('{')).collect();
    let from = match (ids.iter().rev().find(|&&at| at + 1 < parts.len()), ids.last()) {
        (Some(at), _) => at + 1,
        (None, Some(at)) => at.saturating_sub(1),
        (None, None) => usize::from(under_api.is_some() && parts.len() > 1),
    };
    parts[from..].to_vec()
}

/// The words of the parts: what an id stands behind is one of many.
fn nouns(rest: &[&str]) -> Vec<String> {
    let words = rest.iter().enumerate().filter(|(_, part)| !part.starts_with('{'));
    words
        .map(|(at, part)| {
            let one = rest.get(at + 1).is_some_and(|next| next.starts_with('{'));
            if one { singular(part) } else { (*part).to_owned() }
        })
        .collect()
}

fn with_last(nouns: &[String], last: String) -> Vec<String> {
    let (_, before) = nouns.split_last().expect("a part that is no id is a noun");
    before.iter().cloned().chain([last]).collect()
}

/// Whether the answer is a page.
fn is_list(operation: &Operation) -> bool {
    matches!(&operation.answer, Answer::Json(SchemaType::Named(name))
        if name.ends_with("Page") || (name.ends_with("ListResponse") && !name.starts_with("Swarm")))
}

/// Whether records lie below the path, or are listed at it.
fn is_collection(operation: &Operation, document: &Document) -> bool {
    let below = format!("{}/{{", operation.path);
    document.operations.iter().any(|other| {
        other.path.starts_with(&below) || (other.path == operation.path && other.method == "GET")
    })
}

fn named(verb: &str, nouns: &[String]) -> String {
    let words = std::iter::once(verb).chain(nouns.iter().map(String::as_str));
    let name = words.map(snake).collect::<Vec<_>>().join("_");
    // A word of the language.
    if name == "import" { "import_".to_owned() } else { name }
}

/// A word of the wire (`dateSortKey`, `If-Match`, `openapi.json`) as a name with underscores.
pub(super) fn snake(word: &str) -> String {
    let mut name = String::new();
    for character in word.chars() {
        if character.is_ascii_uppercase() && !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        let plain = if character.is_ascii_alphanumeric() { character } else { '_' };
        name.push(plain.to_ascii_lowercase());
    }
    name
}

/// One of what an English plural names.
fn singular(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for (ending, cut) in [("ches", 2), ("status", 0), ("s", 1)] {
        if word.ends_with(ending) {
            return word[..word.len() - cut].to_owned();
        }
    }
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Document, of, singular, snake};

    #[test]
    fn names_say_what_is_done_to_what() {
        let page = json!({ "content": { "application/json": {
            "schema": { "$ref": "#/components/schemas/AnyPage" } } } });
        let said = |module: &str, answer: &serde_json::Value| json!({ "tags": [module], "summary": "x", "responses": { "200": answer } });
        let none = json!({});
        let document = Document::read(&json!({ "paths": {
            "/api/projects": { "get": said("projects", &page), "post": said("projects", &none) },
            "/api/projects/import": { "post": said("projects", &none) },
            "/api/projects/{id}": { "get": said("projects", &none), "put": said("projects", &none) },
            "/api/projects/{id}/archive": { "post": said("projects", &none) },
            "/api/projects/{id}/documents/{id}/revisions": { "get": said("documents", &page) },
            "/api/projects/{id}/analyses": { "post": said("findings", &none) },
            "/api/projects/{id}/imports/{id}": { "get": said("documents", &none) },
            "/api/creative/conlang/languages/{id}/lexicon": {
                "get": said("languages", &page), "post": said("languages", &none) },
            "/api/creative/conlang/words/{id}": { "delete": said("languages", &none) },
            "/api/discovery/research/saved-searches/{id}/run": { "post": said("research", &none) },
            "/health/live": { "get": said("operations", &none) },
        } }))
        .unwrap();

        let mut names = Vec::new();
        for operation in &document.operations {
            names.push(format!("{}.{}", operation.module, of(operation, &document)));
        }

        names.sort();
        assert_eq!(
            names,
            [
                "documents.get_import",
                "documents.list_revisions",
                "findings.analyse",
                "languages.add_to_lexicon",
                "languages.delete_word",
                "languages.list_lexicon",
                "operations.get_health_live",
                "projects.archive",
                "projects.create",
                "projects.get",
                "projects.import_",
                "projects.list",
                "projects.update",
                "research.run_saved_search",
            ]
        );
    }

    #[test]
    fn words_of_the_wire_become_names() {
        for (word, name) in
            [("dateSortKey", "date_sort_key"), ("If-Match", "if_match"), ("q", "q"), ("id", "id")]
        {
            assert_eq!(snake(word), name);
        }
        for (many, one) in [("entries", "entry"), ("searches", "search"), ("status", "status")] {
            assert_eq!(singular(many), one);
        }
    }
}
