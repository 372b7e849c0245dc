//! Which document of a project a file of an import is: the one of the same title at the same position of the
//! tree, else the only one of that title.

use std::collections::{BTreeMap, VecDeque};

use crate::{fold::fold, tree::DEPTH_MAX};

/// A title with what it lies in: a document to be, or one of a project.
#[derive(Debug, Clone, Copy)]
pub struct Titled<'t> {
    /// The title.
    pub title: &'t str,
    /// What it lies in, by its index among the others.
    pub parent: Option<usize>,
}

/// The index of the document that each of `files` is; none for those that are new. Of several with the same
/// title at the same position the first is the first.
pub fn matches(files: &[Titled<'_>], documents: &[Titled<'_>]) -> Vec<Option<usize>> {
    let mut by_path: BTreeMap<Vec<String>, VecDeque<usize>> = BTreeMap::new();
    for (index, path) in paths(documents).into_iter().enumerate() {
        by_path.entry(path).or_default().push_back(index);
    }
    let mut found: Vec<Option<usize>> = paths(files)
        .iter()
        .map(|path| by_path.get_mut(path).and_then(VecDeque::pop_front))
        .collect();
    let mut by_title: BTreeMap<String, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for (index, file) in files.iter().enumerate() {
        if found[index].is_none() {
            by_title.entry(fold(file.title)).or_default().0.push(index);
        }
    }
    for index in by_path.into_values().flatten() {
        by_title.entry(fold(documents[index].title)).or_default().1.push(index);
    }
    for (files, documents) in by_title.into_values() {
        if let ([file], [document]) = (files.as_slice(), documents.as_slice()) {
            found[*file] = Some(*document);
        }
    }
    found
}

/// The titles from the top of the tree down to each.
fn paths(all: &[Titled<'_>]) -> Vec<Vec<String>> {
    let path = |index: usize| {
        let mut at = Some(index);
        let mut path = Vec::new();
        while let Some(titled) = at.and_then(|at| all.get(at)).filter(|_| path.len() < DEPTH_MAX) {
            path.push(fold(titled.title));
            at = titled.parent;
        }
        path.reverse();
        path
    };
    (0..all.len()).map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_document_of_its_title() {
        let titled = |all: &[(&'static str, Option<usize>)]| -> Vec<Titled<'static>> {
            all.iter().map(|&(title, parent)| Titled { title, parent }).collect()
        };
        for (files, documents, wanted) in [
            (&[("One", None), ("Two", None)][..], &[("two", None)][..], &[None, Some(0)][..]),
            // The same title in two parts.
            (
                &[("A", None), ("I", Some(0)), ("B", None), ("I", Some(2))],
                &[("B", None), ("I", Some(0)), ("A", None), ("I", Some(2))],
                &[Some(2), Some(3), Some(0), Some(1)],
            ),
            // One that was moved; of two that could be meant none is.
            (&[("One", None)], &[("Part", None), ("One", Some(0))], &[Some(1)]),
            (&[("One", None)], &[("P", None), ("One", Some(0)), ("One", Some(0))], &[None]),
            // The same title twice, one after the other.
            (&[("I", None), ("I", None)], &[("I", None), ("I", None)], &[Some(0), Some(1)]),
            (&[("I", None)], &[], &[None]),
        ] {
            assert_eq!(matches(&titled(files), &titled(documents)), wanted, "{files:?}");
        }
    }
}
