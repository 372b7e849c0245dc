//! What the result of a model would change in the project, as proposals: nothing is changed before
//! somebody accepts them. A result that only answers proposes nothing.

use std::collections::HashSet;

use domain::{
    agents::{
        context::{Receipt, SourceKind},
        results::{
            Answers, Argument, Critique, Draft, Edit, Edits, EventFound, Events, Ideas,
            ModelResult, Plan, PromiseFound, PromisesFound, PublisherText, Sketch, Sketches,
            SourceText, Structure, StructurePart, Voices, WordMade, WordsMade,
        },
    },
    json::Json,
    lengths::LINE_CHARS_MAX,
    model::AbsentOr,
    proposals::{
        CHANGES_MAX, RECEIPT_BYTES_MAX, TargetKind,
        requests::{ChangeCreate, ProposalCreate, ProposalTarget},
    },
};

use super::wanted::PromiseWanted;

/// Proposals of one answer, at most.
const PROPOSALS_MAX: usize = 20;

/// What proposals rest on.
pub(super) struct Ground<'a> {
    /// The agent.
    pub(super) agent: &'a str,
    /// What it was asked.
    pub(super) request: &'a str,
    /// What was sent.
    pub(super) receipt: &'a Receipt,
    /// The words of it.
    pub(super) sources: &'a [SourceText],
    /// The newest timeline, in which new events are proposed.
    pub(super) timeline_id: Option<&'a str>,
    /// The titles of the outline.
    pub(super) nodes: &'a [String],
    /// The language the request names, for which new words are proposed.
    pub(super) language_id: Option<&'a str>,
}

/// A result that may propose changes.
pub(super) trait Proposing: ModelResult {
    /// The proposals.
    fn proposals(&self, _: &Ground<'_>) -> Vec<ProposalCreate> {
        Vec::new()
    }
}

impl Proposing for Answers {}
impl Proposing for Argument {}
impl Proposing for Critique {}
impl Proposing for Ideas {}
impl Proposing for PublisherText {}
impl Proposing for Plan {}
impl Proposing for Voices {}

impl Proposing for Edits {
    /// One proposal for each document.
    fn proposals(&self, ground: &Ground<'_>) -> Vec<ProposalCreate> {
        let mut by_document: Vec<(usize, Vec<ChangeCreate>)> = Vec::new();
        for edit in &self.edits {
            let Some(change) = ground.change(edit) else { continue };
            match by_document.iter_mut().find(|(source, _)| *source == edit.before.source) {
                Some((_, changes)) if changes.len() < CHANGES_MAX => changes.push(change),
                Some(_) => {}
                None => by_document.push((edit.before.source, vec![change])),
            }
        }
        let of_document = |(source, changes): (usize, Vec<ChangeCreate>)| {
            let target = ProposalTarget {
                kind: TargetKind::Document,
                id: ground.document(source).map(|(id, _)| id.to_owned()),
                parent_id: None,
            };
            ground.proposal(target, &self.summary, changes)
        };
        by_document.into_iter().map(of_document).take(PROPOSALS_MAX).collect()
    }
}

impl Proposing for Structure {
    /// A node for each part that the outline does not have, after the last of its top level. One that
    /// is a document already is linked with it.
    fn proposals(&self, ground: &Ground<'_>) -> Vec<ProposalCreate> {
        let mut known: HashSet<String> = ground.nodes.iter().map(|it| folded(it)).collect();
        let new = self.parts.iter().filter(|part| known.insert(folded(&part.title)));
        new.take(PROPOSALS_MAX).map(|part| ground.node(part)).collect()
    }
}

impl Proposing for Draft {
    /// A scene of its own: what stands in the manuscript is not touched.
    fn proposals(&self, ground: &Ground<'_>) -> Vec<ProposalCreate> {
        let title = format!("Draft: {}", ground.request.trim());
        let fields =
            [("title", line(&title)), ("kind", "scene".to_owned()), ("content", self.text.clone())];
        vec![ground.new_record(TargetKind::Document, None, &title, &fields)]
    }
}

impl Proposing for PromisesFound {
    fn proposals(&self, ground: &Ground<'_>) -> Vec<ProposalCreate> {
        let of_promise = |it: &PromiseFound| {
            let status = if it.kept.is_some() { "fulfilled" } else { "made" };
            ground.new_promise((&it.title, &it.description), status, &it.made.quote)
        };
        self.promises.iter().take(PROPOSALS_MAX).map(of_promise).collect()
    }
}

impl Proposing for Events {
    fn proposals(&self, ground: &Ground<'_>) -> Vec<ProposalCreate> {
        let Some(timeline) = ground.timeline_id else { return Vec::new() };
        let dated = self.events.iter().filter(|event| !event.date.trim().is_empty());
        let of_event = |event: &EventFound| {
            let fields = [
                ("title", line(&event.title)),
                ("dateDisplay", line(&event.date)),
                ("description", event.citation.quote.clone()),
            ];
            ground.new_record(TargetKind::TimelineEvent, Some(timeline), &event.title, &fields)
        };
        dated.take(PROPOSALS_MAX).map(of_event).collect()
    }
}

