//! Repetition at a distance: words that come back sooner than chance would bring them, and phrases
//! that echo. Words are compared as written, apart from case and a possessive 's: "door" and "doors"
//! are two words.

use std::collections::HashMap;

use crate::capitals::Lexicon;
use crate::lists::{HONORIFICS, PLAIN_SPEECH_VERBS};
use crate::span::{PASSAGES_MAX, Span, keep_smallest, per_thousand};
use crate::tokens::{FormId, SentenceKind, Text};

/// Spans that a cluster or an echo lists at most; its count is complete.
pub const REPEAT_SPANS_MAX: usize = 20;

/// Words of an echoed phrase at least.
pub const ECHO_WORDS_MIN: usize = 3;

/// How likely chance may be to bring a word back so often, for the cluster to be reported.
pub const CHANCE_MAX: f64 = 0.003;

/// How often a word is expected before the text has told anything about it: once in ten thousand
/// words, as a fairly common noun or verb of English occurs.
const PRIOR_RATE: f64 = 1.0 / 10_000.0;

/// Words of text that the expectation weighs as much as. It keeps short texts from finding every
/// repetition natural, for they hold too little to compare with.
const PRIOR_WORDS: f64 = 2_000.0;

/// Letters of a word that is looked at, at least.
const CONTENT_LETTERS_MIN: usize = 3;

/// What repeats.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Repetition {
    /// All clusters of repeated words.
    pub clusters: usize,
    /// Clusters in a thousand words; none without words.
    pub clusters_per_thousand: Option<f64>,
    /// At most [`PASSAGES_MAX`] clusters, the least likely first.
    pub top_clusters: Vec<Cluster>,
    /// All phrases that are repeated.
    pub echoes: usize,
    /// At most [`PASSAGES_MAX`] of them: the longest first, among equals the most frequent, then the
    /// first.
    pub top_echoes: Vec<Echo>,
}

/// A content word that occurs several times, each within the window of the one before, and more
/// often than its frequency in the rest of the text explains.
///
/// The chance is that of a Poisson process: with `n` occurrences over `s` words, and a rate of
/// `(occurrences elsewhere + 0.2) ÷ (words of the text + 2,000)`, the probability of at least
/// `n − 1` further occurrences in `s` words. The constants stand for a text of 2,000 words in which
/// the word is as frequent as a fairly common one of English, once in 10,000. It is reported up to [`CHANCE_MAX`]. Function words, names,
/// plain verbs of speech and words of fewer than three letters are left out.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster {
    /// The word in lower case.
    pub word: String,
    /// Occurrences in the cluster.
    pub count: usize,
    /// The first [`REPEAT_SPANS_MAX`] of them.
    pub spans: Vec<Span>,
    /// Words from each of these spans to the next; 1 is the very next word.
    pub distances: Vec<usize>,
    /// From the first occurrence to the last.
    pub span: Span,
    /// The words of that, both included.
    pub within_words: usize,
    /// Occurrences of the word in the rest of the text.
    pub elsewhere: usize,
    /// How unlikely it is: −log₁₀ of the chance, so that 3 is one in a thousand.
    pub surprise: f64,
}

/// A phrase of at least [`ECHO_WORDS_MIN`] words, within one sentence, that comes back within the
/// window. A phrase of function words alone is none, nor one of three words with only one other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Echo {
    /// The phrase in lower case, without its marks.
    pub phrase: String,
    /// Its words.
    pub words: usize,
    /// How often it occurs, each time within the window of the time before.
    pub count: usize,
    /// The first [`REPEAT_SPANS_MAX`] of them.
    pub spans: Vec<Span>,
    /// Words from the start of each of these spans to the start of the next.
    pub distances: Vec<usize>,
    /// Words from the first occurrence to the last, both included.
    pub within_words: usize,
}

impl Repetition {
    pub(crate) fn new(
        text: &Text<'_>,
        lexicon: &Lexicon,
        window_words: usize,
        echo_window_words: usize,
    ) -> Repetition {
        let is_content = content(text, lexicon);
        let (clusters, top) = clusters(text, &is_content, window_words);
        let (echoes, top_echoes) = echoes(text, &is_content, echo_window_words);
        Repetition {
            clusters,
            clusters_per_thousand: per_thousand(clusters, text.words().len()),
            top_clusters: top,
            echoes,
            top_echoes,
        }
    }
}

