//! How the sub-tasks of a swarm work together: each rests on the results before it, names its sources,
//! and keeps to the documents of the swarm; the synthesis says where they agree and where they do not.

use serde_json::{Value, json};

use super::{SWARM, begin, book, ended, path, sleep, sub_task, types::whole_book};
use crate::support::{Studio, Text as _};

fn done(studio: &Studio, swarm_type: &str, rest: Value) -> Value {
    ended(studio, &begin(studio, swarm_type, rest))
}

fn report(swarm: &Value, key: &str) -> Value {
    sub_task(swarm, key)["result"]["report"].clone()
}

/// The sub-tasks that a report names as its sources.
fn sources(report: &Value) -> Vec<String> {
    let sources = report["sources"]["items"].as_array().unwrap();
    sources.iter().map(|it| format!("{} {}", it["subTask"].text(), it["agent"].text())).collect()
}

/// The items of a list in a report: this member of each.
fn each(list: &Value, key: &str) -> Vec<String> {
    list["items"].as_array().unwrap().iter().map(|it| it[key].text()).collect()
}

service_test! {
    fn the_critic_judges_the_structure_that_the_architect_laid_out(studio) {
        let project = whole_book(studio);

        let swarm = done(studio, "outline", json!({ "projectId": project }));

        let judged = report(&swarm, "judgement");
        assert_eq!(
            sources(&judged),
            ["premises muse", "promises plotter", "events chronicler", "structure architect"]
        );
        let rules = each(&judged["lacks"], "rule");
        assert!(rules.contains(&"outline".to_owned()), "{judged}");
        let text = sub_task(&swarm, "judgement")["result"]["text"].text();
        assert!(text.contains("“Who rang?” is promised at no node of the outline (plotter in promises)"),
            "{text}");
        assert!(text.contains("No event of a timeline is the climax (architect in structure)"), "{text}");
        assert!(text.contains("muse in premises: muse answers with the help of a language model"), "{text}");
    }
}

service_test! {
    fn what_a_sub_task_rests_on_is_there_after_a_restart(mut studio) {
        let project = whole_book(studio);
        sleep(studio, "critic");
        let outline = begin(studio, "outline", json!({ "projectId": project }));
        studio.until("the structure", || {
            let outline = studio.get(&path(&outline)).ok();
            (sub_task(&outline, "structure")["state"] == "succeeded").then_some(())
        });

        studio.stop();
        studio.restart();

        let judged = sub_task(&ended(studio, &outline), "judgement");
        assert_eq!(sources(&judged["result"]["report"]).len(), 4, "{judged}");
        assert!(judged["result"]["text"].text().contains("(plotter in promises)"), "{judged}");
    }
}

service_test! {
    fn the_archivist_names_who_found_what_the_lore_lacks(studio) {
        let project = whole_book(studio);

        let swarm = done(studio, "worldbuilding", json!({ "projectId": project }));

        let record = report(&swarm, "record");
        let lacking: Vec<String> = record["lacking"]["items"].as_array().unwrap().iter()
            .map(|it| format!("{} {}: {}", it["what"].text(), it["value"].text(), it["sources"][0]["subTask"].text()))
            .collect();
        for expected in
            ["name Quincey Morris: past", "event A ride of Quincey Morris: past", "language Wolvish: tongues"]
        {
            assert!(lacking.iter().any(|it| it == expected), "{expected}: {lacking:?}");
        }
        assert_eq!(sources(&record).len(), 6);
    }
}

service_test! {
    fn an_ordinary_word_with_a_capital_is_no_name_that_the_lore_lacks(studio) {
        let project = whole_book(studio);
        studio.document(&project, "III",
            "Once the telephone rang at the Gate, the Fourth of them, and Quentin Vale answered it.");
        let body = json!({ "projectId": project, "swarmType": "research",
            "taskDescription": "Who answered the telephone?" });

        let swarm = ended(studio, &studio.post(SWARM, &body).ok());

        let record = report(&swarm, "record");
        let names: Vec<String> = record["lacking"]["items"].as_array().unwrap().iter()
            .filter(|it| it["what"] == "name").map(|it| it["value"].text()).collect();
        assert!(names.contains(&"Quentin Vale".to_owned()), "{record}");
        assert!(!names.iter().any(|it| ["Gate", "Fourth", "Once"].contains(&it.as_str())), "{names:?}");
    }
}

service_test! {
    fn what_the_lore_says_of_a_question_stands_beside_the_passages(studio) {
        let project = whole_book(studio);
        let body = json!({ "projectId": project, "swarmType": "research",
            "taskDescription": "Why did Jonathan not answer the telephone?" });

        let swarm = ended(studio, &studio.post(SWARM, &body).ok());

        let canon = report(&swarm, "canon");
        assert_eq!(canon["entries"]["items"][0]["name"], "Jonathan");
        assert!(canon["entries"]["items"][0]["namedByTask"] == true, "{canon}");
        assert!(canon["entries"]["items"][0]["content"] == "Jonathan is in the book.", "{canon}");
        assert_eq!(sources(&canon), ["passages researcher"]);
        assert_eq!(sources(&report(&swarm, "record")), [
            "passages researcher", "canon lorekeeper", "dates chronicler",
        ]);
    }
}

