//! Checks of small texts, as tables: the rules that speak, with the words they quote.

mod synthesis;

use std::collections::HashSet;

use domain::lore::Category;

use super::*;

fn entry(category: Category, names: &[&str]) -> Bearer {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    Bearer { entry_id: names[0].clone(), category, names }
}

/// A canon with these entries and rules.
fn canon(entries: Vec<Bearer>, rules: LorekeeperProjectConfig) -> Canon {
    Canon::new(entries, &rules)
}

fn dracula(rules: LorekeeperProjectConfig) -> Canon {
    canon(
        vec![
            entry(Category::Character, &["Jonathan Harker", "Harker"]),
            entry(Category::Character, &["Mina Harker", "Mina"]),
            entry(Category::Character, &["Van Helsing"]),
            entry(Category::Location, &["Whitby"]),
        ],
        rules,
    )
}

/// What a check finds in a text: the rules, each with its quote.
fn said(check: Check, canon: &Canon, source: &str) -> Vec<(String, String)> {
    let subject = Subject::new(None, source.to_owned());
    let found = run(check, &subject, canon);
    for found in &found {
        let quoted = found.quoted.as_ref().expect("every finding in a text quotes it");
        let chars: Vec<char> = source.chars().collect();
        let [start, end] = [quoted.start, quoted.end].map(|at| usize::try_from(at).unwrap());
        let there: String = chars[start..end].iter().collect();
        let begins = |text: &str| text.split_whitespace().next().map(str::to_owned);
        assert_eq!(begins(&there), begins(&quoted.quote), "{found:?}");
    }
    let rule = |found: Observation| (found.rule, found.quoted.map_or(String::new(), |it| it.quote));
    found.into_iter().map(rule).collect()
}

fn rules_of(check: Check, canon: &Canon, source: &str) -> Vec<String> {
    said(check, canon, source).into_iter().map(|(rule, _)| rule).collect()
}

/// What is found in the lore itself: rules with their messages.
fn of_project(canon: &Canon, check: Check) -> Vec<(String, String)> {
    let readings = run_project(canon).into_iter().filter(|reading| reading.check == check);
    let found = readings.flat_map(|reading| reading.found);
    found.map(|found| (found.rule, found.message)).collect()
}

fn one(rule: &str, quote: &str) -> Vec<(String, String)> {
    vec![(rule.to_owned(), quote.to_owned())]
}

/// A sentence of so many words.
fn sentence(words: usize) -> String {
    let mut sentence = "Before".to_owned();
    (1..words).for_each(|n| sentence += ["\u{20}the", "\u{20}far", "\u{20}sea"][n % 3]);
    sentence + "."
}

#[test]
fn habits_of_prose_are_found_where_they_crowd() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    let run = |source: &str| said(Check::Prose, &none, source);

    assert_eq!(run(""), []);
    assert_eq!(run("He went to the *the* door."), one("doubled_word", "the the"));
    assert_eq!(run("It was very, very late, and he had had enough."), []);
    let adverbs = "He slowly rose, softly spoke, quickly left and quietly came back to them.";
    assert_eq!(run(adverbs), one("adverb_density", adverbs));
    assert_eq!(run("He slowly rose, softly spoke and quickly left."), []);
    let passives =
        "The door was opened. The lamp was taken. A step was heard, and the cup was broken.";
    assert_eq!(run(passives), one("passive_density", passives));
    let filters = "He saw it. He heard a step, felt the cold and noticed that the door was open.";
    assert_eq!(run(filters), one("filter_density", filters));
    let is_long = |words: usize| {
        rules_of(Check::Prose, &none, &sentence(words)).contains(&"long_sentence".to_owned())
    };
    assert_eq!([69, 70].map(is_long), [false, true]);
    let openers = "He ran off. He sat down there. He sang a long song for all of us. He left. He \
                   came back to the house at night.";
    assert_eq!(run(openers), one("same_opener", openers));
}

#[test]
fn even_sentences_are_told_with_their_lengths() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    let message = |source: String| {
        let found = run(Check::Prose, &Subject::new(None, source), &none);
        found.into_iter().find(|it| it.rule == "even_rhythm").map(|it| it.message)
    };
    let even = ["He ran to the far sea.", "We saw a bird up there.", "She left us in the rain."];

    assert_eq!(
        message(even.repeat(2).join(" ")).as_deref(),
        Some("6 sentences in a row have 6 words each.")
    );
}

