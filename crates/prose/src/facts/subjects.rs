//! Of whom something may be said: names, and pronouns of the narration that only one person fits. A name is
//! known here by its words alone; whom it means, and whether it is a person, is for the whole book to say.

mod bound;
mod called;
mod carried;
mod governing;
mod identities;
mod meant;
mod opening;
mod salience;
mod unnamed;

use std::ops::Range;

use super::Pronoun;
use crate::capitals::{Lexicon, is_inside};
use crate::extract::{NameExtract, capital_rows};
use crate::lists::{
    CALENDAR, DEMONYMS, GEOGRAPHIC_NOUNS, GIVEN_MEN, GIVEN_WOMEN, HONORIFICS, LOCATIONS,
    is_past_verb,
};
use crate::span::Span;
use crate::tokens::Text;
use carried::Before;
use identities::Identities;
pub use meant::{MeantPronoun, meant_pronouns};
use salience::Mention;
pub(super) use unnamed::NounOf;

/// Sentences between a pronoun and the person whom it means, at most.
const PRONOUN_SENTENCES_MAX: usize = 3;

/// Words before a name that opens its sentence: "Then poor Lucy".
const OPENING_WORDS_MAX: usize = 3;

/// Words before a name behind the comma that a pronoun at the beginning of the sentence may mean, at most.
const AHEAD_WORDS_MAX: usize = 16;

/// Words that open a phrase about the subject of the sentence: "With his hat on, Hale", and what one does with
/// one's own eyes and hair: "Brushing his hair, Hale".
const OWN_LEADS: [&str; 24] = [
    "with",
    "despite",
    "without",
    "brushing",
    "combing",
    "tossing",
    "shaking",
    "closing",
    "raising",
    "rubbing",
    "shutting",
    "opening",
    "lifting",
    "pushing",
    "running",
    "smoothing",
    "shading",
    "narrowing",
    "lowering",
    "tying",
    "pinning",
    "drying",
    "plaiting",
    "screwing",
];

/// Words that open a clause about the subject of the sentence: "When he was ten, Hale".
const CLAUSE_LEADS: [&str; 12] = [
    "when", "now", "while", "as", "because", "since", "although", "though", "before", "after",
    "if", "once",
];

/// Participles that open a sentence before a name.
const MOVING_ON: [&str; 14] = [
    "leaving",
    "reaching",
    "quitting",
    "entering",
    "nearing",
    "passing",
    "approaching",
    "seeing",
    "meeting",
    "visiting",
    "following",
    "finding",
    "hearing",
    "watching",
];

/// People that are looked through, of those met last, at most.
const CANDIDATES_MAX: usize = 40;

/// A name, or a pronoun that means one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Subject {
    /// Who, as far as names are alike: by the number of the first such name.
    pub(super) owner: usize,
    /// Its words.
    pub(super) words: Range<usize>,
    /// The name that it is, or that the pronoun stands for.
    pub(super) name: Span,
    pub(super) is_possessive: bool,
    /// The pronoun that it is.
    pub(super) pronoun: Option<Pronoun>,
    /// Whether nothing but how much was said of whom shows whom the pronoun means.
    pub(super) is_likely: bool,
}

impl Subject {
    /// Of a pronoun, with whose it is and how it stands: which it is, and whether it is a possessive.
    fn of_pronoun(
        at: usize,
        (owner, name): (usize, Span),
        (pronoun, is_possessive): (Pronoun, bool),
    ) -> Self {
        let (words, pronoun) = (at..at + 1, Some(pronoun));
        Self { owner, words, name, is_possessive, pronoun, is_likely: false }
    }
}

/// Of persons in the order of the text, the one that begins at a word.
pub(super) fn starting_at(subjects: &[Subject], at: usize) -> Option<&Subject> {
    let nth = subjects.binary_search_by_key(&at, |it| it.words.start).ok()?;
    Some(&subjects[nth])
}

/// The one that ends before a word.
pub(super) fn ending_before(subjects: &[Subject], end: usize) -> Option<&Subject> {
    let nth = subjects.partition_point(|it| it.words.start < end).checked_sub(1)?;
    Some(&subjects[nth]).filter(|it| it.words.end == end)
}

/// Somebody whom a pronoun may mean.
#[derive(Clone, Copy)]
struct Candidate {
    /// Whom; none for somebody without a name.
    named: Option<(usize, Span)>,
    pronoun: Option<Pronoun>,
    sentence: usize,
    /// The word with which they are met.
    at: usize,
    /// Whether only somebody in the text speaks of them.
    is_spoken: bool,
}

/// Whom a paragraph has named so far, of those that a pronoun fits.
#[derive(Default, Clone, Copy)]
struct Fitting {
    last: Option<Candidate>,
    /// Whether all of them before the last are one person, with the owner of their names.
    owner: Option<usize>,
    is_mixed: bool,
}

