//! How letters look: the properties of runs and of styles.

use crate::{
    Flaw,
    inline::Style as Look,
    xml::{Token, Xml},
};

/// What is said of letters; what is not said stays as it is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Properties {
    pub(crate) style: Option<String>,
    italic: Option<bool>,
    bold: Option<bool>,
    struck: Option<bool>,
    /// In a typescript a line below letters asks for italics.
    underlined: Option<bool>,
    pub(crate) is_hidden: Option<bool>,
    /// Whether the paragraph that these are the properties of ends in a change.
    pub(crate) inserted: Option<(String, String)>,
    pub(crate) deleted: Option<(String, String)>,
}

impl Properties {
    /// Reads the properties that begin with the last element.
    pub(crate) fn read(xml: &mut Xml<'_>) -> Result<Self, Flaw> {
        let end = xml.depth();
        let mut all = Self::default();
        while xml.depth() >= end {
            let Some(token) = xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            let is_on = || Some(element.is_on());
            let said = || Some((element.name_in("author"), element.name_in("date")));
            match element.name() {
                "rStyle" => all.style = element.attribute("val"),
                "i" => all.italic = is_on(),
                "b" => all.bold = is_on(),
                "strike" | "dstrike" => {
                    all.struck = Some(element.is_on() || all.struck == Some(true));
                }
                "u" => all.underlined = is_on(),
                "vanish" => all.is_hidden = is_on(),
                "ins" | "moveTo" => all.inserted = said(),
                "del" | "moveFrom" => all.deleted = said(),
                // What they were before somebody changed them.
                "rPrChange" => xml.skip()?,
                _ => {}
            }
        }
        Ok(all)
    }

    /// It without a line below the letters, which a link has anyway.
    pub(crate) fn without_line(self) -> Self {
        Self { underlined: None, ..self }
    }

    /// How letters look that looked like this.
    pub(crate) fn over(&self, look: Look) -> Look {
        look.said([self.italic, self.underlined, self.bold, self.struck])
    }
}
