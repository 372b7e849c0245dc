//! What the settings of a project say about its lore, for agents that answer from it: the categories
//! they look at (`knowledgeFilter`), the culture that names come from (`lorekeeperConfig.culturalContext`)
//! and the mechanics of magic systems (`mechanicsEnabled`). Every answer that is narrowed says so.

use domain::{
    Result,
    agents::understanding::{NamedRecord, RecordKind},
    lore::{Category, KnowledgeFilter},
};
use serde_json::{Value, json};
use store::{
    Tx, lore,
    lore::EntryNames,
    projects::{self, ProjectAccess},
};

use super::{answers::AnswerText, mechanics::Mechanics, subject::shortened};

/// Agents that say what the lore says of what a request names.
const LORE_READERS: [&str; 2] = ["lorekeeper", "researcher"];

/// What is to be said about the lore of a project beside what is in it.
#[derive(Default)]
pub(super) struct LoreNotes {
    filter: Option<KnowledgeFilter>,
    /// That entries are left out.
    narrowed: Option<String>,
    culture: Option<String>,
    mechanics: Option<Mechanics>,
}

impl LoreNotes {
    /// What a project's settings say of these entries, of which `known` has the category and the id.
    pub(super) fn of<T>(
        tx: &mut Tx<'_>,
        project: &ProjectAccess,
        entries: &[T],
        known: impl Fn(&T) -> (Category, &str),
    ) -> Result<Self> {
        let detail = projects::detail(tx, project)?;
        let filter = KnowledgeFilter::of(&detail.settings);
        let of_filter = |filter: &KnowledgeFilter| {
            let is_left_out = |entry| !filter.includes(known(entry).0);
            entries.iter().any(is_left_out).then(|| filter.sentence())
        };
        let narrowed = filter.as_ref().and_then(of_filter);
        let culture = detail.settings.lorekeeper.map(|rules| rules.cultural_context);
        let culture = culture.filter(|culture| !culture.trim().is_empty());
        let mut notes = Self { filter, narrowed, culture, mechanics: None };
        if detail.mechanics_enabled && notes.includes(Category::MagicSystem) {
            let systems = entries.iter().map(&known);
            let systems = systems.filter(|(category, _)| *category == Category::MagicSystem);
            let ids: Vec<String> = systems.map(|(_, id)| id.to_owned()).collect();
            notes.mechanics = Some(Mechanics::read(tx, project, &ids)?);
        }
        Ok(notes)
    }

    /// Whether entries of a category are looked at.
    pub(super) fn includes(&self, category: Category) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.includes(category))
    }

    /// That entries are left out, for people.
    pub(super) fn narrowed(&self) -> Option<&str> {
        self.narrowed.as_deref()
    }

    /// For people, but for what is left out.
    pub(super) fn answer_text(&self) -> String {
        let mut out = AnswerText::default();
        if let Some(culture) = &self.culture {
            let culture = shortened(culture);
            out.line(format!("Names and customs come from (culturalContext): {culture}"));
        }
        if let Some(mechanics) = &self.mechanics {
            mechanics.answer_text(&mut out);
        }
        out.finish()
    }

    /// Adds what there is to a report for programs.
    pub(super) fn add_to(&self, report: &mut Value) {
        if let Some(narrowed) = &self.narrowed {
            report["narrowed"] = json!(narrowed);
        }
        if let Some(culture) = &self.culture {
            report["culturalContext"] = json!(culture);
        }
        if let Some(mechanics) = &self.mechanics {
            report["mechanics"] = mechanics.report();
        }
    }
}

/// The names of all entries of a project's lore, and the filter that says which of them agents look at.
pub(super) fn names(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
) -> Result<(Vec<EntryNames>, Option<KnowledgeFilter>)> {
    let settings = projects::detail(tx, project)?.settings;
    Ok((lore::entry_names(tx, project)?, KnowledgeFilter::of(&settings)))
}

/// Takes the entries out of a project's records that an agent does not look at; a sentence that says so,
/// where there was any.
pub(super) fn narrow(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    agent: &str,
    records: &mut Vec<NamedRecord>,
) -> Result<Option<String>> {
    if !LORE_READERS.contains(&agent) {
        return Ok(None);
    }
    let settings = projects::detail(tx, project)?.settings;
    let Some(filter) = KnowledgeFilter::of(&settings) else { return Ok(None) };
    let before = records.len();
    records.retain(|record| match record.kind {
        RecordKind::Entry(category) => filter.includes(category),
        _ => true,
    });
    Ok((records.len() < before).then(|| filter.sentence()))
}
