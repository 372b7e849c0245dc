//! `ask_agent`: a message to an agent, by the command that the interface has for it, and what the agent
//! answers within a bounded time.

use domain::{
    Error, Principal, Result,
    messages::{
        Message, MessageContext, MessageType, SYSTEM, SendMessage, State, requests::StatedPriority,
    },
    model::OrderedMap,
    tools::{
        DATA_NOTICE, Effect, NAME_CHARS_MAX, REASON_CHARS_MAX,
        answers::{DataNotice, Named, Quotation, work::AgentAnswer},
        excerpt::{Excerpt, excerpt, quoted, short},
        requests::{AnswerCursor, work::AskAgent},
    },
};
use store::{Tx, messages as stored};

use super::{
    Made, Profile, ToolAnswer, ToolCall, ToolDefinition,
    documents::{quotation, whole},
    naming, paging, tool, waiting,
};
use crate::{Studio, change::Change, messages};

pub(super) fn ask() -> ToolDefinition {
    let profile = Profile::adding(
        Effect::Changes,
        ("ask_agent", "Ask an agent"),
        "Asks an agent of the studio, each of which knows one thing well (lore, timelines, promises, prose and \
         so on), and waits for its answer, which rests on the project and cites it. Where the answer is not \
         ready in time it has no `answer`: call again with its `message`, and without `question`, to wait on. \
         Each call with a `question` sends a new message. Use the other tools for what they read themselves: \
         they are faster.",
    );
    tool::<AskAgent, AgentAnswer, _>(profile, run)
}

async fn run(call: ToolCall, arguments: AskAgent) -> Result<ToolAnswer> {
    let id = match (&arguments.question, &arguments.message) {
        (Some(_), None) if arguments.cursor.is_none() => {
            let (studio, arguments) = (call.studio.clone(), arguments.clone());
            call.change(move |change| send(change, &studio, &arguments)).await?
        }
        (None, Some(message)) => message.clone(),
        _ => {
            let text = "Either `question` is asked, or `message` names the one whose answer is waited for or \
                        read on with `cursor`";
            return Err(Error::Rejected(text.to_owned()));
        }
    };
    let principal = call.principal.clone();
    let read = move |tx: &mut Tx<'_>| Found::read(tx, &principal, &id);
    let found = waiting::read_until(&call, arguments.wait_seconds, read, Found::is_end).await?;
    let answer = found.answer(arguments.cursor.as_ref())?;
    ToolAnswer::of(answer.project.as_ref(), &answer, text(&answer))
}

fn send(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    arguments: &AskAgent,
) -> Result<(String, Made)> {
    let wanted = arguments.project.as_deref();
    let (access, project) = naming::project(change.tx, change.principal, wanted)?;
    let mut about = vec![("projectId".to_owned(), project.id.clone())];
    if let Some(document) = &arguments.document {
        let document = naming::document(change.tx, &access, document)?;
        about.push(("documentId".to_owned(), document.id));
    }
    let send = SendMessage {
        to_agent: arguments.agent.clone(),
        from_agent: SYSTEM.to_owned(),
        message: arguments.question.clone().unwrap_or_default(),
        message_type: MessageType::Direct,
        priority: StatedPriority::default(),
        context: Some(MessageContext {
            conversation_id: arguments.conversation.clone(),
            requires_response: Some(true),
            metadata: Some(OrderedMap(about)),
            ..MessageContext::default()
        }),
    };
    let id = messages::send(change, studio, &send)?.response.message_id;
    let made = Made { project_id: Some(project.id), records: vec![id.clone()], ..Made::default() };
    Ok((id, made))
}

/// A message, and what was answered.
struct Found {
    message: Message,
    reply: Option<Message>,
    project: Option<Named>,
}

impl Found {
    fn read(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Self> {
        let message = stored::get(tx, principal, id)?;
        let reply = match &message.answer_id {
            Some(id) => Some(stored::get(tx, principal, id)?),
            None => None,
        };
        let project = match &message.project_id {
            Some(id) => Some(naming::project(tx, principal, Some(id))?.1),
            None => None,
        };
        Ok(Self { message, reply, project })
    }

    /// Whether there is nothing to wait for: an answer is there, none comes, or a person has to decide.
    fn is_end(&self) -> bool {
        self.reply.is_some() || self.message.state.is_final() || self.approval().is_some()
    }

    /// What its recipient wants to do, while a person has to permit it.
    fn approval(&self) -> Option<&str> {
        let waits = self.message.state == State::AwaitingApproval;
        self.message.approval.as_ref().filter(|_| waits).map(|it| it.what.as_str())
    }

    fn answer(self, cursor: Option<&AnswerCursor>) -> Result<AgentAnswer> {
        let awaits_approval = self.approval().map(|what| short(what, REASON_CHARS_MAX));
        let Self { message, reply, project } = self;
        let read = reply.map(|reply| read_on(&reply.content, cursor)).transpose()?;
        let (read, next_cursor) = read.unzip();
        Ok(AgentAnswer {
            notice: DataNotice,
            project,
            agent: message.to_agent,
            message: message.id,
            conversation: message.conversation_id,
            state: message.state,
            is_final: message.state.is_final(),
            error: message.error.map(|error| short(&error, REASON_CHARS_MAX)),
            awaits_approval,
            characters: read.as_ref().map_or(0, |read| whole(read.characters)),
            next_cursor: next_cursor.flatten(),
            answer: read.map(quotation),
        })
    }
}

/// A text from a cursor on, or from its beginning, and where it is read on.
///
/// # Errors
/// A conflict where the cursor is of another text.
pub(super) fn read_on(
    text: &str,
    cursor: Option<&AnswerCursor>,
) -> Result<(Excerpt, Option<String>)> {
    let read = excerpt(text, paging::start(cursor, text)?);
    let is_end = read.end == read.characters;
    let next_cursor = (!is_end).then(|| AnswerCursor::new(text, read.end).text());
    Ok((read, next_cursor))
}

fn text(answer: &AgentAnswer) -> String {
    let AgentAnswer { agent, message, state, .. } = answer;
    let project = naming::about(answer.project.as_ref());
    let agent = short(agent, NAME_CHARS_MAX);
    let head = format!("Message {message} to {agent}{project} is {state}.");
    let Some(Quotation { text, start, end, .. }) = &answer.answer else {
        let why = match (&answer.awaits_approval, &answer.error, answer.is_final) {
            (Some(what), ..) => format!(
                "{agent} waits for the author, who has to permit in the studio what it wants to do. Call \
                 ask_agent with the message {message} when they have. It wants to:\n{}",
                quoted(what)
            ),
            (None, Some(error), true) => format!("There is no answer, because:\n{}", quoted(error)),
            (None, None, true) => "There is no answer, and none comes.".to_owned(),
            (None, _, false) => format!(
                "The answer is not ready yet. Call ask_agent with the message {message} to wait on."
            ),
        };
        return format!("{head}\n{DATA_NOTICE}\n{why}");
    };
    let more = answer.next_cursor.as_ref().map_or(String::new(), |cursor| {
        format!(
            "\nMore follows: call ask_agent with the message {message} and the cursor {cursor}."
        )
    });
    format!(
        "{head} Characters {start} to {end} of {} of the answer:\n{DATA_NOTICE}\n{}{more}",
        answer.characters,
        quoted(text)
    )
}
