//! The passages of many documents, with their vectors and words, and the search over them. Documents
//! come and go one by one; each lies in a group, and who searches says which groups they may see.
//!
//! A passage has a slot for as long as it is there. What is removed leaves an empty slot behind, so
//! that removing costs nothing; when a quarter of the slots are empty, all move together.

use std::{
    collections::{BTreeMap, HashMap},
    hash::Hash,
    ops::Range,
    sync::Arc,
};

use crate::{
    embed::{Embedder, TextWords},
    fusion::{WORD_SHARE_MIN, fuse},
    inverted_index::{InvertedIndex, QueryWord},
    terms::{Term, parts},
    vectors::Vectors,
};

/// The least number of hits of each order that are ranked together.
pub const CANDIDATES_MIN: usize = 100;

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

/// A document that is ready for an index: all slow work is done.
#[derive(Debug)]
pub struct PreparedDocument {
    passages: Vec<Passage>,
    vectors: Vec<f32>,
    counts: Vec<Vec<(Box<str>, u32)>>,
}

impl PreparedDocument {
    /// Reads the passages of a document. What stands in its `heading` is found with each of them.
    pub fn new(embedder: &dyn Embedder, heading: &str, passages: Vec<Passage>) -> Self {
        let texts: Vec<String> =
            passages.iter().map(|passage| format!("{heading}\n{}", passage.text)).collect();
        let read: Vec<TextWords<'_>> = texts.iter().map(|text| TextWords::of(text)).collect();
        let vectors = embedder.embed(&read);
        let count = |TextWords { terms, .. }: TextWords<'_>| {
            let mut counts: BTreeMap<String, u32> = BTreeMap::new();
            for term in terms {
                *counts.entry(term.stem).or_default() += 1;
            }
            counts.into_iter().map(|(word, count)| (word.into_boxed_str(), count)).collect()
        };
        Self { vectors, counts: read.into_iter().map(count).collect(), passages }
    }

    /// How many passages it has.
    pub fn passages(&self) -> usize {
        self.passages.len()
    }
}

/// What is searched for, read once.
#[derive(Debug)]
pub struct SearchQuery {
    vector: Vec<f32>,
    /// Different words.
    words: Vec<QueryWord>,
    chance: f32,
    weight: f32,
}

impl SearchQuery {
    /// Reads a question with the embedder of the index that it is asked of. The commonest words count
    /// only where there are no others.
    pub fn new(embedder: &dyn Embedder, text: &str) -> Self {
        let reading = TextWords::of(text);
        let vector = embedder.embed(std::slice::from_ref(&reading));
        let mut terms = reading.terms;
        if terms.iter().any(|term| !term.is_stop) {
            terms.retain(|term| !term.is_stop);
        }
        let word = |term: Term| QueryWord {
            parts: if term.is_stop { Vec::new() } else { parts(&term.word) },
            stem: term.stem.into_boxed_str(),
        };
        let mut words: Vec<QueryWord> = terms.into_iter().map(word).collect();
        words.sort_unstable();
        words.dedup_by(|one, other| one.stem == other.stem);
        Self { vector, words, chance: embedder.chance(), weight: embedder.weight() }
    }
}

/// Which hits are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchLimits<'w> {
    /// How many at the most.
    pub limit: usize,
    /// The least similarity, 0 to 1.
    pub similarity_min: f32,
    /// Only passages of this document.
    pub document: Option<&'w str>,
}

/// A passage that was found.
#[derive(Debug, PartialEq)]
pub struct Hit<'i, G> {
    /// The document it is of.
    pub document: &'i str,
    /// The group of the document.
    pub group: &'i G,
    /// Which passage of the document it is, from 0 on.
    pub number: usize,
    /// The passage.
    pub passage: &'i Passage,
    /// The cosine of its vector and the question's, 0 where it is below: 0 to 1.
    pub similarity: f32,
    /// How well it fits by its words (BM25): 0 when it has none of the question's.
    pub word_score: f32,
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
    empty: usize,
    passages_max: usize,
}

