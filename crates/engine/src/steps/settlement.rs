//! What calls took: their reservations are replaced by it, and usage is counted, also for calls that were
//! interrupted.

use domain::{
    Principal, Result, Time,
    budgets::{BudgetScope, Spending, day_id},
    steps::{Step, StepOwner, StepState, StepUsage},
};
use store::{budgets, steps, usage};

use super::step_usage;
use crate::{Studio, change::Change};

/// Steps that nobody works on and that are read at once.
const ABANDONED_AT_ONCE: i64 = 100;

/// The budgets a call belongs to, in the order in which they are locked.
pub(super) fn scopes(
    owner: &StepOwner,
    project_id: Option<&str>,
    now: Time,
) -> Vec<(BudgetScope, String)> {
    let swarm = owner.swarm_id().map(|id| (BudgetScope::Swarm, id.to_owned()));
    let project = project_id.map(|id| (BudgetScope::Project, id.to_owned()));
    let day = Some((BudgetScope::Day, day_id(now)));
    [swarm, project, day].into_iter().flatten().collect()
}

/// Replaces the reservations of a step by what it took, and counts its usage.
pub(super) fn settle(
    change: &mut Change<'_, '_>,
    step: &mut Step,
    used: Option<StepUsage>,
) -> Result<()> {
    let spent = used.map(|used| used.spending()).unwrap_or_default();
    // The day on which it was reserved.
    for (scope, id) in scopes(&step.owner, step.project_id.as_deref(), step.begun_at) {
        let mut account = budgets::get_for_update(change.tx, (scope, &id))?;
        account.settle(step.reserved, spent);
        budgets::save(change.tx, (scope, &id), &account)?;
    }
    if let Some(used) = &used {
        usage::add(change.tx, step, used, step.begun_at)?;
    }
    step.reserved = Spending::default();
    step.usage = used;
    step.ended_at = Some(change.now);
    Ok(())
}

/// Settles a step whose process died, or whose caller went away: nobody knows what it took, so the
/// estimate of what was sent and of what was saved of its reply is counted.
pub(super) fn give_up(
    change: &mut Change<'_, '_>,
    stored: &Step,
    prices: llm::Prices,
) -> Result<Step> {
    let mut step = stored.clone();
    if step.state != StepState::Begun {
        return Ok(step);
    }
    let draft = steps::draft(change.tx, &step.owner, step.number)?;
    let came = draft.map_or(0, |text| llm::tokens_estimate(&text));
    let sent = step.usage.map_or(0, |usage| usage.input_tokens);
    let used = llm::Usage {
        input_tokens: u64::try_from(sent).unwrap_or(0),
        output_tokens: came,
        source: llm::UsageSource::Estimated,
    };
    settle(change, &mut step, Some(step_usage(used, prices)))?;
    step.state = StepState::Failed;
    step.error = Some("The call was interrupted".to_owned());
    steps::save(change.tx, &step)?;
    Ok(step)
}

/// The prices of the model of a step, where it is still the one its agent asks.
pub(super) fn prices(studio: &Studio, step: &Step) -> llm::Prices {
    let client = studio.models.of(&step.agent).map(llm::Client::settings);
    let same = client.filter(|settings| settings.name == step.model);
    same.map(|settings| settings.prices).unwrap_or_default()
}

/// Settles the steps of messages and sub-tasks that nobody is working on any more, so that what is reserved
/// for them can be spent, and deletes what was sent for those that are over. Each in a transaction of its
/// own: those of several steps would lock budgets in another order than calls do.
pub(crate) async fn tend(studio: &Studio) -> Result<()> {
    loop {
        let found = studio.database.read(|tx| steps::abandoned(tx, ABANDONED_AT_ONCE)).await?;
        let is_last = (found.len() as i64) < ABANDONED_AT_ONCE;
        for Step { owner, number, .. } in found {
            let of = studio.clone();
            let settle = move |change: &mut Change<'_, '_>| match steps::abandoned_for_update(
                change.tx, &owner, number,
            )? {
                Some(step) => give_up(change, &step, prices(&of, &step)).map(drop),
                None => Ok(()),
            };
            studio.change(&Principal::service(), settle).await?;
        }
        if is_last {
            break;
        }
    }
    let delete = |tx: &mut store::Tx<'_>| steps::delete_contexts(tx, ABANDONED_AT_ONCE);
    while studio.database.write(delete).await? > 0 {}
    Ok(())
}
