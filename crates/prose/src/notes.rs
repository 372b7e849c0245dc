//! What notes say of the one whom they are about, as sentences that the readers of facts understand. Notes leave
//! the subject out ("Brother of Martha, twelve going on thirteen. Round blue eyes.") or call it by a pronoun, and
//! tell in the present what a text tells in the past.

mod described;
mod narrated;
#[cfg(test)]
mod tests;

use crate::facts::{Pronoun, is_kin, on_one_line};

use crate::lists::{PAST_VERBS, is_act_past};
use crate::names::addressee;
use crate::tokens::Text;
use described::{PARTICIPLES, lacking, said_by};
pub use narrated::narrated;

/// What one sentence of notes says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The sentence as it is written, on one line, without what stands in brackets.
    pub quote: String,
    /// What it stands for.
    pub clauses: Vec<NoteClause>,
}

/// A part of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoteClause {
    /// A key and what stands behind its colon: "Eyes: grey".
    Attribute(String, String),
    /// A sentence in the past whose subject is named, and the pronoun that it has in the notes, if it is about the
    /// one who may have it.
    Sentence(String, Option<Pronoun>),
}

/// Letters and words of the key of an attribute, at most.
const KEY_CHARS_MAX: usize = 24;
const KEY_WORDS_MAX: usize = 3;

/// Verbs that a note may begin with, and how a text tells them.
const VERBS: [(&str, &str); 23] = [
    ("has", "had"),
    ("is", "was"),
    ("lives", "lived"),
    ("works", "worked"),
    ("serves", "served"),
    ("keeps", "kept"),
    ("owns", "owned"),
    ("wears", "wore"),
    ("carries", "carried"),
    ("marries", "married"),
    ("dies", "died"),
    ("becomes", "became"),
    ("loses", "lost"),
    ("sells", "sold"),
    ("teaches", "taught"),
    ("runs", "ran"),
    ("plays", "played"),
    ("writes", "wrote"),
    ("practises", "practised"),
    ("practices", "practiced"),
    ("earns", "earned"),
    ("makes", "made"),
    ("drives", "drove"),
];

/// Words that begin what is no description of somebody: a clause of its own, or one that another leads in.
const NO_DESCRIPTION: [&str; 38] = [
    "there", "since", "when", "while", "if", "although", "though", "after", "before", "as",
    "because", "until", "on", "from", "by", "it", "this", "that", "these", "those", "what", "who",
    "which", "they", "we", "you", "i", "not", "no", "never", "but", "so", "for", "at", "to",
    "later", "then", "of",
];

/// Words of a change: what the sentence says is not so all the time.
const CHANGES: [&str; 16] = [
    "until",
    "till",
    "then",
    "later",
    "afterwards",
    "formerly",
    "once",
    "eventually",
    "becomes",
    "became",
    "turns",
    "turned",
    "dyes",
    "dyed",
    "before",
    "after",
];

/// Words that make a clause of a description.
const FINITE: [&str; 12] =
    ["is", "was", "are", "were", "has", "had", "does", "did", "will", "would", "can", "could"];

/// What is on the left side of somebody.
const SIDED: [&str; 12] = [
    "eye", "eyebrow", "brow", "cheek", "ear", "temple", "hand", "arm", "leg", "foot", "shoulder",
    "handed",
];

/// Words that a clause about somebody else begins with.
const RELATIVES: [&str; 5] = ["who", "whose", "whom", "that", "which"];

/// What somebody has that is no other person.
const OWN: [&str; 9] =
    ["eyes", "eye", "hair", "face", "beard", "curls", "complexion", "skin", "age"];

/// Reads notes about the one who has these names. In the sentences `stand_in` is the subject; other names are as
/// they stand.
pub fn notes(text: &str, names: &[&str], stand_in: &str) -> Vec<Note> {
    let mut reader = NoteReader { names, stand_in, is_about_them: true };
    let (mut found, mut sentences) = (Vec::new(), String::new());
    for line in text.lines() {
        // "b. 1870"
        let line = line.replace(". b. ", ". Born ");
        let (line, dates) = without_brackets(&line, names);
        let line = line.as_str();
        found.extend(dates.into_iter().map(|(quote, said)| Note {
            quote,
            clauses: vec![NoteClause::Sentence(format!("{stand_in} {said}."), None)],
        }));
        // "Mother: Anna. Brother: Hugh." are two sentences.
        let has_several = line.matches(": ").count() > 1 && line.contains(". ");
        match attributes(line.trim()).filter(|_| !has_several) {
            Some(clauses) => {
                reader.sentences(&sentences, &mut found);
                sentences.clear();
                found.push(Note { quote: on_one_line(line), clauses });
            }
            None => {
                sentences.push_str(line);
                sentences.push('\n');
            }
        }
    }
    reader.sentences(&sentences, &mut found);
    found
}

