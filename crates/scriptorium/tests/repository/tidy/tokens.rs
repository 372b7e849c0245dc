//! Rust cut into words, texts, numbers and signs: as much of the language as the rules about names and
//! functions need. Comments are left out; nothing is understood.

/// A piece of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// An identifier or a keyword.
    Word(&'t str),
    /// What stands between the quotes of a string.
    Text(&'t str),
    /// A number, as far as its point.
    Number(&'t str),
    /// Any other sign.
    Sign(char),
}

/// The tokens of a source, each with the number of its line.
pub(super) fn tokens(source: &str) -> Vec<(usize, Token<'_>)> {
    let mut found = Vec::new();
    let (mut rest, mut line) = (source, 1);
    while let Some(sign) = rest.chars().next() {
        let (length, token) = next(rest, sign);
        found.extend(token.map(|token| (line, token)));
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// The length of what comes next, and the token that it is, unless it is a comment, a lifetime,
/// a character or space.
fn next(rest: &str, sign: char) -> (usize, Option<Token<'_>>) {
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), None);
    }
    if rest.starts_with("/*") {
        return (comment(rest), None);
    }
    if let Some((before, hashes)) = raw(rest) {
        let end = format!("\"{}", "#".repeat(hashes));
        let text = &rest[before..];
        let length = text.find(&end).unwrap_or(text.len());
        let whole = (before + length + end.len()).min(rest.len());
        return (whole, Some(Token::Text(&text[..length])));
    }
    match sign {
        '"' => {
            let length = quoted(&rest[1..]);
            ((length + 2).min(rest.len()), Some(Token::Text(&rest[1..=length])))
        }
        '\'' => (character(rest), None),
        sign if is_of_word(sign) => {
            let length = rest.find(|sign| !is_of_word(sign)).unwrap_or(rest.len());
            let text = &rest[..length];
            let is_number = sign.is_ascii_digit();
            (length, Some(if is_number { Token::Number(text) } else { Token::Word(text) }))
        }
        sign if sign.is_whitespace() => (sign.len_utf8(), None),
        sign => (sign.len_utf8(), Some(Token::Sign(sign))),
    }
}

fn is_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// The length of a comment between `/*` and `*/`, which may have others in it.
fn comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// How a raw string begins: the length up to its text, and the number of its hashes.
fn raw(rest: &str) -> Option<(usize, usize)> {
    let behind = ["r", "br", "cr"].iter().find_map(|prefix| rest.strip_prefix(prefix))?;
    let hashes = behind.len() - behind.trim_start_matches('#').len();
    behind[hashes..].starts_with('"').then(|| (rest.len() - behind.len() + hashes + 1, hashes))
}

/// The length of a string's text, up to its closing quote.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, sign) in text.char_indices() {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at,
            _ => {}
        }
    }
    text.len().saturating_sub(1)
}

/// The length of a character in quotes, or of the quote and the name of a lifetime.
fn character(rest: &str) -> usize {
    let mut signs = rest.char_indices().skip(1);
    match (signs.next(), signs.next()) {
        // The escaped sign is skipped, as it may be a quote.
        (Some((_, '\\')), Some(_)) => {
            signs.find(|(_, sign)| *sign == '\'').map_or(rest.len(), |(at, _)| at + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1 + rest[1..].find(|sign| !is_of_word(sign)).unwrap_or(rest.len() - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Token::{Number, Sign, Text, Word},
        *,
    };

    #[test]
    fn a_source_is_cut_into_words_texts_and_signs() {
        let source = "fn a<'x>(b: &'x str) { // c \"d\n  'e'; '\\''; \"f\\\"g\"; r#\"h\"i\"#; 0x1f;\n\
                      /* j /* k */ l */ r#type }";

        let tokens = tokens(source);

        let signs = |text: &'static str| text.chars().map(Sign).collect::<Vec<_>>();
        let mut expected = vec![Word("fn"), Word("a")];
        expected.extend(signs("<>("));
        expected.extend([Word("b"), Sign(':'), Sign('&'), Word("str"), Sign(')'), Sign('{')]);
        expected.extend(signs(";;"));
        expected.extend([Text("f\\\"g"), Sign(';'), Text("h\"i"), Sign(';')]);
        expected.extend([Number("0x1f"), Sign(';')]);
        expected.extend([Word("r"), Sign('#'), Word("type"), Sign('}')]);
        assert_eq!(tokens.iter().map(|(_, token)| *token).collect::<Vec<_>>(), expected);
        assert_eq!(tokens.last().map(|(line, _)| *line), Some(3));
        assert_eq!(tokens.iter().find(|(_, it)| *it == Text("h\"i")).map(|it| it.0), Some(2));
    }
}
