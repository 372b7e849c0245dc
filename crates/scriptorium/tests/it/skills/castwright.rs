//! What the castwright says of a cast: who appears where, who says how much, who could be mistaken.

use serde_json::json;

use super::{ask, each, entry};
use crate::support::Text as _;

service_test! {
    fn the_castwright_says_who_appears_where_and_who_is_missed(studio) {
        let project = studio.project("Dracula");
        for (title, text) in [
            ("I", "Mina met Lucy. Mina went."),
            ("II", "It rained on Whitby."),
            ("III", "Lucy slept."),
            ("IV", "Mina came back."),
        ] {
            studio.document(&project, title, text);
        }
        let mina = entry(studio, &project, &json!({ "name": "Mina", "category": "character" }));
        entry(studio, &project, &json!({ "name": "Lucy", "category": "character" }));
        entry(studio, &project, &json!({ "name": "Lina", "category": "character" }));
        entry(studio, &project, &json!({ "name": "Whitby", "category": "location" }));

        let reply = ask(studio, "castwright", &project);

        let report = &reply["report"];
        assert_eq!((&report["kind"], &report["documents"]), (&json!("cast"), &json!(4)));
        let first = &report["members"]["items"][0];
        assert_eq!((&first["entryId"], &first["places"], &first["documents"]),
            (&json!(mina), &json!(3), &json!(2)));
        assert_eq!((&first["longestAbsence"]["documents"], &first["longestAbsence"]["from"]["title"]),
            (&json!(2), &json!("II")));
        assert_eq!(each(&report["withoutMain"], "title"), ["II"]);
        assert_eq!(report["alike"]["items"], json!([["Lina", "Mina"]]));
        assert_eq!(report["initials"]["items"], json!([{ "letter": "L", "names": ["Lina", "Lucy"] }]));
        let letter = reply["message"].text();
        assert!(letter.contains("  Mina: 3 places in 2 documents, from “I” to “IV”, away for 2 \
            documents from “II”\n"), "{letter}");
        assert!(letter.contains("Named nowhere (1):\n  Lina\n"), "{letter}");
        assert!(letter.contains("Nobody speaks in quotation marks or behind dashes.\n"), "{letter}");
    }
}

service_test! {
    fn the_castwright_compares_names_without_their_forms_of_address(studio) {
        let project = studio.project("Dracula");
        for name in ["Mina Murray", "Mr. Hawkins", "Mrs. Westenra", "Mr. Swales", "Miss Harkins"] {
            entry(studio, &project, &json!({ "name": name, "category": "character" }));
        }

        let reply = ask(studio, "castwright", &project);

        assert_eq!(reply["report"]["initials"]["items"],
            json!([{ "letter": "H", "names": ["Miss Harkins", "Mr. Hawkins"] }]));
        assert_eq!(reply["report"]["alike"]["items"], json!([["Miss Harkins", "Mr. Hawkins"]]));
    }
}

service_test! {
    fn the_castwright_measures_how_the_cast_speaks_and_quotes_it(studio) {
        let project = studio.project("Dracula");
        let long = "I don't know what he will do, ".repeat(8);
        let text = format!("“{long}no?” said Mina. An old man said, “Never.”\n\n“Go!” said Lucy.\n");
        let document = studio.document(&project, "I", &text);
        entry(studio, &project, &json!({ "name": "Mina", "category": "character" }));
        entry(studio, &project, &json!({ "name": "Lucy", "category": "character" }));

        let reply = ask(studio, "castwright", &project);

        let speech = &reply["report"]["speech"];
        assert_eq!((&speech["quotations"], &speech["attributed"]), (&json!(3), &json!(2)));
        let mina = &speech["speakers"]["items"][0];
        assert_eq!((&mina["name"], &mina["words"], &mina["speeches"]), (&json!("Mina"), &json!(57), &json!(1)));
        assert_eq!((&mina["questionShare"], &mina["contractionShare"]), (&json!(1.0), &json!(8.0 / 57.0)));
        assert_eq!(mina["longest"]["documentId"], document);
        let letter = reply["message"].text();
        assert!(letter.contains("  Lucy: 1 word in 1 speech, too few to describe\n"), "{letter}");
        assert!(letter.contains("Of 3 quotations, 2 are spoken by a character of the lore"), "{letter}");
    }
}
