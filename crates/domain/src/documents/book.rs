//! The documents of a project in reading order, each before its children, and where in the
//! manuscript each begins. Only lengths and positions are known here, no text.

use super::{Document, DocumentKind};
use crate::tree::preorder;

impl DocumentKind {
    /// Whether a reader reads it; notes and references lie beside the manuscript.
    pub const fn is_manuscript(self) -> bool {
        matches!(self, Self::Part | Self::Chapter | Self::Scene)
    }
}

/// A manuscript in the order of reading, and what lies beside it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Book {
    /// What is read, each before what lies in it, and among siblings by position.
    pub manuscript: Vec<PlacedDocument>,
    /// Notes and references, in the same order.
    pub notes: Vec<Document>,
    /// The words that are read.
    pub words: i64,
    /// Whether all documents of the project are here.
    pub is_whole: bool,
}

/// A document of a manuscript, and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedDocument {
    /// The document.
    pub document: Document,
    /// In how many documents it lies.
    pub depth: usize,
    /// Its own words, and those of what lies in it.
    pub words: i64,
    /// The words that are read before it.
    pub start: i64,
}

impl PlacedDocument {
    /// What it is called.
    pub fn title(&self) -> &str {
        &self.document.title
    }
}

impl Book {
    /// The book that these documents make, which come by position, and `is_whole` when they are all.
    pub fn of(documents: Vec<Document>, is_whole: bool) -> Self {
        let nodes = documents.iter().map(|it| (it.id.as_str(), it.parent_id.as_deref()));
        let mut book = Self { is_whole, ..Self::default() };
        for (at, depth) in preorder(nodes) {
            let document = documents[at].clone();
            if !document.kind.is_manuscript() {
                book.notes.push(document);
                continue;
            }
            let (start, words) = (book.words, document.words);
            book.words += words;
            book.manuscript.push(PlacedDocument { document, depth, words, start });
        }
        book.add_up();
        book
    }

    /// Adds to each the words of what lies in it: whatever stands deeper, up to the next that does
    /// not.
    fn add_up(&mut self) {
        let mut above: Vec<usize> = Vec::new();
        for at in 0..self.manuscript.len() {
            let (depth, words) = (self.manuscript[at].depth, self.manuscript[at].words);
            while above.last().is_some_and(|&it| self.manuscript[it].depth >= depth) {
                above.pop();
            }
            for &it in &above {
                self.manuscript[it].words += words;
            }
            above.push(at);
        }
    }

    /// The chapters; where there is none, the scenes.
    pub fn chapters(&self) -> Vec<&PlacedDocument> {
        let of = |kind| self.manuscript.iter().filter(move |it| it.document.kind == kind);
        let chapters: Vec<_> = of(DocumentKind::Chapter).collect();
        if chapters.is_empty() { of(DocumentKind::Scene).collect() } else { chapters }
    }

    /// Where a document of the manuscript stands.
    pub fn find(&self, id: &str) -> Option<&PlacedDocument> {
        self.manuscript.iter().find(|it| it.document.id == id)
    }

    /// A number of words as a share of the whole, from 0 to 1; none of a book without words.
    pub fn share(&self, words: i64) -> Option<f64> {
        (self.words > 0).then(|| words as f64 / self.words as f64)
    }
}

/// How far a row of numbers spreads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, of them all and not as a sample.
    pub deviation: f64,
}

impl Spread {
    /// The spread of these numbers; none of none.
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let count = numbers.len() as f64;
        let mean = (count > 0.0).then(|| numbers.iter().sum::<f64>() / count)?;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        Some(Self { mean, deviation: (squares / count).sqrt() })
    }

    /// How many deviations a number lies above the mean, or below it if less than zero; none where
    /// nothing deviates.
    pub fn score(self, number: f64) -> Option<f64> {
        (self.deviation > 0.0).then(|| (number - self.mean) / self.deviation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Time, documents::Status};

    fn document(id: &str, parent: &str, kind: DocumentKind, words: i64) -> Document {
        Document {
            id: id.to_owned(),
            project_id: "p".to_owned(),
            parent_id: Some(parent).filter(|it| !it.is_empty()).map(str::to_owned),
            kind,
            title: id.to_uppercase(),
            status: Status::Draft,
            position: 0,
            word_target: None,
            words,
            created_at: Time::from_millis(0),
            modified_at: Time::from_millis(0),
            version: 1,
            locked_by: None,
        }
    }

    #[test]
    fn documents_are_read_one_after_the_other_with_what_lies_in_them() {
        let book = Book::of(
            vec![
                document("second", "", DocumentKind::Part, 0),
                document("scene", "one", DocumentKind::Scene, 7),
                document("one", "first", DocumentKind::Chapter, 3),
                document("two", "first", DocumentKind::Chapter, 10),
                document("first", "", DocumentKind::Part, 1),
                document("map", "first", DocumentKind::Reference, 99),
                document("lost", "nobody", DocumentKind::Chapter, 4),
                document("circle", "circle", DocumentKind::Chapter, 5),
            ],
            true,
        );

        let read: Vec<_> =
            book.manuscript.iter().map(|it| (it.title(), it.depth, it.start, it.words)).collect();
        assert_eq!(
            read,
            [
                ("SECOND", 0, 0, 0),
                ("FIRST", 0, 0, 21),
                ("ONE", 1, 1, 10),
                ("SCENE", 2, 4, 7),
                ("TWO", 1, 11, 10),
                ("LOST", 0, 21, 4),
            ]
        );
        assert_eq!((book.words, book.notes.len()), (25, 1));
        let chapters: Vec<_> = book.chapters().iter().map(|it| it.title()).collect();
        assert_eq!(chapters, ["ONE", "TWO", "LOST"]);
        assert_eq!(book.share(5), Some(0.2));
        assert_eq!(Book::default().share(5), None);
    }

    #[test]
    fn a_book_without_chapters_is_one_of_scenes() {
        let scenes = vec![
            document("a", "", DocumentKind::Scene, 1),
            document("b", "", DocumentKind::Part, 1),
        ];

        let book = Book::of(scenes, true);

        assert_eq!(book.chapters().len(), 1);
    }

    #[test]
    fn a_spread_is_counted_over_all_and_there_is_none_of_nothing() {
        let spread = Spread::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();

        assert_eq!(spread, Spread { mean: 5.0, deviation: 2.0 });
        assert_eq!(spread.score(9.0), Some(2.0));
        assert_eq!(Spread::of(&[3.0]).unwrap().score(3.0), None);
        assert_eq!(Spread::of(&[]), None);
    }
}
