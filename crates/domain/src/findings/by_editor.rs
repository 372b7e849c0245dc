//! Comments of editors, people who wrote them into a file that was imported. No check finds them again, so they hold
//! for as long as their words stand in the text.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    FOUND_MAX, Finding, FoundBy, Observation, Origin, Reading, Severity, Source, State,
    by_agent::{nearest, quoted},
    reconcile::{Reconciled, reconcile},
};
use crate::{json::JsonText, lore::Quoted, proposals::text::IndexedText, time::Time};

/// The rule of every comment.
pub const RULE: &str = "comment";

/// What stands for an agent where a person found something.
pub const EDITOR: &str = "editor";

/// Comments of one document, at most.
pub const COMMENTS_MAX: usize = FOUND_MAX;

/// The longest quotation, in characters; of longer ones the beginning is quoted.
const QUOTE_CHARS_MAX: usize = 500;

/// Why a comment that was marked as done waits for no answer.
const RESOLVED: &str = "It was marked as done in the file";

/// Something that an editor said about words of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditorComment {
    /// The first character of the words in the Markdown.
    pub start: i64,
    /// The character after the last one; equal to `start` where it is about a place.
    pub end: i64,
    /// Who said it; empty where the file does not say.
    pub author: String,
    /// When, as the file says it.
    pub date: Option<String>,
    /// What was said.
    pub text: String,
    /// Whether it was marked as done.
    pub is_resolved: bool,
}

impl EditorComment {
    /// It as an observation in a text; `number` tells it from those before that say the same of the same words.
    fn observe(&self, text: &IndexedText<'_>, file: &str, number: usize) -> Observation {
        let detail = json!({
            "author": self.author,
            "date": self.date,
            "comment": self.text,
            "file": file,
            NUMBER: number,
        });
        let message = if self.author.is_empty() {
            self.text.clone()
        } else {
            format!("{}: {}", self.author, self.text)
        };
        observation(message, self.quoted(text), detail)
    }

    /// Its words; those of its line where it is about a place.
    fn quoted(&self, text: &IndexedText<'_>) -> Option<Quoted> {
        let (start, end) = (text.byte(self.start)?, text.byte(self.end)?);
        let all = text.text();
        let (start, end) = if start < end {
            (start, end)
        } else {
            let from = all[..start].rfind('\n').map_or(0, |it| it + 1);
            let to = all[start..].find('\n').map_or(all.len(), |it| start + it);
            (from, to)
        };
        let words = all.get(start..end)?;
        let words = words.char_indices().nth(QUOTE_CHARS_MAX).map_or(words, |(at, _)| &words[..at]);
        (!words.trim().is_empty()).then(|| quoted(text, start, words))
    }
}

fn observation(message: String, quoted: Option<Quoted>, detail: serde_json::Value) -> Observation {
    let quote = quoted.as_ref().map_or("", |it| it.quote.as_str());
    let identity = identity(&message, quote, number(&detail));
    Observation {
        rule: RULE.to_owned(),
        severity: Severity::Medium,
        message,
        quoted,
        identity: Some(identity),
        project_rule: None,
        detail: Some(detail),
        limit: COMMENTS_MAX,
    }
}

/// What a comment is known by; the number tells it from others that say the same of the same words in other places.
fn identity(message: &str, quote: &str, number: u64) -> String {
    format!("{message} {quote} {number}")
}

fn number(detail: &serde_json::Value) -> u64 {
    detail.get(NUMBER).and_then(serde_json::Value::as_u64).unwrap_or(0)
}

/// The member of a detail that counts comments which say the same of the same words.
const NUMBER: &str = "number";

/// The detail of a comment that was stored.
fn stored_detail(finding: &Finding) -> Option<serde_json::Value> {
    finding.detail.as_ref().and_then(|it| serde_json::from_str(&it.0).ok())
}

