//! Stories of door.
