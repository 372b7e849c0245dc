//! A client of the event stream.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
};

use serde_json::Value;

use crate::{Reply, Studio, coverage};

/// Somebody who listens to what happens.
pub struct Listener {
    stream: BufReader<TcpStream>,
    /// The head of the answer.
    pub head: Reply,
    /// What was received and not yet taken.
    text: String,
}

/// One event, as it was heard.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// Its number.
    pub id: i64,
    /// What kind of event it is.
    pub kind: String,
    /// What it says.
    pub body: Value,
}

impl Listener {
    /// Begins to listen, with further headers as they go over the wire.
    pub fn open(studio: &Studio, query: &str, headers: &str) -> Self {
        Self::on(studio.connect(), query, headers)
    }

    /// Begins to listen on a connection.
    pub fn on(mut stream: TcpStream, query: &str, headers: &str) -> Self {
        let request =
            format!("GET /api/events{query} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        Self::of(stream)
    }

    /// Listens on a connection that has asked for events.
    pub fn of(stream: TcpStream) -> Self {
        let mut stream = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            let length = stream.read_line(&mut head).expect("a head in time");
            assert!(length > 0, "the head is not whole: {head:?}");
        }
        let head = Reply::parse(head.as_bytes());
        coverage::note("GET", "/api/events", head.status);
        Self { stream, head, text: String::new() }
    }

    /// Begins to listen now; what happens from here on will be heard.
    pub fn now(studio: &Studio) -> Self {
        let mut listener = Self::open(studio, "", "");
        assert_eq!(listener.block().as_deref(), Some("retry: 2000"));
        listener
    }

    /// Goes on behind the event of this number.
    pub fn after(studio: &Studio, id: i64) -> Self {
        Self::open(studio, "", &format!("Last-Event-ID: {id}\r\n"))
    }

    /// The next event; none when the stream has ended.
    pub fn event(&mut self) -> Option<Heard> {
        loop {
            let block = self.block()?;
            let field = |name: &str| {
                block.lines().find_map(|line| Some(line.strip_prefix(name)?.to_owned()))
            };
            let Some(body) = field("data: ") else { continue };
            return Some(Heard {
                id: field("id: ").and_then(|id| id.parse().ok()).expect("a number"),
                kind: field("event: ").expect("a kind"),
                body: serde_json::from_str(&body).expect("JSON on one line"),
            });
        }
    }

    /// The next events, so many.
    pub fn hear(&mut self, count: usize) -> Vec<Heard> {
        (0..count).map(|_| self.event().expect("the stream goes on")).collect()
    }

    /// The next block of lines.
    pub fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.text = rest;
                return Some(block);
            }
            self.chunk()?;
        }
    }

    fn chunk(&mut self) -> Option<()> {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("a chunk in time");
        let length =
            usize::from_str_radix(line.trim_end(), 16).ok().filter(|length| *length > 0)?;
        let mut chunk = vec![0; length + 2];
        self.stream.read_exact(&mut chunk).expect("a whole chunk");
        self.text += std::str::from_utf8(&chunk[..length]).expect("UTF-8");
        Some(())
    }
}
