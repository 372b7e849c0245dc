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

/// Whether only one person can be this to somebody.
pub(super) fn is_unique(word: &str) -> bool {
    matches!(word, "father" | "mother")
}

#[cfg(test)]
mod tests {
    use super::*;

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
