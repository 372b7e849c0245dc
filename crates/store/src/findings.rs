//! Findings: rows of `finding`, and of `finding_sighting`, which says which swarm found which. Each is
//! found only within a project that the principal may work on, and only while its document is not in
//! the trash; a document that is restored has its findings again.

mod by_agent;
mod by_editor;
mod list;
mod moved;

use db::{Row, Tx};
use domain::{
    Error, OrNone as _, Result, Time,
    findings::{
        CheckResult, Finding, FoundBy, Origin, Severity, Source, State,
        reconcile::{Reconciled, reconcile},
        view::Current,
    },
    ids,
    json::JsonText,
    lore::Quoted,
    projects::patterns::Patterns,
};

pub use by_agent::add_of_agent;
pub use by_editor::add_of_editor;
pub use list::{all, in_documents, list, measures, readings};
pub use moved::{insert, of_document, of_document_for_update, relocate};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    documents, project_counters,
    projects::ProjectAccess,
    record_counters,
};

const WHAT: &str = "Finding";

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "finding.id, finding.project_id, document_id, document_version, check_name, rule, fingerprint,
         severity, message, quote, quote_start, quote_end, detail, swarm_id, agent, state, reason,
         finding.created_at, finding.modified_at, finding.version"
    };
}
use columns;

fn read(row: &mut Row) -> Result<Finding> {
    let source = match row.value::<Option<String>>("document_id")? {
        Some(document_id) => Some(Source { document_id, version: row.value("document_version")? }),
        None => None,
    };
    let quoted = match row.value::<Option<String>>("quote")? {
        Some(quote) => {
            let (start, end) = (row.value("quote_start")?, row.value("quote_end")?);
            Some(Quoted { quote, start, end })
        }
        None => None,
    };
    Ok(Finding {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        source,
        check: row.word("check_name", FoundBy::parse)?,
        rule: row.value("rule")?,
        fingerprint: row.value("fingerprint")?,
        severity: row.word("severity", Severity::parse)?,
        message: row.value("message")?,
        quoted,
        detail: row.value::<Option<String>>("detail")?.map(JsonText),
        swarm_id: row.value("swarm_id")?,
        agent: row.value("agent")?,
        state: row.word("state", State::parse)?,
        reason: row.value("reason")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
    })
}

/// What totals count: findings whose document is not in the trash.
const NOUN: &str = "findings";

/// A finding with its document as it is now; without one where it is about none.
pub type CurrentFinding = (Finding, Option<Current>);

/// Writes what a check read in a document, or in the project; the findings that are new or have
/// changed, among them those that the reading did not find again. Nothing happens when the document
/// was deleted, or when the same check has read a later version of it. The same reading again changes
/// nothing.
pub fn add(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    origin: &Origin,
    reading: &CheckResult,
    now: Time,
) -> Result<Vec<CurrentFinding>> {
    let current = match &reading.source {
        None => None,
        // Locked, so that its findings are counted before it is put into the trash or not at all.
        Some(source) => match documents::get_for_update(tx, project, &source.document_id)
            .or_none()?
        {
            Some(document) => Some(Current { title: document.title, version: document.version }),
            None => return Ok(Vec::new()),
        },
    };
    if !is_latest(tx, project, reading, now)? {
        return Ok(Vec::new());
    }
    if let Some(read) = &reading.measures {
        project_counters::change_patterns(tx, project, 0, |it| it.note_reading(read, now))?;
    }
    let document_id = reading.source.as_ref().map(|source| source.document_id.as_str());
    let known = known(tx, project, document_id, reading.check.into())?;
    let settled = reconcile(project.id(), known, reading.reading(), origin, || ids::new(now), now);
    write(tx, project, &settled)?;
    if let Some(swarm_id) = &origin.swarm_id {
        for id in &settled.found {
            add_sighting(tx, swarm_id, id)?;
        }
    }
    let changed = settled.changed.into_iter().map(|(_, finding)| finding);
    Ok(settled.new.into_iter().chain(changed).map(|it| (it, current.clone())).collect())
}

