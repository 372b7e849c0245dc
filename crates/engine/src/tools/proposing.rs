//! `propose_edit` and `record_promise`: proposals, which the author accepts or rejects. Both answer with
//! the proposal that is there already where the same is proposed again.

use domain::{
    Error, Result,
    fold::fold_name,
    json::{Json, Object},
    lengths::LINE_CHARS_MAX,
    model::AbsentOr,
    page::LIMIT_MAX,
    promises::PromiseQuery,
    proposals::{
        CONTENT, State, TargetKind, WholeProposal,
        requests::{ChangeCreate, ProposalCreate, ProposalQuery, ProposalTarget},
        view::ProposalItem,
    },
    tools::{
        DATA_NOTICE, Effect, NAME_CHARS_MAX,
        answers::{DataNotice, Named, Quotation, writing::ProposalMade},
        excerpt::{line_of, quoted, short},
        requests::writing::{ProposeEdit, RecordPromise},
    },
};
use store::{Tx, documents, projects::ProjectAccess, promises};

use super::{
    Made, Profile, ToolAnswer, ToolCall, ToolDefinition, naming, tool,
    words::{Missing, Position, locate},
};
use crate::{change::Change, proposals};

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
             promise that is noted already is refused with its id.",
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
    let (access, project) = naming::project(change.tx, change.principal, wanted)?;
    if before == after {
        return Err(Error::Rejected("The edit changes nothing".to_owned()));
    }
    let found = found(change.tx, &access, (&arguments.document, before))?;
    let (start, end) = (found.quotation.start, found.quotation.end);
    let earlier = open(change, &access, TargetKind::Document, Some(&found.document.id))?;
    let is_it = |whole: &WholeProposal| {
        whole.changes.iter().any(|it| {
            it.words().is_some_and(|(span, was, is)| {
                (span.start, was, is) == (start, before.as_str(), after.as_str())
            })
        })
    };
    let mut same = None;
    for item in earlier.into_iter().filter(|it| it.changes_total == 1) {
        let whole = store::proposals::get(change.tx, &access, &item.id)?;
        if is_it(&whole) {
            same = Some(item);
            break;
        }
    }
    let (id, kind) = (Some(found.document.id.clone()), TargetKind::Document);
    let words = ChangeCreate {
        field: CONTENT.to_owned(),
        start: Some(start),
        end: Some(end),
        before: AbsentOr(Some(Json::Text(before.clone()))),
        after: Json::Text(after.clone()),
        reason: reason.clone(),
    };
    let create = create(change, (EDIT, kind, id), reason, vec![words]);
    finish(change, project, Some(found), same, &create)
}

fn propose_promise(
    change: &mut Change<'_, '_>,
    arguments: &RecordPromise,
) -> Result<(ProposalMade, Made)> {
    let wanted = arguments.project.as_deref();
    let (access, project) = naming::project(change.tx, change.principal, wanted)?;
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
    check_is_new(change.tx, &access, &title)?;
    let earlier = open(change, &access, TargetKind::Promise, None)?;
    let same = earlier.into_iter().find(|it| fold_name(&it.summary) == fold_name(&title));
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
    finish(change, project, found, same, &create)
}

/// That no promise of the project has this title.
fn check_is_new(tx: &mut Tx<'_>, project: &ProjectAccess, title: &str) -> Result<()> {
    let query = PromiseQuery {
        q: Some(title.to_owned()),
        limit: Some(LIMIT_MAX),
        ..PromiseQuery::default()
    };
    let folded = fold_name(title);
    let all = promises::list(tx, project, &query)?.items;
    match all.iter().find(|(it, _)| fold_name(&it.title) == folded) {
        Some((it, _)) => Err(Error::Conflict(format!(
            "The promise {} is noted already, in the state {}",
            naming::in_words(&Named::new(&it.id, &it.title)),
            it.status
        ))),
        None => Ok(()),
    }
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

/// The newest open proposals of the caller about records of a kind, or about one of them.
fn open(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    kind: TargetKind,
    id: Option<&str>,
) -> Result<Vec<ProposalItem>> {
    let query = ProposalQuery {
        state: Some(State::Open),
        target_kind: Some(kind),
        target_id: id.map(str::to_owned),
        agent: None,
        limit: LIMIT_MAX,
        cursor: None,
    };
    let all = proposals::list(change.tx, change.principal, project.id(), &query)?.items;
    let account = &change.principal.user;
    let is_own = |it: &ProposalItem| it.agent.is_none() && it.account == *account;
    Ok(all.into_iter().filter(is_own).collect())
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
    project: Named,
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
    };
    Ok((answer, made))
}

fn text(made: &ProposalMade) -> String {
    let ProposalMade { id, expires_at, summary, .. } = made;
    let project = naming::in_words(&made.project);
    let said = if made.is_new { "is made" } else { "was made before and is still open" };
    let mut lines = vec![format!(
        "Proposal {id} of project {project} {said}: “{}”. Nothing has changed: the author accepts or \
         rejects it by {}.",
        short(summary, NAME_CHARS_MAX),
        expires_at.iso()
    )];
    if let (Some(document), Some(words)) = (&made.document, &made.quotation) {
        let Quotation { text, start, end, line } = words;
        let line = line.map_or(String::new(), |line| format!(", line {line}"));
        lines.push(format!(
            "It is about these words in {}, characters {start} to {end}{line}. {DATA_NOTICE}\n{}",
            naming::in_words(document),
            quoted(text)
        ));
    }
    lines.join("\n")
}
