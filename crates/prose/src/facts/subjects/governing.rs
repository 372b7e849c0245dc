//! Pronouns that mean the subject of a sentence before them, where nobody else fits from that sentence on.

use super::bound::{SEEING, is_feature};
use super::{CANDIDATES_MAX, Candidate, ParagraphReader};
use crate::facts::Pronoun;
use crate::facts::constructions::LOOKING;
use crate::facts::phrases::{is_determiner, is_possessive};
use crate::lists::{FILTER_VERBS, FUNCTION_WORDS, PREPOSITIONS, is_act_base};
use crate::span::Span;

/// Sentences between a subject and a pronoun that means it, at most.
const SENTENCES_MAX: usize = 6;

/// Words between them, and of their sentence before a subject, that are read, at most.
const WITHIN_WORDS: usize = 400;

/// Words before the subject of a clause that opens its sentence, at most: "In the evening old Hale".
const SUBJECT_WITHIN_WORDS: usize = 4;

/// Words in front of the subject of a clause.
pub(super) const CONJUNCTIONS: [&str; 13] = [
    "for", "that", "and", "but", "when", "while", "as", "if", "because", "so", "though",
    "although", "where",
];

/// Function words that stand between "her" and a noun.
const BEHIND_POSSESSIVES: [&str; 31] = [
    "own", "many", "other", "very", "most", "more", "few", "first", "last", "only", "two", "three",
    "little", "much", "too", "next", "whole", "long", "least", "back", "thing", "things", "will",
    "one", "once", "ever", "never", "almost", "quite", "rather", "way",
];

/// What is done to, and for, another: "heard her sing".
const TO_ANOTHER: [&str; 13] = [
    "heard", "watched", "taught", "gave", "told", "showed", "let", "bade", "sent", "helped",
    "asked", "brought", "left",
];

/// Objects of what somebody feels that may be about another: "felt all this".
const OBJECTS: [&str; 6] = ["her", "him", "it", "this", "that", "them"];

/// Words between a preposition and the noun that it leads, at most: "of a very poor nobleman".
const LED_WITHIN_WORDS: usize = 4;

/// Prepositions in front of the name of a location.
const LEADING_TO_LOCATIONS: [&str; 8] =
    ["in", "at", "from", "near", "through", "across", "beyond", "outside"];

impl ParagraphReader<'_, '_> {
    /// The subject of a clause of this paragraph whom a pronoun means, where nobody else whom it fits is met from the
    /// beginning of that clause on: "Lucy had seen Tom. Hale looked at her, and then he".
    pub(super) fn governing(&self, at: usize, pronoun: Pronoun) -> Option<(usize, Span)> {
        let governor = self.governor(at, self.text.words()[at].sentence, pronoun)?;
        governor.named.filter(|_| !self.is_seen_by(governor, at))
    }

    /// Whether a pronoun is said of the eyes or the hair of somebody whom the subject sees: "stroked her golden hair",
    /// "Emma could not but feel it. Her eyes, a deep grey, were praised".
    pub(super) fn is_seen_by(&self, subject: &Candidate, at: usize) -> bool {
        let text = self.text;
        let perceives = |it: usize| {
            let word = text.lower(it);
            let looks = match word {
                // "Hale seemed tired", "Hale looked up": nobody else is seen.
                "seem" | "seems" | "seemed" | "appeared" | "appears" | "sounded" | "wondered" => {
                    false
                }
                "feel" | "feels" | "felt" | "heard" | "hear" | "hears" => (it + 1..it + 4)
                    .any(|at| at < text.words().len() && OBJECTS.contains(&text.lower(at))),
                "looked" | "stared" | "gazed" | "glanced" | "smiled" | "peered" | "glared" => {
                    matches!(text.lower_after(it), "at" | "upon" | "on" | "into" | "after")
                }
                _ => FILTER_VERBS.contains(word) || LOOKING.contains(word),
            };
            looks && !self.spoken[it]
        };
        let from = subject.at.max(at.saturating_sub(WITHIN_WORDS));
        // "She looked up with her grey eyes."
        let mut before = from..text.sentence_of(at).words.start;
        let is_first = before.end == at;
        self.noun_behind(at, is_feature).is_some()
            && (!is_first && SEEING.contains(&text.lower_before(at)) || before.any(perceives))
    }

    /// The same for the first pronouns behind this paragraph, whose last word is in front of `at`.
    pub(super) fn governing_next(&self, at: usize, pronoun: Pronoun) -> Option<Candidate> {
        let last = self.text.words().get(at.checked_sub(1)?)?.sentence;
        self.governor(at, last + 1, pronoun).copied()
    }

