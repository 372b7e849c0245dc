//! Merges the result of a check with the findings of earlier runs, as a pure function. The same
//! evidence is the same finding; what the author decided about it stays decided.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::{FOUND_MAX, Finding, FoundBy, Observation, Origin, Source, State};
use crate::{json::JsonText, time::Time};

/// All that a check, or an agent, says of one document, or of the project as a whole.
#[derive(Debug, Clone, Copy)]
pub struct Reading<'r> {
    /// Who has read.
    pub by: FoundBy,
    /// What was read; none for what concerns no document.
    pub source: Option<&'r Source>,
    /// What was found, the weightiest first; more than [`FOUND_MAX`] is not looked at.
    pub found: &'r [Observation],
    /// Findings of it that are to be dealt with, at most.
    pub limit: usize,
}

/// What a reading did.
#[derive(Debug, Default, PartialEq)]
pub struct Reconciled {
    /// Findings that were not there before.
    pub new: Vec<Finding>,
    /// Findings that are others now, each with the state it was in.
    pub changed: Vec<(State, Finding)>,
    /// The ids of all that were found and are kept, in the order of the reading.
    pub found: Vec<String>,
}

/// What becomes of the findings `known` of a check in a document, all of them, when it is read anew.
///
/// What is found again keeps its state; one that had gone stale is open again. What was pending and
/// is not found any more is stale. What was dismissed or waived stays so, found or not: it would
/// otherwise come back. A decision about something that is counted holds for what was counted then:
/// when there is far more of it, or any more of what must not appear, the finding is open again.
///
/// There is room for so many findings that are to be dealt with, of a rule and of the reading. What was
/// accepted has its room first; all else that is open or new comes in the order of the reading, so that
/// what is open in the end does not depend on what was read before. What was dismissed or waived takes no
/// room, so that it hides nothing.
pub fn reconcile(
    project_id: &str,
    known: Vec<Finding>,
    reading: Reading<'_>,
    origin: &Origin,
    mut id: impl FnMut() -> String,
    now: Time,
) -> Reconciled {
    let mut by_fingerprint: HashMap<String, Finding> =
        known.into_iter().map(|finding| (finding.fingerprint.clone(), finding)).collect();
    let mut reconciled = Reconciled::default();
    let all = deduplicated(reading);
    let mut pending = Pending::default();
    for (fingerprint, found) in &all {
        if by_fingerprint.get(fingerprint).is_some_and(|it| it.state == State::Accepted) {
            pending.add(found);
        }
    }
    for (fingerprint, found) in all {
        let known = by_fingerprint.get(&fingerprint);
        if known.is_none_or(|it| found_again(it, found) == State::Open) {
            if !pending.is_within_limits(found, reading) {
                continue;
            }
            pending.add(found);
        }
        let Some(before) = by_fingerprint.remove(&fingerprint) else {
            let finding = first(project_id, id(), fingerprint, found, reading, origin, now);
            reconciled.found.push(finding.id.clone());
            reconciled.new.push(finding);
            continue;
        };
        reconciled.found.push(before.id.clone());
        let mut after = Finding { source: reading.source.cloned(), ..before.clone() };
        set_text(&mut after, found);
        after.state = found_again(&before, found);
        if after.state != before.state {
            after.reason = None;
        } else if !after.state.is_pending() {
            after.detail = detail_with_decision(&before, found);
        }
        if after != before {
            after.touch(now);
            reconciled.changed.push((before.state, after));
        }
    }
    let mut gone: Vec<Finding> =
        by_fingerprint.into_values().filter(|finding| finding.state.is_pending()).collect();
    gone.sort_by(|one, other| one.id.cmp(&other.id));
    for mut finding in gone {
        let before = finding.state;
        finding.state = State::Stale;
        finding.touch(now);
        reconciled.changed.push((before, finding));
    }
    reconciled
}

/// What was found, each finding once, with its fingerprint.
fn deduplicated(reading: Reading<'_>) -> Vec<(String, &Observation)> {
    let mut met = HashSet::new();
    let all = reading.found.iter().take(FOUND_MAX);
    all.map(|found| (found.fingerprint(reading.by), found))
        .filter(|(fingerprint, _)| met.insert(fingerprint.clone()))
        .collect()
}

