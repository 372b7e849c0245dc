//! Speech as its reader follows it: how long somebody goes on, how many turns go by without a word
//! of who speaks, and whether the marks around it agree with each other.

use std::ops::Range;

use crate::dialogue::{Quotation, quotations, spoken};
use crate::sentences::is_quote;
use crate::span::{Passage, Span};
use crate::tokens::{SentenceKind, Text};

/// What somebody says in one go, over as many paragraphs as it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Speech {
    /// From its first mark to its last.
    pub span: Span,
    /// Its words.
    pub words: usize,
    /// Its paragraphs.
    pub paragraphs: usize,
}

/// Turns of speech with nothing between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// From the first turn to the last.
    pub span: Span,
    /// How many turns.
    pub turns: usize,
}

/// A kind of mark, and how often it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkStyle {
    /// The mark; of quotations the opening one.
    pub mark: char,
    /// How often it stands.
    pub count: usize,
    /// Where it first stands, with the quotation or the word around it.
    pub first: Span,
}

/// What is said in one go in at least `words_min` words, the longest first, among equals the first.
/// A quotation that the next paragraph carries on goes on there; what a narrator interrupts ("…" he
/// said, "…") does not.
pub fn speeches(text: &Text<'_>, words_min: usize) -> Vec<Speech> {
    let mut found: Vec<Speech> = Vec::new();
    let mut is_carried = false;
    for quotation in quotations(text) {
        let words = quotation.words.len();
        match found.last_mut() {
            Some(speech) if is_carried => {
                speech.span = Span::new(speech.span.start, quotation.span.end);
                speech.words += words;
                speech.paragraphs += 1;
            }
            _ => found.push(Speech { span: quotation.span, words, paragraphs: 1 }),
        }
        is_carried = quotation.is_continued;
    }
    found.retain(|speech| speech.words >= words_min);
    found.sort_by_key(|speech| (usize::MAX - speech.words, speech.span));
    found
}

/// At least `turns_min` paragraphs in a row that hold nothing but speech, so that no word tells who
/// speaks: the longest first, among equals the first. Paragraphs of one speech are one turn. A
/// heading and a break between scenes end an exchange.
pub fn exchanges(text: &Text<'_>, turns_min: usize) -> Vec<Exchange> {
    let quotations = quotations(text);
    let spoken = spoken(text, &quotations);
    let mut found: Vec<Exchange> = Vec::new();
    let mut open: Option<Exchange> = None;
    let mut is_carried = false;
    for paragraph in text.paragraphs() {
        let is_speech = paragraph.words.clone().all(|word| spoken[word])
            && text.sentences()[paragraph.sentences.start].kind == SentenceKind::Prose;
        if !is_speech || paragraph.opens_scene {
            found.extend(open.take());
        }
        if is_speech {
            let begun = open.get_or_insert(Exchange { span: paragraph.span, turns: 0 });
            begun.span = Span::new(begun.span.start, paragraph.span.end);
            begun.turns += usize::from(!is_carried || begun.turns == 0);
        }
        is_carried = last_of(&quotations, &paragraph.words).is_some_and(|it| it.is_continued);
    }
    found.extend(open);
    found.retain(|exchange| exchange.turns >= turns_min);
    found.sort_by_key(|exchange| (usize::MAX - exchange.turns, exchange.span));
    found
}

/// The last quotation that has a word among these.
fn last_of<'q>(quotations: &'q [Quotation], words: &Range<usize>) -> Option<&'q Quotation> {
    let behind = quotations.partition_point(|quotation| quotation.words.start < words.end);
    quotations[..behind].last().filter(|quotation| quotation.words.end > words.start)
}

/// Closing marks `”` that close nothing, each with its sentence, in the order of the text: those
/// outside of all quotations, in paragraphs that have more of them than of `“`. (A quotation in a
/// quotation in a quotation has marks outside that are in order.) Marks behind a digit may be inches
/// and are left alone.
pub fn stray_closings(text: &Text<'_>) -> Vec<Passage> {
    let source = text.source();
    let quotations = quotations(text);
    let is_inside = |at: usize| {
        let behind = quotations.partition_point(|quotation| quotation.span.start <= at);
        quotations[..behind].last().is_some_and(|quotation| at < quotation.span.end)
    };
    let is_excess = |at: usize| {
        let paragraphs = text.paragraphs();
        let behind = paragraphs.partition_point(|paragraph| paragraph.span.start <= at);
        let Some(paragraph) = behind.checked_sub(1).map(|at| &paragraphs[at]) else { return false };
        let words = paragraph.span.of(source);
        let before =
            behind.checked_sub(2).and_then(|at| last_of(&quotations, &paragraphs[at].words));
        // One that the paragraph before left open, and this one carries on without a mark of its kind.
        let carried =
            usize::from(before.is_some_and(|it| it.is_continued) && !words.starts_with('“'));
        words.matches('”').count() > words.matches('“').count() + carried
    };
    source
        .match_indices('”')
        .filter(|(at, _)| !is_inside(*at) && is_excess(*at))
        .filter(|(at, _)| !source[..*at].ends_with(|before: char| before.is_ascii_digit()))
        .filter_map(|(at, mark)| {
            let behind = text.words().partition_point(|word| word.span.start < at);
            let sentence = text.sentence_of(behind.checked_sub(1)?);
            let word = text.words()[behind - 1].span;
            let span = Span::new(word.start, at + mark.len());
            let end = sentence.span.end.max(span.end);
            Some(Passage { span, sentence_span: Span::new(sentence.span.start, end) })
        })
        .collect()
}

