//! Lists of proposals, newest first, without their changes.

use db::Tx;
use domain::{
    Result,
    page::{Cursor, Page, TOTAL_EXACT_MAX},
    proposals::{Proposal, State, TargetKind, requests::ProposalQuery},
};

use super::{columns, read};
use crate::{Doing as _, column, projects::ProjectAccess};

/// The condition of a query, whose values are the four parameters; null means anything.
macro_rules! is_wanted {
    ($state:literal, $kind:literal, $target:literal, $agent:literal) => {
        concat!(
            "document.deleted_at IS NULL
             AND (CAST(",
            $state,
            " AS TEXT) IS NULL OR state = ",
            $state,
            ")
             AND (CAST(",
            $kind,
            " AS TEXT) IS NULL OR target_kind = ",
            $kind,
            ")
             AND (CAST(",
            $target,
            " AS TEXT) IS NULL
                  OR coalesce(event_id, document_id, lore_entry_id, promise_id, rule_id, word_id,
                           node_id) = ",
            $target,
            ")
             AND (CAST(",
            $agent,
            " AS TEXT) IS NULL OR agent = ",
            $agent,
            ")"
        )
    };
}

/// A page of a project's proposals.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &ProposalQuery,
) -> Result<Page<Proposal>> {
    let (before, before_id) = column::before_cursor(query.cursor.as_ref());
    let (state, kind) = (query.state.map(State::as_str), query.target_kind.map(TargetKind::as_str));
    let (target, agent) =
        (column::wanted(query.target_id.as_ref()), column::wanted(query.agent.as_ref()));
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM proposal
               LEFT JOIN document ON document.id = document_id
              WHERE proposal.project_id = ?1
                AND (proposal.created_at, proposal.id) < (?2, ?3)
                AND ",
                is_wanted!("?4", "?5", "?6", "?7"),
                "
              ORDER BY proposal.created_at DESC, proposal.id DESC
              LIMIT ?8"
            ),
            (project.id(), before, before_id, state, kind, target, agent, query.limit + 1),
        )
        .doing("listing proposals")?;
    let proposals = column::read_all(rows, read)?;
    let row = tx
        .row(
            concat!(
                "SELECT count(*) AS total
                   FROM (SELECT 1
                           FROM proposal
                           LEFT JOIN document ON document.id = document_id
                          WHERE proposal.project_id = ?1
                            AND ",
                is_wanted!("?2", "?3", "?4", "?5"),
                "
                          LIMIT ?6) AS found"
            ),
            (project.id(), state, kind, target, agent, TOTAL_EXACT_MAX + 1),
        )
        .doing("counting proposals")?;
    let total = column::read_total(row)?;
    Ok(Page::cut(proposals, query.limit, total, |proposal| Cursor {
        key: proposal.created_at.millis(),
        id: proposal.id.clone(),
    }))
}
