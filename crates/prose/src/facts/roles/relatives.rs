//! The trade or the rank of a relative without a name: "Hale's father was a merchant", "Hale, whose father, an old
//! apothecary, kept a shop", "Hale was the son of a merchant".

use super::super::words::{KIN_PLURALS, PROFESSIONS};
use super::super::{Attribute, Fact, FactReader, Link, Predicate, Subject};
use super::Role;

/// Relatives of whom everybody has one.
const UNIQUE: [&str; 2] = ["father", "mother"];

/// Words before "son of", at most, and what they are: "the only surviving".
const CHILD_WITHIN_WORDS: usize = 4;
const BEFORE_CHILD: [&str; 14] = [
    "but",
    "merely",
    "a",
    "an",
    "the",
    "only",
    "eldest",
    "elder",
    "younger",
    "youngest",
    "second",
    "third",
    "surviving",
    "orphan",
];

/// Trades of women, whose child has them for a mother.
const OF_WOMEN: [&str; 12] = [
    "governess",
    "dressmaker",
    "seamstress",
    "midwife",
    "nurse",
    "actress",
    "laundress",
    "washerwoman",
    "milliner",
    "housekeeper",
    "cook",
    "stewardess",
];

impl FactReader<'_, '_> {
    /// "Hale's father was a merchant", "his father, the old apothecary,", at a possessive.
    pub(super) fn of_relative(&self, found: &mut Vec<Fact>) {
        self.relative_at(self.subject.words.end, found);
    }

    /// "Hale, whose father was a merchant", "Hale was the son of a merchant".
    pub(super) fn of_parents(&self, predicates: &[Predicate], found: &mut Vec<Fact>) {
        for predicate in predicates {
            match predicate.link {
                Link::Whose => self.relative_at(predicate.at, found),
                Link::Be | Link::Apposed if !self.is_in_list() => {
                    if let Some(role) = self.trade_of_parent(predicate.at) {
                        let kin = if OF_WOMEN.contains(&role.word.as_str()) {
                            "mother"
                        } else {
                            "father"
                        };
                        self.push_of(kin, role, predicate.is_past, found);
                    }
                }
                Link::Be | Link::Apposed | Link::Have | Link::With => {}
            }
        }
    }

    /// "Hale, the elder of the two brothers": that somebody has such a sibling.
    pub(super) fn one_of_two(&self, predicates: &[Predicate], found: &mut Vec<Fact>) {
        let line = &self.line;
        let is_stated = |it: &&Predicate| {
            let at = it.at;
            matches!(it.link, Link::Be | Link::Apposed)
                && !it.is_past
                && line.word(at) == "the"
                && matches!(line.word(at + 1), "elder" | "older" | "younger")
                && line.word(at + 2) == "of"
        };
        let Some(at) = predicates.iter().find(is_stated).map(|it| it.at) else { return };
        let two = at + 3 + usize::from(matches!(line.word(at + 3), "the" | "these"));
        let kin = KIN_PLURALS.iter().find(|(plural, _)| *plural == line.word(two + 1));
        let Some((_, kin)) = kin.filter(|_| line.word(two) == "two") else { return };
        let words = (self.subject.words.start, two + 2);
        found.extend(self.fact(Attribute::Relative, (*kin).to_owned(), words));
    }

    /// What somebody is to a person whose brother or sister they are tied to, with that person and the word behind it: the
    /// "son of Hale’s sister" is his nephew.
    pub(super) fn of_sibling(
        &self,
        kin: &str,
        of: usize,
    ) -> Option<(&'static str, &Subject, usize)> {
        let line = &self.line;
        let whose =
            self.person_at(of + 1).filter(|it| line.word(of) == "of" && it.is_possessive)?;
        let sibling = whose.words.end;
        let is_sibling = line.is_beside(sibling)
            && matches!(line.word(sibling), "sister" | "brother")
            && line.ends_part(sibling)
            && self.person_at(sibling + 1).is_none();
        let kin = match kin {
            "son" => "nephew",
            "daughter" => "niece",
            "wife" | "widow" => "sister-in-law",
            "husband" | "widower" => "brother-in-law",
            _ => return None,
        };
        is_sibling.then_some((kin, whose, sibling + 1))
    }

