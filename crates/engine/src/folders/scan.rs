//! One look at the files of a folder: which there are, with the digests of their texts, and which of them
//! have not changed for long enough to be believed. An editor that saves may empty a file before it writes
//! it, or move it away; until a file has rested, nothing follows from it.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    io,
    os::{fd::OwnedFd, unix::ffi::OsStrExt as _},
    time::{Duration, Instant},
};

use domain::{
    digest,
    documents::line_ends,
    folders::{ENDINGS, FILE_BYTES_MAX, FILES_MAX, FOLDERS_DEPTH_MAX, Flaw, is_conflict},
};
use rustix::fs::{Dir, FileType};

use super::disk::{self, Disk, Leftover, Stamp};

/// What a folder has in it, by paths without endings.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The texts.
    pub(super) files: BTreeMap<String, FoundFile>,
    /// The folders.
    pub(super) folders: BTreeSet<String>,
    /// The files beside those of their documents, by paths with endings.
    pub(super) conflicts: Vec<String>,
    /// What cannot be taken.
    pub(super) flaws: Vec<Flaw>,
    /// Files that were left behind, by their paths, and how long each has been as it is.
    pub(super) leftovers: BTreeMap<String, (Leftover, Duration)>,
}

impl Found {
    /// Whether the file at a path without an ending cannot be written yet, because an earlier attempt to do
    /// so was left behind.
    pub(super) fn is_unfinished(&self, path: &str) -> bool {
        let mut leftovers = self.leftovers.values();
        leftovers.any(|(leftover, _)| leftover.digest.is_none() && leftover.stem() == path)
    }
}

/// A text in a folder.
#[derive(Debug, Clone)]
pub(super) struct FoundFile {
    /// Its ending as it is written.
    pub(super) ending: String,
    /// The digest of its text; none when it cannot be read as one.
    pub(super) digest: Option<String>,
    /// Its length in bytes.
    pub(super) bytes: u64,
    /// How long it has been as it is.
    pub(super) rested: Duration,
}

/// What earlier looks found, in the memory of this process alone: without it files are read again.
#[derive(Debug, Default)]
pub(super) struct Looks {
    files: HashMap<String, Look>,
    missing: HashMap<String, Instant>,
    leftovers: HashMap<String, (Stamp, Instant)>,
    /// The lengths of texts by their digests, in bytes.
    lengths: HashMap<String, u64>,
}

#[derive(Debug, Clone)]
struct Look {
    stamp: Stamp,
    since: Instant,
    text: Result<String, String>,
}

/// The most lengths that are known at once.
const LENGTHS_MAX: usize = 2 * FILES_MAX;

impl Looks {
    /// How long the text of this digest is, if it was read.
    pub(super) fn bytes_of(&self, digest: Option<&str>) -> u64 {
        digest.and_then(|digest| self.lengths.get(digest)).copied().unwrap_or(0)
    }

    /// A text has this length.
    pub(super) fn set_bytes(&mut self, digest: &str, bytes: usize) {
        if self.lengths.len() >= LENGTHS_MAX {
            self.lengths.clear();
        }
        self.lengths.insert(digest.to_owned(), bytes as u64);
    }

    /// How long the file of a path has been missing, from the first look that missed it on; of a path with a
    /// slash at its end, the folder.
    pub(super) fn missing_for(&mut self, path: &str, now: Instant) -> Duration {
        let since = self.missing.entry(path.to_owned()).or_insert(now);
        now.duration_since(*since)
    }

    /// How long a file that was left behind has been as it is.
    fn leftover_for(&mut self, path: &str, stamp: Stamp, now: Instant) -> Duration {
        let look = self.leftovers.entry(path.to_owned()).or_insert((stamp, now));
        if look.0 != stamp {
            *look = (stamp, now);
        }
        now.duration_since(look.1)
    }

    /// Nothing is missing at these paths any more, and nothing else was left behind.
    fn keep(&mut self, found: &Found) {
        self.missing.retain(|path, _| match path.strip_suffix('/') {
            Some(folder) => !found.folders.contains(folder),
            None => !found.files.contains_key(path),
        });
        self.leftovers.retain(|path, _| found.leftovers.contains_key(path));
    }
}

