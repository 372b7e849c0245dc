//! Tests of the settings: what wins, what is shown, and that the default file is the truth about
//! what can be set. What is refused and what stays secret is tested in the modules below.

mod mistakes;
mod models;
mod secrets;

use std::{collections::BTreeSet, fs, path::PathBuf};

use insta::assert_snapshot;
use scriptorium::settings::{self, Loaded, Settings, SettingsError};
use tempfile::TempDir;

/// What the layers above the defaults say.
#[derive(Default, Clone, Copy)]
struct Said<'a> {
    file: &'a str,
    environment: &'a [(&'a str, &'a str)],
    flags: &'a [(&'a str, &'a str)],
}

impl Said<'_> {
    fn load(&self) -> Result<Loaded, SettingsError> {
        let folder = Folder::with("scriptorium.toml", self.file);
        load_file(Some(folder.file()), self.environment, self.flags)
    }

    fn loaded(&self) -> Loaded {
        self.load().unwrap_or_else(|error| panic!("{error}"))
    }

    /// The message, without the folder of the file.
    fn mistakes(&self) -> String {
        let folder = Folder::with("scriptorium.toml", self.file);
        let error = load_file(Some(folder.file()), self.environment, self.flags)
            .expect_err("somebody said something wrong");
        folder.without(&error.to_string())
    }
}

fn load_file(
    file: Option<PathBuf>,
    environment: &[(&str, &str)],
    flags: &[(&str, &str)],
) -> Result<Loaded, SettingsError> {
    let environment = environment.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    let flags: Vec<_> = flags.iter().map(|(key, value)| (*key, value.to_string())).collect();
    settings::load(file.as_deref(), environment, &flags)
}

/// A folder with one file, gone when dropped.
struct Folder {
    folder: TempDir,
    name: &'static str,
}

impl Folder {
    fn with(name: &'static str, text: impl AsRef<[u8]>) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        fs::write(folder.path().join(name), text).expect("a file can be written");
        Self { folder, name }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join(self.name)
    }

    fn without(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.folder.path().display()), "")
    }
}

fn defaults() -> Settings {
    Said::default().loaded().settings
}

fn variable(key: &str) -> String {
    format!("SCRIPTORIUM_{}", key.replace('.', "__").to_uppercase())
}

/// Every key with another value than its default, as in the environment and as in a file.
const OTHERS: [(&str, &str, &str); 68] = [
    ("server.listen", "0.0.0.0:80", "'0.0.0.0:80'"),
    ("server.mode", "production", "'production'"),
    ("server.names", "studio.example.org, b.example", "['studio.example.org', 'b.example']"),
    ("server.connections_max", "17", "17"),
    ("server.connections_per_peer_max", "16", "16"),
    ("server.trusted_proxies", "192.0.2.7,::1", r#"["192.0.2.7", "::1"]"#),
    ("server.rate_per_second", "17", "17"),
    ("server.rate_burst", "17", "17"),
    ("server.body_kib_max", "17", "17"),
    ("server.import_mib_max", "17", "17"),
    ("server.header_timeout_ms", "170", "170"),
    ("server.body_timeout_ms", "170", "170"),
    ("server.idle_timeout_ms", "170", "170"),
    ("server.stop_timeout_ms", "170", "170"),
    ("data.dir", "/srv/studio", "'/srv/studio'"),
    ("documents.root", "/srv/books", "'/srv/books'"),
    ("documents.watch", "false", "false"),
    ("documents.poll_ms", "170", "170"),
    ("documents.settle_ms", "171", "171"),
    ("database.url", "postgres://db/studio", "'postgres://db/studio'"),
    ("database.connections", "17", "17"),
    ("database.checkpoint_kib", "170", "170"),
    ("agents.routing", "least_loaded", "'least_loaded'"),
    ("agents.busy_threshold", "0.25", "0.25"),
    ("agents.mailbox_max", "17", "17"),
    ("agents.heartbeat_ms", "170", "170"),
    ("agents.lease_ms", "170", "170"),
    ("swarms.queue_timeout_ms", "1700", "1700"),
    ("swarms.run_timeout_ms", "1700", "1700"),
    ("swarms.idle_timeout_ms", "170", "170"),
    ("search.embedder", "words", "'words'"),
    ("search.base_url", "http://127.0.0.1:8080/v1", "'http://127.0.0.1:8080/v1'"),
    ("search.name", "nomic-embed-text", "'nomic-embed-text'"),
    ("search.api_key", "sk-2", "'sk-2'"),
    ("search.api_key_file", "/srv/search-key", "'/srv/search-key'"),
    ("model.provider", "ollama", "'ollama'"),
    ("model.base_url", "http://127.0.0.1:11434", "'http://127.0.0.1:11434'"),
    ("model.name", "qwen3:8b", "'qwen3:8b'"),
    ("model.api_key", "sk-1", "'sk-1'"),
    ("model.api_key_file", "/srv/key", "'/srv/key'"),
    ("model.context_tokens", "1700", "1700"),
    ("model.parallel_max", "17", "17"),
    ("model.requests_per_minute", "17", "17"),
    ("model.price_input", "1.5", "1.5"),
    ("model.price_output", "15", "15"),
    ("model.queue_timeout_ms", "170", "170"),
    ("model.connect_timeout_ms", "170", "170"),
    ("model.first_token_timeout_ms", "170", "170"),
    ("model.idle_timeout_ms", "170", "170"),
    ("model.run_timeout_ms", "1700", "1700"),
    ("budget.call_tokens", "170", "170"),
    ("budget.call_cost", "1.5", "1.5"),
    ("budget.swarm_tokens", "171", "171"),
    ("budget.swarm_cost", "1.5", "1.5"),
    ("budget.project_tokens", "172", "172"),
    ("budget.project_cost", "1.5", "1.5"),
    ("budget.day_tokens", "173", "173"),
    ("budget.day_cost", "1.5", "1.5"),
    ("mcp.enabled", "false", "false"),
    ("mcp.read_only", "true", "true"),
    ("events.keep_max", "17", "17"),
    ("events.keep_days", "17", "17"),
    ("events.streams_max", "17", "17"),
    ("backup.every_hours", "17", "17"),
    ("backup.keep", "17", "17"),
    ("backup.folder", "/srv/backups", "'/srv/backups'"),
    ("log.format", "json", "'json'"),
    ("log.level", "warn,engine=debug", "'warn,engine=debug'"),
];

/// The settings that a file may not have.
const SECRETS: [&str; 2] = ["search.api_key", "model.api_key"];

/// What a setting is not right without, as in the environment.
fn beside(key: &str) -> &'static [(&'static str, &'static str)] {
    match key {
        "model.provider" => {
            &[("SCRIPTORIUM_MODEL__BASE_URL", "http://h"), ("SCRIPTORIUM_MODEL__NAME", "m")]
        }
        _ => &[],
    }
}

