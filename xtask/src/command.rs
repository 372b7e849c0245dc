//! Other programs, run to their end. What must be watched while it runs (a server, the test run) is
//! started where it is watched.

use std::process::{Command, Output, Stdio};

use crate::failure::{Doing, Failure, Outcome};

/// Runs a command on our terminal; anything but success is a failure.
pub fn succeed(command: &mut Command) -> Outcome {
    let line = printed(command);
    println!("$ {line}");
    let status = command.stdin(Stdio::null()).status().doing(format_args!("starting `{line}`"))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::new(format!("`{line}` ended with {status}")))
    }
}

/// What a command prints. Its standard error is captured too, and printed when it fails, unless the
/// caller has already said where that goes.
pub fn output(command: &mut Command) -> Outcome<String> {
    let line = printed(command);
    let Output { status, stdout, stderr } =
        command.stdin(Stdio::null()).output().doing(format_args!("starting `{line}`"))?;
    if status.success() {
        String::from_utf8(stdout).doing(format_args!("reading what `{line}` printed"))
    } else {
        let said = String::from_utf8_lossy(&stderr);
        Err(Failure::new(format!("`{line}` ended with {status}\n{}", said.trim_end())))
    }
}

/// The command as one would type it.
pub fn printed(command: &Command) -> String {
    let words: Vec<_> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect();
    words.join(" ")
}
