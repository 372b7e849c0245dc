//! What agents read of a project to answer about a part of it: manuscript, outline, promises, lore and
//! events in one state of it, and what of them belongs to a document, an entry or a promise. It compares
//! ids and names; what an answer says of what was found is left to the agents.

use std::collections::{HashMap, HashSet};

use domain::{
    Result,
    agents::understanding::NamedRecord,
    documents::book::{Book, PlacedDocument},
    fold::fold,
    lore::{Category, Entry, Relation},
    nodes::Node,
    page::{self, Cursor},
    promises::{Promise, PromiseQuery},
    timelines::{
        Timeline,
        event::{Event, EventQuery},
        link::Ties,
        plotline::PlotlineQuery,
    },
};
use prose::{Mentioned, NameIndex, Text};
use store::{Tx, projects::ProjectAccess, promises, timelines};

use super::{
    book::{self, Manuscript},
    citations::{self, Citation, Naming},
    subject::{Subject, shortened},
};

/// Timelines that are read, the newest.
pub(super) const TIMELINES_MAX: i64 = 10;

/// Events of one timeline that are read, the first in its order.
pub(super) const EVENTS_MAX: usize = 1_000;

/// An event with what it is tied to.
pub(crate) struct TiedEvent {
    pub(crate) event: Event,
    pub(crate) ties: Ties,
}

/// A timeline with its events in their order.
pub(super) struct TimelineEvents {
    pub(super) timeline: Timeline,
    pub(super) events: Vec<TiedEvent>,
}

/// What was read of a project.
pub(super) struct Records {
    pub(super) project_id: String,
    pub(super) book: Book,
    /// What of the manuscript has a text, in the order of reading.
    texts: Vec<(PlacedDocument, String)>,
    /// Notes and references that are asked about, with their texts.
    pub(super) beside: Vec<(PlacedDocument, String)>,
    /// The outline in the order of reading.
    pub(super) nodes: Vec<Node>,
    /// The promises, the oldest first.
    pub(super) promises: Vec<Promise>,
    /// The lore by name.
    pub(super) entries: Vec<Entry>,
    pub(super) timelines: Vec<TimelineEvents>,
    /// The names of plotlines by their ids.
    pub(super) plotlines: HashMap<String, String>,
    /// Facts that the author rejected, by their ids.
    pub(super) rejected: HashSet<String>,
    /// Whether that is all of it.
    pub(super) is_whole: bool,
    positions: Positions,
    /// The units that are read, where not all are, by their positions.
    read_units: Option<HashSet<usize>>,
}

/// Where records stand, by their ids: each is looked up many times.
struct Positions {
    nodes: HashMap<String, usize>,
    entries: HashMap<String, usize>,
    /// The units in the manuscript, by its positions.
    units: Vec<usize>,
    /// The unit of each document of the manuscript, by the positions of units.
    unit_of: HashMap<String, usize>,
}

impl Positions {
    fn of(book: &Book, nodes: &[Node], entries: &[Entry]) -> Self {
        let chapters: HashSet<&str> =
            book.chapters().iter().map(|it| it.document.id.as_str()).collect();
        let (mut units, mut unit_of) = (Vec::new(), HashMap::new());
        let mut inside: Option<usize> = None;
        for (at, placed) in book.manuscript.iter().enumerate() {
            let is_inside = inside.is_some_and(|depth| placed.depth > depth);
            let is_chapter = chapters.contains(placed.document.id.as_str());
            if !is_inside {
                inside = is_chapter.then_some(placed.depth);
                if !is_chapter && placed.document.words == 0 {
                    continue;
                }
                units.push(at);
            }
            unit_of.insert(placed.document.id.clone(), units.len() - 1);
        }
        let positions = |ids: &mut dyn Iterator<Item = &String>| -> HashMap<String, usize> {
            ids.enumerate().map(|(at, id)| (id.clone(), at)).collect()
        };
        Self {
            nodes: positions(&mut nodes.iter().map(|it| &it.id)),
            entries: positions(&mut entries.iter().map(|it| &it.id)),
            units,
            unit_of,
        }
    }
}

