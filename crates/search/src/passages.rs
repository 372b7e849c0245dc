//! Cuts a text into passages: whole paragraphs as long as they fit together, a long paragraph at the
//! ends of its sentences, a long sentence behind a word.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::vectors::PARTS_MAX;

/// The longest passage, in characters: about 180 words of English, which a reader takes in at a
/// glance and a small language model in one piece.
pub const PASSAGE_CHARS_MAX: usize = 1_000;

/// What parts paragraphs.
const GAP: &str = "\n\n";

/// The passages of a plain text whose paragraphs are parted by empty lines, as bytes of it. They come
/// in order, do not overlap, are never empty or longer than [`PASSAGE_CHARS_MAX`], neither begin nor
/// end with white space, and leave out nothing but white space.
pub fn passages(text: &str) -> Vec<Range<usize>> {
    let mut passages: Vec<Range<usize>> = Vec::new();
    // Characters of the last passage.
    let mut chars = 0;
    for piece in paragraphs(text).flat_map(|paragraph| pieces(text, paragraph)) {
        let fits = passages.last().is_some_and(|last| {
            chars + text[last.end..piece.end].chars().count() <= PASSAGE_CHARS_MAX
        });
        match passages.last_mut() {
            Some(last) if fits => {
                chars += text[last.end..piece.end].chars().count();
                last.end = piece.end;
            }
            _ => {
                chars = text[piece.clone()].chars().count();
                passages.push(piece);
            }
        }
    }
    passages
}

/// The shortest text that is cut into one more part, in characters: two sentences or three.
const PART_CHARS_MIN: usize = 250;

/// A text in parts of nearly equal length, cut at white space: as many as have vectors of their own, fewer
/// of a short text. Together they are the text.
pub fn parts(text: &str) -> Vec<&str> {
    let count = (text.chars().count() / PART_CHARS_MIN).clamp(1, PARTS_MAX);
    let mut start = 0;
    let mut parts = Vec::with_capacity(count);
    for number in 1..=count {
        let at = text.floor_char_boundary(text.len() * number / count).max(start);
        let end = text[at..].find(char::is_whitespace).map_or(text.len(), |space| at + space);
        parts.push(&text[start..end]);
        start = end;
    }
    parts
}

/// The paragraphs of a text without the white space around them.
fn paragraphs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split(GAP).filter_map(move |paragraph| {
        let from = start;
        start += paragraph.len() + GAP.len();
        trimmed(text, from..from + paragraph.len())
    })
}

/// A span without the white space at its ends; none when there is nothing else.
fn trimmed(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let part = &text[span.clone()];
    let end = span.start + part.trim_end().len();
    let start = end - text[span.start..end].trim_start().len();
    (start < end).then_some(start..end)
}

/// A paragraph in pieces that are no longer than a passage.
fn pieces(text: &str, paragraph: Range<usize>) -> Vec<Range<usize>> {
    if paragraph.len() <= PASSAGE_CHARS_MAX {
        return vec![paragraph];
    }
    let mut pieces = Vec::new();
    // The piece that still grows, and its characters.
    let (mut start, mut end, mut chars) = (paragraph.start, paragraph.start, 0);
    for sentence in text[paragraph.clone()].split_sentence_bounds() {
        let more = sentence.chars().count();
        if chars + more > PASSAGE_CHARS_MAX {
            pieces.extend(trimmed(text, start..end));
            (start, chars) = (end, 0);
        }
        end += sentence.len();
        chars += more;
        while chars > PASSAGE_CHARS_MAX {
            let cut = start + word_boundary(&text[start..end]);
            pieces.extend(trimmed(text, start..cut));
            (start, chars) = (cut, text[cut..end].chars().count());
        }
    }
    pieces.extend(trimmed(text, start..end));
    pieces
}

/// Where a text that is too long for a passage is cut: behind the last white space that still fits
/// in it, else where a passage is full.
fn word_boundary(text: &str) -> usize {
    let full = text.char_indices().nth(PASSAGE_CHARS_MAX).map_or(text.len(), |(at, _)| at);
    let space = text[..full].char_indices().rev().find(|(_, letter)| letter.is_whitespace());
    match space {
        Some((at, letter)) if at > 0 => at + letter.len_utf8(),
        _ => full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        passages(text).into_iter().map(|span| &text[span]).collect()
    }

    #[test]
    fn short_paragraphs_stay_together_and_long_ones_stand_alone() {
        let long = "w".repeat(PASSAGE_CHARS_MAX - 3);

        assert_eq!(cut(""), [""; 0]);
        assert_eq!(cut(" \n\n \n"), [""; 0]);
        assert_eq!(cut("  One.\n\nTwo. "), ["One.\n\nTwo."]);
        assert_eq!(cut(&format!("One.\n\n{long}")), ["One.", &long]);
        // Three characters and the gap do not fit any more; one does.
        assert_eq!(cut(&format!("{long}\n\nab")), [long.as_str(), "ab"]);
        assert_eq!(cut(&format!("{long}\n\na")), [format!("{long}\n\na")]);
    }

    #[test]
    fn a_text_is_cut_into_parts_between_words() {
        let long = "words and more ".repeat(60);

        assert_eq!(parts("A short one."), ["A short one."]);
        assert_eq!(parts(""), [""]);
        assert_eq!(parts(&long).concat(), long);
        assert_eq!(parts(&long).len(), PARTS_MAX);
        assert!(parts(&long)[1..].iter().all(|part| part.starts_with(' ') || part.is_empty()));
        assert_eq!(parts(&"ü".repeat(900)), ["ü".repeat(900), String::new(), String::new()]);
    }

    #[test]
    fn a_long_paragraph_is_cut_at_the_ends_of_sentences() {
        let sentence = format!("A{}.", " word".repeat(79));
        let paragraph = [sentence.as_str(); 5].join(" ");

        let two = format!("{sentence} {sentence}");

        assert_eq!(cut(&paragraph), [two.as_str(), &two, &sentence]);
    }

    #[test]
    fn a_long_sentence_is_cut_behind_a_word_and_a_long_word_anywhere() {
        let words = "äöü ".repeat(300);
        let word = "ü".repeat(2_500);

        let of_words = cut(&words);
        let of_word = cut(&word);

        assert!(of_words.iter().all(|passage| passage.ends_with("äöü")), "{of_words:?}");
        assert_eq!(of_words.iter().map(|passage| passage.chars().count()).max(), Some(999));
        assert_eq!(
            of_word.iter().map(|passage| passage.chars().count()).collect::<Vec<_>>(),
            [1_000, 1_000, 500]
        );
    }
}
