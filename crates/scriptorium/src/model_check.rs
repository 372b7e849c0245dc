//! Asks each configured model small questions, and says what works: whether it is reached, streams,
//! counts its tokens, calls tools, keeps to a schema. It starts no service and changes nothing; what it
//! asks may cost a little.

use std::{
    fmt,
    io::{self, Write},
    time::Instant,
};

use engine::registry;
use llm::{AnswerSchema, Client, Failure, Finish, Reply, Request, Tool, UsageSource};
use serde_json::{Value, json};

use crate::settings::{KeyError, Settings};

/// The most tokens of an answer: enough for a model that thinks before it answers.
const TOKENS_MAX: u32 = 1_024;

/// The tool that the model is to call.
const TOOL: &str = "note_colour";

/// Why the check did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is nothing to check.
    #[error(
        "no model is configured: write provider, base_url and name into the section [model] of \
         scriptorium.toml; docs/models.md has examples"
    )]
    None,
    /// A model does not work; what was found has been printed.
    #[error("{count} of {all} models do not work")]
    Failed {
        /// How many of them.
        count: usize,
        /// Of how many.
        all: usize,
    },
    /// A key cannot be read.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Standard output cannot be written.
    #[error("printing failed")]
    Print(#[from] io::Error),
}

/// A model, and who asks it.
struct Checked {
    agents: Vec<String>,
    settings: llm::Settings,
}

/// Checks every model that is configured, one after the other, and prints what was found.
///
/// # Errors
/// None is configured, or one of them does not answer a question.
pub async fn run(settings: &Settings, out: &mut impl Write) -> Result<(), CheckError> {
    let models = models(settings)?;
    let mut failed = 0;
    for Checked { agents, settings } in &models {
        writeln!(out, "{} at {} ({})", settings.name, settings.base_url, settings.provider)?;
        line(out, "for", &agents.join(", "))?;
        if let Err(trouble) = check(&Client::new(settings.clone()), out).await? {
            line(out, "works", "no")?;
            line(out, "cause", &trouble.cause)?;
            line(out, "cure", trouble.cure)?;
            failed += 1;
        }
    }
    match failed {
        0 => Ok(()),
        count => Err(CheckError::Failed { count, all: models.len() }),
    }
}

/// The models that are configured, each once.
fn models(settings: &Settings) -> Result<Vec<Checked>, CheckError> {
    let configured = settings.model.for_engine()?;
    let mut models: Vec<Checked> = Vec::new();
    let own = configured.agents.iter().filter_map(|(agent, settings)| {
        let is_staff = matches!(registry::own(agent), Ok(Some(_)));
        let name = if is_staff { agent.clone() } else { format!("{agent} (no built-in agent)") };
        Some((name, settings.as_ref()?))
    });
    let shared = configured.shared.as_ref().map(|settings| {
        let who = if configured.agents.is_empty() { "all agents" } else { "all other agents" };
        (who.to_owned(), settings)
    });
    for (agent, settings) in shared.into_iter().chain(own) {
        match models.iter_mut().find(|known| known.settings == *settings) {
            Some(known) => known.agents.push(agent),
            None => models.push(Checked { agents: vec![agent], settings: settings.clone() }),
        }
    }
    if models.is_empty() { Err(CheckError::None) } else { Ok(models) }
}

/// Why a model is of no use, and what would help.
struct Trouble {
    cause: String,
    cure: &'static str,
}

impl Trouble {
    fn of(failure: &Failure, client: &Client) -> Self {
        let cure = failure.cure(client.settings().provider);
        Self { cause: Cause(failure).to_string(), cure }
    }
}

/// A failure with what the server says of it.
struct Cause<'f>(&'f Failure);

impl fmt::Display for Cause<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.detail {
            Some(detail) => write!(to, "{}: {}", self.0, crate::logging::Plain(detail)),
            None => write!(to, "{}", self.0),
        }
    }
}

/// Asks one model everything. The outer error is that of printing.
async fn check(client: &Client, out: &mut impl Write) -> io::Result<Result<(), Trouble>> {
    let asked = match ask(client).await {
        Ok(asked) => asked,
        Err(failure) => return Ok(Err(Trouble::of(&failure, client))),
    };
    let Asked { reply, pieces, first_ms } = &asked;
    line(out, "reached", &format!("yes, the first token came after {first_ms} ms"))?;
    if let Some(cause) = cut(reply) {
        let cure = "Look into the log of the model server, and for a proxy that cuts connections.";
        return Ok(Err(Trouble { cause, cure }));
    }
    line(out, "streams", &streams(*pieces))?;
    line(out, "ends", &reply.finish.to_string())?;
    line(out, "usage", &usage(client, reply))?;
    line(out, "tool calls", &tool_calls(client).await)?;
    line(out, "JSON schema", &schema(client).await)?;
    line(out, "context", &context(client).await)?;
    Ok(Ok(()))
}

