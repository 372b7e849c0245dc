//! What a change tells the event log: the record as the wire shows it, which is also the answer to
//! whoever changed it; and what it adds to the counters of its project. Nothing is told or counted
//! but in the transaction of the change.

use domain::{
    Result, Time,
    events::{Kind, NewEvent},
};
use serde::Serialize;
use store::{
    Tx, events,
    projects::ProjectAccess,
    summaries::{self, Counters},
};

use crate::answer;

/// What is told of, and by whom.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About<'a> {
    /// What kind of record it is.
    pub(crate) kind: Kind,
    /// The project it belongs to.
    pub(crate) project: &'a ProjectAccess,
    /// The user who changed it.
    pub(crate) account: &'a str,
    /// When.
    pub(crate) now: Time,
}

impl About<'_> {
    /// Counts a change in its project, with the connections it made or, below zero, took away.
    pub(crate) fn count(self, tx: &mut Tx<'_>, connections: i64) -> Result<()> {
        let change = Counters { connections, ..Counters::default() };
        summaries::count_change(tx, self.project, self.account, change, self.now)
    }

    /// Tells of a record as it is now; its text for the answer.
    pub(crate) fn changed(self, tx: &mut Tx<'_>, view: &impl Serialize) -> Result<String> {
        self.tell(tx, answer::text(view)?)
    }

    /// Tells of a record that is gone, as it last was.
    pub(crate) fn gone(self, tx: &mut Tx<'_>, view: &impl Serialize) -> Result<()> {
        self.tell(tx, gone(view)?).map(drop)
    }

    fn tell(self, tx: &mut Tx<'_>, body: String) -> Result<String> {
        let happened = NewEvent {
            kind: self.kind,
            project_id: Some(self.project.id().to_owned()),
            account: self.account.to_owned(),
            body,
            at: self.now,
        };
        events::add(tx, &happened)?;
        Ok(happened.body)
    }
}

/// The text of a record that is gone, as it last was.
pub(crate) fn gone(view: &impl Serialize) -> Result<String> {
    let mut text = answer::text(view)?;
    // A view is an object with members, so one more goes before its end.
    text.pop();
    text.push_str(",\"deleted\":true}");
    Ok(text)
}
