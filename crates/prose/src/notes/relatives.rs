//! Relatives of the one whom notes are about: "Wife, Margaret, died in 1931", "Magwitch is her father", "Sister Elsie,
//! a nurse". What is said of a relative with a name is a sentence about that one.

use super::described::{PARTICIPLES, noun};
use super::{letters, split_first};
use crate::facts::{Pronoun, is_kin};
use crate::lists::{HONORIFICS, is_past_verb};
use crate::numbers::number;
use crate::tokens::Text;

/// Words between "his" and a relative: "his late wife".
const BEFORE_KIN: [&str; 18] = [
    "late",
    "dead",
    "elder",
    "older",
    "younger",
    "only",
    "little",
    "second",
    "first",
    "eldest",
    "youngest",
    "twin",
    "old",
    "half",
    "poor",
    "dear",
    "own",
    "favourite",
];

/// Words of a name, at most.
const NAME_WORDS_MAX: usize = 4;

/// A relative whom a clause begins with, and what the clause says of them.
pub(super) struct Relative {
    /// What they are: "wife".
    kin: String,
    /// The pronoun of those whose relative it is, where it is said.
    pub(super) pronoun: Option<Pronoun>,
    /// Their name; none where it is not said.
    pub(super) name: Option<String>,
    /// What stands behind.
    rest: String,
}

impl Relative {
    /// The relative whom a clause begins with: "Wife, Margaret, died", "His sister Elsie", "Father kept the inn", and not
    /// "Brother of Anna", which is a description.
    pub(super) fn of(clause: &str) -> Option<Self> {
        // "There was a half-brother, Arthur", "One sister only, Georgiana".
        let clause = ["There was ", "There is ", "One ", "Has ", "Had "]
            .iter()
            .find_map(|led| clause.strip_prefix(led))
            .unwrap_or(clause);
        let words: Vec<&str> = clause.split(' ').collect();
        let mut at = 0;
        let pronoun = pronoun_of(words[0]);
        let articles = ["The", "the", "A", "a", "an", "one"];
        at += usize::from(pronoun.is_some() || articles.contains(&words[0]));
        while words.get(at).is_some_and(|it| BEFORE_KIN.contains(&letters(it).as_str())) {
            at += 1;
        }
        let kin = words.get(at).filter(|it| !it.ends_with(['.', ':']))?;
        let word = letters(kin);
        // "Widow Douglas" is how somebody is called.
        let is_called = matches!(word.as_str(), "widow" | "widower");
        if !is_kin(&word) || super::is_possessive(kin) || is_called {
            return None;
        }
        let is_only = kin.ends_with(',') || words.get(at + 1).is_some_and(|it| *it == "only,");
        let at = at + usize::from(is_only && !kin.ends_with(','));
        let named = name_at(&words, at + 1);
        let end = at + 1 + named;
        let name = (named > 0)
            .then(|| words[at + 1..end].join(" ").trim_end_matches([',', '.', ';']).to_owned());
        let next = words.get(end).map(|it| letters(it)).unwrap_or_default();
        // "Sister Agatha taught him" is a nun, "Father Mapple preaches" a priest, and "Sister Elsie, a nurse" a sister.
        let is_title = kin.starts_with(char::is_uppercase)
            && pronoun.is_none()
            && named > 0
            && !is_only
            && matches!(word.as_str(), "father" | "mother" | "brother" | "sister")
            && end < words.len()
            && !words[end - 1].ends_with(',')
            && !matches!(next.as_str(), "died" | "dies" | "is" | "was");
        let is_joined = is_only && named == 0;
        let is_description = matches!(next.as_str(), "of" | "to" | "and" | "or") && named == 0;
        // "Brother, forty" describes, and "Father kept the inn" does not.
        let has_verb = named > 0 || is_verb_like(&next) || pronoun.is_some() && !next.is_empty();
        let comma = if named > 0 && words[end - 1].ends_with(',') { ", " } else { " " };
        let rest = if end < words.len() {
            comma.to_owned() + &words[end..].join(" ")
        } else {
            String::new()
        };
        (!is_title && !is_joined && !is_description && has_verb).then_some(Self {
            kin: word,
            pronoun,
            name,
            rest,
        })
    }

    /// The sentences that say so of the relative, of those whom `stand_in` stands for.
    pub(super) fn sentences(&self, stand_in: &str) -> Vec<String> {
        let Some(name) = &self.name else {
            return vec![format!("{stand_in}’s {}{}.", self.kin, self.rest)];
        };
        let mut all = vec![format!("{stand_in}’s {} {name}.", self.kin)];
        all.extend(of_named(name, &self.rest));
        all
    }
}

