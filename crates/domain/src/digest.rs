//! Digests of what must be recognised and not kept: tokens, and bodies of keyed requests; and of what
//! must be found unchanged: the files of a backup.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The SHA-256 of `bytes` in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.add(bytes);
    digest.hex()
}

/// A SHA-256 over what comes piece by piece.
#[derive(Debug, Clone, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Takes the next piece.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Of all that came, in lower-case hexadecimal.
    pub fn hex(self) -> String {
        self.0.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_digest_is_that_of_the_standard() {
        assert_eq!(
            super::hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn pieces_are_one_text() {
        let mut digest = super::Digest::default();
        digest.add(b"a");
        digest.add(b"bc");

        assert_eq!(digest.hex(), super::hex(b"abc"));
    }
}