    /// The same, with how they were met; `own` is the number of the sentence of the pronoun.
    fn governor(&self, at: usize, own: usize, pronoun: Pronoun) -> Option<&Candidate> {
        let mut run: Vec<&Candidate> = Vec::new();
        let from = self.candidates.len().saturating_sub(CANDIDATES_MAX);
        // Whoever was met before those that are looked through may be another.
        let mut other = from.checked_sub(1).map(|before| self.candidates[before].at);
        for it in self.candidates[from..].iter().rev() {
            if it.pronoun.is_some_and(|known| known != pronoun) || self.is_minor(it, own) {
                continue;
            }
            let owner = run.first().map_or(it.named, |it| it.named).map(|(owner, _)| owner);
            let is_same = owner.is_some() && it.named.map(|(met, _)| met) == owner;
            let is_far = own - it.sentence > SENTENCES_MAX || at - it.at > WITHIN_WORDS;
            if !is_same || it.is_spoken || is_far {
                other = Some(it.at);
                break;
            }
            run.push(it);
        }
        let governs = |it: &&Candidate| {
            let Some(clause) = self.sole_subject(it, pronoun) else { return false };
            let is_sentence = self.text.sentence_of(clause).words.start == clause;
            it.pronoun == Some(pronoun)
                && (is_sentence || it.sentence == own)
                && other.is_none_or(|other| other < clause)
                && !self.is_other_between(it, at, own, pronoun)
        };
        run.into_iter().find(governs)
    }

    /// Whether somebody is only mentioned, in a sentence before that of the pronoun: "the son of a nobleman", or what may be
    /// the name of a location: "stayed in Bath".
    fn is_minor(&self, met: &Candidate, own: usize) -> bool {
        let text = self.text;
        let sentence = text.sentence_of(met.at).words.clone();
        let near = met.at.saturating_sub(LED_WITHIN_WORDS).max(sentence.start)..met.at;
        let is_led = match met.named {
            Some(_) => {
                let before = near.last().map_or("", |it| text.lower(it));
                met.pronoun.is_none() && LEADING_TO_LOCATIONS.contains(&before)
            }
            None => near
                .rev()
                .take_while(|&it| text.gap_after(it).trim().is_empty())
                .find(|&it| {
                    let word = text.lower(it);
                    FUNCTION_WORDS.contains(word) && !is_determiner(word) && !is_possessive(word)
                })
                .is_some_and(|it| text.lower(it) == "of" && !self.is_appearance(it)),
        };
        is_led && met.sentence < own
    }

    /// The first word of the clause that somebody opens with no pronoun in front that may mean another.
    fn sole_subject(&self, named: &Candidate, pronoun: Pronoun) -> Option<usize> {
        let (_, name) = named.named?;
        let text = self.text;
        let words = text.words_in(name);
        let sentence = text.sentences()[named.sentence].words.clone();
        // Who was carried over from the paragraph before is named there.
        let is_own = !words.is_empty() && sentence.contains(&words.start);
        if !is_own || words.start - sentence.start > WITHIN_WORDS {
            return None;
        }
        // "Hale’s uncle", "Lucy, Mary, and Jane; her" name no subject.
        let last = words.end - 1;
        let has_possessive = text.words()[last].form != text.words()[last].stem;
        let next = text.lower_after(last);
        let goes_on = sentence.contains(&words.end)
            && match text.gap_after(last).trim() {
                "" | "," => !matches!(next, "and" | "or" | "nor"),
                _ => false,
            };
        let before = words.start.checked_sub(1).filter(|_| words.start > sentence.start);
        let is_set_off = |at: usize| !text.gap_before(at).trim().is_empty();
        // ", and Hale", "; Hale"
        let clause = match before {
            Some(_) if text.gap_before(words.start).contains([';', ':', '—']) => words.start,
            Some(before) if CONJUNCTIONS.contains(&text.lower(before)) && is_set_off(before) => {
                before
            }
            _ => sentence.start,
        };
        let opens = before.is_none_or(|before| {
            let word = text.lower(before);
            !PREPOSITIONS.contains(word)
                && (words.start - sentence.start <= SUBJECT_WITHIN_WORDS
                    || is_set_off(words.start)
                    || CONJUNCTIONS.contains(&word))
        });
        let is_meant = |word: usize| pronoun.is(text.lower(word)) && !self.spoken[word];
        (opens && goes_on && !has_possessive && !(clause..words.start).any(is_meant))
            .then_some(clause)
    }

