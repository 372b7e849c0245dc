//! The program that checks EPUBs: found, or installed when that was asked for.

use std::path::PathBuf;

use crate::apt;
use crate::failure::Outcome;

/// Where tests find it.
pub(super) const VARIABLE: &str = "SCRIPTORIUM_TEST_EPUBCHECK";

/// The program, and Debian's package of it.
const NAME: &str = "epubcheck";

/// Finds the program, or installs it when that was asked for.
pub(super) fn find_or_install(install: bool) -> Outcome<PathBuf> {
    if let Some(found) = apt::find(NAME) {
        return Ok(found);
    }
    if install {
        apt::install(&[NAME])?;
    }
    apt::find(NAME).ok_or_else(|| apt::missing(&[NAME]))
}
