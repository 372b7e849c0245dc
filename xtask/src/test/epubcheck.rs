//! The program that checks EPUBs: found, or installed when that was asked for.

use std::path::PathBuf;

use crate::apt;
use crate::failure::Outcome;

/// Where tests find it.
pub(super) const VARIABLE: &str = "SCRIPTORIUM_TEST_EPUBCHECK";

/// The program, and Debian's package of it: an archive that Java runs, which the package brings.
const NAME: &str = "epubcheck";

/// What runs it.
const JAVA: &str = "java";

/// Finds the program, or installs it when that was asked for.
pub(super) fn find_or_install(install: bool) -> Outcome<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    if install {
        apt::install(&[NAME])?;
    }
    find().ok_or_else(|| apt::missing(&[NAME]))
}

fn find() -> Option<PathBuf> {
    apt::find(JAVA).and_then(|_| apt::find(NAME))
}
