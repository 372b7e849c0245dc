//! Facts about kinship, rank and profession: "Lucy, the sister of Mina", "Captain Hale", "Hale was a baker".
//! A word in a list of persons is no apposition: "Mina, the doctor and Lucy".

mod lacking;
mod relatives;

use super::constructions::{DOERS, JUDGING};
use super::words::{KIN, KIN_PLURALS, NOBILITY, PROFESSIONS, RANKS};
use super::{Attribute, Fact, FactReader, Link, Predicate, Subject};
use crate::lists::{FUNCTION_WORDS, HONORIFICS, PEERAGE};

/// Words between an article and a role: "a very old baker".
const ADJECTIVES_MAX: usize = 3;

/// Words that say that a role is past, to come, or not real.
const FORMER: [&str; 5] = ["former", "retired", "late", "ex", "onetime"];
const UNREAL: [&str; 9] = [
    "future",
    "intended",
    "so-called",
    "false",
    "would-be",
    "sham",
    "supposed",
    "aspiring",
    "foster",
];

/// Words that make one word with that of a role: "was town clerk", "was chief engineer".
pub(super) const COMPOUND: [&str; 19] = [
    "nursery",
    "army",
    "detective",
    "town",
    "parish",
    "county",
    "village",
    "district",
    "chief",
    "head",
    "first",
    "second",
    "third",
    "junior",
    "senior",
    "master",
    "police",
    "staff",
    "station",
];

/// Words in front of a relationship that make it another one.
const PREFIXES: [&str; 5] = ["half", "step", "grand", "great", "god"];

/// Professions that anybody may have for an evening: "one of the singers at the wedding".
const PERFORMING: [&str; 10] = [
    "dancer",
    "singer",
    "poet",
    "painter",
    "actor",
    "musician",
    "pianist",
    "violinist",
    "fiddler",
    "translator",
];

/// Words behind which a role is complete: "a baker of the town".
const BEHIND_ROLE: [&str; 26] = [
    "of", "at", "in", "by", "from", "to", "who", "and", "with", "on", "here", "when", "until",
    "for", "there", "before", "like", "as", "near", "just", "since", "whose", "all", "under",
    "through", "beside",
];

/// Offices of the church that stand before a name as ranks do.
pub(super) const CLERGY: [&str; 6] =
    ["archbishop", "bishop", "archdeacon", "canon", "abbot", "prior"];

/// A role as it is written.
pub(super) struct Role<'r> {
    pub(super) attribute: Attribute,
    pub(super) word: String,
    /// Whose: "Mina's sister", "his wife", "the sister of Mina".
    pub(super) whose: Option<&'r Subject>,
    pub(super) end: usize,
    pub(super) is_past: bool,
}

impl FactReader<'_, '_> {
    pub(super) fn roles(&self, found: &mut Vec<Fact>) {
        self.title(found);
        self.of_two(found);
        if self.subject.is_possessive {
            self.kin_of_subject(found);
            self.of_relative(found);
            self.dignity(found);
            return;
        }
        self.without_kin(found);
        let start = self.subject.words.start;
        let predicates = self.predicates();
        self.of_parents(&predicates, found);
        self.one_of_two(&predicates, found);
        for predicate in &predicates {
            let is_be = predicate.link == Link::Be;
            let role = match predicate.link {
                Link::Be => self.role(predicate.at),
                Link::Apposed if !self.is_in_list() => {
                    self.role(predicate.at).filter(|it| !self.goes_on_listing(it.end))
                }
                _ => None,
            };
            let Some(role) = role else { continue };
            let is_own = role.whose.is_none_or(|it| it.owner != self.subject.owner);
            if role.attribute == Attribute::Kinship && role.whose.is_none() || !is_own {
                continue;
            }
            let words = (start, role.end);
            let fact = match self.is_inserted(predicate) {
                true => self.inserted_fact(role.attribute, role.word, words),
                false => self.fact(role.attribute, role.word, words),
            };
            found.extend(fact.map(|it| Fact {
                other: role.whose.map(|whose| whose.name),
                is_past: it.is_past || role.is_past || is_be && predicate.is_past,
                ..it
            }));
            return;
        }
        if let Some((word, end, is_past)) = self.one_of_many(&predicates) {
            let fact = self.fact(Attribute::Profession, word.to_owned(), (start, end));
            found.extend(fact.map(|it| Fact { is_past: it.is_past || is_past, ..it }));
            return;
        }
        // "Hale the baker".
        let end = self.subject.words.end;
        // "They told Hale the surgeon came at noon".
        let opens = start == self.line.words.start
            || !self.line.is_beside(start)
            || matches!(
                self.line.word(start - 1),
                "and" | "but" | "then" | "when" | "while" | "old"
            );
        if self.line.is_beside(end)
            && self.line.word(end) == "the"
            && self.role_kind(end + 1) == Some(Attribute::Profession)
            && (self.line.ends_part(end + 1) || opens && self.acts_at(end + 2))
            && self.subject.pronoun.is_none()
        {
            let word = self.line.word(end + 1).to_owned();
            found.extend(self.fact(Attribute::Profession, word, (start, end + 2)));
            return;
        }
        self.trade(found);
    }

