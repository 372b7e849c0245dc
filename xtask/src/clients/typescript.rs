//! The types for TypeScript: `openapi-typescript` writes them, in the version that is pinned in
//! `clients/typescript/generator`. Digests of the document and of the types lie beside them, so that
//! whoever has no npm can see whether the two belong together.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest as _, Sha256};

use crate::command::succeed;
use crate::failure::{Doing, Failure, Outcome};
use crate::{apt, workspace};

/// Where the types lie.
const FOLDER: &str = "clients/typescript";

/// What the generator is asked for: each named type by its name, and members that have a default
/// optional, as they are in requests.
const OPTIONS: [&str; 4] = [
    "--alphabetize",
    "--default-non-nullable=false",
    "--root-types",
    "--root-types-no-schema-prefix",
];

fn document() -> PathBuf {
    workspace::root().join("openapi.json")
}

fn types() -> PathBuf {
    workspace::root().join(FOLDER).join("scriptorium.ts")
}

fn digests_file() -> PathBuf {
    workspace::root().join(FOLDER).join("scriptorium.ts.sha256")
}

/// Writes the types anew, where the document or the types are not what they were.
pub(super) fn write() -> Outcome {
    if check().is_ok() {
        return Ok(());
    }
    if apt::find("npm").is_none() {
        return Err(apt::missing(&["nodejs", "npm"]));
    }
    let generator = workspace::target().join("openapi-typescript");
    fs::create_dir_all(&generator).doing("making a folder for the generator")?;
    for name in ["package.json", "package-lock.json"] {
        let pinned = workspace::root().join(FOLDER).join("generator").join(name);
        fs::copy(pinned, generator.join(name)).doing(format_args!("copying {name}"))?;
    }
    let mut install = Command::new("npm");
    install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"]).arg(&generator);
    succeed(&mut install)?;
    let mut generate = Command::new("npx");
    generate.arg("--prefix").arg(&generator).args(["--no", "--", "openapi-typescript"]);
    generate.arg(document()).arg("--output").arg(types()).args(OPTIONS);
    succeed(&mut generate)?;
    fs::write(digests_file(), digests()?).doing("writing the digests of the types")
}

/// Whether the types were written from the document as it is.
pub(super) fn check() -> Outcome {
    let committed = fs::read_to_string(digests_file()).unwrap_or_default();
    if committed == digests()? {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{FOLDER}/scriptorium.ts was not written from openapi.json as it is; \
         `cargo xtask clients` writes it anew"
    )))
}

/// The digests of the document and of the types, as `sha256sum` writes them in the folder of the types.
fn digests() -> Outcome<String> {
    let lines = [("../../openapi.json", document()), ("scriptorium.ts", types())];
    lines.iter().map(|(name, file)| Ok(format!("{}  {name}\n", digest(file)?))).collect()
}

fn digest(file: &Path) -> Outcome<String> {
    let bytes = fs::read(file).doing(format_args!("reading {}", file.display()))?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}
