//! Lists of findings: the weightiest first, and among equals the newest.

use db::{Row, Tx};
use domain::{
    Result,
    findings::{
        Check, Finding, FindingQuery, FoundBy, ProseMeasures, Severity, State, Wanted,
        view::Current,
    },
    page::{Cursor, Page},
};

use super::{CurrentFinding, NOUN, columns, read};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
    record_counters,
};

/// A finding with its document as it is now.
macro_rules! selection {
    () => {
        concat!(
            "SELECT ",
            columns!(),
            ", document.title AS current_title, document.version AS current_version
               FROM finding
               LEFT JOIN document ON document.id = document_id"
        )
    };
}

/// What a query looks for, as its statements take it; null means anything.
struct Filter<'q> {
    severity: Option<&'static str>,
    rank_max: Option<i64>,
    state: Option<&'static str>,
    check: Option<&'static str>,
    document: Option<&'q str>,
    swarm: Option<&'q str>,
}

impl<'q> Filter<'q> {
    fn of(query: &'q FindingQuery) -> Self {
        Self {
            severity: query.severity.map(Severity::as_str),
            rank_max: query.min_severity.map(Severity::rank),
            state: query.state.map(State::as_str),
            check: query.check.map(FoundBy::as_str),
            document: column::wanted(query.document_id.as_ref()),
            swarm: column::wanted(query.swarm_id.as_ref()),
        }
    }
}

/// A page of a project's findings.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &FindingQuery,
) -> Result<Page<CurrentFinding>> {
    let filter = Filter::of(query);
    let ([rank, before], before_id) = query.cursor.as_ref().map_or_else(
        || ([-1, i64::MAX], char::MAX.to_string()),
        |cursor| (cursor.key, cursor.id.clone()),
    );
    let rows = tx
        .rows(
            concat!(
                selection!(),
                "
              WHERE finding.project_id = ?1
                AND document.deleted_at IS NULL
                AND (severity_rank > ?2
                     OR severity_rank = ?2
                        AND (finding.created_at, finding.id) < (?3, ?4))
                AND (CAST(?5 AS TEXT) IS NULL OR severity = ?5)
                AND (CAST(?6 AS TEXT) IS NULL OR state = ?6)
                AND (CAST(?7 AS TEXT) IS NULL OR check_name = ?7)
                AND (CAST(?8 AS TEXT) IS NULL OR document_id = ?8)
                AND (CAST(?9 AS TEXT) IS NULL
                     OR finding.id IN (SELECT finding_id
                                         FROM finding_sighting
                                        WHERE finding_sighting.swarm_id = ?9))
                AND (CAST(?10 AS BIGINT) IS NULL OR severity_rank <= ?10)
              ORDER BY severity_rank, finding.created_at DESC, finding.id DESC
              LIMIT ?11"
            ),
            (
                project.id(),
                rank,
                before,
                before_id,
                filter.severity,
                filter.state,
                filter.check,
                filter.document,
                filter.swarm,
                filter.rank_max,
                query.limit + 1,
            ),
        )
        .doing("listing findings")?;
    let findings = column::read_all(rows, read_current)?;
    let total = if query.is_filtered() {
        count(tx, project, &filter)?
    } else {
        Some(record_counters::get(tx, (project.id(), NOUN))?)
    };
    Ok(Page::cut(findings, query.limit, total, |(finding, _)| Cursor {
        key: [finding.severity.rank(), finding.created_at.millis()],
        id: finding.id.clone(),
    }))
}

