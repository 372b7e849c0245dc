//! What somebody does in a clause that says when the rest of its sentence is: "They dined, while Lucy played", "when
//! Lucy had brought in the lamps, they read".

use super::super::{Fact, FactReader};
use super::{ENDED, STATES};
use crate::lists::is_act_past;

/// Words by which a sentence tells of what used to be or what might be, so that nothing in it is of now.
const NOT_NOW: [&str; 14] = [
    "had",
    "would",
    "could",
    "might",
    "never",
    "ever",
    "always",
    "often",
    "whenever",
    "used",
    "every",
    "sometimes",
    "since",
    "until",
];

impl FactReader<'_, '_> {
    /// "while Lucy hopped about his cage", "when Lucy had brought in the lamps".
    pub(super) fn act_of_time(&self, found: &mut Vec<Fact>) {
        let (line, start, end) = (&self.line, self.subject.words.start, self.subject.words.end);
        if line.is_spoken || self.subject.pronoun.is_some() || !line.is_beside(start) {
            return;
        }
        let lead = start - 1;
        let opens = lead == line.words.start || !line.is_beside(lead);
        let verb = line.behind_adverbs(end);
        let is_had = line.word(verb) == "had";
        let done = if is_had { line.behind_adverbs(verb + 1) } else { verb };
        let is_led = match line.word(lead) {
            "while" | "whilst" => !is_had,
            // "When Lucy came there were two cows" may be long ago.
            "when" => lead > line.words.start,
            _ => false,
        };
        let word = line.word(done);
        let is_done = (word.ends_with("ed") || is_act_past(word)) && !STATES.contains(&word);
        let is_now = line.words.clone().all(|at| {
            let word = line.word(at);
            at == verb && is_had || !NOT_NOW.contains(&word) && !ENDED.contains(&word)
        });
        if is_led && opens && is_done && is_now && line.is_beside(verb) {
            let act = self.act_of(word, (start, done + 1));
            let is_past = line.is_past(start, done + 1);
            found.extend(act.filter(|_| !is_past).map(|it| Fact { is_past: false, ..it }));
        }
    }
}
