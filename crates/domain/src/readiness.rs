//! Readiness: how far a manuscript is from being published, as a score made of four parts. The
//! caller counts; here is only the formula, and each part of it is ours:
//!
//! - *proseguard* and *lorekeeper*: `100 × 10 ÷ (10 + w)`, where `w` is the weight of the findings
//!   still to be dealt with. A critical one weighs 8 and a high one 4, however long the book is: what is
//!   wrong is wrong. A medium one, which is to be looked at, weighs 4 divided by the tens of thousands of
//!   words that were read, or 4 where they are fewer. Low and info weigh nothing, because taste and offers stand in no book's
//!   way. So no finding is 100, a weight of 10 is 50, and 0 is never reached. Unknown where nothing was
//!   read.
//! - *mlHealth*: how near the prose is to that of published novels in what can be counted, as
//!   [`ProseMeasures::health`] has it. Unknown where the check of the prose has read fewer than
//!   [`WORDS_MIN`] words. No language model has a part in it.
//! - *editCompletion*: how complete the documents of the manuscript are, as the project's
//!   `completionRate` counts them, from 0 to 100. Unknown without a document.
//!
//! The weights are divided by their sum; if all are 0, all are equal. A part that is unknown counts
//! for nothing, and its weight is shared among the others in proportion to theirs. The score is
//! unknown where no known part has a weight.

mod days;

use schemars::JsonSchema;
use serde::Serialize;

pub use days::{DAYS_MAX, DayScore, ReadinessItem};

use crate::{
    findings::{ProseMeasures, Severity, measures::WORDS_MIN},
    projects::{PublishingReadinessConfig, summary::Progress},
};

/// The weight of each part when the project names none.
pub const WEIGHT_DEFAULT: f64 = 0.25;

/// The score from which a project is ready when it names none.
pub const THRESHOLD_DEFAULT: f64 = 80.0;

/// The weight of findings at which a part is worth half.
const WEIGHT_HALF: f64 = 10.0;

/// The words that findings of medium severity are counted in.
const DENSITY_WORDS: f64 = 10_000.0;

/// Fixes that are listed, those that gain most.
pub const FIXES_MAX: usize = 10;

/// What checks of one kind found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CheckSummary {
    /// Words of the documents that were read.
    pub words: i64,
    /// Documents that were read.
    pub documents: usize,
    /// Those of them that were changed since.
    pub changed: usize,
    /// Findings that are still to be dealt with, by severity, the weightiest first.
    pub findings: [u32; 5],
}

impl CheckSummary {
    /// Counts a finding.
    pub const fn add(&mut self, severity: Severity) {
        self.findings[severity as usize] += 1;
    }

    /// Findings that count for the score.
    pub fn weighty(self) -> u32 {
        let all = Severity::ALL.into_iter().zip(self.findings);
        all.filter(|(severity, _)| severity.is_weighty()).map(|(_, count)| count).sum()
    }

    /// The weight of the findings in so many words.
    fn weight(self) -> f64 {
        let [critical, high, medium, ..] = self.findings.map(f64::from);
        let tens_of_thousands = (self.words as f64 / DENSITY_WORDS).max(1.0);
        8.0 * critical + 4.0 * high + 4.0 * medium / tens_of_thousands
    }

    /// The part's score, above 0 and at most 100; unknown where no word was read.
    pub fn score(self) -> Option<f64> {
        (self.words > 0).then(|| 100.0 * WEIGHT_HALF / (WEIGHT_HALF + self.weight()))
    }

    /// The same with a finding dealt with.
    fn without(mut self, severity: Severity) -> Self {
        let count = &mut self.findings[severity as usize];
        *count = count.saturating_sub(1);
        self
    }
}

/// Something that can be done, and what it touches.
#[derive(Debug, Clone, PartialEq)]
pub enum Fix {
    /// A finding that is dealt with.
    Finding {
        /// The finding.
        id: String,
        /// Its text.
        message: String,
        /// How much it matters.
        severity: Severity,
        /// Whether it is one of the prose; else of the lore.
        is_prose: bool,
    },
    /// A document that is finished: as long as it shall be, and done.
    Document {
        /// The document.
        id: String,
        /// What it is called.
        title: String,
        /// Its part in the completion now.
        progress: Progress,
    },
}

