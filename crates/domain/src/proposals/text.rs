//! Positions in a text: the wire counts characters, a string counts bytes.

/// Characters between two bytes that are noted.
const STRIDE: usize = 256;

/// A text whose characters are found by their number without reading it from its beginning.
#[derive(Debug, Clone)]
pub struct IndexedText<'t> {
    text: &'t str,
    /// Where every [`STRIDE`]-th character begins, in bytes, the end counted as a character.
    starts: Vec<usize>,
}

impl<'t> IndexedText<'t> {
    /// Reads the text through.
    pub fn new(text: &'t str) -> Self {
        let bytes = text.char_indices().map(|(byte, _)| byte).chain([text.len()]);
        Self { text, starts: bytes.step_by(STRIDE).collect() }
    }

    /// The text.
    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// The byte at which a character begins; none behind the end of the text.
    pub fn byte(&self, character: i64) -> Option<usize> {
        let character = usize::try_from(character).ok()?;
        let start = *self.starts.get(character / STRIDE)?;
        let rest = &self.text[start..];
        let mut bytes = rest.char_indices().map(|(byte, _)| byte).chain([rest.len()]);
        bytes.nth(character % STRIDE).map(|byte| start + byte)
    }

    /// The number of the character that begins at a byte.
    pub fn character(&self, byte: usize) -> i64 {
        let stride = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let rest = &self.text[self.starts[stride]..byte];
        i64::try_from(stride * STRIDE + rest.chars().count()).unwrap_or(i64::MAX)
    }
}

/// At most the last `count` characters of a text.
pub(super) fn last(text: &str, count: usize) -> &str {
    match count.checked_sub(1).and_then(|before| text.char_indices().nth_back(before)) {
        Some((byte, _)) => &text[byte..],
        None if count == 0 => "",
        None => text,
    }
}

/// At most the first `count` characters of a text.
pub(super) fn first(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or(text, |(byte, _)| &text[..byte])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_bytes_are_the_same_positions() {
        for text in ["", "a", "naïve 🦇", &"é".repeat(STRIDE), &"日x".repeat(STRIDE)] {
            let indexed = IndexedText::new(text);
            let bytes: Vec<usize> = text.char_indices().map(|(byte, _)| byte).collect();

            for (character, byte) in bytes.iter().chain([&text.len()]).enumerate() {
                let character = i64::try_from(character).unwrap();
                assert_eq!(indexed.byte(character), Some(*byte), "{text}");
                assert_eq!(indexed.character(*byte), character, "{text}");
            }
            for beyond in [-1, i64::try_from(bytes.len()).unwrap() + 1, i64::MAX] {
                assert_eq!(indexed.byte(beyond), None, "{text}");
            }
        }
    }

    #[test]
    fn the_ends_of_a_text_are_cut_between_characters() {
        for (count, start, end) in [(0, "", ""), (2, "né", "🦇x"), (4, "né🦇x", "né🦇x")] {
            assert_eq!((first("né🦇x", count), last("né🦇x", count)), (start, end));
        }
        assert_eq!((first("a", 9), last("a", 9)), ("a", "a"));
    }
}
