//! What a consistency sweep costs that reads a whole novel: one that nobody has read before, its first half,
//! and the whole again after one chapter has changed. Only our service is measured.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use xtask::failure::{Doing, Failure, Outcome};
use xtask::workspace;

use crate::process;
use crate::seed;
use crate::servers::{Server, Subject};

/// Words of the novel that is made up, at least, and of each of its chapters.
const WORDS: usize = 161_000;
const CHAPTER_WORDS: usize = 6_000;

/// One word of so many is exchanged when a paragraph comes again.
const EXCHANGED: usize = 9;

/// How long a sweep may take, with a program that is not optimised.
const SWEEP_LIMIT: Duration = Duration::from_secs(600);

/// Who and what the lore of each novel has; the names are those of the demo's novella, and of other novels
/// the words that stand with a capital most often would do as well.
const LORE: [(&str, &str); 6] = [
    ("Corrie", "character"),
    ("Ansel Brandt", "character"),
    ("Mina Harker", "character"),
    ("Elizabeth Lavenza", "character"),
    ("Whitby", "location"),
    ("Nether Fold", "location"),
];

/// What sweeps of a novel cost.
pub(crate) struct ReadingCost {
    pub(crate) title: String,
    pub(crate) words: usize,
    pub(crate) chapters: usize,
    /// CPU of the sweep that reads everything.
    pub(crate) whole: Duration,
    /// CPU of a sweep that reads the first half of the chapters, and their words.
    pub(crate) half: Duration,
    pub(crate) half_words: usize,
    /// CPU of a sweep after one chapter has changed.
    pub(crate) changed: Duration,
}

impl ReadingCost {
    /// What a word of the whole costs, as a multiple of what it costs in the half.
    pub(crate) fn growth(&self) -> f64 {
        let per_word = |cost: Duration, words: usize| cost.as_secs_f64() / words as f64;
        per_word(self.whole, self.words) / per_word(self.half, self.half_words)
    }
}

/// A novel.
struct Novel {
    title: String,
    /// The texts of its chapters.
    chapters: Vec<String>,
}

/// Sweeps each of the novels, on a service of its own.
pub(crate) fn measure(
    subject: &Subject,
    books: Option<&Path>,
    folder: &Path,
) -> Outcome<Vec<ReadingCost>> {
    let novels = match books {
        Some(folder) => in_folder(folder)?,
        None => vec![made_up()?],
    };
    let mut costs = Vec::with_capacity(novels.len());
    for (number, novel) in novels.iter().enumerate() {
        let server = Server::start(subject, &folder.join(number.to_string()))?;
        let cost = of_novel(&server, novel)?;
        println!(
            "sweep of {}: {:.2} s of CPU, {:.3} s after a changed chapter",
            cost.title,
            cost.whole.as_secs_f64(),
            cost.changed.as_secs_f64()
        );
        costs.push(cost);
    }
    Ok(costs)
}

fn of_novel(server: &Server, novel: &Novel) -> Outcome<ReadingCost> {
    let all = &novel.chapters;
    let (first, _) = all.split_at(all.len().div_ceil(2));
    // What the first sweep of a process does once is not a part of what a text costs.
    sweep(server, &project(server, &all[..1])?.0)?;
    let half = sweep(server, &project(server, first)?.0)?;
    let (project, documents) = project(server, all)?;
    let whole = sweep(server, &project)?;
    let at = all.len() / 2;
    let path = format!("/api/projects/{project}/documents/{}", documents[at]);
    let content = format!("{}\n\nNobody came to the door that night.", all[at]);
    server.client.put(&path, &json!({ "content": content }))?;
    let changed = sweep(server, &project)?;
    Ok(ReadingCost {
        title: novel.title.clone(),
        words: words(all),
        chapters: all.len(),
        whole,
        half,
        half_words: words(first),
        changed,
    })
}

fn words(chapters: &[String]) -> usize {
    chapters.iter().map(|text| text.split_whitespace().count()).sum()
}

/// Makes a project with lore and these chapters; its id and theirs.
fn project(server: &Server, chapters: &[String]) -> Outcome<(String, Vec<String>)> {
    let project = seed::make_projects(server, 1)?.remove(0);
    for (name, category) in LORE {
        let body = json!({ "name": name, "category": category });
        server.client.post(&format!("/api/projects/{project}/lore"), &body)?;
    }
    let path = format!("/api/projects/{project}/documents");
    let mut documents = Vec::with_capacity(chapters.len());
    for (number, content) in chapters.iter().enumerate() {
        let body = json!({ "title": format!("Chapter {}", number + 1), "content": content });
        documents.push(seed::id_of(&server.client.post(&path, &body)?)?);
    }
    Ok((project, documents))
}

