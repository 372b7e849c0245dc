//! Every route has a test. Tests note here which routes answered them with success; where the
//! environment names a log, each is written there once, and `cargo xtask test` compares the log
//! with the document of the interface after a whole run. Which routes there are is asked of the
//! program, never listed.

use std::{
    collections::BTreeSet,
    fs::OpenOptions,
    io::Write as _,
    sync::{LazyLock, Mutex, PoisonError},
};

/// Names the log. Several test programs may write to it, so each line is one write at its end.
const LOG: &str = "SCRIPTORIUM_ROUTE_LOG";

/// Every route: its method, and its path with parameters in braces.
pub static ROUTES: LazyLock<Vec<(String, &'static str)>> = LazyLock::new(|| {
    api::routes().iter().map(|route| (route.method.to_string(), route.path)).collect()
});

/// The path of the route that such a request reaches; none where there is no such route. A word of
/// a path wins over a parameter, as it does in the router.
pub fn route(method: &str, target: &str) -> Option<&'static str> {
    let path = target.split('?').next().unwrap_or(target);
    let fits = |(known, route): &&(String, &'static str)| known == method && fits(route, path);
    let words = |route: &str| route.split('/').map(|part| !is_parameter(part)).collect::<Vec<_>>();
    ROUTES.iter().filter(fits).map(|(_, route)| *route).max_by_key(|route| words(route))
}

fn fits(route: &str, path: &str) -> bool {
    let (parts, segments): (Vec<_>, Vec<_>) =
        (route.split('/').collect(), path.split('/').collect());
    parts.len() == segments.len()
        && parts
            .iter()
            .zip(segments)
            .all(|(part, segment)| *part == segment || (is_parameter(part) && !segment.is_empty()))
}

/// Whether a part of a path stands for any text.
pub fn is_parameter(part: &str) -> bool {
    part.starts_with('{')
}

/// The line that says a route was called; none unless it did what was asked.
pub fn line(method: &str, target: &str, status: u16) -> Option<String> {
    let succeeded = (200..300).contains(&status);
    route(method, target).filter(|_| succeeded).map(|route| format!("{method} {route}\n"))
}

/// Notes an answer to a test.
pub fn note(method: &str, target: &str, status: u16) {
    static NOTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let Some(log) = std::env::var_os(LOG) else { return };
    let Some(line) = line(method, target, status) else { return };
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    if noted.insert(line.clone()) {
        let mut log = OpenOptions::new().append(true).create(true).open(log).expect("a route log");
        log.write_all(line.as_bytes()).expect("a line in the route log");
    }
}
