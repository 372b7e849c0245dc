//! Stories through the door.
