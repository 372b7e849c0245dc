//! Documents: the manuscript, notes and references as a tree of Markdown texts. [`book`] has the
//! manuscript in reading order, [`numbering`] the numbers of its chapters, [`parts`] what splits and merges
//! documents.

pub mod book;
pub mod line_ends;
pub mod numbering;
pub mod parts;

use schemars::JsonSchema;
use serde::Serialize;

pub use crate::tree::DEPTH_MAX;
use crate::{
    Error, Result, lengths::SEARCH_CHARS_MAX, patch::Patch, projects::summary::Progress,
    time::Time, tree::Noun,
};

crate::string_enum! {
    /// What a document is in its project's tree.
    pub enum DocumentKind {
        Part = "part",
        Chapter = "chapter",
        Scene = "scene",
        Note = "note",
        Reference = "reference",
    }
}

crate::string_enum! {
    /// The phase of work a document is in.
    pub enum Status {
        Outline = "outline",
        Draft = "draft",
        Revise = "revise",
        LineEdit = "line_edit",
        Proof = "proof",
        Done = "done",
    }
}

/// What documents are called.
pub const NOUN: Noun = Noun { one: "A document", all: "Documents" };

/// Earlier texts without a label kept of one document; the oldest go first.
pub const REVISIONS_MAX: i64 = 200;

/// Texts of one document that have a label, at most: they are kept.
pub const LABELS_MAX: i64 = 100;

/// The longest label, in characters.
const LABEL_CHARS_MAX: usize = 200;

/// The greatest word target.
const WORD_TARGET_MAX: f64 = 100_000_000.0;

/// The greatest position among siblings.
const POSITION_MAX: f64 = 1_000_000_000.0;

impl Status {
    /// How complete a document in this phase is, 0 to 1: the phases as equal steps.
    pub fn share(self) -> f64 {
        match self {
            Self::Outline => 0.0,
            Self::Draft => 0.2,
            Self::Revise => 0.4,
            Self::LineEdit => 0.6,
            Self::Proof => 0.8,
            Self::Done => 1.0,
        }
    }
}

/// One document without its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// Its identifier.
    pub id: String,
    /// The project it belongs to.
    pub project_id: String,
    /// The document it lies in; none at the top.
    pub parent_id: Option<String>,
    /// What it is.
    pub kind: DocumentKind,
    /// What it is called.
    pub title: String,
    /// The phase of work it is in.
    pub status: Status,
    /// Its place among its siblings, rising.
    pub position: i64,
    /// The number of words it should have.
    pub word_target: Option<i64>,
    /// How many words it has.
    pub words: i64,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed; strictly later with each change.
    pub modified_at: Time,
    /// How often it was changed.
    pub version: i64,
    /// The user who has locked it: nobody else changes it.
    pub locked_by: Option<String>,
}

crate::model! {
    /// A new document.
    pub struct DocumentCreate as "DocumentCreateRequest" {
        /// What it is called.
        title: String,
        /// Its text in Markdown.
        content: String = String::new(),
        /// What it is.
        kind: DocumentKind = DocumentKind::Chapter,
        /// Its parent document.
        parent_id: Option<String>,
        /// Its position among its siblings; after the last one when absent.
        position: Option<i64> where { ge: 0.0, le: POSITION_MAX },
        /// The phase of work it is in.
        status: Status = Status::Draft,
        /// The number of words it should have.
        word_target: Option<i64> where { ge: 0.0, le: WORD_TARGET_MAX },
    }
}

crate::model! {
    /// Changes to a document; absent fields leave it as it is.
    pub struct DocumentUpdate as "DocumentUpdateRequest" {
        /// What it is called.
        title: Patch<String>,
        /// Its text in Markdown; null empties it.
        content: Patch<String>,
        /// What it is.
        kind: Patch<DocumentKind>,
        /// Its parent document; null moves it to the top level.
        parent_id: Patch<String>,
        /// Its position among its siblings; later ones move by one.
        position: Patch<i64> where { ge: 0.0, le: POSITION_MAX },
        /// The phase of work it is in; null makes it a draft.
        status: Patch<Status>,
        /// The number of words it should have.
        word_target: Patch<i64> where { ge: 0.0, le: WORD_TARGET_MAX },
        /// Whether a program saves it by itself: such changes of one user with gaps of less than five
        /// minutes keep one earlier text, and not one each.
        autosave: bool = false,
    }
}

crate::model! {
    /// Which documents to list.
    pub struct DocumentQuery as "DocumentQuery" paged by crate::page::Cursor<crate::tree::TreePosition> {
        /// Only children of this document; `root` for the top level.
        parent_id: Option<String>,
        /// Only those of this kind.
        kind: Option<DocumentKind>,
        /// Only those in this phase.
        status: Option<Status>,
        /// Only those with this text in the title, ignoring case.
        q: Option<String> where { max_length: SEARCH_CHARS_MAX },
    }
}

