//! Which English word a word that no list has is probably meant to be: one that differs by one letter that
//! was inserted, left out, changed or swapped with its neighbour, or by two that are doubled, not doubled, or
//! other vowels. A word that is formed as English forms words (*limeless*, *visitings*) is meant as it stands.

use crate::lists::is_irregular_act;
use crate::words::{WordClass, WordCursor, word_class};

/// Letters from which on a less frequent word may be meant: the longer a word, the fewer are like it.
const LONG_LETTERS_MIN: usize = 8;

/// Letters from which on a word may have two such errors.
const TWO_ERRORS_LETTERS_MIN: usize = 7;

/// Letters of a short word, of which only the plainest errors are seen.
const SHORT_LETTERS_MAX: usize = 4;

/// Letters of a part of a word that is put together of two.
const PART_LETTERS_MIN: usize = 3;

/// What a word is probably meant to be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Meant {
    pub(super) word: String,
    /// Whether the word differs as older spellings do: *surprize*, *expence*, *stampt*.
    pub(super) is_archaic: bool,
}

/// Errors that are so frequent that they need no proof, among them some that a list for crosswords has as
/// rare words, and some that differ more.
const KNOWN_ERRORS: [(&str, &str); 44] = [
    ("adn", "and"),
    ("alot", "a lot"),
    ("arguements", "arguments"),
    ("aswell", "as well"),
    ("atleast", "at least"),
    ("compleatly", "completely"),
    ("definatly", "definitely"),
    ("eachother", "each other"),
    ("expierence", "experience"),
    ("extreamly", "extremely"),
    ("greatful", "grateful"),
    ("hte", "the"),
    ("infact", "in fact"),
    ("infront", "in front"),
    ("inspite", "in spite"),
    ("maintainance", "maintenance"),
    ("millenium", "millennium"),
    ("neccesary", "necessary"),
    ("nife", "knife"),
    ("noone", "no one"),
    ("ofcourse", "of course"),
    ("ourselfs", "ourselves"),
    ("publically", "publicly"),
    ("sargent", "sergeant"),
    ("scenary", "scenery"),
    ("seargent", "sergeant"),
    ("sliped", "slipped"),
    ("stoped", "stopped"),
    ("taht", "that"),
    ("teh", "the"),
    ("themselfs", "themselves"),
    ("thier", "their"),
    ("thign", "thing"),
    ("tobbaco", "tobacco"),
    ("tommorow", "tomorrow"),
    ("tommorrow", "tomorrow"),
    ("twighlight", "twilight"),
    ("undoubtably", "undoubtedly"),
    ("wether", "whether"),
    ("whith", "with"),
    ("wich", "which"),
    ("wierdly", "weirdly"),
    ("yeild", "yield"),
    ("yuo", "you"),
];

/// What a frequent error is meant to be.
pub(super) fn known_error(word: &str) -> Option<&'static str> {
    let at = KNOWN_ERRORS.binary_search_by(|it| it.0.cmp(word)).ok()?;
    KNOWN_ERRORS.get(at).map(|it| it.1)
}

/// What a word that no list has is probably meant to be; none where nothing is near, or it is formed as
/// English forms words.
pub(super) fn meant(word: &str) -> Option<Meant> {
    if let Some(meant) = known_error(word) {
        return Some(Meant { word: meant.to_owned(), is_archaic: false });
    }
    if is_formed(word) {
        return None;
    }
    let meant = by_one_letter(word).or_else(|| by_two_soft_errors(word))?;
    Some(Meant { is_archaic: is_archaic(word, &meant), word: meant })
}

