//! What stands in quotation marks: speech, a term, a letter or verse. It decides by the marks at both
//! ends, by the verbs beside them and by the words that letters open with.

use std::ops::Range;

use super::{Quotation, QuotationKind};
use crate::lists::{ANNOUNCING_VERBS, PREPOSITIONS, SPEECH_VERBS};
use crate::sentences::{is_quote, is_stop};
use crate::tokens::{Text, is_invisible};

/// Words before a quotation in which a verb announces it.
const ANNOUNCED_WITHIN_WORDS: usize = 8;

/// The same where no mark stands between: he said “Come.”
const VERB_WITHIN_WORDS: usize = 4;

/// Words behind which a quotation is part of their sentence.
const ARTICLES: [&str; 12] =
    ["the", "a", "an", "this", "that", "these", "those", "his", "her", "my", "their", "our"];

/// Words behind a quotation in which a verb of speech attributes it.
const ATTRIBUTED_WITHIN_WORDS: usize = 5;

/// Words that a term has at most where its marks could be those of speech as well.
const TERM_WORDS_MAX: usize = 4;

/// Words of the line that a letter opens with, at most: "My dear Mr. Harker,".
const SALUTATION_WORDS_MAX: usize = 8;

/// Lines of verse, at least: prose may have two lines that begin with a capital.
const VERSE_LINES_MIN: usize = 3;

/// Characters of a line of verse, at most, on average.
const VERSE_CHARS_MAX: usize = 52;

/// Tells the kind of each quotation, given in the order of the text.
pub(super) fn classify(text: &Text<'_>, quotations: &mut [Quotation]) {
    let mut is_letter = false;
    let mut before: Option<Range<usize>> = None;
    for quotation in quotations {
        let judged = Judged { text, quotation, before: before.clone() };
        is_letter = is_letter || judged.opens_letter();
        quotation.kind = if is_letter {
            QuotationKind::Writing
        } else if judged.is_term() {
            QuotationKind::Term
        } else if judged.is_verse() {
            QuotationKind::Verse
        } else {
            QuotationKind::Speech
        };
        is_letter &= quotation.is_continued;
        before = Some(quotation.words.clone());
    }
}

struct Judged<'j, 't> {
    text: &'j Text<'t>,
    quotation: &'j Quotation,
    /// The words of the quotation before.
    before: Option<Range<usize>>,
}

impl Judged<'_, '_> {
    fn is_term(&self) -> bool {
        let words = &self.quotation.words;
        if words.is_empty() || !self.quotation.is_closed || !self.is_marked() {
            return false;
        }
        let lead = self.lead();
        let mark = lead.trim_end().chars().next_back();
        let is_small = self.is_small();
        let last = self.last_mark();
        let is_whole = last.is_some_and(|mark| is_stop(mark) || "—–-".contains(mark));
        let is_short = words.len() <= TERM_WORDS_MAX;
        if mark == Some(':') {
            return false;
        }
        if self.is_first() || lead.contains(is_stop) || mark.is_some_and(|it| "—–-".contains(it))
        {
            // It stands where a sentence begins: a term has no mark of its own and goes on.
            let is_alone = self.is_first() && self.goes_on().is_none();
            let is_heading =
                is_alone && words.len() > 1 && last.is_none() && !self.has_small_letter();
            return is_heading || last.is_none() && !is_alone && !self.is_attributed();
        }
        let is_announced = self.is_announced(ANNOUNCED_WITHIN_WORDS);
        if mark == Some(',') || mark == Some(';') {
            let carries_on = self.before.is_some() && self.is_interrupted();
            return !carries_on
                && !self.is_attributed()
                && (is_small && !is_whole || !is_announced && is_short && !is_whole);
        }
        // Nothing but a space parts it from the word before.
        let before = self.text.lower(words.start - 1);
        let is_loud = last.is_some_and(|mark| "!?…—–-".contains(mark));
        if ARTICLES.contains(&before) {
            return true;
        }
        if self.is_announced(VERB_WITHIN_WORDS) || self.is_interrupted() {
            let is_named = before != "to" && PREPOSITIONS.contains(before) && !is_loud;
            return is_named || is_small && is_short && !is_whole && !self.is_attributed();
        }
        (is_small || !is_loud) && !self.is_attributed()
    }

    /// What stands between the word before and the opening mark.
    fn lead(&self) -> &str {
        let first = self.quotation.words.start;
        let from = if first == 0 { 0 } else { self.text.words()[first - 1].span.end };
        self.text.source().get(from..self.quotation.span.start).unwrap_or_default()
    }

    /// Whether it opens its paragraph.
    fn is_first(&self) -> bool {
        let sentence = self.text.sentence_of(self.quotation.words.start);
        self.text.paragraphs()[sentence.paragraph].words.start == self.quotation.words.start
    }

