//! Usage of language models, added up by user, project, agent, swarm and day.

use db::{Row, Tx};
use domain::{
    Principal, Result, Time,
    budgets::day_id,
    page::{Cursor, Page},
    steps::{Step, StepUsage, UsageSource},
    usage::{TokenUsage, UsageGroup, UsageQuery},
};

use crate::{Doing as _, column::ReadColumns as _};

/// Which rows of `model_usage` a query is about: ?1 and ?2 are the principal, ?3 to ?7 the filters.
macro_rules! is_wanted {
    () => {
        "(CAST(?1 AS BIGINT) = 1 OR account = ?2)
            AND (CAST(?3 AS TEXT) IS NULL OR project_id = ?3)
            AND (CAST(?4 AS TEXT) IS NULL OR agent_id = ?4)
            AND (CAST(?5 AS TEXT) IS NULL OR swarm_id = ?5)
            AND (CAST(?6 AS TEXT) IS NULL OR day >= ?6)
            AND (CAST(?7 AS TEXT) IS NULL OR day <= ?7)"
    };
}

/// The sums that [`read`] reads.
macro_rules! sums {
    () => {
        "CAST(coalesce(sum(calls), 0) AS BIGINT) AS calls,
         CAST(coalesce(sum(input_tokens), 0) AS BIGINT) AS input_tokens,
         CAST(coalesce(sum(output_tokens), 0) AS BIGINT) AS output_tokens,
         CAST(coalesce(sum(estimated_tokens), 0) AS BIGINT) AS estimated_tokens,
         CAST(coalesce(sum(micros), 0) AS BIGINT) AS micros,
         CAST(coalesce(sum(unpriced_calls), 0) AS BIGINT) AS unpriced_calls"
    };
}

