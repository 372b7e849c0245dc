//! The title page of a screenplay, which is what it says of itself.

use crate::{Metadata, bounds::NAME_BYTES_MAX, xml::cut};

use super::{emphasis, notes::MARK};

/// What the first line of a title page names: without one of these a screenplay has none, as `FADE IN:` is no key.
const KEYS: [&str; 13] = [
    "title",
    "credit",
    "author",
    "authors",
    "source",
    "notes",
    "draft date",
    "date",
    "contact",
    "copyright",
    "revision",
    "draft",
    "language",
];

/// Names of authors, and of keys that are left out, at most.
const NAMES_MAX: usize = 20;

/// A title page.
#[derive(Debug, Default)]
pub(super) struct TitlePage {
    pub(super) about: Metadata,
    /// The keys that are no part of what we know of a book.
    others: Vec<String>,
    /// How many notes stand on it.
    pub(super) notes: usize,
}

impl TitlePage {
    /// Reads the title page; what stands behind it.
    pub(super) fn read(text: &str) -> (Self, &str) {
        let text = text.trim_start_matches('\n');
        let mut page = Self::default();
        let first = text.lines().next().and_then(key_of);
        if !first.is_some_and(|(key, _)| KEYS.contains(&key.to_lowercase().as_str())) {
            return (page, text);
        }
        let (head, rest) = text.split_once("\n\n").unwrap_or((text, ""));
        page.notes = head.matches(MARK).count();
        let (mut key, mut values) = (String::new(), Vec::new());
        for line in head.lines() {
            match key_of(line) {
                Some((next, value)) => {
                    page.add(&key, &values);
                    (key, values) = (next.to_owned(), vec![value]);
                }
                None => values.push(line.trim()),
            }
        }
        page.add(&key, &values);
        (page, rest)
    }

    fn add(&mut self, key: &str, values: &[&str]) {
        // Emphasis may go on in the next line of a title.
        let line = |it: &str| {
            let plain = emphasis::plain(&it.replace(MARK, " "));
            let words: Vec<&str> = plain.split_whitespace().collect();
            words.join(" ")
        };
        let whole = line(&values.join(" "));
        if whole.is_empty() {
            return;
        }
        match key.to_lowercase().as_str() {
            "title" => {
                self.about.title = Some(cut(&whole, NAME_BYTES_MAX).to_owned());
            }
            "author" | "authors" => {
                let names = values.iter().flat_map(|it| it.split([';', '&']));
                let names = names.flat_map(|it| it.split(" and ")).take(NAMES_MAX).map(line);
                self.about.authors = names
                    .filter(|it| !it.is_empty())
                    .map(|it| cut(&it, NAME_BYTES_MAX).to_owned())
                    .collect();
            }
            "language" => {
                self.about.language = Some(cut(&whole, NAME_BYTES_MAX).to_owned());
            }
            _ if self.others.len() < NAMES_MAX => {
                self.others.push(cut(key, NAME_BYTES_MAX).to_owned());
            }
            _ => {}
        }
    }

    /// What is said of the rest of it, which is left out.
    pub(super) fn left_out(&self) -> Option<String> {
        let (last, before) = self.others.split_last()?;
        let names = match before {
            [] => last.clone(),
            before => format!("{} and {last}", before.join(", ")),
        };
        Some(format!("{names} of the title page"))
    }
}

/// The key of a line of a title page, and what stands behind it.
fn key_of(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_key = key.starts_with(|it: char| it.is_alphabetic())
        && key.chars().all(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
    is_key.then(|| (key.trim(), value.trim()))
}
