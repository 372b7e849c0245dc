//! Critic: what can be measured of a text. How a text moves, how it opens and closes, and where it
//! differs from the other chapters of its book. Whether that is good takes a reader; the four the
//! critic would be take a model, and the answer says so.

mod ends;
mod pace;
mod threads;

use domain::{Result, agents::understanding::Topic, documents::book::Spread, messages::Answer};
use prose::{Measures, Pacing, SHORT_ENDING_WORDS_MAX, Stretch, Text};
use serde_json::{Value, json};

use super::{
    answers::{AnswerText, counted, listed, percent},
    book,
    reading::{Asked, Target},
    records,
    subject::{Subject, quoted, shortened},
};
use crate::Studio;

/// A measure that chapters are compared by: its name, its key, and how it is read.
type Measure = (&'static str, &'static str, fn(&Measures) -> Option<f64>);

/// What chapters are compared by.
const MEASURES: [Measure; 7] = [
    ("Words", "words", |it| Some(it.words as f64)),
    ("Words of a sentence", "sentenceWords", |it| it.rhythm.mean),
    ("Variation of sentences", "variation", |it| it.rhythm.variation),
    ("Share of dialogue", "dialogueShare", |it| it.dialogue.share),
    ("Adverbs in 1,000 words", "adverbs", |it| it.adverbs.per_thousand),
    ("Passives in 1,000 words", "passives", |it| it.passives.per_thousand),
    ("Filter verbs in 1,000 words of narration", "filters", |it| it.filters.per_thousand),
];

/// Other chapters that a comparison takes, at least.
const OTHERS_MIN: usize = 3;

/// Deviations from the others by which a chapter stands out.
const STANDS_OUT: f64 = 2.0;

/// One measure beside those of the other chapters.
struct Compared {
    name: &'static str,
    key: &'static str,
    value: f64,
    others: Spread,
    score: Option<f64>,
}

/// The first sentence of every answer.
const CANNOT: &str = "What a reader would feel takes a language model, and none is configured; this is \
    what can be measured.";

/// What can be measured of a reading of what is asked about.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    let is_document = matches!(asked.target, Target::Documents(_));
    let (book, is_whole) = if is_document && asked.names_nothing() {
        let texts = asked.book_texts(studio).await?;
        (texts.subjects(), texts.is_whole)
    } else {
        (Vec::new(), true)
    };
    let described = match asked.names_nothing() {
        true => Vec::new(),
        false => records::described(studio, &asked).await?,
    };
    asked
        .look(studio, move |asked, subjects| match (subjects.as_slice(), asked.topic) {
            _ if !asked.names_nothing() => threads::answer(asked, &subjects, &described),
            (_, Topic::Opening | Topic::Ending) => ends::answer(asked, &subjects, &book),
            _ if asked.end.is_some() => ends::answer(asked, &subjects, &book),
            ([one], Topic::Overview | Topic::Pacing) => {
                reading(asked, one, is_document.then_some((&book, is_whole)), &subjects)
            }
            _ => pace::answer(asked, &subjects),
        })
        .await
}

/// How one text moves, beside the others of its book.
fn reading(
    asked: &Asked,
    subject: &Subject,
    book: Option<(&Vec<Subject>, bool)>,
    subjects: &[Subject],
) -> Result<Answer> {
    let text = Text::new(&subject.plain.text);
    let pacing = prose::pacing(&text);
    let compared = book.map(|(book, is_whole)| compare(subject, &text, book, is_whole));
    let answer = asked.answered(
        &answer_text(subject, &text, &pacing, compared.as_ref()),
        report(subject, &text, &pacing, compared.as_ref()),
        subjects,
    )?;
    Ok(answer.empty_if(text.words().is_empty()))
}

/// A text compared with the other texts of its book, and whether all of those were read; nothing to compare
/// with too few of them.
struct Comparison {
    others: usize,
    is_whole: bool,
    measures: Vec<Compared>,
}

fn compare(subject: &Subject, text: &Text<'_>, book: &[Subject], is_whole: bool) -> Comparison {
    let own = subject.document.as_ref().map(|(id, _)| id);
    let others: Vec<Measures> = book
        .iter()
        .filter(|it| it.document.as_ref().map(|(id, _)| id) != own)
        .map(|it| &it.plain.text)
        .filter(|plain| !plain.is_empty())
        .map(|plain| prose::measure(&Text::new(plain)))
        .collect();
    let measures = prose::measure(text);
    let compared = |&(name, key, read): &Measure| {
        let value = read(&measures)?;
        let others = Spread::of(&others.iter().filter_map(read).collect::<Vec<_>>())?;
        Some(Compared { name, key, value, others, score: others.score(value) })
    };
    let enough = others.len() >= OTHERS_MIN;
    Comparison {
        others: others.len(),
        is_whole,
        measures: MEASURES.iter().filter(|_| enough).filter_map(compared).collect(),
    }
}

