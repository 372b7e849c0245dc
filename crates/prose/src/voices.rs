//! Voices: what is countable about how those speak to whom quotations are attributed, and the attributions
//! that rest on nothing but a name beside a verb.

use std::collections::BTreeMap;

use crate::attribution;
use crate::dialogue::{Quotation, quotations, spoken};
use crate::lists::{FUNCTION_WORDS, SPEECH_VERBS};
use crate::mentions::{Mention, NameIndex, unambiguous_mentions};
use crate::span::{Span, ratio};
use crate::speakers::{AttributedQuotation, Speaker};
use crate::tokens::{Text, Word};

/// Words that may stand between a verb of speech and the name of who speaks: "said poor Lucy".
const NAME_WITHIN_WORDS: usize = 1;

/// Endings of contracted forms.
const CONTRACTIONS: [&str; 6] = ["n't", "'m", "'ll", "'ve", "'d", "'re"];

/// Who speaks without being named.
const PRONOUNS: [&str; 8] = ["i", "you", "he", "she", "it", "we", "they", "who"];

/// Who says how much of a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Voices {
    /// Quotations that hold a word.
    pub quotations: usize,
    /// Those of them whose speaker is known.
    pub attributed: usize,
    /// Everybody who is known to speak, by the number given with the names.
    pub voices: BTreeMap<usize, Voice>,
}

/// How somebody speaks.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Voice {
    /// Speeches: quotations in a row within one paragraph are one.
    pub speeches: usize,
    /// Their words.
    pub words: usize,
    /// Sentences, and what of a sentence stands within one quotation.
    pub sentences: usize,
    /// Sentences that ask.
    pub questions: usize,
    /// Sentences that exclaim.
    pub exclamations: usize,
    /// Contracted words: don't, I'm, we'll.
    pub contractions: usize,
    /// The longest quotation and its words, the first among equals.
    pub longest: Option<(usize, Span)>,
}

impl Voice {
    /// Mean words of a speech; none without one.
    pub fn speech_mean(&self) -> Option<f64> {
        ratio(self.words, self.speeches)
    }

    /// Mean words of a sentence; none without one.
    pub fn sentence_mean(&self) -> Option<f64> {
        ratio(self.words, self.sentences)
    }

    /// The share of sentences that ask, from 0 to 1.
    pub fn question_share(&self) -> Option<f64> {
        ratio(self.questions, self.sentences)
    }

    /// The share of sentences that exclaim, from 0 to 1.
    pub fn exclamation_share(&self) -> Option<f64> {
        ratio(self.exclamations, self.sentences)
    }

    /// The share of words that are contracted, from 0 to 1.
    pub fn contraction_share(&self) -> Option<f64> {
        ratio(self.contractions, self.words)
    }
}

/// Measures how the members of a cast speak, in the quotations of a text as they are attributed.
pub fn voices(text: &Text<'_>, quotations: &[AttributedQuotation]) -> Voices {
    let mut found = Voices { quotations: quotations.len(), ..Voices::default() };
    let is_members = |it: &&AttributedQuotation| matches!(it.speaker, Some(Speaker::Member(_)));
    found.attributed = quotations.iter().filter(is_members).count();
    for (owner, speech) in member_speeches(text, quotations) {
        found.voices.entry(owner).or_default().add(text, &speech);
    }
    found
}

/// What the members of a cast say, in the order of the text: quotations of one speaker within one paragraph
/// are one speech.
pub fn member_speeches(
    text: &Text<'_>,
    quotations: &[AttributedQuotation],
) -> Vec<(usize, Vec<Quotation>)> {
    let paragraph = |it: &AttributedQuotation| {
        let first = it.parts.first().map_or(0, |part| part.span.start);
        text.paragraphs().partition_point(|paragraph| paragraph.span.end <= first)
    };
    let is_one = |one: &AttributedQuotation, next: &AttributedQuotation| {
        one.speaker == next.speaker && paragraph(one) == paragraph(next)
    };
    let speech = |together: &[AttributedQuotation]| match together.first()?.speaker {
        Some(Speaker::Member(owner)) => {
            Some((owner, together.iter().flat_map(|it| it.parts.clone()).collect()))
        }
        _ => None,
    };
    quotations.chunk_by(is_one).filter_map(speech).collect()
}

