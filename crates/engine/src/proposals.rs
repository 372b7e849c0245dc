//! Commands on proposals, and their views. An accepted change is made by the command of its target, in
//! the same transaction: it makes a revision, publishes events and obeys locks as any edit does. Every
//! command here locks the project, so that no two decide about one proposal at a time.

mod targets;

use domain::{
    Error, Principal, Result,
    events::EventKind,
    ids,
    json::{Json, Object},
    notifications::{NotificationContent, NotificationKind, NotificationPriority},
    page::Page,
    phrases::counted,
    principal::Scope,
    projects::Project,
    proposals::{
        CONTENT, Decision, OPEN_MAX, Proposal, Target, TargetKind, WholeProposal,
        creation::{Author, Base},
        identity,
        records::{RecordCreate, RecordUpdate},
        requests::{ProposalAccept, ProposalCreate, ProposalQuery, ProposalReject},
        view::ProposalItem,
    },
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx, agents, documents,
    projects::{self, ProjectAccess},
    proposals,
};

use crate::{agent_rules, change::Change, notifications};

/// Proposals that are expired in one transaction.
const EXPIRED_AT_ONCE: i64 = 50;

/// Makes a proposal. The owner of the project is notified, and so is the user whose agent it is.
///
/// # Errors
/// Not found for an unknown target or agent; a conflict where something else stands than a change says,
/// when the agent does not work on the project or no agent does, and when the project has [`OPEN_MAX`] open proposals.
pub fn create(
    change: &mut Change<'_, '_>,
    project_id: &str,
    create: &ProposalCreate,
) -> Result<Versioned<ProposalItem>> {
    let project = projects::lock(change.tx, change.principal, project_id)?;
    if proposals::open(change.tx, &project)? >= OPEN_MAX {
        return Err(Error::Conflict(format!(
            "The project has {OPEN_MAX} open proposals: more can be made when some of them are decided"
        )));
    }
    let agent = match &create.agent {
        None => None,
        Some(name) => {
            let known = agents::id_of(change.tx, &name.to_lowercase())?;
            let known = known.ok_or_else(|| Error::not_found("Agent", name))?;
            agent_rules::check_assist(change.tx, &project)?;
            agent_rules::check_works_on(change.tx, &project, &known)?;
            Some(known)
        }
    };
    let mut target = Target::from(create.target.clone());
    let base = base(change, &project, &mut target, create.base_version)?;
    let (of, account) = ((ids::new(change.now), project.id()), change.principal.user.clone());
    let author = Author { agent, account };
    let whole = WholeProposal::create(of, target, create, base.as_ref(), author, change.now)?;
    proposals::create(change.tx, &project, &whole)?;
    publish(change, &project, &whole.proposal)?;
    let title = base.as_ref().and_then(|base| title(whole.proposal.target.kind, &base.record));
    notify(change, &whole.proposal, title)?;
    whole_view(change.tx, change.principal, &project, whole)
}

/// Makes the proposals of an agent's answer for the user it works for, together with the answer; what is
/// to be said of each. One that cannot be made changes nothing, and what is there twice is made once.
pub(crate) fn create_all(
    change: &mut Change<'_, '_>,
    (account, project_id): (&str, Option<&str>),
    creates: Vec<ProposalCreate>,
) -> Result<Vec<String>> {
    let Some(project_id) = project_id.filter(|_| !creates.is_empty()) else {
        return Ok(Vec::new());
    };
    let principal = Principal::of_account(account);
    let mut lines = Vec::with_capacity(creates.len());
    let mut known = Vec::with_capacity(creates.len());
    for wanted in creates {
        // A model may propose by a tool what its result proposes again.
        let Some(wanted) = wanted.beyond(&known) else { continue };
        let made = change.on_behalf_of(&principal, |change| {
            // Before it is looked whether the same is open: two answers at a time make one proposal.
            let project = projects::lock(change.tx, change.principal, project_id)?;
            if let Some(open) = same_open(change.tx, &project, account, &wanted)? {
                return Ok(format!("Proposed before, and still open, as {}", open.id));
            }
            check_unlocked(change.tx, &project, &wanted)?;
            let made = create(change, project_id, &wanted)?;
            Ok(format!("Proposed as {}", made.view.id))
        });
        lines.push(match made {
            Ok(made) => format!("{made}: {}", wanted.summary),
            Err(
                error @ (Error::Internal { .. }
                | Error::OutcomeUnknown { .. }
                | Error::Unavailable(_)),
            ) => {
                return Err(error);
            }
            Err(refused) => format!("Could not be proposed: {} ({refused})", wanted.summary),
        });
        known.push(wanted);
    }
    Ok(lines)
}

/// Whether the same as a proposal that somebody would make is open already.
pub(crate) fn is_open(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    account: &str,
    wanted: &ProposalCreate,
) -> Result<bool> {
    same_open(tx, project, account, wanted).map(|open| open.is_some())
}

