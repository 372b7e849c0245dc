//! What models are writing at this moment, for whoever follows it: in memory alone, and of this process
//! alone. What must survive is saved by [`crate::steps`], and a reply that ended is in its message.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use domain::steps::StepOwner;
use tokio::sync::watch;

/// How long a follower waits before it looks: a model writes a word at a time, and some of them go
/// together.
const PIECE_INTERVAL: Duration = Duration::from_millis(50);

/// Drafts that one follower has not looked at when it is given up: it reads too slowly.
const BEHIND_MAX: usize = 2_000;

/// A text that grows.
#[derive(Debug, Default)]
struct Text {
    text: String,
    /// Nothing is added any more.
    is_ended: bool,
}

type Growing = Arc<Mutex<Text>>;

/// The drafts of all calls that run in this process.
#[derive(Debug, Clone)]
pub struct Drafts {
    shared: Arc<Mutex<Shared>>,
    /// How often any draft changed.
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Shared {
    open: HashMap<StepOwner, (i64, Growing)>,
    /// Those who follow a message or a swarm, by its id.
    followers: HashMap<String, Vec<Weak<Mutex<Begun>>>>,
}

/// What was begun since a follower has looked. It is noted here, because a draft may have ended before the
/// next look.
#[derive(Debug, Default)]
struct Begun {
    drafts: Vec<Following>,
    /// Some were left out.
    is_behind: bool,
}

/// A draft that is followed.
#[derive(Debug)]
struct Following {
    owner: StepOwner,
    number: i64,
    /// How many bytes were read.
    read: usize,
    text: Growing,
}

/// A reply that is being received; no new follower finds it once this is dropped.
#[derive(Debug)]
pub(crate) struct Draft {
    owner: StepOwner,
    text: Growing,
    drafts: Drafts,
}

/// Somebody who follows the drafts of one message or swarm.
#[derive(Debug)]
pub struct DraftFollower {
    begun: Arc<Mutex<Begun>>,
    drafts: Vec<Following>,
    changes: watch::Receiver<u64>,
}

/// A follower has read too slowly, so that pieces are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Behind;

/// What came of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftPiece {
    /// What the call is made for.
    pub owner: StepOwner,
    /// The number of its step.
    pub number: i64,
    /// Whether the draft begins with it. What came of the same step before is of an earlier attempt.
    pub begins: bool,
    /// What came since the last piece.
    pub text: String,
}

impl Default for Drafts {
    fn default() -> Self {
        Self { shared: Arc::default(), changes: watch::Sender::new(0) }
    }
}

impl Drafts {
    /// A draft of a message or sub-task, in place of the one before.
    pub(crate) fn open(&self, owner: &StepOwner, number: i64) -> Draft {
        let text = Growing::default();
        let mut shared = lock(&self.shared);
        let id = id(owner);
        if let Some(followers) = shared.followers.get_mut(id) {
            followers.retain(|follower| follower.strong_count() > 0);
            for follower in followers.iter().filter_map(Weak::upgrade) {
                lock(&follower).note(owner, number, &text);
            }
            if followers.is_empty() {
                shared.followers.remove(id);
            }
        }
        shared.open.insert(owner.clone(), (number, Arc::clone(&text)));
        drop(shared);
        Draft { owner: owner.clone(), text, drafts: self.clone() }
    }

    /// Follows what is written from now on for a message, or for the sub-tasks of a swarm, and what is
    /// open from its beginning.
    pub fn follow(&self, wanted: &str) -> DraftFollower {
        let changes = self.changes.subscribe();
        let mut begun = Begun::default();
        let mut shared = lock(&self.shared);
        for (owner, (number, text)) in shared.open.iter().filter(|(owner, _)| id(owner) == wanted) {
            begun.note(owner, *number, text);
        }
        let begun = Arc::new(Mutex::new(begun));
        // Nobody follows these any more.
        shared.followers.retain(|_, followers| followers.iter().any(|it| it.strong_count() > 0));
        shared.followers.entry(wanted.to_owned()).or_default().push(Arc::downgrade(&begun));
        drop(shared);
        DraftFollower { begun, drafts: Vec::new(), changes }
    }

    fn changed(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }
}

/// The message or the swarm of a draft.
fn id(owner: &StepOwner) -> &str {
    match owner {
        StepOwner::Message(id) => id,
        StepOwner::Subtask { swarm_id, .. } => swarm_id,
    }
}

impl Begun {
    fn note(&mut self, owner: &StepOwner, number: i64, text: &Growing) {
        if self.drafts.len() >= BEHIND_MAX {
            self.is_behind = true;
            self.drafts.clear();
        }
        if !self.is_behind {
            let (owner, text) = (owner.clone(), Arc::clone(text));
            self.drafts.push(Following { owner, number, read: 0, text });
        }
    }
}

