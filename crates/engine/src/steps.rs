//! Model calls of agents. Each is a step of a journal: it is reserved in the budgets and stored before
//! it is sent, what it returns is saved while it comes, and its reply is stored with what it took.
//! A step that ended is answered from the journal. Which calls an agent makes is not decided here; how
//! a reply is received is in [`receiving`], how what calls took is settled in [`settlement`].

mod receiving;
mod settlement;

use domain::{
    Error, Principal, Result, Time,
    agents::context::Context,
    budgets::{BudgetExceeded, BudgetScope, Limit, Spending},
    digest,
    json::JsonText,
    steps::{STEPS_MAX, Step, StepDecision, StepOwner, StepState, StepUsage, UsageSource},
};
use store::{Tx, budgets, messages::Leased, projects, steps, swarms::subtasks::Claimed};

pub(crate) use self::settlement::tend;
use self::settlement::{give_up, prices, scopes, settle};
use crate::{Studio, change::Change, messages, swarms};

/// The limits of the service's own settings.
#[derive(Debug, Clone, Copy, Default)]
pub struct BudgetLimits {
    /// Of one call.
    pub call: Limit,
    /// Of one swarm.
    pub swarm: Limit,
    /// Of one project.
    pub project: Limit,
    /// Of one day in UTC, for the whole service.
    pub day: Limit,
}

/// Tokens that a model may return where neither the project nor the agent says otherwise.
pub(crate) const OUTPUT_TOKENS_DEFAULT: u32 = 2_048;

/// The lease under which a model is called.
#[derive(Debug, Clone)]
pub(crate) enum StepLease {
    /// Of a message.
    Message(Box<Leased>),
    /// Of a sub-task.
    Subtask(Box<Claimed>),
}

impl StepLease {
    /// Whether it is still valid and its swarm was not cancelled; its row is locked.
    fn lock(&self, tx: &mut Tx<'_>) -> Result<bool> {
        match self {
            Self::Message(leased) => store::messages::lock_lease(tx, leased),
            Self::Subtask(claimed) => Ok(store::swarms::subtasks::lock_lease(tx, claimed)?
                && !store::swarms::is_cancelled(tx, &claimed.subtask.swarm_id)?),
        }
    }

    /// The message or the swarm whose end stops its calls.
    fn stopped_by(&self) -> &str {
        match self {
            Self::Message(leased) => &leased.message.id,
            Self::Subtask(claimed) => &claimed.subtask.swarm_id,
        }
    }

    /// Runs one change of the worker that has it.
    async fn commit<T: Send + 'static>(
        &self,
        studio: &Studio,
        command: impl Fn(&mut Change<'_, '_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        match self {
            Self::Message(_) => messages::commit(studio, command).await,
            Self::Subtask(_) => swarms::commit(studio, command).await,
        }
    }

    /// As [`StepLease::commit`], where a call is begun or ends.
    async fn commit_step<T: Send + 'static>(
        &self,
        studio: &Studio,
        command: impl Fn(&mut Change<'_, '_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        #[cfg(debug_assertions)]
        crate::failpoint::STEPS.pass();
        let outcome = self.commit(studio, command).await;
        #[cfg(debug_assertions)]
        crate::failpoint::STEPS.pass();
        outcome
    }

    /// What the calls are made for.
    pub(crate) fn owner(&self) -> StepOwner {
        match self {
            Self::Message(leased) => StepOwner::Message(leased.message.id.clone()),
            Self::Subtask(claimed) => StepOwner::Subtask {
                swarm_id: claimed.subtask.swarm_id.clone(),
                position: claimed.subtask.position,
            },
        }
    }
}

/// For whom a model is called.
#[derive(Debug, Clone)]
pub(crate) struct StepContext {
    /// The lease under which its agent works.
    pub(crate) lease: StepLease,
    /// The agent.
    pub(crate) agent: String,
    /// The user it works for.
    pub(crate) account: String,
    /// The project it is about.
    pub(crate) project_id: Option<String>,
    /// The limit that the swarm itself was given.
    pub(crate) swarm_limit: Limit,
}

/// Why there is no reply.
#[derive(Debug)]
pub(crate) enum StepError {
    /// A budget does not allow the call, which was not sent.
    Budget(BudgetExceeded),
    /// The server refuses requests of this form, with tools or a schema.
    FormRefused,
    /// The call failed.
    Call(llm::Failure),
    /// Something else did.
    Other(Error),
}

