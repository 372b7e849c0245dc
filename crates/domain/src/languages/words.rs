//! Words of a lexicon: how they are read, compared and updated, and how a CSV file is merged into a
//! lexicon.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::lexicon_csv::{Columns, Row};
use crate::{
    Error, Result, ids,
    json::Json,
    model::{Bounds, FieldReader, FieldType, OpenEnum, Schemas},
    page::Cursor,
    patch::Patch,
    time::Time,
};

/// The most words of one lexicon.
pub const LEXICON_MAX: usize = 10_000;

/// The longest form of a word, in characters.
pub const FORM_LENGTH_MAX: usize = 200;

/// The longest name of a part of speech, in characters.
pub const PART_OF_SPEECH_LENGTH_MAX: usize = 64;

/// The longest pronunciation, in characters.
pub const IPA_LENGTH_MAX: usize = 400;

/// The longest meaning, etymology and note of a word, in characters each.
pub const TEXT_LENGTH_MAX: usize = 2_000;

/// The most tags of a word.
pub const TAGS_MAX: usize = 50;

/// The longest text a lexicon is searched for, in characters.
pub const SEARCH_LENGTH_MAX: usize = 200;

/// A word of a lexicon. There is one of each form and part of speech.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WordItem", description = "A word.")]
pub struct Word {
    /// Its identifier.
    pub id: String,
    /// The project of its language.
    #[serde(skip)]
    pub project_id: String,
    /// The language it belongs to.
    pub language_id: String,
    /// How it is written.
    pub form: String,
    /// Its part of speech; empty when it has none.
    pub part_of_speech: String,
    /// What it means.
    pub meaning: String,
    /// How it is pronounced.
    pub ipa: String,
    /// Where it comes from.
    pub etymology: String,
    /// Further notes.
    pub notes: String,
    /// Its tags.
    // Trimmed, none empty, none twice.
    pub tags: Vec<String>,
    /// When it was made, ISO 8601.
    pub created_at: Time,
    /// When it was last changed, ISO 8601.
    pub modified_at: Time,
    /// How often it was changed.
    #[serde(skip)]
    pub version: i64,
}

crate::model! {
    /// A new word of a lexicon.
    pub struct WordCreate as "WordCreateRequest" {
        /// How it is written.
        form: Trimmed where { min_length: 1, max_length: FORM_LENGTH_MAX },
        /// Its part of speech, in a word of your choice.
        part_of_speech: Trimmed where { max_length: PART_OF_SPEECH_LENGTH_MAX } = Trimmed::default(),
        /// What it means.
        meaning: String where { max_length: TEXT_LENGTH_MAX } = String::new(),
        /// How it is pronounced.
        ipa: String where { max_length: IPA_LENGTH_MAX } = String::new(),
        /// Where it comes from.
        etymology: String where { max_length: TEXT_LENGTH_MAX } = String::new(),
        /// Further notes.
        notes: String where { max_length: TEXT_LENGTH_MAX } = String::new(),
        /// Its tags; white space around them and repetitions are removed.
        tags: Vec<Tag> where { max_length: TAGS_MAX } = Vec::new(),
    }
}

crate::model! {
    /// Changes to a word; absent fields leave it as it is, null empties all but the form.
    pub struct WordUpdate as "WordUpdateRequest" {
        /// How it is written.
        form: Patch<Trimmed> where { min_length: 1, max_length: FORM_LENGTH_MAX },
        /// Its part of speech, in a word of your choice.
        part_of_speech: Patch<Trimmed> where { max_length: PART_OF_SPEECH_LENGTH_MAX },
        /// What it means.
        meaning: Patch<String> where { max_length: TEXT_LENGTH_MAX },
        /// How it is pronounced.
        ipa: Patch<String> where { max_length: IPA_LENGTH_MAX },
        /// Where it comes from.
        etymology: Patch<String> where { max_length: TEXT_LENGTH_MAX },
        /// Further notes.
        notes: Patch<String> where { max_length: TEXT_LENGTH_MAX },
        /// Its tags; white space around them and repetitions are removed.
        tags: Patch<Vec<Tag>> where { max_length: TAGS_MAX },
    }
}

crate::model! {
    /// Which words of a lexicon to list.
    pub struct WordQuery as "WordQuery" paged by WordCursor {
        /// Only those with this text in form, meaning or tags, ignoring case.
        q: Option<String> where { max_length: SEARCH_LENGTH_MAX },
        /// Only those of this part of speech.
        part_of_speech: Option<String>,
    }
}

/// A text without the white space around it, which tells no word from another.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Trimmed(pub String);

impl FieldType for Trimmed {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        trimmed(value, bounds, reader).map(Self)
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> serde_json::Value {
        String::schema(bounds, schemas)
    }
}

/// What a word is found under: 1 to 64 characters without the white space around them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tag(pub String);

impl FieldType for Tag {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        trimmed(value, bounds, reader).map(|OpenEnum(tag)| Self(tag))
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> serde_json::Value {
        OpenEnum::schema(bounds, schemas)
    }
}

