//! The language in which the pattern of a grammar rule is written: classes of sounds, sound rules, forbidden
//! sequences and templates of words. `docs/grammar.md` describes it for authors. Here patterns are read and
//! run on one word; which rules a language has, and what follows from them, is in [`grammar`](super::grammar).

mod build;
mod change;
mod compile;
mod matching;
mod parse;
mod scan;
mod slots;
mod sound;
mod template;
mod units;

#[cfg(test)]
mod tests;

use serde::Serialize;
use serde_json::Value;

pub use build::{Built, Frame};
pub use change::Rewrite;
pub use compile::Classes;
pub use matching::{Program, StepBudget};
pub use parse::{Clause, ClauseKind, Forbidden, RulePattern, SoundClass};
pub use scan::Unreadable;
pub use sound::SoundRule;
pub use template::WordTemplate;
pub use units::{UNITS_MAX, Unit, UnitKind, Units};

use crate::{
    json::{Json, Object},
    model::{Bounds, FieldReader, FieldType, Schemas},
};

/// The most steps of one pattern.
pub const CLAUSES_MAX: usize = 100;

/// The most elements or parts of one step.
pub const ELEMENTS_MAX: usize = 256;

/// How deep brackets may stand in each other.
pub const DEPTH_MAX: usize = 8;

/// The most forms that one rule makes of one word.
pub const FORMS_MAX: usize = 64;

/// The longest pattern that is run, in characters; a longer one is only kept.
pub const RUN_CHARS_MAX: usize = 4_000;

/// Why a pattern, which can be read, does nothing to a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It does not apply, for this reason.
    Reason(String),
    /// It would take more steps than are allowed.
    Budget,
}

impl Refusal {
    /// The reason as a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::Reason(reason) => reason.clone(),
            Self::Budget => "Running it would take too many steps.".to_owned(),
        }
    }
}

/// A pattern as a request has it: a text that can be read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct PatternText(pub String);

/// The type of the error that refuses a pattern.
pub const UNREADABLE: &str = "value_error";

impl FieldType for PatternText {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let text = String::read(value, bounds, reader)?;
        match RulePattern::read(&text) {
            Ok(_) => Some(Self(text)),
            Err(flaw) => {
                let members = [
                    ("error", Json::Object(Object::default())),
                    ("position", Json::Int(i64::try_from(flaw.position).unwrap_or(i64::MAX))),
                    ("expected", Json::Text(flaw.expected.clone())),
                ];
                let ctx = members.into_iter().map(|(key, value)| (key.to_owned(), value));
                let ctx = Json::Object(ctx.collect());
                reader.note(UNREADABLE, format!("Value error, {flaw}"), value, Some(ctx))
            }
        }
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> Value {
        String::schema(bounds, schemas)
    }
}
