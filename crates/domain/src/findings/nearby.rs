//! Where words stand in a text that stood at some place before: there, or as near to it as they do.

/// The first distance from the place in which they are looked for, in bytes; it doubles.
const NEAR_BYTES: usize = 1024;

/// The byte at which these words begin, nearest to another byte. At most `left` bytes are searched, and those that are
/// searched are taken from it; words that stand where they stood need none.
pub(crate) fn nearest(text: &str, words: &str, near: usize, left: &mut usize) -> Option<usize> {
    if words.is_empty() {
        return None;
    }
    let near = text.floor_char_boundary(near);
    if text[near..].starts_with(words) {
        return Some(near);
    }
    let mut distance = NEAR_BYTES;
    loop {
        let start = text.floor_char_boundary(near.saturating_sub(distance));
        let end = text.ceil_char_boundary(near.saturating_add(distance + words.len()));
        *left = left.checked_sub(end - start)?;
        // What stands before may reach beyond the place.
        let reach = text.floor_char_boundary(near + words.len() - 1).min(end);
        let before = text[start..reach].rfind(words).map(|at| start + at);
        let behind = text[near..end].find(words).map(|at| near + at);
        let found = before.into_iter().chain(behind).min_by_key(|at| at.abs_diff(near));
        if found.is_some() || (start == 0 && end == text.len()) {
            return found;
        }
        distance = distance.saturating_mul(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_where_they_stood_or_nearest_to_it() {
        let far = format!("word {}", "ä".repeat(5_000));
        for (text, words, near, wanted) in [
            ("a word and a word", "word", 2, Some(2)),
            ("a word and a word", "word", 7, Some(2)),
            ("a word and a word", "word", 9, Some(13)),
            ("a word and a word", "word", 99, Some(13)),
            ("a word", "sword", 0, None),
            ("a word", "", 0, None),
            ("äword", "word", 1, Some(2)),
            ("aaaa", "aa", 1, Some(1)),
            (far.as_str(), "word", far.len(), Some(0)),
            ("", "word", 0, None),
        ] {
            assert_eq!(nearest(text, words, near, &mut 1_000_000), wanted, "{words} {near}");
        }
    }

    #[test]
    fn what_is_searched_is_bounded() {
        let text = "x".repeat(1_000_000);
        let mut left = 3_000_000;

        for _ in 0..10 {
            assert_eq!(nearest(&text, "word", 500_000, &mut left), None);
        }

        assert!(left < 1_000_000);
        assert_eq!(nearest(&text, "xx", 7, &mut 0), Some(7));
        assert_eq!(nearest("word", "word", 3, &mut 0), None);
    }
}
