//! Tales: what somebody tells at such length that it is a narration of its own, within quotation marks that open at every
//! paragraph. What is said in it stands in marks of its own.

use std::ops::Range;

use super::{Quotation, quotations, spoken};
use crate::tokens::Text;

/// Words of a speech over several paragraphs, at least, for it to be a tale.
const TALE_WORDS_MIN: usize = 1_000;

/// The words of the tales of a text, one range for each paragraph, and for each word of the text whether somebody speaks: of a tale, whether somebody
/// speaks in it. None where the text has no tale.
pub(crate) fn tales(
    text: &Text<'_>,
    outer: &[Quotation],
) -> Option<(Vec<Range<usize>>, Vec<bool>)> {
    let chains = outer.chunk_by(|one, _| one.is_continued);
    let is_tale = |chain: &&[Quotation]| {
        chain.len() > 1 && chain.iter().map(|it| it.words.len()).sum::<usize>() >= TALE_WORDS_MIN
    };
    let tales: Vec<&[Quotation]> = chains.filter(is_tale).collect();
    if tales.is_empty() {
        return None;
    }
    // Without the marks of the tale those of what is said in it are the outermost.
    let mut source = text.source().to_owned();
    let mut blank = |at: usize| {
        let mark = source[at..].chars().next().map_or(0, char::len_utf8);
        source.replace_range(at..at + mark, &" ".repeat(mark));
    };
    for quotation in tales.iter().flat_map(|chain| chain.iter()) {
        blank(quotation.span.start);
        if quotation.is_closed {
            let closing = quotation.span.of(text.source()).chars().next_back();
            blank(quotation.span.end - closing.map_or(0, char::len_utf8));
        }
    }
    let inner = Text::new(&source);
    // A mark is no part of a word, so that the words are the same ones.
    if inner.words().len() != text.words().len() {
        return None;
    }
    let within = spoken(&inner, &quotations(&inner));
    let mut all = spoken(text, outer);
    let tales: Vec<Range<usize>> = tales
        .into_iter()
        .flatten()
        .map(|it| it.words.clone())
        .filter(|it| !it.is_empty())
        .collect();
    for words in &tales {
        all[words.clone()].copy_from_slice(&within[words.clone()]);
    }
    Some((tales, all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_in_a_tale_stands_in_marks_of_its_own() {
        let told = "Safie came from the south. ".repeat(100);
        let source = format!(
            "I listened to him.\n\n“{told}\n\n“‘Who are you?’ said Felix. {told}\n\n“{told}”\n\nHe was silent. “So it was,” \
             he said."
        );
        let text = Text::new(&source);

        let (tales, spoken) = tales(&text, &quotations(&text)).unwrap();

        let words: Vec<&str> =
            (0..spoken.len()).filter(|&at| spoken[at]).map(|at| text.lower(at)).collect();
        assert_eq!(words, ["who", "are", "you", "so", "it", "was"]);
        assert_eq!(tales.len(), 3);
        assert_eq!(text.lower(tales[0].start), "safie");
    }

    #[test]
    fn a_long_speech_is_no_tale() {
        let said = "Come with me to the south. ".repeat(60);
        let text = Text::new(&said);
        assert!(tales(&text, &quotations(&text)).is_none());
        let source = format!("“{said}\n\n“{said}”");
        let text = Text::new(&source);
        assert!(tales(&text, &quotations(&text)).is_none());
    }
}
