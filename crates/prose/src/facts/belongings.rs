//! Facts about what somebody has, parts with for good, or gets: "Hale sold his watch", "Hale wound his
//! silver watch". What is lent, left somewhere or mislaid is not lost.

mod parted;
mod ruined;

use super::words::{BELONGINGS, GETTING, GONE, PARTING, THROWING, USING};
use super::{Attribute, Fact, FactReader};
use crate::lists::FUNCTION_WORDS;
use crate::style::is_adverb;

/// Words between "his" and the thing: "his old silver watch".
const ADJECTIVES_MAX: usize = 3;

/// Words between a verb and its object: "gave the boy his watch".
const OBJECT_WITHIN_WORDS: usize = 4;

/// Words behind the thing in which it is said to whom or where it goes.
const WHERE_WITHIN_WORDS: usize = 6;

/// Words behind a thing in which it is said for whom somebody found it, at most.
const FOR_WITHIN_WORDS: usize = 4;

/// Words between somebody and a thing that they have about them, at most.
const AT_BODY_WITHIN_WORDS: usize = 7;

/// Words between a verb of somebody and the next one that "and" ties to it, at most.
const COORDINATED_WORDS_MAX: usize = 14;

/// Words that open a clause with a subject of its own.
const CLAUSES: [&str; 9] =
    ["who", "which", "that", "whom", "when", "as", "while", "where", "whose"];

/// Whether a noun is of an animal that somebody has.
pub(super) fn is_animal(noun: &str) -> bool {
    ruined::ANIMALS.contains(&noun)
}

/// Whether a noun is of a vessel, or of what belongs to one, that goes into the water and comes out of it.
pub(super) fn is_vessel(noun: &str) -> bool {
    ruined::VESSELS.contains(&noun)
}

/// A thing as it is written: with the word that tells it from others of its kind.
struct Thing {
    name: String,
    end: usize,
}

impl FactReader<'_, '_> {
    pub(super) fn belongings(&self, found: &mut Vec<Fact>) {
        if self.subject.is_possessive {
            self.behind_owner(found);
            return;
        }
        self.at_body(found);
        self.stolen(found);
        let start = self.subject.words.start;
        let end = self.line.behind_who(self.subject.words.end);
        if !self.line.is_beside(end) {
            return;
        }
        let acts = self.line.behind_adverbs(self.subject.words.end);
        let mut last = self.taken(acts);
        for verb in self.verbs_behind_and(acts) {
            if let Some(thing) = last.as_ref().filter(|_| self.parts_with_it(verb)) {
                found.extend(self.fact(Attribute::Loss, thing.name.clone(), (start, verb + 2)));
            } else if let Some((attribute, thing)) = self.done_with(verb) {
                found.extend(self.fact(attribute, thing.name, (start, thing.end)));
            }
            last = self.taken(verb);
        }
        let first = self.line.behind_adverbs(end);
        let is_had = matches!(self.line.word(first), "had" | "having");
        let verb = if is_had { self.line.behind_adverbs(first + 1) } else { first };
        let is_no_longer = self.line.word(end) == "no" && self.line.word(end + 1) == "longer";
        if is_no_longer
            && matches!(self.line.word(end + 2), "had" | "owned" | "possessed" | "wore" | "carried")
            && let Some(thing) = self.used(end + 2)
        {
            let at = (start, thing.end);
            let fact = self.plain_fact(Attribute::Loss, thing.name, at);
            // "no longer" says that it was so once; that it is gone is so now.
            found.push(Fact { is_past: false, ..fact });
            return;
        }
        // "had owned the cottage for years" may be over.
        let is_over = is_had && matches!(self.line.word(verb), "owned" | "possessed");
        let read = self.done_with(verb).filter(|_| !is_over).or_else(|| {
            // "had" as the verb itself: the adverbs behind it are none of another verb.
            let is_own_verb = is_had && matches!(self.line.word(verb), "the" | "his" | "her");
            is_own_verb.then(|| self.used(first)).flatten().map(|it| (Attribute::Possession, it))
        });
        if let Some((attribute, thing)) = read {
            found.extend(self.fact(attribute, thing.name, (start, thing.end)));
        }
    }