/// What stands behind the name of somebody: "died in 1931", ", a nurse, killed at Loos".
pub(super) fn of_named(name: &str, rest: &str) -> Vec<String> {
    let Some(described) = rest.strip_prefix(", ") else {
        let rest = rest.trim();
        let (verb, behind) = split_first(rest);
        let past = super::past(verb);
        return if rest.is_empty() { Vec::new() } else { vec![format!("{name} {past} {behind}.")] };
    };
    let mut all = Vec::new();
    for part in described.split(", ") {
        let (word, rest) = split_first(part);
        let lower = letters(word);
        match lower.as_str() {
            // "drowned in debt", "buried in his books".
            "drowned" | "buried"
                if matches!(split_first(rest).0, "in") && !rest.contains("the ") => {}
            it if PARTICIPLES.contains(&it) => all.push(format!("{name} was {lower} {rest}.")),
            "dead" if matches!(split_first(rest).0, "" | "these" | "since" | "now" | "for") => {
                all.push(format!("{name} was dead."));
            }
            "died" | "dies" => {
                all.push(format!("{name} died {rest}."));
                break;
            }
            it if is_verb_like(it) || super::is_relative(word) => break,
            _ => match noun(part, false) {
                Some(said) => all.push(format!("{name}{}.", said.trim_end())),
                None if super::changes(part) => break,
                None => {}
            },
        }
    }
    all
}

/// Relatives whom a sentence names with "his" or "her" behind them, where it names nobody before: "With him come
/// Caroline, his sister", "One child, Anne, her daughter". Each as a sentence, with the pronoun.
pub(super) fn apposed(sentence: &str, stand_in: &str) -> Option<(String, Pronoun)> {
    let words: Vec<&str> = sentence.split(' ').collect();
    let at = (1..words.len()).find(|&at| {
        words[at - 1].ends_with(',')
            && words[at - 1].starts_with(char::is_uppercase)
            && pronoun_of(words[at]).is_some()
    })?;
    let start = (0..at).rev().take_while(|&it| words[it].starts_with(char::is_uppercase)).last()?;
    let names_another =
        words.iter().take(start).skip(1).any(|it| it.starts_with(char::is_uppercase));
    let kin =
        (at + 1..words.len()).find(|&it| !BEFORE_KIN.contains(&letters(words[it]).as_str()))?;
    let word = letters(words[kin]);
    let is_own =
        start > 0 && !names_another && is_kin(&word) && ends_part(words[kin], &words[kin + 1..]);
    let name = words[start..at].join(" ");
    let said = format!("{stand_in}’s {word} {}.", name.trim_end_matches(','));
    Some((said, pronoun_of(words[at])?)).filter(|_| is_own)
}

/// Whether a part of a sentence ends with a word, or a name follows.
fn ends_part(word: &str, behind: &[&str]) -> bool {
    word.ends_with([',', ';', '.']) || behind.first().is_none_or(|it| matches!(*it, "and" | "who"))
}

/// Several relatives of one kind whom a clause names: "Two sons, Tom and Will", "One boy, Toby".
pub(super) fn counted(clause: &str, stand_in: &str) -> Vec<String> {
    let Some((led, names)) = clause.split_once(", ") else { return Vec::new() };
    let Some((count, noun)) = led.split_once(' ') else { return Vec::new() };
    let count = letters(count);
    let is_counted = count == "has" || count == "had" || number(&Text::new(&count), 0).is_some();
    // "Two years governess to the squire’s daughters, Jane and Mary".
    let (led, noun) = noun.rsplit_once(' ').unwrap_or(("", noun));
    let is_plain = led.split(' ').all(|it| it.is_empty() || BEFORE_KIN.contains(&it));
    let is_counted = is_counted && is_plain;
    let kin = match noun.strip_suffix('s').unwrap_or(noun) {
        "boy" => "son",
        "girl" => "daughter",
        other => other,
    };
    let all: Vec<&str> = names
        .split(", ")
        .flat_map(|it| it.split(" and "))
        .map(|it| it.trim_start_matches("and "))
        .collect();
    let are_names =
        all.iter().flat_map(|it| it.split(' ')).all(|it| it.starts_with(char::is_uppercase));
    if !is_counted || !is_kin(kin) || !are_names {
        return Vec::new();
    }
    all.into_iter().map(|it| format!("{stand_in}’s {kin} {it}.")).collect()
}

