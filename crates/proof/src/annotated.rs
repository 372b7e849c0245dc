//! Annotated text: how well quotations, speakers, names of persons and pronouns are read, against what people have
//! annotated. The form is that of LitBank, laid onto the text: `entities` with `start`, `end`, `type`,
//! `form` and `entity`, `quotations` with `start`, `end` and `speaker`, all in characters.

mod compare;
mod reading;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use xtask::failure::{Doing, Failure, Outcome};

use crate::books;
use crate::table::share;

/// A text with what people have annotated in it.
#[derive(Debug, Deserialize)]
struct Annotated {
    name: String,
    text: String,
    entities: Vec<Entity>,
    quotations: Vec<QuotationNote>,
}

/// A mention of somebody or something.
#[derive(Debug, Deserialize)]
struct Entity {
    start: usize,
    end: usize,
    text: String,
    #[serde(rename = "type")]
    category: String,
    form: String,
    entity: Option<String>,
}

/// Direct speech.
#[derive(Debug, Deserialize)]
struct QuotationNote {
    start: usize,
    end: usize,
    text: String,
    speaker: Option<String>,
}

/// Right ones, of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Ratio {
    right: usize,
    of: usize,
}

impl Ratio {
    fn note(&mut self, is_right: bool) {
        self.right += usize::from(is_right);
        self.of += 1;
    }

    fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.right as f64 / self.of as f64)
    }
}

/// A half of the annotated texts: every second one, by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Half {
    /// The first, the third …
    First,
    /// The second, the fourth …
    Second,
}

/// What was counted over all texts.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Figures {
    texts: usize,
    /// Spans of quotations: of those read, and of those annotated.
    span_precision: Ratio,
    span_recall: Ratio,
    /// Speakers: of all annotated quotations, and of those read that have a speaker.
    speakers_of_all: Ratio,
    speakers_of_named: Ratio,
    /// Of the annotated quotations that were read with a speaker, by the rule that found it.
    speakers_by_rule: BTreeMap<String, Ratio>,
    /// Names of persons: of those read, and of those annotated.
    name_precision: Ratio,
    name_recall: Ratio,
    /// Pairs of names of one person: of those joined, and of those annotated.
    alias_precision: Ratio,
    alias_recall: Ratio,
    /// Pronouns of the narration: of those read with a name, and of those annotated.
    pronoun_precision: Ratio,
    pronoun_recall: Ratio,
}

/// Reads and compares every text of a folder.
///
/// Of every second text only, where a half is asked for: thresholds are chosen on one and shown on the other.
pub(crate) fn measure(folder: &Path, half: Option<Half>, is_listed: bool) -> Outcome<Figures> {
    let mut figures = Figures::default();
    // In the plain order of the names, so that a half is the same for whoever counts them.
    let mut names = books::names(folder, ".json")?;
    names.sort();
    let is_asked = |at: usize| half.is_none_or(|half| (at % 2 == 1) == (half == Half::Second));
    for (_, name) in names.into_iter().enumerate().filter(|(at, _)| is_asked(*at)) {
        let path = folder.join(&name);
        let text = fs::read(&path).doing(format_args!("reading {}", path.display()))?;
        let annotated: Annotated =
            serde_json::from_slice(&text).doing(format_args!("reading {}", path.display()))?;
        let reading = reading::read(&annotated.text);
        let errors = compare::compare(&annotated, &reading, &mut figures);
        if is_listed {
            println!("## {}\n", annotated.name);
            errors.iter().for_each(|error| println!("- {error}"));
        }
    }
    if figures.texts == 0 {
        return Err(Failure::new(format!("no annotated text is in {}", folder.display())));
    }
    Ok(figures)
}

impl Figures {
    fn name_f1(&self) -> Option<f64> {
        let (precision, recall) = (self.name_precision.share()?, self.name_recall.share()?);
        (precision + recall > 0.0).then(|| 2.0 * precision * recall / (precision + recall))
    }

    /// Every figure with its name; none where there is nothing to take it of.
    pub(crate) fn all(&self) -> [(&'static str, Option<f64>); 11] {
        [
            ("quotations, span precision", self.span_precision.share()),
            ("quotations, span recall", self.span_recall.share()),
            ("speakers, right of all", self.speakers_of_all.share()),
            ("speakers, right of those named", self.speakers_of_named.share()),
            ("names of persons, precision", self.name_precision.share()),
            ("names of persons, recall", self.name_recall.share()),
            ("names of persons, F1", self.name_f1()),
            ("aliases joined, precision", self.alias_precision.share()),
            ("aliases joined, recall", self.alias_recall.share()),
            ("pronouns, precision", self.pronoun_precision.share()),
            ("pronouns, recall", self.pronoun_recall.share()),
        ]
    }

    pub(crate) fn table(&self) -> String {
        let counts = [
            self.span_precision,
            self.span_recall,
            self.speakers_of_all,
            self.speakers_of_named,
            self.name_precision,
            self.name_recall,
            Ratio::default(),
            self.alias_precision,
            self.alias_recall,
            self.pronoun_precision,
            self.pronoun_recall,
        ];
        let mut out =
            format!("| annotated, {} texts | | right | of |\n|---|---:|---:|---:|\n", self.texts);
        for ((name, figure), counts) in self.all().into_iter().zip(counts) {
            let (right, of) = match counts.of {
                0 => ("–".to_owned(), "–".to_owned()),
                _ => (counts.right.to_string(), counts.of.to_string()),
            };
            out.push_str(&format!("| {name} | {} | {right} | {of} |\n", share(figure)));
        }
        for (rule, ratio) in &self.speakers_by_rule {
            let Ratio { right, of } = ratio;
            let figure = share(ratio.share());
            out.push_str(&format!("| speakers by the rule {rule} | {figure} | {right} | {of} |\n"));
        }
        out
    }
}
