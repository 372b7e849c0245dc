//! What a search may look at: the projects the principal may see, what these say about searches, and
//! how the things that were found are called now.

use std::collections::{BTreeSet, HashMap};

use db::Tx;
use domain::{
    Principal, Result, Time,
    projects::{Detail, settings::ProjectSettings},
};

use crate::{Doing as _, column, projects};

/// What a search of a principal goes over.
#[derive(Debug, Clone, PartialEq)]
pub struct Reach {
    /// The projects it may look at: the one that was named, else all the principal may see.
    pub projects: BTreeSet<String>,
    /// The project the search is made in: the one that was named, else the open one.
    pub made_in: Option<String>,
    /// How many results that project asks for.
    pub results_count: Option<i64>,
}

/// What a search goes over that names this project, or none.
///
/// # Errors
/// Not found when the project it names is not there, or not the principal's to see.
pub fn reach(tx: &mut Tx<'_>, principal: &Principal, named: Option<&str>) -> Result<Reach> {
    let (projects, made_in) = match named {
        Some(project) => {
            projects::check(tx, principal, project)?;
            (BTreeSet::from([project.to_owned()]), Some(project.to_owned()))
        }
        None => {
            let open = projects::open(tx, principal)?;
            (visible(tx, principal)?, open.map(|open| open.id().to_owned()))
        }
    };
    let results_count = match &made_in {
        Some(project) => settings(tx, [project.as_str()].into_iter())?
            .remove(project)
            .and_then(|settings| settings.agent_config)
            .and_then(|config| config.search_results_count),
        None => None,
    };
    Ok(Reach { projects, made_in, results_count })
}

/// All projects the principal may see.
fn visible(tx: &mut Tx<'_>, principal: &Principal) -> Result<BTreeSet<String>> {
    let rows = tx
        .rows(
            "SELECT id
               FROM project
              WHERE deleted_at IS NULL
                AND (CAST(?1 AS BIGINT) = 1 OR owner = ?2
                     OR id IN (SELECT project_id FROM member WHERE account = ?2))",
            (principal.owns_everything, &principal.user),
        )
        .doing("looking for projects to search")?;
    rows.into_iter().map(|mut row| column::get(&mut row, 0)).collect()
}

/// Every project there is, binned ones too, for the studio's own work.
pub fn all_projects(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT id
               FROM project",
            (),
        )
        .doing("looking for projects")?;
    rows.into_iter().map(|mut row| column::get(&mut row, 0)).collect()
}

/// Which categories of their lore these projects let searches look at, of those that name any.
pub fn knowledge_filters<'p>(
    tx: &mut Tx<'_>,
    projects: impl Iterator<Item = &'p str>,
) -> Result<HashMap<String, Vec<String>>> {
    let settings = settings(tx, projects)?;
    let filter = |(id, settings): (String, ProjectSettings)| (id, settings.knowledge_filter);
    Ok(settings.into_iter().map(filter).filter(|(_, filter)| !filter.is_empty()).collect())
}

fn settings<'p>(
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
            let id = column::get(&mut row, 0)?;
            let detail: Detail = column::json(&mut row, 1)?;
            Ok((id, detail.settings))
        })
        .collect()
}

/// What something that was found is called now.
#[derive(Debug, Clone, PartialEq)]
pub struct Called {
    /// The title of a document, the name of an entry, the sender of a message.
    pub title: String,
    /// The place of a document among those it lies with.
    pub position: Option<i64>,
    /// When it was last changed.
    pub at: Time,
}

/// What these documents, entries and messages are called, by their ids; those that are gone are left
/// out. Who may see them is for the caller to know.
pub fn called(tx: &mut Tx<'_>, ids: &[&str]) -> Result<HashMap<String, Called>> {
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
            "SELECT id, name, CAST(NULL AS BIGINT), modified_at
               FROM lore_entry
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
            (&list,),
        )
        .doing("reading names")?,
    );
    rows.extend(
        tx.rows(
            "SELECT id, from_agent, CAST(NULL AS BIGINT), created_at
               FROM message
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
            (&list,),
        )
        .doing("reading senders")?,
    );
    rows.into_iter()
        .map(|mut row| {
            let row = &mut row;
            let called = Called {
                title: column::get(row, 1)?,
                position: column::get(row, 2)?,
                at: column::time(row, 3)?,
            };
            Ok((column::get(row, 0)?, called))
        })
        .collect()
}
