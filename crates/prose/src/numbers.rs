//! Numbers in digits and in English words, as far as ages need them.

use crate::tokens::Text;

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 8] =
    ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// The number at this word, below ten thousand, and the word behind it: "19", "nineteen",
/// "twenty-three", "four hundred".
pub(crate) fn number(text: &Text<'_>, at: usize) -> Option<(u32, usize)> {
    let word = |at: usize| (at < text.words().len()).then(|| text.lower(at));
    let first = word(at)?;
    if first.bytes().all(|byte| byte.is_ascii_digit()) {
        return first.parse().ok().filter(|number| *number < 10_000).map(|number| (number, at + 1));
    }
    let index = |list: &[&str], word: &str| {
        list.iter().position(|it| *it == word).and_then(|at| u32::try_from(at).ok())
    };
    if let Some(tens) = index(&TENS, first) {
        let tens = (tens + 2) * 10;
        let unit = word(at + 1)
            .filter(|_| matches!(text.gap_before(at + 1), "-" | " "))
            .and_then(|word| index(&UNITS[..10], word))
            .filter(|unit| *unit > 0);
        return Some(unit.map_or((tens, at + 1), |unit| (tens + unit, at + 2)));
    }
    let score = match first {
        "threescore" => Some(60),
        "fourscore" => Some(80),
        _ => None,
    };
    if let Some(score) = score {
        let more = (word(at + 1) == Some("and")).then(|| index(&UNITS, word(at + 2)?)).flatten();
        return Some(more.map_or((score, at + 1), |more| (score + more, at + 3)));
    }
    let small = index(&UNITS, first)?;
    // "three-and-thirty".
    let is_tied = |at: usize| word(at).is_some() && matches!(text.gap_before(at), "-" | " ");
    if (1..10).contains(&small)
        && word(at + 1) == Some("and")
        && is_tied(at + 1)
        && is_tied(at + 2)
        && text.gap_before(at + 1) == text.gap_before(at + 2)
        && let Some(tens) = word(at + 2).and_then(|word| index(&TENS, word))
    {
        return Some(((tens + 2) * 10 + small, at + 3));
    }
    let is_hundreds = (1..10).contains(&small)
        && word(at + 1) == Some("hundred")
        && text.gap_before(at + 1) == " ";
    Some(if is_hundreds { (small * 100, at + 2) } else { (small, at + 1) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_digits_and_in_words() {
        for (source, wanted) in [
            ("19", Some((19, 1))),
            ("nineteen", Some((19, 1))),
            ("Twenty-three", Some((23, 2))),
            ("three-and-thirty", Some((33, 3))),
            ("four and twenty", Some((24, 3))),
            ("four and twelve", Some((4, 1))),
            ("threescore and ten", Some((70, 3))),
            ("fifty years", Some((50, 1))),
            ("four hundred", Some((400, 2))),
            ("twenty. One", Some((20, 1))),
            ("99999", None),
            ("old", None),
            ("", None),
        ] {
            assert_eq!(number(&Text::new(source), 0), wanted, "{source}");
        }
    }
}
