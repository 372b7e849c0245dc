//! The tense of the narration: paragraphs, or several sentences of one, that relate what happens in the
//! present in a book told in the past, or in the past in one told in the present.

use std::collections::BTreeSet;

use super::{
    Clause, ClauseReader, ClauseSubject, ClauseTense, HabitExtract, NarratedParagraph,
    NarratedSentence, SLIPS_MAX, SLIPS_OF_DOCUMENT_MAX, Slip, mixed, present,
};
use crate::tokens::Text;

/// Clauses of a book that must be there for it to have a habit.
const CLAUSES_MIN: usize = 30;

/// The share of a book's clauses that are in the other tense, at most, for its tense to be a habit.
const OTHER_SHARE_MAX: f64 = 0.1;

/// The same of a document, slips apart, where the habit is the past.
const OTHER_IN_DOCUMENT_MAX: f64 = 0.05;

/// The same where the habit is the present: what was before is told in the past everywhere.
const BACKSTORY_IN_DOCUMENT_MAX: f64 = 0.03;

/// Acts in the other tense that make a slip, where one subject does them.
const ACTS_MIN: usize = 2;

/// Acts that any teller may do now, or that stand for a state: "he finds himself obliged".
pub(super) const STATES: [&str; 8] =
    ["finds", "rests", "stands", "lies", "appears", "reaches", "leads", "leaves"];

/// Acts that a teller in the first person does not while telling: those of the body.
pub(super) const OF_TELLER: [&str; 84] = [
    "arrive", "mount", "gallop", "hurry", "walk", "cross", "climb", "run", "open", "close", "shut",
    "push", "pull", "step", "sit", "stand", "kneel", "bend", "lean", "pick", "drop", "grab",
    "reach", "knock", "nod", "smile", "laugh", "shrug", "sigh", "glance", "stare", "stumble",
    "jump", "crouch", "creep", "crawl", "drink", "eat", "swallow", "lift", "wipe", "tap", "unlock",
    "lock", "wave", "turn", "look", "throw", "enter", "follow", "rise", "draw", "strike", "seize",
    "carry", "lay", "traverse", "hasten", "pace", "wander", "ascend", "descend", "embrace", "kiss",
    "snatch", "grasp", "clasp", "fling", "thrust", "spring", "leap", "rush", "dart", "plunge",
    "alight", "dismount", "halt", "peer", "undress", "pour", "watch", "kick", "hurl", "scramble",
];

/// Sentences of a slip by acts alone, at most: what a play or a picture shows is told at length.
const ACTED_SENTENCES_MAX: usize = 4;

/// Clauses in it that make one where only one of them is an act.
const CLAUSES_WITH_ACT_MIN: usize = 2;

/// Clauses that make one without any act, if somebody is named.
const CLAUSES_OF_SLIP_MIN: usize = 3;

/// Counts the clauses of a document, and keeps the paragraphs that are in the tense of which it has less.
pub(super) fn read(
    reader: &ClauseReader<'_, '_>,
    paragraphs: &[NarratedParagraph],
    extract: &mut HabitExtract,
) {
    let narrated = || paragraphs.iter().filter(|it| !it.is_left_out);
    for clause in narrated().flat_map(|it| &it.sentences).flat_map(|it| &it.clauses) {
        match clause.tense {
            ClauseTense::Past => extract.past += 1,
            ClauseTense::Present => extract.present += 1,
        }
    }
    let other =
        if extract.past >= extract.present { ClauseTense::Present } else { ClauseTense::Past };
    for paragraph in narrated() {
        let runs = paragraph.sentences.split(|it| it.words > 0 && !is_of(it, other));
        for run in runs.filter(|run| !run.is_empty()) {
            let is_evident = |it: &NarratedSentence| !it.clauses.is_empty();
            let Some(first) = run.iter().position(is_evident) else { continue };
            let last = run.iter().rposition(is_evident).unwrap_or(first);
            let run = &run[first..=last];
            let (acts, clauses) = counted(reader.text, run);
            let is_of_teller = run.iter().any(|it| it.first > 0 || it.has_we);
            let has_name =
                run.iter().flat_map(|it| &it.clauses).any(|it| it.who == ClauseSubject::Named);
            let is_report = |it: &&Clause| mixed::REPORTS.contains(&reader.text.lower(it.verb));
            let reports = run.iter().flat_map(|it| &it.clauses).filter(is_report).count();
            // "The doctor believes, he says" is what somebody reports.
            let is_evident = !is_of_teller
                && (acts > 0 && clauses >= CLAUSES_WITH_ACT_MIN
                    || has_name && clauses - reports >= CLAUSES_OF_SLIP_MIN);
            let (from, to) = (run[0].index, run[run.len() - 1].index);
            let slip = || Slip::of(reader.text, from..to + 1, clauses);
            if acts >= ACTS_MIN || is_evident {
                extract.tense.push(slip());
            }
            if other == ClauseTense::Present && is_acted(reader.text, run) {
                extract.acted.push(slip());
            }
        }
    }
    for slips in [&mut extract.tense, &mut extract.acted] {
        if slips.len() > SLIPS_MAX {
            slips.clear();
        }
    }
}