    /// Whether it stands in quotation marks, and not behind a dash.
    fn is_marked(&self) -> bool {
        self.quotation.span.of(self.text.source()).starts_with(is_quote)
    }

    fn is_small(&self) -> bool {
        let first = self.text.words()[self.quotation.words.start].span;
        first.of(self.text.source()).starts_with(char::is_lowercase)
    }

    fn has_small_letter(&self) -> bool {
        self.quotation.span.of(self.text.source()).contains(char::is_lowercase)
    }

    /// The mark before the closing one; none behind a word.
    fn last_mark(&self) -> Option<char> {
        let inside = self.quotation.span.of(self.text.source());
        let mut marks = inside.chars().rev().filter(|letter| !is_invisible(*letter));
        let mark = marks.by_ref().skip(1).find(|letter| !is_quote(*letter) && *letter != '_')?;
        (!mark.is_alphanumeric()).then_some(mark)
    }

    /// The word behind it, in its paragraph.
    fn goes_on(&self) -> Option<usize> {
        let behind = self.quotation.words.end;
        let sentence = self.text.sentence_of(behind - 1);
        (behind < self.text.paragraphs()[sentence.paragraph].words.end).then_some(behind)
    }

    /// Whether a verb before it announces it, in its sentence.
    fn is_announced(&self, within: usize) -> bool {
        let first = self.quotation.words.start;
        let sentence = self.text.sentence_of(first - 1).words.start;
        (first.saturating_sub(within).max(sentence)..first).rev().any(|word| {
            let lower = self.text.lower(word);
            is_said(lower) && lower != "sang" || ANNOUNCING_VERBS.contains(lower)
        })
    }

    /// Whether a verb of speech follows it closely, or a word goes on behind its comma.
    fn is_attributed(&self) -> bool {
        let Some(from) = self.goes_on() else { return false };
        let behind = self.quotation.span.end..self.text.words()[from].span.start;
        if self.text.source()[behind].contains(|mark| is_stop(mark) || mark == ';') {
            return false;
        }
        (from..(from + ATTRIBUTED_WITHIN_WORDS).min(self.text.words().len()))
            .take_while(|&word| {
                let is_plain = self.text.gap_before(word).trim().chars().all(|it| it == '.');
                (word == from || is_plain) && !is_conjunction(self.text.lower(word))
            })
            .any(|word| is_said(self.text.lower(word)))
    }

    /// Whether the words between the quotation before and this one attribute that: “Yes,” said Ann, “but
    /// not now.”
    fn is_interrupted(&self) -> bool {
        let Some(before) = &self.before else { return false };
        let first = self.quotation.words.start;
        let is_near =
            self.text.sentence_of(before.start).paragraph == self.text.sentence_of(first).paragraph;
        is_near
            && (before.end..first).any(|word| is_said(self.text.lower(word)))
            && !self.text.source()
                [self.text.words()[before.end].span.start..self.text.words()[first - 1].span.end]
                .contains(". ")
    }

    fn opens_letter(&self) -> bool {
        let words = &self.quotation.words;
        if !self.quotation.is_continued || words.is_empty() || words.len() > SALUTATION_WORDS_MAX {
            return false;
        }
        let inside = self.quotation.span.of(self.text.source()).trim_end();
        let is_greeting = words.clone().any(|word| {
            matches!(
                self.text.lower(word),
                "dear" | "dearest" | "sir" | "madam" | "sirs" | "gentlemen"
            )
        });
        is_greeting && inside.ends_with([',', ':', '—', '-', '.', '!'])
    }

    fn is_verse(&self) -> bool {
        let inside = self.quotation.span.of(self.text.source());
        let lines: Vec<&str> = inside.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
        let opens = |line: &&str| {
            line.chars().find(|letter| letter.is_alphabetic()).is_some_and(char::is_uppercase)
        };
        let chars: usize = lines.iter().map(|line| line.chars().count()).sum();
        lines.len() >= VERSE_LINES_MIN
            && lines.iter().all(opens)
            && chars <= VERSE_CHARS_MAX * lines.len()
            && !self.is_attributed()
            && (self.is_first() || !self.is_announced(ANNOUNCED_WITHIN_WORDS))
    }
}

/// Whether a word is a verb of speech; "called" stands before terms as often.
fn is_said(lower: &str) -> bool {
    SPEECH_VERBS.contains(lower) && lower != "called"
}

fn is_conjunction(lower: &str) -> bool {
    matches!(
        lower,
        "and" | "but" | "or" | "if" | "as" | "when" | "while" | "which" | "that" | "who"
    )
}
