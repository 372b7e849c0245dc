//! The chapter number in a title ("7", "VII", "Chapter 7"; "Chapter Seven: The Storm" has none),
//! and which numbers of a series are missing, duplicate or out of order.

use std::collections::BTreeSet;

/// Words before the number of a chapter.
const BEFORE: [&str; 6] = ["chapter", "ch", "ch.", "part", "scene", "book"];

/// The greatest number that is read.
const NUMBER_MAX: u32 = 3_999;

/// The number of a title, in digits or Roman capitals, alone or behind a word such as "Chapter";
/// what follows it is parted by a mark or is not there.
pub fn number(title: &str) -> Option<u32> {
    let mut words = title.split_whitespace();
    let first = words.next()?;
    let is_word = BEFORE.contains(&first.to_lowercase().as_str());
    let word = if is_word { words.next()? } else { first };
    let bare = word.trim_end_matches(['.', ':', ')', '-', '–', '—']);
    // "I saw him" begins with no number.
    let is_alone = is_word || bare.len() < word.len() || words.next().is_none();
    let read = bare.parse().ok().or_else(|| roman(bare)).filter(|number| *number <= NUMBER_MAX);
    read.filter(|_| is_alone)
}

/// A Roman number in capitals, written as Romans do.
pub(crate) fn roman(word: &str) -> Option<u32> {
    const SIGNS: [(&str, u32); 13] = [
        ("M", 1_000),
        ("CM", 900),
        ("D", 500),
        ("CD", 400),
        ("C", 100),
        ("XC", 90),
        ("L", 50),
        ("XL", 40),
        ("X", 10),
        ("IX", 9),
        ("V", 5),
        ("IV", 4),
        ("I", 1),
    ];
    let (mut rest, mut number, mut written) = (word, 0, String::new());
    for (sign, value) in SIGNS {
        while let Some(behind) = rest.strip_prefix(sign) {
            (rest, number) = (behind, number + value);
            written += sign;
            if number > NUMBER_MAX {
                return None;
            }
        }
    }
    // IIII and VIV are no numbers: each sign that repeats does so three times at most.
    let is_sound = rest.is_empty() && !written.is_empty() && !word.contains("IIII");
    let repeats = ["VV", "LL", "DD", "XXXX", "CCCC", "IVI", "IXI"];
    (is_sound && !repeats.iter().any(|it| word.contains(it))).then_some(number)
}

/// What is not in order in the numbers of a row of titles.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NumberingProblems {
    /// Numbers between the least and the greatest that no title carries, at most a hundred.
    pub missing: Vec<u32>,
    /// Numbers that more than one title carries.
    pub duplicates: Vec<u32>,
    /// Numbers that stand behind a greater one.
    pub out_of_order: Vec<u32>,
}

/// Missing numbers that are named.
const MISSING_MAX: usize = 100;

impl NumberingProblems {
    /// What is not in order in these titles; those without a number are passed over.
    pub fn of<'t>(titles: impl IntoIterator<Item = &'t str>) -> Self {
        let numbers: Vec<u32> = titles.into_iter().filter_map(number).collect();
        let mut problems = Self::default();
        let mut known = BTreeSet::new();
        let mut greatest = 0;
        for number in numbers {
            if !known.insert(number) {
                problems.duplicates.push(number);
            } else if number < greatest {
                problems.out_of_order.push(number);
            }
            greatest = greatest.max(number);
        }
        if let (Some(first), Some(last)) = (known.first(), known.last()) {
            let missing = (*first..*last).filter(|number| !known.contains(number));
            problems.missing = missing.take(MISSING_MAX).collect();
        }
        problems
    }

    /// Whether nothing is out of order.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_carry_numbers_in_digits_and_roman_capitals() {
        for (title, wanted) in [
            ("7", Some(7)),
            ("XXVII", Some(27)),
            ("MCMXC", Some(1_990)),
            ("Chapter 12", Some(12)),
            ("CHAPTER IV: The Storm", Some(4)),
            ("3. Arrival", Some(3)),
            ("IV — The Storm", None),
            ("I saw him", None),
            ("I", Some(1)),
            ("Mix", None),
            ("IIII", None),
            ("VX", None),
            ("4000", None),
            ("Chapter Seven", None),
            ("", None),
        ] {
            assert_eq!(number(title), wanted, "{title}");
        }
    }

    #[test]
    fn what_is_not_in_order_is_named() {
        let of = |titles: &[&str]| NumberingProblems::of(titles.iter().copied());

        assert!(of(&["I", "II", "Interlude", "III"]).is_none());
        assert!(of(&["Prologue", "The end"]).is_none());
        assert!(of(&["5", "6"]).is_none(), "a second volume may go on counting");
        let problems = of(&["I", "III", "III", "II", "VI"]);
        assert_eq!(
            (problems.missing, problems.duplicates, problems.out_of_order),
            (vec![4, 5], vec![3], vec![2])
        );
    }
}
