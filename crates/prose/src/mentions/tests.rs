//! What is found, as tables; and everything against a search so plain that it can hardly be wrong.

use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization as _;
use unicode_segmentation::UnicodeSegmentation;

use super::*;

/// Every place of a text, once for each owner it names.
fn matches(text: &Text<'_>, names: &NameIndex) -> Vec<(usize, Passage)> {
    let mut matches = Vec::new();
    each_match(text, names, |endings, passage| {
        let mut owners: Vec<usize> = Vec::new();
        for owner in endings.iter().flat_map(|ending| &names.endings[*ending].owners) {
            if !owners.contains(owner) {
                owners.push(*owner);
            }
        }
        matches.extend(owners.into_iter().map(|owner| (owner, passage)));
    });
    matches
}

/// The places of a text that bear these names, each with its owner.
fn found(names: &[&str], source: &str) -> Vec<(usize, String)> {
    let text = Text::new(source);
    let names = NameIndex::new(names.iter().copied().enumerate());
    matches(&text, &names)
        .into_iter()
        .map(|(owner, passage)| (owner, passage.span.of(source).to_owned()))
        .collect()
}

/// Asserts what is found of one name.
fn check(name: &str, source: &str, wanted: &[&str]) {
    let found: Vec<String> = found(&[name], source).into_iter().map(|(_, text)| text).collect();
    assert_eq!(found, wanted, "{name:?} in {source:?}");
}

#[test]
fn a_name_is_found_as_a_whole_word() {
    check("Mina", "Mina, Minach and Wilhelmina—Mina; un-Mina", &["Mina", "Mina", "Mina"]);
    check("Mina", "_Mina_ and Mi\u{ad}na", &["Mina", "Mi\u{ad}na"]);
    check("猫", "黒猫だ", &["猫"]);
    check("Écran", "un Écran", &["Écran"]);
    check("R2D2", "R2D2 and R2D22", &["R2D2"]);
    check("Mina", "", &[]);
}

#[test]
fn a_name_is_found_in_its_plural_and_possessive_forms() {
    check("Mina", "Mina’s, Mina's, MINA’S", &["Mina’s", "Mina's", "MINA’S"]);
    check("Harker", "the Harkers, the Harkers’ house", &["Harkers", "Harkers"]);
    check("Jones", "Jones’ and Jones’s, the Joneses", &["Jones", "Jones’s", "Joneses"]);
    check("Harry", "Harries and Harrys", &["Harries", "Harrys"]);
    check("Fox", "Foxes and Foxs", &["Foxes"]);
    check("It", "Its was its, It’s", &["It’s"]);
    check("Van Helsing", "the Van Helsings, Vans Helsing", &["Van Helsings"]);
    check("Harkers", "Harker of the Harkers", &["Harkers"]);
}

#[test]
fn capitals_of_a_name_are_asked_for_and_small_letters_are_not() {
    check("Rose", "a rose, a Rose, ROSE", &["Rose", "ROSE"]);
    check("wand", "Wand, wand, WANDS", &["Wand", "wand", "WANDS"]);
    check(
        "Order of the Rose",
        "the Order Of The Rose, an order of the rose, ORDER OF THE ROSE",
        &["Order Of The Rose", "ORDER OF THE ROSE"],
    );
    check("McDonald", "Mcdonald and mcDonald", &["Mcdonald"]);
    check("iPhone", "iPhone, IPHONE, Iphone", &["iPhone", "IPHONE"]);
    check("ÉCRAN", "écran, Écran", &["Écran"]);
}

