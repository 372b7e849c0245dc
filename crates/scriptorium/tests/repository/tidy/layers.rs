//! Which crate may use which: the order of the layers, as far as Cargo.toml tells. Cargo keeps
//! whoever is not named out; this keeps anybody from naming them.

use toml::{Table, Value};

use super::{Breach, File};

/// What a crate may use of ours, and what it must not use at all.
struct Layer {
    name: &'static str,
    ours: &'static [&'static str],
    never: &'static [&'static [&'static str]],
    why: &'static str,
}

/// What speaks to a database.
const DRIVERS: &[&str] =
    &["rusqlite", "libsqlite3-sys", "postgres", "tokio-postgres", "tokio-postgres-rustls", "sqlx"];

/// What speaks HTTP.
const HTTP: &[&str] = &["axum", "hyper", "hyper-util", "http", "tower", "ureq", "reqwest"];

/// What waits.
const WAITING: &[&str] = &["tokio", "futures-util", "async-std", "smol"];

const LAYERS: &[Layer] = &[
    Layer {
        name: "domain",
        ours: &[],
        never: &[DRIVERS, HTTP, WAITING],
        why: "domain has values and rules: no I/O, no async, no crate of ours",
    },
    Layer {
        name: "db",
        ours: &[],
        never: &[HTTP],
        why: "db runs SQL and does not know what the tables mean",
    },
    Layer {
        name: "prose",
        ours: &[],
        never: &[DRIVERS, HTTP, WAITING],
        why: "a leaf is a library others could use",
    },
    Layer {
        name: "manuscript",
        ours: &[],
        never: &[DRIVERS, HTTP, WAITING],
        why: "a leaf is a library others could use",
    },
    Layer {
        name: "formats",
        ours: &[],
        never: &[DRIVERS, HTTP, WAITING],
        why: "a leaf is a library others could use",
    },
    Layer {
        name: "search",
        ours: &[],
        never: &[DRIVERS, HTTP, WAITING],
        why: "a leaf is a library others could use",
    },
    Layer {
        name: "embedding",
        ours: &[],
        never: &[DRIVERS, HTTP, WAITING],
        why: "a leaf is a library others could use",
    },
    Layer {
        name: "llm",
        ours: &[],
        never: &[DRIVERS, &["axum", "ureq", "reqwest", "aws-lc-rs"]],
        why: "llm is a client for models, over hyper and rustls alone",
    },
    Layer {
        name: "store",
        ours: &["domain", "db"],
        never: &[DRIVERS, HTTP],
        why: "store has the SQL, db runs it; store has no HTTP",
    },
    Layer {
        name: "engine",
        ours: &["domain", "store", "llm", "embedding", "formats", "manuscript", "prose", "search"],
        never: &[DRIVERS, HTTP],
        why: "engine reads and writes through store: no SQL, no HTTP",
    },
    Layer {
        name: "mcp",
        ours: &["domain", "engine"],
        never: &[DRIVERS, &["axum", "ureq", "reqwest"]],
        why: "mcp is a protocol over the tools of engine: no rule, no route",
    },
    Layer {
        name: "api",
        ours: &["domain", "store", "engine", "mcp"],
        never: &[DRIVERS],
        why: "api is HTTP: extract, call, answer",
    },
    Layer {
        name: "scriptorium",
        ours: &["domain", "store", "llm", "engine", "formats", "mcp", "api"],
        never: &[DRIVERS, &["axum", "hyper"]],
        why: "the program wires the layers together: no rule, no SQL, no route",
    },
    Layer {
        name: "testing",
        ours: &["domain", "store", "llm", "engine", "mcp", "api", "scriptorium"],
        never: &[],
        why: "testing starts the program as it is",
    },
    Layer {
        name: "planting",
        ours: &[],
        never: &[DRIVERS, HTTP, WAITING],
        why: "defects and checks share no list of words",
    },
    Layer {
        name: "proof",
        ours: &["planting", "prose", "xtask"],
        never: &[DRIVERS],
        why: "the proof looks at the program from outside; of its crates only at what no route shows",
    },
    Layer {
        name: "xtask",
        ours: &[],
        never: &[DRIVERS],
        why: "xtask runs the program, and uses no crate of it",
    },
    Layer {
        name: "bench",
        ours: &["xtask"],
        never: &[DRIVERS],
        why: "the bench looks at the program from outside",
    },
];

/// What a crate is built with, for any system.
const SECTIONS: [&str; 2] = ["dependencies", "build-dependencies"];

/// The name of a package; its folder's name is the same.
fn package(manifest: &Table) -> &str {
    let name = manifest.get("package").and_then(|package| package.get("name"));
    name.and_then(Value::as_str).unwrap_or("")
}

/// The crates a manifest names as what it is built with.
fn dependencies(manifest: &Table) -> Vec<&str> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let tables = targets.into_iter().flat_map(|all| all.values().filter_map(Value::as_table));
    std::iter::once(manifest)
        .chain(tables)
        .flat_map(|table| SECTIONS.iter().filter_map(|section| table.get(*section)?.as_table()))
        .flat_map(|section| {
            section.iter().map(|(name, value)| {
                // A crate under another name is still that crate.
                value.get("package").and_then(Value::as_str).unwrap_or(name)
            })
        })
        .collect()
}

/// The line on which a dependency is named.
fn line(file: &File, dependency: &str) -> Option<usize> {
    let is_it = |line: &str| {
        line.strip_prefix(dependency).is_some_and(|rest| rest.starts_with(['.', ' ', '=']))
    };
    file.text.lines().position(is_it).map(|at| at + 1)
}

