//! Facts that a text states about whom its names mean: eyes, hair, age, kinship, rank, profession, what
//! somebody has or has lost, birth, engagement, wedding and death, and where somebody is. Only fixed forms
//! of words are read; what is asked, supposed, denied or only seems so is left out, because a false fact
//! costs more than a missing one. What somebody says is marked as said: whether it is true is not known
//! here. Whether two facts contradict each other is not decided here either.

mod acts;
mod age;
mod anchored;
mod basis;
mod belongings;
mod constructions;
mod lasting;
mod life;
mod line;
mod locations;
mod looks;
mod open;
mod phrases;
mod repeats;
mod roles;
mod standing;
mod subjects;
mod tales;
mod tellers;
#[cfg(test)]
mod tests;
mod things;
mod times;
mod titles;
mod trades;
mod travels;
mod words;

use serde::{Deserialize, Serialize};

use crate::calendar::CalendarDate;
use crate::span::Span;
pub(crate) use basis::FactBasis;
use line::Line;

pub use lasting::Lasting;
pub(crate) use lasting::lastings;
pub use open::OpenFact;
pub(crate) use open::open_facts;
pub use subjects::{MeantPronoun, meant_pronouns};
use subjects::{Subject, starting_at};
pub(crate) use things::things;
pub use things::{ThingMention, ThingState};
pub use times::{Elapsed, Journey, StatedDuration};
pub(crate) use times::{JourneyText, elapsed, journeys, stated_durations};
pub(crate) use titles::titles;
pub use titles::{TitleMention, pronoun_of_rank};
use words::{ANCHORS, HEDGES, KIN, PROFESSIONS, RANKS, Topic};

/// The pronoun of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pronoun {
    /// He, his, him.
    He,
    /// She, her.
    She,
}

impl Pronoun {
    /// Whether a word is a form of it.
    pub(crate) fn is(self, word: &str) -> bool {
        match self {
            Self::He => matches!(word, "he" | "him" | "his" | "himself"),
            Self::She => matches!(word, "she" | "her" | "hers" | "herself"),
        }
    }
}

/// What a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attribute {
    /// The colour of the eyes, of several joined with a hyphen.
    Eyes,
    /// The colour of the hair, likewise.
    Hair,
    /// The age in years.
    Age,
    /// What somebody is to another person: the value is the word, such as `sister`.
    Kinship,
    /// That somebody has a relative: the value is the word, such as `sister`.
    Relative,
    /// A rank in an army or a navy, or of the nobility.
    Rank,
    /// A profession.
    Profession,
    /// Something that somebody has.
    Possession,
    /// Something that somebody has lost or given away.
    Loss,
    /// Something that somebody has got, or got back.
    Gain,
    /// That somebody was born, with the date if it is written.
    Birth,
    /// That somebody became engaged, likewise.
    Engagement,
    /// That somebody married, likewise.
    Wedding,
    /// That somebody is dead, likewise.
    Death,
    /// Where somebody is.
    Location,
    /// That somebody sets out, or something begins for them, with its date.
    Start,
    /// That somebody arrives, or something ends for them, with its date: the value is the span of time
    /// before it, as the fewest and the most days, such as `9-11`.
    End,
    /// That somebody does what only the living do: the value is the verb.
    Act,
}

/// A fact as the text states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// About whom: names that are alike have one number, which means nothing outside of the text.
    pub owner: usize,
    /// The name that means them: that of the subject, or the one that its pronoun stands for.
    pub name: Span,
    /// That name as it is written, without a possessive ’s.
    pub name_text: String,
    /// The word for their relative, where it is about one without a name: `father`.
    pub relative: Option<String>,
    /// What about them.
    pub attribute: Attribute,
    /// What is stated, in lower case and without articles; a place as it is written.
    pub value: String,
    /// The name of the other whom it ties to this one: a person, or a place.
    pub other: Option<Span>,
    /// That name as it is written; empty without one.
    pub other_text: String,
    /// The date that the sentence gives for it.
    pub date: Option<CalendarDate>,
    /// The time of day that the sentence gives for it, a word such as `noon`; empty when it gives none.
    pub time_of_day: String,
    /// From the name to the value, or the other way round.
    pub span: Span,
    /// The words of it, on one line.
    pub quote: String,
    /// The sentence around it.
    pub sentence: Span,
    /// Whether somebody in the text says it.
    pub is_spoken: bool,
    /// Whether it was so once, and is not said to be so now.
    pub is_past: bool,
    /// The pronoun that only one person fits, where that is the subject.
    pub pronoun: Option<Pronoun>,
}

