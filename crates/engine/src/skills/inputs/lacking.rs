//! What others found that the lore lacks: names, events, passages and languages, each with the sub-tasks
//! that found it. Names are those of the reports themselves and those in the passages and titles that
//! they quote.

use std::collections::BTreeMap;

use domain::{agents::understanding, fold::fold_name, swarms::inputs::Input};
use prose::{NameIndex, Text};
use serde_json::{Value, json};
use store::lore::EntryNames;

use super::{items, parts, text};
use crate::{checks, skills::subject::shortened};

/// Who looks for an answer to the words of a task.
const RESEARCHER: &str = "researcher";

/// Something that an agent found, in its own words.
struct Snippet<'i> {
    what: What,
    text: &'i str,
    /// The document, event or language it is from, with its title.
    from: (&'i str, &'i str),
    found_by: &'i Input,
}

/// What a snippet is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What {
    Name,
    Event,
    Passage,
    Language,
}

impl What {
    /// The word for programs.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Event => "event",
            Self::Passage => "passage",
            Self::Language => "language",
        }
    }
}

/// Something that the lore lacks.
pub(super) struct Lacking<'i> {
    pub(super) what: What,
    /// The name, or the words.
    pub(super) value: String,
    /// The documents, events or languages it is from: id and title.
    pub(super) from: Vec<(&'i str, &'i str)>,
    /// The sub-tasks that found it.
    pub(super) found_by: Vec<&'i Input>,
}

impl Lacking<'_> {
    /// For people: the name, where it is from, and who says so.
    pub(super) fn line(&self) -> String {
        let titles: Vec<String> =
            self.from.iter().take(3).map(|(_, title)| format!("“{}”", shortened(title))).collect();
        let from = match (titles.is_empty(), self.what) {
            (true, _) | (_, What::Event | What::Language) => String::new(),
            _ => format!(", in {}", titles.join(", ")),
        };
        let sources: Vec<String> = self.found_by.iter().map(|input| input.source()).collect();
        format!("{}{from} ({})", shortened(&self.value), sources.join(", "))
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        json!({
            "what": self.what.word(),
            "value": shortened(&self.value),
            "from": self.from.iter().map(|(id, title)| json!({ "id": id, "title": title }))
                .collect::<Vec<_>>(),
            "sources": self.found_by.iter().map(|input| input.source_report()).collect::<Vec<_>>(),
        })
    }
}

/// What the inputs name that the lore has, by the position of its entry, and what it lacks.
pub(super) struct Gathered<'i> {
    /// The entries that are named, each with the sub-tasks whose findings name it.
    pub(super) known: BTreeMap<usize, Vec<&'i Input>>,
    /// What the lore lacks, by kind, in the order in which it was found.
    pub(super) lacking: Vec<Lacking<'i>>,
}

/// Holds what the inputs found against the entries of the lore. Where somebody looked for an answer to
/// the `task`, events that share no word with it are left out: the timelines are not about it.
pub(super) fn gather<'i>(inputs: &'i [Input], entries: &[EntryNames], task: &str) -> Gathered<'i> {
    let is_question = inputs.iter().any(|input| input.agent == RESEARCHER);
    let sought = is_question.then(|| understanding::content_words(task));
    let is_meant = |snippet: &Snippet<'_>| {
        let said = sought.as_ref().filter(|_| snippet.what == What::Event);
        said.is_none_or(|sought| {
            understanding::content_words(snippet.text).iter().any(|word| sought.contains(word))
        })
    };
    let index = index(entries);
    let mut known: BTreeMap<usize, Vec<&Input>> = BTreeMap::new();
    let mut lacking = Vec::new();
    for input in inputs.iter().filter(|input| input.is_there()) {
        let mut snippets = snippets(input);
        snippets.retain(is_meant);
        // Together, since a text shows better than its title alone what is a name in it.
        let mut all = String::new();
        let mut starts = Vec::with_capacity(snippets.len());
        for snippet in &snippets {
            starts.push(all.len());
            all.push_str(snippet.text);
            all.push_str("\n\n");
        }
        let prose = Text::new(&all);
        let mentions = prose::mentions(&prose, &index);
        for owner in &mentions.owners {
            note(known.entry(owner.owner).or_default(), input);
        }
        let is_named = |at: usize| {
            let end = starts.get(at + 1).copied().unwrap_or(all.len());
            mentions.spans.iter().any(|span| (starts[at]..end).contains(&span.start))
        };
        for (_, snippet) in snippets.iter().enumerate().filter(|(at, _)| !is_named(*at)) {
            add(&mut lacking, snippet.what, snippet.text, snippet);
        }
        let names = prose::names(&prose);
        let unknown = checks::unknown_names(&names, &mentions.spans, 1).into_iter();
        for (_, name) in unknown.filter(|(_, name)| !name.is_ordinary_word()) {
            let at = starts.partition_point(|start| *start <= name.first.start).saturating_sub(1);
            if let Some(snippet) = snippets.get(at).filter(|it| it.what != What::Name) {
                add(&mut lacking, What::Name, &name.name, snippet);
            }
        }
    }
    lacking.sort_by_key(|it: &Lacking<'_>| it.what);
    Gathered { known, lacking }
}

/// All names of the lore.
pub(super) fn index(entries: &[EntryNames]) -> NameIndex {
    NameIndex::new(
        entries
            .iter()
            .enumerate()
            .flat_map(|(owner, entry)| entry.names.iter().map(move |name| (owner, name.as_str()))),
    )
}