/// Reads a text as if there were no white space around it.
fn trimmed<T: FieldType>(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<T> {
    match value {
        Json::Text(text) => T::read(&Json::Text(text.trim().to_owned()), bounds, reader),
        other => T::read(other, bounds, reader),
    }
}

/// Where a word stands in its lexicon: by its folded form.
pub type WordCursor = Cursor<String>;

/// Tags as they are kept.
fn normalized_tags(tags: &[Tag]) -> Vec<String> {
    let mut tidy: Vec<String> = Vec::with_capacity(tags.len());
    for Tag(tag) in tags {
        if !tidy.contains(tag) {
            tidy.push(tag.clone());
        }
    }
    tidy
}

impl Word {
    /// A new word of a language.
    pub fn create(
        id: String,
        (project_id, language_id): (&str, &str),
        create: &WordCreate,
        now: Time,
    ) -> Self {
        Self {
            id,
            project_id: project_id.to_owned(),
            language_id: language_id.to_owned(),
            form: create.form.0.clone(),
            part_of_speech: create.part_of_speech.0.clone(),
            meaning: create.meaning.clone(),
            ipa: create.ipa.clone(),
            etymology: create.etymology.clone(),
            notes: create.notes.clone(),
            tags: normalized_tags(&create.tags),
            created_at: now,
            modified_at: now,
            version: 1,
        }
    }

    /// Only what the update names changes.
    pub fn update(&mut self, update: &WordUpdate, now: Time) {
        self.take(update);
        self.touch(now);
    }

    fn take(&mut self, update: &WordUpdate) {
        let text = |Trimmed(text): &Trimmed| text.clone();
        update.form.map(text).apply_to(&mut self.form);
        update.part_of_speech.map(text).apply_or_default(&mut self.part_of_speech);
        update.meaning.apply_or_default(&mut self.meaning);
        update.ipa.apply_or_default(&mut self.ipa);
        update.etymology.apply_or_default(&mut self.etymology);
        update.notes.apply_or_default(&mut self.notes);
        update.tags.map(|tags| normalized_tags(tags)).apply_or_default(&mut self.tags);
    }

    fn touch(&mut self, now: Time) {
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
    }

    /// What tells it from every other word of its language.
    pub fn key(&self) -> (&str, &str) {
        (&self.form, &self.part_of_speech)
    }

    /// Its form as it is sorted and looked up.
    pub fn folded(&self) -> String {
        crate::fold::fold_name(&self.form)
    }

    /// What a search looks at.
    pub fn searched(&self) -> String {
        crate::fold::fold_name(&format!("{} {} {}", self.form, self.meaning, self.tags.join(" ")))
    }

    /// Where it stands.
    pub fn cursor(&self) -> WordCursor {
        Cursor { key: self.folded(), id: self.id.clone() }
    }

    /// That its language has one of its form and part of speech already.
    pub fn duplicate_error(&self) -> Error {
        let of = match self.part_of_speech.as_str() {
            "" => String::new(),
            part_of_speech => format!(" ({part_of_speech})"),
        };
        Error::Conflict(format!("The lexicon has the word “{}”{of} already", self.form))
    }
}

/// That a lexicon of `count` words can take `more`.
///
/// # Errors
/// A conflict beyond [`LEXICON_MAX`].
pub fn check_capacity(count: usize, more: usize) -> Result<()> {
    if count + more > LEXICON_MAX {
        return Err(Error::Conflict(format!("A lexicon has at most {LEXICON_MAX} words")));
    }
    Ok(())
}

/// What a table changes in a lexicon.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    /// Words that the lexicon does not have.
    pub created: Vec<Word>,
    /// Words that are otherwise in the table.
    pub updated: Vec<Word>,
    /// How many words of the table the lexicon has exactly so.
    pub unchanged: usize,
}

impl Merged {
    /// What the wire shows of an import, with the columns that were ignored.
    pub fn response(&self, ignored: &[String]) -> LexiconImportResponse {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        LexiconImportResponse {
            made: count(self.created.len()),
            updated: count(self.updated.len()),
            unchanged: count(self.unchanged),
            ignored_columns: ignored.to_vec(),
        }
    }
}

/// Merges the rows of a table into the lexicon of a language: a row with the form and part of speech
/// of a word changes that word in the columns the table has, any other row creates one.
///
/// # Errors
/// A conflict when the lexicon would have more than [`LEXICON_MAX`] words.
pub fn merge(
    (project_id, language_id): (&str, &str),
    lexicon: &[Word],
    columns: Columns,
    rows: &[Row],
    now: Time,
) -> Result<Merged> {
    let known: HashMap<(&str, &str), &Word> =
        lexicon.iter().map(|word| (word.key(), word)).collect();
    let mut merged = Merged { created: Vec::new(), updated: Vec::new(), unchanged: 0 };
    for Row { word: row, .. } in rows {
        let Some(before) = known.get(&(row.form.0.as_str(), row.part_of_speech.0.as_str())) else {
            let of = (project_id, language_id);
            merged.created.push(Word::create(ids::new(now), of, row, now));
            continue;
        };
        let mut after = (*before).clone();
        after.take(&columns.update(row));
        if after == **before {
            merged.unchanged += 1;
        } else {
            after.touch(now);
            merged.updated.push(after);
        }
    }
    check_capacity(lexicon.len(), merged.created.len())?;
    Ok(merged)
}

/// The result of an import of a table.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LexiconImportResponse {
    /// How many words were created.
    pub made: i64,
    /// How many words were changed.
    pub updated: i64,
    /// How many words were already the same.
    pub unchanged: i64,
    /// Unknown columns, which were ignored.
    pub ignored_columns: Vec<String>,
}

#[cfg(test)]
mod tests;