/// Reads the facts of a text, in the order in which their subjects stand. Of several alike, the first few
/// are kept; of what somebody does ([`Attribute::Act`]), the first, the last and those with a year.
pub(crate) fn facts(basis: &FactBasis<'_>) -> Vec<Fact> {
    let FactBasis { text, spoken, dates, durations, subjects, .. } = basis;
    let word_of = |span: Span| on_one_line(span.of(text.source()));
    let mut found = Vec::new();
    for subject in subjects {
        let reader = FactReader {
            line: Line::of(text, spoken, subject.words.start),
            subject,
            subjects,
            dates,
        };
        if reader.line.is_question() {
            continue;
        }
        reader.age(&mut found);
        reader.roles(&mut found);
        reader.belongings(&mut found);
        reader.life(&mut found);
        reader.locations(&mut found);
        reader.travels(&mut found, durations);
    }
    anchored::read(basis, &mut found);
    anchored::keep_likely(basis, &mut found);
    basis.ages_of_tellers(&mut found);
    basis.keep_of_tales(&mut found);
    for fact in &mut found {
        fact.name_text = word_of(fact.name);
        fact.other_text = fact.other.map(word_of).unwrap_or_default();
    }
    repeats::without_repeats(found)
}

/// Whether a word is one for a profession or a rank.
pub fn is_trade(word: &str) -> bool {
    PROFESSIONS.contains(word) || RANKS.contains(word)
}

/// Whether a word is one for a rank of the nobility, in lower case.
pub fn is_noble(word: &str) -> bool {
    words::NOBILITY.contains(word)
}

/// Whether a word is one for a relative.
pub(crate) fn is_kin(word: &str) -> bool {
    KIN.contains(word)
}

/// Words with one space between them.
pub(crate) fn on_one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads what stands around one subject, within its sentence.
struct FactReader<'r, 't> {
    line: Line<'r, 't>,
    subject: &'r Subject,
    subjects: &'r [Subject],
    dates: &'r [CalendarDate],
}

/// How a predicate is tied to its subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Link {
    /// Lucy was, Lucy, who is, Lucy became.
    Be,
    /// Lucy had.
    Have,
    /// Lucy, with.
    With,
    /// Lucy, the …
    Apposed,
    /// Lucy, whose.
    Whose,
}

/// Where a predicate begins.
#[derive(Debug, Clone, Copy)]
struct Predicate {
    link: Link,
    at: usize,
    is_past: bool,
}

/// Times of a day, between which somebody may have travelled.
const TIMES_OF_DAY: [&str; 15] = [
    "morning",
    "noon",
    "afternoon",
    "evening",
    "night",
    "midnight",
    "dawn",
    "dusk",
    "sunset",
    "sunrise",
    "o'clock",
    "daybreak",
    "nightfall",
    "later",
    "hours",
];

/// Words of "who had always been" before what is said, at most.
const INSERTED_VERB_WORDS_MAX: usize = 5;

/// Words of an apposition or an inserted clause between a subject and its verb, at most.
const INSERTED_WORDS_MAX: usize = 10;

/// Words between a subject and the second verb that it has, at most.
const COORDINATED_WORDS_MAX: usize = 16;

impl FactReader<'_, '_> {
    /// A fact from the subject to `end`, or from `first` if that stands before the subject; none where the
    /// sentence takes it back.
    fn fact(
        &self,
        attribute: Attribute,
        value: String,
        (first, end): (usize, usize),
    ) -> Option<Fact> {
        let first = first.min(self.subject.words.start);
        let end = end.max(self.subject.words.end);
        if self.line.is_hedged(first, end) {
            return None;
        }
        Some(self.plain_fact(attribute, value, (first, end)))
    }

