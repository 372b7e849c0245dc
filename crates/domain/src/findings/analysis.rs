//! An analysis: documents that are checked at once, for a caller who waits. Its findings are stored
//! with all others.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Check, CheckResult, Finding, State};

/// The documents of one analysis, at most; a sweep reads more, in the background.
pub const DOCUMENTS_MAX: usize = 100;

crate::model! {
    /// What to read now, and what to look for.
    pub struct AnalysisCreate as "AnalysisRequest" {
        /// The documents; when absent or empty, the whole manuscript with the lore and its rules.
        document_ids: Option<Vec<String>> where { max_length: DOCUMENTS_MAX },
        /// The checks to run; all when absent or empty.
        checks: Option<Vec<Check>>,
    }
}

impl AnalysisCreate {
    /// What is looked for, each check once, in the order of a sweep.
    pub fn wanted(&self) -> Vec<Check> {
        let named = self.checks.as_deref().unwrap_or_default();
        let is_wanted = |check: &Check| named.is_empty() || named.contains(check);
        Check::ALL.into_iter().filter(is_wanted).collect()
    }
}

/// What an analysis read, and how many findings are new.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Analysis")]
pub struct AnalysisItem {
    /// The documents that were read.
    documents: Vec<DocumentRead>,
    /// The number of findings of each check in the lore and its rules; empty when only documents
    /// were read.
    lore: BTreeMap<&'static str, usize>,
    /// All findings of this analysis, known or new.
    found: usize,
    /// Findings that were not stored before.
    new: usize,
    /// Stored findings that were not found any more.
    stale: usize,
}

/// A document of an analysis.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentRead {
    /// The document.
    document_id: String,
    /// Its title.
    title: String,
    /// The version that was read.
    version: i64,
    /// The number of findings of each check.
    found: BTreeMap<&'static str, usize>,
}

impl AnalysisItem {
    /// What these readings of documents with these ids and titles come to, and what became of
    /// findings by them.
    pub fn of(titles: &[(String, String)], readings: &[CheckResult], changed: &[Finding]) -> Self {
        let counts = |id: Option<&str>| -> BTreeMap<&'static str, usize> {
            let of_it = readings
                .iter()
                .filter(|it| it.source.as_ref().map(|source| source.document_id.as_str()) == id);
            of_it.map(|it| (it.check.as_str(), it.found.len())).collect()
        };
        let version = |id: &str| {
            let mut sources = readings.iter().filter_map(|reading| reading.source.as_ref());
            sources.find(|source| source.document_id == id).map_or(0, |source| source.version)
        };
        let read = |(id, title): &(String, String)| DocumentRead {
            document_id: id.clone(),
            title: title.clone(),
            version: version(id),
            found: counts(Some(id)),
        };
        Self {
            documents: titles.iter().map(read).collect(),
            lore: counts(None),
            found: readings.iter().map(|reading| reading.found.len()).sum(),
            new: changed.iter().filter(|finding| finding.version == 1).count(),
            stale: changed.iter().filter(|finding| finding.state == State::Stale).count(),
        }
    }
}
