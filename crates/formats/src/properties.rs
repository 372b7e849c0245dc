//! What documents say of themselves in Dublin Core, as DOCX and ODT have it.

use std::collections::HashMap;

use crate::{
    Flaw,
    xml::{DocumentTypes, Token, Xml},
};

/// The properties of these names in a part, those without a value left out; of several of a name the last.
pub(crate) fn read(
    part: &str,
    text: &str,
    names: &[&'static str],
) -> Result<HashMap<&'static str, String>, Flaw> {
    let mut found = HashMap::new();
    let mut xml = Xml::new(part, text, DocumentTypes::Refused);
    while let Some(token) = xml.next()? {
        let Token::Open(element) = token else { continue };
        let Some(name) = names.iter().copied().find(|it| *it == element.name()) else { continue };
        let value = xml.line()?;
        if !value.is_empty() {
            found.insert(name, value);
        }
    }
    Ok(found)
}

/// The names of several people in one line.
pub(crate) fn authors(line: &str) -> Vec<String> {
    line.split(';').map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}