#[test]
fn the_default_file_lists_every_setting_and_nothing_else() {
    let file: toml::Table = settings::DEFAULTS.parse().unwrap();
    let keys: BTreeSet<String> = file
        .iter()
        .flat_map(|(section, keys)| {
            keys.as_table().unwrap().keys().map(move |key| format!("{section}.{key}"))
        })
        .collect();

    // A field without its key cannot be read at all; a key without its field changes nothing.
    let mut changes = BTreeSet::new();
    for (key, text, _) in OTHERS {
        let name = variable(key);
        let environment = [beside(key), &[(&name, text)]].concat();
        let changed = Said { environment: &environment, ..Said::default() }.loaded().settings;
        let without = Said { environment: beside(key), ..Said::default() }.loaded().settings;
        assert_ne!(changed, without, "{key} does not reach a field");
        changes.insert(format!("{changed:?}"));
    }

    assert_eq!(keys, OTHERS.map(|(key, ..)| key.to_owned()).into());
    assert_eq!(changes.len(), OTHERS.len(), "two keys reach the same field");
}

#[test]
fn the_default_file_names_the_variable_of_every_setting() {
    for (key, ..) in OTHERS {
        let comment = format!("\n# {}", variable(key));
        assert!(settings::DEFAULTS.contains(&comment), "{key}: no line that begins{comment}");
    }
}

#[test]
fn a_setting_means_the_same_in_a_file_in_the_environment_and_as_a_flag() {
    for (key, text, literal) in OTHERS {
        let (section, name) = key.split_once('.').unwrap();
        let file = format!("[{section}]\n{name} = {literal}\n");
        let variable = variable(key);

        let environment = [beside(key), &[(&variable, text)]].concat();
        let by_environment = Said { environment: &environment, ..Said::default() }.loaded();
        let environment = beside(key);
        let by_flag = Said { flags: &[(key, text)], environment, ..Said::default() }.loaded();

        assert_eq!(by_environment.settings, by_flag.settings, "{key}");
        if !SECRETS.contains(&key) {
            let by_file = Said { file: &file, environment, ..Said::default() }.loaded();
            assert_eq!(by_file.settings, by_flag.settings, "{key}");
        }
    }
}