/// Letters that Unicode writes in several ways, and capitals that are no capital of one letter alone:
/// a place is the bytes that stand in the text, whatever the name has.
#[test]
fn a_letter_is_one_however_it_is_written() {
    for (name, source, wanted) in [
        ("Ármin", "Then A\u{301}rmin, Ármin.", &[(5, 12), (14, 20)][..]),
        ("A\u{301}rmin", "Ármin’s, A\u{301}rmins, ÁRMIN", &[(0, 10), (12, 20), (22, 28)]),
        ("Armin", "Ármin A\u{301}rmin Armin\u{301}", &[]),
        ("Ármin", "ármin a\u{301}rmin Armin", &[]),
        ("Thome\u{301}", "the Thomés, the Thome\u{301}s", &[(4, 11), (17, 25)]),
        ("Οδυσσευς", "ΟΔΥΣΣΕΥΣ, Οδυσσευς", &[(0, 16), (18, 34)]),
        ("ΟΔΥΣΣΕΥΣ", "Οδυσσευς, οδυσσευς", &[(0, 16)]),
        ("Ζεύς", "ΖΕΎΣ, ΖΕΥ\u{301}Σ, Ζευ\u{301}ς", &[(0, 8), (10, 20), (22, 32)]),
        ("Ζευ\u{301}ς", "ΖΕΎΣ.", &[(0, 8)]),
        ("Ζεύς", "ΖΕΥΣ", &[]),
        ("Strauß", "STRAUSS, STRAUẞ, Strauss", &[(0, 7), (9, 17), (19, 26)]),
        ("Strauss", "Strauß, die Straußes", &[(0, 7), (13, 22)]),
        ("Große Halle", "die GROSSE HALLE", &[(4, 16)]),
        ("WeißBlau", "WEISSBLAU, Weissblau, WeissBlau", &[(0, 9), (11, 20), (22, 31)]),
        ("weißBlau", "weissBlau, weissblau, WEISSBLAU", &[(0, 9), (22, 31)]),
        ("İnci", "İNCİ, I\u{307}NCI\u{307}, İnci, inci", &[(0, 6), (8, 16), (18, 23)]),
        ("Işık", "IŞIK, Işık", &[(7, 13)]),
        ("Kır", "Kir Kır", &[(4, 8)]),
        ("한", "\u{1112}\u{1161}\u{11ab}", &[(0, 9)]),
    ] {
        let found: Vec<(usize, usize)> = matches(&Text::new(source), &NameIndex::new([(0, name)]))
            .iter()
            .map(|(_, it)| (it.span.start, it.span.end))
            .collect();
        assert_eq!(found, wanted, "{name:?} in {source:?}");
    }
}

#[test]
fn no_place_ends_between_a_letter_and_its_mark() {
    check("Mina", "Mina\u{301}, M\u{308}ina, Min\u{301}a, Mina\u{ad}\u{301}, Mina", &["Mina"]);
    check("C++", "C++\u{338}, C+\u{338}+, C++", &["C++"]);
    check("@home", "@\u{301}home, x\u{301}@home", &["@home"]);
    check("\u{301}home", "_\u{301}home", &[]);
}

#[test]
fn spaces_of_any_kind_join_words_unless_they_part_paragraphs() {
    check(
        " Van  Helsing ",
        "Van\nHelsing, Van\u{a0}Helsing, Van   Helsing",
        &["Van\nHelsing", "Van\u{a0}Helsing", "Van   Helsing"],
    );
    check("Van Helsing", "Van\n\nHelsing; Van, Helsing; Van. Helsing; VanHelsing", &[]);
}

#[test]
fn marks_of_a_name_stand_as_they_are() {
    check("Un-Dead", "Un-Dead, Un\u{2011}Dead, Un Dead", &["Un-Dead", "Un\u{2011}Dead"]);
    check("Dr. Seward", "Dr. Seward, Dr Seward", &["Dr. Seward"]);
    check("O'Brien", "O’Brien’s", &["O’Brien’s"]);
    check("Robin Hood’s Bay", "Robin Hood's Bay and Robin Hood’s bay", &["Robin Hood's Bay"]);
    check("C++", "C++, C and C+", &["C++"]);
    check("Yahoo!", "Yahoo! Yahoo’s", &["Yahoo!"]);
    check("@home", "at @home at home", &["@home"]);
    check("Coutts & Co", "Coutts & Co. or Coutts and Co", &["Coutts & Co"]);
}

