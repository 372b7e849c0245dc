//! In which line of a text the words of a finding stand: its own, and all the places that its detail names. A
//! place is an object with a `documentId` and a `start`. Where a text was changed and the words no longer
//! stand there, there is no line.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::FindingItem;
use crate::json::JsonText;

/// A document whose text was looked up.
#[derive(Debug)]
pub struct TextLines {
    title: String,
    version: i64,
    content: String,
    /// Where each line begins: its number of characters and of bytes from the beginning.
    begins: Vec<(usize, usize)>,
}

impl TextLines {
    /// The lines of a text.
    pub fn new(title: String, version: i64, content: String) -> Self {
        let mut begins = vec![(0, 0)];
        for (characters, (bytes, letter)) in content.char_indices().enumerate() {
            if letter == '\n' {
                begins.push((characters + 1, bytes + 1));
            }
        }
        Self { title, version, content, begins }
    }

    /// The line of this character, counted from 1, if the text is of the version in which it was read or the
    /// words still stand there.
    fn of(&self, start: i64, version: Option<i64>, words: Option<&str>) -> Option<i64> {
        let start = usize::try_from(start).ok()?;
        let line = self.begins.partition_point(|(characters, _)| *characters <= start);
        let (characters, bytes) = self.begins[line - 1];
        let rest = &self.content[bytes..];
        let end = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
        let at = end.into_iter().nth(start - characters)?;
        let stands_there = version == Some(self.version)
            || words.is_some_and(|words| !words.is_empty() && rest[at..].starts_with(words));
        stands_there.then(|| i64::try_from(line).ok()).flatten()
    }
}

/// The documents in which a finding has places.
pub fn documents(item: &FindingItem) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    if item.quotation.is_some() {
        ids.extend(item.document_id.clone());
    }
    if let Some(detail) = detail(item) {
        gather(&detail, &mut ids);
    }
    ids
}

/// Gives a finding and each of its places the line, and places the titles of their documents. Of documents
/// that are not among the texts nothing is known.
pub fn add(item: &mut FindingItem, texts: &BTreeMap<String, TextLines>) {
    let text = item.document_id.as_ref().and_then(|id| texts.get(id));
    item.line = item.quotation.as_ref().zip(text).and_then(|(quoted, text)| {
        text.of(quoted.start, item.document_version, Some(&quoted.quote))
    });
    if let Some(mut detail) = detail(item)
        && complete(&mut detail, texts)
    {
        item.detail = Some(JsonText(detail.to_string()));
    }
}

fn detail(item: &FindingItem) -> Option<Value> {
    serde_json::from_str(&item.detail.as_ref()?.0).ok()
}

fn gather(value: &Value, ids: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some((id, _)) = position(members) {
                ids.insert(id.to_owned());
            }
            members.values().for_each(|inside| gather(inside, ids));
        }
        Value::Array(items) => items.iter().for_each(|inside| gather(inside, ids)),
        _ => {}
    }
}

/// The document of a place, and where it begins.
fn position(members: &Map<String, Value>) -> Option<(&str, i64)> {
    Some((members.get("documentId")?.as_str()?, members.get("start")?.as_i64()?))
}

/// Completes all places; whether there are any.
fn complete(value: &mut Value, texts: &BTreeMap<String, TextLines>) -> bool {
    match value {
        Value::Object(members) => {
            let inside = members.values_mut().fold(false, |any, it| complete(it, texts) | any);
            let found = position(members).and_then(|(id, start)| Some((texts.get(id)?, start)));
            let Some((text, start)) = found else { return inside };
            let version = members.get("documentVersion").and_then(Value::as_i64);
            let words = members.get("quote").and_then(Value::as_str);
            let line = text.of(start, version, words);
            members.insert("line".to_owned(), line.into());
            if !members.contains_key("documentTitle") {
                members.insert("documentTitle".to_owned(), text.title.as_str().into());
            }
            true
        }
        Value::Array(items) => items.iter_mut().fold(false, |any, it| complete(it, texts) | any),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_place_has_the_line_that_its_words_begin_in() {
        let text = TextLines::new("One".to_owned(), 4, "# É\n\nOne “two”.\nThree.".to_owned());

        for (start, version, words, wanted) in [
            (0, None, Some("#"), Some(1)),
            (3, Some(4), None, Some(1)),
            (4, Some(4), None, Some(2)),
            (5, None, Some("One"), Some(3)),
            (9, None, Some("“two”"), Some(3)),
            (16, None, Some("Three"), Some(4)),
            (22, Some(4), None, Some(4)),
            (5, Some(4), Some("Two"), Some(3)),
            (5, Some(3), Some("Two"), None),
            (5, Some(3), Some(""), None),
            (5, None, None, None),
            (23, Some(4), None, None),
            (-1, Some(4), None, None),
        ] {
            assert_eq!(text.of(start, version, words), wanted, "{start} {version:?} {words:?}");
        }
    }

    #[test]
    fn every_place_of_a_detail_is_completed() {
        let texts = BTreeMap::from([(
            "d1".to_owned(),
            TextLines::new("One".to_owned(), 4, "a\nb\nc".to_owned()),
        )]);
        let mut detail = json!({
            "count": 3,
            "places": [
                { "documentId": "d1", "documentTitle": "Before", "start": 2, "quote": "b" },
                { "documentId": "d2", "start": 2, "quote": "b" },
            ],
            "first": { "documentId": "d1", "documentVersion": 4, "start": 4 },
            "statements": [{ "source": "lore", "title": "Mina" }],
        });

        let mut ids = BTreeSet::new();
        gather(&detail, &mut ids);
        assert!(complete(&mut detail, &texts));

        assert_eq!(Vec::from_iter(ids), ["d1", "d2"]);
        assert_eq!(
            detail,
            json!({
                "count": 3,
                "places": [
                    { "documentId": "d1", "documentTitle": "Before", "start": 2, "quote": "b",
                      "line": 2 },
                    { "documentId": "d2", "start": 2, "quote": "b" },
                ],
                "first": { "documentId": "d1", "documentVersion": 4, "documentTitle": "One",
                           "start": 4, "line": 3 },
                "statements": [{ "source": "lore", "title": "Mina" }],
            })
        );
        assert!(!complete(&mut json!({ "count": 1 }), &texts));
    }
}
