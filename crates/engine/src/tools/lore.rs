//! `lookup_lore`: an entry of the lore with all that is recorded of it, or the entries that may be meant.
//! Lore that the project's `knowledgeFilter` leaves out is neither read nor named.

use std::collections::HashMap;

use domain::{
    Result,
    fold::fold_name,
    lore::{Category, Entry, KnowledgeFilter, LABEL_CHARS_MAX, Mentions, Relation},
    phrases::counted,
    tools::{
        DATA_NOTICE, NAME_CHARS_MAX,
        answers::{
            DataNotice, Named, Quotation,
            lore::{ListedEntry, LoreAnswer, LoreAttribute, LoreHead, LoreRelation},
        },
        excerpt::{excerpts, in_marks, quoted, short},
        requests::lore::LookupLore,
    },
};
use serde::Serialize;
use serde_json::{Map, Value};
use store::{
    Tx,
    lore::{self, EntryNames},
    projects::ProjectAccess,
};

use super::{
    ToolAnswer, ToolCall, ToolDefinition,
    documents::{quotation, whole},
    naming::{self, MeantEntry},
    paging, reading, tool,
};

const NAME: &str = "lookup_lore";

/// Aliases of an entry that an answer names.
const ALIASES_MAX: usize = 10;

/// The longest alias in an answer, in characters.
const ALIAS_CHARS_MAX: usize = 100;

/// The longest value of an attribute in an answer, in characters.
const VALUE_CHARS_MAX: usize = 1_500;

/// The longest part of an entry's text that is one item of an answer, in characters.
const PART_CHARS_MAX: usize = 2_000;

/// The longest sentence about the filter, in characters.
const NARROWED_CHARS_MAX: usize = 600;

pub(super) fn lookup() -> ToolDefinition {
    let profile = reading(
        NAME,
        "Look up lore",
        "Reads an entry of the lore, which is what the author holds to be true in the world of the book: \
         its attributes, its relations to other entries and its text. Name the entry by its id, its name, \
         an alias, or words of its name; where several may be meant, or without `entry`, the entries are \
         listed by name. Use it before you describe a person, a place or a thing. Entries that the \
         project's `knowledgeFilter` leaves out are not there for you, and `narrowed` says so.",
    );
    tool::<LookupLore, LoreAnswer, _>(profile, run)
}

async fn run(call: ToolCall, arguments: LookupLore) -> Result<ToolAnswer> {
    let principal = call.principal.clone();
    let (answer, text) = call
        .studio
        .database
        .scan(move |tx| {
            let (project, named) = naming::project(tx, &principal, arguments.project.as_deref())?;
            let filter = naming::filter(tx, &project)?;
            let lore = Lore { project, named, filter };
            match lore.found(tx, &arguments)? {
                FoundLore::One(entry, content) => lore.entry(tx, &entry, &content, &arguments),
                FoundLore::Several(entries) => lore.list(entries, &arguments),
            }
        })
        .await?;
    ToolAnswer::about(&answer.project, &answer, text)
}

/// The lore of a project.
struct Lore {
    project: ProjectAccess,
    named: Named,
    filter: Option<KnowledgeFilter>,
}

/// What the arguments name.
enum FoundLore {
    /// One entry, and its text.
    One(Box<Entry>, String),
    /// Entries to choose from.
    Several(Vec<ListedEntry>),
}

impl Lore {
    /// Whether lore of this category is looked at, and asked for.
    fn includes(&self, category: Category, arguments: &LookupLore) -> bool {
        naming::includes(self.filter.as_ref(), category)
            && arguments.category.is_none_or(|wanted| wanted == category)
    }

    /// The entries that may be looked at, by name.
    fn names(&self, tx: &mut Tx<'_>, arguments: &LookupLore) -> Result<Vec<EntryNames>> {
        let mut all = lore::entry_names(tx, &self.project)?;
        all.retain(|it| self.includes(it.category, arguments));
        Ok(all)
    }

