//! Bits that flip while the file lies on the disk: which of them are found, and which are not. SQLite
//! checks the structure of its pages, and texts have digests. A value of another column that is still
//! a valid one is what the disk says it is.

use std::{collections::BTreeMap, net::SocketAddr, path::Path};

use serde_json::json;

use super::{
    requests::{ask, get},
    shim::{Disk, serve},
    writers,
};
use crate::support::{
    Reply, Text as _,
    chance::Chance,
    program::{self, Server},
    until,
};

/// Bits that flip, one at a time.
const BITS: usize = 60;

/// Pages that are lost, one at a time.
const PAGES: usize = 40;

const PAGE: usize = 4_096;

/// What everything begins with that is written here.
const WRITTEN: &[u8] = b"Turn ";

/// The first byte of a page of a table or an index.
const TREE_PAGES: [u8; 4] = [2, 5, 10, 13];

/// What a document says, which has a digest.
const TEXT: &str = "It was the best of times, it was the worst of times.";

/// What a project is called, of which there is no digest.
const NAME: &str = "A Tale of Two Cities";

/// A database that was closed, and what the program answered before.
struct Closed {
    /// Where the project with that name is read.
    named: String,
    bytes: Vec<u8>,
    answers: BTreeMap<String, Reply>,
}

impl Closed {
    fn new() -> Self {
        let disk = Disk::new();
        let mut server = Server::of(disk.serve_bare());
        let mut paths: Vec<_> =
            writers::write(server.address, 2).into_iter().map(|edit| edit.path).collect();
        paths.extend(["/api/projects".to_owned(), "/api/agents/capabilities".to_owned()]);
        let made = |path: &str, body| ask(server.address, "POST", path, Some(&body)).unwrap().ok();
        let project = made("/api/projects", json!({ "name": NAME }))["id"].text();
        let named = format!("/api/projects/{project}");
        made(&format!("{named}/documents"), json!({ "title": "I", "content": TEXT }));
        let answers = paths.iter().map(|path| (path.clone(), get(server.address, path))).collect();
        server.terminate();
        assert!(until("the program to end", || server.ended()).success());
        let bytes = std::fs::read(disk.database()).unwrap();
        Self { named, bytes, answers }
    }

    /// A copy of it with other bytes in the database.
    fn with(&self, bytes: &[u8]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("data")).unwrap();
        std::fs::write(folder.path().join("data/scriptorium.db"), bytes).unwrap();
        folder
    }

    /// A copy in which a bit of this text has flipped, wherever it stands in the file.
    fn with_flipped(&self, text: &str, at: usize, bit: u32) -> tempfile::TempDir {
        let mut bytes = self.bytes.clone();
        let windows = self.bytes.windows(text.len()).enumerate();
        let begins: Vec<_> =
            windows.filter(|(_, it)| *it == text.as_bytes()).map(|(begin, _)| begin).collect();
        assert!(!begins.is_empty(), "{text} is not in the file");
        for begin in begins {
            bytes[begin + at] ^= 1 << bit;
        }
        self.with(&bytes)
    }
}

fn start(folder: &Path) -> Result<Server, String> {
    let mut command = serve(folder, &folder.join("data"));
    command.env("SCRIPTORIUM_LOG__LEVEL", "error");
    Server::try_of(command).map_err(|ran| ran.refusal())
}

#[test]
fn a_bit_that_flips_in_a_text_with_a_digest_is_found() {
    let closed = Closed::new();
    let mut chance = Chance::of_today();
    for _ in 0..BITS {
        let at = chance.between(0, TEXT.len() as u64 - 1) as usize;
        let bit = chance.between(0, 7) as u32;
        let folder = closed.with_flipped(TEXT, at, bit);

        assert!(is_found(folder.path()), "bit {bit} of byte {at} is passed over");
    }

    assert!(!is_found(closed.with(&closed.bytes).path()), "nothing has flipped");
}

#[test]
fn a_bit_that_flips_in_another_value_which_stays_valid_is_found_by_nobody() {
    let closed = Closed::new();
    for at in 0..NAME.len() {
        let folder = closed.with_flipped(NAME, at, 0);

        assert!(!is_found(folder.path()), "byte {at} is found: say so in docs/durability.md");
        if at == 0 {
            let server = start(folder.path()).expect("a start");
            let mut name = NAME.as_bytes().to_vec();
            name[at] ^= 1;
            let name = String::from_utf8(name).unwrap();
            assert_eq!(get(server.address, &closed.named).ok()["name"], name);
            assert_eq!(get(server.address, "/health/ready").status, 200);
        }
    }
}

/// Whether somebody who looks at every page and every text finds damage.
fn is_found(folder: &Path) -> bool {
    let data = folder.join("data");
    let ran = program::run(folder, &["doctor", "--data", data.to_str().expect("a path in UTF-8")]);
    ran.out.contains("error: database: ")
}

/// Each answer is what it was before, or an error; whether there was one.
fn asks_for_everything(closed: &Closed, address: SocketAddr, page: usize) -> bool {
    let mut failed = false;
    for (path, before) in &closed.answers {
        let reply = get(address, path);
        if reply.status >= 500 {
            failed = true;
        } else {
            assert_eq!(reply.status, before.status, "page {page}: {path} answers {reply}");
        }
    }
    failed
}

#[test]
fn a_page_that_is_lost_is_told_of_and_never_called_healthy() {
    let closed = Closed::new();
    let mut chance = Chance::of_today();
    // Where something lies that is asked for, above all.
    let is_asked_for = |page: &[u8]| {
        TREE_PAGES.contains(&page[0]) && page.windows(WRITTEN.len()).any(|it| it == WRITTEN)
    };
    let pages = closed.bytes.chunks_exact(PAGE).enumerate().skip(1);
    let trees: Vec<_> =
        pages.filter(|(_, page)| is_asked_for(page)).map(|(number, _)| number).collect();
    let (mut refused, mut failed) = (0, 0);
    for _ in 0..PAGES {
        let page = trees[chance.between(0, trees.len() as u64 - 1) as usize];
        let mut bytes = closed.bytes.clone();
        bytes[page * PAGE..(page + 1) * PAGE].fill(0);
        let folder = closed.with(&bytes);

        match start(folder.path()) {
            Err(refusal) => {
                assert!(refusal.contains("damaged"), "{refusal}");
                refused += 1;
            }
            Ok(server) => {
                if asks_for_everything(&closed, server.address, page) {
                    let ready = get(server.address, "/health/ready");
                    assert_eq!(ready.status, 503, "page {page}: {ready}");
                    assert_eq!(ready.body["parts"]["database"], "damaged");
                    assert!(ready.body["problems"].to_string().contains("doctor"), "{ready}");
                    failed += 1;
                }
            }
        }
    }
    println!("of {PAGES} lost pages {refused} stop the start, {failed} are met by a reader");
    assert!(failed > 0, "nobody met what was lost");
}

#[test]
fn a_start_after_a_kill_is_not_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = || Server::of(serve(folder.path(), &folder.path().join("data")));
    let first = start();
    let acknowledged = writers::write(first.address, 1);

    drop(first);
    let mut second = start();

    assert_eq!(get(second.address, "/health/ready").status, 200);
    for edit in acknowledged {
        assert_eq!(get(second.address, &edit.path).status, 200, "{}", edit.path);
    }
    second.terminate();
    assert!(until("the program to end", || second.ended()).success());
}
