//! Statements a text makes about who bears a name: how old somebody is, the colour of eyes and hair,
//! what somebody is to somebody or by profession. Only fixed forms of words are read, with the name
//! in them; what a pronoun would have to be understood for is left out, so much is missed and little
//! is wrong. Whether the text means it, or somebody in it lies, is not known here.

mod numbers;
mod words;

use crate::dialogue::{quotations, spoken};
use crate::lists::{COLOURS, FUNCTION_WORDS, IRREGULAR_PARTICIPLES, ROLES, SPEECH_VERBS};
use crate::mentions::{Names, Place, places};
use crate::names::{Addressed, addressed};
use crate::span::Passage;
use crate::tokens::Text;
use numbers::number;
use words::{ASKING, BEFORE_COLOUR, DOUBTING, IN_ROLE, LEAVING, PAST, SUPPOSING};

/// The greatest age that is read.
const AGE_MAX: u32 = 10_000;

/// Ages that are read behind a bare name ("Lucy, nineteen, …") or a bare "was".
const BARE_AGE: std::ops::RangeInclusive<u32> = 5..=110;

/// Words between "had" or "with" and the colour of eyes or hair.
const LOOKS_WITHIN_WORDS: usize = 4;

/// Words between an article and a role: "a very old friend".
const ADJECTIVES_MAX: usize = 3;

/// Words behind "of" in a role: "the captain of the Czarina Catherine".
const OF_WORDS_MAX: usize = 5;

/// What a text says of somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Of whom, by the number given with the name.
    pub owner: usize,
    /// What about them.
    pub about: Aspect,
    /// What is said, in lower case for a colour, as it stands for a role, in digits for an age.
    pub value: String,
    /// From the name to the value, or the other way round, and the sentence around it.
    pub passage: Passage,
    /// Whether somebody in the text says it.
    pub is_spoken: bool,
}

/// What a statement is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// Age in years.
    Age,
    /// The colour of the eyes.
    Eyes,
    /// The colour of the hair.
    Hair,
    /// What somebody is to somebody, or by profession.
    Role,
}

impl Aspect {
    /// One word for it, in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Aspect::Age => "age",
            Aspect::Eyes => "eyes",
            Aspect::Hair => "hair",
            Aspect::Role => "role",
        }
    }
}

/// Reads the statements of a text about who bears these names, in the order of the names' places.
///
/// - Age: "Lucy was (only) nineteen", "Lucy was nineteen years old", "Lucy, nineteen, …", "Lucy, aged
///   19", "nineteen-year-old Lucy".
/// - Eyes and hair: "Lucy's (bright) blue eyes", "Lucy's hair was golden", "Lucy had/with … blue
///   eyes", "blue-eyed Lucy".
/// - Role: "Lucy, the daughter of Mrs. Westenra", "Lucy was a teacher", "his wife Mina" (the value
///   is then "his wife").
pub fn statements(text: &Text<'_>, names: &Names) -> Vec<Statement> {
    let spoken = spoken(text, &quotations(text));
    let mut found = Vec::new();
    for place in places(text, names) {
        if is_supposed(text, &place) {
            continue;
        }
        let reader = Reader { text, place: &place };
        for said in [reader.age(), reader.looks(), reader.role()].into_iter().flatten() {
            let first = said.first.min(place.words.start);
            let last = said.end.max(place.words.end);
            found.push(Statement {
                owner: place.owner,
                about: said.about,
                value: said.value,
                passage: Passage {
                    span: text.words_span(&(first..last)),
                    sentence_span: text.sentence_of(first).span,
                },
                is_spoken: spoken[place.words.start],
            });
        }
    }
    found
}

/// Whether a sentence only supposes or asks what it says of this place: it begins with "if" or the
/// like, or that stands right before the name.
fn is_supposed(text: &Text<'_>, place: &Place) -> bool {
    let first = text.sentence_of(place.words.start).words.start;
    let before = place.words.start.checked_sub(1).filter(|before| *before >= first);
    let is_asked = first < place.words.start && ASKING.contains(&text.lower(first));
    let is_behind = |at: usize| SUPPOSING.contains(&text.lower(at));
    is_asked || is_behind(first) || before.is_some_and(is_behind)
}

