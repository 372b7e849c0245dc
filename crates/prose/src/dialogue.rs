//! Speech: what stands inside quotation marks or, in a text that sets its dialogue so, behind dashes.
//! Only the outermost marks count; a quotation inside a quotation is part of it. Speech without any mark
//! is not seen.

mod attributed;
mod dashes;
mod kinds;
mod resumed;
mod tales;

use std::ops::Range;

use crate::lists::ELISIONS;
use crate::sentences::is_quote;
use crate::span::{Occurrences, Span, ratio};
use crate::tokens::{Paragraph, Text, is_invisible};
use attributed::{ends_with_attribution, is_attributed_anew};
pub(crate) use tales::{TaleParagraph, tales};

/// How much of a text is speech.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dialogue {
    /// Words inside quotation marks, those of quoted terms and titles included.
    pub words: usize,
    /// Their share of all words, from 0 to 1; none without words.
    pub share: Option<f64>,
    /// All quotations; a speech over several paragraphs is one per paragraph.
    pub quotations: usize,
    /// Quotations that are never closed, though no next paragraph carries them on, or the next is said to be spoken anew.
    pub unclosed: Occurrences,
}

/// A quotation, within one paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quotation {
    /// From the opening to the closing mark, or to the end of the paragraph.
    pub span: Span,
    /// The words inside; there may be none.
    pub words: Range<usize>,
    /// Whether a closing mark was found.
    pub is_closed: bool,
    /// Whether it is not closed because the next paragraph opens with a quotation mark or one of the next
    /// closes it: a speech of several paragraphs, or one that quotes something in a paragraph of its own; or
    /// because a letter ends there, whose closing mark many editions leave out.
    pub is_continued: bool,
    /// What it is.
    pub kind: QuotationKind,
}

/// What stands in quotation marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuotationKind {
    /// What somebody says aloud or to themselves.
    Speech,
    /// A word that is called by its name, a title, words of others within a sentence of one's own.
    Term,
    /// A paragraph of a letter.
    Writing,
    /// Lines of verse that nobody is said to speak.
    Verse,
}

impl Quotation {
    /// The paragraph that its first word stands in; none of one without words at the end of the text.
    fn paragraph(&self, text: &Text<'_>) -> Option<usize> {
        let word = text.words().get(self.words.start)?;
        Some(text.sentences()[word.sentence].paragraph)
    }
}

impl Dialogue {
    pub(crate) fn new(text: &Text<'_>, quotations: &[Quotation]) -> Dialogue {
        let words = quotations.iter().map(|quotation| quotation.words.len()).sum();
        let unclosed: Vec<Range<usize>> = quotations
            .iter()
            .enumerate()
            .filter(|(nth, it)| {
                // Behind several paragraphs of a speech it may be said again who speaks.
                let opens = nth.checked_sub(1).is_none_or(|before| quotations[before].is_closed);
                let next = quotations.get(nth + 1).filter(|_| opens);
                let is_new = || {
                    next.is_some_and(|next| is_attributed_anew(text, it, next))
                        || opens && ends_with_attribution(text, it)
                };
                !it.is_closed && (!it.is_continued || is_new())
            })
            .map(|(_, quotation)| quotation.words.clone())
            .filter(|words| !words.is_empty())
            .collect();
        Dialogue {
            words,
            share: ratio(words, text.words().len()),
            quotations: quotations.len(),
            unclosed: Occurrences::new(text, &unclosed, text.words().len()),
        }
    }
}

/// For each word whether it is spoken.
pub(crate) fn spoken(text: &Text<'_>, quotations: &[Quotation]) -> Vec<bool> {
    let mut spoken = vec![false; text.words().len()];
    for quotation in quotations {
        spoken[quotation.words.clone()].fill(true);
    }
    spoken
}

