//! How often texts name the entries of the lore: right after every kind of change, null until then.
//! Which forms of a name count is tested in `prose`.

use std::collections::BTreeMap;

use domain::{Principal, lore::Quoted, time::DAY_MS};
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde_json::{Value, json};
use store::{
    documents::SavedBy,
    lore::mention_queue::{self, DocumentMentions, EntryMentions, NextStep},
};

use super::{connections, lore, make};
use crate::support::{Studio, Text as _};

/// The mentions of an entry, once they are known: all places, and documents.
fn mentions(studio: &Studio, path: &str) -> (i64, i64) {
    let known = studio.until("the mentions", || {
        Some(studio.get(path).ok()["mentions"].clone()).filter(|mentions| !mentions.is_null())
    });
    (known["total"].as_i64().unwrap(), known["documents"].as_i64().unwrap())
}

/// Puts another text into a document.
fn rewrite(studio: &Studio, project: &str, document: &str, content: &str) {
    let path = format!("/api/projects/{project}/documents/{document}");
    studio.put(&path, &json!({ "content": content })).ok();
}

service_test! {
    fn an_entry_is_counted_by_its_names_wherever_they_stand(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "# Mina\n\n*Mina* and Wilhelmina’s\u{2060}—minarets. MINA!");
        studio.document(&project, "II", "Nobody.");
        studio.document(&studio.project("other"), "I", "Mina.");
        let (mina, made) = make(studio, &project, &json!({ "name": "Mina", "aliases": ["Wilhelmina"] }));
        assert_eq!(made["mentions"], Value::Null, "nobody can know it yet");
        studio.document(&project, "III", "The Minas. Mina Harker and [Mina](https://mina.example).");

        assert_eq!(mentions(studio, &mina), (7, 2));
        // A longer name takes the places that it covers, also those of before.
        let (harker, _) = make(studio, &project, &json!({ "name": "Mina Harker" }));
        assert_eq!((mentions(studio, &harker), mentions(studio, &mina)), ((1, 1), (6, 2)));
        let list = studio.get(&lore(&project)).ok();
        assert_eq!(list["entries"][0]["mentions"], json!({ "total": 6, "documents": 2 }));
        assert_eq!(list["entries"][1]["mentions"], json!({ "total": 1, "documents": 1 }));
        studio.delete(&harker).ok();
        assert_eq!(mentions(studio, &mina), (7, 2));
    }
}

service_test! {
    fn counts_follow_every_change_of_a_text(studio) {
        let project = studio.project("Dracula");
        let (mina, _) = make(studio, &project, &json!({ "name": "Mina" }));
        let first = studio.document(&project, "I", "Mina and Mina.");
        let second = studio.document(&project, "II", "Mina.");
        let path = format!("/api/projects/{project}/documents/{first}");
        assert_eq!(mentions(studio, &mina), (3, 2));

        rewrite(studio, &project, &first, "Mina, Mina, Mina.");
        assert_eq!(mentions(studio, &mina), (4, 2));
        studio.put(&path, &json!({ "title": "Mina" })).ok();
        assert_eq!(mentions(studio, &mina), (4, 2), "a title is no text");
        rewrite(studio, &project, &second, "Nobody.");
        assert_eq!(mentions(studio, &mina), (3, 1));
        studio.delete(&path).ok();
        assert_eq!(mentions(studio, &mina), (0, 0));
        studio.post(&format!("{path}/restore"), &json!({})).ok();
        assert_eq!(mentions(studio, &mina), (3, 1));
        studio.put(&path, &json!({ "content": null })).ok();
        assert_eq!(mentions(studio, &mina), (0, 0));
        rewrite(studio, &project, &first, "Mina.");
        studio.delete(&path).ok();
        studio.clock.advance(30 * DAY_MS + 1);
        studio.clean();
        assert_eq!(mentions(studio, &mina), (0, 0));
    }
}

