//! The mechanics of magic systems, where a project has them looked at (`mechanicsEnabled`): what the
//! entries of the category `magic_system` say about their rules, costs and limits, and of which of these
//! they say nothing. It quotes, and does not judge whether a system is consistent.

use domain::{
    Result,
    lore::{Category, Entry},
};
use prose::Text;
use serde_json::{Value, json};
use store::{
    Tx, lore,
    projects::{self, ProjectAccess},
};

use super::{
    answers::{AnswerText, listed},
    subject::shortened,
};

/// Magic systems of one project that are read, by name.
const SYSTEMS_MAX: usize = 50;

/// What is looked for, and the words by which it is known: as an attribute, or in a sentence of the
/// entry.
const ASPECTS: [(&str, &[&str]); 3] = [
    ("rules", &["rule", "rules", "law", "laws", "must", "may", "works"]),
    ("costs", &["cost", "costs", "price", "toll", "pays", "paid", "drains", "exhausts"]),
    ("limits", &["limit", "limits", "limited", "cannot", "never", "unless", "impossible"]),
];

/// A magic system, with what it says of each of [`ASPECTS`].
struct System {
    entry_id: String,
    name: String,
    said: [Option<String>; ASPECTS.len()],
}

/// The magic systems of a project.
pub(super) struct Mechanics {
    systems: Vec<System>,
    /// How many more there are.
    unread: usize,
}

impl Mechanics {
    /// Reads these magic systems, by their ids.
    pub(super) fn read(tx: &mut Tx<'_>, project: &ProjectAccess, ids: &[String]) -> Result<Self> {
        let mut systems = Vec::new();
        for id in ids.iter().take(SYSTEMS_MAX) {
            let (entry, content) = lore::get(tx, project, id)?;
            if entry.category == Category::MagicSystem {
                systems.push(System::of(&entry, &content));
            }
        }
        Ok(Self { systems, unread: ids.len().saturating_sub(SYSTEMS_MAX) })
    }

    /// For people.
    pub(super) fn answer_text(&self, out: &mut AnswerText) {
        if self.systems.is_empty() {
            out.line("Mechanics: the lore has no entry of the category magic_system.");
            return;
        }
        out.list("Magic systems and their mechanics", &self.systems, |system| {
            format!("{} – {}", system.name, system.line())
        });
        if self.unread > 0 {
            out.line(format!("{} more magic systems were not read.", self.unread));
        }
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        listed(&self.systems, System::report)
    }
}

/// What one magic system says, for people and for programs; none where the project does not have its
/// mechanics looked at.
pub(super) fn of_entry(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (entry, content): (&Entry, &str),
) -> Result<Option<(String, Value)>> {
    if !projects::detail(tx, project)?.mechanics_enabled {
        return Ok(None);
    }
    let system = System::of(entry, content);
    Ok(Some((format!("Its mechanics – {}.", system.line()), system.report())))
}

impl System {
    fn of(entry: &Entry, content: &str) -> Self {
        let attributes: Value = serde_json::from_str(&entry.attributes.0).unwrap_or_default();
        let plain = manuscript::markdown::plain(content);
        let text = Text::new(&plain.text);
        let said = ASPECTS
            .map(|(_, words)| of_attributes(&attributes, words).or_else(|| in_text(&text, words)));
        Self { entry_id: entry.id.clone(), name: shortened(&entry.name), said }
    }

    fn line(&self) -> String {
        let said = ASPECTS.iter().zip(&self.said).map(|((aspect, _), said)| match said {
            Some(said) => format!("{aspect}: {}", said.trim_end_matches('.')),
            None => format!("{aspect}: nothing is said"),
        });
        said.collect::<Vec<_>>().join("; ")
    }

    fn report(&self) -> Value {
        let aspects = ASPECTS.iter().zip(&self.said);
        let said = aspects.clone().map(|((aspect, _), said)| ((*aspect).to_owned(), json!(said)));
        let missing = aspects.filter(|(_, said)| said.is_none()).map(|((aspect, _), _)| *aspect);
        let mut report = Value::Object(said.collect());
        report["entryId"] = self.entry_id.as_str().into();
        report["name"] = self.name.as_str().into();
        report["missing"] = missing.collect();
        report
    }
}

/// The value of the first attribute that has one of these words in its name.
fn of_attributes(attributes: &Value, words: &[&str]) -> Option<String> {
    let named = |key: &str| {
        let mut parts = key.split(|letter: char| !letter.is_alphanumeric());
        parts.any(|part| words.contains(&part.to_lowercase().as_str()))
    };
    let found = attributes.as_object()?.iter().filter(|(key, _)| named(key));
    found.filter_map(|(_, value)| written(value)).next()
}

/// An attribute as a text; none where it is empty or an object.
fn written(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) => items.iter().filter_map(written).collect::<Vec<_>>().join("; "),
        Value::Null | Value::Bool(_) | Value::Object(_) => return None,
    };
    Some(shortened(&text)).filter(|text| !text.is_empty())
}

/// The first sentence with one of these words.
fn in_text(text: &Text<'_>, words: &[&str]) -> Option<String> {
    let speaks = |sentence: &&prose::Sentence| {
        let mut of_sentence = text.words()[sentence.words.clone()].iter();
        of_sentence.any(|word| words.contains(&word.span.of(text.source()).to_lowercase().as_str()))
    };
    let found = text.sentences().iter().find(speaks)?;
    Some(shortened(found.span.of(text.source())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_aspect_is_read_from_an_attribute_or_from_a_sentence() {
        let words = ASPECTS[1].1;
        for (attributes, content, wanted) in [
            (json!({ "Cost of use": "a year of life" }), "It costs blood.", Some("a year of life")),
            (json!({ "cost": ["blood", 3] }), "", Some("blood; 3")),
            (json!({ "cost": "" }), "It is old. It costs *blood*.", Some("It costs blood.")),
            (json!({ "costume": "red" }), "The accosted man.", None),
            (json!({}), "", None),
        ] {
            let plain = manuscript::markdown::plain(content);
            let text = Text::new(&plain.text);
            let found = of_attributes(&attributes, words).or_else(|| in_text(&text, words));
            assert_eq!(found.as_deref(), wanted, "{attributes} {content}");
        }
    }
}