crate::model! {
    /// What a text of a document is called; absent fields leave it as it is.
    pub struct RevisionUpdate as "RevisionUpdateRequest" {
        /// What the text is called; null or an empty one for nothing.
        label: Patch<String> where { max_length: LABEL_CHARS_MAX },
    }
}

impl DocumentUpdate {
    /// One that changes nothing, for naming only what is to be changed.
    pub const fn unchanged() -> Self {
        Self {
            title: Patch::Keep,
            content: Patch::Keep,
            kind: Patch::Keep,
            parent_id: Patch::Keep,
            position: Patch::Keep,
            status: Patch::Keep,
            word_target: Patch::Keep,
            autosave: false,
        }
    }
}

impl RevisionUpdate {
    /// The new label, of which the white space around it is no part; none where the update leaves it as it is.
    pub fn label(&self) -> Option<Option<&str>> {
        match &self.label {
            Patch::Keep => None,
            Patch::Clear => Some(None),
            Patch::Set(label) => Some(Some(label.trim()).filter(|label| !label.is_empty())),
        }
    }
}

/// That a document of which so many other texts have a label may have one more.
///
/// # Errors
/// A conflict when it has as many as there may be.
pub fn check_labels(others: i64) -> Result<()> {
    if others < LABELS_MAX {
        return Ok(());
    }
    Err(Error::Conflict(format!("At most {LABELS_MAX} texts of a document have a label")))
}

/// The word that means the top of the tree in [`DocumentQuery::parent_id`].
pub const ROOT: &str = "root";

impl Document {
    /// A new document of a project at a position.
    pub fn create(
        id: String,
        project_id: &str,
        create: &DocumentCreate,
        position: i64,
        words: i64,
        now: Time,
    ) -> Self {
        Self {
            id,
            project_id: project_id.to_owned(),
            parent_id: create.parent_id.clone(),
            kind: create.kind,
            title: create.title.clone(),
            status: create.status,
            position,
            word_target: create.word_target,
            words,
            created_at: now,
            modified_at: now,
            version: 1,
            locked_by: None,
        }
    }

    /// Only what the update names changes; `words` is the count of the new text, if there is one.
    pub fn update(&mut self, update: &DocumentUpdate, words: Option<i64>, now: Time) {
        update.title.apply_to(&mut self.title);
        update.kind.apply_to(&mut self.kind);
        update.parent_id.apply_to_option(&mut self.parent_id);
        update.position.apply_to(&mut self.position);
        update.word_target.apply_to_option(&mut self.word_target);
        update.status.apply_or(&mut self.status, Status::Draft);
        if let Some(words) = words {
            self.words = words;
        }
        self.touch(now);
    }

    /// It was changed.
    pub fn touch(&mut self, now: Time) {
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
    }

    /// That a user may change it.
    ///
    /// # Errors
    /// A conflict that names who has locked it.
    pub fn check_lock(&self, user: &str) -> Result<()> {
        match &self.locked_by {
            Some(author) if author != user => Err(Error::Conflict(format!(
                "The document is locked by {author}, and nobody else can change it"
            ))),
            _ => Ok(()),
        }
    }

    /// Locks it for a user; false when that user has locked it already.
    ///
    /// # Errors
    /// As [`Document::check_lock`].
    pub fn lock(&mut self, user: &str, now: Time) -> Result<bool> {
        self.check_lock(user)?;
        let is_new = self.locked_by.is_none();
        if is_new {
            self.locked_by = Some(user.to_owned());
            self.touch(now);
        }
        Ok(is_new)
    }

    /// Unlocks it, for the user who has locked it or for the project's owner; false when it is not
    /// locked.
    ///
    /// # Errors
    /// A conflict for anybody else.
    pub fn unlock(&mut self, user: &str, owner: Option<&str>, now: Time) -> Result<bool> {
        match &self.locked_by {
            None => return Ok(false),
            Some(author) if author != user && owner != Some(user) => {
                return Err(Error::Conflict(format!(
                    "The document is locked by {author}: only they and the owner of the project can \
                     unlock it"
                )));
            }
            Some(_) => {}
        }
        self.locked_by = None;
        self.touch(now);
        Ok(true)
    }

    /// Its part in the project's completion.
    pub fn progress(&self) -> Progress {
        Progress::of(self.status.share(), self.words, self.word_target)
    }
}

/// A document.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentItem {
    /// Its identifier.
    pub id: String,
    /// The project it belongs to.
    pub project_id: String,
    /// Its parent document.
    pub parent_id: Option<String>,
    /// What it is.
    pub kind: DocumentKind,
    /// What it is called.
    pub title: String,
    /// The phase of work it is in.
    pub status: Status,
    /// Its position among its siblings.
    pub position: i64,
    /// The number of words it should have.
    pub word_target: Option<i64>,
    /// How many words it has.
    pub words: i64,
    /// The user who has locked it: nobody else can change it. Null when it is not locked.
    pub locked_by: Option<String>,
    /// Its text in Markdown; absent in lists and events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub content: Option<String>,
    /// What its present text is called; absent where it is called nothing, and in lists and events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub label: Option<String>,
    /// When it was made, ISO 8601.
    pub created_at: Time,
    /// When it was last changed, ISO 8601.
    pub modified_at: Time,
}

