//! Paragraphs in the present in a document that is told in the past, by what their verbs are together: the
//! auxiliaries that stand in them, and the verbs behind their subjects. One verb alone may be read wrongly.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::mixed;
use super::tense::{OF_TELLER, STATES};
use super::{
    Clause, ClauseReader, ClauseSubject, ClauseTense, HabitExtract, NarratedParagraph,
    NarratedSentence, SLIPS_MAX, SLIPS_OF_DOCUMENT_MAX, Slip,
};
use crate::lists::SURE_PASTS;
use crate::tokens::Text;

/// Verbs in the present that make a slip of a paragraph, at least one of them of a person.
const PRESENT_MIN: usize = 3;

/// In such a paragraph one verb in the past is allowed to so many in the present.
const PRESENT_TO_ONE_PAST: usize = 3;

/// The share of a document's verbs, slips apart, that are in the present, at most. In ten novels no paragraph is
/// a slip by this, and of 140 that were put into the present about half are.
const PRESENT_IN_DOCUMENT_MAX: f64 = 0.1;

/// Verbs from which on a paragraph beside a slip has a tense.
const BESIDE_MIN: usize = 2;

/// Acts in the present that make a slip of a paragraph whatever else it has, each a verb of its own, and verbs in
/// the present of persons.
const ACTS_MIN: usize = 2;
const PERSONS_MIN: usize = 3;

/// Of the verbs of such a paragraph so many may be past, to one that is present.
const PAST_TO_ONE_PRESENT: usize = 1;

/// In a document that is told of others at most one paragraph in so many says "I" or "we".
const TELLER_TO_OTHERS: usize = 5;

/// Paragraphs with a tense beside such a one that have to be in the past, on either side.
const PARAGRAPHS_BESIDE: usize = 2;

/// Words before a verb that make what stands in the present a thing of any time.
pub(super) const HABITUAL: [&str; 8] =
    ["always", "often", "sometimes", "usually", "generally", "never", "every", "nowadays"];

/// Words before a verb among which they stand: "and" may join a thousand verbs to one subject.
const HABIT_WITHIN_WORDS: usize = 60;

/// Auxiliaries that are present wherever they stand.
const PRESENT_AUXILIARIES: [&str; 9] =
    ["is", "are", "am", "has", "does", "isn't", "aren't", "hasn't", "doesn't"];

/// Words of what a teller may say to be so when the story is over.
const TO_THIS_DAY: [&str; 2] = ["still", "today"];

/// What was read of the verbs of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PresentExtract {
    past: usize,
    present: usize,
    /// Paragraphs in the present.
    slips: Vec<PresentSlip>,
    /// Paragraphs of both tenses.
    mixed: Vec<Slip>,
}

/// A paragraph in the present.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PresentSlip {
    /// Its verbs in the present.
    verbs: usize,
    /// Whether persons act in it, and what stands around it is in the past.
    is_evident: bool,
    slip: Slip,
}

/// The verbs of a paragraph.
#[derive(Default)]
struct Verbs {
    past: usize,
    present: usize,
    /// Of those in the present, those of a person.
    persons: usize,
    /// Acts of persons in the present, each verb one time.
    acts: BTreeSet<String>,
    says_i: bool,
    /// Whether what is present is said to be so now, when the story is told.
    says_now: bool,
}

impl Verbs {
    /// Of what a paragraph relates: what is so of any of a kind or to this day, and what follows it, is left
    /// out.
    fn of(reader: &ClauseReader<'_, '_>, paragraph: &NarratedParagraph) -> Self {
        let mut verbs = Self::default();
        let is_of_now = |it: &NarratedSentence| is_of_now(reader.text, it);
        let related = paragraph.sentences.iter().take_while(|it| !it.is_general && !is_of_now(it));
        for sentence in related {
            if !sentence.has_second {
                verbs.add(reader, sentence);
            }
        }
        verbs
    }

