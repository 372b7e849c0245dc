//! The clauses of a sentence that say what goes on within one person.

use super::super::{Clause, ClauseReader, ClauseSubject, ClauseTense, NarratedSentence};
use super::words::{FELT, INNER, MUSING, UNSEEN};
use crate::lists::{NOUNS_OF_MEN, NOUNS_OF_PERSONS, NOUNS_OF_WOMEN, PAST_VERBS, ROLES, WordList};
use crate::tokens::Text;

/// Words of a sentence that are read, at most.
const SENTENCE_WORDS_MAX: usize = 250;

/// Words of what commas set off between a subject and its verb, at most.
const SET_OFF_WORDS_MAX: usize = 14;

/// Words between two verbs of one subject that "and" joins, at most.
const JOINED_WORDS_MAX: usize = 14;

/// The clauses of that kind in a sentence, in the order of their verbs: with its verb beside it, behind what commas set off ("Hale, as he watched me,
/// was thinking"), behind "who", and behind "and" ("he wept, and thought of").
pub(super) fn inner(reader: &ClauseReader<'_, '_>, sentence: &NarratedSentence) -> Vec<Clause> {
    let text = reader.text;
    let end = text.sentences()[sentence.index].words.end;
    let mut found: Vec<Clause> = Vec::new();
    let mut clauses: Vec<Clause> =
        sentence.clauses.iter().take(SENTENCE_WORDS_MAX).copied().collect();
    for at in text.sentences()[sentence.index].words.clone().take(SENTENCE_WORDS_MAX) {
        let own = || sentence.clauses.iter().filter(|it| it.subject == at);
        found.extend(own().filter(|it| is_inner(text, it)));
        let is_somebody = reader.is_name(at) || is_person(reader, at);
        if reader.spoken[at] || !is_somebody || reader.is_governed(at) {
            continue;
        }
        let of_name = |verb: usize| Clause {
            subject: at,
            who: ClauseSubject::Named,
            verb,
            tense: ClauseTense::Past,
            is_act: false,
        };
        let apart = set_off(reader, at, end).map(of_name);
        found.extend(apart.filter(|it| is_inner(text, it)));
        clauses.extend(apart);
    }
    let joined = clauses.iter().filter_map(|clause| {
        let behind = clause.verb + 1..end.min(clause.verb + JOINED_WORDS_MAX);
        let of_clause = behind.take_while(|&at| sentence.clauses.iter().all(|it| it.subject != at));
        // "was turning over his papers, and thinking of home"
        let goes_on = |at: usize| {
            let word = text.lower(at);
            PAST_VERBS.contains(word) || text.lower(clause.verb) == "was" && MUSING.contains(word)
        };
        let verb = of_clause.into_iter().find(|&at| text.lower(at - 1) == "and" && goes_on(at))?;
        Some(Clause { verb, ..*clause }).filter(|it| is_inner(text, it))
    });
    found.extend(joined.collect::<Vec<_>>());
    found.sort_by_key(|it| it.verb);
    found.dedup_by_key(|it| it.verb);
    found
}

/// Whether a noun at this word means one person: "the attendant", "the elder of them".
fn is_person(reader: &ClauseReader<'_, '_>, at: usize) -> bool {
    let word = reader.text.lower(at);
    let lists: [&WordList; 4] = [&NOUNS_OF_MEN, &NOUNS_OF_WOMEN, &NOUNS_OF_PERSONS, &ROLES];
    let next = reader.text.lower_after(at);
    reader.is_noun(at)
        // "the elder of them", and not "the elder brother".
        && (matches!(word, "elder" | "younger" | "other") && next == "of"
            || lists.iter().any(|list| list.contains(word)))
}

/// The verb of a name behind what commas set off, or the one behind "who" in it.
fn set_off(reader: &ClauseReader<'_, '_>, name: usize, end: usize) -> Option<usize> {
    let text = reader.text;
    let is_behind_comma = |at: usize| text.gap_before(at).trim() == ",";
    // "Billington junior, a nice lad, who".
    let first = (name + 1..end.min(name + 4)).find(|&at| is_behind_comma(at))?;
    let last = end.min(first + SET_OFF_WORDS_MAX);
    let who = (first..last).find(|&at| text.lower(at) == "who" && is_behind_comma(at));
    let closing = (first + 1..last).find(|&at| is_behind_comma(at));
    let verb = who.map(|at| at + 1).or(closing)?;
    let verb = (verb..end).find(|&at| !reader.is_adverb(at))?;
    PAST_VERBS.contains(text.lower(verb)).then_some(verb)
}

/// Whether a word stands behind "fell to" or "began to" for what nobody else can see.
fn is_musing_base(word: &str) -> bool {
    const BASES: [&str; 12] = [
        "wonder", "regret", "suspect", "hope", "fear", "dread", "think", "wish", "doubt", "long",
        "repent", "reflect",
    ];
    BASES.contains(&word) || MUSING.contains(word)
}

/// Whether a clause says what nobody else can see.
fn is_inner(text: &Text<'_>, clause: &Clause) -> bool {
    let is_of_one = !matches!(clause.who, ClauseSubject::Several | ClauseSubject::Noun);
    if clause.tense != ClauseTense::Past || !is_of_one {
        return false;
    }
    let next = |by: usize| match text.words().get(clause.verb + by) {
        Some(_) if text.gap_before(clause.verb + by).trim().is_empty() => {
            text.lower(clause.verb + by)
        }
        _ => "",
    };
    match text.lower(clause.verb) {
        "felt" => FELT.contains(next(1)),
        "thought" => match next(1) {
            "to" => matches!(next(2), "himself" | "herself"),
            "of" | "about" | "how" | "that" => true,
            // "thought with bitter envy of".
            "with" => !matches!(next(2), "him" | "her" | "me" | "us" | "them"),
            // "thought, without showing it, that".
            _ => text.gap_after(clause.verb).starts_with(','),
        },
        // "was secretly ashamed", and not "was privately educated".
        "was" => MUSING.contains(next(1)) || UNSEEN.contains(next(1)) && FELT.contains(next(2)),
        _ if (clause.subject + 1..clause.verb).any(|at| UNSEEN.contains(text.lower(at))) => true,
        "made" => next(1) == "up" && next(3) == "mind",
        // "fell to thinking", "began to wonder", "found herself wishing".
        "fell" | "began" => next(1) == "to" && is_musing_base(next(2)),
        "found" => matches!(next(1), "himself" | "herself") && MUSING.contains(next(2)),
        // Who says it is sorry regrets that it is so.
        "regretted" => next(1) != "that",
        verb => INNER.contains(verb) || MUSING.contains(verb),
    }
}
