//! Server-sent events: every event of the log that the caller may see, once and in order. A stream
//! receives new events from memory; what it missed it reads from the log, so it never skips and never
//! repeats an event.

use std::{collections::VecDeque, convert::Infallible, fmt::Write as _, sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use domain::{
    Error, Result,
    events::{Event, EventKind, NewEvent},
    messages::{self as message, view::MessageItem},
    steps::StepOwner,
    swarms::{Status, view::SwarmItem},
};
use engine::{
    drafts::{Behind, DraftFollower, DraftPiece},
    event_log::{EventLog, READ_MAX, SharedEvent, Subscription},
    wakers::Stop,
};
use serde::{Deserialize, Serialize};
use store::{events, messages, sessions, swarms};
use tokio::{
    sync::broadcast::error::RecvError,
    time::{Instant, Interval, MissedTickBehavior},
};

use crate::{
    App,
    answer::{self, Reply},
    auth::Authenticated,
    path::Ids,
    query::Query,
    server::EVENT_STREAM,
};

domain::model! {
    /// Where a stream begins.
    pub struct StreamQuery as "StreamQuery" {
        /// As the header Last-Event-ID, for callers that cannot send it.
        last_event_id: Option<String>,
    }
}

/// How often a stream sends a comment, and checks whether its caller may still read.
const HEARTBEAT_EVERY: Duration = Duration::from_secs(15);

/// Bytes of events that a stream reads from the log at once, but for the last one's: they stay in
/// memory for as long as their caller does not take them.
const WAITING_BYTES_MAX: i64 = 64 * 1024;

/// How long a browser waits before it connects again, in milliseconds.
const RETRY_MS: u32 = 2_000;

/// Events from now on, or from the last one that the caller received.
pub(crate) async fn listen(
    State(app): State<App>,
    caller: Authenticated,
    headers: HeaderMap,
    Query(query): Query<StreamQuery>,
) -> Reply {
    let last_event_id = last_event_id(&headers, query);
    let subscription = subscribe(&app)?;
    let stream = Stream::open(app, caller, subscription, last_event_id.as_deref()).await?;
    Ok(response(stream))
}

/// One swarm: as it is now, then each change, until it has ended.
pub(crate) async fn listen_to_swarm(
    State(app): State<App>,
    caller: Authenticated,
    ids: Ids,
    headers: HeaderMap,
    Query(query): Query<StreamQuery>,
) -> Reply {
    let id = ids.one();
    let last_event_id = last_event_id(&headers, query);
    let subscription = subscribe(&app)?;
    let mut stream = Stream::open(app, caller, subscription, last_event_id.as_deref()).await?;
    stream.follow(id, last_event_id.is_some()).await?;
    Ok(response(stream))
}

/// One message: as it is now, then each change and what a model writes in answer, until it has ended.
pub(crate) async fn listen_to_message(
    State(app): State<App>,
    caller: Authenticated,
    ids: Ids,
    headers: HeaderMap,
    Query(query): Query<StreamQuery>,
) -> Reply {
    let id = ids.one();
    let last_event_id = last_event_id(&headers, query);
    let subscription = subscribe(&app)?;
    let mut stream = Stream::open(app, caller, subscription, last_event_id.as_deref()).await?;
    stream.follow_message(id, last_event_id.is_some()).await?;
    Ok(response(stream))
}

fn subscribe(app: &App) -> Result<Subscription> {
    app.studio
        .events
        .subscribe()
        .ok_or_else(|| Error::Unavailable("Too many event streams are open".to_owned()))
}

/// The id of the last event that the caller received.
fn last_event_id(headers: &HeaderMap, query: StreamQuery) -> Option<String> {
    headers
        .get("last-event-id")
        .map(|id| id.to_str().unwrap_or("").to_owned())
        .or(query.last_event_id)
}

fn response(stream: Stream) -> Response {
    let pieces = futures_util::stream::unfold(stream, |mut stream| async move {
        let piece = stream.next().await?;
        Some((Ok::<_, Infallible>(piece), stream))
    });
    let mut response = Response::new(Body::from_stream(pieces));
    for (name, value) in [
        (header::CONTENT_TYPE, EVENT_STREAM),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

struct Stream {
    app: App,
    stop: Stop,
    caller: Authenticated,
    subscription: Subscription,
    /// The number of the last event that was sent or skipped.
    position: i64,
    /// Events that were read from the log and not yet sent.
    waiting: VecDeque<Arc<SharedEvent>>,
    /// Whether the log may have more of what was missed.
    is_behind: bool,
    heartbeat: Interval,
    /// The projects whose events the caller may see; none stands for all.
    visible_projects: Option<Vec<String>>,
    /// What to send first.
    preamble: Option<String>,
    /// The one record whose events are sent; none for all events.
    followed: Option<Followed>,
}

/// A swarm or a message that is followed to its end.
struct Followed {
    kind: EventKind,
    /// How the bodies of its events begin.
    beginning: String,
    /// What models write for it.
    drafts: DraftFollower,
    /// Whether its end was sent.
    is_over: bool,
}

/// What an event says of the state of its record.
#[derive(Deserialize)]
struct RecordState {
    status: String,
}

/// A piece of a reply that a model is writing.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DraftEvent<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    message_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    swarm_id: Option<&'a str>,
    /// The position of the sub-task.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<i64>,
    step: i64,
    /// Whether the draft begins here: what came of this step before is of an earlier attempt.
    begins: bool,
    text: &'a str,
}

impl Stream {
    async fn open(
        app: App,
        caller: Authenticated,
        subscription: Subscription,
        last_event_id: Option<&str>,
    ) -> Result<Self> {
        let principal = caller.principal.clone();
        EventLog::number(&app.studio).await?;
        let (first, last, visible_projects) = app
            .studio
            .database
            .read(move |tx| {
                let (first, last) = events::span(tx)?;
                Ok((first, last, events::visible_projects(tx, &principal)?))
            })
            .await?;
        let mut preamble = format!("retry: {RETRY_MS}\n\n");
        let position = match last_event_id.map(str::parse::<i64>) {
            None => last,
            Some(Ok(received)) if (first - 1..=last).contains(&received) => received,
            Some(_) => {
                // The events between were deleted, or never existed: the caller must fetch anew.
                let _ = write!(preamble, "id: {last}\nevent: reset\ndata: {{\"last\":{last}}}\n\n");
                last
            }
        };
        let begin = Instant::now() + HEARTBEAT_EVERY;
        let mut heartbeat = tokio::time::interval_at(begin, HEARTBEAT_EVERY);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Self {
            stop: app.stop.clone(),
            app,
            caller,
            subscription,
            position,
            waiting: VecDeque::new(),
            // What was committed before the subscription is in the log.
            is_behind: true,
            heartbeat,
            visible_projects,
            preamble: Some(preamble),
            followed: None,
        })
    }

    /// Sends the events of this swarm alone, beginning with what it is now unless the caller goes on
    /// from what it received before.
    async fn follow(&mut self, id: String, goes_on: bool) -> Result<()> {
        let (principal, wanted) = (self.caller.principal.clone(), id.clone());
        let (swarm, _) =
            self.app.studio.database.read(move |tx| swarms::get(tx, &principal, &wanted)).await?;
        let record = answer::text(&SwarmItem::of(&swarm))?;
        let beginning = format!(r#"{{"swarmId":"{id}","#);
        self.begin_to_follow(EventKind::Swarm, (&id, beginning), &record, goes_on);
        Ok(())
    }

    /// As [`Stream::follow`], of a message.
    async fn follow_message(&mut self, id: String, goes_on: bool) -> Result<()> {
        let (principal, wanted) = (self.caller.principal.clone(), id.clone());
        let message =
            self.app.studio.database.read(move |tx| messages::get(tx, &principal, &wanted)).await?;
        let record = answer::text(&MessageItem::published(&message))?;
        let beginning = format!(r#"{{"id":"{id}","#);
        self.begin_to_follow(EventKind::Message, (&id, beginning), &record, goes_on);
        Ok(())
    }

    fn begin_to_follow(
        &mut self,
        kind: EventKind,
        (id, beginning): (&str, String),
        record: &str,
        goes_on: bool,
    ) {
        let is_over = has_ended(kind, record);
        // A caller that must fetch everything again has nothing to resume from.
        let is_reset = self.preamble.as_ref().is_some_and(|it| it.contains("\nevent: reset\n"));
        if is_over || is_reset || !goes_on {
            let preamble = self.preamble.get_or_insert_default();
            let _ = write!(preamble, "event: {kind}\ndata: {record}\n\n");
        }
        let drafts = self.app.studio.drafts.follow(id);
        self.followed = Some(Followed { kind, beginning, drafts, is_over });
    }

    /// The next piece of the stream; none when the service stops, the caller may see nothing any more,
    /// or it cannot go on without a gap.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(preamble) = self.preamble.take() {
            return Some(preamble.into());
        }
        loop {
            if self.followed.as_ref().is_some_and(|followed| followed.is_over) {
                return None;
            }
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                None if self.is_behind => {
                    self.read_log().await?;
                    continue;
                }
                None => match self.receive().await? {
                    Received::Event(event) => event,
                    Received::Gap => {
                        self.is_behind = true;
                        continue;
                    }
                    Received::Heartbeat => {
                        self.reload_rights().await?;
                        return Some(Bytes::from_static(b": \n\n"));
                    }
                    Received::Draft(pieces) => return Some(draft_events(&pieces).into()),
                },
            };
            self.position = event.seq;
            if self.may_see(&event).await? && self.is_wanted(&event) {
                let wire = event.wire(wire);
                // What was written before the event, above all before the end, is sent before it.
                let pieces = match &mut self.followed {
                    Some(followed) => followed.drafts.take().ok()?,
                    None => Vec::new(),
                };
                if pieces.is_empty() {
                    return Some(Bytes::from_owner(wire));
                }
                return Some([draft_events(&pieces).as_bytes(), wire.as_ref()].concat().into());
            }
        }
    }

    async fn receive(&mut self) -> Option<Received> {
        loop {
            let received = tokio::select! {
                biased;
                () = self.stop.stopped() => return None,
                _ = self.heartbeat.tick() => return Some(Received::Heartbeat),
                received = self.subscription.tail.recv() => received,
                pieces = next_draft(self.followed.as_mut()) => {
                    return pieces.ok().map(Received::Draft);
                }
            };
            match received {
                Ok(event) if event.seq <= self.position => {}
                Ok(event) if event.seq == self.position + 1 => return Some(Received::Event(event)),
                Ok(_) | Err(RecvError::Lagged(_)) => return Some(Received::Gap),
                Err(RecvError::Closed) => return None,
            }
        }
    }

    /// Reads what follows the position from the log.
    async fn read_log(&mut self) -> Option<()> {
        if self.stop.is_stopping() {
            return None;
        }
        // A stream far behind must not keep its thread from all others.
        tokio::task::yield_now().await;
        let position = self.position;
        let read = self
            .app
            .studio
            .database
            .read(move |tx| {
                let (first, _) = events::span(tx)?;
                Ok((first, events::after(tx, position, READ_MAX, WAITING_BYTES_MAX)?))
            })
            .await;
        match read {
            // The log was trimmed before the caller took its events: it is reset when it reconnects.
            Ok((first, _)) if first - 1 > position => None,
            Ok((_, (events, more))) => {
                self.is_behind = more;
                self.waiting.extend(self.app.studio.events.shared(events));
                Some(())
            }
            Err(error) => {
                tracing::error!(error = %domain::ErrorChain(&error), "reading events failed");
                None
            }
        }
    }

    /// Whether the event is about what is followed.
    fn is_wanted(&mut self, event: &Event) -> bool {
        let Some(followed) = &mut self.followed else { return true };
        let NewEvent { kind, body, .. } = &event.content;
        if *kind != followed.kind || !body.starts_with(&followed.beginning) {
            return false;
        }
        followed.is_over = has_ended(*kind, body);
        true
    }

    /// Whether the caller may see the event; none when that cannot be found out.
    async fn may_see(&mut self, event: &Event) -> Option<bool> {
        let happened = &event.content;
        // Agents are visible to everybody.
        if happened.kind == EventKind::Agent {
            return Some(true);
        }
        // The routes of messages and swarms are not for a token of one project, and neither are their events.
        let is_of_user = matches!(happened.kind, EventKind::Message | EventKind::Swarm);
        let of = happened.project_id.as_deref().filter(|_| !is_of_user);
        if !self.caller.principal.may_see_of(of) {
            return Some(false);
        }
        let Some(project) = &happened.project_id else {
            // A notification is for one user alone, even where another sees all records.
            let principal = &self.caller.principal;
            let sees_all = principal.owns_everything && happened.kind != EventKind::Notification;
            return Some(sees_all || happened.account == principal.user);
        };
        // Members change with their project, which is published.
        if self.visible_projects.is_some() && happened.kind == EventKind::Project {
            self.reload_rights().await?;
        }
        Some(self.visible_projects.as_ref().is_none_or(|visible| visible.contains(project)))
    }

    /// Reads again what the caller may see; none when its token or session is no longer valid, or the database
    /// fails.
    async fn reload_rights(&mut self) -> Option<()> {
        let Some(credential) = self.caller.credential.clone() else { return Some(()) };
        let (principal, now) = (self.caller.principal.clone(), self.app.studio.clock.now());
        let read = self
            .app
            .studio
            .database
            .read(move |tx| match sessions::of_credential(tx, &credential, now)? {
                Some(_) => events::visible_projects(tx, &principal).map(Some),
                None => Ok(None),
            })
            .await;
        match read {
            Ok(visible_projects) => {
                self.visible_projects = visible_projects?;
                Some(())
            }
            Err(error) => {
                tracing::error!(error = %domain::ErrorChain(&error), "reading rights failed");
                None
            }
        }
    }
}