/// For each form whether an editor would mind its repetition.
fn content(text: &Text<'_>, lexicon: &Lexicon) -> Vec<bool> {
    (0..text.forms_len())
        .map(|form| {
            let lower = text.form(form);
            !lexicon.is_function(form)
                && !lexicon.is_name(form)
                && !PLAIN_SPEECH_VERBS.contains(lower)
                && !HONORIFICS.contains(lower)
                && lower.chars().count() >= CONTENT_LETTERS_MIN
                && lower.chars().all(|letter| letter.is_alphabetic() || letter == '\'')
        })
        .collect()
}

/// How many clusters there are, and the least likely of them.
fn clusters(text: &Text<'_>, is_content: &[bool], window: usize) -> (usize, Vec<Cluster>) {
    let (starts, positions) = positions(text, is_content);
    let mut count = 0;
    let mut ranked: Vec<(u64, usize, usize)> = Vec::new();
    for form in 0..text.forms_len() {
        let all = starts[form]..starts[form + 1];
        let mut from = all.start;
        for at in all.clone() {
            let is_last = at + 1 == all.end || positions[at + 1] - positions[at] > window;
            if !is_last {
                continue;
            }
            let times = at + 1 - from;
            let words = positions[at] - positions[from];
            let elsewhere = (all.len() - times) as f64 + PRIOR_RATE * PRIOR_WORDS;
            let rate = elsewhere / (text.words().len() as f64 + PRIOR_WORDS);
            let surprise = surprise(times, rate * words as f64);
            if surprise >= -CHANCE_MAX.log10() {
                count += 1;
                // As a whole number, so that it can be ordered; the six digits behind the point
                // are more than the rule deserves.
                let rank = u64::MAX - (surprise * 1e6) as u64;
                ranked.push((rank, from, at + 1));
            }
            from = at + 1;
        }
    }
    keep_smallest(&mut ranked, PASSAGES_MAX);
    let top = ranked
        .into_iter()
        .map(|(rank, from, to)| {
            let listed = &positions[from..to.min(from + REPEAT_SPANS_MAX)];
            let form = text.words()[positions[from]].stem;
            let (first, last) = (positions[from], positions[to - 1]);
            Cluster {
                word: text.form(form).to_owned(),
                span: text.words_span(&(first..last + 1)),
                within_words: last + 1 - first,
                elsewhere: starts[form + 1] - starts[form] - (to - from),
                count: to - from,
                spans: listed.iter().map(|&word| text.words()[word].span).collect(),
                distances: listed.windows(2).map(|pair| pair[1] - pair[0]).collect(),
                surprise: (u64::MAX - rank) as f64 / 1e6,
            }
        })
        .collect();
    (count, top)
}

/// The positions of all content words, those of one stem together and in order, and where those of
/// each stem begin. Headings are left out: they repeat by design.
fn positions(text: &Text<'_>, is_content: &[bool]) -> (Vec<usize>, Vec<usize>) {
    let read = || {
        text.words().iter().enumerate().filter(|(_, word)| {
            is_content[word.stem] && text.sentences()[word.sentence].kind == SentenceKind::Prose
        })
    };
    let mut starts = vec![0usize; text.forms_len() + 1];
    for (_, word) in read() {
        starts[word.stem + 1] += 1;
    }
    for form in 0..text.forms_len() {
        starts[form + 1] += starts[form];
    }
    let mut next = starts.clone();
    let mut positions = vec![0usize; starts[text.forms_len()]];
    for (index, word) in read() {
        positions[next[word.stem]] = index;
        next[word.stem] += 1;
    }
    (starts, positions)
}

/// −log₁₀ of the chance that a Poisson process with this mean brings at least `times − 1` events;
/// 0 for anything that is not surprising at all.
fn surprise(times: usize, mean: f64) -> f64 {
    let events = (times - 1) as f64;
    if events < 1.0 || mean >= events {
        return 0.0;
    }
    // Stirling's series for the factorial; its first correction makes it exact to a thousandth.
    let ln_factorial = events * events.ln() - events
        + 0.5 * (2.0 * std::f64::consts::PI * events).ln()
        + 1.0 / (12.0 * events);
    let ln_first = events * mean.ln() - mean - ln_factorial;
    // The tail falls faster than a geometric series with the ratio of its first two terms.
    let mut tail = 1.0;
    let mut term = 1.0;
    for step in 1..=TAIL_TERMS_MAX {
        term *= mean / (events + step as f64);
        tail += term;
    }
    (-(ln_first + f64::ln(tail)) / std::f64::consts::LN_10).max(0.0)
}

