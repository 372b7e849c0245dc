//! Field names in JSON: camelCase, made at compile time.

/// The longest name a field may have, in bytes.
const LENGTH_MAX: usize = 48;

/// A field's name as it stands in JSON.
#[derive(Debug, Clone, Copy)]
pub struct WireName {
    bytes: [u8; LENGTH_MAX],
    length: usize,
}

/// The wire name of a Rust field: `toAgent` of `to_agent`, `type` of `r#type`.
pub const fn wire_name(field: &str) -> WireName {
    let field = field.as_bytes();
    let mut bytes = [0; LENGTH_MAX];
    let mut length = 0;
    let mut at = if field.len() > 2 && field[1] == b'#' { 2 } else { 0 };
    let mut raise = false;
    while at < field.len() {
        if field[at] == b'_' {
            raise = true;
        } else {
            bytes[length] = if raise { field[at].to_ascii_uppercase() } else { field[at] };
            length += 1;
            raise = false;
        }
        at += 1;
    }
    WireName { bytes, length }
}

impl WireName {
    /// The name as text.
    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(name) => name,
            Err(_) => "",
        }
    }
}
