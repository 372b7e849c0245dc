//! What notes say of the one whom they are about, as sentences that the readers of facts understand. Notes leave
//! the subject out ("Brother of Martha, twelve going on thirteen. Round blue eyes.") or call it by a pronoun, and
//! tell in the present what a text tells in the past.

use crate::calendar::ordinal;
use crate::facts::{is_kin, is_trade, on_one_line};
use crate::numbers::number;
use crate::tokens::Text;

/// What one sentence of notes says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The sentence as it is written, on one line.
    pub quote: String,
    /// What it stands for.
    pub clauses: Vec<NoteClause>,
}

/// A part of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoteClause {
    /// A key and what stands behind its colon: "Eyes: grey".
    Attribute(String, String),
    /// A sentence in the past whose subject is named.
    Sentence(String),
}

/// Letters of the key of an attribute, at most.
const KEY_CHARS_MAX: usize = 24;

/// Verbs that a note may begin with, and how a text tells them.
const VERBS: [(&str, &str); 46] = [
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
    ("had", "had"),
    ("was", "was"),
    ("lived", "lived"),
    ("worked", "worked"),
    ("served", "served"),
    ("kept", "kept"),
    ("owned", "owned"),
    ("wore", "wore"),
    ("carried", "carried"),
    ("married", "married"),
    ("died", "died"),
    ("became", "became"),
    ("lost", "lost"),
    ("sold", "sold"),
    ("taught", "taught"),
    ("ran", "ran"),
    ("played", "played"),
    ("wrote", "wrote"),
    ("practised", "practised"),
    ("practiced", "practiced"),
    ("earned", "earned"),
    ("made", "made"),
    ("drove", "drove"),
];

/// Participles that a note may begin with: "Born in 1840", "Killed at Jena".
const PARTICIPLES: [&str; 16] = [
    "born",
    "aged",
    "killed",
    "murdered",
    "executed",
    "hanged",
    "drowned",
    "buried",
    "engaged",
    "betrothed",
    "widowed",
    "orphaned",
    "employed",
    "apprenticed",
    "knighted",
    "ordained",
];

/// Words that begin what is no description of somebody: a clause of its own, or one that another leads in.
const NO_DESCRIPTION: [&str; 38] = [
    "there", "since", "when", "while", "if", "although", "though", "after", "before", "as",
    "because", "until", "on", "from", "by", "it", "this", "that", "these", "those", "what", "who",
    "which", "they", "we", "you", "i", "not", "no", "never", "but", "so", "for", "at", "to",
    "later", "then", "of",
];