/// Terms of the tail that are added up.
const TAIL_TERMS_MAX: usize = 32;

/// One time that a phrase came back: its first word, its length, and how far back it stood before.
struct Return {
    start: usize,
    words: usize,
    distance: usize,
}

/// How many phrases echo, and the least likely of them.
fn echoes(text: &Text<'_>, is_content: &[bool], window: usize) -> (usize, Vec<Echo>) {
    let mut phrases: HashMap<Vec<FormId>, Vec<(usize, usize)>> = HashMap::new();
    for found in returns(text, window) {
        let words = &text.words()[found.start..found.start + found.words];
        let content = words.iter().filter(|word| is_content[word.stem]).count();
        if content >= 2 || (content == 1 && found.words > ECHO_WORDS_MIN) {
            let key = words.iter().map(|word| word.form).collect();
            phrases.entry(key).or_default().push((found.start, found.distance));
        }
    }
    let count = phrases.len();
    let mut ranked: Vec<(usize, usize, usize, Vec<FormId>)> = phrases
        .iter()
        .map(|(key, times)| {
            (usize::MAX - key.len(), usize::MAX - times.len(), times[0].0, key.clone())
        })
        .collect();
    keep_smallest(&mut ranked, PASSAGES_MAX);
    let top = ranked.into_iter().map(|(_, _, _, key)| echo(text, &key, &phrases[&key])).collect();
    (count, top)
}

fn echo(text: &Text<'_>, key: &[FormId], times: &[(usize, usize)]) -> Echo {
    let first = times[0].0 - times[0].1;
    let starts: Vec<usize> =
        std::iter::once(first).chain(times.iter().map(|&(start, _)| start)).collect();
    let phrase: Vec<&str> = key.iter().map(|&form| text.form(form)).collect();
    let listed = &starts[..starts.len().min(REPEAT_SPANS_MAX)];
    Echo {
        phrase: phrase.join(" "),
        words: key.len(),
        count: starts.len(),
        spans: listed.iter().map(|&start| text.words_span(&(start..start + key.len()))).collect(),
        distances: listed.windows(2).map(|pair| pair[1] - pair[0]).collect(),
        within_words: starts.last().map_or(0, |last| last - first) + key.len(),
    }
}

