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

/// How somebody does something for a living.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LivingForm {
    /// What is done, to things of which there are many: "shod horses".
    Work,
    /// A known place, which has an article of its own: "taught the village school".
    Premises,
    /// A known place that may be kept in another sense too: "kept the lighthouse to port".
    Kept,
    /// Only where it is said to be for a living: "made his living by mending clocks".
    Means,
}

/// What tells a profession.
struct Livelihood {
    form: LivingForm,
    verbs: &'static [&'static str],
    /// What the verbs are about.
    nouns: &'static [&'static str],
    profession: &'static str,
}

const LIVELIHOODS: [Livelihood; 33] = [
    living(LivingForm::Work, &["practised", "practiced", "practises"], &["law"], "lawyer"),
    living(
        LivingForm::Work,
        &["practised", "practiced", "practises"],
        &["medicine", "physic"],
        "physician",
    ),
    living(LivingForm::Work, &["practised", "practiced"], &["surgery"], "surgeon"),
    living(LivingForm::Work, &["practised", "practiced"], &["dentistry"], "dentist"),
    living(LivingForm::Premises, &["taught", "teaches"], &["school"], "schoolmaster"),
    living(LivingForm::Kept, &["kept"], &["school"], "schoolmaster"),
    living(LivingForm::Work, &["shod", "shoes"], &["horses"], "blacksmith"),
    living(LivingForm::Work, &["bound", "binds"], &["books"], "bookbinder"),
    living(
        LivingForm::Work,
        &["made", "mended", "makes", "mends"],
        &["shoes", "boots"],
        "shoemaker",
    ),
    living(LivingForm::Work, &["made", "makes"], &["barrels", "casks"], "cooper"),
    living(
        LivingForm::Work,
        &["made", "mended", "makes", "mends"],
        &["clocks", "watches"],
        "watchmaker",
    ),
    living(LivingForm::Work, &["made", "makes"], &["hats"], "hatter"),
    living(LivingForm::Work, &["made", "makes"], &["cabinets", "furniture"], "cabinetmaker"),
    living(LivingForm::Work, &["built", "builds"], &["boats"], "boatbuilder"),
    living(LivingForm::Work, &["ground", "grinds"], &["corn"], "miller"),
    living(LivingForm::Work, &["wove", "weaves"], &["cloth", "linen"], "weaver"),
    living(LivingForm::Work, &["painted", "paints"], &["portraits", "pictures"], "painter"),
    living(LivingForm::Work, &["sold", "sells"], &["fish"], "fishmonger"),
    living(LivingForm::Work, &["sold", "sells"], &["books"], "bookseller"),
    living(LivingForm::Work, &["thatched", "thatches"], &["roofs"], "thatcher"),
    living(LivingForm::Kept, &["kept", "keeps"], &["inn"], "innkeeper"),
    living(LivingForm::Kept, &["kept", "keeps"], &["lighthouse"], "lighthouse-keeper"),
    living(LivingForm::Means, &["mending", "making"], &["clocks", "watches"], "watchmaker"),
    living(LivingForm::Means, &["baking"], &["bread"], "baker"),
    living(LivingForm::Means, &["brewing"], &["ale", "beer"], "brewer"),
    living(LivingForm::Means, &["making"], &["dresses", "gowns"], "dressmaker"),
    living(LivingForm::Means, &["selling"], &["flowers"], "florist"),
    living(LivingForm::Work, &["blew", "blows"], &["glass"], "glassblower"),
    living(LivingForm::Means, &["laying"], &["bricks"], "bricklayer"),
    living(LivingForm::Work, &["kept", "keeps"], &["sheep"], "shepherd"),
    living(LivingForm::Work, &["sold", "sells"], &["meat"], "butcher"),
    living(LivingForm::Work, &["sold", "sells"], &["tobacco", "snuff"], "tobacconist"),
    living(LivingForm::Work, &["set", "sets"], &["type"], "compositor"),
];

const fn living(
    form: LivingForm,
    verbs: &'static [&'static str],
    nouns: &'static [&'static str],
    profession: &'static str,
) -> Livelihood {
    Livelihood { form, verbs, nouns, profession }
}

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
        let from = at.saturating_sub(1 + OBJECT_WORDS_MAX).max(line.words.start);
        let found_at = (from..at).rev().find_map(|verb| {
            let of = LIVELIHOODS.iter().find(|it| {
                it.verbs.contains(&line.word(verb)) && it.nouns.contains(&line.word(at))
            })?;
            self.has_object(verb, at, of.form).then_some((verb, of))
        });
        let Some((verb, of)) = found_at else { return };
        let verb = match of.form {
            LivingForm::Means => self.made_by(verb),
            _ => Some(verb),
        };
        let Some(verb) = verb else { return };
        let next = line.word(at + 1);
        let closes = line.ends_part(at)
            || matches!(next, "at" | "for" | "there" | "since" | "until" | "and")
            || of.form != LivingForm::Kept
                && matches!(next, "in" | "as" | "under" | "with" | "by" | "all" | "to");
        let value = of.profession;
        let subject = self.subject_of(verb).or_else(|| self.clause_subject(verb));
        if let Some(subject) = subject.filter(|_| closes) {
            self.push_livelihood((Attribute::Profession, value), (verb, at + 1), subject, found);
        }
    }

    /// Whether the verb is about the noun at this word: one who "mended the boots" did it once.
    fn has_object(&self, verb: usize, at: usize, form: LivingForm) -> bool {
        let line = &self.line;
        let may_have_article = matches!(form, LivingForm::Premises | LivingForm::Kept);
        (verb + 1 == at || may_have_article && line.word(verb + 1) == "the")
            && (verb + 1..=at).all(|it| line.is_beside(it))
    }

    /// The verb before "a living by", at what it is made by.
    fn made_by(&self, means: usize) -> Option<usize> {
        let line = &self.line;
        let by = means.checked_sub(1).filter(|_| line.word_before(means) == "by")?;
        let living = by.checked_sub(1)?;
        let made = living.checked_sub(2)?;
        let is_living = matches!(line.word(living), "living" | "bread" | "livelihood")
            && matches!(line.word(made), "made" | "earned" | "got" | "gained");
        is_living.then_some(made)
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
    LIVELIHOODS.iter().flat_map(|it| it.nouns.iter().copied())
}
