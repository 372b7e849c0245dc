//! Backups: the manifest, the name, when one is due, and which ones may be deleted. `engine` and
//! `store` make, check and read them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Error, Result, Time, phrases::counted};

/// The version of a backup's form. One of another form is refused.
pub const FORMAT: i64 = 1;

/// The file in which a backup says what it holds.
pub const MANIFEST: &str = "manifest.json";

/// The file of a backup that is a copy of a SQLite database.
pub const COPY: &str = "scriptorium.db";

/// What the name of a backup begins with.
const PREFIX: &str = "scriptorium-";

/// How long a service runs before it makes its first backup, in milliseconds: there should be
/// something in it by then.
pub const FIRST_AFTER_MS: i64 = 600_000;

/// Milliseconds in one hour.
const HOUR_MS: i64 = 3_600_000;

/// The most backups that a list has, the newest ones.
pub const LISTED_MAX: usize = 100;

/// What a backup is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BackupKind {
    /// A copy of the SQLite file.
    Copy,
    /// The rows of every table, one JSON object to a line.
    Rows,
}

/// What a backup says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// The version of its form.
    pub format: i64,
    /// What it is made of.
    pub kind: BackupKind,
    /// The version of the program that made it.
    pub program: String,
    /// The version of the tables.
    pub schema: i64,
    /// When it was made.
    pub made_at: Time,
    /// Its files.
    pub files: Vec<File>,
    /// How many rows each table has.
    pub rows: BTreeMap<String, i64>,
}

/// A file of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Its name within the backup.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// The SHA-256 of its content, in hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// As it lies in its file.
    pub fn text(&self) -> Result<String> {
        serde_json::to_string_pretty(self)
            .map(|text| text + "\n")
            .map_err(|flaw| Error::internal("writing a manifest", flaw))
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// Rejected when it is not one of [`FORMAT`], or names a file outside of the backup.
    pub fn read(text: &str) -> Result<Self> {
        #[derive(Deserialize)]
        struct Form {
            format: i64,
        }

        let flawed =
            |flaw: serde_json::Error| Error::Rejected(format!("{MANIFEST} is no manifest: {flaw}"));
        let Form { format } = serde_json::from_str(text).map_err(flawed)?;
        if format != FORMAT {
            return Err(Error::Rejected(format!(
                "{MANIFEST} says format {format}; this version reads format {FORMAT}"
            )));
        }
        let manifest: Self = serde_json::from_str(text).map_err(flawed)?;
        if let Some(file) = manifest.files.iter().find(|file| !is_plain(&file.name)) {
            let reason = format!("{MANIFEST} names a file outside of the backup: {}", file.name);
            return Err(Error::Rejected(reason));
        }
        Ok(manifest)
    }

    /// The size of all files together.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}

/// A backup in the list of them. It got its name only after it was read again and compared with what it
/// was made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupItem {
    /// The name of its folder, within the folder of the backups.
    pub name: String,
    /// When it was made, and then checked.
    pub made_at: Time,
    /// The size of its files together, in bytes.
    pub bytes: u64,
    /// Whether it is a copy of the SQLite file, or the rows of every table.
    #[schemars(with = "String", extend("enum" = ["copy", "rows"]))]
    pub kind: BackupKind,
    /// Whether every file is still there with the size that it had when it was checked. What is in the
    /// files is not read for a list: `scriptorium doctor` reads the newest backup.
    pub is_complete: bool,
}

/// The backups in the folder of the service, and whether one is being made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupList {
    /// The newest 100 backups, newest first.
    #[schemars(length(max = 100))]
    pub backups: Vec<BackupItem>,
    /// Whether this server makes one now, or is about to because somebody asked for it.
    pub is_running: bool,
    /// Why the latest one could not be made, as a sentence; null where it could, or none was made since
    /// the service started.
    pub failure: Option<String>,
    /// How often one is made without being asked for, in hours; 0 is never.
    pub every_hours: i64,
    /// How many are kept when a new one is complete.
    pub keep: usize,
}

/// What tables of so many rows hold, for people.
pub fn summary(rows: &BTreeMap<String, i64>) -> String {
    let of = |table: &str| rows.get(table).copied().unwrap_or(0);
    format!(
        "{}, {}, {}; {} in {}",
        counted(of("project"), "project"),
        counted(of("document"), "document"),
        counted(of("message"), "message"),
        counted(rows.values().sum::<i64>(), "row"),
        counted(i64::try_from(rows.len()).unwrap_or(i64::MAX), "table"),
    )
}

/// A size, for people.
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if bytes < 1024 {
        return format!("{bytes} bytes");
    }
    let mut size = bytes as f64 / 1024.0;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    format!("{size:.1} {}", UNITS[unit])
}

/// Whether a name is that of a file right here: letters, digits, `_`, `-` and dots, not in front.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('.')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}

/// The name of a backup that is made at this moment, the `n`-th of its second from 1 on.
pub fn name(at: Time, n: u32) -> String {
    let stamp: String =
        at.iso().chars().take(19).filter(|letter| !matches!(letter, '-' | ':')).collect();
    if n == 1 { format!("{PREFIX}{stamp}Z") } else { format!("{PREFIX}{stamp}Z-{n}") }
}