/// Whether persons act in these sentences, each act a verb of its own, and nothing says how often.
fn is_acted(text: &Text<'_>, run: &[NarratedSentence]) -> bool {
    let clauses = || run.iter().flat_map(|it| &it.clauses);
    let acts: BTreeSet<&str> = clauses()
        .filter(|it| matches!(it.who, ClauseSubject::Third | ClauseSubject::Named))
        .filter(|it| is_act_of_one(text, it))
        .map(|it| text.lower(it.verb))
        .collect();
    let is_of_any_time = clauses().any(|it| present::has_habit(text, it))
        || run.iter().any(|it| present::is_of_now(text, it) || mixed::is_to_come(text, it));
    let is_report = clauses().any(|it| mixed::REPORTS.contains(&text.lower(it.verb)));
    run.len() <= ACTED_SENTENCES_MAX && acts.len() >= ACTS_MIN && !is_of_any_time && !is_report
}

/// Whether nothing in a sentence speaks against this tense, and nothing against that it is narrated.
fn is_of(sentence: &NarratedSentence, tense: ClauseTense) -> bool {
    let is_clear = match tense {
        ClauseTense::Present => !sentence.has_past,
        ClauseTense::Past => true,
    };
    is_clear
        && !sentence.is_general
        && !sentence.has_second
        && sentence.clauses.iter().all(|clause| clause.tense == tense)
}

/// Acts of somebody in particular, and clauses about them.
fn counted(text: &Text<'_>, run: &[NarratedSentence]) -> (usize, usize) {
    let clauses = || run.iter().flat_map(|it| &it.clauses);
    (clauses().filter(|it| is_act_of_one(text, it)).count(), clauses().count())
}

fn is_act_of_one(text: &Text<'_>, clause: &Clause) -> bool {
    let verb = text.lower(clause.verb);
    clause.is_act
        && match (clause.who, clause.tense) {
            (ClauseSubject::Several, _) => false,
            (_, ClauseTense::Past) => true,
            (ClauseSubject::First, _) => OF_TELLER.contains(&verb),
            _ => !STATES.contains(&verb),
        }
}

/// Whether more of a book is told in the past than in the present, given the extracts of its documents.
pub fn is_past_tense(extracts: &[&HabitExtract]) -> bool {
    let (past, present) = clauses(extracts);
    past >= present
}

fn clauses(extracts: &[&HabitExtract]) -> (usize, usize) {
    let past = extracts.iter().map(|it| it.past).sum();
    (past, extracts.iter().map(|it| it.present).sum())
}

/// What departs from the tense of a book, given the extracts of its documents: the document, with the slip.
pub fn tense_slips<'e>(extracts: &[&'e HabitExtract]) -> Vec<(usize, &'e Slip)> {
    let (past, present) = clauses(extracts);
    let share = |part: usize, all: usize| part as f64 / all.max(1) as f64;
    let all = past + present;
    let is_past = past >= present;
    let others = if is_past { present } else { past };
    let has_habit = share(others, all) <= OTHER_SHARE_MAX;
    if all < CLAUSES_MIN {
        return Vec::new();
    }
    let most = if is_past { OTHER_IN_DOCUMENT_MAX } else { BACKSTORY_IN_DOCUMENT_MAX };
    let mut found = Vec::new();
    for (document, it) in extracts.iter().enumerate() {
        let others = if is_past { it.present } else { it.past };
        let slipped: usize = it.tense.iter().map(|slip| slip.clauses).sum();
        let has_habit = has_habit
            && (it.past >= it.present) == is_past
            && share(others.saturating_sub(slipped), it.past + it.present) <= most;
        let of_document = found.len();
        if has_habit && it.tense.len() <= SLIPS_OF_DOCUMENT_MAX {
            found.extend(it.tense.iter().map(|slip| (document, slip)));
        }
        if is_past {
            let is_new = |slip: &&Slip| {
                let is_apart = |(_, other): &(usize, &Slip)| {
                    other.span.end <= slip.span.start || slip.span.end <= other.span.start
                };
                found[of_document..].iter().all(is_apart)
            };
            let more: Vec<&Slip> = present::slips(it).filter(is_new).collect();
            found.extend(more.into_iter().map(|slip| (document, slip)));
        }
        if is_past && found.len() == of_document && it.past > it.present {
            // Whatever else its teller says in the present, nobody but a person of the story acts so.
            let few = it.acted.len() <= SLIPS_OF_DOCUMENT_MAX;
            found.extend(it.acted.iter().filter(|_| few).map(|slip| (document, slip)));
        }
    }
    found
}
