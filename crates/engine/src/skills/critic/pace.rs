//! How the chapters of a book move, side by side: lengths, sentences, speech, the longest stretch in
//! which nobody speaks; which of them stand out, and which are slowest by these figures.

use domain::{Result, agents::understanding::Topic, documents::book::Spread, messages::Answer};
use prose::{Pacing, Stretch, Text};
use serde_json::{Value, json};

use super::{CANNOT, OTHERS_MIN, STANDS_OUT, beginning};
use crate::skills::{
    answers::{AnswerText, REPORT_ITEMS_MAX, counted, grouped, percent},
    reading::Asked,
    sightings::located,
    subject::{Subject, quoted},
};

/// Documents that stand side by side in an answer for people.
const DOCUMENTS_MAX: usize = 60;

/// Chapters that are named as the slowest.
const SLOWEST_MAX: usize = 3;

/// Scenes or stretches that are quoted.
const QUOTED_MAX: usize = 10;

/// One text as it moves.
struct Pace {
    words: f64,
    sentence_words: Option<f64>,
    dialogue: Option<f64>,
    /// Words of the longest stretch in which nobody speaks.
    narration: f64,
    pacing: Pacing,
}

/// A figure of a text: its name, its key, how it is read, and whether more of it is slower; none says
/// nothing of that.
struct Figure {
    name: &'static str,
    key: &'static str,
    read: fn(&Pace) -> Option<f64>,
    slower: Option<f64>,
}

const FIGURES: [Figure; 4] = [
    Figure { name: "words", key: "words", read: |it| Some(it.words), slower: None },
    Figure {
        name: "words of a sentence",
        key: "sentenceWords",
        read: |it| it.sentence_words,
        slower: Some(1.0),
    },
    Figure { name: "dialogue", key: "dialogueShare", read: |it| it.dialogue, slower: Some(-1.0) },
    Figure {
        name: "words in the longest stretch in which nobody speaks",
        key: "longestNarration",
        read: |it| Some(it.narration),
        slower: Some(1.0),
    },
];

impl Figure {
    fn written(&self, value: f64) -> String {
        match self.key {
            "dialogueShare" => percent(value),
            "sentenceWords" => format!("{value:.1}"),
            _ => grouped(value.round() as i64),
        }
    }

    /// The figure of one text beside that of the others.
    fn compared(&self, at: usize, all: &[Pace]) -> Option<(f64, Spread)> {
        let others = all.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<f64> = others.filter_map(|(_, it)| (self.read)(it)).collect();
        let spread = Spread::of(&others).filter(|_| others.len() >= OTHERS_MIN)?;
        Some(((self.read)(&all[at])?, spread))
    }
}

/// How several texts move.
pub(super) fn answer(asked: &Asked, subjects: &[Subject]) -> Result<Answer> {
    let texts: Vec<Text<'_>> = subjects.iter().map(|it| Text::new(&it.plain.text)).collect();
    let all: Vec<Pace> = texts.iter().map(Pace::of).collect();
    let mut out = AnswerText::default();
    out.line(CANNOT);
    match asked.topic {
        Topic::Scenes => scenes(&mut out, &all, subjects),
        Topic::Dialogue => stretches(&mut out, &all, subjects),
        _ => side_by_side(&mut out, &all, subjects),
    }
    let report = json!({
        "kind": "pacing",
        "documents": (0..all.len()).take(REPORT_ITEMS_MAX)
            .map(|at| report(at, &all, &subjects[at])).collect::<Vec<_>>(),
        "slowest": slowest(&all).iter().map(|(at, score)| {
            let (id, title) = subjects[*at].document.clone().unwrap_or_default();
            json!({ "documentId": id, "title": title, "score": score })
        }).collect::<Vec<_>>(),
    });
    asked.answered(&out.finish(), report, subjects)
}

