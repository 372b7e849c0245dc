//! Lists of which one answer holds a part: as many items as fit beside the head, and a cursor for the rest.

use std::ops::Range;

use domain::{
    Error, Result,
    tools::{ANSWER_CHARS_MAX, requests::story::StoryCursor},
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
    cursor: Option<&StoryCursor>,
    (head, head_text): (&impl Serialize, &str),
    items: &[(T, String)],
) -> Result<Page> {
    let written = |item: &dyn Fn() -> serde_json::Result<String>| {
        item().map_err(|flaw| Error::internal("writing the answer of a tool", flaw))
    };
    let mut whole = written(&|| serde_json::to_string(head))?;
    let (mut as_json, mut as_text) = (whole.chars().count(), head_text.chars().count());
    let mut costs = Vec::with_capacity(items.len());
    for (item, text) in items {
        let json = written(&|| serde_json::to_string(item))?;
        costs.push((json.chars().count() + 1, text.chars().count() + 1));
        whole.push_str(&json);
    }
    let start = start(cursor, &whole)?.min(items.len());
    let mut end = start;
    for (json, text) in &costs[start..] {
        (as_json, as_text) = (as_json + json, as_text + text);
        if end > start && as_json.max(as_text) > ANSWER_CHARS_MAX - CURSOR_CHARS {
            break;
        }
        end += 1;
    }
    let next = (end < items.len()).then(|| StoryCursor::new(&whole, end).text());
    Ok(Page { items: start..end, next_cursor: next })
}

/// The first item that an answer has.
fn start(cursor: Option<&StoryCursor>, whole: &str) -> Result<usize> {
    let Some(cursor) = cursor else { return Ok(0) };
    if *cursor == StoryCursor::new(whole, cursor.start) {
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
