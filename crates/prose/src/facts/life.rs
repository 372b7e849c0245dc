//! Facts about birth, engagement, wedding and death, with their dates.

mod dates;
mod mourning;
mod phrases;

use super::subjects::ending_before;
use super::{Attribute, Fact, FactReader};
use crate::lists::{FUNCTION_WORDS, HONORIFICS, SURE_PASTS};
use phrases::{BIRTHS, DYING, GONE};

/// Words that end a clause in which somebody is dead: "was dead when they came", not "dead tired".
const BEHIND_DEAD: [&str; 16] = [
    "when", "before", "by", "of", "and", "at", "on", "for", "since", "in", "now", "long", "these",
    "but", "already", "within",
];

/// Words of a report: what it says of a death may be untrue.
const RUMOURS: [&str; 9] = [
    "paper",
    "papers",
    "newspaper",
    "newspapers",
    "rumour",
    "rumor",
    "reported",
    "notice",
    "obituary",
];

/// What shows that closed eyes are those of the dead.
const SIGNS_OF_DEATH: [&str; 7] = ["ever", "dead", "body", "clock", "pennies", "sheet", "corpse"];

/// What belongs to the dead.
const OF_THE_DEAD: [&str; 12] = [
    "funeral",
    "burial",
    "grave",
    "coffin",
    "tomb",
    "corpse",
    "headstone",
    "gravestone",
    "tombstone",
    "ashes",
    "widow",
    "epitaph",
];

/// Whether an engagement is one to marry: "was already engaged" may be for the evening.
fn is_sure(fact: &Fact, has_other: bool, verb: &str) -> bool {
    let is_marked = has_other || fact.date.is_some() || matches!(verb, "became" | "got");
    fact.attribute != Attribute::Engagement || is_marked
}

impl FactReader<'_, '_> {
    pub(super) fn life(&self, found: &mut Vec<Fact>) {
        if self.subject.is_possessive {
            self.of_possessive(found);
            return;
        }
        self.of_pair(found);
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        let late = self.line.word_before(start) == "late"
            && self.line.word(start.wrapping_sub(2)) == "the";
        // "the late Mr. Darcy" is the father of the one whom the book calls so.
        let is_of_family =
            self.subject.words.len() == 2 && HONORIFICS.contains(self.line.word(start));
        if late && !is_of_family {
            found.extend(self.undated(Attribute::Death, "dead", (start - 2, end)));
        }
        self.mourned(found);
        self.apposed_death(found);
        self.acts_around(found);
        self.event_of(found);
        let is_more = self.line.word(end + 2) == "more" && !self.line.ends_part(end + 2);
        if self.line.is_beside(end) && !is_more && self.is_phrase(end, &GONE) {
            let fact = self.named_fact(Attribute::Death, "dead".to_owned(), (start, end + 1));
            found.extend(fact);
            return;
        }
        self.opened_with(found);
        let at = if self.line.is_behind_comma(end) && self.line.word(end) == "born" {
            end
        } else if self.line.is_behind_comma(end) && self.line.word(end) == "who" {
            self.goes_on_acting(found);
            return;
        } else if self.line.word(end) == "who" && self.line.is_beside(end) {
            self.act_of_cleft(found);
            self.died_before(end + 1, found);
            return;
        } else if self.line.is_beside(end) {
            // "Hale alone was dead", "Hale having died that morning".
            let is_alone = matches!(self.line.word(end), "alone" | "himself" | "herself");
            self.line.behind_adverbs(end + usize::from(is_alone))
        } else {
            self.act_of_tag(found);
            return;
        };
        let (verb, is_had) = match self.line.word(at) {
            "had" | "has" | "having" => {
                let next = self.line.behind_adverbs(at + 1);
                let has_become = match self.line.word(next) {
                    "been" => true,
                    "got" | "become" => self.is_tying(next + 1),
                    _ => false,
                };
                (if has_become { self.line.behind_adverbs(next + 1) } else { next }, true)
            }
            "was" | "is" | "got" | "became" | "lay" | "fell" | "were" => {
                (self.line.behind_adverbs(at + 1), false)
            }
            _ => (at, false),
        };
        let happened = self.happened(at, verb, is_had);
        let is_rumour = || self.line.words.clone().any(|it| RUMOURS.contains(&self.line.word(it)));
        if happened.is_some_and(|it| it.0 == Attribute::Death) && is_rumour() {
            return;
        }
        if let Some((attribute, value)) = happened {
            let to = usize::from(self.line.word(verb + 1) == "to");
            let other = self.person_at(verb + 1 + to).filter(|it| !it.is_possessive);
            let is_tie = matches!(attribute, Attribute::Engagement | Attribute::Wedding);
            let fact = self.fact(attribute, value.to_owned(), (start, verb + 1));
            let fact = fact.filter(|it| is_sure(it, other.is_some(), self.line.word(at)));
            found.extend(fact.map(|it| Fact {
                other: other.filter(|_| is_tie).map(|it| it.name),
                date: self.date_of_life(it.date, verb),
                ..it
            }));
            return;
        }
        let before = found.len();
        self.act(at, found);
        self.tied_by_and(at, found.len() > before, found);
    }

