//! The passages of many documents, with their words and vectors, and the search over them. Documents
//! come and go one by one; each lies in a group, and who searches says which groups they may see. A document
//! comes with its words; its vectors may follow later.
//!
//! A passage has a slot for as long as it is there. What is removed leaves an empty slot behind, so
//! that removing costs nothing; when a quarter of the slots are empty, all move together. How vectors come is in
//! [`embedding`], the search in [`searching`].

mod embedding;
mod searching;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    hash::Hash,
    ops::Range,
    sync::Arc,
};

use crate::{inverted_index::InvertedIndex, terms::terms, vectors::Vectors};

pub use embedding::Unembedded;
pub use searching::{Found, Hit};

/// Fewer empty slots than this are left as they are.
const EMPTY_MIN: usize = 256;

/// The group of an empty slot.
const EMPTY: u32 = u32::MAX;

/// A passage of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// What it says.
    pub text: Box<str>,
    /// Where it stands in the document, in whatever the caller counts.
    pub span: Range<usize>,
}

/// A document that is ready for an index: all slow work is done but for its vectors.
#[derive(Debug)]
pub struct PreparedDocument {
    passages: Vec<Passage>,
    counts: Vec<Vec<(Box<str>, u32)>>,
    name: Option<Box<str>>,
}

impl PreparedDocument {
    /// Reads the passages of a document. What stands in its `heading` is found with each of them by words.
    pub fn new(heading: &str, passages: Vec<Passage>) -> Self {
        let count = |passage: &Passage| {
            let mut counts: BTreeMap<String, u32> = BTreeMap::new();
            for term in terms(&format!("{heading}\n{}", passage.text)) {
                *counts.entry(term.stem).or_default() += 1;
            }
            counts.into_iter().map(|(word, count)| (word.into_boxed_str(), count)).collect()
        };
        Self { counts: passages.iter().map(count).collect(), passages, name: None }
    }

    /// With vectors wanted: `name` is to stand before each of its passages when one is made.
    pub fn with_vectors(self, name: &str) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// How many passages it has.
    pub fn passages(&self) -> usize {
        self.passages.len()
    }
}

#[derive(Debug)]
struct Slot {
    document: Arc<str>,
    number: u32,
    passage: Passage,
}

/// Where a document lies.
#[derive(Debug)]
struct Entry {
    group: u32,
    mark: u64,
    slots: Range<usize>,
    /// What stands before its passages when vectors are made of them; none when it gets none.
    name: Option<Box<str>>,
}

/// Passages by the documents they are of.
#[derive(Debug)]
pub struct Index<G> {
    vectors: Vectors,
    words: InvertedIndex,
    slots: Vec<Slot>,
    /// The group of each slot, apart from the slots: every search reads them all.
    slot_groups: Vec<u32>,
    groups: Vec<G>,
    group_numbers: HashMap<G, u32>,
    documents: HashMap<Arc<str>, Entry>,
    /// Documents that wait for vectors.
    unembedded: BTreeSet<Arc<str>>,
    empty: usize,
    passages_max: usize,
}

impl<G: Clone + Eq + Hash> Index<G> {
    /// An empty index that takes at most `passages_max` passages.
    pub fn new(passages_max: usize) -> Self {
        Self {
            vectors: Vectors::default(),
            words: InvertedIndex::default(),
            slots: Vec::new(),
            slot_groups: Vec::new(),
            groups: Vec::new(),
            group_numbers: HashMap::new(),
            documents: HashMap::new(),
            unembedded: BTreeSet::new(),
            empty: 0,
            passages_max: passages_max.min(EMPTY as usize - 1),
        }
    }

