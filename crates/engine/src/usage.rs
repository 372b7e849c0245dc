//! What language models used, and what is left of the budgets.

use domain::{
    Principal, Result, Time,
    budgets::{BudgetScope, day_id},
    usage::{BudgetItem, UsageItem, UsageList, UsageQuery},
};
use store::{Tx, budgets, projects, usage};

use crate::Studio;

/// A page of the usage that the principal may see, with the budgets that apply now.
///
/// # Errors
/// Not found when it asks for a project that the principal may not see.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    studio: &Studio,
    query: &UsageQuery,
    now: Time,
) -> Result<UsageList> {
    let limits = &studio.settings.budgets;
    let mut items = Vec::new();
    if let Some(id) = &query.project_id {
        let project = projects::check(tx, principal, id)?;
        let detail = projects::detail(tx, &project)?;
        let own = detail.settings.budget.as_ref().map(|budget| budget.limit());
        let limit = limits.project.and(own.unwrap_or_default());
        let account = budgets::get(tx, (BudgetScope::Project, id))?;
        items.push(BudgetItem::of((BudgetScope::Project, id.clone()), limit, account));
    }
    let day = day_id(now);
    let account = budgets::get(tx, (BudgetScope::Day, &day))?;
    items.push(BudgetItem::of((BudgetScope::Day, day), limits.day, account));
    let sum = usage::sum(tx, principal, query)?.into();
    let page = usage::list(tx, principal, query)?;
    let item = |(key, amounts): (Option<String>, domain::usage::TokenUsage)| UsageItem {
        key,
        amounts: amounts.into(),
    };
    Ok(UsageList {
        next_cursor: page.next_cursor,
        total: page.total,
        usage: page.items.into_iter().map(item).collect(),
        sum,
        budgets: items,
    })
}
