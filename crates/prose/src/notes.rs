//! What notes say of the one whom they are about, as sentences that the readers of facts understand. Notes leave
//! the subject out ("Brother of Martha, twelve going on thirteen. Round blue eyes.") or call it by a pronoun, and
//! tell in the present what a text tells in the past.

mod clauses;
mod described;
mod lines;
mod members;
mod narrated;
mod relatives;
#[cfg(test)]
mod tests;

use crate::facts::{Pronoun, is_kin, on_one_line};

use crate::lists::PREPOSITIONS;
use crate::names::addressee;
use crate::tokens::Text;
use clauses::{FINITE, NO_DESCRIPTION, OWN, head, is_clause, is_of_own, opens_clause, own_pronoun};
use described::{PARTICIPLES, is_compound, lacking, said_by};
use lines::{attributes, without_brackets};
pub use members::members;
pub use narrated::narrated;
use relatives::{Relative, apposed, counted, is_verb_like, kin_of, of_named, of_theirs};

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

/// Letters of a verb in the present that a clause begins with, more than so many.
const PRESENT_LETTERS_MIN: usize = 3;

/// Words behind the verb that a clause begins with: "Spends the winter", "Tells everything to her sister".
const TAKEN_BY_VERBS: [&str; 26] = [
    "the",
    "a",
    "an",
    "his",
    "her",
    "him",
    "them",
    "it",
    "to",
    "at",
    "with",
    "for",
    "in",
    "on",
    "up",
    "down",
    "off",
    "out",
    "no",
    "all",
    "everything",
    "nothing",
    "every",
    "from",
    "into",
    "about",
];

/// Words that a clause about somebody else begins with.
const RELATIVES: [&str; 5] = ["who", "whose", "whom", "that", "which"];

/// What the description behind somebody's name says of them, in sentences: "merchant, killed at Loos".
pub fn described(name: &str, description: &str) -> Vec<String> {
    of_named(name, &format!(", {description}"))
}