/// Notes a source once.
pub(super) fn note<'i>(sources: &mut Vec<&'i Input>, input: &'i Input) {
    if !sources.iter().any(|known| known.sub_task == input.sub_task) {
        sources.push(input);
    }
}

fn add<'i>(lacking: &mut Vec<Lacking<'i>>, what: What, value: &str, snippet: &Snippet<'i>) {
    let key = fold_name(value);
    let found = match lacking.iter_mut().find(|it| it.what == what && fold_name(&it.value) == key) {
        Some(found) => found,
        None => {
            let new =
                Lacking { what, value: value.to_owned(), from: Vec::new(), found_by: Vec::new() };
            lacking.push(new);
            let Some(found) = lacking.last_mut() else { return };
            found
        }
    };
    if !snippet.from.0.is_empty() && !found.from.contains(&snippet.from) {
        found.from.push(snippet.from);
    }
    note(&mut found.found_by, snippet.found_by);
}

/// What a report quotes or names.
fn snippets(input: &Input) -> Vec<Snippet<'_>> {
    let report = &input.report;
    let snippet = |what, text, from| Snippet { what, text, from, found_by: input };
    let mut snippets = Vec::new();
    match input.kind() {
        "passages" => {
            for it in items(&report["passages"]) {
                // An entry of the lore lacks nothing in the lore.
                if text(it, "collection") != "lore" {
                    let from = (text(it, "documentId"), text(it, "title"));
                    snippets.push(snippet(What::Passage, text(it, "sentence"), from));
                }
            }
        }
        "timelines" => {
            for part in parts(report).into_iter().flatten() {
                let of = ["chapter", "entry", "promise"].iter().map(|of| &part[*of]["events"]);
                for event in of.flat_map(items) {
                    let from = (text(event, "eventId"), text(event, "title"));
                    snippets.push(snippet(What::Event, from.1, from));
                }
            }
            for timeline in items(&report["timelines"]) {
                for event in ["order", "withoutDate"].iter().flat_map(|key| items(&timeline[*key]))
                {
                    let from = (text(event, "id"), text(event, "title"));
                    snippets.push(snippet(What::Event, from.1, from));
                }
            }
        }
        "languages" => {
            let of_parts =
                parts(report).into_iter().flatten().flat_map(|it| items(&it["languages"]));
            for language in items(&report["languages"]).iter().chain(of_parts) {
                let from = (text(language, "languageId"), text(language, "name"));
                snippets.push(snippet(What::Language, from.1, from));
            }
        }
        "facts" => {
            for fact in items(&report["facts"]).iter().filter(|fact| fact["entryId"].is_null()) {
                let from = (text(fact, "documentId"), text(fact, "title"));
                snippets.push(snippet(What::Name, text(fact, "name"), from));
            }
        }
        _ => {}
    }
    snippets
}

#[cfg(test)]
mod tests {
    use domain::lore::Category;

    use super::*;
    use crate::skills::inputs::tests::input;

    fn entry(name: &str, category: Category) -> EntryNames {
        EntryNames { entry_id: name.to_lowercase(), category, names: vec![name.to_owned()] }
    }

    #[test]
    fn what_was_found_of_single_chapters_is_found_too() {
        let timelines = json!({ "kind": "timelines", "parts": [
            { "chapter": { "events": { "items": [{ "eventId": "e1", "title": "Quentin Vale leaves" }] } } },
            { "entry": { "events": { "items": [{ "eventId": "e2", "title": "Mara stays" }] } } },
        ] });
        let languages = json!({ "kind": "languages", "parts": [
            { "languages": [{ "languageId": "l1", "name": "Halun" }] },
        ] });
        let inputs =
            [input("past", "chronicler", timelines), input("tongues", "linguist", languages)];

        let gathered = gather(&inputs, &[entry("Mara", Category::Character)], "");

        let found: Vec<&str> = gathered.lacking.iter().map(|it| it.value.as_str()).collect();
        assert_eq!(found, ["Quentin Vale leaves", "Halun"]);
        assert_eq!(gathered.known.len(), 1);
    }

    #[test]
    fn what_several_found_and_the_lore_lacks_is_named_once_with_all_its_sources() {
        let passages = json!({ "kind": "passages", "passages": { "items": [
            { "documentId": "d1", "title": "I", "collection": "documents",
              "sentence": "Mara met Quentin Vale at the Gate, the Fourth of them, and Rose too." },
            { "documentId": "d2", "title": "II", "collection": "documents",
              "sentence": "The lamp was out." },
        ] } });
        let timelines = json!({ "kind": "timelines", "timelines": [{ "order": [
            { "id": "e1", "title": "Then Quentin Vale leaves" },
        ] }] });
        let inputs =
            [input("passages", "researcher", passages), input("past", "chronicler", timelines)];

        let gathered = gather(&inputs, &[entry("Mara", Category::Character)], "Where is Quentin?");

        let sources =
            |found: &[&Input]| -> Vec<String> { found.iter().map(|it| it.source()).collect() };
        assert_eq!(sources(&gathered.known[&0]), ["researcher in passages"]);
        let found: Vec<String> = gathered
            .lacking
            .iter()
            .map(|it| {
                format!("{} {}: {}", it.what.word(), it.value, sources(&it.found_by).join(", "))
            })
            .collect();
        assert_eq!(
            found,
            [
                "name Quentin Vale: researcher in passages, chronicler in past",
                "name Rose: researcher in passages",
                "event Then Quentin Vale leaves: chronicler in past",
                "passage The lamp was out.: researcher in passages",
            ]
        );
    }
}
