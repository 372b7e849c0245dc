//! The words of the glossary: no name of ours has an old word in it. Names are identifiers, modules,
//! files, tables, columns, metrics, log fields and settings; sentences may use any word, and so may the
//! names of tests.

use std::collections::BTreeSet;

use super::{
    Breach, File,
    tokens::{Token, tokens},
};

/// A row of the table in docs/glossary.md.
#[derive(Debug, PartialEq)]
pub(super) struct Entry {
    /// The line of the row.
    line: usize,
    /// The words that it defines.
    words: Vec<String>,
    /// The words that are not used any more. One that begins with a capital is looked for in the
    /// names of types alone.
    old: Vec<String>,
}

/// The glossary: words, and names that keep an old word.
#[derive(Debug, Default)]
pub(super) struct Glossary {
    pub(super) entries: Vec<Entry>,
    /// Words that an old word may stand among, such as `front_matter`; with `.` before them only where
    /// they are called on something, with a path before them only behind that path.
    kept: BTreeSet<String>,
}

/// The heading of the list of names that may have an old word.
const KEPT: &str = "## Names that keep such a word";

impl Glossary {
    /// Reads the table, and the list of names that keep an old word.
    pub(super) fn read(document: &str) -> Self {
        let mut glossary = Self::default();
        let mut in_list = false;
        for (at, text) in document.lines().enumerate() {
            in_list |= text == KEPT;
            let cells: Vec<&str> = text.split('|').map(str::trim).collect();
            if in_list {
                glossary.kept.extend(in_quotes(text));
            } else if let ["", word, _, old, ""] = cells.as_slice()
                && !in_quotes(word).is_empty()
            {
                let (words, old) = (in_quotes(word), in_quotes(old));
                glossary.entries.push(Entry { line: at + 1, words, old });
            }
        }
        glossary
    }

    /// The first old word in a name, with the words that are used now.
    fn old_word(&self, name: &str) -> Option<(&str, &[String])> {
        let mut parts = split(name);
        let first = self.old_among(&parts);
        // Most names have none, and need no second look.
        first?;
        let is_word = |kept: &&String| !kept.contains(['.', ':']);
        for kept in self.kept.iter().filter(is_word) {
            let kept = split(kept);
            let is_kept =
                |window: &[&str]| window.iter().zip(&kept).all(|(part, kept)| is_same(part, kept));
            while let Some(at) = parts.windows(kept.len()).position(is_kept) {
                parts.drain(at..at + kept.len());
            }
        }
        self.old_among(&parts)
    }

    fn old_among(&self, parts: &[&str]) -> Option<(&str, &[String])> {
        let is_old = |old: &&String| parts.iter().any(|part| is_same(part, old));
        self.entries.iter().find_map(|entry| {
            Some((entry.old.iter().find(is_old)?.as_str(), entry.words.as_slice()))
        })
    }

    /// The breach of a name, unless it has no old word or is not ours.
    fn judge(&self, file: &File, line: Option<usize>, name: &str) -> Option<Breach> {
        let (old, words) = self.old_word(name)?;
        let what = format!(
            "`{name}` has the old word `{old}` in it: use `{}`, or list the name under '{}' in \
             docs/glossary.md",
            words.join("`, `"),
            KEPT.trim_start_matches("## ")
        );
        Some(file.breach(line, what, WHY))
    }

    /// The old words in a file's path and, by what kind of file it is, in what it names.
    pub(super) fn breaches(&self, file: &File) -> Vec<Breach> {
        let path = file.path.rsplit_once('.').map_or(file.path.as_str(), |(path, _)| path);
        let mut breaches: Vec<_> =
            path.split('/').filter_map(|part| self.judge(file, None, part)).collect();
        let mut seen = BTreeSet::new();
        for (line, name) in self.names(file) {
            if seen.insert((line, name)) {
                breaches.extend(self.judge(file, Some(line), name));
            }
        }
        breaches
    }

