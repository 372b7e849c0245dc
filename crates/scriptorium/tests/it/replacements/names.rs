//! Tests of lore entries that get other names, in the entry and in the texts.

use serde_json::{Value, json};

use super::{document_path, texts};
use crate::support::{Studio, Text as _};

/// Makes a person of the lore; the path of the entry.
fn person(studio: &Studio, project: &str, name: &str, aliases: &[&str]) -> String {
    let body = json!({ "name": name, "category": "character", "aliases": aliases });
    let entries = format!("/api/projects/{project}/lore");
    format!("{entries}/{}", studio.post(&entries, &body).ok()["id"].text())
}

/// The matches of a preview: the words, what they become, and whether that is certain.
fn matched(found: &Value) -> Vec<Value> {
    let matches = found["matches"].as_array().unwrap();
    matches
        .iter()
        .map(|it| json!([it["text"], it["replacement"], it["isCertain"], it["otherName"]]))
        .collect()
}

const ONE: &str = "Jonathan Harker came late. Mr. Harker’s coat was wet, and Harker said nothing.\n\n\
                   “Jonathan!” said Mina. Jonathan\nHarker looked up. HARKER'S door was open.";
const TWO: &str =
    "# JONATHAN HARKER\n\nMina Harker waited. The Harkers were there. *Jonathan* went out.\n";

/// A project with Jonathan and Mina Harker.
fn project(studio: &Studio) -> (String, String, Vec<String>) {
    let project = studio.project("Dracula");
    let jonathan = person(studio, &project, "Jonathan Harker", &["Harker", "Jonathan", "Jon"]);
    person(studio, &project, "Mina Harker", &["Mina"]);
    let ids = vec![studio.document(&project, "I", ONE), studio.document(&project, "II", TWO)];
    (project, jonathan, ids)
}

service_test! {
    fn a_preview_tells_the_names_of_an_entry_from_those_of_others(studio) {
        let (project, jonathan, ids) = project(studio);

        let preview = studio.post(&format!("{jonathan}/rename/preview"), &json!({ "name": "Thomas Hart" })).ok();

        assert_eq!(matched(&preview["found"]), [
            json!(["Jonathan Harker", "Thomas Hart", true, null]),
            json!(["Mr. Harker", "Mr. Hart", true, null]),
            json!(["Harker", "Hart", true, null]),
            json!(["Jonathan", "Thomas", true, null]),
            json!(["Jonathan\nHarker", "Thomas Hart", true, null]),
            json!(["HARKER", "HART", true, null]),
            json!(["JONATHAN HARKER", "THOMAS HART", true, null]),
            json!(["Harker", "Hart", false, "Mina Harker"]),
            json!(["Harkers", "Harts", false, preview["found"]["matches"][8]["otherName"]]),
            json!(["Jonathan", "Thomas", true, null]),
        ]);
        assert_eq!(json!([preview["name"], preview["aliases"]]), json!(["Thomas Hart", ["Hart", "Thomas", "Jon"]]));
        assert_eq!(json!([preview["found"]["total"], preview["found"]["certain"]]), json!([10, 8]));
        let forms = preview["forms"].as_array().unwrap();
        assert!(forms.contains(&json!({ "form": "Mr. Harker", "to": "Mr. Hart" })), "{forms:?}");
        assert!(forms.contains(&json!({ "form": "Jon", "to": null })), "{forms:?}");
        assert_eq!(preview["namesakes"], json!([]));
        assert_eq!(texts(studio, &project, &ids), [ONE, TWO]);
        assert_eq!(studio.get(&jonathan).ok()["name"], "Jonathan Harker");
    }
}

service_test! {
    fn an_entry_is_renamed_in_all_texts_and_gets_its_name_back(studio) {
        let (project, jonathan, ids) = project(studio);
        let quotations = format!("{}/quotations", document_path(&project, &ids[0]));
        let id = studio.get(&quotations).ok()["quotations"][0]["id"].text();
        studio.put(&format!("{quotations}/{id}"), &json!({ "speaker": "Jonathan Harker" })).ok();
        let before = studio.get(&jonathan).ok();
        let name = json!({ "name": "Thomas Hart" });
        let found = studio.post(&format!("{jonathan}/rename/preview"), &name).ok()["found"].clone();
        let family = found["matches"][8]["id"].clone();
        studio.clock.advance(1_000);

        let renamed = studio.post(&format!("{jonathan}/rename"), &json!({ "name": "Thomas Hart",
            "digest": found["digest"], "also": [family], "without": [found["matches"][3]["id"]] })).ok();

        assert_eq!(texts(studio, &project, &ids), [
            "Thomas Hart came late. Mr. Hart’s coat was wet, and Hart said nothing.\n\n\
             “Jonathan!” said Mina. Thomas Hart looked up. HART'S door was open.",
            "# THOMAS HART\n\nMina Harker waited. The Harts were there. *Thomas* went out.\n",
        ]);
        let entry = studio.get(&jonathan).ok();
        assert_eq!(json!([entry["name"], entry["aliases"]]), json!(["Thomas Hart", ["Hart", "Thomas", "Jon"]]));
        assert_eq!(renamed["replaced"], 8);
        let said = &studio.get(&quotations).ok()["quotations"][0];
        assert_eq!(json!([said["speaker"], said["entryId"]]), json!(["Thomas Hart", entry["id"]]));

        let undo = format!("/api/projects/{project}/replacements/undo");
        let undone = studio.post(&undo, &renamed["undo"]).ok();

        assert_eq!(texts(studio, &project, &ids), [ONE, TWO]);
        let entry = studio.get(&jonathan).ok();
        assert_eq!(json!([entry["name"], entry["aliases"]]), json!([before["name"], before["aliases"]]));
        assert_eq!(studio.get(&quotations).ok()["quotations"][0]["speaker"], "Jonathan Harker");
        studio.post(&undo, &undone["undo"]).ok();
        assert_eq!(studio.get(&jonathan).ok()["name"], "Thomas Hart");
    }
}

