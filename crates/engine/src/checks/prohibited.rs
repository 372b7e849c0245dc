//! The check of what must not appear: words and phrases of the project's rules, as whole words and in
//! the forms English gives them. It looks for words only, not for
//! what they stand for.

mod forms;
mod rules;

use std::collections::HashSet;

use domain::findings::{FOUND_MAX, Observation, Severity};
use prose::{NameIndex, Span, Text};
use serde_json::json;

use super::{Canon, CheckedText, found, times, weightiest};

/// Words of an element that is a phrase; a longer one is a description, which no text holds as it
/// is.
const PHRASE_WORDS_MAX: usize = 5;

/// Words that make a description of a phrase that no text holds as it is: "any kind of machine".
const DESCRIBING: [&str; 9] = ["any", "every", "all", "kind", "kinds", "sort", "sorts", "of", "or"];

/// Words between a verb and its noun, at most.
const BETWEEN_WORDS_MAX: usize = 6;

/// Words behind a noun that is one by itself.
const BEHIND_NOUNS: [&str; 22] = [
    "and", "or", "with", "from", "in", "at", "to", "that", "which", "before", "after", "for", "by",
    "as", "when", "on", "out", "but", "while", "until", "again", "there",
];

/// Words that say how much of something, or which: "a pinch of", "another glass of the".
const AMOUNTS: [&str; 46] = [
    "a", "an", "the", "his", "her", "their", "my", "our", "your", "some", "more", "much", "any",
    "another", "one", "two", "three", "first", "last", "of", "little", "great", "good", "deal",
    "pinch", "glass", "glasses", "cup", "cups", "bottle", "bottles", "drop", "sip", "bit",
    "draught", "mouthful", "pipe", "pound", "plate", "dish", "slice", "piece", "lot", "old", "red",
    "white",
];

/// Words that a message names of all that stand in a text, at most.
const WORDS_NAMED: usize = 5;

/// Quotation marks, in which words are meant as they stand.
const QUOTES: [char; 6] = ['"', '“', '”', '‘', '’', '\''];

/// A thing that must not appear.
pub(super) struct Element {
    /// As the author wrote it.
    text: String,
    /// Whether that is a sentence which says by itself what must not be.
    is_sentence: bool,
    /// What is looked for, in small letters, so that capitals do not matter.
    sought: Vec<String>,
    /// Those of them that are meant as verbs and may be something else: in small letters alone, and
    /// not where a noun stands.
    guarded: Vec<String>,
    /// Those of them that are meant as nouns, and not where a verb stands.
    nouns: Vec<String>,
    /// Verbs in their forms, each with the noun that may stand some words behind: "took his pinch of snuff".
    apart: Vec<(Vec<String>, String)>,
    /// What of it describes something, as it was written.
    described: Vec<String>,
}

impl Element {
    /// Reads an element: words or phrases, parted by commas, semicolons or slashes, or single words
    /// parted by "or", with or without quotation marks, and with or without a "no" in front, or a sentence that prohibits them. "to" in
    /// front or "(verb)" behind says that it is a verb, "(noun)" that it is a noun. The verb that a phrase
    /// begins with may stand in any of its forms.
    pub(super) fn read(text: &str) -> Self {
        let mut element = Self {
            text: text.trim().to_owned(),
            is_sentence: false,
            sought: Vec::new(),
            guarded: Vec::new(),
            nouns: Vec::new(),
            apart: Vec::new(),
            described: Vec::new(),
        };
        if let Some(all) = rules::elements(text) {
            element.is_sentence = true;
            all.iter().for_each(|it| element.add(it));
            if element.sought.is_empty() && element.described.is_empty() {
                element.described.push(element.text.clone());
            }
            return element;
        }
        for part in text.split([',', ';', '/']).map(str::trim).filter(|part| !part.is_empty()) {
            let single = |side: &str| !bare(side).is_empty() && !bare(side).contains(' ');
            let sides: Vec<&str> = part.split(" or ").collect();
            if sides.len() > 1 && sides.iter().all(|side| single(side)) {
                sides.into_iter().for_each(|side| element.add(side));
            } else {
                element.add(part);
            }
        }
        if element.sought.is_empty() && element.described.is_empty() {
            element.described.push(element.text.clone());
        }
        element
    }

