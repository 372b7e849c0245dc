//! Quotations that nothing closes, though the next paragraph opens with a mark: who goes on to speak is not said again
//! to speak behind the first words of that paragraph.

use super::{Quotation, QuotationKind};
use crate::lists::{FUNCTION_WORDS, SPEECH_VERBS};
use crate::sentences::is_quote;
use crate::tokens::Text;

/// Words behind a quotation in which the verb stands that attributes it, at most: "said the old Mr. Hale".
const ATTRIBUTED_WITHIN_WORDS: usize = 4;

/// Whether the next quotation opens the next paragraph and is attributed, so that it does not carry on this one.
pub(super) fn is_attributed_anew(text: &Text<'_>, own: &Quotation, next: &Quotation) -> bool {
    let Some((one, other)) = own.paragraph(text).zip(next.paragraph(text)) else { return false };
    let words = &text.paragraphs()[other].words;
    // A list that somebody reads out goes on without a mark of its own.
    let is_marked = next.span.of(text.source()).starts_with(is_quote);
    let opens = next.words.start == words.start && next.is_closed && is_marked;
    let is_speech = own.kind == QuotationKind::Speech && next.kind == QuotationKind::Speech;
    opens && is_speech && one + 1 == other && is_attributed(text, next, words.end)
}

/// Whether the words behind a quotation say who speaks it: "said Hale", "he said", "the old man cried".
fn is_attributed(text: &Text<'_>, quotation: &Quotation, end: usize) -> bool {
    let written = quotation.span.of(text.source());
    let inside =
        written.trim_end_matches(|mark: char| !mark.is_alphanumeric() && !",?!.—".contains(mark));
    let closes = inside.ends_with([',', '?', '!', '.', '—']);
    let first = quotation.words.end;
    let last = end.min(first + ATTRIBUTED_WITHIN_WORDS);
    let is_verb = |at: usize| SPEECH_VERBS.contains(text.lower(at));
    // "Her husband groaned again." is a sentence of its own.
    let is_capital =
        |at: usize| text.words()[at].span.of(text.source()).starts_with(char::is_uppercase);
    let is_subject = first < end
        && match text.lower(first) {
            "i" => true,
            "he" | "she" | "they" | "we" | "the" => !is_capital(first),
            word => is_capital(first) && !FUNCTION_WORDS.contains(word),
        };
    let beside =
        (first..last).take_while(|&at| at == first || text.gap_before(at).trim().is_empty());
    closes && first < end && (is_verb(first) || is_subject && beside.into_iter().any(is_verb))
}

#[cfg(test)]
mod tests {
    use crate::dialogue::Dialogue;
    use crate::quotations;
    use crate::tokens::Text;

    #[test]
    fn a_quotation_that_the_next_paragraph_does_not_carry_on_is_not_closed() {
        for (next, count) in [
            ("“Come,” he said at last, “tell me of it.”", 1),
            ("“Come!” cried the old Mr. Hale.", 1),
            ("“I went on, and slept.”", 0),
            ("“And so it was,” and he laughed.", 0),
            ("“And so it was.” Her husband groaned again.", 0),
            ("“That was all. What he said,” I thought, “is nothing.”", 1),
        ] {
            let source = format!(
                "“You are right,” I said. “I know no more of it. Then we drifted on.\n\n{next}"
            );
            let text = Text::new(&source);
            let found = Dialogue::new(&text, &quotations(&text)).unclosed.count;
            assert_eq!(found, count, "{next}");
        }
        let long = "“I went to the south.\n\n“I came back.\n\n“But soon,” he cried, “I shall go.”";
        let text = Text::new(long);
        assert_eq!(Dialogue::new(&text, &quotations(&text)).unclosed.count, 0);
    }
}
