//! Tests of the relay against services that answer nothing.

use std::{
    io::{BufReader, Read as _, pipe},
    net::TcpListener,
};

use super::*;

/// A service that answers nothing, at an address.
struct Silent {
    address: SocketAddr,
    timeout: Duration,
}

impl Silent {
    /// One that takes every connection.
    fn new(timeout: Duration) -> (Self, TcpListener) {
        let connections = TcpListener::bind("127.0.0.1:0").unwrap();
        (Self { address: connections.local_addr().unwrap(), timeout }, connections)
    }
}

impl Service for Silent {
    fn address(&self) -> Option<SocketAddr> {
        Some(self.address)
    }

    fn token(&self) -> Option<&str> {
        None
    }

    fn absence(&self) -> String {
        "There is no service".to_owned()
    }

    fn answer_timeout(&self) -> Duration {
        self.timeout
    }

    fn report(&self, _: &str) {}
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

fn request(id: usize) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/list\"}}\n")
}

fn cancellation(id: usize) -> String {
    let params = format!("{{\"requestId\":{id}}}");
    format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{params}}}\n")
}

#[test]
fn a_cancellation_is_read_and_passed_on_while_as_many_requests_run_as_may() {
    let (service, connections) = Silent::new(ANSWER_TIMEOUT);
    let (input, mut assistant) = pipe().unwrap();
    let relay = std::thread::spawn(move || {
        runtime().block_on(run(service, BufReader::new(input), std::io::sink()));
    });

    for id in 0..=REQUESTS_MAX {
        assistant.write_all(request(id).as_bytes()).unwrap();
    }
    let mut open: Vec<_> = (0..REQUESTS_MAX).map(|_| connections.accept().unwrap().0).collect();
    for id in 0..REQUESTS_MAX {
        assistant.write_all(cancellation(id).as_bytes()).unwrap();
    }

    // Each connection ends, by which the service cancels its call; and the request that waited is sent.
    for stream in &mut open {
        stream.read_to_end(&mut Vec::new()).unwrap();
    }
    let (last, _) = connections.accept().unwrap();
    assistant.write_all(cancellation(REQUESTS_MAX).as_bytes()).unwrap();
    drop((last, assistant));
    relay.join().unwrap();
}

#[test]
fn a_request_that_takes_too_long_is_given_up_with_an_error() {
    let (service, connections) = Silent::new(Duration::from_millis(1));
    let (mut answers, output) = pipe().unwrap();
    let input = std::io::Cursor::new(request(7));

    runtime().block_on(run(service, input, output));

    let mut said = String::new();
    answers.read_to_string(&mut said).unwrap();
    let answer: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&7.into(), &(-32_603).into()));
    assert!(said.contains("has not answered within 1ms"), "{said}");
    drop(connections);
}

#[test]
fn a_service_that_is_there_is_not_said_to_be_missing() {
    let version = r#""io.modelcontextprotocol/protocolVersion":"2026\n""#;
    let odd = format!(r#"{{"id":1,"method":"ping","params":{{"_meta":{{{version}}}}}}}"#);

    for (is_there, message, wanted) in
        [(true, odd, "did not come through"), (false, request(1), "There is no service")]
    {
        let (service, connections) = Silent::new(ANSWER_TIMEOUT);
        let _there = is_there.then_some(connections);
        let (mut answers, output) = pipe().unwrap();
        runtime().block_on(run(service, std::io::Cursor::new(message), output));

        let mut said = String::new();
        answers.read_to_string(&mut said).unwrap();
        assert!(said.contains(wanted), "{said}");
    }
}

#[test]
fn more_requests_than_may_wait_are_refused_at_once() {
    let (service, connections) = Silent::new(ANSWER_TIMEOUT);
    let (input, mut assistant) = pipe().unwrap();
    let (answers, output) = pipe().unwrap();
    let relay = std::thread::spawn(move || {
        runtime().block_on(run(service, BufReader::new(input), output));
    });
    let all = REQUESTS_MAX + REQUESTS_WAITING_MAX;

    for id in 0..=all {
        assistant.write_all(request(id).as_bytes()).unwrap();
    }
    let mut line = String::new();
    BufReader::new(answers).read_line(&mut line).unwrap();

    let answer: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(answer["id"], all);
    assert!(line.contains("Too many requests are under way"), "{line}");
    for id in 0..all {
        assistant.write_all(cancellation(id).as_bytes()).unwrap();
    }
    drop((connections, assistant));
    relay.join().unwrap();
}