/// A chapter, or whatever has a text and lies in no chapter, with where it names somebody.
pub(super) struct Presence {
    pub(super) placed: PlacedDocument,
    pub(super) naming: Option<Naming>,
}

impl Records {
    /// Reads a project.
    pub(super) fn read(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Self> {
        let manuscript = Manuscript::read(tx, project)?;
        let nodes = book::outline(tx, project)?;
        let promises = promises::list(tx, project, &PromiseQuery::default())?;
        let entries = book::lore(tx, project)?;
        let listed = timelines::list(tx, project, (None, TIMELINES_MAX))?;
        let mut is_whole = manuscript.is_whole
            && nodes.next_cursor.is_none()
            && promises.next_cursor.is_none()
            && listed.next_cursor.is_none();
        let (mut timelines, mut plotlines) = (Vec::new(), HashMap::new());
        for timeline in listed.items {
            let (events, has_all) = events(tx, project, &timeline.id, EVENTS_MAX)?;
            is_whole &= has_all;
            let query = PlotlineQuery { limit: page::LIMIT_MAX, cursor: None };
            let of_timeline = timelines::plotlines::list(tx, project, &timeline.id, &query)?;
            plotlines.extend(of_timeline.items.into_iter().map(|it| (it.id, it.name)));
            timelines.push(TimelineEvents { timeline, events });
        }
        let mut promises: Vec<Promise> = promises.items.into_iter().map(|(it, _)| it).collect();
        promises.reverse();
        let entries: Vec<Entry> = entries.into_iter().map(|(entry, _)| entry).collect();
        Ok(Self {
            positions: Positions::of(&manuscript.book, &nodes.items, &entries),
            project_id: manuscript.project_id,
            book: manuscript.book,
            texts: manuscript.texts,
            beside: Vec::new(),
            nodes: nodes.items,
            promises,
            entries,
            timelines,
            plotlines,
            rejected: store::facts::rejections(tx, project)?.into_keys().collect(),
            is_whole,
            read_units: None,
        })
    }

    /// The ids of a document and of all that lies in it.
    pub(super) fn ids_in<'r>(&'r self, placed: &'r PlacedDocument) -> HashSet<&'r str> {
        let mut ids = HashSet::from([placed.document.id.as_str()]);
        let after =
            self.book.manuscript.iter().skip_while(|it| it.document.id != placed.document.id);
        let below = after.skip(1).take_while(|it| it.depth > placed.depth);
        ids.extend(below.map(|it| it.document.id.as_str()));
        ids
    }

    /// The texts of a document and of what lies in it, in the order of reading.
    pub(super) fn subjects_in(&self, placed: &PlacedDocument) -> Vec<(PlacedDocument, Subject)> {
        let ids = self.ids_in(placed);
        let texts = self.texts.iter().chain(&self.beside);
        let texts = texts.filter(|(it, _)| ids.contains(it.document.id.as_str()));
        texts.map(|(it, text)| subject(it, text)).collect()
    }

    /// A document of the manuscript, or one beside it that is asked about.
    pub(super) fn placed(&self, id: &str) -> Option<&PlacedDocument> {
        let beside = self.beside.iter().map(|(it, _)| it).find(|it| it.document.id == id);
        self.book.find(id).or(beside)
    }

    /// Leaves only these documents to be read, with what lies in them, and the chapters they lie in.
    pub(super) fn narrow_to(&mut self, ids: &[&str]) {
        let placed = ids.iter().filter_map(|id| self.placed(id));
        let inside = placed.flat_map(|it| self.ids_in(it));
        let inside: HashSet<String> = inside.map(str::to_owned).collect();
        let units: HashSet<usize> =
            inside.iter().filter_map(|id| self.positions.unit_of.get(id)).copied().collect();
        let units = (0..self.positions.units.len()).filter(|at| units.contains(at));
        self.read_units = Some(units.collect());
        self.texts.retain(|(it, _)| inside.contains(&it.document.id));
    }

    /// The chapters that tell a node of the outline or an event.
    pub(super) fn chapters_with(&self, record: &NamedRecord) -> Vec<PlacedDocument> {
        let node = self.node(&record.id).and_then(|node| self.chapter_of(node));
        let event = self.events().find(|it| it.event.id == record.id);
        let linked = event.into_iter().flat_map(|it| &it.ties.links);
        let linked = linked.filter_map(|link| self.unit_of(&link.entity_id));
        node.into_iter().chain(linked).cloned().collect()
    }

    /// All texts in the order of reading, or those that have one of these words in any case.
    pub(super) fn subjects_with(&self, words: &[String]) -> Vec<(PlacedDocument, Subject)> {
        let has = |text: &str| {
            let text = fold(text);
            words.is_empty() || words.iter().any(|word| text.contains(word.as_str()))
        };
        let texts = self.texts.iter().filter(|(_, text)| has(text));
        texts.map(|(it, text)| subject(it, text)).collect()
    }

    /// The chapters, and texts that lie in none, in the order of reading.
    pub(super) fn units(&self) -> Vec<&PlacedDocument> {
        let units = self.positions.units.iter().enumerate();
        let is_read = |at: &usize| self.read_units.as_ref().is_none_or(|read| read.contains(at));
        let units = units.filter(|(at, _)| is_read(at));
        units.map(|(_, &at)| &self.book.manuscript[at]).collect()
    }

    /// The chapter in which a document lies, or the document itself.
    pub(super) fn unit_of(&self, document_id: &str) -> Option<&PlacedDocument> {
        let unit = *self.positions.unit_of.get(document_id)?;
        self.book.manuscript.get(*self.positions.units.get(unit)?)
    }

    /// The units before and behind one.
    pub(super) fn neighbours(
        &self,
        placed: &PlacedDocument,
    ) -> (Option<&PlacedDocument>, Option<&PlacedDocument>) {
        let units = self.units();
        let Some(at) = units.iter().position(|it| it.document.id == placed.document.id) else {
            return (None, None);
        };
        (at.checked_sub(1).map(|at| units[at]), units.get(at + 1).copied())
    }

    /// Where the units name whoever bears these names.
    pub(super) fn presence(&self, names: &[&str]) -> Vec<Presence> {
        let beginnings: Vec<String> = names.iter().filter_map(|it| first_word(it)).collect();
        let subjects = self.subjects_with(&beginnings);
        let unit = |placed: &PlacedDocument| {
            let ids = self.ids_in(placed);
            let mut all: Option<Naming> = None;
            let inside = subjects.iter().filter(|(it, _)| ids.contains(it.document.id.as_str()));
            for found in inside.filter_map(|(_, subject)| citations::naming(subject, names)) {
                match &mut all {
                    Some(all) => all.add(found),
                    None => all = Some(found),
                }
            }
            Presence { placed: placed.clone(), naming: all }
        };
        self.units().into_iter().map(unit).collect()
    }

    /// The entries that these texts name, each with how often and the first place, the most frequent
    /// first.
    pub(super) fn named_in(
        &self,
        subjects: &[(PlacedDocument, Subject)],
    ) -> Vec<(&Entry, usize, Citation)> {
        self.named_by(&self.names(), subjects)
    }

    /// The names of all entries, by their positions.
    pub(super) fn names(&self) -> NameIndex {
        let names = self.entries.iter().enumerate();
        NameIndex::new(names.flat_map(|(at, it)| names_of(it).map(move |name| (at, name))))
    }

    /// As [`Records::named_in`], with the names of all entries at hand.
    pub(super) fn named_by(
        &self,
        index: &NameIndex,
        subjects: &[(PlacedDocument, Subject)],
    ) -> Vec<(&Entry, usize, Citation)> {
        let mut found: Vec<(&Entry, usize, Citation)> = Vec::new();
        let mut positions: HashMap<usize, usize> = HashMap::new();
        for (_, subject) in subjects {
            let text = Text::new(&subject.plain.text);
            for Mentioned { owner, count, first } in prose::mentions(&text, index).owners {
                if let Some(&at) = positions.get(&owner) {
                    found[at].1 += count;
                    continue;
                }
                let at = text.sentences().partition_point(|it| it.span.end <= first.span.start);
                let cited = Citation::in_sentence(subject, &text, at, first.span);
                positions.insert(owner, found.len());
                found.extend(cited.map(|it| (&self.entries[owner], count, it)));
            }
        }
        found.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
        found
    }

    /// The entries that a record names.
    pub(super) fn named_in_text(&self, text: &str) -> Vec<&Entry> {
        let found = prose::mentions(&Text::new(text), &self.names());
        found.owners.into_iter().map(|it| &self.entries[it.owner]).collect()
    }

    /// A node by its id.
    pub(super) fn node(&self, id: &str) -> Option<&Node> {
        self.nodes.get(*self.positions.nodes.get(id)?)
    }

    /// A node and those above it, from the top.
    pub(super) fn path<'r>(&'r self, node: &'r Node) -> Vec<&'r Node> {
        let parent = |it: &&'r Node| it.parent_id.as_deref().and_then(|id| self.node(id));
        let above = std::iter::successors(Some(node), parent).take(domain::tree::DEPTH_MAX);
        let mut path: Vec<&Node> = above.collect();
        path.reverse();
        path
    }

    /// The chapter that tells a node: that of its document, or of the nearest node above with one.
    pub(super) fn chapter_of(&self, node: &Node) -> Option<&PlacedDocument> {
        let path = self.path(node);
        let document = path.iter().rev().find_map(|it| it.document_id.as_deref())?;
        self.unit_of(document)
    }

    /// The nodes of the outline that these documents tell.
    pub(super) fn nodes_in(&self, ids: &HashSet<&str>) -> Vec<&Node> {
        let is_of_these = |node: &&Node| {
            let path = self.path(node);
            let nearest = path.iter().rev().find_map(|it| it.document_id.as_deref());
            nearest.is_some_and(|id| ids.contains(id))
        };
        self.nodes.iter().filter(is_of_these).collect()
    }

    /// The promises that are made at these nodes, and those that are kept there.
    pub(super) fn promises_at(&self, nodes: &[&Node]) -> (Vec<&Promise>, Vec<&Promise>) {
        let ids: HashSet<&str> = nodes.iter().map(|it| it.id.as_str()).collect();
        let at = |id: &Option<String>| id.as_deref().is_some_and(|id| ids.contains(id));
        let made = self.promises.iter().filter(|it| at(&it.links.made_at)).collect();
        let kept = self.promises.iter().filter(|it| at(&it.links.fulfilled_at)).collect();
        (made, kept)
    }

    /// The promises that name an entry, or are on a plotline that does.
    pub(super) fn promises_naming(&self, entry: &Entry) -> Vec<&Promise> {
        let index = NameIndex::new(names_of(entry).map(|name| (0, name)));
        let names = |text: &str| !prose::mentions(&Text::new(text), &index).owners.is_empty();
        let is_named = |it: &&Promise| {
            let plotline = it.links.plotline.as_ref().and_then(|id| self.plotlines.get(id));
            [&it.title, &it.description, &it.notes].into_iter().chain(plotline).any(|it| names(it))
        };
        self.promises.iter().filter(is_named).collect()
    }

    /// The events that are linked to one of these ids, in the order of their timelines.
    pub(super) fn events_linked(&self, ids: &HashSet<&str>) -> Vec<&TiedEvent> {
        let is_linked = |it: &&TiedEvent| {
            it.ties.links.iter().any(|link| ids.contains(link.entity_id.as_str()))
        };
        self.events().filter(is_linked).collect()
    }

    /// The events that are linked to an entry or name it, in the order of their timelines.
    pub(super) fn events_of(&self, entry: &Entry) -> Vec<&TiedEvent> {
        let index = NameIndex::new(names_of(entry).map(|name| (0, name)));
        let names = |text: &str| !prose::mentions(&Text::new(text), &index).owners.is_empty();
        let is_of = |it: &&TiedEvent| {
            it.ties.links.iter().any(|link| link.entity_id == entry.id)
                || names(&it.event.title)
                || names(&it.event.description)
        };
        self.events().filter(is_of).collect()
    }

    /// All events in the order of their timelines.
    pub(super) fn events(&self) -> impl Iterator<Item = &TiedEvent> {
        self.timelines.iter().flat_map(|it| &it.events)
    }

    /// An entry by its id.
    pub(super) fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.get(*self.positions.entries.get(id)?)
    }

