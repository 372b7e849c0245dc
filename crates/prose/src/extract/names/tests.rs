//! The capitals of small texts.

use super::*;

fn read(source: &str) -> Vec<(String, Cues)> {
    let extract = NameExtract::of(&Text::new(source));
    let row = |position: &RowPosition| (extract.rows[position.row].text.clone(), position.cues);
    extract.positions.iter().map(row).collect()
}

#[test]
fn a_row_is_what_stands_together_in_capitals() {
    for (source, wanted) in [
        ("There stood Mr.\nJonathan  Harker’s wife.", &["Mr. Jonathan Harker"][..]),
        (
            "Then came Quincey P. Morris and Ludwig van Beethoven.",
            &["Quincey P. Morris", "Ludwig van Beethoven"],
        ),
        ("We saw Robin Hood’s Bay, and I left.", &["Robin Hood’s Bay"]),
        (
            "The clerk Augustine St. Clare wrote to Lucy’s Aunt Hester.",
            &["Augustine St. Clare", "Lucy", "Aunt Hester"],
        ),
        ("We read of Coutts & Co and the Un-Dead.", &["Coutts & Co", "Un-Dead"]),
        ("And so I will go, said Will.", &["Will"]),
    ] {
        let rows: Vec<String> = read(source).into_iter().map(|(row, _)| row).collect();
        assert_eq!(rows, wanted, "{source}");
    }
}

#[test]
fn what_stands_around_a_row_is_noted() {
    for (source, cue, wanted) in [
        ("“Yes,” said Ham.", Cue::Speech, true),
        ("They called Ham.", Cue::Speech, false),
        ("Then Ham went home.", Cue::Act, true),
        ("“Come, Ham, and sit.”", Cue::Vocative, true),
        ("“We saw Ham there.”", Cue::Vocative, false),
        ("In the town of Ham they sat.", Cue::LocationNoun, true),
        ("We met Ham. He smiled.", Cue::He, true),
        ("We met Ham. “He smiled.”", Cue::He, false),
        ("We met Ham, Joe and her.", Cue::She, false),
        ("We took Ham’s hand.", Cue::Own, true),
        ("We met her brother Ham.", Cue::Role, true),
    ] {
        let rows = read(source);
        let (_, cues) = rows.iter().find(|(row, _)| row == "Ham").unwrap();
        assert_eq!(cues.has(cue), wanted, "{source}");
    }
}

#[test]
fn words_are_counted_by_their_case() {
    let extract = NameExtract::of(&Text::new("The count met Lucy. Lucy’s dog met the Count."));

    let case = |word: &str| extract.cased.iter().find(|(it, _)| it == word).map(|(_, case)| *case);
    assert_eq!(case("lucy"), Some(WordCase { small: 0, inside: 1, opening: 1 }));
    assert_eq!(case("count"), Some(WordCase { small: 1, inside: 1, opening: 0 }));
    assert_eq!(extract.small_words().collect::<Vec<_>>(), [("dog", 1), ("met", 2)]);
}
