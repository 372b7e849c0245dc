//! Statements with whom they are about, and where they do not agree with each other or with the
//! lore.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{fold::fold, lore::Entry};
use prose::{Aspect, NameIndex, NameKind, Text};
use serde_json::{Value, json};

use crate::skills::subject::{Quote, Subject, quoted, shortened};

/// Names of a text that statements are looked for about, where there is no lore: the most frequent.
const NAMES_MAX: usize = 300;

/// Something stated about somebody.
#[derive(Clone)]
pub(in crate::skills) struct Fact {
    /// Whom it is about, and the entry of the lore that is.
    pub(in crate::skills) name: String,
    pub(in crate::skills) entry_id: Option<String>,
    pub(in crate::skills) about: Aspect,
    pub(in crate::skills) value: String,
    pub(in crate::skills) is_spoken: bool,
    pub(in crate::skills) document_id: String,
    pub(in crate::skills) title: String,
    pub(in crate::skills) quote: Quote,
    around: String,
    /// How often the same is stated.
    times: usize,
}

/// Statements that do not agree.
pub(super) struct Conflict {
    name: String,
    about: Aspect,
    /// What is stated, each value where it is first stated.
    stated: Vec<Fact>,
    /// The attribute of the lore that says something else.
    attribute: Option<(String, String)>,
}

/// What these texts state, each where it is first stated; and whether it is about entries of the
/// lore.
pub(in crate::skills) fn of(subjects: &[Subject], entries: &[Entry]) -> (Vec<Fact>, bool) {
    if entries.is_empty() {
        return (without_repeats(subjects.iter().flat_map(of_names)), false);
    }
    let names = NameIndex::new(entries.iter().enumerate().flat_map(|(owner, entry)| {
        let names = std::iter::once(&entry.name).chain(&entry.aliases);
        names.map(move |name| (owner, name.as_str()))
    }));
    let whose = |owner: usize| (entries[owner].name.clone(), Some(entries[owner].id.clone()));
    (without_repeats(subjects.iter().flat_map(|it| stated(it, &names, whose))), true)
}

/// The same said of the same once, with how often.
fn without_repeats(facts: impl Iterator<Item = Fact>) -> Vec<Fact> {
    let mut found: Vec<Fact> = Vec::new();
    let mut known: HashMap<(String, Aspect, String), usize> = HashMap::new();
    for fact in facts {
        let key = (fact.name.clone(), fact.about, fold(&fact.value));
        match known.get(&key) {
            Some(&at) => found[at].times += 1,
            None => {
                known.insert(key, found.len());
                found.push(fact);
            }
        }
    }
    found
}

/// What a text states about the names that are frequent in it.
fn of_names(subject: &Subject) -> Vec<Fact> {
    let text = Text::new(&subject.plain.text);
    let mut found = prose::names(&text);
    found.retain(|name| name.kind == NameKind::Name);
    found.truncate(NAMES_MAX);
    let names = NameIndex::new(found.iter().enumerate().map(|(at, name)| (at, name.name.as_str())));
    stated(subject, &names, |owner| (found[owner].name.clone(), None))
}

fn stated(
    subject: &Subject,
    names: &NameIndex,
    whose: impl Fn(usize) -> (String, Option<String>),
) -> Vec<Fact> {
    let (document_id, title) = subject.document.clone().unwrap_or_default();
    let fact = |it: prose::Statement| {
        let (name, entry_id) = whose(it.owner);
        Fact {
            name: shortened(&name),
            entry_id,
            about: it.about,
            value: it.value,
            is_spoken: it.is_spoken,
            document_id: document_id.clone(),
            title: shortened(&title),
            quote: subject.quote(it.passage.span),
            around: subject.around(it.passage.span, it.passage.sentence_span),
            times: 1,
        }
    };
    prose::statements(&Text::new(&subject.plain.text), names).into_iter().map(fact).collect()
}

/// The attributes of the lore that say the same as an aspect, by their keys without marks.
fn keys(about: Aspect) -> &'static [&'static str] {
    match about {
        Aspect::Age => &["age"],
        Aspect::Eyes => &["eyes", "eye", "eyecolour", "eyecolor", "colourofeyes", "colorofeyes"],
        Aspect::Hair => &["hair", "haircolour", "haircolor", "colourofhair", "colorofhair"],
        Aspect::Role => &[],
    }
}

