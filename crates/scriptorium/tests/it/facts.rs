//! The ledger of facts: what texts, lore and timelines state of persons, what is rejected, and what cannot
//! all be true.

mod days;
mod siblings;
mod things;

use serde_json::{Value, json};

use crate::support::{Studio, Text as _};

/// The facts of a project: whose, what, which value, and from where.
fn facts(studio: &Studio, project: &str, query: &str) -> Vec<String> {
    let page = studio.get(&format!("/api/projects/{project}/facts?{query}")).ok();
    let line = |item: &Value| {
        let [subject, attribute, value, source] =
            ["subject", "attribute", "value", "source"].map(|key| item[key].text());
        format!("{subject} {attribute} {value} {source}")
    };
    page["facts"].as_array().unwrap().iter().map(line).collect()
}

/// The findings of a sweep of facts: rule, severity, quote.
fn contradictions(studio: &Studio, project: &str) -> Vec<String> {
    let path = format!("/api/projects/{project}");
    studio.post(&format!("{path}/analyses"), &json!({ "checks": ["facts"] })).ok();
    let page = studio.get(&format!("{path}/findings?check=facts&state=open&limit=100")).ok();
    let mut all: Vec<String> = page["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let quote = it["quotation"]["quote"].text();
            format!("{} {} {quote}", it["rule"].text(), it["severity"].text())
        })
        .collect();
    all.sort();
    all
}

fn person(studio: &Studio, project: &str, name: &str, attributes: &Value) {
    let body = json!({ "name": name, "category": "character", "attributes": attributes });
    studio.post(&format!("/api/projects/{project}/lore"), &body).ok();
}

service_test! {
    fn facts_come_from_texts_and_lore(studio) {
        let project = studio.project("Dracula");
        person(studio, &project, "Ada Pell", &json!({ "eyes": "grey", "age": 23 }));
        studio.document(
            &project,
            "I",
            "Ada Pell sat by the fire. Her hair was black. “Ada Pell is forty,” said Tom.\n\n\
             If Ada Pell was a baker, nobody knew. Ada Pell had been a clerk.",
        );

        let all = facts(studio, &project, "");

        assert_eq!(all, [
            "Ada Pell hair black text",
            "Ada Pell age 40 text",
            "Ada Pell profession clerk text",
            "Ada Pell eyes grey lore",
            "Ada Pell age 23 lore",
        ]);
        assert_eq!(facts(studio, &project, "attribute=hair"), ["Ada Pell hair black text"]);
        assert_eq!(facts(studio, &project, "source=lore&limit=1"), ["Ada Pell eyes grey lore"]);
        let page = studio.get(&format!("/api/projects/{project}/facts?limit=2")).ok();
        assert_eq!((&page["total"], page["facts"].as_array().unwrap().len()), (&json!(5), 2));
        let cursor = page["nextCursor"].text();
        let rest = facts(studio, &project, &format!("cursor={cursor}"));
        assert_eq!(rest, all[2..]);
        let claim = &page["facts"][1];
        assert_eq!((&claim["isClaim"], &claim["isPast"]), (&json!(true), &json!(false)));
        assert_eq!(claim["quotation"]["quote"], "Ada Pell is forty");
        assert_eq!(studio.get("/api/projects/missing/facts").status, 404);
    }
}

