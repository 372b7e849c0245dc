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

/// What a sentence says must not appear, each as an element by itself: nothing where that cannot be looked for. None where
/// it is no such sentence.
pub(super) fn elements(text: &str) -> Option<Vec<String>> {
    let text = text.trim().trim_end_matches(['.', '!']);
    let text = without_end(text, &HERE).unwrap_or(text);
    if let Some(rest) = without_lead(text, &NOBODY) {
        let bare = without_lead(rest, &MAY);
        return Some(acts(bare.unwrap_or(rest), bare.is_none()).unwrap_or_default());
    }
    if let Some(rest) = without_lead(text, &EVERYBODY).and_then(|it| without_lead(it, &MUST_NOT)) {
        return Some(acts(rest, false).unwrap_or_default());
    }
    let thing = without_lead(text, &WRITING).or_else(|| without_end(text, &FORBIDDEN))?;
    let quoted: Vec<String> = quoted(thing).map(|it| format!("“{it}”")).collect();
    if !quoted.is_empty() {
        return Some(quoted);
    }
    let all = thing.split([',', ';', '/']).flat_map(|part| part.split(" or "));
    let of = |side: &str| without_lead(side.trim(), &NAMING).unwrap_or(side).trim().to_owned();
    Some(all.map(of).filter(|it| !it.is_empty()).collect())
}

/// What nobody does, as verbs: "takes snuff or smokes tobacco". None where a part has no verb of its own, or one of being
/// and having, which stands in a text in other words.
fn acts(text: &str, is_third_person: bool) -> Option<Vec<String>> {
    let sides: Vec<&str> = text.split(" or ").flat_map(|part| part.split(" nor ")).collect();
    let has_object = |side: &str| side.trim().contains(' ');
    let is_alike = sides.iter().all(|side| has_object(side) == has_object(sides[0]));
    if text.contains([',', ';', '/', '“', '"']) || !is_alike {
        return None;
    }
    let act = |side: &&str| {
        let lower = side.trim().to_lowercase();
        let verb = lower.split(' ').next().unwrap_or_default();
        let is_left_out =
            matches!(verb, "" | "is" | "be" | "has" | "have" | "does" | "do" | "ever");
        let bare = if is_third_person { of_third_person(&lower) } else { lower.clone() };
        (!is_left_out).then(|| format!("to {bare}"))
    };
    sides.iter().map(act).collect()
}

/// A text behind one of these beginnings, in any case.
fn without_lead<'t>(text: &'t str, leads: &[&str]) -> Option<&'t str> {
    let lead = leads
        .iter()
        .find(|it| text.get(..it.len()).is_some_and(|start| start.eq_ignore_ascii_case(it)))?;
    text.get(lead.len()..)
}

/// A text in front of one of these ends, in any case.
fn without_end<'t>(text: &'t str, ends: &[&str]) -> Option<&'t str> {
    ends.iter().find_map(|end| {
        let at = text.len().checked_sub(end.len())?;
        let is_end = text.get(at..).is_some_and(|rest| rest.eq_ignore_ascii_case(end));
        is_end.then(|| text.get(..at)).flatten()
    })
}

/// What stands in double quotation marks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split(['“', '”', '"']).skip(1).step_by(2).map(str::trim).filter(|it| !it.is_empty())
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
