//! The browser in which tests open pages: found, or installed when that was asked for. Tests
//! start it themselves.

use std::path::PathBuf;

use crate::apt;
use crate::failure::Outcome;

/// Where tests find the browser.
pub(super) const VARIABLE: &str = "SCRIPTORIUM_TEST_CHROMIUM";

/// As which programs systems have it, Debian's first.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Debian's package of it.
const PACKAGE: &str = "chromium";

/// Finds the browser, or installs it when that was asked for.
pub(super) fn find_or_install(install: bool) -> Outcome<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    if install {
        apt::install(&[PACKAGE])?;
    }
    find().ok_or_else(|| apt::missing(&[PACKAGE]))
}

fn find() -> Option<PathBuf> {
    NAMES.iter().find_map(|name| apt::find(name))
}