/// The CPU that a sweep takes, until the process rests.
fn sweep(server: &Server, project: &str) -> Outcome<Duration> {
    process::wait_until_idle(server.pid())?;
    let before = process::cpu(server.pid())?;
    let body = json!({
        "swarmType": "consistency_sweep",
        "taskDescription": "Read the book",
        "projectId": project,
    });
    let made = server.client.post("/api/agents/swarm", &body)?;
    let id = made["swarmId"].as_str().unwrap_or_default().to_owned();
    let path = format!("/api/agents/swarm/{id}");
    // As our own program and page wait; reading the swarm again and again would measure its findings being sent.
    server.client.follow(&format!("{path}/stream"), SWEEP_LIMIT)?;
    let swarm = server.client.get(&path)?;
    if swarm["status"] != "completed" {
        return Err(Failure::new(format!("a sweep ended as {}", swarm["status"])));
    }
    process::wait_until_idle(server.pid())?;
    Ok(process::cpu(server.pid())? - before)
}

/// The novels of a folder, each a folder of Markdown chapters.
fn in_folder(folder: &Path) -> Outcome<Vec<Novel>> {
    let mut novels = Vec::new();
    for folder in sorted(folder)?.into_iter().filter(|it| it.is_dir()) {
        let chapters = texts(&folder)?;
        if let (false, Some(title)) = (chapters.is_empty(), folder.file_name()) {
            novels.push(Novel { title: title.to_string_lossy().into_owned(), chapters });
        }
    }
    if novels.is_empty() {
        return Err(Failure::new(format!("{} has no folder of chapters", folder.display())));
    }
    Ok(novels)
}

fn sorted(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).doing(format_args!("reading {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

fn texts(folder: &Path) -> Outcome<Vec<String>> {
    let is_text = |path: &&PathBuf| path.extension().is_some_and(|it| it == "md");
    let paths = sorted(folder)?;
    let read =
        |path: &PathBuf| fs::read_to_string(path).doing(format_args!("reading {}", path.display()));
    paths.iter().filter(is_text).map(read).collect()
}

/// A novel made of the paragraphs of the demo's novella, which come again with other words.
fn made_up() -> Outcome<Novel> {
    let all = texts(&workspace::root().join("crates/scriptorium/demo/project/documents"))?;
    let all = all.join("\n\n");
    let paragraphs: Vec<&str> = all.split("\n\n").filter(|it| it.contains(' ')).collect();
    let is_small = |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase());
    let vocabulary: Vec<&str> = all.split_whitespace().filter(is_small).collect();
    let (mut chapters, mut chapter) = (Vec::new(), String::new());
    let (mut total, mut in_chapter, mut drawn) = (0, 0, 1_usize);
    for paragraph in paragraphs.iter().cycle() {
        let is_again = total > vocabulary.len();
        for (at, word) in paragraph.split_whitespace().enumerate() {
            drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let is_exchanged = is_again && (drawn >> 33) % EXCHANGED == 0 && is_small(&word);
            let other = vocabulary[(drawn >> 20) % vocabulary.len()];
            chapter.push_str(if at > 0 { " " } else { "" });
            chapter.push_str(if is_exchanged { other } else { word });
            (total, in_chapter) = (total + 1, in_chapter + 1);
        }
        chapter.push_str("\n\n");
        if in_chapter >= CHAPTER_WORDS {
            chapters.push(std::mem::take(&mut chapter));
            in_chapter = 0;
        }
        if total >= WORDS {
            break;
        }
    }
    chapters.extend(Some(chapter).filter(|rest| !rest.is_empty()));
    Ok(Novel { title: "a made-up novel".to_owned(), chapters })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_made_up_novel_is_as_long_as_it_should_be_and_the_same_each_time() {
        let novel = made_up().unwrap();

        let count = words(&novel.chapters);
        assert!((WORDS..WORDS + CHAPTER_WORDS).contains(&count), "{count}");
        assert!(novel.chapters.len() >= WORDS / CHAPTER_WORDS - 2);
        assert_eq!(made_up().unwrap().chapters, novel.chapters);
        assert_ne!(novel.chapters[2], novel.chapters[4]);
    }
}
