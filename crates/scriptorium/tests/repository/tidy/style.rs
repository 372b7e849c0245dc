//! Rules about how large files and functions are, and about which layer does what by itself.

use super::{
    Breach, File,
    tokens::{Token, tokens},
};

/// The most lines of a file that does not say why it is longer.
const FILE_LINES_MAX: usize = 500;

/// How a file says so, in its first paragraph.
const REASON: &str = "//! Long because ";

/// The most lines of a function.
const FUNCTION_LINES_MAX: usize = 80;

/// The route table, which may be longer: one line, one route.
const ROUTE_TABLE: (&str, &str) = ("crates/api/src/lib.rs", "routes");

pub(super) fn length(file: &File) -> Vec<Breach> {
    let count = file.text.lines().count();
    let mut head = file.text.lines().take_while(|line| line.starts_with("//!"));
    if count <= FILE_LINES_MAX || head.any(|line| line.starts_with(REASON)) {
        return Vec::new();
    }
    let what = format!("{count} lines are more than {FILE_LINES_MAX}");
    let why = "a module that is too large becomes a folder of the same name";
    vec![file.breach(None, what, why)]
}

pub(super) fn functions(file: &File) -> Vec<Breach> {
    let why = "a function fits a screen";
    let too_long = |(name, first, last): &(&str, usize, usize)| {
        last - first >= FUNCTION_LINES_MAX && (file.path.as_str(), *name) != ROUTE_TABLE
    };
    let breach = |(name, first, last): (&str, usize, usize)| {
        let what =
            format!("`{name}` has {} lines, {FUNCTION_LINES_MAX} are enough", last - first + 1);
        file.breach(Some(first), what, why)
    };
    bodies(&file.text).into_iter().filter(too_long).map(breach).collect()
}

/// Every function with a body: its name, its first line and its last.
fn bodies(text: &str) -> Vec<(&str, usize, usize)> {
    let tokens = tokens(text);
    let (mut announced, mut open, mut found) = (None, Vec::new(), Vec::new());
    let (mut braces, mut brackets) = (0_usize, 0_usize);
    for (at, (line, token)) in tokens.iter().enumerate() {
        match (token, tokens.get(at + 1)) {
            (Token::Word("fn"), Some((_, Token::Word(name)))) => {
                announced = Some((*name, *line, brackets));
            }
            (Token::Sign('(' | '['), _) => brackets += 1,
            (Token::Sign(')' | ']'), _) => brackets = brackets.saturating_sub(1),
            // A signature without a body, unless it is within that of an array.
            (Token::Sign(';'), _) => announced = announced.filter(|(.., at)| *at != brackets),
            (Token::Sign('{'), _) => {
                open.extend(announced.take().map(|(name, first, _)| (name, first, braces)));
                braces += 1;
            }
            (Token::Sign('}'), _) => {
                braces = braces.saturating_sub(1);
                let ended = open.pop_if(|(.., depth)| *depth == braces);
                found.extend(ended.map(|(name, first, _)| (name, first, *line)));
            }
            _ => {}
        }
    }
    found
}

/// The crate whose rows these are.
const ROWS: &str = "crates/store/src/";

/// Where a row is read by the position of a column.
pub(super) fn positions(file: &File) -> Vec<Breach> {
    if !file.path.starts_with(ROWS) {
        return Vec::new();
    }
    let why = "a row is read by the names of its columns";
    let tokens = tokens(&file.text);
    let reads = tokens.iter().enumerate().filter(|(at, (_, token))| {
        matches!(token, Token::Word("get" | "take" | "text")) && ends_with_number(&tokens[at + 1..])
    });
    reads
        .map(|(_, (line, _))| file.breach(Some(*line), "a row is read by a position", why))
        .collect()
}

