//! Proposals: rows of `proposal`, each found only within a project that the principal may work on, and
//! only while its document is not in the trash; a document that is restored has its proposals again.
//! They are deleted with their target. Whoever writes one locks the project, so that no two decisions
//! about one proposal happen at a time.

mod list;

use db::{Bind, Row, Tx};
use domain::{
    Error, Result, Time,
    json::JsonText,
    proposals::{Proposal, State, Target, TargetKind, WholeProposal, creation::Author, identity},
};

pub use list::list;

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
};

const WHAT: &str = "Proposal";

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "proposal.id, proposal.project_id, target_kind,
         coalesce(event_id, document_id, lore_entry_id, promise_id, rule_id, word_id, node_id)
         AS target_id,
         coalesce(timeline_id, language_id) AS parent_id, base_version, agent, account, message_id,
         swarm_id, subtask_id, summary, state, reason, changes_total, changes_open,
         proposal.created_at, proposal.modified_at, expires_at, decided_by, decided_at,
         proposal.version"
    };
}
use columns;

fn read(row: &mut Row) -> Result<Proposal> {
    Ok(Proposal {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        target: Target {
            kind: row.word("target_kind", TargetKind::parse)?,
            id: row.value("target_id")?,
            parent_id: row.value("parent_id")?,
        },
        base_version: row.value("base_version")?,
        agent: row.value("agent")?,
        account: row.value("account")?,
        message_id: row.value("message_id")?,
        swarm_id: row.value("swarm_id")?,
        subtask_id: row.value("subtask_id")?,
        summary: row.value("summary")?,
        state: row.word("state", State::parse)?,
        reason: row.value("reason")?,
        changes_total: row.value("changes_total")?,
        changes_open: row.value("changes_open")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        expires_at: row.time("expires_at")?,
        decided_by: row.value("decided_by")?,
        decided_at: row.time_or_none("decided_at")?,
        version: row.value("version")?,
    })
}

fn read_whole(row: &mut Row) -> Result<WholeProposal> {
    Ok(WholeProposal {
        changes: row.json("changes")?,
        receipt: row.value::<Option<String>>("receipt")?.map(JsonText),
        proposal: read(row)?,
    })
}

/// The columns that say what a proposal is about, in the order of the table.
fn targets(target: &Target) -> [Option<&str>; 9] {
    let (id, parent) = (target.id.as_deref(), target.parent_id.as_deref());
    let only = |is_meant: bool| id.filter(|_| is_meant);
    let of_language = matches!(target.kind, TargetKind::GrammarRule | TargetKind::Word);
    [
        only(target.kind == TargetKind::Document),
        only(target.kind == TargetKind::Lore),
        parent.filter(|_| target.kind == TargetKind::TimelineEvent),
        only(target.kind == TargetKind::TimelineEvent),
        only(target.kind == TargetKind::Promise),
        parent.filter(|_| of_language),
        only(target.kind == TargetKind::GrammarRule),
        only(target.kind == TargetKind::Word),
        only(target.kind == TargetKind::Node),
    ]
}

/// Inserts a new proposal.
pub fn create(tx: &mut Tx<'_>, project: &ProjectAccess, whole: &WholeProposal) -> Result<()> {
    let (proposal, receipt) = (&whole.proposal, whole.receipt.as_ref().map(|it| it.0.as_str()));
    let targets = targets(&proposal.target);
    let changes = column::text(&whole.changes)?;
    let identity = identity::of(proposal, &whole.changes);
    let (project_id, kind) = (project.id(), proposal.target.kind.as_str());
    let (state, created_at) = (proposal.state.as_str(), proposal.created_at.millis());
    let (modified_at, expires_at) = (proposal.modified_at.millis(), proposal.expires_at.millis());
    let mut values: Vec<&dyn Bind> = vec![&proposal.id, &project_id, &kind];
    values.extend(targets.iter().map(|target| target as &dyn Bind));
    values.extend([
        &proposal.base_version as &dyn Bind,
        &proposal.agent,
        &proposal.account,
        &proposal.message_id,
        &proposal.swarm_id,
        &proposal.subtask_id,
        &proposal.summary,
        &state,
        &proposal.changes_total,
        &proposal.changes_open,
        &created_at,
        &modified_at,
        &expires_at,
        &proposal.version,
        &changes,
        &receipt,
        &identity,
    ]);
    tx.run(
        "INSERT INTO proposal (
             id, project_id, target_kind, document_id, lore_entry_id, timeline_id, event_id,
             promise_id, language_id, rule_id, word_id, node_id, base_version, agent, account, message_id,
             swarm_id, subtask_id, summary, state, changes_total, changes_open, created_at,
             modified_at, expires_at, version, changes, receipt, identity)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                 ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)",
        &values[..],
    )
    .doing("creating a proposal")
    .map(drop)
}

/// A proposal of a project with all that belongs to it.
pub fn get(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<WholeProposal> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                ", changes, receipt
               FROM proposal
               LEFT JOIN document ON document.id = document_id
              WHERE proposal.id = ?1
                AND proposal.project_id = ?2
                AND document.deleted_at IS NULL"
            ),
            (id, project.id()),
        )
        .doing("reading a proposal")?;
    read_whole(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)
}