/// Looks at all of a folder.
///
/// # Errors
/// When a folder in it cannot be read, of which nothing must be taken for gone; when there are too many
/// files.
pub(super) fn scan(disk: &Disk, looks: &mut Looks, now: Instant) -> io::Result<Found> {
    let mut found = Found::default();
    let mut waiting = vec![(disk.folder("")?, String::new(), 0)];
    let mut count = 0;
    while let Some((folder, prefix, depth)) = waiting.pop() {
        for entry in Dir::read_from(&folder)? {
            let entry = entry?;
            let name = std::ffi::OsStr::from_bytes(entry.file_name().to_bytes());
            if matches!(entry.file_name().to_bytes(), b"." | b"..") {
                continue;
            }
            count += 1;
            if count > FILES_MAX {
                return Err(io::Error::other(format!(
                    "there are more than {FILES_MAX} files in it"
                )));
            }
            let (kind, stamp) = match disk::stamp(&folder, name) {
                Ok(stamp) => stamp,
                // It was removed since.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            let Some(name) = name.to_str() else {
                let path = format!("{prefix}{}", name.to_string_lossy());
                found.flaw(path, "its name is not UTF-8: give it another");
                continue;
            };
            let path = format!("{prefix}{name}");
            match kind {
                FileType::RegularFile if let Some(leftover) = Leftover::at(&path) => {
                    let rested = looks.leftover_for(&path, stamp, now);
                    found.leftovers.insert(path, (leftover, rested));
                }
                _ if name.starts_with('.') => {}
                _ if name.chars().any(char::is_control) => {
                    found.flaw(path, "its name has a control character in it: give it another");
                }
                FileType::Directory if depth >= FOLDERS_DEPTH_MAX => {
                    found.flaw(path, "it is nested too deeply: move it up");
                }
                FileType::Directory => {
                    waiting.push((disk.folder(&path)?, format!("{path}/"), depth + 1));
                    found.folders.insert(path);
                }
                FileType::RegularFile => found.file((&folder, name), path, stamp, (looks, now)),
                _ if is_text(name).is_some() => {
                    found.flaw(
                        path,
                        "it is a link or something else that is no file, and is not followed",
                    );
                }
                _ => {}
            }
        }
    }
    found.flaws.sort_by(|one, other| one.path.cmp(&other.path));
    found.conflicts.sort();
    looks.keep(&found);
    Ok(found)
}

/// The name and the ending of a file that is a text.
fn is_text(name: &str) -> Option<(&str, &str)> {
    let (stem, ending) = name.rsplit_once('.')?;
    let is_known = ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known));
    (is_known && !stem.is_empty()).then_some((stem, ending))
}

impl Found {
    fn flaw(&mut self, path: String, reason: &str) {
        self.flaws.push(Flaw { path, reason: reason.to_owned() });
    }

    /// Takes a file that is a text; others are nobody's business.
    fn file(
        &mut self,
        (folder, name): (&OwnedFd, &str),
        path: String,
        stamp: Stamp,
        (looks, now): (&mut Looks, Instant),
    ) {
        let Some((stem, ending)) = is_text(name) else { return };
        if is_conflict(stem) {
            self.conflicts.push(path);
            return;
        }
        let key = path[..path.len() - ending.len() - 1].to_owned();
        if let Some(other) = self.files.get(&key) {
            let reason = format!("another file has this name, with the ending .{}", other.ending);
            self.flaw(path, &format!("{reason}: give one of them another name"));
            return;
        }
        let look = match looks.files.get(&path) {
            Some(look) if look.stamp == stamp => look.clone(),
            _ => {
                let look = Look { stamp, since: now, text: read(folder, name, stamp) };
                if let Ok(digest) = &look.text {
                    looks.set_bytes(digest, usize::try_from(stamp.bytes()).unwrap_or(usize::MAX));
                }
                looks.files.insert(path.clone(), look.clone());
                look
            }
        };
        if let Err(reason) = &look.text {
            self.flaw(path, reason);
        }
        let found = FoundFile {
            ending: ending.to_owned(),
            digest: look.text.ok(),
            bytes: stamp.bytes(),
            rested: now.duration_since(look.since),
        };
        self.files.insert(key, found);
    }
}

/// The digest of a text, or why it is none.
fn read(folder: &OwnedFd, name: &str, stamp: Stamp) -> Result<String, String> {
    if stamp.bytes() > FILE_BYTES_MAX {
        let max = FILE_BYTES_MAX / 1024 / 1024;
        return Err(format!("it is larger than {max} MiB: cut it into several files"));
    }
    let bytes =
        disk::read_file(folder, name).map_err(|error| format!("it cannot be read: {error}"))?;
    match std::str::from_utf8(&line_ends::unified(&bytes)) {
        Ok(text) if text.contains('\0') => {
            Err("it has U+0000 in it, which no text may have".to_owned())
        }
        Ok(text) => Ok(digest::hex(text.as_bytes())),
        Err(_) => Err("it is not UTF-8: save it as UTF-8".to_owned()),
    }
}
