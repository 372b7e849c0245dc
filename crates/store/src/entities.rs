//! Records that others point to, whatever room they live in: that one is there, in the project of
//! whoever points. What they are is their rooms' business.

use db::Tx;
use domain::{Error, Result, timelines::link::EntityType};

use crate::{documents, projects::Seen, timelines::plotlines};

/// That the project has a record of this type and id.
///
/// # Errors
/// Not found when it has none.
pub fn check(tx: &mut Tx<'_>, project: &Seen, kind: EntityType, id: &str) -> Result<()> {
    match kind {
        EntityType::Document | EntityType::Scene => documents::get(tx, project, id).map(drop),
        EntityType::Plotline => plotlines::check_in_project(tx, project, id),
        EntityType::Character => lore("Character", id),
        EntityType::Location => lore("Location", id),
        EntityType::Item => lore("Item", id),
        EntityType::Organisation => lore("Organisation", id),
        // No project has promises yet.
        EntityType::Promise => Err(Error::not_found("Promise", id)),
    }
}

/// That the project has a lore entry of this id, whatever its category.
///
/// # Errors
/// Not found when it has none.
pub fn check_lore_entry(_: &mut Tx<'_>, _: &Seen, id: &str) -> Result<()> {
    lore("Lore entry", id)
}

/// No project has lore yet, so none of it is found.
fn lore(what: &'static str, id: &str) -> Result<()> {
    Err(Error::not_found(what, id))
}