/// Whether a word is put together of known ones by the rules of English.
fn is_formed(word: &str) -> bool {
    const PREFIXES: [&str; 18] = [
        "un", "in", "re", "over", "under", "out", "fore", "mis", "non", "dis", "be", "en", "up",
        "co", "pre", "anti", "inter", "super",
    ];
    const SUFFIXES: [&str; 13] = [
        "less", "like", "ish", "wise", "ward", "wards", "fold", "ship", "hood", "let", "ling",
        "most", "ness",
    ];
    let is_known = |part: &str, class: WordClass| {
        part.len() >= PART_LETTERS_MIN && word_class(part).is_some_and(|it| it <= class)
    };
    let is_plural = word.strip_suffix('s').is_some_and(|stem| is_known(stem, WordClass::Rare))
        || word.strip_suffix("es").is_some_and(|stem| is_known(stem, WordClass::Known));
    // “dissapear” is no “dis” with another word: what follows a prefix is in daily use.
    let is_prefixed = PREFIXES.iter().any(|prefix| {
        let stem = word.strip_prefix(prefix).unwrap_or_default();
        stem.len() > SHORT_LETTERS_MAX && is_known(stem, WordClass::Known)
    });
    let is_suffixed = SUFFIXES.iter().any(|suffix| {
        let stem = word.strip_suffix(suffix).unwrap_or_default();
        !stem.ends_with('y') && is_known(stem, WordClass::Known)
    });
    let is_compound =
        (PART_LETTERS_MIN..word.len().saturating_sub(PART_LETTERS_MIN - 1)).any(|at| {
            let (one, other) = word.split_at(at);
            !matches!(
                other,
                "full" | "all" | "ely" | "ally" | "ting" | "ning" | "red" | "ring" | "led" | "ling"
            ) && is_known(one, WordClass::Common)
                && is_known(other, WordClass::Common)
        });
    // “legacied”, “stampt”: past forms that no list has.
    let is_past = word
        .strip_suffix("ied")
        .is_some_and(|stem| is_known(&format!("{stem}y"), WordClass::Known))
        || word.strip_suffix('t').is_some_and(|stem| {
            let doubled = stem.chars().next_back().map(|last| format!("{stem}{last}ed"));
            doubled.is_some_and(|it| is_known(&it, WordClass::Rare))
        });
    is_past || is_plural || is_prefixed || is_suffixed || is_compound || is_derived(word)
}

/// Whether a word is a known one with an ending of English that no list has it with, and no other spelling with that
/// ending is known: “tornadoed”, “revolvingly”, “glidest”, and not “stoped”, “shiney”.
fn is_derived(word: &str) -> bool {
    /// Verbs of daily use whose past has another form.
    const IRREGULAR: [&str; 16] = [
        "buy", "catch", "feel", "hear", "keep", "lay", "learn", "leave", "mean", "pay", "say",
        "seek", "sleep", "teach", "tell", "think",
    ];
    const ENDINGS: [&str; 9] = ["ing", "ed", "est", "st", "y", "ise", "ize", "ised", "ized"];
    let is_known = |stem: &str| {
        stem.len() >= PART_LETTERS_MIN && word_class(stem).is_some_and(|it| it <= WordClass::Known)
    };
    // “besooted”, “unlimbed”
    let bare = ["un", "be"].iter().find_map(|prefix| word.strip_prefix(prefix));
    let with_ending = |word: &str, ending: &str| {
        let Some(stem) = word.strip_suffix(ending).filter(|it| is_known(it)) else { return false };
        let Some(last) = stem.chars().next_back() else { return false };
        let shorter = stem.strip_suffix(['e', 'y']).unwrap_or(stem);
        // “stopped”, “shiny”, “suddenly”, “happiest”, “angry”
        let others = [
            Some(format!("{stem}{last}{ending}")),
            Some(format!("{shorter}{ending}")),
            (ending == "y").then(|| format!("{stem}ly")),
            stem.ends_with('y').then(|| format!("{shorter}i{ending}")),
            stem.strip_suffix("er").map(|it| format!("{it}r{ending}")),
        ];
        let is_other = |it: &String| it != word && word_class(it).is_some();
        let is_irregular = ending == "ed" && (is_irregular_act(stem) || IRREGULAR.contains(&stem));
        let is_changed =
            ending == "ing" && stem.ends_with("ie") || ending == "st" && !stem.ends_with('e');
        !is_irregular && !is_changed && !others.iter().flatten().any(is_other)
    };
    // “bowsmen”
    let is_of_men =
        word.strip_suffix("men").is_some_and(|stem| word_class(&format!("{stem}man")).is_some());
    let is_adverb = word
        .strip_suffix("ly")
        .is_some_and(|stem| stem.ends_with("ing") && word_class(stem).is_some());
    let derived = |word: &str| ENDINGS.iter().any(|ending| with_ending(word, ending));
    is_of_men || is_adverb || derived(word) || bare.is_some_and(|it| with_ending(it, "ed"))
}

/// How a word differs from the one that is meant, the most frequent kind of error first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ErrorKind {
    Swapped,
    Doubled,
    LeftOut,
    Vowel,
    Sound,
    Inserted,
    Changed,
}