fn line(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    writeln!(out, "  {name:<12}{value}")
}

/// The first question, and how it was answered.
struct Asked {
    reply: Reply,
    pieces: usize,
    first_ms: u128,
}

async fn ask(client: &Client) -> Result<Asked, Failure> {
    let mut request = Request::ask("Answer in one short sentence: which colours has a rainbow?");
    request.tokens_max = Some(TOKENS_MAX);
    let started = Instant::now();
    let mut stream = client.stream(&request).await?;
    let (mut pieces, mut first_ms) = (0, 0);
    while stream.next().await?.is_some() {
        if pieces == 0 {
            first_ms = started.elapsed().as_millis();
        }
        pieces += 1;
    }
    Ok(Asked { reply: stream.finish(), pieces, first_ms })
}

/// Why a reply is of no use; none when it is of some. One that thinks for longer than it may has
/// answered nothing, but works.
fn cut(reply: &Reply) -> Option<String> {
    match &reply.finish {
        Finish::Truncated(_) => Some(reply.finish.to_string()),
        Finish::Complete if reply.text.trim().is_empty() => {
            Some("the model answers with nothing".to_owned())
        }
        _ => None,
    }
}

fn streams(pieces: usize) -> String {
    match pieces {
        0 | 1 => "no, the answer came in one piece".to_owned(),
        pieces => format!("yes, in {pieces} pieces"),
    }
}

fn usage(client: &Client, reply: &Reply) -> String {
    let usage = &reply.usage;
    let tokens = format!("{} tokens sent, {} written", usage.input_tokens, usage.output_tokens);
    let source = match usage.source {
        UsageSource::Reported => "reported",
        UsageSource::Estimated => "estimated, the server reports none",
    };
    let cost = match client.settings().prices.microdollars(usage) {
        Some(cost) => format!("{:.6} US dollars", cost / 1e6),
        None => "cost not known without price_input and price_output".to_owned(),
    };
    format!("{source}: {tokens}; {cost}")
}

/// Whether the model calls a tool that it is asked to call.
async fn tool_calls(client: &Client) -> String {
    let mut request = Request::ask("Note the colour red with the tool note_colour.");
    request.tokens_max = Some(TOKENS_MAX);
    request.tools.push(Tool {
        name: TOOL.to_owned(),
        description: "Notes a colour.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": { "colour": { "type": "string" } },
            "required": ["colour"],
            "additionalProperties": false,
        }),
    });
    match client.reply(&request).await {
        Err(failure) => format!("no; {}", Cause(&failure)),
        Ok(reply) => {
            let is_called = reply
                .tool_calls
                .iter()
                .any(|call| call.name == TOOL && call.arguments["colour"].is_string());
            match (is_called, reply.finish) {
                (true, _) => "yes".to_owned(),
                (false, Finish::Complete) => "no, it answers with text".to_owned(),
                (false, Finish::ToolCalls) => {
                    "no, its calls are not those that it is asked for".to_owned()
                }
                (false, finish) => format!("no; {finish}"),
            }
        }
    }
}

/// Whether the model keeps to a schema.
async fn schema(client: &Client) -> String {
    let mut request = Request::ask(
        "Is snow white? Answer with a JSON object: {\"white\": true} or {\"white\": false}.",
    );
    request.tokens_max = Some(TOKENS_MAX);
    request.schema = Some(AnswerSchema {
        name: "answer".to_owned(),
        schema: json!({
            "type": "object",
            "properties": { "white": { "type": "boolean" } },
            "required": ["white"],
            "additionalProperties": false,
        }),
    });
    match client.reply(&request).await {
        Err(failure) => format!("no; {}", Cause(&failure)),
        Ok(reply) => {
            let answer: Option<Value> = serde_json::from_str(reply.text.trim()).ok();
            let is_kept = answer.is_some_and(|answer| answer["white"].is_boolean());
            match (is_kept, reply.finish) {
                (true, _) => "yes".to_owned(),
                (false, Finish::Complete) => "no, the answer has another form".to_owned(),
                (false, finish) => format!("no; {finish}"),
            }
        }
    }
}

async fn context(client: &Client) -> String {
    let own = client.settings().context_tokens;
    match client.context_length().await {
        Ok(Some(length)) if length < u64::from(own) => format!(
            "{length} tokens, fewer than context_tokens = {own}: lower it, or what is sent is cut"
        ),
        Ok(Some(length)) => format!("{length} tokens; context_tokens = {own} of them are used"),
        Ok(None) => format!("the server does not tell; context_tokens = {own}"),
        Err(failure) => format!("not known; {}", Cause(&failure)),
    }
}