#[test]
fn the_longest_name_wins_and_places_never_overlap() {
    let names = ["Van Helsing", "Helsing", "Van", "Helsing Manor", "C", "C++", "Harker", "Harkers"];
    for (source, wanted) in [
        ("Van Helsing", &[(0, "Van Helsing")][..]),
        ("Van Helsing Manor", &[(0, "Van Helsing")]),
        ("Van Helsingfors", &[(2, "Van")]),
        ("Van Helsing’s Van", &[(0, "Van Helsing’s"), (2, "Van")]),
        ("Helsing Manors", &[(3, "Helsing Manors")]),
        ("C or C++", &[(4, "C"), (5, "C++")]),
        ("Harker, Harkers, Harkers’s", &[(6, "Harker"), (7, "Harkers"), (7, "Harkers’s")]),
    ] {
        let wanted: Vec<(usize, String)> =
            wanted.iter().map(|(owner, text)| (*owner, (*text).to_owned())).collect();
        assert_eq!(found(&names, source), wanted, "{source:?}");
    }
}

#[test]
fn owners_of_one_name_share_its_places() {
    let text = Text::new("The Count bowed. Count!");
    let names = NameIndex::new([(7, "Count"), (3, "count"), (7, "COUNT"), (5, "Counts")]);

    let owners: Vec<usize> = matches(&text, &names).iter().map(|(owner, _)| *owner).collect();
    let counts: Vec<_> = mentions(&text, &names)
        .owners
        .iter()
        .map(|it| (it.owner, it.count, it.first.span.start))
        .collect();

    assert_eq!(owners, [7, 3, 7, 3]);
    assert_eq!(counts, [(3, 2, 4), (7, 2, 4)]);
}

#[test]
fn names_that_no_text_can_bear_are_never_found() {
    let long = vec!["a"; MENTION_WORDS_MAX + 1].join(" ");
    let most = vec!["a"; MENTION_WORDS_MAX].join(" ");
    for name in ["", " ", "…", "***", "🜂", &long] {
        check(name, &format!("a … *** 🜂 {long}"), &[]);
    }
    check(&most, &long, &[&most]);
    assert_eq!(found(&[], "Mina"), []);
}

#[test]
fn a_mention_is_shown_in_its_sentences() {
    let source = "It rained. “Where is Mina?” he asked. Then Dr. Who? Me slept.";
    let text = Text::new(source);
    let around = |name: &str| {
        let names = NameIndex::new([(0, name)]);
        mentions(&text, &names).owners[0].first.sentence_span.of(source).to_owned()
    };

    assert_eq!(around("Mina"), "“Where is Mina?” he asked.");
    assert_eq!(around("“Where"), "“Where is Mina?” he asked.");
    assert!(around("Who? Me").ends_with("Then Dr. Who? Me slept."), "{}", around("Who? Me"));
}

/// Every name is tried at every word, in every form it may have.
fn plainly(names: &[(usize, String)], source: &str) -> Vec<(usize, usize, usize)> {
    let words: Vec<(usize, &str)> = source.unicode_word_indices().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut best: Vec<(usize, usize, usize)> = Vec::new();
        let mut best_is_exact = false;
        for (owner, name) in names {
            for (form, is_exact) in written_forms(name) {
                let Some(end) = stands(&words, source, at, name, &form) else { continue };
                let length = best.first().map_or(0, |(_, start, end)| end - start);
                let this = (*owner, words[at].0, end);
                let longer = end - words[at].0 > length;
                let equal = end - words[at].0 == length;
                if longer || equal && is_exact && !best_is_exact {
                    best = vec![this];
                    best_is_exact = is_exact;
                } else if equal && is_exact == best_is_exact && !best.contains(&this) {
                    best.push(this);
                }
            }
        }
        match best.first() {
            Some((_, _, end)) => at = words.partition_point(|(start, _)| start < end),
            None => at += 1,
        }
        best.sort_unstable();
        found.extend(best);
    }
    found
}