    /// Whether an object between a subject and a pronoun may be another, or the pronoun is the object: "Hale felt him all
    /// over".
    pub(super) fn is_other_between(
        &self,
        named: &Candidate,
        at: usize,
        own: usize,
        pronoun: Pronoun,
    ) -> bool {
        let Some((_, name)) = named.named else { return true };
        let text = self.text;
        let is_object = |word: usize| match (pronoun, text.lower(word)) {
            (Pronoun::He, "him") => text.words()[word].sentence == named.sentence,
            (Pronoun::She, "her") => {
                let is_of_same = text.words()[word].sentence == named.sentence;
                is_of_same && (self.is_other_her(word) || word + 1 == at)
            }
            _ => false,
        };
        let is_of_same = named.sentence == own;
        // Who was carried over from the paragraph before is named there.
        let first = text.sentences()[named.sentence].words.start;
        let first = first.max(at.saturating_sub(WITHIN_WORDS));
        let mut between = text.words_in(name).end.max(first)..at;
        is_of_same && self.is_other_her(at)
            || between.any(|word| !self.spoken[word] && is_object(word))
    }

    /// Whether "her" is an object, or may be: "told her that", "saw her turn", and not "her brown eyes".
    pub(super) fn is_other_her(&self, her: usize) -> bool {
        let text = self.text;
        if text.lower(her) != "her" {
            return false;
        }
        let next = text.lower_after(her);
        let before = text.lower_before(her);
        !text.gap_after(her).trim().is_empty()
            || FUNCTION_WORDS.contains(next) && !BEHIND_POSSESSIVES.contains(&next)
            || (TO_ANOTHER.contains(&before) || SEEING.contains(&before)) && is_act_base(next)
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract;
    use crate::facts::meant_pronouns;
    use crate::tokens::Text;

    #[test]
    fn a_pronoun_means_the_subject_of_the_last_clause_that_has_one() {
        for (source, wanted) in [
            // Who was named before the sentence of the subject is meant no more.
            ("Lucy had known Emma. Mary was a tall, quiet woman. She sang.", "She=Mary"),
            ("Lucy knew Emma, and Mary forgot how tired she was.", "she=Mary"),
            ("Tom had left. Edward was the son of a nobleman. He rode well.", "He=Edward"),
            ("Tom had left. Edward had the face of a soldier. He rode well.", "He=Edward"),
            ("Tom had left. Edward, a tall man, rode on. His horse fell.", "His=Edward"),
            (
                "Lucy left. Emma wept, for all her many years. Her voice shook.",
                "her=Emma; Her=Emma",
            ),
            ("Tom had left. Edward was also but a poor clerk. He rode well.", "He=Edward"),
            ("Tom had left. Edward fought like a soldier. He rode well.", "He=Edward"),
            ("Lucy left. Emma wrapped her person in furs. Her voice shook.", "her=Emma; Her=Emma"),
            ("Lucy left. Emma stayed in Zarnak. Her voice shook.", "Her=Emma"),
            ("Lucy left. Emma sang.\n\nShe was tall.", "She=Emma"),
            // Somebody else may be meant.
            ("Tom had gone. Edward knocked. The door was opened by an old man. He fell.", ""),
            ("Tom had gone. Edward was by the fire when a stranger came. He fell.", ""),
            ("Tom had gone. Edward looked out. There was a man at the gate. He fell.", ""),
            ("Lucy left. Emma sat down beside an old woman. Her voice shook.", ""),
            ("Lucy left. Turning to Emma, the woman smiled. Her voice shook.", ""),
            ("Tom left. Edward saw the face of a man. He fell.", ""),
            ("Emma had invited Lucy, Mary, and Jane, and her voice shook.", ""),
            ("Emma saw Lucy, Mary, and Jane; her voice shook.", ""),
            ("Tom left. Edward waited. The other bowed. He fell.", ""),
            ("Tom left. Edward waited. The general slowly rose. He fell.", ""),
            ("Tom left. Edward rose as a stranger came in. He fell.", ""),
            ("Lucy had gone. Mary saw her turn. Her voice shook.", ""),
            ("Lucy left. Emma told her of it. Mary came, and her voice shook.", "her=Mary"),
            ("Tom had left. Edward watched him. He rode well.", ""),
            ("Tom had left. Edward touched the soldier’s arm. He rode well.", ""),
            ("Tom had left. Edward, the doctor’s man, rode on. He fell.", ""),
            ("She had seen Lucy, and Mary was proud. Her voice shook.", ""),
            ("Lucy left. Emma, who had watched her from the door, sang.", ""),
        ] {
            let text = Text::new(source);
            let found = meant_pronouns(&text, &Extract::of(&text).names);
            let found: Vec<String> = found
                .iter()
                .map(|it| format!("{}={}", it.span.of(source), it.name.of(source)))
                .collect();
            assert_eq!(found.join("; "), wanted, "{source}");
        }
    }
}
