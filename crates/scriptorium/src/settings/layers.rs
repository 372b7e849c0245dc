//! The layers: what the defaults, a file, the environment and the flags say about each key. The
//! default file is the list of known keys and their kinds; whatever else somebody says is a flaw.
//! Nothing here knows what a single setting means.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use serde::Deserialize as _;
use toml::{
    Spanned, Value,
    de::{DeString, DeTable, DeValue, ValueDeserializer},
};

use crate::logging::Plain;

use super::{DEFAULTS, Origin, Row, SettingsError, error::Flaw, near::near, url::without_password};

/// What the names of our environment variables begin with.
const PREFIX: &str = "SCRIPTORIUM_";

/// The variable that names the settings file.
const CONFIG: &str = "SCRIPTORIUM_CONFIG";

/// Variables of ours that are no settings: where the file is, a client's access token, and which
/// PostgreSQL the tests use.
const NOT_SETTINGS: [&str; 3] = [CONFIG, "SCRIPTORIUM_TOKEN", "SCRIPTORIUM_TEST_POSTGRES"];

/// The file that is read when none is named.
const FILE: &str = "scriptorium.toml";

/// The largest settings file.
const FILE_BYTES_MAX: u64 = 1024 * 1024;

/// The longest piece of a wrong value that is repeated in a message.
const FOUND_CHARS_MAX: usize = 80;

/// Keys whose values may hold a password in an address.
const SECRET: [&str; 1] = ["database.url"];

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

/// What every layer says about every key, and the flaws found so far.
pub(super) struct Layers {
    /// In the order of the default file.
    keys: Vec<Known>,
    flaws: Vec<Flaw>,
}

/// A key, and what was said about it: first the default, last what is in force.
struct Known {
    key: String,
    said: Vec<(Value, Origin)>,
}

impl Layers {
    /// The lowest layer.
    pub(super) fn defaults() -> Self {
        let table =
            DeTable::parse(DEFAULTS).expect("the default settings are TOML: a test reads them");
        let mut keys = Vec::new();
        for (section, values) in in_order(table.get_ref()) {
            let values = values.get_ref().as_table().expect("defaults stand in sections");
            for (name, value) in in_order(values) {
                let key = format!("{}.{}", section.get_ref(), name.get_ref());
                let value = plain(value).expect("the default settings are plain values");
                keys.push(Known { key, said: vec![(value, Origin::Default)] });
            }
        }
        Self { keys, flaws: Vec::new() }
    }

