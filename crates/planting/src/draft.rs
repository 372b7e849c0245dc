//! Planting: chooses what goes where from a seed, changes the text, and says afterwards at which
//! positions of the new text each defect and each decoy stands.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::Deserialize;
use serde_json::Value;

use crate::chance::Chance;
use crate::kind::DefectKind;
use crate::kinds;
use crate::novel::{Chapter, Novel, Person};
use crate::second;
use crate::sites::{Site, sites, words};
use crate::wording;

/// Words of a novel for each defect, at least: more defects would make another book of it.
const WORDS_PER_DEFECT: usize = 250;

/// Characters of a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextSpan {
    /// The chapter, from 0.
    pub chapter: usize,
    /// The first character.
    pub start: usize,
    /// Behind the last character.
    pub end: usize,
}

impl TextSpan {
    /// Whether they have a character in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.chapter == other.chapter && self.start < other.end && other.start < self.end
    }
}

/// Something planted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// What it is.
    pub kind: DefectKind,
    /// Whether it only looks like it.
    pub is_decoy: bool,
    /// Where it stands; of a contradiction both statements.
    pub spans: Vec<TextSpan>,
    /// What was planted, for whoever reads the list.
    pub what: String,
    /// What it contradicts: a rule, the lore, or another statement.
    pub against: String,
}

/// An entry for the lore of the project.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoreDraft {
    /// What it is called.
    pub name: String,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Its category in the interface.
    pub category: String,
    /// Facts by key.
    #[serde(default)]
    pub attributes: BTreeMap<String, Value>,
    /// What is written about it.
    #[serde(default)]
    pub content: String,
}

/// A novel in which defects and decoys were planted.
#[derive(Debug, Clone, PartialEq)]
pub struct PlantedNovel {
    /// Its text.
    pub chapters: Vec<Chapter>,
    /// What was planted.
    pub marks: Vec<Mark>,
    /// What the lore has beside the persons and locations of the novel.
    pub lore: Vec<LoreDraft>,
    /// What the project prohibits.
    pub prohibited: Vec<String>,
}

/// A change of a chapter, for a mark.
pub(crate) struct Edit {
    pub(crate) chapter: usize,
    pub(crate) bytes: Range<usize>,
    /// What stands before the text and is not part of the mark.
    pub(crate) lead: &'static str,
    pub(crate) text: String,
    /// None for what is only there to be contradicted.
    pub(crate) mark: Option<usize>,
}

/// What is being planted.
pub(crate) struct Draft<'n> {
    pub(crate) novel: &'n Novel,
    pub(crate) chance: Chance,
    pub(crate) sites: Vec<Site>,
    edits: Vec<Edit>,
    marks: Vec<Mark>,
    pub(crate) lore: Vec<LoreDraft>,
    pub(crate) prohibited: Vec<String>,
    /// Whether what has a second wording is planted with it.
    has_second: bool,
    /// Persons that are in no novel, in the order in which they are taken.
    cast: Vec<Person>,
}

/// Plants one defect of each kind that fits the novel, as far as its length allows, and a decoy for each.
/// Facts and dates have the first wording with odd seeds and the second with even ones.
pub fn plant(novel: &Novel, seed: u64) -> PlantedNovel {
    let mut draft = Draft::new(novel, seed);
    draft.has_second = seed.is_multiple_of(2);
    let mut wanted: Vec<DefectKind> = DefectKind::ALL.to_vec();
    // Slips of grammar have a position in every book. They are planted beside the others and last, so that a seed plants
    // what it did before there were such.
    wanted.retain(|kind| *kind != DefectKind::Grammar);
    draft.chance.shuffle(&mut wanted);
    let most = (novel.words() / WORDS_PER_DEFECT).max(1);
    let mut planted = 0;
    // A kind that does not fit leaves its slot to the next.
    let mut chosen: Vec<DefectKind> =
        wanted.into_iter().filter(|kind| kinds::fits(*kind, novel)).take(most).collect();
    chosen.sort_unstable();
    chosen.push(DefectKind::Grammar);
    for kind in chosen {
        for is_decoy in [false, true] {
            let second =
                if draft.has_second { second::plant_any(&mut draft, kind, is_decoy) } else { None };
            let done = second.or_else(|| kinds::plant(&mut draft, kind, is_decoy));
            planted += usize::from(done.is_some());
        }
    }
    debug_assert_eq!(planted, draft.marks.len());
    draft.finish()
}

