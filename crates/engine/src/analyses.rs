//! Analyses: documents are read while somebody waits, by the same checks as in a sweep, and what they
//! find is written as in a sweep. One document is in memory at a time; nothing is written before all
//! are read.

use std::sync::Arc;

use domain::{
    Error, Principal, Result,
    documents::book::Book,
    findings::{
        Check, CheckResult, Origin,
        analysis::{AnalysisCreate, AnalysisItem, DOCUMENTS_MAX},
    },
};
use store::{
    Tx, documents,
    projects::{self, ProjectAccess},
};

use crate::{
    Change, Studio, agent_rules,
    checks::{self, Canon},
    findings, names,
};

/// What was read: the ids and titles of the documents, and what the checks say.
#[derive(Debug, Clone)]
pub struct Analysis {
    titles: Vec<(String, String)>,
    readings: Vec<CheckResult>,
}

/// Reads what is asked for; [`record`] writes what was found.
///
/// # Errors
/// Not found when the principal cannot see the project or a document; a conflict when the project is
/// archived; rejected when there is more to read than one analysis takes.
pub async fn read(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    asked: &AnalysisCreate,
) -> Result<Analysis> {
    let named = asked.document_ids.clone().unwrap_or_default();
    let is_of_all = named.is_empty();
    let checks = asked.wanted();
    let (known, at) = (principal.clone(), project_id.to_owned());
    let (canon, ids) = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &at)?;
            agent_rules::check_start(tx, &project)?;
            let ids = if named.is_empty() { manuscript(tx, &project)? } else { named.clone() };
            Ok((Canon::of(tx, &project)?, ids))
        })
        .await?;
    let canon = Arc::new(canon);
    let (slips, extracts) = match checks.contains(&Check::Names) {
        true => {
            let (slips, extracts) = names::slips(studio, principal, project_id).await?;
            (Some(slips), extracts)
        }
        false => (None, None),
    };
    // They are not kept while documents are read, unless something reads them.
    let extracts = extracts.filter(|_| checks.iter().any(|check| check.is_of_book()));
    let (mut titles, mut readings) = (Vec::with_capacity(ids.len()), Vec::new());
    for id in ids {
        if titles.iter().any(|(read, _)| *read == id) {
            continue;
        }
        let known = (checks.as_slice(), &canon, slips.as_ref());
        let at = (project_id, id.as_str());
        let Some(it) = checks::of_document(studio, principal, at, known).await? else {
            // Nobody misses one that nobody named and that was deleted meanwhile.
            if is_of_all {
                continue;
            }
            return Err(Error::not_found("Document", &id));
        };
        titles.push((it.document.id, it.document.title));
        readings.extend(it.results);
    }
    if is_of_all {
        let wanted = (checks.as_slice(), &canon);
        readings.extend(checks::of_book(studio, principal, project_id, wanted, extracts).await?);
    } else {
        let facts = checks::facts_of_book(studio, principal, project_id, &checks, extracts).await?;
        let is_read = |it: &CheckResult| {
            let document = it.source.as_ref().map(|source| &source.document_id);
            document.is_some_and(|document| titles.iter().any(|(id, _)| id == document))
        };
        readings.extend(facts.into_iter().filter(is_read));
    }
    Ok(Analysis { titles, readings })
}

/// Writes and publishes what was found.
pub fn record(
    change: &mut Change<'_, '_>,
    project_id: &str,
    Analysis { titles, readings }: &Analysis,
) -> Result<AnalysisItem> {
    let project = projects::check(change.tx, change.principal, project_id)?;
    let mut changed = Vec::new();
    for reading in readings {
        let origin = Origin {
            swarm_id: None,
            agent: reading.check.agent().to_owned(),
            account: change.principal.user.clone(),
        };
        changed.extend(findings::record(change, &project, &origin, reading)?);
    }
    Ok(AnalysisItem::of(titles, readings, &changed))
}

/// The documents of a manuscript that have a text, in the order in which they are read.
fn manuscript(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<String>> {
    let book = Book::of(documents::manuscript(tx, project)?, true);
    let read = book.manuscript.into_iter().map(|placed| placed.document);
    let ids: Vec<String> = read.filter(|it| it.words > 0).map(|it| it.id).collect();
    if ids.len() > DOCUMENTS_MAX {
        return Err(Error::Rejected(format!(
            "The manuscript has {} documents, and an analysis reads {DOCUMENTS_MAX}: name some, or \
             have a consistency_sweep read them all",
            ids.len()
        )));
    }
    Ok(ids)
}
