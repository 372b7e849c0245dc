//! Tests of contradictions: which facts exclude each other, and which only seem to.

use super::*;
use crate::facts::{FactPassage, PartialDate};

/// A fact of the text about the first person, in the chapter and at the position of this number.
fn fact(at: usize, attribute: Attribute, value: &str) -> Fact {
    Fact {
        subject: 0,
        name: "Ada".to_owned(),
        name_text: "Ada".to_owned(),
        entry_id: Some("ada".to_owned()),
        attribute,
        value: value.to_owned(),
        other: None,
        date: None,
        date_text: None,
        time_of_day: None,
        source: FactSource::Text,
        passage: FactPassage {
            id: at.to_string(),
            title: at.to_string(),
            position: at,
            quote: value.to_owned(),
            start: 10,
            end: 20,
        },
        is_spoken: false,
        is_past: false,
        certainty: 90,
        others: Vec::new(),
    }
}

fn of_lore(attribute: Attribute, value: &str) -> Fact {
    Fact { source: FactSource::Lore, ..fact(0, attribute, value) }
}

fn on(year: i64, month: u32, day: u32, fact: Fact) -> Fact {
    let date = PartialDate { year: Some(year), month: Some(month), day: Some(day) };
    Fact { date: Some(date), date_text: Some(format!("{year}-{month}-{day}")), ..fact }
}

fn tied(other: usize, fact: Fact) -> Fact {
    Fact { other: Some((other, other.to_string())), ..fact }
}

fn quoted(quote: &str, fact: Fact) -> Fact {
    let passage = FactPassage { quote: quote.to_owned(), ..fact.passage.clone() };
    Fact { passage, ..fact }
}

fn rules(facts: Vec<Fact>) -> Vec<&'static str> {
    let ledger = Ledger { facts, ..Ledger::default() };
    contradictions(&ledger).into_iter().map(|it| it.rule).collect()
}

#[test]
fn two_values_that_exclude_each_other_are_a_contradiction() {
    use Attribute as Is;
    let table = [
        (vec![fact(1, Is::Eyes, "blue"), fact(2, Is::Eyes, "brown")], "contradicted_eyes"),
        (vec![of_lore(Is::Hair, "red"), fact(2, Is::Hair, "black")], "contradicted_hair"),
        (vec![fact(1, Is::Age, "31"), fact(2, Is::Age, "24")], "contradicted_age"),
        (vec![fact(1, Is::Age, "31"), fact(2, Is::Age, "47")], "contradicted_age"),
        (vec![fact(1, Is::Rank, "captain"), fact(2, Is::Rank, "major")], "contradicted_rank"),
        (
            vec![fact(1, Is::Profession, "baker"), fact(2, Is::Profession, "notary")],
            "contradicted_profession",
        ),
        (
            vec![tied(1, fact(1, Is::Kinship, "sister")), tied(1, fact(2, Is::Kinship, "aunt"))],
            "contradicted_kinship",
        ),
        (vec![fact(1, Is::Loss, "watch"), fact(2, Is::Possession, "watch")], "lost_thing"),
        (vec![fact(1, Is::Death, "dead"), fact(2, Is::Act, "said")], "dead_acts"),
        (
            vec![
                on(1860, 5, 3, fact(1, Is::Birth, "born")),
                on(1850, 1, 1, fact(2, Is::Death, "dead")),
            ],
            "contradicted_order",
        ),
        (
            vec![
                on(1845, 1, 1, fact(1, Is::Act, "bought")),
                on(1850, 1, 1, fact(2, Is::Birth, "born")),
            ],
            "contradicted_order",
        ),
        (
            vec![
                on(1845, 1, 1, fact(1, Is::Act, "bought")),
                on(1840, 1, 1, fact(2, Is::Death, "dead")),
            ],
            "contradicted_order",
        ),
        (
            vec![
                on(1840, 1, 1, of_lore(Is::Death, "dead")),
                on(1845, 1, 1, fact(2, Is::Act, "bought")),
            ],
            "contradicted_order",
        ),
        // One finding and not two: of who acts behind their death in the text.
        (
            vec![
                on(1840, 1, 1, fact(1, Is::Death, "dead")),
                on(1845, 1, 1, fact(2, Is::Act, "bought")),
            ],
            "dead_acts",
        ),
        (
            vec![
                on(1860, 5, 3, fact(1, Is::Birth, "born")),
                on(1890, 1, 1, fact(2, Is::Age, "40")),
            ],
            "age_against_birth",
        ),
        (
            vec![
                tied(7, on(1890, 5, 3, fact(1, Is::Location, "Bath"))),
                tied(8, on(1890, 5, 3, fact(2, Is::Location, "Bristol"))),
            ],
            "two_locations",
        ),
    ];

    for (facts, rule) in table {
        assert_eq!(rules(facts), [rule]);
    }
}

