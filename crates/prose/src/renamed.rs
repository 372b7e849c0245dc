//! What the forms of a name become when who bears it gets another one: "Mr. Harker" is "Mr. Hart" when
//! "Jonathan Harker" is "Thomas Hart".

use crate::lists::{HONORIFICS, NAME_PARTICLES};

/// A name in its parts.
struct Parts<'n> {
    /// Forms of address before it.
    titles: Vec<&'n str>,
    /// Its own words, each with the particles before it.
    own: Vec<Vec<&'n str>>,
}

impl<'n> Parts<'n> {
    fn of(name: &'n str) -> Self {
        let words: Vec<&str> = name.split_whitespace().collect();
        // A name that is nothing but a form of address, such as "Count", is its own.
        let most = words.len().saturating_sub(1);
        let titles = words
            .iter()
            .take(most)
            .take_while(|word| HONORIFICS.contains(bare(word).as_str()))
            .count();
        let (mut own, mut particles) = (Vec::new(), Vec::new());
        for word in &words[titles..] {
            particles.push(*word);
            if !NAME_PARTICLES.contains(bare(word).as_str()) {
                own.push(std::mem::take(&mut particles));
            }
        }
        if !particles.is_empty() {
            own.push(particles);
        }
        Self { titles: words[..titles].to_vec(), own }
    }
}

/// A word as words of names are compared.
fn bare(word: &str) -> String {
    word.trim_end_matches('.').to_lowercase()
}

fn is_same(one: &[&str], other: &[&str]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| bare(one) == bare(other))
}

/// What a form of the name `old` is when it becomes `new`; none where it is no form of it, or stays as it is.
///
/// A form has some of the words of the name, in their order, and any forms of address before them. The first
/// word becomes the first of the new name and the last the last; where both names have as many, each its own.
pub fn renamed(form: &str, old: &str, new: &str) -> Option<String> {
    let (parts, before, after) = (Parts::of(form), Parts::of(old), Parts::of(new));
    let (n, m) = (before.own.len(), after.own.len());
    let length = parts.own.len();
    if length == 0 || n == 0 || m == 0 || length > n {
        return None;
    }
    let run = (0..=n - length).find(|&from| {
        parts.own.iter().zip(&before.own[from..]).all(|(word, old)| is_same(word, old))
    })?;
    let is_whole = length == n;
    let own: &[Vec<&str>] = match (is_whole, length) {
        (true, _) if parts.titles.is_empty() || n > 1 => &after.own,
        _ if n == m => &after.own[run..run + length],
        // Behind a form of address the last word alone.
        (_, 1) if run + length == n => &after.own[m - 1..],
        (_, 1) if run == 0 => &after.own[..1],
        _ if run + length == n => &after.own[usize::from(m > 1)..],
        _ if run == 0 => &after.own[..m.saturating_sub(1).max(1)],
        _ => return None,
    };
    let is_own_title = is_whole && is_same(&parts.titles, &before.titles);
    let titles = if is_own_title { &after.titles } else { &parts.titles };
    let words: Vec<&str> = titles.iter().chain(own.iter().flatten()).copied().collect();
    let renamed = words.join(" ");
    (renamed != form).then_some(renamed)
}

/// The parts of a name that stand for it alone: its first and its last word, with their particles; none of a
/// name of one word.
pub fn name_parts(name: &str) -> Vec<String> {
    let own = Parts::of(name).own;
    match own.as_slice() {
        [first, .., last] => [first, last].map(|words| words.join(" ")).into(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_follow_the_words_of_the_name() {
        for (form, old, new, wanted) in [
            ("Jonathan Harker", "Jonathan Harker", "Thomas Hart", Some("Thomas Hart")),
            ("Harker", "Jonathan Harker", "Thomas Hart", Some("Hart")),
            ("Jonathan", "Jonathan Harker", "Thomas Hart", Some("Thomas")),
            ("Mr. Harker", "Jonathan Harker", "Thomas Hart", Some("Mr. Hart")),
            ("Mr Jonathan Harker", "Jonathan Harker", "Thomas Hart", Some("Mr Thomas Hart")),
            ("Harker", "Jonathan Harker", "Thomas Harker", None),
            ("Jonathan", "Jonathan Harker", "Thomas Harker", Some("Thomas")),
            ("Mina", "Jonathan Harker", "Thomas Hart", None),
            ("Jon", "Jonathan Harker", "Thomas Hart", None),
            ("Mina Harker", "Jonathan Harker", "Thomas Hart", None),
            ("Jack", "Dr. Jack Seward", "Dr. John Steward", Some("John")),
            ("Dr. Seward", "Dr. Jack Seward", "Dr. John Steward", Some("Dr. Steward")),
            (
                "Dr. Jack Seward",
                "Dr. Jack Seward",
                "Professor John Steward",
                Some("Professor John Steward"),
            ),
            ("Jack Seward", "Dr. Jack Seward", "Professor John Steward", Some("John Steward")),
            ("Van Helsing", "Abraham Van Helsing", "Bram van der Berg", Some("van der Berg")),
            ("Professor Van Helsing", "Abraham Van Helsing", "Bram Berg", Some("Professor Berg")),
            ("Helsing", "Abraham Van Helsing", "Bram Berg", None),
            ("Quincey", "Quincey P. Morris", "Quentin Moore", Some("Quentin")),
            ("Morris", "Quincey P. Morris", "Quentin Moore", Some("Moore")),
            ("Mr. Morris", "Quincey P. Morris", "Quentin Moore", Some("Mr. Moore")),
            (
                "Mr. Quincey P. Morris",
                "Quincey P. Morris",
                "Quentin Moore",
                Some("Mr. Quentin Moore"),
            ),
            ("Quincey P.", "Quincey P. Morris", "Quentin Moore", Some("Quentin")),
            ("Harker", "Jonathan Harker", "Thomas George Hart", Some("Hart")),
            ("Jonathan", "Jonathan Harker", "Thomas George Hart", Some("Thomas")),
            ("Mr. Harker", "Harker", "Thomas Hart", Some("Mr. Hart")),
            ("Harker", "Harker", "Thomas Hart", Some("Thomas Hart")),
            ("Mr. Harker", "Jonathan Harker", "Dracula", Some("Mr. Dracula")),
            ("Jonathan", "Jonathan Harker", "Dracula", Some("Dracula")),
            ("Count", "Count", "Prince", Some("Prince")),
            ("", "Jonathan Harker", "Thomas Hart", None),
        ] {
            assert_eq!(renamed(form, old, new).as_deref(), wanted, "{form}: {old} is {new}");
        }
    }

    #[test]
    fn the_first_and_the_last_word_stand_for_a_name() {
        for (name, wanted) in [
            ("Jonathan Harker", &["Jonathan", "Harker"][..]),
            ("Dr. Abraham Van Helsing", &["Abraham", "Van Helsing"]),
            ("Quincey P. Morris", &["Quincey", "Morris"]),
            ("Mina", &[]),
            ("", &[]),
        ] {
            assert_eq!(name_parts(name), wanted, "{name}");
        }
    }
}
