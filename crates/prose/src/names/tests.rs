//! Tests of names: which words are names, and what belongs to one.

use super::*;

#[test]
fn forms_of_address_are_no_words_of_a_name() {
    assert_eq!(words_without_address("Dr. John Seward"), ["John", "Seward"]);
    assert_eq!(words_without_address("Count"), ["Count"]);
    assert_eq!(words_without_address("D’Artagnan-Vane"), ["D’Artagnan", "Vane"]);
    assert_eq!(words_without_address(" "), Vec::<&str>::new());
    assert_eq!(compounds_without_address("Mr. Lucan Moss-Hallam"), ["Lucan", "Moss-Hallam"]);
    assert_eq!(compounds_without_address("Stoke-on-Trent - Old"), ["Stoke-on-Trent", "Old"]);
}

fn listed(source: &str) -> Vec<(String, usize, usize)> {
    let text = Text::new(source);
    names(&text).into_iter().map(|name| (name.name, name.count, name.within)).collect()
}

fn check(source: &str, expected: &[(&str, usize, usize)]) {
    let found = listed(source);
    let found: Vec<(&str, usize, usize)> =
        found.iter().map(|(name, count, within)| (name.as_str(), *count, *within)).collect();
    assert_eq!(found, expected, "{source:?}");
}

#[test]
fn names_of_several_words_are_joined_and_counted_once() {
    check(
        "There Van Helsing met Jonathan Harker. Van Helsing’s hat fell. Then Jonathan laughed, \
         and Jonathan Harker too.",
        &[("Van Helsing", 2, 0), ("Jonathan Harker", 2, 0), ("Jonathan", 1, 2)],
    );
}

#[test]
fn forms_of_address_initials_and_small_words_belong_to_a_name() {
    check(
        "We saw Mrs. Westenra and old Dr. John Seward.",
        &[("Mrs. Westenra", 1, 0), ("Dr. John Seward", 1, 0)],
    );
    check(
        "Here Quincey P. Morris met Ludwig van Beethoven.",
        &[("Quincey P. Morris", 1, 0), ("Ludwig van Beethoven", 1, 0)],
    );
    check("He met Count Dracula. The Count bowed.", &[("Count Dracula", 1, 0), ("Count", 1, 1)]);
    check(
        "Tea was had at Robin Hood’s Bay with Lucy’s Mother.",
        &[("Robin Hood’s Bay", 1, 0), ("Lucy", 1, 0), ("Mother", 1, 0)],
    );
}

#[test]
fn marks_and_titles_join_and_part_names() {
    check(
        "We saw Coutts & Co. and at Fenchurch Street Lord Godalming and the Un-Dead.",
        &[
            ("Coutts & Co", 1, 0),
            ("Fenchurch Street", 1, 0),
            ("Lord Godalming", 1, 0),
            ("Un-Dead", 1, 0),
        ],
    );
}

#[test]
fn common_words_join_a_row_of_capitals_but_make_no_name_alone() {
    check(
        "A black cat crossed the Black Sea. The sea was calm. Black it was.",
        &[("Black Sea", 1, 0)],
    );
    check(
        "Then Lucy saw the Master. A master he was. My Lucy! Poor Lucy! Oh, Lucy.",
        &[("Lucy", 4, 0)],
    );
}

#[test]
fn kinds_are_distinguished() {
    let text =
        Text::new("On Monday the English Professor met a Szekely and left with Mina in May.");

    let kinds: Vec<(String, NameKind)> =
        names(&text).into_iter().map(|name| (name.name, name.kind)).collect();

    assert_eq!(
        kinds,
        [
            ("Monday".to_owned(), NameKind::Calendar),
            ("English".to_owned(), NameKind::Demonym),
            ("Professor".to_owned(), NameKind::Title),
            ("Szekely".to_owned(), NameKind::Demonym),
            ("Mina".to_owned(), NameKind::Name),
            ("May".to_owned(), NameKind::Calendar),
        ]
    );
}

#[test]
fn forms_of_address_tell_whom_they_are_for() {
    for (name, wanted) in [
        ("Mrs. Harker", Some(Addressee::Woman)),
        ("Lord Godalming", Some(Addressee::Man)),
        ("Dr. Seward", None),
        ("Mina Harker", None),
    ] {
        assert_eq!(addressee(name), wanted, "{name}");
    }
}

#[test]
fn capitals_for_other_reasons_are_no_names() {
    check("Then he came. “My dear, Then what? Oh, I know!” I said. It was I—No.", &[]);
    check("III\n\nThe Last Day of Summer\n\nIt was hot. He said: “Never.”", &[]);
    check("", &[]);
    check("STOP IT NOW", &[]);
}

#[test]
fn an_ordinary_word_is_told_from_a_name() {
    let text =
        Text::new("So Rose went to the Gate, the Fourth, with Harro and Quentin Vale. So we left.");

    let ordinary = |name: Name| (name.is_ordinary_word(), name.name);
    let mut found: Vec<(bool, String)> = names(&text).into_iter().map(ordinary).collect();
    found.sort();

    let expected = [
        (false, "Harro"),
        (false, "Quentin Vale"),
        (false, "Rose"),
        (true, "Fourth"),
        (true, "Gate"),
    ];
    assert_eq!(found, expected.map(|(is_ordinary, name)| (is_ordinary, name.to_owned())));
}

#[test]
fn variants_tell_where_a_name_stands_inside_longer_ones() {
    let text = Text::new(
        "So Lucy came. And Miss Lucy sang. And Lucy Westenra sat with Miss Lucy, as Lucy does.",
    );

    let lucy = names(&text).into_iter().find(|name| name.name == "Lucy").unwrap();

    assert_eq!((lucy.count, lucy.within), (2, 3));
    let variants: Vec<(&str, usize)> =
        lucy.variants.iter().map(|variant| (variant.name.as_str(), variant.count)).collect();
    assert_eq!(variants, [("Miss Lucy", 2), ("Lucy Westenra", 1)]);
    assert_eq!(lucy.first.of(text.source()), "Lucy");
    assert_eq!(lucy.spans.len(), 2);
}
