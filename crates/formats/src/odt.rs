//! ODT in: the Markdown of a text of OpenDocument with its footnotes, and beside it what editors have said in
//! comments and changed while changes were recorded. What is read is the text before tracked changes.

mod body;
mod changes;
mod comments;
mod inlines;
mod items;
mod lists;
mod parts;
mod styles;

use crate::{
    Book, Flaw,
    blocks::{Block, Counted, HIDDEN_TEXT, Paragraph, pictures},
    compose::Source,
    container::{Container, ODF_CONTENT},
    inline::Inline,
    single,
};

use self::{body::Body, changes::settle_ends, styles::Styles};

/// Reads a text.
pub(crate) fn read(container: &mut Container<'_>) -> Result<Book, Flaw> {
    parts::check_encryption(container)?;
    let mut counted = Counted::default();
    let mut styles = Styles::default();
    if let Some(text) = container.text(parts::STYLES)? {
        styles.read(parts::STYLES, &text, &mut counted)?;
    }
    let text = container.required(ODF_CONTENT)?;
    styles.read(ODF_CONTENT, &text, &mut counted)?;
    let styles = styles.resolved();
    let about = parts::about(container, &styles)?;

    let mut body = Body::new(&styles, &text, counted);
    let mut blocks = body.document()?;
    let read = body.into_read();
    drop(text);
    let mut notes = read.notes;
    settle_ends(&mut blocks);
    settle_numbers(&mut blocks, &mut notes);
    let mut left_out = pictures(read.pictures);
    match read.hidden_sections {
        0 => {}
        1 => left_out.push("a hidden section".to_owned()),
        count => left_out.push(format!("{count} hidden sections")),
    }
    if read.has_hidden {
        left_out.push(HIDDEN_TEXT.to_owned());
    }
    let source = Source { blocks, notes, editors: read.editors, skips_blank: true };
    single::book(about, source, read.said, left_out, &mut container.compared)
}

/// Numbers the notes in the order in which the text names them: what was deleted is read before the text.
fn settle_numbers(blocks: &mut [Block], notes: &mut Vec<Vec<Paragraph>>) {
    let mut settled = Vec::with_capacity(notes.len());
    let mut settle = |paragraph: &mut Paragraph| {
        for piece in &mut paragraph.pieces {
            if let Inline::Note(number) = &mut piece.inline {
                // Each is named once.
                settled.push(std::mem::take(&mut notes[*number - 1]));
                *number = settled.len();
            }
        }
    };
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => settle(paragraph),
            Block::Table(rows) => rows.iter_mut().flatten().for_each(&mut settle),
        }
    }
    *notes = settled;
}
