//! Passages that stand twice in a book. An extract has digests of the sentences of the narration, which tell the
//! documents that share some; in their texts, which are few, the passages are then compared word by word.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::{HabitExtract, is_in_lines};
use crate::dialogue::{quotations, spoken};
use crate::span::Span;
use crate::tokens::{SentenceKind, Text};

/// Words of the narration that a passage has at least. In ten novels, the newest of 1911, a few sentences share as
/// many in a row; those that count have to stand again as a whole.
pub const PASSAGE_WORDS_MIN: usize = 12;

/// Words in a row by which a passage is looked for.
const SHINGLE_WORDS: usize = 8;

/// Times that a passage stands in a book from which on it is a refrain.
const REFRAIN_TIMES: usize = 3;

/// Passages that are reported, at most.
pub const PASSAGES_FOUND_MAX: usize = 100;

/// A passage with where it stood before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepeatedPassage {
    /// The text in which it stands again, by its place, and where.
    pub again: (usize, Span),
    /// The text in which it stood before, and where.
    pub before: (usize, Span),
    /// Its words of the narration.
    pub words: usize,
    /// Its whole sentences of the narration.
    pub sentences: usize,
}

/// Digests of the sentences of the narration, each with as many of the next as make the fewest words of a
/// passage: two passages that count have one of them in common.
pub(super) fn sentence_digests(text: &Text<'_>, spoken: &[bool]) -> Vec<u32> {
    let is_narrated = |words: &Range<usize>| is_mostly(words, |at| !spoken[at]);
    let narrated: Vec<Range<usize>> =
        text.prose().map(|it| it.words.clone()).filter(is_narrated).collect();
    let digest = |from: usize| {
        let (mut hasher, mut words) = (DefaultHasher::new(), 0);
        for sentence in &narrated[from..] {
            sentence.clone().for_each(|at| text.lower(at).hash(&mut hasher));
            words += sentence.len();
            if words >= PASSAGE_WORDS_MIN {
                return Some((hasher.finish() >> 32) as u32);
            }
        }
        None
    };
    (0..narrated.len()).filter_map(digest).collect()
}

/// The documents that may have a passage twice, or that share one with another, in their order.
pub fn shared_documents(extracts: &[&HabitExtract]) -> Vec<usize> {
    let mut first: HashMap<u32, usize> = HashMap::new();
    let mut shared = vec![false; extracts.len()];
    for (document, extract) in extracts.iter().enumerate() {
        for &digest in &extract.sentences {
            if let Some(&before) = first.get(&digest) {
                shared[before] = true;
                shared[document] = true;
            } else {
                first.insert(digest, document);
            }
        }
    }
    (0..extracts.len()).filter(|&document| shared[document]).collect()
}

/// The passages that stand again in these texts, in the order of where they do.
pub fn repeated_passages(texts: &[Text<'_>]) -> Vec<RepeatedPassage> {
    let narrated: Vec<Vec<bool>> = texts.iter().map(narrated).collect();
    let mut first: HashMap<u64, (usize, usize)> = HashMap::new();
    let mut times: HashMap<u64, usize> = HashMap::new();
    let mut found = Vec::new();
    for (document, text) in texts.iter().enumerate() {
        let mut at = 0;
        while at + SHINGLE_WORDS <= text.words().len() {
            let key = shingle(text, at);
            let known = first.get(&key).copied();
            *times.entry(key).or_default() += 1;
            let run = known.map_or(0, |(before, from)| {
                // A passage never overlaps itself.
                let most = if before == document { at - from } else { usize::MAX };
                common((&texts[before], from), (text, at), most)
            });
            if run < SHINGLE_WORDS {
                first.entry(key).or_insert((document, at));
                at += 1;
                continue;
            }
            if let Some((before, from)) = known {
                found.push(Match {
                    before: (before, from),
                    again: (document, at),
                    words: run,
                    key,
                });
            }
            // Those inside are known already; those across its end are not.
            at += run - SHINGLE_WORDS + 1;
        }
    }
    let mut listed = HashSet::new();
    found
        .iter()
        .filter(|it| times.get(&it.key).is_some_and(|&times| times < REFRAIN_TIMES))
        .filter_map(|it| it.passage(texts, &narrated))
        .filter(|it| listed.insert(it.again))
        .take(PASSAGES_FOUND_MAX)
        .collect()
}

/// Words in a row that stand twice, as many as can be.
struct Match {
    before: (usize, usize),
    again: (usize, usize),
    words: usize,
    key: u64,
}

impl Match {
    /// The passage, if it is long enough and has a whole sentence of the narration in both positions.
    fn passage(&self, texts: &[Text<'_>], narrated: &[Vec<bool>]) -> Option<RepeatedPassage> {
        let ((before, from), (again, at)) = (self.before, self.again);
        let text = &texts[again];
        let is_narrated = |it: usize| narrated[again][at + it] && narrated[before][from + it];
        let words = (0..self.words).filter(|&it| is_narrated(it)).count();
        if words < PASSAGE_WORDS_MIN {
            return None;
        }
        let whole: Vec<Range<usize>> = text.sentences()
            [text.words()[at].sentence..=text.words()[at + self.words - 1].sentence]
            .iter()
            .map(|sentence| sentence.words.clone())
            .filter(|it| it.start >= at && it.end <= at + self.words)
            .filter(|it| is_mostly(it, |word| is_narrated(word - at)))
            .collect();
        let narrated_whole =
            whole.iter().cloned().flatten().filter(|word| is_narrated(word - at)).count();
        if narrated_whole < PASSAGE_WORDS_MIN {
            return None;
        }
        Some(RepeatedPassage {
            again: (again, text.words_span(&(at..at + self.words))),
            before: (before, texts[before].words_span(&(from..from + self.words))),
            words,
            sentences: whole.len(),
        })
    }
}

/// Whether most of these words are so: "her sisters used to say, “If Amy went”" is a sentence of the narration.
fn is_mostly(words: &Range<usize>, is_so: impl Fn(usize) -> bool) -> bool {
    2 * words.clone().filter(|at| is_so(*at)).count() > words.len()
}

fn shingle(text: &Text<'_>, at: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    (at..at + SHINGLE_WORDS).for_each(|word| text.lower(word).hash(&mut hasher));
    hasher.finish()
}

/// How many words are the same from here on, up to `most`.
fn common((one, from): (&Text<'_>, usize), (other, at): (&Text<'_>, usize), most: usize) -> usize {
    let all = (one.words().len() - from).min(other.words().len() - at).min(most);
    (0..all).take_while(|&it| one.lower(from + it) == other.lower(at + it)).count()
}

/// For each word whether it is narration, in neither verse nor a heading.
fn narrated(text: &Text<'_>) -> Vec<bool> {
    let mut narrated: Vec<bool> = spoken(text, &quotations(text)).iter().map(|it| !it).collect();
    for paragraph in text.paragraphs() {
        if is_in_lines(paragraph.span.of(text.source())) {
            narrated[paragraph.words.clone()].fill(false);
        }
    }
    for sentence in text.sentences().iter().filter(|it| it.kind == SentenceKind::Heading) {
        narrated[sentence.words.clone()].fill(false);
    }
    narrated
}
