//! What models are writing at this moment, for whoever follows it: in memory alone, and of this process
//! alone. What must survive is saved by [`crate::steps`], and a reply that ended is in its message.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::steps::StepOwner;
use tokio::sync::watch;

/// How long a follower waits before it looks: a model writes a word at a time, and some of them go
/// together.
const PIECE_INTERVAL: Duration = Duration::from_millis(50);

/// A text that grows.
type Growing = Arc<Mutex<String>>;

/// The drafts of all calls that run in this process.
#[derive(Debug, Clone)]
pub struct Drafts {
    open: Arc<Mutex<HashMap<StepOwner, (i64, Growing)>>>,
    /// How often any draft changed.
    changes: watch::Sender<u64>,
}

/// A reply that is being received; nobody finds it any more once this is dropped.
#[derive(Debug)]
pub(crate) struct Draft {
    owner: StepOwner,
    text: Growing,
    drafts: Drafts,
}

/// Somebody who follows the drafts of one message or swarm.
#[derive(Debug)]
pub struct DraftFollower {
    /// The message or the swarm.
    id: String,
    drafts: Drafts,
    changes: watch::Receiver<u64>,
    /// What was read, by sub-task and step.
    read: HashMap<(StepOwner, i64), (usize, Growing)>,
}

/// What came of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftPiece {
    /// What the call is made for.
    pub owner: StepOwner,
    /// The number of its step.
    pub number: i64,
    /// What came since the last piece.
    pub text: String,
}

impl Default for Drafts {
    fn default() -> Self {
        Self { open: Arc::default(), changes: watch::Sender::new(0) }
    }
}

impl Drafts {
    /// A draft of a message or sub-task, in place of the one before.
    pub(crate) fn open(&self, owner: &StepOwner, number: i64) -> Draft {
        let text = Growing::default();
        lock(&self.open).insert(owner.clone(), (number, Arc::clone(&text)));
        Draft { owner: owner.clone(), text, drafts: self.clone() }
    }

    /// Follows what is being written for a message, or for the sub-tasks of a swarm, from the
    /// beginning of what is open.
    pub fn follow(&self, id: &str) -> DraftFollower {
        let changes = self.changes.subscribe();
        DraftFollower { id: id.to_owned(), drafts: self.clone(), changes, read: HashMap::new() }
    }

    fn changed(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }
}

impl Draft {
    /// Adds what has come.
    pub(crate) fn add(&self, text: &str) {
        lock(&self.text).push_str(text);
        self.drafts.changed();
    }

    /// All that has come.
    pub(crate) fn text(&self) -> String {
        lock(&self.text).clone()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let mut open = lock(&self.drafts.open);
        // Another attempt may have begun meanwhile.
        if open.get(&self.owner).is_some_and(|(_, text)| Arc::ptr_eq(text, &self.text)) {
            open.remove(&self.owner);
        }
        drop(open);
        self.drafts.changed();
    }
}

impl DraftFollower {
    /// What came since the last time, at least one piece; waits for it without an end. Nothing is lost
    /// when the wait is dropped.
    pub async fn next(&mut self) -> Vec<DraftPiece> {
        loop {
            tokio::time::sleep(PIECE_INTERVAL).await;
            let pieces = self.look();
            if !pieces.is_empty() {
                return pieces;
            }
            // The sender is in `drafts` too, so this never fails.
            let _ = self.changes.changed().await;
        }
    }

    fn look(&mut self) -> Vec<DraftPiece> {
        for (owner, (number, text)) in lock(&self.drafts.open).iter() {
            if [owner.message_id(), owner.swarm_id()].contains(&Some(&self.id)) {
                let known = self.read.entry((owner.clone(), *number));
                let known = known.or_insert_with(|| (0, Arc::clone(text)));
                if !Arc::ptr_eq(&known.1, text) {
                    *known = (0, Arc::clone(text));
                }
            }
        }
        let mut pieces = Vec::new();
        self.read.retain(|(owner, number), (read, text)| {
            let is_open = Arc::strong_count(text) > 1;
            let text = lock(text);
            if text.len() > *read {
                let new = text[*read..].to_owned();
                *read = text.len();
                pieces.push(DraftPiece { owner: owner.clone(), number: *number, text: new });
            }
            is_open
        });
        pieces
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(pieces: &[DraftPiece]) -> Vec<&str> {
        pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    #[tokio::test]
    async fn a_follower_gets_all_that_is_written_for_its_message() {
        let (drafts, owner) = (Drafts::default(), StepOwner::Message("m".to_owned()));
        let draft = drafts.open(&owner, 2);
        let other = drafts.open(&StepOwner::Message("other".to_owned()), 1);
        draft.add("It was ");
        other.add("nothing to do with it");
        let mut follower = drafts.follow("m");

        assert_eq!(texts(&follower.next().await), ["It was "]);
        draft.add("a dark ");
        draft.add("night.");
        assert_eq!(draft.text(), "It was a dark night.");
        drop(draft);
        assert_eq!(texts(&follower.next().await), ["a dark night."]);
        assert!(follower.read.is_empty());
    }

    #[tokio::test]
    async fn a_swarm_is_followed_in_all_its_sub_tasks() {
        let drafts = Drafts::default();
        let owner = |position| StepOwner::Subtask { swarm_id: "s".to_owned(), position };
        let mut follower = drafts.follow("s");
        let draft = drafts.open(&owner(3), 1);
        draft.add("a");

        let pieces = follower.next().await;

        assert_eq!((&pieces[0].owner, pieces[0].number), (&owner(3), 1));
    }

    #[test]
    fn the_end_of_an_earlier_attempt_does_not_end_the_next() {
        let (drafts, owner) = (Drafts::default(), StepOwner::Message("m".to_owned()));
        let first = drafts.open(&owner, 1);
        let second = drafts.open(&owner, 1);

        drop(first);

        assert_eq!(lock(&drafts.open).len(), 1);
        drop(second);
        assert!(lock(&drafts.open).is_empty());
    }
}
