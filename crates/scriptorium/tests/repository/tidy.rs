//! Rules that no other tool checks, kept by reading the repository's own files. Each rule is a function
//! from files to breaches; here the rules are applied to the repository, and beside each rule stand
//! tests that break it.

mod documents;
mod fields;
mod glossary;
mod layers;
mod licences;
mod lines;
mod style;
mod tokens;

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use glossary::Glossary;

/// A file of the repository.
#[derive(Debug)]
struct File {
    /// Its path from the root, with `/` between names.
    path: String,
    text: String,
}

/// A rule that a file breaks.
#[derive(Debug, PartialEq)]
struct Breach {
    path: String,
    /// From 1; none where the file as a whole breaks the rule.
    line: Option<usize>,
    what: String,
    why: &'static str,
}

impl fmt::Display for Breach {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, what, why } = self;
        match line {
            Some(line) => write!(to, "{path}:{line}: {what} ({why})"),
            None => write!(to, "{path}: {what} ({why})"),
        }
    }
}

impl File {
    #[cfg(test)]
    fn of(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    fn breach(&self, line: Option<usize>, what: impl Into<String>, why: &'static str) -> Breach {
        Breach { path: self.path.clone(), line, what: what.into(), why }
    }

    /// The last part of its path.
    fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What is made, never written: by cargo, by Python.
const MADE: [&str; 3] = ["target", "node_modules", "__pycache__"];

/// The files under `folder` whose names end so, in the order of their paths.
fn files(folder: &str, ending: &str) -> Vec<File> {
    let mut found = Vec::new();
    gather(&root(), folder, ending, &mut found);
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(!found.is_empty(), "there is no {ending} under {folder}");
    found
}

fn gather(root: &Path, folder: &str, ending: &str, found: &mut Vec<File>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder of the repository") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        if name.starts_with('.') || MADE.contains(&name.as_str()) {
            continue;
        }
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if entry.file_type().expect("a kind of file").is_dir() {
            gather(root, &path, ending, found);
        } else if name.ends_with(ending) {
            let text = fs::read_to_string(entry.path()).expect("a text");
            found.push(File { path, text });
        }
    }
}

/// Every document: its path and its text.
pub fn documents() -> Vec<(String, String)> {
    files("", ".md").into_iter().map(|file| (file.path, file.text)).collect()
}

/// All our Rust.
fn sources() -> Vec<File> {
    let mut files = files("crates", ".rs");
    files.extend(self::files("xtask", ".rs"));
    files.extend(self::files("bench", ".rs"));
    files
}

/// The manifest of every crate of the workspace.
fn manifests() -> Vec<File> {
    let mut manifests = files("crates", "Cargo.toml");
    manifests.extend(files("xtask", "Cargo.toml"));
    // `bench/hello` is a workspace of its own.
    manifests.extend(
        files("bench", "Cargo.toml").into_iter().filter(|it| it.path == "bench/Cargo.toml"),
    );
    manifests
}

/// Fails with every breach.
fn none(breaches: &[Breach]) {
    let lines: Vec<String> = breaches.iter().map(Breach::to_string).collect();
    assert!(
        lines.is_empty(),
        "the sources break rules, in all {} times:\n{}",
        lines.len(),
        lines.join("\n")
    );
}

/// All breaches of a rule about single files.
fn each(rule: impl Fn(&File) -> Vec<Breach>) -> Vec<Breach> {
    sources().iter().flat_map(rule).collect()
}

#[test]
fn every_file_says_what_it_is() {
    none(&each(lines::opens_with_a_paragraph));
}

#[test]
fn no_file_is_too_long_to_read() {
    none(&each(style::length));
}

#[test]
fn every_function_fits_a_screen() {
    none(&each(style::functions));
}

#[test]
fn rows_are_read_by_the_names_of_their_columns() {
    none(&each(style::positions));
}

#[test]
fn a_name_that_fits_many_types_is_that_of_one() {
    let mut sources = sources();
    sources.retain(|file| file.path.contains("/src/"));
    none(&style::same_names(&sources));
}

