//! How long the texts of plans, timelines and languages may be: taken whole at the bound, refused one
//! character beyond it, when a record is made as when it is changed.

use domain::lengths::{LINE_CHARS_MAX, TEXT_CHARS_MAX};
use serde_json::{Value, json};

use crate::support::{Reply, Studio, Text as _};

/// A text that is longer in bytes than in characters.
fn text(characters: usize) -> Value {
    "é".repeat(characters).into()
}

/// The record of an answer, in its envelope or bare.
fn inside(answer: &Value) -> &Value {
    answer.get("data").unwrap_or(answer)
}

/// Makes a record with every one of its texts at its bound, sees one more character refused in each,
/// and the same of its update, where it has one; its id.
fn bounded(
    studio: &Studio,
    (path, records): (&str, Option<&str>),
    plain: &Value,
    texts: &[(&str, usize)],
) -> String {
    let mut body = plain.clone();
    for (field, most) in texts {
        body[field] = text(*most);
    }
    let made = studio.post(path, &body).ok();
    let made = inside(&made);
    let id = made["id"].text().to_owned();
    let record = records.map(|records| format!("{records}/{id}"));
    for (field, most) in texts {
        assert_eq!(made[field], body[field], "{field} of {path}");
        let mut longer = plain.clone();
        for (other, _) in texts {
            longer[other] = "".into();
        }
        longer[field] = text(most + 1);
        refused(&studio.post(path, &longer), field, *most);
        if let Some(record) = &record {
            refused(&studio.put(record, &json!({ *field: text(most + 1) })), field, *most);
        }
    }
    id
}

fn refused(answer: &Reply, field: &str, most: usize) {
    let mistake = &answer.body["detail"][0];
    assert_eq!(mistake["type"], "string_too_long", "{field}: {mistake}");
    assert_eq!(mistake["loc"], json!(["body", field]));
    assert_eq!(mistake["ctx"]["max_length"], json!(most), "{field}");
}

const LINE: usize = LINE_CHARS_MAX;
const TEXT: usize = TEXT_CHARS_MAX;

service_test! {
    fn every_text_of_a_plan_is_taken_to_its_bound_and_refused_beyond(studio) {
        let project = studio.project("Dracula");
        let plain = json!({ "projectId": project });

        let promises = "/api/creative/plot/promises";
        let notes = [("title", LINE), ("description", TEXT), ("notes", TEXT)];
        bounded(studio, (promises, Some(promises)), &plain, &notes);
        let nodes = "/api/creative/plot/nodes";
        bounded(studio, (nodes, Some(nodes)), &plain, &[("title", LINE)]);
        let named = [("name", LINE), ("description", TEXT)];
        let timelines = "/api/creative/timelines";
        let timeline = bounded(studio, (timelines, Some(timelines)), &plain, &named);
        let lanes = format!("{timelines}/{timeline}/plotlines");
        bounded(studio, (&lanes, Some(&lanes)), &json!({}), &named);
        let events = format!("{timelines}/{timeline}/events");
        let bounds = [("title", LINE), ("description", TEXT), ("dateDisplay", LINE)];
        let event = bounded(studio, (&events, Some(&events)), &json!({}), &bounds);
        let links = format!("{events}/{event}/links");
        let document = studio.document(&project, "I", "");
        let link = json!({ "entityType": "document", "entityId": document });
        bounded(studio, (&links, None), &link, &[("label", LINE)]);
        let languages = "/api/creative/conlang/languages";
        let language = bounded(studio, (languages, Some(languages)), &plain, &named);
        let rules = format!("{languages}/{language}/grammar-rules");
        let rule = [("name", LINE), ("description", TEXT), ("pattern", TEXT)];
        let category = json!({ "category": "syntax" });
        bounded(studio, (&rules, Some("/api/creative/conlang/grammar-rules")), &category, &rule);
    }
}

service_test! {
    fn texts_within_a_list_have_bounds_of_their_own(studio) {
        let project = studio.project("Dracula");
        let timeline = studio
            .post("/api/creative/timelines", &json!({ "projectId": project, "name": "Diary" }))
            .ok();
        let events =
            format!("/api/creative/timelines/{}/events", inside(&timeline)["id"].text());
        let tagged = |tag| json!({ "title": "", "dateDisplay": "", "tags": ["a", text(tag)] });

        let made = studio.post(&events, &tagged(LINE)).ok();
        let refused = studio.post(&events, &tagged(LINE + 1));

        assert_eq!(inside(&made)["tags"], tagged(LINE)["tags"]);
        insta::assert_snapshot!(refused, @r"
        422
        body.tags.1: String should have at most 1000 characters (string_too_long)
        ");
    }
}
