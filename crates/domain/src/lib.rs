//! Floor 1: words and rules. No I/O, no async, no clock, no other crate of ours: everything here is
//! a plain value or a plain function, and every rule of the interface that needs no memory is here.

pub mod error;
pub mod ids;
pub mod json;
pub mod mistake;
pub mod model;
pub mod page;
pub mod patch;
pub mod principal;
pub mod projects;
pub mod time;

pub use error::{Error, Result};
pub use principal::Principal;
pub use time::Time;
