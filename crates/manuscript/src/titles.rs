//! Titles for what has none of its own: a file's or a folder's name made readable. A title that
//! stands in the text is never touched here.

/// Digits of an ordering number at most: "2001-a-space-odyssey" begins with a year.
const ORDER_DIGITS_MAX: usize = 3;

/// Makes the stem of a file name, or the name of a folder, fit for a table of contents.
///
/// Underscores and hyphens become spaces (a hyphen between two digits stays: it is a date), a
/// leading ordering number is dropped ("03-the-storm" becomes "The storm"; "3 days later" keeps its
/// number, because a bare space makes it part of the name), leading zeros of a last number go
/// ("chapter-07" becomes "Chapter 7") and the first letter is made a capital. A name of which
/// nothing would be left stays as it is.
pub(crate) fn readable(name: &str) -> String {
    let spaced = spaced(name);
    let rest = without_order(name, &spaced);
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    if words.len() > 1
        && let Some(last) = words.last_mut()
        && last.bytes().all(|b| b.is_ascii_digit())
    {
        let significant = last.trim_start_matches('0');
        *last = if significant.is_empty() { "0" } else { significant };
    }
    let title = words.join(" ");
    let mut letters = title.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => name.trim().to_owned(),
    }
}

fn spaced(name: &str) -> String {
    let mut spaced = String::with_capacity(name.len());
    let mut before = ' ';
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        let after_digit = before.is_ascii_digit();
        let before_digit = letters.peek().is_some_and(char::is_ascii_digit);
        spaced.push(match letter {
            '_' => ' ',
            '-' if !(after_digit && before_digit) => ' ',
            other => other,
        });
        before = letter;
    }
    spaced
}

/// The spaced name without the number that only orders the files, if it has one.
fn without_order<'s>(name: &str, spaced: &'s str) -> &'s str {
    let name = name.trim_start();
    let spaced = spaced.trim_start();
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > ORDER_DIGITS_MAX {
        return spaced;
    }
    let after = name[digits..].trim_start();
    let marked = after.starts_with(['-', '_', '.', ')']) || name.starts_with('0');
    let rest =
        spaced[digits..].trim_start_matches(|c: char| c.is_whitespace() || ".)-".contains(c));
    // What follows directly must be a mark or a space: "3rd" and "1st" are words.
    let parted = !name[digits..].starts_with(char::is_alphanumeric);
    if marked && parted && rest.chars().any(char::is_alphabetic) { rest } else { spaced }
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn names_become_titles() {
        let table = [
            ("chapter-07", "Chapter 7"),
            ("chapter_10", "Chapter 10"),
            ("03-the-storm", "The storm"),
            ("03 The Storm", "The Storm"),
            ("1. Arrival", "Arrival"),
            ("2) departure", "Departure"),
            ("12 - Old Wounds", "Old Wounds"),
            ("3 days later", "3 days later"),
            ("2001-a-space-odyssey", "2001 a space odyssey"),
            ("2024-05-03 notes", "2024-05-03 notes"),
            ("3rd-floor", "3rd floor"),
            ("1984", "1984"),
            ("007", "007"),
            ("00", "00"),
            ("epilogue", "Epilogue"),
            ("écran", "Écran"),
            ("---", "---"),
            ("part one", "Part one"),
            ("01-02", "01-02"),
        ];

        for (name, title) in table {
            assert_eq!(readable(name), title, "{name:?}");
        }
    }
}