impl Fitting {
    fn push(&mut self, candidate: Candidate) {
        if let Some(last) = self.last.replace(candidate) {
            let owner = last.named.map(|(owner, _)| owner);
            self.is_mixed |= owner.is_none() || self.owner.is_some_and(|it| Some(it) != owner);
            self.owner = owner;
        }
    }

    /// Whether nobody but this person fits.
    fn is_only(&self, owner: usize) -> bool {
        !self.is_mixed && self.owner.is_none_or(|it| it == owner)
    }
}

/// The subjects of a text, in their order.
pub(super) fn subjects(text: &Text<'_>, names: &NameExtract, spoken: &[bool]) -> Vec<Subject> {
    let rows: Vec<Range<usize>> =
        capital_rows(text).into_iter().map(|row| without_participle(text, row)).collect();
    let lexicon = Lexicon::new(text);
    let identities = Identities::of(text, &rows, names);
    let mut found = Vec::with_capacity(rows.len());
    let mut next = 0;
    let mut before = Before::default();
    let mut mentions = Vec::new();
    for paragraph in text.paragraphs() {
        if paragraph.opens_scene {
            before = Before::default();
            mentions = Vec::new();
        }
        let mut reader = ParagraphReader {
            text,
            lexicon: &lexicon,
            identities: &identities,
            candidates: Vec::new(),
            fitting: [Fitting::default(); 2],
            before,
            mentions,
            spoken,
            opens_with_speech: spoken.get(paragraph.words.start).is_some_and(|it| *it),
        };
        let mut at = paragraph.words.start;
        while at < paragraph.words.end {
            if let Some(row) = rows.get(next).filter(|row| row.start <= at) {
                next += 1;
                if row.start == at
                    && let Some(subject) = reader.named(next - 1, row, spoken[at])
                {
                    at = row.end;
                    found.push(subject);
                    continue;
                }
                continue;
            }
            let ahead = rows.get(next).and_then(|row| reader.ahead(at, next, row, spoken));
            if let Some(subject) = ahead.or_else(|| reader.pronoun_or_salient(at, spoken[at])) {
                found.push(subject);
            } else {
                reader.note(at, spoken[at]);
                reader.remember_object(at, spoken[at]);
            }
            at += 1;
        }
        let end = paragraph.words.end;
        before = Before {
            fitting: reader.fitting,
            governing: [Pronoun::He, Pronoun::She].map(|it| reader.governing_next(end, it)),
            speaker: reader.speaker_to_come(paragraph, &found),
        };
        mentions = reader.mentions;
    }
    found
}

/// A row of capitals without the participle that opens its sentence: "Leaving Bath" names Bath.
fn without_participle(text: &Text<'_>, row: Range<usize>) -> Range<usize> {
    let is_led =
        row.len() > 1 && !is_inside(text, row.start) && MOVING_ON.contains(&text.lower(row.start));
    if is_led { row.start + 1..row.end } else { row }
}

/// The pronoun that a word is, and whether it says whose something is.
fn pronoun_at(word: &str) -> Option<(Pronoun, bool)> {
    match word {
        "he" => Some((Pronoun::He, false)),
        "she" => Some((Pronoun::She, false)),
        "his" => Some((Pronoun::He, true)),
        "her" => Some((Pronoun::She, true)),
        _ => None,
    }
}

struct ParagraphReader<'r, 't> {
    text: &'r Text<'t>,
    lexicon: &'r Lexicon,
    identities: &'r Identities,
    /// Of each word of the text, whether somebody speaks it.
    spoken: &'r [bool],
    candidates: Vec<Candidate>,
    /// Those whom "he" fits, and those whom "she" fits.
    fitting: [Fitting; 2],
    before: Before,
    /// Those who were mentioned last, of the whole scene.
    mentions: Vec<Mention>,
    /// Whether somebody speaks first, who may be another than the paragraph before spoke of.
    opens_with_speech: bool,
}

