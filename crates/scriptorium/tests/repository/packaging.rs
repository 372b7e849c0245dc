//! Tests of what stands around the program on a machine: what a service manager hears, what a shell
//! completes, the pages of the manual, the unit, and the container's recipe.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::net::UnixDatagram,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use clap::{CommandFactory as _, Parser as _};
use scriptorium::cli::Cli;

use crate::support::{
    PATIENCE,
    program::{Ran, Server, command, run},
    until,
};

/// The program itself.
const PROGRAM: &str = env!("CARGO_BIN_EXE_scriptorium");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether a program is there to be run.
fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// The next words a service manager hears.
fn heard(socket: &UnixDatagram) -> String {
    let mut words = [0; 1_024];
    let length = socket.recv(&mut words).expect("a word in time");
    String::from_utf8(words[..length].to_vec()).unwrap().trim_end().to_owned()
}

/// The status of an answer.
fn status(address: std::net::SocketAddr, path: &str) -> u16 {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    agent.get(format!("http://{address}{path}")).call().unwrap().status().as_u16()
}

#[test]
fn a_service_manager_hears_when_the_service_is_ready_and_when_it_stops() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut command = command(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    command.args(["--data", "data"]).env("NOTIFY_SOCKET", &path);
    let mut server = Server::of(command);

    let words = heard(&socket);
    // It was ready before it said so, and it said where it is.
    assert_eq!(status(server.address, "/health/ready"), 200);
    assert_eq!(words, format!("READY=1\nSTATUS=Listening on http://{}", server.address));

    server.terminate();
    assert!(heard(&socket).starts_with("STOPPING=1\n"));
    let ended = until("the server to end", || server.ended());
    assert!(ended.success(), "{ended}");
    socket.set_nonblocking(true).unwrap();
    assert!(socket.recv(&mut [0; 8]).is_err(), "it said no more");
}

#[test]
fn a_watchdog_hears_that_all_is_well_until_the_service_stops() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut command = command(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    command.args(["--data", "data"]).env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "100000");

    let server = Server::of(command);

    assert!(heard(&socket).starts_with("READY=1\n"));
    for _ in 0..3 {
        assert_eq!(heard(&socket), "WATCHDOG=1");
    }
    server.terminate();
    let mut words = heard(&socket);
    while words == "WATCHDOG=1" {
        words = heard(&socket);
    }
    assert!(words.starts_with("STOPPING=1\n"), "{words}");
}

#[test]
fn a_service_whose_manager_has_gone_serves_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    command.args(["--data", "data"]).env("NOTIFY_SOCKET", folder.path().join("nobody"));

    let server = Server::of(command);

    assert_eq!(status(server.address, "/health/live"), 200);
}

#[test]
fn health_is_asked_of_the_server_of_the_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let health = || run(folder.path(), &["health", "--data", "data"]);
    let nobody = health().refusal();
    assert!(nobody.contains("name its address with --listen"), "{nobody}");
    assert!(!folder.path().join("data").exists());

    let server = Server::start(folder.path(), &["--data", "data"]);
    let well = health().ok();
    assert!(well.starts_with(r#"{"status":"ok","parts":"#), "{well}");
    let listen = server.address.to_string();
    let named = run(folder.path(), &["health", "--data", "elsewhere", "--listen", &listen]).ok();
    assert_eq!(named, well);

    drop(server);
    // Whoever listens there by now is another: a service that was killed is not asked.
    assert_eq!(health().refusal(), nobody);
    let gone = run(folder.path(), &["health", "--listen", &listen]).refusal();
    assert!(gone.contains(&format!("no service answers at {listen}")), "{gone}");
}

#[test]
fn a_shell_completes_commands_and_flags() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(folder.path(), &["completions", shell]).ok();

        for word in ["serve", "import", "completions", "database-url", "without-revisions"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
        fs::write(folder.path().join(shell), script).unwrap();
    }

    // Bash itself is asked what it would complete.
    let complete = |line: &[&str]| {
        let script = r#"
            source "$1"; shift
            COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); COMPREPLY=()
            _scriptorium scriptorium "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\n' "${COMPREPLY[@]}"
        "#;
        let mut bash = Command::new("bash");
        bash.args(["--norc", "-euc", script, "bash"]).arg(folder.path().join("bash")).args(line);
        let said = Ran::of(bash.output().expect("bash")).ok();
        said.lines().map(str::to_owned).collect::<BTreeSet<_>>()
    };
    assert_eq!(complete(&["scriptorium", "exp"]), BTreeSet::from(["export".to_owned()]));
    assert_eq!(
        complete(&["scriptorium", "serve", "--lis"]),
        BTreeSet::from(["--listen".to_owned()])
    );
    let below: BTreeSet<_> = complete(&["scriptorium", "token", ""]);
    assert!(
        below.is_superset(&["create", "list", "revoke"].map(str::to_owned).into()),
        "{below:?}"
    );
}