service_test! {
    fn counts_follow_every_change_of_a_name(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "Mina, Lucy and Lucy.");
        let (path, _) = make(studio, &project, &json!({ "name": "Mina" }));
        let tag = studio.get(&path).header("etag").map(str::to_owned);
        assert_eq!(mentions(studio, &path), (1, 1));

        let renamed = studio.put(&path, &json!({ "name": "Lucy" })).ok();
        assert_eq!((&renamed["mentions"], mentions(studio, &path)), (&Value::Null, (2, 1)));
        studio.put(&path, &json!({ "aliases": ["Mina"] })).ok();
        assert_eq!(mentions(studio, &path), (3, 1));
        studio.put(&path, &json!({ "aliases": [], "name": "Quincey" })).ok();
        assert_eq!(mentions(studio, &path), (0, 0));
        // What is no name changes no count, and no count changes the tag.
        let same = studio.put(&path, &json!({ "content": "Mina", "name": "Quincey" })).ok();
        assert_eq!(same["mentions"], json!({ "total": 0, "documents": 0 }));
        assert_eq!(tag.as_deref(), Some("\"1\""));
        assert_eq!(studio.get(&path).header("etag"), Some("\"5\""));
    }
}

/// Imports 27 chapters of which each names Mina once more than the one before, and waits for them.
fn import(studio: &Studio, project: &str) {
    let files: Vec<Value> = (1..=27)
        .map(|chapter| {
            let content = "Mina met Dracula. ".repeat(chapter);
            json!({ "path": format!("chapter-{chapter:02}.md"), "content": content })
        })
        .collect();
    let path = format!("/api/projects/{project}/documents/import");
    let begun = studio.post(&path, &json!({ "files": files })).ok();
    let path = format!("/api/projects/{project}/imports/{}", begun["id"].text());
    studio.until("the import", || {
        Some(()).filter(|()| studio.get(&path).ok()["status"] == "completed")
    });
}

service_test! {
    fn an_imported_book_is_counted_for_entries_of_before_and_after(studio) {
        let project = studio.project("Dracula");
        let (mina, _) = make(studio, &project, &json!({ "name": "Mina" }));
        assert_eq!(mentions(studio, &mina), (0, 0));

        import(studio, &project);
        assert_eq!(mentions(studio, &mina), (27 * 14, 27));
        let (count, _) = make(studio, &project, &json!({ "name": "Orlok", "aliases": ["Dracula"] }));
        assert_eq!(mentions(studio, &count), (27 * 14, 27));

        let list = studio.get(&format!("{mina}/mentions")).ok();
        assert_eq!(list["total"], 27);
        let counts = list["mentions"].as_array().unwrap().iter().map(|it| it["count"].as_i64().unwrap());
        assert_eq!(counts.collect::<Vec<_>>(), (1..=27).collect::<Vec<_>>());
    }
}

service_test! {
    fn documents_that_name_an_entry_are_listed_with_the_first_place(studio) {
        let project = studio.project("Dracula");
        let text = "Ünder **the** sun. “Where is *Mina* [Murray](https://example.org)?” he asked. Mina slept.";
        for (title, content) in [("I", text), ("II", "Nobody."), ("III", "Mina Murray’s"), ("IV", "Mina")] {
            studio.document(&project, title, content);
        }
        let (path, _) = make(studio, &project, &json!({ "name": "Mina Murray", "aliases": ["Mina"] }));
        mentions(studio, &path);

        let list = studio.get(&format!("{path}/mentions")).ok();
        let listed = list["mentions"].as_array().unwrap();
        let value_of = |at: usize, field: &str| listed[at][field].clone();
        let titles: Vec<String> = listed.iter().map(|it| it["title"].text()).collect();
        assert_eq!((titles, &list["total"]), (["I", "III", "IV"].map(str::to_owned).to_vec(), &json!(3)));
        assert_eq!((value_of(0, "count"), value_of(1, "count")), (json!(2), json!(1)));
        assert_eq!(value_of(0, "passage"), "“Where is Mina Murray?” he asked.");
        assert_eq!(value_of(0, "first")["quote"], "Mina Murray");
        assert_eq!(value_of(1, "first")["quote"], "Mina Murray’s");
        let offset = |field: &str| usize::try_from(value_of(0, "first")[field].as_i64().unwrap()).unwrap();
        let stands: String = text.chars().skip(offset("start")).take(offset("end") - offset("start")).collect();
        assert_eq!(stands, "Mina* [Murray");

        let mut ids = Vec::new();
        let mut cursor = String::new();
        for _ in 0..3 {
            let page = studio.get(&format!("{path}/mentions?limit=1{cursor}")).ok();
            ids.push(page["mentions"][0]["documentId"].clone());
            cursor = format!("&cursor={}", page["nextCursor"].text());
        }
        assert_eq!(ids, [value_of(0, "documentId"), value_of(1, "documentId"), value_of(2, "documentId")]);
        studio.delete(&format!("/api/projects/{project}/documents/{}", ids[1].text())).ok();
        assert_eq!(mentions(studio, &path), (3, 2));
        assert_eq!(studio.get(&format!("{path}/mentions")).ok()["total"], 2);
        assert_eq!(studio.get(&format!("{path}/mentions?limit=0")).status, 422);
    }
}

