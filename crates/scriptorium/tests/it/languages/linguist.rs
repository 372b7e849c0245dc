//! What the linguist says: of a rule, its examples in three lines; of a project, what stands in its
//! languages and what does not fit.

use domain::principal::Scope;
use serde_json::{Value, json};

use super::{LANGUAGES, RULES, language, rule, word};
use crate::{
    access::Person,
    messages::{reply_to, send},
    support::{Studio, Text as _},
};

/// Asks the linguist with this metadata; its reply.
fn ask(studio: &Studio, metadata: &Value) -> Value {
    let message = json!({ "toAgent": "linguist", "message": "What do you say?",
        "context": { "metadata": metadata } });
    reply_to(studio, &send(studio, &message).ok())
}

service_test! {
    fn the_linguist_explains_a_rule_in_three_lines(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let (_, made) = rule(studio, &path, &json!({ "category": "inflection", "name": "Plural",
            "description": "Nouns take -ar.\nVerbs agree.", "pattern": "N → N-ar", "examples": [
                { "input": "the dogs see the sea", "output": "lun-ar esha vel-i",
                  "gloss": "dog-PL sea see-3PL" },
                { "input": "the dog sees", "output": "lun vel-e", "gloss": "dog see" },
                { "input": "sea", "output": "esha" },
            ] }));

        let reply = ask(studio, &json!({ "ruleId": made["id"] }));

        insta::assert_snapshot!(reply["message"].text(), @r"
        “Plural” is a rule of Veshti (inflection).
        Nouns take -ar. Verbs agree.
        Pattern: N → N-ar
        (1) lun-ar  esha  vel-i
            dog-PL  sea   see-3PL
            ‘the dogs see the sea’
        (2) lun  vel-e
            dog  see
            ‘the dog sees’
            The gloss does not fit: word 2, “vel-e”: 2 morphemes, 1 in its gloss “see”: nothing stands under “e”.
        (3) esha
            ‘sea’
            It does not hold: The rule makes “seaar” of “sea”, and the example says “esha”; they part at sound 1.
        ");
        let report = &reply["report"];
        assert_eq!((&report["kind"], &report["ruleId"]), (&json!("grammar_rule"), &made["id"]));
        assert_eq!(report["total"], 3);
        for (at, example) in made["examples"].as_array().unwrap().iter().enumerate() {
            let said = &report["examples"][at];
            for field in ["input", "output", "gloss", "alignment"] {
                assert_eq!(said[field], example[field], "{field}");
            }
        }
        let unknown = ask(studio, &json!({ "ruleId": "x" }));
        assert_eq!(unknown["message"], "Grammar rule not found");
    }
}

service_test! {
    fn the_linguist_shows_so_many_examples_and_says_how_many_are_left(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let examples: Vec<Value> =
            (0..25).map(|it| json!({ "input": "x".repeat(500), "output": it.to_string() })).collect();
        let body = json!({ "category": "other", "name": "Much", "examples": examples });
        let (_, made) = rule(studio, &path, &body);

        let reply = ask(studio, &json!({ "ruleId": made["id"] }));

        let letter = reply["message"].text();
        assert!(letter.ends_with("and 5 more\n"), "{letter}");
        assert!(letter.contains(&format!("‘{} …’", "x".repeat(400))), "{letter}");
        assert_eq!(reply["report"]["examples"].as_array().unwrap().len(), 20);
        assert_eq!(reply["report"]["total"], 25);
    }
}

service_test! {
    fn the_linguist_says_what_stands_in_the_languages_of_a_project(studio) {
        let project = studio.project("Atlas");
        language(studio, &studio.project("Other"), "Foreign");
        let old = language(studio, &project, "Old Veshti");
        studio.clock.advance(1);
        let path = language(studio, &project, "Veshti");
        for form in ["Lun", "-ar", "velo", "ra"] {
            word(studio, &path, &json!({ "form": form }));
        }
        // The lexicon of another language knows nothing of this one's words.
        word(studio, &old, &json!({ "form": "esha" }));
        rule(studio, &path, &json!({ "category": "syntax", "name": "Order", "examples": [
            { "input": "dogs see the sea", "output": "Lun-ar ESHA vel-o.", "gloss": "dog-PL sea see-3" },
            { "input": "the sea too", "output": "esha=ra", "gloss": "sea too" },
        ] }));
        rule(studio, &path, &json!({ "category": "syntax", "name": "Questions", "examples": [
            { "input": "does it see?", "output": "ta velo?", "gloss": "Q see-3" },
        ] }));
        rule(studio, &path, &json!({ "category": "phonology", "name": "Vowels" }));

        let reply = ask(studio, &json!({ "projectId": project }));

        insta::assert_snapshot!(reply["message"].text(), @r"
        Veshti has 3 grammar rules and 4 words.
          Rules: phonology 1, syntax 2.
          Without a rule: phonotactics, prosody, orthography, morphophonology, morphology, inflection, derivation, agreement, semantics, pragmatics, discourse, lexicon, sound_change.
          Glosses that do not fit: 2.
            “Order”, example 2: 1 word in the line, 2 in the gloss: “too”, gloss 2, stands under nothing
            “Questions”, example 1: word 2, “velo?”: 1 morpheme, 2 in its gloss “see-3”: “3” stands under nothing
          Words of examples that are not in the lexicon: 3.
            ESHA, esha=ra, ta
        Old Veshti has 0 grammar rules and 1 word.
          Without a rule: phonology, phonotactics, prosody, orthography, morphophonology, morphology, inflection, derivation, syntax, agreement, semantics, pragmatics, discourse, lexicon, sound_change.
        ");
        let report = &reply["report"];
        assert_eq!((&report["kind"], &report["projectId"].text()), (&json!("languages"), &project));
        let veshti = &report["languages"][0];
        assert_eq!(veshti["languageId"].text(), path.rsplit('/').next().unwrap());
        assert_eq!(veshti["categories"], json!({ "phonology": 1, "syntax": 2 }));
        assert_eq!((&veshti["grammarRules"], &veshti["words"]), (&json!(3), &json!(4)));
        let rules = studio.get(&format!("{path}/grammar-rules")).ok();
        assert_eq!(
            (&veshti["rulesExamined"], &veshti["wordsExamined"], &veshti["isWhole"]),
            (&json!(3), &json!(6), &json!(true))
        );
        assert_eq!(veshti["misaligned"]["total"], 2);
        for found in veshti["misaligned"]["examples"].as_array().unwrap() {
            let rules = rules["grammarRules"].as_array().unwrap();
            let rule = rules.iter().find(|rule| rule["id"] == found["ruleId"]).expect("a rule");
            let number = usize::try_from(found["example"].as_i64().unwrap()).unwrap();
            let example = &rule["examples"][number - 1];
            assert_eq!(found["problem"], example["alignment"]["problem"]);
            assert_eq!(found["output"], example["output"]);
        }
        assert_eq!(veshti["unknownWords"], json!({ "total": 3, "words": ["ESHA", "esha=ra", "ta"] }));
    }
}

service_test! {
    fn the_linguist_reads_so_much_of_a_language_and_says_so(studio) {
        let project = studio.project("Atlas");
        let long = language(studio, &project, "Long");
        // Each of about a megabyte: with the fifth, more than four are read.
        let example = |number: usize| json!({ "input": "x".repeat(1_000),
            "output": format!("w{number}"), "gloss": "a b" });
        let examples: Vec<Value> = (0..1_000).map(example).collect();
        for name in 0..6 {
            rule(studio, &long, &json!({ "category": "other", "name": name.to_string(),
                "examples": examples }));
        }
        studio.clock.advance(1);
        let parted = language(studio, &project, "Parted");
        let word = |number: usize| format!("{number}{}", "-a-b-c-d-e".repeat(99));
        let examples: Vec<Value> =
            (0..300).map(|it| json!({ "input": "x", "output": word(it) })).collect();
        rule(studio, &parted, &json!({ "category": "other", "name": "One", "examples": examples }));
        studio.clock.advance(1);
        let many = language(studio, &project, "Many");
        for number in 0..45 {
            let example = json!({ "input": "x", "output": format!("w{number}"), "gloss": "a b" });
            rule(studio, &many, &json!({ "category": "other", "name": number.to_string(),
                "examples": [example] }));
        }

        let reply = ask(studio, &json!({ "projectId": project }));

        let languages = &reply["report"]["languages"];
        let (many, parted, long) = (&languages[0], &languages[1], &languages[2]);
        assert_eq!((&many["rulesExamined"], &many["isWhole"]), (&json!(45), &json!(true)));
        assert_eq!((&many["wordsExamined"], &many["misaligned"]["total"]), (&json!(45), &json!(45)));
        assert_eq!((&long["rulesExamined"], &long["isWhole"]), (&json!(5), &json!(false)));
        assert_eq!((&long["wordsExamined"], &long["unknownWords"]["total"]), (&json!(1_000), &json!(1_000)));
        assert_eq!(long["misaligned"]["total"], 5_000);
        assert_eq!(long["misaligned"]["examples"].as_array().unwrap().len(), 100);
        assert_eq!((&parted["rulesExamined"], &parted["isWhole"]), (&json!(1), &json!(false)));
        let words = parted["wordsExamined"].as_i64().unwrap();
        assert!((100..300).contains(&words), "{words}");
        assert_eq!(parted["unknownWords"]["total"], words);
        let letter = reply["message"].text();
        for line in [
            "  Looked at: the examples of the first 5 rules.".to_owned(),
            format!("  Looked for in the lexicon: the first {words} different words."),
        ] {
            assert!(letter.lines().any(|it| it == line), "{line:?} in {letter}");
        }
    }
}

service_test! {
    fn the_linguist_says_plainly_that_there_is_nothing(studio) {
        let nowhere = ask(studio, &json!({}));
        let empty = ask(studio, &json!({ "projectId": studio.project("Atlas") }));

        assert!(nowhere["message"].text().starts_with("This message is about no project"));
        assert_eq!(nowhere.get("report"), None);
        assert_eq!(empty["message"], "The project has no language yet.\n");
        assert_eq!(empty["report"]["languages"], json!([]));
        // The project that is open is the one meant when none is named.
        let project = studio.project("Open");
        language(studio, &project, "Veshti");
        studio.post(&format!("/api/projects/{project}/activate"), &json!({})).ok();
        let open = ask(studio, &json!({}));
        assert!(open["message"].text().starts_with("Veshti has 0 grammar rules and 0 words.\n"));
    }
}

service_test! {
    fn the_linguist_reads_strangers_nothing_that_is_not_theirs(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        let renfield = Person::new(studio, "renfield", Scope::Write);
        let project = mina.project("Journal");
        let named = json!({ "projectId": project, "name": "Shorthand" });
        let path = format!("{LANGUAGES}/{}", mina.post(LANGUAGES, &named).ok()["id"].text());
        let rule = json!({ "category": "other", "name": "Secret" });
        let rule = mina.post(&format!("{path}/grammar-rules"), &rule).ok();

        for metadata in [json!({ "ruleId": rule["id"] }), json!({ "projectId": project })] {
            let message = json!({ "toAgent": "linguist", "message": "Read me this.",
                "context": { "metadata": metadata } });
            let sent = renfield.post("/api/agent-communication/messages/send", &message).ok();
            let id = sent["response"]["messageId"].text();
            let path = format!("/api/agent-communication/messages/{id}");
            studio.until("the linguist to be done", || {
                let status = renfield.get(&path).ok()["status"].text();
                (!["queued", "leased"].contains(&status.as_str())).then_some(())
            });
        }

        let seen = renfield.get("/api/agent-communication/messages").text;
        assert!(!seen.contains("Shorthand") && !seen.contains("Secret"), "{seen}");
        assert_eq!(renfield.get(&format!("{RULES}/{}", rule["id"].text())).status, 404);
    }
}