/// The names of all commands, as their pages are called.
fn pages() -> BTreeSet<String> {
    fn gather(command: &clap::Command, names: &mut BTreeSet<String>) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        names.insert(format!("{name}.1"));
        command.get_subcommands().for_each(|below| gather(below, names));
    }
    let mut whole = Cli::command().disable_help_subcommand(true);
    whole.build();
    let mut names = BTreeSet::new();
    gather(&whole, &mut names);
    names
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let folder = tempfile::tempdir().unwrap();

    let written = run(folder.path(), &["man", "--to", "man1"]).ok();
    let alone = run(folder.path(), &["man"]).ok();

    let files: BTreeSet<String> = fs::read_dir(folder.path().join("man1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(files, pages());
    assert_eq!(written.lines().count(), files.len());
    assert!(files.contains("scriptorium-token-create.1"), "{files:?}");
    for file in &files {
        let text = fs::read_to_string(folder.path().join("man1").join(file)).unwrap();
        for part in [".TH ", ".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS"] {
            assert!(text.contains(part), "{file} has no {part}");
        }
        assert_eq!(fault_of(&folder.path().join("man1").join(file)), None, "{file}");
    }
    assert!(alone.contains(".TH scriptorium 1"), "{alone}");
}

/// Has a page set, where there is a program that does; what is wrong with it.
fn fault_of(page: &Path) -> Option<String> {
    let mut groff = Command::new("groff");
    groff.args(["-man", "-Kutf8", "-Tutf8", "-ww", "-z"]).arg(page).stdin(Stdio::null());
    let set = is_there("groff").then(|| groff.output().unwrap())?;
    let said = String::from_utf8_lossy(&set.stderr).into_owned();
    (!set.status.success() || !said.is_empty()).then_some(said)
}

/// The values of a key in a unit.
fn values<'u>(unit: &'u str, key: &str) -> Vec<&'u str> {
    unit.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('=')).collect()
}

const UNIT: &str = "packaging/scriptorium.service";

#[test]
fn the_unit_starts_what_there_is_and_keeps_it_in() {
    let unit = read(UNIT);

    let words: Vec<&str> = values(&unit, "ExecStart")[0].split_whitespace().collect();
    assert_eq!(words[0], "/usr/bin/scriptorium");
    assert!(Cli::try_parse_from(&words).is_ok(), "{words:?}");
    for (key, value) in [
        ("Type", "notify"),
        ("NotifyAccess", "main"),
        ("DynamicUser", "yes"),
        ("StateDirectory", "scriptorium"),
        ("ProtectSystem", "strict"),
        ("Restart", "on-failure"),
        ("CapabilityBoundingSet", ""),
    ] {
        assert_eq!(values(&unit, key), [value], "{key}");
    }
    // The service takes 5 s to end; who waits for less would kill it at its work.
    let stop: u32 = values(&unit, "TimeoutStopSec")[0].trim_end_matches('s').parse().unwrap();
    assert!(stop > 5, "{stop}");
    assert_eq!(judged(&unit), None);
    // Who judges finds fault where there is one.
    let broken = unit.replace("Type=notify", "Type=nothing");
    assert_eq!(judged(&broken).is_some(), is_there("systemd-analyze"));
}

