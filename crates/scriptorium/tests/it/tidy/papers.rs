//! Rules about what files say of each other: migrations and the list that runs them, papers and the
//! files they name.

use super::{Breach, File};

/// What follows `before` in `text`, up to `after`; and the rest.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<(&'t str, &'t str)> {
    text.split_once(before)?.1.split_once(after)
}

/// The migrations a source lists: version, name, file.
fn listed(source: &str) -> Vec<(&str, &str, &str)> {
    let mut rest = source;
    let mut found = Vec::new();
    while let Some((version, after)) = between(rest, "version: ", ",") {
        let Some((name, after)) = between(after, "name: \"", "\"") else { break };
        let Some((path, after)) = between(after, "include_str!(\"", "\")") else { break };
        found.push((version, name, path.rsplit('/').next().unwrap_or(path)));
        rest = after;
    }
    found
}

/// The scripts, in their order, against the list in `memory` that runs them.
pub(super) fn migrations(memory: &File, scripts: &[String]) -> Vec<Breach> {
    let why = "a migration is known by its number, and a released one is never changed";
    let mut breaches = Vec::new();
    let mut note = |what: String| breaches.push(memory.breach(None, what, why));
    let listed = listed(&memory.text);
    // Numbers rise, and may leave gaps: one is given to a migration before others are written.
    let mut last = 0;
    for (version, name, file) in &listed {
        match version.parse::<u32>() {
            Ok(number) if number > last => last = number,
            _ => note(format!("migration {version} comes behind migration {last}")),
        }
        if *file != format!("{:0>4}_{name}.sql", version) {
            note(format!("migration {version}, {name}, is read from {file}"));
        }
        if !scripts.iter().any(|script| script == file) {
            note(format!("there is no {file}"));
        }
    }
    for script in scripts {
        if !listed.iter().any(|(_, _, file)| file == script) {
            note(format!("{script} is not run"));
        }
    }
    breaches
}

/// Endings by which a word in code is taken for a file.
const ENDINGS: [&str; 8] = [".rs", ".toml", ".md", ".sql", ".json", ".lua", ".py", ".sh"];

/// Links and paths of a paper that lead nowhere; paths may leave out the `crates` in front.
pub(super) fn dead_ends(file: &File, is_there: impl Fn(&str) -> bool) -> Vec<Breach> {
    let why = "a reader follows it";
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut breaches = Vec::new();
    let mut fenced = false;
    for (at, line) in file.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        for target in links(line) {
            let path = target.split('#').next().unwrap_or("");
            if !path.is_empty() && !is_there(&joined(folder, path)) {
                let what = format!("the link to {target} leads nowhere");
                breaches.push(file.breach(Some(at + 1), what, why));
            }
        }
        for path in paths(line) {
            let places = [path.to_owned(), format!("crates/{path}"), joined(folder, path)];
            if !places.iter().any(|place| is_there(place)) {
                let what = format!("there is no {path}");
                breaches.push(file.breach(Some(at + 1), what, why));
            }
        }
    }
    breaches
}

/// The targets of a line's links, but for other addresses.
fn links(line: &str) -> Vec<&str> {
    line.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', ' ']).next())
        .filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
        .collect()
}

/// The paths among a line's words in code: with a slash, and the ending of a file.
fn paths(line: &str) -> Vec<&str> {
    line.split('`')
        .skip(1)
        .step_by(2)
        .map(|code| code.split("::").next().unwrap_or(code))
        .filter(|code| code.contains('/') && !code.starts_with('/'))
        .filter(|code| !code.contains(['*', '…', '{', '<', ' ', ':', '$']))
        .filter(|code| ENDINGS.iter().any(|ending| code.ends_with(ending)))
        .collect()
}

/// A path as seen from a folder.
fn joined(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whats(breaches: Vec<Breach>) -> Vec<String> {
        breaches.into_iter().map(|breach| breach.what).collect()
    }

    fn run(list: &str, scripts: &[&str]) -> Vec<String> {
        let scripts: Vec<String> = scripts.iter().map(|name| (*name).to_owned()).collect();
        whats(migrations(&File::of("crates/store/src/memory.rs", list), &scripts))
    }

    #[test]
    fn migrations_that_fit_their_list_are_fine() {
        let list = "Migration { version: 1, name: \"a\", sql: include_str!(\"../m/0001_a.sql\") },
            Migration {\n version: 2,\n name: \"b\",\n sql: include_str!(\"../m/0002_b.sql\"),\n }";

        assert_eq!(run(list, &["0001_a.sql", "0002_b.sql"]), Vec::<String>::new());
    }

    #[test]
    fn each_way_a_migration_can_be_lost_is_found() {
        let list = "version: 4, name: \"a\", sql: include_str!(\"0004_b.sql\")
            version: 3, name: \"c\", sql: include_str!(\"0003_c.sql\")
            version: 4, name: \"e\", sql: include_str!(\"0004_e.sql\")";

        assert_eq!(
            run(list, &["0004_b.sql", "0004_e.sql", "0002_d.sql"]),
            [
                "migration 4, a, is read from 0004_b.sql",
                "migration 3 comes behind migration 4",
                "there is no 0003_c.sql",
                "migration 4 comes behind migration 4",
                "0002_d.sql is not run",
            ]
        );
        assert_eq!(run("", &["0001_a.sql"]), ["0001_a.sql is not run"]);
    }

    #[test]
    fn a_dead_end_is_found_with_its_line() {
        let there =
            |path: &str| ["docs/api.md", "docs/a.md", "crates/api/src/lib.rs"].contains(&path);
        let paper = File::of(
            "docs/a.md",
            "[good](api.md#top) [out](https://example.org/x.md) [here](#top)\n\
             [bad](gone.md) and `api/src/lib.rs::routes`, `api/src/gone.rs`\n\
             ```\n[not read](nowhere.md)\n```\n\
             `crates/api/src/lib.rs` `src/*.rs` `/api/projects` `docs/api.md` `a.md` `x/y`\n",
        );

        let breaches = dead_ends(&paper, there);

        let found: Vec<_> = breaches.iter().map(|it| (it.line, it.what.as_str())).collect();
        assert_eq!(
            found,
            [
                (Some(2), "the link to gone.md leads nowhere"),
                (Some(2), "there is no api/src/gone.rs"),
            ]
        );
    }
}