impl ParagraphReader<'_, '_> {
    /// A row of capitals as a subject; none where it is only the first word of a sentence, or a date.
    fn named(&mut self, nth: usize, row: &Range<usize>, is_spoken: bool) -> Option<Subject> {
        let stem = |at: usize| self.text.form(self.text.words()[at].stem);
        let is_name = row.clone().any(|at| {
            is_inside(self.text, at)
                || self.lexicon.is_never_small(self.text.words()[at].stem)
                || row.len() > 1 && HONORIFICS.contains(stem(at))
        });
        let is_date = row.clone().all(|at| CALENDAR.contains(stem(at)));
        // "Brushing his hair, Hale" names nobody twice.
        let is_participle = row.len() == 1
            && !is_inside(self.text, row.start)
            && self.text.lower(row.start).ends_with("ing")
            && row.end < self.text.words().len()
            && matches!(self.text.lower(row.end), "his" | "her");
        if !is_name || is_date || is_participle || self.is_opening_word(row) {
            return None;
        }
        let is_possessive = self.is_possessive(row);
        let mut name = self.text.words_span(row);
        if is_possessive {
            name.end = self.text.bare_span(row.end - 1).end;
        }
        let owner = self.identities.of_row[nth];
        let before = self.text.lower_before(row.start);
        // "in Bath", and not "When they went in, Hale".
        let is_elsewhere = matches!(before, "in" | "at" | "from" | "near" | "into" | "towards")
            && self.text.gap_before(row.start).trim().is_empty()
            && !HONORIFICS.contains(stem(row.start));
        let is_people = row.clone().all(|at| DEMONYMS.contains(stem(at)));
        let is_person = self.identities.pronouns[owner].is_some()
            || HONORIFICS.contains(stem(row.start))
            || GIVEN_MEN.contains(stem(row.start))
            || GIVEN_WOMEN.contains(stem(row.start));
        let is_location = !is_person
            && (LOCATIONS.contains(stem(row.start)) && row.len() == 1
                || GEOGRAPHIC_NOUNS.contains(stem(row.end - 1)));
        let is_nobody = is_elsewhere || is_people || is_location || self.is_every_day(row);
        if !is_nobody && !self.is_called(row) {
            let candidate = Candidate {
                named: Some((owner, name)),
                pronoun: self.identities.pronouns[owner],
                sentence: self.text.words()[row.start].sentence,
                at: row.start,
                is_spoken,
            };
            self.meet(candidate);
            self.remember(candidate, self.weight_of(row.end, is_possessive));
            // "There was a woman. Her name was Lucy.": who had none before is the one who is named now.
            if let Some(pronoun) = self.pronoun_of_named(row.start).filter(|_| !is_spoken) {
                self.fitting[pronoun as usize] = Fitting::default();
                self.fitting[pronoun as usize]
                    .push(Candidate { pronoun: Some(pronoun), ..candidate });
            }
        }
        Some(Subject {
            owner,
            words: row.clone(),
            name,
            is_possessive,
            pronoun: None,
            is_likely: false,
        })
    }

    /// The pronoun of "her name was" right before a name.
    fn pronoun_of_named(&self, start: usize) -> Option<Pronoun> {
        let text = self.text;
        let own = start.checked_sub(3)?;
        let is_named = matches!(text.lower(own + 1), "name")
            && matches!(text.lower(own + 2), "was" | "is")
            && (own + 1..=start).all(|at| text.gap_before(at).trim().is_empty());
        pronoun_at(text.lower(own)).filter(|_| is_named).map(|(pronoun, _)| pronoun)
    }

    fn is_possessive(&self, row: &Range<usize>) -> bool {
        let last = self.text.lower(row.end - 1);
        last.ends_with("'s") || last.ends_with("s'")
    }

    /// A pronoun in what opens a sentence, that means the name behind the comma: "With his grey eyes half shut,
    /// Hale waited", "When he was ten, Hale left".
    fn ahead(&self, at: usize, nth: usize, row: &Range<usize>, spoken: &[bool]) -> Option<Subject> {
        let (pronoun, is_possessive) = pronoun_at(self.text.lower(at))?;
        let sentence = &self.text.sentence_of(at).words;
        let opening = self.text.lower(sentence.start);
        let owner = self.identities.of_row[nth];
        let leads = if is_possessive {
            OWN_LEADS.contains(&opening)
        } else {
            // Who was named before may be meant: "His uncle lingered. When he died, Hale wept".
            let last = self.fitting[pronoun as usize].last;
            let is_alone = last.is_none_or(|it| it.named.is_some_and(|(known, _)| known == owner));
            CLAUSE_LEADS.contains(&opening) && is_alone
        };
        let verb = self.text.lower(row.end.min(sentence.end - 1));
        let is_subject = sentence.contains(&row.start)
            && row.end < sentence.end
            && row.start < sentence.start + AHEAD_WORDS_MAX
            && self.text.gap_before(row.start).trim() == ","
            && !self.is_possessive(row)
            && self.text.gap_before(row.end).trim().is_empty()
            && (is_past_verb(verb) || verb.ends_with("ly"));
        let is_first = self
            .candidates
            .last()
            .is_none_or(|it| it.sentence != self.text.words()[at].sentence || it.named.is_none());
        if !leads || !is_subject || !is_first || spoken[at] || spoken[row.start] {
            return None;
        }
        let fits = self.identities.pronouns[owner].is_none_or(|known| known == pronoun)
            // "With her eyes on him, Hale" is about two.
            && (sentence.start..row.start).all(|it| match self.text.lower(it) {
                "he" | "his" | "him" => pronoun == Pronoun::He,
                "she" | "her" => pronoun == Pronoun::She,
                "died" | "dead" | "killed" | "buried" => false,
                _ => true,
            });
        fits.then(|| {
            let name = self.text.words_span(row);
            Subject::of_pronoun(at, (owner, name), (pronoun, is_possessive))
        })
    }

