//! Exports and imports of whole projects, as folders. An export reads one state of the database, and
//! has only a piece of it in memory at a time. An import is checked whole before anything is written;
//! then its rows are written in bounded batches that nobody sees, for the project's own row is hidden
//! until the last of them. Imports that broke off are deleted by the janitor.

mod book;
mod folder;

use std::sync::atomic::{AtomicBool, Ordering};

use domain::{
    Error, Principal, Result, Time,
    events::EventKind,
    exports::{
        Cell, ColumnKind, Contents, ExportQuery, File, ImportedProject, Paths, RowsText, contents,
        manifest, rows_path,
    },
    ids,
    imports::{ImportFile, Skipped},
    projects::view::ProjectItem,
    versioned::Versioned,
};
use store::{
    Tx,
    exports::{self, After, Claim, Numbers, TABLES, Table},
    idempotency::{self, Answer, Keyed},
    projects::{self, ProjectAccess},
};

pub use book::{BookFile, book};
use folder::{Folder, Tables};

use crate::{Change, Studio, batches::batches, blocking, wakers::Wake};

/// Rows that are written in one transaction.
const BATCH_ROWS_MAX: usize = 500;

/// How long an import may take before it is given up, in milliseconds.
const IMPORT_MS_MAX: i64 = 15 * 60_000;

/// Reads a project as the files of a folder and hands them to `sink`, in pieces, the manifest
/// first. All of them show one state of the database.
///
/// # Errors
/// Not found when the principal cannot see the project, and rejected for a query that does not go together, before
/// anything was handed over; what `sink` returns.
pub async fn export(
    studio: &Studio,
    principal: Principal,
    project_id: String,
    query: ExportQuery,
    sink: impl Fn(Vec<File>) -> Result<()> + Send + 'static,
) -> Result<()> {
    query.check()?;
    let began = AtomicBool::new(false);
    studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            // A read that is run again would hand everything over twice.
            if began.swap(true, Ordering::SeqCst) {
                return Err(Error::Unavailable("The export was interrupted".to_owned()));
            }
            sink(vec![manifest(project.id())])?;
            let mut paths = (Paths::default(), Numbers::of(tx, &project)?);
            let mut written = Contents::new();
            for table in TABLES.iter().filter(|table| query.revisions || !table.is_history) {
                let files = export_table(tx, &project, table, &mut paths, &sink)?;
                if files > 0 {
                    written.insert(table.name.to_owned(), files);
                }
            }
            sink(vec![contents(&written)])
        })
        .await
}

/// Rows in one file.
const ROWS_PER_FILE: usize = 1_000;

/// Hands over the rows of a table; in how many files.
fn export_table(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    table: &Table,
    (paths, numbers): &mut (Paths, Numbers),
    sink: &impl Fn(Vec<File>) -> Result<()>,
) -> Result<usize> {
    let mut next = Some(After::start(table));
    let (mut files, mut rows, mut text) = (0, 0, RowsText::default());
    while let Some(after) = next {
        let (records, more) = exports::page(tx, project, table, &after)?;
        next = more;
        let mut texts = Vec::new();
        for mut record in records {
            if let Some(path) = table.path {
                let path = paths.take(&path(&record.cells, numbers));
                texts.extend(take_text(table, &mut record.cells, path));
            }
            text.add(table.columns, &record.cells)?;
            rows += 1;
        }
        if rows > 0 && (rows >= ROWS_PER_FILE || next.is_none()) {
            let content = std::mem::take(&mut text).finish();
            (files, rows) = (files + 1, 0);
            texts.push(File { path: rows_path(table.name, files), content });
        }
        if !texts.is_empty() {
            sink(texts)?;
        }
    }
    Ok(files)
}

/// Moves a row's long text out of it, into a file at `path`.
fn take_text(table: &Table, cells: &mut [Cell], path: String) -> Option<File> {
    let at = table.columns.iter().position(|column| matches!(column.kind, ColumnKind::File))?;
    match std::mem::replace(&mut cells[at], Cell::Text(path.clone())) {
        Cell::Text(content) => Some(File { path, content }),
        _ => None,
    }
}