impl DocumentItem {
    /// What the wire shows of `document`, with its text where it was asked for.
    pub fn of(document: Document, content: Option<String>) -> Self {
        Self {
            id: document.id,
            project_id: document.project_id,
            parent_id: document.parent_id,
            kind: document.kind,
            title: document.title,
            status: document.status,
            position: document.position,
            word_target: document.word_target,
            words: document.words,
            locked_by: document.locked_by,
            content,
            label: None,
            created_at: document.created_at,
            modified_at: document.modified_at,
        }
    }
}

/// An earlier text of a document.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DocumentRevision")]
pub struct Revision {
    /// The version of the document that had this text.
    pub version: i64,
    /// How many words it had.
    pub words: i64,
    /// Who replaced it.
    pub replaced_by: String,
    /// When it was replaced, ISO 8601.
    pub replaced_at: Time,
    /// What it is called.
    pub label: Option<String>,
    /// The text in Markdown; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub content: Option<String>,
}

/// What a text of a document is called.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DocumentRevisionLabel")]
pub struct RevisionLabel {
    /// The version of the document that has this text.
    pub version: i64,
    /// What it is called.
    pub label: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{json::Json, model::read_body};

    fn update(body: &str) -> DocumentUpdate {
        read_body(&Json::read(body.as_bytes()).unwrap()).unwrap()
    }

    fn chapter() -> Document {
        let body = Json::read(br#"{"title":"III","parentId":"part","wordTarget":100}"#).unwrap();
        let create: DocumentCreate = read_body(&body).unwrap();
        Document::create("d1".to_owned(), "p1", &create, 2, 0, Time::from_millis(10))
    }

    #[test]
    fn a_label_has_no_white_space_around_it() {
        for (body, wanted) in [
            ("{}", None),
            (r#"{"label":null}"#, Some(None)),
            (r#"{"label":" \n"}"#, Some(None)),
            (r#"{"label":" sent to Mina "}"#, Some(Some("sent to Mina"))),
        ] {
            let update: RevisionUpdate = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
            assert_eq!(update.label(), wanted, "{body}");
        }
        assert!(check_labels(LABELS_MAX - 1).is_ok() && check_labels(LABELS_MAX).is_err());
    }

    #[test]
    fn an_update_changes_only_what_it_names() {
        let mut changed = chapter();

        changed.update(&update(r#"{"status":"done"}"#), None, Time::from_millis(9));

        let wanted = Document {
            status: Status::Done,
            modified_at: Time::from_millis(11),
            version: 2,
            ..chapter()
        };
        assert_eq!(changed, wanted);
    }

    #[test]
    fn a_locked_document_is_its_authors_alone() {
        let now = Time::from_millis(20);
        let mut locked = chapter();
        assert!(locked.check_lock("lucy").is_ok());
        assert!(locked.lock("mina", now).unwrap());
        assert_eq!((locked.locked_by.as_deref(), locked.version), (Some("mina"), 2));

        assert!(!locked.lock("mina", now).unwrap());
        assert_eq!(locked.version, 2);
        assert!(locked.check_lock("mina").is_ok());
        assert!(matches!(locked.check_lock("lucy"), Err(Error::Conflict(_))));
        assert!(matches!(locked.lock("lucy", now), Err(Error::Conflict(_))));
        for (user, owner, is_unlocked) in [
            ("lucy", Some("mina"), false),
            ("lucy", None, false),
            ("mina", Some("lucy"), true),
            ("lucy", Some("lucy"), true),
        ] {
            let mut unlocked = locked.clone();
            assert_eq!(unlocked.unlock(user, owner, now).is_ok(), is_unlocked, "{user} {owner:?}");
            assert_eq!(unlocked.locked_by.is_none(), is_unlocked);
        }
        assert!(!chapter().unlock("lucy", None, now).unwrap());
    }

    #[test]
    fn null_goes_back_to_nothing_or_the_default() {
        let mut changed = chapter();
        changed.update(&update(r#"{"status":"proof"}"#), None, Time::from_millis(20));

        let nulls = r#"{"title":null,"kind":null,"parentId":null,"position":null,"status":null,"wordTarget":null}"#;
        changed.update(&update(nulls), None, Time::from_millis(30));

        assert_eq!((changed.parent_id, changed.word_target), (None, None));
        assert_eq!((changed.title.as_str(), changed.kind), ("III", DocumentKind::Chapter));
        assert_eq!((changed.position, changed.status), (2, Status::Draft));
    }
}
