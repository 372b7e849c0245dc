//! Naming conventions as users write them, and names that keep or break them.

use super::*;

use Category::{Character, Item, Location, Organisation};

/// Conventions, each with a name of an entry and whether it keeps the convention.
const CONVENTIONS: [(&str, Category, &str, bool); 69] = [
    ("never start with Q, never contain apostrophes", Character, "D’Arcy", false),
    ("never start with Q, and must end with -a", Character, "Mina", true),
    ("never start with Q, and must end with -a", Character, "Lucy", false),
    ("no apostrophes, two syllables", Character, "Mina", true),
    ("no apostrophes, two syllables", Character, "Ann", false),
    ("ends with -ar", Character, "Aldar", true),
    ("ends with -ar", Character, "Aldo", false),
    ("Names end in \"-ar\" or \"-or\"", Character, "Meldor", true),
    ("Names end in “ar”, “or” or “ir”.", Character, "Meldir", true),
    ("ends with a vowel", Character, "Mina", true),
    ("must end with a vowel", Character, "Jonathan", false),
    ("never ends with a vowel", Character, "Mina", false),
    ("do not start with X", Item, "Xanadu", false),
    ("starts with K", Character, "Dr. Karn", true),
    ("starts with K", Character, "Mina Karn", false),
    ("Names begin with a consonant", Character, "Orla", false),
    ("starts with K and ends with -a", Character, "Kira", true),
    ("starts with K and ends with -a", Character, "Kirt", false),
    ("starts with k, two syllables", Character, "Kira", true),
    ("starts with k, two syllables", Character, "Kirana", false),
    ("no apostrophes", Character, "D’Artagnan", false),
    ("no apostrophes", Character, "Athos", true),
    ("No apostrophes or hyphens", Item, "Un-Dead", false),
    ("without digits", Item, "R2", false),
    ("no letter q", Character, "Quincey", false),
    ("contains -th-", Character, "Athos", true),
    ("contains \"th\"", Character, "Mina", false),
    ("must not contain x or z", Character, "Zed", false),
    ("two syllables", Character, "Mina Murray", true),
    ("two syllables", Character, "Jonathan", false),
    ("at most two syllables", Character, "Jonathan", false),
    ("no more than 3 syllables", Character, "Jonathan", true),
    ("at least 2 syllables", Character, "Art", false),
    ("1-2 syllables", Character, "Mina", true),
    ("one or two syllables", Character, "Jonathan", false),
    ("between 2 and 3 syllables", Character, "Jonathan", true),
    ("exactly two words", Character, "Lucy Westenra", true),
    ("one word", Location, "Castle Dracula", false),
    ("at most 8 letters", Location, "Transylvania", false),
    ("maximum 12 characters", Location, "Transylvania", true),
    ("names are 4 to 6 letters long", Character, "Mina", true),
    ("capitalised", Character, "Mina harker", false),
    ("capitalized", Organisation, "Order of the Rose", true),
    ("All names must be capitalised", Character, "Quincey Morris", true),
    ("characters: ends with -ar", Character, "Aldo", false),
    ("characters: ends with -ar", Location, "Whitby", true),
    ("Character names end with -ar", Character, "Aldo", false),
    ("Place names: one word", Location, "Castle Dracula", false),
    ("places: one word", Character, "Mina Murray", true),
    ("organizations: starts with \"Order\"", Organisation, "The Guild", false),
    ("organisations: starts with “Order”", Organisation, "Order of the Rose", true),
    ("/^[A-Z][a-z]+$/", Character, "Mina", true),
    ("/^[A-Z][a-z]+$/", Character, "Mina Murray", false),
    ("pattern: ^(Mc|Mac)", Character, "McCoy", true),
    ("regex: ^(Mc|Mac)", Character, "Coy", false),
    ("characters: /r$/", Character, "Harker", true),
    ("characters: /r$/", Character, "Mina", false),
    ("starts with Mc- or Mac-", Character, "MacDuff", true),
    ("should always end in -us or -a", Character, "Marcus", true),
    ("should always end in -us or -a", Character, "Brutus Maxim", false),
    ("doesn't contain accents", Character, "Éowyn", false),
    ("no spaces", Item, "Sun Stone", false),
    ("max 2 words", Character, "R. M. Renfield", false),
    ("one word", Character, "Moss-Hallam", true),
    ("one word", Character, "Mr. Moss‐Hallam", true),
    ("exactly two words", Character, "Lucan Moss-Hallam", true),
    ("exactly two words", Character, "Lucan Moss - Hallam", false),
    ("three syllables", Character, "Moss-Hallam", true),
    ("capitalised", Character, "Abd al-Rahman", false),
];

#[test]
fn naming_conventions_are_read_from_words() {
    for (text, category, name, keeps) in CONVENTIONS {
        let rules = LorekeeperProjectConfig {
            naming_patterns: vec![text.to_owned()],
            ..LorekeeperProjectConfig::default()
        };
        let found =
            of_project(&canon(vec![entry(category, &[name])], rules), Check::NamingPatterns);
        let said: Vec<&str> = found.iter().map(|(rule, _)| rule.as_str()).collect();
        let wanted: &[&str] = if keeps { &[] } else { &["pattern_broken"] };
        assert_eq!(said, wanted, "{text:?} of {name}: {found:?}");
    }
}

#[test]
fn what_cannot_be_read_is_said_once_and_holds_nobody() {
    for text in [
        "sounds Victorian",
        "Elvish names are melodious",
        "ends with something soft",
        "two or three",
        "starts with",
        "/(unclosed/",
        "no",
        "",
        "northern names follow Norse customs, ends with -son",
        "two syllables for commoners",
        "never start with Q, contain apostrophes",
        "never starts with Q and ends with a vowel",
        "do not start with Q, two syllables",
    ] {
        let rules = LorekeeperProjectConfig {
            naming_patterns: vec![text.to_owned()],
            ..LorekeeperProjectConfig::default()
        };
        let found = of_project(&dracula(rules), Check::NamingPatterns);
        let said: Vec<&str> = found.iter().map(|(rule, _)| rule.as_str()).collect();
        assert_eq!(said, ["unreadable_pattern"], "{text:?}: {found:?}");
    }
}

#[test]
fn names_of_a_text_are_held_to_conventions_when_naming_is_strict() {
    let rules = |strict_naming| LorekeeperProjectConfig {
        naming_patterns: vec!["ends with -r".to_owned(), "places: one word".to_owned()],
        strict_naming,
        ..LorekeeperProjectConfig::default()
    };
    let source = "There we met Renfield. There Renfield sat with Harker, and Oscar sang for Oscar.";

    assert_eq!(said(Check::NamingPatterns, &dracula(rules(false)), source), []);
    assert_eq!(
        said(Check::NamingPatterns, &dracula(rules(true)), source),
        one("pattern_broken", "Renfield")
    );
    let severity = |strict| {
        run_project(&[Check::NamingPatterns], &dracula(rules(strict)))[0].found[0].severity
    };
    assert_eq!((severity(false), severity(true)), (Severity::Low, Severity::Medium));
}
