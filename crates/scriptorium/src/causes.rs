//! An error as people read it: with what led to it. What an error says of itself does not repeat
//! its cause.

use std::error::Error;

/// The most errors of a chain that are told: it could be a circle.
const CAUSES_MAX: usize = 16;

/// An error and what led to it, separated by colons.
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    std::iter::successors(Some(error), |&error| error.source())
        .take(CAUSES_MAX)
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}
