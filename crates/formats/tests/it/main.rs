//! Books that are read and written, of whom and however they are made.

mod docx;
mod epub;
mod folder;
mod fountain;
mod hostile;
mod odt;
mod pack;
mod tracked;
mod written;
