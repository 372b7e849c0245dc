//! Compares what a program reports with what was planted. A report finds a defect when its rule speaks of
//! that kind and one of the positions it gives overlaps a position of the defect; each report counts for
//! one defect, and each defect is found once.

use std::collections::BTreeMap;

use crate::draft::{Mark, TextSpan};
use crate::kind::DefectKind;

/// A finding as the program reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported {
    /// Its rule.
    pub rule: String,
    /// Whether its severity is medium or higher.
    pub is_weighty: bool,
    /// Where it points to.
    pub spans: Vec<TextSpan>,
    /// What is quoted.
    pub quote: String,
    /// What it says.
    pub message: String,
}

/// How a kind fared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KindScore {
    /// Defects of it.
    pub planted: usize,
    /// Those found at the severity that counts.
    pub found: usize,
    /// Those found at any severity.
    pub found_at_all: usize,
    /// Decoys of it.
    pub decoys: usize,
    /// Those reported at the severity that counts.
    pub decoys_reported: usize,
    /// Other new reports of rules that speak of it, at the severity that counts.
    pub others: usize,
}

impl KindScore {
    /// Found of those planted; none without any.
    pub fn recall(&self) -> Option<f64> {
        (self.planted > 0).then(|| self.found as f64 / self.planted as f64)
    }

    /// Right of those reported; none without a report.
    pub fn precision(&self) -> Option<f64> {
        let reported = self.found + self.decoys_reported + self.others;
        (reported > 0).then(|| self.found as f64 / reported as f64)
    }

    /// Adds another run.
    pub fn add(&mut self, other: &Self) {
        self.planted += other.planted;
        self.found += other.found;
        self.found_at_all += other.found_at_all;
        self.decoys += other.decoys;
        self.decoys_reported += other.decoys_reported;
        self.others += other.others;
    }
}

/// How a run fared.
#[derive(Debug, Clone, Default)]
pub struct Score {
    /// Every kind that was planted, or that was spoken of.
    pub kinds: BTreeMap<DefectKind, KindScore>,
    /// Defects that nothing found, by their position in the list of marks.
    pub missed: Vec<usize>,
    /// Decoys that were reported, with the report, by their positions in the lists.
    pub deceived: Vec<(usize, usize)>,
    /// Weighty reports that found nothing and were about no decoy, by their position in the list.
    pub others: Vec<usize>,
}

/// Compares the reports of a run, without those that the text brought before anything was planted.
/// `speaks_of` says of which kinds a rule speaks; the first of them is charged with a report that is
/// wrong.
pub fn score(
    marks: &[Mark],
    reports: &[Reported],
    speaks_of: impl Fn(&str) -> &'static [DefectKind],
) -> Score {
    let finds = |mark: &Mark, report: &Reported| {
        speaks_of(&report.rule).contains(&mark.kind)
            && report.spans.iter().any(|span| mark.spans.iter().any(|it| it.overlaps(span)))
    };
    let counts =
        |mark: &Mark, report: &Reported| report.is_weighty || mark.kind.is_found_at_any_severity();
    let defects: Vec<usize> = (0..marks.len()).filter(|&at| !marks[at].is_decoy).collect();
    let options = |is_counted: &dyn Fn(&Mark, &Reported) -> bool| -> Vec<Vec<usize>> {
        let of = |&at: &usize| {
            let mark = &marks[at];
            let fits = |&it: &usize| finds(mark, &reports[it]) && is_counted(mark, &reports[it]);
            (0..reports.len()).filter(fits).collect()
        };
        defects.iter().map(of).collect()
    };
    let counted = paired(&options(&counts), reports.len());
    let at_all = paired(&options(&|_, _| true), reports.len());
    let mut score = Score::default();
    for (nth, &at) in defects.iter().enumerate() {
        let of_kind = score.kinds.entry(marks[at].kind).or_default();
        of_kind.planted += 1;
        of_kind.found += usize::from(counted[nth].is_some());
        of_kind.found_at_all += usize::from(at_all[nth].is_some());
        if counted[nth].is_none() {
            score.missed.push(at);
        }
    }
    let mut is_explained = vec![false; reports.len()];
    for report in counted.iter().chain(&at_all).flatten() {
        is_explained[*report] = true;
    }
    for (at, mark) in marks.iter().enumerate().filter(|(_, mark)| mark.is_decoy) {
        let of_kind = score.kinds.entry(mark.kind).or_default();
        of_kind.decoys += 1;
        let reported = (0..reports.len()).find(|&it| {
            !is_explained[it] && finds(mark, &reports[it]) && counts(mark, &reports[it])
        });
        if let Some(report) = reported {
            of_kind.decoys_reported += 1;
            is_explained[report] = true;
            score.deceived.push((at, report));
        }
    }
    for (at, report) in reports.iter().enumerate() {
        // A second report about a defect that another found is one too many, and so is one about none.
        if report.is_weighty && !is_explained[at] {
            score.others.push(at);
            if let Some(kind) = speaks_of(&report.rule).first() {
                score.kinds.entry(*kind).or_default().others += 1;
            }
        }
    }
    score
}