fn count(tx: &mut Tx<'_>, project: &ProjectAccess, filter: &Filter<'_>) -> Result<Option<i64>> {
    let row = tx
        .row(
            "SELECT count(*) AS total
               FROM (SELECT 1
                       FROM finding
                       LEFT JOIN document ON document.id = document_id
                      WHERE finding.project_id = ?1
                        AND document.deleted_at IS NULL
                        AND (CAST(?2 AS TEXT) IS NULL OR severity = ?2)
                        AND (CAST(?3 AS TEXT) IS NULL OR state = ?3)
                        AND (CAST(?4 AS TEXT) IS NULL OR check_name = ?4)
                        AND (CAST(?5 AS TEXT) IS NULL OR document_id = ?5)
                        AND (CAST(?6 AS TEXT) IS NULL
                             OR finding.id IN (SELECT finding_id
                                                 FROM finding_sighting
                                                WHERE finding_sighting.swarm_id = ?6))
                        AND (CAST(?7 AS BIGINT) IS NULL OR severity_rank <= ?7)
                      LIMIT ?8) AS found",
            (
                project.id(),
                filter.severity,
                filter.state,
                filter.check,
                filter.document,
                filter.swarm,
                filter.rank_max,
                domain::page::TOTAL_EXACT_MAX + 1,
            ),
        )
        .doing("counting findings")?;
    column::read_total(row)
}

/// The findings of a project but for the stale ones: at most `limit`, the weightiest first.
pub fn all(tx: &mut Tx<'_>, project: &ProjectAccess, limit: i64) -> Result<Vec<CurrentFinding>> {
    let rows = tx
        .rows(
            concat!(
                selection!(),
                "
              WHERE finding.project_id = ?1
                AND document.deleted_at IS NULL
                AND state <> 'stale'
              ORDER BY severity_rank, coalesce(document.position, -1), coalesce(document_id, ''),
                       check_name, rule, fingerprint
              LIMIT ?2"
            ),
            (project.id(), limit),
        )
        .doing("reading findings")?;
    column::read_all(rows, read_current)
}

/// The wanted findings that are about documents, at most `limit`, in the order of [`all`].
pub fn in_documents(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    wanted: &Wanted<'_>,
    limit: i64,
) -> Result<Vec<Finding>> {
    let has = |state: State| i64::from(wanted.states.contains(&state));
    let rows = tx
        .rows(
            concat!(
                selection!(),
                "
              WHERE finding.project_id = ?1
                AND document_id IS NOT NULL
                AND document.deleted_at IS NULL
                AND CASE state
                         WHEN 'open' THEN ?2
                         WHEN 'accepted' THEN ?3
                         WHEN 'dismissed' THEN ?4
                         WHEN 'waived' THEN ?5
                         ELSE ?6
                     END = 1
                AND (CAST(?7 AS TEXT) IS NULL OR check_name = ?7)
                AND severity_rank <= ?8
              ORDER BY severity_rank, document.position, document_id, check_name, rule, fingerprint
              LIMIT ?9"
            ),
            (
                project.id(),
                has(State::Open),
                has(State::Accepted),
                has(State::Dismissed),
                has(State::Waived),
                has(State::Stale),
                wanted.check.map(FoundBy::as_str),
                wanted.min_severity.unwrap_or(Severity::Info).rank(),
                limit,
            ),
        )
        .doing("reading findings in documents")?;
    column::read_all(rows, read)
}

/// Which check has read which document of a project, and which version of it last.
pub fn readings(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<(String, Check, i64)>> {
    let rows = tx
        .rows(
            "SELECT document_id, check_name, version
               FROM finding_reading
              WHERE project_id = ?1
                AND document_id IS NOT NULL
              ORDER BY document_id, check_name",
            (project.id(),),
        )
        .doing("reading what was checked")?;
    rows.into_iter()
        .map(|mut row| {
            Ok((
                row.value("document_id")?,
                row.word("check_name", Check::parse)?,
                row.value("version")?,
            ))
        })
        .collect()
}

/// What the check of the prose counted in each document of a project when it read it last.
pub fn measures(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<(String, ProseMeasures)>> {
    let rows = tx
        .rows(
            "SELECT document_id, measures
               FROM finding_reading
              WHERE project_id = ?1
                AND document_id IS NOT NULL
                AND measures IS NOT NULL
              ORDER BY document_id",
            (project.id(),),
        )
        .doing("reading what was counted")?;
    rows.into_iter().map(|mut row| Ok((row.value("document_id")?, row.json("measures")?))).collect()
}

fn read_current(row: &mut Row) -> Result<CurrentFinding> {
    let finding = read(row)?;
    let title: Option<String> = row.value("current_title")?;
    let current = match title {
        Some(title) => Some(Current { title, version: row.value("current_version")? }),
        None => None,
    };
    Ok((finding, current))
}
