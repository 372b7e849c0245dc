//! Projects: their fields and updates. [`summary`] has the counters of what happened in a project;
//! the views are in [`view`].

pub mod agent_rules;
pub mod patterns;
pub mod settings;
pub mod summary;
pub mod usual_length;
pub mod view;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    Error, Result,
    json::Json,
    lengths::SEARCH_CHARS_MAX,
    model::{Bounds, FieldReader, FieldType, OpenEnum, OrderedMap, Schemas},
    page::Cursor,
    patch::Patch,
    time::Time,
};
pub use agent_rules::{AgentRules, AskedBy};
pub use settings::{
    Color, Genre, LorekeeperProjectConfig, ProjectSettings, PublishingReadinessConfig,
    SettingsUpdate,
};

crate::string_enum! {
    /// How far along a project is, as its owner says.
    pub enum Status {
        Active = "active",
        Paused = "paused",
        Completed = "completed",
        Archived = "archived",
    }
}

/// The kind of a project when its creator names none.
pub const DEFAULT_KIND: &str = "fiction";

/// The most users who work on a project besides its owner: each is a row of its own, and each is
/// asked about when somebody wants to see it.
pub const COLLABORATORS_MAX: usize = 100;

/// The most items of any other list of a project.
pub const LIST_MAX: usize = 1_000;

/// What clients keep among a project's settings under keys the contract does not name, in bytes of
/// JSON: it is read with every project of a list.
pub const SETTINGS_BYTES_MAX: usize = 256 * 1024;

/// Days a deleted project stays in the trash before it is purged.
pub const TRASH_DAYS: i64 = 30;

/// One writing project.
#[derive(Debug, Clone, PartialEq)]
pub struct Project {
    /// Its identifier.
    pub id: String,
    /// The user it belongs to.
    pub owner: String,
    /// What it is called.
    pub name: String,
    /// What is being written, such as `novel`.
    pub kind: String,
    /// How far along it is.
    pub status: Status,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed; strictly later with each change.
    pub modified_at: Time,
    /// How often it was changed; the entity tag of its representation.
    pub version: i64,
    /// The rest of what its owner says about it.
    pub detail: Detail,
}

/// What a project's owner says about it beyond what lists are sorted and filtered by.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Detail {
    /// What it is about.
    pub description: String,
    /// The users who work on it besides its owner.
    pub collaborators: Vec<String>,
    /// Whether the mechanics of magic systems are looked at.
    pub mechanics_enabled: bool,
    /// Its settings.
    pub settings: ProjectSettings,
    /// What clients keep among the settings under keys the contract does not name.
    pub other_settings: BTreeMap<String, Json>,
}

crate::model! {
    /// Changes to a project. Absent fields leave it as it is; null clears what can be empty.
    #[derive(Default)]
    pub struct ProjectUpdate as "ProjectUpdateRequest" {
        /// What it is called.
        name: Patch<String>,
        /// What it is about.
        description: Patch<String>,
        /// The kind of project, such as `novel` or `screenplay`.
        project_type: Patch<OpenEnum>,
        /// A hex colour such as `#7a1f2b`.
        color: Patch<Color>,
        /// An icon identifier.
        icon: Patch<String>,
        /// The tone in which agents speak about this project.
        ai_personality: Patch<String>,
        /// The agents that work on it; none named means all.
        active_agents: Patch<Vec<String>> where { max_length: LIST_MAX },
        /// The ids of users who work on it.
        collaborators: Patch<Vec<String>> where { max_length: COLLABORATORS_MAX },
        /// The lore categories that agents and searches look at; none named means all.
        knowledge_filter: Patch<Vec<String>> where { max_length: LIST_MAX },
        /// The genres whose conventions apply.
        genres: Patch<Vec<Genre>> where { max_length: LIST_MAX },
        /// Settings to merge key by key.
        settings: Patch<SettingsUpdate>,
        /// The rules of the lore validator.
        lorekeeper_config: Patch<LorekeeperProjectConfig>,
        /// When the project counts as ready to publish.
        publishing_config: Patch<PublishingReadinessConfig>,
        /// Whether the mechanics of magic systems are looked at.
        mechanics_enabled: Patch<bool>,
        /// Where exports go; empty for the global default.
        documents_directory: Patch<String>,
        /// Prompts by agent id that replace the agents' own.
        agent_system_prompts: Patch<OrderedMap<String>> where { max_length: LIST_MAX },
    }
}

/// A new project: the fields of an update, of which the name must be there.
#[derive(Debug, Clone, PartialEq)]
pub struct ProjectCreate {
    /// What it is called.
    pub name: String,
    /// Everything that was said, the name included.
    pub fields: ProjectUpdate,
}