service_test! {
    fn notes_of_the_lore_are_about_the_one_whom_they_leave_out(studio) {
        let project = studio.project("The Secret Garden");
        person(studio, &project, "Martha Sowerby", &json!({}));
        let susan = json!({ "name": "Susan Sowerby", "category": "character" });
        let susan = studio.post(&format!("/api/projects/{project}/lore"), &susan).ok()["id"].text();
        let body = json!({
            "name": "Dickon Sowerby",
            "aliases": ["Dickon"],
            "category": "character",
            "content": "Brother of Martha Sowerby, **twelve** going on thirteen. Round blue eyes.\n\n\
                        Hair: red\nWork: gardener\n\nHe was born in 1889. His mother is kind. \
                        She has black hair.",
            "relations": [{ "targetId": susan, "kind": "son of" }],
        });
        studio.post(&format!("/api/projects/{project}/lore"), &body).ok();
        studio.document(&project, "I", "Dickon, being fifteen, laughed, and his brown eyes shone.");

        let mut of_lore = facts(studio, &project, "source=lore&subject=dickon+sowerby");
        of_lore.sort();
        assert_eq!(of_lore, [
            "Dickon Sowerby age 12 lore",
            "Dickon Sowerby birth born lore",
            "Dickon Sowerby eyes blue lore",
            "Dickon Sowerby hair red lore",
            "Dickon Sowerby kinship brother lore",
            "Dickon Sowerby kinship son lore",
            "Dickon Sowerby profession gardener lore",
            "Dickon Sowerby relative mother lore",
        ]);
        assert_eq!(contradictions(studio, &project), [
            "contradicted_age high Dickon, being fifteen",
            "contradicted_eyes high his brown eyes",
        ]);
        let path = format!("/api/projects/{project}/findings?check=facts&limit=100");
        let page = studio.get(&path).ok();
        let quoted = |it: &Value| it["detail"]["statements"][1]["quote"].text().to_owned();
        let quotes: Vec<String> = page["findings"].as_array().unwrap().iter().map(quoted).collect();
        assert!(quotes.contains(&"Round blue eyes.".to_owned()), "{quotes:?}");
    }
}

service_test! {
    fn the_lore_is_read_by_its_keys_and_by_parts_of_names(studio) {
        let project = studio.project("The Road");
        person(studio, &project, "Ada Pell", &json!({}));
        person(studio, &project, "Tom Pell", &json!({
            "title": "fifth Baron Pell from 1860", "office": "magistrate of Bath, ten years",
            "daughters": "Ada and Lucy",
        }));
        person(studio, &project, "Lucy Pell", &json!({ "age": "about eighteen" }));
        let body = json!({
            "name": "Ingolstadt", "category": "location",
            "content": "University town. Road: ten days from Geneva by the coach, eight on horseback.",
        });
        studio.post(&format!("/api/projects/{project}/lore"), &body).ok();
        studio.document(
            &project,
            "I",
            "Tom Pell was an earl. Tom Pell was a baker. Ada Pell was the sister of Tom Pell.\n\n\
             Ada Pell rode from Geneva to Ingolstadt in two days. Lucy Pell was forty.\n\n\
             “It is the third letter, of June 31,” said Ada Pell.",
        );

        let mut of_lore = facts(studio, &project, "source=lore");
        of_lore.sort();
        assert_eq!(of_lore, [
            "Ada Pell kinship daughter lore",
            "Lucy Pell age 16-20 lore",
            "Lucy Pell kinship daughter lore",
            "Tom Pell profession magistrate lore",
            "Tom Pell rank baron lore",
        ]);
        assert_eq!(contradictions(studio, &project), [
            "contradicted_age high Lucy Pell was forty",
            "contradicted_kinship high Ada Pell was the sister of Tom Pell",
            "contradicted_profession high Tom Pell was a baker",
            "contradicted_rank high Tom Pell was an earl",
            "fast_journey high Ada Pell rode from Geneva to Ingolstadt in two days.",
            "impossible_date high June 31",
        ]);
    }
}

service_test! {
    fn entries_of_families_and_locations_say_what_their_persons_are(studio) {
        let project = studio.project("The Mill");
        for (name, aliases, category, content) in [
            (
                "The Hummels",
                json!(["Minna Hummel", "Mrs. Hummel"]),
                "other",
                "Poor family. Minna Hummel is a nurse. Mrs. Hummel dies in May 1862.",
            ),
            ("The mill", json!([]), "location", "Old, by the river.\n\nGardener: Mr. Roach"),
            ("Ada Pell", json!([]), "character", "Wife of Mr. Roach. Her sister Kate Vaughn is forty."),
        ] {
            let body = json!({
                "name": name, "aliases": aliases, "category": category, "content": content,
            });
            studio.post(&format!("/api/projects/{project}/lore"), &body).ok();
        }
        studio.document(
            &project,
            "I",
            "Minna Hummel came in. Minna Hummel was a baker. She sat with Kate Vaughn, and Kate Vaughn laughed. Mr. \
             Roach was a baker, and Ada Pell was the sister of Mr. Roach.",
        );

        let mut of_lore = facts(studio, &project, "source=lore");
        of_lore.sort();
        assert_eq!(of_lore, [
            "Ada Pell kinship wife lore",
            "Kate Vaughn age 40 lore",
            "Kate Vaughn kinship sister lore",
            "Minna Hummel profession nurse lore",
            "Mr. Roach profession gardener lore",
        ]);
        assert_eq!(contradictions(studio, &project), [
            "contradicted_kinship high Ada Pell was the sister of Mr. Roach",
            "contradicted_profession high Minna Hummel was a baker",
            "contradicted_profession high Mr. Roach was a baker",
        ]);
    }
}

