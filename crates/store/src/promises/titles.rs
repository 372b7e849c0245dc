//! The titles of what promises point at. They are kept with what bears them and read together with
//! the promises, nodes and plotlines of a whole page with one statement each, so that they follow
//! every rename.

use std::collections::{BTreeMap, BTreeSet};

use db::Tx;
use domain::{
    Result,
    promises::{Links, Promise, item::Titles},
};

use crate::{Doing as _, column, nodes, projects::Seen, timelines::plotlines};

/// That everything a promise of a project points at is there.
///
/// # Errors
/// Not found when a node or the plotline does not exist in the project.
pub fn check_links(tx: &mut Tx<'_>, project: &Seen, links: &Links) -> Result<()> {
    for node in [&links.made_at, &links.fulfilled_at].into_iter().flatten() {
        nodes::check(tx, project, node)?;
    }
    links
        .plotline
        .iter()
        .try_for_each(|plotline| plotlines::check_in_project(tx, project, plotline))
}

/// The titles of what one promise points at.
///
/// # Errors
/// When the database fails.
pub fn titles_of(tx: &mut Tx<'_>, promise: &Promise) -> Result<Titles> {
    Ok(Known::of(tx, std::slice::from_ref(promise))?.titles(&promise.links))
}

/// The promises with the titles of what they point at.
pub(super) fn with_titles(
    tx: &mut Tx<'_>,
    promises: Vec<Promise>,
) -> Result<Vec<(Promise, Titles)>> {
    let known = Known::of(tx, &promises)?;
    let shown = |promise: Promise| {
        let titles = known.titles(&promise.links);
        (promise, titles)
    };
    Ok(promises.into_iter().map(shown).collect())
}

/// What nodes and plotlines are called, by id.
struct Known {
    nodes: BTreeMap<String, String>,
    plotlines: BTreeMap<String, String>,
}

impl Known {
    /// The titles of all that these promises point at. A promise points at records of its own project
    /// alone, so whoever may see the promise may see them.
    fn of(tx: &mut Tx<'_>, promises: &[Promise]) -> Result<Self> {
        let nodes = promises.iter().flat_map(|it| [&it.links.made_at, &it.links.fulfilled_at]);
        let nodes: BTreeSet<&str> = nodes.flatten().map(String::as_str).collect();
        let plotlines: BTreeSet<&str> =
            promises.iter().filter_map(|it| it.links.plotline.as_deref()).collect();
        Ok(Self {
            nodes: by_id(
                tx,
                "SELECT id, title
                   FROM plot_node
                  WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
                &nodes,
            )?,
            plotlines: by_id(
                tx,
                "SELECT id, name
                   FROM plotline
                  WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
                &plotlines,
            )?,
        })
    }

    fn titles(&self, links: &Links) -> Titles {
        let of = |titles: &BTreeMap<String, String>, id: &Option<String>| {
            id.as_ref().and_then(|id| titles.get(id)).cloned().unwrap_or_default()
        };
        Titles {
            made_at: of(&self.nodes, &links.made_at),
            fulfilled_at: of(&self.nodes, &links.fulfilled_at),
            plotline: of(&self.plotlines, &links.plotline),
        }
    }
}

/// What a statement reads of these ids, by id; nothing is read where there are none.
fn by_id(
    tx: &mut Tx<'_>,
    statement: &'static str,
    ids: &BTreeSet<&str>,
) -> Result<BTreeMap<String, String>> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = tx.rows(statement, (column::text(ids)?,)).doing("reading the titles of promises")?;
    rows.into_iter()
        .map(|mut row| Ok((column::get(&mut row, 0)?, column::get(&mut row, 1)?)))
        .collect()
}
