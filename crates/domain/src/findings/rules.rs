//! The rules of all checks in one table: how much what they find matters, and which of them speak of a habit.
//! A severity says what a writer does: critical (the book contradicts itself), high (it is wrong), medium
//! (look at it), low (a matter of taste), info (an offer).

use super::{Check, Severity, by_agent::Concern};

/// A rule of a check.
#[derive(Debug)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// Who applies it.
    pub check: Check,
    /// The severities that its findings may have, the weightiest first.
    pub severities: &'static [Severity],
    /// What it says of a whole book when it speaks of a habit; of one with low or info, a book has one
    /// finding with all its places. None where each place is a finding.
    pub habit: Option<Habit>,
}

/// What a rule says of a whole book.
#[derive(Debug, Clone, Copy)]
pub struct Habit {
    /// What its places have in common, for the beginning of a sentence.
    pub says: &'static str,
    /// The number in the detail of a place by which the strongest places come first.
    pub strength: &'static str,
}

const CRITICAL_HIGH: &[Severity] = &[Severity::Critical, Severity::High];
const HIGH: &[Severity] = &[Severity::High];
const MEDIUM: &[Severity] = &[Severity::Medium];
const MEDIUM_LOW: &[Severity] = &[Severity::Medium, Severity::Low];
const MEDIUM_INFO: &[Severity] = &[Severity::Medium, Severity::Info];
const LOW: &[Severity] = &[Severity::Low];
const INFO: &[Severity] = &[Severity::Info];

const fn rule(check: Check, name: &'static str, severities: &'static [Severity]) -> Rule {
    Rule { name, check, severities, habit: None }
}

const fn habit(
    check: Check,
    name: &'static str,
    severities: &'static [Severity],
    (says, strength): (&'static str, &'static str),
) -> Rule {
    Rule { name, check, severities, habit: Some(Habit { says, strength }) }
}

