//! Brothers and sisters whom notes about a family name together: "son Felix, daughter Agatha", "his children Felix and
//! Agatha".

use super::letters;

/// Of one or several children of the same parents.
const OF_CHILDREN: [&str; 10] = [
    "son",
    "daughter",
    "brother",
    "sister",
    "sons",
    "daughters",
    "children",
    "brothers",
    "sisters",
    "twins",
];

/// The sentences in which a sentence about a family says who are brothers and sisters: each of them and the first.
pub fn members(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let mut names: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let noun = letters(word);
        if !OF_CHILDREN.contains(&noun.as_str()) || word.ends_with([',', '.', ';']) {
            continue;
        }
        let is_several = noun.ends_with('s') || noun == "children";
        let mut next = at + 1;
        while let Some(name) = words.get(next).filter(|it| it.starts_with(char::is_uppercase)) {
            let is_own = !name.ends_with("’s") && !name.ends_with("'s");
            if !is_own {
                break;
            }
            names.push(name.trim_end_matches([',', '.', ';']).to_owned());
            next += 1 + usize::from(words.get(next + 1).is_some_and(|it| *it == "and"));
            // "sons Tom and Will", "sons Tom, Will and Mark", and not "son Tom, Will".
            let is_joined = words[next - 1] == "and" || name.ends_with(',');
            if !is_several || !is_joined {
                break;
            }
        }
    }
    names.dedup();
    let Some((first, others)) = names.split_first() else { return Vec::new() };
    others.iter().map(|it| format!("{first} and {it} were brother and sister.")).collect()
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
            ("The sister of Felix.", Vec::new()),
            ("Son Tom, Will a cousin.", Vec::new()),
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
