//! The page at `/` for people with a browser: that the service runs, where its interface is
//! described, and how agents get a language model. It is not a page for writing.

use axum::{
    http::{HeaderValue, header},
    response::Response,
};

use crate::answer::Reply;

/// The page. It contains no data, so no token is needed.
const PAGE: &str = "<!doctype html>\n\
    <html lang=\"en\">\n\
    <meta charset=\"utf-8\">\n\
    <title>Scriptorium</title>\n\
    <h1>Scriptorium</h1>\n\
    <p>The service runs. Studio apps talk to it in JSON:</p>\n\
    <ul>\n\
    <li><a href=\"/docs\">/docs</a>: every route, to read and to try out</li>\n\
    <li><a href=\"/openapi.json\">/openapi.json</a>: the same for programs</li>\n\
    <li><a href=\"/health/ready\">/health/ready</a>: whether each part does its work</li>\n\
    <li><a href=\"/metrics\">/metrics</a>: the service in numbers, for Prometheus</li>\n\
    </ul>\n\
    <p>Agents work without a language model: they measure texts and compare them with what is\n\
    recorded. With one they also write ideas, scenes, edits and letters, and can debate. To give them\n\
    one, write its server into the section <code>[model]</code> of <code>scriptorium.toml</code> and\n\
    start the service again. For Ollama:</p>\n\
    <pre>\n\
    [model]\n\
    provider = \"ollama\"\n\
    base_url = \"http://127.0.0.1:11434\"\n\
    name = \"qwen3:8b\"\n\
    </pre>\n\
    <p>The command <code>scriptorium model check</code> asks the model and says what works.\n\
    <code>docs/models.md</code> has other servers, and what is sent to them.</p>\n\
    </html>\n";

/// The page with its media type.
pub(crate) async fn page() -> Reply {
    let mut response = Response::new(PAGE.into());
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Ok(response)
}
