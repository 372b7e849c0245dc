//! Anchors: by what the words of one text are found in a later one. An anchor is the words with as much
//! text on both sides as makes them unique where they stood. They are found again only where all of it
//! stands, and only if it stands there alone: the position is certain, or there is none.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{
    SEARCHED_BYTES_MAX,
    text::{IndexedText, first, last},
};

/// Text that an anchor has on each side, in characters, where the text is that long.
pub const CONTEXT_CHARS_MIN: usize = 32;

/// Text that an anchor has on each side at most, in characters. Words that are not unique with it can
/// only be changed in the version they were found in.
pub const CONTEXT_CHARS_MAX: usize = 2_048;

/// Where words stand in one version of a text, and what stands around them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Anchor {
    /// The version of the text.
    pub version: i64,
    /// The first character of the words.
    pub start: i64,
    /// The character after the last one.
    pub end: i64,
    /// The text before the words.
    pub context_before: String,
    /// The text after the words.
    pub context_after: String,
    /// Whether the words with this text around them stood there only one time.
    pub is_unique: bool,
}

/// Why words are not found in a later text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotFound {
    /// They do not stand there any more with the same text around them.
    Gone,
    /// They stand there several times, so that any position would be a guess.
    Ambiguous,
    /// Nobody has looked: the text is too long for so many changes.
    TooLong,
}

impl NotFound {
    /// The reason as the end of a sentence about the words.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Gone => "the text at this position was changed in the meantime",
            Self::Ambiguous => {
                "the text was changed in the meantime, and the same words stand in it several times"
            }
            Self::TooLong => "the text is too long to look for so many changes at a time",
        }
    }
}

impl Anchor {
    /// The anchor of the words from byte to byte of a text of this version.
    pub fn of(text: &IndexedText<'_>, version: i64, range: &Range<usize>) -> Self {
        let (before, after) = (&text.text()[..range.start], &text.text()[range.end..]);
        let words = &text.text()[range.clone()];
        let mut count = CONTEXT_CHARS_MIN;
        loop {
            let (context_before, context_after) = (last(before, count), first(after, count));
            let passage = [context_before, words, context_after].concat();
            let is_unique = find(text.text(), &passage).is_ok();
            if is_unique || count >= CONTEXT_CHARS_MAX {
                return Self {
                    version,
                    start: text.character(range.start),
                    end: text.character(range.end),
                    context_before: context_before.to_owned(),
                    context_after: context_after.to_owned(),
                    is_unique,
                };
            }
            count *= 2;
        }
    }

    /// Where the words stand in a text of this version, in bytes.
    ///
    /// # Errors
    /// They do not stand there, or nobody can say where.
    pub fn find(
        &self,
        words: &str,
        text: &IndexedText<'_>,
        version: i64,
    ) -> Result<Range<usize>, NotFound> {
        if self.version == version {
            let range = text.byte(self.start).zip(text.byte(self.end));
            let range = range.filter(|(start, end)| text.text().get(*start..*end) == Some(words));
            return range.map(|(start, end)| start..end).ok_or(NotFound::Gone);
        }
        if !self.is_unique {
            return Err(NotFound::Ambiguous);
        }
        let passage = [&self.context_before, words, &self.context_after].concat();
        let start = find(text.text(), &passage)? + self.context_before.len();
        let range = start..start + words.len();
        // What is inserted at an end of a text belongs to that end.
        let is_at_end = |context: &str, is_end: bool| !context.is_empty() || is_end;
        let is_where_it_was = !words.is_empty()
            || is_at_end(&self.context_before, range.start == 0)
                && is_at_end(&self.context_after, range.end == text.text().len());
        is_where_it_was.then_some(range).ok_or(NotFound::Gone)
    }
}

/// Whether so many changes can be looked for in a text, one after the other.
pub const fn is_searchable(text: &str, changes: usize) -> bool {
    text.len().saturating_mul(changes) <= SEARCHED_BYTES_MAX
}

