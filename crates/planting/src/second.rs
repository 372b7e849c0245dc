//! A second wording of the kinds about facts and dates, as a novelist would put them: whole pairs of
//! statements, inside action, in subordinate clauses, with pronouns. Who wrote them had not read the
//! program's rules. Some are put aside: nobody who works on a rule reads whether they are found.

use crate::chance::Chance;
use crate::draft::{Draft, LoreDraft, PlantedNovel};
use crate::kind::DefectKind;
use crate::kinds::dates::{self, ORDINALS};
use crate::novel::{Novel, Person};
use crate::wording::{Fill, filled};

const FILES: [&str; 3] = [
    include_str!("../wordings/looks.txt"),
    include_str!("../wordings/standing.txt"),
    include_str!("../wordings/dates.txt"),
];

/// Days before the end of every month on which a story of several dates begins.
const LAST_START: i64 = 14;

/// Days that a later date of a story may lie behind the first.
const LATER_DAYS: i64 = 70;

/// The days of the months of a year that is no leap year.
const MONTH_DAYS: [i64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// Statements that belong together: one, or an earlier and a later one.
#[derive(Clone)]
struct Statements {
    said: Vec<&'static str>,
    /// Whether nobody reads if it is found.
    is_put_aside: bool,
}

/// The statements of a kind that are defects, or decoys, in the order of the files: a heading `= kind`, then
/// `+` before a defect, `*` before one that is put aside and `-` before a decoy, and two spaces before its
/// second statement.
fn statements(kind: DefectKind, is_decoy: bool) -> Vec<Statements> {
    let (mut found, mut is_in_kind, mut is_taken) = (Vec::<Statements>::new(), false, false);
    for line in FILES.iter().flat_map(|file| file.lines()) {
        if let Some(name) = line.strip_prefix("= ") {
            is_in_kind = name == kind.name();
        } else if let Some(later) = line.strip_prefix("  ") {
            if let Some(statements) = found.last_mut().filter(|_| is_in_kind && is_taken) {
                statements.said.push(later);
            }
        } else if let Some((mark, first)) = line.split_once(' ') {
            is_taken = (mark == "-") == is_decoy;
            if is_in_kind && is_taken {
                found.push(Statements { said: vec![first], is_put_aside: mark == "*" });
            }
        }
    }
    found
}

/// How many defects, or decoys, of a kind have a second wording; none of a kind that has only the first.
pub fn second_wordings(kind: DefectKind, is_decoy: bool) -> usize {
    statements(kind, is_decoy).len()
}

/// Whether a defect is put aside: rules are made on the others.
pub fn is_put_aside(kind: DefectKind, nth: usize) -> bool {
    statements(kind, false).get(nth).is_some_and(|it| it.is_put_aside)
}

/// Plants one of the second wordings by itself; none when there is no position for it.
pub fn plant_second(
    novel: &Novel,
    kind: DefectKind,
    is_decoy: bool,
    nth: usize,
) -> Option<PlantedNovel> {
    if !crate::kinds::fits(kind, novel) {
        return None;
    }
    let mut draft = Draft::new(novel, nth as u64);
    let statements = statements(kind, is_decoy).into_iter().nth(nth)?;
    plant_statements(&mut draft, kind, is_decoy, &statements)?;
    Some(draft.finish())
}

/// Plants any of the second wordings that are not put aside, since lists of misses show it; none when the kind has
/// none or there is no position for it.
pub(crate) fn plant_any(draft: &mut Draft<'_>, kind: DefectKind, is_decoy: bool) -> Option<()> {
    let mut all = statements(kind, is_decoy);
    all.retain(|it| !it.is_put_aside);
    let statements = draft.chance.one(&all)?.clone();
    plant_statements(draft, kind, is_decoy, &statements)
}

fn plant_statements(
    draft: &mut Draft<'_>,
    kind: DefectKind,
    is_decoy: bool,
    statements: &Statements,
) -> Option<()> {
    let person = draft.newcomer()?;
    let other = other(draft, kind, &person, statements)?;
    let days = Days::some(draft, is_decoy)?;
    let fill = Fill { person: &person, other: other.as_ref(), value: "", rival: "" };
    let novel = draft.novel;
    let mut written = statements.said.iter().map(|it| {
        let sentence = filled(&sexed(&days.filled(it), &person), &fill);
        if novel.facts.is_british == Some(false) {
            sentence.replace("grey", "gray").replace("Grey", "Gray")
        } else {
            sentence
        }
    });
    let first = written.next()?;
    let Some(later) = written.next() else {
        let site = draft.anywhere()?;
        draft.mark(kind, is_decoy, &first, "the calendar");
        draft.append(site, first);
        return Some(());
    };
    if kind == DefectKind::Journey {
        let site = draft.anywhere()?;
        lore_of_road(draft, &days, first.clone());
        draft.mark(kind, is_decoy, &later, &first);
        draft.append(site, later);
        return Some(());
    }
    let (one, two) = (draft.spot(0.0..0.5, |_| true)?, draft.spot(0.5..1.0, |_| true)?);
    draft.mark(kind, is_decoy, &later, &first);
    draft.append(one, first);
    draft.append(two, later);
    Some(())
}

/// The other person that the statements name: who can be married to the first, else a man.
fn other(
    draft: &mut Draft<'_>,
    kind: DefectKind,
    person: &Person,
    statements: &Statements,
) -> Option<Option<Person>> {
    if !statements.said.iter().any(|it| it.contains("{O}")) {
        return Some(None);
    }
    let is_couple =
        kind == DefectKind::Order || statements.said.iter().any(|it| it.contains("{wife/husband}"));
    let female = is_couple && !person.female;
    draft.newcomer_of(female).map(Some)
}

fn lore_of_road(draft: &mut Draft<'_>, days: &Days, stated: String) {
    draft.lore.push(LoreDraft {
        name: format!("Road between {} and {}", days.locations[0], days.locations[1]),
        aliases: Vec::new(),
        category: "concept".to_owned(),
        attributes: [("about".to_owned(), "travel".into())].into(),
        content: stated,
    });
}

/// What `{one/other}` is for a man and for a woman, and `{himself}`.
fn sexed(sentence: &str, person: &Person) -> String {
    let mut text = String::new();
    let mut rest = sentence;
    while let Some((before, (inside, behind))) =
        rest.split_once('{').and_then(|(before, it)| Some((before, it.split_once('}')?)))
    {
        text.push_str(before);
        match inside.split_once('/') {
            Some((his, hers)) => text.push_str(if person.female { hers } else { his }),
            None if inside == "himself" => {
                text.push_str(if person.female { "herself" } else { "himself" });
            }
            None => text.push_str(&format!("{{{inside}}}")),
        }
        rest = behind;
    }
    text + rest
}

/// The dates and locations of one pair of statements.
struct Days {
    year: i64,
    day: i64,
    month: usize,
    /// How each date is written.
    form: usize,
    is_right: bool,
    wrong_by: usize,
    locations: [String; 2],
}

impl Days {
    fn some(draft: &mut Draft<'_>, is_right: bool) -> Option<Self> {
        let mut locations = draft.novel.facts.locations.clone();
        if locations.len() < 2 {
            locations = vec!["Norwich".to_owned(), "Truro".to_owned()];
        }
        draft.chance.shuffle(&mut locations);
        let chance: &mut Chance = &mut draft.chance;
        Some(Self {
            year: draft.novel.facts.year.unwrap_or_default(),
            day: 1 + i64::try_from(chance.below(usize::try_from(LAST_START).ok()?)).ok()?,
            month: 1 + chance.below(12),
            form: chance.below(4),
            is_right,
            wrong_by: 1 + chance.below(6),
            locations: [locations.first()?.clone(), locations.get(1)?.clone()],
        })
    }

    /// `{date}` is a day and a month, `{date+3}` three days later, `{nth}` and `{month}` the parts of the
    /// first; `{year-9}` and `{year+2}` years, `{common}` and `{leap}` years of 365 and 366 days; `{W}` a weekday; `{P}`
    /// and `{Q}` locations.
    fn filled(&self, sentence: &str) -> String {
        let mut text = sentence
            .replace("{P}", &self.locations[0])
            .replace("{Q}", &self.locations[1])
            .replace("{W}", self.weekday())
            .replace("{nth}", ORDINALS[usize::try_from(self.day - 1).unwrap_or(0) % 31])
            .replace("{month}", dates::MONTHS[self.month - 1])
            .replace("{common}", &self.february(false).to_string())
            .replace("{leap}", &self.february(true).to_string());
        for later in 0..LATER_DAYS {
            let (day, month) = self.later(later);
            let date = dates::written_so(self.form, day, month);
            text = text.replace(&format!("{{date+{later}}}"), &date);
            if later == 0 {
                text = text.replace("{date}", &date);
            }
        }
        text = text.replace("{year}", &self.year.to_string());
        for years in 0..100 {
            text = text
                .replace(&format!("{{year-{years}}}"), &(self.year - years).to_string())
                .replace(&format!("{{year+{years}}}"), &(self.year + years).to_string());
        }
        let first = text.chars().next().map(|letter| letter.to_uppercase().to_string());
        first.unwrap_or_default() + text.get(1..).unwrap_or_default()
    }

    /// The day and the month so many days later, in a year of 365 days.
    fn later(&self, days: i64) -> (i64, usize) {
        let (mut day, mut month) = (self.day + days, self.month);
        while day > MONTH_DAYS[month - 1] {
            day -= MONTH_DAYS[month - 1];
            month = month % 12 + 1;
        }
        (day, month)
    }

    fn weekday(&self) -> &'static str {
        let right = dates::weekday(self.year, self.month, self.day);
        let said = if self.is_right { right } else { right + self.wrong_by };
        dates::WEEKDAYS[said % 7]
    }

    fn february(&self, wants_leap: bool) -> i64 {
        let years = (self.year - 8..self.year).rev();
        years.into_iter().find(|it| dates::is_leap(*it) == wants_leap).unwrap_or(self.year)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_facts_and_dates_has_a_dozen_defects_and_six_decoys() {
        let kinds = DefectKind::ALL.iter().filter(|it| second_wordings(**it, false) > 0);

        let counted: Vec<_> =
            kinds.map(|it| (second_wordings(*it, false), second_wordings(*it, true))).collect();

        assert_eq!(counted.len(), 15);
        assert!(counted.iter().all(|(defects, decoys)| *defects >= 12 && *decoys >= 6));
    }

    #[test]
    fn a_slot_with_two_words_is_filled_by_sex() {
        let person = |female| Person {
            name: "A B".to_owned(),
            aliases: Vec::new(),
            female,
            attributes: Default::default(),
        };

        let filled = [false, true].map(|it| sexed("a {man/woman} by {himself}, {he}", &person(it)));

        assert_eq!(filled, ["a man by himself, {he}", "a woman by herself, {he}"]);
    }
}
