//! What a round does: takes what was typed into documents, and writes, renames and removes files.

use domain::{
    Result, digest,
    documents::line_ends,
    folders::{EMPTY, Entry, Step},
};
use store::folders;

use super::{
    changes::{self, Keeper, Taken},
    disk::{self, Disk, Leftover},
    plan::{FolderStep, Task},
    renames::Rename,
    round::Round,
    scan::Found,
    tree::Snapshot,
};
use crate::{Change, documents as commands};

impl Round<'_> {
    /// Takes what was typed or deleted in the folder; whether anything was.
    pub(super) async fn take(&mut self, tasks: Vec<Task>) -> Result<bool> {
        let mut changed = false;
        for task in tasks {
            changed |= match task.step {
                FolderStep::File(Step::TakeFile | Step::RestoreDocument | Step::CreateDocument) => {
                    self.take_text(&task).await?
                }
                _ => self.take_end(task).await?,
            };
        }
        Ok(changed)
    }

    /// Takes the text of a file into a document.
    async fn take_text(&mut self, task: &Task) -> Result<bool> {
        let (path, ending) = (task.path.clone(), self.ending_at(&task.path));
        let file = format!("{path}.{ending}");
        let read = file.clone();
        let Some(bytes) = self.on_disk(&file, move |disk| disk.read(&read)).await? else {
            return Ok(false);
        };
        let Ok(text) = String::from_utf8(bytes) else { return Ok(false) };
        let text = line_ends::unified_text(&text).into_owned();
        let digest = digest::hex(text.as_bytes());
        // It was changed since it was looked at.
        if self.digest_at(&task.path).as_deref() != Some(digest.as_str()) {
            self.has_failed = true;
            return Ok(false);
        }
        let words = commands::words(&text);
        let taken = Taken { path, ending, text, digest, words };
        let (step, entry) = (task.step, task.entry.clone());
        let version = task.document.as_ref().map_or(0, |document| document.version);
        let command = move |change: &mut Change<'_, '_>, keeper: &Keeper| {
            let project = keeper.lock(change)?;
            match (step, &entry) {
                (FolderStep::File(Step::TakeFile), Some(entry)) => {
                    changes::take(change, &project, (entry, version), &taken)
                }
                (FolderStep::File(Step::RestoreDocument), Some(entry)) => {
                    changes::restore(change, &project, entry, &taken)
                }
                _ => changes::create(change, &project, &taken),
            }
        };
        self.change(&file, command).await
    }

    /// Does what needs no text.
    async fn take_end(&mut self, task: Task) -> Result<bool> {
        let Some(entry) = task.entry else { return Ok(false) };
        let file = format!("{}.{}", entry.path, entry.ending);
        let ending = self.ending_at(&task.path);
        let (step, document) = (task.step, task.document);
        let command = move |change: &mut Change<'_, '_>, keeper: &Keeper| {
            let project = keeper.lock(change)?;
            let version = document.as_ref().map_or(0, |document| document.version);
            match (step, &document) {
                (FolderStep::Empty, _) => changes::empty(change, &project, (&entry, version)),
                (FolderStep::File(Step::TrashDocument), _) => {
                    changes::trash(change, &project, (&entry, version))
                }
                (FolderStep::File(Step::DropEntry), _) => {
                    folders::delete_entry(change.tx, &project, &entry.document_id)
                }
                (FolderStep::File(Step::Record), Some(document)) => {
                    let digest = Some(document.digest.clone());
                    let ending = ending.clone();
                    let entry = Entry { digest, writing: None, ending, ..entry.clone() };
                    folders::save_entry(change.tx, &project, &entry)
                }
                _ => {
                    let entry =
                        Entry { digest: None, writing: None, has_folder: false, ..entry.clone() };
                    folders::save_entry(change.tx, &project, &entry)
                }
            }
        };
        self.change(&file, command).await
    }

    /// Renames files and folders, and then the entries; before that, it is stored which path they get, so that
    /// nothing is taken for deleted or new when the process is killed in between.
    pub(super) async fn rename(&mut self, renames: Vec<Rename>) -> Result<bool> {
        let mut changed = false;
        for Rename { entry, to, has_file, has_folder } in renames {
            if entry.moving.as_ref() != Some(&to) {
                let begun = Entry { moving: Some(to.clone()), ..entry.clone() };
                if !self.record(begun).await? {
                    continue;
                }
            }
            let (from, target, ending) = (entry.path.clone(), to.clone(), entry.ending.clone());
            let must = entry.has_folder;
            let work = move |disk: &Disk| {
                if has_file {
                    disk.rename(&format!("{from}.{ending}"), &format!("{target}.{ending}"))?;
                }
                if !has_folder {
                    return Ok(());
                }
                match disk.rename(&from, &target) {
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
                    renamed if must => renamed,
                    _ => Ok(()),
                }
            };
            if self.on_disk(&entry.path, work).await?.is_none() {
                self.record(Entry { moving: None, ..entry }).await?;
                continue;
            }
            let from = entry.path.clone();
            let command = move |change: &mut Change<'_, '_>, keeper: &Keeper| {
                let project = keeper.lock(change)?;
                let below = format!("{from}/");
                for entry in folders::entries(change.tx, &project)? {
                    let entry = match entry.path.strip_prefix(&below) {
                        _ if entry.path == from => {
                            Entry { path: to.clone(), moving: None, ..entry }
                        }
                        Some(rest) => Entry { path: format!("{to}/{rest}"), ..entry },
                        None => continue,
                    };
                    folders::save_entry(change.tx, &project, &entry)?;
                }
                Ok(())
            };
            changed |= self.change(&entry.path, command).await?;
        }
        Ok(changed)
    }

    /// Stores an entry as it is; whether it could be.
    async fn record(&mut self, entry: Entry) -> Result<bool> {
        let path = entry.path.clone();
        let record = move |change: &mut Change<'_, '_>, keeper: &Keeper| {
            let project = keeper.lock(change)?;
            folders::save_entry(change.tx, &project, &entry)
        };
        self.change(&path, record).await
    }

    /// Writes what was written or trashed in the studio; whether anything was.
    pub(super) async fn write(&mut self, tasks: Vec<Task>) -> Result<bool> {
        let mut changed = false;
        for task in tasks {
            changed |= match task.step {
                FolderStep::MakeFolder | FolderStep::RemoveFolder => self.set_folder(task).await?,
                FolderStep::File(Step::RemoveFile) => self.remove(task).await?,
                FolderStep::File(step) => self.write_text(task, step).await?,
                FolderStep::Empty => false,
            };
        }
        Ok(changed)
    }

    /// Writes the text of a document to its file. What is there, is what both had; anything else is moved
    /// beside it.
    async fn write_text(&mut self, task: Task, step: Step) -> Result<bool> {
        let Some(document) = task.document else { return Ok(false) };
        let Some(text) = self.text_of(&document.id).await? else { return Ok(false) };
        let digest = digest::hex(text.as_bytes());
        let entry = task.entry.unwrap_or_else(|| {
            changes::new_entry(document.id.clone(), &task.path, document.title.clone())
        });
        let ending = match self.digest_at(&entry.path) {
            Some(_) => self.ending_at(&entry.path),
            None => entry.ending.clone(),
        };
        // The files that may be replaced: as they were in step, or as they were being written.
        let mut known: Vec<String> =
            [&entry.digest, &entry.writing].into_iter().flatten().cloned().collect();
        known.extend([digest.clone(), EMPTY.to_owned()]);
        let intent = Entry { writing: Some(digest.clone()), ending: ending.clone(), ..entry };
        // The file that was typed stays in its entry until it was moved aside.
        let file = format!("{}.{ending}", intent.path);
        if !self.record(intent.clone()).await? {
            return Ok(false);
        }
        let (path, end, now) = (intent.path.clone(), ending.clone(), self.studio.clock.now());
        let bytes = text.len();
        let write = move |disk: &Disk| {
            let form = disk.form(&format!("{path}.{end}"));
            if step == Step::KeepBoth {
                disk.set_aside((&path, &end), now)?;
            }
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            disk.write((&path, &end), (&text, form), &known, now)
        };
        if self.on_disk(&file, write).await?.is_none() {
            return Ok(false);
        }
        self.set_bytes(&digest, bytes);
        let title = document.title;
        let entry = Entry { digest: Some(digest), writing: None, title, ..intent };
        self.record(entry).await
    }

    /// Removes the file of a document in the trash.
    async fn remove(&mut self, task: Task) -> Result<bool> {
        let Some(entry) = task.entry else { return Ok(false) };
        let file = format!("{}.{}", entry.path, self.ending_at(&entry.path));
        let known: Vec<String> =
            [&entry.digest, &entry.writing].into_iter().flatten().cloned().collect();
        let path = file.clone();
        let remove = move |disk: &Disk| {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            disk.remove(&path, &known)
        };
        if self.on_disk(&file, remove).await? != Some(true) {
            self.has_failed = true;
            return Ok(false);
        }
        let entry = Entry { digest: None, writing: None, ..entry };
        self.record(entry).await
    }

    /// Makes or removes the folder of a document. One with something in it stays.
    async fn set_folder(&mut self, task: Task) -> Result<bool> {
        let Some(document) = task.document else { return Ok(false) };
        let (makes, path) = (task.step == FolderStep::MakeFolder, task.path.clone());
        let work = move |disk: &Disk| {
            if makes {
                disk.make(&path).map(drop)
            } else {
                match disk.remove_folder(&path) {
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
                    removed => removed.map(drop),
                }
            }
        };
        if self.on_disk(&task.path, work).await?.is_none() {
            return Ok(false);
        }
        let entry = task
            .entry
            .unwrap_or_else(|| changes::new_entry(document.id, &task.path, document.title));
        let record = move |change: &mut Change<'_, '_>, keeper: &Keeper| {
            let project = keeper.lock(change)?;
            // It may have been stored anew with its file.
            let stored = folders::entry(change.tx, &project, &entry.document_id)?;
            let entry = Entry { has_folder: makes, ..stored.unwrap_or_else(|| entry.clone()) };
            folders::save_entry(change.tx, &project, &entry)
        };
        self.change(&task.path, record).await
    }

    /// Looks after files that were left behind and have rested: one with a text that is stored is removed,
    /// any other becomes a conflict. Whether something was done.
    pub(super) async fn recover(&mut self, found: &Found) -> Result<bool> {
        let settle = self.settle;
        let rested = found.leftovers.iter().filter(|(_, (_, rested))| *rested >= settle);
        let rested: Vec<(&String, &Leftover)> = rested.map(|(path, it)| (path, &it.0)).collect();
        if rested.is_empty() {
            return Ok(false);
        }
        let snapshot = self.snapshot().await?;
        let digests: Vec<String> = snapshot
            .entries
            .values()
            .flat_map(|entry| [entry.digest.clone(), entry.writing.clone()])
            .flatten()
            .chain(snapshot.documents.iter().map(|document| document.digest.clone()))
            .collect();
        let mut changed = false;
        for (path, leftover) in rested {
            let read = path.clone();
            let Some(bytes) = self.on_disk(path, move |disk| disk.read(&read)).await? else {
                continue;
            };
            let digest = disk::text_digest(&bytes);
            let is_stored = bytes.is_empty()
                || match &leftover.digest {
                    Some(replaced) => digest.starts_with(replaced.as_str()),
                    None => {
                        digests.contains(&digest)
                            || self.is_beginning(&snapshot, leftover, &bytes).await?
                    }
                };
            let (path, now, name) = (path.clone(), self.studio.clock.now(), path.clone());
            let leftover = leftover.clone();
            let end = move |disk: &Disk| {
                if is_stored {
                    disk.remove_leftover(&path)
                } else {
                    disk.recover(&path, &leftover, now).map(drop)
                }
            };
            changed |= self.on_disk(&name, end).await?.is_some();
        }
        Ok(changed)
    }

    /// Whether an unfinished file has the beginning of the text that was being written.
    async fn is_beginning(
        &self,
        snapshot: &Snapshot,
        leftover: &Leftover,
        bytes: &[u8],
    ) -> Result<bool> {
        let path = leftover.stem();
        let entry = snapshot.entries.values().find(|entry| entry.path == path);
        let Some(entry) = entry else { return Ok(false) };
        let text = self.text_of(&entry.document_id).await?;
        Ok(text.is_some_and(|text| text.as_bytes().starts_with(&line_ends::unified(bytes))))
    }
}
