//! What a search may look at: the projects the principal may see, what their settings say about
//! searches, and the current titles of what was found.

use std::collections::{BTreeSet, HashMap};

use db::Tx;
use domain::{
    Principal, Result, Time,
    projects::{Detail, settings::ProjectSettings},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects,
    sql::project_is_visible,
};

/// What a search of a principal goes over.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchScope {
    /// The projects it may look at: the one it is made in, else all the principal may see.
    pub projects: BTreeSet<String>,
    /// The project the search is made in: the one that was named, else the open one.
    pub made_in: Option<String>,
    /// The settings of that project.
    pub settings: Option<ProjectSettings>,
}

/// What a search goes over that names this project, or none.
///
/// # Errors
/// Not found when the project it names is not there, or not the principal's to see.
pub fn search_scope(
    tx: &mut Tx<'_>,
    principal: &Principal,
    named: Option<&str>,
) -> Result<SearchScope> {
    let project = match named {
        Some(project) => Some(projects::check(tx, principal, project)?),
        None => projects::open(tx, principal)?,
    };
    let Some(project) = project else {
        return Ok(SearchScope {
            projects: visible(tx, principal)?,
            made_in: None,
            settings: None,
        });
    };
    Ok(SearchScope {
        projects: BTreeSet::from([project.id().to_owned()]),
        made_in: Some(project.id().to_owned()),
        settings: Some(projects::detail(tx, &project)?.settings),
    })
}

/// All projects the principal may see.
fn visible(tx: &mut Tx<'_>, principal: &Principal) -> Result<BTreeSet<String>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT id
                   FROM project
                  WHERE ",
                project_is_visible!("?1", "?2")
            ),
            (principal.owns_everything, &principal.user),
        )
        .doing("looking for projects to search")?;
    rows.into_iter().map(|mut row| row.value("id")).collect()
}

/// Every project, those in the trash as well, for background work.
pub fn all_projects(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT id
               FROM project",
            (),
        )
        .doing("looking for projects")?;
    rows.into_iter().map(|mut row| row.value("id")).collect()
}

/// The settings of these projects, by their ids. Who may see them is for the caller to know.
pub fn settings<'p>(
    tx: &mut Tx<'_>,
    projects: impl Iterator<Item = &'p str>,
) -> Result<HashMap<String, ProjectSettings>> {
    let ids: Vec<&str> = projects.collect();
    let rows = tx
        .rows(
            "SELECT id, detail
               FROM project
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
            (column::text(&ids)?,),
        )
        .doing("reading the settings of projects")?;
    rows.into_iter()
        .map(|mut row| {
            let detail: Detail = row.json("detail")?;
            Ok((row.value("id")?, detail.settings))
        })
        .collect()
}

/// The current title of something that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct CurrentTitle {
    /// The title of a document, the name of an entry, the sender of a message.
    pub title: String,
    /// The position of a document among its siblings.
    pub position: Option<i64>,
    /// When it was last changed.
    pub at: Time,
}

/// The titles of these documents, entries and messages, by their ids; those that were deleted are left
/// out. Who may see them is for the caller to know.
pub fn titles(tx: &mut Tx<'_>, ids: &[&str]) -> Result<HashMap<String, CurrentTitle>> {
    let list = column::text(ids)?;
    let mut rows = tx
        .rows(
            "SELECT id, title, position, modified_at
               FROM document
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                AND import_id IS NULL
                AND deleted_at IS NULL",
            (&list,),
        )
        .doing("reading titles")?;
    rows.extend(
        tx.rows(
            "SELECT id, name AS title, CAST(NULL AS BIGINT) AS position, modified_at
               FROM lore_entry
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
            (&list,),
        )
        .doing("reading names")?,
    );
    rows.extend(
        tx.rows(
            "SELECT id, from_agent AS title, CAST(NULL AS BIGINT) AS position,
                    created_at AS modified_at
               FROM message
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
            (&list,),
        )
        .doing("reading senders")?,
    );
    rows.into_iter()
        .map(|mut row| {
            let title = CurrentTitle {
                title: row.value("title")?,
                position: row.value("position")?,
                at: row.time("modified_at")?,
            };
            Ok((row.value("id")?, title))
        })
        .collect()
}
