//! Whose messages an agent takes: rules that a user sets, and what they do to what is sent.

use serde_json::{Value, json};

use crate::{
    messages::send,
    support::{JSON, Studio},
};

const MUSE: &str = "/api/agents/muse/authority";

fn set(studio: &Studio, body: &Value) -> Value {
    studio.put(MUSE, body).ok()
}

/// What becomes of a message to the muse: why it is refused, if it is.
fn refusal(studio: &Studio, from: &str, extra: &Value) -> Option<String> {
    let mut body = json!({ "toAgent": "muse", "fromAgent": from, "message": "x" });
    for (key, value) in extra.as_object().unwrap() {
        body[key] = value.clone();
    }
    let sent = send(studio, &body).ok();
    let error = sent["response"]["error"].as_str().map(str::to_owned);
    assert_eq!(sent["status"], if error.is_some() { "failed" } else { "success" });
    assert_eq!(sent["response"]["delivered"], error.is_none());
    error
}

service_test! {
    fn a_policy_is_read_as_it_was_set(mut studio) {
        let open = studio.get(MUSE);
        assert_eq!(open.header("etag"), Some("\"1\""));
        assert_eq!(open.ok(), json!({ "agentId": "muse", "rules": [], "default": "permit" }));
        let rules = json!([
            { "effect": "forbid", "sender": "*", "messageType": "handoff", "minPriority": "high",
              "trust": "untrusted" },
            { "effect": "permit", "sender": "scribe" },
        ]);

        let answer = set(studio, &json!({ "rules": rules, "default": "forbid" }));

        let wanted = json!({ "agentId": "muse", "rules": rules, "default": "forbid" });
        assert_eq!(answer, wanted);
        studio.restart();
        assert_eq!(studio.get("/api/agents/MUSE/authority").ok(), wanted, "a start keeps it");
        let guarded = studio.get("/api/agents/director/authority").ok();
        assert_eq!((&guarded["default"], guarded["rules"].as_array().unwrap().len()), (&json!("forbid"), 6));
    }
}

service_test! {
    fn forbidding_outweighs_permitting_and_the_denial_names_the_rule(studio) {
        set(studio, &json!({ "rules": [
            { "effect": "permit", "sender": "*" },
            { "effect": "permit", "sender": "scribe", "messageType": "direct" },
            { "effect": "forbid", "sender": "scribe" },
        ] }));

        assert_eq!(refusal(studio, "scribe", &json!({})).unwrap(),
            "rule 3 of the recipient's authority policy denies it: forbid any message from scribe");
        assert_eq!(refusal(studio, "Scribe", &json!({ "priority": "urgent" })).unwrap(),
            "rule 3 of the recipient's authority policy denies it: forbid any message from scribe");
        assert_eq!(refusal(studio, "critic", &json!({})), None);
        // What is refused is kept, with the rule.
        let denied = studio.get("/api/agent-communication/messages?status=denied").ok();
        assert_eq!(denied["total"], 2);
        assert!(denied["messages"][0]["error"].as_str().unwrap().starts_with("rule 3"));
    }
}

service_test! {
    fn a_rule_asks_for_type_priority_and_trust(studio) {
        set(studio, &json!({ "rules": [
            { "effect": "forbid", "sender": "*", "trust": "untrusted" },
            { "effect": "forbid", "sender": "*", "messageType": "handoff", "minPriority": "high" },
        ] }));

        assert!(refusal(studio, "a stranger", &json!({})).unwrap().starts_with("rule 1"));
        assert_eq!(refusal(studio, "system", &json!({})), None);
        assert_eq!(refusal(studio, "scribe", &json!({ "messageType": "handoff" })), None);
        for priority in ["high", "critical", "urgent"] {
            let urgent = json!({ "messageType": "handoff", "priority": priority });
            assert_eq!(refusal(studio, "scribe", &urgent).unwrap(), "rule 2 of the recipient's \
                authority policy denies it: forbid handoff from anyone at priority high or above");
        }
        assert_eq!(refusal(studio, "scribe", &json!({ "priority": "urgent" })), None);
    }
}

service_test! {
    fn the_default_decides_what_no_rule_fits(studio) {
        set(studio, &json!({ "rules": [{ "effect": "permit", "sender": "director" }], "default": "forbid" }));

        assert_eq!(refusal(studio, "director", &json!({})), None);
        assert_eq!(refusal(studio, "scribe", &json!({})).unwrap(), "the recipient's authority policy \
            forbids by default, and no rule permits this direct from this sender; rules for direct: \
            permit any message from director");

        // A policy is replaced whole.
        set(studio, &json!({ "rules": [] }));
        assert_eq!(refusal(studio, "scribe", &json!({})), None);
    }
}

service_test! {
    fn a_flawed_policy_changes_nothing(studio) {
        let before = set(studio, &json!({ "rules": [{ "effect": "forbid", "sender": "scribe" }] }));

        insta::assert_snapshot!(studio.put(MUSE, &json!({ "rules": [
            { "effect": "allow", "sender": "" },
            { "sender": "\t", "messageType": "letter", "minPriority": "soon", "trust": "half" },
            7,
        ], "default": null })), @r"
        422
        body.rules.0.effect: Input should be 'permit' or 'forbid' (literal_error)
        body.rules.0.sender: String should have at least 1 character (string_too_short)
        body.rules.1.effect: Field required (missing)
        body.rules.1.sender: Value error, it should be an agent's id or * (value_error)
        body.rules.1.messageType: Input should be 'direct', 'broadcast', 'consultation', 'handoff' or 'collaboration' (literal_error)
        body.rules.1.minPriority: Input should be 'low', 'normal', 'medium', 'high', 'critical' or 'urgent' (literal_error)
        body.rules.1.trust: Input should be 'trusted' or 'untrusted' (literal_error)
        body.rules.2: Input should be a valid dictionary or object to extract fields from (model_attributes_type)
        body.default: Input should be 'permit' or 'forbid' (literal_error)
        ");
        let many = vec![json!({ "effect": "permit", "sender": "*" }); 65];
        insta::assert_snapshot!(studio.put(MUSE, &json!({ "rules": many })), @r"
        422
        body.rules: List should have at most 64 items after validation, not 65 (too_long)
        ");
        insta::assert_snapshot!(studio.put(MUSE, &json!({})), @r"
        422
        body.rules: Field required (missing)
        ");
        assert_eq!(studio.get(MUSE).ok(), before);
        // Who is asked about does not matter before the mistakes are named.
        assert_eq!(studio.put("/api/agents/nobody/authority", &json!({})).status, 422);
        let unknown = studio.put("/api/agents/nobody/authority", &json!({ "rules": [] }));
        assert_eq!((unknown.status, unknown.detail()), (404, "Agent not found".to_owned()));
        assert_eq!(studio.get("/api/agents/nobody/authority").status, 404);
    }
}

service_test! {
    fn a_policy_is_set_against_the_copy_its_writer_has(studio) {
        let body = json!({ "rules": [] }).to_string();
        let put = |tag: &str| studio.ask("PUT", MUSE, &[JSON, ("if-match", tag)], Some(&body));

        assert_eq!(put("\"1\"").header("etag"), Some("\"2\""));
        assert_eq!(put("\"1\"").status, 412);
        assert_eq!(put("\"2\"").status, 200);
    }
}
