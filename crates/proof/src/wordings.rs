//! The second wordings of facts and dates, each planted by itself: what is found of those that rules are made
//! on, and of those that are put aside.

use std::fmt::Write as _;

use planting::{DefectKind, Novel, Reported, is_put_aside, plant_second, score, second_wordings};
use xtask::failure::Outcome;

use crate::annotated::Half;
use crate::rules;
use crate::service::Service;
use crate::sweep::sweep;
use crate::table::{cut, share, without};

/// What was found of some wordings of a kind.
#[derive(Default, Clone, Copy)]
struct Found {
    planted: usize,
    found: usize,
}

impl Found {
    fn cells(self) -> String {
        let recall = (self.planted > 0).then(|| self.found as f64 / self.planted as f64);
        format!("{} | {} | {}", self.planted, self.found, share(recall))
    }

    fn add(&mut self, other: Self) {
        self.planted += other.planted;
        self.found += other.found;
    }
}

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
    let mut out = String::from(
        "| kind | for rules | found | recall | put aside | found | recall | decoys | reported |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut sums = [Found::default(); 3];
    for &kind in DefectKind::ALL {
        let mut of_kind = [Found::default(); 3];
        for (is_decoy, nth) in all(kind, half) {
            let Some(planted) = plant_second(novel, kind, is_decoy, nth) else { continue };
            let swept = sweep(service, novel, Some(&planted))?.findings;
            let new = without(swept, &before, &planted.marks);
            let score = score(&planted.marks, &new, rules::speaks_of);
            let is_found =
                if is_decoy { !score.deceived.is_empty() } else { score.missed.is_empty() };
            let is_put_aside = is_put_aside(kind, nth);
            let column = &mut of_kind[if is_decoy { 2 } else { usize::from(is_put_aside) }];
            column.planted += 1;
            column.found += usize::from(is_found);
            let is_read = is_decoy || !is_put_aside;
            if is_listed && is_read && (is_found == is_decoy || !score.others.is_empty()) {
                list(kind, is_decoy, &planted.marks, &new);
            }
        }
        if of_kind.iter().any(|it| it.planted > 0) {
            row(&mut out, kind.name(), of_kind);
        }
        sums.iter_mut().zip(of_kind).for_each(|(sum, it)| sum.add(it));
    }
    row(&mut out, "**all**", sums);
    Ok(out)
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

fn row(out: &mut String, name: &str, [for_rules, put_aside, decoys]: [Found; 3]) {
    let (planted, reported) = (decoys.planted, decoys.found);
    let _ = writeln!(
        out,
        "| {name} | {} | {} | {planted} | {reported} |",
        for_rules.cells(),
        put_aside.cells()
    );
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
