//! What is said of those whom a pronoun means that may mean several as far as its text shows.

use domain::facts::{Fact, FactSource};
use prose::{Attribute, OpenFact, Pronoun, Span};

use super::{ReadDocument, attribute, passage, persons::Persons};

/// How certain a fact is whose subject is a pronoun that only one of those may have who are named around it, in
/// hundredths.
const BY_SOLE_PRONOUN: u8 = 75;

/// Somebody who may be meant, with the name as it is written.
type Meant<'n> = (usize, &'n str);

/// Each is said of the only one who is named before the pronoun in its sentence, or around it, and goes by it, else of
/// whoever may be meant.
pub(super) fn facts(persons: &Persons, position: usize, read: &ReadDocument) -> Vec<Fact> {
    let fact = |it: &OpenFact| -> Option<Fact> {
        let fitting = |names| fitting(persons, position, names, it.pronoun);
        let of_sentence = fitting(&it.sentence_names).and_then(|named| sole(persons, it, &named));
        let (subject, name, others) = match of_sentence {
            Some((subject, name)) => (subject, name, Vec::new()),
            None => of_all(persons, it, &fitting(&it.names)?)?,
        };
        Some(Fact {
            subject,
            name: persons.name(subject).to_owned(),
            name_text: name.to_owned(),
            entry_id: persons.entry_id(subject).map(str::to_owned),
            attribute: attribute(it.attribute),
            value: it.value.clone(),
            other: None,
            date: None,
            date_text: None,
            time_of_day: None,
            source: FactSource::Text,
            passage: passage(&read.document, position, (&it.quote, it.span)),
            is_spoken: false,
            is_past: false,
            certainty: BY_SOLE_PRONOUN,
            others,
        })
    };
    read.facts.open_facts.iter().filter_map(fact).collect()
}

/// Those of the names who may be meant, the nearest last; none where one is of nobody known, who may be meant, too.
fn fitting<'n>(
    persons: &Persons,
    position: usize,
    names: &'n [(Span, String)],
    pronoun: Pronoun,
) -> Option<Vec<Meant<'n>>> {
    let mentioned = |(span, name): &'n (Span, String)| {
        persons.mentioned(position, *span, name).map(|at| (at, name.as_str()))
    };
    let mut known = names.iter().map(mentioned).collect::<Option<Vec<Meant<'n>>>>()?;
    known.retain(|(at, _)| persons.is_person(*at) && persons.may_be(*at, pronoun));
    Some(known)
}

/// The only one of them, who goes by the pronoun.
fn sole<'n>(persons: &Persons, fact: &OpenFact, named: &[Meant<'n>]) -> Option<Meant<'n>> {
    let (sole, name) = named.last().copied()?;
    let is_sole = named.iter().all(|(at, _)| *at == sole);
    (is_sole && persons.goes_by(sole, fact.pronoun)).then_some((sole, name))
}

/// The nearest of them, and the others who may be meant.
fn of_all<'n>(
    persons: &Persons,
    fact: &OpenFact,
    named: &[Meant<'n>],
) -> Option<(usize, &'n str, Vec<usize>)> {
    let (subject, name) = named.last().copied()?;
    let mut others: Vec<usize> = named.iter().map(|(at, _)| *at).collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|at| *at != subject);
    // An age or a trade may be that of the person of the scene, who was named long before.
    let is_of_looks = matches!(fact.attribute, Attribute::Eyes | Attribute::Hair);
    let is_known = !others.is_empty() || is_of_looks && sole(persons, fact, named).is_some();
    is_known.then_some((subject, name, others))
}
