//! Tests of the log: one event is one line, for readers and for programs.

use std::{
    error::Error,
    fmt,
    io::{self, Write},
    sync::{Arc, Mutex},
};

use scriptorium::{
    logging::{self, Format, Level},
    settings::Log,
};
use serde_json::{Value, json};
use tracing::dispatcher;

/// Something to write on that can be read afterwards.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panicked while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn log(format: Format, level: &str) -> Log {
    Log { format, level: Level::parse(level).expect("a level") }
}

/// What is written while `events` happen.
fn written(format: Format, level: &str, colours: bool, events: impl FnOnce()) -> String {
    let output = Output::default();
    let to = output.clone();
    let dispatch = logging::dispatch(&log(format, level), colours, move || to.clone());

    dispatcher::with_default(&dispatch, events);

    let written = output.0.lock().expect("nobody panicked while writing").clone();
    String::from_utf8(written).expect("lines are text")
}

fn human(events: impl FnOnce()) -> String {
    written(Format::Human, "info", false, events)
}

/// The one line of JSON that `events` cause.
fn object(events: impl FnOnce()) -> Value {
    let line = written(Format::Json, "info", false, events);
    assert_eq!(line.lines().count(), 1, "{line}");
    serde_json::from_str(&line).expect("a line is JSON")
}

/// An error with a cause, both with a text that would like to be more than one line.
#[derive(Debug)]
struct Failure(&'static str, Option<Box<Failure>>);

impl fmt::Display for Failure {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.0)
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.1.as_deref().map(|cause| cause as &(dyn Error + 'static))
    }
}

/// ESC, CR, LF, tab, NUL, BEL, DEL, NEL, CSI, the separators, and the turn of direction.
const ACTIVE: &str =
    "\u{1b}[31m\r\n\t\0\u{7}\u{7f}\u{85}\u{9b}\u{2028}\u{2029}\u{202e}\u{2066}\u{200f}";

#[test]
fn one_event_is_one_line_whatever_stands_in_its_values() {
    for format in [Format::Human, Format::Json] {
        let text = written(format, "info", false, || {
            let error = Failure(ACTIVE, Some(Box::new(Failure(ACTIVE, None))));
            let error = domain::ErrorChain(&error);
            let span =
                tracing::info_span!("request", quoted = ACTIVE, displayed = %ACTIVE, later = "");
            span.record("later", ACTIVE);
            let _inside = span.entered();
            tracing::info!(quoted = ACTIVE, displayed = %ACTIVE, debug = ?ACTIVE, %error, "{ACTIVE}");
        });

        let line = text.strip_suffix('\n').unwrap();
        // JSON leaves what is neither ASCII nor a break between lines as it is.
        let is_plain = |char: char| match format {
            Format::Human => {
                !char.is_control() && !ACTIVE.chars().any(|it| it == char && !it.is_ascii())
            }
            Format::Json => char >= ' ',
        };
        assert!(line.chars().all(is_plain), "{line:?}");
        assert!(line.contains("[31m"), "{line}");
    }
}

#[test]
fn json_gives_back_what_was_put_in() {
    let object = object(|| tracing::info!(quoted = ACTIVE, displayed = %ACTIVE, "{ACTIVE}"));

    assert_eq!(object["message"], ACTIVE);
    assert_eq!((&object["quoted"], &object["displayed"]), (&json!(ACTIVE), &json!(ACTIVE)));
}

#[test]
fn a_json_line_says_when_how_grave_where_what_and_within_what() {
    let mut object = object(|| {
        let _outer = tracing::info_span!("request", request.id = "r1", status = 0).entered();
        let inner = tracing::info_span!("delivery", message.id = "m1", tries = 1);
        inner.record("tries", 2);
        let _inner = inner.entered();
        tracing::warn!(target: "engine::hub", { agent.id = "critic", load = 0.5, full = true }, "refused");
    });

    let timestamp = object["timestamp"].take();
    let timestamp = timestamp.as_str().unwrap();
    assert!(timestamp.len() == 27 && timestamp.ends_with('Z'), "{timestamp}");
    assert_eq!(
        object,
        json!({
            "timestamp": null,
            "level": "WARN",
            "target": "engine::hub",
            "message": "refused",
            "agent.id": "critic",
            "load": 0.5,
            "full": true,
            "spans": [
                { "name": "request", "request.id": "r1", "status": 0 },
                { "name": "delivery", "message.id": "m1", "tries": 2 },
            ],
        })
    );
}

#[test]
fn a_readable_line_has_the_same_words() {
    let line = human(|| {
        let span =
            tracing::info_span!("request", request.id = "r1", status = tracing::field::Empty);
        span.record("status", 404);
        let _inside = span.entered();
        tracing::warn!(target: "engine::hub", { agent.id = %"critic", r#type = "direct" }, "refused");
    });

    let (_, line) = line.split_once(' ').unwrap();
    assert_eq!(
        line.trim_start(),
        "WARN request{request.id=\"r1\" status=404}: engine::hub: refused agent.id=critic \
         type=\"direct\"\n"
    );
}

#[test]
fn an_error_is_told_with_its_causes() {
    let event = || {
        let failure = Failure("saving failed", Some(Box::new(Failure("disk full", None))));
        tracing::error!(error = %domain::ErrorChain(&failure), "no luck");
    };

    assert!(human(event).ends_with(" no luck error=saving failed: disk full\n"));
    assert_eq!(object(event)["error"], "saving failed: disk full");
}

#[test]
fn only_what_the_level_asks_for_is_told() {
    let events = || {
        tracing::error!(target: "api", "1");
        tracing::info!(target: "api", "2");
        tracing::debug!(target: "api", "3");
        tracing::debug!(target: "engine::hub", "4");
        tracing::trace!(target: "engine::hub", "5");
    };
    let table = [
        ("off", ""),
        ("error", "1"),
        ("info", "12"),
        ("INFO", "12"),
        ("trace", "12345"),
        ("info,engine=debug", "124"),
        ("warn, engine=trace", "145"),
        ("engine=debug", "4"),
    ];

    for (level, expected) in table {
        let text = written(Format::Json, level, false, events);
        let messages: String = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .map(|object| object["message"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(messages, expected, "{level}");
    }
}

#[test]
fn a_lone_word_that_is_no_level_is_refused() {
    for text in ["", ",", "inof", "verbose", "info,engine", "engine=loud", "info,,debug"] {
        assert_eq!(Level::parse(text), None, "{text:?}");
    }
    for text in ["info", "Warn", "off", "engine=debug,api=warn", "info,[request{id=a}]=trace"] {
        assert_eq!(Level::parse(text).unwrap().to_string(), text);
    }
}

#[test]
fn colours_are_for_readers_and_only_on_request() {
    let event = || tracing::info!(id = 1, "hello");

    assert!(written(Format::Human, "info", true, event).contains("\u{1b}["));
    assert!(!written(Format::Human, "info", false, event).contains('\u{1b}'));
    assert!(!written(Format::Json, "info", true, event).contains('\u{1b}'));
}

#[test]
fn a_log_that_cannot_be_written_stops_nobody() {
    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }

    for format in [Format::Human, Format::Json] {
        let dispatch = logging::dispatch(&log(format, "info"), false, || Closed);
        dispatcher::with_default(&dispatch, || tracing::info!("into the void"));
    }
}
