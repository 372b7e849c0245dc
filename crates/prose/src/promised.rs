//! Sentences that may promise something to the reader: a vow, a prophecy, a hint of what is to come, something
//! locked or hidden. Each is an offer to an author who keeps a list of promises, and no judgement: whether a
//! promise is kept, nothing here knows. The plainer the words, the higher an offer ranks.

mod deferred;
mod foreshadowing;
mod hiding;

use serde::{Deserialize, Serialize};

use crate::facts::on_one_line;
use crate::span::Span;
use crate::tokens::{Sentence, SentenceKind, Text};
use hiding::{HIDDEN, HIDING_POSITIONS, HIDING_VERBS};

/// Offers of a text that are kept at most, the best ones.
const OFFERS_MAX: usize = 10;

/// Words of the longest sentence that is offered.
const SENTENCE_WORDS_MAX: usize = 60;

/// Words of the longest sentence in which somebody says what they will do one day.
const RESOLVE_WORDS_MAX: usize = 18;

/// Words between a vow and what is vowed.
const VOW_WITHIN_WORDS: usize = 8;

/// What kind of promise a sentence makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromiseKind {
    /// Somebody vows to do something.
    Vow,
    /// Something is foretold.
    Prophecy,
    /// The narrator hints at what is to come.
    Foreshadowing,
    /// Something is locked away or hidden.
    Setup,
    /// Somebody wants to find out something.
    Mystery,
}

/// A sentence that may promise something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromiseOffer {
    /// What kind of promise it is.
    pub kind: PromiseKind,
    /// How plain it is, from 1 to 5.
    pub rank: u8,
    /// The words of the sentence, on one line.
    pub quote: String,
    /// The sentence.
    pub span: Span,
}

/// The sentences of a text in English that may promise something, in their order; `spoken` says of each word
/// whether somebody says it.
pub(crate) fn promise_offers(text: &Text<'_>, spoken: &[bool]) -> Vec<PromiseOffer> {
    let mut found: Vec<PromiseOffer> = text
        .sentences()
        .iter()
        .filter(|it| it.kind == SentenceKind::Prose && it.words.len() <= SENTENCE_WORDS_MAX)
        .filter(|it| !it.span.of(text.source()).trim_end_matches(['”', '"', '’']).ends_with('?'))
        .filter_map(|sentence| {
            let (kind, rank) = PromiseReader { text, spoken, sentence }.read()?;
            let quote = on_one_line(sentence.span.of(text.source()));
            Some(PromiseOffer { kind, rank, quote, span: sentence.span })
        })
        .collect();
    found.sort_by_key(|it| (std::cmp::Reverse(it.rank), it.span));
    found.truncate(OFFERS_MAX);
    found.sort_by_key(|it| it.span);
    found
}

struct PromiseReader<'r, 't> {
    text: &'r Text<'t>,
    spoken: &'r [bool],
    sentence: &'r Sentence,
}

const NEGATIONS: [&str; 8] =
    ["not", "never", "nobody", "none", "neither", "nor", "didn't", "hadn't"];

const WILLS: [&str; 10] =
    ["would", "will", "shall", "should", "i'll", "we'll", "he'd", "she'd", "they'd", "i'd"];

/// What somebody vows to do that a reader waits for.
const VOWED: [&str; 30] = [
    "return", "find", "avenge", "kill", "destroy", "escape", "discover", "repay", "punish",
    "revenge", "marry", "free", "save", "rescue", "win", "hunt", "stop", "forget", "forgive",
    "rest", "protect", "never", "back", "bring", "prove", "build", "reveal", "restore", "fight",
    "leave",
];

/// Things that are locked or hidden for a reason.
const CONTAINERS: [&str; 25] = [
    "door", "chest", "box", "drawer", "room", "cupboard", "trunk", "letter", "envelope", "packet",
    "casket", "safe", "cabinet", "wing", "attic", "cellar", "tower", "desk", "gate", "case",
    "vault", "coffer", "parcel", "chamber", "garret",
];

