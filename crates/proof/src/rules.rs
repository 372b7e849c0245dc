//! Of which kinds of defects the rules of the program's checks speak. A rule that is not here is listed in
//! the report, so that a new check is not measured as if it had said nothing.

use planting::DefectKind;

/// The kinds that a rule speaks of; none when the rule is not known here.
pub(crate) fn known(rule: &str) -> Option<&'static [DefectKind]> {
    use DefectKind as Is;
    Some(match rule {
        "near_miss" => &[Is::NameSlip, Is::NameOften, Is::NameUnlisted],
        "doubled_word" => &[Is::DoubledWord],
        "grammar_slip" => &[Is::Grammar],
        "unclosed_quotation" | "stray_closing_mark" => &[Is::QuotationMark],
        "prohibited_element" => &[Is::Prohibited],
        "contradicted_eyes" => &[Is::Eyes],
        "contradicted_hair" => &[Is::Hair],
        "contradicted_age" => &[Is::Age, Is::AgeAgainstBirth],
        "contradicted_kinship" => &[Is::Kinship],
        "contradicted_rank" | "other_title" => &[Is::Rank],
        "contradicted_profession" => &[Is::Rank, Is::Profession],
        "lost_thing" => &[Is::Possession],
        // Who bought a house in a year after their death acts behind it.
        "dead_acts" => &[Is::Death, Is::Order],
        "impossible_date" => &[Is::ImpossibleDate],
        "wrong_weekday" => &[Is::Weekday],
        "contradicted_order" => &[Is::Order],
        "age_against_birth" => &[Is::AgeAgainstBirth, Is::Age],
        "contradicted_duration" => &[Is::Duration],
        "two_locations" => &[Is::TwoPositions],
        "fast_journey" => &[Is::Journey],
        "repeated_phrase" | "passage_twice" => &[Is::PassageTwice],
        "tense_slip" => &[Is::Tense],
        "person_slip" => &[Is::GrammaticalPerson],
        "view_slip" => &[Is::PointOfView],
        "misspelt_word" => &[Is::Spelling],
        "mixed_spelling" => &[Is::SpellingVariant],
        "anachronism" => &[Is::Anachronism],
        "wrong_season" => &[Is::Season],
        "possible_promise" => &[Is::Promise],
        // These speak of style, of the lore itself, or of what a project might add to it.
        "wrong_case" | "unknown_name" | "missing_alias" | "alike_names" | "shared_name"
        | "pattern_broken" | "unreadable_pattern" | "unreadable_element" | "long_sentence"
        | "hard_paragraph" | "passive_density" | "adverb_density" | "filter_density"
        | "repeated_word" | "even_rhythm" | "same_opener" | "said_bookisms" | "tag_adverbs"
        | "long_speech" | "talking_heads" | "not_english" | "mixed_quotes"
        | "mixed_apostrophes" => &[],
        _ => return None,
    })
}

/// The kinds that a rule speaks of.
pub(crate) fn speaks_of(rule: &str) -> &'static [DefectKind] {
    known(rule).unwrap_or(&[])
}