service_test! {
    fn one_wedding_has_one_date_whoever_is_named_first(studio) {
        let project = studio.project("Budapest");
        let notes = |name: &str, content: &str| {
            let body = json!({ "name": name, "category": "character", "content": content });
            studio.post(&format!("/api/projects/{project}/lore"), &body).ok();
        };
        notes("Ada Pell", "Ada (b. 1870) married Tom Hale in August 1893. She has no brothers.");
        notes("Tom Hale", "No wife before that.");
        // Who is unmarried may marry.
        notes("Hugh Orme", "A tall man of forty, with grey eyes and black hair. Unmarried.");
        studio.document(
            &project,
            "I",
            "Tom Hale married Ada Pell in July 1893. On 5 May 1893 Hugh Orme’s wife came in. Hugh Orme had red hair.",
        );

        assert_eq!(contradictions(studio, &project), [
            "contradicted_hair high Hugh Orme had red hair",
            "contradicted_order high Tom Hale married",
        ]);
    }
}

service_test! {
    fn titles_of_events_are_read_as_a_text_tells_them(studio) {
        let project = studio.project("Whitby");
        person(studio, &project, "Lucy Pell", &json!({}));
        person(studio, &project, "Tom Hale", &json!({}));
        let timeline = studio.post("/api/creative/timelines", &json!({ "projectId": project, "name": "1893" })).ok();
        let events = format!("/api/creative/timelines/{}/events", timeline["data"]["id"].text());
        for (title, date) in [
            ("Lucy dies", "20 September 1893"),
            ("Birth of Tom", "1870"),
            ("Tom marries Lucy Pell", "5 August 1893"),
        ] {
            studio.post(&events, &json!({ "title": title, "dateDisplay": date })).ok();
        }
        studio.document(
            &project,
            "I",
            "On 25 September 1893 Lucy Pell opened the door. Lucy Pell married Tom Hale on 9 August 1893. \
             Tom Hale was fifty years old.",
        );

        let mut of_events = facts(studio, &project, "source=timeline");
        of_events.sort();
        assert_eq!(of_events, [
            "Lucy Pell death dead timeline",
            "Tom Hale birth born timeline",
            "Tom Hale wedding married timeline",
        ]);
        assert_eq!(contradictions(studio, &project), [
            "age_against_birth high Tom Hale was fifty years old",
            "contradicted_order high Lucy Pell married",
            "contradicted_order high Lucy Pell opened",
        ]);
        let page = studio.get(&format!("/api/projects/{project}/facts?attribute=death")).ok();
        assert_eq!(page["facts"][0]["quotation"]["quote"], "Lucy dies");
    }
}

service_test! {
    fn a_rank_that_stands_once_and_a_dead_man_who_hobbles_up_are_found(studio) {
        let project = studio.project("The Churchyard");
        let often = "Mr. Hale went out. Mr. Hale came in. ".repeat(5);
        studio.document(&project, "I", &format!("{often}We knew Mr. Swales. Mr. Swales was found dead on the seat."));
        studio.document(
            &project,
            "II",
            "Major Hale went out. Old Mr. Swales, who hobbled up to us a while ago, vowed that it rained.",
        );

        assert_eq!(contradictions(studio, &project), [
            "dead_acts critical Mr. Swales, who hobbled",
            "other_title medium Major Hale",
        ]);
        let path = format!("/api/projects/{project}/findings?check=facts&severity=medium");
        assert_eq!(
            studio.get(&path).ok()["findings"][0]["message"],
            "“Major Hale” stands here and nowhere else, and “Mr. Hale” 10 times: if one person is \
             meant, one title is wrong."
        );
    }
}

