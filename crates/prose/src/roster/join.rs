//! Joins the names of one person, and keeps those of two apart: full names first, then forms of address with
//! one name, then names that stand alone. A name that could be that of two persons is joined with neither.

mod persons;

use std::collections::{HashMap, HashSet};

use super::cases::{is_given, lower_words};
use super::cut::CutName;
use super::parts::Parts;
use super::{EntityKind, Joined, KnownEntity, Pronouns};
use crate::extract::Cue;
use persons::{Candidate, Person};

/// Pronouns of one sort behind a name, at least, for the text to show them; and how many times more than of the
/// other sort.
const PRONOUNS_MIN: usize = 2;
const PRONOUNS_TIMES: usize = 3;

/// From so many pronouns on, twice as many of one sort as of the other are enough.
const PRONOUNS_MANY: usize = 20;
const PRONOUNS_OF_MANY: usize = 2;

/// The names of each entity. Every name is in one of them.
pub(super) fn join(names: &[CutName], kinds: &[EntityKind], known: &[KnownEntity]) -> Vec<Joined> {
    let mut joined: Vec<Joined> = known
        .iter()
        .enumerate()
        .map(|(at, it)| Joined {
            names: Vec::new(),
            kind: it.kind.unwrap_or(EntityKind::Other),
            pronouns: it.pronouns,
            known: Some(at),
        })
        .collect();
    let owners = owners(known);
    let mut left = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let owner = owners.get(&key(&name.words)).copied().flatten();
        match owner.filter(|&owner| !is_of_member(name, kinds[at], &known[owner])) {
            Some(owner) => joined[owner].names.push(at),
            None => left.push(at),
        }
    }
    for (at, it) in known.iter().enumerate() {
        if it.kind.is_none() {
            let most = joined[at].names.iter().max_by_key(|&&name| names[name].count());
            joined[at].kind = most.map_or(EntityKind::Other, |&name| kinds[name]);
        }
    }
    let (people, others): (Vec<usize>, Vec<usize>) =
        left.into_iter().partition(|&at| kinds[at] == EntityKind::Person);
    join_persons(names, known, &mut joined, people);
    join_others(names, kinds, &mut joined, others);
    for entity in &mut joined {
        if entity.kind == EntityKind::Person && entity.pronouns.is_none() {
            entity.pronouns = pronouns_of(names, &entity.names);
        }
    }
    joined.retain(|entity| !entity.names.is_empty());
    joined
}

/// Whether a further name of a family or a firm is that of one of its persons: "Minna Hummel" of the Hummels.
fn is_of_member(name: &CutName, kind: EntityKind, known: &KnownEntity) -> bool {
    let own = &name.parts.own;
    let is_whole = known.names.first().is_some_and(|it| key(&lower_words(it)) == key(&name.words));
    let is_person = kind == EntityKind::Person
        && match own.as_slice() {
            [] => false,
            [one] => !name.parts.titles.is_empty() || is_given(one),
            [first, ..] => is_given(first),
        };
    is_person && !is_whole && known.kind == Some(EntityKind::Group)
}

/// The known entity that each known name belongs to; none for a name that several bear.
fn owners(known: &[KnownEntity]) -> HashMap<Vec<String>, Option<usize>> {
    let mut owners: HashMap<Vec<String>, Option<usize>> = HashMap::new();
    for (at, it) in known.iter().enumerate() {
        for name in &it.names {
            let owner = owners.entry(key(&lower_words(name))).or_insert(Some(at));
            if *owner != Some(at) {
                *owner = None;
            }
        }
    }
    owners
}

/// A name as it is compared with another: without an article.
fn key(words: &[String]) -> Vec<String> {
    let words = words.iter().map(|word| word.trim_end_matches('.').to_owned());
    words.skip_while(|word| word == "the").collect()
}

