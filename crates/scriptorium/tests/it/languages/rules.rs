//! Tests of grammar rules: their fields, their order, and what is said of their glosses.

use serde_json::{Value, json};

use super::{RULES, language, pages, rule};
use crate::support::Studio;

/// A rule as it was sent: without what became of its examples.
fn as_sent(mut rule: Value) -> Value {
    for example in rule["examples"].as_array_mut().expect("examples") {
        example.as_object_mut().expect("an example").remove("result");
    }
    rule
}

service_test! {
    fn a_rule_is_made_and_read_with_every_field(mut studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");

        let (bare, made) = rule(studio, &path, &json!({ "category": "syntax", "name": "Order" }));

        let language_id = path.rsplit('/').next().unwrap();
        assert_eq!(made, json!({
            "id": made["id"],
            "languageId": language_id,
            "category": "syntax",
            "name": "Order",
            "description": "",
            "pattern": "",
            "examples": [],
            "sortOrder": 0,
            "createdAt": 1_795_000_000_000_i64,
            "modifiedAt": 1_795_000_000_000_i64,
        }));
        assert_eq!(studio.get(&bare).ok(), made);
        for category in ["phonology", "phonotactics", "prosody", "orthography", "morphophonology",
            "morphology", "inflection", "derivation", "syntax", "agreement", "semantics",
            "pragmatics", "discourse", "lexicon", "sound_change", "other"] {
            let sent = json!({
                "category": category, "name": "Plural", "description": "Of nouns.",
                "pattern": "N → N-ar", "sortOrder": -7,
                "examples": [
                    { "input": "lun", "output": "lun-ar", "gloss": "dog-PL" },
                    { "input": "sea", "output": "esha", "gloss": null },
                ],
            });
            let (path, _) = rule(studio, &path, &sent);
            studio.restart();

            let mut wanted = sent.clone();
            wanted["examples"][0]["alignment"] = json!({ "level": "morpheme_aligned" });
            let read = as_sent(studio.get(&path).ok());
            for (field, value) in wanted.as_object().unwrap() {
                assert_eq!(&read[field], value, "{field}");
            }
        }
        insta::assert_snapshot!(studio.post(&format!("{path}/grammar-rules"), &json!({
            "category": "magic", "examples": [{ "input": 1 }], "sortOrder": "last" })), @r"
        422
        body.category: Input should be 'phonology', 'phonotactics', 'prosody', 'orthography', 'morphophonology', 'morphology', 'inflection', 'derivation', 'syntax', 'agreement', 'semantics', 'pragmatics', 'discourse', 'lexicon', 'sound_change' or 'other' (literal_error)
        body.name: Field required (missing)
        body.examples.0.input: Input should be a valid string (string_type)
        body.examples.0.output: Field required (missing)
        body.sortOrder: Input should be a valid integer, unable to parse string as an integer (int_parsing)
        ");
    }
}

service_test! {
    fn an_update_of_a_rule_changes_only_what_it_names(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let (path, made) = rule(studio, &path, &json!({ "category": "syntax", "name": "Order",
            "description": "d", "pattern": "p", "sortOrder": 4,
            "examples": [{ "input": "a", "output": "b" }] }));
        let mut wanted = as_sent(made);

        for (field, value) in [
            ("category", json!("agreement")),
            ("name", json!("Concord")),
            ("description", json!("Of number.")),
            ("pattern", json!("N-PL V-PL")),
            ("examples", json!([{ "input": "x", "output": "y", "gloss": null }])),
            ("sortOrder", json!(i64::MAX)),
        ] {
            let after = as_sent(studio.put(&path, &json!({ field: value })).ok());

            wanted[field] = value;
            assert!(after["modifiedAt"].as_i64() > wanted["modifiedAt"].as_i64(), "{field}");
            wanted["modifiedAt"] = after["modifiedAt"].clone();
            assert_eq!(after, wanted, "{field}");
            assert_eq!(as_sent(studio.get(&path).ok()), wanted);
        }
        let nulls = json!({ "category": null, "name": null, "description": null, "pattern": null,
            "examples": null, "sortOrder": null });
        let cleared = studio.put(&path, &nulls).ok();
        for (field, value) in [
            ("category", json!("agreement")),
            ("name", json!("Concord")),
            ("description", json!("")),
            ("pattern", json!("")),
            ("examples", json!([])),
            ("sortOrder", json!(i64::MAX)),
        ] {
            assert_eq!(cleared[field], value, "{field}");
        }
        let many = vec![json!({ "input": "a", "output": "b" }); 1_001];
        let refused = studio.put(&path, &json!({ "examples": many }));
        assert_eq!(refused.body["detail"][0]["type"], "too_long");
    }
}

service_test! {
    fn a_misaligned_gloss_is_shown_with_its_rule_and_never_refused(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");

        let (path, made) = rule(studio, &path, &json!({ "category": "syntax", "name": "Order",
            "examples": [
                { "input": "the dogs see the sea", "output": "lun-ar esha vel-i.",
                  "gloss": "dog-PL sea see-3PL" },
                { "input": "the dog sees", "output": "lun vel-e", "gloss": "dog see" },
                { "input": "the sea", "output": "esha=ra", "gloss": "the sea" },
                { "input": "no gloss", "output": "esha" },
            ] }));

        let alignments = |rule: &Value| {
            rule["examples"].as_array().unwrap().iter().map(|it| it["alignment"].clone())
                .collect::<Vec<_>>()
        };
        let wanted = [
            json!({ "level": "morpheme_aligned" }),
            json!({ "level": "word_aligned", "problem": "word 2, “vel-e”: 2 morphemes, 1 in its \
                gloss “see”: nothing stands under “e”" }),
            json!({ "level": "unaligned", "problem": "1 word in the line, 2 in the gloss: “sea”, \
                gloss 2, stands under nothing" }),
            Value::Null,
        ];
        assert_eq!(alignments(&made), wanted);
        assert_eq!(alignments(&studio.get(&path).ok()), wanted);
        assert!(!made["examples"][3].as_object().unwrap().contains_key("alignment"));
        // What was shown may be sent back as it is.
        let again = studio.put(&path, &json!({ "examples": made["examples"] })).ok();
        assert_eq!(again["examples"], made["examples"]);
    }
}

/// Makes a rule at a place, or behind the last one.
fn at(studio: &Studio, language: &str, name: &str, sort_order: Option<i64>) {
    let mut body = json!({ "category": "syntax", "name": name });
    if let Some(sort_order) = sort_order {
        body["sortOrder"] = json!(sort_order);
    }
    rule(studio, language, &body);
}

service_test! {
    fn rules_are_listed_in_their_order_and_by_category(studio) {
        let project = studio.project("Atlas");
        let path = language(studio, &project, "Veshti");
        at(studio, &language(studio, &project, "Other"), "foreign", None);
        for (name, sort_order) in
            [("d", Some(3)), ("e", None), ("b", Some(-1)), ("c", Some(3)), ("a", Some(i64::MIN))] {
            at(studio, &path, name, sort_order);
            studio.clock.advance(1);
        }
        rule(studio, &path, &json!({ "category": "prosody", "name": "f", "sortOrder": 9 }));

        let list = format!("{path}/grammar-rules");
        let order = ["a", "b", "d", "c", "e", "f"];
        for (limit, sizes) in [(1, vec![1; 6]), (4, vec![4, 2]), (6, vec![6]), (100, vec![6])] {
            let found = pages(studio, &format!("{list}?limit={limit}"), "grammarRules", "name");
            assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), sizes);
            assert_eq!(found.concat(), order);
        }
        assert_eq!(studio.get(&list).ok()["total"], 6);
        let syntax = format!("{list}?category=syntax&limit=2");
        assert_eq!(pages(studio, &syntax, "grammarRules", "name").concat(), order[..5]);
        assert_eq!(studio.get(&syntax).ok()["total"], 5);
        assert_eq!(studio.get(&path).ok()["grammarRules"], 6);
        for query in ["category=magic", "limit=0", "cursor=1.x", "cursor=x"] {
            assert_eq!(studio.get(&format!("{list}?{query}")).status, 422, "{query}");
        }
        let unknown = studio.get("/api/creative/conlang/languages/x/grammar-rules");
        assert_eq!(unknown.detail(), "Language not found");
    }
}

service_test! {
    fn a_deleted_rule_is_gone_and_counts_no_more(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let (gone, _) = rule(studio, &path, &json!({ "category": "syntax", "name": "a" }));
        let (kept, _) = rule(studio, &path, &json!({ "category": "syntax", "name": "b" }));

        let deleted = studio.delete(&gone);

        assert_eq!((deleted.status, deleted.text.as_str()), (204, ""));
        assert_eq!(studio.get(&gone).detail(), "Grammar rule not found");
        assert_eq!(studio.get(&format!("{RULES}/x")).detail(), "Grammar rule not found");
        assert_eq!(studio.get(&kept).status, 200);
        assert_eq!(studio.get(&path).ok()["grammarRules"], 1);
        // The next one goes behind those that are left.
        let (_, next) = rule(studio, &path, &json!({ "category": "syntax", "name": "c" }));
        assert_eq!(next["sortOrder"], 2);
    }
}
