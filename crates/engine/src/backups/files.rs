//! Files of backups: readable by their owner alone, digested as they are written and read, and flushed
//! to the disk before they count.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, BufWriter, Read, Write},
    path::Path,
};

use domain::{Error, Result, backups, digest::Digest};

/// The ending of a backup's name while it is being made or removed.
pub(super) const UNFINISHED: &str = ".unfinished";

/// Bytes that are read at once.
const PIECE_BYTES: usize = 1 << 16;

/// Says with which path something failed.
pub(super) fn failed(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::internal(doing, PathError { path: path.clone(), source })
}

/// An error of the system, with the path it is about.
#[derive(Debug)]
struct PathError {
    path: std::path::PathBuf,
    source: io::Error,
}

impl std::fmt::Display for PathError {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{}", self.path.display())
    }
}

impl std::error::Error for PathError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// Makes a folder, and those above it, for its owner alone.
pub(super) fn make_folder(path: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(failed("making the folder", path))
}

/// A new file for its owner alone.
pub(super) fn new(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(failed("making the file", path))
}

/// Makes the names in a folder survive a power failure.
pub(super) fn sync_folder(path: &Path) -> Result<()> {
    File::open(path).and_then(|folder| folder.sync_all()).map_err(failed("flushing", path))
}

/// Removes a backup: first its name, so that half of one never looks like a whole one.
pub(super) fn remove(path: &Path) -> Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(UNFINISHED);
    fs::rename(path, &name).map_err(failed("removing", path))?;
    fs::remove_dir_all(&name).map_err(failed("removing", path))
}

/// A file that is being written and digested.
pub(super) struct Written {
    file: BufWriter<File>,
    name: String,
    bytes: u64,
    digest: Digest,
}

impl Written {
    /// A new file of this name in a folder.
    pub(super) fn new(folder: &Path, name: &str) -> Result<Self> {
        let file = BufWriter::new(new(&folder.join(name))?);
        Ok(Self { file, name: name.to_owned(), bytes: 0, digest: Digest::default() })
    }

    /// It is whole: flushed to the disk, and described.
    pub(super) fn finish(self) -> Result<backups::File> {
        let Self { file, name, bytes, digest } = self;
        file.into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|file| file.sync_all())
            .map_err(|error| Error::internal("flushing a file", error))?;
        Ok(backups::File { name, bytes, sha256: digest.hex() })
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.add(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A file as it lies in a folder, read from its first byte to its last; with the lines in it.
pub(super) fn describe(folder: &Path, name: &str) -> Result<(backups::File, i64)> {
    let path = folder.join(name);
    let reading = || failed("reading", &path);
    let mut file = File::open(&path).map_err(reading())?;
    let (mut bytes, mut lines, mut digest) = (0, 0, Digest::default());
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        let read = file.read(&mut piece).map_err(reading())?;
        if read == 0 {
            let describe = backups::File { name: name.to_owned(), bytes, sha256: digest.hex() };
            return Ok((describe, lines));
        }
        digest.add(&piece[..read]);
        lines += piece[..read].iter().map(|byte| i64::from(*byte == b'\n')).sum::<i64>();
        bytes += read as u64;
    }
}

/// The lines of a file.
pub(super) fn lines(path: &Path) -> Result<impl BufRead + use<>> {
    File::open(path).map(BufReader::new).map_err(failed("reading", path))
}
