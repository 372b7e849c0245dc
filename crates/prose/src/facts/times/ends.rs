//! The two places of a journey: the names that a sentence leads ("from Bristol", "left Bath"), and for the lore those
//! of the sentence before.

use super::JourneyText;
use crate::facts::FactBasis;
use crate::facts::line::Line;
use crate::facts::subjects::Subject;
use crate::facts::words::TRAVEL;

/// Nouns of a way whose places are said before.
const WAYS: [&str; 10] =
    ["drive", "journey", "walk", "ride", "way", "road", "crossing", "voyage", "trip", "passage"];

/// Verbs of a way there, before "to".
const GOING: [&str; 8] = ["go", "went", "gone", "rode", "ridden", "drove", "driven", "walked"];

/// Nouns of places that a name may stand before.
const LOCATED: [&str; 12] = [
    "station", "cottage", "house", "town", "village", "harbour", "castle", "abbey", "farm", "inn",
    "mill", "bridge",
];

/// The two places between which the way lies whose time stands at a word.
pub(super) fn ends<'r>(
    basis: &'r FactBasis<'_>,
    line: &Line<'_, '_>,
    at: usize,
    of: JourneyText,
    is_dated: bool,
) -> Option<[&'r Subject; 2]> {
    let subjects = &basis.subjects;
    let is_lore = of == JourneyText::Lore;
    let from = subjects.partition_point(|it| it.words.start < line.words.start);
    let of_line = || {
        let own = subjects[from..].iter().take_while(|it| it.words.start < line.words.end);
        own.filter(|it| it.pronoun.is_none())
    };
    let mut named: Vec<&Subject> = of_line().filter(|it| is_led(line, it)).collect();
    // "Bath was five days off, and nobody came from Bristol to Bath in less".
    for nth in (1..named.len()).rev() {
        if is_lore && named[..nth].iter().any(|it| it.owner == named[nth].owner) {
            named.remove(nth);
        }
    }
    if named.len() > 2 {
        // "Hale was in Bath" is no place.
        named.retain(|it| !line.word_before(it.words.start).is_empty());
    }
    if is_lore && named.len() > 2 {
        // "From Bristol to Bath takes a day, and from there to York five more": those of its own clause.
        let is_apart = |it: &&Subject| {
            let (first, last) = (it.words.start.min(at), it.words.start.max(at));
            (first + 1..=last).any(|word| line.is_behind_comma(word))
        };
        named.retain(|it| !is_apart(it));
    }
    // "Between Bath and York lie five miles of moor. The drive takes an hour."
    if is_lore && named.is_empty() && line.words.clone().any(|it| WAYS.contains(&line.word(it))) {
        named = led_before(basis, line);
    }
    let others = of_line().count().saturating_sub(named.len());
    if is_lore && named.len() < 2 && is_of_road(line) {
        named = of_line().collect();
    } else if is_dated && others != 1 {
        // Two days in two places are a journey of somebody who is named: the battles of a week are none.
        return None;
    }
    // "from the Dardanelles", and "has come from London" besides, are two ways.
    let comes_from = |it: &Subject| {
        let start = it.words.start;
        let the = usize::from(line.word_before(start) == "the");
        line.word_before(start - the) == "from"
    };
    let [one, other] = named.as_slice() else { return None };
    let are_two = one.owner != other.owner && (is_lore || !(comes_from(one) && comes_from(other)));
    are_two.then_some([*one, *other])
}

