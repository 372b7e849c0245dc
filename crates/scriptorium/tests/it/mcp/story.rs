//! Tests of the tools about a point of the story: what a scene needs, who is seen with something, and what is
//! wrong with a draft.

use serde_json::{Value, json};

use super::Assistant;
use crate::{
    demo,
    support::{Studio, Text as _},
};

/// A small project with a ring, four persons and two chapters.
struct Novel {
    project: String,
    chapters: [String; 2],
    /// Mara, Ivo, Harro, Ana and the ring.
    entries: Vec<String>,
    timeline: String,
}

impl Novel {
    fn new(studio: &Studio) -> Self {
        let project = studio.project("The Ring");
        let one = "“The ring is gone,” said Mara.\n\nIvo looked at the door.\n\n***\n\nHarro came home.\n";
        let chapters = [
            studio.document(&project, "Chapter One", one),
            studio.document(&project, "Chapter Two", "Harro found the ring.\n\nHe kept it.\n"),
        ];
        let entry = |name: &str, category: &str, attributes: Value| {
            let content = if name == "Harro" { "He waits. ".repeat(60) } else { String::new() };
            let body = json!({
                "name": name, "category": category, "attributes": attributes, "content": content,
            });
            studio.post(&format!("/api/projects/{project}/lore"), &body).ok()["id"].text()
        };
        let entries = vec![
            entry("Mara", "character", json!({ "eyes": "grey" })),
            entry("Ivo", "character", json!({})),
            entry("Harro", "character", json!({})),
            entry("Ana", "character", json!({})),
            entry("the ring", "item", json!({})),
        ];
        let body = json!({ "projectId": project, "name": "Years" });
        let timeline = studio.post("/api/creative/timelines", &body).ok()["data"]["id"].text();
        Self { project, chapters, entries, timeline }
    }

    /// Makes an event that is linked to these records; its id.
    fn event(&self, studio: &Studio, body: &Value, links: &[(&str, &str)]) -> String {
        let events = format!("/api/creative/timelines/{}/events", self.timeline);
        let id = studio.post(&events, body).ok()["data"]["id"].text();
        for (kind, linked) in links {
            let link = json!({ "entityType": kind, "entityId": linked });
            studio.post(&format!("{events}/{id}/links"), &link).ok();
        }
        id
    }
}

/// The person of this name in an answer.
fn person<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let persons = answer["persons"].as_array().unwrap();
    persons.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("{name}: {answer}"))
}

/// The sources of a brief on all pages of it.
fn sources(assistant: &Assistant<'_>, mut arguments: Value) -> Vec<Value> {
    let mut sources = Vec::new();
    loop {
        let page = assistant.content("scene_brief", arguments.clone());
        sources.extend(page["sources"].as_array().unwrap().iter().cloned());
        if page["nextCursor"].is_null() {
            return sources;
        }
        arguments["cursor"] = page["nextCursor"].clone();
    }
}

service_test! {
    fn who_speaks_of_something_is_seen_with_it_and_who_is_only_named_may_not_be_there(studio) {
        let novel = Novel::new(studio);
        let assistant = Assistant::new(studio);

        let first = json!({ "subject": "the ring", "by": "chapter one" });
        let answer = assistant.content("who_knows_when", first);

        assert_eq!(answer["by"]["id"], novel.chapters[0].as_str());
        let subject = &answer["subject"];
        assert_eq!((&subject["kind"], &subject["total"]), (&json!("lore"), &json!(1)));
        let mara = person(&answer, "Mara");
        assert_eq!((&mara["acquaintance"], &mara["total"]), (&json!("seen"), &json!(1)));
        let position = &mara["sightings"][0];
        assert_eq!((&position["evidence"], &position["isPresent"]), (&json!("says"), &json!(true)));
        assert_eq!(position["quotation"]["text"], "“The ring is gone,” said Mara.");
        assert_eq!((&position["quotation"]["start"], &position["quotation"]["line"]), (&json!(0), &json!(1)));
        let ivo = &person(&answer, "Ivo")["sightings"][0];
        assert_eq!((&ivo["evidence"], &ivo["isPresent"]), (&json!("named_nearby"), &Value::Null));
        assert_eq!(person(&answer, "Ivo")["acquaintance"], "named_with");
        assert_eq!(person(&answer, "Harro")["acquaintance"], "not_seen");
        assert_eq!(person(&answer, "Ana")["acquaintance"], "not_named_yet");

        let whole = assistant.content("who_knows_when", json!({ "subject": novel.entries[4] }));
        let harro = &person(&whole, "Harro")["sightings"][0];
        assert_eq!(harro["evidence"], "named_beside");
        assert_eq!(harro["document"]["id"], novel.chapters[1].as_str());
        assert_eq!((&whole["seen"], &whole["namedWith"]), (&json!(1), &json!(2)));
    }
}

