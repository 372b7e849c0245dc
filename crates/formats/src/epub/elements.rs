//! What the names and types of the elements of a page say.

use crate::{Role, xml::Element};

/// The types of a part of a page that say that it is no chapter.
const FRONT_MATTER: [&str; 12] = [
    "cover",
    "titlepage",
    "halftitlepage",
    "halftitle",
    "copyright-page",
    "imprint",
    "dedication",
    "epigraph",
    "frontmatter",
    "toc",
    "loi",
    "seriespage",
];
const BACK_MATTER: [&str; 9] = [
    "backmatter",
    "colophon",
    "acknowledgments",
    "endnotes",
    "rearnotes",
    "footnotes",
    "bibliography",
    "index",
    "copyright",
];

/// The types of what is a chapter even before or behind the story.
const STORY: [&str; 8] = [
    "chapter",
    "prologue",
    "epilogue",
    "preface",
    "foreword",
    "introduction",
    "afterword",
    "bodymatter",
];

/// The types of an element, with those of its role.
pub(super) fn types(element: &Element<'_>) -> Vec<String> {
    let types = element.attribute_of("epub", "type").unwrap_or_default();
    let role = element.attribute("role").unwrap_or_default();
    let roles = role.split_whitespace().map(|it| it.trim_start_matches("doc-").to_owned());
    types.split_whitespace().map(str::to_lowercase).chain(roles).collect()
}

/// What an element says that its page is, where it says so: none inside for the story.
pub(super) fn role_of_types(types: &[String]) -> Option<Option<Role>> {
    let has = |all: &[&str]| types.iter().any(|it| all.contains(&it.as_str()));
    if has(&STORY) {
        Some(None)
    } else if has(&FRONT_MATTER) {
        Some(Some(Role::FrontMatter))
    } else if has(&BACK_MATTER) {
        Some(Some(Role::BackMatter))
    } else {
        None
    }
}

/// Whether an element of this name stands in paragraphs of its own.
pub(super) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "div"
            | "dl"
            | "dt"
            | "figcaption"
            | "figure"
            | "footer"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "li"
            | "main"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "summary"
            | "table"
            | "tr"
            | "ul"
    )
}
