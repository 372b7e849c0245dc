//! Kinship, rank and profession, read from the word for them on: who is described by it, in whichever
//! construction ([`Grammar::described`]), and for kinship, whose relative that is.

mod livelihood;
mod serving;

pub(super) use livelihood::livelihood_nouns;

use super::constructions::{BEHIND, CALLINGS, DOERS, FOLLOWING, FORMER, JUDGING, MAKING, UNREAL};
use super::phrases::{DescribedPerson, Grammar, Phrase, Whose, is_determiner};
use super::roles::{CLERGY, COMPOUND};
use super::subjects::Subject;
use super::words::{DESCENDANTS, KIN, KIN_PLURALS, NOBILITY, PROFESSIONS, RANKS};
use super::{Attribute, Fact};

/// Words between "worked" and "as", and between a calling and its verb, at most.
const AS_WITHIN_WORDS: usize = 8;

/// A role as it is written.
struct RoleWord {
    attribute: Attribute,
    value: String,
    first: usize,
    end: usize,
    is_past: bool,
    /// Whether an article or a possessive leads it.
    is_led: bool,
}

impl<'r> Grammar<'r, '_> {
    /// What is said by the word of a role.
    pub(super) fn standing(&self, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        let is_in_law = line.word(at + 1) == "in" && line.word(at + 2) == "law";
        let is_part = line.is_hyphened(at + 1) && !is_in_law;
        if is_part || line.is_capital(at) && at > line.words.start && !self.is_office(at) {
            return;
        }
        if KIN.contains(line.word(at)) {
            self.kin_of_two(at, found);
            return self.kinship(at, found);
        }
        let Some(mut role) = self.role_word(at) else { return };
        let words = (role.first, role.end);
        let described =
            self.described(words).filter(|it| role.is_led || it.subject.words.start != role.end);
        let described = described.or_else(|| self.serving(words)).or_else(|| {
            let made = self.made(words)?;
            // The quote says that it is a change: "made Hale a captain".
            let start = made.subject.words.start;
            if MAKING.contains(line.word_before(start)) {
                role.first = role.first.min(start - 1);
            }
            Some(made)
        });
        let described = described.or_else(|| self.calling(words));
        if let Some(described) = described {
            self.push_role(&role, described, None, found);
        }
    }

    /// Whether a word with a capital is an office and no part of a name: "the Archdeacon, Thaddeus Hale, was".
    fn is_office(&self, at: usize) -> bool {
        let line = &self.line;
        let word = line.word(at);
        let is_rank = RANKS.contains(word) || NOBILITY.contains(word) || CLERGY.contains(&word);
        let Some(named) = self.person_at(at + 1).filter(|_| is_rank && self.is_set_off(at + 1))
        else {
            return false;
        };
        // "The Major, Hale, with a bow, took her" may be spoken to Hale.
        let behind = named.words.end;
        let is_subject = self.is_set_off(behind) && self.is_finite(line.behind_adverbs(behind));
        // "The Athlete, the Captain, the Hero was" is a list of names.
        let is_listed = self.person_ending(at - 1).is_some();
        line.word_before(at) == "the" && is_subject && !is_listed && !line.is_spoken
    }

    fn push_role(
        &self,
        role: &RoleWord,
        described: DescribedPerson<'_>,
        whose: Option<&Subject>,
        found: &mut Vec<Fact>,
    ) {
        let reader = self.reader(described.subject);
        if reader.line.is_question() {
            return;
        }
        let at = (
            role.first.min(described.subject.words.start),
            role.end.max(described.subject.words.end),
        );
        let fact = reader.fact(role.attribute, role.value.clone(), at);
        found.extend(fact.map(|it| Fact {
            other: whose.map(|it| it.name),
            is_past: it.is_past || described.is_past || role.is_past,
            ..it
        }));
    }

    /// A rank or a profession with the words that belong to it: not "the doctor's", not "a doctor's wife".
    fn role_word(&self, at: usize) -> Option<RoleWord> {
        let line = &self.line;
        let word = line.word(at);
        let is_noble = NOBILITY.contains(word) && !line.is_of_others(at);
        let attribute = if RANKS.contains(word) || is_noble {
            Attribute::Rank
        } else if PROFESSIONS.contains(word) {
            Attribute::Profession
        } else {
            return None;
        };
        let phrase = self.phrase(at);
        let is_owned = !matches!(phrase.whose, Whose::Unsaid);
        let article = self.article_of_served(&phrase);
        let is_private = is_owned && article.is_none() && !matches!(line.word(at + 1), "by");
        if is_private && attribute == Attribute::Profession {
            // "Mina's tailor" is what he is to her.
            return None;
        }
        let phrase = Phrase { first: article.unwrap_or(phrase.first), ..phrase };
        let closes = line.ends_part(at)
            || BEHIND.contains(line.word(at + 1))
            || line.is_of_so_long(at + 1)
            || self.person_at(at + 1).is_some()
            || matches!(line.word(at + 1), "was" | "had" | "is");
        let before = phrase.first..at;
        if !closes
            || line.is_hyphened(at)
            || before.clone().any(|it| UNREAL.contains(line.word(it)))
        {
            return None;
        }
        let is_past = before.clone().any(|it| FORMER.contains(line.word(it)));
        // "a miller by trade".
        let by = line.word(at + 1) == "by"
            && matches!(
                line.word(at + 2),
                "trade" | "profession" | "calling" | "rank" | "birth" | "training"
            );
        let end = if by { at + 3 } else { at + 1 };
        let is_led = is_determiner(line.word(phrase.first)) || is_owned;
        // "a capital dancer" says how somebody dances.
        let is_judged =
            DOERS.contains(word) && before.clone().any(|it| JUDGING.contains(line.word(it)));
        let (attribute, value) = match line.is_private_soldier(at) {
            true => (Attribute::Rank, "private"),
            false => (attribute, word),
        };
        let role = RoleWord {
            attribute,
            value: value.to_owned(),
            first: phrase.first,
            end,
            is_past,
            is_led,
        };
        let is_bare = (phrase.first..at).all(|it| COMPOUND.contains(&line.word(it)));
        ((is_led || is_bare) && !is_judged).then_some(role)
    }

    /// "had been made captain", "They had made Hale a captain", "rose to be captain".
    fn made(&self, (first, _): (usize, usize)) -> Option<DescribedPerson<'r>> {
        let line = &self.line;
        let mut at = first;
        if line.word_before(at) == "be" && line.word_before(at - 1) == "to" {
            at -= 2;
        } else if matches!(line.word_before(at), "to" | "as") {
            at -= 1;
        }
        if line.word_before(at) == "of" && matches!(line.word_before(at - 1), "rank" | "grade") {
            at = self.phrase(at - 2).first;
            at -= usize::from(line.word_before(at) == "to");
        }
        let described = |subject| DescribedPerson { subject, is_past: false };
        if let Some(person) =
            self.person_ending(at).filter(|it| !it.is_possessive && line.is_beside(at))
        {
            let before = line.word_before(person.words.start);
            return (MAKING.contains(before)).then(|| described(person));
        }
        let verb =
            at.checked_sub(1).filter(|&it| MAKING.contains(line.word(it)) && line.is_beside(at))?;
        let auxiliary = line.word_before(verb);
        let is_passive = matches!(auxiliary, "was" | "been" | "is" | "being" | "had")
            || auxiliary.ends_with("ly")
            || matches!(line.word(verb), "rose" | "risen" | "made");
        let is_own = line.word(verb) != "made"
            || matches!(auxiliary, "was" | "been" | "is")
            || auxiliary.ends_with("ly");
        self.subject_of(verb).filter(|_| is_passive && is_own).map(described)
    }

    /// "followed the trade of a miller", "Hale's trade was that of a miller", "held the rank of captain".
    fn calling(&self, (first, _): (usize, usize)) -> Option<DescribedPerson<'r>> {
        let line = &self.line;
        let of = first.checked_sub(1).filter(|_| line.word_before(first) == "of");
        let noun = of
            .and_then(|of| of.checked_sub(1))
            .filter(|&it| CALLINGS.contains(line.word(it)) || line.word(it) == "that");
        let described = |subject| Some(DescribedPerson { subject, is_past: false });
        if let Some(noun) = noun.filter(|&it| line.word(it) != "that") {
            let phrase = self.phrase(noun);
            let verb = phrase.first.checked_sub(1).filter(|_| line.is_beside(phrase.first))?;
            if line.word(verb) == "with" {
                let named = self.person_ending(verb).or_else(|| self.clause_subject(verb));
                return named.and_then(described);
            }
            let verb = Some(verb).filter(|&it| FOLLOWING.contains(line.word(it)))?;
            let verb = if line.word(verb) == "up" { verb.checked_sub(1)? } else { verb };
            return described(self.subject_of(verb)?);
        }
        // "Hale's trade was (that of) a miller", "by trade Hale was" is read as "was".
        let at = noun.unwrap_or(first);
        let be = at
            .checked_sub(1)
            .filter(|&it| matches!(line.word(it), "was" | "is") && line.is_beside(at))?;
        let subject_noun = be.checked_sub(1).filter(|&it| CALLINGS.contains(line.word(it)))?;
        match self.phrase(subject_noun).whose {
            Whose::Known(person) => described(person),
            _ => None,
        }
    }

    /// "the sister of Mina", "Mina's sister", "sister to Mina", with who it is.
    fn kinship(&self, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        let phrase = self.phrase(at);
        let (value, first, end) = self.kin_word(&phrase);
        if (phrase.first..at).any(|it| UNREAL.contains(line.word(it))) {
            return;
        }
        let (whose, first, end) = match phrase.whose {
            Whose::Known(whose) => (whose, first, end.max(phrase.end)),
            Whose::Unknown => return,
            Whose::Unsaid => match self.kin_to(end) {
                Some(whose) => (whose, first, whose.words.end),
                None => return self.kin_had(&value, &phrase, end, found),
            },
        };
        let is_past = (phrase.first..at).any(|it| line.word(it) == "former");
        let role =
            RoleWord { attribute: Attribute::Kinship, value, first, end, is_past, is_led: true };
        let described = self.described((first, end));
        if let Some(described) = described.filter(|it| it.subject.owner != whose.owner) {
            self.push_role(&role, described, Some(whose), found);
        }
    }

    /// Whose sister somebody is by "to": "sister to Mina".
    fn kin_to(&self, end: usize) -> Option<&'r Subject> {
        let line = &self.line;
        let of = matches!(line.word(end), "to" | "of").then_some(end)?;
        let person = (of + 1..of + 3).find_map(|at| self.person_at(at))?;
        (!person.is_possessive && person.pronoun.is_none()).then_some(person)
    }

    /// "Lucy had a brother named Tom".
    fn kin_had(&self, value: &str, phrase: &Phrase<'r>, end: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        // "had one daughter, Celia".
        let one = phrase.first.checked_sub(1).filter(|_| line.word_before(phrase.first) == "one");
        let phrase = &Phrase { first: one.unwrap_or(phrase.first), ..*phrase };
        let has = line.word_before(phrase.first);
        if !matches!(has, "had" | "has") || one.is_none() && !is_determiner(line.word(phrase.first))
        {
            return;
        }
        let named = if matches!(line.word(end), "named" | "called") {
            end + 1
        } else if line.is_behind_comma(end) && self.person_at(end).is_some() {
            end
        } else {
            return self.kin_only_had(value, phrase, end, found);
        };
        let other = self.person_at(named).filter(|it| !it.is_possessive && it.pronoun.is_none());
        let Some((other, whose)) = other.zip(self.subject_of(phrase.first - 1)) else { return };
        let is_alone = line.ends_part(other.words.end - 1);
        let role = RoleWord {
            attribute: Attribute::Kinship,
            value: value.to_owned(),
            first: phrase.first,
            end: other.words.end,
            is_past: false,
            is_led: true,
        };
        if is_alone && other.owner != whose.owner {
            let described = DescribedPerson { subject: other, is_past: false };
            self.push_role(&role, described, Some(whose), found);
        }
    }

    /// "Lucy had a brother in Leeds".
    fn kin_only_had(&self, value: &str, phrase: &Phrase<'r>, end: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        const STATED_BEHIND: [&str; 8] =
            ["in", "at", "of", "who", "whom", "living", "and", "abroad"];
        let is_new = matches!(line.word(phrase.first), "a" | "an" | "one" | "another");
        let is_stated =
            is_new && (line.ends_part(end - 1) || STATED_BEHIND.contains(&line.word(end)));
        let Some(whose) = self.subject_of(phrase.first - 1).filter(|_| is_stated) else { return };
        let reader = self.reader(whose);
        let at = (phrase.first.min(whose.words.start), end);
        if !reader.line.is_question() {
            found.extend(reader.fact(Attribute::Relative, value.to_owned(), at));
        }
    }

    /// "Lucy had three brothers, all of them in trade".
    fn kin_counted(&self, value: &str, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        let phrase = self.phrase(at);
        let is_counted = matches!(
            line.word(phrase.first),
            "two" | "three" | "four" | "five" | "six" | "seven" | "several" | "many"
        );
        let has = line.word_before(phrase.first);
        let is_had = is_counted
            && matches!(phrase.whose, Whose::Unsaid)
            && matches!(has, "had" | "has")
            && (line.ends_part(at) || line.word(at + 1) == "and");
        let Some(whose) = is_had.then(|| self.subject_of(phrase.first - 1)).flatten() else {
            return;
        };
        let reader = self.reader(whose);
        if !reader.line.is_question() {
            let words = (phrase.first.min(whose.words.start), at + 1);
            found.extend(reader.fact(Attribute::Relative, value.to_owned(), words));
        }
    }

    /// "Catherine, the youngest of Mina's daughters, ran".
    fn one_of_descendants(&self, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        let Some((_, value)) = DESCENDANTS.iter().find(|(plural, _)| *plural == line.word(at))
        else {
            return;
        };
        let phrase = self.phrase(at);
        let Whose::Known(whose) = phrase.whose else { return };
        // "one of Mina's adopted daughters", "of her grand-daughters", "of her sons-in-law", "of her sons in all but name".
        let is_other = (whose.words.end..at).any(|it| UNREAL.contains(line.word(it)))
            || line.is_hyphened(at)
            || line.is_hyphened(at + 1)
            || line.word(at + 1) == "in";
        let of = whose.words.start.checked_sub(1).filter(|&it| line.word(it) == "of" && !is_other);
        let noun = of.and_then(|of| of.checked_sub(1)).filter(|&it| {
            matches!(line.word(it), "one" | "eldest" | "youngest" | "oldest" | "elder" | "younger")
        });
        let Some(noun) = noun else { return };
        let article = usize::from(line.word_before(noun) == "the");
        let (first, end) = (noun - article, at + 1);
        let Some(described) = self.described((first, end)) else { return };
        let role = RoleWord {
            attribute: Attribute::Kinship,
            value: (*value).to_owned(),
            first,
            end,
            is_past: false,
            is_led: true,
        };
        if described.subject.owner != whose.owner {
            self.push_role(&role, described, Some(whose), found);
        }
    }

    /// A relationship with what hyphens tie to it: "half-sister", "brother-in-law".
    fn kin_word(&self, phrase: &Phrase<'_>) -> (String, usize, usize) {
        let line = &self.line;
        let at = phrase.head;
        let before = at.checked_sub(1).map_or("", |before| line.word(before));
        let prefix = if line.is_hyphened(at) { format!("{before}-") } else { String::new() };
        let is_in_law =
            line.is_hyphened(at + 1) && line.word(at + 1) == "in" && line.word(at + 2) == "law";
        let (suffix, end) = if is_in_law { ("-in-law", at + 3) } else { ("", at + 1) };
        (format!("{prefix}{}{suffix}", line.word(at)), phrase.first, end)
    }

    /// "Lucy and Tom were brother and sister", "were cousins", "were man and wife".
    pub(super) fn kin_of_two(&self, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        let (value, end) = match (line.word(at), line.word(at + 1), line.word(at + 2)) {
            ("brother", "and", "sister") | ("sister", "and", "brother") => ("sibling", at + 3),
            ("man" | "husband", "and", "wife") => ("spouse", at + 3),
            ("father", "and", "son" | "daughter") => ("father", at + 3),
            ("mother", "and", "son" | "daughter") => ("mother", at + 3),
            ("uncle", "and", "nephew" | "niece") => ("uncle", at + 3),
            ("aunt", "and", "nephew" | "niece") => ("aunt", at + 3),
            (word, ..) => match KIN_PLURALS.iter().find(|(plural, _)| *plural == word) {
                Some((_, single)) => (*single, at + 1),
                None => return self.one_of_descendants(at, found),
            },
        };
        if !line.ends_part(end - 1) && !BEHIND.contains(line.word(end)) || line.word(end) == "of" {
            return;
        }
        if end == at + 1 {
            self.kin_counted(value, at, found);
        }
        let Some(be) = (at.saturating_sub(4).max(line.words.start)..at)
            .rev()
            .find(|&it| matches!(line.word(it), "were" | "are"))
        else {
            return;
        };
        // The two right before the verb.
        let is_adverb = |it: usize| line.behind_adverbs(it) == be;
        let Some(other) = self
            .persons(line.words.start..be)
            .last()
            .filter(|it| is_adverb(it.words.end) && !it.is_possessive)
        else {
            return;
        };
        let joined = other
            .words
            .start
            .checked_sub(1)
            .filter(|&it| line.word(it) == "and" && line.is_beside(it + 1));
        let Some(one) = joined.and_then(|it| self.person_ending(it)).filter(|it| !it.is_possessive)
        else {
            return;
        };
        if self.is_set_off(one.words.start) && self.person_ending(one.words.start).is_some()
            || one.owner == other.owner
        {
            return;
        }
        let role = RoleWord {
            attribute: Attribute::Kinship,
            value: value.to_owned(),
            first: one.words.start,
            end,
            is_past: false,
            is_led: true,
        };
        self.push_role(&role, DescribedPerson { subject: one, is_past: false }, Some(other), found);
    }
}
