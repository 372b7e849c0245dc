//! Phrases that texts for people share.

use std::fmt::Display;

/// A number with its noun: `1 word`, `2 words`.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// What can be chosen from: `a, b or c`.
pub fn alternatives(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => words.concat(),
    }
}
