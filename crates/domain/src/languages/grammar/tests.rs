//! Tests of the rules of a language: what they make of words, and what their examples show.

use proptest::prelude::*;

use super::*;
use crate::languages::{rules::GrammarExample, words::Word};

/// The grammar of rules, each with its category, name and pattern.
fn grammar(rules: &[(&str, &str, &str)]) -> Grammar {
    let source = |(category, name, pattern): &(&str, &str, &str)| RuleSource {
        id: (*name).to_owned(),
        name: (*name).to_owned(),
        category: Category::parse(category).expect("a category"),
        pattern: (*pattern).to_owned(),
    };
    Grammar::new(rules.iter().map(source).collect())
}

const CLASSES: (&str, &str, &str) =
    ("phonology", "Sounds", "C = p b t d k g m n s h l r ng; V = a e i o u; P = p t k; B = b d g");

fn budget() -> StepBudget {
    StepBudget::new(ANSWER_STEPS_MAX)
}

fn made(grammar: &Grammar, rule: &str, word: &str) -> Result<Vec<String>, String> {
    let rule = grammar.rule(rule).expect("the rule");
    if let Some(problem) = &rule.problem {
        return Err(problem.clone());
    }
    let units = Units::read(word, 0).map_err(|it| it.sentence())?;
    let derived = grammar.derive(rule, &units, None, &mut budget()).map_err(|it| it.sentence())?;
    Ok(derived.iter().map(|it| it.units.segmented()).collect())
}

#[test]
fn a_pattern_makes_the_forms_that_it_says() {
    for (pattern, word, wanted) in [
        ("{stem}im", "kel", &["kel-im"][..]),
        ("N-ar", "lun", &["lun-ar"]),
        ("N → N-ar", "lun", &["lun-ar"]),
        ("N + -e", "lun", &["lun-e"]),
        ("-im", "kel", &["kel-im"]),
        ("ge-", "kel", &["ge-kel"]),
        ("ge-V-t", "spel", &["ge-spel-t"]),
        ("{stem}~{stem}", "ka", &["ka~ka"]),
        ("~N", "ka", &["ka~ka"]),
        ("CV~{stem}", "takal", &["ta~takal"]),
        ("{stem}~VC", "takal", &["takal~al"]),
        ("CV~N", "takal", &["ta~takal"]),
        ("<um> / # C _", "sulat", &["s<um>ulat"]),
        ("{stem}<um> / # (C) _ V", "alis", &["<um>alis"]),
        ("{stem}-(te-)ra", "sel", &["sel-ra", "sel-te-ra"]),
        ("V(-ra|-lu)", "sel", &["sel", "sel-ra", "sel-lu"]),
        ("PST: V-ra, FUT: V-lu", "sel", &["sel-ra", "sel-lu"]),
        ("K = li, sa; N-K", "yol", &["yol-li", "yol-sa"]),
        ("N-im / C _, N-m / V _", "kel", &["kel-im"]),
        ("N-im / C _, N-m / V _", "kela", &["kela-m"]),
        ("N-im // V _", "kel", &["kel-im"]),
        ("a-N / _ C, an-N / _ V", "oli", &["an-oli"]),
        ("ge-N-t / l _ s", "sal", &["ge-sal-t"]),
        ("{stem}im; i > e / _ m #", "kel", &["kel-em"]),
        ("{stem}a\n{stem}na", "kel", &["kel-a-na"]),
        ("k > g / V _ V", "akaka", &["agaga"]),
        ("P > B / V _ V", "apata", &["abada"]),
        ("[ptk] > [bdg] / V _ V // s _ | _ a", "apeta", &["abeta"]),
        ("h > ∅ / # _", "hol hal", &["ol al"]),
        ("∅ > e / # _ sC", "ska", &["eska"]),
        ("∅ > e / C _ C", "k-t", &["ke-t"]),
        ("C1 > ∅ / _ + C1", "lar-ra", &["la-ra"]),
        ("C1 V1 > V1 C1 / # _", "tal", &["atl"]),
        ("ng > n / _ #", "lang", &["lan"]),
        ("V > Vː / _ #", "kela", &["kelaː"]),
        ("e > o / o … _", "kobre", &["kobro"]),
        ("n (d|t) > nn / _ V", "anta anda", &["anna anna"]),
        ("[^aeiou] > s / _ #", "kat", &["kas"]),
        ("[sh ch] > s", "ashach", &["asas"]),
        ("a > \"K\"", "tA", &["tK"]),
    ] {
        let grammar = grammar(&[CLASSES, ("inflection", "rule", pattern)]);

        assert_eq!(made(&grammar, "rule", word), Ok(owned(wanted)), "{pattern} of {word}");
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|it| (*it).to_owned()).collect()
}