/// The only place that a sentence names, where a way begins at it: "in the train from Bristol", "had left Bristol".
pub(super) fn start_alone<'r>(
    basis: &'r FactBasis<'_>,
    line: &Line<'_, '_>,
) -> Option<&'r Subject> {
    let subjects = &basis.subjects;
    let from = subjects.partition_point(|it| it.words.start < line.words.start);
    let own = subjects[from..].iter().take_while(|it| it.words.start < line.words.end);
    let mut named = own.filter(|it| it.pronoun.is_none() && is_led(line, it));
    let only = named.next().filter(|it| !it.is_possessive)?;
    let led = line.word_before(only.words.start);
    let is_start = matches!(led, "from" | "left" | "quitted");
    // "went to Lyme, rode back in twenty minutes"
    let returns = || {
        (only.words.end..line.words.end)
            .any(|at| line.word(at) == "back" && TRAVEL.contains(&line.word_before(at)))
    };
    let to = only.words.start.saturating_sub(2);
    let is_gone_to = led == "to" && GOING.contains(&line.word(to)) && to >= line.words.start;
    let is_start = is_start || is_gone_to && returns();
    // "from Bristol to the farm", "from Bristol when he fell asleep".
    let is_elsewhere = line.words.clone().any(|at| {
        matches!(line.word(at), "into" | "when" | "already")
            || line.word(at) == "to" && matches!(line.word(at + 1), "the" | "a" | "his" | "her")
    });
    (is_start && named.next().is_none() && !is_elsewhere).then_some(only)
}

/// The places that the sentence before leads: those of the way that a sentence of the lore without any speaks of.
fn led_before<'r>(basis: &'r FactBasis<'_>, line: &Line<'_, '_>) -> Vec<&'r Subject> {
    let FactBasis { text, quoted: spoken, subjects, .. } = basis;
    let Some(before) = line.words.start.checked_sub(1) else { return Vec::new() };
    let before = Line::of(text, spoken, before);
    let is_near = text.sentence_of(before.words.start).paragraph
        == text.sentence_of(line.words.start).paragraph;
    let from = subjects.partition_point(|it| it.words.start < before.words.start);
    let own = subjects[from..].iter().take_while(|it| it.words.start < before.words.end);
    let led = own.filter(|it| it.pronoun.is_none() && is_led(&before, it));
    if is_near { led.collect() } else { Vec::new() }
}

/// Whether a sentence of the lore speaks of how far two places are apart.
fn is_of_road(line: &Line<'_, '_>) -> bool {
    line.words.clone().any(|at| {
        let word = line.word(at);
        TRAVEL.contains(&word) || matches!(word, "takes" | "apart" | "from" | "between" | "courier")
    })
}

/// Whether a name stands as a place of a journey: "from Bristol", "left Bristol", "reached Bristol".
fn is_led(line: &Line<'_, '_>, name: &Subject) -> bool {
    let first = name.words.start;
    // "to the Manor", "arrived at the Manor", and not "took places in the Orient Express".
    let is_known = line.word_before(first) == "the"
        && (matches!(line.word_before(first - 1), "from" | "to" | "left" | "reached" | "and")
            || line.word_before(first - 1) == "at"
                && matches!(
                    line.word(first.saturating_sub(3)),
                    "arrived" | "arriving" | "alighted"
                ));
    let before = line.word_before(if is_known { first - 1 } else { first });
    let is_led = matches!(
        before,
        "from"
            | "to"
            | "between"
            | "left"
            | "leaving"
            | "quitted"
            | "quit"
            | "quitting"
            | "reach"
            | "reached"
            | "reaching"
            | "entered"
            | "entering"
            | "in"
            | "at"
            | "into"
            | "for"
            | "of"
    );
    // "did Bristol to Bath in an hour".
    let is_led = is_led || matches!(before, "did" | "done") && line.word(name.words.end) == "to";
    // "between Bristol and Bath", "Bristol is two days from Bath".
    let is_second = before == "and"
        && (line.words.start..name.words.start).any(|at| line.word(at) == "between");
    let is_subject = name.words.start <= line.words.start + 1
        && matches!(line.word(name.words.end), "is" | "lies" | "was" | "lay");
    // "Bath to York: two days", "Bath station to the house".
    let noun = usize::from(LOCATED.contains(&line.word(name.words.end)));
    let is_subject = is_subject
        || name.words.start == line.words.start && line.word(name.words.end + noun) == "to";
    is_led || is_second || is_subject
}