    fn add(&mut self, reader: &ClauseReader<'_, '_>, sentence: &NarratedSentence) {
        let text = reader.text;
        let is_auxiliary = |lower: &str| PRESENT_AUXILIARIES.contains(&lower);
        let words = text.sentences()[sentence.index].words.clone();
        for lower in words.filter(|&at| !reader.spoken[at]).map(|at| text.lower(at)) {
            self.present += usize::from(is_auxiliary(lower));
            self.past += usize::from(SURE_PASTS.contains(lower));
        }
        for clause in &sentence.clauses {
            let verb = text.lower(clause.verb);
            let is_person = matches!(clause.who, ClauseSubject::Third | ClauseSubject::Named);
            match clause.tense {
                ClauseTense::Past => self.past += usize::from(!SURE_PASTS.contains(verb)),
                ClauseTense::Present => {
                    self.present += usize::from(!is_auxiliary(verb));
                    self.persons += usize::from(is_person);
                    if is_now(text, clause) {
                        self.acts.insert(verb.to_owned());
                    }
                }
            }
        }
        let mut words = text.sentences()[sentence.index].words.clone();
        let has_past = sentence.has_past
            || sentence.clauses.iter().any(|clause| clause.tense == ClauseTense::Past);
        self.says_now |= !has_past && words.any(|at| text.lower(at) == "now");
        self.says_i |= sentence.first > 0 || sentence.has_we;
    }

    /// What a teller says of now, in the first person, is no slip.
    fn is_slip(&self) -> bool {
        self.present >= PRESENT_MIN
            && self.persons > 0
            && !self.says_i
            && self.past * PRESENT_TO_ONE_PAST <= self.present
    }

    /// Whether persons act in the present.
    fn is_acted(&self) -> bool {
        let of_persons = self.persons + usize::from(self.says_i) * self.acts.len();
        !self.says_now
            && self.acts.len() >= ACTS_MIN
            && of_persons >= PERSONS_MIN
            && self.past <= PAST_TO_ONE_PRESENT * self.present
    }

    fn has_tense(&self) -> bool {
        self.past + self.present >= BESIDE_MIN
    }
}

/// Whether a clause in the present is an act that a teller sees while telling, and no habit.
fn is_now(text: &Text<'_>, clause: &Clause) -> bool {
    let verb = text.lower(clause.verb);
    let is_act = match clause.who {
        ClauseSubject::First => OF_TELLER.contains(&verb),
        ClauseSubject::Several => false,
        // "He finds himself obliged" is a state, and "he finds the key" is none.
        ClauseSubject::Third | ClauseSubject::Named => {
            let next = text.lower_after(clause.verb);
            clause.is_act && !matches!(next, "himself" | "herself" | "itself" | "for")
        }
        ClauseSubject::Noun => clause.is_act && !STATES.contains(&verb),
    };
    is_act && !has_habit(text, clause)
}

/// Whether a clause says how often it is so.
pub(super) fn has_habit(text: &Text<'_>, clause: &Clause) -> bool {
    says_how_often(text, clause, |word| HABITUAL.contains(&word))
}

/// The same beside what is past: "Lucy heard him, but never turns" is of that moment.
pub(super) fn has_habit_beside_past(text: &Text<'_>, clause: &Clause) -> bool {
    says_how_often(text, clause, |word| HABITUAL.contains(&word) && word != "never")
}

fn says_how_often(text: &Text<'_>, clause: &Clause, is_habit: impl Fn(&str) -> bool) -> bool {
    let from = clause.subject.max(clause.verb.saturating_sub(HABIT_WITHIN_WORDS));
    (from..clause.verb).any(|at| is_habit(text.lower(at)))
}

/// Whether a sentence says that it is so to this day.
pub(super) fn is_of_now(text: &Text<'_>, sentence: &NarratedSentence) -> bool {
    let words = text.sentences()[sentence.index].words.clone();
    // "He stood still" is of that moment.
    let is_adjective = |at: usize| {
        at > words.start
            && matches!(text.lower(at - 1), "so" | "very" | "quite" | "stood" | "sat" | "lay")
    };
    let is_to_this_day = |at: usize| {
        text.lower(at) == "day"
            && at >= words.start + 2
            && text.lower(at - 1) == "this"
            && text.lower(at - 2) == "to"
    };
    words
        .clone()
        .any(|at| TO_THIS_DAY.contains(&text.lower(at)) && !is_adjective(at) || is_to_this_day(at))
}