    /// The entry that is named; else the one whose names have the words. Where several are left, all of
    /// them.
    fn found(&self, tx: &mut Tx<'_>, arguments: &LookupLore) -> Result<FoundLore> {
        let Some(wanted) = arguments.entry.as_deref() else {
            return Ok(FoundLore::listed(self.names(tx, arguments)?));
        };
        let includes = |category: Category| self.includes(category, arguments);
        match naming::entry(tx, &self.project, &includes, wanted)? {
            MeantEntry::One(entry, content) => Ok(FoundLore::One(entry, content)),
            MeantEntry::Several(some) if !some.is_empty() => Ok(FoundLore::listed(some)),
            MeantEntry::Several(_) => {
                let wanted = fold_name(wanted);
                let mut all = self.names(tx, arguments)?;
                all.retain(|it| it.names.iter().any(|name| fold_name(name).contains(&wanted)));
                let [one] = &all[..] else { return Ok(FoundLore::listed(all)) };
                let (entry, content) = lore::get(tx, &self.project, &one.entry_id)?;
                Ok(FoundLore::One(Box::new(entry), content))
            }
        }
    }

    /// An answer about nothing yet.
    fn answer(&self) -> LoreAnswer {
        LoreAnswer {
            notice: DataNotice,
            project: self.named.clone(),
            entry: None,
            attributes: Vec::new(),
            relations: Vec::new(),
            text: Vec::new(),
            entries: Vec::new(),
            total: 0,
            narrowed: self.filter.as_ref().map(|it| short(&it.sentence(), NARROWED_CHARS_MAX)),
            next_cursor: None,
        }
    }

    fn entry(
        &self,
        tx: &mut Tx<'_>,
        entry: &Entry,
        content: &str,
        arguments: &LookupLore,
    ) -> Result<(LoreAnswer, String)> {
        let mut answer = LoreAnswer { entry: Some(head(entry)), total: 1, ..self.answer() };
        let facts = self.facts(tx, entry, content)?;
        let facts: Vec<(Fact, String)> =
            facts.into_iter().map(|it| (it.clone(), it.lines())).collect();
        let head = head_text(&answer);
        let visible = paging::page(arguments.cursor.as_ref(), (&answer, &head), &facts)?;
        // A worker counts mentions meanwhile: no cursor depends on them.
        if let Some(head) = &mut answer.entry {
            head.mentions = lore::mentions_of(tx, &self.project, &entry.id)?;
        }
        let mut lines = vec![head_text(&answer)];
        for (fact, text) in &facts[visible.items] {
            lines.push(text.clone());
            match fact.clone() {
                Fact::Attribute(it) => answer.attributes.push(it),
                Fact::Relation(it) => answer.relations.push(it),
                Fact::Text(it) => answer.text.push(it),
            }
        }
        if facts.is_empty() {
            lines.push("Nothing more is recorded of it.".to_owned());
        }
        answer.next_cursor = visible.next_cursor;
        let text = lines.join("\n") + &paging::more(NAME, answer.next_cursor.as_deref());
        Ok((answer, text))
    }

    /// What is recorded of an entry, in the order in which an answer has it.
    fn facts(&self, tx: &mut Tx<'_>, entry: &Entry, content: &str) -> Result<Vec<Fact>> {
        let attributes: Map<String, Value> =
            serde_json::from_str(&entry.attributes.0).unwrap_or_default();
        let attribute = |(name, value): (String, Value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            Fact::Attribute(LoreAttribute {
                name: short(&name, NAME_CHARS_MAX),
                value: short(&value, VALUE_CHARS_MAX),
            })
        };
        let mut facts: Vec<Fact> = attributes.into_iter().map(attribute).collect();
        if !entry.relations.is_empty() {
            // Those that the filter leaves out are not named here either.
            let all = LookupLore { entry: None, category: None, project: None, cursor: None };
            let names = self.names(tx, &all)?;
            let names: HashMap<&str, &str> =
                names.iter().map(|it| (it.entry_id.as_str(), it.name())).collect();
            facts.extend(entry.relations.iter().filter_map(|it| {
                let name = names.get(it.target_id.as_str())?;
                Some(Fact::Relation(relation(it, name)))
            }));
        }
        let parts = excerpts(content, PART_CHARS_MAX);
        facts.extend(parts.into_iter().map(|part| Fact::Text(quotation(part))));
        Ok(facts)
    }

    fn list(
        &self,
        entries: Vec<ListedEntry>,
        arguments: &LookupLore,
    ) -> Result<(LoreAnswer, String)> {
        let mut answer = LoreAnswer { total: whole(entries.len()), ..self.answer() };
        let head = list_head(&answer, arguments);
        let line =
            |it: &ListedEntry| format!("- {} {} ({})", it.category, in_marks(&it.title), it.id);
        let listed: Vec<(ListedEntry, String)> =
            entries.into_iter().map(|it| (it.clone(), line(&it))).collect();
        let visible = paging::page(arguments.cursor.as_ref(), (&answer, &head), &listed)?;
        let mut lines = vec![head];
        for (entry, text) in &listed[visible.items] {
            lines.push(text.clone());
            answer.entries.push(entry.clone());
        }
        answer.next_cursor = visible.next_cursor;
        let text = lines.join("\n") + &paging::more(NAME, answer.next_cursor.as_deref());
        Ok((answer, text))
    }
}