#[test]
fn a_flag_wins_over_the_environment_over_the_file_over_the_default() {
    let file = "[database]\n\nconnections = 11\n";
    let environment = [("SCRIPTORIUM_DATABASE__CONNECTIONS", "12")];
    let flags = [("database.connections", "13")];
    // file, environment, flag, value, origin
    let table = [
        (false, false, false, 8, "default"),
        (true, false, false, 11, "scriptorium.toml:3"),
        (false, true, false, 12, "env SCRIPTORIUM_DATABASE__CONNECTIONS"),
        (true, true, false, 12, "env SCRIPTORIUM_DATABASE__CONNECTIONS"),
        (false, false, true, 13, "flag --database-connections"),
        (true, false, true, 13, "flag --database-connections"),
        (false, true, true, 13, "flag --database-connections"),
        (true, true, true, 13, "flag --database-connections"),
    ];

    for (in_file, in_environment, in_flags, connections, origin) in table {
        let loaded = Said {
            file: if in_file { file } else { "" },
            environment: if in_environment { &environment } else { &[] },
            flags: if in_flags { &flags } else { &[] },
        }
        .loaded();

        let found = loaded.origin("database.connections").unwrap().to_string();
        assert_eq!(loaded.settings.database.connections, connections);
        assert!(found.ends_with(origin), "{found} is not {origin}");
    }
}

#[test]
fn a_layer_changes_only_what_it_names() {
    let loaded = Said {
        file: "[agents]\nmailbox_max = 5\n",
        environment: &[("SCRIPTORIUM_EVENTS__KEEP_DAYS", "5")],
        flags: &[("data.dir", "elsewhere")],
    }
    .loaded();

    let mut expected = defaults();
    expected.agents.mailbox_max = 5;
    expected.events.keep_days = 5;
    expected.data.dir = "elsewhere".into();
    assert_eq!(loaded.settings, expected);
}

