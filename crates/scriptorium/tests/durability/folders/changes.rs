//! What chance has a writer do: to documents, as the page does, and to files, as editors do. Every change
//! writes a word that nothing else has, and takes none away, but for what is deleted.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::Path,
};

use serde_json::{Value, json};

use super::book::{Book, Chapter};
use crate::support::{chance::Chance, program::Server};

/// Requests in a row, at most, during which the worker goes on.
const READS_MAX: u64 = 12;

/// Someone who writes in the page and in an editor.
pub(super) struct Writer<'b> {
    book: &'b Book,
    pub(super) chance: Chance,
    may_move: bool,
    may_delete: bool,
    count: u64,
    /// The words that have to be somewhere.
    kept: BTreeSet<String>,
    /// The words that were typed into files which may not have been taken yet.
    typed: BTreeSet<String>,
    history: Vec<String>,
}

impl<'b> Writer<'b> {
    pub(super) fn new(book: &'b Book, chance: Chance, may: (bool, bool)) -> Self {
        let (may_move, may_delete) = may;
        let (kept, typed) = (BTreeSet::new(), BTreeSet::new());
        Self { book, chance, may_move, may_delete, count: 0, kept, typed, history: Vec::new() }
    }

    /// The words that have to be somewhere.
    pub(super) fn kept(&self) -> impl Iterator<Item = &String> {
        self.kept.iter().chain(&self.typed)
    }

    /// What was done.
    pub(super) fn history(&self) -> String {
        self.history.join("\n")
    }

    /// Does something, if there is what it needs.
    pub(super) fn change(&mut self, server: &mut Server) {
        let done = match self.chance.between(0, 15) {
            0 => self.create_document(server),
            1..=3 => self.edit_document(server),
            4 => self.rename_document(server),
            5 => self.move_document(server),
            6 if self.may_delete => self.trash_document(server),
            7 => self.edit_both(server),
            8 => self.create_file(),
            9..=11 => self.edit_file(),
            12 if self.may_move => self.move_file(),
            13 if self.may_delete => self.delete_file(),
            14 => self.wait(server),
            _ => self.read(server),
        };
        if let Some(done) = done {
            self.history.push(done);
        }
    }

    fn word(&mut self) -> String {
        self.count += 1;
        format!("w{}x", self.count)
    }

    fn pick<T: Clone>(&mut self, among: &[T]) -> Option<T> {
        let last = u64::try_from(among.len()).ok()?.checked_sub(1)?;
        among.get(usize::try_from(self.chance.between(0, last)).ok()?).cloned()
    }

    /// Lets the worker go on for a while.
    fn read(&mut self, server: &Server) -> Option<String> {
        for _ in 0..self.chance.between(1, READS_MAX) {
            self.book.get(server, "folder")?;
        }
        None
    }

    /// Waits until both sides are in step: then everything that was typed is taken.
    fn wait(&mut self, server: &mut Server) -> Option<String> {
        if !self.book.quiet(server) {
            return Some("it died".to_owned());
        }
        self.kept.append(&mut self.typed);
        Some("in step".to_owned())
    }

    fn create_document(&mut self, server: &Server) -> Option<String> {
        let word = self.word();
        let part = self.chance.between(0, 3) == 0;
        let (kind, text) = if part { ("part", String::new()) } else { ("chapter", word.clone()) };
        // Some have the same title, and so want the same name.
        let title = format!("Title {}", self.chance.between(1, 6));
        let parents = self.book.get(server, "documents?kind=part&limit=100")?;
        let parents = parents["documents"].as_array()?.clone();
        let mut body = json!({ "title": title, "content": text, "kind": kind });
        if let Some(parent) = self.pick(&parents).filter(|_| !part) {
            body["parentId"] = parent["id"].clone();
        }
        if self.chance.between(0, 1) == 0 {
            body["position"] = json!(0);
        }
        let made = self.book.ask(server, ("POST", "documents"), &body)?;
        if made.is_done() && !part {
            self.kept.insert(word.clone());
        }
        Some(format!("created a {kind} {title} with {word}: {}", made.status))
    }

    fn chapter(&mut self, server: &Server) -> Option<Chapter> {
        let chapters = self.book.chapters(server)?;
        self.pick(&chapters)
    }

    fn put(&mut self, server: &Server, chapter: &Chapter, body: &Value) -> Option<bool> {
        let path = format!("documents/{}", chapter.id);
        Some(self.book.ask(server, ("PUT", &path), body)?.is_done())
    }

    fn edit_document(&mut self, server: &Server) -> Option<String> {
        let chapter = self.chapter(server)?;
        self.edit(server, &chapter)
    }

    fn edit(&mut self, server: &Server, chapter: &Chapter) -> Option<String> {
        let word = self.word();
        let body = json!({ "content": added(&chapter.text, &word) });
        let done = self.put(server, chapter, &body);
        if done == Some(true) {
            self.kept.insert(word.clone());
        }
        Some(format!("wrote {word} into document {}: {done:?}", chapter.title))
    }

    fn rename_document(&mut self, server: &Server) -> Option<String> {
        let chapter = self.chapter(server)?;
        let title = format!("Title {}", self.chance.between(1, 6));
        let done = self.put(server, &chapter, &json!({ "title": title }));
        Some(format!("renamed document {} to {title}: {done:?}", chapter.title))
    }

