//! What styles make of paragraphs, by their names.

/// What a style makes of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Title,
    Quote,
    /// A line of a table of contents, which is made anew.
    Contents,
    Bullet,
    Number,
}

/// What the name of a style says; those that come with Word and with Writer have the same
/// in every language.
pub(crate) fn meaning(name: &str) -> (Option<u8>, Option<Role>) {
    let level = name.strip_prefix("heading ").and_then(|it| it.trim().parse::<u8>().ok());
    let role = match name {
        "title" => Some(Role::Title),
        "quote" | "intense quote" | "block text" | "quotations" | "block quotation" => {
            Some(Role::Quote)
        }
        name if name.starts_with("toc ") || name.starts_with("contents ") => Some(Role::Contents),
        name if name.starts_with("list bullet") => Some(Role::Bullet),
        name if name.starts_with("list number") => Some(Role::Number),
        _ => None,
    };
    (level.filter(|it| (1..=9).contains(it)).map(|it| it.min(6)), role)
}
