//! A novel as it is planted into: its chapters, and what is known about it (who is in it, when it is set,
//! who tells it). What is known comes from a file of facts beside the text, or with the tool.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// What is known about a novel.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FactSheet {
    /// What it is called.
    pub title: String,
    /// The folder of its chapters, from the root of the repository; only for our own texts.
    pub folder: Option<String>,
    /// The files of its chapters in their order; all of the folder when there are none.
    #[serde(default)]
    pub chapters: Vec<String>,
    /// The year it is set in, in our calendar; none for a world with another.
    pub year: Option<i64>,
    /// Whether it is spelt as in Britain; none when it is mixed.
    pub is_british: Option<bool>,
    /// Who tells it and how.
    pub narration: Narration,
    /// Who is in it: these are the lore.
    pub persons: Vec<Person>,
    /// Where it takes place: these are lore too.
    #[serde(default)]
    pub locations: Vec<String>,
    /// Where and when it is set, for the project.
    #[serde(default)]
    pub setting: String,
    /// Findings in the text as it is that were read and found worth acting on: rule and quotation.
    #[serde(default)]
    pub worthwhile: Vec<[String; 2]>,
}

/// Who tells a novel and how.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Narration {
    /// Whether nearly all of it is told by an "I".
    pub is_first_person: bool,
    /// Whether a scene keeps to what one person can know.
    pub has_one_view: bool,
    /// Whose view it is, if it is the same throughout.
    pub viewpoint: Option<String>,
}

/// A person of a novel.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The full name.
    pub name: String,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Whether the pronoun is "she".
    #[serde(default)]
    pub female: bool,
    /// What the lore states: `eyes`, `hair`, `age` and the like.
    #[serde(default)]
    pub attributes: BTreeMap<String, Value>,
}

impl Person {
    /// The name without what stands before the last word.
    pub fn last_word(&self) -> &str {
        self.name.rsplit(' ').next().unwrap_or(&self.name)
    }

    /// The shortest of the names.
    pub fn short(&self) -> &str {
        let names = self.aliases.iter().map(String::as_str).chain([self.name.as_str()]);
        names.min_by_key(|name| name.len()).unwrap_or(&self.name)
    }
}

/// A chapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// What it is called.
    pub title: String,
    /// Its text, in Markdown.
    pub text: String,
}

/// A novel with what is known about it.
#[derive(Debug, Clone)]
pub struct Novel {
    /// What is known.
    pub facts: FactSheet,
    /// The text.
    pub chapters: Vec<Chapter>,
}

impl Novel {
    /// Its words, by white space.
    pub fn words(&self) -> usize {
        self.chapters.iter().map(|it| it.text.split_whitespace().count()).sum()
    }
}

/// A key that sorts `chapter-2` before `chapter-10`.
pub fn natural_order(name: &str) -> Vec<(String, u64)> {
    let mut key = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(digits);
        let end = behind.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(behind.len());
        let (number, behind) = behind.split_at(end);
        key.push((word.to_owned(), number.parse().unwrap_or(0)));
        rest = behind;
    }
    key
}