/// The fingerprint of a comment that was stored, with its words of now.
pub(super) fn known_by(finding: &Finding) -> String {
    let quote = finding.quoted.as_ref().map_or("", |it| it.quote.as_str());
    let number = stored_detail(finding).map_or(0, |detail| number(&detail));
    let identity = identity(&finding.message, quote, number);
    Observation::known_by(FoundBy::Editor, RULE, &identity, None)
}

/// Gives a comment that was stored the next number.
pub(super) fn count_on(finding: &mut Finding) {
    let mut detail = stored_detail(finding).unwrap_or_else(|| json!({}));
    let next = number(&detail) + 1;
    if let Some(members) = detail.as_object_mut() {
        members.insert(NUMBER.to_owned(), next.into());
    }
    finding.detail = Some(JsonText(detail.to_string()));
    finding.fingerprint = known_by(finding);
}

/// A known comment whose words still stand in the text; one without words always does.
fn again(known: &Finding, text: &IndexedText<'_>) -> Option<Observation> {
    let detail = stored_detail(known)?;
    let words = match &known.quoted {
        Some(Quoted { quote, start, .. }) => {
            Some(quoted(text, nearest(text, quote, *start)?, quote))
        }
        None => None,
    };
    Some(observation(known.message.clone(), words, detail))
}