/// The state of a finding that is found again: what had gone stale is open, and so is what was
/// decided about fewer.
fn found_again(known: &Finding, found: &Observation) -> State {
    match known.state {
        State::Stale => State::Open,
        State::Dismissed | State::Waived if has_grown(known, found) => State::Open,
        state => state,
    }
}

/// Whether there is more of what a finding counts than a decision about it was about: of what must
/// not appear any more, of a habit twice as much, for a chapter that is being written gains a little
/// of everything each day.
fn has_grown(known: &Finding, found: &Observation) -> bool {
    match (decided_count(known), found.detail.as_ref().and_then(count)) {
        (Some(then), Some(now)) if known.check == FoundBy::ProhibitedElements => now > then,
        (Some(then), Some(now)) => now >= then.saturating_mul(HABIT_GROWTH),
        _ => false,
    }
}

/// By how much a habit has grown when the author is asked again.
const HABIT_GROWTH: i64 = 2;

/// Where the detail of a finding that was decided about keeps how many there were then, once there
/// are others.
const DECIDED_COUNT: &str = "decidedCount";

fn count(detail: &Value) -> Option<i64> {
    detail.get("count")?.as_i64()
}

/// How many there were of what a finding counts when it was decided about.
fn decided_count(known: &Finding) -> Option<i64> {
    let detail: Value = serde_json::from_str(&known.detail.as_ref()?.0).ok()?;
    detail.get(DECIDED_COUNT).and_then(Value::as_i64).or_else(|| count(&detail))
}

/// The detail of now of a finding whose decision holds on.
fn detail_with_decision(known: &Finding, found: &Observation) -> Option<JsonText> {
    let mut detail = found.detail.clone()?;
    if let (Some(then), Some(object)) = (decided_count(known), detail.as_object_mut())
        && object.get("count").is_some_and(|now| now.as_i64() != Some(then))
    {
        object.insert(DECIDED_COUNT.to_owned(), then.into());
    }
    Some(JsonText(detail.to_string()))
}

/// A detail without what was remembered of an earlier decision.
pub(super) fn detail_without_decision(detail: &JsonText) -> Option<JsonText> {
    let mut read: Value = serde_json::from_str(&detail.0).ok()?;
    read.as_object_mut()?.remove(DECIDED_COUNT)?;
    Some(JsonText(read.to_string()))
}

/// How many findings of a reading are to be dealt with.
#[derive(Default)]
struct Pending<'r> {
    all: usize,
    by_rule: HashMap<&'r str, usize>,
}

impl<'r> Pending<'r> {
    fn add(&mut self, found: &'r Observation) {
        self.all += 1;
        *self.by_rule.entry(&found.rule).or_default() += 1;
    }

    fn is_within_limits(&self, found: &Observation, reading: Reading<'_>) -> bool {
        let of_rule = self.by_rule.get(found.rule.as_str()).copied().unwrap_or(0);
        self.all < reading.limit && of_rule < found.limit
    }
}

fn first(
    project_id: &str,
    id: String,
    fingerprint: String,
    found: &Observation,
    reading: Reading<'_>,
    origin: &Origin,
    now: Time,
) -> Finding {
    let mut finding = Finding {
        id,
        project_id: project_id.to_owned(),
        source: reading.source.cloned(),
        check: reading.by,
        rule: found.rule.clone(),
        fingerprint,
        severity: found.severity,
        message: String::new(),
        quoted: None,
        detail: None,
        swarm_id: origin.swarm_id.clone(),
        agent: origin.agent.clone(),
        state: State::Open,
        reason: None,
        created_at: now,
        modified_at: now,
        version: 1,
    };
    set_text(&mut finding, found);
    finding
}

/// What a check says now, in its words of now.
fn set_text(finding: &mut Finding, found: &Observation) {
    finding.severity = found.severity;
    finding.message.clone_from(&found.message);
    finding.quoted.clone_from(&found.quoted);
    finding.detail = found.detail.as_ref().map(|detail| JsonText(detail.to_string()));
}
