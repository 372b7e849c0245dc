//! What is read out of a document's text before it is kept or shown: how many words it has.

/// How many words a Markdown text has, as a reader counts them: marks are none.
pub fn words(content: &str) -> i64 {
    i64::try_from(manuscript::words(&manuscript::markdown::plain(content).text)).unwrap_or(i64::MAX)
}
