//! Findings: what a check found in a manuscript, and what the author decided about it. A finding is
//! a suggestion with its evidence: the author accepts it, dismisses it, or waives it with a reason,
//! and the decision holds for as long as the evidence stays (nearly) the same. [`reconcile`] merges
//! the result of a check with earlier findings; the views are in [`view`]. An agent that reads with a
//! language model records findings too: [`by_agent`]; and so do people who comment a file: [`by_editor`].

pub mod analysis;
pub mod by_agent;
pub mod by_editor;
pub mod habits;
pub mod lines;
pub mod measures;
pub mod moved;
pub(crate) mod nearby;
pub mod reconcile;
pub mod rules;
pub mod view;

use serde::{Deserialize, Serialize};

use crate::{
    Error, Result, digest,
    field_error::{FieldError, FieldPath, PathSegment},
    fold::fold,
    json::{Json, JsonText},
    lore::Quoted,
    page::Cursor,
    patch::Patch,
    time::Time,
};

pub use measures::ProseMeasures;
pub use reconcile::Reading;
pub use view::FindingItem;

crate::string_enum! {
    /// How much a finding matters, the weightiest first.
    pub enum Severity {
        Critical = "critical",
        High = "high",
        Medium = "medium",
        Low = "low",
        Info = "info",
    }
}

crate::string_enum! {
    /// What became of a finding.
    pub enum State {
        Open = "open",
        Accepted = "accepted",
        Dismissed = "dismissed",
        Waived = "waived",
        Stale = "stale",
    }
}

crate::string_enum! {
    /// The checks by rule, in the order in which a sweep runs them.
    pub enum Check {
        Prose = "prose",
        Names = "names",
        NamingPatterns = "naming_patterns",
        ProhibitedElements = "prohibited_elements",
        Dialogue = "dialogue",
        Facts = "facts",
        Wording = "wording",
        Narration = "narration",
    }
}

crate::string_enum! {
    /// Who found it: one of the checks, an agent that read with a language model, or an editor whose comment came
    /// with a file.
    pub enum FoundBy {
        Prose = "prose",
        Names = "names",
        NamingPatterns = "naming_patterns",
        ProhibitedElements = "prohibited_elements",
        Dialogue = "dialogue",
        Facts = "facts",
        Wording = "wording",
        Narration = "narration",
        Agent = "agent",
        Editor = "editor",
    }
}

/// Findings that one reading brings, at most, the weightiest first. It is far more than anybody looks
/// at: which of them are shown depends on what was said to earlier ones ([`reconcile`]).
pub const FOUND_MAX: usize = 1_000;

/// Findings of one reading that are to be dealt with, at most, for new ones to be kept: of more,
/// nobody would look at any.
pub const PENDING_MAX: usize = 100;

/// Who says what a check or an agent found, in a file for people.
pub const FINDING_AUTHOR: &str = "Scriptorium";

/// The longest reason, in characters.
const REASON_CHARS_MAX: usize = 2_000;

/// How long a stale finding is kept, in days: long enough to see it come back when a text does.
pub const STALE_DAYS: i64 = 90;

impl Severity {
    /// Its place in a list: 0 is the weightiest.
    pub const fn rank(self) -> i64 {
        self as i64
    }

    /// Whether a writer should look at it: medium or higher. Lower ones are taste and offers.
    pub const fn is_weighty(self) -> bool {
        self.rank() <= Self::Medium.rank()
    }
}

impl Check {
    /// The agent whose business it is.
    pub const fn agent(self) -> &'static str {
        match self {
            Self::Prose => "proseguard",
            Self::Names
            | Self::NamingPatterns
            | Self::ProhibitedElements
            | Self::Facts
            | Self::Wording
            | Self::Narration => "lorekeeper",
            Self::Dialogue => "castwright",
        }
    }

    /// Whether it reads the whole book at once: a document alone tells it nothing.
    pub const fn is_of_book(self) -> bool {
        matches!(self, Self::Facts | Self::Wording | Self::Narration)
    }
}

impl FoundBy {
    /// The check that it is; none for an agent or an editor.
    pub const fn check(self) -> Option<Check> {
        Some(match self {
            Self::Prose => Check::Prose,
            Self::Names => Check::Names,
            Self::NamingPatterns => Check::NamingPatterns,
            Self::ProhibitedElements => Check::ProhibitedElements,
            Self::Dialogue => Check::Dialogue,
            Self::Facts => Check::Facts,
            Self::Wording => Check::Wording,
            Self::Narration => Check::Narration,
            Self::Agent | Self::Editor => return None,
        })
    }
}

impl From<Check> for FoundBy {
    fn from(check: Check) -> Self {
        match check {
            Check::Prose => Self::Prose,
            Check::Names => Self::Names,
            Check::NamingPatterns => Self::NamingPatterns,
            Check::ProhibitedElements => Self::ProhibitedElements,
            Check::Dialogue => Self::Dialogue,
            Check::Facts => Self::Facts,
            Check::Wording => Self::Wording,
            Check::Narration => Self::Narration,
        }
    }
}