fn join_persons(
    names: &[CutName],
    known: &[KnownEntity],
    joined: &mut Vec<Joined>,
    people: Vec<usize>,
) {
    let mut persons: Vec<Person> = Vec::new();
    for (at, entity) in joined.iter().enumerate() {
        if entity.kind != EntityKind::Person {
            continue;
        }
        let mut person = Person::new(at);
        for name in known.get(at).iter().flat_map(|it| &it.names) {
            person.add(&Parts::of(&lower_words(name)), None, 0);
        }
        for &name in &entity.names {
            person.add(&names[name].parts, pronouns_of(names, &[name]), names[name].count());
        }
        persons.push(person);
    }
    let plurals: HashSet<&str> = names
        .iter()
        .filter(|name| name.with(Cue::The) > 0)
        .filter_map(|name| if let [word] = name.words.as_slice() { Some(word) } else { None })
        .flat_map(|word| [word.strip_suffix("es"), word.strip_suffix('s')])
        .flatten()
        .collect();
    let alone: HashMap<&str, usize> = names
        .iter()
        .filter_map(|name| match name.words.as_slice() {
            [word] => Some((word.as_str(), name.count())),
            _ => None,
        })
        .collect();
    let mut ranked = people;
    // The most complete names first, the most frequent first among equals.
    ranked.sort_by_key(|&at| {
        let (name, own) = (&names[at], names[at].parts.own.len());
        let is_titled = usize::from(name.parts.titles.is_empty());
        (usize::MAX - own, is_titled, usize::MAX - name.count(), at)
    });
    for at in ranked {
        let name = &names[at];
        let last = name.parts.own.last();
        let candidate = Candidate {
            parts: &name.parts,
            pronouns: pronouns_of(names, &[at]),
            is_definite: is_definite(name),
            count: name.count(),
            alone: last.and_then(|word| alone.get(word.as_str())).copied().unwrap_or_default(),
            is_of_family: last.is_some_and(|word| plurals.contains(word.as_str())),
        };
        match persons::owner(&candidate, &persons) {
            Some(person) => {
                joined[persons[person].entity].names.push(at);
                persons[person].add(&name.parts, candidate.pronouns, candidate.count);
            }
            None => {
                let mut person = Person::new(joined.len());
                person.add(&name.parts, candidate.pronouns, candidate.count);
                persons.push(person);
                joined.push(Joined {
                    names: vec![at],
                    kind: EntityKind::Person,
                    pronouns: None,
                    known: None,
                });
            }
        }
    }
}

/// Whether a name mostly has an article: "the Count".
fn is_definite(name: &CutName) -> bool {
    2 * name.with(Cue::The) > name.count()
}

/// Of what is no person, each name is an entity of its own.
fn join_others(
    names: &[CutName],
    kinds: &[EntityKind],
    joined: &mut Vec<Joined>,
    others: Vec<usize>,
) {
    let mut by_words: HashMap<Vec<String>, usize> = HashMap::new();
    for at in others {
        let entity = *by_words.entry(key(&names[at].words)).or_insert_with(|| {
            joined.push(Joined { names: Vec::new(), kind: kinds[at], pronouns: None, known: None });
            joined.len() - 1
        });
        joined[entity].names.push(at);
    }
}

/// How the text speaks of who bears these names: by their forms of address, else by the pronouns behind them.
fn pronouns_of(names: &[CutName], group: &[usize]) -> Option<Pronouns> {
    let addressed = group.iter().find_map(|&at| names[at].parts.addressed());
    addressed.or_else(|| {
        let of = |cue| group.iter().map(|&at| names[at].with(cue)).sum::<usize>();
        let (he, she) = (of(Cue::He), of(Cue::She));
        // Of many, a plain majority shows it.
        let are_many = |most: usize, others: usize| {
            most + others >= PRONOUNS_MANY && most >= PRONOUNS_OF_MANY * others
        };
        let is_most = |most: usize, others: usize| {
            most >= PRONOUNS_MIN && most >= PRONOUNS_TIMES * others || are_many(most, others)
        };
        match () {
            () if is_most(he, she) => Some(Pronouns::He),
            () if is_most(she, he) => Some(Pronouns::She),
            () => None,
        }
    })
}