service_test! {
    fn forms_become_what_the_request_says(studio) {
        let (project, jonathan, ids) = project(studio);
        let forms = json!([{ "form": "Harker", "to": "Hearts" }, { "form": "Mr. Harker", "to": "Mr. Harker" }]);
        let body = json!({ "name": "Thomas Hart", "forms": forms });
        let found = studio.post(&format!("{jonathan}/rename/preview"), &body).ok()["found"].clone();

        let other = json!({ "name": "Thomas Hart", "digest": found["digest"] });
        let stale = studio.post(&format!("{jonathan}/rename"), &other);
        assert_eq!(stale.status, 412, "{stale}");
        let body = json!({ "name": "Thomas Hart", "forms": forms, "digest": found["digest"] });
        studio.post(&format!("{jonathan}/rename"), &body).ok();

        let text = &texts(studio, &project, &ids)[0];
        assert!(text.starts_with("Thomas Hart came late. Mr. Harker’s coat was wet, and Hearts said"), "{text}");
    }
}

service_test! {
    fn a_name_that_others_bear_is_said_and_not_changed_by_itself(studio) {
        let project = studio.project("Dracula");
        let text = "The Swan was full. Arthur sat in the Swan. The James’ hat was wet. James’s hat, too.";
        let ids = [studio.document(&project, "I", text)];
        let swan = person(studio, &project, "Swan", &[]);
        person(studio, &project, "The Swan", &[]);
        person(studio, &project, "Arthur", &[]);
        let james = person(studio, &project, "James", &[]);

        let preview = studio.post(&format!("{swan}/rename/preview"), &json!({ "name": "Arthur" })).ok();
        assert_eq!(preview["found"]["certain"], 0, "{preview}");
        assert_eq!(preview["namesakes"][0]["shared"], "Arthur");
        let preview = studio.post(&format!("{james}/rename/preview"), &json!({ "name": "Tom" })).ok();
        assert_eq!(matched(&preview["found"]), [
            json!(["James’", "Tom’s", false, null]),
            json!(["James", "Tom", true, null]),
        ]);
        let same = studio.post(&format!("{james}/rename/preview"), &json!({ "name": "James" }));
        assert_eq!((same.status, same.detail().as_str()), (400, "“James” is called so already"));
        let gone = studio.post(&format!("/api/projects/{project}/lore/none/rename/preview"), &json!({ "name": "A" }));
        assert_eq!((gone.status, gone.detail().as_str()), (404, "Lore entry not found"));
        assert_eq!(texts(studio, &project, &ids), [text]);
    }
}

service_test! {
    fn an_entry_that_no_text_names_is_renamed_alone(studio) {
        let project = studio.project("Dracula");
        let swan = person(studio, &project, "Swan", &[]);
        let body = json!({ "name": "  The   Crown " });
        let found = studio.post(&format!("{swan}/rename/preview"), &body).ok()["found"].clone();
        assert_eq!(found["total"], 0);
        studio.put(&swan, &json!({ "content": "An inn." })).ok();
        let body = json!({ "name": "The Crown", "digest": found["digest"] });
        let stale = studio.post(&format!("{swan}/rename"), &body);
        assert_eq!(stale.status, 412, "{stale}");

        let digest = studio.post(&format!("{swan}/rename/preview"), &body).ok()["found"]["digest"].clone();
        let renamed = studio.post(&format!("{swan}/rename"), &json!({ "name": "The Crown", "digest": digest })).ok();

        assert_eq!(json!([renamed["replaced"], renamed["documents"]]), json!([0, []]));
        assert_eq!(studio.get(&swan).ok()["name"], "The Crown");
        let undo = format!("/api/projects/{project}/replacements/undo");
        studio.put(&swan, &json!({ "name": "The Swan" })).ok();
        let changed = studio.post(&undo, &renamed["undo"]);
        assert_eq!((changed.status, changed.detail().as_str()), (409, "The lore entry “The Swan” was changed since"));
    }
}
