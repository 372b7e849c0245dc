//! The names of the files of siblings, so that the order of the names is the order of reading. A name that a
//! writer chose stays as long as it does not contradict that order.

use std::{cmp::Ordering, collections::BTreeSet};

use crate::{natural, titles};

/// One of the documents that lie beside each other, in the order of reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sibling<'s> {
    /// The name its file has, without the ending; none when it has none yet.
    pub name: Option<&'s str>,
    /// Its title as a name, in lower case with hyphens.
    pub slug: &'s str,
    /// Its title as a name when its file was named; another one than now when it was renamed since.
    pub slug_before: &'s str,
}

/// Digits of a number, at least.
const DIGITS_MIN: usize = 2;

/// Digits of an ordering number, at most; with more it would be taken for a part of the title.
const DIGITS_MAX: usize = 3;

/// A name for each of these, none of which has another's; `taken` are names of other files, in lower case.
pub fn name_siblings(siblings: &[Sibling<'_>], taken: &BTreeSet<String>) -> Vec<String> {
    let digits = siblings.len().to_string().len().max(DIGITS_MIN);
    let numbered = |at: usize, rest: &str| format!("{:0digits$}-{rest}", at + 1);
    let kept: Vec<String> = siblings
        .iter()
        .enumerate()
        .map(|(at, sibling)| match sibling.name {
            None => numbered(at, sibling.slug),
            Some(name) if sibling.slug != sibling.slug_before => {
                let (number, rest) = split_number(name);
                if rest == sibling.slug_before {
                    format!("{number}{}", sibling.slug)
                } else {
                    name.to_owned()
                }
            }
            Some(name) => name.to_owned(),
        })
        .collect();
    let rises = |names: &[String]| {
        names.windows(2).all(|pair| natural(&pair[0], &pair[1]) == Ordering::Less)
    };
    let names = if rises(&kept) {
        kept
    } else {
        kept.iter().enumerate().map(|(at, name)| numbered(at, split_number(name).1)).collect()
    };
    let mut taken = taken.clone();
    names.into_iter().map(|name| free(&name, &mut taken)).collect()
}

/// A name that is not taken, which it then is.
fn free(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut wanted = name.to_owned();
    let mut n = 1;
    while !taken.insert(wanted.to_lowercase()) {
        n += 1;
        wanted = format!("{name}-{n}");
    }
    wanted
}

/// The number that orders a name among others with what parts it from the rest, and the rest.
fn split_number(name: &str) -> (&str, &str) {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > DIGITS_MAX {
        return ("", name);
    }
    let rest = name[digits..].trim_start_matches(|letter: char| "-_. )".contains(letter));
    let is_parted = rest.len() < name.len() - digits;
    if is_parted && !rest.is_empty() { name.split_at(name.len() - rest.len()) } else { ("", name) }
}

/// The title that the name of a file or folder, without an ending, stands for.
pub fn title_of_name(name: &str) -> String {
    titles::readable(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sibling<'s>(name: &'s str, slug: &'s str, slug_before: &'s str) -> Sibling<'s> {
        Sibling { name: Some(name).filter(|name| !name.is_empty()), slug, slug_before }
    }

    #[test]
    fn names_follow_the_order_of_reading_and_stay_where_they_can() {
        let none = &[][..];
        let table: [(&[Sibling<'_>], &[&str], &[&str]); 8] = [
            (&[sibling("", "storm", ""), sibling("", "calm", "")], none, &["01-storm", "02-calm"]),
            // Names of the writer's own.
            (
                &[sibling("chapter-2", "a", "a"), sibling("chapter-10", "b", "b")],
                none,
                &["chapter-2", "chapter-10"],
            ),
            // A new one at the end, and one in between.
            (&[sibling("01-a", "a", "a"), sibling("", "b", "b")], none, &["01-a", "02-b"]),
            (
                &[sibling("01-a", "a", "a"), sibling("", "n", "n"), sibling("02-b", "b", "b")],
                none,
                &["01-a", "02-n", "03-b"],
            ),
            // In another order, and with another title.
            (&[sibling("02-b", "b", "b"), sibling("01-a", "a", "a")], none, &["01-b", "02-a"]),
            (&[sibling("01-a", "the-end", "a")], none, &["01-the-end"]),
            (&[sibling("chapter-1", "the-end", "a")], none, &["chapter-1"]),
            // What is there keeps its name.
            (&[sibling("", "a", "")], &["01-a"], &["01-a-2"]),
        ];

        for (siblings, taken, wanted) in table {
            let taken = taken.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(name_siblings(siblings, &taken), wanted, "{siblings:?}");
        }
    }

    #[test]
    fn a_number_is_what_orders_a_name() {
        for (name, wanted) in [
            ("01-storm", ("01-", "storm")),
            ("7. Storm", ("7. ", "Storm")),
            ("1984", ("", "1984")),
            ("2001-odyssey", ("", "2001-odyssey")),
            ("3rd-floor", ("", "3rd-floor")),
            ("01-", ("", "01-")),
        ] {
            assert_eq!(split_number(name), wanted, "{name}");
        }
    }
}