    /// The trade of a relative whose word begins at this one.
    fn relative_at(&self, at: usize, found: &mut Vec<Fact>) {
        let Some((kin, end)) = self.kin_at(at).filter(|(kin, _)| UNIQUE.contains(&kin.as_str()))
        else {
            return;
        };
        let line = &self.line;
        let is_who = line.is_behind_comma(end) && line.word(end) == "who";
        let verb = line.behind_adverbs(if is_who { line.behind_who(end) } else { end });
        let been = line.behind_adverbs(verb + 1);
        let (from, is_past) = match (line.word(verb), line.word(been)) {
            ("was" | "is", _) if is_who || line.is_beside(verb) => (verb + 1, false),
            ("had" | "has", "been") if is_who || line.is_beside(verb) => {
                let lasts = line.is_lifelong() || line.lasts(been);
                (been + 1, line.word(verb) == "had" && !lasts)
            }
            // "his father the music-master", "his father, the old apothecary,".
            ("the", _) if line.is_beside(end) && line.ends_part(end + 1) => (end, false),
            _ if line.is_behind_comma(end) && !is_who => (end, false),
            _ => return,
        };
        let Some(role) = self.role(from).filter(|it| from != end || !self.goes_on_listing(it.end))
        else {
            return;
        };
        // "arranged that Hale should come, as soon as his father, the old baker, could" supposes nothing of the baker.
        if from == end && line.is_behind_comma(end) && !line.is_spoken {
            let words = (self.subject.words.start, role.end);
            let fact = self.inserted_fact(role.attribute, role.word.clone(), words);
            found.extend(fact.filter(|_| is_trade(&role)).map(|it| Fact {
                relative: Some(kin),
                is_past: role.is_past,
                ..it
            }));
        } else {
            self.push_of(&kin, role, is_past, found);
        }
    }

    /// The trade behind "the son of a" or before "'s son".
    fn trade_of_parent(&self, at: usize) -> Option<Role<'_>> {
        let line = &self.line;
        let is_child = |at: usize| matches!(line.word(at), "son" | "daughter" | "child");
        // "was married to the daughter of" is about another.
        let is_led = |it: usize| {
            let word = line.word(it);
            BEFORE_CHILD.contains(&word) || PROFESSIONS.contains(word.trim_end_matches("'s"))
        };
        let child = (at..at + CHILD_WITHIN_WORDS)
            .take_while(|&it| it == at || line.is_beside(it) && is_led(it - 1))
            .find(|&it| is_child(it))?;
        // "a merchant's son".
        let owner = line.word_before(child).trim_end_matches("'s");
        if PROFESSIONS.contains(owner) && owner.len() < line.word_before(child).len() {
            let attribute = Attribute::Profession;
            let word = owner.to_owned();
            return Some(Role { attribute, word, whose: None, end: child + 1, is_past: false });
        }
        let is_of = line.word(child + 1) == "of" && matches!(line.word(child + 2), "a" | "an");
        self.role(child + 2).filter(|_| is_of)
    }

    fn push_of(&self, kin: &str, role: Role<'_>, is_past: bool, found: &mut Vec<Fact>) {
        if !is_trade(&role) {
            return;
        }
        let words = (self.subject.words.start, role.end);
        found.extend(self.fact(role.attribute, role.word, words).map(|it| Fact {
            relative: Some(kin.to_owned()),
            is_past: it.is_past || role.is_past || is_past,
            ..it
        }));
    }
}

fn is_trade(role: &Role<'_>) -> bool {
    matches!(role.attribute, Attribute::Profession | Attribute::Rank) && role.whose.is_none()
}
