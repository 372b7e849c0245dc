//! The one definition of a word, as far as documents are counted. It reads plain text; markup must
//! be gone before ([`crate::markdown::plain`]).

use unicode_segmentation::UnicodeSegmentation;

/// Counts the words of a plain text.
///
/// A word is one *word of UAX #29* that holds a letter or a digit (`unicode_words` of the crate
/// `unicode-segmentation`), nothing added and nothing taken away:
///
/// - an apostrophe inside belongs to the word: "don't" and "o’clock" are one word each;
/// - a hyphenated compound is as many words as it has parts: "bow-window" is two;
/// - a dash parts words, with or without spaces around it;
/// - "p.m." and "3.14" are one word each, "8:35" is two;
/// - each ideograph is a word; punctuation, symbols and emoji are none.
///
/// The crate `prose` splits its texts by the same function, so that both always agree.
pub fn words(text: &str) -> usize {
    text.unicode_words().count()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_counted_as_the_definition_says() {
        let table = [
            ("", 0),
            (" \n\t — … ! ", 0),
            ("One.", 1),
            ("I don't know, it’s o’clock.", 5),
            ("a bow-window over the sea", 6),
            ("life\u{2060}—as quietly as I could", 6),
            ("at 8:35 p.m. it was 3.14", 7),
            ("吾輩は猫", 4),
            ("👻 boo", 1),
        ];

        for (text, count) in table {
            assert_eq!(words(text), count, "{text:?}");
        }
    }
}
