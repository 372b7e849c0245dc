//! Descriptions without a subject: each part of "Brother of Martha, twelve, round blue eyes" is a statement about the
//! one whom the notes are about. What may be said of somebody who is named in it is left out.

use super::clauses::{NO_DESCRIPTION, is_clause, is_common, without_second_verb};
use super::{RELATIVES, changes, is_possessive, is_verb, letters, past, split_first};
use crate::calendar::ordinal;
use crate::facts::{is_kin, is_trade};
use crate::numbers::number;
use crate::tokens::Text;

/// Participles that a part may begin with: "Born in 1840", "Killed at Jena".
pub(super) const PARTICIPLES: [&str; 16] = [
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

/// Those of them that may follow the name of somebody else, and are not said of that one: "Friend of Mina, engaged to
/// Arthur".
const BEHIND_NAMES: [&str; 4] = ["born", "aged", "engaged", "betrothed"];

/// Words of a description that was so once, will be, or is not quite so.
const NOT_NOW: [&str; 26] = [
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
    "almost",
    "nearly",
    "would",
    "no",
];

/// Words behind the noun of a description.
const BEHIND_NOUN: [&str; 27] = [
    "all", "these", "now", "of", "at", "in", "from", "for", "to", "with", "by", "on", "and", "but",
    "who", "whose", "that", "which", "since", "until", "under", "near", "aboard", "about", "like",
    "as", "or",
];

/// Words for somebody who is described by their looks.
const SOMEBODY: [&str; 12] = [
    "man",
    "woman",
    "boy",
    "girl",
    "lad",
    "lass",
    "child",
    "youth",
    "lady",
    "gentleman",
    "person",
    "widow",
];

/// What hair and eyes are counted by.
const SHOCKS: [&str; 6] =
    ["a shock of ", "a mop of ", "a head of ", "a mane of ", "a crown of ", "a pair of "];

/// Relatives who are no older than those whose relatives they are named as: their own age follows.
const YOUNG_KIN: [&str; 10] =
    ["brother", "sister", "twin", "cousin", "son", "daughter", "child", "nephew", "niece", "ward"];

/// The oldest whom notes give an age by a number alone, in years.
const AGE_MAX: u32 = 130;

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

/// What the parts of a description say, each from behind its subject: " was the brother of Martha".
pub(super) fn said_by(clause: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    // "Red-haired and green-eyed" are two parts.
    let compounds: Vec<&str> = clause.split(" and ").collect();
    let are_compounds = compounds.len() > 1 && compounds.iter().all(|it| is_compound(&letters(it)));
    let all = if are_compounds { compounds } else { clause.split(", ").collect() };
    for part in all {
        let is_year = part.len() == 4 && part.bytes().all(|it| it.is_ascii_digit());
        // "Hair cropped, sandy".
        let is_further = |before: &String| {
            is_of_looks(split_first(before).0) && !part.contains(' ') && !part.is_empty()
        };
        let goes_on = is_year || parts.last().is_some_and(is_further);
        match parts.last_mut().filter(|_| goes_on) {
            // "Born on May 3, 1840".
            Some(before) => *before = format!("{before}, {part}"),
            None => parts.push(part.strip_prefix("and ").unwrap_or(part).trim().to_owned()),
        }
    }
    // What stands behind "who" is said of whoever was named last.
    let is_own = |it: &&String| {
        let first = letters(split_first(it).0);
        !RELATIVES.contains(&first.as_str()) && first != "where"
    };
    // "dark hair brushed straight back".
    let is_part = |it: &&String| {
        let is_look = it.split(' ').any(is_of_looks) && !matches!(split_first(it).0, "his" | "her");
        is_look || !is_clause(it)
    };
    let own: Vec<&String> = parts.iter().take_while(is_own).take_while(is_part).collect();
    let before = |at: usize| at.checked_sub(1).map_or("", |at| own[at].as_str());
    let mut said: Vec<String> = (0..own.len()).filter_map(|at| part(own[at], before(at))).collect();
    said.extend(own.iter().find_map(|it| died(it)));
    said
}

/// "an officer in India who died in the cholera".
fn died(part: &str) -> Option<String> {
    let is_led = ["a ", "an ", "the ", "A ", "An ", "The "].iter().any(|it| part.starts_with(it));
    let (somebody, rest) = part.split_once(" who died").filter(|_| is_led)?;
    // "the widow of a man who died" is of another.
    let names_another =
        somebody.split(' ').skip(1).any(|it| matches!(it, "of" | "to" | "a" | "an" | "the"));
    (!names_another && (rest.is_empty() || rest.starts_with(' '))).then(|| format!(" died{rest}"))
}

/// What one part of a description says; `before` is the part in front of it.
fn part(part: &str, before: &str) -> Option<String> {
    let last = before.rsplit(' ').next().unwrap_or_default();
    let follows_name =
        last.starts_with(char::is_uppercase) && (before.contains(' ') || !is_common(last));
    let part = ["Now ", "now "].iter().find_map(|it| part.strip_prefix(it)).unwrap_or(part);
    let (word, rest) = split_first(part);
    let lower = letters(word);
    if let Some(age) = age(part, before) {
        let kin = before.split(' ').map(letters).find(|it| is_kin(it) || *it == "child");
        let is_own = !follows_name || kin.is_some_and(|it| YOUNG_KIN.contains(&it.as_str()));
        return is_own.then(|| format!(" was {age}"));
    }
    if let Some(lacking) = lacking(part) {
        return Some(lacking);
    }
    let is_not_now = changes(part) || NOT_NOW.contains(&lower.as_str());
    if is_not_now || NO_DESCRIPTION.contains(&lower.as_str()) {
        return None;
    }
    if PARTICIPLES.contains(&lower.as_str()) || lower == "married" && split_first(rest).0 == "to" {
        let is_own = !follows_name || BEHIND_NAMES.contains(&lower.as_str());
        let next = letters(split_first(rest).0);
        let has_object = next != "a" && number(&Text::new(&next), 0).is_some()
            || matches!(next.as_str(), "her" | "his" | "the" | "both");
        // "Engaged since Easter to Leo": to whom counts.
        let whom = rest.find(" to ").filter(|_| matches!(lower.as_str(), "engaged" | "betrothed"));
        let rest = whom.map_or(rest, |at| &rest[at + 1..]);
        let takes_one = matches!(lower.as_str(), "buried" | "killed" | "murdered" | "employed");
        return is_own.then(|| match has_object && takes_one {
            true => format!(" {lower} {rest}"),
            false => format!(" was {lower} {rest}"),
        });
    }
    if is_verb(&lower) {
        return (!follows_name).then(|| format!(" {} {rest}", past(&lower)));
    }
    let has_article = matches!(lower.as_str(), "a" | "an" | "the");
    if has_article && follows_name {
        // "Cousin of Archibald, a poor doctor": either may be the doctor.
        return None;
    }
    if is_of_looks(word) && !rest.is_empty() {
        return Some(format!("’s {lower} {} {rest}", if lower == "hair" { "was" } else { "were" }));
    }
    if part.split(' ').any(is_of_looks) {
        return looks(part);
    }
    if matches!(lower.as_str(), "blonde" | "blond" | "redhead") && rest.is_empty() {
        return Some(format!(" was {}{lower}", if lower == "redhead" { "a " } else { "" }));
    }
    if matches!(lower.as_str(), "ginger" | "auburn") && rest.is_empty() {
        return Some(format!("’s hair was {lower}"));
    }
    if is_compound(&lower) {
        return Some(format!(" was {}", lowered(part)));
    }
    // "A tall, heavy-set man in his fifties".
    let years = part.split_once(" in his ").or_else(|| part.split_once(" in her "));
    if let Some((somebody, years)) = years
        && SOMEBODY.contains(&somebody.rsplit(' ').next().map(letters).unwrap_or_default().as_str())
        && years.ends_with("ies")
    {
        return Some(format!(" was in his {years}"));
    }
    noun(part, follows_name)
}

/// "red-haired", "green-eyed".
pub(super) fn is_compound(word: &str) -> bool {
    ["-eyed", "-haired", "-headed"].iter().any(|it| word.ends_with(it))
}

fn is_of_looks(word: &str) -> bool {
    matches!(letters(word).as_str(), "eyes" | "hair" | "curls" | "locks" | "braids")
}

/// Eyes and hair that somebody has: "round blue eyes", "with blue eyes", "a tall man with blue eyes", and not "afraid of
/// men with blue eyes".
fn looks(part: &str) -> Option<String> {
    // "Silver hair the father, fair hair Agatha" is of several.
    let behind = part.split(' ').skip_while(|it| !is_of_looks(it)).nth(1).unwrap_or_default();
    if behind == "the" || behind.starts_with(char::is_uppercase) {
        return None;
    }
    let lower = lowered(part);
    let had = match lower.split_once("with ") {
        Some(("", had)) => had,
        Some((somebody, had)) => {
            let words: Vec<&str> = somebody.trim_end().split(' ').collect();
            let (led, last) = (words.first()?, words.last()?);
            let is_somebody = matches!(*led, "a" | "an" | "the") && SOMEBODY.contains(last);
            let is_plain = !words.iter().any(|it| BEHIND_NOUN.contains(it));
            return (is_somebody && is_plain).then(|| format!(" had {had}"));
        }
        None => lower.as_str(),
    };
    // "a shock of white hair".
    let what = SHOCKS.iter().find_map(|it| had.strip_prefix(it)).unwrap_or(had);
    let before = what.split(' ').take_while(|it| !is_of_looks(it)).map(letters);
    let is_plain = !before.into_iter().any(|it| it != "and" && BEHIND_NOUN.contains(&it.as_str()));
    is_plain.then(|| format!(" had {had}"))
}

/// What a noun says that they are.
pub(super) fn noun(part: &str, follows_name: bool) -> Option<String> {
    let part = without_second_verb(part);
    let all: Vec<&str> = part.split(' ').collect();
    let behind = |it: &&str| BEHIND_NOUN.contains(&letters(it).as_str());
    let end = all.iter().position(behind).unwrap_or(all.len());
    let last = all[..end].last()?;
    let (first, head) = (letters(all[0]), letters(last));
    let has_article = matches!(first.as_str(), "a" | "an" | "the");
    if matches!(first.as_str(), "his" | "her" | "one" | "being") {
        return None;
    }
    let is_of_age = all.get(end).is_some_and(|it| *it == "of")
        && all.get(end + 1).is_some_and(|it| number(&Text::new(&it.to_lowercase()), 0).is_some());
    if is_of_age && (has_article || SOMEBODY.contains(&head.as_str())) {
        // "An Englishman of twenty-eight".
        let noun = ["woman", "man"].into_iter().find(|it| head.ends_with(it));
        return Some(format!(" was a {} {}", noun.unwrap_or(&head), all[end..].join(" ")));
    }
    // "Loves a sailor", "Fox Captain", "Victor’s mother catches it": a noun of their own has nothing before it but
    // adjectives, and nothing behind it but what belongs to it.
    let is_led = |it: &&str| {
        is_possessive(it) || matches!(letters(it).as_str(), "a" | "an" | "the" | "his" | "her")
    };
    let is_name = end > 1 && last.starts_with(char::is_uppercase);
    let is_noun = is_kin(&head) || is_trade(&head) || matches!(head.as_str(), "child" | "orphan");
    let is_negated = all[..end].iter().any(|it| NOT_NOW.contains(&letters(it).as_str()));
    if !is_noun || is_name || is_negated || all[1..end].iter().any(is_led) {
        return None;
    }
    match () {
        // "Daughter of Thomas Lefroy, rector of Ashe".
        () if is_trade(&head) && follows_name => None,
        () if is_trade(&head) => {
            Some(format!(" was {} {head} {}", article(&head), all[end..].join(" ")))
        }
        () if is_possessive(all[0]) => Some(format!(" was {part}")),
        () if has_article => Some(format!(" was {}", lowered(part))),
        () => Some(format!(" was the {}", lowered(part))),
    }
}

/// What they do not have: "only child", "never had a sister", "no brothers".
pub(super) fn lacking(part: &str) -> Option<String> {
    let lower = part.to_lowercase();
    if lower == "only child" || lower.starts_with("only child of ") {
        return Some(" was an only child".to_owned());
    }
    if matches!(
        lower.as_str(),
        "unmarried" | "never married" | "bachelor" | "a bachelor" | "spinster" | "a spinster"
    ) {
        return Some(" was never married".to_owned());
    }
    const NEVER: [&str; 6] = [
        "not married",
        "never took a wife",
        "never took a husband",
        "never wed",
        "never been anybody's wife",
        "never been anybody’s wife",
    ];
    if NEVER.iter().any(|it| lower.strip_prefix(it).is_some_and(|rest| rest.is_empty())) {
        return Some(" was never married".to_owned());
    }
    let noun = ["never had a ", "never had any ", "never had ", "no "]
        .iter()
        .find_map(|led| lower.strip_prefix(led))?;
    let noun = noun.strip_prefix("living ").unwrap_or(noun);
    let is_of_kin = noun
        .split(' ')
        .next()
        .is_some_and(|it| is_kin(it.trim_end_matches('s')) || matches!(it, "child" | "children"));
    is_of_kin.then(|| format!(" had no {noun}"))
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

/// An age that opens a part: "ten years old", "past sixty", "sixteen at the first Christmas", "twelve going on
/// thirteen".
fn age(part: &str, before: &str) -> Option<String> {
    let lower = part.to_lowercase();
    let lower = lower.strip_prefix("little more than ").unwrap_or(&lower).to_owned();
    let led = ["past ", "over ", "under "].into_iter().find(|it| lower.starts_with(*it));
    let said = led.map_or(lower.as_str(), |led| &lower[led.len()..]);
    let said = ["aged ", "age "].iter().find_map(|it| said.strip_prefix(it)).unwrap_or(said);
    let text = Text::new(said);
    let is_age = |it: &(u32, usize)| it.0 <= AGE_MAX;
    let (years, end) = number(&text, 0).filter(is_age).filter(|_| ordinal(&text, 0).is_none())?;
    let behind: Vec<&str> = (end..text.words().len()).map(|at| text.lower(at)).collect();
    let is_age = match behind.as_slice() {
        // "Appears in chapters 1, 5, 12" counts no years.
        [] => !before.contains(|it: char| it.is_ascii_digit()),
        ["now"] | ["this" | "last" | "next", _] => true,
        ["or", "so"] | ["or", "thereabouts"] | ["winters"] | ["or", "near", "it"] => true,
        ["going", "on", ..] | ["and", "a", "half"] => true,
        // "Three years younger than Amy" is no age.
        ["years" | "year", "old", ..] | ["years", "of", "age", ..] => true,
        ["at" | "when" | "in" | "as", ..] => behind.iter().any(|it| BEGINNINGS.contains(it)),
        _ => false,
    };
    match (is_age, led) {
        (false, _) => None,
        (true, Some(led)) => Some(format!("{led}{years}")),
        (true, None) => Some(format!("{years} years old")),
    }
}
