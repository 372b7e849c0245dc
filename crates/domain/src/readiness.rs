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

use schemars::JsonSchema;
use serde::Serialize;

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
mod tests {
    use super::*;

    fn config(weights: [Option<f64>; 4], threshold: Option<f64>) -> PublishingReadinessConfig {
        let [prose, lore, model, edit] = weights;
        PublishingReadinessConfig {
            weight_proseguard: prose,
            weight_lorekeeper: lore,
            weight_ml_health: model,
            weight_edit_completion: edit,
            ready_threshold: threshold,
        }
    }

    fn facts() -> ReadinessInput {
        ReadinessInput {
            documents: 2,
            texts: 2,
            texts_read: 2,
            // 10 in weight: a high one, and a medium and a half in 10,000 words.
            prose: CheckSummary {
                words: 20_000,
                documents: 2,
                changed: 0,
                findings: [0, 1, 3, 9, 9],
            },
            lore: CheckSummary { words: 20_000, documents: 1, changed: 1, findings: [0; 5] },
            measures: ProseMeasures::default(),
            progress: Progress { weight: 1_000, done: 400_000 },
            fixes: Vec::new(),
        }
    }

    #[test]
    fn the_score_is_the_weighted_mean_of_what_is_known() {
        let all = [Some(1.0), Some(0.5), Some(0.0), Some(0.5)];
        let table = [
            // prose 50, lore 100, edit 40; the weight of the model shared among the others
            (facts(), None, Some((50.0 + 100.0 + 40.0) / 3.0)),
            (facts(), Some(config(all, None)), Some(50.0 * 0.5 + 100.0 * 0.25 + 40.0 * 0.25)),
            (facts(), Some(config([Some(0.0); 4], None)), Some((50.0 + 100.0 + 40.0) / 3.0)),
            (facts(), Some(config([Some(0.0), Some(0.0), Some(1.0), Some(0.0)], None)), None),
            (ReadinessInput { lore: CheckSummary::default(), ..facts() }, None, Some(45.0)),
            (ReadinessInput::default(), None, None),
        ];

        for (facts, config, wanted) in table {
            let readiness = facts.readiness("p", config.as_ref());

            match (readiness.score, wanted) {
                (Some(score), Some(wanted)) => {
                    assert!((score - wanted).abs() < 1e-9, "{score} {wanted}")
                }
                (score, wanted) => assert_eq!(score, wanted),
            }
            let weights: f64 = readiness.parts.iter().map(|part| part.weight).sum();
            assert!((weights - 1.0).abs() < 1e-9, "{weights}");
            let parts = readiness.parts.iter().map(|part| part.share * part.score.unwrap_or(0.0));
            assert!((parts.sum::<f64>() - readiness.score.unwrap_or(0.0)).abs() < 1e-9);
        }
    }

    #[test]
    fn more_findings_and_fewer_words_are_never_better() {
        let score =
            |words, findings| CheckSummary { words, findings, ..CheckSummary::default() }.score();

        assert_eq!((score(0, [0; 5]), score(0, [9; 5])), (None, None));
        assert_eq!((score(1, [0; 5]), score(1, [0, 0, 0, 99, 99])), (Some(100.0), Some(100.0)));
        assert_eq!(score(10_000, [1, 0, 0, 0, 0]), Some(100.0 * 10.0 / 18.0));
        assert_eq!(score(200_000, [1, 0, 0, 0, 0]), Some(100.0 * 10.0 / 18.0));
        assert_eq!(score(100_000, [0, 0, 25, 0, 0]), Some(50.0));
        for count in 0..50 {
            for severity in 0..3 {
                let of = |words, count| {
                    let mut findings = [0; 5];
                    findings[severity] = count;
                    score(words, findings)
                };
                assert!(of(5_000, count) > of(5_000, count + 1));
                assert!(of(50_000, count + 1) <= of(60_000, count + 1));
                assert!(of(5_000, count).unwrap() > 0.0);
            }
        }
    }