service_test! {
    fn a_person_without_a_lore_entry_is_looked_for_by_the_name_as_it_stands(studio) {
        let novel = Novel::new(studio);
        studio.document(&novel.project, "Chapter Three", "“No ring,” said Wenzel. “None.”\n");
        let assistant = Assistant::new(studio);

        let asked = json!({ "subject": "the ring", "person": "Wenzel" });
        let answer = assistant.content("who_knows_when", asked);
        let nobody = json!({ "subject": "an empty cup", "person": "Wenzel" });
        let nothing = assistant.content("who_knows_when", nobody);

        assert_eq!(answer["persons"].as_array().unwrap().len(), 1);
        assert_eq!(person(&answer, "Wenzel")["id"], Value::Null);
        assert!(answer["limits"].to_string().contains("no entry “Wenzel”"), "{answer}");
        assert_eq!(person(&nothing, "Wenzel")["acquaintance"], "not_seen");
        assert_eq!((&nothing["subject"]["total"], &nothing["subject"]["first"]), (&json!(0), &Value::Null));
        assert!(nothing["limits"].to_string().contains("other words"), "{nothing}");
    }
}

service_test! {
    fn an_event_is_known_to_who_is_linked_to_it_once_it_has_happened(studio) {
        let novel = Novel::new(studio);
        let [one, two] = &novel.chapters;
        let ana = novel.entries[3].as_str();
        let linked = json!({ "title": "The theft", "dateDisplay": "3 May 1893" });
        novel.event(studio, &linked, &[("document", one)]);
        let before = json!({ "title": "Ana forges the ring", "dateDisplay": "1 May 1880" });
        novel.event(studio, &before, &[("character", ana), ("item", &novel.entries[4])]);
        let later = json!({ "title": "Ivo sells the ring", "dateDisplay": "1 May 1895" });
        novel.event(studio, &later, &[("character", &novel.entries[1]), ("document", two)]);
        let assistant = Assistant::new(studio);

        let asked = json!({ "subject": "the ring", "by": one });
        let answer = assistant.content("who_knows_when", asked);
        let sale = assistant.content("who_knows_when", json!({ "subject": "Ivo sells the ring", "by": one }));

        let ana = person(&answer, "Ana");
        assert_eq!((&ana["acquaintance"], &ana["total"]), (&json!("seen"), &json!(0)));
        assert_eq!(ana["events"][0]["hasHappened"], true);
        assert_eq!(ana["events"][0]["document"], Value::Null);
        let ivo = person(&sale, "Ivo");
        assert_eq!((&ivo["acquaintance"], &ivo["events"][0]["hasHappened"]), (&json!("not_seen"), &json!(false)));
        assert_eq!(sale["subject"]["words"], json!(["ivo", "sells", "ring"]));
    }
}