#[test]
fn a_long_sentence_weighs_more_the_longer_it_is() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    for (words, severity) in [(109, Severity::Low), (110, Severity::Medium)] {
        let subject = Subject::new(None, sentence(words));
        let found = run(Check::Prose, &subject, &none).remove(0);
        assert_eq!(
            (found.severity, found.detail.unwrap()["words"].as_u64()),
            (severity, Some(words as u64))
        );
    }
}

#[test]
fn figures_of_speech_are_no_repetitions() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    let around = "They went along the shore until evening came and saw nobody there. ".repeat(60);
    let figure = format!("{around}\n\nRest, rest, rest, he cried.");
    let clumsy = format!(
        "{around}\n\nThe solicitor rose. I told my solicitor of it, and the other solicitor, who was \
         that solicitor’s brother, wept."
    );

    let words = |source: &str| -> Vec<String> {
        let found = said(Check::Prose, &none, source).into_iter();
        found.filter(|(rule, _)| rule == "repeated_word").map(|(_, quote)| quote).collect()
    };
    assert!(words(&figure).iter().all(|quote| !quote.starts_with("Rest")), "{:?}", words(&figure));
    assert!(words(&clumsy).iter().any(|quote| quote.starts_with("solicitor rose")));
}

#[test]
fn each_crowd_of_a_word_is_a_finding_of_its_own() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    let far = "They went along the shore until evening came and saw nobody there. ".repeat(60);
    let source = format!(
        "The solicitor rose. I told my solicitor of it, and the other solicitor, who was that \
         solicitor’s brother, wept. A solicitor laughed.\n\n{far}\n\nMy old solicitor came. We saw \
         the young solicitor, and that solicitor, who had been our solicitor before, sang with his \
         solicitor."
    );

    let found = run(Check::Prose, &Subject::new(None, source), &none);

    let crowds: HashSet<String> = found
        .iter()
        .filter(|found| found.rule == "repeated_word" && found.message.contains("solicitor"))
        .map(|found| found.fingerprint(Check::Prose))
        .collect();
    assert_eq!(crowds.len(), 2, "{found:#?}");
    let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
    assert!(
        messages.iter().any(|it| it.ends_with(" words, and 5 times elsewhere.")),
        "{messages:#?}"
    );
}

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
        let found = run(Check::Names, &Subject::new(None, source.to_owned()), &lore);
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
        |canon: &Canon| run(Check::Names, &Subject::new(None, renfield(5)), canon)[0].severity;
    assert_eq!((severity(&lenient), severity(&strict)), (Severity::Info, Severity::Low));
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
        let found = run(Check::Names, &Subject::new(None, source), &harkers);
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
        let found = run(Check::Names, &Subject::new(None, text), &count);
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