fn by_one_letter(word: &str) -> Option<String> {
    let limit = if word.len() >= LONG_LETTERS_MIN { WordClass::Known } else { WordClass::Common };
    let is_short = word.len() <= SHORT_LETTERS_MAX;
    let limit = if is_short { WordClass::Frequent } else { limit };
    let mut all: Vec<(Vec<u8>, ErrorKind, usize)> = Vec::new();
    each_near(word.as_bytes(), &mut |kind, near| {
        let is_plain = matches!(kind, ErrorKind::Swapped | ErrorKind::LeftOut);
        if !is_short || is_plain {
            all.push((near.to_vec(), kind, all.len()));
        }
    });
    all.sort_unstable();
    let mut cursor = WordCursor::new();
    let known = all.into_iter().filter_map(|(near, kind, nth)| {
        let class = cursor.class(&near).filter(|it| *it <= limit)?;
        // Among words that are about as frequent, the likeliest error counts more.
        Some(((class.max(WordClass::Common), kind, nth), near))
    });
    known.min().and_then(|(_, near)| String::from_utf8(near).ok())
}

/// Calls with every word that differs by one letter. The first letter stays, for hardly anybody errs there.
fn each_near(word: &[u8], call: &mut impl FnMut(ErrorKind, &[u8])) {
    let mut near = Vec::with_capacity(word.len() + 1);
    let mut with = |kind: ErrorKind, before: &[u8], middle: &[u8], after: &[u8]| {
        near.clear();
        near.extend_from_slice(before);
        near.extend_from_slice(middle);
        near.extend_from_slice(after);
        call(kind, &near);
    };
    for at in 1..word.len() {
        let (before, after) = word.split_at(at);
        if let [one, other, rest @ ..] = after {
            with(ErrorKind::Swapped, before, &[*other, *one], rest);
        }
        let is_double = before.ends_with(&after[..1]);
        let kind = if is_double { ErrorKind::Doubled } else { ErrorKind::Inserted };
        with(kind, before, &[], &after[1..]);
        for letter in b'a'..=b'z' {
            let is_beside = before.last() == Some(&letter) || after.first() == Some(&letter);
            let kind = if is_beside { ErrorKind::Doubled } else { ErrorKind::LeftOut };
            with(kind, before, &[letter], after);
            if letter != after[0] {
                let kind = match (letter, after[0]) {
                    (one, other) if is_vowel(one) && is_vowel(other) => ErrorKind::Vowel,
                    (b's', b'z' | b'c') | (b'z' | b'c', b's') | (b'c', b'k') | (b'k', b'c') => {
                        ErrorKind::Sound
                    }
                    _ => ErrorKind::Changed,
                };
                with(kind, before, &[letter], &after[1..]);
            }
        }
    }
    for letter in b'a'..=b'z' {
        let kind =
            if word.last() == Some(&letter) { ErrorKind::Doubled } else { ErrorKind::LeftOut };
        with(kind, word, &[letter], &[]);
    }
}

const fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

/// A word that differs by two letters that are doubled, not doubled, or other vowels.
fn by_two_soft_errors(word: &str) -> Option<String> {
    if word.len() < TWO_ERRORS_LETTERS_MIN {
        return None;
    }
    let ones = soft_errors(word.as_bytes());
    let mut all: Vec<Vec<u8>> = ones.iter().flat_map(|one| soft_errors(one)).collect();
    all.sort_unstable();
    all.dedup();
    let mut cursor = WordCursor::new();
    let known = all.into_iter().filter_map(|near| {
        let class = cursor.class(&near).filter(|it| *it <= WordClass::Common)?;
        Some((class, near))
    });
    known.min().and_then(|(_, near)| String::from_utf8(near).ok())
}

fn soft_errors(word: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for at in 1..word.len() {
        let letter = word[at];
        let with = |middle: &[u8]| [&word[..at], middle, &word[at + 1..]].concat();
        if letter == word[at - 1] {
            found.push(with(&[]));
        } else if is_vowel(letter) {
            let others = b"aeiouy".iter().filter(|vowel| **vowel != letter);
            found.extend(others.map(|vowel| with(&[*vowel])));
            found.push(with(&[]));
        } else if word.get(at + 1) != Some(&letter) {
            found.push(with(&[letter, letter]));
        }
        if is_vowel(letter) && word.get(at + 1).copied().is_some_and(is_vowel) {
            let swapped = [&word[..at], &[word[at + 1], letter], &word[at + 2..]].concat();
            found.push(swapped);
        }
    }
    found
}