pub(super) fn breaches(manifests: &[File]) -> Vec<Breach> {
    let read: Vec<(&File, Table)> = manifests
        .iter()
        .map(|file| {
            (file, file.text.parse().unwrap_or_else(|flaw| panic!("{}: {flaw}", file.path)))
        })
        .collect();
    let ours: Vec<&str> = read.iter().map(|(_, manifest)| package(manifest)).collect();
    let mut breaches = Vec::new();
    for (file, manifest) in &read {
        let name = package(manifest);
        let Some(layer) = LAYERS.iter().find(|layer| layer.name == name) else {
            let what = format!("the crate `{name}` has no layer in `tidy/layers.rs`");
            breaches.push(file.breach(None, what, "every crate has its place in the house"));
            continue;
        };
        for dependency in dependencies(manifest) {
            let above = ours.contains(&dependency) && !layer.ours.contains(&dependency);
            let never = layer.never.iter().any(|group| group.contains(&dependency));
            if above || never {
                let what = format!("{name} must not use `{dependency}`");
                breaches.push(file.breach(line(file, dependency), what, layer.why));
            }
        }
    }
    breaches
}

/// What every crate takes from the workspace.
pub(super) fn shared(file: &File) -> Vec<Breach> {
    let why = "versions, licence and lints stand once, in the Cargo.toml of the workspace";
    let manifest: Table = file.text.parse().expect("a manifest");
    let from_workspace = |value: Option<&Value>| {
        value.and_then(|it| it.get("workspace")).and_then(Value::as_bool) == Some(true)
    };
    let mut breaches = Vec::new();
    for key in ["version", "edition", "rust-version", "license", "publish"] {
        let value = manifest.get("package").and_then(|package| package.get(key));
        if !from_workspace(value) {
            breaches.push(file.breach(None, format!("`{key}` is not the workspace's"), why));
        }
    }
    if !from_workspace(manifest.get("lints")) {
        breaches.push(file.breach(None, "`[lints]` are not the workspace's", why));
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(name: &str, rest: &str) -> File {
        let text = format!("[package]\nname = \"{name}\"\n\n{rest}");
        File::of(&format!("crates/{name}/Cargo.toml"), &text)
    }

    fn said(manifests: &[File]) -> Vec<String> {
        let said = |breach: &Breach| {
            let line = breach.line.map_or(String::new(), |line| format!(":{line}"));
            format!("{}{line}: {}", breach.path, breach.what)
        };
        breaches(manifests).iter().map(said).collect()
    }

    #[test]
    fn a_crate_that_keeps_to_its_floor_is_fine() {
        let manifests = [
            manifest("domain", "[dependencies]\nserde.workspace = true\n"),
            manifest("db", "[dependencies]\nrusqlite.workspace = true\n"),
            manifest("store", "[dependencies]\ndomain.workspace = true\ndb.workspace = true\n"),
            // Tests may look at anything.
            manifest("prose", "[dev-dependencies]\ntokio = \"1\"\n"),
        ];

        assert_eq!(said(&manifests), Vec::<String>::new());
    }

    #[test]
    fn a_crate_that_reaches_up_or_out_is_found() {
        let manifests = [
            manifest("db", ""),
            manifest("domain", "[dependencies]\ntokio.workspace = true\ndb.workspace = true\n"),
            manifest("store", "[dependencies]\ndomain = { workspace = true }\naxum = \"0.8\"\n"),
            manifest("api", "[dependencies]\nserde = \"1\"\nrusqlite = \"0.41\"\n"),
        ];

        assert_eq!(
            said(&manifests),
            [
                "crates/domain/Cargo.toml:6: domain must not use `db`",
                "crates/domain/Cargo.toml:5: domain must not use `tokio`",
                "crates/store/Cargo.toml:6: store must not use `axum`",
                "crates/api/Cargo.toml:6: api must not use `rusqlite`",
            ]
        );
    }

    #[test]
    fn another_name_or_another_section_hides_nothing() {
        let manifests = [
            manifest("engine", "[build-dependencies]\nsqlx = \"1\"\n"),
            manifest("api", "[target.'cfg(unix)'.dependencies]\npostgres = \"0.19\"\n"),
            manifest("store", "[dependencies]\nweb = { package = \"axum\", version = \"0.8\" }\n"),
        ];

        assert_eq!(
            said(&manifests),
            [
                "crates/engine/Cargo.toml:5: engine must not use `sqlx`",
                "crates/api/Cargo.toml:5: api must not use `postgres`",
                "crates/store/Cargo.toml: store must not use `axum`",
            ]
        );
    }

    #[test]
    fn a_crate_nobody_thought_of_is_found() {
        let found = said(&[manifest("attic", "")]);

        assert_eq!(
            found,
            ["crates/attic/Cargo.toml: the crate `attic` has no layer in `tidy/layers.rs`"]
        );
    }

    #[test]
    fn a_crate_with_its_own_licence_or_lints_is_found() {
        let all = "version.workspace = true\nedition.workspace = true\n\
                   rust-version.workspace = true\npublish.workspace = true\n";
        let fine = format!("{all}license.workspace = true\n[lints]\nworkspace = true\n");
        let own = format!("{all}license = \"MIT\"\n[lints.rust]\n");

        assert!(shared(&manifest("a", &fine)).is_empty());
        let found: Vec<_> = shared(&manifest("a", &own)).into_iter().map(|it| it.what).collect();
        assert_eq!(
            found,
            ["`license` is not the workspace's", "`[lints]` are not the workspace's"]
        );
    }
}