#[test]
fn every_setting_is_shown_with_its_origin() {
    let folder = Folder::with("scriptorium.toml", "[server]\nmode = 'production'\n");
    let environment = [
        ("SCRIPTORIUM_SERVER__NAMES", "Studio.Example.org"),
        ("SCRIPTORIUM_DATABASE__URL", "postgres://studio:secret@db.example.org:5432/studio"),
    ];
    let flags = [("server.listen", "0.0.0.0:80"), ("data.dir", "x"), ("log.format", "json")];
    let loaded = load_file(Some(folder.file()), &environment, &flags).unwrap();

    assert_snapshot!(folder.without(&loaded.show()), @r#"
    server.listen                   = "0.0.0.0:80"             # flag --listen
    server.mode                     = "production"             # scriptorium.toml:2
    server.names                    = ["Studio.Example.org"]   # env SCRIPTORIUM_SERVER__NAMES
    server.connections_max          = 4096                     # default
    server.connections_per_peer_max = 2048                     # default
    server.trusted_proxies          = []                       # default
    server.rate_per_second          = 50                       # default
    server.rate_burst               = 200                      # default
    server.body_kib_max             = 2048                     # default
    server.import_mib_max           = 64                       # default
    server.header_timeout_ms        = 5000                     # default
    server.body_timeout_ms          = 30000                    # default
    server.idle_timeout_ms          = 75000                    # default
    server.stop_timeout_ms          = 4000                     # default
    data.dir                        = "x"                      # flag --data
    documents.root                  = ""                       # default
    documents.watch                 = true                     # default
    documents.poll_ms               = 2000                     # default
    documents.settle_ms             = 1000                     # default
    database.url                    = "postgres://studio:***@db.example.org:5432/studio"   # env SCRIPTORIUM_DATABASE__URL
    database.connections            = 8                        # default
    database.checkpoint_kib         = 16000                    # default
    agents.routing                  = "first_match"            # default
    agents.busy_threshold           = 0.8                      # default
    agents.mailbox_max              = 1000                     # default
    agents.heartbeat_ms             = 10000                    # default
    agents.lease_ms                 = 60000                    # default
    swarms.queue_timeout_ms         = 3600000                  # default
    swarms.run_timeout_ms           = 7200000                  # default
    swarms.idle_timeout_ms          = 60000                    # default
    search.embedder                 = "minilm"                 # default
    search.base_url                 = ""                       # default
    search.name                     = ""                       # default
    search.api_key                  = ""                       # default
    search.api_key_file             = ""                       # default
    model.provider                  = "none"                   # default
    model.base_url                  = ""                       # default
    model.name                      = ""                       # default
    model.api_key                   = ""                       # default
    model.api_key_file              = ""                       # default
    model.context_tokens            = 8192                     # default
    model.parallel_max              = 4                        # default
    model.requests_per_minute       = 0                        # default
    model.price_input               = ""                       # default
    model.price_output              = ""                       # default
    model.queue_timeout_ms          = 600000                   # default
    model.connect_timeout_ms        = 10000                    # default
    model.first_token_timeout_ms    = 300000                   # default
    model.idle_timeout_ms           = 60000                    # default
    model.run_timeout_ms            = 900000                   # default
    budget.call_tokens              = ""                       # default
    budget.call_cost                = ""                       # default
    budget.swarm_tokens             = ""                       # default
    budget.swarm_cost               = ""                       # default
    budget.project_tokens           = ""                       # default
    budget.project_cost             = ""                       # default
    budget.day_tokens               = ""                       # default
    budget.day_cost                 = ""                       # default
    mcp.enabled                     = true                     # default
    mcp.read_only                   = false                    # default
    events.keep_max                 = 100000                   # default
    events.keep_days                = 30                       # default
    events.streams_max              = 1024                     # default
    backup.every_hours              = 24                       # default
    backup.keep                     = 7                        # default
    backup.folder                   = ""                       # default
    log.format                      = "json"                   # flag --log-format
    log.level                       = "info"                   # default
    "#);
}

#[test]
fn what_is_shown_is_a_settings_file_again() {
    let environment: Vec<_> = OTHERS
        .iter()
        .filter(|(key, ..)| !SECRETS.contains(key))
        .map(|(key, text, _)| (variable(key), text.to_string()))
        .collect();
    let environment: Vec<_> =
        environment.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let loaded = Said { environment: &environment, ..Said::default() }.loaded();

    let again = Said { file: &loaded.show(), ..Said::default() }.loaded();

    assert_eq!(again.settings, loaded.settings);
}

#[test]
fn names_are_brought_to_one_form() {
    let names = " Studio.Example.ORG. ,,b-1.example,";

    let said = Said { environment: &[("SCRIPTORIUM_SERVER__NAMES", names)], ..Said::default() };

    assert_eq!(said.loaded().settings.server.names, ["studio.example.org", "b-1.example"]);
}

#[test]
fn only_the_loopback_is_for_this_machine_alone() {
    for (listen, is_loopback) in [
        ("127.0.0.1:80", true),
        ("127.1.2.3:80", true),
        ("[::1]:80", true),
        ("[::ffff:127.0.0.1]:80", true),
        ("0.0.0.0:80", false),
        ("[::]:80", false),
        ("[::ffff:192.0.2.1]:80", false),
        ("192.0.2.1:80", false),
    ] {
        assert_eq!(settings::is_loopback(listen.parse().unwrap()), is_loopback, "{listen}");
    }
}

#[test]
fn sizes_are_also_given_in_bytes() {
    let server = defaults().server;

    assert_eq!(server.body_bytes_max(), 2 * 1024 * 1024);
    assert_eq!(server.import_bytes_max(), 64 * 1024 * 1024);
}

#[test]
fn the_file_is_the_named_one_or_the_one_of_the_environment() {
    let named = Folder::with("named.toml", "log.level = 'warn'");
    let other = Folder::with("other.toml", "log.level = 'trace'");
    let path = other.file().display().to_string();
    let environment = [("SCRIPTORIUM_CONFIG", path.as_str())];

    let by_environment = load_file(None, &environment, &[]).unwrap();
    let by_flag = load_file(Some(named.file()), &environment, &[]).unwrap();

    assert_eq!(by_environment.origin("log.level").unwrap().to_string(), format!("{path}:1"));
    assert_eq!(by_flag.settings.log.level.to_string(), "warn");
}

#[test]
fn variables_that_are_not_ours_are_left_alone() {
    let environment = [
        ("PATH", "/bin"),
        ("SCRIPTORIUMX__SERVER", "1"),
        ("SCRIPTORIUM_TEST_POSTGRES", "postgres://x"),
        ("SCRIPTORIUM_CONFIG", ""),
        ("SCRIPTORIUM_TOKEN", "secret"),
        // What Kubernetes sets beside a service of our name.
        ("SCRIPTORIUM_SERVICE_HOST", "192.0.2.1"),
        ("SCRIPTORIUM_SERVICE_PORT", "80"),
        ("SCRIPTORIUM_SERVICE_PORT_HTTP", "80"),
        ("SCRIPTORIUM_PORT", "tcp://192.0.2.1:80"),
        ("SCRIPTORIUM_PORT_80_TCP_ADDR", "192.0.2.1"),
    ];

    let loaded = Said { environment: &environment, ..Said::default() }.loaded();

    assert_eq!(loaded.settings, defaults());
}

#[test]
fn automatic_mode_is_development_on_loopback_only() {
    let table = [
        ("auto", "127.0.0.1:80", true),
        ("auto", "[::1]:80", true),
        ("auto", "[::ffff:127.0.0.1]:80", true),
        ("auto", "0.0.0.0:80", false),
        ("auto", "[::]:80", false),
        ("auto", "192.0.2.1:80", false),
        ("development", "0.0.0.0:80", true),
        ("production", "127.0.0.1:80", false),
    ];

    for (mode, listen, is_development) in table {
        let flags = [("server.mode", mode), ("server.listen", listen)];
        let server = Said { flags: &flags, ..Said::default() }.loaded().settings.server;
        assert_eq!(server.is_development(), is_development, "{mode} on {listen}");
    }
}
