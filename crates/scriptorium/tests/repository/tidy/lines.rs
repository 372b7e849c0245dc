//! Rules about the text of single files. They read lines, not Rust: what a rule looks for is chosen
//! so that it does not occur by accident. The files of these rules name what they look for, so the
//! rules about words leave them out.

use std::collections::BTreeSet;

use super::{Breach, File};

/// Where these rules stand.
const HERE: &str = "crates/scriptorium/tests/repository/tidy";

/// The lines of a file with their numbers.
fn numbered(file: &File) -> impl Iterator<Item = (usize, &str)> {
    file.text.lines().enumerate().map(|(at, line)| (at + 1, line))
}

/// A breach for each line that `is_broken`, unless the file is one of these rules.
fn wherever(
    file: &File,
    what: &str,
    why: &'static str,
    is_broken: impl Fn(&str) -> bool,
) -> Vec<Breach> {
    if file.path.starts_with(HERE) {
        return Vec::new();
    }
    numbered(file)
        .filter(|(_, line)| is_broken(line))
        .map(|(number, _)| file.breach(Some(number), what, why))
        .collect()
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

pub(super) fn opens_with_a_paragraph(file: &File) -> Vec<Breach> {
    if file.text.starts_with("//! ") {
        return Vec::new();
    }
    let why = "a reader learns first what a file is, and what it is not";
    vec![file.breach(Some(1), "the file does not open with `//!`", why)]
}

pub(super) fn unfinished(file: &File) -> Vec<Breach> {
    let words = ["todo!(", "unimplemented!(", "todo!{", "unimplemented!{"];
    let marks = ["FIXME", "XXX", "TODO"];
    let why = "what is not done is not there";
    wherever(file, "something is left for later", why, |line| {
        words.iter().any(|word| line.contains(word))
            || line.split_once("//").is_some_and(|(_, said)| {
                said.split(|letter: char| !letter.is_ascii_alphanumeric())
                    .any(|word| marks.contains(&word))
            })
    })
}

pub(super) fn ignored(file: &File) -> Vec<Breach> {
    let why = "a test that is not run proves nothing, and is counted as if it did";
    wherever(file, "a test is ignored", why, |line| {
        line.trim_start().starts_with("#[ignore")
            || [", ignore)", ", ignore ="].iter().any(|it| line.contains(it))
    })
}

/// `allow` stays silent when its reason is gone; `expect` speaks up. A macro may need `allow`,
/// because not all of its uses are alike, and then says so on the line before.
pub(super) fn silenced(file: &File) -> Vec<Breach> {
    if file.path.starts_with(HERE) {
        return Vec::new();
    }
    let mut before = "";
    let mut breaches = Vec::new();
    for (number, line) in numbered(file) {
        let allows = ["#[allow(", "#![allow("].iter().any(|it| line.contains(it));
        if allows && !is_comment(line) && !before.contains("#[expect(clippy::allow_attributes") {
            let why = "`#[expect(…, reason)]` tells why, and tells when it is no longer needed";
            breaches.push(file.breach(Some(number), "a lint is silenced by `allow`", why));
        }
        before = line;
    }
    breaches
}

/// Where the time is read.
const CLOCK: &str = "crates/engine/src/clock.rs";

pub(super) fn time(file: &File) -> Vec<Breach> {
    if file.path == CLOCK {
        return Vec::new();
    }
    let words = ["SystemTime::now", "Timestamp::now", "Zoned::now", "Utc::now", "Local::now"];
    let why = "time comes in through `engine::clock`, so that tests can move it";
    wherever(file, "the system's clock is read", why, |line| {
        !is_comment(line) && words.iter().any(|word| line.contains(word))
    })
}

/// The crates that write SQL.
const SQL_CRATES: [&str; 2] = ["crates/store/", "crates/db/"];

pub(super) fn sql(files: &[File]) -> Vec<Breach> {
    let words = [
        "SELECT ",
        "INSERT INTO ",
        "UPDATE ",
        "DELETE FROM ",
        "CREATE TABLE ",
        "ALTER TABLE ",
        "DROP TABLE ",
    ];
    let why = "`store` is the only crate that writes SQL, and `db` the only one that runs it";
    let tests = test_only(files);
    let ours = |file: &&File| {
        !SQL_CRATES.iter().any(|folder| file.path.starts_with(folder))
            && !tests.contains(&file.path)
    };
    files
        .iter()
        .filter(ours)
        .flat_map(|file| {
            wherever(&code(file), "a statement of SQL", why, |line| {
                !is_comment(line) && words.iter().any(|word| line.contains(word))
            })
        })
        .collect()
}

pub(super) fn unwraps(files: &[File]) -> Vec<Breach> {
    let why = "`?` passes an error on, and `expect` tells why there can be none";
    let tests = test_only(files);
    files
        .iter()
        .filter(|file| !tests.contains(&file.path))
        .flat_map(|file| {
            wherever(&code(file), "an unwrap outside tests", why, |line| {
                !is_comment(line) && line.contains(".unwrap()")
            })
        })
        .collect()
}

/// The part of a file that stands before its own tests.
fn code(file: &File) -> File {
    let mut kept = Vec::new();
    let mut lines = file.text.lines().peekable();
    while let Some(line) = lines.next() {
        let opens_tests = lines.peek().is_some_and(|next| next.starts_with("mod tests {"));
        if line == "#[cfg(test)]" && opens_tests {
            break;
        }
        kept.push(line);
    }
    File { path: file.path.clone(), text: kept.join("\n") }
}

/// The paths of files that are only there in tests: those in a `tests` folder, and modules declared
/// under `#[cfg(test)]`.
fn test_only(files: &[File]) -> BTreeSet<String> {
    let mut paths: BTreeSet<String> = BTreeSet::new();
    for file in files {
        if file.path.contains("/tests/") || file.path.starts_with("crates/testing/") {
            paths.insert(file.path.clone());
        }
        let home = match file.path.rsplit_once('/') {
            Some((folder, "mod.rs" | "lib.rs" | "main.rs")) => folder,
            _ => file.path.trim_end_matches(".rs"),
        };
        let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
        for pair in lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]") {
            let declared = pair[1].trim_start_matches("pub(crate) ").strip_prefix("mod ");
            if let Some(name) = declared.and_then(|rest| rest.strip_suffix(';')) {
                let module = format!("{home}/{name}");
                let below = files.iter().filter(|file| {
                    file.path == format!("{module}.rs")
                        || file.path.starts_with(&format!("{module}/"))
                });
                paths.extend(below.map(|file| file.path.clone()));
            }
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines a rule finds in a text.
    fn found(rule: fn(&File) -> Vec<Breach>, text: &str) -> Vec<Option<usize>> {
        at(rule, "crates/engine/src/hub.rs", text)
    }

    fn at(rule: fn(&File) -> Vec<Breach>, path: &str, text: &str) -> Vec<Option<usize>> {
        rule(&File::of(path, text)).into_iter().map(|breach| breach.line).collect()
    }

    #[test]
    fn a_breach_names_file_line_and_reason() {
        let breach = &ignored(&File::of("crates/a/src/b.rs", "\n#[ignore]\n"))[0];

        assert_eq!(
            breach.to_string(),
            "crates/a/src/b.rs:2: a test is ignored (a test that is not run proves nothing, and is \
             counted as if it did)"
        );
    }

    #[test]
    fn a_file_without_its_paragraph_is_found() {
        assert_eq!(found(opens_with_a_paragraph, "//! What it is.\n"), []);
        assert_eq!(found(opens_with_a_paragraph, "use a;\n//! Late.\n"), [Some(1)]);
        assert_eq!(found(opens_with_a_paragraph, "/// Of something else.\n"), [Some(1)]);
        assert_eq!(found(opens_with_a_paragraph, ""), [Some(1)]);
    }

    #[test]
    fn what_is_left_for_later_is_found() {
        assert_eq!(found(unfinished, "todo!()\nunimplemented!(\"x\")\n"), [Some(1), Some(2)]);
        assert_eq!(found(unfinished, "// FIXME: x\nlet a = 1; // XXX\n"), [Some(1), Some(2)]);
        assert_eq!(found(unfinished, "// TODO(me) x\n"), [Some(1)]);
        assert_eq!(found(unfinished, "let chapter = \"XXX\"; // the thirtieth\n"), []);
        assert_eq!(found(unfinished, "fn todos() {}\n"), []);
    }

    #[test]
    fn an_ignored_test_is_found() {
        assert_eq!(found(ignored, "    #[ignore = \"slow\"]\n#[ignore]\n"), [Some(1), Some(2)]);
        assert_eq!(found(ignored, "#[cfg_attr(miri, ignore)]\n"), [Some(1)]);
        assert_eq!(found(ignored, "#[cfg_attr(miri, ignore = \"slow\")]\n"), [Some(1)]);
        assert_eq!(found(ignored, "let ignored = 1;\nlet Self { passed, ignored } = self;\n"), []);
    }

    #[test]
    fn a_silenced_lint_is_found_unless_its_reason_stands_before_it() {
        let why = "#[expect(clippy::allow_attributes, reason = \"not all are alike\")]";
        assert_eq!(found(silenced, "#[allow(dead_code)]\n"), [Some(1)]);
        assert_eq!(found(silenced, "#![allow(dead_code)]\n"), [Some(1)]);
        assert_eq!(found(silenced, &format!("{why}\n#[allow(dead_code)]\n")), []);
        assert_eq!(found(silenced, &format!("{why}\n\n#[allow(dead_code)]\n")), [Some(3)]);
        assert_eq!(found(silenced, "#[expect(dead_code, reason = \"x\")]\n"), []);
    }

    #[test]
    fn reading_the_systems_clock_is_found_outside_the_clock() {
        let text = "let now = SystemTime::now();\nlet now = jiff::Timestamp::now();\n";
        assert_eq!(found(time, text), [Some(1), Some(2)]);
        assert_eq!(at(time, CLOCK, text), []);
        assert_eq!(found(time, "// never SystemTime::now\nlet now = clock.now();\n"), []);
    }

    fn paths(breaches: &[Breach]) -> Vec<(&str, Option<usize>)> {
        breaches.iter().map(|breach| (breach.path.as_str(), breach.line)).collect()
    }

    #[test]
    fn sql_is_found_where_it_does_not_belong() {
        let statement = "//! x\nlet a = \"SELECT id\n  FROM b\";\n// SELECT is a word\n";
        let files = [
            File::of("crates/store/src/a.rs", statement),
            File::of("crates/db/src/a.rs", statement),
            File::of("crates/api/src/a.rs", statement),
            File::of("crates/scriptorium/tests/it/a.rs", statement),
            File::of("crates/engine/src/b.rs", "\"UPDATE project\nSET\"\n\"DELETE FROM a\"\n"),
        ];

        let breaches = sql(&files);

        assert_eq!(
            paths(&breaches),
            [
                ("crates/api/src/a.rs", Some(2)),
                ("crates/engine/src/b.rs", Some(1)),
                ("crates/engine/src/b.rs", Some(3)),
            ]
        );
    }

    #[test]
    fn an_unwrap_is_found_outside_tests_alone() {
        let files = [
            File::of(
                "crates/a/src/lib.rs",
                "#[cfg(test)]\nmod fixture;\n#[cfg(test)]\nuse x;\na.unwrap();\n#[cfg(test)]\n\
                 mod tests {\n    b.unwrap();\n}\n",
            ),
            File::of("crates/a/src/fixture.rs", "c.unwrap();\n"),
            File::of("crates/a/src/other.rs", "c.unwrap();\n#[cfg(test)]\nmod tests;\n"),
            File::of("crates/a/src/other/tests.rs", "c.unwrap();\n"),
            File::of("crates/a/src/other/tests/more.rs", "c.unwrap();\n"),
            File::of("crates/a/tests/b.rs", "d.unwrap();\n"),
            File::of("crates/a/src/fine.rs", "d.unwrap_or(1);\n// never .unwrap()\n"),
        ];

        let breaches = unwraps(&files);

        assert_eq!(
            paths(&breaches),
            [("crates/a/src/lib.rs", Some(5)), ("crates/a/src/other.rs", Some(1))]
        );
    }
}
