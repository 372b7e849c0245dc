//! What must hold for every text and every history: passages are parts of the text and leave nothing
//! out, so are the parts of a passage, and an index that documents came into and went out of finds what a
//! new one finds that only ever held the rest.

use proptest::prelude::*;
use search::{
    Index, PARTS_MAX, PASSAGE_CHARS_MAX, Passage, PassageVectors, PreparedDocument, SearchLimits,
    SearchQuery, parts, passages,
};

/// Texts with long and short words, sentences and paragraphs.
fn texts() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        6 => "[a-zäé’]{1,12}",
        1 => "[a-zü]{900,1100}",
        4 => Just(" ".to_owned()),
        2 => Just(". ".to_owned()),
        1 => Just("\n\n".to_owned()),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(token, 0..400).prop_map(|tokens| tokens.concat())
}

fn visible(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn passages_are_parts_of_the_text_and_leave_nothing_out(text in texts()) {
        let found = passages(&text);

        let mut end = 0;
        let mut all = String::new();
        for span in found {
            prop_assert!(span.start >= end && span.start < span.end);
            end = span.end;
            let passage = &text[span];
            prop_assert!(passage.chars().count() <= PASSAGE_CHARS_MAX);
            prop_assert_eq!(passage, passage.trim());
            all += &visible(passage);
        }
        prop_assert_eq!(all, visible(&text));
    }

    #[test]
    fn parts_are_the_whole_text(text in texts()) {
        let found = parts(&text);

        prop_assert!((1..=PARTS_MAX).contains(&found.len()));
        prop_assert_eq!(found.concat(), text);
    }
}

const WORDS: [&str; 8] = ["wolf", "garlic", "crypt", "moon", "train", "letter", "ship", "bat"];

/// A document comes in, in position of what was there, or goes out.
#[derive(Debug, Clone)]
enum Step {
    In(usize, Vec<Vec<usize>>),
    Move(usize, bool),
    Embed,
    Out(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let passages = prop::collection::vec(prop::collection::vec(0..WORDS.len(), 1..6), 0..80);
    let step = prop_oneof![
        4 => (0..12_usize, passages).prop_map(|(id, passages)| Step::In(id, passages)),
        1 => (0..12_usize, any::<bool>()).prop_map(|(id, group)| Step::Move(id, group)),
        1 => Just(Step::Embed),
        2 => (0..12_usize).prop_map(Step::Out),
    ];
    prop::collection::vec(step, 1..60)
}

fn prepared(passages: &[Vec<usize>]) -> PreparedDocument {
    let passage = |words: &Vec<usize>| {
        let text = words.iter().map(|word| WORDS[*word]).collect::<Vec<_>>().join(" ");
        Passage { span: 0..text.len(), text: text.into() }
    };
    PreparedDocument::new("", passages.iter().map(passage).collect()).with_vectors("")
}

/// The vector of a text: how often each word stands in it.
fn vector(text: &str) -> Vec<f32> {
    let count = |word: &&str| text.split(' ').filter(|it| it == word).count() as f32;
    let counts: Vec<f32> = WORDS.iter().map(count).collect();
    let length = counts.iter().map(|count| count * count).sum::<f32>().sqrt().max(1e-9);
    counts.iter().map(|count| count / length).collect()
}

/// Gives every passage that waits for vectors its own.
fn embed(index: &mut Index<bool>) {
    while index.has_unembedded() {
        for waiting in index.unembedded(7) {
            let made: Vec<_> = waiting
                .passages
                .iter()
                .map(|(number, text)| {
                    (*number, PassageVectors::new(&vector(text), &[vector(text)]))
                })
                .collect();
            assert!(index.set_vectors(&waiting.document, waiting.mark, &made));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn an_index_does_not_remember_what_is_gone(steps in steps()) {
        let mut lived = Index::new(10_000);
        let mut left: Vec<Option<(Vec<Vec<usize>>, bool)>> = vec![None; 12];
        for step in steps {
            match step {
                Step::In(id, passages) => {
                    lived.insert(&id.to_string(), false, 1, prepared(&passages));
                    left[id] = Some((passages, false));
                }
                Step::Move(id, group) => {
                    lived.regroup(&id.to_string(), group);
                    if let Some(document) = &mut left[id] {
                        document.1 = group;
                    }
                }
                Step::Embed => embed(&mut lived),
                Step::Out(id) => {
                    prop_assert_eq!(lived.remove(&id.to_string()), left[id].is_some());
                    left[id] = None;
                }
            }
        }
        let mut fresh = Index::new(10_000);
        for (id, document) in left.iter().enumerate().rev() {
            if let Some((passages, group)) = document {
                fresh.insert(&id.to_string(), *group, 1, prepared(passages));
            }
        }

        embed(&mut lived);
        embed(&mut fresh);
        prop_assert_eq!(lived.len(), fresh.len());
        for text in ["wolf moon", "garlic", "bat ship letter"] {
            let question = SearchQuery::new(text, Some(&vector(text)));
            let wanted = SearchLimits { limit: 20, ..SearchLimits::default() };
            let found = lived.search(&question, wanted, |group| !group);
            prop_assert_eq!(&found, &fresh.search(&question, wanted, |group| !group));
            let hits = found.hits;
            let key = |hit: &search::Hit<'_, bool>| (hit.document.to_owned(), hit.number);
            let mut positions: Vec<_> = hits.iter().map(key).collect();
            positions.sort();
            positions.dedup();
            prop_assert_eq!(positions.len(), hits.len());
        }
    }
}