/// A sentence in which "her father" of the one whom the notes are about is that of `stand_in`: "Magwitch is her father",
/// "Oswin, her uncle, is ill". The pronoun is theirs.
pub(super) fn of_theirs(clause: &str, stand_in: &str) -> Option<(String, Pronoun)> {
    let words: Vec<&str> = clause.split(' ').collect();
    let named = name_at(&words, 0);
    let led = words.get(named).filter(|_| named > 0)?;
    let is_apposed = words[named - 1].ends_with(',');
    let is_apposed = is_apposed && pronoun_of(led).is_some();
    let at = match words[named..].iter().position(|it| matches!(*it, "is" | "was")) {
        _ if is_apposed => named,
        Some(verb) => named + verb + 1,
        None => return None,
    };
    // "Compeyson swore Magwitch was her father" is about Magwitch.
    let is_clear = words[named..at.saturating_sub(1).max(named)].iter().all(|it| {
        let word = letters(it);
        !matches!(word.as_str(), "that" | "who") && (is_participle(&word) || !is_verb_like(&word))
    });
    if !is_apposed && !is_clear {
        return None;
    }
    let pronoun = pronoun_of(words.get(at)?)?;
    let kin =
        (at + 1..words.len()).find(|&it| !BEFORE_KIN.contains(&letters(words[it]).as_str()))?;
    let word = letters(words[kin]);
    let (before, behind) = (words[..at].join(" "), words[at + 1..].join(" "));
    let name = words[..named].join(" ");
    // "Oda at the Drowned Bell is his sister".
    let is_far = !is_apposed && at > named + 1 && !words[named - 1].ends_with(',');
    if !is_kin(&word) || is_far && !ends_part(words[kin], &words[kin + 1..]) {
        return None;
    }
    let said = match is_far {
        true => format!("{stand_in}’s {word} {name}."),
        false => format!("{before} {stand_in}’s {behind}."),
    };
    Some((said, pronoun))
}

/// Whether a word is a participle of a life that may stand behind a name: "Hugh, killed at Loos, was her brother".
fn is_participle(word: &str) -> bool {
    PARTICIPLES.contains(&word) || word == "dead"
}

/// What a description that begins with it says of kinship, and the word for it: "Elder son of Augustus and heir",
/// "Mr. Rochester’s lawful wife, kept on the third storey".
pub(super) fn kin_of(clause: &str) -> Option<(String, String)> {
    let words: Vec<&str> = clause.split(' ').collect();
    let article = usize::from(matches!(words[0], "The" | "A" | "An" | "the" | "a" | "an"));
    let owner = name_of_owner(&words, article);
    let from = owner.unwrap_or(article);
    let kin = (from..words.len()).find(|&it| {
        let word = letters(words[it]);
        !BEFORE_KIN.contains(&word.as_str()) && word != "lawful" && word != "natural"
    })?;
    let word = letters(words[kin]);
    if !is_kin(&word) || super::is_possessive(words[kin]) {
        return None;
    }
    if owner.is_some() {
        // "Mary’s father, a captain, died in India" is about the father.
        let has_verb =
            clause.split(", ").skip(1).any(|it| is_verb_like(&letters(split_first(it).0)));
        let is_closed = !has_verb && (words[kin].ends_with([',', ';']) || kin + 1 == words.len());
        let whose = words[article..from].join(" ");
        return is_closed.then(|| (format!(" was {whose} {word}"), word));
    }
    let named = words.get(kin + 1).filter(|it| **it == "of").map(|_| name_at(&words, kin + 2))?;
    let end = kin + 2 + named;
    let closes =
        end == words.len() || words[end - 1].ends_with(',') || words.get(end) == Some(&"and");
    let name = words[kin + 2..end].join(" ");
    (named > 0 && closes)
        .then(|| (format!(" was the {word} of {}", name.trim_end_matches(',')), word))
}

/// The word behind the possessive of a name that a clause begins with: "Mr. Rochester’s", "King Aldric’s".
fn name_of_owner(words: &[&str], from: usize) -> Option<usize> {
    let end = (from..words.len().min(from + NAME_WORDS_MAX))
        .find(|&it| super::is_possessive(words[it]))?;
    words[from..=end].iter().all(|it| it.starts_with(char::is_uppercase)).then_some(end + 1)
}

/// How many words from one on are a name: "Margaret,", "old Mr. Barley".
fn name_at(words: &[&str], at: usize) -> usize {
    const LED: [&str; 6] = ["old", "little", "Old", "Young", "Poor", "Little"];
    let from = at + usize::from(words.get(at).is_some_and(|it| LED.contains(it)));
    let mut end = from;
    while end < words.len() && end < from + NAME_WORDS_MAX {
        let word = words[end];
        if !word.starts_with(char::is_uppercase) {
            break;
        }
        end += 1;
        let is_title = HONORIFICS.contains(letters(word).as_str());
        if word.ends_with(',')
            || word.ends_with(['.', ';', ':']) && !is_title
            || super::is_possessive(word)
        {
            break;
        }
    }
    let is_whole = end > from && !super::is_possessive(words[end - 1]);
    if is_whole { end - at } else { 0 }
}

/// The pronoun that a possessive is of.
fn pronoun_of(word: &str) -> Option<Pronoun> {
    match word {
        "His" | "his" => Some(Pronoun::He),
        "Her" | "her" => Some(Pronoun::She),
        _ => None,
    }
}

/// Whether a word may be the verb of a clause.
pub(super) fn is_verb_like(word: &str) -> bool {
    super::clauses::FINITE.contains(&word) || super::is_verb(word) || is_past_verb(word)
}
