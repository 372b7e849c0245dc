//! Validates the folder of an export before an import writes anything: every row by itself, and the
//! references between rows. Derived columns are computed again from what the rows say now.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::{
    Error, Result, Time,
    documents::DEPTH_MAX,
    exports::{
        CONTENTS, Cell, ColumnKind, Contents, MANIFEST, Manifest, Rows, contents_of, derive,
        rows_path, table_at,
    },
    ids,
    imports::{ImportFile, Skipped},
    timelines::calendar::Calendar,
};
use store::exports::{FOLDERS, TABLES, Table};

use crate::documents;

/// Rows by their tables.
pub(super) type Tables = Vec<(&'static Table, Vec<Vec<Cell>>)>;

/// A folder whose rows are valid, each by itself and together.
pub(super) struct Folder {
    pub(super) project_id: String,
    tables: Vec<(&'static Table, Rows)>,
    /// Files that are no part of it.
    skipped: Vec<Skipped>,
}

impl Folder {
    /// The folder that these files are.
    ///
    /// # Errors
    /// Rejected, naming file and row, for what is not as an export writes it.
    pub(super) fn read(files: Vec<ImportFile>) -> Result<Self> {
        let mut texts = BTreeMap::new();
        for ImportFile { path, content } in files {
            if texts.insert(path.clone(), content).is_some() {
                return Err(Error::Rejected(format!("{path} is there twice")));
            }
        }
        let manifest = texts
            .remove(MANIFEST)
            .ok_or_else(|| Error::Rejected(format!("{MANIFEST} is missing")))?;
        let manifest = Manifest::read(&manifest)?;
        let contents =
            if manifest.has_contents { take_contents(&mut texts)? } else { Contents::new() };
        let mut tables = Vec::with_capacity(TABLES.len());
        for table in TABLES {
            let rows = Rows::take(table.name, table.columns, table.asked, &mut texts)?;
            if rows.files() < contents.get(table.name).copied().unwrap_or(0) {
                let path = rows_path(table.name, rows.files() + 1);
                return Err(Error::Rejected(format!("{path} is missing, which {CONTENTS} names")));
            }
            if table.is_single && rows.all.len() != 1 {
                let path = rows_path(table.name, 1);
                return Err(Error::Rejected(format!("{path} has to hold one row")));
            }
            check_most(table, &rows)?;
            tables.push((table, rows));
        }
        let skipped = skipped_files(texts.into_keys())?;
        let mut folder = Self { project_id: manifest.project, tables, skipped };
        folder.check_references()?;
        folder.check_plotlines()?;
        folder.count_words();
        folder.date_events();
        Ok(folder)
    }

    /// That every id is there once, and whatever is pointed to is there.
    fn check_references(&self) -> Result<()> {
        let mut all: HashSet<&str> = HashSet::from([self.project_id.as_str()]);
        let mut of_table: HashMap<&str, HashSet<&str>> = HashMap::new();
        for (table, column, at, id) in self.ids(|kind| matches!(kind, ColumnKind::Id)) {
            if !all.insert(id) {
                return Err(self.rows(table.name).row_error(at, column, "is there twice"));
            }
            of_table.entry(table.name).or_default().insert(id);
        }
        for (table, column, at, id) in
            self.ids(|kind| matches!(kind, ColumnKind::Reference(_) | ColumnKind::AnyReference))
        {
            let is_there = match table.columns[column].kind {
                ColumnKind::Reference(other) => {
                    of_table.get(other).is_some_and(|ids| ids.contains(id))
                }
                _ => all.contains(id),
            };
            if !is_there {
                let flaw = "points to a record that is not there";
                return Err(self.rows(table.name).row_error(at, column, flaw));
            }
        }
        for (table, rows) in &self.tables {
            table.unique.iter().try_for_each(|key| rows.check_unique(key))?;
        }
        self.check_trees()
    }

    /// The table of this name, and its rows.
    fn table(&self, name: &str) -> &(&'static Table, Rows) {
        let found = self.tables.iter().find(|(table, _)| table.name == name);
        found.unwrap_or_else(|| panic!("an export has a table {name}"))
    }

    /// As [`Folder::table`], to be changed.
    fn table_mut(&mut self, name: &str) -> &mut (&'static Table, Rows) {
        let found = self.tables.iter_mut().find(|(table, _)| table.name == name);
        found.unwrap_or_else(|| panic!("an export has a table {name}"))
    }

    /// The rows of the table of this name.
    fn rows(&self, name: &str) -> &Rows {
        &self.table(name).1
    }

    /// What rows of a table have in one column, by what they have in another.
    fn pairs(&self, table: &str, [key, value]: [&str; 2]) -> HashMap<&str, &str> {
        let (table, rows) = self.table(table);
        let [key, value] = [column(table, key), column(table, value)];
        rows.all.iter().map(|cells| (cells[key].text(), cells[value].text())).collect()
    }

    /// That events are on plotlines of their own timeline.
    fn check_plotlines(&self) -> Result<()> {
        let events = self.pairs("timeline_event", ["id", "timeline_id"]);
        let plotlines = self.pairs("plotline", ["id", "timeline_id"]);
        let (table, rows) = self.table("plotline_event");
        let [event, plotline] = [column(table, "event_id"), column(table, "plotline_id")];
        for (at, cells) in rows.all.iter().enumerate() {
            if events.get(cells[event].text()) != plotlines.get(cells[plotline].text()) {
                return Err(rows.row_error(at, plotline, "is of another timeline than the event"));
            }
        }
        Ok(())
    }

    /// Counts the words of documents, whose texts somebody may have changed.
    fn count_words(&mut self) {
        let (table, rows) = self.table_mut("document");
        let [words, content] = [column(table, "words"), column(table, "content")];
        for cells in &mut rows.all {
            cells[words] = Cell::Integer(documents::words(cells[content].text()));
        }
    }

    /// Reads the keys of events from their dates where nobody gave one: somebody may have changed a
    /// date or a calendar.
    fn date_events(&mut self) {
        let calendars: HashMap<String, Calendar> = self
            .pairs("timeline", ["id", "calendar"])
            .into_iter()
            .filter_map(|(id, calendar)| {
                Some((id.to_owned(), serde_json::from_str(calendar).ok()?))
            })
            .collect();
        let (table, rows) = self.table_mut("timeline_event");
        let at = |name| column(table, name);
        let [timeline, undated, key, derived, date] =
            ["timeline_id", "undated", "sort_key", "derived", "date_display"].map(at);
        for cells in &mut rows.all {
            if cells[derived].integer() == 0 && cells[undated].integer() == 0 {
                continue;
            }
            let calendar = calendars.get(cells[timeline].text());
            let read = calendar.and_then(|calendar| calendar.sort_key(cells[date].text()));
            cells[derived] = Cell::Integer(1);
            cells[undated] = Cell::Integer(read.is_none().into());
            cells[key] = Cell::Integer(read.unwrap_or(0));
        }
    }

    /// That no tree has a cycle or is too deep. What is in the trash may be a level deeper: it is not
    /// checked when its former parent is moved, and a restore gives it another position.
    fn check_trees(&self) -> Result<()> {
        for (table, rows) in &self.tables {
            let is_own = |kind: &ColumnKind| matches!(kind, ColumnKind::Reference(other) if *other == table.name);
            let Some(parent) = table.columns.iter().position(|column| is_own(&column.kind)) else {
                continue;
            };
            let Some(own) = table.columns.iter().position(|it| matches!(it.kind, ColumnKind::Id))
            else {
                continue;
            };
            let trashed = table.column("deleted_at");
            let parents: HashMap<&str, &str> = rows
                .all
                .iter()
                .filter(|cells| cells[parent] != Cell::Null)
                .map(|cells| (cells[own].text(), cells[parent].text()))
                .collect();
            for (at, cells) in rows.all.iter().enumerate() {
                let mut above = parents.get(cells[own].text());
                let mut depth = 0;
                let is_trashed = trashed.is_some_and(|at| cells[at] != Cell::Null);
                let depth_max = DEPTH_MAX + usize::from(is_trashed);
                while let Some(id) = above {
                    depth += 1;
                    if depth >= depth_max {
                        return Err(rows.row_error(at, parent, "lies in itself or too deep"));
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
        wanted: impl Fn(&ColumnKind) -> bool + Copy,
    ) -> impl Iterator<Item = (&'static Table, usize, usize, &str)> {
        self.tables.iter().flat_map(move |(table, rows)| {
            let columns: Vec<usize> =
                (0..table.columns.len()).filter(|at| wanted(&table.columns[*at].kind)).collect();
            rows.all.iter().enumerate().flat_map(move |(at, cells)| {
                columns.clone().into_iter().filter_map(move |column| match &cells[column] {
                    Cell::Text(id) => Some((*table, column, at, id.as_str())),
                    _ => None,
                })
            })
        })
    }

    /// The rows as they are written, and the project's id; with new ids for all of them if `renames`.
    pub(super) fn into_rows(
        mut self,
        renames: bool,
        owner: &str,
        now: Time,
    ) -> (String, Tables, Vec<Skipped>) {
        let mut names: HashMap<String, String> = HashMap::new();
        if renames {
            names.insert(self.project_id.clone(), ids::new(now));
            for (_, _, _, id) in self.ids(|kind| matches!(kind, ColumnKind::Id)) {
                names.insert(id.to_owned(), ids::new(now));
            }
        }
        let name = |id: &str| names.get(id).cloned().unwrap_or_else(|| id.to_owned());
        let project_id = name(&self.project_id);
        for (table, rows) in &mut self.tables {
            for cells in &mut rows.all {
                for (cell, column) in cells.iter_mut().zip(table.columns) {
                    match (column.kind, &*cell) {
                        (ColumnKind::Project, _) => *cell = Cell::Text(project_id.clone()),
                        (ColumnKind::Owner, Cell::Null) => {}
                        (ColumnKind::Owner, _) => *cell = Cell::Text(owner.to_owned()),
                        (
                            ColumnKind::Id | ColumnKind::Reference(_) | ColumnKind::AnyReference,
                            Cell::Text(id),
                        ) => {
                            *cell = Cell::Text(name(id));
                        }
                        (ColumnKind::JsonWithIds(_), Cell::Text(json)) => {
                            // A text that is nothing but an id stands between two quotation marks.
                            let parts: Vec<String> = json.split('"').map(name).collect();
                            *cell = Cell::Text(parts.join("\""));
                        }
                        _ => {}
                    }
                }
                derive(cells, table.columns);
            }
        }
        let tables = self.tables.into_iter().map(|(table, rows)| (table, rows.all)).collect();
        (project_id, tables, self.skipped)
    }
}

/// How many files of rows each table had when it left.
fn take_contents(texts: &mut BTreeMap<String, String>) -> Result<Contents> {
    let contents = texts.remove(CONTENTS).ok_or_else(|| {
        Error::Rejected(format!(
            "{CONTENTS} is missing: an export ends with it, so this one is incomplete"
        ))
    })?;
    let contents = contents_of(&contents)?;
    match contents.keys().find(|name| TABLES.iter().all(|table| table.name != name.as_str())) {
        None => Ok(contents),
        Some(name) => Err(Error::Rejected(format!(
            "{CONTENTS} names {name}, which is no table that this version knows"
        ))),
    }
}

/// The files that no row names and no table has, which an import leaves aside and names: a README
/// that somebody wrote beside an export, say.
///
/// # Errors
/// Rejected where one may be a part of the project: rows lie at the top, and texts in the folders
/// that an export makes, and whatever is there and is not taken in would be lost in silence.
fn skipped_files(paths: impl Iterator<Item = String>) -> Result<Vec<Skipped>> {
    paths
        .map(|path| match location_of(&path) {
            Location::AmongRows => Err(Error::Rejected(format!(
                "{path} is of no table that this version knows, or its number leaves a gap"
            ))),
            Location::AmongTexts => Err(Error::Rejected(format!(
                "{path} is named by no row, so it would not be imported: move it out of this folder"
            ))),
            Location::Beside => {
                Ok(Skipped { path, reason: "it is no part of the export".to_owned() })
            }
        })
        .collect()
}

/// Where a file lies in the folder of an export.
enum Location {
    AmongRows,
    AmongTexts,
    Beside,
}

fn location_of(path: &str) -> Location {
    let path = path.trim_start_matches("./").to_lowercase();
    match path.split_once('/') {
        None if table_at(&path).is_some() => Location::AmongRows,
        Some((folder, _)) if FOLDERS.contains(&folder) => Location::AmongTexts,
        _ => Location::Beside,
    }
}

/// That no more rows have the same in a column than may.
fn check_most(table: &Table, rows: &Rows) -> Result<()> {
    let Some((column, most)) = table.most else { return Ok(()) };
    let mut counted: HashMap<&str, usize> = HashMap::new();
    for (at, cells) in rows.all.iter().enumerate() {
        let count = counted.entry(cells[column].text()).or_default();
        *count += 1;
        if *count > most {
            return Err(rows.row_error(at, column, &format!("is in more than {most} rows")));
        }
    }
    Ok(())
}

/// Where a table has the column of this name.
fn column(table: &Table, name: &str) -> usize {
    table.column(name).unwrap_or_else(|| panic!("{} has a column {name}", table.name))
}
