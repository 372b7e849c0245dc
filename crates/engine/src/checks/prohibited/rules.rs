//! What must not appear, written as a sentence: "Nobody in this book takes snuff or smokes tobacco.", "The word “suddenly”
//! must not appear.", "Characters must never use a telephone."

/// Beginnings behind which stands what nobody does, in the third person.
const NOBODY: [&str; 9] = [
    "nobody in this book ",
    "nobody in this story ",
    "nobody ",
    "no one in this book ",
    "no one in this story ",
    "no one ",
    "none of the characters ",
    "no character ",
    "no characters ",
];

/// Beginnings of who must not do what stands behind.
const EVERYBODY: [&str; 4] = ["characters ", "the characters ", "people ", "they "];

/// What says that they must not.
const MUST_NOT: [&str; 9] = [
    "must not ",
    "must never ",
    "may not ",
    "may never ",
    "should not ",
    "should never ",
    "do not ",
    "don't ",
    "never ",
];

/// What may stand between "nobody" and the verb.
const MAY: [&str; 7] = ["may ever ", "may ", "can ", "should ever ", "should ", "must ", "ever "];

/// Beginnings behind which stands a word or a thing.
const WRITING: [&str; 16] = [
    "do not use ",
    "don't use ",
    "never use ",
    "avoid using ",
    "avoid ",
    "do not mention ",
    "don't mention ",
    "never mention ",
    "do not write ",
    "don't write ",
    "never write ",
    "no mention of ",
    "there is no ",
    "there are no ",
    "there must be no ",
    "must not appear: ",
];

/// What stands in front of a word that is meant as a word.
const NAMING: [&str; 7] =
    ["the word ", "the words ", "the phrase ", "the term ", "the name ", "a ", "an "];

/// Ends of a sentence about a word or a thing.
const FORBIDDEN: [&str; 13] = [
    " must not appear",
    " must never appear",
    " must not occur",
    " must not be mentioned",
    " must never be mentioned",
    " must not be used",
    " should not appear",
    " should never appear",
    " may not appear",
    " is forbidden",
    " are forbidden",
    " is not allowed",
    " are not allowed",
];

/// Ends that say where.
const HERE: [&str; 4] = [" in this book", " in this story", " in this novel", " anywhere"];

/// What a sentence says must not appear, each as an element by itself; none where it is no such sentence.
pub(super) fn elements(text: &str) -> Option<Vec<String>> {
    let lower = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let lower = HERE.iter().find_map(|it| lower.strip_suffix(it)).unwrap_or(&lower);
    if let Some(rest) = NOBODY.iter().find_map(|it| lower.strip_prefix(it)) {
        let bare = MAY.iter().find_map(|it| rest.strip_prefix(it));
        // What somebody is or has stands in a text in other words.
        let verb = bare.unwrap_or(rest).split(' ').next().unwrap_or_default();
        if matches!(verb, "is" | "be" | "has" | "have" | "does" | "do") {
            return None;
        }
        let of = |side: &str| match bare {
            Some(_) => format!("to {side}"),
            None => format!("to {}", of_third_person(side)),
        };
        return Some(sides(bare.unwrap_or(rest)).map(of).collect());
    }
    let rest = EVERYBODY.iter().find_map(|it| lower.strip_prefix(it));
    if let Some(rest) = rest.and_then(|rest| MUST_NOT.iter().find_map(|it| rest.strip_prefix(it))) {
        return Some(sides(rest).map(|side| format!("to {side}")).collect());
    }
    let written = WRITING.iter().find_map(|it| lower.strip_prefix(it));
    let ended = FORBIDDEN.iter().find_map(|it| lower.strip_suffix(it));
    let thing = written.or(ended)?;
    let of = |side: &str| {
        NAMING.iter().find_map(|it| side.strip_prefix(it)).unwrap_or(side).trim().to_owned()
    };
    Some(sides(thing).map(of).collect())
}

fn sides(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', '/'])
        .flat_map(|part| part.split(" or "))
        .flat_map(|part| part.split(" nor "))
        .map(str::trim)
        .filter(|side| !side.is_empty())
}

/// A phrase with its verb in the bare form: "takes snuff" is "take snuff".
fn of_third_person(phrase: &str) -> String {
    let (verb, rest) = phrase.split_once(' ').unwrap_or((phrase, ""));
    let bare = match verb {
        "goes" => "go".to_owned(),
        _ => match (verb.strip_suffix("ies"), verb.strip_suffix("es"), verb.strip_suffix('s')) {
            (Some(stem), ..) if stem.len() > 1 => format!("{stem}y"),
            (_, Some(stem), _)
                if ["s", "x", "z", "ch", "sh"].iter().any(|it| stem.ends_with(it)) =>
            {
                stem.to_owned()
            }
            (.., Some(stem)) if !stem.ends_with('s') => stem.to_owned(),
            _ => verb.to_owned(),
        },
    };
    format!("{bare} {rest}").trim_end().to_owned()
}