/// What readiness is counted from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReadinessInput {
    /// Documents of the manuscript.
    pub documents: usize,
    /// Those of them with words.
    pub texts: usize,
    /// Those of these that checks of the prose and checks against the lore have read as they are now.
    pub texts_read: usize,
    /// What checks of the prose found.
    pub prose: CheckSummary,
    /// What checks against the lore found.
    pub lore: CheckSummary,
    /// What the check of the prose counted in the documents of the manuscript.
    pub measures: ProseMeasures,
    /// The completion of the documents of the manuscript.
    pub progress: Progress,
    /// What can be done.
    pub fixes: Vec<Fix>,
}

/// How ready a project is to be published.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Readiness {
    /// The project.
    pub project_id: String,
    /// From 0 to 100; null while no part of it is known.
    #[schemars(range(min = 0, max = 100))]
    pub score: Option<f64>,
    /// The score from which the project is ready.
    #[schemars(range(min = 0, max = 100))]
    pub threshold: f64,
    /// Whether the score is known and reaches the threshold, and there are texts, all of them read.
    pub is_ready: bool,
    /// Documents of the manuscript with words.
    pub texts: usize,
    /// Those of them that checks of the prose and checks against the lore have read as they are now.
    pub texts_read: usize,
    /// The parts of the score.
    pub parts: Vec<Part>,
    /// The steps with the greatest gain, each calculated for itself.
    pub next_fixes: Vec<NextFix>,
}

/// A part of the score.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReadinessPart")]
pub struct Part {
    /// The name of the part.
    #[schemars(extend("enum" = ["proseguard", "lorekeeper", "mlHealth", "editCompletion"]))]
    pub name: &'static str,
    /// From 0 to 100; null while unknown.
    #[schemars(range(min = 0, max = 100))]
    pub score: Option<f64>,
    /// Its weight in the project; all together are 1.
    #[schemars(range(min = 0, max = 1))]
    pub weight: f64,
    /// Its weight with those of unknown parts divided among the known ones; together 1, or 0 while
    /// nothing is known.
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
    /// The points that the whole score would gain if this part were 100; null while it is unknown.
    pub gain: Option<f64>,
    /// What it was calculated from, as a sentence.
    pub basis: String,
}

/// Something that would raise the score.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextFix {
    /// Whether a finding is to be dealt with or a document to be finished.
    #[schemars(extend("enum" = ["finding", "document"]))]
    pub kind: &'static str,
    /// The finding or the document.
    pub id: String,
    /// What the finding says, behind the title of its document, or what the document is called.
    pub title: String,
    /// The points that the score would gain by this step alone.
    pub gain: f64,
}

impl Readiness {
    /// Whether there is something to read, and all of it has been read as it is now.
    pub const fn is_read(&self) -> bool {
        self.texts > 0 && self.texts_read == self.texts
    }
}

/// The four parts, in their order.
const NAMES: [&str; 4] = ["proseguard", "lorekeeper", "mlHealth", "editCompletion"];

/// The weights a project names, divided by their sum; all equal if all are 0.
fn weights(config: Option<&PublishingReadinessConfig>) -> [f64; 4] {
    let named = config.map_or([None; 4], |config| {
        [
            config.weight_proseguard,
            config.weight_lorekeeper,
            config.weight_ml_health,
            config.weight_edit_completion,
        ]
    });
    let weights = named.map(|weight| weight.unwrap_or(WEIGHT_DEFAULT).max(0.0));
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 { weights.map(|weight| weight / sum) } else { [WEIGHT_DEFAULT; 4] }
}

/// What each part counts for where these are known.
fn shares(weights: [f64; 4], scores: [Option<f64>; 4]) -> [f64; 4] {
    let known = |at: usize| if scores[at].is_some() { weights[at] } else { 0.0 };
    let sum: f64 = (0..4).map(known).sum();
    std::array::from_fn(|at| if sum > 0.0 { known(at) / sum } else { 0.0 })
}