fn answer_text(
    subject: &Subject,
    text: &Text<'_>,
    pacing: &Pacing,
    comparison: Option<&Comparison>,
) -> String {
    let mut out = AnswerText::default();
    out.line(CANNOT);
    if text.words().is_empty() {
        out.line(format!("{} has no words.", subject.name()));
        return out.finish();
    }
    let words = counted(text.words().len(), "word", "words");
    out.line(match pacing.scenes {
        0 | 1 => format!("{} has {words}, and no mark parts it into scenes.", subject.name()),
        scenes => format!("{} has {words} in {scenes} scenes.", subject.name()),
    });
    if pacing.scenes > 1 {
        out.list("Scenes", &pacing.first_scenes, |scene| {
            format!(
                "{}, {} spoken, begins {}",
                counted(scene.words, "word", "words"),
                percent(scene.spoken),
                quoted(&beginning(subject, scene.span))
            )
        });
    }
    if let Some([first, second, third]) = pacing.thirds {
        out.line(format!("Words of a sentence, in thirds: {first:.1}, {second:.1}, {third:.1}."));
    }
    for (what, stretch) in [
        ("The longest stretch without a word spoken", &pacing.longest_narration),
        (
            "The longest stretch of paragraphs that are spoken at least by half",
            &pacing.longest_dialogue,
        ),
    ] {
        if let Some(stretch) = stretch {
            out.line(format!(
                "{what}: {} in {}, from {}",
                counted(stretch.words, "word", "words"),
                counted(stretch.paragraphs, "paragraph", "paragraphs"),
                quoted(&beginning(subject, stretch.span))
            ));
        }
    }
    if let Some(opening) = pacing.opening {
        out.line(format!("It opens: {}", quoted(&subject.quote(opening).quote)));
    }
    if let Some(ending) = pacing.ending {
        let said = [
            (ending.asks, "a question"),
            (ending.breaks_off, "breaking off"),
            (ending.is_spoken, "in speech"),
            (ending.words <= SHORT_ENDING_WORDS_MAX, "a short sentence"),
        ];
        let said: Vec<&str> = said.into_iter().filter(|(is, _)| *is).map(|(_, it)| it).collect();
        let said = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
        out.line(format!("It closes{said}: {}", quoted(&subject.quote(ending.span).quote)));
    }
    if let Some(comparison) = comparison {
        comparison.write_to(&mut out);
    }
    out.finish()
}

/// How a longer passage begins: its first sentence.
fn beginning(subject: &Subject, span: prose::Span) -> String {
    let words = span.of(&subject.plain.text);
    let end = words.find(['.', '!', '?']).map_or(words.len(), |at| at + 1);
    shortened(&words[..end])
}

impl Comparison {
    fn write_to(&self, out: &mut AnswerText) {
        if self.measures.is_empty() {
            out.line(format!(
                "Its book has {} with a text: too few to compare with.",
                counted(self.others, "other document", "other documents")
            ));
            return;
        }
        out.line(format!("Beside the {} other documents of its book:", self.others));
        for it in &self.measures {
            let stands_out = it.score.is_some_and(|score| score.abs() >= STANDS_OUT);
            out.line(format!(
                "  {}: {:.2}, in the others {:.2} (deviation {:.2}){}",
                it.name,
                it.value,
                it.others.mean,
                it.others.deviation,
                if stands_out { ", stands out" } else { "" }
            ));
        }
        if !self.is_whole {
            out.line(book::not_whole());
        }
    }
}

fn report(
    subject: &Subject,
    text: &Text<'_>,
    pacing: &Pacing,
    comparison: Option<&Comparison>,
) -> Value {
    let stretch = |stretch: &Stretch| {
        json!({
            "words": stretch.words,
            "paragraphs": stretch.paragraphs,
            "passage": subject.quote(stretch.span),
        })
    };
    json!({
        "kind": "reading",
        "documentId": subject.document.as_ref().map(|(id, _)| id),
        "words": text.words().len(),
        "scenes": {
            "total": pacing.scenes,
            "items": pacing.first_scenes.iter().map(|scene| json!({
                "words": scene.words,
                "spoken": scene.spoken,
                "passage": subject.quote(scene.span),
            })).collect::<Vec<_>>(),
        },
        "sentenceWordsInThirds": pacing.thirds,
        "longestTelling": pacing.longest_narration.as_ref().map(stretch),
        "longestTalk": pacing.longest_dialogue.as_ref().map(stretch),
        "opening": pacing.opening.map(|span| subject.quote(span)),
        "ending": pacing.ending.map(|ending| json!({
            "passage": subject.quote(ending.span),
            "words": ending.words,
            "asks": ending.asks,
            "breaksOff": ending.breaks_off,
            "isSpoken": ending.is_spoken,
        })),
        "beside": comparison.map(|comparison| json!({
            "others": comparison.others,
            "isWhole": comparison.is_whole,
            "measures": listed(&comparison.measures, |it| json!({
                "measure": it.key,
                "value": it.value,
                "mean": it.others.mean,
                "deviation": it.others.deviation,
                "score": it.score,
            })),
        })),
    })
}
