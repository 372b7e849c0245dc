//! Server-sent events: what happens, to everyone who may hear it, each event once and in its order.
//! A stream hears the tail of the log; what it missed there it reads from the log itself, so it
//! never skips and never repeats.

use std::{collections::VecDeque, convert::Infallible, fmt::Write as _, sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use domain::{
    Error, Result,
    events::{Event, Kind, NewEvent},
    swarms::item::SwarmItem,
};
use engine::{
    log::{EventLog, Listening, READ_MAX, Telling},
    wakers::Stop,
};
use store::{accounts, events, swarms};
use tokio::{
    sync::broadcast::error::RecvError,
    time::{Instant, Interval, MissedTickBehavior},
};

use crate::{
    App,
    answer::{self, Reply},
    auth::Session,
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

/// A stream shows this often that it lives, and looks whether its caller may still listen.
const HEARTBEAT_EVERY: Duration = Duration::from_secs(15);

/// Bytes of events that a stream reads from the log at once, but for the last one's: they wait in
/// memory for as long as their reader does nothing.
const WAITING_BYTES_MAX: i64 = 64 * 1024;

/// How long a browser waits before it connects again, in milliseconds.
const RETRY_MS: u32 = 2_000;

/// What happens, from now on or from the event the caller heard last.
pub(crate) async fn listen(
    State(app): State<App>,
    caller: Session,
    headers: HeaderMap,
    Query(query): Query<StreamQuery>,
) -> Reply {
    let heard = heard(&headers, query);
    let listening = listening(&app)?;
    let stream = Stream::open(app, caller, listening, heard.as_deref()).await?;
    Ok(response(stream))
}

/// What becomes of one swarm: as it is now, then each change, until it is over.
pub(crate) async fn listen_to_swarm(
    State(app): State<App>,
    caller: Session,
    ids: Ids,
    headers: HeaderMap,
    Query(query): Query<StreamQuery>,
) -> Reply {
    let id = ids.one();
    let heard = heard(&headers, query);
    let listening = listening(&app)?;
    let mut stream = Stream::open(app, caller, listening, heard.as_deref()).await?;
    stream.follow(id, heard.is_some()).await?;
    Ok(response(stream))
}

fn listening(app: &App) -> Result<Listening> {
    app.studio
        .events
        .listen()
        .ok_or_else(|| Error::Unavailable("Too many event streams are open".to_owned()))
}

/// The id of the event the caller heard last.
fn heard(headers: &HeaderMap, query: StreamQuery) -> Option<String> {
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
    caller: Session,
    listening: Listening,
    /// The number of the last event that was heard or passed over.
    position: i64,
    /// Events that were read from the log and not yet told.
    waiting: VecDeque<Arc<Telling>>,
    /// Whether the log may hold more of what was missed.
    is_behind: bool,
    heartbeat: Interval,
    /// The projects whose events may be heard; none stands for all.
    audible: Option<Vec<String>>,
    /// What to say first.
    greeting: Option<String>,
    /// The one swarm whose events are told; none for all events.
    followed: Option<Followed>,
}

/// A swarm that is followed to its end.
struct Followed {
    /// How the bodies of its events begin.
    beginning: String,
    /// Whether its end was told.
    is_over: bool,
}

/// How the bodies of events end the story of a swarm.
const ENDS: [&str; 3] =
    [r#""status":"completed""#, r#""status":"failed""#, r#""status":"cancelled""#];

impl Stream {
    async fn open(
        app: App,
        caller: Session,
        listening: Listening,
        heard: Option<&str>,
    ) -> Result<Self> {
        let asker = caller.principal.clone();
        EventLog::number(&app.studio).await?;
        let (first, last, audible) = app
            .studio
            .database
            .read(move |tx| {
                let (first, last) = events::span(tx)?;
                Ok((first, last, events::audible_projects(tx, &asker)?))
            })
            .await?;
        let mut greeting = format!("retry: {RETRY_MS}\n\n");
        let position = match heard.map(str::parse::<i64>) {
            None => last,
            Some(Ok(heard)) if (first - 1..=last).contains(&heard) => heard,
            Some(_) => {
                // What lies between is gone or never was: the caller must fetch anew.
                let _ = write!(greeting, "id: {last}\nevent: reset\ndata: {{\"last\":{last}}}\n\n");
                last
            }
        };
        let greeting = Some(greeting);
        let begin = Instant::now() + HEARTBEAT_EVERY;
        let mut heartbeat = tokio::time::interval_at(begin, HEARTBEAT_EVERY);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Self {
            stop: app.stop.clone(),
            app,
            caller,
            listening,
            position,
            waiting: VecDeque::new(),
            // What was committed before the tail was heard is in the log.
            is_behind: true,
            heartbeat,
            audible,
            greeting,
            followed: None,
        })
    }

    /// Tells of this swarm alone, beginning with what it is now unless the caller goes on from what
    /// it heard before.
    async fn follow(&mut self, id: String, goes_on: bool) -> Result<()> {
        let (asker, wanted) = (self.caller.principal.clone(), id.clone());
        let (swarm, _) =
            self.app.studio.database.read(move |tx| swarms::get(tx, &asker, &wanted)).await?;
        let is_over = swarm.status.is_final();
        // Who was told to fetch anew has nothing to go on from.
        let is_lost = self.greeting.as_ref().is_some_and(|it| it.contains("\nevent: reset\n"));
        if is_over || is_lost || !goes_on {
            let record = answer::text(&SwarmItem::of(&swarm))?;
            let greeting = self.greeting.get_or_insert_default();
            let _ = write!(greeting, "event: {}\ndata: {record}\n\n", Kind::Swarm);
        }
        let beginning = format!(r#"{{"swarmId":"{id}","#);
        self.followed = Some(Followed { beginning, is_over });
        Ok(())
    }

    /// The next piece of the stream; none when the service stops, the caller may hear no more, or
    /// it cannot go on without a gap.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(greeting) = self.greeting.take() {
            return Some(greeting.into());
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
                None => match self.hear().await? {
                    Heard::Event(event) => event,
                    Heard::Gap => {
                        self.is_behind = true;
                        continue;
                    }
                    Heard::Beat => {
                        self.learn_rights().await?;
                        return Some(Bytes::from_static(b": \n\n"));
                    }
                },
            };
            self.position = event.seq;
            if self.may_hear(&event).await? && self.is_wanted(&event) {
                return Some(Bytes::from_owner(event.wire(told)));
            }
        }
    }

    async fn hear(&mut self) -> Option<Heard> {
        loop {
            let heard = tokio::select! {
                biased;
                () = self.stop.stopped() => return None,
                _ = self.heartbeat.tick() => return Some(Heard::Beat),
                heard = self.listening.tail.recv() => heard,
            };
            match heard {
                Ok(event) if event.seq <= self.position => {}
                Ok(event) if event.seq == self.position + 1 => return Some(Heard::Event(event)),
                Ok(_) | Err(RecvError::Lagged(_)) => return Some(Heard::Gap),
                Err(RecvError::Closed) => return None,
            }
        }
    }

    /// Reads what follows the position from the log.
    async fn read_log(&mut self) -> Option<()> {
        if self.stop.is_stopping() {
            return None;
        }
        // A reader far behind must not keep its thread from everybody else.
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
            // A caller slower than the log is kept must fetch anew; it is told when it comes back.
            Ok((first, _)) if first - 1 > position => None,
            Ok((_, (events, more))) => {
                self.is_behind = more;
                self.waiting.extend(self.app.studio.events.shared(events));
                Some(())
            }
            Err(error) => {
                tracing::error!(error = %domain::Chain(&error), "reading events failed");
                None
            }
        }
    }

    /// Whether the event is about what is followed.
    fn is_wanted(&mut self, event: &Event) -> bool {
        let Some(followed) = &mut self.followed else { return true };
        let NewEvent { kind, body, .. } = &event.happened;
        if *kind != Kind::Swarm || !body.starts_with(&followed.beginning) {
            return false;
        }
        // The status stands behind the id, before any text of a caller.
        let rest = &body[followed.beginning.len()..];
        followed.is_over = ENDS.iter().any(|end| rest.starts_with(end));
        true
    }

    async fn may_hear(&mut self, event: &Event) -> Option<bool> {
        let happened = &event.happened;
        // The staff is everybody's.
        if happened.kind == Kind::Agent {
            return Some(true);
        }
        let Some(project) = &happened.project_id else {
            // What one user is told is for that user alone, even where another sees all records.
            let asker = &self.caller.principal;
            let sees_all = asker.owns_everything && happened.kind != Kind::Notification;
            return Some(sees_all || happened.account == asker.user);
        };
        // Memberships change with their project, which is told of.
        if self.audible.is_some() && happened.kind == Kind::Project {
            self.learn_rights().await?;
        }
        Some(self.audible.as_ref().is_none_or(|audible| audible.contains(project)))
    }

    /// Looks again at what the caller may hear; none when its token is no longer good, or nobody
    /// can tell.
    async fn learn_rights(&mut self) -> Option<()> {
        let Some(token) = self.caller.token.clone() else { return Some(()) };
        let (asker, now) = (self.caller.principal.clone(), self.app.studio.clock.now());
        let learnt = self
            .app
            .studio
            .database
            .read(move |tx| match accounts::of_token(tx, &token, now)? {
                Some(_) => events::audible_projects(tx, &asker).map(Some),
                None => Ok(None),
            })
            .await;
        match learnt {
            Ok(audible) => {
                self.audible = audible?;
                Some(())
            }
            Err(error) => {
                tracing::error!(error = %domain::Chain(&error), "reading rights failed");
                None
            }
        }
    }
}

enum Heard {
    Event(Arc<Telling>),
    Gap,
    Beat,
}

/// An event as the stream writes it. Its body is JSON on one line.
fn told(event: &Event) -> String {
    let Event { seq, happened } = event;
    format!("id: {seq}\nevent: {}\ndata: {}\n\n", happened.kind, happened.body)
}
