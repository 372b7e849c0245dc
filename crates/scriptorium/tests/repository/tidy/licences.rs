//! What may be compiled into the program, as `deny.toml` says, asked of Cargo itself: that every crate
//! has a licence that is on the list, that none is banned, and that all come from where they may. The
//! tool `cargo deny` reads the same list and knows more; this needs nothing to be installed.

use std::process::Command;

use serde_json::Value;

use super::{Breach, File, root};

/// Every crate this system builds with, as Cargo says.
pub(super) fn packages() -> Vec<Value> {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(root()).output();
        let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let rustc = said("rustc", &["-vV"]);
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let arguments = ["metadata", "--format-version=1", "--locked", "--filter-platform", host];
    let metadata: Value = serde_json::from_str(&said(&cargo, &arguments)).expect("JSON");
    let used = metadata["resolve"]["nodes"].as_array().expect("nodes");
    let is_used = |package: &Value| used.iter().any(|node| node["id"] == package["id"]);
    let packages = metadata["packages"].as_array().expect("packages");
    packages.iter().filter(|package| is_used(package)).cloned().collect()
}

/// The list, as the document has it.
pub(super) struct List {
    allowed: Vec<String>,
    banned: Vec<String>,
    registries: Vec<String>,
}

impl List {
    pub(super) fn of(file: &File) -> Self {
        let list: toml::Table = file.text.parse().expect("a list");
        let words = |value: &toml::Value| -> Vec<String> {
            let words = value.as_array().expect("a list").iter();
            words.map(|it| it.as_str().or_else(|| it["crate"].as_str()).unwrap().into()).collect()
        };
        Self {
            allowed: words(&list["licenses"]["allow"]),
            banned: words(&list["bans"]["deny"]),
            registries: words(&list["sources"]["allow-registry"]),
        }
    }

    /// Whether a term of a licence is allowed: of an `OR` one side, of an `AND` both. The old `/`
    /// stands for `OR`, and what is behind a `WITH` belongs to the word before.
    fn allows(&self, term: &str) -> bool {
        let term = outside_brackets(term.trim());
        let sides = |word| split(term, word);
        if let [one, rest @ ..] = &sides(" OR ")[..]
            && !rest.is_empty()
        {
            return self.allows(one) || rest.iter().any(|side| self.allows(side));
        }
        if let [one, rest @ ..] = &sides(" AND ")[..]
            && !rest.is_empty()
        {
            return self.allows(one) && rest.iter().all(|side| self.allows(side));
        }
        if term.contains('/') {
            return term.split('/').any(|side| self.allows(side));
        }
        self.allowed.iter().any(|known| known == term)
    }

    /// Everything that is wrong with these crates.
    pub(super) fn breaches(&self, packages: &[Value]) -> Vec<Breach> {
        let mut breaches = Vec::new();
        for package in packages {
            let name = package["name"].as_str().expect("a name");
            let mut note = |what: String, why| {
                breaches.push(Breach { path: name.to_owned(), line: None, what, why });
            };
            match package["license"].as_str() {
                Some(licence) if self.allows(licence) => {}
                licence => {
                    let licence = licence.unwrap_or("of its own");
                    note(format!("the licence {licence} is not on the list"), "deny.toml");
                }
            }
            if self.banned.iter().any(|banned| banned == name) {
                note("it is banned".to_owned(), "deny.toml says why");
            }
            let source = package["source"].as_str();
            let is_known = |source: &str| {
                self.registries.iter().any(|known| source == format!("registry+{known}"))
            };
            if !source.is_none_or(is_known) {
                note(
                    format!("it comes from {}", source.unwrap_or("")),
                    "deny.toml says from where",
                );
            }
        }
        breaches
    }
}

/// A term without the brackets around the whole of it.
fn outside_brackets(term: &str) -> &str {
    let inner = term.strip_prefix('(').and_then(|term| term.strip_suffix(')'));
    // The first bracket may be closed before the end.
    inner.filter(|inner| depths(inner).all(|depth| depth >= 0)).unwrap_or(term)
}

/// How many brackets are open behind each byte.
fn depths(term: &str) -> impl Iterator<Item = i32> {
    term.bytes().scan(0, |depth, byte| {
        *depth += i32::from(byte == b'(') - i32::from(byte == b')');
        Some(*depth)
    })
}

/// The parts of a term between the words that stand in no bracket.
fn split<'t>(term: &'t str, word: &str) -> Vec<&'t str> {
    let depths: Vec<i32> = depths(term).collect();
    let (mut parts, mut begin) = (Vec::new(), 0);
    for (at, _) in term.match_indices(word).filter(|(at, _)| depths[*at] == 0) {
        parts.push(&term[begin..at]);
        begin = at + word.len();
    }
    parts.push(&term[begin..]);
    parts
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn list() -> List {
        List::of(&File::of(
            "deny.toml",
            "[licenses]\nallow = [\"MIT\", \"ISC\", \"Apache-2.0 WITH LLVM-exception\"]\n\
             [bans]\ndeny = [{ crate = \"bad\", reason = \"x\" }]\n\
             [sources]\nallow-registry = [\"https://a\"]\n",
        ))
    }

    #[test]
    fn a_licence_is_read_as_it_is_meant() {
        for (licence, wanted) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("MIT/GPL-3.0", true),
            ("MIT AND GPL-3.0", false),
            ("MIT AND ISC", true),
            ("(GPL-3.0 OR MIT) AND ISC", true),
            ("(GPL-3.0 OR MIT) AND (GPL-2.0)", false),
            ("GPL-3.0 OR MIT AND ISC", true),
            ("MIT AND GPL-2.0 OR GPL-3.0", false),
            ("Apache-2.0 WITH LLVM-exception OR GPL-2.0", true),
            ("Apache-2.0", false),
            ("", false),
        ] {
            assert_eq!(list().allows(licence), wanted, "{licence}");
        }
    }

    #[test]
    fn what_is_not_on_the_list_is_found() {
        let from_there = "registry+https://a";
        let packages = [
            json!({ "name": "fine", "license": "MIT", "source": from_there }),
            json!({ "name": "ours", "license": "MIT", "source": null }),
            json!({ "name": "bad", "license": "MIT", "source": from_there }),
            json!({ "name": "unknown", "license": null, "source": from_there }),
            json!({ "name": "elsewhere", "license": "MIT", "source": "git+https://b" }),
        ];

        let found: Vec<_> = list().breaches(&packages).into_iter().map(|it| it.path).collect();

        assert_eq!(found, ["bad", "unknown", "elsewhere"]);
    }
}
