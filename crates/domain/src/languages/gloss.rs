//! Whether a gloss stands under the line it explains, word by word and morpheme by morpheme. It
//! judges places, never meanings: which labels a gloss uses (rules 3 and 5) is the author's affair.
//!
//! Source: Bernard Comrie, Martin Haspelmath and Balthasar Bickel, *The Leipzig Glossing Rules:
//! Conventions for interlinear morpheme-by-morpheme glosses*, Max Planck Institute for Evolutionary
//! Anthropology and University of Leipzig, revised 2008, last change 2015. “Rule” below means one
//! of its rules. The three levels are those of the reader of such texts: lines that do not fit, that
//! fit by words (rule 1), and that fit by morphemes (rule 2).

use schemars::JsonSchema;
use serde::Serialize;
use unicode_normalization::char::is_combining_mark;

crate::words! {
    /// How far a gloss stands under its line.
    pub enum Level {
        /// The number of words is not the same.
        Unaligned = "unaligned",
        /// Each word has its gloss, and the morphemes of some word do not.
        WordAligned = "word_aligned",
        /// Each morpheme has its gloss.
        MorphemeAligned = "morpheme_aligned",
    }
}

/// How a gloss stands under its line, and where it first does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "GlossAlignment")]
pub struct Alignment {
    /// How far they fit.
    #[schemars(with = "String", extend("enum" = Level::WORDS))]
    pub level: Level,
    /// The first place where they do not, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub problem: Option<String>,
}

/// The longest word that is shown whole in a problem, in characters.
const SHOWN_MAX: usize = 60;

/// How `gloss` stands under `line`; none when there is no gloss.
pub fn align(line: &str, gloss: &str) -> Option<Alignment> {
    if gloss.trim().is_empty() {
        return None;
    }
    let pairs = match paired(line, gloss) {
        Ok(pairs) => pairs,
        Err(problem) => {
            return Some(Alignment { level: Level::Unaligned, problem: Some(problem) });
        }
    };
    let problem = pairs.iter().enumerate().find_map(|(at, (word, gloss))| {
        difference(word, gloss).map(|what| format!("word {}, “{}”: {what}", at + 1, shown(word)))
    });
    let level = if problem.is_none() { Level::MorphemeAligned } else { Level::WordAligned };
    Some(Alignment { level, problem })
}

/// The line and its gloss with each word above its gloss (rule 1: left-aligned, word by word); none
/// when they have not the same number of words.
pub fn columns(line: &str, gloss: &str) -> Option<(String, String)> {
    let pairs = paired(line, gloss).ok()?;
    let (mut above, mut below) = (String::new(), String::new());
    for (word, gloss) in &pairs {
        let wide = width(word).max(width(gloss)) + 2;
        for (row, text) in [(&mut above, word), (&mut below, gloss)] {
            row.push_str(text);
            row.extend(std::iter::repeat_n(' ', wide - width(text)));
        }
    }
    Some((above.trim_end().to_owned(), below.trim_end().to_owned()))
}

/// How many places a text takes where every letter is equally wide.
fn width(text: &str) -> usize {
    text.chars().filter(|letter| !is_combining_mark(*letter)).count()
}

/// Each word of the line with its gloss, or why they have not the same number of words.
///
/// Lines are read as they are written and, if that does not fit, as rule 2A and common usage have
/// it: marks of punctuation that stand alone have no gloss, and a bound word that is written apart
/// with its hyphen (`a-nii -láay`) belongs to its neighbour in the line, though not in the gloss.
fn paired(line: &str, gloss: &str) -> Result<Vec<(String, String)>, String> {
    let written = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let spoken =
        |words: &[String]| words.iter().filter(|word| is_spoken(word)).cloned().collect::<Vec<_>>();
    let (words, glosses) = (written(line), written(gloss));
    let (spoken_words, spoken_glosses) = (spoken(&words), spoken(&glosses));
    let joined = joined(&spoken_words);
    let readings = [
        (&words, &glosses),
        (&spoken_words, &glosses),
        (&spoken_words, &spoken_glosses),
        (&joined, &glosses),
        (&joined, &spoken_glosses),
    ];
    match readings.into_iter().find(|(words, glosses)| words.len() == glosses.len()) {
        Some((words, glosses)) => Ok(words.iter().cloned().zip(glosses.iter().cloned()).collect()),
        None => Err(unequal(&spoken_words, &spoken_glosses)),
    }
}