    /// What verbs that "and" ties to the one at `first` say: "went to bed with a chill and was dead by the Sunday",
    /// "had grown stout, and got up". An act is read where there is none before.
    pub(super) fn tied_by_and(&self, first: usize, has_act: bool, found: &mut Vec<Fact>) {
        let start = self.subject.words.start;
        for verb in self.verbs_behind_and(first) {
            let dead = self.line.behind_adverbs(verb + 1);
            let is_dead = self.line.word(verb) == "was"
                && self.line.word(dead) == "dead"
                && self.line.word(dead + 1) == "by";
            if is_dead {
                let at = (start, dead + 1);
                found.extend(self.fact(Attribute::Death, "dead".to_owned(), at));
                return;
            }
            // "was taken from the river and carried to the inn", "was old and bent".
            let is_sure = !matches!(self.line.word(first), "was" | "were" | "is" | "had" | "has")
                || SURE_PASTS.contains(self.line.word(verb));
            if is_sure && !has_act && self.acts_too(verb, found) {
                return;
            }
        }
    }

    /// What the verb at a word says to have happened to the subject; `at` is its auxiliary, or the verb itself.
    fn happened(&self, at: usize, verb: usize, is_had: bool) -> Option<(Attribute, &'static str)> {
        let is_tied = self.is_tied(at, verb);
        let is_be =
            verb != at && matches!(self.line.word(at), "was" | "is" | "lay" | "fell" | "had");
        match self.line.word(verb) {
            "born" if self.line.word(verb + 1) != "again" => Some((Attribute::Birth, "born")),
            _ if self.is_phrase(verb, &BIRTHS) => Some((Attribute::Birth, "born")),
            _ if self.is_phrase(verb, &DYING) => Some((Attribute::Death, "dead")),
            "took" | "taken" if self.is_suicide(verb) => Some((Attribute::Death, "dead")),
            "died" | "perished" | "drowned" | "expired" | "succumbed" if at == verb || is_had => {
                Some((Attribute::Death, "dead"))
            }
            "passed" if self.line.word(verb + 1) == "away" => Some((Attribute::Death, "dead")),
            "found" if is_be && self.line.word(verb + 1) == "dead" => {
                let next = self.line.word(verb + 2);
                let is_tired = matches!(next, "drunk" | "asleep" | "tired" | "weary" | "beat");
                (!is_tired).then_some((Attribute::Death, "dead"))
            }
            "dead" if is_be && self.is_dead(verb) => Some((Attribute::Death, "dead")),
            "fell" | "fallen"
                if self.line.word(verb + 1) == "at" && self.line.is_capital(verb + 2) =>
            {
                Some((Attribute::Death, "dead"))
            }
            "shot" if is_be && matches!(self.line.word(verb + 2), "dawn" | "sunrise") => {
                Some((Attribute::Death, "dead"))
            }
            "killed" | "murdered" | "hanged" | "drowned" | "beheaded" | "executed" if is_be => {
                let is_done = self.line.ends_part(verb)
                    || matches!(
                        self.line.word(verb + 1),
                        "in" | "on"
                            | "by"
                            | "at"
                            | "when"
                            | "off"
                            | "near"
                            | "under"
                            | "before"
                            | "for"
                            | "between"
                            | "while"
                            | "crossing"
                            | "outright"
                            | "there"
                    );
                is_done.then_some((Attribute::Death, "dead"))
            }
            "laid" if is_tied && self.is_laid_in(verb) => Some((Attribute::Death, "dead")),
            "buried" if is_be && self.is_grave(verb + 1) => Some((Attribute::Death, "dead")),
            // "were engaged to dine" ties nobody.
            "engaged" | "betrothed" if is_tied => (self.line.word(verb + 1) == "to"
                && self.person_at(verb + 2).is_some()
                || self.line.ends_part(verb)
                || self.date(verb).is_some_and(|it| {
                    // "Lucy and Hale became engaged in May" is read of the pair.
                    it.words.start == verb + 2
                        && matches!(self.line.word(verb + 1), "in" | "on")
                        && self.line.ends_part(it.words.end - 1)
                        && self.line.word_before(self.subject.words.start) != "and"
                }))
            .then_some((Attribute::Engagement, "engaged")),
            "took" | "taken"
                if self.line.word(verb + 1) == "a"
                    && matches!(self.line.word(verb + 2), "wife" | "husband") =>
            {
                Some((Attribute::Wedding, "married"))
            }
            "plighted" if self.line.word(verb + 2) == "troth" => {
                Some((Attribute::Engagement, "engaged"))
            }
            "married" | "wed" | "wedded" => Some((Attribute::Wedding, "married")),
            _ => None,
        }
    }

