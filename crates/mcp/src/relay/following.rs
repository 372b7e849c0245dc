//! Following resources for assistants whose version of the protocol has a handshake. Its requests
//! `resources/subscribe` and `resources/unsubscribe` need somebody who remembers them, which the service is
//! not: the relay answers them, and follows the resources with one request `subscriptions/listen` of the
//! newest version. What the service tells of them goes to the assistant. Where the stream breaks, it is opened
//! again, and the assistant is told that all it follows may have changed.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    sync::{mpsc, oneshot},
    task::{JoinHandle, JoinSet},
};

use super::{Relay, Service, http, lock, messages};

/// Commands that wait to be worked on.
const COMMANDS_MAX: usize = 64;

/// How long the service may take to say what it accepts.
const ACKNOWLEDGED_MAX: Duration = Duration::from_secs(10);

/// How long the relay waits before it opens a broken stream again.
const RETRY_DELAY: Duration = Duration::from_secs(2);

/// The version of the protocol that has the request.
const VERSION: &str = "2026-07-28";

/// What an assistant asks for.
pub(super) enum Command {
    /// To be told of a resource, and the id of the request.
    Follow(Value, String),
    /// To be told no more of it.
    Leave(Value, String),
}

/// What an assistant follows.
#[derive(Default)]
pub(super) struct Following {
    uris: Mutex<BTreeSet<String>>,
    commands: Mutex<Option<mpsc::Sender<Command>>>,
}

impl Following {
    /// Begins to follow the list of resources, unless that has begun.
    pub(super) fn begin<S: Service>(relay: &Arc<Relay<S>>, listeners: &mut JoinSet<()>) {
        let mut commands = lock(&relay.following.commands);
        if commands.is_none() {
            let (sender, receiver) = mpsc::channel(COMMANDS_MAX);
            *commands = Some(sender);
            listeners.spawn(follow(Arc::clone(relay), receiver));
        }
    }

    /// Works on a command; false where too many wait, or nothing is followed at all.
    pub(super) fn command(&self, command: Command) -> bool {
        let commands = lock(&self.commands);
        commands.as_ref().is_some_and(|commands| commands.try_send(command).is_ok())
    }
}

/// The answer to a handshake, which says that resources can be followed.
pub(super) fn declared(mut answer: Value) -> Option<Vec<u8>> {
    let resources = answer.get_mut("result")?.get_mut("capabilities")?.get_mut("resources")?;
    *resources = json!({ "subscribe": true, "listChanged": true });
    Some(answer.to_string().into_bytes())
}

/// A stream of the service. It ends with this.
struct Stream(JoinHandle<()>);

