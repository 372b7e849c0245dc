//! The environment: which of its variables are ours, and which key each of them sets. Not their values.

use std::collections::BTreeMap;

/// What the names of our environment variables begin with.
const PREFIX: &str = "SCRIPTORIUM_";

/// The variable that names the settings file.
pub(super) const CONFIG: &str = "SCRIPTORIUM_CONFIG";

/// Variables of ours that are no settings: where the file is, a client's access token, and which
/// PostgreSQL the tests use.
pub(super) const NOT_SETTINGS: [&str; 3] =
    [CONFIG, "SCRIPTORIUM_TOKEN", "SCRIPTORIUM_TEST_POSTGRES"];

/// The program's environment variables that begin with `SCRIPTORIUM_`. Bytes that are no text
/// become U+FFFD, which no setting takes.
pub fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok().filter(|name| name.starts_with(PREFIX))?;
        Some((name, value.to_string_lossy().into_owned()))
    })
}

/// Those variables that are meant for us, by name.
pub(super) fn ours(
    environment: impl Iterator<Item = (String, String)>,
) -> BTreeMap<String, String> {
    environment
        .filter(|(name, value)| name.starts_with(PREFIX) && !is_service_link(name, value))
        .collect()
}

/// Whether Kubernetes set this variable: it does so in every container near a service that is named
/// `scriptorium`, and nobody has written it.
fn is_service_link(name: &str, value: &str) -> bool {
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    let is_numbered_port = name
        .strip_prefix("PORT_")
        .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
    name == "SERVICE_HOST"
        || name == "SERVICE_PORT"
        || name.starts_with("SERVICE_PORT_")
        || is_numbered_port
        || (name == "PORT" && value.contains("://"))
}

/// The key of an environment variable.
pub(super) fn dotted(variable: &str) -> String {
    variable.strip_prefix(PREFIX).unwrap_or(variable).to_ascii_lowercase().replace("__", ".")
}

/// The environment variable of a key: `SCRIPTORIUM_SERVER__LISTEN` of `server.listen`.
pub(super) fn variable_of(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', "__").to_ascii_uppercase())
}
