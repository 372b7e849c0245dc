//! Research: searches over passages of documents, lore, notes, references and messages, and what
//! they found. The crate `search` finds passages, `engine` keeps the index. Times of research are
//! whole Unix seconds on the wire, and milliseconds everywhere else. The views are in [`view`].

pub mod view;

use serde::{Deserialize, Serialize};

use crate::{
    Error, Result, documents,
    json::{Json, JsonText},
    lore::Category,
    model::{Bounds, FieldReader, FieldType, OrderedMap, Schemas},
    page::LIMIT_MAX,
    patch::Patch,
    time::Time,
};

pub use view::{
    CollectionItem, ResearchCollections, ResearchQueryItem, ResearchResponse, ResearchSavedSearch,
    ResearchSearchAnswer, ResearchSearchResult, ResearchSemanticResult,
};

crate::string_enum! {
    /// What a passage is from.
    pub enum Collection {
        /// Parts, chapters and scenes.
        Documents = "documents",
        /// Entries of the lore, under their names.
        Lore = "lore",
        /// Documents that are notes.
        Notes = "notes",
        /// Documents that are references: words of others.
        References = "references",
        /// Messages of the hub.
        Messages = "messages",
    }
}

impl Collection {
    /// The collection of a document.
    pub fn of_document(kind: documents::DocumentKind) -> Self {
        match kind {
            documents::DocumentKind::Note => Self::Notes,
            documents::DocumentKind::Reference => Self::References,
            documents::DocumentKind::Part
            | documents::DocumentKind::Chapter
            | documents::DocumentKind::Scene => Self::Documents,
        }
    }
}

/// The longest question, in characters.
pub const QUERY_CHARS_MAX: usize = 2_000;

/// Results of a search when nobody names a number.
pub const RESULTS_DEFAULT: i64 = 10;

/// The longest name of a saved search, in characters.
pub const NAME_CHARS_MAX: usize = 200;

/// The filters of a saved search, in bytes of JSON.
pub const FILTERS_BYTES_MAX: usize = 16 * 1024;

/// Saved searches of one user: the view of the research shows them all.
pub const SAVED_MAX: i64 = 200;

/// Queries the view shows.
pub const QUERIES_LISTED: i64 = 50;

/// Queries that are kept for one user and project. The view shows the latest [`QUERIES_LISTED`] of
/// one project or of all, so that nobody can ever see one that is older.
pub const QUERIES_KEPT: i64 = QUERIES_LISTED;

crate::model! {
    /// Restrictions of a search. Unknown keys are stored and have no effect.
    #[derive(Default)]
    pub struct SearchFilters as "ResearchFilters" keeps rest {
        /// Only passages of this project; without it, of the open one, or of all the caller may see.
        project_id: Option<String>,
        /// Only these collections; empty or null for all.
        collections: Option<Vec<Collection>> where { max_length: COLLECTIONS_MAX },
        /// The maximum number of results.
        limit: Option<i64> where { ge: 1.0, le: LIMIT_MAX as f64 },
        /// Only passages at least as similar as this.
        min_similarity: Option<f64> where { ge: 0.0, le: 1.0 },
        /// Only passages of this document, entry or message.
        document_id: Option<String>,
        /// Only lore entries of this category.
        category: Option<Category>,
        /// Only documents of this kind.
        kind: Option<documents::DocumentKind>,
    }
}

/// Collections that a search may name, repeated ones too.
const COLLECTIONS_MAX: usize = 20;

/// What a search is narrowed to, as it was sent and as it is understood.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SentFilters {
    /// As it was sent.
    pub sent: OrderedMap<Json>,
    /// As it is understood.
    pub parsed: SearchFilters,
}

impl FieldType for SentFilters {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        // Whatever no store can keep is found here, and with it what is no object.
        let filters = SearchFilters::read(value, bounds, reader)?;
        let sent = OrderedMap::<Json>::read(value, bounds, reader)?;
        Some(Self { sent, parsed: filters })
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> serde_json::Value {
        SearchFilters::schema(bounds, schemas)
    }
}

impl Serialize for SentFilters {
    fn serialize<S: serde::Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        self.sent.serialize(to)
    }
}