impl From<Error> for StepError {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

/// What a model answered, or why it did not.
type Received = std::result::Result<llm::Reply, llm::Failure>;

/// What a step is begun with.
enum Begun {
    /// It had ended: its reply.
    Replay(JsonText),
    /// Its call is to be made, as the attempt that is stored.
    Call(Box<Step>),
    /// Its server refuses requests of this form.
    FormRefused,
    /// A budget does not allow it.
    Refused(BudgetExceeded),
    /// Nobody wants it any more.
    Stopped,
}

impl StepContext {
    /// The reply of a model to a request: from the journal where this step had ended, else from the
    /// model. The same number must always ask the same. `context` is what the first step is made from,
    /// `answers` what tools answered to the step before; both are kept, so that this holds.
    ///
    /// # Errors
    /// A budget that does not allow the call; a form that the server refuses; a failure of the call, [`llm::FailureKind::Stopped`] when
    /// nobody wants it any more; a conflict when the step asked something else before.
    pub(crate) async fn call(
        &self,
        studio: &Studio,
        number: i64,
        (client, request): (&llm::Client, &llm::Request),
        (context, answers): (&Context, Option<JsonText>),
    ) -> std::result::Result<llm::Reply, StepError> {
        let written = serde_json::to_string(request)
            .map_err(|flaw| Error::internal("writing a request to a model", flaw))?;
        let asked = Asked {
            digest: digest::hex(written.as_bytes()),
            wanted: wanted(client, request),
            context: (number == 1).then(|| write_context(context)).transpose()?,
            answers,
        };
        // Whoever cancels it behind the look of `begin` ends this.
        let mut stop = self.stop(studio);
        let step = match self.begin(studio, number, client, asked).await? {
            Begun::Replay(reply) => return read_reply(&reply).map_err(StepError::Other),
            Begun::FormRefused => return Err(StepError::FormRefused),
            Begun::Refused(exceeded) => return Err(StepError::Budget(exceeded)),
            Begun::Stopped => {
                return Err(StepError::Call(llm::Failure::new(llm::FailureKind::Stopped)));
            }
            Begun::Call(step) => step,
        };
        let draft = studio.drafts.open(&step.owner, number);
        let outcome = self.receive(studio, number, (client, request), &draft, &mut stop).await;
        let end = End { step: *step, request, outcome: &outcome, draft: draft.text() };
        self.end(studio, client, end).await?;
        match outcome {
            Err(failure) if is_form_refused(request, &failure) => Err(StepError::FormRefused),
            outcome => outcome.map_err(StepError::Call),
        }
    }

    /// What tools answered to the calls of a step before, where the next one was begun.
    pub(crate) async fn tool_answers(
        &self,
        studio: &Studio,
        number: i64,
    ) -> Result<Option<JsonText>> {
        let owner = self.lease.owner();
        studio.database.read(move |tx| steps::tool_answers(tx, (&owner, number))).await
    }

    /// Stores a step as begun, with its reservations.
    async fn begin(
        &self,
        studio: &Studio,
        number: i64,
        client: &llm::Client,
        asked: Asked,
    ) -> Result<Begun> {
        if number > STEPS_MAX {
            let reason =
                format!("An agent calls a model at most {STEPS_MAX} times for one request");
            return Err(Error::Conflict(reason));
        }
        let (context, limits) = (self.clone(), studio.settings.budgets);
        let (of, model) = (studio.clone(), client.settings().name.clone());
        self.lease
            .commit_step(studio, move |change| {
                if !context.lease.lock(change.tx)? {
                    return Ok(Begun::Stopped);
                }
                let owner = context.lease.owner();
                let stored = steps::get_for_update(change.tx, &owner, number)?;
                match Step::decide(stored.as_ref(), &asked.digest)? {
                    StepDecision::Replay(reply) => return Ok(Begun::Replay(reply)),
                    StepDecision::FormRefused => return Ok(Begun::FormRefused),
                    StepDecision::Begin => {}
                    StepDecision::Restart => {
                        if let Some(stored) = &stored {
                            give_up(change, stored, prices(&of, stored))?;
                        }
                    }
                }
                let mut step = context.step(number, &model, &asked.digest, change.now);
                step.attempt = stored.map_or(1, |stored| stored.attempt + 1);
                step.reserved = asked.wanted.spending;
                step.usage = Some(asked.wanted.sent);
                let reserved = context.reserve(change, &limits, asked.wanted.spending)?;
                if let Err(exceeded) = reserved {
                    return Ok(Begun::Refused(exceeded));
                }
                steps::save(change.tx, &step)?;
                if let Some(sent) = &asked.context {
                    steps::save_context(change.tx, &owner, sent)?;
                }
                if let Some(answers) = &asked.answers {
                    steps::save_tool_answers(change.tx, (&owner, number - 1), answers)?;
                }
                Ok(Begun::Call(Box::new(step)))
            })
            .await
    }