    /// The verbs that "and" ties to the first of the subject: "walked to the bridge and threw".
    pub(super) fn verbs_behind_and(&self, acts: usize) -> Vec<usize> {
        let line = &self.line;
        if !line.is_past_verb(acts) && !line.word(acts).ends_with("ed") {
            return Vec::new();
        }
        // Another clause, and another verb without "and", have another subject.
        let is_same_clause = |at: usize| {
            (line.is_beside(at) || line.is_behind_comma(at))
                && !CLAUSES.contains(&line.word(at))
                && (!line.is_past_verb(at)
                    || matches!(line.word(at - 1), "and" | "then")
                    || is_adverb(line.word(at - 1)))
                && self.person_at(at).is_none_or(|it| it.owner == self.subject.owner)
        };
        (acts + 1..acts + COORDINATED_WORDS_MAX)
            .take_while(|&at| is_same_clause(at))
            .filter(|&at| line.word(at - 1) == "and")
            .map(|at| line.behind_adverbs(at))
            .filter(|&at| line.is_past_verb(at))
            .collect()
    }

    /// What somebody loses, gets or uses by what the verb at this word says.
    fn done_with(&self, verb: usize) -> Option<(Attribute, Thing)> {
        match self.line.word(verb) {
            "made" => self.made_present(verb).map(|it| (Attribute::Loss, it)),
            "gave" | "given" | "handed" => self
                .object(verb)
                .filter(|it| self.is_given(verb, it.end) && !self.is_passed_on(verb, it.end))
                .map(|it| (Attribute::Loss, it)),
            word if PARTING.contains(word) => self.object(verb).map(|it| (Attribute::Loss, it)),
            "parted" if self.line.word(verb + 1) == "with" => {
                self.object(verb + 1).map(|it| (Attribute::Loss, it))
            }
            word if THROWING.contains(word) => {
                self.object(verb).filter(|it| self.is_gone(it.end)).map(|it| (Attribute::Loss, it))
            }
            word if GETTING.contains(word) => self.gained(verb).map(|it| (Attribute::Gain, it)),
            word if USING.contains(word) && word != "had" => {
                self.used(verb).map(|it| (Attribute::Possession, it))
            }
            _ => None,
        }
    }

    /// "gave the key to Arthur": the key of a door goes from hand to hand, and comes back without a word.
    fn is_passed_on(&self, verb: usize, end: usize) -> bool {
        self.line.word(verb + 1) == "the"
            && end == verb + 3
            && matches!(self.line.word(verb + 2), "key" | "keys")
    }

    /// "made Tom a present of the telescope".
    fn made_present(&self, verb: usize) -> Option<Thing> {
        let of = (verb + 2..verb + OBJECT_WITHIN_WORDS + 4)
            .take_while(|&at| self.line.is_beside(at))
            .find(|&at| self.line.word(at) == "of" && self.line.word(at - 1) == "present")?;
        matches!(self.line.word(of + 1), "the" | "his" | "her")
            .then(|| self.thing(of + 2))
            .flatten()
    }

    /// "Hale felt for the iron key in his coat", "Hale held the locket at his throat".
    fn at_body(&self, found: &mut Vec<Fact>) {
        const PARTS: [&str; 14] = [
            "throat", "neck", "pocket", "belt", "finger", "hand", "side", "back", "coat", "waist",
            "wrist", "knee", "knees", "breast",
        ];
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        let is_subject = self.line.is_beside(end);
        let thing = (end..end + AT_BODY_WITHIN_WORDS)
            .take_while(|&at| {
                is_subject
                    && self.line.is_beside(at)
                    && self.person_at(at).is_none_or(|it| it.owner == self.subject.owner)
            })
            .filter(|&at| self.line.word(at) == "the")
            .find_map(|at| self.thing(at + 1));
        let Some(thing) = thing else { return };
        let is_at = matches!(self.line.word(thing.end), "at" | "in" | "on" | "round" | "around")
            && matches!(self.line.word(thing.end + 1), "his" | "her")
            && self.person_at(thing.end + 1).is_none_or(|it| it.owner == self.subject.owner)
            && PARTS.contains(&self.line.word(thing.end + 2));
        let verb = self.line.behind_adverbs(end);
        let is_known =
            USING.contains(self.line.word(verb)) || GETTING.contains(self.line.word(verb));
        if is_at && !is_known {
            let at = (start, thing.end + 3);
            found.extend(self.fact(Attribute::Possession, thing.name, at));
        }
    }

