//! The titles of what promises point at. They are kept with what bears them and read together with
//! the promises, the nodes and plotlines of a whole page a handful at a time, so that they
//! follow every rename.

use std::collections::{HashMap, HashSet};

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
    let Links { made_at, fulfilled_at, plotline } = &promise.links;
    let nodes = [made_at, fulfilled_at].into_iter().flatten().map(String::as_str).collect();
    let plotlines = plotline.iter().map(String::as_str).collect();
    let known = Known::of(tx, &nodes, &plotlines)?;
    Ok(Titles {
        made_at: known.node(made_at.as_deref()).to_owned(),
        fulfilled_at: known.node(fulfilled_at.as_deref()).to_owned(),
        plotline: known.plotline(plotline.as_deref()).to_owned(),
    })
}

/// What nodes and plotlines are called, by id.
#[derive(Debug)]
pub(super) struct Known {
    nodes: HashMap<String, String>,
    plotlines: HashMap<String, String>,
}

impl Known {
    /// The titles of all that some promises point at. A promise points at records of its own project
    /// alone, so whoever may see the promise may see them.
    pub(super) fn of(
        tx: &mut Tx<'_>,
        nodes: &HashSet<&str>,
        plotlines: &HashSet<&str>,
    ) -> Result<Self> {
        Ok(Self {
            nodes: by_id(
                tx,
                "SELECT id, title
                   FROM plot_node
                  WHERE id IN (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
                               ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
                nodes,
            )?,
            plotlines: by_id(
                tx,
                "SELECT id, name
                   FROM plotline
                  WHERE id IN (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
                               ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
                plotlines,
            )?,
        })
    }

    /// What a node is called; empty for none.
    pub(super) fn node(&self, id: Option<&str>) -> &str {
        title(&self.nodes, id)
    }

    /// What a plotline is called; empty for none.
    pub(super) fn plotline(&self, id: Option<&str>) -> &str {
        title(&self.plotlines, id)
    }
}

fn title<'k>(titles: &'k HashMap<String, String>, id: Option<&str>) -> &'k str {
    id.and_then(|id| titles.get(id)).map_or("", String::as_str)
}

/// How many ids a statement takes: most pages point at fewer. A list of any length would be read
/// from JSON, which costs more than to look up a few.
const IDS_AT_ONCE: usize = 16;

/// What a statement reads of these ids, by id; nothing is read where there are none.
fn by_id(
    tx: &mut Tx<'_>,
    statement: &'static str,
    ids: &HashSet<&str>,
) -> Result<HashMap<String, String>> {
    let mut known = HashMap::new();
    let mut ids = ids.iter().copied();
    while let Some(first) = ids.next() {
        // The places that are left over ask for the first once more.
        let mut some = [first; IDS_AT_ONCE];
        some.iter_mut().skip(1).zip(&mut ids).for_each(|(place, id)| *place = id);
        let rows = tx.rows(statement, some).doing("reading the titles of promises")?;
        for mut row in rows {
            known.insert(column::get(&mut row, 0)?, column::get(&mut row, 1)?);
        }
    }
    Ok(known)
}
