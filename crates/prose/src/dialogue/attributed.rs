//! Quotations that nothing closes, though the next paragraph opens with a mark: who goes on to speak is not said again
//! to speak behind the first words of that paragraph.

use super::{Quotation, QuotationKind};
use crate::capitals::is_capital;
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

/// Whether the paragraph of a quotation that nothing closes ends by saying who speaks: "“Is it far? asked Hale.".
pub(super) fn ends_with_attribution(text: &Text<'_>, own: &Quotation) -> bool {
    let Some(paragraph) = own.paragraph(text) else { return false };
    let end = text.paragraphs()[paragraph].words.end;
    let is_verb = |at: usize| SPEECH_VERBS.contains(text.lower(at));
    let is_pronoun = |at: usize| matches!(text.lower(at), "he" | "she" | "we");
    let is_name = |at: usize| is_capital(text, at) && !FUNCTION_WORDS.contains(text.lower(at));
    // "asked Mr. Hale", and not "called Tom to the door".
    let is_inverted = |at: usize| {
        let is_subject = at + 2 == end && is_pronoun(at + 1) || (at + 1..end).all(is_name);
        is_verb(at) && !is_capital(text, at) && at + 1 < end && is_subject
    };
    let is_plain =
        |at: usize| is_pronoun(at) && !is_capital(text, at) && at + 2 == end && is_verb(at + 1);
    let is_tag = |at: usize| match text.gap_before(at).trim() {
        "?" | "!" => is_inverted(at) || is_plain(at),
        // In a tale somebody may end a paragraph with "there was no hope, they said".
        "," => {
            is_inverted(at) && matches!(text.lower(at), "said" | "asked" | "replied" | "answered")
        }
        _ => false,
    };
    let from = own.words.start.max(end.saturating_sub(ATTRIBUTED_WITHIN_WORDS + 1)) + 1;
    let is_speech = own.kind == QuotationKind::Speech && end <= own.words.end;
    is_speech && text.gap_after(end - 1).trim_start().starts_with('.') && (from..end).any(is_tag)
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
    let is_subject = first < end
        && match text.lower(first) {
            "i" => true,
            "he" | "she" | "they" | "we" | "the" => !is_capital(text, first),
            word => is_capital(text, first) && !FUNCTION_WORDS.contains(word),
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
    fn a_quotation_that_ends_with_who_speaks_is_not_closed() {
        for (own, count) in [
            ("“Is it a pretty place? asked Catherine.", 1),
            ("\"Is it a pretty place? asked Catherine.", 1),
            ("“I shall come, said Hale.", 1),
            ("“I shall come! he cried.", 1),
            ("“There was no hope for him, they said.", 0),
            ("“I ran to the stair, called Tom.", 0),
            ("“They went in, sang Te Deums.", 0),
            ("“I shall come with old Hale.", 0),
            ("“Hale asked, and I answered.", 0),
            ("“He came in. Said Hale was dead.", 0),
        ] {
            let open = &own[..if own.starts_with('"') { 1 } else { 3 }];
            let close = if open == "“" { "”" } else { open };
            let source = format!("{own}\n\n{open}It was late. I went to bed.{close}");
            let text = Text::new(&source);
            let found = Dialogue::new(&text, &quotations(&text)).unclosed.count;
            assert_eq!(found, count, "{own}");
        }
    }

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