/// Whether a word differs from what is meant as older spellings do.
fn is_archaic(word: &str, meant: &str) -> bool {
    const PAIRS: [(&str, &str); 22] = [
        ("z", "s"),
        ("s", "z"),
        ("c", "s"),
        ("s", "c"),
        ("y", "i"),
        ("i", "y"),
        ("e", "ea"),
        ("oa", "o"),
        ("ou", "o"),
        ("u", ""),
        ("k", ""),
        ("l", ""),
        ("", "l"),
        ("e", ""),
        ("", "e"),
        ("ph", "f"),
        ("x", "ct"),
        ("a", ""),
        ("o", "u"),
        ("gu", "g"),
        ("t", "s"),
        ("i", "e"),
    ];
    let shared = word.bytes().zip(meant.bytes()).take_while(|(one, other)| one == other).count();
    let (rest, meant_rest) = (&word[shared..], &meant[shared..]);
    let ends = rest.bytes().rev().zip(meant_rest.bytes().rev());
    let same_end = ends.take_while(|(one, other)| one == other).count();
    let pair = (&rest[..rest.len() - same_end], &meant_rest[..meant_rest.len() - same_end]);
    // dropt, stampt: what is near them is rarely what is meant.
    let is_past = word.strip_suffix('t').is_some_and(|stem| {
        let doubled = stem.chars().next_back().map(|last| format!("{stem}{last}ed"));
        word_class(&format!("{stem}ed")).is_some()
            || doubled.is_some_and(|it| word_class(&it).is_some())
    });
    // encrease, incumber: of the first letter and the second one is kept.
    let is_prefix = shared == 1 && ["u", "i", "e"].iter().any(|it| word.starts_with(it));
    is_past || is_prefix || PAIRS.contains(&pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_is_meant_to_be_the_likeliest_one_near_it() {
        for (word, wanted) in [
            ("recieve", "receive"),
            ("untill", "until"),
            ("begining", "beginning"),
            ("occured", "occurred"),
            ("seperate", "separate"),
            ("definately", "definitely"),
            ("tommorow", "tomorrow"),
            ("accomodation", "accommodation"),
            ("embarassed", "embarrassed"),
            ("neccessary", "necessary"),
            ("goverment", "government"),
            ("beautifull", "beautiful"),
            ("suddnely", "suddenly"),
            ("dissapear", "disappear"),
            ("thsi", "this"),
            ("becaus", "because"),
            ("writting", "writing"),
            ("lanturn", "lantern"),
            ("wich", "which"),
            ("shephard", "shepherd"),
            ("wispered", "whispered"),
        ] {
            assert_eq!(meant(word).map(|it| it.word).as_deref(), Some(wanted), "{word}");
        }
    }

    #[test]
    fn a_word_that_is_formed_by_rule_is_meant_as_it_stands() {
        for word in [
            "limeless",
            "throbbings",
            "goodnights",
            "handywork",
            "unrelaxed",
            "zzyzzx",
            "revolvingly",
            "glidest",
            "showest",
            "cherrying",
            "tornadoed",
            "besooted",
            "unlimbed",
            "spiralise",
            "spermy",
            "bowsmen",
        ] {
            assert_eq!(meant(word), None, "{word}");
        }
        for word in [
            "stoped",
            "shiney",
            "finaly",
            "beautifuly",
            "writeing",
            "begining",
            "bigest",
            "cryed",
            "particulary",
            "suddeny",
            "heared",
            "angery",
            "hungery",
            "lieing",
            "teached",
            "buyed",
            "happyest",
            "hopeing",
            "carryed",
        ] {
            assert!(meant(word).is_some(), "{word}");
        }
    }

    #[test]
    fn older_spellings_are_told() {
        for word in ["teazing", "stampt", "expences", "incumbrances", "tremour", "sorrowfull"] {
            assert!(meant(word).is_none_or(|it| it.is_archaic), "{word}");
        }
        for word in ["recieve", "definately", "wispered", "begining"] {
            assert!(meant(word).is_some_and(|it| !it.is_archaic), "{word}");
        }
    }

    #[test]
    fn known_errors_are_in_their_order() {
        assert!(KNOWN_ERRORS.is_sorted());
    }
}
