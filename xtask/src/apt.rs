//! Programs a task needs and a machine may lack, installed from Debian's packages when that is
//! asked for. On other systems it only reports what is missing.

use std::env;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::Command;

use crate::command::succeed;
use crate::failure::{Doing, Failure, Outcome};

/// A program in one of the folders of `PATH`.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Installs packages, without a question.
///
/// # Errors
///
/// When apt or root is missing, the failure says what to type.
pub fn install(packages: &[&str]) -> Outcome {
    if find("apt-get").is_none() || !is_root()? {
        return Err(missing(packages));
    }
    succeed(apt_get().arg("update"))?;
    succeed(apt_get().args(["install", "-y", "--no-install-recommends"]).args(packages))
}

/// The failure that says how to get packages.
pub fn missing(packages: &[&str]) -> Failure {
    let names = packages.join(" ");
    if find("apt-get").is_none() {
        return Failure::new(format!("{names} is missing; install it and try again"));
    }
    Failure::new(format!(
        "{names} is missing; run this as root, or repeat the task with --install as root:\n    \
         apt-get update && apt-get install -y --no-install-recommends {names}"
    ))
}

/// Whether what we make belongs to root. Asked of a file of ours, as the standard library does not
/// tell who we are.
pub fn is_root() -> Outcome<bool> {
    let probe = tempfile::NamedTempFile::new().doing("making a temporary file")?;
    let metadata = fs::metadata(probe.path()).doing("looking at a temporary file")?;
    Ok(metadata.uid() == 0)
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}
