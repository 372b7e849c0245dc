//! Habits of style that can be counted: adverbs in -ly, the passive voice, verbs that filter what
//! happens through someone's senses. Word lists and neighbours decide, no grammar; what each rule
//! takes and leaves is said with it.

use std::ops::Range;

use crate::capitals::Lexicon;
use crate::lists::{
    ADJECTIVAL_PARTICIPLES, IRREGULAR_PARTICIPLES, NOT_ADVERBS, NOT_PARTICIPLES, SHORT_ADVERBS,
};
use crate::span::Occurrences;
use crate::tokens::Text;

/// Adverbs that may stand between a form of "be" and its participle.
const ADVERBS_BETWEEN_MAX: usize = 2;

/// Words behind a participle in which "by" names who did it.
const BY_WITHIN_WORDS: usize = 2;

/// Letters of a word in -ly, or in -ed, at least.
const SUFFIXED_LETTERS_MIN: usize = 4;

/// Adverbs of manner: words in -ly that are neither on the list of other words in -ly (only, early,
/// family, holy …) nor names. "Only" and "early" may be adverbs; they are not counted.
pub(crate) fn adverbs(text: &Text<'_>, lexicon: &Lexicon) -> Occurrences {
    Occurrences::new(text, &adverb_hits(text, lexicon), text.words().len())
}

/// The words that [`adverbs`] counts.
pub(crate) fn adverb_hits(text: &Text<'_>, lexicon: &Lexicon) -> Vec<Range<usize>> {
    (0..text.words().len())
        .filter(|&word| is_adverb(text.lower(word)) && !lexicon.is_name(text.words()[word].stem))
        .map(|word| word..word + 1)
        .collect()
}

/// The passive voice: a form of "be" or "get", up to two adverbs, and a past participle, parted by
/// nothing but spaces. A participle is a word in -ed or one of a list of irregular ones. Not taken
/// are adjectives like "tired" or "pleased", unless "by" follows; verbs that have no passive; and
/// compounds ("was old-fashioned"). Not seen are questions ("was he killed") and participles behind
/// a comma or another participle ("was caught and killed" counts once).
pub(crate) fn passives(text: &Text<'_>) -> Occurrences {
    Occurrences::new(text, &passive_hits(text), text.words().len())
}

/// The words that [`passives`] counts.
pub(crate) fn passive_hits(text: &Text<'_>) -> Vec<Range<usize>> {
    let mut hits = Vec::new();
    for word in 0..text.words().len() {
        if is_be_or_get(text.lower(word))
            && let Some(participle) = participle_after(text, word)
        {
            hits.push(word..participle + 1);
        }
    }
    hits
}

/// Verbs of perception and seeming in the narration, where they stand between the reader and what is
/// perceived: saw, heard, felt, noticed, seemed, wondered … In speech they are not counted; the rate
/// is per thousand words of narration.
pub(crate) fn filters(text: &Text<'_>, lexicon: &Lexicon, spoken: &[bool]) -> Occurrences {
    let narrated = spoken.iter().filter(|is_spoken| !**is_spoken).count();
    Occurrences::new(text, &filter_hits(text, lexicon, spoken), narrated)
}

/// The words that [`filters`] counts.
pub(crate) fn filter_hits(
    text: &Text<'_>,
    lexicon: &Lexicon,
    spoken: &[bool],
) -> Vec<Range<usize>> {
    (0..text.words().len())
        .filter(|&word| !spoken[word] && lexicon.is_filter(text.words()[word].form))
        .map(|word| word..word + 1)
        .collect()
}

/// Whether a word is an adverb of manner, by its form.
pub(crate) fn is_adverb(lower: &str) -> bool {
    lower.len() >= SUFFIXED_LETTERS_MIN && lower.ends_with("ly") && !NOT_ADVERBS.contains(lower)
}

fn participle_after(text: &Text<'_>, be: usize) -> Option<usize> {
    let sentence = text.words()[be].sentence;
    let mut adverbs = 0;
    for word in be + 1..text.words().len() {
        if text.words()[word].sentence != sentence || !text.gap_before(word).trim().is_empty() {
            return None;
        }
        let lower = text.lower(word);
        if is_participle(lower) {
            return is_passive(text, word).then_some(word);
        }
        adverbs += 1;
        let is_between = is_adverb(lower) || SHORT_ADVERBS.contains(lower);
        if !is_between || adverbs > ADVERBS_BETWEEN_MAX {
            return None;
        }
    }
    None
}

