//! Tests of glosses: the examples of the rules themselves, the place of the first misalignment, and
//! what parts nothing.

use super::*;

fn level(line: &str, gloss: &str) -> Level {
    align(line, gloss).expect("a gloss").level
}

fn problem(line: &str, gloss: &str) -> String {
    align(line, gloss).expect("a gloss").problem.expect("a problem")
}

/// Examples of the rules' own text, with the rule each stands for.
#[test]
fn the_examples_of_the_rules_are_aligned() {
    for (rule, line, gloss) in [
        ("1", "Mereka di Jakarta sekarang.", "they in Jakarta now"),
        (
            "2",
            "Gila abur-u-n ferma hamišaluǧ güǧüna amuq’-da-č.",
            "now they-OBL-GEN farm forever behind stay-FUT-NEG",
        ),
        ("2", "palasi=lu niuirtur=lu", "priest=and shopkeeper=and"),
        ("2A", "a-nii -láay", "3SG-laugh-FUT"),
        ("3", "My s Marko poexa-l-i avtobus-om", "1PL COM Marko go-PST-PL bus-INS"),
        ("4", "çık-mak", "come.out-INF"),
        ("4", "insul-arum", "island-GEN.PL"),
        ("4A", "çık-mak", "come_out-INF"),
        ("4B", "aux chevaux", "to;ART;PL horse;PL"),
        ("4C", "n=apedani mehuni essandu", "CONN=that:DAT;SG time:DAT;SG eat:they:shall"),
        ("4D", "unser-n Väter-n", "our-DAT.PL father\\PL-DAT.PL"),
        ("4E", "nanggayan guny-bi-yarluga?", "who 2DU>3SG-FUT-poke"),
        ("5", "and-iamo", "go-PRS.1PL"),
        ("6", "puer", "boy[NOM.SG]"),
        ("6", "puer-Ø", "boy-NOM.SG"),
        ("6", "puer-∅", "boy-NOM.SG"),
        ("7", "ož-di-g xõxe m-uq'e-r", "boy-OBL-AD tree(G4) G4-bend-PRET"),
        ("8", "na-wíčha-wa-xʔu", "hear-3PL.UND-1SG.ACT-hear"),
        ("8", "na-wíčha-wa-xʔu", "hear-3PL.UND-1SG.ACT-STEM"),
        ("9", "b<um>ili", "<COMPFOC>buy"),
        ("9", "reli<n>qu-ere", "leave<PRS>-INF"),
        ("10", "yerak~rak-im", "green~ATT-M.PL"),
        ("10", "bi~bili", "IPFV~buy"),
        ("10", "b<um>i~bili", "<ACTFOC>IPFV~buy"),
    ] {
        assert_eq!(
            align(line, gloss),
            Some(Alignment { level: Level::MorphemeAligned, problem: None }),
            "rule {rule}: {line} / {gloss}"
        );
    }
}

#[test]
fn the_first_misalignment_is_named() {
    for (line, gloss, wanted, wanted_problem) in [
        (
            "palasi=lu",
            "priest-and",
            Level::WordAligned,
            "word 1, “palasi=lu”: boundary 1 is `=`, and `-` in its gloss “priest-and”",
        ),
        (
            "gila abur-u-n",
            "now they-OBL",
            Level::WordAligned,
            "word 2, “abur-u-n”: 3 morphemes, 2 in its gloss “they-OBL”: nothing stands under \
             “n”",
        ),
        (
            "lun",
            "dog-PL",
            Level::WordAligned,
            "word 1, “lun”: 1 morpheme, 2 in its gloss “dog-PL”: “PL” stands under nothing",
        ),
        (
            "bumili",
            "<COMPFOC>buy",
            Level::WordAligned,
            "word 1, “bumili”: 0 infixes, 1 in its gloss “<COMPFOC>buy”",
        ),
        (
            "b<um-i>li",
            "<ACT>buy",
            Level::WordAligned,
            "word 1, “b<um-i>li”: infix 1 has other boundaries in its gloss “<ACT>buy”",
        ),
        (
            "bi~bili",
            "IPFV-buy",
            Level::WordAligned,
            "word 1, “bi~bili”: boundary 1 is `~`, and `-` in its gloss “IPFV-buy”",
        ),
        (
            "mi lun vela",
            "1SG dog",
            Level::Unaligned,
            "3 words in the line, 2 in the gloss: nothing stands under “vela”, word 3",
        ),
        (
            "lun",
            "dog see",
            Level::Unaligned,
            "1 word in the line, 2 in the gloss: “see”, gloss 2, stands under nothing",
        ),
        (
            "",
            "dog",
            Level::Unaligned,
            "0 words in the line, 1 in the gloss: “dog”, gloss 1, stands under nothing",
        ),
    ] {
        assert_eq!(level(line, gloss), wanted, "{line} / {gloss}");
        assert_eq!(problem(line, gloss), wanted_problem);
    }
}

#[test]
fn a_gloss_that_is_not_there_is_not_judged() {
    for gloss in ["", " \n "] {
        assert_eq!(align("lun", gloss), None);
    }
}