    /// The same without the lore of categories that are not looked at.
    pub(super) fn of_lore(mut self, is_looked_at: impl Fn(Category) -> bool) -> Self {
        self.entries.retain(|it| is_looked_at(it.category));
        self.positions = Positions::of(&self.book, &self.nodes, &self.entries);
        self
    }

    /// The relations of an entry, and those of others to it.
    pub(super) fn relations_of<'r>(&'r self, entry: &'r Entry) -> Vec<Related<'r>> {
        let of = |from: &'r Entry| {
            let related = |it: &'r Relation| {
                Some(Related { from, relation: it, to: self.entry(&it.target_id)? })
            };
            from.relations.iter().filter_map(related)
        };
        let others = self.entries.iter().filter(|it| it.id != entry.id).flat_map(of);
        of(entry).chain(others.filter(|it| it.to.id == entry.id)).collect()
    }
}

/// A relation between two entries.
#[derive(Clone, Copy)]
pub(super) struct Related<'r> {
    pub(super) from: &'r Entry,
    relation: &'r Relation,
    pub(super) to: &'r Entry,
}

impl Related<'_> {
    /// For people.
    pub(super) fn line(&self) -> String {
        let Self { from, relation, to } = self;
        let label = relation.label.as_deref().filter(|it| !it.trim().is_empty());
        let label = label.map_or(String::new(), |it| format!(" ({})", shortened(it)));
        let (from, to) = (shortened(&from.name), shortened(&to.name));
        format!("{from}, {}: {to}{label}", shortened(&relation.kind.0))
    }
}