#[test]
fn naming_conventions_are_read_from_words() {
    use Category::{Character, Item, Location, Organisation};
    let table: [(&str, Category, &str, bool); 69] = [
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

    for (text, category, name, keeps) in table {
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
    let severity = |strict| run_project(&dracula(rules(strict)))[1].found[0].severity;
    assert_eq!((severity(false), severity(true)), (Severity::Low, Severity::Medium));
}

#[test]
fn what_must_not_appear_is_found_as_whole_words_in_its_forms() {
    for (element, source, wanted) in [
        ("guns", "A gun lay there, and the Gun’s butt.", Some("gun")),
        ("gun", "Two guns lay there.", Some("guns")),
        ("gun", "He had begun to gunge.", None),
        ("No guns", "A GUN lay there.", Some("GUN")),
        ("rifles, \"six-shooters\" / bombs", "A six-shooter lay there.", Some("six-shooter")),
        ("time travel", "Of time\ntravel he knew nothing.", Some("time travel")),
        ("time travel", "He had time. Travel is dear.", None),
        ("to stab", "He was stabbed.", Some("stabbed")),
        ("to stab", "He stabs, stabbing.", Some("stabs")),
        ("to phone", "He was phoning.", Some("phoning")),
        ("to carry", "He carried it.", Some("carried")),
        ("to care", "The car stood there.", None),
        ("to give up", "He gives up.", Some("gives up")),
        ("witches", "A witch came.", Some("witch")),
        ("wolf", "Grey wolves came.", Some("wolves")),
        ("werewolves", "A werewolf came.", Some("werewolf")),
        ("women", "A woman came.", Some("woman")),
        ("omen", "An oman came.", None),
        ("to shoot", "He shot her.", Some("shot")),
        ("to shoot", "A shot rang out.", None),
        ("to steal", "It was stolen.", Some("stolen")),
        ("to mark", "Mark came.", None),
        ("to mark", "They mark the trees.", Some("mark")),
        ("to stab", "It was a stab of pain, a painful stab.", None),
        ("to stab", "Do not stab him.", Some("stab")),
        ("to flee", "Fleeing, they came.", Some("Fleeing")),
        ("guns or knives", "A knife lay there.", Some("knife")),
        ("Knights of Malta", "The Knights of Malta came.", Some("Knights of Malta")),
        ("“house of cards”", "A house of cards fell.", Some("house of cards")),
        ("", "Nothing.", None),
        ("!!!", "Nothing!!!", None),
    ] {
        let rules = LorekeeperProjectConfig {
            prohibited_elements: vec![element.to_owned()],
            ..LorekeeperProjectConfig::default()
        };
        let canon = canon(Vec::new(), rules);
        let found = said(Check::ProhibitedElements, &canon, source);
        let wanted = wanted.map_or(Vec::new(), |quote| one("prohibited_element", quote));
        assert_eq!(found, wanted, "{element:?} in {source:?}");
    }
}

#[test]
fn a_prohibited_element_is_counted_and_quoted_with_its_places() {
    let rules = LorekeeperProjectConfig {
        prohibited_elements: vec![
            "gun".to_owned(),
            "any kind of machine that can think for itself".to_owned(),
        ],
        ..LorekeeperProjectConfig::default()
    };
    let canon = canon(Vec::new(), rules);
    let subject = Subject::new(None, "A gun. *Two* guns, and a gun.".to_owned());

    let found = run(Check::ProhibitedElements, &subject, &canon).remove(0);

    assert_eq!(found.message, "“gun” must not appear in this project, and stands here 3 times.");
    assert_eq!(found.detail.as_ref().unwrap()["words"], json!(["gun", "guns"]));
    assert_eq!(found.severity, Severity::High);
    let detail = found.detail.unwrap();
    assert_eq!((&detail["count"], &detail["passage"]), (&json!(3), &json!("A gun.")));
    assert_eq!(detail["places"][1], json!({ "quote": "guns", "start": 13, "end": 17 }));
    let described = of_project(&canon, Check::ProhibitedElements);
    assert_eq!(described.len(), 1);
    assert_eq!(described[0].0, "unreadable_element");
}

#[test]
fn a_prohibited_element_is_named_as_it_stands() {
    for (element, source, wanted) in [
        (
            "Guns",
            "The Guns lay there.",
            "“Guns” must not appear in this project, and stands here once.",
        ),
        (
            "guns",
            "A Gun lay there.",
            "“Gun” stands here once: “guns” must not appear in this project.",
        ),
        (
            "rifles, bombs",
            "A bomb. A bomb.",
            "“bomb” stands here twice: “rifles, bombs” must not appear in this project.",
        ),
        (
            "rifles, bombs",
            "A bomb, a rifle, bombs.",
            "“bomb”, “rifle” and “bombs” stand here 3 times: “rifles, bombs” must not appear in this project.",
        ),
        (
            "to kill",
            "He killed, kills.",
            "“killed” and “kills” stand here twice: “to kill” must not appear in this project.",
        ),
        (
            "a, b, c, d, e, f",
            "A b c d e f",
            "“A”, “b”, “c”, “d”, “e” … stand here 6 times: “a, b, c, d, e, f” must not appear in this project.",
        ),
    ] {
        let rules = LorekeeperProjectConfig {
            prohibited_elements: vec![element.to_owned()],
            ..LorekeeperProjectConfig::default()
        };
        let subject = Subject::new(None, source.to_owned());
        let found = run(Check::ProhibitedElements, &subject, &canon(Vec::new(), rules));
        assert_eq!(found[0].message, wanted);
    }
}

#[test]
fn each_part_of_an_element_that_cannot_be_looked_for_is_named() {
    for (element, wanted) in [
        ("guns, time travel", 0),
        ("any magic", 0),
        ("guns, any kind of magic", 1),
        ("machines that think or talk / use of magic / bombs", 2),
        ("!!!", 1),
    ] {
        let rules = LorekeeperProjectConfig {
            prohibited_elements: vec![element.to_owned()],
            ..LorekeeperProjectConfig::default()
        };
        let found = of_project(&canon(Vec::new(), rules), Check::ProhibitedElements);
        assert_eq!(found.len(), wanted, "{element}: {found:?}");
        assert!(found.iter().all(|(rule, _)| rule == "unreadable_element"), "{found:?}");
    }
}

#[test]
fn marks_of_speech_that_do_not_pair_are_found() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    for (source, wanted) in [
        ("“Come in,” he said.", Vec::new()),
        ("“Come in, he said.\n\nHe left.", one("unclosed_quotation", "Come in, he said")),
        ("“Come in.\n\n“And sit down.”", Vec::new()),
        ("“It says:\n\n‘Come in.’”", Vec::new()),
        ("“Come in.\n\n\"And sit down.\"", Vec::new()),
        ("Come in,” he said.", one("stray_closing_mark", "in,”")),
        ("‘I said “Come!”’ he cried.", Vec::new()),
    ] {
        assert_eq!(said(Check::Dialogue, &none, source), wanted, "{source}");
    }
    let ten = "“Yes.” He went. ".repeat(12);
    assert_eq!(
        said(Check::Dialogue, &none, &format!("{ten}\"No.\" He came.")),
        one("mixed_quotes", "\"No.\"")
    );
    assert_eq!(said(Check::Dialogue, &none, &"“Yes.” \"No.\" ".repeat(12)), []);
    let apostrophes = format!("{}He can't.", "He won’t. ".repeat(12));
    assert_eq!(said(Check::Dialogue, &none, &apostrophes), one("mixed_apostrophes", "can't"));
}

#[test]
fn manners_of_speech_are_found_where_they_crowd() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    let tags = |verb: &str, times: usize| format!("“Go,” he {verb}. ").repeat(times);
    let rules = |source: String| rules_of(Check::Dialogue, &none, &source);

    assert_eq!(rules(tags("said", 12)), Vec::<String>::new());
    assert_eq!(rules(tags("said", 6) + &tags("hissed", 4)), ["said_bookisms"]);
    assert_eq!(rules(tags("said", 5) + &tags("hissed", 3)), Vec::<String>::new());
    assert_eq!(rules(tags("said", 8) + &tags("said softly", 4)), ["tag_adverbs"]);
    let turns = |count: usize| "“Go there.”\n\n".repeat(count) + "He left.";
    assert_eq!(rules(turns(7)), Vec::<String>::new());
    assert_eq!(rules(turns(8)), ["talking_heads"]);
    let speech = |words: usize| format!("“{}”", "go ".repeat(words));
    assert_eq!(rules(speech(449)), Vec::<String>::new());
    assert!(rules(speech(450)).contains(&"long_speech".to_owned()));
}

#[test]
fn the_same_text_gives_the_same_findings() {
    let rules = LorekeeperProjectConfig {
        prohibited_elements: vec!["gun".to_owned(), "sea".to_owned()],
        naming_patterns: vec!["ends with -r".to_owned()],
        strict_naming: true,
        ..LorekeeperProjectConfig::default()
    };
    let source = format!(
        "{} A gun and the the sea. Renfield and Rensfield, Renfield. “No, he said. Harkar.\n\nHe \
         slowly, softly, quickly, quietly left.",
        sentence(80)
    );
    let all = || -> Vec<Vec<Observation>> {
        let (lore, subject) = (dracula(rules.clone()), Subject::new(None, source.clone()));
        Check::ALL.iter().map(|check| run(*check, &subject, &lore)).collect()
    };

    let first = all();

    assert!(first.iter().flatten().count() >= 6, "{first:#?}");
    for _ in 0..5 {
        assert_eq!(all(), first);
    }
}
