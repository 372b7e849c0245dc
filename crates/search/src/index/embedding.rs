//! Which passages wait for vectors, and how they get them.

use std::{hash::Hash, sync::Arc};

use super::{Entry, Index};
use crate::vectors::PassageVectors;

/// A document some of whose passages have no vectors yet.
#[derive(Debug, PartialEq)]
pub struct Unembedded<G> {
    /// The document.
    pub document: Arc<str>,
    /// Its group.
    pub group: G,
    /// The mark it was put in with.
    pub mark: u64,
    /// The numbers of the passages, and their texts behind the name of the document.
    pub passages: Vec<(usize, String)>,
}

impl<G: Clone + Eq + Hash> Index<G> {
    /// Documents that wait for vectors, until they have so many passages together; none when there is nothing
    /// to do.
    pub fn unembedded(&self, passages_max: usize) -> Vec<Unembedded<G>> {
        let (mut found, mut passages) = (Vec::new(), 0);
        for document in &self.unembedded {
            if passages >= passages_max {
                break;
            }
            let Some(Entry { group, mark, slots, name }) = self.documents.get(document) else {
                continue;
            };
            let missing = slots.clone().filter(|slot| !self.vectors.has(*slot));
            let text = |slot: usize| {
                (self.slots[slot].number as usize, self.embedded_text(slot, name.as_deref()))
            };
            let texts: Vec<_> = missing.take(passages_max - passages).map(text).collect();
            passages += texts.len();
            found.push(Unembedded {
                document: Arc::clone(document),
                group: self.groups[*group as usize].clone(),
                mark: *mark,
                passages: texts,
            });
        }
        found
    }

    /// Whether any document waits for vectors.
    pub fn has_unembedded(&self) -> bool {
        !self.unembedded.is_empty()
    }

    /// The text of a slot as its vector is made of it: behind the name of its document, which may be all
    /// there is.
    fn embedded_text(&self, slot: usize, name: Option<&str>) -> String {
        let text = &self.slots[slot].passage.text;
        match name.filter(|name| !name.is_empty() && **name != **text) {
            Some(name) => format!("{name}\n{text}"),
            None => text.to_string(),
        }
    }

    /// The texts of all passages of these groups that have vectors or wait for them.
    pub fn embedded_texts(&self, of: impl Fn(&G) -> bool) -> Vec<String> {
        let of_group: Vec<bool> = self.groups.iter().map(of).collect();
        let entries = self.documents.values().filter(|entry| {
            entry.name.is_some() && of_group.get(entry.group as usize).copied().unwrap_or(false)
        });
        entries
            .flat_map(|entry| entry.slots.clone().map(|slot| (slot, entry.name.as_deref())))
            .map(|(slot, name)| self.embedded_text(slot, name))
            .collect()
    }

    /// Sets the vectors of passages of a document, unless it is another text by now. False when one has
    /// another number of dimensions than the first one of all: then it is not taken.
    pub fn set_vectors(
        &mut self,
        document: &str,
        mark: u64,
        of: &[(usize, PassageVectors)],
    ) -> bool {
        let Some(entry) = self.documents.get(document).filter(|entry| entry.mark == mark) else {
            return true;
        };
        let mut are_taken = true;
        for (number, vectors) in of {
            let slot = entry.slots.start + number;
            if entry.slots.contains(&slot) {
                are_taken &= self.vectors.set(slot, vectors);
            }
        }
        if entry.slots.clone().all(|slot| self.vectors.has(slot)) {
            self.unembedded.remove(document);
        }
        are_taken
    }

    /// Waits no more for vectors of a document, of which none can be made.
    pub fn give_up_vectors(&mut self, document: &str, mark: u64) {
        if self.mark(document) == Some(mark) {
            self.unembedded.remove(document);
        }
    }

    /// The numbers in each vector; none as long as there is no vector.
    pub fn dimensions(&self) -> Option<usize> {
        Some(self.vectors.dimensions()).filter(|dimensions| *dimensions > 0)
    }

    /// How many passages of a document have vectors.
    pub fn embedded(&self, document: &str) -> usize {
        let slots = self.documents.get(document).map(|entry| entry.slots.clone());
        slots.into_iter().flatten().filter(|slot| self.vectors.has(*slot)).count()
    }
}