service_test! {
    fn a_name_is_found_whichever_way_its_letters_are_written(studio) {
        let project = studio.project("Letters");
        let names = [("Ármin", 3, 1), ("Οδυσσευς", 2, 1), ("Strauß", 1, 1), ("Armin", 0, 0)];
        let paths = names.map(|(name, ..)| make(studio, &project, &json!({ "name": name })).0);
        let text = "**Die** A\u{301}rmins: *A\u{301}rmin*, ÁRMIN. ΟΔΥΣΣΕΥΣ, Οδυσσευς; STRAUSS.";
        studio.document(&project, "I", text);

        for (path, (name, total, documents)) in paths.iter().zip(names) {
            assert_eq!(mentions(studio, path), (total, documents), "{name}");
        }
        for (path, quote) in paths.iter().zip(["A\u{301}rmins", "ΟΔΥΣΣΕΥΣ", "STRAUSS"]) {
            let first = studio.get(&format!("{path}/mentions")).ok()["mentions"][0]["first"].clone();
            let before = text.split(quote).next().unwrap().chars().count();
            let wanted = json!({
                "quote": quote, "start": before, "end": before + quote.chars().count(),
            });
            assert_eq!(first, wanted);
        }
    }
}

service_test! {
    fn what_was_noted_before_a_stop_is_counted_after_the_start(mut studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Mina.");
        let (mina, _) = make(studio, &project, &json!({ "name": "Mina" }));
        assert_eq!(mentions(studio, &mina), (1, 1));
        let now = studio.clock.now();
        studio.stop();
        let database = scriptorium::serve::open_database(&studio.settings).unwrap();
        let at = project.clone();
        database.write_blocking(move |tx| {
            let seen = store::projects::check(tx, &Principal::local(), &at)?;
            let mut changed = store::documents::get_for_update(tx, &seen, &document)?;
            store::documents::rewrite(tx, &seen, &changed, "Mina, Mina.", ("local", SavedBy::Author), now)?;
            changed.touch(now);
            store::documents::save(tx, &seen, &changed)?;
            Ok(())
        }).unwrap();
        database.close();

        studio.restart();

        assert_eq!(mentions(studio, &mina), (2, 1));
    }
}

service_test! {
    fn a_count_of_what_has_changed_meanwhile_is_not_kept(mut studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Mina.");
        let (mina, made) = make(studio, &project, &json!({ "name": "Mina" }));
        assert_eq!(mentions(studio, &mina), (1, 1));
        let entry_id = made["id"].text();
        let now = studio.clock.now();
        studio.stop();
        let database = scriptorium::serve::open_database(&studio.settings).unwrap();
        let at = project.clone();
        database.write_blocking(move |tx| {
            let seen = store::projects::check(tx, &Principal::local(), &at)?;
            let mut changed = store::documents::get_for_update(tx, &seen, &document)?;
            store::documents::rewrite(tx, &seen, &changed, "Mina, Mina.", ("local", SavedBy::Author), now)?;
            let read = changed.version;
            changed.touch(now);
            store::documents::save(tx, &seen, &changed)?;
            assert_eq!(mention_queue::next_step(tx, "")?, NextStep::Read(at.clone()));
            let names = mention_queue::names_version(tx, &at)?;
            let counted = |version, count| {
                let first = Quoted { quote: "Mina".to_owned(), start: 0, end: 4 };
                let entry_id = entry_id.clone();
                let named = vec![EntryMentions { entry_id, count, first, passage: "Mina.".to_owned() }];
                [DocumentMentions { document_id: document.clone(), version, named }]
            };
            let kept = |tx: &mut store::Tx<'_>| -> domain::Result<i64> {
                let page = domain::page::PageQuery { limit: 1, cursor: None };
                Ok(store::lore::mentions(tx, &seen, &entry_id, &page)?.items[0].count)
            };
            let current = Some(changed.version);
            let older_names = names.map(|version| version - 1);

            // A text, a place in the trash, or names that are others by now.
            assert_eq!(mention_queue::save(tx, &at, names, &counted(Some(read), 7))?, 0);
            assert_eq!(mention_queue::save(tx, &at, names, &counted(None, 7))?, 0);
            assert_eq!(mention_queue::save(tx, &at, older_names, &counted(current, 7))?, 0);
            assert_eq!(mention_queue::save(tx, &at, None, &counted(current, 7))?, 0);
            assert_eq!((kept(tx)?, mention_queue::next_step(tx, &at)?), (1, NextStep::Read(at.clone())));
            // Of two servers that counted the same, the second finds nothing to do.
            assert_eq!(mention_queue::save(tx, &at, names, &counted(current, 5))?, 1);
            assert_eq!(mention_queue::save(tx, &at, names, &counted(current, 6))?, 0);
            assert_eq!((kept(tx)?, mention_queue::next_step(tx, "")?), (5, NextStep::Idle));
            Ok(())
        }).unwrap();
        database.close();

        studio.restart();

        assert_eq!(mentions(studio, &mina), (5, 1));
    }
}

