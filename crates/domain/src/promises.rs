//! Promises to the reader, and whether they were kept. [`status`] has the states, [`view`] the
//! views, [`ledger`] the summary of a whole project. The outline that promises refer to is in
//! `nodes`.

pub mod ledger;
pub mod status;
pub mod view;

use crate::{
    Result,
    lengths::{LINE_CHARS_MAX, TEXT_CHARS_MAX},
    patch::Patch,
    time::Time,
};
pub use status::Status;

crate::string_enum! {
    /// What is promised.
    pub enum PromiseType {
        Plot = "plot",
        Character = "character",
        Relationship = "relationship",
        Tone = "tone",
        Genre = "genre",
        Mystery = "mystery",
        Theme = "theme",
        World = "world",
        Foreshadowing = "foreshadowing",
        Setup = "setup",
        Prophecy = "prophecy",
        RedHerring = "red_herring",
    }
}

crate::string_enum! {
    /// How much of the book rests on a promise.
    pub enum Level {
        Core = "core",
        Major = "major",
        Minor = "minor",
        Micro = "micro",
    }
}

/// The most promises in one answer: what a list shows when it is not asked for less.
pub const LIST_MAX: i64 = 1_000;

/// The longest text to search for, in characters.
const SEARCH_LENGTH_MAX: usize = 1_000;

/// What a promise points at, by id.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Links {
    /// The node of the outline where it is made.
    pub made_at: Option<String>,
    /// The node of the outline where it is fulfilled.
    pub fulfilled_at: Option<String>,
    /// The plotline it belongs to.
    pub plotline: Option<String>,
}

impl Links {
    /// How many there are.
    pub fn count(&self) -> i64 {
        [&self.made_at, &self.fulfilled_at, &self.plotline].into_iter().flatten().count() as i64
    }
}

/// One promise to the reader.
#[derive(Debug, Clone, PartialEq)]
pub struct Promise {
    /// Its identifier.
    pub id: String,
    /// The project it belongs to.
    pub project_id: String,
    /// What it is called.
    pub title: String,
    /// What is promised, and by which words.
    pub description: String,
    /// What kind of promise it is.
    pub kind: PromiseType,
    /// How much rests on it.
    pub level: Level,
    /// Its state.
    pub status: Status,
    /// Notes of the author.
    pub notes: String,
    /// What it points at.
    pub links: Links,
    /// When it was entered.
    pub created_at: Time,
    /// When it was last changed; strictly later with each change.
    pub modified_at: Time,
    /// How often it was changed.
    pub version: i64,
}

crate::model! {
    /// A new promise.
    pub struct PromiseCreate as "PromiseCreateRequest" {
        /// The project it belongs to.
        project_id: String,
        /// What it is called.
        title: String where { max_length: LINE_CHARS_MAX },
        /// What is promised, and by which words.
        description: String where { max_length: TEXT_CHARS_MAX } = String::new(),
        /// What kind of promise it is.
        promise_type: PromiseType = PromiseType::Plot,
        /// How important it is for the book.
        promise_level: Level = Level::Major,
        /// Its state; a new promise may be in any state.
        status: Status = Status::DEFAULT,
        /// Notes of the author.
        notes: String where { max_length: TEXT_CHARS_MAX } = String::new(),
        /// The node of the outline where it is made.
        made_at_node_id: Option<String>,
        /// The node of the outline where it is fulfilled.
        fulfilled_at_node_id: Option<String>,
        /// The plotline it belongs to.
        plotline_id: Option<String>,
    }
}

crate::model! {
    /// Changes to a promise; absent fields leave it as it is.
    pub struct PromiseUpdate as "PromiseUpdateRequest" {
        /// What it is called.
        title: Patch<String> where { max_length: LINE_CHARS_MAX },
        /// What is promised; null empties it.
        description: Patch<String> where { max_length: TEXT_CHARS_MAX },
        /// What kind of promise it is; null makes it `plot`.
        promise_type: Patch<PromiseType>,
        /// How important it is for the book; null makes it `major`.
        promise_level: Patch<Level>,
        /// Its state; null makes it `made`, if that transition is allowed.
        status: Patch<Status>,
        /// Notes of the author, with the reason when it is abandoned; null empties them.
        notes: Patch<String> where { max_length: TEXT_CHARS_MAX },
        /// The node of the outline where it is made; null for none.
        made_at_node_id: Patch<String>,
        /// The node of the outline where it is fulfilled; null for none.
        fulfilled_at_node_id: Patch<String>,
        /// The plotline it belongs to; null for none.
        plotline_id: Patch<String>,
    }
}

crate::model! {
    /// Which promises to list.
    #[derive(Default)]
    pub struct PromiseQuery as "PromiseQuery" {
        /// Only those of this project; without it, those of all projects you may see.
        project_id: Option<String>,
        /// Only those in this state.
        status: Option<Status>,
        /// Only those of this kind.
        promise_type: Option<PromiseType>,
        /// Only those of this level.
        promise_level: Option<Level>,
        /// Only those of this plotline.
        plotline_id: Option<String>,
        /// Only those with this text in title, description or notes, ignoring case.
        q: Option<String> where { max_length: SEARCH_LENGTH_MAX },
        /// The maximum number of items; all up to 1,000 when absent.
        limit: Option<i64> where { ge: 1.0, le: crate::page::LIMIT_MAX as f64 },
        /// The `nextCursor` of the page before.
        cursor: Option<crate::page::Cursor>,
    }
}

