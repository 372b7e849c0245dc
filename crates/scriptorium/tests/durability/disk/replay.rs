//! What a power failure leaves on a disk. A disk promises no more than this: what was written to a
//! file is there once the file was flushed, and a name is in its folder once the folder was. Of
//! everything later, any part may be there: writes may be dropped, done in another order, or torn
//! where one sector ends; a file may have its new length without its new bytes; a new file may have
//! no name yet, a removed one may have its name still.

use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

use super::record::{Inode, Operation};
use crate::support::chance::Chance;

/// What a disk writes as a whole, in bytes.
const SECTOR: usize = 512;

/// The files that are there, by their paths.
pub(super) type State = BTreeMap<PathBuf, Vec<u8>>;

/// Whether a flush is waited for. A test that cannot see when it is not proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flushes {
    Kept,
    /// Those of files and folders whose name ends so have no effect.
    Lost(&'static str),
}

/// A disk in the middle of what was recorded.
pub(super) struct Replay {
    flushes: Flushes,
    root: PathBuf,
    files: Vec<File>,
    /// Which of the files has this number now.
    numbers: HashMap<Inode, usize>,
    /// Folders, and the names in them that are there for certain.
    folders: HashMap<Inode, PathBuf>,
    names: Names,
    /// What was done to names since their folder was flushed, the oldest first.
    renamings: Vec<Renaming>,
}

type Names = BTreeMap<PathBuf, usize>;

/// A file: its bytes at the last flush, and what was done to it since.
struct File {
    path: PathBuf,
    flushed: Vec<u8>,
    since: Vec<Change>,
}

#[derive(Clone)]
enum Change {
    Write { offset: usize, bytes: Vec<u8> },
    Truncate { length: usize },
}

#[derive(Debug, Clone)]
enum Renaming {
    Make { path: PathBuf, file: usize },
    Remove { path: PathBuf },
    Move { from: PathBuf, to: PathBuf },
}

/// What becomes of the changes a file has seen since it was flushed.
#[derive(Debug, Clone, Copy)]
enum Fate {
    /// None is there.
    None,
    /// All are.
    All,
    /// All but one.
    AllButOne,
    /// One alone.
    OneAlone,
    /// Those up to one, which is torn.
    UpTo,
    /// Each of them by chance.
    Some,
    /// Each sector of each of them by chance.
    Sectors,
}

const FATES: [Fate; 7] =
    [Fate::None, Fate::All, Fate::AllButOne, Fate::OneAlone, Fate::UpTo, Fate::Some, Fate::Sectors];

impl Replay {
    /// A disk with one folder on it, and nothing in that.
    pub(super) fn new(root: &Path, flushes: Flushes) -> Self {
        let number = std::os::unix::fs::MetadataExt::ino(&root.metadata().expect("the folder"));
        Self {
            flushes,
            root: root.to_owned(),
            files: Vec::new(),
            numbers: HashMap::new(),
            folders: HashMap::from([(number, root.to_owned())]),
            names: Names::new(),
            renamings: Vec::new(),
        }
    }

    /// Does what was done next.
    pub(super) fn follow(&mut self, operation: &Operation, chance: &mut Chance) {
        match operation {
            Operation::Write { file, offset, bytes } => {
                let change = Change::Write { offset: *offset, bytes: bytes.clone() };
                self.file(*file).since.push(change);
            }
            Operation::Truncate { file, length } => {
                self.file(*file).since.push(Change::Truncate { length: *length });
            }
            Operation::Sync { file } => self.flush(*file),
            Operation::FailedSync { file } => self.evict(*file, chance),
            Operation::Create { file, path } => {
                self.numbers.insert(*file, self.files.len());
                self.renamings.push(Renaming::Make { path: path.clone(), file: self.files.len() });
                let path = path.clone();
                self.files.push(File { path, flushed: Vec::new(), since: Vec::new() });
            }
            Operation::MakeFolder { file, path } => {
                self.folders.insert(*file, path.clone());
                self.renamings.push(Renaming::Make { path: path.clone(), file: usize::MAX });
            }
            Operation::Unlink { path } => {
                self.renamings.push(Renaming::Remove { path: path.clone() });
            }
            Operation::Rename { from, to } => {
                self.renamings.push(Renaming::Move { from: from.clone(), to: to.clone() });
            }
            Operation::Send { .. } => {}
        }
    }

    fn file(&mut self, number: Inode) -> &mut File {
        let file = self.numbers.get(&number).expect("a file that was made under our eyes");
        &mut self.files[*file]
    }

    fn is_lost(&self, path: &Path) -> bool {
        match self.flushes {
            Flushes::Kept => false,
            Flushes::Lost(ending) => path.to_string_lossy().ends_with(ending),
        }
    }

    fn flush(&mut self, number: Inode) {
        if let Some(folder) = self.folders.get(&number).cloned() {
            if self.is_lost(&folder) {
                return;
            }
            let (flushed, later) = std::mem::take(&mut self.renamings)
                .into_iter()
                .partition(|renaming| renaming.path().parent() == Some(&folder));
            self.renamings = later;
            rename(&mut self.names, flushed);
        } else {
            let path = self.file(number).path.clone();
            if self.is_lost(&path) {
                return;
            }
            let file = self.file(number);
            for change in std::mem::take(&mut file.since) {
                change.apply(&mut file.flushed);
            }
        }
    }