#[test]
fn what_can_both_be_true_is_none() {
    use Attribute as Is;
    let spoken = |fact: Fact| Fact { is_spoken: true, ..fact };
    let past = |fact: Fact| Fact { is_past: true, ..fact };
    let quoted = |words: &str, fact: Fact| Fact {
        passage: FactPassage { quote: words.to_owned(), ..fact.passage.clone() },
        ..fact
    };
    for facts in [
        vec![fact(1, Is::Eyes, "blue"), spoken(fact(2, Is::Eyes, "brown"))],
        vec![past(fact(1, Is::Hair, "black")), fact(2, Is::Hair, "blond")],
        vec![fact(1, Is::Age, "31"), fact(2, Is::Age, "32")],
        vec![fact(1, Is::Age, "10"), fact(2, Is::Age, "15"), fact(3, Is::Age, "20")],
        vec![fact(1, Is::Rank, "captain"), quoted("became a major", fact(2, Is::Rank, "major"))],
        vec![
            fact(1, Is::Loss, "watch"),
            fact(2, Is::Gain, "watch"),
            fact(3, Is::Possession, "watch"),
        ],
        vec![fact(1, Is::Loss, "gold watch"), fact(2, Is::Possession, "silver watch")],
        vec![fact(1, Is::Possession, "watch"), fact(2, Is::Loss, "watch")],
        vec![fact(1, Is::Act, "said"), fact(2, Is::Death, "dead")],
        vec![tied(1, fact(1, Is::Kinship, "sister")), tied(2, fact(2, Is::Kinship, "aunt"))],
        vec![
            tied(7, on(1890, 5, 3, fact(1, Is::Location, "Bath"))),
            tied(8, on(1890, 5, 4, fact(2, Is::Location, "Bristol"))),
        ],
    ] {
        assert_eq!(rules(facts.clone()), Vec::<&str>::new(), "{facts:?}");
    }
}

#[test]
fn what_a_pronoun_is_said_to_be_is_wrong_where_nobody_can_be_meant() {
    use Attribute as Is;
    let of = |subject: usize, fact: Fact| Fact { subject, ..fact };
    let open = Fact { others: vec![1], ..fact(3, Is::Age, "25") };
    let known = |age: &str| of(1, of_lore(Is::Age, age));
    for (facts, wanted) in [
        (vec![of_lore(Is::Age, "17"), known("10"), open.clone()], &["contradicted_age"][..]),
        (vec![of_lore(Is::Age, "17"), known("25"), open.clone()], &[]),
        (vec![of_lore(Is::Age, "17"), open.clone()], &[]),
        (vec![of_lore(Is::Age, "17"), of(2, of_lore(Is::Age, "10")), open], &[]),
    ] {
        assert_eq!(rules(facts), wanted);
    }
}