/// The byte at which a passage begins that stands in a text one time.
///
/// # Errors
/// It does not stand there, or several times.
pub fn find(text: &str, passage: &str) -> Result<usize, NotFound> {
    let Some(letter) = passage.chars().next() else {
        // Nothing stands everywhere, but in an empty text only there.
        return if text.is_empty() { Ok(0) } else { Err(NotFound::Ambiguous) };
    };
    let start = text.find(passage).ok_or(NotFound::Gone)?;
    // Behind its first letter, since it may overlap itself.
    let is_again = text[start + letter.len_utf8()..].contains(passage);
    if is_again { Err(NotFound::Ambiguous) } else { Ok(start) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the words between brackets of a text stand in a later one.
    fn found(marked: &str, later: &str) -> Result<String, NotFound> {
        let (start, end) = (marked.find('[').unwrap(), marked.find(']').unwrap() - 1);
        let text = marked.replace(['[', ']'], "");
        let anchor = Anchor::of(&IndexedText::new(&text), 1, &(start..end));
        let range = anchor.find(&text[start..end], &IndexedText::new(later), 2)?;
        Ok(format!("{}[{}]{}", &later[..range.start], &later[range.clone()], &later[range.end..]))
    }

    const LEFT: &str = "It was a dark and stormy night; the rain fell in torrents, ";
    const RIGHT: &str = " when it was checked by a violent gust of wind which swept up the streets";

    #[test]
    fn words_are_found_where_what_stands_around_them_stands() {
        let marked = format!("{LEFT}[except]{RIGHT}");

        for (start, end) in [("", ""), ("Chapter One\n\n", ""), ("", " again."), ("é 🦇 ", " é")]
        {
            let later = format!("{start}{LEFT}except{RIGHT}{end}");
            assert_eq!(found(&marked, &later), Ok(format!("{start}{marked}{end}")));
        }
    }

    #[test]
    fn what_was_changed_within_reach_is_gone() {
        let marked = format!("{LEFT}[except]{RIGHT}");
        for later in [
            String::new(),
            format!("{LEFT}save{RIGHT}"),
            format!("{LEFT}, except{RIGHT}"),
            format!("{}except{RIGHT}", LEFT.replace("torrents", "sheets")),
            format!("{LEFT}except{}", RIGHT.replace("checked", "stopped")),
        ] {
            assert_eq!(found(&marked, &later), Err(NotFound::Gone), "{later}");
        }
        // What was changed further away is none of its business.
        let later = format!("{}except{RIGHT}", LEFT.replace("It was", "There was"));
        assert!(found(&marked, &later).is_ok());
    }

    #[test]
    fn a_position_that_could_be_another_is_none() {
        let marked = format!("{LEFT}[except]{RIGHT}");
        let twice = format!("{LEFT}except{RIGHT}. {LEFT}except{RIGHT}");

        assert_eq!(found(&marked, &twice), Err(NotFound::Ambiguous));

        // Of two that were equal one was deleted; nobody can say which.
        assert_eq!(found("ho [ho] ho ho", "ho ho ho"), Err(NotFound::Gone));
        let refrain = "Row, row, row your boat. ".repeat(400);
        let marked = format!("{refrain}[Row], row, row your boat. {refrain}");
        assert_eq!(found(&marked, &refrain), Err(NotFound::Ambiguous));
    }

    #[test]
    fn as_much_text_is_looked_at_as_makes_words_unique() {
        let refrain = "Row, row, row your boat gently down the stream, says he. ";
        let marked = format!("First. {refrain}Second. {refrain}Third. [{refrain}]Fourth.");

        let later = format!("New. First. {refrain}Second. {refrain}Third. {refrain}Fourth. Fifth.");

        let wanted = format!("New. {}", marked.clone() + " Fifth.");
        assert_eq!(found(&marked, &later), Ok(wanted));
    }

    #[test]
    fn an_insertion_needs_what_stood_on_both_sides_of_it() {
        let marked = format!("{LEFT}[]{RIGHT}");
        assert_eq!(found(&marked, &format!("{LEFT}{RIGHT}!")), Ok(format!("{marked}!")));
        assert_eq!(found(&marked, &format!("{LEFT}so {RIGHT}")), Err(NotFound::Gone));

        for (marked, later, wanted) in [
            ("[]", "", Ok("[]".to_owned())),
            ("[]", "a", Err(NotFound::Ambiguous)),
            ("[]The end.", "The end. No.", Ok("[]The end. No.".to_owned())),
            ("[]The end.", "No. The end.", Err(NotFound::Gone)),
            ("The end.[]", "Is it? The end.", Ok("Is it? The end.[]".to_owned())),
            ("The end.[]", "The end. No.", Err(NotFound::Gone)),
        ] {
            assert_eq!(found(marked, later), wanted, "{marked} {later}");
        }
    }
}