impl Following {
    /// Adds what came of it since the last time; whether more may come.
    fn take(&mut self, pieces: &mut Vec<DraftPiece>) -> bool {
        let Self { owner, number, read, text } = self;
        let growing = lock(text);
        if growing.text.len() > *read {
            pieces.push(DraftPiece {
                owner: owner.clone(),
                number: *number,
                begins: *read == 0,
                text: growing.text[*read..].to_owned(),
            });
            *read = growing.text.len();
        }
        !growing.is_ended
    }
}

impl Draft {
    /// Adds what has come.
    pub(crate) fn add(&self, text: &str) {
        lock(&self.text).text.push_str(text);
        self.drafts.changed();
    }

    /// All that has come.
    pub(crate) fn text(&self) -> String {
        lock(&self.text).text.clone()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        lock(&self.text).is_ended = true;
        let mut shared = lock(&self.drafts.shared);
        // Another attempt may have begun meanwhile.
        if shared.open.get(&self.owner).is_some_and(|(_, text)| Arc::ptr_eq(text, &self.text)) {
            shared.open.remove(&self.owner);
        }
        drop(shared);
        self.drafts.changed();
    }
}

impl DraftFollower {
    /// What came since the last time, at least one piece; waits for it without an end. Nothing is lost
    /// when the wait is dropped.
    ///
    /// # Errors
    /// It has read too slowly.
    pub async fn next(&mut self) -> Result<Vec<DraftPiece>, Behind> {
        loop {
            tokio::time::sleep(PIECE_INTERVAL).await;
            let pieces = self.take()?;
            if !pieces.is_empty() {
                return Ok(pieces);
            }
            if self.changes.changed().await.is_err() {
                // All drafts have ended with their studio, and so has this in a moment.
                std::future::pending().await
            }
        }
    }

    /// What came since the last time, perhaps nothing.
    ///
    /// # Errors
    /// It has read too slowly.
    pub fn take(&mut self) -> Result<Vec<DraftPiece>, Behind> {
        let mut begun = lock(&self.begun);
        if begun.is_behind {
            return Err(Behind);
        }
        self.drafts.append(&mut begun.drafts);
        drop(begun);
        let mut pieces = Vec::new();
        self.drafts.retain_mut(|it| it.take(&mut pieces));
        Ok(pieces)
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

        assert_eq!(texts(&follower.next().await.unwrap()), ["It was "]);
        draft.add("a dark ");
        draft.add("night.");
        assert_eq!(draft.text(), "It was a dark night.");
        drop(draft);
        assert_eq!(texts(&follower.next().await.unwrap()), ["a dark night."]);
        assert!(follower.drafts.is_empty());
    }

    #[tokio::test]
    async fn a_swarm_is_followed_in_all_its_sub_tasks() {
        let drafts = Drafts::default();
        let owner = |position| StepOwner::Subtask { swarm_id: "s".to_owned(), position };
        let mut follower = drafts.follow("s");
        let draft = drafts.open(&owner(3), 1);
        draft.add("a");

        let pieces = follower.next().await.unwrap();

        assert_eq!((&pieces[0].owner, pieces[0].number), (&owner(3), 1));
    }

    #[test]
    fn what_begins_and_ends_between_two_looks_is_not_missed() {
        let (drafts, owner) = (Drafts::default(), StepOwner::Message("m".to_owned()));
        let mut follower = drafts.follow("m");

        for (number, text) in [(1, "a"), (2, "b"), (2, "c")] {
            drafts.open(&owner, number).add(text);
        }

        let pieces = follower.take().unwrap();
        assert_eq!(texts(&pieces), ["a", "b", "c"]);
        assert!(pieces.iter().all(|piece| piece.begins));
        assert_eq!(follower.take(), Ok(Vec::new()));
    }

    #[test]
    fn who_does_not_look_is_given_up_and_costs_a_bounded_memory() {
        let drafts = Drafts::default();
        let owner = |position| StepOwner::Subtask { swarm_id: "s".to_owned(), position };
        let (mut follower, gone) = (drafts.follow("s"), drafts.follow("s"));
        drop(gone);

        for position in 0..=BEHIND_MAX as i64 {
            drop(drafts.open(&owner(position), 1));
        }

        assert_eq!(follower.take(), Err(Behind));
        assert!(lock(&follower.begun).drafts.is_empty());
        assert_eq!(lock(&drafts.shared).followers["s"].len(), 1);
    }

    #[test]
    fn the_end_of_an_earlier_attempt_does_not_end_the_next() {
        let (drafts, owner) = (Drafts::default(), StepOwner::Message("m".to_owned()));
        let first = drafts.open(&owner, 1);
        let second = drafts.open(&owner, 1);

        drop(first);

        assert_eq!(lock(&drafts.shared).open.len(), 1);
        drop(second);
        assert!(lock(&drafts.shared).open.is_empty());
    }
}