    /// Whether behind "got" or "become" somebody is tied to another.
    fn is_tying(&self, at: usize) -> bool {
        matches!(self.line.word(self.line.behind_adverbs(at)), "engaged" | "betrothed" | "married")
    }

    /// "took his own life", and not "took his own life in his hands".
    fn is_suicide(&self, verb: usize) -> bool {
        let line = &self.line;
        matches!(line.word(verb + 1), "his" | "her")
            && line.word(verb + 2) == "own"
            && line.word(verb + 3) == "life"
            && (line.ends_part(verb + 3)
                || matches!(line.word(verb + 4), "at" | "on" | "by" | "there" | "when" | "after"))
    }

    /// Whether one of these phrases begins here.
    fn is_phrase(&self, at: usize, phrases: &[&[&str]]) -> bool {
        phrases.iter().any(|phrase| {
            phrase.iter().enumerate().all(|(nth, word)| self.line.word(at + nth) == *word)
        })
    }

    /// Whether "engaged" behind these words says that somebody will marry: not "had engaged a cook".
    fn is_tied(&self, at: usize, verb: usize) -> bool {
        (at..verb).any(|it| {
            matches!(
                self.line.word(it),
                "was" | "is" | "been" | "became" | "become" | "got" | "were"
            )
        })
    }

    fn undated(&self, attribute: Attribute, value: &str, at: (usize, usize)) -> Option<Fact> {
        self.fact(attribute, value.to_owned(), at).map(|it| Fact { date: None, ..it })
    }

    fn is_dead(&self, at: usize) -> bool {
        self.line.ends_part(at) || BEHIND_DEAD.contains(&self.line.word(at + 1))
    }

    /// Whether "buried" speaks of a grave: not "buried in his work".
    fn is_grave(&self, at: usize) -> bool {
        matches!(
            self.line.word(at),
            "on" | "at" | "beside" | "that" | "yesterday" | "there" | "next"
        ) || (at..at + 5).any(|it| {
            matches!(
                self.line.word(it),
                "churchyard" | "grave" | "cemetery" | "vault" | "graveyard" | "chapel" | "abbey"
            )
        })
    }

    /// Whether "laid" speaks of a grave: "laid in the family vault", not "laid up", "laid on the table".
    fn is_laid_in(&self, verb: usize) -> bool {
        const GRAVES: [&str; 7] =
            ["churchyard", "graveyard", "cemetery", "grave", "vault", "tomb", "earth"];
        matches!(self.line.word(verb + 1), "in" | "beside" | "under")
            && (verb + 2..verb + 6).any(|at| GRAVES.contains(&self.line.word(at)))
    }

    /// Whether somebody else closes the eyes of the subject, as one does to the dead.
    fn closes_eyes(&self) -> bool {
        let line = &self.line;
        let Some(verb) = self.subject.words.start.checked_sub(1) else { return false };
        let is_done = matches!(line.word(verb), "closed" | "shut");
        // "shut Hale's eyes, and kissed each lid" is no sign of death by itself.
        let is_of_dead = line.words.clone().any(|at| SIGNS_OF_DEATH.contains(&line.word(at)));
        let is_by_another = self.subject.pronoun.is_none()
            && ending_before(self.subjects, verb)
                .is_some_and(|it| line.has(it.words.start) && it.owner != self.subject.owner);
        is_done && is_of_dead && is_by_another
    }