/// Reads notes about the one who has these names. In the sentences `stand_in` is the subject; other names are as
/// they stand.
pub fn notes(text: &str, names: &[&str], stand_in: &str) -> Vec<Note> {
    let mut reader =
        NoteReader { names, stand_in, is_about_them: true, relative: None, own: own_pronoun(text) };
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
        let has_several = Text::new(line).sentences().len() > 1;
        match attributes(line.trim()).filter(|_| !has_several) {
            Some(clauses) => {
                reader.sentences(&sentences, &mut found);
                sentences.clear();
                // "Wife: Margaret", and in the next line "Died in 1931."
                let is_of_kin = |it: &NoteClause| match it {
                    NoteClause::Attribute(key, _) => is_kin(&key.to_lowercase()),
                    NoteClause::Sentence(..) => false,
                };
                reader.relative = clauses.iter().any(is_of_kin).then_some(None);
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

/// Whether notes speak of looks, rank or work that change: "brown until he married", and not "died after a week".
pub fn changes(said: &str) -> bool {
    let is_of_life = |it: &String| {
        matches!(
            it.as_str(),
            "died"
                | "dies"
                | "married"
                | "marries"
                | "wedded"
                | "wed"
                | "weds"
                | "born"
                | "killed"
                | "drowned"
                | "murdered"
                | "engaged"
                | "sold"
                | "sells"
                | "lost"
                | "loses"
                | "pawned"
                | "burnt"
                | "burned"
        )
    };
    said.split(' ')
        .map(letters)
        .take_while(|it| !is_of_life(it))
        .any(|it| CHANGES.contains(&it.as_str()))
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

struct NoteReader<'n> {
    names: &'n [&'n str],
    stand_in: &'n str,
    /// Whether a pronoun means them: not behind a sentence about somebody else.
    is_about_them: bool,
    /// The relative whom the clauses of a sentence without a subject are about, by the name if there is one.
    relative: Option<Option<String>>,
    /// The pronoun that most of the notes use, which is theirs.
    own: Option<Pronoun>,
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
        // "Wife, Margaret. Died in childbirth.": who died may be the wife.
        let first = letters(split_first(sentence).0);
        let is_of_death = matches!(first.as_str(), "died" | "dies")
            || PARTICIPLES.contains(&first.as_str()) && !matches!(first.as_str(), "born" | "aged");
        if is_of_death && self.relative.is_some() {
            return Vec::new();
        }
        self.relative = None;
        let clauses = kept.split("; ").flat_map(|it| it.split(", but "));
        clauses.flat_map(|clause| self.clause(clause.trim())).collect()
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
        if let Some(relative) = Relative::of(clause)
            && (relative.pronoun.is_none() || self.is_about_them)
        {
            return self.of_relative(relative);
        }
        // "Elder son of Augustus and heir as far as anyone was told".
        if let Some((kin, word)) = kin_of(clause) {
            self.is_about_them = true;
            let further = said_by(clause).into_iter().filter(|it| !it.contains(&word));
            return std::iter::once(kin).chain(further).map(|it| self.of_them(&it, None)).collect();
        }
        let (word, rest) = split_first(clause);
        let lower = word.to_lowercase();
        let pronoun =
            if matches!(lower.as_str(), "he" | "his") { Pronoun::He } else { Pronoun::She };
        match lower.as_str() {
            "he" | "she" | "his" | "her" if self.own.is_some_and(|own| own != pronoun) => {
                Vec::new()
            }
            "he" | "she" if self.is_about_them => {
                self.with_verb(&format!(" {rest}"), Some(pronoun))
            }
            "his" | "her" if self.is_about_them => {
                // "His sister": whoever follows as "she" may be the sister.
                self.is_about_them = is_of_own(rest);
                self.said(&format!("’s {rest}"), Some(pronoun))
            }
            "he" | "she" | "his" | "her" => Vec::new(),
            // "The brown hair is coiled flat".
            "the" if self.is_about_them && is_of_own(head(rest)) => {
                self.said(&format!("’s {rest}"), None)
            }
            _ if self.is_without_subject(clause) => self.verb_first(clause),
            _ if opens_clause(clause) => self.led(clause),
            _ => self.description(clause),
        }
    }

    /// Whether a pronoun may mean them here.
    fn may_mean(&self, pronoun: Pronoun) -> bool {
        self.is_about_them && self.own.is_none_or(|own| own == pronoun)
    }

    /// A description without a subject: of the relative whom the sentence spoke of, or of them.
    fn description(&mut self, clause: &str) -> Vec<NoteClause> {
        let relatives = counted(clause, self.stand_in);
        if !relatives.is_empty() {
            return relatives.into_iter().map(|it| NoteClause::Sentence(it, None)).collect();
        }
        if let Some((sentence, pronoun)) = apposed(clause, self.stand_in)
            && self.may_mean(pronoun)
        {
            return vec![NoteClause::Sentence(sentence, Some(pronoun))];
        }
        let said = said_by(clause).into_iter();
        match &self.relative {
            Some(Some(name)) => {
                said.map(|rest| NoteClause::Sentence(format!("{name}{rest}."), None)).collect()
            }
            Some(None) => Vec::new(),
            None => {
                self.is_about_them = true;
                said.map(|rest| self.of_them(&rest, None)).collect()
            }
        }
    }

    /// What a clause says of one of their relatives, whom those that follow without a subject are about.
    fn of_relative(&mut self, relative: Relative) -> Vec<NoteClause> {
        self.is_about_them = false;
        let said = relative.sentences(self.stand_in);
        let pronoun = relative.pronoun;
        self.relative = Some(relative.name);
        said.into_iter().map(|it| NoteClause::Sentence(it, pronoun)).collect()
    }

    /// Whether a clause begins with its verb: "Sold the piano after the funeral", "Spends the winter with her aunt".
    fn is_without_subject(&self, clause: &str) -> bool {
        let (first, rest) = split_first(clause);
        let lower = letters(first);
        let next = letters(split_first(rest).0);
        let is_present = lower.len() > PRESENT_LETTERS_MIN
            && (lower.ends_with('s') && !lower.ends_with("ss") || lower.ends_with("ed"))
            && (TAKEN_BY_VERBS.contains(&next.as_str()) || next.ends_with("ly"));
        !is_verb(&lower)
            && !PARTICIPLES.contains(&lower.as_str())
            && !FINITE.contains(&lower.as_str())
            && !first.ends_with([',', ':'])
            && !is_possessive(first)
            && !is_compound(&lower)
            && !OWN.contains(&lower.as_str())
            && next != "of"
            && (is_verb_like(&lower) || is_present)
            && lacking(clause).is_none()
    }

    /// A clause that begins with its verb.
    fn verb_first(&mut self, clause: &str) -> Vec<NoteClause> {
        let (verb, rest) = split_first(clause);
        let said = format!(" {} {rest}", verb.to_lowercase());
        match &self.relative {
            Some(Some(name)) => vec![NoteClause::Sentence(format!("{name}{said}."), None)],
            Some(None) => Vec::new(),
            None => {
                self.is_about_them = true;
                self.with_verb(&said, None)
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
            // "has been a doctor for years" is so now.
            let (then, rest) = match rest.strip_prefix("been ") {
                Some(rest) if word == "has" => ("was", rest),
                _ => (past(word), rest),
            };
            found.extend(self.said(&format!(" {then} {rest}"), pronoun));
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
        let first = letters(words[0]);
        let is_led =
            NO_DESCRIPTION.contains(&first.as_str()) || PREPOSITIONS.contains(first.as_str());
        // "At nineteen already in the habit of it, Dorothea lives".
        let named = self.names.iter().find_map(|it| clause.split_once(&format!(", {it} ")));
        if let Some((_, rest)) = named.filter(|_| is_led) {
            self.is_about_them = true;
            return self.with_verb(&format!(" {rest}"), None);
        }
        let pronoun = words.iter().position(|it| matches!(*it, "he" | "she")).filter(|at| {
            let names_nobody = !words[1..*at].iter().any(|it| it.starts_with(char::is_uppercase));
            self.is_about_them && is_led && names_nobody
        });
        let Some(at) = pronoun else {
            if let Some((sentence, pronoun)) = of_theirs(clause, self.stand_in)
                && self.may_mean(pronoun)
            {
                return vec![NoteClause::Sentence(sentence, Some(pronoun))];
            }
            // "Taken he is": about them still.
            let names_another = words[1..].iter().any(|it| it.starts_with(char::is_uppercase));
            let is_theirs = words[1..].iter().any(|it| matches!(*it, "he" | "she"));
            self.is_about_them &= is_theirs && !names_another;
            return vec![NoteClause::Sentence(format!("{clause}."), None)];
        };
        if changes(clause) {
            return Vec::new();
        }
        let gender = if words[at] == "he" { Pronoun::He } else { Pronoun::She };
        let verb = words.get(at + 1).copied().unwrap_or_default();
        let behind: Vec<&str> =
            std::iter::once(past(verb)).chain(words.iter().skip(at + 2).copied()).collect();
        let (led, behind) = (words[..at].join(" "), behind.join(" "));
        vec![NoteClause::Sentence(format!("{led} {} {behind}.", self.stand_in), Some(gender))]
    }
}
