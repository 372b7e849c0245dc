//! Syllables of English words: a list of exceptions, then rules about vowels. Right for most words,
//! and wrong in a way that stays the same from text to text, which is what readability needs.

use crate::lists::{SILENT_E_PREFIXES, SYLLABLE_EXCEPTIONS};

/// Counts the syllables of a word as it is spoken; at least one for anything.
///
/// The word is taken in any case, with any kind of apostrophe. A number counts one syllable per
/// digit ("1897" has more or less as many); letters outside the Latin script count as vowels one by
/// one. In detail: groups of vowels are counted, with *y* as a vowel between consonants and a
/// consonant between vowels; a silent final *e* and the *e* of -es and -ed are not counted where
/// they are not spoken; vowels that are spoken apart (*i-a*, *e-o*, *u-a* …) are counted twice; -le,
/// -re, -sm and -thm after a consonant have a syllable of their own.
pub fn syllables(word: &str) -> usize {
    let mut lower = String::with_capacity(word.len());
    for letter in word.chars() {
        match letter {
            '\u{2019}' | '\u{2bc}' => lower.push('\''),
            letter => lower.extend(letter.to_lowercase()),
        }
    }
    contracted(&lower).max(1)
}

/// A word that may end in an apostrophe and what is left of another.
fn contracted(word: &str) -> usize {
    if let Some(&count) = SYLLABLE_EXCEPTIONS.get(word) {
        return count;
    }
    let Some(at) = word.rfind('\'') else { return written(word) };
    let (base, ending) = (&word[..at], &word[at + 1..]);
    let count = contracted(base);
    match ending {
        "s" => count + usize::from(ends_with_hiss(base)),
        // The apostrophe parts the n from its t; the verb stands before both.
        "t" if base.ends_with('n') => {
            let verb = &base[..base.len() - 1];
            let is_own = !verb.ends_with(['a', 'e', 'i', 'o', 'u']);
            contracted(verb) + usize::from(is_own)
        }
        "ll" | "d" => count + usize::from(base.ends_with(['t', 'd'])),
        "ve" => count + usize::from(!base.ends_with(['a', 'e', 'i', 'o', 'u', 'y'])),
        "" | "m" | "re" | "n" => count,
        other => count + contracted(other),
    }
}

fn ends_with_hiss(word: &str) -> bool {
    ["s", "x", "z", "ch", "sh", "ce", "ge", "se", "ze"].iter().any(|end| word.ends_with(end))
}

/// A word without apostrophes.
fn written(word: &str) -> usize {
    if let Some(&count) = SYLLABLE_EXCEPTIONS.get(word) {
        return count;
    }
    if word.contains('.') {
        // Initials are spelt: p.m.
        return word
            .split('.')
            .filter(|part| !part.is_empty())
            .map(|part| written(part).max(1))
            .sum();
    }
    if word.is_ascii() {
        let letters: Vec<u8> = word.bytes().collect();
        return parts(&letters);
    }
    let mut letters = Vec::with_capacity(word.len());
    let mut foreign = 0;
    for letter in word.chars() {
        fold(letter, &mut letters, &mut foreign);
    }
    foreign + if letters.is_empty() { 0 } else { parts(&letters) }
}

/// A vowel that is spoken wherever it stands: café, naïve.
const SPOKEN: u8 = b'E';

/// Takes accents away. Letters of other scripts are counted and left out.
fn fold(letter: char, letters: &mut Vec<u8>, foreign: &mut usize) {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' => letters.push(b'a'),
        'é' | 'è' | 'ê' | 'ë' | 'ē' | 'ï' => letters.push(SPOKEN),
        'ì' | 'í' | 'î' | 'ī' => letters.push(b'i'),
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' => letters.push(b'o'),
        'ù' | 'ú' | 'û' | 'ü' | 'ū' => letters.push(b'u'),
        'æ' | 'œ' => letters.extend_from_slice(b"ae"),
        'ç' => letters.push(b'c'),
        'ñ' => letters.push(b'n'),
        ascii if ascii.is_ascii() => letters.push(ascii as u8),
        other if other.is_alphanumeric() && other < '\u{250}' => letters.push(b'n'),
        other if other.is_alphanumeric() => *foreign += 1,
        _ => {}
    }
}

