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
    events::{Event, Kind},
};
use engine::{
    log::{EventLog, Listening, READ_BYTES_MAX, READ_MAX},
    wake::Stop,
};
use store::{accounts, events};
use tokio::{
    sync::broadcast::error::RecvError,
    time::{Instant, Interval, MissedTickBehavior},
};

use crate::{App, answer::Reply, asker::Caller, query::Query};

domain::model! {
    /// Where a stream begins.
    pub struct StreamQuery as "StreamQuery" {
        /// As the header Last-Event-ID, for callers that cannot send it.
        last_event_id: Option<String>,
    }
}

/// A stream shows this often that it lives, and looks whether its caller may still listen.
const HEARTBEAT_EVERY: Duration = Duration::from_secs(15);

/// How long a browser waits before it connects again, in milliseconds.
const RETRY_MS: u32 = 2_000;

/// What happens, from now on or from the event the caller heard last.
pub(crate) async fn listen(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Query(query): Query<StreamQuery>,
) -> Reply {
    let listening = app
        .studio
        .events
        .listen()
        .ok_or_else(|| Error::Unavailable("Too many event streams are open".to_owned()))?;
    let heard = headers
        .get("last-event-id")
        .map(|id| id.to_str().unwrap_or("").to_owned())
        .or(query.last_event_id);
    let stream = Stream::open(app, caller, listening, heard.as_deref()).await?;
    let pieces = futures_util::stream::unfold(stream, |mut stream| async move {
        let piece = stream.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(piece)), stream))
    });
    let mut response = Response::new(Body::from_stream(pieces));
    for (name, value) in [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

struct Stream {
    app: App,
    stop: Stop,
    caller: Caller,
    listening: Listening,
    /// The number of the last event that was heard or passed over.
    position: i64,
    /// Events that were read from the log and not yet told.
    waiting: VecDeque<Arc<Event>>,
    /// Whether the log may hold more of what was missed.
    is_behind: bool,
    heartbeat: Interval,
    /// The projects whose events may be heard; none stands for all.
    audible: Option<Vec<String>>,
    /// What to say first.
    greeting: Option<String>,
}

impl Stream {
    async fn open(
        app: App,
        caller: Caller,
        listening: Listening,
        heard: Option<&str>,
    ) -> Result<Self> {
        let asker = caller.principal.clone();
        EventLog::number(&app.studio).await?;
        let (first, last, audible) = app
            .studio
            .memory
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
        })
    }

    /// The next piece of the stream; none when the service stops, the caller may hear no more, or
    /// it cannot go on without a gap.
    async fn next(&mut self) -> Option<String> {
        if let Some(greeting) = self.greeting.take() {
            return Some(greeting);
        }
        loop {
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
                        return Some(": \n\n".to_owned());
                    }
                },
            };
            self.position = event.seq;
            if self.may_hear(&event).await? {
                return Some(told(&event));
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
            .memory
            .read(move |tx| {
                let (first, _) = events::span(tx)?;
                Ok((first, events::after(tx, position, READ_MAX, READ_BYTES_MAX)?))
            })
            .await;
        match read {
            // A caller slower than the log is kept must fetch anew; it is told when it comes back.
            Ok((first, _)) if first - 1 > position => None,
            Ok((_, (events, more))) => {
                self.is_behind = more;
                self.waiting.extend(events.into_iter().map(Arc::new));
                Some(())
            }
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "reading events failed");
                None
            }
        }
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
            .memory
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
                tracing::error!(error = &error as &dyn std::error::Error, "reading rights failed");
                None
            }
        }
    }
}

enum Heard {
    Event(Arc<Event>),
    Gap,
    Beat,
}

/// An event as the stream writes it. Its body is JSON on one line.
fn told(event: &Event) -> String {
    let Event { seq, happened } = event;
    format!("id: {seq}\nevent: {}\ndata: {}\n\n", happened.kind, happened.body)
}
