//! Projects on their way out and in, as folders. An export reads one state of the database and holds
//! only a piece of it at a time. An import is checked whole before anything is written; then its rows
//! go in by bounded batches that nobody sees, for the project's own row comes last. What broke off is
//! removed by the janitor.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::atomic::{AtomicBool, Ordering},
};

use domain::{
    Error, Principal, Result, Time,
    documents::DEPTH_MAX,
    events::{Happened, Kind as EventKind},
    exports::{
        Arrived, Cell, ExportQuery, File, Kind, MANIFEST, Paths, RowsText, derive, manifest,
        project_of, rows, rows_path, table_at,
    },
    ids,
    imports::{ImportFile, Skipped},
    projects::{Project, item::ProjectItem, summary::Summary},
};
use store::{
    Tx, events,
    exports::{self, After, Claim, FOLDERS, Numbers, TABLES, Table},
    idempotency::{self, Keyed, Versioned},
    projects::{self, Seen},
};

use crate::{Studio, batches::batches, documents};

/// Rows that are kept in one transaction.
const BATCH_ROWS_MAX: usize = 500;

/// How long an import may take before it is given up, in milliseconds.
const IMPORT_MS_MAX: i64 = 15 * 60_000;

/// Reads a project as the files of a folder and hands them to `sink`, in pieces, the manifest
/// first. All of them show one state of the database.
///
/// # Errors
/// Not found when the project is not the principal's to see, before anything was handed over; what
/// `sink` answers.
pub async fn export(
    studio: &Studio,
    principal: Principal,
    project_id: String,
    query: ExportQuery,
    sink: impl Fn(Vec<File>) -> Result<()> + Send + 'static,
) -> Result<()> {
    let began = AtomicBool::new(false);
    studio
        .memory
        .scan(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            // A read that is run again would hand everything over twice.
            if began.swap(true, Ordering::SeqCst) {
                return Err(Error::Unavailable("The export was interrupted".to_owned()));
            }
            sink(vec![manifest(project.id())])?;
            let mut paths = (Paths::default(), Numbers::of(tx, &project)?);
            for table in TABLES.iter().filter(|table| query.revisions || !table.is_history) {
                export_table(tx, &project, table, &mut paths, &sink)?;
            }
            Ok(())
        })
        .await
}

/// Rows that lie in one file.
const ROWS_PER_FILE: usize = 1_000;

fn export_table(
    tx: &mut Tx<'_>,
    project: &Seen,
    table: &Table,
    (paths, numbers): &mut (Paths, Numbers),
    sink: &impl Fn(Vec<File>) -> Result<()>,
) -> Result<()> {
    let mut next = Some(After::start(table));
    let (mut file, mut rows, mut text) = (1, 0, RowsText::default());
    while let Some(after) = next {
        let (records, more) = exports::page(tx, project, table, &after)?;
        next = more;
        let mut texts = Vec::new();
        for mut record in records {
            if let Some(path) = table.path {
                let path = paths.take(&path(&record.cells, numbers));
                texts.extend(set_apart(table, &mut record.cells, path));
            }
            text.add(table.columns, &record.cells)?;
            rows += 1;
        }
        if rows > 0 && (rows >= ROWS_PER_FILE || next.is_none()) {
            let content = std::mem::take(&mut text).finish();
            texts.push(File { path: rows_path(table.name, file), content });
            (file, rows) = (file + 1, 0);
        }
        if !texts.is_empty() {
            sink(texts)?;
        }
    }
    Ok(())
}

/// Takes a row's long text out of it, to lie at `path`.
fn set_apart(table: &Table, cells: &mut [Cell], path: String) -> Option<File> {
    let at = table.columns.iter().position(|column| matches!(column.kind, Kind::File))?;
    match std::mem::replace(&mut cells[at], Cell::Text(path.clone())) {
        Cell::Text(content) => Some(File { path, content }),
        _ => None,
    }
}

