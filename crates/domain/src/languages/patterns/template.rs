//! Templates as they are written: slots, affixes and the marks between them, such as `{stem}im`,
//! `ge-V-t`, `<um> / # C _`, `CV~{stem}`, and the order of words of a phrase.

use super::{
    ELEMENTS_MAX,
    scan::{Scan, Unreadable, is_sound},
    sound::{Conditions, Element, conditions, members},
};

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// `{name}`, or `{name:part of speech}`.
    Slot(String, Option<String>),
    /// A name in capitals: a slot, or classes one behind the other.
    Name(String),
    /// Sounds as they are; empty for `∅`.
    Text(String),
    /// One of these sounds or affixes.
    Set(Vec<Vec<String>>),
    /// The boundary of two morphemes with its mark.
    Joint(char),
    /// An infix.
    Infix(String),
    /// One of these sequences, or nothing.
    Optional(Vec<Vec<Part>>),
    /// White space between words.
    Blank,
    /// Any words.
    Any,
}

/// A template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordTemplate {
    /// What the form is called.
    pub label: Option<String>,
    pub(super) parts: Vec<Part>,
    pub(super) conditions: Conditions,
}

/// The longest label of a form, in characters.
const LABEL_CHARS_MAX: usize = 40;

const PART: &str = "a slot such as {stem} or NOUN, an affix in lower case, “-” or “(”";

/// Reads templates up to the end of their step: with `,` or `|` between them each is a form.
pub(super) fn templates(scan: &mut Scan<'_>) -> Result<Vec<WordTemplate>, Unreadable> {
    let mut read = Vec::new();
    let mut count = 0;
    loop {
        read.push(template(scan, &mut count)?);
        if scan.is_at_end() {
            return Ok(read);
        }
        if !scan.eat(',') && !scan.eat('|') {
            return Err(scan.unreadable(format!("{PART}, “/”, “,” or the end of the step")));
        }
    }
}

fn template(scan: &mut Scan<'_>, count: &mut usize) -> Result<WordTemplate, Unreadable> {
    scan.skip_blanks();
    let label = label(scan);
    scan.skip_blanks();
    let start = scan.clone();
    let parts = parts(scan, count, 0)?;
    if parts.is_empty() {
        return Err(scan.unreadable(PART));
    }
    if is_phrase(&parts) && !has_slot(&parts) {
        let why = "a slot such as {stem} or NOUN in a phrase of several words";
        return Err(start.unreadable(why));
    }
    let conditions = conditions(scan)?;
    let has_infix = parts.iter().any(|it| matches!(it, Part::Infix(_)));
    if has_infix && conditions.when.is_empty() {
        return Err(scan.unreadable("“/” and where the infix goes, such as “/ # C _”"));
    }
    Ok(WordTemplate { label, parts, conditions })
}

/// A label in front of a template, with its colon.
fn label(scan: &mut Scan<'_>) -> Option<String> {
    let mut ahead = scan.clone();
    let mut label = String::new();
    while let Some(next) = ahead.take() {
        match next {
            ':' => {
                *scan = ahead;
                return Some(label.trim().to_owned()).filter(|it| !it.is_empty());
            }
            _ if next.is_alphanumeric() || matches!(next, ' ' | '.' | '+' | '/' | '_') => {
                label.push(next);
            }
            _ => return None,
        }
        if label.chars().count() > LABEL_CHARS_MAX {
            return None;
        }
    }
    None
}

/// Whether there is more than one word.
pub(super) fn is_phrase(parts: &[Part]) -> bool {
    parts.iter().any(|part| match part {
        Part::Blank | Part::Any => true,
        Part::Optional(sequences) => sequences.iter().any(|it| is_phrase(it)),
        _ => false,
    })
}