/// The speeches of a text whose speakers are named beside a verb of speech, each with its quotations: the
/// surest of what [`speakers`](crate::speakers) finds, and nothing else.
///
/// A quotation is somebody's when a verb of speech stands beside it and a name beside the verb, in
/// one sentence: "said Mina", "Mina softly said". What is quoted next in the same paragraph is said by
/// the same, when nothing but that attribution stands between and no second speaker is named; so is
/// what carries a speech on into the next paragraph.
pub fn attributed_speeches(text: &Text<'_>, names: &NameIndex) -> Vec<(usize, Vec<Quotation>)> {
    let quotations: Vec<Quotation> =
        quotations(text).into_iter().filter(|it| !it.words.is_empty()).collect();
    let spoken = spoken(text, &quotations);
    let mentions = unambiguous_mentions(text, names);
    let mut speeches = Vec::new();
    let mut carried = None;
    for together in quotations.chunk_by(|one, next| is_one_speech(text, one, next, &spoken)) {
        let mut named: Vec<usize> = together
            .iter()
            .filter_map(|quotation| speaker(text, quotation, &spoken, &mentions))
            .collect();
        named.sort_unstable();
        named.dedup();
        let whose = match (named.as_slice(), carried) {
            ([only], _) => Some(*only),
            ([], carried) => carried,
            _ => None,
        };
        if let Some(owner) = whose {
            speeches.push((owner, together.to_vec()));
        }
        carried = whose.filter(|_| together.last().is_some_and(|last| last.is_continued));
    }
    speeches
}

/// Whether two quotations, one behind the other, are parts of one speech: in one paragraph, with
/// nothing between them but what attributes the first.
fn is_one_speech(text: &Text<'_>, one: &Quotation, next: &Quotation, spoken: &[bool]) -> bool {
    let paragraph = |it: &Quotation| text.sentence_of(it.words.start).paragraph;
    let between = &text.words()[one.words.end..next.words.start];
    let sentences = between.first().zip(between.last());
    let is_attribution = |(first, last): (&Word, &Word)| {
        first.sentence == last.sentence && attribution::after(text, one, spoken).is_some()
    };
    paragraph(one) == paragraph(next) && sentences.is_none_or(is_attribution)
}

/// Whose name stands beside the verb beside a quotation.
fn speaker(
    text: &Text<'_>,
    quotation: &Quotation,
    spoken: &[bool],
    mentions: &[Mention],
) -> Option<usize> {
    let verbs =
        [attribution::before(text, quotation, spoken), attribution::after(text, quotation, spoken)];
    // Behind a pronoun the verb has its speaker: whoever else is named is spoken to, or of.
    let is_free = |verb: &usize| {
        *verb == 0 || !PRONOUNS.contains(&text.lower(*verb - 1)) || spoken[*verb - 1]
    };
    verbs.into_iter().flatten().filter(is_free).find_map(|verb| {
        let sentence = text.words()[verb].sentence;
        let is_beside = |mention: &&Mention| {
            let words = &mention.words;
            let distance =
                if words.end <= verb { verb - words.end } else { words.start - verb - 1 };
            distance <= NAME_WITHIN_WORDS
                && text.words()[words.start].sentence == sentence
                && !spoken[words.start]
                && !text.lower(words.end - 1).ends_with("'s")
                && is_joined(text, words.end.min(verb), words.start.max(verb))
                && begins_beside(text, quotation, verb.min(words.start))
                && (words.end.min(verb + 1)..words.start.max(verb)).all(|word| is_bare(text, word))
        };
        let near = mentions.partition_point(|mention| mention.words.end + NAME_WITHIN_WORDS < verb);
        mentions[near..]
            .iter()
            .take_while(|mention| mention.words.start <= verb + 1 + NAME_WITHIN_WORDS)
            .filter(|mention| !mention.words.contains(&verb))
            .find(is_beside)
            .map(|mention| mention.owner)
    })
}

/// Whether an attribution that begins at this word begins right behind the quotation, if it stands
/// behind it: “Come,” for Mina began to weep.
fn begins_beside(text: &Text<'_>, quotation: &Quotation, first: usize) -> bool {
    let end = quotation.words.end;
    first < end || (end..first).all(|word| is_bare(text, word)) && first <= end + NAME_WITHIN_WORDS
}

