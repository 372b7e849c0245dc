//! The programs of a PostgreSQL server: where systems keep them, and how Debian gets them. Running
//! them is the parent's work.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::apt;
use crate::command::output;
use crate::failure::{Doing, Failure, Outcome};

/// The folder of the server's programs.
pub(crate) struct Tools {
    folder: PathBuf,
}

impl Tools {
    /// Looks where `pg_config` says, in `PATH`, and where Debian and Homebrew keep them; the newest
    /// of several.
    pub(crate) fn find() -> Option<Self> {
        let configured = apt::find("pg_config")
            .and_then(|program| output(Command::new(program).arg("--bindir")).ok())
            .map(|folder| PathBuf::from(folder.trim()));
        // A link in `PATH` may stand alone; the programs lie together where it points.
        let in_path = apt::find("initdb")
            .and_then(|program| program.canonicalize().ok())
            .and_then(|program| program.parent().map(Path::to_path_buf));
        let installed = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"]
            .into_iter()
            .flat_map(|parent| newest_first(Path::new(parent)));

        configured
            .into_iter()
            .chain(in_path)
            .chain(installed)
            .find(|folder| {
                ["initdb", "postgres", "pg_isready", "createdb"]
                    .iter()
                    .all(|program| folder.join(program).is_file())
            })
            .map(|folder| Self { folder })
    }

    /// Finds the programs, or installs them when that was asked for.
    pub(crate) fn find_or_install(install: bool) -> Outcome<Self> {
        if let Some(tools) = Self::find() {
            return Ok(tools);
        }
        if install {
            install_server()?;
        }
        Self::find().ok_or_else(|| apt::missing(&["postgresql"]))
    }

    /// The file of a program.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The number before the first dot, as in `initdb (PostgreSQL) 15.18 (Debian …)`.
    pub(super) fn major_version(&self) -> Outcome<u32> {
        let text = output(Command::new(self.program("initdb")).arg("--version"))?;
        major(&text)
            .ok_or_else(|| Failure::new(format!("initdb does not tell its version: {text}")))
    }
}

/// `bin` folders of the PostgreSQL installations below a folder, by falling version.
fn newest_first(parent: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(parent) else { return Vec::new() };
    let mut found: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let version = version(entry.file_name().to_str()?)?;
            Some((version, entry.path().join("bin")))
        })
        .collect();
    found.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    found.into_iter().map(|(_, folder)| folder).collect()
}

/// The version in a folder's name: Debian has `15`, Homebrew `postgresql@15`.
fn version(name: &str) -> Option<u32> {
    name.strip_prefix("postgresql@").unwrap_or(name).parse().ok()
}

/// The version in what a program says of itself; before a release it is `18beta1`.
fn major(text: &str) -> Option<u32> {
    let version =
        text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Debian's package would make and start a cluster of its own at once. Where its settings do not
/// exist yet, nobody has asked for that, and they are told not to.
fn install_server() -> Outcome {
    let settings = Path::new("/etc/postgresql-common/createcluster.conf");
    if !settings.exists() {
        apt::install(&["postgresql-common"])?;
        let mut text = fs::read_to_string(settings).doing("reading createcluster.conf")?;
        text.push_str("\ncreate_main_cluster = false\n");
        fs::write(settings, text).doing("writing createcluster.conf")?;
    }
    apt::install(&["postgresql"])
}

#[cfg(test)]
mod tests {
    use super::{major, version};

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(version("9") < version("15"));
        assert!(version("postgresql@14") < version("postgresql@15"));
        assert_eq!(version("openssl@3"), None);
    }

    #[test]
    fn a_program_tells_its_version_in_many_ways() {
        assert_eq!(major("initdb (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"), Some(15));
        assert_eq!(major("initdb (PostgreSQL) 18beta1"), Some(18));
        assert_eq!(major("initdb"), None);
    }
}
