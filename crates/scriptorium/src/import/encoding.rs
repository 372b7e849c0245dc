//! The encoding of a text file: UTF-8 with and without a byte order mark, UTF-16 with one, and Windows-1252
//! where the bytes can hardly be anything else. What is not recognised is refused and never guessed at.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The largest share of letters outside ASCII in a text of a Western language, as one in so many bytes.
const FOREIGN_ONE_IN_MIN: usize = 4;

/// Why a file is no text.
pub(super) const UNKNOWN: &str =
    "its encoding is not recognised; save it as UTF-8 and import it again";

/// A text that was read from bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    /// The text, without a byte order mark.
    pub(super) text: String,
    /// The name of its encoding, where that is not UTF-8.
    pub(super) encoding: Option<&'static str>,
}

/// The text of a file; none when its encoding is not recognised.
pub(super) fn decode(bytes: Vec<u8>) -> Option<Decoded> {
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes[mark..])?;
        let named = [UTF_16LE, UTF_16BE].contains(&encoding).then(|| encoding.name());
        debug_assert!(named.is_some() || encoding == UTF_8);
        return Some(Decoded { text: text.into_owned(), encoding: named });
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Some(Decoded { text, encoding: None }),
        Err(error) => error.into_bytes(),
    };
    if !is_windows_1252(&bytes) {
        return None;
    }
    let text = WINDOWS_1252.decode_without_bom_handling(&bytes).0.into_owned();
    Some(Decoded { text, encoding: Some(WINDOWS_1252.name()) })
}

/// Whether bytes that are no UTF-8 are a Western text in Windows-1252: no character is undefined there, few are
/// outside ASCII, and no capital letter with an accent stands behind a small letter. In the encodings of
/// other systems and alphabets quotation marks and letters look like that.
fn is_windows_1252(bytes: &[u8]) -> bool {
    let is_undefined = |byte: &u8| {
        matches!(byte, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d)
            || (*byte < b' ' && !b"\t\n\r\x0c".contains(byte))
    };
    let foreign = bytes.iter().filter(|byte| **byte >= 0x80).count();
    let is_odd =
        |pair: &[u8]| pair[0].is_ascii_lowercase() && matches!(pair[1], 0xc0..=0xd6 | 0xd8..=0xde);
    !bytes.iter().any(is_undefined)
        && foreign <= bytes.len() / FOREIGN_ONE_IN_MIN
        && !bytes.windows(2).any(is_odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_recognised_or_refused() {
        let utf_16 = |mark: [u8; 2], bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            mark.into_iter().chain("“Zwölf” 𝄞".encode_utf16().flat_map(bytes)).collect()
        };
        for (bytes, wanted) in [
            (b"plain".to_vec(), Some(("plain", None))),
            ("É “a”".into(), Some(("É “a”", None))),
            ("\u{feff}# One".into(), Some(("# One", None))),
            (utf_16([0xff, 0xfe], u16::to_le_bytes), Some(("“Zwölf” 𝄞", Some("UTF-16LE")))),
            (utf_16([0xfe, 0xff], u16::to_be_bytes), Some(("“Zwölf” 𝄞", Some("UTF-16BE")))),
            // Half a character.
            (vec![0xff, 0xfe, b'a', 0, b'b'], None),
            (
                b"\x93Caf\xe9,\x94 she said \x96 and didn\x92t.".to_vec(),
                Some(("“Café,” she said – and didn’t.", Some("windows-1252"))),
            ),
            // Mac OS Roman: "didn’t". Windows-1251: a Russian word. KOI8-R and a picture.
            (b"She didn\xd5t know where he was.".to_vec(), None),
            (b"\xcf\xf0\xe8\xe2\xe5\xf2".to_vec(), None),
            (b"caf\x8e is an undefined \x81 byte".to_vec(), None),
            (vec![0x89, b'P', b'N', b'G', 0, 0, 0, 13], None),
            (Vec::new(), Some(("", None))),
        ] {
            let found = decode(bytes.clone());
            let found = found.as_ref().map(|it| (it.text.as_str(), it.encoding));
            assert_eq!(found, wanted, "{bytes:?}");
        }
    }
}