/// The marks that open quotations, the most frequent first, among equals the first. Single marks are
/// left out where there are double ones: they may stand around terms and titles.
pub fn mark_styles(text: &Text<'_>) -> Vec<MarkStyle> {
    let mut styles: Vec<MarkStyle> = Vec::new();
    for quotation in quotations(text) {
        let quoted = quotation.span.of(text.source());
        styles.extend(quoted.chars().next().filter(|mark| is_quote(*mark)).map(|mark| MarkStyle {
            mark,
            count: 1,
            first: quotation.span,
        }));
    }
    let styles = gathered(styles);
    let is_single = |style: &MarkStyle| matches!(style.mark, '‘' | '\'' | '‹');
    if styles.iter().all(is_single) {
        return styles;
    }
    styles.into_iter().filter(|style| !is_single(style)).collect()
}

/// The apostrophes inside words, `'` and `’`, the more frequent first.
pub fn apostrophes(text: &Text<'_>) -> Vec<MarkStyle> {
    let marks = text.words().iter().filter_map(|word| {
        let written = word.span.of(text.source());
        let mark = written.chars().find(|letter| matches!(letter, '\'' | '’'))?;
        Some(MarkStyle { mark, count: 1, first: word.span })
    });
    gathered(marks.collect())
}

/// Equal marks as one, the most frequent first.
fn gathered(styles: Vec<MarkStyle>) -> Vec<MarkStyle> {
    let mut all: Vec<MarkStyle> = Vec::new();
    for style in styles {
        match all.iter_mut().find(|known| known.mark == style.mark) {
            Some(known) => known.count += style.count,
            None => all.push(style),
        }
    }
    all.sort_by_key(|style| (usize::MAX - style.count, style.first));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speech_goes_on_in_the_next_paragraph() {
        let source = "“One two three.\n\n“Four five.”\n\n“Six,” he said, “seven eight nine ten.”";
        let text = Text::new(source);

        let found = speeches(&text, 4);

        let sizes: Vec<_> = found.iter().map(|it| (it.words, it.paragraphs)).collect();
        assert_eq!(sizes, [(5, 2), (4, 1)]);
        assert_eq!(found[0].span.of(source), "“One two three.\n\n“Four five.”");
        assert_eq!(speeches(&text, 6), []);
    }

    #[test]
    fn turns_without_a_speaker_are_counted() {
        let table = [
            ("“A b.”\n\n“C d.”\n\n“E f.”", 3),
            ("“A b.”\n\n“C d,” he said.\n\n“E f.”", 1),
            ("“A b.\n\n“C d.”\n\n“E f.”", 2),
            ("“A b.”\n\n* * *\n\n“C d.”", 1),
            ("“A b.” “C d.”\n\n“E f.”", 2),
            ("He left.", 0),
        ];

        for (source, wanted) in table {
            let turns = exchanges(&Text::new(source), 1).first().map_or(0, |it| it.turns);
            assert_eq!(turns, wanted, "{source:?}");
        }
    }

    #[test]
    fn a_mark_that_closes_nothing_is_found() {
        for (source, wanted) in [
            ("Come in,” he said. “Yes.”", &["in,”"][..]),
            ("“Come “in,” he” said.", &[]),
            ("“Come in,” he” said.", &["he”"]),
            ("“He said, ‘I cried “Come!” to him,’ and left.” So she told.", &[]),
            ("“Come in,” he said.", &[]),
            ("A plank of 6” and more. ”", &["more. ”"]),
            ("”", &[]),
            ("“It says:\n\n‘Come in.’” He left.", &[]),
        ] {
            let text = Text::new(source);
            let found: Vec<&str> =
                stray_closings(&text).iter().map(|stray| stray.span.of(source)).collect();
            assert_eq!(found, wanted, "{source:?}");
        }
    }

    #[test]
    fn marks_are_counted_by_kind() {
        let marks = |source: &str| -> Vec<(char, usize)> {
            mark_styles(&Text::new(source)).iter().map(|it| (it.mark, it.count)).collect()
        };
        assert_eq!(marks("“A.” \"B.\" “C.” He called it ‘d’."), [('“', 2), ('"', 1)]);
        assert_eq!(marks("‘A,’ he said, ‘B.’"), [('‘', 2)]);
        assert_eq!(marks("None."), []);
        let text = Text::new("Don’t, can't, won’t.");
        let found: Vec<_> = apostrophes(&text).iter().map(|it| (it.mark, it.count)).collect();
        assert_eq!(found, [('’', 2), ('\'', 1)]);
    }
}