enum Received {
    Event(Arc<SharedEvent>),
    Gap,
    Heartbeat,
    Draft(Vec<DraftPiece>),
}

/// Whether a swarm or a message is in a final state, as an event shows it.
fn has_ended(kind: EventKind, record: &str) -> bool {
    let Ok(RecordState { status }) = serde_json::from_str(record) else { return false };
    match kind {
        EventKind::Swarm => Status::parse(&status).is_some_and(Status::is_final),
        EventKind::Message => message::State::parse(&status).is_some_and(message::State::is_final),
        _ => false,
    }
}

/// What models write for what is followed; never anything where nothing is.
async fn next_draft(
    followed: Option<&mut Followed>,
) -> std::result::Result<Vec<DraftPiece>, Behind> {
    match followed {
        Some(followed) => followed.drafts.next().await,
        None => std::future::pending().await,
    }
}

/// Pieces of drafts as the stream writes them. They have no id: nobody resumes after them.
fn draft_events(pieces: &[DraftPiece]) -> String {
    let mut events = String::new();
    for piece in pieces {
        let position = match piece.owner {
            StepOwner::Subtask { position, .. } => Some(position),
            StepOwner::Message(_) => None,
        };
        let event = DraftEvent {
            message_id: piece.owner.message_id(),
            swarm_id: piece.owner.swarm_id(),
            position,
            step: piece.number,
            begins: piece.begins,
            text: &piece.text,
        };
        if let Ok(data) = serde_json::to_string(&event) {
            let _ = write!(events, "event: draft\ndata: {data}\n\n");
        }
    }
    events
}

/// An event as the stream writes it. Its body is JSON on one line.
fn wire(event: &Event) -> String {
    let Event { seq, content: happened } = event;
    format!("id: {seq}\nevent: {}\ndata: {}\n\n", happened.kind, happened.body)
}