crate::model! {
    /// A search.
    pub struct ResearchSearch as "ResearchSearchRequest" {
        /// What is searched for, in words.
        query: String where { min_length: 1, max_length: QUERY_CHARS_MAX },
        /// Only passages of this project; without it, of all the caller may see.
        project_id: Option<String>,
        /// Only these collections; empty or null for all.
        collections: Option<Vec<Collection>> where { max_length: COLLECTIONS_MAX },
        /// The maximum number of results; by default that of the project, or 10.
        limit: Option<i64> where { ge: 1.0, le: LIMIT_MAX as f64 },
        /// Only passages at least as similar as this.
        min_similarity: Option<f64> where { ge: 0.0, le: 1.0 },
        /// Further restrictions; a field beside it wins over the same one in here.
        filters: Option<SentFilters>,
    }
}

/// A search with all that narrows it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Search {
    /// What is searched for.
    pub query: String,
    /// Only passages of this project.
    pub project_id: Option<String>,
    /// Only these collections; empty for all.
    pub collections: Vec<Collection>,
    /// How many results at the most; none for what the project says.
    pub limit: Option<i64>,
    /// How many where neither this search nor the project says; none for [`RESULTS_DEFAULT`].
    pub limit_default: Option<i64>,
    /// Only passages at least as similar as this, 0 to 1.
    pub min_similarity: f64,
    /// Only passages of this document, entry or message.
    pub document_id: Option<String>,
    /// Only lore, about this.
    pub category: Option<Category>,
    /// Only documents, of this kind.
    pub kind: Option<documents::DocumentKind>,
}

impl Search {
    /// A search for `query`, narrowed to this.
    pub fn filtered(query: &str, to: &SearchFilters) -> Self {
        Self {
            query: query.to_owned(),
            project_id: to.project_id.clone(),
            collections: to.collections.clone().unwrap_or_default(),
            limit: to.limit,
            limit_default: None,
            min_similarity: to.min_similarity.unwrap_or(0.0),
            document_id: to.document_id.clone(),
            category: to.category,
            kind: to.kind,
        }
    }

    /// Whether passages of a collection are wanted, as far as that can be told from the collection.
    pub fn wants(&self, collection: Collection) -> bool {
        let named = self.collections.is_empty() || self.collections.contains(&collection);
        let lore = self.category.is_none() || collection == Collection::Lore;
        let kind = self.kind.is_none_or(|kind| Collection::of_document(kind) == collection);
        named && lore && kind
    }

    /// How many results at the most, where the project asks for `of_project`.
    pub fn limit(&self, of_project: Option<i64>) -> i64 {
        let limit = self.limit.or(of_project).or(self.limit_default);
        limit.unwrap_or(RESULTS_DEFAULT).clamp(1, LIMIT_MAX)
    }
}

impl ResearchSearch {
    /// The search it asks for.
    pub fn search(&self) -> Search {
        let mut filters =
            self.filters.as_ref().map(|filters| filters.parsed.clone()).unwrap_or_default();
        filters.project_id = self.project_id.clone().or(filters.project_id);
        filters.collections = self.collections.clone().or(filters.collections);
        filters.limit = self.limit.or(filters.limit);
        filters.min_similarity = self.min_similarity.or(filters.min_similarity);
        Search::filtered(&self.query, &filters)
    }
}

crate::model! {
    /// A search to save.
    pub struct SavedSearchCreate as "ResearchSavedSearchCreateRequest" {
        /// What it is called.
        name: String where { min_length: 1, max_length: NAME_CHARS_MAX },
        /// What is searched for, in words.
        query: String where { min_length: 1, max_length: QUERY_CHARS_MAX },
        /// The restrictions of the search.
        filters: SentFilters = SentFilters::default(),
    }
}

crate::model! {
    /// Changes to a saved search; absent fields leave it as it is.
    pub struct SavedSearchUpdate as "ResearchSavedSearchUpdateRequest" {
        /// What it is called.
        name: Patch<String> where { min_length: 1, max_length: NAME_CHARS_MAX },
        /// What is searched for, in words.
        query: Patch<String> where { min_length: 1, max_length: QUERY_CHARS_MAX },
        /// The restrictions of the search; replaces all, and null removes all.
        filters: Patch<SentFilters>,
    }
}

crate::model! {
    /// Which collections to count.
    pub struct CollectionQuery as "ResearchCollectionQuery" {
        /// Only passages of this project; without it, of the open one, or of all the caller may see.
        project_id: Option<String>,
    }
}

