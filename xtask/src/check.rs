//! `cargo xtask check`: what must be clean before a change is shown to others. The tests are `cargo
//! xtask test`.

use std::process::ExitCode;

use crate::command::succeed;
use crate::failure::Outcome;
use crate::workspace;

/// Formatting first, because it is quick.
pub(crate) fn run() -> Outcome<ExitCode> {
    succeed(workspace::cargo().args(["fmt", "--all", "--check"]))?;
    succeed(workspace::cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    Ok(ExitCode::SUCCESS)
}
