//! Fields for human eyes: the message, then `name=value`. Time, level, spans and target stand in
//! front of them as `tracing-subscriber` writes them; it leaves line breaks in values alone, and
//! so does not do for the fields.

use std::{
    error::Error,
    fmt::{self, Debug, Write as _},
};

use domain::ErrorChain;
use tracing::field::{Field, Visit};
use tracing_subscriber::{
    field::RecordFields,
    fmt::{FormatFields, format::Writer},
};

use super::{Escaped, name_of};

/// Writes fields as readable text, without active characters.
pub(super) struct Fields;

impl<'writer> FormatFields<'writer> for Fields {
    fn format_fields<R: RecordFields>(&self, writer: Writer<'writer>, fields: R) -> fmt::Result {
        let mut fields_writer = FieldWriter { writer, is_first: true, outcome: Ok(()) };
        fields.record(&mut fields_writer);
        fields_writer.outcome
    }
}

struct FieldWriter<'writer> {
    writer: Writer<'writer>,
    is_first: bool,
    outcome: fmt::Result,
}

impl FieldWriter<'_> {
    fn write(&mut self, field: &Field, value: fmt::Arguments<'_>) -> fmt::Result {
        if !std::mem::replace(&mut self.is_first, false) {
            self.writer.write_char(' ')?;
        }
        match name_of(field) {
            "message" => {}
            name if self.writer.has_ansi_escapes() => write!(self.writer, "\x1b[2m{name}=\x1b[0m")?,
            name => write!(self.writer, "{name}=")?,
        }
        Escaped(&mut self.writer).write_fmt(value)
    }

    fn note(&mut self, field: &Field, value: fmt::Arguments<'_>) {
        if self.outcome.is_ok() {
            self.outcome = self.write(field, value);
        }
    }
}

impl Visit for FieldWriter<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "message" => self.note(field, format_args!("{value}")),
            _ => self.note(field, format_args!("{value:?}")),
        }
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.note(field, format_args!("{}", ErrorChain(value)));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.note(field, format_args!("{value:?}"));
    }
}
