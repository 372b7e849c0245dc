//! Defects that a tester wrote into a novel by hand: changed words about the novel's own persons, beside the lore that a
//! writer would keep. A set is a file of JSON, which has no text of the novel but the words that are changed.

use std::fmt;

use serde::Deserialize;

use crate::draft::{Edit, LoreDraft, Mark, PlantedNovel, applied};
use crate::kind::DefectKind;
use crate::novel::Chapter;

/// The sets that were written for this project, by their names.
pub const SETS_BY_HAND: &[(&str, &str)] = &[
    ("G", include_str!("../by_hand/g.json")),
    ("H", include_str!("../by_hand/h.json")),
    ("I", include_str!("../by_hand/i.json")),
    ("J", include_str!("../by_hand/j.json")),
];

/// What one tester planted.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetByHand {
    /// Whether all misses have been read; else those of defects with an even number are put aside.
    pub is_read: bool,
    /// The novels that were changed.
    pub books: Vec<BookByHand>,
}

/// What is planted into one novel.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BookByHand {
    /// The folder of its chapters.
    pub book: String,
    /// The year in which the story begins.
    pub year: Option<i64>,
    /// What the project prohibits.
    #[serde(default)]
    pub prohibited: Vec<String>,
    /// The lore; it is there before anything is planted.
    pub lore: Vec<LoreDraft>,
    /// What is planted.
    pub defects: Vec<DefectByHand>,
}

/// A defect, or a decoy.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DefectByHand {
    /// The name of its set and a number.
    pub id: String,
    /// The name of a [`DefectKind`].
    pub kind: String,
    /// Whether it only looks like a defect.
    #[serde(default)]
    pub is_decoy: bool,
    /// What contradicts what.
    pub why: String,
    /// The words that are changed.
    pub edits: Vec<EditByHand>,
}

/// Changed words of a chapter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditByHand {
    /// The title of the chapter: its file without its ending.
    pub chapter: String,
    /// Words that stand in the chapter once.
    pub find: String,
    /// What takes their place.
    pub replace: String,
}

/// Why a set cannot be planted.
#[derive(Debug)]
pub enum ByHandError {
    /// The file is no set.
    Unreadable(serde_json::Error),
    /// A defect has a kind that does not exist.
    UnknownKind(String),
    /// The words of a defect do not stand in its chapter, or more than once, or it changes what another changes.
    Misplaced(String),
}

impl fmt::Display for ByHandError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(to, "no set of defects: {error}"),
            Self::UnknownKind(id) => write!(to, "{id} has a kind that does not exist"),
            Self::Misplaced(id) => {
                write!(to, "the words of {id} stand in its chapter not once, or are changed twice")
            }
        }
    }
}

impl std::error::Error for ByHandError {}

impl SetByHand {
    /// Reads a set.
    ///
    /// # Errors
    ///
    /// If the text is not such JSON.
    pub fn parse(text: &str) -> Result<Self, ByHandError> {
        serde_json::from_str(text).map_err(ByHandError::Unreadable)
    }

    /// Whether a defect is put aside: rules are made on the others.
    pub fn is_put_aside(&self, defect: &DefectByHand) -> bool {
        let number = defect.id.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        let is_even = number.parse::<u64>().is_ok_and(|it| it.is_multiple_of(2));
        !self.is_read && !defect.is_decoy && is_even
    }
}

impl DefectByHand {
    /// What is wrong, or seems to be; none when the name is of no kind.
    pub fn kind(&self) -> Option<DefectKind> {
        DefectKind::ALL.iter().copied().find(|it| it.name() == self.kind)
    }
}

impl BookByHand {
    /// The novel as it is, with the lore and what is prohibited.
    pub fn unplanted(&self, chapters: &[Chapter]) -> PlantedNovel {
        PlantedNovel {
            chapters: chapters.to_vec(),
            marks: Vec::new(),
            lore: self.lore.clone(),
            prohibited: self.prohibited.clone(),
        }
    }

