//! A thousand listeners, half of whom never read: the others miss nothing, the program stays small,
//! and it ends in its time.

use std::{
    io::{ErrorKind, Write as _},
    net::{SocketAddr, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use tokio::sync::Barrier;

use crate::support::{Listener, PATIENCE, program::Server, until};

const READERS: usize = 500;
const SLEEPERS: usize = 500;

/// Changes before anybody listens, of [`EVENT_BYTES`] each: more than the buffers of a connection
/// hold. Those who never read ask for all of them.
const EARLIER: usize = 240;

/// Changes that are sent to everybody when they happen.
const LATER: usize = 100;

const EVENT_BYTES: usize = 16_000;

/// Each change, and the making of what is changed.
const LAST: usize = 1 + EARLIER + LATER;

/// How much memory the program may have needed at any time, in KiB.
const MEMORY_KIB_MAX: u64 = 150 * 1024;

/// The most seconds from the signal to the end.
const STOP_S: u64 = 5;

/// Requests may take long to end; those who do not read are not waited for, and not closed before they wake up,
/// however slow the machine is.
const SETTINGS: &str = "[server]\nstop_timeout_ms = 600_000\nidle_timeout_ms = 600_000\n";

/// Sleepers that wake up at the end.
const WOKEN: usize = 3;

/// How long the readers may take for everything.
const READING: Duration = Duration::from_secs(120);

/// A connection that has asked for events, with a further header.
fn listen(address: SocketAddr, header: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let request = format!("GET /api/events HTTP/1.1\r\nHost: localhost\r\n{header}\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

/// Reads numbers of events until the last one, and counts itself among those who are done. They come
/// in their order, without a gap; only lines are looked at.
async fn read(stream: TcpStream, began: Arc<Barrier>, done: Arc<AtomicUsize>) {
    stream.set_nonblocking(true).unwrap();
    let stream = tokio::net::TcpStream::from_std(stream).unwrap();
    let (mut line, mut last, mut has_begun) = (Vec::new(), 1 + EARLIER, false);
    let mut bytes = vec![0; 64 * 1024];
    loop {
        stream.readable().await.unwrap();
        let count = match stream.try_read(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => continue,
            count => count.unwrap(),
        };
        assert!(count > 0, "the stream ends at {last}");
        for byte in &bytes[..count] {
            if *byte != b'\n' {
                line.push(*byte);
                continue;
            }
            let text = std::mem::take(&mut line);
            if text.starts_with(b"retry: ") && !has_begun {
                has_begun = true;
                began.wait().await;
            }
            let Some(number) = text.strip_prefix(b"id: ") else { continue };
            let number: usize = str::from_utf8(number).unwrap().parse().unwrap();
            assert_eq!(number, last + 1);
            last = number;
            if last == LAST {
                done.fetch_add(1, Ordering::SeqCst);
                return;
            }
        }
    }
}

/// The most memory the process has needed so far, in KiB.
fn memory_kib(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn a_thousand_listeners_half_of_them_asleep_cost_little_and_miss_nothing() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("scriptorium.toml"), SETTINGS).unwrap();
    let mut server = Server::start(folder.path(), &["--data", "data", "--log-level", "error"]);
    let address = server.address;
    let ask = |method: &str, path: &str, body: &serde_json::Value| {
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{address}{path}"))
            .header("content-type", "application/json");
        let mut answer = ureq::run(request.body(body.to_string()).unwrap()).unwrap();
        serde_json::from_str::<serde_json::Value>(&answer.body_mut().read_to_string().unwrap())
            .unwrap()
    };
    let project = ask("POST", "/api/projects", &json!({ "name": "x" }));
    let project = format!("/api/projects/{}", project["id"].as_str().unwrap());

    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (began, done) = (Arc::new(Barrier::new(READERS + 1)), Arc::new(AtomicUsize::new(0)));
    let description = "x".repeat(EVENT_BYTES);
    let change = |number: usize| {
        ask("PUT", &project, &json!({ "description": format!("{number} {description}") }));
    };
    (0..EARLIER).for_each(change);
    let from_the_first = "Last-Event-ID: 0\r\n";
    let sleepers: Vec<_> = (0..SLEEPERS).map(|_| listen(address, from_the_first)).collect();
    let mut readers = tokio::task::JoinSet::new();
    for _ in 0..READERS {
        let reader = read(listen(address, ""), began.clone(), done.clone());
        readers.spawn_on(reader, runtime.handle());
    }
    runtime.block_on(began.wait());
    (0..LATER).for_each(change);
    let everybody = async {
        while let Some(reader) = readers.join_next().await {
            reader.unwrap();
        }
    };
    runtime.block_on(async { tokio::time::timeout(READING, everybody).await }).unwrap();

    assert_eq!(done.load(Ordering::SeqCst), READERS);
    let kib = memory_kib(server.id());
    println!("{kib} KiB of memory at the most");
    assert!(kib < MEMORY_KIB_MAX, "{kib} KiB");
    for sleeper in sleepers.iter().take(WOKEN) {
        let mut woken = Listener::of(sleeper.try_clone().unwrap());
        let heard = woken.hear(LAST);
        assert_eq!(super::ids(&heard), (1..).take(LAST).collect::<Vec<i64>>());
    }
    let signalled = Instant::now();
    server.terminate();
    let status = until("the program to end", || server.ended());
    assert!(status.success(), "{status}");
    println!("{:?} from the signal to the end", signalled.elapsed());
    assert!(signalled.elapsed().as_secs() < STOP_S, "{:?}", signalled.elapsed());
}