impl<'n> Draft<'n> {
    pub(crate) fn new(novel: &'n Novel, seed: u64) -> Self {
        let mut chance = Chance::of(seed);
        // Only names: whether an ordinary word is near another person's name does not matter.
        let taken: BTreeSet<&str> = novel
            .chapters
            .iter()
            .flat_map(|it| words(&it.text).into_iter().map(|word| &it.text[word]))
            .filter(|word| word.starts_with(char::is_uppercase))
            .map(|word| word.trim_end_matches("’s"))
            .collect();
        let cast = wording::cast(&mut chance, &taken);
        Self {
            novel,
            chance,
            sites: sites(novel),
            edits: Vec::new(),
            marks: Vec::new(),
            lore: Vec::new(),
            prohibited: Vec::new(),
            has_second: false,
            cast,
        }
    }

    /// A person whom nobody has read of yet, who gets an entry of the lore.
    pub(crate) fn newcomer(&mut self) -> Option<Person> {
        let person = self.stranger()?;
        Some(self.entered(person))
    }

    /// A newcomer of this sex.
    pub(crate) fn newcomer_of(&mut self, female: bool) -> Option<Person> {
        let at = self.cast.iter().rposition(|it| it.female == female)?;
        let person = self.cast.remove(at);
        Some(self.entered(person))
    }

    /// A person with an entry of the lore.
    fn entered(&mut self, person: Person) -> Person {
        let aliases = person.name.split(' ').map(str::to_owned).collect();
        self.lore.push(LoreDraft {
            name: person.name.clone(),
            aliases,
            category: "character".to_owned(),
            attributes: BTreeMap::new(),
            content: String::new(),
        });
        person
    }

    /// A person whom nobody has read of yet and the lore does not know.
    pub(crate) fn stranger(&mut self) -> Option<Person> {
        self.cast.pop()
    }

    /// A free paragraph of narration between two parts of the novel, from 0 to 1, that is wanted.
    pub(crate) fn spot(
        &mut self,
        part: Range<f64>,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let all = self.sites.len() as f64;
        let free: Vec<usize> = (0..self.sites.len())
            .filter(|&at| part.contains(&(at as f64 / all)))
            .filter(|&at| self.sites[at].is_narration && !self.sites[at].is_taken)
            .filter(|&at| is_wanted(self.text(at)))
            .collect();
        let at = *self.chance.one(&free)?;
        self.sites[at].is_taken = true;
        Some(at)
    }

    /// A free paragraph of narration anywhere.
    pub(crate) fn anywhere(&mut self) -> Option<usize> {
        self.spot(0.0..1.0, |_| true)
    }

    /// The text of a paragraph.
    pub(crate) fn text(&self, site: usize) -> &'n str {
        let site = &self.sites[site];
        &self.novel.chapters[site.chapter].text[site.bytes.clone()]
    }

    /// Begins a mark; what is planted for it follows.
    pub(crate) fn mark(&mut self, kind: DefectKind, is_decoy: bool, what: &str, against: &str) {
        let (what, against) = (what.to_owned(), against.to_owned());
        self.marks.push(Mark { kind, is_decoy, spans: Vec::new(), what, against });
    }

    /// Adds a sentence to the end of a paragraph, for the last mark.
    pub(crate) fn append(&mut self, site: usize, sentence: String) {
        let end = self.sites[site].bytes.end;
        self.edit(site, end..end, " ", sentence);
    }

    /// Adds a sentence to the end of a paragraph that is right and of no mark.
    pub(crate) fn append_unmarked(&mut self, site: usize, sentence: String) {
        self.append(site, sentence);
        if let Some(edit) = self.edits.last_mut() {
            edit.mark = None;
        }
    }

    /// Adds a paragraph behind one, for the last mark.
    pub(crate) fn insert_behind(&mut self, site: usize, paragraph: String) {
        let end = self.sites[site].bytes.end;
        self.edit(site, end..end, "\n\n", paragraph);
    }

    /// Puts another text in the position of some bytes of a paragraph's chapter, for the last mark.
    pub(crate) fn replace(&mut self, site: usize, bytes: Range<usize>, text: String) {
        self.edit(site, bytes, "", text);
    }

    fn edit(&mut self, site: usize, bytes: Range<usize>, lead: &'static str, text: String) {
        let chapter = self.sites[site].chapter;
        self.sites[site].is_taken = true;
        let mark = self.marks.len().checked_sub(1);
        self.edits.push(Edit { chapter, bytes, lead, text, mark });
    }

    pub(crate) fn finish(mut self) -> PlantedNovel {
        self.edits.sort_by_key(|edit| (edit.chapter, edit.bytes.start, edit.mark));
        let chapters = applied(&self.novel.chapters, &self.edits, &mut self.marks);
        PlantedNovel { chapters, marks: self.marks, lore: self.lore, prohibited: self.prohibited }
    }
}

