//! Which routes no test called. Tests log the routes that answered them; what routes there
//! are stands in the committed openapi.json, which a test holds to the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::failure::{Doing, Outcome};
use crate::workspace;

/// Where tests find the log: one line for each route that answered with success, with its
/// method and its path as the document writes it.
pub(super) const LOG_VARIABLE: &str = "SCRIPTORIUM_ROUTE_LOG";

/// The routes of the document that the log does not have, in the order of the document.
pub(super) fn uncalled(log: &Path) -> Outcome<Vec<String>> {
    let document =
        fs::read_to_string(workspace::root().join("openapi.json")).doing("reading openapi.json")?;
    let document: Value = serde_json::from_str(&document).doing("reading openapi.json")?;
    let log = fs::read_to_string(log).doing("reading which routes the tests called")?;
    Ok(missing(&document, &log))
}

fn missing(document: &Value, log: &str) -> Vec<String> {
    let called: BTreeSet<&str> = log.lines().collect();
    routes(document).into_iter().filter(|route| !called.contains(route.as_str())).collect()
}

/// Every operation of the document, as the log writes it.
fn routes(document: &Value) -> Vec<String> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(path, item)| {
        let methods = item.as_object().into_iter().flatten();
        methods.map(move |(method, _)| format!("{} {path}", method.to_ascii_uppercase()))
    });
    operations.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::missing;

    #[test]
    fn a_route_without_a_story_is_named() {
        let document = json!({ "paths": {
            "/a": { "get": {}, "put": {} },
            "/a/{id}": { "get": {} },
        } });

        assert_eq!(missing(&document, "GET /a\nGET /a/{id}\n"), ["PUT /a"]);
        assert_eq!(missing(&document, ""), ["GET /a", "PUT /a", "GET /a/{id}"]);
    }

    #[test]
    fn with_a_story_for_every_route_nothing_is_missing() {
        let document = json!({ "paths": { "/a": { "get": {} } } });

        let log = "GET /a\nGET /gone\nGET /a\n";

        assert_eq!(missing(&document, log), Vec::<String>::new());
    }
}
