//! Lists of which one answer holds a part: as many items as fit beside the head, and a cursor for the rest.
//! The cursor is of [`page`] where the list is made anew for each call, and of the list itself where the
//! database or the index has pages of their own.

use std::ops::Range;

use domain::{
    Error, Result,
    tools::{ANSWER_CHARS_MAX, requests::AnswerCursor},
};
use serde::Serialize;

/// What of an answer is left for the cursor and the sentence about it, in characters.
const CURSOR_CHARS: usize = 200;

/// The items of a list that one answer shows.
pub(super) struct Page {
    /// Which.
    pub(super) items: Range<usize>,
    /// Where the list is read on; none at its end.
    pub(super) next_cursor: Option<String>,
}

/// The items from a cursor on that fit into an answer beside its head, one at least, which with its text
/// stands before the items.
///
/// # Errors
/// A conflict where the cursor is of another list.
pub(super) fn page<T: Serialize>(
    cursor: Option<&AnswerCursor>,
    (head, head_text): (&impl Serialize, &str),
    items: &[(T, String)],
) -> Result<Page> {
    let mut whole = written(head)?;
    for (item, _) in items {
        whole.push_str(&written(item)?);
    }
    let start = start(cursor, &whole)?.min(items.len());
    let end = start + fitting((head, head_text), &items[start..])?;
    let next = (end < items.len()).then(|| AnswerCursor::new(&whole, end).text());
    Ok(Page { items: start..end, next_cursor: next })
}

/// How many of the items fit into an answer beside its head, one at least, so that whoever asks for the rest
/// gets on.
pub(super) fn fitting<T: Serialize>(
    (head, head_text): (&impl Serialize, &str),
    items: &[(T, String)],
) -> Result<usize> {
    let (mut as_json, mut as_text) = (written(head)?.chars().count(), head_text.chars().count());
    for (at, (item, text)) in items.iter().enumerate() {
        as_json += written(item)?.chars().count() + 1;
        as_text += text.chars().count() + 1;
        if at > 0 && as_json.max(as_text) > ANSWER_CHARS_MAX - CURSOR_CHARS {
            return Ok(at);
        }
    }
    Ok(items.len())
}

fn written(item: &impl Serialize) -> Result<String> {
    serde_json::to_string(item)
        .map_err(|flaw| Error::internal("writing the answer of a tool", flaw))
}

/// The first item or character of the whole that an answer has.
///
/// # Errors
/// A conflict where the cursor is of something else.
pub(super) fn start(cursor: Option<&AnswerCursor>, whole: &str) -> Result<usize> {
    let Some(cursor) = cursor else { return Ok(0) };
    if *cursor == AnswerCursor::new(whole, cursor.start) {
        return Ok(cursor.start);
    }
    let reason = "The cursor is of another answer: the arguments or the project have changed since, so ask \
                  again without it";
    Err(Error::Conflict(reason.to_owned()))
}

/// The last line of an answer of which more follows.
pub(super) fn more(tool: &str, next_cursor: Option<&str>) -> String {
    match next_cursor {
        Some(cursor) => {
            format!("\nMore follow: call {tool} with the same arguments and the cursor {cursor}.")
        }
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use domain::tools::answers::Named;

    use super::*;

    #[test]
    fn a_list_ends_where_the_answer_is_full_and_has_one_item_at_least() {
        let item = |length: usize| (Named::new("1", "x"), "y".repeat(length));
        let head = Named::new("2", "head");

        for (lengths, head_text, wanted) in [
            (&[3_000, 3_000, 3_000][..], "", 2),
            (&[3_000, 3_000], "z", 2),
            (&[9_000, 1], "", 1),
            (&[], "", 0),
        ] {
            let items: Vec<_> = lengths.iter().map(|length| item(*length)).collect();
            assert_eq!(fitting((&head, head_text), &items).unwrap(), wanted, "{lengths:?}");
        }
        let long = "z".repeat(3_000);
        assert_eq!(fitting((&head, &long), &[item(3_000), item(3_000)]).unwrap(), 1);
    }
}