/// The quotations of a text, in order.
///
/// Known are “…” „…“ «…» »…« ‹…› 「…」 『…』 "…" and, for British texts, ‘…’ and '…'. An apostrophe
/// is told from a closing single mark by its neighbours: between letters it is an apostrophe; after
/// punctuation, before no letter, it closes; after a letter ("the boys’ hats") it closes only if no
/// better mark follows in the paragraph before another quotation opens. A single mark opens only if
/// there is one to close it. A double mark that nothing closes runs to the end of its paragraph, or where
/// one of the next paragraphs has a mark that closes nothing else, up to that: somebody quotes verse, a letter
/// or a list.
///
/// Where paragraphs begin with dashes and not with marks, what follows a dash is speech up to the words
/// that attribute it ("— Thanks, he said. That will do."), and behind them.
pub fn quotations(text: &Text<'_>) -> Vec<Quotation> {
    let mut found = in_marks(text);
    dashes::add(text, &mut found);
    kinds::classify(text, &mut found);
    found
}

/// The quotations that stand in quotation marks.
fn in_marks(text: &Text<'_>) -> Vec<Quotation> {
    let mut found = Vec::new();
    let mut marks = Vec::new();
    for (index, paragraph) in text.paragraphs().iter().enumerate() {
        marks.clear();
        read_marks(text, paragraph, &mut marks);
        if marks.is_empty() {
            continue;
        }
        let following = text.paragraphs().get(index + 1).and_then(|next| first_mark(text, next));
        Pairing { text, paragraph, marks: &marks, following }.pair(&mut found);
    }
    resumed::resume(text, &mut found);
    found
}

/// A quotation mark, with all that decides what it does.
#[derive(Debug, Clone, Copy)]
struct Mark {
    at: usize,
    letter: char,
    /// The nearest visible characters, a line feed at the paragraph's edges.
    before: char,
    after: char,
    /// The word behind the mark.
    word: usize,
}

fn read_marks(text: &Text<'_>, paragraph: &Paragraph, marks: &mut Vec<Mark>) {
    let source = text.source();
    let mut from = paragraph.span.start;
    for word in paragraph.words.start..=paragraph.words.end {
        let to = if word == paragraph.words.end {
            paragraph.span.end
        } else {
            text.words()[word].span.start
        };
        let gap = &source[from..to];
        if gap != " " {
            for (at, letter) in gap.match_indices(is_quote) {
                let (start, end) = (from + at, from + at + letter.len());
                let before = &source[paragraph.span.start..start];
                let after = &source[end..paragraph.span.end];
                let is_visible = |letter: &char| !is_invisible(*letter);
                marks.push(Mark {
                    at: start,
                    letter: letter.chars().next().unwrap_or('"'),
                    before: before.chars().rev().find(is_visible).unwrap_or('\n'),
                    after: after.chars().find(is_visible).unwrap_or('\n'),
                    word,
                });
            }
        }
        from = if word == paragraph.words.end { to } else { text.words()[word].span.end };
    }
}

fn first_mark(text: &Text<'_>, paragraph: &Paragraph) -> Option<char> {
    let opening = paragraph.span.of(text.source());
    opening.chars().find(|&letter| !is_invisible(letter)).filter(|&letter| is_quote(letter))
}

/// The marks of one paragraph on their way to becoming quotations.
struct Pairing<'p, 't> {
    text: &'p Text<'t>,
    paragraph: &'p Paragraph,
    marks: &'p [Mark],
    /// The quotation mark that the next paragraph begins with.
    following: Option<char>,
}

/// What comes behind a single mark in its paragraph.
#[derive(Debug, Clone, Copy, Default)]
struct Ahead {
    /// A mark that may close.
    closing: bool,
    /// A mark that surely closes, before another one opens.
    surely_closing: bool,
}