#[test]
fn no_handler_has_a_transaction() {
    none(&each(style::transactions));
}

#[test]
fn every_name_has_the_words_of_the_glossary() {
    let glossary = Glossary::read(&files("docs", "glossary.md")[0].text);
    assert!(glossary.entries.len() > 10, "{glossary:?}");
    let mut named = sources();
    named.extend(files("crates/store/migrations", ".sql"));
    named.extend(files("", "scriptorium.toml"));
    none(&named.iter().flat_map(|file| glossary.breaches(file)).collect::<Vec<_>>());
}

#[test]
fn each_word_of_the_glossary_has_one_meaning() {
    let document = &files("docs", "glossary.md")[0];
    none(&Glossary::read(&document.text).ambiguous(document));
}

#[test]
fn nothing_is_left_for_later() {
    none(&each(lines::unfinished));
}

#[test]
fn no_test_is_ignored() {
    none(&each(lines::ignored));
}

#[test]
fn no_lint_is_silenced_without_a_reason() {
    none(&each(lines::silenced));
}

#[test]
fn only_the_clock_reads_the_time() {
    none(&each(lines::time));
}

#[test]
fn only_the_store_writes_sql() {
    let sources = sources();
    none(&lines::sql(&sources));
}

#[test]
fn nothing_unwraps_outside_tests() {
    let sources = sources();
    none(&lines::unwraps(&sources));
}

#[test]
fn every_crate_keeps_to_its_layer() {
    let mut manifests = files("crates", "Cargo.toml");
    manifests.extend(files("xtask", "Cargo.toml"));
    none(&layers::breaches(&manifests));
}

#[test]
fn every_crate_has_the_licence_and_the_lints_of_the_workspace() {
    none(&manifests().iter().flat_map(layers::shared).collect::<Vec<_>>());
}

#[test]
fn every_migration_is_run_under_its_number_and_name() {
    let scripts: Vec<_> =
        files("crates/store/migrations", ".sql").iter().map(|it| it.name().to_owned()).collect();
    let database = &files("crates/store/src", "database.rs")[0];
    none(&documents::migrations(database, &scripts));
}

#[test]
fn the_documents_name_only_what_is_there() {
    let (root, documents) = (root(), files("", ".md"));
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        assert!(documents.iter().any(|file| file.path == document), "there is no {document}");
    }
    let is_there = |path: &str| root.join(path).exists();
    none(
        &documents.iter().flat_map(|file| documents::dead_ends(file, is_there)).collect::<Vec<_>>(),
    );
}

#[test]
fn every_field_of_the_log_is_named_in_its_document() {
    let document = &files("docs", "logging.md")[0];
    let sources: Vec<_> =
        files("crates", ".rs").into_iter().filter(|file| file.path.contains("/src/")).collect();
    none(
        &sources.iter().flat_map(|file| fields::unnamed(file, &document.text)).collect::<Vec<_>>(),
    );
}

#[test]
fn the_figures_of_the_readme_were_measured() {
    let documents = files("", ".md");
    let document =
        |path: &str| documents.iter().find(|file| file.path == path).expect("a document");
    none(&documents::figures(document("README.md"), &document("bench/RESULTS.md").text));
}

#[test]
fn every_crate_in_the_program_has_a_licence_that_may_be() {
    let list = licences::List::of(&files("", "deny.toml")[0]);
    let packages = licences::packages();
    assert!(packages.len() > 100, "{} crates are not all", packages.len());
    none(&list.breaches(&packages));
}

#[test]
fn both_licences_are_there_in_full() {
    let licence = |name: &str| {
        let path = root().join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
    };

    let (mit, apache) = (licence("LICENSE-MIT"), licence("LICENSE-APACHE"));

    assert!(mit.contains("Permission is hereby granted, free of charge"));
    assert!(mit.contains("THE SOFTWARE IS PROVIDED \"AS IS\""));
    assert!(apache.contains("Apache License") && apache.contains("Version 2.0, January 2004"));
    assert!(apache.contains("END OF TERMS AND CONDITIONS"));
}
