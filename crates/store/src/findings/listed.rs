//! Lists of findings: the weightiest first, and among equals the newest.

use db::{Row, Tx};
use domain::{
    Result,
    findings::{Check, FindingQuery, Severity, State, item::Current},
    page::{Cursor, Page},
};

use super::{NOUN, Shown, of_row};
use crate::{Doing as _, column, projects::ProjectAccess, tallies};

/// What a query looks for, as its statements take it; empty means anything.
struct Filter<'q> {
    severity: &'static str,
    state: &'static str,
    check: &'static str,
    document: &'q str,
    swarm: &'q str,
}

impl<'q> Filter<'q> {
    fn of(query: &'q FindingQuery) -> Self {
        Self {
            severity: query.severity.map_or("", Severity::as_str),
            state: query.state.map_or("", State::as_str),
            check: query.check.map_or("", Check::as_str),
            document: query.document_id.as_deref().unwrap_or(""),
            swarm: query.swarm_id.as_deref().unwrap_or(""),
        }
    }
}

/// A page of a project's findings.
pub fn list(tx: &mut Tx<'_>, project: &ProjectAccess, query: &FindingQuery) -> Result<Page<Shown>> {
    let filter = Filter::of(query);
    let ([rank, before], before_id) = query.cursor.as_ref().map_or_else(
        || ([-1, i64::MAX], char::MAX.to_string()),
        |cursor| (cursor.key, cursor.id.clone()),
    );
    let rows = tx
        .rows(
            "SELECT finding.id, finding.project_id, document_id, document_version, check_name, rule,
                    fingerprint, severity, message, quote, quote_start, quote_end, detail, swarm_id,
                    agent, state, reason, finding.created_at, finding.modified_at, finding.version,
                    document.title, document.version
               FROM finding
               LEFT JOIN document ON document.id = document_id
              WHERE finding.project_id = ?1
                AND document.deleted_at IS NULL
                AND (severity_rank > ?2 OR severity_rank = ?2 AND (finding.created_at, finding.id) < (?3, ?4))
                AND (?5 = '' OR severity = ?5)
                AND (?6 = '' OR state = ?6)
                AND (?7 = '' OR check_name = ?7)
                AND (?8 = '' OR document_id = ?8)
                AND (?9 = '' OR finding.id IN (SELECT finding_id
                                                 FROM finding_sighting
                                                WHERE finding_sighting.swarm_id = ?9))
              ORDER BY severity_rank, finding.created_at DESC, finding.id DESC
              LIMIT ?10",
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
                query.limit + 1,
            ),
        )
        .doing("listing findings")?;
    let findings = rows.into_iter().map(|mut row| shown(&mut row)).collect::<Result<Vec<_>>>()?;
    let total = if query.is_filtered() {
        count(tx, project, &filter)?
    } else {
        Some(tallies::get(tx, (project.id(), NOUN))?)
    };
    Ok(Page::cut(findings, query.limit, total, |(finding, _)| Cursor {
        key: [finding.severity.rank(), finding.created_at.millis()],
        id: finding.id.clone(),
    }))
}

fn count(tx: &mut Tx<'_>, project: &ProjectAccess, filter: &Filter<'_>) -> Result<Option<i64>> {
    let row = tx
        .row(
            "SELECT count(*)
               FROM (SELECT 1
                       FROM finding
                       LEFT JOIN document ON document.id = document_id
                      WHERE finding.project_id = ?1
                        AND document.deleted_at IS NULL
                        AND (?2 = '' OR severity = ?2)
                        AND (?3 = '' OR state = ?3)
                        AND (?4 = '' OR check_name = ?4)
                        AND (?5 = '' OR document_id = ?5)
                        AND (?6 = '' OR finding.id IN (SELECT finding_id
                                                         FROM finding_sighting
                                                        WHERE finding_sighting.swarm_id = ?6))
                      LIMIT ?7) AS found",
            (
                project.id(),
                filter.severity,
                filter.state,
                filter.check,
                filter.document,
                filter.swarm,
                domain::page::TOTAL_EXACT_MAX + 1,
            ),
        )
        .doing("counting findings")?;
    row.map_or(Ok(None), |mut row| column::get(&mut row, 0).map(column::bounded_total))
}

/// The findings of a project that hold or were answered, all but the stale ones: at most `limit`,
/// the weightiest first; for whoever sums them up.
pub fn all(tx: &mut Tx<'_>, project: &ProjectAccess, limit: i64) -> Result<Vec<Shown>> {
    let rows = tx
        .rows(
            "SELECT finding.id, finding.project_id, document_id, document_version, check_name, rule,
                    fingerprint, severity, message, quote, quote_start, quote_end, detail, swarm_id,
                    agent, state, reason, finding.created_at, finding.modified_at, finding.version,
                    document.title, document.version
               FROM finding
               LEFT JOIN document ON document.id = document_id
              WHERE finding.project_id = ?1
                AND document.deleted_at IS NULL
                AND state <> 'stale'
              ORDER BY severity_rank, coalesce(document.position, -1), coalesce(document_id, ''),
                       check_name, rule, fingerprint
              LIMIT ?2",
            (project.id(), limit),
        )
        .doing("reading findings")?;
    rows.into_iter().map(|mut row| shown(&mut row)).collect()
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
        .doing("looking at what was read")?;
    rows.into_iter()
        .map(|mut row| {
            Ok((
                column::get(&mut row, 0)?,
                column::word(&mut row, 1, Check::parse)?,
                column::get(&mut row, 2)?,
            ))
        })
        .collect()
}

fn shown(row: &mut Row) -> Result<Shown> {
    let finding = of_row(row)?;
    let title: Option<String> = column::get(row, 20)?;
    let current = match title {
        Some(title) => Some(Current { title, version: column::get(row, 21)? }),
        None => None,
    };
    Ok((finding, current))
}
