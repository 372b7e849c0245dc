//! The yardstick of the bench: what axum and tokio can do on this machine when a request asks for
//! nothing. It has no state, no layers and no settings. Its one route looks like the one that is
//! compared with it, so that the client does the same work for both.

use std::env;
use std::io;

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> io::Result<()> {
    let address = env::args()
        .nth(1)
        .ok_or_else(|| io::Error::other("usage: hello ADDRESS, such as hello 127.0.0.1:8000"))?;
    let app = Router::new().route("/api/projects/{project_id}", get(async || "Hello, World!"));
    axum::serve(TcpListener::bind(address).await?, app).await
}