    fn add(&mut self, part: &str) {
        let (part, sense) = with_sense(part);
        let bare = bare(part);
        if bare.is_empty() {
            return;
        }
        let words = Text::new(&bare).words().len();
        let is_name = bare_words(part).skip(1).any(|word| word.starts_with(char::is_uppercase));
        let is_quoted = part.starts_with(QUOTES);
        let is_phrase = !is_name && !is_quoted && forms::is_verb_phrase(&bare);
        let describes = !is_quoted
            && !is_name
            && bare
                .split_whitespace()
                .any(|word| DESCRIBING.contains(&word) && !(is_phrase && word == "of"));
        if words > PHRASE_WORDS_MAX || describes {
            self.described.push(part.to_owned());
            return;
        }
        let verb = bare.strip_prefix("to ").or((sense == Some(Sense::Verb)).then_some(&*bare));
        if let Some(verb) = verb {
            let (guarded, others) = forms::verb(verb);
            self.add_apart(verb);
            self.sought.extend(guarded.iter().cloned().chain(others));
            self.guarded.extend(guarded);
            return;
        }
        if is_phrase {
            let (past, others) = forms::verb(&bare);
            self.add_apart(&bare);
            self.sought.extend(past.into_iter().chain(others).filter(|form| *form != bare));
        }
        let forms = forms::singular(&bare).into_iter().chain(forms::irregular_plural(&bare));
        let forms: Vec<String> = forms.chain([bare]).collect();
        if sense == Some(Sense::Noun) {
            self.nouns.extend(forms.iter().cloned());
        }
        self.sought.extend(forms);
    }

    /// Notes a verb with one noun behind it, which need not stand beside it.
    fn add_apart(&mut self, phrase: &str) {
        let is_article = |word: &&str| matches!(*word, "a" | "an" | "the");
        let words: Vec<&str> = phrase.split_whitespace().filter(|it| !is_article(it)).collect();
        let [verb, noun] = words[..] else { return };
        let (bare, others) = forms::verb(verb);
        self.apart.push((bare.into_iter().chain(others).collect(), noun.to_owned()));
    }

    /// Where a verb of it stands with its noun some words behind, and nothing between them but how much of it: "took a pinch
    /// of snuff".
    fn spans_apart(&self, text: &Text<'_>) -> Vec<Span> {
        let words = text.words();
        let gap = |at: usize| &text.source()[words[at - 1].span.end..words[at].span.start];
        let is_beside = |at: usize| gap(at).trim().is_empty() && !gap(at).contains("\n\n");
        // "saw a red coat", "took his snuff-box"
        let closes = |at: usize| {
            at + 1 == words.len()
                || gap(at + 1)
                    .trim_start()
                    .starts_with([',', '.', ';', ':', '!', '?', '—', '”', '"'])
                || is_beside(at + 1) && BEHIND_NOUNS.contains(&text.lower(at + 1))
        };
        let with_noun = |noun: &str, at: usize| {
            let last = words.len().min(at + 2 + BETWEEN_WORDS_MAX);
            let behind = (at + 1..last)
                .take_while(|&it| {
                    let of_it = it == at + 1 || AMOUNTS.contains(&text.lower(it - 1));
                    is_beside(it) && of_it
                })
                .find(|&it| text.lower(it) == noun)?;
            // "the drink was wine"
            let is_noun = at > 0 && is_beside(at) && stands_before_nouns(text.lower(at - 1));
            (behind > at + 1 && closes(behind) && !is_noun)
                .then(|| Span { start: words[at].span.start, end: words[behind].span.end })
        };
        let of = |(verbs, noun): &(Vec<String>, String)| {
            let acts = (0..words.len()).filter(|&at| verbs.iter().any(|it| text.lower(at) == it));
            acts.filter_map(|at| with_noun(noun, at)).collect::<Vec<_>>()
        };
        self.apart.iter().flat_map(of).collect()
    }