    /// Takes note of somebody whom the next pronouns may mean.
    fn meet(&mut self, candidate: Candidate) {
        for pronoun in [Pronoun::He, Pronoun::She] {
            if candidate.pronoun.is_none_or(|known| known == pronoun) {
                self.fitting[pronoun as usize].push(candidate);
            }
        }
        self.candidates.push(candidate);
    }

    /// A pronoun of the narration that means one person.
    fn pronoun(&mut self, at: usize, is_spoken: bool) -> Option<Subject> {
        let (pronoun, is_possessive) = pronoun_at(self.text.lower(at))?;
        if is_spoken {
            return None;
        }
        let sentence = self.text.words()[at].sentence;
        let means = || {
            self.bound(at, pronoun)
                .or_else(|| self.relative_of(at, pronoun))
                .or_else(|| self.accompanied(at, pronoun))
                .or_else(|| self.beside_own_part(at, pronoun))
        };
        if is_possessive && let Some((owner, name)) = means() {
            return Some(Subject::of_pronoun(at, (owner, name), (pronoun, is_possessive)));
        }
        let fitting = self.fitting[pronoun as usize];
        let speaker = self.before.speaker.filter(|it| it.pronoun == Some(pronoun));
        let narrated = fitting.last.filter(|last| speaker.is_none() || !last.is_spoken);
        let Some(last) = narrated else {
            // It means somebody before this paragraph.
            let speaker = speaker.and_then(|it| it.named);
            let carried = || self.carried(at, pronoun).filter(|_| !self.opens_with_speech);
            if let Some((owner, name)) = speaker.or_else(carried) {
                let named = Some((owner, name));
                let known = Some(pronoun);
                self.meet(Candidate { named, pronoun: known, sentence, at, is_spoken: false });
                return Some(Subject::of_pronoun(at, (owner, name), (pronoun, is_possessive)));
            }
            let pronoun = Some(pronoun);
            self.meet(Candidate { named: None, pronoun, sentence, at, is_spoken: false });
            return None;
        };
        if let Some((owner, name)) = self.governing(at, pronoun) {
            return Some(Subject::of_pronoun(at, (owner, name), (pronoun, is_possessive)));
        }
        let (owner, name) = last.named.filter(|_| !last.is_spoken)?;
        // "Emma told her of it"
        let is_object = last.sentence == sentence && is_possessive && self.is_other_her(at);
        if is_object {
            return None;
        }
        let is_near = sentence - last.sentence <= PRONOUN_SENTENCES_MAX;
        let means =
            is_near && fitting.is_only(owner) || self.is_subject_of_nearest(&last, at, pronoun);
        let means = means || is_possessive && self.is_relative_of_subject(&last, at, pronoun);
        let speaks = !means && self.is_speaker_of_nearest(&last, at, pronoun);
        if speaks {
            self.meet(Candidate { sentence, at, ..last });
        }
        (means || speaks).then(|| Subject::of_pronoun(at, (owner, name), (pronoun, is_possessive)))
    }

    /// Whether somebody who is known to go by this pronoun is the first and only one whom its sentence names
    /// before it, or the sentence before, where the pronoun opens its own.
    fn is_subject_of_nearest(&self, last: &Candidate, at: usize, pronoun: Pronoun) -> bool {
        let sentence = self.text.sentence_of(at);
        let nearest = self.text.words()[at].sentence;
        let is_opening = sentence.words.start == at;
        let is_in_reach = last.sentence == nearest || is_opening && last.sentence + 1 == nearest;
        let start = self.text.sentences()[last.sentence].words.start;
        let opens = last.named.is_some_and(|(_, name)| {
            let from = self.text.words()[start].span.start;
            // Who was carried over from the paragraph before is the subject here.
            name.start < from
                || self.text.source()[from..name.start]
                    .split_whitespace()
                    .take(OPENING_WORDS_MAX + 1)
                    .count()
                    <= OPENING_WORDS_MAX
        });
        let from = self.candidates.partition_point(|it| it.sentence < last.sentence);
        let to = self.candidates.partition_point(|it| it.sentence <= last.sentence);
        let others = &self.candidates[from..to];
        let is_only = others.len() <= CANDIDATES_MAX
            && others
                .iter()
                .all(|it| it.named.map(|(owner, _)| owner) == last.named.map(|(owner, _)| owner));
        let is_of_it = is_in_reach && opens && is_only && last.pronoun == Some(pronoun);
        is_of_it && !self.is_other_between(last, at, nearest, pronoun) && !self.is_seen_by(last, at)
    }
}
