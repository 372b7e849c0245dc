//! `propose_edit` and `record_promise`: proposals, which the author accepts or rejects. Both answer with
//! the proposal that is there already where the same is proposed again.

use domain::{
    Error, Result,
    json::{Json, Object},
    lengths::LINE_CHARS_MAX,
    model::AbsentOr,
    promises::Promise,
    proposals::{
        CONTENT, Target, TargetKind,
        creation::Author,
        identity,
        requests::{ChangeCreate, ProposalCreate, ProposalTarget},
        view::ProposalItem,
    },
    tools::{
        DATA_NOTICE, Effect,
        answers::{DataNotice, Named, Quotation, writing::ProposalMade},
        excerpt::{line_of, quoted, short},
        requests::writing::{ProposeEdit, RecordPromise},
    },
};
use store::{
    Tx, documents,
    projects::{self, ProjectAccess},
    promises,
};

use super::{
    Made, Profile, ToolAnswer, ToolCall, ToolDefinition, naming, tool,
    words::{Missing, Position, locate},
};
use crate::{change::Change, proposals};

/// Promises with one title that an answer names, of those that are noted and of those that are proposed.
const ALIKE_MAX: i64 = 10;

/// The longest quotation in an answer, in characters.
const QUOTED_CHARS_MAX: usize = 1_000;

const EDIT: &str = "propose_edit";
const PROMISE: &str = "record_promise";

pub(super) fn edit() -> ToolDefinition {
    let profile = Profile {
        is_idempotent: true,
        ..Profile::adding(
            Effect::Proposes,
            (EDIT, "Propose an edit"),
            "Proposes an edit of a document to the author: other words in the place of some that stand \
             there. Nothing changes before the author accepts it. Quote the words letter by letter from \
             get_document, with so much around them that they stand in the text one time, and give the \
             reason. To insert something, repeat the words before it. One call for each edit, so that the \
             author can decide about each.",
        )
    };
    tool::<ProposeEdit, ProposalMade, _>(profile, run_edit)
}

pub(super) fn promise() -> ToolDefinition {
    let profile = Profile {
        is_idempotent: true,
        ..Profile::adding(
            Effect::Proposes,
            (PROMISE, "Record a promise"),
            "Proposes to the author to note a promise that the text makes to its readers: a question it \
             raises, a threat, a hint that has to lead somewhere. It stands among the promises once the \
             author accepts it. Name the document and the words that make it where there are such. A \
             promise that is noted already, with this title and these words, is refused with its id; \
             others with the same title are named in `alike`.",
        )
    };
    tool::<RecordPromise, ProposalMade, _>(profile, run_promise)
}

async fn run_edit(call: ToolCall, arguments: ProposeEdit) -> Result<ToolAnswer> {
    let made = call.change(move |change| propose_edit(change, &arguments)).await?;
    ToolAnswer::about(&made.project, &made, text(&made))
}

async fn run_promise(call: ToolCall, arguments: RecordPromise) -> Result<ToolAnswer> {
    let made = call.change(move |change| propose_promise(change, &arguments)).await?;
    ToolAnswer::about(&made.project, &made, text(&made))
}

fn propose_edit(
    change: &mut Change<'_, '_>,
    arguments: &ProposeEdit,
) -> Result<(ProposalMade, Made)> {
    let ProposeEdit { before, after, reason, .. } = arguments;
    let wanted = arguments.project.as_deref();
    let (_, project) = naming::project(change.tx, change.principal, wanted)?;
    // Before it is looked whether the same is open: two calls at a time make one proposal.
    let access = projects::lock(change.tx, change.principal, &project.id)?;
    if before == after {
        return Err(Error::Rejected("The edit changes nothing".to_owned()));
    }
    let found = found(change.tx, &access, (&arguments.document, before))?;
    let (start, end) = (found.quotation.start, found.quotation.end);
    let identity = identity::of_edit(before, after);
    let (id, kind) = (Some(found.document.id.clone()), TargetKind::Document);
    let target = Target { kind, id: id.clone(), parent_id: None };
    let same = same(change, &access, (&target, &identity))?;
    let words = ChangeCreate {
        field: CONTENT.to_owned(),
        start: Some(start),
        end: Some(end),
        before: AbsentOr(Some(Json::Text(before.clone()))),
        after: Json::Text(after.clone()),
        reason: reason.clone(),
    };
    let create = create(change, (EDIT, kind, id), reason, vec![words]);
    finish(change, (project, Vec::new()), Some(found), same, &create)
}

