//! The HTTP server: takes connections within bounds and answers their requests through the routes.
//! What happens to one connection is in `connection`, how many there may be in `limits`, what is
//! common to all requests in `layers`.

mod connection;
mod layers;
mod limits;
mod origin;

use std::{io, net::SocketAddr, time::Duration};

use tokio::{
    net::{TcpListener, TcpSocket, TcpStream},
    sync::watch,
    task::JoinSet,
};

use crate::App;
pub(crate) use limits::Connections;
pub use limits::Limits;
use limits::Permit;
pub(crate) use origin::{is_from_own_page, is_https, without_slash};

/// The type of a response that goes on until one of both sides ends it.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

/// How many connections the system keeps until they are accepted.
const BACKLOG: u32 = 1_024;

/// How long nothing is accepted after the system refused a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Listens on an address.
pub async fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that was just stopped leaves connections behind that still end.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Answers requests on `listener` until the service stops; then no connection is accepted any more,
/// requests in flight are answered within their time, and this ends.
pub async fn serve(app: App, listener: TcpListener) {
    let (mut stop, stop_timeout) = (app.stop.clone(), app.limits.stop_timeout);
    let service = layers::service(&app);
    let (end, ending) = watch::channel(false);
    let mut connections = JoinSet::new();
    loop {
        while connections.try_join_next().is_some() {}
        let accepted = tokio::select! {
            biased;
            () = stop.stopped() => break,
            accepted = accept(app.connections(), &listener) => accepted,
        };
        match accepted {
            Ok((stream, permit)) => {
                let (service, limits, ending) =
                    (service.clone(), app.limits.timeouts(), ending.clone());
                connections.spawn(async move {
                    connection::serve(stream, service, limits, ending).await;
                    drop(permit);
                });
            }
            Err(error) => {
                tracing::warn!(error = %domain::ErrorChain(&error), "no connection could be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    end.send_replace(true);
    let all_ended = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(stop_timeout, all_ended).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

/// The next connection, once there may be another.
async fn accept(
    connections: &Connections,
    listener: &TcpListener,
) -> io::Result<(TcpStream, Permit)> {
    let free = connections.free().await?;
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            // The peer has gone already: no reason to pause.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
            Err(error) => return Err(error),
        };
        if !connections.may_open(peer.ip()) {
            tracing::debug!(address = %peer, "a peer has too many connections");
            continue;
        }
        // Where this cannot be set the peer is gone, which the connection will find out.
        let _ = stream.set_nodelay(true);
        return Ok((stream, connections.open(free, peer.ip())));
    }
}