#[test]
fn years_that_go_by_make_somebody_older() {
    let facts = vec![fact(1, Attribute::Age, "31"), fact(3, Attribute::Age, "41")];
    let ledger = Ledger { facts, elapsed: vec![(2, 0, 10)], years: None };

    assert_eq!(contradictions(&ledger), []);

    let facts = vec![fact(1, Attribute::Hair, "black"), fact(3, Attribute::Hair, "white")];
    assert_eq!(rules(facts.clone()), ["contradicted_hair"]);
    let ledger = Ledger { facts, elapsed: vec![(2, 0, 10)], years: None };
    assert_eq!(contradictions(&ledger), []);
}

#[test]
fn one_of_two_siblings_is_the_elder() {
    use Attribute as Is;
    let sister = |at, quote| quoted(quote, tied(1, fact(at, Is::Kinship, "sister")));
    let back =
        |at, quote| Fact { subject: 1, ..quoted(quote, tied(0, fact(at, Is::Kinship, "sister"))) };
    let of_two = |at, quote| quoted(quote, fact(at, Is::Relative, "sister"));
    for (facts, wanted) in [
        (vec![sister(1, "Bea’s elder sister"), sister(2, "Bea’s younger sister")], true),
        (vec![sister(1, "Bea’s elder sister"), back(2, "Bea, Ada’s elder sister")], true),
        (vec![sister(1, "Bea’s elder sister"), back(2, "Bea, Ada’s younger sister")], false),
        (vec![sister(1, "Bea’s elder sister"), sister(2, "Bea’s sister")], false),
        (vec![sister(1, "Bea’s elder sister"), sister(2, "Bea’s youngest sister")], false),
        (
            vec![
                back(1, "Bea, Ada’s elder sister"),
                of_two(2, "Ada, the elder of the two sisters"),
            ],
            true,
        ),
        // The other of the two may be somebody else.
        (
            vec![sister(1, "Tom’s younger sister"), of_two(2, "Ada, the elder of the two sisters")],
            false,
        ),
    ] {
        let said: Vec<String> = facts.iter().map(|it| it.passage.quote.clone()).collect();
        let is_found = rules(facts) == ["contradicted_kinship"];
        assert_eq!(is_found, wanted, "{said:?}");
    }
}

#[test]
fn eyes_that_the_lore_calls_dark_are_not_blue() {
    use Attribute as Is;
    let (dark, blue) = (of_lore(Is::Eyes, "dark"), fact(2, Is::Eyes, "blue"));
    assert_eq!(rules(vec![dark.clone(), blue.clone()]), ["contradicted_eyes"]);
    assert!(rules(vec![dark.clone(), quoted("deep blue eyes", blue.clone())]).is_empty());
    assert!(rules(vec![dark.clone(), fact(2, Is::Eyes, "grey")]).is_empty());
    assert!(rules(vec![dark, of_lore(Is::Eyes, "blue"), blue.clone()]).is_empty());
    assert!(rules(vec![fact(1, Is::Eyes, "dark"), blue]).is_empty());
}

#[test]
fn what_somebody_still_is_may_change() {
    use Attribute as Is;
    for (quote, wanted) in [
        ("was still only a lieutenant", 0),
        ("was not yet a lieutenant", 0),
        ("Ada, a lieutenant, stood still", 1),
        ("Ada, still at an inn, was a lieutenant", 1),
    ] {
        let facts =
            vec![quoted(quote, fact(1, Is::Rank, "lieutenant")), fact(2, Is::Rank, "captain")];
        assert_eq!(rules(facts).len(), wanted, "{quote}");
    }
}