    /// As [`Self::fact`], of what a sentence only names, and supposes to be so whatever it says of it.
    fn named_fact(&self, attribute: Attribute, value: String, at: (usize, usize)) -> Option<Fact> {
        (!self.line.is_imagined(at.0, at.1)).then(|| self.plain_fact(attribute, value, at))
    }

    /// Whether a clause or an apposition behind the subject says it: "Lucy, who was twenty-five, had", "Lucy, the baker,".
    fn is_inserted(&self, predicate: &Predicate) -> bool {
        let end = self.subject.words.end;
        let is_of_clause = self.line.word(end) == "who" && predicate.at <= end + INSERTED_VERB_WORDS_MAX
            // "Hale, who drank, was a doctor".
            && (end + 1..predicate.at).all(|it| !self.line.is_behind_comma(it));
        !self.line.is_spoken
            && self.line.is_behind_comma(end)
            && (predicate.link == Link::Apposed || is_of_clause)
    }

    /// As [`Self::fact`], of what a clause or an apposition behind the subject puts in, which is so whatever the sentence
    /// around it supposes: "If Lucy, who was twenty-five, had known".
    fn inserted_fact(
        &self,
        attribute: Attribute,
        value: String,
        at: (usize, usize),
    ) -> Option<Fact> {
        let mut inside = self.subject.words.end..at.1;
        let is_hedged = inside.any(|it| {
            let word = self.line.word(it);
            HEDGES.contains(word) || word.ends_with("n't")
        });
        (!is_hedged && !self.line.is_dreamt(at.0, at.1))
            .then(|| self.plain_fact(attribute, value, at))
    }

    fn plain_fact(
        &self,
        attribute: Attribute,
        value: String,
        (first, end): (usize, usize),
    ) -> Fact {
        let text = self.line.text;
        Fact {
            owner: self.subject.owner,
            name: self.subject.name,
            name_text: String::new(),
            other_text: String::new(),
            relative: None,
            attribute,
            value,
            other: None,
            date: self.date(end).filter(|it| attribute != Attribute::Age || !self.is_of_birth(it)),
            time_of_day: self.time_of_day().to_owned(),
            quote: on_one_line(text.words_span(&(first..end)).of(text.source())),
            span: text.words_span(&(first..end)),
            sentence: text.sentence_of(first).span,
            is_spoken: self.line.is_spoken,
            is_past: self.line.is_past(first, end)
                || self.line.is_led_by_when(first) && !self.is_since_then(attribute, first),
            pronoun: self.subject.pronoun,
        }
    }

    /// Whether what is gone since then is gone now: "It was years since Hale had parted with the cottage".
    fn is_since_then(&self, attribute: Attribute, first: usize) -> bool {
        matches!(attribute, Attribute::Loss | Attribute::Death)
            && self.line.word_before(first) == "since"
    }

    /// The date of the sentence: the only one, or the first behind what is stated.
    fn date(&self, end: usize) -> Option<CalendarDate> {
        let own: Vec<&CalendarDate> = self.dates_of_line().collect();
        match own.as_slice() {
            [only] => Some((*only).clone()),
            // "was born between 1838 and 1842".
            [from, to] if times::is_range(&self.line, from, to) => None,
            several => several.iter().find(|it| it.words.end >= end).map(|it| (*it).clone()),
        }
    }

    /// "Lucy, born in 1850, was sixty": the date is not that of the age.
    fn is_of_birth(&self, date: &CalendarDate) -> bool {
        let start = date.words.start;
        let led = usize::from(matches!(self.line.word_before(start), "in" | "on"));
        self.line.word_before(start - led) == "born"
    }

    /// The dates of the sentence.
    fn dates_of_line(&self) -> impl Iterator<Item = &CalendarDate> {
        let words = &self.line.words;
        let from = self.dates.partition_point(|it| it.words.start < words.start);
        // What is quoted is dated by itself.
        let all = self.dates[from..].iter().take_while(|it| it.words.start < words.end);
        all.filter(|it| self.line.has(it.words.start))
    }