#[test]
fn what_parts_nothing_parts_nothing() {
    for (line, gloss) in [
        // Punctuation that stands alone, in either line or in both.
        ("— Où est-il ?", "where be-3SG"),
        ("lun , vela !", "dog see"),
        ("lun vela", "dog , see ."),
        ("lun vela ?", "dog see ?"),
        // What is unknown is glossed so.
        ("lun vela", "dog ?"),
        // Brackets of the gloss have no counterpart, whatever they hold.
        ("lun", "dog[-PL]"),
        ("lun", "dog(CL=3)"),
        ("puer", "boy [NOM.SG]"),
        ("lun vela", "dog (of the -yard) see"),
        ("lun vela", "dog[of (two) yards] see"),
        ("lun vela", "dog (see"),
        // Brackets that are never closed are signs like any other.
        ("lun-ar", "dog(-PL"),
        ("a<b-c", "d<e-f"),
        ("ka-lun", "3SG>1SG-see"),
        // Affixes that stand alone.
        ("-lar -ler", "-PL -PL"),
        // Hyphens of other looks.
        ("ka\u{2011}lun", "3SG\u{2010}see"),
    ] {
        assert_eq!(level(line, gloss), Level::MorphemeAligned, "{line} / {gloss}");
    }
}

#[test]
fn the_same_number_of_boundaries_on_other_words_is_found() {
    assert_eq!(
        problem("a-b c", "A B-C"),
        "word 1, “a-b”: 2 morphemes, 1 in its gloss “A”: nothing stands under “b”"
    );
}

#[test]
fn a_long_word_is_cut_where_it_is_shown() {
    let word = "ʔ".repeat(WORD_CHARS_MAX + 1);

    assert_eq!(
        problem(&word, "a b"),
        "1 word in the line, 2 in the gloss: “b”, gloss 2, stands under nothing"
    );
    let wanted = format!("word 1, “{}…”", "ʔ".repeat(WORD_CHARS_MAX));
    assert!(problem(&word, "a-b").starts_with(&wanted));
}

#[test]
fn each_word_stands_above_its_gloss() {
    let (above, below) = columns("ka\u{301}-lun vela .", "3SG-dog see").expect("columns");

    assert_eq!(above, "ka\u{301}-lun   vela");
    assert_eq!(below, "3SG-dog  see");
    assert_eq!(columns("a", "b c"), None);
}

#[test]
fn a_word_is_known_as_a_whole_or_by_all_its_morphemes() {
    let unknown = |line: &str, lexicon: &[&str]| {
        line_words(line)
            .filter(|word| !word.is_known(|form| lexicon.contains(&form)))
            .map(|word| word.whole)
            .collect::<Vec<_>>()
    };

    for (line, lexicon, left) in [
        ("— lun, esha! “vela”?", vec!["lun"], vec!["esha", "vela"]),
        ("lun-ar", vec!["lunar"], vec![]),
        ("lun-ar", vec!["lun-ar"], vec![]),
        ("lun-ar", vec!["lun", "-ar"], vec![]),
        ("ka-lun", vec!["lun", "ka-"], vec![]),
        ("esha=ra", vec!["esha", "ra"], vec![]),
        ("lun-ar", vec!["lun"], vec!["lun-ar"]),
        ("lun-ar", vec!["-ar", "lu"], vec!["lun-ar"]),
        ("b<um>ili", vec!["bumili"], vec![]),
        ("b<um>ili", vec!["bili", "<um>"], vec![]),
        ("b<um>ili", vec!["bili"], vec!["b<um>ili"]),
        ("bi~bili", vec!["bibili"], vec![]),
        ("t’la -", vec!["t’la"], vec![]),
        ("lun-∅ ∅", vec!["lun"], vec![]),
        ("lun∅", vec!["lun"], vec![]),
        ("lun-∅", vec!["esha"], vec!["lun-∅"]),
        ("b<∅>ili", vec!["bili"], vec![]),
        ("‘esha vela’", vec!["esha", "vela"], vec![]),
        ("'esha vel-a'", vec!["esha", "vel", "-a"], vec![]),
        ("‘esha vela’", vec!["esha", "vela’"], vec![]),
        ("‘esha vela’", vec!["esha"], vec!["vela’"]),
        ("", vec![], vec![]),
    ] {
        assert_eq!(unknown(line, &lexicon), left, "{line} {lexicon:?}");
    }
}

proptest::proptest! {
    #[test]
    fn a_line_glossed_by_itself_is_aligned(line in "[a-zé<>=~ .,;:'-]{0,40}") {
        let aligned = align(&line, &line);

        proptest::prop_assert!(aligned.is_none_or(|it| it.level == Level::MorphemeAligned));
    }

    #[test]
    fn nothing_makes_it_panic(line in "\\PC{0,40}", gloss in "\\PC{0,40}") {
        let _ = (align(&line, &gloss), columns(&line, &gloss), line_words(&line).count());
    }
}
