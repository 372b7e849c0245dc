//! A whole pattern: its steps, each on a line of its own or behind a `;`, and what each of them is.

use super::{
    CLAUSES_MAX,
    scan::{Scan, Unreadable},
    sound::{Conditions, Element, SoundRule, conditions, elements, members, sound_rule},
    template::{Part, WordTemplate, templates},
};

/// A pattern that was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RulePattern {
    /// Its steps in their order.
    pub clauses: Vec<Clause>,
}

/// One step of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// As it is written.
    pub text: String,
    /// What it is.
    pub kind: ClauseKind,
}

/// What a step is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClauseKind {
    /// `V = a e i o u`
    Class(SoundClass),
    /// `k > g / V _ V`
    Sound(SoundRule),
    /// `*CC`: what no word has.
    Forbidden(Forbidden),
    /// `{stem}im`: forms, or shapes of a syllable.
    Templates(Vec<WordTemplate>),
}

/// A class of sounds or affixes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoundClass {
    /// Its name.
    pub name: String,
    /// Its members, each as its sounds.
    pub members: Vec<Vec<String>>,
}

/// A sequence that no word has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbidden {
    pub(super) sequence: Vec<Element>,
    pub(super) conditions: Conditions,
}

impl RulePattern {
    /// Reads a pattern; one of white space has no steps.
    ///
    /// # Errors
    /// Where it cannot be read, and what could stand there.
    pub fn read(pattern: &str) -> Result<Self, Unreadable> {
        let chars: Vec<char> = pattern.chars().collect();
        let mut clauses = Vec::new();
        for (start, end) in ranges(&chars) {
            let mut scan = Scan::new(&chars, start, end);
            scan.skip_blanks();
            if scan.is_at_end() {
                continue;
            }
            if clauses.len() == CLAUSES_MAX {
                return Err(scan.unreadable(format!("at most {CLAUSES_MAX} steps")));
            }
            let text: String = chars[scan.at..end].iter().collect();
            let kind = clause(&mut scan)?;
            clauses.push(Clause { text: text.trim().to_owned(), kind });
        }
        Ok(Self { clauses })
    }
}

/// Where each step begins and ends.
fn ranges(chars: &[char]) -> Vec<(usize, usize)> {
    let mut ranges = Vec::new();
    let (mut start, mut close) = (0, None);
    for (at, &letter) in chars.iter().enumerate() {
        match close {
            // A quotation that is not closed ends with its line.
            Some(end) if letter == end || letter == '\n' => close = None,
            Some(_) => continue,
            None if letter == '"' => close = Some('"'),
            None if letter == '“' => close = Some('”'),
            None => {}
        }
        if letter == '\n' || letter == ';' {
            ranges.push((start, at));
            start = at + 1;
        }
    }
    ranges.push((start, chars.len()));
    ranges
}

fn clause(scan: &mut Scan<'_>) -> Result<ClauseKind, Unreadable> {
    if scan.eat('*') {
        return forbidden(scan).map(ClauseKind::Forbidden);
    }
    if let Some(name) = declared(scan) {
        let members = members(scan, None)?;
        return Ok(ClauseKind::Class(SoundClass { name, members }));
    }
    if let Some(templates) = affix_rule(scan)? {
        return Ok(ClauseKind::Templates(templates));
    }
    if has_arrow(scan) {
        return sound_rule(scan).map(ClauseKind::Sound);
    }
    templates(scan).map(ClauseKind::Templates)
}

fn forbidden(scan: &mut Scan<'_>) -> Result<Forbidden, Unreadable> {
    let sequence = elements(scan, &mut 0, 0)?;
    if !sequence.iter().any(|it| !matches!(it, Element::Edge | Element::Joint | Element::Any)) {
        return Err(scan.unreadable("the sounds that no word has, such as CC or ng"));
    }
    let conditions = conditions(scan)?;
    if !scan.is_at_end() {
        return Err(scan.unreadable("a sound, a class, “/” or the end of the step"));
    }
    Ok(Forbidden { sequence, conditions })
}