/// Whether the last argument of a call is a number; `tokens` begin behind the name of the function.
fn ends_with_number(tokens: &[(usize, Token<'_>)]) -> bool {
    let mut depth = 0;
    let mut before = Token::Sign(' ');
    for (_, token) in tokens {
        match token {
            Token::Sign('(') => depth += 1,
            Token::Sign(')') if depth <= 1 => {
                return depth == 1 && matches!(before, Token::Number(_));
            }
            Token::Sign(')') => depth -= 1,
            // What stands between the name and its bracket is the type that is read.
            Token::Sign(':' | '<' | '>' | '_') | Token::Word(_) => {}
            _ if depth == 0 => return false,
            _ => {}
        }
        before = *token;
    }
    false
}

/// Handlers of HTTP that have a transaction in them.
pub(super) fn transactions(file: &File) -> Vec<Breach> {
    // `caller` runs what handlers name.
    if !file.path.starts_with("crates/api/") || file.path.ends_with("/caller.rs") {
        return Vec::new();
    }
    let why = "a handler is extract, call, answer: what changes is a command of `engine`";
    let tokens = tokens(&file.text);
    let has = tokens.iter().filter(|(_, token)| *token == Token::Word("Tx"));
    has.map(|(line, _)| file.breach(Some(*line), "a transaction", why)).collect()
}

/// Names that would fit too much to be those of several types: `EventKind` says of what it is a kind.
const ONE_TYPE_EACH: [&str; 5] = ["Kind", "Place", "Plan", "Priority", "Reader"];

/// Declarations of types whose name another type has too.
pub(super) fn same_names(files: &[File]) -> Vec<Breach> {
    let why = "a reader cannot tell which of them is meant";
    let declared: Vec<(&File, usize, &str)> = files.iter().flat_map(declarations).collect();
    let is_alone = |name: &str| declared.iter().filter(|(.., other)| *other == name).count() == 1;
    let several = declared.iter().filter(|(.., name)| !is_alone(name));
    several
        .map(|(file, line, name)| {
            file.breach(Some(*line), format!("one of several types called `{name}`"), why)
        })
        .collect()
}

fn declarations(file: &File) -> impl Iterator<Item = (&File, usize, &str)> {
    let tokens = tokens(&file.text);
    let names: Vec<_> = tokens
        .windows(2)
        .filter_map(|pair| match (pair[0].1, pair[1]) {
            (Token::Word("struct" | "enum" | "type"), (line, Token::Word(name))) => {
                ONE_TYPE_EACH.contains(&name).then_some((file, line, name))
            }
            _ => None,
        })
        .collect();
    names.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(rule: fn(&File) -> Vec<Breach>, path: &str, text: &str) -> Vec<Option<usize>> {
        rule(&File::of(path, text)).into_iter().map(|breach| breach.line).collect()
    }

    #[test]
    fn a_file_that_is_too_long_says_why() {
        let long = "x\n".repeat(FILE_LINES_MAX);

        assert_eq!(lines(length, "a.rs", &long), []);
        assert_eq!(lines(length, "a.rs", &format!("//! A table.\n{long}")), [None]);
        let said = format!("//! A table.\n//! Long because it is one table.\n{long}");
        assert_eq!(lines(length, "a.rs", &said), []);
    }

    #[test]
    fn a_function_that_is_too_long_is_found() {
        let body = "    if a { b(); }\n";
        let function =
            |lines: usize| format!("fn a(b: [u8; 2]) -> [u8; 3] {{\n{}}}\n", body.repeat(lines));
        let in_trait = format!("trait B {{\n    fn b(&self);\n    {}}}\n", function(79));

        assert_eq!(lines(functions, "a.rs", &function(78)), []);
        assert_eq!(lines(functions, "a.rs", &function(79)), [Some(1)]);
        assert_eq!(lines(functions, "a.rs", &in_trait), [Some(3)]);
        assert_eq!(lines(functions, ROUTE_TABLE.0, &function(79).replace("fn a", "fn routes")), []);
    }

    #[test]
    fn a_row_that_is_read_by_position_is_found() {
        let text = "row.get(0);\nrow.get::<Option<i64>>(1);\ncolumn::get(&mut row, 2);\n\
                    row.get(\"id\");\ntitles.get(&(a, b)).map(|it| it.0);\nrow.text(3)";

        let found = lines(positions, "crates/store/src/a.rs", text);

        assert_eq!(found, [Some(1), Some(2), Some(3), Some(6)]);
        assert_eq!(lines(positions, "crates/db/src/a.rs", text), []);
    }

    #[test]
    fn types_of_one_name_are_found() {
        let files = [
            File::of("a.rs", "struct Plan;\npub enum Kind {}\nstruct EventKind;\n"),
            File::of("b.rs", "\nenum Kind {} // struct Plan;\n"),
        ];

        let found = same_names(&files);

        let found: Vec<_> = found.iter().map(|it| (it.path.as_str(), it.line)).collect();
        assert_eq!(found, [("a.rs", Some(2)), ("b.rs", Some(2))]);
    }

    #[test]
    fn a_transaction_in_a_handler_is_found() {
        assert_eq!(
            lines(transactions, "crates/api/src/a.rs", "\nuse store::Tx; // Tx\n"),
            [Some(2)]
        );
        assert_eq!(lines(transactions, "crates/engine/src/a.rs", "Tx"), []);
    }
}