/// Has systemd judge a unit, where there is one; what it says of it.
fn judged(unit: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scriptorium.service");
    // The program need not be installed for its unit to be judged.
    fs::write(&file, unit.replace("/usr/bin/scriptorium", PROGRAM)).unwrap();
    let mut verify = Command::new("systemd-analyze");
    verify.args(["verify", "--man=no"]).arg(&file).env("HOME", folder.path());
    let ran = is_there("systemd-analyze").then(|| Ran::of(verify.output().unwrap()))?;
    let about_it = |line: &&str| line.contains("scriptorium.service");
    ran.err.lines().find(about_it).map(str::to_owned)
}

/// The instructions of a container's recipe, each on one line, without what is remarked.
fn instructions(recipe: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = recipe.lines().filter(|line| !line.starts_with('#')).collect();
    let joined = lines.join("\n").replace("\\\n", " ");
    let split = |line: &str| {
        let (word, rest) = line.trim().split_once(' ')?;
        Some((word.to_owned(), rest.split_whitespace().collect::<Vec<_>>().join(" ")))
    };
    joined.lines().filter_map(split).collect()
}

/// The words of an instruction in brackets.
fn words(said: &str) -> Vec<String> {
    serde_json::from_str(&said[said.find('[').expect("words in brackets")..]).unwrap()
}

#[test]
fn the_recipe_of_the_container_names_what_is_there() {
    let recipe = instructions(&read("Dockerfile"));
    let of = |word: &str| -> Vec<&str> {
        recipe.iter().filter(|(known, _)| known == word).map(|(_, rest)| rest.as_str()).collect()
    };
    let ignored = read(".dockerignore");
    let kept: Vec<&str> = ignored.lines().filter_map(|line| line.strip_prefix('!')).collect();

    for copied in of("COPY").into_iter().filter(|it| !it.contains("--from=")) {
        let paths: Vec<&str> = copied.split(' ').filter(|it| !it.starts_with("--")).collect();
        let (_, sources) = paths.split_last().expect("a target");
        for source in sources {
            assert!(root().join(source).exists(), "there is no {source}");
            let is_kept = kept.iter().any(|it| Path::new(source).starts_with(it));
            assert!(is_kept, "{source} is left out");
        }
    }
    let manifest = read("Cargo.toml");
    let value = |key: &str| manifest.lines().find_map(|line| line.strip_prefix(key)).unwrap();
    let members: Vec<String> = serde_json::from_str(value("members = ")).unwrap();
    for member in members {
        let folder = member.split('/').next().unwrap();
        let is_copied = of("COPY").iter().any(|it| it.split(' ').any(|source| source == folder));
        assert!(is_copied, "Cargo does not find the member {member}");
    }
    let toolchain = of("FROM")[0];
    let needed = value("rust-version = ");
    assert!(toolchain.contains(&format!("rust:{}", needed.trim_matches('"'))), "{toolchain}");

    // What it runs is understood, and it is not run as root.
    for said in of("ENTRYPOINT").into_iter().chain(of("HEALTHCHECK")) {
        let mut line = words(said);
        if line.len() == 1 {
            line.extend(words(of("CMD")[0]));
        }
        assert!(Cli::try_parse_from(&line).is_ok(), "{line:?}");
    }
    let user = of("USER").pop().expect("a user");
    assert!(!["root", "0"].contains(&user.split(':').next().unwrap()), "{user}");
    assert_eq!(of("VOLUME"), [r#"["/data"]"#]);
    // Every variable is one of the settings.
    for said in of("ENV") {
        let environment = said.split(' ').filter_map(|pair| pair.split_once('='));
        let environment: Vec<(String, String)> = environment
            .filter(|(name, _)| name.starts_with("SCRIPTORIUM_"))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        assert!(!environment.is_empty(), "{said}");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("scriptorium.toml");
        fs::write(&file, "").unwrap();
        let loaded = scriptorium::settings::load(Some(&file), environment.into_iter(), &[]);
        let settings = loaded.expect("settings").settings;
        assert_eq!(settings.server.listen.to_string(), "0.0.0.0:7878");
        assert_eq!(settings.data.dir, Path::new("/data"));
    }
}