    fn step(&self, number: i64, model: &str, digest: &str, now: Time) -> Step {
        Step {
            owner: self.lease.owner(),
            number,
            agent: self.agent.clone(),
            account: self.account.clone(),
            project_id: self.project_id.clone(),
            model: model.to_owned(),
            request_digest: digest.to_owned(),
            state: StepState::Begun,
            attempt: 1,
            reserved: Spending::default(),
            reply: None,
            usage: None,
            error: None,
            begun_at: now,
            ended_at: None,
        }
    }

    /// Reserves the highest spending of a call in all budgets it belongs to, or in none.
    fn reserve(
        &self,
        change: &mut Change<'_, '_>,
        limits: &BudgetLimits,
        wanted: Spending,
    ) -> Result<std::result::Result<(), BudgetExceeded>> {
        let mut call = domain::budgets::Account::default();
        if let Err(exceeded) = call.reserve(BudgetScope::Call, limits.call, wanted) {
            return Ok(Err(exceeded));
        }
        let project_limit = limits.project.and(self.project_limit(change.tx)?);
        let owner = self.lease.owner();
        let mut accounts = Vec::new();
        for (scope, id) in scopes(&owner, self.project_id.as_deref(), change.now) {
            let limit = match scope {
                BudgetScope::Swarm => limits.swarm.and(self.swarm_limit),
                BudgetScope::Project => project_limit,
                BudgetScope::Day | BudgetScope::Call => limits.day,
            };
            let mut account = budgets::get_for_update(change.tx, (scope, &id))?;
            if let Err(exceeded) = account.reserve(scope, limit, wanted) {
                return Ok(Err(exceeded));
            }
            accounts.push((scope, id, account));
        }
        for (scope, id, account) in &accounts {
            budgets::save(change.tx, (*scope, id), account)?;
        }
        Ok(Ok(()))
    }

    /// The limit of the project's own settings.
    ///
    /// # Errors
    /// A conflict when the project wants no help of models, or is gone.
    fn project_limit(&self, tx: &mut Tx<'_>) -> Result<Limit> {
        let Some(id) = &self.project_id else { return Ok(Limit::default()) };
        let project = projects::check(tx, &Principal::of_account(&self.account), id)?;
        let settings = projects::detail(tx, &project)?.settings;
        if !settings.ai_assistance {
            return Err(Error::Conflict(
                "The project's setting aiAssistance is off, so no model is called for it"
                    .to_owned(),
            ));
        }
        Ok(settings.budget.map(|budget| budget.limit()).unwrap_or_default())
    }

    /// Stores how a call ended, and what it took.
    async fn end(&self, studio: &Studio, client: &llm::Client, end: End<'_>) -> Result<()> {
        let End { step: begun, request, outcome, draft } = end;
        let prices = client.settings().prices;
        let (reply, used, error) = match outcome {
            Ok(reply) => (Some(write_reply(reply)?), Some(reply.usage), None),
            Err(failure) => (None, used_by_failure(request, failure), Some(failure.to_string())),
        };
        let usage = used.map(|used| step_usage(used, prices));
        let state = match outcome {
            Ok(_) => StepState::Ended,
            Err(failure) if is_form_refused(request, failure) => StepState::FormRefused,
            Err(_) => StepState::Failed,
        };
        self.lease
            .commit_step(studio, move |change| {
                let stored = steps::get_for_update(change.tx, &begun.owner, begun.number)?;
                let Some(mut step) = stored else {
                    // It was deleted with its project, and its budget of the day is still reserved.
                    return settle(change, &mut begun.clone(), usage);
                };
                // Whoever began it anew, or gave it up, has settled what this attempt took.
                if step.attempt != begun.attempt || step.state != StepState::Begun {
                    return Ok(());
                }
                settle(change, &mut step, usage)?;
                step.state = state;
                step.reply.clone_from(&reply);
                step.error.clone_from(&error);
                steps::save(change.tx, &step)?;
                let key = (&step.owner, step.number);
                match &reply {
                    Some(_) => steps::delete_draft(change.tx, key.0, key.1),
                    None if draft.is_empty() => Ok(()),
                    None => steps::save_draft(change.tx, key, &draft, change.now),
                }
            })
            .await
    }
}

/// What a step asks.
struct Asked {
    /// The digest of the request.
    digest: String,
    wanted: Wanted,
    /// What the first step is made from.
    context: Option<JsonText>,
    /// What tools answered to the step before.
    answers: Option<JsonText>,
}

/// How a call ended.
struct End<'a> {
    /// What was stored when it was begun.
    step: Step,
    request: &'a llm::Request,
    outcome: &'a Received,
    /// All that had come.
    draft: String,
}

