//! Paragraphs in which the tense changes from clause to clause: what a person does at its moment stands in the
//! present beside what is past, in one sentence or next to it. A teller's comment in the present speaks of
//! what is so, in sentences of its own, and joins no act to one that is past.

use std::ops::Range;

use super::present::{HABITUAL, has_habit_beside_past, is_of_now};
use super::tense::OF_TELLER;
use super::{
    Clause, ClauseReader, ClauseSubject, ClauseTense, NarratedParagraph, NarratedSentence,
};
use crate::lists::{IRREGULAR_PAST_ACTS, SURE_PASTS, is_act_base, is_act_past, is_act_present};
use crate::tokens::Text;

/// What the clauses of a paragraph have to weigh together to make a slip; what an act in the present weighs, to one
/// of a state; and what two verbs of one subject do that "and" joins in different tenses.
const WEIGHT_MIN: usize = 4;
const WEIGHT_OF_CLASH: usize = 2;
/// The same of what is told in the third person, where nobody tells of today: an act of somebody who is named, and one of
/// "he" or "she" beside it.
const WEIGHT_OF_NAMED: usize = WEIGHT_MIN;
const WEIGHT_OF_THIRD: usize = 3;
const WEIGHT_OF_JOINED: usize = 3;

/// What tells of somebody in the present: "in the play Hugo draws his sword".
const FICTION: [&str; 18] = [
    "play",
    "story",
    "stories",
    "picture",
    "painting",
    "tale",
    "book",
    "novel",
    "poem",
    "song",
    "ballad",
    "verse",
    "dream",
    "portrait",
    "legend",
    "print",
    "engraving",
    "chapter",
];

/// Words of what somebody does again and again, beside [`HABITUAL`].
const OFTEN: [&str; 7] = ["each", "whenever", "seldom", "yet", "sundays", "mornings", "evenings"];

/// Words between a verb and one that "and" joins to it, at most.
const JOINED_WORDS_MAX: usize = 12;

/// Verbs of what somebody is reported to say or to think, which a teller may do in the present.
pub(super) const REPORTS: [&str; 10] = [
    "says", "tells", "asks", "calls", "answers", "repeats", "writes", "exclaims", "explains",
    "orders",
];

/// Conjunctions of time: what follows them is at the time of what is past.
const TIMES: [&str; 8] = ["when", "while", "whilst", "until", "till", "before", "after", "as"];

/// Words of what is to come, or may be: a clause in the present beside them is no act.
const TO_COME: [&str; 14] = [
    "will", "shall", "can", "may", "must", "cannot", "if", "unless", "lest", "whether", "case",
    "ought", "tomorrow", "which",
];

/// Adverbs of what comes at one moment.
const SUDDENLY: [&str; 4] = ["instantly", "suddenly", "immediately", "abruptly"];

/// Verbs of states that persons are in at a moment.
const STATES_OF_PERSONS: [&str; 17] = [
    "is", "has", "does", "wants", "seems", "feels", "thinks", "knows", "likes", "loves", "needs",
    "means", "wishes", "hopes", "fears", "becomes", "begins",
];