/// Whether a word may stand between a verb and its speaker: "said the Professor", "said poor Lucy",
/// and not "said to Lucy".
fn is_bare(text: &Text<'_>, word: usize) -> bool {
    let lower = text.lower(word);
    lower == "the" || SPEECH_VERBS.contains(lower) || !FUNCTION_WORDS.contains(lower)
}

/// Whether nothing but spaces stands between words: a comma would part them.
fn is_joined(text: &Text<'_>, from: usize, to: usize) -> bool {
    (from.min(to) + 1..=to).all(|word| text.gap_before(word).trim().is_empty())
}

impl Voice {
    /// Adds the quotations of one speech of this text.
    pub fn add(&mut self, text: &Text<'_>, speech: &[Quotation]) {
        self.speeches += 1;
        for quotation in speech {
            let length = quotation.words.len();
            self.words += length;
            if self.longest.is_none_or(|(longest, _)| longest < length) {
                self.longest = Some((length, quotation.span));
            }
            for word in quotation.words.clone() {
                let lower = text.lower(word);
                self.contractions +=
                    usize::from(CONTRACTIONS.iter().any(|ending| lower.ends_with(ending)));
                let is_last = word + 1 == quotation.words.end
                    || text.words()[word + 1].sentence != text.words()[word].sentence;
                if is_last {
                    let mark = text.gap_after(word).trim_start();
                    self.sentences += 1;
                    self.questions += usize::from(mark.starts_with('?'));
                    self.exclamations += usize::from(mark.starts_with('!'));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speakers::{Cast, CastMember, speakers};

    fn names() -> NameIndex {
        NameIndex::new([(0, "Mina"), (1, "Van Helsing"), (2, "Lucy"), (1, "the Professor")])
    }

    fn named(source: &str) -> Vec<usize> {
        let found = attributed_speeches(&Text::new(source), &names());
        found.into_iter().map(|(owner, _)| owner).collect()
    }

    #[test]
    fn who_is_named_beside_the_verb_speaks() {
        let table = [
            ("“Come,” said Mina.", Some(0)),
            ("Mina said, “Come.”", Some(0)),
            ("Van Helsing softly answered: “Come.”", Some(1)),
            ("“Come,” said poor Lucy.", Some(2)),
            ("“Come,” said the Professor. “Now!”", Some(1)),
            ("“Come,” he said to Mina.", None),
            ("“Come,” said Mina's friend.", None),
            ("“Come,” she said. Mina went.", None),
            ("“Come.” Lucy was there.", None),
            ("“Mina,” he said.", None),
            ("“Come,” said Mina. “Go,” said Lucy.", None),
            ("“Come,” for Mina began to weep.", None),
            ("“Come?” he asked. Mina rose. “Go,” he said.", None),
            ("Lucy said: “Come!” He shook his head: “No.”", Some(2)),
        ];

        for (source, wanted) in table {
            assert_eq!(named(source).first().copied(), wanted, "{source}");
        }
    }

    #[test]
    fn who_answers_in_the_same_paragraph_is_somebody_else() {
        for source in [
            "“Come?” asked Mina. He shook his head: “No, no.”",
            "“Now.” He stopped. “Come?” asked Mina.",
        ] {
            assert_eq!(named(source), [0], "{source}");
        }
    }

    #[test]
    fn a_voice_is_counted_over_all_its_speeches() {
        let text = Text::new(
            "“I don't know,” said Mina. “Do you? Go!”\n\n“No,” said a boy.\n\nMina said, “We'll \
             see.\n\n“It is late.”",
        );
        let mina = CastMember { names: vec!["Mina"], gender: None };
        let cast = Cast { members: vec![mina], narrator: None };

        let all = voices(&text, &speakers(&text, &cast));

        assert_eq!((all.quotations, all.attributed), (4, 3));
        let mina = &all.voices[&0];
        assert_eq!((mina.speeches, mina.words, mina.sentences), (2, 11, 5));
        assert_eq!((mina.questions, mina.exclamations, mina.contractions), (1, 1, 2));
        assert_eq!(mina.sentence_mean(), Some(2.2));
        assert_eq!(mina.longest.map(|(words, _)| words), Some(3));
        assert_eq!(Voice::default().speech_mean(), None);
    }
}