    /// The names in a file that may be ours, each with its line.
    fn names<'f>(&self, file: &'f File) -> Vec<(usize, &'f str)> {
        match file.path.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "rs" => self.of_rust(&file.text),
            "sql" => of_sql(&file.text).map(|(line, name)| (line + 1, name)).collect(),
            "toml" => of_settings(&file.text),
            _ => Vec::new(),
        }
    }

    fn of_rust<'f>(&self, text: &'f str) -> Vec<(usize, &'f str)> {
        let tokens = tokens(text);
        let tests = names_of_tests(&tokens);
        let mut names = Vec::new();
        for (at, (line, token)) in tokens.iter().enumerate() {
            let line = *line;
            match token {
                Token::Word(name)
                    if !self.is_kept(name, &tokens[..at]) && !tests.contains(name) =>
                {
                    names.push((line, *name));
                }
                Token::Text(text) if is_sql(text) => {
                    names.extend(of_sql(text).map(|(below, name)| (line + below, name)));
                }
                Token::Text(text) if text.starts_with(METRIC) && text.chars().all(is_of_name) => {
                    names.push((line, *text));
                }
                _ => {}
            }
        }
        names
    }

    /// Whether a name is kept because of what stands before it.
    fn is_kept(&self, name: &str, before: &[(usize, Token<'_>)]) -> bool {
        let mut before = before.iter().rev().map(|(_, token)| *token);
        let with_path = match (before.next(), before.next(), before.next()) {
            (Some(Token::Sign('.')), ..) => format!(".{name}"),
            (Some(Token::Sign(':')), Some(Token::Sign(':')), Some(Token::Word(path))) => {
                format!("{path}::{name}")
            }
            _ => return false,
        };
        self.kept.contains(&with_path)
    }

    /// Words that are defined twice, or are defined and old.
    pub(super) fn ambiguous(&self, file: &File) -> Vec<Breach> {
        let mut defined = BTreeSet::new();
        let old: BTreeSet<_> = self.entries.iter().flat_map(|entry| &entry.old).collect();
        let mut breaches = Vec::new();
        for (line, word) in
            self.entries.iter().flat_map(|it| it.words.iter().map(|word| (it.line, word)))
        {
            if !defined.insert(word) || old.contains(word) {
                let what = format!("`{word}` has two meanings");
                breaches.push(file.breach(Some(line), what, "a word means one thing"));
            }
        }
        breaches
    }
}

/// Whether two words are the same; one that begins with a capital is only the same as itself.
fn is_same(part: &str, word: &str) -> bool {
    let is_exact = word.starts_with(|sign: char| sign.is_ascii_uppercase());
    if is_exact { part == word } else { part.eq_ignore_ascii_case(word) }
}

const WHY: &str = "docs/glossary.md has the words of this program";

/// The macros around a function that make tests of it.
const TEST_MACROS: [&str; 2] = ["service_test", "on_both"];

/// The names of the tests in a source: functions behind `#[test]`, or in a macro that makes tests.
fn names_of_tests<'f>(tokens: &[(usize, Token<'f>)]) -> BTreeSet<&'f str> {
    let mut names = BTreeSet::new();
    let mut is_test = false;
    for (at, (_, token)) in tokens.iter().enumerate() {
        let before = |back: usize| at.checked_sub(back).map(|at| tokens[at].1);
        match token {
            Token::Word("test") => {
                let is_plain = before(1) == Some(Token::Sign('['));
                is_test |= is_plain || before(3) == Some(Token::Word("tokio"));
            }
            Token::Sign('!') => {
                is_test |=
                    matches!(before(1), Some(Token::Word(name)) if TEST_MACROS.contains(&name));
            }
            Token::Word(name) if is_test && before(1) == Some(Token::Word("fn")) => {
                names.insert(*name);
                is_test = false;
            }
            _ => {}
        }
    }
    names
}

/// How the names of our metrics begin.
const METRIC: &str = "scriptorium_";

fn is_of_name(sign: char) -> bool {
    sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '_'
}

