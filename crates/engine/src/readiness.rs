//! How ready a project is to be published: counts what is stored. The formula is in
//! `domain::readiness`.

use std::collections::{BTreeMap, HashMap};

use domain::{
    Principal, Result,
    documents::{Document, Status, book::Book},
    findings::Check,
    projects::summary::Progress,
    readiness::{CheckSummary, DayScore, Fix, Readiness, ReadinessInput, ReadinessItem},
};
use store::{Tx, projects, projects::ProjectAccess};

use crate::{Studio, findings, skills::book};

/// Whether a check is one of the prose; the others hold the text against the lore.
const fn is_of_prose(check: Check) -> bool {
    matches!(check, Check::Prose | Check::Dialogue)
}

/// How ready a project is, by the weights it names, and how it was on earlier days.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, project_id: &str) -> Result<ReadinessItem> {
    let project = projects::check(tx, principal, project_id)?;
    Ok(ReadinessItem {
        now: of_project(tx, &project)?,
        history: store::readiness::days(tx, &project)?,
    })
}

/// Keeps the score as that of today, if the whole book has been read as it is now: scores of other parts of
/// it say nothing of how it went. A failure is logged, and the day has no score then.
pub(crate) async fn keep(studio: &Studio, principal: Principal, project_id: String) {
    if let Err(error) = try_keep(studio, principal, project_id).await {
        tracing::warn!(error = %domain::ErrorChain(&error), "the readiness could not be kept");
    }
}

async fn try_keep(studio: &Studio, principal: Principal, project_id: String) -> Result<()> {
    let whose = (principal.clone(), project_id.clone());
    let score = studio.database.scan(move |tx| {
        let Some(project) = projects::find(tx, &whose.0, &whose.1)? else { return Ok(None) };
        let readiness = of_project(tx, &project)?;
        Ok(readiness.score.filter(|_| readiness.is_read()))
    });
    let Some(score) = score.await? else { return Ok(()) };
    let day = DayScore::new(studio.clock.now(), score);
    let write = move |tx: &mut Tx<'_>| match projects::find(tx, &principal, &project_id)? {
        Some(project) => store::readiness::keep(tx, &project, &day),
        None => Ok(()),
    };
    studio.database.write(write).await
}

/// How ready a project is now, which was checked.
pub(crate) fn of_project(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Readiness> {
    let config = projects::detail(tx, project)?.settings.publishing;
    Ok(facts(tx, project)?.readiness(project.id(), config.as_ref()))
}

/// How many documents of a manuscript have words, and how many of them both kinds of checks have read
/// as they are now.
pub(crate) fn texts_read(book: &Book, readings: &[(String, Check, i64)]) -> (usize, usize) {
    let mut read: HashMap<(&str, i64), [bool; 2]> = HashMap::new();
    for (id, check, version) in readings {
        read.entry((id, *version)).or_default()[usize::from(is_of_prose(*check))] = true;
    }
    let texts = book.manuscript.iter().map(|it| &it.document).filter(|document| document.words > 0);
    let is_read = |it: &Document| read.get(&(it.id.as_str(), it.version)) == Some(&[true; 2]);
    let read: Vec<bool> = texts.map(is_read).collect();
    (read.len(), read.iter().filter(|is_read| **is_read).count())
}

fn facts(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<ReadinessInput> {
    let (all, is_whole) = book::documents(tx, project)?;
    let book = Book::of(all, is_whole);
    let versions: BTreeMap<&str, (i64, i64)> = book
        .manuscript
        .iter()
        .map(|it| (it.document.id.as_str(), (it.document.version, it.document.words)))
        .collect();
    let mut facts =
        ReadinessInput { documents: book.manuscript.len(), ..ReadinessInput::default() };
    // A document counts once for a part, however many of its checks have read it.
    let mut read: [BTreeMap<String, bool>; 2] = [BTreeMap::new(), BTreeMap::new()];
    let readings = store::findings::readings(tx, project)?;
    for (document_id, check, version) in &readings {
        if let Some((current, _)) = versions.get(document_id.as_str()) {
            let part = &mut read[usize::from(!is_of_prose(*check))];
            *part.entry(document_id.clone()).or_default() |= current > version;
        }
    }
    let [prose, lore] = read.map(|documents| {
        let words = documents.keys().filter_map(|id| versions.get(id.as_str()));
        CheckSummary {
            words: words.map(|(_, words)| words).sum(),
            changed: documents.values().filter(|changed| **changed).count(),
            documents: documents.len(),
            ..CheckSummary::default()
        }
    });
    (facts.prose, facts.lore) = (prose, lore);
    (facts.texts, facts.texts_read) = texts_read(&book, &readings);
    for (document_id, read) in store::findings::measures(tx, project)? {
        if versions.contains_key(document_id.as_str()) {
            facts.measures += read;
        }
    }
    for found in findings::pending(tx, project, &book)? {
        let (message, finding) = (findings::sentence(&found), found.0);
        // What an agent said about a text is no measure of it.
        let Some(check) = finding.check.check() else { continue };
        let is_prose = is_of_prose(check);
        let part = if is_prose { &mut facts.prose } else { &mut facts.lore };
        part.add(finding.severity);
        facts.fixes.push(Fix::Finding {
            id: finding.id,
            message,
            severity: finding.severity,
            is_prose,
        });
    }
    for placed in &book.manuscript {
        let progress = placed.document.progress();
        let sum = &mut facts.progress;
        *sum = Progress { weight: sum.weight + progress.weight, done: sum.done + progress.done };
        if placed.document.status != Status::Done {
            facts.fixes.push(Fix::Document {
                id: placed.document.id.clone(),
                title: placed.document.title.clone(),
                progress,
            });
        }
    }
    Ok(facts)
}
