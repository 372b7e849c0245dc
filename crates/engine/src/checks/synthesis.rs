//! The end of a sweep: all findings of a project summed up, for people as Markdown and for programs
//! as a report. It counts and orders, and adds no judgement of its own.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    fmt::Write as _,
};

use domain::{
    Result,
    findings::{Finding, FoundBy, Severity, State},
    messages::Answer,
};
use serde_json::{Value, json};

use super::counted;
use crate::skills::subject::quoted;

/// Findings that are named as the first to look at, at most, and others as matters of taste and offers.
const FIRST_MAX: usize = 10;

/// Words of a finding's quotation that its line shows, at most.
const WORDS_MAX: usize = 8;

/// Rules that are named as recurring, at most.
const RECURRING_MAX: usize = 10;

/// Documents in which a rule found something, at least, to be called recurring.
const RECURRING_DOCUMENTS_MIN: usize = 3;

/// Sums up the findings of a project whose documents these are, each by its id and title, in the
/// order of the book. Those that are open or accepted are summed up; of the others it says how many
/// they are. The order of the findings makes no difference.
pub fn synthesis(documents: &[(String, String)], findings: &[Finding]) -> Result<Answer> {
    let sum = Sum::of(documents, findings);
    Answer::with_report(sum.text(), &sum.report())
}

/// How many of each severity, the weightiest first.
type Counts = [usize; 5];

struct Sum<'s> {
    documents: &'s [(String, String)],
    /// The place of each document, by its id.
    positions: BTreeMap<&'s str, usize>,
    /// What is open or accepted, the weightiest first, then in the order of the book.
    pending: Vec<&'s Finding>,
    dismissed: usize,
    waived: usize,
}

/// A rule that found something in several documents.
struct Recurring<'s> {
    check: FoundBy,
    rule: &'s str,
    count: usize,
    documents: usize,
}

impl<'s> Sum<'s> {
    fn of(documents: &'s [(String, String)], findings: &'s [Finding]) -> Self {
        let positions: BTreeMap<&str, usize> =
            documents.iter().enumerate().map(|(at, (id, _))| (id.as_str(), at)).collect();
        let mut pending: Vec<&Finding> =
            findings.iter().filter(|finding| finding.state.is_pending()).collect();
        let position = |finding: &Finding| {
            let source = finding.source.as_ref();
            source.map(|it| positions.get(it.document_id.as_str()).copied().unwrap_or(usize::MAX))
        };
        let start = |finding: &Finding| finding.quoted.as_ref().map_or(0, |quoted| quoted.start);
        pending.sort_by(|one, other| {
            let key = |it: &Finding| (it.severity, position(it), it.check, start(it));
            key(one).cmp(&key(other)).then_with(|| one.rule.cmp(&other.rule)).then_with(|| {
                (&one.message, &one.fingerprint).cmp(&(&other.message, &other.fingerprint))
            })
        });
        let in_state = |state| findings.iter().filter(|finding| finding.state == state).count();
        Self {
            documents,
            positions,
            pending,
            dismissed: in_state(State::Dismissed),
            waived: in_state(State::Waived),
        }
    }

    fn counts(&self, is_meant: impl Fn(&Finding) -> bool) -> Counts {
        Severity::ALL.map(|severity| {
            let all = self.pending.iter();
            all.filter(|finding| finding.severity == severity && is_meant(finding)).count()
        })
    }