/// The sentences in which a paragraph that is told in the past slips into the present between its clauses, from the
/// first to the last, and the subject of the first such clause; none where it does not. `is_of_others` says that its
/// document is told in the third person: there no teller says what is so today.
pub(super) fn mixed_sentences(
    reader: &ClauseReader<'_, '_>,
    paragraph: &NarratedParagraph,
    is_of_others: bool,
) -> Option<(Range<usize>, usize)> {
    let text = reader.text;
    let sentences = &paragraph.sentences;
    let has_past = sentences.iter().any(is_past);
    if !(has_past || is_of_others) || sentences.iter().any(|it| it.has_second) {
        return None;
    }
    let (mut weight, mut clashes, mut has_scene) = (0, 0, false);
    let mut slipped: Option<Range<usize>> = None;
    let mut first_word = None;
    for (position, sentence) in sentences.iter().enumerate() {
        let before = weight;
        let around = Around::of(text, sentence);
        if around.is_comment && !around.is_past {
            continue;
        }
        for (nth, clause) in sentence.clauses.iter().enumerate() {
            let before = weight;
            if is_joined(reader, &sentence.clauses[nth..], around.end) {
                weight += WEIGHT_OF_JOINED;
                clashes += 1;
            } else if clause.tense == ClauseTense::Present {
                let is_clash = is_act(reader, clause)
                    || is_at_time(reader, &around, clause)
                    || is_of_others && is_sudden(reader, &around, clause);
                clashes += usize::from(is_clash);
                weight += match is_of_others {
                    true => weight_of_others(reader, &around, clause, (is_clash, has_past)),
                    // A teller of their own story has a present, too.
                    false if is_clash => WEIGHT_OF_CLASH,
                    false => 0,
                };
            }
            if weight > before {
                first_word.get_or_insert(clause.subject);
            }
        }
        if !is_of_others && !around.is_comment && is_scene(reader, sentences, position) {
            weight += WEIGHT_MIN;
            first_word.get_or_insert(text.sentences()[sentence.index].words.start);
            has_scene = true;
        }
        if weight > before {
            let first = slipped.map_or(sentence.index, |it| it.start);
            slipped = Some(first..sentence.index + 1);
        }
    }
    // What authors have said somewhere is told so, too: an act has to be among it.
    let is_acted = has_scene || clashes > usize::from(!is_of_others);
    slipped.zip(first_word).filter(|_| weight >= WEIGHT_MIN && is_acted)
}

/// What a clause in the present weighs in a document that is told in the third person; `is_clash` and whether something
/// of its paragraph is past.
fn weight_of_others(
    reader: &ClauseReader<'_, '_>,
    around: &Around,
    clause: &Clause,
    (is_clash, has_past): (bool, bool),
) -> usize {
    // What a play shows, and what somebody always does, is of no moment.
    let is_at_moment = is_clash && !around.is_of_any_time;
    match clause.who {
        ClauseSubject::Named if is_at_moment && !around.is_comment => WEIGHT_OF_NAMED,
        // A paragraph by itself may say what any "he" does.
        _ if !has_past => 0,
        ClauseSubject::Third if is_at_moment && around.has_named => WEIGHT_OF_THIRD,
        _ if is_clash || is_of_person_beside_past(reader, around, clause) => WEIGHT_OF_CLASH,
        _ => 1,
    }
}

/// Whether a sentence of somebody's own story acts in the present between two in the past: "I traverse the streets, and
/// know not where I am." What one sees and thinks may be of the moment of writing.
fn is_scene(reader: &ClauseReader<'_, '_>, sentences: &[NarratedSentence], nth: usize) -> bool {
    let sentence = &sentences[nth];
    // Where there is no verb, nothing says when it is.
    let has_tense = |it: &&NarratedSentence| it.has_past || !it.clauses.is_empty();
    let is_between = || {
        sentences[..nth].iter().rev().find(has_tense).is_some_and(is_past)
            && sentences[nth + 1..].iter().find(has_tense).is_none_or(is_past)
    };
    let present = || sentence.clauses.iter().filter(|it| it.tense == ClauseTense::Present);
    let acts = |it: &Clause| {
        let verb = reader.text.lower(it.verb);
        it.who == ClauseSubject::First && is_act(reader, it) && !matches!(verb, "turn" | "look")
    };
    let is_present = !is_past(sentence) && present().count() > 1 && present().any(acts);
    is_present && is_between()
}

fn is_past(sentence: &NarratedSentence) -> bool {
    sentence.has_past || sentence.clauses.iter().any(|clause| clause.tense == ClauseTense::Past)
}

/// What a sentence has around each of its clauses, read one time for all of them.
struct Around {
    /// Behind its last word.
    end: usize,
    is_past: bool,
    has_sure_past: bool,
    is_to_come: bool,
    /// Whether it may be what a teller says of now, of what is to come, or of anybody.
    is_comment: bool,
    /// Whether it is of no moment: of anybody, of now, of a play, or of what is so again and again.
    is_of_any_time: bool,
    /// Whether somebody who is named is in the present.
    has_named: bool,
    /// Whether a clause about a person is past.
    is_person_past: bool,
}

