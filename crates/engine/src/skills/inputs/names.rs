//! Lorekeeper on names that the muse coined: which the lore has, which are easily confused with one it
//! has, and which are free.

use std::collections::HashSet;

use domain::{
    Result, fold::fold_name, lore::KnowledgeFilter, messages::Answer, swarms::inputs::Input,
};
use serde_json::json;
use store::lore::EntryNames;

use super::{items, missing, of_kind, sources, text};
use crate::{
    Studio,
    skills::{
        answers::{AnswerText, listed},
        lore_notes,
        request::AgentRequest,
        subject,
    },
};

/// Names of the lore that coined ones are compared with, the first.
const COMPARED_MAX: usize = 300;

/// A coined name and the names of the lore that it is or resembles.
struct Coined<'i> {
    name: &'i str,
    taken: bool,
    near: Vec<String>,
    found_by: &'i Input,
}

/// Which of the names among the inputs the lore has.
pub(super) async fn answer(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    let read = subject::read_project(studio, request, lore_notes::names).await?;
    let Some((entries, filter)) = read else {
        return Ok(Answer::of_text("There is no project whose lore could be looked at.\n"));
    };
    let coined: Vec<(&str, &Input)> = of_kind(&request.inputs, "names_coined")
        .flat_map(|input| {
            let names = items(&input.report["sources"]).iter().flat_map(|it| items(&it["names"]));
            names.map(move |it| (text(it, "name"), input))
        })
        .collect();
    if coined.is_empty() {
        return Ok(Answer::of_text("No names were coined that could be looked up.\n"));
    }
    // A name that an entry has is taken, whether agents look at the entry or not.
    let taken: HashSet<String> =
        entries.iter().flat_map(|it| &it.names).map(|name| fold_name(name)).collect();
    let is_looked_at =
        |it: &&EntryNames| filter.as_ref().is_none_or(|filter| filter.includes(it.category));
    let looked_at = entries.iter().filter(is_looked_at);
    let known: Vec<&str> = looked_at.flat_map(|it| &it.names).map(String::as_str).collect();
    let narrowed = filter.as_ref().filter(|_| !entries.iter().all(|it| is_looked_at(&it)));
    let narrowed = narrowed.map(KnowledgeFilter::sentence);
    let compared = &known[..known.len().min(COMPARED_MAX)];
    let names: Vec<Coined<'_>> = coined
        .into_iter()
        .map(|(name, found_by)| Coined {
            name,
            taken: taken.contains(&fold_name(name)),
            near: near(name, compared),
            found_by,
        })
        .collect();
    let those =
        |is_wanted: fn(&&Coined<'_>) -> bool| names.iter().filter(is_wanted).collect::<Vec<_>>();
    let mut out = AnswerText::default();
    let line = |it: &&Coined<'_>| format!("{} ({})", it.name, it.found_by.source());
    out.list("Taken by the lore", &those(|it| it.taken), line);
    out.list("Spelt almost as in the lore", &those(|it| !it.taken && !it.near.is_empty()), |it| {
        format!("{}: {} ({})", it.name, it.near.join(", "), it.found_by.source())
    });
    out.list("Free", &those(|it| !it.taken && it.near.is_empty()), line);
    missing(&mut out, &request.inputs);
    if let Some(narrowed) = &narrowed {
        out.line(narrowed);
    }
    let report = json!({
        "kind": "names_checked",
        "projectId": request.project_id,
        "names": listed(&names, |it| json!({
            "name": it.name,
            "isTaken": it.taken,
            "near": it.near,
            "source": it.found_by.source_report(),
        })),
        "sources": sources(&request.inputs),
        "narrowed": narrowed,
    });
    Answer::with_report(out.finish(), &report)
}

/// The known names that a reader may take for this one.
fn near(name: &str, known: &[&str]) -> Vec<String> {
    let mut all = vec![name];
    all.extend_from_slice(known);
    let pairs = prose::similar_known_names(&all);
    let mut near: Vec<String> = pairs
        .iter()
        .filter(|pair| pair.one == 0 || pair.other == 0)
        .map(|pair| all[pair.one.max(pair.other)].to_owned())
        .collect();
    near.dedup();
    near
}
