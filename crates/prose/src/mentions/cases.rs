//! Names that stand without their capitals.

use super::{Names, mentions};
use crate::span::Passage;
use crate::tokens::Text;

/// A place that would bear a name if it had the name's capitals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Miscased {
    /// Whose name, by the number given with it; of several the first.
    pub owner: usize,
    /// The place and its sentence.
    pub passage: Passage,
    /// Whether some of the words have a capital there: "van Helsing".
    pub has_capitals: bool,
}

/// Finds the places that would bear one of these names if capitals did not matter, and bear none as
/// they stand; in the order of the text. Names without a capital are not looked for.
pub fn miscased(text: &Text<'_>, names: &[(usize, &str)]) -> Vec<Miscased> {
    let written = Names::new(names.iter().copied());
    let capital = |(_, name): &&(usize, &str)| name.chars().any(char::is_uppercase);
    let lowered: Vec<(usize, String)> =
        names.iter().filter(capital).map(|(owner, name)| (*owner, name.to_lowercase())).collect();
    // Each name stands for itself here, so that a place tells whose it is.
    let folded = Names::new(lowered.iter().map(|(owner, name)| (*owner, name.as_str())));
    let borne = mentions(text, &written).places;
    let mut found = Vec::new();
    super::each_place(text, &folded, |endings, passage| {
        let behind = borne.partition_point(|place| place.end <= passage.span.start);
        let is_borne = borne.get(behind).is_some_and(|place| place.start < passage.span.end);
        let owner = endings.first().and_then(|it| folded.endings[*it].owners.first());
        if let (false, Some(&owner)) = (is_borne, owner) {
            let place = passage.span.of(text.source());
            let has_capitals = place.chars().any(char::is_uppercase);
            found.push(Miscased { owner, passage, has_capitals });
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_its_capitals_is_found() {
        let source = "Then mina came with van Helsing, Van helsing and Mina’s cat. The Mina harker. \
                      A wand. ROSE.";
        let text = Text::new(source);
        let names = [(0, "Mina"), (1, "Van Helsing"), (2, "Mina Harker"), (3, "wand"), (4, "Rose")];

        let found: Vec<(usize, &str, bool)> = miscased(&text, &names)
            .iter()
            .map(|it| (it.owner, it.passage.span.of(source), it.has_capitals))
            .collect();

        assert_eq!(
            found,
            [(0, "mina", false), (1, "van Helsing", true), (1, "Van helsing", true)],
            "“Mina harker” bears the name Mina as it stands"
        );
    }
}
