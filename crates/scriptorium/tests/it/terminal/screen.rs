//! What is seen on a terminal and nowhere else: the bar of a check, colours, the page in a browser.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use super::Studio;
use crate::support::{
    program::{Ran, command, run_in_terminal},
    until,
};

/// The red of what is wrong, the yellow of what is to be looked at.
const COLOURS: [&str; 2] = ["\u{1b}[31m", "\u{1b}[33m"];

#[test]
fn a_check_on_a_terminal_shows_how_far_it_is_and_its_findings_in_colours() {
    let studio = Studio::start();
    let check = || command(studio.path(), &["check", "The Tide", "--data", "data"]);
    let is_coloured = |seen: &str| COLOURS.iter().any(|colour| seen.contains(colour));

    let mut coloured = check();
    coloured.env("TERM", "xterm");
    let coloured = run_in_terminal(coloured, "");
    let mut plain = check();
    plain.env("TERM", "xterm").env("NO_COLOR", "1");
    let plain = run_in_terminal(plain, "");
    let piped = Ran::of(check().env("TERM", "xterm").output().unwrap());

    for seen in [&coloured, &plain] {
        assert_eq!(seen.status, Some(1), "{seen:?}");
        assert!(seen.out.contains("checking "), "{seen:?}");
        assert!(seen.out.contains(" sub-tasks"), "{seen:?}");
        assert!(seen.out.ends_with("1 finding\r\n"), "{seen:?}");
    }
    assert!(is_coloured(&coloured.out), "{coloured:?}");
    assert!(!is_coloured(&plain.out), "{plain:?}");
    assert!(!piped.out.contains('\u{1b}') && piped.err.is_empty(), "{piped:?}");
}

/// A folder with the program that opens addresses on a desktop, which here notes what it was given.
fn desktop(at: &Path) -> String {
    let folder = at.join("bin");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("xdg-open");
    let noted = at.join("opened");
    // Renamed, so that whoever sees it sees all of it.
    let script =
        format!("#!/bin/sh\necho \"$1\" > '{0}.new' && mv '{0}.new' '{0}'\n", noted.display());
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:/usr/bin:/bin", folder.display())
}

#[test]
fn the_page_opens_in_the_browser_or_its_address_is_said() {
    let studio = Studio::start();
    let page = format!("http://{}/", studio.server.address);
    let opened = studio.path().join("opened");

    let mut open = command(studio.path(), &["open", "--data", "data"]);
    let said = Ran::of(open.env("PATH", desktop(studio.path())).output().unwrap()).ok();
    until("the browser", || opened.exists().then_some(()));
    let mut nowhere = command(studio.path(), &["open", "--data", "data"]);
    let refusal = Ran::of(nowhere.env("PATH", "").output().unwrap()).refusal();

    assert!(said.contains(&page), "{said}");
    assert_eq!(fs::read_to_string(opened).unwrap().trim(), page);
    assert!(refusal.contains(&format!("no browser could be started; the page is at {page}")));
}
