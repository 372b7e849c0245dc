//! Relatives whom somebody does not have: "Lucy had no sister", "Hale was never married".

use super::super::words::KIN_PLURALS;
use super::super::{Attribute, Fact, FactReader};

/// Words between a verb and "as an only child", at most.
const ONLY_CHILD_WITHIN_WORDS: usize = 6;

impl FactReader<'_, '_> {
    /// "Lucy had no sister", "Lucy was an only child", "Lucy was never married": a relative whom somebody
    /// does not have, with "no" before the word.
    pub(super) fn without_kin(&self, found: &mut Vec<Fact>) {
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        let line = &self.line;
        let verb = line.behind_adverbs(line.behind_who(end));
        let read = match (line.word(verb), line.word(verb + 1)) {
            ("had" | "has", "no" | "neither") | ("was" | "is", "without") => {
                self.kin_or_plural(verb + 2)
            }
            ("had" | "has", "never") if line.word(verb + 2) == "had" => {
                let at = verb + 3 + usize::from(matches!(line.word(verb + 3), "a" | "any"));
                self.kin_or_plural(at)
            }
            ("was" | "is", "an" | "the") => self.only_child(verb + 1),
            ("being", "childless") if line.is_behind_comma(verb) => Some(("child", verb + 2)),
            ("was" | "had", "never") => {
                let at = verb + 2 + usize::from(line.word(verb + 2) == "been");
                (line.word(at) == "married").then_some(("spouse", at + 1))
            }
            // "had grown up as an only child".
            _ => (verb + 1..verb + ONLY_CHILD_WITHIN_WORDS)
                .take_while(|&at| line.is_beside(at) && self.person_at(at).is_none())
                .find(|&at| line.word(at) == "as")
                .and_then(|at| self.only_child(at + 1)),
        };
        // "no brother but Tom".
        let read = read.filter(|(_, end)| {
            !(*end..end + 3).any(|at| matches!(line.word(at), "but" | "except" | "save" | "like"))
        });
        if let Some((word, end)) = read.filter(|_| !line.is_imagined(start, end)) {
            let value = format!("no {word}");
            found.push(self.plain_fact(Attribute::Relative, value, (start, end)));
        }
    }

    /// "an only child".
    fn only_child(&self, at: usize) -> Option<(&'static str, usize)> {
        let line = &self.line;
        let is_so = matches!(line.word(at), "an" | "the")
            && line.word(at + 1) == "only"
            && line.word(at + 2) == "child";
        let closes = line.ends_part(at + 2) || matches!(line.word(at + 3), "and" | "in");
        (is_so && closes).then_some(("sibling", at + 3))
    }

    fn kin_or_plural(&self, at: usize) -> Option<(&str, usize)> {
        let at = at + usize::from(self.line.word(at) == "living");
        let word = self.line.word(at);
        let plural = KIN_PLURALS.iter().find(|(plural, _)| *plural == word).map(|it| it.1);
        // Everybody had parents, and they may be dead; whom somebody marries comes later.
        const BORN_WITH: [&str; 4] = ["sister", "brother", "cousin", "twin"];
        let child = matches!(word, "child" | "children").then_some("child");
        let single = BORN_WITH.contains(&word).then_some(word).or(child);
        let closes = self.line.ends_part(at)
            || matches!(self.line.word(at + 1), "and" | "or" | "of" | "nor" | "to");
        Some((plural.or(single)?, at + 1)).filter(|_| closes)
    }
}