    /// The names and pronouns of the sentence.
    fn subjects_of_line(&self) -> impl Iterator<Item = &Subject> {
        let words = &self.line.words;
        let from = self.subjects.partition_point(|it| it.words.start < words.start);
        self.subjects[from..].iter().take_while(|it| it.words.start < words.end)
    }

    fn time_of_day(&self) -> &str {
        let mut words = self.line.words.clone().map(|at| self.line.word(at));
        words.find(|word| TIMES_OF_DAY.contains(word)).unwrap_or("")
    }

    /// The name or the pronoun that begins at a word.
    fn person_at(&self, at: usize) -> Option<&Subject> {
        starting_at(self.subjects, at).filter(|_| self.line.has(at))
    }

    /// Where something is said of the subject itself.
    fn predicates(&self) -> Vec<Predicate> {
        let mut found = Vec::new();
        if self.subject.is_possessive {
            return found;
        }
        let end = self.subject.words.end;
        let clause = self.line.behind_who(end);
        if clause > end && !self.line.is_behind_comma(end) {
            self.verb(clause, false, &mut found);
        } else if self.line.is_beside(end) {
            self.verb(end, false, &mut found);
            if self.line.word(end) == "with" {
                found.push(Predicate { link: Link::With, at: end + 1, is_past: false });
            }
        } else if self.line.is_behind_comma(end) {
            match self.line.word(end) {
                "who" => self.verb(clause, false, &mut found),
                "whose" => {
                    found.push(Predicate { link: Link::Whose, at: end + 1, is_past: false });
                }
                "with" => found.push(Predicate { link: Link::With, at: end + 1, is_past: false }),
                _ => found.push(Predicate { link: Link::Apposed, at: end, is_past: false }),
            }
            // Lucy, the old doctor, was …
            let closing = (end + 1..end + 1 + INSERTED_WORDS_MAX)
                .take_while(|&at| self.line.has(at) && self.person_at(at).is_none())
                .find(|&at| self.line.is_behind_comma(at));
            if let Some(closing) = closing {
                self.verb(closing, true, &mut found);
            }
        }
        if let Some(at) = self.coordinated() {
            self.verb(at, true, &mut found);
        }
        found
    }

    /// The verb behind "and", where it goes on about the subject: "Lucy rose and was".
    fn coordinated(&self) -> Option<usize> {
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        let is_subject = start == self.line.words.start
            || !self.line.is_beside(start)
            || matches!(self.line.word_before(start), "and" | "but" | "so" | "then" | "for");
        (end + 1..end + COORDINATED_WORDS_MAX)
            .take_while(|&at| {
                is_subject
                    && self.line.has(at)
                    && (self.line.is_beside(at) || self.line.is_behind_comma(at))
                    && self
                        .person_at(at)
                        .is_none_or(|it| it.owner == self.subject.owner && it.is_possessive)
            })
            .find(|&at| {
                self.line.word(at - 1) == "and"
                    && matches!(self.line.word(at), "was" | "is" | "had" | "has")
            })
    }

    /// The predicate whose verb stands here, behind adverbs.
    fn verb(&self, at: usize, is_inserted: bool, found: &mut Vec<Predicate>) {
        let verb = self.line.behind_adverbs(at);
        let push = |found: &mut Vec<Predicate>, link, at, is_past| {
            found.push(Predicate { link, at: self.line.behind_adverbs(at), is_past });
        };
        match self.line.word(verb) {
            "was" | "is" => push(found, Link::Be, verb + 1, false),
            "became" | "remained" if !is_inserted => push(found, Link::Be, verb + 1, false),
            "had" | "has" => {
                let been = self.line.behind_adverbs(verb + 1);
                if self.line.word(been) == "been" {
                    let is_still = (verb + 1..been)
                        .any(|it| matches!(self.line.word(it), "always" | "ever" | "still"))
                        || self.line.is_lifelong()
                        || self.line.lasts(been);
                    let is_past = self.line.word(verb) == "had" && !is_still;
                    push(found, Link::Be, been + 1, is_past);
                } else {
                    found.push(Predicate { link: Link::Have, at: verb + 1, is_past: false });
                }
            }
            _ => {}
        }
    }
}
