//! Lines of notes: keys with their values, and brackets.

use super::{NoteClause, changes, is_verb, letters, split_first};
use crate::numbers::number;
use crate::tokens::Text;

/// Letters and words of the key of an attribute, at most.
const KEY_CHARS_MAX: usize = 24;
const KEY_WORDS_MAX: usize = 3;

/// A line without what stands in brackets, and what a bracket right behind a name of the entry says of a birth or a
/// death, from behind its subject: "Lena Voss (b. 1870) is", "Otto (1812–1890)". What says of a change stays:
/// "brown hair (grey after the war)".
pub(super) fn without_brackets(line: &str, names: &[&str]) -> (String, Vec<(String, String)>) {
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

/// The keys of a line or a sentence that has nothing else, each with its value.
pub(super) fn attributes(line: &str) -> Option<Vec<NoteClause>> {
    line.split("; ").map(attribute).collect()
}

/// A key with its value.
fn attribute(sentence: &str) -> Option<NoteClause> {
    let (key, said) = sentence.split_once(": ")?;
    let key = key.trim_start_matches(|it: char| !it.is_alphanumeric());
    let key = ["His ", "Her "].iter().find_map(|it| key.strip_prefix(it)).unwrap_or(key);
    // "Two sons: Tom and Will".
    let counted = key
        .split_once(' ')
        .filter(|(count, _)| number(&Text::new(&count.to_lowercase()), 0).is_some());
    let key = counted.map_or(key, |(_, key)| key);
    let is_key = !key.is_empty()
        && key.chars().count() <= KEY_CHARS_MAX
        && key.split(' ').count() <= KEY_WORDS_MAX
        && !is_verb(&letters(split_first(key).0))
        && key.chars().all(|it| it.is_alphabetic() || " -.".contains(it));
    is_key.then(|| NoteClause::Attribute(key.to_owned(), said.trim().to_owned()))
}
