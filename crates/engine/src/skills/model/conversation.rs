//! A conversation with a model, until there is a result that holds: rounds in which it may call tools,
//! one round to repair a result that does not, then a clear failure. Every round is a step of the
//! journal, so a conversation that was interrupted goes on where it was.

use domain::{
    Error, Result,
    agents::{
        context::{self, Context, ContextPart, Receipt, ReceiptSource},
        results::{ModelResult, SourceText},
    },
    json::JsonText,
};
use llm::{AnswerSchema, Failure, FailureKind, Finish, Message, Reply, Tool};

use super::{
    Answerer, flaws, tokens,
    tools::{self, Called},
    wanted::AllWanted,
};
use crate::steps::StepError;

/// Rounds in which a model may call tools.
const TOOL_ROUNDS_MAX: i64 = 8;

/// Calls of tools in one round that are answered.
const CALLS_MAX: usize = 8;

/// Flaws that a model is told at once.
const FLAWS_MAX: usize = 10;

/// How a conversation ends.
pub(super) enum Outcome<R> {
    /// With a result that holds.
    Result(R),
    /// Without one.
    Failed {
        /// Why, as a phrase.
        reason: String,
        /// What the model wrote.
        partial: String,
    },
}

/// A conversation about one request.
pub(super) struct Conversation<'a> {
    pub(super) by: &'a Answerer<'a>,
    pub(super) temperature: Option<f64>,
    /// The most tokens of a reply.
    pub(super) tokens_max: u32,
    /// What the model may call.
    pub(super) tools: Vec<Tool>,
    /// What can be cited; results of tools are added.
    pub(super) sources: Vec<SourceText>,
    /// What was sent; results of tools are added.
    pub(super) receipt: Receipt,
    /// What is sent first.
    pub(super) first: Context,
    /// What the model asks for by tools.
    pub(super) wanted: AllWanted,
    /// What tools answered to the last step, until it is kept.
    pub(super) answers: Option<JsonText>,
}

/// What comes after a reply.
enum Next<R> {
    /// Another round.
    Round,
    /// Nothing.
    End(Outcome<R>),
}