#[test]
fn somebody_without_a_relative_has_none() {
    use Attribute as Is;
    let of_other = |fact: Fact| Fact { subject: 1, ..tied(0, fact) };
    for facts in [
        vec![fact(1, Is::Relative, "no sister"), fact(2, Is::Relative, "sister")],
        vec![fact(1, Is::Relative, "no sibling"), of_other(fact(2, Is::Kinship, "brother"))],
        vec![fact(1, Is::Relative, "wife"), fact(2, Is::Relative, "no spouse")],
        vec![tied(1, fact(1, Is::Kinship, "husband")), fact(2, Is::Relative, "no spouse")],
    ] {
        assert_eq!(rules(facts), ["contradicted_kinship"]);
    }
    let married_since = vec![fact(1, Is::Relative, "no spouse"), fact(2, Is::Relative, "wife")];
    assert!(rules(married_since).is_empty());
    let alike = vec![fact(1, Is::Relative, "no sister"), fact(2, Is::Relative, "brother")];
    assert!(rules(alike).is_empty());
}

#[test]
fn an_age_may_be_a_range() {
    use Attribute as Is;
    assert_eq!(
        rules(vec![fact(1, Is::Age, "50-59"), fact(2, Is::Age, "31")]),
        ["contradicted_age"]
    );
    assert!(rules(vec![fact(1, Is::Age, "50-59"), fact(2, Is::Age, "57")]).is_empty());
}

#[test]
fn an_event_without_a_year_is_of_any_time() {
    use Attribute as Is;
    let event = |age| Fact { source: FactSource::Timeline, ..fact(3, Is::Age, age) };
    assert!(rules(vec![of_lore(Is::Age, "79"), event("14")]).is_empty());
    assert!(rules(vec![fact(1, Is::Age, "79"), event("14")]).is_empty());
    let dated = [on(1890, 5, 1, fact(1, Is::Age, "31")), on(1891, 5, 1, event("14"))];
    assert_eq!(rules(dated.into()), ["contradicted_age"]);
}

#[test]
fn lore_contradicts_lore() {
    let lore = |value| of_lore(Attribute::Eyes, value);
    let found =
        contradictions(&Ledger { facts: vec![lore("blue"), lore("brown")], ..Ledger::default() });
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].severity, Severity::High);
}

#[test]
fn a_message_says_when_as_a_reader_would() {
    let in_year = |year: i64, fact: Fact| Fact {
        date: Some(PartialDate { year: Some(year), month: None, day: None }),
        date_text: Some(year.to_string()),
        ..fact
    };
    let birth = in_year(1775, of_lore(Attribute::Birth, "born"));
    let age = in_year(1795, fact(8, Attribute::Age, "26"));
    let found = contradictions(&Ledger { facts: vec![birth, age], ..Ledger::default() });
    assert_eq!(
        found[0].message,
        "Ada was born in 1775 in the lore of “0”, and is 26 years old in 1795 in “8”."
    );
    let birth = on(1790, 5, 3, of_lore(Attribute::Birth, "born"));
    let wedding = in_year(1780, fact(1, Attribute::Wedding, "married"));
    let found = contradictions(&Ledger { facts: vec![birth, wedding], ..Ledger::default() });
    assert!(found[0].message.contains("the birth is on 1790-5-3 in the lore"), "{found:?}");
    assert!(found[0].message.contains("the wedding in 1780 in “1”"), "{found:?}");
}

#[test]
fn somebody_may_be_what_the_lore_says_besides() {
    let trade = |value| of_lore(Attribute::Profession, value);
    let text = |value| fact(1, Attribute::Profession, value);
    assert!(rules(vec![trade("baker"), trade("sexton")]).is_empty());
    assert!(rules(vec![trade("baker"), trade("sexton"), text("sexton")]).is_empty());
    assert_eq!(
        rules(vec![trade("baker"), trade("sexton"), text("lawyer")]),
        ["contradicted_profession"]
    );
}

#[test]
fn as_many_facts_as_a_book_can_have_are_compared_in_a_bounded_way() {
    let ages = (0..40_000).map(|at| fact(at, Attribute::Age, "31"));
    let elapsed = (0..40_000).map(|at| (at, 5, 0)).collect();
    let ledger = Ledger { facts: ages.collect(), elapsed, years: None };
    assert!(contradictions(&ledger).is_empty());
}