    /// What is said of places where it stands, `words` being what stands there: an element may name
    /// many words, and another form than the text has.
    fn message_of(&self, words: &[String], count: usize) -> String {
        let own = bare(&self.text);
        if words.iter().any(|word| word.to_lowercase() == own) {
            let text = &self.text;
            let count = times(count);
            return format!("“{text}” must not appear in this project, and stands here {count}.");
        }
        let mut named: Vec<String> =
            words.iter().take(WORDS_NAMED).map(|word| format!("“{word}”")).collect();
        let what = match named.pop() {
            Some(last) if words.len() > WORDS_NAMED => format!("{}, {last} …", named.join(", ")),
            Some(last) if !named.is_empty() => format!("{} and {last}", named.join(", ")),
            last => last.unwrap_or_default(),
        };
        let stand = if words.len() == 1 { "stands" } else { "stand" };
        let (count, text) = (times(count), &self.text);
        if self.is_sentence {
            return format!("{what} {stand} here {count}. The project says: “{text}”");
        }
        format!("{what} {stand} here {count}: “{text}” must not appear in this project.")
    }

    /// Whether a span means what is sought: a verb that may be a noun is meant in small letters, and
    /// not behind an article, an adjective or the like; a noun not where a verb stands.
    fn is_meant(&self, read: &CheckedText<'_>, span: Span) -> bool {
        let written = span.of(read.text.source());
        let lower = written.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        if self.nouns.iter().any(|noun| lower.starts_with(noun.as_str())) {
            return !stands_as_verb(read.text, span);
        }
        if !self.guarded.contains(&lower) {
            return true;
        }
        let behind = read.text.words().partition_point(|word| word.span.end <= span.start);
        let before = behind.checked_sub(1).filter(|&at| {
            let gap = &read.text.source()[read.text.words()[at].span.end..span.start];
            gap.trim().is_empty()
        });
        !written.starts_with(char::is_uppercase)
            && before.is_none_or(|at| !stands_before_nouns(read.text.lower(at)))
    }
}

/// The part of speech that an element says it means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sense {
    Noun,
    Verb,
}

/// An element without the part of speech that stands behind it in brackets.
fn with_sense(part: &str) -> (&str, Option<Sense>) {
    let senses = [
        ("(noun)", Sense::Noun),
        ("(n.)", Sense::Noun),
        ("(verb)", Sense::Verb),
        ("(v.)", Sense::Verb),
    ];
    let read = senses.iter().find_map(|(mark, sense)| {
        let rest = part.trim_end().strip_suffix(mark)?;
        Some((rest.trim_end(), Some(*sense)))
    });
    read.unwrap_or((part, None))
}

/// Whether a verb rather than a noun stands here: behind “to”, a pronoun or an auxiliary, or before an article,
/// a possessive or a pronoun that is its object.
fn stands_as_verb(text: &Text<'_>, span: Span) -> bool {
    const BEFORE: [&str; 23] = [
        "to", "will", "would", "can", "could", "shall", "should", "must", "may", "might", "did",
        "do", "does", "didn't", "don't", "i", "you", "he", "she", "we", "they", "who", "let's",
    ];
    const BEHIND: [&str; 14] = [
        "the", "a", "an", "my", "your", "his", "its", "our", "their", "it", "him", "them", "me",
        "us",
    ];
    let words = text.words();
    let first = words.partition_point(|word| word.span.end <= span.start);
    let behind = words.partition_point(|word| word.span.start < span.end);
    let is_beside = |from: usize, to: usize| {
        text.source().get(from..to).is_some_and(|gap| gap.trim().is_empty())
    };
    let is_behind = first.checked_sub(1).is_some_and(|at| {
        is_beside(words[at].span.end, span.start) && BEFORE.contains(&text.lower(at))
    });
    let is_before = words.get(behind).is_some_and(|word| {
        is_beside(span.end, word.span.start) && BEHIND.contains(&text.lower(behind))
    });
    is_behind || is_before
}

/// A part of an element in small letters, without its marks and what stands in front.
fn bare(part: &str) -> String {
    let part = part.trim().trim_matches(['.', '!']).trim_matches(QUOTES).trim_matches(['.', '!']);
    let lower = part.trim().to_lowercase();
    ["no ", "any ", "never ", "the ", "a ", "an "]
        .iter()
        .fold(lower.as_str(), |rest, word| rest.strip_prefix(word).unwrap_or(rest))
        .to_owned()
}

