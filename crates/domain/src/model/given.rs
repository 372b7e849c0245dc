//! Fields that may be left out and are never null: where a [`Patch`](crate::patch::Patch) could be
//! cleared, these cannot.

use serde_json::Value;

use super::{Reader, Rule, Schemas, Shape};
use crate::json::Json;

/// A field that was left out, or its value; null is a mistake of the value's type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Given<T>(pub Option<T>);

impl<T: Clone> Given<T> {
    /// Onto a field that keeps its value where none is given.
    pub fn onto(&self, field: &mut T) {
        if let Some(value) = &self.0 {
            *field = value.clone();
        }
    }
}

impl<T: Shape> Shape for Given<T> {
    fn read(value: &Json, rule: &Rule, reader: &mut Reader) -> Option<Self> {
        T::read(value, rule, reader).map(|value| Self(Some(value)))
    }

    fn absent() -> Option<Self> {
        Some(Self(None))
    }

    fn schema(rule: &Rule, schemas: &mut Schemas) -> Value {
        T::schema(rule, schemas)
    }
}