/// A saved search.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedSearch {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What is searched for.
    pub query: String,
    /// What it is narrowed to: the JSON of an object.
    pub filters: JsonText,
    /// When it was made.
    pub created_at: Time,
    /// When it was last run.
    pub last_used: Option<Time>,
}

impl SavedSearch {
    /// A new saved search.
    ///
    /// # Errors
    /// Too large when its filters are longer than [`FILTERS_BYTES_MAX`].
    pub fn create(id: String, create: &SavedSearchCreate, now: Time) -> Result<Self> {
        Ok(Self {
            id,
            name: create.name.clone(),
            query: create.query.clone(),
            filters: filters_text(&create.filters)?,
            created_at: now,
            last_used: None,
        })
    }

    /// Only what the update names changes.
    pub fn update(&mut self, update: &SavedSearchUpdate) -> Result<()> {
        match &update.filters {
            Patch::Keep => {}
            Patch::Clear => self.filters = filters_text(&SentFilters::default())?,
            Patch::Set(filters) => self.filters = filters_text(filters)?,
        }
        update.name.apply_to(&mut self.name);
        update.query.apply_to(&mut self.query);
        Ok(())
    }

    /// The search it stands for.
    pub fn search(&self) -> Result<Search> {
        let flaw = |flaw: String| Error::internal("reading a saved search", flaw);
        let json = Json::read(self.filters.0.as_bytes()).map_err(|bad| flaw(format!("{bad:?}")))?;
        let filters: SentFilters =
            crate::model::read_body(&json).map_err(|error| flaw(error.to_string()))?;
        Ok(Search::filtered(&self.query, &filters.parsed))
    }
}

fn filters_text(filters: &SentFilters) -> Result<JsonText> {
    let text =
        serde_json::to_string(filters).map_err(|flaw| Error::internal("writing filters", flaw))?;
    if text.len() > FILTERS_BYTES_MAX {
        return Err(Error::TooLarge(format!(
            "The filters of a saved search are larger than {} KiB in all",
            FILTERS_BYTES_MAX / 1024
        )));
    }
    Ok(JsonText(text))
}

/// A passage that was found, as it was when it was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundPassage {
    /// The document, entry or message it is from.
    pub document_id: String,
    /// Its text.
    pub text: String,
    /// The cosine of a vector of it and that of the question, or of their words, 0 to 1.
    pub similarity: f64,
    /// When what it is from was last changed.
    #[serde(with = "crate::time::millis")]
    pub at: Time,
    /// Its metadata.
    pub metadata: PassageMetadata,
}

/// Metadata of a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ResearchResultMetadata")]
pub struct PassageMetadata {
    /// Its collection.
    pub collection: Collection,
    /// The title of the document, the name of the entry, the sender of the message.
    pub title: String,
    /// The kind of the document, the category of the entry, the type of the message.
    pub kind: String,
    /// The position of the document among its siblings; only for documents, notes and references.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub position: Option<i64>,
    /// The number of the passage in its text, from 0 on.
    pub passage: i64,
    /// Its first character in the Markdown of its text.
    pub start: i64,
    /// The character after its last one.
    pub end: i64,
    /// The project it belongs to; null for a message about none.
    pub project_id: Option<String>,
    /// What made the vectors that the similarity is of; `words` where the words were compared.
    pub embedder: String,
    /// Its score by words (BM25), from 0 on.
    pub word_score: f64,
    /// `untrusted` for references and for messages of unregistered senders; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub label: Option<String>,
}

/// How far a search went by meaning, with vectors, and how far by words alone.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchMeaning {
    /// What makes the vectors; `words` for no vectors at all.
    pub embedder: String,
    /// The passages that were searched.
    #[schemars(range(min = 0))]
    pub passages: usize,
    /// Those of them that were not compared by meaning, for the most part because they are not embedded yet.
    #[schemars(range(min = 0))]
    pub waiting: usize,
    /// That passages were searched by their words only, and why, as a sentence; null where none was that
    /// should have a vector.
    pub note: Option<String>,
}

