//! Records that others point at, whatever module they belong to: that one exists in the same project.

use db::Tx;
use domain::{Result, timelines::link::EntityType};

use crate::{documents, lore, projects::ProjectAccess, promises, timelines::plotlines};

/// That the project has a record of this type and id. Characters, locations, items and organisations
/// are lore entries of any category: the type says what the record is to the event that points at it
/// (a castle may act like a character), while the category is the entry's own, and may change.
pub fn check(tx: &mut Tx<'_>, project: &ProjectAccess, kind: EntityType, id: &str) -> Result<()> {
    match kind {
        EntityType::Document | EntityType::Scene => documents::get(tx, project, id).map(drop),
        EntityType::Plotline => plotlines::check_in_project(tx, project, id),
        EntityType::Promise => promises::check(tx, project, id),
        EntityType::Character => check_as(tx, project, "Character", id),
        EntityType::Location => check_as(tx, project, "Location", id),
        EntityType::Item => check_as(tx, project, "Item", id),
        EntityType::Organisation => check_as(tx, project, "Organisation", id),
    }
}

/// That the project has a lore entry of this id, whatever its category.
pub fn check_lore_entry(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    lore::check(tx, project, id)
}

/// That the project has a lore entry of this id; the error names it as the caller does.
fn check_as(tx: &mut Tx<'_>, project: &ProjectAccess, what: &'static str, id: &str) -> Result<()> {
    lore::check(tx, project, id).map_err(|error| error.not_found_as(what, id))
}