/// A value, and the words it is read from.
struct Said {
    about: Aspect,
    value: String,
    first: usize,
    end: usize,
}

/// Reads around one place of a name, within its sentence.
struct Reader<'r, 't> {
    text: &'r Text<'t>,
    place: &'r Place,
}

impl<'t> Reader<'_, 't> {
    /// The word at this place in lower case, if it belongs to the sentence of the name.
    fn word(&self, at: usize) -> Option<&str> {
        let words = self.text.words();
        let sentence = words[self.place.words.start].sentence;
        words.get(at).filter(|word| word.sentence == sentence).map(|_| self.text.lower(at))
    }

    fn is(&self, at: usize, wanted: &[&str]) -> bool {
        self.word(at).is_some_and(|word| wanted.contains(&word))
    }

    /// Whether a word follows the one before it with nothing but space between them.
    fn follows(&self, at: usize) -> bool {
        at > 0 && at < self.text.words().len() && self.text.gap_before(at).trim().is_empty()
    }

    /// Whether a comma, and nothing else, stands before a word.
    fn behind_comma(&self, at: usize) -> bool {
        self.word(at).is_some() && self.text.gap_before(at).trim() == ","
    }

    /// Whether a mark that ends a part of a sentence stands behind a word.
    fn ends_part(&self, at: usize) -> bool {
        let gap = self.text.gap_after(at).trim_start();
        // A full stop inside a sentence is that of an abbreviation.
        self.word(at + 1).is_none()
            || gap.starts_with([',', ';', ':', '!', '?', '—', ')', '”', '’', '"'])
    }

    fn is_possessive(&self) -> bool {
        let last = self.text.lower(self.place.words.end - 1);
        last.ends_with("'s") || last.ends_with("s'")
    }

    /// The first word behind adverbs from this one on, those left out that take back what is said:
    /// "not", "never", "almost", "once" and the like stay, and nothing is read behind them.
    fn behind_adverbs(&self, mut at: usize) -> usize {
        let is_adverb = |word: &str| {
            LEAVING.contains(&word) || crate::style::is_adverb(word) && !DOUBTING.contains(&word)
        };
        while self.follows(at) && self.word(at).is_some_and(is_adverb) {
            at += 1;
        }
        at
    }

    fn age(&self) -> Option<Said> {
        let (start, end) = (self.place.words.start, self.place.words.end);
        let said = |age: u32, first: usize, end: usize| Said {
            about: Aspect::Age,
            value: age.to_string(),
            first,
            end,
        };
        // Nineteen-year-old Lucy.
        if self.follows(start)
            && start >= 3
            && self.is(start - 1, &["old"])
            && self.is(start - 2, &["year"])
        {
            let first = start - 3;
            let first = if first > 0
                && number(self.text, first - 1).is_some_and(|(_, to)| to == first + 1)
            {
                first - 1
            } else {
                first
            };
            if let Some((age, _)) = number(self.text, first) {
                return Some(said(age, first, end));
            }
        }
        if self.is_possessive() {
            return None;
        }
        // Lucy, aged nineteen; Lucy, nineteen.
        if self.behind_comma(end) {
            let is_aged = self.is(end, &["aged"]);
            let from = end + usize::from(is_aged);
            let (age, behind) = number(self.text, from)?;
            let fits = if is_aged {
                age <= AGE_MAX
            } else {
                BARE_AGE.contains(&age)
                    && self.text.gap_after(behind - 1).starts_with(',')
                    && !self.counts_on(behind)
            };
            return (self.word(behind - 1).is_some() && fits).then(|| said(age, start, behind));
        }
        // Lucy was nineteen.
        if !(self.follows(end) && self.is(end, &["is", "was", "turned"])) {
            return None;
        }
        let from = self.behind_adverbs(end + 1);
        let (age, behind) = number(self.text, from).filter(|_| self.follows(from))?;
        let is_years = self.is(behind, &["years", "year"])
            && (self.is(behind + 1, &["old"])
                || self.is(behind + 1, &["of"]) && self.is(behind + 2, &["age"]));
        if is_years && age <= AGE_MAX {
            let more = if self.is(behind + 1, &["old"]) { 2 } else { 3 };
            return Some(said(age, start, behind + more));
        }
        let is_bare =
            BARE_AGE.contains(&age) && self.ends_part(behind - 1) && !self.counts_on(behind);
        (is_bare && self.word(behind - 1).is_some()).then(|| said(age, start, behind))
    }

    /// Whether another number stands behind a comma: "ten, twelve yards".
    fn counts_on(&self, behind: usize) -> bool {
        self.behind_comma(behind) && number(self.text, behind).is_some()
    }

    fn looks(&self) -> Option<Said> {
        let (start, end) = (self.place.words.start, self.place.words.end);
        let said = |about, colour: usize, first: usize, end: usize| Said {
            about,
            value: self.text.lower(colour).to_owned(),
            first,
            end,
        };
        // Blue-eyed Lucy.
        if start >= 2 && self.follows(start) && self.text.gap_before(start - 1) == "-" {
            let about = match self.word(start - 1) {
                Some("eyed") => Some(Aspect::Eyes),
                Some("haired") => Some(Aspect::Hair),
                _ => None,
            };
            if let Some(about) = about.filter(|_| self.is_colour(start - 2)) {
                return Some(said(about, start - 2, start - 2, end));
            }
        }
        if self.is_possessive() {
            // Lucy's eyes were blue.
            if let Some(about) = self.feature(end).filter(|_| self.follows(end)) {
                let colour = self.behind_adverbs(end + 2);
                let is_said = self.is(end + 1, &["is", "was", "are", "were"])
                    && self.follows(colour)
                    && self.is_colour(colour);
                return is_said.then(|| said(about, colour, start, colour + 1));
            }
            return self
                .coloured(end, 2, Behind::Possessive)
                .map(|(about, colour, to)| said(about, colour, start, to));
        }
        // Lucy had blue eyes; Lucy, with her blue eyes.
        let is_had = self.follows(end) && self.is(end, &["had", "has", "with"]);
        if !(is_had || self.behind_comma(end) && self.is(end, &["with"])) {
            return None;
        }
        let behind = if self.is(end, &["with"]) { Behind::With } else { Behind::Had };
        self.coloured(end + 1, LOOKS_WITHIN_WORDS, behind)
            .map(|(about, colour, to)| said(about, colour, start, to))
    }

    /// A colour of eyes or hair within so many words: which, the colour, and the word behind. Between
    /// here and the colour stands nothing but what describes the eyes or the hair, and nobody else's
    /// name behind them: "with the dark eyes of Mina".
    fn coloured(
        &self,
        from: usize,
        within: usize,
        behind: Behind,
    ) -> Option<(Aspect, usize, usize)> {
        (from..from + within)
            .take_while(|&at| {
                self.word(at).is_some() && matches!(self.text.gap_before(at).trim(), "" | "-" | ",")
            })
            .take_while(|&at| at == from || self.describes(at - 1, behind))
            .find_map(|at| {
                let about = self.feature(at + 1).filter(|_| self.follows(at + 1))?;
                let is_own = !self.is(at + 2, &["of"]);
                (self.is_colour(at) && is_own).then_some((about, at, at + 2))
            })
    }

    /// Whether a word in front of a colour may be an article or an adjective of the same eyes or
    /// hair: no verb, as in "had loved", and no word of anybody else.
    fn describes(&self, at: usize, behind: Behind) -> bool {
        let Some(word) = self.word(at) else { return false };
        if matches!(word, "his" | "her") {
            return behind == Behind::With && self.others_possessive() != Some(word);
        }
        let is_verb = behind == Behind::Had
            && (word.ends_with("ed")
                || word.ends_with("ing")
                || IRREGULAR_PARTICIPLES.contains(word));
        BEFORE_COLOUR.contains(&word)
            || !is_verb
                && !FUNCTION_WORDS.contains(word)
                && !word.ends_with("'s")
                && !word.ends_with("s'")
    }

    /// The possessive that cannot be that of the name, where its form of address says so.
    fn others_possessive(&self) -> Option<&'static str> {
        let first = self.place.words.start;
        let before = first.checked_sub(1).and_then(|at| self.word(at)).unwrap_or("");
        [before, self.text.lower(first)].into_iter().find_map(|word| {
            addressed(word).map(|whom| match whom {
                Addressed::Man => "her",
                Addressed::Woman => "his",
            })
        })
    }

    fn feature(&self, at: usize) -> Option<Aspect> {
        match self.word(at)? {
            "eyes" | "eye" => Some(Aspect::Eyes),
            "hair" => Some(Aspect::Hair),
            _ => None,
        }
    }

    fn is_colour(&self, at: usize) -> bool {
        self.word(at).is_some_and(|word| COLOURS.contains(word))
    }

    fn role(&self) -> Option<Said> {
        let (start, end) = (self.place.words.start, self.place.words.end);
        let said = |words: std::ops::Range<usize>, first: usize, end: usize| Said {
            about: Aspect::Role,
            value: self.text.words_span(&words).of(self.text.source()).to_owned(),
            first,
            end,
        };
        if self.is_possessive() {
            return None;
        }
        // His wife Mina; my friend, Dr. Seward.
        let owned = ["my", "his", "her", "their", "our", "your"];
        if start >= 2
            && (self.follows(start) || self.text.gap_before(start).trim() == ",")
            && self.follows(start - 1)
            && self.is(start - 2, &owned)
            && self.word(start - 1).is_some_and(|word| ROLES.contains(word))
            && !self.is(start - 1, &["lord", "lady"])
        {
            return Some(said(start - 2..start, start - 2, end));
        }
        let from = if self.behind_comma(end) {
            end
        } else if self.follows(end)
            && self.is(end, &["is", "was", "became"])
            && self.follows(end + 1)
        {
            end + 1
        } else {
            return None;
        };
        let article = ["the", "a", "an", "my", "his", "her", "their", "our", "your"];
        if !self.is(from, &article) {
            return None;
        }
        let role = (from + 1..=from + 1 + ADJECTIVES_MAX)
            .take_while(|&at| self.follows(at) && self.word(at).is_some())
            .find(|&at| self.word(at).is_some_and(|word| ROLES.contains(word)))?;
        let behind = role + 1;
        if self.follows(behind) && self.is(behind, &["of", "to"]) {
            let last = (behind + 1..=behind + OF_WORDS_MAX)
                .take_while(|&at| self.word(at).is_some() && is_joined(self.text.gap_before(at)))
                .find(|&at| self.ends_part(at))?;
            if (behind + 1..=last).any(|at| self.is_verb_in_role(at)) {
                return None;
            }
            return Some(said(from..last + 1, start, last + 1));
        }
        self.ends_part(role).then(|| said(from..behind, start, behind))
    }

    /// Whether a word behind the "of" of a role goes on to say what somebody does: "the mother of
    /// Mina's friend said". Names are written with a capital.
    fn is_verb_in_role(&self, at: usize) -> bool {
        let written = self.text.words()[at].span.of(self.text.source());
        let word = self.text.lower(at);
        !written.starts_with(char::is_uppercase)
            && !IN_ROLE.contains(&word)
            && (FUNCTION_WORDS.contains(word)
                || SPEECH_VERBS.contains(word)
                || PAST.contains(&word)
                || word.ends_with("ed"))
    }
}

