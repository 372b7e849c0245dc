//! A draft against what is known: the lore, the text before it, the rules of the project and the timelines,
//! by the same rules as the checks of a document. Nothing is stored.

mod canon;
mod time;

use std::collections::HashMap;

use domain::{
    Result,
    findings::{Check, Observation, Severity},
    fold::fold_name,
    lore::{Entry, KnowledgeFilter},
    tools::{
        REASON_CHARS_MAX,
        answers::{
            DataNotice, Named, Quotation,
            story::{
                Contradicted, ContradictedKind, DraftCheckKind, DraftFinding, DraftFindingPage,
            },
        },
        excerpt::{line_of, short},
        requests::story::CheckText,
    },
};
use serde_json::Value;
use store::{Tx, projects::ProjectAccess};

use super::{named, point::Point, record, whole};
use crate::{
    checks::{self, Canon},
    skills::{
        book,
        project_records::{Records, names_of},
        subject::{Quote, Subject},
    },
    tools::naming,
};

/// Findings that one answer counts, the most severe.
const FINDINGS_MAX: usize = 200;

/// Records that one finding contradicts, at most.
const CONTRADICTED_MAX: usize = 4;

/// The checks of documents that a draft is checked with, and what an answer calls them.
const CHECKS: [(Check, DraftCheckKind); 3] = [
    (Check::ProhibitedElements, DraftCheckKind::ProhibitedElements),
    (Check::NamingPatterns, DraftCheckKind::NamingPatterns),
    (Check::Names, DraftCheckKind::Names),
];

/// What is read of a project.
pub(crate) struct Read {
    records: Records,
    canon: Canon,
    filter: Option<KnowledgeFilter>,
}

/// A draft with what it is compared with.
struct Draft<'r> {
    records: &'r Records,
    subject: Subject,
    point: Option<Point<'r>>,
}

/// Reads a project; of its lore what its `knowledgeFilter` does not leave out.
pub(crate) fn read(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Read> {
    let filter = naming::filter(tx, project)?;
    let is_looked_at = |category| naming::includes(filter.as_ref(), category);
    let canon = Canon::of_lore(tx, project, is_looked_at)?;
    let records = Records::read(tx, project)?.of_lore(is_looked_at);
    Ok(Read { records, canon, filter })
}

impl Read {
    /// What is found in a draft, all of it.
    ///
    /// # Errors
    /// Not found or rejected where the arguments name no document, or several.
    pub(crate) fn answer(&self, project: Named, arguments: &CheckText) -> Result<DraftFindingPage> {
        let records = &self.records;
        let named_point = arguments.document.as_ref().map(|it| Point::find(records, it));
        let draft = Draft {
            records,
            subject: Subject::new(None, arguments.text.clone()),
            point: named_point.transpose()?,
        };
        let mut findings = draft.canon();
        let observed =
            checks::observations(&CHECKS.map(|(check, _)| check), &draft.subject, &self.canon);
        findings.extend(draft.observed(observed));
        let mut not_checked = vec![
            "What an entry of the lore says in sentences is not compared, only ages and the colours of eyes \
             and hair, as its attributes and the text before state them: read the entries yourself."
                .to_owned(),
        ];
        let mut checked = vec![
            DraftCheckKind::Canon,
            DraftCheckKind::Names,
            DraftCheckKind::NamingPatterns,
            DraftCheckKind::ProhibitedElements,
        ];
        match draft.time() {
            Ok(found) => {
                checked.push(DraftCheckKind::Time);
                findings.extend(found);
            }
            Err(reason) => not_checked.push(reason),
        }
        not_checked.extend(self.filter.as_ref().map(KnowledgeFilter::sentence));
        if !records.is_whole {
            not_checked.push(book::not_whole());
        }
        let start = |it: &DraftFinding| it.quotation.as_ref().map_or(0, |it| it.start);
        findings.sort_by_key(|it| (it.severity, start(it)));
        findings.truncate(FINDINGS_MAX);
        let document = draft.point.as_ref().and_then(|it| it.placed);
        Ok(DraftFindingPage {
            notice: DataNotice,
            project,
            document: document.map(|it| record(&it.document.id, it.title())),
            words: whole(prose::Text::new(&draft.subject.plain.text).words().len()),
            checked,
            not_checked,
            total: whole(findings.len()),
            findings,
            next_cursor: None,
        })
    }
}

impl Draft<'_> {
    /// What the checks of documents found, of each rule as many as these list.
    fn observed(&self, all: Vec<(Check, Observation)>) -> Vec<DraftFinding> {
        let mut counts: HashMap<(Check, String), usize> = HashMap::new();
        let mut findings = Vec::new();
        for (check, found) in all {
            let count = counts.entry((check, found.rule.clone())).or_default();
            *count += 1;
            if *count > found.limit {
                continue;
            }
            let Some((_, kind)) = CHECKS.into_iter().find(|(of, _)| *of == check) else { continue };
            findings.push(DraftFinding {
                check: kind,
                contradicts: self.contradicted(&found),
                rule: found.rule,
                severity: found.severity,
                reason: short(&found.message, REASON_CHARS_MAX),
                quotation: found.quoted.map(|it| Quotation {
                    line: Some(line_of(&self.subject.source, it.start)),
                    text: it.quote,
                    start: it.start,
                    end: it.end,
                }),
            });
        }
        findings
    }

    /// The rule or the entries that an observation is about.
    fn contradicted(&self, found: &Observation) -> Vec<Contradicted> {
        if let Some(rule) = &found.project_rule {
            let title = named(rule);
            return vec![Contradicted { kind: ContradictedKind::Rule, id: None, title }];
        }
        let names = |key: &str| found.detail.as_ref().and_then(|it| it.get(key));
        let several = names("entries").and_then(Value::as_array).into_iter().flatten();
        let names = several.chain(names("entry")).filter_map(Value::as_str);
        let mut entries: Vec<&Entry> = names.filter_map(|name| self.entry(name)).collect();
        entries.sort_by_key(|it| &it.name);
        entries.dedup_by_key(|it| &it.id);
        entries.into_iter().take(CONTRADICTED_MAX).map(of_lore).collect()
    }

    /// The entry that has a name.
    fn entry(&self, name: &str) -> Option<&Entry> {
        let folded = fold_name(name);
        self.records.entries.iter().find(|it| names_of(it).any(|it| fold_name(it) == folded))
    }

    fn finding(
        &self,
        (check, rule): (DraftCheckKind, &str),
        severity: Severity,
        reason: &str,
        quote: Quote,
        contradicts: Vec<Contradicted>,
    ) -> DraftFinding {
        let (start, end) = (whole(quote.start), whole(quote.end));
        let line = Some(line_of(&self.subject.source, start));
        DraftFinding {
            check,
            rule: rule.to_owned(),
            severity,
            reason: short(reason, REASON_CHARS_MAX),
            quotation: Some(Quotation { text: quote.quote, start, end, line }),
            contradicts,
        }
    }
}

fn of_lore(entry: &Entry) -> Contradicted {
    let (id, title) = (Some(entry.id.clone()), named(&entry.name));
    Contradicted { kind: ContradictedKind::Lore, id, title }
}
