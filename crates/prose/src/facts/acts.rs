//! What only the living do, in the narration: "Lucy opened the door", "said Lucy", and what somebody did in a
//! year.

use super::subjects::ending_before;
use super::words::ACTS;
use super::{Attribute, Fact, FactReader};
use crate::calendar::CalendarDate;
use crate::lists::{CALENDAR, PAST_VERBS, SPEECH_VERBS, is_act_going, is_act_past};

/// Words in a sentence that tells of what somebody did before: nobody acts in it now.
const RECALLING: &[&str] = &[
    "remembered",
    "recalled",
    "memory",
    "remember",
    "ghost",
    "portrait",
    "photograph",
    "spirit",
    "once",
    "used",
    "ago",
    "dreaming",
    "dreamed",
    "dream",
    "picture",
    "statue",
    "likeness",
    "formerly",
    "frame",
    "canvas",
    "bust",
    "dead",
    "coffin",
    "grave",
    "tomb",
    "vault",
    "corpse",
    "bier",
];

/// What may stand before a name that opens its clause.
const EPITHETS: [&str; 7] = ["poor", "old", "young", "dear", "little", "good", "the"];

/// Words by which somebody turns to another, right before "to", "at" or "with".
const MEETING: [&str; 15] = [
    "nod",
    "nodded",
    "nodding",
    "bow",
    "bowed",
    "bowing",
    "wink",
    "winked",
    "beckoned",
    "beckoning",
    "curtsied",
    "chatting",
    "chatted",
    "whispered",
    "whispering",
];

/// The same with what is said or read between: "quoting verses to Lucy"; and words from there to "to", at most.
const READING: [&str; 4] = ["quoting", "quoted", "reading", "dictating"];
const READING_WITHIN_WORDS: usize = 8;

/// Verbs whose object is there.
const DONE_TO: [&str; 6] =
    ["greeted", "interrupted", "thanked", "addressed", "accosted", "jostled"];

/// Verbs of a clause with "who had" that brought somebody here.
const COME: [&str; 8] =
    ["come", "entered", "followed", "joined", "stopped", "returned", "risen", "arrived"];

/// Verbs in the past that say nothing of what somebody does now.
const STATES: [&str; 34] = [
    "seemed",
    "loved",
    "lived",
    "believed",
    "died",
    "owned",
    "used",
    "wanted",
    "remained",
    "belonged",
    "needed",
    "perished",
    "drowned",
    "expired",
    "succumbed",
    "passed",
    "haunted",
    "existed",
    "resembled",
    "deserved",
    "rested",
    "liked",
    "hated",
    "married",
    "named",
    "called",
    "killed",
    "murdered",
    "buried",
    "succeeded",
    "appeared",
    "hundred",
    "indeed",
    "betrothed",
];

/// Verbs of what somebody did in a year.
const DATED_ACTS: [&str; 12] = [
    "bought", "sold", "built", "taught", "won", "became", "wrote", "began", "set", "lent", "sent",
    "lost",
];

/// Words that open a phrase that says when or where, and its words at most.
const FRONTING: [&str; 14] = [
    "all",
    "throughout",
    "in",
    "on",
    "at",
    "that",
    "this",
    "one",
    "next",
    "by",
    "during",
    "upon",
    "towards",
    "about",
];
const FRONTED_WORDS_MAX: usize = 7;

/// Words of a clause with "who" between a name and its verb, at most.
const RELATIVE_WORDS_MAX: usize = 14;

/// Words of time that may stand behind "the" at the end of such a phrase.
const TIMES: [&str; 10] = [
    "morning",
    "evening",
    "afternoon",
    "night",
    "year",
    "month",
    "week",
    "spring",
    "summer",
    "winter",
];

/// Words inside such a phrase behind which a name is no subject.
const GOVERNING: [&str; 12] =
    ["with", "to", "from", "which", "who", "whom", "for", "than", "like", "as", "when", "if"];

impl FactReader<'_, '_> {
    /// What the subject does now, in the narration: "Lucy opened the door", "Lucy was coming up", "said Lucy".
    pub(super) fn act(&self, verb: usize, found: &mut Vec<Fact>) {
        let start = self.subject.words.start;
        if self.line.is_spoken || self.subject.pronoun.is_some() {
            return;
        }
        let word = self.line.word(verb);
        let before = self.line.word_before(start);
        let inverted = matches!(before, "said" | "asked" | "answered" | "replied" | "cried");
        let going = self.line.behind_adverbs(verb + 1);
        let (word, first, last) = if self.is_christened(verb) {
            (self.line.word(verb + 1), start, verb + 1)
        } else if self.is_act(verb) {
            (word, start, verb)
        } else if word == "was" && is_act_going(self.line.word(going)) {
            (self.line.word(going), start, going)
        } else if inverted {
            (before, start - 1, start)
        } else {
            return;
        };
        if self.opens_clause(first) {
            self.push_act(word, (first, last.max(start) + 1), found);
        }
    }

