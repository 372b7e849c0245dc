//! Forms of address in names: "Dr." of "Dr. Seward", and what a name is without them.

use crate::lists::{ADDRESSES_OF_MEN, ADDRESSES_OF_WOMEN, HONORIFICS};
use crate::span::Span;
use crate::tokens::Text;

/// The words of a name without forms of address, as they are written: "Seward" of "Dr. Seward". A
/// name that is nothing but those keeps them.
pub fn words_without_address(name: &str) -> Vec<&str> {
    own_spans(name).into_iter().map(|span| span.of(name)).collect()
}

fn own_spans(name: &str) -> Vec<Span> {
    let text = Text::new(name);
    let all = 0..text.words().len();
    let own = |word: &usize| !HONORIFICS.contains(text.lower(*word));
    let written = |word: usize| text.words()[word].span;
    if all.clone().any(|word| own(&word)) {
        all.filter(own).map(written).collect()
    } else {
        all.map(written).collect()
    }
}

/// As [`words_without_address`], with a word that hyphens hold together as one: "Moss-Hallam" of
/// "Mr. Moss-Hallam".
pub fn compounds_without_address(name: &str) -> Vec<&str> {
    let mut compounds: Vec<Span> = Vec::new();
    for span in own_spans(name) {
        match compounds.last_mut() {
            Some(before) if matches!(&name[before.end..span.start], "-" | "‐" | "‑") => {
                before.end = span.end;
            }
            _ => compounds.push(span),
        }
    }
    compounds.into_iter().map(|span| span.of(name)).collect()
}

/// Whom the forms of address in a name are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addressee {
    /// A man: "Mr.", "Lord".
    Man,
    /// A woman: "Mrs.", "Lady".
    Woman,
}

/// Whom a name addresses, where its forms of address tell: a doctor may be either.
pub fn addressee(name: &str) -> Option<Addressee> {
    let text = Text::new(name);
    (0..text.words().len()).find_map(|word| match text.lower(word) {
        word if ADDRESSES_OF_MEN.contains(word) => Some(Addressee::Man),
        word if ADDRESSES_OF_WOMEN.contains(word) => Some(Addressee::Woman),
        _ => None,
    })
}