/// Splits off the ends and beginnings that are spoken as words of their own.
fn parts(word: &[u8]) -> usize {
    if let Ok(word) = std::str::from_utf8(word)
        && let Some(&count) = SYLLABLE_EXCEPTIONS.get(word)
    {
        return count;
    }
    let digits = word.iter().filter(|letter| letter.is_ascii_digit()).count();
    if digits > 0 {
        return digits;
    }
    for ending in [&b"ing"[..], b"ings"] {
        if let Some(base) = word.strip_suffix(ending)
            && has_vowel(base)
        {
            return parts(base) + 1;
        }
    }
    // A silent e before an ending: lone-ly, care-less-ness.
    const ENDINGS: [(&[u8], usize); 9] = [
        (b"fully", 2),
        (b"lessly", 2),
        (b"ments", 1),
        (b"ment", 1),
        (b"ness", 1),
        (b"less", 1),
        (b"ful", 1),
        (b"ly", 1),
        (b"ty", 1),
    ];
    for (ending, spoken) in ENDINGS {
        if let Some(base) = word.strip_suffix(ending)
            && let [before @ .., consonant, b'e'] = base
            && !is_vowel_letter(*consonant)
            && has_vowel(before)
        {
            return parts(base) + spoken;
        }
    }
    // A silent e inside a compound: some-where, fire-light.
    for length in 4..=5usize.min(word.len().saturating_sub(2)) {
        let (first, rest) = word.split_at(length);
        if !is_vowel_letter(rest[0])
            && has_vowel(rest)
            && std::str::from_utf8(first).is_ok_and(|first| SILENT_E_PREFIXES.contains(first))
        {
            return 1 + parts(rest);
        }
    }
    endings(word)
}

/// Takes -ed, -es and a silent -e away where they are not spoken.
fn endings(word: &[u8]) -> usize {
    if let Some(base) = word.strip_suffix(b"ed")
        && has_vowel(base)
        && !base.ends_with(b"e")
    {
        let is_spoken = base.ends_with(b"t") || base.ends_with(b"d");
        return groups(base) + usize::from(is_spoken || ends_in_own_syllable(base));
    }
    if let Some(base) = word.strip_suffix(b"es")
        && has_vowel(base)
        && !base.ends_with(b"e")
        && !base.ends_with(b"i")
    {
        let hisses: [&[u8]; 7] = [b"s", b"x", b"z", b"ch", b"sh", b"c", b"g"];
        let is_spoken = hisses.iter().any(|hiss| base.ends_with(hiss));
        return groups(base) + usize::from(is_spoken || ends_in_own_syllable(base));
    }
    if let Some(base) = word.strip_suffix(b"e")
        && has_vowel(base)
        && is_mute_after(base)
    {
        return groups(base) + usize::from(ends_in_own_syllable(base));
    }
    groups(word)
}

/// Whether a final e is silent behind these letters: after a consonant, after the mute u of league
/// and the y of eye.
fn is_mute_after(base: &[u8]) -> bool {
    match base {
        [.., b'g' | b'q', b'u'] => true,
        [.., before, b'y'] => is_vowel_letter(*before),
        [.., last] => !is_vowel_letter(*last),
        [] => false,
    }
}

/// Whether the consonants at the end carry a syllable without a vowel: tab-l(e), cent-r(e).
fn ends_in_own_syllable(base: &[u8]) -> bool {
    match base {
        [.., before, b'l'] => !is_vowel_letter(*before) && !matches!(before, b'l' | b'r' | b'w'),
        [.., before, b'r'] => !is_vowel_letter(*before) && *before != b'r',
        _ => false,
    }
}

