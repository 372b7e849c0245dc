//! The words that a heading begins with: of which kind it is, and the number of it.

/// What parts are called.
const PARTS: [&str; 3] = ["part", "book", "volume"];

/// What chapters are called.
const CHAPTERS: [&str; 4] = ["chapter", "letter", "canto", "stave"];

/// Headings of chapters that have no number.
const APART: [&str; 9] = [
    "prologue",
    "epilogue",
    "preface",
    "foreword",
    "introduction",
    "interlude",
    "afterword",
    "conclusion",
    "postscript",
];

/// Numbers in words up to nineteen, each as a number and as its order.
const SMALL: [(&str, &str); 19] = [
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("four", "fourth"),
    ("five", "fifth"),
    ("six", "sixth"),
    ("seven", "seventh"),
    ("eight", "eighth"),
    ("nine", "ninth"),
    ("ten", "tenth"),
    ("eleven", "eleventh"),
    ("twelve", "twelfth"),
    ("thirteen", "thirteenth"),
    ("fourteen", "fourteenth"),
    ("fifteen", "fifteenth"),
    ("sixteen", "sixteenth"),
    ("seventeen", "seventeenth"),
    ("eighteen", "eighteenth"),
    ("nineteen", "nineteenth"),
];

/// Tens in words, each as a number and as its order.
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

/// The highest Roman number that a heading has.
const ROMAN_MAX: u32 = 399;

/// Whether a heading is that of a part: "PART ONE", "Book the First: Recalled to Life".
pub(super) fn is_part(heading: &str) -> bool {
    numbered(heading, &PARTS).is_some()
}

/// Whether a heading is that of a chapter: "Chapter 1", "LETTER II. To Mrs Saville".
pub(super) fn is_chapter(heading: &str) -> bool {
    numbered(heading, &CHAPTERS).is_some() || bare(heading).is_some()
}

/// Whether a heading is that of a chapter by one of the names of its own: "CHAPTER IV".
pub(super) fn is_named_chapter(heading: &str) -> bool {
    numbered(heading, &CHAPTERS).is_some()
}

/// Whether a heading has one of the names of chapters without a number: "Prologue".
pub(super) fn is_apart(heading: &str) -> bool {
    let folded = heading.to_lowercase();
    APART.contains(&folded.trim_matches(|letter: char| !letter.is_alphanumeric()))
}

/// The number of a heading that is only a number: "IV", "12.".
pub(super) fn bare(heading: &str) -> Option<u32> {
    let word = heading.trim().trim_end_matches('.');
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return word.parse().ok().filter(|it| *it > 0 && *it < 1_000);
    }
    let is_upper = word.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_upper { roman(word) } else { None }
}

/// What such a heading says behind its number; none when it does not begin with a name of these and a number.
pub(super) fn numbered<'h>(heading: &'h str, names: &[&str]) -> Option<&'h str> {
    let heading = heading.trim();
    let (name, rest) = heading.split_once(char::is_whitespace)?;
    let name = name.to_lowercase();
    if !names.contains(&name.as_str()) {
        return None;
    }
    let rest = rest.trim_start();
    let rest = match rest.split_once(char::is_whitespace) {
        Some((article, rest)) if article.eq_ignore_ascii_case("the") => rest.trim_start(),
        _ => rest,
    };
    let is_inside = |letter: char| letter.is_alphanumeric() || letter == '-';
    let end = rest.find(|letter| !is_inside(letter)).unwrap_or(rest.len());
    let (number, rest) = rest.split_at(end);
    number_of(number.trim_end_matches('-'))?;
    let title = rest.trim_start();
    // "Part one of the plan" is a sentence.
    let is_sentence = title.starts_with(char::is_lowercase);
    (!is_sentence).then_some(title)
}

/// What a heading of this kind is called and numbered, in small letters, for comparing it with others.
pub(super) fn key(heading: &str) -> String {
    let words = heading.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<String> =
        words.filter(|word| !word.is_empty()).take(2).map(str::to_lowercase).collect();
    words.join(" ")
}

/// Whether a heading has a name of a part or a chapter and no more than its number behind it.
pub(super) fn is_untitled(heading: &str) -> bool {
    let rest = numbered(heading, &PARTS).or_else(|| numbered(heading, &CHAPTERS));
    rest.is_some_and(|rest| !rest.contains(char::is_alphanumeric))
}

fn number_of(word: &str) -> Option<u32> {
    if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return word.parse().ok();
    }
    let folded = word.to_lowercase();
    in_words(&folded).or_else(|| roman(&folded.to_uppercase()))
}

fn in_words(word: &str) -> Option<u32> {
    let find = |table: &[(&str, &str)], word: &str| {
        let index = table.iter().position(|(number, order)| *number == word || *order == word);
        index.and_then(|index| u32::try_from(index).ok())
    };
    if let Some(index) = find(&SMALL, word) {
        return Some(index + 1);
    }
    let (tens, ones) = word.split_once('-').unwrap_or((word, ""));
    let tens = (find(&TENS, tens)? + 2) * 10;
    if ones.is_empty() { Some(tens) } else { Some(tens + find(&SMALL[..9], ones)? + 1) }
}

/// A Roman number as it is written, and no other letters.
fn roman(word: &str) -> Option<u32> {
    let value = |letter: u8| {
        Some(match letter {
            b'I' => 1,
            b'V' => 5,
            b'X' => 10,
            b'L' => 50,
            b'C' => 100,
            _ => return None,
        })
    };
    let values: Option<Vec<u32>> = word.bytes().map(value).collect();
    let values = values.filter(|it| !it.is_empty() && it.len() <= 12)?;
    let number = values.iter().enumerate().fold(0_i64, |sum, (at, value)| {
        let is_before_larger = values.get(at + 1).is_some_and(|next| next > value);
        sum + if is_before_larger { -i64::from(*value) } else { i64::from(*value) }
    });
    let number = u32::try_from(number).ok().filter(|it| (1..=ROMAN_MAX).contains(it))?;
    (written(number) == word).then_some(number)
}

fn written(mut number: u32) -> String {
    const STEPS: [(u32, &str); 9] = [
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut written = String::new();
    for (value, letters) in STEPS {
        while number >= value {
            written.push_str(letters);
            number -= value;
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_recognised_by_a_name_and_a_number() {
        for (heading, part, chapter) in [
            ("CHAPTER I", false, true),
            ("Chapter 12: The Storm", false, true),
            ("CHAPTER THE LAST", false, false),
            ("Chapter the First", false, true),
            ("Chapter Twenty-one", false, true),
            ("Letter 4", false, true),
            ("XIV.", false, true),
            ("IIX", false, false),
            ("PART ONE", true, false),
            ("Book the Second—the Golden Thread", true, false),
            ("Part one of the plan", false, false),
            ("Part of it", false, false),
            ("Chapter and verse", false, false),
            ("mix", false, false),
            ("I", false, true),
        ] {
            assert_eq!((is_part(heading), is_chapter(heading)), (part, chapter), "{heading}");
        }
        assert!(is_apart("PROLOGUE.") && is_apart("_Epilogue_") && !is_apart("The prologue"));
        assert_eq!(key("CHAPTER  IV. The End"), "chapter iv");
        assert!(is_untitled("CHAPTER IV.") && !is_untitled("CHAPTER IV. The End"));
        assert_eq!(
            ["3", "IX", "12.", "0", "ix"].map(bare),
            [Some(3), Some(9), Some(12), None, None]
        );
    }
}
