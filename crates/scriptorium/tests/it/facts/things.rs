//! Things that are no more, ranks that nobody has, and ways that an entry is about as a whole, over HTTP.

use serde_json::json;

use super::contradictions;

service_test! {
    fn a_thing_that_was_destroyed_is_not_there_again(studio) {
        let project = studio.project("The Glass");
        studio.document(
            &project,
            "I",
            "I had hung my shaving glass by the window.\n\n\
             He flung out the glass, which was shattered on the stones. The lamp fell into the lake.",
        );
        studio.document(&project, "II", "I shaved before my shaving glass, and bought a new lamp.");
        studio.document(&project, "III", "The lamp stood on the table.");

        assert_eq!(contradictions(studio, &project), ["lost_thing high my shaving glass"]);
    }
}

service_test! {
    fn a_rank_that_nobody_has_may_be_that_of_another(studio) {
        let project = studio.project("The Carriage");
        let lore = format!("/api/projects/{project}/lore");
        let body = json!({
            "name": "Lady Dalrym", "category": "character", "attributes": { "rank": "viscountess" },
        });
        studio.post(&lore, &body).ok();
        studio.document(
            &project,
            "I",
            "Lady Dalrym came in. Colonel Hale bowed to her. Colonel Hale and Colonel Hale’s wife sat \
             down. Colonel Hale rose.\n\nThe Countess’s carriage was at the door. She drove home \
             with Major and Mrs. Hale.",
        );

        assert_eq!(contradictions(studio, &project), [
            "other_title medium Major and Mrs. Hale",
            "other_title medium The Countess’s",
        ]);
    }
}

service_test! {
    fn an_entry_may_be_about_a_way_as_a_whole(studio) {
        let project = studio.project("The Road");
        let lore = format!("/api/projects/{project}/lore");
        for (name, category, content) in [
            (
                "Highmoor to Lanton",
                "location",
                "Sixteen miles to Brunton Square. On horseback nobody has done it under two hours.",
            ),
            ("Woodsey", "location", "Twenty miles from the Abbey. A chaise takes three hours."),
            ("Norland Abbey", "location", "The fair lasts two hours."),
        ] {
            let aliases = if name == "Norland Abbey" { vec!["the Abbey"] } else { Vec::new() };
            let body = json!({
                "name": name, "category": category, "content": content, "aliases": aliases,
            });
            studio.post(&lore, &body).ok();
        }
        studio.document(
            &project,
            "I",
            "The bells of Highmoor rang. Hale rode home from Brunton Square in forty minutes. He rode from Woodsey to Norland \
             Abbey in half an hour. He walked from Norland Abbey to the mill in an hour.",
        );

        assert_eq!(contradictions(studio, &project), [
            "fast_journey high He rode from Woodsey to Norland Abbey in half an hour.",
            "fast_journey medium Hale rode home from Brunton Square in forty minutes.",
        ]);
    }
}