/// Whether a token is more than punctuation. `∅` is an element without a sound (rule 6).
fn is_spoken(token: &str) -> bool {
    token.chars().any(|letter| letter.is_alphanumeric() || letter == '∅')
}

/// Words that were written apart with a hyphen put together (rule 2A).
fn joined(words: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        match joined.last_mut() {
            Some(before) if is_bound(word.chars().next()) || is_bound(before.chars().last()) => {
                before.push_str(word);
            }
            _ => joined.push(word.clone()),
        }
    }
    joined
}

fn is_bound(end: Option<char>) -> bool {
    end.and_then(joint).is_some_and(|joint| joint != '~')
}

fn unequal(words: &[String], glosses: &[String]) -> String {
    let counts =
        format!("{} in the line, {} in the gloss", counted(words.len(), "word"), glosses.len());
    let at = words.len().min(glosses.len());
    match (words.get(at), glosses.get(at)) {
        (Some(word), _) => {
            format!("{counts}: nothing stands under “{}”, word {}", shown(word), at + 1)
        }
        (None, Some(gloss)) => {
            format!("{counts}: “{}”, gloss {}, stands under nothing", shown(gloss), at + 1)
        }
        (None, None) => counts,
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A word as a problem shows it.
fn shown(word: &str) -> String {
    match word.char_indices().nth(SHOWN_MAX) {
        Some((cut, _)) => format!("{}…", &word[..cut]),
        None => word.to_owned(),
    }
}

/// A word taken apart at its boundaries.
#[derive(Debug, Default, PartialEq, Eq)]
struct Parts {
    /// Its morphemes in their order, with the infixes that stand in them.
    morphemes: Vec<String>,
    /// The marks between them: `-` of a morpheme and `=` of a clitic (rule 2), `~` of a
    /// reduplication (rule 10).
    joints: Vec<char>,
    /// The marks inside each infix `<…>` (rule 9). Where in its word an infix is glossed is free.
    infixes: Vec<Vec<char>>,
}

/// The boundary a character marks, if it does; hyphens that only look different are the same.
fn joint(letter: char) -> Option<char> {
    match letter {
        '-' | '\u{2010}' | '\u{2011}' => Some('-'),
        '=' | '~' => Some(letter),
        _ => None,
    }
}

/// What closes a bracket in a gloss whose content has no counterpart in the line: categories that
/// are not overt (rule 6), and inherent ones (rule 7).
fn closing(letter: char) -> Option<char> {
    match letter {
        '[' => Some(']'),
        '(' => Some(')'),
        _ => None,
    }
}

impl Parts {
    fn of_word(word: &str) -> Self {
        Self::of(word, |_| None)
    }

    /// The marks `.` `_` `;` `:` `\` and, outside of an infix, `>` stand between labels of one and
    /// the same morpheme (rules 4, 4A to 4E), so they part nothing.
    fn of_gloss(gloss: &str) -> Self {
        Self::of(gloss, closing)
    }

    fn of(text: &str, closing: impl Fn(char) -> Option<char>) -> Self {
        let mut parts = Self { morphemes: vec![String::new()], ..Self::default() };
        let mut rest = text;
        // What does not close once does not close later: nothing is looked for twice.
        let mut never_closed: Vec<char> = Vec::new();
        while let Some(letter) = rest.chars().next() {
            let end = if letter == '<' { Some('>') } else { closing(letter) };
            let end = end.filter(|end| !never_closed.contains(end));
            let enclosed = end.and_then(|end| rest[1..].split_once(end));
            never_closed.extend(end.filter(|_| enclosed.is_none()));
            let taken = match enclosed {
                // One that is never closed is a sign like any other.
                Some((inside, _)) => inside.len() + 2,
                None => letter.len_utf8(),
            };
            let (piece, after) = rest.split_at(taken);
            rest = after;
            match (enclosed, joint(letter)) {
                (None, Some(joint)) => {
                    parts.joints.push(joint);
                    parts.morphemes.push(String::new());
                    continue;
                }
                (Some((inside, _)), _) if letter == '<' => {
                    parts.infixes.push(inside.chars().filter_map(joint).collect());
                }
                _ => {}
            }
            if let Some(morpheme) = parts.morphemes.last_mut() {
                morpheme.push_str(piece);
            }
        }
        parts
    }
}

/// The first difference between the boundaries of a word and those of its gloss.
fn difference(word: &str, gloss: &str) -> Option<String> {
    let (of_word, of_gloss) = (Parts::of_word(word), Parts::of_gloss(gloss));
    let gloss = shown(gloss);
    let length = of_word.joints.len().max(of_gloss.joints.len());
    let apart = (0..length).find(|at| of_word.joints.get(*at) != of_gloss.joints.get(*at));
    if let Some(at) = apart {
        let counts = format!(
            "{}, {} in its gloss “{gloss}”",
            counted(of_word.morphemes.len(), "morpheme"),
            of_gloss.morphemes.len()
        );
        let morpheme = |parts: &Parts| parts.morphemes.get(at + 1).map(|it| shown(it));
        return Some(match (of_word.joints.get(at), of_gloss.joints.get(at)) {
            (Some(one), Some(other)) => {
                format!("boundary {} is `{one}`, and `{other}` in its gloss “{gloss}”", at + 1)
            }
            (Some(_), None) => {
                let alone = morpheme(&of_word).unwrap_or_default();
                format!("{counts}: nothing stands under “{alone}”")
            }
            _ => {
                let alone = morpheme(&of_gloss).unwrap_or_default();
                format!("{counts}: “{alone}” stands under nothing")
            }
        });
    }
    let (infixes, glossed) = (of_word.infixes.len(), of_gloss.infixes.len());
    if infixes != glossed {
        let ending = if infixes == 1 { "" } else { "es" };
        return Some(format!("{infixes} infix{ending}, {glossed} in its gloss “{gloss}”"));
    }
    let within = (0..infixes).find(|at| of_word.infixes[*at] != of_gloss.infixes[*at])?;
    Some(format!("infix {} has other boundaries in its gloss “{gloss}”", within + 1))
}

#[cfg(test)]
mod tests {
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
        for (line, gloss, wanted, place) in [
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
            assert_eq!(problem(line, gloss), place);
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
        let word = "ʔ".repeat(SHOWN_MAX + 1);

        assert_eq!(
            problem(&word, "a b"),
            "1 word in the line, 2 in the gloss: “b”, gloss 2, stands under nothing"
        );
        let shown = format!("word 1, “{}…”", "ʔ".repeat(SHOWN_MAX));
        assert!(problem(&word, "a-b").starts_with(&shown));
    }

    #[test]
    fn each_word_stands_above_its_gloss() {
        let (above, below) = columns("ka\u{301}-lun vela .", "3SG-dog see").expect("columns");

        assert_eq!(above, "ka\u{301}-lun   vela");
        assert_eq!(below, "3SG-dog  see");
        assert_eq!(columns("a", "b c"), None);
    }

    proptest::proptest! {
        #[test]
        fn a_line_glossed_by_itself_is_aligned(line in "[a-zé<>=~ .,;:'-]{0,40}") {
            let aligned = align(&line, &line);

            proptest::prop_assert!(aligned.is_none_or(|it| it.level == Level::MorphemeAligned));
        }

        #[test]
        fn nothing_makes_it_panic(line in "\\PC{0,40}", gloss in "\\PC{0,40}") {
            let _ = (align(&line, &gloss), columns(&line, &gloss));
        }
    }
}
