//! Fountain in: a screenplay in plain text, as Markdown. Headings are those of its sections and scenes; the name of
//! who speaks is a paragraph in bold, what stands in parentheses below it one in italics, and the notes are comments.

mod emphasis;
mod lines;
mod notes;
mod title_page;

use crate::{
    Book, Flaw, Role, Section,
    blocks::{Block, Counted},
    bounds::TEXT_BYTES_MAX,
    comments::placed,
    compose::{self, Editor, Source},
};

use self::{lines::Screenplay, notes::Prepared, title_page::TitlePage};

/// Reads a screenplay.
pub(crate) fn read(text: &str) -> Result<Book, Flaw> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(Flaw::TextTooLong);
    }
    let mut counted = Counted::default();
    let prepared = Prepared::new(text, &mut counted)?;
    let (page, rest) = TitlePage::read(&prepared.text);
    let mut left_out = Vec::new();
    match prepared.boneyards {
        0 => {}
        1 => left_out.push("a boneyard".to_owned()),
        count => left_out.push(format!("{count} boneyards")),
    }
    left_out.extend(page.left_out());
    let (about, on_page) = (page.about, page.notes);
    let mut screenplay = Screenplay::new(prepared.said, on_page, counted);
    screenplay.read(rest)?;
    let (blocks, said) = screenplay.into_parts();
    let blocks = blocks.into_iter().map(Block::Paragraph).collect();
    let source =
        Source { blocks, notes: Vec::new(), editors: vec![Editor::default()], skips_blank: false };
    // No change is tracked in it, so that nothing is compared.
    let composed = compose::write(source, &mut 0)?;
    if composed.text.trim().is_empty() {
        return Err(Flaw::NoText);
    }
    let comments = placed(said, &composed.positions, &composed.text);
    let section = Section {
        role: Role::Chapter,
        depth: 0,
        title: about.title.clone().unwrap_or_default(),
        text: composed.text,
        comments,
        changes: Vec::new(),
    };
    Ok(Book { about, sections: vec![section], left_out })
}