/// For each defect one of the reports that may find it, none of them twice, so that as many as possible
/// have one: by augmenting paths.
fn paired(options: &[Vec<usize>], reports: usize) -> Vec<Option<usize>> {
    let mut taken_by: Vec<Option<usize>> = vec![None; reports];
    for defect in 0..options.len() {
        augment(defect, options, &mut taken_by, &mut vec![false; reports]);
    }
    let mut pairs = vec![None; options.len()];
    for (report, defect) in taken_by.iter().enumerate() {
        if let Some(defect) = defect {
            pairs[*defect] = Some(report);
        }
    }
    pairs
}

fn augment(
    defect: usize,
    options: &[Vec<usize>],
    taken_by: &mut [Option<usize>],
    is_tried: &mut [bool],
) -> bool {
    for &report in &options[defect] {
        if is_tried[report] {
            continue;
        }
        is_tried[report] = true;
        let is_free = match taken_by[report] {
            None => true,
            Some(other) => augment(other, options, taken_by, is_tried),
        };
        if is_free {
            taken_by[report] = Some(defect);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(kind: DefectKind, is_decoy: bool, start: usize) -> Mark {
        let spans = vec![TextSpan { chapter: 0, start, end: start + 10 }];
        Mark { kind, is_decoy, spans, what: String::new(), against: String::new() }
    }

    fn reported(rule: &str, is_weighty: bool, start: usize, end: usize) -> Reported {
        let spans = vec![TextSpan { chapter: 0, start, end }];
        let (rule, quote) = (rule.to_owned(), String::new());
        Reported { rule, is_weighty, spans, quote, message: String::new() }
    }

    fn speaks_of(rule: &str) -> &'static [DefectKind] {
        match rule {
            "colour" => &[DefectKind::Eyes, DefectKind::Hair],
            "promise" => &[DefectKind::Promise],
            _ => &[],
        }
    }

    #[test]
    fn a_report_counts_for_one_defect_and_as_many_as_possible_are_found() {
        let marks = [mark(DefectKind::Eyes, false, 0), mark(DefectKind::Hair, false, 20)];
        let wide = reported("colour", true, 0, 30);
        let narrow = reported("colour", true, 0, 5);

        let one = score(&marks, std::slice::from_ref(&wide), speaks_of);
        let both = score(&marks, &[wide, narrow], speaks_of);

        assert_eq!(one.missed.len(), 1);
        assert_eq!(both.missed, Vec::<usize>::new());
    }

    #[test]
    fn a_report_elsewhere_or_of_another_kind_or_too_light_finds_nothing() {
        let marks = [mark(DefectKind::Eyes, false, 0), mark(DefectKind::Promise, false, 40)];
        for (report, found, others) in [
            (reported("colour", true, 10, 12), 0, 1),
            (reported("style", true, 0, 10), 0, 1),
            (reported("colour", false, 0, 10), 0, 0),
            (reported("promise", false, 40, 41), 1, 0),
            (reported("colour", true, 9, 12), 1, 0),
        ] {
            let score = score(&marks, std::slice::from_ref(&report), speaks_of);
            assert_eq!(2 - score.missed.len(), found, "{report:?}");
            assert_eq!(score.others.len(), others, "{report:?}");
        }
    }

    #[test]
    fn a_decoy_that_is_reported_and_a_second_report_cost_precision() {
        let marks = [mark(DefectKind::Eyes, false, 0), mark(DefectKind::Eyes, true, 20)];
        let reports = [
            reported("colour", true, 0, 5),
            reported("colour", true, 3, 6),
            reported("colour", true, 20, 22),
        ];

        let score = score(&marks, &reports, speaks_of);

        let eyes = score.kinds[&DefectKind::Eyes];
        assert_eq!((eyes.found, eyes.decoys_reported, eyes.others), (1, 1, 1));
        assert_eq!(eyes.precision(), Some(1.0 / 3.0));
        assert_eq!(score.deceived, [(1, 2)]);
    }
}
