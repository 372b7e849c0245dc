//! The bounds a field may have beyond its type.

/// Bounds of one field; a bound that is none does not apply.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The least number of characters of a text or items of a list or a dictionary.
    pub min_length: Option<usize>,
    /// The greatest number of characters of a text or items of a list or a dictionary.
    pub max_length: Option<usize>,
    /// The least number of characters of each text of a list.
    pub each_min_length: Option<usize>,
    /// The greatest number of characters of each text of a list.
    pub each_max_length: Option<usize>,
    /// The least number, itself allowed.
    pub ge: Option<f64>,
    /// The greatest number, itself allowed.
    pub le: Option<f64>,
}

impl Bounds {
    /// No bound at all.
    pub const NONE: Self = Self {
        min_length: None,
        max_length: None,
        each_min_length: None,
        each_max_length: None,
        ge: None,
        le: None,
    };

    /// The bounds of each item of a list with these bounds.
    pub(super) fn of_items(&self) -> Self {
        Self { min_length: self.each_min_length, max_length: self.each_max_length, ..Self::NONE }
    }

    /// Puts the bounds into a schema under the keywords of its type.
    pub(super) fn add_to_schema(
        &self,
        mut schema: serde_json::Value,
        (least, most): (&str, &str),
    ) -> serde_json::Value {
        if let Some(least_length) = self.min_length {
            schema[least] = least_length.into();
        }
        if let Some(most_length) = self.max_length {
            schema[most] = most_length.into();
        }
        if let Some(ge) = self.ge {
            schema["minimum"] = number(ge);
        }
        if let Some(le) = self.le {
            schema["maximum"] = number(le);
        }
        schema
    }
}

/// A bound as a reader writes it: a whole one without a fraction, which a bound of integers must
/// not have.
fn number(bound: f64) -> serde_json::Value {
    if bound.fract() == 0.0 { (bound as i64).into() } else { bound.into() }
}
