//! A book that comes in sections, such as those of an EPUB, as the files of a folder.

use super::{END_MATTER, FRONT_MATTER, Piece, name};
use crate::markdown;

/// What a section is to its book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// What chapters lie in; its text stands before the first of them.
    Part,
    /// A chapter.
    Chapter,
    /// What stands before the story.
    FrontMatter,
    /// What stands behind it.
    BackMatter,
}

/// A section of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// What it is.
    pub role: Role,
    /// How many parts it lies in.
    pub depth: usize,
    /// What it is called.
    pub title: String,
    /// Its Markdown.
    pub text: String,
}

/// The files of sections, in the order of reading. A chapter without a heading gets its title as one; what stands
/// before and behind the story becomes one note each.
pub fn folder(sections: Vec<Section>) -> Vec<Piece> {
    let (mut pieces, mut front_matter, mut back) = (Vec::new(), String::new(), String::new());
    let mut parts: Vec<String> = Vec::new();
    for (index, section) in sections.into_iter().enumerate() {
        let text = section.text.trim_matches('\n').trim_end();
        let title = if section.title.trim().is_empty() { "Untitled" } else { &section.title };
        let number = format!("{:03}-{}", index + 1, name(title));
        parts.truncate(section.depth);
        let folder: String = parts.iter().map(|part| format!("{part}/")).collect();
        match section.role {
            Role::FrontMatter => append(&mut front_matter, text),
            Role::BackMatter => append(&mut back, text),
            Role::Part => {
                let heading = markdown::headings(text).into_iter().next();
                let rest = match &heading {
                    Some(heading) if text[..heading.range.start].trim().is_empty() => {
                        text[heading.range.end..].trim_matches('\n')
                    }
                    _ => text,
                };
                if !rest.trim().is_empty() {
                    let path = format!("{folder}{number}/000-{}.md", name(title));
                    pieces.push(piece(path, format!("{rest}\n")));
                }
                parts.push(number);
            }
            Role::Chapter if text.trim().is_empty() => {}
            Role::Chapter => {
                let content = if markdown::title(text).is_some() {
                    format!("{text}\n")
                } else {
                    format!("# {}\n\n{text}\n", one_line(title))
                };
                pieces.push(piece(format!("{folder}{number}.md"), content));
            }
        }
    }
    if !front_matter.is_empty() {
        pieces.insert(0, piece(FRONT_MATTER.to_owned(), front_matter));
    }
    if !back.is_empty() {
        pieces.push(piece(END_MATTER.to_owned(), back));
    }
    pieces
}

/// Where among pieces the note of what stands before the story is.
pub fn position_of_front_matter(pieces: &[Piece]) -> Option<usize> {
    pieces.iter().position(|piece| piece.path == FRONT_MATTER)
}

/// Adds what a book says of itself to the note of what stands before its story.
pub fn add_front_matter(pieces: &mut Vec<Piece>, front_matter: &str) {
    if front_matter.is_empty() {
        return;
    }
    match position_of_front_matter(pieces) {
        Some(at) => {
            let piece = &mut pieces[at];
            let before = format!("{front_matter}\n");
            piece.content.insert_str(0, &before);
            piece.sources.iter_mut().for_each(|(_, at)| *at += before.len());
        }
        None => pieces.insert(0, piece(FRONT_MATTER.to_owned(), front_matter.to_owned())),
    }
}

fn piece(path: String, content: String) -> Piece {
    Piece { path, content, sources: Vec::new() }
}

fn append(to: &mut String, text: &str) {
    if text.trim().is_empty() {
        return;
    }
    if !to.is_empty() {
        to.push('\n');
    }
    to.push_str(text);
    to.push('\n');
}

/// A title as the text of a heading.
fn one_line(title: &str) -> String {
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars()
        .flat_map(|it| match it {
            '\\' | '`' | '*' | '_' | '[' | '<' | '~' | '#' | '{' | '}' => vec!['\\', it],
            it => vec![it],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_become_files_in_their_parts() {
        let section = |role, depth, title: &str, text: &str| Section {
            role,
            depth,
            title: title.to_owned(),
            text: text.to_owned(),
        };

        let mut pieces = folder(vec![
            section(Role::FrontMatter, 0, "Imprint", "By A. Writer"),
            section(Role::Part, 0, "Part One", "# Part One\n\nAn epigraph."),
            section(Role::Chapter, 1, "Dawn", "Text."),
            section(Role::Chapter, 1, "Noon", "# Noon\n\nText."),
            section(Role::Chapter, 0, "Epilogue", "# Epilogue\n\nText."),
            section(Role::BackMatter, 0, "Thanks", "Thanks."),
        ]);
        add_front_matter(&mut pieces, "---\ntitle: A\n---\n");

        let all: Vec<(&str, &str)> =
            pieces.iter().map(|it| (it.path.as_str(), it.content.as_str())).collect();
        assert_eq!(
            all,
            [
                ("notes/Front matter.md", "---\ntitle: A\n---\n\nBy A. Writer\n"),
                ("002-Part One/000-Part One.md", "An epigraph.\n"),
                ("002-Part One/003-Dawn.md", "# Dawn\n\nText.\n"),
                ("002-Part One/004-Noon.md", "# Noon\n\nText.\n"),
                ("005-Epilogue.md", "# Epilogue\n\nText.\n"),
                ("notes/End matter.md", "Thanks.\n"),
            ]
        );
    }
}