    /// "Hale was one of the gardeners at the Hall", and whether that is past. Anybody may be one of the singers.
    fn one_of_many(&self, predicates: &[Predicate]) -> Option<(&str, usize, bool)> {
        let line = &self.line;
        let predicate = predicates.iter().find(|it| it.link == Link::Be)?;
        let at = predicate.at;
        let is_one = line.word(at) == "one"
            && line.word(at + 1) == "of"
            && matches!(line.word(at + 2), "the" | "our" | "their");
        let trade = |noun: usize| {
            let word = line.word(noun).strip_suffix('s')?;
            Some(word).filter(|it| PROFESSIONS.contains(it) && !PERFORMING.contains(it))
        };
        let noun = [at + 3, at + 4].into_iter().find(|&it| is_one && trade(it).is_some())?;
        let before = if noun > at + 3 { line.word(at + 3) } else { "" };
        let closes = line.ends_part(noun)
            || matches!(line.word(noun + 1), "at" | "in" | "of" | "who" | "there" | "on" | "and");
        let is_real = !FORMER.contains(&before) && !UNREAL.contains(&before);
        Some((trade(noun)?, noun + 1, predicate.is_past)).filter(|_| closes && is_real)
    }

    /// Whether a verb in the past stands here: "Hale the baker put down", not "gave Hale the baker's loaf".
    fn acts_at(&self, at: usize) -> bool {
        self.line.is_beside(at) && self.line.is_past_verb(self.line.behind_adverbs(at))
    }

    /// "Captain Hale", where the rank stands before the name or is part of it.
    fn title(&self, found: &mut Vec<Fact>) {
        let words = &self.subject.words;
        // In speech a rank is often a joke.
        if self.subject.pronoun.is_some() || self.line.is_spoken {
            return;
        }
        let is_title = |at: usize| {
            let word = self.line.word(at);
            (RANKS.contains(word) || CLERGY.contains(&word) || PEERAGE.contains(&word))
                && self.line.is_capital(at)
        };
        let before = words.start.checked_sub(1).filter(|&at| {
            is_title(at) && matches!(self.line.text.gap_before(words.start), " " | "\u{a0}")
        });
        let Some(at) =
            before.or_else(|| (words.len() > 1 && is_title(words.start)).then_some(words.start))
        else {
            return;
        };
        // "Rear-Admiral Hale".
        let is_part = self.line.is_hyphened(at)
            && !matches!(self.line.word(at - 1), "rear" | "vice" | "lieutenant" | "major");
        let is_double = at > 0 && self.line.is_beside(at) && is_title(at - 1) || is_part;
        if !is_double {
            let title = self.line.word(at);
            let attribute = match CLERGY.contains(&title) {
                true => Attribute::Profession,
                false => Attribute::Rank,
            };
            // "had never known her father, Captain Hale" does not take the title back.
            found.extend(self.named_fact(attribute, title.to_owned(), (at, words.end)));
        }
    }