impl FieldType for ProjectCreate {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        // The name comes first in the table, so its errors may be noted before all others; what
        // an update would say of it (absent and null are fine) adds none.
        let name = match value {
            Json::Object(object) => match object.get("name") {
                None | Some(Json::Null) => {
                    reader.field::<String>(value, object, "name", &Bounds::NONE, None)
                }
                Some(_) => Some(String::new()),
            },
            _ => Some(String::new()),
        };
        let fields = ProjectUpdate::read(value, bounds, reader);
        let (_, fields) = (name?, fields?);
        Some(Self { name: fields.name.value().cloned().unwrap_or_default(), fields })
    }

    fn schema(_: &Bounds, schemas: &mut Schemas) -> serde_json::Value {
        schemas.named("ProjectCreateRequest", |schemas| {
            ProjectUpdate::schema(&Bounds::NONE, schemas);
            let mut schema = schemas.0["ProjectUpdateRequest"].clone();
            schema["title"] = "ProjectCreateRequest".into();
            schema["description"] = "A new project.".into();
            schema["required"] = serde_json::json!(["name"]);
            let description = schema["properties"]["name"]["description"].take();
            schema["properties"]["name"] = String::schema(&Bounds::NONE, schemas);
            schema["properties"]["name"]["description"] = description;
            schema
        })
    }
}

crate::model! {
    /// A project's new status.
    pub struct StatusUpdate as "ProjectStatusRequest" {
        /// The status to take on, from any other.
        status: Status,
    }
}

crate::model! {
    /// Which projects to list.
    pub struct ProjectQuery as "ProjectQuery" paged by Cursor {
        /// Only projects of this status.
        status: Option<Status>,
        /// Only those with this text in the name, ignoring case.
        q: Option<String> where { max_length: SEARCH_CHARS_MAX },
    }
}

impl Project {
    /// A new project of `owner`.
    ///
    /// # Errors
    /// Too large when more is to be kept among its settings than [`SETTINGS_BYTES_MAX`].
    pub fn create(id: String, owner: &str, create: &ProjectCreate, now: Time) -> Result<Self> {
        let mut project = Self {
            id,
            owner: owner.to_owned(),
            name: create.name.clone(),
            kind: DEFAULT_KIND.to_owned(),
            status: Status::Active,
            created_at: now,
            modified_at: now,
            version: 1,
            detail: Detail::default(),
        };
        project.apply(&create.fields)?;
        Ok(project)
    }

    /// Only what the update names changes; the time of change always does.
    ///
    /// # Errors
    /// Too large when it would keep more among the settings than [`SETTINGS_BYTES_MAX`]; then
    /// nothing has changed.
    pub fn update(&mut self, update: &ProjectUpdate, now: Time) -> Result<()> {
        self.apply(update)?;
        self.touch(now);
        Ok(())
    }

    /// Takes on another status.
    pub fn set_status(&mut self, status: Status, now: Time) {
        self.status = status;
        self.touch(now);
    }

    fn touch(&mut self, now: Time) {
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
    }

    fn apply(&mut self, update: &ProjectUpdate) -> Result<()> {
        // First, because it can fail.
        let settings = settings::named_over_settings(update);
        merge_unknown(&mut self.detail.other_settings, &settings.rest.0)?;
        update.name.apply_to(&mut self.name);
        update.project_type.map(|OpenEnum(kind)| kind.clone()).apply_to(&mut self.kind);
        let detail = &mut self.detail;
        update.description.apply_to(&mut detail.description);
        update.collaborators.apply_or_default(&mut detail.collaborators);
        update.mechanics_enabled.apply_to(&mut detail.mechanics_enabled);
        detail.settings.merge(&settings);
        Ok(())
    }
}

/// Merges settings under unknown keys: a null takes its key away, as it takes a known one back to
/// its default.
fn merge_unknown(kept: &mut BTreeMap<String, Json>, said: &[(String, Json)]) -> Result<()> {
    if said.is_empty() {
        return Ok(());
    }
    let mut merged = kept.clone();
    for (key, value) in said {
        if *value == Json::Null {
            merged.remove(key);
        } else {
            merged.insert(key.clone(), value.clone());
        }
    }
    let bytes = serde_json::to_string(&merged)
        .map_err(|flaw| Error::internal("measuring settings", flaw))?
        .len();
    // Whoever has too much from before can still take some of it away.
    let only_removes = said.iter().all(|(_, value)| *value == Json::Null);
    if bytes > SETTINGS_BYTES_MAX && !only_removes {
        return Err(Error::TooLarge(format!(
            "The settings under keys of your own are larger than {} KiB in all",
            SETTINGS_BYTES_MAX / 1024
        )));
    }
    *kept = merged;
    Ok(())
}
