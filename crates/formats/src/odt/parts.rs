//! The parts beside the text: what is encrypted, and what the document says of itself.

use crate::{
    Flaw, Metadata,
    container::{Container, ODF_MANIFEST},
    properties::{self, authors},
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
    let language = styles.language.clone();
    let Some(text) = container.text(META)? else {
        return Ok(Metadata { language, ..Metadata::default() });
    };
    let names = ["title", "creator", "initial-creator", "language"];
    let mut found = properties::read(META, &text, &names)?;
    let began = found.get("initial-creator").map(|it| authors(it)).filter(|it| !it.is_empty());
    let saved = || found.get("creator").map(|it| authors(it));
    Ok(Metadata {
        authors: began.or_else(saved).unwrap_or_default(),
        title: found.remove("title"),
        language: found.remove("language").or(language),
    })
}
