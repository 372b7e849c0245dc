//! The address of the database, which may carry a password, and how it is shown without one. It is
//! not taken apart here; that is the driver's work.

use std::fmt;

/// What stands in place of a secret.
pub(super) const HIDDEN: &str = "***";

/// Where the database is: SQLite in the data folder, or a PostgreSQL address. It is shown, also by
/// `Debug`, without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl DatabaseUrl {
    /// SQLite for the empty text, PostgreSQL for a `postgres://` or `postgresql://` address, none
    /// for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let is_known = text.is_empty()
            || ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        is_known.then(|| Self(text.to_owned()))
    }

    /// The PostgreSQL address with its password; none for SQLite.
    pub fn postgres(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(self.0.as_str())
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&without_password(&self.0))
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "DatabaseUrl({self})")
    }
}

/// The address with `***` for its password, or for all of it that cannot be told from a password:
/// a text that is not certainly well-formed is not certainly free of secrets.
pub(super) fn without_password(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let Some((scheme, rest)) = text.split_once("://") else { return HIDDEN.to_owned() };
    match redacted(rest) {
        Some(redacted) => format!("{scheme}://{redacted}"),
        None => format!("{scheme}://{HIDDEN}"),
    }
}

/// `user:password@hosts/name?parameters` without its secrets; none when it is not of that form.
fn redacted(rest: &str) -> Option<String> {
    let (path_free, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (user, hosts) = path_free.split_once('@').unwrap_or(("", path_free));
    let has_end = |host: &str| match host.rsplit_once(':') {
        Some((_, port)) => port.ends_with(']') || port.bytes().all(|byte| byte.is_ascii_digit()),
        None => true,
    };
    // Another `@` or a port that is no number: a password that was not percent-encoded.
    if hosts.contains('@') || path.contains('@') || !hosts.split(',').all(has_end) {
        return None;
    }

    let user = match (user.split_once(':'), path_free.contains('@')) {
        (Some((name, _)), _) => format!("{name}:{HIDDEN}@"),
        (None, true) => format!("{user}@"),
        (None, false) => String::new(),
    };
    let (path, parameters) = match path.split_once('?') {
        Some((path, parameters)) => (path, Some(parameters)),
        None => (path, None),
    };
    let parameters = parameters.map_or_else(String::new, |parameters| {
        let redacted: Vec<String> = parameters.split('&').map(redacted_parameter).collect();
        format!("?{}", redacted.join("&"))
    });
    Some(format!("{user}{hosts}{path}{parameters}"))
}

/// A parameter `name=value`, its value hidden when the name may be that of a password.
fn redacted_parameter(parameter: &str) -> String {
    let name = parameter.split('=').next().unwrap_or_default();
    if name.to_lowercase().contains("pass") || name.contains('%') {
        format!("{name}={HIDDEN}")
    } else {
        parameter.to_owned()
    }
}