#[test]
fn a_pattern_that_cannot_be_run_says_why() {
    for (category, pattern, word, wanted) in [
        ("inflection", "", "kel", "The rule has no pattern."),
        ("phonology", "V = a e", "kel", "The pattern only says which sounds are in a class."),
        ("syntax", "SOV", "kel", "The pattern adds nothing to a word"),
        ("syntax", "V S O", "kel", "describes a phrase or has “…”"),
        ("prosody", "ˈCVCV", "kel", "only sound rules are run"),
        ("inflection", "p", "kel", "has no slot for a word"),
        ("inflection", "N-PL", "kel", "what stands in the slot PL"),
        ("inflection", "N-V", "kel", "joins two words, N and V"),
        ("sound_change", "X > a", "kel", "which sounds are in the class X"),
        ("sound_change", "V > [ao]", "kel", "A class of 5 sounds becomes one of 2"),
        ("inflection", "N-im / V _", "kel", "No form of the pattern applies"),
        ("inflection", "(a-)(b-)(c-)(d-)(e-)(f-)(g-)N", "kel", "more than 64 forms"),
    ] {
        let classes = if category == "phonology" { ("other", "none", "") } else { CLASSES };
        let grammar = grammar(&[classes, (category, "rule", pattern)]);

        let said = made(&grammar, "rule", word).expect_err(pattern);
        assert!(said.contains(wanted), "{pattern}: {said}");
    }
}

#[test]
fn sound_rules_of_joints_follow_every_template_and_no_other_rule() {
    let grammar = grammar(&[
        CLASSES,
        ("inflection", "Past", "V-ra"),
        ("morphophonology", "Join", "C1 > ∅ / _ + C1"),
        ("sound_change", "Later", "l > r"),
    ]);

    assert_eq!(made(&grammar, "Past", "lar"), Ok(owned(&["la-ra"])));
    assert_eq!(made(&grammar, "Past", "sel"), Ok(owned(&["sel-ra"])));
    assert_eq!(made(&grammar, "Later", "lar-ra"), Ok(owned(&["rar-ra"])));
}

fn example(input: &str, output: &str, gloss: &str) -> GrammarExample {
    let gloss = Some(gloss.to_owned()).filter(|it| !it.is_empty());
    GrammarExample { input: input.to_owned(), output: output.to_owned(), gloss }
}

#[test]
fn an_example_passes_fails_or_is_not_run() {
    use ExampleStatus::{Failed, NotApplicable, Passed};
    for (category, pattern, (input, output, gloss), wanted) in [
        ("inflection", "{stem}im", ("kel", "kelim", ""), Passed),
        ("inflection", "{stem}im", ("kel", "kel-im", "stone-PL"), Passed),
        ("inflection", "{stem}im", ("Kel", "kelim", ""), Passed),
        ("inflection", "{stem}im", ("kel", "kelin", ""), Failed),
        ("inflection", "{stem}im", ("kel", "*kelin", ""), Passed),
        ("inflection", "{stem}im", ("kel", "*kelim", ""), Failed),
        ("inflection", "{stem}im", ("stones", "kel-im", "stone-PL"), Passed),
        ("inflection", "{stem}im", ("stones", "kel-in", "stone-PL"), Failed),
        ("inflection", "{stem}im", ("two stones", "kelim", ""), Passed),
        (
            "inflection",
            "V-ra",
            ("The sea asked.", "pen-ra-ma u mur", "ask-PST-WIT WET sea"),
            NotApplicable,
        ),
        (
            "inflection",
            "V-ma",
            ("The sea asked.", "pen-ra-ma u mur", "ask-PST-WIT WET sea"),
            Passed,
        ),
        ("inflection", "", ("kel", "kelim", ""), NotApplicable),
        ("syntax", "V S O", ("kel", "kelim", ""), NotApplicable),
        ("sound_change", "k > g / V _ V", ("aka", "aga", ""), Passed),
        ("sound_change", "k > g / V _ V", ("aka", "aka", ""), Failed),
        ("sound_change", "k > g / V _ V; a > e / _ #", ("aka", "aga > age", ""), Passed),
        ("sound_change", "h > ∅ / # _", ("I hold it.", "ol ni", "hold 1SG"), NotApplicable),
        ("phonotactics", "(C)V(n)", ("x", "kanta", ""), Passed),
        ("phonotactics", "(C)V(n)", ("x", "kasta", ""), Failed),
        ("phonotactics", "(C)V(n)", ("x", "*kasta", ""), Passed),
        ("phonotactics", "*CC", ("x", "kasta", ""), Failed),
        ("phonotactics", "*CC", ("x", "kas tas", ""), Passed),
    ] {
        let rules = [CLASSES, (category, "rule", pattern)];

        let result =
            results(&grammar(&rules), "rule", &[example(input, output, gloss)], &mut budget());
        assert_eq!(result[0].status, wanted, "{pattern}: {input}, {output}: {result:?}");
    }
}