    /// What the subject does by a verb that is not beside it. Whether that is read.
    pub(super) fn acts_too(&self, verb: usize, found: &mut Vec<Fact>) -> bool {
        let start = self.subject.words.start;
        let is_read = !self.line.is_spoken
            && self.subject.pronoun.is_none()
            && self.is_act(verb)
            && self.opens_clause(start);
        if is_read {
            self.push_act(self.line.word(verb), (start, verb + 1), found);
        }
        is_read
    }

    fn push_act(&self, word: &str, words: (usize, usize), found: &mut Vec<Fact>) {
        let line = &self.line;
        let is_recalling = |at: usize| {
            let word = line.word(at);
            RECALLING.contains(&word) && !line.is_just_ago(at)
        };
        if line.words.clone().any(is_recalling) {
            return;
        }
        let fact = self.fact(Attribute::Act, word.to_owned(), words).filter(|it| !it.is_past);
        found.extend(fact.map(|it| Fact { date: self.date_of_act(words.1 - 1), ..it }));
    }

    /// The date of what the verb at this word says: "the port of 1815", and the year in which a house was
    /// built that somebody opened, are none.
    fn date_of_act(&self, verb: usize) -> Option<CalendarDate> {
        let date = self.date(verb)?;
        let line = &self.line;
        let is_led = date.words.start.checked_sub(1).is_some_and(|at| {
            matches!(line.word(at), "in" | "on" | "during" | "through") || date.day.is_some()
        });
        let is_tied = |at: usize| {
            let word = line.word(at);
            !PAST_VERBS.contains(word)
                && !is_act_past(word)
                && !matches!(word, "which" | "that" | "who" | "where" | "of")
        };
        let is_own = date.words.end <= self.subject.words.start
            || is_led && (verb + 1..date.words.start).all(is_tied);
        is_own.then_some(date)
    }

    /// Whether a verb says what somebody does; with a year, also what they did then.
    fn is_act(&self, verb: usize) -> bool {
        let word = self.line.word(verb);
        let is_done = word.ends_with("ed") && word.len() > 4 || is_act_past(word);
        ACTS.contains(word)
            || is_done && !STATES.contains(&word)
            || DATED_ACTS.contains(&word) && self.date_of_act(verb).is_some()
    }

    fn is_christened(&self, verb: usize) -> bool {
        self.line.word(verb) == "was"
            && matches!(self.line.word(verb + 1), "christened" | "baptised" | "baptized")
            && self.date_of_act(verb + 1).is_some()
    }

    /// Whether the subject at this word opens its clause, or stands behind a phrase that says when or where:
    /// "In the January following Lucy called".
    fn opens_clause(&self, first: usize) -> bool {
        let line = &self.line;
        let start = line.words.start;
        let is_epithet =
            first > start && line.is_beside(first) && EPITHETS.contains(&line.word(first - 1));
        let first = if is_epithet { first - 1 } else { first };
        if first == start
            || !line.has(first - 1)
            || matches!(line.word(first - 1), "and" | "but" | "then" | "now")
            || !line.is_beside(first)
        {
            return true;
        }
        let is_inside = |at: usize| {
            let word = line.word(at);
            // "In May Lucy called".
            let is_month = CALENDAR.contains(word) && line.is_capital(at);
            line.is_beside(at + 1)
                && self.person_at(at).is_none()
                && (is_month || !PAST_VERBS.contains(word))
                && !is_act_past(word)
                && !GOVERNING.contains(&word)
        };
        // "In the room Lucy occupied" is about the room.
        let last = line.word(first - 1);
        let is_noun = line.word_before(first - 1) == "the" && !TIMES.contains(&last);
        !is_noun
            && first <= start + FRONTED_WORDS_MAX
            && FRONTING.contains(&line.word(start))
            && (line.word(start) != "all"
                || matches!(
                    line.word(start + 1),
                    "through" | "that" | "this" | "the" | "day" | "night"
                ))
            && (start..first).all(is_inside)
    }

    /// "It was Lucy who opened the door".
    pub(super) fn act_of_cleft(&self, found: &mut Vec<Fact>) {
        let (line, start, end) = (&self.line, self.subject.words.start, self.subject.words.end);
        let verb = line.behind_adverbs(end + 1);
        let is_cleft =
            line.word_before(start) == "was" && line.word_before(start.wrapping_sub(1)) == "it";
        let is_narrated = !line.is_spoken && self.subject.pronoun.is_none();
        // "It was Lucy who wrote those lines" may be long ago.
        const THERE: [&str; 14] = [
            "opened", "entered", "rose", "stood", "came", "went", "answered", "knocked", "ran",
            "sat", "spoke", "cried", "replied", "wanted",
        ];
        if is_cleft && is_narrated && THERE.contains(&line.word(verb)) {
            self.push_act(line.word(verb), (start, verb + 1), found);
        }
    }

