//! Which names of a text are alike enough to mean the same person, and by which pronoun that one goes.

use std::collections::HashMap;
use std::ops::Range;

use crate::extract::{Cue, NameExtract};
use crate::facts::Pronoun;
use crate::lists::{GEOGRAPHIC_NOUNS, GIVEN_MEN, GIVEN_WOMEN, HONORIFICS, is_short_for_both};
use crate::names::{Addressee, addressee};
use crate::tokens::Text;

/// Of the pronouns behind a name so many are of one kind, for one of that kind.
const PRONOUN_MAJORITY: usize = 3;

/// Titles that stand for the one who has them: "the Captain".
const OFFICES: [&str; 24] = [
    "captain",
    "colonel",
    "major",
    "general",
    "admiral",
    "commander",
    "lieutenant",
    "sergeant",
    "inspector",
    "professor",
    "doctor",
    "count",
    "countess",
    "baron",
    "baroness",
    "duke",
    "duchess",
    "earl",
    "marquis",
    "dean",
    "bishop",
    "abbot",
    "squire",
    "judge",
];

/// The pronoun that the form of address tells, and how often "he" and "she" stand behind.
type Evidence = (Option<Pronoun>, usize, usize);

/// Which rows of capitals are alike enough to mean the same, and the pronoun of each.
pub(super) struct Identities {
    pub(super) of_row: Vec<usize>,
    pub(super) pronouns: Vec<Option<Pronoun>>,
}

impl Identities {
    pub(super) fn of(text: &Text<'_>, rows: &[Range<usize>], names: &NameExtract) -> Self {
        let mut known: HashMap<(Option<Pronoun>, String), usize> = HashMap::new();
        let mut counts: Vec<Evidence> = Vec::new();
        let mut of_row = Vec::with_capacity(rows.len());
        let mut first_given: Vec<Option<Pronoun>> = Vec::new();
        for (nth, row) in rows.iter().enumerate() {
            let stem = |at: usize| text.form(text.words()[at].stem);
            let said = row.clone().find_map(|at| addressee(stem(at))).map(pronoun_of);
            let own = row.clone().find(|&at| !HONORIFICS.contains(stem(at)));
            let given = own.and_then(|own| match stem(own) {
                word if is_short_for_both(word) => None,
                word if GIVEN_MEN.contains(word) == GIVEN_WOMEN.contains(word) => None,
                word if GIVEN_MEN.contains(word) => Some(Pronoun::He),
                _ => Some(Pronoun::She),
            });
            let given = given.filter(|_| said.is_none());

            let word = own.map_or_else(|| stem(row.start), stem).to_owned();
            // With a title it is a person of a family, without one it is that name itself.
            let is_surname = own.is_some_and(|own| own > row.start && own + 1 == row.end);
            let key = (said.filter(|_| is_surname), word);
            let who = *known.entry(key).or_insert_with(|| {
                counts.push((said, 0, 0));
                first_given.push(given);
                counts.len() - 1
            });
            of_row.push(who);
            let cues = names.positions.get(nth).map(|position| position.cues).unwrap_or_default();
            counts[who].0 = counts[who].0.or(said);
            counts[who].1 += usize::from(cues.has(Cue::He));
            counts[who].2 += usize::from(cues.has(Cue::She));
        }
        join_shortened(&shortened(text, rows, &of_row), &mut of_row, &mut counts, &first_given);
        let pronouns = counts.into_iter().zip(first_given).map(|((said, he, she), given)| {
            let he_is = (he >= 2 && he >= PRONOUN_MAJORITY * she).then_some(Pronoun::He);
            let she_is = (she >= 2 && she >= PRONOUN_MAJORITY * he).then_some(Pronoun::She);
            // A given name tells no more where the pronouns behind it speak against it; one alone may be that of
            // somebody else: "John was her uncle".
            let given = given.filter(|it| match it {
                Pronoun::He => she <= he + 1,
                Pronoun::She => he <= she + 1,
            });
            said.or(he_is).or(she_is).or(given)
        });
        Self { of_row, pronouns: pronouns.collect() }
    }
}

/// Gives rows the number of the person whom they mean in short, with the pronouns behind them, where these do not
/// speak against it.
fn join_shortened(
    shortened: &[(usize, usize)],
    of_row: &mut [usize],
    counts: &mut [Evidence],
    given: &[Option<Pronoun>],
) {
    let mut joined: HashMap<usize, bool> = HashMap::new();
    for &(nth, owner) in shortened {
        let short = of_row[nth];
        if short == owner {
            continue;
        }
        let is_joined = *joined.entry(short).or_insert_with(|| {
            let (_, he, she) = counts[short];
            let fits = match counts[owner].0.or(given[owner]) {
                Some(Pronoun::He) => she <= he + 1,
                Some(Pronoun::She) => he <= she + 1,
                None => true,
            };
            if fits {
                counts[owner].1 += he;
                counts[owner].2 += she;
            }
            fits
        });
        if is_joined {
            of_row[nth] = owner;
        }
    }
}

/// The rows of capitals that are a title or a family name alone, where the text has one person with it: "the Captain"
/// of Captain Hale, "Hale" of Thomas Hale. Each with the number of that person.
fn shortened(text: &Text<'_>, rows: &[Range<usize>], of_row: &[usize]) -> Vec<(usize, usize)> {
    let stem_of = |at: usize| text.words()[at].stem;
    let is_title = |at: usize| HONORIFICS.contains(text.form(stem_of(at)));
    let (mut by_title, mut by_family, mut families) =
        (Only::default(), Only::default(), Only::default());
    for (row, &owner) in rows.iter().zip(of_row) {
        let last = row.end - 1;
        let is_location = GEOGRAPHIC_NOUNS.contains(text.form(stem_of(last)));
        match row.clone().find(|&at| !is_title(at)) {
            Some(own) if own > row.start => {
                by_title.add(stem_of(row.start), owner);
                by_family.add(stem_of(last), owner);
            }
            Some(_) if row.len() > 1 && !is_location => {
                by_family.add(stem_of(last), owner);
                families.add(owner, stem_of(last));
            }
            _ => {}
        }
    }
    let whole = |(nth, row): (usize, &Range<usize>)| {
        let at = Some(row.start).filter(|_| row.len() == 1)?;
        let word = text.form(stem_of(at));
        let owner = if is_title(at) {
            let is_led = at > 0 && text.lower(at - 1) == "the";
            by_title.get(stem_of(at)).filter(|_| is_led && OFFICES.contains(&word))
        } else {
            let is_given = GIVEN_MEN.contains(word) || GIVEN_WOMEN.contains(word);
            // "John" of whom the text has two family names is two.
            by_family.get(stem_of(at)).filter(|&it| !is_given && families.get(it).is_some())
        };
        Some((nth, owner?))
    };
    rows.iter().enumerate().filter_map(whole).collect()
}

/// What belongs to something, where that is only one.
#[derive(Default)]
struct Only(HashMap<usize, Option<usize>>);

impl Only {
    fn add(&mut self, of: usize, one: usize) {
        let known = self.0.entry(of).or_insert(Some(one));
        if *known != Some(one) {
            *known = None;
        }
    }

    fn get(&self, of: usize) -> Option<usize> {
        self.0.get(&of).copied().flatten()
    }
}

const fn pronoun_of(addressee: Addressee) -> Pronoun {
    match addressee {
        Addressee::Man => Pronoun::He,
        Addressee::Woman => Pronoun::She,
    }
}