/// The texts between backquotes.
fn in_quotes(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The words of a name: `snake_case`, `CamelCase`, `HTTPServer`.
fn split(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in name.split(|sign: char| !sign.is_alphanumeric()).filter(|part| !part.is_empty()) {
        let signs: Vec<(usize, char)> = part.char_indices().collect();
        let mut start = 0;
        for (number, (at, sign)) in signs.iter().enumerate().skip(1) {
            let after_small = !signs[number - 1].1.is_uppercase();
            let before_small = signs.get(number + 1).is_some_and(|(_, next)| next.is_lowercase());
            if sign.is_uppercase() && (after_small || before_small) {
                words.push(&part[start..*at]);
                start = *at;
            }
        }
        words.push(&part[start..]);
    }
    words
}

/// Words of SQL, one of which is in every statement and in every part of one that names something.
const SQL: [&str; 24] = [
    "SELECT",
    "INSERT",
    "UPDATE",
    "DELETE",
    "CREATE",
    "ALTER",
    "DROP",
    "WITH",
    "FROM",
    "WHERE",
    "AND",
    "OR",
    "JOIN",
    "ORDER",
    "EXISTS",
    "SET",
    "VALUES",
    "CASE",
    "WHEN",
    "AS",
    "IN",
    "IS",
    "RETURNING",
    "LIMIT",
];

/// Whether a text is SQL: it has a word of it in capitals between spaces.
fn is_sql(text: &str) -> bool {
    text.split([' ', '\n', '(', ')']).any(|word| SQL.contains(&word))
}

/// The names in a text of SQL with their lines, from 0: all words in small letters outside of quotes
/// and comments.
fn of_sql(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().flat_map(|(line, text)| {
        let text = text.split("--").next().unwrap_or(text);
        let bare = text.split('\'').step_by(2);
        let names = bare.flat_map(|bare| bare.split(|sign: char| !is_of_name(sign)));
        names.filter(|name| !name.is_empty()).map(move |name| (line, name))
    })
}

/// The names of sections and keys in a file of settings.
fn of_settings(text: &str) -> Vec<(usize, &str)> {
    let mut names = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let section = line.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let key = line.trim_start_matches(['#', ' ']).split_once(" = ");
        let name = section.map(|(name, _)| name).or(key.map(|(key, _)| key));
        let name = name.filter(|name| name.chars().all(|sign| is_of_name(sign) || sign == '.'));
        names.extend(name.map(|name| (at + 1, name)));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLOSSARY: &str = "| word | meaning | instead of |\n|---|---|---|\n\
        | permit (`Permit`) | a slot | `spot` |\n| `wake`, `Wakers` | to wake | `ring`, `Bell` |\n\n\
        ## Names that keep such a word\n\n- `crypto::ring`, `.ring`, `spot_mat`: not ours\n";

    fn found(path: &str, text: &str) -> Vec<(Option<usize>, String)> {
        let found = Glossary::read(GLOSSARY).breaches(&File::of(path, text));
        let name = |breach: &Breach| in_quotes(&breach.what)[..2].join(" ");
        found.iter().map(|breach| (breach.line, name(breach))).collect()
    }

    fn at(line: usize, what: &str) -> (Option<usize>, String) {
        (Some(line), what.to_owned())
    }

    #[test]
    fn a_name_is_split_into_its_words() {
        assert_eq!(split("snake_case"), ["snake", "case"]);
        assert_eq!(split("CamelCase"), ["Camel", "Case"]);
        assert_eq!(split("HTTPServer"), ["HTTP", "Server"]);
        assert_eq!(split("MAX_SIZE_2"), ["MAX", "SIZE", "2"]);
        assert_eq!(split("agents.mailbox-max"), ["agents", "mailbox", "max"]);
    }

    #[test]
    fn an_old_word_is_found_in_every_kind_of_name() {
        let text = "// a spot\nfn find_spot(a: SpotMap) {}\nconst SPOTS: &str = \"a spot\";\n\
                    let a = \"SELECT spot FROM a WHERE b = 'spot'\"; despot();\n\
                    \"scriptorium_spot_total\"\n";

        let names = found("crates/a/src/spot.rs", text);

        assert_eq!(
            names,
            [
                (None, "spot spot".to_owned()),
                at(2, "find_spot spot"),
                at(2, "SpotMap spot"),
                at(4, "spot spot"),
                at(5, "scriptorium_spot_total spot"),
            ]
        );
        assert_eq!(
            found("a.sql", "-- spot\nCREATE TABLE a (\n  spot_id TEXT\n)"),
            [at(3, "spot_id spot")]
        );
        assert_eq!(
            found("a.toml", "[spot.a]\n# the_spot = 1\n"),
            [at(1, "spot.a spot"), at(2, "the_spot spot")]
        );
    }

    #[test]
    fn a_capital_is_for_types_and_what_is_kept_stays() {
        let text = "struct DoorBell;\nfn bell() {}\na::crypto::ring::b();\na.ring();\nring();\n\
                    #[test]\nfn every_spot_has_a_name() {}\nstruct SpotMatSpot;\nstruct SpotMats;\nspot_mat\n";

        assert_eq!(
            found("a.rs", text),
            [
                at(1, "DoorBell Bell"),
                at(5, "ring ring"),
                at(8, "SpotMatSpot spot"),
                at(9, "SpotMats spot")
            ]
        );
    }

    #[test]
    fn only_the_name_of_a_test_is_a_sentence() {
        let text = "on_both! {\n fn every_spot_has_a_name(db) {}\n}\nfn this_spot_has_a_name() {}\n\
                    #[test]\n#[ignore]\nfn a_spot_is_a_spot() {}\n";

        assert_eq!(found("a.rs", text), [at(4, "this_spot_has_a_name spot")]);
    }

    #[test]
    fn a_part_of_a_statement_is_sql() {
        assert_eq!(found("a.rs", "\"spot_id = ?1\n AND b\""), [at(1, "spot_id spot")]);
        assert_eq!(found("a.rs", "\"a spot and another\""), []);
    }

    #[test]
    fn a_word_with_two_meanings_is_found() {
        let file = File::of("a.md", "| `a` | x | `b` |\n| `b` | y | |\n| `a` | z | |\n");

        let found = Glossary::read(&file.text).ambiguous(&file);

        assert_eq!(found.iter().map(|it| it.line).collect::<Vec<_>>(), [Some(2), Some(3)]);
    }
}
