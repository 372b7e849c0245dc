//! Words of a document that a model quotes: where they stand, or why they are not found.

use domain::{
    agents::results::Citation,
    proposals::{
        anchors::{NotFound, find},
        text::IndexedText,
    },
    tools::excerpt::in_marks,
};

use crate::skills::subject::shortened;

/// Where words stand, in characters of the Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) start: i64,
    /// The character after the last one.
    pub(crate) end: i64,
}

/// Why words are not found.
pub(crate) struct Missing {
    /// A sentence for the model, without its full stop.
    pub(crate) reason: String,
    /// Nearly the same words, where the text has such.
    pub(crate) nearly: Option<String>,
}

/// Where words stand in the text of the document of this title: they stand there one time.
pub(crate) fn locate(title: &str, text: &str, words: &str) -> Result<Position, Missing> {
    let missing = |reason: String| Missing { reason, nearly: None };
    if words.trim().is_empty() {
        return Err(missing("The words of the document are empty".to_owned()));
    }
    let (quote, title) = (in_marks(&shortened(words)), in_marks(title));
    match find(text, words) {
        Ok(start) => {
            let text = IndexedText::new(text);
            let (start, end) = (text.character(start), text.character(start + words.len()));
            Ok(Position { start, end })
        }
        Err(NotFound::Ambiguous) => Err(missing(format!(
            "The words {quote} stand in {title} several times: quote more of what stands around them"
        ))),
        Err(NotFound::Gone | NotFound::TooLong) => {
            let nearly = Citation { source: 0, quote: words.to_owned() }.locate(text);
            let nearly = nearly.map(|span| text[span].to_owned());
            let reason = format!("The words {quote} do not stand in {title}");
            Err(Missing { reason, nearly })
        }
    }
}
