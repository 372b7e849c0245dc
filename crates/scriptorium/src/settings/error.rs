//! Where a setting was said, and what is wrong with what was said. Not the reading itself.

use std::fmt;

use crate::logging::Plain;

/// Where a value was said. The order is that of the layers: a later one overrules an earlier one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// In the file that is part of the program.
    Default,
    /// In a settings file.
    File {
        /// The path as it was named.
        path: String,
        /// The line, from 1; 0 is the file as a whole.
        line: usize,
    },
    /// In the environment.
    Environment {
        /// The variable's name.
        variable: String,
    },
    /// On the command line.
    Flag {
        /// The flag as it is written, such as `--listen`.
        name: String,
    },
}

impl fmt::Display for Origin {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => write!(to, "default"),
            Self::File { path, line: 0 } => write!(to, "{}", Plain(path)),
            Self::File { path, line } => write!(to, "{}:{line}", Plain(path)),
            Self::Environment { variable } => write!(to, "env {}", Plain(variable)),
            Self::Flag { name } => write!(to, "flag {name}"),
        }
    }
}

/// Something said wrongly in one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flaw {
    pub origin: Origin,
    /// What is wrong, after the origin; free of secrets and control characters.
    pub text: String,
}

/// Everything that is wrong with the settings, one line each, in the order of the layers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsError {
    flaws: Vec<Flaw>,
}

impl SettingsError {
    /// The most mistakes that are listed.
    pub const LISTED_MAX: usize = 50;

    /// An error of these flaws, of which there is at least one.
    pub(super) fn new(mut flaws: Vec<Flaw>) -> Self {
        flaws.sort_by(|one, other| one.origin.cmp(&other.origin));
        Self { flaws }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.flaws.len() {
            1 => write!(to, "there is a mistake in the settings:")?,
            count => write!(to, "there are {count} mistakes in the settings:")?,
        }
        for Flaw { origin, text } in self.flaws.iter().take(Self::LISTED_MAX) {
            write!(to, "\n  {origin}: {text}")?;
        }
        match self.flaws.len().saturating_sub(Self::LISTED_MAX) {
            0 => Ok(()),
            more => write!(to, "\n  … and {more} more"),
        }
    }
}

impl std::error::Error for SettingsError {}