impl ReadinessInput {
    fn scores(&self) -> [Option<f64>; 4] {
        let completion = (self.progress.weight > 0).then(|| self.progress.percent());
        [self.prose.score(), self.lore.score(), self.measures.health(), completion]
    }

    /// The score of these scores, with a decimal or all of them; unknown where nothing counts.
    fn score(&self, weights: [f64; 4]) -> Option<f64> {
        let scores = self.scores();
        let shares = shares(weights, scores);
        let score = scores.iter().zip(shares).map(|(score, share)| score.unwrap_or(0.0) * share);
        (shares.iter().sum::<f64>() > 0.0).then(|| score.sum::<f64>().clamp(0.0, 100.0))
    }

    /// The same facts, with this one thing done.
    fn after(&self, fix: &Fix) -> Self {
        let mut after = Self { fixes: Vec::new(), ..self.clone() };
        match fix {
            Fix::Finding { severity, is_prose: true, .. } => {
                after.prose = after.prose.without(*severity);
            }
            Fix::Finding { severity, .. } => after.lore = after.lore.without(*severity),
            Fix::Document { progress, .. } => {
                after.progress.done += progress.weight * 1_000 - progress.done;
            }
        }
        after
    }

    fn basis(&self) -> [String; 4] {
        let of_checks = |it: CheckSummary| match (it.documents, it.changed) {
            (0, _) => "No check has read a document of the manuscript yet".to_owned(),
            (read, changed) => format!(
                "{} of {} documents read, {changed} of them changed since; findings of medium or \
                 higher to deal with: {}",
                read,
                self.documents,
                it.weighty()
            ),
        };
        [
            of_checks(self.prose),
            of_checks(self.lore),
            match self.measures.rates() {
                None => format!(
                    "The check of the prose has read fewer than {WORDS_MIN} words, or no narration"
                ),
                Some([adverbs, passives, filters, sentence]) => format!(
                    "In a thousand words {adverbs:.1} adverbs in -ly, {passives:.1} passives and \
                     {filters:.1} filter verbs, and {sentence:.1} words in a sentence, in {} words \
                     read",
                    self.measures.words
                ),
            },
            match self.documents {
                0 => "The manuscript has no document yet".to_owned(),
                documents => format!("Status and word targets of {documents} documents"),
            },
        ]
    }

    /// How ready a project of these facts is, by the weights and the threshold it names.
    pub fn readiness(
        &self,
        project_id: &str,
        config: Option<&PublishingReadinessConfig>,
    ) -> Readiness {
        let weights = weights(config);
        let threshold =
            config.and_then(|config| config.ready_threshold).unwrap_or(THRESHOLD_DEFAULT);
        let (scores, score) = (self.scores(), self.score(weights));
        let shares = shares(weights, scores);
        let parts =
            NAMES.into_iter().zip(self.basis()).enumerate().map(|(at, (name, basis))| Part {
                name,
                score: scores[at],
                weight: weights[at],
                share: shares[at],
                gain: scores[at].map(|score| shares[at] * (100.0 - score)),
                basis,
            });
        let mut fixes: Vec<NextFix> = self
            .fixes
            .iter()
            .filter_map(|fix| {
                let gain = self.after(fix).score(weights)? - score?;
                let (kind, id, title) = match fix {
                    Fix::Finding { id, message, .. } => ("finding", id, message),
                    Fix::Document { id, title, .. } => ("document", id, title),
                };
                Some(NextFix { kind, id: id.clone(), title: title.clone(), gain })
            })
            .filter(|fix| fix.gain > 0.0)
            .collect();
        fixes.sort_by(|one, other| {
            other.gain.total_cmp(&one.gain).then_with(|| one.id.cmp(&other.id))
        });
        fixes.truncate(FIXES_MAX);
        let mut readiness = Readiness {
            project_id: project_id.to_owned(),
            score,
            threshold,
            is_ready: false,
            texts: self.texts,
            texts_read: self.texts_read,
            parts: parts.collect(),
            next_fixes: fixes,
        };
        readiness.is_ready = readiness.is_read() && score.is_some_and(|score| score >= threshold);
        readiness
    }
}

#[cfg(test)]
mod tests;
