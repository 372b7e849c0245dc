//! The files of one folder: opened name by name below a handle of the folder, so that no link is followed
//! out of it, and written so that a file has its former text or its new one, never a part. What stood at a
//! path is looked at again after it was moved away, because an editor may have written to it in between.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, Read as _, Write as _},
    os::fd::{AsFd, OwnedFd},
    path::{Path, PathBuf},
};

use domain::{
    Time, digest,
    documents::line_ends::{self, Form},
    folders::{ENDINGS, FILE_BYTES_MAX, conflict_name},
};
use rustix::{
    fs::{AtFlags, FileType, Mode, OFlags, RenameFlags, Stat},
    io::Errno,
};

use super::tree::joined;

/// How files that are being written are called, before the name they get.
const UNFINISHED: &str = ".scriptorium-";

/// How files that were replaced or removed are called, before the digest of their text and the name they
/// had. They stay until they have rested: an editor that had one open may still write to it.
const REPLACED: &str = ".scriptorium~";

/// What stands between that digest and that name.
const DIGEST_END: char = '~';

/// As many digits of a digest are in the name.
const DIGEST_DIGITS: usize = 16;

/// What is added to the name of a file that is replaced in two steps.
const BETWEEN: &str = ".old";

/// The most bytes of a name, as file systems have it.
const NAME_BYTES_MAX: usize = 255;

/// The file that marks a folder, and what it says before the mark.
const MARK: &str = ".scriptorium";

/// How it is called while it is written.
const MARK_UNFINISHED: &str = "mark";

/// The longest text of a mark, in bytes.
const MARK_BYTES_MAX: u64 = 1_024;

/// Conflicts of one file in one minute, at most.
const CONFLICTS_MAX: usize = 1_000;

/// The folder of a project.
#[derive(Debug)]
pub(super) struct Disk {
    folder: OwnedFd,
    path: PathBuf,
}

/// Where a folder is, and which one it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Home {
    /// Its path.
    pub(super) path: PathBuf,
    /// The number of its disk, and its own there.
    inode: (i128, i128),
    /// Whether it is on a file system in which other machines may change files, without this one's system
    /// knowing.
    pub(super) is_remote: bool,
}

/// What tells one state of a file from another without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    inode: u64,
    bytes: i64,
    changed: (i64, i64),
    modified: (i64, i64),
}

impl Stamp {
    /// The stamp of this state.
    pub(super) fn of(stat: &Stat) -> Self {
        // The types of these members differ between systems.
        #[expect(clippy::useless_conversion, clippy::unnecessary_cast, reason = "see above")]
        Self {
            inode: u64::from(stat.st_ino),
            bytes: stat.st_size as i64,
            changed: (stat.st_ctime as i64, stat.st_ctime_nsec as i64),
            modified: (stat.st_mtime as i64, stat.st_mtime_nsec as i64),
        }
    }

    /// The length of the file.
    pub(super) fn bytes(self) -> u64 {
        u64::try_from(self.bytes).unwrap_or(0)
    }
}

/// A file that was left behind: unfinished by a process that was killed, or replaced a moment ago.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leftover {
    /// The path of the file it was, or was to be.
    pub(super) of: String,
    /// The first digits of the digest of the text that it had when it was replaced.
    pub(super) digest: Option<String>,
}

impl Leftover {
    /// What was left behind at a path, if it is something that this service leaves.
    pub(super) fn at(path: &str) -> Option<Self> {
        let (folder, name) = parted(path);
        let at = |name: &str| joined(folder, name);
        if let Some((digest, name)) =
            name.strip_prefix(REPLACED).and_then(|rest| rest.split_once(DIGEST_END))
        {
            return Some(Self { of: at(name), digest: Some(digest.to_owned()) });
        }
        let name = name.strip_prefix(UNFINISHED)?;
        let is_mark = folder.is_empty() && name == MARK_UNFINISHED;
        let name = name.strip_suffix(BETWEEN).unwrap_or(name);
        (!is_mark).then(|| Self { of: at(name), digest: None })
    }

    /// The path of the file it was, without its ending.
    pub(super) fn stem(&self) -> &str {
        self.of.rsplit_once('.').map_or(&self.of, |(stem, _)| stem)
    }
}