/// The name of a class and the `=` behind it, where a step begins with them; what stands behind a
/// bracket is read as members too. A clitic (`N=ne`) has no blank beside its mark.
fn declared(scan: &mut Scan<'_>) -> Option<String> {
    let mut ahead = scan.clone();
    let is_braced = ahead.eat('{');
    let name = ahead.name();
    if !name.starts_with(char::is_uppercase) || (is_braced && !ahead.eat('}')) {
        return None;
    }
    let is_apart = ahead.skip_blanks();
    if !ahead.eat('=') || ahead.peek() == Some('>') {
        return None;
    }
    let is_apart = ahead.skip_blanks() || is_apart;
    let is_bracket = ahead.peek() == Some('[');
    if !is_apart && !is_bracket {
        return None;
    }
    if is_bracket {
        // The bracket adds nothing: it is left out where it closes at the end.
        let mut inside = ahead.clone();
        inside.at += 1;
        let mut close = inside.clone();
        while close.peek().is_some_and(|it| it != ']') {
            close.at += 1;
        }
        let end = close.at;
        close.at += 1;
        close.skip_blanks();
        if end > inside.at && close.is_at_end() {
            *scan = inside.until(end);
            return Some(name);
        }
    }
    *scan = ahead;
    Some(name)
}

/// Whether an arrow stands in a step, outside of quotations, braces and infixes.
fn has_arrow(scan: &Scan<'_>) -> bool {
    arrow_at(scan).is_some()
}

/// The step at its first arrow.
fn arrow_at<'t>(scan: &Scan<'t>) -> Option<Scan<'t>> {
    let mut ahead = scan.clone();
    let mut close = None;
    while let Some(next) = ahead.peek() {
        match close {
            Some(end) if end == next => close = None,
            Some(_) => {}
            None if ahead.arrow().is_some() => return Some(ahead),
            None => {
                close = match next {
                    '"' => Some('"'),
                    '“' => Some('”'),
                    '{' => Some('}'),
                    '<' => Some('>'),
                    _ => None,
                };
            }
        }
        ahead.at += 1;
    }
    None
}

/// The templates of `N → N-ar`: on the left one slot, on the right the same slot with an affix.
fn affix_rule(scan: &mut Scan<'_>) -> Result<Option<Vec<WordTemplate>>, Unreadable> {
    let Some(mut right) = arrow_at(scan) else { return Ok(None) };
    let left = scan.clone().until(right.at);
    let Ok(found) = templates(&mut left.clone()) else { return Ok(None) };
    let [WordTemplate { label: None, parts, .. }] = found.as_slice() else { return Ok(None) };
    let (name, is_braced) = match parts.as_slice() {
        [Part::Slot(name, _)] => (name, true),
        [Part::Name(name)] => (name, false),
        _ => return Ok(None),
    };
    right.at += right.arrow().unwrap_or(0);
    let mut ahead = right.clone();
    let mut has_mark = is_braced || name.chars().count() > 1;
    while let Some(next) = ahead.take().filter(|it| *it != '/') {
        has_mark |= matches!(next, '-' | '+' | '~' | '<' | '{');
    }
    if !has_mark {
        return Ok(None);
    }
    let read = match templates(&mut right.clone()) {
        Ok(read) => read,
        // A sound rule may be meant; its own error says more.
        Err(_) if !is_braced => return Ok(None),
        Err(flaw) => return Err(flaw),
    };
    let has_name = |it: &WordTemplate| {
        it.parts.iter().any(|part| match part {
            Part::Slot(other, _) | Part::Name(other) => other == name,
            _ => false,
        })
    };
    if !read.iter().all(has_name) {
        return Ok(None);
    }
    *scan = right;
    templates(scan).map(Some)
}
