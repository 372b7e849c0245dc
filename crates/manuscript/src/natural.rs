//! The order in which people list names: chapter 2 before chapter 10.

use std::cmp::Ordering;

/// Compares two names as a person would: runs of digits by their value, letters without regard to
/// case; names that are equal so far are put in the exact order of their characters. It is a total
/// order, and two names are only equal when they are the same.
pub fn natural(one: &str, other: &str) -> Ordering {
    lenient(one, other).then_with(|| one.cmp(other))
}

/// Compares two paths segment by segment, so that all of a folder stays together. A file's name is
/// first compared without its ending ("chapter.md" stands before "chapter-2.md"), and a file stands
/// before the folder of the same name.
pub(crate) fn natural_paths(one: &[&str], other: &[&str]) -> Ordering {
    let mut ones = one.iter().peekable();
    let mut others = other.iter().peekable();
    loop {
        match (ones.next(), others.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(a), Some(b)) => {
                let (a_is_folder, b_is_folder) = (ones.peek().is_some(), others.peek().is_some());
                let stem_a = if a_is_folder { a } else { stem(a) };
                let stem_b = if b_is_folder { b } else { stem(b) };
                let order = natural(stem_a, stem_b)
                    .then_with(|| a_is_folder.cmp(&b_is_folder))
                    .then_with(|| natural(a, b));
                if order != Ordering::Equal {
                    return order;
                }
            }
        }
    }
}

/// A file name without its ending.
pub(crate) fn stem(name: &str) -> &str {
    match name.rfind('.') {
        Some(dot) if dot > 0 => &name[..dot],
        _ => name,
    }
}

fn lenient(mut one: &str, mut other: &str) -> Ordering {
    loop {
        let (Some(a), Some(b)) = (one.chars().next(), other.chars().next()) else {
            return one.len().cmp(&other.len());
        };
        let order = if a.is_ascii_digit() && b.is_ascii_digit() {
            let run_a = digits(one);
            let run_b = digits(other);
            one = &one[run_a.len()..];
            other = &other[run_b.len()..];
            value(run_a, run_b)
        } else {
            one = &one[a.len_utf8()..];
            other = &other[b.len_utf8()..];
            a.to_lowercase().cmp(b.to_lowercase())
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

fn digits(text: &str) -> &str {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    &text[..end]
}

/// Numbers of any length are compared without being computed.
fn value(one: &str, other: &str) -> Ordering {
    let one = one.trim_start_matches('0');
    let other = other.trim_start_matches('0');
    one.len().cmp(&other.len()).then_with(|| one.cmp(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_go_by_value_and_letters_without_case() {
        let mut names = [
            "chapter-10",
            "Chapter-2",
            "chapter-1",
            "chapter-02",
            "Epilogue",
            "appendix",
            "chapter-99999999999999999999999",
            "chapter-1b",
            "chapter",
        ];

        names.sort_by(|a, b| natural(a, b));

        let expected = [
            "appendix",
            "chapter",
            "chapter-1",
            "chapter-1b",
            "Chapter-2",
            "chapter-02",
            "chapter-10",
            "chapter-99999999999999999999999",
            "Epilogue",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn a_folder_stays_together_even_when_names_differ_only_in_case() {
        let mut paths = [
            vec!["part", "b.md"],
            vec!["Part", "c.md"],
            vec!["Part", "a.md"],
            vec!["part.md"],
            vec!["part-2.md"],
        ];

        paths.sort_by(|a, b| natural_paths(a, b));

        let expected = [
            vec!["Part", "a.md"],
            vec!["Part", "c.md"],
            vec!["part.md"],
            vec!["part", "b.md"],
            vec!["part-2.md"],
        ];
        assert_eq!(paths, expected);
    }

    proptest! {
        #[test]
        fn the_order_is_total(mut names in prop::collection::vec("[aAbB019 .é-]{0,6}", 0..30)) {
            names.sort_by(|a, b| natural(a, b));

            for pair in names.windows(2) {
                prop_assert_ne!(natural(&pair[0], &pair[1]), Ordering::Greater);
                prop_assert_eq!(natural(&pair[0], &pair[1]), natural(&pair[1], &pair[0]).reverse());
                prop_assert_eq!(natural(&pair[0], &pair[1]) == Ordering::Equal, pair[0] == pair[1]);
            }
        }
    }
}