/// Reads the verbs of a document, and its paragraphs in the present that stand between others in the past.
pub(super) fn read(
    reader: &ClauseReader<'_, '_>,
    paragraphs: &[NarratedParagraph],
) -> PresentExtract {
    let narrated: Vec<(&NarratedParagraph, Verbs)> = paragraphs
        .iter()
        .filter(|it| !it.is_left_out)
        .map(|it| (it, Verbs::of(reader, it)))
        .collect();
    let mut extract = PresentExtract::default();
    let of_teller = narrated.iter().filter(|(_, verbs)| verbs.says_i).count();
    let is_of_others = of_teller * TELLER_TO_OTHERS < narrated.len();
    for (at, (paragraph, verbs)) in narrated.iter().enumerate() {
        extract.past += verbs.past;
        extract.present += verbs.present;
        let is_past = |it: Option<&(&NarratedParagraph, Verbs)>| {
            it.is_none_or(|(_, verbs)| verbs.past >= verbs.present)
        };
        let before = narrated[..at].iter().rev().find(|(_, verbs)| verbs.has_tense());
        let behind = narrated[at + 1..].iter().find(|(_, verbs)| verbs.has_tense());
        let is_evident = || {
            let beside = |it: &(&NarratedParagraph, Verbs)| {
                let verbs = &it.1;
                verbs.has_tense().then_some(verbs.present == 0 || verbs.past > 3 * verbs.present)
            };
            let before = narrated[..at].iter().rev().filter_map(beside).take(PARAGRAPHS_BESIDE);
            let behind = narrated[at + 1..].iter().filter_map(beside).take(PARAGRAPHS_BESIDE);
            verbs.is_acted() && before.chain(behind).all(|is_past| is_past)
        };
        let is_slip = verbs.is_slip() && is_past(before) && is_past(behind);
        let is_evident = is_evident();
        let mixed = || {
            let may_be = !verbs.says_now && is_past(before) && is_past(behind);
            may_be.then(|| mixed::mixed_sentences(reader, paragraph, is_of_others))?
        };
        let sentences = &paragraph.sentences;
        let (Some(first), Some(last)) = (sentences.first(), sentences.last()) else { continue };
        let slip = || Slip::of(reader.text, first.index..last.index + 1, verbs.present);
        if is_slip || is_evident {
            extract.slips.push(PresentSlip { verbs: verbs.present, is_evident, slip: slip() });
        } else if let Some((sentences, subject)) = mixed() {
            extract.mixed.push(Slip::of_clause(reader.text, sentences, subject, verbs.present));
        }
    }
    if extract.mixed.len() > SLIPS_MAX {
        extract.mixed.clear();
    }
    if extract.slips.len() > SLIPS_MAX {
        extract.slips.clear();
    }
    extract
}

impl PresentExtract {
    pub(super) fn slips_mut(&mut self) -> impl Iterator<Item = &mut Slip> {
        self.slips.iter_mut().map(|it| &mut it.slip).chain(&mut self.mixed)
    }

    fn is_in_past(&self) -> bool {
        let slipped: usize = self.slips.iter().map(|it| it.verbs).sum();
        let others = self.present.saturating_sub(slipped);
        others as f64 <= PRESENT_IN_DOCUMENT_MAX * (self.past + others) as f64
    }
}

/// The paragraphs in the present of a document that is told in the past.
pub(super) fn slips(extract: &HabitExtract) -> impl Iterator<Item = &Slip> {
    let read = &extract.in_present;
    let is_in_past = read.is_in_past();
    let few = read.slips.len() <= SLIPS_OF_DOCUMENT_MAX;
    let wanted = move |it: &&PresentSlip| few && (is_in_past || it.is_evident);
    let is_mostly_past = read.past >= read.present;
    let few_mixed = is_mostly_past && read.mixed.len() <= SLIPS_OF_DOCUMENT_MAX;
    let mixed = read.mixed.iter().filter(move |_| few_mixed);
    read.slips.iter().filter(wanted).map(|it| &it.slip).chain(mixed)
}