fn propose_promise(
    change: &mut Change<'_, '_>,
    arguments: &RecordPromise,
) -> Result<(ProposalMade, Made)> {
    let wanted = arguments.project.as_deref();
    let (_, project) = naming::project(change.tx, change.principal, wanted)?;
    let access = projects::lock(change.tx, change.principal, &project.id)?;
    let found = match (&arguments.document, &arguments.quote) {
        (Some(document), Some(quote)) => Some(found(change.tx, &access, (document, quote))?),
        (None, Some(_)) => {
            let text = "`quote` takes `document`: name the document that has these words";
            return Err(Error::Rejected(text.to_owned()));
        }
        (Some(document), None) => {
            let text =
                "`document` takes `quote`: quote the words of the document that make the promise";
            naming::document(change.tx, &access, document)?;
            return Err(Error::Rejected(text.to_owned()));
        }
        (None, None) => None,
    };
    let title = short(&arguments.title, LINE_CHARS_MAX);
    let words = arguments.quote.as_deref().unwrap_or_default();
    let identity = identity::of_promise(&title, &arguments.description, words);
    let mut alike = noted(change.tx, &access, &title, &identity)?;
    let target = Target { kind: TargetKind::Promise, id: None, parent_id: None };
    let same = same(change, &access, (&target, &identity))?;
    alike.extend(proposed(change.tx, &access, &title, same.as_ref())?);
    let mut fields = vec![
        ("title", title.clone()),
        ("description", arguments.description.clone()),
        ("promiseType", arguments.promise_type.as_str().to_owned()),
        ("promiseLevel", arguments.promise_level.as_str().to_owned()),
    ];
    fields.extend(arguments.quote.clone().map(|quote| ("notes", quote)));
    let field = |(field, after): (&str, String)| ChangeCreate {
        field: field.to_owned(),
        start: None,
        end: None,
        before: AbsentOr(None),
        after: Json::Text(after),
        reason: String::new(),
    };
    let changes = fields.into_iter().map(field).collect();
    let create = create(change, (PROMISE, TargetKind::Promise, None), &title, changes);
    finish(change, (project, alike), found, same, &create)
}

/// The promises of the project that have this title and are others.
///
/// # Errors
/// A conflict where the promise itself is noted already.
fn noted(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    title: &str,
    identity: &str,
) -> Result<Vec<Named>> {
    let mut others = Vec::new();
    for Promise { id, title, description, notes, status, .. } in
        promises::called(tx, project, title, ALIKE_MAX)?
    {
        let named = Named::new(&id, &title);
        if identity::of_promise(&title, &description, &notes) == identity {
            return Err(Error::Conflict(format!(
                "The promise {} is noted already, in the state {status}. {DATA_NOTICE}",
                naming::in_words(&named)
            )));
        }
        others.push(named);
    }
    Ok(others)
}

/// The open proposals of promises that have this title and are others.
fn proposed(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    title: &str,
    same: Option<&ProposalItem>,
) -> Result<Vec<Named>> {
    let called = (TargetKind::Promise, title);
    let mut all = store::proposals::open_called(tx, project, called, ALIKE_MAX)?;
    all.retain(|it| same.is_none_or(|same| same.id != it.id));
    Ok(all.iter().map(|it| Named::new(&it.id, &it.summary)).collect())
}

/// Words of a document.
struct Found {
    document: Named,
    quotation: Quotation,
}

/// The words of a document that are meant.
fn found(tx: &mut Tx<'_>, project: &ProjectAccess, (wanted, words): (&str, &str)) -> Result<Found> {
    let document = naming::document(tx, project, wanted)?;
    let text = documents::content(tx, project, &document.id)?;
    let document = Named::from(&document);
    let Position { start, end } = locate(&document.title, &text, words).map_err(missing)?;
    let line = Some(line_of(&text, start));
    let text = short_lines(words);
    Ok(Found { document, quotation: Quotation { text, start, end, line } })
}

