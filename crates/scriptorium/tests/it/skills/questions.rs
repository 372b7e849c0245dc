//! What the staff answers without a language model when a writer asks about a book. Forty-five
//! questions about the demo's novella: each answer has what was read in the novella beforehand, and
//! nothing of what has nothing to do with it; whatever it quotes or names is there.

mod source;
mod table;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{
    demo::install,
    messages::{reply_to, send},
    support::{Studio, Text as _},
};
use source::{Source, plain, quotations};
use table::{QUESTIONS, Question};

/// The share of its lines that an answer may have in common with another one of the same agent.
const COMMON_LINES_MAX: f64 = 0.5;

/// Words from which on a quotation is of a text, and no name.
const PASSAGE_WORDS_MIN: usize = 3;

/// The least that an answer says beside the need for a language model, in characters.
const SUBSTANCE_CHARS_MIN: usize = 80;

/// Asks an agent about the active project, in words alone.
fn ask(studio: &Studio, agent: &str, words: &str) -> Value {
    let sent = send(studio, &json!({ "toAgent": agent, "message": words })).ok();
    reply_to(studio, &sent)
}

/// The answers of the agents that are listed, one after the other; what is wrong with them.
fn judge(studio: &Studio, agents: &[&str]) -> Vec<String> {
    let source = Source::read(studio);
    let mut wrong = Vec::new();
    for agent in agents {
        let questions: Vec<&Question> = QUESTIONS.iter().filter(|it| it.agent == *agent).collect();
        assert_eq!(questions.len(), 3, "{agent}");
        let answers: Vec<Value> = questions.iter().map(|it| ask(studio, agent, it.asks)).collect();
        for (question, answer) in questions.iter().zip(&answers) {
            let text = answer["message"].text();
            let mut faults = faults_of_substance(question, &text, &source);
            faults.extend(faults_of_any(question, &text, &source));
            source.faults_of_report(&answer["report"], &mut faults);
            if !faults.is_empty() {
                let faults = faults.join("\n  - ");
                wrong.push(format!("{agent}: {}\n  - {faults}\n{text}", question.asks));
            }
        }
        wrong.extend(faults_of_sameness(agent, &answers));
    }
    wrong
}

/// What an answer lacks, and has without a reason.
fn faults_of_substance(question: &Question, text: &str, source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    for wanted in question.says {
        if !wanted.split('|').any(|it| has(text, it)) {
            faults.push(format!("does not say {wanted}"));
        }
    }
    for strange in question.omits.iter().filter(|it| has(text, it)) {
        faults.push(format!("says {strange}"));
    }
    let mut rest = plain(text);
    for wanted in question.in_order {
        match rest.find(&plain(wanted)) {
            Some(at) => rest = rest.split_off(at),
            None => faults.push(format!("does not say {wanted} in its order")),
        }
    }
    for title in question.quotes {
        let is_of = |it: &String| words(it) >= PASSAGE_WORDS_MIN && source.is_in(title, it);
        if !has(text, title) || !text.lines().flat_map(quotations).any(|it| is_of(&it)) {
            faults.push(format!("does not quote “{title}”"));
        }
    }
    faults
}

/// What holds of all answers: what they quote is there, under the title they give; they do not
/// measure the question; and they say more than that a language model is needed.
fn faults_of_any(question: &Question, text: &str, source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    for line in text.lines() {
        let quoted: Vec<String> = quotations(line);
        let titles: Vec<&str> = source.titles_in(&quoted);
        for words_quoted in &quoted {
            let is_there = if titles.is_empty() || words(words_quoted) < PASSAGE_WORDS_MIN {
                source.is_anywhere(words_quoted)
            } else {
                source.is_in_records(words_quoted)
                    || titles.iter().any(|title| source.is_in(title, words_quoted))
            };
            // A word of the question that was not understood may be quoted back.
            let is_asked =
                words(words_quoted) < PASSAGE_WORDS_MIN && has(question.asks, words_quoted);
            if !is_there && !is_asked {
                faults.push(format!("quotes what is not there: {words_quoted} in {line}"));
            }
        }
    }
    if text.contains("text of the message") || text.contains(question.asks) {
        faults.push("is about the words of the question".to_owned());
    }
    let of_model = |it: &&str| it.contains("a language model");
    let sentences: Vec<&str> = text.split_inclusive(['.', '\n']).collect();
    if sentences.iter().filter(|it| of_model(it)).count() > 1 {
        faults.push("says more than once that it takes a language model".to_owned());
    }
    let substance: usize =
        sentences.iter().filter(|it| !of_model(it)).map(|it| it.trim().chars().count()).sum();
    if substance < SUBSTANCE_CHARS_MIN {
        faults.push("says next to nothing".to_owned());
    }
    faults
}

/// Answers to different questions differ.
fn faults_of_sameness(agent: &str, answers: &[Value]) -> Vec<String> {
    let lines = |answer: &Value| -> BTreeSet<String> {
        let text = answer["message"].text();
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let lines: Vec<_> = answers.iter().map(lines).collect();
    let mut faults = Vec::new();
    for (at, one) in lines.iter().enumerate() {
        for other in &lines[at + 1..] {
            let fewest = one.len().min(other.len()) as f64;
            let common = one.intersection(other).count() as f64;
            if common > COMMON_LINES_MAX * fewest {
                faults.push(format!("{agent}: {common} of {fewest} lines answer two questions"));
            }
        }
    }
    faults
}

/// Whether a text has these words, and not within longer ones.
fn has(text: &str, words: &str) -> bool {
    let (text, words) = (plain(text), plain(words));
    let is_edge = |letter: Option<char>| letter.is_none_or(|it| !it.is_alphanumeric());
    text.match_indices(&words).any(|(at, _)| {
        is_edge(text[..at].chars().next_back()) && is_edge(text[at + words.len()..].chars().next())
    })
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Agents that answer from the records of a project.
const OF_RECORDS: [&str; 8] =
    ["architect", "chronicler", "linguist", "muse", "plotter", "publisher", "scribe", "worldsmith"];

/// Agents that answer from its texts.
const OF_TEXTS: [&str; 6] =
    ["archivist", "castwright", "critic", "lorekeeper", "proseguard", "researcher"];

service_test! {
    fn agents_of_records_answer_what_a_writer_asks_about_the_novella(studio) {
        install(studio);

        let wrong = judge(studio, &OF_RECORDS);

        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    }
}

service_test! {
    fn agents_of_texts_answer_what_a_writer_asks_about_the_novella(studio) {
        install(studio);

        let wrong = judge(studio, &OF_TEXTS);

        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    }
}

service_test! {
    fn the_director_has_what_a_writer_asks_about_the_novella_answered(studio) {
        install(studio);

        let wrong = judge(studio, &["director"]);

        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    }
}

#[test]
fn all_of_the_staff_is_asked() {
    let asked: BTreeSet<&str> = QUESTIONS.iter().map(|it| it.agent).collect();

    let all = OF_RECORDS.into_iter().chain(OF_TEXTS).chain(["director"]);
    assert_eq!(asked, all.collect());
    assert_eq!(asked.len(), 15);
}

#[test]
fn the_figures_of_the_questions_are_those_of_the_texts() {
    let words: usize = source::chapters().iter().map(|(_, text, _)| words(text)).sum();
    let stored: i64 = source::chapters().iter().map(|(.., stored)| stored).sum();

    assert_eq!(stored, 12_519);
    // Dashes and comments are counted otherwise by whoever splits at blanks.
    assert!((words as f64 - stored as f64).abs() < 0.01 * stored as f64, "{words}");
}
