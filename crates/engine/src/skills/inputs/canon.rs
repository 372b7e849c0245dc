//! Lorekeeper on what others found: the entries of the lore that the task or the findings name, with
//! what is written there, as far as `knowledgeFilter` has agents look at them, and what of the findings the
//! lore lacks. It answers no question: whether an
//! entry answers it takes a reader.

use std::collections::BTreeMap;

use domain::{OrNone as _, Result, lore::KnowledgeFilter, messages::Answer, swarms::inputs::Input};
use prose::Text;
use serde_json::json;
use store::lore::{self, EntryNames};

use super::{
    lacking::{self, Lacking},
    missing, sources,
};
use crate::{
    Studio,
    skills::{
        answers::{AnswerText, REPORT_ITEMS_MAX, listed},
        lore_notes,
        request::AgentRequest,
        subject::{self, quoted, shortened},
    },
};

/// An entry that is named, and by whom.
struct Named<'i> {
    entry: &'i EntryNames,
    /// How its content begins; empty where it has none.
    content: String,
    /// Whether the task itself names it.
    by_task: bool,
    found_by: Vec<&'i Input>,
}

/// What the lore says of the task and of what the others found.
pub(super) async fn answer(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    let read = subject::read_project(studio, request, lore_notes::names).await?;
    let Some((entries, filter)) = read else {
        return Ok(Answer::of_text("There is no project whose lore could be looked at.\n"));
    };
    if entries.is_empty() {
        return Ok(Answer::of_text("The lore has no entry yet.\n"));
    }
    let gathered = lacking::gather(&request.inputs, &entries, &request.text);
    let task = Text::new(&request.text);
    let named_by_task = prose::mentions(&task, &lacking::index(&entries)).owners;
    let mut named: BTreeMap<usize, (bool, Vec<&Input>)> = BTreeMap::new();
    for owner in named_by_task {
        named.entry(owner.owner).or_default().0 = true;
    }
    for (at, found_by) in gathered.known {
        named.entry(at).or_default().1 = found_by;
    }
    let all_named = named.len();
    named.retain(|at, _| filter.as_ref().is_none_or(|it| it.includes(entries[*at].category)));
    let narrowed = filter.as_ref().filter(|_| named.len() < all_named);
    let narrowed = narrowed.map(KnowledgeFilter::sentence);
    let contents = contents(studio, request, named.keys().map(|at| &entries[*at])).await?;
    let mut named: Vec<Named<'_>> = named
        .into_iter()
        .map(|(at, (by_task, found_by))| Named {
            entry: &entries[at],
            content: contents.get(&entries[at].entry_id).cloned().unwrap_or_default(),
            by_task,
            found_by,
        })
        .collect();
    named.sort_by_key(|it| !it.by_task);
    if named.is_empty() && gathered.lacking.is_empty() {
        return Ok(Answer::of_text(match narrowed {
            Some(narrowed) => format!("{narrowed}\n"),
            None => {
                "Neither the task nor what the others found names an entry of the lore.\n".into()
            }
        }));
    }
    let mut out = AnswerText::default();
    out.list("Entries of the lore that are named", &named, Named::line);
    out.list("Found by the others, and not in the lore", &gathered.lacking, Lacking::line);
    missing(&mut out, &request.inputs);
    if let Some(narrowed) = &narrowed {
        out.line(narrowed);
    }
    let report = json!({
        "kind": "canon",
        "projectId": request.project_id,
        "entries": listed(&named, Named::report),
        "lacking": listed(&gathered.lacking, Lacking::report),
        "sources": sources(&request.inputs),
        "narrowed": narrowed,
    });
    Answer::with_report(out.finish(), &report)
}

impl Named<'_> {
    fn line(&self) -> String {
        let mut named_by: Vec<String> = self.found_by.iter().map(|input| input.source()).collect();
        if self.by_task {
            named_by.insert(0, "the task".to_owned());
        }
        let content = if self.content.is_empty() {
            "nothing is written of it".to_owned()
        } else {
            quoted(&self.content)
        };
        let (name, category) = (shortened(self.entry.name()), self.entry.category);
        format!("{name} ({category}), named by {}: {content}", named_by.join(", "))
    }

    fn report(&self) -> serde_json::Value {
        json!({
            "entryId": self.entry.entry_id,
            "name": shortened(self.entry.name()),
            "category": self.entry.category.as_str(),
            "content": self.content,
            "namedByTask": self.by_task,
            "sources": self.found_by.iter().map(|input| input.source_report()).collect::<Vec<_>>(),
        })
    }
}

/// How the contents of entries begin, by their ids: of as many as an answer for programs lists.
async fn contents<'e>(
    studio: &Studio,
    request: &AgentRequest,
    entries: impl Iterator<Item = &'e EntryNames>,
) -> Result<BTreeMap<String, String>> {
    let ids: Vec<String> =
        entries.take(REPORT_ITEMS_MAX).map(|entry| entry.entry_id.clone()).collect();
    let read = subject::read_project(studio, request, move |tx, project| {
        let mut contents = BTreeMap::new();
        for id in &ids {
            // It may have been deleted since its name was read.
            if let Some((_, content)) = lore::get(tx, project, id).or_none()? {
                contents.insert(id.clone(), shortened(&manuscript::markdown::plain(&content).text));
            }
        }
        Ok(contents)
    });
    Ok(read.await?.unwrap_or_default())
}
