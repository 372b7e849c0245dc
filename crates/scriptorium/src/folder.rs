//! The data folder: created when it is missing, locked by one server at a time, with that server's
//! address for other commands.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError},
    io::{self, Read as _, Seek as _, Write as _},
    net::SocketAddr,
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    time::Duration,
};

use domain::{Time, ids};

/// A data folder that is locked by this process, until this is dropped.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    lock: File,
}

/// Another process has locked the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockOwner {
    /// The address of its server, if it has written it.
    pub address: Option<SocketAddr>,
}

/// Why a folder cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another process has locked it.
    #[error("the data folder {} is locked by a running server{}", path.display(), at(owner))]
    Locked {
        /// The folder.
        path: PathBuf,
        /// The process that has locked it.
        owner: LockOwner,
    },
    /// The system refuses.
    #[error("{doing} {} failed", path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// With what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl FolderError {
    /// The address of the server that has locked the folder, if it has written it.
    pub fn address(&self) -> Option<SocketAddr> {
        match self {
            Self::Locked { owner, .. } => owner.address,
            Self::Io { .. } => None,
        }
    }
}

fn at(owner: &LockOwner) -> String {
    owner.address.map(|address| format!(" at {address}")).unwrap_or_default()
}

/// The mode of folders: readable by the owner alone, because manuscripts are in them.
const FOLDER_MODE: u32 = 0o700;

/// The mode of files: readable by the owner alone.
const FILE_MODE: u32 = 0o600;

/// The file that is locked, and has the server's address in it.
pub(crate) const LOCK: &str = "server.lock";

/// The longest address in it, with the end of the line.
const ADDRESS_BYTES_MAX: u64 = 64;

/// The file with the name under which this folder's process leases work.
const NODE: &str = "node";

/// How often a folder is locked anew that others have only looked at, before it counts as locked.
const LOCK_TRIES_MAX: usize = 50;

/// How long to wait before a folder is locked anew.
const LOCK_INTERVAL: Duration = Duration::from_millis(2);

/// The address of the server that has locked a folder; none when none has, whatever a server that was
/// killed has left in the file: somebody else may listen there by now.
pub(crate) fn announced(path: &Path) -> Option<SocketAddr> {
    let mut lock = File::open(path.join(LOCK)).ok()?;
    match lock.try_lock_shared() {
        Err(TryLockError::WouldBlock) => {
            let mut address = String::new();
            lock.read_to_string(&mut address).ok()?;
            address.trim().parse().ok()
        }
        Ok(()) | Err(TryLockError::Error(_)) => None,
    }
}

/// Locks a file for this process alone. Who looks with [`announced`] has a shared lock of it for a moment;
/// that is waited for.
fn lock_alone(file: &File) -> Result<(), TryLockError> {
    for _ in 0..LOCK_TRIES_MAX {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {}
            locked => return locked,
        }
        file.try_lock_shared()?;
        file.unlock().map_err(TryLockError::Error)?;
        std::thread::park_timeout(LOCK_INTERVAL);
    }
    file.try_lock()
}

impl Folder {
    /// Locks a folder, and creates it when it is missing.
    pub fn lock(path: &Path) -> Result<Self, FolderError> {
        let failed = |doing: &'static str, path: &Path| {
            let path = path.to_owned();
            move |source| FolderError::Io { doing, path, source }
        };
        make(path).map_err(failed("making the folder", path))?;
        let file = path.join(LOCK);
        let mut lock = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(FILE_MODE)
            .open(&file)
            .map_err(failed("opening", &file))?;
        match lock_alone(&lock) {
            Ok(()) => {
                let mut folder = Self { path: path.to_owned(), lock };
                folder.withdraw().map_err(failed("writing", &file))?;
                Ok(folder)
            }
            Err(TryLockError::WouldBlock) => {
                let mut address = String::new();
                lock.read_to_string(&mut address).map_err(failed("reading", &file))?;
                let owner = LockOwner { address: address.trim().parse().ok() };
                Err(FolderError::Locked { path: path.to_owned(), owner })
            }
            Err(TryLockError::Error(source)) => Err(failed("locking", &file)(source)),
        }
    }

    /// Writes the address of this process's server.
    pub fn announce(&mut self, address: SocketAddr) -> io::Result<()> {
        // Written over the earlier address, for which a full disk still has space.
        let line = format!("{address}\n");
        self.lock.rewind()?;
        let length = u64::try_from(line.len()).unwrap_or(u64::MAX);
        let written = self.lock.write_all(line.as_bytes());
        // What is left of the earlier address is not taken for this one.
        self.lock.set_len(if written.is_ok() { length } else { 0 })?;
        written
    }

    /// Takes back the address of a server that was killed: it is not this process's.
    fn withdraw(&mut self) -> io::Result<()> {
        let length = self.lock.metadata()?.len();
        if length == 0 {
            return Ok(());
        }
        let blank = vec![b' '; usize::try_from(length.min(ADDRESS_BYTES_MAX)).unwrap_or(0)];
        self.lock.rewind()?;
        // Written over, so that a full disk still has space for the next one.
        let written = self.lock.write_all(&blank);
        self.lock.set_len(if written.is_ok() { length.min(ADDRESS_BYTES_MAX) } else { 0 })
    }

    /// The name under which this folder's process leases work: created once, then always the same.
    pub fn node(&self, now: Time) -> io::Result<String> {
        let file = self.path.join(NODE);
        match fs::read_to_string(&file) {
            Ok(name) if !name.trim().is_empty() => Ok(name.trim().to_owned()),
            Ok(_) => Self::name_node(&file, now),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::name_node(&file, now),
            Err(error) => Err(error),
        }
    }

    fn name_node(file: &Path, now: Time) -> io::Result<String> {
        let name = ids::new(now);
        // Leases have this name; under another one they would have to expire first.
        write_file(file, name.as_bytes())?;
        Ok(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A program that is started at this moment has a copy of the descriptor until it begins to run, and
        // with that the lock, if it were only closed here.
        if let Err(error) = self.lock.unlock() {
            tracing::warn!(
                %error,
                path = %self.path.display(),
                "the lock of the data folder could not be released; it is released when the process ends"
            );
        }
    }
}

/// Writes a small file for its owner alone, whole or not at all, so that it is there after a power
/// failure too.
pub(crate) fn write_file(file: &Path, content: &[u8]) -> io::Result<()> {
    let unfinished = file.with_extension("new");
    let mut options = OpenOptions::new();
    let mut kept =
        options.write(true).create(true).truncate(true).mode(FILE_MODE).open(&unfinished)?;
    // The mode above is for a file that is made; one that was left behind may have another.
    kept.set_permissions(Permissions::from_mode(FILE_MODE))?;
    kept.write_all(content)?;
    kept.sync_all()?;
    fs::rename(&unfinished, file)?;
    file.parent().map_or(Ok(()), sync)
}

/// Makes a folder, and those it lies in, so that they are there after a power failure too: what is
/// flushed into a folder is lost with the folder's own name.
fn make(path: &Path) -> io::Result<()> {
    let path = std::path::absolute(path)?;
    let missing: Vec<_> = path.ancestors().take_while(|folder| !folder.exists()).collect();
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(&path)?;
    missing.into_iter().filter_map(Path::parent).try_for_each(sync)
}

/// Flushes a folder, so that the names in it survive a power failure.
fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
