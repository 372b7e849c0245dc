//! Secrets that must not be told: looked for in texts, and in every line that this process logs.

use std::{
    io::{self, Write},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use scriptorium::{
    logging::{self, Format, Level},
    settings::Log,
};

/// The secrets of all tests, and the lines of the log that had one.
static WATCHED: Mutex<(Vec<String>, Vec<String>)> = Mutex::new((Vec::new(), Vec::new()));

/// Secrets of one test.
pub struct Leaks(Vec<String>);

impl Leaks {
    /// Watches the log for these from here on.
    pub fn watch(secrets: &[&str]) -> Self {
        static STARTED: OnceLock<()> = OnceLock::new();
        STARTED.get_or_init(|| {
            let level = Level::parse("debug").expect("a level");
            let dispatch = logging::dispatch(&Log { format: Format::Json, level }, false, || Lines);
            tracing::dispatcher::set_global_default(dispatch).expect("the first to log here");
        });
        let secrets: Vec<String> = secrets.iter().map(|it| (*it).to_owned()).collect();
        watched().0.extend(secrets.iter().cloned());
        Self(secrets)
    }

    /// That none of them is in this text, or was logged.
    pub fn check(&self, text: &str) {
        for secret in &self.0 {
            assert!(!text.contains(secret.as_str()), "a secret was told");
        }
        assert_eq!(watched().1, Vec::<String>::new(), "a secret was logged");
    }
}

/// Where the log goes: a line is kept only when it has a secret.
struct Lines;

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes);
        let mut watched = watched();
        if watched.0.iter().any(|secret| line.contains(secret.as_str())) {
            watched.1.push(line.into_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn watched() -> MutexGuard<'static, (Vec<String>, Vec<String>)> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}
