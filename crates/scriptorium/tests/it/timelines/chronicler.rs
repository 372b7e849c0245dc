//! What the chronicler tells of the timelines of a project.