service_test! {
    fn a_brief_has_what_a_scene_needs_and_says_what_it_left_out(studio) {
        let novel = Novel::new(studio);
        let [one, two] = &novel.chapters;
        let node = |title: &str, document: Option<&str>| {
            let body = json!({ "projectId": novel.project, "kind": "chapter", "title": title, "documentId": document });
            studio.post("/api/creative/plot/nodes", &body).ok()["data"]["id"].text()
        };
        let made = node("The theft", Some(one));
        let here = node("The find", Some(two));
        let planned = node("Ana returns", None);
        for (title, kept) in [("Who took it", &planned), ("Where it is", &here)] {
            let body = json!({
                "projectId": novel.project, "title": title, "madeAtNodeId": made, "fulfilledAtNodeId": kept,
            });
            studio.post("/api/creative/plot/promises", &body).ok();
        }
        let found = json!({ "title": "The find", "dateDisplay": "4 May 1893" });
        novel.event(studio, &found, &[("document", two), ("character", &novel.entries[1])]);
        let assistant = Assistant::new(studio);

        let brief = assistant.content("scene_brief", json!({ "scene": "2" }));
        let small = assistant.content("scene_brief", json!({ "scene": two, "tokensMax": 100 }));
        let unwritten = assistant.content("scene_brief", json!({ "scene": "Ana returns" }));

        assert_eq!(brief["document"]["id"], two.as_str());
        let of = |brief: &Value, kind: &str| -> Vec<Value> {
            let sources = brief["sources"].as_array().unwrap().iter();
            sources.filter(|it| it["kind"] == kind).cloned().collect()
        };
        let kinds: Vec<String> =
            brief["sources"].as_array().unwrap().iter().map(|it| it["kind"].text()).collect();
        let order = ["facts", "document", "lore", "lore", "lore"];
        assert_eq!(kinds[..5], order, "{brief}");
        assert_eq!(of(&brief, "document")[0]["id"], one.as_str());
        assert!(of(&brief, "document")[0]["text"].text().ends_with("Harro came home."));
        let reasons: Vec<String> = of(&brief, "lore").iter().map(|it| it["reason"].text()).collect();
        assert_eq!(reasons, ["named 1 time", "linked to the event “The find”", "named 1 time"]);
        assert_eq!(of(&brief, "timeline").len(), 1);
        let promises: Vec<String> =
            of(&brief, "promise").iter().map(|it| it["reason"].text()).collect();
        assert_eq!(promises, ["the outline has it kept here", "made before, and not kept yet"]);

        assert!(small["tokens"].as_i64().unwrap() <= 100, "{small}");
        let left_out: Vec<Value> =
            small["sources"].as_array().unwrap().iter().filter(|it| it["included"] == false).cloned().collect();
        assert!(!left_out.is_empty(), "{small}");
        assert!(left_out.iter().all(|it| it["text"].is_null() && it["reason"].text().contains("left out")));

        assert_eq!((&unwritten["document"], &unwritten["node"]["id"]), (&Value::Null, &json!(planned)));
        assert!(of(&unwritten, "lore")[0]["reason"].text().contains("the outline names it"));
        assert!(of(&unwritten, "document")[0]["text"].text().ends_with("He kept it."));
    }
}

service_test! {
    fn a_draft_is_checked_and_nothing_is_stored(studio) {
        let novel = Novel::new(studio);
        let path = format!("/api/projects/{}", novel.project);
        studio.put(&path, &json!({ "lorekeeperConfig": { "prohibitedElements": ["guns"] } })).ok();
        let [one, two] = &novel.chapters;
        let mara = novel.entries[0].as_str();
        let death = json!({ "title": "Mara dies", "dateDisplay": "1 June 1893", "category": "death" });
        novel.event(studio, &death, &[("character", mara), ("document", one)]);
        let later = json!({ "title": "The feast", "dateDisplay": "1 June 1894" });
        novel.event(studio, &later, &[("document", two)]);
        let assistant = Assistant::new(studio);
        let draft = "Mara’s eyes were green. We met Hario, who had guns.\n\n“The ring is mine,” said Mara.\n";

        let answer = assistant.content("check_text", json!({ "text": draft, "document": two }));
        let alone = assistant.content("check_text", json!({ "text": "Nothing happened." }));

        let findings = answer["findings"].as_array().unwrap();
        let rule = |rule: &str| {
            findings.iter().find(|it| it["rule"] == rule).unwrap_or_else(|| panic!("{rule}: {answer}"))
        };
        let canon = rule("lore_states_otherwise");
        assert_eq!(canon["severity"], "high");
        assert_eq!(canon["contradicts"], json!([{ "kind": "lore", "id": mara, "title": "Mara" }]));
        assert_eq!(rule("near_miss")["contradicts"][0]["id"], novel.entries[2].as_str());
        let prohibited = &rule("prohibited_element")["contradicts"][0];
        assert_eq!(*prohibited, json!({ "kind": "rule", "id": null, "title": "guns" }));
        let time = rule("speaks_after_death");
        assert_eq!((&time["contradicts"][0]["kind"], &time["quotation"]["line"]), (&json!("event"), &json!(3)));
        assert_eq!(answer["total"], findings.len());
        let stored = studio.get(&format!("{path}/findings")).ok();
        assert_eq!(stored["total"], 0, "{stored}");
        assert_eq!((&alone["total"], &alone["document"]), (&json!(0), &Value::Null));
        assert!(alone["notChecked"].to_string().contains("Time is not checked"), "{alone}");
    }
}

