//! Things that somebody takes and then parts with in the same sentence: "unpinned her brooch and gave it to Mina".

use super::super::FactReader;
use super::super::words::{PARTING, THROWING};
use super::{COORDINATED_WORDS_MAX, Thing};

/// How somebody takes off what is fastened to them.
const UNFASTENING: [&str; 5] = ["unpinned", "unclasped", "unfastened", "unhooked", "unbuckled"];

impl FactReader<'_, '_> {
    /// "unpinned her brooch and gave it to Mina", "took the ring and threw it into the river". A hat that somebody takes
    /// off and hands to a footman comes back without a word.
    pub(super) fn parts_with_it(&self, verb: usize) -> bool {
        let line = &self.line;
        let end = verb + 2;
        line.word(verb + 1) == "it"
            && line.is_beside(verb + 1)
            && match line.word(verb) {
                "gave" => {
                    let is_lent = (end + 2..end + 5).any(|at| line.word(at) == "to");
                    line.word(end) == "to" && line.is_capital(end + 1) && !is_lent
                }
                word if PARTING.contains(word) => true,
                word => THROWING.contains(word) && self.is_gone(end),
            }
    }

    /// The thing that somebody unfastens, or takes, right behind the verb; none where another follows: "took the ring and the
    /// letter and burned it".
    pub(super) fn taken(&self, verb: usize) -> Option<Thing> {
        let line = &self.line;
        let acts = line.word(verb);
        let is_taking = matches!(acts, "took" | "drew") || UNFASTENING.contains(&acts);
        let is_own =
            line.is_beside(verb + 1) && matches!(line.word(verb + 1), "his" | "her" | "the");
        let thing = (is_taking && is_own).then(|| self.thing(verb + 2)).flatten()?;
        let names_another = (thing.end..thing.end + COORDINATED_WORDS_MAX).any(|at| {
            matches!(line.word(at), "the" | "his" | "her" | "a" | "an")
                && (line.word_before(at) == "and" || line.is_behind_comma(at))
                && line.word(at + 1) != "only"
        });
        (!names_another && !thing.name.ends_with("key")).then_some(thing)
    }

    /// Whether "and gave it to Mina" follows a thing: "her garnet brooch, the only one she had, and gave it to Mina".
    pub(super) fn is_given_behind(&self, end: usize) -> bool {
        (end..end + COORDINATED_WORDS_MAX).any(|at| {
            self.line.word(at) == "and" && self.parts_with_it(self.line.behind_adverbs(at + 1))
        })
    }
}
