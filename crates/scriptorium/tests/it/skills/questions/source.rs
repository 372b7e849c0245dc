//! The demo's novella and its records as files, to compare answers with: what stands in which
//! document, and which ids there are.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::support::{Studio, Text as _};

/// Everything that an answer about the novella can quote or name.
pub(super) struct Source {
    /// The documents by title, in the author's words.
    documents: BTreeMap<String, String>,
    /// The same by id.
    titles: BTreeMap<String, String>,
    /// All words of all records, one below the other.
    records: String,
    ids: BTreeSet<String>,
}

impl Source {
    /// The files of the demo, and what its sweep found.
    pub(super) fn read(studio: &Studio) -> Self {
        let mut source = Self {
            documents: BTreeMap::new(),
            titles: BTreeMap::new(),
            records: String::new(),
            ids: BTreeSet::new(),
        };
        let files = scriptorium::demo::files();
        for document in records("document") {
            let title = document["title"].text();
            let content = content_of(&document);
            source.titles.insert(document["id"].text(), title.clone());
            source.documents.insert(title, plain(&content));
        }
        for file in files.iter().filter(|it| !it.path.starts_with("documents/")) {
            match serde_json::from_str(&file.content) {
                Ok(read) => source.add(&read),
                Err(_) => source.records += &format!("{}\n", plain(&file.content)),
            }
        }
        let project = studio.get("/api/projects/active").ok()["id"].text();
        let path = format!("/api/projects/{project}/findings?limit=100");
        source.add(&studio.get(&path).ok());
        source.add(&studio.get("/api/agents").ok());
        source
    }

    /// Takes in all words and ids of a value.
    fn add(&mut self, value: &Value) {
        match value {
            Value::String(words) => self.records += &format!("{}\n", plain(words)),
            Value::Array(items) => items.iter().for_each(|it| self.add(it)),
            Value::Object(fields) => {
                for (key, it) in fields {
                    self.records += &format!("{}\n", plain(key));
                    if key == "id" {
                        self.ids.extend(it.as_str().map(str::to_owned));
                    }
                    self.add(it);
                }
            }
            _ => {}
        }
    }

    /// Whether a document has these words.
    pub(super) fn is_in(&self, title: &str, quoted: &str) -> bool {
        self.documents.get(title).is_some_and(|text| has_pieces(text, quoted))
    }

    /// Whether a record has these words.
    pub(super) fn is_in_records(&self, quoted: &str) -> bool {
        has_pieces(&self.records, quoted)
    }

    /// Whether anything has these words.
    pub(super) fn is_anywhere(&self, quoted: &str) -> bool {
        // A finding is quoted behind the title of its document.
        let titled = quoted.split_once(": ");
        let of_finding = titled.filter(|(title, _)| self.documents.contains_key(*title));
        self.is_in_records(quoted)
            || self.documents.values().any(|it| has_pieces(it, quoted))
            || of_finding.is_some_and(|(_, message)| self.is_in_records(message))
    }

    /// The titles among what a line quotes.
    pub(super) fn titles_in<'s>(&'s self, quoted: &[String]) -> Vec<&'s str> {
        let titles = self.documents.keys().map(String::as_str);
        titles.filter(|title| quoted.iter().any(|it| plain(it) == plain(title))).collect()
    }

    /// Adds what a report names or quotes and is not there.
    pub(super) fn faults_of_report(&self, report: &Value, faults: &mut Vec<String>) {
        match report {
            Value::Array(items) => items.iter().for_each(|it| self.faults_of_report(it, faults)),
            Value::Object(fields) => {
                let named = ["documentId", "entryId", "promiseId", "nodeId", "wordId", "eventId"];
                for id in named.iter().filter_map(|key| fields.get(*key)?.as_str()) {
                    if !self.ids.contains(id) {
                        faults.push(format!("reports the id {id}, which is not there"));
                    }
                }
                let document = fields.get("documentId").and_then(Value::as_str);
                if let Some(title) = document.and_then(|id| self.titles.get(id)) {
                    let passage = fields.get("passage").unwrap_or(report);
                    if let Some(quote) = passage["quote"].as_str()
                        && !self.is_in(title, quote)
                    {
                        faults.push(format!("reports “{title}” to have: {quote}"));
                    }
                }
                fields.values().for_each(|it| self.faults_of_report(it, faults));
            }
            _ => {}
        }
    }
}

/// The records of one kind.
fn records(kind: &str) -> Vec<Value> {
    let path = format!("{kind}.json");
    let files = scriptorium::demo::files();
    let file = files.iter().find(|it| it.path == path).expect("a file of records");
    serde_json::from_str(&file.content).expect("records")
}

fn content_of(document: &Value) -> String {
    let files = scriptorium::demo::files();
    let path = document["content"].text();
    files.into_iter().find(|it| it.path == path).expect("a text").content
}

/// The chapters: title, text, and how many words are stored.
pub(super) fn chapters() -> Vec<(String, String, i64)> {
    let chapters = records("document").into_iter().filter(|it| it["kind"] == "chapter");
    chapters
        .map(|it| (it["title"].text(), content_of(&it), it["words"].as_i64().expect("words")))
        .collect()
}

/// Words without what an answer writes in another way: marks, emphasis, breaks of lines, commas in
/// numbers.
pub(super) fn plain(text: &str) -> String {
    let is_mark = |it: char| "“”\"‘’'*_`".contains(it);
    let letters: Vec<char> = text.chars().filter(|it| !is_mark(*it)).collect();
    let digit =
        |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(char::is_ascii_digit);
    let is_grouping =
        |at: usize| letters[at] == ',' && digit(at.checked_sub(1)) && digit(Some(at + 1));
    let kept: String =
        letters.iter().enumerate().filter(|(at, _)| !is_grouping(*at)).map(|(_, it)| *it).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text has what is quoted, with whatever was left out where the quotation says so.
fn has_pieces(text: &str, quoted: &str) -> bool {
    let pieces = quoted.split('…').map(plain);
    pieces.filter(|it| !it.is_empty()).all(|it| text.contains(it.trim_end_matches([',', '.'])))
}

/// What stands between double quotation marks on a line, the outermost.
pub(super) fn quotations(line: &str) -> Vec<String> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, letter) in line.char_indices() {
        match letter {
            '“' => {
                if depth == 0 {
                    start = at + letter.len_utf8();
                }
                depth += 1;
            }
            '”' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    found.push(line[start..at].to_owned());
                }
            }
            _ => {}
        }
    }
    found
}
