//! Sound rules as they are written: `target > result / left _ right // left _ right`.

use super::{
    ELEMENTS_MAX,
    scan::{Scan, Unreadable, is_sound},
};

/// What a sound rule looks for, piece by piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Element {
    /// This sound.
    Text(String),
    /// A sound of a class; two of one number are the same sound.
    Class(String, Option<String>),
    /// One of these.
    Set(Vec<Vec<String>>),
    /// One sound that is none of these.
    Other(Vec<Vec<String>>),
    /// One of these sequences, or nothing.
    Optional(Vec<Vec<Element>>),
    /// The beginning or end of a word.
    Edge,
    /// The boundary of two morphemes.
    Joint,
    /// Any sounds of the same word, or none.
    Any,
}

/// What stands on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Environment {
    pub(super) left: Vec<Element>,
    pub(super) right: Vec<Element>,
}

/// Where a rule applies: in one of the first, and in none of the second.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Conditions {
    pub(super) when: Vec<Environment>,
    pub(super) unless: Vec<Environment>,
}

/// A sound rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoundRule {
    pub(super) target: Vec<Element>,
    pub(super) result: Vec<Element>,
    pub(super) conditions: Conditions,
}

const ELEMENT: &str = "a sound, a class such as V, {Stop} or [aeiou], “#”, “+”, “…” or “(”";

/// Reads a sound rule up to the end of its step.
pub(super) fn sound_rule(scan: &mut Scan<'_>) -> Result<SoundRule, Unreadable> {
    let mut count = 0;
    let target = nothing_or(scan, &mut count)?;
    match scan.arrow() {
        Some(length) => scan.at += length,
        None => return Err(scan.unreadable("an arrow such as “>” or “→”")),
    }
    let start = scan.clone();
    let result = nothing_or(scan, &mut count)?;
    let conditions = conditions(scan)?;
    if !scan.is_at_end() {
        return Err(scan.unreadable("“/” and where the rule applies, or the end of the step"));
    }
    if target.is_empty() && result.is_empty() {
        return Err(start.unreadable("a result, because the target is nothing"));
    }
    let classes = |elements: &[Element]| {
        let is_free = |it: &&Element| matches!(it, Element::Class(_, None) | Element::Set(_));
        elements.iter().filter(is_free).count()
    };
    let is_plain = |it: &Element| {
        matches!(it, Element::Text(_) | Element::Class(..) | Element::Set(_) | Element::Joint)
    };
    if !result.iter().all(is_plain) {
        return Err(start.unreadable("a result of sounds, classes and “+” only"));
    }
    if classes(&result) > classes(&target) {
        return Err(start.unreadable("at most as many classes in the result as in the target"));
    }
    for number in result.iter().filter_map(numbered) {
        if !target.iter().filter_map(numbered).any(|it| it == number) {
            return Err(start.unreadable(format!(
                "a class that the target has too, and not {}{}",
                number.0, number.1
            )));
        }
    }
    Ok(SoundRule { target, result, conditions })
}

fn numbered(element: &Element) -> Option<(&str, &str)> {
    match element {
        Element::Class(name, Some(number)) => Some((name, number)),
        _ => None,
    }
}

/// Reads elements, or the sign of nothing.
fn nothing_or(scan: &mut Scan<'_>, count: &mut usize) -> Result<Vec<Element>, Unreadable> {
    scan.skip_blanks();
    let is_zero = scan.peek() == Some('0') && !scan.ahead(1).is_some_and(is_sound);
    if scan.peek() == Some('∅') || is_zero {
        scan.at += 1;
        scan.skip_blanks();
        return Ok(Vec::new());
    }
    let read = elements(scan, count, 0)?;
    if read.is_empty() {
        Err(scan.unreadable(format!("{ELEMENT}, or “∅”")))
    } else {
        Ok(read)
    }
}

/// Reads where a rule applies: `/ …` and `// …`, each of which may be missing.
pub(super) fn conditions(scan: &mut Scan<'_>) -> Result<Conditions, Unreadable> {
    let mut conditions = Conditions::default();
    let mut count = 0;
    scan.skip_blanks();
    if scan.peek() == Some('/') && scan.ahead(1) != Some('/') {
        scan.at += 1;
        conditions.when = environments(scan, &mut count)?;
    }
    if scan.peek() == Some('/') && scan.ahead(1) == Some('/') {
        scan.at += 2;
        conditions.unless = environments(scan, &mut count)?;
    }
    Ok(conditions)
}

/// Reads `left _ right | left _ right …`.
fn environments(scan: &mut Scan<'_>, count: &mut usize) -> Result<Vec<Environment>, Unreadable> {
    let mut read = Vec::new();
    loop {
        let left = elements(scan, count, 0)?;
        if !scan.eat('_') {
            return Err(scan.unreadable(format!("{ELEMENT}, or “_” where the rule applies")));
        }
        while scan.eat('_') {}
        let right = elements(scan, count, 0)?;
        read.push(Environment { left, right });
        if !scan.eat('|') {
            return Ok(read);
        }
    }
}

