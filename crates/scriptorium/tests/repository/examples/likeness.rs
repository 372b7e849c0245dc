//! Whether an answer is the one a document shows. A word in capitals stands for an id, the same one
//! wherever it stands; `…` stands for what is left out; a time is any time, and of what a command
//! prints a size is any size. All else is as it is.

use std::collections::BTreeMap;

use serde_json::Value;

/// What is left out.
const REST: &str = "…";

/// Whole numbers from here on are times, in seconds or milliseconds.
const TIMES_FROM: f64 = 1e9;

/// The ids, by the names that the document has for them.
#[derive(Default)]
pub struct Names(BTreeMap<String, String>);

impl Names {
    /// Gives an id its name.
    pub fn insert(&mut self, name: &str, id: &str) {
        self.0.insert(name.to_owned(), id.to_owned());
    }

    /// A text of the document with ids in place of their names.
    pub fn filled(&self, text: &str) -> String {
        let mut filled = String::new();
        for word in text.split_inclusive(|sign: char| !is_of_name(sign)) {
            let name = word.trim_end_matches(|sign: char| !is_of_name(sign));
            match self.0.get(name) {
                Some(id) => {
                    filled.push_str(id);
                    filled.push_str(&word[name.len()..]);
                }
                None => filled.push_str(word),
            }
        }
        let stamps = self.0.iter().filter(|(name, _)| is_stamped(name));
        stamps.fold(filled, |filled, (stamp, own)| filled.replace(stamp, own))
    }

    /// Whether a command prints what the document says: as its last lines, since it may have told before
    /// how far it was; where lines are left out, anywhere.
    pub fn shows(&mut self, said: &str, printed: &str) -> Result<(), String> {
        let (said, printed) = (plain(said), plain(printed));
        if said.lines().any(is_rest) {
            return self.parts(&said, &printed);
        }
        let lines: Vec<&str> = printed.lines().collect();
        let end = lines[lines.len().saturating_sub(said.lines().count())..].join("\n");
        for (said, printed) in said.lines().zip(end.lines()) {
            for (name, id) in said.split([' ', '/']).zip(printed.split([' ', '/'])) {
                if is_name(name) || is_stamped(name) {
                    self.0.entry(name.to_owned()).or_insert_with(|| id.to_owned());
                }
            }
        }
        self.compare(&said, &end)
    }

    /// Whether lines are those of the document, where a line of nothing but `…` stands for any, or none. Names get no
    /// ids here.
    fn parts(&self, said: &str, printed: &str) -> Result<(), String> {
        let lines: Vec<&str> = printed.lines().collect();
        let (mut at, mut is_open) = (0, false);
        for line in said.lines() {
            if is_rest(line) {
                is_open = true;
                continue;
            }
            let until = if is_open { lines.len() } else { lines.len().min(at + 1) };
            let found = (at..until).find(|&it| self.text(line, lines[it], "").is_ok());
            at = 1 + found.ok_or_else(|| format!("`{line}` is not in the text"))?;
            is_open = false;
        }
        let is_whole = is_open || at == lines.len();
        if is_whole { Ok(()) } else { Err(format!("more is in the text: {}", lines[at])) }
    }

    /// Whether the answer is what the document says; names it has not had yet are given their ids.
    pub fn compare(&mut self, said: &str, answer: &str) -> Result<(), String> {
        let (Ok(said), Ok(found)) =
            (serde_json::from_str::<Value>(said), serde_json::from_str::<Value>(answer))
        else {
            // A table has the line ends of RFC 4180, a document has its own.
            let answer = answer.replace("\r\n", "\n");
            return self.text(said.trim_end(), answer.trim_end(), "the text");
        };
        let mut learned = Self(self.0.clone());
        learned.learn(&said, &found);
        learned.value(&said, &found, "")?;
        self.0 = learned.0;
        Ok(())
    }