service_test! {
    fn new_names_are_told_to_all_documents_in_bounded_steps(mut studio) {
        let project = studio.project("Dracula");
        for number in 0..5 {
            studio.document(&project, &format!("{number}"), "Mina.");
        }
        let trashed = studio.document(&project, "binned", "Mina.");
        studio.delete(&format!("/api/projects/{project}/documents/{trashed}")).ok();
        let (path, _) = make(studio, &project, &json!({ "name": "Lucy" }));
        mentions(studio, &path);
        studio.stop();
        let database = scriptorium::serve::open_database(&studio.settings).unwrap();
        let (at, now) = (project.clone(), studio.clock.now());
        database.write_blocking(move |tx| {
            let seen = store::projects::check(tx, &Principal::local(), &at)?;
            let before = store::lore::entry_names(tx, &seen)?.remove(0).entry_id;
            let before = store::lore::get_for_update(tx, &seen, &before)?;
            let mut renamed = before.clone();
            renamed.name = "Mina".to_owned();
            renamed.modified_at = renamed.modified_at.advance_to(now);
            store::lore::save(tx, &seen, (&before, &renamed), None)?;
            let mut noted = Vec::new();
            while mention_queue::next_step(tx, "")? == NextStep::Queue {
                mention_queue::queue_for_names(tx, 2)?;
                noted.push(mention_queue::documents(tx, &at, 100, usize::MAX)?.len());
            }
            assert_eq!(noted, [2, 4, 5]);
            let dirty = |tx: &mut store::Tx<'_>, most, bytes| -> domain::Result<usize> {
                Ok(mention_queue::documents(tx, &at, most, bytes)?.len())
            };
            assert_eq!((dirty(tx, 3, usize::MAX)?, dirty(tx, 3, 6)?, dirty(tx, 3, 1)?), (3, 2, 1));
            Ok(())
        }).unwrap();
        database.close();

        studio.restart();

        assert_eq!(mentions(studio, &path), (5, 5));
    }
}

service_test! {
    fn writers_that_do_not_wait_for_each_other_leave_right_counts(studio) {
        let project = studio.project("Dracula");
        let documents: Vec<String> =
            (0..3).map(|number| studio.document(&project, &format!("{number}"), "Mina.")).collect();
        let (mina, made) = make(studio, &project, &json!({ "name": "Mina" }));

        std::thread::scope(|scope| {
            for (writer, document) in documents.iter().take(2).enumerate() {
                let project = &project;
                scope.spawn(move || {
                    for count in 0..20 {
                        rewrite(studio, project, document, &"Mina and Lucy. ".repeat(count + writer));
                    }
                });
            }
            scope.spawn(|| {
                for _ in 0..10 {
                    let path = format!("/api/projects/{project}/documents/{}", documents[2]);
                    studio.delete(&path).ok();
                    studio.post(&format!("{path}/restore"), &json!({})).ok();
                }
            });
            scope.spawn(|| {
                for _ in 0..10 {
                    let body = json!({ "name": "Lucy", "aliases": ["Mina and Lucy"],
                        "relations": [{ "targetId": made["id"], "kind": "friend" }] });
                    let (path, _) = make(studio, &project, &body);
                    studio.put(&path, &json!({ "name": "and" })).ok();
                    studio.delete(&path).ok();
                }
            });
        });

        assert_eq!(mentions(studio, &mina), (19 + 20 + 1, 3));
        assert_eq!(connections(studio, &project), 0);
    }
}

