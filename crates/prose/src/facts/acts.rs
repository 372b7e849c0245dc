//! What only the living do, in the narration: "Lucy opened the door", "said Lucy", and what somebody did in a
//! year.

mod clauses;
mod company;

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
    "told",
    "monument",
    "memorial",
    "effigy",
    "marble",
    "locket",
    "will",
];

/// What may stand before a name that opens its clause.
const EPITHETS: [&str; 7] = ["poor", "old", "young", "dear", "little", "good", "the"];

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

/// Words of a clause by which somebody ends.
const ENDED: [&str; 16] = [
    "died", "dead", "killed", "perished", "drowned", "buried", "hanged", "executed", "beheaded",
    "murdered", "shot", "fell", "lost", "last", "passed", "grave",
];

/// What somebody has just done where it is told in the present perfect: "Hale has promised to call".
const PROMISING: [&str; 12] = [
    "promised",
    "undertaken",
    "agreed",
    "consented",
    "offered",
    "invited",
    "refused",
    "arrived",
    "returned",
    "begun",
    "started",
    "hired",
];

/// Words that open a sentence before its subject: "Even Lucy agreed".
const LEADING: [&str; 16] = [
    "even",
    "only",
    "presently",
    "meanwhile",
    "again",
    "soon",
    "suddenly",
    "later",
    "afterwards",
    "still",
    "instead",
    "today",
    "finally",
    "instantly",
    "directly",
    "so",
];