/// That nobody has locked the document that an agent would change: whoever did edits it alone.
fn check_unlocked(tx: &mut Tx<'_>, project: &ProjectAccess, wanted: &ProposalCreate) -> Result<()> {
    match (wanted.target.kind, &wanted.target.id) {
        (TargetKind::Document, Some(id)) => {
            agent_rules::check_unlocked(&documents::get(tx, project, id)?)
        }
        _ => Ok(()),
    }
}

/// The open proposal of the same agent that is the same.
fn same_open(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    account: &str,
    wanted: &ProposalCreate,
) -> Result<Option<Proposal>> {
    let Some(identity) = identity::of_wanted(wanted) else { return Ok(None) };
    let author = Author { agent: wanted.agent.clone(), account: account.to_owned() };
    let target = Target::from(wanted.target.clone());
    proposals::find_open(tx, project, &author, (&target, &identity))
}

/// The record that a new proposal would change, in the version that was read; none for a new one.
fn base(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    target: &mut Target,
    version: Option<i64>,
) -> Result<Option<Base>> {
    if target.id.is_none() {
        targets::check_parent(change.tx, change.principal, project, target)?;
        return Ok(None);
    }
    let mut base = targets::read(change.tx, change.principal, project, target)?;
    match version {
        Some(version) if version > base.version => {
            Err(Error::Rejected(format!("{} has no version {version} yet", target.kind.noun())))
        }
        Some(version) if version < base.version => {
            if base.text.is_some() {
                base.text = Some(targets::text_of_version(change.tx, project, target, version)?);
            }
            Ok(Some(Base { version, ..base }))
        }
        _ => Ok(Some(base)),
    }
}

/// What a record is called.
fn title(kind: TargetKind, record: &Object) -> Option<&str> {
    let name = match kind {
        TargetKind::Document
        | TargetKind::TimelineEvent
        | TargetKind::Promise
        | TargetKind::Node => "title",
        TargetKind::Lore | TargetKind::GrammarRule => "name",
        TargetKind::Word => "form",
    };
    match record.get(name) {
        Some(Json::Text(title)) => Some(title),
        _ => None,
    }
}

/// Notifies the owner of the project, and the user whose agent or assistant it is, but nobody of what they
/// propose themselves.
fn notify(change: &mut Change<'_, '_>, proposal: &Proposal, title: Option<&str>) -> Result<()> {
    let (project, Project { owner, .. }, _) =
        projects::get(change.tx, change.principal, &proposal.project_id)?;
    // A token that may only propose is in the hands of a program.
    let assistant =
        change.principal.token.as_ref().filter(|_| change.principal.scope == Scope::Propose);
    let assistant = assistant.map(|token| format!("“{}”", token.label));
    let author = proposal.agent.as_ref().or(assistant.as_ref()).unwrap_or(&proposal.account);
    let about = title.map_or_else(
        || format!("a new {}", proposal.target.kind.as_str().replace('_', " ")),
        |title| format!("{} in “{title}”", counted(proposal.changes_total, "change")),
    );
    let note = NotificationContent {
        title: "New proposal".to_owned(),
        message: format!("{author} proposes {about}: {}", proposal.summary),
        kind: NotificationKind::Info,
        priority: NotificationPriority::Normal,
    };
    let mut accounts = vec![proposal.account.clone(), owner];
    accounts.dedup();
    let is_by_program = proposal.agent.is_some() || assistant.is_some();
    accounts.retain(|account| is_by_program || *account != proposal.account);
    for account in accounts {
        notifications::notify_about(change, &project, &account, note.clone())?;
    }
    Ok(())
}

/// A page of a project's proposals, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
    query: &ProposalQuery,
) -> Result<Page<ProposalItem>> {
    let project = projects::check(tx, principal, project_id)?;
    let page = proposals::list(tx, &project, query)?;
    Ok(page.map(ProposalItem::of))
}

/// A proposal with its changes, and where their words stand now.
pub fn get(
    tx: &mut Tx<'_>,
    principal: &Principal,
    (project_id, id): (&str, &str),
) -> Result<Versioned<ProposalItem>> {
    let project = projects::check(tx, principal, project_id)?;
    let whole = proposals::get(tx, &project, id)?;
    whole_view(tx, principal, &project, whole)
}

/// Accepts changes of a proposal and makes them, all of them or none.
///
/// # Errors
/// A conflict when one of them is decided, cannot be found in the present text or is about a field with
/// another value, or when somebody else has locked the document; the errors of the target's own command.
pub fn accept(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
    accept: &ProposalAccept,
) -> Result<Versioned<ProposalItem>> {
    let (project, mut whole) = get_for_update(change, (project_id, id), expected)?;
    let before = whole.proposal.version;
    let chosen = whole.choose(accept.changes.as_deref(), change.now)?;
    let version = if whole.proposal.target.id.is_some() {
        make_changes(change, &project, &mut whole, &chosen)?
    } else {
        make_record(change, &project, &mut whole, &chosen)?
    };
    whole.decide(&chosen, Decision::Accept { version }, &change.principal.user, change.now);
    save(change, &project, before, whole)
}

