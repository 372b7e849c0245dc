//! `cargo xtask openapi`: the committed openapi.json is what the program prints, to the byte. The
//! document itself is made in `api`.

use std::fs;
use std::process::{ExitCode, Stdio};

use crate::command::output;
use crate::failure::{Doing, Failure, Outcome};
use crate::workspace;

/// Writes the document, or only compares it.
pub(crate) fn run(check: bool) -> Outcome<ExitCode> {
    let mut command = workspace::cargo();
    command.args(["run", "--quiet", "--package", "scriptorium", "--", "openapi"]);
    let fresh = output(command.stderr(Stdio::inherit()))?;
    if fresh.trim().is_empty() {
        return Err(Failure::new("`scriptorium openapi` printed nothing"));
    }

    let path = workspace::root().join("openapi.json");
    if !check {
        fs::write(&path, &fresh).doing("writing openapi.json")?;
        return Ok(ExitCode::SUCCESS);
    }
    let committed = fs::read_to_string(&path).doing("reading openapi.json")?;
    match first_difference(&committed, &fresh) {
        None => Ok(ExitCode::SUCCESS),
        Some(line) => Err(Failure::new(format!(
            "openapi.json differs from the program at line {line}; \
             `cargo xtask openapi` writes it anew"
        ))),
    }
}

/// The number of the first line that differs, from 1.
fn first_difference(one: &str, other: &str) -> Option<usize> {
    if one == other {
        return None;
    }
    let same = one.split('\n').zip(other.split('\n')).take_while(|(a, b)| a == b).count();
    Some(same + 1)
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn a_difference_is_named_by_its_line() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some(2));
        assert_eq!(first_difference("a\n", "a\nb\n"), Some(2));
    }

    #[test]
    fn a_missing_last_line_end_is_a_difference() {
        assert_eq!(first_difference("a\nb", "a\nb\n"), Some(3));
    }
}
