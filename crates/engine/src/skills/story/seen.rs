//! What a text shows of somebody where something is named: whether they speak there, or are named by the
//! narration. Speech whose speaker is a pronoun is nobody's, and a pronoun names nobody.

use std::collections::BTreeMap;

use domain::story::{Evidence, NEAR_PARAGRAPHS_MAX};
use prose::{NameIndex, Narration, Passage, Quotation, SentenceKind, Span, Text};

/// Bytes of a paragraph before a date that stands at its beginning, as in a diary.
const DATE_WITHIN_BYTES: usize = 30;

/// The share of “I”, “me” and “my” among the words outside of speech, in percent, from which on a text may
/// be told in the first person.
pub(super) const FIRST_PERSON_PERCENT: usize = 2;

/// How a subject is found in a text.
pub(super) enum Sought {
    /// By its names, as this owner of the index.
    Owner(usize),
    /// By so many of these words in one sentence.
    Words(Vec<String>, usize),
}

/// A sentence that has a subject.
pub(super) struct SubjectSentence {
    pub(super) sentence: Span,
    /// Its name, where it has one.
    name: Option<Span>,
}

/// A text with who speaks in it and whom its narration names.
pub(super) struct ReadText<'t> {
    pub(super) text: Text<'t>,
    /// The scene of each paragraph.
    scenes: Vec<usize>,
    quotations: Vec<Quotation>,
    /// Speeches whose speakers are known, with their first paragraphs.
    speeches: Vec<(usize, usize, Vec<Quotation>)>,
    /// Names in the narration, with their paragraphs.
    named: Vec<(usize, usize)>,
    passages: Vec<(usize, Passage)>,
}

impl<'t> ReadText<'t> {
    /// Reads a text for who bears these names.
    pub(super) fn new(plain: &'t str, names: &NameIndex) -> Self {
        let text = Text::new(plain);
        let quotations = prose::quotations(&text);
        let passages = prose::named_passages(&text, names);
        let mut read = Self {
            scenes: scenes(&text),
            quotations,
            speeches: Vec::new(),
            named: Vec::new(),
            passages,
            text,
        };
        for (owner, speech) in prose::attributed_speeches(&read.text, names) {
            let first = speech.first().map(|it| read.paragraph(it.span));
            read.speeches.extend(first.map(|paragraph| (owner, paragraph, speech)));
        }
        let narrated = read.passages.iter().filter(|(_, it)| read.is_narrated(it.span));
        read.named = narrated.map(|(owner, it)| (*owner, read.paragraph(it.span))).collect();
        read
    }

    /// Who is named anywhere in it, in headings and speech too.
    pub(super) fn owners(&self) -> impl Iterator<Item = usize> {
        self.passages.iter().map(|(owner, _)| *owner)
    }

    /// Whether somebody of this number speaks by name.
    pub(super) fn speakers(&self) -> impl Iterator<Item = usize> {
        self.speeches.iter().map(|(owner, ..)| *owner)
    }

    /// The sentences that have a subject, each once.
    pub(super) fn sightings(&self, sought: &Sought) -> Vec<SubjectSentence> {
        let mut sightings: Vec<SubjectSentence> = match sought {
            Sought::Owner(wanted) => {
                let of = self.passages.iter().filter(|(owner, _)| owner == wanted);
                let position = |it: &Passage| SubjectSentence {
                    sentence: it.sentence_span,
                    name: Some(it.span),
                };
                of.map(|(_, it)| position(it)).collect()
            }
            Sought::Words(words, needed) => prose::sentences_with(&self.text, words)
                .into_iter()
                .filter(|it| it.words.len() >= *needed)
                .map(|it| SubjectSentence { sentence: it.span, name: None })
                .collect(),
        };
        sightings.dedup_by_key(|it| it.sentence);
        sightings
    }

    /// What the text shows of each who bears a name where a subject is named: what shows most.
    pub(super) fn visible(
        &self,
        position: &SubjectSentence,
        sought: &Sought,
    ) -> BTreeMap<usize, Evidence> {
        let here = self.paragraph(position.sentence);
        let mut visible: BTreeMap<usize, Evidence> = BTreeMap::new();
        let mut add = |owner: usize, evidence: Evidence| {
            let most = visible.entry(owner).or_insert(evidence);
            *most = (*most).min(evidence);
        };
        for (owner, paragraph, speech) in &self.speeches {
            if speech.iter().any(|it| self.says(it, position, sought)) {
                add(*owner, Evidence::Says);
            } else if self.is_near(here, *paragraph) {
                add(*owner, Evidence::SpeaksNearby);
            }
        }
        for (owner, paragraph) in &self.named {
            if *paragraph == here {
                add(*owner, Evidence::NamedBeside);
            } else if self.is_near(here, *paragraph) {
                add(*owner, Evidence::NamedNearby);
            }
        }
        visible
    }

    /// Whether the narration may be in the first person.
    pub(super) fn is_first_person(&self) -> bool {
        let counted = Narration::with_quotations(&self.text, &self.quotations);
        let narrated = counted.words.saturating_sub(counted.spoken);
        counted.first > 0 && counted.first * 100 >= narrated * FIRST_PERSON_PERCENT
    }

