//! Tests of rules that are run: patterns that are refused, results of examples, forms of words, words that
//! break a rule, and what a change of a rule changes.

use serde_json::{Value, json};

use super::{RULES, language, rule, word};
use crate::{
    messages::{reply_to, send},
    support::{Studio, Text as _},
};

/// Makes a rule; its path and what was answered.
fn patterned(studio: &Studio, path: &str, category: &str, pattern: &str) -> (String, Value) {
    let body = json!({ "category": category, "name": category, "pattern": pattern });
    rule(studio, path, &body)
}

service_test! {
    fn a_pattern_that_cannot_be_read_is_refused_with_its_position(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let (rule, made) = patterned(studio, &path, "inflection", "{stem}im");

        let refused = studio.put(&rule, &json!({ "pattern": "{stem}im\nk > g / V", "name": 1 }));

        insta::assert_snapshot!(refused, @r"
        422
        body.name: Input should be a valid string (string_type)
        body.pattern: Value error, the pattern cannot be read at position 18: expected a sound, a class such as V, {Stop} or [aeiou], “#”, “+”, “…” or “(”, or “_” where the rule applies, found its end (value_error)
        ");
        let detail = &refused.body["detail"][1];
        assert_eq!(detail["loc"], json!(["body", "pattern"]));
        assert_eq!(detail["input"], "{stem}im\nk > g / V");
        assert_eq!((&detail["ctx"]["position"], &detail["ctx"]["error"]), (&json!(18), &json!({})));
        assert_eq!(studio.get(&rule).ok(), made);
        // Before it is looked whether the rule is there.
        assert_eq!(studio.put(&format!("{RULES}/x"), &json!({ "pattern": "(" })).status, 422);
        let list = format!("{path}/grammar-rules");
        let prose = json!({ "category": "other", "name": "a", "pattern": "The plural is formed with im." });
        assert_eq!(studio.post(&list, &prose).status, 422);
        for pattern in ["", "{stem}im", "N-ar", "N → N-ar", "SOV", "N + -e", "k > g / V _ V"] {
            assert_eq!(studio.put(&rule, &json!({ "pattern": pattern })).ok()["pattern"], pattern);
        }
    }
}

service_test! {
    fn examples_are_run_at_every_change_and_refuse_none(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let examples = json!([{ "input": "kel", "output": "kelim" }, { "input": "sar", "output": "sarin" }]);
        let (plural, made) = rule(studio, &path, &json!({ "category": "inflection", "name": "Plural",
            "pattern": "{stem}im", "examples": examples }));

        assert_eq!(made["examples"][0]["result"], json!({ "status": "passed" }));
        assert_eq!(made["examples"][1]["result"], json!({
            "status": "failed",
            "reason": "The rule makes “sarim” of “sar”, and the example says “sarin”; they part at sound 5.",
            "expected": "sarin",
            "actual": "sarim",
            "differs": { "step": 1, "pattern": "{stem}im", "before": "sar", "after": "sar-im" },
        }));
        let changed = studio.put(&plural, &json!({ "pattern": "{stem}im; m > n / _ #" })).ok();
        assert_eq!(changed["examples"][0]["result"]["status"], "failed");
        let differs = &changed["examples"][0]["result"]["differs"];
        assert_eq!((&differs["step"], &differs["pattern"]), (&json!(2), &json!("m > n / _ #")));
        assert_eq!(changed["examples"][1]["result"]["status"], "passed");
        // What other rules say changes what this one makes.
        studio.put(&plural, &json!({ "pattern": "{stem}im / C _" })).ok();
        let result = &studio.get(&plural).ok()["examples"][0]["result"];
        assert_eq!(result["status"], "not_applicable");
        assert!(result["reason"].text().contains("in the class C"), "{result}");
        patterned(studio, &path, "phonology", "C = l r");
        assert_eq!(studio.get(&plural).ok()["examples"][0]["result"]["status"], "passed");
        let (_, join) = patterned(studio, &path, "morphophonology", "l > r / _ + i");
        let list = studio.get(&format!("{path}/grammar-rules")).ok();
        let result = &list["grammarRules"][0]["examples"][0]["result"];
        assert_eq!((&result["actual"], &result["differs"]["rule"]), (&json!("kerim"), &join["name"]));
        // Without a pattern nothing is run.
        let empty = studio.put(&plural, &json!({ "pattern": null })).ok();
        assert_eq!(empty["examples"][0].get("result"), None);
    }
}

service_test! {
    fn words_have_the_forms_that_the_rules_make_and_break_rules(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        patterned(studio, &path, "phonology", "C = k l r s n; V = a e i o u");
        let (_, shape) = patterned(studio, &path, "phonotactics", "(C)V(l|n)");
        let (_, plural) = patterned(studio, &path, "inflection", "PL: N-in, DU: ka-N");
        let (_, past) = patterned(studio, &path, "derivation", "{verb}-ra");
        let (kel, made) = word(studio, &path, &json!({ "form": "kel", "partOfSpeech": "noun" }));
        word(studio, &path, &json!({ "form": "karsi", "partOfSpeech": "verb" }));
        word(studio, &path, &json!({ "form": "-rs", "partOfSpeech": "suffix" }));

        let forms = studio.get(&format!("{kel}/forms")).ok();
        let check = studio.get(&format!("{path}/lexicon/check")).ok();

        let form = |label: &str, form: &str, segmented: &str| json!({ "ruleId": plural["id"],
            "rule": "inflection", "label": label, "form": form, "segmented": segmented });
        assert_eq!(forms, json!({
            "wordId": made["id"],
            "word": "kel",
            "partOfSpeech": "noun",
            "forms": [form("PL", "kelin", "kel-in"), form("DU", "kakel", "ka-kel")],
            "omitted": [{ "ruleId": past["id"], "rule": "derivation",
                "reason": "The rule takes only words whose part of speech is verb." }],
            "violations": [],
        }));
        assert_eq!((&check["checked"], &check["total"], &check["complete"]), (&json!(2), &json!(1), &json!(true)));
        assert_eq!(check["rules"], json!(["phonotactics"]));
        assert_eq!(check["words"][0]["word"], "karsi");
        assert_eq!(check["words"][0]["violations"], json!([{ "ruleId": shape["id"], "rule": "phonotactics",
            "problem": "in “karsi” no syllable of “(C)V(l|n)” fits “rsi” behind “ka”" }]));
        assert_eq!(studio.get("/api/creative/conlang/words/x/forms").detail(), "Word not found");
        let unknown = studio.get("/api/creative/conlang/languages/x/lexicon/check");
        assert_eq!(unknown.detail(), "Language not found");
    }
}

service_test! {
    fn a_change_of_a_rule_says_which_forms_of_the_lexicon_change(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        for (form, part) in [("kel", "noun"), ("sar", "noun"), ("vi", "verb")] {
            word(studio, &path, &json!({ "form": form, "partOfSpeech": part }));
        }

        let (plural, made) = patterned(studio, &path, "inflection", "N-im");

        let changed = |answer: &Value| -> Vec<String> {
            let Some(forms) = answer["changedForms"]["forms"].as_array() else { return Vec::new() };
            forms.iter().map(|it| format!("{} {}: {} {}", it["word"].text(), it["rule"].text(), it["before"], it["after"])).collect()
        };
        assert_eq!(changed(&made), [r#"kel inflection: [] ["kelim"]"#, r#"sar inflection: [] ["sarim"]"#]);
        assert_eq!((&made["changedForms"]["total"], &made["changedForms"]["complete"]), (&json!(2), &json!(true)));
        assert_eq!(studio.get(&plural).ok().get("changedForms"), None);
        let (join, made) = patterned(studio, &path, "morphophonology", "r > l / _ + i");
        assert_eq!(changed(&made), [r#"sar inflection: ["sarim"] ["salim"]"#]);
        assert_eq!(studio.put(&join, &json!({ "description": "d" })).ok().get("changedForms"), None);
        let emptied = studio.put(&join, &json!({ "pattern": "" })).ok();
        assert_eq!(changed(&emptied), [r#"sar inflection: ["salim"] ["sarim"]"#]);
        let verbs = studio.put(&plural, &json!({ "pattern": "V-im" })).ok();
        assert_eq!(verbs["changedForms"]["total"], 3);
    }
}

service_test! {
    fn the_linguist_inflects_words_and_names_what_breaks_a_rule(studio) {
        let project = studio.project("Atlas");
        let path = language(studio, &project, "Veshti");
        patterned(studio, &path, "phonology", "C = k l r s n; V = a e i o u");
        patterned(studio, &path, "phonotactics", "(C)V(l|n)");
        rule(studio, &path, &json!({ "category": "inflection", "name": "Plural", "pattern": "PL: N-in",
            "examples": [{ "input": "kel", "output": "kelin" }, { "input": "kel", "output": "kelan" }] }));
        word(studio, &path, &json!({ "form": "kel", "partOfSpeech": "noun" }));
        word(studio, &path, &json!({ "form": "karsi", "partOfSpeech": "noun" }));
        let ask = |words: &str| {
            let message = json!({ "toAgent": "linguist", "message": words,
                "context": { "metadata": { "projectId": project } } });
            reply_to(studio, &send(studio, &message).ok())["message"].text()
        };

        insta::assert_snapshot!(ask("Inflect “kel”."), @r"
        kel (noun), by the rules of Veshti:
        Forms (1):
          PL: kelin (kel-in), by “Plural”
        ");
        insta::assert_snapshot!(ask("What are the forms of sun, a noun?"), @r"
        sun (noun; the lexicon does not have it), by the rules of Veshti:
        Forms (1):
          PL: sunin (sun-in), by “Plural”
        ");
        insta::assert_snapshot!(ask("Which words break the rules?"), @r"
        Of 2 words of Veshti, 1 word breaks a rule. Looked at: “phonotactics”.
        Words that break a rule (1):
          karsi: “phonotactics”: in “karsi” no syllable of “(C)V(l|n)” fits “rsi” behind “ka”
        ");
        insta::assert_snapshot!(ask("Which examples fail?"), @r"
        Veshti: 1 example holds, 1 does not, 0 cannot be run.
        Examples that do not hold (1):
          “Plural”, example 2: The rule makes “kelin” of “kel”, and the example says “kelan”; they part at sound 4. Step 1, PL: N-in: kel becomes kel-in.
        ");
    }
}
