//! The last bytes that went by: enough to tell where a request has ended, and whether anything came
//! after it. What went by before them is nobody's business here.

/// How many bytes are kept.
const BYTES: usize = 16;

/// The last bytes of a stream.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tail {
    bytes: [u8; BYTES],
    length: usize,
}

impl Tail {
    /// The end of a head, behind which a body follows.
    pub(super) fn of_head() -> Self {
        let mut tail = Self::default();
        tail.push(b"\n");
        tail
    }

    /// More bytes go by.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let new = &bytes[bytes.len().saturating_sub(BYTES)..];
        let kept = self.length.min(BYTES - new.len());
        self.bytes.copy_within(self.length - kept..self.length, 0);
        self.bytes[kept..kept + new.len()].copy_from_slice(new);
        self.length = kept + new.len();
    }

    /// Whether this stream ends as the other one does.
    pub(super) fn ends_with(&self, other: &Self) -> bool {
        self.bytes().ends_with(other.bytes())
    }

    /// Whether the last line was empty: the end of a head, and of a body in chunks.
    pub(super) fn ends_with_an_empty_line(&self) -> bool {
        self.bytes().ends_with(b"\n\r\n") || self.bytes().ends_with(b"\n\n")
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pieces: &[&str]) -> Tail {
        let mut tail = Tail::default();
        for piece in pieces {
            tail.push(piece.as_bytes());
        }
        tail
    }

    #[test]
    fn the_last_bytes_are_kept_however_they_came() {
        let text = "0123456789abcdefghijklmnopqrstuvwxyz";
        for size in 1..=text.len() {
            let pieces: Vec<&str> =
                text.as_bytes().chunks(size).map(|it| std::str::from_utf8(it).unwrap()).collect();

            assert_eq!(of(&pieces).bytes(), b"klmnopqrstuvwxyz", "pieces of {size}");
        }
        assert_eq!(of(&["ab", "", "c"]).bytes(), b"abc");
        assert_eq!(of(&[]).bytes(), b"");
    }

    #[test]
    fn an_end_is_told_from_another() {
        assert!(of(&["GET / HTTP/1.1\r\n", "\r\n"]).ends_with_an_empty_line());
        assert!(of(&["GET / HTTP/1.1\n\n"]).ends_with_an_empty_line());
        assert!(!of(&["GET / HTTP/1.1\r\n\r\nG"]).ends_with_an_empty_line());
        assert!(!of(&["GET / HTTP/1.1\r\n"]).ends_with_an_empty_line());

        let mut body = Tail::of_head();
        body.push(b"{}");
        assert!(of(&["POST / HTTP/1.1\r\n\r\n{", "}"]).ends_with(&body));
        assert!(!of(&["POST / HTTP/1.1\r\n\r\n{}GET /{}"]).ends_with(&body));
        assert!(!of(&["{}"]).ends_with(&body));
    }
}