/// What becomes of the comments of editors in a document, all of which are `known`, when its text is as it is now and
/// these `new` ones came with a file; and how many of these found no room beside those that are known: a document has
/// [`COMMENTS_MAX`].
///
/// What is known is stale when its words are gone, and open again when they are back. A comment that was imported
/// before is the same, and what its author decided about it holds.
pub fn settle(
    project_id: &str,
    known: Vec<Finding>,
    (file, new): (&str, &[EditorComment]),
    (source, text): (&Source, &str),
    origin: &Origin,
    id: impl FnMut() -> String,
    now: Time,
) -> (Reconciled, usize) {
    let text = IndexedText::new(text);
    let mut seen: HashMap<(&str, &str, Option<String>), usize> = HashMap::new();
    let mut resolved = Vec::new();
    let mut said: Vec<(String, Observation)> = Vec::with_capacity(new.len());
    for comment in new {
        let words = comment.quoted(&text).map(|it| it.quote);
        let number =
            seen.entry((comment.author.as_str(), comment.text.as_str(), words)).or_default();
        let observed = comment.observe(&text, file, *number);
        *number += 1;
        let fingerprint = observed.fingerprint(FoundBy::Editor);
        if comment.is_resolved {
            resolved.push(fingerprint.clone());
        }
        said.push((fingerprint, observed));
    }
    let is_known: HashSet<&str> = known.iter().map(|it| it.fingerprint.as_str()).collect();
    let (said_again, said_first): (Vec<_>, Vec<_>) =
        said.into_iter().partition(|(fingerprint, _)| is_known.contains(fingerprint.as_str()));
    // What is known comes first, so that what is new never takes its room: it would be taken for gone.
    let is_said_again: HashSet<&str> = said_again.iter().map(|(it, _)| it.as_str()).collect();
    let others = known.iter().filter(|it| !is_said_again.contains(it.fingerprint.as_str()));
    let mut found: Vec<Observation> = others.filter_map(|it| again(it, &text)).collect();
    found.extend(said_again.iter().map(|(_, it)| it.clone()));
    let left = COMMENTS_MAX.saturating_sub(found.len());
    let left_out = said_first.len().saturating_sub(left);
    found.extend(said_first.into_iter().take(left).map(|(_, it)| it));
    let reading =
        Reading { by: FoundBy::Editor, source: Some(source), found: &found, limit: COMMENTS_MAX };
    let mut settled = reconcile(project_id, known, reading, origin, id, now);
    for finding in &mut settled.new {
        if resolved.contains(&finding.fingerprint) {
            finding.state = State::Dismissed;
            finding.reason = Some(RESOLVED.to_owned());
        }
    }
    (settled, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(start: i64, end: i64, text: &str) -> EditorComment {
        let author = "Jane".to_owned();
        EditorComment { start, end, author, date: None, text: text.to_owned(), is_resolved: false }
    }

    fn read(known: Vec<Finding>, new: &[EditorComment], version: i64, text: &str) -> Reconciled {
        let source = Source { document_id: "d".to_owned(), version };
        let origin =
            Origin { swarm_id: None, agent: EDITOR.to_owned(), account: "local".to_owned() };
        let mut number = 0;
        let id = || {
            number += 1;
            format!("f{version}.{number}")
        };
        let now = Time::from_millis(version);
        settle("p", known, ("b.docx", new), (&source, text), &origin, id, now).0
    }

    #[test]
    fn comments_beyond_the_bound_are_counted_and_take_nobody_s_room() {
        let text = "Rain fell. ".repeat(COMMENTS_MAX);
        let said = |from: i64, count: i64, what: &str| -> Vec<EditorComment> {
            let at = (from..from + count).map(|it| it * 11);
            at.map(|start| comment(start, start + 4, what)).collect()
        };
        let source = Source { document_id: "d".to_owned(), version: 1 };
        let origin =
            Origin { swarm_id: None, agent: EDITOR.to_owned(), account: "local".to_owned() };
        let mut number = 0;
        let mut read = |known: Vec<Finding>, new: &[EditorComment]| {
            let id = || {
                number += 1;
                format!("f{number}")
            };
            let now = Time::from_millis(1);
            settle("p", known, ("b.docx", new), (&source, &text), &origin, id, now)
        };
        let (first, _) = read(Vec::new(), &said(0, 600, "Again?"));
        let mut known = first.new;

        // The same file with 300 more.
        let mut file = said(0, 600, "Again?");
        file.extend(said(600, 300, "Where?"));
        let (second, left_out) = read(known.clone(), &file);
        assert_eq!((second.new.len(), second.changed.len(), left_out), (300, 0, 0));
        known.extend(second.new);

        let (third, left_out) = read(known, &said(0, 200, "Who?"));
        assert_eq!((third.new.len(), left_out), (100, 100));
        assert!(third.changed.iter().all(|(_, it)| it.state != State::Stale));
    }

    #[test]
    fn a_comment_is_about_its_words_or_the_line_of_its_place() {
        let text = "# One\n\nRain fell.\n";
        let said = [comment(7, 11, "Again?"), comment(7, 11, "Again?"), comment(9, 9, "Where?")];

        let settled = read(Vec::new(), &said, 1, text);

        let quotes: Vec<&str> =
            settled.new.iter().filter_map(|it| Some(it.quoted.as_ref()?.quote.as_str())).collect();
        assert_eq!(quotes, ["Rain", "Rain", "Rain fell."]);
        assert_eq!(settled.new[0].message, "Jane: Again?");
        assert!(settled.new.iter().all(|it| it.state == State::Open));
    }

    #[test]
    fn a_comment_follows_its_words_and_comes_only_once() {
        let said =
            [comment(0, 4, "Again?"), EditorComment { is_resolved: true, ..comment(5, 9, "Ok") }];
        let first = read(Vec::new(), &said, 1, "Rain fell.");
        assert_eq!(first.new[1].state, State::Dismissed);

        let same = read(first.new.clone(), &said, 1, "Rain fell.");
        let moved = read(first.new.clone(), &[], 2, "Then rain? Rain fell.");
        let gone = read(first.new.clone(), &[], 3, "Snow fell.");

        assert!(same.new.is_empty() && same.changed.is_empty());
        assert_eq!(moved.changed[0].1.quoted.as_ref().map(|it| it.start), Some(11));
        let of = |words: &str| {
            let is_about = |it: &Finding| it.quoted.as_ref().is_some_and(|it| it.quote == words);
            gone.changed.iter().find(|it| is_about(&it.1)).map(|it| it.1.state)
        };
        assert_eq!(of("Rain"), Some(State::Stale));
        assert_ne!(of("fell"), Some(State::Stale));
    }
}