    /// The ids that stand where the document has nothing but a name.
    fn learn(&mut self, said: &Value, found: &Value) {
        match (said, found) {
            (Value::String(name), Value::String(id)) if is_name(name) => {
                self.0.entry(name.clone()).or_insert_with(|| id.clone());
            }
            (Value::Array(said), Value::Array(found)) => {
                said.iter().zip(found).for_each(|(said, found)| self.learn(said, found));
            }
            (Value::Object(said), Value::Object(found)) => {
                for (name, said) in said {
                    if let Some(found) = found.get(name) {
                        self.learn(said, found);
                    }
                }
            }
            _ => {}
        }
    }

    fn value(&self, said: &Value, found: &Value, way: &str) -> Result<(), String> {
        match (said, found) {
            (Value::String(text), _) if text == REST => Ok(()),
            (Value::String(said), Value::String(found)) => self.text(said, found, way),
            (Value::Number(said), Value::Number(found)) => {
                let is_time = |number: &serde_json::Number| {
                    number.as_f64().is_some_and(|it| it >= TIMES_FROM)
                };
                let like = said == found || (is_time(said) && is_time(found));
                if like { Ok(()) } else { Err(differs(way, said, found)) }
            }
            (Value::Array(said), Value::Array(found)) => {
                let open = said.last().is_some_and(|last| last == REST);
                let said = if open { &said[..said.len() - 1] } else { said };
                if found.len() < said.len() || (!open && found.len() > said.len()) {
                    return Err(format!("{way} has {} items, not {}", found.len(), said.len()));
                }
                let mut both = said.iter().zip(found).enumerate();
                both.try_for_each(|(at, (said, found))| {
                    self.value(said, found, &format!("{way}/{at}"))
                })
            }
            (Value::Object(said), Value::Object(found)) => {
                let open = said.contains_key(REST);
                for (name, said) in said.iter().filter(|(name, _)| *name != REST) {
                    let found = found.get(&self.filled(name));
                    let found = found.ok_or_else(|| format!("{way}/{name} is not there"))?;
                    self.value(said, found, &format!("{way}/{name}"))?;
                }
                let unsaid = found.keys().find(|name| !open && !said.contains_key(*name));
                unsaid.map_or(Ok(()), |name| Err(format!("{way}/{name} is there, and not said")))
            }
            (said, found) if said == found => Ok(()),
            (said, found) => Err(differs(way, said, found)),
        }
    }

    fn text(&self, said: &str, found: &str, way: &str) -> Result<(), String> {
        let said = self.filled(said);
        if is_time(&said) && is_time(found) {
            return Ok(());
        }
        let mut parts = said.split(REST);
        let first = parts.next().unwrap_or_default();
        let mut rest = found.strip_prefix(first).ok_or_else(|| differs(way, &said, &found))?;
        let mut last = first;
        for part in parts {
            let at = rest.find(part).ok_or_else(|| differs(way, &said, &found))?;
            rest = &rest[at + part.len()..];
            last = part;
        }
        let is_cut = said.contains(REST) && (last.is_empty() || found.ends_with(last));
        if rest.is_empty() || is_cut { Ok(()) } else { Err(differs(way, &said, &found)) }
    }
}

fn differs(way: &str, said: &impl std::fmt::Display, found: &impl std::fmt::Display) -> String {
    format!("{way} is {found}, and not {said}")
}

fn is_rest(line: &str) -> bool {
    line.trim() == REST
}

fn is_of_name(sign: char) -> bool {
    sign.is_ascii_uppercase() || sign == '_'
}

/// `PROJECT`, and nothing beside it.
fn is_name(text: &str) -> bool {
    text.len() > 2 && text.chars().all(is_of_name)
}

/// `2026-11-21T14:42:51.545Z`.
fn is_time(text: &str) -> bool {
    has_form(text, "0000-00-00T00:00:00.000Z")
}

/// `scriptorium-20261121T144251Z`.
fn is_stamped(text: &str) -> bool {
    text.rsplit_once('-').is_some_and(|(_, stamp)| has_form(stamp, "00000000T000000Z"))
}

fn has_form(text: &str, form: &str) -> bool {
    let digit = |sign: char| if sign.is_ascii_digit() { '0' } else { sign };
    text.chars().map(digit).eq(form.chars())
}

