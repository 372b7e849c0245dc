//! Whose thoughts the narration knows: in a book, or a scene, that knows those of one person alone, a sentence
//! that says what goes on within another. Tellers say often what others feel, because it shows; what is said
//! to be hidden, they cannot know at all.

mod clauses;
mod words;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::person;
use super::{
    Clause, ClauseReader, ClauseSubject, HabitExtract, NarratedParagraph, NarratedSentence, Slip,
};
use crate::tokens::Text;
use words::{AWAY, HIDING, KNOWN_BY, OUTWARD, UNSEEN};

/// Sentences about what goes on within somebody that an extract holds, at most.
const VIEWS_MAX: usize = 2_000;

/// Sentences of a book about its own person, for it to have a habit.
const VIEWS_MIN: usize = 8;

/// The same where what another thinks is said to be hidden, or of a scene.
const VIEWS_OF_SCENE_MIN: usize = 3;

/// Of so many sentences about its own person one may be about another, for the book to have a habit.
const OWN_TIMES_MIN: usize = 25;

/// The same where what the other thinks is said to be hidden.
const OWN_TIMES_OF_HIDDEN_MIN: usize = 4;

/// The share of its paragraphs that say "I" in a book whose person is the teller, at least.
const TELLER_SHARE_MIN: f64 = 0.4;

/// Slips of a book, at most: more are meant.
const SLIPS_OF_BOOK_MAX: usize = 3;

/// Scenes that keep to one person, of a book that keeps to one in each of them, and their share, at least.
const SCENES_MIN: usize = 5;
const SCENES_SHARE_MIN: f64 = 0.9;

/// What was read of whose thoughts a scene of a document knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SceneViews {
    /// How often it says what goes on within each: by "i", by "he" or "she", or by the name in lower case.
    pub(super) counts: Vec<(String, usize)>,
    /// The sentences that say it of others than "i".
    pub(super) others: Vec<InnerSentence>,
}

/// A sentence that says as a fact what goes on within somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InnerSentence {
    /// Who, as in the counts.
    pub(super) who: String,
    /// Whether it says too that nobody can see it.
    pub(super) is_hidden: bool,
    pub(super) slip: Slip,
}

/// Words of a sentence before its subject, at most: what hangs on another clause is often what somebody
/// narrated.
const OPENING_WORDS_MAX: usize = 3;

/// The same where no other clause is read before it.
const OPENING_WORDS_OF_HIDDEN_MAX: usize = 8;

/// Words between "when" and the last word of a name, at most: "when the old Dr. Hale".
const NAME_WORDS_MAX: usize = 4;

pub(super) fn read(
    reader: &ClauseReader<'_, '_>,
    paragraphs: &[NarratedParagraph],
    extract: &mut HabitExtract,
) {
    let mut left = VIEWS_MAX;
    let scenes = paragraphs.chunk_by(|_, next| !next.opens_scene);
    extract.views = scenes
        .map(|scene| SceneViews::of(reader, scene, &mut left))
        .filter(|it| !it.counts.is_empty())
        .collect();
}

impl SceneViews {
    fn of(
        reader: &ClauseReader<'_, '_>,
        paragraphs: &[NarratedParagraph],
        left: &mut usize,
    ) -> Self {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut others = Vec::new();
        let narrated = paragraphs.iter().filter(|it| !it.is_left_out);
        for sentence in narrated.flat_map(|it| &it.sentences) {
            for clause in &clauses::inner(reader, sentence) {
                let who = owner(reader.text, clause);
                *counts.entry(who.clone()).or_default() += 1;
                let is_other = clause.who != ClauseSubject::First && *left > 0;
                let Some(is_hidden) = is_other.then(|| flat(reader, sentence, clause)).flatten()
                else {
                    continue;
                };
                *left -= 1;
                let slip = Slip::of(reader.text, sentence.index..sentence.index + 1, 1);
                others.push(InnerSentence { who, is_hidden, slip });
            }
        }
        others.dedup_by(|one, other| one.who == other.who && one.slip.span == other.slip.span);
        let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
        counts.sort();
        Self { counts, others }
    }
}

fn owner(text: &Text<'_>, clause: &Clause) -> String {
    match clause.who {
        ClauseSubject::First => "i".to_owned(),
        _ => text.form(text.words()[clause.subject].stem).to_owned(),
    }
}