    /// The layer of the file: the one named on the command line, else by the environment, else the
    /// one in the current folder if it is there.
    pub(super) fn add_found_file(
        &mut self,
        named: Option<&Path>,
        environment: &BTreeMap<String, String>,
    ) {
        let variable = environment.get(CONFIG).filter(|path| !path.is_empty());
        let (path, namer) = match (named, variable) {
            (Some(path), _) => (path, Some(Origin::Flag { name: "--config".to_owned() })),
            (None, Some(path)) => {
                (Path::new(path), Some(Origin::Environment { variable: CONFIG.to_owned() }))
            }
            (None, None) => (Path::new(FILE), None),
        };

        let name = path.display().to_string();
        match read_file(path) {
            Ok(text) => self.add_file(&name, &text),
            Err(error) if namer.is_none() && error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                let whole_file = Origin::File { path: name.clone(), line: 0 };
                let text = format!("reading {} failed: {error}", Plain(&name));
                self.flaws.push(Flaw { origin: namer.unwrap_or(whole_file), text });
            }
        }
    }

    /// The layer of a file with this text. Of a file that is not TOML nothing is taken.
    fn add_file(&mut self, path: &str, text: &str) {
        let line_ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let origin = |at: usize| {
            let line = 1 + line_ends.partition_point(|&end| end < at);
            Origin::File { path: path.to_owned(), line }
        };

        let (table, errors) = DeTable::parse_recoverable(text);
        if errors.is_empty() {
            self.add_table("", table.get_ref(), &origin);
        }
        for error in errors {
            // Only the message: the parser's full text quotes the line, which may hold a password.
            let at = error.span().map_or(0, |span| span.start);
            let text = format!("not TOML: {}", found(error.message()));
            self.flaws.push(Flaw { origin: origin(at), text });
        }
    }

    /// What a table of a file says. It goes down into known sections only, hence never deep.
    fn add_table(&mut self, section: &str, table: &DeTable<'_>, origin: &dyn Fn(usize) -> Origin) {
        for (name, value) in in_order(table) {
            let key = match section {
                "" => name.get_ref().to_string(),
                section => format!("{section}.{}", name.get_ref()),
            };
            let origin_of_key = origin(name.span().start);
            match (self.is_section(&key), value.get_ref().as_table()) {
                (true, Some(table)) => self.add_table(&key, table, origin),
                (true, None) => {
                    let text = format!("{key} is a section: write `[{key}]` and its keys below");
                    self.flaws.push(Flaw { origin: origin_of_key, text });
                }
                (false, Some(_)) if section.is_empty() => {
                    let near = near(&key, &self.sections()).map(|near| format!("[{near}]"));
                    self.unknown("section", &format!("[{key}]"), near, origin_of_key);
                }
                (false, _) => match plain(value) {
                    Ok(value) => self.say(&key, value, origin_of_key),
                    // The one thing TOML allows and this type of values does not.
                    Err(_) => {
                        let text = format!("{}: a number of more than 64 bits", found(&key));
                        self.flaws.push(Flaw { origin: origin_of_key, text });
                    }
                },
            }
        }
    }

    /// The layer of the environment.
    pub(super) fn add_environment(&mut self, environment: &BTreeMap<String, String>) {
        for (variable, text) in environment {
            if NOT_SETTINGS.contains(&variable.as_str()) {
                continue;
            }
            let origin = Origin::Environment { variable: variable.clone() };
            match self.keys.iter().find(|known| variable_of(&known.key) == *variable) {
                Some(known) => {
                    let (key, value) = (known.key.clone(), known.value_of(text));
                    self.say(&key, value, origin);
                }
                None => {
                    let near = self.near_variable(variable);
                    self.unknown("variable", variable, near, origin);
                }
            }
        }
    }

    /// The layer of the flags.
    pub(super) fn add_flags(&mut self, flags: &[(&str, String)]) {
        for (key, text) in flags {
            let known = self.keys.iter().find(|known| known.key == *key);
            let value =
                known.map_or_else(|| Value::from(text.as_str()), |known| known.value_of(text));
            self.say(key, value, Origin::Flag { name: flag_of(key) });
        }
    }

    /// Notes what was said about a key.
    fn say(&mut self, key: &str, value: Value, origin: Origin) {
        match self.keys.iter_mut().find(|known| known.key == key) {
            Some(known) => known.said.push((value, origin)),
            None => {
                let keys: Vec<&str> = self.keys.iter().map(|known| known.key.as_str()).collect();
                let near = near(key, &keys).map(str::to_owned);
                self.unknown("setting", key, near, origin);
            }
        }
    }

    /// Notes that somebody named a thing that does not exist.
    fn unknown(&mut self, kind: &str, name: &str, near: Option<String>, origin: Origin) {
        let hint = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the sections are {}", self.sections().join(", ")),
        };
        let text = format!("there is no {kind} `{}`; {hint}", found(name));
        self.flaws.push(Flaw { origin, text });
    }

    /// The variable that somebody meant who wrote this one.
    fn near_variable(&self, variable: &str) -> Option<String> {
        let dotted = |name: &str| {
            name.strip_prefix(PREFIX).unwrap_or(name).to_ascii_lowercase().replace("__", ".")
        };
        let others = NOT_SETTINGS.map(dotted);
        let known: Vec<&str> = self
            .keys
            .iter()
            .map(|known| known.key.as_str())
            .chain(others.iter().map(String::as_str))
            .collect();
        near(&dotted(variable), &known).map(variable_of)
    }

    /// Reads a setting from every layer. What cannot be read is noted, and a layer below stands in
    /// so that the reading can go on.
    pub(super) fn read<T>(&mut self, key: &str, read: impl Fn(&Value) -> Result<T, String>) -> T {
        let known = self
            .keys
            .iter()
            .find(|known| known.key == key)
            .expect("every setting has its default: a test reads them all");

        let mut in_force = None;
        for (value, origin) in &known.said {
            match read(value) {
                Ok(setting) => in_force = Some(setting),
                Err(expected) => {
                    let text = format!(
                        "{key}: expected {expected}; found {}",
                        found(&display(key, value))
                    );
                    self.flaws.push(Flaw { origin: origin.clone(), text });
                }
            }
        }
        in_force.expect("defaults are within their bounds: a test reads them all")
    }

    /// The settings in force as they are displayed, once all were read.
    pub(super) fn finish(self) -> Result<Vec<Row>, SettingsError> {
        if !self.flaws.is_empty() {
            return Err(SettingsError::new(self.flaws));
        }
        let rows = self.keys.into_iter().filter_map(|Known { key, mut said }| {
            let (value, origin) = said.pop()?;
            Some(Row { value: display(&key, &value), key, origin })
        });
        Ok(rows.collect())
    }

    /// The names of the sections.
    fn sections(&self) -> Vec<&str> {
        let mut sections: Vec<&str> =
            self.keys.iter().filter_map(|known| known.key.split('.').next()).collect();
        sections.dedup();
        sections
    }

    /// Whether a section bears this name.
    fn is_section(&self, name: &str) -> bool {
        self.sections().contains(&name)
    }
}