/// Whether a slot stands anywhere. A name with small letters in it may be the first word of a sentence:
/// it counts only where no word is in small letters alone.
fn has_slot(parts: &[Part]) -> bool {
    let words = parts.split(|part| matches!(part, Part::Blank));
    let has_text = words.clone().any(|word| matches!(word, [Part::Text(_)]));
    parts.iter().any(|part| match part {
        Part::Slot(..) => true,
        Part::Name(name) => !has_text || !name.contains(char::is_lowercase),
        Part::Optional(sequences) => sequences.iter().any(|it| has_slot(it)),
        _ => false,
    })
}

/// Reads parts up to what is none.
fn parts(scan: &mut Scan<'_>, count: &mut usize, depth: usize) -> Result<Vec<Part>, Unreadable> {
    let mut read: Vec<Part> = Vec::new();
    loop {
        let is_apart = scan.skip_blanks();
        if scan.peek() == Some('+') {
            scan.at += 1;
            scan.skip_blanks();
            if !matches!(scan.peek(), Some('-' | '~' | '=')) && !ends_in_joint(&read) {
                read.push(Part::Joint('-'));
            }
            continue;
        }
        let Some(part) = part(scan, count, depth)? else { return Ok(read) };
        if is_apart && !read.is_empty() {
            read.push(Part::Blank);
        }
        *count += 1;
        if *count > ELEMENTS_MAX {
            return Err(scan.unreadable(format!("at most {ELEMENTS_MAX} parts in one step")));
        }
        read.push(part);
        // An affix in front of “+” has its joint already.
        let mut ahead = scan.clone();
        ahead.skip_blanks();
        if ahead.peek() == Some('+') {
            *scan = ahead;
        }
    }
}

fn ends_in_joint(parts: &[Part]) -> bool {
    matches!(parts.last(), Some(Part::Joint(_)))
}

fn part(scan: &mut Scan<'_>, count: &mut usize, depth: usize) -> Result<Option<Part>, Unreadable> {
    let Some(next) = scan.peek() else { return Ok(None) };
    if let Some(length) = scan.dots() {
        scan.at += length;
        return Ok(Some(Part::Any));
    }
    let part = match next {
        '{' => slot(scan)?,
        '(' => {
            scan.at += 1;
            Part::Optional(optional(scan, count, depth)?)
        }
        '[' => {
            scan.at += 1;
            let members = members(scan, Some(']'))?;
            if !scan.eat(']') {
                return Err(scan.unreadable("a sound, an affix or “]”"));
            }
            Part::Set(members)
        }
        '<' => {
            scan.at += 1;
            let text = text(scan);
            if text.is_empty() || !scan.eat('>') {
                return Err(scan.unreadable("an infix in lower case and “>”"));
            }
            Part::Infix(text)
        }
        '-' | '\u{2010}' | '\u{2011}' | '=' | '~' => {
            scan.at += 1;
            Part::Joint(if matches!(next, '=' | '~') { next } else { '-' })
        }
        '∅' => {
            scan.at += 1;
            Part::Text(String::new())
        }
        '"' | '“' => Part::Text(scan.quoted()?),
        capital if capital.is_uppercase() => Part::Name(capitals(scan)),
        _ if is_sound(next) => Part::Text(text(scan)),
        _ => return Ok(None),
    };
    Ok(Some(part))
}

fn slot(scan: &mut Scan<'_>) -> Result<Part, Unreadable> {
    scan.at += 1;
    scan.skip_blanks();
    let name = scan.name();
    if name.is_empty() {
        return Err(scan.unreadable("the name of a slot"));
    }
    let words = |scan: &mut Scan<'_>| {
        let mut words = String::new();
        while let Some(next) = scan.peek().filter(|it| it.is_alphanumeric() || " _-".contains(*it))
        {
            words.push(next);
            scan.at += 1;
        }
        words.trim().to_owned()
    };
    let more = words(scan);
    let name = if more.is_empty() { name } else { format!("{name} {more}") };
    let mut of = None;
    if scan.eat(':') {
        of = Some(words(scan)).filter(|it| !it.is_empty());
        if of.is_none() {
            return Err(scan.unreadable("a part of speech"));
        }
    }
    if !scan.eat('}') {
        return Err(scan.unreadable("“}”, or “:” and a part of speech"));
    }
    Ok(Part::Slot(name, of))
}

