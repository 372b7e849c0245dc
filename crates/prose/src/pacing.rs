//! Pacing: how a text alternates between dialogue and narration, how long its scenes are, how its
//! sentences run from beginning to end, and how it opens and closes. It measures, and judges
//! nothing.

use std::ops::Range;

use crate::dialogue::{quotations, spoken};
use crate::span::{Span, ratio};
use crate::tokens::{SentenceKind, Text};

/// Scenes that are listed at most; their number is complete.
pub const SCENES_MAX: usize = 100;

/// Words of a last sentence that is called short, at most.
pub const SHORT_ENDING_WORDS_MAX: usize = 8;

/// How a text moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Pacing {
    /// How many scenes there are; a heading or a scene break begins one.
    pub scenes: usize,
    /// The first [`SCENES_MAX`] of them.
    pub first_scenes: Vec<Scene>,
    /// Mean words of a sentence in each third of the sentences; none of fewer than three.
    pub thirds: Option<[f64; 3]>,
    /// The longest row of paragraphs in which nobody speaks.
    pub longest_narration: Option<Stretch>,
    /// The longest row of paragraphs of each of which at least half is spoken.
    pub longest_dialogue: Option<Stretch>,
    /// The first sentence.
    pub opening: Option<Span>,
    /// The last one.
    pub ending: Option<Ending>,
}

/// A scene by its length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scene {
    /// From its first sentence to its last.
    pub span: Span,
    /// Its words.
    pub words: usize,
    /// The share of them that is spoken, from 0 to 1.
    pub spoken: f64,
}

/// Paragraphs in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// From the start of the first to the end of the last.
    pub span: Span,
    /// How many.
    pub paragraphs: usize,
    /// Their words.
    pub words: usize,
}

/// How a text closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The last sentence.
    pub span: Span,
    /// Its words; at most [`SHORT_ENDING_WORDS_MAX`] are few.
    pub words: usize,
    /// Whether it asks.
    pub asks: bool,
    /// Whether it breaks off, in points or a dash.
    pub breaks_off: bool,
    /// Whether its last word is spoken.
    pub is_spoken: bool,
}

/// Measures how a text moves.
pub fn pacing(text: &Text<'_>) -> Pacing {
    let spoken = spoken(text, &quotations(text));
    let scenes = scenes(text);
    let first_scenes = scenes.iter().take(SCENES_MAX).map(|words| Scene {
        span: text.words_span(words),
        words: words.len(),
        spoken: ratio(count(&spoken, words), words.len()).unwrap_or(0.0),
    });
    let prose: Vec<_> = text.prose().collect();
    Pacing {
        scenes: scenes.len(),
        first_scenes: first_scenes.collect(),
        thirds: thirds(&prose.iter().map(|it| it.words.len()).collect::<Vec<_>>()),
        longest_narration: longest(text, |words| count(&spoken, words) == 0),
        longest_dialogue: longest(text, |words| 2 * count(&spoken, words) >= words.len()),
        opening: prose.first().map(|sentence| sentence.span),
        ending: prose.last().map(|sentence| {
            let words = sentence.span.of(text.source());
            let bare = words.trim_end_matches(|letter: char| "”’\"'»)]* ".contains(letter));
            Ending {
                span: sentence.span,
                words: sentence.words.len(),
                asks: bare.ends_with('?'),
                breaks_off: bare.ends_with(['…', '—', '–', '-']) || bare.ends_with("..."),
                is_spoken: spoken[sentence.words.end - 1],
            }
        }),
    }
}

fn count(spoken: &[bool], words: &Range<usize>) -> usize {
    spoken[words.clone()].iter().filter(|is_spoken| **is_spoken).count()
}

/// The words of each scene, those of headings left out.
fn scenes(text: &Text<'_>) -> Vec<Range<usize>> {
    let mut scenes: Vec<Range<usize>> = Vec::new();
    let mut begins = true;
    for sentence in text.sentences() {
        if sentence.kind == SentenceKind::Heading {
            begins = true;
            continue;
        }
        let paragraph = &text.paragraphs()[sentence.paragraph];
        let opens = paragraph.opens_scene && paragraph.words.start == sentence.words.start;
        match scenes.last_mut() {
            Some(scene) if !begins && !opens => scene.end = sentence.words.end,
            _ => scenes.push(sentence.words.clone()),
        }
        begins = false;
    }
    scenes
}