/// Notes what is read, unless a later version was read before. Whoever reads the same beside us
/// waits here until we are done.
fn is_latest(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    reading: &CheckResult,
    now: Time,
) -> Result<bool> {
    let source = reading.source.as_ref();
    let document_id = source.map(|source| source.document_id.as_str());
    let version = source.map_or(0, |source| source.version);
    let measures = reading.measures.as_ref().map(column::text).transpose()?;
    let noted = tx
        .run(
            "INSERT INTO finding_reading (
                 project_id, document_id, check_name, version, read_at, measures)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (project_id, (coalesce(document_id, '')), check_name) DO UPDATE
                SET version = excluded.version,
                    read_at = excluded.read_at,
                    measures = excluded.measures
              WHERE finding_reading.version <= excluded.version",
            (project.id(), document_id, reading.check.as_str(), version, now.millis(), measures),
        )
        .doing("noting a reading")?;
    Ok(noted > 0)
}

/// All that a check has, or agents have, found before in a document, or in the project.
fn known(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document_id: Option<&str>,
    by: FoundBy,
) -> Result<Vec<Finding>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM finding
              WHERE project_id = ?1
                AND coalesce(document_id, '') = ?2
                AND check_name = ?3
              ORDER BY id /*+for_update*/"
            ),
            (project.id(), document_id.unwrap_or_default(), by.as_str()),
        )
        .doing("reading what was found before")?;
    column::read_all(rows, read)
}

fn write(tx: &mut Tx<'_>, project: &ProjectAccess, settled: &Reconciled) -> Result<()> {
    let mut insights = 0;
    for finding in &settled.new {
        create(tx, finding)?;
        insights += i64::from(finding.state.is_insight());
    }
    for (before, finding) in &settled.changed {
        update(tx, project, finding)?;
        insights += i64::from(finding.state.is_insight()) - i64::from(before.is_insight());
    }
    if !settled.new.is_empty() {
        record_counters::add(tx, project, (project.id(), NOUN), column::count(settled.new.len()))?;
    }
    project_counters::count_insights(tx, project, insights)
}

fn create(tx: &mut Tx<'_>, finding: &Finding) -> Result<()> {
    let quoted = finding.quoted.as_ref();
    tx.run(
        "INSERT INTO finding (
             id, project_id, document_id, document_version, check_name, rule, fingerprint, severity,
             severity_rank, message, quote, quote_start, quote_end, detail, swarm_id, agent, state, reason,
             created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                 ?19, ?20, ?21)",
        (
            &finding.id,
            &finding.project_id,
            finding.source.as_ref().map(|source| source.document_id.as_str()),
            finding.source.as_ref().map(|source| source.version),
            finding.check.as_str(),
            &finding.rule,
            &finding.fingerprint,
            finding.severity.as_str(),
            finding.severity.rank(),
            &finding.message,
            quoted.map(|it| it.quote.as_str()),
            quoted.map(|it| it.start),
            quoted.map(|it| it.end),
            finding.detail.as_ref().map(|JsonText(detail)| detail.as_str()),
            &finding.swarm_id,
            &finding.agent,
            finding.state.as_str(),
            &finding.reason,
            finding.created_at.millis(),
            finding.modified_at.millis(),
            finding.version,
        ),
    )
    .doing("creating a finding")
    .map(drop)
}

fn update(tx: &mut Tx<'_>, project: &ProjectAccess, finding: &Finding) -> Result<()> {
    let quoted = finding.quoted.as_ref();
    tx.run(
        "UPDATE finding
            SET document_version = ?3, severity = ?4, severity_rank = ?5, message = ?6, quote = ?7,
                quote_start = ?8, quote_end = ?9, detail = ?10, state = ?11, reason = ?12,
                modified_at = ?13, version = ?14
          WHERE id = ?1
            AND project_id = ?2",
        (
            &finding.id,
            project.id(),
            finding.source.as_ref().map(|source| source.version),
            finding.severity.as_str(),
            finding.severity.rank(),
            &finding.message,
            quoted.map(|it| it.quote.as_str()),
            quoted.map(|it| it.start),
            quoted.map(|it| it.end),
            finding.detail.as_ref().map(|JsonText(detail)| detail.as_str()),
            finding.state.as_str(),
            &finding.reason,
            finding.modified_at.millis(),
            finding.version,
        ),
    )
    .doing("saving a finding")
    .map(drop)
}