impl Known {
    /// A text from outside a file as a value of this key's kind; text when it cannot be one, for the
    /// reader to refuse.
    fn value_of(&self, text: &str) -> Value {
        let (default, _) = &self.said[0];
        let value = match default {
            Value::Integer(_) => text.trim().parse().ok().map(Value::Integer),
            Value::Float(_) => text.trim().parse().ok().map(Value::Float),
            Value::Array(_) => {
                let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
                Some(Value::Array(items.map(Value::from).collect()))
            }
            _ => None,
        };
        value.unwrap_or_else(|| Value::from(text))
    }
}

/// The environment variable of a key: `SCRIPTORIUM_SERVER__LISTEN` of `server.listen`.
fn variable_of(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', "__").to_ascii_uppercase())
}

/// The flag of a key: its words with hyphens, but the two that are used most are short.
fn flag_of(key: &str) -> String {
    match key {
        "server.listen" => "--listen".to_owned(),
        "data.dir" => "--data".to_owned(),
        key => format!("--{}", key.replace(['.', '_'], "-")),
    }
}

/// A value as it may be displayed: as TOML, without secrets.
fn display(key: &str, value: &Value) -> String {
    match value {
        Value::String(text) if SECRET.contains(&key) => {
            Value::from(without_password(text)).to_string()
        }
        value if SECRET.contains(&key) => format!("a {}", value.type_str()),
        value => value.to_string(),
    }
}

/// A text that somebody wrote, fit for one line of a message.
fn found(text: &str) -> String {
    match text.char_indices().nth(FOUND_CHARS_MAX) {
        Some((end, _)) => format!("{}…", Plain(&text[..end])),
        None => Plain(text).to_string(),
    }
}

/// A table's entries in the order of the text.
fn in_order<'a, 'i>(
    table: &'a DeTable<'i>,
) -> Vec<(&'a Spanned<DeString<'i>>, &'a Spanned<DeValue<'i>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries
}

/// A parsed value without its place.
fn plain(value: &Spanned<DeValue<'_>>) -> Result<Value, toml::de::Error> {
    Value::deserialize(ValueDeserializer::from(value.clone()))
}

/// The text of a settings file.
fn read_file(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        let text = format!("it has more than {FILE_BYTES_MAX} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
}
