//! Random interleavings of an author's edits with proposals and acceptances, compared with a model that
//! knows every letter by an identity of its own: no letter of the author's is lost, every accepted
//! change is in the text exactly one time, and what cannot be found is refused.

use std::ops::Range;

use super::*;
use crate::{
    json::Json,
    model::read_body,
    proposals::{
        anchors::CONTEXT_CHARS_MIN,
        creation::{Author, Base},
        requests::ProposalCreate,
    },
};

/// How many interleavings of each kind are tried.
const INTERLEAVINGS: u64 = 10_000;

/// Steps of one interleaving.
const STEPS: u64 = 12;

/// Random numbers of a seed: xorshift64*.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16) % bound.max(1) as u64) as usize
    }

    fn range(&mut self, length: usize, most: usize) -> Range<usize> {
        let start = self.below(length + 1);
        start..(start + self.below(most + 1)).min(length)
    }
}

/// A character and which one it is; a copy of it is the same one.
type Character = (char, u64);

/// A document as an author and agents know it.
struct Model {
    letters: Vec<Character>,
    version: i64,
    next: u64,
    /// How many different words the author knows.
    vocabulary: usize,
}

/// A proposal with the letters that each of its changes was about, and those beside it.
struct Known {
    whole: WholeProposal,
    base: Vec<Character>,
    ranges: Vec<Range<usize>>,
}

impl Model {
    fn text(&self) -> String {
        self.letters.iter().map(|(letter, _)| letter).collect()
    }

    fn new_letters(&mut self, text: &str) -> Vec<Character> {
        let first = self.next;
        self.next += text.len() as u64;
        text.chars().zip(first..).collect()
    }

    fn words(&mut self, chance: &mut Chance, most: usize) -> Vec<Character> {
        let count = 1 + chance.below(most);
        let words: String =
            (0..count).map(|_| format!("w{} ", chance.below(self.vocabulary))).collect();
        self.new_letters(&words)
    }

    /// The author writes, deletes, copies or moves something.
    fn edit(&mut self, chance: &mut Chance) {
        let length = self.letters.len();
        match chance.below(5) {
            0 | 1 => {
                let (at, words) = (chance.below(length + 1), self.words(chance, 6));
                self.letters.splice(at..at, words);
            }
            2 => drop(self.letters.drain(chance.range(length, 30))),
            3 => {
                let copied = self.letters[chance.range(length, 90)].to_vec();
                let at = chance.below(length + 1);
                self.letters.splice(at..at, copied);
            }
            _ => {
                let moved: Vec<Character> = self.letters.drain(chance.range(length, 90)).collect();
                let at = chance.below(self.letters.len() + 1);
                self.letters.splice(at..at, moved);
            }
        }
        self.version += 1;
    }

