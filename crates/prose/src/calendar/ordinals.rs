//! Ordinal numbers up to a hundred, in figures and in words.

use crate::tokens::Text;

const SMALL: [&str; 19] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];

const TENS: [(&str, &str); 8] = [
    ("twenty", "twentieth"),
    ("thirty", "thirtieth"),
    ("forty", "fortieth"),
    ("fifty", "fiftieth"),
    ("sixty", "sixtieth"),
    ("seventy", "seventieth"),
    ("eighty", "eightieth"),
    ("ninety", "ninetieth"),
];

/// The ordinal at this word and the word behind it: "3rd", "third", "twenty-third".
pub(crate) fn ordinal(text: &Text<'_>, at: usize) -> Option<(u32, usize)> {
    let word = |at: usize| if at < text.words().len() { text.lower(at) } else { "" };
    let first = word(at);
    let digits = first.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    // "2d" and "23d" are older ways to write it, of the second and the third alone.
    let is_old = &first[digits.len()..] == "d"
        && digits.ends_with(['2', '3'])
        && !matches!(digits, "12" | "13");
    let is_written = is_old || matches!(&first[digits.len()..], "st" | "nd" | "rd" | "th");
    if !digits.is_empty() && is_written {
        return digits.parse().ok().map(|number| (number, at + 1));
    }
    let small = |word: &str| {
        let position = SMALL.iter().position(|it| *it == word)?;
        u32::try_from(position + 1).ok()
    };
    if let Some(number) = small(first) {
        return Some((number, at + 1));
    }
    let (position, _) =
        TENS.iter().enumerate().find(|(_, (one, other))| first == *one || first == *other)?;
    let tens = (u32::try_from(position).ok()? + 2) * 10;
    if first == TENS[position].1 {
        return Some((tens, at + 1));
    }
    let is_joined = at + 1 < text.words().len() && matches!(text.gap_before(at + 1), "-" | " ");
    let unit = small(word(at + 1)).filter(|unit| is_joined && *unit < 10)?;
    Some((tens + unit, at + 2))
}