impl Pairing<'_, '_> {
    fn pair(&self, found: &mut Vec<Quotation>) {
        let curly = self.ahead('‘', '’');
        let straight = self.ahead('\'', '\'');
        let ahead = |index: usize| {
            if self.marks[index].letter == '\'' { straight[index] } else { curly[index] }
        };
        let mut open: Option<Mark> = None;
        for (index, mark) in self.marks.iter().enumerate() {
            match open {
                None if self.opens(mark, ahead(index)) => open = Some(*mark),
                Some(opening) if self.closes(opening.letter, mark, ahead(index)) => {
                    let end = mark.at + mark.letter.len_utf8();
                    found.push(Quotation {
                        span: Span::new(opening.at, end),
                        words: opening.word..mark.word,
                        is_closed: true,
                        is_continued: false,
                        kind: QuotationKind::Speech,
                    });
                    open = None;
                }
                _ => {}
            }
        }
        if let Some(opening) = open {
            found.push(Quotation {
                span: Span::new(opening.at, self.paragraph.span.end),
                words: opening.word..self.paragraph.words.end,
                is_closed: false,
                is_continued: self.following.is_some_and(|mark| carries_on(opening.letter, mark)),
                kind: QuotationKind::Speech,
            });
        }
    }

    /// Reads the marks from the back, so that each knows what follows without looking again.
    fn ahead(&self, opener: char, closer: char) -> Vec<Ahead> {
        if !self.marks.iter().any(|mark| mark.letter == opener || mark.letter == closer) {
            return vec![Ahead::default(); self.marks.len()];
        }
        let mut ahead = vec![Ahead::default(); self.marks.len()];
        let mut state = Ahead::default();
        for (index, mark) in self.marks.iter().enumerate().rev() {
            ahead[index] = state;
            if mark.letter == closer && may_close_single(mark) {
                state.closing = true;
                let is_sure = ".,!?…—–-;:”\"".contains(mark.before);
                state.surely_closing = state.surely_closing || is_sure;
            } else if mark.letter == opener && self.may_open_single(mark) {
                state.surely_closing = false;
            }
        }
        ahead
    }

    fn opens(&self, mark: &Mark, ahead: Ahead) -> bool {
        match mark.letter {
            '“' | '„' | '«' | '»' | '‹' | '「' | '『' => true,
            '"' => {
                let is_inch = mark.before.is_ascii_digit() && !mark.after.is_alphanumeric();
                let is_stray = !mark.before.is_whitespace() && mark.after.is_whitespace();
                !is_inch && !is_stray
            }
            '‘' | '\'' => {
                let is_carried =
                    mark.at == self.paragraph.span.start && self.following == Some(mark.letter);
                self.may_open_single(mark) && (ahead.closing || is_carried)
            }
            _ => false,
        }
    }

    fn closes(&self, opening: char, mark: &Mark, ahead: Ahead) -> bool {
        match opening {
            '“' => mark.letter == '”',
            '„' => matches!(mark.letter, '“' | '”'),
            '«' => mark.letter == '»',
            '»' => mark.letter == '«',
            '‹' => mark.letter == '›',
            '「' => mark.letter == '」',
            '『' => mark.letter == '』',
            '"' => {
                // A mark that can only open repeats the opening, as letters do line by line.
                mark.letter == '"' && !(mark.before.is_whitespace() && mark.after.is_alphanumeric())
            }
            '‘' => mark.letter == '’' && closes_single(mark, ahead),
            '\'' => mark.letter == '\'' && closes_single(mark, ahead),
            _ => false,
        }
    }

    fn may_open_single(&self, mark: &Mark) -> bool {
        let is_placed = match mark.letter {
            '\'' => mark.before.is_whitespace() || "([{—–-“\"".contains(mark.before),
            _ => true,
        };
        let has_content = mark.after.is_alphanumeric() || "“\"…—–(".contains(mark.after);
        let words = self.text.words();
        let is_elision = mark.after.is_alphanumeric()
            && words.get(mark.word).is_some_and(|word| {
                word.span.start == mark.at + mark.letter.len_utf8()
                    && ELISIONS.contains(self.text.lower(mark.word))
            });
        is_placed && has_content && !is_elision
    }
}