/// Words of a description that was so once, will be, or is not quite so.
const NOT_NOW: [&str; 22] = [
    "former",
    "formerly",
    "once",
    "lately",
    "later",
    "then",
    "future",
    "retired",
    "eventually",
    "previously",
    "originally",
    "sometime",
    "late",
    "ex",
    "failed",
    "would-be",
    "aspiring",
    "amateur",
    "possibly",
    "perhaps",
    "secretly",
    "supposedly",
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

/// Words behind the noun of a description.
const BEHIND_NOUN: [&str; 24] = [
    "of", "at", "in", "from", "for", "to", "with", "by", "on", "and", "but", "who", "whose",
    "that", "which", "since", "until", "under", "near", "aboard", "about", "like", "as", "or",
];

/// When a book begins: an age then is the one that a book knows somebody by.
const BEGINNINGS: [&str; 12] = [
    "first",
    "start",
    "beginning",
    "opening",
    "story",
    "book",
    "novel",
    "chapter",
    "begins",
    "opens",
    "starts",
    "part",
];

/// Reads notes about the one who has these names. In the sentences `stand_in` is the subject; other names are as
/// they stand.
pub fn notes(text: &str, names: &[&str], stand_in: &str) -> Vec<Note> {
    let mut reader = NoteReader { names, stand_in, is_about_them: true };
    let (mut found, mut sentences) = (Vec::new(), String::new());
    for line in text.lines() {
        match attributes(line.trim()) {
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
        && key.split(' ').count() <= 3
        && key.chars().all(|it| it.is_alphabetic() || " '’-".contains(it));
    is_key.then(|| NoteClause::Attribute(key.to_owned(), said.trim().to_owned()))
}

/// The letters of a word, in lower case and without a possessive.
fn bare(word: &str) -> String {
    let word = word.trim_matches(|it: char| !it.is_alphanumeric());
    let word = word.strip_suffix("’s").or_else(|| word.strip_suffix("'s")).unwrap_or(word);
    word.to_lowercase()
}

fn is_possessive(word: &str) -> bool {
    word.ends_with("’s") || word.ends_with("'s") || word.ends_with("s’") || word.ends_with("s'")
}

/// The first word, and the others.
fn first(words: &str) -> (&str, &str) {
    words.split_once(' ').unwrap_or((words, ""))
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
            let bare = quote.trim_end_matches(['.', '!', ' ']);
            let clauses = attributes(bare).unwrap_or_else(|| self.sentence(bare));
            found.push(Note { quote, clauses });
        }
    }

    fn sentence(&mut self, sentence: &str) -> Vec<NoteClause> {
        let clauses =
            sentence.split("; ").flat_map(|it| it.split(" — ")).flat_map(|it| it.split(" – "));
        clauses.flat_map(|clause| self.clause(clause.trim())).collect()
    }

    fn clause(&mut self, clause: &str) -> Vec<NoteClause> {
        if let Some(rest) = self.behind_name(clause) {
            self.is_about_them = true;
            return self.told(rest);
        }
        let (word, rest) = first(clause);
        match word.to_lowercase().as_str() {
            "he" | "she" if self.is_about_them => self.told(&format!(" {rest}")),
            "his" | "her" if self.is_about_them => {
                // "His sister": whoever follows as "she" may be the sister.
                self.is_about_them = !rest.split(' ').any(|it| is_kin(&bare(it)));
                self.said(&format!("’s {rest}"))
            }
            "he" | "she" | "his" | "her" => Vec::new(),
            _ if is_clause(clause) => self.led(clause),
            _ => {
                self.is_about_them = true;
                self.described(clause)
            }
        }
    }

    /// What stands behind one of their names, with a possessive or a space before it.
    fn behind_name<'c>(&self, clause: &'c str) -> Option<&'c str> {
        let behind = |name: &&str| {
            let rest = clause.strip_prefix(*name)?;
            let is_whole = [" ", "’s ", "'s "].iter().any(|it| rest.starts_with(it));
            is_whole.then_some(rest)
        };
        self.names.iter().filter_map(behind).min_by_key(|rest| rest.len())
    }

    /// A clause that has a verb, from behind its subject.
    fn told(&self, rest: &str) -> Vec<NoteClause> {
        let Some(verb) = rest.strip_prefix(' ') else { return self.said(rest) };
        // "He was born in 1891 and is ten years old": the date is that of the first alone.
        let (mut found, mut start) = (Vec::new(), 0);
        let joints = verb.match_indices(" and ").map(|(at, joint)| (at, at + joint.len()));
        let splits = joints.filter(|(_, behind)| is_verb(first(&verb[*behind..]).0));
        for (end, behind) in splits.chain([(verb.len(), verb.len())]) {
            let (word, rest) = first(&verb[start..end]);
            found.extend(self.said(&format!(" {} {rest}", past(word))));
            start = behind;
        }
        found
    }

    fn said(&self, rest: &str) -> Vec<NoteClause> {
        if changes(rest) { Vec::new() } else { vec![self.of_them(rest)] }
    }

    fn of_them(&self, rest: &str) -> NoteClause {
        NoteClause::Sentence(format!("{}{}.", self.stand_in, rest.trim_end()))
    }

    /// A clause that begins with something else than its subject, or is about somebody else: "In the war he was".
    fn led(&mut self, clause: &str) -> Vec<NoteClause> {
        let words: Vec<&str> = clause.split(' ').collect();
        let pronoun = words.iter().position(|it| matches!(*it, "he" | "she"));
        let names_nobody =
            |at: &usize| !words[1..*at].iter().any(|it| it.starts_with(char::is_uppercase));
        let opens_with_name =
            !NO_DESCRIPTION.contains(&bare(words[0]).as_str()) && words[0] != "In";
        match pronoun.filter(|_| self.is_about_them && !opens_with_name).filter(names_nobody) {
            Some(at) if !changes(clause) => {
                let led = words[..at].join(" ");
                vec![NoteClause::Sentence(format!(
                    "{led} {} {}.",
                    self.stand_in,
                    words[at + 1..].join(" ")
                ))]
            }
            Some(_) => Vec::new(),
            None => {
                self.is_about_them = false;
                vec![NoteClause::Sentence(format!("{clause}."))]
            }
        }
    }

    /// A clause without a subject: each of its parts is a statement.
    fn described(&self, clause: &str) -> Vec<NoteClause> {
        let (mut found, mut before) = (Vec::new(), "");
        for part in clause.split(", ") {
            let part = part.strip_prefix("and ").unwrap_or(part).trim();
            // What stands behind "who" is said of whoever was named last.
            if matches!(bare(first(part).0).as_str(), "who" | "whose" | "which" | "where") {
                break;
            }
            found.extend(self.part(part, before).map(|rest| self.of_them(&rest)));
            before = part;
        }
        found
    }

    /// What one part of a description says of them; `before` is the part in front of it.
    fn part(&self, part: &str, before: &str) -> Option<String> {
        let (word, rest) = first(part);
        let lower = bare(word);
        if let Some(age) = age(part) {
            return Some(format!(" was {age}"));
        }
        if let Some(lacking) = lacking(part) {
            return Some(lacking);
        }
        let says_not_now = changes(part) || NOT_NOW.contains(&lower.as_str());
        if says_not_now || NO_DESCRIPTION.contains(&lower.as_str()) {
            return None;
        }
        if PARTICIPLES.contains(&lower.as_str()) || lower == "married" && first(rest).0 == "to" {
            return Some(format!(" was {lower} {rest}"));
        }
        if is_verb(&lower) {
            return Some(format!(" {} {rest}", past(&lower)));
        }
        let of_looks = |it: &str| matches!(it, "eyes" | "hair" | "curls" | "locks" | "braids");
        if part.split(' ').any(|it| of_looks(&bare(it))) {
            let behind_with = lowered(part);
            let behind_with =
                behind_with.split_once("with ").map_or(behind_with.as_str(), |(_, it)| it);
            return Some(format!(" had {behind_with}"));
        }
        if ["-eyed", "-haired", "-headed"].iter().any(|it| lower.ends_with(it)) {
            return Some(format!(" was {}", lowered(part)));
        }
        self.noun(part, before)
    }

    /// What a noun says that they are.
    fn noun(&self, part: &str, before: &str) -> Option<String> {
        let all: Vec<&str> = part.split(' ').collect();
        let behind = |it: &&str| BEHIND_NOUN.contains(&bare(it).as_str());
        let end = all.iter().position(behind).unwrap_or(all.len());
        let last = all[..end].last()?;
        let head = bare(last);
        let is_of_age = all.get(end).is_some_and(|it| *it == "of")
            && all
                .get(end + 1)
                .is_some_and(|it| number(&Text::new(&it.to_lowercase()), 0).is_some());
        if is_of_age && matches!(bare(all[0]).as_str(), "a" | "an" | "the") {
            // "An Englishman of twenty-eight".
            let noun = ["woman", "man"].into_iter().find(|it| head.ends_with(it));
            return Some(format!(" was a {} {}", noun.unwrap_or(&head), all[end..].join(" ")));
        }
        // "Fox Captain, crow Soot" are names. "Victor’s mother catches it": a noun that nothing stands behind but what
        // belongs to it.
        let is_name = end > 1 && last.starts_with(char::is_uppercase);
        let is_noun =
            is_kin(&head) || is_trade(&head) || matches!(head.as_str(), "child" | "orphan");
        let is_negated =
            all[..end].iter().any(|it| NOT_NOW.contains(&bare(it).as_str()) || bare(it) == "no");
        if !is_noun || is_name || is_negated {
            return None;
        }
        let first = bare(all[0]);
        let has_article = matches!(first.as_str(), "a" | "an" | "the");
        let follows_name =
            before.rsplit(' ').next().is_some_and(|it| it.starts_with(char::is_uppercase));
        if has_article && follows_name {
            // "Cousin of Archibald, a poor doctor": either may be the doctor.
            return None;
        }
        Some(match () {
            () if is_trade(&head) => {
                format!(" was {} {head} {}", article(&head), all[end..].join(" "))
            }
            () if is_possessive(all[0]) => format!(" was {part}"),
            () if has_article => format!(" was {}", lowered(part)),
            () => format!(" was the {}", lowered(part)),
        })
    }
}

