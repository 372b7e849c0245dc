//! Events for programs: one JSON object per line with `timestamp`, `level`, `target`, `message`,
//! `fields`, and `spans` from the outermost inwards, each with `name` and `fields`.

use std::{
    error::Error,
    fmt::{self, Debug},
};

use serde::Serialize;
use serde_json::{Map, Value};
use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    field::RecordFields,
    fmt::{
        FmtContext, FormatEvent, FormatFields, FormattedFields,
        format::Writer,
        time::{FormatTime as _, SystemTime},
    },
    registry::LookupSpan,
};

use super::{escape, name_of};
use crate::causes::with_causes;

/// Keeps the fields of a span as the text of a JSON object.
pub(super) struct Fields;

impl<'writer> FormatFields<'writer> for Fields {
    fn format_fields<R: RecordFields>(
        &self,
        mut writer: Writer<'writer>,
        fields: R,
    ) -> fmt::Result {
        let mut visitor = Visitor::default();
        fields.record(&mut visitor);
        write!(writer, "{}", Value::Object(visitor.0))
    }

    fn add_fields(
        &self,
        current: &'writer mut FormattedFields<Self>,
        fields: &tracing::span::Record<'_>,
    ) -> fmt::Result {
        let mut visitor = Visitor(object(&current.fields));
        fields.record(&mut visitor);
        current.fields = Value::Object(visitor.0).to_string();
        Ok(())
    }
}

/// Writes events as lines of JSON.
pub(super) struct Lines;

#[derive(Serialize)]
struct Line<'a> {
    timestamp: &'a str,
    level: &'a str,
    target: &'a str,
    message: Value,
    fields: Map<String, Value>,
    spans: Vec<Span>,
}

#[derive(Serialize)]
struct Span {
    name: &'static str,
    fields: Map<String, Value>,
}

impl<S> FormatEvent<S, Fields> for Lines
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, Fields>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut timestamp = String::new();
        SystemTime.format_time(&mut Writer::new(&mut timestamp))?;
        let mut visitor = Visitor::default();
        event.record(&mut visitor);
        let spans = context.event_scope().into_iter().flat_map(|scope| scope.from_root());

        let line = serde_json::to_string(&Line {
            timestamp: &timestamp,
            level: event.metadata().level().as_str(),
            target: event.metadata().target(),
            message: visitor.0.remove("message").unwrap_or_else(|| Value::from("")),
            fields: visitor.0,
            spans: spans
                .map(|span| Span {
                    name: span.name(),
                    fields: match span.extensions().get::<FormattedFields<Fields>>() {
                        Some(fields) => object(&fields.fields),
                        None => Map::new(),
                    },
                })
                .collect(),
        })
        .map_err(|_| fmt::Error)?;

        // JSON leaves some active characters as they are. Outside strings it has none, and all of
        // them are below U+10000, so this escape is right wherever one is met.
        escape(&line, &mut writer, |active, to| write!(to, "\\u{:04x}", u32::from(active)))?;
        writeln!(writer)
    }
}

/// The object of this text; an empty one when it is none.
fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).unwrap_or_default()
}

/// Collects fields; of one that is recorded twice the last value counts.
#[derive(Default)]
struct Visitor(Map<String, Value>);

impl Visitor {
    fn note(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(name_of(field).to_owned(), value.into());
    }
}

impl Visit for Visitor {
    fn record_f64(&mut self, field: &Field, value: f64) {
        // JSON has no word for infinity, nor for what is not a number.
        if value.is_finite() {
            self.note(field, value);
        } else {
            self.note(field, value.to_string());
        }
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.note(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.note(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.note(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.note(field, value);
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.note(field, with_causes(value));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.note(field, format!("{value:?}"));
    }
}
