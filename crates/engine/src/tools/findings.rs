//! `list_findings`: what checks found and what the author said about it.

use std::collections::HashMap;

use domain::{
    OrNone as _, Result,
    findings::{Finding, FindingQuery, view::Current},
    page::Cursor,
    tools::{
        DATA_NOTICE, NAME_CHARS_MAX,
        answers::{DataNotice, FindingPage, ListedFinding, Named, Quotation},
        excerpt::{line_of, quoted, short},
        requests::ListFindings,
    },
};
use store::{Tx, documents, findings, projects::ProjectAccess};

use super::{ToolAnswer, ToolCall, ToolDefinition, naming, paging, reading, tool};

/// The longest message and quotation of a finding in an answer, in characters.
pub(super) const MESSAGE_CHARS_MAX: usize = 600;

pub(super) fn list() -> ToolDefinition {
    let profile = reading(
        "list_findings",
        "List findings",
        "Lists what the checks of the studio found in a manuscript: facts and dates that contradict the lore, \
         the timeline or each other, names, elements that the author prohibits, spelling and wording, prose, \
         dialogue, and where the telling changes its tense or person; each with the words it is about and \
         their place. The most severe come first. Findings are suggestions; the \
         author decides. By default only open findings are listed.",
    );
    tool::<ListFindings, FindingPage, _>(profile, run)
}

async fn run(call: ToolCall, arguments: ListFindings) -> Result<ToolAnswer> {
    let principal = call.principal.clone();
    let (page, text) = call
        .studio
        .database
        .read(move |tx| {
            let (project, named) = naming::project(tx, &principal, arguments.project.as_deref())?;
            page(tx, &project, named, &arguments)
        })
        .await?;
    ToolAnswer::about(&page.project, &page, text)
}

fn page(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    named: Named,
    arguments: &ListFindings,
) -> Result<(FindingPage, String)> {
    let document_id = match &arguments.document {
        Some(wanted) => Some(naming::document(tx, project, wanted)?.id),
        None => None,
    };
    let query = FindingQuery {
        severity: arguments.severity,
        min_severity: arguments.min_severity,
        state: Some(arguments.state),
        check: arguments.check,
        document_id,
        swarm_id: None,
        limit: arguments.limit,
        cursor: arguments.cursor.clone(),
    };
    let found = findings::list(tx, project, &query)?;
    let mut texts = HashMap::new();
    let mut listed = Vec::with_capacity(found.items.len());
    let mut cursors = Vec::with_capacity(found.items.len());
    for (finding, current) in found.items {
        cursors.push(Cursor {
            key: [finding.severity.rank(), finding.created_at.millis()],
            id: finding.id.clone(),
        });
        let line = line(tx, project, &mut texts, (&finding, current.as_ref()))?;
        let item = item(finding, current, line);
        let text = lines(&item);
        listed.push((item, text));
    }
    let mut page = FindingPage {
        notice: DataNotice,
        project: named,
        findings: Vec::new(),
        total: found.total,
        next_cursor: None,
    };
    let head = head(&page.project, listed.len(), page.total);
    let fits = paging::fitting((&page, &head), &listed)?;
    page.next_cursor = if fits < listed.len() {
        cursors.get(fits - 1).map(Cursor::text)
    } else {
        found.next_cursor
    };
    listed.truncate(fits);
    let text = whole_text(&page, arguments, &listed);
    page.findings = listed.into_iter().map(|(item, _)| item).collect();
    Ok((page, text))
}

/// The line of the words that a finding is about; none when the text is another one by now.
fn line(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    texts: &mut HashMap<String, Option<String>>,
    (finding, current): (&Finding, Option<&Current>),
) -> Result<Option<i64>> {
    let (Some(source), Some(words), Some(current)) = (&finding.source, &finding.quoted, current)
    else {
        return Ok(None);
    };
    if source.version != current.version {
        return Ok(None);
    }
    if !texts.contains_key(&source.document_id) {
        let text = documents::content(tx, project, &source.document_id).or_none()?;
        texts.insert(source.document_id.clone(), text);
    }
    let text = texts.get(&source.document_id).and_then(Option::as_ref);
    Ok(text.map(|text| line_of(text, words.start)))
}

fn item(finding: Finding, current: Option<Current>, line: Option<i64>) -> ListedFinding {
    let document = finding.source.map(|source| {
        let title = current.map(|current| current.title).unwrap_or_default();
        Named::new(&source.document_id, &title)
    });
    let quotation = finding.quoted.map(|words| Quotation {
        text: short(&words.quote, MESSAGE_CHARS_MAX),
        start: words.start,
        end: words.end,
        line,
    });
    ListedFinding {
        id: finding.id,
        document,
        check: finding.check,
        rule: short(&finding.rule, NAME_CHARS_MAX),
        severity: finding.severity,
        state: finding.state,
        message: short(&finding.message, MESSAGE_CHARS_MAX),
        reason: finding.reason.map(|reason| short(&reason, MESSAGE_CHARS_MAX)),
        quotation,
    }
}

/// A finding as lines of the text.
fn lines(finding: &ListedFinding) -> String {
    let ListedFinding { id, severity, state, check, message, .. } = finding;
    let mut lines = vec![format!("- {id} ({severity}, {state}, {check}):"), quoted(message)];
    if let Some(document) = &finding.document {
        let position = match &finding.quotation {
            Some(Quotation { start, end, line: Some(line), .. }) => {
                format!(", characters {start} to {end}, line {line}")
            }
            Some(Quotation { start, end, .. }) => {
                format!(", characters {start} to {end} of an earlier version")
            }
            None => String::new(),
        };
        lines.push(format!("  in {}{position}", naming::in_words(document)));
    }
    lines.extend(finding.quotation.as_ref().map(|words| quoted(&words.text)));
    let reason = finding.reason.as_ref();
    lines.extend(reason.map(|reason| format!("  the author says:\n{}", quoted(reason))));
    lines.join("\n")
}

/// What stands before so many findings.
fn head(project: &Named, count: usize, total: Option<i64>) -> String {
    let total = total.map_or_else(|| "many".to_owned(), |total| total.to_string());
    let project = naming::in_words(project);
    format!("{count} of {total} findings of project {project}:\n{DATA_NOTICE}")
}

fn whole_text(
    page: &FindingPage,
    arguments: &ListFindings,
    listed: &[(ListedFinding, String)],
) -> String {
    if listed.is_empty() {
        let project = naming::in_words(&page.project);
        let state = arguments.state;
        return format!(
            "Project {project} has no such findings in the state {state}.\n{DATA_NOTICE}"
        );
    }
    let head = head(&page.project, listed.len(), page.total);
    let listed: Vec<&str> = listed.iter().map(|(_, text)| text.as_str()).collect();
    let more = paging::more("list_findings", page.next_cursor.as_deref());
    format!("{head}\n{}{more}", listed.join("\n"))
}
