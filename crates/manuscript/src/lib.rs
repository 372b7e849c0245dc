//! Manuscripts: formats in and out. What a writer's file says, once its markup is taken away; where
//! each word of that lies in the file; and how a folder of files becomes a book.
//!
//! This is a library about text alone. It opens no file, knows no database and no record of the
//! program that uses it: the caller reads the bytes, decides about their encoding and stores what
//! comes out.

pub mod chapters;
pub mod folder;
pub mod markdown;
pub mod naming;
mod natural;
pub mod notes;
pub mod parts;
mod plain;
mod positions;
mod titles;
mod words;

pub use natural::natural;
pub use plain::Plain;
pub use positions::Positions;
pub use words::words;