/// What a call may take at the most.
#[derive(Clone, Copy)]
struct Wanted {
    spending: Spending,
    /// What is sent, as an estimate.
    sent: StepUsage,
}

fn wanted(client: &llm::Client, request: &llm::Request) -> Wanted {
    let input_tokens = request.tokens_estimate();
    let output_tokens = u64::from(request.tokens_max.unwrap_or(OUTPUT_TOKENS_DEFAULT));
    let prices = client.settings().prices;
    let used = |output_tokens| {
        let source = llm::UsageSource::Estimated;
        step_usage(llm::Usage { input_tokens, output_tokens, source }, prices)
    };
    Wanted { spending: used(output_tokens).spending(), sent: used(0) }
}

fn step_usage(used: llm::Usage, prices: llm::Prices) -> StepUsage {
    let count = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
    StepUsage {
        input_tokens: count(used.input_tokens),
        output_tokens: count(used.output_tokens),
        source: match used.source {
            llm::UsageSource::Reported => UsageSource::Reported,
            llm::UsageSource::Estimated => UsageSource::Estimated,
        },
        micros: prices.microdollars(&used).map(|micros| micros.ceil() as i64),
    }
}

/// What a failed call has taken: what came before it failed, with what was sent; nothing when the
/// server refused it. Of a call that was stopped early nobody knows whether it was sent.
fn used_by_failure(request: &llm::Request, failure: &llm::Failure) -> Option<llm::Usage> {
    if let Some(partial) = &failure.partial {
        return Some(partial.usage);
    }
    let was_sent = matches!(
        failure.kind,
        llm::FailureKind::FirstToken
            | llm::FailureKind::Run
            | llm::FailureKind::Reported
            | llm::FailureKind::Stopped
    );
    was_sent.then(|| llm::Usage {
        input_tokens: request.tokens_estimate(),
        output_tokens: 0,
        source: llm::UsageSource::Estimated,
    })
}

/// Whether a server may have refused a request for its tools or its schema.
fn is_form_refused(request: &llm::Request, failure: &llm::Failure) -> bool {
    let has_form = request.schema.is_some() || !request.tools.is_empty();
    has_form && matches!(failure.kind, llm::FailureKind::Status(400 | 404 | 422 | 500 | 501))
}

fn write_context(context: &Context) -> Result<JsonText> {
    serde_json::to_string(context)
        .map(JsonText)
        .map_err(|flaw| Error::internal("writing what a model is sent", flaw))
}

/// What was sent with the first step for a message or sub-task; none before there was one.
pub(crate) fn sent_first(tx: &mut Tx<'_>, owner: &StepOwner) -> Result<Option<Context>> {
    let kept = steps::context(tx, owner)?;
    let read = |kept: JsonText| {
        serde_json::from_str(&kept.0)
            .map_err(|flaw| Error::internal("reading what a model was sent", flaw))
    };
    kept.map(read).transpose()
}

fn write_reply(reply: &llm::Reply) -> Result<JsonText> {
    serde_json::to_string(reply)
        .map(JsonText)
        .map_err(|flaw| Error::internal("writing a reply of a model", flaw))
}

fn read_reply(reply: &JsonText) -> Result<llm::Reply> {
    serde_json::from_str(&reply.0)
        .map_err(|flaw| Error::internal("reading a reply of a model", flaw))
}