/// Whether a participle behind "be" tells what was done and not what somebody is like.
fn is_passive(text: &Text<'_>, participle: usize) -> bool {
    if text.gap_after(participle).starts_with(['-', '\u{2010}']) {
        return false;
    }
    if !ADJECTIVAL_PARTICIPLES.contains(text.lower(participle)) {
        return true;
    }
    let sentence = text.words()[participle].sentence;
    (participle + 1..text.words().len().min(participle + 1 + BY_WITHIN_WORDS))
        .take_while(|&word| text.words()[word].sentence == sentence)
        .any(|word| text.lower(word) == "by")
}

fn is_participle(lower: &str) -> bool {
    let is_regular = lower.len() >= SUFFIXED_LETTERS_MIN
        && lower.ends_with("ed")
        && !lower.ends_with("eed")
        && !NOT_PARTICIPLES.contains(lower);
    is_regular || IRREGULAR_PARTICIPLES.contains(lower)
}

fn is_be_or_get(lower: &str) -> bool {
    matches!(
        lower,
        "am" | "is"
            | "are"
            | "was"
            | "were"
            | "be"
            | "been"
            | "being"
            | "i'm"
            | "you're"
            | "we're"
            | "they're"
            | "ain't"
            | "isn't"
            | "aren't"
            | "wasn't"
            | "weren't"
            | "get"
            | "gets"
            | "got"
            | "gotten"
            | "getting"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialogue;

    fn quoted<'t>(text: &Text<'t>, found: &Occurrences) -> Vec<&'t str> {
        found.passages.iter().map(|passage| passage.span.of(text.source())).collect()
    }

    #[test]
    fn adverbs_of_manner_are_told_from_other_words_in_ly() {
        let source = "Suddenly the lonely family came early and only Emily sang softly; holy lilies \
                      really fly. We met Beverly. He ran quickly.";
        let text = Text::new(source);

        let found = adverbs(&text, &Lexicon::new(&text));

        assert_eq!(found.count, 4);
        assert_eq!(quoted(&text, &found), ["Suddenly", "softly", "really", "quickly"]);
    }

    #[test]
    fn the_passive_is_told_from_adjectives() {
        let table: [(&str, &[&str]); 20] = [
            ("The house was locked.", &["was locked"]),
            ("It had been quietly and taken.", &[]),
            ("It had not been very quickly taken.", &[]),
            ("It was never again opened.", &["was never again opened"]),
            ("He was being watched.", &["being watched"]),
            ("They got killed there.", &["got killed"]),
            ("She was tired and pleased.", &[]),
            ("She was tired by the walk.", &["was tired by".trim_end_matches(" by")]),
            ("She was used to it.", &[]),
            ("He was gone and had been naked.", &[]),
            ("It was old-fashioned and well-known.", &[]),
            ("It was half closed-up.", &[]),
            ("He was. Taken away, he wept.", &[]),
            ("He was, I think, killed.", &[]),
            ("It wasn’t told.", &["wasn’t told"]),
            ("The money is to be paid at once.", &["be paid"]),
            ("He was in need, indeed red.", &[]),
            ("I was bred here and was fed well.", &["was bred", "was fed"]),
            ("We are agreed.", &[]),
            ("It is not yet known.", &["is not yet known"]),
        ];

        for (source, expected) in table {
            let text = Text::new(source);
            assert_eq!(quoted(&text, &passives(&text)), expected, "{source:?}");
        }
    }

    #[test]
    fn filters_are_counted_in_the_narration_only() {
        let text = Text::new("I saw the door. “I saw him,” she said. It seemed closed.");
        let spoken = dialogue::spoken(&text, &dialogue::quotations(&text));

        let found = filters(&text, &Lexicon::new(&text), &spoken);

        assert_eq!(quoted(&text, &found), ["saw", "seemed"]);
        assert_eq!(found.per_thousand, Some(2.0 / 9.0 * 1000.0));
    }
}
