//! What a search finds: questions in one's own words over books, each with words of the passage that answers
//! it. A question is answered when one of the first five passages has such words. The orders that are
//! compared are taken from one search: by BM25 alone, by meaning alone, and the program's own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use xtask::failure::{Doing, Failure, Outcome};
use xtask::wait;

use crate::books;
use crate::service::Service;

/// Passages of a result that are looked at.
const FIRST: usize = 5;

/// Passages that a search is asked for: those that come first by words or by meaning are among them.
const RESULTS: usize = 100;

/// How long embedding a book may take: a novel takes a minute, with a debug build and other programs more.
const EMBEDDING_LIMIT: Duration = Duration::from_secs(900);
const EMBEDDING_INTERVAL: Duration = Duration::from_millis(500);

/// A question and words of the passages that answer it.
struct BookQuestion {
    book: String,
    kind: String,
    text: String,
    answers: Vec<String>,
}

/// How many questions were answered, of how many.
#[derive(Debug, Default, Clone, Copy)]
struct Answered {
    all: usize,
    words: usize,
    meaning: usize,
    both: usize,
}

/// Asks the questions of a file over the books in a folder; the table of what was answered.
pub(crate) fn measure(binary: &Path, file: &Path, folder: &Path, list: bool) -> Outcome<String> {
    let questions = read(file)?;
    let mut books: Vec<&str> = questions.iter().map(|it| it.book.as_str()).collect();
    books.dedup();
    let service = Service::start(binary, "minilm")?;
    let mut rows: BTreeMap<(String, String), Answered> = BTreeMap::new();
    for book in books {
        let project = import(&service, &folder.join(book), book)?;
        wait_for_vectors(&service, &project)?;
        for question in questions.iter().filter(|it| it.book == book) {
            let found = search(&service, &project, &question.text)?;
            let ranks = [by(&found, "wordScore"), by(&found, "similarity"), found];
            let [words, meaning, both] = ranks.map(|it| is_answered(&it, &question.answers));
            if list && !both {
                println!("{book}, {}: {}", question.kind, question.text);
            }
            let all =
                [question.kind.as_str(), "all"].map(|kind| (book.to_owned(), kind.to_owned()));
            let total = ("all".to_owned(), question.kind.clone());
            for row in all.into_iter().chain([total, ("all".to_owned(), "all".to_owned())]) {
                let row = rows.entry(row).or_default();
                row.all += 1;
                row.words += usize::from(words);
                row.meaning += usize::from(meaning);
                row.both += usize::from(both);
            }
        }
    }
    Ok(table(&rows))
}

/// The questions of a file: book, kind, question, and words of answers that `||` parts, with tabs between.
fn read(file: &Path) -> Outcome<Vec<BookQuestion>> {
    let text = fs::read_to_string(file).doing(format_args!("reading {}", file.display()))?;
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            [book, kind, question, answers] => Ok(BookQuestion {
                book: book.to_owned(),
                kind: kind.to_owned(),
                text: question.to_owned(),
                answers: answers.split("||").map(plain).collect(),
            }),
            _ => Err(Failure::new(format!("no question: {line}"))),
        })
        .collect()
}

fn import(service: &Service, folder: &Path, book: &str) -> Outcome<String> {
    let project = service.client.post("/api/projects", &json!({ "name": book }))?;
    let project = project["id"].as_str().unwrap_or_default().to_owned();
    for name in books::names(folder, ".md")? {
        let path = folder.join(&name);
        let text = fs::read_to_string(&path).doing(format_args!("reading {}", path.display()))?;
        let body = json!({ "title": name.trim_end_matches(".md"), "content": text });
        service.client.post(&format!("/api/projects/{project}/documents"), &body)?;
    }
    Ok(project)
}

fn wait_for_vectors(service: &Service, project: &str) -> Outcome<()> {
    let all = wait::until(EMBEDDING_LIMIT, EMBEDDING_INTERVAL, || {
        let found = ask(service, project, "anything", 1).ok()?;
        (found["meaning"]["waiting"] == 0).then_some(())
    });
    all.ok_or_else(|| Failure::new(format!("not all was embedded in {EMBEDDING_LIMIT:?}")))
}

fn ask(service: &Service, project: &str, question: &str, limit: usize) -> Outcome<Value> {
    let body = json!({ "query": question, "projectId": project, "limit": limit });
    service.client.post("/api/discovery/research/search", &body)
}

fn search(service: &Service, project: &str, question: &str) -> Outcome<Vec<Value>> {
    let mut found = ask(service, project, question, RESULTS)?;
    match found["results"].take() {
        Value::Array(results) => Ok(results),
        _ => Err(Failure::new(format!("no results for “{question}”"))),
    }
}

/// These results by one of their scores, the highest first; without those that have none.
fn by(results: &[Value], score: &str) -> Vec<Value> {
    let of = |result: &Value| {
        let score = result.get(score).or_else(|| result["metadata"].get(score));
        score.and_then(Value::as_f64).unwrap_or(0.0)
    };
    let mut sorted: Vec<Value> = results.iter().filter(|it| of(it) > 0.0).cloned().collect();
    sorted.sort_by(|one, other| of(other).total_cmp(&of(one)));
    sorted
}

fn is_answered(results: &[Value], answers: &[String]) -> bool {
    results.iter().take(FIRST).any(|result| {
        let text = plain(result["content"].as_str().unwrap_or_default());
        answers.iter().any(|answer| text.contains(answer))
    })
}

/// A text with plain quotation marks and single spaces, in which an answer is looked for.
fn plain(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|letter| !matches!(letter, '_' | '*' | '\u{2060}'))
        .map(|letter| match letter {
            '‘' | '’' => '\'',
            '“' | '”' => '"',
            letter => letter,
        })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn table(rows: &BTreeMap<(String, String), Answered>) -> String {
    let head = "| book | kind | questions | BM25 alone | meaning alone | both |\n|---|---|---|---|---|---|\n";
    rows.iter()
        .map(|((book, kind), Answered { all, words, meaning, both })| {
            format!("| {book} | {kind} | {all} | {words} | {meaning} | {both} |\n")
        })
        .fold(head.to_owned(), |table, row| table + &row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_answered_by_one_of_the_first_five_passages() {
        let result = |text: &str, similarity: f64| {
            json!({ "content": text, "similarity": similarity,
            "metadata": { "wordScore": 0.0 } })
        };
        let mut results = vec![result("nothing", 0.5); 5];
        results.push(result("He said: “It’s  _here_.”", 0.9));
        let answers = [plain("\"It's here")];

        assert!(!is_answered(&results, &answers));
        assert!(is_answered(&by(&results, "similarity"), &answers));
        assert!(by(&results, "wordScore").is_empty());
    }

    #[test]
    fn our_questions_are_questions() {
        let file = xtask::workspace::root().join("crates/proof/questions.tsv");

        let questions = read(&file).unwrap();

        assert!(questions.len() > 150);
        assert!(questions.iter().all(|it| it.answers.iter().all(|answer| answer.len() > 3)));
    }
}
