//! How speech is attributed: the verbs beside quotations, and the adverbs that lean on them.

use crate::dialogue::Quotation;
use crate::lists::{PLAIN_SPEECH_VERBS, SPEECH_VERBS};
use crate::span::Occurrences;
use crate::style::is_adverb;
use crate::tokens::Text;

/// Words between a quotation and its verb, the verb included, at most.
const VERB_WITHIN_WORDS: usize = 4;

/// Words behind the verb in which an adverb may lean on it: said Dr. Seward softly.
const ADVERB_WITHIN_WORDS: usize = 3;

/// The attributions of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attribution {
    /// Verbs of speech beside a quotation, in its sentence; each counted once, also between two.
    pub tags: usize,
    /// Those of them that no reader notices: said, asked, answered, replied.
    pub plain: usize,
    /// All others ("said-bookisms"): exclaimed, hissed, opined.
    pub bookisms: Occurrences,
    /// Adverbs of manner beside the verb: "said softly".
    pub adverbs: Occurrences,
}

impl Attribution {
    pub(crate) fn new(text: &Text<'_>, quotations: &[Quotation], spoken: &[bool]) -> Attribution {
        let mut verbs: Vec<usize> = Vec::new();
        for quotation in quotations {
            for verb in [before(text, quotation, spoken), after(text, quotation, spoken)] {
                if let Some(verb) = verb
                    && verbs.last() != Some(&verb)
                {
                    verbs.push(verb);
                }
            }
        }
        let mut bookisms = Vec::new();
        let mut adverbs = Vec::new();
        let mut plain = 0;
        for &verb in &verbs {
            if PLAIN_SPEECH_VERBS.contains(text.lower(verb)) {
                plain += 1;
            } else {
                bookisms.push(verb..verb + 1);
            }
            if let Some(adverb) = adverb(text, verb, spoken) {
                adverbs.push(adverb..adverb + 1);
            }
        }
        let words = text.words().len();
        Attribution {
            tags: verbs.len(),
            plain,
            bookisms: Occurrences::new(text, &bookisms, words),
            adverbs: Occurrences::new(text, &adverbs, words),
        }
    }
}

/// The verb in front: He said, “Come.” With a colon it may also end the paragraph before.
pub(crate) fn before(text: &Text<'_>, quotation: &Quotation, spoken: &[bool]) -> Option<usize> {
    let first = quotation.words.start;
    if quotation.words.is_empty() || first == 0 {
        return None;
    }
    let gap = text.gap_before(first);
    let is_announced = gap.contains(':');
    if !is_announced && !gap.contains(',') {
        return None;
    }
    let paragraph = text.sentence_of(first).paragraph;
    let speaker = text.sentence_of(first - 1);
    if speaker.paragraph != paragraph && !is_announced {
        return None;
    }
    (first.saturating_sub(VERB_WITHIN_WORDS).max(speaker.words.start)..first)
        .rev()
        .take_while(|&word| !spoken[word])
        .find(|&word| SPEECH_VERBS.contains(text.lower(word)))
}

/// The verb behind: “Come,” he said.
pub(crate) fn after(text: &Text<'_>, quotation: &Quotation, spoken: &[bool]) -> Option<usize> {
    if quotation.words.is_empty() || !quotation.is_closed {
        return None;
    }
    let from = quotation.words.end;
    let sentence = text.words()[from - 1].sentence;
    (from..text.words().len().min(from + VERB_WITHIN_WORDS))
        .take_while(|&word| !spoken[word] && text.words()[word].sentence == sentence)
        // Behind a conjunction begins something else than the attribution.
        .take_while(|&word| {
            !matches!(text.lower(word), "and" | "but" | "or" | "as" | "when" | "while")
        })
        .find(|&word| SPEECH_VERBS.contains(text.lower(word)))
}

fn adverb(text: &Text<'_>, verb: usize, spoken: &[bool]) -> Option<usize> {
    let sentence = text.words()[verb].sentence;
    let is_beside = |word: usize| !spoken[word] && text.words()[word].sentence == sentence;
    let behind = (verb + 1..text.words().len().min(verb + 1 + ADVERB_WITHIN_WORDS))
        .take_while(|&word| is_beside(word) && matches!(text.gap_before(word), " " | ". "))
        .find(|&word| is_adverb(text.lower(word)));
    behind.or_else(|| {
        let word = verb.checked_sub(1)?;
        (is_beside(word) && is_adverb(text.lower(word))).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialogue::{quotations, spoken};

    fn attribution(source: &str) -> Attribution {
        let text = Text::new(source);
        let quotations = quotations(&text);
        Attribution::new(&text, &quotations, &spoken(&text, &quotations))
    }

    #[test]
    fn verbs_beside_quotations_are_counted_once() {
        let found = attribution(
            "“Yes,” he said, “no.” He cried: “Stop!” “Go,” hissed Mina softly. \
             “I said so.” He said nothing of it. At last he spoke:\n\n“Done.”\n\n The “New Woman” laughed.",
        );

        assert_eq!(found.tags, 5, "the last is a quoted term with a verb behind it");
        assert_eq!(found.plain, 1);
        assert_eq!(found.bookisms.count, 4);
        assert_eq!(found.adverbs.count, 1);
    }

    #[test]
    fn a_text_without_speech_has_no_attribution() {
        assert_eq!(
            attribution("He said that she was gone."),
            Attribution {
                bookisms: Occurrences { per_thousand: Some(0.0), ..Occurrences::default() },
                adverbs: Occurrences { per_thousand: Some(0.0), ..Occurrences::default() },
                ..Attribution::default()
            }
        );
    }
}
