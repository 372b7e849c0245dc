//! The check of naming conventions. A project describes them in words; what of these words a program
//! can read is in [`read`], and a convention that it cannot read is said to be so, once, rather than
//! passed over. Names of the lore are checked with the lore; with strict naming, names of a text that
//! have no entry are checked too.

mod read;

use domain::{
    findings::{FOUND_MAX, Observation, Severity},
    lore::Category,
};
use prose::NameKind;
use serde_json::json;

use super::{Canon, CheckedText, found, names::is_borne, times, weightiest};
use read::Clause;

/// How often a name without an entry stands in a text, at least, to be held to conventions.
const COUNT_MIN: usize = 2;

/// A naming convention.
pub(super) struct Pattern {
    /// As the author wrote it.
    text: String,
    /// The entries it is about; none for all.
    category: Option<Category>,
    /// What it asks, all of it; none when it cannot be read.
    clauses: Option<Vec<Clause>>,
}

impl Pattern {
    /// Reads a convention.
    pub(super) fn read(text: &str) -> Self {
        let (category, clauses) = read::pattern(text);
        Self { text: text.trim().to_owned(), category, clauses }
    }

    /// What a name of this category breaks of it; none when it keeps it, or when it is about others.
    /// A name whose category is not known is held to what is asked of all names.
    fn broken_by(&self, name: &str, category: Option<Category>) -> Option<String> {
        if self.category.is_some() && self.category != category {
            return None;
        }
        self.clauses.iter().flatten().find_map(|clause| clause.broken_by(name))
    }
}

pub(super) fn run(read: &CheckedText<'_>, canon: &Canon) -> Vec<Observation> {
    let is_asked = canon.patterns.iter().any(|it| it.clauses.is_some() && it.category.is_none());
    if !canon.is_strict || !is_asked {
        return Vec::new();
    }
    let borne = prose::mentions(read.text, &canon.names).spans;
    let names = prose::names(read.text);
    let unknown = names.iter().filter(|name| {
        name.kind == NameKind::Name
            && name.count >= COUNT_MIN
            && !name.spans.iter().any(|span| is_borne(span, &borne))
    });
    let mut all = Vec::new();
    for name in unknown {
        for pattern in &canon.patterns {
            let Some(why) = pattern.broken_by(&name.name, None) else { continue };
            let message = format!(
                "“{}” stands here {}, has no entry, and breaks “{}”: {why}.",
                name.name,
                times(name.count),
                pattern.text
            );
            all.push(Observation {
                identity: Some(name.name.clone()),
                project_rule: Some(pattern.text.clone()),
                detail: Some(json!({
                    "name": name.name,
                    "pattern": pattern.text,
                    "count": name.count,
                    "passage": read.around(name.first),
                })),
                ..read.found("pattern_broken", Severity::Medium, name.first, message)
            });
        }
    }
    weightiest(all, |_| FOUND_MAX)
}

/// Entries that break a convention, and conventions that cannot be read.
pub(super) fn run_project(canon: &Canon) -> Vec<Observation> {
    let severity = if canon.is_strict { Severity::Medium } else { Severity::Low };
    let mut all = Vec::new();
    for pattern in &canon.patterns {
        if pattern.clauses.is_none() {
            let message = format!(
                "“{}” cannot be read by a program, so no name is held to it. What can be read: a \
                 kind of entry and a colon, then “starts with …”, “ends with …”, “contains …”, “no \
                 apostrophes”, “two syllables”, “one word”, “at most 8 letters”, “capitalised”, or \
                 a regular expression between slashes.",
                pattern.text
            );
            all.push(Observation {
                project_rule: Some(pattern.text.clone()),
                ..found("unreadable_pattern", Severity::Info, message)
            });
            continue;
        }
        for entry in &canon.entries {
            let name = entry.name();
            let Some(why) = pattern.broken_by(name, Some(entry.category)) else { continue };
            let message =
                format!("“{name}” ({}) breaks “{}”: {why}.", entry.category, pattern.text);
            all.push(Observation {
                identity: Some(name.to_owned()),
                project_rule: Some(pattern.text.clone()),
                detail: Some(json!({ "name": name, "pattern": pattern.text })),
                ..found("pattern_broken", severity, message)
            });
        }
    }
    weightiest(all, |_| FOUND_MAX)
}
