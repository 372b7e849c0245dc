//! What puts an end to a thing: "was smashed", "fell into the lake", "burned it to ashes", "gave to Betty for her own".

use std::ops::Range;
use std::sync::LazyLock;

use super::super::belongings::is_vessel;
use super::super::subjects::starting_at;
use super::super::words::{GONE, THROWING};
use super::{FRAGILE, Named, ThingReader};
use crate::lists::{FUNCTION_WORDS, PREPOSITIONS, WordList, is_past_verb, list};
use crate::style::is_adverb;

/// Words behind a thing in which it is said that it is no more, at most.
const BEHIND_WITHIN_WORDS: usize = 30;

/// Words from a verb to the thing that it is about, at most.
const OBJECT_WITHIN_WORDS: usize = 3;

/// Words before a thing in which it is said that something is only supposed of it, at most.
const SUPPOSED_WITHIN_WORDS: usize = 4;

/// Words before a thing in which the verb of another may stand: "slipped from her shawl".
const OTHER_WITHIN_WORDS: usize = 20;

/// Words behind "gave to" in which "for her own" stands, at most.
const GIVEN_WITHIN_WORDS: usize = 10;

/// Words from "into" to "lake", at most.
const INTO_WITHIN_WORDS: usize = 3;

/// Words from "dashing it" to where it breaks, at most.
const IT_WITHIN_WORDS: usize = 6;

/// What is done to a thing that is no more then.
static DESTROYED: WordList =
    LazyLock::new(|| list("smashed shattered burned burnt destroyed incinerated splintered"));

/// What is left of a thing behind "to", "into" or "in".
static REMAINS: WordList = LazyLock::new(|| {
    list(
        "pieces fragments splinters atoms shards bits ashes powder smithereens flinders shreds cinders",
    )
});

/// How a thing goes to where nothing comes back from.
static GOING: WordList = LazyLock::new(|| {
    list(
        "flew flown fell fallen dashed knocked sank sunk rolled swept washed slid slipped tumbled dropped
         plunged carried jolted blew blown went gone",
    )
});

/// How a thing goes to pieces, beside those.
static BREAKING: WordList = LazyLock::new(|| {
    list(
        "broke broken smashed smashing dashing shivered crashed crushed shattered burst trodden trampled trampling
         torn tore cut hacked snapped split cracked stamped burnt burned lay was were",
    )
});

/// Where things are thrown away.
static REFUSE: WordList = LazyLock::new(|| list("dustbin dustheap dunghill midden"));

/// What things break on.
static HARD: WordList =
    LazyLock::new(|| list("deck floor ground stones rocks wall pavement hearth"));

/// Things that break on what is hard, beside [`FRAGILE`].
static BRITTLE: WordList = LazyLock::new(|| {
    list(
        "quadrant sextant compass telescope spyglass watch clock hourglass lamp lantern mirror vase teapot violin
         fiddle lute guitar mandolin locket monocle spectacles microscope barometer",
    )
});

/// Things that are burned for their light, or stand in a fire.
static LIGHTS: WordList = LazyLock::new(|| {
    list("lamp lantern torch candlestick pipe kettle teapot ring brooch matchbox")
});

/// Words of what is not, or not yet.
static SUPPOSED: WordList = LazyLock::new(|| {
    list(
        "would should could might may must shall will if unless not no nearly almost lest like threatened seemed
         as half wished tried dreamed dreamt dream nightmare",
    )
});

impl ThingReader<'_, '_> {
    /// Whether it is only supposed that a thing is no more: "as if the vase had been smashed".
    pub(super) fn is_supposed(&self, start: usize, end: usize) -> bool {
        let sentence = self.text.sentence_of(start).words.start;
        self.says(&SUPPOSED, start.saturating_sub(SUPPOSED_WITHIN_WORDS).max(sentence)..end)
    }

    /// The words that say that a thing is no more.
    pub(super) fn ending(&self, it: &Named) -> Option<Range<usize>> {
        self.ended_by(it).or_else(|| self.given(it)).or_else(|| self.ends(it))
    }

    fn is_of(&self, it: &Named, kinds: &WordList) -> bool {
        kinds.contains(self.noun(it))
    }

