//! Word lists: what English is made of, as far as the measures need to know it. All entries are lower
//! case with straight apostrophes. A list is put together on its first use and then kept.

mod abbreviations;
mod acts;
mod given;
mod locations;
mod persons;
mod proper;
mod speech;
mod structure;
mod style;
mod syllables;
mod verbs;

use std::collections::HashSet;
use std::sync::LazyLock;

pub(crate) use abbreviations::{BEFORE_LETTERS, BEFORE_NAMES, BEFORE_NUMBERS, NEVER_LAST};
pub(crate) use acts::{
    IRREGULAR_PAST_ACTS, PAST_STATES, SURE_PASTS, UNCHANGED_ACTS, is_act_base, is_act_going,
    is_act_past, is_act_present, is_irregular_act, is_past_verb,
};
pub(crate) use given::{
    FAMILY_NAMES, FAMOUS, GIVEN_EITHER, GIVEN_MEN, GIVEN_WOMEN, is_cut_of, is_same_given,
    is_short_for_both, is_short_form,
};
pub(crate) use locations::{
    BEFORE_LOCATIONS, BEHIND_GROUPS, BEHIND_LOCATIONS, LOCATIONS, THINGS, WORKS,
};
pub(crate) use persons::{NOUNS_OF_MEN, NOUNS_OF_PERSONS, NOUNS_OF_WOMEN, ROLES};
pub(crate) use proper::{
    ADDRESSES_OF_MEN, ADDRESSES_OF_WOMEN, CALENDAR, DEMONYMS, GEOGRAPHIC_NOUNS, HONORIFICS,
    INSIDE_ADDRESSES, NAME_PARTICLES, NEVER_NAMES, PEERAGE,
};
pub(crate) use speech::{
    ANNOUNCING_VERBS, ELISIONS, PLAIN_SPEECH_VERBS, SIGNING_WORDS, SPEECH_VERBS,
};
pub(crate) use structure::{DIVISIONS, FUNCTION_WORDS, NUMBER_WORDS, TITLE_WORDS};
pub(crate) use style::{
    ADJECTIVAL_PARTICIPLES, FILTER_VERBS, IRREGULAR_PARTICIPLES, NOT_ADVERBS, NOT_PARTICIPLES,
    SHORT_ADVERBS,
};
pub(crate) use syllables::{SILENT_E_PREFIXES, SYLLABLE_EXCEPTIONS};
pub(crate) use verbs::{PAST_VERBS, PREPOSITIONS};

/// A set of words, written as a text of words.
pub(crate) type WordList = LazyLock<HashSet<&'static str>>;

pub(crate) fn list(words: &'static str) -> HashSet<&'static str> {
    words.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_lower_case_with_straight_apostrophes() {
        let lists: [&WordList; 47] = [
            &PAST_STATES,
            &SURE_PASTS,
            &acts::REGULAR_ACTS,
            &ADDRESSES_OF_MEN,
            &ADDRESSES_OF_WOMEN,
            &NOUNS_OF_MEN,
            &NOUNS_OF_WOMEN,
            &NOUNS_OF_PERSONS,
            &PAST_VERBS,
            &PREPOSITIONS,
            &ROLES,
            &BEFORE_LETTERS,
            &BEFORE_NAMES,
            &BEFORE_NUMBERS,
            &NEVER_LAST,
            &CALENDAR,
            &DEMONYMS,
            &HONORIFICS,
            &proper::INSIDE_ADDRESSES,
            &NAME_PARTICLES,
            &NEVER_NAMES,
            &GEOGRAPHIC_NOUNS,
            &ANNOUNCING_VERBS,
            &ELISIONS,
            &PLAIN_SPEECH_VERBS,
            &SPEECH_VERBS,
            &DIVISIONS,
            &FUNCTION_WORDS,
            &NUMBER_WORDS,
            &TITLE_WORDS,
            &ADJECTIVAL_PARTICIPLES,
            &FILTER_VERBS,
            &IRREGULAR_PARTICIPLES,
            &NOT_ADVERBS,
            &NOT_PARTICIPLES,
            &SHORT_ADVERBS,
            &FAMILY_NAMES,
            &FAMOUS,
            &GIVEN_EITHER,
            &GIVEN_MEN,
            &GIVEN_WOMEN,
            &BEFORE_LOCATIONS,
            &BEHIND_GROUPS,
            &BEHIND_LOCATIONS,
            &LOCATIONS,
            &THINGS,
            &WORKS,
        ];

        for words in lists {
            assert!(!words.is_empty());
            for word in words.iter() {
                let is_form = |c: char| c.is_lowercase() || "'.-".contains(c) || c.is_ascii_digit();
                assert!(word.chars().all(is_form), "{word:?}");
            }
        }
    }

    #[test]
    fn every_plain_speech_verb_is_a_speech_verb() {
        assert!(PLAIN_SPEECH_VERBS.is_subset(&SPEECH_VERBS));
    }

    #[test]
    fn every_form_of_address_is_an_honorific_and_of_one_kind() {
        for of_one in [&ADDRESSES_OF_MEN, &ADDRESSES_OF_WOMEN] {
            assert!(of_one.is_subset(&HONORIFICS));
        }
        assert!(ADDRESSES_OF_MEN.is_disjoint(&ADDRESSES_OF_WOMEN));
    }

    #[test]
    fn no_word_on_the_list_of_adjectives_is_missing_from_participles() {
        // An adjective that no rule takes for a participle would stand there for nothing.
        for word in ADJECTIVAL_PARTICIPLES.iter() {
            let looks_like_one = word.ends_with("ed") || IRREGULAR_PARTICIPLES.contains(word);
            assert!(looks_like_one && !NOT_PARTICIPLES.contains(word), "{word:?}");
        }
        for word in NOT_PARTICIPLES.iter() {
            assert!(word.ends_with("ed"), "{word:?}");
        }
        for word in NOT_ADVERBS.iter() {
            assert!(word.ends_with("ly"), "{word:?}");
        }
    }
}