impl Around {
    fn of(text: &Text<'_>, sentence: &NarratedSentence) -> Self {
        let is_person_past = |it: &Clause| is_person(it) && it.tense == ClauseTense::Past;
        let is_named =
            |it: &Clause| it.who == ClauseSubject::Named && it.tense == ClauseTense::Present;
        let words = text.sentences()[sentence.index].words.clone();
        let is_general = sentence.is_general || is_of_now(text, sentence);
        let is_to_come = is_to_come(text, sentence);
        let says_any_time = |at: usize| {
            let word = text.lower(at);
            let is_often = HABITUAL.contains(&word) && word != "never" || OFTEN.contains(&word);
            is_often || FICTION.contains(&word)
        };
        Self {
            end: words.end,
            is_past: is_past(sentence),
            has_sure_past: sentence.has_past,
            is_to_come,
            is_comment: is_general || is_to_come,
            is_of_any_time: is_general || words.into_iter().any(says_any_time),
            has_named: sentence.clauses.iter().any(is_named),
            is_person_past: sentence.clauses.iter().any(is_person_past),
        }
    }
}

fn is_person(clause: &Clause) -> bool {
    matches!(clause.who, ClauseSubject::Third | ClauseSubject::Named)
}

/// Whether a clause about a person is in the present, and another of its sentence in the past.
fn is_of_person_beside_past(
    reader: &ClauseReader<'_, '_>,
    around: &Around,
    clause: &Clause,
) -> bool {
    let verb = reader.text.lower(clause.verb);
    is_person(clause)
        && (clause.is_act || STATES_OF_PERSONS.contains(&verb))
        && !REPORTS.contains(&verb)
        && !has_habit_beside_past(reader.text, clause)
        && !is_relative(reader.text, clause)
        && (verb == "has" && around.has_sure_past || around.is_person_past)
}

pub(super) fn is_to_come(text: &Text<'_>, sentence: &NarratedSentence) -> bool {
    text.sentences()[sentence.index].words.clone().any(|at| TO_COME.contains(&text.lower(at)))
}

/// Whether a clause is an act of a person at its moment.
fn is_act(reader: &ClauseReader<'_, '_>, clause: &Clause) -> bool {
    let text = reader.text;
    let verb = text.lower(clause.verb);
    let is_of_person = match clause.who {
        ClauseSubject::Third | ClauseSubject::Named => clause.is_act,
        ClauseSubject::First => OF_TELLER.contains(&verb),
        ClauseSubject::Several | ClauseSubject::Noun => false,
    };
    is_of_person
        && !REPORTS.contains(&verb)
        && !has_habit_beside_past(text, clause)
        && !is_relative(text, clause)
        && !matches!(
            text.lower_after(clause.verb),
            "himself" | "herself" | "itself" | "for" | "like"
        )
}

/// Whether a clause is one of a relative pronoun, or of what somebody supposes: "which he attempts".
fn is_relative(text: &Text<'_>, clause: &Clause) -> bool {
    clause.subject.checked_sub(1).is_some_and(|before| {
        matches!(
            text.lower(before),
            "which" | "whom" | "that" | "what" | "if" | "how" | "than" | "who"
        )
    })
}

/// Whether a person's clause in the present tells when something past was: "when she comes back, he rose".
fn is_at_time(reader: &ClauseReader<'_, '_>, around: &Around, clause: &Clause) -> bool {
    let text = reader.text;
    is_person(clause)
        && around.is_past
        && !around.is_to_come
        && !REPORTS.contains(&text.lower(clause.verb))
        && clause.subject.checked_sub(1).is_some_and(|it| {
            TIMES.contains(&text.lower(it))
                && (text.lower(it) != "as" || clause.is_act)
                && text.words()[it].sentence == text.words()[clause.subject].sentence
        })
}