/// Imports the folder of an export as a project of the principal. The ids of its records stay
/// where they are free and the principal sees all records, and are new ones otherwise. Of equal requests with
/// one key only the first does; the others get its answer.
///
/// # Errors
/// Rejected, naming the file and row, for a folder that is not as an export writes it; a conflict when
/// the key came with another folder, or while the same project is being imported.
pub async fn import(
    studio: &Studio,
    principal: &Principal,
    files: Vec<ImportFile>,
    keyed: Option<Keyed>,
    render: fn(&Versioned<ImportedProject>) -> Result<Answer>,
) -> Result<Answer> {
    // Until recovery is done it would take this import for one that broke off.
    studio.check_ready()?;
    let now = studio.clock.now();
    // Reading it takes longer than a request may delay others.
    let folder = blocking::run("reading an export", move || Folder::read(files)).await??;
    let (sought, exported) = (keyed.clone(), folder.project_id.clone());
    let (earlier, is_taken) = studio
        .database
        .read(move |tx| {
            let earlier = match &sought {
                Some(keyed) => idempotency::find(tx, keyed, now)?,
                None => None,
            };
            Ok((earlier, exports::is_taken(tx, &exported)?))
        })
        .await?;
    if let Some(earlier) = earlier {
        return Ok(earlier);
    }
    let owner = principal.user.clone();
    // To whoever does not see everything, an id that stays or changes would say whether others have it.
    let renames = is_taken || !principal.owns_everything;
    let naming = move || folder.into_rows(renames, &owner, now);
    let (id, tables, skipped) = blocking::run("naming the rows of an export", naming).await?;
    let token = ids::new(now);
    let (first, tables): (Tables, Tables) =
        tables.into_iter().partition(|(table, _)| table.is_first);
    let claim = studio
        .database
        .write(move |tx| exports::begin(tx, &id, &first, token.clone(), now))
        .await?;
    let rendering = Rendering { keyed, render };
    let written = write(studio, principal, &claim, (tables, skipped), rendering).await;
    if written.is_err() {
        // If this fails as well, the janitor deletes the rest.
        drop(studio.database.write(move |tx| exports::abandon(tx, &claim)).await);
    }
    written
}

/// How an import is answered.
struct Rendering {
    /// The key it came with, if it came with one.
    keyed: Option<Keyed>,
    render: fn(&Versioned<ImportedProject>) -> Result<Answer>,
}

/// Writes the rows of a project under a claim; the project is visible with the last of them.
async fn write(
    studio: &Studio,
    principal: &Principal,
    claim: &Claim,
    (tables, skipped): (Tables, Vec<Skipped>),
    rendering: Rendering,
) -> Result<Answer> {
    let (last, others): (Tables, Tables) = tables.into_iter().partition(|(table, _)| table.is_last);
    for (table, rows) in others {
        for batch in batches(rows, BATCH_ROWS_MAX, |cells| bytes(cells)) {
            let claim = claim.clone();
            let write = move |change: &mut Change<'_, '_>| {
                exports::get_for_update(change.tx, &claim)?;
                batch.iter().try_for_each(|cells| exports::insert(change.tx, table, cells))
            };
            studio.change(principal, write).await?;
        }
    }
    let (claim, Rendering { keyed, render }) = (claim.clone(), rendering);
    let finish = move |change: &mut Change<'_, '_>| {
        if let Some(keyed) = &keyed
            && let Some(earlier) = idempotency::take(change.tx, keyed, change.now)?
        {
            exports::abandon(change.tx, &claim)?;
            return Ok(earlier);
        }
        let answer = render(&finish(change, &claim, &last, skipped.clone())?)?;
        if let Some(keyed) = &keyed {
            idempotency::keep(change.tx, keyed, &answer)?;
        }
        Ok(answer)
    };
    studio.change(principal, finish).await
}

/// Writes the last rows of a project, and publishes the project that is there now.
fn finish(
    change: &mut Change<'_, '_>,
    claim: &Claim,
    last: &Tables,
    skipped: Vec<Skipped>,
) -> Result<Versioned<ImportedProject>> {
    exports::get_for_update(change.tx, claim)?;
    for (table, rows) in last {
        rows.iter().try_for_each(|cells| exports::insert(change.tx, table, cells))?;
    }
    let (access, project, summary) = exports::end(change.tx, change.principal, claim)?;
    let (owner, version) = (project.owner.clone(), project.version);
    let project = ProjectItem::of(project, &summary, change.now);
    change.publish_to((Some(&access), &owner), EventKind::Project, &project)?;
    // Mentions in the project's documents are counted again.
    change.wake(Wake::Mentions);
    Ok(Versioned { view: ImportedProject { project, skipped }, version })
}

/// The bytes of a row's texts.
fn bytes(cells: &[Cell]) -> usize {
    cells.iter().map(|cell| cell.text().len()).sum()
}

/// Removes what is left of imports that broke off.
pub async fn give_up_stuck(studio: &Studio) -> Result<()> {
    give_up(studio, studio.clock.now().plus(-IMPORT_MS_MAX)).await
}

/// Removes what is left of imports from before the start, so that the ids of their rows are free for
/// whoever tries again. On a shared database they may be those of other servers, and have their time.
pub(crate) async fn recover(studio: &Studio) -> Result<()> {
    // Nobody imports before the studio is ready, whatever the clock says now.
    if studio.database.is_shared() {
        Ok(())
    } else {
        give_up(studio, Time::from_millis(i64::MAX)).await
    }
}

async fn give_up(studio: &Studio, before: Time) -> Result<()> {
    while studio.database.write(move |tx| exports::give_up(tx, before)).await? {}
    Ok(())
}