/// Saves a proposal that was read in this version.
///
/// # Errors
/// Stale when somebody else has saved it since.
pub fn save(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    whole: &WholeProposal,
    version: i64,
) -> Result<()> {
    let proposal = &whole.proposal;
    let [document, lore_entry, _, event, promise, _, rule, word, node] = targets(&proposal.target);
    let saved = tx
        .run(
            "UPDATE proposal
                SET state = ?3, reason = ?4, changes_open = ?5, modified_at = ?6, decided_by = ?7,
                    decided_at = ?8, version = ?9, changes = ?10, document_id = ?11,
                    lore_entry_id = ?12, event_id = ?13, promise_id = ?14, rule_id = ?15,
                    word_id = ?16, node_id = ?17, identity = ?19, base_version = ?20,
                    changes_total = ?21
              WHERE id = ?1
                AND project_id = ?2
                AND version = ?18",
            (
                &proposal.id,
                project.id(),
                proposal.state.as_str(),
                &proposal.reason,
                proposal.changes_open,
                proposal.modified_at.millis(),
                &proposal.decided_by,
                proposal.decided_at.map(Time::millis),
                proposal.version,
                column::text(&whole.changes)?,
                document,
                lore_entry,
                event,
                promise,
                rule,
                word,
                node,
                version,
                identity::of(proposal, &whole.changes),
                proposal.base_version,
                proposal.changes_total,
            ),
        )
        .doing("saving a proposal")?;
    if saved == 0 { Err(Error::Stale { what: "The proposal" }) } else { Ok(()) }
}

/// How many open proposals a project has, those about documents in the trash as well.
pub fn open(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<i64> {
    let row = tx
        .row(
            "SELECT count(*) AS total
               FROM proposal
              WHERE project_id = ?1
                AND state = 'open'",
            (project.id(),),
        )
        .doing("counting proposals")?;
    row.map_or(Ok(0), |mut row| row.value("total"))
}

/// The oldest open proposal of this identity that an agent made, or else a user, about a document or about a
/// new record.
pub fn find_open(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    author: &Author,
    (target, identity): (&Target, &str),
) -> Result<Option<Proposal>> {
    let [document, _, timeline, _, _, language, ..] = targets(target);
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM proposal
                  WHERE proposal.project_id = ?1
                    AND state = 'open'
                    AND identity = ?2
                    AND (agent = ?3 OR CAST(?3 AS TEXT) IS NULL AND agent IS NULL AND account = ?4)
                    AND (CAST(?5 AS TEXT) IS NULL OR document_id = ?5)
                    AND (CAST(?6 AS TEXT) IS NULL OR timeline_id = ?6)
                    AND (CAST(?7 AS TEXT) IS NULL OR language_id = ?7)
                  ORDER BY proposal.created_at, proposal.id
                  LIMIT 1"
            ),
            (
                project.id(),
                identity,
                author.agent.as_deref(),
                &author.account,
                document,
                timeline,
                language,
            ),
        )
        .doing("looking for the same proposal")?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// The open proposals to a document with all that belongs to them, the oldest first.
pub fn open_of_document(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document_id: &str,
) -> Result<Vec<WholeProposal>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                ", changes, receipt
                   FROM proposal
                  WHERE proposal.project_id = ?1
                    AND state = 'open'
                    AND document_id = ?2
                  ORDER BY proposal.created_at, proposal.id"
            ),
            (project.id(), document_id),
        )
        .doing("reading the proposals to a document")?;
    column::read_all(rows, read_whole)
}

/// Open proposals of new records of a kind with this summary, the newest, at most `limit`.
pub fn open_called(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (kind, summary): (TargetKind, &str),
    limit: i64,
) -> Result<Vec<Proposal>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM proposal
                  WHERE proposal.project_id = ?1
                    AND state = 'open'
                    AND target_kind = ?2
                    AND base_version IS NULL
                    AND summary = ?3
                  ORDER BY proposal.created_at DESC, proposal.id DESC
                  LIMIT ?4"
            ),
            (project.id(), kind.as_str(), summary, limit),
        )
        .doing("looking for proposals with a summary")?;
    column::read_all(rows, read)
}

/// Open proposals whose time is over, at most `limit`, the oldest first, with their projects; the rows
/// are locked. Those of a project in the trash wait there with it.
pub fn expired(
    tx: &mut Tx<'_>,
    now: Time,
    limit: i64,
) -> Result<Vec<(ProjectAccess, WholeProposal)>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                ", changes, receipt
               FROM proposal
              WHERE state = 'open'
                AND expires_at <= ?1
                AND project_id IN (SELECT id
                                     FROM project
                                    WHERE deleted_at IS NULL
                                      AND import_token IS NULL)
              ORDER BY expires_at, id
              LIMIT ?2 /*+skip_locked*/"
            ),
            (now.millis(), limit),
        )
        .doing("looking for expired proposals")?;
    rows.into_iter()
        .map(|mut row| {
            let whole = read_whole(&mut row)?;
            Ok((ProjectAccess::unchecked(&whole.proposal.project_id), whole))
        })
        .collect()
}

/// Deletes proposals that were decided before `before`, at most `limit`; how many.
pub fn delete_decided(tx: &mut Tx<'_>, before: Time, limit: i64) -> Result<usize> {
    tx.run(
        "DELETE FROM proposal
          WHERE id IN (SELECT id
                         FROM proposal
                        WHERE decided_at < ?1
                          AND project_id NOT IN (SELECT id
                                                   FROM project
                                                  WHERE import_token IS NOT NULL)
                        ORDER BY decided_at
                        LIMIT ?2)",
        (before.millis(), limit),
    )
    .doing("deleting decided proposals")
    .map(|deleted| usize::try_from(deleted).unwrap_or(usize::MAX))
}
