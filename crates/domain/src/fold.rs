//! Case folding for search. Each database folds case in its own way, so text is folded here, both
//! when it is stored and when it is searched for. No language is assumed, and accents are kept.

use unicode_normalization::UnicodeNormalization as _;

/// The text without the difference of capital and small letters. Going up and down again brings
/// letters together that have one capital: `ß` and `ss`, `ς` and `σ`. Letters are composed (Unicode
/// NFC).
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfc().flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfc().collect()
}

/// As [`fold`], with each run of white space as one space and none around it: how names and words
/// are sorted and told apart.
pub fn fold_name(text: &str) -> String {
    fold(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text that is looked for in titles and names: the same letters in any case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchText(String);

impl SearchText {
    /// The text of a query; none where nothing is looked for.
    pub fn of(query: Option<&str>) -> Option<Self> {
        query.filter(|text| !text.is_empty()).map(|text| Self(fold(text)))
    }

    /// Whether it stands in a title or a name.
    pub fn is_in(&self, title: &str) -> bool {
        fold(title).contains(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{SearchText, fold, fold_name};

    #[test]
    fn a_text_is_found_within_a_title_in_any_case() {
        for (text, title, wanted) in [
            ("straße", "DIE STRASSE", true),
            ("é", "E\u{301}cran", true),
            ("e", "Écran", false),
            ("100%", "1000", false),
            (" ", "One two", true),
        ] {
            assert_eq!(SearchText::of(Some(text)).unwrap().is_in(title), wanted, "{text}");
        }
        assert_eq!((SearchText::of(None), SearchText::of(Some(""))), (None, None));
    }

    #[test]
    fn names_differ_by_no_white_space() {
        assert_eq!(fold_name(" Van\u{a0} HELSING\n"), fold_name("van helsing"));
        assert_eq!(fold_name(" ÉCRAN\n"), "écran");
        assert_eq!(fold_name("  "), "");
    }

    #[test]
    fn what_differs_in_case_alone_folds_alike() {
        for (one, other) in [
            ("Dracula", "dRACULA"),
            ("Straße", "STRASSE"),
            ("ΟΔΟΣ", "οδος"),
            ("Éléonore", "éLÉONORE"),
            ("ДРАКУЛА", "дракула"),
            ("ﬁn", "FIN"),
            ("e\u{301}", "É"),
        ] {
            assert_eq!(fold(one), fold(other), "{one}");
        }
        assert_ne!(fold("e"), fold("é"));
        assert_eq!(fold(""), "");
    }
}