impl Proposing for Sketches {
    fn proposals(&self, ground: &Ground<'_>) -> Vec<ProposalCreate> {
        let of_entry = |entry: &Sketch| {
            let fields = [
                ("name", line(&entry.name)),
                ("category", entry.category.as_str().to_owned()),
                ("content", entry.content.clone()),
            ];
            ground.new_record(TargetKind::Lore, None, &entry.name, &fields)
        };
        self.entries.iter().take(PROPOSALS_MAX).map(of_entry).collect()
    }
}

impl Proposing for WordsMade {
    fn proposals(&self, ground: &Ground<'_>) -> Vec<ProposalCreate> {
        let Some(language) = ground.language_id else { return Vec::new() };
        let of_word = |word: &WordMade| {
            let fields = [
                ("form", line(&word.form)),
                ("meaning", word.meaning.clone()),
                ("etymology", word.formation.clone()),
            ];
            ground.new_record(TargetKind::Word, Some(language), &word.form, &fields)
        };
        self.words.iter().take(PROPOSALS_MAX).map(of_word).collect()
    }
}

impl Ground<'_> {
    /// The document that a source is, if it is one, and the character at which the source begins.
    fn document(&self, source: usize) -> Option<(&str, usize)> {
        let sent = self.receipt.sources.get(source.checked_sub(1)?)?;
        let is_document = sent.kind == SourceKind::Document;
        sent.id.as_deref().filter(|_| is_document).map(|id| (id, sent.start.unwrap_or(0)))
    }

    /// The change of a document's text that an edit is; none where its words do not stand in one.
    fn change(&self, edit: &Edit) -> Option<ChangeCreate> {
        let (_, first) = self.document(edit.before.source)?;
        let text = &self.sources.iter().find(|it| it.number == edit.before.source)?.text;
        let span = edit.before.locate(text)?;
        let characters = |bytes: usize| i64::try_from(first + text[..bytes].chars().count()).ok();
        Some(ChangeCreate {
            field: domain::proposals::CONTENT.to_owned(),
            start: characters(span.start),
            end: characters(span.end),
            before: AbsentOr(Some(Json::Text(text[span].to_owned()))),
            after: Json::Text(edit.after.clone()),
            reason: line(&edit.reason),
        })
    }

    fn node(&self, part: &StructurePart) -> ProposalCreate {
        let document = part.citation.as_ref().and_then(|it| self.document(it.source));
        let mut fields =
            vec![("title", line(&part.title)), ("kind", part.kind.as_str().to_owned())];
        fields.extend(document.map(|(id, _)| ("documentId", id.to_owned())));
        let mut node = self.new_record(TargetKind::Node, None, &part.title, &fields);
        // A node has no text, so the author reads why it is proposed.
        node.changes[0].reason = line(&format!("{} {}", part.summary, part.purpose));
        node
    }

    /// A promise that a model asked for by a tool.
    pub(super) fn promise(&self, it: &PromiseWanted) -> ProposalCreate {
        self.new_promise((&it.title, &it.description), "made", &it.quote)
    }

    fn new_promise(
        &self,
        (title, description): (&str, &str),
        status: &str,
        words: &str,
    ) -> ProposalCreate {
        let fields = [
            ("title", line(title)),
            ("description", description.to_owned()),
            ("status", status.to_owned()),
            ("notes", words.to_owned()),
        ];
        self.new_record(TargetKind::Promise, None, title, &fields)
    }

    fn new_record(
        &self,
        kind: TargetKind,
        parent: Option<&str>,
        name: &str,
        fields: &[(&str, String)],
    ) -> ProposalCreate {
        let change = |(field, after): &(&str, String)| ChangeCreate {
            field: (*field).to_owned(),
            start: None,
            end: None,
            before: AbsentOr(None),
            after: Json::Text(after.clone()),
            reason: String::new(),
        };
        let target = ProposalTarget { kind, id: None, parent_id: parent.map(str::to_owned) };
        self.proposal(target, name, fields.iter().map(change).collect())
    }

    /// A proposal of the agent.
    pub(super) fn proposal(
        &self,
        target: ProposalTarget,
        summary: &str,
        changes: Vec<ChangeCreate>,
    ) -> ProposalCreate {
        let receipt = serde_json::to_vec(&self.receipt.within(RECEIPT_BYTES_MAX)).ok();
        ProposalCreate {
            target,
            base_version: None,
            agent: Some(self.agent.to_owned()),
            message_id: None,
            swarm_id: None,
            subtask_id: None,
            summary: line(summary),
            changes,
            receipt: receipt.and_then(|receipt| Json::read(&receipt).ok()),
        }
    }
}

/// A title as it is compared with others.
fn folded(title: &str) -> String {
    line(title).to_lowercase()
}

/// A text as one line that fits.
pub(super) fn line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(LINE_CHARS_MAX).collect()
}