impl Pace {
    fn of(text: &Text<'_>) -> Self {
        let measures = prose::measure(text);
        let pacing = prose::pacing(text);
        Self {
            words: measures.words as f64,
            sentence_words: measures.rhythm.mean,
            dialogue: measures.dialogue.share,
            narration: pacing.longest_narration.map_or(0.0, |it| it.words as f64),
            pacing,
        }
    }
}

fn side_by_side(out: &mut AnswerText, all: &[Pace], subjects: &[Subject]) {
    let words: f64 = all.iter().map(|it| it.words).sum();
    out.line(format!(
        "Read: {}, {}. Side by side: words; words of a sentence; dialogue; words in the longest \
         stretch in which nobody speaks.",
        counted(all.len(), "document", "documents"),
        counted(words as usize, "word", "words")
    ));
    for (at, it) in all.iter().enumerate().take(DOCUMENTS_MAX) {
        let figures = FIGURES.iter().map(|figure| {
            (figure.read)(it).map_or("–".to_owned(), |value| figure.written(value))
        });
        let figures = figures.collect::<Vec<_>>().join("; ");
        out.line(format!("  {}: {figures}", subjects[at].name()));
    }
    if all.len() > DOCUMENTS_MAX {
        out.line(format!("  and {} more", all.len() - DOCUMENTS_MAX));
    }
    let outliers: Vec<String> =
        (0..all.len()).filter_map(|at| outlier(at, all, subjects)).collect();
    if all.len() <= OTHERS_MIN {
        out.line("These are too few texts to say that one stands out.");
        return;
    }
    if outliers.is_empty() {
        out.line(format!("None lies {STANDS_OUT:.0} deviations from the others in any of these."));
    }
    out.list("Stand out", &outliers, Clone::clone);
    out.list(
        "Slowest by sentences, dialogue and stretches without speech",
        &slowest(all),
        |(at, _)| format!("{}: {}", subjects[*at].name(), reasons(*at, all)),
    );
    for (at, _) in slowest(all).iter().take(1) {
        if let Some(stretch) = &all[*at].pacing.longest_narration {
            out.line(format!(
                "The longest stretch of {} in which nobody speaks begins: {}",
                subjects[*at].name(),
                quoted(&beginning(&subjects[*at], stretch.span))
            ));
        }
    }
}

/// What stands out in one text, with figures; none where nothing does.
fn outlier(at: usize, all: &[Pace], subjects: &[Subject]) -> Option<String> {
    let found: Vec<String> = FIGURES
        .iter()
        .filter_map(|figure| {
            let (value, spread) = figure.compared(at, all)?;
            let score = Some(score(value, spread)).filter(|score| score.abs() >= STANDS_OUT)?;
            let (value, mean) = (figure.written(value), figure.written(spread.mean));
            let more = if score > 0.0 { "much" } else { "little" };
            Some(format!("{more} by {}: {value}, in the others {mean}", figure.name))
        })
        .collect();
    (!found.is_empty()).then(|| format!("{}: {}", subjects[at].name(), found.join("; ")))
}

/// How many deviations a figure lies above those of the others; where they do not deviate, one that
/// differs stands out.
fn score(value: f64, others: Spread) -> f64 {
    let apart = value - others.mean;
    let alone = if apart == 0.0 { 0.0 } else { STANDS_OUT.copysign(apart) };
    others.score(value).unwrap_or(alone)
}

/// The texts that are slowest by what slows, with the sum of their deviations; only those above the
/// others.
fn slowest(all: &[Pace]) -> Vec<(usize, f64)> {
    let of_text = |at: usize| -> f64 {
        let of = |figure: &Figure| {
            let (value, spread) = figure.compared(at, all)?;
            Some(score(value, spread) * figure.slower?)
        };
        FIGURES.iter().filter_map(of).sum()
    };
    let mut ranked: Vec<(usize, f64)> =
        (0..all.len()).map(|at| (at, of_text(at))).filter(|(_, score)| *score > 0.0).collect();
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
    ranked.truncate(SLOWEST_MAX);
    ranked
}