/// What they do not have: "only child", "never had a sister", "no brothers".
fn lacking(part: &str) -> Option<String> {
    let lower = part.to_lowercase();
    if lower == "only child" || lower.starts_with("only child of ") {
        return Some(" was an only child".to_owned());
    }
    let noun = ["never had a ", "never had any ", "never had ", "no "]
        .iter()
        .find_map(|led| lower.strip_prefix(led))?;
    let is_of_kin = noun.split(' ').next().is_some_and(|it| is_kin(it.trim_end_matches('s')));
    is_of_kin.then(|| format!(" had no {noun}"))
}

fn is_verb(word: &str) -> bool {
    VERBS.iter().any(|(now, then)| *now == word || *then == word)
}

/// How a text tells a verb.
fn past(verb: &str) -> &str {
    VERBS.iter().find(|(now, _)| *now == verb).map_or(verb, |(_, then)| then)
}

/// Whether notes speak of looks, rank or work that change: "brown until the wedding", and not "died after a week".
pub fn changes(rest: &str) -> bool {
    let words: Vec<String> = rest.split(' ').map(bare).collect();
    let is_of_life = |it: &String| {
        matches!(
            it.as_str(),
            "died" | "dies" | "married" | "marries" | "born" | "killed" | "engaged"
        )
    };
    words.iter().any(|it| CHANGES.contains(&it.as_str())) && !words.iter().any(is_of_life)
}

