//! `check_text`: a draft against what is known, without storing it.

use domain::{
    Result,
    tools::{
        DATA_NOTICE,
        answers::story::{Contradicted, DraftFinding, DraftFindingPage},
        excerpt::{in_marks, quoted},
        requests::story::CheckText,
    },
};

use super::{ToolAnswer, ToolCall, ToolDefinition, naming, paging, reading, tool};
use crate::{blocking, skills::story::draft};

const NAME: &str = "check_text";

pub(super) fn check() -> ToolDefinition {
    let about = reading(
        NAME,
        "Check a draft",
        "Checks a draft that you or the author wrote, without storing it: ages and colours of eyes and hair \
         against the lore and the text before it, names that are nearly those of the lore, conventions of \
         names, elements that the author prohibits, and who speaks before their birth or after their death \
         by the timelines. Every finding has the words of the draft with their place, the reason, and what \
         it contradicts. Call it before you hand a text to the author; `notChecked` says what you still have \
         to compare yourself.",
    );
    tool::<CheckText, DraftFindingPage, _>(about, run)
}

async fn run(call: ToolCall, arguments: CheckText) -> Result<ToolAnswer> {
    let (principal, wanted) = (call.principal.clone(), arguments.project.clone());
    let database = &call.studio.database;
    let (project, read) = database
        .scan(move |tx| {
            let (access, named) = naming::project(tx, &principal, wanted.as_deref())?;
            Ok((named, draft::read(tx, &access)?))
        })
        .await?;
    let answer = blocking::run("checking a draft", move || {
        let mut page = read.answer(project, &arguments)?;
        let findings = std::mem::take(&mut page.findings);
        let head = head(&page);
        let findings: Vec<(DraftFinding, String)> =
            findings.into_iter().map(|it| (it.clone(), lines(&it))).collect();
        let visible = paging::page(arguments.cursor.as_ref(), (&page, &head), &findings)?;
        let items: Vec<&str> =
            findings[visible.items.clone()].iter().map(|(_, text)| text.as_str()).collect();
        let more = paging::more(NAME, visible.next_cursor.as_deref());
        let text = format!("{head}\n{}{more}", items.join("\n"));
        let findings = findings.into_iter().map(|(finding, _)| finding);
        page.findings = findings.skip(visible.items.start).take(visible.items.len()).collect();
        page.next_cursor = visible.next_cursor;
        Ok((page, text))
    });
    let (page, text) = answer.await??;
    ToolAnswer::about(&page.project, &page, text)
}

/// What stands before the findings.
fn head(page: &DraftFindingPage) -> String {
    let document = page.document.as_ref();
    let document = document.map_or(String::new(), |it| format!(" for {}", naming::in_words(it)));
    let found = match page.total {
        0 => "nothing was found by these rules".to_owned(),
        1 => "1 finding".to_owned(),
        total => format!("{total} findings"),
    };
    let checked: Vec<&str> = page.checked.iter().map(|it| it.as_str()).collect();
    let mut lines = vec![
        format!(
            "Checked a draft of {} words{document} in project {}: {found}. Checked for {}. Nothing was \
             stored.",
            page.words,
            naming::in_words(&page.project),
            checked.join(", ")
        ),
        DATA_NOTICE.to_owned(),
    ];
    lines.extend(page.not_checked.iter().map(|it| format!("Not checked: {it}")));
    lines.join("\n")
}

/// A finding as lines of the text.
fn lines(finding: &DraftFinding) -> String {
    let DraftFinding { check, rule, severity, reason, .. } = finding;
    let mut lines = vec![format!("- {severity}, {check} ({rule}):"), quoted(reason)];
    if let Some(words) = &finding.quotation {
        let line = words.line.unwrap_or(1);
        lines.push(format!(
            "  characters {} to {} of the draft, line {line}:\n{}",
            words.start,
            words.end,
            quoted(&words.text)
        ));
    }
    lines.extend(finding.contradicts.iter().map(contradicted));
    lines.join("\n")
}

fn contradicted(found: &Contradicted) -> String {
    let id = found.id.as_ref().map_or(String::new(), |id| format!(" ({id})"));
    format!("  against {} {}{id}", found.kind, in_marks(&found.title))
}
