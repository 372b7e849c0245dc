//! The figures below which our own texts must not fall, and above which errors must not rise. They are
//! those of the day on which they were written, rounded in favour of the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use xtask::failure::{Doing, Outcome};
use xtask::workspace;

use crate::annotated::Figures;
use crate::table::{self, BookResult};

/// The figures of a run over our own texts.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Baseline {
    /// Found of each kind, of those planted: the recall, rounded down.
    recall: BTreeMap<String, f64>,
    /// What is read in annotated text, rounded down.
    annotated: BTreeMap<String, f64>,
    /// Decoys that were reported.
    decoys_reported_max: usize,
    /// New findings of medium or higher that are about nothing planted.
    other_findings_max: usize,
    /// Findings of medium or higher in the texts as they are.
    false_findings_max: usize,
    /// Low and info in the texts as they are.
    light_findings_max: usize,
}

fn path() -> PathBuf {
    workspace::root().join("crates/proof/baseline.json")
}

fn rounded_down(figure: f64) -> f64 {
    (figure * 100.0 + 1e-9).floor() / 100.0
}

impl Baseline {
    /// Of a run.
    pub(crate) fn of(results: &[BookResult], figures: &Figures) -> Self {
        let total = table::total(results);
        let recall = total
            .iter()
            .filter_map(|(kind, it)| Some((kind.name().to_owned(), rounded_down(it.recall()?))));
        let figures = figures.all().into_iter();
        Self {
            recall: recall.collect(),
            annotated: figures
                .filter_map(|(name, figure)| Some((name.to_owned(), rounded_down(figure?))))
                .collect(),
            decoys_reported_max: total.values().map(|it| it.decoys_reported).sum(),
            other_findings_max: results.iter().map(|it| it.others).sum(),
            false_findings_max: results.iter().map(|it| it.false_findings).sum(),
            light_findings_max: results.iter().map(|it| it.light).sum(),
        }
    }

    pub(crate) fn read() -> Outcome<Self> {
        let text = fs::read(path()).doing("reading the baseline")?;
        serde_json::from_slice(&text).doing("reading the baseline")
    }

    pub(crate) fn write(&self) -> Outcome {
        let mut text = serde_json::to_string_pretty(self).doing("writing the baseline")?;
        text.push('\n');
        fs::write(path(), text).doing("writing the baseline")
    }

    /// Where the figures of now are worse.
    pub(crate) fn breaches(&self, now: &Self) -> Vec<String> {
        let mut breaches = Vec::new();
        for (wanted, has) in [(&self.recall, &now.recall), (&self.annotated, &now.annotated)] {
            for (name, least) in wanted {
                match has.get(name) {
                    Some(figure) if figure >= least => {}
                    Some(figure) => breaches.push(format!("{name}: {figure} of at least {least}")),
                    None => breaches.push(format!("{name} was not measured")),
                }
            }
        }
        for (name, most, count) in [
            ("decoys reported", self.decoys_reported_max, now.decoys_reported_max),
            ("other new findings", self.other_findings_max, now.other_findings_max),
            ("false findings", self.false_findings_max, now.false_findings_max),
            ("low and info findings", self.light_findings_max, now.light_findings_max),
        ] {
            if count > most {
                breaches.push(format!("{name}: {count} of at most {most}"));
            }
        }
        breaches
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn baseline(recall: f64, decoys: usize) -> Baseline {
        Baseline {
            recall: [("eyes".to_owned(), recall)].into(),
            annotated: BTreeMap::new(),
            decoys_reported_max: decoys,
            other_findings_max: 0,
            false_findings_max: 0,
            light_findings_max: 0,
        }
    }

    #[test]
    fn worse_figures_are_named_and_better_ones_are_not() {
        let wanted = baseline(0.5, 1);

        assert_eq!(wanted.breaches(&baseline(0.5, 1)), Vec::<String>::new());
        assert_eq!(wanted.breaches(&baseline(0.9, 0)), Vec::<String>::new());
        assert_eq!(
            wanted.breaches(&baseline(0.4, 2)),
            ["eyes: 0.4 of at least 0.5", "decoys reported: 2 of at most 1"]
        );
        assert_eq!(rounded_down(0.299_999_999_999), 0.3);
    }
}
