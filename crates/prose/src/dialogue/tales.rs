//! Tales: what somebody tells or writes at such length that it is a narration of its own, within quotation marks that open
//! at every paragraph. What is said in it stands in marks of its own.

use std::ops::Range;

use super::{Quotation, QuotationKind, in_marks, spoken};
use crate::sentences::is_quote;
use crate::tokens::Text;

/// Words of a speech over several paragraphs, at least, for it to be a tale.
const TALE_WORDS_MIN: usize = 1_000;

/// Words of a letter over several paragraphs, at least, for it to be one.
const LETTER_WORDS_MIN: usize = 150;

/// A paragraph of what is told or written at length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TaleParagraph {
    pub(crate) words: Range<usize>,
    /// Whether somebody writes it in a letter, and so of now.
    pub(crate) is_letter: bool,
}

/// The tales of a text by their paragraphs, and for each word of the text whether somebody speaks: of a tale, whether somebody
/// speaks in it. None where the text has no tale. `quoted` says of each word whether it is in one of the
/// quotations.
pub(crate) fn tales(
    text: &Text<'_>,
    outer: &[Quotation],
    quoted: &[bool],
) -> Option<(Vec<TaleParagraph>, Vec<bool>)> {
    let goes_on = |one: &Quotation, next: &Quotation| {
        one.is_continued
            && one.kind != QuotationKind::Verse
            && one
                .paragraph(text)
                .zip(next.paragraph(text))
                .is_some_and(|(one, next)| one + 1 == next)
    };
    let chains = outer.chunk_by(goes_on);
    let is_letter = |chain: &[Quotation]| chain[0].kind == QuotationKind::Writing;
    let is_tale = |chain: &&[Quotation]| {
        let words_min = if is_letter(chain) { LETTER_WORDS_MIN } else { TALE_WORDS_MIN };
        chain.len() > 1 && chain.iter().map(|it| it.words.len()).sum::<usize>() >= words_min
    };
    let tales: Vec<&[Quotation]> = chains.filter(is_tale).collect();
    if tales.is_empty() {
        return None;
    }
    // Without the marks of the tale those of what is said in it are the outermost.
    let mut source = text.source().to_owned();
    let mut blank = |at: usize, mark: char| {
        let width = mark.len_utf8();
        source.replace_range(at..at + width, &" ".repeat(width));
    };
    for chain in &tales {
        let opening = chain[0].span.of(text.source()).chars().next();
        for quotation in *chain {
            let written = quotation.span.of(text.source());
            // A paragraph of a speech that goes on may open without the mark.
            if let Some(mark) = opening.filter(|&mark| is_quote(mark) && written.starts_with(mark))
            {
                blank(quotation.span.start, mark);
            }
            let closing = written.chars().next_back();
            if let Some(mark) = closing.filter(|&mark| quotation.is_closed && is_quote(mark)) {
                blank(quotation.span.end - mark.len_utf8(), mark);
            }
        }
    }
    let inner = Text::new(&source);
    // A mark is no part of a word, so that the words are the same ones.
    if inner.words().len() != text.words().len() {
        return None;
    }
    let within = spoken(&inner, &in_marks(&inner));
    let mut all = quoted.to_vec();
    let of_chain = |chain: &[Quotation]| {
        let is_letter = is_letter(chain);
        let paragraph = |it: &Quotation| TaleParagraph { words: it.words.clone(), is_letter };
        chain.iter().map(paragraph).filter(|it| !it.words.is_empty()).collect::<Vec<_>>()
    };
    let tales: Vec<TaleParagraph> = tales.into_iter().flat_map(of_chain).collect();
    for TaleParagraph { words, .. } in &tales {
        all[words.clone()].copy_from_slice(&within[words.clone()]);
    }
    Some((tales, all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialogue::quotations;

    fn read(text: &Text<'_>) -> Option<(Vec<TaleParagraph>, Vec<bool>)> {
        let outer = quotations(text);
        tales(text, &outer, &spoken(text, &outer))
    }

    #[test]
    fn what_is_said_in_a_tale_stands_in_marks_of_its_own() {
        let part = "Safie came from the south. ".repeat(100);
        let source = format!(
            "I listened to him.\n\n“{part}\n\n“‘Who are you?’ said Felix. {part}\n\n“{part}”\n\nHe was silent. “So it was,” \
             he said."
        );
        let text = Text::new(&source);

        let (tales, spoken) = read(&text).unwrap();

        let words: Vec<&str> =
            (0..spoken.len()).filter(|&at| spoken[at]).map(|at| text.lower(at)).collect();
        assert_eq!(words, ["who", "are", "you", "so", "it", "was"]);
        assert_eq!(tales.len(), 3);
        assert_eq!(text.lower(tales[0].words.start), "safie");
    }

    #[test]
    fn a_letter_whose_end_has_no_mark_ends_there() {
        let part = "I came from the south and went on. ".repeat(100);
        let source = format!(
            "“{part}\n\n“I am well. {part}\n\n“Your loving Tom.\n\nThe night was cold.\n\n“Lucy has grey eyes,” said Mina."
        );
        let text = Text::new(&source);

        let spoken = read(&text).map(|it| it.1).unwrap();

        let words: Vec<&str> =
            (0..spoken.len()).filter(|&at| spoken[at]).map(|at| text.lower(at)).collect();
        assert_eq!(words, ["lucy", "has", "grey", "eyes"]);
    }

    #[test]
    fn a_long_speech_is_no_tale() {
        let said = "Come with me to the south. ".repeat(60);
        let text = Text::new(&said);
        assert!(read(&text).is_none());
        let source = format!("“{said}\n\n“{said}”");
        let text = Text::new(&source);
        assert!(read(&text).is_none());
    }
}