service_test! {
    fn a_father_without_a_name_and_a_she_who_may_be_two_are_compared(studio) {
        let project = studio.project("Geneva");
        person(studio, &project, "Tom Hale", &json!({ "father": "a merchant of Bath" }));
        person(studio, &project, "Ada Pell", &json!({ "age": "17", "born": "1884" }));
        person(studio, &project, "Lucy Orme", &json!({ "age": "10" }));
        studio.document(
            &project,
            "I",
            "Miss Ada Pell had asked Miss Lucy Orme to stay. They were at home. She was five and twenty.",
        );
        studio.document(
            &project,
            "II",
            "Tom Hale came in. Tom Hale’s father, the old apothecary, was out.",
        );

        assert_eq!(contradictions(studio, &project), [
            "contradicted_age medium She was five and twenty",
            "contradicted_profession high Tom Hale’s father, the old apothecary",
        ]);
        let page = studio.get(&format!("/api/projects/{project}/facts?attribute=profession")).ok();
        assert_eq!(page["facts"][0]["subject"], "Tom Hale’s father");
        let path = format!("/api/projects/{project}/findings?check=facts&severity=medium");
        let finding = &studio.get(&path).ok()["findings"][0];
        assert!(finding["message"].text().contains("It is said of a pronoun that may also mean"));
        let ids = finding["detail"]["statements"].as_array().into_iter().flatten();
        assert_eq!(ids.filter(|it| it["factId"].is_null()).count(), 1);
    }
}

service_test! {
    fn eyes_are_those_of_the_only_one_in_the_sentence_who_goes_by_the_pronoun(studio) {
        let project = studio.project("The Boats");
        person(studio, &project, "Dorran", &json!({ "eyes": "black" }));
        person(studio, &project, "Thessa", &json!({}));
        studio.document(
            &project,
            "I",
            "Dorran rowed, and he was strong. Dorran sang as he rowed. Dorran slept, and his boat lay still.\n\n\
             Thessa read, and she was glad. Thessa wrote as she sat. Thessa slept, and her book fell.",
        );
        // This text does not show by which pronoun either of them goes.
        studio.document(
            &project,
            "II",
            "The stranger and the boy stood by.\n\n\
             Thessa was saved from tears by the thought that Dorran was there, with a smile in his blue eyes.",
        );

        assert_eq!(contradictions(studio, &project), [
            "contradicted_eyes high his blue eyes",
        ]);
    }
}

service_test! {
    fn a_way_from_one_place_and_years_in_the_wrong_order_are_found(studio) {
        let project = studio.project("The Railway");
        let lore = json!({
            "name": "The railway",
            "category": "other",
            "content": "From Exeter to Paddington the journey takes four hours.",
        });
        studio.post(&format!("/api/projects/{project}/lore"), &lore).ok();
        studio.document(
            &project,
            "I",
            "We know Exeter. Hale waited at Paddington. Hale had been forty minutes in the train from Exeter.\n\n\
             Pell was buried in the spring of 1771, and two years after this event, in 1769, they met.",
        );
        studio.document(&project, "II", "Hale had been forty minutes in the train from Exeter.");

        assert_eq!(contradictions(studio, &project), [
            "contradicted_duration high 1771, and two years after this event, in 1769",
            "fast_journey medium Hale had been forty minutes in the train from Exeter.",
        ]);
    }
}

service_test! {
    fn nobody_rises_behind_their_death(studio) {
        for (death, wanted) in
            [("Captain Hale died.", &["other_title medium General Hale"][..]), ("It rained.", &[])]
        {
            let project = studio.project("The Regiment");
            let often = "Captain Hale went out. ".repeat(4);
            studio.document(&project, "I", &format!("{often}{death}"));
            studio.document(&project, "II", "They spoke of General Hale and went home.");
            assert_eq!(contradictions(studio, &project), wanted, "{death}");
        }
    }
}

