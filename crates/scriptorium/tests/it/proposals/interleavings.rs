//! Random interleavings of an author's edits with acceptances, over HTTP. The rules are tested with many
//! more of them in `domain`.

use serde_json::{Value, json};

use super::{about, accept, content, make};
use crate::support::{Studio, Text as _, chance::Chance};

/// Steps of one test.
const STEPS: u64 = 150;

/// What everybody knows of a document: its text, with `after` of accepted changes in it.
struct Known<'s> {
    studio: &'s Studio,
    project: String,
    document: String,
    text: String,
    /// Words that were ever written: no two are the same.
    words: u64,
    /// Proposals that may be open.
    open: Vec<String>,
}

impl Known<'_> {
    fn word(&mut self) -> String {
        self.words += 1;
        format!("w{}é ", self.words)
    }

    /// The byte at which a word of the text begins, or its end.
    fn boundary(&self, chance: &mut Chance) -> usize {
        let starts: Vec<usize> = self.text.match_indices(' ').map(|(at, _)| at + 1).collect();
        let at = chance.between(0, starts.len() as u64);
        starts.get(at as usize).copied().unwrap_or(0)
    }

    fn range(&self, chance: &mut Chance) -> std::ops::Range<usize> {
        let (one, other) = (self.boundary(chance), self.boundary(chance));
        let (start, end) = (one.min(other), one.max(other));
        start..end.min(self.text.floor_char_boundary(start + 40))
    }

    fn edit(&mut self, chance: &mut Chance) {
        let range = self.range(chance);
        match chance.between(0, 2) {
            0 => {
                let word = self.word();
                self.text.insert_str(range.start, &word);
            }
            1 => drop(self.text.drain(range)),
            _ => {
                let moved: String = self.text.drain(range).collect();
                let at = self.boundary(chance);
                self.text.insert_str(at, &moved);
            }
        }
        let path = format!("/api/projects/{}/documents/{}", self.project, self.document);
        self.studio.put(&path, &json!({ "content": self.text })).ok();
    }

    fn propose(&mut self, chance: &mut Chance) {
        let range = self.range(chance);
        let (start, end) =
            (self.text[..range.start].chars().count(), self.text[..range.end].chars().count());
        let after = self.word().replace('w', "agent");
        let changes = json!([{ "start": start, "end": end, "after": after }]);
        self.open.push(make(self.studio, &self.project, &about(&self.document, &changes)).0);
    }

    fn accept(&mut self, chance: &mut Chance) {
        if self.open.is_empty() {
            return;
        }
        let at = chance.between(0, self.open.len() as u64 - 1) as usize;
        let path = self.open[at].clone();
        let change = self.studio.get(&path).ok()["changes"][0].clone();
        let reply = accept(self.studio, &path, &Value::Null);
        let (before, after) = (change["before"].text(), change["after"].text());
        if change["problem"].is_null() {
            reply.ok();
            let byte = |character: &Value| {
                let mut bytes = self.text.char_indices().map(|(byte, _)| byte);
                let character = character.as_u64().unwrap() as usize;
                bytes.nth(character).unwrap_or(self.text.len())
            };
            let range = byte(&change["position"]["start"])..byte(&change["position"]["end"]);
            assert_eq!(self.text[range.clone()], before);
            self.text.replace_range(range, &after);
            assert_eq!(self.text.matches(&after).count(), 1, "{after}");
            self.open.swap_remove(at);
        } else {
            assert_eq!(reply.status, 409, "{reply}");
        }
        // Every letter that was not to be replaced is where it was.
        assert_eq!(content(self.studio, &self.project, &self.document), self.text);
    }
}

service_test! {
    fn edits_and_acceptances_mix_without_a_lost_word(studio) {
        let mut chance = Chance::of_today();
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "");
        let mut known =
            Known { studio, project, document, text: String::new(), words: 0, open: Vec::new() };
        known.text = (0..80).map(|_| known.word()).collect();
        let path = format!("/api/projects/{}/documents/{}", known.project, known.document);
        studio.put(&path, &json!({ "content": known.text })).ok();

        for _ in 0..STEPS {
            match chance.between(0, 3) {
                0 => known.edit(&mut chance),
                1 => known.propose(&mut chance),
                _ => known.accept(&mut chance),
            }
        }

        let stored = content(studio, &known.project, &known.document);
        assert_eq!(stored, known.text);
    }
}