fn has_vowel(word: &[u8]) -> bool {
    word.iter().any(|&letter| is_vowel_letter(letter))
}

fn is_vowel_letter(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y' | SPOKEN)
}

/// Counts the groups of vowels, those spoken apart as several.
fn groups(word: &[u8]) -> usize {
    let mut count = 0;
    let mut before: Option<usize> = None;
    for at in 0..word.len() {
        if !is_vowel(word, at) {
            before = None;
            continue;
        }
        let is_apart = before.is_none_or(|before| are_apart(word, before, at));
        count += usize::from(is_apart);
        before = Some(at);
    }
    let has_late_m = word.ends_with(b"sm") || word.ends_with(b"thm") || word.ends_with(b"sms");
    let is_mc = word.len() > 3 && word.starts_with(b"mc");
    count + usize::from(has_late_m) + usize::from(is_mc)
}

fn is_vowel(word: &[u8], at: usize) -> bool {
    let next = word.get(at + 1).copied();
    let follows_vowel = at > 0 && is_vowel_letter(word[at - 1]);
    match word[at] {
        // A consonant at the start before a vowel, and between vowels: yes, be-yond.
        b'y' => {
            let is_yard = word[at..].starts_with(b"yard");
            !(next.is_some_and(is_vowel_letter) && (at == 0 || follows_vowel || is_yard))
        }
        // Mute behind q, and behind g before e and i: quite, guess.
        b'u' if at > 0 && word[at - 1] == b'q' => false,
        b'u' if at > 1 && word[at - 1] == b'g' && next.is_none() => false,
        b'u' if at > 0 && word[at - 1] == b'g' => !matches!(next, Some(b'e' | b'i')),
        letter => is_vowel_letter(letter),
    }
}

/// Whether two vowels side by side are spoken apart.
fn are_apart(word: &[u8], first: usize, second: usize) -> bool {
    let before = if first > 0 { word[first - 1] } else { 0 };
    let after = &word[second + 1..];
    let is_last = after.is_empty() || after == b"s";
    let earlier = has_vowel(&word[..first]);
    match (word[first], word[second]) {
        (SPOKEN, _) | (_, SPOKEN) => true,
        (b'i', b'a') => {
            let is_sibilant = matches!(before, b'c' | b't' | b's' | b'g');
            let is_ate = [&b"te"[..], b"ti", b"st"].iter().any(|end| after.starts_with(end));
            let is_ate = is_ate || after == b"t";
            let is_age = after.starts_with(b"ge") && before == b'r';
            let is_liquid = before == b'l'
                && (after.starts_with(b"nt")
                    || after == b"r"
                    || after == b"rly"
                    || after == b"n"
                    || after == b"ns");
            (!is_sibilant || is_ate) && !is_age && !is_liquid
        }
        (b'i', b'o') => {
            let is_sibilant = matches!(before, b'c' | b't' | b's' | b'g' | b'x' | b'h');
            let is_million = after.starts_with(b"n") && matches!(before, b'l' | b'n');
            !is_sibilant && !is_million
        }
        (b'i', b'u') => true,
        (b'i', b'e') => {
            let is_sibilant = matches!(before, b'c' | b't' | b'h');
            let is_ient = after.starts_with(b"n") || after.starts_with(b"t");
            let is_comparative = (after == b"r" || after == b"st") && earlier;
            (is_ient && !is_sibilant) || is_comparative || (before == b'c' && after == b"ty")
        }
        (b'e', b'a') => (is_last && earlier) || (before == b'r' && is_creat(word, first)),
        (b'e', b'o') => {
            !matches!(before, b'g' | b'h') || after.starts_with(b"g") || after.starts_with(b"m")
        }
        (b'e', b'u') => after.starts_with(b"m"),
        (b'e', b'i') => after == b"ty" || after == b"sm",
        (b'u', b'a') => !matches!(before, b'g' | b'q'),
        (b'u', b'e') => {
            after.starts_with(b"n") || after.starts_with(b"l") || after.starts_with(b"t")
        }
        (b'u', b'i') => after.starts_with(b"n") || after.starts_with(b"ty"),
        (b'u', b'o') => true,
        (b'u', b'u') => true,
        (b'o', b'e') => after.starts_with(b"t") || after.starts_with(b"m"),
        (b'o', b'i') => after == b"c" || after == b"cs",
        (b'a', b'i') => after == b"c" || after == b"cs",
        (b'a', b'o') => true,
        // A y that is a vowel behind a consonant and stands before a vowel: any-one, dry-ad.
        (b'y', b'e') => !is_last,
        (b'y', _) => true,
        _ => false,
    }
}

