//! A database for each test, with every table in place: a copy of one that was migrated once for all
//! tests of a program.

mod pooled;

use std::{
    fs::OpenOptions, io::Write as _, os::unix::fs::OpenOptionsExt as _, path::Path, sync::OnceLock,
};

use scriptorium::serve;

pub use self::pooled::Database;

/// Puts a SQLite file with every table in place into a data folder.
pub(crate) fn migrated_file(folder: &Path) {
    static MIGRATED: OnceLock<Vec<u8>> = OnceLock::new();
    let bytes = MIGRATED.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(serve::DATABASE);
        let settings = store::Settings::Sqlite {
            file: file.clone(),
            backups: folder.path().join("backups"),
            checkpoint_kib: CHECKPOINT_KIB,
        };
        let (database, _) = store::Database::open(&settings).expect("a migrated file");
        database.close();
        std::fs::read(file).expect("a migrated file")
    });
    let mut file = OpenOptions::new();
    file.write(true).create_new(true).mode(0o600);
    let mut file = file.open(folder.join(serve::DATABASE)).expect("a file of its own");
    file.write_all(bytes).expect("a copy of the migrated file");
}

/// How far the log of the migrated file may grow.
const CHECKPOINT_KIB: u32 = 16_000;