/// A name with its last word in each form, and whether it is the name itself.
fn written_forms(name: &str) -> Vec<(String, bool)> {
    let lower = name.to_lowercase();
    let last = lower.rsplit(' ').next().unwrap();
    let mut forms = vec![(lower.clone(), true), (format!("{lower}'s"), false)];
    if last.chars().count() >= 3 {
        if !last.ends_with(['s', 'x', 'z']) {
            forms.push((format!("{lower}s"), false));
        }
        if last.ends_with(['s', 'x', 'z', 'o']) || last.ends_with("ch") || last.ends_with("sh") {
            forms.push((format!("{lower}es"), false));
        }
        let mut back = last.chars().rev();
        if back.next() == Some('y') && !"aeiou".contains(back.next().unwrap()) {
            forms.push((format!("{}ies", &lower[..lower.len() - 1]), false));
        }
    }
    forms
}

/// Where a form ends that stands at the word `at`, if it does.
fn stands(
    words: &[(usize, &str)],
    source: &str,
    at: usize,
    name: &str,
    form: &str,
) -> Option<usize> {
    let parts: Vec<&str> = form.split(' ').collect();
    let here = words.get(at..at + parts.len())?;
    for (number, ((start, word), part)) in here.iter().zip(&parts).enumerate() {
        if word.to_lowercase().replace('’', "'") != **part {
            return None;
        }
        let wanted = name.split(' ').nth(number)?;
        let capital = wanted.chars().position(char::is_uppercase);
        if capital.is_some_and(|letter| !word.chars().nth(letter).unwrap().is_uppercase()) {
            return None;
        }
        if number > 0 {
            let (before, length) = (here[number - 1].0, here[number - 1].1.len());
            let gap = &source[before + length..*start];
            if gap.trim() != "" || gap.matches('\n').count() > 1 || gap.is_empty() {
                return None;
            }
        }
    }
    here.last().map(|(start, word)| start + word.len())
}

fn names() -> impl Strategy<Value = Vec<(usize, String)>> {
    let words = vec![
        "Mina", "mina", "Harker", "Harkers", "Harry", "harries", "Jones", "Fox", "fox", "Van",
        "Helsing", "van", "of", "the", "Order", "order", "hero", "Ich", "A", "McX",
    ];
    let name = prop::collection::vec(prop::sample::select(words), 1..4);
    prop::collection::vec((0..4_usize, name.prop_map(|words| words.join(" "))), 0..8)
}

