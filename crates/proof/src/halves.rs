//! What is found of defects that rules are made on, beside what is found of those that are put aside: the misses of
//! these nobody reads, so that they show what to expect of a text that nobody has seen.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use planting::DefectKind;

use crate::table::share;

/// Where something planted is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    ForRules,
    PutAside,
    Decoy,
}

impl Column {
    pub(crate) const fn of(is_decoy: bool, is_put_aside: bool) -> Self {
        match (is_decoy, is_put_aside) {
            (true, _) => Self::Decoy,
            (false, true) => Self::PutAside,
            (false, false) => Self::ForRules,
        }
    }
}

/// What was found of a kind in one column.
#[derive(Default, Clone, Copy)]
struct Found {
    planted: usize,
    found: usize,
}

impl Found {
    fn add(&mut self, other: Self) {
        self.planted += other.planted;
        self.found += other.found;
    }

    fn cells(self) -> String {
        let recall = (self.planted > 0).then(|| self.found as f64 / self.planted as f64);
        format!("{} | {} | {}", self.planted, self.found, share(recall))
    }
}

/// The counts of every kind.
#[derive(Default)]
pub(crate) struct Halves {
    kinds: BTreeMap<DefectKind, [Found; 3]>,
}

impl Halves {
    /// Counts one defect or decoy.
    pub(crate) fn count(&mut self, kind: DefectKind, column: Column, is_found: bool) {
        let found = &mut self.kinds.entry(kind).or_default()[column as usize];
        found.add(Found { planted: 1, found: usize::from(is_found) });
    }

    /// The table of all kinds and their sum.
    pub(crate) fn table(&self) -> String {
        let mut out = String::from(
            "| kind | for rules | found | recall | put aside | found | recall | decoys | reported |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        );
        let mut sums = [Found::default(); 3];
        for (kind, of_kind) in &self.kinds {
            row(&mut out, kind.name(), *of_kind);
            sums.iter_mut().zip(of_kind).for_each(|(sum, it)| sum.add(*it));
        }
        row(&mut out, "**all**", sums);
        out
    }
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