service_test! {
    fn two_facts_that_cannot_both_be_true_are_a_finding_that_quotes_both(studio) {
        let project = studio.project("Dracula");
        person(studio, &project, "Ada Pell", &json!({ "eyes": "grey" }));
        person(studio, &project, "Tom Hale", &json!({}));
        let first = studio.document(
            &project,
            "I",
            "Tom Hale was a baker. Tom Hale’s hair was black.",
        );
        studio.document(
            &project,
            "II",
            "Ada Pell had brown eyes. Tom Hale’s hair was red. On 31 June 1887 nobody came.",
        );

        let found = contradictions(studio, &project);

        assert_eq!(found, [
            "contradicted_eyes high Ada Pell had brown eyes",
            "contradicted_hair critical Tom Hale’s hair was red",
            "impossible_date high 31 June 1887",
        ]);
        let page = studio.get(&format!("/api/projects/{project}/findings?severity=critical")).ok();
        let statements = &page["findings"][0]["detail"]["statements"];
        assert_eq!(statements[1]["quote"], "Tom Hale’s hair was black");
        assert_eq!(statements[1]["documentId"].text(), first);
    }
}

service_test! {
    fn a_rejected_fact_contradicts_nothing_and_stays_rejected(studio) {
        let project = studio.project("Dracula");
        person(studio, &project, "Tom Hale", &json!({}));
        let text = "Tom Hale’s hair was black.\n\nTom Hale’s hair was red.";
        let document = studio.document(&project, "I", text);
        assert_eq!(contradictions(studio, &project).len(), 1);
        let page = studio.get(&format!("/api/projects/{project}/facts")).ok();
        let path = format!("/api/projects/{project}/facts/{}", page["facts"][1]["id"].text());

        let without_reason = studio.put(&path, &json!({ "isRejected": true }));
        let rejected =
            studio.put(&path, &json!({ "isRejected": true, "reason": "A wig." })).ok();

        assert_eq!(without_reason.status, 422);
        assert_eq!((&rejected["isRejected"], &rejected["reason"]), (&json!(true), &json!("A wig.")));
        assert!(contradictions(studio, &project).is_empty());
        let content = format!("It rained. {text}");
        studio.put(&format!("/api/projects/{project}/documents/{document}"), &json!({ "content": content })).ok();
        assert_eq!(facts(studio, &project, "isRejected=true"), ["Tom Hale hair red text"]);
        assert!(contradictions(studio, &project).is_empty());

        studio.put(&path, &json!({ "isRejected": false })).ok();
        assert_eq!(contradictions(studio, &project).len(), 1);
        let missing = format!("/api/projects/{project}/facts/missing");
        assert_eq!(studio.put(&missing, &json!({ "isRejected": false })).status, 404);
    }
}

service_test! {
    fn lore_that_contradicts_itself_is_a_finding_of_no_document(studio) {
        let project = studio.project("Dracula");
        let entry = json!({ "name": "Ada Pell", "category": "character",
            "attributes": { "eyes": "grey" }, "content": "Ada Pell had brown eyes." });
        studio.post(&format!("/api/projects/{project}/lore"), &entry).ok();

        studio.post(&format!("/api/projects/{project}/analyses"), &json!({ "checks": ["facts"] })).ok();

        let page = studio.get(&format!("/api/projects/{project}/findings?check=facts")).ok();
        let found = &page["findings"][0];
        assert_eq!((&found["rule"], &found["documentId"]), (&json!("contradicted_eyes"), &json!(null)));
        assert_eq!(found["detail"]["statements"].as_array().unwrap().len(), 2);
    }
}

service_test! {
    fn a_rejection_outlives_a_fuller_name_of_its_person(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "We saw Hale. Hale’s hair was black. Then Hale left, and Hale wept.");
        let page = studio.get(&format!("/api/projects/{project}/facts?attribute=hair")).ok();
        let path = format!("/api/projects/{project}/facts/{}", page["facts"][0]["id"].text());
        studio.put(&path, &json!({ "isRejected": true, "reason": "A wig." })).ok();

        let named = json!({ "name": "Tom Hale", "aliases": ["Hale"], "category": "character" });
        studio.post(&format!("/api/projects/{project}/lore"), &named).ok();

        assert_eq!(facts(studio, &project, "isRejected=true"), ["Tom Hale hair black text"]);
    }
}
