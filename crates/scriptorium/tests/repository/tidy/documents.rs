//! Rules about what files say of each other: migrations and the list that runs them, documents and the
//! files they name, the figures of the README and those that were measured.

use super::{Breach, File};

/// What follows `before` in `text`, up to `after`; and the rest.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<(&'t str, &'t str)> {
    text.split_once(before)?.1.split_once(after)
}

/// The migrations a source lists: version, name, file.
fn listed(source: &str) -> Vec<(&str, &str, &str)> {
    let mut rest = source;
    let mut found = Vec::new();
    while let Some((version, after)) = between(rest, "migration!(", ",") {
        let Some((name, after)) = between(after, "\"", "\"") else { break };
        let Some((file, after)) = between(after, "\"", "\"") else { break };
        found.push((version, name, file));
        rest = after;
    }
    found
}

/// The scripts, in their order, against the list in `store::database` that runs them.
pub(super) fn migrations(database: &File, scripts: &[String]) -> Vec<Breach> {
    let why = "a migration is known by its number, and a released one is never changed";
    let mut breaches = Vec::new();
    let mut note = |what: String| breaches.push(database.breach(None, what, why));
    let listed = listed(&database.text);
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

/// Links and paths of a document that lead nowhere; paths may leave out the `crates` in front.
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
            let candidates = [path.to_owned(), format!("crates/{path}"), joined(folder, path)];
            if !candidates.iter().any(|candidate| is_there(candidate)) {
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

/// Rows of the README's section on speed, `| what | measured |`, that no row of the results begins with,
/// but for a remark in brackets.
pub(super) fn figures(readme: &File, results: &str) -> Vec<Breach> {
    let section =
        between(&readme.text, "\n## How fast\n", "\n## ").map_or("", |(section, _)| section);
    let cells = |row: &str| -> Vec<String> {
        let bare = |cell: &str| cell.split(" (").next().unwrap_or(cell).trim().to_owned();
        row.trim_matches('|').split('|').map(bare).take(2).collect()
    };
    let measured: Vec<_> = results.lines().filter(|row| row.starts_with('|')).map(cells).collect();
    let rows: Vec<_> = section.lines().filter(|row| row.starts_with('|')).skip(2).collect();
    let mut breaches: Vec<_> = rows
        .iter()
        .filter(|row| !measured.contains(&cells(row)))
        .map(|row| readme.breach(None, format!("the bench has no {row}"), "it was not measured"))
        .collect();
    if rows.is_empty() {
        breaches.push(readme.breach(None, "no figures", "a newcomer asks how fast it is"));
    }
    breaches
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
        whats(migrations(&File::of("crates/store/src/database.rs", list), &scripts))
    }

    #[test]
    fn migrations_that_fit_their_list_are_fine() {
        let list = "migration!(1, \"a\", \"0001_a.sql\"),
            migration!(2, \"b\", \"0002_b.sql\"),";

        assert_eq!(run(list, &["0001_a.sql", "0002_b.sql"]), Vec::<String>::new());
    }

    #[test]
    fn each_way_a_migration_can_be_lost_is_found() {
        let list = "migration!(4, \"a\", \"0004_b.sql\"),
            migration!(3, \"c\", \"0003_c.sql\"),
            migration!(4, \"e\", \"0004_e.sql\"),";

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
    fn a_figure_that_was_not_measured_is_found() {
        let results =
            "| what | x |\n|---|---|\n| GET (7 of 9) | 2.5 × | ≥ 2 × | pass |\n| CPU | 3 ms |\n";
        let found = |rows: &str| {
            let text = format!("# A\n\n## How fast\n\n| what | x |\n|---|---|\n{rows}\n## B\n");
            whats(figures(&File::of("README.md", &text), results))
        };

        assert_eq!(found("| GET | 2.5 × |\n| CPU | 3 ms |\n"), Vec::<String>::new());
        assert_eq!(found("| GET | 2.6 × |\n"), ["the bench has no | GET | 2.6 × |"]);
        assert_eq!(found("| CPU | 2.5 × |\n"), ["the bench has no | CPU | 2.5 × |"]);
        assert_eq!(found(""), ["no figures"]);
    }

    #[test]
    fn a_dead_end_is_found_with_its_line() {
        let there =
            |path: &str| ["docs/api.md", "docs/a.md", "crates/api/src/lib.rs"].contains(&path);
        let document = File::of(
            "docs/a.md",
            "[good](api.md#top) [out](https://example.org/x.md) [here](#top)\n\
             [bad](gone.md) and `api/src/lib.rs::routes`, `api/src/gone.rs`\n\
             ```\n[not read](nowhere.md)\n```\n\
             `crates/api/src/lib.rs` `src/*.rs` `/api/projects` `docs/api.md` `a.md` `x/y`\n",
        );

        let breaches = dead_ends(&document, there);

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
