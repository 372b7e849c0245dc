//! Dates and what does not agree with them, in the calendar of our world and in the year of the novel.

use crate::draft::{Draft, LoreDraft};
use crate::kind::DefectKind;
use crate::wording::{Fill, filled};

pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub(crate) const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

pub(crate) const ORDINALS: [&str; 31] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twenty-first",
    "twenty-second",
    "twenty-third",
    "twenty-fourth",
    "twenty-fifth",
    "twenty-sixth",
    "twenty-seventh",
    "twenty-eighth",
    "twenty-ninth",
    "thirtieth",
    "thirty-first",
];

const NUMBERS: [&str; 11] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

pub(crate) const fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The day of the week, Sunday being 0: Sakamoto's rule.
pub(crate) fn weekday(year: i64, month: usize, day: i64) -> usize {
    const SHIFTS: [i64; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    let year = if month < 3 { year - 1 } else { year };
    let days = year + year / 4 - year / 100 + year / 400 + SHIFTS[month - 1] + day;
    usize::try_from(days.rem_euclid(7)).unwrap_or(0)
}

/// A day and a month in one of the ways in which they are written.
fn written(draft: &mut Draft<'_>, day: i64, month: usize) -> String {
    let form = draft.chance.below(4);
    written_so(form, day, month)
}

/// A day and a month, written in the first to the fourth way.
pub(crate) fn written_so(form: usize, day: i64, month: usize) -> String {
    let name = MONTHS[month - 1];
    let word = ORDINALS[usize::try_from(day - 1).unwrap_or(0) % 31];
    let ending = match (day % 10, day / 10) {
        (_, 1) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    match form {
        0 => format!("{day} {name}"),
        1 => format!("the {day}{ending} of {name}"),
        2 => format!("the {word} of {name}"),
        _ => format!("{name} {day}"),
    }
}

/// A day that every month has, and a month.
fn some_day(draft: &mut Draft<'_>) -> (i64, usize) {
    let day = 1 + i64::try_from(draft.chance.below(27)).unwrap_or(0);
    (day, 1 + draft.chance.below(12))
}

/// What one sentence says by itself: an impossible date, a wrong weekday, weather out of season.
pub(super) fn single(draft: &mut Draft<'_>, kind: DefectKind, is_decoy: bool) -> Option<()> {
    let year = draft.novel.facts.year?;
    let (day, month) = some_day(draft);
    let (sentence, against) = match kind {
        DefectKind::ImpossibleDate => impossible(draft, year, is_decoy)?,
        DefectKind::Weekday => {
            let right = weekday(year, month, day);
            let said = if is_decoy { right } else { (right + 1 + draft.chance.below(6)) % 7 };
            let (said, date) = (WEEKDAYS[said], written(draft, day, month));
            let sentence = match draft.chance.below(2) {
                0 => format!("The paper was dated {said}, {date}, {year}."),
                _ => format!("It was settled on {said}, {date} {year}, before witnesses."),
            };
            (sentence, format!("it was a {}", WEEKDAYS[right]))
        }
        _ => {
            let (months, sentence) = match (draft.chance.coin(), is_decoy) {
                (true, false) | (false, true) => {
                    let months: [usize; 3] = if is_decoy { [12, 1, 2] } else { [6, 7, 8] };
                    (
                        months,
                        "On {v} the snow lay so deep in the lane that the carrier turned back.",
                    )
                }
                _ => {
                    let months: [usize; 3] = if is_decoy { [6, 7, 8] } else { [12, 1, 2] };
                    (
                        months,
                        "On {v} they were haymaking in the lower field, in their shirts and in great heat.",
                    )
                }
            };
            let month = *draft.chance.one(&months)?;
            (sentence.replace("{v}", &written(draft, day, month)), "the season".to_owned())
        }
    };
    let site = draft.anywhere()?;
    draft.mark(kind, is_decoy, &sentence, &against);
    draft.append(site, sentence);
    Some(())
}

fn impossible(draft: &mut Draft<'_>, year: i64, is_decoy: bool) -> Option<(String, String)> {
    let leap = (year - 8..year).rev().find(|it| is_leap(*it))?;
    let common = (year - 8..year).rev().find(|it| !is_leap(*it))?;
    let dates: [(i64, usize, Option<i64>); 4] = if is_decoy {
        [(29, 2, Some(leap)), (31, 8, None), (30, 6, None), (31, 12, None)]
    } else {
        [(29, 2, Some(common)), (31, 6, None), (30, 2, None), (31, 11, None)]
    };
    let (day, month, year) = *draft.chance.one(&dates)?;
    let mut date = written(draft, day, month);
    if let Some(year) = year {
        date.push_str(&format!(", {year}"));
    }
    let sentence = match draft.chance.below(2) {
        0 => format!("The account was closed on {date}, and nobody thought of it again."),
        _ => format!("They had last been paid on {date}."),
    };
    Some((sentence, "the calendar".to_owned()))
}

/// What two sentences about a newcomer say together.
pub(super) fn pair(draft: &mut Draft<'_>, kind: DefectKind, is_decoy: bool) -> Option<()> {
    let year = draft.novel.facts.year?;
    let person = draft.newcomer()?;
    let (day, month) = some_day(draft);
    let date = written(draft, day, month);
    let [first, later] = match kind {
        DefectKind::Order if draft.chance.coin() => {
            let (born, died) =
                if is_decoy { (year - 60, year - 9) } else { (year - 20, year - 31) };
            [
                format!("{{N}} was born on {date}, {born}."),
                format!("{{N}} died in the autumn of {died}, as the stone says."),
            ]
        }
        DefectKind::Order => {
            let (engaged, wed) = if is_decoy { (year - 9, year - 8) } else { (year - 8, year - 9) };
            [
                format!("{{N}} and {{O}} became engaged on {date}, {engaged}."),
                format!("{{N}} and {{O}} were married in the chapel on {date}, {wed}."),
            ]
        }
        DefectKind::AgeAgainstBirth => {
            let age = if is_decoy { 40 } else { 27 };
            [
                format!("{{N}} was born on 2 January {}.", year - 40),
                format!("On the twentieth of December {year} {{N}} was {age} years old."),
            ]
        }
        DefectKind::Duration => duration(draft, is_decoy),
        _ => two_positions(draft, is_decoy, &date)?,
    };
    let other = if later.contains("{O}") { draft.newcomer() } else { None };
    let fill = Fill { person: &person, other: other.as_ref(), value: "", rival: "" };
    let (first, later) = (filled(&first, &fill), filled(&later, &fill));
    let (one, two) = (draft.spot(0.0..0.5, |_| true)?, draft.spot(0.5..1.0, |_| true)?);
    draft.mark(kind, is_decoy, &later, &first);
    draft.append(one, first);
    draft.append(two, later);
    Some(())
}

fn duration(draft: &mut Draft<'_>, is_decoy: bool) -> [String; 2] {
    let days = 4 + draft.chance.below(4);
    let start = 1 + i64::try_from(draft.chance.below(15)).unwrap_or(0);
    let end = start + i64::try_from(days).unwrap_or(0);
    let month = 1 + draft.chance.below(12);
    let said = if is_decoy { NUMBERS[days] } else { NUMBERS[days - 2] };
    let (start, end) = (written(draft, start, month), written(draft, end, month));
    [
        format!("{{N}} set out on {start}."),
        format!("{{N}} arrived on {end}, after exactly {said} days on the road."),
    ]
}

fn two_positions(draft: &mut Draft<'_>, is_decoy: bool, date: &str) -> Option<[String; 2]> {
    let mut locations = draft.novel.facts.locations.clone();
    if locations.len() < 2 {
        locations = vec!["Lisbon".to_owned(), "Aberdeen".to_owned()];
    }
    draft.chance.shuffle(&mut locations);
    let [one, other] = [locations.first()?, locations.get(1)?];
    let first = format!("At nine in the evening on {date} {{N}} was at supper in {one}.");
    let later = match (is_decoy, draft.chance.coin()) {
        (false, _) => {
            format!(
                "{{N}} was in {other} on {date}, and stood in the street at nine in the evening."
            )
        }
        (true, true) => {
            format!(
                "{{O}} was in {other} on {date}, and stood in the street at nine in the evening."
            )
        }
        (true, false) => format!("{{N}} was in {one} on {date} and went to bed at eleven."),
    };
    Some([first, later])
}

/// A journey, with the time that the lore states for it.
pub(super) fn journey(draft: &mut Draft<'_>, is_decoy: bool) -> Option<()> {
    let mut locations = draft.novel.facts.locations.clone();
    draft.chance.shuffle(&mut locations);
    let [from, to] = [locations.first()?, locations.get(1)?];
    let person = draft.newcomer()?;
    let stated = format!("The journey from {from} to {to} takes three days at least.");
    let name = format!("The road from {from} to {to}");
    let known = draft.lore.iter().any(|it| it.name == name);
    if !known {
        draft.lore.push(LoreDraft {
            name,
            aliases: Vec::new(),
            category: "other".to_owned(),
            attributes: [("journey".to_owned(), "three days".into())].into(),
            content: stated.clone(),
        });
    }
    let arrived = if is_decoy { "on Thursday evening" } else { "the same evening, before supper" };
    let sentence = format!("{{N}} left {from} on Monday at noon and was in {to} {arrived}.");
    let fill = Fill { person: &person, other: None, value: "", rival: "" };
    let sentence = filled(&sentence, &fill);
    let site = draft.anywhere()?;
    draft.mark(DefectKind::Journey, is_decoy, &sentence, &stated);
    draft.append(site, sentence);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calendar_is_ours() {
        for (year, month, day, wanted) in
            [(2000, 1, 1, "Saturday"), (1893, 5, 3, "Wednesday"), (1818, 3, 11, "Wednesday")]
        {
            assert_eq!(WEEKDAYS[weekday(year, month, day)], wanted, "{year}-{month}-{day}");
        }
        assert!(is_leap(1892) && !is_leap(1900) && is_leap(2000));
    }
}