#[test]
fn a_failed_example_shows_the_first_step_at_which_it_parts() {
    let rules = [
        CLASSES,
        ("morphophonology", "Join", "C1 > ∅ / _ + C1"),
        ("inflection", "Plural", "V-ra\na > e / _ #"),
    ];
    let of = |output: &str| {
        let grammar = grammar(&rules);
        results(&grammar, "Plural", &[example("lar", output, "")], &mut budget()).remove(0)
    };

    assert_eq!(of("lare").status, ExampleStatus::Passed);
    let last = of("lara");
    assert_eq!((last.expected.as_deref(), last.actual.as_deref()), (Some("lara"), Some("lare")));
    assert_eq!(
        last.reason.as_deref(),
        Some("The rule makes “lare” of “lar”, and the example says “lara”; they part at sound 4.")
    );
    let differs = last.differs.expect("a step");
    assert_eq!((differs.step, differs.pattern.as_str(), differs.rule), (2, "a > e / _ #", None));
    assert_eq!((differs.before.as_str(), differs.after.as_str()), ("lar-ra", "lar-re"));
    let join = of("larre").differs.expect("a step");
    assert_eq!((join.step, join.rule.as_deref()), (3, Some("Join")));
    let stage = of("lar-ra > lar-ri > la-ri").differs.expect("a step");
    assert_eq!(
        (stage.step, stage.expected.as_deref(), stage.after.as_str()),
        (2, Some("lar-ri"), "lar-re")
    );
}

#[test]
fn words_that_no_syllable_fits_or_that_have_what_is_forbidden_are_found() {
    let grammar = grammar(&[
        CLASSES,
        ("phonotactics", "Syllable", "(C)V(m|n|l|r|s)"),
        ("phonotactics", "No ng", "*ng / # _"),
    ]);
    for (form, wanted) in [
        ("sormu", &[][..]),
        ("Sormu", &[]),
        ("tol-ri", &[]),
        ("-mk", &[]),
        ("a e", &[]),
        ("sorm", &["in “sorm” no syllable of “(C)V(m|n|l|r|s)” fits “m” behind “sor”"]),
        ("kast", &["in “kast” no syllable of “(C)V(m|n|l|r|s)” fits “t” behind “kas”"]),
        (
            "ngasta xu",
            &[
                "in “xu” no syllable of “(C)V(m|n|l|r|s)” fits “xu”",
                "“ngasta” has what “*ng / # _” forbids, at sound 1",
            ],
        ),
    ] {
        let found = grammar.violations(form, &mut budget()).expect("enough steps");

        let problems: Vec<&str> = found.iter().map(|it| it.problem.as_str()).collect();
        assert_eq!(problems, wanted, "{form}");
    }
}

