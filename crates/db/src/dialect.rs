//! The few words the engines do not share.
//!
//! Statements are written once, in a form SQLite runs as it stands; this turns it into
//! PostgreSQL's. It is a word-by-word rewriting and no parser: it knows quotes and comments, so
//! that nothing inside them changes, and otherwise the words below.
//!
//! | written | SQLite | PostgreSQL |
//! |---|---|---|
//! | `?1` | `?1` | `$1` |
//! | `TEXT` (in migrations, unless after `AS`) | `TEXT` | `TEXT COLLATE "C"`: one order on both |
//! | `BLOB` | `BLOB` | `BYTEA` |
//! | `/*+hold*/` | a comment: its one writer holds everything | `FOR UPDATE` |
//! | `/*+skip_locked*/` | a comment | `FOR UPDATE SKIP LOCKED` |
//!
//! `BIGINT` and `DOUBLE PRECISION` are understood by both. Type words are recognised in capitals
//! only, so a column may be called `text`.

use crate::error::Error;

/// What a text is for: in a migration `TEXT` declares a column and takes a collation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Statement,
    Migration,
}

/// A text as PostgreSQL wants it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Translated {
    pub(crate) sql: String,
    /// The highest number among its parameters: how many values it wants.
    pub(crate) parameters: usize,
}

/// Turns a text into PostgreSQL's dialect.
///
/// # Errors
/// [`Error::Other`] for a marker nobody knows, and for a `?` without its number: SQLite would
/// number it, PostgreSQL would not understand it.
pub(crate) fn for_postgres(sql: &str, purpose: Use) -> Result<Translated, Error> {
    let mut parameters = 0;
    let mut out = String::with_capacity(sql.len() + 32);
    let mut rest = sql;
    let mut last_word = "";
    while let Some(first) = rest.chars().next() {
        let (piece, after) = rest.split_at(piece_len(rest, first));
        rest = after;
        if piece.starts_with("/*+") {
            out.push_str(marker(piece)?);
        } else if first == '?' {
            let number = piece[1..].parse::<usize>().map_err(|_| {
                Error::other(TRANSLATING, "a parameter has no number: write ?1, ?2 …")
            })?;
            parameters = parameters.max(number);
            out.push('$');
            out.push_str(&piece[1..]);
        } else if is_word(first) {
            match piece {
                "BLOB" => out.push_str("BYTEA"),
                "TEXT" if purpose == Use::Migration && last_word != "AS" => {
                    out.push_str("TEXT COLLATE \"C\"");
                }
                other => out.push_str(other),
            }
            last_word = piece;
        } else {
            out.push_str(piece);
        }
    }
    Ok(Translated { sql: out, parameters })
}

const TRANSLATING: &str = "turning a statement into PostgreSQL's dialect";

fn marker(piece: &str) -> Result<&'static str, Error> {
    match piece {
        "/*+hold*/" => Ok("FOR UPDATE"),
        "/*+skip_locked*/" => Ok("FOR UPDATE SKIP LOCKED"),
        other => Err(Error::other(TRANSLATING, format!("nobody knows the marker {other}"))),
    }
}

fn is_word(first: char) -> bool {
    first.is_ascii_alphabetic() || first == '_'
}

/// How many bytes belong together: a quoted text, a comment, a word, a parameter, or one character.
fn piece_len(rest: &str, first: char) -> usize {
    match first {
        // A doubled quote ends one piece and begins the next, which copies the same.
        '\'' | '"' => closing(rest, 1, &rest[..1]),
        '-' if rest.starts_with("--") => closing(rest, 2, "\n"),
        '/' if rest.starts_with("/*") => closing(rest, 2, "*/"),
        '?' => 1 + rest[1..].bytes().take_while(u8::is_ascii_digit).count(),
        first if is_word(first) => {
            rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
        }
        first => first.len_utf8(),
    }
}

fn closing(rest: &str, from: usize, end: &str) -> usize {
    rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(sql: &str) -> String {
        for_postgres(sql, Use::Statement).expect("a sound statement").sql
    }

    fn migration(sql: &str) -> String {
        for_postgres(sql, Use::Migration).expect("a sound migration").sql
    }

    #[test]
    fn parameters_change_outside_of_quotes_and_comments_only() {
        assert_eq!(
            statement("SELECT '?1 it''s', \"?2\", ?12 -- ?3\n, ?1 /* ?4 */ FROM thing"),
            "SELECT '?1 it''s', \"?2\", $12 -- ?3\n, $1 /* ?4 */ FROM thing"
        );
    }

    #[test]
    fn column_types_are_those_of_postgres_and_sort_alike() {
        assert_eq!(
            migration(
                "CREATE TABLE note (text TEXT NOT NULL, page BLOB, n BIGINT, x DOUBLE PRECISION)"
            ),
            "CREATE TABLE note (text TEXT COLLATE \"C\" NOT NULL, page BYTEA, n BIGINT, x DOUBLE PRECISION)"
        );
    }

    #[test]
    fn a_cast_takes_no_collation() {
        assert_eq!(migration("SELECT CAST(n AS TEXT)"), "SELECT CAST(n AS TEXT)");
        assert_eq!(statement("SELECT CAST(?1 AS TEXT)"), "SELECT CAST($1 AS TEXT)");
    }

    #[test]
    fn the_highest_number_tells_how_many_values_are_wanted() {
        let translated = for_postgres("SELECT ?3, ?1, '?9'", Use::Statement).expect("sound");
        assert_eq!(translated.parameters, 3);
    }

    #[test]
    fn the_marker_skips_locked_rows() {
        assert_eq!(
            statement("SELECT id FROM job LIMIT 1 /*+skip_locked*/"),
            "SELECT id FROM job LIMIT 1 FOR UPDATE SKIP LOCKED"
        );
    }

    #[test]
    fn a_misspelt_marker_and_a_bare_parameter_are_refused() {
        assert!(for_postgres("SELECT 1 /*+skip_lock*/", Use::Statement).is_err());
        assert!(for_postgres("SELECT ?", Use::Statement).is_err());
    }

    proptest::proptest! {
        #[test]
        fn text_without_our_words_stays_as_it_is(sql in "[a-z0-9 ,;:()'\"é\n*/-]{0,60}") {
            proptest::prop_assume!(!sql.contains("/*+"));
            proptest::prop_assert_eq!(statement(&sql), sql);
        }

        #[test]
        fn nothing_makes_it_panic(sql in "\\PC{0,60}") {
            let _ = for_postgres(&sql, Use::Migration);
        }
    }
}