fn add_sighting(tx: &mut Tx<'_>, swarm_id: &str, finding_id: &str) -> Result<()> {
    tx.run(
        "INSERT INTO finding_sighting (swarm_id, finding_id)
         VALUES (?1, ?2)
         ON CONFLICT DO NOTHING",
        (swarm_id, finding_id),
    )
    .doing("noting which swarm found a finding")
    .map(drop)
}

/// Saves a finding that is locked, and was in the state `before`.
pub fn save(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    before: State,
    finding: &Finding,
) -> Result<()> {
    update(tx, project, finding)?;
    let waived = i64::from(finding.state == State::Waived) - i64::from(before == State::Waived);
    if waived != 0 {
        let note = |patterns: &mut Patterns| patterns.note_waived(&finding.rule, waived);
        project_counters::change_patterns(tx, project, 0, note)?;
    }
    let change = i64::from(finding.state.is_insight()) - i64::from(before.is_insight());
    project_counters::count_insights(tx, project, change)
}

/// A finding of a project by its id.
macro_rules! by_id {
    ($lock:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            "
               FROM finding
              WHERE id = ?1
                AND project_id = ?2",
            $lock
        )
    };
}

/// A finding of a project.
pub fn get(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<CurrentFinding> {
    let row = tx.row(by_id!(""), (id, project.id())).doing("reading a finding")?;
    with_document(tx, project, id, row)
}

/// As [`get`], and locks the row.
pub fn get_for_update(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    id: &str,
) -> Result<CurrentFinding> {
    let row = tx.row(by_id!(" /*+for_update*/"), (id, project.id())).doing("locking a finding")?;
    with_document(tx, project, id, row)
}

fn with_document(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    id: &str,
    row: Option<Row>,
) -> Result<CurrentFinding> {
    let finding = read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)?;
    let current = match &finding.source {
        None => None,
        Some(source) => {
            let document = documents::get(tx, project, &source.document_id)
                .map_err(|error| error.not_found_as(WHAT, id))?;
            Some(Current { title: document.title, version: document.version })
        }
    };
    Ok((finding, current))
}

/// Counts the findings of a document that is put into the trash, `sign` being -1, or restored, with 1.
/// The document must be locked.
pub(crate) fn count_document(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document_id: &str,
    sign: i64,
) -> Result<()> {
    let rows = tx
        .rows(
            "SELECT state, count(*) AS findings
               FROM finding
              WHERE document_id = ?1
                AND project_id = ?2
              GROUP BY state",
            (document_id, project.id()),
        )
        .doing("counting findings")?;
    let (mut all, mut insights) = (0, 0);
    for mut row in rows {
        let state = row.word("state", State::parse)?;
        let count: i64 = row.value("findings")?;
        all += count;
        insights += if state.is_insight() { count } else { 0 };
    }
    if all == 0 {
        return Ok(());
    }
    record_counters::add(tx, project, (project.id(), NOUN), sign * all)?;
    project_counters::count_insights(tx, project, sign * insights)
}

/// Deletes findings that have been stale since before `before`, at most `limit`; how many.
pub fn delete_stale(tx: &mut Tx<'_>, before: Time, limit: i64) -> Result<usize> {
    let rows = tx
        .rows(
            "SELECT id, project_id, (SELECT deleted_at
                                       FROM document
                                      WHERE document.id = document_id) IS NULL
                    AS is_counted
               FROM finding
              WHERE state = 'stale'
                AND modified_at < ?1
                AND project_id NOT IN (SELECT id FROM project WHERE import_token IS NOT NULL)
              ORDER BY modified_at, id
              LIMIT ?2 /*+skip_locked*/",
            (before.millis(), limit),
        )
        .doing("looking for stale findings")?;
    let deleted = rows.len();
    for mut row in rows {
        let id: String = row.value("id")?;
        let project = ProjectAccess::unchecked(&row.value::<String>("project_id")?);
        tx.run(
            "DELETE FROM finding
              WHERE id = ?1",
            (&id,),
        )
        .doing("deleting a stale finding")?;
        if row.value("is_counted")? {
            record_counters::add(tx, &project, (project.id(), NOUN), -1)?;
        }
    }
    Ok(deleted)
}