/// The ea of create and its kin, but not of creature, cream or creak.
fn is_creat(word: &[u8], first: usize) -> bool {
    let end = &word[first..];
    word[..first].ends_with(b"cr")
        && (end == b"eat" || end.starts_with(b"eati") || end.starts_with(b"eato"))
}

#[cfg(test)]
mod tests {
    use super::syllables;

    #[test]
    fn syllables_are_counted_as_they_are_spoken() {
        let table: [(usize, &str); 6] = [
            (
                1,
                "a I the be he she me we make love loved makes name house eyes eye played stopped walked \
                 said says through thought strength knight tree trees bye quite quick guess guest league \
                 tongue vague once one none two eight are were where here there fire hour world girl \
                 curled pulled yes you your year friend field view don't can't won't he's we'll they've \
                 I'd they're blood door poor boat road rain queen scene whole build suit fruit goes does \
                 thing king bring spring breathed changed",
            ),
            (
                2,
                "table little people castle under over many very wanted handed places \
                 boxes churches roses houses ages settled tables quiet lion being seeing doing going \
                 trying saying player mayor beyond royal poem poet idol lonely safely movement careless \
                 somewhere someone something sometimes therefore beings doings churchyard courtyard p.m lawyer evening business every moment morning \
                 nothing rhythm chasm didn't isn't couldn't it'll o'clock church's maybe creature ocean \
                 social special nation million onion christian soldier marriage naked wicked hundred \
                 beauty ruin fluid cruel argue value centre started river window doctor letter \
                 harbour even open really cooking chaos lucy mina harker",
            ),
            (
                3,
                "family beautiful remember idea area animal happier happiest heavier everyone anyone \
                 violent violin radio serious curious various radiant created creation nobody \
                 completely continue influence opening listening another terrible horrible \
                 forgiveness diary dangerous library usual actual casual idiot stadium alien \
                 hideous courteous video happily piano tomorrow dracula jonathan however \
                 beginning obvious previous reaction holiday tobacco",
            ),
            (
                4,
                "january situation society variety anxiety experience american immediate necessary \
                 material continuous conspicuous associate negotiate criticism literature \
                 certificate particular interesting everybody scientific obedient actually usually \
                 peculiarly european impossible catastrophe",
            ),
            (
                5,
                "immediately university imagination transylvania curiosity extraordinary opportunity \
                 examination individual enthusiastic",
            ),
            (6, "responsibility autobiography"),
        ];

        let wrong: Vec<String> = table
            .iter()
            .flat_map(|(count, words)| words.split_whitespace().map(move |word| (*count, word)))
            .filter(|(count, word)| syllables(word) != *count)
            .map(|(count, word)| format!("{word}: {} instead of {count}", syllables(word)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn every_word_has_at_least_one() {
        for word in ["", "'", "'s", "hmm", "x", "…", "nth", "''"] {
            assert_eq!(syllables(word), 1, "{word:?}");
        }
        assert_eq!(syllables("1897"), 4);
        assert_eq!(syllables("Café"), 2);
        assert_eq!(syllables("猫"), 1);
        assert_eq!(syllables("DON’T"), 1);
    }
}