    /// What to look at first.
    fn first(&self) -> impl Iterator<Item = &'s Finding> {
        self.pending.iter().copied().filter(|it| it.severity.is_weighty()).take(FIRST_MAX)
    }

    /// What nobody has to look at.
    fn of_taste(&self) -> impl Iterator<Item = &'s Finding> {
        self.pending.iter().copied().filter(|it| !it.severity.is_weighty()).take(FIRST_MAX)
    }

    fn is_in(finding: &Finding, document: Option<&str>) -> bool {
        finding.source.as_ref().map(|source| source.document_id.as_str()) == document
    }

    /// The counts of each document, in one pass.
    fn by_document(&self) -> Vec<Counts> {
        let mut counts = vec![[0; 5]; self.documents.len()];
        for finding in &self.pending {
            let source = finding.source.as_ref();
            let position =
                source.and_then(|source| self.positions.get(source.document_id.as_str()));
            let rank = Severity::ALL.iter().position(|it| *it == finding.severity);
            if let (Some(&position), Some(rank)) = (position, rank) {
                counts[position][rank] += 1;
            }
        }
        counts
    }

    /// The checks, and agents and editors where they said something.
    fn checks(&self) -> impl Iterator<Item = FoundBy> {
        let is_met = |by: &FoundBy| self.pending.iter().any(|finding| finding.check == *by);
        FoundBy::ALL.into_iter().filter(move |by| by.check().is_some() || is_met(by))
    }

    fn recurring(&self) -> Vec<Recurring<'s>> {
        let mut rules: BTreeMap<(FoundBy, &str), (usize, BTreeSet<&str>)> = BTreeMap::new();
        for finding in &self.pending {
            let Some(source) = &finding.source else { continue };
            let rule = rules.entry((finding.check, finding.rule.as_str())).or_default();
            rule.0 += 1;
            rule.1.insert(&source.document_id);
        }
        let mut recurring: Vec<Recurring<'_>> = rules
            .into_iter()
            .map(|((check, rule), (count, documents))| Recurring {
                check,
                rule,
                count,
                documents: documents.len(),
            })
            .filter(|rule| rule.documents >= RECURRING_DOCUMENTS_MIN)
            .collect();
        recurring.sort_by_key(|rule| (usize::MAX - rule.count, rule.check, rule.rule));
        recurring.truncate(RECURRING_MAX);
        recurring
    }

    fn text(&self) -> String {
        let mut report = String::from("# Consistency sweep\n\n");
        let total = self.pending.len();
        let documents = counted(self.documents.len(), "document");
        let _ = writeln!(report, "{documents}, {}.", summary(total, self.counts(|_| true)));
        if self.dismissed + self.waived > 0 {
            let _ = writeln!(
                report,
                "Left aside, as you said: {} dismissed, {} waived.",
                self.dismissed, self.waived
            );
        }
        if total == 0 {
            return report;
        }
        let mut advised = HashSet::new();
        report.push_str("\n## First\n\n");
        if self.first().next().is_none() {
            report.push_str("Nothing of medium severity or higher.\n");
        }
        for finding in self.first() {
            let _ = writeln!(report, "- {}", self.line(finding, &mut advised));
        }
        if self.of_taste().next().is_some() {
            report.push_str("\n## Taste and offers\n\n");
        }
        for finding in self.of_taste() {
            let _ = writeln!(report, "- {}", self.line(finding, &mut advised));
        }
        let recurring = self.recurring();
        if !recurring.is_empty() {
            report.push_str("\n## What recurs\n\n");
        }
        for rule in recurring {
            let _ = writeln!(
                report,
                "- {}: {} in {}",
                spoken(rule.rule),
                counted(rule.count, "finding"),
                counted(rule.documents, "document")
            );
        }
        report.push_str("\n## By check\n\n| check |");
        head(&mut report);
        for check in self.checks() {
            row(&mut report, &spoken(check.as_str()), self.counts(|it| it.check == check));
        }
        report.push_str("\n## By document\n\n| document |");
        head(&mut report);
        let of_project = self.counts(|finding| Self::is_in(finding, None));
        if of_project.iter().sum::<usize>() > 0 {
            row(&mut report, "(the project as a whole)", of_project);
        }
        for ((_, title), counts) in self.documents.iter().zip(self.by_document()) {
            row(&mut report, &title.replace('|', "\\|"), counts);
        }
        report
    }

    /// A finding in one line: with the words it is about, where its message has none. Advice that
    /// an earlier line of its rule gave is not given again; `advised` has what was said.
    fn line<'m>(
        &self,
        finding: &'m Finding,
        advised: &mut HashSet<(FoundBy, &'m str, &'m str)>,
    ) -> String {
        let source = finding.source.as_ref();
        let position = source.and_then(|source| self.positions.get(source.document_id.as_str()));
        let title = position.map(|&at| format!(", {}", self.documents[at].1)).unwrap_or_default();
        let words = match &finding.quoted {
            Some(it) if !finding.message.contains('“') => format!(", {}", beginning(&it.quote)),
            _ => String::new(),
        };
        let mut sentences = sentences(&finding.message);
        let mut message = sentences.next().unwrap_or_default().to_owned();
        for advice in sentences {
            if advised.insert((finding.check, &finding.rule, advice)) {
                message.push_str(advice);
            }
        }
        format!("**{}**{title}{words}: {}", finding.severity, message.trim_end())
    }

    fn report(&self) -> Value {
        let by_check: serde_json::Map<String, Value> = self
            .checks()
            .map(|check| {
                (check.as_str().to_owned(), counts_view(self.counts(|it| it.check == check)))
            })
            .collect();
        let by_document = self.documents.iter().zip(self.by_document()).map(
            |((id, title), it)| json!({ "documentId": id, "title": title, "counts": counts_view(it) }),
        );
        let recurring = self.recurring().into_iter().map(|it| {
            json!({
                "check": it.check, "rule": it.rule, "count": it.count, "documents": it.documents,
            })
        });
        json!({
            "kind": "synthesis",
            "total": self.pending.len(),
            "dismissed": self.dismissed,
            "waived": self.waived,
            "bySeverity": counts_view(self.counts(|_| true)),
            "byCheck": by_check,
            "ofProject": counts_view(self.counts(|finding| Self::is_in(finding, None))),
            "byDocument": by_document.collect::<Vec<_>>(),
            "recurring": recurring.collect::<Vec<_>>(),
            "first": self.first().map(|finding| &finding.id).collect::<Vec<_>>(),
            "ofTaste": self.of_taste().map(|finding| &finding.id).collect::<Vec<_>>(),
        })
    }
}