/// Sentences of a paragraph behind one about dreams that may tell them, at most.
const DREAM_SENTENCES_MAX: usize = 2;

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
        let going = self.line.behind_adverbs(verb + 1);
        let (word, first, last) = if self.is_christened(verb) {
            (self.line.word(verb + 1), start, verb + 1)
        } else if self.is_act(verb) {
            (word, start, verb)
        } else if word == "was" && is_act_going(self.line.word(going))
            || word == "has" && PROMISING.contains(&self.line.word(going))
        {
            (self.line.word(going), start, going)
        } else if self.is_tagged() {
            (self.line.word(start - 1), start - 1, start)
        } else if self.is_present(verb, going) {
            (word, start, going)
        } else {
            return;
        };
        if self.opens_clause(first) {
            self.push_act(word, (first, last.max(start) + 1), found);
        }
    }

    /// "said Lucy", "“Come in!” called Lucy".
    fn is_tagged(&self) -> bool {
        let start = self.subject.words.start;
        let before = self.line.word_before(start);
        matches!(before, "said" | "asked" | "answered" | "replied" | "cried")
            || SPEECH_VERBS.contains(before)
                && start.checked_sub(2).is_some_and(|it| !self.line.has(it))
    }

    /// As [`Self::act`], of a tag behind which its sentence or its clause ends.
    pub(super) fn act_of_tag(&self, found: &mut Vec<Fact>) {
        let start = self.subject.words.start;
        let is_narrated = !self.line.is_spoken && self.subject.pronoun.is_none();
        if is_narrated && self.is_tagged() && self.opens_clause(start - 1) {
            self.push_act(self.line.word(start - 1), (start - 1, start + 1), found);
        }
    }

    /// "Lucy was there too".
    fn is_present(&self, verb: usize, next: usize) -> bool {
        self.line.word(verb) == "was"
            && matches!(self.line.word(next), "there" | "here" | "waiting" | "present" | "late")
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
        found.extend(self.act_of(word, words).filter(|it| !it.is_past));
    }

    /// An act in a sentence that tells of now, and not of a memory or a dream.
    fn act_of(&self, word: &str, words: (usize, usize)) -> Option<Fact> {
        let line = &self.line;
        let is_recalling = |at: usize| {
            let word = line.word(at);
            let is_asleep = word == "sleep" && matches!(line.word_before(at), "my" | "his" | "her");
            is_asleep || RECALLING.contains(&word) && !line.is_just_ago(at)
        };
        if line.words.clone().any(is_recalling) || self.follows_dream() {
            return None;
        }
        let fact = self.fact(Attribute::Act, word.to_owned(), words)?;
        Some(Fact { date: self.date_of_act(words.1 - 1), ..fact })
    }

    /// Whether the sentence before speaks of dreams, or the one before that: "I slept, but dreams came. William ran".
    fn follows_dream(&self) -> bool {
        const DREAMS: [&str; 8] = [
            "dream",
            "dreams",
            "dreamed",
            "dreamt",
            "nightmare",
            "nightmares",
            "delirium",
            "visions",
        ];
        let text = self.line.text;
        let own = text.sentence_of(self.subject.words.start);
        let mut from = own.words.start;
        for _ in 0..DREAM_SENTENCES_MAX {
            let Some(before) = from.checked_sub(1).map(|at| text.sentence_of(at)) else { break };
            if before.paragraph != own.paragraph {
                break;
            }
            from = before.words.start;
        }
        (from..own.words.start).any(|at| DREAMS.contains(&text.lower(at)))
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
            || first == start + 1 && LEADING.contains(&line.word(start))
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

    /// What the subject does by words that are not right behind it.
    pub(super) fn acts_around(&self, found: &mut Vec<Fact>) {
        self.met(found);
        self.act_behind(found);
        self.act_behind_phrase(found);
        self.act_of_time(found);
    }

    /// "Beside him sat Lucy", "There stood Lucy".
    fn act_behind(&self, found: &mut Vec<Fact>) {
        let (line, start) = (&self.line, self.subject.words.start);
        const VERBS: [&str; 12] = [
            "sat", "stood", "walked", "came", "went", "rode", "ran", "knelt", "marched", "strode",
            "limped", "trotted",
        ];
        const OPENING: [&str; 13] = [
            "between", "beside", "before", "behind", "there", "among", "opposite", "after", "by",
            "at", "with", "here", "near",
        ];
        let is_inverted = VERBS.contains(&line.word_before(start))
            && OPENING.contains(&line.word(line.words.start))
            && start - line.words.start <= FRONTED_WORDS_MAX
            && line.has(start - 1)
            // "At the gate where he sat Lucy".
            && self.subjects_of_line().take_while(|it| it.words.start < start).next().is_none();
        if is_inverted && !line.is_spoken && self.subject.pronoun.is_none() {
            self.push_act(line.word(start - 1), (start - 1, self.subject.words.end), found);
        }
    }

    /// "Lucy, leaning on her stick, came down": what the subject does behind a phrase that commas set off.
    fn act_behind_phrase(&self, found: &mut Vec<Fact>) {
        let (line, end) = (&self.line, self.subject.words.end);
        if !line.is_behind_comma(end) || matches!(line.word(end), "who" | "whose" | "whom" | "and")
        {
            return;
        }
        let clause = end + 1..(end + 1 + RELATIVE_WORDS_MAX).min(line.words.end);
        let Some(comma) = clause.clone().find(|&at| line.is_behind_comma(at)) else { return };
        let verb = line.behind_adverbs(comma);
        let is_plain = (end..comma).all(|at| {
            let word = line.word(at);
            !ENDED.contains(&word)
                && (at == end || line.is_beside(at))
                && self.person_at(at).is_none_or(|it| it.owner == self.subject.owner)
                && !matches!(word, "and" | "or" | "had" | "once")
        });
        let word = line.word(verb);
        // "Lucy, pale and bent, gave" and not "Lucy, Tom, came".
        let is_verb = (ACTS.contains(word) || is_act_past(word)) && !line.ends_part(verb);
        if is_plain && is_verb {
            self.acts_too(verb, found);
        } else if is_plain && word == "was" {
            self.promised_too(verb, found);
        }
    }

    /// "Lucy, when he asked, was willing, and has promised to call", at the first verb.
    fn promised_too(&self, verb: usize, found: &mut Vec<Fact>) {
        let (line, start) = (&self.line, self.subject.words.start);
        let second = (verb + 1..verb + RELATIVE_WORDS_MAX)
            .take_while(|&at| self.person_at(at).is_none())
            .find(|&at| line.word(at - 1) == "and" && line.word(at) == "has");
        if let Some(second) = second.filter(|it| PROMISING.contains(&line.word(it + 1)))
            && self.opens_clause(start)
        {
            self.push_act(line.word(second + 1), (start, second + 2), found);
        }
    }

    /// "It was Lucy who opened the door".
    pub(super) fn act_of_cleft(&self, found: &mut Vec<Fact>) {
        let (line, start, end) = (&self.line, self.subject.words.start, self.subject.words.end);
        let verb = line.behind_adverbs(end + 1);
        let is_cleft =
            line.word_before(start) == "was" && line.word_before(start.wrapping_sub(1)) == "it";
        let is_narrated = !line.is_spoken && self.subject.pronoun.is_none();
        // "It was Lucy who wrote those lines" may be long ago.
        const THERE: [&str; 15] = [
            "opened", "entered", "rose", "stood", "came", "went", "answered", "knocked", "ran",
            "sat", "spoke", "cried", "replied", "wanted", "brought",
        ];
        if is_cleft && is_narrated && THERE.contains(&line.word(verb)) {
            self.push_act(line.word(verb), (start, verb + 1), found);
        }
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
