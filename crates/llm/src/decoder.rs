//! Lines and events of a stream, from pieces of bytes that may end anywhere: server-sent events as the
//! HTML standard has them, and JSON values in lines. What is in an event is read elsewhere.

/// The most bytes of a line.
pub(crate) const LINE_BYTES_MAX: usize = 1024 * 1024;

/// The most bytes of the data of an event, which may have several lines.
pub(crate) const EVENT_BYTES_MAX: usize = 2 * 1024 * 1024;

/// Room that is kept for the next line; what a longer line took is given back.
const LINE_BYTES_KEPT: usize = 4 * 1024;

/// A line or an event is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a line of the stream is longer than {LINE_BYTES_MAX} bytes")]
pub(crate) struct TooLong;

/// How events are written in the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Server-sent events.
    Sse,
    /// Every line is an event.
    Lines,
    /// All of it is one event.
    Whole,
}

/// An event: its data, and whether it stands for an error.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Event {
    pub data: Vec<u8>,
    /// It came in a field `error`, or as an event of that name.
    pub is_error: bool,
}

/// Makes events of bytes.
pub(crate) struct Decoder {
    framing: Framing,
    /// The line that has not ended.
    line: Vec<u8>,
    /// The event that has not ended.
    event: Event,
    has_data: bool,
    /// The line before ended with a carriage return, of which a line feed may be a part.
    after_return: bool,
    is_first_line: bool,
}

impl Decoder {
    pub(crate) fn new(framing: Framing) -> Self {
        Self {
            framing,
            line: Vec::new(),
            event: Event::default(),
            has_data: false,
            after_return: false,
            is_first_line: true,
        }
    }

    /// Takes what came, and hands over every event that is whole now.
    pub(crate) fn push(
        &mut self,
        mut bytes: &[u8],
        mut take: impl FnMut(Event),
    ) -> Result<(), TooLong> {
        if self.framing == Framing::Whole {
            return self.append(bytes);
        }
        while !bytes.is_empty() {
            if std::mem::take(&mut self.after_return) && bytes[0] == b'\n' {
                bytes = &bytes[1..];
                continue;
            }
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let piece = &bytes[..end.unwrap_or(bytes.len())];
            self.append(piece)?;
            let Some(end) = end else { break };
            self.after_return = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            if let Some(event) = self.end_line()? {
                take(event);
            }
        }
        Ok(())
    }

    /// The event that the end of the stream ends, where one was begun.
    pub(crate) fn finish(&mut self) -> Result<Option<Event>, TooLong> {
        let last = self.end_line()?;
        Ok(last.or_else(|| self.end_event()))
    }

    fn append(&mut self, piece: &[u8]) -> Result<(), TooLong> {
        if self.line.len() + piece.len() > LINE_BYTES_MAX {
            return Err(TooLong);
        }
        self.line.extend_from_slice(piece);
        Ok(())
    }

