//! Findings that an agent records while it reads with a language model: words of a document, and what
//! it says about them. No check finds them again, so they hold for as long as their words stand in the
//! text. Whether the agent may record anything is decided by whoever calls.

use serde::{Deserialize, Serialize};

use super::{
    FOUND_MAX, Finding, FoundBy, Observation, Origin, Reading, Severity, Source, State, nearby,
    reconcile::{Reconciled, reconcile},
    rules,
};
use crate::{
    lore::Quoted,
    proposals::{
        anchors::{NotFound, find},
        text::IndexedText,
    },
    time::Time,
};

crate::string_enum! {
    /// What a finding of an agent is about; the rule of the finding.
    pub enum Concern {
        /// Something contradicts the text or the lore.
        Continuity = "continuity",
        /// Something does not follow from what happened.
        Logic = "logic",
        /// A person acts or speaks unlike themselves.
        Character = "character",
        Pacing = "pacing",
        /// A reader may not understand it.
        Clarity = "clarity",
        Style = "style",
    }
}

/// Findings of agents in one document that are to be dealt with, at most, for new ones to be kept.
pub const AGENT_PENDING_MAX: usize = 50;

/// Something that an agent found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentFinding {
    /// The document.
    pub document_id: String,
    /// Words of it as they stand in its Markdown, one time.
    pub quote: String,
    /// What it is about.
    pub concern: Concern,
    /// How much it matters, as the agent says; a matter of taste is kept as low.
    pub severity: Severity,
    /// What was found, in one or two sentences.
    pub message: String,
    /// Where it comes from: the JSON of an object with the model, the message or the sub-task.
    pub detail: serde_json::Value,
}

impl AgentFinding {
    /// It with something more about where it comes from.
    #[must_use]
    pub fn noting(mut self, member: &str, value: &str) -> Self {
        if let Some(detail) = self.detail.as_object_mut() {
            detail.insert(member.to_owned(), value.into());
        }
        self
    }

    /// It as an observation in a text.
    ///
    /// # Errors
    /// Its words do not stand there, or several times.
    pub fn observe(&self, text: &IndexedText<'_>) -> Result<Observation, NotFound> {
        let start = find(text.text(), &self.quote)?;
        Ok(Observation {
            rule: self.concern.as_str().to_owned(),
            severity: self.severity.max(rules::severity_max(self.concern)),
            message: self.message.clone(),
            quoted: Some(quoted(text, start, &self.quote)),
            identity: None,
            project_rule: None,
            detail: Some(self.detail.clone()),
            limit: AGENT_PENDING_MAX,
        })
    }
}

/// What became of something that an agent found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recorded {
    /// It is stored as a new finding of this id.
    New(String),
    /// It is a finding that was known, in this state now.
    Known(String, State),
    /// Its words do not stand in the text, or several times.
    NotFound(NotFound),
    /// Too many findings of agents wait for an answer there.
    TooMany,
}

impl Recorded {
    /// The finding, if there is one.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::New(id) | Self::Known(id, _) => Some(id),
            Self::NotFound(_) | Self::TooMany => None,
        }
    }

    /// As a line for people.
    pub fn line(&self, message: &str) -> String {
        match self {
            Self::New(id) => format!("Recorded as finding {id}: {message}"),
            Self::Known(id, state) => format!("Known as finding {id} ({state}): {message}"),
            Self::NotFound(missing) => {
                format!("Could not be recorded: {message} ({})", missing.reason())
            }
            Self::TooMany => format!(
                "Could not be recorded: {message} ({AGENT_PENDING_MAX} findings of agents in this \
                 document wait for an answer)"
            ),
        }
    }
}

/// What becomes of the findings of agents in a document, all of which are `known`, when its text is as it
/// is now and an agent found these `new` ones; and what becomes of each of these.
///
/// What is known keeps what was said when it was found. It is stale when its words are gone, and open
/// again when they are back.
pub fn settle(
    project_id: &str,
    known: Vec<Finding>,
    new: &[AgentFinding],
    (source, text): (&Source, &str),
    origin: &Origin,
    id: impl FnMut() -> String,
    now: Time,
) -> (Reconciled, Vec<Recorded>) {
    let text = IndexedText::new(text);
    let observed: Vec<Result<Observation, NotFound>> =
        new.iter().map(|it| it.observe(&text)).collect();
    let found = all(&known, observed.iter().flatten(), &text);
    let before: Vec<Finding> = known.clone();
    let (source, limit) = (Some(source), AGENT_PENDING_MAX);
    let reading = Reading { by: FoundBy::Agent, source, found: &found, limit };
    let settled = reconcile(project_id, known, reading, origin, id, now);
    let recorded = |observation: &Observation| {
        let fingerprint = observation.fingerprint(FoundBy::Agent);
        let is_it = |it: &&Finding| it.fingerprint == fingerprint;
        let known = |it: &Finding| Recorded::Known(it.id.clone(), it.state);
        let new = settled.new.iter().find(is_it).map(|it| Recorded::New(it.id.clone()));
        let changed = || settled.changed.iter().map(|(_, it)| it).find(is_it).map(known);
        let same = || before.iter().find(is_it).map(known);
        new.or_else(changed).or_else(same).unwrap_or(Recorded::TooMany)
    };
    let recorded = observed
        .iter()
        .map(|it| it.as_ref().map_or_else(|missing| Recorded::NotFound(*missing), recorded))
        .collect();
    (settled, recorded)
}

