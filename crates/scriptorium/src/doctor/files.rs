//! Checks the data folder: its permissions, free space, and what unfinished work left.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use domain::backups::size;

use super::Findings;
use crate::{serve::DATABASE, settings::Settings};

const PART: &str = "data folder";

/// With less space than this a service that writes soon stops.
const FREE_BYTES_MIN: u64 = 100 << 20;

pub(super) fn check(settings: &Settings, findings: &mut Findings) {
    let data = &settings.data.dir;
    let before = findings.found.len();
    closed(data, "chmod 700", findings);
    let database = data.join(DATABASE);
    closed(&database, "chmod 600", findings);
    let free = free_bytes(data);
    let database_bytes = fs::metadata(&database).map_or(0, |file| file.len());
    match free {
        Some(free) if free < FREE_BYTES_MIN => findings.error(
            PART,
            format!("only {} are free on its disk", size(free)),
            "free some space, or move the folder to a larger disk",
        ),
        Some(free) if free < 2 * database_bytes => findings.warning(
            PART,
            format!("{} are free, and a backup takes {}", size(free), size(database_bytes)),
            "free some space, or set `backup.folder` to another disk",
        ),
        _ => {}
    }
    let half = data.join(format!("{DATABASE}.unfinished"));
    if half.exists() {
        let remedy = format!("type `rm {}`", half.display());
        findings.note(PART, format!("{} is left of a restore", half.display()), remedy);
    }
    if findings.found.len() == before {
        let free = free.map(|free| format!(", {} free", size(free))).unwrap_or_default();
        findings.passed(PART, format!("{}, for its owner alone{free}", data.display()));
    }
}

/// Warns of what others than its owner can read.
fn closed(path: &Path, remedy: &str, findings: &mut Findings) {
    const OTHERS: u32 = 0o077;
    let Ok(found) = fs::metadata(path) else { return };
    let mode = found.permissions().mode() & 0o777;
    if mode & OTHERS != 0 {
        findings.warning(
            PART,
            format!("others on this machine may look into {} ({mode:o})", path.display()),
            format!("type `{remedy} {}`", path.display()),
        );
    }
}

fn free_bytes(path: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(path).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}
