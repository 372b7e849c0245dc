//! How the book is written, for those who write or judge its sentences: counted in the beginnings of
//! some of its texts, so that no book is read as a whole for a message.

use domain::{
    Result,
    agents::context::{ContextPart, SourceKind},
    documents::book::Book,
};
use prose::{Narration, Person, Tense, Text};
use store::{Tx, nearest, projects::ProjectAccess};

use crate::{
    blocking,
    skills::{answers::percent, subject::Subject},
};

/// Texts whose beginnings are read, spread over the manuscript.
const TEXTS_MAX: usize = 8;

/// Characters of each of them.
const BEGINNING_CHARS_MAX: i64 = 4_000;

/// Words of them, at least, for rates to say anything.
const WORDS_MIN: usize = 200;

/// The beginnings of texts that stand for the book.
pub(super) fn beginnings(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    book: &Book,
) -> Result<Vec<String>> {
    let with_words = book.manuscript.iter().map(|placed| &placed.document);
    let all: Vec<&str> = with_words.filter(|it| it.words > 0).map(|it| it.id.as_str()).collect();
    let chosen = all.len().min(TEXTS_MAX);
    let spread: Vec<&str> = (0..chosen).map(|at| all[at * all.len() / chosen]).collect();
    nearest::beginnings(tx, project, &spread, BEGINNING_CHARS_MAX)
}

/// The measures as a part; none where there is too little text.
pub(super) async fn part(beginnings: Vec<String>) -> Result<Option<ContextPart>> {
    if beginnings.is_empty() {
        return Ok(None);
    }
    let texts = beginnings.len();
    let counted = blocking::run("measuring how the book is written", move || {
        let mut counted = Narration::default();
        for beginning in beginnings {
            let subject = Subject::new(None, beginning);
            counted += Narration::new(&Text::new(whole_sentences(&subject.plain.text)));
        }
        counted
    })
    .await?;
    if counted.words < WORDS_MIN {
        return Ok(None);
    }
    let reason =
        format!("how the book is written, counted in the beginnings of its texts: {texts}");
    Ok(Some(ContextPart::new(
        SourceKind::Style,
        "Style of the book",
        &described(&counted),
        &reason,
    )))
}

/// A text without the beginning of a sentence at its end, where there is another.
fn whole_sentences(text: &str) -> &str {
    let ends = [". ", ".\n", "! ", "!\n", "? ", "?\n", "” ", "”\n", "\" ", "\"\n"];
    let last = ends.iter().filter_map(|end| text.rfind(end).map(|at| at + end.len())).max();
    last.map_or(text, |end| &text[..end])
}

fn described(counted: &Narration) -> String {
    let mut lines = Vec::new();
    if let Some(mean) = counted.mean() {
        let deviation = counted.deviation();
        let deviation = deviation.map(|it| format!(", deviation {it:.1}")).unwrap_or_default();
        lines.push(format!("Sentences: {mean:.1} words on average{deviation}"));
    }
    lines.extend(counted.dialogue().map(|it| format!("Dialogue: {} of the words", percent(it))));
    let person = match counted.person() {
        Some(Person::First) => "the first person",
        Some(Person::Second) => "the second person",
        Some(Person::Third) => "the third person",
        None => "no one person, by its pronouns",
    };
    let tense = match counted.tense() {
        Some(Tense::Past) => "the past tense",
        Some(Tense::Present) => "the present tense",
        None => "no one tense, by its verbs",
    };
    lines.push(format!(
        "Narration: {person} (I, we: {}; you: {}; he, she, they: {}), {tense} (was, had, did, said: \
         {}; is, has, does, says: {})",
        counted.first, counted.second, counted.third, counted.past, counted.present
    ));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_sentence_at_the_end_is_left_out() {
        for (text, whole) in [
            ("She came. He wen", "She came. "),
            ("“Go!” he said. “No", "“Go!” he said. "),
            ("One sentence without an end", "One sentence without an end"),
            ("", ""),
        ] {
            assert_eq!(whole_sentences(text), whole);
        }
    }

    #[tokio::test]
    async fn a_story_is_described_by_what_is_counted_in_it() {
        let story = "She was late, and he had waited. “I am here,” she said. ".repeat(20);

        let part = part(vec![story, "Nobody was there. ".repeat(10)]).await.unwrap().unwrap();

        let lines: Vec<&str> = part.text.lines().collect();
        assert_eq!(lines[0], "Sentences: 5.4 words on average, deviation 1.5");
        assert!(lines[1].starts_with("Dialogue: 2"), "{lines:?}");
        assert!(lines[2].starts_with("Narration: the third person (I, we: 0;"), "{lines:?}");
        assert!(lines[2].contains("the past tense"), "{lines:?}");
        assert_eq!(super::part(vec!["Too short.".to_owned()]).await.unwrap(), None);
    }
}
