//! Bits that turn over while the file lies on the disk. A file that was closed in order is compared
//! with its seal before it is opened; in one that was not, whatever SQLite stumbles over is told, and
//! not forgotten.

use std::{collections::BTreeMap, net::SocketAddr, path::Path};

use super::{
    asked::get,
    shim::{Disk, serve},
    writers,
};
use crate::support::{Reply, chance::Chance, program::Server, until};

/// Bits that turn over, one at a time.
const BITS: usize = 60;

/// Pages that are lost, one at a time.
const PAGES: usize = 40;

const PAGE: usize = 4_096;

/// What everything begins with that is written here.
const WRITTEN: &[u8] = b"Turn ";

/// The first byte of a page of a table or an index.
const TREE_PAGES: [u8; 4] = [2, 5, 10, 13];

/// A database that was closed in order, and what the program answered before.
struct Closed {
    disk: Disk,
    bytes: Vec<u8>,
    answers: BTreeMap<String, Reply>,
}

impl Closed {
    fn new() -> Self {
        let disk = Disk::new();
        let mut server = Server::of(disk.serve_bare());
        let mut paths: Vec<_> =
            writers::write(server.address, 2).into_iter().map(|deed| deed.path).collect();
        paths.extend(["/api/projects".to_owned(), "/api/agents/capabilities".to_owned()]);
        let answers = paths.iter().map(|path| (path.clone(), get(server.address, path))).collect();
        server.terminate();
        assert!(until("the program to end", || server.ended()).success());
        let bytes = std::fs::read(disk.database()).unwrap();
        Self { disk, bytes, answers }
    }

    /// A copy of it with other bytes in the database; with its seal, or without, as if the program
    /// had been killed.
    fn with(&self, bytes: &[u8], is_sealed: bool) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("data")).unwrap();
        std::fs::write(folder.path().join("data/scriptorium.db"), bytes).unwrap();
        if is_sealed {
            let seal = self.disk.data().join("scriptorium.db.seal");
            std::fs::copy(seal, folder.path().join("data/scriptorium.db.seal")).unwrap();
        }
        folder
    }
}

fn start(folder: &Path) -> Result<Server, String> {
    let mut command = serve(folder, &folder.join("data"));
    command.env("SCRIPTORIUM_LOG__LEVEL", "error");
    Server::try_of(command).map_err(|ran| ran.refusal())
}

#[test]
fn every_bit_that_turns_over_in_a_closed_database_is_found() {
    let closed = Closed::new();
    let mut chance = Chance::of_today();
    for _ in 0..BITS {
        let at = chance.between(0, closed.bytes.len() as u64 - 1) as usize;
        let mut bytes = closed.bytes.clone();
        bytes[at] ^= 1 << chance.between(0, 7);
        let folder = closed.with(&bytes, true);

        assert!(is_found(folder.path()), "byte {at} is passed over");
    }

    // The file itself is fine, and so is its copy; and who knows better may go on.
    assert!(!is_found(closed.with(&closed.bytes, true).path()));
    let longer = [closed.bytes.as_slice(), &[0; PAGE]].concat();
    let folder = closed.with(&longer, true);
    assert!(is_found(folder.path()) && is_found(folder.path()), "at each start");
    std::fs::remove_file(folder.path().join("data/scriptorium.db.seal.broken")).unwrap();
    assert!(!is_found(folder.path()));
}

/// Whether a start finds damage: it is refused, or health says so from the beginning.
fn is_found(folder: &Path) -> bool {
    match start(folder) {
        Ok(server) => {
            let ready = get(server.address, "/health/ready");
            ready.status == 503 && ready.body["parts"]["database"] == "damaged"
        }
        Err(refusal) => {
            assert!(refusal.contains("damaged"), "{refusal}");
            true
        }
    }
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
        let folder = closed.with(&bytes, false);

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
fn a_start_after_a_kill_is_not_refused_and_says_that_there_was_no_seal() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let start = || {
        let mut command = serve(folder.path(), &folder.path().join("data"));
        command.stderr(std::fs::File::create(&log).expect("a log"));
        Server::of(command)
    };
    let says_so = || {
        let said = std::fs::read_to_string(&log).expect("a log");
        assert!(said.contains("listening"), "{said}");
        said.contains("the database has no seal")
    };
    let first = start();
    let told = writers::write(first.address, 1);
    assert!(!says_so(), "there was nothing to seal");

    drop(first);
    let mut second = start();

    assert!(says_so());
    assert_eq!(get(second.address, "/health/ready").status, 200);
    for deed in told {
        assert_eq!(get(second.address, &deed.path).status, 200, "{}", deed.path);
    }
    second.terminate();
    assert!(until("the program to end", || second.ended()).success());
    let _third = start();
    assert!(!says_so(), "it was stopped in order");
}
