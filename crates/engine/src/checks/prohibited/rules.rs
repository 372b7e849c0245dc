//! What must not appear, written as a sentence: "Nobody in this book takes snuff or smokes tobacco.", "The word “suddenly”
//! must not appear.", "Characters must never use a telephone."

/// Beginnings behind which stands what nobody does, in the third person.
const NOBODY: [&str; 5] =
    ["nobody ", "no one ", "none of the characters ", "no character ", "no characters "];

/// Where nobody does it, in front of the verb.
const IN_BOOK: [&str; 3] = ["in this book ", "in this story ", "in this novel "];

/// Beginnings of who must not do what stands behind.
const EVERYBODY: [&str; 2] = ["characters ", "the characters "];

/// What says that they must not.
const MUST_NOT: [&str; 7] = [
    "must not ",
    "must never ",
    "may not ",
    "may never ",
    "should not ",
    "should never ",
    "never ",
];

/// What may stand between "nobody" and a verb in its bare form.
const MAY: [&str; 6] = ["may ever ", "should ever ", "may ", "can ", "should ", "must "];

/// Beginnings behind which stands a thing, and those behind which stands a word that is named as one.
const MENTIONING: [&str; 5] =
    ["do not mention ", "don't mention ", "don’t mention ", "never mention ", "no mention of "];
const USING: [&str; 10] = [
    "do not use ",
    "don't use ",
    "don’t use ",
    "never use ",
    "avoid using ",
    "avoid ",
    "do not write ",
    "don't write ",
    "don’t write ",
    "never write ",
];

/// What stands in front of a word that is meant as a word.
const NAMING: [&str; 5] = ["the word ", "the words ", "the phrase ", "the term ", "the name "];

/// Words of a thing that must not be mentioned, at most, and words that are no thing.
const THING_WORDS_MAX: usize = 4;
const NO_THINGS: [&str; 8] = ["it", "him", "her", "them", "this", "that", "these", "those"];

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
        let rest = without_lead(rest, &IN_BOOK).unwrap_or(rest);
        let bare = without_lead(rest, &MAY);
        let rest = bare.unwrap_or(rest);
        let rest = without_lead(rest, &["ever "]).unwrap_or(rest);
        // "nobody knew" is a phrase, and no rule.
        let verb = rest.split([' ', ',']).next().unwrap_or_default();
        if bare.is_none() && !verb.ends_with('s') {
            return None;
        }
        return Some(acts(rest, bare.is_none()).unwrap_or_default());
    }
    if let Some(rest) = without_lead(text, &EVERYBODY).and_then(|it| without_lead(it, &MUST_NOT)) {
        return Some(acts(rest, false).unwrap_or_default());
    }
    let used = without_lead(text, &USING);
    let thing = used.or_else(|| without_lead(text, &MENTIONING));
    let thing = thing.or_else(|| without_end(text, &FORBIDDEN))?;
    let quoted: Vec<String> = quoted(thing).map(|it| format!("“{it}”")).collect();
    if !quoted.is_empty() {
        return Some(quoted);
    }
    let named = without_lead(thing, &NAMING);
    // "Never use the first person" is about no words.
    if used.is_some() && named.is_none() {
        return None;
    }
    let all = named.unwrap_or(thing).split([',', ';', '/']).flat_map(|part| part.split(" or "));
    let things: Vec<String> = all.map(|it| it.trim().to_owned()).collect();
    let is_thing = |it: &String| {
        let words = it.split(' ').count();
        !it.is_empty() && words <= THING_WORDS_MAX && !NO_THINGS.contains(&it.as_str())
    };
    things.iter().all(is_thing).then_some(things)
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
        let is_left_out = matches!(verb, "" | "is" | "be" | "was" | "has" | "have" | "does" | "do");
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
                if ["ss", "x", "zz", "ch", "sh"].iter().any(|it| stem.ends_with(it)) =>
            {
                stem.to_owned()
            }
            (.., Some(stem)) if !stem.ends_with('s') => stem.to_owned(),
            _ => verb.to_owned(),
        },
    };
    format!("{bare} {rest}").trim_end().to_owned()
}
