//! How editors end lines, and the byte order mark that some put before a text. The texts of documents have neither
//! the mark nor carriage returns, whoever sent them; a file keeps the form that it had.

use std::borrow::Cow;

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The form of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Form {
    /// Whether it begins with a byte order mark.
    has_mark: bool,
    /// Whether its lines end with a carriage return and a line feed: its first one decides.
    has_returns: bool,
}

impl Form {
    /// The form of a file with these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let first = bytes.iter().position(|byte| *byte == b'\n');
        Self {
            has_mark: bytes.starts_with(BYTE_ORDER_MARK.as_bytes()),
            has_returns: first.is_some_and(|at| bytes[..at].ends_with(b"\r")),
        }
    }

    /// A text of a document in this form.
    pub fn of_text(self, text: &str) -> Cow<'_, str> {
        let mark = if self.has_mark { BYTE_ORDER_MARK } else { "" };
        if self.has_returns {
            format!("{mark}{}", text.replace('\n', "\r\n")).into()
        } else if self.has_mark {
            format!("{mark}{text}").into()
        } else {
            text.into()
        }
    }
}

/// The bytes of a file as a document has them: without a byte order mark, and with line feeds. A file that is cut off
/// behind its mark gives the beginning of what the whole gives.
pub fn unified(bytes: &[u8]) -> Cow<'_, [u8]> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(bytes);
    if !bytes.contains(&b'\r') {
        return bytes.into();
    }
    let mut unified = Vec::with_capacity(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'\r' => unified.push(b'\n'),
            b'\n' if at > 0 && bytes[at - 1] == b'\r' => {}
            byte => unified.push(byte),
        }
    }
    unified.into()
}

/// A text as a document has it, as [`unified`] says.
pub fn unified_text(text: &str) -> Cow<'_, str> {
    match text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text) {
        text if text.contains('\r') => text.replace("\r\n", "\n").replace('\r', "\n").into(),
        text => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_keeps_its_form_and_a_document_has_none() {
        for (file, text) in [
            ("", ""),
            ("One.\n\nTwo.\n", "One.\n\nTwo.\n"),
            ("One.\r\n\r\nTwo.\r\n", "One.\n\nTwo.\n"),
            ("\u{feff}One.\n", "One.\n"),
            ("\u{feff}One.\r\nTwo.", "One.\nTwo."),
            ("\u{feff}", ""),
        ] {
            assert_eq!(unified_text(file), text);
            assert_eq!(unified(file.as_bytes()), text.as_bytes());
            assert_eq!(Form::of(file.as_bytes()).of_text(text), file);
        }
        // Lines of an old Mac, and a file in which two editors wrote.
        assert_eq!(unified_text("One.\rTwo.\r"), "One.\nTwo.\n");
        assert_eq!(unified_text("One.\r\nTwo.\n"), "One.\nTwo.\n");
    }

    #[test]
    fn a_part_of_a_file_is_the_beginning_of_its_text() {
        let file = "\u{feff}Öl.\r\n\r\n–\r\n".as_bytes();
        let whole = unified(file).into_owned();
        for end in BYTE_ORDER_MARK.len()..=file.len() {
            assert!(whole.starts_with(&unified(&file[..end])), "{end}");
        }
    }
}
