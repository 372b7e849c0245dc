//! Fields that may be left out and are never null: where a [`Patch`](crate::patch::Patch) could be
//! cleared, these cannot.

use serde_json::Value;

use super::{Bounds, FieldReader, FieldType, Schemas};
use crate::json::Json;

/// A field that was left out, or its value; null is an error of the value's type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AbsentOr<T>(pub Option<T>);

impl<T: Clone> AbsentOr<T> {
    /// Applies it to a field that keeps its value where none is given.
    pub fn apply_to(&self, field: &mut T) {
        if let Some(value) = &self.0 {
            *field = value.clone();
        }
    }
}

impl<T: FieldType> FieldType for AbsentOr<T> {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        T::read(value, bounds, reader).map(|value| Self(Some(value)))
    }

    fn absent() -> Option<Self> {
        Some(Self(None))
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> Value {
        T::schema(bounds, schemas)
    }
}