fn texts() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        6 => prop::sample::select(vec![
            "Mina", "mina", "MINA", "Mina’s", "Harker", "Harkers", "Harker's", "Harry", "Harries",
            "Harrys", "Jones", "Joneses", "Jones’", "Fox", "Foxes", "foxes", "Van", "Helsing",
            "Helsings", "van", "of", "the", "Order", "order", "Orders", "heroes", "hero", "Ichs",
            "A", "As", "McX", "Mcx", "MCX’S",
        ]),
        6 => prop::sample::select(vec![" ", " ", " ", "\n", "\u{a0}", "  ", "\n\n", ", ", "-", "."]),
    ];
    prop::collection::vec(token, 0..60).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn one_pass_finds_what_a_plain_search_finds(names in names(), source in texts()) {
        let text = Text::new(&source);
        let all = NameIndex::new(names.iter().map(|(owner, name)| (*owner, name.as_str())));

        let mut found: Vec<(usize, usize, usize)> = matches(&text, &all)
            .into_iter()
            .map(|(owner, it)| (owner, it.span.start, it.span.end))
            .collect();

        found.sort_unstable_by_key(|(owner, start, _)| (*start, *owner));
        let Mentions { owners: counted, spans } = mentions(&text, &all);
        prop_assert!(counted.is_sorted_by_key(|it| (it.first.span.start, it.owner)));
        for Mentioned { owner, count, first } in &counted {
            let mut theirs = found.iter().filter(|(whose, _, _)| whose == owner);
            prop_assert_eq!(*count, theirs.clone().count());
            prop_assert_eq!(theirs.next(), Some(&(*owner, first.span.start, first.span.end)));
        }
        let mut wanted: Vec<_> =
            found.iter().map(|(_, start, end)| Span::new(*start, *end)).collect();
        wanted.dedup();
        prop_assert_eq!(spans, wanted);
        prop_assert_eq!(counted.iter().map(|it| it.count).sum::<usize>(), found.len());
        prop_assert_eq!(found, plainly(&names, &source));
    }

    #[test]
    fn every_place_is_one_of_the_text_and_no_two_overlap(
        names in prop::collection::vec("[Aa ’'._-]{0,6}|\\PC{0,4}", 0..6),
        source in "[Aa ’'._\n-]{0,80}|\\PC{0,40}",
    ) {
        let text = Text::new(&source);
        let all = NameIndex::new(names.iter().enumerate().map(|(owner, name)| (owner, name.as_str())));

        let mut before = Span::new(0, 0);
        for (_, Passage { span, sentence_span }) in matches(&text, &all) {
            prop_assert!(source.get(span.start..span.end).is_some_and(|text| !text.is_empty()));
            prop_assert!(source.get(sentence_span.start..sentence_span.end).is_some());
            prop_assert!(sentence_span.start <= span.start && span.end <= sentence_span.end);
            prop_assert!(span == before || span.start >= before.end, "{:?} {:?}", before, span);
            before = span;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The letters of a text are the same ones composed and decomposed, and so are the names in it.
    #[test]
    fn a_text_names_the_same_in_either_form(
        names in prop::collection::vec("[AaÉésßſSΣσςİiIıǰ]{1,3}", 1..6),
        source in "[AaÉésßſSΣσςİiIıǰ \u{301}\u{307}\u{323}]{0,60}",
    ) {
        let [composed, decomposed] = [source.nfc().collect(), source.nfd().collect::<String>()];
        let among = |source: &str, names: Vec<String>| -> Vec<(usize, String)> {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let of = |(owner, text): (usize, String)| (owner, text.nfc().collect());
            found(&names, source).into_iter().map(of).collect()
        };
        let other = names.iter().map(|name| name.nfd().collect()).collect();

        prop_assert_eq!(among(&composed, names), among(&decomposed, other));
    }
}

/// Would take hours if the work at a word grew with the number of names.
#[test]
fn many_names_that_begin_alike_cost_no_more_than_one() {
    let names: Vec<String> = (0..20_000).map(|number| format!("The Order of {number}")).collect();
    let all = NameIndex::new(names.iter().enumerate().map(|(owner, name)| (owner, name.as_str())));
    let source = "The Order of nobody. The Order of 77. ".repeat(20_000);
    let text = Text::new(&source);

    let found = mentions(&text, &all).owners;

    assert_eq!(found.iter().map(|it| (it.owner, it.count)).collect::<Vec<_>>(), [(77, 20_000)]);
}

/// Would take hours, and more memory than there is, if every place were kept for everyone it names.
#[test]
fn many_who_bear_one_name_cost_no_more_than_one() {
    let all = NameIndex::new((0..10_000).flat_map(|owner| [(owner, "Mina"), (owner, "MINA")]));
    let source = "It was Mina. ".repeat(100_000);
    let text = Text::new(&source);

    let found = mentions(&text, &all).owners;

    assert_eq!(found.len(), 10_000);
    assert!(found.iter().all(|it| (it.count, it.first.span.start) == (100_000, 7)));
}
