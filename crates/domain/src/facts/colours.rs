//! Which colours of eyes and hair cannot both be true. Shades of one another can, and so can what only says
//! how light or dark something is.

/// Families of colours of eyes; one colour may belong to several.
const EYES: [(&str, &[&str]); 17] = [
    ("blue", &["blue"]),
    ("azure", &["blue"]),
    ("sapphire", &["blue"]),
    ("turquoise", &["blue", "green"]),
    ("violet", &["blue", "violet"]),
    ("grey", &["grey"]),
    ("slate", &["grey", "blue"]),
    ("silver", &["grey"]),
    ("green", &["green"]),
    ("emerald", &["green"]),
    ("hazel", &["brown", "green"]),
    ("amber", &["brown", "yellow"]),
    ("golden", &["brown", "yellow"]),
    ("brown", &["brown"]),
    ("chestnut", &["brown"]),
    ("black", &["black"]),
    ("red", &["red"]),
];

/// Families of colours of hair.
const HAIR: [(&str, &[&str]); 19] = [
    ("black", &["black"]),
    ("dark", &["black", "brown"]),
    ("brown", &["brown"]),
    ("chestnut", &["brown"]),
    ("auburn", &["brown", "red"]),
    ("russet", &["brown", "red"]),
    ("tawny", &["brown", "blond"]),
    ("red", &["red"]),
    ("ginger", &["red"]),
    ("copper", &["red"]),
    ("sandy", &["red", "blond"]),
    ("blond", &["blond"]),
    ("fair", &["blond"]),
    ("flaxen", &["blond"]),
    ("golden", &["blond"]),
    ("yellow", &["blond"]),
    ("grey", &["grey"]),
    ("silver", &["grey"]),
    ("white", &["grey"]),
];

/// Whether two colours of eyes exclude each other.
pub(super) fn eyes_differ(one: &str, other: &str) -> bool {
    differ(&EYES, one, other)
}

/// Whether eyes of this colour are not dark ones, unless it is said: blue, green.
pub(super) fn is_light_eye_colour(colour: &str) -> bool {
    let all = families(&EYES, colour);
    !all.is_empty() && all.iter().all(|it| matches!(*it, "blue" | "green"))
}

/// Whether two colours of hair exclude each other.
pub(super) fn hair_differs(one: &str, other: &str) -> bool {
    differ(&HAIR, one, other)
}

/// Whether it is a colour that hair turns with the years.
pub(super) fn is_grey(colour: &str) -> bool {
    colour.split('-').any(|part| matches!(part, "grey" | "silver" | "white"))
}

/// Families of colours, each with what its colours are like.
type Families = [(&'static str, &'static [&'static str])];

/// What a colour is like, of any of its parts.
fn families(of_what: &Families, colour: &str) -> Vec<&'static str> {
    let of = |part: &str| of_what.iter().find(|(name, _)| *name == part).map(|(_, of)| *of);
    colour.split(['-', ' ']).filter_map(of).flatten().copied().collect()
}

/// Two colours of several parts ("blue-grey") differ when no part of one is like any of the other.
fn differ(of_what: &Families, one: &str, other: &str) -> bool {
    let (one, other) = (families(of_what, one), families(of_what, other));
    // What no family has, such as "dark" eyes, excludes nothing.
    !one.is_empty() && !other.is_empty() && !one.iter().any(|it| other.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_exclude_each_other_unless_they_are_shades_of_one() {
        for (one, other, wanted) in [
            ("blue", "brown", true),
            ("blue", "grey", true),
            ("blue-grey", "grey", false),
            ("hazel", "green", false),
            ("brown", "black", true),
            ("dark", "blue", false),
            ("blue", "blue", false),
        ] {
            assert_eq!(eyes_differ(one, other), wanted, "{one} {other}");
        }
        for (earlier, later, wanted) in [
            ("black", "blond", true),
            ("auburn", "red", false),
            ("black", "grey", true),
            ("white", "grey", false),
            ("dark", "brown", false),
            ("fair", "golden", false),
        ] {
            assert_eq!(hair_differs(earlier, later), wanted, "{earlier} {later}");
        }
    }
}
