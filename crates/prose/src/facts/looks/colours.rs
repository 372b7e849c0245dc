//! Which colours eyes and hair have, and one word for each.

use super::super::Attribute;
use super::super::words::{EYE_COLOURS, HAIR_COLOURS, HAIR_NOUNS};

/// What a noun means that may have a colour.
pub(super) fn feature(word: &str) -> Option<Attribute> {
    match word {
        "eyes" => Some(Attribute::Eyes),
        word if HAIR_NOUNS.contains(word) => Some(Attribute::Hair),
        _ => None,
    }
}

pub(super) fn is_colour(word: &str, attribute: Attribute) -> bool {
    match attribute {
        Attribute::Eyes => EYE_COLOURS.contains(word),
        _ => HAIR_COLOURS.contains(word),
    }
}

pub(super) fn is_be(word: &str) -> bool {
    matches!(word, "was" | "is" | "are" | "were")
}

/// One word for one colour.
pub(super) fn normalized(colour: &str) -> &str {
    match colour {
        "gray" | "greyest" | "grayest" => "grey",
        "bluest" => "blue",
        "blackest" => "black",
        "brownest" => "brown",
        "greenest" => "green",
        "darkest" => "dark",
        "reddest" => "red",
        "fairest" => "fair",
        "whitest" => "white",
        "gold" => "golden",
        "blonde" => "blond",
        "silvery" => "silver",
        "raven" | "jet" | "ebony" => "black",
        "rust" | "carroty" | "titian" | "coppery" | "reddish" => "red",
        "straw" | "honey" | "wheat" | "wheaten" | "corn" | "yellowish" => "blond",
        "mousy" | "mouse" | "nut" | "brownish" => "brown",
        "mahogany" => "auburn",
        "coal" | "inky" | "sloe" => "black",
        "grizzled" | "greying" | "graying" | "greyish" | "steel" => "grey",
        "hoary" | "snowy" => "white",
        "cobalt" | "cornflower" | "periwinkle" | "indigo" | "bluish" => "blue",
        "jade" | "greenish" => "green",
        "topaz" => "amber",
        other => other,
    }
}