service_test! {
    fn a_draft_is_not_compared_with_lore_that_the_filter_leaves_out(studio) {
        let project = studio.project("The Ring");
        let path = format!("/api/projects/{project}");
        for (name, category) in [("Mara Stroud", "character"), ("Veridian", "location")] {
            let body = json!({ "name": name, "category": category, "attributes": { "eyes": "grey" } });
            studio.post(&format!("{path}/lore"), &body).ok();
        }
        let draft = "Mara Stroud’s eyes were green. They came to Veridiam at noon.\n";
        let assistant = Assistant::new(studio);
        let check = || assistant.content("check_text", json!({ "text": draft }));

        let all = check();
        studio.put(&path, &json!({ "knowledgeFilter": ["items"] })).ok();
        let narrowed = check();

        assert!(all["findings"].to_string().contains("grey"), "{all}");
        assert!(all["findings"].to_string().contains("“Veridian”"), "{all}");
        for word in ["grey", "Veridian”", "In the lore"] {
            assert!(!narrowed["findings"].to_string().contains(word), "{narrowed}");
        }
        assert!(narrowed["notChecked"].to_string().contains("knowledgeFilter"), "{narrowed}");
    }
}

service_test! {
    fn answers_about_the_story_fit_their_schemas_and_bounds_and_come_whole_in_parts(studio) {
        demo::install(studio);
        let assistant = Assistant::new(studio);
        let list = assistant.ask("tools/list", json!({}));
        let draft = "Ilve was ninety years old. Hario, Edde and Paskk stood at Third Gat.\n\n".repeat(9);

        for (name, items, arguments) in [
            ("scene_brief", "sources", json!({ "scene": "Nether Fold", "tokensMax": 8_000 })),
            ("who_knows_when", "persons", json!({ "subject": "Asking bowls" })),
            ("who_knows_when", "persons", json!({ "subject": "The clamp comes off", "person": "Harro" })),
            ("check_text", "findings", json!({ "text": draft, "document": "Nether Fold" })),
        ] {
            let tools = list["tools"].as_array().unwrap();
            let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
            let mut arguments = arguments.clone();
            let mut read = 0;
            loop {
                let content = assistant.checked(name, arguments.clone());
                read += content[items].as_array().unwrap().len();
                if content["nextCursor"].is_null() {
                    break;
                }
                arguments["cursor"] = content["nextCursor"].clone();
            }
            assert!(read > 0, "{name}");
            assert_eq!(tool["annotations"]["readOnlyHint"], true);
        }
        let other = json!({ "scene": "The Cabinet", "cursor": "0123456789abcdef-1" });
        assert!(assistant.refusal("scene_brief", other).contains("ask again without it"));
        let missing = assistant.refusal("scene_brief", json!({ "scene": "chapter 99" }));
        assert!(missing.contains("not found"), "{missing}");
    }
}

service_test! {
    fn what_is_said_of_the_demos_novella_is_true(studio) {
        demo::install(studio);
        let assistant = Assistant::new(studio);

        let sources = sources(&assistant, json!({ "scene": "Third Gate", "tokensMax": 4_000 }));
        let bowls = assistant.content("who_knows_when", json!({ "subject": "Asking bowls", "by": "chapter 1" }));

        let titles: Vec<String> = sources.iter().map(|it| it["title"].text()).collect();
        for wanted in ["The end of “The Cabinet”", "Harro", "Why Harro keeps an empty cup"] {
            assert!(titles.iter().any(|it| it == wanted), "{wanted}: {titles:?}");
        }
        // It is made in a later chapter.
        assert!(!titles.iter().any(|it| it == "Wet land and dry land"), "{titles:?}");
        assert_eq!(person(&bowls, "Harro")["acquaintance"], "not_named_yet");
        let pask = person(&bowls, "Jory Pask");
        assert_eq!(pask["sightings"][0]["evidence"], "speaks_nearby");
        assert!(bowls["limits"].to_string().contains("first person"), "{bowls}");
    }
}
