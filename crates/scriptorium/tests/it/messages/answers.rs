//! What agents answer: measures that can be counted again, and quotations that stand in the text.

use std::collections::{BTreeMap, BTreeSet};

use domain::principal::Scope;
use serde_json::{Value, json};

use super::{SEND, path, reply_to, send};
use crate::support::{JSON, Studio, Text as _};

/// A text whose marks of Markdown stand in the way of who counts carelessly.
const CHAPTER: &str = "# Chapter *Three*\n\nThe Count came to me\u{2060}—quietly. *“Listen to them,”* he said \
    softly. “Children of the **night**!”\n\nSlowly, slowly the door was opened. I saw the Count. He \
    smiled. The [castle](https://example.org/a-b) &amp; the wolves were silent.\n\n* * *\n\nThe door \
    closed. The door opened. The door closed again.\n";

/// The same, as a reader reads it.
const READ: &str = "Chapter Three\n\nThe Count came to me — quietly. “Listen to them,” he said \
    softly. “Children of the night!”\n\nSlowly, slowly the door was opened. I saw the Count. He \
    smiled. The castle & the wolves were silent.\n\nThe door closed. The door opened. The door \
    closed again.\n";

/// The words of a plain text, in the simplest way.
fn words(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Asks an agent about a document; its reply.
fn ask_about(studio: &Studio, agent: &str, document: &str) -> Value {
    let sent = send(
        studio,
        &json!({ "toAgent": agent, "message": "What do you say?",
        "context": { "metadata": { "documentId": document } } }),
    )
    .ok();
    reply_to(studio, &sent)
}

/// Every quotation in a report: its words, and where they are said to stand.
fn quotations(report: &Value, found: &mut Vec<(String, usize, usize)>) {
    match report {
        Value::Object(object) => {
            if let (Some(quote), Some(start), Some(end)) =
                (object.get("quote"), object.get("start"), object.get("end"))
            {
                let offset = |value: &Value| usize::try_from(value.as_i64().unwrap()).unwrap();
                found.push((quote.text(), offset(start), offset(end)));
            }
            object.values().for_each(|value| quotations(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| quotations(item, found)),
        _ => {}
    }
}

/// Letters and digits alone: white space, marks and markup are none.
fn bare(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// Asserts that everything a report quotes stands where it says; how many quotations there were.
fn assert_quotes_stand_in(source: &str, report: &Value) -> usize {
    let letters: Vec<char> = source.chars().collect();
    let mut found = Vec::new();
    quotations(report, &mut found);
    for (quote, start, end) in &found {
        let slice: String = letters[*start..*end].iter().collect();
        // An address stands between the brackets of a link.
        let slice = bare(&slice.replace("](https://example.org/a-b)", "").replace("&amp;", ""));
        match quote.strip_suffix(" …") {
            Some(shortened) => assert!(slice.starts_with(&bare(shortened)), "{quote} in {slice}"),
            None => assert_eq!(bare(quote), slice, "{start}..{end}"),
        }
    }
    found.len()
}

service_test! {
    fn proseguard_measures_a_document_and_what_it_counts_can_be_counted_again(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "III", CHAPTER);

        let reply = ask_about(studio, "proseguard", &document);

        let report = &reply["report"];
        let read = words(READ);
        assert_eq!((&report["kind"], &report["documentId"].text()), (&json!("prose"), &document));
        assert_eq!(report["words"], read.len());
        assert_eq!(report["distinctWords"], read.iter().collect::<BTreeSet<_>>().len());
        assert_eq!(report["sentences"], READ.matches(['.', '!']).count());
        assert_eq!(report["paragraphs"], READ.split("\n\n").count());
        let speech: Vec<String> =
            READ.split(['“', '”']).skip(1).step_by(2).flat_map(words).collect();
        assert_eq!(report["dialogue"]["quotations"], READ.matches('“').count());
        assert_eq!(report["dialogue"]["words"], speech.len());
        let share = report["dialogue"]["share"].as_f64().unwrap();
        assert!((share - speech.len() as f64 / read.len() as f64).abs() < 1e-9, "{share}");
        let adverbs = read.iter().filter(|word| word.ends_with("ly")).count();
        assert_eq!(report["adverbs"]["count"], adverbs);
        let rate = report["adverbs"]["perThousand"].as_f64().unwrap();
        assert!((rate - adverbs as f64 * 1_000.0 / read.len() as f64).abs() < 1e-9, "{rate}");
        assert_eq!(report["passives"]["count"], 1);
        assert_eq!(report["passives"]["passages"][0]["found"]["quote"], "was opened");
        assert_eq!(report["filters"]["count"], 1);
        assert_eq!(report["filters"]["passages"][0]["sentence"]["quote"], "I saw the Count.");
        let per_sentence = (read.len() - 2) as f64 / report["sentences"].as_f64().unwrap();
        let mean = report["rhythm"]["meanWords"].as_f64().unwrap();
        assert!((mean - per_sentence).abs() < 1e-9, "without the heading: {mean}");
        for formula in report["readability"]["formulas"].as_array().unwrap() {
            assert!(formula["source"].text().len() > 10, "{formula}");
        }

        assert!(assert_quotes_stand_in(CHAPTER, report) > 10);
        // People read the same numbers.
        let letter = reply["message"].text();
        let first = format!("“III” has {} words", read.len());
        assert!(letter.starts_with(&first), "{letter}");
        for quoted in ["“softly”", "“was opened”", "“I saw the Count.”"] {
            assert!(letter.contains(quoted), "{quoted} in {letter}");
        }
    }
}

service_test! {
    fn lorekeeper_lists_the_names_of_a_document_where_they_are_first_met(studio) {
        let text = "*Mina* wrote to Lucy Westenra\u{2060}—from Whitby. When Lucy had read it, Mina was in \
            Whitby again.\n\nNobody in Whitby knew Count Vorn. “I know him,” said Lucy, “but he is \
            called **Vorne**.” Then Mina smiled at Vorn.\n";
        let project = studio.project("Dracula");
        let document = studio.document(&project, "VIII", text);

        let reply = ask_about(studio, "lorekeeper", &document);

        let report = &reply["report"];
        assert_eq!((&report["kind"], &report["documentId"].text()), (&json!("names"), &document));
        assert_eq!(report.get("lore"), None, "a project without lore");
        let names = report["names"].as_array().unwrap();
        let mut counted = BTreeMap::new();
        for name in names {
            let (count, within) = (name["count"].as_i64().unwrap(), name["within"].as_i64().unwrap());
            // A name counts wherever it stands, by itself or in a longer one.
            let text_of_name = name["name"].text();
            let stands = text
                .match_indices(&text_of_name)
                .filter(|(at, it)| !text[at + it.len()..].starts_with(char::is_alphanumeric))
                .count();
            assert_eq!(usize::try_from(count + within).unwrap(), stands, "{name}");
            let first = usize::try_from(name["first"]["start"].as_i64().unwrap()).unwrap();
            let at = text.find(&text_of_name).unwrap();
            if within == 0 {
                assert_eq!(first, text[..at].chars().count(), "{name}");
            }
            assert!(bare(&name["firstMet"]["quote"].text()).contains(&bare(&text_of_name)), "{name}");
            counted.insert(text_of_name, (count, within));
        }
        assert_eq!(counted.get("Mina"), Some(&(3, 0)));
        assert_eq!(counted.get("Whitby"), Some(&(3, 0)));
        assert_eq!(counted.get("Lucy"), Some(&(2, 1)));
        assert_eq!(counted.get("Lucy Westenra"), Some(&(1, 0)));
        assert_eq!(report["total"], names.len());
        let frequencies = names.iter().map(|name| name["count"].as_i64().unwrap());
        assert!(frequencies.is_sorted_by(|more, less| more >= less), "{names:?}");
        let near = report["near"].as_array().unwrap();
        assert_eq!(near.len(), 1, "{near:?}");
        let words = [near[0]["one"]["word"].text(), near[0]["other"]["word"].text()];
        assert_eq!(words.iter().collect::<BTreeSet<_>>(), ["vorn".to_owned(), "vorne".to_owned()].iter().collect());
        assert!(assert_quotes_stand_in(text, report) >= 2 * names.len());
        let letter = reply["message"].text();
        assert!(letter.contains("Mina 3") && letter.contains("Vorne"), "{letter}");
    }
}

service_test! {
    fn without_a_document_the_message_itself_is_read(studio) {
        for agent in ["proseguard", "lorekeeper"] {
            for context in [json!(null), json!({ "metadata": {} }), json!({ "taskId": "t" })] {
                let sent = send(studio, &json!({ "toAgent": agent, "context": context,
                    "message": "The door was opened slowly. *Mina* saw Mina." })).ok();
                let reply = reply_to(studio, &sent);

                let report = &reply["report"];
                assert_eq!(report["documentId"], Value::Null);
                let text = "The door was opened slowly. *Mina* saw Mina.";
                assert!(assert_quotes_stand_in(text, report) > 1, "{report}");
                assert!(reply["message"].text().starts_with("The text of the message"), "{reply}");
            }
        }
    }
}

service_test! {
    fn one_of_a_kind_has_the_noun_of_one(studio) {
        for (agent, text, wanted) in [
            ("proseguard", "Mina.", "The text of the message has 1 word (1 different) in 1 sentence \
                and 1 paragraph.\n"),
            ("proseguard", "Mina.", "The longest sentence has 1 word: “Mina.”\n"),
            ("proseguard", "“Go now,” he said.", " of the words, in 1 quotation.\n"),
            ("lorekeeper", "Then Mina left.", "The text of the message has 1 name. By frequency:\n"),
            ("lorekeeper", "Then Vorne met a Vorn.", "(1 time, in “Vorn”)"),
        ] {
            let sent = send(studio, &json!({ "toAgent": agent, "message": text })).ok();
            let letter = reply_to(studio, &sent)["message"].text();

            assert!(letter.contains(wanted), "{wanted:?} in {letter}");
        }
    }
}

service_test! {
    fn a_document_that_is_not_there_for_the_sender_is_answered_so(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "A secret.");
        let trashed = studio.document(&project, "II", "A secret.");
        studio.delete(&format!("/api/projects/{project}/documents/{trashed}")).ok();
        let other = studio.project("other");
        let lost = studio.document(&other, "I", "A secret.");
        studio.delete(&format!("/api/projects/{other}")).ok();

        for agent in ["proseguard", "lorekeeper"] {
            for id in ["missing", "", trashed.as_str(), lost.as_str()] {
                let reply = ask_about(studio, agent, id);
                assert_eq!((reply["message"].text().as_str(), &reply["report"]),
                    ("Document not found", &Value::Null), "{id}");
            }
        }
        // What is not the sender's to see is, for the sender, not there.
        let database = studio.behind().database.clone();
        let now = studio.clock.now();
        let token = scriptorium::tokens::create(&database, "lucy", Scope::Write, "", None, now);
        let bearer = format!("Bearer {}", studio.block_on(token).unwrap());
        let body = json!({ "toAgent": "proseguard", "message": "x",
            "context": { "metadata": { "documentId": document } } });
        let headers = [JSON, ("authorization", bearer.as_str())];
        let sent = studio.ask("POST", SEND, &headers, Some(&body.to_string())).ok();
        assert_eq!(reply_to(studio, &sent)["message"], "Document not found");
        assert_eq!(studio.get(&path(&sent)).ok()["projectId"], Value::Null);
        let seen = ask_about(studio, "proseguard", &document);
        assert!(seen["message"].text().starts_with("“I” has 2 words"), "{seen}");
    }
}

service_test! {
    fn an_agent_that_needs_a_model_says_that_there_is_none(studio) {
        let project = studio.project("Dracula");
        let named = json!({ "metadata": { "projectId": project } });
        for (agent, asks) in [("muse", "Write a premise."), ("scribe", "Write a scene.")] {
            let body = json!({ "toAgent": agent, "message": asks, "context": named });

            let answer = reply_to(studio, &send(studio, &body).ok())["message"].text();
            let first = answer.lines().next().unwrap();
            assert!(first.contains("a language model, and none is configured"), "{answer}");
        }
    }
}

service_test! {
    fn an_empty_document_is_measured_as_empty(studio) {
        let project = studio.project("Dracula");
        for content in ["", "* * *", "<!-- nothing -->"] {
            let document = studio.document(&project, "I", content);

            let prose = ask_about(studio, "proseguard", &document);
            assert_eq!((&prose["report"]["words"], &prose["report"]["sentences"]),
                (&json!(0), &json!(0)));
            assert_eq!(prose["report"]["dialogue"]["share"], Value::Null);
            let names = ask_about(studio, "lorekeeper", &document);
            assert_eq!(names["message"], "“I” has no names.\n");
            assert_eq!(names["report"]["total"], 0);
        }
    }
}