/// A line without what stands in brackets, and what a bracket right behind a name of the entry says of a birth or a
/// death, from behind its subject: "Lena Voss (b. 1870) is", "Otto (1812–1890)". What says of a change stays:
/// "brown hair (grey after the war)".
fn without_brackets(line: &str, names: &[&str]) -> (String, Vec<(String, String)>) {
    const CHANGED: [&str; 6] = ["retired", "former", "dyed", "naturally", "was", "originally"];
    let (mut kept, mut dates) = (String::with_capacity(line.len()), Vec::new());
    let mut rest = line;
    while let Some((before, inside, behind)) = rest.split_once(" (").and_then(|(before, behind)| {
        let (inside, behind) = behind.split_once(')')?;
        Some((before, inside, behind))
    }) {
        let is_of_them = kept.is_empty() && names.contains(&before.trim_start());
        kept.push_str(before);
        if is_of_them {
            dates.extend(lived(inside).into_iter().map(|said| (inside.to_owned(), said)));
        }
        let is_changed = inside.split(' ').any(|it| CHANGED.contains(&letters(it).as_str()));
        if changes(inside) || is_changed {
            kept.push_str(" (");
            kept.push_str(inside);
            kept.push(')');
        }
        rest = behind;
    }
    kept.push_str(rest);
    (kept, dates)
}

/// The birth and the death that a bracket says: "b. 1870", "born 3 May 1870", "1812–1890", "d. 1890".
fn lived(bracket: &str) -> Vec<String> {
    let is_year = |it: &str| it.len() == 4 && it.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((born, died)) = bracket.split_once(['–', '-']).filter(|it| is_year(it.0.trim())) {
        let born = format!("was born in {}", born.trim());
        let died = Some(died.trim()).filter(|it| is_year(it)).map(|it| format!("died in {it}"));
        return std::iter::once(born).chain(died).collect();
    }
    let led = [("b. ", "was born"), ("born ", "was born"), ("d. ", "died"), ("died ", "died")];
    let said = led.iter().find_map(|(led, verb)| Some((verb, bracket.strip_prefix(led)?)));
    let said = said.filter(|(_, date)| !changes(date));
    said.map(|(verb, date)| format!("{verb} {} {date}", if is_year(date) { "in" } else { "on" }))
        .into_iter()
        .collect()
}

/// Whether notes speak of looks, rank or work that change: "brown until he married", and not "died after a week".
pub fn changes(said: &str) -> bool {
    let is_of_life = |it: &String| {
        matches!(
            it.as_str(),
            "died" | "dies" | "married" | "marries" | "born" | "killed" | "engaged"
        )
    };
    said.split(' ')
        .map(letters)
        .take_while(|it| !is_of_life(it))
        .any(|it| CHANGES.contains(&it.as_str()))
}

/// The keys of a line or a sentence that has nothing else, each with its value.
fn attributes(line: &str) -> Option<Vec<NoteClause>> {
    line.split("; ").map(attribute).collect()
}

/// A key with its value.
fn attribute(sentence: &str) -> Option<NoteClause> {
    let (key, said) = sentence.split_once(": ")?;
    let key = key.trim_start_matches(|it: char| !it.is_alphanumeric());
    let is_key = !key.is_empty()
        && key.chars().count() <= KEY_CHARS_MAX
        && key.split(' ').count() <= KEY_WORDS_MAX
        && key.chars().all(|it| it.is_alphabetic() || " -".contains(it));
    is_key.then(|| NoteClause::Attribute(key.to_owned(), said.trim().to_owned()))
}

/// The letters of a word, in lower case and without a possessive.
fn letters(word: &str) -> String {
    let word = word.trim_matches(|it: char| !it.is_alphanumeric());
    let word = word.strip_suffix("’s").or_else(|| word.strip_suffix("'s")).unwrap_or(word);
    word.to_lowercase()
}

fn is_possessive(word: &str) -> bool {
    ["’s", "'s", "s’", "s'"].iter().any(|it| word.ends_with(it))
}

