//! The contract's cases: requests, and the answers a client of the original service knows, sent
//! byte for byte. Where ours differ on purpose, the case says so. Which rules a single field has is
//! tested in `domain`; here requests go over HTTP.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use domain::json::Json;
use serde_json::Value;

use crate::support::{Reply, Studio, Text as _};

const CASES: &str = include_str!("fixtures/validation-cases.json");

service_test! {
    fn every_case_is_answered_as_the_contract_says(studio) {
        let known = known(studio);

        let disagreements: Vec<String> = cases()
            .into_iter()
            .filter_map(|case| {
                let outcome = case.run(studio, &known);
                outcome.err().map(|why| format!("{}: {why}", case.id()))
            })
            .collect();

        assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
    }
}

#[test]
fn the_cases_are_whole() {
    let cases = cases();

    let mut ids: Vec<&str> = cases.iter().map(Case::id).collect();
    ids.sort_unstable();
    ids.dedup();

    assert_eq!((cases.len(), ids.len()), (151, 151));
}

/// The records the cases speak of, under the ids they have there.
type Known = [(&'static str, String)];

/// Makes those records.
fn known(studio: &Studio) -> Vec<(&'static str, String)> {
    let project = studio.project("Dracula");
    let timeline = serde_json::json!({ "projectId": project, "name": "1893" });
    let timeline = studio.post("/api/creative/timelines", &timeline).ok()["data"]["id"].text();
    let conlang = "/api/creative/conlang/languages";
    let language = serde_json::json!({ "projectId": project, "name": "Szekely" });
    let language = studio.post(conlang, &language).ok()["id"].text();
    let rule = serde_json::json!({ "category": "syntax", "name": "Word order" });
    let rules = format!("{conlang}/{language}/grammar-rules");
    let rule = studio.post(&rules, &rule).ok()["id"].text();
    vec![("p1", project), ("t1", timeline), ("r1", rule)]
}

/// A request with the answer it is to get.
struct Case(Value);

fn cases() -> Vec<Case> {
    let whole: Value = serde_json::from_str(CASES).expect("the fixture is JSON");
    whole["cases"].as_array().expect("cases").iter().cloned().map(Case).collect()
}

impl Case {
    fn id(&self) -> &str {
        self.0["id"].as_str().expect("an id")
    }

    /// The path it asks for, without its query.
    fn path(&self) -> String {
        let raw = String::from_utf8_lossy(&self.bytes(&[])).into_owned();
        let target = raw.split(' ').nth(1).unwrap_or("");
        target.split('?').next().unwrap_or("").to_owned()
    }

    /// The request as it goes over the wire, with the ids of records that are there.
    fn bytes(&self, known: &Known) -> Vec<u8> {
        let request = &self.0["request"];
        let decoded = |key: &str| {
            request[key].as_str().map(|text| BASE64_STANDARD.decode(text).expect("base64"))
        };
        if let Some(raw) = decoded("raw_b64") {
            return raw;
        }
        let (method, path) = (request["method"].text(), request["path"].text());
        let there = |part| known.iter().find(|(word, _)| *word == part).map(|(_, id)| id.as_str());
        let path: Vec<&str> = path.split('/').map(|part| there(part).unwrap_or(part)).collect();
        let mut bytes = format!("{method} {} HTTP/1.1\r\nHost: 127.0.0.1\r\n", path.join("/"));
        for header in request["headers"].as_array().into_iter().flatten() {
            bytes += &format!("{}: {}\r\n", header[0].text(), header[1].text());
        }
        let body = decoded("body_b64").or_else(|| request["body"].as_str().map(|it| it.into()));
        if let Some(body) = &body {
            bytes += &format!("Content-Length: {}\r\n", body.len());
        }
        bytes += "Connection: close\r\n\r\n";
        [bytes.into_bytes(), body.unwrap_or_default()].concat()
    }

    /// Sends it and looks at the answer; why that is not the one that is wanted.
    fn run(&self, studio: &Studio, known: &Known) -> Result<(), String> {
        let record = format!("/api/projects/{}", known[0].1);
        let before = studio.get(&record).ok();
        let rule = format!("/api/creative/conlang/grammar-rules/{}", known[2].1);
        let rule_before = studio.get(&rule).ok();
        let reply = studio.raw(&self.bytes(known));

        if !self.is_no_http() {
            check_form(&reply)?;
        }
        if self.0["ours"]["same"] == true {
            self.check_same(&reply)?;
        } else {
            self.check_ours(&reply)?;
        }
        let accepted = &self.0["expect"]["accepted"];
        if reply.status != 200 || accepted.is_null() {
            let after = studio.get(&record).ok();
            return is("the project", &after, &before);
        }
        let path = self.0["request"]["path"].text();
        match self.0["request"]["method"].as_str() {
            Some("POST") if path.ends_with("/events") => check_made(accepted, &reply.body, studio),
            Some("PUT") if self.path().contains("/grammar-rules/") => {
                check_rule(accepted, rule_before, &reply.body, &studio.get(&rule).ok())
            }
            Some("PUT") => check_updated(accepted, before, &reply.body, &studio.get(&record).ok()),
            Some("GET") => check_listed(&reply.body),
            _ if self.path().starts_with("/api/notifications/") => {
                check_notified(&reply.body, studio)
            }
            _ => check_sent(accepted, &reply.body, studio),
        }
    }

    /// Whether the request is no HTTP: the HTTP library answers it, and the status alone is ours.
    fn is_no_http(&self) -> bool {
        self.0["expect"]["text"] == "Invalid HTTP request received."
    }

    /// The answer is that of the original, but for what may differ.
    fn check_same(&self, reply: &Reply) -> Result<(), String> {
        let expect = &self.0["expect"];
        is("the status", &reply.status.into(), &expect["status"])?;
        if self.is_no_http() {
            return Ok(());
        }
        for (name, value) in expect["headers"].as_object().into_iter().flatten() {
            let (ours, wanted) = (reply.header(name).unwrap_or("none"), value.text());
            let is_same = match name.as_str() {
                // A route of ours may have more methods.
                "allow" => ours.split(", ").any(|method| method == wanted),
                _ => ours == wanted,
            };
            if !is_same {
                return Err(format!("{name} is {ours}, not {wanted}"));
            }
        }
        if let Some(text) = expect["text"].as_str() {
            is("the text", &reply.text.as_str().into(), &text.into())?;
        }
        let Some(wanted) = expect.get("json") else { return Ok(()) };
        let (mut ours, mut wanted) = (reply.body.clone(), wanted.clone());
        for json_path in self.0["loose"].as_array().into_iter().flatten() {
            let json_path = format!("/{}", json_path.text().replace('.', "/"));
            for body in [&mut ours, &mut wanted] {
                let loose = body.pointer_mut(&json_path);
                *loose.ok_or_else(|| format!("there is nothing at {json_path}: {reply}"))? =
                    Value::Null;
            }
        }
        is("the body", &ours, &wanted)
    }

    /// The answer is ours, as the case describes it.
    fn check_ours(&self, reply: &Reply) -> Result<(), String> {
        let ours = &self.0["ours"];
        let status = Value::from(reply.status);
        let is_wanted = match &ours["status"] {
            Value::Array(all) => all.contains(&status),
            one => *one == status,
        };
        if !is_wanted {
            return Err(format!("the status is {status}, not {}: {reply}", ours["status"]));
        }
        match ours.get("type") {
            Some(kind) => is("the type", &reply.body["detail"][0]["type"], kind),
            None => Ok(()),
        }
    }
}

fn is(what: &str, ours: &Value, wanted: &Value) -> Result<(), String> {
    if ours == wanted { Ok(()) } else { Err(format!("{what} is {ours}, not {wanted}")) }
}

/// What every answer has: a request id, JSON, and of an error its detail; a mistake's keys come in
/// their order.
fn check_form(reply: &Reply) -> Result<(), String> {
    if reply.header("x-request-id").is_none() {
        return Err(format!("no request id: {:?}", reply.headers));
    }
    if reply.status >= 400 && reply.body["detail"].is_null() {
        return Err(format!("no detail: {reply}"));
    }
    if reply.status != 422 {
        return Ok(());
    }
    let Ok(Json::Object(body)) = Json::read(reply.text.as_bytes()) else {
        return Err(format!("no object: {reply}"));
    };
    let Some(Json::Array(mistakes)) = body.get("detail") else {
        return Err(format!("no list of mistakes: {reply}"));
    };
    for mistake in mistakes {
        let Json::Object(mistake) = mistake else { return Err(format!("no mistake: {reply}")) };
        let keys: Vec<&str> = mistake.members().iter().map(|member| &*member.key).collect();
        let known = ["type", "loc", "msg", "input", "ctx"];
        if keys != known && keys != known[..4] {
            return Err(format!("a mistake has the keys {keys:?}"));
        }
    }
    Ok(())
}

/// An accepted update changed what it names and nothing else, and is remembered.
fn check_updated(
    accepted: &Value,
    before: Value,
    after: &Value,
    remembered: &Value,
) -> Result<(), String> {
    is("the remembered project", remembered, after)?;
    if after["modifiedAt"].text() <= before["modifiedAt"].text() {
        return Err("the time of change does not say that something changed".to_owned());
    }
    let mut wanted = before;
    wanted["modifiedAt"] = after["modifiedAt"].clone();
    for (key, value) in accepted.as_object().into_iter().flatten() {
        match (key.as_str(), value) {
            ("name" | "settings", Value::Null) => {}
            ("color" | "genres", _) => wanted["settings"][key] = value.clone(),
            ("publishingConfig", _) => {
                let ours = &after["settings"]["publishing"];
                for (name, value) in value.as_object().into_iter().flatten() {
                    is(name, &ours[name], value)?;
                }
                wanted["settings"]["publishing"] = ours.clone();
            }
            _ => wanted[key] = value.clone(),
        }
    }
    is("the project", after, &wanted)
}

/// An accepted event was made as it was sent, and is remembered.
fn check_made(accepted: &Value, response: &Value, studio: &Studio) -> Result<(), String> {
    is("the status", &response["status"], &"success".into())?;
    let made = &response["data"];
    let (timeline, id) = (made["timelineId"].text(), made["id"].text());
    let path = format!("/api/creative/timelines/{timeline}/events/{id}");
    is("the remembered event", &studio.get(&path).ok()["data"], made)?;
    let mut fields = accepted.as_object().into_iter().flatten();
    fields.try_for_each(|(key, value)| is(key, &made[key], value))
}

/// An accepted notification that says nothing is kept with the defaults of the contract.
fn check_notified(made: &Value, studio: &Studio) -> Result<(), String> {
    is("whether it was made", &made["success"], &true.into())?;
    let kept = studio.get("/api/notifications?limit=1").ok()["notifications"][0].clone();
    for (key, wanted) in [
        ("id", made["eventId"].clone()),
        ("title", "Test Notification".into()),
        ("message", "This is a test notification from the backend".into()),
        ("type", "info".into()),
        ("priority", "normal".into()),
    ] {
        is(key, &kept[key], &wanted)?;
    }
    Ok(())
}

/// An accepted list is the one of a studio without promises.
fn check_listed(list: &Value) -> Result<(), String> {
    let wanted = serde_json::json!({ "promises": [], "total": 0, "nextCursor": null });
    is("the list", &list["data"], &wanted)
}

/// An accepted update of a grammar rule changed what it names and nothing else, and is remembered.
fn check_rule(
    accepted: &Value,
    before: Value,
    after: &Value,
    remembered: &Value,
) -> Result<(), String> {
    is("the remembered rule", remembered, after)?;
    if after["modifiedAt"].as_i64() <= before["modifiedAt"].as_i64() {
        return Err("the time of change does not say that something changed".to_owned());
    }
    let mut wanted = before;
    wanted["modifiedAt"] = after["modifiedAt"].clone();
    for (key, value) in accepted.as_object().into_iter().flatten() {
        wanted[key] = value.clone();
    }
    is("the rule", after, &wanted)
}

/// An accepted message was delivered as it was sent.
fn check_sent(accepted: &Value, response: &Value, studio: &Studio) -> Result<(), String> {
    is("the status", &response["status"], &"success".into())?;
    is("whether it was delivered", &response["response"]["delivered"], &true.into())?;
    is("the agent", &response["agentId"], &accepted["toAgent"])?;
    let id = response["response"]["messageId"].text();
    let message = studio.get(&format!("/api/agent-communication/messages/{id}")).ok();
    for (key, value) in accepted.as_object().into_iter().flatten() {
        match value.as_object() {
            Some(members) => {
                for (name, value) in members {
                    is(name, &message[key][name], value)?;
                }
            }
            None => is(key, &message[key], value)?,
        }
    }
    Ok(())
}
