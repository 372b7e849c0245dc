//! What stands between two words, read as a possible end of a sentence. Whether it is one depends on
//! the words as well, and is not decided here.

use crate::tokens::is_invisible;

/// A possible end of a sentence: what was read between two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stop {
    /// Behind the mark and all that closes with it, in bytes from the first word's end.
    pub(super) end: usize,
    pub(super) mark: Mark,
    /// Whether the mark stands directly behind the word.
    pub(super) is_bare: bool,
    /// Whether a quotation mark closes with it.
    pub(super) is_quoted: bool,
    /// Whether a dash follows directly, as behind the date of a diary.
    pub(super) is_dashed: bool,
    pub(super) is_spaced: bool,
    /// Whether something opens before the next word: a quotation, a bracket.
    pub(super) is_opened: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Period,
    Ellipsis,
    /// A question or exclamation mark.
    Loud,
    /// A mark of a script that sets no space behind it.
    Unspaced,
}

impl Stop {
    pub(super) fn read(gap: &str) -> Option<Stop> {
        let mut found: Option<Stop> = None;
        for (at, letter) in gap.char_indices() {
            let end = at + letter.len_utf8();
            if is_stop(letter) {
                let stop = found.get_or_insert(Stop {
                    end,
                    mark: mark(letter),
                    is_bare: at == 0,
                    is_quoted: false,
                    is_dashed: false,
                    is_spaced: false,
                    is_opened: false,
                });
                if stop.end != end {
                    stop.mark = stop.mark.and(mark(letter));
                }
                (stop.end, stop.is_quoted, stop.is_spaced) = (end, false, false);
                continue;
            }
            let Some(stop) = &mut found else { continue };
            match letter {
                _ if is_invisible(letter) => {}
                _ if letter.is_whitespace() => stop.is_spaced = true,
                ',' | ';' | ':' if !stop.is_spaced => return None,
                _ if stop.is_spaced => {
                    stop.is_opened = true;
                    break;
                }
                '—' | '–' | '-' => (stop.end, stop.is_dashed) = (end, true),
                '“' | '‘' | '„' | '(' | '[' | '{'
                    if !gap[end..].starts_with(char::is_whitespace) =>
                {
                    stop.is_opened = true;
                    break;
                }
                _ => {
                    stop.end = end;
                    stop.is_quoted |= is_quote(letter);
                }
            }
        }
        found
    }
}

impl Mark {
    /// What two marks, one behind the other, mean together.
    fn and(self, next: Mark) -> Mark {
        match (self, next) {
            (Mark::Unspaced, _) | (_, Mark::Unspaced) => Mark::Unspaced,
            (Mark::Loud, _) | (_, Mark::Loud) => Mark::Loud,
            _ => Mark::Ellipsis,
        }
    }
}

fn mark(letter: char) -> Mark {
    match letter {
        '.' => Mark::Period,
        '…' => Mark::Ellipsis,
        '。' | '！' | '？' | '．' | '｡' => Mark::Unspaced,
        _ => Mark::Loud,
    }
}

/// Whether a mark can end a sentence.
pub(crate) fn is_stop(letter: char) -> bool {
    matches!(
        letter,
        '.' | '!' | '?' | '…' | '‽' | '。' | '！' | '？' | '．' | '｡' | '؟' | '۔' | '।'
    )
}

/// Whether a mark opens or closes a quotation.
pub(crate) fn is_quote(letter: char) -> bool {
    matches!(
        letter,
        '"' | '\''
            | '“'
            | '”'
            | '„'
            | '‟'
            | '‘'
            | '’'
            | '‚'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '「'
            | '」'
            | '『'
            | '』'
    )
}