/// Whether a clause has a subject of its own, or is led by something that no description begins with.
fn is_clause(clause: &str) -> bool {
    let is_relative = |it: &&str| matches!(bare(it).as_str(), "who" | "whose" | "that" | "which");
    let mut words = clause.split(' ').take_while(|it| !is_relative(it));
    let Some(first) = words.next() else { return false };
    let lower = bare(first);
    if lacking(clause).is_some() {
        return false;
    }
    if is_verb(&lower) {
        return false;
    }
    let is_place =
        lower == "in" && !clause.split(' ').nth(1).is_some_and(|it| matches!(it, "his" | "her"));
    is_place
        || NO_DESCRIPTION.contains(&lower.as_str())
        || words.any(|it| FINITE.contains(&bare(it).as_str()))
}

/// With a small letter at its beginning.
fn lowered(part: &str) -> String {
    let mut letters = part.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// An age that opens a part: "ten years old", "sixteen at the first Christmas", "twelve going on thirteen".
fn age(part: &str) -> Option<String> {
    let lower = part.to_lowercase();
    let lower = ["aged ", "age "].iter().find_map(|it| lower.strip_prefix(it)).unwrap_or(&lower);
    let bound = lower.split_once(' ').filter(|(led, _)| matches!(*led, "past" | "over" | "under"));
    if let Some((led, years)) = bound {
        return age(years).map(|years| format!("{led} {}", years.trim_end_matches(" years old")));
    }
    let text = Text::new(lower);
    let (years, end) = number(&text, 0).filter(|_| ordinal(&text, 0).is_none())?;
    let behind: Vec<&str> = (end..text.words().len()).map(|at| text.lower(at)).collect();
    let is_age = match behind.first() {
        None | Some(&("going" | "and")) => true,
        // "Three years younger than Amy" is no age.
        Some(&("years" | "year")) => behind.iter().any(|it| matches!(*it, "old" | "age")),
        Some(&("at" | "when" | "in" | "as")) => behind.iter().any(|it| BEGINNINGS.contains(it)),
        Some(_) => false,
    };
    is_age.then(|| format!("{years} years old"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        let all = notes(text, &["Dickon Sowerby", "Dickon"], "X");
        let clauses = all.into_iter().flat_map(|it| it.clauses);
        clauses
            .map(|it| match it {
                NoteClause::Attribute(key, said) => format!("{key} = {said}"),
                NoteClause::Sentence(sentence) => sentence,
            })
            .collect()
    }

    #[test]
    fn notes_are_about_the_one_whom_they_leave_out() {
        for (text, wanted) in [
            (
                "Brother of Martha, twelve going on thirteen, a moor boy.",
                &["X was the brother of Martha.", "X was 12 years old."][..],
            ),
            (
                "Round blue eyes, rusty-red hair.",
                &["X had round blue eyes.", "X had rusty-red hair."],
            ),
            ("Plump, with large eyes and brown hair.", &["X had large eyes and brown hair."]),
            ("A grave young man with brown eyes.", &["X had brown eyes."]),
            ("Sixteen at the first Christmas.", &["X was 16 years old."]),
            ("A solicitor of forty.", &["X was a solicitor of forty."]),
            (
                "An Englishman of twenty-eight who sails.",
                &["X was a man of twenty-eight who sails."],
            ),
            ("Past sixty years of age.", &["X was past 60."]),
            ("Only child; never had a sister.", &["X was an only child.", "X had no sister."]),
            ("Aged 40, red-haired.", &["X was 40 years old.", "X was red-haired."]),
            ("Young English solicitor of Exeter.", &["X was a solicitor of Exeter."]),
            ("Laurie’s tutor; born in 1840.", &["X was a tutor.", "X was born in 1840."]),
            ("Married to Anna. Dies on 3 May.", &["X was married to Anna.", "X died on 3 May."]),
            ("Age: 34\nEyes: grey", &["Age = 34", "Eyes = grey"]),
        ] {
            assert_eq!(said(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_name_or_a_pronoun_is_theirs_while_nobody_else_is_spoken_of() {
        for (text, wanted) in [
            ("He has blue eyes.", &["X had blue eyes."][..]),
            (
                "He was born in 1891 and is ten years old.",
                &["X was born in 1891.", "X was ten years old."],
            ),
            ("Dickon’s hair is red.", &["X’s hair is red."]),
            ("In the war he was a chaplain.", &["In the war X was a chaplain."]),
            ("Kind. His sister is ill. She has grey eyes.", &["X’s sister is ill."]),
            ("Martha was his maid. She has grey eyes.", &["Martha was his maid."]),
        ] {
            assert_eq!(said(text), wanted, "{text}");
        }
    }

    #[test]
    fn what_may_be_said_of_another_or_of_another_time_is_left_out() {
        for text in [
            "Her hair was brown until the wedding.",
            "His hair is black and later turns white.",
            "Formerly a sailor.",
            "A failed painter.",
            "Fox Captain, crow Soot.",
            "Seven years younger than Anna.",
            "Ten when his mother died.",
            "Victor’s mother catches it from her.",
            "Is he a doctor?",
        ] {
            assert!(said(text).is_empty(), "{text}: {:?}", said(text));
        }
        assert_eq!(said("Cousin of Archibald, a poor doctor."), ["X was the cousin of Archibald."]);
    }
}