    /// "Lucy and Mina were sisters", "Lucy married Mina's brother" is not read.
    fn of_two(&self, found: &mut Vec<Fact>) {
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        if self.subject.is_possessive || self.line.word(end) != "and" || self.is_in_list() {
            return;
        }
        let Some(other) = self.person_at(end + 1).filter(|it| !it.is_possessive) else { return };
        let verb = self.line.behind_adverbs(other.words.end);
        if !matches!(self.line.word(verb), "were" | "are") || other.owner == self.subject.owner {
            return;
        }
        let from = self.line.behind_adverbs(verb + 1);
        let at =
            if matches!(self.line.word(from), "twin" | "first" | "half") { from + 1 } else { from };
        let Some((_, word)) = KIN_PLURALS.iter().find(|(plural, _)| *plural == self.line.word(at))
        else {
            return;
        };
        if self.line.ends_part(at) {
            let fact = self.fact(Attribute::Kinship, (*word).to_owned(), (start, at + 1));
            found.extend(fact.map(|it| Fact { other: Some(other.name), ..it }));
        }
    }

    /// "Mina's sister Lucy", "Mina's elder sister, Lucy,".
    fn kin_of_subject(&self, found: &mut Vec<Fact>) {
        let Some((word, end)) = self.kin_at(self.subject.words.end) else { return };
        let is_beside = self.line.is_beside(end);
        let is_apposed = self.line.is_behind_comma(end);
        // "Mina's mother was Lucy."
        let verb = self.line.behind_adverbs(end);
        if matches!(self.line.word(verb), "was" | "is")
            && let Some(other) = self.person_at(verb + 1).filter(|it| !it.is_possessive)
            && other.pronoun.is_none()
            && other.owner != self.subject.owner
            && self.line.ends_part(other.words.end - 1)
        {
            let at = (self.subject.words.start, other.words.end);
            found.extend(self.fact(Attribute::Kinship, word, at).map(|it| Fact {
                owner: other.owner,
                name: other.name,
                other: Some(self.subject.name),
                ..it
            }));
            return;
        }
        let Some(other) = self.person_at(end).filter(|_| is_beside || is_apposed) else {
            let words = (self.subject.words.start, end);
            // "If the boy got well, he himself, as Hale’s brother, would lose": what he is, he is in any case.
            let is_as = self.line.word_before(words.0) == "as"
                && self.line.is_behind_comma(words.0 - 1)
                && self.line.ends_part(end - 1);
            let fact = if is_as {
                self.inserted_fact(Attribute::Relative, word, words)
            } else {
                self.fact(Attribute::Relative, word, words)
            };
            found.extend(fact.filter(|it| !it.is_past));
            return;
        };
        let closes = self.line.ends_part(other.words.end - 1)
            && !matches!(self.line.word(other.words.end), "and" | "or");
        if other.pronoun.is_some()
            || other.owner == self.subject.owner
            || is_apposed && (!closes || other.is_possessive || self.is_in_list())
        {
            return;
        }
        let fact = self.fact(Attribute::Kinship, word, (self.subject.words.start, other.words.end));
        found.extend(fact.map(|it| Fact {
            owner: other.owner,
            name: other.name,
            other: Some(self.subject.name),
            ..it
        }));
    }

    /// A relationship behind a possessive, with adjectives, and the word behind it.
    fn kin_at(&self, from: usize) -> Option<(String, usize)> {
        let at = (from..=from + ADJECTIVES_MAX)
            .take_while(|&at| {
                (self.line.is_beside(at) || at > from && self.line.is_hyphened(at))
                    && (at == from || !FUNCTION_WORDS.contains(self.line.word(at - 1)))
            })
            .find(|&at| KIN.contains(self.line.word(at)))?;
        let is_unreal =
            (from..at).any(|it| UNREAL.contains(&self.line.word(it)) || self.line.is_capital(it));
        (!is_unreal).then(|| self.kin_word(at))
    }

