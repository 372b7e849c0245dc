//! Targets of proposals: records of other modules, read and changed by the functions of their own
//! modules.

use domain::{
    Error, Principal, Result,
    field_error::{FieldError, FieldPath, PathSegment},
    json::{self, Json},
    proposals::{
        Target, TargetKind,
        creation::Base,
        records::{RecordCreate, RecordUpdate},
    },
    versioned::{IfMatch, Versioned, etag},
};
use serde::Serialize;
use store::{Tx, projects::ProjectAccess};

use crate::{change::Change, documents, languages, lore, nodes, promises, timelines};

/// A target as it is now. The language of a rule or word is filled in.
///
/// # Errors
/// Not found when it does not exist in this project.
pub(super) fn read(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project: &ProjectAccess,
    target: &mut Target,
) -> Result<Base> {
    let id = target.id.clone().unwrap_or_default();
    let of = (project.id(), id.as_str());
    let is_here = |project_id: &str| check_project(project, project_id, (noun(target.kind), &id));
    // Some functions find a record by its id alone, whatever its project.
    let (base, language) = match target.kind {
        TargetKind::Document => {
            let document = documents::get(tx, principal, of)?;
            let text = document.view.content.clone();
            (Base { text, ..of_record(document)? }, None)
        }
        TargetKind::Lore => (of_record(lore::get(tx, principal, of.0, of.1)?)?, None),
        TargetKind::TimelineEvent => {
            let timeline_id = timeline_of(tx, principal, project, target)?;
            return of_record(timelines::events::get(tx, principal, timeline_id, &id)?);
        }
        TargetKind::Promise => {
            let promise = promises::get(tx, principal, &id)?;
            is_here(&promise.view.project_id)?;
            (of_record(promise)?, None)
        }
        TargetKind::Node => {
            let node = nodes::get(tx, principal, &id)?;
            is_here(&node.view.project_id)?;
            (of_record(node)?, None)
        }
        TargetKind::GrammarRule => {
            let rule = languages::rules::get(tx, principal, &id)?;
            is_here(&rule.view.project_id)?;
            let language_id = rule.view.language_id.clone();
            (of_record(rule)?, Some(language_id))
        }
        TargetKind::Word => {
            let word = languages::words::get(tx, principal, &id)?;
            is_here(&word.view.project_id)?;
            let language_id = word.view.language_id.clone();
            (of_record(word)?, Some(language_id))
        }
    };
    if language.as_ref().zip(target.parent_id.as_ref()).is_some_and(|(is, said)| is != said) {
        return Err(Error::not_found(noun(target.kind), &id));
    }
    target.parent_id = language;
    Ok(base)
}

fn of_record(record: Versioned<impl Serialize>) -> Result<Base> {
    let failed = |flaw: String| Error::internal("reading a target", flaw);
    let text = json::text(&record.view).map_err(|flaw| failed(flaw.to_string()))?;
    match Json::read(text.as_bytes()) {
        Ok(Json::Object(object)) => {
            Ok(Base { version: record.version, record: object, text: None })
        }
        _ => Err(failed("a view is no object".to_owned())),
    }
}

const fn noun(kind: TargetKind) -> &'static str {
    match kind {
        TargetKind::Document => "Document",
        TargetKind::Lore => "Lore entry",
        TargetKind::TimelineEvent => "Event",
        TargetKind::Promise => "Promise",
        TargetKind::Node => "Node",
        TargetKind::GrammarRule => "Grammar rule",
        TargetKind::Word => "Word",
    }
}

/// The text of a document in an earlier version.
///
/// # Errors
/// A conflict when it is not kept any more.
pub(super) fn text_of_version(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    target: &Target,
    version: i64,
) -> Result<String> {
    let document = store::documents::get(tx, project, target.id.as_deref().unwrap_or_default())?;
    let text = store::documents::content_of_version(tx, project, &document, version)?;
    text.ok_or_else(|| {
        Error::Conflict(format!(
            "The text of version {version} is not kept any more: read the document again"
        ))
    })
}

/// Locks a document whose text is about to be read and changed; other records are only compared by their
/// versions.
pub(super) fn lock(tx: &mut Tx<'_>, project: &ProjectAccess, target: &Target) -> Result<()> {
    match (target.kind, &target.id) {
        (TargetKind::Document, Some(id)) => {
            store::documents::get_for_update(tx, project, id).map(drop)
        }
        _ => Ok(()),
    }
}

