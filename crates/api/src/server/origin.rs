//! Which hosts and origins requests may name, and what is read from a request's address. On a loopback
//! address the service is open to the machine's user, and a web page of somebody else must not reach
//! it: neither under a foreign host name that resolves to the loopback, nor from a foreign origin.

use axum::{
    http::{
        HeaderMap, HeaderValue, Request, StatusCode, Uri, header,
        uri::{Authority, PathAndQuery},
    },
    response::Response,
};
use percent_encoding::percent_decode_str;

use crate::{auth::Access, failure::refusal};

/// Refuses a request for a foreign host, or from a foreign origin.
#[expect(clippy::result_large_err, reason = "the refusal is the response, made once")]
pub(super) fn check<B>(access: &Access, request: &Request<B>) -> Result<(), Response> {
    let Some(host) = host(request) else {
        return Err(refusal(StatusCode::BAD_REQUEST, "A request needs one Host header"));
    };
    // A request line may name a host too.
    let mut hosts = request.uri().authority().map(Authority::as_str).into_iter().chain([host]);
    if access.checks_host && !hosts.all(|host| is_ours(access, host)) {
        return Err(refusal(
            StatusCode::MISDIRECTED_REQUEST,
            "This host name is not accepted; `server.names` adds host names",
        ));
    }
    let mut origins = request.headers().get_all(header::ORIGIN).iter();
    let is_ours = |origin: &HeaderValue| {
        origin.to_str().is_ok_and(|origin| is_our_origin(access, origin, host))
    };
    if origins.all(is_ours) {
        return Ok(());
    }
    Err(refusal(
        StatusCode::FORBIDDEN,
        "This origin is not accepted; `server.names` adds host names",
    ))
}

/// Whether a browser says that a page of this service sends the request. Its origin was checked before;
/// pages of other ports and neighbouring names are of another origin all the same.
pub(crate) fn is_from_own_page(headers: &HeaderMap) -> bool {
    match headers.get("sec-fetch-site") {
        Some(site) => site == "same-origin",
        None => headers.contains_key(header::ORIGIN),
    }
}

/// The host a request's header names, with its port; none when it names none, or several.
fn host<B>(request: &Request<B>) -> Option<&str> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next()?.to_str().ok()?;
    (hosts.next().is_none() && !host.is_empty()).then_some(host)
}

/// A host without its port.
fn name(host: &str) -> &str {
    match host.rsplit_once(':') {
        // A colon inside brackets belongs to the address.
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn is_ours(access: &Access, host: &str) -> bool {
    let name = name(host);
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|ours| name.eq_ignore_ascii_case(ours))
        || access.names.iter().any(|ours| name.eq_ignore_ascii_case(ours))
}

/// Whether a page of this origin may ask: one of a known name, or, where host names are not
/// checked, one of the very host the request names.
fn is_our_origin(access: &Access, origin: &str, host: &str) -> bool {
    let Some((_, authority)) = origin.split_once("://") else { return false };
    is_ours(access, authority) || (!access.checks_host && authority.eq_ignore_ascii_case(host))
}

/// The request with a path every part of which is text: what is no UTF-8, and U+0000, become
/// U+FFFD, which no id holds.
pub(super) fn with_text_path<B>(mut request: Request<B>) -> Request<B> {
    let path = request.uri().path();
    if !path.contains('%') {
        return request;
    }
    let decoded = percent_decode_str(path).decode_utf8();
    if decoded.is_ok_and(|decoded| !decoded.contains('\0')) {
        return request;
    }
    let segment = |segment: &str| {
        let decoded = percent_decode_str(segment);
        if decoded.clone().decode_utf8().is_ok_and(|text| !text.contains('\0')) {
            return segment.to_owned();
        }
        let text = decoded.decode_utf8_lossy().replace('\0', "\u{fffd}");
        percent_encoding::utf8_percent_encode(&text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    let mut sound = path.split('/').map(segment).collect::<Vec<_>>().join("/");
    if let Some(query) = request.uri().query() {
        sound.push('?');
        sound.push_str(query);
    }
    let mut parts = request.uri().clone().into_parts();
    if let Ok(path) = PathAndQuery::try_from(sound) {
        parts.path_and_query = Some(path);
        if let Ok(uri) = Uri::from_parts(parts) {
            *request.uri_mut() = uri;
        }
    }
    request
}

/// The whole address of a request without its trailing slash.
pub(crate) fn without_slash<B>(request: &Request<B>) -> Option<String> {
    let host = host(request)?;
    let path = request.uri().path().strip_suffix('/')?;
    let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
    let scheme = if is_https(request.headers()) { "https" } else { "http" };
    Some(format!("{scheme}://{host}{path}{query}"))
}

/// Whether the caller knows the service by HTTPS, as a proxy in front of it says. Whoever says so without
/// one only affects the response to themselves.
pub(crate) fn is_https(headers: &HeaderMap) -> bool {
    let proto = headers.get("x-forwarded-proto");
    proto.is_some_and(|proto| proto.as_bytes().eq_ignore_ascii_case(b"https"))
}