/// Whether a sentence says it as a fact, and not how the teller came to know it; and if so, whether it says
/// too that nobody can see it.
fn flat(
    reader: &ClauseReader<'_, '_>,
    sentence: &NarratedSentence,
    clause: &Clause,
) -> Option<bool> {
    let text = reader.text;
    let words = text.sentences()[sentence.index].words.clone();
    let is_silent = words.clone().all(|at| !reader.spoken[at]);
    if !is_silent || sentence.has_second {
        return None;
    }
    let mut hiding = vec![false; words.len()];
    for (nth, at) in words.clone().enumerate() {
        // "Bram decided to go upstairs" hides nothing.
        let away = AWAY.iter().filter(|_| at == words.start);
        let marks = HIDING.iter().chain(away).filter(|mark| {
            mark.len() <= words.end - at
                && mark.iter().enumerate().all(|(by, word)| text.lower(at + by) == *word)
        });
        if let Some(longest) = marks.map(|mark| mark.len()).max() {
            hiding[nth..nth + longest].fill(true);
        }
        hiding[nth] |= UNSEEN.contains(text.lower(at));
    }
    let is_hidden = hiding.contains(&true);
    // What another thinks of the teller, or does not tell them, the teller knows no better.
    let has_teller = sentence.first > 0 || sentence.has_we;
    if has_teller && !is_hidden {
        return None;
    }
    // "told nobody", "to anyone" are about all, and yet of one.
    if sentence.is_general && !is_hidden {
        return None;
    }
    let opening = clause.subject - words.start.min(clause.subject);
    let leads = sentence.clauses.first().is_none_or(|it| {
        // "when Hale slept, he wept"
        let mut before = it.subject.saturating_sub(NAME_WORDS_MAX).max(words.start)..it.subject;
        let is_of_time = before.any(|at| matches!(text.lower(at), "when" | "while" | "after"));
        let is_of_another = matches!(it.who, ClauseSubject::Third | ClauseSubject::Named);
        it.subject >= clause.subject || is_hidden && is_of_time && is_of_another
    });
    let is_leading = opening <= OPENING_WORDS_MAX && (leads || !has_teller)
        || is_hidden && leads && opening <= OPENING_WORDS_OF_HIDDEN_MAX;
    let is_known = |at: usize| {
        let word = text.lower(at);
        let is_verb = at == clause.verb
            || at == clause.verb + 1
            // "Hale, who thought".
            || at + 1 == clause.verb && at > clause.subject && word == "who";
        // "was thinking of a friend who was ill" does not say who told it.
        let is_before = at < clause.verb || !is_hidden && word != "who";
        !is_verb
            && !hiding[at - words.start]
            && (OUTWARD.contains(word) || is_before && KNOWN_BY.contains(word))
    };
    (is_leading && !words.clone().any(is_known)).then_some(is_hidden)
}

/// What a book says of what goes on within others than its own person, given the extracts of its documents:
/// the document, with the sentence.
pub fn view_slips<'e>(extracts: &[&'e HabitExtract]) -> Vec<(usize, &'e Slip)> {
    let scenes = || extracts.iter().flat_map(|it| &it.views);
    let counts = summed(scenes());
    let (first, all) = person::paragraphs(extracts);
    let is_teller = first as f64 >= TELLER_SHARE_MIN * all.max(1) as f64;
    let own = if is_teller { vec!["i"] } else { own(&counts) };
    let is_own = |who: &str| own.contains(&who);
    let of_own: usize = own.iter().filter_map(|who| counts.get(who)).sum();
    let of_others: usize = counts.iter().filter(|(who, _)| !is_own(who)).map(|(_, it)| it).sum();
    // Of a teller's own book nobody doubts whose it is; what others feel is often plain to see.
    let has_habit = of_own >= VIEWS_MIN && of_others <= 1 + of_own / OWN_TIMES_MIN;
    let hides = of_own >= VIEWS_OF_SCENE_MIN && of_others <= 1 + of_own / OWN_TIMES_OF_HIDDEN_MIN;
    let of_others = |is_wanted: &dyn Fn(&InnerSentence) -> bool| {
        let mut found = Vec::new();
        for (document, it) in extracts.iter().enumerate() {
            let others = it.views.iter().flat_map(|scene| &scene.others);
            let others = others.filter(|it| !is_own(&it.who) && is_wanted(it));
            found.extend(others.map(|it| (document, &it.slip)));
        }
        if found.len() > SLIPS_OF_BOOK_MAX { Vec::new() } else { found }
    };
    if is_teller || has_habit {
        // What "he" thinks over, or wishes done, is often plain to see.
        let all = of_others(&|it| it.is_hidden || !matches!(it.who.as_str(), "he" | "she"));
        if !all.is_empty() {
            return all;
        }
    }
    if is_teller || hides {
        let hidden = of_others(&|it| it.is_hidden);
        if !hidden.is_empty() || is_teller {
            return hidden;
        }
    }
    of_scenes(extracts)
}

fn summed<'e>(scenes: impl Iterator<Item = &'e SceneViews>) -> HashMap<&'e str, usize> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (who, count) in scenes.flat_map(|it| &it.counts) {
        *counts.entry(who.as_str()).or_default() += count;
    }
    counts
}

/// The same, where each scene has a person of its own.
fn of_scenes<'e>(extracts: &[&'e HabitExtract]) -> Vec<(usize, &'e Slip)> {
    let (mut kept, mut all, mut found) = (0_usize, 0_usize, Vec::new());
    for (document, extract) in extracts.iter().enumerate() {
        for scene in &extract.views {
            let counts = summed(std::iter::once(scene));
            let own = own(&counts);
            let of_own: usize = own.iter().filter_map(|who| counts.get(who)).sum();
            let of_all: usize = counts.values().sum();
            if of_own < VIEWS_OF_SCENE_MIN {
                continue;
            }
            all += 1;
            kept += usize::from(of_own == of_all);
            let others = || scene.others.iter().filter(|it| !own.contains(&it.who.as_str()));
            if of_all == of_own + 1 {
                found.extend(others().map(|it| (document, &it.slip)));
            }
        }
    }
    let has_habit = kept >= SCENES_MIN && kept as f64 >= SCENES_SHARE_MIN * all as f64;
    if !has_habit || found.len() > SLIPS_OF_BOOK_MAX {
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