    /// The novel with everything that is planted; its marks are in the order of the defects.
    ///
    /// # Errors
    ///
    /// If a defect has an unknown kind, or its words are not where it says.
    pub fn planted(&self, chapters: &[Chapter]) -> Result<PlantedNovel, ByHandError> {
        let (mut edits, mut marks) = (Vec::new(), Vec::new());
        for (at, defect) in self.defects.iter().enumerate() {
            let unknown = || ByHandError::UnknownKind(defect.id.clone());
            let kind = defect.kind().ok_or_else(unknown)?;
            for edit in &defect.edits {
                let found = found(edit, chapters, at);
                edits.push(found.ok_or_else(|| ByHandError::Misplaced(defect.id.clone()))?);
            }
            let what = defect.edits.last().map_or(String::new(), |it| it.replace.clone());
            let (is_decoy, against) = (defect.is_decoy, defect.why.clone());
            marks.push(Mark { kind, is_decoy, spans: Vec::new(), what, against });
        }
        edits.sort_by_key(|it| (it.chapter, it.bytes.start));
        let twice = edits
            .windows(2)
            .find(|it| it[0].chapter == it[1].chapter && it[0].bytes.end > it[1].bytes.start);
        if let Some(mark) = twice.and_then(|it| it[1].mark) {
            return Err(ByHandError::Misplaced(self.defects[mark].id.clone()));
        }
        let chapters = applied(chapters, &edits, &mut marks);
        Ok(PlantedNovel { chapters, marks, ..self.unplanted(&[]) })
    }
}

/// An edit at its position, if that is the only one.
fn found(edit: &EditByHand, chapters: &[Chapter], mark: usize) -> Option<Edit> {
    let chapter = chapters.iter().position(|it| it.title == edit.chapter)?;
    let mut positions = chapters[chapter].text.match_indices(&edit.find);
    let (start, found) = positions.next().filter(|(_, it)| !it.is_empty())?;
    if positions.next().is_some() {
        return None;
    }
    let (bytes, text) = (start..start + found.len(), edit.replace.clone());
    Some(Edit { chapter, bytes, lead: "", text, mark: Some(mark) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SET: &str = r#"{"isRead": false, "books": [{"book": "a", "year": null, "lore": [], "defects": [
        {"id": "X1", "kind": "eyes", "why": "", "edits": [{"chapter": "1", "find": "grey", "replace": "green"}]},
        {"id": "X2", "kind": "age", "why": "", "edits": [{"chapter": "1", "find": "ten", "replace": "twelve"}]},
        {"id": "X4", "kind": "age", "isDecoy": true, "why": "", "edits": []}]}]}"#;

    fn chapters(text: &str) -> Vec<Chapter> {
        vec![Chapter { title: "1".to_owned(), text: text.to_owned() }]
    }

    #[test]
    fn a_set_is_planted_where_its_words_stand() {
        let set = SetByHand::parse(SET).unwrap();
        let book = &set.books[0];

        let planted = book.planted(&chapters("É ten with grey eyes.")).unwrap();

        assert_eq!(planted.chapters[0].text, "É twelve with green eyes.");
        let starts: Vec<usize> =
            planted.marks.iter().flat_map(|it| &it.spans).map(|it| it.start).collect();
        assert_eq!(starts, [14, 2]);
        let aside: Vec<bool> = book.defects.iter().map(|it| set.is_put_aside(it)).collect();
        assert_eq!(aside, [false, true, false]);
    }

    #[test]
    fn what_cannot_be_planted_is_named() {
        let set = SetByHand::parse(SET).unwrap();
        for (text, id) in [("ten, black eyes", "X1"), ("ten of ten, grey", "X2"), ("", "X1")] {
            let error = set.books[0].planted(&chapters(text)).unwrap_err();
            assert!(error.to_string().contains(id), "{text}: {error}");
        }
        let unknown = SetByHand::parse(&SET.replace("age", "ages")).unwrap();
        let error = unknown.books[0].planted(&chapters("ten, grey")).unwrap_err();
        assert!(matches!(error, ByHandError::UnknownKind(_)));
        let twice = SetByHand::parse(&SET.replace("\"ten\"", "\"grey e\"")).unwrap();
        let error = twice.books[0].planted(&chapters("ten, grey eyes")).unwrap_err();
        assert!(matches!(error, ByHandError::Misplaced(_)));
    }

    #[test]
    fn the_sets_can_be_read_and_have_only_known_kinds_and_own_ids() {
        for (name, text) in SETS_BY_HAND {
            let set = SetByHand::parse(text).unwrap();
            let mut ids = std::collections::BTreeSet::new();
            for defect in set.books.iter().flat_map(|it| &it.defects) {
                assert!(defect.id.starts_with(name) && ids.insert(&defect.id), "{}", defect.id);
                assert!(defect.kind().is_some(), "{}", defect.id);
                assert!(!defect.edits.is_empty(), "{}", defect.id);
            }
        }
    }
}
