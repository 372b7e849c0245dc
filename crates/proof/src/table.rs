//! The result of a book, and the tables of all books.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use planting::{DefectKind, KindScore, Mark, Novel, PlantedNovel, Reported, Score, plant, score};
use xtask::failure::Outcome;

use crate::rules;
use crate::service::Service;
use crate::sweep::{Swept, sweep};

/// Characters of a text that a list quotes.
const QUOTE_CHARS: usize = 140;

/// What was measured of a book.
pub(crate) struct BookResult {
    pub(crate) title: String,
    pub(crate) words: usize,
    pub(crate) seeds: u64,
    pub(crate) kinds: BTreeMap<DefectKind, KindScore>,
    /// New findings of medium or higher that found nothing planted.
    pub(crate) others: usize,
    /// Findings of medium or higher in the book as it is that nobody has judged worthwhile.
    pub(crate) false_findings: usize,
    /// Findings of medium or higher in the book as it is that somebody has judged worthwhile.
    pub(crate) worthwhile: usize,
    /// Low and info in the book as it is.
    pub(crate) light: usize,
    pub(crate) unknown_rules: BTreeSet<String>,
}

impl BookResult {
    /// Sweeps the book as it is, and once for each seed with what is planted.
    pub(crate) fn measure(
        service: &Service,
        novel: &Novel,
        seeds: u64,
        is_listed: bool,
    ) -> Outcome<Self> {
        let before = sweep(service, novel, None)?;
        let mut result = Self::unplanted(novel, &before, seeds, is_listed);
        for seed in 1..=seeds {
            let planted = plant(novel, seed);
            let swept = sweep(service, novel, Some(&planted))?;
            let new = without(swept.findings, &before.findings, &planted.marks);
            result.note_rules(&new);
            let score = score(&planted.marks, &new, rules::speaks_of);
            for (kind, of_kind) in &score.kinds {
                result.kinds.entry(*kind).or_default().add(of_kind);
            }
            result.others += score.others.len();
            if is_listed {
                println!("{}", list(novel, seed, &planted, &new, &score));
            }
        }
        Ok(result)
    }

    fn unplanted(novel: &Novel, before: &Swept, seeds: u64, is_listed: bool) -> Self {
        let is_judged = |finding: &&Reported| {
            let judged = &novel.facts.worthwhile;
            judged
                .iter()
                .any(|[rule, quote]| *rule == finding.rule && finding.quote.contains(quote))
        };
        let weighty = before.findings.iter().filter(|it| it.is_weighty);
        let (worthwhile, others): (Vec<_>, Vec<_>) = weighty.partition(is_judged);
        if is_listed {
            println!("## {} as it is: medium or higher\n", novel.facts.title);
            others
                .iter()
                .for_each(|it| println!("- {}: {}: {}", it.rule, it.message, cut(&it.quote)));
        }
        let light = ["low", "info"].iter().filter_map(|it| before.by_severity.get(*it)).sum();
        if is_listed {
            println!("\n## {} as it is: places of low and info by rule\n", novel.facts.title);
            let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
            for finding in before.findings.iter().filter(|it| !it.is_weighty) {
                *rules.entry(&finding.rule).or_default() += 1;
            }
            rules.iter().for_each(|(rule, count)| println!("- {rule}: {count}"));
        }
        let mut result = Self {
            title: novel.facts.title.clone(),
            words: novel.words(),
            seeds,
            kinds: BTreeMap::new(),
            others: 0,
            false_findings: others.len(),
            worthwhile: worthwhile.len(),
            light,
            unknown_rules: BTreeSet::new(),
        };
        result.note_rules(&before.findings);
        result
    }

    fn note_rules(&mut self, findings: &[Reported]) {
        let unknown = findings.iter().filter(|it| rules::known(&it.rule).is_none());
        self.unknown_rules.extend(unknown.map(|it| it.rule.clone()));
    }

    fn per_ten_thousand(&self, count: usize) -> f64 {
        count as f64 * 10_000.0 / self.words.max(1) as f64
    }
}

