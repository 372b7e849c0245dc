//! What is read out of a document's text before it is kept or shown: how many words it has.

/// Texts longer than this are read while the runtime's other tasks move to other threads, in bytes.
const SHORT_TEXT_BYTES: usize = 64 * 1024;

/// How many words a Markdown text has, as a reader counts them: marks are none.
///
/// # Panics
/// With a long text on a runtime of a single thread.
pub fn words(content: &str) -> i64 {
    let count = || manuscript::words(&manuscript::markdown::plain(content).text);
    let words =
        if content.len() > SHORT_TEXT_BYTES { tokio::task::block_in_place(count) } else { count() };
    i64::try_from(words).unwrap_or(i64::MAX)
}
