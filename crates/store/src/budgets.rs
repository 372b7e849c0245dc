//! Accounts of budgets: what was spent of them, and what running model calls may spend.

use db::Tx;
use domain::{
    Error, Result,
    budgets::{Account, BudgetScope, Spending},
};

use crate::{Doing as _, column::ReadColumns as _};

/// An account; an empty one where nothing was ever reserved.
pub fn get(tx: &mut Tx<'_>, (scope, id): (BudgetScope, &str)) -> Result<Account> {
    let row = tx
        .row(
            "SELECT settled_tokens, settled_micros, reserved_tokens, reserved_micros
               FROM budget_account
              WHERE scope = ?1
                AND budget_id = ?2",
            (scope.as_str(), id),
        )
        .doing("reading a budget")?;
    row.map(|mut row| read(&mut row)).transpose().map(Option::unwrap_or_default)
}

/// As [`get`]; its row, which is made where there is none, is locked.
pub fn get_for_update(tx: &mut Tx<'_>, (scope, id): (BudgetScope, &str)) -> Result<Account> {
    tx.run(
        "INSERT INTO budget_account (
             scope, budget_id, settled_tokens, settled_micros, reserved_tokens, reserved_micros)
         VALUES (?1, ?2, 0, 0, 0, 0)
         ON CONFLICT DO NOTHING",
        (scope.as_str(), id),
    )
    .doing("opening a budget")?;
    let row = tx
        .row(
            "SELECT settled_tokens, settled_micros, reserved_tokens, reserved_micros
               FROM budget_account
              WHERE scope = ?1
                AND budget_id = ?2 /*+for_update*/",
            (scope.as_str(), id),
        )
        .doing("locking a budget")?;
    read(&mut row.ok_or_else(|| Error::internal("locking a budget", "it is not there"))?)
}

fn read(row: &mut db::Row) -> Result<Account> {
    Ok(Account {
        settled: Spending {
            tokens: row.value("settled_tokens")?,
            micros: row.value("settled_micros")?,
        },
        reserved: Spending {
            tokens: row.value("reserved_tokens")?,
            micros: row.value("reserved_micros")?,
        },
    })
}

/// Saves an account whose row is locked.
pub fn save(tx: &mut Tx<'_>, (scope, id): (BudgetScope, &str), account: &Account) -> Result<()> {
    tx.run(
        "UPDATE budget_account
            SET settled_tokens = ?3,
                settled_micros = ?4,
                reserved_tokens = ?5,
                reserved_micros = ?6
          WHERE scope = ?1
            AND budget_id = ?2",
        (
            scope.as_str(),
            id,
            account.settled.tokens,
            account.settled.micros,
            account.reserved.tokens,
            account.reserved.micros,
        ),
    )
    .doing("saving a budget")
    .map(drop)
}

/// Deletes accounts that limit nothing any more, at most `limit`: of days before this one, of swarms and
/// of projects that were deleted; how many.
pub fn delete_old(tx: &mut Tx<'_>, before: &str, limit: i64) -> Result<u64> {
    tx.run(
        "DELETE FROM budget_account
          WHERE (scope, budget_id) IN (
                    SELECT scope, budget_id
                      FROM budget_account
                     WHERE (scope = 'day' AND budget_id < ?1)
                        OR (scope = 'swarm'
                            AND NOT EXISTS (SELECT 1 FROM swarm WHERE swarm.id = budget_id))
                        OR (scope = 'project'
                            AND NOT EXISTS (SELECT 1 FROM project WHERE project.id = budget_id))
                     LIMIT ?2)",
        (before, limit),
    )
    .doing("deleting old budgets")
}
