//! DOCX in: the Markdown of a document with its footnotes, and beside it what editors have said in comments and
//! changed under the eyes of Word. What is read is the text before tracked changes.

mod body;
mod comments;
mod numbering;
mod parts;
mod run;
mod styles;

use std::collections::HashMap;

use crate::{
    Book, Flaw,
    blocks::{Counted, HIDDEN_TEXT, Paragraph, pictures},
    compose::{Editor, Source},
    container::Container,
    single,
};

use self::{
    body::{Body, Known},
    comments::Comments,
    numbering::Numbering,
    parts::Parts,
    styles::Styles,
};

/// Reads a document.
pub(crate) fn read(container: &mut Container<'_>) -> Result<Book, Flaw> {
    let parts = Parts::read(container)?;
    let mut counted = Counted::default();
    let styles = Styles::read(container, &parts, &mut counted)?;
    let numbering = Numbering::read(container, &parts, &mut counted)?;
    let comments = Comments::read(container, &parts, &mut counted)?;
    let about = parts.about(container)?;

    let mut known = Known {
        styles: &styles,
        numbering,
        comments: comments.ids(),
        counted,
        editors: vec![Editor::default()],
        editor_ids: HashMap::new(),
        notes: HashMap::new(),
        pictures: 0,
        has_hidden: false,
    };
    let mut all_notes = HashMap::new();
    for (kind, path) in [("footnote", &parts.footnotes), ("endnote", &parts.endnotes)] {
        let Some(path) = path else { continue };
        let Some(text) = container.text(path)? else { continue };
        for (id, note) in Body::notes(&mut known, path, &text)? {
            all_notes.insert((kind, id), note);
        }
    }
    let text = container.required(&parts.document)?;
    let blocks = Body::document(&mut known, &parts.document, &text)?;
    drop(text);
    // Notes in the order in which the text names them.
    let mut notes: Vec<Vec<Paragraph>> = vec![Vec::new(); known.notes.len()];
    for ((kind, id), number) in &known.notes {
        if let Some(note) = all_notes.remove(&(*kind, id.clone())) {
            notes[number - 1] = note;
        }
    }
    let mut left_out = pictures(known.pictures);
    if known.has_hidden {
        left_out.push(HIDDEN_TEXT.to_owned());
    }
    let source = Source { blocks, notes, editors: known.editors, skips_blank: true };
    single::book(about, source, comments.into_said(), left_out, &mut container.compared)
}
