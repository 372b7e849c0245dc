//! What a search costs over many passages, in one service of its own. Nobody else is compared: the
//! bar is a time.

use std::path::Path;

use serde_json::{Value, json};

use super::servers::{Contender, Server};
use super::trials::{self, Figures, Load};
use super::wrk::Wrk;
use super::{ROUNDS, planning, report, stock};
use crate::failure::{Failure, Outcome};

/// How many passages are searched, at least.
pub(super) const PASSAGES: usize = 20_000;

/// Documents they lie in, and paragraphs of each. A paragraph is almost as long as a passage may be,
/// so that no two of them share one.
const DOCUMENTS: usize = 200;
const PARAGRAPHS: usize = PASSAGES / DOCUMENTS;
const PARAGRAPH_WORDS: usize = 140;

/// Different words; some novels have as many.
const WORDS: usize = 12_000;

/// Different searches, and the words of each.
const SEARCHES: usize = 1_000;
const SEARCH_WORDS: usize = 4;

const SEARCH_PATH: &str = "/api/discovery/research/search";
const SEARCH_POSTS: &str = "search-posts";

/// What a search costs.
pub(super) struct Searches {
    /// How many passages there were.
    pub(super) passages: u64,
    pub(super) figures: Figures,
}

/// Fills a service of its own, and searches it.
pub(super) fn measure(wrk: &Wrk, folder: &Path, seconds: u64) -> Outcome<Searches> {
    let server = Server::start(Contender::Scriptorium, folder)?;
    let project = stock::make_project(&server, 1)?;
    println!("research: making {DOCUMENTS} documents of {PARAGRAPHS} passages");
    let path = format!("/api/projects/{project}/documents");
    planning::post_all(&server, DOCUMENTS, |number| {
        (path.clone(), json!({ "title": format!("Chapter {number}"), "content": text(number) }))
    })?;
    let passages = prove(&server)?;
    let mut words = Words::new(usize::MAX);
    let searches = (0..SEARCHES).map(|_| {
        let query = words.several(SEARCH_WORDS);
        format!("{SEARCH_PATH} {}", json!({ "query": query, "projectId": project }))
    });
    stock::write_lines(folder, SEARCH_POSTS, searches)?;
    let load =
        Load { name: "search", script: "post.lua", path: "", file: folder.join(SEARCH_POSTS) };
    let mut rounds = Vec::new();
    for round in 1..=ROUNDS {
        let figures = trials::measure(wrk, &server, &load, seconds)?;
        println!("search, round {round}: {}", report::line(&server, &figures));
        rounds.push(figures);
    }
    let figures = Figures::best(&rounds).expect("there is at least one round");
    Ok(Searches { passages, figures })
}

/// A fast wrong answer must not win: all passages are there, and each is found by its own words. How
/// many there are.
fn prove(server: &Server) -> Outcome<u64> {
    let collections = server.client.get("/api/discovery/research/collections")?;
    let passages = collections["collections"][0]["passages"].as_u64().unwrap_or(0);
    if passages < PASSAGES as u64 {
        return Err(Failure::new(format!("{PASSAGES} passages were made: {collections}")));
    }
    for number in [0, DOCUMENTS / 2, DOCUMENTS - 1] {
        let text = text(number);
        let words: Vec<&str> = text.split(' ').take(12).collect();
        let query = words.join(" ");
        let found = server.client.post(SEARCH_PATH, &json!({ "query": query }))?;
        let mut results = found["results"].as_array().into_iter().flatten();
        let is_it = |found: &Value| {
            found["content"].as_str().is_some_and(|content| content.starts_with(&query))
        };
        if !results.any(is_it) {
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

/// Words by chance, the same in every run: the commoner ones come oftener, as in any language.
struct Words(u64);

impl Words {
    fn new(seed: usize) -> Self {
        Self(seed as u64 ^ 0x9e37_79b9_7f4a_7c15)
    }

    /// A number below 1, by a linear congruential generator (Knuth's MMIX).
    fn chance(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn several(&mut self, count: usize) -> String {
        let words: Vec<String> = (0..count).map(|_| self.word()).collect();
        words.join(" ")
    }

    /// A word of syllables. Its rank is a power of the number of words, which makes the frequencies
    /// those of Zipf's law.
    fn word(&mut self) -> String {
        const SYLLABLES: [&str; 24] = [
            "ba", "ce", "di", "fo", "gu", "har", "jel", "kin", "lom", "mur", "na", "per", "qui",
            "ros", "sut", "ta", "ve", "wil", "xo", "yun", "zar", "bren", "cli", "dor",
        ];
        let mut rank = (WORDS as f64).powf(self.chance()) as usize;
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