impl Conversation<'_> {
    /// What the model answers.
    pub(super) async fn result<R: ModelResult>(&mut self, system: &str) -> Result<Outcome<R>> {
        let mut messages = vec![
            Message::System { text: system.to_owned() },
            Message::User { text: self.first.text() },
        ];
        let (mut number, mut is_repaired, mut is_plain) = (0, false, false);
        loop {
            number += 1;
            let request = self.request::<R>(&messages, number, is_plain);
            let Answerer { studio, client, steps, .. } = self.by;
            let made_from = (&self.first, self.answers.take());
            let reply = match steps.call(studio, number, (client, &request), made_from).await {
                Ok(reply) => reply,
                // A server that knows no tools or no schema gets the words alone.
                Err(StepError::FormRefused) => {
                    is_plain = true;
                    continue;
                }
                Err(error) => return self.failed(error),
            };
            match self.after(&mut messages, (number, reply), &mut is_repaired).await? {
                Next::Round => {}
                Next::End(outcome) => return Ok(outcome),
            }
        }
    }

    fn request<R: ModelResult>(
        &self,
        messages: &[Message],
        number: i64,
        is_plain: bool,
    ) -> llm::Request {
        let may_call = !is_plain && number <= TOOL_ROUNDS_MAX;
        llm::Request {
            messages: messages.to_vec(),
            tools: if is_plain { Vec::new() } else { self.tools.clone() },
            ends_calls: !may_call,
            schema: (!is_plain).then(|| AnswerSchema {
                name: R::NAME.to_owned(),
                schema: serde_json::to_value(schemars::schema_for!(R)).unwrap_or_default(),
            }),
            temperature: self.temperature,
            tokens_max: Some(self.tokens_max),
        }
    }

    /// Looks at a reply, and adds to the conversation what the next round needs.
    async fn after<R: ModelResult>(
        &mut self,
        messages: &mut Vec<Message>,
        (number, reply): (i64, Reply),
        is_repaired: &mut bool,
    ) -> Result<Next<R>> {
        match reply.finish {
            Finish::ToolCalls => {
                self.call_tools(messages, (number, reply)).await?;
                Ok(Next::Round)
            }
            Finish::Complete => {
                let wrong = match parse::<R>(&reply.text) {
                    Ok(result) => match flaws(&result, &self.sources) {
                        wrong if wrong.is_empty() => return Ok(Next::End(Outcome::Result(result))),
                        wrong => wrong,
                    },
                    Err(wrong) => vec![wrong],
                };
                if *is_repaired {
                    let reason = format!("it did not keep to its form: {}", wrong[0]);
                    return Ok(Next::End(Outcome::Failed { reason, partial: reply.text }));
                }
                *is_repaired = true;
                messages.push(Message::Assistant { text: reply.text, tool_calls: Vec::new() });
                let wrong: Vec<String> = wrong.into_iter().take(FLAWS_MAX).collect();
                let text = format!(
                    "This answer cannot be used:\n- {}\nSend the whole JSON object again, corrected.",
                    wrong.join("\n- ")
                );
                messages.push(Message::User { text });
                Ok(Next::Round)
            }
            finish => {
                let reason = finish.to_string();
                Ok(Next::End(Outcome::Failed { reason, partial: reply.text }))
            }
        }
    }

    /// Answers the calls of a reply. What was read is a source that can be cited.
    async fn call_tools(
        &mut self,
        messages: &mut Vec<Message>,
        (number, reply): (i64, Reply),
    ) -> Result<()> {
        let calls = reply.tool_calls;
        messages.push(Message::Assistant { text: reply.text, tool_calls: calls.clone() });
        let all = self.called(number, &calls).await?;
        for (call, called) in calls.into_iter().zip(all) {
            let answered = match called {
                Called::Source(part) => Ok(self.add_source(part)),
                Called::Wanted(wanted) => self.wanted.add(wanted),
                Called::Refused(reason) => Err(reason),
            };
            let is_error = answered.is_err();
            let text = answered.unwrap_or_else(|reason| reason);
            messages.push(Message::ToolResult {
                call_id: call.id,
                name: call.name,
                text,
                is_error,
            });
        }
        Ok(())
    }

    /// What the calls of a step come to: what they came to before, where the next step was begun already, so
    /// that it asks the same though the project is another by now.
    async fn called(&mut self, number: i64, calls: &[llm::ToolCall]) -> Result<Vec<Called>> {
        let Answerer { studio, steps, asked, .. } = self.by;
        if let Some(kept) = steps.tool_answers(studio, number).await? {
            return serde_json::from_str(&kept.0)
                .map_err(|flaw| Error::internal("reading what tools answered", flaw));
        }
        let mut all = Vec::with_capacity(calls.len());
        for (at, call) in calls.iter().enumerate() {
            all.push(if at < CALLS_MAX {
                tools::call(studio, asked, call).await?
            } else {
                Called::Refused(format!("At most {CALLS_MAX} calls of a round are answered"))
            });
        }
        let written = serde_json::to_string(&all)
            .map_err(|flaw| Error::internal("writing what tools answered", flaw))?;
        self.answers = Some(JsonText(written));
        Ok(all)
    }

    /// A text that a tool found, as the model is sent it.
    fn add_source(&mut self, part: ContextPart) -> String {
        let number = self.receipt.sources.len() + 1;
        let text = context::as_data(part.kind, number, &part.title, &part.text);
        let size = tokens(&text);
        self.receipt.tokens += size;
        self.receipt.sources.push(ReceiptSource {
            kind: part.kind,
            id: part.id,
            title: part.title.clone(),
            start: part.span.map(|span| span.0),
            end: part.span.map(|span| span.1),
            records: part.records,
            tokens: size,
            included: true,
            left_out: part.unread,
            reason: part.reason,
        });
        self.sources.push(SourceText { number, title: part.title, text: part.text });
        text
    }

    /// The end of a conversation whose call failed.
    fn failed<R>(&self, error: StepError) -> Result<Outcome<R>> {
        let (reason, partial) = match error {
            StepError::Budget(exceeded) => (exceeded.to_string(), String::new()),
            StepError::FormRefused => {
                ("its server refuses every form of the request".to_owned(), String::new())
            }
            StepError::Call(Failure { kind: FailureKind::Stopped, .. }) => {
                let reason = "The call of the model was stopped: nobody waits for it any more";
                return Err(Error::Conflict(reason.to_owned()));
            }
            StepError::Call(failure) => {
                let cure = failure.cure(self.by.client.settings().provider);
                let partial = failure.partial.as_ref().map(|partial| partial.text.clone());
                // What the server said of it may quote the manuscript, and is not logged.
                tracing::warn!(error = %failure, "a call of a model failed");
                (format!("{failure}. {}", cure.trim_end_matches('.')), partial.unwrap_or_default())
            }
            StepError::Other(Error::Conflict(reason)) => (reason, String::new()),
            StepError::Other(error) => return Err(error),
        };
        Ok(Outcome::Failed { reason, partial })
    }
}

/// The result in a reply: the JSON object in it, whatever stands around it.
fn parse<R: ModelResult>(text: &str) -> std::result::Result<R, String> {
    let object = text.find('{').zip(text.rfind('}')).filter(|(start, end)| start < end);
    let Some((start, end)) = object else {
        return Err("It has no JSON object".to_owned());
    };
    serde_json::from_str(&text[start..=end])
        .map_err(|flaw| format!("The JSON object does not fit the schema: {flaw}"))
}