/// Whether a person comes to something at a moment: "she instantly feels that it is so".
fn is_sudden(reader: &ClauseReader<'_, '_>, around: &Around, clause: &Clause) -> bool {
    let text = reader.text;
    let is_state = STATES_OF_PERSONS.contains(&text.lower(clause.verb));
    matches!(clause.who, ClauseSubject::Third | ClauseSubject::Named)
        && is_state
        && !around.is_comment
        && !around.is_of_any_time
        && !has_habit_beside_past(text, clause)
        && !is_relative(text, clause)
        && !matches!(text.lower_after(clause.verb), "himself" | "herself" | "for" | "like")
        && (clause.subject + 1..clause.verb).any(|it| SUDDENLY.contains(&text.lower(it)))
}

/// Whether "and" joins a verb in the other tense to the first of these clauses, of one subject: "she rises and
/// went", "she rose and goes". Its sentence ends before the word `end`.
fn is_joined(reader: &ClauseReader<'_, '_>, clauses: &[Clause], end: usize) -> bool {
    let text = reader.text;
    let Some((clause, others)) = clauses.split_first() else { return false };
    let is_present = clause.tense == ClauseTense::Present;
    let is_of_one = match clause.who {
        ClauseSubject::First => is_present && OF_TELLER.contains(&text.lower(clause.verb)),
        ClauseSubject::Several => false,
        _ => true,
    };
    let last = end.min(clause.verb + JOINED_WORDS_MAX);
    let is_open = |at: usize| {
        !reader.spoken[at]
            && !text.gap_before(at).contains([';', ':', '.', '—', '(', '“'])
            && !others.iter().take(JOINED_WORDS_MAX).any(|it| it.subject == at)
            && !matches!(text.lower(at), "which" | "who" | "that" | "it" | "there" | "what")
    };
    let is_other = |at: usize| {
        if is_present { is_past_verb(text, at) } else { is_present_verb(reader, at) }
    };
    is_of_one
        && (clause.is_act || !is_present || text.lower(clause.verb) == "has")
        && !REPORTS.contains(&text.lower(clause.verb))
        && !is_relative(text, clause)
        && !has_habit_beside_past(text, clause)
        && (clause.verb + 1..last)
            .take_while(|&at| is_open(at))
            .any(|at| matches!(text.lower(at - 1), "and" | "but" | "then") && is_other(at))
}

/// Whether a word is a verb in the present of the third person, and no plural: a particle, an object or the end
/// of its clause is behind it.
fn is_present_verb(reader: &ClauseReader<'_, '_>, at: usize) -> bool {
    let text = reader.text;
    is_act_present(text.lower(at))
        && !REPORTS.contains(&text.lower(at))
        && matches!(
            text.lower_after(at),
            "the"
                | "a"
                | "an"
                | "his"
                | "her"
                | "him"
                | "it"
                | "them"
                | "up"
                | "down"
                | "out"
                | "away"
                | "back"
                | "round"
                | "off"
                | "as"
                | "to"
                | "into"
                | "upon"
                | "across"
                | "towards"
                | "toward"
        )
        && text.gap_before(at + 1).chars().all(char::is_whitespace)
}

/// Whether a word is a verb in the past, and no participle.
fn is_past_verb(text: &Text<'_>, at: usize) -> bool {
    let lower = text.lower(at);
    let has_object = matches!(
        text.lower_after(at),
        "the"
            | "a"
            | "his"
            | "her"
            | "him"
            | "it"
            | "them"
            | "me"
            | "my"
            | "its"
            | "their"
            | "up"
            | "down"
            | "out"
            | "away"
            | "off"
            | "back"
            | "into"
            | "to"
    );
    (SURE_PASTS.contains(lower)
        && !matches!(lower, "was" | "were" | "had" | "could" | "would" | "might" | "should"))
        || IRREGULAR_PAST_ACTS.contains(lower)
        || is_act_past(lower) && !is_act_base(lower) && !is_act_present(lower) && has_object
}