    /// A novel of this length with these findings against its lore, read as a whole and done.
    fn novel(words: i64, prose: [u32; 5], lore: [u32; 5]) -> ReadinessInput {
        let of = |findings| CheckSummary { words, documents: 30, changed: 0, findings };
        ReadinessInput {
            documents: 30,
            texts: 30,
            texts_read: 30,
            prose: of(prose),
            lore: of(lore),
            measures: ProseMeasures {
                words,
                spoken: words / 3,
                sentences: words / 20,
                sentence_words: words,
                adverbs: words / 80,
                passives: words / 100,
                filters: words / 200,
            },
            progress: Progress { weight: words, done: words * 1_000 },
            fixes: Vec::new(),
        }
    }

    #[test]
    fn taste_stands_in_no_published_novels_way_and_twenty_errors_do() {
        for words in [40_000, 80_000, 160_000, 190_000] {
            let score = |prose, lore| novel(words, prose, lore).readiness("p", None).score.unwrap();

            let published = score([0, 0, 3, 12, 2], [0, 0, 2, 3, 2]);
            assert!(published >= 90.0, "{words}: {published}");
            // A published novel in which a check is wrong two times.
            assert!(score([0, 0, 3, 12, 2], [0, 2, 2, 3, 2]) >= 80.0);
            for planted in [[0, 20, 0, 0, 0], [5, 15, 0, 0, 0], [20, 0, 0, 0, 0]] {
                let score = score([0; 5], planted);
                assert!(score < 80.0, "{words} {planted:?}: {score}");
            }
            assert!(score([0, 20, 0, 0, 0], [0; 5]) < 80.0);
        }
    }

    #[test]
    fn a_project_is_ready_from_its_threshold_on() {
        let of = |threshold| facts().readiness("p", Some(&config([None; 4], threshold)));

        assert_eq!((of(None).threshold, of(None).is_ready), (80.0, false));
        assert!(of(Some(63.0)).is_ready && !of(Some(64.0)).is_ready);
        assert!(
            !ReadinessInput::default().readiness("p", Some(&config([None; 4], Some(0.0)))).is_ready
        );
        // Nobody knows what is in a text that was not read, and without a text there is no book.
        for (texts, texts_read, is_ready) in [(2, 2, true), (2, 1, false), (0, 0, false)] {
            let facts = ReadinessInput { texts, texts_read, ..facts() };
            let readiness = facts.readiness("p", Some(&config([None; 4], Some(63.0))));
            assert_eq!(readiness.is_ready, is_ready, "{texts_read} of {texts}");
        }
    }

    #[test]
    fn each_fix_gains_what_it_says() {
        let finding = |id: &str, severity, is_prose| Fix::Finding {
            id: id.to_owned(),
            message: id.to_uppercase(),
            severity,
            is_prose,
        };
        let part = Progress { weight: 600, done: 120_000 };
        let document = Fix::Document { id: "d".to_owned(), title: "I".to_owned(), progress: part };
        let mut before = facts();
        before.fixes = vec![
            finding("low", Severity::Low, true),
            finding("high", Severity::High, true),
            finding("info", Severity::Info, true),
            finding("medium", Severity::Medium, true),
            finding("lore", Severity::Critical, false),
            document,
        ];

        let readiness = before.readiness("p", None);

        let ids: Vec<&str> = readiness.next_fixes.iter().map(|fix| fix.id.as_str()).collect();
        assert_eq!(ids, ["d", "high", "medium"], "what gains nothing is not listed");
        let mut done = facts();
        done.prose.findings[1] -= 1;
        let gained = done.readiness("p", None).score.unwrap() - readiness.score.unwrap();
        assert!((readiness.next_fixes[1].gain - gained).abs() < 1e-9);
        let mut done = facts();
        done.progress.done += 600_000 - 120_000;
        let gained = done.readiness("p", None).score.unwrap() - readiness.score.unwrap();
        assert!((readiness.next_fixes[0].gain - gained).abs() < 1e-9);
    }
}
