//! Dates and spans of time of a book that exclude each other.

use serde_json::{Value, json};

use super::{contradictions, person};
use crate::support::Text as _;

service_test! {
    fn two_dates_and_a_count_of_days_of_one_thing_are_compared(studio) {
        let project = studio.project("The Siege");
        person(studio, &project, "Ada Pell", &json!({}));
        person(studio, &project, "Tom Hale", &json!({}));
        studio.document(
            &project,
            "I",
            "Ada Pell was locked up on 3 May and let out on 13 May.\n\n\
             Tom Hale kept his bed from 3 May to 7 May.\n\n\
             The siege began on 10 May; it was raised on 16 May.",
        );
        studio.document(
            &project,
            "II",
            "Ada Pell had been five days in the lock-up.\n\n\
             Tom Hale had kept his bed for four days in all.\n\n\
             Tom Hale had been five days in the lock-up.\n\n\
             For three weeks of siege Ada Pell had eaten nothing hot.\n\n\
             For two days of the siege Tom Hale had slept.",
        );

        assert_eq!(contradictions(studio, &project), [
            "contradicted_duration high Ada Pell had been five days in the lock-up.",
            "contradicted_duration high For three weeks of siege Ada Pell had eaten nothing hot.",
        ]);
        let path = format!("/api/projects/{project}/findings?check=facts");
        let page = studio.get(&path).ok();
        let all = page["findings"].as_array().unwrap();
        let of_ada = |it: &&Value| it["quotation"]["quote"].text().contains("lock-up");
        let found = all.iter().find(of_ada).unwrap();
        assert_eq!(
            found["message"],
            "From “3 May” to “13 May” it is 10 days, and not what “Ada Pell had been five days in \
             the lock-up.” says."
        );
        assert_eq!(
            found["detail"]["statements"][1]["quote"],
            "Ada Pell was locked up on 3 May and let out on 13 May."
        );
    }
}

service_test! {
    fn entries_of_a_diary_are_compared_with_each_other_and_with_the_year(studio) {
        let project = studio.project("The Diary");
        studio.document(
            &project,
            "I",
            "3 August.—The wind went down.\n\n\
             6 August.—Another fortnight, and no news.\n\n\
             13 August.—This being Friday, the shop was shut.",
        );
        let timeline = json!({ "name": "The year", "projectId": project });
        let timeline = studio.post("/api/creative/timelines", &timeline).ok();
        let events = format!("/api/creative/timelines/{}/events", timeline["data"]["id"].text());
        studio.post(&events, &json!({ "title": "The ship sails", "dateDisplay": "1893" })).ok();

        assert_eq!(contradictions(studio, &project), [
            "contradicted_duration high 6 August.—Another fortnight",
            "wrong_weekday medium This being Friday",
        ]);
    }
}

service_test! {
    fn two_days_of_one_letter_are_compared_where_no_year_is_known(studio) {
        let project = studio.project("The Letter");
        studio.document(
            &project,
            "I",
            "On Thursday, 7 May, she fell ill. We buried her on Monday the 10th. Tom wept.",
        );
        studio.document(
            &project,
            "II",
            "On Thursday, 7 May, she fell ill. Two years later they met. On Monday, 10 May, they parted.",
        );

        assert_eq!(contradictions(studio, &project), ["wrong_weekday medium Monday the 10th"]);
    }
}

service_test! {
    fn days_of_near_texts_and_of_the_lore_are_compared_where_no_year_is_known(studio) {
        let project = studio.project("The Visit");
        let visit = json!({
            "name": "The visit",
            "category": "event",
            "content": "He came on Monday, November 18th, and left on the Saturday after."
        });
        studio.post(&format!("/api/projects/{project}/lore"), &visit).ok();
        studio.document(&project, "Prologue", "He was to come on Monday, November 18th.");
        studio.document(&project, "I", "The ball was fixed for Tuesday, the 25th of November.");
        // It agrees with the lore, whatever the last text says.
        studio.document(&project, "II", "They left on Saturday, the 30th of November. It rained.");
        studio.document(&project, "III", "On Sunday, the 30th of November, nobody came.");
        studio.document(&project, "IV", "Ten years passed. On Monday, the 1st of December, it froze.");

        assert_eq!(contradictions(studio, &project), [
            "wrong_weekday medium Sunday, the 30th of November",
            "wrong_weekday medium Tuesday, the 25th of November",
        ]);
        let page = studio.get(&format!("/api/projects/{project}/findings?check=facts")).ok();
        let all = page["findings"].as_array().unwrap();
        let messages: Vec<String> = all.iter().map(|it| it["message"].text()).collect();
        let wanted =
            "“Monday, November 18th” and “Tuesday, the 25th of November” are not of one year.";
        assert!(messages.iter().any(|it| it == wanted), "{messages:?}");
    }
}