    /// Whether a quotation has a subject in it.
    fn says(&self, quotation: &Quotation, position: &SubjectSentence, sought: &Sought) -> bool {
        let (start, end) = (
            quotation.span.start.max(position.sentence.start),
            quotation.span.end.min(position.sentence.end),
        );
        if start >= end {
            return false;
        }
        match (position.name, sought) {
            (Some(name), _) => start <= name.start && name.end <= end,
            (None, Sought::Words(words, needed)) => {
                let spoken = Text::new(&self.text.source()[start..end]);
                let mut found: Vec<usize> = prose::sentences_with(&spoken, words)
                    .into_iter()
                    .flat_map(|it| it.words)
                    .collect();
                found.sort_unstable();
                found.dedup();
                found.len() >= *needed
            }
            (None, Sought::Owner(_)) => false,
        }
    }

    /// Whether a name stands in the narration as somebody's who acts or is spoken of: not in speech or a
    /// heading, and not as whose something is.
    fn is_narrated(&self, span: Span) -> bool {
        let name = span.of(self.text.source());
        let is_possessive = ["’s", "'s", "s’", "s'"].iter().any(|ending| name.ends_with(ending));
        let is_quoted =
            self.quotations.iter().any(|it| it.span.start <= span.start && span.end <= it.span.end);
        let sentence = self.text.sentences().get(self.sentence(span));
        let is_heading = sentence.is_none_or(|it| it.kind == SentenceKind::Heading);
        !is_possessive && !is_quoted && !is_heading
    }

    fn sentence(&self, span: Span) -> usize {
        self.text.sentences().partition_point(|it| it.span.end <= span.start)
    }

    fn paragraph(&self, span: Span) -> usize {
        self.text.sentences().get(self.sentence(span)).map_or(0, |it| it.paragraph)
    }

    fn is_near(&self, one: usize, other: usize) -> bool {
        one.abs_diff(other) <= NEAR_PARAGRAPHS_MAX && self.scenes.get(one) == self.scenes.get(other)
    }
}

/// The scene of each paragraph: one begins behind a break, with a heading, and with a date that a paragraph
/// begins with.
fn scenes(text: &Text<'_>) -> Vec<usize> {
    let dates: Vec<usize> = prose::dates(text).iter().map(|it| it.passage.span.start).collect();
    let begins = |paragraph: &prose::Paragraph| {
        let first = &text.sentences()[paragraph.sentences.start];
        let behind = dates.partition_point(|it| *it < paragraph.span.start);
        let has_date =
            dates.get(behind).is_some_and(|it| *it <= paragraph.span.start + DATE_WITHIN_BYTES);
        paragraph.opens_scene || first.kind == SentenceKind::Heading || has_date
    };
    let number = text.paragraphs().iter().scan(0, |scene, paragraph| {
        *scene += usize::from(begins(paragraph));
        Some(*scene)
    });
    number.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["Ede", "Harro", "Pask", "bowl"];

    fn visible(source: &str, sought: &Sought) -> Vec<Vec<(&'static str, Evidence)>> {
        let names = NameIndex::new(NAMES.into_iter().enumerate());
        let read = ReadText::new(source, &names);
        let of = |position: &SubjectSentence| {
            let visible =
                read.visible(position, sought).into_iter().filter(|(owner, _)| *owner != 3);
            visible.map(|(owner, evidence)| (NAMES[owner], evidence)).collect()
        };
        read.sightings(sought).iter().map(of).collect()
    }

    #[test]
    fn who_speaks_near_a_name_is_there_and_who_is_named_may_not_be() {
        use Evidence::{NamedBeside, NamedNearby, Says, SpeaksNearby};
        for (source, wanted) in [
            ("“The bowl is here,” said Pask.", vec![("Pask", Says)]),
            ("The bowl stood there.\n\n“Come in,” said Pask.", vec![("Pask", SpeaksNearby)]),
            ("Harro looked at the bowl.", vec![("Harro", NamedBeside)]),
            ("The bowl stood there.\n\nHarro came.", vec![("Harro", NamedNearby)]),
            ("The bowl stood there.\n\n***\n\nHarro came.", vec![]),
            ("Harro’s bowl stood there.", vec![]),
            ("“Harro has the bowl,” said Pask.", vec![("Pask", Says)]),
            ("The bowl stood there.\n\n4 May. Harro came.", vec![]),
        ] {
            assert_eq!(visible(source, &Sought::Owner(3)), [wanted], "{source}");
        }
    }

    #[test]
    fn what_is_sought_by_words_is_said_by_who_says_enough_of_them() {
        let sought = Sought::Words(vec!["empty".to_owned(), "cup".to_owned()], 2);

        let said = visible("“The cup is empty,” said Ede.", &sought);
        let linked = visible("“A cup,” said Ede of the empty thing.", &sought);

        assert_eq!(said, [[("Ede", Evidence::Says)]]);
        assert_eq!(linked, [[("Ede", Evidence::SpeaksNearby)]]);
    }

    #[test]
    fn a_text_is_told_in_the_first_person_by_its_narration_alone() {
        let names = NameIndex::default();

        assert!(ReadText::new("I went out and shut my door.", &names).is_first_person());
        assert!(!ReadText::new("“I went,” said Ede, and shut the door.", &names).is_first_person());
    }
}
