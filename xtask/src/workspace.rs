//! Where the workspace lies and which cargo builds it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The root of the workspace that runs us: of several that share a folder to build in, one may have
/// built us for another.
pub fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let built_in = || PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let package = env::var_os("CARGO_MANIFEST_DIR").map_or_else(built_in, PathBuf::from);
        // The lock file is that of the workspace, and lies at its root.
        let mut above = package.ancestors().skip(1);
        let root = above.find(|folder| folder.join("Cargo.lock").is_file());
        root.expect("a package of the workspace lies below its Cargo.lock").to_owned()
    });
    &ROOT
}

/// The folder of everything cargo builds.
pub fn target() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// What cargo tells a program it runs about the package it comes from. Build scripts look at some of
/// these: with ours about, all that hangs on such a crate would be built anew, and once more when
/// somebody builds by hand.
const OF_OUR_PACKAGE: [&str; 3] = ["CARGO_MANIFEST_", "CARGO_PKG_", "CARGO_BIN_"];

/// The cargo that started us, at the root, as if started by hand.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in env::vars_os() {
        let is_ours = |prefix: &&str| name.as_encoded_bytes().starts_with(prefix.as_bytes());
        if OF_OUR_PACKAGE.iter().any(is_ours) {
            command.env_remove(&name);
        }
    }
    command.current_dir(root());
    command
}