/// The names of an entry.
pub(super) fn names_of(entry: &Entry) -> impl Iterator<Item = &str> {
    std::iter::once(&entry.name).chain(&entry.aliases).map(String::as_str)
}

/// The first word of a name as texts are searched for it.
fn first_word(name: &str) -> Option<String> {
    let text = Text::new(name);
    (!text.words().is_empty()).then(|| fold(text.words()[0].span.of(name)))
}

fn subject(placed: &PlacedDocument, text: &str) -> (PlacedDocument, Subject) {
    let named = (placed.document.id.clone(), placed.document.title.clone());
    (placed.clone(), Subject::new(Some(named), text.to_owned()))
}

/// The events of a timeline in its order, page by page until so many are read, and whether these are all.
pub(crate) fn events(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    enough: usize,
) -> Result<(Vec<TiedEvent>, bool)> {
    let mut query = EventQuery {
        category: None,
        importance: None,
        plotline_id: None,
        entity_id: None,
        from: None,
        to: None,
        limit: page::LIMIT_MAX,
        cursor: None,
    };
    let mut events = Vec::new();
    loop {
        let page = timelines::events::list(tx, project, timeline_id, &query)?;
        events.extend(page.items.into_iter().map(|(event, ties)| TiedEvent { event, ties }));
        let Some(last) = events.last().filter(|_| page.next_cursor.is_some()) else {
            return Ok((events, true));
        };
        if events.len() >= enough {
            return Ok((events, false));
        }
        let TiedEvent { event, .. } = last;
        query.cursor = Some(Cursor { key: event.position(), id: event.id.clone() });
    }
}