/// Every return of a phrase, as long as it can be made. Each triple of words is looked up once, where
/// it last stood; triples in a row that come from the same distance are one phrase. A phrase never
/// overlaps itself.
fn returns(text: &Text<'_>, window: usize) -> Vec<Return> {
    let words = text.words();
    let mut last: HashMap<[FormId; ECHO_WORDS_MIN], usize> = HashMap::with_capacity(words.len());
    let mut found: Vec<Return> = Vec::new();
    for sentence in text.prose() {
        let end = sentence.words.end;
        let mut open: Option<Return> = None;
        for start in sentence.words.start..(end + 1).saturating_sub(ECHO_WORDS_MIN) {
            let triple = [words[start].form, words[start + 1].form, words[start + 2].form];
            let distance = last.insert(triple, start).map(|before| start - before);
            let distance = distance.filter(|distance| (ECHO_WORDS_MIN..=window).contains(distance));
            if let Some(phrase) = &mut open {
                let is_next = start + ECHO_WORDS_MIN == phrase.start + phrase.words + 1;
                if is_next && distance == Some(phrase.distance) && phrase.words < phrase.distance {
                    phrase.words += 1;
                    continue;
                }
                found.extend(open.take());
            }
            let is_free = found.last().is_none_or(|before| start >= before.start + before.words);
            if is_free {
                open = distance.map(|distance| Return { start, words: ECHO_WORDS_MIN, distance });
            }
        }
        found.extend(open);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repetition(source: &str) -> Repetition {
        let text = Text::new(source);
        Repetition::new(&text, &Lexicon::new(&text), 60, 300)
    }

    /// `count` different words that stand for the rest of a text.
    fn filling(count: usize) -> String {
        let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
        (0..count)
            .map(|n| format!("q{}{}{} ", letter(n / 676), letter(n / 26), letter(n)))
            .collect()
    }

    #[test]
    fn a_word_that_comes_back_soon_is_reported_with_its_distances() {
        let source = format!("the lantern and a lantern were there {} lantern", filling(100));

        let found = repetition(&source);

        assert_eq!(found.clusters, 1);
        let cluster = &found.top_clusters[0];
        assert_eq!((cluster.word.as_str(), cluster.count), ("lantern", 2));
        assert_eq!(cluster.distances, [3]);
        assert_eq!(cluster.spans[1].of(&source), "lantern");
        assert_eq!(cluster.span.of(&source), "lantern and a lantern");
        assert_eq!((cluster.within_words, cluster.elsewhere), (4, 1));
        assert!(cluster.surprise > 1.5);
    }

    #[test]
    fn a_crowd_is_as_long_as_it_is_however_few_of_its_places_are_listed() {
        let times = REPEAT_SPANS_MAX + 10;
        let source = format!("{} {}", "lantern then ".repeat(times), filling(3_000));
        let phrase = format!("{} {}", "heavy oaken door, he ".repeat(times), filling(3_000));

        let found = repetition(&source);
        let echo = &repetition(&phrase).top_echoes[0];

        let cluster = &found.top_clusters[0];
        assert_eq!((cluster.count, cluster.spans.len()), (times, REPEAT_SPANS_MAX));
        assert_eq!(cluster.within_words, 2 * times - 1);
        assert!(
            echo.spans.len() == REPEAT_SPANS_MAX && echo.within_words > 4 * REPEAT_SPANS_MAX,
            "{echo:?}"
        );
    }

    #[test]
    fn a_word_that_is_everywhere_is_no_cluster() {
        let source = format!("{} lantern ", filling(9)).repeat(200);

        let found = repetition(&source);

        assert!(found.top_clusters.iter().all(|cluster| cluster.count == 200), "only whole chains");
        let spread =
            (0..200).map(|n| format!("{} lantern. ", filling(70 + n % 7))).collect::<String>();
        let lanterns = repetition(&spread)
            .top_clusters
            .iter()
            .filter(|cluster| cluster.word == "lantern")
            .count();
        assert_eq!(lanterns, 0);
    }

    #[test]
    fn names_function_words_and_plain_speech_may_repeat() {
        let found =
            repetition("We saw Lucy and then Lucy said that Mr. Holmwood said that Lucy and that.");

        assert_eq!(found.clusters, 0);
    }

    #[test]
    fn surprise_follows_the_poisson_distribution() {
        // P(X ≥ 1) = 1 − e^−0.01 and P(X ≥ 2) = 1 − e^−0.5 · 1.5.
        let one = -(1.0 - f64::exp(-0.01)).log10();
        let two = -(1.0 - f64::exp(-0.5) * 1.5).log10();

        assert!((surprise(2, 0.01) - one).abs() < 1e-3);
        assert!((surprise(3, 0.5) - two).abs() < 1e-3);
        assert_eq!(surprise(1, 0.5), 0.0);
        assert_eq!(surprise(5, 10.0), 0.0);
        assert!(surprise(1_000_000, 0.001).is_finite());
    }

    #[test]
    fn phrases_echo_as_long_as_they_can() {
        let source = format!(
            "He opened the heavy oaken door. {}. He opened the heavy oaken door again. \
             Out of the way, out of the way. The heavy oaken door fell.",
            filling(50),
        );

        let found = repetition(&source);

        let phrases: Vec<(&str, usize)> =
            found.top_echoes.iter().map(|echo| (echo.phrase.as_str(), echo.count)).collect();
        assert_eq!(phrases, [("he opened the heavy oaken door", 2), ("the heavy oaken door", 2)]);
        assert_eq!(found.top_echoes[0].distances, [56]);
        assert_eq!(found.top_echoes[0].spans[1].of(&source), "He opened the heavy oaken door");
    }

    #[test]
    fn an_echo_ends_with_its_window_and_never_overlaps_itself() {
        let far = format!("a dark stormy night. {}. a dark stormy night.", filling(300));
        assert_eq!(repetition(&far).echoes, 0);

        let chant = repetition(&"ring rung rang ".repeat(1000));
        assert_eq!(chant.top_echoes[0].phrase, "ring rung rang");
        assert_eq!(chant.top_echoes[0].count, 1000);
        assert_eq!(chant.top_echoes[0].spans.len(), REPEAT_SPANS_MAX);
    }
}