impl PromiseQuery {
    /// The maximum number of items.
    pub fn limit(&self) -> i64 {
        self.limit.unwrap_or(LIST_MAX)
    }

    /// The text to search for, where there is one.
    pub fn search(&self) -> Option<&str> {
        self.q.as_deref().filter(|text| !text.is_empty())
    }

    /// Whether it leaves out promises of what it looks at.
    pub fn is_filtered(&self) -> bool {
        self.status.is_some()
            || self.promise_type.is_some()
            || self.promise_level.is_some()
            || self.plotline_id.is_some()
            || self.search().is_some()
    }
}

impl PromiseUpdate {
    /// Whether it says where the promise points.
    pub fn names_links(&self) -> bool {
        [&self.made_at_node_id, &self.fulfilled_at_node_id, &self.plotline_id]
            .into_iter()
            .any(|link| *link != Patch::Keep)
    }
}

impl Promise {
    /// A new promise of a project.
    pub fn create(id: String, project_id: &str, create: &PromiseCreate, now: Time) -> Self {
        Self {
            id,
            project_id: project_id.to_owned(),
            title: create.title.clone(),
            description: create.description.clone(),
            kind: create.promise_type,
            level: create.promise_level,
            status: create.status,
            notes: create.notes.clone(),
            links: Links {
                made_at: create.made_at_node_id.clone(),
                fulfilled_at: create.fulfilled_at_node_id.clone(),
                plotline: create.plotline_id.clone(),
            },
            created_at: now,
            modified_at: now,
            version: 1,
        }
    }

    /// Only what the update names changes.
    ///
    /// # Errors
    /// A conflict when the status cannot go where the update wants it.
    pub fn update(&mut self, update: &PromiseUpdate, now: Time) -> Result<()> {
        let mut status = self.status;
        update.status.apply_or(&mut status, Status::DEFAULT);
        self.status.check(status, update.notes.value().map(String::as_str))?;
        self.status = status;
        update.title.apply_to(&mut self.title);
        update.description.apply_or_default(&mut self.description);
        update.promise_type.apply_or(&mut self.kind, PromiseType::Plot);
        update.promise_level.apply_or(&mut self.level, Level::Major);
        update.notes.apply_or_default(&mut self.notes);
        update.made_at_node_id.apply_to_option(&mut self.links.made_at);
        update.fulfilled_at_node_id.apply_to_option(&mut self.links.fulfilled_at);
        update.plotline_id.apply_to_option(&mut self.links.plotline);
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
        Ok(())
    }

    /// What a search looks through: its title, description and notes without the difference of
    /// case.
    pub fn folded(&self) -> String {
        crate::fold::fold(&[&*self.title, &*self.description, &*self.notes].join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, json::Json, model::read_body};

    fn update(body: &str) -> PromiseUpdate {
        read_body(&Json::read(body.as_bytes()).unwrap()).unwrap()
    }

    fn promise() -> Promise {
        let body = r#"{"projectId":"p1","title":"The Diary","notes":"Ω","status":"planned",
            "promiseType":"mystery","promiseLevel":"core","madeAtNodeId":"n1"}"#;
        let create: PromiseCreate = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
        Promise::create("r1".to_owned(), "p1", &create, Time::from_millis(10))
    }

    #[test]
    fn an_update_changes_only_what_it_names() {
        let mut changed = promise();

        changed.update(&update(r#"{"status":"made"}"#), Time::from_millis(9)).unwrap();

        let wanted = Promise {
            status: Status::Made,
            modified_at: Time::from_millis(11),
            version: 2,
            ..promise()
        };
        assert_eq!(changed, wanted);
    }

    #[test]
    fn null_goes_back_to_nothing_or_the_default() {
        let mut changed = promise();

        let nulls = r#"{"title":null,"description":null,"promiseType":null,"promiseLevel":null,
            "status":null,"notes":null,"madeAtNodeId":null,"fulfilledAtNodeId":null,
            "plotlineId":null}"#;
        changed.update(&update(nulls), Time::from_millis(20)).unwrap();

        let wanted = Promise {
            notes: String::new(),
            kind: PromiseType::Plot,
            level: Level::Major,
            status: Status::Made,
            links: Links::default(),
            modified_at: Time::from_millis(20),
            version: 2,
            ..promise()
        };
        assert_eq!(changed, wanted);
    }

    #[test]
    fn a_refused_status_changes_nothing_else() {
        let mut changed = promise();

        let refused =
            changed.update(&update(r#"{"title":"x","status":"fulfilled"}"#), Time::from_millis(20));

        assert!(matches!(refused, Err(Error::Conflict(_))));
        assert_eq!(changed, promise());
    }

    #[test]
    fn the_reason_of_a_giving_up_comes_with_it() {
        let abandon = |body: &str| promise().update(&update(body), Time::from_millis(20));

        assert!(abandon(r#"{"status":"abandoned"}"#).is_err(), "older notes are no reason");
        assert!(abandon(r#"{"status":"abandoned","notes":null}"#).is_err());
        assert!(abandon(r#"{"status":"abandoned","notes":"cut with the diary"}"#).is_ok());
    }

    #[test]
    fn a_search_sees_title_description_and_notes_without_case() {
        assert_eq!(promise().folded(), "the diary\n\nω");
    }
}