service_test! {
    fn the_scribe_lists_chapter_by_chapter_what_the_others_found(studio) {
        let project = book(studio);
        let worst = studio.document(&project, "III", &"It was as cold as ice. ".repeat(5));
        studio.document(&project, "IV", "The train left the town at noon. Nobody was on it.");

        let swarm = done(studio, "revision", json!({ "projectId": project }));

        let rewrites = report(&swarm, "proposals");
        assert_eq!(rewrites["total"], 4, "{rewrites}");
        let first = &rewrites["documents"][0];
        assert_eq!(&first["documentId"], &json!(worst));
        assert!(first["total"].as_i64().unwrap() > 0, "{first}");
        assert_eq!(&first["found"][0]["source"], &json!({ "subTask": "prose-3", "agent": "proseguard" }));
        let text = sub_task(&swarm, "proposals")["result"]["text"].text();
        assert!(text.contains("“III”:\n  found by prose: "), "{text}");
        assert!(text.contains("as cold as ice"), "{text}");
    }
}

service_test! {
    fn names_that_the_muse_coins_are_looked_up_in_the_lore(studio) {
        let project = whole_book(studio);
        let lore = format!("/api/projects/{project}/lore");
        for name in ["Arthur", "Martha", "Marcus", "Carmilla", "Arminius", "Renata", "Leander", "Rowena",
            "Edmund", "Edwina", "Harriet", "Roland", "Landor", "Norman"]
        {
            studio.post(&lore, &json!({ "name": name, "category": "character" })).ok();
        }

        let swarm = done(studio, "conlang", json!({ "projectId": project }));

        let coined = each(&report(&swarm, "names")["sources"]["items"][0]["names"], "name");
        let checked = report(&swarm, "canon");
        let names = each(&checked["names"], "name");
        assert!(!coined.is_empty() && coined.iter().all(|name| names.contains(name)), "{checked}");
        assert_eq!(checked["names"]["items"][0]["source"], json!({ "subTask": "names", "agent": "muse" }));
        assert!(checked["names"]["items"][0]["isTaken"] == false, "{checked}");
    }
}

service_test! {
    fn the_publisher_says_what_was_checked_before(studio) {
        let project = whole_book(studio);

        let swarm = done(studio, "publishing", json!({ "projectId": project }));

        let readiness = report(&swarm, "readiness");
        assert_eq!(readiness["checked"]["readings"], 6, "{readiness}");
        assert!(readiness["checked"]["found"].as_i64().unwrap() > 0);
        assert!(sources(&readiness).contains(&"promises plotter".to_owned()));
        let text = sub_task(&swarm, "readiness")["result"]["text"].text();
        assert!(text.contains("1 promise is still open (plotter in promises)."), "{text}");
    }
}

service_test! {
    fn a_swarm_about_one_document_is_about_no_other(studio) {
        let project = whole_book(studio);
        let only = studio.document(&project, "Only", "Mina was alone in Carfax, and forty years old.");
        let input = json!({ "projectId": project, "input": { "documentIds": [only] } });

        let world = done(studio, "worldbuilding", input.clone());
        let panel = done(studio, "reader_panel", input);

        assert_eq!(report(&world, "facts")["documents"], 1);
        assert_eq!(&report(&world, "cast")["documents"], &json!(1));
        let cast = report(&panel, "cast-reader-1");
        assert_eq!(&cast["documents"], &json!(1));
        let named: Vec<_> = cast["members"]["items"].as_array().unwrap().iter()
            .filter(|it| it["places"] == 1).map(|it| it["name"].text()).collect();
        assert_eq!(named, ["Mina"]);
        assert_eq!(report(&panel, "critic-1")["documentId"], only.as_str());
        assert_eq!(panel["subTaskCounts"]["total"], 5);
    }
}

service_test! {
    fn the_synthesis_names_agreements_with_their_sources_and_says_when_there_is_none(studio) {
        let project = whole_book(studio);

        let panel = done(studio, "reader_panel", json!({ "projectId": project }));
        let alone = done(studio, "outline", json!({ "projectId": project, "agents": ["architect"] }));

        let synthesis = report(&panel, "synthesis");
        let agreed: Vec<String> = synthesis["agreements"]["items"].as_array().unwrap().iter()
            .map(|it| format!("{} {}: {} {}", it["name"].text(), it["topic"].text(),
                it["sources"][0]["subTask"].text(), it["sources"][1]["subTask"].text()))
            .collect();
        assert!(agreed.contains(&"I words: critic-1 prose-reader-1".to_owned()), "{agreed:?}");
        assert!(agreed.contains(&"Jonathan in I named in the text: lore-reader-1 cast-reader-1".to_owned()),
            "{agreed:?}");
        assert_eq!(synthesis["disagreements"]["total"], 0, "{synthesis}");
        let text = panel["artefacts"][0]["content"].text();
        assert!(text.contains("“I”, words: 10 (critic in critic-1, proseguard in prose-reader-1)"), "{text}");
        assert!(text.contains("## Disagreements\n\nNone: "), "{text}");
        let text = alone["artefacts"][0]["content"].text();
        assert!(text.contains("## Agreements\n\nNone: no two agents"), "{text}");
        assert_eq!(sources(&report(&alone, "synthesis")), ["structure architect"]);
    }
}

