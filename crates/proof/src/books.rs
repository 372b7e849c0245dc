//! The books that are planted into: our own texts, or the folders of a folder that somebody names. What is
//! known about a book is in a file of facts: `facts.json` in its folder, or one that comes with the tool.

use std::fs;
use std::path::Path;

use planting::{Chapter, FactSheet, Novel, natural_order};
use xtask::failure::{Doing, Failure, Outcome};
use xtask::workspace;

/// Facts about books that come with the tool, from the root of the repository.
const FACTS: &str = "crates/proof/books";

/// The file of facts in the folder of a book.
const FACTS_FILE: &str = "facts.json";

/// Our own texts: those whose facts name a folder of the repository.
pub(crate) fn own() -> Outcome<Vec<Novel>> {
    let root = workspace::root();
    let mut novels = Vec::new();
    for path in names(&root.join(FACTS), ".json")? {
        let facts = facts(&root.join(FACTS).join(path))?;
        if let Some(folder) = facts.folder.clone() {
            novels.push(novel(facts, &root.join(folder))?);
        }
    }
    Ok(novels)
}

/// Every book in a folder of which something is known; a folder without chapters is no book.
pub(crate) fn in_folder(folder: &Path) -> Outcome<Vec<Novel>> {
    let mut novels = Vec::new();
    for name in names(folder, "")? {
        let book = folder.join(&name);
        if !book.is_dir() || names(&book, ".md")?.iter().all(|it| it == "README.md") {
            continue;
        }
        let known =
            [book.join(FACTS_FILE), workspace::root().join(FACTS).join(format!("{name}.json"))];
        match known.iter().find(|it| it.is_file()) {
            Some(path) => novels.push(novel(facts(path)?, &book)?),
            None => println!("{name} is left out: it has no {FACTS_FILE}."),
        }
    }
    if novels.is_empty() {
        return Err(Failure::new(format!("no book with facts is in {}", folder.display())));
    }
    Ok(novels)
}

/// The names of a folder that end so, in their order.
pub(crate) fn names(folder: &Path, ending: &str) -> Outcome<Vec<String>> {
    let entries = fs::read_dir(folder).doing(format_args!("reading {}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(ending))
        .collect();
    names.sort_by_key(|name| natural_order(name));
    Ok(names)
}

fn facts(path: &Path) -> Outcome<FactSheet> {
    let text = fs::read(path).doing(format_args!("reading {}", path.display()))?;
    serde_json::from_slice(&text).doing(format_args!("reading {}", path.display()))
}

/// A novel of which this is known, with the chapters of a folder.
pub(crate) fn novel(facts: FactSheet, folder: &Path) -> Outcome<Novel> {
    let files =
        if facts.chapters.is_empty() { names(folder, ".md")? } else { facts.chapters.clone() };
    let mut chapters = Vec::with_capacity(files.len());
    for file in files {
        let path = folder.join(&file);
        let text = fs::read_to_string(&path).doing(format_args!("reading {}", path.display()))?;
        chapters.push(Chapter { title: file.trim_end_matches(".md").to_owned(), text });
    }
    Ok(Novel { facts, chapters })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use planting::{DefectKind, plant};

    use super::*;

    #[test]
    fn a_seed_plants_the_same_and_another_seed_something_else() {
        for novel in own().unwrap() {
            assert_eq!(plant(&novel, 3), plant(&novel, 3), "{}", novel.facts.title);
            assert_ne!(
                plant(&novel, 3).chapters,
                plant(&novel, 4).chapters,
                "{}",
                novel.facts.title
            );
        }
    }

    #[test]
    fn what_is_planted_stands_where_it_is_said_to() {
        for novel in own().unwrap() {
            for seed in 1..=3 {
                let planted = plant(&novel, seed);
                for mark in &planted.marks {
                    assert!(!mark.spans.is_empty(), "{mark:?}");
                    let there: Vec<String> = mark
                        .spans
                        .iter()
                        .map(|span| {
                            let text = planted.chapters[span.chapter].text.chars();
                            text.skip(span.start).take(span.end - span.start).collect()
                        })
                        .collect();
                    let what = mark.what.trim_matches(['“', '”']);
                    let stands = |text: &String| {
                        text.contains(what) || what.contains(text.trim_matches('.'))
                    };
                    let is_described = mark.what.contains("times in a chapter")
                        || mark.what.contains("is somebody")
                        || mark.what.contains("a plural");
                    assert!(is_described || there.iter().any(stands), "{mark:?}: {there:?}");
                }
            }
        }
    }

    #[test]
    fn every_kind_is_planted_in_our_own_texts_with_a_decoy() {
        let mut met = BTreeSet::new();
        for novel in own().unwrap() {
            for seed in 1..=crate::OWN_SEEDS {
                met.extend(plant(&novel, seed).marks.iter().map(|it| (it.kind, it.is_decoy)));
            }
        }

        for &kind in DefectKind::ALL {
            assert!(met.contains(&(kind, false)), "no defect: {}", kind.name());
            assert!(met.contains(&(kind, true)), "no decoy: {}", kind.name());
        }
    }
}