impl Stream {
    /// Whether the service tells nothing more: what changes from then on is missed.
    fn is_over(&self) -> bool {
        self.0.is_finished()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn follow<S: Service>(relay: Arc<Relay<S>>, mut commands: mpsc::Receiver<Command>) {
    let mut stream = open(&relay).await.ok().map(|(stream, _)| stream);
    loop {
        tokio::select! {
            command = commands.recv() => match command {
                Some(command) => obey(&relay, command, &mut stream).await,
                None => return,
            },
            () = broken(&mut stream) => {
                stream = open(&relay).await.ok().map(|(stream, _)| stream);
                if stream.is_some() {
                    notify_of_all(&relay);
                }
            }
        }
    }
}

/// Ends when it is time to open a stream.
async fn broken(stream: &mut Option<Stream>) {
    if let Some(open) = stream {
        let _ = (&mut open.0).await;
        *stream = None;
    }
    tokio::time::sleep(RETRY_DELAY).await;
}

/// Works on a command, and answers it. The stream before is heard until the one that is opened for it is, so that
/// nothing is missed.
async fn obey<S: Service>(relay: &Arc<Relay<S>>, command: Command, stream: &mut Option<Stream>) {
    let uris = &relay.following.uris;
    let (id, uri) = match command {
        Command::Leave(id, uri) => {
            lock(uris).remove(&uri);
            relay.write(&messages::done(&id));
            return;
        }
        Command::Follow(id, uri) => (id, uri),
    };
    let is_new = lock(uris).insert(uri.clone());
    let opened = open(relay).await;
    match opened {
        // With one too many another may have been left out.
        Ok((opened, accepted)) if lock(uris).iter().all(|it| accepted.contains(it)) => {
            // Looked at before the answer: what ends behind it is for whoever waits for the new stream's end.
            let was_broken = stream.as_ref().is_none_or(Stream::is_over);
            *stream = Some(opened);
            relay.write(&messages::done(&id));
            if was_broken {
                notify_of_all(relay);
            }
            return;
        }
        Ok(_) => {
            let reason = "This is no address of a resource, or too many are followed";
            relay.write(&messages::refusal(&id, reason));
        }
        Err(reason) => relay.write(&messages::failure(&id, &reason)),
    }
    if is_new {
        lock(uris).remove(&uri);
    }
}

/// Opens a stream of what is followed now; with it the addresses that the service accepts.
async fn open<S: Service>(relay: &Arc<Relay<S>>) -> Result<(Stream, Vec<String>), String> {
    let (sender, acknowledged) = oneshot::channel();
    let asked: Vec<String> = lock(&relay.following.uris).iter().cloned().collect();
    let task = tokio::spawn(listen(Arc::clone(relay), asked, sender));
    let stream = Stream(task);
    match tokio::time::timeout(ACKNOWLEDGED_MAX, acknowledged).await {
        Ok(Ok(Ok(accepted))) => Ok((stream, accepted)),
        Ok(Ok(Err(reason))) => Err(reason),
        Ok(Err(_)) => Err(relay.service.absence()),
        Err(_) => Err(format!("The service has not answered within {ACKNOWLEDGED_MAX:?}")),
    }
}

/// What the service accepts, or why it does not.
type Acknowledged = oneshot::Sender<Result<Vec<String>, String>>;

/// Listens until the stream ends, and passes on what it tells.
async fn listen<S: Service>(relay: Arc<Relay<S>>, uris: Vec<String>, acknowledged: Acknowledged) {
    let request = json!({
        "jsonrpc": "2.0",
        "id": "relay",
        "method": "subscriptions/listen",
        "params": {
            "notifications": { "resourcesListChanged": true, "resourceSubscriptions": uris },
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": VERSION,
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    });
    let request = request.to_string().into_bytes();
    let Ok(sent) = messages::read(&request) else { return };
    let headers = sent.headers(Some(VERSION), relay.service.token());
    let Some(address) = relay.service.address() else { return };
    let acknowledged = Mutex::new(Some(acknowledged));
    let acknowledge = |accepted| {
        if let Some(waiting) = lock(&acknowledged).take() {
            let _ = waiting.send(accepted);
        }
    };
    let hear = |message: &[u8]| {
        let Ok(message) = serde_json::from_slice::<Value>(message) else { return };
        match message["method"].as_str() {
            Some("notifications/subscriptions/acknowledged") => {
                let accepted = &message["params"]["notifications"]["resourceSubscriptions"];
                let accepted = accepted.as_array().into_iter().flatten();
                acknowledge(Ok(accepted.filter_map(|it| it.as_str()).map(str::to_owned).collect()));
            }
            Some("notifications/resources/list_changed") => notify_of_list(&relay),
            Some("notifications/resources/updated") => {
                let uri = message["params"]["uri"].as_str().unwrap_or_default();
                if lock(&relay.following.uris).contains(uri) {
                    notify_of(&relay, uri);
                }
            }
            _ => {
                let reason = message["error"]["message"].as_str();
                acknowledge(Err(reason
                    .unwrap_or("The service does not tell of changes")
                    .to_owned()));
            }
        }
    };
    if let Err(flaw) = http::post(address, &headers, request, hear).await {
        acknowledge(Err(relay.reason(address, &flaw)));
    }
}

fn notify_of<S: Service>(relay: &Relay<S>, uri: &str) {
    relay.write(&messages::notification(
        "notifications/resources/updated",
        Some(json!({ "uri": uri })),
    ));
}

fn notify_of_list<S: Service>(relay: &Relay<S>) {
    relay.write(&messages::notification("notifications/resources/list_changed", None));
}

/// Tells that all that is followed may be other than before.
fn notify_of_all<S: Service>(relay: &Relay<S>) {
    notify_of_list(relay);
    let uris: Vec<String> = lock(&relay.following.uris).iter().cloned().collect();
    uris.iter().for_each(|uri| notify_of(relay, uri));
}
