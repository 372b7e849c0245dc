//! Ranks, professions and relationships that are said beside "was": "Hale worked as a baker", "a bombardier
//! named Hale", "Hale was promoted to captain".

use super::roles::Role;
use super::{Attribute, Fact, FactReader};
use crate::lists::PREPOSITIONS;

/// Words of "As Mina's own sister," before a name, at most.
const FRONTED_WORDS_MAX: usize = 9;

/// Words between a subject and "as".
const AS_WITHIN_WORDS: usize = 8;

/// Words that say that somebody does what stands behind "as" in earnest.
const SERVING: [&str; 25] = [
    "served",
    "worked",
    "came",
    "come",
    "lived",
    "practised",
    "practiced",
    "toiled",
    "laboured",
    "labored",
    "started",
    "employed",
    "engaged",
    "hired",
    "enlisted",
    "trained",
    "living",
    "shop",
    "trade",
    "bread",
    "lives",
    "business",
    "serves",
    "serving",
    "ranked",
];

impl FactReader<'_, '_> {
    /// What somebody does or is beside "was": "Hale worked as a baker", "Hale held the rank of captain",
    /// "Hale had never been anything but a baker", "As a baker, Hale …", "Hale was promoted to captain".
    pub(super) fn trade(&self, found: &mut Vec<Fact>) {
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        if let Some((first, role)) = self.compared() {
            found.push(self.plain_fact(role.attribute, role.word, (first, role.end)));
            return;
        }
        let read = self
            .fronted()
            .or_else(|| self.named_so())
            .or_else(|| {
                let all = [self.behind_as(), self.behind_never()];
                let role = all.into_iter().flatten().find_map(|from| self.role(from))?;
                Some((start, role))
            })
            .or_else(|| Some((start, self.rank_named().or_else(|| self.come_home())?)));
        if let Some((first, role)) = read {
            let is_kin = role.attribute == Attribute::Kinship;
            let is_own = role.whose.is_none_or(|it| it.owner != self.subject.owner);
            if is_own && (!is_kin || role.whose.is_some()) {
                // "never anything but" denies nothing.
                let at = (first, role.end.max(end));
                let fact = self.named_fact(role.attribute, role.word, at);
                found.extend(fact.map(|it| Fact {
                    other: role.whose.map(|whose| whose.name),
                    is_past: it.is_past || role.is_past,
                    ..it
                }));
            }
            return;
        }
        self.promotion(found);
    }

    /// "As Mina's sister, Lucy", "As a baker, Hale".
    fn fronted(&self) -> Option<(usize, Role<'_>)> {
        let start = self.subject.words.start;
        let from = start.saturating_sub(FRONTED_WORDS_MAX).max(self.line.words.start);
        let first = (from..start).find(|&at| {
            self.line.word(at) == "as" && (at == self.line.words.start || !self.line.is_beside(at))
        })?;
        let role = self.role(first + 1)?;
        (role.end == start && self.line.is_behind_comma(start)).then_some((first, role))
    }

    /// "a bombardier named Hale".
    fn named_so(&self) -> Option<(usize, Role<'_>)> {
        let start = self.subject.words.start;
        let head = start.checked_sub(2)?;
        let is_named = matches!(self.line.word_before(start), "named" | "called")
            && self.line.is_beside(head + 1)
            && matches!(self.line.word_before(head), "a" | "an" | "young" | "old");
        let attribute = self.role_kind(head).filter(|it| *it != Attribute::Kinship)?;
        let word = self.line.word(head).to_owned();
        let role = Role { attribute, word, whose: None, end: start, is_past: false };
        is_named.then_some((head, role))
    }

    /// "Hale saluted like the sergeant he was".
    fn compared(&self) -> Option<(usize, Role<'_>)> {
        let end = self.subject.words.end;
        let like = (end..end + AS_WITHIN_WORDS)
            .take_while(|&at| self.line.has(at) && self.person_at(at).is_none())
            .find(|&at| self.line.word(at) == "like" && self.line.word(at + 1) == "the")?;
        let head = (like + 2..like + 5).find(|&at| self.role_kind(at).is_some())?;
        let attribute = self.role_kind(head).filter(|it| *it != Attribute::Kinship)?;
        let is_own = matches!(self.line.word(head + 1), "he" | "she")
            && matches!(self.line.word(head + 2), "was" | "is");
        let word = self.line.word(head).to_owned();
        let role = Role { attribute, word, whose: None, end: head + 3, is_past: false };
        is_own.then_some((self.subject.words.start, role))
    }

    /// The word behind "worked as", "served as", "came as".
    fn behind_as(&self) -> Option<usize> {
        let end = self.subject.words.end;
        let from = self.line.behind_who(end);
        let at = (from..from + AS_WITHIN_WORDS)
            .take_while(|&at| self.line.has(at) && (at == from || self.line.is_beside(at)))
            .take_while(|&at| self.person_at(at).is_none_or(|it| it.pronoun.is_some()))
            .find(|&at| self.line.word(at) == "as")?;
        // "Hale, as captain, had".
        if at == end && self.line.is_behind_comma(end) {
            let role = self.role(at + 1)?;
            return self.line.is_behind_comma(role.end).then_some(at + 1);
        }
        (end..at).any(|it| SERVING.contains(&self.line.word(it))).then_some(at + 1)
    }