/// Groups of usage by one column, behind a cursor.
macro_rules! grouped {
    ($column:literal, $behind:literal, $order:literal) => {
        concat!(
            "SELECT ",
            $column,
            " AS name, ",
            sums!(),
            "
               FROM model_usage
              WHERE ",
            is_wanted!(),
            "
                AND (CAST(?8 AS TEXT) IS NULL OR coalesce(",
            $column,
            ", '') ",
            $behind,
            " ?8)
              GROUP BY ",
            $column,
            "
              ORDER BY coalesce(",
            $column,
            ", '') ",
            $order,
            "
              LIMIT ?9"
        )
    };
}

/// How many groups of one column there are.
macro_rules! group_count {
    ($column:literal) => {
        concat!(
            "SELECT count(DISTINCT coalesce(",
            $column,
            ", '')) AS total
               FROM model_usage
              WHERE ",
            is_wanted!()
        )
    };
}

fn read(row: &mut Row) -> Result<TokenUsage> {
    Ok(TokenUsage {
        calls: row.value("calls")?,
        input_tokens: row.value("input_tokens")?,
        output_tokens: row.value("output_tokens")?,
        estimated_tokens: row.value("estimated_tokens")?,
        micros: row.value("micros")?,
        unpriced_calls: row.value("unpriced_calls")?,
    })
}

/// Adds what the call of a step took to the usage of a day.
pub fn add(tx: &mut Tx<'_>, step: &Step, usage: &StepUsage, now: Time) -> Result<()> {
    let all = usage.input_tokens + usage.output_tokens;
    let estimated = if usage.source == UsageSource::Estimated { all } else { 0 };
    let of = (
        &step.account,
        step.project_id.as_deref(),
        &step.agent,
        step.owner.swarm_id(),
        day_id(now),
        usage.input_tokens,
        usage.output_tokens,
        estimated,
        usage.micros.unwrap_or(0),
        i64::from(usage.micros.is_none()),
    );
    let changed = tx
        .run(
            "UPDATE model_usage
                SET calls = calls + 1,
                    input_tokens = input_tokens + ?6,
                    output_tokens = output_tokens + ?7,
                    estimated_tokens = estimated_tokens + ?8,
                    micros = micros + ?9,
                    unpriced_calls = unpriced_calls + ?10
              WHERE account = ?1
                AND coalesce(project_id, '') = coalesce(CAST(?2 AS TEXT), '')
                AND agent_id = ?3
                AND coalesce(swarm_id, '') = coalesce(CAST(?4 AS TEXT), '')
                AND day = ?5",
            &of,
        )
        .doing("counting usage")?;
    if changed > 0 {
        return Ok(());
    }
    tx.run(
        "INSERT INTO model_usage (
             account, project_id, agent_id, swarm_id, day, calls, input_tokens, output_tokens,
             estimated_tokens, micros, unpriced_calls)
         VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7, ?8, ?9, ?10)",
        &of,
    )
    .doing("counting usage")
    .map(drop)
}

/// A page of the usage that a principal may see: their own, or all.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &UsageQuery,
) -> Result<Page<(Option<String>, TokenUsage)>> {
    let (page, total) = match query.group_by {
        UsageGroup::Day => (grouped!("day", "<", "DESC"), group_count!("day")),
        UsageGroup::Project => (grouped!("project_id", "<", "DESC"), group_count!("project_id")),
        UsageGroup::Agent => (grouped!("agent_id", ">", "ASC"), group_count!("agent_id")),
        UsageGroup::Swarm => (grouped!("swarm_id", "<", "DESC"), group_count!("swarm_id")),
    };
    let (from, to) = (query.from.as_ref().map(|day| &day.0), query.to.as_ref().map(|day| &day.0));
    let wanted = (
        principal.owns_everything,
        &principal.user,
        &query.project_id,
        &query.agent,
        &query.swarm_id,
        from,
        to,
    );
    let mut count = tx.row(total, wanted).doing("counting usage")?;
    let total: i64 = count.as_mut().map_or(Ok(0), |row| row.value("total"))?;
    let behind = query.cursor.as_ref().map(|cursor| &cursor.key);
    let (owns, user, project, agent, swarm, from, to) = wanted;
    let rows = tx
        .rows(page, (owns, user, project, agent, swarm, from, to, behind, query.limit + 1))
        .doing("reading usage")?;
    let item = |mut row: Row| Ok((row.value("name")?, read(&mut row)?));
    let items = rows.into_iter().map(item).collect::<Result<Vec<_>>>()?;
    Ok(Page::cut(items, query.limit, Some(total), |(name, _)| Cursor {
        key: name.clone().unwrap_or_default(),
        id: String::new(),
    }))
}

/// All the usage that a query is about, together.
pub fn sum(tx: &mut Tx<'_>, principal: &Principal, query: &UsageQuery) -> Result<TokenUsage> {
    let (from, to) = (query.from.as_ref().map(|day| &day.0), query.to.as_ref().map(|day| &day.0));
    let row = tx
        .row(
            concat!("SELECT ", sums!(), " FROM model_usage WHERE ", is_wanted!()),
            (
                principal.owns_everything,
                &principal.user,
                &query.project_id,
                &query.agent,
                &query.swarm_id,
                from,
                to,
            ),
        )
        .doing("adding up usage")?;
    row.map(|mut row| read(&mut row)).transpose().map(Option::unwrap_or_default)
}

/// The usage of a swarm.
pub fn of_swarm(tx: &mut Tx<'_>, swarm_id: &str) -> Result<TokenUsage> {
    let row = tx
        .row(concat!("SELECT ", sums!(), " FROM model_usage WHERE swarm_id = ?1"), (swarm_id,))
        .doing("adding up the usage of a swarm")?;
    row.map(|mut row| read(&mut row)).transpose().map(Option::unwrap_or_default)
}

/// Deletes usage of days before this one, at most `limit` days; how many rows.
pub fn delete_old(tx: &mut Tx<'_>, before: &str, limit: i64) -> Result<u64> {
    tx.run(
        "DELETE FROM model_usage
          WHERE day IN (SELECT DISTINCT day
                          FROM model_usage
                         WHERE day < ?1
                         LIMIT ?2)",
        (before, limit),
    )
    .doing("deleting old usage")
}
