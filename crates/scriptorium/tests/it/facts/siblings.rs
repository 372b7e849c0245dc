//! Who of two siblings is the elder, in the texts and in the lore.

use serde_json::json;

use super::contradictions;

service_test! {
    fn the_elder_of_two_is_not_the_younger(studio) {
        let project = studio.project("The Mill");
        let lore = format!("/api/projects/{project}/lore");
        for (name, content) in [
            ("Ada Pell", "Elder sister of Beth Pell. Kept the mill."),
            ("Beth Pell", "Ada Pell’s younger sister."),
            ("Tom Hale", "Of the ford."),
        ] {
            let body = json!({ "name": name, "category": "character", "content": content });
            studio.post(&lore, &body).ok();
        }
        studio.document(
            &project,
            "I",
            "Ada Pell, Beth Pell’s elder sister, kept the door.\n\n\
             Beth Pell, the elder of the two sisters, laughed.\n\n\
             Tom Hale, the younger of two brothers, sat by the fire.",
        );

        assert_eq!(contradictions(studio, &project), [
            "contradicted_kinship critical Beth Pell, the elder of the two sisters",
        ]);
    }
}
