//! The titles of what promises point at. They are kept with what bears them and read together with
//! the promises, one statement for a whole page, so that they follow every rename.

use std::collections::{BTreeMap, BTreeSet};

use db::Tx;
use domain::{
    Error, Result,
    promises::{Links, Promise, item::Titles},
};

use crate::{Doing as _, column, nodes, projects::Seen};

/// That everything a promise of a project points at is there.
///
/// # Errors
/// Not found when a node or the plotline does not exist in the project.
pub fn check_links(tx: &mut Tx<'_>, project: &Seen, links: &Links) -> Result<()> {
    for node in [&links.made_at, &links.fulfilled_at].into_iter().flatten() {
        nodes::check(tx, project, node)?;
    }
    links.plotline.iter().try_for_each(|plotline| plotlines_of(tx, project, plotline))
}

/// That a plotline of this id is drawn in one of the project's timelines.
///
/// # Errors
/// Not found: no timeline of this version has plotlines yet.
fn plotlines_of(_: &mut Tx<'_>, _: &Seen, id: &str) -> Result<()> {
    Err(Error::not_found("Plotline", id))
}

/// The titles of what one promise points at.
///
/// # Errors
/// When the database fails.
pub fn titles_of(tx: &mut Tx<'_>, promise: &Promise) -> Result<Titles> {
    let known = of_nodes(tx, std::slice::from_ref(promise))?;
    Ok(titles(&promise.links, &known))
}

/// The promises with the titles of what they point at.
pub(super) fn with_titles(
    tx: &mut Tx<'_>,
    promises: Vec<Promise>,
) -> Result<Vec<(Promise, Titles)>> {
    let known = of_nodes(tx, &promises)?;
    let shown = |promise: Promise| {
        let titles = titles(&promise.links, &known);
        (promise, titles)
    };
    Ok(promises.into_iter().map(shown).collect())
}

fn titles(links: &Links, nodes: &BTreeMap<String, String>) -> Titles {
    let of =
        |id: &Option<String>| id.as_ref().and_then(|id| nodes.get(id)).cloned().unwrap_or_default();
    Titles {
        made_at: of(&links.made_at),
        fulfilled_at: of(&links.fulfilled_at),
        plotline: String::new(),
    }
}

/// The titles of the nodes that promises point at, by id. A promise points at nodes of its own
/// project alone, so whoever may see the promise may see them.
fn of_nodes(tx: &mut Tx<'_>, promises: &[Promise]) -> Result<BTreeMap<String, String>> {
    let links = promises.iter().flat_map(|it| [&it.links.made_at, &it.links.fulfilled_at]);
    let ids: BTreeSet<&str> = links.flatten().map(String::as_str).collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = tx
        .rows(
            "SELECT id, title
               FROM plot_node
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
            (column::text(&ids)?,),
        )
        .doing("reading the titles of nodes")?;
    rows.into_iter()
        .map(|mut row| Ok((column::get(&mut row, 0)?, column::get(&mut row, 1)?)))
        .collect()
}