impl State {
    /// Whether somebody is still to do something about the finding.
    pub const fn is_pending(self) -> bool {
        matches!(self, Self::Open | Self::Accepted)
    }

    /// Whether a finding in this state is an insight into the project: it still holds, and its
    /// author does not think it wrong.
    pub const fn is_insight(self) -> bool {
        matches!(self, Self::Open | Self::Accepted | Self::Waived)
    }

    /// That the author may put a finding in this state into `to`, which they may if it is there
    /// already. A stale one can be dismissed or waived, so that it is not shown when it comes back;
    /// nothing else can be done about what is no longer there. Only a reading makes one stale.
    ///
    /// # Errors
    /// A conflict that names both states.
    fn check(self, to: Self) -> Result<()> {
        let may = match (self, to) {
            (from, to) if from == to => true,
            (_, Self::Stale) => false,
            (Self::Stale, to) => !to.is_pending(),
            _ => true,
        };
        if may {
            return Ok(());
        }
        Err(Error::Conflict(if to == Self::Stale {
            "Only a later reading of the text makes a finding stale".to_owned()
        } else {
            "A stale finding can only be dismissed or waived: it is no longer in the text"
                .to_owned()
        }))
    }
}

/// What a check says, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// The rule it rests on, a word such as `passive_density`.
    pub rule: String,
    /// How much it matters.
    pub severity: Severity,
    /// What was found, in one or two sentences.
    pub message: String,
    /// The words it is about; none where it is about no words in particular.
    pub quoted: Option<Quoted>,
    /// What it is known by when it is found again, where that is not the words quoted: a finding
    /// about a whole chapter is the same whichever of its sentences is quoted.
    pub identity: Option<String>,
    /// The words of the project's own rules that it is about, if it is about one: every mark of them
    /// counts, since `/^A/` and `/A$/` are two rules.
    pub project_rule: Option<String>,
    /// Numbers and further places: the JSON of an object.
    pub detail: Option<serde_json::Value>,
    /// Findings of its rule that are to be dealt with in one reading, at most, for this one to be
    /// kept if it is new.
    pub limit: usize,
}

impl Observation {
    /// What is the same as long as the evidence is: who found it, the rule, the words as a reader hears
    /// them, without their case and points, and the project's rule as it stands. The document is
    /// compared beside it.
    pub fn fingerprint(&self, check: FoundBy) -> String {
        let quote = self.quoted.as_ref().map(|quoted| quoted.quote.as_str());
        let words = self.identity.as_deref().or(quote).unwrap_or("");
        Self::known_by(check, &self.rule, words, self.project_rule.as_deref())
    }

    /// As [`Self::fingerprint`], of these parts.
    fn known_by(check: FoundBy, rule: &str, words: &str, project_rule: Option<&str>) -> String {
        let words = fold(words);
        let words: Vec<&str> = words
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let mut known = format!("{check}\n{rule}\n{}", words.join(" "));
        if let Some(rule) = project_rule {
            known.push('\n');
            known.push_str(rule);
        }
        digest::hex(known.as_bytes())
    }
}

/// A document as it was when it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The document.
    pub document_id: String,
    /// Its version then.
    pub version: i64,
}

/// What a check finds in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckFound {
    /// Who read.
    pub check: Check,
    /// What was found, the weightiest first.
    pub found: Vec<Observation>,
    /// What the check of the prose counted in the text; none of other checks.
    pub measures: Option<ProseMeasures>,
}

/// All that one check says of one document, or of the project as a whole: what it found before and
/// does not say now is no longer there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckResult {
    /// Who read.
    pub check: Check,
    /// What was read; none for what concerns no document.
    pub source: Option<Source>,
    /// What was found, the weightiest first; more than [`FOUND_MAX`] is not looked at.
    pub found: Vec<Observation>,
    /// What the check of the prose counted in the text; none of other checks.
    #[serde(default)]
    pub measures: Option<ProseMeasures>,
}

impl CheckResult {
    /// As [`reconcile::reconcile`] takes it.
    pub fn reading(&self) -> Reading<'_> {
        let (source, found) = (self.source.as_ref(), self.found.as_slice());
        Reading { by: self.check.into(), source, found, limit: self.limit() }
    }

    /// Findings of it that are to be dealt with, at most, for new ones to be kept.
    const fn limit(&self) -> usize {
        match (self.check, &self.source) {
            (_, None) => PENDING_MAX,
            (Check::Prose | Check::Dialogue, _) => 12,
            (Check::Names | Check::NamingPatterns, _) => 15,
            (Check::ProhibitedElements | Check::Facts | Check::Wording | Check::Narration, _) => 50,
        }
    }
}

/// On whose behalf something is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The swarm it is a part of, if it is one's.
    pub swarm_id: Option<String>,
    /// The agent that reads.
    pub agent: String,
    /// The user it reads for.
    pub account: String,
}