/// Takes the folder of an export in as a project of the principal's. The ids of its records stay
/// where they are free, and are new ones where the project is here already. Of equal requests with
/// one key only the first does; the others get its answer.
///
/// # Errors
/// Rejected, naming the place, for a folder that is not as an export writes it; a conflict when the
/// key came with another folder, or while the same project is coming in.
pub async fn import(
    studio: &Studio,
    principal: &Principal,
    files: Vec<ImportFile>,
    keyed: Option<Keyed>,
) -> Result<Versioned> {
    let now = studio.clock.now();
    // Reading it takes longer than a request may hold up others.
    let reading = tokio::task::spawn_blocking(move || Folder::read(files));
    let folder = reading.await.map_err(|broken| Error::internal("reading an export", broken))??;
    let (asked, exported) = (keyed.clone(), folder.project_id.clone());
    let (earlier, is_taken) = studio
        .memory
        .read(move |tx| {
            let earlier = match &asked {
                Some(keyed) => idempotency::find(tx, keyed, now)?,
                None => None,
            };
            Ok((earlier, exports::is_taken(tx, &exported)?))
        })
        .await?;
    if let Some(earlier) = earlier {
        return idempotency::unpacked(&earlier);
    }
    let owner = principal.user.clone();
    let naming = tokio::task::spawn_blocking(move || folder.renamed(is_taken, &owner, now));
    let (id, tables, aside) =
        naming.await.map_err(|broken| Error::internal("naming the rows of an export", broken))?;
    let token = ids::new(now);
    let claim = studio.memory.write(move |tx| exports::begin(tx, &id, token.clone(), now)).await?;
    let kept = keep(studio, principal, &claim, (tables, aside), keyed, now).await;
    if kept.is_err() {
        // What stays when this fails as well is for the janitor.
        drop(studio.memory.write(move |tx| exports::abandon(tx, &claim)).await);
    }
    kept
}

/// Keeps the rows of a project under a claim; the project is there with the last of them.
async fn keep(
    studio: &Studio,
    principal: &Principal,
    claim: &Claim,
    (tables, aside): (Tables, Vec<Skipped>),
    keyed: Option<Keyed>,
    now: Time,
) -> Result<Versioned> {
    let (last, first): (Vec<_>, Vec<_>) = tables.into_iter().partition(|(table, _)| table.is_last);
    for (table, rows) in first {
        for batch in batches(rows, BATCH_ROWS_MAX, |cells| bytes(cells)) {
            let claim = claim.clone();
            studio
                .memory
                .write(move |tx| {
                    exports::hold(tx, &claim)?;
                    batch.iter().try_for_each(|cells| exports::keep(tx, table, cells))
                })
                .await?;
        }
    }
    let (claim, principal) = (claim.clone(), principal.clone());
    studio
        .memory
        .write(move |tx| {
            if let Some(keyed) = &keyed
                && let Some(earlier) = idempotency::take(tx, keyed, now)?
            {
                exports::abandon(tx, &claim)?;
                return idempotency::unpacked(&earlier);
            }
            exports::hold(tx, &claim)?;
            for (table, rows) in &last {
                rows.iter().try_for_each(|cells| exports::keep(tx, table, cells))?;
            }
            let (_, project, summary) = exports::end(tx, &principal, &claim)?;
            let version = project.version;
            let arrived = (tell(tx, project, &summary, aside.clone(), now)?, version);
            if let Some(keyed) = &keyed {
                idempotency::keep(tx, keyed, &idempotency::packed(&arrived))?;
            }
            Ok(arrived)
        })
        .await
        .inspect(|_| {
            studio.bells.events.ring();
            // What the project's documents name is counted anew.
            studio.bells.mentions.ring();
        })
}

/// Tells of the project that is there now; the answer to whoever brought it.
fn tell(
    tx: &mut Tx<'_>,
    project: Project,
    summary: &Summary,
    skipped: Vec<Skipped>,
    now: Time,
) -> Result<String> {
    let (project_id, account) = (project.id.clone(), project.owner.clone());
    let project = ProjectItem::of(project, summary, now);
    let happened = Happened::to(EventKind::Project, (Some(&project_id), &account), &project, now)?;
    events::add(tx, &happened)?;
    serde_json::to_string(&Arrived { project, skipped })
        .map_err(|flaw| Error::internal("writing the answer to an import", flaw))
}

/// The bytes of a row's texts.
fn bytes(cells: &[Cell]) -> usize {
    cells.iter().map(|cell| cell.text().len()).sum()
}

/// Removes what is left of imports that broke off.
///
/// # Errors
/// When the memory fails.
pub async fn give_up_stuck(studio: &Studio) -> Result<()> {
    let before = studio.clock.now().plus(-IMPORT_MS_MAX);
    while studio.memory.write(move |tx| exports::give_up(tx, before)).await? {}
    Ok(())
}