fn bare_words(part: &str) -> impl Iterator<Item = &str> {
    part.split_whitespace().map(|word| word.trim_matches(QUOTES))
}

/// Whether a noun rather than a verb follows a word: an article, a possessive, a number, a
/// preposition, an adjective by its ending or among the commonest.
fn stands_before_nouns(word: &str) -> bool {
    const WORDS: [&str; 68] = [
        "a", "an", "the", "this", "that", "these", "those", "my", "your", "his", "her", "its",
        "our", "their", "no", "some", "any", "every", "each", "another", "one", "two", "three",
        "first", "second", "third", "last", "next", "other", "same", "of", "in", "with", "without",
        "at", "by", "for", "from", "on", "into", "under", "between", "good", "bad", "great",
        "little", "small", "big", "old", "new", "long", "short", "quick", "deep", "sharp", "hard",
        "heavy", "single", "double", "sudden", "clean", "wild", "loud", "distant", "random",
        "silent", "bloody", "more",
    ];
    const ENDINGS: [&str; 8] = ["ful", "ous", "ive", "less", "able", "ible", "ish", "'s"];
    WORDS.contains(&word) || ENDINGS.iter().any(|ending| word.ends_with(ending))
}

pub(super) fn run(read: &CheckedText<'_>, canon: &Canon) -> Vec<Observation> {
    let owned = canon.elements.iter().enumerate();
    let all = owned.flat_map(|(at, it)| it.sought.iter().map(move |word| (at, word.as_str())));
    let mentioned = prose::mentions(read.text, &NameIndex::new(all));
    let mut owners: Vec<usize> = mentioned.owners.iter().map(|it| it.owner).collect();
    let apart: Vec<Vec<Span>> = canon.elements.iter().map(|it| it.spans_apart(read.text)).collect();
    owners.extend((0..apart.len()).filter(|&at| !apart[at].is_empty()));
    owners.sort_unstable();
    owners.dedup();
    let finding = |owner: &usize| {
        let element = &canon.elements[*owner];
        let alone = NameIndex::new(element.sought.iter().map(|word| (0, word.as_str())));
        let mut spans: Vec<Span> = prose::mentions(read.text, &alone)
            .spans
            .into_iter()
            .filter(|span| element.is_meant(read, *span))
            .chain(apart[*owner].iter().copied())
            .collect();
        spans.sort();
        let first = *spans.first()?;
        let words = written(read, &spans);
        let message = element.message_of(&words, spans.len());
        Some(Observation {
            identity: Some(String::new()),
            project_rule: Some(element.text.clone()),
            detail: Some(json!({
                "element": element.text,
                "words": words.iter().take(WORDS_NAMED).collect::<Vec<_>>(),
                "count": spans.len(),
                "passage": read.around(first),
                "places": read.quotes(spans),
            })),
            ..read.found("prohibited_element", Severity::High, first, message)
        })
    };
    weightiest(owners.iter().filter_map(finding).collect(), |_| FOUND_MAX)
}

/// What stands at these places, each once, as it stands at the first of them.
fn written(read: &CheckedText<'_>, spans: &[Span]) -> Vec<String> {
    let mut met = HashSet::new();
    let words = spans.iter().map(|span| read.written(*span));
    words.filter(|words| met.insert(words.to_lowercase())).collect()
}

/// Elements, or parts of them, that no text can be searched for.
pub(super) fn run_project(canon: &Canon) -> Vec<Observation> {
    let described = canon
        .elements
        .iter()
        .flat_map(|element| element.described.iter().map(move |part| (element, part)));
    described
        .map(|(element, part)| {
            let whole = if *part == element.text {
                String::new()
            } else {
                format!(" (in “{}”)", element.text)
            };
            let message = format!(
                "“{part}”{whole} describes what must not appear. Only words or phrases of up to \
                 {PHRASE_WORDS_MAX} words can be looked for, and none with “any”, “of” or “or”; in \
                 quotation marks a phrase is looked for as it is."
            );
            Observation {
                identity: Some(part.clone()),
                project_rule: Some(element.text.clone()),
                ..found("unreadable_element", Severity::Info, message)
            }
        })
        .collect()
}
