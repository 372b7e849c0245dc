//! Brothers and sisters whom notes about a family name together: "son Felix, daughter Agatha", "his children Felix and
//! Agatha".

use super::letters;

/// Of one or several children of the same parents.
const CHILDREN: [&str; 5] = ["son", "daughter", "sons", "daughters", "children"];

/// Of one or several of the same children among each other.
const SIBLINGS: [&str; 3] = ["brothers", "sisters", "twins"];

/// The sentences in which a sentence about a family says who are brothers and sisters: each of them and the first.
pub fn members(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let (mut names, mut last_end) = (Vec::new(), 0);
    for (at, word) in words.iter().enumerate() {
        let noun = letters(word);
        let is_of_children = CHILDREN.contains(&noun.as_str());
        let is_other = word.ends_with([',', '.', ';'])
            || at > 0 && super::is_possessive(words[at - 1])
            || !is_of_children && !SIBLINGS.contains(&noun.as_str());
        if is_other {
            continue;
        }
        let is_several = noun.ends_with('s') || noun == "children";
        let (found, end) = listed(&words, at + 1, is_several);
        // "son Felix, daughter Agatha", and not "his son Tom loves the squire’s daughter".
        let is_beside = names.is_empty() || at <= last_end + 1;
        if !found.is_empty() && is_beside {
            names.extend(found);
            last_end = end;
        }
    }
    names.extend((0..words.len()).filter_map(|at| described_as_sibling(&words, at)));
    let Some((first, others)) = names.split_first() else { return Vec::new() };
    let others = others.iter().filter(|it| *it != first);
    others.map(|it| format!("{first} and {it} were brother and sister.")).collect()
}

/// The name before "the eldest sister" and "the little brother", at this noun.
fn described_as_sibling(words: &[&str], noun: usize) -> Option<String> {
    const BY_AGE: [&str; 8] =
        ["elder", "eldest", "little", "older", "oldest", "second", "younger", "youngest"];
    // "Lucy the younger sister of Ann" says whose.
    let is_sibling = matches!(letters(words[noun]).as_str(), "sister" | "brother")
        && words.get(noun + 1).is_none_or(|it| *it != "of");
    let age = noun.checked_sub(1).filter(|&it| BY_AGE.contains(&letters(words[it]).as_str()))?;
    let the = age.checked_sub(1).filter(|&it| is_sibling && words[it] == "the")?;
    let first = (0..the)
        .rev()
        .take_while(|&it| words[it].starts_with(char::is_uppercase))
        // "Tom, Kate the eldest sister".
        .take_while(|&it| it + 1 == the || !words[it].ends_with([',', ';', ':', '.']))
        .last()?;
    let name = words[first..the].join(" ");
    Some(name.trim_end_matches(',').to_owned()).filter(|it| !it.ends_with([';', ':', '.']))
}

/// The names from a word on, one or several, and the word behind the last.
fn listed(words: &[&str], from: usize, is_several: bool) -> (Vec<String>, usize) {
    let (mut names, mut at) = (Vec::new(), from);
    loop {
        let start = at;
        while words.get(at).is_some_and(|it| it.starts_with(char::is_uppercase)) {
            at += 1;
            if words[at - 1].ends_with([',', ';', '.']) {
                break;
            }
        }
        if at == start || words[start..at].iter().any(|it| super::is_possessive(it)) {
            return (names, start);
        }
        let name = words[start..at].join(" ");
        let is_last = !name.ends_with(',');
        names.push(name.trim_end_matches([',', '.', ';']).to_owned());
        let joins = words.get(at).is_some_and(|it| *it == "and");
        if !is_several || is_last && !joins {
            return (names, at);
        }
        at += usize::from(joins);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brothers_and_sisters_are_named_together() {
        let said = |one: &str, other: &str| format!("{one} and {other} were brother and sister.");
        for (sentence, wanted) in [
            (
                "Old blind father, son Felix, daughter Agatha; exiles.",
                vec![said("Felix", "Agatha")],
            ),
            ("A Frenchman and his children Felix and Agatha.", vec![said("Felix", "Agatha")]),
            ("Sons Tom, Will and Mark.", vec![said("Tom", "Will"), said("Tom", "Mark")]),
            ("The twins Fred Pell and Frank.", vec![said("Fred Pell", "Frank")]),
            (
                "Four: Kate the eldest sister; the twins Fred and Frank; Grace, the little sister.",
                vec![said("Fred", "Frank"), said("Fred", "Kate"), said("Fred", "Grace")],
            ),
            ("The sister of Felix.", Vec::new()),
            ("Son Tom, Will a cousin.", Vec::new()),
            ("Lord Montague’s son Romeo loves Capulet’s daughter Juliet.", Vec::new()),
            ("Kept by Max with his daughter Anna; his sister Kate cooks.", Vec::new()),
        ] {
            assert_eq!(members(sentence), wanted, "{sentence}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_sentence_is_read(sentence in ".{0,200}") {
            members(&sentence);
        }
    }
}
