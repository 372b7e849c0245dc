//! What styles make of paragraphs: by their names, and by the styles that they are based on.

/// Styles that one may be based on, one on the other.
const BASES_MAX: usize = 32;

/// What a style makes of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StyleRole {
    Title,
    Quote,
    /// A line of a table of contents, which is made anew.
    Contents,
    Bullet,
    Number,
}

/// What the name of a style says; those that come with Word and with Writer have the same
/// in every language.
pub(crate) fn meaning(name: &str) -> (Option<u8>, Option<StyleRole>) {
    let level = name.strip_prefix("heading ").and_then(|it| it.trim().parse::<u8>().ok());
    let role = match name {
        "title" => Some(StyleRole::Title),
        "quote" | "intense quote" | "block text" | "quotations" | "block quotation" => {
            Some(StyleRole::Quote)
        }
        name if name.starts_with("toc ") || is_of_contents(name) => Some(StyleRole::Contents),
        name if name.starts_with("list bullet") => Some(StyleRole::Bullet),
        name if name.starts_with("list number") => Some(StyleRole::Number),
        _ => None,
    };
    (level.filter(|it| (1..=9).contains(it)).map(|it| it.min(6)), role)
}

/// Whether a style is one of those with which Writer makes a table of contents; others may be named after what
/// their paragraphs say.
fn is_of_contents(name: &str) -> bool {
    let kind = name.strip_prefix("contents ");
    kind.is_some_and(|it| it == "heading" || it.parse::<u8>().is_ok())
}

/// A style and those that it is based on, itself first, given the base of each by their places.
pub(crate) fn chain(bases: &[Option<usize>], at: usize) -> Vec<usize> {
    let base = |at: &usize| bases.get(*at).copied().flatten();
    std::iter::successors(Some(at), base).take(BASES_MAX).collect()
}
