//! The parts beside the text: what is encrypted, and what the document says of itself.

use crate::{
    Flaw, Metadata,
    container::{Container, ODF_MANIFEST},
    xml::{DocumentTypes, Token, Xml},
};

use super::styles::Styles;

/// The part with the styles that have names.
pub(crate) const STYLES: &str = "styles.xml";

/// The part in which the document says what it is.
const META: &str = "meta.xml";

/// That no part is encrypted.
///
/// # Errors
/// When the document is locked with a password.
pub(crate) fn check_encryption(container: &mut Container<'_>) -> Result<(), Flaw> {
    let Some(text) = container.text(ODF_MANIFEST)? else { return Ok(()) };
    let mut xml = Xml::new(ODF_MANIFEST, &text, DocumentTypes::Named);
    while let Some(token) = xml.next()? {
        if let Token::Open(element) = token
            && element.name() == "encryption-data"
        {
            return Err(Flaw::Password);
        }
    }
    Ok(())
}

/// What the document says about itself. Its author is who began it, and not who saved it last.
pub(crate) fn about(container: &mut Container<'_>, styles: &Styles) -> Result<Metadata, Flaw> {
    let mut about = Metadata { language: styles.language.clone(), ..Metadata::default() };
    let Some(text) = container.text(META)? else { return Ok(about) };
    let mut xml = Xml::new(META, &text, DocumentTypes::Refused);
    let mut saved_by = None;
    while let Some(token) = xml.next()? {
        let Token::Open(element) = token else { continue };
        let name = element.name().to_owned();
        if !matches!(name.as_str(), "title" | "creator" | "initial-creator" | "language") {
            continue;
        }
        let value = xml.line()?;
        if value.is_empty() {
            continue;
        }
        match name.as_str() {
            "title" => about.title = Some(value),
            "initial-creator" => about.authors = authors(&value),
            "creator" => saved_by = Some(value),
            _ => about.language = Some(value),
        }
    }
    if about.authors.is_empty() {
        about.authors = saved_by.map(|it| authors(&it)).unwrap_or_default();
    }
    Ok(about)
}

/// The names of several people in one line.
fn authors(line: &str) -> Vec<String> {
    line.split(';').map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}