/// Whether a backup is called so.
pub fn is_name(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(PREFIX) else { return false };
    let (stamp, n) = rest.split_once('-').unwrap_or((rest, "2"));
    stamp.len() == 16
        && stamp.ends_with('Z')
        && stamp.as_bytes()[8] == b'T'
        && stamp.bytes().filter(u8::is_ascii_digit).count() == 14
        && n.parse::<u32>().is_ok()
}

/// Whether a backup is due: `found` are the moments at which those that are there were made. What
/// was made in the future was made by a clock that was wrong, and counts for nothing.
pub fn is_due(found: &[Time], started: Time, every_hours: i64, now: Time) -> bool {
    let newest = found.iter().filter(|at| **at <= now).max();
    match newest {
        Some(newest) => *newest <= now.plus(-every_hours.saturating_mul(HOUR_MS)),
        None => started <= now.plus(-FIRST_AFTER_MS),
    }
}

/// Those that may go when the newest `keep` stay.
pub fn superseded<T>(mut found: Vec<(Time, T)>, keep: usize) -> Vec<T> {
    found.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    found.into_iter().skip(keep).map(|(_, it)| it).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time::from_millis(1_795_180_800_007);

    fn ago(hours: i64) -> Time {
        NOW.plus(-hours * HOUR_MS)
    }

    #[test]
    fn a_name_tells_the_second_and_is_known_again() {
        assert_eq!(name(NOW, 1), "scriptorium-20261120T132000Z");
        assert_eq!(name(NOW, 2), "scriptorium-20261120T132000Z-2");
        for n in 1..4 {
            assert!(is_name(&name(NOW, n)));
        }
        for other in [
            "scriptorium-20261120T132000Z.unfinished",
            "scriptorium-20261120132000Z",
            "scriptorium-20261120T132000Z-x",
            "before-migration-from-version-3.sqlite3",
            "scriptorium-",
            "scriptorium-2026112öT13200Z",
        ] {
            assert!(!is_name(other), "{other}");
        }
    }

    #[test]
    fn one_is_due_when_the_newest_is_old_enough() {
        let long_ago = ago(1_000);
        for (found, started, due) in [
            (vec![], NOW, false),
            (vec![], NOW.plus(-FIRST_AFTER_MS), true),
            (vec![ago(23)], long_ago, false),
            (vec![ago(24)], NOW, true),
            (vec![ago(50), ago(2)], long_ago, false),
            // A clock that was wrong keeps none from being made.
            (vec![ago(-9_000), ago(24)], long_ago, true),
            (vec![ago(-9_000)], long_ago, true),
        ] {
            assert_eq!(is_due(&found, started, 24, NOW), due, "{found:?} {started:?}");
        }
    }

    #[test]
    fn the_newest_stay() {
        let found = vec![(ago(3), "c"), (ago(1), "a"), (ago(4), "d"), (ago(2), "b")];

        assert_eq!(superseded(found.clone(), 2), ["c", "d"]);
        assert_eq!(superseded(found, 4), Vec::<&str>::new());
    }

    fn manifest() -> Manifest {
        let file = File { name: COPY.to_owned(), bytes: 5, sha256: "ab".to_owned() };
        Manifest {
            format: FORMAT,
            kind: BackupKind::Copy,
            program: "0.1.0".to_owned(),
            schema: 18,
            made_at: NOW,
            files: vec![file],
            rows: BTreeMap::from([("project".to_owned(), 1), ("document".to_owned(), 27)]),
        }
    }

    #[test]
    fn a_manifest_is_read_as_it_was_written() {
        let text = manifest().text().unwrap();

        assert!(text.contains("\"madeAt\": \"2026-11-20T13:20:00.007Z\""), "{text}");
        assert_eq!(Manifest::read(&text).unwrap(), manifest());
        assert_eq!(
            summary(&manifest().rows),
            "1 project, 27 documents, 0 messages; 28 rows in 2 tables"
        );
    }

    #[test]
    fn sizes_are_short() {
        for (bytes, said) in [
            (0, "0 bytes"),
            (1_023, "1023 bytes"),
            (1_024, "1.0 KiB"),
            (1_572_864, "1.5 MiB"),
            (u64::MAX, "16777216.0 TiB"),
        ] {
            assert_eq!(size(bytes), said);
        }
    }

    #[test]
    fn a_manifest_of_another_form_or_with_foreign_files_is_refused() {
        let newer = Manifest { format: FORMAT + 1, ..manifest() }.text().unwrap();
        assert!(Manifest::read(&newer).unwrap_err().to_string().contains("says format 2"));
        assert!(Manifest::read("{}").unwrap_err().to_string().contains("no manifest"));
        for name in ["../x", "/etc/passwd", "", ".hidden", "a/b"] {
            let mut foreign = manifest();
            foreign.files[0].name = name.to_owned();
            let flaw = Manifest::read(&foreign.text().unwrap()).unwrap_err();
            assert!(flaw.to_string().contains("outside of the backup"), "{name}: {flaw}");
        }
    }
}