/// Rows by their tables.
type Tables = Vec<(&'static Table, Vec<Vec<Cell>>)>;

/// A folder whose rows are sound, each by itself and to each other.
struct Folder {
    project_id: String,
    tables: Tables,
    /// Files that are no part of it.
    aside: Vec<Skipped>,
}

impl Folder {
    fn read(files: Vec<ImportFile>) -> Result<Self> {
        let mut texts = BTreeMap::new();
        for ImportFile { path, content } in files {
            if texts.insert(path.clone(), content).is_some() {
                return Err(Error::Rejected(format!("{path} is there twice")));
            }
        }
        let manifest = texts
            .remove(MANIFEST)
            .ok_or_else(|| Error::Rejected(format!("{MANIFEST} is missing")))?;
        let project_id = project_of(&manifest)?;
        let mut tables = Vec::with_capacity(TABLES.len());
        for table in TABLES {
            let mut all = Vec::new();
            for n in 1.. {
                let path = rows_path(table.name, n);
                let Some(content) = texts.remove(&path) else { break };
                all.append(&mut rows(&path, &content, table.columns, &mut texts)?);
            }
            if table.is_single && all.len() != 1 {
                let path = rows_path(table.name, 1);
                return Err(Error::Rejected(format!("{path} has to hold one row")));
            }
            check_most(table, &all)?;
            if table.name == "document" {
                count_words(table, &mut all);
            }
            tables.push((table, all));
        }
        let aside = set_aside(texts.into_keys())?;
        let folder = Self { project_id, tables, aside };
        folder.check_references()?;
        Ok(folder)
    }

    /// That every id is there once, and whatever is pointed to is there.
    fn check_references(&self) -> Result<()> {
        let mut all: HashSet<&str> = HashSet::from([self.project_id.as_str()]);
        let mut of_table: HashMap<&str, HashSet<&str>> = HashMap::new();
        for (table, column, at, id) in self.ids(|kind| matches!(kind, Kind::Id)) {
            if !all.insert(id) {
                return Err(flawed(table, at, column, "is there twice"));
            }
            of_table.entry(table.name).or_default().insert(id);
        }
        for (table, column, at, id) in self.ids(|kind| matches!(kind, Kind::Of(_) | Kind::Any)) {
            let is_there = match table.columns[column].kind {
                Kind::Of(other) => of_table.get(other).is_some_and(|ids| ids.contains(id)),
                _ => all.contains(id),
            };
            if !is_there {
                return Err(flawed(table, at, column, "points to a record that is not there"));
            }
        }
        self.check_trees()
    }

    /// That nothing lies in itself, or too deep. What lies in the bin may lie a level deeper: the bin is
    /// not looked at when what it lay in is moved, and who takes it out finds it another place.
    fn check_trees(&self) -> Result<()> {
        for (table, rows) in &self.tables {
            let is_own = |kind: &Kind| matches!(kind, Kind::Of(other) if *other == table.name);
            let Some(parent) = table.columns.iter().position(|column| is_own(&column.kind)) else {
                continue;
            };
            let Some(own) = table.columns.iter().position(|it| matches!(it.kind, Kind::Id)) else {
                continue;
            };
            let binned = table.columns.iter().position(|column| column.name == "deleted_at");
            let parents: HashMap<&str, &str> = rows
                .iter()
                .filter(|cells| cells[parent] != Cell::Null)
                .map(|cells| (cells[own].text(), cells[parent].text()))
                .collect();
            for (at, cells) in rows.iter().enumerate() {
                let mut above = parents.get(cells[own].text());
                let mut depth = 0;
                let is_binned = binned.is_some_and(|at| cells[at] != Cell::Null);
                let depth_max = DEPTH_MAX + usize::from(is_binned);
                while let Some(id) = above {
                    depth += 1;
                    if depth >= depth_max {
                        let flaw = "lies in itself or too deep";
                        return Err(flawed(table, at, parent, flaw));
                    }
                    above = parents.get(id);
                }
            }
        }
        Ok(())
    }

    /// Every id in a column of a kind, with its table, column and row.
    fn ids(
        &self,
        wanted: impl Fn(&Kind) -> bool + Copy,
    ) -> impl Iterator<Item = (&'static Table, usize, usize, &str)> {
        self.tables.iter().flat_map(move |(table, rows)| {
            let columns: Vec<usize> =
                (0..table.columns.len()).filter(|at| wanted(&table.columns[*at].kind)).collect();
            rows.iter().enumerate().flat_map(move |(at, cells)| {
                columns.clone().into_iter().filter_map(move |column| match &cells[column] {
                    Cell::Text(id) => Some((*table, column, at, id.as_str())),
                    _ => None,
                })
            })
        })
    }

    /// The rows as they are kept, and the project's id: with new ids where the old one is taken.
    fn renamed(mut self, is_taken: bool, owner: &str, now: Time) -> (String, Tables, Vec<Skipped>) {
        let mut names: HashMap<String, String> = HashMap::new();
        if is_taken {
            names.insert(self.project_id.clone(), ids::new(now));
            for (_, _, _, id) in self.ids(|kind| matches!(kind, Kind::Id)) {
                names.insert(id.to_owned(), ids::new(now));
            }
        }
        let name = |id: &str| names.get(id).cloned().unwrap_or_else(|| id.to_owned());
        let project_id = name(&self.project_id);
        for (table, rows) in &mut self.tables {
            for cells in rows {
                for (cell, column) in cells.iter_mut().zip(table.columns) {
                    match (column.kind, &*cell) {
                        (Kind::Project, _) => *cell = Cell::Text(project_id.clone()),
                        (Kind::Owner, _) => *cell = Cell::Text(owner.to_owned()),
                        (Kind::Id | Kind::Of(_) | Kind::Any, Cell::Text(id)) => {
                            *cell = Cell::Text(name(id));
                        }
                        _ => {}
                    }
                }
                derive(cells, table.columns);
            }
        }
        (project_id, self.tables, self.aside)
    }
}

/// The files that no row names and no table has, which an import leaves aside and names: a README
/// that somebody wrote beside an export, say.
///
/// # Errors
/// Rejected where one may be a part of the project: rows lie at the top, and texts in the folders
/// that an export makes, and whatever is there and is not taken in would be lost in silence.
fn set_aside(paths: impl Iterator<Item = String>) -> Result<Vec<Skipped>> {
    paths
        .map(|path| match lies_in(&path) {
            Lies::AmongRows => Err(Error::Rejected(format!(
                "{path} is of no table that this version knows, or its number leaves a gap"
            ))),
            Lies::AmongTexts => Err(Error::Rejected(format!(
                "{path} is named by no row, so nothing would take it in: move it out of this folder"
            ))),
            Lies::Beside => Ok(Skipped { path, reason: "it is no part of the export".to_owned() }),
        })
        .collect()
}

/// Where a file lies in the folder of an export.
enum Lies {
    AmongRows,
    AmongTexts,
    Beside,
}

fn lies_in(path: &str) -> Lies {
    let path = path.trim_start_matches("./").to_lowercase();
    match path.split_once('/') {
        None if table_at(&path).is_some() => Lies::AmongRows,
        Some((folder, _)) if FOLDERS.contains(&folder) => Lies::AmongTexts,
        _ => Lies::Beside,
    }
}

/// That no more rows have the same in a column than may.
fn check_most(table: &'static Table, rows: &[Vec<Cell>]) -> Result<()> {
    let Some((column, most)) = table.most else { return Ok(()) };
    let mut counted: HashMap<&str, usize> = HashMap::new();
    for (at, cells) in rows.iter().enumerate() {
        let count = counted.entry(cells[column].text()).or_default();
        *count += 1;
        if *count > most {
            return Err(flawed(table, at, column, &format!("is in more than {most} rows")));
        }
    }
    Ok(())
}

/// Counts the words of documents, whose texts somebody may have changed.
fn count_words(table: &Table, rows: &mut [Vec<Cell>]) {
    let at = |name| table.columns.iter().position(|column| column.name == name);
    let (Some(words), Some(content)) = (at("words"), at("content")) else { return };
    for cells in rows {
        cells[words] = Cell::Integer(documents::words(cells[content].text()));
    }
}

/// A row that does not go with the others.
fn flawed(table: &Table, at: usize, column: usize, flaw: &str) -> Error {
    let (name, column) = (table.name, table.columns[column].name);
    Error::Rejected(format!("{name}, row {}: {column} {flaw}", at + 1))
}