/// Where statements about one aspect of one entry differ, among them or from the lore. Roles are not
/// compared: somebody can be a doctor and a friend.
pub(super) fn conflicts(facts: &[Fact], entries: &[Entry]) -> Vec<Conflict> {
    let mut by_subject: BTreeMap<(&str, Aspect), Vec<&Fact>> = BTreeMap::new();
    for fact in facts.iter().filter(|fact| fact.about != Aspect::Role) {
        by_subject.entry((fact.name.as_str(), fact.about)).or_default().push(fact);
    }
    let by_id: HashMap<&str, &Entry> = entries.iter().map(|it| (it.id.as_str(), it)).collect();
    let mut conflicts = Vec::new();
    for ((name, about), stated) in by_subject {
        let mut values = BTreeSet::new();
        let first: Vec<Fact> = stated
            .iter()
            .filter(|fact| values.insert(alike(&fact.value)))
            .map(|fact| (*fact).clone())
            .collect();
        let entry = stated[0].entry_id.as_deref().and_then(|id| by_id.get(id));
        let attribute = entry
            .and_then(|entry| attribute(entry, about))
            .filter(|(_, said)| !first.iter().any(|fact| says(said, &fact.value)));
        if first.len() > 1 || attribute.is_some() {
            conflicts.push(Conflict { name: name.to_owned(), about, stated: first, attribute });
        }
    }
    conflicts
}

/// Words that name one colour.
pub(in crate::skills) fn alike(value: &str) -> &str {
    match value {
        "gray" => "grey",
        "gold" => "golden",
        "blonde" => "blond",
        "silver" => "silvery",
        other => other,
    }
}

/// Whether an attribute holds a value as a word.
pub(in crate::skills) fn says(attribute: &str, value: &str) -> bool {
    let attribute = fold(attribute);
    let mut words = attribute.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| alike(word) == alike(value))
}

/// The key and the value of the attribute of an entry that is about an aspect.
pub(in crate::skills) fn attribute(entry: &Entry, about: Aspect) -> Option<(String, String)> {
    let read: Value = serde_json::from_str(&entry.attributes.0).ok()?;
    read.as_object()?.iter().find_map(|(key, value)| {
        let bare: String = fold(key).chars().filter(|letter| letter.is_alphanumeric()).collect();
        let said = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        keys(about).contains(&bare.as_str()).then(|| (shortened(key), shortened(&said)))
    })
}

impl Fact {
    /// Whether it is about one of these entries or names.
    pub(super) fn is_of(&self, ids: &[&str], names: &[String]) -> bool {
        match &self.entry_id {
            Some(id) => ids.contains(&id.as_str()),
            None => names.contains(&self.name),
        }
    }

    /// For people.
    pub(super) fn line(&self) -> String {
        let Self { name, value, title, around, .. } = self;
        let by = if self.is_spoken { ", said by somebody" } else { "" };
        let times = if self.times > 1 { format!(", {} times", self.times) } else { String::new() };
        let about = self.about.as_str();
        format!("{name}, {about}: {value}{by}{times}, in “{title}”: {}", quoted(around))
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        json!({
            "entryId": self.entry_id,
            "name": self.name,
            "attribute": self.about.as_str(),
            "value": self.value,
            "isSpoken": self.is_spoken,
            "times": self.times,
            "documentId": self.document_id,
            "title": self.title,
            "passage": self.quote,
        })
    }
}

impl Conflict {
    /// Whether it is about somebody of this name.
    pub(super) fn is_of(&self, name: &str) -> bool {
        self.name == name
    }

    /// For people.
    pub(super) fn line(&self) -> String {
        let stated: Vec<String> = self
            .stated
            .iter()
            .map(|fact| {
                format!("{} in “{}” ({})", fact.value, fact.title, quoted(&fact.quote.quote))
            })
            .collect();
        let mut line = format!("{}, {}: {}", self.name, self.about.as_str(), stated.join("; "));
        if let Some((key, said)) = &self.attribute {
            line += &format!("; in the lore {key} is “{said}”");
        }
        line
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        json!({
            "name": self.name,
            "attribute": self.about.as_str(),
            "stated": self.stated.iter().map(Fact::report).collect::<Vec<_>>(),
            "lore": self.attribute.as_ref().map(|(key, said)| json!({ "key": key, "value": said })),
        })
    }
}
