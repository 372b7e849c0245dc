//! What the slots of a template take: the word, the members of a class, or what is repeated of the word; and
//! the forms that a template has with and without what may be missing.

use super::{
    Classes, FORMS_MAX,
    build::Piece,
    compile::Compiler,
    sound::Element,
    template::{Part, shape, sounds},
};

/// Names of slots that take any word.
const ANY_WORD: &[&str] = &["stem", "root", "base", "word", "form"];

/// Names of slots that take one part of speech, and its name in a lexicon.
const WORD_CLASSES: &[(&str, &str)] = &[
    ("n", "noun"),
    ("noun", "noun"),
    ("v", "verb"),
    ("verb", "verb"),
    ("a", "adjective"),
    ("adj", "adjective"),
    ("adjective", "adjective"),
    ("adv", "adverb"),
    ("adverb", "adverb"),
    ("pron", "pronoun"),
    ("pronoun", "pronoun"),
    ("num", "numeral"),
    ("numeral", "numeral"),
    ("det", "determiner"),
    ("determiner", "determiner"),
    ("art", "article"),
    ("article", "article"),
    ("name", "name"),
];

/// A piece before it is known what its slots are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Raw {
    Slot(String, Option<String>),
    Text(Vec<String>),
    Joint(char),
    Infix(Vec<String>),
}

/// What a slot takes.
pub(super) enum Role<'c> {
    Stem(Option<String>),
    Members(&'c [Vec<String>]),
    Unknown,
}

pub(super) fn role<'c>(name: &str, of: Option<&str>, classes: &'c Classes) -> Role<'c> {
    if let Some(of) = of {
        return Role::Stem(Some(of.to_owned()));
    }
    let folded = name.to_lowercase();
    if ANY_WORD.contains(&folded.as_str()) {
        return Role::Stem(None);
    }
    if let Some((_, part)) = WORD_CLASSES.iter().find(|(it, _)| *it == folded) {
        return Role::Stem(Some((*part).to_owned()));
    }
    classes.members_of(name).map_or(Role::Unknown, |it| Role::Members(it))
}

/// Every form of a template, with and without what may be missing and with each member of its classes.
pub(super) fn expand(
    parts: &[Part],
    forms: &mut Vec<Vec<Raw>>,
    classes: &Classes,
) -> Result<(), String> {
    for (at, part) in parts.iter().enumerate() {
        let beside = |at: Option<usize>| at.and_then(|at| parts.get(at)) == Some(&Part::Joint('~'));
        let is_repeated = beside(at.checked_sub(1)) || beside(Some(at + 1));
        let choices: Vec<Vec<Raw>> = match part {
            Part::Slot(name, of) => match role(name, of.as_deref(), classes) {
                Role::Members(members) => {
                    members.iter().map(|it| vec![Raw::Text(it.clone())]).collect()
                }
                _ => vec![vec![Raw::Slot(name.clone(), of.clone())]],
            },
            Part::Name(name) => match role(name, None, classes) {
                Role::Members(members) if !is_repeated => {
                    members.iter().map(|it| vec![Raw::Text(it.clone())]).collect()
                }
                _ => vec![vec![Raw::Slot(name.clone(), None)]],
            },
            Part::Text(text) => vec![vec![Raw::Text(texts(text))]],
            Part::Set(members) => members.iter().map(|it| vec![Raw::Text(it.clone())]).collect(),
            Part::Joint(mark) => vec![vec![Raw::Joint(*mark)]],
            Part::Infix(text) => vec![vec![Raw::Infix(texts(text))]],
            Part::Optional(sequences) => {
                let mut choices = vec![Vec::new()];
                for sequence in sequences {
                    let mut inner = vec![Vec::new()];
                    expand(sequence, &mut inner, classes)?;
                    choices.extend(inner);
                }
                choices
            }
            Part::Blank | Part::Any => continue,
        };
        if forms.len() * choices.len() > FORMS_MAX {
            return Err(format!("The pattern makes more than {FORMS_MAX} forms of one word."));
        }
        let extended = forms.iter().flat_map(|form| {
            choices.iter().map(move |choice| [form.as_slice(), choice.as_slice()].concat())
        });
        *forms = extended.collect();
    }
    Ok(())
}

/// The sounds of an affix.
fn texts(text: &str) -> Vec<String> {
    let found = sounds(text).into_iter().filter_map(|it| match it {
        Element::Text(sound) => Some(sound),
        _ => None,
    });
    found.collect()
}

