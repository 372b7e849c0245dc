//! `cargo xtask clients`: types for TypeScript and a client for Python, from the committed openapi.json;
//! the latter is written here, because it needs nothing but Python's standard library. What a client does beside asking (connections, errors, streams) is written by
//! hand and stands beside the written files.

mod document;
mod names;
mod python;
mod schema_type;
mod typescript;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use self::document::Document;
use crate::failure::{Doing, Failure, Outcome};
use crate::workspace;

/// Where the clients lie in the workspace.
const FOLDER: &str = "clients";

/// The widest line that is written, in characters; a single long word may be wider.
const WIDTH: usize = 100;

/// Writes the clients, or only compares them.
pub(crate) fn run(check: bool) -> Outcome<ExitCode> {
    for (path, fresh) in written()? {
        let file = workspace::root().join(&path);
        if check {
            let committed = fs::read_to_string(&file).unwrap_or_default();
            if committed != fresh {
                return Err(Failure::new(format!(
                    "{} is not what openapi.json says; `cargo xtask clients` writes it anew",
                    path.display()
                )));
            }
        } else {
            fs::write(&file, fresh).doing(format_args!("writing {}", path.display()))?;
        }
    }
    if check {
        typescript::check()?
    } else {
        typescript::write()?
    }
    Ok(ExitCode::SUCCESS)
}

/// Every file of the Python client that is written, with its place in the workspace.
fn written() -> Outcome<Vec<(PathBuf, String)>> {
    let text =
        fs::read_to_string(workspace::root().join("openapi.json")).doing("reading openapi.json")?;
    let whole = serde_json::from_str(&text).doing("reading openapi.json")?;
    let document = Document::read(&whole)?;
    let at = |path: &str| PathBuf::from(FOLDER).join(path);
    Ok(vec![
        (at("python/scriptorium/types.py"), python::types(&document)?),
        (at("python/scriptorium/modules.py"), python::modules(&document)?),
    ])
}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn the_committed_clients_are_what_the_document_says() {
        run(true).unwrap();
    }
}
