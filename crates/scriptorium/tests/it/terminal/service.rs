//! Which service the commands ask, and how they wait when the quota of a token is used up.

use std::{
    io::{ErrorKind, Read as _},
    net::TcpListener,
};

use crate::support::program::{Ran, Server, command, run};

#[test]
fn what_a_killed_server_has_left_is_no_address_and_gets_no_token() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    // Somebody else listens by now where the server did.
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    std::fs::write(data.join("server.lock"), format!("{}\n", other.local_addr().unwrap())).unwrap();

    for arguments in [&["projects"][..], &["health"], &["check"], &["ask", "muse", "?"]] {
        let arguments = [arguments, &["--data", "data"]].concat();
        let mut asked = command(folder.path(), &arguments);
        let asked = Ran::of(asked.env("SCRIPTORIUM_TOKEN", "scr_secret").output().unwrap());
        assert!(asked.refusal().contains("no service runs on the data folder"), "{arguments:?}");
    }
    let mut relay = command(folder.path(), &["mcp", "--data", "data"]);
    let relay = relay.env("SCRIPTORIUM_TOKEN", "scr_secret").output().unwrap();
    assert!(relay.stdout.is_empty(), "{relay:?}");

    other.set_nonblocking(true).unwrap();
    let asked = other.accept().map(|(mut it, _)| it.read_to_string(&mut String::new()));
    assert_eq!(asked.unwrap_err().kind(), ErrorKind::WouldBlock);
    // A server that starts takes the address of the other one back.
    let server = Server::start(folder.path(), &["--data", "data"]);
    let ready = run(folder.path(), &["health", "--data", "data"]);
    assert!(ready.succeeded, "{ready:?} {}", server.address);
}

#[test]
fn a_quota_that_is_used_up_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("scriptorium.toml"), "[server]\nrate_per_second = 2\nrate_burst = 2\n")
        .unwrap();
    std::fs::create_dir(at("book")).unwrap();
    std::fs::write(at("book/1.md"), "# One\n\nFar out the the bell rang.\n").unwrap();
    let _server = Server::start(folder.path(), &["--data", "data"]);
    let token = run(folder.path(), &["token", "create", "--user", "mara", "--data", "data"]).ok();
    let token = token.split_whitespace().next().unwrap();
    let asked = |arguments: &[&str]| {
        let mut asked = command(folder.path(), &[arguments, &["--data", "data"]].concat());
        Ran::of(asked.env("SCRIPTORIUM_TOKEN", token).output().unwrap())
    };

    asked(&["import", "book", "--name", "Book"]).ok();
    let report = asked(&["report", "Book"]);
    let checked = asked(&["check", "Book"]);

    assert!(report.ok().contains("readiness: "));
    assert_eq!(checked.status, Some(1), "{checked:?}");
    assert!(checked.out.contains("[prose/doubled_word]"), "{checked:?}");
}