/// Sounds of an affix, with dots between them.
fn text(scan: &mut Scan<'_>) -> String {
    let mut text = String::new();
    loop {
        if let Some(sound) = scan.sound() {
            text.push_str(&sound);
        } else if scan.peek() == Some('.') && scan.ahead(1).is_some_and(is_sound) {
            // The boundary of two syllables, which nothing is made of.
            scan.at += 1;
        } else {
            return text;
        }
    }
}

/// A name that begins with a capital: capitals and digits, or one capital with small letters behind it.
fn capitals(scan: &mut Scan<'_>) -> String {
    let mut name = String::from_iter(scan.take());
    let is_word = scan.peek().is_some_and(|it| it.is_alphabetic() && !it.is_uppercase());
    while let Some(next) = scan.peek() {
        let is_inner = next == '.' && scan.ahead(1).is_some_and(char::is_uppercase);
        let goes_on =
            if is_word { next.is_alphanumeric() } else { next.is_uppercase() || next.is_numeric() };
        if !(goes_on || is_inner) {
            break;
        }
        name.push(next);
        scan.at += 1;
    }
    name
}

/// Reads the sequences of a bracket that is open, up to its end.
fn optional(
    scan: &mut Scan<'_>,
    count: &mut usize,
    depth: usize,
) -> Result<Vec<Vec<Part>>, Unreadable> {
    scan.bracket(depth, PART, |scan| {
        scan.skip_blanks();
        let sequence = parts(scan, count, depth + 1)?;
        if sequence.is_empty() { Err(scan.unreadable(PART)) } else { Ok(sequence) }
    })
}

/// The shape of a template as elements of a sound rule: what a syllable is made of.
///
/// # Errors
/// The part that stands in no syllable.
pub(super) fn shape(parts: &[Part]) -> Result<Vec<Element>, &'static str> {
    let mut elements = Vec::new();
    for part in parts {
        match part {
            Part::Slot(name, _) => elements.push(Element::Class(name.clone(), None)),
            Part::Name(name) => elements.extend(classes(name)),
            Part::Text(text) => elements.extend(sounds(text)),
            Part::Set(members) => elements.push(Element::Set(members.clone())),
            Part::Joint(_) => {}
            Part::Optional(sequences) => {
                let sequences = sequences.iter().map(|it| shape(it)).collect::<Result<_, _>>()?;
                elements.push(Element::Optional(sequences));
            }
            Part::Infix(_) => return Err("A syllable has no infix."),
            Part::Blank | Part::Any => {
                return Err(
                    "The pattern describes a phrase or has “…”; only single words are run.",
                );
            }
        }
    }
    Ok(elements)
}

/// The sounds of a text, each as an element.
pub(super) fn sounds(text: &str) -> Vec<Element> {
    let chars: Vec<char> = text.chars().collect();
    let mut scan = Scan::new(&chars, 0, chars.len());
    let sounds = std::iter::from_fn(|| scan.sound().or_else(|| scan.take().map(String::from)));
    sounds.map(Element::Text).collect()
}

/// The classes of a name in capitals, one behind the other; a digit makes two of them the same sound.
fn classes(name: &str) -> Vec<Element> {
    let mut found: Vec<Element> = Vec::new();
    for letter in name.chars().filter(|it| *it != '.') {
        match found.last_mut() {
            Some(Element::Class(_, number)) if letter.is_numeric() => {
                number.get_or_insert_default().push(letter);
            }
            _ if letter.is_uppercase() => found.push(Element::Class(letter.to_string(), None)),
            _ => found.push(Element::Text(letter.to_string())),
        }
    }
    found
}
