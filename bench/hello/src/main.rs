//! A bare server for the bench: what axum and tokio can do on this machine when a request asks for
//! nothing. It has no state, no layers and no settings. It is sent the requests of those that are
//! compared with it, so that the client does the same work for all, and takes a body in before it
//! answers.

use std::env;
use std::io;

use axum::Router;
use axum::body::Bytes;
use axum::routing::get;
use tokio::net::TcpListener;

const HELLO: &str = "Hello, World!";

#[tokio::main]
async fn main() -> io::Result<()> {
    let address = env::args()
        .nth(1)
        .ok_or_else(|| io::Error::other("usage: hello ADDRESS, such as hello 127.0.0.1:8000"))?;
    let page = get(async || HELLO).put(async |_: Bytes| HELLO).post(async |_: Bytes| HELLO);
    let app = Router::new().route("/{*path}", page);
    axum::serve(TcpListener::bind(address).await?, app).await
}