    /// "Lucy's death", "Lucy's wedding", "Lucy's birth".
    fn of_possessive(&self, found: &mut Vec<Fact>) {
        let at = self.subject.words.end;
        if !self.line.is_beside(at) {
            return;
        }
        let start = self.subject.words.start;
        let (attribute, value) = match self.line.word(at) {
            "body" => {
                let before = self.line.word_before(start);
                let is_back = before == "back" && self.line.word(start.wrapping_sub(2)) == "gave";
                let is_found = ["found", "recovered", "identified", "buried", "over"];
                // "Lucy's body was found in the river".
                let had = self.line.word(at + 1) == "had" && self.line.word(at + 2) == "been";
                let done = self.line.word(at + if had { 3 } else { 2 });
                let was_found =
                    (had || self.line.word(at + 1) == "was") && is_found[..4].contains(&done);
                if !is_back && !is_found.contains(&before) && !was_found {
                    return;
                }
                (Attribute::Death, "dead")
            }
            // "Tom closed Hale's eyes".
            "eyes" if self.closes_eyes() => (Attribute::Death, "dead"),
            // "his grave face".
            "grave" if !self.is_noun_of_dead(at) => return,
            noun if OF_THE_DEAD.contains(&noun) => (Attribute::Death, "dead"),
            "death" => {
                // Fear of a death, or a death that is to come, is none.
                let before = self.line.word_before(start);
                let is_next =
                    self.date(at + 1).is_some_and(|it| (at + 1..=at + 2).contains(&it.words.start));
                let is_so = matches!(before, "after" | "since")
                    || is_next
                    || matches!(self.line.word(at + 1), "was" | "came" | "had")
                        && self.date(at + 1).is_some();
                if !is_so {
                    return;
                }
                (Attribute::Death, "dead")
            }
            "wedding" | "marriage" => (Attribute::Wedding, "married"),
            "engagement" | "betrothal" => (Attribute::Engagement, "engaged"),
            "birth" => (Attribute::Birth, "born"),
            _ => return,
        };
        let words = (start, at + 1);
        // What has been so since a death is denied without it: "Nobody had been there since Lucy’s death".
        let fact = match self.line.word_before(start) {
            "since" => self.named_fact(attribute, value.to_owned(), words),
            _ => self.fact(attribute, value.to_owned(), words),
        };
        let fact = fact.map(|it| Fact { date: it.date.or_else(|| self.year_named()), ..it });
        // Of an event without a date nothing is known: it may be to come.
        found.extend(fact.filter(|it| it.date.is_some() || attribute == Attribute::Death));
    }

    /// Whether "grave" is where somebody lies, and not how they look.
    fn is_noun_of_dead(&self, at: usize) -> bool {
        let line = &self.line;
        let led = matches!(
            line.word_before(self.subject.words.start),
            "at" | "on" | "beside" | "by" | "over" | "to" | "from" | "upon" | "of"
        );
        let next = line.word(at + 1);
        led && (FUNCTION_WORDS.contains(next) && line.is_beside(at + 1)
            || line.ends_part(at) && !line.is_behind_comma(at + 1))
    }

    /// "Lucy and Arthur were married", "Lucy and Arthur became engaged".
    fn of_pair(&self, found: &mut Vec<Fact>) {
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        if self.line.word(end) != "and" {
            return;
        }
        let Some(other) = self.person_at(end + 1).filter(|it| !it.is_possessive) else { return };
        let verb = self.line.behind_adverbs(other.words.end);
        let at = match self.line.word(verb) {
            "were" | "are" | "became" | "got" => self.line.behind_adverbs(verb + 1),
            "had" => {
                let next = self.line.behind_adverbs(verb + 1);
                if matches!(self.line.word(next), "been" | "become") {
                    self.line.behind_adverbs(next + 1)
                } else {
                    next
                }
            }
            _ => verb,
        };
        let (attribute, value) = match self.line.word(at) {
            "married" | "wed" | "wedded" => (Attribute::Wedding, "married"),
            "engaged" | "betrothed" => (Attribute::Engagement, "engaged"),
            _ => return,
        };
        let fact = self.fact(attribute, value.to_owned(), (start, at + 1));
        found.extend(fact.map(|it| Fact { other: Some(other.name), ..it }));
    }
}