    /// "The locket had been stolen from Hale".
    fn stolen(&self, found: &mut Vec<Fact>) {
        let start = self.subject.words.start;
        let Some(verb) = start.checked_sub(2) else { return };
        let is_stolen = self.line.word_before(start) == "from"
            && matches!(self.line.word(verb), "stolen" | "taken");
        let Some(first) = (is_stolen && self.line.word(self.line.words.start) == "the")
            .then_some(self.line.words.start + 1)
        else {
            return;
        };
        if let Some(thing) = self.thing(first).filter(|it| it.end + 3 >= verb) {
            let at = (first - 1, self.subject.words.end);
            found.extend(self.fact(Attribute::Loss, thing.name, at));
        }
    }

    /// The word behind what says that a thing is lost: "was sold", "had been stolen", "had gone overboard".
    fn lost_behind(&self, end: usize) -> Option<usize> {
        let line = &self.line;
        let auxiliary = line.behind_adverbs(end);
        if !matches!(line.word(auxiliary), "was" | "had" | "is" | "has") {
            let is_lost = self.is_swept(auxiliary) && !self.moves_itself(end - 1);
            return is_lost.then_some(auxiliary + 1);
        }
        let mut verb = line.behind_adverbs(auxiliary + 1);
        if line.word(verb) == "been" {
            verb = line.behind_adverbs(verb + 1);
        }
        let (word, next) = (line.word(verb), line.word(verb + 1));
        let is_lost = self.is_ruined(verb)
            || self.is_swept(verb) && !self.moves_itself(end - 1)
            || PARTING.contains(word)
            || matches!(word, "stolen" | "crushed" | "shattered")
            || word == "given" && matches!(next, "to" | "away")
            || word == "gone" && next == "overboard";
        is_lost.then_some(verb + 1)
    }

    /// Behind "Hale's" and "his": that it is there, or that it was sold.
    fn behind_owner(&self, found: &mut Vec<Fact>) {
        let start = self.subject.words.start;
        self.worn(found);
        let Some(thing) = self.thing(self.subject.words.end) else { return };
        // "in his watch" on a ship is a time.
        let led = self.line.word_before(start);
        if thing.name == "watch" && matches!(led, "in" | "on" | "during" | "of") {
            return;
        }
        // "Hale's letter" is one that he wrote, and "Hale's portrait" one of him.
        const ABOUT: [&str; 4] = ["letter", "portrait", "photograph", "miniature"];
        if ABOUT.iter().any(|noun| thing.name.ends_with(noun)) && self.subject.pronoun.is_none() {
            return;
        }
        let lost = self.lost_behind(thing.end).or_else(|| self.dead_behind(&thing));
        if let Some(end) = lost {
            found.extend(self.fact(Attribute::Loss, thing.name, (start, end)));
            return;
        }
        if let Some(first) = self.ruining() {
            found.extend(self.fact(Attribute::Loss, thing.name, (first, thing.end)));
            return;
        }
        let before = start.checked_sub(1).map_or("", |at| self.line.word(at));
        // "They took Hale's sword from him".
        const ARMS: [&str; 9] =
            ["sword", "pistol", "rifle", "gun", "dagger", "sabre", "revolver", "musket", "knife"];
        let is_arm = ARMS.iter().any(|arm| thing.name.ends_with(arm));
        let is_taken = (matches!(before, "seized" | "stole" | "wrested")
            || before == "took" && is_arm)
            && self.line.word(thing.end) == "from"
            && matches!(self.line.word(thing.end + 1), "him" | "her");
        if is_taken {
            found.extend(self.fact(Attribute::Loss, thing.name, (start - 1, thing.end + 2)));
            return;
        }
        let is_parted = (self.line.words.start..start).any(|at| {
            let word = self.line.word(at);
            PARTING.contains(word)
                || THROWING.contains(word)
                || GETTING.contains(word)
                || matches!(
                    word,
                    "gave"
                        | "given"
                        | "giving"
                        | "handed"
                        | "found"
                        | "dug"
                        | "fished"
                        | "recovered"
                        | "restored"
                        | "missed"
                        | "missing"
                        | "remembered"
                        | "sell"
                        | "selling"
                        | "lose"
                        | "losing"
                        | "stolen"
                        | "parted"
                        | "for"
                )
        });
        let is_gone = matches!(
            self.line.word(thing.end),
            "was" | "had" | "were" | "is" | "which" | "that" | "gone"
        );
        // "her garnet brooch, the only one she had, and gave it to Mina"
        let goes = self.is_given_behind(thing.end);
        if !is_parted && !is_gone && !goes && before != "like" {
            found.extend(self.fact(Attribute::Possession, thing.name, (start, thing.end)));
        }
    }

