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

use super::{
    DEFAULTS, Origin, Row, SettingsError,
    agent_keys::{AGENTS, is_agent, of_agent},
    display::{display, found, is_api_key},
    environment::{CONFIG, NOT_SETTINGS, dotted, variable_of},
    error::Flaw,
    near::near,
};
use crate::logging::Plain;

/// The file that is read when none is named.
const FILE: &str = "scriptorium.toml";

/// The largest settings file.
const FILE_BYTES_MAX: u64 = 1024 * 1024;

/// What every layer says about every key, and the flaws found so far.
pub(super) struct Layers {
    /// In the order of the default file.
    keys: Vec<Known>,
    flaws: Vec<Flaw>,
}

/// A key, and what was said about it: first the default, last what is in force. A key of one agent has
/// no default of its own, and is known from when somebody says something about it.
struct Known {
    key: String,
    /// What kind of value it has.
    default: Value,
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
                let said = vec![(value.clone(), Origin::Default)];
                keys.push(Known { key, default: value, said });
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
                (false, Some(_)) if key.starts_with(AGENTS) => {
                    let text = format!(
                        "{} is the section of no agent: an agent's id is a lower-case word",
                        found(&format!("[{key}]"))
                    );
                    self.flaws.push(Flaw { origin: origin_of_key, text });
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
            self.know(&dotted(variable));
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
            self.know(key);
            let known = self.keys.iter().find(|known| known.key == *key);
            let value =
                known.map_or_else(|| Value::from(text.as_str()), |known| known.value_of(text));
            self.say(key, value, Origin::Flag { name: flag_of(key) });
        }
    }

    /// Notes what was said about a key.
    fn say(&mut self, key: &str, value: Value, origin: Origin) {
        self.know(key);
        match self.keys.iter_mut().find(|known| known.key == key) {
            Some(_) if is_secret_in_file(key, &value, &origin) => {
                let text = format!(
                    "{key}: a key is not taken from this file: set the variable \
                     {}, or write the key into a file of its own and name that in {key}_file",
                    variable_of(key)
                );
                self.flaws.push(Flaw { origin, text });
            }
            Some(known) => known.said.push((value, origin)),
            None => {
                let near = self.near_key(key);
                self.unknown("setting", key, near, origin);
            }
        }
    }

    /// Makes the key of one agent a known one, when the section `model` has a key of this name.
    fn know(&mut self, key: &str) {
        let Some((_, name)) = of_agent(key) else { return };
        if self.keys.iter().any(|known| known.key == key) {
            return;
        }
        let shared = format!("model.{name}");
        let shared = self.keys.iter().find(|known| known.key == shared);
        if let Some(default) = shared.map(|known| known.default.clone()) {
            self.keys.push(Known { key: key.to_owned(), default, said: Vec::new() });
        }
    }

    /// The key that somebody meant who wrote this one.
    fn near_key(&self, key: &str) -> Option<String> {
        let keys: Vec<&str> = self.keys.iter().map(|known| known.key.as_str()).collect();
        match of_agent(key) {
            Some((agent, name)) => {
                let shared = near(&format!("model.{name}"), &keys)?.strip_prefix("model.")?;
                Some(format!("{AGENTS}{agent}.{shared}"))
            }
            None => near(key, &keys).map(str::to_owned),
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
        let others = NOT_SETTINGS.map(dotted);
        let known: Vec<&str> = self
            .keys
            .iter()
            .map(|known| known.key.as_str())
            .chain(others.iter().map(String::as_str))
            .collect();
        let key = dotted(variable);
        if of_agent(&key).is_some() {
            return self.near_key(&key).map(|near| variable_of(&near));
        }
        near(&key, &known).map(variable_of)
    }

    /// Reads a setting from every layer. What cannot be read is noted, and a layer below stands in
    /// so that the reading can go on.
    pub(super) fn read<T>(&mut self, key: &str, read: impl Fn(&Value) -> Result<T, String>) -> T {
        self.read_own(key, read).expect("defaults are within their bounds: a test reads them all")
    }

    /// Reads a setting that not everybody has to have: none when nobody said anything about it.
    pub(super) fn read_own<T>(
        &mut self,
        key: &str,
        read: impl Fn(&Value) -> Result<T, String>,
    ) -> Option<T> {
        let known = self.keys.iter().find(|known| known.key == key)?;
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
        in_force
    }

    /// The agents that have settings of their own, in the order in which they were named.
    pub(super) fn agents(&self) -> Vec<String> {
        let mut agents: Vec<String> = Vec::new();
        for (agent, _) in self.keys.iter().filter_map(|known| of_agent(&known.key)) {
            if !agents.iter().any(|known| known == agent) {
                agents.push(agent.to_owned());
            }
        }
        agents
    }

    /// Whether somebody said something about this key.
    pub(super) fn is_said(&self, key: &str) -> bool {
        self.keys.iter().any(|known| known.key == key && !known.said.is_empty())
    }

    /// Notes that what was said about `because` needs another setting.
    pub(super) fn missing(&mut self, because: &str, text: String) {
        let known = self.keys.iter().find(|known| known.key == because);
        let origin = known.and_then(|known| known.said.last());
        let origin = origin.map_or(Origin::Default, |(_, origin)| origin.clone());
        self.flaws.push(Flaw { origin, text });
    }

    /// The settings in force as they are displayed, once all were read.
    pub(super) fn finish(self) -> Result<Vec<Row>, SettingsError> {
        if !self.flaws.is_empty() {
            return Err(SettingsError::new(self.flaws));
        }
        let rows = self.keys.into_iter().filter_map(|Known { key, mut said, .. }| {
            let (value, origin) = said.pop()?;
            Some(Row { value: display(&key, &value), key, origin })
        });
        Ok(rows.collect())
    }

    /// The names of the sections.
    fn sections(&self) -> Vec<&str> {
        let mut sections: Vec<&str> = Vec::new();
        for section in self.keys.iter().filter_map(|known| known.key.split('.').next()) {
            if !sections.contains(&section) {
                sections.push(section);
            }
        }
        sections
    }

    /// Whether a section bears this name.
    fn is_section(&self, name: &str) -> bool {
        self.sections().contains(&name)
            || name == AGENTS.trim_end_matches('.')
            || name.strip_prefix(AGENTS).is_some_and(is_agent)
    }
}

impl Known {
    /// A text from outside a file as a value of this key's kind; text when it cannot be one, for the
    /// reader to refuse.
    fn value_of(&self, text: &str) -> Value {
        let value = match &self.default {
            Value::Integer(_) => text.trim().parse().ok().map(Value::Integer),
            Value::Float(_) => text.trim().parse().ok().map(Value::Float),
            Value::Boolean(_) => text.trim().parse().ok().map(Value::Boolean),
            Value::Array(_) => {
                let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
                Some(Value::Array(items.map(Value::from).collect()))
            }
            _ => None,
        };
        value.unwrap_or_else(|| Value::from(text))
    }
}

/// Whether somebody wrote a secret into the settings file; the empty text is none.
fn is_secret_in_file(key: &str, value: &Value, origin: &Origin) -> bool {
    is_api_key(key) && matches!(origin, Origin::File { .. }) && value.as_str() != Some("")
}

/// The flag of a key: its words with hyphens, but the two that are used most are short.
fn flag_of(key: &str) -> String {
    match key {
        "server.listen" => "--listen".to_owned(),
        "data.dir" => "--data".to_owned(),
        key => format!("--{}", key.replace(['.', '_'], "-")),
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
