//! Professions and ranks that are told by what belongs to them: "kept a baker's shop", "his sergeant's
//! stripes", "practised law", "taught school".

use std::sync::LazyLock;

use super::super::phrases::{DescribedPerson, Grammar, Whose};
use super::super::words::{PROFESSIONS, RANKS};
use super::super::{Attribute, Fact};
use super::RoleWord;
use crate::lists::{FUNCTION_WORDS, WordList, list};

/// What somebody of a profession works at or in.
static WORKPLACES: WordList = LazyLock::new(|| {
    list(
        "shop shops business trade yard workshop counter bench stall stool apron practice round wages pay
         licence license certificate chambers rooms office desk cart van forge mill loft den sign premises
         establishment living work",
    )
});

/// What somebody of a rank wears or gets.
static INSIGNIA: WordList = LazyLock::new(|| {
    list(
        "stripes stripe epaulettes epaulets uniform commission pay coat cap pension baton insignia sash
         shoulder-straps tabs bars",
    )
});

/// Verbs of having them.
static KEEPING: WordList = LazyLock::new(|| {
    list(
        "kept keeps had has ran runs owned owns opened took bought managed held wore wears won got received
         gained drew carried earned worked plied drove bore",
    )
});

/// Verbs, what they are about, and who does that for a living.
const LIVELIHOODS: [(&[&str], &[&str], &str); 22] = [
    (&["practised", "practiced", "practises"], &["law"], "lawyer"),
    (&["practised", "practiced", "practises"], &["medicine", "physic"], "physician"),
    (&["practised", "practiced"], &["surgery"], "surgeon"),
    (&["practised", "practiced"], &["dentistry"], "dentist"),
    (&["taught", "teaches", "kept"], &["school"], "schoolmaster"),
    (&["shod", "shoes"], &["horses"], "blacksmith"),
    (&["bound", "binds"], &["books"], "bookbinder"),
    (&["made", "mended", "makes", "mends"], &["shoes", "boots"], "shoemaker"),
    (&["made", "makes"], &["barrels", "casks"], "cooper"),
    (&["made", "mended", "makes", "mends"], &["clocks", "watches"], "watchmaker"),
    (&["made", "makes"], &["hats"], "hatter"),
    (&["made", "makes"], &["cabinets", "furniture"], "cabinetmaker"),
    (&["built", "builds"], &["boats"], "boatbuilder"),
    (&["ground", "grinds"], &["corn"], "miller"),
    (&["wove", "weaves"], &["cloth", "linen"], "weaver"),
    (&["painted", "paints"], &["portraits", "pictures"], "painter"),
    (&["sold", "sells"], &["fish"], "fishmonger"),
    (&["sold", "sells"], &["books"], "bookseller"),
    (&["thatched", "thatches"], &["roofs"], "thatcher"),
    (&["kept", "keeps"], &["inn"], "innkeeper"),
    (&["kept", "keeps"], &["lighthouse"], "lighthouse-keeper"),
    (&["mending", "making"], &["clocks", "watches"], "watchmaker"),
];

/// Words between a verb and what it is about: "taught the village school".
const OBJECT_WORDS_MAX: usize = 2;

impl Grammar<'_, '_> {
    /// "Hale kept a baker's shop", "Hale's sergeant's stripes", at the word in the genitive.
    pub(in crate::facts) fn workplace(&self, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        let Some(value) = line.word(at).strip_suffix("'s") else { return };
        let is_of = |nouns: &WordList| {
            (at + 1..at + 3).take_while(|&it| line.is_beside(it)).any(|it| {
                let next = line.word(it + 1);
                nouns.contains(line.word(it))
                    && (line.ends_part(it) || FUNCTION_WORDS.contains(next))
            })
        };
        let attribute = if PROFESSIONS.contains(value) && is_of(&WORKPLACES) {
            Attribute::Profession
        } else if RANKS.contains(value) && is_of(&INSIGNIA) {
            Attribute::Rank
        } else {
            return;
        };
        let phrase = self.phrase(at);
        let subject = match phrase.whose {
            Whose::Known(owner) => Some(owner),
            Whose::Unknown => None,
            Whose::Unsaid => phrase
                .first
                .checked_sub(1)
                .filter(|&verb| {
                    line.is_beside(phrase.first)
                        && KEEPING.contains(line.word(verb))
                        && line.word(phrase.first) != "the"
                })
                .and_then(|verb| self.subject_of(verb).or_else(|| self.clause_subject(verb))),
        };
        if let Some(subject) = subject {
            self.push_livelihood((attribute, value), (phrase.first, at + 2), subject, found);
        }
    }

    /// "Hale practised law", at the word that it is about.
    pub(in crate::facts) fn livelihood(&self, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        let of = |verb: usize| {
            let of = LIVELIHOODS.iter().find(|(verbs, nouns, _)| {
                nouns.contains(&line.word(at)) && verbs.contains(&line.word(verb))
            });
            of.map(|it| it.2)
        };
        // "taught the village school", and "mended the boots" of somebody once.
        let is_known = matches!(line.word(at), "school" | "inn" | "lighthouse");
        let behind = |verb: usize| {
            let is_the = verb + 1 == at || is_known && line.word(verb + 1) == "the";
            is_the && (verb + 1..=at).all(|it| line.is_beside(it))
        };
        let from = at.saturating_sub(1 + OBJECT_WORDS_MAX).max(line.words.start);
        let Some((mut verb, value)) =
            (from..at).rev().filter(|it| behind(*it)).find_map(|it| Some((it, of(it)?)))
        else {
            return;
        };
        // "made his living by mending clocks".
        if line.word(verb).ends_with("ing") {
            let is_living = line.word_before(verb) == "by"
                && matches!(line.word(verb.wrapping_sub(2)), "living" | "bread" | "livelihood");
            let made = verb.checked_sub(4).filter(|&it| {
                is_living && matches!(line.word(it), "made" | "earned" | "got" | "gained")
            });
            let Some(made) = made else { return };
            verb = made;
        }
        // "kept the lighthouse to port", "kept the school in repair".
        let is_kept = matches!(line.word(verb), "kept" | "keeps");
        let closes = line.ends_part(at)
            || matches!(line.word(at + 1), "at" | "for" | "there" | "since" | "until" | "and")
            || !is_kept
                && matches!(
                    line.word(at + 1),
                    "in" | "as" | "under" | "with" | "by" | "all" | "to"
                );
        let subject = self.subject_of(verb).or_else(|| self.clause_subject(verb));
        if let Some(subject) = subject.filter(|_| closes) {
            self.push_livelihood((Attribute::Profession, value), (verb, at + 1), subject, found);
        }
    }

    fn push_livelihood(
        &self,
        (attribute, value): (Attribute, &str),
        (first, end): (usize, usize),
        subject: &super::super::subjects::Subject,
        found: &mut Vec<Fact>,
    ) {
        let role = RoleWord {
            attribute,
            value: value.to_owned(),
            first,
            end,
            is_past: false,
            is_led: true,
        };
        self.push_role(&role, DescribedPerson { subject, is_past: false }, None, found);
    }
}

/// The words at which [`Grammar::livelihood`] begins.
pub(in crate::facts) fn livelihood_nouns() -> impl Iterator<Item = &'static str> {
    LIVELIHOODS.iter().flat_map(|(_, nouns, _)| nouns.iter().copied())
}