    /// "The ring was on Hale's finger".
    fn worn(&self, found: &mut Vec<Fact>) {
        const PARTS: [&str; 18] = [
            "finger",
            "hand",
            "hands",
            "neck",
            "throat",
            "pocket",
            "belt",
            "wrist",
            "shoulder",
            "shoulders",
            "head",
            "breast",
            "waistcoat",
            "side",
            "ears",
            "knee",
            "back",
            "bosom",
        ];
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        let is_led = matches!(
            self.line.word_before(start),
            "on" | "in" | "at" | "round" | "around" | "about"
        );
        let is_part = (end..end + 2)
            .take_while(|&at| self.line.is_beside(at))
            .any(|at| PARTS.contains(&self.line.word(at)));
        if !is_led || !is_part {
            return;
        }
        // "In Hale's belt was the same pistol".
        if start == self.line.words.start + 1 {
            let verb = (end + 1..end + 3).find(|&at| {
                matches!(self.line.word(at), "was" | "hung" | "shone" | "gleamed" | "nodded")
            });
            let article = verb.map(|at| at + 1).filter(|&at| self.line.word(at) == "the");
            let noun = article.map(|at| at + 1 + usize::from(self.line.word(at + 1) == "same"));
            if let Some(thing) = noun.and_then(|at| self.thing(at)) {
                found.extend(self.fact(Attribute::Possession, thing.name, (start, thing.end)));
            }
            return;
        }
        let from = start.saturating_sub(AT_BODY_WITHIN_WORDS).max(self.line.words.start);
        let article = (from..start).rev().find(|&at| {
            self.line.word(at) == "the" && (at + 1..start).all(|it| self.line.is_beside(it))
        });
        let Some(article) = article else { return };
        let Some(thing) = self.thing(article + 1) else { return };
        let verb = self.line.behind_adverbs(thing.end);
        let stands = matches!(
            self.line.word(verb),
            "was"
                | "is"
                | "hung"
                | "lay"
                | "shone"
                | "gleamed"
                | "glittered"
                | "ticked"
                | "swung"
                | "dangled"
        );
        if stands && verb + 4 > start.saturating_sub(1) {
            let at = (article, end + 1);
            found.extend(self.fact(Attribute::Possession, thing.name, at));
        }
    }

    /// The thing of the subject that a verb is about: "sold his watch", "gave the boy his watch".
    fn object(&self, verb: usize) -> Option<Thing> {
        (verb + 1..=verb + 1 + OBJECT_WITHIN_WORDS)
            .take_while(|&at| self.line.is_beside(at))
            .find_map(|at| {
                let is_own = matches!(self.line.word(at), "his" | "her")
                    && self.person_at(at).is_none_or(|it| it.owner == self.subject.owner);
                let is_the = self.line.word(at) == "the" && at == verb + 1;
                (is_own || is_the).then(|| self.thing(at + 1)).flatten()
            })
    }

    /// Something new, or something that is found again.
    fn gained(&self, verb: usize) -> Option<Thing> {
        let at = verb + 1;
        matches!(self.line.word(at), "his" | "her" | "the" | "a" | "an" | "another")
            .then(|| self.thing(at + 1))
            .flatten()
            .filter(|it| !self.is_for_another(it.end))
    }