    /// Whom somebody meets: "with a nod to Lucy", "bowed to Tom and Lucy", "He thanked Lucy".
    pub(super) fn met(&self, found: &mut Vec<Fact>) {
        let (line, start) = (&self.line, self.subject.words.start);
        let is_narrated =
            !line.is_spoken && !self.subject.is_possessive && self.subject.pronoun.is_none();
        let Some(before) = start.checked_sub(1).filter(|&at| is_narrated && line.has(at)) else {
            return;
        };
        let verb = if DONE_TO.contains(&line.word(before)) {
            Some(before)
        } else {
            // "to Tom and Lucy".
            let to = match line.word(before) {
                "and" => ending_before(self.subjects, before)
                    .and_then(|it| it.words.start.checked_sub(1)),
                _ => Some(before),
            };
            to.filter(|&at| line.has(at) && matches!(line.word(at), "to" | "at" | "with"))
                .and_then(|to| self.turned_to(to))
        };
        // "had thanked Lucy" may be long ago.
        let has_had = |verb: usize| {
            let from = verb.saturating_sub(2).max(line.words.start);
            (from..verb).any(|at| matches!(line.word(at), "had" | "have" | "has" | "having"))
        };
        if let Some(verb) = verb.filter(|&verb| !has_had(verb)) {
            self.push_act(line.word(verb), (verb, self.subject.words.end), found);
        }
    }

    /// The word by which somebody turns to another at this "to".
    fn turned_to(&self, to: usize) -> Option<usize> {
        let line = &self.line;
        let verb = to.checked_sub(1).filter(|&at| line.has(at) && line.is_beside(to))?;
        if MEETING.contains(&line.word(verb)) {
            return Some(verb);
        }
        let from = to.saturating_sub(READING_WITHIN_WORDS).max(line.words.start);
        (from..to).rev().find(|&at| READING.contains(&line.word(at)))
    }

    /// "ran into Lucy, who was coming up", "nodded to Lucy, who had come up to listen", "Lucy, who hobbled up, vowed".
    pub(super) fn goes_on_acting(&self, found: &mut Vec<Fact>) {
        let (line, start, end) = (&self.line, self.subject.words.start, self.subject.words.end);
        let going = line.behind_adverbs(end + 2);
        let is_acting = line.word(end + 1) == "was" && is_act_going(line.word(going));
        if is_acting && !line.is_spoken && self.subject.pronoun.is_none() {
            self.push_act(line.word(going), (start, going + 1), found);
            return;
        }
        // "Lucy, who had walked all morning, stayed to tea", and not "Lucy, who died in May, left".
        const ENDED: [&str; 16] = [
            "died", "dead", "killed", "perished", "drowned", "buried", "hanged", "executed",
            "beheaded", "murdered", "shot", "fell", "lost", "last", "passed", "grave",
        ];
        let is_living = line.words.clone().all(|at| !ENDED.contains(&line.word(at)));
        let own = line.behind_adverbs(end + 1);
        let verb = if line.word(own) == "had" { line.behind_adverbs(own + 1) } else { own };
        // "They spoke of Hale, who hobbled up every evening".
        let is_there = !matches!(line.word_before(start), "of" | "about");
        let comes_up = is_there
            && line.word(verb + 1) == "up"
            && (ACTS.contains(line.word(verb)) || COME.contains(&line.word(verb)));
        if comes_up && is_living && !line.is_spoken && self.subject.pronoun.is_none() {
            self.push_act(line.word(verb), (start, verb + 1), found);
            return;
        }
        let clause = end + 1..(end + 1 + RELATIVE_WORDS_MAX).min(line.words.end);
        let verb = clause.clone().find(|&at| line.is_behind_comma(at));
        let is_alive = |verb: usize| (end..verb).all(|at| !ENDED.contains(&line.word(at)));
        // "who had been young, gifted and gay" goes on with what they had been.
        let is_verb = |verb: usize| {
            let word = line.word(verb);
            (ACTS.contains(word) || is_act_past(word) || SPEECH_VERBS.contains(word))
                && !line.ends_part(verb)
        };
        if let Some(verb) = verb.filter(|&it| is_alive(it) && is_verb(it)) {
            let has_act = self.acts_too(verb, found);
            self.tied_by_and(verb, has_act, found);
        }
    }
}
