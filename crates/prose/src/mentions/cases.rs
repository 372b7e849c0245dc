//! Names that stand without their capitals.

use super::{NameIndex, mentions};
use crate::lists::TITLE_WORDS;
use crate::span::Passage;
use crate::tokens::Text;

/// A place that would bear a name if it had the name's capitals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Miscased {
    /// Whose name, by the number given with it; of several the first.
    pub owner: usize,
    /// The place and its sentence.
    pub passage: Passage,
    /// Whether some of the words that have a capital in the name have one there: "van Helsing", and
    /// not "The count" for "the Count". Articles and the like may have one for other reasons.
    pub has_capitals: bool,
}

/// Finds the places that would bear one of these names if capitals did not matter, and bear none as
/// they stand; in the order of the text. Names without a capital are not looked for.
pub fn miscased(text: &Text<'_>, names: &[(usize, &str)]) -> Vec<Miscased> {
    let written = NameIndex::new(names.iter().copied());
    let capital = |(_, name): &&(usize, &str)| name.chars().any(char::is_uppercase);
    let meant: Vec<(usize, &str, String)> = names
        .iter()
        .filter(capital)
        .map(|(owner, name)| (*owner, *name, name.to_lowercase()))
        .collect();
    // Each name stands for itself here, so that a place tells which it is.
    let folded =
        NameIndex::new(meant.iter().enumerate().map(|(at, (_, _, low))| (at, low.as_str())));
    let borne = mentions(text, &written).spans;
    let mut found = Vec::new();
    super::each_match(text, &folded, |endings, passage| {
        let behind = borne.partition_point(|span| span.end <= passage.span.start);
        let is_borne = borne.get(behind).is_some_and(|span| span.start < passage.span.end);
        let name = endings.first().and_then(|it| folded.endings[*it].owners.first());
        if let (false, Some((owner, name, _))) = (is_borne, name.and_then(|at| meant.get(*at))) {
            let there = capitals(name, passage.span.of(text.source()));
            if there.contains(&false) {
                let has_capitals = there.contains(&true);
                found.push(Miscased { owner: *owner, passage, has_capitals });
            }
        }
    });
    found
}

/// For each of the words of a name that have a capital, articles and the like left out, whether it has
/// one in a text too.
fn capitals(name: &str, text: &str) -> Vec<bool> {
    let has_capital = |word: &str| word.chars().any(char::is_uppercase);
    let words = name.split_whitespace().zip(text.split_whitespace());
    words
        .filter(|(word, _)| !TITLE_WORDS.contains(word.to_lowercase().as_str()))
        .filter(|(word, _)| has_capital(word))
        .map(|(_, there)| has_capital(there))
        .collect()
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

    #[test]
    fn only_words_that_have_a_capital_in_the_name_tell_that_it_is_meant() {
        let has_capitals = |name: &str, source: &str| -> Vec<bool> {
            miscased(&Text::new(source), &[(0, name)]).iter().map(|it| it.has_capitals).collect()
        };

        for (name, source, wanted) in [
            ("the Count", "The count was wrong.", false),
            ("The Count", "The count was wrong.", false),
            ("Order of the Rose", "It was of the order Of the rose.", false),
            ("Castle Dracula", "They saw castle Dracula.", true),
            ("Black Sea", "The Black sea lay there.", true),
        ] {
            assert_eq!(has_capitals(name, source), [wanted], "{name}: {source}");
        }
        // An article is small within a sentence, whatever it is in the name.
        assert_eq!(
            has_capitals("The Count", "There the Count stood, the Count’s hat on."),
            Vec::<bool>::new()
        );
    }
}