    fn end_line(&mut self) -> Result<Option<Event>, TooLong> {
        let mut line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.is_first_line) && line.starts_with("\u{feff}".as_bytes()) {
            line.drain(.."\u{feff}".len());
        }
        let event = match self.framing {
            Framing::Lines | Framing::Whole if line.iter().all(u8::is_ascii_whitespace) => None,
            Framing::Lines | Framing::Whole => {
                return Ok(Some(Event { data: line, is_error: false }));
            }
            Framing::Sse if line.is_empty() => self.end_event(),
            Framing::Sse => {
                self.field(&line)?;
                None
            }
        };
        line.clear();
        line.shrink_to(LINE_BYTES_KEPT);
        self.line = line;
        Ok(event)
    }

    fn end_event(&mut self) -> Option<Event> {
        let event = std::mem::take(&mut self.event);
        std::mem::take(&mut self.has_data).then_some(event)
    }

    /// A line that is not empty: a comment, or a field and its value.
    fn field(&mut self, line: &[u8]) -> Result<(), TooLong> {
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let value = line.get(colon + 1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match &line[..colon] {
            // Some servers report errors in a field of their own.
            name @ (b"data" | b"error") => {
                if self.event.data.len() + value.len() >= EVENT_BYTES_MAX {
                    return Err(TooLong);
                }
                if self.has_data {
                    self.event.data.push(b'\n');
                }
                self.event.data.extend_from_slice(value);
                self.event.is_error |= name == b"error";
                self.has_data = true;
            }
            b"event" => self.event.is_error = value == b"error",
            // A comment, by which servers keep the connection open, or a field that means nothing here.
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The data of every event, from pieces.
    fn decoded(framing: Framing, pieces: &[&[u8]]) -> Vec<String> {
        let mut decoder = Decoder::new(framing);
        let mut events = Vec::new();
        for piece in pieces {
            decoder.push(piece, |event| events.push(event)).unwrap();
        }
        events.extend(decoder.finish().unwrap());
        events.into_iter().map(|event| String::from_utf8(event.data).unwrap()).collect()
    }

    #[test]
    fn events_end_with_an_empty_line_however_lines_end() {
        for (text, events) in [
            ("data: a\n\ndata: b\n\n", vec!["a", "b"]),
            ("data: a\r\n\r\ndata: b\r\n\r\n", vec!["a", "b"]),
            ("data: a\r\rdata: b\r\r", vec!["a", "b"]),
            ("\u{feff}data:a\n\n", vec!["a"]),
            ("data:  a\ndata:b\n\n", vec![" a\nb"]),
            (": keep-alive\n\n:\n\ndata: a\n: between\n\n", vec!["a"]),
            ("event: ping\n\nid: 7\nretry: 5\n\ndata\n\n", vec![""]),
            // The end of the stream ends the line and the event.
            ("data: a\n\ndata: [DONE]", vec!["a", "[DONE]"]),
            ("", vec![]),
        ] {
            assert_eq!(decoded(Framing::Sse, &[text.as_bytes()]), events, "{text:?}");
        }
    }

    #[test]
    fn every_line_that_is_not_empty_is_an_event() {
        let text = "{\"a\":1}\n\n  \r\n{\"b\":2}\r\n{\"c\":3}";

        let events = decoded(Framing::Lines, &[text.as_bytes()]);

        assert_eq!(events, ["{\"a\":1}", "{\"b\":2}", "{\"c\":3}"]);
    }

    #[test]
    fn an_error_is_known_by_its_event_or_its_field() {
        for text in ["event: error\ndata: x\n\n", "error: x\n\n"] {
            let mut events = Vec::new();
            let mut decoder = Decoder::new(Framing::Sse);
            decoder.push(text.as_bytes(), |event| events.push(event)).unwrap();
            decoder.push(b"data: y\n\n", |event| events.push(event)).unwrap();

            let errors: Vec<_> = events.iter().map(|event| event.is_error).collect();
            assert_eq!(errors, [true, false], "{text}");
        }
    }

    #[test]
    fn a_line_and_an_event_have_a_bound() {
        let line = vec![b'x'; LINE_BYTES_MAX];
        for framing in [Framing::Sse, Framing::Lines, Framing::Whole] {
            let mut decoder = Decoder::new(framing);
            assert_eq!(decoder.push(&line, drop), Ok(()));
            assert_eq!(decoder.push(b"x", drop), Err(TooLong));
        }

        let mut decoder = Decoder::new(Framing::Sse);
        let half = format!("data: {}\n", "x".repeat(EVENT_BYTES_MAX / 3 + 1));
        assert_eq!(decoder.push(half.as_bytes(), drop), Ok(()));
        assert_eq!(decoder.push(half.as_bytes(), drop), Ok(()));
        assert_eq!(decoder.push(half.as_bytes(), drop), Err(TooLong));
    }

    proptest! {
        #[test]
        fn it_does_not_matter_where_the_bytes_are_cut(
            lines in prop::collection::vec("(data: |: |event: |error:|)[a-zé日 \u{1f409}]{0,6}(\n|\r\n|\r)", 0..12),
            cuts in prop::collection::vec(0_usize..200, 0..12),
        ) {
            let text = lines.concat();
            let bytes = text.as_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();

            for framing in [Framing::Sse, Framing::Lines, Framing::Whole] {
                prop_assert_eq!(decoded(framing, &pieces), decoded(framing, &[bytes]));
            }
        }
    }
}
