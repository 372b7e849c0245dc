//! Whose thoughts the narration knows: in a book that knows those of one person alone, a sentence that says
//! what goes on within another.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{
    Clause, ClauseReader, ClauseSubject, ClauseTense, HabitExtract, NarratedParagraph,
    NarratedSentence, Slip,
};
use crate::tokens::Text;

/// Sentences about what goes on within somebody that an extract holds, at most.
const VIEWS_MAX: usize = 2_000;

/// Sentences of a book about its own person, for it to have a habit.
const VIEWS_MIN: usize = 8;

/// Of so many sentences about its own person one may be about another, for the book to have a habit.
const OWN_TIMES_MIN: usize = 25;

/// The share of its paragraphs that say "I" in a book whose person is the teller, at least.
const TELLER_SHARE_MIN: f64 = 0.4;

/// Slips of a book, at most: more are meant.
const SLIPS_OF_BOOK_MAX: usize = 3;

/// What was read of whose thoughts a document knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ViewExtract {
    /// How often it says what goes on within each: by "i", by "he" or "she", or by the name in lower case.
    pub(super) counts: Vec<(String, usize)>,
    /// The sentences that say it of others than "i": who, and where.
    pub(super) others: Vec<(String, Slip)>,
}

/// Words of a sentence before its subject, at most: what hangs on another clause is often what somebody
/// narrated.
const OPENING_WORDS_MAX: usize = 3;

/// Adverbs that say of any act that nobody saw it.
const UNSEEN: [&str; 5] = ["secretly", "inwardly", "privately", "dimly", "vaguely"];

/// Verbs of what nobody else can see.
const INNER: [&str; 19] = [
    "wondered",
    "realised",
    "realized",
    "remembered",
    "recalled",
    "longed",
    "dreaded",
    "resolved",
    "hoped",
    "wished",
    "feared",
    "suspected",
    "decided",
    "reflected",
    "pondered",
    "mused",
    "envied",
    "yearned",
    "doubted",
];

/// What "felt" is of, where nobody else can see it.
const FELT: [&str; 39] = [
    "a",
    "an",
    "no",
    "nothing",
    "ashamed",
    "afraid",
    "sorry",
    "sick",
    "relieved",
    "guilty",
    "proud",
    "lonely",
    "uneasy",
    "sure",
    "certain",
    "that",
    "happy",
    "angry",
    "anxious",
    "foolish",
    "glad",
    "hurt",
    "safe",
    "strange",
    "tired",
    "cold",
    "weak",
    "jealous",
    "helpless",
    "disappointed",
    "grateful",
    "frightened",
    "pity",
    "shame",
    "fear",
    "joy",
    "relief",
    "something",
    "suddenly",
];

/// Words that say how the teller can know it, or that it is a guess.
const KNOWN_BY: [&str; 43] = [
    "seemed",
    "seems",
    "appeared",
    "apparently",
    "evidently",
    "obviously",
    "perhaps",
    "probably",
    "must",
    "clearly",
    "evident",
    "plain",
    "clear",
    "doubtless",
    "plainly",
    "visibly",
    "might",
    "may",
    "saw",
    "see",
    "told",
    "said",
    "says",
    "confessed",
    "afterwards",
    "wrote",
    "declared",
    "admitted",
    "asked",
    "added",
    "if",
    "though",
    "whether",
    "looked",
    "believe",
    "suppose",
    "think",
    "fancy",
    "answered",
    "replied",
    "who",
    "showed",
    "explained",
];

pub(super) fn read(
    reader: &ClauseReader<'_, '_>,
    paragraphs: &[NarratedParagraph],
    extract: &mut HabitExtract,
) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut others = Vec::new();
    let narrated = paragraphs.iter().filter(|it| !it.is_left_out);
    for sentence in narrated.flat_map(|it| &it.sentences) {
        for clause in sentence.clauses.iter().filter(|it| is_inner(reader.text, it)) {
            let who = owner(reader.text, clause);
            *counts.entry(who.clone()).or_default() += 1;
            if clause.who != ClauseSubject::First
                && others.len() < VIEWS_MAX
                && is_flat(reader, sentence, clause)
            {
                others.push((who, Slip::of(reader.text, sentence.index..sentence.index + 1, 1)));
            }
        }
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort();
    extract.views = ViewExtract { counts, others };
}