    /// An agent proposes up to three changes, by words that nobody else writes.
    fn propose(&mut self, chance: &mut Chance) -> Option<Known> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for _ in 0..=chance.below(3) {
            let range = chance.range(self.letters.len(), 12);
            let is_apart =
                |other: &Range<usize>| range.end < other.start || other.end < range.start;
            if ranges.iter().all(is_apart) {
                ranges.push(range);
            }
        }
        let mut changes = Vec::new();
        for range in &ranges {
            self.next += 1;
            let after =
                if chance.below(4) == 0 { String::new() } else { format!("<{}>", self.next) };
            if after.is_empty() && range.is_empty() {
                return None;
            }
            changes.push(serde_json::json!({
                "start": range.start, "end": range.end, "after": after,
            }));
        }
        let body = serde_json::json!({
            "target": { "kind": "document", "id": "d" }, "summary": "s", "changes": changes,
        });
        let create: ProposalCreate =
            read_body(&Json::read(body.to_string().as_bytes()).unwrap()).unwrap();
        let (version, text) = (self.version, Some(self.text()));
        let base = Base { version, record: Default::default(), text };
        let author = Author { agent: None, account: "local".to_owned() };
        let target = Target { kind: TargetKind::Document, id: None, parent_id: None };
        let (of, now) = (("p".to_owned(), "project"), Time::from_millis(0));
        let whole = WholeProposal::create(of, target, &create, Some(&base), author, now).unwrap();
        Some(Known { whole, base: self.letters.clone(), ranges })
    }

    /// The author accepts some of the open changes of a proposal.
    fn accept(&mut self, chance: &mut Chance, known: &mut Known, is_certain: bool) {
        let open: Vec<usize> = known.whole.choose(None, Time::from_millis(1)).unwrap_or_default();
        let chosen: Vec<usize> = open.iter().copied().filter(|_| chance.below(3) > 0).collect();
        if chosen.is_empty() {
            return;
        }
        let text = self.text();
        let revised = match known.whole.revise(&chosen, &text, self.version) {
            Ok(revised) => revised.unwrap(),
            Err(Error::Conflict(_)) => {
                let all_stand =
                    chosen.iter().all(|at| self.stands(&known.base, &known.ranges[*at]));
                // What was accepted before is among what must stand around the others.
                let is_first = open.len() == known.whole.changes.len();
                assert!(!(is_certain && is_first && all_stand), "{text}\nrefused {chosen:?}");
                return;
            }
            Err(error) => panic!("{error}"),
        };
        let found = chosen.iter().map(|at| {
            let indexed = text::IndexedText::new(&text);
            let change = &known.whole.changes[*at];
            (change.find(&indexed, self.version).unwrap().unwrap(), *at)
        });
        let mut found: Vec<(Range<usize>, usize)> = found.collect();
        found.sort_by_key(|(range, _)| (range.start, range.end));
        for (range, at) in found.iter().rev() {
            let (_, before, after) = known.whole.changes[*at].words().unwrap();
            assert_eq!(&text[range.clone()], before);
            if is_certain {
                // The very letters that the agent has read, not others that look like them.
                assert_eq!(self.letters[range.clone()], known.base[known.ranges[*at].clone()]);
            }
            let (after, range) = (after.to_owned(), range.clone());
            let letters = self.new_letters(&after);
            self.letters.splice(range, letters);
        }
        // All other letters are where they were, in their order.
        assert_eq!(revised.text, self.text());
        self.version += 1;
        known.whole.follow(&revised, self.version);
        let decision = Decision::Accept { version: self.version };
        known.whole.decide(&chosen, decision, "local", Time::from_millis(1));
        for at in chosen {
            let (_, _, after) = known.whole.changes[at].words().unwrap();
            assert!(after.is_empty() || self.text().matches(after).count() == 1, "{after}");
        }
    }

    /// Whether the letters of a range of a base stand in the text, with those beside them, one time.
    fn stands(&self, base: &[Character], range: &Range<usize>) -> bool {
        if range.is_empty() && (range.start == 0 || range.end == base.len()) {
            return false;
        }
        let start = range.start.saturating_sub(CONTEXT_CHARS_MIN);
        let end = (range.end + CONTEXT_CHARS_MIN).min(base.len());
        let passage: String = base[start..end].iter().map(|(letter, _)| letter).collect();
        let whole: String = base.iter().map(|(letter, _)| letter).collect();
        let is_unique = |text: &str| anchors::find(text, &passage).is_ok();
        is_unique(&whole) && is_unique(&self.text())
    }
}

/// Lets an author and agents work on a text of so many different words.
fn interleave(seed: u64, vocabulary: usize, is_certain: bool) {
    let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut model = Model { letters: Vec::new(), version: 1, next: 1, vocabulary };
    model.letters = model.words(&mut chance, 60);
    let mut proposals: Vec<Known> = Vec::new();
    for _ in 0..STEPS {
        match chance.below(4) {
            0 | 1 => model.edit(&mut chance),
            2 => proposals.extend(model.propose(&mut chance)),
            _ if proposals.is_empty() => {}
            _ => {
                let at = chance.below(proposals.len());
                model.accept(&mut chance, &mut proposals[at], is_certain);
            }
        }
    }
}

#[test]
fn no_word_of_the_authors_is_lost_however_edits_and_acceptances_mix() {
    for seed in 0..INTERLEAVINGS {
        // So many words that none stands twice by chance with the same ones beside it.
        interleave(seed, 1_000_000, true);
    }
}

#[test]
fn in_a_text_of_three_words_nothing_is_changed_but_the_words_of_the_change() {
    for seed in 0..INTERLEAVINGS {
        interleave(seed, 3, false);
    }
}
