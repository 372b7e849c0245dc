//! The second wordings of facts and dates, each planted by itself: what is found of those that rules are made
//! on, and of those that are put aside.

use planting::{DefectKind, Novel, Reported, is_put_aside, plant_second, score, second_wordings};
use xtask::failure::Outcome;

use crate::annotated::Half;
use crate::halves::{Column, Halves};
use crate::rules;
use crate::service::Service;
use crate::sweep::sweep;
use crate::table::{cut, without};

/// Measures all of them in a novel, one project for each; the first half are those that rules are made on, the
/// second those that are put aside. Misses of the first half and reported decoys are listed if wanted; misses of
/// the second half never are.
pub(crate) fn measure(
    service: &Service,
    novel: &Novel,
    half: Option<Half>,
    is_listed: bool,
) -> Outcome<String> {
    let before = sweep(service, novel, None)?.findings;
    let mut halves = Halves::default();
    for &kind in DefectKind::ALL {
        for (is_decoy, nth) in all(kind, half) {
            let Some(planted) = plant_second(novel, kind, is_decoy, nth) else { continue };
            let swept = sweep(service, novel, Some(&planted))?.findings;
            let new = without(swept, &before, &planted.marks);
            let score = score(&planted.marks, &new, rules::speaks_of);
            let is_found =
                if is_decoy { !score.deceived.is_empty() } else { score.missed.is_empty() };
            let is_put_aside = is_put_aside(kind, nth);
            halves.count(kind, Column::of(is_decoy, is_put_aside), is_found);
            let is_read = is_decoy || !is_put_aside;
            if is_listed && is_read && (is_found == is_decoy || !score.others.is_empty()) {
                list(kind, is_decoy, &planted.marks, &new);
            }
        }
    }
    Ok(halves.table())
}

/// Defects of a half and decoys of a kind by their positions in the files.
fn all(kind: DefectKind, half: Option<Half>) -> impl Iterator<Item = (bool, usize)> {
    let is_wanted = move |is_decoy: bool, nth: usize| match half {
        Some(half) if !is_decoy => is_put_aside(kind, nth) == (half == Half::Second),
        Some(_) | None => true,
    };
    [false, true]
        .into_iter()
        .flat_map(move |is_decoy| {
            (0..second_wordings(kind, is_decoy)).map(move |it| (is_decoy, it))
        })
        .filter(move |(is_decoy, nth)| is_wanted(*is_decoy, *nth))
}

#[expect(clippy::print_stdout, reason = "a command-line tool writes to its terminal")]
fn list(kind: DefectKind, is_decoy: bool, marks: &[planting::Mark], new: &[Reported]) {
    let what = if is_decoy { "decoy" } else { "missed" };
    for mark in marks {
        println!("- {what} {}: {} / {}", kind.name(), cut(&mark.what), cut(&mark.against));
    }
    for report in new.iter().filter(|it| it.is_weighty) {
        println!("  - {}: {}", report.rule, report.message);
    }
}
