//! Tests of proposals about texts that their author goes on writing.

use serde_json::{Value, json};

use super::{about, accept, content, make, proposals};
use crate::support::{Studio, Text as _};

const TEXT: &str = "# Chapter I\n\n*3 May. Bistritz.* — Left Munich at 8:35 P.M., on 1st May, arriving \
    at Vienna early next morning; should have arrived at 6:46, but train was an hour late.\n\n\
    Buda-Pesth seems a wonderful place, from the glimpse which I got of it from the train and the \
    little I could walk through the streets. I feared to go very far from the station, as we had \
    arrived late and would start as near the correct time as possible.\n";

/// Writes a new text, as an author does.
fn write(studio: &Studio, project: &str, document: &str, text: &str) {
    let path = format!("/api/projects/{project}/documents/{document}");
    studio.put(&path, &json!({ "content": text })).ok();
}

service_test! {
    fn the_author_writes_on_and_loses_no_word(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let changes = json!([{ "before": "a wonderful place", "after": "wonderful" },
            { "before": "I feared to go", "after": "I dared not go" }]);
        let (path, _) = make(studio, &project, &about(&document, &changes));
        // Before it, behind it, and far enough from it in its own paragraph.
        let later = TEXT.replace("# Chapter I", "# Jonathan Harker’s Journal — naïve 🦇")
            .replace("early next morning", "in the morning") + "\nThe impression I had.\n";
        write(studio, &project, &document, &later);

        let item = studio.get(&path).ok();
        assert_eq!((&item["baseVersion"], &item["currentVersion"]), (&json!(1), &json!(2)));
        let start = later.chars().collect::<String>().find("a wonderful").unwrap();
        let start = later[..start].chars().count();
        assert_eq!(item["changes"][0]["position"], json!({ "start": start, "end": start + 17 }));
        accept(studio, &path, &Value::Null).ok();

        let wanted = later.replace("a wonderful place", "wonderful")
            .replace("I feared to go", "I dared not go");
        assert_eq!(content(studio, &project, &document), wanted);
    }
}

service_test! {
    fn what_cannot_be_found_for_certain_is_refused_as_a_whole(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let changes = json!([{ "before": "a wonderful place", "after": "wonderful" },
            { "before": "I feared to go", "after": "I dared not go" }]);
        for (later, reason) in [
            (TEXT.replace("I feared to go", "I was afraid to go"), "the text at this position was \
                changed in the meantime"),
            (format!("{TEXT}\n{TEXT}"), "the text was changed in the meantime, and the same words \
                stand in it several times"),
            (String::new(), "the text at this position was changed in the meantime"),
        ] {
            write(studio, &project, &document, TEXT);
            let (path, _) = make(studio, &project, &about(&document, &changes));
            write(studio, &project, &document, &later);

            let problem = studio.get(&path).ok()["changes"][1]["problem"].text();
            assert_eq!(problem, reason);
            let refused = accept(studio, &path, &json!(["2"]));
            assert_eq!((refused.status, refused.detail()),
                (409, format!("Change 2 cannot be accepted: {reason}")));
            assert_eq!(accept(studio, &path, &Value::Null).status, 409);
            assert_eq!(content(studio, &project, &document), later);
            assert_eq!(studio.get(&path).ok()["state"], "open");
        }
    }
}

service_test! {
    fn an_agent_may_have_read_an_earlier_version(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let item = format!("/api/projects/{project}/documents/{document}");
        studio.put(&item, &json!({ "title": "One" })).ok();
        write(studio, &project, &document, &format!("Prologue.\n\n{TEXT}"));
        studio.put(&item, &json!({ "status": "revise" })).ok();
        let start = TEXT.chars().collect::<String>().find("Munich").unwrap();
        let start = TEXT[..start].chars().count();
        let changes = json!([{ "start": start, "end": start + 6, "before": "Munich", "after": "München" }]);
        let mut body = about(&document, &changes);

        for version in [1, 2] {
            body["baseVersion"] = json!(version);
            let made = make(studio, &project, &body).1;
            assert_eq!(made["baseVersion"], version);
            assert_eq!(made["changes"][0]["position"],
                json!({ "start": start + 11, "end": start + 17 }));
        }
        for (version, status, detail) in [
            (3, 409, "Change 1 in version 3: other words stand from `start` to `end`"),
            (4, 409, "Change 1 in version 4: other words stand from `start` to `end`"),
            (5, 400, "The document has no version 5 yet"),
        ] {
            body["baseVersion"] = json!(version);
            let refused = studio.post(&proposals(&project), &body);
            assert_eq!((refused.status, refused.detail().as_str()), (status, detail));
        }
    }
}

service_test! {
    fn a_version_whose_text_is_gone_is_no_base(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        for n in 0..=domain::documents::REVISIONS_MAX {
            write(studio, &project, &document, &format!("{TEXT}{n}"));
        }
        let mut body = about(&document, &json!([{ "before": "Munich", "after": "München" }]));

        body["baseVersion"] = json!(1);
        let refused = studio.post(&proposals(&project), &body);
        assert_eq!((refused.status, refused.detail().as_str()),
            (409, "The text of version 1 is not kept any more: read the document again"));

        body["baseVersion"] = json!(2);
        let (path, _) = make(studio, &project, &body);
        accept(studio, &path, &Value::Null).ok();
        assert!(content(studio, &project, &document).contains("Left München"));
    }
}

service_test! {
    fn an_insertion_stands_between_what_it_stood_between(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let at = TEXT[..TEXT.find(" I feared").unwrap()].chars().count();
        let changes = json!([{ "start": at, "end": at, "after": " It was late." }]);
        let (path, _) = make(studio, &project, &about(&document, &changes));
        let (other, _) = make(studio, &project, &about(&document, &changes));
        write(studio, &project, &document, &format!("{TEXT}\nMore."));

        accept(studio, &path, &Value::Null).ok();
        let wanted = format!("{TEXT}\nMore.").replace(" I feared", " It was late. I feared");
        assert_eq!(content(studio, &project, &document), wanted);
        assert_eq!(accept(studio, &other, &Value::Null).status, 409);
    }
}

service_test! {
    fn a_long_text_of_many_scripts_is_changed_where_it_should_be(studio) {
        let project = studio.project("Dracula");
        // Longer than a body that is counted in passing.
        let paragraphs: Vec<String> =
            (0..3_000).map(|n| format!("Absatz {n}: naïve 日本語 🦇 “quoted” words.\n\n")).collect();
        let text = paragraphs.concat();
        let document = studio.document(&project, "I", &text);
        let changes: Vec<Value> = (0..3_000).step_by(30)
            .map(|n| json!({ "before": format!("Absatz {n}:"), "after": format!("§ {n}") }))
            .collect();
        let (path, _) = make(studio, &project, &about(&document, &json!(changes)));
        let later = format!("Zuerst. {text}Zuletzt.");
        write(studio, &project, &document, &later);

        accept(studio, &path, &Value::Null).ok();

        let mut wanted = later;
        for n in (0..3_000).step_by(30) {
            wanted = wanted.replace(&format!("Absatz {n}:"), &format!("§ {n}"));
        }
        assert_eq!(content(studio, &project, &document), wanted);
        let item = studio.get(&format!("/api/projects/{project}/documents/{document}")).ok();
        assert_eq!(item["words"], engine::documents::words(&wanted));
    }
}
