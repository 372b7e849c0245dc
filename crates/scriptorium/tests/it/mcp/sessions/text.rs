//! The lines of a recording, and the names of ids in it.

use std::{collections::HashSet, fmt, fs, path::PathBuf};

/// The lengths of what is named: an id with its hyphens, a digest, and the part of one that is in a cursor.
const ID_CHARS: usize = 36;
const DIGEST_CHARS: usize = 64;
const CURSOR_CHARS: usize = 16;

/// A line of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    Comment(String),
    Sends(String),
    Answers(u16, String),
    /// What the relay answers in place of the answer before, because it adds something of its own.
    Relayed(String),
    Does(String),
    Done(u16),
}

impl Line {
    pub(super) fn read(line: &str) -> Self {
        let (mark, rest) = line.split_at_checked(1).unwrap_or_else(|| panic!("{line:?}"));
        let text = || rest.strip_prefix(' ').unwrap_or_else(|| panic!("{line:?}")).to_owned();
        match mark {
            "#" => Self::Comment(rest.to_owned()),
            ">" => Self::Sends(text()),
            "~" => Self::Relayed(text()),
            "!" => Self::Does(text()),
            "=" => Self::Done(text().parse().unwrap()),
            "<" => {
                let (status, text) = rest.split_once(' ').unwrap_or((rest, ""));
                let status = if status.is_empty() { 200 } else { status.parse().unwrap() };
                Self::Answers(status, text.to_owned())
            }
            _ => panic!("{line:?}"),
        }
    }
}

/// The lines where the relay answers: no status of HTTP is seen, and no answer that has nothing else.
pub(super) fn lines_of_the_relay(lines: Vec<Line>) -> Vec<Line> {
    let mut seen = Vec::new();
    for line in lines {
        match line {
            Line::Answers(_, text) if text.is_empty() => {}
            Line::Answers(_, text) => seen.push(Line::Answers(200, text)),
            Line::Relayed(text) => {
                seen.pop();
                seen.push(Line::Answers(200, text));
            }
            other => seen.push(other),
        }
    }
    seen
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Comment(text) => write!(f, "#{text}"),
            Self::Sends(text) => write!(f, "> {text}"),
            Self::Relayed(text) => write!(f, "~ {text}"),
            Self::Answers(200, text) => write!(f, "< {text}"),
            Self::Answers(status, text) if text.is_empty() => write!(f, "<{status}"),
            Self::Answers(status, text) => write!(f, "<{status} {text}"),
            Self::Does(text) => write!(f, "! {text}"),
            Self::Done(status) => write!(f, "= {status}"),
        }
    }
}

/// What ids are called in a recording.
pub(super) struct Names {
    fixed: HashSet<String>,
    /// The ids that are not fixed, in the order in which they appeared.
    new: Vec<String>,
}

impl Names {
    /// For a project whose ids are those in the files of the demo, but for a few.
    pub(super) fn of_the_demo() -> Self {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("demo/project");
        let mut fixed = HashSet::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "json") {
                let text = fs::read_to_string(path).unwrap();
                fixed.extend(ids(&text).into_iter().map(str::to_owned));
            }
        }
        Self { fixed, new: Vec::new() }
    }

    /// A text of the service as it is written into a recording.
    pub(super) fn written(&mut self, text: &str) -> String {
        let mut written = String::new();
        let mut from = 0;
        for id in ids(text) {
            if self.fixed.contains(id) {
                continue;
            }
            let at = from + text[from..].find(id).unwrap();
            let number = self.new.iter().position(|known| known == id).unwrap_or_else(|| {
                self.new.push(id.to_owned());
                self.new.len() - 1
            });
            written.push_str(&text[from..at]);
            written.push_str(&format!("NEW-{}", number + 1));
            from = at + id.len();
        }
        written + &text[from..]
    }

    /// A text of a recording as the service takes it.
    pub(super) fn actual(&self, text: &str) -> String {
        // From the last, so that NEW-1 is not found in NEW-12.
        let named = self.new.iter().enumerate().rev();
        named.fold(text.to_owned(), |text, (at, id)| text.replace(&format!("NEW-{}", at + 1), id))
    }
}

/// The ids and digests in a text.
fn ids(text: &str) -> Vec<&str> {
    let is_digit = |letter: char| letter.is_ascii_digit() || ('a'..='f').contains(&letter);
    let runs = text.split(move |letter| !is_digit(letter) && letter != '-');
    let found = runs.flat_map(|run| {
        let is_id = run.len() >= ID_CHARS
            && [8, 13, 18, 23].iter().all(|at| run.as_bytes()[*at] == b'-')
            && run[..ID_CHARS].matches('-').count() == 4;
        let parts = if is_id { vec![&run[..ID_CHARS]] } else { run.split('-').collect() };
        parts.into_iter().filter(|it| [ID_CHARS, DIGEST_CHARS, CURSOR_CHARS].contains(&it.len()))
    });
    found.collect()
}

#[test]
fn what_is_written_is_read_again() {
    let mut names = Names { fixed: HashSet::new(), new: Vec::new() };
    let id = "01a20067-432c-735a-9d8c-626e4bc582bd";

    for line in ["# A", "> {}", "< {}", "~ {}", "<404 {}", "<202", "! POST /x {}", "= 201"] {
        assert_eq!(Line::read(line).to_string(), line);
    }
    assert_eq!(names.written(&format!("a {id} {id}b")), "a NEW-1 NEW-1b");
    assert_eq!(names.actual("NEW-1, NEW-2"), format!("{id}, NEW-2"));
    assert_eq!(names.written("the cursor a742ef7133bcfb24-23."), "the cursor NEW-2-23.");
    assert_eq!(names.actual("NEW-2-23"), "a742ef7133bcfb24-23");
}