/// The means of three parts of nearly equal number.
fn thirds(lengths: &[usize]) -> Option<[f64; 3]> {
    let count = lengths.len();
    let mean = |part: usize| {
        let part = &lengths[count * part / 3..count * (part + 1) / 3];
        ratio(part.iter().sum(), part.len())
    };
    Some([mean(0)?, mean(1)?, mean(2)?])
}

/// The row of paragraphs with the most words that all fit; headings end one.
fn longest(text: &Text<'_>, fits: impl Fn(&Range<usize>) -> bool) -> Option<Stretch> {
    let mut best: Option<Range<usize>> = None;
    let mut row: Option<Range<usize>> = None;
    let words = |row: &Range<usize>| {
        text.paragraphs()[row.clone()].iter().map(|it| it.words.len()).sum::<usize>()
    };
    for (at, paragraph) in text.paragraphs().iter().enumerate() {
        let sentences = &text.sentences()[paragraph.sentences.clone()];
        let is_heading = sentences.iter().all(|it| it.kind == SentenceKind::Heading);
        if is_heading || !fits(&paragraph.words) {
            row = None;
            continue;
        }
        let longer = row.map_or(at..at + 1, |row| row.start..at + 1);
        if best.as_ref().is_none_or(|best| words(best) < words(&longer)) {
            best = Some(longer.clone());
        }
        row = Some(longer);
    }
    best.map(|row| {
        let (first, last) = (&text.paragraphs()[row.start], &text.paragraphs()[row.end - 1]);
        Stretch {
            span: Span::new(first.span.start, last.span.end),
            paragraphs: row.len(),
            words: words(&row),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "Chapter Two\n\nThe door was shut. Nobody came near it.\n\nIt rained.\n\n\
        “Who is there?” said Mina.\n\n“I,” he said.\n\n* * *\n\nThey went. “Will you come back";

    #[test]
    fn dialogue_and_narration_are_measured_apart() {
        let text = Text::new(SOURCE);

        let found = pacing(&text);

        let (narration, dialogue) =
            (found.longest_narration.unwrap(), found.longest_dialogue.unwrap());
        assert_eq!((narration.paragraphs, narration.words), (2, 10));
        assert!(
            narration.span.of(SOURCE).starts_with("The door")
                && narration.span.of(SOURCE).ends_with("rained.")
        );
        assert_eq!((dialogue.paragraphs, dialogue.words), (1, 6), "“I,” is less than “he said”");
    }

    #[test]
    fn scenes_begin_behind_headings_and_breaks() {
        let found = pacing(&Text::new(SOURCE));

        assert_eq!(found.scenes, 2);
        let lengths: Vec<usize> = found.first_scenes.iter().map(|it| it.words).collect();
        assert_eq!(lengths, [18, 6]);
        assert_eq!(found.first_scenes[0].spoken, 4.0 / 18.0);
    }

    #[test]
    fn opening_and_ending_are_seen_as_they_are() {
        let table = [
            ("It was he.", (false, false, false)),
            ("She asked: “Was it he?”", (true, false, true)),
            ("Then the light…", (false, true, false)),
            ("“But I—” he said.", (false, false, false)),
        ];

        for (source, wanted) in table {
            let ending = pacing(&Text::new(source)).ending.unwrap();
            assert_eq!((ending.asks, ending.breaks_off, ending.is_spoken), wanted, "{source}");
        }
        let empty = pacing(&Text::new(""));
        assert_eq!(
            (empty.opening, empty.ending, empty.thirds, empty.scenes),
            (None, None, None, 0)
        );
    }

    #[test]
    fn thirds_follow_the_sentences() {
        let source = "One. One two. One two three. One two. One two three four five. One.";

        assert_eq!(pacing(&Text::new(source)).thirds, Some([1.5, 2.5, 3.0]));
        assert_eq!(pacing(&Text::new("One. Two.")).thirds, None);
    }
}