/// All rules.
pub const RULES: &[Rule] = &[
    rule(Check::Prose, "doubled_word", MEDIUM),
    rule(Check::Prose, "grammar_slip", MEDIUM),
    habit(Check::Prose, "long_sentence", LOW, ("Very long sentences", "words")),
    habit(Check::Prose, "hard_paragraph", LOW, ("Paragraphs that are hard to read", "grade")),
    habit(Check::Prose, "passive_density", LOW, ("Many passives close together", "perThousand")),
    habit(Check::Prose, "adverb_density", LOW, ("Many adverbs close together", "perThousand")),
    habit(Check::Prose, "filter_density", LOW, ("Many filter verbs close together", "perThousand")),
    habit(Check::Prose, "repeated_word", LOW, ("Words repeated close together", "count")),
    habit(Check::Prose, "repeated_phrase", LOW, ("Phrases repeated close together", "count")),
    habit(Check::Prose, "even_rhythm", LOW, ("Sentences of one length in a row", "sentences")),
    habit(Check::Prose, "same_opener", LOW, ("Sentences in a row that begin alike", "sentences")),
    habit(Check::Prose, "not_english", INFO, NOT_ENGLISH),
    rule(Check::Names, "near_miss", MEDIUM),
    rule(Check::Names, "wrong_case", LOW),
    habit(Check::Names, "unknown_name", MEDIUM_INFO, ("Frequent names without an entry", "count")),
    habit(Check::Names, "missing_alias", MEDIUM_INFO, ("Names that could be aliases", "count")),
    rule(Check::Names, "alike_names", LOW),
    rule(Check::Names, "shared_name", LOW),
    habit(Check::Names, "not_english", INFO, NOT_ENGLISH),
    rule(Check::NamingPatterns, "pattern_broken", MEDIUM_LOW),
    rule(Check::NamingPatterns, "unreadable_pattern", INFO),
    rule(Check::ProhibitedElements, "prohibited_element", HIGH),
    rule(Check::ProhibitedElements, "unreadable_element", INFO),
    rule(Check::Dialogue, "unclosed_quotation", MEDIUM),
    rule(Check::Dialogue, "stray_closing_mark", MEDIUM),
    habit(Check::Dialogue, "said_bookisms", LOW, ("Many verbs other than said", "count")),
    habit(Check::Dialogue, "tag_adverbs", LOW, ("Many adverbs beside said", "count")),
    habit(Check::Dialogue, "long_speech", LOW, ("Very long quotations", "words")),
    habit(Check::Dialogue, "talking_heads", LOW, ("Speech without a word of who speaks", "turns")),
    habit(Check::Dialogue, "mixed_quotes", LOW, ("Quotation marks of two kinds", "count")),
    habit(Check::Dialogue, "mixed_apostrophes", LOW, ("Apostrophes of two kinds", "count")),
    habit(Check::Dialogue, "not_english", INFO, NOT_ENGLISH),
    rule(Check::Facts, "contradicted_eyes", CRITICAL_HIGH),
    rule(Check::Facts, "contradicted_hair", CRITICAL_HIGH),
    rule(Check::Facts, "contradicted_age", CRITICAL_HIGH),
    rule(Check::Facts, "contradicted_kinship", CRITICAL_HIGH),
    rule(Check::Facts, "contradicted_rank", CRITICAL_HIGH),
    rule(Check::Facts, "contradicted_profession", CRITICAL_HIGH),
    rule(Check::Facts, "lost_thing", CRITICAL_HIGH),
    rule(Check::Facts, "dead_acts", CRITICAL_HIGH),
    rule(Check::Facts, "contradicted_order", CRITICAL_HIGH),
    rule(Check::Facts, "age_against_birth", CRITICAL_HIGH),
    rule(Check::Facts, "two_locations", CRITICAL_HIGH),
    rule(Check::Facts, "contradicted_duration", CRITICAL_HIGH),
    rule(Check::Facts, "impossible_date", HIGH),
    rule(Check::Facts, "wrong_weekday", HIGH),
    rule(Check::Facts, "fast_journey", HIGH),
    rule(Check::Facts, "other_title", MEDIUM),
    rule(Check::Wording, "misspelt_word", MEDIUM),
    rule(Check::Wording, "mixed_spelling", MEDIUM),
    rule(Check::Wording, "anachronism", MEDIUM),
    rule(Check::Wording, "wrong_season", MEDIUM),
    rule(Check::Wording, "possible_promise", INFO),
    rule(Check::Narration, "passage_twice", MEDIUM_LOW),
    rule(Check::Narration, "tense_slip", MEDIUM),
    rule(Check::Narration, "person_slip", MEDIUM),
    rule(Check::Narration, "view_slip", MEDIUM),
];

const NOT_ENGLISH: (&str, &str) = ("Texts that are not English", "words");

/// The rule of a check with this name.
pub fn find(check: Check, name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.check == check && rule.name == name)
}

/// What a rule of a check says of a whole book, where a finding of this severity is one of its places.
pub fn habit_of(check: Check, name: &str, severity: Severity) -> Option<Habit> {
    if severity.is_weighty() { None } else { find(check, name)?.habit }
}

/// The highest severity of what an agent says about this: whether a style pleases is a matter of taste,
/// whatever a language model calls it.
pub const fn severity_max(concern: Concern) -> Severity {
    match concern {
        Concern::Continuity | Concern::Logic => Severity::Critical,
        Concern::Character => Severity::High,
        Concern::Clarity => Severity::Medium,
        Concern::Pacing | Concern::Style => Severity::Low,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_stands_once_with_its_severities_in_their_order() {
        for (at, rule) in RULES.iter().enumerate() {
            let alike = |it: &Rule| it.check == rule.check && it.name == rule.name;
            assert_eq!(RULES.iter().position(alike), Some(at), "{}", rule.name);
            assert!(rule.severities.is_sorted_by(|one, other| one < other), "{}", rule.name);
            assert!(!rule.severities.is_empty(), "{}", rule.name);
        }
    }

    #[test]
    fn only_taste_and_offers_are_habits() {
        for rule in RULES.iter().filter(|rule| rule.habit.is_some()) {
            assert!(rule.severities.iter().any(|it| !it.is_weighty()), "{}", rule.name);
        }
        assert!(habit_of(Check::Prose, "long_sentence", Severity::Low).is_some());
        assert!(habit_of(Check::Names, "unknown_name", Severity::Medium).is_none());
        assert!(habit_of(Check::Prose, "doubled_word", Severity::Low).is_none());
    }
}