    /// A relationship with what hyphens tie to it: "half-sister", "brother-in-law".
    fn kin_word(&self, at: usize) -> (String, usize) {
        let line = &self.line;
        let before = at.checked_sub(1).map_or("", |before| line.word(before));
        let prefix = if line.is_hyphened(at) && PREFIXES.contains(&before) {
            format!("{before}-")
        } else {
            String::new()
        };
        let is_in_law =
            line.is_hyphened(at + 1) && line.word(at + 1) == "in" && line.word(at + 2) == "law";
        let (suffix, end) = if is_in_law { ("-in-law", at + 3) } else { ("", at + 1) };
        (format!("{prefix}{}{suffix}", line.word(at)), end)
    }

    /// What stands behind "was" or a comma: "the sister of Mina", "his wife", "a baker".
    pub(super) fn role(&self, at: usize) -> Option<Role<'_>> {
        let line = &self.line;
        let is_by = line.word(at) == "by"
            && matches!(line.word(at + 1), "trade" | "profession" | "calling" | "rank");
        let at = if is_by { at + 2 } else { at };
        let owner = self.person_at(at).filter(|it| it.is_possessive);
        let from = match owner {
            Some(owner) => owner.words.end,
            None if matches!(line.word(at), "a" | "an" | "the") => at + 1,
            // "was first cousin to Mina".
            None if matches!(line.word(at), "first" | "second" | "full") => at + 1,
            None => at,
        };
        let is_bare = owner.is_none() && from == at;
        let head = (from..=from + ADJECTIVES_MAX)
            .take_while(|&it| {
                line.has(it)
                    && (it == from && line.is_beside(it) | line.is_behind_comma(it)
                        || line.is_beside(it)
                        || line.is_hyphened(it)
                        || line.is_behind_comma(it) && !is_bare)
                    && (it == from || self.may_describe_role(it - 1))
            })
            .find(|&it| self.role_kind(it).is_some())?;
        if is_bare && !(from..head).all(|it| COMPOUND.contains(&line.word(it))) {
            return None;
        }
        let is_private = line.is_private_soldier(head);
        let attribute = if is_private { Attribute::Rank } else { self.role_kind(head)? };
        // "a capital dancer" says how somebody dances.
        let is_judged = DOERS.contains(line.word(head))
            && (from..head).any(|it| JUDGING.contains(line.word(it)));
        if is_judged || (from..head).any(|it| UNREAL.contains(&line.word(it))) {
            return None;
        }
        let is_past = (from..head).any(|it| FORMER.contains(&line.word(it)));
        let (word, end) = match attribute {
            Attribute::Kinship => self.kin_word(head),
            _ if is_private => ("private".to_owned(), head + 1),
            _ => (line.word(head).to_owned(), head + 1),
        };
        let is_kin = attribute == Attribute::Kinship;
        let of_sibling = self.of_sibling(&word, end).filter(|_| is_kin && owner.is_none());
        let (word, whose, end) = match of_sibling {
            Some((word, whose, end)) => (word.to_owned(), Some(whose), end),
            None => {
                let (whose, end) = match owner {
                    None if is_kin => self.of_person(end)?,
                    Some(_) if !is_kin => return None,
                    _ => (owner, end),
                };
                (word, whose, end)
            }
        };
        let closes = line.ends_part(end - 1)
            || BEHIND_ROLE.contains(&line.word(end))
            || line.is_of_so_long(end);
        let closes = closes
            && !line.is_hyphened(end)
            && !(is_bare
                && !line.ends_part(end - 1)
                && line.word(end) != "of"
                && !line.is_of_so_long(end)
                && attribute != Attribute::Kinship);
        closes.then_some(Role { attribute, word, whose, end, is_past })
    }

    fn may_describe_role(&self, at: usize) -> bool {
        let word = self.line.word(at);
        // "the Newton attorney"
        let is_of_location = self.line.is_capital(at)
            && self.line.word_before(at) == "the"
            && PROFESSIONS.contains(self.line.word(at + 1));
        is_of_location
            || matches!(
                word,
                "little"
                    | "own"
                    | "only"
                    | "very"
                    | "most"
                    | "first"
                    | "second"
                    | "younger"
                    | "elder"
            )
            || !FUNCTION_WORDS.contains(word) && !word.ends_with("'s") && !self.line.is_capital(at)
    }

    pub(super) fn role_kind(&self, at: usize) -> Option<Attribute> {
        let word = self.line.word(at);
        // "Lucy, Duchess of Ware".
        let is_title = NOBILITY.contains(word) && self.line.word(at + 1) == "of";
        if NOBILITY.contains(word) && self.line.is_of_others(at) {
            return None;
        }
        if self.line.is_capital(at) && !is_title {
            None
        } else if KIN.contains(word) {
            Some(Attribute::Kinship)
        } else if RANKS.contains(word) || NOBILITY.contains(word) {
            Some(Attribute::Rank)
        } else if PROFESSIONS.contains(word) {
            Some(Attribute::Profession)
        } else {
            None
        }
    }

    /// The person behind "of" or "to", and the word behind them: "of the late Mr. Pell" and "of Pell's
    /// friend" name none.
    fn of_person(&self, at: usize) -> Option<(Option<&Subject>, usize)> {
        if !matches!(self.line.word(at), "of" | "to") {
            return None;
        }
        let skipped =
            usize::from(matches!(self.line.word(at + 1), "poor" | "old" | "young" | "dear"));
        let from = at + 1 + skipped;
        // A form of address may stand before the name.
        let whose = (from..from + 2)
            .take_while(|&it| it == from || self.line.is_capital(it - 1))
            .find_map(|it| self.person_at(it))
            .or_else(|| self.behind_unnamed(from))?;
        let is_listed = self.line.word(whose.words.end) == "and"
            && self.line.is_beside(whose.words.end)
            && self.person_at(whose.words.end + 1).is_none();
        (!whose.is_possessive && whose.pronoun.is_none() && !is_listed)
            .then_some((Some(whose), whose.words.end))
    }

    /// The person behind others who have no name: "aunt to the twins and to little Grace".
    fn behind_unnamed(&self, from: usize) -> Option<&Subject> {
        let line = &self.line;
        let and = (from + 1..from + 4).find(|&at| line.word(at) == "and" && line.is_beside(at))?;
        let is_unnamed =
            matches!(line.word(from), "the" | "both") && (from..and).all(|at| !line.is_capital(at));
        let led = usize::from(matches!(line.word(and + 1), "of" | "to"));
        let first = and + 1 + led;
        let skipped =
            usize::from(matches!(line.word(first), "poor" | "old" | "young" | "dear" | "little"));
        self.person_at(first + skipped).filter(|_| is_unnamed && (led == 1 || skipped == 1))
    }

    /// Whether the subject stands in a list, so that what follows a comma may be its next item.
    pub(super) fn is_in_list(&self) -> bool {
        let start = self.subject.words.start;
        let before = start.checked_sub(1).map_or("", |at| self.line.word(at));
        self.line.is_behind_comma(start) && self.person_before(start)
            || matches!(before, "and" | "or")
    }

    fn person_before(&self, start: usize) -> bool {
        let from = start.saturating_sub(4);
        (from..start).any(|at| self.person_at(at).is_some())
    }

    /// Whether "and" follows the comma behind an apposition.
    fn goes_on_listing(&self, end: usize) -> bool {
        let line = &self.line;
        // "Mr. Hale, the attorney, and his wife were late"; "Tom, the attorney, and his wife" may be three.
        let is_own = HONORIFICS.contains(line.word(self.subject.words.start).trim_end_matches('.'))
            && line.is_past_verb(end + 3)
            && matches!(line.word(end + 1), "his" | "her")
            && KIN.contains(line.word(end + 2));
        line.is_behind_comma(end) && matches!(line.word(end), "and" | "or" | "the" | "a") && !is_own
            || line.is_beside(end) && matches!(line.word(end), "and" | "or")
    }
}
