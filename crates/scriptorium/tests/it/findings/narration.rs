//! What departs from the habits of a book: passages that stand twice, tense, person and whose thoughts are
//! known, over all documents.

use serde_json::{Value, json};

use crate::support::{Studio, Text as _};

/// Three paragraphs of a book in the third person and the past.
const NARRATED: &str = "Hester walked to the pier and looked at the boats. She counted them, and she sat down.\n\n\
    The rain had stopped. She opened her basket and took out the bread. Bram nodded to her.\n\n\
    Bram crossed the yard behind her. He carried a lantern, and he set it on the wall.";

fn sweep(studio: &Studio, project: &str) -> Vec<Value> {
    let path = format!("/api/projects/{project}");
    studio.post(&format!("{path}/analyses"), &json!({ "checks": ["narration"] })).ok();
    let page = studio.get(&format!("{path}/findings?check=narration&state=open&limit=100")).ok();
    let mut all = page["findings"].as_array().unwrap().clone();
    all.sort_by_key(|it| it["rule"].text());
    all
}

/// The slips of a sweep; the days of these books have much in common, which is found too.
fn slips(studio: &Studio, project: &str) -> Vec<Value> {
    let mut all = sweep(studio, project);
    all.retain(|it| it["rule"].text() != "passage_twice");
    all
}

fn lines(all: &[Value]) -> Vec<String> {
    let line = |it: &Value| {
        let (rule, severity) = (it["rule"].text(), it["severity"].text());
        format!("{rule} {severity} {}", it["quotation"]["quote"].text())
    };
    all.iter().map(line).collect()
}

/// A book of two chapters, each with paragraphs of its own between those that are told as they should be.
fn book(studio: &Studio, one: &str, two: &str) -> (String, Vec<String>) {
    let project = studio.project("Emptying");
    let chapters = [("Ebb", one), ("Flood", two)].map(|(title, own)| {
        let more =
            (1..=6).map(|nth| format!("On day {nth} it rained. {NARRATED}")).collect::<Vec<_>>();
        let narrated = more.join("\n\n").replace("pier", &format!("pier of {title}"));
        studio.document(&project, title, &format!("{narrated}\n\n{own}\n\nShe went home."))
    });
    (project, chapters.into())
}

service_test! {
    fn what_departs_from_the_habits_of_a_book_is_found_over_all_documents(studio) {
        let tense = "She *climbs* the stairs and knocks at the door. The door opens. She goes in.";
        let person = "I crossed the hall and took my coat from its hook. My hands were cold.";
        let (project, chapters) = book(studio, tense, person);

        let found = slips(studio, &project);

        assert_eq!(lines(&found), [
            "person_slip medium I crossed the hall and took my coat from its hook. My hands were cold.",
            "tense_slip medium She climbs the stairs and knocks at the door. The door opens. She goes in.",
        ]);
        assert_eq!(found[0]["documentId"].text(), chapters[1]);
        assert_eq!(found[1]["documentId"].text(), chapters[0]);
    }
}

service_test! {
    fn passages_in_another_tense_that_are_a_habit_are_one_finding(studio) {
        let project = studio.project("Soundings");
        let names = ["hall", "attic", "cellar", "kitchen", "study"];
        let chapters = names.map(|name| {
            let more = (1..=6).map(|nth| format!("On day {nth} in the {name} it rained. {NARRATED}"));
            let narrated = more.collect::<Vec<_>>().join("\n\n").replace("pier", name);
            let slip = format!("She climbs to the {name} and knocks at the door. The door opens. She goes in.");
            studio.document(&project, name, &format!("{narrated}\n\n{slip}\n\nShe went home."))
        });

        let found = slips(studio, &project);

        assert_eq!(lines(&found), [
            "tense_slip medium She climbs to the hall and knocks at the door. The door opens. She goes in.",
        ]);
        assert_eq!(found[0]["detail"]["count"], 5);
        let positions = found[0]["detail"]["positions"].as_array().unwrap();
        let of_positions: Vec<String> = positions.iter().map(|it| it["documentId"].text()).collect();
        assert_eq!(of_positions, chapters);
    }
}

service_test! {
    fn a_passage_that_stands_twice_quotes_both_positions(studio) {
        let passage = "The tide went out past the second buoy that night, and the sand lay bare and grey. Nobody \
                       dared to walk on it before the morning came and the bells rang.";
        let (project, chapters) = book(studio, passage, passage);

        let found = sweep(studio, &project);

        let again = found.iter().find(|it| it["quotation"]["quote"].text().contains("buoy")).unwrap();
        assert_eq!(again["rule"].text(), "passage_twice");
        assert_eq!(again["severity"].text(), "medium");
        assert_eq!(again["documentId"].text(), chapters[1]);
        assert_eq!(again["detail"]["first"]["documentId"].text(), chapters[0]);
        assert_eq!(again["detail"]["first"]["quote"], again["quotation"]["quote"]);
    }
}

service_test! {
    fn an_edit_that_mends_a_slip_makes_its_finding_stale(studio) {
        let (project, chapters) = book(
            studio,
            "She climbs the stairs and knocks at the door. She goes in.",
            "It was late.",
        );
        assert_eq!(slips(studio, &project).len(), 1);

        let path = format!("/api/projects/{project}/documents/{}", chapters[0]);
        let text = studio.get(&path).ok()["content"].text().replace("climbs", "climbed");
        let text = text.replace("knocks", "knocked").replace("goes in", "went in");
        studio.put(&path, &json!({ "content": text })).ok();

        assert_eq!(lines(&slips(studio, &project)), Vec::<String>::new());
    }
}