/// A search that was made, and what it found.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// Its identifier.
    pub id: String,
    /// The project it was made in, as it was named or open; none otherwise.
    pub project_id: Option<String>,
    /// What was searched for.
    pub query: String,
    /// What was found, best first.
    pub results: Vec<FoundPassage>,
    /// That lore was left out by the `knowledgeFilter` of a project, as a sentence; none where none was,
    /// and of a search in the history.
    pub narrowed: Option<String>,
    /// How far it went by meaning; none of a search in the history.
    pub meaning: Option<SearchMeaning>,
    /// When.
    pub at: Time,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::read_body;

    fn read<T: FieldType>(body: &str) -> Result<T> {
        read_body(&Json::read(body.as_bytes()).unwrap())
    }

    #[test]
    fn what_stands_beside_the_filters_goes_first() {
        let body = r#"{"query":"wolf","limit":3,"collections":null,
            "filters":{"limit":5,"minSimilarity":0.5,"collections":["lore"],"mood":"dark"}}"#;

        let search = read::<ResearchSearch>(body).unwrap().search();

        let wanted = Search {
            query: "wolf".to_owned(),
            collections: vec![Collection::Lore],
            limit: Some(3),
            min_similarity: 0.5,
            ..Search::default()
        };
        assert_eq!(search, wanted);
    }

    #[test]
    fn a_search_wants_what_it_names() {
        let wanted = |filters: &str| -> Vec<&str> {
            let body = format!(r#"{{"query":"wolf","filters":{filters}}}"#);
            let search = read::<ResearchSearch>(&body).unwrap().search();
            let all = Collection::ALL.into_iter().filter(|it| search.wants(*it));
            all.map(Collection::as_str).collect()
        };

        for (filters, collections) in [
            ("{}", &["documents", "lore", "notes", "references", "messages"][..]),
            (r#"{"collections":[]}"#, &["documents", "lore", "notes", "references", "messages"]),
            (r#"{"collections":["notes","lore","lore"]}"#, &["lore", "notes"]),
            (r#"{"category":"item"}"#, &["lore"]),
            (r#"{"kind":"scene"}"#, &["documents"]),
            (r#"{"kind":"note","collections":["documents"]}"#, &[]),
        ] {
            assert_eq!(wanted(filters), collections, "{filters}");
        }
    }

    #[test]
    fn results_have_a_number() {
        for (asked, of_project, wanted) in
            [(None, None, 10), (None, Some(3), 3), (Some(7), Some(3), 7), (None, Some(4_000), 100)]
        {
            let search = Search { limit: asked, ..Search::default() };

            assert_eq!(search.limit(of_project), wanted);
        }
    }

    #[test]
    fn a_saved_search_keeps_its_filters_and_knows_what_they_mean() {
        let body = r#"{"name":"Wolves","query":"wolf","filters":{"limit":2,"mood":{"dark":1}}}"#;
        let create: SavedSearchCreate = read(body).unwrap();

        let mut saved =
            SavedSearch::create("s1".to_owned(), &create, Time::from_millis(1)).unwrap();

        assert_eq!(saved.filters.0, r#"{"limit":2,"mood":{"dark":1}}"#);
        assert_eq!(saved.search().unwrap().limit, Some(2));
        let update = r#"{"name":null,"query":"bat","filters":null}"#;
        saved.update(&read(update).unwrap()).unwrap();
        assert_eq!((saved.name.as_str(), saved.query.as_str()), ("Wolves", "bat"));
        assert_eq!(saved.filters.0, "{}");
    }

    #[test]
    fn filters_that_are_none_are_refused_with_every_mistake() {
        let filters = r#"{"limit":0,"minSimilarity":2,"collections":["attic"],"category":"x"}"#;
        let body = format!(r#"{{"name":"","query":"","filters":{filters}}}"#);

        let Err(Error::Invalid(errors)) = read::<SavedSearchCreate>(&body) else {
            panic!("it was taken")
        };

        assert_eq!(errors.len(), 6);
        assert!(read::<SavedSearchCreate>(r#"{"name":"a","query":"b","filters":7}"#).is_err());
        let long =
            format!(r#"{{"name":"a","query":"b","filters":{{"x":"{}"}}}}"#, "y".repeat(16_384));
        let create: SavedSearchCreate = read(&long).unwrap();
        let large = SavedSearch::create("s1".to_owned(), &create, Time::from_millis(1));
        assert!(matches!(large, Err(Error::TooLarge(_))));
    }
}
