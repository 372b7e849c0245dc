//! Findings of a text that becomes a part of another document, or a shorter one: they go with their words, so that
//! what was said, and what the author decided about it, stays said.

use std::{collections::HashSet, ops::Range};

use super::{Finding, FoundBy, Observation, Source, State, by_agent::nearest, by_editor};
use crate::{lore::Quoted, proposals::text::IndexedText, time::Time};

/// By what findings of one document are told apart.
pub type Known = HashSet<(FoundBy, String)>;

impl Finding {
    /// What tells it from the other findings of its document.
    pub fn known_by(&self) -> (FoundBy, String) {
        (self.check, self.fingerprint.clone())
    }

    /// Whether it goes with its words out of a text in this version. What a check found in an earlier version, and
    /// nobody has decided about, is found again where it still holds.
    pub fn follows(&self, version: i64) -> bool {
        let is_of_version = self.source.as_ref().is_some_and(|it| it.version == version);
        let is_decided = !matches!(self.state, State::Open | State::Stale);
        is_of_version || is_decided || self.check.check().is_none()
    }

    /// Where its words stand in the present text of its document, in bytes: where they stood, or nearest to it.
    pub fn find(&self, text: &IndexedText<'_>) -> Option<Range<usize>> {
        let Quoted { quote, start, .. } = self.quoted.as_ref()?;
        let stood = text.byte(*start).filter(|at| text.text()[*at..].starts_with(quote.as_str()));
        let at = stood.or_else(|| nearest(text, quote, *start))?;
        Some(at..at + quote.len())
    }

    /// Has it stand in this version of a document, with these words of it.
    pub fn stand(&mut self, source: Source, quoted: Option<Quoted>, now: Time) {
        let old = self.quoted.take();
        let words =
            |it: &Option<Quoted>| it.as_ref().map(|it| it.quote.clone()).unwrap_or_default();
        let (before, after) = (words(&old), words(&quoted));
        self.quoted = quoted;
        self.source = Some(source);
        if before != after {
            let by_words = |words: &str| Observation::known_by(self.check, &self.rule, words, None);
            if self.check == FoundBy::Editor {
                self.fingerprint = by_editor::known_by(self);
            } else if self.fingerprint == by_words(&before) {
                self.fingerprint = by_words(&after);
            }
        }
        self.touch(now);
    }

    /// Makes it another one than these; false where it is one of them. Two editors may say the same of the same words
    /// in two texts.
    pub fn join(&mut self, known: &mut Known) -> bool {
        while self.check == FoundBy::Editor && known.contains(&self.known_by()) {
            by_editor::count_on(self);
        }
        known.insert(self.known_by())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        findings::Severity,
        findings::{Origin, by_agent, by_agent::AgentFinding, by_agent::Concern, by_editor::*},
    };

    fn source(version: i64) -> Source {
        Source { document_id: "d".to_owned(), version }
    }

    fn origin() -> Origin {
        Origin { swarm_id: None, agent: EDITOR.to_owned(), account: "local".to_owned() }
    }

    fn comment(text: &str, start: i64, end: i64) -> Finding {
        let author = "Jane".to_owned();
        let said = EditorComment {
            start,
            end,
            author,
            date: None,
            text: "Again?".to_owned(),
            is_resolved: false,
        };
        let of = (&source(1), text);
        let now = Time::from_millis(1);
        let settled = by_editor::settle(
            "p",
            Vec::new(),
            ("b.docx", &[said]),
            of,
            &origin(),
            || "f".to_owned(),
            now,
        );
        settled.0.new[0].clone()
    }

    #[test]
    fn words_are_found_where_they_stand_now() {
        let finding = comment("Rain fell.", 0, 4);
        for (text, wanted) in [
            ("Rain fell. Rain.", Some(0..4)),
            ("Then. Rain. Rain.", Some(6..10)),
            ("Snow fell.", None),
        ] {
            assert_eq!(finding.find(&IndexedText::new(text)), wanted, "{text}");
        }
    }

    #[test]
    fn what_nobody_decided_about_is_left_to_its_check() {
        let mut finding = comment("Rain fell.", 0, 4);
        assert!(finding.follows(7), "a comment goes whatever the version");
        finding.check = FoundBy::Prose;
        assert_eq!((finding.follows(1), finding.follows(7)), (true, false));
        finding.state = State::Dismissed;
        assert!(finding.follows(7));
    }

    #[test]
    fn a_finding_whose_words_changed_is_the_one_that_is_found_again() {
        let mut finding = comment("Rain[^1] fell.", 0, 13);
        let text = IndexedText::new("Rain[^3] fell.");
        let quoted = Quoted { quote: "Rain[^3] fell".to_owned(), start: 0, end: 13 };

        finding.stand(source(2), Some(quoted), Time::from_millis(2));

        let read = (&source(2), text.text());
        let again = by_editor::settle(
            "p",
            vec![finding],
            ("", &[]),
            read,
            &origin(),
            String::new,
            Time::from_millis(3),
        );
        assert!(again.0.changed.is_empty() && again.0.new.is_empty());
    }

    #[test]
    fn the_words_of_an_agent_are_its_finding() {
        let found = AgentFinding {
            document_id: "d".to_owned(),
            quote: "Rain[^1]".to_owned(),
            concern: Concern::Pacing,
            severity: Severity::Low,
            message: "It waits.".to_owned(),
            detail: serde_json::json!({}),
        };
        let now = Time::from_millis(1);
        let read = (&source(1), "Rain[^1] fell.");
        let (settled, _) =
            by_agent::settle("p", Vec::new(), &[found], read, &origin(), || "f".to_owned(), now);
        let mut finding = settled.new[0].clone();

        let quoted = Quoted { quote: "Rain[^3]".to_owned(), start: 0, end: 8 };
        finding.stand(source(2), Some(quoted), now);

        let read = (&source(2), "Rain[^3] fell.");
        let (again, _) =
            by_agent::settle("p", vec![finding], &[], read, &origin(), String::new, now);
        assert!(again.changed.is_empty());
    }

    #[test]
    fn two_comments_that_say_the_same_stay_two() {
        let (one, mut other) = (comment("Rain.", 0, 4), comment("Rain.", 0, 4));
        let mut known = Known::from([one.known_by()]);

        assert!(other.join(&mut known));

        assert_ne!(one.fingerprint, other.fingerprint);
        other.check = FoundBy::Prose;
        known.insert(other.known_by());
        assert!(!other.join(&mut known));
    }
}