    /// The verb right before a thing, at most a particle between: "threw away the key".
    fn verb_before(&self, it: &Named) -> Option<usize> {
        let text = self.text;
        let sentence = text.sentence_of(it.words.start).words.start;
        let from = it.words.start.saturating_sub(OBJECT_WITHIN_WORDS).max(sentence);
        let is_verb = |word: &str| {
            is_past_verb(word)
                || [&*DESTROYED, &*THROWING, &*GOING, &*BREAKING].iter().any(|it| it.contains(word))
        };
        let verb = (from..it.words.start).rev().find(|&at| is_verb(text.lower(at)))?;
        let is_own = (verb + 1..it.words.start)
            .all(|at| matches!(text.lower(at), "up" | "out" | "away" | "down" | "off"));
        is_own.then_some(verb)
    }

    /// "smashed the vase", "hurled the pistol after him into the lake", "put the letter in the fire".
    fn ended_by(&self, it: &Named) -> Option<Range<usize>> {
        let text = self.text;
        let verb = self.verb_before(it)?;
        let acts = text.lower(verb);
        // "burned the lamp till two"
        let is_lit = self.is_of(it, &LIGHTS);
        if DESTROYED.contains(acts) && !(is_lit && matches!(acts, "burned" | "burnt")) {
            return Some(verb..it.words.end);
        }
        if is_vessel(self.noun(it)) {
            return None;
        }
        let burns = matches!(acts, "put" | "laid" | "thrust" | "fed" | "consigned") && !is_lit;
        let goes = THROWING.contains(acts) || matches!(acts, "lost" | "sank");
        let is_fire = |at: usize| matches!(text.lower(at), "fire" | "flames" | "furnace" | "stove");
        let is_in = |at: usize| {
            at.checked_sub(2).is_some_and(|it| text.lower(it) == "in") && text.gap_before(at) == " "
        };
        let is_gone = |at: usize| {
            let is_there = self.is_gone_into(at) || GONE.contains(text.lower(at)) && is_in(at);
            is_there && (goes || burns && is_fire(at))
        };
        let end = self.behind(it).take_while(|&at| !self.goes_on(at)).find(|&at| is_gone(at))?;
        Some(verb..end + 1)
    }

    /// "The desk, at which she had written, she gave to Betty for her own".
    fn given(&self, it: &Named) -> Option<Range<usize>> {
        let text = self.text;
        let sentence = &text.sentence_of(it.words.start).words;
        let is_fronted = it.words.start == sentence.start
            || text.gap_before(it.words.start).contains([';', ':']);
        if !is_fronted {
            return None;
        }
        let to = sentence.end.min(it.words.end + BEHIND_WITHIN_WORDS);
        let end = (it.words.end..to).find_map(|at| self.given_to_keep(at))?;
        Some(it.words.start..end)
    }

    /// The word behind "she gave to Betty for her own", "gave it to Betty to keep", at the verb: nothing else is given.
    fn given_to_keep(&self, verb: usize) -> Option<usize> {
        let text = self.text;
        let to = verb + 1 + usize::from(text.lower_after(verb) == "it");
        let is_given = matches!(text.lower(verb), "gave" | "given" | "bequeathed")
            && text.words().get(to).is_some_and(|_| text.lower(to) == "to");
        let end = text.sentence_of(verb).words.end.min(to + 1 + GIVEN_WITHIN_WORDS);
        (to + 1..end).filter(|_| is_given).find_map(|at| match text.lower(at) {
            "own" => {
                let is_whose = matches!(text.lower(at - 1), "his" | "her" | "their");
                (is_whose && text.lower(at - 2) == "for").then_some(at + 1)
            }
            "keep" => (text.lower(at - 1) == "to").then_some(at + 1),
            _ => None,
        })
    }