/// The findings that the text did not bring before anything was planted: each of those takes one away
/// that says the same of the same words, if there are several one beside which nothing is planted.
pub(crate) fn without(after: Vec<Reported>, before: &[Reported], marks: &[Mark]) -> Vec<Reported> {
    let key = |it: &Reported| {
        (it.rule.clone(), it.spans.first().map(|span| span.chapter), it.quote.clone())
    };
    let mut known: BTreeMap<_, usize> = BTreeMap::new();
    for finding in before {
        *known.entry(key(finding)).or_default() += 1;
    }
    let is_marked = |it: &Reported| {
        let mut spans = marks.iter().flat_map(|mark| &mark.spans);
        spans.any(|span| it.spans.iter().any(|other| span.overlaps(other)))
    };
    let mut order: Vec<usize> = (0..after.len()).collect();
    order.sort_by_key(|&at| is_marked(&after[at]));
    let mut is_known = vec![false; after.len()];
    for at in order {
        if let Some(count) = known.get_mut(&key(&after[at])).filter(|count| **count > 0) {
            *count -= 1;
            is_known[at] = true;
        }
    }
    let new = after.into_iter().zip(is_known).filter(|(_, is_known)| !is_known);
    new.map(|(finding, _)| finding).collect()
}

/// All kinds over all books.
pub(crate) fn total(results: &[BookResult]) -> BTreeMap<DefectKind, KindScore> {
    let mut total: BTreeMap<DefectKind, KindScore> = BTreeMap::new();
    for (kind, of_kind) in results.iter().flat_map(|it| &it.kinds) {
        total.entry(*kind).or_default().add(of_kind);
    }
    total
}

/// The table of kinds.
pub(crate) fn kinds(results: &[BookResult]) -> String {
    let mut out = String::from(
        "| kind | planted | found | at any severity | recall | precision | decoys | reported | other new |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut sum = KindScore::default();
    for (kind, of_kind) in total(results) {
        row(&mut out, kind.name(), &of_kind);
        sum.add(&of_kind);
    }
    row(&mut out, "**all**", &sum);
    out
}

fn row(out: &mut String, name: &str, of: &KindScore) {
    let (recall, precision) = (share(of.recall()), share(of.precision()));
    let _ = writeln!(
        out,
        "| {name} | {} | {} | {} | {recall} | {precision} | {} | {} | {} |",
        of.planted, of.found, of.found_at_all, of.decoys, of.decoys_reported, of.others
    );
}

/// A share; a dash when there is nothing to take it of.
pub(crate) fn share(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{share:.2}"))
}

/// The table of books as they are.
pub(crate) fn unplanted(results: &[BookResult]) -> String {
    let mut out = String::from(
        "| book | words | seeds | false, medium or higher | per 10,000 words | worthwhile | low and info \
         | per 10,000 words | other new findings per seed |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for it in results {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {:.2} | {} | {} | {:.2} | {:.1} |",
            it.title,
            it.words,
            it.seeds,
            it.false_findings,
            it.per_ten_thousand(it.false_findings),
            it.worthwhile,
            it.light,
            it.per_ten_thousand(it.light),
            it.others as f64 / it.seeds.max(1) as f64
        );
    }
    out
}

/// The rules whose kinds nobody has written down.
pub(crate) fn unknown_rules(results: &[BookResult]) -> Option<String> {
    let rules: BTreeSet<&str> =
        results.iter().flat_map(|it| &it.unknown_rules).map(String::as_str).collect();
    let rules: Vec<&str> = rules.into_iter().collect();
    (!rules.is_empty())
        .then(|| format!("Rules without a kind in crates/proof/src/rules.rs: {}", rules.join(", ")))
}

fn list(
    novel: &Novel,
    seed: u64,
    planted: &PlantedNovel,
    new: &[Reported],
    score: &Score,
) -> String {
    let mut out = format!("## {}, seed {seed}\n\n", novel.facts.title);
    for &at in &score.missed {
        let mark = &planted.marks[at];
        let chapter = mark.spans.first().map_or("", |it| &planted.chapters[it.chapter].title);
        let what = cut(&mark.what);
        let _ = writeln!(
            out,
            "- missed {} ({chapter}): {what} / {}",
            mark.kind.name(),
            cut(&mark.against)
        );
    }
    for &(mark, report) in &score.deceived {
        let mark = &planted.marks[mark];
        let _ = writeln!(
            out,
            "- decoy {}: {}: {}",
            mark.kind.name(),
            cut(&mark.what),
            new[report].message
        );
    }
    for &at in &score.others {
        let _ =
            writeln!(out, "- other {}: {}: {}", new[at].rule, new[at].message, cut(&new[at].quote));
    }
    out
}

/// The beginning of a text on one line.
pub(crate) fn cut(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(QUOTE_CHARS) {
        Some((at, _)) => format!("{} …", &line[..at]),
        None => line,
    }
}