impl FoundLore {
    fn listed(names: Vec<EntryNames>) -> Self {
        let listed = |it: EntryNames| ListedEntry {
            title: short(it.name(), NAME_CHARS_MAX),
            category: it.category,
            id: it.entry_id,
        };
        Self::Several(names.into_iter().map(listed).collect())
    }
}

/// One thing that is recorded of an entry.
#[derive(Clone, Serialize)]
#[serde(untagged)]
enum Fact {
    Attribute(LoreAttribute),
    Relation(LoreRelation),
    Text(Quotation),
}

impl Fact {
    fn lines(&self) -> String {
        match self {
            Self::Attribute(LoreAttribute { name, value }) => {
                format!("- attribute {}:\n{}", in_marks(name), quoted(value))
            }
            Self::Relation(LoreRelation { kind, target, label }) => {
                let label = label.as_ref().map_or(String::new(), |it| format!(":\n{}", quoted(it)));
                format!("- relation {} to {}{label}", in_marks(kind), naming::in_words(target))
            }
            Self::Text(Quotation { text, start, end, line }) => {
                let line = line.map_or(String::new(), |line| format!(", line {line}"));
                format!("- text, characters {start} to {end}{line}:\n{}", quoted(text))
            }
        }
    }
}

fn head(entry: &Entry) -> LoreHead {
    let aliases = entry.aliases.iter().take(ALIASES_MAX);
    LoreHead {
        id: entry.id.clone(),
        title: short(&entry.name, NAME_CHARS_MAX),
        category: entry.category,
        aliases: aliases.map(|it| short(it, ALIAS_CHARS_MAX)).collect(),
        mentions: None,
    }
}

fn relation(relation: &Relation, target: &str) -> LoreRelation {
    LoreRelation {
        kind: short(&relation.kind.0, NAME_CHARS_MAX),
        target: Named::new(&relation.target_id, target),
        label: relation.label.as_ref().map(|it| short(it, LABEL_CHARS_MAX)),
    }
}

/// What stands before the facts of an entry.
fn head_text(answer: &LoreAnswer) -> String {
    let project = naming::in_words(&answer.project);
    let mut lines = Vec::new();
    if let Some(LoreHead { id, title, category, aliases, mentions }) = &answer.entry {
        let title = in_marks(title);
        lines.push(format!("{category} {title} ({id}) of project {project}."));
        if !aliases.is_empty() {
            let aliases: Vec<String> = aliases.iter().map(|it| in_marks(it)).collect();
            lines.push(format!("Also called {}.", aliases.join(", ")));
        }
        lines.extend(mentions.map(|Mentions { total, documents }| {
            let (positions, documents) =
                (counted(total, "position"), counted(documents, "document"));
            format!("It is named at {positions} of {documents}.")
        }));
    }
    lines.extend(answer.narrowed.clone());
    lines.push(DATA_NOTICE.to_owned());
    lines.join("\n")
}

/// What stands before a list of entries.
fn list_head(answer: &LoreAnswer, arguments: &LookupLore) -> String {
    let project = naming::in_words(&answer.project);
    let of = arguments.category.map_or(String::new(), |it| format!(" of the category {it}"));
    let wanted = arguments.entry.as_ref().map(|it| in_marks(&short(it, NAME_CHARS_MAX)));
    let head = match (&wanted, answer.total) {
        (Some(wanted), 0) => format!(
            "The lore of project {project} has no entry{of} called {wanted}. Call {NAME} without \
             `entry` to see what there is."
        ),
        (None, 0) => format!("The lore of project {project} has no entries{of}."),
        (Some(wanted), total) => format!(
            "{total} entries{of} of project {project} may be meant by {wanted}. Call {NAME} with the \
             id of one to read it."
        ),
        (None, total) => format!(
            "Lore of project {project}: {}{of}. Call {NAME} with the id of one to read it.",
            if total == 1 { "1 entry".to_owned() } else { format!("{total} entries") }
        ),
    };
    let narrowed = answer.narrowed.as_ref().map(|it| format!("\n{it}")).unwrap_or_default();
    format!("{head}{narrowed}\n{DATA_NOTICE}")
}