    /// "The vase fell and broke to pieces", "was smashed", "had rolled away, and was at the bottom of the harbour".
    fn ends(&self, it: &Named) -> Option<Range<usize>> {
        let text = self.text;
        let sentence = text.sentence_of(it.words.start).words.start;
        // "slipped from her shawl into the water" is about another.
        let before = text.lower_before(it.words.start);
        let mut near =
            it.words.start.saturating_sub(OTHER_WITHIN_WORDS).max(sentence)..it.words.start;
        if PREPOSITIONS.contains(before)
            && before != "of"
            && near.any(|at| GOING.contains(text.lower(at)))
        {
            return None;
        }
        // "was never broken"
        let is_denied = self.behind(it).any(|at| {
            text.lower(at) == "never" && !matches!(text.lower_after(at), "seen" | "found")
        });
        let own_verb = self.verb_before(it);
        let verb = own_verb.map_or("", |at| text.lower(at));
        let floats = is_vessel(self.noun(it));
        let mut goes = GOING.contains(verb);
        let mut breaks = goes || BREAKING.contains(verb);
        let (mut is_adjacent, mut is_sunk) = (true, false);
        // "threw off his coat and plunged into the river" is about who threw it.
        let mut behind = self.behind(it).take_while(|&at| own_verb.is_none() || !self.goes_on(at));
        let end = behind.find(|&at| {
            let word = text.lower(at);
            let is_gone = !floats && (self.is_gone_into(at) || self.is_out_to_sea(at));
            let ends = self.is_destroyed(at, is_adjacent)
                || breaks && (REMAINS.contains(word) || self.is_in_two(at))
                || goes && (is_gone || self.is_refuse(at) || word == "overboard" && !floats)
                || is_sunk && matches!(word, "sunk" | "sank" | "drowned")
                || !floats
                    && (GONE.contains(word) && self.is_at_bottom(at) || self.closes_over(at))
                || word == "seen"
                    && text.lower_before(at) == "never"
                    && text.lower_after(at) == "again";
            goes |= GOING.contains(word);
            breaks |= goes || BREAKING.contains(word);
            is_sunk |= is_gone;
            is_adjacent &=
                matches!(word, "was" | "were" | "is" | "had" | "been" | "which" | "that" | "and")
                    || is_adverb(word);
            ends
        })?;
        (!is_denied).then_some(it.words.start..end + 1)
    }

    /// The words behind a thing in its sentence up to the next thing, or somebody who acts.
    fn behind(&self, it: &Named) -> impl Iterator<Item = usize> {
        let text = self.text;
        let sentence = &text.sentence_of(it.words.start).words;
        let end = sentence.end.min(it.words.end + BEHIND_WITHIN_WORDS);
        (it.words.end..end).take_while(|&at| {
            let word = text.lower(at);
            // "the door opened, and a plate came out and broke to pieces"
            let is_other = FRAGILE.contains(word) && text.gap_before(at) == " ";
            let is_clause = matches!(
                word,
                "he" | "she" | "i" | "they" | "we" | "who" | "when" | "while" | "where"
            );
            // "The lantern went out, and Tom gazed into the fire"
            let is_somebody = starting_at(self.subjects, at)
                .is_some_and(|it| !it.is_possessive && self.is_verb(it.words.end));
            !self.spoken[at]
                && !is_other
                && !is_clause
                && !is_somebody
                && !text.gap_before(at).contains(';')
        })
    }

    fn is_verb(&self, at: usize) -> bool {
        at < self.text.words().len() && is_past_verb(self.text.lower(at))
    }

    /// Whether the subject goes on with another verb here: "threw off his coat and plunged into the river".
    fn goes_on(&self, at: usize) -> bool {
        let text = self.text;
        let verb =
            at + 1 + usize::from(at + 1 < text.words().len() && is_adverb(text.lower(at + 1)));
        (text.lower(at) == "and" || text.gap_after(at).starts_with(',')) && self.is_verb(verb)
    }

    /// "was burned", "toppled and shattered", and not "The lamp burned low", "was proud and burned the letters".
    fn is_destroyed(&self, at: usize, is_adjacent: bool) -> bool {
        let text = self.text;
        let has_object = text.gap_after(at) == " "
            && matches!(
                text.lower_after(at),
                "the" | "his" | "her" | "my" | "all" | "a" | "an" | "every"
            );
        let is_tied = text.gap_before(at) == " ";
        let word = text.lower(at);
        let before = text.lower_before(at);
        let is_passive = is_tied && matches!(before, "was" | "were" | "been");
        let breaks = matches!(word, "shattered" | "splintered");
        DESTROYED.contains(word)
            && !has_object
            && (is_passive || breaks && (is_adjacent || is_tied && before == "and"))
    }