fn word(form: &str, part_of_speech: &str) -> Word {
    let body = format!(r#"{{"form":"{form}","partOfSpeech":"{part_of_speech}"}}"#);
    let create =
        crate::model::read_body(&crate::json::Json::read(body.as_bytes()).unwrap()).unwrap();
    Word::create(form.to_owned(), ("p", "l"), &create, crate::time::Time::from_millis(0))
}

#[test]
fn a_word_has_the_forms_of_the_rules_that_take_its_part_of_speech() {
    let grammar = grammar(&[
        CLASSES,
        ("inflection", "Plural", "PL: {noun}-im"),
        ("inflection", "Past", "V-ra"),
        ("sound_change", "Voicing", "k > g / V _ V"),
        ("syntax", "Order", "V S O"),
    ]);

    let forms = grammar.forms(&word("kel", "Noun"), &mut budget());
    let form = &forms.forms[..];
    assert_eq!(form.len(), 1, "{forms:?}");
    assert_eq!((form[0].rule.as_str(), form[0].label.as_deref()), ("Plural", Some("PL")));
    assert_eq!((form[0].form.as_str(), form[0].segmented.as_str()), ("kelim", "kel-im"));
    assert_eq!(forms.omitted[0].reason, "The rule takes only words whose part of speech is verb.");
    let voiced = grammar.forms(&word("aka", "verb"), &mut budget());
    let made: Vec<&str> = voiced.forms.iter().map(|it| it.form.as_str()).collect();
    assert_eq!(made, ["akara", "aga"]);
    assert!(grammar.forms(&word("-im", "noun"), &mut budget()).forms.is_empty());
}

#[test]
fn a_change_of_a_rule_lists_the_forms_that_a_run_of_all_words_would_show() {
    let words: Vec<Word> = ["lar", "sel", "pen"].map(|it| word(it, "verb")).into();
    let rules = |join: &'static str, past: &'static str| {
        grammar(&[
            CLASSES,
            ("inflection", "Past", past),
            ("inflection", "Other", "V-lu"),
            ("morphophonology", "Join", join),
        ])
    };
    let before = rules("C1 > ∅ / _ + C1", "V-ra");
    let of = |after: &Grammar, id: &str| {
        let changed = after.changed(&before, id, &words, &mut budget());
        let line =
            |it: &ChangedForm| format!("{} {}: {:?} {:?}", it.word, it.rule, it.before, it.after);
        assert!(changed.complete);
        changed.forms.iter().map(line).collect::<Vec<_>>()
    };

    assert_eq!(of(&rules("C1 > ∅ / _ + C1", "V-ra"), "Past"), owned(&[]));
    assert_eq!(
        of(&rules("C1 > ∅ / _ + C1", "V-na"), "Past"),
        [
            r#"lar Past: ["lara"] ["larna"]"#,
            r#"sel Past: ["selra"] ["selna"]"#,
            r#"pen Past: ["penra"] ["pena"]"#,
        ]
    );
    assert_eq!(
        of(&rules("", "V-ra"), "Join"),
        [r#"lar Past: ["lara"] ["larra"]"#, r#"sel Other: ["selu"] ["sellu"]"#,]
    );
    assert_eq!(of(&rules("C1 > ∅ / _ + C1", ""), "Past").len(), 3);
    let few = rules("", "V-ra").changed(&before, "Join", &words, &mut StepBudget::new(50));
    assert!(!few.complete);
}

/// Pieces of which patterns are made, and what else may stand there.
const PIECES: &[&str] = &[
    "{stem}", "{", "}", "N", "V", "C", "C1", "V1", "-", "~", "=", "+", "(", ")", "|", "[", "]",
    "[^", "a", "k", "sh", "é", "ˈ", "∅", "0", ">", "→", "->", "/", "//", "_", "#", "…", "...", ".",
    ",", ";", "\n", " ", "*", "<um>", "<", "\"", "“", "”", ":", "PL: ", "K = a b", "\u{361}",
    "\u{301}", "字", "1",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn any_pattern_is_refused_or_run_on_any_word_within_its_steps(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..24),
        other in ".{0,20}",
        word in prop_oneof!["[aklshé ~-]{0,30}", ".{0,30}", "a{0,500}"],
        category in prop::sample::select(Category::WORDS),
    ) {
        for pattern in [pieces.concat(), other] {
            let Ok(_) = RulePattern::read(&pattern) else { continue };
            let grammar = grammar(&[CLASSES, ("morphophonology", "Join", "C1 > ∅ / _ + C1"),
                (category, "rule", &pattern)]);
            let mut budget = budget();

            let result = results(&grammar, "rule", &[example(&word, &word, "")], &mut budget);
            prop_assert_eq!(result.len(), 1);
            let _ = grammar.violations(&word, &mut budget);
            if let Ok(units) = Units::read(&word, 0) {
                let made = grammar.derive(&grammar.rules[2], &units, Some(""), &mut budget);
                for form in made.unwrap_or_default() {
                    prop_assert!(form.units.0.len() <= crate::languages::patterns::UNITS_MAX);
                }
            }
        }
    }
}

#[test]
fn a_pattern_that_would_try_very_many_ways_stops_when_its_steps_are_used_up() {
    let many = "(a)".repeat(60);
    for pattern in [
        format!("{many} b > c"),
        format!("C1 {many} C1 > c // {many} _"),
        format!("k > g / {many} … _ {many} #"),
    ] {
        let grammar = grammar(&[CLASSES, ("sound_change", "rule", &pattern)]);

        let made = made(&grammar, "rule", &"ka".repeat(150));
        if let Err(said) = made {
            assert_eq!(said, "Running it would take too many steps.");
        }
    }
}