fn counts_view(counts: Counts) -> Value {
    let of = |severity: Severity, count: usize| (severity.as_str().to_owned(), count.into());
    Value::Object(Severity::ALL.into_iter().zip(counts).map(|(it, count)| of(it, count)).collect())
}

/// The findings of a sentence: `3 findings: 1 high, 2 low`.
fn summary(total: usize, counts: Counts) -> String {
    if total == 0 {
        return "no findings".to_owned();
    }
    let parts = Severity::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0);
    let parts: Vec<String> = parts.map(|(severity, count)| format!("{count} {severity}")).collect();
    format!("{}: {}", counted(total, "finding"), parts.join(", "))
}

/// The sentences of a message. What stands between quotation marks ends none: “Dr. Seward” is a name.
fn sentences(message: &str) -> impl Iterator<Item = &str> {
    let (mut open, mut before) = (0_usize, ' ');
    message.split_inclusive(move |report| {
        match report {
            '“' => open += 1,
            '”' => open = open.saturating_sub(1),
            _ => {}
        }
        let is_end = open == 0 && before == '.' && report == ' ';
        before = report;
        is_end
    })
}

/// The first words of a quotation, between marks.
fn beginning(quote: &str) -> String {
    let words: Vec<&str> = quote.split_whitespace().take(WORDS_MAX + 1).collect();
    if words.len() > WORDS_MAX {
        quoted(&format!("{} …", words[..WORDS_MAX].join(" ")))
    } else {
        quoted(&words.join(" "))
    }
}

/// A word of a vocabulary as a sentence has it.
fn spoken(word: &str) -> String {
    word.replace('_', " ")
}

fn head(report: &mut String) {
    for severity in Severity::ALL {
        let _ = write!(report, " {severity} |");
    }
    report.push_str("\n|---|---|---|---|---|---|\n");
}

fn row(report: &mut String, name: &str, counts: Counts) {
    let _ = write!(report, "| {name} |");
    for count in counts {
        let _ = write!(report, " {count} |");
    }
    report.push('\n');
}
