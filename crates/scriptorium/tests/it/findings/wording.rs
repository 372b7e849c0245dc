//! The check of wording: spelling, words younger than the setting, weather against its season, and promises
//! that are offered.

use serde_json::{Value, json};

use crate::support::{Studio, Text as _};

/// Has the wording of a project checked; its open findings as rule, severity and quote.
fn checked(studio: &Studio, project: &str) -> Vec<String> {
    all(studio, project)
        .iter()
        .map(|it| {
            let quote = it["quotation"]["quote"].text();
            format!("{} {} {quote}", it["rule"].text(), it["severity"].text())
        })
        .collect()
}

fn all(studio: &Studio, project: &str) -> Vec<Value> {
    let path = format!("/api/projects/{project}");
    studio.post(&format!("{path}/analyses"), &json!({ "checks": ["wording"] })).ok();
    let page = studio.get(&format!("{path}/findings?check=wording&state=open&limit=100")).ok();
    let mut all = page["findings"].as_array().unwrap().clone();
    all.sort_by_key(|it| it["rule"].text());
    all
}

/// A chapter in British spelling.
const HARBOUR: &str = "The colour of the harbour was grey. His neighbour had laboured there in good humour, and \
                       he travelled home with honour. The parlour was warm.";

service_test! {
    fn the_wording_of_a_book_is_checked(studio) {
        let project = studio.project("The Harbour");
        let path = format!("/api/projects/{project}");
        let timeline = studio.post("/api/creative/timelines", &json!({ "projectId": project, "name": "Years" })).ok();
        let events = format!("/api/creative/timelines/{}/events", timeline["data"]["id"].text());
        studio.post(&events, &json!({ "title": "It begins", "dateDisplay": "1820" })).ok();
        studio.document(&project, "I", HARBOUR);
        let second = "She had not recieved the letter. The telephone stood in the hall; it was a fine center \
                      for the room.\n\nOn the 12th of July the snow lay deep on the fields.\n\n\
                      He swore that he would return for the child.";
        let document = studio.document(&project, "II", second);

        assert_eq!(checked(studio, &project), [
            "anachronism medium telephone",
            "misspelt_word medium recieved",
            "mixed_spelling medium center",
            "possible_promise info He swore that he would return for the child.",
            "wrong_season medium On the 12th of July the snow lay deep on the fields.",
        ]);
        let found = all(studio, &project);
        assert_eq!(found[0]["detail"]["year"], 1860);
        assert_eq!(found[1]["detail"]["meant"], "received");
        assert_eq!(found[2]["detail"]["positions"][0]["documentId"], document);
        assert_eq!(found[3]["detail"]["promises"][0]["promiseType"], "character");

        // What the project itself says is right.
        studio.post(&format!("{path}/lore"), &json!({ "name": "The Recieved", "category": "culture" })).ok();
        studio.post("/api/creative/plot/promises", &json!({
            "projectId": project, "title": "He will return for the child", "description": "He swore it.",
        })).ok();
        studio.put(&path, &json!({ "genres": ["fantasy"] })).ok();

        assert_eq!(checked(studio, &project), [
            "mixed_spelling medium center",
            "wrong_season medium On the 12th of July the snow lay deep on the fields.",
        ]);
    }
}

service_test! {
    fn the_date_of_a_preface_is_not_that_of_the_story(studio) {
        let project = studio.project("The Rhine");
        let timeline = studio.post("/api/creative/timelines", &json!({ "projectId": project, "name": "Years" })).ok();
        let events = format!("/api/creative/timelines/{}/events", timeline["data"]["id"].text());
        studio.post(&events, &json!({ "title": "It begins", "dateDisplay": "1799" })).ok();
        studio.document(&project, "Preface", "It was written in Geneva. London, October 15, 1831.");
        studio.document(&project, "I", "They went down the Rhine in the steam-packet.");

        assert_eq!(checked(studio, &project), ["anachronism medium steam-packet"]);

        // A story that goes on there, if only in its last chapter, is another thing.
        studio.document(&project, "II", "On 3 May 1830 they went down it again.");
        assert!(checked(studio, &project).is_empty());
    }
}

service_test! {
    fn the_end_of_the_only_century_that_a_text_writes_is_that_of_the_story(studio) {
        let project = studio.project("The Letters");
        studio.document(&project, "I", "St. Petersburgh, Dec. 11th, 17—.\n\nHe took a photograph of the ice.");

        assert_eq!(checked(studio, &project), ["anachronism medium photograph"]);
        let found = all(studio, &project);
        assert_eq!(found[0]["detail"]["settingYear"], 1799);
        assert!(found[0]["message"].text().contains("the story has dates of 17—"), "{}", found[0]);

        studio.document(&project, "II", "Geneva, May 12th, 18—.");
        assert!(checked(studio, &project).is_empty());
    }
}