    /// Whether what somebody finds is none of theirs: "found her coat and hat for her", "found the key to it".
    fn is_for_another(&self, end: usize) -> bool {
        let is_key_to = self.line.word(end - 1) == "key" && self.line.word(end) == "to";
        let is_for = |at: usize| {
            self.line.word(at) == "for" && matches!(self.line.word(at + 1), "him" | "her" | "them")
        };
        is_key_to || (end..end + FOR_WITHIN_WORDS).any(is_for)
    }

    /// What somebody has about them or uses: "drew the brass key", "still had the key".
    fn used(&self, verb: usize) -> Option<Thing> {
        // "seated her in the chair, and took off the boots".
        let is_undressing = self.line.word(verb + 1) == "off";
        (verb + 1..=verb + 3)
            .take_while(|&at| self.line.is_beside(at))
            .find(|&at| matches!(self.line.word(at), "the" | "his" | "her"))
            .filter(|&at| !is_undressing || self.line.word(at) != "the")
            .and_then(|at| self.thing(at + 1 + usize::from(self.is_heirloom(verb, at + 1))))
    }

    /// Whether what somebody carries was a parent's: "took out his father's watch", and not "rode his father's horse".
    fn is_heirloom(&self, verb: usize, at: usize) -> bool {
        const PARENTS: [&str; 4] = ["father's", "mother's", "grandfather's", "grandmother's"];
        let acts = self.line.word(verb);
        let is_carried = matches!(acts, "drew" | "wound" | "consulted")
            || matches!(acts, "took" | "pulled") && self.line.word(verb + 1) == "out";
        is_carried && PARENTS.contains(&self.line.word(at))
    }

    /// The thing that these words name, with the last adjective before it.
    fn thing(&self, from: usize) -> Option<Thing> {
        let at = (from..=from + ADJECTIVES_MAX)
            .take_while(|&at| {
                (self.line.is_beside(at) || self.line.is_hyphened(at))
                    && (at == from || !FUNCTION_WORDS.contains(self.line.word(at - 1)))
            })
            // "his sword-cane" is no sword, and "her diamond ring" no diamond.
            .find(|&at| {
                BELONGINGS.contains(self.line.word(at))
                    && !self.line.is_hyphened(at + 1)
                    && !(self.line.is_beside(at + 1) && BELONGINGS.contains(self.line.word(at + 1)))
            })?;
        // "his father's watch" may be his father's.
        let is_head = self.line.ends_part(at)
            || FUNCTION_WORDS.contains(self.line.word(at + 1))
            || ["ed", "ly"].iter().any(|it| self.line.word(at + 1).ends_with(it))
            || self.is_swept(at + 1)
            || matches!(
                self.line.word(at + 1),
                "trembling"
                    | "ticking"
                    | "dangling"
                    | "swinging"
                    | "died"
                    | "halfway"
                    | "askew"
                    | "aloft"
            );
        let is_others = (from..at).any(|it| {
            let word = self.line.word(it);
            word.ends_with("'s")
                || word.ends_with("s'")
                || matches!(word, "old" | "lost" | "missing" | "following")
        });
        if !is_head || is_others {
            return None;
        }
        let kind = at.checked_sub(1).filter(|&it| it >= from && self.is_distinct(it));
        let name = match kind {
            Some(it) => format!("{} {}", self.line.word(it), self.line.word(at)),
            None => self.line.word(at).to_owned(),
        };
        Some(Thing { name, end: at + 1 })
    }

    fn is_distinct(&self, at: usize) -> bool {
        !matches!(
            self.line.word(at),
            "own" | "little" | "big" | "good" | "fine" | "beloved" | "last"
        )
    }

    /// Whether what was given was given away: "to Tom", "away", or to whom stands before it.
    fn is_given(&self, verb: usize, end: usize) -> bool {
        let is_to = (end..end + 3).any(|at| matches!(self.line.word(at), "to" | "away"));
        let is_before = matches!(self.line.word(verb + 1), "him" | "the")
            || self
                .person_at(verb + 1)
                .is_some_and(|it| it.owner != self.subject.owner && !it.is_possessive);
        (is_to || is_before) && !self.line.word(end).starts_with("back")
    }

    /// Whether what was thrown is gone for good.
    fn is_gone(&self, end: usize) -> bool {
        (end..end + WHERE_WITHIN_WORDS).any(|at| GONE.contains(self.line.word(at)))
    }
}
