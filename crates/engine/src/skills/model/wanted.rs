//! What a model asks for by tools that propose or record: it is collected while the model speaks, and
//! made together with the end of the message or sub-task. Nothing is written here.

use domain::{
    findings::by_agent::AgentFinding,
    json::Json,
    model::AbsentOr,
    proposals::{
        CONTENT, TargetKind,
        requests::{ChangeCreate, ProposalCreate, ProposalTarget},
    },
};

use serde::{Deserialize, Serialize};

use super::proposing::{Ground, line};

/// Edits, promises and findings that a model may ask for in one answer, together.
const WANTED_MAX: usize = 20;

/// One thing that a model asks for.
#[derive(Serialize, Deserialize)]
pub(super) enum Wanted {
    Edit(EditWanted),
    Promise(PromiseWanted),
    Finding(AgentFinding),
}

/// An edit of a document.
#[derive(Serialize, Deserialize)]
pub(super) struct EditWanted {
    pub(super) document_id: String,
    /// The title of the document.
    pub(super) title: String,
    /// The version of it that was read.
    pub(super) version: i64,
    /// The first character of the words.
    pub(super) start: i64,
    /// The character after the last one.
    pub(super) end: i64,
    /// The words.
    pub(super) before: String,
    /// The words that should stand there.
    pub(super) after: String,
    /// Why.
    pub(super) reason: String,
}

/// A promise of the text to its readers.
#[derive(Serialize, Deserialize)]
pub(super) struct PromiseWanted {
    /// What is promised.
    pub(super) title: String,
    /// What the reader expects.
    pub(super) description: String,
    /// The words that make it.
    pub(super) quote: String,
}

/// What a model has asked for so far.
#[derive(Default)]
pub(super) struct AllWanted {
    edits: Vec<EditWanted>,
    promises: Vec<PromiseWanted>,
    findings: Vec<AgentFinding>,
}

impl AllWanted {
    /// Adds something; what the model is told.
    ///
    /// # Errors
    /// Why it is refused, as a sentence for the model.
    pub(super) fn add(&mut self, wanted: Wanted) -> Result<String, String> {
        if self.edits.len() + self.promises.len() + self.findings.len() >= WANTED_MAX {
            return Err(format!("At most {WANTED_MAX} edits, promises and findings are taken"));
        }
        match wanted {
            Wanted::Edit(edit) => {
                if self.edits.iter().any(|it| it.overlaps(&edit)) {
                    return Err("You have proposed an edit of these words already".to_owned());
                }
                self.edits.push(edit);
                Ok("It is proposed to the author with your answer".to_owned())
            }
            Wanted::Promise(promise) => {
                let is_it =
                    |it: &PromiseWanted| (&it.title, &it.quote) == (&promise.title, &promise.quote);
                if self.promises.iter().any(is_it) {
                    return Err("You have proposed this promise already".to_owned());
                }
                self.promises.push(promise);
                Ok("It is proposed to the author with your answer".to_owned())
            }
            Wanted::Finding(finding) => {
                let is_it = |it: &AgentFinding| {
                    (&it.document_id, &it.quote, it.concern)
                        == (&finding.document_id, &finding.quote, finding.concern)
                };
                if self.findings.iter().any(is_it) {
                    return Err("You have recorded this already".to_owned());
                }
                self.findings.push(finding);
                Ok("It is recorded with your answer".to_owned())
            }
        }
    }

    /// The proposals: one for each document, then the promises.
    pub(super) fn proposals(&self, ground: &Ground<'_>) -> Vec<ProposalCreate> {
        let mut by_document: Vec<Vec<&EditWanted>> = Vec::new();
        for edit in &self.edits {
            match by_document.iter_mut().find(|it| it[0].is_beside(edit)) {
                Some(edits) => edits.push(edit),
                None => by_document.push(vec![edit]),
            }
        }
        let edits = by_document.iter().map(|edits| of_document(edits, ground));
        edits.chain(self.promises.iter().map(|it| ground.promise(it))).collect()
    }

    /// What was found by this model.
    pub(super) fn findings(self, model: &str) -> Vec<AgentFinding> {
        self.findings.into_iter().map(|it| it.noting("model", model)).collect()
    }
}

impl EditWanted {
    /// Whether both are about the same text.
    fn is_beside(&self, other: &Self) -> bool {
        (&self.document_id, self.version) == (&other.document_id, other.version)
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.is_beside(other) && self.start < other.end && other.start < self.end
    }
}

fn of_document(edits: &[&EditWanted], ground: &Ground<'_>) -> ProposalCreate {
    let EditWanted { document_id, title, version, reason, .. } = edits[0];
    let change = |edit: &&EditWanted| ChangeCreate {
        field: CONTENT.to_owned(),
        start: Some(edit.start),
        end: Some(edit.end),
        before: AbsentOr(Some(Json::Text(edit.before.clone()))),
        after: Json::Text(edit.after.clone()),
        reason: line(&edit.reason),
    };
    let target = ProposalTarget {
        kind: TargetKind::Document,
        id: Some(document_id.clone()),
        parent_id: None,
    };
    let summary = match edits.len() {
        1 => reason.clone(),
        several => format!("{several} edits of “{title}”"),
    };
    let proposal = ground.proposal(target, &summary, edits.iter().map(change).collect());
    ProposalCreate { base_version: Some(*version), ..proposal }
}