    /// How many passages there are.
    pub fn len(&self) -> usize {
        self.slots.len() - self.empty
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The mark a document was put in with; none when it is not there.
    pub fn mark(&self, document: &str) -> Option<u64> {
        self.documents.get(document).map(|entry| entry.mark)
    }

    /// Every document with its group and the number of its passages, in no order.
    pub fn documents(&self) -> impl Iterator<Item = (&str, &G, usize)> {
        self.documents
            .iter()
            .map(|(id, entry)| (&**id, &self.groups[entry.group as usize], entry.slots.len()))
    }

    /// Puts a document in, in place of what was there under this id; `mark` is for the caller to know
    /// it by. False when there is no room for it: then it is not there.
    pub fn insert(
        &mut self,
        document: &str,
        group: G,
        mark: u64,
        prepared: PreparedDocument,
    ) -> bool {
        let has_capacity = self.has_capacity(document, prepared.passages.len());
        self.remove(document);
        if !has_capacity {
            return false;
        }
        let group = self.group(group);
        let id: Arc<str> = document.into();
        let first = self.slots.len();
        self.vectors.extend(prepared.passages.len());
        for counts in prepared.counts {
            // Bounded by `passages_max`, which is below.
            self.words.push(self.slot_groups.len() as u32, counts);
            self.slot_groups.push(group);
        }
        let slot = |(number, passage)| Slot { document: Arc::clone(&id), number, passage };
        self.slots.extend((0..).zip(prepared.passages).map(slot));
        let slots = first..self.slots.len();
        if prepared.name.is_some() && !slots.is_empty() {
            self.unembedded.insert(Arc::clone(&id));
        }
        self.documents.insert(id, Entry { group, mark, slots, name: prepared.name });
        true
    }

    /// Moves a document to another group; nothing happens when it is not there.
    pub fn regroup(&mut self, document: &str, group: G) {
        if !self.documents.contains_key(document) {
            return;
        }
        let group = self.group(group);
        if let Some(entry) = self.documents.get_mut(document) {
            entry.group = group;
            self.slot_groups[entry.slots.clone()].fill(group);
        }
    }

    /// Removes a document; whether it was there.
    pub fn remove(&mut self, document: &str) -> bool {
        let Some(entry) = self.documents.remove(document) else { return false };
        self.unembedded.remove(document);
        self.empty += entry.slots.len();
        self.vectors.clear(entry.slots.clone());
        self.slot_groups[entry.slots].fill(EMPTY);
        if self.empty > EMPTY_MIN.max(self.slots.len() / 4) {
            self.compact();
        }
        true
    }

    /// Whether so many passages can be put in as this document.
    pub fn has_capacity(&self, document: &str, passages: usize) -> bool {
        let own = self.documents.get(document).map_or(0, |entry| entry.slots.len());
        self.len() - own + passages <= self.passages_max
    }

    /// The number of a group.
    fn group(&mut self, group: G) -> u32 {
        // Far fewer than passages were ever put in: without a document a group is forgotten.
        let next = self.groups.len() as u32;
        let number = *self.group_numbers.entry(group.clone()).or_insert(next);
        if number == next {
            self.groups.push(group);
        }
        number
    }

    /// Closes up the empty slots.
    fn compact(&mut self) {
        let mut next = 0;
        let renumbered: Vec<Option<u32>> = self
            .slot_groups
            .iter()
            .map(|group| {
                let number = (*group != EMPTY).then_some(next);
                next += u32::from(number.is_some());
                number
            })
            .collect();
        let is_kept = |slot: &usize| renumbered[*slot].is_some();
        self.vectors.keep((0..renumbered.len()).filter(is_kept));
        self.words.keep(&renumbered);
        let mut slot = 0..;
        self.slots.retain(|_| slot.next().is_some_and(|slot| is_kept(&slot)));
        self.slot_groups.retain(|group| *group != EMPTY);
        for entry in self.documents.values_mut() {
            let first = entry.slots.start;
            let moved = renumbered.get(first).copied().flatten().map_or(0, |slot| slot as usize);
            entry.slots = moved..moved + entry.slots.len();
        }
        self.empty = 0;
        self.drop_groups();
    }

    /// Forgets groups that no document is in.
    fn drop_groups(&mut self) {
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let mut groups = Vec::new();
        for entry in self.documents.values_mut() {
            let next = groups.len() as u32;
            let number = *numbers.entry(entry.group).or_insert(next);
            if number == next {
                groups.push(self.groups[entry.group as usize].clone());
            }
            entry.group = number;
        }
        for group in &mut self.slot_groups {
            *group = numbers.get(group).copied().unwrap_or(EMPTY);
        }
        self.group_numbers = groups.iter().cloned().zip(0..).collect();
        self.groups = groups;
    }

    /// The groups there are, and perhaps some whose documents are gone.
    pub fn groups(&self) -> &[G] {
        &self.groups
    }

    /// Removes the documents of the groups that `keeps` does not keep.
    pub fn retain(&mut self, keeps: impl Fn(&G) -> bool) {
        let kept: Vec<bool> = self.groups.iter().map(keeps).collect();
        let gone: Vec<Arc<str>> = self
            .documents
            .iter()
            .filter(|(_, entry)| !kept[entry.group as usize])
            .map(|(id, _)| Arc::clone(id))
            .collect();
        for document in gone {
            self.remove(&document);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SearchLimits, SearchQuery};

    fn prepared(texts: &[&str]) -> PreparedDocument {
        let passage = |text: &&str| Passage { text: (*text).into(), span: 0..text.len() };
        PreparedDocument::new("", texts.iter().map(passage).collect())
    }

    fn index(passages_max: usize) -> Index<&'static str> {
        Index::new(passages_max)
    }

    fn ask(index: &Index<&'static str>, text: &str, groups: &[&str]) -> Vec<(String, usize)> {
        let wanted = SearchLimits { limit: 10, ..SearchLimits::default() };
        let found =
            index.search(&SearchQuery::new(text, None), wanted, |group| groups.contains(group));
        found.hits.into_iter().map(|hit| (hit.document.to_owned(), hit.number)).collect()
    }

    fn at(document: &str, number: usize) -> (String, usize) {
        (document.to_owned(), number)
    }

    #[test]
    fn a_search_finds_words_and_their_forms_and_only_what_is_permitted() {
        let mut index = index(100);
        index.insert("a", "ours", 1, prepared(&["The wolf howled.", "Lucy was sleep-walking."]));
        index.insert("b", "theirs", 1, prepared(&["Wolves howl in the wood."]));

        assert_eq!(ask(&index, "howling wolf", &["ours"]), [at("a", 0)]);
        assert_eq!(ask(&index, "howling wolf", &["ours", "theirs"]), [at("a", 0), at("b", 0)]);
        assert_eq!(ask(&index, "sleepwalker", &["ours", "theirs"])[0], at("a", 1));
        assert_eq!(ask(&index, "xyzzy", &["ours", "theirs"]), []);
        assert_eq!(ask(&index, "", &["ours", "theirs"]), []);
        assert_eq!(ask(&index, "wolf", &[]), []);
    }

    #[test]
    fn a_document_is_replaced_moved_and_removed() {
        let mut index = index(100);
        index.insert("a", "ours", 1, prepared(&["garlic flowers"]));
        index.insert("a", "ours", 2, prepared(&["a wooden stake"]));

        assert_eq!(ask(&index, "garlic", &["ours"]), []);
        assert_eq!(ask(&index, "stakes", &["ours"]), [at("a", 0)]);
        assert_eq!((index.len(), index.mark("a"), index.mark("b")), (1, Some(2), None));
        index.regroup("a", "theirs");
        index.regroup("b", "theirs");
        assert_eq!(ask(&index, "stakes", &["ours"]), []);
        assert_eq!(ask(&index, "stakes", &["theirs"]), [at("a", 0)]);
        assert!(index.remove("a") && !index.remove("a"));
        assert_eq!(ask(&index, "stakes", &["theirs"]), []);
        assert!(index.is_empty());
    }

    #[test]
    fn an_index_that_is_full_takes_nothing_in() {
        let mut index = index(2);

        assert!(index.insert("a", "ours", 1, prepared(&["one", "two"])));
        assert!(!index.insert("b", "ours", 1, prepared(&["three"])));
        assert!(index.insert("a", "ours", 2, prepared(&["four", "five"])));
        assert!(!index.insert("a", "ours", 3, prepared(&["six", "seven", "eight"])));

        assert!(index.is_empty(), "what does not fit is not there in an old state either");
        assert!(index.insert("b", "ours", 1, prepared(&["three"])));
    }

    #[test]
    fn a_similarity_can_be_asked_for_and_a_document() {
        let mut index = index(10);
        index.insert("a", "ours", 1, prepared(&["the bloofer lady", "the lady with the lamp"]));
        index.insert("b", "ours", 1, prepared(&["the bloofer lady"]));
        let question = SearchQuery::new("bloofer lady", None);
        let found = |wanted| index.search(&question, wanted, |_| true).hits.len();

        let all = SearchLimits { limit: 10, ..SearchLimits::default() };
        assert_eq!(found(all), 3);
        assert_eq!(found(SearchLimits { similarity_min: 0.8, ..all }), 2);
        assert_eq!(found(SearchLimits { document: Some("b"), ..all }), 1);
        assert_eq!(found(SearchLimits { document: Some("c"), ..all }), 0);
        assert_eq!(found(SearchLimits { limit: 0, ..all }), 0);
    }
}