    /// "the black water closed over it".
    fn closes_over(&self, water: usize) -> bool {
        let text = self.text;
        let says = |by: usize, word: &str| {
            text.words().get(water + by).is_some_and(|_| text.lower(water + by) == word)
        };
        text.lower(water) == "water" && says(1, "closed") && says(2, "over") && says(3, "it")
    }

    /// "went out to the ash-barrel".
    fn is_refuse(&self, at: usize) -> bool {
        let text = self.text;
        REFUSE.contains(text.lower(at))
            || matches!(text.lower(at), "barrel" | "heap")
                && matches!(text.lower_before(at), "ash" | "dust" | "rubbish")
    }

    /// "snapped in two".
    fn is_in_two(&self, at: usize) -> bool {
        matches!(self.text.lower(at), "two" | "half" | "twain")
            && self.text.lower_before(at) == "in"
    }

    /// "into the deep lake", "down the well", and not "into her pocket, well", "down to the harbour".
    fn is_gone_into(&self, at: usize) -> bool {
        let text = self.text;
        let word = text.lower(at);
        // "into the fire-lit hall", "into the sea mist"
        let is_whole = text.gap_after(at) != "-"
            && (text.gap_after(at) != " "
                || FUNCTION_WORDS.contains(text.lower_after(at))
                || is_adverb(text.lower_after(at)));
        is_whole
            && GONE.contains(word)
            && (at.saturating_sub(INTO_WITHIN_WORDS)..at).any(|it| {
                let leads = match text.lower(it) {
                    "into" => true,
                    "down" => word == "well",
                    "to" => matches!(word, "flames" | "fire"),
                    _ => false,
                };
                leads && (it + 1..=at).all(|between| text.gap_before(between) == " ")
            })
    }

    /// "carried out to sea".
    fn is_out_to_sea(&self, at: usize) -> bool {
        let text = self.text;
        let is_led = |to: usize| text.lower(to) == "to" && text.lower_before(to) == "out";
        text.lower(at) == "sea" && at.checked_sub(1).is_some_and(is_led)
    }

    /// "at the bottom of the harbour".
    fn is_at_bottom(&self, at: usize) -> bool {
        (at.saturating_sub(INTO_WITHIN_WORDS + 1)..at).any(|it| self.text.lower(it) == "bottom")
    }

    /// Whether what is done to "it" puts an end to a thing: "dashing it to the deck", "tore it to pieces".
    pub(super) fn ends_it(&self, thing: &Named, at: usize) -> bool {
        let text = self.text;
        let verb = text.lower_before(at);
        let sentence = &text.sentence_of(at).words;
        let to = sentence.end.min(at + 1 + IT_WITHIN_WORDS);
        let behind = at + 1..(at + 1..to).find(|&it| self.goes_on(it)).unwrap_or(to);
        let says = |of: &WordList| behind.clone().any(|it| of.contains(text.lower(it)));
        let is_brittle = self.is_of(thing, &FRAGILE) || self.is_of(thing, &BRITTLE);
        let is_dashed = matches!(verb, "dashing" | "dashed" | "smashed" | "smashing");
        let breaks = is_dashed
            || matches!(verb, "broke" | "breaking" | "trampled" | "tore" | "burned" | "burnt");
        let is_thrown = THROWING.contains(verb)
            || matches!(verb, "throwing" | "flinging" | "hurling" | "casting");
        let is_gone = is_thrown && behind.clone().any(|it| self.is_gone_into(it));
        let ends = breaks && says(&REMAINS)
            || is_dashed && is_brittle && says(&HARD)
            || is_gone && !is_vessel(self.noun(thing))
            || at.checked_sub(1).is_some_and(|verb| self.given_to_keep(verb).is_some());
        ends && !self.is_supposed(at, behind.end)
    }
}
