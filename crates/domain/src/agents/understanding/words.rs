//! The words of a request as they are compared, and which of them every request may have: those name
//! nothing in a project. Numbers are read in digits, in words and as Romans wrote them.

use std::sync::LazyLock;

use crate::{documents::numbering::roman, fold::fold};

/// A word of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word<'t> {
    /// As it was written.
    pub(super) text: &'t str,
    /// As it is compared: folded, with a straight apostrophe and without a possessive ’s.
    pub(super) folded: String,
    /// Its first byte.
    pub(super) start: usize,
    /// The byte behind it.
    pub(super) end: usize,
    /// Whether a sentence begins with it.
    pub(super) begins: bool,
    /// Whether nothing but a dash parts it from the word before: `3-5`.
    pub(super) is_dashed: bool,
}

impl Word<'_> {
    /// Whether it begins with a capital letter.
    pub(super) fn is_capital(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_uppercase)
    }

    /// Whether every request may have it: it names nothing by itself.
    pub(super) fn is_general(&self) -> bool {
        is_general(&self.folded)
    }

    /// Whether its capital is not only that of the beginning of a sentence, or of “I”.
    pub(super) fn has_capital_of_a_name(&self) -> bool {
        self.is_capital()
            && !self.begins
            && !matches!(self.folded.as_str(), "i" | "i'm" | "i've" | "i'd" | "i'll")
    }
}

/// Whether every request may have a word, as it is compared.
pub(super) fn is_general(folded: &str) -> bool {
    GENERAL_WORDS.binary_search(&folded).is_ok()
}

/// The words of a text; a hyphen parts two, an apostrophe between letters does not.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut letters = text.char_indices().peekable();
    let mut gap_from = 0;
    while let Some((start, letter)) = letters.next() {
        if !letter.is_alphanumeric() {
            continue;
        }
        let mut end = start + letter.len_utf8();
        while let Some(&(at, next)) = letters.peek() {
            let is_inner = matches!(next, '\'' | '’')
                && text[at + next.len_utf8()..].starts_with(char::is_alphanumeric);
            if !next.is_alphanumeric() && !is_inner {
                break;
            }
            end = at + next.len_utf8();
            letters.next();
        }
        let gap = &text[gap_from..start];
        let begins = words.is_empty() || gap.contains(['.', '?', '!', ':', '\n', '“', '"', '…']);
        let is_dashed = !words.is_empty() && matches!(gap.trim(), "-" | "–" | "—");
        words.push(Word {
            text: &text[start..end],
            folded: folded(&text[start..end]),
            start,
            end,
            begins,
            is_dashed,
        });
        gap_from = end;
    }
    words
}

/// A word as it is compared.
pub(super) fn folded(word: &str) -> String {
    let folded = fold(word).replace('’', "'");
    match folded.strip_suffix("'s") {
        Some(owner) if !owner.is_empty() => owner.to_owned(),
        _ => folded,
    }
}

/// The words of a name as they are compared.
pub(super) fn folded_words(name: &str) -> Vec<String> {
    words(name).into_iter().map(|word| word.folded).collect()
}

/// Numbers in words, from one on.
const CARDINALS: &str = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
    sixteen seventeen eighteen nineteen";

/// Ordinals in words, from first on.
const ORDINALS: &str = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth \
    thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth";

/// Tens in words, from twenty on, and their ordinals.
const TENS: [(&str, &str); 8] = [
    ("twenty", "twentieth"),
    ("thirty", "thirtieth"),
    ("forty", "fortieth"),
    ("fifty", "fiftieth"),
    ("sixty", "sixtieth"),
    ("seventy", "seventieth"),
    ("eighty", "eightieth"),
    ("ninety", "ninetieth"),
];

fn position(list: &str, word: &str) -> Option<u32> {
    list.split(' ').position(|it| it == word).and_then(|at| u32::try_from(at + 1).ok())
}

/// The position of a word among the first nine of a list.
fn digit(list: &str, word: &str) -> Option<u32> {
    position(list, word).filter(|number| *number <= 9)
}

fn ten(word: &str) -> Option<u32> {
    let at = TENS.iter().position(|(ten, _)| *ten == word)?;
    u32::try_from((at + 2) * 10).ok()
}

/// The number that begins with these words, and how many of them it takes: `3`, `III`, `twenty-one`.
pub(super) fn number(words: &[Word<'_>]) -> Option<(u32, usize)> {
    let first = words.first()?;
    let word = first.folded.as_str();
    if let Some(number) = word.parse().ok().or_else(|| position(CARDINALS, word)) {
        return Some((number, 1));
    }
    if let Some(ten) = ten(word) {
        let one = words.get(1).and_then(|next| digit(CARDINALS, &next.folded));
        return Some(one.map_or((ten, 1), |one| (ten + one, 2)));
    }
    roman(&first.text.to_uppercase()).map(|number| (number, 1))
}

/// The ordinal that begins with these words, and how many of them it takes: `third`, `21st`,
/// `twenty-first`.
pub(super) fn ordinal(words: &[Word<'_>]) -> Option<(u32, usize)> {
    let word = words.first()?.folded.as_str();
    if let Some(number) = position(ORDINALS, word) {
        return Some((number, 1));
    }
    if let Some(at) = TENS.iter().position(|(_, tenth)| *tenth == word) {
        return u32::try_from((at + 2) * 10).ok().map(|number| (number, 1));
    }
    if let Some(ten) = ten(word) {
        let one = digit(ORDINALS, &words.get(1)?.folded)?;
        return Some((ten + one, 2));
    }
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending))?;
    digits.parse().ok().map(|number| (number, 1))
}