/// Makes changes of a record; the version that it has then.
fn make_changes(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    whole: &mut WholeProposal,
    chosen: &[usize],
) -> Result<i64> {
    let target = whole.proposal.target.clone();
    targets::lock(change.tx, project, &target)?;
    let current = targets::read(change.tx, change.principal, project, &mut target.clone())?;
    let mut values = whole.values(chosen, &current.record)?;
    let text = current.text.as_deref().unwrap_or_default();
    let revised = whole.revise(chosen, text, current.version)?;
    let words = revised.as_ref().map(|revised| crate::documents::words(&revised.text));
    if let Some(revised) = &revised {
        values.push((CONTENT.to_owned(), Json::Text(revised.text.clone())));
    }
    let update = RecordUpdate::read(target.kind, values).map_err(unreadable)?;
    let version = targets::update(change, project, &target, current.version, &update, words)?;
    if let Some(revised) = &revised {
        whole.follow(revised, version);
    }
    Ok(version)
}

/// Makes a new record, which is the target from then on; its version.
fn make_record(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    whole: &mut WholeProposal,
    chosen: &[usize],
) -> Result<i64> {
    if chosen.len() < whole.changes.len() {
        return Err(Error::Conflict("A new record can only be accepted as a whole".to_owned()));
    }
    let changes = whole.changes.iter();
    let values = changes.map(|change| (change.field.clone(), change.after.clone())).collect();
    let target = &mut whole.proposal.target;
    let create = RecordCreate::read(target.kind, project.id(), values).map_err(unreadable)?;
    let (id, version) = targets::create(change, project, target, &create)?;
    target.id = Some(id);
    Ok(version)
}

/// What was proposed was valid then; in a project that somebody has edited as files it may not be.
fn unreadable(error: Error) -> Error {
    match error {
        Error::Invalid(errors) => Error::Conflict(format!(
            "The proposal has a value that the record cannot have: {}",
            errors.first().map_or("", |error| error.msg.as_str())
        )),
        other => other,
    }
}

/// Rejects changes of a proposal.
pub fn reject(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
    reject: &ProposalReject,
) -> Result<Versioned<ProposalItem>> {
    let (project, mut whole) = get_for_update(change, (project_id, id), expected)?;
    let before = whole.proposal.version;
    let chosen = whole.choose(reject.changes.as_deref(), change.now)?;
    whole.decide(&chosen, Decision::Reject, &change.principal.user, change.now);
    if reject.reason.is_some() {
        whole.proposal.reason.clone_from(&reject.reason);
    }
    save(change, &project, before, whole)
}

/// Expires proposals that nobody has decided in time; how many.
pub(crate) fn expire(change: &mut Change<'_, '_>) -> Result<usize> {
    let expired = proposals::expired(change.tx, change.now, EXPIRED_AT_ONCE)?;
    let count = expired.len();
    for (project, mut whole) in expired {
        let before = whole.proposal.version;
        whole.expire(change.now);
        proposals::save(change.tx, &project, &whole, before)?;
        publish(change, &project, &whole.proposal)?;
    }
    Ok(count)
}

fn get_for_update(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
) -> Result<(ProjectAccess, WholeProposal)> {
    let project = projects::lock(change.tx, change.principal, project_id)?;
    let whole = proposals::get(change.tx, &project, id)?;
    expected.check("The proposal", whole.proposal.version)?;
    Ok((project, whole))
}

fn save(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    before: i64,
    whole: WholeProposal,
) -> Result<Versioned<ProposalItem>> {
    proposals::save(change.tx, project, &whole, before)?;
    publish(change, project, &whole.proposal)?;
    whole_view(change.tx, change.principal, project, whole)
}

/// A proposal is nobody's edit; what is accepted is published as the edit that it is.
pub(crate) fn publish(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    proposal: &Proposal,
) -> Result<()> {
    let item = ProposalItem::of(proposal.clone());
    change.publish_to((Some(project), &proposal.account), EventKind::Proposal, &item)
}

fn whole_view(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project: &ProjectAccess,
    whole: WholeProposal,
) -> Result<Versioned<ProposalItem>> {
    let (mut target, version) = (whole.proposal.target.clone(), whole.proposal.version);
    let current = match target.id {
        Some(_) => Some(targets::read(tx, principal, project, &mut target)?),
        None => None,
    };
    Ok(Versioned { view: ProposalItem::whole(whole, current.as_ref()), version })
}