    /// A flush has failed. Some of what it was for is on the disk; the rest never will be, unless it
    /// is written again, though whoever reads it finds it, and a later flush says that all is well.
    fn evict(&mut self, number: Inode, chance: &mut Chance) {
        if !self.folders.contains_key(&number) {
            let file = self.file(number);
            for change in std::mem::take(&mut file.since) {
                change.apply_torn(&mut file.flushed, chance);
            }
        }
    }

    /// What is there when the power fails now, by chance.
    pub(super) fn fail(&self, chance: &mut Chance) -> State {
        let mut names = self.names.clone();
        // Mostly everything of names or nothing, as a journal has it; sometimes any of it.
        let fate = chance.between(0, 3);
        let kept = self.renamings.iter().filter(|_| match fate {
            0 => false,
            1 => true,
            _ => chance.between(0, 1) == 1,
        });
        rename(&mut names, kept.cloned().collect());
        // A file whose folder has no name is lost with it.
        let is_there = |path: &Path| {
            let mut within = self.folders.values().filter(|it| **it != self.root);
            within.all(|folder| !path.starts_with(folder) || names.contains_key(folder))
        };
        let files = names.iter().filter(|(path, file)| **file != usize::MAX && is_there(path));
        // The index of the log is rebuilt at a start, whatever is there.
        let files = files.filter(|(path, _)| !path.to_string_lossy().ends_with("-shm"));
        files.map(|(path, file)| (path.clone(), self.files[*file].left(chance))).collect()
    }

    /// What is there when the power does not fail.
    pub(super) fn whole(&self) -> State {
        let mut names = self.names.clone();
        rename(&mut names, self.renamings.clone());
        let files = names.iter().filter(|(_, file)| **file != usize::MAX);
        let whole = |file: &File| {
            let mut bytes = file.flushed.clone();
            file.since.iter().for_each(|change| change.apply(&mut bytes));
            bytes
        };
        files.map(|(path, file)| (path.clone(), whole(&self.files[*file]))).collect()
    }
}

impl Renaming {
    fn path(&self) -> &Path {
        let (Self::Make { path, .. } | Self::Remove { path } | Self::Move { to: path, .. }) = self;
        path
    }
}

/// Does these to names; what a renaming that did not happen would have named is passed over.
fn rename(names: &mut Names, renamings: Vec<Renaming>) {
    for renaming in renamings {
        match renaming {
            Renaming::Make { path, file } => {
                names.insert(path, file);
            }
            Renaming::Remove { path } => {
                names.remove(&path);
            }
            Renaming::Move { from, to } => {
                if let Some(file) = names.remove(&from) {
                    names.insert(to, file);
                }
            }
        }
    }
}

impl File {
    /// What is left of it when the power fails now.
    fn left(&self, chance: &mut Chance) -> Vec<u8> {
        let mut bytes = self.flushed.clone();
        let Some(last) = self.since.len().checked_sub(1) else { return bytes };
        let at = chance.between(0, last as u64) as usize;
        match FATES[chance.between(0, FATES.len() as u64 - 1) as usize] {
            Fate::None => {}
            Fate::All => self.since.iter().for_each(|change| change.apply(&mut bytes)),
            Fate::AllButOne => {
                let others = self.since.iter().enumerate().filter(|(number, _)| *number != at);
                others.for_each(|(_, change)| change.apply(&mut bytes));
            }
            Fate::OneAlone => self.since[at].apply(&mut bytes),
            Fate::UpTo => {
                self.since[..at].iter().for_each(|change| change.apply(&mut bytes));
                self.since[at].apply_torn(&mut bytes, chance);
            }
            Fate::Some => {
                // In an order of its own: a later write may be overwritten by an earlier one.
                let mut some: Vec<_> =
                    self.since.iter().filter(|_| chance.between(0, 1) == 1).collect();
                if chance.between(0, 1) == 1 {
                    some.reverse();
                }
                some.into_iter().for_each(|change| change.apply(&mut bytes));
            }
            Fate::Sectors => {
                self.since.iter().for_each(|change| change.apply_torn(&mut bytes, chance));
            }
        }
        bytes
    }
}

impl Change {
    fn apply(&self, to: &mut Vec<u8>) {
        match self {
            Self::Write { offset, bytes } => put(to, *offset, bytes),
            Self::Truncate { length } => to.resize(*length, 0),
        }
    }

    /// Applies the sectors that chance picks; the file may have its new length all the same.
    fn apply_torn(&self, to: &mut Vec<u8>, chance: &mut Chance) {
        let Self::Write { offset, bytes } = self else {
            if chance.between(0, 1) == 1 {
                self.apply(to);
            }
            return;
        };
        let (mut from, end) = (*offset, offset + bytes.len());
        if chance.between(0, 1) == 1 && to.len() < end {
            to.resize(end, 0);
        }
        while from < end {
            let until = ((from / SECTOR + 1) * SECTOR).min(end);
            if chance.between(0, 1) == 1 {
                put(to, from, &bytes[from - offset..until - offset]);
            }
            from = until;
        }
    }
}

fn put(to: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = offset + bytes.len();
    if to.len() < end {
        to.resize(end, 0);
    }
    to[offset..end].copy_from_slice(bytes);
}