/// Reads elements up to what is none.
pub(super) fn elements(
    scan: &mut Scan<'_>,
    count: &mut usize,
    depth: usize,
) -> Result<Vec<Element>, Unreadable> {
    let mut read = Vec::new();
    loop {
        scan.skip_blanks();
        if scan.arrow().is_some() {
            return Ok(read);
        }
        let Some(element) = element(scan, count, depth)? else { return Ok(read) };
        *count += 1;
        if *count > ELEMENTS_MAX {
            return Err(scan.unreadable(format!("at most {ELEMENTS_MAX} elements in one step")));
        }
        match element {
            // What stands between quotation marks is more than one sound.
            Element::Optional(mut one) if one.len() == 1 && is_quotation(&one) => {
                read.extend(one.remove(0).drain(1..));
            }
            element => read.push(element),
        }
    }
}

/// A quotation is handed on as one sequence that begins with an edge, which no bracket does.
fn is_quotation(sequences: &[Vec<Element>]) -> bool {
    matches!(sequences[0].first(), Some(Element::Text(mark)) if mark.is_empty())
}

fn element(
    scan: &mut Scan<'_>,
    count: &mut usize,
    depth: usize,
) -> Result<Option<Element>, Unreadable> {
    let Some(next) = scan.peek() else { return Ok(None) };
    if let Some(length) = scan.dots() {
        scan.at += length;
        return Ok(Some(Element::Any));
    }
    let element = match next {
        '#' | '+' | '-' => {
            scan.at += 1;
            if next == '#' { Element::Edge } else { Element::Joint }
        }
        '[' => set(scan)?,
        '{' => {
            scan.at += 1;
            let name = scan.name();
            if name.is_empty() || !scan.eat('}') {
                return Err(scan.unreadable("the name of a class and “}”"));
            }
            Element::Class(name, None)
        }
        '(' => {
            scan.at += 1;
            Element::Optional(optional(scan, count, depth)?)
        }
        '"' | '“' => {
            let text = scan.quoted()?;
            let chars: Vec<char> = text.chars().collect();
            let mut quoted = Scan::new(&chars, 0, chars.len());
            let mut sequence = vec![Element::Text(String::new())];
            while let Some(next) = quoted.peek() {
                let sound = quoted.sound().or_else(|| quoted.take().map(String::from));
                sequence.push(Element::Text(sound.unwrap_or_else(|| next.to_string())));
            }
            *count += sequence.len();
            Element::Optional(vec![sequence])
        }
        capital if capital.is_uppercase() => {
            scan.at += 1;
            let mut number = String::new();
            while let Some(digit) = scan.peek().filter(char::is_ascii_digit) {
                number.push(digit);
                scan.at += 1;
            }
            Element::Class(capital.to_string(), (!number.is_empty()).then_some(number))
        }
        _ => match scan.sound() {
            Some(sound) => Element::Text(sound),
            None => return Ok(None),
        },
    };
    Ok(Some(element))
}

/// Reads the sequences of a bracket that is open, up to its end.
fn optional(
    scan: &mut Scan<'_>,
    count: &mut usize,
    depth: usize,
) -> Result<Vec<Vec<Element>>, Unreadable> {
    scan.bracket(depth, ELEMENT, |scan| {
        let start = scan.clone();
        let sequence = elements(scan, count, depth + 1)?;
        if sequence.is_empty() { Err(start.unreadable(ELEMENT)) } else { Ok(sequence) }
    })
}

/// Reads a class in brackets, which is open here.
fn set(scan: &mut Scan<'_>) -> Result<Element, Unreadable> {
    scan.at += 1;
    let is_other = scan.eat('^');
    let members = members(scan, Some(']'))?;
    if !scan.eat(']') {
        return Err(scan.unreadable("a sound or “]”"));
    }
    Ok(if is_other { Element::Other(members) } else { Element::Set(members) })
}

/// Reads the members of a class, each as its sounds: with blanks or commas between them each may have
/// several, otherwise each is one sound.
pub(super) fn members(
    scan: &mut Scan<'_>,
    close: Option<char>,
) -> Result<Vec<Vec<String>>, Unreadable> {
    let mut groups: Vec<Vec<String>> = vec![Vec::new()];
    let mut sounds = 0;
    scan.skip_blanks();
    while let Some(next) = scan.peek().filter(|it| Some(*it) != close) {
        if next == ',' || next.is_whitespace() {
            scan.at += 1;
            groups.push(Vec::new());
            continue;
        }
        if next == '-' && groups.last().is_some_and(Vec::is_empty) {
            scan.at += 1;
            continue;
        }
        let group = groups.last_mut().expect("there is one from the beginning");
        if matches!(next, '"' | '“') {
            group.extend(scan.quoted()?.chars().map(String::from));
        } else {
            let sound = scan.sound();
            group
                .push(sound.ok_or_else(|| scan.unreadable("a sound of the class, in lower case"))?);
        }
        sounds += 1;
        if sounds > ELEMENTS_MAX {
            return Err(scan.unreadable(format!("at most {ELEMENTS_MAX} sounds in one class")));
        }
    }
    let is_one_group = groups.iter().filter(|it| !it.is_empty()).count() == 1 && groups.len() == 1;
    groups.retain(|it| !it.is_empty());
    if groups.is_empty() {
        return Err(scan.unreadable("a sound of the class, in lower case"));
    }
    Ok(match groups.pop() {
        Some(group) if is_one_group => group.into_iter().map(|it| vec![it]).collect(),
        Some(group) => {
            groups.push(group);
            groups
        }
        None => groups,
    })
}