/// All that agents say of a document: what is known and still stands there, then what is new.
fn all<'o>(
    known: &[Finding],
    new: impl Iterator<Item = &'o Observation>,
    text: &IndexedText<'_>,
) -> Vec<Observation> {
    // A reading is cut at its end, and what waits for an answer must not be taken for gone.
    let (pending, others): (Vec<_>, Vec<_>) = known.iter().partition(|it| it.state.is_pending());
    let known = pending.into_iter().chain(others);
    let known = known.filter_map(|it| again(it, text));
    known.chain(new.cloned()).take(FOUND_MAX).collect()
}

/// A known finding whose words still stand in the text. Where they stand several times now, the nearest
/// to where they stood are meant.
fn again(known: &Finding, text: &IndexedText<'_>) -> Option<Observation> {
    let Quoted { quote, start, .. } = known.quoted.as_ref()?;
    let at = nearest(text, quote, *start)?;
    let detail = known.detail.as_ref().and_then(|detail| serde_json::from_str(&detail.0).ok());
    Some(Observation {
        rule: known.rule.clone(),
        severity: known.severity,
        message: known.message.clone(),
        quoted: Some(quoted(text, at, quote)),
        identity: None,
        project_rule: None,
        detail,
        limit: AGENT_PENDING_MAX,
    })
}

/// The byte at which these words begin, nearest to a character.
pub(super) fn nearest(text: &IndexedText<'_>, words: &str, character: i64) -> Option<usize> {
    let near = text.byte(character).unwrap_or(text.text().len());
    let mut left = usize::MAX;
    nearby::nearest(text.text(), words, near, &mut left)
}

pub(super) fn quoted(text: &IndexedText<'_>, start: usize, words: &str) -> Quoted {
    let (start, end) = (text.character(start), text.character(start + words.len()));
    Quoted { quote: words.to_owned(), start, end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(quote: &str) -> AgentFinding {
        AgentFinding {
            document_id: "d".to_owned(),
            quote: quote.to_owned(),
            concern: Concern::Pacing,
            severity: Severity::Low,
            message: "It waits.".to_owned(),
            detail: serde_json::json!({ "model": "m" }),
        }
    }

    /// What becomes of findings in a text.
    fn read(
        known: Vec<Finding>,
        new: &[AgentFinding],
        (version, text): (i64, &str),
    ) -> (Reconciled, Vec<Recorded>) {
        let source = Source { document_id: "d".to_owned(), version };
        let origin =
            Origin { swarm_id: None, agent: "critic".to_owned(), account: "local".to_owned() };
        let mut number = 0;
        let id = || {
            number += 1;
            format!("f{version}.{number}")
        };
        settle("p", known, new, (&source, text), &origin, id, Time::from_millis(version))
    }

    fn known(state: State) -> Finding {
        let (settled, recorded) =
            read(Vec::new(), &[finding("Rain fell")], (1, "Dusk. Rain fell."));
        assert_eq!(recorded, [Recorded::New("f1.1".to_owned())]);
        Finding { state, ..settled.new[0].clone() }
    }

    #[test]
    fn a_finding_follows_its_words() {
        use State::{Accepted, Dismissed, Open, Stale, Waived};
        for (before, text, after, start) in [
            (Open, "Dusk. Rain fell.", Open, 6),
            (Accepted, "Night. Rain fell.", Accepted, 7),
            (Open, "Rain fell. It was over. Rain fell. Then, much later, Rain fell.", Open, 0),
            (Open, "Snow fell.", Stale, 6),
            (Stale, "Rain fell.", Open, 0),
            (Waived, "Rain fell.", Waived, 0),
            (Dismissed, "Snow fell.", Dismissed, 6),
        ] {
            let (mut settled, _) = read(vec![known(before)], &[], (2, text));

            assert!(settled.new.is_empty(), "{text}");
            let finding = settled.changed.pop().map_or_else(|| known(before), |(_, it)| it);
            let quoted = finding.quoted.unwrap();
            assert_eq!((finding.state, quoted.start), (after, start), "{before} {text}");
            assert_eq!(finding.message, "It waits.");
        }
    }

    #[test]
    fn words_that_are_known_or_nowhere_make_no_finding() {
        let new = [
            AgentFinding { message: "Again.".to_owned(), ..finding("Rain fell") },
            finding("Snow fell"),
            finding("e"),
            AgentFinding { concern: Concern::Style, ..finding("Rain fell") },
        ];

        let text = (2, "Dusk. Rain fell, he felt.");
        let (settled, recorded) = read(vec![known(State::Dismissed)], &new, text);

        assert_eq!(
            recorded,
            [
                Recorded::Known("f1.1".to_owned(), State::Dismissed),
                Recorded::NotFound(NotFound::Gone),
                Recorded::NotFound(NotFound::Ambiguous),
                Recorded::New("f2.1".to_owned()),
            ]
        );
        assert_eq!(settled.new.len(), 1);
        assert_eq!(settled.changed[0].1.message, "It waits.", "what was said first stays");
    }

    #[test]
    fn as_many_are_kept_as_somebody_may_look_at() {
        let words: Vec<String> = (0..=AGENT_PENDING_MAX).map(|at| format!("word{at:03}")).collect();
        let new: Vec<AgentFinding> = words.iter().map(|it| finding(it)).collect();

        let (settled, recorded) = read(Vec::new(), &new, (1, &words.join(" ")));

        assert_eq!(settled.new.len(), AGENT_PENDING_MAX);
        assert_eq!(recorded.last(), Some(&Recorded::TooMany));
    }
}
