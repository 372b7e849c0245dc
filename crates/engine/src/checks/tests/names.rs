//! The checks of names, on small texts.

use super::*;

#[test]
fn slips_in_names_of_the_lore_are_found() {
    let lore = dracula(LorekeeperProjectConfig::default());
    let mina = "We met Mina. Then Mina left, and Mina came, and Mina sang, and so Mina slept. \
                Mina was seen, and Mina saw, and we saw Mina, and with Mina went Mina.";
    for (source, wanted) in [
        ("We met Jonathan Harkar and his wife.", one("near_miss", "Harkar")),
        ("We met Harker’s wife in Whitby, and Mina Harker.", Vec::new()),
        ("We met Parker, Nina and Tina.", Vec::new()),
        ("There van Helsing stood.", one("wrong_case", "van Helsing")),
        ("There VAN HELSING stood.", Vec::new()),
        (&format!("{mina} There stood mina."), one("wrong_case", "mina")),
        (&format!("{mina} There stood the mina."), Vec::new()),
        ("There stood mina.", Vec::new()),
    ] {
        assert_eq!(said(Check::Names, &lore, source), wanted, "{source}");
    }
    let nobody = canon(Vec::new(), LorekeeperProjectConfig::default());
    assert_eq!(
        rules_of(Check::Names, &nobody, &"We met Renfield. ".repeat(9)),
        Vec::<String>::new()
    );
}

#[test]
fn a_slip_is_named_with_the_word_it_misspells_and_who_bears_it() {
    let entries = vec![
        entry(Category::Character, &["Jonathan Harker", "Harker"]),
        entry(Category::Character, &["Mina Harker", "Mina"]),
        entry(Category::Character, &["Arthur Holmwood", "Lord Godalming"]),
        entry(Category::Location, &["Whitby"]),
        entry(Category::Character, &["Kate Reed", "Lily Reedham"]),
        entry(Category::Character, &["Reedham"]),
        entry(Category::Character, &["Old Reedham"]),
        entry(Category::Location, &["Car\u{ad}fax"]),
    ];
    let lore = canon(entries, LorekeeperProjectConfig::default());
    for (source, wanted) in [
        (
            "We met Harkar.",
            "“Harkar” is spelt almost like “Harker” of “Jonathan Harker” and “Mina Harker” in the lore, and stands here once.",
        ),
        (
            "We met Lord Godalmin.",
            "“Godalmin” is spelt almost like “Godalming” of “Arthur Holmwood” in the lore, and stands here once.",
        ),
        (
            "We saw Whitbey’s abbey.",
            "“Whitbey’s” is spelt almost like “Whitby” of the lore, and stands here once.",
        ),
        (
            "We saw Carfex.",
            "“Carfex” is spelt almost like “Car\u{ad}fax” of the lore, and stands here once.",
        ),
        (
            "We met Reedhan.",
            "“Reedhan” is spelt almost like “Reedham” of 3 entries of the lore, and stands here once.",
        ),
    ] {
        let found = run(Check::Names, &Subject::new(None, source.to_owned()), &lore).0;
        assert_eq!(found[0].message, wanted);
    }
}

#[test]
fn frequent_names_without_an_entry_are_named() {
    let lenient = dracula(LorekeeperProjectConfig::default());
    let strict = dracula(LorekeeperProjectConfig {
        strict_naming: true,
        ..LorekeeperProjectConfig::default()
    });
    let renfield = |times: usize| "There we met Renfield. ".repeat(times);

    assert_eq!(said(Check::Names, &lenient, &renfield(4)), []);
    assert_eq!(said(Check::Names, &lenient, &renfield(5)), one("unknown_name", "Renfield"));
    assert_eq!(said(Check::Names, &strict, &renfield(2)), one("unknown_name", "Renfield"));
    assert_eq!(said(Check::Names, &lenient, &"He swore to God. ".repeat(9)), []);
    assert_eq!(
        said(Check::Names, &lenient, &"There stood Helsing. ".repeat(5)),
        one("missing_alias", "Helsing")
    );
    let severity =
        |canon: &Canon| run(Check::Names, &Subject::new(None, renfield(5)), canon).0[0].severity;
    assert_eq!((severity(&lenient), severity(&strict)), (Severity::Info, Severity::Medium));
}

#[test]
fn part_of_a_name_is_shown_with_all_who_may_be_meant() {
    let harkers = canon(
        vec![
            entry(Category::Character, &["Jonathan Harker"]),
            entry(Category::Character, &["Mina Harker", "Miss Murray"]),
            entry(Category::Character, &["Lord Godalming", "Arthur Holmwood"]),
            entry(Category::Character, &["Lucy Westenra"]),
        ],
        LorekeeperProjectConfig::default(),
    );
    for (name, rule, wanted) in [
        ("Mrs. Harker", "missing_alias", json!(["Mina Harker"])),
        ("Harker", "missing_alias", json!(["Jonathan Harker", "Mina Harker"])),
        ("Mr. Harker", "missing_alias", json!(["Jonathan Harker"])),
        ("Lady Godalming", "unknown_name", json!([])),
        ("Mr. Holmwood", "missing_alias", json!(["Arthur Holmwood"])),
        ("Mrs. Westenra", "missing_alias", json!(["Lucy Westenra"])),
    ] {
        let source = format!("There stood {name}. ").repeat(5);
        let found = run(Check::Names, &Subject::new(None, source), &harkers).0;
        let said: Vec<_> = found
            .iter()
            .map(|it| (it.rule.as_str(), it.detail.as_ref().unwrap()["entries"].clone()))
            .collect();
        assert_eq!(said, [(rule, wanted)], "{name}: {found:#?}");
    }
}

#[test]
fn capitals_are_missed_where_the_name_is_meant() {
    let count = canon(
        vec![
            entry(Category::Character, &["Count Dracula", "The Count"]),
            entry(Category::Location, &["Whitby"]),
        ],
        LorekeeperProjectConfig::default(),
    );
    let around = "We saw Whitby, and from Whitby came Count Dracula. ".repeat(20);
    for (source, wanted) in [
        ("The count was wrong.", None),
        ("There count Dracula stood.", Some("“count Dracula” stands once without")),
        (
            "We left whitby. It was a whitby of old. We saw whitby.",
            Some("“whitby” stands twice without"),
        ),
    ] {
        let text = format!("{around}{source}");
        let found = run(Check::Names, &Subject::new(None, text), &count).0;
        let said: Vec<&str> = found.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(said.len(), usize::from(wanted.is_some()), "{source}: {said:?}");
        assert!(wanted.is_none_or(|wanted| said[0].starts_with(wanted)), "{source}: {said:?}");
    }
}

#[test]
fn entries_that_may_be_confused_are_named_once() {
    let lore = canon(
        vec![
            entry(Category::Character, &["Marta Vane", "Marta"]),
            entry(Category::Character, &["Martha Stone"]),
            entry(Category::Location, &["Marsa"]),
            entry(Category::Character, &["The Widow", "Marta"]),
        ],
        LorekeeperProjectConfig::default(),
    );

    assert_eq!(
        of_project(&lore, Check::Names),
        [
            ("shared_name", "“Marta” names both “Marta Vane” and “The Widow”: its places count for both of them."),
            ("alike_names", "A reader may take “Marta Vane” for “Martha Stone”: they are spelt almost alike."),
            ("alike_names", "A reader may take “Martha Stone” for “The Widow”: they are spelt almost alike."),
        ]
        .map(|(rule, message)| (rule.to_owned(), message.to_owned()))
    );
}
