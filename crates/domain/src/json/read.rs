//! The JSON parser: one pass over UTF-8 text, recursive to a bounded depth.

use std::collections::HashMap;

use super::{DEPTH_MAX, Json, Malformed, Member, Object, VALUES_MAX};

/// Objects with more members than this find duplicates by a table instead of by looking.
const SMALL_OBJECT: usize = 16;

/// Why reading stopped: the reason and the byte it stopped at.
type Flaw = (&'static str, usize);

pub(super) fn document(bytes: &[u8]) -> Result<Json, Malformed> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes)
        .map_err(|flaw| Malformed { reason: "Invalid UTF-8", at: characters(bytes, &flaw) })?;
    let mut reader = Parser { text, bytes, at: 0, values: 0 };

    reader.whole().map_err(|(reason, at)| Malformed {
        reason,
        at: text.get(..at).map_or(at, |before| before.chars().count()),
    })
}

/// How many characters come before the first byte that is none.
fn characters(bytes: &[u8], flaw: &std::str::Utf8Error) -> usize {
    String::from_utf8_lossy(&bytes[..flaw.valid_up_to()]).chars().count()
}

struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// How many values were begun.
    values: usize,
}

impl Parser<'_> {
    fn whole(&mut self) -> Result<Json, Flaw> {
        self.skip_space();
        let value = self.value(0)?;
        self.skip_space();
        match self.peek() {
            None => Ok(value),
            Some(_) => Err(("Extra data", self.at)),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, Flaw> {
        if self.values == VALUES_MAX {
            return Err(("More than 500000 values", self.at));
        }
        self.values += 1;
        match self.peek() {
            Some(b'"') => {
                self.text().map(
                    |(text, broken)| {
                        if broken { Json::InvalidText(text) } else { Json::Text(text) }
                    },
                )
            }
            Some(b'{' | b'[') if depth == DEPTH_MAX => {
                Err(("Nesting deeper than 128 levels", self.at))
            }
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.array(depth + 1),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json, Flaw> {
        for (word, value) in
            [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))]
        {
            if self.bytes[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(("Expecting value", self.at))
    }

    fn array(&mut self, depth: usize) -> Result<Json, Flaw> {
        let mut items = Vec::new();
        self.separated(b']', |parser| {
            items.push(parser.value(depth)?);
            Ok(())
        })?;
        Ok(Json::Array(items))
    }

    fn object(&mut self, depth: usize) -> Result<Json, Flaw> {
        let mut members = Members::default();
        self.separated(b'}', |parser| {
            if parser.peek() != Some(b'"') {
                return Err(("Expecting property name enclosed in double quotes", parser.at));
            }
            let (key, key_is_invalid) = parser.text()?;
            parser.skip_space();
            if parser.peek() != Some(b':') {
                return Err(("Expecting ':' delimiter", parser.at));
            }
            parser.at += 1;
            parser.skip_space();
            let value = parser.value(depth)?;
            members.put(Member { key, key_is_invalid, value });
            Ok(())
        })?;
        Ok(Json::Object(members.list))
    }

    /// Reads what stands between an opening bracket, commas and the bracket `close`.
    fn separated(
        &mut self,
        close: u8,
        mut read: impl FnMut(&mut Self) -> Result<(), Flaw>,
    ) -> Result<(), Flaw> {
        self.at += 1;
        self.skip_space();
        if self.peek() == Some(close) {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.skip_space();
            read(self)?;
            self.skip_space();
            let end = self.peek();
            if end != Some(b',') && end != Some(close) {
                return Err(("Expecting ',' delimiter", self.at));
            }
            self.at += 1;
            if end == Some(close) {
                return Ok(());
            }
        }
    }

    /// A string, and whether it holds what no store can keep.
    fn text(&mut self) -> Result<(String, bool), Flaw> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        let mut broken = false;
        loop {
            let plain = self.at;
            while matches!(self.peek(), Some(byte) if byte != b'"' && byte != b'\\' && byte >= 0x20)
            {
                self.at += 1;
            }
            text.push_str(&self.text[plain..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok((text, broken));
                }
                Some(b'\\') => match self.escape(start)? {
                    Some('\0') | None => {
                        broken = true;
                        text.push(char::REPLACEMENT_CHARACTER);
                    }
                    Some(character) => text.push(character),
                },
                Some(_) => return Err(("Invalid control character at", self.at)),
                None => return Err(("Unterminated string starting at", start)),
            }
        }
    }

    /// The character of an escape; none for a lone surrogate.
    fn escape(&mut self, start: usize) -> Result<Option<char>, Flaw> {
        self.at += 1;
        let character = match self.peek() {
            Some(b'u') => {
                self.at += 1;
                return self.unicode_escape();
            }
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(_) => return Err(("Invalid \\escape", self.at - 1)),
            None => return Err(("Unterminated string starting at", start)),
        };
        self.at += 1;
        Ok(Some(character))
    }

    fn unicode_escape(&mut self) -> Result<Option<char>, Flaw> {
        let high = self.four_hex()?;
        if !(0xD800..0xDC00).contains(&high) {
            return Ok(char::from_u32(high));
        }
        let after_high = self.at;
        if self.bytes[self.at..].starts_with(b"\\u") {
            self.at += 2;
            let low = self.four_hex()?;
            if (0xDC00..0xE000).contains(&low) {
                return Ok(char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)));
            }
        }
        self.at = after_high;
        Ok(None)
    }

    fn four_hex(&mut self) -> Result<u32, Flaw> {
        let digits = self.bytes.get(self.at..self.at + 4).unwrap_or_default();
        let flaw = ("Invalid \\uXXXX escape", self.at);
        if digits.len() != 4 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(flaw);
        }
        let code = self.text.get(self.at..self.at + 4).and_then(|hex| {
            self.at += 4;
            u32::from_str_radix(hex, 16).ok()
        });
        code.ok_or(flaw)
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Result<Json, Flaw> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => {
                self.digits();
            }
            _ => return Err(("Expecting value", start)),
        }
        let whole = self.at;
        if self.peek() == Some(b'.') {
            self.at += 1;
            if self.digits() == 0 {
                self.at = whole;
            }
        }
        let mantissa = self.at;
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if self.digits() == 0 {
                self.at = mantissa;
            }
        }
        let literal = &self.text[start..self.at];
        if self.at == whole {
            return Ok(literal
                .parse()
                .map_or_else(|_| Json::BigInt(literal.to_owned()), Json::Int));
        }
        match literal.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Json::Float(value)),
            _ => Err(("Number out of range", start)),
        }
    }
}

/// Members in the making: a key that comes again keeps its place and takes the new value.
#[derive(Default)]
struct Members {
    list: Object,
    positions: HashMap<String, usize>,
}

impl Members {
    fn put(&mut self, member: Member) {
        let list = &mut self.list.0;
        let position = if list.len() < SMALL_OBJECT {
            list.iter().position(|known| known.key == member.key)
        } else {
            if self.positions.is_empty() {
                let named = list.iter().enumerate().map(|(at, known)| (known.key.clone(), at));
                self.positions = named.collect();
            }
            self.positions.get(&member.key).copied()
        };
        match position {
            Some(at) => list[at].value = member.value,
            None => {
                if !self.positions.is_empty() {
                    self.positions.insert(member.key.clone(), list.len());
                }
                list.push(member);
            }
        }
    }
}