/// The chapters with all edits, which are in the order of the text; their marks get the positions.
pub(crate) fn applied(chapters: &[Chapter], edits: &[Edit], marks: &mut [Mark]) -> Vec<Chapter> {
    let mut changed = Vec::with_capacity(chapters.len());
    for (at, chapter) in chapters.iter().enumerate() {
        let (mut text, mut from) = (String::new(), 0);
        for edit in edits.iter().filter(|edit| edit.chapter == at) {
            text.push_str(&chapter.text[from..edit.bytes.start]);
            text.push_str(edit.lead);
            let start = text.chars().count();
            text.push_str(&edit.text);
            let span = TextSpan { chapter: at, start, end: text.chars().count() };
            if let Some(mark) = edit.mark {
                marks[mark].spans.push(span);
            }
            from = edit.bytes.end;
        }
        text.push_str(&chapter.text[from..]);
        changed.push(Chapter { title: chapter.title.clone(), text });
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::novel::{FactSheet, Narration};

    fn novel(texts: &[&str]) -> Novel {
        let narration = Narration { is_first_person: false, has_one_view: true, viewpoint: None };
        let person = Person {
            name: "Hannah Wentworth".to_owned(),
            aliases: vec!["Hannah".to_owned()],
            female: true,
            attributes: [("eyes".to_owned(), "grey".into())].into(),
        };
        let facts = FactSheet {
            title: "A".to_owned(),
            folder: None,
            chapters: Vec::new(),
            year: Some(1880),
            is_british: Some(true),
            narration,
            persons: vec![person],
            locations: vec!["Bristol".to_owned(), "Bath".to_owned()],
            setting: String::new(),
            worthwhile: Vec::new(),
        };
        let chapter = |text: &&str| Chapter { title: "1".to_owned(), text: (*text).to_owned() };
        Novel { facts, chapters: texts.iter().map(chapter).collect() }
    }

    #[test]
    fn a_text_without_a_position_for_anything_stays_as_it_is() {
        for texts in [&[][..], &[""], &["“É,” — ‘«”"], &["# A\n\n\n\n*b*"], &["Hannah Hannah"]]
        {
            let novel = novel(texts);
            for seed in 0..20 {
                let planted = plant(&novel, seed);
                let is_changed = planted.chapters != novel.chapters;
                assert_eq!(is_changed, !planted.marks.is_empty(), "{texts:?}: {:?}", planted.marks);
            }
        }
    }

    #[test]
    fn what_is_taken_out_of_the_marks_is_the_text_as_it_was() {
        let paragraph = "Hannah went down to the water in the morning, and nobody that she met there had \
                         slept, because the bells had rung all night and the tide had come in over the \
                         wall and into the lower street.";
        let text = vec![paragraph; 60].join("\n\n");
        let novel = novel(&[&text]);

        let mut marks = 0;
        for seed in 0..20 {
            let planted = plant(&novel, seed);
            marks += planted.marks.len();
            let changed: Vec<char> = planted.chapters[0].text.chars().collect();
            for mark in planted.marks {
                for span in mark.spans {
                    let there: String = changed[span.start..span.end].iter().collect();
                    assert!(!there.trim().is_empty(), "{:?}", mark.what);
                    assert_eq!(there.trim(), there);
                }
            }
        }
        assert!(marks > 100, "{marks}");
    }
}
