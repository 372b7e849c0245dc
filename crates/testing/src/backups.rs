//! What a data folder has of backups.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::Studio;

/// The backups in the folder of a service, oldest first.
pub fn backups_of(studio: &Studio) -> Vec<PathBuf> {
    let list = engine::backups::list(&studio.settings.backups_folder()).expect("a folder");
    list.into_iter().map(|(_, path)| path).collect()
}

/// The names in a folder, sorted, but for that of a lock.
pub fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .filter(|name| name != ".lock")
        .collect();
    names.sort();
    names
}
