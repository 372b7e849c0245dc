//! What a search costs over many passages of a made-up language. Only our service is measured.

use std::path::Path;

use serde_json::{Value, json};
use xtask::failure::{Failure, Outcome};

use crate::load::{Figures, Runner, Target};
use crate::requests::line;
use crate::seed;
use crate::servers::{Server, Subject};

/// How many passages are searched, at least.
const PASSAGES: usize = 20_000;

/// Documents they are in, and paragraphs of each. A paragraph is almost as long as a passage may
/// be, so that each is a passage of its own.
const DOCUMENTS: usize = 200;
const PARAGRAPHS: usize = PASSAGES / DOCUMENTS;
const PARAGRAPH_WORDS: usize = 140;

/// Different words; some novels have as many.
const WORDS: usize = 12_000;

/// Different searches, and the words of each.
const SEARCHES: usize = 1_000;
const SEARCH_WORDS: usize = 4;

const SEARCH: &str = "/api/discovery/research/search";

/// What a search costs.
pub(crate) struct Searches {
    /// How many passages there were.
    pub(crate) passages: u64,
    pub(crate) figures: Figures,
}

/// Fills a service and searches it.
pub(crate) fn measure(runner: &Runner, subject: &Subject, folder: &Path) -> Outcome<Searches> {
    let server = Server::start(subject, folder)?;
    let project = seed::make_projects(&server, 1)?.remove(0);
    println!("search: making {DOCUMENTS} documents of {PARAGRAPHS} passages");
    let path = format!("/api/projects/{project}/documents");
    seed::post_all(&server, DOCUMENTS, |number| {
        (path.clone(), json!({ "title": format!("Chapter {number}"), "content": text(number) }))
    })?;
    let passages = check(&server)?;

    let mut words = Words::new(usize::MAX);
    let searches = (0..SEARCHES).map(|_| {
        let query = words.several(SEARCH_WORDS);
        line("POST", SEARCH, Some(&json!({ "query": query, "projectId": project })))
    });
    let file = folder.join("searches");
    seed::write_lines(&file, searches)?;
    Ok(Searches { passages, figures: runner.run(Target::new(&server, "search", file))? })
}

/// All passages are indexed, and some are found by their own words. How many there are.
fn check(server: &Server) -> Outcome<u64> {
    let collections = server.client.get("/api/discovery/research/collections")?;
    let passages = collections["collections"][0]["passages"].as_u64().unwrap_or(0);
    if passages < PASSAGES as u64 {
        return Err(Failure::new(format!("{PASSAGES} passages were made: {collections}")));
    }
    for number in [0, DOCUMENTS / 2, DOCUMENTS - 1] {
        let text = text(number);
        let words: Vec<&str> = text.split(' ').take(12).collect();
        let query = words.join(" ");
        let found = server.client.post(SEARCH, &json!({ "query": query }))?;
        let mut results = found["results"].as_array().into_iter().flatten();
        let is_match = |found: &Value| {
            found["content"].as_str().is_some_and(|content| content.starts_with(&query))
        };
        if !results.any(is_match) {
            return Err(Failure::new(format!("{query:?} is not found: {}", found["results"][0])));
        }
    }
    Ok(passages)
}

/// The text of a document.
fn text(number: usize) -> String {
    let mut words = Words::new(number);
    let paragraphs: Vec<String> =
        (0..PARAGRAPHS).map(|_| words.several(PARAGRAPH_WORDS) + ".").collect();
    paragraphs.join("\n\n")
}

/// Pseudo-random words, the same in every run, with the frequencies of a natural language.
struct Words(u64);

impl Words {
    fn new(seed: usize) -> Self {
        Self(seed as u64 ^ 0x9e37_79b9_7f4a_7c15)
    }

    /// A number below 1, by a linear congruential generator (Knuth's MMIX).
    fn random(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn several(&mut self, count: usize) -> String {
        let words: Vec<String> = (0..count).map(|_| self.word()).collect();
        words.join(" ")
    }

    /// A word of syllables. Its rank is a random power of the number of words, so that frequencies
    /// follow Zipf's law.
    fn word(&mut self) -> String {
        const SYLLABLES: [&str; 24] = [
            "ba", "ce", "di", "fo", "gu", "har", "jel", "kin", "lom", "mur", "na", "per", "qui",
            "ros", "sut", "ta", "ve", "wil", "xo", "yun", "zar", "bren", "cli", "dor",
        ];
        let mut rank = (WORDS as f64).powf(self.random()) as usize;
        let mut word = String::new();
        loop {
            word.push_str(SYLLABLES[rank % SYLLABLES.len()]);
            rank /= SYLLABLES.len();
            if rank == 0 {
                return word;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PARAGRAPHS, text};

    #[test]
    fn each_paragraph_is_a_passage_of_its_own() {
        let made = text(7);

        assert_eq!(made, text(7));
        assert_ne!(made, text(8));
        let paragraphs: Vec<&str> = made.split("\n\n").collect();
        assert_eq!(paragraphs.len(), PARAGRAPHS);
        // Two of them, with the gap, are longer than a passage may be; one is not.
        assert!(paragraphs.iter().all(|one| (500..=1_000).contains(&one.len())), "{made}");
    }
}