fn owner(text: &Text<'_>, clause: &Clause) -> String {
    match clause.who {
        ClauseSubject::First => "i".to_owned(),
        _ => text.form(text.words()[clause.subject].stem).to_owned(),
    }
}

fn is_inner(text: &Text<'_>, clause: &Clause) -> bool {
    if clause.tense != ClauseTense::Past || clause.who == ClauseSubject::Several {
        return false;
    }
    let next = |by: usize| match text.words().get(clause.verb + by) {
        Some(_) if text.gap_before(clause.verb + by).trim().is_empty() => {
            text.lower(clause.verb + by)
        }
        _ => "",
    };
    match text.lower(clause.verb) {
        "felt" => FELT.contains(&next(1)),
        "thought" => match next(1) {
            "to" => matches!(next(2), "himself" | "herself"),
            "of" | "about" | "how" => true,
            _ => false,
        },
        _ if (clause.subject + 1..clause.verb).any(|at| UNSEEN.contains(&text.lower(at))) => true,
        // Who says it is sorry regrets that it is so.
        "regretted" => next(1) != "that",
        verb => INNER.contains(&verb),
    }
}

/// Whether a sentence says it as a fact, and not how the teller came to know it.
fn is_flat(reader: &ClauseReader<'_, '_>, sentence: &NarratedSentence, clause: &Clause) -> bool {
    let words = reader.text.sentences()[sentence.index].words.clone();
    let is_silent = words.clone().all(|at| !reader.spoken[at]);
    let is_leading = words.clone().take(OPENING_WORDS_MAX + 1).any(|at| at == clause.subject);
    is_silent
        && is_leading
        && sentence.first == 0
        && !sentence.has_we
        && !sentence.has_second
        && !sentence.is_general
        && words
            .filter(|&at| at != clause.verb && at != clause.verb + 1)
            .all(|at| !KNOWN_BY.contains(&reader.text.lower(at)))
}

/// What a book says of what goes on within others than its own person, given the extracts of its documents:
/// the document, with the sentence.
pub fn view_slips<'e>(extracts: &[&'e HabitExtract]) -> Vec<(usize, &'e Slip)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (who, count) in extracts.iter().flat_map(|it| &it.views.counts) {
        *counts.entry(who.as_str()).or_default() += count;
    }
    let paragraphs: usize = extracts.iter().map(|it| it.paragraphs).sum();
    let first: usize = extracts.iter().map(|it| it.first).sum();
    let is_teller = first as f64 >= TELLER_SHARE_MIN * paragraphs.max(1) as f64;
    let own = if is_teller { vec!["i"] } else { own(&counts) };
    let is_own = |who: &str| own.contains(&who);
    let of_own: usize = own.iter().filter_map(|who| counts.get(who)).sum();
    let of_others: usize = counts.iter().filter(|(who, _)| !is_own(who)).map(|(_, it)| it).sum();
    // Of a teller's own book nobody doubts whose it is; what others feel is often plain to see.
    let has_habit = of_own >= VIEWS_MIN && of_others <= 1 + of_own / OWN_TIMES_MIN;
    if !(is_teller || has_habit) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (document, it) in extracts.iter().enumerate() {
        let others = it.views.others.iter().filter(|(who, _)| !is_own(who));
        found.extend(others.map(|(_, slip)| (document, slip)));
    }
    if found.len() > SLIPS_OF_BOOK_MAX {
        found.clear();
    }
    found
}

/// Whom a book in the third person knows from within: the name and the pronoun that stand there most often.
fn own<'c>(counts: &HashMap<&'c str, usize>) -> Vec<&'c str> {
    let count = |who: &str| counts.get(who).copied().unwrap_or_default();
    let most = |it: &mut dyn Iterator<Item = &'c str>| it.max_by_key(|who| (count(who), *who));
    let pronoun = most(&mut ["he", "she"].into_iter());
    let is_name = |who: &&'c str| !matches!(*who, "i" | "he" | "she");
    let name = most(&mut counts.keys().copied().filter(is_name));
    pronoun.into_iter().chain(name).collect()
}