impl PromiseReader<'_, '_> {
    fn read(&self) -> Option<(PromiseKind, u8)> {
        let best = [
            self.vow(),
            self.prophecy(),
            self.foreshadowing(),
            self.deferred(),
            self.to_be_known(),
            self.resolve(),
            self.hidden(),
            self.locked(),
            self.mystery(),
        ];
        best.into_iter().flatten().max_by_key(|(_, rank)| *rank)
    }

    fn word(&self, at: usize) -> &str {
        if self.sentence.words.contains(&at) { self.text.lower(at) } else { "" }
    }

    fn find(&self, words: &[&str]) -> Option<usize> {
        self.sentence.words.clone().find(|at| words.contains(&self.word(*at)))
    }

    /// Whether the words of a phrase stand beside each other.
    fn has(&self, phrase: &str) -> bool {
        self.position_of(phrase).is_some()
    }

    fn position_of(&self, phrase: &str) -> Option<usize> {
        self.sentence.words.clone().find(|at| {
            phrase.split(' ').enumerate().all(|(nth, wanted)| self.word(at + nth) == wanted)
        })
    }

    fn has_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.has(phrase))
    }

    fn is_negated(&self, at: usize) -> bool {
        (1..=3).any(|back| at >= back && NEGATIONS.contains(&self.word(at - back)))
    }

    /// Whether one of these stands within some words behind a word.
    fn follows(&self, at: usize, within: usize, words: &[&str]) -> bool {
        (at + 1..=at + within).any(|it| words.contains(&self.word(it)))
    }

    /// Somebody swears, vows or promises to do something.
    fn vow(&self) -> Option<(PromiseKind, u8)> {
        const STRONG: [&str; 8] =
            ["swore", "vowed", "vow", "vows", "swear", "swears", "sworn", "pledged"];
        const PLAIN: [&str; 3] = ["promised", "promise", "promises"];
        let strong = self.find(&STRONG);
        let at = strong.or_else(|| self.find(&PLAIN))?;
        // “the promise of rain”, “a vow”, “swore at him”: no vow of somebody to do something.
        let before = self.word(at.wrapping_sub(1));
        let is_noun = matches!(
            before,
            "the" | "a" | "an" | "his" | "her" | "my" | "their" | "no" | "of" | "your"
        );
        let is_cursing = matches!(self.word(at + 1), "at" | "like" | "softly" | "under" | "loudly");
        let is_by_somebody =
            matches!(before, "i" | "he" | "she" | "we" | "they" | "had" | "have" | "and" | "then")
                || self.is_capital(at.wrapping_sub(1));
        if is_noun || is_cursing || !is_by_somebody || self.is_negated(at) {
            return None;
        }
        let says =
            self.follows(at, VOW_WITHIN_WORDS, &WILLS) || self.follows(at, 4, &["to", "never"]);
        let is_about =
            (at + 1..=at + 2 * VOW_WITHIN_WORDS).any(|it| VOWED.contains(&self.word(it)));
        let rank = match (strong.is_some(), says, is_about) {
            (true, true, true) => 5,
            (true, true, false) | (false, true, true) => 4,
            (false, true, false) | (true, false, _) => 2,
            (false, false, _) => return None,
        };
        Some((PromiseKind::Vow, rank))
    }

    fn is_capital(&self, at: usize) -> bool {
        self.sentence.words.contains(&at)
            && self.text.words()[at].span.of(self.text.source()).starts_with(char::is_uppercase)
    }

    /// Something is foretold.
    fn prophecy(&self) -> Option<(PromiseKind, u8)> {
        const FORETOLD: [&str; 6] =
            ["prophesied", "prophecy", "foretold", "prophecies", "prophesy", "foretell"];
        const COMING: [&str; 7] = ["would", "will", "shall", "should", "must", "until", "when"];
        let at = self.find(&FORETOLD)?;
        if self.is_negated(at) {
            return None;
        }
        let is_of_something = self.follows(at, VOW_WITHIN_WORDS, &COMING);
        Some((PromiseKind::Prophecy, if is_of_something { 5 } else { 2 }))
    }

    /// Somebody says that they will do something, one day.
    fn resolve(&self) -> Option<(PromiseKind, u8)> {
        const ONE_DAY: [&str; 5] =
            ["one day", "some day", "someday", "mark my words", "before i die"];
        const I_WILL: [&str; 12] = [
            "i'll", "we'll", "will", "shall", "would", "you'll", "he'll", "she'll", "they'll",
            "i'd", "we'd", "you'd",
        ];
        let will = self.find(&I_WILL)?;
        let one_day = ONE_DAY.iter().find_map(|phrase| self.position_of(phrase));
        let is_short = self.sentence.words.len() <= RESOLVE_WORDS_MAX;
        let is_if = self.find(&["if", "when", "think", "suppose", "afraid", "hope"]).is_some();
        let is_near = one_day.is_some_and(|at| at.abs_diff(will) <= VOW_WITHIN_WORDS);
        if is_near && is_short && !is_if && self.spoken[self.sentence.words.start] {
            return Some((PromiseKind::Vow, 4));
        }
        let is_first = matches!(self.word(will), "i'll" | "we'll")
            || matches!(self.word(will.wrapping_sub(1)), "i" | "we");
        let plain = [
            "come back for",
            "will return",
            "shall return",
            "i'll return",
            "i'll be back",
            "never forget",
            "never forgive",
            "have my revenge",
            "make him pay",
            "make them pay",
            "make you pay",
            "make her pay",
            "find out what",
            "find out who",
            "find out why",
            "find you",
            "find him",
            "find her",
            "bring him back",
            "bring her back",
            "see you again",
            "not rest until",
            "never rest until",
            "stop at nothing",
        ];
        (is_first && self.has_any(&plain)).then_some((PromiseKind::Vow, 3))
    }

    /// Something is hidden.
    fn hidden(&self) -> Option<(PromiseKind, u8)> {
        let verb = self.find(&HIDING_VERBS)?;
        let thing = (verb + 1..=verb + 5).find(|at| HIDDEN.contains(&self.word(*at)))?;
        if self.is_negated(verb) {
            return None;
        }
        let is_weak =
            matches!(self.word(verb), "put" | "pushed" | "thrust" | "slid" | "slipped" | "tucked");
        let is_somewhere = self.follows(thing, 8, &HIDING_POSITIONS);
        match (is_weak, is_somewhere) {
            (_, true) => Some((PromiseKind::Setup, 4)),
            (false, false) => Some((PromiseKind::Setup, 2)),
            (true, false) => None,
        }
    }

    /// Something is locked, and nobody opens it.
    fn locked(&self) -> Option<(PromiseKind, u8)> {
        const LOCKED: [&str; 9] = [
            "locked",
            "sealed",
            "bolted",
            "nailed",
            "bricked",
            "boarded",
            "padlocked",
            "unopened",
            "chained",
        ];
        const NEVER: [&str; 13] = [
            "never been opened",
            "never opened",
            "nobody had",
            "no one had",
            "nobody was allowed",
            "no one was allowed",
            "no one knew",
            "nobody knew",
            "not been opened",
            "had not opened",
            "never to be opened",
            "be opened only",
            "never told",
        ];
        let container = self.find(&CONTAINERS)?;
        let never = NEVER.iter().find_map(|phrase| self.position_of(phrase));
        let is_never = never.is_some_and(|at| at.abs_diff(container) <= VOW_WITHIN_WORDS);
        let is_locked = self.find(&LOCKED).is_some_and(|locked| locked.abs_diff(container) <= 5);
        match (is_locked, is_never) {
            (true, true) => Some((PromiseKind::Setup, 5)),
            (false, true) => Some((PromiseKind::Setup, 4)),
            (true, false) => Some((PromiseKind::Setup, 2)),
            (false, false) => None,
        }
    }

    /// Somebody wants to find out something, or keeps a secret.
    fn mystery(&self) -> Option<(PromiseKind, u8)> {
        const RESOLVED: [&str; 12] = [
            "determined to find",
            "determined to discover",
            "determined to learn",
            "resolved to find",
            "resolved to discover",
            "resolved to learn",
            "meant to find out",
            "made up his mind to find",
            "made up her mind to find",
            "would find out who",
            "would find out what",
            "would find out why",
        ];
        const SECRETS: [&str; 8] = [
            "never told anyone",
            "never told a soul",
            "told no one",
            "told nobody",
            "kept it secret",
            "kept the secret",
            "a secret that",
            "the secret of",
        ];
        if self.has_any(&RESOLVED) {
            return Some((PromiseKind::Mystery, 4));
        }
        self.has_any(&SECRETS).then_some((PromiseKind::Mystery, 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers(source: &str) -> Vec<(PromiseKind, u8)> {
        let text = Text::new(source);
        let spoken = crate::dialogue::spoken(&text, &crate::quotations(&text));
        promise_offers(&text, &spoken).into_iter().map(|it| (it.kind, it.rank)).collect()
    }

    #[test]
    fn plain_promises_rank_first() {
        use PromiseKind::{Foreshadowing, Mystery, Prophecy, Setup, Vow};
        for (source, wanted) in [
            ("He swore that he would return for the child.", vec![(Vow, 5)]),
            ("She vowed never to forget it.", vec![(Vow, 5)]),
            ("“I promise I will find him,” said Tom.", vec![(Vow, 4)]),
            ("“One day I will go to the sea,” she said.", vec![(Vow, 4)]),
            ("Little did he know what the letter held.", vec![(Foreshadowing, 5)]),
            ("Before the year was out Mary was to learn what lay in it.", vec![(Foreshadowing, 5)]),
            ("Before the winter was out one of them would be gone.", vec![(Foreshadowing, 5)]),
            ("Emma was to hear it again before the year was out.", vec![(Foreshadowing, 5)]),
            ("It was a promise she would break.", vec![(Foreshadowing, 4)]),
            (
                "She promised the girls that on her next birthday they should all know what was in it.",
                vec![(Foreshadowing, 5)],
            ),
            ("All day she wondered whether he would know who had left it.", vec![]),
            ("When the day came she would know what to do with the letter.", vec![]),
            ("They knew nothing of it, nor would they for many months.", vec![(Foreshadowing, 4)]),
            ("He said he would come before the year was out.", vec![]),
            ("Before the year was out, he hoped, he would be married.", vec![]),
            ("The rent was to be paid before the year was out.", vec![]),
            ("She would stand before the fire until the evening was over.", vec![]),
            ("It was plain that it would bloom before the spring was over.", vec![]),
            ("Before supper was over he had told it all.", vec![]),
            ("He was to learn Latin with the curate.", vec![]),
            ("Nobody was to learn of it before the end of term.", vec![]),
            ("It was foretold that a stranger would take the crown.", vec![(Prophecy, 5)]),
            ("He hid the revolver under a loose board.", vec![(Setup, 4)]),
            ("The chest was locked, and nobody had opened it since the war.", vec![(Setup, 5)]),
            ("She was determined to find out who had sent it.", vec![(Mystery, 4)]),
            ("He swore at the horse.", vec![]),
            ("The evening had the promise of rain.", vec![]),
            ("He never promised to come.", vec![]),
            ("“Will you promise to come back?”", vec![]),
            ("The door was open.", vec![]),
        ] {
            assert_eq!(offers(source), wanted, "{source}");
        }
    }
}