fn is_relative(word: &str) -> bool {
    RELATIVES.contains(&letters(word).as_str())
}

/// The first word, and the others.
fn split_first(words: &str) -> (&str, &str) {
    words.split_once(' ').unwrap_or((words, ""))
}

fn is_verb(word: &str) -> bool {
    VERBS.iter().any(|(now, then)| *now == word || *then == word)
}

/// How a text tells a verb.
fn past(verb: &str) -> &str {
    VERBS.iter().find(|(now, _)| *now == verb).map_or(verb, |(_, then)| then)
}

/// Whether a clause has a subject of its own, or is led by something that no description begins with.
fn is_clause(clause: &str) -> bool {
    let mut words = clause.split(' ').take_while(|it| !is_relative(it));
    let first = words.next().map(letters).unwrap_or_default();
    let opens_with_verb = is_verb(&first) || PARTICIPLES.contains(&first.as_str());
    if lacking(clause).is_some() || opens_with_verb {
        return false;
    }
    let next = clause.split(' ').nth(1).unwrap_or_default();
    let opens_with_in = first == "in" && !matches!(next, "his" | "her");
    // "Mary’s father, a captain, died in India".
    let is_of_another = clause.split(' ').next().is_some_and(is_possessive);
    // "a scar over his left eye", and not "left Exeter".
    let is_side = clause
        .split(' ')
        .zip(clause.split(' ').skip(1))
        .any(|(word, next)| letters(word) == "left" && SIDED.contains(&letters(next).as_str()));
    let is_finite = |word: &str| {
        let word = letters(word);
        if word == "left" && is_side {
            return false;
        }
        FINITE.contains(&word.as_str())
            || PAST_VERBS.contains(word.as_str())
            || is_act_past(&word)
            || VERBS.iter().any(|(now, then)| *now == word || is_of_another && *then == word)
    };
    opens_with_in || NO_DESCRIPTION.contains(&first.as_str()) || words.any(is_finite)
}

struct NoteReader<'n> {
    names: &'n [&'n str],
    stand_in: &'n str,
    /// Whether a pronoun means them: not behind a sentence about somebody else.
    is_about_them: bool,
}

