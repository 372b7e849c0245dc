//! The title of a book where it stands in its text.

use crate::{
    blocks::{Block, BlockKind, Paragraph},
    inline::Inline,
};

/// Decides what the paragraphs with the style of a title are: the heading of the text where it has no other, gone
/// where the document says the same of itself, else paragraphs. Whether the title stands in the text.
pub(crate) fn settle_titles(blocks: &mut Vec<Block>, title: &str) -> bool {
    let has_heading = blocks
        .iter()
        .any(|it| matches!(it, Block::Paragraph(Paragraph { kind: BlockKind::Heading(..), .. })));
    let wanted = title.to_lowercase();
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    let same = |text: &str| text.to_lowercase().split_whitespace().eq(wanted.iter().copied());
    let is_said = |it: &Paragraph| {
        it.kind == BlockKind::Title
            && !it.is_changed()
            && !it.pieces.iter().any(|it| matches!(it.inline, Inline::Note(_)))
            && !title.is_empty()
            && same(&it.letters())
    };
    if has_heading {
        blocks.retain(|it| !matches!(it, Block::Paragraph(paragraph) if is_said(paragraph)));
    }
    let mut met = false;
    for block in blocks {
        if let Block::Paragraph(paragraph) = block
            && paragraph.kind == BlockKind::Title
        {
            let is_heading = !has_heading && !met && !paragraph.is_blank();
            met = met || is_heading;
            paragraph.kind =
                if is_heading { BlockKind::Heading(1, String::new()) } else { BlockKind::Body };
        }
    }
    met
}