/// A step of work; numbers are places among documents and entries that were ever made.
#[derive(Debug, Clone)]
enum Step {
    Write { words: Vec<usize> },
    Rewrite { which: usize, words: Vec<usize> },
    Trash { which: usize },
    Restore { which: usize },
    Name { name: usize },
    Rename { which: usize, name: usize },
    Remove { which: usize },
}

const WORDS: [&str; 4] = ["Mina", "Lucy", "Arthur", "and"];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let words = || prop::collection::vec(0..WORDS.len(), 0..12);
    let (which, name) = (|| 0..12_usize, || 0..3_usize);
    let step = prop_oneof![
        3 => words().prop_map(|words| Step::Write { words }),
        3 => (which(), words()).prop_map(|(which, words)| Step::Rewrite { which, words }),
        1 => which().prop_map(|which| Step::Trash { which }),
        1 => which().prop_map(|which| Step::Restore { which }),
        2 => name().prop_map(|name| Step::Name { name }),
        1 => (which(), name()).prop_map(|(which, name)| Step::Rename { which, name }),
        1 => which().prop_map(|which| Step::Remove { which }),
    ];
    prop::collection::vec(step, 1..25)
}

/// What there is, in the simplest way.
#[derive(Default)]
struct Work {
    project: String,
    /// Each document with its words, and whether it lies in the trash.
    documents: Vec<(String, Vec<usize>, bool)>,
    /// Each entry that is there, by its path, with its name.
    entries: BTreeMap<String, usize>,
}

impl Work {
    fn take(&mut self, studio: &Studio, step: &Step) {
        let text =
            |words: &[usize]| words.iter().map(|&word| WORDS[word]).collect::<Vec<_>>().join(" ");
        let documents = format!("/api/projects/{}/documents", self.project);
        let count = self.documents.len().max(1);
        let entry = |entries: &BTreeMap<String, usize>, which: usize| {
            entries.keys().nth(which % entries.len().max(1)).cloned()
        };
        match step {
            Step::Write { words } => {
                let id = studio.document(&self.project, "t", &text(words));
                self.documents.push((id, words.clone(), false));
            }
            Step::Rewrite { which, words } => {
                let Some((id, known, false)) = self.documents.get_mut(which % count) else {
                    return;
                };
                studio.put(&format!("{documents}/{id}"), &json!({ "content": text(words) })).ok();
                known.clone_from(words);
            }
            Step::Trash { which } => {
                let Some((id, _, trashed)) = self.documents.get_mut(which % count) else { return };
                studio.delete(&format!("{documents}/{id}"));
                *trashed = true;
            }
            Step::Restore { which } => {
                let Some((id, _, trashed)) = self.documents.get_mut(which % count) else { return };
                studio.post(&format!("{documents}/{id}/restore"), &json!({}));
                *trashed = false;
            }
            Step::Name { name } => {
                let (path, _) = make(studio, &self.project, &json!({ "name": WORDS[*name] }));
                self.entries.insert(path, *name);
            }
            Step::Rename { which, name } => {
                let Some(path) = entry(&self.entries, *which) else { return };
                studio.put(&path, &json!({ "name": WORDS[*name] })).ok();
                self.entries.insert(path, *name);
            }
            Step::Remove { which } => {
                let Some(path) = entry(&self.entries, *which) else { return };
                studio.delete(&path).ok();
                self.entries.remove(&path);
            }
        }
    }

    fn mentions(&self, name: usize) -> (i64, i64) {
        let counts =
            self.documents.iter().filter(|(_, _, trashed)| !trashed).map(|(_, words, _)| {
                i64::try_from(words.iter().filter(|word| **word == name).count()).unwrap()
            });
        counts.filter(|count| *count > 0).fold((0, 0), |(all, some), it| (all + it, some + 1))
    }
}

service_test! {
    fn after_any_work_the_counts_are_those_of_a_recount(studio) {
        let config = Config { cases: 8, failure_persistence: None, ..Config::default() };
        TestRunner::new(config).run(&steps(), |steps| {
            let mut work = Work { project: studio.project("x"), ..Work::default() };
            for step in &steps {
                work.take(studio, step);
            }
            for (path, name) in &work.entries {
                prop_assert_eq!(mentions(studio, path), work.mentions(*name));
            }
            Ok(())
        }).unwrap();
    }
}