impl<G: Clone + Eq + Hash> Index<G> {
    /// An empty index for vectors of so many numbers, that takes at most `passages_max` passages.
    pub fn new(dimensions: usize, passages_max: usize) -> Self {
        Self {
            vectors: Vectors::new(dimensions),
            words: InvertedIndex::default(),
            slots: Vec::new(),
            slot_groups: Vec::new(),
            groups: Vec::new(),
            group_numbers: HashMap::new(),
            documents: HashMap::new(),
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
        for (vector, counts) in
            prepared.vectors.chunks_exact(self.vectors.dimensions()).zip(prepared.counts)
        {
            // Bounded by `passages_max`, which is below.
            self.words.push(self.slot_groups.len() as u32, counts);
            self.vectors.push(vector);
            self.slot_groups.push(group);
        }
        let slot = |(number, passage)| Slot { document: Arc::clone(&id), number, passage };
        self.slots.extend((0..).zip(prepared.passages).map(slot));
        self.documents.insert(id, Entry { group, mark, slots: first..self.slots.len() });
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
        self.empty += entry.slots.len();
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

    /// The passages that answer a question best, best first, of the groups that `permits` permits. A
    /// passage is found when it is more like the question than chance makes it, or has one of its
    /// words.
    pub fn search(
        &self,
        question: &SearchQuery,
        wanted: SearchLimits<'_>,
        permits: impl Fn(&G) -> bool,
    ) -> Vec<Hit<'_, G>> {
        let permitted = self.permitted(wanted.document, permits);
        let mut cosines = vec![0.0_f32; permitted.len()];
        for (slot, cosine) in cosines.iter_mut().enumerate().filter(|(slot, _)| permitted[*slot]) {
            // Rounding may bring equal vectors beyond 1.
            *cosine = self.vectors.cosine(slot, &question.vector).clamp(0.0, 1.0);
        }
        let words = self.words.scores(&question.words, &permitted);
        let mut word_scores = vec![0.0_f32; permitted.len()];
        for (slot, score) in &words {
            word_scores[*slot] = *score;
        }
        let count = wanted.limit.max(CANDIDATES_MIN);
        let near = question.chance.max(wanted.similarity_min);
        let alike = cosines.iter().copied().enumerate().filter(|(_, cosine)| *cosine >= near);
        let alike = self.best(alike.collect(), count);
        let best_word = words.iter().map(|(_, score)| *score).fold(0.0, f32::max);
        let worded = words.into_iter().filter(|(slot, score)| {
            *score >= WORD_SHARE_MIN * best_word && cosines[*slot] >= wanted.similarity_min
        });
        let worded = self.best(worded.collect(), count);
        let sums = fuse(&[(question.weight, &alike), (1.0, &worded)]);
        let found = self.best(sums.into_iter().collect(), wanted.limit);
        let hit = |slot: usize| {
            let Slot { document, number, passage } = &self.slots[slot];
            Hit {
                document,
                group: &self.groups[self.slot_groups[slot] as usize],
                number: *number as usize,
                passage,
                similarity: cosines[slot],
                word_score: word_scores[slot],
            }
        };
        found.into_iter().map(hit).collect()
    }

    /// Which slots may be found.
    fn permitted(&self, document: Option<&str>, permits: impl Fn(&G) -> bool) -> Vec<bool> {
        let groups: Vec<bool> = self.groups.iter().map(permits).collect();
        let of_group = |group: &u32| groups.get(*group as usize).copied().unwrap_or(false);
        let Some(document) = document else {
            return self.slot_groups.iter().map(of_group).collect();
        };
        let mut permitted = vec![false; self.slot_groups.len()];
        if let Some(entry) = self.documents.get(document) {
            permitted[entry.slots.clone()].fill(of_group(&entry.group));
        }
        permitted
    }

    /// The slots with the highest scores, highest first. Equal ones go by document and passage, so
    /// that the order does not tell when a document came.
    fn best(&self, mut scored: Vec<(usize, f32)>, count: usize) -> Vec<usize> {
        let position = |slot: usize| (&self.slots[slot].document, self.slots[slot].number);
        let order = |one: &(usize, f32), other: &(usize, f32)| {
            other.1.total_cmp(&one.1).then_with(|| position(one.0).cmp(&position(other.0)))
        };
        if scored.len() > count {
            if count == 0 {
                return Vec::new();
            }
            scored.select_nth_unstable_by(count - 1, order);
            scored.truncate(count);
        }
        scored.sort_unstable_by(order);
        scored.into_iter().map(|(slot, _)| slot).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::{HashedNgrams, NGRAM_DIMENSIONS};

    fn prepared(texts: &[&str]) -> PreparedDocument {
        let passage = |text: &&str| Passage { text: (*text).into(), span: 0..text.len() };
        PreparedDocument::new(&HashedNgrams, "", texts.iter().map(passage).collect())
    }

    fn index(passages_max: usize) -> Index<&'static str> {
        Index::new(NGRAM_DIMENSIONS, passages_max)
    }

    fn ask(index: &Index<&'static str>, text: &str, groups: &[&str]) -> Vec<(String, usize)> {
        let wanted = SearchLimits { limit: 10, ..SearchLimits::default() };
        let hits = index
            .search(&SearchQuery::new(&HashedNgrams, text), wanted, |group| groups.contains(group));
        hits.into_iter().map(|hit| (hit.document.to_owned(), hit.number)).collect()
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
        let question = SearchQuery::new(&HashedNgrams, "bloofer lady");
        let found = |wanted| index.search(&question, wanted, |_| true).len();

        let all = SearchLimits { limit: 10, ..SearchLimits::default() };
        assert_eq!(found(all), 3);
        assert_eq!(found(SearchLimits { similarity_min: 0.9, ..all }), 2);
        assert_eq!(found(SearchLimits { document: Some("b"), ..all }), 1);
        assert_eq!(found(SearchLimits { document: Some("c"), ..all }), 0);
        assert_eq!(found(SearchLimits { limit: 0, ..all }), 0);
    }
}