/// Whether a mark at the start of a paragraph carries on what this mark opened before: the same one,
/// or any that opens and is no apostrophe.
fn carries_on(opening: char, mark: char) -> bool {
    mark == opening || matches!(mark, '“' | '„' | '«' | '»' | '‹' | '「' | '『' | '‘' | '"')
}

fn may_close_single(mark: &Mark) -> bool {
    !mark.after.is_alphanumeric() && !mark.before.is_whitespace()
}

fn closes_single(mark: &Mark, ahead: Ahead) -> bool {
    may_close_single(mark) && (!mark.before.is_alphanumeric() || !ahead.surely_closing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(source: &str) -> Vec<&str> {
        let text = Text::new(source);
        quotations(&text).iter().map(|quotation| quotation.span.of(source)).collect()
    }

    #[test]
    fn quotations_are_found_in_every_style() {
        let table: [(&str, &[&str]); 12] = [
            ("“Yes,” he said, “no.”", &["“Yes,”", "“no.”"]),
            ("\"Yes,\" he said, \"no.\"", &["\"Yes,\"", "\"no.\""]),
            ("«Oui», dit-il.", &["«Oui»"]),
            ("»Ja«, sagte er. „Nein“, sagte sie.", &["»Ja«", "„Nein“"]),
            ("「はい」と言った。", &["「はい」"]),
            ("‘Yes,’ he said, ‘don’t.’", &["‘Yes,’", "‘don’t.’"]),
            ("‘The boys’ hats,’ he said, ‘are here.’", &["‘The boys’ hats,’", "‘are here.’"]),
            ("He called it a ‘lark’ and said, ‘Come.’", &["‘lark’", "‘Come.’"]),
            ("'I don't know,' he said. 'Tell 'em.'", &["'I don't know,'", "'Tell 'em.'"]),
            ("“He said ‘no’ to me,” she said.", &["“He said ‘no’ to me,”"]),
            ("‘He said “no” to me,’ she said.", &["‘He said “no” to me,’"]),
            ("\u{2060}“Yes.”\u{2060} Then", &["“Yes.”"]),
        ];

        for (source, expected) in table {
            assert_eq!(quoted(source), expected, "{source:?}");
        }
    }

    #[test]
    fn speech_is_told_from_terms_letters_and_verse() {
        use QuotationKind::{Speech, Term, Verse, Writing};
        for (source, wanted) in [
            ("“Yes,” he said, “but not now.”", &[Speech, Speech][..]),
            ("He cried “Stop!” and ran.", &[Speech]),
            ("“Stop.”", &[Speech]),
            ("He turned: “No one came”.", &[Speech]),
            ("“Wait,” glowed Carol.", &[Speech]),
            ("He wore what they called a “dude,” and left.", &[Term]),
            ("They had a “front porch,” a “back porch,” and a “hall.”", &[Term, Term, Term]),
            ("The “walk in” was uttered with closed teeth.", &[Term]),
            ("He read “The Raven” aloud.", &[Term]),
            ("“Derby” hats were worn.", &[Term]),
            (
                "“My dear Lucy,\n\n“It is late.\n\n“Mina.”\n\n“Who wrote it?”",
                &[Writing, Writing, Writing, Speech],
            ),
            ("“My dear Lucy,” said Mina.", &[Speech]),
            ("“Tiger, tiger,\nBurning bright\nIn the forests”\n\nHe closed it.", &[Verse]),
        ] {
            let text = Text::new(source);
            let kinds: Vec<QuotationKind> = quotations(&text).iter().map(|it| it.kind).collect();
            assert_eq!(kinds, wanted, "{source:?}");
        }
    }

    #[test]
    fn dashes_open_speech_where_no_marks_do() {
        let source = "—Thanks, old chap, he cried. That will do.\n\nHe went.\n\n—Scutter! said \
                      Stephen.\n\n—Yes?\n\n—The mockery of it! Buck Mulligan told him.";

        assert_eq!(
            quoted(source),
            ["—Thanks, old chap,", "That will do.", "—Scutter!", "—Yes?", "—The mockery of it!"]
        );
        assert_eq!(quoted("—One line.\n\n“Two,” he said.\n\n“Three.”"), ["“Two,”", "“Three.”"]);
    }

    #[test]
    fn apostrophes_and_inches_are_no_quotations() {
        for source in [
            "The boys’ hats and the girls’ coats.",
            "’Tis the season, and ’twas ever so.",
            "'Tis the boys' hat, goin' out in the '90s.",
            "He stood 6' 2\" tall.",
            "‘tis so, they say, ‘em and us’",
            "It’s Lucy’s.",
        ] {
            assert_eq!(quoted(source), Vec::<&str>::new(), "{source:?}");
        }
    }

    #[test]
    fn a_speech_of_several_paragraphs_is_carried_on() {
        let text = Text::new("“One two.\n\n“Three.”\n\n‘Four.\n\n‘Five.’\n\n“Six seven\n\nEight.");
        let quoting =
            Text::new("“It says:\n\n‘Come.’”\n\n\"One.\n\n“Two.”\n\n“Three.\n\n’Tis four.");

        let found = quotations(&text);

        let ends: Vec<(bool, bool)> =
            found.iter().map(|quote| (quote.is_closed, quote.is_continued)).collect();
        assert_eq!(
            ends,
            [(false, true), (true, false), (false, true), (true, false), (false, false)]
        );
        let unclosed = Dialogue::new(&quoting, &quotations(&quoting)).unclosed;
        let unclosed: Vec<&str> =
            unclosed.passages.iter().map(|it| it.span.of(quoting.source())).collect();
        assert_eq!(unclosed, ["Three"]);
        let dialogue = Dialogue::new(&text, &found);
        assert_eq!(dialogue.words, 7);
        assert_eq!(dialogue.share, Some(7.0 / 8.0));
        assert_eq!(dialogue.unclosed.count, 1);
    }

    #[test]
    fn speech_goes_on_behind_the_verse_that_it_quotes() {
        for (source, pieces) in [
            ("\"You know the lines,\n\nFull many a flower\n\nWe must go.\" He went.\n\n\"No.\"", 4),
            ("“You need this:\n\na lamp\n\nand a rope,” he said. “Go.”\n\nHe went.", 4),
            ("“I must stop. I am, as ever, your loving\n\nAmy.”\n\nShe went.", 2),
        ] {
            let text = Text::new(source);

            let found = quotations(&text);

            assert_eq!(found.len(), pieces, "{source:?}: {found:?}");
            let unclosed = Dialogue::new(&text, &found).unclosed.count;
            assert_eq!((unclosed, crate::stray_closings(&text).len()), (0, 0), "{source:?}");
        }
        for (source, unclosed) in [
            ("“Bless you all. Ever your loving Jo.\n\nShe put the letter down.", 0),
            ("“Bless you all.\n\nYour obliged and affectionate son,\n\nF. C.", 0),
            ("“It is yours, he said.\n\nShe went.", 1),
            ("“Come in, he said.\n\nShe went.\n\n“I came,” she said.", 1),
            ("“Come in, he said.\n\nHe said, “I came.”", 1),
            ("“Come in, he said.\n\n***\n\nI came,” she said.", 1),
        ] {
            let text = Text::new(source);
            let dialogue = Dialogue::new(&text, &quotations(&text));
            assert_eq!(dialogue.unclosed.count, unclosed, "{source:?}");
        }
    }

    #[test]
    fn quotations_can_be_all_or_nothing() {
        assert_eq!(quoted("“…”"), Vec::<&str>::new(), "a paragraph without words is none");
        assert_eq!(quoted("“”"), Vec::<&str>::new());
        assert_eq!(quoted("He: “…” and “”."), ["“…”", "“”"]);
        assert_eq!(Dialogue::new(&Text::new(""), &[]).share, None);
    }
}
