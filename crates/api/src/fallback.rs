//! What is answered where no route has the path of a request, or the method.

use std::sync::LazyLock;

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, Uri, header},
    response::Response,
};

use crate::{App, failure::refusal, server};

/// A route as far as it is needed here.
struct Known {
    method: Method,
    path: &'static str,
    in_production: bool,
}

static ROUTES: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let known = |route: crate::Route| Known {
        method: route.method,
        path: route.path,
        in_production: route.in_production,
    };
    crate::routes().into_iter().map(known).collect()
});

/// No route has this path; where one has it without its trailing slash, the caller is sent there.
pub(crate) async fn unknown_path(request: Request) -> Response {
    let path = request.uri().path();
    let known = path
        .strip_suffix('/')
        .filter(|path| !path.is_empty())
        .is_some_and(|path| ROUTES.iter().any(|route| matches(route.path, path)));
    let location = known.then(|| server::without_slash(&request)).flatten();
    match location.and_then(|location| HeaderValue::from_str(&location).ok()) {
        Some(location) => redirect(location),
        None => not_found(),
    }
}

/// The response where there is no route.
pub(crate) fn not_found() -> Response {
    refusal(StatusCode::NOT_FOUND, "Not Found")
}

fn redirect(location: HeaderValue) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::TEMPORARY_REDIRECT;
    response.headers_mut().insert(header::LOCATION, location);
    response
}

/// The path has no such method; the response names those that it has. HEAD goes without saying where
/// there is GET.
pub(crate) async fn wrong_method(State(app): State<App>, uri: Uri) -> Response {
    let mut response = refusal(StatusCode::METHOD_NOT_ALLOWED, "Method Not Allowed");
    let routes = || ROUTES.iter().filter(|route| matches(route.path, uri.path()));
    // Several paths with parameters may fit; the router takes the one with the fewest.
    let parameters = |path: &str| path.matches('{').count();
    let path = routes().map(|route| route.path).min_by_key(|path| parameters(path));
    let allowed: Vec<&str> = routes()
        .filter(|route| Some(route.path) == path)
        .filter(|route| route.in_production || app.is_development)
        .map(|route| route.method.as_str())
        .collect();
    if let Ok(allowed) = HeaderValue::from_str(&allowed.join(", ")) {
        response.headers_mut().insert(header::ALLOW, allowed);
    }
    response
}

/// Whether a path is one of a route's.
fn matches(route: &str, path: &str) -> bool {
    let (mut parts, mut segments) = (route.split('/'), path.split('/'));
    loop {
        match (parts.next(), segments.next()) {
            (None, None) => return true,
            (Some(part), Some(segment)) if part == segment => {}
            (Some(part), Some(segment)) if part.starts_with('{') && !segment.is_empty() => {}
            _ => return false,
        }
    }
}
