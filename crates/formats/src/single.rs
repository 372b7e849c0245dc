//! Books that come as one text, with the headings of their chapters in it: DOCX and ODT.

use crate::{
    Book, Flaw, Metadata, Role, Section,
    comments::{Said, placed},
    compose::{self, Source},
    titles::settle_titles,
};

/// The book of what was read, with what editors said in it. So many bytes may be written to compare what its tracked
/// changes make of it; what was is taken off.
///
/// # Errors
/// When it has no text, or is beyond [`crate::bounds`].
pub(crate) fn book(
    about: Metadata,
    mut source: Source,
    said: Vec<Said>,
    left_out: Vec<String>,
    compared: &mut usize,
) -> Result<Book, Flaw> {
    let title = about.title.clone().unwrap_or_default();
    let has_title = settle_titles(&mut source.blocks, &title);
    let composed = compose::write(source, compared)?;
    let comments = placed(said, &composed.positions, &composed.text);
    if composed.text.trim().is_empty() {
        return Err(Flaw::NoText);
    }
    let section = Section {
        role: Role::Chapter,
        depth: 0,
        title: if has_title { String::new() } else { title },
        text: composed.text,
        comments,
        changes: composed.changes,
    };
    Ok(Book { about, sections: vec![section], left_out })
}