/// The slot that takes the word; none where no form has a slot.
pub(super) fn stem(
    forms: &[Vec<Raw>],
    classes: &Classes,
) -> Result<Option<(String, Option<String>)>, String> {
    let mut stems: Vec<(String, Option<String>)> = Vec::new();
    let mut unknown: Vec<(String, Option<String>)> = Vec::new();
    for form in forms {
        for (at, raw) in form.iter().enumerate() {
            let Raw::Slot(name, of) = raw else { continue };
            if is_shape(form, at, classes) {
                continue;
            }
            let list = match role(name, of.as_deref(), classes) {
                Role::Stem(_) => &mut stems,
                _ => &mut unknown,
            };
            let slot = (name.clone(), of.clone());
            if !list.contains(&slot) {
                list.push(slot);
            }
        }
    }
    match (stems.as_slice(), unknown.as_slice()) {
        ([], []) => Ok(None),
        ([one], []) | ([], [one]) => Ok(Some(one.clone())),
        ([_], [(name, _), ..]) | ([], [_, (name, _), ..]) => Err(format!(
            "No rule of the language says what stands in the slot {name}; a pattern such as \
             “{name} = ra lu” does."
        )),
        ([(one, _), (other, _), ..], _) => Err(format!(
            "The pattern joins two words, {one} and {other}; rules are run on one word."
        )),
    }
}

/// Whether a slot beside `~` says what is repeated: a name in capitals that is no slot by itself, or the
/// first of two.
fn is_shape(form: &[Raw], at: usize, classes: &Classes) -> bool {
    let name = |at: usize| match form.get(at) {
        Some(Raw::Slot(name, None))
            if name.chars().all(|it| it.is_uppercase() || it.is_numeric()) =>
        {
            Some(name)
        }
        _ => None,
    };
    let is_mark = |at: Option<usize>| at.and_then(|at| form.get(at)) == Some(&Raw::Joint('~'));
    let Some(own) = name(at) else { return false };
    let is_word = |name: &str| matches!(role(name, None, classes), Role::Stem(_));
    let other = |at: Option<usize>| {
        at.and_then(|at| form.get(at)).is_some_and(|it| matches!(it, Raw::Slot(..)))
    };
    if is_mark(Some(at + 1)) && other(Some(at + 2)) {
        // Of two names the first is repeated, unless only the second is no word.
        let second_is_shape = name(at + 2).is_some_and(|it| !is_word(it));
        return !(is_word(own) && second_is_shape) && name(at + 2) != Some(own);
    }
    if is_mark(at.checked_sub(1)) && other(at.checked_sub(2)) {
        let first = at.checked_sub(2);
        let first_is_shape = first.is_some_and(|it| is_shape(form, it, classes));
        return !first_is_shape && !is_word(own);
    }
    false
}

/// The pieces of a form. Where it has no slot, the word stands before a suffix, behind a prefix, around an
/// infix, and beside a `~` that has nothing on one side.
pub(super) fn pieces(
    form: Vec<Raw>,
    stem: Option<&(String, Option<String>)>,
    classes: &Classes,
) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::with_capacity(form.len() + 1);
    for (at, raw) in form.iter().enumerate() {
        pieces.push(match raw {
            Raw::Slot(name, _) if is_shape(&form, at, classes) => {
                let shape = shape(&[Part::Name(name.clone())])?;
                Piece::Copy(Compiler::new(classes).plain(&shape)?)
            }
            Raw::Slot(..) => Piece::Stem,
            Raw::Text(text) => Piece::Text(text.clone()),
            Raw::Joint(mark) => Piece::Joint(*mark),
            Raw::Infix(text) => Piece::Infix(text.clone()),
        });
    }
    if pieces.first() == Some(&Piece::Joint('~')) {
        pieces.insert(0, Piece::Stem);
    } else if pieces.last() == Some(&Piece::Joint('~')) {
        pieces.push(Piece::Stem);
    }
    if stem.is_none() && !pieces.contains(&Piece::Stem) {
        match (pieces.first(), pieces.last()) {
            (Some(Piece::Joint(_) | Piece::Infix(_)), _) => pieces.insert(0, Piece::Stem),
            (_, Some(Piece::Joint(_))) => pieces.push(Piece::Stem),
            _ => return Err("The pattern has no slot for a word, so it is not run.".to_owned()),
        }
    }
    Ok(pieces)
}