fn missing(missing: Missing) -> Error {
    let Missing { reason, nearly } = missing;
    Error::Conflict(match nearly {
        Some(nearly) => format!(
            "{reason}. Nearly the same words are there. {DATA_NOTICE}\n{}",
            quoted(&short_lines(&nearly))
        ),
        None => reason,
    })
}

/// The beginning of a text, with its lines.
fn short_lines(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED_CHARS_MAX).collect();
    if text.chars().nth(QUOTED_CHARS_MAX).is_some() {
        short.push('…');
    }
    short
}

/// The open proposal of the caller that is the same.
fn same(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    wanted: (&Target, &str),
) -> Result<Option<ProposalItem>> {
    let author = Author { agent: None, account: change.principal.user.clone() };
    let found = store::proposals::find_open(change.tx, project, &author, wanted)?;
    Ok(found.map(ProposalItem::of))
}

/// A proposal of whoever calls the tool.
fn create(
    change: &Change<'_, '_>,
    (tool, kind, id): (&str, TargetKind, Option<String>),
    summary: &str,
    changes: Vec<ChangeCreate>,
) -> ProposalCreate {
    let token = change.principal.token.as_ref();
    let label = token.map_or(Json::Null, |token| Json::Text(token.label.clone()));
    let receipt =
        [("tool".to_owned(), Json::Text(tool.to_owned())), ("tokenLabel".to_owned(), label)];
    ProposalCreate {
        target: ProposalTarget { kind, id, parent_id: None },
        base_version: None,
        agent: None,
        message_id: None,
        swarm_id: None,
        subtask_id: None,
        summary: short(summary, LINE_CHARS_MAX),
        changes,
        receipt: Some(Json::Object(Object::from_iter(receipt))),
    }
}

/// Makes the proposal, unless the same one is open; what the caller is answered.
fn finish(
    change: &mut Change<'_, '_>,
    (project, alike): (Named, Vec<Named>),
    found: Option<Found>,
    same: Option<ProposalItem>,
    create: &ProposalCreate,
) -> Result<(ProposalMade, Made)> {
    let is_new = same.is_none();
    let proposal = match same {
        Some(same) => same,
        None => proposals::create(change, &project.id, create)?.view,
    };
    let made = Made {
        project_id: Some(project.id.clone()),
        proposals: vec![proposal.id.clone()],
        ..Made::default()
    };
    let (document, quotation) = found.map(|it| (it.document, it.quotation)).unzip();
    let answer = ProposalMade {
        notice: DataNotice,
        project,
        id: proposal.id,
        summary: short(&proposal.summary, LINE_CHARS_MAX),
        state: proposal.state,
        target: create.target.kind,
        document,
        quotation,
        expires_at: proposal.expires_at,
        is_new,
        alike,
    };
    Ok((answer, made))
}

fn text(made: &ProposalMade) -> String {
    let ProposalMade { id, expires_at, summary, .. } = made;
    let project = naming::in_words(&made.project);
    let said = if made.is_new { "is made" } else { "was made before and is still open" };
    let mut lines = vec![
        format!(
            "Proposal {id} of project {project} {said}. Nothing has changed: the author accepts or rejects \
             it by {}.",
            expires_at.iso()
        ),
        DATA_NOTICE.to_owned(),
        "What it is about:".to_owned(),
        quoted(summary),
    ];
    if let (Some(document), Some(words)) = (&made.document, &made.quotation) {
        let Quotation { text, start, end, line } = words;
        let line = line.map_or(String::new(), |line| format!(", line {line}"));
        lines.push(format!(
            "The words it is about stand in {}, characters {start} to {end}{line}:\n{}",
            naming::in_words(document),
            quoted(text)
        ));
    }
    if !made.alike.is_empty() {
        let alike: Vec<String> = made.alike.iter().map(naming::in_words).collect();
        lines.push(format!(
            "Other promises have this title, and make it with other words or expect something else: {}. \
             Where one of them is meant, tell the author, who can reject this proposal.",
            alike.join(", ")
        ));
    }
    lines.join("\n")
}
