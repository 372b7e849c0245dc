//! The `curl` lines of a paper, read as a shell and curl would read them: quotes, line ends behind
//! a backslash, and the few options that the papers use. Another option is a mistake of the paper.

use std::collections::BTreeMap;

use super::likeness::Names;

/// Where the papers say that the service is.
const ADDRESSES: [&str; 4] = [
    "http://127.0.0.1:7878",
    "http://localhost:7878",
    "localhost:7878",
    "http://studio.example.org:7878",
];

/// What a line asks.
#[derive(Debug, PartialEq)]
pub struct Request {
    pub method: String,
    /// With its query.
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Option<String>,
    /// Whether the answer is a stream, of which only the beginning is looked at.
    pub streams: bool,
    /// The file the answer goes to.
    pub file: Option<String>,
}

/// The `curl` lines of a block, each as its words.
pub fn curls(block: &str) -> Vec<Vec<String>> {
    words(block).into_iter().filter(|line| line[0] == "curl").collect()
}

/// The words of each command.
pub fn words(block: &str) -> Vec<Vec<String>> {
    let mut lines = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut signs = block.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\'' | '"' => {
                let inside = signs.by_ref().take_while(|inside| *inside != sign);
                word.get_or_insert_default().extend(inside);
            }
            '\\' if signs.peek() == Some(&'\n') => {
                signs.next();
            }
            ' ' | '\n' => {
                let line = lines.last_mut().expect("a line");
                line.extend(word.take());
                if sign == '\n' && !line.is_empty() {
                    lines.push(Vec::new());
                }
            }
            '#' if word.is_none() => while signs.next_if(|sign| *sign != '\n').is_some() {},
            sign => word.get_or_insert_default().push(sign),
        }
    }
    lines.last_mut().expect("a line").extend(word);
    lines.retain(|line| !line.is_empty());
    lines
}

/// What a `curl` line asks, with ids in place of their names and files in place of theirs.
pub fn request(line: &[String], names: &Names, files: &BTreeMap<String, String>) -> Request {
    let (mut method, mut path, mut headers) = (None, None, Vec::new());
    let (mut body, mut streams, mut file) = (None, false, None);
    let mut words = line[1..].iter();
    while let Some(word) = words.next() {
        let mut next = || words.next().unwrap_or_else(|| panic!("{word} lacks its value"));
        match word.as_str() {
            "-X" => method = Some(next().clone()),
            "-H" => {
                let (name, value) = next().split_once(": ").expect("a header");
                headers.push((name.to_owned(), names.filled(value)));
            }
            "-d" | "--data-binary" => body = Some(content(next(), names, files)),
            "-N" => streams = true,
            "-s" => {}
            ">" => file = Some(next().clone()),
            address => {
                let own = ADDRESSES.iter().find_map(|own| address.strip_prefix(own));
                path = Some(names.filled(own.unwrap_or_else(|| panic!("{address} is not ours"))));
            }
        }
    }
    let method = method.unwrap_or_else(|| if body.is_some() { "POST" } else { "GET" }.to_owned());
    Request { method, path: path.expect("an address"), headers, body, streams, file }
}

fn content(word: &str, names: &Names, files: &BTreeMap<String, String>) -> String {
    match word.strip_prefix('@') {
        Some(file) => files.get(file).unwrap_or_else(|| panic!("no file {file}")).clone(),
        None => names.filled(word),
    }
}

#[test]
fn commands_are_read_as_a_shell_reads_them() {
    let block = "curl -N 'http://127.0.0.1:7878/a?b=c&d'  # why\n\
        curl -X PUT localhost:7878/e -H 'x: y' \\\n  -d '{\"f\": 1,\n  \"g\": 2}' > h.json\nls\n";

    let read: Vec<_> = curls(block)
        .iter()
        .map(|line| request(line, &Names::default(), &BTreeMap::new()))
        .collect();

    let plain = |method: &str, path: &str| Request {
        method: method.to_owned(),
        path: path.to_owned(),
        headers: Vec::new(),
        body: None,
        streams: false,
        file: None,
    };
    assert_eq!(
        read,
        [
            Request { streams: true, ..plain("GET", "/a?b=c&d") },
            Request {
                headers: vec![("x".to_owned(), "y".to_owned())],
                body: Some("{\"f\": 1,\n  \"g\": 2}".to_owned()),
                file: Some("h.json".to_owned()),
                ..plain("PUT", "/e")
            },
        ]
    );
}
