//! The command lines of a document, read as a shell would read them: quotes, line ends behind a
//! backslash, what is set for one command, where its output goes; and of `curl` the few options that
//! the documents use. Another option is a mistake of the document.

use super::likeness::Names;

/// Where the documents say that the service is.
pub const HERE: &str = "127.0.0.1:7878";

/// How the documents call the program.
const PROGRAM: [&[&str]; 3] =
    [&["cargo", "run", "--release", "--"], &["target/dist/scriptorium"], &["scriptorium"]];

/// A command line.
#[derive(Debug, Default, PartialEq)]
pub struct Line {
    /// The variables that are set for it alone.
    pub set: Vec<(String, String)>,
    /// Its words; of the program, however it is called, the first is `scriptorium`.
    pub words: Vec<String>,
    /// The file that its output goes to.
    pub file: Option<String>,
    /// The command that reads its output.
    pub reader: Option<String>,
}

impl Line {
    /// Reads a line.
    pub fn read(typed: &str) -> Self {
        let mut line = Self::default();
        let mut words = words(typed).unwrap_or_default().into_iter();
        while let Some(word) = words.next() {
            match (word.as_str(), word.split_once('=')) {
                (_, Some((name, value))) if line.words.is_empty() && is_variable(name) => {
                    line.set.push((name.to_owned(), value.to_owned()));
                }
                (">", _) => line.file = words.next(),
                ("|", _) => line.reader = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
                _ => line.words.push(word),
            }
        }
        let is_call = |call: &&&[&str]| {
            line.words.len() >= call.len() && line.words.iter().zip(**call).all(|(a, b)| a == b)
        };
        if let Some(call) = PROGRAM.iter().find(is_call) {
            line.words.splice(..call.len(), ["scriptorium".to_owned()]);
        }
        line
    }

    /// The value behind one of its words.
    pub fn value(&self, flag: &str) -> Option<&str> {
        let at = self.words.iter().position(|word| word == flag)?;
        self.words.get(at + 1).map(String::as_str)
    }
}

fn is_variable(name: &str) -> bool {
    name.chars().all(|sign| sign.is_ascii_uppercase() || sign == '_')
}

/// The words of a command; none while it goes on in the next line.
pub fn words(typed: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut signs = typed.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match signs.next()? {
                        end if end == sign => break,
                        inside => word.push(inside),
                    }
                }
            }
            '\\' if signs.peek() == Some(&'\n') => {
                signs.next();
                signs.peek()?;
            }
            ' ' | '\n' => words.extend(word.take()),
            '#' if word.is_none() => while signs.next_if(|sign| *sign != '\n').is_some() {},
            sign => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    Some(words)
}

/// What a `curl` asks.
#[derive(Debug, PartialEq)]
pub struct Request {
    pub method: String,
    pub host: String,
    /// With its query.
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Option<String>,
    /// Whether the answer is a stream, of which only the beginning is looked at.
    pub streams: bool,
}

/// What a `curl` asks, with ids in place of their names and with what stands in its files.
pub fn request(line: &Line, names: &Names, content: impl Fn(&str) -> String) -> Request {
    let (mut method, mut address, mut headers) = (None, None, Vec::new());
    let (mut body, mut streams) = (None, false);
    let mut words = line.words[1..].iter();
    while let Some(word) = words.next() {
        let mut next = || words.next().unwrap_or_else(|| panic!("{word} lacks its value"));
        match word.as_str() {
            "-X" => method = Some(next().clone()),
            "-H" => {
                let (name, value) = next().split_once(": ").expect("a header");
                headers.push((name.to_owned(), names.filled(value)));
            }
            "-d" | "--data-binary" => {
                let word = next();
                body = Some(match word.strip_prefix('@') {
                    Some(file) => content(file),
                    None => names.filled(word),
                });
            }
            "-N" => streams = true,
            "-s" => {}
            option if option.starts_with('-') => panic!("what is {option} of curl?"),
            word => address = Some(word.strip_prefix("http://").unwrap_or(word)),
        }
    }
    let (host, path) = address.and_then(|it| it.split_once('/')).expect("an address");
    let method = method.unwrap_or_else(|| if body.is_some() { "POST" } else { "GET" }.to_owned());
    let path = names.filled(&format!("/{path}"));
    Request { method, host: host.to_owned(), path, headers, body, streams }
}

#[test]
fn commands_are_read_as_a_shell_reads_them() {
    let read = |typed: &str| request(&Line::read(typed), &Names::default(), str::to_owned);

    let plain = |method: &str, path: &str| Request {
        method: method.to_owned(),
        host: HERE.to_owned(),
        path: path.to_owned(),
        headers: Vec::new(),
        body: None,
        streams: false,
    };
    assert_eq!(
        read("curl -N 'http://127.0.0.1:7878/a?b=c&d'  # why"),
        Request { streams: true, ..plain("GET", "/a?b=c&d") }
    );
    let put = "curl -X PUT 127.0.0.1:7878/e -H 'x: y' \\\n  -d '{\"f\": 1,\n  \"g\": 2}' > h.json";
    assert_eq!(
        read(put),
        Request {
            headers: vec![("x".to_owned(), "y".to_owned())],
            body: Some("{\"f\": 1,\n  \"g\": 2}".to_owned()),
            ..plain("PUT", "/e")
        }
    );
    assert_eq!(Line::read(put).file.as_deref(), Some("h.json"));
    assert_eq!(words("curl -d '{\n"), None);
    assert_eq!(words("curl \\\n"), None);
    let line = Line::read("A_B=c cargo run --release -- man '' | man -l -");
    assert_eq!(line.set, [("A_B".to_owned(), "c".to_owned())]);
    assert_eq!(line.words, ["scriptorium", "man", ""]);
    assert_eq!(line.reader.as_deref(), Some("man -l -"));
}