/// The figures by which a text is slow, beside those of the others.
fn reasons(at: usize, all: &[Pace]) -> String {
    let slowing = FIGURES.iter().filter(|figure| figure.slower.is_some());
    let said = slowing.filter_map(|figure| {
        let (value, spread) = figure.compared(at, all)?;
        let (value, mean) = (figure.written(value), figure.written(spread.mean));
        Some(format!("{} {value} (others {mean})", figure.name))
    });
    said.collect::<Vec<_>>().join(", ")
}

fn scenes(out: &mut AnswerText, all: &[Pace], subjects: &[Subject]) {
    let total: usize = all.iter().map(|it| it.pacing.scenes).sum();
    out.line(format!(
        "Read: {} with {}; a heading or a scene break begins one.",
        counted(all.len(), "document", "documents"),
        counted(total, "scene", "scenes")
    ));
    let each = all.iter().zip(subjects).take(DOCUMENTS_MAX);
    let each = each.map(|(it, subject)| format!("{} {}", subject.name(), it.pacing.scenes));
    out.line(format!("Scenes: {}.", each.collect::<Vec<_>>().join(", ")));
    let mut longest: Vec<(usize, prose::Scene)> = all
        .iter()
        .enumerate()
        .flat_map(|(at, it)| it.pacing.first_scenes.iter().map(move |scene| (at, *scene)))
        .collect();
    longest.sort_by_key(|(_, scene)| std::cmp::Reverse(scene.words));
    longest.truncate(QUOTED_MAX);
    out.list("The longest", &longest, |(at, scene)| {
        format!(
            "{}: {}, {} spoken, begins {}",
            subjects[*at].name(),
            counted(scene.words, "word", "words"),
            percent(scene.spoken),
            quoted(&beginning(&subjects[*at], scene.span))
        )
    });
}

fn stretches(out: &mut AnswerText, all: &[Pace], subjects: &[Subject]) {
    let each = all.iter().zip(subjects).take(DOCUMENTS_MAX).map(|(it, subject)| {
        format!("{} {}", subject.name(), it.dialogue.map_or("–".to_owned(), percent))
    });
    out.line(format!(
        "Share of the words that is spoken: {}.",
        each.collect::<Vec<_>>().join(", ")
    ));
    for (heading, of) in [
        (
            "The longest stretches in which nobody speaks",
            (|it: &Pace| it.pacing.longest_narration) as fn(&Pace) -> Option<Stretch>,
        ),
        ("The longest stretches of paragraphs that are spoken at least by half", |it| {
            it.pacing.longest_dialogue
        }),
    ] {
        let mut found: Vec<(usize, Stretch)> =
            all.iter().enumerate().filter_map(|(at, it)| Some((at, of(it)?))).collect();
        found.sort_by_key(|(_, it)| std::cmp::Reverse(it.words));
        found.truncate(QUOTED_MAX / 2);
        out.list(heading, &found, |(at, it)| {
            format!(
                "{}: {} in {}, from {}",
                subjects[*at].name(),
                counted(it.words, "word", "words"),
                counted(it.paragraphs, "paragraph", "paragraphs"),
                quoted(&beginning(&subjects[*at], it.span))
            )
        });
    }
}

fn report(at: usize, all: &[Pace], subject: &Subject) -> Value {
    let (id, title) = subject.document.clone().unwrap_or_default();
    let it = &all[at];
    let figures = FIGURES.iter().map(|figure| {
        let compared = figure.compared(at, all);
        let value = json!({
            "value": (figure.read)(it),
            "mean": compared.map(|(_, spread)| spread.mean),
            "score": compared.map(|(value, spread)| score(value, spread)),
        });
        (figure.key.to_owned(), value)
    });
    json!({
        "documentId": id,
        "title": title,
        "scenes": it.pacing.scenes,
        "figures": figures.collect::<serde_json::Map<_, _>>(),
        "longestNarration": it.pacing.longest_narration.map(|it| located(subject, it.span)),
        "longestDialogue": it.pacing.longest_dialogue.map(|it| located(subject, it.span)),
    })
}