service_test! {
    fn figures_that_differ_are_a_disagreement_with_both_sources(studio) {
        let project = book(studio);
        studio.post("/api/agents/proseguard/sleep", &json!({})).ok();
        let documents = studio.get(&format!("/api/projects/{project}/documents")).ok();
        let first = documents["documents"][0]["id"].text();
        let panel = begin(studio, "reader_panel", json!({ "projectId": project,
            "agents": ["critic", "proseguard"], "input": { "documentIds": [first] } }));
        studio.until("the critic's reading", || {
            let panel = studio.get(&path(&panel)).ok();
            (sub_task(&panel, "critic-1")["state"] == "succeeded").then_some(())
        });

        let document = format!("/api/projects/{project}/documents/{first}");
        studio.put(&document, &json!({ "content": "Jonathan slept." })).ok();
        studio.post("/api/agents/proseguard/wake", &json!({})).ok();

        let synthesis = report(&ended(studio, &panel), "synthesis");
        let words = synthesis["disagreements"]["items"].as_array().unwrap().iter()
            .find(|it| it["topic"] == "words").cloned().unwrap_or_else(|| panic!("{synthesis}"));
        assert_eq!(words["sources"], json!([
            { "subTask": "critic-1", "agent": "critic", "value": 10.0 },
            { "subTask": "prose-reader-1", "agent": "proseguard", "value": 2.0 },
        ]));
    }
}

service_test! {
    fn what_is_said_of_chosen_documents_is_work_that_was_done(studio) {
        let project = whole_book(studio);
        let documents = studio.get(&format!("/api/projects/{project}/documents")).ok();
        let ids: Vec<Value> =
            documents["documents"].as_array().unwrap().iter().map(|it| it["id"].clone()).collect();

        for chosen in [&ids[..1], &ids[..2]] {
            for (swarm_type, keys) in [
                ("outline", ["structure", "promises", "events"].as_slice()),
                ("worldbuilding", &["world", "tongues", "past", "record"]),
                ("revision", &["proposals"]),
                ("conlang", &["grammar"]),
                ("research", &["passages", "record"]),
            ] {
                let swarm = ended(studio, &begin(studio, swarm_type,
                    json!({ "projectId": project, "input": { "documentIds": chosen } })));

                assert_eq!(swarm["status"], "completed", "{swarm_type}: {}", swarm["errorMessage"]);
                for key in keys {
                    let done = sub_task(&swarm, key);
                    assert_eq!(done["state"], "succeeded", "{swarm_type}: {done}");
                }
            }
        }
    }
}

service_test! {
    fn of_single_documents_nothing_is_said_about_the_whole_book(studio) {
        let project = whole_book(studio);
        let documents = studio.get(&format!("/api/projects/{project}/documents")).ok();
        let about = json!({ "projectId": project,
            "input": { "documentIds": [documents["documents"][0]["id"]] } });

        let outline = done(studio, "outline", about.clone());
        let publishing = done(studio, "publishing", about);

        let judged = sub_task(&outline, "judgement")["result"]["text"].text();
        assert!(judged.contains("no rule was applied"), "{judged}");
        assert!(!judged.contains("There is no outline") && !judged.contains("No event"), "{judged}");
        let ready = sub_task(&publishing, "readiness")["result"]["text"].text();
        assert!(!ready.contains("promises are still open"), "{ready}");
    }
}

service_test! {
    fn what_is_said_of_somebody_by_name_is_work_that_was_done(studio) {
        let project = whole_book(studio);
        for task in ["Who is Jonathan?", "What of “Who rang?”", "What does “I” tell of Mina?"] {
            let swarm = ended(studio, &studio.post(SWARM, &json!({ "swarmType": "research",
                "projectId": project, "taskDescription": task })).ok());

            assert_eq!(swarm["status"], "completed", "{task}: {}", swarm["errorMessage"]);
            let dates = sub_task(&swarm, "dates");
            assert_eq!(dates["state"], "succeeded", "{task}: {dates}");
        }
    }
}

service_test! {
    fn the_lore_that_is_filtered_out_is_in_no_result_of_a_swarm(studio) {
        let project = whole_book(studio);
        studio.put(&format!("/api/projects/{project}"), &json!({ "knowledgeFilter": ["dragons"] })).ok();

        let swarm = ended(studio, &studio.post(SWARM, &json!({ "swarmType": "research",
            "projectId": project, "taskDescription": "What of Carfax and Jonathan?" })).ok());

        let canon = sub_task(&swarm, "canon").to_string();
        assert!(!canon.contains("Carfax is in the book."), "{canon}");
        assert!(canon.contains("The knowledgeFilter of the project names"), "{canon}");
    }
}