    fn move_document(&mut self, server: &Server) -> Option<String> {
        let (chapter, parent) = (self.chapter(server)?, self.chapter(server)?);
        let is_inside = self.chance.between(0, 2) == 0 && parent.id != chapter.id;
        let body = if is_inside {
            json!({ "parentId": parent.id })
        } else {
            json!({ "parentId": null, "position": self.chance.between(0, 3) })
        };
        let done = self.put(server, &chapter, &body);
        Some(format!("moved document {} {body}: {done:?}", chapter.title))
    }

    fn trash_document(&mut self, server: &Server) -> Option<String> {
        let chapter = self.chapter(server)?;
        let path = format!("documents/{}", chapter.id);
        let answer = self.book.ask(server, ("DELETE", &path), &Value::Null)?;
        Some(format!("trashed document {}: {}", chapter.title, answer.status))
    }

    /// A conflict, if the worker is not in between.
    fn edit_both(&mut self, server: &Server) -> Option<String> {
        let chapter = self.chapter(server)?;
        let files: BTreeMap<String, String> = self.texts().into_iter().collect();
        let (path, _) = files.iter().find(|(_, text)| **text == chapter.text)?;
        let in_file = self.edit_at(path)?;
        let in_document = self.edit(server, &chapter)?;
        Some(format!("{in_file}; {in_document}"))
    }

    /// The files that are texts of documents.
    fn texts(&self) -> Vec<(String, String)> {
        let is_text = |path: &str| path.ends_with(".md") && !path.contains(" (conflict ");
        let is_open = |path: &str| !path.rsplit('/').next().unwrap_or(path).starts_with('.');
        let mut files = self.book.files();
        files.retain(|(path, _)| is_text(path) && is_open(path));
        files
    }

    fn create_file(&mut self) -> Option<String> {
        let word = self.word();
        let folder = ["", "", "notes/", "07-new/", "07-new/deep/"];
        let folder = self.pick(&folder)?;
        let path = format!("{folder}{:02}-file-{word}.md", self.chance.between(1, 20));
        let at = self.book.folder.join(&path);
        fs::create_dir_all(at.parent()?).ok()?;
        fs::write(at, format!("{word}\n")).ok()?;
        self.typed.insert(word);
        Some(format!("made {path}"))
    }

    fn edit_file(&mut self) -> Option<String> {
        let files = self.texts();
        let (path, _) = self.pick(&files)?;
        self.edit_at(&path)
    }

    /// Adds a word to a file, in one of the ways of editors.
    fn edit_at(&mut self, path: &str) -> Option<String> {
        let word = self.word();
        let at = self.book.folder.join(path);
        // It was moved or removed since.
        let text = added(&fs::read_to_string(&at).ok()?, &word);
        let (how, written) = match self.chance.between(0, 2) {
            0 => ("in place", fs::write(&at, &text)),
            1 => ("by renaming", replace(&at, &text)),
            _ => ("beside a backup", back_up(&at, &text)),
        };
        written.ok()?;
        self.typed.insert(word.clone());
        Some(format!("wrote {word} into {path} {how}"))
    }

    fn move_file(&mut self) -> Option<String> {
        let files = self.texts();
        let (path, _) = self.pick(&files)?;
        let word = self.word();
        let name = path.rsplit('/').next().unwrap_or(&path);
        let to = match self.chance.between(0, 3) {
            0 => format!("08-moved/{name}"),
            1 => format!("{:02}-moved-{word}.md", self.chance.between(1, 20)),
            2 => name.to_owned(),
            _ => format!("07-new/{:02}-moved-{word}.md", self.chance.between(1, 20)),
        };
        let (from, at) = (self.book.folder.join(&path), self.book.folder.join(&to));
        // Two texts at one path are one text.
        if at.exists() {
            return None;
        }
        fs::create_dir_all(at.parent()?).ok()?;
        fs::rename(from, at).ok()?;
        Some(format!("moved {path} to {to}"))
    }

    fn delete_file(&mut self) -> Option<String> {
        let files = self.texts();
        let (path, _) = self.pick(&files)?;
        let at = self.book.folder.join(&path);
        // What the worker has not seen yet is gone with the file.
        let gone = self.book.folder.join(".gone");
        fs::rename(&at, &gone).ok()?;
        let text = fs::read_to_string(&gone).ok()?;
        fs::remove_file(&gone).ok()?;
        self.typed.retain(|word| !text.split_whitespace().any(|gone| gone == word));
        Some(format!("deleted {path}"))
    }
}

/// A text with a word more, on a line of its own.
fn added(text: &str, word: &str) -> String {
    if text.is_empty() { format!("{word}\n") } else { format!("{}\n{word}\n", text.trim_end()) }
}

/// Writes a file beside another and renames it.
fn replace(at: &Path, text: &str) -> io::Result<()> {
    let new = at.with_extension("tmp");
    fs::write(&new, text)?;
    fs::rename(new, at)
}

/// Moves a file away, writes it anew, and removes the one before.
fn back_up(at: &Path, text: &str) -> io::Result<()> {
    let before = at.with_extension("md~");
    fs::rename(at, &before)?;
    fs::write(at, text)?;
    fs::remove_file(before)
}