/// Something that was found in a project.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Its identifier.
    pub id: String,
    /// The project.
    pub project_id: String,
    /// The document, and its version when this was last found; none for what concerns no document.
    pub source: Option<Source>,
    /// Who found it.
    pub check: FoundBy,
    /// The rule of the check, or what an agent's finding is about: [`by_agent::Concern`].
    pub rule: String,
    /// What it is known by when it is found again: [`Observation::fingerprint`].
    pub fingerprint: String,
    /// How much it matters.
    pub severity: Severity,
    /// What was found, in one or two sentences.
    pub message: String,
    /// The words it is about.
    pub quoted: Option<Quoted>,
    /// Numbers and further places: the JSON of an object.
    pub detail: Option<JsonText>,
    /// The swarm that found it first, if one did.
    pub swarm_id: Option<String>,
    /// The agent that found it first; `editor` where a person did.
    pub agent: String,
    /// Its state.
    pub state: State,
    /// The author's reason for the state.
    pub reason: Option<String>,
    /// When it was first found.
    pub created_at: Time,
    /// When it was last changed; strictly later with each change.
    pub modified_at: Time,
    /// How often it was changed.
    pub version: i64,
}

crate::model! {
    /// The author's answer to a finding; absent fields leave it as it is.
    pub struct FindingUpdate as "FindingUpdateRequest" {
        /// Its new state.
        state: Patch<State>,
        /// The reason; required for `waived`. Null removes it.
        reason: Patch<String> where { max_length: REASON_CHARS_MAX },
    }
}

crate::model! {
    /// Which findings to list.
    pub struct FindingQuery as "FindingQuery" paged by Cursor<[i64; 2]> {
        /// Only those of this severity.
        severity: Option<Severity>,
        /// Only those of this severity or a higher one.
        min_severity: Option<Severity>,
        /// Only those in this state.
        state: Option<State>,
        /// Only those of this check; `agent` for those that agents recorded, `editor` for comments of imported files.
        check: Option<FoundBy>,
        /// Only those in this document.
        document_id: Option<String>,
        /// Only those that this swarm found, whether it was the first or not.
        swarm_id: Option<String>,
    }
}

/// Which findings are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'w> {
    /// Those in one of these states.
    pub states: &'w [State],
    /// Only those of this check.
    pub check: Option<FoundBy>,
    /// Only those of this severity or a higher one.
    pub min_severity: Option<Severity>,
}

impl FindingQuery {
    /// The first `limit` of those that a swarm found.
    pub fn of_swarm(swarm_id: &str, limit: i64) -> Self {
        Self {
            severity: None,
            min_severity: None,
            state: None,
            check: None,
            document_id: None,
            swarm_id: Some(swarm_id.to_owned()),
            limit,
            cursor: None,
        }
    }

    /// Whether it asks for less than all findings.
    pub fn is_filtered(&self) -> bool {
        self.severity.is_some()
            || self.min_severity.is_some()
            || self.state.is_some()
            || self.check.is_some()
            || self.document_id.is_some()
            || self.swarm_id.is_some()
    }
}

impl FindingUpdate {
    /// That a waiver comes with its reason, which can be said without knowing the finding.
    pub fn check(&self) -> Result<()> {
        let has_reason = self.reason.value().is_some_and(|reason| !reason.trim().is_empty());
        if self.state.value() == Some(&State::Waived) && !has_reason {
            return Err(without_reason(&self.reason));
        }
        Ok(())
    }
}

fn without_reason(reason: &Patch<String>) -> Error {
    let mut path = FieldPath::part("body");
    path.0.push(PathSegment::Key("reason".to_owned()));
    let input = reason.value().map_or(Json::Null, |text| Json::Text(text.clone()));
    Error::Invalid(vec![FieldError::refused(path, "a waived finding has a reason", input)])
}

impl Finding {
    /// Only what the update names changes; the time of change always does. A finding that is open
    /// again has no reason, unless the update gives one.
    ///
    /// # Errors
    /// A conflict where the author cannot put it into that state; invalid when a waived one would
    /// have no reason. Then nothing has changed.
    pub fn update(&mut self, update: &FindingUpdate, now: Time) -> Result<()> {
        let state = update.state.value().copied().unwrap_or(self.state);
        self.state.check(state)?;
        let mut reason = self.reason.clone();
        if state == State::Open && self.state != State::Open {
            reason = None;
        }
        let said =
            update.reason.map(|text| Some(text.trim().to_owned()).filter(|it| !it.is_empty()));
        said.apply_or_default(&mut reason);
        if state == State::Waived && reason.is_none() {
            return Err(without_reason(&update.reason));
        }
        if state != self.state
            && let Some(fresh) = self.detail.as_ref().and_then(reconcile::detail_without_decision)
        {
            self.detail = Some(fresh);
        }
        self.state = state;
        self.reason = reason;
        self.touch(now);
        Ok(())
    }

    /// It was changed.
    pub fn touch(&mut self, now: Time) {
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
    }
}

/// The form in which a detail is kept: an object.
pub fn normalized_detail(text: &str) -> Option<String> {
    let value: Json = serde_json::from_str(text).ok()?;
    matches!(value, Json::Object(_)).then(|| value.to_string())
}

/// Whether a text has the form of a fingerprint.
pub fn is_fingerprint(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests;
