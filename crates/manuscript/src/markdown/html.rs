//! HTML inside Markdown: the tags are taken away, the words stay. This is no HTML parser: it knows
//! comments, the few tags that part lines or paragraphs, and the two whose content is no text.

use crate::markdown::SCENE_BREAK;
use crate::plain::{Builder, Gap};

/// Reads HTML in pieces, line by line as the Markdown parser gives it, and remembers between them
/// what it is inside of.
#[derive(Debug, Default)]
pub(super) struct Html {
    inside: Inside,
}

#[derive(Debug, Default, Clone, PartialEq, Eq)]
enum Inside {
    #[default]
    Text,
    Tag(Tag),
    Comment,
    /// Between `<script>` and `</script>`, or `<style>` and `</style>`.
    Hidden(&'static str),
}

/// A tag that has been read in part.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Tag {
    /// In lower case, with the slash of an end tag.
    name: String,
    is_named: bool,
    /// The quote around the value we are inside of.
    quote: Option<char>,
}

/// Letters of a tag's name at most that are kept: the longest we know has ten.
const TAG_NAME_BYTES_MAX: usize = 16;

impl Html {
    /// Reads one piece that stands at `source`, and adds what can be read to the builder.
    pub(super) fn read(&mut self, piece: &str, source: usize, builder: &mut Builder) {
        let mut at = 0;
        while at < piece.len() {
            let rest = &piece[at..];
            at += match &mut self.inside {
                Inside::Comment => match rest.find("-->") {
                    Some(end) => {
                        self.inside = Inside::Text;
                        end + 3
                    }
                    None => rest.len(),
                },
                Inside::Hidden(name) => match find_end_tag(rest, name) {
                    Some(end) => {
                        self.inside = Inside::Text;
                        end
                    }
                    None => rest.len(),
                },
                Inside::Tag(tag) => match tag.read(rest) {
                    Some(end) => {
                        part(&tag.name, source + at + end, builder);
                        self.inside = tag.opens();
                        end
                    }
                    None => rest.len(),
                },
                Inside::Text if rest.starts_with("<!--") => {
                    self.inside = Inside::Comment;
                    4
                }
                Inside::Text if begins_tag(rest) => {
                    self.inside = Inside::Tag(Tag::default());
                    1
                }
                Inside::Text => {
                    let first = rest.chars().next().map_or(1, char::len_utf8);
                    let end = rest[first..].find(['<', '\n']).map_or(rest.len(), |end| first + end);
                    if rest.starts_with('\n') {
                        builder.gap(Gap::Space);
                        first
                    } else {
                        builder.verbatim(&rest[..end], source + at);
                        end
                    }
                }
            };
        }
    }
}

impl Tag {
    /// Reads on; gives the place behind the closing bracket once it is found.
    fn read(&mut self, text: &str) -> Option<usize> {
        for (at, letter) in text.char_indices() {
            match (letter, self.quote) {
                (mark, Some(open)) if mark == open => self.quote = None,
                (_, Some(_)) => {}
                ('"' | '\'', None) if self.is_named => self.quote = Some(letter),
                ('>', None) => return Some(at + 1),
                ('/', None) if self.name.is_empty() => self.name.push('/'),
                (mark, None) if mark.is_alphanumeric() => {
                    if !self.is_named && self.name.len() < TAG_NAME_BYTES_MAX {
                        self.name.extend(mark.to_lowercase());
                    }
                }
                (_, None) => self.is_named = true,
            }
        }
        None
    }

    fn opens(&self) -> Inside {
        match self.name.as_str() {
            "script" => Inside::Hidden("</script"),
            "style" => Inside::Hidden("</style"),
            _ => Inside::Text,
        }
    }
}

fn begins_tag(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next() == Some('<')
        && letters.next().is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
}

/// What a tag does to the text around it.
fn part(name: &str, source: usize, builder: &mut Builder) {
    match name.trim_start_matches('/') {
        "br" => builder.gap(Gap::Line),
        "hr" => {
            builder.gap(Gap::Paragraph);
            builder.whole(SCENE_BREAK, source..source);
            builder.gap(Gap::Paragraph);
        }
        "td" | "th" => builder.gap(Gap::Cell),
        "address" | "article" | "aside" | "blockquote" | "center" | "dd" | "details" | "div"
        | "dl" | "dt" | "figcaption" | "figure" | "footer" | "h1" | "h2" | "h3" | "h4" | "h5"
        | "h6" | "header" | "li" | "main" | "nav" | "ol" | "p" | "pre" | "section" | "summary"
        | "table" | "tr" | "ul" => builder.gap(Gap::Paragraph),
        _ => {}
    }
}

/// The end of the tag that closes hidden content, counted in bytes; tag names know no case.
fn find_end_tag(text: &str, tag: &str) -> Option<usize> {
    let at = text
        .as_bytes()
        .windows(tag.len())
        .position(|window| window.eq_ignore_ascii_case(tag.as_bytes()))?;
    Some(text[at..].find('>').map_or(text.len(), |end| at + end + 1))
}
