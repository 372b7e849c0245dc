//! What two persons can be to each other at once.

/// What one person is to another, without who of both is a woman.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Sibling,
    Parent,
    Child,
    Spouse,
    ParentsSibling,
    SiblingsChild,
    Cousin,
    Grandparent,
    Grandchild,
    Other,
}

/// A relationship by its word: what it is, and whether it is said of a woman, where that shows.
fn read(word: &str) -> (Relation, Option<bool>) {
    use Relation as Is;
    if word.contains("-in-law") || word.starts_with("god") {
        return (Is::Other, None);
    }
    let bare = word.strip_prefix("half-").or_else(|| word.strip_prefix("twin-")).unwrap_or(word);
    match bare {
        "sister" => (Is::Sibling, Some(true)),
        "brother" => (Is::Sibling, Some(false)),
        "twin" | "sibling" => (Is::Sibling, None),
        "mother" => (Is::Parent, Some(true)),
        "father" => (Is::Parent, Some(false)),
        "daughter" => (Is::Child, Some(true)),
        "son" => (Is::Child, Some(false)),
        "wife" | "widow" | "fiancée" => (Is::Spouse, Some(true)),
        "husband" | "widower" | "fiancé" => (Is::Spouse, Some(false)),
        "betrothed" | "spouse" => (Is::Spouse, None),
        "aunt" => (Is::ParentsSibling, Some(true)),
        "uncle" => (Is::ParentsSibling, Some(false)),
        "niece" => (Is::SiblingsChild, Some(true)),
        "nephew" => (Is::SiblingsChild, Some(false)),
        "cousin" => (Is::Cousin, None),
        "grandmother" => (Is::Grandparent, Some(true)),
        "grandfather" => (Is::Grandparent, Some(false)),
        "granddaughter" => (Is::Grandchild, Some(true)),
        "grandson" => (Is::Grandchild, Some(false)),
        _ => (Is::Other, None),
    }
}

impl Relation {
    /// What the other person then is to this one.
    const fn inverse(self) -> Self {
        match self {
            Self::Parent => Self::Child,
            Self::Child => Self::Parent,
            Self::ParentsSibling => Self::SiblingsChild,
            Self::SiblingsChild => Self::ParentsSibling,
            Self::Grandparent => Self::Grandchild,
            Self::Grandchild => Self::Grandparent,
            other => other,
        }
    }

    /// Whether somebody can be both to one person.
    const fn goes_with(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Other, _)
                | (_, Self::Other)
                | (Self::Spouse, Self::Cousin)
                | (Self::Cousin, Self::Spouse)
        ) || self as u8 == other as u8
    }
}

/// Whether one person cannot be both to another: a sister and a cousin, a brother and a sister.
pub(super) fn exclude(one: &str, other: &str) -> bool {
    let ((one, of_one), (other, of_other)) = (read(one), read(other));
    !one.goes_with(other)
        || one != Relation::Other
            && other != Relation::Other
            && matches!((of_one, of_other), (Some(this), Some(that)) if this != that)
}

/// Whether one person cannot be `one` to another who is `back` to them: a mother to her sister.
pub(super) fn exclude_inversely(one: &str, back: &str) -> bool {
    !read(one).0.goes_with(read(back).0.inverse())
}

/// Who of two siblings was born first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seniority {
    Elder,
    Younger,
}

impl Seniority {
    /// What the words of a statement say of somebody who is `kin` to another: "Emma’s elder sister", "the younger of the
    /// two brothers". None where they name such a relative several times, for then another may be meant; the eldest is so
    /// among several, and not beside the other.
    pub(super) fn read(quote: &str, kin: &str) -> Option<Self> {
        let quote = quote.to_lowercase();
        let words: Vec<&str> =
            quote.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
        let at = |nth: usize| words.get(nth).copied().unwrap_or_default();
        let is_kin = |word: &str| word.strip_suffix('s').unwrap_or(word) == kin;
        let named = words.iter().position(|it| is_kin(it))?;
        let is_alone = !words[named + 1..].iter().any(|it| is_kin(it));
        let led = if at(named) == kin { 1 } else { Self::before_two(&words[..named])? };
        let seniority = match at(named.checked_sub(led)?) {
            "elder" | "older" => Self::Elder,
            "younger" => Self::Younger,
            _ => return None,
        };
        is_alone.then_some(seniority)
    }

    /// Words from "elder" to the "brothers" of "the elder of the two brothers".
    fn before_two(before: &[&str]) -> Option<usize> {
        match before {
            [.., "of", "the" | "these", "two"] => Some(4),
            [.., "of", "two"] => Some(3),
            _ => None,
        }
    }

    /// The word for it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Elder => "elder",
            Self::Younger => "younger",
        }
    }
}

/// Whether a word is one for a brother or a sister.
pub(super) fn is_sibling(word: &str) -> bool {
    read(word).0 == Relation::Sibling
}

/// Whether two words are said of women, or both of men.
pub(super) fn are_of_one_sex(one: &str, other: &str) -> bool {
    matches!((read(one).1, read(other).1), (Some(one), Some(other)) if one == other)
}

/// Whether only one person can be this to somebody.
pub(super) fn is_unique(word: &str) -> bool {
    matches!(word, "father" | "mother")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_of_two_siblings_is_the_elder_is_read_in_the_words() {
        for (quote, kin, wanted) in [
            ("Emma’s elder sister", "sister", Some(Seniority::Elder)),
            ("Younger brother of Mr. Hale", "brother", Some(Seniority::Younger)),
            ("Hale, the elder of the two brothers", "brother", Some(Seniority::Elder)),
            ("Emma’s youngest sister", "sister", None),
            ("the elder of Emma’s sisters", "sister", None),
            ("Emma was Jane’s sister and the elder sister of Lydia", "sister", None),
            ("Emma’s sister", "sister", None),
            ("an elder, and Emma’s sister", "sister", None),
            (
                "Younger brother of Mr. Hale, and tied to Emma’s sister",
                "brother",
                Some(Seniority::Younger),
            ),
            ("his elder brother and younger brother", "brother", None),
        ] {
            assert_eq!(Seniority::read(quote, kin), wanted, "{quote}");
        }
    }

    #[test]
    fn relationships_exclude_each_other_unless_one_can_be_both() {
        for (one, other, wanted) in [
            ("sister", "cousin", true),
            ("sister", "half-sister", false),
            ("sister", "brother", true),
            ("wife", "cousin", false),
            ("mother", "aunt", true),
            ("stepmother", "mother", false),
            ("sister-in-law", "sister", false),
            ("twin", "sister", false),
            ("uncle", "father", true),
        ] {
            assert_eq!(exclude(one, other), wanted, "{one} {other}");
        }
        for (one, back, wanted) in [
            ("mother", "daughter", false),
            ("mother", "sister", true),
            ("sister", "brother", false),
            ("uncle", "niece", false),
            ("uncle", "son", true),
        ] {
            assert_eq!(exclude_inversely(one, back), wanted, "{one} {back}");
        }
    }
}