    /// The word behind "had never been anything but", "was never more than".
    fn behind_never(&self) -> Option<usize> {
        let end = self.subject.words.end;
        // "who was no more than a lieutenant".
        let be = self.line.behind_adverbs(self.line.behind_who(end));
        let is_no_more = matches!(self.line.word(be), "was" | "is")
            && ["no", "more", "than"]
                .iter()
                .zip(be + 1..)
                .all(|(no, at)| self.line.word(at) == *no);
        if is_no_more {
            return Some(be + 4);
        }
        let never = (end..end + 3).find(|&at| self.line.word(at) == "never")?;
        (never + 1..never + 9)
            .take_while(|&at| self.line.is_beside(at))
            .find(|&at| matches!(self.line.word(at), "but" | "than"))
            .map(|at| at + 1)
    }

    /// "Hale held the rank of captain", "Hale, with the rank of captain".
    fn rank_named(&self) -> Option<Role<'_>> {
        let end = self.subject.words.end;
        let of = (end..end + 6).find(|&at| {
            self.line.word(at) == "of" && matches!(self.line.word(at - 1), "rank" | "grade")
        })?;
        let head = (of + 1..of + 4)
            .find(|&at| self.role_kind(at) == Some(Attribute::Rank) && self.line.is_beside(at))?;
        let word = self.line.word(head).to_owned();
        let attribute = Attribute::Rank;
        Some(Role { attribute, word, whose: None, end: head + 1, is_past: false })
    }

    /// The rank that somebody of the nobility has by what is theirs: "Hale wore his earldom lightly", at the subject.
    pub(super) fn dignity(&self, found: &mut Vec<Fact>) {
        const DIGNITIES: [(&str, &str); 7] = [
            ("earldom", "earl"),
            ("barony", "baron"),
            ("baronetcy", "baronet"),
            ("dukedom", "duke"),
            ("viscountcy", "viscount"),
            ("marquisate", "marquis"),
            ("marquessate", "marquess"),
        ];
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        let at = end + usize::from(matches!(self.line.word(end), "new" | "own" | "old" | "late"));
        let of =
            |at| DIGNITIES.iter().find(|it| it.0 == self.line.word(at) && self.line.is_beside(at));
        const NOT_HAD: [&str; 11] = [
            "lost",
            "resigned",
            "renounced",
            "refused",
            "waiting",
            "waited",
            "wanted",
            "promised",
            "offered",
            "claimed",
            "claim",
        ];
        let Some((_, rank)) = of(at) else { return };
        if self.line.words.clone().any(|it| NOT_HAD.contains(&self.line.word(it))) {
            return;
        }
        let fact = self.fact(Attribute::Rank, (*rank).to_owned(), (start, at + 1));
        found.extend(fact.filter(|it| !it.is_past));
    }

    /// "Hale had come home from the war a major".
    fn come_home(&self) -> Option<Role<'_>> {
        const COMING: [&str; 6] = ["came", "come", "returned", "retired", "left", "gone"];
        let end = self.subject.words.end;
        let from = self.line.behind_who(end);
        let verb = self.line.behind_adverbs(from);
        let had = usize::from(matches!(self.line.word(verb), "had" | "has"));
        let verb = Some(verb + had).filter(|&at| COMING.contains(&self.line.word(at)))?;
        let article = (verb + 1..verb + 7)
            .take_while(|&at| self.line.is_beside(at) && self.person_at(at).is_none())
            .find(|&at| matches!(self.line.word(at), "a" | "an"))?;
        // "came home with a captain" is about another.
        let is_led = PREPOSITIONS.contains(self.line.word_before(article))
            || self.line.word_before(article) == "like";
        let rank = self.role(article).filter(|it| it.attribute == Attribute::Rank && !is_led)?;
        let is_of_war = (verb..article).any(|at| {
            matches!(
                self.line.word(at),
                "war" | "wars" | "army" | "navy" | "service" | "sea" | "home" | "campaign"
            )
        });
        (is_of_war && self.line.ends_part(rank.end - 1)).then_some(rank)
    }

    /// "Hale was promoted to captain".
    fn promotion(&self, found: &mut Vec<Fact>) {
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        let be = self.line.behind_adverbs(end);
        if !matches!(self.line.word(be), "was" | "had") {
            return;
        }
        let been = self.line.behind_adverbs(be + 1);
        let verb = if self.line.word(been) == "been" { been + 1 } else { been };
        if !matches!(
            self.line.word(verb),
            "promoted" | "made" | "appointed" | "commissioned" | "gazetted" | "raised"
        ) {
            return;
        }
        let head = (verb + 1..verb + 5).take_while(|&at| self.line.is_beside(at)).find(|&at| {
            matches!(self.role_kind(at), Some(Attribute::Rank | Attribute::Profession))
        });
        if let Some((head, attribute)) = head.and_then(|at| Some((at, self.role_kind(at)?))) {
            let word = self.line.word(head).to_owned();
            found.extend(self.fact(attribute, word, (start, head + 1)));
        }
    }
}
