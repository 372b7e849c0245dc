//! The check of what must not appear: words and phrases of the project's rules, as whole words and in
//! the forms English gives them. It looks for words; whether a story holds what they stand for under
//! other words is for a reader to say.

use domain::findings::{FOUND_MAX, Found, Severity};
use prose::{Names, Span, Text};
use serde_json::json;

use super::{Canon, Read, found, times, weightiest};

/// Words of an element that is a phrase; a longer one is a description, which no text holds as it
/// is.
const PHRASE_WORDS_MAX: usize = 5;

/// A thing that must not appear.
pub(super) struct Element {
    /// As the author wrote it.
    text: String,
    /// What is looked for, in small letters, so that capitals do not matter.
    sought: Vec<String>,
}

impl Element {
    /// Reads an element: words or phrases, parted by commas, semicolons or slashes, with or without
    /// quotation marks, and with or without a "no" in front. "to" in front says that it is a verb.
    pub(super) fn read(text: &str) -> Self {
        let parts = text.split([',', ';', '/']).map(|part| {
            let part = part.trim().trim_matches(['"', '“', '”', '‘', '’', '\'', '.', '!']).trim();
            let lower = part.to_lowercase();
            let bare = ["no ", "any ", "never ", "the ", "a ", "an "]
                .iter()
                .fold(lower.as_str(), |rest, word| rest.strip_prefix(word).unwrap_or(rest));
            bare.to_owned()
        });
        let mut sought = Vec::new();
        for part in parts.filter(|part| !part.is_empty()) {
            match part.strip_prefix("to ") {
                Some(verb) => sought.extend(verb_forms(verb)),
                None => {
                    sought.extend(singular(&part));
                    sought.push(part);
                }
            }
        }
        Self { text: text.trim().to_owned(), sought }
    }

    fn is_description(&self) -> bool {
        let words = |part: &String| Text::new(part).words().len();
        self.sought.is_empty() || self.sought.iter().all(|part| words(part) > PHRASE_WORDS_MAX)
    }
}

/// The singular of a phrase that ends in a plural, so that "guns" finds a gun; plurals and
/// possessives of what is sought are found anyway.
fn singular(phrase: &str) -> Option<String> {
    let last = phrase.rsplit(' ').next()?;
    if last.len() < 4 || last.ends_with("ss") || last.ends_with("us") || last.ends_with("is") {
        return None;
    }
    let (stem, ending) = if let Some(stem) = last.strip_suffix("ies") {
        (stem, "y")
    } else if let Some(stem) = last.strip_suffix("es")
        && ["s", "x", "z", "ch", "sh"].iter().any(|hiss| stem.ends_with(hiss))
    {
        (stem, "")
    } else {
        (last.strip_suffix('s')?, "")
    };
    let before = &phrase[..phrase.len() - last.len()];
    Some(format!("{before}{stem}{ending}"))
}

/// The forms of a regular verb, whose first word is the one that changes.
fn verb_forms(verb: &str) -> Vec<String> {
    let (first, rest) = verb.split_once(' ').map_or((verb, None), |(it, rest)| (it, Some(rest)));
    let letters: Vec<char> = first.chars().collect();
    let is_vowel = |letter: char| "aeiou".contains(letter);
    let stem = match letters.as_slice() {
        [.., 'e'] => first[..first.len() - 1].to_owned(),
        // One vowel between consonants is kept short by doubling: stab, stabbed.
        [before @ .., vowel, last]
            if is_vowel(*vowel)
                && !is_vowel(*last)
                && !"wxy".contains(*last)
                && !before.iter().any(|letter| is_vowel(*letter))
                && !before.is_empty() =>
        {
            format!("{first}{last}")
        }
        _ => first.to_owned(),
    };
    let past = match letters.as_slice() {
        [.., before, 'y'] if !is_vowel(*before) => format!("{}ied", &first[..first.len() - 1]),
        _ => format!("{stem}ed"),
    };
    let third = match letters.as_slice() {
        [.., before, 'y'] if !is_vowel(*before) => format!("{}ies", &first[..first.len() - 1]),
        [.., 's' | 'x' | 'z' | 'o'] | [.., 'c' | 's', 'h'] => format!("{first}es"),
        _ => format!("{first}s"),
    };
    let whole = |form: String| match rest {
        Some(rest) => format!("{form} {rest}"),
        None => form,
    };
    [first.to_owned(), third, past, format!("{stem}ing")].into_iter().map(whole).collect()
}

pub(super) fn run(read: &Read<'_>, canon: &Canon) -> Vec<Found> {
    let owned = canon.elements.iter().enumerate();
    let all = owned.flat_map(|(at, it)| it.sought.iter().map(move |word| (at, word.as_str())));
    let mentioned = prose::mentions(read.text, &Names::new(all));
    let finding = |it: &prose::Mentioned| {
        let element = &canon.elements[it.owner];
        let alone = Names::new(element.sought.iter().map(|word| (0, word.as_str())));
        let places: Vec<Span> = prose::mentions(read.text, &alone).places;
        let message = format!(
            "“{}” must not appear in this project, and stands here {}.",
            element.text,
            times(places.len())
        );
        Found {
            known_by: Some(String::new()),
            of_rule: Some(element.text.clone()),
            detail: Some(json!({
                "element": element.text,
                "count": places.len(),
                "passage": read.subject.around(it.first.span, it.first.sentence_span),
                "places": read.places(places),
            })),
            ..read.found("prohibited_element", Severity::High, it.first.span, message)
        }
    };
    weightiest(mentioned.owners.iter().map(finding).collect(), |_| FOUND_MAX)
}

/// Elements that no text can be searched for.
pub(super) fn run_project(canon: &Canon) -> Vec<Found> {
    let described = canon.elements.iter().filter(|element| element.is_description());
    described
        .map(|element| {
            let message = format!(
                "“{}” describes what must not appear, and only words or phrases of up to \
                 {PHRASE_WORDS_MAX} words can be looked for.",
                element.text
            );
            Found {
                of_rule: Some(element.text.clone()),
                ..found("unreadable_element", Severity::Info, message)
            }
        })
        .collect()
}