/// The name of a file that was replaced; a name that is too long for that loses its beginning.
fn name_of_replaced(digest: &str, name: &str) -> String {
    let start = format!("{REPLACED}{}{DIGEST_END}", &digest[..DIGEST_DIGITS.min(digest.len())]);
    let over = (start.len() + name.len()).saturating_sub(NAME_BYTES_MAX);
    format!("{start}{}", &name[name.ceil_char_boundary(over)..])
}

/// A path without its ending as the folder it lies in and the name.
pub(super) fn parted(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// Opens a folder and follows no link to it.
fn open_folder(at: impl AsFd, name: &str) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::openat(at, name, flags, Mode::empty())?)
}

/// Makes a folder if there is none of this name.
fn make_folder(at: impl AsFd, name: &str) -> io::Result<()> {
    match rustix::fs::mkdirat(&at, name, Mode::from_raw_mode(0o777)) {
        Ok(()) => Ok(rustix::fs::fsync(at)?),
        Err(Errno::EXIST) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

impl Disk {
    /// Opens the folder `directory` below `root`; both are made when they are missing.
    pub(super) fn open(root: &Path, directory: &str) -> io::Result<Self> {
        std::fs::create_dir_all(root)?;
        let mut folder = OwnedFd::from(File::open(root)?);
        for name in directory.split('/').filter(|name| !name.is_empty()) {
            make_folder(&folder, name)?;
            folder = open_folder(&folder, name)?;
        }
        Ok(Self { folder, path: root.join(directory) })
    }

    /// Where the folder is.
    pub(super) fn home(&self) -> io::Result<Home> {
        let stat = rustix::fs::fstat(&self.folder)?;
        // The types of these members differ between systems.
        let inode = (i128::from(stat.st_dev), i128::from(stat.st_ino));
        Ok(Home { path: self.path.clone(), inode, is_remote: is_remote(&self.folder) })
    }

    /// The folder at a path in it.
    pub(super) fn folder(&self, path: &str) -> io::Result<OwnedFd> {
        let mut folder = self.folder.try_clone()?;
        for name in path.split('/').filter(|name| !name.is_empty()) {
            folder = open_folder(&folder, name)?;
        }
        Ok(folder)
    }

    /// Makes the folder at a path, and those it lies in.
    pub(super) fn make(&self, path: &str) -> io::Result<OwnedFd> {
        let mut folder = self.folder.try_clone()?;
        for name in path.split('/').filter(|name| !name.is_empty()) {
            make_folder(&folder, name)?;
            folder = open_folder(&folder, name)?;
        }
        Ok(folder)
    }

    /// What the file that marks the folder says.
    pub(super) fn mark(&self) -> io::Result<Option<String>> {
        match open_file(&self.folder, MARK) {
            Ok(file) => {
                let mut text = String::new();
                file.take(MARK_BYTES_MAX).read_to_string(&mut text)?;
                Ok(Some(text.trim().to_owned()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Marks the folder.
    pub(super) fn set_mark(&self, mark: &str) -> io::Result<()> {
        let unfinished = format!("{UNFINISHED}{MARK_UNFINISHED}");
        remove_if_there(&self.folder, &unfinished)?;
        write_file(&self.folder, &unfinished, format!("{mark}\n").as_bytes())?;
        rustix::fs::renameat(&self.folder, &unfinished, &self.folder, MARK)?;
        Ok(rustix::fs::fsync(&self.folder)?)
    }

    /// Whether there is something of this name in the folder itself.
    pub(super) fn has(&self, name: &str) -> bool {
        rustix::fs::statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
    }

    /// The bytes of a file, if there is one and it is not too large.
    pub(super) fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let (folder, name) = parted(path);
        read_file(&self.folder(folder)?, name)
    }

    /// The form of a file; that of a new one where it is not there or cannot be read.
    pub(super) fn form(&self, path: &str) -> Form {
        self.read(path).map(|bytes| Form::of(&bytes)).unwrap_or_default()
    }

    /// Writes a text in a form to a file of which the text has one of these digests, or which is not there.
    /// What was typed into it in between is moved beside it; then its path is answered. What was there otherwise is
    /// left behind until it has rested.
    pub(super) fn write(
        &self,
        (path, ending): (&str, &str),
        (text, form): (&str, Form),
        known: &[&str],
        now: Time,
    ) -> io::Result<Option<String>> {
        let (folder, stem) = parted(path);
        let at = self.make(folder)?;
        let name = format!("{stem}.{ending}");
        let unfinished = format!("{UNFINISHED}{name}");
        write_file(&at, &unfinished, form.of_text(text).as_bytes())?;
        let replaced = match rename_new(&at, &unfinished, &name) {
            Ok(()) => None,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                replace(&at, &unfinished, &name)?;
                // Now this is the file that was there.
                let bytes = read_file(&at, &unfinished)?;
                let digest = text_digest(&bytes);
                if known.contains(&digest.as_str()) {
                    rustix::fs::renameat(&at, &unfinished, &at, name_of_replaced(&digest, &name))?;
                    None
                } else {
                    Some(set_aside(&at, &unfinished, (stem, ending), now)?)
                }
            }
            Err(error) => return Err(error),
        };
        rustix::fs::fsync(&at)?;
        Ok(replaced.map(|name| if folder.is_empty() { name } else { format!("{folder}/{name}") }))
    }

    /// Moves what was typed into a file beside it, as a conflict; its path.
    pub(super) fn set_aside(&self, (path, ending): (&str, &str), now: Time) -> io::Result<String> {
        let (folder, stem) = parted(path);
        let at = self.folder(folder)?;
        let name = set_aside(&at, &format!("{stem}.{ending}"), (stem, ending), now)?;
        rustix::fs::fsync(&at)?;
        Ok(joined(folder, &name))
    }

    /// Moves a file that was left behind beside the one it was for, as a conflict.
    pub(super) fn recover(&self, path: &str, of: &Leftover, now: Time) -> io::Result<String> {
        let ((folder, name), (_, wanted)) = (parted(path), parted(&of.of));
        let at = self.folder(folder)?;
        let parts = wanted.rsplit_once('.').unwrap_or((wanted, ENDINGS[0]));
        let conflict = set_aside(&at, name, parts, now)?;
        rustix::fs::fsync(&at)?;
        Ok(conflict)
    }

    /// Removes a file of which the text has one of these digests, when it has rested; false when it has
    /// another by now, and is there still.
    pub(super) fn remove(&self, path: &str, known: &[&str]) -> io::Result<bool> {
        let (folder, name) = parted(path);
        let at = self.folder(folder)?;
        let unfinished = format!("{UNFINISHED}{name}");
        rename_new(&at, name, &unfinished)?;
        let digest = text_digest(&read_file(&at, &unfinished)?);
        let is_known = known.contains(&digest.as_str());
        if is_known {
            rustix::fs::renameat(&at, &unfinished, &at, name_of_replaced(&digest, name))?;
        } else {
            rename_new(&at, &unfinished, name)?;
        }
        rustix::fs::fsync(&at)?;
        Ok(is_known)
    }

    /// Removes a file that was left behind.
    pub(super) fn remove_leftover(&self, path: &str) -> io::Result<()> {
        let (folder, name) = parted(path);
        Ok(rustix::fs::unlinkat(self.folder(folder)?, name, AtFlags::empty())?)
    }

    /// Removes a folder if nothing is in it; false when something is.
    pub(super) fn remove_folder(&self, path: &str) -> io::Result<bool> {
        let (folder, name) = parted(path);
        match rustix::fs::unlinkat(self.folder(folder)?, name, AtFlags::REMOVEDIR) {
            Ok(()) => Ok(true),
            Err(Errno::NOTEMPTY | Errno::EXIST) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives a file or folder another path, at which nothing is; folders are made as they are needed.
    pub(super) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let ((from_folder, from), (to_folder, to)) = (parted(from), parted(to));
        let (at, target) = (self.folder(from_folder)?, self.make(to_folder)?);
        rename_new_at((&at, from), (&target, to))?;
        rustix::fs::fsync(&at)?;
        Ok(rustix::fs::fsync(target)?)
    }
}

/// Opens a file and follows no link to it; anything that is no file is an error.
fn open_file(at: impl AsFd, name: &str) -> io::Result<File> {
    // Without waiting: opening a pipe would wait for whoever writes to it.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = rustix::fs::openat(at, name, flags, Mode::empty())?;
    let kind = FileType::from_raw_mode(rustix::fs::fstat(&file)?.st_mode);
    if kind == FileType::RegularFile {
        Ok(File::from(file))
    } else {
        Err(io::Error::other("it is no file"))
    }
}

/// The digest of the text of a file.
pub(super) fn text_digest(bytes: &[u8]) -> String {
    digest::hex(&line_ends::unified(bytes))
}

/// The bytes of a file.
pub(super) fn read_file(at: impl AsFd, name: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_file(at, name)?.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too large"));
    }
    Ok(bytes)
}

/// The stamp of a name in a folder, and what kind of thing has it.
pub(super) fn stamp(at: impl AsFd, name: &OsStr) -> io::Result<(FileType, Stamp)> {
    let stat = rustix::fs::statat(at, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok((FileType::from_raw_mode(stat.st_mode), Stamp::of(&stat)))
}

fn remove_if_there(at: impl AsFd, name: &str) -> io::Result<()> {
    match rustix::fs::unlinkat(at, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Writes a file that nobody else knows, and flushes it.
fn write_file(at: impl AsFd, name: &str, bytes: &[u8]) -> io::Result<()> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = rustix::fs::openat(at, name, flags, Mode::from_raw_mode(0o666))?;
    let mut file = File::from(file);
    file.write_all(bytes)?;
    file.sync_all()
}

/// Gives a file another name in its folder, which nothing has.
fn rename_new(at: &OwnedFd, from: &str, to: &str) -> io::Result<()> {
    rename_new_at((at, from), (at, to))
}

fn rename_new_at((at, from): (&OwnedFd, &str), (target, to): (&OwnedFd, &str)) -> io::Result<()> {
    match rustix::fs::renameat_with(at, from, target, to, RenameFlags::NOREPLACE) {
        Ok(()) => Ok(()),
        // The file system cannot; looking first leaves a gap, in which only a writer's editor could be.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            match rustix::fs::statat(target, to, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
                Err(Errno::NOENT) => Ok(rustix::fs::renameat(at, from, target, to)?),
                Err(error) => Err(error.into()),
            }
        }
        Err(error) => Err(error.into()),
    }
}

/// Has two files of a folder change names.
fn replace(at: &OwnedFd, unfinished: &str, name: &str) -> io::Result<()> {
    match rustix::fs::renameat_with(at, unfinished, at, name, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(()),
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            let between = format!("{unfinished}{BETWEEN}");
            rename_new(at, name, &between)?;
            rename_new(at, unfinished, name)?;
            rename_new(at, &between, unfinished)
        }
        Err(error) => Err(error.into()),
    }
}

/// Whether a folder is on a file system in which other machines may change files.
#[cfg(target_os = "linux")]
fn is_remote(folder: &OwnedFd) -> bool {
    /// AFS, Ceph, CIFS, SMB 2, SMB, NFS, 9P, FUSE, and the folders that VirtualBox shares.
    const REMOTE: [i128; 9] = [
        0x5346_414f,
        0x00c3_6400,
        0xff53_4d42,
        0xfe53_4d42,
        0x517b,
        0x6969,
        0x0102_1997,
        0x6573_5546,
        0x786f_4256,
    ];
    // A kind has 32 bits; their type, and whether it has a sign, differ between machines.
    let kind = rustix::fs::fstatfs(folder).map(|it| i128::from(it.f_type) & 0xffff_ffff);
    kind.is_ok_and(|kind| REMOTE.contains(&kind))
}

/// Whether a folder is on a file system in which other machines may change files; it is not known here.
#[cfg(not(target_os = "linux"))]
fn is_remote(_: &OwnedFd) -> bool {
    false
}

/// Gives a file the name of a conflict; that name.
fn set_aside(
    at: &OwnedFd,
    name: &str,
    (stem, ending): (&str, &str),
    now: Time,
) -> io::Result<String> {
    for n in 1..=CONFLICTS_MAX {
        let conflict = conflict_name(stem, ending, now, n);
        match rename_new(at, name, &conflict) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            renamed => return renamed.map(|()| conflict),
        }
    }
    Err(io::Error::other("there are too many conflicts of this file"))
}

#[cfg(test)]
mod tests;