impl NoteReader<'_> {
    fn sentences(&mut self, sentences: &str, found: &mut Vec<Note>) {
        let text = Text::new(sentences);
        for sentence in text.sentences() {
            let quote = on_one_line(sentence.span.of(sentences));
            if quote.ends_with('?') {
                continue;
            }
            let said = quote.trim_end_matches(['.', '!', ' ']);
            let clauses = attributes(said).unwrap_or_else(|| self.sentence(said));
            found.push(Note { quote, clauses });
        }
    }

    fn sentence(&mut self, sentence: &str) -> Vec<NoteClause> {
        // What stands between dashes is left out, and what stands behind a single one.
        let parts: Vec<&str> = sentence.split(" — ").flat_map(|it| it.split(" – ")).collect();
        let kept = match parts.as_slice() {
            [first, .., last] if parts.len() > 2 => format!("{first} {last}"),
            [first, ..] => (*first).to_owned(),
            [] => String::new(),
        };
        kept.split("; ").flat_map(|clause| self.clause(clause.trim())).collect()
    }

    fn clause(&mut self, clause: &str) -> Vec<NoteClause> {
        if let Some(rest) = self.behind_name(clause) {
            // "Nora, 17, daughter of Max".
            if let Some(described) = rest.strip_prefix(", ") {
                self.is_about_them = true;
                // What stands behind a verb may be about somebody else: "lives with her uncle, a baker".
                let own =
                    described.split(", ").take_while(|it| !is_verb(&letters(split_first(it).0)));
                let own: Vec<&str> = own.take_while(|it| !is_clause(it)).collect();
                let said = said_by(&own.join(", ")).into_iter();
                return said.map(|rest| self.of_them(&rest, None)).collect();
            }
            self.is_about_them = rest.starts_with(' ') || is_of_own(rest);
            return self.with_verb(rest, None);
        }
        let (word, rest) = split_first(clause);
        let lower = word.to_lowercase();
        let pronoun =
            if matches!(lower.as_str(), "he" | "his") { Pronoun::He } else { Pronoun::She };
        match lower.as_str() {
            "he" | "she" if self.is_about_them => {
                self.with_verb(&format!(" {rest}"), Some(pronoun))
            }
            "his" | "her" if self.is_about_them => {
                // "His sister": whoever follows as "she" may be the sister.
                self.is_about_them = is_of_own(rest);
                self.said(&format!("’s {rest}"), Some(pronoun))
            }
            "he" | "she" | "his" | "her" => Vec::new(),
            _ if is_clause(clause) => self.led(clause),
            _ => {
                self.is_about_them = true;
                said_by(clause).into_iter().map(|rest| self.of_them(&rest, None)).collect()
            }
        }
    }

    /// What stands behind one of their names, or the first word of one, with a possessive, a comma or a space before
    /// it.
    fn behind_name<'c>(&self, clause: &'c str) -> Option<&'c str> {
        let behind = |name: &str| {
            let rest = clause.strip_prefix(name)?;
            let is_whole = [" ", "’s ", "'s ", ", "].iter().any(|it| rest.starts_with(it));
            is_whole.then_some(rest)
        };
        let given = |name: &&&str| {
            let first = split_first(name).0;
            first.starts_with(char::is_uppercase) && addressee(first).is_none() && first != "The"
        };
        let whole = self.names.iter().filter_map(|name| behind(name)).min_by_key(|it| it.len());
        // "Mina Harker" in the notes of Mina Murray may be another.
        let is_next_small = |rest: &&str| {
            !rest.trim_start().starts_with(char::is_uppercase) || rest.starts_with(", ")
        };
        whole.or_else(|| {
            let mut all = self.names.iter().filter(given).map(|name| split_first(name).0);
            all.find_map(behind).filter(is_next_small)
        })
    }

    /// A clause that has a verb, from behind its subject.
    fn with_verb(&self, rest: &str, pronoun: Option<Pronoun>) -> Vec<NoteClause> {
        let Some(verb) = rest.strip_prefix(' ') else { return self.said(rest, pronoun) };
        // "He was born in 1891 and is ten years old": the date is that of the first alone.
        let own = verb.split(' ').take_while(|it| !is_relative(it)).map(|it| it.len() + 1).sum();
        let (mut found, mut start) = (Vec::new(), 0);
        let joints = verb.match_indices(" and ").map(|(at, joint)| (at, at + joint.len()));
        let splits = joints
            .filter(|(at, behind)| *at < own && is_verb(split_first(&verb[*behind..]).0))
            .collect::<Vec<_>>();
        for (end, behind) in splits.into_iter().chain([(verb.len(), verb.len())]) {
            let (word, rest) = split_first(&verb[start..end]);
            found.extend(self.said(&format!(" {} {rest}", past(word)), pronoun));
            start = behind;
        }
        found
    }

    fn said(&self, rest: &str, pronoun: Option<Pronoun>) -> Vec<NoteClause> {
        if changes(rest) { Vec::new() } else { vec![self.of_them(rest, pronoun)] }
    }

    fn of_them(&self, rest: &str, pronoun: Option<Pronoun>) -> NoteClause {
        NoteClause::Sentence(format!("{}{}.", self.stand_in, rest.trim_end()), pronoun)
    }

    /// A clause that begins with something else than its subject, or is about somebody else: "In the war he was".
    fn led(&mut self, clause: &str) -> Vec<NoteClause> {
        let words: Vec<&str> = clause.split(' ').collect();
        let is_led = NO_DESCRIPTION.contains(&letters(words[0]).as_str()) || words[0] == "In";
        let pronoun = words.iter().position(|it| matches!(*it, "he" | "she")).filter(|at| {
            let names_nobody = !words[1..*at].iter().any(|it| it.starts_with(char::is_uppercase));
            self.is_about_them && is_led && names_nobody
        });
        let Some(at) = pronoun else {
            self.is_about_them = false;
            return vec![NoteClause::Sentence(format!("{clause}."), None)];
        };
        if changes(clause) {
            return Vec::new();
        }
        let gender = if words[at] == "he" { Pronoun::He } else { Pronoun::She };
        let (led, behind) = (words[..at].join(" "), words[at + 1..].join(" "));
        vec![NoteClause::Sentence(format!("{led} {} {behind}.", self.stand_in), Some(gender))]
    }
}

/// Whether what they are said to have is a part of them, and no other person: "his blue eyes are".
fn is_of_own(rest: &str) -> bool {
    let words = rest.split(' ').map(letters);
    words
        .take_while(|it| !FINITE.contains(&it.as_str()))
        .any(|it| OWN.contains(&it.as_str()) && !is_kin(&it))
}
