//! What editors have said about a text that is imported, and what they would change in it: the comments and tracked
//! changes of a DOCX. Comments become findings, and changes proposals, when the text becomes a document.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::{
    findings::by_editor::EditorComment,
    json::Json,
    lengths::LINE_CHARS_MAX,
    model::AbsentOr,
    phrases::counted,
    proposals::{
        CHANGES_MAX, CONTENT, SEARCHED_BYTES_MAX, TargetKind,
        requests::{ChangeCreate, ProposalCreate, ProposalTarget},
    },
};

/// What editors say about one text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remarks {
    /// The name of the file that they stand in.
    pub file: String,
    /// Their comments, in the order of the text.
    pub comments: Vec<EditorComment>,
    /// Their changes, in the order of the text.
    pub changes: Vec<TrackedChange>,
}

/// Words that an editor would have in place of others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrackedChange {
    /// The first character of the words in the Markdown.
    pub start: i64,
    /// The character after the last one; equal to `start` for an insertion.
    pub end: i64,
    /// The words that stand there.
    pub before: String,
    /// What would stand there.
    pub after: String,
    /// Who would change it; empty where the file does not say.
    pub author: String,
    /// When it was made, as the file says it.
    pub date: Option<String>,
}

impl Remarks {
    /// Whether nobody has said anything.
    pub fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.changes.is_empty()
    }

    /// The changes as proposals to a document of so many bytes: those of each editor together, in as many proposals
    /// as their bounds ask for.
    pub fn proposals(&self, document_id: &str, bytes: usize) -> Vec<ProposalCreate> {
        let most = (SEARCHED_BYTES_MAX / bytes.max(1)).clamp(1, CHANGES_MAX);
        // In the order in which they first changed something.
        let mut positions: HashMap<&str, usize> = HashMap::new();
        let mut of_authors: Vec<(&str, Vec<&TrackedChange>)> = Vec::new();
        for change in &self.changes {
            let author = change.author.as_str();
            let at = *positions.entry(author).or_insert(of_authors.len());
            if at == of_authors.len() {
                of_authors.push((author, Vec::new()));
            }
            of_authors[at].1.push(change);
        }
        of_authors
            .into_iter()
            .flat_map(|(author, changes)| {
                let chunks: Vec<ProposalCreate> = changes
                    .chunks(most)
                    .map(|chunk| self.proposal(document_id, author, chunk))
                    .collect();
                chunks
            })
            .collect()
    }

    fn proposal(
        &self,
        document_id: &str,
        author: &str,
        changes: &[&TrackedChange],
    ) -> ProposalCreate {
        let count = counted(i64::try_from(changes.len()).unwrap_or(i64::MAX), "tracked change");
        let who = if author.is_empty() { "Somebody" } else { author };
        let summary = format!("{who}: {count} in {}", self.file);
        ProposalCreate {
            target: ProposalTarget {
                kind: TargetKind::Document,
                id: Some(document_id.to_owned()),
                parent_id: None,
            },
            base_version: None,
            agent: None,
            message_id: None,
            swarm_id: None,
            subtask_id: None,
            summary: summary.chars().take(LINE_CHARS_MAX).collect(),
            changes: changes.iter().map(|it| it.create(who)).collect(),
            receipt: None,
        }
    }
}

impl TrackedChange {
    fn create(&self, who: &str) -> ChangeCreate {
        ChangeCreate {
            field: CONTENT.to_owned(),
            start: Some(self.start),
            end: Some(self.end),
            before: AbsentOr(Some(Json::Text(self.before.clone()))),
            after: Json::Text(self.after.clone()),
            reason: match &self.date {
                Some(date) => format!("{who}, {date}"),
                None => who.to_owned(),
            }
            .chars()
            .take(REASON_CHARS_MAX)
            .collect(),
        }
    }
}

/// The longest reason of a change, in characters: a name and a time.
const REASON_CHARS_MAX: usize = 300;

#[cfg(test)]
mod tests {
    use super::*;

    fn change(start: i64, author: &str) -> TrackedChange {
        TrackedChange {
            start,
            end: start,
            before: String::new(),
            after: "x".to_owned(),
            author: author.to_owned(),
            date: None,
        }
    }

    #[test]
    fn each_editor_proposes_apart_and_within_the_bounds() {
        let changes = (0..250).map(|it| change(it, "Ed")).chain([change(300, "")]).collect();
        let remarks = Remarks { file: "b.docx".to_owned(), comments: Vec::new(), changes };

        let proposals = remarks.proposals("d", 1_000);
        let of_long = remarks.proposals("d", SEARCHED_BYTES_MAX / 100);

        let counts: Vec<usize> = proposals.iter().map(|it| it.changes.len()).collect();
        assert_eq!(counts, [CHANGES_MAX, 50, 1]);
        assert_eq!(proposals[0].summary, "Ed: 200 tracked changes in b.docx");
        assert_eq!(proposals[2].summary, "Somebody: 1 tracked change in b.docx");
        assert_eq!(of_long.len(), 4);
    }

    #[test]
    fn editors_in_turns_are_in_the_order_of_their_first_changes() {
        let changes = (0..6).map(|it| change(it, ["B", "A", "C"][it as usize % 3])).collect();
        let remarks = Remarks { file: "b.docx".to_owned(), comments: Vec::new(), changes };

        let proposals = remarks.proposals("d", 1_000);

        let of = |it: &ProposalCreate| -> Vec<Option<i64>> {
            it.changes.iter().map(|it| it.start).collect()
        };
        let starts: Vec<_> = proposals.iter().map(of).collect();
        assert_eq!(starts, [[Some(0), Some(3)], [Some(1), Some(4)], [Some(2), Some(5)]]);
        assert!(proposals[0].summary.starts_with("B: 2"));
    }
}
