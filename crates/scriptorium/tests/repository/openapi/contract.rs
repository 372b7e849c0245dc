//! The contract's models, as a client that knows nothing else expects them: the name of every
//! field, whether it must be there, its type and its bounds. Written by hand from the contract,
//! never from the program.

mod answers;
mod requests;

use serde_json::Value;

use answers::ANSWERS;
use requests::REQUESTS;

/// A field: its name, whether the contract requires it, and its type as [`spoken`] says it.
type Field = (&'static str, bool, &'static str);

const REQUIRED: bool = true;
const OPTIONAL: bool = false;

/// A field of ours that the contract leaves room for.
const OURS: bool = OPTIONAL;

/// The lengths at which we end texts that the contract shows without a bound, in characters: too
/// generous for a client to meet by chance.
const OUR_LENGTHS: [u64; 2] = [1_000, 65_536];

/// A schema as one says it: `string`, `[string]` a list, `{number}` an object of numbers, `a|b` one
/// of these words, the name of a model; `?` behind what may also be null, `=` before a default.
fn spoken(schema: &Value) -> String {
    let default = schema.get("default").map(|it| format!(" = {it}")).unwrap_or_default();
    let (mut text, nullable) = kind(schema);
    for (least, most, from, to) in
        [("minimum", "maximum", " from ", " to "), ("minLength", "maxLength", " of ", " to ")]
    {
        text += &schema.get(least).map(|bound| format!("{from}{bound}")).unwrap_or_default();
        let most = schema.get(most).filter(|bound| !OUR_LENGTHS.iter().any(|ours| *bound == ours));
        text += &most.map(|bound| format!("{to}{bound}")).unwrap_or_default();
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        text += &format!(" like {pattern}");
    }
    format!("{text}{}{default}", if nullable { "?" } else { "" })
}

/// The type of a schema, and whether it may also be null.
fn kind(schema: &Value) -> (String, bool) {
    if let Some(pointer) = schema["$ref"].as_str() {
        return (pointer.rsplit('/').next().unwrap_or(pointer).to_owned(), false);
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let (nulls, others): (Vec<_>, Vec<_>) = any.iter().partition(|one| one["type"] == "null");
        let others: Vec<_> = others.into_iter().map(spoken).collect();
        return (others.join(" or "), !nulls.is_empty());
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    let nullable = types.contains(&"null");
    if let Some(words) = schema["enum"].as_array() {
        return (words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("|"), nullable);
    }
    let text = match types.first().copied() {
        Some("array") => format!("[{}]", spoken(&schema["items"])),
        Some("object") => match &schema["additionalProperties"] {
            members @ Value::Object(_) => format!("{{{}}}", spoken(members)),
            _ => "{any}".to_owned(),
        },
        Some(one) => one.to_owned(),
        None => "any".to_owned(),
    };
    (text, nullable)
}

/// The fields of a model of the document, sorted by name.
fn fields(document: &Value, model: &str) -> Vec<(String, bool, String)> {
    let schema = &document["components"]["schemas"][model];
    let required = schema["required"].as_array();
    let properties = schema["properties"].as_object();
    let mut fields: Vec<_> = properties
        .unwrap_or_else(|| panic!("the document has no model {model}"))
        .iter()
        .map(|(name, schema)| {
            let required = required.is_some_and(|all| all.iter().any(|one| one == name));
            (name.clone(), required, spoken(schema))
        })
        .collect();
    fields.sort();
    fields
}

fn wanted(fields: &[Field]) -> Vec<(String, bool, String)> {
    let owned =
        |(name, required, kind): &Field| ((*name).to_owned(), *required, (*kind).to_owned());
    let mut fields: Vec<_> = fields.iter().map(owned).collect();
    fields.sort();
    fields
}

#[test]
fn requests_have_the_fields_of_the_contract() {
    let document = api::openapi::whole();

    for (model, contract) in REQUESTS {
        assert_eq!(fields(&document, model), wanted(contract), "{model}");
    }
}

#[test]
fn answers_have_the_fields_of_the_contract() {
    let document = api::openapi::whole();

    for (model, contract) in ANSWERS {
        let (found, wanted) = (fields(&document, model), wanted(contract));
        let said = |fields: &[(String, bool, String)]| {
            fields.iter().map(|(name, _, kind)| format!("{name}: {kind}")).collect::<Vec<_>>()
        };
        assert_eq!(said(&found), said(&wanted), "{model}");
        for ((name, is_required, _), (_, must_be, _)) in found.iter().zip(&wanted) {
            assert!(*is_required || !*must_be, "{model}: {name} must be required");
        }
    }
}

#[test]
fn settings_take_and_show_any_further_key() {
    let document = api::openapi::whole();

    for model in ["ProjectSettingsUpdate", "ProjectSettings"] {
        assert_eq!(document["components"]["schemas"][model]["additionalProperties"], true);
    }
}

#[test]
fn the_routes_of_the_contract_take_and_answer_its_models() {
    let document = api::openapi::whole();
    let model = |answer: &Value| spoken(&answer["content"]["application/json"]["schema"]);

    for (method, path, takes, answers) in [
        ("put", "/api/projects/{project_id}", Some("ProjectUpdateRequest"), "ProjectItem"),
        ("get", "/api/agents/capabilities", None, "AgentCapabilities"),
        ("get", "/api/agents/architecture/agent/{agent_id}", None, "AgentDetail"),
        ("get", "/api/creative/plot/promises", None, "PromiseListResponse"),
        (
            "post",
            "/api/notifications/test",
            Some("TestNotificationRequest"),
            "TestNotificationResponse",
        ),
        (
            "post",
            "/api/agent-communication/messages/send",
            Some("SendMessageRequest"),
            "SendMessageResponse",
        ),
        (
            "get",
            "/api/agent-communication/validation/protocols",
            None,
            "ValidationProtocolsResponse",
        ),
        (
            "post",
            "/api/creative/timelines/{timeline_id}/events",
            Some("EventCreateRequest"),
            "EventResponse",
        ),
        (
            "put",
            "/api/creative/timelines/{timeline_id}/events/{event_id}",
            Some("EventUpdateRequest"),
            "EventResponse",
        ),
        (
            "post",
            "/api/creative/timelines/{timeline_id}/plotlines",
            Some("PlotlineCreateRequest"),
            "PlotlineResponse",
        ),
        (
            "put",
            "/api/creative/conlang/grammar-rules/{rule_id}",
            Some("GrammarRuleUpdate"),
            "GrammarRuleResponse",
        ),
    ] {
        let operation = &document["paths"][path][method];
        let body = operation.get("requestBody").map(model);
        assert_eq!(body.as_deref(), takes, "{method} {path}");
        assert_eq!(model(&operation["responses"]["200"]), answers, "{method} {path}");
        if takes.is_some() || path.contains('{') {
            assert_eq!(model(&operation["responses"]["422"]), "HTTPValidationError");
        }
    }
}