/// Words that requests have whatever they are about, in alphabetical order.
const GENERAL: &str = "a about above across act actually add adverb adverbs after again against \
    agent all almost along already also although always am among an analyse analysis analyze and \
    another any anybody anyone anything anyway anywhere appear appears are aren't around as ask \
    asked at away back bad badly be because been before begin beginning begins behind being \
    belong belongs below best better between beyond big bit book books both break breaks bring \
    broken built but by can can't change changed changes chapter chapters character characters \
    check checks close closer closes come comes compare compared consider continue copy could \
    count counts currently cut deal dear describe detail dialogue did didn't difference \
    different do document documents does doesn't doing don't done down dr draft drafts drag \
    drags during each early edit editing edits either else end ending endings ends enough \
    entries entry essay even ever every everybody everyone everything everywhere exactly example \
    examples exist exists explain far fast feel feels felt few fewer figure figures find fine \
    first fit fits fix flat for found from front fulfilled further general get gets getting give \
    gives go goes going gone good got great had happen happened happening happens hard has have \
    haven't having he hello help her here hers hi him his how i i'd i'll i'm i've idea if \
    important improve improved improvement in inside instead into is isn't it it's its itself \
    just keep keeping keeps kept kind know known language last late later least leave left \
    length less let let's like line lines list little long longer look looking looks lore lot \
    made main make makes manuscript many matter matters may maybe me mean means measure measured \
    measures mention mentioned mentions message might mine miss more most move moves mr mrs much \
    must my name named names near nearly need needs never new next nice no nobody none nor not \
    note notes nothing novel novella now nowhere number numbers of off often old on once one \
    only onto open opening opens or other others our out outline outside over overall overview \
    own pace paces pacing page pages paid paragraph paragraphs part parts passage passages \
    passive past payoff people perhaps person persons piece place places please plot point \
    points possible problem problems project promise promises prose put question questions quick \
    quickly quite quote quotes rather read reader readers reading reads really reason record \
    records repeat repeated repeats report request rest result review right run rushed said same \
    say saying says scene scenes see seem seems seen sentence sentences serve serves shall she \
    short shorter should show shows side since slow so some somebody somehow someone something \
    somewhere soon sort sound sounds speak speaks spelling spelt stand stands start starts state \
    states still stop story strong stronger strongest stuff style such suggest sum summarise \
    summarize summary sure take taken takes talk talking talks tell telling tells text texts \
    than thank thanks that that's the their them themselves then there there's these they \
    they're thing things think this those though through time times title titles to today \
    together told too took toward towards try turn twice under understand until up upon us use \
    used uses using usual very voice voices want was wasn't way we weak weaker weakest well went \
    were what what's when where where's whether which while who who's whole whom whose why will \
    with within without won't wonder word words work works worse worst worth would write writes \
    writing written wrong yes yet you your yours";

/// The same, to look them up.
static GENERAL_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| GENERAL.split(' ').collect());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_general_words_are_in_order() {
        assert!(GENERAL_WORDS.is_sorted());
    }

    #[test]
    fn words_are_compared_without_case_and_possessive() {
        let found = words("Is Mara’s *Moss-Hallam* there? He’ll say: “No.”");
        let folded: Vec<&str> = found.iter().map(|word| word.folded.as_str()).collect();
        assert_eq!(folded, ["is", "mara", "moss", "hallam", "there", "he'll", "say", "no"]);
        let begins: Vec<&str> = found.iter().filter(|it| it.begins).map(|it| it.text).collect();
        assert_eq!(begins, ["Is", "He’ll", "No"]);
    }

    #[test]
    fn numbers_are_read_in_words_digits_and_roman_letters() {
        for (text, wanted) in [
            ("3", Some((3, 1))),
            ("three", Some((3, 1))),
            ("III", Some((3, 1))),
            ("twenty-one", Some((21, 2))),
            ("thirty men", Some((30, 1))),
            ("Mara", None),
        ] {
            assert_eq!(number(&words(text)), wanted, "{text}");
        }
        for (text, wanted) in [
            ("third", Some((3, 1))),
            ("21st", Some((21, 1))),
            ("twenty-first", Some((21, 2))),
            ("twentieth", Some((20, 1))),
            ("three", None),
        ] {
            assert_eq!(ordinal(&words(text)), wanted, "{text}");
        }
    }
}