/// What stands in front of a description of eyes or hair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    Possessive,
    Had,
    With,
}

/// Whether what stands between two words leaves them in one part of a sentence: "of Dr. Seward".
fn is_joined(gap: &str) -> bool {
    matches!(gap.trim(), "" | "-" | ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<(Aspect, String, String)> {
        let text = Text::new(source);
        let names = Names::new([(0, "Lucy"), (1, "Van Helsing"), (2, "Mina")]);
        statements(&text, &names)
            .into_iter()
            .map(|it| (it.about, it.value, it.passage.span.of(source).to_owned()))
            .collect()
    }

    #[test]
    fn what_is_said_of_somebody_is_read_from_fixed_forms() {
        use Aspect::{Age, Eyes, Hair, Role};
        let table = [
            ("Lucy was nineteen.", Age, "19", "Lucy was nineteen"),
            ("Lucy was only twenty-three, and", Age, "23", "Lucy was only twenty-three"),
            ("Then Lucy is 40 years old now.", Age, "40", "Lucy is 40 years old"),
            ("Lucy, aged seven, ran.", Age, "7", "Lucy, aged seven"),
            ("Lucy, 19, ran.", Age, "19", "Lucy, 19"),
            ("The twenty-year-old Lucy ran.", Age, "20", "twenty-year-old Lucy"),
            ("It was Lucy's bright blue eyes.", Eyes, "blue", "Lucy's bright blue eyes"),
            ("Lucy’s hair was quite golden.", Hair, "golden", "Lucy’s hair was quite golden"),
            ("Lucy had large, dark eyes.", Eyes, "dark", "Lucy had large, dark eyes"),
            (
                "Lucy was still very clearly nineteen.",
                Age,
                "19",
                "Lucy was still very clearly nineteen",
            ),
            ("Lucy, with faded blue eyes, ran.", Eyes, "blue", "Lucy, with faded blue eyes"),
            ("Lucy, with her long red hair, ran.", Hair, "red", "Lucy, with her long red hair"),
            ("Blue-eyed Lucy ran.", Eyes, "blue", "Blue-eyed Lucy"),
            (
                "Van Helsing, the old doctor, ran.",
                Role,
                "the old doctor",
                "Van Helsing, the old doctor",
            ),
            ("Lucy was a teacher.", Role, "a teacher", "Lucy was a teacher"),
            (
                "Lucy, the daughter of Mrs. Westenra, ran.",
                Role,
                "the daughter of Mrs. Westenra",
                "Lucy, the daughter of Mrs. Westenra",
            ),
            ("I saw his wife Mina there.", Role, "his wife", "his wife Mina"),
            ("My friend, Van Helsing, ran.", Role, "My friend", "My friend, Van Helsing"),
        ];

        for (source, about, value, words) in table {
            assert_eq!(found(source), [(about, value.to_owned(), words.to_owned())], "{source}");
        }
    }

    #[test]
    fn what_only_looks_like_a_statement_is_left_out() {
        for source in [
            "Lucy was one of them.",
            "Lucy was at 19 Hill Street.",
            "Lucy was two hours late.",
            "Lucy, two of them came.",
            "Lucy, the door was open.",
            "Lucy was a little tired.",
            "Lucy saw blue eyes.",
            "Lucy's mother had blue eyes.",
            "She was nineteen.",
            "Lucy had eyes for him. Blue hair was rare.",
            "Mina and Lucy, the two friends of old, ran.",
            "Lucy was the doctor's friend and more.",
            "Her husband, Lucy's father, ran.",
            "My lord Van Helsing ran.",
            "Lucy was never nineteen.",
            "Lucy was not yet forty.",
            "Lucy was not nineteen.",
            "Lucy was almost twenty, and",
            "Lucy was hardly twenty.",
            "Lucy was nearly forty years old.",
            "Lucy was once a teacher.",
            "Lucy's eyes were not blue.",
            "Lucy's eyes were almost green.",
            "Lucy's hair was once black.",
            "Lucy's hair was seldom golden.",
            "Lucy had loved his blue eyes.",
            "Lucy had never seen red hair before.",
            "Lucy had known blue eyes.",
            "Lucy had those blue eyes before her.",
            "Lucy had his blue eyes.",
            "Mrs. Lucy, with his blue eyes in mind, ran.",
            "Mina, with the dark eyes of Lucy, ran.",
            "Lucy's father's blue eyes shone.",
            "Mina was ten, twelve yards behind.",
            "Lucy, nineteen, twenty, and more.",
            "If Lucy was a teacher, she hid it.",
            "Though Lucy was nineteen, she went.",
            "Had Lucy, aged seven, been there?",
            "He asked whether Lucy was a teacher.",
            "Lucy, the mother of Mina's friend Anna said, ran.",
            "Lucy, the friend of those who stood there, ran.",
        ] {
            assert_eq!(found(source), [], "{source}");
        }
    }

    #[test]
    fn it_is_told_who_says_it() {
        let source = "“Lucy was nineteen.” Mina was a teacher.";
        let text = Text::new(source);

        let all = statements(&text, &Names::new([(0, "Lucy"), (1, "Mina")]));

        let spoken: Vec<bool> = all.iter().map(|it| it.is_spoken).collect();
        assert_eq!(spoken, [true, false]);
    }
}
