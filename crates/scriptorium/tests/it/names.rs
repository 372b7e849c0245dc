//! Who and what a manuscript names: read from its texts and its lore as they are now.

use serde_json::{Value, json};

use crate::support::{Studio, Text as _};

/// The names of a project: their forms, kind and mentions.
fn names(studio: &Studio, project: &str, query: &str) -> Vec<(String, String, i64)> {
    let page = studio.get(&format!("/api/projects/{project}/names?{query}")).ok();
    let line = |item: &Value| {
        let forms: Vec<String> =
            item["forms"].as_array().unwrap().iter().map(|form| form["text"].text()).collect();
        (forms.join(", "), item["kind"].text(), item["mentions"].as_i64().unwrap())
    };
    page["names"].as_array().unwrap().iter().map(line).collect()
}

fn named(forms: &str, kind: &str, mentions: i64) -> (String, String, i64) {
    (forms.to_owned(), kind.to_owned(), mentions)
}

service_test! {
    fn names_are_put_together_from_all_documents(studio) {
        let project = studio.project("Dracula");
        let entry = json!({ "name": "Mina Harker", "category": "character", "aliases": ["Mina"] });
        let entry = studio.post(&format!("/api/projects/{project}/lore"), &entry).ok()["id"].text();
        let first = studio.document(&project, "I", "We met *Mina Harker* in Whitby. “Come,” said Mr. Renfield.");
        studio.document(&project, "II", "Then Mina left Whitby, and Mina’s hand shook. Mr. Renfield sat.");
        studio.post(
            &format!("/api/projects/{project}/documents"),
            &json!({ "title": "Map", "kind": "note", "content": "There was Lucy Westenra." }),
        ).ok();

        let all = names(studio, &project, "");

        assert_eq!(all, [
            named("Mina Harker, Mina", "person", 3),
            named("Mr. Renfield", "person", 2),
            named("Whitby", "place", 2),
        ]);
        assert_eq!(names(studio, &project, "kind=place"), [named("Whitby", "place", 2)]);
        let page = studio.get(&format!("/api/projects/{project}/names")).ok();
        assert_eq!(page["total"], 3);
        assert_eq!(page["names"][0], json!({
            "name": "Mina Harker",
            "forms": [{ "text": "Mina Harker", "mentions": 1 }, { "text": "Mina", "mentions": 2 }],
            "kind": "person", "pronouns": null, "mentions": 3, "documents": 2,
            "first": {
                "documentId": first, "documentTitle": "I", "documentVersion": 1, "start": 8, "end": 19,
            },
            "entryId": entry,
        }));
        assert_eq!(page["names"][1]["pronouns"], "he");
        assert_eq!(page["names"][1]["entryId"], Value::Null);
    }
}

service_test! {
    fn names_follow_the_texts_and_the_lore(studio) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}");
        let document = studio.document(&project, "I", "There stood Lucy Westenra. So Lucy Westenra sat.");
        let other = studio.document(&project, "II", "There stood Mr. Morris.");
        assert_eq!(names(studio, &project, ""), [
            named("Lucy Westenra", "person", 2),
            named("Mr. Morris", "person", 1),
        ]);

        studio.put(&format!("{path}/documents/{document}"), &json!({ "content": "There stood Mr. Seward." })).ok();
        assert_eq!(names(studio, &project, ""), [
            named("Mr. Morris", "person", 1),
            named("Mr. Seward", "person", 1),
        ]);

        studio.post(&format!("{path}/lore"), &json!({ "name": "Quincey Morris", "category": "character", "aliases": ["Mr. Morris", "Mr. Seward"] })).ok();
        assert_eq!(names(studio, &project, ""), [named("Mr. Seward, Mr. Morris", "person", 2)]);

        studio.delete(&format!("{path}/documents/{other}"));
        assert_eq!(names(studio, &project, ""), [named("Mr. Seward", "person", 1)]);
    }
}

service_test! {
    fn names_are_listed_by_pages(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "We met Mr. Lee, Mr. May, Mr. Lee and Mrs. Cole. There stood Mr. Hay.");
        let path = format!("/api/projects/{project}/names");

        let first = studio.get(&format!("{path}?limit=2")).ok();
        let cursor = first["nextCursor"].text();
        let second = studio.get(&format!("{path}?limit=2&cursor={cursor}")).ok();
        let nowhere = studio.get("/api/projects/missing/names");
        let unread = studio.get(&format!("{path}?cursor=x"));

        let of = |page: &Value| -> Vec<String> {
            page["names"].as_array().unwrap().iter().map(|it| it["name"].text()).collect()
        };
        assert_eq!(of(&first), ["Mr. Lee", "Mr. Hay"]);
        assert_eq!(of(&second), ["Mr. May", "Mrs. Cole"]);
        assert_eq!([&first["total"], &second["total"]], [4, 4]);
        assert_eq!(second["nextCursor"], Value::Null);
        assert_eq!((nowhere.status, nowhere.detail().as_str()), (404, "Project not found"));
        assert_eq!(unread.status, 422);
    }
}

service_test! {
    fn a_misspelt_name_is_one_finding_with_all_its_positions(studio) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}");
        let entry = json!({ "name": "Jonathan Harker", "category": "character" });
        studio.post(&format!("{path}/lore"), &entry).ok();
        studio.document(&project, "I", &"So Jonathan Harker sat. There stood Renfield. ".repeat(5));
        let second = studio.document(&project, "II", &"So Jonathan Harkar sat. ".repeat(4));
        let third = studio.document(&project, "III", "There Jonathan Harkar stood with Renfeild.");

        studio.post(&format!("{path}/analyses"), &json!({})).ok();

        let page = studio.get(&format!("{path}/findings?check=names&severity=medium")).ok();
        let found = page["findings"].as_array().unwrap();
        let of = |word: &str| found.iter().find(|it| it["detail"]["word"] == word).unwrap();
        assert_eq!(found.len(), 2, "{page}");
        let harkar = of("Harkar");
        assert_eq!(
            harkar["message"],
            "“Harkar” is spelt almost like “Harker” of “Jonathan Harker” in the lore, and stands here \
             4 times, and once in another document."
        );
        assert_eq!((&harkar["documentId"], &harkar["quotation"]["start"]), (&json!(second), &json!(12)));
        assert_eq!((&harkar["rule"], &harkar["detail"]["count"]), (&json!("near_miss"), &json!(5)));
        let positions = harkar["detail"]["positions"].as_array().unwrap();
        assert_eq!(positions.len(), 5);
        assert_eq!(positions[4], json!({
            "documentId": third, "documentTitle": "III", "documentVersion": 1, "start": 15, "end": 21, "line": 1,
        }));
        let renfeild = of("Renfeild");
        assert_eq!(renfeild["documentId"], json!(third));
        assert_eq!(
            renfeild["message"],
            "“Renfeild” is spelt almost like “Renfield”, which stands 5 times and has no entry, and \
             stands here once."
        );
    }
}