/// What is printed, without what the machine and the version of the tables make of it.
fn plain(printed: &str) -> String {
    let counted = ["KiB", "MiB", "GiB", "rows", "tables"];
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let is_open = |at: usize| {
            let next = words.get(at + 1).map_or("", |next| next.trim_end_matches([',', ';']));
            counted.contains(&next) || (at > 0 && words[at - 1] == "version")
        };
        let word = |(at, word): (usize, &&str)| match word.trim_end_matches(',') {
            time if is_time(time) => "then".to_owned(),
            figure if is_open(at) && figure.parse::<f64>().is_ok() => "0".to_owned(),
            _ => (*word).to_owned(),
        };
        words.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
    };
    printed.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_answer_is_like_what_was_said_of_it() {
    for (said, found, like) in [
        (r#"{"a": 1}"#, r#"{"a":1}"#, true),
        (r#"{"a": 1}"#, r#"{"a":2}"#, false),
        (r#"{"a": 1}"#, r#"{"a":1,"b":2}"#, false),
        (r#"{"a": 1, "…": "…"}"#, r#"{"a":1,"b":2}"#, true),
        (r#"{"a": 1, "…": "…"}"#, r#"{"b":2}"#, false),
        (r#"["x", "…"]"#, r#"["x","y","z"]"#, true),
        (r#"["x"]"#, r#"["x","y"]"#, false),
        (r#"["ONE", "ONE"]"#, r#"["7","7"]"#, true),
        (r#"["ONE", "ONE"]"#, r#"["7","8"]"#, false),
        (r#"["ONE", "ONE:0"]"#, r#"["7","7:0"]"#, true),
        (
            r#"["2026-11-21T14:42:51.545Z", 1795000000]"#,
            r#"["2020-01-01T00:00:00.000Z",1600000000]"#,
            true,
        ),
        (r#"["a…"]"#, r#"["abc"]"#, true),
        (r#"["a…d"]"#, r#"["abc"]"#, false),
        ("id: …\nx …", "id: 7\nx y\nz", true),
        ("id: 7", "id: 8", false),
        ("id: 7", "id: 78", false),
    ] {
        let likeness = Names::default().compare(said, found);
        assert_eq!(likeness.is_ok(), like, "{said} {found}: {likeness:?}");
    }
}

#[test]
fn what_is_printed_is_like_what_was_said_of_it() {
    let said = "made ./it-20261121T231649Z\n  816.0 KiB, version 19 of the tables\nPROJECT 7 ends";
    for (printed, like) in [
        ("made ./it-20261122T000000Z\n  1.5 GiB, version 20 of the tables\nx-1 7 ends", false),
        ("made ./it-20261122T000000Z\n  1.5 KiB, version 20 of the tables\nx-1 7 ends", true),
        ("0\nmade ./it-20261122T000000Z\n  1.5 KiB, version 2 of the tables\nx-1 7 ends", true),
        ("made ./it-20261122T000000Z\n  1.5 KiB, version 20 of the tables\nx-1 8 ends", false),
        ("made ./it-20261122T000000Z\n  1.5 KiB, version 20 of the tables", false),
    ] {
        let mut names = Names::default();
        let likeness = names.shows(said, printed);
        assert_eq!(likeness.is_ok(), like, "{printed}: {likeness:?}");
        if like {
            let filled = names.filled("it-20261121T231649Z of PROJECT");
            assert_eq!(filled, "it-20261122T000000Z of x-1");
        }
    }
}

#[test]
fn lines_that_are_left_out_may_be_none() {
    for (said, printed, like) in [
        ("…\na\n…\nb", "a\nb", true),
        ("…\na\n…\nb", "0\na\n1\nb", true),
        ("…\na\n…\nb", "b\na", false),
        ("…\na\n…\nb", "a\nb\nc", false),
        ("…\na", "0 a", false),
        ("…\na\n…\nb", "ab\nb", false),
        ("58 of 100\n…", "58 of 1000\n1", false),
        ("a\n…", "a", true),
    ] {
        let likeness = Names::default().shows(said, printed);
        assert_eq!(likeness.is_ok(), like, "{said} {printed}: {likeness:?}");
    }
}
