//! The shim, compiled once, and the program with the shim below it.

use std::{
    fs::{File, OpenOptions},
    os::unix::fs::{FileExt as _, MetadataExt as _},
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use crate::support::program;

/// A folder with a disk of its own: what the program keeps, what the shim records, and what it is
/// told to do.
pub(super) struct Disk {
    _folder: tempfile::TempDir,
    /// Where it all lies, as the program will see it: without links.
    path: PathBuf,
    control: File,
}

/// What the shim counts, and how it is controlled, in the order of `struct control`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Writes,
    Syncs,
    Opens,
    WriteFails,
    SyncFails,
    OpenFails,
    Error,
    Halves,
    Full,
    Injected,
    File,
    FileWrites,
    FileSyncs,
    FileSyncFails,
}

/// Bytes of a field.
const FIELD: u64 = 8;

const FIELDS: usize = Field::FileSyncFails as usize + 1;

/// An input or output error, as the system numbers it.
pub(super) const EIO: u64 = 5;

/// No space is left.
pub(super) const ENOSPC: u64 = 28;

/// Settings of every program on such a disk: its log is copied often, so that the tests see many
/// beginnings and ends of it.
const SETTINGS: &str = "[database]\ncheckpoint_kib = 256\n[log]\nlevel = \"error\"\n";

impl Disk {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().canonicalize().expect("its path");
        std::fs::create_dir(path.join("disk")).expect("a folder for the disk");
        std::fs::write(path.join("scriptorium.toml"), SETTINGS).expect("settings");
        std::fs::write(path.join("control"), vec![0; FIELDS * FIELD as usize]).expect("orders");
        let control = OpenOptions::new().read(true).write(true).open(path.join("control"));
        Self { _folder: folder, path, control: control.expect("orders") }
    }

    /// What stands for the disk.
    pub(super) fn root(&self) -> PathBuf {
        self.path.join("disk")
    }

    /// The program's own folder on the disk.
    pub(super) fn data(&self) -> PathBuf {
        self.root().join("data")
    }

    pub(super) fn database(&self) -> PathBuf {
        self.data().join("scriptorium.db")
    }

    /// What the shim has recorded.
    pub(super) fn record(&self) -> PathBuf {
        self.path.join("record")
    }

    /// The service on this disk, with the shim below it.
    pub(super) fn serve(&self) -> Command {
        let mut command = self.serve_bare();
        command
            .env("LD_PRELOAD", library())
            .env("SHIM_FOLDER", self.root())
            .env("SHIM_CONTROL", self.path.join("control"));
        command
    }

    /// The same, with everything recorded.
    pub(super) fn serve_recorded(&self) -> Command {
        let mut command = self.serve();
        command.env("SHIM_RECORD", self.record());
        command
    }

    /// The service on this disk as it is.
    pub(super) fn serve_bare(&self) -> Command {
        serve(&self.path, &self.data())
    }

    pub(super) fn set(&self, field: Field, value: u64) {
        self.control.write_all_at(&value.to_ne_bytes(), field as u64 * FIELD).expect("told");
    }

    pub(super) fn count(&self, field: Field) -> u64 {
        let mut value = [0; FIELD as usize];
        self.control.read_exact_at(&mut value, field as u64 * FIELD).expect("a count");
        u64::from_ne_bytes(value)
    }

    /// Looks at one file by itself: its calls are counted from now on.
    pub(super) fn look_at(&self, file: &Path) {
        let number = file.metadata().expect("a file").ino();
        self.set(Field::File, number);
        self.set(Field::FileWrites, 0);
        self.set(Field::FileSyncs, 0);
    }

    /// Has so many of the next flushes of the file that is looked at fail.
    pub(super) fn fail_flushes(&self, count: u64) {
        self.heal();
        self.set(Field::Error, EIO);
        self.set(Field::FileSyncFails, count);
    }

    /// Everything works again.
    pub(super) fn heal(&self) {
        for field in [Field::WriteFails, Field::SyncFails, Field::OpenFails, Field::Halves] {
            self.set(field, 0);
        }
        self.set(Field::Full, 0);
        self.set(Field::FileSyncFails, 0);
        self.set(Field::Injected, 0);
    }
}

/// The service on this folder, started in another one with a settings file in it.
pub(super) fn serve(within: &Path, data: &Path) -> Command {
    let data = data.to_str().expect("a path in UTF-8");
    program::command(within, &["serve", "--listen", "127.0.0.1:0", "--data", data])
}

/// The shim as a library, compiled by the first who needs it into Cargo's own folder for tests: what a process
/// keeps to its end, nothing removes from the system's temporary folder.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // Another process may run the one that stands there: it is replaced, and not written over.
        let made = folder.join(format!("shim-{}.so", std::process::id()));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/durability/disk/shim.c");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-pthread", "-o"])
            .arg(&made)
            .arg(source)
            .arg("-ldl")
            .output()
            .expect("a C compiler named cc");
        let said = String::from_utf8_lossy(&compiled.stderr);
        assert!(compiled.status.success(), "the shim does not compile: {said}");
        let library = folder.join("shim.so");
        std::fs::rename(&made, &library).expect("the shim in its place");
        library
    })
}