/// That the project has the timeline or language that a new record would belong to.
pub(super) fn check_parent(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project: &ProjectAccess,
    target: &mut Target,
) -> Result<()> {
    match target.kind {
        TargetKind::Document | TargetKind::Lore | TargetKind::Promise | TargetKind::Node => {
            target.parent_id = None;
        }
        TargetKind::TimelineEvent => {
            timeline_of(tx, principal, project, target)?;
        }
        TargetKind::GrammarRule | TargetKind::Word => {
            let id = parent(target)?;
            let language = languages::get(tx, principal, id)?.view;
            check_project(project, &language.project_id, ("Language", id))?;
        }
    }
    Ok(())
}

/// The timeline of an event, which is in this project.
fn timeline_of<'t>(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project: &ProjectAccess,
    target: &'t Target,
) -> Result<&'t str> {
    let id = parent(target)?;
    let timeline = timelines::get(tx, principal, id)?.view;
    check_project(project, &timeline.project_id, ("Timeline", id))?;
    Ok(id)
}

fn check_project(
    project: &ProjectAccess,
    project_id: &str,
    (what, id): (&'static str, &str),
) -> Result<()> {
    if project_id == project.id() { Ok(()) } else { Err(Error::not_found(what, id)) }
}

/// The record that the target belongs to.
fn parent(target: &Target) -> Result<&str> {
    target.parent_id.as_deref().ok_or_else(|| {
        let steps = ["body", "target", "parentId"].map(|step| PathSegment::Key(step.to_owned()));
        let reason = "a target of this kind names the timeline or language that it belongs to";
        let path = FieldPath(steps.to_vec());
        Error::Invalid(vec![FieldError::refused(path, reason, Json::Null)])
    })
}

/// Updates a target that was read in this version; the version that it has then. `words` are those of
/// the new text of a document, if there is one.
pub(super) fn update(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    target: &Target,
    version: i64,
    update: &RecordUpdate,
    words: Option<i64>,
) -> Result<i64> {
    let id = target.id.as_deref().unwrap_or_default();
    let expected = IfMatch::parse([etag(version).as_str()].into_iter());
    let of = (project.id(), id);
    let updated = match update {
        RecordUpdate::Document(update) => {
            documents::update(change, of, &expected, update, words).map(|it| it.version)
        }
        RecordUpdate::Lore(update) => {
            lore::update(change, of.0, id, &expected, update).map(|it| it.version)
        }
        RecordUpdate::TimelineEvent(update) => {
            let timeline_id = parent(target)?;
            timelines::events::update(change, timeline_id, id, &expected, update)
                .map(|it| it.version)
        }
        RecordUpdate::Promise(update) => {
            promises::update(change, id, &expected, update).map(|it| it.version)
        }
        RecordUpdate::Node(update) => {
            nodes::update(change, id, &expected, update).map(|it| it.version)
        }
        RecordUpdate::GrammarRule(update) => {
            languages::rules::update(change, id, &expected, update).map(|it| it.version)
        }
        RecordUpdate::Word(update) => {
            languages::words::update(change, id, &expected, update).map(|it| it.version)
        }
    };
    // The caller has sent no version of the target.
    updated.map_err(|error| match error {
        Error::Stale { what } => Error::Conflict(format!("{what} was changed at the same moment")),
        other => other,
    })
}

/// Creates a target; its id and its version.
pub(super) fn create(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    target: &Target,
    create: &RecordCreate,
) -> Result<(String, i64)> {
    Ok(match create {
        RecordCreate::Document(create) => {
            let words = documents::words(&create.content);
            let made = documents::create(change, project.id(), create, words)?;
            (made.view.id, made.version)
        }
        RecordCreate::Lore(create) => {
            let made = lore::create(change, project.id(), create)?;
            (made.view.id, made.version)
        }
        RecordCreate::TimelineEvent(create) => {
            let made = timelines::events::create(change, parent(target)?, create)?;
            (made.view.id, made.version)
        }
        RecordCreate::Promise(create) => {
            let made = promises::create(change, create)?;
            (made.view.id, made.version)
        }
        RecordCreate::Node(create) => {
            let made = nodes::create(change, create)?;
            (made.view.id, made.version)
        }
        RecordCreate::GrammarRule(create) => {
            let made = languages::rules::create(change, parent(target)?, create)?;
            (made.view.id, made.version)
        }
        RecordCreate::Word(create) => {
            let made = languages::words::create(change, parent(target)?, create)?;
            (made.view.id, made.version)
        }
    })
}
